/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* GJK in doubles with proved error bounds: the verdict, or the nearest point.
 *
 * Source: Gilbert, Johnson and Keerthi (1988), in the form for the verdict alone. Each step moves a simplex of vertex
 * differences d toward the origin; the search ends when its direction n separates, or when four points enclose the
 * origin. Faces are chosen by signs of determinants of the points themselves: with p x q known for the edges of a
 * triangle, one product with the newest point gives the side of each face of a tetrahedron.
 *
 * The first direction joins the centres. Where it does not separate, three further supports from the far side, spread
 * around it, are computed at once, since they do not depend on each other; with the first they often enclose the origin.
 *
 * A hull is packed first: its points as offsets, coordinate by coordinate. Of a hull of more than PACK points a sample is
 * packed, spread over the list, and supports are searched in it. Before the sample may end the search, the hull is climbed
 * from the best point of the sample, if it has neighbours, and all points are scanned; if the search goes on then, the
 * points with almost the greatest support value replace the sample. So pieces that overlap deeply are decided by a few
 * points, and pieces that are apart by one or two passes over all. The support among packed points takes one maximum: the
 * last bits of a value are replaced by the index of its point.
 *
 * The vector code and the iteration are in gjk_filter.inc, compiled for every level; each level gives the same bytes.
 *
 * Error bounds. u = 2^-52 bounds the relative error of one operation in any rounding mode; N = |n.x| + |n.y| + |n.z|; the
 * extent E of a piece bounds the coordinates of the offsets of its points; size = E_a + E_b + |shift|, with shift the
 * difference of the anchors.
 *   apart        n.(p - anchor) over points: one difference, a product and two sums, 4 u N E; over a box: three products
 *                with exact edges and two more sums, 5 u N E; n.shift: 4 u N |shift|; adding them: u N (E_a + E_b) +
 *                u N size. Together at most 7 u N size; REACH = 8 u leaves room for the roundings of the bound.
 *   packed       n.offset + 2 N E, which is positive and at most 3 N E: off by 10 u N E, and by 127 units in the last
 *                place, 381 u N E, since its last bits are the index of its point. The point that is found may be below
 *                the maximum by twice that: PACKED = 1024 u.
 *   overlapping  a coordinate of d is off by 5 u size: two sums in an offset, one in shift, two in d. With m the largest
 *                coordinate of a point plus 8 u size, and S = m_i m_j + m_j m_k + m_k m_i, a determinant of three points
 *                has six products of three numbers: off by 6 * 5 u size S for its points and by 36 u m_i m_j m_k <=
 *                12 u size S for its six roundings. VOLUME = 64 u is half as much again.
 *   radii        a point of the simplex by up to three weights: pair/measure/support_bounds.c derives 32 u size (POINT).
 * With size between 2^-100 and 2^100, numbers that are flushed to zero or read as zero (FTZ, DAZ) are far below these
 * errors, unless n is very small; so TINY is added to every bound of a separation. A number that is not finite makes the
 * size so, or leaves a mark that is tested before a verdict.
 *
 * Weak inputs: pieces within about 1e-15 of the size of touching, or whose difference is flat; sizes beyond 2^-100 and
 * 2^100; symmetric pieces that share a centre, where four vertex differences are not always enough. They stay
 * undecided after at most MAX_STEPS supports, most of them after a few. */

#include "pair/verdict/verdict.h"

#include <math.h>
#include <string.h>

#include "base/bits.h"
#include "base/simd.h"
#include "base/vec3.h"
#include "pair/measure/measure.h"
#include "pair/pair.h"
#include "pair/verdict/gjk_simplex.h"
#include "shape/point_lanes.h"
#include "shape/support.h"
#include "shape/vertices.h"

#define REACH    0x1p-49
#define PACKED   0x1p-42
#define VOLUME   0x1p-46
#define POINT    0x1p-47
#define TINY     0x1p-900
#define SMALLEST 0x1p-100
#define LARGEST  0x1p100

/* Factors that round a result up or down by more than a few roundings. */
#define MORE (1.0 + 0x1p-48)
#define LESS (1.0 - 0x1p-48)

#define MAX_STEPS 40

/* Hulls of at most PACK points are packed whole; of larger ones SAMPLE points are, in blocks of consecutive points. */
#define PACK   128
#define SAMPLE 64
#define BLOCK  8

/* About how many points are searched where an approximate support suffices. */
#define ROUGH 32

/* About how many points replace the sample, those with the greatest support values. */
#define GATHER 32

/* The last bits of a support value: the index of its point. */
#define PLACES (PACK - 1)

