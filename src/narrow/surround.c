/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Points around the origin: see surround.h. Source: Steinitz (1913) for their number; the test is that of Chung and
 * Wang (1996), whether vectors fit into one half-space.
 *
 * If they do, the cone of directions n with n.d <= 0 for all points d has an extreme ray, and that is perpendicular to
 * two of the points (to all of them, when they lie in a plane). So the products d_i x d_j, both ways, are all that has
 * to be tried; d_i x axis when all points lie on a line through the origin, and the axes when all are zero. */

#include "narrow/surround.h"

#include <math.h>

/* Of the size: products with a unit vector below this are zero. */
#define NOISE 0x1p-47

#define MAX_STEPS 64

/* No point of the set lies on the positive side of n. */
static bool is_open(const fk_surround *set, fk_vec3 n, double size)
{
    for (uint32_t i = 0; i < set->count; i++)
        if (fk_vec3_dot(n, set->point[i].d) > NOISE * size)
            return false;
    return true;
}

/* Tries a product and its opposite; false when they are not open or zero. */
static bool try_both(fk_surround *set, fk_vec3 product, double size, bool *any)
{
    fk_vec3 n = fk_vec3_unit(product);
    if (n.x == 0.0 && n.y == 0.0 && n.z == 0.0)
        return false;
    *any = true;
    set->open = n;
    set->product = product;
    if (is_open(set, n, size))
        return true;
    set->open = fk_vec3_negate(n);
    set->product = fk_vec3_negate(product);
    return is_open(set, set->open, size);
}

static fk_vec3 axis_vector(int axis)
{
    return fk_vec3_make(axis == 0, axis == 1, axis == 2);
}

/* A product, zero when it is all rounding. */
static fk_vec3 clear_cross(fk_vec3 u, fk_vec3 v, double size)
{
    fk_vec3 cross = fk_vec3_cross(u, v);
    double noise = NOISE * size * (fabs(u.x) + fabs(u.y) + fabs(u.z) + fabs(v.x) + fabs(v.y) + fabs(v.z));
    bool clear = fabs(cross.x) > noise || fabs(cross.y) > noise || fabs(cross.z) > noise;
    return clear ? cross : fk_vec3_make(0, 0, 0);
}

bool fk_surround_is_open(fk_surround *set, double size)
{
    bool any = false;
    for (uint32_t i = 0; i < set->count; i++)
        for (uint32_t j = i + 1; j < set->count; j++)
            if (try_both(set, clear_cross(set->point[i].d, set->point[j].d, size), size, &any))
                return true;
    for (uint32_t i = 0; i < set->count && !any; i++)
        for (int k = 0; k < 3; k++)
            if (try_both(set, clear_cross(set->point[i].d, axis_vector(k), size), size, &any))
                return true;
    for (int k = 0; k < 3 && !any; k++)
        if (try_both(set, axis_vector(k), size, &any))
            return true;
    set->open = set->product = fk_vec3_make(0, 0, 0);
    return false;
}

static void drop(fk_surround *set, uint32_t index)
{
    set->count--;
    for (uint32_t i = index; i < set->count; i++)
        set->point[i] = set->point[i + 1];
}

/* Drops every point that the others can do without. */
static void cut_down(fk_surround *set, double size)
{
    for (uint32_t i = 0; i < set->count;) {
        fk_surround fewer = *set;
        drop(&fewer, i);
        if (fewer.count >= 4 && !fk_surround_is_open(&fewer, size))
            *set = fewer;
        else
            i++;
    }
}

bool fk_surround_grow(fk_bodies *bodies, fk_surround *set)
{
    double size = bodies->size;
    for (int step = 0; step < MAX_STEPS; step++) {
        if (!fk_surround_is_open(set, size)) {
            cut_down(set, size);
            return set->count <= FK_CERTIFICATE_PAIRS;
        }
        fk_walk_point w = fk_walk_least(bodies, fk_vec3_negate(set->open));
        if (!(fk_vec3_dot(set->open, w.d) > NOISE * size))
            return false;
        if (set->count == FK_SURROUND_MAX)
            drop(set, 0);
        set->point[set->count++] = w;
    }
    return false;
}
