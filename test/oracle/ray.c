/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The exact times at which a ray is in a piece that is no polyhedron. For a point x the functions below say by a few numbers whether it is in
 * the piece: one that is quadratic in x, and others that are linear. Along the ray they are polynomials in the time, known
 * from their values at the times 0, 1 and -1; so no formula here has a ray in it. The linear ones leave rational times,
 * the quadratic one its roots, which are kept as the polynomial and compared by its signs.
 *
 * An ellipsoid is the set of all y = M s, |s| <= 1. The shortest s with y = M s is M^T z for every z with M M^T z = y, and |s|^2 is
 * y.z. Elimination solves this; if M is singular, it leaves equations for y. */

#include "rational.h"

#define VALUES_MAX 10

/* What a point has to fulfil: quadratic <= 0, and every linear number is <= 0. */
struct conditions {
    bool has_quadratic;
    mpq_t quadratic;
    size_t lines;
    mpq_t line[VALUES_MAX];
};

static void add_line(struct conditions *c, const mpq_t value, int sign)
{
    mpq_set(c->line[c->lines], value);
    if (sign < 0)
        mpq_neg(c->line[c->lines], value);
    c->lines++;
}

static void square(mpq_t out, const mpq_t x)
{
    mpq_mul(out, x, x);
}

static void ball_conditions(const double *center, double radius, const struct ratio *x, struct conditions *c)
{
    struct ratio y;
    mpq_t r;
    ratio_init(&y);
    mpq_init(r);
    ratio_set(&y, center);
    ratio_sub(&y, x, &y);
    c->has_quadratic = true;
    ratio_dot(c->quadratic, &y, &y);
    oracle_set_double(r, radius);
    square(r, r);
    mpq_sub(c->quadratic, c->quadratic, r);
    mpq_clear(r);
    ratio_clear(&y);
}

/* A cylinder: |u x y|^2 <= r^2 |u|^2. A cone, with s = u.(apex - x): |u|^2 |u x y|^2 <= r^2 s^2. Both: 0 <= u.y <= |u|^2. */
static void axis_conditions(const double *number, bool is_cone, const struct ratio *x, struct conditions *c)
{
    struct ratio y, u;
    mpq_t r, uu, uy, s;
    ratio_init(&y);
    ratio_init(&u);
    mpq_inits(r, uu, uy, s, (mpq_ptr)NULL);
    ratio_set(&y, number);
    ratio_set(&u, number + 3);
    ratio_sub(&u, &u, &y);
    ratio_sub(&y, x, &y);
    ratio_dot(uu, &u, &u);
    ratio_dot(uy, &u, &y);
    mpq_sub(s, uu, uy);
    oracle_set_double(r, number[6]);
    square(r, r);
    c->has_quadratic = true;
    ratio_cross_squared(c->quadratic, &u, &y);
    add_line(c, uy, -1);
    add_line(c, s, -1);
    if (is_cone) {
        mpq_mul(c->quadratic, c->quadratic, uu);
        square(s, s);
        mpq_mul(r, r, s);
    } else {
        mpq_mul(r, r, uu);
    }
    mpq_sub(c->quadratic, c->quadratic, r);
    mpq_clears(r, uu, uy, s, (mpq_ptr)NULL);
    ratio_clear(&y);
    ratio_clear(&u);
}

