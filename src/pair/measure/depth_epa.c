/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Proved bounds of the depth of any two bounded pieces by EPA: a polytope expands inside M = a - b.
 *
 * Source: van den Bergen, "Proximity queries and penetration depth computation on 3D game objects" (2001). The support point of M
 * along the normal of the facet nearest to the origin is added, until it does not lie beyond the facet.
 *   hi: h(n) / |n| for any direction n bounds the depth from above. The least over all normals tried is kept.
 *   lo: the polytope lies in M, so the distance of its nearest facet bounds the depth from below; and for any n the
 *       distance of a triangle is at least the least n.v / |n| over its three corners v.
 * The polytope is the exact hull of its vertices, which are doubles (epa_polytope.c). It need not contain the origin at first: facets
 * behind which the origin lies have negative distances.
 *
 * The search compares plain doubles; their errors are added to its two results, in units of e = 2^-52 size, where no coordinate
 * of M exceeds the size. A vertex, the sum of two support points and the difference of the anchors, is off by less than 8e in
 * each coordinate for polyhedra: four roundings for the offset of a box's corner, one for the others, one for the difference of
 * the anchors, two for the sum. The number n.d, for |n| about 1, is off by three times that, plus 9 for its own roundings. On
 * smooth and round pieces each support point takes up to 12 more, for directions that are normalised twice, and its support value
 * is off by the error of its direction times that of its length, less than 32e again. What DAZ takes of the given numbers, at
 * most 2^-1022 times the scale, is added. Cylinders and cones whose axis is too short to have a direction have no lower bound but
 * 0.
 *
 * Bounds. There are at most FK_POLYTOPE_VERTICES - 4 steps. When the room is used up, the interval is wider, but it contains the
 * truth. That happens where all exits are almost equally long, as for smooth pieces around the same centre: the polytope would
 * have to cover all of the surface of M. An ellipsoid is the Minkowski sum of a ball and another convex set (Blaschke's rolling
 * theorem), and a ball does not change which exit is the shortest. So a second search without that ball mends it for ellipsoids
 * that are nearly spheres. */

#include "pair/measure/measure.h"

#include <string.h>

#include "base/vec3.h"
#include "shape/support.h"

#define UNIT     0x1p-52
#define POINT    (32 * UNIT) /* errors: of a vertex, three times a coordinate's; */
#define HEIGHT   (64 * UNIT) /* of a height over the origin; */
#define SMOOTH   4           /* factor for smooth pieces */
#define ENOUGH   (16 * UNIT) /* a point less than this above a facet lies in its plane */
#define NARROW   5e-13       /* in units of the size: a narrower interval needs no second search */
#define SMALLEST 0x1p-200
#define BELOW    (1.0 - 0x1p-47)
#define ABOVE    (1.0 + 0x1p-47)
#define ROOT     0.57735026918962576
#define THIN     1e-3
#define REFINED  1 /* flag of a facet: its normal is the exact one, rounded */

typedef struct epa_search {
    fk_support_bodies bodies;
    double error;      /* of a height over the origin */
    double ball;       /* the radius of the ball removed from M; the search runs on the rest */
    double hi;         /* the least support value of M so far, without its error */
    fk_vec3 direction; /* its direction */
    fk_polytope polytope;
} epa_search;

static double flush_tiny(double x)
{
    return fabs(x) < SMALLEST ? 0.0 : x;
}

/* The support point of M along n, whose length is about 1. Updates the upper bound of the depth. */
static fk_vec3 find_epa_support(epa_search *s, fk_vec3 n)
{
    fk_vec3 a = fk_support_find(&s->bodies.a, n).point;
    fk_vec3 b = fk_support_find(&s->bodies.b, fk_vec3_negate(n)).point;
    double length = fk_vec3_length(n);
    fk_vec3 d = fk_vec3_add(fk_vec3_sub(a, b), s->bodies.shift);
    if (s->ball > 0)
        d = fk_vec3_sub(d, fk_vec3_scale(n, s->ball / length));
    double height = fk_vec3_dot(n, d) / length;
    if (length > 0.5 && !s->bodies.a.climbs && !s->bodies.b.climbs && height < s->hi) {
        s->hi = height;
        s->direction = fk_vec3_scale(n, 1.0 / length);
    }
    return fk_vec3_make(flush_tiny(d.x), flush_tiny(d.y), flush_tiny(d.z));
}

