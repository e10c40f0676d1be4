/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Pages: a check or a sweep as one HTML file that needs nothing else, to be mailed and printed. */

#ifndef FARKAS_PAGE_H
#define FARKAS_PAGE_H

#include "farkas/motion.h"
#include "farkas/report.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A part beyond what the result has of it. */
typedef struct fk_page_part {
    /* The triangles that show it, before its pose; of a piece an approximation. NULL: none. */
    const fk_mesh *shown;
    const fk_mesh_facts *facts; /* of its mesh; or NULL */
    uint32_t input;             /* the file that it is from, or FK_NONE */
} fk_page_part;

/* A picture of a pair of the result, in its order; FK_NONE: of all. */
typedef struct fk_page_picture {
    uint32_t pair;
    const void *png;
    size_t bytes;
    uint32_t width, height;
} fk_page_picture;

/* The distance of a pair over time. */
typedef struct fk_page_series {
    uint32_t pair, count;
    const double *time;
    const fk_interval *distance;
} fk_page_series;

/* Files that become part of the page, byte by byte; what web/dist has. Any of them may be NULL: without a script the page has
 * its pictures and tables, without a style they are plain. */
typedef struct fk_page_assets {
    const char *style, *script;
    size_t style_bytes, script_bytes;
    const void *module; /* the library as WebAssembly, or what gzip makes of it */
    size_t module_bytes;
} fk_page_assets;

typedef struct fk_page {
    const fk_check_report *check; /* one of these two, with its record */
    const fk_sweep_report *sweep;
    const char *title;        /* NULL: made from the file, or the names of the parts */
    const fk_page_part *part; /* as many as the result has, or NULL */
    uint32_t picture_count, series_count;
    /* An overview and a close-up of a pair are two pictures of it, in this order. */
    const fk_page_picture *picture;
    const fk_page_series *series;
    /* How frames move, for the view in the page. */
    uint32_t frame_count, track_count;
    const fk_frame *frame;
    const fk_track *track;
    fk_page_assets assets;
} fk_page;

/* Writes it. What names say is shown as it is: nothing in them is taken for HTML. The same bytes for the same page.
 * FK_ERROR_WRITE when `write` fails. */
FK_API fk_status fk_page_write(const fk_page *page, fk_write_function *write, void *user);

#ifdef __cplusplus
}
#endif

#endif
