/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* EPA in doubles: the direction of the depth of any two bounded pieces, and the verdict on smooth ones, where error bounds suffice.
 *
 * Source: van den Bergen (2001), as in depth_epa.c: a polytope of support points expands inside M = a - b at the facet nearest to the
 * origin, whose distance is a lower bound of the depth; the least support value h(n) so far is an upper one. The polytope need not
 * contain the origin at first: the facets behind which it lies have negative distances, and are expanded first. The search ends
 * when both bounds agree, so that its direction is right up to their difference.
 *
 * Here the polytope is only closed, and convex up to rounding. That is enough: any closed surface of triangles with corners in M,
 * around the origin, encloses the ball of its least distance, and lies in M. Closed means that each half-edge has a partner, which
 * the links of the facets say; around the origin, that it lies on the inner side of every facet by more than rounding: all solid
 * angles are then positive, and their sum is a positive multiple of the whole sphere.
 *
 * Smooth pieces. A facet normal halves the error of a curved patch at best. But each vertex p of the polytope is a support point
 * along a known n, and at the exit n is parallel to p. So where the foot of a facet has the barycentric weights w, the sum of w n over
 * its corners is the direction that the secant method would try; its error falls faster than with any power.
 *
 * Error bounds. u = 2^-52; no coordinate of M, of a piece relative to its anchor or of the difference of the anchors exceeds the
 * size. A support point is off by at most 8 u size in each coordinate for polyhedra (depth_epa.c). On a smooth or round piece, the
 * rim is r (c x + s y) with x and y orthonormal up to 8u and c^2 + s^2 = 1 up to 4u, an ellipsoid has |s| <= 1 up to 4u, the ball
 * of a sphere or capsule |n| = 1 up to 4u: each point lies within 24 u size of the piece. So a vertex is within 64 u size of M.
 * A support value n.d with |n| = 1 is off by 3 u size for the product, by the error of the point, and by 16 u size as the point may
 * not be the best one: 256 u size in all. CLEAR is 256 times as much, so that what is decided here has a certificate too, but for
 * rare pairs (verdict/smooth.c); the points of that are doubles, so far from the origin as FAR says. The volume of three corners has six
 * products of three numbers, with six roundings each: 64 u size^3 (VOLUME) covers it.
 *
 * Weak inputs: sizes beyond 2^-100 and 2^100; M flat or nearly so; pieces that nearly touch, for the verdict; exits of almost the
 * same length all around, as of smooth pieces with a common centre, where the polytope has no room. The search then fails.
 *
 * A search does not start from an earlier one of the same pieces. The first direction hardly counts: with the final direction of a
 * pair, turned by 1e-4, hulls took as long, boxes and cylinders 2 to 30 % less, ellipsoids twice as long; and results would depend on
 * the past. */

#include "pair/measure/measure.h"

#include <string.h>

#include "base/bits.h"
#include "base/simd.h"
#include "base/vec3.h"
#include "shape/point_lanes.h"
#include "shape/support.h"
#include "shape/vertices.h"

#define CLEAR    0x1p-36
#define FAR      0x1p-44
#define VOLUME   0x1p-46
#define SMALLEST 0x1p-100
#define LARGEST  0x1p100
#define TINY     0x1p-900 /* squares of this and less have no root */

/* In units of the size: the width of the bounds at which the search ends, for smooth pieces as the room for vertices fills; what
 * counts as above a facet. */
static const double enough_by_room[4] = {0x1p-30, 0x1p-30, 0x1p-26, 0x1p-20};
#define ABOVE 0x1p-48

/* In units of the cube of the size: first volumes below which better ones are searched, and M counts as flat. */
#define THIN 1e-4
#define FLAT 0x1p-40

#define VERTICES 96
#define FACETS   (2 * VERTICES)

/* ---- Supports ------------------------------------------------------------------------------------------ */

/* Hulls of at most so many points are packed: their offsets coordinate by coordinate. */
#define PACK  128
#define BLOCK 8

typedef struct epa_pack {
    uint32_t count; /* of points, a multiple of BLOCK; 0 for other pieces */
    _Alignas(64) double x[3][PACK];
} epa_pack;

