/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* How far a box is from the boxes of a node, from below: the best of four bounds for each.
 *
 * Along the axes of a box of the node, the other one is no longer than its reach: both are within boxes along these axes, whose distance is the
 * length of the vector of gaps. The same along the axes of the other box. Along the line from center to center, and along a direction that
 * is given, what is between them is at most their distance. The largest of these is nearly always close to the distance of the boxes.
 *
 * Rotations of quaternions are off by 2^-19. Each number is made of some twenty operations on terms no larger than the sum of all lengths, each
 * with an error of at most 2^-23 of them in any rounding mode. Both together are what the header allows in the root. What underflows
 * is far below that. */

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

void fk_gap_bound(const fk_tree_turned *node, const fk_gap_box *box, float far, fk_gap_bounds *out)
{
    static void (*const level[])(const fk_tree_turned *, const fk_gap_box *, float, fk_gap_bounds *) =
        FK_LEVELS(bound);
    level[fk_cpu_level()](node, box, far, out);
}
