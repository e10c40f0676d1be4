/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Decides apart, touching or overlapping for two closed convex pieces a and b, in integers of any length
 * (GMP). No floating-point operation is made: a double is taken apart into its bits, and all numbers of both
 * pieces are multiplied by one common power of two, 2^shift, that makes them integers. With M = a - b, the
 * set of all p - q, the pieces are apart when the origin is outside M, touching when it is on the boundary of
 * M, overlapping when it is in the interior.
 *
 * Polyhedra. M is the hull of the differences of vertices. An axis n other than zero tells something about
 * the origin by the interval of n.d over d in M: 0 strictly outside of it proves apart; 0 not strictly inside
 * proves that the origin is not in the interior. It remains to show that the finite list of axes below is
 * enough. Let G be the edge directions of a and of b; every edge of M is parallel to one of G, and every
 * member of G is parallel to the affine span of M. The list is e_x, e_y, e_z, all g x h and all g x e_k.
 *   M has dimension 3. Each facet has two edges that are not parallel, so its normal is some g x h. Outside:
 *     a facet plane separates strictly. On the boundary: the origin is on a facet plane. Interior: 0 is
 *     strictly inside on every axis.
 *   M has dimension 2. The normal N of its plane is some g x h, and there the interval is one number. If that
 *     is not 0, the pieces are apart and N says so. If it is 0, they do not overlap, and N says so; if the
 *     origin is outside of M, then the line of an edge, of direction g, separates it within the plane. The
 *     three g x e_k span all that is perpendicular to g, so one of them is not parallel to N. Its part within
 *     the plane is not zero and perpendicular to g: it separates in the same way as that line does.
 *   M has dimension 1, direction g. If the origin is not on the line, some g x e_k, which span all that is
 *     perpendicular to g, is not perpendicular to the way from the line to the origin: it separates. If it is
 *     on the line but outside of M, the e_k with g_k not 0 separates. If it is in M, each nonzero g x e_k,
 *     and there is one, has the interval [0, 0]: not overlapping.
 *   M has dimension 0, a point. The e_k tell whether it is the origin, and never that it overlaps.
 * When some g x h other than zero has an interval of positive length, M has dimension 3: then the g x e_k are
 * left out, as the first case does not need them.
 *
 * Round pieces. With R the sum of the radii and R > 0, M is the difference of the cores grown by a ball, so
 * the distance of the cores decides: below R overlapping, equal touching, above apart. Cores that meet have
 * distance 0. For cores that do not meet, the nearest points are on the boundary (in R^3) of each core. A
 * list of triangles within a core covers its boundary: all triples of vertices, and for a box all triples
 * that lie in one face. (A flat box is the image of a cube under a singular map, whose fibres are lines that
 * leave the cube through its boundary, so the images of the faces cover it; a flat hull is covered by
 * triangles of its vertices by Caratheodory's theorem.) So the distance is the least distance of two such
 * triangles, points and segments being degenerate ones. For two disjoint triangles it is reached by a vertex
 * of one whose foot is within the other, or by an edge of one and an edge of the other: from nearest points
 * that are inner to a triangle one can slide both along a common direction, at constant distance, up to an
 * edge. A degenerate triangle is the union of its edges. Each candidate is a true distance of two points of a
 * and b, so the least one is the distance.
 *
 * Half-spaces {n.x <= c}. Against a piece with core vertices p and radius R: the least n.p - R |n| compared
 * with c, by squares. Two of them: M is all of space, unless the normals are exactly opposite; then it is a
 * half-space again.
 *
 * Weak inputs: numbers whose exponents differ by hundreds make long integers, and the time grows. */

#include "oracle.h"

#include <gmp.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#define EDGES_MAX   (ORACLE_HULL_POINTS * (ORACLE_HULL_POINTS - 1) / 2)
#define NUMBERS_MAX (3 * ORACLE_HULL_POINTS)

struct vec {
    mpz_t c[3];
};

/* A piece in integers: the core's vertices and edge directions, and the radius; or a half-space. */
struct body {
    enum oracle_kind kind;
    size_t vertices, edges;
    struct vec vertex[ORACLE_HULL_POINTS];
    struct vec edge[EDGES_MAX];
    mpz_t radius;
    struct vec normal;
    mpz_t offset;
};

/* All integers that a question needs, kept from one question to the next to save the allocations. */
static struct work {
    bool ready;
    long shift;
    struct body a, b;
    struct vec unit[3];
    struct vec axis;
    mpz_t low[2], high[2], dot;
    mpz_t radius_squared, numerator, denominator, left, right;
    struct vec u, v, w, x, cross, side;
    mpz_t uu, uv, vv, uw, vw, t, det;
    int nearest; /* sign of (least squared distance seen) - radius_squared */
} work;

/* ---- Integer vectors ----------------------------------------------------------------------------------- */

static void vec_init(struct vec *v)
{
    mpz_inits(v->c[0], v->c[1], v->c[2], (mpz_ptr)NULL);
}

static void body_init(struct body *body)
{
    for (size_t i = 0; i < ORACLE_HULL_POINTS; i++)
        vec_init(&body->vertex[i]);
    for (size_t i = 0; i < EDGES_MAX; i++)
        vec_init(&body->edge[i]);
    vec_init(&body->normal);
    mpz_inits(body->radius, body->offset, (mpz_ptr)NULL);
}

static void work_init(void)
{
    body_init(&work.a);
    body_init(&work.b);
    for (int k = 0; k < 3; k++) {
        vec_init(&work.unit[k]);
        mpz_set_ui(work.unit[k].c[k], 1);
    }
    struct vec *all[] = {&work.axis, &work.u, &work.v, &work.w, &work.x, &work.cross, &work.side};
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++)
        vec_init(all[i]);
    mpz_inits(work.low[0], work.low[1], work.high[0], work.high[1], work.dot, (mpz_ptr)NULL);
    mpz_inits(work.radius_squared, work.numerator, work.denominator, work.left, work.right, (mpz_ptr)NULL);
    mpz_inits(work.uu, work.uv, work.vv, work.uw, work.vw, work.t, work.det, (mpz_ptr)NULL);
    work.ready = true;
}

