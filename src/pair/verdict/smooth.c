/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Smooth pieces, proved by bracketing: floating point looks for a direction that separates the pieces or for a point
 * well inside both, and the verifier decides exactly whether that is a proof.
 *
 * Apart. The walk of gjk_distance.c ends at nearest points; their direction is no good when the gap is small, as it is
 * their difference: at a gap of 1e-12 it is wrong in the fourth digit. But nothing changes about the nearest points
 * when b is first moved away along the true direction. So the walk is repeated with b moved away by a 64th of the
 * size along the last direction found. Each time the error of the direction shrinks by that over the radius of
 * curvature of M, and not at all where M has a corner, where nearby directions are as good. (This is the proximal
 * point method.)
 *
 * Overlapping. Smooth pieces are shrunk toward their centre by a small factor. When they still meet the other one,
 * the common point is inside by that factor of their size, which is more than what rounding can spoil. The factor goes
 * from an eighth down to 2^-42 until the verifier accepts.
 *
 * Steps: at most 9 + 8 walks, each of at most FK_WALK_STEPS supports. Weak inputs: flat ellipsoids, which have no
 * inside, can only be proved apart. A point that is common to two smooth or round pieces is given in doubles; far
 * from the origin, where doubles are coarse, there may be none. */

#include "pair/verdict/verdict.h"

#include <math.h>
#include <string.h>

#include "base/bits.h"
#include "base/vec3.h"
#include "pair/measure/measure.h"
#include "pair/pair.h"
#include "proof/verify.h"
#include "shape/vertices.h"

#define PROXIMAL_STEPS 8
#define PROXIMAL_SHARE 0x1p-6
#define REFINEMENTS    4

/* Keeps the certificate if it holds, else clears it. */
static bool prove(const fk_piece *a, const fk_piece *b, fk_certificate *certificate)
{
    bool holds = fk_verify(a, b, certificate);
    if (!holds)
        memset(certificate, 0, sizeof *certificate);
    return holds;
}

/* ---- Half-spaces: exact, and every verdict is its own proof -------------------------------------------- */

static void solve_half(const fk_piece *a, const fk_piece *b, fk_certificate *c)
{
    static const fk_verdict verdicts[] = {FK_APART, FK_OVERLAPPING, FK_TOUCHING};
    for (int i = 0; i < 3; i++) {
        c->verdict = verdicts[i];
        if (prove(a, b, c))
            return;
    }
}

/* ---- Apart --------------------------------------------------------------------------------------------- */

/* A pair in floating point, radii included. */
static void ready(fk_bodies *bodies, const fk_piece *a, const fk_piece *b)
{
    fk_bodies_init(bodies, a, b);
    bodies->a.whole = bodies->b.whole = true;
}

/* The separation along the unit vector n from b to a, up to rounding. */
static double separation(fk_bodies *bodies, fk_vec3 n)
{
    return fk_vec3_dot(n, fk_walk_least(bodies, n).d);
}

static bool prove_apart(const fk_piece *a, const fk_piece *b, fk_vec3 from_b_to_a, fk_certificate *c)
{
    c->verdict = FK_APART;
    c->direction.form = FK_DIRECTION_VECTOR;
    c->direction.vector = fk_vec3_negate(from_b_to_a);
    return prove(a, b, c);
}

/* The direction of the walk with b moved away along n. */
static fk_vec3 improve(const fk_bodies *bodies, fk_vec3 n)
{
    fk_bodies moved = *bodies;
    fk_gjk_walk walk;
    fk_walk_options options = fk_walk_options_default();
    options.start = n;
    moved.shift = fk_vec3_add(moved.shift, fk_vec3_scale(n, PROXIMAL_SHARE * bodies->size));
    fk_walk_run(&moved, &options, &walk);
    return walk.upper > 0.0 ? fk_vec3_unit(walk.nearest) : n;
}

/* Tries the directions of the walk and better ones, until one separates or they cease to get better. */
static bool solve_apart(fk_bodies *bodies, const fk_gjk_walk *walk, fk_certificate *c)
{
    const fk_piece *a = bodies->a.piece, *b = bodies->b.piece;
    fk_vec3 n = walk->direction;
    double gap = walk->lower;
    if (gap > 0.0 && prove_apart(a, b, n, c))
        return true;
    n = walk->upper > 0.0 ? fk_vec3_unit(walk->nearest) : n;
    for (int i = 0; i < PROXIMAL_STEPS; i++) {
        fk_vec3 next = improve(bodies, n);
        double next_gap = separation(bodies, next);
        if (next_gap > 0.0 && prove_apart(a, b, next, c))
            return true;
        if (i > 1 && !(next_gap > gap))
            return false;
        n = next;
        gap = next_gap;
    }
    return false;
}

