/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* What farkas robot writes: what a robot is made of, where its links are, which pairs of them need no check. */

#ifndef FARKAS_TOOLS_ROBOT_H
#define FARKAS_TOOLS_ROBOT_H

#include "part_list.h"

/* Links, joints, shapes, disabled pairs and states. Returns an exit status. */
int robot_info_print(fk_context *context, const fk_robot *robot, bool as_json);

/* Where the links of the first robot of a list are, and which two parts of it are nearest. Returns an exit status. */
int robot_pose_print(const part_list *list, bool as_json);

/* How pairs of links are looked at. */
typedef struct robot_samples {
    uint64_t count, seed;
    bool as_json;
} robot_samples;

/* Pairs of links of the first robot of a list that need no check, by what happens in random configurations. Returns an exit
 * status. */
int robot_suggest_print(const part_list *list, const robot_samples *samples);

#endif