/* A normal of a triangle: the product of its two shorter edges, which keeps the most digits. */
static fk_vec3 cross_shorter_edges(fk_vec3 a, fk_vec3 b, fk_vec3 c)
{
    fk_vec3 ab = fk_vec3_sub(b, a), bc = fk_vec3_sub(c, b), ca = fk_vec3_sub(a, c);
    double long_ab = fk_vec3_dot(ab, ab), long_bc = fk_vec3_dot(bc, bc), long_ca = fk_vec3_dot(ca, ca);
    if (long_ab >= long_bc && long_ab >= long_ca)
        return fk_vec3_cross(bc, ca);
    return long_bc >= long_ca ? fk_vec3_cross(ca, ab) : fk_vec3_cross(ab, bc);
}

static fk_vec3 unit_triangle_normal(fk_vec3 a, fk_vec3 b, fk_vec3 c)
{
    return fk_vec3_unit(cross_shorter_edges(a, b, c));
}

/* ---- The first tetrahedron ----------------------------------------------------------------------------- */

static double distance_to_line(fk_vec3 point, fk_vec3 start, fk_vec3 along)
{
    fk_vec3 c = fk_vec3_cross(fk_vec3_sub(point, start), along);
    return fk_vec3_dot(c, c);
}

/* Of the two support points of M along n and -n, the one farther from a line or plane through start. */
static fk_vec3 find_far_end(epa_search *s, fk_vec3 n, fk_vec3 start)
{
    fk_vec3 plus = find_epa_support(s, n), minus = find_epa_support(s, fk_vec3_negate(n));
    double rise = fk_vec3_dot(n, fk_vec3_sub(plus, start)), fall = fk_vec3_dot(n, fk_vec3_sub(start, minus));
    return rise >= fall ? plus : minus;
}

/* Starts with the support points of M toward the corners of a regular tetrahedron. Returns false when they span a thin one. */
static bool find_quick_tetrahedron(epa_search *s)
{
    static const fk_vec3 corner[4] = {
        {ROOT, ROOT, ROOT}, {ROOT, -ROOT, -ROOT}, {-ROOT, ROOT, -ROOT}, {-ROOT, -ROOT, ROOT}};
    fk_vec3 vertex[4], edge[3];
    for (int k = 0; k < 4; k++)
        vertex[k] = find_epa_support(s, corner[k]);
    for (int k = 0; k < 3; k++)
        edge[k] = fk_vec3_sub(vertex[k + 1], vertex[0]);
    double volume = fabs(fk_vec3_dot(edge[0], fk_vec3_cross(edge[1], edge[2]))), size = s->bodies.size;
    return volume > THIN * size * size * size && fk_polytope_init(&s->polytope, vertex);
}