/* A piece as offsets from its anchor. */
typedef struct epa_body {
    fk_kind kind;
    bool climbs;   /* a large hull with neighbours */
    uint32_t near; /* the last support vertex of a hull */
    fk_vec3 anchor;
    /* of cells and ellipsoids; other points minus the anchor; edge 0 of a tapered piece is its axis */
    fk_vec3 edge[3];
    fk_vec3 rim[2]; /* of a tapered piece: orthonormal, across the axis */
    fk_vec3 middle; /* near the centre */
    double radius;
    double ball;   /* the radius around the core of a sphere or capsule; 0 while cores are searched */
    double extent; /* a bound of all coordinates */
    const fk_points *hull;
    epa_pack pack;
} epa_body;

#define FK_LEVEL_FILE "pair/measure/epa_double.inc"
#include "base/cpu_plain.inc"
#include "base/cpu_levels.inc"

typedef fk_aabb epa_pack_function(epa_pack *pack, const fk_points *hull, fk_vec3 anchor);
typedef uint32_t epa_scan_function(const epa_pack *pack, fk_vec3 n);

static epa_pack_function *const pack_points[FK_CPU_COUNT] = FK_LEVELS(pack_points);
static epa_scan_function *const farthest_packed[FK_CPU_COUNT] = FK_LEVELS(farthest_packed);

static bool is_tapered_kind(fk_kind kind)
{
    return kind == FK_KIND_CYLINDER || kind == FK_KIND_CONE;
}

static bool is_smooth_kind(fk_kind kind)
{
    return is_tapered_kind(kind) || kind == FK_KIND_ELLIPSOID;
}

/* Whether a body is a core with a radius around it. */
static bool has_ball(const epa_body *s)
{
    return (s->kind == FK_KIND_SPHERE || s->kind == FK_KIND_CAPSULE) && s->radius > 0.0;
}

/* Two vectors that complete the direction of v to an orthonormal basis, up to 8u. */
static void complete_basis(fk_vec3 v, fk_vec3 out[2])
{
    double x = fabs(v.x), y = fabs(v.y), z = fabs(v.z);
    int least = x <= y && x <= z ? 0 : y <= z ? 1 : 2;
    out[0] = fk_vec3_unit(fk_vec3_cross(v, fk_vec3_axis(least, 1)));
    out[1] = fk_vec3_unit(fk_vec3_cross(v, out[0]));
}

static bool prepare_epa_hull(epa_body *s, const fk_points *hull)
{
    const fk_hull *hint = hull->hint;
    fk_aabb box;
    if (hull->count == 0 || hull->point == NULL)
        return false;
    s->hull = hull;
    s->anchor = fk_points_at(hull, 0);
    if (hull->count <= PACK) {
        s->pack.count = (hull->count + BLOCK - 1) / BLOCK * BLOCK;
        box = pack_points[fk_cpu_level()](&s->pack, hull, s->anchor);
    } else {
        fk_scan_box(hull, &box);
        box.min = fk_vec3_sub(box.min, s->anchor);
        box.max = fk_vec3_sub(box.max, s->anchor);
        s->climbs = hint != NULL && hint->vertex_count == hull->count && hint->neighbor_begin != NULL &&
                    hint->neighbor != NULL;
    }
    s->middle = fk_vec3_scale(fk_vec3_add(box.min, box.max), 0.5);
    s->extent = fk_larger(fk_vec3_largest(box.min), fk_vec3_largest(box.max)) * (1.0 + 0x1p-48);
    return true;
}

/* The share of the sum of its edges at which the centre of a piece lies. */
static double middle_share(fk_kind kind)
{
    switch (kind) {
    case FK_KIND_ELLIPSOID:
        return 0.0;
    case FK_KIND_TETRA:
    case FK_KIND_CONE:
        return 0.25;
    case FK_KIND_TRIANGLE:
        return 1.0 / 3.0;
    default:
        return 0.5;
    }
}

