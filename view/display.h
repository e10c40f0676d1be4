/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The display: makes drawings of what is shown. Parts get the looks that the result gives them, and layers what the
 * library makes of their meshes; all that is made once is kept. */

#ifndef FARKAS_VIEW_STAGE_H
#define FARKAS_VIEW_STAGE_H

#include "drawing.h"

typedef struct display display;

/* Circles of pieces are shown with so many corners. */
#define DISPLAY_SEGMENTS 64

/* The show is kept by the caller. Display meshes of pieces are made here. FK_ERROR_MEMORY. */
fk_status display_create(fk_context *context, const fk_show *show, display **out);
void display_free(display *s);

/* What is to be drawn, and how. */
typedef struct display_view {
    const fk_pose *pose;   /* of each part, in the world; NULL: where they are at `time` */
    double time;           /* NaN: the moment of the pair, or the first */
    bool is_by_hand;       /* the poses are not those of the time */
    const fk_check *check; /* found at these poses; NULL: the result of the show */
    uint32_t pair;         /* that is looked at, in the result that counts; FK_NONE: none */
    bool is_wide;          /* from afar, with all other parts */
    uint32_t selected;     /* part; FK_NONE: none */
    unsigned layers;       /* FK_LAYER_... */
    uint32_t tree_level;
    bool has_section;
    fk_plane section;
} display_view;

/* The view that the options of a picture ask for. */
display_view display_view_from_options(const fk_picture_options *options);

/* Makes what layers need and is not there yet: hulls, pieces, cells, trees. May take long, and may run in another
 * thread while display_draw runs: that draws what is there. FK_ERROR_MEMORY: some of it is missing. */
fk_status display_prepare(display *s, unsigned layers);
/* Finds out what is to be seen of the pair of a view and its result does not tell: the lines in which the surfaces meet, and
 * of a sweep what was found at the moment that is shown. It is kept until it is asked for another pair or other places. May
 * take long, and may run in another thread, too; without it display_draw draws what the result has. Given poses and a check, it
 * does not look at the show, as display_prepare never does: another one may take its place meanwhile. Does nothing without a
 * pair. FK_ERROR_MEMORY. */
fk_status display_prepare_pair(display *s, const display_view *view);

/* Fills a drawing, all but its camera. FK_ERROR_MEMORY: the drawing is empty. */
fk_status display_draw(display *s, const display_view *view, drawing *out);

/* A ball around all parts; of a pair, around what was found of it and some of the parts. The radius is above 0. */
fk_sphere display_focus_sphere(display *s, const display_view *view);
/* The direction, from the eye to what is seen, along which that pair is seen well; without a pair, that of
 * FK_SIDE_CORNER. */
fk_vec3 display_view_direction(display *s, const display_view *view);

/* How a part looks in a view, and a pair of some kind that is a clash. */
drawing_look display_part_look(const display *s, const display_view *view, uint32_t part);
drawing_look display_pair_look(fk_clash kind);

#endif
