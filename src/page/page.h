/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The page while it is written: the result seen as one kind of thing, numbers for people, and the sections. Attributes and
 * elements are written so that a page without a script is XML, too. */

#ifndef FARKAS_SRC_PAGE_H
#define FARKAS_SRC_PAGE_H

#include "check/report.h"
#include "farkas/page.h"

/* What a pair means to its reader, the worst first.
 *   hit        a clash: they meet
 *   near       a clash: they are too close
 *   undecided  not known
 *   approved   a clash that somebody has approved
 *   allowed    they meet, and may
 *   clear      nothing */
typedef enum fk_standing {
    FK_STANDING_HIT,
    FK_STANDING_NEAR,
    FK_STANDING_UNDECIDED,
    FK_STANDING_APPROVED,
    FK_STANDING_ALLOWED,
    FK_STANDING_CLEAR,
    FK_STANDING_COUNT
} fk_standing;

/* A pair of a check or of a sweep: one of the two pointers. */
typedef struct fk_page_pair {
    uint32_t index; /* in the result; */
    uint64_t place; /* and in the order of fk_sheet_next */
    uint32_t a, b;
    fk_clash kind;
    bool is_clash, has_surface;
    fk_standing standing;
    fk_review review;
    const char *remark; /* or NULL */
    double clearance;
    bool has_distance, has_points;
    fk_interval distance; /* of a sweep the least one */
    fk_vec3 point_a, point_b;
    double moment; /* see fk_sweep_moment; NaN of a check */
    const fk_check_pair *check;
    const fk_sweep_pair *sweep;
} fk_page_pair;

typedef struct fk_sheet {
    fk_text text;
    const fk_page *page;
    fk_told told;
    const char *units;
    double from, to; /* of a sweep */
    uint64_t standing[FK_STANDING_COUNT];
    uint64_t bounds;       /* depths that are upper bounds */
    uint64_t grazes;       /* clashes of which only a graze is known */
    fk_interval clearance; /* of all pairs of the result; from infinity to 0 without any */
    uint32_t series;       /* that was found last */
} fk_sheet;

/* A result may have more clear pairs than a page can; and more clashes than anybody reads about. */
#define FK_PAGE_MOST_CLEAR    2000
#define FK_PAGE_MOST_SECTIONS 200

const char *fk_sheet_name(const fk_sheet *sheet, uint32_t part);
/* The series of a pair, or NULL; the next picture of it behind `after` (FK_NONE: the first), or FK_NONE. */
const fk_page_series *fk_sheet_series(fk_sheet *sheet, uint32_t pair);
uint32_t fk_sheet_picture(const fk_sheet *sheet, uint32_t pair, uint32_t after);

/* Pairs in the order of their standing, and the worst or the first in time first: from `pair` on, whose index is FK_NONE before the first call. False at the end. */
bool fk_sheet_next(const fk_sheet *sheet, fk_standing first, fk_standing last, fk_page_pair *pair);

/* Whether a pair that fk_sheet_next has given is in the page at all, and has a section of its own. */
bool fk_sheet_has_row(const fk_sheet *sheet, const fk_page_pair *pair);
bool fk_sheet_has_section(const fk_sheet *sheet, const fk_page_pair *pair);

/* ---- Words and numbers --------------------------------------------------------------------------------- */

/* Writes a format as fk_text_say does, with these codes besides:
 *   %n  a text with its markup hidden, as a name     %u  a uint64_t, in groups
 *   %d  a double, in five digits                     %l  the same as a length with its unit
 *   %t  the same as a time in seconds                %x  a double with all its digits; a dash where it is not finite
 *   %p  a fk_vec3 by its address                     %i  a pair by its address: its id
 *   %a  a double in hundredths, for places of charts %k  a pair by its address: its icon and the word of its kind
 *   %g  a fk_interval by its address, with its unit */
void fk_sheet_say(fk_sheet *sheet, const char *format, ...);

/* So many significant digits of a finite number, without zeros behind, and the power of ten of the first: 1230 is "123" and 3. */
#define FK_FIGURE_SIZE 40
int fk_figure_digits(double number, int count, char digits[FK_FIGURE_SIZE]);

/* "1 clash", "2 clashes": a count and its word, in one of two forms. */
void fk_sheet_put_count(fk_sheet *sheet, uint64_t count, const char *one, const char *many);

const char *fk_standing_icon(fk_standing standing);

/* The name of a file without its folder. */
const char *fk_page_base_name(const char *path);

/* ---- Sections ------------------------------------------------------------------------------------------ */

void fk_sheet_put_head(fk_sheet *sheet);
void fk_sheet_put_table(fk_sheet *sheet);
void fk_sheet_put_clashes(fk_sheet *sheet);
void fk_sheet_put_chart(fk_sheet *sheet, const fk_page_pair *pair, const fk_page_series *series);
void fk_sheet_put_timeline(fk_sheet *sheet);
void fk_sheet_put_lists(fk_sheet *sheet);
void fk_sheet_put_inputs(fk_sheet *sheet);
void fk_sheet_put_data(fk_sheet *sheet);

/* A picture as an image, with words for those who do not see it. */
void fk_sheet_put_picture(fk_sheet *sheet, uint32_t picture, const char *words);

/* Bytes as base64. */
typedef struct fk_base64 {
    fk_text *text;
    uint32_t held, held_count; /* bytes that wait for others */
} fk_base64;

void fk_base64_put(fk_base64 *base64, const void *bytes, size_t count);
void fk_base64_end(fk_base64 *base64);

#endif
