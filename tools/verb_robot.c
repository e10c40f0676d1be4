/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* farkas robot: the contents of a URDF file, the poses of its links, and the pairs of links that need no check. */

#include "part_list.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const char help[] =
    "usage: farkas robot [OPTION]... ROBOT.urdf\n"
    "\n"
    "Describes a robot: links, joints with their limits, collision shapes, the pairs and states\n"
    "of its SRDF file. With --joints, prints the link poses and the smallest distance to\n"
    "itself. With --suggest-ignore, prints pairs of links that need no check, as lines for an\n"
    "SRDF file. To check a robot, see 'farkas check' and 'farkas sweep'. Lengths are in metres,\n"
    "angles in radians.\n"
    "\n"
    "options:\n"
    "      --info         describe the robot (default)\n"
    "      --joints J     print the link poses at these joint values: j1=0.2,j2=-1, or the name\n"
    "                     of a state, or several of these with commas; other joints at 0, or\n"
    "                     at the nearest value within their limits\n"
    "      --suggest-ignore N\n"
    "                     test N random configurations within the limits, and list pairs\n"
    "                     that are joined (Adjacent), meet at --joints or 0 (Default), in all\n"
    "                     of them (Always), or in none (Never: not a proof,\n"
    "                     unless \"proved\" stands behind it)\n"
    "      --seed S       for --suggest-ignore: other configurations (default: 1)\n"
    "      --srdf FILE    pairs of links that need no check, and named states\n"
    "      --package-path DIR\n"
    "                     where to find package://NAME/...: a folder with NAME; repeatable\n"
    "      --arg N:=V     an argument of a xacro file; repeatable\n"
    "      --json         the result as JSON\n" CLI_COMMON_HELP "\n"
    "examples:\n"
    "  farkas robot panda.urdf --srdf panda.srdf\n"
    "  farkas robot panda.urdf --srdf panda.srdf --joints ready,panda_finger_joint1=0.02\n"
    "  farkas robot panda.urdf --suggest-ignore 10000 > pairs.txt\n"
    "\n"
    "exit status: 0, or 2 on trouble\n";

typedef struct robot_settings {
    part_settings part;
    bool wants_info;
    robot_samples samples;
} robot_settings;

static bool read_count(const char *option, const char *text, void *field)
{
    return cli_whole_number_to(option, text, 1000000000, field);
}

static const cli_option option_list[] = {
    CLI_FLAG("--info", robot_settings, wants_info),
    CLI_READ("--suggest-ignore", read_count, robot_settings, samples.count),
    CLI_WHOLE("--seed", robot_settings, samples.seed),
    CLI_FLAG("--json", robot_settings, samples.as_json),
    CLI_TEXT("--joints", robot_settings, part.joints),
    CLI_TEXT("--srdf", robot_settings, part.srdf),
    CLI_WORDS("--package-path", robot_settings, part.package_path),
    CLI_WORDS("--arg", robot_settings, part.argument),
    CLI_END,
};

static const cli_option_table option_table = {"robot", help, option_list, NULL};

/* The largest width of a column. */
#define WIDEST 32

/* A robot, and whether each shape is a solid. */
typedef struct robot_info {
    const fk_robot *robot;
    bool *is_solid;
} robot_info;

static int widen_column(int width, const char *text)
{
    size_t length = strlen(text);
    return length > (size_t)width && length <= WIDEST ? (int)length : width;
}

/* ---- Contents ------------------------------------------------------------------------------------------ */

static void print_shape(const robot_info *i, uint32_t number)
{
    const fk_robot_shape *shape = &i->robot->shape[number];
    if (shape->mesh != NULL)
        cli_print("mesh, %" PRIu32 " triangle%s, %s", shape->mesh->triangle_count,
                  shape->mesh->triangle_count == 1 ? "" : "s", i->is_solid[number] ? "solid" : "surface");
    else
        cli_print("%s", fk_kind_word(shape->piece.kind));
}