static void vec_add(struct vec *out, const struct vec *a, const struct vec *b)
{
    for (int k = 0; k < 3; k++)
        mpz_add(out->c[k], a->c[k], b->c[k]);
}

static void vec_sub(struct vec *out, const struct vec *a, const struct vec *b)
{
    for (int k = 0; k < 3; k++)
        mpz_sub(out->c[k], a->c[k], b->c[k]);
}

static bool vec_is_zero(const struct vec *a)
{
    return mpz_sgn(a->c[0]) == 0 && mpz_sgn(a->c[1]) == 0 && mpz_sgn(a->c[2]) == 0;
}

static void vec_dot(mpz_t out, const struct vec *a, const struct vec *b)
{
    mpz_mul(out, a->c[0], b->c[0]);
    mpz_addmul(out, a->c[1], b->c[1]);
    mpz_addmul(out, a->c[2], b->c[2]);
}

/* out must not be a or b. */
static void vec_cross(struct vec *out, const struct vec *a, const struct vec *b)
{
    for (int k = 0; k < 3; k++) {
        int i = (k + 1) % 3, j = (k + 2) % 3;
        mpz_mul(out->c[k], a->c[i], b->c[j]);
        mpz_submul(out->c[k], a->c[j], b->c[i]);
    }
}

/* ---- From doubles to integers -------------------------------------------------------------------------- */

/* A double is mantissa * 2^exponent, with the mantissa odd or zero. */
struct parts {
    bool finite, negative;
    uint64_t mantissa;
    int exponent;
};

static struct parts take_apart(double value)
{
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    int field = (int)(bits >> 52 & 0x7ff);
    uint64_t fraction = bits & ((UINT64_C(1) << 52) - 1);

    struct parts parts = {field != 0x7ff, bits >> 63 != 0, fraction, -1074};
    if (field > 0) {
        parts.mantissa = fraction | UINT64_C(1) << 52;
        parts.exponent = field - 1075;
    }
    while (parts.mantissa != 0 && parts.mantissa % 2 == 0) {
        parts.mantissa /= 2;
        parts.exponent++;
    }
    return parts;
}

