/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* CCD: the first time when a moving point is in a moving triangle, or when two moving segments meet. Each corner moves linearly,
 * so the conditions are polynomials in time. Doubles with a proved bound decide almost always; exact integers decide the rest.
 *
 * First the coordinates: sets that are apart along an axis at both ends of time, on the same side, are apart at all times. Then
 * f, the determinant of the offsets u_1, u_2, u_3 of the other points from the first, and the areas along one axis, in Bernstein
 * form, whose coefficients show the signs over a segment of time. A segment is done when f has no root there, or the areas show
 * the point outside or a segment on one side of the other; a meeting is sure when f has one root there and the areas are strictly
 * inside. Else the segment is bisected, and the earlier half comes first. Exact integers only round the time of a sure meeting.
 *
 * Derivation of the bounds, for every rounding mode, with and without FTZ and DAZ. Let u = 2^-52 and m be the largest component
 * of the offsets, in [2^-200, 2^200]. An offset has a relative error of u. Products of three of them are summed in f: at most 18
 * in a coefficient (before it is divided by 3), each off by at most 3u from the offsets, 2u from the products and 5u from the
 * sums and 1u from the division: 18 * 11u m^3 < 2^-44 m^3. A coefficient is at most 6 m^3, so each of the 3 means of a bisection
 * adds 6u m^3 at most, and DEPTH bisections one after the other 3 * 6 * 16u m^3 < 2^-43 m^3. Areas have up to 12 products of two,
 * off by 2u, 1u and 6u: 108u m^2, are 6 m^2 at most, and bisections add 2 * 6 * 16u m^2: below 2^-43 m^2. Both bounds are taken
 * as 2^-41, which leaves room for terms of u^2 and for m itself. What is flushed or read as zero, 2^-1022 each, is covered, too:
 * m^3 >= 2^-600.
 *
 * Weak inputs: corners of which some are much nearer to each other than others, and grazing motions take microseconds. */

#include "farkas/pair.h"

#include <math.h>

#include "base/vec3.h"
#include "pair/cast/cast.h"

/* ---- In exact integers --------------------------------------------------------------------------------- */

/* Let u_i(t) be the offset of the i-th point from the first, linear in t, and c_ij = u_i x u_j. At each time
 *   a point is in a closed triangle, or two closed segments meet, when f = det(u_1, u_2, u_3) is 0 and when that holds
 *   for the projections of both along each of the three axes.
 * One axis is not enough. Where the common plane has a normal, a projection along an axis that is not perpendicular to it is one
 * to one, so f = 0 and that axis decide. Where there is none, all is on parallel lines, or points. If the line has a direction
 * with, say, an x, then the projections to xy and xz give y and z of each meeting from its x, and that both are on one line;
 * points need only be equal. In the plane, with the component of the c_ij along the axis for an area:
 *   triangle: c_12, c_23 and c_31 are not of opposite signs;
 *   segments: c_12 and c_13 are not of the same sign, nor c_23 and c_12 + c_23 - c_13, the areas with the other segment;
 * and both, since all of these are 0 for sets on one line: the differences of their coordinates are not all positive nor all
 * negative.
 *
 * So the signs of f, of degree 3, and of "conditions" of degree 2 and 1 decide whether they meet. The set of times when they meet
 * is closed, so the first one is 0, or a root of one of those that are not 0 for all times. If f is not, it is a root of f. Else
 * all stays in a plane (which may rotate), and the roots of all conditions are tested. */

#define AXES 3

typedef struct ccd_motion {
    fk_ccd_kind kind;
    fk_poly one;
    fk_poly offset[3][AXES]; /* u_1, u_2, u_3 */
} ccd_motion;

