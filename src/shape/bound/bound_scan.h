/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Passes over points for bounding volumes, with the vectors that the processor has. Values are made of the same operations
 * in the same order on every level of instructions; of equal ones the lowest index wins, and zeros have no sign. There is at least one point, and
 * all numbers are finite. */

#ifndef FARKAS_SHAPE_BOUND_SCAN_H
#define FARKAS_SHAPE_BOUND_SCAN_H

#include "farkas/shape.h"

/* The point farthest from base + center, by (dx dx + dy dy) + dz dz with d = (p - base) - center. */
size_t fk_outer_scan_outermost(const fk_vec3 *point, size_t count, fk_vec3 base, fk_vec3 center,
                               double *square);

/* The least and the greatest (dx r.x + dy r.y) + dz r.z with d = p - base, for three rows r. */
void fk_outer_scan_spans(const fk_vec3 *point, size_t count, fk_vec3 base, const fk_vec3 row[3],
                         double low[3], double high[3]);

/* Values of points along the directions of fk_kdop, from number 3 of a 26-DOP on: (x +- y) +- z, then x +- y, x +- z, y +- z. */
#define FK_OUTER_CORNERS 4
#define FK_OUTER_EDGES   6
#define FK_OUTER_SLANTS  (FK_OUTER_CORNERS + FK_OUTER_EDGES)
void fk_outer_slants(fk_vec3 p, double value[FK_OUTER_SLANTS]);

/* The least and greatest of each. */
void fk_outer_scan_slants(const fk_vec3 *point, size_t count, double low[FK_OUTER_SLANTS],
                          double high[FK_OUTER_SLANTS]);

/* The first point from `from` on with a value <= low[i] or >= high[i] of slant i, or count; it may name one that comes up to
 * 7 earlier, but none before `from`. */
size_t fk_outer_scan_next(const fk_vec3 *point, size_t count, size_t from, const double low[FK_OUTER_SLANTS],
                          const double high[FK_OUTER_SLANTS]);

#endif
