/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* What two triangles have in common, by features: which vertices, edges and faces meet where. Exact for all
 * finite doubles. */

#ifndef FARKAS_PAIR_TRIANGLES_H
#define FARKAS_PAIR_TRIANGLES_H

#include "exact/exact.h"
#include "farkas/pair.h"

/* On which side of the plane of one triangle the corners of the other are: 1 where fk_signs_side of the
 * corners in their order says so. All 0 when the other triangle has no area. */
typedef struct fk_triangles_sides {
    int a[3]; /* corners of a against the plane of b */
    int b[3];
} fk_triangles_sides;

/* False when all corners of one triangle are strictly on one side of the other's plane: then they are apart,
 * and the sides may not be filled. */
bool fk_triangles_sides_of(const fk_vec3 a[3], const fk_vec3 b[3], fk_triangles_sides *out);

/* The first axis along which a triangle is seen with area, or -1 when it has none. */
int fk_triangle_axis(const fk_vec3 a[3]);

/* The corners of both, so that the edges from the first to the others meet the line that both planes have in
 * common; see triangles.c. */
typedef struct fk_triangles_line {
    uint8_t a[3], b[3];
} fk_triangles_line;

/* For sides that are not all equal, of either. */
fk_triangles_line fk_triangles_line_of(const fk_triangles_sides *sides);

/* A feature of a triangle, without its ends: the vertex `index`; the edge from corner `index` to the next
 * one; the face. A triangle without area has one edge, between its ends; or, when it is a point, none, and
 * vertex 0. Of equal corners, the first is the vertex. */
typedef struct fk_triangle_feature {
    uint8_t dimension; /* 0 vertex, 1 edge, 2 face */
    uint8_t index;
} fk_triangle_feature;

/* A corner of what two triangles have in common: the one point in which these features meet. Not both are
 * more than an edge. */
typedef struct fk_triangles_corner {
    fk_triangle_feature a, b;
} fk_triangles_corner;

typedef struct fk_triangles_set {
    fk_verdict verdict; /* as fk_pair_verdict gives it */
    bool is_coplanar;   /* and both have area: what they have in common may be a polygon */
    uint32_t count;     /* 1 a point, 2 a segment, more a polygon, with its corners in no order */
    fk_triangles_corner corner[FK_TRIANGLES_POINTS];
} fk_triangles_set;

void fk_triangles_features(const fk_vec3 a[3], const fk_vec3 b[3], fk_triangles_set *out);

/* A point with rational coordinates over / under, under > 0. */
typedef struct fk_place {
    fk_exact_vec3 over;
    fk_exact under;
} fk_place;

/* Where a corner is: exactly, in up to 600 limbs; and each coordinate rounded to the nearest double, never
 * -0. */
fk_place fk_triangles_place(fk_arena *arena, const fk_vec3 a[3], const fk_vec3 b[3],
                            fk_triangles_corner corner);
fk_vec3 fk_triangles_point(const fk_vec3 a[3], const fk_vec3 b[3], fk_triangles_corner corner);

#endif
