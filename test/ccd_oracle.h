/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Corners that move, by other means than src/narrow: integers of GMP, Sturm sequences and Tarski's query for the signs
 * at roots, and other conditions: with a normal, inside is told by areas times that normal, and lines are met with the
 * parameters of their common point; without one, by the corners that lie on edges. Include after cmocka.h. */

#ifndef FARKAS_TEST_CORNERS_ORACLE_H
#define FARKAS_TEST_CORNERS_ORACLE_H

#include <gmp.h>
#include <math.h>
#include <stdbool.h>

#include "farkas/pair.h"

/* ---- Polynomials --------------------------------------------------------------------------------------- */

#define CORNERS_DEGREE 9
#define CORNERS_POOL   400

typedef struct corners_poly {
    int degree; /* -1 for zero */
    mpz_t c[CORNERS_DEGREE + 1];
} corners_poly;

/* Polynomials are taken from here and given back all at once. */
typedef struct moving_pool {
    bool is_ready;
    int used;
    corners_poly poly[CORNERS_POOL];
    mpz_t a, b, d;
} moving_pool;

static moving_pool corners_store;

static void moving_pool_make(void)
{
    if (corners_store.is_ready)
        return;
    for (int i = 0; i < CORNERS_POOL; i++)
        for (int k = 0; k <= CORNERS_DEGREE; k++)
            mpz_init(corners_store.poly[i].c[k]);
    mpz_inits(corners_store.a, corners_store.b, corners_store.d, (mpz_ptr)NULL);
    corners_store.is_ready = true;
}

static void moving_pool_free(void)
{
    for (int i = 0; i < CORNERS_POOL && corners_store.is_ready; i++)
        for (int k = 0; k <= CORNERS_DEGREE; k++)
            mpz_clear(corners_store.poly[i].c[k]);
    if (corners_store.is_ready)
        mpz_clears(corners_store.a, corners_store.b, corners_store.d, (mpz_ptr)NULL);
    corners_store.is_ready = false;
}

static corners_poly *poly_new(void)
{
    assert_true(corners_store.used < CORNERS_POOL);
    corners_poly *p = &corners_store.poly[corners_store.used++];
    p->degree = -1;
    for (int k = 0; k <= CORNERS_DEGREE; k++)
        mpz_set_ui(p->c[k], 0);
    return p;
}

static corners_poly *poly_trim(corners_poly *p)
{
    p->degree = CORNERS_DEGREE;
    while (p->degree >= 0 && mpz_sgn(p->c[p->degree]) == 0)
        p->degree--;
    return p;
}

static corners_poly *poly_mul(const corners_poly *p, const corners_poly *q)
{
    corners_poly *r = poly_new();
    assert_true(p->degree + q->degree <= CORNERS_DEGREE);
    for (int i = 0; i <= p->degree; i++)
        for (int k = 0; k <= q->degree; k++)
            mpz_addmul(r->c[i + k], p->c[i], q->c[k]);
    return poly_trim(r);
}

static corners_poly *poly_combine(const corners_poly *p, int sign, const corners_poly *q)
{
    corners_poly *r = poly_new();
    for (int k = 0; k <= CORNERS_DEGREE; k++)
        sign > 0 ? mpz_add(r->c[k], p->c[k], q->c[k]) : mpz_sub(r->c[k], p->c[k], q->c[k]);
    return poly_trim(r);
}

static corners_poly *poly_slope(const corners_poly *p)
{
    corners_poly *r = poly_new();
    for (int k = 1; k <= p->degree; k++)
        mpz_mul_ui(r->c[k - 1], p->c[k], (unsigned long)k);
    return poly_trim(r);
}

