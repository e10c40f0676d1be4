/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Scans of points, of a hull or for bounding volumes. The plain loops are here, the same with vectors in point_scan.inc.
 *
 * Every value is computed by the same operations in the same order, without fused ones, on every level; the farthest point is the
 * first of those with the greatest value, for every order of visiting. So results are equal on all levels, except for the sign of
 * a zero in a box.
 *
 * Nanoseconds of one pass over n points (gcc 12 -O3, one core of a Zen 4 server):
 *                       n     8    32   128   512  2048
 *     farthest, plain        27    53   153   559  2205
 *     farthest, avx2         30    42    93   290  1098
 *     farthest, avx512       33    38    79   242   906
 *     box, plain             14    53   209   848  5385
 *     box, avx512            15    20    39   118   446 */

#include "shape/bound.h"

#include <math.h>
#include <string.h>

#include "base/simd.h"
#include "shape/point_lanes.h"
#include "shape/support.h"
#include "shape/vertex_blocks.h"
#include "shape/vertices.h"

static fk_aabb box_of(const fk_vec3 *lows, const fk_vec3 *highs, uint32_t count)
{
    fk_vec3 low = lows[0], high = highs[0];
    for (uint32_t i = 1; i < count; i++) {
        fk_vec3 p = lows[i], q = highs[i];
        low = fk_vec3_make(fk_smaller(p.x, low.x), fk_smaller(p.y, low.y), fk_smaller(p.z, low.z));
        high = fk_vec3_make(fk_larger(q.x, high.x), fk_larger(q.y, high.y), fk_larger(q.z, high.z));
    }
    fk_aabb box = {low, high};
    return box;
}

/* ---- Plain --------------------------------------------------------------------------------------------- */

static double value_of(fk_vec3 p, double fold, fk_vec3 base, fk_vec3 along)
{
    return (p.x * fold - base.x) * along.x + (p.y * fold - base.y) * along.y +
           (p.z * fold - base.z) * along.z;
}

static uint32_t farthest_folded(const fk_points *points, double fold, fk_vec3 base, fk_vec3 along)
{
    uint32_t best = 0;
    double best_value = -INFINITY;
    for (uint32_t i = 0; i < points->count; i++) {
        double value = value_of(fk_points_at(points, i), fold, base, along);
        if (value > best_value) {
            best_value = value;
            best = i;
        }
    }
    return best;
}

static uint32_t farthest_plain(const fk_points *points, fk_vec3 base, fk_vec3 along)
{
    return farthest_folded(points, 1.0, base, along);
}

static void keep_index(uint32_t i, uint32_t *index, uint32_t capacity, uint32_t *count)
{
    if (*count < capacity)
        index[*count] = i;
    (*count)++;
}

static uint32_t points_at_least_plain(const fk_points *points, fk_vec3 base, fk_vec3 along, double from,
                                      uint32_t *index, uint32_t capacity)
{
    uint32_t found = 0;
    for (uint32_t i = 0; i < points->count; i++)
        if (value_of(fk_points_at(points, i), 1.0, base, along) >= from)
            keep_index(i, index, capacity, &found);
    return found;
}

static bool scan_value_plain(const fk_points *points, fk_vec3 base, fk_vec3 along, double *value,
                             double *extent)
{
    double blemish = 0.0;
    *value = -INFINITY;
    *extent = 0.0;
    for (uint32_t i = 0; i < points->count; i++) {
        fk_vec3 point = fk_points_at(points, i), d = fk_vec3_sub(point, base);
        *value = fk_larger(value_of(point, 1.0, base, along), *value);
        *extent = fk_larger(fk_vec3_largest(d), *extent);
        blemish += d.x * 0.0 + d.y * 0.0 + d.z * 0.0;
    }
    return blemish == 0.0;
}

static bool is_finite_plain(const fk_vec3 *point, uint32_t count)
{
    bool finite = true;
    /* Zero exactly for finite numbers. */
    for (uint32_t i = 0; i < count; i++)
        finite = finite && (point[i].x * 0.0 + point[i].y * 0.0) + point[i].z * 0.0 == 0.0;
    return finite;
}

static bool box_plain(const fk_vec3 *point, uint32_t count, fk_aabb *box)
{
    *box = box_of(point, point, count);
    return is_finite_plain(point, count);
}

/* ---- Plain, for bounding volumes ----------------------------------------------------------------------- */

/* Nothing is proved here: callers bound the errors of the values. */

static double square_of(fk_vec3 p, fk_vec3 base, fk_vec3 center)
{
    fk_vec3 d = fk_vec3_sub(fk_vec3_sub(p, base), center);
    return fk_vec3_dot(d, d);
}

