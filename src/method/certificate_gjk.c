/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* From the result of GJK to an answer with a certificate.
 *
 * Clear of touching, error bounds prove the verdict (pair/measure/support_bounds.c); a certificate is then written where it
 * costs little: the separating direction, or vertex pairs that enclose the origin. Within rounding of touching, the verifier
 * tries the simplex and the directions of the walk as certificates; where none holds, the answer stays undecided. */

#include "method/method.h"

#include <math.h>
#include <string.h>

#include "base/bits.h"
#include "base/vec3.h"
#include "pair/verdict/verdict.h"
#include "shape/vertices.h"

/* ---- Fields of the answer ------------------------------------------------------------------------------ */

/* The plane halfway between the facing ends of both pieces along the direction, and a gap from the lower bound. */
static void fill_gjk_plane(fk_support_bodies *bodies, const fk_gjk_result *walk, double gap, fk_answer *out)
{
    fk_gjk_point w = fk_gjk_support(bodies, walk->direction);
    fk_vec3 p = fk_support_to_world(&bodies->a, w.a), q = fk_support_to_world(&bodies->b, w.b);
    fk_vec3 normal = fk_vec3_negate(fk_vec3_scale(walk->direction, 1.0 - 0x1p-50));
    /* p and q are points of the cores; the surfaces of round pieces are nearer by their radii. */
    double skew = 0.5 * (fk_piece_radius(bodies->a.piece) - fk_piece_radius(bodies->b.piece));
    out->plane.normal = normal;
    out->plane.offset = 0.5 * fk_vec3_dot(normal, p) + 0.5 * fk_vec3_dot(normal, q) + skew;
    out->gap = fk_toward_zero(gap / bodies->a.scale);
    out->filled |= FK_PART_PLANE;
    if (fk_is_finite(out->plane.offset) && fk_is_finite(out->gap))
        return;
    memset(&out->plane, 0, sizeof out->plane);
    out->gap = 0.0;
    out->filled &= ~(unsigned)FK_PART_PLANE;
}

/* The point that divides the segment between the nearest points of the cores by the radii. Without radii the two points must
 * agree, or the field stays empty: the weights of thin simplices are inaccurate. */
static void fill_gjk_point(const fk_support_bodies *bodies, const fk_gjk_result *walk, fk_answer *out)
{
    fk_vec3 p, q;
    double ra = fk_piece_radius(bodies->a.piece) * bodies->a.scale;
    double rb = fk_piece_radius(bodies->b.piece) * bodies->b.scale;
    if (!(ra + rb > 0.0) && fk_gjk_residual(walk) > 0x1p-50 * bodies->size)
        return;
    fk_gjk_witness_points(bodies, walk, &p, &q);
    double fraction = ra + rb > 0.0 ? ra / (ra + rb) : 0.5;
    fk_vec3 point = fk_vec3_add(fk_vec3_scale(p, 1.0 - fraction), fk_vec3_scale(q, fraction));
    if (!fk_vec3_is_finite(point))
        return;
    out->point = point;
    out->filled |= FK_PART_POINT;
}

/* ---- Certificates -------------------------------------------------------------------------------------- */

static fk_certificate simplex_certificate(fk_verdict verdict, const fk_gjk_point *point, uint32_t count)
{
    fk_certificate c;
    memset(&c, 0, sizeof c);
    c.verdict = verdict;
    c.pair_count = count;
    for (uint32_t i = 0; i < count; i++)
        c.pair[i] = point[i].pair;
    return c;
}

static fk_certificate vector_certificate(fk_vec3 from_b_to_a)
{
    fk_certificate c;
    memset(&c, 0, sizeof c);
    c.verdict = FK_APART;
    c.direction.form = FK_DIRECTION_VECTOR;
    c.direction.vector = fk_vec3_negate(from_b_to_a);
    return c;
}

/* Writes verdict and certificate, if the verifier accepts it. */
static bool accept_if_verified(const fk_pair_query *query, const fk_certificate *c, fk_answer *out)
{
    if (!fk_verify(query->a, query->b, c))
        return false;
    out->verdict = c->verdict;
    out->certificate = *c;
    return true;
}

/* ---- Clear of touching --------------------------------------------------------------------------------- */

static void write_apart(const fk_pair_query *query, fk_support_bodies *bodies, const fk_gjk_result *walk,
                        double gap, fk_answer *out)
{
    out->verdict = FK_APART;
    if (query->want & FK_PART_PLANE)
        fill_gjk_plane(bodies, walk, gap, out);
    if (!(query->want & FK_PART_CERTIFICATE))
        return;
    if (!fk_any_round(query->a, query->b)) {
        out->certificate = vector_certificate(walk->direction);
        return;
    }
    fk_certificate c = simplex_certificate(FK_APART, walk->point, walk->count);
    if (fk_verify(query->a, query->b, &c))
        out->certificate = c;
}

static void write_round_overlap(const fk_pair_query *query, const fk_support_bodies *bodies,
                                const fk_gjk_result *walk, fk_answer *out)
{
    out->verdict = FK_OVERLAPPING;
    fill_gjk_point(bodies, walk, out);
    fk_certificate c = simplex_certificate(FK_OVERLAPPING, walk->point, walk->count);
    if (query->want & FK_PART_CERTIFICATE && fk_verify(query->a, query->b, &c))
        out->certificate = c;
}

