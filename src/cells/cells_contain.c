/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Exact containment of cells, and boxes around cells.
 *
 * Let e be the edges of the outer cell and n0 = e1 x e2, n1 = e2 x e0, n2 = e0 x e1. A box lies between two
 * planes for each of these normals, a tetrahedron for these and their sum. The outer cell contains the inner
 * one if the projection interval of the inner cell on each of these normals lies within that of the outer
 * one. The projection interval of a cell is that of its corners: the projection of its origin plus those of
 * its edges, in the combination that makes it least or greatest. So a row, the test of one normal, takes four
 * dot products.
 *
 * The first attempt is in doubles. The signs of all rows are reversed if the volume d = n0.e0 is negative, so
 * that the outer interval is from 0 to d. With u = 2^-52, in every rounding mode: a component of n has two
 * products and a difference, so its error is at most 2u m with m the sum of the sizes of both products, up to
 * terms of u^2; and 4u m where three of them are added. The difference of the origins has one rounding, edges
 * none. A dot product adds 3u, the sum of four of them 3u. In all the error is at most (4 + 1 + 3 + 3) u S,
 * where S is m times the sum of the sizes of those four vectors, component by component; d has 5u of its own
 * S. The bound is 32u = 2^-47 of both, which covers terms of u^2 and its own rounding. Numbers are below
 * 2^200, so nothing overflows, and what is flushed to zero on the way is less than 2^-600 in all. If this
 * does not decide, integers do; for an axis-aligned outer box, whose faces cells in trees often touch, each
 * axis alone decides.
 *
 * A flat cell has other rows, in integers alone. In a plane with the normal n: n, and n x d for every
 * direction d of a possible edge of its outline, that is its edges and, for a tetrahedron, also their
 * differences. On a line along d: d, and d x each axis. A point: the axes. Rows that belong to no edge of the
 * outline hold for every contained cell, and so do no harm. */

#include "cells/cells.h"

#include <math.h>

#include "exact/ball.h"
#include "exact/exact.h"
#include "base/vec3.h"

#define ROUND   0x1p-47
#define TINY    0x1p-600
#define LARGEST 200 /* binary exponent */

/* ---- In doubles ---------------------------------------------------------------------------------------- */

/* A vector, and the magnitudes that scale its error. */
typedef struct sized_vector {
    fk_vec3 v, size;
} sized_vector;

static sized_vector sized_cross(fk_vec3 a, fk_vec3 b)
{
    double x0 = a.y * b.z, x1 = a.z * b.y, y0 = a.z * b.x, y1 = a.x * b.z, z0 = a.x * b.y, z1 = a.y * b.x;
    sized_vector n = {{x0 - x1, y0 - y1, z0 - z1},
                      {fabs(x0) + fabs(x1), fabs(y0) + fabs(y1), fabs(z0) + fabs(z1)}};
    return n;
}

static fk_vec3 absolute_vector(fk_vec3 v)
{
    return fk_vec3_make(fabs(v.x), fabs(v.y), fabs(v.z));
}

static fk_interval project_cell(const sized_vector *n, fk_vec3 base, const fk_cells_volume *inner,
                                double *error)
{
    double from = fk_vec3_dot(n->v, base), less = 0, more = 0;
    fk_vec3 size = absolute_vector(base);
    for (int k = 0; k < 3; k++) {
        double step = fk_vec3_dot(n->v, inner->cell.edge[k]);
        bool sum = inner->kind == FK_KIND_BOX;
        size = fk_vec3_add(size, absolute_vector(inner->cell.edge[k]));
        if (step < 0)
            less = sum ? less + step : fk_smaller(less, step);
        else
            more = sum ? more + step : fk_larger(more, step);
    }
    *error = ROUND * fk_vec3_dot(n->size, size) + TINY;
    fk_interval range = {from + less, from + more};
    return range;
}

static bool is_cell_moderate(const fk_cell *cell)
{
    bool moderate = fk_vec3_exponent(cell->origin) < LARGEST;
    for (int k = 0; k < 3; k++)
        moderate = moderate && fk_vec3_exponent(cell->edge[k]) < LARGEST;
    return moderate;
}

static void negate_row(sized_vector *n)
{
    n->v = fk_vec3_negate(n->v);
}

/* Compares a projection interval, known up to `error`, with the allowed one, whose upper end is known up to
 * `margin`: 1 inside, 0 not inside, FK_UNSURE. */
static int compare_with_slab(fk_interval range, double error, fk_interval allowed, double margin)
{
    if (range.lo - error >= allowed.lo && range.hi + error <= allowed.hi - margin)
        return 1;
    return range.lo + error < allowed.lo || range.hi - error > allowed.hi + margin ? 0 : FK_UNSURE;
}