/* out = value * 2^shift, which is known to be an integer. */
static void set_scaled(mpz_t out, double value, long shift)
{
    struct parts parts = take_apart(value);
    mpz_set_ui(out, 0);
    if (parts.mantissa == 0)
        return;
    mpz_import(out, 1, 1, sizeof parts.mantissa, 0, 0, &parts.mantissa);
    mpz_mul_2exp(out, out, (mp_bitcnt_t)(parts.exponent + shift));
    if (parts.negative)
        mpz_neg(out, out);
}

static void vec_set_scaled(struct vec *out, const double number[3], long shift)
{
    for (int k = 0; k < 3; k++)
        set_scaled(out->c[k], number[k], shift);
}

/* The least shift that makes every number of a piece an integer, or `shift` if that is more. */
static long shift_for(const struct oracle_piece *piece, long shift)
{
    for (size_t i = 0; i < piece->count; i++) {
        struct parts parts = take_apart(piece->number[i]);
        if (parts.mantissa != 0 && -parts.exponent > shift)
            shift = -parts.exponent;
    }
    return shift;
}

static bool count_is_right(const struct oracle_piece *piece)
{
    switch (piece->kind) {
    case ORACLE_POINT:
        return piece->count == 3;
    case ORACLE_SPHERE:
    case ORACLE_HALF:
        return piece->count == 4;
    case ORACLE_SEG:
        return piece->count == 6;
    case ORACLE_CAPSULE:
        return piece->count == 7;
    case ORACLE_TRI:
        return piece->count == 9;
    case ORACLE_TETRA:
    case ORACLE_BOX:
        return piece->count == 12;
    case ORACLE_HULL:
        return piece->count > 0 && piece->count % 3 == 0 && piece->count <= NUMBERS_MAX;
    }
    return false;
}

static bool is_zero(double value)
{
    return take_apart(value).mantissa == 0;
}

static bool piece_is_valid(const struct oracle_piece *piece)
{
    if (!count_is_right(piece))
        return false;
    const double *number = piece->number;
    for (size_t i = 0; i < piece->count; i++)
        if (!take_apart(number[i]).finite)
            return false;
    if (piece->kind == ORACLE_SPHERE || piece->kind == ORACLE_CAPSULE) {
        double radius = number[piece->count - 1];
        return is_zero(radius) || !take_apart(radius).negative;
    }
    if (piece->kind == ORACLE_HALF)
        return !is_zero(number[0]) || !is_zero(number[1]) || !is_zero(number[2]);
    return true;
}

/* Vertices of a tetra or a box: exact sums of the corner and edges. Bit k of a box's index adds edge k. */
static void load_cell(struct body *body, const double *number, long shift)
{
    vec_set_scaled(&body->vertex[0], number, shift);
    for (size_t k = 0; k < 3; k++)
        vec_set_scaled(&body->edge[k], number + 3 + 3 * k, shift);

    if (body->kind == ORACLE_TETRA) {
        for (size_t k = 0; k < 3; k++)
            vec_add(&body->vertex[k + 1], &body->vertex[0], &body->edge[k]);
        body->vertices = 4;
        return;
    }
    for (size_t i = 1; i < 8; i++) {
        size_t k = i >= 4 ? 2 : i >= 2 ? 1 : 0;
        vec_add(&body->vertex[i], &body->vertex[i - ((size_t)1 << k)], &body->edge[k]);
    }
    body->vertices = 8;
}

/* Every pair of vertices as an edge direction: what is too many does no harm. */
static void load_all_edges(struct body *body)
{
    body->edges = 0;
    for (size_t i = 0; i < body->vertices; i++)
        for (size_t j = i + 1; j < body->vertices; j++)
            vec_sub(&body->edge[body->edges++], &body->vertex[j], &body->vertex[i]);
}