static void print_links(const robot_info *i)
{
    int width = 0;
    for (uint32_t k = 0; k < i->robot->link_count; k++)
        width = widen_column(width, i->robot->link[k].name);
    cli_print("links\n");
    for (uint32_t k = 0; k < i->robot->link_count; k++) {
        const fk_robot_link *link = &i->robot->link[k];
        if (link->shape_count == 0)
            cli_print("  %s\n", link->name);
        for (uint32_t n = 0; n < link->shape_count; n++) {
            cli_print("  %-*s   ", width, n == 0 ? link->name : "");
            print_shape(i, link->first_shape + n);
            cli_print("\n");
        }
    }
}

static void print_joint(const fk_robot *robot, const fk_robot_joint *joint, int name, int link)
{
    cli_print("  %-*s   %-10s   %-*s > ", name, joint->name, fk_joint_word(joint->kind), link,
              robot->link[joint->parent].name);
    if (joint->has_limits)
        cli_print("%-*s   %.6g to %.6g", link, robot->link[joint->child].name, joint->lower, joint->upper);
    else
        cli_print("%s", robot->link[joint->child].name);
    if (joint->is_mimic)
        cli_print("   mimics %s", robot->joint[robot->variable[joint->variable]].name);
    if (joint->is_mimic && (joint->factor != 1 || joint->offset != 0))
        cli_print(" * %.6g + %.6g", joint->factor, joint->offset);
    cli_print("\n");
}

static void print_joints(const fk_robot *robot)
{
    int name = 0, link = 0;
    for (uint32_t k = 0; k < robot->joint_count; k++)
        name = widen_column(name, robot->joint[k].name);
    for (uint32_t k = 0; k < robot->link_count; k++)
        link = widen_column(link, robot->link[k].name);
    if (robot->joint_count > 0)
        cli_print("joints\n");
    for (uint32_t k = 0; k < robot->joint_count; k++)
        print_joint(robot, &robot->joint[k], name, link);
}

/* Prints how many pairs have each reason, in the order of their first occurrence. */
static void print_disabled(const fk_robot *robot)
{
    if (robot->disabled_count == 0)
        return;
    cli_print("disabled pairs: %" PRIu32 " (", robot->disabled_count);
    bool is_first = true;
    for (uint32_t i = 0; i < robot->disabled_count; i++) {
        const char *reason = robot->disabled[i].reason;
        uint32_t count = 0, before = 0;
        for (uint32_t k = 0; k < robot->disabled_count; k++)
            if (strcmp(robot->disabled[k].reason, reason) == 0) {
                count++;
                before += k < i;
            }
        if (before > 0)
            continue;
        cli_print("%s%" PRIu32 " %s", is_first ? "" : ", ", count, reason);
        is_first = false;
    }
    cli_print(")\n");
}

static void print_states(const fk_robot *robot)
{
    if (robot->state_count > 0)
        cli_print("states\n");
    for (uint32_t i = 0; i < robot->state_count; i++) {
        const fk_robot_state *state = &robot->state[i];
        cli_print("  %s (%s):", state->name, state->group);
        const char *comma = " ";
        for (uint32_t k = 0; k < robot->variable_count; k++)
            if (state->is_set[k]) {
                cli_print("%s%s=%.6g", comma, robot->joint[robot->variable[k]].name, state->value[k]);
                comma = ",";
            }
        cli_print("\n");
    }
}

static void print_info_text(const robot_info *i)
{
    const fk_robot *robot = i->robot;
    cli_print("%s: %" PRIu32 " link%s, %" PRIu32 " joint%s (%" PRIu32 " to set), %" PRIu32
              " shape%s, root %s, in m\n",
              robot->name, robot->link_count, robot->link_count == 1 ? "" : "s", robot->joint_count,
              robot->joint_count == 1 ? "" : "s", robot->variable_count, robot->shape_count,
              robot->shape_count == 1 ? "" : "s", robot->link[0].name);
    print_links(i);
    print_joints(robot);
    print_disabled(robot);
    uint32_t adjacent = robot_adjacent(robot, NULL);
    if (adjacent > 0)
        cli_print("adjacent pairs, left out by default: %" PRIu32 "\n", adjacent);
    print_states(robot);
}

