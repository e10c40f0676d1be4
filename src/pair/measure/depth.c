/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The penetration depth of two pieces: closed forms, and the choice of the method.
 *
 * With the sum R of the radii of spheres and capsules, M is the Minkowski difference of their cores with a ball of radius R
 * around each point. So the depth is
 *   R - d          for cores at a distance d < R: the square of d is an exact fraction;
 *   R              for cores that touch, in any direction in which they do;
 *   R + core's     for cores that overlap: exactly for cells, bracketed for hulls and smooth pieces.
 * Half-spaces have closed forms. The pair is first put in a canonical order, so that (b, a) gives the same depth and the opposite
 * direction, also where several directions are equally good. */

#include "pair/measure/measure.h"

#include <string.h>

#include "exact/exact.h"
#include "pair/pair.h"
#include "pair/verdict/verdict.h"

/* ---- Half-spaces --------------------------------------------------------------------------------------- */

/* Depth in a half-space {x : n.x <= c}: the distance that the other piece must move along n.
 *
 * It is (c - n.p) / |n| plus the support value of the piece relative to a point p of it:
 *   vertices             p the vertex with the least n.x: nothing more
 *   sphere, capsule      the same, and the radius
 *   cylinder             p the end with the least n.x; r |n x v| / (|v| |n|), with v its axis
 *   cone                 p the apex: nothing; or p the base's centre: as the cylinder; whichever is more
 *   ellipsoid            p the centre; |(n.e1, n.e2, n.e3)| / |n|
 * All of these are roots of exact fractions. Each is rounded down and up, and the two bounds are added. With one root, that is
 * for all but the last three, the result is the exact depth rounded down and up. */

/* x + y, rounded down or up; 0 or infinity when one of them is infinite. */
static double round_exact_sum(fk_arena *arena, double x, double y, bool up)
{
    if (!fk_is_finite(x) || !fk_is_finite(y))
        return up ? HUGE_VAL : 0.0;
    uint32_t mark = arena->used;
    fk_exact sum = fk_exact_add(arena, fk_exact_from(arena, x), fk_exact_from(arena, y));
    double value = up ? -fk_exact_floor(fk_exact_negate(sum)) : fk_exact_floor(sum);
    arena->used = mark;
    return value;
}

/* height / sqrt(square), between bounds. */
static fk_interval divide_by_root(fk_arena *arena, fk_exact height, fk_exact square)
{
    fk_root root = fk_root_from(arena, fk_exact_from(arena, 0.0), height, square);
    return fk_root_round(arena, &root);
}

typedef struct exact_half_space {
    fk_exact_vec3 n;
    fk_exact c, square; /* offset, n.n */
} exact_half_space;

/* (c - n.p) / |n| + sqrt(more / n.n), between bounds. */
static fk_interval bound_exit_distance(fk_arena *arena, const exact_half_space *h, fk_exact_vec3 p,
                                       fk_root more)
{
    fk_exact room = fk_exact_sub(arena, h->c, fk_exact_vec3_dot(arena, h->n, p));
    fk_interval first = divide_by_root(arena, room, h->square);
    fk_interval second = fk_root_round(arena, &more), sum;
    sum.lo = round_exact_sum(arena, first.lo, second.lo, false);
    sum.hi = round_exact_sum(arena, first.hi, second.hi, true);
    return sum;
}

/* The support value along n of a disc of normal v: r |n x v| / (|v| |n|). */
static fk_root disc_support_root(fk_arena *arena, const exact_half_space *h, fk_exact_vec3 v, double radius)
{
    fk_exact r = fk_exact_from(arena, radius);
    fk_exact_vec3 across = fk_exact_vec3_cross(arena, h->n, v);
    return (fk_root){fk_exact_mul(arena, fk_exact_vec3_dot(arena, across, across), fk_exact_mul(arena, r, r)),
                     fk_exact_mul(arena, fk_exact_vec3_dot(arena, v, v), h->square),
                     fk_exact_from(arena, 0.0), 1};
}

