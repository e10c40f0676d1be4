/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Reports: results as JSON, CSV and JUnit XML, and where they come from. page.h has them as HTML. */

#ifndef FARKAS_REPORT_H
#define FARKAS_REPORT_H

#include "farkas/search.h"
#include "farkas/sweep.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The version of the JSON formats: "farkas" in them. */
#define FK_RESULT_VERSION 1

/* ---- Where a result comes from ------------------------------------------------------------------------- */

/* A file that was read. */
typedef struct fk_input_file {
    const char *path;
    uint64_t bytes;
    char sha256[65]; /* of its bytes, as hexadecimal digits; "" where it is not known */
} fk_input_file;

/* Fills it, with the path that is given. FK_ERROR_READ leaves it alone. */
FK_API fk_status fk_input_file_read(const char *path, fk_input_file *out);

#define FK_CLASH_ID_SIZE 11

/* The id of a clash of two parts: ten hexadecimal digits of their names, in whatever order; the same in every run. */
FK_API void fk_clash_id(const char *a, const char *b, char id[FK_CLASH_ID_SIZE]);

/* What has become of a clash since an earlier result.
 *   none      nothing to compare with, or no clash
 *   new       it was not there
 *   active    it was there
 *   approved  it is there, and somebody has said that it may
 *   resolved  it was there, and no longer is */
#define FK_REVIEW_LIST(X)                                                                                    \
    X(FK_REVIEW_NONE, "")                                                                                    \
    X(FK_REVIEW_NEW, "new")                                                                                  \
    X(FK_REVIEW_ACTIVE, "active")                                                                            \
    X(FK_REVIEW_APPROVED, "approved")                                                                        \
    X(FK_REVIEW_RESOLVED, "resolved")

typedef enum fk_review {
#define FK_REVIEW_ENUM(name, word) name,
    FK_REVIEW_LIST(FK_REVIEW_ENUM)
#undef FK_REVIEW_ENUM
        FK_REVIEW_COUNT
} fk_review;

FK_API const char *fk_review_word(fk_review review);

/* A clash of an earlier result that is no longer there. */
typedef struct fk_resolved {
    const char *a, *b; /* names */
    fk_clash kind;     /* that it was */
} fk_resolved;

/* Where a result comes from and what is thought of it. Zeroed, it says nothing. */
typedef struct fk_record {
    uint32_t argument_count, input_count, resolved_count;
    const char *const *argument; /* of the command, its verb first */
    const fk_input_file *input;
    const char *date; /* "2026-11-16T09:30:00Z"; or NULL */
    /* Compared with an earlier result: */
    const char *baseline;      /* its path; NULL: with none */
    const fk_review *review;   /* of each pair of the result; or NULL */
    const char *const *remark; /* of each pair: why it is approved, or NULL; or NULL for all */
    const fk_resolved *resolved;
} fk_record;

/* ---- Checks and sweeps --------------------------------------------------------------------------------- */

/* A check and what it was a check of. */
typedef struct fk_check_report {
    const fk_check *check;
    const fk_check_part *part;
    uint32_t part_count;
    const char *units;       /* as "mm" */
    const fk_record *record; /* or NULL */
} fk_check_report;

/* How many clashes there are besides those that are approved, how many of them are new, and how many are approved; without
 * reviews all are open, and none is new or approved. */
typedef struct fk_review_count {
    uint64_t open, new_ones, approved;
} fk_review_count;
FK_API fk_review_count fk_check_reviews(const fk_check_report *report);

/* Write a check. Numbers are the shortest texts that read back to the same doubles; what is not known or not
 * finite is null in JSON and empty in CSV. Texts that are not UTF-8 have U+FFFD in their place. docs/json.md
 * has an example of the JSON. In JUnit XML a pair is a test case, a clash a failure, an undecided pair an
 * error, and an ignored one is skipped, as is a clash that is approved; clear pairs that the check does not list are one
 * test case together.
 * FK_ERROR_WRITE when `write` fails. */
FK_API fk_status fk_check_write_json(const fk_check_report *report, fk_write_function *write, void *user);
FK_API fk_status fk_check_write_csv(const fk_check_report *report, fk_write_function *write, void *user);
FK_API fk_status fk_check_write_junit(const fk_check_report *report, fk_write_function *write, void *user);

/* The value of a joint at a time. */
typedef double fk_joint_value(void *user, uint32_t joint, double time);

/* A sweep and what it was a sweep of. */
typedef struct fk_sweep_report {
    const fk_sweep *sweep;
    const fk_sweep_part *part;
    uint32_t part_count;
    const char *units;
    double tolerance; /* that was asked for; 0: each pair has its own */
    /* Joints, whose values are told for the moments of pairs, see fk_sweep_moment; 0: none. */
    uint32_t joint_count;
    const char *const *joint; /* names */
    fk_joint_value *joint_value;
    void *joint_user;
    const fk_record *record; /* or NULL */
} fk_sweep_report;

FK_API fk_review_count fk_sweep_reviews(const fk_sweep_report *report);

/* Write a sweep, by the same rules. Times are in the unit of the motion, which is taken for seconds. */
FK_API fk_status fk_sweep_write_json(const fk_sweep_report *report, fk_write_function *write, void *user);
FK_API fk_status fk_sweep_write_csv(const fk_sweep_report *report, fk_write_function *write, void *user);
FK_API fk_status fk_sweep_write_junit(const fk_sweep_report *report, fk_write_function *write, void *user);

/* What a search has found, and what it was a search of. */
typedef struct fk_search_findings {
    const fk_search_result *result;
    fk_search_question question;
    const fk_search_object *object; /* with names */
    uint32_t object_count;
    /* For each object a word for what its leaves were made of, and so for what `source` of its nodes counts,
     * as "triangle". */
    const char *const *source;
    const char *units; /* as "mm" */
} fk_search_findings;

/* Writes a search as JSON, by the same rules. Nodes are numbered by their `source`, null for nodes that were
 * added. docs/json.md has an example. FK_ERROR_WRITE when `write` fails. */
FK_API fk_status fk_search_write_json(const fk_search_findings *findings, fk_write_function *write,
                                      void *user);

#ifdef __cplusplus
}
#endif

#endif
