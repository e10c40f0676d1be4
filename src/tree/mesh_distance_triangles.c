/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The triangles of two leaves: which of their pairs can be the nearest.
 *
 * First each triangle is projected on the direction of the nearest pair so far; pairs whose projections are
 * farther apart than the limit are skipped. The others are bounded in floats, eight at a time, each along its
 * own direction. Both steps use corners relative to the first corner. For floats they are divided by a power
 * of two, so that the largest is below 1: a difference of doubles loses 2^-52 of itself, and its float 2^-23.
 * Pairs that are not proved to be farther than the limit are measured in doubles by the same method, and
 * where that does not suffice by fk_pair_distance or fk_triangles_compare, the apparently nearest first. */

#include "tree/mesh_distance.h"

#include <math.h>
#include <string.h>

#include "base/bits.h"
#include "base/simd.h"
#include "base/vec3.h"
#include "exact/exact.h"

/* ---- Eight pairs of triangles -------------------------------------------------------------------------- */

/* Lower bounds of the distance in floats, one pair per lane. The nearest points of two disjoint triangles lie
 * on an edge of each, or are a corner of one and a point inside the other: nine and six candidates. They need
 * only the products of five vectors: the edges from corner 0 of both, and the displacement r between these
 * corners. Edges: Ericson, Real-Time Collision Detection, 5.1.9, always with its last step; faces: the foot
 * of the corner on the plane. The best candidate gives two points, and a direction n from a to b.
 *
 * None of this is trusted. For any n, the distance is at least (min n.b - max n.a) / |n|. With |n| computed
 * in floats, the error of the difference is at most |nx| + |ny| + |nz| times 2 * 2^-22 for the coordinates
 * plus 2 * 3 * 2^-23 for products and sums in any rounding mode; 2^-18 is more. The square and the quotient
 * lose less than 2^-20, which the factor covers. n.n does not underflow where it is above 2^-60, except for
 * negligible terms. If n is shorter than that, or the triangles are so small that products underflow, the
 * bound is 0 or belongs to a bad direction: weak, but not wrong.
 *
 * In doubles, one pair is treated the same way. Coordinates are off by 2^-51, products and sums by 2 * 3 *
 * 2^-52; 2^-47 is more. The square is that of a displacement between points of both triangles, whose error is
 * below 2^-46: each coordinate takes eight operations on numbers up to 6, and the weights are not negative
 * and sum to at most 1, up to rounding. So both bounds form an interval. */

/* Coordinate k of corner i of the triangles of pair p is a[i][k][p] and b[i][k][p]. It is at most 1 in
 * magnitude, with an error of at most 2^-22. */
typedef struct triangle_pair_lanes {
    float a[3][3][FK_DISTANCE_LANES], b[3][3][FK_DISTANCE_LANES];
} triangle_pair_lanes;

#define FK_GAP_DOUBLES
#define FK_DISTANCE_ERROR 0x1p-47
#define FK_LEVEL(name)    name##_double
#define FK_LEVEL_BITS     0
#define FK_SIMD           f64xn
#define FK_SIMD_DOUBLES   1
#include "base/simd.inc"
#define FK_SIMD f64xn
#include "tree/mesh_distance_triangles.inc"
#undef FK_LEVEL
#undef FK_LEVEL_BITS
#undef FK_DISTANCE_ERROR
#undef FK_GAP_DOUBLES

#define FK_DISTANCE_ERROR 0x1p-18f
#define FK_LEVEL_FILE     "tree/mesh_distance_triangles.inc"
#define FK_LEVEL_LONG
#include "base/cpu_plain.inc"
#include "base/cpu_levels.inc"
#undef FK_DISTANCE_ERROR

/* low[p] becomes a lower bound of the squared distance of pair p: the separation along the approximate
 * direction of the nearest points, or 0. square[p] becomes the approximate squared distance; it may be
 * wrong. */
static void bound_pair_distances(const triangle_pair_lanes *pairs, float square[FK_DISTANCE_LANES],
                                 float low[FK_DISTANCE_LANES])
{
    static void (*const level[])(const triangle_pair_lanes *, float *, float *) = FK_LEVELS_LONG(nearest);
    level[fk_cpu_level()](pairs, square, low);
}

