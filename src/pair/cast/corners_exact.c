/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Corners that move, in exact integers: see corners_exact.h.
 *
 * Let u_i(t) be the way from the first point to the i-th, linear in t, and c_ij = u_i x u_j. At each time
 *   a point is in a closed triangle, or two closed segments meet, when f = det(u_1, u_2, u_3) is 0 and when that holds
 *   for the projections of both along each of the three axes.
 * Not only along one: where the plane of all has a normal, a projection along an axis that is not normal to it is
 * one to one, so f = 0 and that axis decide. Where there is none, all is on parallel lines, or points. If the line has a
 * direction with, say, an x, then the projections to xy and xz tell y and z of each meeting from its x, and that both are
 * on one line; points need only be equal. In the plane, with the component of the c_ij along the axis for an area:
 *   triangle: c_12, c_23 and c_31 are not of opposite signs;
 *   segments: c_12 and c_13 are not of the same sign, nor c_23 and c_12 + c_23 - c_13, the areas with the other segment;
 * and both, since all of these are 0 for sets on one line: the differences of their coordinates are not all positive nor
 * all negative.
 *
 * So the signs of f, of degree 3, and of "conditions" of degree 2 and 1 tell whether they meet. The set of times when
 * they meet is closed, so the first one is 0, or a root of one of those that are not 0 for all times. If f is not, it is
 * a root of f. Else all stays in a plane (which may turn), and the roots of all conditions are looked at. */

#include "pair/cast/corners.h"

#define AXES 3

typedef struct motion {
    fk_corners_kind kind;
    fk_poly one;
    fk_poly way[3][AXES]; /* u_1, u_2, u_3 */
} motion;

static void motion_make(fk_arena *arena, const fk_vec3 begin[4], const fk_vec3 end[4], motion *m)
{
    m->one = fk_poly_line(fk_exact_from(arena, 1.0), fk_exact_from(arena, 0.0));
    for (int i = 1; i < 4; i++) {
        fk_vec3 start[2] = {begin[i], fk_vec3_negate(begin[0])};
        fk_vec3 change[4] = {end[i], fk_vec3_negate(end[0]), fk_vec3_negate(begin[i]), begin[0]};
        fk_exact_vec3 c0 = fk_exact_vec3_sum(arena, start, 2), c1 = fk_exact_vec3_sum(arena, change, 4);
        for (int axis = 0; axis < AXES; axis++)
            m->way[i - 1][axis] = fk_poly_line(fk_exact_vec3_get(c0, axis), fk_exact_vec3_get(c1, axis));
    }
}

/* Adds the component of c_ij to a sum; returns how many terms that has. */
static int add_area(const motion *m, fk_poly_term *term, int count, int i, int j, int axis)
{
    const fk_poly *u = m->way[i - 1], *v = m->way[j - 1];
    int y = (axis + 1) % AXES, z = (axis + 2) % AXES;
    term[count] = (fk_poly_term){&u[y], &v[z], 1};
    term[count + 1] = (fk_poly_term){&u[z], &v[y], -1};
    return count + 2;
}

static fk_poly determinant(fk_arena *arena, const motion *m)
{
    fk_poly area[AXES];
    fk_poly_term term[AXES];
    for (int axis = 0; axis < AXES; axis++) {
        int count = add_area(m, term, 0, 1, 2, axis);
        area[axis] = fk_poly_sum(arena, term, count);
    }
    for (int axis = 0; axis < AXES; axis++)
        term[axis] = (fk_poly_term){&area[axis], &m->way[2][axis], 1};
    return fk_poly_sum(arena, term, AXES);
}

/* ---- Conditions ---------------------------------------------------------------------------------------- */

/* How many areas and differences there are along each axis. */
static int per_axis(const motion *m)
{
    return m->kind == FK_CORNERS_TRIANGLE ? 3 : 4;
}

/* The areas in the order of the text above. */
static fk_poly area(fk_arena *arena, const motion *m, int which, int axis)
{
    static const int pair[2][3][2] = {{{1, 2}, {2, 3}, {3, 1}}, {{1, 2}, {1, 3}, {2, 3}}};
    fk_poly_term term[6];
    int count = 0;
    if (which < 3) {
        const int *of = pair[m->kind == FK_CORNERS_SEGMENTS][which];
        count = add_area(m, term, count, of[0], of[1], axis);
    } else {
        count = add_area(m, term, count, 1, 2, axis);
        count = add_area(m, term, count, 2, 3, axis);
        count = add_area(m, term, count, 3, 1, axis);
    }
    return fk_poly_sum(arena, term, count);
}

/* From the point to the corners; or from a corner of the first segment to one of the second. */
static fk_poly difference(fk_arena *arena, const motion *m, int which, int axis)
{
    if (m->kind == FK_CORNERS_TRIANGLE)
        return m->way[which][axis];
    fk_poly_term term[2] = {{&m->way[1 + which % 2][axis], &m->one, 1}, {&m->way[0][axis], &m->one, -1}};
    return fk_poly_sum(arena, term, which < 2 ? 1 : 2);
}

/* All of them by number: first the areas. */
static int condition_count(const motion *m)
{
    return 2 * AXES * per_axis(m);
}

static fk_poly condition(fk_arena *arena, const motion *m, int number)
{
    int which = number / AXES, axis = number % AXES;
    return which < per_axis(m) ? area(arena, m, which, axis)
                               : difference(arena, m, which - per_axis(m), axis);
}

