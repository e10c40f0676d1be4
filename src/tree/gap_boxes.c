/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* How far a box is from the boxes of the eight children of a node, from below: the best of four bounds.
 *
 * Along the axes of the node, the box is no longer than its reach: both are within boxes along these axes, whose distance is the
 * length of the vector of gaps. The same along the axes of the box. Along the line from center to center, and along a
 * direction that is given, what is between them is at most their distance. None of these is the distance of the boxes, but their maximum
 * is not far below it, and they cost about a hundred operations for all eight children.
 *
 * Each number is made of at most twelve operations on terms no larger than the sum of all numbers, each with an error of at most 2^-23 of
 * them in any rounding mode; that is what the header counts. What underflows has a square below 2^-100 of no consequence beside it. */

#include "tree/gap_boxes.h"

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

void fk_gap_boxes(const float (*center)[FK_TREE_WIDTH], const float (*half)[FK_TREE_WIDTH],
                  const fk_gap_box *box, float square[FK_TREE_WIDTH])
{
    static void (*const level[])(const float(*)[FK_TREE_WIDTH], const float(*)[FK_TREE_WIDTH],
                                 const fk_gap_box *, float *) = FK_LEVELS(boxes);
    level[fk_cpu_level()](center, half, box, square);
}