static void ccd_motion_make(fk_arena *arena, const fk_vec3 begin[4], const fk_vec3 end[4], ccd_motion *m)
{
    m->one = fk_poly_line(fk_exact_from(arena, 1.0), fk_exact_from(arena, 0.0));
    for (int i = 1; i < 4; i++) {
        fk_vec3 change[4] = {end[i], fk_vec3_negate(end[0]), fk_vec3_negate(begin[i]), begin[0]};
        fk_exact_vec3 c0 = fk_exact_vec3_displacement(arena, begin[0], begin[i]),
                      c1 = fk_exact_vec3_sum(arena, change, 4);
        for (int axis = 0; axis < AXES; axis++)
            m->offset[i - 1][axis] = fk_poly_line(fk_exact_vec3_get(c0, axis), fk_exact_vec3_get(c1, axis));
    }
}

/* Adds the component of c_ij to a sum; returns its number of terms. */
static int add_area_terms(const ccd_motion *m, fk_poly_term *term, int count, int i, int j, int axis)
{
    const fk_poly *u = m->offset[i - 1], *v = m->offset[j - 1];
    int y = (axis + 1) % AXES, z = (axis + 2) % AXES;
    term[count] = (fk_poly_term){&u[y], &v[z], 1};
    term[count + 1] = (fk_poly_term){&u[z], &v[y], -1};
    return count + 2;
}

static fk_poly determinant_polynomial(fk_arena *arena, const ccd_motion *m)
{
    fk_poly area[AXES];
    fk_poly_term term[AXES];
    for (int axis = 0; axis < AXES; axis++) {
        int count = add_area_terms(m, term, 0, 1, 2, axis);
        area[axis] = fk_poly_sum(arena, term, count);
    }
    for (int axis = 0; axis < AXES; axis++)
        term[axis] = (fk_poly_term){&area[axis], &m->offset[2][axis], 1};
    return fk_poly_sum(arena, term, AXES);
}

/* ---- Conditions ---------------------------------------------------------------------------------------- */

/* The number of areas, and of differences, along each axis. */
static int per_axis(const ccd_motion *m)
{
    return m->kind == FK_CCD_POINT_TRIANGLE ? 3 : 4;
}

/* The areas in the order of the text above. */
static fk_poly area_polynomial(fk_arena *arena, const ccd_motion *m, int which, int axis)
{
    static const int pair[2][3][2] = {{{1, 2}, {2, 3}, {3, 1}}, {{1, 2}, {1, 3}, {2, 3}}};
    fk_poly_term term[6];
    int count = 0;
    if (which < 3) {
        const int *of = pair[m->kind == FK_CCD_SEGMENTS][which];
        count = add_area_terms(m, term, count, of[0], of[1], axis);
    } else {
        count = add_area_terms(m, term, count, 1, 2, axis);
        count = add_area_terms(m, term, count, 2, 3, axis);
        count = add_area_terms(m, term, count, 3, 1, axis);
    }
    return fk_poly_sum(arena, term, count);
}

/* Differences from the point to the corners, or from a corner of the first segment to one of the second. */
static fk_poly difference_polynomial(fk_arena *arena, const ccd_motion *m, int which, int axis)
{
    if (m->kind == FK_CCD_POINT_TRIANGLE)
        return m->offset[which][axis];
    fk_poly_term term[2] = {{&m->offset[1 + which % 2][axis], &m->one, 1},
                            {&m->offset[0][axis], &m->one, -1}};
    return fk_poly_sum(arena, term, which < 2 ? 1 : 2);
}

/* Conditions are numbered: the areas first. */
static int condition_count(const ccd_motion *m)
{
    return 2 * AXES * per_axis(m);
}

static fk_poly condition_polynomial(fk_arena *arena, const ccd_motion *m, int number)
{
    int which = number / AXES, axis = number % AXES;
    return which < per_axis(m) ? area_polynomial(arena, m, which, axis)
                               : difference_polynomial(arena, m, which - per_axis(m), axis);
}

/* ---- Whether they meet at a root ----------------------------------------------------------------------- */

static int condition_sign(fk_arena *arena, const ccd_motion *m, const fk_curve_root *root, int number)
{
    uint32_t mark = arena->used;
    fk_poly poly = condition_polynomial(arena, m, number);
    int sign = fk_curve_root_sign(arena, root, &poly);
    arena->used = mark;
    return sign;
}

