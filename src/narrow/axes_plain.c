/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The separating axes of two cells or triangles in plain C: one after the other, with a list of those that the error
 * bound leaves open. The formulas and the bound are in axes.c.
 *
 * Weak inputs: parallel edges, whose axes are zero up to rounding and so stay open. */

#include "narrow/axes_parts.h"

#include <string.h>

/* The ends of a shadow. */
typedef struct ends {
    double low, high;
} ends;

static double below_zero(double x)
{
    return x < 0.0 ? x : 0.0;
}

static double above_zero(double x)
{
    return x > 0.0 ? x : 0.0;
}

/* The shadow of a piece whose vertices are zero, x and y, or for a box their sums. */
static inline ends shadow_of_two(fk_kind kind, double x, double y)
{
    ends s;
    if (kind == FK_KIND_BOX) {
        s.low = below_zero(x) + below_zero(y);
        s.high = above_zero(x) + above_zero(y);
    } else {
        s.low = below_zero(fk_smaller(x, y));
        s.high = above_zero(fk_larger(x, y));
    }
    return s;
}

static inline ends shadow_of_three(fk_kind kind, double x, double y, double z)
{
    ends s = shadow_of_two(kind, x, y);
    if (kind == FK_KIND_BOX) {
        s.low += below_zero(z);
        s.high += above_zero(z);
    } else {
        s.low = fk_smaller(s.low, z);
        s.high = fk_larger(s.high, z);
    }
    return s;
}

/* ---- What the axes say --------------------------------------------------------------------------------- */

/* Whether an axis separates; how near the others come to that, their bounds added; and the list, if there is one. */
typedef struct findings {
    double apart, nearly;
    fk_axes_list *list;
} findings;

/* Takes down an axis, from the shadows of both pieces and the way between their first vertices. */
static inline void take(findings *found, double way, ends a, ends b, double bound, int first, int second)
{
    double low = (way + b.low) - a.high, high = (way + b.high) - a.low, apart = fk_larger(low, -high);
    found->apart = fk_larger(found->apart, apart - bound);
    found->nearly = fk_larger(found->nearly, apart + bound);
    if (found->list == NULL)
        return;
    if (low < -bound && high > bound) {
        found->list->solid = true; /* it is longer than its error, and so longer than zero */
    } else {
        fk_axis axis = {(uint8_t)first, (uint8_t)second};
        found->list->open[found->list->open_count++] = axis;
    }
}

/* ---- Face axes ----------------------------------------------------------------------------------------- */

/* A piece for the functions below: its kind, its edges, and their sizes, of the far edges too. */
typedef struct side {
    fk_kind kind;
    const fk_vec3 *edge;
    double norm[6];
    int first; /* the number of its first edge */
} side;

static inline side make_side(fk_kind kind, const fk_vec3 *edge, int first)
{
    double x = fk_axes_norm(edge[0]), y = fk_axes_norm(edge[1]), z = fk_axes_norm(edge[2]);
    side s = {kind, edge, {x, y, z, y + z, z + x, x + y}, first};
    return s;
}

static inline double all_edges(const side *s)
{
    return s->norm[0] + s->norm[1] + s->norm[2];
}

/* The face axes of one side; the origin of the other lies `way` from its own. Fills shadow[k][j], normal k along edge j
 * of the other, where j from 3 on are the far edges. */
static inline void take_faces(findings *found, const side *own, const side *other, fk_vec3 way, double error,
                              double shadow[3][6])
{
    const fk_vec3 *e = own->edge, *f = other->edge;
    fk_vec3 normal[4] = {fk_vec3_cross(e[1], e[2]), fk_vec3_cross(e[2], e[0]), fk_vec3_cross(e[0], e[1])};
    normal[3] = fk_vec3_add(fk_vec3_add(normal[0], normal[1]), normal[2]);
    double norm[4] = {own->norm[1] * own->norm[2], own->norm[2] * own->norm[0], own->norm[0] * own->norm[1]};
    norm[3] = norm[0] + norm[1] + norm[2];
    double volume = fk_vec3_dot(normal[0], e[0]);
    ends shade = {below_zero(volume), above_zero(volume)};
    for (int k = 0; k < 4; k++) {
        if (k == 3 && own->kind != FK_KIND_TETRA)
            continue;
        double x = fk_vec3_dot(normal[k], f[0]), y = fk_vec3_dot(normal[k], f[1]),
               z = fk_vec3_dot(normal[k], f[2]);
        if (k < 3) {
            double along[6] = {x, y, z, z - y, x - z, y - x};
            memcpy(shadow[k], along, sizeof along);
        }
        /* The third edge of a triangle is zero. */
        if (k >= 2 || own->kind != FK_KIND_TRIANGLE)
            take(found, fk_vec3_dot(normal[k], way), shade, shadow_of_three(other->kind, x, y, z),
                 error * norm[k] + FK_AXES_TINY, own->first + fk_face_edges[k][0],
                 own->first + fk_face_edges[k][1]);
    }
}

