/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Points of M that enclose the origin. Source: Steinitz (1913) for their number; Chung and Wang (1996) for the test whether
 * vectors fit into one half-space.
 *
 * If they do, the cone of directions n with n.d <= 0 for all points d has an extreme ray, which is perpendicular to two of
 * the points (to all of them, when they lie in a plane). So it is enough to try the products d_i x d_j with both signs;
 * d_i x axis when all points lie on a line through the origin, and the axes when all are zero. */

#include "method/method.h"

#include <math.h>

#include "base/vec3.h"

/* Products with a unit vector below this fraction of the size count as zero. */
#define NOISE 0x1p-50

#define MAX_STEPS 64

/* Tries u x v and its opposite as the open direction; false when points lie clearly on both sides, or it is zero. */
static bool try_product(fk_overlap_set *set, fk_vec3 u, fk_vec3 v, double size, bool *any)
{
    fk_vec3 product = fk_vec3_cross(u, v);
    double length = fk_vec3_length(product), blur = NOISE * fk_vec3_length(u) * fk_vec3_length(v);
    double noise = size * (NOISE * length + blur);
    bool above = false, below = false;
    if (!(length > blur))
        return false;
    *any = true;
    for (uint32_t i = 0; i < set->count && !(above && below); i++) {
        double side = fk_vec3_dot(product, set->point[i].d);
        above = above || side > noise;
        below = below || side < -noise;
    }
    if (above && below)
        return false;
    set->product = above ? fk_vec3_negate(product) : product;
    set->open = fk_vec3_unit(set->product);
    return true;
}

bool fk_overlap_set_is_open(fk_overlap_set *set, double size)
{
    bool any = false;
    for (uint32_t i = 0; i < set->count; i++)
        for (uint32_t j = i + 1; j < set->count; j++)
            if (try_product(set, set->point[i].d, set->point[j].d, size, &any))
                return true;
    for (uint32_t i = 0; i < set->count && !any; i++)
        for (int k = 0; k < 3; k++)
            if (try_product(set, set->point[i].d, fk_vec3_axis(k, 1), size, &any))
                return true;
    for (int k = 0; k < 3 && !any; k++)
        if (try_product(set, fk_vec3_axis((k + 1) % 3, 1), fk_vec3_axis((k + 2) % 3, 1), size, &any))
            return true;
    set->open = set->product = fk_vec3_make(0, 0, 0);
    return false;
}

static void remove_point(fk_overlap_set *set, uint32_t index)
{
    set->count--;
    for (uint32_t i = index; i < set->count; i++)
        set->point[i] = set->point[i + 1];
}

/* Removes every point without which the others still enclose the origin. */
static void remove_needless(fk_overlap_set *set, double size)
{
    for (uint32_t i = 0; i < set->count;) {
        fk_overlap_set fewer = *set;
        remove_point(&fewer, i);
        if (fewer.count >= 4 && !fk_overlap_set_is_open(&fewer, size))
            *set = fewer;
        else
            i++;
    }
}

bool fk_overlap_set_grow(fk_support_bodies *bodies, fk_overlap_set *set)
{
    double size = bodies->size;
    for (int step = 0; step < MAX_STEPS; step++) {
        if (!fk_overlap_set_is_open(set, size)) {
            remove_needless(set, size);
            return set->count <= FK_CERTIFICATE_PAIRS;
        }
        fk_gjk_point w = fk_gjk_support(bodies, fk_vec3_negate(set->open));
        if (!(fk_vec3_dot(set->open, w.d) > NOISE * size))
            return false;
        if (set->count == FK_OVERLAP_SET_MAX)
            remove_point(set, 0);
        set->point[set->count++] = w;
    }
    return false;
}
