/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Depth in a half-space {x : n.x <= c}: how far the other piece must move along n.
 *
 * Every piece moves by (c - n.p) / |n| plus what it reaches around a point p of it:
 *   vertices             p the vertex with the least n.x: nothing more
 *   sphere, capsule      the same, and the radius
 *   cylinder             p the end with the least n.x; r |n x v| / (|v| |n|), with v its axis
 *   cone                 p the apex: nothing; or p the base's centre: as the cylinder; whichever is more
 *   ellipsoid            p the centre; |(n.e1, n.e2, n.e3)| / |n|
 * All of these are roots of exact fractions: each is rounded down and up, and the two bounds are added up. With one
 * root, that is for all but the last three, the result is the exact depth rounded down and up. */

#include "pair/measure/measure.h"

#include <string.h>

#include "exact/exact.h"
#include "pair/verdict/verdict.h"

/* x + y, rounded down or up; not between them when they are infinite. */
static double sum_outward(fk_arena *arena, double x, double y, bool up)
{
    if (!fk_is_finite(x) || !fk_is_finite(y))
        return up ? HUGE_VAL : 0.0;
    uint32_t mark = arena->used;
    fk_exact sum = fk_exact_add(arena, fk_exact_from(arena, x), fk_exact_from(arena, y));
    double value = up ? -fk_exact_floor(fk_exact_negate(sum)) : fk_exact_floor(sum);
    arena->used = mark;
    return value;
}

/* A root of either sign, without offset. */
static fk_interval signed_root(fk_arena *arena, fk_exact over, fk_exact under, int sign)
{
    fk_root root = {over, under, fk_exact_from(arena, 0.0), sign < 0 ? -1 : 1};
    return fk_root_round(arena, &root);
}

typedef struct half {
    fk_exact_vec3 n;
    fk_exact c, square; /* offset, n.n */
} half;

/* (c - n.p) / |n| + sqrt(more / n.n), between bounds. */
static fk_interval move_from(fk_arena *arena, const half *h, fk_exact_vec3 p, fk_root more)
{
    fk_exact room = fk_exact_sub(arena, h->c, fk_exact_vec3_dot(arena, h->n, p));
    fk_interval first = signed_root(arena, fk_exact_mul(arena, room, room), h->square, room.sign);
    fk_interval second = fk_root_round(arena, &more), sum;
    sum.lo = sum_outward(arena, first.lo, second.lo, false);
    sum.hi = sum_outward(arena, first.hi, second.hi, true);
    return sum;
}

/* How far a disc across v reaches along n: r |n x v| / (|v| |n|). */
static fk_root disc_reach(fk_arena *arena, const half *h, fk_exact_vec3 v, double radius)
{
    fk_exact r = fk_exact_from(arena, radius);
    fk_exact_vec3 across = fk_exact_vec3_cross(arena, h->n, v);
    fk_root reach = {fk_exact_mul(arena, fk_exact_vec3_dot(arena, across, across), fk_exact_mul(arena, r, r)),
                     fk_exact_mul(arena, fk_exact_vec3_dot(arena, v, v), h->square),
                     fk_exact_from(arena, 0.0), 1};
    return reach;
}

static fk_interval depth_of_tapered(fk_arena *arena, const half *h, const fk_piece *piece)
{
    const fk_capsule *c = &piece->as.capsule;
    fk_vec3 term[2] = {c->end[1], fk_vec3_negate(c->end[0])};
    fk_exact_vec3 axis = fk_exact_vec3_sum(arena, term, 2);
    fk_root reach = disc_reach(arena, h, axis, c->radius);
    bool at_end = fk_exact_vec3_dot(arena, h->n, axis).sign < 0;
    if (piece->kind == FK_KIND_CYLINDER)
        return move_from(arena, h, fk_exact_vec3_from(arena, c->end[at_end ? 1 : 0]), reach);
    fk_interval base = move_from(arena, h, fk_exact_vec3_from(arena, c->end[0]), reach);
    fk_root none = {fk_exact_from(arena, 0.0), h->square, fk_exact_from(arena, 0.0), 1};
    fk_interval apex = move_from(arena, h, fk_exact_vec3_from(arena, c->end[1]), none);
    fk_interval more = {fk_double_order(apex.lo, base.lo) > 0 ? apex.lo : base.lo,
                        fk_double_order(apex.hi, base.hi) > 0 ? apex.hi : base.hi};
    return more;
}

