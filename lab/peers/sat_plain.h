/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Separating axes of two oriented boxes in plain doubles, as in the textbooks: what others are measured against.
 *
 * Source: Gottschalk, Lin, Manocha, "OBBTree: a hierarchical structure for rapid interference detection" (1996): six face
 * normals, then nine products of edges, with early out. Without the products: van den Bergen (1997). No bound of rounding,
 * so it is wrong near contact, and where edges are parallel but for rounding: their product is noise, which may
 * separate. The usual cure is a small epsilon. Inline, so that a loop over pairs calls nothing. */

#ifndef FARKAS_LAB_PEERS_SAT_PLAIN_H
#define FARKAS_LAB_PEERS_SAT_PLAIN_H

#include "farkas/shape.h"

#include <math.h>

/* False when an axis separates; `axes` is 15, or 6 for the face normals alone. In the frame of a: r[i][j] is the component of
 * axis j of b along axis i of a, s its size, t the centre of b. One function, and no arrays in a struct: so it is faster. `in_full`:
 * all axes are computed, also behind one that separates. */
static inline bool sat_plain_test(const fk_obb *a, const fk_obb *b, int axes, double epsilon, bool in_full)
{
    double r[3][3], s[3][3], t[3];
    bool is_apart = false;
    fk_vec3 d = fk_vec3_sub(b->center, a->center);
    for (int i = 0; i < 3; i++) {
        t[i] = fk_vec3_dot(d, a->axis[i]);
        for (int j = 0; j < 3; j++) {
            r[i][j] = fk_vec3_dot(a->axis[i], b->axis[j]);
            s[i][j] = fabs(r[i][j]) + epsilon;
        }
        double reach = b->half[0] * s[i][0] + b->half[1] * s[i][1] + b->half[2] * s[i][2];
        is_apart |= fabs(t[i]) > a->half[i] + reach;
        if (is_apart && !in_full)
            return false;
    }
    for (int j = 0; j < 3; j++) {
        double distance = fabs(t[0] * r[0][j] + t[1] * r[1][j] + t[2] * r[2][j]);
        is_apart |=
            distance > a->half[0] * s[0][j] + a->half[1] * s[1][j] + a->half[2] * s[2][j] + b->half[j];
        if (is_apart && !in_full)
            return false;
    }
    if (axes == 6)
        return !is_apart;
    for (int i = 0; i < 3; i++) {
        int i1 = (i + 1) % 3, i2 = (i + 2) % 3;
        for (int j = 0; j < 3; j++) {
            int j1 = (j + 1) % 3, j2 = (j + 2) % 3;
            double reach = a->half[i1] * s[i2][j] + a->half[i2] * s[i1][j] + b->half[j1] * s[i][j2] +
                           b->half[j2] * s[i][j1];
            is_apart |= fabs(t[i2] * r[i1][j] - t[i1] * r[i2][j]) > reach;
            if (is_apart && !in_full)
                return false;
        }
    }
    return !is_apart;
}

static inline bool sat_plain_meets(const fk_obb *a, const fk_obb *b, int axes, double epsilon)
{
    return sat_plain_test(a, b, axes, epsilon, false);
}

#endif
