/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Is a rational point in a piece, in its relative interior, in its interior? Exactly, for every kind.
 *
 * Polyhedra, by the axes n of body.c for the piece and a point: the point x is outside when n.x is outside of the
 * interval of n.p over the piece for some axis. Else it is on the relative border when n.x is an end of an interval
 * that is not a single number: then x is in a proper face. That each proper face is found so follows as the
 * completeness of the axes does: in dimension 3 it is in a facet, whose normal is an axis; in dimension 2 in an edge of
 * direction g, and one of the axes g x e_k is not normal to the plane; in dimension 1 it is an end, and one of the axes
 * e_k is not perpendicular to the line. A piece has an interior when no interval is a single number.
 *
 * Round pieces: squared distance from the core compared with the squared radius. Cylinder and cone with axis d from a,
 * w = x - a, s = w.d: 0 <= s <= d.d, and the squared distance from the axis, |w x d|^2 / d.d, is at most r^2, or at most
 * (r (1 - s / d.d))^2 for a cone. With radius 0 they are segments.
 *
 * Ellipsoid, the image of the unit ball by the matrix A of its vectors: y = x - c is in it when the shortest z with
 * A z = y has z.z <= 1. That z is A^T k for any solution k of Q k = y with Q = A A^T, and z.z = y.k; when there is no
 * solution, y is not even in the span of the vectors. */

#include "rational.h"

/* ---- Polyhedra ----------------------------------------------------------------------------------------- */

struct search {
    const struct body *body, *point;
    bool border, flat;
    mpz_t low, high, at;
};

static bool place_on_axis(void *user, const struct vec *axis)
{
    struct search *search = user;
    oracle_project(search->body, axis, search->low, search->high);
    oracle_vec_dot(search->at, axis, &search->point->vertex[0]);
    int below = mpz_cmp(search->at, search->low), above = mpz_cmp(search->at, search->high);
    if (below < 0 || above > 0)
        return false;
    if (below == 0 && above == 0)
        search->flat = true;
    else if (below == 0 || above == 0)
        search->border = true;
    return true;
}

enum position oracle_position(const struct body *body, const struct body *point)
{
    struct search search = {.body = body, .point = point};
    mpz_inits(search.low, search.high, search.at, (mpz_ptr)NULL);
    bool inside = oracle_each_axis(body, point, place_on_axis, &search);
    mpz_clears(search.low, search.high, search.at, (mpz_ptr)NULL);
    if (!inside)
        return OUTSIDE;
    return search.border ? ON_BORDER : search.flat ? IN_RELATIVE_INTERIOR : IN_INTERIOR;
}

/* Piece and point are multiplied by 2^shift, and by the common denominator of the point. */
static enum position in_polyhedron(const struct oracle_piece *piece, const struct ratio *x)
{
    static const double zero[3] = {0, 0, 0}, one = 1; /* the one keeps the shift from being negative */
    struct oracle_piece origin = {ORACLE_POINT, zero, 3};
    struct pair *pair = oracle_load(piece, &origin, &one, 1);
    mpz_t common;
    mpz_init_set_ui(common, 1);
    for (int k = 0; k < 3; k++)
        mpz_lcm(common, common, mpq_denref(x->c[k]));
    for (size_t i = 0; i < pair->a.vertices; i++)
        for (int k = 0; k < 3; k++)
            mpz_mul(pair->a.vertex[i].c[k], pair->a.vertex[i].c[k], common);
    for (int k = 0; k < 3; k++) {
        mpz_ptr at = pair->b.vertex[0].c[k];
        mpz_divexact(at, common, mpq_denref(x->c[k]));
        mpz_mul(at, at, mpq_numref(x->c[k]));
        mpz_mul_2exp(at, at, (mp_bitcnt_t)pair->shift);
    }
    mpz_clear(common);
    return oracle_position(&pair->a, &pair->b);
}

/* ---- Sphere, capsule, cylinder, cone ------------------------------------------------------------------- */

/* What the last four kinds of one radius have in common. A sphere has equal ends. */
struct rod {
    struct ratio a, b, d, w;
    mpq_t radius_squared, dd, s; /* s = w.d */
};