/* ---- Overlapping --------------------------------------------------------------------------------------- */

/* What the weights leave of the origin. */
static fk_vec3 residual(const fk_gjk_walk *walk)
{
    fk_vec3 sum = {0, 0, 0};
    for (uint32_t i = 0; i < walk->count; i++)
        sum = fk_vec3_add(sum, fk_vec3_scale(walk->point[i].d, walk->weight[i]));
    return sum;
}

/* Makes the weights of a tetrahedron better. It may be a million times longer than it is thick, and then its weights
 * are wrong in the tenth digit and both pieces see different points; but the error that they leave is known to the
 * last digits, and each correction by Cramer's rule takes most of it away. */
static void refine_weights(fk_gjk_walk *walk)
{
    const fk_walk_point *p = walk->point;
    if (walk->count < 4)
        return;
    fk_vec3 e[3] = {fk_vec3_sub(p[1].d, p[0].d), fk_vec3_sub(p[2].d, p[0].d), fk_vec3_sub(p[3].d, p[0].d)};
    double volume = fk_vec3_dot(e[0], fk_vec3_cross(e[1], e[2]));
    for (int i = 0; i < REFINEMENTS && fabs(volume) > 0.0; i++) {
        fk_vec3 left = residual(walk);
        for (int k = 0; k < 3; k++) {
            double step = fk_vec3_dot(left, fk_vec3_cross(e[(k + 1) % 3], e[(k + 2) % 3])) / volume;
            if (!(fabs(step) < walk->weight[k + 1]) || !(fabs(step) < walk->weight[0]))
                continue;
            walk->weight[k + 1] -= step;
            walk->weight[0] += step;
        }
    }
}

/* The nearest point of the walk's simplex as integer weights on vertices of one piece, each vertex once. */
static void claim_weights(const fk_gjk_walk *walk, bool of_a, fk_certificate *c)
{
    c->point_form = FK_POINT_WEIGHTS;
    for (uint32_t i = 0; i < walk->count; i++) {
        uint32_t index = of_a ? walk->point[i].pair.a : walk->point[i].pair.b, k = 0;
        uint64_t weight = (uint64_t)(walk->weight[i] * 0x1p51);
        while (k < c->pair_count && (of_a ? c->pair[k].a : c->pair[k].b) != index)
            k++;
        if (weight == 0)
            continue;
        if (k == c->pair_count) {
            c->pair_count++;
            *(of_a ? &c->pair[k].a : &c->pair[k].b) = index;
        }
        c->weight[k] += weight;
    }
}

/* The same as three doubles: the mean of what both pieces say. */
static fk_vec3 common_point(const fk_bodies *bodies, const fk_gjk_walk *walk)
{
    fk_vec3 a, b;
    fk_walk_witness(bodies, walk, &a, &b);
    return fk_vec3_add(fk_vec3_scale(a, 0.5), fk_vec3_scale(b, 0.5));
}

static void claim_point(fk_vec3 point, fk_certificate *c)
{
    c->point_form = FK_POINT_VECTOR;
    c->point = point;
}

/* Whether the shares of the walk are a common point. */
static bool prove_overlap(const fk_bodies *bodies, const fk_gjk_walk *walk, fk_certificate *c)
{
    const fk_piece *a = bodies->a.piece, *b = bodies->b.piece;
    bool smooth_a = fk_piece_is_smooth(a), smooth_b = fk_piece_is_smooth(b);
    const fk_piece *other = smooth_a ? b : a;
    c->verdict = FK_OVERLAPPING;
    if ((smooth_a && smooth_b) || fk_sign_of(fk_piece_radius(other)) > 0)
        claim_point(common_point(bodies, walk), c);
    else
        claim_weights(walk, smooth_b, c);
    return prove(a, b, c);
}

/* The last resort near contact: the deepest point. */
static bool prove_deepest(fk_bodies *bodies, fk_gjk_walk *walk, fk_certificate *c)
{
    const fk_piece *a = bodies->a.piece, *b = bodies->b.piece;
    bool smooth_a = fk_piece_is_smooth(a), smooth_b = fk_piece_is_smooth(b);
    c->verdict = FK_OVERLAPPING;
    if ((smooth_a && smooth_b) || fk_sign_of(fk_piece_radius(smooth_a ? b : a)) > 0) {
        fk_vec3 point;
        if (!fk_deepest_point(bodies, walk, &point))
            return false;
        claim_point(fk_body_place(&bodies->a, point), c);
    } else {
        if (!fk_deepest_weights(bodies, walk))
            return false;
        claim_weights(walk, smooth_b, c);
    }
    return prove(a, b, c);
}

