/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* What the writers of results share: text, and pairs as they are told. */

#ifndef FARKAS_CHECK_REPORT_H
#define FARKAS_CHECK_REPORT_H

#include "farkas/base.h"
#include "farkas/check.h"

/* ---- text ------------------------------------------------------------------------------------------------- */

/* Text that goes out through a function, in the spelling of JSON, CSV and XML. */

typedef struct fk_text {
    fk_write_function *write;
    void *user;
    bool has_failed; /* nothing is written afterwards */
    size_t used;
    char buffer[4096];
} fk_text;

fk_text fk_text_make(fk_write_function *write, void *user);

/* What is left in the buffer goes out. FK_OK, or FK_ERROR_WRITE when something could not be written. */
fk_status fk_text_end(fk_text *text);

void fk_text_put(fk_text *text, const char *string);
void fk_text_put_bytes(fk_text *text, const char *bytes, size_t count);
void fk_text_put_whole(fk_text *text, uint64_t number);

/* The shortest text that reads back to the same double. */
void fk_text_put_number(fk_text *text, double number);

/* A number as JSON has it: null where it is not finite, and -0 is 0. */
void fk_text_put_json_number(fk_text *text, double number);

/* As an array of three numbers. */
void fk_text_put_json_vector(fk_text *text, fk_vec3 v);

/* The beginning of a result: the version of the format, and the unit of all lengths. */
void fk_text_put_json_head(fk_text *text, const char *units);

/* A key with a whole number, behind others; the key "box" with the corners of a box, nothing for an empty
 * one. */
void fk_text_put_json_count(fk_text *text, const char *key, uint64_t count);
void fk_text_put_json_box(fk_text *text, const fk_aabb *box);

/* A key with an object of "lo" and "hi", behind others. */
void fk_text_put_json_interval(fk_text *text, const char *key, fk_interval interval);

/* A string in quotes as JSON has it; a cell of CSV, in quotes where it needs them; text for XML, also in an
 * attribute. Bytes that are not UTF-8 become U+FFFD; so do, in XML, characters that it cannot hold. */
void fk_text_put_json_string(fk_text *text, const char *string);
/* The same where the JSON stands in an HTML page: nothing in it looks like a tag or an entity there. */
void fk_text_put_page_string(fk_text *text, const char *string);
void fk_text_put_csv(fk_text *text, const char *string);
void fk_text_put_xml(fk_text *text, const char *string);
/* Of its first bytes, which are whole characters. */
void fk_text_put_xml_bytes(fk_text *text, const char *string, size_t count);

/* ---- pairs ------------------------------------------------------------------------------------------------ */

/* What the reports of checks and sweeps share: parts, ignored pairs, counts; as JSON, CSV and JUnit XML. */

typedef struct fk_told {
    const char *verb;          /* "check" */
    const fk_check_part *part; /* the first; each is so many bytes behind the one before it */
    size_t part_bytes;
    uint32_t part_count;
    uint64_t tested, omitted, clashes;
    const uint64_t *count; /* of each kind */
    size_t pair_count, ignored_count;
    const fk_check_ignored *ignored;
    const bool *is_surface;     /* of each part, or NULL */
    uint32_t largest, smallest; /* as in fk_check */
    double shallow_depth;
    const fk_record *record; /* never NULL */
} fk_told;

fk_told fk_told_of_check(const fk_check_report *report);
fk_told fk_told_of_sweep(const fk_sweep_report *report);
const fk_check_part *fk_told_part(const fk_told *told, uint32_t part);

typedef struct fk_told_pair {
    uint32_t a, b;
    fk_clash kind;
    bool is_clash;
    fk_review review;
    const char *remark; /* or NULL */
} fk_told_pair;

fk_told_pair fk_told_pair_of_check(const fk_check_report *report, size_t index);
fk_told_pair fk_told_pair_of_sweep(const fk_sweep_report *report, size_t index);

/* The beginning of it all: version, unit, and where it comes from. The key "parts" with all of them; the beginning of the object of a pair: names, kind, whether it clashes, id and
 * review; the keys of two points, behind others; the keys behind the pairs, and the end of it all. */
void fk_put_json_begin(fk_text *text, const fk_told *told, const char *units);
void fk_put_json_parts(fk_text *text, const fk_told *told);
void fk_put_json_pair(fk_text *text, const fk_told *told, const fk_told_pair *pair);
void fk_put_json_points(fk_text *text, fk_vec3 point_a, fk_vec3 point_b);
void fk_put_json_end(fk_text *text, const fk_told *told);

/* A cell with a number behind others, or an empty one where it is not known or not finite; three of them; the first
 * cells of a pair: names, kind, and whether it clashes; and the last ones, with the end of the line: id and review. */
void fk_put_csv_number(fk_text *text, bool is_known, double number);
void fk_put_csv_vector(fk_text *text, bool is_known, fk_vec3 v);
void fk_put_csv_pair(fk_text *text, const fk_told *told, const fk_told_pair *pair);
#define FK_CSV_LAST ",id,review\n" /* their names */
void fk_put_csv_last(fk_text *text, const fk_told *told, const fk_told_pair *pair);

/* The beginning; a pair: true when a message is to follow, and then fk_put_junit_close; and what is behind the pairs. */
void fk_put_junit_head(fk_text *text, const fk_told *told);
bool fk_put_junit_pair(fk_text *text, const fk_told *told, const fk_told_pair *pair);
void fk_put_junit_close(fk_text *text);
void fk_put_junit_end(fk_text *text, const fk_told *told);
/* A length with its unit, behind some words. */
void fk_put_xml_length(fk_text *text, const char *before, double length, const char *units);

#endif
