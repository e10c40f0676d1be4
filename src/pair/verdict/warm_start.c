/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The verdict from what settled the last one, where that still holds: pieces that move a little stay apart along the same
 * direction, or keep a common point. Checking that costs a fraction of the search; it is done with the same error bounds.
 *
 * Weak inputs: pieces that touch or nearly do, round pieces that overlap, half-spaces and smooth pieces, for which nothing is
 * kept. */

#include "pair/verdict/verdict.h"

#include <math.h>
#include <string.h>

#include "base/bits.h"
#include "base/vec3.h"
#include "exact/exact.h"
#include "shape/support.h"
#include "shape/vertices.h"

/* ---- What was kept -------------------------------------------------------------------------------------- */

/* A kept direction, or four kept vertex differences. One pass over the points of a hull finds how far it
 * reaches, how large it is, and whether it is valid.
 *
 * Error bounds. u = 2^-52 bounds the relative error of one operation in any rounding mode. Points are offsets from an
 * anchor of their piece; E is the largest coordinate of an offset, size = E_a + E_b + |shift| with shift the way between the
 * anchors, m the largest component of n.
 *   apart        n.x over points: one difference, a product and two sums, 12 u m E for three components; a box adds three
 *                such products, of three times the size, 15 u m E in all. n.shift: 12 u m |shift|; adding up 6 u m size.
 *                REACH = 32 u is more than all of it. Radii: |n| is computed to 3 u.
 *   overlapping  a coordinate of d is off by 5 u size, and at most size. A determinant of three such has six products of
 *                three numbers: off by 6 * 3 * 5 u size^3 for its points, and by 36 u size^3 for its roundings.
 *                VOLUME = 256 u is twice that.
 * With size between 2^-100 and 2^100 flushing counts for nothing in the latter; TINY is added for it in the former. */

#define REACH    (32 * 0x1p-52)
#define VOLUME   (256 * 0x1p-52)
#define TINY     0x1p-800
#define SMALLEST 0x1p-100
#define LARGEST  0x1p100
#define MORE     (1.0 + 0x1p-48)

/* A piece: its points as offsets from the anchor. Those of a hull lie elsewhere. */
typedef struct side {
    const fk_piece *piece;
    fk_vec3 anchor;
    fk_vec3 offset[4]; /* of a cell, 1 to 3 are its edges */
    uint32_t count;
    double extent; /* no coordinate of an offset is larger */
    double reach;  /* along the direction that was asked for */
} side;

static void add_points(side *s, const fk_vec3 *point, uint32_t count)
{
    s->anchor = point[0];
    s->count = count;
    for (uint32_t i = 0; i < count; i++)
        s->offset[i] = fk_vec3_sub(point[i], point[0]);
}

static bool gather_points(side *s)
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
        add_points(s, &piece->as.point, 1);
        return true;
    case FK_KIND_SEGMENT:
    case FK_KIND_CAPSULE:
        add_points(s, piece->as.segment, 2);
        return true;
    case FK_KIND_TRIANGLE:
        add_points(s, piece->as.triangle, 3);
        return true;
    default:
        return false;
    }
}

/* False when the piece is not valid, or of another kind. The points of a hull are looked at along n; without a direction only
 * to see that they are valid. */
static bool side_init(side *s, const fk_piece *piece, const fk_vec3 *n)
{
    s->piece = piece;
    s->extent = s->reach = 0.0;
    if (piece->kind == FK_KIND_HULL) {
        const fk_points *hull = &piece->as.hull;
        if (hull->point == NULL || hull->count == 0)
            return false;
        s->anchor = hull->point[0];
        if (n == NULL)
            return fk_scan_is_finite(hull->point, hull->count);
        return fk_scan_reach(hull->point, hull->count, s->anchor, *n, &s->reach, &s->extent);
    }
    if (!gather_points(s))
        return false;
    for (uint32_t i = 0; i < s->count; i++) {
        double x = n != NULL ? fk_vec3_dot(*n, s->offset[i]) : 0.0;
        s->reach = piece->kind == FK_KIND_BOX ? s->reach + (x > 0.0 ? x : 0.0) : fk_larger(s->reach, x);
        /* More than the largest, as a box adds up its edges; and NaN when there is one. */
        s->extent += fabs(s->offset[i].x) + fabs(s->offset[i].y) + fabs(s->offset[i].z);
    }
    return fk_vec3_is_finite(s->anchor) && fk_is_finite(s->extent) && fk_is_finite(fk_piece_radius(piece)) &&
           fk_sign_of(fk_piece_radius(piece)) >= 0;
}

static bool has_usual_size(double size)
{
    return size > SMALLEST && size < LARGEST;
}

static bool stays_apart(const fk_piece *piece_a, const fk_piece *piece_b, fk_vec3 n)
{
    side a, b;
    fk_vec3 back = fk_vec3_negate(n);
    if (!side_init(&a, piece_a, &n) || !side_init(&b, piece_b, &back))
        return false;
    fk_vec3 shift = fk_vec3_sub(b.anchor, a.anchor);
    double size = (a.extent + b.extent + fk_vec3_largest(shift)) * MORE, largest = fk_vec3_largest(n);
    double radius = fk_piece_radius(piece_a) + fk_piece_radius(piece_b);
    if (!has_usual_size(size) || !has_usual_size(largest))
        return false;
    double gap = fk_vec3_dot(n, shift) - (a.reach + b.reach), error = REACH * largest * size + TINY;
    return radius > 0.0 ? gap - error > radius * fk_vec3_length(n) * MORE : gap > error;
}

