/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The simplex of GJK in doubles, with error bounds, and the cores of small pieces: for gjk_filter.c and gjk_blocks.c. */

#ifndef FARKAS_PAIR_GJK_SIMPLEX_H
#define FARKAS_PAIR_GJK_SIMPLEX_H

#include <math.h>

#include "base/bits.h"
#include "base/simd.h"
#include "base/vec3.h"
#include "pair/verdict/verdict.h"

#if FK_HAS_VECTOR
#define FK_GJK_INLINE FK_INLINE
#else
#define FK_GJK_INLINE static inline
#endif

/* ---- Pieces -------------------------------------------------------------------------------------------- */

/* The core of a piece, without its radius. */
typedef struct fk_gjk_core {
    fk_kind kind;
    fk_vec3 anchor;    /* a point of the piece; all others are offsets from it */
    fk_vec3 middle;    /* an offset near the centre */
    fk_vec3 vertex[4]; /* offsets; for a box, 1 to 3 are its edges */
    double extent;     /* no coordinate of an offset is larger */
    double radius;
} fk_gjk_core;

/* The support of a piece: its value, offset and vertex. */
typedef struct fk_gjk_extreme {
    double value;
    fk_vec3 offset;
    uint32_t vertex;
} fk_gjk_extreme;

/* Zero for finite numbers, else NaN. */
FK_GJK_INLINE double fk_nonfinite_mark(fk_vec3 v)
{
    return (v.x + v.y) * 0.0 + v.z * 0.0;
}

/* Returns false for hulls, half-spaces and smooth pieces, and if the piece is not valid. */
bool fk_gjk_core_init(fk_gjk_core *s, const fk_piece *piece);

FK_GJK_INLINE fk_gjk_extreme fk_gjk_box_support(const fk_gjk_core *s, fk_vec3 n)
{
    const fk_vec3 *e = s->vertex + 1;
    fk_gjk_extreme r;
    double t0 = fk_vec3_dot(n, e[0]), t1 = fk_vec3_dot(n, e[1]), t2 = fk_vec3_dot(n, e[2]);
    bool in0 = t0 > 0.0, in1 = t1 > 0.0, in2 = t2 > 0.0;
    double w0 = in0 ? 1.0 : 0.0, w1 = in1 ? 1.0 : 0.0, w2 = in2 ? 1.0 : 0.0;
    r.value = fk_larger(t0, 0.0) + fk_larger(t1, 0.0) + fk_larger(t2, 0.0);
    /* Products with 0 and 1, no branches. */
    r.offset =
        fk_vec3_add(fk_vec3_add(fk_vec3_scale(e[0], w0), fk_vec3_scale(e[1], w1)), fk_vec3_scale(e[2], w2));
    r.vertex = (uint32_t)in0 | (uint32_t)in1 << 1 | (uint32_t)in2 << 2;
    return r;
}

/* The support of a box, or among the anchor and up to three other points. */
FK_GJK_INLINE fk_gjk_extreme fk_gjk_core_support(const fk_gjk_core *s, fk_vec3 n)
{
    if (s->kind == FK_KIND_BOX)
        return fk_gjk_box_support(s, n);
    double t1 = fk_vec3_dot(n, s->vertex[1]), t2 = fk_vec3_dot(n, s->vertex[2]),
           t3 = fk_vec3_dot(n, s->vertex[3]);
    fk_gjk_extreme r = {0.0, {0, 0, 0}, 0};
    r.vertex = t1 > r.value ? 1 : r.vertex;
    r.value = fk_larger(t1, r.value);
    r.vertex = t2 > r.value ? 2 : r.vertex;
    r.value = fk_larger(t2, r.value);
    r.vertex = t3 > r.value ? 3 : r.vertex;
    r.value = fk_larger(t3, r.value);
    r.offset = s->vertex[r.vertex];
    return r;
}

/* ---- The search ---------------------------------------------------------------------------------------- */

/* A vertex difference d, and m: at least every coordinate of d and of the exact difference. */
typedef struct fk_gjk_vertex {
    fk_vec3 d;
    double m;
    fk_vertex_pair pair;
} fk_gjk_vertex;

/* One to three vertex differences. Those of a triangle are ordered so that their determinant is not negative. cross[i] is the
 * cross product of number i and the next. */
typedef struct fk_gjk_simplex {
    uint32_t count;
    fk_gjk_vertex p[3];
    fk_vec3 cross[3];
} fk_gjk_simplex;

/* The search. n points from b to a. It finds the verdict, or, in functions with an argument `nearest` that is true, the point
 * of M nearest to the origin. */
typedef struct fk_gjk_search {
    fk_vec3 shift, n;
    double size, radius;
    double volume; /* the error of a determinant of three points, divided by S */
    fk_gjk_simplex s;
} fk_gjk_search;

/* Three directions on the side of c, spread around it at 120 degrees. */
FK_GJK_INLINE void fk_gjk_spread_directions(fk_vec3 c, fk_vec3 direction[3])
{
    double most = fk_vec3_largest(c);
    fk_vec3 axis = fabs(c.x) < 0.5 * most  ? fk_vec3_make(1, 0, 0)
                   : fabs(c.y) < fabs(c.z) ? fk_vec3_make(0, 1, 0)
                                           : fk_vec3_make(0, 0, 1);
    fk_vec3 p = fk_vec3_cross(c, axis), q = fk_vec3_scale(fk_vec3_cross(c, p), 0.75 / most);
    fk_vec3 u = fk_vec3_scale(p, 2.5), v = fk_vec3_add(fk_vec3_scale(p, 1.25), fk_vec3_scale(q, 2.5));
    direction[0] = fk_vec3_add(c, u);
    direction[1] = fk_vec3_sub(c, v);
    direction[2] = fk_vec3_add(fk_vec3_sub(c, u), v);
}

FK_GJK_INLINE bool fk_gjk_has_pair(const fk_gjk_simplex *s, fk_vertex_pair w)
{
    for (uint32_t i = 0; i < s->count; i++)
        if (s->p[i].pair.a == w.a && s->p[i].pair.b == w.b)
            return true;
    return false;
}

/* Inserts a vertex into the simplex, and reduces it to the face that the origin lies farthest behind, or, if `nearest`, to the nearest
 * feature. Returns true if the simplex and the vertex enclose the origin; then the simplex stays. */
bool fk_gjk_insert(fk_gjk_search *q, bool nearest, const fk_gjk_vertex *w);

/* The same for the triangle of the three vertices in the simplex, in any order. */
bool fk_gjk_insert_triangle(fk_gjk_search *q, bool nearest, const fk_gjk_vertex *w);

/* The distance of the origin from a point of the simplex near it; infinite if it is not known. */
double fk_gjk_simplex_distance(const fk_gjk_search *q);

#endif
