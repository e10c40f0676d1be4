/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The simplex of GJK in doubles: reduces it to the feature that the origin lies behind. gjk_filter.c says how faces are chosen. */

#include "pair/verdict/gjk_simplex.h"

#include <math.h>

/* ---- Pieces -------------------------------------------------------------------------------------------- */

static inline fk_vec3 component_sizes(fk_vec3 v)
{
    return fk_vec3_make(fabs(v.x), fabs(v.y), fabs(v.z));
}

/* Completes a piece of one point and up to three edges or other points. False when a number is not finite. */
static inline bool finish_core(fk_gjk_core *s, double share)
{
    fk_vec3 e = s->vertex[1], f = s->vertex[2], g = s->vertex[3];
    fk_vec3 most = fk_vec3_add(fk_vec3_add(component_sizes(e), component_sizes(f)), component_sizes(g));
    double nonfinite = fk_nonfinite_mark(s->anchor) + fk_nonfinite_mark(most);
    s->vertex[0] = fk_vec3_make(0, 0, 0);
    s->extent = fk_vec3_largest(most) * (1.0 + 0x1p-48);
    s->middle = fk_vec3_scale(fk_vec3_add(fk_vec3_add(e, f), g), share);
    return nonfinite == 0.0;
}

static bool make_cell_core(fk_gjk_core *s, const fk_cell *cell, bool is_box)
{
    s->anchor = cell->origin;
    s->radius = 0.0;
    for (int k = 0; k < 3; k++)
        s->vertex[k + 1] = cell->edge[k];
    return finish_core(s, is_box ? 0.5 : 0.25);
}

static bool make_points_core(fk_gjk_core *s, const fk_vec3 *point, uint32_t count, double radius)
{
    s->anchor = point[0];
    s->radius = radius;
    for (uint32_t i = 1; i < 4; i++)
        s->vertex[i] = i < count ? fk_vec3_sub(point[i], point[0]) : fk_vec3_make(0, 0, 0);
    return finish_core(s, count == 3 ? 1.0 / 3.0 : 0.5) && fk_sign_of(radius) >= 0 && fk_is_finite(radius);
}

/* Returns false for hulls, half-spaces and smooth pieces, and if the piece is not valid. */
bool fk_gjk_core_init(fk_gjk_core *s, const fk_piece *piece)
{
    s->kind = piece->kind;
    switch (piece->kind) {
    case FK_KIND_BOX:
    case FK_KIND_TETRA:
        return make_cell_core(s, &piece->as.cell, piece->kind == FK_KIND_BOX);
    case FK_KIND_TRIANGLE:
        return make_points_core(s, piece->as.triangle, 3, 0.0);
    case FK_KIND_SEGMENT:
        return make_points_core(s, piece->as.segment, 2, 0.0);
    case FK_KIND_POINT:
        return make_points_core(s, &piece->as.point, 1, 0.0);
    case FK_KIND_SPHERE:
        return make_points_core(s, &piece->as.sphere.center, 1, piece->as.sphere.radius);
    case FK_KIND_CAPSULE:
        return make_points_core(s, piece->as.capsule.end, 2, piece->as.capsule.radius);
    default:
        return false;
    }
}

/* ---- The simplex --------------------------------------------------------------------------------------- */

/* Reduces the newest point w and another one to their edge, or to w alone. */
static inline void reduce_to_edge(fk_gjk_search *q, const fk_gjk_vertex *w, const fk_gjk_vertex *u,
                                  fk_vec3 wu)
{
    fk_gjk_vertex newest = *w, other = *u;
    fk_vec3 e = fk_vec3_sub(other.d, newest.d);
    bool inside = fk_vec3_dot(newest.d, e) < 0.0;
    q->s.p[0] = newest;
    q->s.p[1] = other;
    q->s.cross[0] = wu;
    q->s.count = inside ? 2 : 1;
    q->n = inside ? fk_vec3_cross(e, wu) : newest.d;
}

