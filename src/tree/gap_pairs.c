/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The triangles of two leaves: which of their pairs can be the nearest.
 *
 * Eight pairs at a time are looked at in floats (gap_triangles.h), first along the direction of the nearest pair so far, then each along
 * its own. For this, the corners are moved to the first of them and divided by a power of two, so that the largest is below 1:
 * a difference of doubles loses 2^-52 of itself, and a float of it 2^-23. Those that are not proved to be further than the limit go on to
 * fk_pair_distance, or to fk_triangles_compare, the one that seems to be the nearest first. */

#include "tree/gap_pairs.h"

#include <math.h>
#include <string.h>

#include "base/bits.h"
#include "base/vec3.h"

/* Beyond these sizes floats are not asked. */
#define SMALLEST 0x1p-900
#define LARGEST  0x1p900

static void place(fk_gap_leaf *leaf, const fk_placed_mesh *mesh, fk_gap_slot slot, uint32_t first)
{
    const fk_tree_node *node = &mesh->tree->node[slot.node];
    const uint32_t *triangle = mesh->tree->triangle + node->child[slot.slot] + first;
    uint32_t count = node->count[slot.slot] - first;
    if (leaf->count > 0 && leaf->slot.node == slot.node && leaf->slot.slot == slot.slot && first == 0 &&
        count <= FK_GAP_PAIRS)
        return;
    leaf->slot = slot;
    leaf->count = count < FK_GAP_PAIRS ? count : FK_GAP_PAIRS;
    for (uint32_t i = 0; i < leaf->count; i++) {
        leaf->triangle[i] = triangle[i];
        fk_placed_triangle(mesh, triangle[i], leaf->corner[i]);
    }
}

/* ---- One pair ------------------------------------------------------------------------------------------ */

static bool is_lower(const fk_gap_search *s, uint32_t a, uint32_t b)
{
    if (s->is_swapped)
        return b < s->pair.b || (b == s->pair.b && a < s->pair.a);
    return a < s->pair.a || (a == s->pair.a && b < s->pair.b);
}

/* Takes a pair into account that has this distance. The pair that is kept stays when the new one is not proved to be nearer, and
 * is not lower. */
static void take(fk_gap_search *s, uint32_t a, uint32_t b, const fk_distance *d)
{
    bool is_first = s->pair.a == FK_NONE;
    if (is_first || d->distance.hi < s->own.distance.lo ||
        (d->distance.lo <= s->distance.hi && is_lower(s, a, b))) {
        s->pair.a = a;
        s->pair.b = b;
        s->own = *d;
    }
    bool is_nearer = d->distance.hi < s->distance.hi;
    if (is_first || d->distance.lo < s->distance.lo)
        s->distance.lo = d->distance.lo;
    if (is_first || is_nearer)
        s->distance.hi = d->distance.hi;
    s->limit = s->distance.hi;
    s->is_done = fk_sign_of(d->distance.hi) == 0;
    if (is_first || is_nearer) {
        fk_gap_side_toward(&s->side[0], fk_vec3_sub(d->point_b, d->point_a));
        fk_gap_side_toward(&s->side[1], fk_vec3_sub(d->point_a, d->point_b));
    }
}

static void measure(fk_gap_search *s, uint32_t i, uint32_t k)
{
    const fk_vec3 *a = s->leaf[0].corner[i], *b = s->leaf[1].corner[k];
    if (s->is_limited) {
        s->is_done = fk_triangles_compare(a, b, s->limit) < 0;
        return;
    }
    fk_piece p = fk_piece_triangle(a[0], a[1], a[2]), q = fk_piece_triangle(b[0], b[1], b[2]);
    fk_distance d;
    if (fk_pair_distance(&p, &q, NULL, &d) == FK_OK && d.distance.lo <= s->limit)
        take(s, s->leaf[0].triangle[i], s->leaf[1].triangle[k], &d);
}

/* ---- Many pairs ---------------------------------------------------------------------------------------- */

/* The corners of both leaves as floats, and the scale; 0 where they are out of range. */
typedef struct reduced {
    double scale;
    float corner[2][FK_GAP_PAIRS][9];
} reduced;

static double widest(const fk_gap_leaf *leaf, fk_vec3 base)
{
    double most = 0;
    for (uint32_t i = 0; i < leaf->count; i++)
        for (int k = 0; k < 3; k++)
            most = fk_larger(most, fk_vec3_largest(fk_vec3_sub(leaf->corner[i][k], base)));
    return most;
}

