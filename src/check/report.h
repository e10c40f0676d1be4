/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Shared by the writers of results: text, and the common view of checks and sweeps. */

#ifndef FARKAS_CHECK_REPORT_H
#define FARKAS_CHECK_REPORT_H

#include <stdarg.h>

#include "farkas/base.h"
#include "farkas/check.h"

/* ---- Text ---------------------------------------------------------------------------------------------- */

/* Buffered text that a function writes. */
typedef struct fk_text {
    fk_write_function *write;
    void *user;
    bool has_failed; /* nothing is written afterwards */
    size_t used;
    char buffer[4096];
} fk_text;

fk_text fk_text_make(fk_write_function *write, void *user);

/* Flushes the buffer. FK_OK, or FK_ERROR_WRITE if anything could not be written. */
fk_status fk_text_end(fk_text *text);

void fk_text_write(fk_text *text, const char *string);
void fk_text_write_bytes(fk_text *text, const char *bytes, size_t count);
void fk_text_write_integer(fk_text *text, uint64_t number);

/* The shortest text that reads back to the same double. */
void fk_text_write_number(fk_text *text, double number);

/* A number as JSON: null if it is not finite, and 0 for -0; and an array of three. */
void fk_text_write_json_number(fk_text *text, double number);
void fk_text_write_json_vector(fk_text *text, fk_vec3 v);

/* A JSON string with quotes; a CSV cell, with quotes if it needs them; text for XML, also in an attribute: all of it,
 * or its first bytes, which must be whole characters. Bytes that are not UTF-8 become U+FFFD, and so do characters
 * that XML does not allow. */
void fk_text_write_json_string(fk_text *text, const char *string);
void fk_text_write_csv(fk_text *text, const char *string);
void fk_text_write_xml(fk_text *text, const char *string);
void fk_text_write_xml_bytes(fk_text *text, const char *string, size_t count);

/* Writes a format with these codes for the arguments:
 *   %s  a text as it is                     %j  a text as a JSON string
 *   %e  a text for XML                      %h  a JSON string for an HTML page: nothing in it looks like a tag or an entity
 *   %c  a text as a CSV cell                %w  a uint64_t
 *   %f  a double as JSON                    %x  a double with all its digits
 *   %v  a fk_vec3 by its address, as JSON   %b  a bool: true or false
 *   %%  a percent sign */
void fk_text_print(fk_text *text, const char *format, ...);

/* The same with further codes: `own` writes the argument of a code of its own, or returns false for other codes. */
typedef bool fk_text_code_writer(void *user, char code, va_list *list);
void fk_text_print_list(fk_text *text, const char *format, va_list *list, fk_text_code_writer *own,
                        void *user);

/* ---- Results ------------------------------------------------------------------------------------------- */

/* A check or a sweep, by one of the two pointers, and the fields that both have. */
typedef struct fk_report {
    const char *verb; /* "check" or "sweep" */
    const fk_check_report *check;
    const fk_sweep_report *sweep;
    const fk_check_part *part; /* the first; the next one is part_bytes behind it */
    size_t part_bytes;
    uint32_t part_count;
    const char *units;
    uint64_t tested, omitted, clashes;
    bool is_incomplete;
    const uint64_t *count; /* of each kind */
    size_t pair_count, ignored_count;
    const fk_check_ignored *ignored;
    const bool *is_surface;     /* of each part, or NULL */
    uint32_t largest, smallest; /* as in fk_check */
    double shallow_depth;
    const fk_provenance *record; /* never NULL */
} fk_report;

fk_report fk_report_of_check(const fk_check_report *report);
fk_report fk_report_of_sweep(const fk_sweep_report *report);
/* The number of finished pairs, of `tested`. */
uint64_t fk_report_finished(const fk_report *report);
const fk_check_part *fk_report_part(const fk_report *report, uint32_t part);
const char *fk_report_part_name(const fk_report *report, uint32_t part);
fk_review_count fk_report_reviews(const fk_report *report);

/* A pair of either, by one of the two pointers. */
typedef struct fk_report_pair {
    const fk_check_pair *check;
    const fk_sweep_pair *sweep;
    uint32_t a, b;
    fk_clash kind;
    bool is_clash;
    fk_review review;
    const char *remark; /* or NULL */
} fk_report_pair;

fk_report_pair fk_report_pair_at(const fk_report *report, size_t index);

#endif