/* Minus a positive multiple of the remainder of p by q, without the factor that its coefficients have in common. */
static corners_poly *poly_rest(const corners_poly *p, const corners_poly *q)
{
    corners_poly *r = poly_combine(p, 1, poly_new());
    while (r->degree >= q->degree) {
        int shift = r->degree - q->degree;
        mpz_set(corners_store.a, r->c[r->degree]);
        mpz_abs(corners_store.b, q->c[q->degree]);
        if (mpz_sgn(q->c[q->degree]) < 0)
            mpz_neg(corners_store.a, corners_store.a);
        for (int k = 0; k <= r->degree; k++)
            mpz_mul(r->c[k], r->c[k], corners_store.b);
        for (int k = 0; k <= q->degree; k++)
            mpz_submul(r->c[k + shift], q->c[k], corners_store.a);
        poly_trim(r);
    }
    mpz_set_ui(corners_store.d, 0);
    for (int k = 0; k <= r->degree; k++)
        mpz_gcd(corners_store.d, corners_store.d, r->c[k]);
    mpz_neg(corners_store.d, corners_store.d);
    for (int k = 0; k <= r->degree; k++)
        mpz_divexact(r->c[k], r->c[k], corners_store.d);
    return r;
}

/* A fraction over / under, under > 0. */
typedef struct moving_place {
    mpz_t over, under;
} moving_place;

static int poly_sign_at(const corners_poly *p, const moving_place *at)
{
    mpz_set_ui(corners_store.a, 0);
    mpz_set_ui(corners_store.b, 1);
    for (int k = p->degree; k >= 0; k--) {
        mpz_mul(corners_store.a, corners_store.a, at->over);
        mpz_addmul(corners_store.a, p->c[k], corners_store.b);
        mpz_mul(corners_store.b, corners_store.b, at->under);
    }
    return mpz_sgn(corners_store.a);
}

/* ---- Sturm and Tarski ---------------------------------------------------------------------------------- */

typedef struct moving_chain {
    int count;
    const corners_poly *term[CORNERS_DEGREE + 2];
} moving_chain;

/* f, f' g, and the negated remainders. */
static void chain_make(const corners_poly *f, const corners_poly *g, moving_chain *chain)
{
    chain->term[0] = f;
    chain->term[1] = poly_mul(poly_slope(f), g);
    if (chain->term[1]->degree >= f->degree) {
        corners_poly *rest = poly_rest(chain->term[1], f);
        for (int k = 0; k <= rest->degree; k++)
            mpz_neg(rest->c[k], rest->c[k]);
        chain->term[1] = rest;
    }
    chain->count = chain->term[1]->degree < 0 ? 1 : 2;
    while (chain->count >= 2) {
        const corners_poly *rest = poly_rest(chain->term[chain->count - 2], chain->term[chain->count - 1]);
        if (rest->degree < 0)
            break;
        chain->term[chain->count++] = rest;
    }
}

static int chain_changes(const moving_chain *chain, const moving_place *at)
{
    int changes = 0, last = 0;
    for (int i = 0; i < chain->count; i++) {
        int sign = poly_sign_at(chain->term[i], at);
        changes += sign * last < 0;
        last = sign != 0 ? sign : last;
    }
    return changes;
}

/* The only root of f between two places where f is not 0. */
typedef struct moving_root {
    const corners_poly *f;
    moving_place from, to;
} moving_root;

static int root_sign(const moving_root *root, const corners_poly *g)
{
    moving_chain chain;
    int used = corners_store.used;
    chain_make(root->f, g, &chain);
    int sign = chain_changes(&chain, &root->from) - chain_changes(&chain, &root->to);
    corners_store.used = used;
    return sign;
}

#define MOVING_ROOTS 6

