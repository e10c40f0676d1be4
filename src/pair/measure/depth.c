/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The depth of two pieces: which way leads to it.
 *
 * With the sum R of the radii of spheres and capsules, M is that of their cores with a ball of radius R around each
 * point. So the depth is
 *   R - d          for cores at a distance d < R: the square of d is an exact fraction;
 *   R              for cores that touch, in any direction in which they do;
 *   R + core's     for cores that overlap: exactly for cells, bracketed for hulls and smooth pieces.
 * Half-spaces have closed forms. The pair is put in a fixed order first, so that (b, a) gives the same depth and the
 * opposite direction, also where several ways are equally short. */

#include "pair/measure/measure.h"

#include <string.h>

#include "pair/pair.h"
#include "pair/verdict/verdict.h"

/* The polyhedron that a sphere or capsule is the neighbourhood of; other pieces themselves. */
static fk_piece core_of(const fk_piece *piece)
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

typedef enum progress { FINISHED, NEEDS_POLYTOPE } progress;

/* Cores apart at the distance that a simplex of 1 to 3 pairs tells: the height of its span over the origin, n.d / |n|. */
static void depth_of_apart(fk_pair *pair, const fk_solution *s, const double radius[2], fk_depth *out)
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

/* Cores that touch: their certificate has a direction from a to b with none of M before it. */
static void depth_of_touching(fk_pair *pair, const fk_solution *s, const double radius[2], fk_depth *out)
{
    const fk_direction *direction = &s->certificate.direction;
    fk_normal_span span = direction->form == FK_DIRECTION_FACET  ? FK_SPAN_PLANE
                          : direction->form == FK_DIRECTION_EDGE ? FK_SPAN_EDGE
                                                                 : FK_SPAN_AXIS;
    fk_normal n = {.span = span, .sign = direction->sign, .axis = direction->axis, .axis_sign = 1};
    memcpy(n.pair, direction->pair, sizeof n.pair);
    fk_normal_ready(pair, &n);
    fk_root root = fk_root_with_radii(&pair->arena, radius);
    out->depth = fk_root_round(&pair->arena, &root);
    out->direction = fk_exact_vec3_unit(&pair->arena, fk_normal_exact(pair, &n));
}

/* Round pieces: by how their cores lie. */
static progress depth_of_cores(fk_pair *pair, const double radius[2], bool small, fk_depth *out)
{
    fk_solution solution;
    fk_solve(pair, true, &solution);
    switch (solution.certificate.verdict) {
    case FK_APART:
        depth_of_apart(pair, &solution, radius, out);
        return FINISHED;
    case FK_TOUCHING:
        depth_of_touching(pair, &solution, radius, out);
        return FINISHED;
    default:
        return small && fk_depth_cells(pair, radius, out) ? FINISHED : NEEDS_POLYTOPE;
    }
}

FK_OWN_FRAME static progress depth_of_vertices(const fk_piece *a, const fk_piece *b, const double radius[2],
                                               fk_depth *out)
{
    fk_pair pair;
    bool small = a->kind != FK_KIND_HULL && b->kind != FK_KIND_HULL;
    bool round = fk_sign_of(radius[0]) > 0 || fk_sign_of(radius[1]) > 0;
    if (!small && !round)
        return NEEDS_POLYTOPE;
    fk_pair_init(&pair, a, b);
    if (round)
        return depth_of_cores(&pair, radius, small, out);
    return fk_depth_cells(&pair, radius, out) ? FINISHED : NEEDS_POLYTOPE;
}

/* x + y rounded up or down, whatever the rounding mode; x and y are not negative. */
static double add_outward(double x, double y, bool up)
{
    double sum = x + y;
    if (fk_sign_of(x) == 0 || fk_sign_of(y) == 0)
        return fk_sign_of(x) == 0 ? y : x;
    if (up)
        return fk_is_finite(sum) ? fk_from_bits(fk_bits_of(sum) + 1) : sum;
    return fk_is_finite(sum) ? fk_toward_zero(sum) : fk_from_bits(0x7fefffffffffffffu);
}

/* The depth of cores that overlap, or of whole pieces (without radii then), between bounds. */
static void bracket_depth(const fk_piece *a, const fk_piece *b, const double radius[2], fk_depth *out)
{
    fk_depth_polytope(a, b, false, out);
    if (fk_sign_of(out->depth.hi) == 0)
        return;
    for (int k = 0; k < 2; k++) {
        out->depth.lo = add_outward(out->depth.lo, radius[k], false);
        out->depth.hi = add_outward(out->depth.hi, radius[k], true);
    }
}

/* With a cylinder, cone or ellipsoid. Where the cores may be apart, the radius is part of M. */
static void depth_of_smooth(const fk_piece *a, const fk_piece *b, const double radius[2], fk_depth *out)
{
    if (fk_depth_cylinder(a, b, out))
        return;
    bracket_depth(a, b, radius, out);
    if (!(out->depth.lo > radius[0] + radius[1]))
        fk_depth_polytope(a, b, true, out);
}

static void depth_of_pair(const fk_piece *a, const fk_piece *b, fk_depth *out)
{
    double radius[2] = {fk_piece_radius(a), fk_piece_radius(b)};
    if (fk_smooth_is_among(a, b)) {
        depth_of_smooth(a, b, radius, out);
        return;
    }
    fk_piece core_a = core_of(a), core_b = core_of(b);
    if (depth_of_vertices(&core_a, &core_b, radius, out) == NEEDS_POLYTOPE)
        bracket_depth(&core_a, &core_b, radius, out);
}

void fk_depth_known(const fk_piece *a, const fk_piece *b, fk_verdict verdict, fk_depth *out)
{
    memset(out, 0, sizeof *out);
    if (verdict != FK_OVERLAPPING && verdict != FK_UNDECIDED)
        return;
    if (fk_half_is_among(a, b))
        fk_depth_half(a, b, out);
    else
        depth_of_pair(a, b, out);
}

fk_status fk_pair_depth(const fk_piece *a, const fk_piece *b, fk_depth *out)
{
    fk_status status = fk_pair_check(a, b);
    if (status != FK_OK)
        return status;
    fk_depth depth;
    bool turned = fk_piece_order(a, b) > 0;
    const fk_piece *first = turned ? b : a, *second = turned ? a : b;
    fk_depth_known(first, second, fk_pair_verdict(first, second), &depth);
    if (turned && fk_sign_of(depth.depth.hi) > 0)
        depth.direction = fk_vec3_negate(depth.direction);
    *out = depth;
    return FK_OK;
}