static size_t outermost_plain(const fk_vec3 *point, size_t count, fk_vec3 base, fk_vec3 center)
{
    size_t best = 0;
    double most = -1.0;
    for (size_t i = 0; i < count; i++) {
        double square = square_of(point[i], base, center);
        if (square > most) {
            most = square;
            best = i;
        }
    }
    return best;
}

static void spans_plain(const fk_vec3 *point, size_t count, fk_vec3 base, const fk_vec3 row[3], double low[3],
                        double high[3])
{
    for (int j = 0; j < 3; j++) {
        low[j] = INFINITY;
        high[j] = -INFINITY;
    }
    for (size_t i = 0; i < count; i++) {
        fk_vec3 d = fk_vec3_sub(point[i], base);
        for (int j = 0; j < 3; j++) {
            double value = fk_vec3_dot(d, row[j]);
            low[j] = fk_smaller(value, low[j]);
            high[j] = fk_larger(value, high[j]);
        }
    }
}

void fk_slant_values(fk_vec3 p, double value[FK_KDOP_SLANTS])
{
    double sum = p.x + p.y, difference = p.x - p.y;
    value[0] = sum + p.z;
    value[1] = sum - p.z;
    value[2] = difference + p.z;
    value[3] = difference - p.z;
    value[4] = sum;
    value[5] = difference;
    value[6] = p.x + p.z;
    value[7] = p.x - p.z;
    value[8] = p.y + p.z;
    value[9] = p.y - p.z;
}

static void slants_plain(const fk_vec3 *point, size_t count, double low[FK_KDOP_SLANTS],
                         double high[FK_KDOP_SLANTS])
{
    for (size_t i = 0; i < count; i++) {
        double value[FK_KDOP_SLANTS];
        fk_slant_values(point[i], value);
        for (int j = 0; j < FK_KDOP_SLANTS; j++) {
            low[j] = fk_smaller(value[j], low[j]);
            high[j] = fk_larger(value[j], high[j]);
        }
    }
}

static bool reaches_slant_limit(fk_vec3 p, const double low[FK_KDOP_SLANTS],
                                const double high[FK_KDOP_SLANTS])
{
    double value[FK_KDOP_SLANTS];
    fk_slant_values(p, value);
    for (int j = 0; j < FK_KDOP_SLANTS; j++)
        if (value[j] <= low[j] || value[j] >= high[j])
            return true;
    return false;
}

static size_t next_plain(const fk_vec3 *point, size_t count, size_t from, const double low[FK_KDOP_SLANTS],
                         const double high[FK_KDOP_SLANTS])
{
    while (from < count && !reaches_slant_limit(point[from], low, high))
        from++;
    return from;
}

/* ---- With vectors -------------------------------------------------------------------------------------- */

#define FK_LEVEL_FILE "shape/point_scan.inc"
#include "base/cpu_levels.inc"

/* ---- By level ------------------------------------------------------------------------------------------ */

typedef uint32_t farthest_function(const fk_points *points, fk_vec3 base, fk_vec3 along);
typedef uint32_t points_at_least_function(const fk_points *points, fk_vec3 base, fk_vec3 along, double from,
                                          uint32_t *index, uint32_t capacity);
typedef bool box_function(const fk_vec3 *point, uint32_t count, fk_aabb *box);
typedef bool scan_value_function(const fk_points *points, fk_vec3 base, fk_vec3 along, double *value,
                                 double *extent);
typedef bool is_finite_function(const fk_vec3 *point, uint32_t count);

static farthest_function *const farthest[FK_CPU_COUNT] = FK_LEVELS(farthest);
static points_at_least_function *const points_at_least[FK_CPU_COUNT] = FK_LEVELS(points_at_least);
static box_function *const box_of_points[FK_CPU_COUNT] = FK_LEVELS(box);
static scan_value_function *const scan_value[FK_CPU_COUNT] = FK_LEVELS(scan_value);
static is_finite_function *const is_finite[FK_CPU_COUNT] = FK_LEVELS(is_finite);

/* A fold is rare, so it has no code with vectors. */
fk_scan_result fk_scan_farthest(const fk_points *points, double fold, fk_vec3 base, fk_vec3 along)
{
    fk_scan_result found;
    found.index = fold < 1.0 ? farthest_folded(points, fold, base, along)
                             : farthest[fk_cpu_level()](points, base, along);
    found.value = value_of(fk_points_at(points, found.index), fold, base, along);
    return found;
}