static void ellipsoid_conditions(const double *number, const struct ratio *x, struct conditions *c)
{
    struct ratio y, edge[3], row[3];
    mpq_t right[3], part;
    int pivot[3] = {-1, -1, -1};
    ratio_init(&y);
    mpq_init(part);
    for (int k = 0; k < 3; k++) {
        ratio_init(&edge[k]);
        ratio_init(&row[k]);
        ratio_set(&edge[k], number + 3 + 3 * k);
    }
    ratio_set(&y, number);
    ratio_sub(&y, x, &y);
    for (int i = 0; i < 3; i++) {
        mpq_init(right[i]);
        mpq_set(right[i], y.c[i]);
        for (int j = 0; j < 3; j++)
            for (int k = 0; k < 3; k++) {
                mpq_mul(part, edge[k].c[i], edge[k].c[j]);
                mpq_add(row[i].c[j], row[i].c[j], part);
            }
    }
    for (int i = 0; i < 3; i++) {
        for (int j = 0; j < 3 && pivot[i] < 0; j++)
            if (mpq_sgn(row[i].c[j]) != 0)
                pivot[i] = j;
        for (int m = 0; m < 3 && pivot[i] >= 0; m++) {
            if (m == i || mpq_sgn(row[m].c[pivot[i]]) == 0)
                continue;
            mpq_t factor;
            mpq_init(factor);
            mpq_div(factor, row[m].c[pivot[i]], row[i].c[pivot[i]]);
            for (int j = 0; j < 3; j++) {
                mpq_mul(part, factor, row[i].c[j]);
                mpq_sub(row[m].c[j], row[m].c[j], part);
            }
            mpq_mul(part, factor, right[i]);
            mpq_sub(right[m], right[m], part);
            mpq_clear(factor);
        }
    }
    c->has_quadratic = true;
    mpq_set_si(c->quadratic, -1, 1);
    for (int i = 0; i < 3; i++) {
        if (pivot[i] < 0) {
            add_line(c, right[i], 1);
            add_line(c, right[i], -1);
            continue;
        }
        mpq_div(part, right[i], row[i].c[pivot[i]]);
        mpq_mul(part, part, y.c[pivot[i]]);
        mpq_add(c->quadratic, c->quadratic, part);
    }
    for (int k = 0; k < 3; k++) {
        ratio_clear(&edge[k]);
        ratio_clear(&row[k]);
        mpq_clear(right[k]);
    }
    mpq_clear(part);
    ratio_clear(&y);
}

static void half_conditions(const double *number, const struct ratio *x, struct conditions *c)
{
    struct ratio n;
    mpq_t value, offset;
    ratio_init(&n);
    mpq_inits(value, offset, (mpq_ptr)NULL);
    ratio_set(&n, number);
    ratio_dot(value, &n, x);
    oracle_set_double(offset, number[3]);
    mpq_sub(value, value, offset);
    add_line(c, value, 1);
    mpq_clears(value, offset, (mpq_ptr)NULL);
    ratio_clear(&n);
}

/* Part 0 of a capsule is its cylinder, the others are its balls. */
static void part_conditions(const struct oracle_piece *piece, int part, const struct ratio *x,
                            struct conditions *c)
{
    const double *number = piece->number;
    c->has_quadratic = false;
    c->lines = 0;
    if (piece->kind == ORACLE_SPHERE)
        ball_conditions(number, number[3], x, c);
    else if (piece->kind == ORACLE_CAPSULE && part > 0)
        ball_conditions(number + 3 * (part - 1), number[6], x, c);
    else if (piece->kind == ORACLE_HALF)
        half_conditions(number, x, c);
    else if (piece->kind == ORACLE_ELLIPSOID)
        ellipsoid_conditions(number, x, c);
    else
        axis_conditions(number, piece->kind == ORACLE_CONE, x, c);
}

/* ---- Times --------------------------------------------------------------------------------------------- */

static void time_init(struct oracle_time *t)
{
    mpq_inits(t->a, t->b, t->c, (mpq_ptr)NULL);
}

static void time_clear(struct oracle_time *t)
{
    mpq_clears(t->a, t->b, t->c, (mpq_ptr)NULL);
}

static void time_set(struct oracle_time *t, const struct oracle_time *from)
{
    t->form = from->form;
    t->is_greater = from->is_greater;
    mpq_set(t->a, from->a);
    mpq_set(t->b, from->b);
    mpq_set(t->c, from->c);
}

