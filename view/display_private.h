/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* What the display files share. */

#ifndef FARKAS_VIEW_DISPLAY_PRIVATE_H
#define FARKAS_VIEW_DISPLAY_PRIVATE_H

#include "farkas/cells.h"
#include "display.h"

#include <pthread.h>
#include <stdatomic.h>

/* The display mesh of one or more parts. Atomic fields are made later, once, perhaps by another thread; NULL: not yet. */
typedef struct display_shape {
    const fk_mesh *mesh; /* NULL: nothing to draw */
    fk_mesh *made;       /* made from a piece; or NULL */
    bool is_endless;     /* a half-space */
    fk_obb obb;
    fk_sphere sphere;
    _Atomic(fk_tree *) tree;
    _Atomic(fk_mesh *) hull;
    _Atomic(struct display_pieces *) pieces;
    _Atomic(fk_cell_tree *) cells;
    _Atomic(fk_sphere_tree *) spheres;
} display_shape;

/* The convex pieces of a mesh, each as a mesh. */
typedef struct display_pieces {
    uint32_t count;
    fk_mesh **piece;
} display_pieces;

/* The findings of a pair at a moment. */
typedef struct display_finding {
    uint32_t a, b;
    fk_pose pose_a, pose_b;
    fk_check *check; /* of these two only; or NULL */
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
    fk_pose *pose;      /* scratch of display_draw, for each part */
    drawing_look *look;
    fk_aabb *box; /* in the world, at the poses beside it */
    fk_pose *box_pose;
    fk_mesh *ball;             /* of radius 1 around the origin */
    pthread_mutex_t preparing; /* only one thread prepares at a time */
    pthread_mutex_t guard;     /* guards the finding */
    display_finding *finding;  /* the newest; or NULL */
};

/* ---- Poses and looks ----------------------------------------------------------------------------------- */

/* Returns the moment that a view shows. */
double display_time(const display *s, const display_view *view);
/* Returns the pose of a part at a time. */
fk_pose display_pose(const display *s, const display_view *view, double time, uint32_t part);
fk_obb display_obb(const display *s, uint32_t part, const fk_pose *pose);
bool display_is_seen(const display *s, uint32_t part);
/* Computes the looks of all parts, at these poses. */
void display_part_looks(const display *s, const display_view *view, double time, const fk_pose *pose,
                        drawing_look *look);

/* The pair in focus of a view; false: none. One of the two pointers is its result. */
typedef struct display_pair {
    uint32_t a, b;
    drawing_look look;
    const fk_check_pair *checked;
    const fk_sweep_pair *swept;
} display_pair;
bool display_focused_pair(const display *s, const display_view *view, display_pair *out);

/* ---- Findings ------------------------------------------------------------------------------------------ */

/* The known facts about a pair at the shown moment. */
typedef struct display_facts {
    bool has_points, has_box, has_depth;
    fk_vec3 point_a, point_b;
    fk_interval distance;
    fk_aabb box;
    fk_placed_depth depth;
    bool is_inside; /* one contains the other: */
    uint32_t outer;
} display_facts;

/* The caller has locked the guard. Returns the finding, if it is of this pair at these poses, else NULL. */
const display_finding *display_finding_at(const display *s, const display_pair *pair, const fk_pose *a,
                                          const fk_pose *b);
display_facts display_pair_facts(const display_pair *pair, const display_finding *finding, double time);
void display_finding_free(fk_context *context, display_finding *finding);
/* Draws all findings of a pair; needs s->pose. Returns false if memory runs out. */
bool display_draw_pair(display *s, const display_view *view, const display_pair *pair, drawing *out);
/* The same for all clashes of a check, in short. */
bool display_draw_clashes(display *s, const display_view *view, drawing *out);

/* Makes the tree of a part, which must have a mesh; the caller has locked `preparing`. */
fk_status display_prepare_tree(display *s, uint32_t part);

/* ---- Layers -------------------------------------------------------------------------------------------- */

/* Draws the layers of a part; needs s->pose. Returns false if memory runs out. */
bool display_draw_layers(display *s, const display_view *view, uint32_t part, drawing *out);
/* Draws the convex pieces of a part, which must be prepared, instead of a body. */
bool display_draw_pieces(display *s, const drawing_body *like, uint32_t part, drawing *out);

#endif
