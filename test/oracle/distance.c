/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The exact squared distance of two cores.
 *
 * Cores that meet have distance 0; the verdict tells. For cores that do not meet, the nearest points are on the
 * boundary (in R^3) of each core. A list of triangles within a core covers its boundary: all triples of
 * vertices, and for a box all triples that lie in one face. (A flat box is the image of a cube under a singular
 * map, whose fibres are lines that leave the cube through its boundary, so the images of the faces cover it; a
 * flat hull is covered by triangles of its vertices by Caratheodory's theorem.) So the distance is the least
 * distance of two such triangles, points and segments being degenerate ones. For two disjoint triangles it is
 * reached by a vertex of one whose foot is within the other, or by an edge of one and an edge of the other: from
 * nearest points that are inner to a triangle one can slide both along a common direction, at constant distance,
 * up to an edge. A degenerate triangle is the union of its edges. Each candidate is a true distance of two points
 * of a and b, so the least one is the distance.
 *
 * A half-space {n.x <= c} is (n.p - c) / |n| away from the vertex p with the least n.p.
 *
 * Weak inputs: the time grows with the fourth power of the points of hulls. */

#include "body.h"

/* All integers that a question needs, kept from one question to the next to save the allocations. */
static struct work {
    bool ready;
    struct vec u, v, w, x, cross, side;
    mpz_t uu, uv, vv, uw, vw, t, det, left, right, numerator, denominator;
    struct fraction least; /* the least squared distance seen; below 0 for none */
} work;

static void work_init(void)
{
    if (work.ready)
        return;
    struct vec *all[] = {&work.u, &work.v, &work.w, &work.x, &work.cross, &work.side};
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++)
        oracle_vec_init(all[i]);
    mpz_inits(work.uu, work.uv, work.vv, work.uw, work.vw, work.t, work.det, (mpz_ptr)NULL);
    mpz_inits(work.left, work.right, work.numerator, work.denominator, (mpz_ptr)NULL);
    oracle_fraction_init(&work.least);
    work.ready = true;
}

/* ---- Pairs of features --------------------------------------------------------------------------------- */

/* Takes note of the squared distance numerator / denominator, denominator > 0. */
static void note_distance(void)
{
    if (mpz_sgn(work.least.top) < 0 ||
        oracle_fraction_compare(work.numerator, work.denominator, &work.least) < 0)
        oracle_fraction_set(&work.least, work.numerator, work.denominator);
}

/* The distance of p from the segment from q to r. */
static void note_point_segment(const struct vec *p, const struct vec *q, const struct vec *r)
{
    oracle_vec_sub(&work.u, r, q);
    oracle_vec_sub(&work.x, p, q);
    oracle_vec_dot(work.uu, &work.u, &work.u);
    oracle_vec_dot(work.t, &work.x, &work.u);
    mpz_set_ui(work.denominator, 1);
    if (mpz_sgn(work.t) <= 0) {
        oracle_vec_dot(work.numerator, &work.x, &work.x);
    } else if (mpz_cmp(work.t, work.uu) >= 0) {
        oracle_vec_sub(&work.x, p, r);
        oracle_vec_dot(work.numerator, &work.x, &work.x);
    } else {
        oracle_vec_cross(&work.cross, &work.x, &work.u);
        oracle_vec_dot(work.numerator, &work.cross, &work.cross);
        mpz_set(work.denominator, work.uu);
    }
    note_distance();
}

/* The nearest points of the lines p0 + s u and q0 + t v, if they are not parallel and both are within the
 * segments. With w = p0 - q0 the normal equations give s = (uv vw - vv uw) / det, t = (uu vw - uv uw) /
 * det. */
