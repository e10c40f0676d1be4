/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The triangles of two leaves: which of their pairs can be the nearest.
 *
 * First each triangle is projected on the direction of the nearest pair so far: pairs whose shadows are
 * further apart than the limit are dropped. The others are looked at in floats, eight at a time, each along
 * its own direction. For both, the corners are moved to the first of them; for floats, they
 * are divided by a power of two, so that the largest is below 1: a difference of doubles loses 2^-52 of
 * itself, and a float of it 2^-23. Those that are not proved to be further than the limit go on to the same
 * in doubles, and where that does not tell enough to fk_pair_distance or fk_triangles_compare; the one that
 * seems to be the nearest first. */

#include "tree/distance.h"

#include <math.h>
#include <string.h>

#include "base/bits.h"
#include "base/simd.h"
#include "base/vec3.h"

/* ---- Eight pairs of triangles -------------------------------------------------------------------------- */

/* How far they are from each other: bounds from below, in floats, one pair in each lane. The nearest points
 * of two triangles that are apart are on an edge of each, or a corner of one and the inside of the other:
 * nine and six candidates. With the edges from corner 0 of both and the way r between these corners, all
 * that is needed are products of these five vectors. Edges: Ericson, Real-Time Collision Detection, 5.1.9,
 * with the last of its steps always taken; faces: the foot of the corner in the plane. The best candidate
 * gives two points, and a direction n from a to b.
 *
 * Nothing of that is believed. Whatever n is, the distance is at least (min n.b - max n.a) / |n|. With |n|
 * its length as floats tell it, the error of the difference is at most |nx| + |ny| + |nz| times: 2 * 2^-22
 * for the coordinates, and 2 * 3 * 2^-23 for the products and sums in any rounding mode; 2^-18 is more. The
 * square and the quotient lose less than 2^-20 of it, which the factor makes good; n.n does not underflow
 * where it is above 2^-60, but for terms that do not matter. Where n is shorter than that, or triangles are
 * so small that products underflow, the bound is 0, or of a bad direction: weak, not wrong.
 *
 * In doubles the same is done for one pair. Coordinates are off by 2^-51, products and sums by 2 * 3 *
 * 2^-52: 2^-47 is more. And the square is that of a way between points of both triangles, which is off by
 * less than 2^-46: each coordinate is made of eight operations on numbers up to 6, and weights are not
 * negative, and their sum is at most 1, up to rounding. So there is an interval. */

/* Coordinate k of corner i of the triangles of pair p is a[i][k][p] and b[i][k][p]. None is larger than 1,
 * and each is off by at most 2^-22. */
typedef struct gap_pairs {
    float a[3][3][FK_GAP_PAIRS], b[3][3][FK_GAP_PAIRS];
} gap_pairs;

#define FK_GAP_DOUBLES
#define FK_GAP_ERROR    0x1p-47
#define FK_LEVEL(name)  name##_double
#define FK_LEVEL_BITS   0
#define FK_SIMD         f64xn
#define FK_SIMD_DOUBLES 1
#include "base/simd.inc"
#define FK_SIMD f64xn
#include "tree/distance_triangles.inc"
#undef FK_LEVEL
#undef FK_LEVEL_BITS
#undef FK_GAP_ERROR
#undef FK_GAP_DOUBLES

#define FK_GAP_ERROR  0x1p-18f
#define FK_LEVEL_FILE "tree/distance_triangles.inc"
#define FK_LEVEL_LONG
#include "base/plain.inc"
#include "base/levels.inc"
#undef FK_GAP_ERROR

/* low[p] becomes a number that is not above the square of the distance of pair p: what the direction between
 * their nearest points, up to rounding, keeps between them. 0 where it keeps nothing. square[p] becomes the
 * square of the distance, about; it may be off. */
static void nearest(const gap_pairs *pairs, float square[FK_GAP_PAIRS], float low[FK_GAP_PAIRS])
{
    static void (*const level[])(const gap_pairs *, float *, float *) = FK_LEVELS_LONG(nearest);
    level[fk_cpu_level()](pairs, square, low);
}

bool fk_gap_measure(const fk_vec3 a[3], const fk_vec3 b[3], double scale, fk_interval *out, fk_vec3 *way)
{
    double low, square = nearest_double(a, b, scale, way, &low);
    double lo = sqrt(low) * (1 - 0x1p-50), hi = (sqrt(square) + 0x1p-46) * (1 + 0x1p-50);
    if (!(lo > 0x1p-20 && hi - lo < 0x1.8p-45))
        return false;
    out->lo = lo / scale;
    out->hi = hi / scale;
    return true;
}

/* Beyond these sizes floats are not asked. */
#define SMALLEST 0x1p-900
#define LARGEST  0x1p900

_Static_assert(FK_TREE_LEAF_MOST <= FK_GAP_PAIRS, "there is a place for each triangle of a leaf");