static bool boxes_meet_at(fk_arena *arena, const ccd_motion *m, const fk_curve_root *root, int axis)
{
    bool below = false, above = false;
    for (int i = per_axis(m); i < 2 * per_axis(m) && !(below && above); i++) {
        int sign = condition_sign(arena, m, root, AXES * i + axis);
        below = below || sign <= 0;
        above = above || sign >= 0;
    }
    return below && above;
}

static bool areas_meet_at(fk_arena *arena, const ccd_motion *m, const fk_curve_root *root, int axis)
{
    int sign[4];
    for (int i = 0; i < per_axis(m); i++) {
        sign[i] = condition_sign(arena, m, root, AXES * i + axis);
        if (m->kind == FK_CCD_SEGMENTS && i % 2 == 1 && sign[i] * sign[i - 1] > 0)
            return false;
        for (int k = 0; k < i && m->kind == FK_CCD_POINT_TRIANGLE; k++)
            if (sign[i] * sign[k] < 0)
                return false;
    }
    return true;
}

/* Whether they meet at a root of f, where all points are coplanar. */
static bool meet_at(fk_arena *arena, const ccd_motion *m, const fk_curve_root *root)
{
    for (int axis = 0; axis < AXES; axis++)
        if (!boxes_meet_at(arena, m, root, axis))
            return false;
    for (int axis = 0; axis < AXES; axis++)
        if (!areas_meet_at(arena, m, root, axis))
            return false;
    return true;
}

/* ---- The first meeting --------------------------------------------------------------------------------- */

static fk_ccd_hit make_hit(const fk_curve_root *root)
{
    fk_ccd_hit hit = {root != NULL, {0.0, 0.0}};
    if (root != NULL)
        hit.time = root->time;
    return hit;
}

/* The first root of f at which they meet. The branches are in the order of their roots. */
static fk_ccd_hit find_first_root(fk_arena *arena, const ccd_motion *m, const fk_poly *f)
{
    fk_curve curve = fk_curve_make(arena, f);
    fk_curve_root root;
    for (int branch = 0; branch < curve.branches; branch++) {
        if (!fk_curve_find_root(arena, &curve, branch, &root))
            continue;
        fk_curve_root_round(arena, &root);
        if (meet_at(arena, m, &root))
            return make_hit(&root);
    }
    return make_hit(NULL);
}

/* The earliest root so far, with its polynomial at a fixed position of the arena. */
typedef struct earliest_root {
    bool is_there;
    uint32_t mark;
    fk_curve curve;
    fk_curve_root root;
} earliest_root;

/* Replaces the earliest root by a root of this condition that comes before it and at which they meet. */
static void consider_condition(fk_arena *arena, const ccd_motion *m, int number, earliest_root *b)
{
    uint32_t mark = arena->used;
    fk_poly poly = condition_polynomial(arena, m, number);
    if (poly.degree < 1) {
        arena->used = mark;
        return;
    }
    fk_curve curve = fk_curve_make(arena, &poly);
    fk_curve_root root;
    for (int branch = 0; branch < curve.branches; branch++) {
        fk_poly_argument spot = {&poly, branch, 0.0};
        if (!fk_curve_find_root(arena, &curve, branch, &root) ||
            (b->is_there && fk_curve_root_compare(arena, &b->root, &spot) >= 0))
            continue;
        fk_curve_root_round(arena, &root);
        if (!meet_at(arena, m, &root))
            continue;
        arena->used = b->mark;
        poly = condition_polynomial(arena, m, number);
        b->curve = fk_curve_make(arena, &poly);
        b->root = root;
        b->root.curve = &b->curve;
        b->is_there = true;
        return; /* the other root comes later */
    }
    arena->used = mark;
}

/* The first meeting of four points that are coplanar at all times. */
static fk_ccd_hit find_first_in_plane(fk_arena *arena, const ccd_motion *m)
{
    fk_poly time = fk_poly_line(fk_exact_from(arena, 0.0), fk_exact_from(arena, 1.0));
    fk_curve line = fk_curve_make(arena, &time);
    fk_curve_root start = {&line, 0, {0.0, 0.0}};
    if (meet_at(arena, m, &start))
        return make_hit(&start);
    earliest_root b = {.is_there = false, .mark = arena->used};
    for (int number = 0; number < condition_count(m); number++)
        consider_condition(arena, m, number, &b);
    return make_hit(b.is_there ? &b.root : NULL);
}

