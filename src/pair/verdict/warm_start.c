/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Warm start: the verdict from the cached proof of the last one, where that still holds. Pieces that move a little stay apart
 * along the same direction, or keep a common point. To check that costs a fraction of the search, and uses the same kind of
 * error bounds.
 *
 * Weak inputs: nothing is cached for pieces that touch or nearly do, round pieces that overlap, half-spaces and smooth
 * pieces. */

#include "pair/verdict/verdict.h"

#include <math.h>
#include <string.h>

#include "base/bits.h"
#include "base/vec3.h"
#include "exact/exact.h"
#include "shape/support.h"
#include "shape/vertices.h"

/* ---- Checking a cached proof ---------------------------------------------------------------------------- */

/* A cached direction, or four cached vertex differences. One pass over the points of a hull finds its support value, its
 * extent, and whether it is valid.
 *
 * Error bounds. u = 2^-52 bounds the relative error of one operation in any rounding mode. Points are offsets from an
 * anchor of their piece; E is the largest coordinate of an offset, size = E_a + E_b + |shift| with shift the difference of
 * the anchors, m the largest component of n.
 *   apart        n.x over points: one difference, a product and two sums, 12 u m E for three components; a box adds three
 *                such products, of three times the size, 15 u m E in all. n.shift: 12 u m |shift|; adding up 6 u m size.
 *                PRODUCT_ERROR = 32 u is more than all of it. Radii: |n| is computed to 3 u.
 *   overlapping  a coordinate of d is off by 5 u size, and at most size. A determinant of three such has six products of
 *                three numbers: off by 6 * 3 * 5 u size^3 for its points, and by 36 u size^3 for its roundings.
 *                VOLUME_ERROR = 256 u is twice that.
 * With size between 2^-100 and 2^100 flushing to zero does not matter in the latter; in the former TINY covers it. */

#define PRODUCT_ERROR (32 * 0x1p-52)
#define VOLUME_ERROR  (256 * 0x1p-52)
#define TINY          0x1p-800
#define SMALLEST      0x1p-100
#define LARGEST       0x1p100
#define MORE          (1.0 + 0x1p-48)

/* A piece: its points as offsets from the anchor. Those of a hull are not stored. */
typedef struct warm_piece {
    const fk_piece *piece;
    fk_vec3 anchor;
    fk_vec3 offset[4]; /* of a cell, 1 to 3 are its edges */
    uint32_t count;
    double extent;  /* no coordinate of an offset is larger */
    double support; /* the support value along the direction n */
} warm_piece;

static void set_offsets(warm_piece *s, const fk_vec3 *point, uint32_t count)
{
    s->anchor = point[0];
    s->count = count;
    for (uint32_t i = 0; i < count; i++)
        s->offset[i] = fk_vec3_sub(point[i], point[0]);
}

static bool load_offsets(warm_piece *s)
{
    const fk_piece *piece = s->piece;
    switch (piece->kind) {
    case FK_KIND_BOX:
    case FK_KIND_TETRA:
        s->anchor = piece->as.cell.origin;
        s->count = 4;
        s->offset[0] = fk_vec3_make(0, 0, 0);
        for (int k = 0; k < 3; k++)
            s->offset[k + 1] = piece->as.cell.edge[k];
        return true;
    case FK_KIND_POINT:
    case FK_KIND_SPHERE:
        set_offsets(s, &piece->as.point, 1);
        return true;
    case FK_KIND_SEGMENT:
    case FK_KIND_CAPSULE:
        set_offsets(s, piece->as.segment, 2);
        return true;
    case FK_KIND_TRIANGLE:
        set_offsets(s, piece->as.triangle, 3);
        return true;
    default:
        return false;
    }
}

/* Prepares a piece, with its support value along n unless n is NULL. False when the piece is not valid, or is a half-space or
 * smooth. */