/* Shrinks what has to hold the point strictly, or in doubles. */
static void shrink(fk_body *body, double share)
{
    if (fk_piece_is_smooth(body->piece) || fk_sign_of(fk_piece_radius(body->piece)) > 0)
        fk_body_shrink(body, 1.0 - share);
}

static bool solve_overlapping(const fk_piece *a, const fk_piece *b, fk_certificate *c)
{
    static const double shares[] = {0x1p-3, 0x1p-9, 0x1p-15, 0x1p-21, 0x1p-27, 0x1p-33, 0x1p-38, 0x1p-42};
    for (size_t i = 0; i < sizeof shares / sizeof shares[0]; i++) {
        fk_bodies bodies;
        fk_gjk_walk walk;
        fk_walk_options options = fk_walk_options_default();
        options.enough = 0.0;
        ready(&bodies, a, b);
        shrink(&bodies.a, shares[i]);
        shrink(&bodies.b, shares[i]);
        fk_walk_run(&bodies, &options, &walk);
        refine_weights(&walk);
        if (walk.end != FK_WALK_APART && prove_overlap(&bodies, &walk, c))
            return true;
    }
    return false;
}

static void solve(const fk_piece *a, const fk_piece *b, fk_certificate *certificate)
{
    fk_bodies bodies;
    fk_gjk_walk walk;
    fk_walk_options options = fk_walk_options_default();
    ready(&bodies, a, b);
    fk_walk_run(&bodies, &options, &walk);
    bool inside = walk.end == FK_WALK_INSIDE;
    if ((inside || !solve_apart(&bodies, &walk, certificate)) && !solve_overlapping(a, b, certificate) &&
        !prove_deepest(&bodies, &walk, certificate))
        memset(certificate, 0, sizeof *certificate);
}

/* The certificate for (b, a) as one for (a, b). */
static void swap_sides(fk_certificate *c)
{
    for (uint32_t i = 0; i < c->pair_count; i++) {
        fk_vertex_pair pair = {c->pair[i].b, c->pair[i].a};
        c->pair[i] = pair;
    }
    c->direction.vector = fk_vec3_negate(c->direction.vector);
}

/* Where floating point finds a proof in one order it might not in the other; so there is only one. */
fk_verdict fk_smooth_solve(const fk_piece *a, const fk_piece *b, fk_certificate *certificate)
{
    memset(certificate, 0, sizeof *certificate);
    if (fk_half_is_among(a, b)) {
        solve_half(a, b, certificate);
    } else if (fk_piece_order(a, b) <= 0) {
        solve(a, b, certificate);
    } else {
        solve(b, a, certificate);
        swap_sides(certificate);
    }
    return certificate->verdict;
}

/* ---- Answer -------------------------------------------------------------------------------------------- */

/* The greatest of a few doubles at or below a guess that passes the test; 0 when none does. */
typedef bool gap_test(const fk_piece *a, const fk_piece *b, fk_vec3 normal, double gap);

static double lower_until(gap_test *passes, const fk_piece *a, const fk_piece *b, fk_vec3 normal,
                          double guess)
{
    double step = 0.0;
    for (int i = 0; i < 12 && guess > 0.0 && isfinite(guess); i++) {
        double gap = guess * (1.0 - step);
        if (passes(a, b, normal, gap))
            return gap;
        step = i == 0 ? 0x1p-52 : step * 16.0;
    }
    return 0.0;
}

FK_OWN_FRAME static bool keeps_gap(const fk_piece *a, const fk_piece *b, fk_vec3 normal, double gap)
{
    fk_arena arena;
    fk_arena_init(&arena);
    return fk_reach_sign(&arena, a, b, normal, gap) <= 0;
}

FK_OWN_FRAME static fk_vec3 exact_unit(fk_vec3 v)
{
    fk_arena arena;
    fk_arena_init(&arena);
    return fk_exact_vec3_unit(&arena, fk_exact_vec3_from(&arena, v));
}