static void load(struct body *body, const struct oracle_piece *piece, long shift)
{
    const double *number = piece->number;
    body->kind = piece->kind;
    body->vertices = 0;
    body->edges = 0;
    mpz_set_ui(body->radius, 0);

    if (piece->kind == ORACLE_HALF) {
        vec_set_scaled(&body->normal, number, shift);
        set_scaled(body->offset, number[3], shift);
    } else if (piece->kind == ORACLE_BOX) {
        load_cell(body, number, shift);
        body->edges = 3;
    } else if (piece->kind == ORACLE_TETRA) {
        load_cell(body, number, shift);
        load_all_edges(body);
    } else {
        body->vertices = piece->count / 3;
        for (size_t i = 0; i < body->vertices; i++)
            vec_set_scaled(&body->vertex[i], number + 3 * i, shift);
        load_all_edges(body);
    }
    if (piece->kind == ORACLE_SPHERE || piece->kind == ORACLE_CAPSULE)
        set_scaled(body->radius, number[piece->count - 1], shift);
}

/* ---- Polyhedra ----------------------------------------------------------------------------------------- */

static void project(const struct body *body, const struct vec *axis, mpz_t low, mpz_t high)
{
    vec_dot(low, axis, &body->vertex[0]);
    mpz_set(high, low);
    for (size_t i = 1; i < body->vertices; i++) {
        vec_dot(work.dot, axis, &body->vertex[i]);
        if (mpz_cmp(work.dot, low) < 0)
            mpz_set(low, work.dot);
        else if (mpz_cmp(work.dot, high) > 0)
            mpz_set(high, work.dot);
    }
}

/* What one axis other than zero proves: apart, at most touching, or nothing (overlapping is possible). */
static int verdict_on_axis(const struct body *a, const struct body *b, const struct vec *axis)
{
    project(a, axis, work.low[0], work.high[0]);
    project(b, axis, work.low[1], work.high[1]);
    int below = mpz_cmp(work.low[0], work.high[1]); /* sign of the least n.d */
    int above = mpz_cmp(work.high[0], work.low[1]); /* sign of the greatest n.d */
    if (below > 0 || above < 0)
        return ORACLE_APART;
    return below < 0 && above > 0 ? ORACLE_OVERLAPPING : ORACLE_TOUCHING;
}

/* True when n.d is the same for all d, on the axis that verdict_on_axis saw last. */
static bool interval_is_one_number(void)
{
    return mpz_cmp(work.low[0], work.high[0]) == 0 && mpz_cmp(work.low[1], work.high[1]) == 0;
}

static const struct vec *direction(const struct body *a, const struct body *b, size_t i)
{
    return i < a->edges ? &a->edge[i] : &b->edge[i - a->edges];
}

static int least(int x, int y)
{
    return x < y ? x : y;
}

/* The axes g x e_k, which matter when a - b is flat. */
static int verdict_on_flat_axes(const struct body *a, const struct body *b)
{
    int verdict = ORACLE_OVERLAPPING;
    for (size_t i = 0; i < a->edges + b->edges && verdict != ORACLE_APART; i++)
        for (int k = 0; k < 3 && verdict != ORACLE_APART; k++) {
            vec_cross(&work.axis, direction(a, b, i), &work.unit[k]);
            if (!vec_is_zero(&work.axis))
                verdict = least(verdict, verdict_on_axis(a, b, &work.axis));
        }
    return verdict;
}

/* The head of this file says why these axes are enough. */
static int verdict_of_polyhedra(const struct body *a, const struct body *b)
{
    int verdict = ORACLE_OVERLAPPING;
    for (int k = 0; k < 3; k++)
        verdict = least(verdict, verdict_on_axis(a, b, &work.unit[k]));

    bool solid = false;
    size_t count = a->edges + b->edges;
    for (size_t i = 0; i < count && verdict != ORACLE_APART; i++)
        for (size_t j = i + 1; j < count && verdict != ORACLE_APART; j++) {
            vec_cross(&work.axis, direction(a, b, i), direction(a, b, j));
            if (vec_is_zero(&work.axis))
                continue;
            verdict = least(verdict, verdict_on_axis(a, b, &work.axis));
            solid = solid || !interval_is_one_number();
        }
    if (verdict == ORACLE_APART || solid)
        return verdict;
    return least(verdict, verdict_on_flat_axes(a, b));
}

/* ---- Round pieces: the distance of the cores ----------------------------------------------------------- */

