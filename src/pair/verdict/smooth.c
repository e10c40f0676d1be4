/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Smooth pieces, first in doubles with proved bounds, else by certificates: floating point searches a direction that separates
 * the pieces, or a point well inside both, and the verifier decides exactly whether that is a proof.
 *
 * Apart. GJK (gjk_distance.c) ends at nearest points, and the direction is their difference. When the gap is small that
 * direction is inaccurate: at a gap of 1e-12 it is wrong in the fourth digit. But the nearest points stay the same when b is
 * first moved away along the true direction. So GJK is repeated with b moved away by a 64th of the size along the last
 * direction found. Each time the error of the direction shrinks by the ratio of that shift to the radius of curvature of M;
 * it does not shrink where M has a corner, but there nearby directions separate as well. (This is the proximal point
 * method.)
 *
 * Overlapping. Smooth pieces are shrunk toward their centre by a small factor. When they still meet the other one, the
 * common point is inside by that factor of their size, which is more than the rounding errors. The factor goes from an
 * eighth down to 2^-42 until the verifier accepts.
 *
 * Cost: at most 9 + 8 runs of GJK, each of at most FK_GJK_STEPS supports. Weak inputs: flat ellipsoids, which have no
 * interior, can only be proved apart. A common point of two smooth or round pieces is given in doubles; far from the
 * origin, where doubles are coarse, there may be none. */

#include "pair/verdict/verdict.h"

#include <math.h>
#include <string.h>

#include "base/bits.h"
#include "base/vec3.h"
#include "pair/measure/measure.h"
#include "pair/pair.h"
#include "proof/verify.h"
#include "shape/vertices.h"

/* In units of the size, and of the distance from the origin: what the filter decides has a certificate too, but for rare pairs
 * that are thin or far. Errors are far below. */
#define CLEAR 0x1p-36
#define FAR   0x1p-44
#define THIN  0x1p-20

#define PROXIMAL_STEPS 8
#define PROXIMAL_SHARE 0x1p-6
#define REFINEMENTS    4

/* Verifies the certificate; clears it when the verifier refuses it. */
static bool keep_if_verified(const fk_piece *a, const fk_piece *b, fk_certificate *certificate)
{
    bool holds = fk_verify(a, b, certificate);
    if (!holds)
        memset(certificate, 0, sizeof *certificate);
    return holds;
}

/* ---- In doubles, with error bounds --------------------------------------------------------------------- */

/* A point or sphere and a cylinder or cone, by their distance. */
static bool is_point_and_tapered(const fk_piece *point, const fk_piece *tapered)
{
    return (point->kind == FK_KIND_POINT || point->kind == FK_KIND_SPHERE) &&
           (tapered->kind == FK_KIND_CYLINDER || tapered->kind == FK_KIND_CONE);
}

bool fk_tapered_exit(const fk_piece *a, const fk_piece *b, fk_vec3 *n, fk_verdict *verdict)
{
    bool is_first = is_point_and_tapered(a, b);
    const fk_piece *point = is_first ? a : b, *tapered = is_first ? b : a;
    double radius = fk_piece_radius(point);
    fk_point_distance found;
    *verdict = FK_UNDECIDED;
    if (!is_point_and_tapered(point, tapered) || !(radius >= 0.0) ||
        !fk_point_tapered_distance(tapered, point->as.point, &found))
        return false;
    double gap = found.distance - radius;
    double clear = CLEAR * found.size + CLEAR * radius + FAR * fk_vec3_largest(point->as.point);
    if (gap > clear || gap < -clear)
        *verdict = gap > 0.0 ? FK_APART : FK_OVERLAPPING;
    *n = is_first ? fk_vec3_negate(found.n) : found.n;
    return true;
}

/* Whether an ellipsoid has so little volume that a common point may not be inside it. */
static bool is_flat_ellipsoid(const fk_piece *piece)
{
    const fk_vec3 *e = piece->as.ellipsoid.edge;
    if (piece->kind != FK_KIND_ELLIPSOID)
        return false;
    double volume = fabs(fk_vec3_dot(fk_vec3_cross(e[0], e[1]), e[2]));
    return !(volume > THIN * fk_vec3_length(e[0]) * fk_vec3_length(e[1]) * fk_vec3_length(e[2]));
}

