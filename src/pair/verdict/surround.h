/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Points of M = a - b around the origin, in floating point: do vectors fit into one half-space, and which are missing? */

#ifndef FARKAS_PAIR_SURROUND_H
#define FARKAS_PAIR_SURROUND_H

#include "pair/measure/gjk_walk.h"

/* A growing set of points; what is beyond the certificate's size is cut down at the end. */
#define FK_SURROUND_MAX 16

typedef struct fk_surround {
    uint32_t count;
    fk_walk_point point[FK_SURROUND_MAX];
    /* A direction without points of the set on its positive side, up to rounding; zero: there is none. The product that it
     * is made of, of any length: exact where the points are whole numbers. */
    fk_vec3 open, product;
} fk_surround;

/* Looks for an open direction of the set. False when the points go around the origin, clear of rounding. */
bool fk_surround_is_open(fk_surround *set, double size);

/* Adds points of M until the set goes around the origin, and drops those that are not needed: at most
 * FK_CERTIFICATE_PAIRS are left (Steinitz). False when M itself has an open direction, up to rounding, or too many
 * steps were needed: at most 64. */
bool fk_surround_grow(fk_bodies *bodies, fk_surround *set);

#endif
