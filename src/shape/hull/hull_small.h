/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Facets, edges and corners of a polyhedral piece with few vertices, exact, without allocation. */

#ifndef FARKAS_SHAPE_HULL_SMALL_H
#define FARKAS_SHAPE_HULL_SMALL_H

#include "farkas/shape.h"

#define FK_SMALL_VERTICES 16
#define FK_SMALL_FACETS   (2 * FK_SMALL_VERTICES - 4) /* Euler: n vertices have at most so many triangles, */
#define FK_SMALL_EDGES    (3 * FK_SMALL_VERTICES - 6) /* and so many edges */

/* All indices are those of the piece's vertices (fk_piece_vertex_terms). What is listed is extreme: neither equal
 * to another vertex, nor inside an edge, a facet or the piece; of equal vertices the lowest is taken. */
typedef struct fk_small_hull {
    uint8_t dimension; /* 0 a point, 1 a segment, 2 a polygon, 3 a solid */
    uint8_t vertex_count, facet_count, edge_count;
    uint8_t vertex[FK_SMALL_VERTICES]; /* the corners, ascending */
    /* The corners of facet i, at [facet_begin[i], facet_begin[i + 1]) of corner: a strictly convex polygon,
     * counterclockwise seen from outside, starting with its lowest. So its first three span its plane, and
     * (p1 - p0) x (p2 - p0) points outward. A polygon has two facets, one for each side; a segment or a point none. */
    uint8_t facet_begin[FK_SMALL_FACETS + 1];
    uint8_t corner[2 * FK_SMALL_EDGES];
    /* The edges, each once, lower index first. A segment has one. */
    uint8_t edge[FK_SMALL_EDGES][2];
} fk_small_hull;

/* The hull of the vertices of a piece; of those of its core for a sphere or capsule. False, with *out left alone,
 * when it has none or more than FK_SMALL_VERTICES. The piece is valid. Needs about 72 KiB of stack for exact
 * integers when vertices are close to a common plane: call it while no other arena is alive. */
bool fk_small_hull_build(const fk_piece *piece, fk_small_hull *out);

#endif
