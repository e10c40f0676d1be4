/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Pages: a check or a sweep as one HTML file without dependencies, to be mailed and printed. */

#ifndef FARKAS_PAGE_H
#define FARKAS_PAGE_H

#include "farkas/motion.h"
#include "farkas/check.h"

#ifdef __cplusplus
extern "C" {
#endif

/* What a page shows of a part besides the result. */
typedef struct fk_page_part {
    /* Its triangles in local coordinates; for a piece an approximation. NULL: none. */
    const fk_mesh *shown;
    const fk_mesh_facts *facts; /* of its mesh; or NULL */
    uint32_t input;             /* its file, an index into the inputs of the record, or FK_NONE */
} fk_page_part;

/* A picture of a pair, by its index in the result; FK_NONE: of all parts. */
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

/* A line through the picture of all parts, from where something begins to where it ends: in a sweep, that of a robot's tool. */
typedef struct fk_page_path {
    uint32_t count;
    const fk_vec3 *point;
} fk_page_path;

/* Files that become part of the page as they are: those of web/dist. Any of them may be NULL: without a
 * script the page has its pictures and tables, without a style these are plain. */
typedef struct fk_page_assets {
    const char *style, *script;
    size_t style_bytes, script_bytes;
    const void *module; /* the library as WebAssembly, plain or compressed by gzip */
    size_t module_bytes;
} fk_page_assets;

typedef struct fk_page {
    const fk_check_report *check; /* one of these two, with its record */
    const fk_sweep_report *sweep;
    const char *title;        /* NULL: made from the file, or the names of the parts */
    const fk_page_part *part; /* one for each part of the result, or NULL */
    uint32_t picture_count, series_count;
    /* An overview and a close-up of a pair are two pictures of it, in this order. */
    const fk_page_picture *picture;
    const fk_page_series *series;
    /* The motion, for the view in the page. */
    uint32_t frame_count, track_count;
    const fk_frame *frame;
    const fk_track *track;
    uint32_t path_count;
    const fk_page_path *path;
    fk_page_assets assets;
} fk_page;

/* Writes a page through `write`. Names are shown as they are: nothing in them is taken for HTML. The same
 * page gives the same bytes. FK_ERROR_WRITE if `write` fails. */
FK_API fk_status fk_page_write(const fk_page *page, fk_write_function *write, void *user);

/* ---- Building a page ----------------------------------------------------------------------------------- */

/* A picture that a page needs. */
typedef struct fk_page_request {
    uint32_t pair;        /* of the result; FK_NONE: all parts */
    bool is_wide;         /* for a pair: with all parts around it; else from near */
    double time;          /* for a sweep, the moment to show; NaN: the first one, or a check */
    uint32_t done, total; /* pairs whose pictures are complete, and pairs with pictures in all */
    uint32_t path_count;  /* lines to draw, among all parts */
    const fk_page_path *path;
} fk_page_request;

/* Draws a picture: sets png, allocated by the context, bytes, width and height. FK_ERROR_ARGUMENT: it is too
 * large or too small to be drawn, and is left out; other errors end the build. fk_renderer_draw_page_picture
 * of libfarkas-view is such a function. */
typedef fk_status fk_page_draw(void *user, const fk_page_request *request, fk_page_picture *out);

typedef struct fk_page_options {
    const fk_workers *workers; /* or NULL; the page is the same */
    const fk_motion *motion;   /* of a sweep, for distances over time and paths; NULL: none */
    const char *const *file;   /* the path of each part's file, as in the record, or NULL; or NULL for all */
    bool shows_parts;          /* include their triangles, for the view in the page */
    uint32_t most_clashes;     /* most clashes with pictures and distances over time, the worst first */
    fk_page_draw *draw;        /* NULL: no pictures */
    void *user;
} fk_page_options;

/* Parts are shown, 40 clashes, no pictures. */
FK_API fk_page_options fk_page_options_default(void);

/* A page, and what was built for it. */
typedef struct fk_page_content {
    fk_page page;         /* for fk_page_write */
    uint64_t clashes;     /* of the result */
    uint32_t clash_count; /* of these, with pictures and distances over time */
    uint32_t left_out;    /* clashes, or the overview, without pictures because these cannot be drawn */
    double mesh_seconds, picture_seconds, distance_seconds; /* spent on each */
} fk_page_content;

/* Builds the parts, pictures, paths and distances over time of a page. `about` is a page without these: a report,
 * whose parts have meshes or pieces and which the caller keeps as long as *out; title, frames, tracks and
 * assets. Clashes are ranked: approved ones last, before them those of clearance; in a check by kind, then by
 * depth or distance; in a sweep by time. Free *out with fk_page_content_free. On an error *out is left alone:
 * errors of fk_mesh_inspect, fk_piece_mesh, fk_collider_of_mesh, fk_motion_contacts and draw. */
FK_API fk_status fk_page_content_build(fk_context *context, const fk_page *about,
                                       const fk_page_options *options, fk_page_content **out);
/* NULL is allowed. */
FK_API void fk_page_content_free(fk_context *context, fk_page_content *content);

#ifdef __cplusplus
}
#endif

#endif