static void rod_init(struct rod *rod, const struct oracle_piece *piece, const struct ratio *x)
{
    struct ratio *all[] = {&rod->a, &rod->b, &rod->d, &rod->w};
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++)
        ratio_init(all[i]);
    mpq_inits(rod->radius_squared, rod->dd, rod->s, (mpq_ptr)NULL);

    ratio_set(&rod->a, piece->number);
    ratio_set(&rod->b, piece->number + (piece->kind == ORACLE_SPHERE ? 0 : 3));
    ratio_sub(&rod->d, &rod->b, &rod->a);
    ratio_sub(&rod->w, x, &rod->a);
    oracle_set_double(rod->radius_squared, piece->number[piece->count - 1]);
    mpq_mul(rod->radius_squared, rod->radius_squared, rod->radius_squared);
    ratio_dot(rod->dd, &rod->d, &rod->d);
    ratio_dot(rod->s, &rod->w, &rod->d);
}

static void rod_clear(struct rod *rod)
{
    struct ratio *all[] = {&rod->a, &rod->b, &rod->d, &rod->w};
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++)
        ratio_clear(all[i]);
    mpq_clears(rod->radius_squared, rod->dd, rod->s, (mpq_ptr)NULL);
}

static enum position position_of_sign(int sign)
{
    return sign > 0 ? OUTSIDE : sign == 0 ? ON_BORDER : IN_INTERIOR;
}

static enum position in_segment(const struct rod *rod)
{
    mpq_t off;
    mpq_init(off);
    ratio_cross_squared(off, &rod->w, &rod->d);
    int start = mpq_sgn(rod->s), end = mpq_cmp(rod->dd, rod->s);
    bool outside = mpq_sgn(off) != 0 || start < 0 || end < 0;
    mpq_clear(off);
    if (mpq_sgn(rod->dd) == 0)
        return ratio_is_zero(&rod->w) ? IN_RELATIVE_INTERIOR : OUTSIDE;
    return outside ? OUTSIDE : start == 0 || end == 0 ? ON_BORDER : IN_RELATIVE_INTERIOR;
}

/* The squared distance from the nearer end, or from the axis. Changes w. */
static enum position in_capsule(struct rod *rod, const struct ratio *x)
{
    mpq_t squared;
    mpq_init(squared);
    if (mpq_sgn(rod->s) > 0 && mpq_cmp(rod->s, rod->dd) < 0) {
        ratio_cross_squared(squared, &rod->w, &rod->d);
        mpq_div(squared, squared, rod->dd);
    } else {
        if (mpq_sgn(rod->s) > 0)
            ratio_sub(&rod->w, x, &rod->b);
        ratio_dot(squared, &rod->w, &rod->w);
    }
    int sign = mpq_cmp(squared, rod->radius_squared);
    mpq_clear(squared);
    return position_of_sign(sign);
}

/* By |w x d|^2 d.d against r^2 (d.d)^2 or, for a cone, r^2 (d.d - s)^2. */
static enum position in_cylinder_or_cone(const struct rod *rod, bool cone)
{
    mpq_t left, right;
    mpq_inits(left, right, (mpq_ptr)NULL);
    ratio_cross_squared(left, &rod->w, &rod->d);
    mpq_mul(left, left, rod->dd);
    mpq_set(right, rod->dd);
    if (cone)
        mpq_sub(right, right, rod->s);
    mpq_mul(right, right, right);
    mpq_mul(right, right, rod->radius_squared);
    int side = mpq_cmp(left, right), start = mpq_sgn(rod->s), end = mpq_cmp(rod->dd, rod->s);
    mpq_clears(left, right, (mpq_ptr)NULL);
    if (side > 0 || start < 0 || end < 0)
        return OUTSIDE;
    return side == 0 || start == 0 || end == 0 ? ON_BORDER : IN_INTERIOR;
}

static enum position in_rod(const struct oracle_piece *piece, const struct ratio *x)
{
    struct rod rod;
    rod_init(&rod, piece, x);
    enum position position;
    if (mpq_sgn(rod.radius_squared) == 0)
        position = in_segment(&rod);
    else if (piece->kind == ORACLE_SPHERE || piece->kind == ORACLE_CAPSULE)
        position = in_capsule(&rod, x);
    else
        position = in_cylinder_or_cone(&rod, piece->kind == ORACLE_CONE);
    rod_clear(&rod);
    return position;
}

/* ---- Half-space ---------------------------------------------------------------------------------------- */

static enum position in_half(const struct oracle_piece *piece, const struct ratio *x)
{
    struct ratio n;
    mpq_t dot;
    ratio_init(&n);
    mpq_init(dot);
    ratio_set(&n, piece->number);
    ratio_dot(dot, &n, x);
    int sign = oracle_compare(dot, piece->number[3]);
    mpq_clear(dot);
    ratio_clear(&n);
    return position_of_sign(sign);
}

/* ---- Ellipsoid ----------------------------------------------------------------------------------------- */

/* Row reduction of the system [Q | y], with pivots from anywhere in the columns not used yet. Returns the rank, with
 * the pivot column of each of the first rows; false in *solvable when a row says 0 = something else. */