FK_OWN_FRAME fk_ccd_hit fk_ccd_exact(fk_ccd_kind kind, const fk_vec3 begin[4], const fk_vec3 end[4])
{
    fk_arena arena;
    ccd_motion m = {.kind = kind};
    fk_arena_init(&arena);
    ccd_motion_make(&arena, begin, end, &m);
    fk_poly f = determinant_polynomial(&arena, &m);
    if (f.degree < 0)
        return find_first_in_plane(&arena, &m);
    return find_first_root(&arena, &m, &f);
}

FK_OWN_FRAME static fk_interval round_exact_time(const fk_vec3 begin[4], const fk_vec3 end[4],
                                                 fk_interval between)
{
    fk_arena arena;
    ccd_motion m = {.kind = FK_CCD_POINT_TRIANGLE};
    fk_arena_init(&arena);
    ccd_motion_make(&arena, begin, end, &m);
    fk_poly f = determinant_polynomial(&arena, &m);
    return fk_poly_round(&arena, &f, between);
}

/* ---- In doubles ---------------------------------------------------------------------------------------- */

#define ERROR        0x1p-41
#define LEAST        0x1p-200
#define GREATEST     0x1p200
#define DEPTH        16 /* bisections one after the other */
#define MAX_SEGMENTS 24

/* ---- Coordinates --------------------------------------------------------------------------------------- */

/* 1 when the second set is above the first along an axis, -1 when it is below, else 0. Also right where small numbers are read as
 * zero. */
static int axis_side(fk_ccd_kind kind, const fk_vec3 p[4], int axis)
{
    double x[4] = {fk_vec3_get(p[0], axis), fk_vec3_get(p[1], axis), fk_vec3_get(p[2], axis),
                   fk_vec3_get(p[3], axis)};
    double low = x[0], high = x[0];
    double least = fk_smaller(x[2], x[3]), most = fk_larger(x[2], x[3]);
    if (kind == FK_CCD_POINT_TRIANGLE) {
        least = fk_smaller(least, x[1]);
        most = fk_larger(most, x[1]);
    } else {
        low = fk_smaller(low, x[1]);
        high = fk_larger(high, x[1]);
    }
    return least > high ? 1 : most < low ? -1 : 0;
}

static bool boxes_apart(fk_ccd_kind kind, const fk_vec3 begin[4], const fk_vec3 end[4])
{
    for (int axis = 0; axis < 3; axis++) {
        int side = axis_side(kind, begin, axis);
        if (side != 0 && side == axis_side(kind, end, axis))
            return true;
    }
    return false;
}

/* ---- Polynomials in Bernstein form --------------------------------------------------------------------- */

/* A segment of time, with f and the areas on it. */
typedef struct ccd_interval {
    fk_interval time;
    int depth;
    double f[4];
    double area[4][3];
} ccd_interval;

typedef struct corner_offsets {
    fk_vec3 at[2][3]; /* at time 0 and at time 1 */
    double size;
} corner_offsets;

static corner_offsets find_corner_offsets(const fk_vec3 begin[4], const fk_vec3 end[4])
{
    corner_offsets w = {.size = 0};
    for (int i = 0; i < 3; i++) {
        w.at[0][i] = fk_vec3_sub(begin[i + 1], begin[0]);
        w.at[1][i] = fk_vec3_sub(end[i + 1], end[0]);
        w.size = fk_larger(w.size, fk_larger(fk_vec3_largest(w.at[0][i]), fk_vec3_largest(w.at[1][i])));
    }
    return w;
}

