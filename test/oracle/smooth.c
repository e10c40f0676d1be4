/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Does a direction n separate two pieces strictly? Exactly, for every kind.
 *
 * With h(n) the greatest n.x over a piece, n.p < n.q for all p of a and q of b when h_a(n) + h_b(-n) < 0. Each h is the
 * greatest of one or two terms p + sqrt(q), p and q rational, q >= 0:
 *   polyhedra   n.v for the best vertex                 sphere, capsule   the same + r |n|
 *   cylinder    the same for its ends + r |n x d| / |d|, with d its axis
 *   cone        n.(apex), and n.(centre of the base) + r |n x d| / |d|
 *   ellipsoid   n.c + sqrt((n.u)^2 + (n.v)^2 + (n.w)^2)
 *   half-space  infinite, unless n is a positive multiple m of its normal; then m c.
 * The sum is negative when p + sqrt(q) + sqrt(r) is for each pair of terms: when p < 0, and s = p^2 - q - r > 0, and
 * 4 q r < s^2. */

#include "rational.h"

struct reach {
    bool infinite;
    int terms;
    mpq_t p[2], q[2];
};

static void reach_init(struct reach *reach)
{
    reach->infinite = false;
    reach->terms = 1;
    for (int i = 0; i < 2; i++)
        mpq_inits(reach->p[i], reach->q[i], (mpq_ptr)NULL);
}

static void reach_clear(struct reach *reach)
{
    for (int i = 0; i < 2; i++)
        mpq_clears(reach->p[i], reach->q[i], (mpq_ptr)NULL);
}

/* ---- Supports ------------------------------------------------------------------------------------------ */

static void dot_numbers(mpq_t out, const double *number, const struct ratio *n)
{
    struct ratio v;
    ratio_init(&v);
    ratio_set(&v, number);
    ratio_dot(out, &v, n);
    ratio_clear(&v);
}

/* The greatest n.x of `points` points. */
static void reach_of_points(mpq_t out, const double *number, size_t points, const struct ratio *n)
{
    mpq_t dot;
    mpq_init(dot);
    for (size_t i = 0; i < points; i++) {
        dot_numbers(dot, number + 3 * i, n);
        if (i == 0 || mpq_cmp(dot, out) > 0)
            mpq_set(out, dot);
    }
    mpq_clear(dot);
}

/* From the corner, a box adds each edge that leads up, and a tetra the one that leads up most. */
static void reach_of_cell(mpq_t out, const struct oracle_piece *piece, const struct ratio *n)
{
    mpq_t dot, best;
    mpq_inits(dot, best, (mpq_ptr)NULL);
    for (int k = 0; k < 3; k++) {
        dot_numbers(dot, piece->number + 3 + 3 * k, n);
        if (piece->kind == ORACLE_BOX && mpq_sgn(dot) > 0)
            mpq_add(best, best, dot);
        if (piece->kind == ORACLE_TETRA && mpq_cmp(dot, best) > 0)
            mpq_set(best, dot);
    }
    dot_numbers(out, piece->number, n);
    mpq_add(out, out, best);
    mpq_clears(dot, best, (mpq_ptr)NULL);
}

/* out = (r |n|)^2, or (r |n x d| / |d|)^2 for the disc of a cylinder or cone. */
static void square_of_round(mpq_t out, const struct oracle_piece *piece, const struct ratio *n)
{
    mpq_t radius, dd;
    struct ratio d, b;
    mpq_inits(radius, dd, (mpq_ptr)NULL);
    ratio_init(&d);
    ratio_init(&b);
    oracle_set_double(radius, piece->number[piece->count - 1]);
    if (piece->kind == ORACLE_SPHERE || piece->kind == ORACLE_CAPSULE) {
        ratio_dot(out, n, n);
    } else if (mpq_sgn(radius) != 0) {
        ratio_set(&d, piece->number);
        ratio_set(&b, piece->number + 3);
        ratio_sub(&d, &b, &d);
        ratio_dot(dd, &d, &d);
        ratio_cross_squared(out, n, &d);
        mpq_div(out, out, dd);
    }
    mpq_mul(out, out, radius);
    mpq_mul(out, out, radius);
    mpq_clears(radius, dd, (mpq_ptr)NULL);
    ratio_clear(&d);
    ratio_clear(&b);
}

static void reach_of_ellipsoid(struct reach *reach, const struct oracle_piece *piece, const struct ratio *n)
{
    mpq_t dot;
    mpq_init(dot);
    dot_numbers(reach->p[0], piece->number, n);
    for (int k = 0; k < 3; k++) {
        dot_numbers(dot, piece->number + 3 + 3 * k, n);
        mpq_mul(dot, dot, dot);
        mpq_add(reach->q[0], reach->q[0], dot);
    }
    mpq_clear(dot);
}

