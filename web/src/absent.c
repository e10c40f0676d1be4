/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* What the module leaves out: overlap boxes of two pieces; broad phases, which only a body of many pieces has; and trees of
 * cells. The library refers to them, but no call of the module leads to one: each body is one piece, or one mesh. Without
 * them the module is smaller by a quarter. If one is called nevertheless, the module stops.
 *
 * It also lacks the spheres and oriented boxes around bodies, which only worlds and sweeps use. The library computes them
 * whenever it makes a body; here the answer is that there is none, as for points that are not finite. */

#include "farkas/broad.h"
#include "pair/measure/measure.h"
#include "shape/bound.h"
#include "cells/cells.h"

#pragma clang diagnostic ignored "-Wunused-parameter"

#define ABSENT                                                                                               \
    {                                                                                                        \
        __builtin_trap();                                                                                    \
    }

#define NONE                                                                                                 \
    {                                                                                                        \
        return FK_ERROR_NOT_FINITE;                                                                          \
    }

/* clang-format off */

fk_status fk_obb_build(fk_context *context, const fk_vec3 *point, size_t count, fk_obb *out) NONE
fk_status fk_obb_build_on_hull(fk_context *context, const fk_hull *hull, fk_obb *out) NONE
fk_status fk_obb_build_along(const fk_vec3 *point, size_t count, const fk_obb_axes *axes, fk_obb *out) NONE
fk_status fk_sphere_build(const fk_vec3 *point, size_t count, fk_sphere *out) NONE

fk_aabb fk_overlap_box_for_verdict(const fk_piece *a, const fk_piece *b, fk_verdict verdict) ABSENT
fk_status fk_pair_box(const fk_piece *a, const fk_piece *b, fk_aabb *out) ABSENT

fk_sphere fk_sphere_merge(const fk_sphere *a, const fk_sphere *b) ABSENT
fk_aabb_float fk_aabb_round(const fk_aabb *box, fk_vec3 origin) ABSENT
fk_status fk_broad_create(fk_context *context, const fk_broad_options *options, fk_broad **out) ABSENT
void fk_broad_destroy(fk_broad *broad) ABSENT
size_t fk_broad_bytes(const fk_broad *broad, size_t *of_boxes) ABSENT
fk_status fk_broad_reserve(fk_broad *broad, uint32_t count) ABSENT
fk_status fk_broad_set(fk_broad *broad, uint32_t id, const fk_aabb_float *box) ABSENT
fk_status fk_broad_update(fk_broad *broad, const fk_workers *workers) ABSENT
void fk_broad_visit(const fk_broad *broad, const fk_broad_probe *probe, fk_broad_visitor *visitor, void *user) ABSENT

bool fk_placed_cells_init(const fk_cell_tree *tree, const fk_pose *pose, fk_placed_cells *out) ABSENT
fk_placed_cells fk_placed_cells_refresh(const fk_placed_cells *cells) ABSENT
fk_piece fk_placed_cells_rough_piece(const fk_placed_cells *cells, uint32_t node, fk_aabb *box) ABSENT
void fk_placed_cells_grow(const fk_placed_cells *cells, uint32_t node, fk_piece *piece) ABSENT
fk_piece fk_placed_cells_piece(const fk_placed_cells *cells, uint32_t node) ABSENT
fk_status fk_cells_traversal_begin(fk_cells_traversal *walk, fk_context *context) ABSENT
fk_status fk_cells_traversal_run(fk_cells_traversal *walk, const fk_placed_cells *a, const fk_placed_cells *b,
                            const fk_cells_traversal_limits *orders) ABSENT
void fk_cells_traversal_end(fk_cells_traversal *walk) ABSENT
