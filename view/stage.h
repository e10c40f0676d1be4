/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The stage: makes drawings of what is shown. Parts get the looks that the result gives them, and layers what the
 * library makes of their meshes; all that is made once is kept. */

#ifndef FARKAS_VIEW_STAGE_H
#define FARKAS_VIEW_STAGE_H

#include "drawing.h"

typedef struct stage stage;

/* Circles of pieces are shown with so many corners. */
#define STAGE_SEGMENTS 64

/* The show is kept by the caller. Display meshes of pieces are made here. FK_ERROR_MEMORY. */
fk_status stage_create(fk_context *context, const fk_show *show, stage **out);
void stage_free(stage *s);

/* What is to be drawn, and how. */
typedef struct stage_view {
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
} stage_view;

/* The view that the options of a picture ask for. */
stage_view stage_view_of(const fk_picture_options *options);

/* Makes what layers need and is not there yet: hulls, pieces, cells, trees. May take long, and may run in another
 * thread while stage_draw runs: that draws what is there. FK_ERROR_MEMORY: some of it is missing. */
fk_status stage_prepare(stage *s, unsigned layers);
/* Finds out what is to be seen of the pair of a view and its result does not tell: the lines in which the surfaces meet, and
 * of a sweep what was found at the moment that is shown. It is kept until it is asked for another pair or other places. May
 * take long, and may run in another thread, too; without it stage_draw draws what the result has. Given poses and a check, it
 * does not look at the show, as stage_prepare never does: another one may take its place meanwhile. Does nothing without a
 * pair. FK_ERROR_MEMORY. */
fk_status stage_prepare_pair(stage *s, const stage_view *view);

/* Fills a drawing, all but its camera. FK_ERROR_MEMORY: the drawing is empty. */
fk_status stage_draw(stage *s, const stage_view *view, drawing *out);

/* A ball around all parts; of a pair, around what was found of it and some of the parts. The radius is above 0. */
fk_sphere stage_ball(stage *s, const stage_view *view);
/* The direction, from the eye to what is seen, along which that pair is seen well; without a pair, that of
 * FK_SIDE_CORNER. */
fk_vec3 stage_direction(stage *s, const stage_view *view);

/* How a part looks in a view, and a pair of some kind that is a clash. */
drawing_look stage_part_look(const stage *s, const stage_view *view, uint32_t part);
drawing_look stage_pair_look(fk_clash kind);

#endif
