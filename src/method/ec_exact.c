/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Effective constraints in exact integers, for pairs that touch or nearly do: every two rows are fixed as equalities in
 * turn, and the other rows leave an interval on their line.
 *
 * The solutions S of the rows (exact_constraints.c) are bounded, so if there are any, one lies on an edge or at a corner of
 * S, and so on the line of two independent planes. When no line has an interval, the pieces are apart. S has an inner
 * point, and the pieces overlap, when each bound of each row is strict somewhere in S: all are strict at the mean of these
 * points. It is enough to test the middle of the intervals on the lines, which contain all corners of S.
 *
 * The line of the planes c_i.y = h_i and c_j.y = h_j is y = (h_i u + h_j v) / E + s d with d = c_i x c_j, u = c_j x d,
 * v = d x c_i, E = d.d. With x = 2 s E a row is |g x - m| <= w: g = c.d, m = sum E - 2 h_i c.u - 2 h_j c.v, w = width E.
 *
 * Cost: 8 rows of two planes each, 112 lines, 6 rows on each; degree 25 in the input. */

#include "method/method.h"

/* Two planes, each the upper or lower bound of a row, and their line. */
typedef struct ec_line {
    uint32_t row[2];
    bool upper[2];
    fk_exact_vec3 d, u, v;
    fk_exact e, h[2]; /* h: twice the height of each plane */
} ec_line;

typedef struct ec_line_search {
    fk_exact_system rows;
    bool any; /* a solution was found */
    bool strict[FK_EXACT_INEQUALITIES]
               [2]; /* ... and one strictly above the lower bound [0], below the upper one [1] */
} ec_line_search;

static fk_exact_vec3 row_normal(const fk_exact_inequality *row)
{
    fk_exact_vec3 n = {row->c[0], row->c[1], row->c[2]};
    return n;
}

static fk_exact bound_height(fk_arena *arena, const fk_exact_inequality *row, bool upper)
{
    return upper ? fk_exact_add(arena, row->sum, row->width) : fk_exact_sub(arena, row->sum, row->width);
}

/* Computes the line of the two planes. False when they are parallel. */
static bool intersect_bounds(ec_line_search *s, ec_line *l)
{
    fk_arena *arena = &s->rows.arena;
    const fk_exact_inequality *i = &s->rows.row[l->row[0]], *j = &s->rows.row[l->row[1]];
    l->d = fk_exact_vec3_cross(arena, row_normal(i), row_normal(j));
    if (fk_exact_vec3_is_zero(l->d))
        return false;
    l->u = fk_exact_vec3_cross(arena, row_normal(j), l->d);
    l->v = fk_exact_vec3_cross(arena, l->d, row_normal(i));
    l->e = fk_exact_vec3_dot(arena, l->d, l->d);
    l->h[0] = bound_height(arena, i, l->upper[0]);
    l->h[1] = bound_height(arena, j, l->upper[1]);
    return true;
}

/* The interval that a row leaves on the line; *turned when its bounds have changed places. */
static fk_scaled_interval interval_on_line(ec_line_search *s, const ec_line *l, uint32_t k, bool *turned)
{
    fk_arena *arena = &s->rows.arena;
    const fk_exact_inequality *row = &s->rows.row[k];
    fk_exact_vec3 c = row_normal(row);
    fk_scaled_interval out;
    out.g = fk_exact_vec3_dot(arena, c, l->d);
    out.m = fk_exact_mul(arena, row->sum, l->e);
    out.m = fk_exact_sub(arena, out.m, fk_exact_mul(arena, l->h[0], fk_exact_vec3_dot(arena, c, l->u)));
    out.m = fk_exact_sub(arena, out.m, fk_exact_mul(arena, l->h[1], fk_exact_vec3_dot(arena, c, l->v)));
    out.w = fk_exact_mul(arena, row->width, l->e);
    *turned = out.g.sign < 0;
    return fk_scaled_interval_orient(out);
}

/* The sign of an end of the interval of row p minus an end of that of row q. */
static int compare_ends(ec_line_search *s, const ec_line *l, uint32_t p, bool p_upper, uint32_t q,
                        bool q_upper)
{
    uint32_t mark = s->rows.arena.used;
    bool turned;
    fk_scaled_interval x = interval_on_line(s, l, p, &turned), y = interval_on_line(s, l, q, &turned);
    int sign = fk_scaled_interval_compare(&s->rows.arena, &x, p_upper, &y, q_upper);
    s->rows.arena.used = mark;
    return sign;
}

