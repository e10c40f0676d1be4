/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The stage: makes drawings of what is shown. Parts get the looks that the result gives them, and layers what the
 * library makes of their meshes; all that is made once is kept. */

#ifndef FARKAS_VIEW_STAGE_H
#define FARKAS_VIEW_STAGE_H

#include "drawing.h"

typedef struct stage stage;

/* The show is kept by the caller. Display meshes of pieces are made here. FK_ERROR_MEMORY. */
fk_status stage_create(fk_context *context, const fk_show *show, stage **out);
void stage_free(stage *s);

/* Makes what layers need and is not there yet: hulls, pieces, cells, trees. May take long, and may run in another
 * thread while stage_draw runs: that draws what is there. */
fk_status stage_prepare(stage *s, unsigned layers);

/* What is to be drawn, and how. */
typedef struct stage_view {
    const fk_pose *pose;   /* of each part, in the world; NULL: where they are at `time` */
    double time;           /* NaN: the moment of the pair, or the first */
    const fk_check *check; /* found at these poses; NULL: the result of the show */
    uint32_t pair;         /* that is looked at, in the result that counts; FK_NONE: none */
    uint32_t selected;     /* part; FK_NONE: none */
    unsigned layers;       /* FK_LAYER_... */
    uint32_t tree_level;
    bool has_section;
    fk_plane section;
} stage_view;

/* Fills a drawing, all but its camera. */
fk_status stage_draw(stage *s, const stage_view *view, drawing *out);

/* A ball around all parts; around a pair and what was found of it. The radius is above 0. */
fk_sphere stage_ball(const stage *s, const stage_view *view);
/* A direction along which that pair is seen well. */
fk_vec3 stage_direction(const stage *s, const stage_view *view);

/* How a part looks, and a pair, in words too: "hard", "near". */
drawing_look stage_part_look(const stage *s, const stage_view *view, uint32_t part);
drawing_look stage_pair_look(fk_clash kind);

#endif