static fk_interval depth_of_tapered(fk_arena *arena, const exact_half_space *h, const fk_piece *piece)
{
    const fk_capsule *c = &piece->as.capsule;
    fk_exact_vec3 axis = fk_exact_vec3_displacement(arena, c->end[0], c->end[1]);
    fk_root support = disc_support_root(arena, h, axis, c->radius);
    bool at_end = fk_exact_vec3_dot(arena, h->n, axis).sign < 0;
    if (piece->kind == FK_KIND_CYLINDER)
        return bound_exit_distance(arena, h, fk_exact_vec3_from(arena, c->end[at_end ? 1 : 0]), support);
    fk_interval base = bound_exit_distance(arena, h, fk_exact_vec3_from(arena, c->end[0]), support);
    fk_root none = {fk_exact_from(arena, 0.0), h->square, fk_exact_from(arena, 0.0), 1};
    fk_interval apex = bound_exit_distance(arena, h, fk_exact_vec3_from(arena, c->end[1]), none);
    return (fk_interval){fk_double_order(apex.lo, base.lo) > 0 ? apex.lo : base.lo,
                         fk_double_order(apex.hi, base.hi) > 0 ? apex.hi : base.hi};
}

static fk_interval depth_of_ellipsoid(fk_arena *arena, const exact_half_space *h, const fk_cell *cell)
{
    fk_root support = {fk_exact_from(arena, 0.0), h->square, fk_exact_from(arena, 0.0), 1};
    for (int k = 0; k < 3; k++) {
        fk_exact part = fk_exact_vec3_dot(arena, h->n, fk_exact_vec3_from(arena, cell->edge[k]));
        support.over = fk_exact_add(arena, support.over, fk_exact_mul(arena, part, part));
    }
    return bound_exit_distance(arena, h, fk_exact_vec3_from(arena, cell->origin), support);
}

/* The depth of a piece with vertices, with or without radius, whose support vertex `deepest` is known. */
static fk_interval depth_of_support_vertex(fk_arena *arena, const exact_half_space *h, const fk_piece *piece,
                                           uint32_t deepest)
{
    fk_exact height = fk_exact_vec3_dot(arena, h->n, fk_piece_vertex(arena, piece, deepest));
    fk_exact room = fk_exact_sub(arena, h->c, height);
    fk_root root = fk_root_from(arena, fk_exact_from(arena, fk_piece_radius(piece)), room, h->square);
    return fk_root_round(arena, &root);
}

/* Two half-spaces: with opposite normals n_b = -k n_a the depth is the overlap of the planes, (k c_a + c_b) / |n_b|, with k =
 * |n_a.n_b| / n_a.n_a. Otherwise it is infinite. */
static void depth_of_half_spaces(fk_arena *arena, const fk_plane *a, const fk_plane *b, fk_depth *out)
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
    out->depth = divide_by_root(arena, room, under);
    out->direction = fk_exact_vec3_unit(arena, n_a);
}

FK_OWN_FRAME static void find_half_space_depth(const fk_piece *a, const fk_piece *b, fk_depth *out)
{
    fk_arena arena;
    exact_half_space h;
    bool first = a->kind == FK_KIND_HALF_SPACE;
    const fk_piece *piece = first ? b : a;
    const fk_plane *plane = first ? &a->as.half : &b->as.half;
    uint32_t deepest = 0;
    fk_arena_init(&arena);
    if (piece->kind == FK_KIND_HALF_SPACE) {
        depth_of_half_spaces(&arena, &a->as.half, &b->as.half, out);
        return;
    }
    if (!fk_piece_is_smooth(piece))
        fk_half_space_verdict(&arena, a, b, &deepest);
    arena.used = 0;
    h.n = fk_exact_vec3_from(&arena, plane->normal);
    h.c = fk_exact_from(&arena, plane->offset);
    h.square = fk_exact_vec3_dot(&arena, h.n, h.n);
    fk_vec3 direction = fk_exact_vec3_unit(&arena, h.n);
    if (!fk_piece_is_smooth(piece))
        out->depth = depth_of_support_vertex(&arena, &h, piece, deepest);
    else if (piece->kind == FK_KIND_ELLIPSOID)
        out->depth = depth_of_ellipsoid(&arena, &h, &piece->as.ellipsoid);
    else
        out->depth = depth_of_tapered(&arena, &h, piece);
    out->direction = first ? direction : fk_vec3_negate(direction);
}

static void depth_of_half_space(const fk_piece *a, const fk_piece *b, fk_depth *out)
{
    find_half_space_depth(a, b, out);
    /* Rounding may leave the bounds of a smooth piece that only or nearly touches below zero. */
    if (fk_sign_of(out->depth.lo) <= 0)
        out->depth.lo = 0.0;
    if (fk_sign_of(out->depth.hi) <= 0)
        memset(out, 0, sizeof *out);
}

/* ---- A cylinder and a piece of revolution with a parallel axis ----------------------------------------- */

