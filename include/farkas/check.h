/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Check: many parts at once, at rest or along a motion. Which of them collide, contain each other, or are too close; and when. */

#ifndef FARKAS_CHECK_H
#define FARKAS_CHECK_H

#include "farkas/cells.h"
#include "farkas/motion.h"
#include "farkas/tree.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Kinds --------------------------------------------------------------------------------------------- */

/* How two parts lie to each other, with the words of reports; of those that hold, the last in this list.
 *   clear      none of the others
 *   clearance  closer than asked
 *   contact    the closed sets meet; also an overlap that is not deeper than is ignored
 *   hard       the interiors meet
 *   contained  one is a subset of the other; so it is when it touches it from inside
 *   duplicate  both are the same set */
#define FK_CLASH_LIST(X)                                                                                     \
    X(FK_CLASH_UNDECIDED, "undecided")                                                                       \
    X(FK_CLASH_CLEAR, "clear")                                                                               \
    X(FK_CLASH_CLEARANCE, "clearance")                                                                       \
    X(FK_CLASH_CONTACT, "contact")                                                                           \
    X(FK_CLASH_HARD, "hard")                                                                                 \
    X(FK_CLASH_CONTAINED, "contained")                                                                       \
    X(FK_CLASH_DUPLICATE, "duplicate")

typedef enum fk_clash {
#define FK_CLASH_ENUM(name, word) name,
    FK_CLASH_LIST(FK_CLASH_ENUM)
#undef FK_CLASH_ENUM
        FK_CLASH_COUNT
} fk_clash;

/* The word of a kind; "undecided" for what is not in the list. */
FK_API const char *fk_clash_word(fk_clash kind);

/* ---- Input --------------------------------------------------------------------------------------------- */

/* A mesh, or a convex piece with an interior, in its place. Parts may share meshes. */
typedef struct fk_check_part {
    const char *name;      /* for reports */
    const fk_mesh *mesh;   /* or NULL */
    const fk_piece *piece; /* used when there is no mesh */
    fk_pose pose;
} fk_check_part;

/* What is asked of a pair. */
typedef struct fk_check_rule {
    bool is_tested;
    const char *ignored;   /* a pair that is not tested, and why; or NULL */
    double clearance;      /* finite, not negative */
    double ignore_overlap; /* an overlap that is not deeper is contact, and no clash; finite, not negative */
    bool allow_contact;    /* contact is no clash */
} fk_check_rule;

/* Gives the rule for parts a < b. Called from one thread. */
typedef fk_check_rule fk_check_select(void *user, uint32_t a, uint32_t b);

/* Called from time to time by the calling thread: so many of `total` pairs are done. */
typedef void fk_check_progress(void *user, uint64_t done, uint64_t total);

/* What was made of meshes, kept from one run to the next, so that the same parts in other places are checked sooner. What was
 * found is the same. Its meshes stay what they are until it is freed; for one run at a time. */
typedef struct fk_check_cache fk_check_cache;
/* FK_ERROR_MEMORY. */
FK_API fk_status fk_check_cache_create(fk_context *context, fk_check_cache **out);
/* With the context of its runs. Takes NULL. */
FK_API void fk_check_cache_free(fk_context *context, fk_check_cache *cache);

typedef struct fk_check_options {
    fk_check_select *select; /* NULL: all pairs, as `rule` says */
    fk_check_rule rule;
    fk_check_progress *progress; /* or NULL */
    void *user;                  /* of both functions */
    const fk_workers *workers;   /* or NULL; the results are the same */
    fk_check_cache *kept;        /* or NULL: nothing is kept */
    bool wants_distance;         /* lists clear pairs, too, with their distances */
    bool wants_depth;            /* of overlaps; taken where an overlap may be ignored, in any case */
    bool wants_volume;           /* of overlaps of solids */
    bool stops_at_clash;         /* only the first clash, by the order of pairs, is wanted */
    uint32_t max_triangles;      /* at most so many pairs of triangles are listed for a pair of parts */
} fk_check_options;

/* All pairs, clearance 0, with distances and depths, 100 pairs of triangles. */
FK_API fk_check_options fk_check_options_default(void);

/* ---- Results ------------------------------------------------------------------------------------------- */