/* ---- Mixed axes ---------------------------------------------------------------------------------------- */

/* det(e, f, t) of all edges of a and b, far ones included. */
static inline void fill_ways(const fk_vec3 *e, const fk_vec3 *f, fk_vec3 way, double det[6][6])
{
    for (int i = 0; i < 3; i++) {
        fk_vec3 turned = fk_vec3_cross(way, e[i]);
        for (int j = 0; j < 3; j++)
            det[i][j] = fk_vec3_dot(turned, f[j]);
        for (int j = 0; j < 3; j++)
            det[i][3 + j] = det[i][(j + 2) % 3] - det[i][(j + 1) % 3];
    }
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 6; j++)
            det[3 + i][j] = det[(i + 2) % 3][j] - det[(i + 1) % 3][j];
}

/* The shadow of a piece along the product of its own edge i and edge j of the other, from its first vertex. The
 * product of edge j with edge i, the other way around, has the opposite sign. */
static inline ends own_shadow(fk_kind kind, double shadow[3][6], int i, int j, double sign)
{
    int k = i % 3, k1 = (k + 1) % 3, k2 = (k + 2) % 3;
    if (i < 3)
        return shadow_of_two(kind, -sign * shadow[k2][j], sign * shadow[k1][j]);
    return shadow_of_two(kind, sign * shadow[k][j], -sign * (shadow[k1][j] + shadow[k2][j]));
}

/* Whether a kind has an edge of this number: a box has no far ones, a triangle the one between its ends. */
static inline bool has_edge(fk_kind kind, int i)
{
    return kind == FK_KIND_TETRA || (kind == FK_KIND_BOX ? i < 3 : i < 2 || i == 5);
}

static inline void take_mixed(findings *found, const side *a, const side *b, double det[6][6], double error,
                              double shadow_a[3][6], double shadow_b[3][6])
{
    for (int i = 0; i < 6; i++)
        for (int j = 0; j < 6; j++)
            if (has_edge(a->kind, i) && has_edge(b->kind, j))
                take(found, det[i][j], own_shadow(a->kind, shadow_a, i, j, 1.0),
                     own_shadow(b->kind, shadow_b, j, i, -1.0),
                     error * a->norm[i] * b->norm[j] + FK_AXES_TINY, i, 6 + j);
}

/* ---- All of them --------------------------------------------------------------------------------------- */

static inline fk_verdict judge(fk_kind kind_a, fk_kind kind_b, const fk_cell *p, const fk_cell *q,
                               fk_axes_list *list)
{
    side a = make_side(kind_a, p->edge, 0), b = make_side(kind_b, q->edge, 6);
    fk_vec3 way = fk_vec3_sub(q->origin, p->origin);
    double reach = fk_axes_reach(way, all_edges(&a), all_edges(&b)), error = FK_AXES_ERROR * reach;
    double shadow_a[3][6], shadow_b[3][6], det[6][6];
    findings found = {-INFINITY, -INFINITY, list};
    if (!(reach <= FK_AXES_LARGEST))
        return FK_UNDECIDED;
    take_faces(&found, &a, &b, way, error, shadow_a);
    if (found.apart > 0.0)
        return FK_APART;
    take_faces(&found, &b, &a, fk_vec3_negate(way), error, shadow_b);
    if (found.apart > 0.0)
        return FK_APART;
    fill_ways(p->edge, q->edge, way, det);
    take_mixed(&found, &a, &b, det, error, shadow_a, shadow_b);
    return found.apart > 0.0 ? FK_APART : found.nearly < 0.0 ? FK_OVERLAPPING : FK_UNDECIDED;
}

fk_verdict fk_axes_list_fill(fk_axes_list *list, const fk_axes_side *a, const fk_axes_side *b)
{
    list->solid = false;
    list->open_count = 0;
    return judge(a->kind, b->kind, a->cell, b->cell, list);
}

/* ---- Two boxes ----------------------------------------------------------------------------------------- */

/* Takes down an axis, from twice the way between the centres and the reach of both boxes. */
static inline void take_reach(findings *found, double way, double reach, double bound)
{
    double apart = fabs(way) - reach;
    found->apart = fk_larger(found->apart, apart - bound);
    found->nearly = fk_larger(found->nearly, apart + bound);
}