/* The depth of a cylinder and a piece of revolution about the same direction: a point, a sphere, or a segment, capsule or
 * cylinder whose axis is exactly parallel. M is then a cylinder with a ball around each point, and the shortest exits lead along
 * the axis, in both directions, and radially away from it. Around a common axis all radial exits are equally long, and EPA would
 * have to search all of them.
 *
 * With a from A0 to A0 + v, the other from B0 to B1, w = B0 - A0, r the sum of the radii across the axis and R that of the ball,
 * the exits have the lengths
 *   (v.v - least v.(B - A0)) / |v| + R,    (greatest v.(B - A0)) / |v| + R,    r - |w x v| / |v| + R,
 * all of them roots of exact fractions. The least one is the depth, rounded down and up. Where two of them are below R, the
 * nearest point of the core is on its rim, and EPA computes the depth. */

/* The core of a piece as a segment from end 0 to end 1, which may be a point. Returns false for other kinds. */
static bool find_core_segment(const fk_piece *piece, fk_vec3 end[2], double *across, double *around)
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

/* Some vector perpendicular to v. */
static fk_exact_vec3 find_perpendicular(fk_arena *arena, fk_exact_vec3 v)
{
    fk_vec3 axis = v.x.sign == 0 ? fk_vec3_make(1, 0, 0) : fk_vec3_make(0, 1, 0);
    fk_exact_vec3 first = fk_exact_vec3_cross(arena, v, fk_exact_vec3_from(arena, axis));
    return fk_exact_vec3_is_zero(first)
               ? fk_exact_vec3_cross(arena, v, fk_exact_vec3_from(arena, fk_vec3_make(0, 0, 1)))
               : first;
}

/* The lengths and directions of the three exits. */
typedef struct cylinder_exits {
    fk_root root[3];
    fk_exact_vec3 direction[3];
} cylinder_exits;

static void find_cylinder_exits(fk_arena *arena, const fk_vec3 a[2], const fk_vec3 b[2],
                                const double radius[3], cylinder_exits *out)
{
    fk_exact_vec3 v = fk_exact_vec3_displacement(arena, a[0], a[1]),
                  w = fk_exact_vec3_displacement(arena, a[0], b[0]),
                  w1 = fk_exact_vec3_displacement(arena, a[0], b[1]);
    fk_exact square = fk_exact_vec3_dot(arena, v, v);
    fk_exact first = fk_exact_vec3_dot(arena, v, w), last = fk_exact_vec3_dot(arena, v, w1);
    bool ahead = fk_exact_compare(first, last) <= 0;
    fk_exact low = ahead ? first : last, high = ahead ? last : first;
    fk_exact around = fk_exact_from(arena, radius[2]);
    out->root[0] = fk_root_from(arena, around, fk_exact_sub(arena, square, low), square);
    out->direction[0] = v;
    out->root[1] = fk_root_from(arena, around, high, square);
    out->direction[1] = fk_exact_vec3_negate(v);
    fk_exact_vec3 turn = fk_exact_vec3_cross(arena, w, v);
    out->root[2] = fk_root_with_radii(arena, radius);
    out->root[2].offset = fk_exact_add(arena, out->root[2].offset, around);
    out->root[2].over = fk_exact_vec3_dot(arena, turn, turn);
    out->root[2].under = square;
    out->root[2].sign = -1;
    out->direction[2] =
        fk_exact_vec3_is_zero(turn) ? find_perpendicular(arena, v) : fk_exact_vec3_cross(arena, v, turn);
}

/* Chooses the shortest exit. Returns false when more than one is shorter than the ball's radius. */
static bool choose_shortest_exit(fk_arena *arena, const cylinder_exits *w, double around, fk_depth *out)
{
    int short_exits = 0, best = -1;
    fk_interval least = {HUGE_VAL, HUGE_VAL};
    for (int k = 0; k < 3; k++) {
        short_exits += fk_root_compare(arena, &w->root[k], around) < 0;
        if (fk_root_compare(arena, &w->root[k], 0.0) <= 0)
            return true; /* apart */
        fk_interval length = fk_root_round(arena, &w->root[k]);
        if (best < 0 || fk_double_order(length.lo, least.lo) < 0)
            best = k;
        least.lo = fk_double_order(length.lo, least.lo) < 0 ? length.lo : least.lo;
        least.hi = fk_double_order(length.hi, least.hi) < 0 ? length.hi : least.hi;
    }
    if (short_exits > 1)
        return false;
    out->depth = least;
    out->direction = fk_exact_vec3_unit(arena, w->direction[best]);
    return !arena->full;
}