static bool warm_piece_init(warm_piece *s, const fk_piece *piece, const fk_vec3 *n)
{
    s->piece = piece;
    s->extent = s->support = 0.0;
    if (piece->kind == FK_KIND_HULL) {
        const fk_points *hull = &piece->as.hull;
        if (hull->point == NULL || hull->count == 0)
            return false;
        s->anchor = fk_points_at(hull, 0);
        if (n == NULL)
            return fk_vec3_is_finite(s->anchor) && fk_scan_is_finite(hull);
        return fk_scan_support_value(hull, s->anchor, *n, &s->support, &s->extent);
    }
    if (!load_offsets(s))
        return false;
    for (uint32_t i = 0; i < s->count; i++) {
        double x = n != NULL ? fk_vec3_dot(*n, s->offset[i]) : 0.0;
        s->support = piece->kind == FK_KIND_BOX ? s->support + (x > 0.0 ? x : 0.0) : fk_larger(s->support, x);
        /* The sum, not the largest, as a box adds up its edges; and NaN when a number is. */
        s->extent += fabs(s->offset[i].x) + fabs(s->offset[i].y) + fabs(s->offset[i].z);
    }
    return fk_vec3_is_finite(s->anchor) && fk_is_finite(s->extent) && fk_is_finite(fk_piece_radius(piece)) &&
           fk_sign_of(fk_piece_radius(piece)) >= 0;
}

static bool is_safe_size(double size)
{
    return size > SMALLEST && size < LARGEST;
}

static bool direction_separates(const fk_piece *piece_a, const fk_piece *piece_b, fk_vec3 n)
{
    warm_piece a, b;
    fk_vec3 back = fk_vec3_negate(n);
    if (!warm_piece_init(&a, piece_a, &n) || !warm_piece_init(&b, piece_b, &back))
        return false;
    fk_vec3 shift = fk_vec3_sub(b.anchor, a.anchor);
    double size = (a.extent + b.extent + fk_vec3_largest(shift)) * MORE, largest = fk_vec3_largest(n);
    double radius = fk_piece_radius(piece_a) + fk_piece_radius(piece_b);
    if (!is_safe_size(size) || !is_safe_size(largest))
        return false;
    double gap = fk_vec3_dot(n, shift) - (a.support + b.support),
           error = PRODUCT_ERROR * largest * size + TINY;
    return radius > 0.0 ? gap - error > radius * fk_vec3_length(n) * MORE : gap > error;
}

/* The offset of a vertex. */
static fk_vec3 vertex_offset(const warm_piece *s, uint32_t vertex)
{
    if (s->piece->kind == FK_KIND_HULL)
        return fk_vec3_sub(fk_points_at(&s->piece->as.hull, vertex), s->anchor);
    if (s->piece->kind != FK_KIND_BOX)
        return s->offset[vertex];
    fk_vec3 sum = fk_vec3_make(0, 0, 0);
    for (int k = 0; k < 3; k++)
        if (vertex >> k & 1)
            sum = fk_vec3_add(sum, s->offset[k + 1]);
    return sum;
}

/* Whether four points enclose the origin: the determinants of the triples have alternating signs. */
static bool four_enclose_origin(const fk_vec3 d[4], double size)
{
    fk_vec3 cross01 = fk_vec3_cross(d[0], d[1]), cross23 = fk_vec3_cross(d[2], d[3]);
    double det[4] = {fk_vec3_dot(cross01, d[2]), -fk_vec3_dot(cross01, d[3]), fk_vec3_dot(cross23, d[0]),
                     -fk_vec3_dot(cross23, d[1])};
    double error = VOLUME_ERROR * size * size * size;
    double least = fk_smaller(fk_smaller(det[0], det[1]), fk_smaller(det[2], det[3]));
    double most = fk_larger(fk_larger(det[0], det[1]), fk_larger(det[2], det[3]));
    return least > error || most < -error;
}

static bool pairs_enclose_origin(const fk_piece *piece_a, const fk_piece *piece_b,
                                 const fk_vertex_pair pair[4])
{
    warm_piece a, b;
    if (!warm_piece_init(&a, piece_a, NULL) || !warm_piece_init(&b, piece_b, NULL))
        return false;
    uint32_t count_a = fk_piece_vertex_count(piece_a), count_b = fk_piece_vertex_count(piece_b);
    fk_vec3 shift = fk_vec3_sub(b.anchor, a.anchor), d[4];
    double size = fk_vec3_largest(shift);
    for (int i = 0; i < 4; i++) {
        if (pair[i].a >= count_a || pair[i].b >= count_b)
            return false;
        fk_vec3 p = vertex_offset(&a, pair[i].a), q = vertex_offset(&b, pair[i].b);
        d[i] = fk_vec3_sub(fk_vec3_add(q, shift), p);
        a.extent = fk_larger(a.extent, fk_vec3_largest(p));
        b.extent = fk_larger(b.extent, fk_vec3_largest(q));
    }
    size = (size + a.extent + b.extent) * MORE;
    return is_safe_size(size) && four_enclose_origin(d, size);
}

