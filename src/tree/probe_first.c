/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The first triangle that a line meets.
 *
 * The time of a triangle that is met for certain is computed in doubles, t = n.A / n.d (see probe_walk.c),
 * with bounds e and f for the errors of both: as |n.A - t n.d| <= e + |t| f for the exact numbers, up to the
 * rounding of the quotient, t is off by at most (e + |t| f) / (|n.d| - f). Bounds are 9u of the sizes of all
 * products: 8u are needed, see mesh/signs.c. Triangles are told apart by these intervals; where they overlap,
 * by integers. The winner's interval is what is answered, unless it is too wide: then it is made of integers,
 * as is the point. */

#include "tree/probe.h"

#include <math.h>

#include "base/vec3.h"
#include "tree/tree.h"

#define ROUND 0x1.2p-49 /* 9u */
#define TINY  0x1p-500
#define WIDE  0x1p-42 /* what is answered is not wider, or off by more */
#define MOST  0x1p200

typedef struct hit {
    uint32_t triangle;
    fk_interval time;
    bool is_rounded; /* the interval is as narrow as can be */
    fk_vec3 corner[3], point;
} hit;

/* A component of a cross product, and the sum of the sizes of its products. */
static inline double part(double plus, double minus, double *size)
{
    *size = fabs(plus) + fabs(minus);
    return plus - minus;
}

/* The time in doubles. False when that says nothing. */
static bool time_of(const fk_probe_walk *walk, const fk_vec3 corner[3], fk_interval *time)
{
    fk_vec3 e = fk_vec3_sub(corner[1], corner[0]), f = fk_vec3_sub(corner[2], corner[0]), m;
    fk_vec3 a = fk_vec3_sub(corner[0], walk->probe->from), d = walk->way;
    fk_vec3 n = fk_vec3_make(part(e.y * f.z, e.z * f.y, &m.x), part(e.z * f.x, e.x * f.z, &m.y),
                             part(e.x * f.y, e.y * f.x, &m.z));
    double over = fk_vec3_dot(n, a), under = fk_vec3_dot(n, d);
    double over_error = (m.x * fabs(a.x) + m.y * fabs(a.y) + m.z * fabs(a.z)) * ROUND + TINY;
    double under_error = (m.x * fabs(d.x) + m.y * fabs(d.y) + m.z * fabs(d.z)) * ROUND + TINY;
    double largest = fk_larger(fk_vec3_largest(e), fk_larger(fk_vec3_largest(f), fk_vec3_largest(a)));
    if (!(largest < MOST && walk->way_size < MOST && fabs(under) > 4 * under_error))
        return false;
    double t = over / under;
    double error = (over_error + fabs(t) * under_error) / (fabs(under) - under_error) * (1 + 0x1p-40) +
                   fabs(t) * 0x1p-50 + 0x1p-1000;
    time->lo = t - error;
    time->hi = t + error;
    if (walk->probe->kind != FK_PROBE_LINE && time->lo < 0)
        time->lo = 0;
    if (walk->probe->kind == FK_PROBE_SEGMENT && time->hi > 1)
        time->hi = 1;
    return true;
}

static bool take_first(fk_probe_walk *walk, uint32_t triangle, bool is_met)
{
    hit *best = walk->user, now = {.triangle = triangle, .is_rounded = false};
    fk_placed_triangle(walk->mesh, triangle, now.corner);
    if (!is_met && !fk_line_meets(walk->probe, now.corner))
        return true;
    if (!is_met || !time_of(walk, now.corner, &now.time)) {
        now.time = fk_line_first(walk->probe, now.corner, &now.point);
        now.is_rounded = true;
    }
    if (best->triangle != FK_NONE) {
        if (now.time.lo > best->time.hi)
            return true;
        if (!(now.time.hi < best->time.lo)) {
            int order = fk_line_order(walk->probe, now.corner, best->corner);
            if (order > 0 || (order == 0 && triangle > best->triangle))
                return true;
        }
    }
    *best = now;
    fk_probe_limit(walk, now.time.hi);
    return true;
}

/* The point of a time in doubles; false when one of them is not sharp enough. */
static bool point_of(const fk_probe_walk *walk, const hit *best, fk_vec3 *point)
{
    double width = best->time.hi - best->time.lo, time = best->time.lo + width / 2;
    fk_vec3 from = walk->probe->from, step = fk_vec3_scale(walk->way, time);
    *point = fk_vec3_add(from, step);
    double lost = walk->way_size * width + (fk_vec3_largest(from) + fk_vec3_largest(step)) * 0x1p-50;
    return width <= fabs(time) * WIDE && lost <= fk_vec3_largest(*point) * WIDE;
}

fk_status fk_placed_first(const fk_placed_mesh *a, const fk_probe *probe, fk_placed_hit *out)
{
    fk_status status = fk_probe_check(probe);
    if (status == FK_OK && !fk_probe_is_line(probe))
        status = FK_ERROR_ARGUMENT;
    if (status != FK_OK)
        return status;
    hit best = {.triangle = FK_NONE};
    fk_probe_walk walk;
    walk.mesh = a;
    walk.probe = probe;
    walk.visit = take_first;
    walk.user = &best;
    fk_probe_walk_tree(&walk, true);
    fk_placed_hit found = {.triangle = best.triangle};
    if (best.triangle != FK_NONE) {
        found.time = best.time;
        found.point = best.point;
        if (!best.is_rounded && !point_of(&walk, &best, &found.point))
            found.time = fk_line_first(probe, best.corner, &found.point);
    }
    *out = found;
    return FK_OK;
}