fk_verdict fk_smooth_filter(const fk_piece *a, const fk_piece *b)
{
    fk_verdict verdict;
    fk_vec3 n;
    if (!fk_tapered_exit(a, b, &n, &verdict))
        verdict = fk_epa_verdict(a, b);
    bool is_flat = is_flat_ellipsoid(a) || is_flat_ellipsoid(b);
    return verdict == FK_OVERLAPPING && is_flat ? FK_UNDECIDED : verdict;
}

/* ---- Half-spaces: exact, and the verifier needs the verdict alone -------------------------------------- */

static void prove_half_space(const fk_piece *a, const fk_piece *b, fk_certificate *c)
{
    static const fk_verdict verdicts[] = {FK_APART, FK_OVERLAPPING, FK_TOUCHING};
    for (int i = 0; i < 3; i++) {
        c->verdict = verdicts[i];
        if (keep_if_verified(a, b, c))
            return;
    }
}

/* ---- Apart --------------------------------------------------------------------------------------------- */

/* Prepares a pair in floating point, radii included. */
static void prepare_smooth(fk_support_bodies *bodies, const fk_piece *a, const fk_piece *b)
{
    fk_support_bodies_init(bodies, a, b);
    bodies->a.whole = bodies->b.whole = true;
}

/* The separation along the unit vector n from b to a, up to rounding. */
static double smooth_separation(fk_support_bodies *bodies, fk_vec3 n)
{
    return fk_vec3_dot(n, fk_gjk_support(bodies, n).d);
}

static bool prove_apart(const fk_piece *a, const fk_piece *b, fk_vec3 from_b_to_a, fk_certificate *c)
{
    c->verdict = FK_APART;
    c->direction.form = FK_DIRECTION_VECTOR;
    c->direction.vector = fk_vec3_negate(from_b_to_a);
    return keep_if_verified(a, b, c);
}

/* The direction that GJK finds with b moved away along n. */
static fk_vec3 improve_direction(const fk_support_bodies *bodies, fk_vec3 n)
{
    fk_support_bodies moved = *bodies;
    fk_gjk_result walk;
    fk_gjk_options options = fk_gjk_options_default();
    options.start = n;
    moved.shift = fk_vec3_add(moved.shift, fk_vec3_scale(n, PROXIMAL_SHARE * bodies->size));
    fk_gjk_distance(&moved, &options, &walk);
    return walk.upper > 0.0 ? fk_vec3_unit(walk.nearest) : n;
}

