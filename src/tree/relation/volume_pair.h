/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* What two triangles contribute to the volume that two solids have in common: for volume.c. */

#ifndef FARKAS_TREE_VOLUME_PAIR_H
#define FARKAS_TREE_VOLUME_PAIR_H

#include "farkas/base.h"

/* A triangle of a solid, and its shadow along z. */
typedef struct fk_volume_side {
    fk_vec3 corner[3];
    double min[3], max[3];
    int sign; /* of the normal along z; not 0 */
} fk_volume_side;

/* A number that is within `error` of the truth. */
typedef struct fk_volume_part {
    double value, error;
} fk_volume_part;

/* The integral of min(z_a, z_b) - low, cut to [0, high - low], over what both shadows and the box have in
 * common in x and y. All numbers are below 2 in size. */
fk_volume_part fk_volume_pair(const fk_volume_side *a, const fk_volume_side *b, const fk_aabb *box);

#endif