/* The depth, rounded down and up, of a cylinder and a piece of revolution with a parallel axis. Returns false, with *out
 * unchanged, for other pairs. */
FK_OWN_FRAME static bool depth_of_cylinder(const fk_piece *a, const fk_piece *b, fk_depth *out)
{
    fk_arena arena;
    fk_vec3 end_a[2], end_b[2];
    double across_a, across_b, around_a, around_b;
    bool swapped = !fk_piece_is_smooth(a);
    const fk_piece *cylinder = swapped ? b : a, *other = swapped ? a : b;
    if (cylinder->kind != FK_KIND_CYLINDER || !find_core_segment(cylinder, end_a, &across_a, &around_a) ||
        !find_core_segment(other, end_b, &across_b, &around_b))
        return false;
    fk_arena_init(&arena);
    fk_exact_vec3 v = fk_exact_vec3_displacement(&arena, end_a[0], end_a[1]),
                  u = fk_exact_vec3_displacement(&arena, end_b[0], end_b[1]);
    if (!fk_exact_vec3_is_zero(fk_exact_vec3_cross(&arena, v, u)))
        return false;
    cylinder_exits w;
    double radius[3] = {across_a, across_b, around_b};
    fk_depth depth;
    memset(&depth, 0, sizeof depth);
    arena.used = 0;
    find_cylinder_exits(&arena, end_a, end_b, radius, &w);
    if (!choose_shortest_exit(&arena, &w, around_b, &depth) || arena.full)
        return false;
    if (swapped)
        depth.direction = fk_vec3_negate(depth.direction);
    *out = depth;
    return true;
}

/* ---- Cores --------------------------------------------------------------------------------------------- */

/* The core of a sphere or capsule; other pieces themselves. */
static fk_piece make_core_piece(const fk_piece *piece)
{
    if (piece->kind == FK_KIND_SPHERE)
        return fk_piece_point(piece->as.sphere.center);
    if (piece->kind == FK_KIND_CAPSULE)
        return fk_piece_segment(piece->as.capsule.end[0], piece->as.capsule.end[1]);
    return *piece;
}

fk_root fk_root_with_radii(fk_arena *arena, const double radius[2])
{
    fk_root root;
    root.offset = fk_exact_add(arena, fk_exact_from(arena, radius[0]), fk_exact_from(arena, radius[1]));
    root.over = fk_exact_from(arena, 0.0);
    root.under = fk_exact_from(arena, 1.0);
    root.sign = 1;
    return root;
}

/* ---- Pieces with vertices ------------------------------------------------------------------------------ */

typedef enum depth_progress { DEPTH_FOUND, DEPTH_NEEDS_EPA } depth_progress;

/* Cores that are apart: their distance is the height n.d / |n| of the origin over the span of a simplex of 1 to 3 pairs. */
static void depth_of_apart(fk_pair *pair, const fk_gjk_solution *s, const double radius[2], fk_depth *out)
{
    fk_arena *arena = &pair->arena;
    fk_normal normal = fk_simplex_normal(pair, s->simplex, s->count);
    fk_exact_vec3 n = fk_normal_exact(pair, &normal);
    fk_exact_vec3 d = fk_exact_vec3_sub(arena, fk_piece_vertex(arena, pair->a.piece, s->simplex[0].a),
                                        fk_piece_vertex(arena, pair->b.piece, s->simplex[0].b));
    fk_root root = fk_root_with_radii(arena, radius);
    fk_exact height = fk_exact_vec3_dot(arena, n, d);
    root.over = fk_exact_mul(arena, height, height);
    root.under = fk_exact_vec3_dot(arena, n, n);
    root.sign = -1;
    if (fk_root_compare(arena, &root, 0.0) <= 0)
        return;
    out->depth = fk_root_round(arena, &root);
    out->direction = fk_exact_vec3_unit(arena, fk_exact_vec3_negate(n));
}

/* Cores that touch: their certificate has a direction from a to b with no point of M on its positive side. */
static void depth_of_touching(fk_pair *pair, const fk_gjk_solution *s, const double radius[2], fk_depth *out)
{
    fk_root root = fk_root_with_radii(&pair->arena, radius);
    out->depth = fk_root_round(&pair->arena, &root);
    out->direction = fk_exact_vec3_unit(&pair->arena, fk_direction_exact(pair, &s->certificate.direction));
}

