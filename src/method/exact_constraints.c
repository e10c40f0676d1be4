/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Two pieces as inequalities in exact integers.
 *
 * A piece is origin + sum of z[k] edge[k], with every z[k] in [0, 1] and, for tetrahedra and triangles, their sum too.
 * With the columns C, the edges of a and those of b negated, a common point is a z with C z = w, w = origin of b - origin
 * of a. Three columns of determinant D other than 0 are the pivots; by Cramer's rule their z are
 * D z_i = n_i.(w - sum of C_l z_l over the others l), where n_i is the product of the other two pivots. So all constraints
 * become rows in the up to three variables that are left; where there are fewer, the rest of the three appear in no row but
 * their own. C maps onto space, so the origin lies inside a - b exactly when the rows have a strict solution.
 *
 * Where the edges do not span space, coordinate axes are added as further columns whose z must be 0: a row of width 0,
 * which has no strict solution. */

#include "method/method.h"

#include "shape/vertices.h"

typedef struct exact_columns {
    fk_exact_system *rows;
    fk_arena *arena;
    uint32_t count_a, count; /* columns of a, and of both; the coordinate axes follow them */
    bool simplex_a, simplex_b;
    fk_exact_vec3 column[9], w;
    uint32_t pivot[3], left[3], left_count;
    fk_exact det; /* of the pivots, positive */
} exact_columns;

/* ---- Columns ------------------------------------------------------------------------------------------- */

/* The number of edges of a piece from its first vertex; false for hulls, which have other vertices too. */
static bool count_edges(const fk_piece *piece, uint32_t *count, bool *simplex)
{
    *simplex = piece->kind != FK_KIND_BOX;
    *count = *simplex ? fk_piece_vertex_count(piece) - 1 : 3;
    return piece->kind != FK_KIND_HULL && *count <= 3;
}

static fk_exact_vec3 exact_edge_vector(fk_arena *arena, const fk_piece *piece, uint32_t k)
{
    fk_vec3 term[FK_STEP_MAX];
    uint32_t end = piece->kind == FK_KIND_BOX ? 1u << k : k + 1;
    uint32_t count = fk_piece_step_terms(piece, 0, end, term);
    return fk_exact_vec3_sum(arena, term, count);
}

/* Adds the edges of a piece that are not zero; zero edges change nothing. */
static void add_columns(exact_columns *e, const fk_piece *piece, uint32_t edges, bool negate)
{
    for (uint32_t k = 0; k < edges; k++) {
        fk_exact_vec3 edge = exact_edge_vector(e->arena, piece, k);
        if (!fk_exact_vec3_is_zero(edge))
            e->column[e->count++] = negate ? fk_exact_vec3_negate(edge) : edge;
    }
}

static bool fill_exact_columns(exact_columns *e, const fk_piece *a, const fk_piece *b)
{
    uint32_t edges_a, edges_b;
    if (!count_edges(a, &edges_a, &e->simplex_a) || !count_edges(b, &edges_b, &e->simplex_b))
        return false;
    e->count = 0;
    add_columns(e, a, edges_a, false);
    e->count_a = e->count;
    add_columns(e, b, edges_b, true);
    for (uint32_t k = 0; k < 3; k++)
        e->column[e->count + k] = fk_exact_vec3_from(e->arena, fk_vec3_make(k == 0, k == 1, k == 2));
    e->w = fk_exact_vec3_sub(e->arena, fk_piece_vertex(e->arena, b, 0), fk_piece_vertex(e->arena, a, 0));
    return true;
}

static int determinant_sign(exact_columns *e, uint32_t i, uint32_t j, uint32_t k)
{
    uint32_t mark = e->arena->used;
    fk_exact_vec3 n = fk_exact_vec3_cross(e->arena, e->column[j], e->column[k]);
    int sign = fk_exact_vec3_dot(e->arena, e->column[i], n).sign;
    e->arena->used = mark;
    return sign;
}

/* The first three columns that span space, in an order that makes their determinant positive. Axes come last. */
static void find_exact_pivots(exact_columns *e)
{
    uint32_t all = e->count + 3;
    for (uint32_t i = 0; i < all; i++)
        for (uint32_t j = i + 1; j < all; j++)
            for (uint32_t k = j + 1; k < all; k++) {
                int sign = determinant_sign(e, i, j, k);
                if (sign == 0)
                    continue;
                e->pivot[0] = i;
                e->pivot[1] = sign > 0 ? j : k;
                e->pivot[2] = sign > 0 ? k : j;
                e->rows->is_flat = k >= e->count;
                return;
            }
}

/* Lists the columns that are not pivots; false when there are more than three. */
static bool list_free_columns(exact_columns *e)
{
    e->left_count = 0;
    for (uint32_t l = 0; l < e->count; l++) {
        if (l == e->pivot[0] || l == e->pivot[1] || l == e->pivot[2])
            continue;
        if (e->left_count == 3)
            return false;
        e->left[e->left_count++] = l;
    }
    return true;
}