/* Prepares a bounded piece. Returns false for pieces that are not valid, and for some that are very thin. */
static bool epa_body_init(epa_body *s, const fk_piece *piece)
{
    static const fk_vec3 zero = {0, 0, 0};
    const fk_vec3 *given = &piece->as.point;
    fk_number_layout layout = fk_kind_layout(piece->kind);
    s->kind = piece->kind;
    s->climbs = false;
    s->near = s->pack.count = 0;
    s->radius = s->ball = 0.0;
    if (piece->kind == FK_KIND_HULL)
        return prepare_epa_hull(s, &piece->as.hull);
    s->anchor = given[0];
    s->edge[0] = s->edge[1] = s->edge[2] = zero;
    for (int k = 0; k < layout.directions; k++)
        s->edge[k] = piece->as.cell.edge[k];
    for (int k = 1; k < layout.points; k++)
        s->edge[k - 1] = fk_vec3_sub(given[k], given[0]);
    if (layout.scalars > 0)
        s->radius = piece->kind == FK_KIND_SPHERE ? piece->as.sphere.radius : piece->as.capsule.radius;
    const fk_vec3 *e = s->edge;
    s->middle = fk_vec3_scale(fk_vec3_add(fk_vec3_add(e[0], e[1]), e[2]), middle_share(piece->kind));
    s->extent = fk_vec3_largest(e[0]) + fk_vec3_largest(e[1]) + fk_vec3_largest(e[2]) + s->radius;
    fk_vec3 all = fk_vec3_add(fk_vec3_add(s->anchor, e[0]), fk_vec3_add(e[1], e[2]));
    /* NaN, which the extent skips. */
    if (!((all.x + all.y + all.z + s->radius) * 0.0 == 0.0))
        return false;
    if (!is_tapered_kind(piece->kind))
        return fk_sign_of(s->radius) >= 0;
    complete_basis(e[0], s->rim);
    /* Without a radius it is a segment. */
    return s->radius > 0.0 && fk_vec3_largest(e[0]) > 0x1p-20 * s->radius;
}

/* Climbs along the edges of a hull to the support vertex. */
static void climb_to_support(epa_body *s, fk_vec3 n)
{
    const fk_points *hull = s->hull;
    const fk_hull *hint = hull->hint;
    uint32_t at = s->near, last;
    double most = fk_vec3_dot(n, fk_points_at(hull, at));
    do {
        last = at;
        uint32_t end = hint->neighbor_begin[last + 1];
        for (uint32_t i = hint->neighbor_begin[last]; i < end; i++) {
            uint32_t other = hint->neighbor[i];
            if (other >= hull->count)
                continue;
            double value = fk_vec3_dot(n, fk_points_at(hull, other));
            if (value > most) {
                most = value;
                at = other;
            }
        }
    } while (at != last);
    s->near = at;
}

static fk_vec3 hull_support(epa_body *s, fk_vec3 n)
{
    if (s->pack.count > 0) {
        uint32_t i = farthest_packed[fk_cpu_level()](&s->pack, n);
        s->near = i < s->hull->count ? i : 0;
        return fk_vec3_make(s->pack.x[0][i], s->pack.x[1][i], s->pack.x[2][i]);
    }
    if (s->climbs)
        climb_to_support(s, n);
    else
        s->near = fk_scan_farthest(s->hull, 1.0, s->anchor, n).index;
    return fk_vec3_sub(fk_points_at(s->hull, s->near), s->anchor);
}

static fk_vec3 farthest_edge(const epa_body *s, fk_vec3 n)
{
    fk_vec3 best = {0, 0, 0};
    double most = 0.0;
    for (int k = 0; k < 3; k++) {
        double value = fk_vec3_dot(n, s->edge[k]);
        best = value > most ? s->edge[k] : best;
        most = fk_larger(value, most);
    }
    return best;
}

static fk_vec3 epa_tapered_support(const epa_body *s, fk_vec3 n)
{
    double x = fk_vec3_dot(n, s->rim[0]), y = fk_vec3_dot(n, s->rim[1]), along = fk_vec3_dot(n, s->edge[0]);
    double across = sqrt(x * x + y * y), share = across > TINY ? s->radius / across : 0.0;
    fk_vec3 rim = fk_vec3_add(fk_vec3_scale(s->rim[0], x * share), fk_vec3_scale(s->rim[1], y * share));
    if (s->kind == FK_KIND_CONE)
        return along > s->radius * across ? s->edge[0] : rim;
    return along > 0.0 ? fk_vec3_add(rim, s->edge[0]) : rim;
}