static const fk_gap_leaf *place(fk_gap_search *s, int side, fk_gap_slot slot)
{
    const fk_placed_mesh *mesh = s->side[side].mesh;
    uint32_t first = fk_gap_node(mesh->tree, slot), count = fk_gap_count(mesh->tree, slot);
    fk_gap_leaf *leaf = &s->leaf[side][first / 2 % FK_GAP_LEAVES];
    if (leaf->count == count && leaf->first == first)
        return leaf;
    leaf->first = first;
    leaf->count = count;
    for (uint32_t i = 0; i < count; i++)
        fk_placed_triangle(mesh, mesh->tree->triangle[first + i], leaf->corner[i]);
    return leaf;
}

/* ---- One pair ------------------------------------------------------------------------------------------ */

static bool is_lower(const fk_gap_search *s, uint32_t a, uint32_t b)
{
    if (s->is_swapped)
        return b < s->pair.b || (b == s->pair.b && a < s->pair.a);
    return a < s->pair.a || (a == s->pair.a && b < s->pair.b);
}

/* The pair that is kept stays when the new one is not proved to be nearer, and is not lower. Numbers are
 * compared by their bits: small ones may be zero for the processor. */
void fk_gap_take(fk_gap_search *s, uint32_t a, uint32_t b, fk_interval d, fk_vec3 way)
{
    const fk_vec3 zero = {0, 0, 0};
    bool is_first = s->pair.a == FK_NONE;
    if (is_first || fk_double_order(d.hi, s->own.lo) < 0 ||
        (fk_double_order(d.lo, s->distance.hi) <= 0 && is_lower(s, a, b))) {
        s->pair.a = a;
        s->pair.b = b;
        s->own = d;
    }
    if (is_first || fk_double_order(d.lo, s->distance.lo) < 0)
        s->distance.lo = d.lo;
    if (!is_first && fk_double_order(d.hi, s->distance.hi) >= 0)
        return;
    s->distance.hi = d.hi;
    s->limit = d.hi;
    s->is_done = fk_sign_of(d.hi) == 0;
    s->toward = fk_vec3_is_finite(way) ? fk_vec3_scale(fk_vec3_unit(way), 1 - 0x1p-40) : zero;
    fk_gap_side_toward(&s->side[0], s->toward);
    if (s->side[1].mesh != NULL)
        fk_gap_side_toward(&s->side[1], fk_vec3_negate(s->toward));
}

static fk_piece triangle_of(const fk_placed_mesh *mesh, uint32_t triangle)
{
    fk_vec3 corner[3];
    fk_placed_triangle(mesh, triangle, corner);
    return fk_piece_triangle(corner[0], corner[1], corner[2]);
}

void fk_gap_points(const fk_gap_search *s, fk_vec3 point[2])
{
    fk_piece p = triangle_of(s->side[0].mesh, s->pair.a);
    fk_piece q = s->piece != NULL ? *s->piece : triangle_of(s->side[1].mesh, s->pair.b);
    fk_distance d;
    if (fk_pair_distance(&p, &q, NULL, &d) == FK_OK) {
        point[0] = d.point_a;
        point[1] = d.point_b;
    }
}

/* Two leaves, moved to one of their corners. */
typedef struct leaves {
    const fk_gap_leaf *leaf[2];
    fk_vec3 corner[2][FK_GAP_PAIRS][3];
    double widest; /* the largest coordinate */
    double scale;  /* 0 where they are out of range */
    float small[2][FK_GAP_PAIRS][9];
} leaves;

/* In doubles where they tell enough. */
static void measure(fk_gap_search *s, const leaves *l, uint32_t i, uint32_t k)
{
    const fk_vec3 *a = l->leaf[0]->corner[i], *b = l->leaf[1]->corner[k];
    fk_distance d;
    fk_vec3 way;
    bool is_known =
        l->scale > 0 && fk_gap_measure(l->corner[0][i], l->corner[1][k], l->scale, &d.distance, &way);
    if (s->is_limited) {
        if (is_known && (d.distance.lo > s->limit || d.distance.hi < s->limit))
            s->is_done = d.distance.hi < s->limit;
        else
            s->is_done = fk_triangles_compare(a, b, s->limit) < 0;
        return;
    }
    if (!is_known) {
        fk_piece p = fk_piece_triangle(a[0], a[1], a[2]), q = fk_piece_triangle(b[0], b[1], b[2]);
        if (fk_pair_distance(&p, &q, NULL, &d) != FK_OK)
            return;
        way = fk_vec3_sub(d.point_b, d.point_a);
    }
    if (fk_double_order(d.distance.lo, s->limit) <= 0)
        fk_gap_take(s, s->side[0].mesh->tree->triangle[l->leaf[0]->first + i],
                    s->side[1].mesh->tree->triangle[l->leaf[1]->first + k], d.distance, way);
}