/* A place between two others where f is not 0. */
static void place_between(const corners_poly *f, const moving_place *p, const moving_place *q,
                          moving_place *out)
{
    static const unsigned long part[] = {8, 7, 9, 6, 10, 5, 11, 4, 12, 3};
    for (int i = 0; i < 10; i++) {
        mpz_mul(out->over, p->over, q->under);
        mpz_mul_ui(out->over, out->over, 16 - part[i]);
        mpz_mul(out->under, q->over, p->under);
        mpz_addmul_ui(out->over, out->under, part[i]);
        mpz_mul(out->under, p->under, q->under);
        mpz_mul_ui(out->under, out->under, 16);
        mpz_gcd(corners_store.d, out->over, out->under);
        mpz_divexact(out->over, out->over, corners_store.d);
        mpz_divexact(out->under, out->under, corners_store.d);
        if (poly_sign_at(f, out) != 0)
            return;
    }
    fail();
}

/* The roots between a little less than 0 and a little more than 1, in order. The places are to be cleared. */
static int roots_of(const corners_poly *f, moving_root root[MOVING_ROOTS])
{
    moving_chain chain;
    int used = corners_store.used, waiting = 1, count = 0;
    moving_place from[MOVING_ROOTS], to[MOVING_ROOTS];
    corners_poly *unit = poly_new();
    mpz_set_ui(unit->c[0], 1);
    chain_make(f, poly_trim(unit), &chain);
    mpz_inits(from[0].over, from[0].under, to[0].over, to[0].under, (mpz_ptr)NULL);
    mpz_set_si(from[0].over, -1);
    mpz_set_ui(from[0].under, 3);
    mpz_set_ui(to[0].over, 4);
    mpz_set_ui(to[0].under, 3);
    while (poly_sign_at(f, &from[0]) == 0)
        mpz_sub_ui(from[0].over, from[0].over, 1);
    while (poly_sign_at(f, &to[0]) == 0)
        mpz_add_ui(to[0].over, to[0].over, 1);
    while (waiting > 0) {
        int top = waiting - 1, inside = chain_changes(&chain, &from[top]) - chain_changes(&chain, &to[top]);
        if (inside <= 1) {
            if (inside == 1) {
                assert_true(count < MOVING_ROOTS);
                root[count++] = (moving_root){f, from[top], to[top]};
            } else {
                mpz_clears(from[top].over, from[top].under, to[top].over, to[top].under, (mpz_ptr)NULL);
            }
            waiting--;
            continue;
        }
        /* The upper part stays below, if there is a root, and the lower one comes first. */
        assert_true(waiting < MOVING_ROOTS);
        moving_place *middle = &to[waiting];
        mpz_inits(from[waiting].over, from[waiting].under, middle->over, middle->under, (mpz_ptr)NULL);
        place_between(f, &from[top], &to[top], middle);
        if (chain_changes(&chain, middle) == chain_changes(&chain, &to[top])) {
            mpz_swap(to[top].over, middle->over);
            mpz_swap(to[top].under, middle->under);
            mpz_clears(from[waiting].over, from[waiting].under, middle->over, middle->under, (mpz_ptr)NULL);
            continue;
        }
        mpz_swap(from[waiting].over, from[top].over);
        mpz_swap(from[waiting].under, from[top].under);
        mpz_set(from[top].over, middle->over);
        mpz_set(from[top].under, middle->under);
        waiting++;
    }
    corners_store.used = used;
    return count;
}

static void roots_clear(moving_root *root, int count)
{
    for (int i = 0; i < count; i++)
        mpz_clears(root[i].from.over, root[i].from.under, root[i].to.over, root[i].to.under, (mpz_ptr)NULL);
}

/* ---- The motion ---------------------------------------------------------------------------------------- */

typedef struct moving_vector {
    const corners_poly *c[3];
} moving_vector;

static moving_vector vector_sub(moving_vector a, moving_vector b)
{
    moving_vector r;
    for (int k = 0; k < 3; k++)
        r.c[k] = poly_combine(a.c[k], -1, b.c[k]);
    return r;
}

static moving_vector vector_cross(moving_vector a, moving_vector b)
{
    moving_vector r;
    for (int k = 0; k < 3; k++) {
        int y = (k + 1) % 3, z = (k + 2) % 3;
        r.c[k] = poly_combine(poly_mul(a.c[y], b.c[z]), -1, poly_mul(a.c[z], b.c[y]));
    }
    return r;
}

