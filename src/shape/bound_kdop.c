/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* k-DOPs: intervals along 7, 9 or 13 fixed directions whose components are 0, 1 and -1.
 *
 * Source: Klosowski, Held, Mitchell, Sowizral, Zikan, "Efficient collision detection using bounding volume hierarchies of
 * k-DOPs", 1998; Grulich's thesis (2016, section 3.1, figure 3.1) names them between boxes and hulls.
 *
 * Building is exact: one pass computes all values in doubles; a second one visits the points so close to the ends that rounding
 * may hide which is the farthest, and computes these in integers. An end is the exact one, rounded outward; so it does not depend
 * on order, level of instructions or rounding mode.
 *
 * Placing needs no vertices, by duality: let w be a direction rotated back. Whenever w is a sum of directions of the k-DOP with
 * weights that are not negative, the same sum of its ends bounds its support value along w. Several such sums are tried
 * (least_support_sum), and the least bound is used.
 *
 * Weak inputs: many points on a plane across a diagonal, or far more distant from the origin than from each other, are all
 * computed in integers. Placed k-DOPs are not the smallest, as placed boxes are not. */

#include "shape/bound.h"

#include <assert.h>
#include <string.h>

#include "exact/exact.h"

#define MOST_DIRECTIONS (3 + FK_KDOP_SLANTS)

/* Slants as numbered in bound.h: CORNERS directions to corners of a cube, then those to edges. */
#define CORNERS 4
static const signed char slant_sign[FK_KDOP_SLANTS][3] = {{1, 1, 1}, {1, 1, -1}, {1, -1, 1}, {1, -1, -1},
                                                          {1, 1, 0}, {1, -1, 0}, {1, 0, 1},  {1, 0, -1},
                                                          {0, 1, 1}, {0, 1, -1}};

/* ---- Directions ---------------------------------------------------------------------------------------- */

static bool has_corner_slants(uint32_t k)
{
    return k != 18;
}

static bool has_edge_slants(uint32_t k)
{
    return k != 14;
}

/* The index of a slant in a k-DOP, or -1. */
static int slant_index(uint32_t k, int slant)
{
    if (slant < CORNERS)
        return has_corner_slants(k) ? 3 + slant : -1;
    return has_edge_slants(k) ? (k == 18 ? 3 - CORNERS : 3) + slant : -1;
}

fk_vec3 fk_kdop_direction(uint32_t k, uint32_t i)
{
    assert(i < k / 2);
    if (i < 3)
        return fk_vec3_axis((int)i, 1);
    const signed char *sign = slant_sign[k == 18 ? i - 3 + CORNERS : i - 3];
    return fk_vec3_make(sign[0], sign[1], sign[2]);
}

/* ---- Build --------------------------------------------------------------------------------------------- */

/* The greatest double that is at most an exact number. */
static double round_exact_down(fk_exact a)
{
    double x = fk_exact_floor(a);
    return fk_double_less(DBL_MAX, x) ? DBL_MAX : x;
}

/* The value of a point along a slant, times a sign, as the sum of three doubles. */
static fk_exact slant_value(fk_arena *arena, fk_vec3 p, int slant, int sign)
{
    fk_exact sum = {0};
    for (int k = 0; k < 3; k++) {
        int s = slant_sign[slant][k] * sign;
        fk_exact term = fk_exact_from(arena, fk_vec3_get(p, k));
        if (s != 0)
            sum = fk_exact_add(arena, sum, s > 0 ? term : fk_exact_negate(term));
    }
    return sum;
}

/* An end of an interval: the farthest point so far. */
typedef struct kdop_end {
    bool is_known;
    fk_vec3 point;
} kdop_end;

static FK_OWN_FRAME void keep_farther_point(kdop_end *e, fk_vec3 p, int slant, int sign)
{
    fk_arena arena;
    fk_arena_init(&arena);
    if (!e->is_known ||
        fk_exact_compare(slant_value(&arena, p, slant, sign), slant_value(&arena, e->point, slant, sign)) > 0)
        e->point = p;
    e->is_known = true;
}

static FK_OWN_FRAME double round_end_value(const kdop_end *e, int slant, int sign)
{
    fk_arena arena;
    fk_arena_init(&arena);
    return fk_positive_zero(-round_exact_down(fk_exact_negate(slant_value(&arena, e->point, slant, sign))));
}

/* Widens the ends to limits: a point with a value beyond may be the farthest. A value has two roundings of at most three times
 * the largest coordinate: it is off by up to 6 u of that, and so is the greatest of all. */
