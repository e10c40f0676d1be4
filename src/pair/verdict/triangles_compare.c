/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The distance of two triangles against a limit: by an interval that contains it, where that is beside the
 * limit; else by the exact solver, whose nearest simplex gives the square of the distance as a fraction of
 * integers. */

#include "farkas/pair.h"

#include "base/bits.h"
#include "pair/measure/measure.h"

int fk_triangles_compare(const fk_vec3 a[3], const fk_vec3 b[3], double limit)
{
    fk_piece p = fk_piece_triangle(a[0], a[1], a[2]), q = fk_piece_triangle(b[0], b[1], b[2]);
    fk_distance found;
    if (!fk_is_finite(limit))
        return -1;
    fk_pair_distance(&p, &q, NULL, &found);
    int low = fk_double_order(found.distance.lo, limit), high = fk_double_order(found.distance.hi, limit);
    if (low > 0 || high < 0 || (low == 0 && high == 0))
        return low;
    return fk_distance_compare(&p, &q, limit);
}
