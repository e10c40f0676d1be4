/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Pieces in integers of any length (GMP), and the axes that decide about two of them.
 *
 * Why the axes are enough. With M = a - b, the set of all p - q, cores a and b are apart when the origin is
 * outside M, touching when it is on the boundary of M, overlapping when it is in the interior. M is the hull
 * of the differences of vertices. An axis n other than zero tells something about the origin by the interval
 * of n.d over d in M: 0 strictly outside of it proves apart; 0 not strictly inside proves that the origin is
 * not in the interior. It remains to show that the finite list of axes below is enough. Let G be the edge
 * directions of a and of b; every edge of M is parallel to one of G, and every member of G is parallel to the
 * affine span of M. The list is e_x, e_y, e_z, all g x h and all g x e_k.
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
 * The g x e_k are left out when G spans all of space: M has dimension 3 then, and the first case does not need
 * them. The list does not depend on where a and b are, only on G, so it serves for a moving piece, too.
 *
 * Weak inputs: numbers whose exponents differ by hundreds make long integers, and the time grows. */

#include "body.h"

/* ---- Valid pieces -------------------------------------------------------------------------------------- */

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
    case ORACLE_CYLINDER:
    case ORACLE_CONE:
        return piece->count == 7;
    case ORACLE_TRI:
        return piece->count == 9;
    case ORACLE_TETRA:
    case ORACLE_BOX:
    case ORACLE_ELLIPSOID:
        return piece->count == 12;
    case ORACLE_HULL:
        return piece->count > 0 && piece->count % 3 == 0 && piece->count / 3 <= ORACLE_HULL_POINTS;
    }
    return false;
}

static bool ends_in_radius(const struct oracle_piece *piece)
{
    return piece->kind == ORACLE_SPHERE || piece->kind == ORACLE_CAPSULE || piece->kind == ORACLE_CYLINDER ||
           piece->kind == ORACLE_CONE;
}

/* By value: 0 and -0 are the same place. */
static bool same_place(const double p[3], const double q[3])
{
    mpq_t x, y;
    mpq_inits(x, y, (mpq_ptr)NULL);
    bool same = true;
    for (int k = 0; k < 3 && same; k++) {
        oracle_set_double(x, p[k]);
        oracle_set_double(y, q[k]);
        same = mpq_equal(x, y) != 0;
    }
    mpq_clears(x, y, (mpq_ptr)NULL);
    return same;
}

bool oracle_is_valid(const struct oracle_piece *piece)
{
    const double *number = piece->number;
    if (!count_is_right(piece) || !oracle_all_finite(number, piece->count))
        return false;
    if (ends_in_radius(piece) && oracle_sign(number[piece->count - 1]) < 0)
        return false;
    if (piece->kind == ORACLE_HALF)
        return oracle_sign(number[0]) != 0 || oracle_sign(number[1]) != 0 || oracle_sign(number[2]) != 0;
    if (piece->kind == ORACLE_CYLINDER || piece->kind == ORACLE_CONE)
        return oracle_sign(number[6]) == 0 || !same_place(number, number + 3);
    return true;
}

bool oracle_is_polyhedron(const struct oracle_piece *piece)
{
    return (piece->kind >= ORACLE_POINT && piece->kind <= ORACLE_BOX) || piece->kind == ORACLE_HULL;
}

/* ---- Bodies -------------------------------------------------------------------------------------------- */

static void body_init(struct body *body)
{
    for (size_t i = 0; i < ORACLE_HULL_POINTS; i++)
        oracle_vec_init(&body->vertex[i]);
    for (size_t i = 0; i < EDGES_MAX; i++)
        oracle_vec_init(&body->edge[i]);
    oracle_vec_init(&body->normal);
    mpz_inits(body->radius, body->offset, (mpz_ptr)NULL);
}

/* Vertices of a tetra or a box: exact sums of the corner and edges. Bit k of a box's index adds edge k. */
static void load_cell(struct body *body, const double *number, long shift)
{
    oracle_vec_set_scaled(&body->vertex[0], number, shift);
    for (size_t k = 0; k < 3; k++)
        oracle_vec_set_scaled(&body->edge[k], number + 3 + 3 * k, shift);

    if (body->kind == ORACLE_TETRA) {
        for (size_t k = 0; k < 3; k++)
            oracle_vec_add(&body->vertex[k + 1], &body->vertex[0], &body->edge[k]);
        body->vertices = 4;
        return;
    }
    for (size_t i = 1; i < 8; i++) {
        size_t k = i >= 4 ? 2 : i >= 2 ? 1 : 0;
        oracle_vec_add(&body->vertex[i], &body->vertex[i - ((size_t)1 << k)], &body->edge[k]);
    }
    body->vertices = 8;
}

/* Every pair of vertices as an edge direction: what is too many does no harm. */
static void load_all_edges(struct body *body)
{
    body->edges = 0;
    for (size_t i = 0; i < body->vertices; i++)
        for (size_t j = i + 1; j < body->vertices; j++)
            oracle_vec_sub(&body->edge[body->edges++], &body->vertex[j], &body->vertex[i]);
}