/* Reduces the newest point w and the edge from u to v, with uv = u x v, to the triangle, one of its edges at w, or w alone. */
static inline void reduce_to_triangle(fk_gjk_search *q, fk_gjk_vertex w, fk_gjk_vertex u, fk_gjk_vertex v,
                                      fk_vec3 uv)
{
    fk_vec3 wu = fk_vec3_cross(w.d, u.d), vw = fk_vec3_cross(v.d, w.d);
    fk_vec3 n = fk_vec3_add(fk_vec3_add(wu, vw), uv);
    double weight_u = fk_vec3_dot(vw, n), weight_v = fk_vec3_dot(wu, n);
    if (weight_u > 0.0 && weight_v > 0.0) {
        bool turned = fk_vec3_dot(n, w.d) < 0.0;
        q->s.count = 3;
        q->s.p[0] = w;
        q->s.p[1] = turned ? v : u;
        q->s.p[2] = turned ? u : v;
        q->s.cross[0] = turned ? fk_vec3_negate(vw) : wu;
        q->s.cross[1] = turned ? fk_vec3_negate(uv) : uv;
        q->s.cross[2] = turned ? fk_vec3_negate(wu) : vw;
        q->n = turned ? fk_vec3_negate(n) : n;
        return;
    }
    /* Beyond the edge from w to u when v has no weight; beyond both edges, the one that the origin projects on. */
    bool along_u = fk_vec3_dot(w.d, fk_vec3_sub(u.d, w.d)) < 0.0;
    if (weight_v <= 0.0 && (along_u || weight_u > 0.0))
        reduce_to_edge(q, &w, &u, wu);
    else
        reduce_to_edge(q, &w, &v, fk_vec3_negate(vw));
}

/* The feature nearest to the origin among those with w, the newest point: the rule of pair/measure/gjk_distance.c, for points
 * whose products with w are known. */
typedef struct nearest_feature {
    double square;
    uint32_t count, u, v; /* points of the feature, with w; u and v are the others */
} nearest_feature;

static inline void compare_triangle_feature(fk_gjk_vertex w, const fk_vec3 *with_w, uint32_t u, uint32_t v,
                                            fk_vec3 uv, nearest_feature *best)
{
    fk_vec3 n = fk_vec3_sub(fk_vec3_add(with_w[u], uv), with_w[v]);
    double weight_u = -fk_vec3_dot(with_w[v], n), weight_v = fk_vec3_dot(with_w[u], n);
    double height = fk_vec3_dot(n, w.d), square = height * height / fk_vec3_dot(n, n);
    if (weight_u > 0.0 && weight_v > 0.0 && fk_vec3_dot(uv, n) > 0.0 && square < best->square)
        *best = (nearest_feature){square, 3, u, v};
}

static inline void compare_edge_feature(const fk_gjk_search *q, fk_gjk_vertex w, const fk_vec3 *with_w,
                                        uint32_t u, nearest_feature *best)
{
    fk_vec3 e = fk_vec3_sub(q->s.p[u].d, w.d);
    double part = -fk_vec3_dot(w.d, e), whole = fk_vec3_dot(e, e);
    double square = fk_vec3_dot(with_w[u], with_w[u]) / whole;
    if (part > 0.0 && part < whole && square < best->square)
        *best = (nearest_feature){square, 2, u, 0};
}

/* Reduces the simplex and w to the nearest feature with w. */
static void reduce_to_nearest(fk_gjk_search *q, fk_gjk_vertex w)
{
    fk_gjk_simplex *s = &q->s;
    fk_vec3 with_w[3];
    nearest_feature best = {fk_vec3_dot(w.d, w.d), 1, 0, 0};
    for (uint32_t i = 0; i < s->count; i++) {
        with_w[i] = fk_vec3_cross(w.d, s->p[i].d);
        compare_edge_feature(q, w, with_w, i, &best);
    }
    for (uint32_t i = 0; i + 1 < s->count; i++)
        compare_triangle_feature(w, with_w, i, i + 1, s->cross[i], &best);
    if (s->count == 3)
        compare_triangle_feature(w, with_w, 2, 0, s->cross[2], &best);
    if (best.count == 3) {
        fk_vec3 uv = s->cross[best.u];
        reduce_to_triangle(q, w, s->p[best.u], s->p[best.v], uv);
    } else if (best.count == 2) {
        reduce_to_edge(q, &w, &s->p[best.u], with_w[best.u]);
    } else {
        s->count = 1;
        s->p[0] = w;
        q->n = w.d;
    }
}

/* The error bound of a determinant of three points: volume times S = m_i m_j + m_j m_k + m_k m_i. If no coordinate of a point is
 * off by more than e, the six products of three numbers are off by 6 e S together. */
