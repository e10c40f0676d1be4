/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* How far the boxes of two nodes are from each other, from below: the best of four bounds for each pair.
 *
 * Along the axes of a box of a, one of b is no longer than its reach: both are within boxes along these axes,
 * whose distance is the length of the vector of gaps. The same along the axes of b. Along the line from
 * center to center, and along a direction that is given, what is between them is at most their distance. The
 * largest of these is nearly always close to the distance of the boxes: with the exact one, a search opens a
 * tenth of the nodes less.
 *
 * Boxes of b that are far from the box around a are left out first, all eight at once; then each of the
 * others is compared with all eight of a.
 *
 * Rounding. Rotations that are made of quaternions are off by 2^-18 in each number, and so are axes of b in
 * a's tree but for the ratio of their units; products of both by 2^-16. So each term of a bound is off by at
 * most 2^-16 of the lengths in it, floats in any rounding mode lose less than 2^-19 of them, and the vector
 * of three gaps at most sqrt(3) times that: below what the header says. What underflows does not matter
 * beside it. */

#include "tree/gap.h"

#include <math.h>
#include <string.h>

#include "base/cpu.h"

#define FK_EIGHT_PLAIN
#define FK_LEVEL(name) name##_plain
#include "tree/gap_boxes.inc"
#undef FK_LEVEL
#undef FK_EIGHT_PLAIN

#define FK_LEVEL_FILE "tree/gap_boxes.inc"
#include "base/levels.inc"

void fk_gap_bound(const fk_gap_boxes *a, const fk_gap_boxes *b, const fk_gap_relation *relation, float far,
                  fk_gap_bounds *out)
{
    static void (*const level[])(const fk_gap_boxes *, const fk_gap_boxes *, const fk_gap_relation *, float,
                                 fk_gap_bounds *) = FK_LEVELS(bound);
    level[fk_cpu_level()](a, b, relation, far, out);
}
