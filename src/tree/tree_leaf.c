/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Triangles of leaves: which are certainly apart, as all of one are on one side of the plane of the other.
 *
 * Bounds. All differences of coordinates are at most m, where 2^-200 < m < 2^200. A difference is off by 2^-52 m, a product of
 * two by 2^-50 m^2, the normal by 2^-48 m^2, and its product with a difference, three of them added up, by less than 2^-44 m^3;
 * underflow is far below that. In any rounding mode. */

#include "tree/tree_leaf.h"

#include <math.h>

#define ROUND 0x1p-43

void fk_placed_leaf_set(fk_placed_leaf *out, const fk_placed_mesh *a, fk_tree_leaf leaf)
{
    if (out->leaf.first == leaf.first && out->leaf.count == leaf.count)
        return;
    out->leaf = leaf;
    for (uint32_t i = 0; i < leaf.count; i++)
        fk_placed_triangle(a, a->tree->triangle[leaf.first + i], out->corner[i]);
}

static double largest(fk_vec3 v)
{
    double xy = fabs(v.x) > fabs(v.y) ? fabs(v.x) : fabs(v.y);
    return xy > fabs(v.z) ? xy : fabs(v.z);
}

/* Whether all corners of b are certainly on one side of the plane of a. */
static bool is_aside(const fk_vec3 a[3], const fk_vec3 b[3])
{
    fk_vec3 e = fk_vec3_sub(a[1], a[0]), f = fk_vec3_sub(a[2], a[0]);
    fk_vec3 n = fk_vec3_cross(e, f);
    double side[3], m = fmax(largest(e), largest(f));
    for (int k = 0; k < 3; k++) {
        fk_vec3 d = fk_vec3_sub(b[k], a[0]);
        side[k] = fk_vec3_dot(n, d);
        m = fmax(m, largest(d));
    }
    if (!(m > 0x1p-200 && m < 0x1p200))
        return false;
    double bound = m * m * m * ROUND;
    return (side[0] > bound && side[1] > bound && side[2] > bound) ||
           (side[0] < -bound && side[1] < -bound && side[2] < -bound);
}

void fk_leaves_filter(const fk_placed_leaf *a, const fk_placed_leaf *b, uint32_t bits[FK_TREE_LEAF_MOST])
{
    for (uint32_t i = 0; i < a->leaf.count; i++) {
        bits[i] = 0;
        for (uint32_t k = 0; k < b->leaf.count; k++)
            if (!is_aside(a->corner[i], b->corner[k]) && !is_aside(b->corner[k], a->corner[i]))
                bits[i] |= 1u << k;
    }
}
