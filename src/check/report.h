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
/* In groups of three digits, or not. */
void fk_text_write_integer(fk_text *text, uint64_t number, bool is_grouped);

/* The first bytes of a text for XML, which must be whole characters. */
void fk_text_write_xml_bytes(fk_text *text, const char *string, size_t count);

/* Precedes each element of a JSON list of lines. */
void fk_text_begin_line(fk_text *text, size_t index);

/* Writes a format with these codes for the arguments:
 *   %s  a text as it is                     %j  a text as a JSON string
 *   %e  a text for XML, also in attributes  %h  a JSON string for an HTML page: nothing in it looks like a tag or an entity
 *   %c  a text as a CSV cell                %w  a uint64_t
 *   %f  a double as JSON                    %x  a double with all its digits
 *   %v  a fk_vec3 by its address, as JSON   %r  a fk_interval by its address, as JSON: {"lo":1,"hi":2}
 *   %q  a uint32_t, null for FK_NONE        %b  a bool: true or false
 *   %%  a percent sign
 * In JSON a double that is not finite is null, and -0 is 0; all digits are the fewest that read back to the same double.
 * Bytes that are not UTF-8 become U+FFFD, and so do characters that XML does not allow. */
void fk_text_print(fk_text *text, const char *format, ...);

/* The same with further codes: `own` writes the argument of a code of its own, or returns false for other codes. */
typedef bool fk_text_code_writer(void *user, char code, va_list *list);
void fk_text_print_list(fk_text *text, const char *format, va_list *list, fk_text_code_writer *own,
                        void *user);

/* ---- Results ------------------------------------------------------------------------------------------- */

/* A check or a sweep, with its input. */
typedef struct fk_report {
    const char *verb; /* "check" or "sweep" */
    const fk_check *found;
    const fk_sweep_report *sweep; /* NULL for a check */
    const fk_check_part *part;    /* the first; the next one is part_bytes behind it */
    size_t part_bytes;
    uint32_t part_count;
    const char *units;
    const fk_provenance *record; /* never NULL */
} fk_report;

/* Of one of the two; the other is NULL. */
fk_report fk_report_of(const fk_check_report *check, const fk_sweep_report *sweep);
/* The number of finished pairs, of `tested`. */
uint64_t fk_report_finished(const fk_check *found);
const fk_check_part *fk_report_part(const fk_report *report, uint32_t part);
const char *fk_report_part_name(const fk_report *report, uint32_t part);
bool fk_report_is_surface(const fk_report *report, uint32_t part);

/* The review of a pair, by its index, and its remark, or NULL. */
fk_review fk_report_review(const fk_report *report, size_t index);
const char *fk_report_remark(const fk_report *report, size_t index);
fk_review_count fk_report_reviews(const fk_check *found, const fk_provenance *record);

#endif
