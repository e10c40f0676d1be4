/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* What the reports of checks and sweeps share: parts, ignored pairs, counts; as JSON, CSV and JUnit XML. */

#ifndef FARKAS_CHECK_PAIRS_H
#define FARKAS_CHECK_PAIRS_H

#include "farkas/check.h"
#include "check/text.h"

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