static fk_vec3 linear_sum(const fk_vec3 edge[3], double x, double y, double z)
{
    return fk_vec3_add(fk_vec3_add(fk_vec3_scale(edge[0], x), fk_vec3_scale(edge[1], y)),
                       fk_vec3_scale(edge[2], z));
}

/* The support point along a unit vector, as an offset. */
static fk_vec3 find_body_support(epa_body *s, fk_vec3 n)
{
    switch (s->kind) {
    case FK_KIND_HULL:
        return hull_support(s, n);
    case FK_KIND_BOX:
        return linear_sum(s->edge, fk_vec3_dot(n, s->edge[0]) > 0.0 ? 1.0 : 0.0,
                          fk_vec3_dot(n, s->edge[1]) > 0.0 ? 1.0 : 0.0,
                          fk_vec3_dot(n, s->edge[2]) > 0.0 ? 1.0 : 0.0);
    case FK_KIND_CYLINDER:
    case FK_KIND_CONE:
        return epa_tapered_support(s, n);
    case FK_KIND_ELLIPSOID: {
        double x = fk_vec3_dot(n, s->edge[0]), y = fk_vec3_dot(n, s->edge[1]), z = fk_vec3_dot(n, s->edge[2]);
        double length = sqrt(x * x + y * y + z * z), share = length > TINY ? 1.0 / length : 0.0;
        return linear_sum(s->edge, x * share, y * share, z * share);
    }
    case FK_KIND_SPHERE:
    case FK_KIND_POINT:
        return fk_vec3_scale(n, s->ball);
    default:
        return fk_vec3_add(farthest_edge(s, n), fk_vec3_scale(n, s->ball));
    }
}

/* ---- The polytope -------------------------------------------------------------------------------------- */

/* A triangle, counterclockwise seen from outside. link[k] is the half-edge across the edge from vertex k to the next: four times
 * its facet, plus its number there. */
typedef struct epa_facet {
    fk_vec3 n; /* outward unit normal */
    uint8_t vertex[3];
    bool is_gone;
    uint16_t link[3];
} epa_facet;

typedef struct epa_vertex {
    fk_vec3 d;
    fk_vec3 n; /* the unit vector along which it is a support point */
    uint32_t near[2];
} epa_vertex;

typedef struct epa_walk {
    epa_body a, b;
    fk_vec3 shift;             /* anchor of a minus anchor of b */
    double size;               /* no coordinate of M, of a body or of the shift is larger */
    bool is_smooth, is_curved; /* a piece is smooth; M is not a polyhedron */
    bool is_torn;              /* a facet has no normal */
    bool is_core;              /* cores alone are searched, which must overlap */
    double hi;                 /* the least support value so far, and its direction */
    fk_vec3 direction;
    uint32_t support[2]; /* the support vertices of hulls along it */
    uint32_t vertex_count, facet_count, free_count;
    uint16_t horizon_count;
    uint16_t free_facet[FACETS], horizon[FACETS];
    double value[FACETS]; /* the distance of each facet; infinite for those that are gone */
    epa_vertex vertex[VERTICES];
    epa_facet facet[FACETS];
} epa_walk;

/* The width of the bounds at which the search ends. */
static double wide_enough(const epa_walk *s)
{
    return enough_by_room[s->is_smooth ? 4 * s->vertex_count / (VERTICES + 1) : 0] * s->size;
}

static epa_vertex find_difference(epa_walk *s, fk_vec3 n)
{
    epa_vertex w;
    w.n = n;
    w.d = fk_vec3_add(fk_vec3_sub(find_body_support(&s->a, n), find_body_support(&s->b, fk_vec3_negate(n))),
                      s->shift);
    w.near[0] = s->a.near;
    w.near[1] = s->b.near;
    double height = fk_vec3_dot(n, w.d);
    if (height < s->hi) {
        s->hi = height;
        s->direction = n;
        s->support[0] = s->a.near;
        s->support[1] = s->b.near;
    }
    return w;
}

