/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Passes over all points of a hull: see scan.h. The plain loops are here, the same with vectors in scan.inc.
 *
 * Every value is made of the same operations in the same order, without fused ones, on every level; the farthest point is
 * the first of those with the greatest value, whatever the order of looking. So there is nothing left that could differ,
 * but for the sign of a zero in a box.
 *
 * Nanoseconds of one pass over n points (gcc 12 -O3, one core of a Zen 4 server):
 *                       n     8    32   128   512  2048
 *     farthest, plain        27    53   153   559  2205
 *     farthest, avx2         30    42    93   290  1098
 *     farthest, avx512       33    38    79   242   906
 *     box, plain             14    53   209   848  5385
 *     box, avx512            15    20    39   118   446 */

#include "shape/support.h"

#include <math.h>
#include <string.h>

#include "base/bits.h"
#include "base/cpu.h"
#include "base/vec3.h"

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

static uint32_t farthest_folded(const fk_vec3 *point, uint32_t count, double fold, fk_vec3 base,
                                fk_vec3 along)
{
    uint32_t best = 0;
    double best_value = -INFINITY;
    for (uint32_t i = 0; i < count; i++) {
        double value = value_of(point[i], fold, base, along);
        if (value > best_value) {
            best_value = value;
            best = i;
        }
    }
    return best;
}

static uint32_t farthest_plain(const fk_vec3 *point, uint32_t count, fk_vec3 base, fk_vec3 along)
{
    return farthest_folded(point, count, 1.0, base, along);
}

static void keep_index(uint32_t i, uint32_t *index, uint32_t capacity, uint32_t *count)
{
    if (*count < capacity)
        index[*count] = i;
    (*count)++;
}

static uint32_t reaching_of_plain(const fk_vec3 *point, uint32_t count, fk_vec3 base, fk_vec3 along,
                                  double from, uint32_t *index, uint32_t capacity)
{
    uint32_t found = 0;
    for (uint32_t i = 0; i < count; i++)
        if (value_of(point[i], 1.0, base, along) >= from)
            keep_index(i, index, capacity, &found);
    return found;
}

static bool reach_plain(const fk_vec3 *point, uint32_t count, fk_vec3 base, fk_vec3 along, double *value,
                        double *extent)
{
    double blemish = 0.0;
    *value = -INFINITY;
    *extent = 0.0;
    for (uint32_t i = 0; i < count; i++) {
        fk_vec3 d = fk_vec3_sub(point[i], base);
        *value = fk_larger(value_of(point[i], 1.0, base, along), *value);
        *extent = fk_larger(fk_vec3_largest(d), *extent);
        blemish += d.x * 0.0 + d.y * 0.0 + d.z * 0.0;
    }
    return blemish == 0.0;
}

static bool is_finite_plain(const fk_vec3 *point, uint32_t count)
{
    bool finite = true;
    /* Zero, but for numbers that are not finite. */
    for (uint32_t i = 0; i < count; i++)
        finite = finite && (point[i].x * 0.0 + point[i].y * 0.0) + point[i].z * 0.0 == 0.0;
    return finite;
}

static bool box_plain(const fk_vec3 *point, uint32_t count, fk_aabb *box)
{
    *box = box_of(point, point, count);
    return is_finite_plain(point, count);
}

/* ---- With vectors -------------------------------------------------------------------------------------- */

#define FK_LEVEL_FILE "shape/scan.inc"
#include "base/levels.inc"

/* ---- By level ------------------------------------------------------------------------------------------ */

typedef uint32_t farthest_function(const fk_vec3 *point, uint32_t count, fk_vec3 base, fk_vec3 along);
typedef uint32_t reaching_function(const fk_vec3 *point, uint32_t count, fk_vec3 base, fk_vec3 along,
                                   double from, uint32_t *index, uint32_t capacity);
typedef bool box_function(const fk_vec3 *point, uint32_t count, fk_aabb *box);
typedef bool reach_function(const fk_vec3 *point, uint32_t count, fk_vec3 base, fk_vec3 along, double *value,
                            double *extent);
typedef bool is_finite_function(const fk_vec3 *point, uint32_t count);

static farthest_function *const farthest[FK_CPU_COUNT] = FK_LEVELS(farthest);
static reaching_function *const reaching_of[FK_CPU_COUNT] = FK_LEVELS(reaching_of);
static box_function *const box_of_points[FK_CPU_COUNT] = FK_LEVELS(box);
static reach_function *const reach[FK_CPU_COUNT] = FK_LEVELS(reach);
static is_finite_function *const is_finite[FK_CPU_COUNT] = FK_LEVELS(is_finite);

/* A fold is rare, and no reason for more code with vectors. */
fk_scan fk_scan_farthest(const fk_vec3 *point, uint32_t count, double fold, fk_vec3 base, fk_vec3 along)
{
    fk_scan found;
    found.index = fold < 1.0 ? farthest_folded(point, count, fold, base, along)
                             : farthest[fk_cpu_level()](point, count, base, along);
    found.value = value_of(point[found.index], fold, base, along);
    return found;
}

uint32_t fk_scan_reaching(const fk_vec3 *point, uint32_t count, fk_vec3 base, fk_vec3 along, double from,
                          uint32_t *index, uint32_t capacity)
{
    return reaching_of[fk_cpu_level()](point, count, base, along, from, index, capacity);
}

bool fk_scan_box(const fk_vec3 *point, uint32_t count, fk_aabb *box)
{
    return box_of_points[fk_cpu_level()](point, count, box);
}

bool fk_scan_is_finite(const fk_vec3 *point, uint32_t count)
{
    return is_finite[fk_cpu_level()](point, count);
}

bool fk_scan_reach(const fk_vec3 *point, uint32_t count, fk_vec3 base, fk_vec3 along, double *value,
                   double *extent)
{
    return reach[fk_cpu_level()](point, count, base, along, value, extent);
}
