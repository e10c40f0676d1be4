/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Pages: a check or a sweep as one HTML file that needs nothing else, to be mailed and printed. */

#ifndef FARKAS_PAGE_H
#define FARKAS_PAGE_H

#include "farkas/motion.h"
#include "farkas/check.h"

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

/* ---- Making a page ------------------------------------------------------------------------------------- */

/* A picture that a page would like to have. */
typedef struct fk_page_request {
    uint32_t pair;        /* of the result; FK_NONE: all parts */
    bool is_wide;         /* of a pair: with all parts around it; else from near */
    double time;          /* of a sweep, the moment that is shown; NaN: the first, or that of the check */
    uint32_t done, total; /* pairs that have all their pictures, and that shall have some */
} fk_page_request;

/* Draws it: sets png, which the context allocated, bytes, width and height. FK_ERROR_ARGUMENT: it cannot be drawn, as it is
 * too large or too small, and is left out; other errors end all. libfarkas-view has fk_renderer_draw_page_picture for this. */
typedef fk_status fk_page_draw(void *user, const fk_page_request *request, fk_page_picture *out);

typedef struct fk_page_options {
    const fk_workers *workers; /* or NULL; the page is the same */
    const fk_motion *motion;   /* of a sweep, for distances over time; NULL: there are none */
    const char *const *file;   /* of each part the path of its file, as the record has it, or NULL; or NULL */
    bool shows_parts;          /* the page has their triangles, for the view in it */
    uint32_t most_clashes;     /* so many, the worst first, have pictures and distances over time */
    fk_page_draw *draw;        /* NULL: no pictures */
    void *user;
} fk_page_options;

/* Parts are shown, 40 clashes, no pictures. */
FK_API fk_page_options fk_page_options_default(void);

/* A page and what was made for it. */
typedef struct fk_page_content {
    fk_page page;         /* to be written */
    uint64_t clashes;     /* of the result */
    uint32_t clash_count; /* of them, that have pictures and distances over time */
    uint32_t left_out;    /* clashes, and all parts, that lack pictures which cannot be drawn */
    double mesh_seconds, picture_seconds, distance_seconds; /* that it took */
} fk_page_content;

/* Makes what a page has of parts, pictures and distances over time. `about` is a page without those: its report, whose parts
 * have meshes or pieces, and which stays as long as what is made; title, frames, tracks and assets. How bad a clash is: one
 * that is approved is less bad than all others, then one of clearance; of a check, kinds count, then the depth or distance;
 * of a sweep, what comes first.
 * Errors of fk_mesh_inspect, fk_piece_mesh, fk_collider_of_mesh, fk_motion_contacts and draw; *out is left alone then. */
FK_API fk_status fk_page_content_build(fk_context *context, const fk_page *about,
                                       const fk_page_options *options, fk_page_content **out);
/* Takes NULL. */
FK_API void fk_page_content_free(fk_context *context, fk_page_content *content);

#ifdef __cplusplus
}
#endif

#endif