/* A prepared piece. */
typedef struct filter_piece {
    fk_gjk_core core;      /* of a hull without its vertices */
    bool partial;          /* a hull of which only some points are packed */
    bool climbs;           /* and that has neighbours */
    const fk_points *hull; /* or NULL */
    fk_vec3 low, high;     /* the box of all offsets of a hull */
    uint32_t packed;
    uint32_t place[PACK]; /* the packed vertices, if partial */
    _Alignas(64) double pack[3][PACK];
} filter_piece;

/* ---- Pieces -------------------------------------------------------------------------------------------- */

/* The vertex that is packed at an index. Vertex 0 fills the rest of the last block; its lowest index is found first. */
FK_GJK_INLINE uint32_t packed_vertex(const filter_piece *s, uint32_t at)
{
    if (s->partial)
        return s->place[at];
    return at < s->hull->count ? at : 0;
}

/* Spreads the blocks of the sample over the points of a hull. */
FK_GJK_INLINE void choose_sample(filter_piece *s)
{
    uint64_t room = s->hull->count - BLOCK;
    for (uint32_t block = 0; block < SAMPLE / BLOCK; block++) {
        uint32_t start = (uint32_t)(block * room / (SAMPLE / BLOCK - 1));
        for (uint32_t i = 0; i < BLOCK; i++)
            s->place[block * BLOCK + i] = start + i;
    }
}

FK_GJK_INLINE fk_vec3 point_offset(const filter_piece *s, uint32_t vertex)
{
    return fk_vec3_sub(fk_points_at(s->hull, vertex), s->core.anchor);
}

/* ---- Supports ------------------------------------------------------------------------------------------ */

/* Climbs along the edges of a hull to a local maximum of n.x, from the vertex of r. */
static void climb_to_extreme(const filter_piece *s, fk_vec3 n, fk_gjk_extreme *r)
{
    const struct fk_hull *hint = s->hull->hint;
    for (bool moved = true; moved;) {
        uint32_t at = r->vertex, end = hint->neighbor_begin[at + 1];
        moved = false;
        for (uint32_t i = hint->neighbor_begin[at]; i < end; i++) {
            uint32_t other = hint->neighbor[i];
            if (other >= s->hull->count)
                continue;
            fk_vec3 offset = point_offset(s, other);
            double value = fk_vec3_dot(n, offset);
            if (value > r->value) {
                r->value = value;
                r->offset = offset;
                r->vertex = other;
                moved = true;
            }
        }
    }
}

/* The least value n.x of points that replace the sample: those near the support, as the next directions will be near n.
 * Points on a ball are spread evenly along n, so about GATHER of them lie above it. The support is among them, also where the
 * middle of a flat hull is rounded beyond it. */
FK_GJK_INLINE double gather_from(const filter_piece *s, fk_vec3 n, double most)
{
    double share = 2.0 * GATHER / s->hull->count;
    return most - (share < 0.5 ? share : 0.5) * fk_larger(most - fk_vec3_dot(n, s->core.middle), 0.0);
}

/* Packs a point, if there is room. */
FK_GJK_INLINE void gather_point(filter_piece *s, uint32_t vertex)
{
    if (s->packed == PACK)
        return;
    fk_vec3 d = point_offset(s, vertex);
    s->place[s->packed] = vertex;
    s->pack[0][s->packed] = d.x;
    s->pack[1][s->packed] = d.y;
    s->pack[2][s->packed] = d.z;
    s->packed++;
}

/* Fills the last block with copies of the first point. */
FK_GJK_INLINE void gather_finish(filter_piece *s)
{
    uint32_t first = s->place[0];
    while (s->packed % BLOCK != 0)
        gather_point(s, first);
}

FK_GJK_INLINE bool can_climb(const fk_points *hull)
{
    const struct fk_hull *hint = hull->hint;
    return hint != NULL && hint->vertex_count == hull->count && hint->neighbor_begin != NULL &&
           hint->neighbor != NULL;
}

/* ---- Bounds -------------------------------------------------------------------------------------------- */

/* Whether the separation of the cores along n exceeds the radii; `low` is the least n.d as computed. */
FK_GJK_INLINE bool cores_are_apart(const fk_gjk_search *q, double low)
{
    double length = fk_vec3_norm1(q->n);
    double sure = low - (REACH * length * q->size + TINY);
    if (!(sure > 0.0))
        return false;
    if (!(q->radius > 0.0))
        return true;
    /* The square of a short direction could be flushed. */
    return length > 0x1p-400 && sure > q->radius * sqrt(fk_vec3_dot(q->n, q->n)) * MORE;
}

