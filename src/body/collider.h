/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Inside of a collider, and a collider that is ready for questions in its place. */

#ifndef FARKAS_BODY_COLLIDER_H
#define FARKAS_BODY_COLLIDER_H

#include "base/pose.h"
#include "farkas/body.h"
#include "cells/cells_walk.h"
#include "body/mesh_shape.h"

/* With more pieces than this a collider has a broad phase of its own, over their boxes at home. */
#define FK_COLLIDER_FEW 8

struct fk_collider {
    fk_collider_kind kind;
    uint32_t part_count;
    size_t bytes; /* all that it has allocated */
    /* At home, around it. Infinite of half-spaces. The sphere and the oriented box are larger than need be
     * by 2^-19 of their sizes: so, placed by a pose that is rigid (see fk_pose_skew), they hold all parts
     * in their places. */
    fk_aabb box;
    fk_sphere sphere;
    fk_obb obb;
    /* Of pieces. */
    fk_piece *piece;
    fk_hull **hull;       /* of each piece, its hints; or NULL */
    fk_aabb *piece_box;   /* of each, at home */
    fk_broad *near;       /* of many pieces: their boxes, in floats; else NULL */
    uint32_t point_total; /* of all hulls: so many points are placed */
    bool has_smooth;      /* some are cylinders, cones or ellipsoids */
    /* Of a mesh. */
    fk_mesh_shape mesh;
    bool borrows_mesh;   /* somebody else frees it */
    fk_kdop dop;         /* of its vertices at home, with k = 26 */
    uint32_t spot_count; /* the first triangle of each component of what is looked at */
    uint32_t *spot;
    /* Of cells. */
    const fk_cell_tree *cells;
};

/* A collider in its place, ready for questions: parts that are always needed are placed once. */
typedef struct fk_ready {
    const fk_collider *collider;
    fk_pose pose;
    fk_piece *piece;       /* of pieces, in their places; hulls have their points behind them */
    fk_aabb *piece_box;    /* around each in its place; NULL for a single one */
    fk_placed_mesh mesh;   /* of a mesh; fk_mesh_shape_original gives the numbers of parts */
    fk_placed_cells cells; /* of cells */
} fk_ready;

/* How many bytes fk_ready_make needs, aligned as by malloc; 0 for all but pieces. */
size_t fk_ready_room(const fk_collider *collider);

/* Poses are finite, as fk_collider_box has found. */
void fk_ready_make(const fk_placed_collider *a, void *room, fk_ready *out);

/* Two colliders made ready, in memory of their own. Poses are finite. FK_ERROR_MEMORY. */
typedef struct fk_ready_pair {
    fk_ready a, b;
    void *room;
    size_t bytes;
} fk_ready_pair;
fk_status fk_ready_pair_make(fk_context *context, const fk_placed_collider *a, const fk_placed_collider *b,
                             fk_ready_pair *out);
void fk_ready_pair_free(fk_context *context, fk_ready_pair *pair);

/* An order by anything in which two differ, so that (b, a) can be asked as (a, b): meshes come first, then cells; 0
 * for two that are the same. */
int fk_ready_order(const fk_ready *a, const fk_ready *b);

/* The functions of collider.h, for colliders that are ready. With `is_warm`, which may be NULL: whether what
 * was kept has settled it. */
fk_status fk_ready_verdict(fk_context *context, const fk_ready *a, const fk_ready *b,
                           fk_collider_cache *cache, fk_verdict *out, bool *is_warm);
fk_status fk_ready_contacts(fk_context *context, const fk_ready *a, const fk_ready *b,
                            fk_collider_contact *contact, size_t capacity, size_t *total);
fk_status fk_ready_measure(fk_context *context, const fk_ready *a, const fk_ready *b, double limit,
                           fk_collider_distance *out);
fk_status fk_ready_ray(fk_context *context, const fk_ready *a, fk_vec3 origin, fk_vec3 direction, double end,
                       fk_collider_hit *out);
fk_status fk_ready_cast(fk_context *context, const fk_ready *moving, fk_vec3 velocity, double end,
                        const fk_ready *b, fk_collider_hit *out);

/* Poses with a skew below the limit are rigid. */
#define FK_POSE_SKEW 0x1p-21

/* A collider of a mesh that is ready, and is kept by the caller as long as the collider, with the shape's own
 * memory. It has triangles. FK_ERROR_MEMORY. */
fk_status fk_collider_of_shape(fk_context *context, const fk_mesh_shape *shape, fk_collider **out);

/* The volumes of a collider, from its parts. FK_ERROR_MEMORY. */
fk_status fk_collider_find_volumes(fk_context *context, fk_collider *collider);

/* Visits the parts of a collider whose boxes may meet a box in the world: all that do, and some others, in
 * no particular order. Of pieces and cells, with the part in its place; of a mesh, the triangle as a piece.
 * False ends it. */
typedef bool fk_part_visitor(void *user, uint32_t part, const fk_piece *piece);
void fk_ready_parts(const fk_ready *a, const fk_aabb *box, fk_part_visitor *visitor, void *user);
/* The same for the parts of a tree of cells that a piece may meet, which is in the box: parents that do not
 * meet it are left out, too. */
void fk_ready_parts_against(const fk_ready *a, const fk_aabb *box, const fk_piece *piece,
                            fk_part_visitor *visitor, void *user);

#endif