static int reduce(struct ratio q[3], mpq_t y[3], int pivot[3], bool *solvable)
{
    mpq_t factor, product;
    mpq_inits(factor, product, (mpq_ptr)NULL);
    int rank = 0;
    for (int column = 0; column < 3; column++) {
        int row = rank;
        while (row < 3 && mpq_sgn(q[row].c[column]) == 0)
            row++;
        if (row == 3)
            continue;
        for (int k = 0; k < 3; k++)
            mpq_swap(q[row].c[k], q[rank].c[k]);
        mpq_swap(y[row], y[rank]);
        for (int other = 0; other < 3; other++) {
            if (other == rank)
                continue;
            mpq_div(factor, q[other].c[column], q[rank].c[column]);
            for (int k = 0; k < 3; k++) {
                mpq_mul(product, factor, q[rank].c[k]);
                mpq_sub(q[other].c[k], q[other].c[k], product);
            }
            mpq_mul(product, factor, y[rank]);
            mpq_sub(y[other], y[other], product);
        }
        pivot[rank++] = column;
    }
    *solvable = true;
    for (int row = rank; row < 3; row++)
        if (mpq_sgn(y[row]) != 0)
            *solvable = false;
    mpq_clears(factor, product, (mpq_ptr)NULL);
    return rank;
}

/* q = A A^T, the sum over the three vectors u of u u^T. */
static void set_gram(struct ratio q[3], const double *vectors)
{
    struct ratio u;
    mpq_t product;
    ratio_init(&u);
    mpq_init(product);
    for (int i = 0; i < 3; i++) {
        ratio_set(&u, vectors + 3 * i);
        for (int row = 0; row < 3; row++)
            for (int k = 0; k < 3; k++) {
                mpq_mul(product, u.c[row], u.c[k]);
                mpq_add(q[row].c[k], q[row].c[k], product);
            }
    }
    ratio_clear(&u);
    mpq_clear(product);
}

static enum position in_ellipsoid(const struct oracle_piece *piece, const struct ratio *x)
{
    struct ratio q[3], centre, y, right;
    mpq_t sum;
    for (int k = 0; k < 3; k++)
        ratio_init(&q[k]);
    ratio_init(&centre);
    ratio_init(&y);
    ratio_init(&right);
    mpq_init(sum);

    ratio_set(&centre, piece->number);
    ratio_sub(&y, x, &centre);
    ratio_sub(&right, x, &centre);
    set_gram(q, piece->number + 3);
    int pivot[3];
    bool solvable;
    int rank = reduce(q, right.c, pivot, &solvable);

    /* y.k, with the entries of k that belong to no pivot set to 0. */
    for (int row = 0; row < rank; row++) {
        mpq_div(right.c[row], right.c[row], q[row].c[pivot[row]]);
        mpq_mul(right.c[row], right.c[row], y.c[pivot[row]]);
        mpq_add(sum, sum, right.c[row]);
    }
    enum position position = !solvable ? OUTSIDE : position_of_sign(mpq_cmp_ui(sum, 1, 1));
    if (position == IN_INTERIOR && rank < 3)
        position = IN_RELATIVE_INTERIOR;

    for (int k = 0; k < 3; k++)
        ratio_clear(&q[k]);
    ratio_clear(&centre);
    ratio_clear(&y);
    ratio_clear(&right);
    mpq_clear(sum);
    return position;
}

/* ---- The question -------------------------------------------------------------------------------------- */

static enum position position_in(const struct oracle_piece *piece, const struct ratio *x)
{
    switch (piece->kind) {
    case ORACLE_SPHERE:
    case ORACLE_CAPSULE:
    case ORACLE_CYLINDER:
    case ORACLE_CONE:
        return in_rod(piece, x);
    case ORACLE_HALF:
        return in_half(piece, x);
    case ORACLE_ELLIPSOID:
        return in_ellipsoid(piece, x);
    default:
        return in_polyhedron(piece, x);
    }
}

bool oracle_contains(const struct oracle_piece *piece, const mpq_t point[3], enum oracle_part part)
{
    if (!oracle_is_valid(piece))
        return false;
    struct ratio x;
    ratio_init(&x);
    for (int k = 0; k < 3; k++)
        mpq_set(x.c[k], point[k]);
    enum position position = position_in(piece, &x);
    ratio_clear(&x);
    if (part == ORACLE_CLOSED)
        return position != OUTSIDE;
    return part == ORACLE_INTERIOR ? position == IN_INTERIOR : position >= IN_RELATIVE_INTERIOR;
}