/* Finds the rows that bound the solutions on a line below and above; false when there are no solutions. */
static bool find_interval(ec_line_search *s, const ec_line *l, uint32_t *lo, uint32_t *hi)
{
    bool found = false;
    for (uint32_t k = 0; k < s->rows.count; k++) {
        if (k == l->row[0] || k == l->row[1])
            continue;
        uint32_t mark = s->rows.arena.used;
        bool turned;
        fk_scaled_interval r = interval_on_line(s, l, k, &turned);
        int slope = r.g.sign, room = slope == 0 ? fk_scaled_interval_slack(&r) : 1;
        s->rows.arena.used = mark;
        if (room < 0)
            return false;
        if (slope == 0)
            continue;
        *lo = !found || compare_ends(s, l, k, false, *lo, false) > 0 ? k : *lo;
        *hi = !found || compare_ends(s, l, k, true, *hi, true) < 0 ? k : *hi;
        found = true;
        if (compare_ends(s, l, *lo, false, *hi, true) > 0)
            return false;
    }
    return found;
}

/* Notes which bounds of a row are strict in the middle of an interval: all except one that is an equality on the whole line,
 * or, where the interval is a point, at that point. */
static void note_strict_bounds(ec_line_search *s, const ec_line *l, uint32_t k, uint32_t lo, bool is_point)
{
    uint32_t mark = s->rows.arena.used;
    bool turned;
    fk_scaled_interval r = interval_on_line(s, l, k, &turned);
    bool at_upper = false, at_lower = false;
    if (r.g.sign == 0 && fk_scaled_interval_slack(&r) == 0) {
        /* |m| = w: c.y is at the upper bound for a negative m, at the lower one for a positive m. */
        at_upper = r.m.sign <= 0;
        at_lower = r.m.sign >= 0;
    } else if (r.g.sign > 0 && is_point) {
        at_upper = compare_ends(s, l, k, true, lo, false) == 0;
        at_lower = compare_ends(s, l, k, false, lo, false) == 0;
        if (turned) {
            bool swapped = at_upper;
            at_upper = at_lower;
            at_lower = swapped;
        }
    }
    s->rows.arena.used = mark;
    s->strict[k][1] = s->strict[k][1] || !at_upper;
    s->strict[k][0] = s->strict[k][0] || !at_lower;
}

static void search_line(ec_line_search *s, ec_line *l)
{
    uint32_t lo = 0, hi = 0;
    if (!intersect_bounds(s, l) || !find_interval(s, l, &lo, &hi))
        return;
    s->any = true;
    bool is_point = compare_ends(s, l, lo, false, hi, true) == 0;
    for (uint32_t k = 0; k < s->rows.count; k++)
        if (k != l->row[0] && k != l->row[1])
            note_strict_bounds(s, l, k, lo, is_point);
    for (int i = 0; i < 2; i++) /* the opposite bound of a fixed row */
        if (s->rows.row[l->row[i]].width.sign > 0)
            s->strict[l->row[i]][!l->upper[i]] = true;
}

static bool all_bounds_strict(const ec_line_search *s)
{
    bool all = !s->rows.is_flat;
    for (uint32_t k = 0; k < s->rows.count; k++)
        all = all && s->strict[k][0] && s->strict[k][1];
    return all;
}

FK_OWN_FRAME fk_verdict fk_ec_exact(const fk_piece *a, const fk_piece *b)
{
    ec_line_search s = {.any = false};
    if (!fk_exact_system_make(&s.rows, a, b))
        return FK_UNDECIDED;
    uint32_t mark = s.rows.arena.used;
    for (uint32_t i = 0; i < s.rows.count && !all_bounds_strict(&s); i++)
        for (uint32_t j = i + 1; j < s.rows.count; j++)
            for (unsigned sides = 0; sides < 4; sides++) {
                ec_line l = {.row = {i, j}, .upper = {sides & 1, sides >> 1}};
                search_line(&s, &l);
                s.rows.arena.used = mark;
            }
    if (s.rows.arena.full)
        return FK_UNDECIDED;
    return !s.any ? FK_APART : all_bounds_strict(&s) ? FK_OVERLAPPING : FK_TOUCHING;
}