static void reach_of_half(struct reach *reach, const struct oracle_piece *piece, const struct ratio *n)
{
    struct ratio normal;
    mpq_t dot, cross, offset;
    ratio_init(&normal);
    mpq_inits(dot, cross, offset, (mpq_ptr)NULL);
    ratio_set(&normal, piece->number);
    oracle_set_double(offset, piece->number[3]);
    ratio_cross_squared(cross, n, &normal);
    ratio_dot(dot, n, &normal);
    reach->infinite = mpq_sgn(cross) != 0 || mpq_sgn(dot) < 0;
    mpq_mul(reach->p[0], offset, dot);
    ratio_dot(dot, &normal, &normal);
    mpq_div(reach->p[0], reach->p[0], dot);
    ratio_clear(&normal);
    mpq_clears(dot, cross, offset, (mpq_ptr)NULL);
}

static void set_reach(struct reach *reach, const struct oracle_piece *piece, const struct ratio *n)
{
    const double *number = piece->number;
    switch (piece->kind) {
    case ORACLE_TETRA:
    case ORACLE_BOX:
        reach_of_cell(reach->p[0], piece, n);
        return;
    case ORACLE_SPHERE:
    case ORACLE_CAPSULE:
    case ORACLE_CYLINDER:
        reach_of_points(reach->p[0], number, piece->count / 3, n);
        square_of_round(reach->q[0], piece, n);
        return;
    case ORACLE_CONE:
        reach->terms = 2;
        dot_numbers(reach->p[0], number, n);
        square_of_round(reach->q[0], piece, n);
        dot_numbers(reach->p[1], number + 3, n);
        return;
    case ORACLE_ELLIPSOID:
        reach_of_ellipsoid(reach, piece, n);
        return;
    case ORACLE_HALF:
        reach_of_half(reach, piece, n);
        return;
    default:
        reach_of_points(reach->p[0], number, piece->count / 3, n);
    }
}

/* ---- The question -------------------------------------------------------------------------------------- */

/* p_1 + p_2 + sqrt(q_1) + sqrt(q_2) < 0 */
static bool sum_is_negative(const mpq_t p1, const mpq_t q1, const mpq_t p2, const mpq_t q2)
{
    mpq_t p, s, product;
    mpq_inits(p, s, product, (mpq_ptr)NULL);
    mpq_add(p, p1, p2);
    bool negative = mpq_sgn(p) < 0;
    mpq_mul(s, p, p);
    mpq_sub(s, s, q1);
    mpq_sub(s, s, q2);
    negative = negative && mpq_sgn(s) > 0;
    mpq_mul(s, s, s);
    mpq_mul(product, q1, q2);
    mpq_mul_2exp(product, product, 2);
    negative = negative && mpq_cmp(product, s) < 0;
    mpq_clears(p, s, product, (mpq_ptr)NULL);
    return negative;
}

/* n.p < n.q for all p of a and q of b. */
static bool is_below(const struct oracle_piece *a, const struct oracle_piece *b, const struct ratio *n)
{
    struct ratio down;
    ratio_init(&down);
    for (int k = 0; k < 3; k++)
        mpq_neg(down.c[k], n->c[k]);
    struct reach reach_a, reach_b;
    reach_init(&reach_a);
    reach_init(&reach_b);
    set_reach(&reach_a, a, n);
    set_reach(&reach_b, b, &down);

    bool below = !reach_a.infinite && !reach_b.infinite;
    for (int i = 0; i < reach_a.terms; i++)
        for (int j = 0; j < reach_b.terms; j++)
            below = below && sum_is_negative(reach_a.p[i], reach_a.q[i], reach_b.p[j], reach_b.q[j]);
    reach_clear(&reach_a);
    reach_clear(&reach_b);
    ratio_clear(&down);
    return below;
}

int oracle_smooth_separated(const struct oracle_piece *a, const struct oracle_piece *b, const double n[3])
{
    if (!oracle_is_valid(a) || !oracle_is_valid(b) || !oracle_all_finite(n, 3))
        return 0;
    struct ratio up;
    ratio_init(&up);
    ratio_set(&up, n);
    int side = 0;
    if (!ratio_is_zero(&up))
        side = is_below(a, b, &up) ? 1 : is_below(b, a, &up) ? -1 : 0;
    ratio_clear(&up);
    return side;
}
