/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* fk_pose_rotate and fk_pose_apply for loops over many points, where a call for each would take most of the time:
 * the same operations in the same order. */

#ifndef FARKAS_BASE_POSE_H
#define FARKAS_BASE_POSE_H

#include "farkas/base.h"

static inline fk_vec3 fk_pose_rotate_inline(const fk_pose *pose, fk_vec3 v)
{
    const double(*r)[3] = pose->rotation;
    return fk_vec3_make((r[0][0] * v.x + r[0][1] * v.y) + r[0][2] * v.z,
                        (r[1][0] * v.x + r[1][1] * v.y) + r[1][2] * v.z,
                        (r[2][0] * v.x + r[2][1] * v.y) + r[2][2] * v.z);
}

static inline fk_vec3 fk_pose_apply_inline(const fk_pose *pose, fk_vec3 point)
{
    return fk_vec3_add(fk_pose_rotate_inline(pose, point), pose->translation);
}

#endif