static fk_interval depth_of_ellipsoid(fk_arena *arena, const half *h, const fk_cell *cell)
{
    fk_root reach = {fk_exact_from(arena, 0.0), h->square, fk_exact_from(arena, 0.0), 1};
    for (int k = 0; k < 3; k++) {
        fk_exact part = fk_exact_vec3_dot(arena, h->n, fk_exact_vec3_from(arena, cell->edge[k]));
        reach.over = fk_exact_add(arena, reach.over, fk_exact_mul(arena, part, part));
    }
    return move_from(arena, h, fk_exact_vec3_from(arena, cell->origin), reach);
}

/* Vertices, of which `deepest` is known, with a radius or without. */
static fk_interval depth_of_vertex(fk_arena *arena, const half *h, const fk_piece *piece, uint32_t deepest)
{
    double radius[2] = {fk_piece_radius(piece), 0.0};
    fk_root root = fk_root_with_radii(arena, radius);
    fk_exact height = fk_exact_vec3_dot(arena, h->n, fk_piece_vertex(arena, piece, deepest));
    fk_exact room = fk_exact_sub(arena, h->c, height);
    root.over = fk_exact_mul(arena, room, room);
    root.under = h->square;
    root.sign = room.sign < 0 ? -1 : 1;
    return fk_root_round(arena, &root);
}

/* Two half-spaces: with opposite normals n_b = -k n_a the room between the planes is (k c_a + c_b) / |n_b|, and
 * k = |n_a.n_b| / n_a.n_a. Others have no end. */
static void depth_of_two(fk_arena *arena, const fk_plane *a, const fk_plane *b, fk_depth *out)
{
    fk_exact_vec3 n_a = fk_exact_vec3_from(arena, a->normal), n_b = fk_exact_vec3_from(arena, b->normal);
    fk_exact product = fk_exact_vec3_dot(arena, n_a, n_b);
    if (product.sign >= 0 || !fk_exact_vec3_is_zero(fk_exact_vec3_cross(arena, n_a, n_b))) {
        out->depth.lo = out->depth.hi = HUGE_VAL;
        return;
    }
    fk_exact square_a = fk_exact_vec3_dot(arena, n_a, n_a), square_b = fk_exact_vec3_dot(arena, n_b, n_b);
    fk_exact room_a = fk_exact_mul(arena, fk_exact_negate(product), fk_exact_from(arena, a->offset));
    fk_exact room_b = fk_exact_mul(arena, square_a, fk_exact_from(arena, b->offset));
    fk_exact room = fk_exact_add(arena, room_a, room_b);
    fk_exact under = fk_exact_mul(arena, fk_exact_mul(arena, square_a, square_a), square_b);
    out->depth = signed_root(arena, fk_exact_mul(arena, room, room), under, 1);
    out->direction = fk_exact_vec3_unit(arena, n_a);
}

FK_OWN_FRAME static void depth_half(const fk_piece *a, const fk_piece *b, fk_depth *out)
{
    fk_arena arena;
    half h;
    bool first = a->kind == FK_KIND_HALF_SPACE;
    const fk_piece *piece = first ? b : a;
    const fk_plane *plane = first ? &a->as.half : &b->as.half;
    uint32_t deepest = 0;
    fk_arena_init(&arena);
    if (piece->kind == FK_KIND_HALF_SPACE) {
        depth_of_two(&arena, &a->as.half, &b->as.half, out);
        return;
    }
    if (!fk_piece_is_smooth(piece))
        fk_half_verdict(&arena, a, b, &deepest);
    arena.used = 0;
    h.n = fk_exact_vec3_from(&arena, plane->normal);
    h.c = fk_exact_from(&arena, plane->offset);
    h.square = fk_exact_vec3_dot(&arena, h.n, h.n);
    fk_vec3 direction = fk_exact_vec3_unit(&arena, h.n);
    if (!fk_piece_is_smooth(piece))
        out->depth = depth_of_vertex(&arena, &h, piece, deepest);
    else if (piece->kind == FK_KIND_ELLIPSOID)
        out->depth = depth_of_ellipsoid(&arena, &h, &piece->as.ellipsoid);
    else
        out->depth = depth_of_tapered(&arena, &h, piece);
    out->direction = first ? direction : fk_vec3_negate(direction);
}

