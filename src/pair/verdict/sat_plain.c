/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The separating axes of two cells or triangles in plain C, with a list of those that the error bound leaves open; and a
 * search for a point inside both. sat.c derives the formulas and the bound.
 *
 * Weak inputs: parallel edges, whose products are zero up to rounding and so stay open. */

#include "pair/verdict/sat.h"

#include <string.h>

#include "base/cpu.h"

/* A projection interval on an axis. */
typedef struct sat_interval {
    double low, high;
} sat_interval;

/* The interval of a piece whose vertices project to zero, x and y, or for a box to their sums. */
FK_INLINE sat_interval project_two(fk_kind kind, double x, double y)
{
    sat_interval s;
    if (kind == FK_KIND_BOX) {
        s.low = fk_smaller(x, 0.0) + fk_smaller(y, 0.0);
        s.high = fk_larger(x, 0.0) + fk_larger(y, 0.0);
    } else {
        s.low = fk_smaller(fk_smaller(x, y), 0.0);
        s.high = fk_larger(fk_larger(x, y), 0.0);
    }
    return s;
}

FK_INLINE sat_interval project_three(fk_kind kind, double x, double y, double z)
{
    sat_interval s = project_two(kind, x, y);
    if (kind == FK_KIND_BOX) {
        s.low += fk_smaller(z, 0.0);
        s.high += fk_larger(z, 0.0);
    } else {
        s.low = fk_smaller(s.low, z);
        s.high = fk_larger(s.high, z);
    }
    return s;
}

/* ---- Results of the axes ------------------------------------------------------------------------------- */

/* The greatest separation over all axes, minus its error bound (positive: apart) and plus it (negative: overlapping); and
 * the list of open axes, or NULL. */
typedef struct sat_findings {
    double apart, nearly;
    fk_sat_axis_list *list;
} sat_findings;

/* Adds an axis to the list, unless the ends of the interval of b - a decide it. */
FK_INLINE void list_axis(fk_sat_axis_list *list, double low, double high, double bound, int first, int second)
{
    if (list == NULL)
        return;
    if (low < -bound && high > bound) {
        list->solid = true; /* the interval is longer than its error, and so longer than zero */
    } else {
        fk_sat_axis axis = {(uint8_t)first, (uint8_t)second};
        list->open[list->open_count++] = axis;
    }
}

/* Records an axis, from the intervals of both pieces and the shift between their first vertices. */
FK_INLINE void record_axis(sat_findings *found, double shift, sat_interval a, sat_interval b, double bound,
                           int first, int second)
{
    double low = (shift + b.low) - a.high, high = (shift + b.high) - a.low, apart = fk_larger(low, -high);
    found->apart = fk_larger(found->apart, apart - bound);
    found->nearly = fk_larger(found->nearly, apart + bound);
    list_axis(found->list, low, high, bound, first, second);
}

/* ---- Face axes ----------------------------------------------------------------------------------------- */

/* The numbers of the edges of each kind: a box has no far edges, a triangle one. */
#define MOST_EDGES 6
static const uint8_t tetra_edges[MOST_EDGES] = {0, 1, 2, 3, 4, 5}, triangle_edges[3] = {0, 1, 5};

/* A piece for the functions below: its kind, the edges of its cell and their norms, the norms and numbers of all its
 * edges. */
typedef struct sat_edges {
    fk_kind kind;
    const fk_vec3 *edge;
    double cell[3], norm[MOST_EDGES];
    const uint8_t *number;
    int count;
    int first; /* the number of its first edge */
} sat_edges;

FK_INLINE sat_edges make_sat_edges(fk_kind kind, const fk_vec3 *edge, int first)
{
    double x = fk_vec3_norm1(edge[0]), y = fk_vec3_norm1(edge[1]), z = fk_vec3_norm1(edge[2]);
    sat_edges s = {kind, edge, {x, y, z}, {x, y, z, y + z, z + x, x + y}, tetra_edges, 3, first};
    if (kind == FK_KIND_TRIANGLE) {
        s.number = triangle_edges;
        s.norm[2] = x + y;
    }
    if (kind == FK_KIND_TETRA)
        s.count = MOST_EDGES;
    return s;
}

FK_INLINE double edge_norm_sum(const sat_edges *s)
{
    return s->cell[0] + s->cell[1] + s->cell[2];
}

