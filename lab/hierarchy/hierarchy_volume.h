/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* One interface to the bounding volumes of farkas/shape.h, whose contracts hold here. */

#ifndef FARKAS_LAB_HIERARCHY_HIERARCHY_VOLUME_H
#define FARKAS_LAB_HIERARCHY_HIERARCHY_VOLUME_H

#include "farkas/shape.h"
#include "hierarchy/hierarchy.h"

typedef union fk_volume {
    fk_sphere sphere;
    fk_aabb aabb;
    fk_obb obb;
    fk_kdop kdop;
} fk_volume;

/* How many doubles a volume takes in a tree. */
size_t fk_volume_numbers(fk_volume_kind kind);
void fk_volume_save(fk_volume_kind kind, const fk_volume *volume, double *number);
void fk_volume_load(fk_volume_kind kind, const double *number, fk_volume *out);

/* Of finite points, one at least. */
void fk_volume_build(fk_volume_kind kind, const fk_vec3 *point, size_t count, fk_volume *out);
void fk_volume_merge(fk_volume_kind kind, const fk_volume *a, const fk_volume *b, fk_volume *out);
void fk_volume_place(fk_volume_kind kind, const fk_volume *volume, const fk_pose *pose, fk_volume *out);
bool fk_volumes_meet(fk_volume_kind kind, const fk_volume *a, const fk_volume *b);
/* Up to rounding; of a k-DOP, that of the box around it, as its own takes longer to find than all the rest. */
double fk_volume_content(fk_volume_kind kind, const fk_volume *volume);
/* Some point in the middle. */
fk_vec3 fk_volume_center(fk_volume_kind kind, const fk_volume *volume);

/* Makes a volume hold every point whose coordinates differ by up to `more` from those of one of its points. */
void fk_volume_grow(fk_volume_kind kind, fk_volume *volume, double more);

#endif
