/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Vectors and pieces that several tests are made of. */

#ifndef FARKAS_TEST_PIECES_H
#define FARKAS_TEST_PIECES_H

#include "farkas/shape.h"

static inline fk_vec3 v(double x, double y, double z)
{
    return fk_vec3_make(x, y, z);
}

static inline bool same_vector(fk_vec3 a, fk_vec3 b)
{
    return a.x == b.x && a.y == b.y && a.z == b.z;
}

/* Edges along the axes from its lowest corner. */
static inline fk_piece cube(double x, double y, double z, double side)
{
    return fk_piece_box(v(x, y, z), v(side, 0, 0), v(0, side, 0), v(0, 0, side));
}

/* Whole coordinates from -most to most. */
static inline fk_vec3 whole_vector(fk_random *random, int most)
{
    double x[3];
    for (int k = 0; k < 3; k++)
        x[k] = (double)fk_random_below(random, 2 * (uint64_t)most + 1) - most;
    return fk_vec3_make(x[0], x[1], x[2]);
}

/* The boxes on which what the papers print was measured: edges of -6 to 6, origins of -9 to 9. */
static inline fk_piece whole_box(fk_random *random)
{
    fk_vec3 origin = whole_vector(random, 9), u = whole_vector(random, 6), w = whole_vector(random, 6);
    return fk_piece_box(origin, u, w, whole_vector(random, 6));
}

/* The hull of 1 to 16 points, which the caller keeps: all over a small grid, or in one of its planes or lines. */
static inline fk_piece whole_hull(fk_random *random, fk_vec3 point[16])
{
    uint32_t count = 1 + (uint32_t)fk_random_below(random, 16);
    int most = 1 + (int)fk_random_below(random, 8), form = (int)fk_random_below(random, 6);
    fk_vec3 at = whole_vector(random, 3), u = whole_vector(random, 3), t = whole_vector(random, 3);
    for (uint32_t i = 0; i < count; i++) {
        fk_vec3 w = whole_vector(random, most);
        if (form == 0)
            w = fk_vec3_scale(u, w.x);
        if (form == 1)
            w = fk_vec3_add(fk_vec3_scale(u, w.x), fk_vec3_scale(t, w.y));
        point[i] = fk_vec3_add(at, w);
    }
    return fk_piece_hull(point, count);
}

#endif
