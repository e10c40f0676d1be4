/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Decides apart, touching or overlapping for two closed convex pieces a and b, in integers of any length
 * (GMP). With M = a - b, the set of all p - q, the pieces are apart when the origin is outside M, touching
 * when it is on the boundary of M, overlapping when it is in the interior.
 *
 * Polyhedra. The head of body.c gives a finite list of axes and says why they are enough.
 *
 * Round pieces. With R the sum of the radii and R > 0, M is the difference of the cores grown by a ball, so
 * the distance of the cores decides: below R overlapping, equal touching, above apart. Cores that meet have
 * distance 0; for others see the head of distance.c.
 *
 * Half-spaces {n.x <= c}. Against a piece with core vertices p and radius R: the least n.p - R |n| compared
 * with c, by squares. Two of them: M is all of space, unless the normals are exactly opposite; then it is a
 * half-space again.
 *
 * Moved pieces. a + t v against b, with t = x / y in lowest terms: all is multiplied by y once more, and x v
 * is added to the vertices of a.
 *
 * Weak inputs: numbers whose exponents differ by hundreds make long integers, and the time grows. */

#include "body.h"

/* All integers that a question needs, kept from one question to the next to save the allocations. */
static struct work {
    bool ready;
    mpz_t low[2], high[2], dot, left, right, t;
    struct vec cross;
    struct fraction squared;
} work;

static void work_init(void)
{
    if (work.ready)
        return;
    mpz_inits(work.low[0], work.low[1], work.high[0], work.high[1], (mpz_ptr)NULL);
    mpz_inits(work.dot, work.left, work.right, work.t, (mpz_ptr)NULL);
    oracle_vec_init(&work.cross);
    oracle_fraction_init(&work.squared);
    work.ready = true;
}

/* ---- Polyhedra ----------------------------------------------------------------------------------------- */

struct search {
    const struct body *a, *b;
    int verdict; /* the least that an axis proved: apart, at most touching, or overlapping is possible */
};

static bool verdict_on_axis(void *user, const struct vec *axis)
{
    struct search *search = user;
    oracle_project(search->a, axis, work.low[0], work.high[0]);
    oracle_project(search->b, axis, work.low[1], work.high[1]);
    int below = mpz_cmp(work.low[0], work.high[1]); /* sign of the least n.d */
    int above = mpz_cmp(work.high[0], work.low[1]); /* sign of the greatest n.d */
    if (below > 0 || above < 0)
        search->verdict = ORACLE_APART;
    else if (below == 0 || above == 0)
        search->verdict = ORACLE_TOUCHING;
    return search->verdict != ORACLE_APART;
}

int oracle_core_verdict(const struct body *a, const struct body *b)
{
    work_init();
    struct search search = {a, b, ORACLE_OVERLAPPING};
    oracle_each_axis(a, b, verdict_on_axis, &search);
    return search.verdict;
}

/* ---- Round pieces -------------------------------------------------------------------------------------- */

/* Both pieces have vertices, and the sum of their radii is positive. */
static int verdict_of_round(const struct body *a, const struct body *b)
{
    if (oracle_core_verdict(a, b) != ORACLE_APART)
        return ORACLE_OVERLAPPING;
    oracle_core_distance(a, b, &work.squared);
    mpz_add(work.t, a->radius, b->radius);
    mpz_mul(work.left, work.t, work.t);
    mpz_mul(work.left, work.left, work.squared.bottom);
    int sign = mpz_cmp(work.squared.top, work.left);
    return sign > 0 ? ORACLE_APART : sign == 0 ? ORACLE_TOUCHING : ORACLE_OVERLAPPING;
}

/* ---- Half-spaces --------------------------------------------------------------------------------------- */

/* In the integers n' = K n, p' = K p, c' = K c, R' = K R with K = 2^shift, the sign of n.p - c - R |n| is
 * that of (n'.p' - K c') - R' |n'|. */
static int verdict_of_half(const struct body *half, const struct body *body, long shift)
{
    oracle_project(body, &half->normal, work.low[0], work.high[0]);
    mpz_mul_2exp(work.t, half->offset, (mp_bitcnt_t)shift);
    mpz_sub(work.t, work.low[0], work.t);
    if (mpz_sgn(work.t) < 0)
        return ORACLE_OVERLAPPING;

    mpz_mul(work.left, work.t, work.t);
    oracle_vec_dot(work.right, &half->normal, &half->normal);
    mpz_mul(work.right, work.right, body->radius);
    mpz_mul(work.right, work.right, body->radius);
    int sign = mpz_cmp(work.left, work.right);
    return sign > 0 ? ORACLE_APART : sign == 0 ? ORACLE_TOUCHING : ORACLE_OVERLAPPING;
}

