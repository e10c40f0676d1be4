/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* How far eight pairs of triangles are from each other: bounds from below, in floats. */

#ifndef FARKAS_TREE_GAP_TRIANGLES_H
#define FARKAS_TREE_GAP_TRIANGLES_H

#include "farkas/tree.h"

#define FK_GAP_PAIRS 8

/* Coordinate k of corner i of the triangles of pair p is a[i][k][p] and b[i][k][p]. None is larger than 1,
 * and each is off by at most 2^-22. */
typedef struct fk_gap_pairs {
    float a[3][3][FK_GAP_PAIRS], b[3][3][FK_GAP_PAIRS];
} fk_gap_pairs;

/* low[p] becomes a number that is not above the square of the distance of pair p: what the direction between
 * their nearest points, up to rounding, keeps between them. 0 where it keeps nothing. square[p] becomes the
 * square of the distance, about; it may be off. */
void fk_gap_nearest(const fk_gap_pairs *pairs, float square[FK_GAP_PAIRS], float low[FK_GAP_PAIRS]);

/* The distance of two triangles whose coordinates, off by 2^-52 of themselves, are below 1 when they are
 * multiplied by the scale, a power of two: an interval that contains it, whose width is below 0x1.8p-45 /
 * scale, and about the way from a to b, times the scale. False where there is none, as they meet or nearly
 * do. */
bool fk_gap_measure(const fk_vec3 a[3], const fk_vec3 b[3], double scale, fk_interval *out, fk_vec3 *way);

#endif