static void reduce(const fk_gap_search *s, reduced *out)
{
    fk_vec3 base = s->leaf[0].corner[0][0];
    double most = fk_larger(widest(&s->leaf[0], base), widest(&s->leaf[1], base));
    out->scale = 0;
    if (!(most > SMALLEST && most < LARGEST))
        return;
    out->scale = fk_inverse_power(fk_exponent_of(most) + 1);
    for (int of = 0; of < 2; of++)
        for (uint32_t i = 0; i < s->leaf[of].count; i++)
            for (int k = 0; k < 3; k++) {
                fk_vec3 d = fk_vec3_scale(fk_vec3_sub(s->leaf[of].corner[i][k], base), out->scale);
                out->corner[of][i][3 * k] = (float)d.x;
                out->corner[of][i][3 * k + 1] = (float)d.y;
                out->corner[of][i][3 * k + 2] = (float)d.z;
            }
}

/* Squares above this are of pairs that are further than the limit. */
static float square_of(double limit, double scale)
{
    double x = limit * scale;
    return x < 4 ? (float)(x * x * (1 + 0x1p-20) + 0x1p-60) : HUGE_VALF;
}

static bool is_any_near(const float low[FK_GAP_PAIRS], uint32_t count, float limit)
{
    for (uint32_t p = 0; p < count; p++)
        if (!(low[p] > limit))
            return true;
    return false;
}

/* Measures those of up to eight pairs that floats do not rule out, nearest first. */
static void look(fk_gap_search *s, const reduced *r, const uint8_t (*pair)[2], uint32_t count,
                 const float toward[3])
{
    fk_gap_pairs pairs;
    float square[FK_GAP_PAIRS], low[FK_GAP_PAIRS];
    for (uint32_t p = 0; p < FK_GAP_PAIRS; p++) {
        const uint8_t *of = pair[p < count ? p : 0];
        for (int i = 0; i < 9; i++) {
            pairs.a[i / 3][i % 3][p] = r->corner[0][of[0]][i];
            pairs.b[i / 3][i % 3][p] = r->corner[1][of[1]][i];
        }
    }
    fk_gap_along(&pairs, toward, low);
    if (!is_any_near(low, count, square_of(s->limit, r->scale)))
        return;
    fk_gap_nearest(&pairs, square, low);
    uint32_t left = (1u << count) - 1;
    while (left != 0 && !s->is_done) {
        uint32_t best = FK_GAP_PAIRS;
        float limit = square_of(s->limit, r->scale);
        for (uint32_t p = 0; p < count; p++) {
            if (low[p] > limit)
                left &= ~(1u << p);
            if (left >> p & 1 && (best == FK_GAP_PAIRS || square[p] < square[best]))
                best = p;
        }
        if (best == FK_GAP_PAIRS)
            return;
        left &= ~(1u << best);
        measure(s, pair[best][0], pair[best][1]);
    }
}

static void look_at_all(fk_gap_search *s)
{
    reduced r;
    uint8_t pair[FK_GAP_PAIRS][2];
    uint32_t count = 0;
    float toward[3];
    fk_vec3 way = fk_vec3_sub(s->own.point_b, s->own.point_a);
    bool is_known = s->pair.a != FK_NONE && fk_vec3_is_finite(way);
    way = is_known ? fk_vec3_scale(fk_vec3_unit(way), 1 - 0x1p-20) : fk_vec3_make(0, 0, 0);
    for (int k = 0; k < 3; k++)
        toward[k] = (float)fk_vec3_get(way, k);
    reduce(s, &r);
    for (uint32_t i = 0; i < s->leaf[0].count; i++)
        for (uint32_t k = 0; k < s->leaf[1].count && !s->is_done; k++) {
            if (r.scale == 0) {
                measure(s, i, k);
                continue;
            }
            pair[count][0] = (uint8_t)i;
            pair[count++][1] = (uint8_t)k;
            if (count == FK_GAP_PAIRS) {
                look(s, &r, pair, count, toward);
                count = 0;
            }
        }
    if (count > 0 && !s->is_done)
        look(s, &r, pair, count, toward);
}

void fk_gap_leaves(fk_gap_search *s, const fk_gap_slot slot[2])
{
    uint32_t count[2];
    for (int k = 0; k < 2; k++)
        count[k] = fk_gap_count(s->side[k].mesh->tree, slot[k]);
    for (uint32_t i = 0; i < count[0] && !s->is_done; i += FK_GAP_PAIRS)
        for (uint32_t k = 0; k < count[1] && !s->is_done; k += FK_GAP_PAIRS) {
            place(&s->leaf[0], s->side[0].mesh, slot[0], i);
            place(&s->leaf[1], s->side[1].mesh, slot[1], k);
            look_at_all(s);
        }
}