/* Makes a facet; its distance is that of its lowest corner, so that it bounds the triangle whatever the rounding of the normal. */
static uint32_t make_epa_facet(epa_walk *s, uint32_t a, uint32_t b, uint32_t c)
{
    uint32_t at = s->free_count > 0 ? s->free_facet[--s->free_count] : s->facet_count++;
    epa_facet *f = &s->facet[at];
    fk_vec3 p = s->vertex[a].d, q = s->vertex[b].d, r = s->vertex[c].d;
    fk_vec3 n = fk_vec3_cross(fk_vec3_sub(q, p), fk_vec3_sub(r, p));
    double square = fk_vec3_dot(n, n);
    s->is_torn |= !(square > TINY);
    f->n = fk_vec3_scale(n, 1.0 / sqrt(square));
    f->vertex[0] = (uint8_t)a;
    f->vertex[1] = (uint8_t)b;
    f->vertex[2] = (uint8_t)c;
    f->is_gone = false;
    s->value[at] = fk_smaller(fk_smaller(fk_vec3_dot(f->n, p), fk_vec3_dot(f->n, q)), fk_vec3_dot(f->n, r));
    return at;
}

static uint32_t next_of_three(uint32_t k)
{
    return k == 2 ? 0 : k + 1;
}

static void link_facets(epa_walk *s, uint32_t i, uint32_t edge_i, uint32_t k, uint32_t edge_k)
{
    s->facet[i].link[edge_i] = (uint16_t)(4 * k + edge_k);
    s->facet[k].link[edge_k] = (uint16_t)(4 * i + edge_i);
}

/* Four facets around four vertices that are not in one plane. */
static void make_tetrahedron(epa_walk *s, bool is_positive)
{
    uint32_t p = is_positive ? 2 : 1, q = 3 - p;
    /* Seen from vertex 3, the triangle 0 p q is clockwise. */
    make_epa_facet(s, 0, p, q);
    make_epa_facet(s, 0, 3, p);
    make_epa_facet(s, p, 3, q);
    make_epa_facet(s, q, 3, 0);
    link_facets(s, 0, 0, 1, 2);
    link_facets(s, 0, 1, 2, 2);
    link_facets(s, 0, 2, 3, 2);
    link_facets(s, 1, 1, 2, 0);
    link_facets(s, 2, 1, 3, 0);
    link_facets(s, 3, 1, 1, 0);
}

static bool is_above(const epa_walk *s, uint32_t facet, fk_vec3 d)
{
    return fk_vec3_dot(s->facet[facet].n, d) - s->value[facet] > ABOVE * s->size;
}

/* Collects the horizon seen from d beyond the half-edge `entry` of a visible facet, counterclockwise, and removes the facets that
 * d sees. */
static void collect_horizon(epa_walk *s, fk_vec3 d, uint32_t facet, uint32_t first, uint32_t edges)
{
    epa_facet *f = &s->facet[facet];
    f->is_gone = true;
    s->value[facet] = INFINITY;
    s->free_facet[s->free_count++] = (uint16_t)facet;
    for (uint32_t k = 0; k < edges; k++) {
        uint32_t link = f->link[(first + k) % 3], next = link / 4;
        if (s->facet[next].is_gone)
            continue;
        if (is_above(s, next, d))
            collect_horizon(s, d, next, link % 4 + 1, 2);
        else
            s->horizon[s->horizon_count++] = (uint16_t)link;
    }
}

/* Adds a vertex above a facet. Returns false, with the polytope spoilt, when there is no room, or when rounding has torn the
 * horizon. */