static void print_json_links(const robot_info *i)
{
    const fk_robot *robot = i->robot;
    for (uint32_t k = 0; k < robot->link_count; k++) {
        const fk_robot_link *link = &robot->link[k];
        cli_json("%s\n{\"name\":%q,\"shapes\":[", k > 0 ? "," : "", link->name);
        for (uint32_t n = link->first_shape; n < link->first_shape + link->shape_count; n++) {
            const fk_robot_shape *shape = &robot->shape[n];
            cli_json("%s{\"name\":%q,", n > link->first_shape ? "," : "", shape->name);
            if (shape->mesh != NULL)
                cli_json("\"triangles\":%u,\"solid\":%b}", shape->mesh->triangle_count, i->is_solid[n]);
            else
                cli_json("\"shape\":\"%s\"}", fk_kind_word(shape->piece.kind));
        }
        cli_print("]}");
    }
}

static void print_json_joint(const fk_robot *robot, const fk_robot_joint *joint)
{
    cli_json("{\"name\":%q,\"type\":\"%s\",\"parent\":%q,\"child\":%q", joint->name,
             fk_joint_word(joint->kind), robot->link[joint->parent].name, robot->link[joint->child].name);
    if (joint->has_limits)
        cli_json(",\"lower\":%n,\"upper\":%n", joint->lower, joint->upper);
    if (isfinite(joint->velocity))
        cli_json(",\"velocity\":%n", joint->velocity);
    if (joint->is_mimic)
        cli_json(",\"mimic\":{\"joint\":%q,\"factor\":%n,\"offset\":%n}",
                 robot->joint[robot->variable[joint->variable]].name, joint->factor, joint->offset);
    cli_print("}");
}

/* Prints the pairs that are left out without being in a list. */
static void print_json_adjacent(const fk_robot *robot)
{
    uint32_t count = robot_adjacent(robot, NULL);
    uint32_t(*pair)[2] = calloc((size_t)count + 1, sizeof *pair);
    cli_print("],\n\"adjacent\":[");
    if (pair != NULL)
        (void)robot_adjacent(robot, pair);
    for (uint32_t i = 0; pair != NULL && i < count; i++)
        cli_json("%s\n{\"a\":%q,\"b\":%q}", i > 0 ? "," : "", robot->link[pair[i][0]].name,
                 robot->link[pair[i][1]].name);
    free(pair);
}

static void print_json_states(const fk_robot *robot)
{
    cli_print("\"disabled\":[");
    for (uint32_t i = 0; i < robot->disabled_count; i++)
        cli_json("%s\n{\"a\":%q,\"b\":%q,\"reason\":%q}", i > 0 ? "," : "",
                 robot->link[robot->disabled[i].a].name, robot->link[robot->disabled[i].b].name,
                 robot->disabled[i].reason);
    print_json_adjacent(robot);
    cli_print("],\n\"states\":[");
    for (uint32_t i = 0; i < robot->state_count; i++) {
        const fk_robot_state *state = &robot->state[i];
        const char *comma = "";
        cli_json("%s\n{\"name\":%q,\"group\":%q,\"joints\":{", i > 0 ? "," : "", state->name, state->group);
        for (uint32_t k = 0; k < robot->variable_count; k++)
            if (state->is_set[k]) {
                cli_json("%s%q:%n", comma, robot->joint[robot->variable[k]].name, state->value[k]);
                comma = ",";
            }
        cli_print("}}");
    }
    cli_print("]}\n");
}

static void print_info_json(const robot_info *i)
{
    const fk_robot *robot = i->robot;
    cli_json("{\"farkas\":%d,\"units\":\"m\",\"robot\":%q,\"root\":%q,\"variables\":[", FK_RESULT_VERSION,
             robot->name, robot->link[0].name);
    for (uint32_t k = 0; k < robot->variable_count; k++)
        cli_json("%s%q", k > 0 ? "," : "", robot->joint[robot->variable[k]].name);
    cli_print("],\n\"links\":[");
    print_json_links(i);
    cli_print("],\n\"joints\":[");
    for (uint32_t k = 0; k < robot->joint_count; k++) {
        cli_print("%s\n", k > 0 ? "," : "");
        print_json_joint(robot, &robot->joint[k]);
    }
    cli_print("],\n");
    print_json_states(robot);
}