/* Whether the boxes of two hulls are apart along a coordinate axis. An offset, shift and two sums: 4 u size. */
FK_GJK_INLINE bool boxes_are_apart(const fk_gjk_search *q, const filter_piece *a, const filter_piece *b,
                                   fk_pair_cache *out)
{
    fk_vec3 above = fk_vec3_sub(fk_vec3_add(a->low, q->shift), b->high);
    fk_vec3 below = fk_vec3_sub(b->low, fk_vec3_add(a->high, q->shift));
    double enough = REACH * q->size;
    bool is_above = above.x > enough || above.y > enough || above.z > enough;
    bool is_below = below.x > enough || below.y > enough || below.z > enough;
    if (!is_above && !is_below)
        return false;
    fk_vec3 gap = is_above ? above : below;
    int axis = gap.x > enough ? 0 : gap.y > enough ? 1 : 2;
    out->verdict = FK_APART;
    out->direction = fk_vec3_axis(axis, is_above ? -1 : 1);
    return true;
}

/* Whether all of M lies on one side of n, up to errors: then only exact arithmetic can decide. */
FK_GJK_INLINE bool just_touches(const fk_gjk_search *q, double low)
{
    return !(low < -(REACH * fk_vec3_norm1(q->n) * q->size));
}

/* Whether a point with n.d = low brings the simplex no nearer to the origin, up to errors. */
FK_GJK_INLINE bool comes_no_nearer(const fk_gjk_search *q, double low)
{
    return q->s.count > 0 && !(low < fk_vec3_dot(q->n, q->s.p[0].d) - REACH * fk_vec3_norm1(q->n) * q->size);
}

/* Whether a support among packed points would end the search. */
FK_GJK_INLINE bool would_end(const fk_gjk_search *q, bool nearest, double low, fk_vertex_pair w)
{
    if (fk_gjk_has_pair(&q->s, w))
        return true;
    if (nearest)
        return comes_no_nearer(q, low);
    return q->radius > 0.0 ? cores_are_apart(q, low) : !(low < -(PACKED * fk_vec3_norm1(q->n) * q->size));
}

/* Whether a point of the simplex is nearer to the origin than the sum of the radii, for round pieces. */
static bool lies_within(const fk_gjk_search *q)
{
    return fk_gjk_simplex_distance(q) * MORE + POINT * q->size < q->radius * LESS;
}

/* ---- As bodies ----------------------------------------------------------------------------------------- */

/* A piece as a body of scale 1, which is enough as its numbers are neither large nor small. */
static void fill_body(fk_support_body *body, const filter_piece *s, const fk_piece *piece)
{
    static const fk_vec3 zero = {0, 0, 0};
    body->piece = piece;
    body->anchor = s->core.anchor;
    body->scale = body->fold = body->factor = 1.0;
    for (int k = 0; k < 3; k++)
        body->edge[k] = s->hull != NULL ? zero : s->core.vertex[k + 1];
    body->axis = body->center = zero;
    body->radius = s->core.radius;
    body->extent = (s->core.extent + s->core.radius) * MORE;
    body->whole = body->climbs = false;
    body->near = 0;
}

/* ---- Vector code, and the iteration -------------------------------------------------------------------- */

#define FK_LEVEL_FILE "pair/verdict/gjk_filter.inc"
#include "base/cpu_plain.inc"
#include "base/cpu_levels.inc"

typedef bool gjk_filter_function(const fk_piece *a, const fk_piece *b, fk_pair_cache *out);

static gjk_filter_function *const solve[FK_CPU_COUNT] = FK_LEVELS(solve);

typedef bool gjk_nearest_function(const fk_piece *a, const fk_piece *b, fk_vec3 start,
                                  fk_gjk_filter_end *out);

static gjk_nearest_function *const measure[FK_CPU_COUNT] = FK_LEVELS(measure);

bool fk_gjk_filter_nearest(const fk_piece *a, const fk_piece *b, fk_vec3 start, fk_gjk_filter_end *out)
{
    return measure[fk_cpu_level()](a, b, start, out);
}

/* ---- Two round pieces ---------------------------------------------------------------------------------- */

FK_GJK_INLINE double clamp_fraction(double x)
{
    return x > 0.0 ? (x < 1.0 ? x : 1.0) : 0.0;
}

/* The nearest points of two segments, as fractions s, t of their edges e and f, with r from the start of the second to that
 * of the first. Source: Ericson, Real-Time Collision Detection (2005), section 5.1.9. */