static void load_body(struct body *body, const struct oracle_piece *piece, long shift)
{
    const double *number = piece->number;
    body->kind = piece->kind;
    body->vertices = 0;
    body->edges = 0;
    mpz_set_ui(body->radius, 0);

    if (piece->kind == ORACLE_HALF) {
        oracle_vec_set_scaled(&body->normal, number, shift);
        oracle_set_scaled(body->offset, number[3], shift);
    } else if (piece->kind == ORACLE_BOX) {
        load_cell(body, number, shift);
        body->edges = 3;
    } else if (piece->kind == ORACLE_TETRA) {
        load_cell(body, number, shift);
        load_all_edges(body);
    } else {
        body->vertices = piece->count / 3;
        for (size_t i = 0; i < body->vertices; i++)
            oracle_vec_set_scaled(&body->vertex[i], number + 3 * i, shift);
        load_all_edges(body);
    }
    if (ends_in_radius(piece))
        oracle_set_scaled(body->radius, number[piece->count - 1], shift);
}

struct pair *oracle_load(const struct oracle_piece *a, const struct oracle_piece *b, const double *more,
                         size_t more_count)
{
    static struct pair pair;
    static bool ready;
    if (!oracle_is_valid(a) || !oracle_is_valid(b) || a->kind >= ORACLE_CYLINDER ||
        b->kind >= ORACLE_CYLINDER)
        return NULL;
    if (!ready) {
        body_init(&pair.a);
        body_init(&pair.b);
        ready = true;
    }

    /* A half-space's offset is multiplied by 2^shift once more, so the shift must not be negative then. */
    long shift = a->kind == ORACLE_HALF || b->kind == ORACLE_HALF ? 0 : -1023;
    shift = oracle_shift_for(a->number, a->count, shift);
    shift = oracle_shift_for(b->number, b->count, shift);
    pair.shift = oracle_shift_for(more, more_count, shift);
    load_body(&pair.a, a, pair.shift);
    load_body(&pair.b, b, pair.shift);
    return &pair;
}

bool oracle_in_one_face(const struct body *body, size_t i, size_t j, size_t k)
{
    return body->kind != ORACLE_BOX || (i & j & k) != 0 || (i | j | k) != 7;
}

/* ---- Axes ---------------------------------------------------------------------------------------------- */

/* All integers that the functions below need, kept to save the allocations. */
static struct work {
    bool ready;
    struct vec unit[3], axis, first;
    mpz_t dot, low, high;
} work;

static void work_init(void)
{
    if (work.ready)
        return;
    for (int k = 0; k < 3; k++) {
        oracle_vec_init(&work.unit[k]);
        mpz_set_ui(work.unit[k].c[k], 1);
    }
    oracle_vec_init(&work.axis);
    oracle_vec_init(&work.first);
    mpz_inits(work.dot, work.low, work.high, (mpz_ptr)NULL);
    work.ready = true;
}

void oracle_project(const struct body *body, const struct vec *axis, mpz_t low, mpz_t high)
{
    work_init();
    oracle_vec_dot(low, axis, &body->vertex[0]);
    mpz_set(high, low);
    for (size_t i = 1; i < body->vertices; i++) {
        oracle_vec_dot(work.dot, axis, &body->vertex[i]);
        if (mpz_cmp(work.dot, low) < 0)
            mpz_set(low, work.dot);
        else if (mpz_cmp(work.dot, high) > 0)
            mpz_set(high, work.dot);
    }
}

void oracle_interval(const struct body *a, const struct body *b, const struct vec *axis, mpz_t low,
                     mpz_t high)
{
    work_init();
    oracle_project(a, axis, low, high);
    oracle_project(b, axis, work.low, work.high);
    mpz_sub(low, low, work.high);
    mpz_sub(high, high, work.low);
}

static const struct vec *direction(const struct body *a, const struct body *b, size_t i)
{
    return i < a->edges ? &a->edge[i] : &b->edge[i - a->edges];
}

/* True when the edges span all of space: some edge is not perpendicular to work.first, which is the first g x h
 * other than zero, or zero when all edges are parallel. */
static bool edges_span_space(const struct body *a, const struct body *b)
{
    for (size_t i = 0; i < a->edges + b->edges; i++) {
        oracle_vec_dot(work.dot, &work.first, direction(a, b, i));
        if (mpz_sgn(work.dot) != 0)
            return true;
    }
    return false;
}

bool oracle_each_axis(const struct body *a, const struct body *b, oracle_visit *visit, void *user)
{
    work_init();
    for (int k = 0; k < 3; k++)
        if (!visit(user, &work.unit[k]))
            return false;

    size_t count = a->edges + b->edges;
    bool seen = false;
    for (int k = 0; k < 3; k++)
        mpz_set_ui(work.first.c[k], 0);
    for (size_t i = 0; i < count; i++)
        for (size_t j = i + 1; j < count; j++) {
            oracle_vec_cross(&work.axis, direction(a, b, i), direction(a, b, j));
            if (oracle_vec_is_zero(&work.axis))
                continue;
            for (int k = 0; k < 3 && !seen; k++)
                mpz_set(work.first.c[k], work.axis.c[k]);
            seen = true;
            if (!visit(user, &work.axis))
                return false;
        }
    if (edges_span_space(a, b))
        return true;

    for (size_t i = 0; i < count; i++)
        for (int k = 0; k < 3; k++) {
            oracle_vec_cross(&work.axis, direction(a, b, i), &work.unit[k]);
            if (!oracle_vec_is_zero(&work.axis) && !visit(user, &work.axis))
                return false;
        }
    return true;
}