/* A pair of parts, a < b. */
typedef struct fk_check_pair {
    uint32_t a, b;
    fk_clash kind;
    bool is_clash;    /* it is what was looked for: a clash that its rule does not allow */
    bool has_surface; /* a part is a surface: what it encloses was not looked at */
    bool a_is_inner;  /* contained: a lies in b; else b in a */
    double clearance; /* of its rule */
    /* 0 to 0 where they meet; infinite where a part is empty. */
    fk_interval distance;
    bool has_points;          /* the next two are there */
    fk_vec3 point_a, point_b; /* nearest points; where the parts meet, a common point */
    fk_aabb box;              /* of what they have in common; empty where they do not meet */
    bool has_depth;
    fk_placed_depth depth;
    bool has_volume;
    fk_interval volume;
    uint64_t triangle_total;       /* pairs of triangles that meet, of equal ones the first; of a piece, 0 */
    uint32_t triangle_count;       /* that are listed */
    const fk_index_pair *triangle; /* sorted */
} fk_check_pair;

typedef struct fk_check_ignored {
    uint32_t a, b;
    const char *reason; /* as select gave it */
} fk_check_ignored;

/* Sorted by a, then b. */
typedef struct fk_check {
    uint64_t tested;                /* pairs */
    uint64_t omitted;               /* of them clear, and not in the list: their distances were not wanted */
    uint64_t count[FK_CLASH_COUNT]; /* tested pairs of each kind, those that are not in the list too */
    uint64_t clashes;
    /* More than half of the overlaps whose depth is known, and three at least, are not deeper than a
     * thousandth of the smaller part: parts that were meant to touch, it seems. Then the largest depth of
     * those. */
    double shallow_depth;
    /* The largest part is more than 500 times as large as the smallest one: units that do not agree, it
     * seems. These two, or FK_NONE. */
    uint32_t largest, smallest;
    uint32_t part_count;
    const bool *is_surface; /* of each part: it is a mesh that is not a solid */
    size_t pair_count;
    const fk_check_pair *pair;
    size_t ignored_count;
    const fk_check_ignored *ignored;
    /* Not for reading: what is to be released. */
    size_t pair_capacity, ignored_capacity;
} fk_check;

/* Checks all pairs of parts that are selected. Where the boxes of two parts are further apart than their
 * clearance they are clear, and nothing more is done, unless distances are wanted. FK_ERROR_ARGUMENT for a
 * rule that is not valid, or for a piece without interior; FK_ERROR_PIECE, FK_ERROR_NOT_FINITE for a pose or a
 * placed point, FK_ERROR_MEMORY; *out is left alone then. */
FK_API fk_status fk_check_run(fk_context *context, const fk_check_part *part, uint32_t part_count,
                              const fk_check_options *options, fk_check **out);
FK_API void fk_check_free(fk_context *context, fk_check *check);

/* Sweep: many parts that move. Which of them meet or come too close, when first, and when again. */

/* A part that is fixed to a frame. */
typedef struct fk_sweep_part {
    fk_check_part part; /* the pose is that in the frame */
    uint32_t frame;     /* FK_NONE: it rests in the world */
} fk_sweep_part;

typedef struct fk_sweep_options {
    fk_check_select *select; /* as in fk_check_options; ignore_overlap is not looked at */
    fk_check_rule rule;
    fk_check_progress *progress; /* or NULL */
    void *user;
    const fk_workers *workers; /* or NULL; the results are the same */
    double from, to;           /* NaN: the first, the last time of the motion */
    double tolerance;          /* of distances; 0: that of fk_motion_options_default, for each pair */
    double resolution;         /* of times; 0: 1/4096 of the span */
    bool wants_closest;        /* of all pairs; else of those that are closer than their clearance alone */
    /* Only the clash that comes first in time, of these the first pair, is wanted: with it pairs are listed
     * that are undecided before it. When a pair clashes is told by enter.hi of the stretch. Without a clash,
     * of each pair the first stretch alone is looked for. */
    bool stops_at_clash;
    uint64_t max_tests; /* for each pair, as in fk_motion_options */
    double max_seconds;
} fk_sweep_options;

/* All pairs, clearance 0, the whole span, with closest approach, ten million tests for each pair. */
FK_API fk_sweep_options fk_sweep_options_default(void);

/* A pair of parts, a < b, over all times. The kind is
 *   hard       their insides surely meet at some time
 *   contact    they meet, or come within the tolerance of it, and hard is not known
 *   clearance  surely closer than asked at some time
 *   clear      proved: none of the others at any time
 *   undecided  the budget is used up before it is known; or they come within the tolerance of the clearance,
 *              and it is not known whether closer; or contact is allowed, and it is not known whether it is
 *              all
 * and of pairs that do not move against each other that of fk_check_run. */