FK_GJK_INLINE void nearest_segment_points(fk_vec3 e, fk_vec3 f, fk_vec3 r, double *s, double *t)
{
    double ee = fk_vec3_dot(e, e), ff = fk_vec3_dot(f, f), ef = fk_vec3_dot(e, f);
    double er = fk_vec3_dot(e, r), fr = fk_vec3_dot(f, r), across = ee * ff - ef * ef;
    *s = across > 0.0 ? clamp_fraction((ef * fr - er * ff) / across) : 0.0;
    *t = ff > 0.0 ? (ef * *s + fr) / ff : 0.0;
    if (*t >= 0.0 && *t <= 1.0 && across > 0.0)
        return;
    *t = clamp_fraction(*t);
    *s = ee > 0.0 ? clamp_fraction((ef * *t - er) / ee) : 0.0;
}

FK_GJK_INLINE bool is_round_kind(fk_kind kind)
{
    return kind == FK_KIND_SPHERE || kind == FK_KIND_CAPSULE;
}

/* Decides two spheres or capsules by the nearest points of their cores. The error bounds are those of the search: for a
 * point of the simplex, and for a direction. */
static void decide_round_pair(const fk_piece *piece_a, const fk_piece *piece_b, fk_pair_cache *out)
{
    const fk_vec3 *end_a = piece_a->as.capsule.end, *end_b = piece_b->as.capsule.end;
    double radius_a = fk_piece_radius(piece_a), radius_b = fk_piece_radius(piece_b), s, t;
    fk_vec3 e = {0, 0, 0}, f = {0, 0, 0};
    fk_gjk_search q;
    if (piece_a->kind == FK_KIND_CAPSULE)
        e = fk_vec3_sub(end_a[1], end_a[0]);
    if (piece_b->kind == FK_KIND_CAPSULE)
        f = fk_vec3_sub(end_b[1], end_b[0]);
    q.shift = fk_vec3_sub(end_a[0], end_b[0]);
    q.radius = radius_a + radius_b;
    q.size = (fk_vec3_largest(e) + fk_vec3_largest(f) + fk_vec3_largest(q.shift)) * MORE;
    double nonfinite =
        fk_nonfinite_mark(q.shift) + fk_nonfinite_mark(e) + fk_nonfinite_mark(f) + q.radius * 0.0;
    if (!(nonfinite == 0.0) || fk_sign_of(radius_a) < 0 || fk_sign_of(radius_b) < 0 ||
        !(q.size > SMALLEST && q.size < LARGEST))
        return;
    nearest_segment_points(e, f, q.shift, &s, &t);
    q.n = fk_vec3_sub(fk_vec3_add(q.shift, fk_vec3_scale(e, s)), fk_vec3_scale(f, t));
    double low = fk_vec3_dot(q.n, q.shift) +
                 (fk_smaller(fk_vec3_dot(q.n, e), 0.0) - fk_larger(fk_vec3_dot(q.n, f), 0.0));
    if (cores_are_apart(&q, low)) {
        out->verdict = FK_APART;
        out->direction = fk_vec3_scale(q.n, -fk_inverse_power(fk_vec3_exponent(q.n)));
    } else if (fk_vec3_length(q.n) * MORE + POINT * q.size < q.radius * LESS) {
        out->verdict = FK_OVERLAPPING;
    }
}

/* Decides by the distance search (pair/measure/gjk_distance.c), for the few searches that fail far from touching. */
static void decide_by_distance(const fk_piece *a, const fk_piece *b, fk_pair_cache *out)
{
    fk_support_bodies bodies;
    fk_gjk_result found;
    fk_gjk_options options = fk_gjk_options_default();
    if (fk_pair_check(a, b) != FK_OK)
        return;
    fk_support_bodies_init(&bodies, a, b);
    options.enough = fk_bound_radius(&bodies) + 0x1p-45 * bodies.size;
    fk_gjk_distance(&bodies, &options, &found);
    fk_interval distance = fk_bound_distance(&bodies, &found);
    if (distance.lo > 0.0) {
        out->verdict = FK_APART;
        out->direction = fk_vec3_negate(found.direction);
    } else if (distance.hi < 0.0) {
        out->verdict = FK_OVERLAPPING;
    } else if (found.count == 4 && fk_bound_surrounds(&bodies, found.point, 4)) {
        out->verdict = FK_OVERLAPPING;
        for (int i = 0; i < 4; i++)
            out->pair[i] = found.point[i].pair;
    }
}

void fk_gjk_filter_verdict(const fk_piece *a, const fk_piece *b, fk_pair_cache *out)
{
    static const fk_pair_cache empty;
    *out = empty; /* faster than memset, which compilers inline as one slow instruction */
    if (is_round_kind(a->kind) && is_round_kind(b->kind)) {
        decide_round_pair(a, b, out);
        return;
    }
    if (solve[fk_cpu_level()](a, b, out))
        decide_by_distance(a, b, out);
}