static void set_slant_limits(const fk_aabb *box, double low[FK_KDOP_SLANTS], double high[FK_KDOP_SLANTS])
{
    double extent = fk_larger(fk_vec3_largest(box->min), fk_vec3_largest(box->max));
    double error = 16 * FK_BOUND_UNIT * extent + FK_BOUND_TINY;
    for (int j = 0; j < FK_KDOP_SLANTS; j++) {
        low[j] = extent < FK_BOUND_LARGEST ? low[j] + error : (double)INFINITY;
        high[j] = extent < FK_BOUND_LARGEST ? high[j] - error : -(double)INFINITY;
    }
}

static void keep_extremes(fk_vec3 p, const double low[FK_KDOP_SLANTS], const double high[FK_KDOP_SLANTS],
                          uint32_t k, kdop_end ends[FK_KDOP_SLANTS][2])
{
    double value[FK_KDOP_SLANTS];
    fk_slant_values(p, value);
    for (int j = 0; j < FK_KDOP_SLANTS; j++) {
        if (slant_index(k, j) < 0)
            continue;
        if (!(value[j] > low[j]))
            keep_farther_point(&ends[j][0], p, j, -1);
        if (!(value[j] < high[j]))
            keep_farther_point(&ends[j][1], p, j, 1);
    }
}

static void build_slants(const fk_vec3 *point, size_t count, const fk_aabb *box, fk_kdop *dop)
{
    double low[FK_KDOP_SLANTS], high[FK_KDOP_SLANTS];
    kdop_end ends[FK_KDOP_SLANTS][2];
    memset(ends, 0, sizeof ends);
    fk_scan_slants(point, count, low, high);
    set_slant_limits(box, low, high);
    for (size_t i = fk_scan_next_slant(point, count, 0, low, high); i < count;
         i = fk_scan_next_slant(point, count, i, low, high)) {
        size_t stop = count - i < 8 ? count : i + 8;
        for (; i < stop; i++)
            keep_extremes(point[i], low, high, dop->k, ends);
    }
    for (int j = 0; j < FK_KDOP_SLANTS; j++) {
        int place = slant_index(dop->k, j);
        if (place >= 0) {
            dop->lo[place] = fk_positive_zero(-round_end_value(&ends[j][0], j, -1));
            dop->hi[place] = round_end_value(&ends[j][1], j, 1);
        }
    }
}

fk_status fk_kdop_build(const fk_vec3 *point, size_t count, uint32_t k, fk_kdop *out)
{
    fk_aabb box;
    if (k != 14 && k != 18 && k != 26)
        return FK_ERROR_ARGUMENT;
    fk_status status = fk_aabb_build(point, count, &box);
    if (status != FK_OK)
        return status;
    fk_kdop dop;
    memset(&dop, 0, sizeof dop);
    dop.k = k;
    for (int i = 0; i < 3; i++) {
        dop.lo[i] = fk_vec3_get(box.min, i);
        dop.hi[i] = fk_vec3_get(box.max, i);
    }
    build_slants(point, count, &box, &dop);
    *out = dop;
    return FK_OK;
}

/* ---- Place --------------------------------------------------------------------------------------------- */

/* The support values of a k-DOP along its own directions and their opposites, indexed by three signs or zeros; infinite for other
 * directions. */
#define SIGNS                       27
#define NUMBER_OF_SIGNS(sx, sy, sz) (((sx) + 1) * 9 + ((sy) + 1) * 3 + ((sz) + 1))

static void list_support_values(const fk_kdop *dop, double support[SIGNS])
{
    for (int i = 0; i < SIGNS; i++)
        support[i] = INFINITY;
    for (uint32_t i = 0; i < dop->k / 2; i++) {
        fk_vec3 d = fk_kdop_direction(dop->k, i);
        int number = NUMBER_OF_SIGNS((int)d.x, (int)d.y, (int)d.z);
        support[number] = dop->hi[i];
        support[SIGNS - 1 - number] = -dop->lo[i];
    }
}

static void swap_if_less(double *a, double *b, int *i, int *j)
{
    if (*a < *b) {
        double size = *a;
        int at = *i;
        *a = *b;
        *b = size;
        *i = *j;
        *j = at;
    }
}

/* Sorts sizes in descending order, together with their indices. */
static void sort_sizes(double size[3], int at[3])
{
    swap_if_less(&size[0], &size[1], &at[0], &at[1]);
    swap_if_less(&size[1], &size[2], &at[1], &at[2]);
    swap_if_less(&size[0], &size[1], &at[0], &at[1]);
}