static void bernstein_determinant(const corner_offsets *w, double f[4])
{
    const fk_vec3 *u = w->at[0], *v = w->at[1];
    fk_vec3 first = fk_vec3_cross(u[0], u[1]), last = fk_vec3_cross(v[0], v[1]);
    fk_vec3 mixed = fk_vec3_add(fk_vec3_cross(u[0], v[1]), fk_vec3_cross(v[0], u[1]));
    f[0] = fk_vec3_dot(first, u[2]);
    f[1] = (fk_vec3_dot(first, v[2]) + fk_vec3_dot(mixed, u[2])) / 3;
    f[2] = (fk_vec3_dot(last, u[2]) + fk_vec3_dot(mixed, v[2])) / 3;
    f[3] = fk_vec3_dot(last, v[2]);
}

/* The axis closest to the normal in the middle of the time interval. */
static int choose_area_axis(fk_ccd_kind kind, const corner_offsets *w)
{
    fk_vec3 u[3];
    for (int i = 0; i < 3; i++)
        u[i] = fk_vec3_add(w->at[0][i], w->at[1][i]);
    fk_vec3 n = fk_vec3_cross(fk_vec3_sub(u[2], u[1]),
                              kind == FK_CCD_POINT_TRIANGLE ? fk_vec3_sub(u[1], u[0]) : u[0]);
    double x = fabs(n.x), y = fabs(n.y), z = fabs(n.z);
    return x >= y && x >= z ? 0 : y >= z ? 1 : 2;
}

static double signed_area(fk_vec3 u, fk_vec3 v, int axis)
{
    int y = (axis + 1) % 3, z = (axis + 2) % 3;
    return fk_vec3_get(u, y) * fk_vec3_get(v, z) - fk_vec3_get(u, z) * fk_vec3_get(v, y);
}

/* c_12, c_23, c_31 and minus their sum along an axis. Segments are on both sides of each other where the first and the third do
 * not have opposite signs, nor the second and the fourth. */
static void bernstein_areas(fk_ccd_kind kind, const corner_offsets *w, double area[4][3])
{
    static const int pair[3][2] = {{0, 1}, {1, 2}, {2, 0}};
    int axis = choose_area_axis(kind, w);
    const fk_vec3 *u = w->at[0], *v = w->at[1];
    for (int i = 0; i < 3; i++) {
        int a = pair[i][0], b = pair[i][1];
        area[i][0] = signed_area(u[a], u[b], axis);
        area[i][1] = 0.5 * (signed_area(u[a], v[b], axis) + signed_area(v[a], u[b], axis));
        area[i][2] = signed_area(v[a], v[b], axis);
    }
    for (int k = 0; k < 3; k++)
        area[3][k] = -(area[0][k] + area[1][k] + area[2][k]);
}

/* ---- A segment of time --------------------------------------------------------------------------------- */

/* 1 or -1 if all have that sign by more than the error, else 0. */
static int common_sign(const double *c, int count, double error)
{
    int above = 0, below = 0;
    for (int i = 0; i < count; i++) {
        above += c[i] > error;
        below += c[i] < -error;
    }
    return above == count ? 1 : below == count ? -1 : 0;
}

/* -1 when the areas prove them apart at all times of the segment, 1 when they are inside each other wherever f is 0, else 0. */
static int test_areas(fk_ccd_kind kind, const ccd_interval *s, double error)
{
    int sign[4];
    for (int i = 0; i < 4; i++)
        sign[i] = common_sign(s->area[i], 3, error);
    if (kind == FK_CCD_SEGMENTS) {
        int first = sign[0] * sign[2], second = sign[1] * sign[3];
        return first < 0 || second < 0 ? -1 : first > 0 && second > 0;
    }
    int together[3] = {sign[0] * sign[1], sign[1] * sign[2], sign[2] * sign[0]};
    if (together[0] < 0 || together[1] < 0 || together[2] < 0)
        return -1;
    return together[0] > 0 && together[1] > 0;
}

/* Whether f surely has exactly one root in the segment. */
static bool determinant_crosses_once(const ccd_interval *s, double error)
{
    double rise[3] = {s->f[1] - s->f[0], s->f[2] - s->f[1], s->f[3] - s->f[2]};
    int from = common_sign(&s->f[0], 1, error), to = common_sign(&s->f[3], 1, error);
    return from * to < 0 && common_sign(rise, 3, 4 * error) == to;
}