static bool add_vertex(epa_walk *s, uint32_t facet, const epa_vertex *w)
{
    if (s->vertex_count == VERTICES)
        return false;
    uint32_t at = s->vertex_count++, first = 0, before = 0;
    s->vertex[at] = *w;
    s->horizon_count = 0;
    collect_horizon(s, w->d, facet, 0, 3);
    uint32_t count = s->horizon_count;
    if (count < 3 || s->facet_count + count > FACETS + s->free_count)
        return false;
    uint32_t last = s->horizon[count - 1], end = s->facet[last / 4].vertex[last % 4];
    for (uint32_t k = 0; k < count; k++) {
        uint32_t link = s->horizon[k], far = link / 4, edge = link % 4;
        const epa_facet *f = &s->facet[far];
        uint32_t from = f->vertex[next_of_three(edge)], to = f->vertex[edge];
        /* Each edge starts where the one before it ends. */
        if (from != end)
            return false;
        end = to;
        uint32_t made = make_epa_facet(s, from, to, at);
        link_facets(s, made, 0, far, edge);
        if (k > 0)
            link_facets(s, before, 1, made, 2);
        else
            first = made;
        before = made;
    }
    link_facets(s, before, 1, first, 2);
    return !s->is_torn;
}

/* Adds a support point that is above some facet; others are dropped. */
static bool add_anywhere(epa_walk *s, const epa_vertex *w)
{
    for (uint32_t i = 0; i < s->facet_count; i++)
        if (s->value[i] < INFINITY && is_above(s, i, w->d))
            return add_vertex(s, i, w);
    return true;
}

static uint32_t find_nearest_facet_of(const epa_walk *s)
{
    uint32_t best = 0;
    double least = s->value[0];
    for (uint32_t i = 1; i < s->facet_count; i++)
        if (s->value[i] < least) {
            least = s->value[i];
            best = i;
        }
    return best;
}

/* ---- The search ---------------------------------------------------------------------------------------- */

/* Prepares a walk around two bodies, the cores of spheres and capsules alone or with their radii. */
static void start_walk(epa_walk *s, bool whole)
{
    s->is_core = !whole;
    s->a.ball = whole && has_ball(&s->a) ? s->a.radius : 0.0;
    s->b.ball = whole && has_ball(&s->b) ? s->b.radius : 0.0;
    s->is_smooth = is_smooth_kind(s->a.kind) || is_smooth_kind(s->b.kind);
    s->is_curved = s->is_smooth || s->a.ball > 0.0 || s->b.ball > 0.0;
    s->is_torn = false;
    s->hi = INFINITY;
    s->vertex_count = s->facet_count = s->free_count = 0;
}

/* From the centre of a to that of b. */
static fk_vec3 find_first_direction(const epa_walk *s)
{
    fk_vec3 n = fk_vec3_sub(fk_vec3_sub(s->b.middle, s->a.middle), s->shift);
    return fk_vec3_largest(n) > 0x1p-40 * s->size ? fk_vec3_unit(n) : fk_vec3_make(0, 0, 1);
}

/* The volume of the first four vertices, times six. */
static double first_volume(const epa_walk *s)
{
    const epa_vertex *v = s->vertex;
    return fk_vec3_dot(fk_vec3_cross(fk_vec3_sub(v[1].d, v[0].d), fk_vec3_sub(v[2].d, v[0].d)),
                       fk_vec3_sub(v[3].d, v[0].d));
}

/* Of the support points along n and against it, the one farther from a plane across n through p. */
static epa_vertex find_farther_end(epa_walk *s, fk_vec3 n, fk_vec3 p)
{
    epa_vertex up = find_difference(s, n), down = find_difference(s, fk_vec3_negate(n));
    return fk_vec3_dot(n, fk_vec3_sub(up.d, p)) >= fk_vec3_dot(n, fk_vec3_sub(p, down.d)) ? up : down;
}

/* Where M has few vertices or is thin: far points one after another. */
static void find_far_vertices(epa_walk *s, fk_vec3 n)
{
    fk_vec3 side[2];
    s->vertex[0] = find_difference(s, n);
    s->vertex[1] = find_farther_end(s, n, s->vertex[0].d);
    fk_vec3 p = s->vertex[0].d, e = fk_vec3_sub(s->vertex[1].d, p);
    complete_basis(fk_vec3_dot(e, e) > TINY ? e : n, side);
    epa_vertex u = find_farther_end(s, side[0], p), v = find_farther_end(s, side[1], p);
    double height_u = fabs(fk_vec3_dot(side[0], fk_vec3_sub(u.d, p)));
    double height_v = fabs(fk_vec3_dot(side[1], fk_vec3_sub(v.d, p)));
    s->vertex[2] = height_u >= height_v ? u : v;
    fk_vec3 across = fk_vec3_cross(e, fk_vec3_sub(s->vertex[2].d, p));
    s->vertex[3] = find_farther_end(s, fk_vec3_unit(across), p);
}

