/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Fourier-Motzkin elimination in exact integers, for pairs that touch or nearly do, and that fm_fixed.c leaves open. The projection
 * alone decides, without error bounds and without a search.
 *
 * Kohler's rule: eliminating two of three variables takes combinations of three rows (exact_constraints.c), with factors that
 * are the 2x2 minors of their first two columns. Each gives |g y - m| <= w, an interval for the last variable, or for
 * g = 0 the condition |m| <= w. When no condition fails and the intervals meet, the closed system has a solution, and the
 * pieces meet. When every condition is strict and the intervals have a common inner point, the open system, all rows strict,
 * has one, and they overlap.
 *
 * Cost: 8 rows, 56 triples, degree 20 in the input. */

#include "method/method.h"

static fk_scaled_interval combine_rows(fk_exact_system *rows, const uint32_t index[3])
{
    fk_arena *arena = &rows->arena;
    fk_exact zero = fk_exact_from(arena, 0.0);
    fk_scaled_interval out = {zero, zero, zero};
    for (uint32_t i = 0; i < 3; i++) {
        const fk_exact_inequality *r = &rows->row[index[i]];
        const fk_exact_inequality *next = &rows->row[index[(i + 1) % 3]],
                                  *after = &rows->row[index[(i + 2) % 3]];
        fk_exact factor = fk_exact_determinant(arena, next->c[0], after->c[1], next->c[1], after->c[0]);
        /* Rows are stored as sum and width, twice the middle and twice the half; so g is doubled too. */
        fk_exact twice = fk_exact_add(arena, r->c[2], r->c[2]);
        out.g = fk_exact_add(arena, out.g, fk_exact_mul(arena, factor, twice));
        out.m = fk_exact_add(arena, out.m, fk_exact_mul(arena, factor, r->sum));
        factor.sign *= factor.sign;
        out.w = fk_exact_add(arena, out.w, fk_exact_mul(arena, factor, r->width));
    }
    return fk_scaled_interval_orient(out);
}

/* The combinations with the greatest lower end and the least upper end so far, if any. */
typedef struct tightest_bounds {
    uint32_t lo[3], hi[3];
    bool found;
    bool closed, open; /* all conditions hold; all hold strictly */
} tightest_bounds;

/* The sign of an end of an interval minus one of a combination. */
static int compare_with_rows(fk_exact_system *rows, const fk_scaled_interval *r, const uint32_t other[3],
                             bool upper, bool other_upper)
{
    uint32_t mark = rows->arena.used;
    fk_scaled_interval q = combine_rows(rows, other);
    int sign = fk_scaled_interval_compare(&rows->arena, r, upper, &q, other_upper);
    rows->arena.used = mark;
    return sign;
}

static void narrow_by_rows(fk_exact_system *rows, const uint32_t index[3], tightest_bounds *n)
{
    uint32_t mark = rows->arena.used;
    fk_scaled_interval r = combine_rows(rows, index);
    if (r.g.sign == 0) {
        int room = fk_scaled_interval_slack(&r);
        n->closed = n->closed && room >= 0;
        n->open = n->open && (room > 0 || r.w.sign == 0); /* factors of zero show nothing */
    } else {
        bool better_lo = !n->found || compare_with_rows(rows, &r, n->lo, false, false) > 0;
        bool better_hi = !n->found || compare_with_rows(rows, &r, n->hi, true, true) < 0;
        for (int i = 0; i < 3; i++) {
            n->lo[i] = better_lo ? index[i] : n->lo[i];
            n->hi[i] = better_hi ? index[i] : n->hi[i];
        }
        n->found = true;
    }
    rows->arena.used = mark;
}

FK_OWN_FRAME fk_verdict fk_fm_exact(const fk_piece *a, const fk_piece *b)
{
    fk_exact_system rows;
    if (!fk_exact_system_make(&rows, a, b))
        return FK_UNDECIDED;
    tightest_bounds n = {{0, 0, 0}, {0, 0, 0}, false, true, !rows.is_flat};
    for (uint32_t i = 0; i < rows.count; i++)
        for (uint32_t j = i + 1; j < rows.count; j++)
            for (uint32_t k = j + 1; k < rows.count; k++)
                narrow_by_rows(&rows, (const uint32_t[3]){i, j, k}, &n);
    /* The triple of the three variables always leaves an interval. */
    fk_scaled_interval lowest = combine_rows(&rows, n.lo);
    int excess = compare_with_rows(&rows, &lowest, n.hi, false, true);
    if (rows.arena.full)
        return FK_UNDECIDED;
    bool closed = n.closed && excess <= 0, open = n.open && excess < 0;
    return open ? FK_OVERLAPPING : closed ? FK_TOUCHING : FK_APART;
}
