/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The exact times at which a moving piece meets another: a + t v and b meet when the origin is in M + t v, with
 * M = a - b the set of all p - q. By the axes n of body.c, that is when n.d + t n.v is zero for some d in M, for
 * each axis: with [low, high] the interval of n.d, low + t n.v <= 0 <= high + t n.v. Each axis so gives an
 * interval of times, or all, or none; they are intersected with each other and with [0, last].
 *
 * Half-spaces give a single inequality: {n.x <= c} and a piece with vertices p meet when the least n.p is at most
 * c. Two half-spaces always meet unless their normals are opposite; then a - b is a half-space.
 *
 * Weak inputs: the time grows with the fourth power of the points of hulls. */

#include "body.h"

struct search {
    const struct body *a, *b;
    struct vec v;
    mpz_t low, high, rate, bottom;
    struct fraction enter, leave;
};

static void search_init(struct search *search)
{
    oracle_vec_init(&search->v);
    mpz_inits(search->low, search->high, search->rate, search->bottom, (mpz_ptr)NULL);
    oracle_fraction_init(&search->enter);
    oracle_fraction_init(&search->leave);
}

static void search_clear(struct search *search)
{
    oracle_vec_clear(&search->v);
    mpz_clears(search->low, search->high, search->rate, search->bottom, (mpz_ptr)NULL);
    oracle_fraction_clear(&search->enter);
    oracle_fraction_clear(&search->leave);
}

/* Keeps the times t with value + t rate <= 0; false when none are left. Changes value. */
static bool clip(struct search *search, mpz_t value, const mpz_t rate)
{
    int sign = mpz_sgn(rate);
    if (sign == 0)
        return mpz_sgn(value) <= 0;
    mpz_abs(search->bottom, rate);
    if (sign > 0) { /* t <= -value / rate */
        mpz_neg(value, value);
        if (oracle_fraction_compare(value, search->bottom, &search->leave) < 0)
            oracle_fraction_set(&search->leave, value, search->bottom);
    } else { /* t >= value / -rate */
        if (oracle_fraction_compare(value, search->bottom, &search->enter) > 0)
            oracle_fraction_set(&search->enter, value, search->bottom);
    }
    return oracle_fraction_compare(search->enter.top, search->enter.bottom, &search->leave) <= 0;
}

static bool clip_on_axis(void *user, const struct vec *axis)
{
    struct search *search = user;
    oracle_interval(search->a, search->b, axis, search->low, search->high);
    oracle_vec_dot(search->rate, axis, &search->v);
    if (!clip(search, search->low, search->rate))
        return false;
    mpz_neg(search->high, search->high);
    mpz_neg(search->rate, search->rate);
    return clip(search, search->high, search->rate);
}

/* One half-space. In the integers n' = K n, and so on, with K = 2^shift: n'.p' - K c' + t n'.v' <= 0, where the
 * sign of v is that of the piece's motion as seen from the half-space. */
static bool clip_half(struct search *search, bool half_moves, long shift)
{
    const struct body *half = half_moves ? search->a : search->b;
    const struct body *body = half_moves ? search->b : search->a;
    oracle_project(body, &half->normal, search->low, search->high);
    mpz_mul_2exp(search->high, half->offset, (mp_bitcnt_t)shift);
    mpz_sub(search->low, search->low, search->high);
    oracle_vec_dot(search->rate, &half->normal, &search->v);
    if (half_moves)
        mpz_neg(search->rate, search->rate);
    return clip(search, search->low, search->rate);
}

/* Two half-spaces with opposite normals, n_a = -m n_b: they meet when c_a + t n_a.v + m c_b >= 0, or, times
 * n_a.n_b < 0, when c_a n_a.n_b - c_b n_a.n_a + t n_a.v n_a.n_b <= 0. */
static bool clip_halves(struct search *search, long shift)
{
    const struct body *a = search->a, *b = search->b;
    struct vec cross;
    oracle_vec_init(&cross);
    oracle_vec_cross(&cross, &a->normal, &b->normal);
    bool parallel = oracle_vec_is_zero(&cross);
    oracle_vec_clear(&cross);
    oracle_vec_dot(search->high, &a->normal, &b->normal);
    if (!parallel || mpz_sgn(search->high) > 0)
        return true;

    oracle_vec_dot(search->bottom, &a->normal, &a->normal);
    mpz_mul(search->low, a->offset, search->high);
    mpz_submul(search->low, b->offset, search->bottom);
    mpz_mul_2exp(search->low, search->low, (mp_bitcnt_t)shift);
    oracle_vec_dot(search->rate, &a->normal, &search->v);
    mpz_mul(search->rate, search->rate, search->high);
    return clip(search, search->low, search->rate);
}

static bool clip_pair(struct search *search, long shift)
{
    bool half_a = search->a->kind == ORACLE_HALF, half_b = search->b->kind == ORACLE_HALF;
    if (half_a && half_b)
        return clip_halves(search, shift);
    if (half_a || half_b)
        return clip_half(search, half_a, shift);
    return oracle_each_axis(search->a, search->b, clip_on_axis, search);
}

static bool can_cast(const struct oracle_piece *piece)
{
    return oracle_is_polyhedron(piece) || piece->kind == ORACLE_HALF;
}

bool oracle_cast_sum(const struct oracle_piece *a, const struct oracle_piece *b, const double *term,
                     size_t count, double last, mpq_t enter, mpq_t leave)
{
    if (!can_cast(a) || !can_cast(b) || !oracle_all_finite(term, 3 * count) || !oracle_is_finite(last) ||
        oracle_sign(last) < 0)
        return false;
    const struct pair *pair = oracle_load(a, b, term, 3 * count);
    if (pair == NULL)
        return false;

    struct search search = {.a = &pair->a, .b = &pair->b};
    search_init(&search);
    struct vec part;
    oracle_vec_init(&part);
    for (size_t i = 0; i < count; i++) {
        oracle_vec_set_scaled(&part, term + 3 * i, pair->shift);
        for (int k = 0; k < 3; k++)
            mpz_add(search.v.c[k], search.v.c[k], part.c[k]);
    }
    oracle_vec_clear(&part);
    mpz_set_ui(search.enter.bottom, 1);
    mpq_t end;
    mpq_init(end);
    oracle_set_double(end, last);
    oracle_fraction_set(&search.leave, mpq_numref(end), mpq_denref(end));
    mpq_clear(end);

    bool found = clip_pair(&search, pair->shift);
    if (found) {
        oracle_set_quotient(enter, search.enter.top, search.enter.bottom, 0);
        oracle_set_quotient(leave, search.leave.top, search.leave.bottom, 0);
    }
    search_clear(&search);
    return found;
}

bool oracle_cast(const struct oracle_piece *a, const struct oracle_piece *b, const double velocity[3],
                 double last, mpq_t enter, mpq_t leave)
{
    return oracle_cast_sum(a, b, velocity, 1, last, enter, leave);
}
