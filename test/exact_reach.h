/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* How far pieces reach along a direction, in whole numbers of any length: no rounding, whatever the state of the
 * floating-point unit was. A double is a whole number of units of 2^-1074. A piece reaches to the most of some
 * a + sqrt(s / q), where a counts units of 2^-2148, and sqrt(s / q), too. Include cmocka.h first. */

#ifndef FARKAS_TEST_EXACT_REACH_H
#define FARKAS_TEST_EXACT_REACH_H

#include <gmp.h>
#include <math.h>

#include "farkas/shape.h"

#define EXACT_POWER 1074

typedef struct exact_vector {
    mpz_t c[3];
} exact_vector;

/* All that is needed on the way, made once. */
typedef struct exact_reach {
    exact_vector n, p, d;
    mpz_t bound, a, s, q, t;
} exact_reach;

static inline void exact_init(exact_reach *e)
{
    for (int k = 0; k < 3; k++)
        mpz_inits(e->n.c[k], e->p.c[k], e->d.c[k], (mpz_ptr)NULL);
    mpz_inits(e->bound, e->a, e->s, e->q, e->t, (mpz_ptr)NULL);
}

static inline void exact_clear(exact_reach *e)
{
    for (int k = 0; k < 3; k++)
        mpz_clears(e->n.c[k], e->p.c[k], e->d.c[k], (mpz_ptr)NULL);
    mpz_clears(e->bound, e->a, e->s, e->q, e->t, (mpz_ptr)NULL);
}

/* A finite double. */
static inline void exact_set(mpz_t out, double x)
{
    int power;
    mpz_set_d(out, ldexp(frexp(x, &power), 53));
    power += EXACT_POWER - 53;
    if (power >= 0)
        mpz_mul_2exp(out, out, (mp_bitcnt_t)power);
    else
        mpz_tdiv_q_2exp(out, out, (mp_bitcnt_t)-power);
}

static inline void exact_vector_set(exact_vector *out, fk_vec3 v)
{
    exact_set(out->c[0], v.x);
    exact_set(out->c[1], v.y);
    exact_set(out->c[2], v.z);
}

static inline void exact_dot(mpz_t out, const exact_vector *p, const exact_vector *q)
{
    mpz_mul(out, p->c[0], q->c[0]);
    mpz_addmul(out, p->c[1], q->c[1]);
    mpz_addmul(out, p->c[2], q->c[2]);
}

/* out = p - q. */
static inline void exact_sub(exact_vector *out, const exact_vector *p, const exact_vector *q)
{
    for (int k = 0; k < 3; k++)
        mpz_sub(out->c[k], p->c[k], q->c[k]);
}

/* n.v of a double vector. */
static inline void exact_along(exact_reach *e, mpz_t out, fk_vec3 v)
{
    exact_vector_set(&e->p, v);
    exact_dot(out, &e->n, &e->p);
}

/* The sign of bound - (a + sqrt(s / q)). */
static inline int exact_sign(exact_reach *e)
{
    mpz_sub(e->t, e->bound, e->a);
    if (mpz_sgn(e->t) < 0)
        return -1;
    mpz_mul(e->t, e->t, e->t);
    mpz_mul(e->t, e->t, e->q);
    int order = mpz_cmp(e->t, e->s);
    return (order > 0) - (order < 0);
}

/* The sign of bound - n.v. */
static inline int exact_sign_at(exact_reach *e, fk_vec3 v)
{
    exact_along(e, e->a, v);
    int order = mpz_cmp(e->bound, e->a);
    return (order > 0) - (order < 0);
}

static inline int exact_sign_of_points(exact_reach *e, const fk_vec3 *point, uint32_t count)
{
    int sign = 1;
    for (uint32_t i = 0; i < count && sign >= 0; i++) {
        int one = exact_sign_at(e, point[i]);
        sign = one < sign ? one : sign;
    }
    return sign;
}

/* n.o, and n.e of those edges that go along n: of a box all, of a tetrahedron one. */
static inline int exact_sign_of_cell(exact_reach *e, const fk_piece *piece)
{
    const fk_cell *c = &piece->as.cell;
    exact_along(e, e->a, c->origin);
    mpz_set_ui(e->s, 0);
    for (int k = 0; k < 3; k++) {
        exact_along(e, e->t, c->edge[k]);
        if (piece->kind == FK_KIND_BOX && mpz_sgn(e->t) > 0)
            mpz_add(e->s, e->s, e->t);
        else if (piece->kind == FK_KIND_TETRA && mpz_cmp(e->t, e->s) > 0)
            mpz_set(e->s, e->t);
    }
    mpz_add(e->a, e->a, e->s);
    int order = mpz_cmp(e->bound, e->a);
    return (order > 0) - (order < 0);
}