static void subdivide_coefficients(double *c, double *later, int degree)
{
    later[degree] = c[degree];
    for (int level = degree - 1; level >= 0; level--) {
        for (int i = degree; i > degree - 1 - level; i--)
            c[i] = 0.5 * (c[i - 1] + c[i]);
        later[level] = c[degree];
    }
}

/* Bisects a segment: s becomes its earlier half. */
static void subdivide_segment(ccd_interval *s, ccd_interval *later)
{
    double middle = 0.5 * (s->time.lo + s->time.hi);
    later->time.lo = middle;
    later->time.hi = s->time.hi;
    s->time.hi = middle;
    later->depth = ++s->depth;
    subdivide_coefficients(s->f, later->f, 3);
    for (int i = 0; i < 4; i++)
        subdivide_coefficients(s->area[i], later->area[i], 2);
}

/* ---- All of it ----------------------------------------------------------------------------------------- */

typedef enum ccd_opinion { CCD_UNSURE, CCD_APART, CCD_MEET } ccd_opinion;

/* Tests in doubles. With CCD_MEET, *when is the segment with the one root of f where they first meet. */
static ccd_opinion test_in_doubles(fk_ccd_kind kind, const corner_offsets *w, ccd_interval stack[DEPTH + 1],
                                   fk_interval *when)
{
    double cube = ERROR * w->size * w->size * w->size, square = ERROR * w->size * w->size;
    int waiting = 1;
    if (common_sign(stack[0].f, 4, cube) != 0)
        return CCD_APART;
    bernstein_areas(kind, w, stack[0].area);
    for (int done = 0; done < MAX_SEGMENTS && waiting > 0; done++) {
        ccd_interval *s = &stack[waiting - 1];
        int say = test_areas(kind, s, square);
        if (say < 0 || common_sign(s->f, 4, cube) != 0) {
            waiting--;
        } else if (say > 0 && determinant_crosses_once(s, cube)) {
            *when = s->time;
            return CCD_MEET;
        } else if (s->depth == DEPTH) {
            return CCD_UNSURE;
        } else {
            /* The later half stays on the stack below the earlier one. */
            stack[waiting] = *s;
            subdivide_segment(&stack[waiting], s);
            waiting++;
        }
    }
    return waiting == 0 ? CCD_APART : CCD_UNSURE;
}

static fk_status find_ccd_hit(fk_ccd_kind kind, const fk_vec3 begin[4], const fk_vec3 end[4], fk_ccd_hit *out)
{
    fk_ccd_hit none = {false, {0.0, 0.0}};
    for (int i = 0; i < 4; i++)
        if (!fk_vec3_is_finite(begin[i]) || !fk_vec3_is_finite(end[i]))
            return FK_ERROR_NOT_FINITE;
    if (boxes_apart(kind, begin, end)) {
        *out = none;
        return FK_OK;
    }
    corner_offsets w = find_corner_offsets(begin, end);
    ccd_interval stack[DEPTH + 1];
    ccd_opinion first = CCD_UNSURE;
    fk_interval when = {0.0, 1.0};
    if (w.size >= LEAST && w.size <= GREATEST) {
        stack[0].time = when;
        stack[0].depth = 0;
        bernstein_determinant(&w, stack[0].f);
        first = test_in_doubles(kind, &w, stack, &when);
    }
    if (first == CCD_UNSURE) {
        *out = fk_ccd_exact(kind, begin, end);
        return FK_OK;
    }
    *out = none;
    if (first == CCD_MEET) {
        out->meets = true;
        out->time = round_exact_time(begin, end, when);
    }
    return FK_OK;
}

fk_status fk_ccd_point_triangle(const fk_vec3 begin[4], const fk_vec3 end[4], fk_ccd_hit *out)
{
    return find_ccd_hit(FK_CCD_POINT_TRIANGLE, begin, end, out);
}

fk_status fk_ccd_segment_segment(const fk_vec3 begin[4], const fk_vec3 end[4], fk_ccd_hit *out)
{
    return find_ccd_hit(FK_CCD_SEGMENTS, begin, end, out);
}