/* The sign of a time minus a rational one. */
static int compare_time(const struct oracle_time *t, const mpq_t x)
{
    mpq_t slope, value;
    if (t->form == ORACLE_RATIONAL)
        return mpq_cmp(t->c, x);
    mpq_inits(slope, value, (mpq_ptr)NULL);
    mpq_mul(slope, t->a, x);
    mpq_add(slope, slope, t->b);
    mpq_add(value, slope, t->b);
    mpq_mul(value, value, x);
    mpq_add(value, value, t->c);
    int side = mpq_sgn(slope) * mpq_sgn(t->a), sign = mpq_sgn(value) * mpq_sgn(t->a);
    mpq_clears(slope, value, (mpq_ptr)NULL);
    if (t->is_greater)
        return side < 0 ? 1 : -sign;
    return side > 0 ? -1 : sign;
}

int oracle_time_compare(const struct oracle_time *t, double x)
{
    if (t->form == ORACLE_NEVER_ENDS)
        return t->is_greater ? 1 : -1;
    mpq_t exact;
    mpq_init(exact);
    oracle_set_double(exact, x);
    int sign = compare_time(t, exact);
    mpq_clear(exact);
    return sign;
}

/* Keeps the times with c + t b <= 0. */
static bool clip_line(struct oracle_time end[2], const mpq_t c, const mpq_t b)
{
    if (mpq_sgn(b) == 0)
        return mpq_sgn(c) <= 0;
    int last = mpq_sgn(b) > 0;
    mpq_t time;
    mpq_init(time);
    mpq_div(time, c, b);
    mpq_neg(time, time);
    int order = end[last].form == ORACLE_NEVER_ENDS ? 0 : mpq_cmp(time, end[last].c);
    if (end[last].form == ORACLE_NEVER_ENDS || (last ? order < 0 : order > 0)) {
        end[last].form = ORACLE_RATIONAL;
        mpq_set(end[last].c, time);
    }
    mpq_clear(time);
    return end[0].form == ORACLE_NEVER_ENDS || end[1].form == ORACLE_NEVER_ENDS ||
           mpq_cmp(end[0].c, end[1].c) <= 0;
}

/* Keeps the times from a root on, or up to it; `line` are the rational ends. */
static bool clip_root(struct oracle_time end[2], const struct oracle_time line[2],
                      const struct oracle_time *root, int last)
{
    if (line[!last].form == ORACLE_RATIONAL) {
        int order = compare_time(root, line[!last].c);
        if (last ? order < 0 : order > 0)
            return false;
    }
    int order = line[last].form == ORACLE_RATIONAL ? compare_time(root, line[last].c) : 0;
    if (line[last].form != ORACLE_RATIONAL || (last ? order < 0 : order > 0))
        time_set(&end[last], root);
    return true;
}

/* a t^2 + 2 b t + c <= 0. A negative a occurs for a cone, whose nappe is where its second line holds: u.y <= |u|^2. */
static bool clip_quadratic(struct oracle_time end[2], struct oracle_time *root, int nappe)
{
    mpq_t inner, product;
    if (mpq_sgn(root->a) == 0) {
        mpq_add(root->b, root->b, root->b);
        return clip_line(end, root->c, root->b);
    }
    mpq_inits(inner, product, (mpq_ptr)NULL);
    mpq_mul(inner, root->b, root->b);
    mpq_mul(product, root->a, root->c);
    int sign = mpq_cmp(inner, product);
    mpq_clears(inner, product, (mpq_ptr)NULL);
    if (sign < 0)
        return false;
    struct oracle_time line[2];
    for (int k = 0; k < 2; k++) {
        time_init(&line[k]);
        time_set(&line[k], &end[k]);
    }
    root->form = ORACLE_ROOT;
    bool is_left = true;
    if (mpq_sgn(root->a) > 0) {
        for (int k = 0; k < 2; k++) {
            root->is_greater = k == 1;
            is_left = is_left && clip_root(end, line, root, k);
        }
    } else {
        root->is_greater = nappe < 0;
        is_left = clip_root(end, line, root, nappe > 0);
    }
    for (int k = 0; k < 2; k++)
        time_clear(&line[k]);
    return is_left;
}

