/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Exact signs of a few places: which way a corner turns, on which side of a plane a place is, whether three are on one
 * line. For finite doubles of any size, in every state of the floating-point unit. */

#ifndef FARKAS_MESH_SIGNS_H
#define FARKAS_MESH_SIGNS_H

#include "base/bits.h"
#include "farkas/base.h"

/* A number that is ordered as the double is, whatever the processor takes small doubles for. */
static inline int64_t fk_order_key(double x)
{
    uint64_t bits = fk_bits_of(x);
    int64_t magnitude = (int64_t)(bits & ~((uint64_t)1 << 63));
    return bits >> 63 ? -magnitude : magnitude;
}

/* The sign of y - x. */
static inline int fk_order(double x, double y)
{
    int64_t a = fk_order_key(x), b = fk_order_key(y);
    return (a < b) - (a > b);
}

/* The sign of component `axis` of (b - a) x (c - a). */
int fk_signs_turn(const fk_vec3 *a, const fk_vec3 *b, const fk_vec3 *c, int axis);

/* The sign of ((b - a) x (c - a)).(d - a): positive when d is on the side to which a, b, c turn counterclockwise. */
int fk_signs_side(const fk_vec3 *a, const fk_vec3 *b, const fk_vec3 *c, const fk_vec3 *d);

/* Whether all three are on one line. */
bool fk_signs_on_line(const fk_vec3 *a, const fk_vec3 *b, const fk_vec3 *c);

#endif