void fk_certificate_overlap(const fk_pair_query *query, const fk_support_bodies *bodies,
                            const fk_overlap_set *set, fk_answer *out)
{
    fk_certificate c = simplex_certificate(FK_OVERLAPPING, set->point, set->count);
    if (!fk_bound_surrounds(bodies, set->point, set->count)) {
        accept_if_verified(query, &c, out);
        return;
    }
    out->verdict = FK_OVERLAPPING;
    /* For round pieces, whose cores meet, four pairs are a certificate; more are not. */
    if (query->want & FK_PART_CERTIFICATE && (set->count == 4 || !fk_any_round(query->a, query->b)))
        out->certificate = c;
}

/* ---- Within rounding of touching ----------------------------------------------------------------------- */

/* If the simplex is the nearest one, it proves the exact distance of the cores. The verdict that the walk suggests is tried
 * first. */
static void certify_round(const fk_pair_query *query, const fk_support_bodies *bodies,
                          const fk_gjk_result *walk, fk_answer *out)
{
    static const fk_verdict order[3][3] = {{FK_TOUCHING, FK_APART, FK_OVERLAPPING},
                                           {FK_APART, FK_OVERLAPPING, FK_TOUCHING},
                                           {FK_OVERLAPPING, FK_APART, FK_TOUCHING}};
    double excess = walk->upper - fk_bound_radius(bodies), noise = 0x1p-51 * bodies->size;
    int row = excess > noise ? 1 : excess < -noise ? 2 : 0;
    for (int i = 0; i < 3; i++) {
        fk_certificate c = simplex_certificate(order[row][i], walk->point, walk->count);
        if (accept_if_verified(query, &c, out))
            return;
    }
}

/* Touching: the simplex contains the origin, and M lies behind a direction: the open direction of the set; or, where M has a
 * corner at the origin, a direction away from its points. */
static void certify_touching(const fk_pair_query *query, const fk_gjk_result *walk, const fk_overlap_set *set,
                             fk_answer *out)
{
    if (walk->count > 3)
        return;
    fk_certificate c = simplex_certificate(FK_TOUCHING, walk->point, walk->count);
    c.direction.form = FK_DIRECTION_VECTOR;
    c.direction.vector = set->product;
    if (accept_if_verified(query, &c, out) || walk->count > 1)
        return;
    fk_vec3 away = {0, 0, 0};
    for (uint32_t i = 0; i < set->count; i++)
        away = fk_vec3_sub(away, fk_vec3_unit(set->point[i].d));
    c.direction.vector = away;
    accept_if_verified(query, &c, out);
}

static bool certify_apart(const fk_pair_query *query, const fk_gjk_result *walk, fk_answer *out)
{
    fk_certificate c = vector_certificate(walk->direction);
    if (accept_if_verified(query, &c, out))
        return true;
    if (walk->count > 3)
        return false;
    c = simplex_certificate(FK_APART, walk->point, walk->count);
    return accept_if_verified(query, &c, out);
}

static void certify_polyhedra(const fk_pair_query *query, fk_support_bodies *bodies,
                              const fk_gjk_result *walk, fk_overlap_set *set, fk_answer *out)
{
    if (walk->lower > 0.0 && certify_apart(query, walk, out))
        return;
    if (set->count == 0) {
        set->count = walk->count;
        memcpy(set->point, walk->point, walk->count * sizeof walk->point[0]);
    }
    if (walk->end == FK_GJK_INSIDE)
        fk_certificate_overlap(query, bodies, set, out);
    if (out->verdict == FK_UNDECIDED && fk_overlap_set_grow(bodies, set))
        fk_certificate_overlap(query, bodies, set, out);
    if (out->verdict == FK_OVERLAPPING)
        fill_gjk_point(bodies, walk, out);
    if (out->verdict == FK_UNDECIDED)
        certify_touching(query, walk, set, out);
    if (out->verdict == FK_UNDECIDED && walk->lower <= 0.0)
        certify_apart(query, walk, out);
}

/* ---- The answer ---------------------------------------------------------------------------------------- */

void fk_certificate_gjk(const fk_pair_query *query, fk_support_bodies *bodies, const fk_gjk_result *walk,
                        fk_overlap_set *set, fk_answer *out)
{
    fk_interval bound = fk_bound_distance(bodies, walk);
    bool round = fk_any_round(query->a, query->b);
    if (bound.lo > 0.0)
        write_apart(query, bodies, walk, bound.lo, out);
    else if (round && bound.hi < 0.0)
        write_round_overlap(query, bodies, walk, out);
    else if (round)
        certify_round(query, bodies, walk, out);
    else
        certify_polyhedra(query, bodies, walk, set, out);
}

void fk_certificate_gjk_smooth(const fk_pair_query *query, fk_support_bodies *bodies,
                               const fk_gjk_result *walk, fk_answer *out)
{
    fk_interval bound = fk_bound_distance(bodies, walk);
    if (bound.lo <= 0.0) {
        out->verdict = fk_smooth_verdict(query->a, query->b, &out->certificate);
        return;
    }
    out->verdict = FK_APART;
    if (query->want & FK_PART_PLANE)
        fill_gjk_plane(bodies, walk, bound.lo, out);
    if (query->want & FK_PART_CERTIFICATE)
        out->certificate = vector_certificate(walk->direction);
}

/* ---- Searches ------------------------------------------------------------------------------------------ */

void fk_certificate_search(fk_certificate_function *search, const fk_pair_query *query, fk_answer *out)
{
    fk_support_bodies bodies;
    fk_support_bodies_init(&bodies, query->a, query->b);
    search(query, &bodies, out);
    if (out->verdict != FK_UNDECIDED || (!bodies.a.climbs && !bodies.b.climbs))
        return;
    bodies.a.climbs = bodies.b.climbs = false;
    search(query, &bodies, out);
}