static inline double volume_error(const fk_gjk_search *q, const fk_gjk_vertex *i, const fk_gjk_vertex *j,
                                  const fk_gjk_vertex *k)
{
    return q->volume * (i->m * j->m + j->m * k->m + k->m * i->m);
}

/* True when the newest point and a triangle enclose the origin; else reduces them to the face that the origin lies farthest
 * behind, or to a feature of it. */
static bool reduce_tetra(fk_gjk_search *q, bool nearest, fk_gjk_vertex w)
{
    const fk_gjk_vertex *p = q->s.p;
    double side01 = fk_vec3_dot(q->s.cross[0], w.d), side12 = fk_vec3_dot(q->s.cross[1], w.d),
           side20 = fk_vec3_dot(q->s.cross[2], w.d), height = fk_vec3_dot(q->s.cross[0], p[2].d);
    if (side01 < -volume_error(q, &w, p, p + 1) && side12 < -volume_error(q, &w, p + 1, p + 2) &&
        side20 < -volume_error(q, &w, p + 2, p) && height > volume_error(q, p, p + 1, p + 2))
        return true;
    if (nearest)
        reduce_to_nearest(q, w);
    else if (side01 >= side12 && side01 >= side20)
        reduce_to_triangle(q, w, p[0], p[1], q->s.cross[0]);
    else if (side12 >= side20)
        reduce_to_triangle(q, w, p[1], p[2], q->s.cross[1]);
    else
        reduce_to_triangle(q, w, p[2], p[0], q->s.cross[2]);
    return false;
}

bool fk_gjk_insert(fk_gjk_search *q, bool nearest, const fk_gjk_vertex *newest)
{
    fk_gjk_vertex w = *newest;
    fk_gjk_simplex *s = &q->s;
    switch (s->count) {
    case 0:
        s->p[0] = w;
        s->count = 1;
        q->n = w.d;
        return false;
    case 1:
        reduce_to_edge(q, &w, &s->p[0], fk_vec3_cross(w.d, s->p[0].d));
        return false;
    case 2:
        if (nearest)
            reduce_to_nearest(q, w);
        else
            reduce_to_triangle(q, w, s->p[0], s->p[1], s->cross[0]);
        return false;
    default:
        return reduce_tetra(q, nearest, w);
    }
}

bool fk_gjk_insert_triangle(fk_gjk_search *q, bool nearest, const fk_gjk_vertex *newest)
{
    fk_gjk_simplex *s = &q->s;
    s->count = 3;
    s->cross[0] = fk_vec3_cross(s->p[0].d, s->p[1].d);
    if (fk_vec3_dot(s->cross[0], s->p[2].d) < 0.0) {
        fk_gjk_vertex swap = s->p[0];
        s->p[0] = s->p[1];
        s->p[1] = swap;
        s->cross[0] = fk_vec3_negate(s->cross[0]);
    }
    s->cross[1] = fk_vec3_cross(s->p[1].d, s->p[2].d);
    s->cross[2] = fk_vec3_cross(s->p[2].d, s->p[0].d);
    return reduce_tetra(q, nearest, *newest);
}

double fk_gjk_simplex_distance(const fk_gjk_search *q)
{
    const fk_gjk_simplex *s = &q->s;
    double weight[3] = {1.0, 0.0, 0.0};
    if (s->count == 2) {
        fk_vec3 e = fk_vec3_sub(s->p[1].d, s->p[0].d);
        weight[0] = fk_larger(fk_vec3_dot(s->p[1].d, e), 0.0);
        weight[1] = fk_larger(-fk_vec3_dot(s->p[0].d, e), 0.0);
    } else if (s->count == 3) {
        weight[0] = fk_larger(fk_vec3_dot(s->cross[1], q->n), 0.0);
        weight[1] = fk_larger(fk_vec3_dot(s->cross[2], q->n), 0.0);
        weight[2] = fk_larger(fk_vec3_dot(s->cross[0], q->n), 0.0);
    }
    fk_vec3 sum = fk_vec3_scale(s->p[0].d, weight[0]);
    for (uint32_t i = 1; i < s->count; i++)
        sum = fk_vec3_add(sum, fk_vec3_scale(s->p[i].d, weight[i]));
    double total = weight[0] + weight[1] + weight[2];
    /* Weights so small that they or their squares could be flushed prove nothing. */
    if (!(total > 0x1p-400))
        return INFINITY;
    double share = 1.0 / total;
    return fk_vec3_length(fk_vec3_scale(sum, share));
}