/* Returns 1, 0, or FK_UNSURE. */
static int contains_by_doubles(const fk_cells_volume *outer, const fk_cells_volume *inner)
{
    if (!is_cell_moderate(&outer->cell) || !is_cell_moderate(&inner->cell))
        return FK_UNSURE;
    const fk_vec3 *e = outer->cell.edge;
    fk_vec3 base = fk_vec3_sub(inner->cell.origin, outer->cell.origin);
    sized_vector n[3] = {sized_cross(e[1], e[2]), sized_cross(e[2], e[0]), sized_cross(e[0], e[1])};
    double error, volume = fk_vec3_dot(n[0].v, e[0]);
    double margin = ROUND * fk_vec3_dot(n[0].size, absolute_vector(e[0])) + TINY;
    if (volume < 0) {
        volume = -volume;
        for (int k = 0; k < 3; k++)
            negate_row(&n[k]);
    }
    if (!(volume > margin))
        return FK_UNSURE;
    bool is_box = outer->kind == FK_KIND_BOX, unsure = false;
    fk_interval allowed = {0, is_box ? volume : INFINITY};
    for (int k = 0; k < 3; k++) {
        fk_interval range = project_cell(&n[k], base, inner, &error);
        int contained = compare_with_slab(range, error, allowed, margin);
        if (contained == 0)
            return 0;
        unsure = unsure || contained == FK_UNSURE;
    }
    if (!is_box) {
        sized_vector sum = {fk_vec3_add(fk_vec3_add(n[0].v, n[1].v), n[2].v),
                            fk_vec3_add(fk_vec3_add(n[0].size, n[1].size), n[2].size)};
        fk_interval range = project_cell(&sum, base, inner, &error), below = {-INFINITY, volume};
        int contained = compare_with_slab(range, error, below, margin);
        if (contained == 0)
            return 0;
        unsure = unsure || contained == FK_UNSURE;
    }
    return unsure ? FK_UNSURE : 1;
}

/* ---- Along the axes ------------------------------------------------------------------------------------ */

static double exact_ceiling(fk_exact x)
{
    return -fk_exact_floor(fk_exact_negate(x));
}

/* Returns the exact sum of up to four doubles, on top of the arena. */
static fk_exact sum_terms(fk_arena *arena, const double *term, int count)
{
    fk_exact sum = fk_exact_from(arena, term[0]);
    for (int i = 1; i < count; i++)
        if (fk_sign_of(term[i]) != 0)
            sum = fk_exact_add(arena, sum, fk_exact_from(arena, term[i]));
    return sum;
}

/* Compares a < b by bits, since the processor may read denormals as zero. */
static bool is_less_by_bits(double a, double b)
{
    int sign_a = fk_sign_of(a), sign_b = fk_sign_of(b);
    if (sign_a != sign_b || sign_a == 0)
        return sign_a < sign_b;
    return sign_a > 0 ? fk_bits_of(a) < fk_bits_of(b) : fk_bits_of(a) > fk_bits_of(b);
}

/* Collects the terms of the lowest corner along an axis or, with sign 1, of the highest. Returns their
 * number. */
static int extreme_terms(const fk_cells_volume *volume, int axis, int sign, double term[4])
{
    int count = 1;
    term[0] = fk_vec3_get(volume->cell.origin, axis);
    for (int k = 0; k < 3; k++) {
        double step = fk_vec3_get(volume->cell.edge[k], axis);
        if (fk_sign_of(step) != sign)
            continue;
        if (volume->kind == FK_KIND_BOX || count == 1)
            term[count++] = step;
        else if (sign > 0 ? is_less_by_bits(term[1], step) : is_less_by_bits(step, term[1]))
            term[1] = step;
    }
    return count;
}

bool fk_cells_is_aligned(const fk_cells_volume *volume)
{
    const fk_vec3 *e = volume->cell.edge;
    return volume->kind == FK_KIND_BOX && fk_sign_of(e[0].y) == 0 && fk_sign_of(e[0].z) == 0 &&
           fk_sign_of(e[1].x) == 0 && fk_sign_of(e[1].z) == 0 && fk_sign_of(e[2].x) == 0 &&
           fk_sign_of(e[2].y) == 0;
}

/* Returns the sign of the sum of up to six doubles: in doubles if the sum exceeds its error of 5u, else in
 * integers. */
FK_OWN_FRAME static int sign_of_terms(const double *term, int count)
{
    double sum = 0, size = 0;
    for (int i = 0; i < count; i++) {
        sum += term[i];
        size += fabs(term[i]);
    }
    if (fabs(sum) > ROUND * size + TINY && size < 0x1p1020)
        return sum < 0 ? -1 : 1;
    fk_arena arena;
    fk_arena_init(&arena);
    return sum_terms(&arena, term, count).sign;
}

/* Tests one end along an axis: with sign 1, whether the highest corner of the inner cell is not above that of
 * the outer one. */