static void note_crossing(const struct vec *p0, const struct vec *p1, const struct vec *q0,
                          const struct vec *q1)
{
    oracle_vec_sub(&work.u, p1, p0);
    oracle_vec_sub(&work.v, q1, q0);
    oracle_vec_cross(&work.cross, &work.u, &work.v);
    if (oracle_vec_is_zero(&work.cross))
        return;
    oracle_vec_sub(&work.w, p0, q0);
    oracle_vec_dot(work.uu, &work.u, &work.u);
    oracle_vec_dot(work.uv, &work.u, &work.v);
    oracle_vec_dot(work.vv, &work.v, &work.v);
    oracle_vec_dot(work.uw, &work.u, &work.w);
    oracle_vec_dot(work.vw, &work.v, &work.w);
    oracle_vec_dot(work.det, &work.cross, &work.cross);

    mpz_mul(work.left, work.uv, work.vw);
    mpz_submul(work.left, work.vv, work.uw);
    mpz_mul(work.right, work.uu, work.vw);
    mpz_submul(work.right, work.uv, work.uw);
    if (mpz_sgn(work.left) < 0 || mpz_cmp(work.left, work.det) > 0)
        return;
    if (mpz_sgn(work.right) < 0 || mpz_cmp(work.right, work.det) > 0)
        return;
    oracle_vec_dot(work.t, &work.w, &work.cross);
    mpz_mul(work.numerator, work.t, work.t);
    mpz_set(work.denominator, work.det);
    note_distance();
}

/* The distance of two segments: of the inner points, or of an end from the other segment. */
static void note_segments(const struct vec *p0, const struct vec *p1, const struct vec *q0,
                          const struct vec *q1)
{
    note_point_segment(p0, q0, q1);
    note_point_segment(p1, q0, q1);
    note_point_segment(q0, p0, p1);
    note_point_segment(q1, p0, p1);
    note_crossing(p0, p1, q0, q1);
}

/* True when p, seen along the normal work.cross of a triangle, is on the inner side of its side from q to
 * r. */
static bool inside_side(const struct vec *p, const struct vec *q, const struct vec *r)
{
    oracle_vec_sub(&work.u, r, q);
    oracle_vec_sub(&work.x, p, q);
    oracle_vec_cross(&work.side, &work.u, &work.x);
    oracle_vec_dot(work.t, &work.side, &work.cross);
    return mpz_sgn(work.t) >= 0;
}

/* The distance of each vertex of a body whose foot lies within the triangle from that foot. */
static void note_points_triangle(const struct body *body, const struct vec *q, const struct vec *r,
                                 const struct vec *s)
{
    oracle_vec_sub(&work.u, r, q);
    oracle_vec_sub(&work.v, s, q);
    oracle_vec_cross(&work.cross, &work.u, &work.v);
    if (oracle_vec_is_zero(&work.cross))
        return;
    for (size_t i = 0; i < body->vertices; i++) {
        const struct vec *p = &body->vertex[i];
        if (!inside_side(p, q, r) || !inside_side(p, r, s) || !inside_side(p, s, q))
            continue;
        oracle_vec_sub(&work.x, p, q);
        oracle_vec_dot(work.t, &work.x, &work.cross);
        mpz_mul(work.numerator, work.t, work.t);
        oracle_vec_dot(work.denominator, &work.cross, &work.cross);
        note_distance();
    }
}

static void note_faces(const struct body *points, const struct body *body)
{
    const struct vec *vertex = body->vertex;
    for (size_t i = 0; i < body->vertices; i++)
        for (size_t j = i + 1; j < body->vertices; j++)
            for (size_t k = j + 1; k < body->vertices; k++)
                if (oracle_in_one_face(body, i, j, k))
                    note_points_triangle(points, &vertex[i], &vertex[j], &vertex[k]);
}

/* One side of a against all sides of b; a core of one vertex has one side of length zero. */
static void note_side(const struct vec *p0, const struct vec *p1, const struct body *b)
{
    if (b->vertices == 1)
        note_segments(p0, p1, &b->vertex[0], &b->vertex[0]);
    for (size_t i = 0; i < b->vertices; i++)
        for (size_t j = i + 1; j < b->vertices; j++)
            if (oracle_in_one_face(b, i, j, j))
                note_segments(p0, p1, &b->vertex[i], &b->vertex[j]);
}

static void note_sides(const struct body *a, const struct body *b)
{
    if (a->vertices == 1)
        note_side(&a->vertex[0], &a->vertex[0], b);
    for (size_t i = 0; i < a->vertices; i++)
        for (size_t j = i + 1; j < a->vertices; j++)
            if (oracle_in_one_face(a, i, j, j))
                note_side(&a->vertex[i], &a->vertex[j], b);
}