typedef struct fk_sweep_pair {
    uint32_t a, b;
    fk_clash kind;
    bool is_clash;
    bool has_surface;
    bool is_still;    /* both move together, or neither does */
    double clearance; /* of its rule */
    double tolerance; /* of its distances */
    /* Contacts, in order; what is undecided is among them. Pairs that do not move against each other have
     * none, or one for all times; and so below the clearance. */
    uint32_t contact_count;
    const fk_stretch *contact;
    /* When they are closer than the clearance, if one is asked for and they are: stretches of that level. */
    uint32_t below_count;
    const fk_stretch *below;
    bool has_closest;    /* of what is empty it is infinite */
    fk_interval closest; /* contains the least distance over all times */
    double closest_time;
    fk_vec3 point_a, point_b; /* then, in the world */
} fk_sweep_pair;

/* The moment of a pair to be shown: when it surely meets first, or comes near; else when it is closest. NaN
 * without either. */
FK_API double fk_sweep_moment(const fk_sweep_pair *pair);

/* Sorted by a, then b. */
typedef struct fk_sweep {
    double from, to;
    uint64_t tested;
    uint64_t omitted; /* of them clear, and not in the list, as nothing of them was wanted */
    uint64_t count[FK_CLASH_COUNT];
    uint64_t clashes;
    uint32_t largest, smallest; /* as in fk_check */
    uint32_t part_count;
    const bool *is_surface;
    size_t pair_count;
    const fk_sweep_pair *pair;
    size_t ignored_count;
    const fk_check_ignored *ignored;
    /* Not for reading: what is to be released. */
    size_t pair_capacity, ignored_capacity;
} fk_sweep;

/* Sweeps all pairs of parts that are selected. Where boxes around the whole motion of two parts are further apart
 * than their clearance they are clear, and nothing more is done, unless closest approaches are wanted. options may be
 * NULL: the defaults.
 * FK_ERROR_ARGUMENT for times that are not in order, options that are negative, or a frame that is not there; else
 * errors as fk_check_run and fk_motion_contacts have them; *out is left alone then. */
FK_API fk_status fk_sweep_run(fk_context *context, const fk_motion *motion, const fk_sweep_part *part,
                              uint32_t part_count, const fk_sweep_options *options, fk_sweep **out);
FK_API void fk_sweep_free(fk_context *context, fk_sweep *sweep);

/* Reports: results as JSON, CSV and JUnit XML, and where they come from. page.h has them as HTML. */

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
typedef struct fk_provenance {
    uint32_t argument_count, input_count, resolved_count;
    const char *const *argument; /* of the command, its verb first */
    const fk_input_file *input;
    const char *date; /* "2026-11-16T09:30:00Z"; or NULL */
    /* Compared with an earlier result: */
    const char *baseline;      /* its path; NULL: with none */
    const fk_review *review;   /* of each pair of the result; or NULL */
    const char *const *remark; /* of each pair: why it is approved, or NULL; or NULL for all */
    const fk_resolved *resolved;
} fk_provenance;

/* ---- Checks and sweeps --------------------------------------------------------------------------------- */

/* A check and what it was a check of. */
typedef struct fk_check_report {
    const fk_check *check;
    const fk_check_part *part;
    uint32_t part_count;
    const char *units;           /* as "mm" */
    const fk_provenance *record; /* or NULL */
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
    const fk_provenance *record; /* or NULL */
} fk_sweep_report;

FK_API fk_review_count fk_sweep_reviews(const fk_sweep_report *report);

/* Write a sweep, by the same rules. Times are in the unit of the motion, which is taken for seconds. */
FK_API fk_status fk_sweep_write_json(const fk_sweep_report *report, fk_write_function *write, void *user);
FK_API fk_status fk_sweep_write_csv(const fk_sweep_report *report, fk_write_function *write, void *user);
FK_API fk_status fk_sweep_write_junit(const fk_sweep_report *report, fk_write_function *write, void *user);

/* Distances of parts that move, at many times. */
typedef struct fk_sweep_distances {
    fk_context *context;
    const fk_motion *motion;
    const fk_sweep_part *part;
    uint32_t part_count;
    uint32_t samples; /* at least 2: the first is at `from` of the options, the last at `to`, both finite */
    /* As of fk_sweep_run: the pairs that are selected and not ignored, the workers, the times, the tolerance and the budget. */
    fk_sweep_options options;
} fk_sweep_distances;

/* Writes them as CSV, all samples of a pair in a row: the time, both names, bounds of the distance, and the least one that is
 * proved until the next sample. What is infinite, as a part is empty, is left out. Errors of fk_motion_contacts, FK_ERROR_MEMORY,
 * FK_ERROR_WRITE. */
FK_API fk_status fk_sweep_write_distances(const fk_sweep_distances *what, fk_write_function *write,
                                          void *user);

/* Writes a text in quotes as the JSON of results has it: bytes that are not UTF-8 become U+FFFD. FK_ERROR_WRITE. */
FK_API fk_status fk_json_write_string(const char *text, fk_write_function *write, void *user);

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