/* Opposite normals, n_a = -m n_b with m > 0: a - b is {n_a.x <= c_a + m c_b}. For a component k of n_b
 * other than zero, m = |n_a k| / |n_b k|, so the sign of c_a |n_b k| + c_b |n_a k| decides. */
static int verdict_of_halves(const struct body *a, const struct body *b)
{
    oracle_vec_cross(&work.cross, &a->normal, &b->normal);
    oracle_vec_dot(work.dot, &a->normal, &b->normal);
    if (!oracle_vec_is_zero(&work.cross) || mpz_sgn(work.dot) > 0)
        return ORACLE_OVERLAPPING;

    int k = 0;
    while (mpz_sgn(b->normal.c[k]) == 0)
        k++;
    mpz_abs(work.left, b->normal.c[k]);
    mpz_abs(work.right, a->normal.c[k]);
    mpz_mul(work.t, a->offset, work.left);
    mpz_addmul(work.t, b->offset, work.right);
    int sign = mpz_sgn(work.t);
    return sign < 0 ? ORACLE_APART : sign == 0 ? ORACLE_TOUCHING : ORACLE_OVERLAPPING;
}

/* ---- The question -------------------------------------------------------------------------------------- */

int oracle_pair_verdict(const struct pair *pair)
{
    work_init();
    const struct body *a = &pair->a, *b = &pair->b;
    if (a->kind == ORACLE_HALF && b->kind == ORACLE_HALF)
        return verdict_of_halves(a, b);
    if (a->kind == ORACLE_HALF)
        return verdict_of_half(a, b, pair->shift);
    if (b->kind == ORACLE_HALF)
        return verdict_of_half(b, a, pair->shift);
    if (mpz_sgn(a->radius) != 0 || mpz_sgn(b->radius) != 0)
        return verdict_of_round(a, b);
    return oracle_core_verdict(a, b);
}

int oracle_verdict(const struct oracle_piece *a, const struct oracle_piece *b)
{
    const struct pair *pair = oracle_load(a, b, NULL, 0);
    return pair == NULL ? ORACLE_INVALID : oracle_pair_verdict(pair);
}

/* ---- A moved piece ------------------------------------------------------------------------------------- */

/* Multiplies all that a body is by a positive factor, except directions. */
static void grow(struct body *body, const mpz_t factor)
{
    for (size_t i = 0; i < body->vertices; i++)
        for (int k = 0; k < 3; k++)
            mpz_mul(body->vertex[i].c[k], body->vertex[i].c[k], factor);
    mpz_mul(body->radius, body->radius, factor);
    mpz_mul(body->offset, body->offset, factor);
}

/* The half-space {n.x <= c} moved by t v is {n.x <= c + t n.v}. With n' = K n, c' = K c, v' = K v and t = x / y
 * this is the pair K y n' and K y c' + x n'.v'. */
static void move_half(struct body *half, const struct vec *v, const mpq_t t, long shift)
{
    oracle_vec_dot(work.dot, &half->normal, v);
    mpz_mul(work.dot, work.dot, mpq_numref(t));
    mpz_mul_2exp(work.t, mpq_denref(t), (mp_bitcnt_t)shift);
    for (int k = 0; k < 3; k++)
        mpz_mul(half->normal.c[k], half->normal.c[k], work.t);
    mpz_mul(half->offset, half->offset, work.t);
    mpz_add(half->offset, half->offset, work.dot);
}

int oracle_verdict_moved(const struct oracle_piece *a, const struct oracle_piece *b, const double velocity[3],
                         const mpq_t time)
{
    if (!oracle_all_finite(velocity, 3))
        return ORACLE_INVALID;
    struct pair *pair = oracle_load(a, b, velocity, 3);
    if (pair == NULL)
        return ORACLE_INVALID;

    work_init();
    struct vec v;
    oracle_vec_init(&v);
    oracle_vec_set_scaled(&v, velocity, pair->shift);
    if (a->kind == ORACLE_HALF) {
        move_half(&pair->a, &v, time, pair->shift);
    } else {
        grow(&pair->a, mpq_denref(time));
        grow(&pair->b, mpq_denref(time));
        for (size_t i = 0; i < pair->a.vertices; i++)
            for (int k = 0; k < 3; k++)
                mpz_addmul(pair->a.vertex[i].c[k], v.c[k], mpq_numref(time));
    }
    oracle_vec_clear(&v);
    return oracle_pair_verdict(pair);
}