/* Extends values that are linear in an edge from the three edges of a cell to all edges of the kind. */
FK_INLINE void extend_to_edges(fk_kind kind, double x, double y, double z, double all[MOST_EDGES])
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

/* Tests the face axes of one piece; `shift` goes from its origin to that of the other. Fills along[k] with the products of
 * normal k and the edges of the other. */
FK_INLINE void test_faces(sat_findings *found, const sat_edges *own, const sat_edges *other, fk_vec3 shift,
                          double error, double along[3][MOST_EDGES])
{
    const fk_vec3 *e = own->edge, *f = other->edge;
    fk_vec3 normal[4] = {fk_vec3_cross(e[1], e[2]), fk_vec3_cross(e[2], e[0]), fk_vec3_cross(e[0], e[1])};
    normal[3] = fk_vec3_add(fk_vec3_add(normal[0], normal[1]), normal[2]);
    double norm[4] = {own->cell[1] * own->cell[2], own->cell[2] * own->cell[0], own->cell[0] * own->cell[1]};
    norm[3] = norm[0] + norm[1] + norm[2];
    double volume = fk_vec3_dot(normal[0], e[0]);
    sat_interval depth = {fk_smaller(volume, 0.0), fk_larger(volume, 0.0)};
    for (int k = 0; k < (own->kind == FK_KIND_TETRA ? 4 : 3); k++) {
        double x = fk_vec3_dot(normal[k], f[0]), y = fk_vec3_dot(normal[k], f[1]),
               z = fk_vec3_dot(normal[k], f[2]);
        if (k < 3)
            extend_to_edges(other->kind, x, y, z, along[k]);
        /* The third edge of a triangle is zero, so only face 2 counts. */
        if (k >= 2 || own->kind != FK_KIND_TRIANGLE)
            record_axis(found, fk_vec3_dot(normal[k], shift), depth, project_three(other->kind, x, y, z),
                        error * norm[k] + FK_SAT_TINY, own->first + fk_sat_face_edges[k][0],
                        own->first + fk_sat_face_edges[k][1]);
    }
}

/* ---- Products of edges --------------------------------------------------------------------------------- */

/* A number for each edge of one piece and each edge of the other. */
typedef double edge_table[MOST_EDGES][MOST_EDGES];

FK_INLINE void subtract_products(const double *x, const double *y, int count, double *difference)
{
    for (int j = 0; j < count; j++)
        difference[j] = x[j] - y[j];
}

/* det(e, f, t) of all edges of a and b. */
FK_INLINE void fill_determinants(const sat_edges *a, const sat_edges *b, fk_vec3 shift, edge_table det)
{
    const fk_vec3 *f = b->edge;
    for (int i = 0; i < 3; i++) {
        fk_vec3 turned = fk_vec3_cross(shift, a->edge[i]);
        extend_to_edges(b->kind, fk_vec3_dot(turned, f[0]), fk_vec3_dot(turned, f[1]),
                        fk_vec3_dot(turned, f[2]), det[i]);
    }
    if (a->kind == FK_KIND_TRIANGLE)
        subtract_products(det[1], det[0], b->count, det[2]);
    if (a->kind != FK_KIND_TETRA)
        return;
    subtract_products(det[2], det[1], b->count, det[3]);
    subtract_products(det[0], det[2], b->count, det[4]);
    subtract_products(det[1], det[0], b->count, det[5]);
}

/* The intervals of a piece, from its first vertex, on the products of its own edge k, near or far, with each edge of the
 * other: along[k] are the products of its normal k and those edges. */
FK_INLINE void project_own_edge(fk_kind kind, bool far, int k, int others, double along[3][MOST_EDGES],
                                double *low, double *high)
{
    const double *x = along[k], *y = along[(k + 1) % 3], *z = along[(k + 2) % 3];
    for (int j = 0; j < others; j++) {
        double p = far ? x[j] : 0 - z[j], q = far ? 0 - (y[j] + z[j]) : y[j];
        sat_interval s = project_two(kind, p, q);
        low[j] = s.low;
        high[j] = s.high;
    }
}

