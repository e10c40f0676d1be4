/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Passes over points for bounding volumes: see bound_scan.h. The plain loops are here, the same with vectors in
 * bound_scan.inc. Nothing is proved here: whoever asks knows what the values may be off by. */

#include "shape/bound.h"

#include <math.h>
#include <string.h>

#include "base/bits.h"
#include "base/cpu.h"
#include "base/vec3.h"

/* ---- Plain --------------------------------------------------------------------------------------------- */

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

void fk_outer_slants(fk_vec3 p, double value[FK_OUTER_SLANTS])
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

static void slants_plain(const fk_vec3 *point, size_t count, double low[FK_OUTER_SLANTS],
                         double high[FK_OUTER_SLANTS])
{
    for (size_t i = 0; i < count; i++) {
        double value[FK_OUTER_SLANTS];
        fk_outer_slants(point[i], value);
        for (int j = 0; j < FK_OUTER_SLANTS; j++) {
            low[j] = fk_smaller(value[j], low[j]);
            high[j] = fk_larger(value[j], high[j]);
        }
    }
}

static bool is_beyond(fk_vec3 p, const double low[FK_OUTER_SLANTS], const double high[FK_OUTER_SLANTS])
{
    double value[FK_OUTER_SLANTS];
    fk_outer_slants(p, value);
    for (int j = 0; j < FK_OUTER_SLANTS; j++)
        if (value[j] <= low[j] || value[j] >= high[j])
            return true;
    return false;
}

static size_t next_plain(const fk_vec3 *point, size_t count, size_t from, const double low[FK_OUTER_SLANTS],
                         const double high[FK_OUTER_SLANTS])
{
    while (from < count && !is_beyond(point[from], low, high))
        from++;
    return from;
}

/* ---- With vectors -------------------------------------------------------------------------------------- */

#define FK_LEVEL_FILE "shape/bound_scan.inc"
#include "base/levels.inc"

/* ---- By level ------------------------------------------------------------------------------------------ */

typedef size_t outermost_function(const fk_vec3 *point, size_t count, fk_vec3 base, fk_vec3 center);
typedef void spans_function(const fk_vec3 *point, size_t count, fk_vec3 base, const fk_vec3 row[3],
                            double low[3], double high[3]);
typedef void slants_function(const fk_vec3 *point, size_t count, double low[FK_OUTER_SLANTS],
                             double high[FK_OUTER_SLANTS]);
typedef size_t next_function(const fk_vec3 *point, size_t count, size_t from,
                             const double low[FK_OUTER_SLANTS], const double high[FK_OUTER_SLANTS]);

static outermost_function *const outermost[FK_CPU_COUNT] = FK_LEVELS(outermost);
static spans_function *const spans[FK_CPU_COUNT] = FK_LEVELS(spans);
static slants_function *const slants[FK_CPU_COUNT] = FK_LEVELS(slants);
static next_function *const next[FK_CPU_COUNT] = FK_LEVELS(next);

size_t fk_outer_scan_outermost(const fk_vec3 *point, size_t count, fk_vec3 base, fk_vec3 center,
                               double *square)
{
    size_t found = outermost[fk_cpu_level()](point, count, base, center);
    *square = square_of(point[found], base, center);
    return found;
}

void fk_outer_scan_spans(const fk_vec3 *point, size_t count, fk_vec3 base, const fk_vec3 row[3],
                         double low[3], double high[3])
{
    spans[fk_cpu_level()](point, count, base, row, low, high);
    /* Which of two zeros is found depends on the level. */
    for (int j = 0; j < 3; j++) {
        low[j] = fk_outer_plain(low[j]);
        high[j] = fk_outer_plain(high[j]);
    }
}

void fk_outer_scan_slants(const fk_vec3 *point, size_t count, double low[FK_OUTER_SLANTS],
                          double high[FK_OUTER_SLANTS])
{
    for (int j = 0; j < FK_OUTER_SLANTS; j++) {
        low[j] = INFINITY;
        high[j] = -INFINITY;
    }
    slants[fk_cpu_level()](point, count, low, high);
}

size_t fk_outer_scan_next(const fk_vec3 *point, size_t count, size_t from, const double low[FK_OUTER_SLANTS],
                          const double high[FK_OUTER_SLANTS])
{
    return next[fk_cpu_level()](point, count, from, low, high);
}
