/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Fourier-Motzkin elimination in exact integers, for pairs that touch or nearly do: what the projection says is then
 * the truth, with no bound and no search.
 *
 * Kohler's rule: eliminating two of three variables takes combinations of three rows (exact_constraints.c), with factors that
 * are the 2x2 minors of their first two columns. Each gives |g y - m| <= w, an interval for the last variable, or for
 * g = 0 the condition |m| <= w. The closed system has a solution when no condition fails and the intervals meet: the pieces
 * meet. The open one, all rows strict, when every condition is strict and the intervals have a common inner point: they
 * overlap.
 *
 * Bounds: 8 rows, 56 triples, degree 20 in the input. */

#include "method/method.h"

static fk_exact_range combine(fk_exact_rows *rows, const uint32_t index[3])
{
    fk_arena *arena = &rows->arena;
    fk_exact zero = fk_exact_from(arena, 0.0);
    fk_exact_range out = {zero, zero, zero};
    for (uint32_t i = 0; i < 3; i++) {
        const fk_exact_row *r = &rows->row[index[i]];
        const fk_exact_row *next = &rows->row[index[(i + 1) % 3]], *after = &rows->row[index[(i + 2) % 3]];
        fk_exact factor = fk_exact_determinant(arena, next->c[0], after->c[1], next->c[1], after->c[0]);
        /* Rows are kept as sums and widths, twice the middle and twice the half: so is g. */
        fk_exact twice = fk_exact_add(arena, r->c[2], r->c[2]);
        out.g = fk_exact_add(arena, out.g, fk_exact_mul(arena, factor, twice));
        out.m = fk_exact_add(arena, out.m, fk_exact_mul(arena, factor, r->sum));
        factor.sign *= factor.sign;
        out.w = fk_exact_add(arena, out.w, fk_exact_mul(arena, factor, r->width));
    }
    return fk_exact_range_turn(out);
}

/* The combinations with the greatest lower end and the least upper end so far, and whether there are any. */
typedef struct narrowest {
    uint32_t lo[3], hi[3];
    bool found;
    bool closed, open; /* no condition has failed, closed or strict */
} narrowest;

/* The sign of an end of a range minus one of a combination. */
static int compare_with(fk_exact_rows *rows, const fk_exact_range *r, const uint32_t other[3], bool upper,
                        bool other_upper)
{
    uint32_t mark = rows->arena.used;
    fk_exact_range q = combine(rows, other);
    int sign = fk_exact_range_compare(&rows->arena, r, upper, &q, other_upper);
    rows->arena.used = mark;
    return sign;
}

static void take(fk_exact_rows *rows, const uint32_t index[3], narrowest *n)
{
    uint32_t mark = rows->arena.used;
    fk_exact_range r = combine(rows, index);
    if (r.g.sign == 0) {
        int room = fk_exact_range_room(&r);
        n->closed = n->closed && room >= 0;
        n->open = n->open && (room > 0 || r.w.sign == 0); /* factors of zero say nothing */
    } else {
        bool better_lo = !n->found || compare_with(rows, &r, n->lo, false, false) > 0;
        bool better_hi = !n->found || compare_with(rows, &r, n->hi, true, true) < 0;
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
    fk_exact_rows rows;
    if (!fk_exact_rows_make(&rows, a, b))
        return FK_UNDECIDED;
    narrowest n = {{0, 0, 0}, {0, 0, 0}, false, true, !rows.is_flat};
    for (uint32_t i = 0; i < rows.count; i++)
        for (uint32_t j = i + 1; j < rows.count; j++)
            for (uint32_t k = j + 1; k < rows.count; k++)
                take(&rows, (const uint32_t[3]){i, j, k}, &n);
    /* The rows of the three variables are always one that leaves an interval. */
    fk_exact_range lowest = combine(&rows, n.lo);
    int excess = compare_with(&rows, &lowest, n.hi, false, true);
    if (rows.arena.full)
        return FK_UNDECIDED;
    bool closed = n.closed && excess <= 0, open = n.open && excess < 0;
    return open ? FK_OVERLAPPING : closed ? FK_TOUCHING : FK_APART;
}