/* The depth of round pieces, by the verdict of their cores. */
static depth_progress depth_of_cores(fk_pair *pair, const double radius[2], bool small, fk_depth *out)
{
    fk_gjk_solution solution;
    fk_gjk_exact(pair, true, &solution);
    switch (solution.certificate.verdict) {
    case FK_APART:
        depth_of_apart(pair, &solution, radius, out);
        return DEPTH_FOUND;
    case FK_TOUCHING:
        depth_of_touching(pair, &solution, radius, out);
        return DEPTH_FOUND;
    default:
        return small && fk_depth_cells(pair, radius, out) ? DEPTH_FOUND : DEPTH_NEEDS_EPA;
    }
}

FK_OWN_FRAME static depth_progress depth_of_vertices(const fk_piece *a, const fk_piece *b,
                                                     const double radius[2], fk_depth *out)
{
    fk_pair pair;
    bool small = a->kind != FK_KIND_HULL && b->kind != FK_KIND_HULL;
    bool round = fk_sign_of(radius[0]) > 0 || fk_sign_of(radius[1]) > 0;
    if (!small && !round)
        return DEPTH_NEEDS_EPA;
    fk_pair_init(&pair, a, b);
    if (round)
        return depth_of_cores(&pair, radius, small, out);
    return fk_depth_cells(&pair, radius, out) ? DEPTH_FOUND : DEPTH_NEEDS_EPA;
}

/* x + y rounded up or down in every rounding mode; x and y are not negative. */
static double add_rounded(double x, double y, bool up)
{
    double sum = x + y;
    if (fk_sign_of(x) == 0 || fk_sign_of(y) == 0)
        return fk_sign_of(x) == 0 ? y : x;
    if (up)
        return fk_is_finite(sum) ? fk_from_bits(fk_bits_of(sum) + 1) : sum;
    return fk_is_finite(sum) ? fk_toward_zero(sum) : fk_from_bits(0x7fefffffffffffffu);
}

/* Bounds of the depth of cores that overlap, or of whole pieces (whose radii are then 0). */
static void bracket_depth(const fk_piece *a, const fk_piece *b, const double radius[2], fk_depth *out)
{
    fk_depth_epa(a, b, false, out);
    if (fk_sign_of(out->depth.hi) == 0)
        return;
    for (int k = 0; k < 2; k++) {
        out->depth.lo = add_rounded(out->depth.lo, radius[k], false);
        out->depth.hi = add_rounded(out->depth.hi, radius[k], true);
    }
}

/* The depth with a cylinder, cone or ellipsoid. Where the cores may be apart, M includes the radius. */
static void depth_of_smooth(const fk_piece *a, const fk_piece *b, const double radius[2], fk_depth *out)
{
    if (depth_of_cylinder(a, b, out))
        return;
    bracket_depth(a, b, radius, out);
    if (!(out->depth.lo > radius[0] + radius[1]))
        fk_depth_epa(a, b, true, out);
}

static void depth_of_pair(const fk_piece *a, const fk_piece *b, fk_depth *out)
{
    double radius[2] = {fk_piece_radius(a), fk_piece_radius(b)};
    if (fk_any_smooth(a, b)) {
        depth_of_smooth(a, b, radius, out);
        return;
    }
    fk_piece core_a = make_core_piece(a), core_b = make_core_piece(b);
    if (depth_of_vertices(&core_a, &core_b, radius, out) == DEPTH_NEEDS_EPA)
        bracket_depth(&core_a, &core_b, radius, out);
}

void fk_depth_for_verdict(const fk_piece *a, const fk_piece *b, fk_verdict verdict, fk_depth *out)
{
    memset(out, 0, sizeof *out);
    if (verdict != FK_OVERLAPPING && verdict != FK_UNDECIDED)
        return;
    if (fk_any_half_space(a, b))
        depth_of_half_space(a, b, out);
    else
        depth_of_pair(a, b, out);
}

fk_status fk_pair_depth(const fk_piece *a, const fk_piece *b, fk_depth *out)
{
    fk_status status = fk_pair_check(a, b);
    if (status != FK_OK)
        return status;
    fk_depth depth;
    bool swapped = fk_piece_order(a, b) > 0;
    const fk_piece *first = swapped ? b : a, *second = swapped ? a : b;
    fk_depth_for_verdict(first, second, fk_pair_verdict(first, second), &depth);
    if (swapped && fk_sign_of(depth.depth.hi) > 0)
        depth.direction = fk_vec3_negate(depth.direction);
    *out = depth;
    return FK_OK;
}
