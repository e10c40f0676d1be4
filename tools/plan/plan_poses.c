/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Reads configurations. The words are those of --joints, which the library reads itself, when it loads a robot; here the robot is
 * there already, once for both configurations. */

#include "plan/plan_poses.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const fk_robot *robot_of(const part_list *list)
{
    return list->scene->robot[0].robot;
}

static bool is_word(const char *word, size_t length, const char *name)
{
    return strlen(name) == length && memcmp(word, name, length) == 0;
}

/* Reports that no joint or state has this name, with the nearest name. */
static bool name_trouble(const char *option, const char *what, const char *word, size_t length,
                         const char **known)
{
    char name[200];
    snprintf(name, sizeof name, "%.*s", (int)length, word);
    const char *near = cli_nearest_word(name, known);
    if (near != NULL)
        return cli_refuse("%s: the robot has no %s '%s'; did you mean '%s'?", option, what, name, near);
    return cli_refuse("%s: the robot has no %s '%s'%s%s%s", option, what, name,
                      known[0] != NULL ? "; the first is '" : "", known[0] != NULL ? known[0] : "",
                      known[0] != NULL ? "'" : "");
}

static bool joint_trouble(const part_list *list, const char *option, const char *word, size_t length)
{
    const fk_robot *robot = robot_of(list);
    const char **known = calloc(robot->variable_count + (size_t)1, sizeof *known);
    if (known == NULL)
        return cli_no_memory();
    for (uint32_t k = 0; k < robot->variable_count; k++)
        known[k] = robot->joint[robot->variable[k]].name;
    name_trouble(option, "joint that moves by itself,", word, length, known);
    free(known);
    return false;
}

static bool state_trouble(const part_list *list, const char *option, const char *word, size_t length)
{
    const fk_robot *robot = robot_of(list);
    for (uint32_t k = 0; k < robot->variable_count; k++)
        if (is_word(word, length, robot->joint[robot->variable[k]].name))
            return cli_refuse("%s: '%.*s' is a joint: give its value, as %.*s=0.2", option, (int)length, word,
                              (int)length, word);
    if (length == 0)
        return cli_refuse("%s: a name is missing: give JOINT=VALUE or a state, with commas between them",
                          option);
    if (robot->state_count == 0)
        return cli_refuse("%s: '%.*s' is neither JOINT=VALUE nor a state: states are in an SRDF file, --srdf",
                          option, (int)length, word);
    const char **known = calloc(robot->state_count + (size_t)1, sizeof *known);
    if (known == NULL)
        return cli_no_memory();
    for (uint32_t i = 0; i < robot->state_count; i++)
        known[i] = robot->state[i].name;
    name_trouble(option, "state", word, length, known);
    free(known);
    return false;
}

/* Sets every state of this name; groups may each have one. */
static bool set_state(const part_list *list, const char *option, const char *word, size_t length,
                      double *value, bool *is_named)
{
    const fk_robot *robot = robot_of(list);
    bool is_found = false;
    for (uint32_t i = 0; i < robot->state_count; i++) {
        const fk_robot_state *state = &robot->state[i];
        if (!is_word(word, length, state->name))
            continue;
        is_found = true;
        for (uint32_t k = 0; k < robot->variable_count; k++)
            if (state->is_set[k]) {
                value[k] = state->value[k];
                is_named[k] = true;
            }
    }
    return is_found || state_trouble(list, option, word, length);
}

static bool set_joint(const part_list *list, const char *option, const char *word, size_t name, size_t length,
                      double *value, bool *is_named)
{
    const fk_robot *robot = robot_of(list);
    double given;
    if (!fk_number_parse(word + name + 1, length - name - 1, &given) || !isfinite(given))
        return cli_refuse("%s: '%.*s' is not JOINT=VALUE, with a number of radians or metres", option,
                          (int)length, word);
    for (uint32_t k = 0; k < robot->variable_count; k++) {
        const fk_robot_joint *joint = &robot->joint[robot->variable[k]];
        if (!is_word(word, name, joint->name))
            continue;
        bool slides = joint->kind == FK_JOINT_PRISMATIC;
        value[k] = slides ? fk_length_convert(given, FK_UNIT_M, list->scene->unit) : given;
        is_named[k] = true;
        return true;
    }
    return joint_trouble(list, option, word, name);
}

/* Joints without a limit may have any value. */
static bool check_limits(const part_list *list, const char *option, const double *value)
{
    const fk_robot *robot = robot_of(list);
    for (uint32_t k = 0; k < robot->variable_count; k++) {
        const fk_robot_joint *joint = &robot->joint[robot->variable[k]];
        double unit =
            joint->kind == FK_JOINT_PRISMATIC ? fk_length_convert(1, FK_UNIT_M, list->scene->unit) : 1;
        if (!(value[k] >= joint->lower && value[k] <= joint->upper))
            return cli_refuse("%s: %s is %.6g, not from %.6g to %.6g%s", option, joint->name, value[k] / unit,
                              joint->lower / unit, joint->upper / unit,
                              joint->kind == FK_JOINT_REVOLUTE && fabs(value[k]) > 6.5
                                  ? "; angles are in radians: are these degrees?"
                                  : "");
    }
    return true;
}

bool plan_pose_read(const part_list *list, const char *option, const char *text, double *value,
                    bool *is_named)
{
    bool good = true;
    for (const char *word = text; good; word++) {
        word += strspn(word, " ");
        size_t length = strcspn(word, ",");
        const char *equal = memchr(word, '=', length);
        good = equal != NULL ? set_joint(list, option, word, (size_t)(equal - word), length, value, is_named)
                             : set_state(list, option, word, length, value, is_named);
        word += length;
        if (*word == '\0')
            break;
    }
    return good && check_limits(list, option, value);
}