bool fk_triangle_distance_interval(const fk_vec3 a[3], const fk_vec3 b[3], double scale, fk_interval *out,
                                   fk_vec3 *displacement)
{
    double low, square = nearest_double(a, b, scale, displacement, &low);
    double lo = sqrt(low) * (1 - 0x1p-50), hi = (sqrt(square) + 0x1p-46) * (1 + 0x1p-50);
    if (!(lo > 0x1p-20 && hi - lo < 0x1.8p-45))
        return false;
    out->lo = lo / scale;
    out->hi = hi / scale;
    return true;
}

/* Outside this range of sizes, floats are not used. */
#define SMALLEST 0x1p-900
#define LARGEST  0x1p900

_Static_assert(FK_TREE_LEAF_MOST <= FK_DISTANCE_LANES, "there is a place for each triangle of a leaf");

static const fk_leaf_triangles *place_leaf_triangles(fk_distance_search *s, int side, fk_tree_slot slot)
{
    const fk_placed_mesh *mesh = s->side[side].mesh;
    uint32_t first = fk_slot_node(mesh->tree, slot), count = fk_slot_triangle_count(mesh->tree, slot);
    fk_leaf_triangles *leaf = &s->leaf[side][first / 2 % FK_LEAF_CACHE_SIZE];
    if (leaf->count == count && leaf->first == first)
        return leaf;
    leaf->first = first;
    leaf->count = count;
    for (uint32_t i = 0; i < count; i++)
        fk_placed_triangle(mesh, mesh->tree->triangle[first + i], leaf->corner[i]);
    return leaf;
}

/* ---- One pair ------------------------------------------------------------------------------------------ */

void fk_distance_set_toward(fk_distance_search *s, fk_vec3 displacement)
{
    const fk_vec3 zero = {0, 0, 0};
    s->toward =
        fk_vec3_is_finite(displacement) ? fk_vec3_scale(fk_vec3_unit(displacement), 1 - 0x1p-40) : zero;
    fk_distance_side_set_direction(&s->side[0], s->toward);
    if (s->side[1].mesh != NULL)
        fk_distance_side_set_direction(&s->side[1], fk_vec3_negate(s->toward));
}

/* Doubles are compared by their bits, because the processor may treat small ones as zero. */
void fk_distance_add_pair(fk_distance_search *s, uint32_t a, uint32_t b, fk_interval d, fk_vec3 displacement)
{
    if (fk_double_order(d.lo, s->distance.lo) < 0)
        s->distance.lo = d.lo;
    if (s->pair.a != FK_NONE && fk_double_order(d.hi, s->distance.hi) >= 0)
        return;
    s->pair.a = a;
    s->pair.b = b;
    s->distance.hi = s->limit = d.hi;
    s->is_done = fk_sign_of(d.hi) == 0;
    fk_distance_set_toward(s, displacement);
}

/* Whether the plane of triangle a, moved toward b by the limit, has all of b on it or beyond, exactly. This excludes most pairs of
 * faces that are parallel, and as far apart as the limit. False where it is not known. */
FK_OWN_FRAME static bool is_beyond_plane(const fk_vec3 a[3], const fk_vec3 b[3], double limit)
{
    fk_arena arena;
    fk_arena_init(&arena);
    fk_exact_vec3 n = fk_exact_vec3_cross(&arena, fk_exact_vec3_displacement(&arena, a[0], a[1]),
                                          fk_exact_vec3_displacement(&arena, a[0], a[2]));
    fk_exact length = fk_exact_from(&arena, limit), least = {0};
    for (int k = 0; k < 3; k++) {
        fk_exact d = fk_exact_vec3_dot(&arena, n, fk_exact_vec3_displacement(&arena, a[0], b[k]));
        if (d.sign == 0 || (k > 0 && d.sign != least.sign))
            return false;
        if (k == 0 || fk_exact_compare(d, least) * d.sign < 0)
            least = d;
    }
    fk_exact square =
        fk_exact_mul(&arena, fk_exact_mul(&arena, length, length), fk_exact_vec3_dot(&arena, n, n));
    return fk_exact_compare(fk_exact_mul(&arena, least, least), square) >= 0 && !arena.full;
}