/* n.x for a point of a body that is farthest along n, rounded once; infinite beyond the double range, never NaN. */
FK_OWN_FRAME static double reach_along(fk_body *body, fk_vec3 n)
{
    fk_arena arena;
    fk_arena_init(&arena);
    double beyond = fk_vec3_dot(n, fk_body_support(body, n).point);
    fk_exact anchor =
        fk_exact_vec3_dot(&arena, fk_exact_vec3_from(&arena, n), fk_exact_vec3_from(&arena, body->anchor));
    fk_exact offset =
        fk_exact_mul(&arena, fk_exact_from(&arena, beyond), fk_exact_from(&arena, 1.0 / body->scale));
    return fk_exact_floor(fk_exact_add(&arena, anchor, offset));
}

/* Between a and b, both bounded. */
static void fill_plane(const fk_pair_query *query, fk_bodies *bodies, fk_answer *out)
{
    fk_vec3 n = exact_unit(out->certificate.direction.vector), back = fk_vec3_negate(n);
    double guess = separation(bodies, back) / bodies->a.scale;
    out->gap = lower_until(keeps_gap, query->a, query->b, n, guess);
    out->plane.normal = n;
    out->plane.offset = reach_along(&bodies->a, n) + 0.5 * out->gap;
    out->filled |= FK_PART_PLANE;
}

static void answer_bounded(const fk_pair_query *query, fk_answer *out)
{
    fk_bodies bodies;
    ready(&bodies, query->a, query->b);
    if (out->verdict == FK_APART) {
        fill_plane(query, &bodies, out);
        return;
    }
    const fk_certificate *c = &out->certificate;
    bool of_a = !fk_piece_is_smooth(query->a);
    double total = 0.0;
    fk_vec3 sum = {0, 0, 0};
    fk_body *body = of_a ? &bodies.a : &bodies.b;
    for (uint32_t i = 0; i < c->pair_count; i++) {
        fk_vec3 vertex = fk_body_vertex(body, of_a ? c->pair[i].a : c->pair[i].b);
        sum = fk_vec3_add(sum, fk_vec3_scale(vertex, (double)c->weight[i]));
        total += (double)c->weight[i];
    }
    out->point = c->pair_count == 0 ? c->point : fk_body_place(body, fk_vec3_scale(sum, 1.0 / total));
    out->filled |= FK_PART_POINT;
}

/* The length of a half-space's normal, from its largest component and that of the unit vector n along it. */
static double normal_length(const fk_plane *half, fk_vec3 n)
{
    double x = fabs(n.x), y = fabs(n.y), z = fabs(n.z);
    int largest = x >= y && x >= z ? 0 : y >= z ? 1 : 2;
    return fk_vec3_get(half->normal, largest) / fk_vec3_get(n, largest);
}

/* Whether a piece is apart from a half-space whose boundary was moved out by no less than gap. */
static bool keeps_gap_to_half(const fk_piece *piece, const fk_piece *half, fk_vec3 normal, double gap)
{
    fk_piece grown = *half;
    double way = gap * normal_length(&half->as.half, normal) * (1.0 + 0x1p-49);
    grown.as.half.offset = nextafter(half->as.half.offset + way, INFINITY);
    fk_certificate apart = {.verdict = FK_APART};
    return fk_verify(piece, &grown, &apart);
}

static void answer_half(const fk_pair_query *query, fk_answer *out)
{
    bool half_a = query->a->kind == FK_KIND_HALF_SPACE;
    const fk_piece *half = half_a ? query->a : query->b, *piece = half_a ? query->b : query->a;
    fk_vec3 n = exact_unit(half->as.half.normal), back = fk_vec3_negate(n);
    fk_bodies bodies;
    ready(&bodies, piece, piece);
    if (out->verdict != FK_APART) {
        out->point = fk_body_place(&bodies.a, fk_body_support(&bodies.a, back).point);
        out->filled |= FK_PART_POINT;
    }
    if (out->verdict == FK_OVERLAPPING)
        return;
    double height = half->as.half.offset / normal_length(&half->as.half, n);
    double guess = -reach_along(&bodies.a, back) - height;
    out->gap = out->verdict == FK_APART ? lower_until(keeps_gap_to_half, piece, half, n, guess) : 0.0;
    out->plane.normal = half_a ? n : back;
    out->plane.offset = half_a ? height + 0.5 * out->gap : -(height + 0.5 * out->gap);
    out->filled |= FK_PART_PLANE;
}

void fk_smooth_answer(const fk_pair_query *query, fk_answer *out)
{
    out->verdict = fk_smooth_solve(query->a, query->b, &out->certificate);
    if (out->verdict == FK_UNDECIDED)
        return;
    if (fk_half_is_among(query->a, query->b))
        answer_half(query, out);
    else
        answer_bounded(query, out);
}
