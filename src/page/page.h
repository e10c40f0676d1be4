/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The page being written: pairs in the order of a page, numbers for people, and the sections.
 * Attributes and elements are written so that a page without a script is XML, too. */

#ifndef FARKAS_SRC_PAGE_H
#define FARKAS_SRC_PAGE_H

#include "check/report.h"
#include "farkas/page.h"

/* What a pair means to the reader, the worst first.
 *   hit        a clash: they meet
 *   near       a clash: they are too close
 *   undecided  not known
 *   approved   a clash that somebody has approved
 *   allowed    they meet, and may
 *   clear      none of these */
typedef enum fk_severity {
    FK_SEVERITY_HIT,
    FK_SEVERITY_NEAR,
    FK_SEVERITY_UNDECIDED,
    FK_SEVERITY_APPROVED,
    FK_SEVERITY_ALLOWED,
    FK_SEVERITY_CLEAR,
    FK_SEVERITY_COUNT
} fk_severity;

typedef struct fk_page_pair {
    const fk_check_pair *found;
    uint32_t index;    /* in the result; */
    uint64_t position; /* and in the order of fk_page_next_pair */
    const char *a, *b; /* names */
    fk_severity severity;
    fk_review review;
    const char *remark; /* or NULL */
    bool has_distance, has_points;
    fk_interval distance; /* of a sweep, the least one */
    double moment;        /* see fk_sweep_moment; NaN for a check */
} fk_page_pair;

typedef struct fk_page_writer {
    fk_text text;
    const fk_page *page;
    fk_report report;
    const fk_check *found;
    const char *units;
    uint64_t severity[FK_SEVERITY_COUNT];
    uint64_t bounds;       /* depths that are upper bounds */
    uint64_t grazes;       /* clashes of which only a graze is known */
    fk_interval clearance; /* range over all pairs of the result; from infinity to 0 without any */
    uint32_t series;       /* the one found last */
} fk_page_writer;

/* The most rows of clear pairs, and the most sections of clashes. */
#define FK_PAGE_MOST_CLEAR    2000
#define FK_PAGE_MOST_SECTIONS 200

/* The first stretch of a kind, or NULL. */
const fk_stretch *fk_page_find_stretch(const fk_stretch *stretch, uint32_t count, fk_stretch_kind kind);

/* The series of a pair, or NULL; its next picture after `after` (FK_NONE: the first), or FK_NONE. */
const fk_page_series *fk_page_find_series(fk_page_writer *writer, uint32_t pair);
uint32_t fk_page_next_picture(const fk_page_writer *writer, uint32_t pair, uint32_t after);

/* Steps through the pairs by severity, and within one by badness or time. *pair is the last one; its index is FK_NONE
 * before the first call. False at the end. */
bool fk_page_next_pair(const fk_page_writer *writer, fk_severity first, fk_severity last, fk_page_pair *pair);

/* Whether a pair from fk_page_next_pair is in the page, and has a section of its own. */
bool fk_page_has_row(const fk_page_writer *writer, const fk_page_pair *pair);
bool fk_page_has_section(const fk_page_writer *writer, const fk_page_pair *pair);

/* ---- Words and numbers --------------------------------------------------------------------------------- */

/* Writes a format as fk_text_print does, with these further codes:
 *   %n  a name, without markup                       %u  a uint64_t, in groups of digits
 *   %m  a pair by its address: "a and b"
 *   %d  a double, in five digits                     %l  the same as a length with its unit
 *   %t  the same as a time in seconds                %x  a double with all its digits; a dash if it is not finite
 *   %p  a fk_vec3 by its address                     %i  a pair by its address: its id
 *   %a  a double in hundredths, for charts           %k  a pair by its address: its icon and the word of its kind
 *   %g  a fk_interval by its address, with its unit */
void fk_page_print(fk_page_writer *writer, const char *format, ...);

/* The first `count` significant digits of a finite number, without trailing zeros. Returns the power of ten of the
 * first: 1230 gives "123" and 3. */
#define FK_FIGURE_SIZE 40
int fk_figure_digits(double number, int count, char digits[FK_FIGURE_SIZE]);

/* "1 clash", "2 clashes": a count and its noun. */
void fk_page_write_count(fk_page_writer *writer, uint64_t count, const char *one, const char *many);

const char *fk_severity_icon(fk_severity severity);

/* The name of a file without its folder. */
const char *fk_page_base_name(const char *path);

/* ---- Sections ------------------------------------------------------------------------------------------ */

void fk_page_write_head(fk_page_writer *writer);
void fk_page_write_table(fk_page_writer *writer);
void fk_page_write_clashes(fk_page_writer *writer);
void fk_page_write_chart(fk_page_writer *writer, const fk_page_pair *pair, const fk_page_series *series);
void fk_page_write_timeline(fk_page_writer *writer);
void fk_page_write_lists(fk_page_writer *writer);
void fk_page_write_inputs(fk_page_writer *writer);
void fk_page_write_data(fk_page_writer *writer);

/* Finds where the tools of robots go in a sweep: at most one path for each track, and so many points in all. The caller has the room. */
uint32_t fk_page_path_room(const fk_page *page);
fk_status fk_page_find_paths(fk_context *context, const fk_page *page, const fk_motion *motion,
                             fk_page_path *path, fk_vec3 *point, uint32_t *path_count);

/* An image, with a description for those who do not see it. */
void fk_page_write_picture(fk_page_writer *writer, uint32_t picture, const char *words);

/* Bytes as base64. */
typedef struct fk_base64 {
    fk_text *text;
    uint32_t held, held_count; /* bytes that are not encoded yet */
} fk_base64;

void fk_base64_write(fk_base64 *base64, const void *bytes, size_t count);
void fk_base64_end(fk_base64 *base64);

#endif