/* ---- Rows ---------------------------------------------------------------------------------------------- */

static fk_exact exact_number(exact_columns *e, double x)
{
    return fk_exact_from(e->arena, x);
}

static fk_exact_inequality *add_inequality(exact_columns *e)
{
    fk_exact_inequality *r = &e->rows->row[e->rows->count++];
    r->c[0] = r->c[1] = r->c[2] = exact_number(e, 0.0);
    return r;
}

/* 0 <= D z_i <= D for pivot i, or <= 0 for an axis: D z_i = n.w - sum of n.C_l y_l. */
static void add_pivot_inequality(exact_columns *e, uint32_t i)
{
    fk_arena *arena = e->arena;
    fk_exact_inequality *r = add_inequality(e);
    fk_exact_vec3 n =
        fk_exact_vec3_cross(arena, e->column[e->pivot[(i + 1) % 3]], e->column[e->pivot[(i + 2) % 3]]);
    for (uint32_t l = 0; l < e->left_count; l++)
        r->c[l] = fk_exact_negate(fk_exact_vec3_dot(arena, n, e->column[e->left[l]]));
    fk_exact constant = fk_exact_vec3_dot(arena, n, e->w);
    e->det = fk_exact_vec3_dot(arena, n, e->column[e->pivot[i]]);
    r->width = e->pivot[i] < e->count ? e->det : exact_number(e, 0.0);
    r->sum = fk_exact_sub(arena, r->width, fk_exact_mul(arena, exact_number(e, 2.0), constant));
}

/* 0 <= y_l <= 1. */
static void add_variable_inequality(exact_columns *e, uint32_t l)
{
    fk_exact_inequality *r = add_inequality(e);
    r->c[l] = r->sum = r->width = exact_number(e, 1.0);
}

/* 0 <= D times the sum of z of the columns from first to last <= D: the sum of the rows of its pivots, and D for each
 * variable. */
static void add_simplex_inequality(exact_columns *e, uint32_t first, uint32_t last)
{
    fk_arena *arena = e->arena;
    fk_exact_inequality *r = add_inequality(e);
    r->width = r->sum = e->det;
    for (uint32_t i = 0; i < 3; i++) {
        if (e->pivot[i] < first || e->pivot[i] >= last)
            continue;
        const fk_exact_inequality *pivot = &e->rows->row[i];
        for (uint32_t l = 0; l < e->left_count; l++)
            r->c[l] = fk_exact_add(arena, r->c[l], pivot->c[l]);
        r->sum = fk_exact_add(arena, r->sum, fk_exact_sub(arena, pivot->sum, pivot->width));
    }
    for (uint32_t l = 0; l < e->left_count; l++)
        if (e->left[l] >= first && e->left[l] < last)
            r->c[l] = fk_exact_add(arena, r->c[l], r->width);
}

static void fill_inequalities(exact_columns *e)
{
    e->rows->count = 0;
    for (uint32_t i = 0; i < 3; i++)
        add_pivot_inequality(e, i);
    for (uint32_t l = 0; l < 3; l++)
        add_variable_inequality(e, l);
    if (e->simplex_a && e->count_a > 1)
        add_simplex_inequality(e, 0, e->count_a);
    if (e->simplex_b && e->count - e->count_a > 1)
        add_simplex_inequality(e, e->count_a, e->count);
}

bool fk_exact_system_make(fk_exact_system *rows, const fk_piece *a, const fk_piece *b)
{
    exact_columns e = {.rows = rows, .arena = &rows->arena};
    fk_arena_init(e.arena);
    if (!fill_exact_columns(&e, a, b))
        return false;
    find_exact_pivots(&e);
    if (!list_free_columns(&e))
        return false;
    fill_inequalities(&e);
    return true;
}

/* ---- Intervals of one variable ------------------------------------------------------------------------- */

fk_scaled_interval fk_scaled_interval_orient(fk_scaled_interval range)
{
    if (range.g.sign < 0) {
        range.g = fk_exact_negate(range.g);
        range.m = fk_exact_negate(range.m);
    }
    return range;
}

int fk_scaled_interval_slack(const fk_scaled_interval *range)
{
    fk_exact distance = range->m;
    distance.sign *= distance.sign;
    return fk_exact_compare(range->w, distance);
}

static fk_exact interval_end(fk_arena *arena, const fk_scaled_interval *r, bool upper)
{
    return upper ? fk_exact_add(arena, r->m, r->w) : fk_exact_sub(arena, r->m, r->w);
}

int fk_scaled_interval_compare(fk_arena *arena, const fk_scaled_interval *p, bool p_upper,
                               const fk_scaled_interval *q, bool q_upper)
{
    uint32_t mark = arena->used;
    fk_exact left = fk_exact_mul(arena, interval_end(arena, p, p_upper), q->g);
    int sign = fk_exact_compare(left, fk_exact_mul(arena, interval_end(arena, q, q_upper), p->g));
    arena->used = mark;
    return sign;
}
