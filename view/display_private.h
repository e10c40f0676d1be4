/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* What the sources of the display share. */

#ifndef FARKAS_VIEW_STAGE_PARTS_H
#define FARKAS_VIEW_STAGE_PARTS_H

#include "farkas/cells.h"
#include "display.h"

#include <pthread.h>
#include <stdatomic.h>

/* What is made of a mesh, which several parts may share. What is atomic is made later, once, and may come from another
 * thread; NULL: not yet. */
typedef struct display_shape {
    const fk_mesh *mesh; /* NULL: there is nothing to draw */
    fk_mesh *made;       /* of a piece, for display; or NULL */
    bool is_endless;     /* a half-space */
    fk_obb obb;
    fk_sphere sphere;
    _Atomic(fk_tree *) tree;
    _Atomic(fk_mesh *) hull;
    _Atomic(struct display_pieces *) pieces;
    _Atomic(fk_cell_tree *) cells;
} display_shape;

/* The convex pieces of a mesh, each as a mesh. */
typedef struct display_pieces {
    uint32_t count;
    fk_mesh **piece;
} display_pieces;

/* What was found of a pair at a moment. */
typedef struct display_finding {
    uint32_t a, b;
    fk_pose pose_a, pose_b;
    fk_check *check; /* of these two alone; or NULL */
    /* Where their surfaces meet: two ends for each segment. */
    uint32_t end_count, end_room;
    fk_vec3 *end;
} display_finding;

struct display {
    fk_context *context;
    const fk_show *show;
    uint32_t part_count, shape_count;
    display_shape *shape;
    uint32_t *shape_of; /* of each part */
    fk_pose *pose;      /* room of display_draw, for each part */
    drawing_look *look;
    fk_aabb *box; /* in the world, at poses that are kept beside */
    fk_pose *box_pose;
    pthread_mutex_t preparing; /* what is prepared is prepared by one thread */
    pthread_mutex_t guard;     /* of the finding */
    display_finding *finding;  /* the last one; or NULL */
};

/* ---- Places and looks ---------------------------------------------------------------------------------- */

/* The moment that a view shows. */
double display_time(const display *s, const display_view *view);
/* Where a part is at a time. */
fk_pose display_pose(const display *s, const display_view *view, double time, uint32_t part);
fk_obb display_obb(const display *s, uint32_t part, const fk_pose *pose);
bool display_is_seen(const display *s, uint32_t part);
/* The looks of all parts, at these poses. */
void display_part_looks(const display *s, const display_view *view, double time, const fk_pose *pose,
                        drawing_look *look);

/* The pair that a view is about; false: none. One of these is its result. */
typedef struct display_pair {
    uint32_t a, b;
    drawing_look look;
    const fk_check_pair *checked;
    const fk_sweep_pair *swept;
} display_pair;
bool display_focused_pair(const display *s, const display_view *view, display_pair *out);

/* ---- Findings ------------------------------------------------------------------------------------------ */

/* What is known of a pair at the moment that is shown. */
typedef struct display_facts {
    bool has_points, has_box, has_depth;
    fk_vec3 point_a, point_b;
    fk_interval distance;
    fk_aabb box;
    fk_placed_depth depth;
    bool is_inside; /* one lies in the other: */
    uint32_t outer;
} display_facts;

/* The guard is held. The finding, if it is of this pair at these poses, else NULL. */
const display_finding *display_finding_at(const display *s, const display_pair *pair, const fk_pose *a,
                                          const fk_pose *b);
display_facts display_pair_facts(const display_pair *pair, const display_finding *finding, double time);
void display_finding_free(fk_context *context, display_finding *finding);
/* Adds all that is to be seen of it; s->pose is filled. False without memory. */
bool display_draw_pair(display *s, const display_view *view, const display_pair *pair, drawing *out);
/* The same for all clashes of a check, in short. */
bool display_draw_clashes(display *s, const display_view *view, drawing *out);

/* Makes the tree of a part's mesh, which it has; `preparing` is held. */
fk_status display_prepare_tree(display *s, uint32_t part);

/* ---- Layers -------------------------------------------------------------------------------------------- */

/* Adds the layers of a part; s->pose is filled. False without memory. */
bool display_draw_layers(display *s, const display_view *view, uint32_t part, drawing *out);
/* Adds the convex pieces of a part, which are there, in the place of a body. */
bool display_draw_pieces(display *s, const drawing_body *like, uint32_t part, drawing *out);

#endif