/* ---- Many pairs ---------------------------------------------------------------------------------------- */

/* Moves the corners to the first of them. */
static void move(leaves *l)
{
    fk_vec3 base = l->leaf[0]->corner[0][0];
    double most = 0;
    for (int of = 0; of < 2; of++)
        for (uint32_t i = 0; i < l->leaf[of]->count; i++)
            for (int k = 0; k < 3; k++) {
                fk_vec3 d = fk_vec3_sub(l->leaf[of]->corner[i][k], base);
                l->corner[of][i][k] = d;
                most = fk_larger(most, fk_vec3_largest(d));
            }
    l->widest = most;
    l->scale = most > SMALLEST && most < LARGEST ? fk_inverse_power(fk_exponent_of(most) + 1) : 0;
}

static void make_small(leaves *l)
{
    for (int of = 0; of < 2; of++)
        for (uint32_t i = 0; i < l->leaf[of]->count; i++) {
            const double *from = &l->corner[of][i][0].x;
            for (int k = 0; k < 9; k++)
                l->small[of][i][k] = (float)(from[k] * l->scale);
        }
}

/* The greatest and the least of n.p over the corners of each triangle, which for n no longer than 1 are off
 * by less than 2^-48 of the largest coordinate. */
static void project(const leaves *l, fk_vec3 n, double most[FK_GAP_PAIRS], double least[FK_GAP_PAIRS])
{
    for (uint32_t i = 0; i < l->leaf[0]->count; i++) {
        const fk_vec3 *p = l->corner[0][i];
        most[i] = fk_larger(fk_larger(fk_vec3_dot(n, p[0]), fk_vec3_dot(n, p[1])), fk_vec3_dot(n, p[2]));
    }
    for (uint32_t i = 0; i < l->leaf[1]->count; i++) {
        const fk_vec3 *p = l->corner[1][i];
        least[i] = fk_smaller(fk_smaller(fk_vec3_dot(n, p[0]), fk_vec3_dot(n, p[1])), fk_vec3_dot(n, p[2]));
    }
}

/* Squares above this are of pairs that are further than the limit. */
static float square_of(double limit, double scale)
{
    double x = limit * scale;
    return x < 4 ? (float)(x * x * (1 + 0x1p-20) + 0x1p-60) : HUGE_VALF;
}

/* Measures those of up to eight pairs that floats do not rule out, nearest first. */
static void look(fk_gap_search *s, const leaves *l, const uint8_t (*pair)[2], uint32_t count)
{
    gap_pairs pairs;
    float square[FK_GAP_PAIRS], low[FK_GAP_PAIRS];
    for (uint32_t p = 0; p < FK_GAP_PAIRS; p++) {
        const uint8_t *of = pair[p < count ? p : 0];
        for (int i = 0; i < 9; i++) {
            pairs.a[i / 3][i % 3][p] = l->small[0][of[0]][i];
            pairs.b[i / 3][i % 3][p] = l->small[1][of[1]][i];
        }
    }
    nearest(&pairs, square, low);
    uint32_t left = (1u << count) - 1;
    while (left != 0 && !s->is_done) {
        uint32_t best = FK_GAP_PAIRS;
        float limit = square_of(s->limit, l->scale);
        for (uint32_t p = 0; p < count; p++) {
            if (low[p] > limit)
                left &= ~(1u << p);
            if (left >> p & 1 && (best == FK_GAP_PAIRS || square[p] < square[best]))
                best = p;
        }
        if (best == FK_GAP_PAIRS)
            return;
        left &= ~(1u << best);
        measure(s, l, pair[best][0], pair[best][1]);
    }
}

void fk_gap_leaves(fk_gap_search *s, const fk_gap_slot slot[2])
{
    leaves l;
    l.leaf[0] = place(s, 0, slot[0]);
    l.leaf[1] = place(s, 1, slot[1]);
    double most[FK_GAP_PAIRS], least[FK_GAP_PAIRS];
    uint8_t pair[FK_GAP_PAIRS][2];
    uint32_t count = 0;
    bool is_small = false;
    move(&l);
    project(&l, s->toward, most, least);
    for (uint32_t i = 0; i < l.leaf[0]->count; i++)
        for (uint32_t k = 0; k < l.leaf[1]->count && !s->is_done; k++) {
            if (l.scale == 0) {
                measure(s, &l, i, k);
                continue;
            }
            if (least[k] - most[i] - 0x1p-46 * l.widest > s->limit)
                continue;
            if (!is_small)
                make_small(&l);
            is_small = true;
            pair[count][0] = (uint8_t)i;
            pair[count++][1] = (uint8_t)k;
            if (count == FK_GAP_PAIRS) {
                look(s, &l, pair, count);
                count = 0;
            }
        }
    if (count > 0 && !s->is_done)
        look(s, &l, pair, count);
}