/* ---- Whether they meet at a root ----------------------------------------------------------------------- */

static int sign_of(fk_arena *arena, const motion *m, const fk_curve_root *root, int number)
{
    uint32_t mark = arena->used;
    fk_poly poly = condition(arena, m, number);
    int sign = fk_curve_root_sign(arena, root, &poly);
    arena->used = mark;
    return sign;
}

static bool boxes_meet(fk_arena *arena, const motion *m, const fk_curve_root *root, int axis)
{
    bool below = false, above = false;
    for (int i = per_axis(m); i < 2 * per_axis(m) && !(below && above); i++) {
        int sign = sign_of(arena, m, root, AXES * i + axis);
        below = below || sign <= 0;
        above = above || sign >= 0;
    }
    return below && above;
}

static bool areas_meet(fk_arena *arena, const motion *m, const fk_curve_root *root, int axis)
{
    int sign[4];
    for (int i = 0; i < per_axis(m); i++) {
        sign[i] = sign_of(arena, m, root, AXES * i + axis);
        if (m->kind == FK_CORNERS_SEGMENTS && i % 2 == 1 && sign[i] * sign[i - 1] > 0)
            return false;
        for (int k = 0; k < i && m->kind == FK_CORNERS_TRIANGLE; k++)
            if (sign[i] * sign[k] < 0)
                return false;
    }
    return true;
}

/* Where all are in a plane. */
static bool meet_at(fk_arena *arena, const motion *m, const fk_curve_root *root)
{
    for (int axis = 0; axis < AXES; axis++)
        if (!boxes_meet(arena, m, root, axis))
            return false;
    for (int axis = 0; axis < AXES; axis++)
        if (!areas_meet(arena, m, root, axis))
            return false;
    return true;
}

/* ---- The first meeting --------------------------------------------------------------------------------- */

static fk_corners_hit hit_at(const fk_curve_root *root)
{
    fk_corners_hit hit = {root != NULL, {0.0, 0.0}};
    if (root != NULL)
        hit.time = root->time;
    return hit;
}

/* Roots in the order of the pieces are in order. */
static fk_corners_hit first_of(fk_arena *arena, const motion *m, const fk_poly *f)
{
    fk_curve curve = fk_curve_make(arena, f);
    fk_curve_root root;
    for (int piece = 0; piece < curve.pieces; piece++) {
        if (!fk_curve_find(arena, &curve, piece, &root))
            continue;
        fk_curve_root_round(arena, &root);
        if (meet_at(arena, m, &root))
            return hit_at(&root);
    }
    return hit_at(NULL);
}

/* The best root so far, with its polynomial at a fixed place of the arena. */
typedef struct best {
    bool is_there;
    uint32_t mark;
    fk_curve curve;
    fk_curve_root root;
} best;

/* A candidate that comes before the best one and where they meet takes its place. */
static void consider(fk_arena *arena, const motion *m, int number, best *b)
{
    uint32_t mark = arena->used;
    fk_poly poly = condition(arena, m, number);
    if (poly.degree < 1) {
        arena->used = mark;
        return;
    }
    fk_curve curve = fk_curve_make(arena, &poly);
    fk_curve_root root;
    for (int piece = 0; piece < curve.pieces; piece++) {
        fk_poly_spot spot = {&poly, piece, 0.0};
        if (!fk_curve_find(arena, &curve, piece, &root) ||
            (b->is_there && fk_curve_root_compare(arena, &b->root, &spot) >= 0))
            continue;
        fk_curve_root_round(arena, &root);
        if (!meet_at(arena, m, &root))
            continue;
        arena->used = b->mark;
        poly = condition(arena, m, number);
        b->curve = fk_curve_make(arena, &poly);
        b->root = root;
        b->root.curve = &b->curve;
        b->is_there = true;
        return; /* the other root comes later */
    }
    arena->used = mark;
}

/* For four points that are in a plane at all times. */
static fk_corners_hit first_in_plane(fk_arena *arena, const motion *m)
{
    fk_poly time = fk_poly_line(fk_exact_from(arena, 0.0), fk_exact_from(arena, 1.0));
    fk_curve line = fk_curve_make(arena, &time);
    fk_curve_root start = {&line, 0, {0.0, 0.0}};
    if (meet_at(arena, m, &start))
        return hit_at(&start);
    best b = {.is_there = false, .mark = arena->used};
    for (int number = 0; number < condition_count(m); number++)
        consider(arena, m, number, &b);
    return hit_at(b.is_there ? &b.root : NULL);
}

FK_OWN_FRAME fk_corners_hit fk_corners_exact(fk_corners_kind kind, const fk_vec3 begin[4],
                                             const fk_vec3 end[4])
{
    fk_arena arena;
    motion m = {.kind = kind};
    fk_arena_init(&arena);
    motion_make(&arena, begin, end, &m);
    fk_poly f = determinant(&arena, &m);
    if (f.degree < 0)
        return first_in_plane(&arena, &m);
    return first_of(&arena, &m, &f);
}

FK_OWN_FRAME fk_interval fk_corners_exact_time(const fk_vec3 begin[4], const fk_vec3 end[4],
                                               fk_interval between)
{
    fk_arena arena;
    motion m = {.kind = FK_CORNERS_TRIANGLE};
    fk_arena_init(&arena);
    motion_make(&arena, begin, end, &m);
    fk_poly f = determinant(&arena, &m);
    return fk_poly_round(&arena, &f, between);
}