/* Whether the displacement is about perpendicular to a triangle. */
static bool is_before_face(const fk_vec3 t[3], fk_vec3 displacement)
{
    fk_vec3 n = fk_vec3_cross(fk_vec3_sub(t[1], t[0]), fk_vec3_sub(t[2], t[0]));
    double along = fk_vec3_dot(n, displacement);
    return along * along >= (1 - 0x1p-30) * fk_vec3_dot(n, n) * fk_vec3_dot(displacement, displacement);
}

static bool is_closer_exactly(const fk_vec3 a[3], const fk_vec3 b[3], double limit, fk_vec3 displacement)
{
    if (fk_vec3_largest(displacement) > 0 &&
        ((is_before_face(a, displacement) && is_beyond_plane(a, b, limit)) ||
         (is_before_face(b, displacement) && is_beyond_plane(b, a, limit))))
        return false;
    return fk_triangles_compare(a, b, limit) < 0;
}

/* Limited: whether the pair decides the query. The nearest one gives the direction. */
static void compare_pair(fk_distance_search *s, const fk_vec3 a[3], const fk_vec3 b[3], const fk_interval *d,
                         fk_vec3 displacement)
{
    if (d != NULL && d->hi < s->distance.hi) {
        s->distance.hi = d->hi;
        fk_distance_set_toward(s, displacement);
    }
    if (d != NULL && (d->lo > s->limit || d->hi < s->limit))
        s->is_closer = d->hi < s->limit;
    else
        s->is_closer = is_closer_exactly(a, b, s->limit, displacement);
    s->is_done = s->is_closer || s->work == 0;
}

static fk_piece placed_triangle_piece(const fk_placed_mesh *mesh, uint32_t triangle)
{
    fk_vec3 corner[3];
    fk_placed_triangle(mesh, triangle, corner);
    return fk_piece_triangle(corner[0], corner[1], corner[2]);
}

void fk_distance_witnesses(const fk_distance_search *s, fk_vec3 point[2])
{
    fk_piece p = placed_triangle_piece(s->side[0].mesh, s->pair.a);
    fk_piece q = s->piece != NULL ? *s->piece : placed_triangle_piece(s->side[1].mesh, s->pair.b);
    fk_distance d;
    if (fk_pair_distance(&p, &q, NULL, &d) == FK_OK) {
        point[0] = d.point_a;
        point[1] = d.point_b;
    }
}

/* Two leaves, with coordinates relative to the first corner. */
typedef struct leaf_pair {
    const fk_leaf_triangles *leaf[2];
    fk_vec3 corner[2][FK_DISTANCE_LANES][3];
    double widest; /* the largest coordinate */
    double scale;  /* 0: out of range */
    float small[2][FK_DISTANCE_LANES][9];
} leaf_pair;

/* Measures in doubles, or exactly where the error bound does not suffice. */
static void measure_triangle_pair(fk_distance_search *s, const leaf_pair *l, uint32_t i, uint32_t k)
{
    const fk_vec3 *a = l->leaf[0]->corner[i], *b = l->leaf[1]->corner[k];
    fk_distance d;
    fk_vec3 displacement = {0, 0, 0};
    bool is_known = l->scale > 0 && fk_triangle_distance_interval(l->corner[0][i], l->corner[1][k], l->scale,
                                                                  &d.distance, &displacement);
    s->is_done = --s->work == 0;
    if (s->is_limited) {
        compare_pair(s, a, b, is_known ? &d.distance : NULL, displacement);
        return;
    }
    if (!is_known) {
        fk_piece p = fk_piece_triangle(a[0], a[1], a[2]), q = fk_piece_triangle(b[0], b[1], b[2]);
        if (fk_pair_distance(&p, &q, NULL, &d) != FK_OK)
            return;
        displacement = fk_vec3_sub(d.point_b, d.point_a);
    }
    if (fk_double_order(d.distance.lo, s->limit) <= 0)
        fk_distance_add_pair(s, s->side[0].mesh->tree->triangle[l->leaf[0]->first + i],
                             s->side[1].mesh->tree->triangle[l->leaf[1]->first + k], d.distance,
                             displacement);
}