/* The face axes of one box. Fills shadow[k][j], the size of normal k along edge j of the other. */
static inline void take_box_faces(findings *found, const side *own, const side *other, fk_vec3 c,
                                  double error, double shadow[3][3])
{
    const fk_vec3 *e = own->edge;
    fk_vec3 normal[3] = {fk_vec3_cross(e[1], e[2]), fk_vec3_cross(e[2], e[0]), fk_vec3_cross(e[0], e[1])};
    double volume = fabs(fk_vec3_dot(normal[0], e[0]));
    for (int k = 0; k < 3; k++) {
        for (int j = 0; j < 3; j++)
            shadow[k][j] = fabs(fk_vec3_dot(normal[k], other->edge[j]));
        take_reach(found, fk_vec3_dot(normal[k], c), volume + (shadow[k][0] + shadow[k][1] + shadow[k][2]),
                   error * own->norm[(k + 1) % 3] * own->norm[(k + 2) % 3] + FK_AXES_TINY);
    }
}

static inline void take_box_mixed(findings *found, const side *a, const side *b, fk_vec3 c, double error,
                                  double shadow_a[3][3], double shadow_b[3][3])
{
    for (int j = 0; j < 3; j++) {
        fk_vec3 turned = fk_vec3_cross(b->edge[j], c);
        int j1 = (j + 1) % 3, j2 = (j + 2) % 3;
        for (int i = 0; i < 3; i++) {
            int i1 = (i + 1) % 3, i2 = (i + 2) % 3;
            take_reach(found, fk_vec3_dot(a->edge[i], turned),
                       (shadow_a[i1][j] + shadow_a[i2][j]) + (shadow_b[j1][i] + shadow_b[j2][i]),
                       error * a->norm[i] * b->norm[j] + FK_AXES_TINY);
        }
    }
}

/* Counted from the centres, with c twice the way between them. */
static fk_verdict judge_boxes(const fk_cell *p, const fk_cell *q)
{
    const fk_vec3 *e = p->edge, *f = q->edge;
    side a = make_side(FK_KIND_BOX, e, 0), b = make_side(FK_KIND_BOX, f, 6);
    fk_vec3 way = fk_vec3_sub(q->origin, p->origin);
    fk_vec3 sum_e = fk_vec3_add(fk_vec3_add(e[0], e[1]), e[2]);
    fk_vec3 sum_f = fk_vec3_add(fk_vec3_add(f[0], f[1]), f[2]);
    fk_vec3 c = fk_vec3_add(fk_vec3_add(way, way), fk_vec3_sub(sum_f, sum_e));
    double reach = fk_axes_reach(way, all_edges(&a), all_edges(&b)), error = FK_AXES_ERROR_BOXES * reach;
    double shadow_a[3][3], shadow_b[3][3];
    findings found = {-INFINITY, -INFINITY, NULL};
    if (!(reach <= FK_AXES_LARGEST))
        return FK_UNDECIDED;
    take_box_faces(&found, &a, &b, c, error, shadow_a);
    if (found.apart > 0.0)
        return FK_APART;
    take_box_faces(&found, &b, &a, c, error, shadow_b);
    if (found.apart > 0.0)
        return FK_APART;
    take_box_mixed(&found, &a, &b, c, error, shadow_a, shadow_b);
    return found.apart > 0.0 ? FK_APART : found.nearly < 0.0 ? FK_OVERLAPPING : FK_UNDECIDED;
}

/* ---- By the kinds -------------------------------------------------------------------------------------- */

/* Once for each pair of kinds, so that the compiler knows them. */
fk_verdict fk_axes_plain(const fk_axes_side *a, const fk_axes_side *b, fk_axes_open *open)
{
    const fk_cell *p = a->cell, *q = b->cell;
    memset(open, 0, sizeof *open);
    switch (a->kind * FK_KIND_COUNT + b->kind) {
    case FK_KIND_TRIANGLE *FK_KIND_COUNT + FK_KIND_TRIANGLE:
        return judge(FK_KIND_TRIANGLE, FK_KIND_TRIANGLE, p, q, NULL);
    case FK_KIND_TRIANGLE *FK_KIND_COUNT + FK_KIND_TETRA:
        return judge(FK_KIND_TRIANGLE, FK_KIND_TETRA, p, q, NULL);
    case FK_KIND_TRIANGLE *FK_KIND_COUNT + FK_KIND_BOX:
        return judge(FK_KIND_TRIANGLE, FK_KIND_BOX, p, q, NULL);
    case FK_KIND_TETRA *FK_KIND_COUNT + FK_KIND_TETRA:
        return judge(FK_KIND_TETRA, FK_KIND_TETRA, p, q, NULL);
    case FK_KIND_TETRA *FK_KIND_COUNT + FK_KIND_BOX:
        return judge(FK_KIND_TETRA, FK_KIND_BOX, p, q, NULL);
    default:
        return judge_boxes(p, q);
    }
}