/* The least of several sums that bound the support value of a k-DOP along w, whose components have sizes a >= b >= c along axes
 * i, j, l; `at` leads from the zero direction in the list of support values to these. All weights are differences that are not
 * negative:
 *   axes            a i + b j + c l
 *   corner          c (i + j + l) + (a - c) i + (b - c) j
 *   edges           b (i + j) + c (i + l) + (a - b - c) i, or where that is negative
 *                   (a + b - c)/2 (i + j) + (a + c - b)/2 (i + l) + (b + c - a)/2 (j + l)
 *   corner, edge    c (i + j + l) + (b - c) (i + j) + (a - b) i
 * Each weight has an error of at most 2 u (a + b + c), of a sum of three or more terms; see place_kdop_ends. */
static double least_support_sum(uint32_t k, const double *none, const double size[3], const int at[3])
{
    double a = size[0], b = size[1], c = size[2], to_i = none[at[0]], to_j = none[at[1]];
    double to_ij = none[at[0] + at[1]], to_all = none[at[0] + at[1] + at[2]];
    double best = a * to_i + b * to_j + c * none[at[2]];
    if (has_corner_slants(k))
        best = fk_smaller(c * to_all + (a - c) * to_i + (b - c) * to_j, best);
    if (has_corner_slants(k) && has_edge_slants(k))
        best = fk_smaller(c * to_all + (b - c) * to_ij + (a - b) * to_i, best);
    if (has_edge_slants(k)) {
        double to_il = none[at[0] + at[2]], to_jl = none[at[1] + at[2]], rest = a - (b + c);
        double edges = rest >= 0.0 ? b * to_ij + c * to_il + rest * to_i
                                   : 0.5 * ((a + (b - c)) * to_ij + ((a - b) + c) * to_il - rest * to_jl);
        best = fk_smaller(edges, best);
    }
    return best;
}

/* The ends of the placed k-DOP along a direction. w is computed within 2 u of the sum S of the sizes of all entries of the
 * rotation, and the weights of its sum are off by 2 u (a + b + c) <= 2 u S each; as the terms of a sum are at most 3 times the
 * largest coordinate A, the sum is off by less than 3 * 2 * 3 u S A, and by the rounding of its terms, 3 u of as much: together
 * below 36 u S A. The three coordinates of a placed point are off by 4 u (S A + T), with T the sum of sizes of the translation,
 * and the translation along d by 2 u T. */
static void place_kdop_ends(uint32_t k, const double support[SIGNS], const fk_pose *pose, fk_vec3 d,
                            double error, double *low, double *high)
{
    const double(*r)[3] = pose->rotation;
    double size[3], along = fk_vec3_dot(d, pose->translation);
    int at[3], back[3];
    for (int i = 0; i < 3; i++) {
        double w = d.x * r[0][i] + d.y * r[1][i] + d.z * r[2][i];
        static const int weight[3] = {9, 3, 1};
        size[i] = fabs(w);
        at[i] = w < 0.0 ? -weight[i] : weight[i];
    }
    sort_sizes(size, at);
    for (int i = 0; i < 3; i++)
        back[i] = -at[i];
    /* The middle of the list is the zero direction. */
    *high = fk_add_upward(least_support_sum(k, support + SIGNS / 2, size, at) + along, error);
    *low = -fk_add_upward(least_support_sum(k, support + SIGNS / 2, size, back) - along, error);
}

fk_kdop fk_kdop_place(const fk_kdop *dop, const fk_pose *pose)
{
    fk_kdop placed;
    double extent = 0.0, size = 0.0, along[SIGNS];
    memset(&placed, 0, sizeof placed);
    placed.k = dop->k;
    for (int i = 0; i < 3; i++)
        extent = fk_larger(fk_larger(fabs(dop->lo[i]), fabs(dop->hi[i])), extent);
    for (int i = 0; i < 3; i++)
        size += fk_pose_row_size(pose, i, fk_vec3_make(extent, extent, extent));
    double error = 64 * FK_BOUND_UNIT * size + FK_BOUND_TINY;
    bool in_range = size < FK_BOUND_LARGEST;
    list_support_values(dop, along);
    for (uint32_t i = 0; i < dop->k / 2; i++) {
        fk_vec3 d = fk_kdop_direction(dop->k, i);
        placed.hi[i] = INFINITY;
        placed.lo[i] = -INFINITY;
        if (in_range)
            place_kdop_ends(dop->k, along, pose, d, error, &placed.lo[i], &placed.hi[i]);
    }
    return placed;
}