/* Tries the directions of the walk and improved ones, until one separates or they stop improving. */
static bool find_separation(fk_support_bodies *bodies, const fk_gjk_result *walk, fk_certificate *c)
{
    const fk_piece *a = bodies->a.piece, *b = bodies->b.piece;
    fk_vec3 n = walk->direction;
    double gap = walk->lower;
    if (gap > 0.0 && prove_apart(a, b, n, c))
        return true;
    n = walk->upper > 0.0 ? fk_vec3_unit(walk->nearest) : n;
    for (int i = 0; i < PROXIMAL_STEPS; i++) {
        fk_vec3 next = improve_direction(bodies, n);
        double next_gap = smooth_separation(bodies, next);
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

/* The point of the simplex with the weights of the walk; zero for exact weights. */
static fk_vec3 weights_residual(const fk_gjk_result *walk)
{
    fk_vec3 sum = {0, 0, 0};
    for (uint32_t i = 0; i < walk->count; i++)
        sum = fk_vec3_add(sum, fk_vec3_scale(walk->point[i].d, walk->weight[i]));
    return sum;
}

/* Improves the weights of a tetrahedron. It may be a million times longer than thick; then its weights are wrong in the
 * tenth digit, and give different points of both pieces. But the residual is accurate, and each correction by Cramer's rule
 * removes most of it. */
static void refine_weights(fk_gjk_result *walk)
{
    const fk_gjk_point *p = walk->point;
    if (walk->count < 4)
        return;
    fk_vec3 e[3] = {fk_vec3_sub(p[1].d, p[0].d), fk_vec3_sub(p[2].d, p[0].d), fk_vec3_sub(p[3].d, p[0].d)};
    double volume = fk_vec3_dot(e[0], fk_vec3_cross(e[1], e[2]));
    for (int i = 0; i < REFINEMENTS && fabs(volume) > 0.0; i++) {
        fk_vec3 left = weights_residual(walk);
        for (int k = 0; k < 3; k++) {
            double step = fk_vec3_dot(left, fk_vec3_cross(e[(k + 1) % 3], e[(k + 2) % 3])) / volume;
            if (!(fabs(step) < walk->weight[k + 1]) || !(fabs(step) < walk->weight[0]))
                continue;
            walk->weight[k + 1] -= step;
            walk->weight[0] += step;
        }
    }
}

/* Writes the nearest point of the walk's simplex as integer weights on vertices of one piece, each vertex once. */
static void write_weights(const fk_gjk_result *walk, bool of_a, fk_certificate *c)
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

/* The same point as three doubles: the mean of the witness points on both pieces. */
static fk_vec3 mean_witness(const fk_support_bodies *bodies, const fk_gjk_result *walk)
{
    fk_vec3 a, b;
    fk_gjk_witness_points(bodies, walk, &a, &b);
    return fk_vec3_add(fk_vec3_scale(a, 0.5), fk_vec3_scale(b, 0.5));
}

static void write_point(fk_vec3 point, fk_certificate *c)
{
    c->point_form = FK_POINT_VECTOR;
    c->point = point;
}

/* Whether the weights of the walk give a common point that the verifier accepts. */
static bool prove_overlap(const fk_support_bodies *bodies, const fk_gjk_result *walk, fk_certificate *c)
{
    const fk_piece *a = bodies->a.piece, *b = bodies->b.piece;
    bool smooth_a = fk_piece_is_smooth(a), smooth_b = fk_piece_is_smooth(b);
    const fk_piece *other = smooth_a ? b : a;
    c->verdict = FK_OVERLAPPING;
    if ((smooth_a && smooth_b) || fk_sign_of(fk_piece_radius(other)) > 0)
        write_point(mean_witness(bodies, walk), c);
    else
        write_weights(walk, smooth_b, c);
    return keep_if_verified(a, b, c);
}

/* The last attempt near contact: the deepest point. */
static bool prove_deepest(fk_support_bodies *bodies, fk_gjk_result *walk, fk_certificate *c)
{
    const fk_piece *a = bodies->a.piece, *b = bodies->b.piece;
    bool smooth_a = fk_piece_is_smooth(a), smooth_b = fk_piece_is_smooth(b);
    c->verdict = FK_OVERLAPPING;
    if ((smooth_a && smooth_b) || fk_sign_of(fk_piece_radius(smooth_a ? b : a)) > 0) {
        fk_vec3 point;
        if (!fk_deepest_point(bodies, walk, &point))
            return false;
        write_point(fk_support_to_world(&bodies->a, point), c);
    } else {
        if (!fk_deepest_weights(bodies, walk))
            return false;
        write_weights(walk, smooth_b, c);
    }
    return keep_if_verified(a, b, c);
}

/* Shrinks a body that must contain the point strictly, or a point in doubles. */
static void shrink_round(fk_support_body *body, double share)
{
    if (fk_piece_is_smooth(body->piece) || fk_sign_of(fk_piece_radius(body->piece)) > 0)
        fk_support_shrink(body, 1.0 - share);
}

static bool find_overlap(const fk_piece *a, const fk_piece *b, fk_certificate *c)
{
    static const double shares[] = {0x1p-3, 0x1p-9, 0x1p-15, 0x1p-21, 0x1p-27, 0x1p-33, 0x1p-38, 0x1p-42};
    for (size_t i = 0; i < sizeof shares / sizeof shares[0]; i++) {
        fk_support_bodies bodies;
        fk_gjk_result walk;
        fk_gjk_options options = fk_gjk_options_default();
        options.enough = 0.0;
        prepare_smooth(&bodies, a, b);
        shrink_round(&bodies.a, shares[i]);
        shrink_round(&bodies.b, shares[i]);
        fk_gjk_distance(&bodies, &options, &walk);
        refine_weights(&walk);
        if (walk.end != FK_GJK_APART && prove_overlap(&bodies, &walk, c))
            return true;
    }
    return false;
}

/* A point well inside a piece that is round or smooth, unless it is flat. */
static fk_vec3 middle_point(const fk_piece *piece)
{
    const fk_capsule *tapered = &piece->as.capsule;
    double share = piece->kind == FK_KIND_CONE ? 0.25 : 0.5;
    if (piece->kind == FK_KIND_SPHERE)
        return piece->as.sphere.center;
    if (piece->kind == FK_KIND_ELLIPSOID)
        return piece->as.ellipsoid.origin;
    return fk_vec3_add(fk_vec3_scale(tapered->end[0], 1 - share), fk_vec3_scale(tapered->end[1], share));
}

/* The attempt for a piece inside another one that is far larger, where the searches see only a point. */
static bool prove_middle(const fk_piece *a, const fk_piece *b, fk_certificate *c)
{
    const fk_piece *side[2] = {a, b};
    for (int i = 0; i < 2; i++) {
        if (!fk_piece_is_smooth(side[i]) && fk_sign_of(fk_piece_radius(side[i])) <= 0)
            continue;
        c->verdict = FK_OVERLAPPING;
        write_point(middle_point(side[i]), c);
        if (keep_if_verified(a, b, c))
            return true;
    }
    return false;
}

static void decide_bounded(const fk_piece *a, const fk_piece *b, fk_certificate *certificate)
{
    fk_support_bodies bodies;
    fk_gjk_result walk;
    fk_gjk_options options = fk_gjk_options_default();
    prepare_smooth(&bodies, a, b);
    fk_gjk_distance(&bodies, &options, &walk);
    bool inside = walk.end == FK_GJK_INSIDE;
    if ((inside || !find_separation(&bodies, &walk, certificate)) && !find_overlap(a, b, certificate) &&
        !prove_deepest(&bodies, &walk, certificate) && !prove_middle(a, b, certificate))
        memset(certificate, 0, sizeof *certificate);
}

/* Changes a certificate for (b, a) to one for (a, b). */
static void swap_certificate(fk_certificate *c)
{
    for (uint32_t i = 0; i < c->pair_count; i++) {
        fk_vertex_pair pair = {c->pair[i].b, c->pair[i].a};
        c->pair[i] = pair;
    }
    c->direction.vector = fk_vec3_negate(c->direction.vector);
}

/* Floating point may find a proof in one order and not in the other; so only one order is tried. */
fk_verdict fk_smooth_verdict(const fk_piece *a, const fk_piece *b, fk_certificate *certificate)
{
    memset(certificate, 0, sizeof *certificate);
    if (fk_any_half_space(a, b)) {
        prove_half_space(a, b, certificate);
    } else if (fk_piece_order(a, b) <= 0) {
        decide_bounded(a, b, certificate);
    } else {
        decide_bounded(b, a, certificate);
        swap_certificate(certificate);
    }
    return certificate->verdict;
}

/* ---- Answer -------------------------------------------------------------------------------------------- */

/* Whether the pieces are proved to be at least `gap` apart along a normal. */
typedef bool gap_test(const fk_piece *a, const fk_piece *b, fk_vec3 normal, double gap);

/* Lowers a guess of the gap until it passes the test; 0 when no value does. */
static double lower_gap_until(gap_test *passes, const fk_piece *a, const fk_piece *b, fk_vec3 normal,
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

FK_OWN_FRAME static bool has_gap(const fk_piece *a, const fk_piece *b, fk_vec3 normal, double gap)
{
    fk_arena arena;
    fk_arena_init(&arena);
    return fk_verify_separation(&arena, a, b, normal, gap) <= 0;
}

FK_OWN_FRAME static fk_vec3 unit_vector_exact(fk_vec3 v)
{
    fk_arena arena;
    fk_arena_init(&arena);
    return fk_exact_vec3_unit(&arena, fk_exact_vec3_from(&arena, v));
}

/* The support value of a body along n, rounded once; infinite beyond the double range, never NaN. */
FK_OWN_FRAME static double support_value_floor(fk_support_body *body, fk_vec3 n)
{
    fk_arena arena;
    fk_arena_init(&arena);
    double beyond = fk_vec3_dot(n, fk_support_find(body, n).point);
    fk_exact anchor =
        fk_exact_vec3_dot(&arena, fk_exact_vec3_from(&arena, n), fk_exact_vec3_from(&arena, body->anchor));
    fk_exact offset =
        fk_exact_mul(&arena, fk_exact_from(&arena, beyond), fk_exact_from(&arena, 1.0 / body->scale));
    return fk_exact_floor(fk_exact_add(&arena, anchor, offset));
}

/* The separating plane of a and b, both bounded, and the gap. */
static void fill_smooth_plane(const fk_pair_query *query, fk_support_bodies *bodies, fk_answer *out)
{
    fk_vec3 n = unit_vector_exact(out->certificate.direction.vector), back = fk_vec3_negate(n);
    double guess = smooth_separation(bodies, back) / bodies->a.scale;
    out->gap = lower_gap_until(has_gap, query->a, query->b, n, guess);
    out->plane.normal = n;
    out->plane.offset = support_value_floor(&bodies->a, n) + 0.5 * out->gap;
    out->filled |= FK_PART_PLANE;
}

static void answer_smooth_bounded(const fk_pair_query *query, fk_answer *out)
{
    fk_support_bodies bodies;
    prepare_smooth(&bodies, query->a, query->b);
    if (out->verdict == FK_APART) {
        fill_smooth_plane(query, &bodies, out);
        return;
    }
    const fk_certificate *c = &out->certificate;
    bool of_a = !fk_piece_is_smooth(query->a);
    double total = 0.0;
    fk_vec3 sum = {0, 0, 0};
    fk_support_body *body = of_a ? &bodies.a : &bodies.b;
    for (uint32_t i = 0; i < c->pair_count; i++) {
        fk_vec3 vertex = fk_support_vertex(body, of_a ? c->pair[i].a : c->pair[i].b);
        sum = fk_vec3_add(sum, fk_vec3_scale(vertex, (double)c->weight[i]));
        total += (double)c->weight[i];
    }
    out->point = c->pair_count == 0 ? c->point : fk_support_to_world(body, fk_vec3_scale(sum, 1.0 / total));
    out->filled |= FK_PART_POINT;
}

/* The length of a half-space's normal, from its largest component and that of the unit vector n along it. */
static double normal_length(const fk_plane *half, fk_vec3 n)
{
    double x = fabs(n.x), y = fabs(n.y), z = fabs(n.z);
    int largest = x >= y && x >= z ? 0 : y >= z ? 1 : 2;
    return fk_vec3_get(half->normal, largest) / fk_vec3_get(n, largest);
}

/* Whether a piece is apart from a half-space whose boundary is moved out by at least gap. */
static bool has_gap_to_half_space(const fk_piece *piece, const fk_piece *half, fk_vec3 normal, double gap)
{
    fk_piece grown = *half;
    double shift = gap * normal_length(&half->as.half, normal) * (1.0 + 0x1p-49);
    grown.as.half.offset = nextafter(half->as.half.offset + shift, INFINITY);
    fk_certificate apart = {.verdict = FK_APART};
    return fk_verify(piece, &grown, &apart);
}

static void answer_smooth_half_space(const fk_pair_query *query, fk_answer *out)
{
    bool half_a = query->a->kind == FK_KIND_HALF_SPACE;
    const fk_piece *half = half_a ? query->a : query->b, *piece = half_a ? query->b : query->a;
    fk_vec3 n = unit_vector_exact(half->as.half.normal), back = fk_vec3_negate(n);
    fk_support_bodies bodies;
    prepare_smooth(&bodies, piece, piece);
    if (out->verdict != FK_APART) {
        out->point = fk_support_to_world(&bodies.a, fk_support_find(&bodies.a, back).point);
        out->filled |= FK_PART_POINT;
    }
    if (out->verdict == FK_OVERLAPPING)
        return;
    double height = half->as.half.offset / normal_length(&half->as.half, n);
    double guess = -support_value_floor(&bodies.a, back) - height;
    out->gap = out->verdict == FK_APART ? lower_gap_until(has_gap_to_half_space, piece, half, n, guess) : 0.0;
    out->plane.normal = half_a ? n : back;
    out->plane.offset = half_a ? height + 0.5 * out->gap : -(height + 0.5 * out->gap);
    out->filled |= FK_PART_PLANE;
}

void fk_smooth_answer(const fk_pair_query *query, fk_answer *out)
{
    out->verdict = fk_smooth_verdict(query->a, query->b, &out->certificate);
    if (out->verdict == FK_UNDECIDED)
        return;
    if (fk_any_half_space(query->a, query->b))
        answer_smooth_half_space(query, out);
    else
        answer_smooth_bounded(query, out);
}
