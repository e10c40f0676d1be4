/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Balls of a collider in its own coordinates: outer ones, which contain it, on three levels, and inner ones inside of it. */

#ifndef FARKAS_WORKCELL_LINK_BALLS_H
#define FARKAS_WORKCELL_LINK_BALLS_H

#include "body/body.h"

/* Balls of a group, and of the groups of level 2. */
#define FK_LINK_GROUP  8
#define FK_LINK_GROUPS (1 + FK_LINK_GROUP)
#define FK_LINK_INNER  16

/* The most points whose hull stands for that of a collider. */
#define FK_LINK_HULL 256
#define FK_LINK_PART 128

/* The set lies in `root`, in the union of the balls of group 0, and in the union of those of the other groups: the part of the
 * set that ball i of group 0 is for lies in the union of group 1 + i. Groups with fewer balls repeat some. */
typedef struct fk_link_balls {
    bool is_bounded; /* else nothing else is set */
    bool is_one;     /* the root is the set */
    fk_sphere root;
    fk_sphere outer[FK_LINK_GROUPS][FK_LINK_GROUP];
    uint32_t inner_count; /* large ones first; of a surface some points: balls with radius 0 */
    fk_sphere inner[FK_LINK_INNER];
    /* Along each direction, some of these points is as far as the set, or `hull_gap` less. None: nothing is known. */
    uint32_t hull_count;
    fk_vec3 hull[FK_LINK_HULL];
    double hull_gap;
    /* The same for the part of the set that ball i of group 0 is for; none where hull_count is 0. */
    uint32_t part_count[FK_LINK_GROUP];
    fk_vec3 part[FK_LINK_GROUP][FK_LINK_PART];
    double part_gap[FK_LINK_GROUP];
} fk_link_balls;

/* FK_ERROR_MEMORY, FK_ERROR_CANCELLED. */
fk_status fk_link_balls_find(fk_context *context, const fk_collider *collider, fk_link_balls *out);

#endif