static bool contains_end(const fk_cells_volume *outer, const fk_cells_volume *inner, int axis, int sign)
{
    double term[6], edge = fk_vec3_get(outer->cell.edge[axis], axis);
    int count = extreme_terms(inner, axis, sign, term);
    term[count++] = -fk_vec3_get(outer->cell.origin, axis);
    if (fk_sign_of(edge) == sign)
        term[count++] = -edge;
    return sign_of_terms(term, count) != sign;
}

static bool aligned_contains(const fk_cells_volume *outer, const fk_cells_volume *inner)
{
    bool contains = true;
    for (int axis = 0; contains && axis < 3; axis++)
        contains = contains_end(outer, inner, axis, -1) && contains_end(outer, inner, axis, 1);
    return contains;
}

/* ---- In integers --------------------------------------------------------------------------------------- */

/* The edges of the outer cell, and the normals of the planes that bound it. */
typedef struct containment_rows {
    fk_exact_vec3 edge[3];
    uint32_t count;
    fk_exact_vec3 row[7];
} containment_rows;

static void add_containment_row(containment_rows *r, fk_exact_vec3 n)
{
    r->row[r->count++] = n;
}

/* Adds the rows of a cell in a plane. */
static void add_flat_rows(fk_arena *arena, fk_kind kind, fk_exact_vec3 normal, containment_rows *r)
{
    const fk_exact_vec3 *e = r->edge;
    add_containment_row(r, normal);
    for (int k = 0; k < 3; k++) {
        add_containment_row(r, fk_exact_vec3_cross(arena, normal, e[k]));
        if (kind == FK_KIND_TETRA)
            add_containment_row(
                r, fk_exact_vec3_cross(arena, normal, fk_exact_vec3_sub(arena, e[(k + 1) % 3], e[k])));
    }
}

/* Adds the rows of a cell on a line; with `along` NULL, of a point. */
static void add_line_rows(fk_arena *arena, const fk_exact_vec3 *along, containment_rows *r)
{
    for (int axis = 0; axis < 3; axis++) {
        fk_exact_vec3 unit = fk_exact_vec3_from(arena, fk_vec3_axis(axis, 1));
        add_containment_row(r, along == NULL ? unit : fk_exact_vec3_cross(arena, *along, unit));
    }
    if (along != NULL)
        add_containment_row(r, *along);
}

static void build_containment_rows(fk_arena *arena, const fk_cells_volume *outer, containment_rows *r)
{
    const fk_exact_vec3 *e = r->edge, *normal = NULL, *along = NULL;
    fk_exact_vec3 n[3];
    r->count = 0;
    for (int k = 0; k < 3; k++)
        r->edge[k] = fk_exact_vec3_from(arena, outer->cell.edge[k]);
    for (int k = 0; k < 3; k++) {
        n[k] = fk_exact_vec3_cross(arena, e[(k + 1) % 3], e[(k + 2) % 3]);
        normal = fk_exact_vec3_is_zero(n[k]) ? normal : &n[k];
        along = fk_exact_vec3_is_zero(e[k]) ? along : &e[k];
    }
    if (fk_exact_vec3_dot(arena, n[0], e[0]).sign != 0) {
        for (int k = 0; k < 3; k++)
            add_containment_row(r, n[k]);
        if (outer->kind == FK_KIND_TETRA)
            add_containment_row(r, fk_exact_vec3_add(arena, fk_exact_vec3_add(arena, n[0], n[1]), n[2]));
    } else if (normal != NULL) {
        add_flat_rows(arena, outer->kind, *normal, r);
    } else {
        add_line_rows(arena, along, r);
    }
}

typedef struct exact_interval {
    fk_exact lo, hi;
} exact_interval;

/* Returns the projection interval of a cell, relative to its origin. */
static exact_interval project_cell_exactly(fk_arena *arena, const fk_exact_vec3 *n, fk_kind kind,
                                           const fk_exact_vec3 edge[3])
{
    fk_exact zero = fk_exact_from(arena, 0.0);
    exact_interval range = {zero, zero};
    for (int k = 0; k < 3; k++) {
        fk_exact step = fk_exact_vec3_dot(arena, *n, edge[k]);
        fk_exact *end = step.sign < 0 ? &range.lo : &range.hi;
        if (kind == FK_KIND_BOX)
            *end = fk_exact_add(arena, *end, step);
        else if (fk_exact_compare(step, *end) == step.sign)
            *end = step;
    }
    return range;
}

/* Returns whether a cell with its origin at `base`, relative to the outer origin, is contained; with `inner`
 * NULL, a point. */
