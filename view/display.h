/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The display: makes drawings of parts and results. Parts take the looks that the result gives them; layers show hulls,
 * pieces, cells and trees of their meshes. Everything made once is kept. */

#ifndef FARKAS_VIEW_DISPLAY_H
#define FARKAS_VIEW_DISPLAY_H

#include "drawing.h"

typedef struct display display;

/* Corners of the circles of display meshes. */
#define DISPLAY_SEGMENTS 64

/* The caller keeps the show. Makes display meshes for pieces. Errors: FK_ERROR_MEMORY. */
fk_status display_create(fk_context *context, const fk_show *show, display **out);
void display_free(display *s);

/* What to draw, and how. */
typedef struct display_view {
    const fk_pose *pose;   /* of each part, in the world; NULL: those at `time` */
    double time;           /* NaN: the moment of the pair, or the first one */
    bool is_by_hand;       /* the poses are not those of the time */
    const fk_check *check; /* made at these poses; NULL: the result of the show */
    uint32_t pair;         /* in focus, as an index of the current result; FK_NONE: none */
    bool is_wide;          /* from afar, with all other parts */
    uint32_t selected;     /* part; FK_NONE: none */
    unsigned layers;       /* FK_LAYER_... */
    uint32_t tree_level;
    bool has_section;
    fk_plane section;
    uint32_t path_count; /* of its options */
    const fk_page_path *path;
} display_view;

/* Returns the view of a picture's options. */
display_view display_view_from_options(const fk_picture_options *options);

/* Prepares what layers need: hulls, pieces, cells, trees of boxes and of spheres. May take long, and may run in another thread during
 * display_draw, which draws what is ready. FK_ERROR_MEMORY: some of it is missing. */
fk_status display_prepare(display *s, unsigned layers);
/* Computes what the result of a view's pair lacks: the lines in which the surfaces meet, and for a sweep the check at
 * the shown moment. Keeps it until called for another pair or other poses. May take long, and may run in another
 * thread, too; without it, display_draw draws the result alone. Given poses and a check, it does not read the show, as
 * display_prepare never does: the show may be replaced meanwhile. Does nothing without a pair. Errors: FK_ERROR_MEMORY. */
fk_status display_prepare_pair(display *s, const display_view *view);

/* Fills a drawing, all but its camera. FK_ERROR_MEMORY: the drawing is empty. */
fk_status display_draw(display *s, const display_view *view, drawing *out);

/* Returns a ball around all parts; of a pair, around its findings and some of the parts. The radius is above 0. */
fk_sphere display_focus_sphere(display *s, const display_view *view);
/* Returns the direction, from the eye to the target, that shows the pair well; without a pair, that of FK_SIDE_CORNER. */
fk_vec3 display_view_direction(display *s, const display_view *view);

/* Returns the look of a part in a view, and of a clash of some kind. */
drawing_look display_part_look(const display *s, const display_view *view, uint32_t part);
drawing_look display_pair_look(fk_clash kind);

/* The pair of two parts in a result, which may be NULL; or NULL. */
const fk_check_pair *display_find_pair(const fk_check *found, uint32_t a, uint32_t b);

#endif
