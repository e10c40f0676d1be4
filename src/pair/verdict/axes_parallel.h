/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Two boxes with nearly parallel edges, as parts that were placed with care have them. The axis of two parallel edges is zero
 * up to rounding, so it says nothing in doubles; but it need not be asked, when all others leave a little more room.
 *
 * Let S be the open axes, all of them mixed and of nearly parallel edges (e_i, f_j), with no edge in two of them. Turn each
 * such f_j into the direction of its e_i, around the centre of b: it changes by d_j = f_j minus its part along e_i, of
 * length |e_i x f_j| / |e_i|. Let D be the sum of these lengths. With Z the sum of all edges, each taken from -1 to 1, and
 * Z' the same for the turned box, boxes overlap when Z holds c inside (axes.c), and no point of Z' is farther than D from
 * Z: so it is enough that Z' holds c and more than D around it.
 *
 * The facets of Z' have normals that are products of its edges. As turned edges are along edges of a, these are face
 * normals of a, a face normal of b whose edges were not turned, or mixed axes of edges that were not turned: none of S. On
 * such an axis n the reach of Z' is at most D |n| less than that of Z. So c lies deep enough in Z' when |n.c| < reach -
 * 2 D |n| for all of them; |n| is at most P. That is the test in doubles with a bound of P (error K + 2 D), and it may leave
 * open the axes of S only. (Z' has volume then: in a plane it would reach nowhere along its normal.) */

#ifndef FARKAS_PAIR_AXES_PARALLEL_H
#define FARKAS_PAIR_AXES_PARALLEL_H

#include "pair/verdict/axes_parts.h"

/* D, rounded up, for the open axes; infinite when they are not as said above. */
static inline double fk_axes_turn(const fk_cell *a, const fk_cell *b, uint64_t open)
{
    double turn = 0.0;
    unsigned used = 0;
    for (int j = 0; j < 3; j++) {
        unsigned lanes = (unsigned)(open >> 4 * (FK_AXES_MIXED + j)) & 7;
        if (lanes == 0)
            continue;
        /* One edge of a, and not one of those before. */
        if ((lanes & (lanes - 1)) != 0 || (lanes & used) != 0)
            return INFINITY;
        used |= lanes;
        fk_vec3 e = a->edge[lanes >> 1], f = b->edge[j];
        double product = fk_axes_norm(e) * fk_axes_norm(f), across = fk_axes_norm(fk_vec3_cross(e, f));
        if (!(across <= 0x1p-40 * product))
            return INFINITY;
        turn += (across + 16 * 0x1p-52 * product + FK_AXES_TINY) / fk_vec3_largest(e);
    }
    /* Face axes are not open, and some other axis is. */
    return used == 0 || (open & 0xff) != 0 ? INFINITY : turn * (1 + 0x1p-40);
}

#endif