/* The offset of a vertex. */
static fk_vec3 vertex_offset(const side *s, uint32_t vertex)
{
    if (s->piece->kind == FK_KIND_HULL)
        return fk_vec3_sub(s->piece->as.hull.point[vertex], s->anchor);
    if (s->piece->kind != FK_KIND_BOX)
        return s->offset[vertex];
    fk_vec3 sum = fk_vec3_make(0, 0, 0);
    for (int k = 0; k < 3; k++)
        if (vertex >> k & 1)
            sum = fk_vec3_add(sum, s->offset[k + 1]);
    return sum;
}

/* Whether the origin lies inside four points: the determinants of the triples have signs that alternate. */
static bool surround(const fk_vec3 d[4], double size)
{
    fk_vec3 cross01 = fk_vec3_cross(d[0], d[1]), cross23 = fk_vec3_cross(d[2], d[3]);
    double det[4] = {fk_vec3_dot(cross01, d[2]), -fk_vec3_dot(cross01, d[3]), fk_vec3_dot(cross23, d[0]),
                     -fk_vec3_dot(cross23, d[1])};
    double error = VOLUME * size * size * size;
    double least = fk_smaller(fk_smaller(det[0], det[1]), fk_smaller(det[2], det[3]));
    double most = fk_larger(fk_larger(det[0], det[1]), fk_larger(det[2], det[3]));
    return least > error || most < -error;
}

static bool stay_around(const fk_piece *piece_a, const fk_piece *piece_b, const fk_vertex_pair pair[4])
{
    side a, b;
    if (!side_init(&a, piece_a, NULL) || !side_init(&b, piece_b, NULL))
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
    return has_usual_size(size) && surround(d, size);
}

bool fk_confirm(const fk_piece *a, const fk_piece *b, const fk_pair_cache *cache)
{
    return cache->verdict == FK_APART ? stays_apart(a, b, cache->direction) : stay_around(a, b, cache->pair);
}

/* ---- The verdict --------------------------------------------------------------------------------------- */

/* Hulls of more points that have hints are searched as quickly as a direction is tried on all their points. */
#define LARGE 400

/* After so many verdicts without anything to keep, it is looked for again. */
#define PATIENCE 256

static bool is_kept(const fk_piece *a, const fk_piece *b)
{
    return !fk_smooth_is_among(a, b) && !fk_half_is_among(a, b);
}

/* Looks for something that shows the verdict; the verdict is left to the caller. */
static void remember(const fk_piece *a, const fk_piece *b, fk_verdict verdict, fk_pair_cache *cache)
{
    memset(cache, 0, sizeof *cache);
    if (fk_axes_know(a->kind, b->kind) && verdict == FK_OVERLAPPING) {
        cache->is_known = fk_axes_common_point(a, b, &cache->inside);
    } else if (is_kept(a, b)) {
        fk_quick_solve(a, b, cache);
        cache->is_known = cache->verdict == verdict && (verdict == FK_APART || !fk_round_is_among(a, b));
    }
}

/* What axes do not know is decided by the quick way first, and that shows it, too. */
static bool ask_quickly(const fk_piece *a, const fk_piece *b, fk_pair_cache *cache)
{
    if (fk_axes_know(a->kind, b->kind) || !is_kept(a, b))
        return false;
    memset(cache, 0, sizeof *cache);
    fk_quick_solve(a, b, cache);
    cache->is_known =
        cache->verdict != FK_UNDECIDED && (cache->verdict == FK_APART || !fk_round_is_among(a, b));
    return cache->verdict != FK_UNDECIDED;
}

FK_OWN_FRAME fk_verdict fk_warm_ask(const fk_piece *a, const fk_piece *b, fk_pair_cache *cache)
{
    if (ask_quickly(a, b, cache))
        return cache->verdict;
    fk_verdict verdict = fk_pair_verdict(a, b);
    if (verdict != cache->verdict || cache->is_known || ++cache->idle >= PATIENCE)
        remember(a, b, verdict, cache);
    cache->verdict = verdict;
    return verdict;
}

static bool is_large(const fk_piece *piece)
{
    return piece->kind == FK_KIND_HULL && piece->as.hull.count > LARGE && piece->as.hull.hint != NULL;
}

bool fk_warm_holds(const fk_piece *a, const fk_piece *b, const fk_pair_cache *cache)
{
    if (!cache->is_known || (cache->verdict != FK_APART && cache->verdict != FK_OVERLAPPING))
        return false;
    if (cache->verdict == FK_APART && (is_large(a) || is_large(b)))
        return false;
    return fk_axes_know(a->kind, b->kind) ? fk_axes_confirm(a, b, cache) : fk_confirm(a, b, cache);
}

fk_verdict fk_pair_verdict_warm(const fk_piece *a, const fk_piece *b, fk_pair_cache *cache)
{
    return fk_warm_holds(a, b, cache) ? cache->verdict : fk_warm_ask(a, b, cache);
}