static fk_status find_solids(fk_context *context, robot_info *i)
{
    for (uint32_t k = 0; k < i->robot->shape_count; k++) {
        fk_mesh_facts *facts;
        if (i->robot->shape[k].mesh == NULL)
            continue;
        fk_status status = fk_mesh_inspect(context, i->robot->shape[k].mesh, &facts);
        if (status != FK_OK)
            return status;
        i->is_solid[k] = facts->is_solid;
        fk_mesh_facts_free(context, facts);
    }
    return FK_OK;
}

static int print_robot(fk_context *context, const fk_robot *robot, bool as_json)
{
    size_t bytes = robot->shape_count + 1;
    robot_info i = {robot, fk_allocate(context, bytes)};
    if (i.is_solid == NULL)
        return cli_trouble("%s", fk_status_text(FK_ERROR_MEMORY));
    memset(i.is_solid, 0, bytes);
    fk_status status = find_solids(context, &i);
    if (status == FK_OK && as_json)
        print_info_json(&i);
    else if (status == FK_OK)
        print_info_text(&i);
    fk_release(context, i.is_solid, bytes);
    return status == FK_OK ? CLI_OK : cli_trouble("%s", fk_status_text(status));
}

/* ---- Poses of the links, and the two nearest parts of those that are not ignored ----------------------- */

/* Returns roll, pitch and yaw of a rotation, R = Rz Ry Rx; if the pitch is a right angle, the rest is roll. */
static fk_vec3 roll_pitch_yaw(const fk_pose *pose)
{
    const double(*r)[3] = pose->rotation;
    double level = hypot(r[0][0], r[1][0]), pitch = atan2(-r[2][0], level);
    if (level < 1e-12)
        return fk_vec3_make(atan2(-r[1][2], r[1][1]) + 0.0, pitch, 0);
    return fk_vec3_make(atan2(r[2][1], r[2][2]) + 0.0, pitch + 0.0, atan2(r[1][0], r[0][0]) + 0.0);
}

/* Removes what rounding angles to ten digits, as in files, leaves of zeros. */
static fk_vec3 round_shown(fk_vec3 v)
{
    return fk_vec3_make(fabs(v.x) < 1e-9 ? 0 : v.x, fabs(v.y) < 1e-9 ? 0 : v.y, fabs(v.z) < 1e-9 ? 0 : v.z);
}

static fk_check_rule select_robot_pair(void *user, uint32_t a, uint32_t b)
{
    const part_list *list = user;
    fk_check_rule rule = {.is_tested = true, .ignored = fk_scene_ignores(list->scene, a, b)};
    return rule;
}