static corners_poly *vector_dot(moving_vector a, moving_vector b)
{
    corners_poly *xy = poly_combine(poly_mul(a.c[0], b.c[0]), 1, poly_mul(a.c[1], b.c[1]));
    return poly_combine(xy, 1, poly_mul(a.c[2], b.c[2]));
}

static double component(fk_vec3 v, int k)
{
    return k == 0 ? v.x : k == 1 ? v.y : v.z;
}

/* The exponent of the last bit of a double that a mantissa of 53 bits has. */
static int last_bit(double x)
{
    int exponent;
    frexp(x, &exponent);
    return exponent - 53;
}

static void set_scaled(mpz_t out, double x, int scale)
{
    int exponent;
    mpz_set_d(out, ldexp(frexp(x, &exponent), 53));
    mpz_mul_2exp(out, out, x != 0 ? (mp_bitcnt_t)(exponent - 53 - scale) : 0);
}

static void motion_of(const fk_vec3 begin[4], const fk_vec3 end[4], moving_vector p[4])
{
    int scale = 2000;
    for (int i = 0; i < 8; i++)
        for (int k = 0; k < 3; k++) {
            double x = component(i < 4 ? begin[i] : end[i - 4], k);
            if (x != 0 && last_bit(x) < scale)
                scale = last_bit(x);
        }
    for (int i = 0; i < 4; i++)
        for (int k = 0; k < 3; k++) {
            corners_poly *c = poly_new();
            set_scaled(c->c[0], component(begin[i], k), scale);
            set_scaled(c->c[1], component(end[i], k), scale);
            mpz_sub(c->c[1], c->c[1], c->c[0]);
            p[i].c[k] = poly_trim(c);
        }
}

/* What decides at a root: with a normal, all of `inside` are not negative; or for a corner and an edge, the square of an
 * area is 0 and the product of the ways to both ends is not positive. */
typedef struct moving_conditions {
    const corners_poly *f, *normal, *inside[4], *area[4], *between[4];
    int insides, edges;
} moving_conditions;

static void add_edge(moving_conditions *s, moving_vector p, moving_vector a, moving_vector b)
{
    moving_vector area = vector_cross(vector_sub(p, a), vector_sub(b, a));
    s->area[s->edges] = vector_dot(area, area);
    /* An edge that is a point has no area with anything; then the square of the distance must not be positive. */
    s->between[s->edges++] = vector_dot(vector_sub(p, a), vector_sub(p, b));
}

static moving_conditions conditions_of_triangle(const moving_vector p[4])
{
    moving_conditions s = {.insides = 3};
    moving_vector normal = vector_cross(vector_sub(p[2], p[1]), vector_sub(p[3], p[1]));
    s.normal = vector_dot(normal, normal);
    s.f = vector_dot(normal, vector_sub(p[0], p[1]));
    for (int i = 0; i < 3; i++) {
        moving_vector a = p[1 + i], b = p[1 + (i + 1) % 3];
        s.inside[i] = vector_dot(vector_cross(vector_sub(b, a), vector_sub(p[0], a)), normal);
        add_edge(&s, p[0], a, b);
    }
    return s;
}

static moving_conditions conditions_of_segments(const moving_vector p[4])
{
    moving_conditions s = {.insides = 4};
    moving_vector d = vector_sub(p[1], p[0]), e = vector_sub(p[3], p[2]), way = vector_sub(p[2], p[0]);
    moving_vector normal = vector_cross(d, e);
    s.normal = vector_dot(normal, normal);
    s.f = vector_dot(normal, way);
    s.inside[0] = vector_dot(vector_cross(way, e), normal);
    s.inside[1] = poly_combine(s.normal, -1, s.inside[0]);
    s.inside[2] = vector_dot(vector_cross(way, d), normal);
    s.inside[3] = poly_combine(s.normal, -1, s.inside[2]);
    add_edge(&s, p[0], p[2], p[3]);
    add_edge(&s, p[1], p[2], p[3]);
    add_edge(&s, p[2], p[0], p[1]);
    add_edge(&s, p[3], p[0], p[1]);
    return s;
}