static bool rows_contain(fk_arena *arena, const containment_rows *r, fk_kind kind, const fk_exact_vec3 *base,
                         const fk_cells_volume *inner)
{
    bool contains = true;
    for (uint32_t k = 0; contains && k < r->count; k++) {
        uint32_t mark = arena->used;
        exact_interval outer = project_cell_exactly(arena, &r->row[k], kind, r->edge), range = {{0}, {0}};
        fk_exact from = fk_exact_vec3_dot(arena, r->row[k], *base);
        if (inner != NULL) {
            fk_exact_vec3 e[3];
            for (int i = 0; i < 3; i++)
                e[i] = fk_exact_vec3_from(arena, inner->cell.edge[i]);
            range = project_cell_exactly(arena, &r->row[k], inner->kind, e);
        }
        contains = fk_exact_compare(fk_exact_add(arena, from, range.lo), outer.lo) >= 0 &&
                   fk_exact_compare(fk_exact_add(arena, from, range.hi), outer.hi) <= 0;
        arena->used = mark;
    }
    return contains && !arena->full;
}

FK_OWN_FRAME static bool contains_by_integers(const fk_cells_volume *outer, const fk_cells_volume *inner)
{
    fk_arena arena;
    fk_arena_init(&arena);
    containment_rows r;
    build_containment_rows(&arena, outer, &r);
    fk_vec3 difference[2] = {inner->cell.origin, fk_vec3_negate(outer->cell.origin)};
    fk_exact_vec3 base = fk_exact_vec3_sum(&arena, difference, 2);
    return rows_contain(&arena, &r, outer->kind, &base, inner);
}

bool fk_cells_contain(const fk_cells_volume *outer, const fk_cells_volume *inner)
{
    int contained = contains_by_doubles(outer, inner);
    if (contained == FK_UNSURE && fk_cells_is_aligned(outer))
        return aligned_contains(outer, inner);
    return contained == FK_UNSURE ? contains_by_integers(outer, inner) : contained != 0;
}

FK_OWN_FRAME uint32_t fk_cells_first_outside(const fk_cells_volume *outer, const fk_cells_volume *inner)
{
    fk_arena arena;
    fk_arena_init(&arena);
    containment_rows r;
    build_containment_rows(&arena, outer, &r);
    bool is_box = inner->kind == FK_KIND_BOX;
    for (uint32_t corner = 0; corner < (is_box ? 8 : 4); corner++) {
        uint32_t mark = arena.used, edges = is_box ? corner : UINT32_C(1) << corner >> 1, count = 2;
        fk_vec3 term[5] = {inner->cell.origin, fk_vec3_negate(outer->cell.origin)};
        for (int k = 0; k < 3; k++)
            if (edges >> k & 1)
                term[count++] = inner->cell.edge[k];
        fk_exact_vec3 base = fk_exact_vec3_sum(&arena, term, count);
        if (!rows_contain(&arena, &r, outer->kind, &base, NULL))
            return corner;
        arena.used = mark;
    }
    return FK_NONE;
}

/* ---- Boxes around cells -------------------------------------------------------------------------------- */

FK_OWN_FRAME fk_aabb fk_cells_bounds(const fk_cells_volume *volume)
{
    fk_arena arena;
    fk_aabb box;
    for (int axis = 0; axis < 3; axis++) {
        double term[4];
        fk_arena_init(&arena);
        int count = extreme_terms(volume, axis, -1, term);
        *fk_vec3_at(&box.min, axis) = count == 1 ? term[0] : fk_exact_floor(sum_terms(&arena, term, count));
        count = extreme_terms(volume, axis, 1, term);
        *fk_vec3_at(&box.max, axis) = count == 1 ? term[0] : exact_ceiling(sum_terms(&arena, term, count));
    }
    return box;
}

fk_aabb fk_cells_join_boxes(const fk_aabb *a, const fk_aabb *b)
{
    fk_aabb box = *a;
    for (int axis = 0; axis < 3; axis++) {
        double low = fk_vec3_get(b->min, axis), high = fk_vec3_get(b->max, axis);
        if (is_less_by_bits(low, fk_vec3_get(box.min, axis)))
            *fk_vec3_at(&box.min, axis) = low;
        if (is_less_by_bits(fk_vec3_get(box.max, axis), high))
            *fk_vec3_at(&box.max, axis) = high;
    }
    return box;
}

FK_OWN_FRAME fk_cells_volume fk_cells_from_box(const fk_aabb *box)
{
    fk_arena arena;
    fk_cells_volume volume = {.kind = FK_KIND_BOX, .cell = {.origin = box->min}};
    for (int axis = 0; axis < 3; axis++) {
        double term[2] = {fk_vec3_get(box->max, axis), -fk_vec3_get(box->min, axis)};
        fk_arena_init(&arena);
        *fk_vec3_at(&volume.cell.edge[axis], axis) = exact_ceiling(sum_terms(&arena, term, 2));
    }
    return volume;
}