static void conditions_init(struct conditions *c)
{
    mpq_init(c->quadratic);
    for (size_t i = 0; i < VALUES_MAX; i++)
        mpq_init(c->line[i]);
}

static void conditions_clear(struct conditions *c)
{
    mpq_clear(c->quadratic);
    for (size_t i = 0; i < VALUES_MAX; i++)
        mpq_clear(c->line[i]);
}

/* The times of one part. */
static bool part_times(const struct oracle_piece *piece, int part, const struct ratio *origin,
                       const struct ratio *direction, struct oracle_time end[2])
{
    struct conditions at[3]; /* at the times 0, 1 and -1 */
    struct ratio x;
    struct oracle_time root;
    mpq_t slope;
    time_init(&root);
    mpq_init(slope);
    ratio_init(&x);
    for (int i = 0; i < 3; i++) {
        for (int k = 0; k < 3; k++) {
            mpq_set(x.c[k], origin->c[k]);
            if (i == 1)
                mpq_add(x.c[k], x.c[k], direction->c[k]);
            if (i == 2)
                mpq_sub(x.c[k], x.c[k], direction->c[k]);
        }
        conditions_init(&at[i]);
        part_conditions(piece, part, &x, &at[i]);
    }
    end[0].form = end[1].form = ORACLE_NEVER_ENDS;
    end[0].is_greater = false;
    end[1].is_greater = true;
    bool is_left = true;
    int nappe = 0;
    for (size_t i = 0; i < at[0].lines; i++) {
        mpq_sub(slope, at[1].line[i], at[0].line[i]);
        nappe = i == 1 ? mpq_sgn(slope) : nappe;
        is_left = is_left && clip_line(end, at[0].line[i], slope);
    }
    if (is_left && at[0].has_quadratic) {
        mpq_set(root.c, at[0].quadratic);
        mpq_sub(root.b, at[1].quadratic, at[2].quadratic);
        mpq_set_si(slope, 1, 4);
        mpq_mul(root.b, root.b, slope);
        mpq_add(root.a, at[1].quadratic, at[2].quadratic);
        mpq_set_si(slope, 1, 2);
        mpq_mul(root.a, root.a, slope);
        mpq_sub(root.a, root.a, root.c);
        is_left = clip_quadratic(end, &root, nappe);
    }
    for (int i = 0; i < 3; i++)
        conditions_clear(&at[i]);
    ratio_clear(&x);
    mpq_clear(slope);
    time_clear(&root);
    return is_left;
}

void oracle_ray_init(struct oracle_ray_times *times)
{
    times->count = 0;
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 2; k++)
            time_init(&times->part[i][k]);
}

void oracle_ray_clear(struct oracle_ray_times *times)
{
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 2; k++)
            time_clear(&times->part[i][k]);
}

bool oracle_ray(const struct oracle_piece *piece, const double origin[3], const double direction[3],
                struct oracle_ray_times *times)
{
    if (!oracle_is_valid(piece) || oracle_is_polyhedron(piece) || !oracle_all_finite(origin, 3) ||
        !oracle_all_finite(direction, 3))
        return false;
    struct ratio from, along;
    ratio_init(&from);
    ratio_init(&along);
    ratio_set(&from, origin);
    ratio_set(&along, direction);
    times->count = 0;
    /* A capsule whose ends are equal has no cylinder. */
    const double *end = piece->number;
    bool is_ball = piece->kind == ORACLE_CAPSULE && end[0] == end[3] && end[1] == end[4] && end[2] == end[5];
    for (int part = is_ball; part < (piece->kind == ORACLE_CAPSULE ? 3 : 1); part++)
        times->count += part_times(piece, part, &from, &along, times->part[times->count]);
    ratio_clear(&from);
    ratio_clear(&along);
    return true;
}