/* Starts with five support points: one along n, three around it and one behind. Returns false when M has no volume. */
static bool make_first_polytope(epa_walk *s, fk_vec3 n, const epa_vertex *top)
{
    static const double c[3] = {0.6, -0.3, -0.3}, d[3] = {0.0, 0.51961524227066314, -0.51961524227066314};
    double cube = s->size * s->size * s->size;
    fk_vec3 side[2];
    complete_basis(n, side);
    for (int k = 0; k < 3; k++) {
        fk_vec3 t = fk_vec3_add(fk_vec3_scale(side[0], c[k]), fk_vec3_scale(side[1], d[k]));
        s->vertex[k] = find_difference(s, fk_vec3_add(t, fk_vec3_scale(n, 0.8)));
    }
    s->vertex[3] = find_difference(s, fk_vec3_negate(n));
    if (!(fabs(first_volume(s)) > THIN * cube))
        find_far_vertices(s, n);
    double volume = first_volume(s);
    if (!(fabs(volume) > FLAT * cube))
        return false;
    s->vertex_count = 4;
    make_tetrahedron(s, volume > 0.0);
    return !s->is_torn && add_anywhere(s, top);
}

/* The direction of the secant method; false when the foot of the facet is not inside it. */
static bool find_secant_direction(const epa_walk *s, uint32_t facet, fk_vec3 *out)
{
    const epa_facet *f = &s->facet[facet];
    const epa_vertex *p = &s->vertex[f->vertex[0]], *q = &s->vertex[f->vertex[1]],
                     *r = &s->vertex[f->vertex[2]];
    double u = fk_vec3_dot(f->n, fk_vec3_cross(q->d, r->d)), v = fk_vec3_dot(f->n, fk_vec3_cross(r->d, p->d)),
           w = fk_vec3_dot(f->n, fk_vec3_cross(p->d, q->d));
    if (!(u > 0.0 && v > 0.0 && w > 0.0))
        return false;
    *out = fk_vec3_unit(
        fk_vec3_add(fk_vec3_add(fk_vec3_scale(p->n, u), fk_vec3_scale(q->n, v)), fk_vec3_scale(r->n, w)));
    return true;
}

/* Expands the nearest facet. Returns false when that is not possible. */
static bool expand_nearest(epa_walk *s, uint32_t facet)
{
    const epa_facet *f = &s->facet[facet];
    fk_vec3 secant;
    bool has_secant = s->is_curved && find_secant_direction(s, facet, &secant);
    s->a.near = s->vertex[f->vertex[0]].near[0];
    s->b.near = s->vertex[f->vertex[0]].near[1];
    epa_vertex w = find_difference(s, f->n);
    if (s->hi - s->value[facet] <= wide_enough(s))
        return true;
    if (!is_above(s, facet, w.d) || !add_vertex(s, facet, &w))
        return false;
    if (!has_secant)
        return true;
    double before = s->hi;
    w = find_difference(s, secant);
    return !(s->hi < before) || add_anywhere(s, &w);
}

/* ---- Proofs -------------------------------------------------------------------------------------------- */

/* Searches the support points along the best direction again, among all points of hulls, whose neighbours may not fit them. Returns
 * the support value. */
static double confirm_support(epa_walk *s)
{
    if (s->a.climbs || s->b.climbs) {
        fk_vec3 n = s->direction;
        s->a.climbs = s->b.climbs = false;
        s->hi = INFINITY;
        find_difference(s, n);
    }
    return s->hi;
}

/* Whether the pieces are apart along the direction of the least support value. */
static bool proves_apart(epa_walk *s)
{
    return s->hi < -CLEAR * s->size && confirm_support(s) < -CLEAR * s->size;
}

/* The distance of a facet beyond which it proves an overlap. */
static double clear_depth(const epa_walk *s)
{
    return CLEAR * s->size + FAR * fk_larger(fk_vec3_largest(s->a.anchor), fk_vec3_largest(s->b.anchor));
}