void fk_depth_half(const fk_piece *a, const fk_piece *b, fk_depth *out)
{
    depth_half(a, b, out);
    /* Rounding may leave a smooth piece that only touches, or the bounds of one that nearly does, below zero. */
    if (fk_sign_of(out->depth.lo) <= 0)
        out->depth.lo = 0.0;
    if (fk_sign_of(out->depth.hi) <= 0)
        memset(out, 0, sizeof *out);
}

/* ---- A cylinder and a piece that is round about its direction ------------------------------------------ */

/* The depth of a cylinder and a piece that is round about the same direction: a point, a sphere, or a segment, capsule or
 * cylinder whose axis is exactly parallel. M is a cylinder then, with a ball around each point, and the ways out are
 * along the axis, in both directions, and straight away from it. Around a common axis all ways of the last kind are
 * equally long, and a search would have to look at all of them.
 *
 * With a from A0 to A0 + v, the other from B0 to B1, w = B0 - A0, r the sum of the radii across the axis and R that of
 * the ball, these are
 *   (v.v - least v.(B - A0)) / |v| + R,    (greatest v.(B - A0)) / |v| + R,    r - |w x v| / |v| + R,
 * all of them roots of exact fractions, and the least of them is the depth, rounded down and up. Where two of them are
 * below R, the nearest place of the core is on its rim: that is left to others. */

/* The core of a piece as a segment from end 0 to end 1, which may be one point. False for pieces of other kinds. */
static bool axis_of(const fk_piece *piece, fk_vec3 end[2], double *across, double *around)
{
    *across = 0.0;
    *around = fk_piece_radius(piece);
    switch (piece->kind) {
    case FK_KIND_POINT:
        end[0] = end[1] = piece->as.point;
        return true;
    case FK_KIND_SPHERE:
        end[0] = end[1] = piece->as.sphere.center;
        return true;
    case FK_KIND_SEGMENT:
        memcpy(end, piece->as.segment, sizeof piece->as.segment);
        return true;
    case FK_KIND_CYLINDER:
        *across = piece->as.capsule.radius;
        memcpy(end, piece->as.capsule.end, sizeof piece->as.capsule.end);
        return true;
    case FK_KIND_CAPSULE:
        memcpy(end, piece->as.capsule.end, sizeof piece->as.capsule.end);
        return true;
    default:
        return false;
    }
}

static fk_exact_vec3 step(fk_arena *arena, fk_vec3 from, fk_vec3 to)
{
    fk_vec3 term[2] = {to, fk_vec3_negate(from)};
    return fk_exact_vec3_sum(arena, term, 2);
}

/* R + height / sqrt(under), for a height of any sign. */
static fk_root along_root(fk_arena *arena, fk_exact height, fk_exact under, double around)
{
    double radius[2] = {around, 0.0};
    fk_root root = fk_root_with_radii(arena, radius);
    root.over = fk_exact_mul(arena, height, height);
    root.under = under;
    root.sign = height.sign < 0 ? -1 : 1;
    return root;
}

/* Some direction across v. */
static fk_exact_vec3 any_across(fk_arena *arena, fk_exact_vec3 v)
{
    fk_vec3 axis = v.x.sign == 0 ? fk_vec3_make(1, 0, 0) : fk_vec3_make(0, 1, 0);
    fk_exact_vec3 first = fk_exact_vec3_cross(arena, v, fk_exact_vec3_from(arena, axis));
    return fk_exact_vec3_is_zero(first)
               ? fk_exact_vec3_cross(arena, v, fk_exact_vec3_from(arena, fk_vec3_make(0, 0, 1)))
               : first;
}