/* r r (n.n) over 1, or for discs across d r r ((n.n) (d.d) - (n.d)^2) over d.d. */
static inline void exact_round(exact_reach *e, double radius, bool is_disc)
{
    exact_dot(e->s, &e->n, &e->n);
    mpz_set_ui(e->q, 1);
    if (is_disc) {
        exact_dot(e->q, &e->d, &e->d);
        mpz_mul(e->s, e->s, e->q);
        exact_dot(e->t, &e->n, &e->d);
        mpz_submul(e->s, e->t, e->t);
    }
    exact_set(e->t, radius);
    mpz_mul(e->s, e->s, e->t);
    mpz_mul(e->s, e->s, e->t);
}

static inline int exact_sign_of_axis(exact_reach *e, const fk_piece *piece)
{
    const fk_vec3 *end = piece->as.capsule.end;
    exact_vector_set(&e->d, end[1]);
    exact_vector_set(&e->p, end[0]);
    exact_sub(&e->d, &e->d, &e->p);
    exact_round(e, piece->as.capsule.radius, piece->kind != FK_KIND_CAPSULE);
    exact_along(e, e->a, end[0]);
    int first = exact_sign(e), second;
    if (piece->kind == FK_KIND_CONE) {
        second = exact_sign_at(e, end[1]);
    } else {
        exact_along(e, e->a, end[1]);
        second = exact_sign(e);
    }
    return first < second ? first : second;
}

static inline int exact_sign_of_ellipsoid(exact_reach *e, const fk_cell *c)
{
    mpz_set_ui(e->s, 0);
    mpz_set_ui(e->q, 1);
    for (int k = 0; k < 3; k++) {
        exact_along(e, e->t, c->edge[k]);
        mpz_addmul(e->s, e->t, e->t);
    }
    exact_along(e, e->a, c->origin);
    return exact_sign(e);
}

/* Along f times its normal it reaches to f times its offset; along others it has no end. */
static inline int exact_sign_of_half_space(exact_reach *e, const fk_plane *half)
{
    int along = -1;
    exact_vector_set(&e->p, half->normal);
    for (int k = 0; k < 3; k++) {
        int i = (k + 1) % 3;
        mpz_mul(e->a, e->n.c[k], e->p.c[i]);
        mpz_mul(e->t, e->n.c[i], e->p.c[k]);
        if (mpz_cmp(e->a, e->t) != 0 || mpz_sgn(e->n.c[k]) * mpz_sgn(e->p.c[k]) < 0)
            return -1;
        if (mpz_sgn(e->n.c[k]) != 0)
            along = k;
    }
    if (along < 0)
        return mpz_sgn(e->bound);
    exact_set(e->a, half->offset);
    mpz_mul(e->a, e->a, e->n.c[along]);
    mpz_mul_2exp(e->a, e->a, EXACT_POWER);
    mpz_mul(e->t, e->bound, e->p.c[along]);
    int order = mpz_cmp(e->t, e->a) * mpz_sgn(e->p.c[along]);
    return (order > 0) - (order < 0);
}

static inline int exact_sign_of_hull(exact_reach *e, const fk_piece *piece)
{
    int least = 1;
    for (uint32_t i = 0; i < piece->as.hull.count; i++) {
        fk_vec3 point = fk_piece_vertex_at(piece, i);
        int sign = exact_sign_of_points(e, &point, 1);
        least = sign < least ? sign : least;
    }
    return least;
}

/* The sign of e->bound less how far a valid piece reaches along e->n. */
static inline int exact_sign_of_piece(exact_reach *e, const fk_piece *piece)
{
    switch (piece->kind) {
    case FK_KIND_POINT:
        return exact_sign_of_points(e, &piece->as.point, 1);
    case FK_KIND_SEGMENT:
        return exact_sign_of_points(e, piece->as.segment, 2);
    case FK_KIND_TRIANGLE:
        return exact_sign_of_points(e, piece->as.triangle, 3);
    case FK_KIND_HULL:
        return exact_sign_of_hull(e, piece);
    case FK_KIND_BOX:
    case FK_KIND_TETRA:
        return exact_sign_of_cell(e, piece);
    case FK_KIND_SPHERE:
        exact_round(e, piece->as.sphere.radius, false);
        exact_along(e, e->a, piece->as.sphere.center);
        return exact_sign(e);
    case FK_KIND_CAPSULE:
    case FK_KIND_CYLINDER:
    case FK_KIND_CONE:
        return exact_sign_of_axis(e, piece);
    case FK_KIND_ELLIPSOID:
        return exact_sign_of_ellipsoid(e, &piece->as.ellipsoid);
    default:
        return exact_sign_of_half_space(e, &piece->as.half);
    }
}

/* The same for a bound that is a double, which may be infinite, and a direction of doubles. */
static inline int exact_compare(exact_reach *e, double bound, fk_vec3 n, const fk_piece *piece)
{
    if (!isfinite(bound))
        return bound > 0 ? 1 : -1;
    exact_vector_set(&e->n, n);
    exact_set(e->bound, bound);
    mpz_mul_2exp(e->bound, e->bound, EXACT_POWER);
    return exact_sign_of_piece(e, piece);
}

#endif