static bool meets_at(const moving_conditions *s, const moving_root *root)
{
    if (root_sign(root, s->f) != 0)
        return false;
    for (int i = 0; i < s->edges; i++)
        if (root_sign(root, s->area[i]) == 0 && root_sign(root, s->between[i]) <= 0)
            return true;
    if (root_sign(root, s->normal) == 0)
        return false;
    for (int i = 0; i < s->insides; i++)
        if (root_sign(root, s->inside[i]) < 0)
            return false;
    return true;
}

/* sign (t - x), times a power of two. */
static const corners_poly *poly_from(double x, int sign)
{
    corners_poly *p = poly_new();
    int scale = x != 0 && last_bit(x) < 0 ? last_bit(x) : 0;
    set_scaled(p->c[0], x, scale);
    mpz_set_ui(p->c[1], 1);
    mpz_mul_2exp(p->c[1], p->c[1], (mp_bitcnt_t)-scale);
    mpz_neg(sign > 0 ? p->c[0] : p->c[1], sign > 0 ? p->c[0] : p->c[1]);
    return poly_trim(p);
}

/* Looks at the roots of a polynomial: none at which they meet may come before the answer; is there one in it? */
static bool roots_agree(const moving_conditions *s, const corners_poly *of, const fk_ccd_hit *hit,
                        bool *found)
{
    moving_root root[MOVING_ROOTS];
    int count = roots_of(of, root), used = corners_store.used;
    const corners_poly *start = poly_from(0.0, 1), *stop = poly_from(1.0, -1);
    const corners_poly *lo = poly_from(hit->time.lo, 1), *hi = poly_from(hit->time.hi, -1);
    bool agree = true;
    for (int i = 0; i < count && agree; i++) {
        if (root_sign(&root[i], start) < 0 || root_sign(&root[i], stop) < 0 || !meets_at(s, &root[i]))
            continue;
        agree = hit->meets && root_sign(&root[i], lo) >= 0;
        *found = *found || root_sign(&root[i], hi) >= 0;
        if (of == s->f)
            break; /* the roots are in order */
    }
    roots_clear(root, count);
    corners_store.used = used;
    return agree;
}

/* Whether an answer is right. */
static bool moving_answer_is_right(bool segments, const fk_vec3 begin[4], const fk_vec3 end[4],
                                   const fk_ccd_hit *hit)
{
    moving_vector p[4];
    moving_pool_make();
    corners_store.used = 0;
    double next = nextafter(hit->time.lo, 2.0);
    if (hit->meets
            ? hit->time.lo < 0 || hit->time.hi > 1 || (hit->time.hi != hit->time.lo && hit->time.hi != next)
            : hit->time.lo != 0 || hit->time.hi != 0)
        return false;
    motion_of(begin, end, p);
    moving_conditions s = segments ? conditions_of_segments(p) : conditions_of_triangle(p);
    bool found = false, agree = true;
    if (s.f->degree >= 0) {
        agree = s.f->degree == 0 || roots_agree(&s, s.f, hit, &found);
        return agree && found == hit->meets;
    }
    const corners_poly *of[14] = {poly_from(0.0, 1), s.normal};
    int count = 2;
    for (int i = 0; i < s.insides; i++)
        of[count++] = s.inside[i];
    for (int i = 0; i < s.edges; i++) {
        of[count++] = s.area[i];
        of[count++] = s.between[i];
    }
    for (int i = 0; i < count && agree; i++)
        if (of[i]->degree > 0)
            agree = roots_agree(&s, of[i], hit, &found);
    return agree && found == hit->meets;
}

#endif
