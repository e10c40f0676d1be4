/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The vertices of a piece as exact sums of given doubles, with the numbering that certificates use. */

#ifndef FARKAS_SHAPE_VERTICES_H
#define FARKAS_SHAPE_VERTICES_H

#include "base/pose.h"
#include "exact/exact.h"
#include "farkas/shape.h"

/* Limits: vertices of a piece other than a hull, terms of a vertex, terms of a step between vertices. */
#define FK_VERTEX_MAX 8
#define FK_TERM_MAX   4
#define FK_STEP_MAX   3

/* Point i of a hull, placed if the hull is posed. */
static inline fk_vec3 fk_points_at(const fk_points *points, uint32_t i)
{
    return points->pose == NULL ? points->point[i] : fk_pose_apply_inline(points->pose, points->point[i]);
}

/* Whether a piece has a curved surface that is no offset of vertices: an ellipsoid, or a cylinder or cone with a radius (without
 * one they are segments). */
bool fk_piece_is_smooth(const fk_piece *piece);

/* Whether a piece is the hull of its vertices: not smooth, not a half-space, and without a radius. */
bool fk_piece_is_polyhedron(const fk_piece *piece);

/* Writes the terms whose exact sum is the vertex, and returns how many. The first term alone is a point of the piece, and for a
 * cell it is the same for all vertices. */
uint32_t fk_piece_vertex_terms(const fk_piece *piece, uint32_t vertex, fk_vec3 term[FK_TERM_MAX]);

/* How often edge k is added in a vertex of a box or a tetrahedron: 0 or 1. */
static inline uint32_t fk_cell_vertex_has_edge(fk_kind kind, uint32_t vertex, uint32_t k)
{
    return kind == FK_KIND_BOX ? vertex >> k & 1 : vertex == k + 1;
}

/* The vertex itself, on top of the arena. */
fk_exact_vec3 fk_piece_vertex(fk_arena *arena, const fk_piece *piece, uint32_t vertex);

/* The largest binary exponent among the terms of all vertices; -1023 when there are none. */
int fk_piece_exponent(const fk_piece *piece);

/* Writes the terms whose exact sum is vertex `to` minus vertex `from`, and returns how many: 0 for the same vertex. Common terms
 * are omitted, so these are fewer and smaller numbers than two vertices. */
uint32_t fk_piece_step_terms(const fk_piece *piece, uint32_t from, uint32_t to, fk_vec3 term[FK_STEP_MAX]);

/* Vertex `to` minus vertex `from`, on top of the arena. */
fk_exact_vec3 fk_piece_step(fk_arena *arena, const fk_piece *piece, uint32_t from, uint32_t to);

/* The radius around the core; 0 for a polyhedron. */
double fk_piece_radius(const fk_piece *piece);

#endif