uint32_t fk_scan_at_least(const fk_points *points, fk_vec3 base, fk_vec3 along, double from, uint32_t *index,
                          uint32_t capacity)
{
    return points_at_least[fk_cpu_level()](points, base, along, from, index, capacity);
}

bool fk_scan_support_value(const fk_points *points, fk_vec3 base, fk_vec3 along, double *value,
                           double *extent)
{
    return scan_value[fk_cpu_level()](points, base, along, value, extent);
}

/* The box of posed points, some at a time. */
static bool scan_posed_box(const fk_points *points, fk_aabb *box)
{
    bool are_finite = true;
    for (uint32_t from = 0; from < points->count && are_finite;) {
        fk_vec3 placed[64];
        fk_aabb part;
        uint32_t count = 0, first = from;
        for (; count < 64 && from < points->count; from++)
            placed[count++] = fk_points_at(points, from);
        are_finite = box_of_points[fk_cpu_level()](placed, count, &part);
        fk_vec3 low[2] = {part.min, box->min}, high[2] = {part.max, box->max};
        *box = first == 0 ? part : box_of(low, high, 2);
    }
    return are_finite;
}

bool fk_scan_box(const fk_points *points, fk_aabb *box)
{
    return points->pose != NULL ? scan_posed_box(points, box)
                                : box_of_points[fk_cpu_level()](points->point, points->count, box);
}

/* Whether the points of a built hull surely are finite: before it is placed, no coordinate exceeds the reach. */
static bool is_within_reach(const fk_points *points)
{
    const fk_vertex_blocks *blocks = fk_points_blocks(points);
    if (blocks == NULL || points->pose == NULL)
        return blocks != NULL;
    const double *r = &points->pose->rotation[0][0];
    fk_vec3 shift = points->pose->translation;
    double size = 0;
    for (int i = 0; i < 9; i++)
        size += fabs(r[i]);
    return size * blocks->reach + fk_vec3_norm1(shift) < 0x1p1000;
}

bool fk_scan_is_finite(const fk_points *points)
{
    fk_aabb box;
    if (is_within_reach(points))
        return true;
    return points->pose != NULL ? scan_posed_box(points, &box)
                                : is_finite[fk_cpu_level()](points->point, points->count);
}

typedef size_t outermost_function(const fk_vec3 *point, size_t count, fk_vec3 base, fk_vec3 center);
typedef void spans_function(const fk_vec3 *point, size_t count, fk_vec3 base, const fk_vec3 row[3],
                            double low[3], double high[3]);
typedef void slants_function(const fk_vec3 *point, size_t count, double low[FK_KDOP_SLANTS],
                             double high[FK_KDOP_SLANTS]);
typedef size_t next_function(const fk_vec3 *point, size_t count, size_t from,
                             const double low[FK_KDOP_SLANTS], const double high[FK_KDOP_SLANTS]);

static outermost_function *const outermost[FK_CPU_COUNT] = FK_LEVELS(outermost);
static spans_function *const spans[FK_CPU_COUNT] = FK_LEVELS(spans);
static slants_function *const slants[FK_CPU_COUNT] = FK_LEVELS(slants);
static next_function *const next[FK_CPU_COUNT] = FK_LEVELS(next);

size_t fk_scan_outermost(const fk_vec3 *point, size_t count, fk_vec3 base, fk_vec3 center, double *square)
{
    size_t found = outermost[fk_cpu_level()](point, count, base, center);
    *square = square_of(point[found], base, center);
    return found;
}

void fk_scan_intervals(const fk_vec3 *point, size_t count, fk_vec3 base, const fk_vec3 row[3], double low[3],
                       double high[3])
{
    spans[fk_cpu_level()](point, count, base, row, low, high);
    /* The sign of a zero depends on the level. */
    for (int j = 0; j < 3; j++) {
        low[j] = fk_positive_zero(low[j]);
        high[j] = fk_positive_zero(high[j]);
    }
}

void fk_scan_slants(const fk_vec3 *point, size_t count, double low[FK_KDOP_SLANTS],
                    double high[FK_KDOP_SLANTS])
{
    for (int j = 0; j < FK_KDOP_SLANTS; j++) {
        low[j] = INFINITY;
        high[j] = -INFINITY;
    }
    slants[fk_cpu_level()](point, count, low, high);
}

size_t fk_scan_next_slant(const fk_vec3 *point, size_t count, size_t from, const double low[FK_KDOP_SLANTS],
                          const double high[FK_KDOP_SLANTS])
{
    return next[fk_cpu_level()](point, count, from, low, high);
}
