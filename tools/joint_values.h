/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The joints of all robots of a scene, one after the other, and their values over time. */

#ifndef FARKAS_TOOLS_JOINT_VALUES_H
#define FARKAS_TOOLS_JOINT_VALUES_H

#include "farkas/robot.h"

typedef struct joint_values {
    const fk_scene *scene;
    uint32_t count;
    char **name; /* those of the joints; of several robots, "robot/joint" */
} joint_values;

/* False after a message. */
bool joint_values_make(joint_values *all, const fk_scene *scene);
void joint_values_free(joint_values *all);

/* An fk_joint_value; user is the joint_values. Linear between two rows of the trajectory; joints that slide are in metres, as users
 * give them. */
double joint_value(void *user, uint32_t joint, double time);

#endif
