/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Passes over all points of a hull, with the vectors that the processor has: the farthest point along a direction, the
 * box, and whether all numbers are finite. The same results on every level of instructions. */

#ifndef FARKAS_SHAPE_SCAN_H
#define FARKAS_SHAPE_SCAN_H

#include "farkas/shape.h"

/* Where points reach farthest. value is ((along.x dx) + (along.y dy)) + (along.z dz) with d = fold point - base, each
 * operation rounded once. Among equal values the lowest index wins. */
typedef struct fk_scan {
    double value;
    uint32_t index;
} fk_scan;

/* Over count points, at least one. fold is a power of two not above 1, and base is folded already. Values that are not
 * numbers are passed over; when there are no others, index 0 is found. */
fk_scan fk_scan_farthest(const fk_vec3 *point, uint32_t count, double fold, fk_vec3 base, fk_vec3 along);

/* The indices of points whose value, as above without a fold, is at least `from`, in ascending order: at most capacity of
 * them are written. Returns how many there are. */
uint32_t fk_scan_reaching(const fk_vec3 *point, uint32_t count, fk_vec3 base, fk_vec3 along, double from,
                          uint32_t *index, uint32_t capacity);

/* How far points reach along a direction: the greatest value, as above without a fold, and the largest coordinate of an
 * offset from base. False when a number is not finite, and then both may be any. */
bool fk_scan_reach(const fk_vec3 *point, uint32_t count, fk_vec3 base, fk_vec3 along, double *value,
                   double *extent);

/* The box of count points, at least one. False when a number is not finite, and then the box may be any. */
bool fk_scan_box(const fk_vec3 *point, uint32_t count, fk_aabb *box);

/* Whether all numbers of count points are finite. */
bool fk_scan_is_finite(const fk_vec3 *point, uint32_t count);

#endif
