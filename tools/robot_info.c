/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* farkas robot --info: links with their shapes, joints, disabled pairs and states, as tables or JSON. */

#include "robot.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

/* Columns are no wider than this. */
#define WIDEST 32

/* A robot, and of each shape whether it is a solid. */
typedef struct info {
    const fk_robot *robot;
    bool *is_solid;
} info;

static int wider(int width, const char *text)
{
    size_t length = strlen(text);
    return length > (size_t)width && length <= WIDEST ? (int)length : width;
}

/* ---- Text ---------------------------------------------------------------------------------------------- */

static void print_shape(const info *i, uint32_t number)
{
    const fk_robot_shape *shape = &i->robot->shape[number];
    if (shape->mesh != NULL)
        cli_print("mesh, %" PRIu32 " triangle%s, %s", shape->mesh->triangle_count,
                  shape->mesh->triangle_count == 1 ? "" : "s", i->is_solid[number] ? "solid" : "surface");
    else
        cli_print("%s", fk_kind_word(shape->piece.kind));
}

static void print_links(const info *i)
{
    int width = 0;
    for (uint32_t k = 0; k < i->robot->link_count; k++)
        width = wider(width, i->robot->link[k].name);
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
        name = wider(name, robot->joint[k].name);
    for (uint32_t k = 0; k < robot->link_count; k++)
        link = wider(link, robot->link[k].name);
    if (robot->joint_count > 0)
        cli_print("joints\n");
    for (uint32_t k = 0; k < robot->joint_count; k++)
        print_joint(robot, &robot->joint[k], name, link);
}

/* How many pairs have each reason, in the order in which they come. */
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

static void print_text(const info *i)
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
    print_states(robot);
}

/* ---- JSON ---------------------------------------------------------------------------------------------- */

static void print_key(const char *key, const char *text)
{
    cli_print("\"%s\":", key);
    cli_print_json_string(text);
}

static void print_json_links(const info *i)
{
    const fk_robot *robot = i->robot;
    cli_print("\"links\":[");
    for (uint32_t k = 0; k < robot->link_count; k++) {
        const fk_robot_link *link = &robot->link[k];
        cli_print("%s\n{", k > 0 ? "," : "");
        print_key("name", link->name);
        cli_print(",\"shapes\":[");
        for (uint32_t n = link->first_shape; n < link->first_shape + link->shape_count; n++) {
            const fk_robot_shape *shape = &robot->shape[n];
            cli_print("%s{", n > link->first_shape ? "," : "");
            print_key("name", shape->name);
            if (shape->mesh != NULL)
                cli_print(",\"triangles\":%" PRIu32 ",\"solid\":%s}", shape->mesh->triangle_count,
                          i->is_solid[n] ? "true" : "false");
            else
                cli_print(",\"shape\":\"%s\"}", fk_kind_word(shape->piece.kind));
        }
        cli_print("]}");
    }
    cli_print("],\n");
}

static void print_json_joint(const fk_robot *robot, const fk_robot_joint *joint)
{
    cli_print("{");
    print_key("name", joint->name);
    cli_print(",\"type\":\"%s\",", fk_joint_word(joint->kind));
    print_key("parent", robot->link[joint->parent].name);
    cli_print(",");
    print_key("child", robot->link[joint->child].name);
    if (joint->has_limits) {
        cli_print(",\"lower\":");
        cli_print_json_number(joint->lower);
        cli_print(",\"upper\":");
        cli_print_json_number(joint->upper);
    }
    if (isfinite(joint->velocity)) {
        cli_print(",\"velocity\":");
        cli_print_json_number(joint->velocity);
    }
    if (joint->is_mimic) {
        cli_print(",\"mimic\":{");
        print_key("joint", robot->joint[robot->variable[joint->variable]].name);
        cli_print(",\"factor\":");
        cli_print_json_number(joint->factor);
        cli_print(",\"offset\":");
        cli_print_json_number(joint->offset);
        cli_print("}");
    }
    cli_print("}");
}

static void print_json_states(const fk_robot *robot)
{
    cli_print("\"disabled\":[");
    for (uint32_t i = 0; i < robot->disabled_count; i++) {
        cli_print("%s\n{", i > 0 ? "," : "");
        print_key("a", robot->link[robot->disabled[i].a].name);
        cli_print(",");
        print_key("b", robot->link[robot->disabled[i].b].name);
        cli_print(",");
        print_key("reason", robot->disabled[i].reason);
        cli_print("}");
    }
    cli_print("],\n\"states\":[");
    for (uint32_t i = 0; i < robot->state_count; i++) {
        const fk_robot_state *state = &robot->state[i];
        const char *comma = "";
        cli_print("%s\n{", i > 0 ? "," : "");
        print_key("name", state->name);
        cli_print(",");
        print_key("group", state->group);
        cli_print(",\"joints\":{");
        for (uint32_t k = 0; k < robot->variable_count; k++)
            if (state->is_set[k]) {
                cli_print("%s", comma);
                cli_print_json_string(robot->joint[robot->variable[k]].name);
                cli_print(":");
                cli_print_json_number(state->value[k]);
                comma = ",";
            }
        cli_print("}}");
    }
    cli_print("]}\n");
}

static void print_json(const info *i)
{
    const fk_robot *robot = i->robot;
    cli_print("{\"farkas\":%d,\"units\":\"m\",", FK_RESULT_VERSION);
    print_key("robot", robot->name);
    cli_print(",");
    print_key("root", robot->link[0].name);
    cli_print(",\"variables\":[");
    for (uint32_t k = 0; k < robot->variable_count; k++) {
        cli_print("%s", k > 0 ? "," : "");
        cli_print_json_string(robot->joint[robot->variable[k]].name);
    }
    cli_print("],\n");
    print_json_links(i);
    cli_print("\"joints\":[");
    for (uint32_t k = 0; k < robot->joint_count; k++) {
        cli_print("%s\n", k > 0 ? "," : "");
        print_json_joint(robot, &robot->joint[k]);
    }
    cli_print("],\n");
    print_json_states(robot);
}

/* ---- Both ---------------------------------------------------------------------------------------------- */

static fk_status find_solids(fk_context *context, info *i)
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

int robot_info_print(fk_context *context, const fk_robot *robot, bool as_json)
{
    size_t bytes = robot->shape_count + 1;
    info i = {robot, fk_allocate(context, bytes)};
    if (i.is_solid == NULL)
        return cli_trouble("%s", fk_status_text(FK_ERROR_MEMORY));
    memset(i.is_solid, 0, bytes);
    fk_status status = find_solids(context, &i);
    if (status == FK_OK && as_json)
        print_json(&i);
    else if (status == FK_OK)
        print_text(&i);
    fk_release(context, i.is_solid, bytes);
    return status == FK_OK ? CLI_OK : cli_trouble("%s", fk_status_text(status));
}