/* Takes note of the squared distance numerator / denominator, denominator > 0. */
static void note_distance(void)
{
    mpz_mul(work.right, work.radius_squared, work.denominator);
    int sign = mpz_cmp(work.numerator, work.right);
    sign = (sign > 0) - (sign < 0);
    if (sign < work.nearest)
        work.nearest = sign;
}

/* The distance of p from the segment from q to r. */
static void note_point_segment(const struct vec *p, const struct vec *q, const struct vec *r)
{
    vec_sub(&work.u, r, q);
    vec_sub(&work.x, p, q);
    vec_dot(work.uu, &work.u, &work.u);
    vec_dot(work.t, &work.x, &work.u);
    mpz_set_ui(work.denominator, 1);
    if (mpz_sgn(work.t) <= 0) {
        vec_dot(work.numerator, &work.x, &work.x);
    } else if (mpz_cmp(work.t, work.uu) >= 0) {
        vec_sub(&work.x, p, r);
        vec_dot(work.numerator, &work.x, &work.x);
    } else {
        vec_cross(&work.cross, &work.x, &work.u);
        vec_dot(work.numerator, &work.cross, &work.cross);
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
    vec_sub(&work.u, p1, p0);
    vec_sub(&work.v, q1, q0);
    vec_cross(&work.cross, &work.u, &work.v);
    if (vec_is_zero(&work.cross))
        return;
    vec_sub(&work.w, p0, q0);
    vec_dot(work.uu, &work.u, &work.u);
    vec_dot(work.uv, &work.u, &work.v);
    vec_dot(work.vv, &work.v, &work.v);
    vec_dot(work.uw, &work.u, &work.w);
    vec_dot(work.vw, &work.v, &work.w);
    vec_dot(work.det, &work.cross, &work.cross);

    mpz_mul(work.left, work.uv, work.vw);
    mpz_submul(work.left, work.vv, work.uw);
    mpz_mul(work.right, work.uu, work.vw);
    mpz_submul(work.right, work.uv, work.uw);
    if (mpz_sgn(work.left) < 0 || mpz_cmp(work.left, work.det) > 0)
        return;
    if (mpz_sgn(work.right) < 0 || mpz_cmp(work.right, work.det) > 0)
        return;
    vec_dot(work.t, &work.w, &work.cross);
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
    vec_sub(&work.u, r, q);
    vec_sub(&work.x, p, q);
    vec_cross(&work.side, &work.u, &work.x);
    vec_dot(work.t, &work.side, &work.cross);
    return mpz_sgn(work.t) >= 0;
}

/* The distance of each vertex of a body whose foot lies within the triangle from that foot. */
static void note_points_triangle(const struct body *body, const struct vec *q, const struct vec *r,
                                 const struct vec *s)
{
    vec_sub(&work.u, r, q);
    vec_sub(&work.v, s, q);
    vec_cross(&work.cross, &work.u, &work.v);
    if (vec_is_zero(&work.cross))
        return;
    for (size_t i = 0; i < body->vertices; i++) {
        const struct vec *p = &body->vertex[i];
        if (!inside_side(p, q, r) || !inside_side(p, r, s) || !inside_side(p, s, q))
            continue;
        vec_sub(&work.x, p, q);
        vec_dot(work.t, &work.x, &work.cross);
        mpz_mul(work.numerator, work.t, work.t);
        vec_dot(work.denominator, &work.cross, &work.cross);
        note_distance();
    }
}

/* True when the vertices belong to one face: for a box, when all have or all lack some edge. */
static bool in_one_face(const struct body *body, size_t i, size_t j, size_t k)
{
    return body->kind != ORACLE_BOX || (i & j & k) != 0 || (i | j | k) != 7;
}

static void note_faces(const struct body *points, const struct body *body)
{
    const struct vec *vertex = body->vertex;
    for (size_t i = 0; i < body->vertices; i++)
        for (size_t j = i + 1; j < body->vertices; j++)
            for (size_t k = j + 1; k < body->vertices; k++)
                if (in_one_face(body, i, j, k))
                    note_points_triangle(points, &vertex[i], &vertex[j], &vertex[k]);
}

/* One side of a against all sides of b; a core of one vertex has one side of length zero. */
static void note_side(const struct vec *p0, const struct vec *p1, const struct body *b)
{
    if (b->vertices == 1)
        note_segments(p0, p1, &b->vertex[0], &b->vertex[0]);
    for (size_t i = 0; i < b->vertices; i++)
        for (size_t j = i + 1; j < b->vertices; j++)
            if (in_one_face(b, i, j, j))
                note_segments(p0, p1, &b->vertex[i], &b->vertex[j]);
}

static void note_sides(const struct body *a, const struct body *b)
{
    if (a->vertices == 1)
        note_side(&a->vertex[0], &a->vertex[0], b);
    for (size_t i = 0; i < a->vertices; i++)
        for (size_t j = i + 1; j < a->vertices; j++)
            if (in_one_face(a, i, j, j))
                note_side(&a->vertex[i], &a->vertex[j], b);
}

/* Both pieces have vertices, and the sum of their radii is positive. */
static int verdict_of_round(const struct body *a, const struct body *b)
{
    if (verdict_of_polyhedra(a, b) != ORACLE_APART)
        return ORACLE_OVERLAPPING;
    mpz_add(work.t, a->radius, b->radius);
    mpz_mul(work.radius_squared, work.t, work.t);
    work.nearest = 1;
    note_sides(a, b);
    note_faces(a, b);
    note_faces(b, a);
    return work.nearest > 0 ? ORACLE_APART : work.nearest == 0 ? ORACLE_TOUCHING : ORACLE_OVERLAPPING;
}

/* ---- Half-spaces --------------------------------------------------------------------------------------- */

/* In the integers n' = K n, p' = K p, c' = K c, R' = K R with K = 2^shift, the sign of n.p - c - R |n| is
 * that of (n'.p' - K c') - R' |n'|. */
static int verdict_of_half(const struct body *half, const struct body *body)
{
    project(body, &half->normal, work.low[0], work.high[0]);
    mpz_mul_2exp(work.t, half->offset, (mp_bitcnt_t)work.shift);
    mpz_sub(work.t, work.low[0], work.t);
    if (mpz_sgn(work.t) < 0)
        return ORACLE_OVERLAPPING;

    mpz_mul(work.left, work.t, work.t);
    vec_dot(work.right, &half->normal, &half->normal);
    mpz_mul(work.right, work.right, body->radius);
    mpz_mul(work.right, work.right, body->radius);
    int sign = mpz_cmp(work.left, work.right);
    return sign > 0 ? ORACLE_APART : sign == 0 ? ORACLE_TOUCHING : ORACLE_OVERLAPPING;
}

/* Opposite normals, n_a = -m n_b with m > 0: a - b is {n_a.x <= c_a + m c_b}. For a component k of n_b
 * other than zero, m = |n_a k| / |n_b k|, so the sign of c_a |n_b k| + c_b |n_a k| decides. */
static int verdict_of_halves(const struct body *a, const struct body *b)
{
    vec_cross(&work.cross, &a->normal, &b->normal);
    vec_dot(work.dot, &a->normal, &b->normal);
    if (!vec_is_zero(&work.cross) || mpz_sgn(work.dot) > 0)
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

int oracle_verdict(const struct oracle_piece *a, const struct oracle_piece *b)
{
    if (!piece_is_valid(a) || !piece_is_valid(b))
        return ORACLE_INVALID;
    if (!work.ready)
        work_init();

    /* A half-space's offset is multiplied by 2^shift once more, so the shift must not be negative then. */
    bool half_a = a->kind == ORACLE_HALF, half_b = b->kind == ORACLE_HALF;
    work.shift = shift_for(b, shift_for(a, half_a || half_b ? 0 : -1023));
    load(&work.a, a, work.shift);
    load(&work.b, b, work.shift);

    if (half_a && half_b)
        return verdict_of_halves(&work.a, &work.b);
    if (half_a || half_b)
        return half_a ? verdict_of_half(&work.a, &work.b) : verdict_of_half(&work.b, &work.a);
    if (mpz_sgn(work.a.radius) != 0 || mpz_sgn(work.b.radius) != 0)
        return verdict_of_round(&work.a, &work.b);
    return verdict_of_polyhedra(&work.a, &work.b);
}
