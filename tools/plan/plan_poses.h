/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Configurations in words, as --from and --to give them. */

#ifndef FARKAS_TOOLS_PLAN_POSES_H
#define FARKAS_TOOLS_PLAN_POSES_H

#include "part_list.h"

/* Reads values of joints, or names of states, or several of these with commas between, into `value`, which has those of all joints; notes
 * in `is_named` which were given. Values are in radians and metres. False after a message. */
bool plan_pose_read(const part_list *list, const char *option, const char *text, double *value,
                    bool *is_named);

#endif