/* The three ways out. */
typedef struct ways {
    fk_root root[3];
    fk_exact_vec3 direction[3];
} ways;

static void find_ways(fk_arena *arena, const fk_vec3 a[2], const fk_vec3 b[2], const double radius[3],
                      ways *out)
{
    fk_exact_vec3 v = step(arena, a[0], a[1]), w = step(arena, a[0], b[0]), w1 = step(arena, a[0], b[1]);
    fk_exact square = fk_exact_vec3_dot(arena, v, v);
    fk_exact first = fk_exact_vec3_dot(arena, v, w), last = fk_exact_vec3_dot(arena, v, w1);
    bool ahead = fk_exact_compare(first, last) <= 0;
    fk_exact low = ahead ? first : last, high = ahead ? last : first;
    out->root[0] = along_root(arena, fk_exact_sub(arena, square, low), square, radius[2]);
    out->direction[0] = v;
    out->root[1] = along_root(arena, high, square, radius[2]);
    out->direction[1] = fk_exact_vec3_negate(v);
    fk_exact_vec3 turn = fk_exact_vec3_cross(arena, w, v);
    out->root[2] = fk_root_with_radii(arena, radius);
    out->root[2].offset = fk_exact_add(arena, out->root[2].offset, fk_exact_from(arena, radius[2]));
    out->root[2].over = fk_exact_vec3_dot(arena, turn, turn);
    out->root[2].under = square;
    out->root[2].sign = -1;
    out->direction[2] =
        fk_exact_vec3_is_zero(turn) ? any_across(arena, v) : fk_exact_vec3_cross(arena, v, turn);
}

/* The least of the ways; false when more than one is shorter than the ball's radius alone. */
static bool take_least(fk_arena *arena, const ways *w, double around, fk_depth *out)
{
    int short_ways = 0, best = -1;
    fk_interval least = {HUGE_VAL, HUGE_VAL};
    for (int k = 0; k < 3; k++) {
        short_ways += fk_root_compare(arena, &w->root[k], around) < 0;
        if (fk_root_compare(arena, &w->root[k], 0.0) <= 0)
            return true; /* apart */
        fk_interval length = fk_root_round(arena, &w->root[k]);
        if (best < 0 || fk_double_order(length.lo, least.lo) < 0)
            best = k;
        least.lo = fk_double_order(length.lo, least.lo) < 0 ? length.lo : least.lo;
        least.hi = fk_double_order(length.hi, least.hi) < 0 ? length.hi : least.hi;
    }
    if (short_ways > 1)
        return false;
    out->depth = least;
    out->direction = fk_exact_vec3_unit(arena, w->direction[best]);
    return !arena->full;
}

FK_OWN_FRAME bool fk_depth_cylinder(const fk_piece *a, const fk_piece *b, fk_depth *out)
{
    fk_arena arena;
    fk_vec3 end_a[2], end_b[2];
    double across_a, across_b, around_a, around_b;
    bool turned = !fk_piece_is_smooth(a);
    const fk_piece *cylinder = turned ? b : a, *other = turned ? a : b;
    if (cylinder->kind != FK_KIND_CYLINDER || !axis_of(cylinder, end_a, &across_a, &around_a) ||
        !axis_of(other, end_b, &across_b, &around_b))
        return false;
    fk_arena_init(&arena);
    fk_exact_vec3 v = step(&arena, end_a[0], end_a[1]), u = step(&arena, end_b[0], end_b[1]);
    if (!fk_exact_vec3_is_zero(fk_exact_vec3_cross(&arena, v, u)))
        return false;
    ways w;
    double radius[3] = {across_a, across_b, around_b};
    fk_depth depth;
    memset(&depth, 0, sizeof depth);
    arena.used = 0;
    find_ways(&arena, end_a, end_b, radius, &w);
    if (!take_least(&arena, &w, around_b, &depth) || arena.full)
        return false;
    if (turned)
        depth.direction = fk_vec3_negate(depth.direction);
    *out = depth;
    return true;
}