FK_INLINE void project_own_edges(const sat_edges *own, int others, double along[3][MOST_EDGES],
                                 edge_table low, edge_table high)
{
    bool triangle = own->kind == FK_KIND_TRIANGLE;
    project_own_edge(own->kind, false, 0, others, along, low[0], high[0]);
    project_own_edge(own->kind, false, 1, others, along, low[1], high[1]);
    project_own_edge(own->kind, triangle, 2, others, along, low[2], high[2]);
    if (own->kind != FK_KIND_TETRA)
        return;
    project_own_edge(own->kind, true, 0, others, along, low[3], high[3]);
    project_own_edge(own->kind, true, 1, others, along, low[4], high[4]);
    project_own_edge(own->kind, true, 2, others, along, low[5], high[5]);
}

/* Tests all products of an edge of a and an edge of b. The intervals of b are computed on f x e, so they are negated. */
FK_INLINE void test_edge_products(sat_findings *found, const sat_edges *a, const sat_edges *b, edge_table det,
                                  double error, double along_a[3][MOST_EDGES], double along_b[3][MOST_EDGES])
{
    edge_table low_a, high_a, low_b, high_b;
    double apart[MOST_EDGES], nearly[MOST_EDGES];
    project_own_edges(a, b->count, along_a, low_a, high_a);
    project_own_edges(b, a->count, along_b, low_b, high_b);
    for (int j = 0; j < b->count; j++)
        apart[j] = nearly[j] = -INFINITY;
    for (int i = 0; i < a->count; i++) {
        double low[MOST_EDGES], high[MOST_EDGES], bound[MOST_EDGES];
        for (int j = 0; j < b->count; j++) {
            low[j] = (det[i][j] - high_b[j][i]) - high_a[i][j];
            high[j] = (det[i][j] - low_b[j][i]) - low_a[i][j];
            bound[j] = error * a->norm[i] * b->norm[j] + FK_SAT_TINY;
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

/* ---- All axes ------------------------------------------------------------------------------------------ */

FK_INLINE fk_verdict test_all_axes(fk_kind kind_a, fk_kind kind_b, const fk_cell *p, const fk_cell *q,
                                   fk_sat_axis_list *list)
{
    sat_edges a = make_sat_edges(kind_a, p->edge, 0), b = make_sat_edges(kind_b, q->edge, 6);
    fk_vec3 shift = fk_vec3_sub(q->origin, p->origin);
    double size = fk_sat_size(shift, edge_norm_sum(&a), edge_norm_sum(&b)), error = FK_SAT_ERROR * size;
    double along_a[3][MOST_EDGES], along_b[3][MOST_EDGES], det[MOST_EDGES][MOST_EDGES];
    sat_findings found = {-INFINITY, -INFINITY, list};
    if (!(size <= FK_SAT_LARGEST))
        return FK_UNDECIDED;
    test_faces(&found, &a, &b, shift, error, along_a);
    if (found.apart > 0.0)
        return FK_APART;
    test_faces(&found, &b, &a, fk_vec3_negate(shift), error, along_b);
    if (found.apart > 0.0)
        return FK_APART;
    fill_determinants(&a, &b, shift, det);
    test_edge_products(&found, &a, &b, det, error, along_a, along_b);
    return found.apart > 0.0 ? FK_APART : found.nearly < 0.0 ? FK_OVERLAPPING : FK_UNDECIDED;
}

fk_verdict fk_sat_list_open(fk_sat_axis_list *list, const fk_sat_piece *a, const fk_sat_piece *b)
{
    list->solid = false;
    list->open_count = 0;
    return test_all_axes(a->kind, b->kind, a->cell, b->cell, list);
}

/* ---- Two boxes ----------------------------------------------------------------------------------------- */

/* Records an axis, from twice the shift between the centres and the sum of the widths of both boxes. */
FK_INLINE void record_box_axis(sat_findings *found, double shift, double width, double bound)
{
    double apart = fabs(shift) - width;
    found->apart = fk_larger(found->apart, apart - bound);
    found->nearly = fk_larger(found->nearly, apart + bound);
}

/* Tests the face axes of one box. Fills projection[k][j], |normal k . edge j of the other|. */
FK_INLINE void test_box_faces(sat_findings *found, const sat_edges *own, const sat_edges *other, fk_vec3 c,
                              double error, double projection[3][3])
{
    const fk_vec3 *e = own->edge;
    fk_vec3 normal[3] = {fk_vec3_cross(e[1], e[2]), fk_vec3_cross(e[2], e[0]), fk_vec3_cross(e[0], e[1])};
    double volume = fabs(fk_vec3_dot(normal[0], e[0]));
    for (int k = 0; k < 3; k++) {
        for (int j = 0; j < 3; j++)
            projection[k][j] = fabs(fk_vec3_dot(normal[k], other->edge[j]));
        record_box_axis(found, fk_vec3_dot(normal[k], c),
                        volume + (projection[k][0] + projection[k][1] + projection[k][2]),
                        error * own->norm[(k + 1) % 3] * own->norm[(k + 2) % 3] + FK_SAT_TINY);
    }
}

FK_INLINE void test_box_products(sat_findings *found, const sat_edges *a, const sat_edges *b, fk_vec3 c,
                                 double error, double projection_a[3][3], double projection_b[3][3])
{
    for (int j = 0; j < 3; j++) {
        fk_vec3 turned = fk_vec3_cross(b->edge[j], c);
        int j1 = (j + 1) % 3, j2 = (j + 2) % 3;
        for (int i = 0; i < 3; i++) {
            int i1 = (i + 1) % 3, i2 = (i + 2) % 3;
            record_box_axis(found, fk_vec3_dot(a->edge[i], turned),
                            (projection_a[i1][j] + projection_a[i2][j]) +
                                (projection_b[j1][i] + projection_b[j2][i]),
                            error * a->norm[i] * b->norm[j] + FK_SAT_TINY);
        }
    }
}

/* Measured from the centres; c is twice the shift between them. */
static fk_verdict test_boxes(const fk_cell *p, const fk_cell *q)
{
    const fk_vec3 *e = p->edge, *f = q->edge;
    sat_edges a = make_sat_edges(FK_KIND_BOX, e, 0), b = make_sat_edges(FK_KIND_BOX, f, 6);
    fk_vec3 shift = fk_vec3_sub(q->origin, p->origin);
    fk_vec3 sum_e = fk_vec3_add(fk_vec3_add(e[0], e[1]), e[2]);
    fk_vec3 sum_f = fk_vec3_add(fk_vec3_add(f[0], f[1]), f[2]);
    fk_vec3 c = fk_vec3_add(fk_vec3_add(shift, shift), fk_vec3_sub(sum_f, sum_e));
    double size = fk_sat_size(shift, edge_norm_sum(&a), edge_norm_sum(&b)), error = FK_SAT_ERROR_BOXES * size;
    double projection_a[3][3], projection_b[3][3];
    sat_findings found = {-INFINITY, -INFINITY, NULL};
    if (!(size <= FK_SAT_LARGEST))
        return FK_UNDECIDED;
    test_box_faces(&found, &a, &b, c, error, projection_a);
    if (found.apart > 0.0)
        return FK_APART;
    test_box_faces(&found, &b, &a, c, error, projection_b);
    if (found.apart > 0.0)
        return FK_APART;
    test_box_products(&found, &a, &b, c, error, projection_a, projection_b);
    return found.apart > 0.0 ? FK_APART : found.nearly < 0.0 ? FK_OVERLAPPING : FK_UNDECIDED;
}

/* ---- By kind ------------------------------------------------------------------------------------------- */

/* One call for each pair of kinds, so that the compiler knows them. */
fk_verdict fk_sat_plain(const fk_sat_piece *a, const fk_sat_piece *b, fk_sat_open *open)
{
    const fk_cell *p = a->cell, *q = b->cell;
    memset(open, 0, sizeof *open);
    switch (a->kind * FK_KIND_COUNT + b->kind) {
    case FK_KIND_TRIANGLE *FK_KIND_COUNT + FK_KIND_TRIANGLE:
        return test_all_axes(FK_KIND_TRIANGLE, FK_KIND_TRIANGLE, p, q, NULL);
    case FK_KIND_TRIANGLE *FK_KIND_COUNT + FK_KIND_TETRA:
        return test_all_axes(FK_KIND_TRIANGLE, FK_KIND_TETRA, p, q, NULL);
    case FK_KIND_TRIANGLE *FK_KIND_COUNT + FK_KIND_BOX:
        return test_all_axes(FK_KIND_TRIANGLE, FK_KIND_BOX, p, q, NULL);
    case FK_KIND_TETRA *FK_KIND_COUNT + FK_KIND_TETRA:
        return test_all_axes(FK_KIND_TETRA, FK_KIND_TETRA, p, q, NULL);
    case FK_KIND_TETRA *FK_KIND_COUNT + FK_KIND_BOX:
        return test_all_axes(FK_KIND_TETRA, FK_KIND_BOX, p, q, NULL);
    default:
        return test_boxes(p, q);
    }
}

/* ---- A point inside two cells -------------------------------------------------------------------------- */

/* Cells with parallel edges have axes that are zero up to rounding, which doubles cannot decide. A point that lies clearly
 * inside both proves that they overlap, and is found in a few steps unless the overlap is thin.
 *
 * Source: the relaxation method of Agmon and of Motzkin and Schoenberg (1954): each step moves the point across the face
 * that it violates most, to a depth behind it that shrinks a little from step to step.
 *
 * A point p of a cell has coordinates s: p = o + sum s_k e_k, with s_k = N_k.(p - o) / v, N_k the product of the other
 * edges and v the volume. It lies inside when all s_k are above 0, and below 1 (box) or their sum is below 1 (tetra).
 *
 * Error bound. With m the largest norm of an edge, u = 2^-52 and x = p - o, where p is measured from the origin of a: N_k
 * is off by 2 u m^2, and x, whose origin may be that of b, by 2 u (|p| + |t|). So N_k.x is off by at most 7 u m^2 (|p| +
 * |t|), v by 7 u m^3, and the sum of three such products by less than 32 u m^2 (|p| + |t| + m), or, with the bounds of
 * sat.c, 32 u P K. FK_SAT_INSIDE_ERROR is twice that; FK_SAT_TINY is for flushing, as there. */

/* A cell, its origin measured from that of a, and what coordinates in it need. */
typedef struct cell_frame {
    fk_kind kind;
    const fk_vec3 *edge;
    fk_vec3 origin;
    fk_vec3 normal[3];
    double volume, largest;
} cell_frame;

static void cell_frame_init(cell_frame *r, const fk_sat_piece *of, fk_vec3 origin)
{
    const fk_vec3 *e = of->cell->edge;
    r->kind = of->kind;
    r->edge = e;
    r->origin = origin;
    r->normal[0] = fk_vec3_cross(e[1], e[2]);
    r->normal[1] = fk_vec3_cross(e[2], e[0]);
    r->normal[2] = fk_vec3_cross(e[0], e[1]);
    r->volume = fk_vec3_dot(r->normal[0], e[0]);
    r->largest = fk_larger(fk_larger(fk_vec3_norm1(e[0]), fk_vec3_norm1(e[1])), fk_vec3_norm1(e[2]));
    if (r->volume < 0.0) {
        for (int k = 0; k < 3; k++)
            r->normal[k] = fk_vec3_negate(r->normal[k]);
        r->volume = -r->volume;
    }
}

/* The coordinates of a point, times the volume. */
static void cell_coordinates(const cell_frame *r, fk_vec3 p, double s[3])
{
    fk_vec3 x = fk_vec3_sub(p, r->origin);
    for (int k = 0; k < 3; k++)
        s[k] = fk_vec3_dot(r->normal[k], x);
}

/* Whether these coordinates lie inside by more than their error. */
static bool is_inside_cell(const cell_frame *r, const double s[3], double size)
{
    double error = FK_SAT_INSIDE_ERROR * r->largest * r->largest * (size + r->largest) + FK_SAT_TINY;
    double least = fk_smaller(fk_smaller(s[0], s[1]), s[2]);
    double most = r->kind == FK_KIND_BOX ? fk_larger(fk_larger(s[0], s[1]), s[2]) : s[0] + s[1] + s[2];
    return least > error && r->volume - most > error;
}

/* A face of a cell: the depth of a point below it, as a fraction of the cell, and the inward normal. */
typedef struct cell_face {
    double depth;
    fk_vec3 inward; /* times the volume */
} cell_face;

/* The face that the point with these coordinates lies least deep below. */
static cell_face find_cell_face(const cell_frame *r, const double s[3])
{
    cell_face best = {INFINITY, {0, 0, 0}};
    double inverse = 1.0 / r->volume, sum = 0.0;
    fk_vec3 all = fk_vec3_make(0, 0, 0);
    for (int k = 0; k < 3; k++) {
        double x = s[k] * inverse;
        if (x < best.depth)
            best = (cell_face){x, r->normal[k]};
        if (r->kind == FK_KIND_BOX && 1.0 - x < best.depth)
            best = (cell_face){1.0 - x, fk_vec3_negate(r->normal[k])};
        sum += x;
        all = fk_vec3_sub(all, r->normal[k]);
    }
    if (r->kind != FK_KIND_BOX && 1.0 - sum < best.depth)
        best = (cell_face){1.0 - sum, all};
    return best;
}

/* Moves a point across a face to the given depth. */
static fk_vec3 move_across_face(const cell_frame *r, const cell_face *f, fk_vec3 p, double depth)
{
    double step = (depth - f->depth) * r->volume / fk_vec3_dot(f->inward, f->inward);
    return fk_vec3_add(p, fk_vec3_scale(f->inward, step));
}

static fk_vec3 frame_centroid(const cell_frame *r)
{
    fk_vec3 sum = fk_vec3_add(fk_vec3_add(r->edge[0], r->edge[1]), r->edge[2]);
    return fk_vec3_add(r->origin, fk_vec3_scale(sum, r->kind == FK_KIND_BOX ? 0.5 : 0.25));
}

bool fk_sat_find_inside(const fk_sat_piece *a, const fk_sat_piece *b, int turns, fk_vec3 *inside)
{
    cell_frame frames[2];
    fk_vec3 shift = fk_vec3_sub(b->cell->origin, a->cell->origin);
    cell_frame_init(&frames[0], a, fk_vec3_make(0, 0, 0));
    cell_frame_init(&frames[1], b, shift);
    if (a->kind == FK_KIND_TRIANGLE || b->kind == FK_KIND_TRIANGLE || !(frames[0].volume > 0.0) ||
        !(frames[1].volume > 0.0))
        return false;
    fk_vec3 p = fk_vec3_scale(fk_vec3_add(frame_centroid(&frames[0]), frame_centroid(&frames[1])), 0.5);
    double depth = 0.25;
    for (int turn = 0; turn < turns; turn++, depth *= 0.7) {
        double s[2][3], size = fk_vec3_norm1(p) + fk_vec3_norm1(shift);
        cell_coordinates(&frames[0], p, s[0]);
        cell_coordinates(&frames[1], p, s[1]);
        if (is_inside_cell(&frames[0], s[0], size) && is_inside_cell(&frames[1], s[1], size)) {
            *inside = fk_vec3_scale(fk_vec3_make(s[0][0], s[0][1], s[0][2]), 1.0 / frames[0].volume);
            return true;
        }
        cell_face f[2] = {find_cell_face(&frames[0], s[0]), find_cell_face(&frames[1], s[1])};
        int worse = f[1].depth < f[0].depth;
        p = move_across_face(&frames[worse], &f[worse], p, depth);
    }
    return false;
}

/* ---- Cached proofs -------------------------------------------------------------------------------------- */

/* The support value of a piece along n, from its origin. */
static double sat_support_value(const fk_sat_piece *of, fk_vec3 n)
{
    const fk_vec3 *e = of->cell->edge;
    double x = fk_larger(fk_vec3_dot(n, e[0]), 0.0), y = fk_larger(fk_vec3_dot(n, e[1]), 0.0),
           z = fk_larger(fk_vec3_dot(n, e[2]), 0.0);
    return of->kind == FK_KIND_BOX ? x + y + z : fk_larger(fk_larger(x, y), z);
}

bool fk_sat_check_cache_plain(const fk_sat_piece *a, const fk_sat_piece *b, const fk_pair_cache *cache)
{
    fk_vec3 shift = fk_vec3_sub(b->cell->origin, a->cell->origin), n = cache->direction;
    double size = fk_sat_size(shift, fk_sat_edge_norms(a->cell->edge), fk_sat_edge_norms(b->cell->edge)),
           s[3];
    if (cache->verdict == FK_APART) {
        double gap =
            fk_vec3_dot(n, shift) - (sat_support_value(a, n) + sat_support_value(b, fk_vec3_negate(n)));
        return fk_sat_gap_is_proved(gap, n, size);
    }
    if (!(size <= FK_SAT_LARGEST) || !fk_sat_is_inside(a->kind, cache->inside) || b->kind == FK_KIND_TRIANGLE)
        return false;
    cell_frame other;
    cell_frame_init(&other, b, shift);
    cell_coordinates(&other, fk_sat_point_at(a->cell, cache->inside), s);
    return other.volume > 0.0 && is_inside_cell(&other, s, size);
}