/* ---- Two k-DOPs, a point ------------------------------------------------------------------------------- */

bool fk_kdop_meets(const fk_kdop *a, const fk_kdop *b)
{
    assert(a->k == b->k);
    for (uint32_t i = 0; i < a->k / 2; i++)
        if (a->lo[i] > b->hi[i] || b->lo[i] > a->hi[i])
            return false;
    return true;
}

fk_kdop fk_kdop_merge(const fk_kdop *a, const fk_kdop *b)
{
    assert(a->k == b->k);
    fk_kdop both = *a;
    for (uint32_t i = 0; i < a->k / 2; i++) {
        both.lo[i] = fk_double_smaller(a->lo[i], b->lo[i]);
        both.hi[i] = fk_double_larger(a->hi[i], b->hi[i]);
    }
    return both;
}

static FK_OWN_FRAME bool slant_contains(const fk_kdop *dop, fk_vec3 p, int slant)
{
    fk_arena arena;
    fk_arena_init(&arena);
    int i = slant_index(dop->k, slant);
    if (i < 0)
        return true;
    fk_exact value = slant_value(&arena, p, slant, 1);
    return (!fk_is_finite(dop->lo[i]) || fk_exact_compare(value, fk_exact_from(&arena, dop->lo[i])) >= 0) &&
           (!fk_is_finite(dop->hi[i]) || fk_exact_compare(value, fk_exact_from(&arena, dop->hi[i])) <= 0) &&
           !arena.full;
}

bool fk_kdop_contains(const fk_kdop *dop, fk_vec3 point)
{
    fk_aabb box = {{dop->lo[0], dop->lo[1], dop->lo[2]}, {dop->hi[0], dop->hi[1], dop->hi[2]}};
    if (!fk_aabb_contains(&box, point))
        return false;
    for (int slant = 0; slant < FK_KDOP_SLANTS; slant++)
        if (!slant_contains(dop, point, slant))
            return false;
    return true;
}

/* ---- Volume --------------------------------------------------------------------------------------------- */

/* A third of the sum over its faces of their areas times their heights above the centre. A face is a large square on its plane,
 * cut by all other planes. Doubles, nothing proved. Each axis is first stretched by a power of two, so that the box around it has
 * sides from 1 to 2: thin ones lose nothing, and only the result can leave the range, and is then infinite or 0. */

#define MOST_CORNERS 32 /* a square cut by 24 planes has no more than 28 */

/* More than the distance of any point of the stretched k-DOP from its centre. */
#define HALF_WIDTH 4.0

/* All x with direction.x <= limit. */
typedef struct kdop_plane {
    fk_vec3 direction;
    double limit;
} kdop_plane;

typedef struct kdop_polygon {
    int count;
    fk_vec3 corner[MOST_CORNERS];
} kdop_polygon;

/* A square of half width `half_width` at a height above the origin along a unit vector. */
static kdop_polygon make_square(fk_vec3 unit, double height, double half_width)
{
    int axis = fabs(unit.x) <= fabs(unit.y) && fabs(unit.x) <= fabs(unit.z) ? 0
               : fabs(unit.y) <= fabs(unit.z)                               ? 1
                                                                            : 2;
    fk_vec3 v = fk_vec3_scale(fk_vec3_unit(fk_vec3_cross(unit, fk_vec3_axis(axis, 1))), half_width);
    fk_vec3 w = fk_vec3_cross(unit, v), c = fk_vec3_scale(unit, height);
    kdop_polygon square = {4,
                           {fk_vec3_add(c, fk_vec3_add(v, w)), fk_vec3_add(c, fk_vec3_sub(w, v)),
                            fk_vec3_sub(c, fk_vec3_add(v, w)), fk_vec3_add(c, fk_vec3_sub(v, w))}};
    return square;
}

/* Clips a polygon to direction.x <= limit. */
static void cut_polygon(kdop_polygon *p, fk_vec3 direction, double limit)
{
    kdop_polygon kept = {0};
    for (int i = 0; i < p->count; i++) {
        fk_vec3 from = p->corner[i], to = p->corner[(i + 1) % p->count];
        double above = fk_vec3_dot(direction, from) - limit, next = fk_vec3_dot(direction, to) - limit;
        if (above <= 0.0 && kept.count < MOST_CORNERS)
            kept.corner[kept.count++] = from;
        if ((above < 0.0 && next > 0.0) || (above > 0.0 && next < 0.0)) {
            fk_vec3 step = fk_vec3_scale(fk_vec3_sub(to, from), above / (above - next));
            if (kept.count < MOST_CORNERS)
                kept.corner[kept.count++] = fk_vec3_add(from, step);
        }
    }
    *p = kept;
}