static void print_pose_text(const part_list *list, const fk_check_pair *pair)
{
    const fk_scene_robot *robot = &list->scene->robot[0];
    int width = 0;
    for (uint32_t i = 0; i < robot->robot->link_count; i++)
        width = widen_column(width, robot->robot->link[i].name);
    cli_print("%s: %" PRIu32 " link%s in %s\n", robot->robot->name, robot->robot->link_count,
              robot->robot->link_count == 1 ? "" : "s", list->units);
    for (uint32_t i = 0; i < robot->robot->link_count; i++) {
        fk_pose pose = fk_motion_pose(list->motion, robot->first_frame + i, 0);
        fk_vec3 at = round_shown(pose.translation), rpy = round_shown(roll_pitch_yaw(&pose));
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

static void print_pose_json(const part_list *list, const fk_check_pair *pair)
{
    const fk_scene_robot *robot = &list->scene->robot[0];
    const fk_track *track = &list->scene->track[robot->track];
    cli_json("{\"farkas\":%d,\"units\":\"%s\",\"robot\":%q,\"joints\":{", FK_RESULT_VERSION, list->units,
             robot->robot->name);
    for (uint32_t k = 0; k < track->variable_count; k++)
        cli_json("%s%q:%n", k > 0 ? "," : "", robot->robot->joint[robot->robot->variable[k]].name,
                 track->value[k]);
    cli_print("},\n\"links\":[");
    for (uint32_t i = 0; i < robot->robot->link_count; i++) {
        fk_pose place = fk_motion_pose(list->motion, robot->first_frame + i, 0);
        cli_json("%s\n{\"name\":%q,\"xyz\":%v,\"rpy\":%v}", i > 0 ? "," : "", robot->robot->link[i].name,
                 place.translation, roll_pitch_yaw(&place));
    }
    cli_print("],\n\"nearest\":");
    if (pair == NULL)
        cli_print("null}\n");
    else
        cli_json("{\"a\":%q,\"b\":%q,\"kind\":\"%s\",\"distance\":{\"lo\":%n,\"hi\":%n}}}\n",
                 list->part[pair->a].name, list->part[pair->b].name, fk_clash_word(pair->kind),
                 pair->distance.lo, pair->distance.hi);
}

static int print_pose(const part_list *list, bool as_json)
{
    fk_check *check;
    const fk_check_pair *nearest;
    if (!part_list_nearest(list, select_robot_pair, (void *)(uintptr_t)list, &check, &nearest))
        return CLI_TROUBLE;
    if (as_json)
        print_pose_json(list, nearest);
    else
        print_pose_text(list, nearest);
    fk_check_free(list->context, check);
    return CLI_OK;
}

/* ---- The verb ------------------------------------------------------------------------------------------ */

bool robot_file_load(fk_context *context, const char *path, const mesh_settings *mesh, const char *srdf,
                     const cli_words *package_path, const cli_words *argument, fk_robot **out)
{
    fk_robot_options chosen = fk_robot_options_default();
    fk_load_options load;
    fk_scene_options files;
    fk_robot_report report;
    if (!mesh_scene_options(mesh, &load, &files))
        return false;
    chosen.load_mesh = files.load_mesh;
    chosen.load_mesh_ends = files.load_mesh_ends;
    chosen.user = files.user;
    chosen.srdf = srdf;
    chosen.package_path = package_path->word;
    chosen.package_path_count = (uint32_t)package_path->count;
    chosen.argument = argument->word;
    chosen.argument_count = (uint32_t)argument->count;
    fk_status status = fk_robot_load(context, path, &chosen, &report, out);
    if (status == FK_ERROR_SYNTAX || status == FK_ERROR_READ || status == FK_ERROR_FORMAT)
        return cli_refuse_at(report.path, (size_t)report.line, (size_t)report.column, "%s", report.message);
    return status == FK_OK || cli_refuse("%s", fk_status_text(status));
}

/* Prints the robot alone: it need not have shapes. */
static int print_info(fk_context *context, const robot_settings *s, const char *path)
{
    fk_robot *robot;
    if (!robot_file_load(context, path, &s->part.mesh, s->part.srdf, &s->part.package_path, &s->part.argument,
                         &robot))
        return CLI_TROUBLE;
    int result = print_robot(context, robot, s->samples.as_json);
    if (result == CLI_OK)
        part_robot_notes(robot, s->part.srdf);
    fk_robot_free(context, robot);
    return result;
}

static int run_robot(fk_context *context, const robot_settings *s, char **path)
{
    part_list list;
    if (s->wants_info)
        return print_info(context, s, path[0]);
    if (!part_list_load(&list, context, path, 1, &s->part))
        return CLI_TROUBLE;
    int status = s->samples.count > 0 ? robot_suggest_print(&list, &s->samples)
                                      : print_pose(&list, s->samples.as_json);
    part_list_free(&list);
    return status;
}

int verb_robot(int argc, char **argv)
{
    robot_settings s = {.samples = {.seed = 1}};
    int status;
    if (!cli_read_option_table(&option_table, argc, argv, &s, &status))
        return status;
    bool is_plain = s.part.joints == NULL && s.samples.count == 0, is_both = s.wants_info && !is_plain;
    s.wants_info = s.wants_info || is_plain;
    if (argc - optind != 1)
        cli_trouble("robot needs one file, ROBOT.urdf; see farkas robot --help");
    else if (part_is_robot(argv[optind]))
        status = is_both
                     ? cli_trouble("--info stands alone: leave out --joints and --suggest-ignore, or --info")
                     : run_robot(cli_context(), &s, argv + optind);
    part_settings_free(&s.part);
    return status;
}