bool fk_gjk_check_cache(const fk_piece *a, const fk_piece *b, const fk_pair_cache *cache)
{
    return cache->verdict == FK_APART ? direction_separates(a, b, cache->direction)
                                      : pairs_enclose_origin(a, b, cache->pair);
}

/* ---- The verdict --------------------------------------------------------------------------------------- */

/* Larger hulls with hints: GJK that climbs them is as fast as one pass over all their points. */
#define LARGE 400

/* After so many verdicts without a cached proof, one is searched again. */
#define PATIENCE 256

static bool can_cache(const fk_piece *a, const fk_piece *b)
{
    return !fk_any_smooth(a, b) && !fk_any_half_space(a, b);
}

/* By GJK in floats, or in doubles. */
static void find_proof(const fk_piece *a, const fk_piece *b, fk_pair_cache *cache)
{
    cache->verdict = fk_gjk_blocks_verdict(a, b, &cache->direction, cache->pair);
    if (cache->verdict == FK_UNDECIDED)
        fk_gjk_filter_verdict(a, b, cache);
}

/* Searches a proof of the verdict for the cache. The caller sets cache->verdict. */
static void fill_cache(const fk_piece *a, const fk_piece *b, fk_verdict verdict, fk_pair_cache *cache)
{
    memset(cache, 0, sizeof *cache);
    if (fk_sat_knows(a->kind, b->kind) && verdict == FK_OVERLAPPING) {
        cache->is_known = fk_sat_common_point(a, b, &cache->inside);
    } else if (can_cache(a, b)) {
        find_proof(a, b, cache);
        cache->is_known = cache->verdict == verdict && (verdict == FK_APART || !fk_any_round(a, b));
    }
}

/* Kinds that separating axes do not know: filtered GJK gives the verdict and its proof at once. */
static bool decide_by_filter(const fk_piece *a, const fk_piece *b, fk_pair_cache *cache)
{
    if (fk_sat_knows(a->kind, b->kind) || !can_cache(a, b))
        return false;
    memset(cache, 0, sizeof *cache);
    find_proof(a, b, cache);
    cache->is_known = cache->verdict != FK_UNDECIDED && (cache->verdict == FK_APART || !fk_any_round(a, b));
    return cache->verdict != FK_UNDECIDED;
}

FK_OWN_FRAME fk_verdict fk_warm_verdict(const fk_piece *a, const fk_piece *b, fk_pair_cache *cache)
{
    if (decide_by_filter(a, b, cache))
        return cache->verdict;
    fk_verdict verdict = fk_pair_verdict(a, b);
    if (verdict != cache->verdict || cache->is_known || ++cache->idle >= PATIENCE)
        fill_cache(a, b, verdict, cache);
    cache->verdict = verdict;
    return verdict;
}

static bool is_large_hull(const fk_piece *piece)
{
    return piece->kind == FK_KIND_HULL && piece->as.hull.count > LARGE && piece->as.hull.hint != NULL;
}

bool fk_warm_check_cache(const fk_piece *a, const fk_piece *b, const fk_pair_cache *cache)
{
    if (!cache->is_known || (cache->verdict != FK_APART && cache->verdict != FK_OVERLAPPING))
        return false;
    if (cache->verdict == FK_APART && (fk_piece_has_blocks(a) || fk_piece_has_blocks(b)))
        return fk_gjk_blocks_separate(a, b, cache->direction);
    if (cache->verdict == FK_APART && (is_large_hull(a) || is_large_hull(b)))
        return false;
    return fk_sat_knows(a->kind, b->kind) ? fk_sat_check_cache(a, b, cache) : fk_gjk_check_cache(a, b, cache);
}

fk_verdict fk_pair_verdict_warm(const fk_piece *a, const fk_piece *b, fk_pair_cache *cache)
{
    return fk_warm_check_cache(a, b, cache) ? cache->verdict : fk_warm_verdict(a, b, cache);
}
