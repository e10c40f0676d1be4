/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The joints of all robots of a scene: see joint_values.h. */

#include "joint_values.h"

#include "cli.h"

#include <stdlib.h>
#include <string.h>

/* The robot that a joint is of, and its variable there. */
static const fk_scene_robot *robot_of(const fk_scene *scene, uint32_t joint, uint32_t *variable)
{
    const fk_scene_robot *robot = scene->robot;
    for (; joint >= robot->robot->variable_count; robot++)
        joint -= robot->robot->variable_count;
    *variable = joint;
    return robot;
}

double joint_value(void *user, uint32_t joint, double time)
{
    const fk_scene *scene = ((const joint_values *)user)->scene;
    uint32_t variable;
    const fk_scene_robot *robot = robot_of(scene, joint, &variable);
    const fk_track *track = &scene->track[robot->track];
    uint32_t next = 0, last = track->time_count - 1;
    while (next <= last && track->time[next] <= time)
        next++;
    uint32_t low = next > 0 ? next - 1 : 0, high = next <= last ? next : last;
    double before = track->value[(size_t)low * track->variable_count + variable];
    double after = track->value[(size_t)high * track->variable_count + variable];
    double width = track->time[high] - track->time[low];
    double value = width > 0 ? before + (after - before) * ((time - track->time[low]) / width) : before;
    bool slides = robot->robot->joint[robot->robot->variable[variable]].kind == FK_JOINT_PRISMATIC;
    return slides ? fk_length_convert(value, scene->unit, FK_UNIT_M) : value;
}

void joint_values_free(joint_values *all)
{
    for (uint32_t i = 0; all->name != NULL && i < all->count; i++)
        free(all->name[i]);
    free(all->name);
    all->name = NULL;
    all->count = 0;
}

bool joint_values_make(joint_values *all, const fk_scene *scene)
{
    *all = (joint_values){.scene = scene};
    for (uint32_t i = 0; i < scene->robot_count; i++)
        all->count += scene->robot[i].robot->variable_count;
    all->name = calloc((size_t)all->count + 1, sizeof(char *));
    bool is_good = all->name != NULL;
    for (uint32_t i = 0; i < all->count && is_good; i++) {
        uint32_t variable;
        const fk_scene_robot *robot = robot_of(scene, i, &variable);
        const char *joint = robot->robot->joint[robot->robot->variable[variable]].name;
        bool is_only = scene->robot_count == 1;
        size_t bytes = strlen(robot->name) + strlen(joint) + 2;
        all->name[i] = malloc(bytes);
        is_good = all->name[i] != NULL;
        if (is_good)
            snprintf(all->name[i], bytes, "%s%s%s", is_only ? "" : robot->name, is_only ? "" : "/", joint);
    }
    if (!is_good) {
        cli_trouble("%s", fk_status_text(FK_ERROR_MEMORY));
        joint_values_free(all);
    }
    return is_good;
}
