/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Exact signs and roots of polynomials in time.
 *
 * Neither bisection nor Sturm sequences are needed, since one of the two polynomials always has degree 2 at most, and its roots
 * have a formula. Let g = A t^2 + B t + C, A > 0, with the discriminant D >= 0 and a root b = (-B +- sqrt D) / 2A. Subtracting
 * multiples of g from A h or A A h leaves r1 t + r0, of the same sign at b, and
 *   2A (r1 b + r0) = (2A r0 - B r1) +- r1 sqrt D,
 * whose sign follows from those of both terms and of the difference of their squares.
 *
 * A root of a cubic f is identified by the branch between two extremes in which it lies, where f is monotone. The signs of f' and
 * f'' at a number give its branch (Thom's code); the sign of f then decides whether it comes before the root. So the sign of g at
 * a root of f follows from the signs of f, f' and f'' at the roots of g.
 *
 * Size: a difference of coordinates has at most 34 limbs, so f has coefficients of up to 104 and g of 69. f at a root of f' is
 * the longest: squares of 4 * 105 limbs. All numbers alive then, with those of the caller, have less than 6000 limbs together, so
 * the arena is never full.
 *
 * Coordinates of very different sizes make long numbers, whose products take a fraction of a millisecond each. */

#include "pair/cast/cast.h"

#include <math.h>

static const fk_exact zero_coefficient = {NULL, 0, 0, 0};

static fk_exact multiply_small(fk_arena *arena, double small, fk_exact a)
{
    return fk_exact_mul(arena, fk_exact_from(arena, small), a);
}

static fk_poly trim_degree(fk_poly p)
{
    while (p.degree >= 0 && p.c[p.degree].sign == 0)
        p.degree--;
    return p;
}

fk_poly fk_poly_line(fk_exact c0, fk_exact c1)
{
    fk_poly line = {1, {c0, c1, zero_coefficient, zero_coefficient}};
    return trim_degree(line);
}

/* The coefficient of t^k in a product. */
static fk_exact product_coefficient(fk_arena *arena, const fk_poly_term *term, int k)
{
    fk_exact sum = zero_coefficient;
    for (int i = 0; i <= k && i <= term->a->degree; i++)
        if (k - i <= term->b->degree)
            sum = fk_exact_add(arena, sum, fk_exact_mul(arena, term->a->c[i], term->b->c[k - i]));
    return term->sign < 0 ? fk_exact_negate(sum) : sum;
}

fk_poly fk_poly_sum(fk_arena *arena, const fk_poly_term *term, int count)
{
    fk_poly result = {3, {zero_coefficient, zero_coefficient, zero_coefficient, zero_coefficient}};
    for (int k = 0; k < 4; k++) {
        uint32_t mark = arena->used;
        fk_exact sum = zero_coefficient;
        for (int i = 0; i < count; i++)
            sum = fk_exact_add(arena, sum, product_coefficient(arena, &term[i], k));
        result.c[k] = fk_exact_keep(arena, mark, sum);
    }
    return trim_degree(result);
}

/* The polynomial or its opposite, with a positive leading coefficient; it is not zero_coefficient. */
static fk_poly make_leading_positive(fk_poly p)
{
    if (p.c[p.degree].sign < 0)
        for (int i = 0; i <= p.degree; i++)
            p.c[i] = fk_exact_negate(p.c[i]);
    return p;
}

/* ---- Signs --------------------------------------------------------------------------------------------- */

static int sign_at_double(fk_arena *arena, const fk_poly *h, double x)
{
    uint32_t mark = arena->used;
    fk_exact at = fk_exact_from(arena, x), value = h->degree < 0 ? zero_coefficient : h->c[h->degree];
    uint32_t start = arena->used;
    for (int i = h->degree - 1; i >= 0; i--)
        value = fk_exact_keep(arena, start, fk_exact_add(arena, fk_exact_mul(arena, value, at), h->c[i]));
    arena->used = mark;
    return value.sign;
}

/* At -g0 / g1, with g1 > 0: h times a power of g1. */
static int sign_at_line(fk_arena *arena, const fk_poly *h, const fk_poly *g)
{
    uint32_t mark = arena->used;
    fk_exact over = fk_exact_negate(g->c[0]), value = h->degree < 0 ? zero_coefficient : h->c[h->degree],
             power = g->c[1];
    for (int i = h->degree - 1; i >= 0; i--) {
        value = fk_exact_add(arena, fk_exact_mul(arena, value, over), fk_exact_mul(arena, h->c[i], power));
        power = i > 0 ? fk_exact_mul(arena, power, g->c[1]) : power;
    }
    arena->used = mark;
    return value.sign;
}

static fk_exact discriminant(fk_arena *arena, const fk_poly *g)
{
    uint32_t mark = arena->used;
    fk_exact square = fk_exact_mul(arena, g->c[1], g->c[1]);
    fk_exact other = multiply_small(arena, 4, fk_exact_mul(arena, g->c[0], g->c[2]));
    return fk_exact_keep(arena, mark, fk_exact_sub(arena, square, other));
}

/* The sign of p + q sqrt(d), d >= 0. */
static int sign_with_root(fk_arena *arena, fk_exact p, fk_exact q, fk_exact d)
{
    int other = q.sign * d.sign;
    if (p.sign == 0 || other == 0 || p.sign == other)
        return p.sign != 0 ? p.sign : other;
    uint32_t mark = arena->used;
    fk_exact right = fk_exact_keep(arena, mark, fk_exact_mul(arena, fk_exact_mul(arena, q, q), d));
    int order = fk_exact_compare(fk_exact_mul(arena, p, p), right);
    arena->used = mark;
    return order * p.sign;
}

/* At a root of g, of degree 2 with g2 > 0 and real roots. */
static int sign_at_quadratic(fk_arena *arena, const fk_poly *h, const fk_poly *g, int root)
{
    uint32_t mark = arena->used;
    fk_exact c[4] = {zero_coefficient, zero_coefficient, zero_coefficient, zero_coefficient};
    for (int i = 0; i <= h->degree; i++)
        c[i] = h->c[i];
    for (int k = 3; k >= 2; k--) {
        if (c[k].sign == 0)
            continue;
        for (int i = 0; i < k; i++) {
            fk_exact part = i >= k - 2 ? g->c[i - k + 2] : zero_coefficient;
            c[i] = fk_exact_determinant(arena, c[i], g->c[2], c[k], part);
        }
    }
    fk_exact p = fk_exact_determinant(arena, multiply_small(arena, 2, g->c[2]), c[0], g->c[1], c[1]);
    fk_exact q = root == 0 ? fk_exact_negate(c[1]) : c[1];
    int sign = sign_with_root(arena, p, q, discriminant(arena, g));
    arena->used = mark;
    return sign;
}

static int sign_at(fk_arena *arena, const fk_poly *h, const fk_poly_argument *at)
{
    if (h->degree <= 0)
        return h->degree < 0 ? 0 : h->c[0].sign;
    if (at->poly == NULL)
        return sign_at_double(arena, h, at->x);
    fk_poly g = make_leading_positive(*at->poly);
    return g.degree == 1 ? sign_at_line(arena, h, &g) : sign_at_quadratic(arena, h, &g, at->root);
}

/* ---- Curves -------------------------------------------------------------------------------------------- */

fk_curve fk_curve_make(fk_arena *arena, const fk_poly *f)
{
    fk_curve curve = {.f = make_leading_positive(*f), .branches = f->degree};
    curve.slope.degree = f->degree - 1;
    curve.bend.degree = f->degree - 2;
    for (int i = 0; i < f->degree; i++)
        curve.slope.c[i] = i == 0 ? curve.f.c[1] : multiply_small(arena, i + 1, curve.f.c[i + 1]);
    for (int i = 0; i + 1 < f->degree; i++)
        curve.bend.c[i] = i == 0 ? curve.f.c[2] : multiply_small(arena, 3, curve.f.c[3]);
    if (f->degree == 3) {
        uint32_t mark = arena->used;
        if (discriminant(arena, &curve.slope).sign <= 0)
            curve.branches = 1;
        arena->used = mark;
    }
    return curve;
}

/* The position of a number on a curve: 2 k inside branch k, 2 k - 1 at the extreme where that begins. */
static int locate_on_curve(fk_arena *arena, const fk_curve *curve, const fk_poly_argument *spot)
{
    if (curve->branches == 1)
        return 0;
    int slope = sign_at(arena, &curve->slope, spot);
    if (curve->branches == 2)
        return 1 + slope;
    if (slope < 0)
        return 2;
    return 2 + sign_at(arena, &curve->bend, spot) * (slope > 0 ? 2 : 1);
}

/* 1 where the branch rises, -1 where it falls. */
static int branch_direction(const fk_curve *curve, int branch)
{
    return curve->branches == 2 ? 2 * branch - 1 : branch == 1 ? -1 : 1;
}

bool fk_curve_find_root(fk_arena *arena, const fk_curve *curve, int branch, fk_curve_root *out)
{
    fk_poly_argument from = {NULL, 0, 0.0}, to = {NULL, 0, 1.0};
    int first = locate_on_curve(arena, curve, &from), last = locate_on_curve(arena, curve, &to);
    if (first > 2 * branch + 1 || last < 2 * branch - 1)
        return false;
    /* The ends of the branch where they lie inside the time interval. */
    if (first < 2 * branch - 1)
        from = (fk_poly_argument){&curve->slope, branch - 1, 0.0};
    if (last > 2 * branch + 1)
        to = (fk_poly_argument){&curve->slope, branch, 0.0};
    int slope_sign = branch_direction(curve, branch);
    *out = (fk_curve_root){curve, branch, {0.0, 1.0}};
    return slope_sign * sign_at(arena, &curve->f, &from) <= 0 &&
           slope_sign * sign_at(arena, &curve->f, &to) >= 0;
}

int fk_curve_root_compare(fk_arena *arena, const fk_curve_root *root, const fk_poly_argument *spot)
{
    int place = locate_on_curve(arena, root->curve, spot);
    if (place < 2 * root->branch - 1 || place > 2 * root->branch + 1)
        return place < 2 * root->branch ? -1 : 1;
    return branch_direction(root->curve, root->branch) * sign_at(arena, &root->curve->f, spot);
}

/* ---- Rounding ------------------------------------------------------------------------------------------ */

/* Whether x comes before the root, with coefficients in doubles. */
static bool guess_comes_before(const fk_curve_root *root, const double c[4], double x)
{
    const fk_curve *curve = root->curve;
    double value = ((c[3] * x + c[2]) * x + c[1]) * x + c[0], slope = (3 * c[3] * x + 2 * c[2]) * x + c[1];
    int place = 0;
    if (curve->branches == 2)
        place = slope > 0 ? 2 : 0;
    else if (curve->branches == 3)
        place = slope < 0 ? 2 : 3 * c[3] * x + c[2] > 0 ? 4 : 0;
    return place != 2 * root->branch ? place < 2 * root->branch
                                     : branch_direction(curve, root->branch) * value < 0;
}

/* The bits of a double near the root, by the rules above in doubles: only a start, so the result does not depend on it. */
static uint64_t guess_root(fk_arena *arena, const fk_curve_root *root)
{
    const fk_curve *curve = root->curve;
    double c[4] = {0, 0, 0, 0};
    uint64_t low = fk_bits_of(root->time.lo), high = fk_bits_of(root->time.hi);
    int top = curve->f.degree, longest = top;
    for (int i = 0; i < top; i++) {
        const fk_exact *a = &curve->f.c[i], *b = &curve->f.c[longest];
        if (a->sign != 0 && a->exponent + a->count > b->exponent + b->count)
            longest = i;
    }
    for (int i = 0; i <= top; i++)
        c[i] = fk_exact_ratio(arena, curve->f.c[i], curve->f.c[longest]);
    if (curve->f.c[longest].sign < 0)
        for (int i = 0; i <= top; i++)
            c[i] = -c[i];
    while (high - low > 1) {
        uint64_t middle = low + (high - low) / 2;
        *(guess_comes_before(root, c, fk_from_bits(middle)) ? &low : &high) = middle;
    }
    return low;
}

static int compare_root_to_double(fk_arena *arena, const fk_curve_root *root, uint64_t bits)
{
    fk_poly_argument spot = {NULL, 0, fk_from_bits(bits)};
    return fk_curve_root_compare(arena, root, &spot);
}

/* Steps out from the guess with growing steps until the root is enclosed, then bisects: doubles from 0 to 1 are ordered as their
 * bits. */
void fk_curve_root_round(fk_arena *arena, fk_curve_root *root)
{
    const uint64_t first = fk_bits_of(root->time.lo), last = fk_bits_of(root->time.hi);
    uint64_t low = first, high = last, at = guess_root(arena, root), step = 1;
    int side = compare_root_to_double(arena, root, at), start = side;
    low = side <= 0 ? at : low;
    high = side >= 0 ? at : high;
    for (; high - low > 1; step *= 4) {
        if (side != start || step >= high - low)
            start = 0;
        at = start == 0 ? low + (high - low) / 2 : start < 0 ? low + step : high - step;
        side = compare_root_to_double(arena, root, at);
        low = side <= 0 ? at : low;
        high = side >= 0 ? at : high;
    }
    /* The ends may not have been tested yet. */
    if (low == first && high != low && compare_root_to_double(arena, root, low) == 0)
        high = low;
    if (high == last && low != high && compare_root_to_double(arena, root, high) == 0)
        low = high;
    root->time.lo = fk_from_bits(low);
    root->time.hi = fk_from_bits(high);
}

fk_interval fk_poly_round(fk_arena *arena, const fk_poly *f, fk_interval between)
{
    fk_curve curve = {.f = *f, .branches = 1};
    fk_curve_root root = {&curve, 0, between};
    if (sign_at_double(arena, f, between.lo) > 0)
        for (int i = 0; i <= f->degree; i++)
            curve.f.c[i] = fk_exact_negate(f->c[i]);
    fk_curve_root_round(arena, &root);
    return root.time;
}

/* ---- Signs at roots ------------------------------------------------------------------------------------ */

/* The sign of g from lo to hi if its values at both ends and its middle Bernstein coefficient agree, else 0. */
static int sign_within(fk_arena *arena, const fk_poly *g, fk_interval time)
{
    int low = sign_at_double(arena, g, time.lo), high = sign_at_double(arena, g, time.hi);
    if (low != high || low == 0 || g->degree < 2)
        return low == high ? low : 0;
    uint32_t mark = arena->used;
    fk_exact lo = fk_exact_from(arena, time.lo), hi = fk_exact_from(arena, time.hi);
    fk_exact square = fk_exact_mul(arena, g->c[2], fk_exact_mul(arena, lo, hi));
    fk_exact line = fk_exact_mul(arena, g->c[1], fk_exact_add(arena, lo, hi));
    fk_exact twice = multiply_small(arena, 2, fk_exact_add(arena, square, g->c[0]));
    int middle = fk_exact_add(arena, twice, line).sign;
    arena->used = mark;
    return middle == low ? low : 0;
}

int fk_curve_root_sign(fk_arena *arena, const fk_curve_root *root, const fk_poly *g)
{
    if (g->degree <= 0)
        return g->degree < 0 ? 0 : g->c[0].sign;
    if (fk_bits_of(root->time.lo) == fk_bits_of(root->time.hi))
        return sign_at_double(arena, g, root->time.lo);
    int sure = sign_within(arena, g, root->time);
    if (sure != 0)
        return sure;
    int last = g->c[g->degree].sign;
    fk_poly_argument spot = {g, 0, 0.0};
    if (g->degree == 1)
        return -last * fk_curve_root_compare(arena, root, &spot);
    uint32_t mark = arena->used;
    int real = discriminant(arena, g).sign;
    arena->used = mark;
    if (real < 0)
        return last;
    int lesser = fk_curve_root_compare(arena, root, &spot);
    spot.root = 1;
    int greater = fk_curve_root_compare(arena, root, &spot);
    return lesser * greater * last;
}
