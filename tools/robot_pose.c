/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* farkas robot --joints: where the links are, and which two parts of the robot are nearest, of those that are not
 * ignored. */

#include "check_table.h"
#include "robot.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

/* Roll, pitch and yaw of a rotation, R = Rz Ry Rx; where the pitch is a right angle, all of the rest is roll. */
static fk_vec3 rpy_of(const fk_pose *pose)
{
    const double(*r)[3] = pose->rotation;
    double level = hypot(r[0][0], r[1][0]), pitch = atan2(-r[2][0], level);
    if (level < 1e-12)
        return fk_vec3_make(atan2(-r[1][2], r[1][1]) + 0.0, pitch, 0);
    return fk_vec3_make(atan2(r[2][1], r[2][2]) + 0.0, pitch + 0.0, atan2(r[1][0], r[0][0]) + 0.0);
}

/* Without what the rounding of angles to ten digits, as files have it, leaves of zeros. */
static fk_vec3 shown(fk_vec3 v)
{
    return fk_vec3_make(fabs(v.x) < 1e-9 ? 0 : v.x, fabs(v.y) < 1e-9 ? 0 : v.y, fabs(v.z) < 1e-9 ? 0 : v.z);
}

static fk_check_rule select_pair(void *user, uint32_t a, uint32_t b)
{
    const part_list *list = user;
    fk_check_rule rule = {.is_tested = true, .ignored = fk_scene_ignores(list->scene, a, b)};
    return rule;
}

static void print_text(const part_list *list, const fk_check_pair *pair)
{
    const fk_scene_robot *robot = &list->scene->robot[0];
    int width = 0;
    for (uint32_t i = 0; i < robot->robot->link_count; i++) {
        int length = (int)strlen(robot->robot->link[i].name);
        width = length > width && length <= 32 ? length : width;
    }
    cli_print("%s: %" PRIu32 " link%s in %s\n", robot->robot->name, robot->robot->link_count,
              robot->robot->link_count == 1 ? "" : "s", list->units);
    for (uint32_t i = 0; i < robot->robot->link_count; i++) {
        fk_pose pose = fk_motion_pose(list->motion, robot->first_frame + i, 0);
        fk_vec3 at = shown(pose.translation), rpy = shown(rpy_of(&pose));
        cli_print("  %-*s   xyz %.6g %.6g %.6g   rpy %.6g %.6g %.6g\n", width, robot->robot->link[i].name,
                  at.x, at.y, at.z, rpy.x, rpy.y, rpy.z);
    }
    if (pair == NULL)
        cli_print("no pair of its parts has to be checked\n");
    else if (pair->distance.hi == 0)
        cli_print("%s x %s meet (%s)\n", list->part[pair->a].name, list->part[pair->b].name,
                  fk_clash_word(pair->kind));
    else
        cli_print("smallest distance %.6g %s   %s x %s\n", pair->distance.lo, list->units,
                  list->part[pair->a].name, list->part[pair->b].name);
}

static void print_pair(const part_list *list, const fk_check_pair *pair)
{
    cli_print("],\n\"nearest\":");
    if (pair == NULL) {
        cli_print("null}\n");
        return;
    }
    cli_print("{\"a\":");
    cli_print_json_string(list->part[pair->a].name);
    cli_print(",\"b\":");
    cli_print_json_string(list->part[pair->b].name);
    cli_print(",\"kind\":\"%s\",\"distance\":{\"lo\":", fk_clash_word(pair->kind));
    cli_print_json_number(pair->distance.lo);
    cli_print(",\"hi\":");
    cli_print_json_number(pair->distance.hi);
    cli_print("}}}\n");
}

static void print_json(const part_list *list, const fk_check_pair *pair)
{
    const fk_scene_robot *robot = &list->scene->robot[0];
    const fk_track *track = &list->scene->track[robot->track];
    cli_print("{\"farkas\":%d,\"units\":\"%s\",\"robot\":", FK_RESULT_VERSION, list->units);
    cli_print_json_string(robot->robot->name);
    cli_print(",\"joints\":{");
    for (uint32_t k = 0; k < track->variable_count; k++) {
        cli_print("%s", k > 0 ? "," : "");
        cli_print_json_string(robot->robot->joint[robot->robot->variable[k]].name);
        cli_print(":");
        cli_print_json_number(track->value[k]);
    }
    cli_print("},\n\"links\":[");
    for (uint32_t i = 0; i < robot->robot->link_count; i++) {
        fk_pose pose = fk_motion_pose(list->motion, robot->first_frame + i, 0);
        cli_print("%s\n{\"name\":", i > 0 ? "," : "");
        cli_print_json_string(robot->robot->link[i].name);
        cli_print(",\"xyz\":");
        cli_print_json_vector(pose.translation);
        cli_print(",\"rpy\":");
        cli_print_json_vector(rpy_of(&pose));
        cli_print("}");
    }
    print_pair(list, pair);
}

int robot_pose_print(const part_list *list, bool as_json)
{
    fk_check_options chosen = fk_check_options_default();
    chosen.select = select_pair;
    chosen.user = (void *)(uintptr_t)list;
    chosen.wants_depth = false;
    chosen.max_triangles = 0;
    fk_check *check;
    fk_status status = fk_check_run(list->context, list->part, list->count, &chosen, &check);
    if (status != FK_OK)
        return cli_trouble("%s", fk_status_text(status));
    if (as_json)
        print_json(list, check_nearest_pair(check));
    else
        print_text(list, check_nearest_pair(check));
    fk_check_free(list->context, check);
    return CLI_OK;
}
