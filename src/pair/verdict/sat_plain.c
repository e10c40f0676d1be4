/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The separating axes of two cells or triangles in plain C, with a list of those that the error bound leaves open. The formulas and the bound are in sat.c.
 *
 * Weak inputs: parallel edges, whose axes are zero up to rounding and so stay open. */

#include "pair/verdict/sat.h"

#include <string.h>

#include "base/cpu.h"

/* The ends of a shadow. */
typedef struct ends {
    double low, high;
} ends;

/* The shadow of a piece whose vertices are zero, x and y, or for a box their sums. */
FK_INLINE ends shadow_of_two(fk_kind kind, double x, double y)
{
    ends s;
    if (kind == FK_KIND_BOX) {
        s.low = fk_smaller(x, 0.0) + fk_smaller(y, 0.0);
        s.high = fk_larger(x, 0.0) + fk_larger(y, 0.0);
    } else {
        s.low = fk_smaller(fk_smaller(x, y), 0.0);
        s.high = fk_larger(fk_larger(x, y), 0.0);
    }
    return s;
}

FK_INLINE ends shadow_of_three(fk_kind kind, double x, double y, double z)
{
    ends s = shadow_of_two(kind, x, y);
    if (kind == FK_KIND_BOX) {
        s.low += fk_smaller(z, 0.0);
        s.high += fk_larger(z, 0.0);
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

/* Puts an axis on the list, unless it is decided, from the ends of the shadow of b - a. */
FK_INLINE void list_axis(fk_axes_list *list, double low, double high, double bound, int first, int second)
{
    if (list == NULL)
        return;
    if (low < -bound && high > bound) {
        list->solid = true; /* it is longer than its error, and so longer than zero */
    } else {
        fk_axis axis = {(uint8_t)first, (uint8_t)second};
        list->open[list->open_count++] = axis;
    }
}

/* Takes down an axis, from the shadows of both pieces and the way between their first vertices. */
FK_INLINE void take(findings *found, double way, ends a, ends b, double bound, int first, int second)
{
    double low = (way + b.low) - a.high, high = (way + b.high) - a.low, apart = fk_larger(low, -high);
    found->apart = fk_larger(found->apart, apart - bound);
    found->nearly = fk_larger(found->nearly, apart + bound);
    list_axis(found->list, low, high, bound, first, second);
}

/* ---- Face axes ----------------------------------------------------------------------------------------- */

/* The edges that each kind has: a box no far ones, a triangle the one between its ends. */
#define MOST_EDGES 6
static const uint8_t tetra_edges[MOST_EDGES] = {0, 1, 2, 3, 4, 5}, triangle_edges[3] = {0, 1, 5};

/* A piece for the functions below: its kind, the edges of its cell with their sizes, and the same of all that it has. */
typedef struct side {
    fk_kind kind;
    const fk_vec3 *edge;
    double cell[3], norm[MOST_EDGES];
    const uint8_t *number;
    int count;
    int first; /* the number of its first edge */
} side;

FK_INLINE side make_side(fk_kind kind, const fk_vec3 *edge, int first)
{
    double x = fk_axes_norm(edge[0]), y = fk_axes_norm(edge[1]), z = fk_axes_norm(edge[2]);
    side s = {kind, edge, {x, y, z}, {x, y, z, y + z, z + x, x + y}, tetra_edges, 3, first};
    if (kind == FK_KIND_TRIANGLE) {
        s.number = triangle_edges;
        s.norm[2] = x + y;
    }
    if (kind == FK_KIND_TETRA)
        s.count = MOST_EDGES;
    return s;
}

FK_INLINE double all_edges(const side *s)
{
    return s->cell[0] + s->cell[1] + s->cell[2];
}

/* What is linear in an edge, for all edges that a kind has, from that of the three edges of its cell. */
FK_INLINE void spread(fk_kind kind, double x, double y, double z, double all[MOST_EDGES])
{
    all[0] = x;
    all[1] = y;
    all[2] = kind == FK_KIND_TRIANGLE ? y - x : z;
    if (kind != FK_KIND_TETRA)
        return;
    all[3] = z - y;
    all[4] = x - z;
    all[5] = y - x;
}

/* The face axes of one side; the origin of the other lies `way` from its own. Fills along[k], normal k along the edges
 * of the other. */
FK_INLINE void take_faces(findings *found, const side *own, const side *other, fk_vec3 way, double error,
                          double along[3][MOST_EDGES])
{
    const fk_vec3 *e = own->edge, *f = other->edge;
    fk_vec3 normal[4] = {fk_vec3_cross(e[1], e[2]), fk_vec3_cross(e[2], e[0]), fk_vec3_cross(e[0], e[1])};
    normal[3] = fk_vec3_add(fk_vec3_add(normal[0], normal[1]), normal[2]);
    double norm[4] = {own->cell[1] * own->cell[2], own->cell[2] * own->cell[0], own->cell[0] * own->cell[1]};
    norm[3] = norm[0] + norm[1] + norm[2];
    double volume = fk_vec3_dot(normal[0], e[0]);
    ends shade = {fk_smaller(volume, 0.0), fk_larger(volume, 0.0)};
    for (int k = 0; k < (own->kind == FK_KIND_TETRA ? 4 : 3); k++) {
        double x = fk_vec3_dot(normal[k], f[0]), y = fk_vec3_dot(normal[k], f[1]),
               z = fk_vec3_dot(normal[k], f[2]);
        if (k < 3)
            spread(other->kind, x, y, z, along[k]);
        /* The third edge of a triangle is zero. */
        if (k >= 2 || own->kind != FK_KIND_TRIANGLE)
            take(found, fk_vec3_dot(normal[k], way), shade, shadow_of_three(other->kind, x, y, z),
                 error * norm[k] + FK_AXES_TINY, own->first + fk_face_edges[k][0],
                 own->first + fk_face_edges[k][1]);
    }
}

/* ---- Mixed axes ---------------------------------------------------------------------------------------- */

/* A number for each edge of a and each of b. */
typedef double table[MOST_EDGES][MOST_EDGES];

FK_INLINE void subtract_rows(const double *x, const double *y, int count, double *difference)
{
    for (int j = 0; j < count; j++)
        difference[j] = x[j] - y[j];
}

/* det(e, f, t) of all edges of a and b. */
FK_INLINE void fill_ways(const side *a, const side *b, fk_vec3 way, table det)
{
    const fk_vec3 *f = b->edge;
    for (int i = 0; i < 3; i++) {
        fk_vec3 turned = fk_vec3_cross(way, a->edge[i]);
        spread(b->kind, fk_vec3_dot(turned, f[0]), fk_vec3_dot(turned, f[1]), fk_vec3_dot(turned, f[2]),
               det[i]);
    }
    if (a->kind == FK_KIND_TRIANGLE)
        subtract_rows(det[1], det[0], b->count, det[2]);
    if (a->kind != FK_KIND_TETRA)
        return;
    subtract_rows(det[2], det[1], b->count, det[3]);
    subtract_rows(det[0], det[2], b->count, det[4]);
    subtract_rows(det[1], det[0], b->count, det[5]);
}

/* The ends of the shadow of a piece, from its first vertex, along the product of its own edge k, near or far, with each of
 * the other: along[k] is its normal k along these. */
FK_INLINE void own_shadow(fk_kind kind, bool far, int k, int others, double along[3][MOST_EDGES], double *low,
                          double *high)
{
    const double *x = along[k], *y = along[(k + 1) % 3], *z = along[(k + 2) % 3];
    for (int j = 0; j < others; j++) {
        double p = far ? x[j] : 0 - z[j], q = far ? 0 - (y[j] + z[j]) : y[j];
        ends s = shadow_of_two(kind, p, q);
        low[j] = s.low;
        high[j] = s.high;
    }
}

FK_INLINE void own_shadows(const side *own, int others, double along[3][MOST_EDGES], table low, table high)
{
    bool triangle = own->kind == FK_KIND_TRIANGLE;
    own_shadow(own->kind, false, 0, others, along, low[0], high[0]);
    own_shadow(own->kind, false, 1, others, along, low[1], high[1]);
    own_shadow(own->kind, triangle, 2, others, along, low[2], high[2]);
    if (own->kind != FK_KIND_TETRA)
        return;
    own_shadow(own->kind, true, 0, others, along, low[3], high[3]);
    own_shadow(own->kind, true, 1, others, along, low[4], high[4]);
    own_shadow(own->kind, true, 2, others, along, low[5], high[5]);
}

/* All mixed axes. Along the product of an edge of b with one of a, not of a with b, the shadow of b is upside down. */
FK_INLINE void take_mixed(findings *found, const side *a, const side *b, table det, double error,
                          double along_a[3][MOST_EDGES], double along_b[3][MOST_EDGES])
{
    table low_a, high_a, low_b, high_b;
    double apart[MOST_EDGES], nearly[MOST_EDGES];
    own_shadows(a, b->count, along_a, low_a, high_a);
    own_shadows(b, a->count, along_b, low_b, high_b);
    for (int j = 0; j < b->count; j++)
        apart[j] = nearly[j] = -INFINITY;
    for (int i = 0; i < a->count; i++) {
        double low[MOST_EDGES], high[MOST_EDGES], bound[MOST_EDGES];
        for (int j = 0; j < b->count; j++) {
            low[j] = (det[i][j] - high_b[j][i]) - high_a[i][j];
            high[j] = (det[i][j] - low_b[j][i]) - low_a[i][j];
            bound[j] = error * a->norm[i] * b->norm[j] + FK_AXES_TINY;
            apart[j] = fk_larger(apart[j], fk_larger(low[j], -high[j]) - bound[j]);
            nearly[j] = fk_larger(nearly[j], fk_larger(low[j], -high[j]) + bound[j]);
        }
        for (int j = 0; found->list != NULL && j < b->count; j++)
            list_axis(found->list, low[j], high[j], bound[j], a->number[i], 6 + b->number[j]);
    }
    for (int j = 0; j < b->count; j++) {
        found->apart = fk_larger(found->apart, apart[j]);
        found->nearly = fk_larger(found->nearly, nearly[j]);
    }
}

/* ---- All of them --------------------------------------------------------------------------------------- */

FK_INLINE fk_verdict judge(fk_kind kind_a, fk_kind kind_b, const fk_cell *p, const fk_cell *q,
                           fk_axes_list *list)
{
    side a = make_side(kind_a, p->edge, 0), b = make_side(kind_b, q->edge, 6);
    fk_vec3 way = fk_vec3_sub(q->origin, p->origin);
    double reach = fk_axes_reach(way, all_edges(&a), all_edges(&b)), error = FK_AXES_ERROR * reach;
    double along_a[3][MOST_EDGES], along_b[3][MOST_EDGES], det[MOST_EDGES][MOST_EDGES];
    findings found = {-INFINITY, -INFINITY, list};
    if (!(reach <= FK_AXES_LARGEST))
        return FK_UNDECIDED;
    take_faces(&found, &a, &b, way, error, along_a);
    if (found.apart > 0.0)
        return FK_APART;
    take_faces(&found, &b, &a, fk_vec3_negate(way), error, along_b);
    if (found.apart > 0.0)
        return FK_APART;
    fill_ways(&a, &b, way, det);
    take_mixed(&found, &a, &b, det, error, along_a, along_b);
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
FK_INLINE void take_reach(findings *found, double way, double reach, double bound)
{
    double apart = fabs(way) - reach;
    found->apart = fk_larger(found->apart, apart - bound);
    found->nearly = fk_larger(found->nearly, apart + bound);
}

/* The face axes of one box. Fills shadow[k][j], the size of normal k along edge j of the other. */
FK_INLINE void take_box_faces(findings *found, const side *own, const side *other, fk_vec3 c, double error,
                              double shadow[3][3])
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

FK_INLINE void take_box_mixed(findings *found, const side *a, const side *b, fk_vec3 c, double error,
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

/* ---- A point inside two cells -------------------------------------------------------------------------- */

/* A point inside two cells. Cells with parallel edges have axes that are zero up to rounding, which say nothing in doubles;
 * a point that lies clearly inside both says that they overlap, and is soon found unless they hardly do.
 *
 * Source: the relaxation method of Agmon and of Motzkin and Schoenberg (1954): the point is moved across the face that it
 * violates most, each time to a little less depth behind it.
 *
 * In a cell a point p is known by its coordinates s: p = o + sum s_k e_k, with s_k = N_k.(p - o) / v, N_k the product of
 * the other edges and v the volume. It lies inside when all s_k are above 0, and below 1 (box) or with a sum below 1
 * (tetra).
 *
 * Error bound. With m the largest sum of sizes of an edge, u = 2^-52 and x = p - o, where p is counted from the origin of
 * a: N_k is off by 2 u m^2, and x, whose origin may be that of b, by 2 u (|p| + |t|). So N_k.x is off by at most 7 u m^2
 * (|p| + |t|), v by 7 u m^3, and the sum of three such products by less than 32 u m^2 (|p| + |t| + m), or, with the bounds
 * of sat.c, 32 u P K. FK_AXES_INSIDE_ERROR is twice that; FK_AXES_TINY is for flushing, as there. */

/* One cell. */
typedef struct room {
    fk_kind kind;
    const fk_vec3 *edge;
    fk_vec3 origin; /* from that of a */
    fk_vec3 normal[3];
    double volume, largest;
} room;

static void room_init(room *r, const fk_axes_side *of, fk_vec3 origin)
{
    const fk_vec3 *e = of->cell->edge;
    r->kind = of->kind;
    r->edge = e;
    r->origin = origin;
    r->normal[0] = fk_vec3_cross(e[1], e[2]);
    r->normal[1] = fk_vec3_cross(e[2], e[0]);
    r->normal[2] = fk_vec3_cross(e[0], e[1]);
    r->volume = fk_vec3_dot(r->normal[0], e[0]);
    r->largest = fk_larger(fk_larger(fk_axes_norm(e[0]), fk_axes_norm(e[1])), fk_axes_norm(e[2]));
    if (r->volume < 0.0) {
        for (int k = 0; k < 3; k++)
            r->normal[k] = fk_vec3_negate(r->normal[k]);
        r->volume = -r->volume;
    }
}

/* The coordinates of a point, times the volume. */
static void measure(const room *r, fk_vec3 p, double s[3])
{
    fk_vec3 x = fk_vec3_sub(p, r->origin);
    for (int k = 0; k < 3; k++)
        s[k] = fk_vec3_dot(r->normal[k], x);
}

/* Whether these coordinates lie inside, clear of their error. */
static bool is_inside(const room *r, const double s[3], double reach)
{
    double error = FK_AXES_INSIDE_ERROR * r->largest * r->largest * (reach + r->largest) + FK_AXES_TINY;
    double least = fk_smaller(fk_smaller(s[0], s[1]), s[2]);
    double most = r->kind == FK_KIND_BOX ? fk_larger(fk_larger(s[0], s[1]), s[2]) : s[0] + s[1] + s[2];
    return least > error && r->volume - most > error;
}

/* A face of a cell: how deep a point lies below it, as a share of the volume, and the way in. */
typedef struct face {
    double depth;
    fk_vec3 inward; /* times the volume */
} face;

/* The face that coordinates lie least deep below. */
static face nearest_face(const room *r, const double s[3])
{
    face best = {INFINITY, {0, 0, 0}};
    double inverse = 1.0 / r->volume, sum = 0.0;
    fk_vec3 all = fk_vec3_make(0, 0, 0);
    for (int k = 0; k < 3; k++) {
        double x = s[k] * inverse;
        if (x < best.depth)
            best = (face){x, r->normal[k]};
        if (r->kind == FK_KIND_BOX && 1.0 - x < best.depth)
            best = (face){1.0 - x, fk_vec3_negate(r->normal[k])};
        sum += x;
        all = fk_vec3_sub(all, r->normal[k]);
    }
    if (r->kind != FK_KIND_BOX && 1.0 - sum < best.depth)
        best = (face){1.0 - sum, all};
    return best;
}

/* Moves a point across the face that it lies least deep below, to the depth wanted. */
static fk_vec3 relax(const room *r, const face *f, fk_vec3 p, double depth)
{
    double step = (depth - f->depth) * r->volume / fk_vec3_dot(f->inward, f->inward);
    return fk_vec3_add(p, fk_vec3_scale(f->inward, step));
}

static fk_vec3 middle(const room *r)
{
    fk_vec3 sum = fk_vec3_add(fk_vec3_add(r->edge[0], r->edge[1]), r->edge[2]);
    return fk_vec3_add(r->origin, fk_vec3_scale(sum, r->kind == FK_KIND_BOX ? 0.5 : 0.25));
}

bool fk_axes_inside(const fk_axes_side *a, const fk_axes_side *b, int turns, fk_vec3 *inside)
{
    room rooms[2];
    fk_vec3 way = fk_vec3_sub(b->cell->origin, a->cell->origin);
    room_init(&rooms[0], a, fk_vec3_make(0, 0, 0));
    room_init(&rooms[1], b, way);
    if (a->kind == FK_KIND_TRIANGLE || b->kind == FK_KIND_TRIANGLE || !(rooms[0].volume > 0.0) ||
        !(rooms[1].volume > 0.0))
        return false;
    fk_vec3 p = fk_vec3_scale(fk_vec3_add(middle(&rooms[0]), middle(&rooms[1])), 0.5);
    double depth = 0.25;
    for (int turn = 0; turn < turns; turn++, depth *= 0.7) {
        double s[2][3], reach = fk_axes_norm(p) + fk_axes_norm(way);
        measure(&rooms[0], p, s[0]);
        measure(&rooms[1], p, s[1]);
        if (is_inside(&rooms[0], s[0], reach) && is_inside(&rooms[1], s[1], reach)) {
            *inside = fk_vec3_scale(fk_vec3_make(s[0][0], s[0][1], s[0][2]), 1.0 / rooms[0].volume);
            return true;
        }
        face f[2] = {nearest_face(&rooms[0], s[0]), nearest_face(&rooms[1], s[1])};
        int worse = f[1].depth < f[0].depth;
        p = relax(&rooms[worse], &f[worse], p, depth);
    }
    return false;
}

/* ---- What was known before ------------------------------------------------------------------------------ */

/* How far a piece reaches along n, from its origin. */
static double reach_along(const fk_axes_side *of, fk_vec3 n)
{
    const fk_vec3 *e = of->cell->edge;
    double x = fk_larger(fk_vec3_dot(n, e[0]), 0.0), y = fk_larger(fk_vec3_dot(n, e[1]), 0.0),
           z = fk_larger(fk_vec3_dot(n, e[2]), 0.0);
    return of->kind == FK_KIND_BOX ? x + y + z : fk_larger(fk_larger(x, y), z);
}

bool fk_axes_confirm_plain(const fk_axes_side *a, const fk_axes_side *b, const fk_pair_cache *cache)
{
    fk_vec3 way = fk_vec3_sub(b->cell->origin, a->cell->origin), n = cache->direction;
    double reach = fk_axes_reach(way, fk_axes_edges(a->cell->edge), fk_axes_edges(b->cell->edge)), s[3];
    if (cache->verdict == FK_APART) {
        double gap = fk_vec3_dot(n, way) - (reach_along(a, n) + reach_along(b, fk_vec3_negate(n)));
        return fk_axes_gap_counts(gap, n, reach);
    }
    if (!(reach <= FK_AXES_LARGEST) || !fk_axes_are_inside(a->kind, cache->inside) ||
        b->kind == FK_KIND_TRIANGLE)
        return false;
    room other;
    room_init(&other, b, way);
    measure(&other, fk_axes_point_at(a->cell, cache->inside), s);
    return other.volume > 0.0 && is_inside(&other, s, reach);
}