/* Whether the polytope encloses the origin: it lies on the inner side of every facet, whose distances are known to be clear. */
static bool polytope_proves_overlap(const epa_walk *s)
{
    for (uint32_t i = 0; i < s->facet_count; i++) {
        const epa_facet *f = &s->facet[i];
        if (f->is_gone)
            continue;
        fk_vec3 p = s->vertex[f->vertex[0]].d, q = s->vertex[f->vertex[1]].d, r = s->vertex[f->vertex[2]].d;
        double volume = fk_vec3_dot(p, fk_vec3_cross(q, r));
        if (!(volume > VOLUME * s->size * s->size * s->size))
            return false;
    }
    return true;
}

/* Expands the polytope until the bounds agree, or, without wants_direction, until the verdict is proved. Returns whether they agree. */
static bool expand_until_bounds_agree(epa_walk *s, bool wants_direction, fk_verdict *verdict)
{
    for (;;) {
        uint32_t facet = find_nearest_facet_of(s);
        double lo = s->value[facet], enough = wide_enough(s);
        if (s->hi < 0.0 && s->is_core)
            return false;
        if (s->hi < 0.0 && proves_apart(s)) {
            *verdict = FK_APART;
            return false;
        }
        if (*verdict == FK_UNDECIDED && lo > clear_depth(s) && polytope_proves_overlap(s)) {
            *verdict = FK_OVERLAPPING;
            if (!wants_direction)
                return false;
        }
        if (s->hi - lo <= enough || (wants_direction && !s->is_core && s->hi <= enough))
            return true;
        if (!expand_nearest(s, facet))
            return false;
    }
}

static bool search_polytope(epa_walk *s, bool whole, bool wants_direction, fk_verdict *verdict)
{
    start_walk(s, whole);
    fk_vec3 n = find_first_direction(s);
    epa_vertex top = find_difference(s, n);
    *verdict = FK_UNDECIDED;
    if (s->is_core && s->hi < 0.0)
        return false;
    if (s->hi < 0.0 && proves_apart(s)) {
        *verdict = FK_APART;
        return false;
    }
    if (!make_first_polytope(s, n, &top) || !expand_until_bounds_agree(s, wants_direction, verdict))
        return false;
    double hi = s->hi;
    return confirm_support(s) - hi <= wide_enough(s);
}

static bool hull_is_finite(const fk_points *hull)
{
    return hull->point != NULL && hull->count > 0 && fk_scan_is_finite(hull);
}

FK_OWN_FRAME void fk_epa_search(const fk_piece *a, const fk_piece *b, bool wants_direction, fk_epa_end *out)
{
    epa_walk s;
    memset(out, 0, sizeof *out);
    if (!epa_body_init(&s.a, a) || !epa_body_init(&s.b, b))
        return;
    s.shift = fk_vec3_sub(s.a.anchor, s.b.anchor);
    s.size = s.a.extent + s.b.extent + fk_vec3_largest(s.shift);
    if (!(s.size > SMALLEST && s.size < LARGEST))
        return;
    /* Where cores overlap, they have the same direction as the whole pieces, and it is found sooner. */
    if (has_ball(&s.a) || has_ball(&s.b))
        out->has_direction = search_polytope(&s, false, wants_direction, &out->verdict);
    if (out->verdict != FK_OVERLAPPING || (wants_direction && !out->has_direction))
        out->has_direction = search_polytope(&s, true, wants_direction, &out->verdict);
    out->direction = s.direction;
    memcpy(out->support, s.support, sizeof out->support);
}

fk_verdict fk_epa_verdict(const fk_piece *a, const fk_piece *b)
{
    fk_epa_end end;
    if ((a->kind == FK_KIND_HULL && !hull_is_finite(&a->as.hull)) ||
        (b->kind == FK_KIND_HULL && !hull_is_finite(&b->as.hull)))
        return FK_UNDECIDED;
    /* The search may succeed in one order and not in the other. */
    bool swapped = fk_piece_order(a, b) > 0;
    fk_epa_search(swapped ? b : a, swapped ? a : b, false, &end);
    return end.verdict;
}