/* ---- Many pairs ---------------------------------------------------------------------------------------- */

/* Makes the corners relative to the first one. */
static void translate_leaves(leaf_pair *l)
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

static void leaves_to_floats(leaf_pair *l)
{
    for (int of = 0; of < 2; of++)
        for (uint32_t i = 0; i < l->leaf[of]->count; i++) {
            const double *from = &l->corner[of][i][0].x;
            for (int k = 0; k < 9; k++)
                l->small[of][i][k] = (float)(from[k] * l->scale);
        }
}

/* The maximum and minimum of n.p over the corners of each triangle. For |n| <= 1 their error is below 2^-48
 * of the largest coordinate. */
static void project_leaves(const leaf_pair *l, fk_vec3 n, double most[FK_DISTANCE_LANES],
                           double least[FK_DISTANCE_LANES])
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

/* Pairs with a larger square are farther apart than the limit. */
static float square_limit(double limit, double scale)
{
    double x = limit * scale;
    return x < 4 ? (float)(x * x * (1 + 0x1p-20) + 0x1p-60) : HUGE_VALF;
}

/* Measures up to eight pairs, nearest first, except those that floats rule out. */
static void measure_candidates(fk_distance_search *s, const leaf_pair *l, const uint8_t (*pair)[2],
                               uint32_t count)
{
    triangle_pair_lanes pairs;
    float square[FK_DISTANCE_LANES], low[FK_DISTANCE_LANES];
    for (uint32_t p = 0; p < FK_DISTANCE_LANES; p++) {
        const uint8_t *of = pair[p < count ? p : 0];
        for (int i = 0; i < 9; i++) {
            pairs.a[i / 3][i % 3][p] = l->small[0][of[0]][i];
            pairs.b[i / 3][i % 3][p] = l->small[1][of[1]][i];
        }
    }
    bound_pair_distances(&pairs, square, low);
    uint32_t left = (1u << count) - 1;
    while (left != 0 && !s->is_done) {
        uint32_t best = FK_DISTANCE_LANES;
        float limit = square_limit(s->limit, l->scale);
        for (uint32_t p = 0; p < count; p++) {
            if (low[p] > limit)
                left &= ~(1u << p);
            if (left >> p & 1 && (best == FK_DISTANCE_LANES || square[p] < square[best]))
                best = p;
        }
        if (best == FK_DISTANCE_LANES)
            return;
        left &= ~(1u << best);
        measure_triangle_pair(s, l, pair[best][0], pair[best][1]);
    }
}

void fk_distance_measure_leaves(fk_distance_search *s, const fk_tree_slot slot[2])
{
    leaf_pair l;
    l.leaf[0] = place_leaf_triangles(s, 0, slot[0]);
    l.leaf[1] = place_leaf_triangles(s, 1, slot[1]);
    double most[FK_DISTANCE_LANES], least[FK_DISTANCE_LANES];
    uint8_t pair[FK_DISTANCE_LANES][2];
    uint32_t count = 0;
    bool is_small = false;
    translate_leaves(&l);
    project_leaves(&l, s->toward, most, least);
    for (uint32_t i = 0; i < l.leaf[0]->count; i++)
        for (uint32_t k = 0; k < l.leaf[1]->count && !s->is_done; k++) {
            if (l.scale == 0) {
                measure_triangle_pair(s, &l, i, k);
                continue;
            }
            if (least[k] - most[i] - 0x1p-46 * l.widest > s->limit)
                continue;
            if (!is_small)
                leaves_to_floats(&l);
            is_small = true;
            pair[count][0] = (uint8_t)i;
            pair[count++][1] = (uint8_t)k;
            if (count == FK_DISTANCE_LANES) {
                measure_candidates(s, &l, pair, count);
                count = 0;
            }
        }
    if (count > 0 && !s->is_done)
        measure_candidates(s, &l, pair, count);
}