void oracle_core_distance(const struct body *a, const struct body *b, struct fraction *squared)
{
    work_init();
    mpz_set_si(work.least.top, -1);
    note_sides(a, b);
    note_faces(a, b);
    note_faces(b, a);
    oracle_fraction_set(squared, work.least.top, work.least.bottom);
}

/* ---- Half-spaces --------------------------------------------------------------------------------------- */

/* In the integers n' = K n, p' = K p, c' = K c with K = 2^shift, (n'.p' - K c')^2 / n'^2 is K^2 times the
 * squared gap. */
static int gap_of_half(const struct body *half, const struct body *body, long shift, mpq_t squared)
{
    oracle_project(body, &half->normal, work.left, work.right);
    mpz_mul_2exp(work.t, half->offset, (mp_bitcnt_t)shift);
    mpz_sub(work.t, work.left, work.t);
    mpz_mul(work.left, work.t, work.t);
    oracle_vec_dot(work.right, &half->normal, &half->normal);
    oracle_set_quotient(squared, work.left, work.right, 2 * shift);
    return mpz_sgn(work.t);
}

/* Opposite normals, n_a = -m n_b with m > 0: a - b is {n_a.x <= c_a + m c_b}, and m is n_a.n_a / -n_a.n_b. The
 * gap is -(c_a + m c_b) / |n_a|; a common factor of all numbers does not change it. */
static bool gap_of_halves(const struct body *a, const struct body *b, int *sign, mpq_t squared)
{
    oracle_vec_cross(&work.cross, &a->normal, &b->normal);
    oracle_vec_dot(work.uv, &a->normal, &b->normal);
    if (!oracle_vec_is_zero(&work.cross) || mpz_sgn(work.uv) > 0)
        return false;
    oracle_vec_dot(work.uu, &a->normal, &a->normal);
    mpz_mul(work.t, a->offset, work.uv);
    mpz_submul(work.t, b->offset, work.uu); /* (c_a + m c_b) n_a.n_b, and n_a.n_b < 0 */
    *sign = mpz_sgn(work.t);
    mpz_mul(work.left, work.t, work.t);
    mpz_mul(work.right, work.uv, work.uv);
    mpz_mul(work.right, work.right, work.uu);
    oracle_set_quotient(squared, work.left, work.right, 0);
    return true;
}

bool oracle_half_gap(const struct pair *pair, int *sign, mpq_t squared)
{
    work_init();
    const struct body *a = &pair->a, *b = &pair->b;
    if (a->kind == ORACLE_HALF && b->kind == ORACLE_HALF)
        return gap_of_halves(a, b, sign, squared);
    *sign = a->kind == ORACLE_HALF ? gap_of_half(a, b, pair->shift, squared)
                                   : gap_of_half(b, a, pair->shift, squared);
    return true;
}

/* ---- The question -------------------------------------------------------------------------------------- */

void oracle_sum_of_radii(const struct pair *pair, mpq_t radii)
{
    if (radii == NULL)
        return;
    work_init();
    mpz_add(work.left, pair->a.radius, pair->b.radius);
    mpz_set_ui(work.right, 1);
    oracle_set_quotient(radii, work.left, work.right, pair->shift);
}

bool oracle_distance(const struct oracle_piece *a, const struct oracle_piece *b, mpq_t squared, mpq_t radii)
{
    const struct pair *pair = oracle_load(a, b, NULL, 0);
    if (pair == NULL)
        return false;
    if (a->kind == ORACLE_HALF || b->kind == ORACLE_HALF) {
        int sign;
        if (!oracle_half_gap(pair, &sign, squared) || sign < 0)
            mpq_set_ui(squared, 0, 1);
    } else if (oracle_core_verdict(&pair->a, &pair->b) != ORACLE_APART) {
        mpq_set_ui(squared, 0, 1);
    } else {
        struct fraction least;
        oracle_fraction_init(&least);
        oracle_core_distance(&pair->a, &pair->b, &least);
        oracle_set_quotient(squared, least.top, least.bottom, 2 * pair->shift);
        oracle_fraction_clear(&least);
    }
    oracle_sum_of_radii(pair, radii);
    return true;
}