/* Starts with four points of M that are not in one plane. Returns false when there are none, up to rounding. */
static bool find_tetrahedron_corners(epa_search *s, fk_vec3 vertex[4])
{
    static const fk_vec3 axis[3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    double longest = -1;
    for (int k = 0; k < 3; k++) {
        fk_vec3 plus = find_epa_support(s, axis[k]), minus = find_epa_support(s, fk_vec3_negate(axis[k]));
        fk_vec3 edge = fk_vec3_sub(plus, minus);
        if (fk_vec3_dot(edge, edge) > longest) {
            longest = fk_vec3_dot(edge, edge);
            vertex[0] = minus;
            vertex[1] = plus;
        }
    }
    fk_vec3 along = fk_vec3_unit(fk_vec3_sub(vertex[1], vertex[0]));
    int least = fabs(along.x) <= fabs(along.y) && fabs(along.x) <= fabs(along.z) ? 0
                : fabs(along.y) <= fabs(along.z)                                 ? 1
                                                                                 : 2;
    fk_vec3 across = fk_vec3_unit(fk_vec3_cross(along, axis[least]));
    fk_vec3 first = find_far_end(s, across, vertex[0]);
    fk_vec3 second = find_far_end(s, fk_vec3_cross(along, across), vertex[0]);
    bool use_first = distance_to_line(first, vertex[0], along) >= distance_to_line(second, vertex[0], along);
    vertex[2] = use_first ? first : second;
    vertex[3] = find_far_end(s, unit_triangle_normal(vertex[0], vertex[1], vertex[2]), vertex[2]);
    return fk_polytope_init(&s->polytope, vertex);
}

/* ---- Facets -------------------------------------------------------------------------------------------- */

/* A unit normal of a facet in doubles; for a needle it may point anywhere. */
static fk_vec3 quick_normal(const fk_polytope *p, const fk_polytope_facet *f)
{
    return unit_triangle_normal(p->vertex[f->vertex[0]], p->vertex[f->vertex[1]], p->vertex[f->vertex[2]]);
}

/* A lower bound of the distance of a facet, up to rounding; negative when the origin lies behind it. */
static double facet_bound(const epa_search *s, const fk_polytope_facet *f, fk_vec3 n)
{
    double least = HUGE_VAL, length = fk_vec3_length(n);
    if (!(length > SMALLEST))
        return -s->bodies.size;
    for (int k = 0; k < 3; k++) {
        double height = fk_vec3_dot(n, s->polytope.vertex[f->vertex[k]]);
        least = height < least ? height : least;
    }
    return least / length;
}

static void bound_new_facets(epa_search *s)
{
    fk_polytope *p = &s->polytope;
    for (uint32_t i = 0; i < p->fresh_count; i++) {
        fk_polytope_facet *f = &p->facet[p->fresh[i]];
        /* Of any length: facet_bound divides by it. */
        fk_vec3 n =
            cross_shorter_edges(p->vertex[f->vertex[0]], p->vertex[f->vertex[1]], p->vertex[f->vertex[2]]);
        f->value = facet_bound(s, f, fk_vec3_largest(n) > 2 * SMALLEST ? n : fk_vec3_unit(n));
    }
}

static uint32_t find_nearest_facet(const fk_polytope *p)
{
    uint32_t best = 0;
    for (uint32_t i = 1; i < p->facet_count; i++)
        if (p->facet[i].value < p->facet[best].value)
            best = i;
    return best;
}

/* ---- The search ---------------------------------------------------------------------------------------- */

/* Replaces a normal that rounding has spoilt by the exact one. */
static fk_vec3 refine_facet(epa_search *s, uint32_t facet)
{
    fk_polytope *p = &s->polytope;
    fk_polytope_facet *f = &p->facet[facet];
    fk_vec3 n = fk_polytope_normal(p, facet);
    double value = facet_bound(s, f, n);
    f->flag = REFINED;
    f->value = value > f->value ? value : f->value;
    return n;
}

/* One step at the nearest facet. Returns false when the search is over. */
static bool expand_facet(epa_search *s, uint32_t facet)
{
    fk_polytope *p = &s->polytope;
    fk_polytope_facet *f = &p->facet[facet];
    double enough = ENOUGH * s->bodies.size;
    fk_vec3 n = f->flag == REFINED ? fk_polytope_normal(p, facet) : quick_normal(p, f);
    fk_vec3 d = find_epa_support(s, n);
    if (s->hi - f->value <= enough)
        return false;
    double rise = fk_vec3_dot(n, d) / fk_vec3_length(n) - f->value;
    if (rise > enough && fk_polytope_side(p, facet, d) > 0) {
        bool room = fk_polytope_add(p, facet, d);
        if (room)
            bound_new_facets(s);
        return room;
    }
    if (s->bodies.a.climbs || s->bodies.b.climbs) {
        s->bodies.a.climbs = s->bodies.b.climbs = false;
        return true;
    }
    if (f->flag == REFINED)
        return false;
    refine_facet(s, facet);
    return true;
}

/* ---- When the origin is outside ------------------------------------------------------------------------ */

/* The point of an edge nearest to the origin. */
static fk_vec3 nearest_on_edge(fk_vec3 a, fk_vec3 b)
{
    fk_vec3 edge = fk_vec3_sub(b, a);
    double square = fk_vec3_dot(edge, edge), part = square > 0 ? -fk_vec3_dot(edge, a) / square : 0;
    return part <= 0 ? a : part >= 1 ? b : fk_vec3_add(a, fk_vec3_scale(edge, part));
}

static fk_vec3 nearer_point(fk_vec3 p, fk_vec3 q)
{
    return fk_vec3_dot(q, q) < fk_vec3_dot(p, p) ? q : p;
}

/* A point of a triangle, nearest to the origin up to rounding. As a mean of the corners, it is a point of the triangle even where
 * the normal of a needle is wrong. */
static fk_vec3 nearest_in_triangle(fk_vec3 a, fk_vec3 b, fk_vec3 c)
{
    fk_vec3 n = unit_triangle_normal(a, b, c), foot = fk_vec3_scale(n, fk_vec3_dot(n, a));
    fk_vec3 best =
        nearer_point(nearest_on_edge(a, b), nearer_point(nearest_on_edge(b, c), nearest_on_edge(c, a)));
    double at_c = fk_vec3_dot(n, fk_vec3_cross(fk_vec3_sub(b, a), fk_vec3_sub(foot, a)));
    double at_a = fk_vec3_dot(n, fk_vec3_cross(fk_vec3_sub(c, b), fk_vec3_sub(foot, b)));
    double at_b = fk_vec3_dot(n, fk_vec3_cross(fk_vec3_sub(a, c), fk_vec3_sub(foot, c)));
    double sum = at_a + at_b + at_c;
    if (!(at_a >= 0 && at_b >= 0 && at_c >= 0 && sum > 0))
        return best;
    fk_vec3 mean = fk_vec3_add(fk_vec3_scale(a, at_a / sum), fk_vec3_scale(b, at_b / sum));
    return nearer_point(best, fk_vec3_add(mean, fk_vec3_scale(c, at_c / sum)));
}

static fk_vec3 nearest_point(const fk_polytope *p)
{
    fk_vec3 best = p->vertex[0];
    for (uint32_t i = 0; i < p->facet_count; i++) {
        const uint16_t *v = p->facet[i].vertex;
        if (p->facet[i].value < HUGE_VAL)
            best = nearer_point(best, nearest_in_triangle(p->vertex[v[0]], p->vertex[v[1]], p->vertex[v[2]]));
    }
    return best;
}

/* Adds a point outside the polytope. Returns false when it is not outside, or there is no room. */
static bool add_outside(epa_search *s, fk_vec3 d)
{
    fk_polytope *p = &s->polytope;
    for (uint32_t i = 0; i < p->facet_count; i++)
        if (p->facet[i].value < HUGE_VAL && fk_polytope_side(p, i, d) > 0) {
            bool room = fk_polytope_add(p, i, d);
            if (room)
                bound_new_facets(s);
            return room;
        }
    return false;
}

/* Approaches an origin outside the polytope, as GJK does. Returns minus the distance of the polytope; no support value of M is
 * less. */
static double approach_origin(epa_search *s)
{
    for (;;) {
        fk_vec3 q = nearest_point(&s->polytope);
        double distance = fk_vec3_length(q);
        if (!(distance > ENOUGH * s->bodies.size))
            return -distance;
        fk_vec3 n = fk_vec3_scale(q, -1.0 / distance), d = find_epa_support(s, n);
        if (fk_vec3_dot(n, d) + distance <= ENOUGH * s->bodies.size || !add_outside(s, d))
            return -distance;
    }
}

/* Expands the polytope until the search is over. Returns a lower bound of the support values of M, up to rounding. */
static double expand_polytope(epa_search *s)
{
    fk_vec3 vertex[4];
    if (!find_quick_tetrahedron(s) && !find_tetrahedron_corners(s, vertex)) {
        s->bodies.a.climbs = s->bodies.b.climbs = false;
        if (!find_tetrahedron_corners(s, vertex)) {
            /* M is flat, up to rounding. */
            fk_vec3 q = nearer_point(nearest_in_triangle(vertex[0], vertex[1], vertex[2]), vertex[3]);
            return -fk_vec3_length(q);
        }
    }
    bound_new_facets(s);
    uint32_t facet = find_nearest_facet(&s->polytope);
    while ((s->ball > 0 || s->hi + s->error >= 0) && expand_facet(s, facet))
        facet = find_nearest_facet(&s->polytope);
    if (s->bodies.a.climbs || s->bodies.b.climbs) { /* no room was left before a support value counted */
        s->bodies.a.climbs = s->bodies.b.climbs = false;
        find_epa_support(s, quick_normal(&s->polytope, &s->polytope.facet[facet]));
    }
    double least = s->polytope.facet[facet].value;
    return least < 0 && s->ball > 0 ? approach_origin(s) : least;
}

/* ---- Results ------------------------------------------------------------------------------------------- */

static bool has_curves(const fk_support_bodies *bodies)
{
    const fk_support_body *a = &bodies->a, *b = &bodies->b;
    return fk_piece_is_smooth(a->piece) || fk_piece_is_smooth(b->piece) ||
           (a->whole && (a->radius > 0 || b->radius > 0));
}

/* x / scale, rounded down or up. */
static double unscale_outward(double x, double scale, bool up)
{
    double value = x / scale;
    if (!(value > 0x1p-1021)) /* FTZ */
        return up ? 0x1p-1020 : 0.0;
    if (!fk_is_finite(value))
        return up ? value : fk_from_bits(0x7fefffffffffffffu);
    return up ? fk_from_bits(fk_bits_of(value) + 1) : fk_toward_zero(value);
}

/* A lower bound of the radius of the largest ball that is a Minkowski summand of an ellipsoid: its least radius of curvature, s^2
 * / S with its least and its greatest half axis. Gershgorin's circles of the products of its edges bound these. */
static double inner_ball_radius(const fk_support_body *body)
{
    if (body->piece->kind != FK_KIND_ELLIPSOID)
        return 0.0;
    double least = HUGE_VAL, most = 0.0;
    for (int i = 0; i < 3; i++) {
        double around = 0.0, square = fk_vec3_dot(body->edge[i], body->edge[i]);
        for (int k = 0; k < 3; k++)
            around += k == i ? 0.0 : fabs(fk_vec3_dot(body->edge[i], body->edge[k]));
        least = square - around < least ? square - around : least;
        most = square + around > most ? square + around : most;
    }
    least -= 16 * UNIT * most;
    return least > 0 ? least / sqrt(most) * BELOW : 0.0;
}

/* Whether a scaled interval is as narrow as promised. */
static bool is_narrow_enough(const epa_search *s, double lo, double hi)
{
    return hi - lo <= NARROW * s->bodies.size;
}

/* One search, with a ball removed from M (radius 0: none); narrows lo and hi. */
static void search_without_ball(epa_search *s, double ball, double *lo, double *hi)
{
    double factor = has_curves(&s->bodies) ? SMOOTH : 1, lost = 16 * 0x1p-1022 * s->bodies.a.scale;
    double point = POINT * factor * s->bodies.size + lost;
    s->error = HEIGHT * factor * s->bodies.size + lost;
    s->ball = ball;
    s->hi = HUGE_VAL;
    fk_vec3 direction = s->direction;
    double least = expand_polytope(s) - s->error - point, most = s->hi + s->error;
    if (least + ball > 0)
        *lo = fk_larger(*lo, (least + ball) * BELOW);
    if (most + ball < *hi)
        *hi = most + ball > 0 ? (most + ball) * ABOVE : 0.0;
    else
        s->direction = direction;
}

FK_OWN_FRAME void fk_depth_epa(const fk_piece *a, const fk_piece *b, bool whole, fk_depth *out)
{
    epa_search s;
    double lo = 0.0, hi = HUGE_VAL;
    fk_support_bodies_init(&s.bodies, a, b);
    s.bodies.a.whole = s.bodies.b.whole = whole;
    s.direction = fk_vec3_make(0, 0, 0);
    search_without_ball(&s, 0.0, &lo, &hi);
    double ball = inner_ball_radius(&s.bodies.a) + inner_ball_radius(&s.bodies.b);
    if (ball > 0 && hi > 0 && !is_narrow_enough(&s, lo, hi))
        search_without_ball(&s, ball * BELOW, &lo, &hi);
    memset(out, 0, sizeof *out);
    if (!(hi > 0))
        return;
    out->depth.lo = unscale_outward(lo, s.bodies.a.scale, false);
    out->depth.hi = unscale_outward(hi, s.bodies.a.scale, true);
    out->direction = s.direction;
}
