/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The exact squared penetration depth of two cores that meet: the square of the distance of the origin from the
 * boundary of M = a - b, the set of all p - q.
 *
 * With h(n) the greatest n.d over d in M, the distance is the least h(n) / |n| over all n other than zero, and
 * when M has dimension 3 it is reached at the normal of a facet. The axes of body.c have all these normals, in
 * one of two directions; the others among them can only give more. When the pieces touch (as they do if M is
 * flat), the depth is 0.
 *
 * Weak inputs: the time grows with the fourth power of the points of hulls. */

#include "body.h"

struct search {
    const struct body *a, *b;
    struct fraction least; /* squared; below 0 for none */
    mpz_t low, high, square, length;
};

static bool depth_on_axis(void *user, const struct vec *axis)
{
    struct search *search = user;
    oracle_interval(search->a, search->b, axis, search->low, search->high);
    mpz_neg(search->low, search->low);
    const bool down = mpz_cmp(search->low, search->high) < 0;
    mpz_mul(search->square, down ? search->low : search->high, down ? search->low : search->high);
    oracle_vec_dot(search->length, axis, axis);
    if (mpz_sgn(search->least.top) < 0 ||
        oracle_fraction_compare(search->square, search->length, &search->least) < 0)
        oracle_fraction_set(&search->least, search->square, search->length);
    return true;
}

/* The cores overlap. */
static void depth_of_cores(const struct pair *pair, mpq_t squared)
{
    struct search search = {.a = &pair->a, .b = &pair->b};
    oracle_fraction_init(&search.least);
    mpz_inits(search.low, search.high, search.square, search.length, (mpz_ptr)NULL);
    mpz_set_si(search.least.top, -1);
    oracle_each_axis(&pair->a, &pair->b, depth_on_axis, &search);
    oracle_set_quotient(squared, search.least.top, search.least.bottom, 2 * pair->shift);
    oracle_fraction_clear(&search.least);
    mpz_clears(search.low, search.high, search.square, search.length, (mpz_ptr)NULL);
}

/* One is a half-space. The output is written only when there is an answer. */
static bool depth_of_half(const struct pair *pair, mpq_t squared)
{
    mpq_t gap;
    mpq_init(gap);
    int sign;
    bool found = oracle_half_gap(pair, &sign, gap) && sign <= 0;
    if (found)
        mpq_set(squared, gap);
    mpq_clear(gap);
    return found;
}

bool oracle_depth(const struct oracle_piece *a, const struct oracle_piece *b, mpq_t squared, mpq_t radii)
{
    const struct pair *pair = oracle_load(a, b, NULL, 0);
    if (pair == NULL)
        return false;
    if (a->kind == ORACLE_HALF || b->kind == ORACLE_HALF) {
        if (!depth_of_half(pair, squared))
            return false;
    } else {
        int verdict = oracle_core_verdict(&pair->a, &pair->b);
        if (verdict == ORACLE_APART)
            return false;
        if (verdict == ORACLE_TOUCHING)
            mpq_set_ui(squared, 0, 1);
        else
            depth_of_cores(pair, squared);
    }
    oracle_sum_of_radii(pair, radii);
    return true;
}