static double polygon_area(const kdop_polygon *p)
{
    fk_vec3 sum = {0, 0, 0};
    for (int i = 2; i < p->count; i++)
        sum = fk_vec3_add(sum, fk_vec3_cross(fk_vec3_sub(p->corner[i - 1], p->corner[0]),
                                             fk_vec3_sub(p->corner[i], p->corner[0])));
    return 0.5 * fk_vec3_length(sum);
}

/* Whether another plane duplicates this one: stretched directions may be parallel up to rounding, and a face must not count
 * twice. The one with the least limit stays, and among equal ones the first. */
static bool is_duplicate_plane(const kdop_plane *all, uint32_t count, uint32_t face)
{
    const kdop_plane *f = &all[face];
    for (uint32_t i = 0; i < count; i++) {
        fk_vec3 apart = fk_vec3_sub(all[i].direction, f->direction);
        bool is_first = all[i].limit < f->limit || (all[i].limit == f->limit && i < face);
        if (i != face && is_first && fk_vec3_dot(apart, apart) < 0x1p-90)
            return true;
    }
    return false;
}

static double face_cone_volume(const kdop_plane *all, uint32_t count, uint32_t face)
{
    double length = fk_vec3_length(all[face].direction), height = all[face].limit / length;
    if (!(height < HALF_WIDTH) || is_duplicate_plane(all, count, face))
        return 0.0;
    kdop_polygon p = make_square(fk_vec3_scale(all[face].direction, 1.0 / length), height, HALF_WIDTH);
    for (uint32_t i = 0; i < count; i++)
        if (i != face)
            cut_polygon(&p, all[i].direction, all[i].limit);
    return polygon_area(&p) * height / 3.0;
}

/* The plane at one end of direction i, relative to the centre and stretched by 2^-power. */
static kdop_plane stretched_plane(const fk_kdop *dop, fk_vec3 middle, const int *power, uint32_t i, int sign)
{
    fk_vec3 d = fk_kdop_direction(dop->k, i);
    double at = fk_vec3_dot(d, middle), limit = sign > 0 ? dop->hi[i] - at : at - dop->lo[i];
    int most = -2000;
    for (int k = 0; k < 3; k++)
        if (fk_vec3_get(d, k) != 0.0 && power[k] > most)
            most = power[k];
    kdop_plane out = {{0, 0, 0}, ldexp(limit, -most)};
    for (int k = 0; k < 3; k++)
        if (fk_vec3_get(d, k) != 0.0)
            *fk_vec3_at(&out.direction, k) = ldexp(sign * fk_vec3_get(d, k), power[k] - most);
    return out;
}

static bool kdop_is_bounded(const fk_kdop *dop)
{
    for (uint32_t i = 0; i < dop->k / 2; i++)
        if (!fk_is_finite(dop->lo[i]) || !fk_is_finite(dop->hi[i]) || !fk_is_finite(dop->hi[i] - dop->lo[i]))
            return false;
    return true;
}

double fk_kdop_volume(const fk_kdop *dop)
{
    fk_vec3 low = fk_vec3_make(dop->lo[0], dop->lo[1], dop->lo[2]);
    fk_vec3 high = fk_vec3_make(dop->hi[0], dop->hi[1], dop->hi[2]), size = fk_vec3_sub(high, low);
    fk_vec3 middle = fk_vec3_add(fk_vec3_scale(low, 0.5), fk_vec3_scale(high, 0.5));
    if (!(size.x > 0.0 && size.y > 0.0 && size.z > 0.0))
        return 0.0;
    if (!kdop_is_bounded(dop))
        return INFINITY;
    int power[3] = {fk_exponent_of(size.x), fk_exponent_of(size.y), fk_exponent_of(size.z)};
    kdop_plane all[26];
    for (uint32_t i = 0; i < dop->k / 2; i++) {
        all[2 * i] = stretched_plane(dop, middle, power, i, 1);
        all[2 * i + 1] = stretched_plane(dop, middle, power, i, -1);
    }
    double sum = 0.0;
    for (uint32_t i = 0; i < dop->k; i++)
        sum += face_cone_volume(all, dop->k, i);
    return ldexp(sum, power[0] + power[1] + power[2]);
}
