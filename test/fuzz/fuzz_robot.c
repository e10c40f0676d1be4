/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Robots and trajectories from arbitrary bytes: nothing breaks, what is refused has a message and a place, and what comes out is what
 * the contract says. The bytes are a URDF text, and behind a line "---" an SRDF text; and all of them a trajectory. Meshes
 * come from no files. */

#include <stdio.h>
#include <string.h>

#include "fuzz/fuzz_model.h"
#include "scene/robot.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static fk_status load_mesh(void *user, fk_context *context, fk_scene_mesh *mesh, fk_model **out)
{
    static const char text[] = "OFF\n3 1 0\n0 0 0\n1 0 0\n0 1 1e300\n3 0 1 2\n";
    (void)user;
    return fk_model_parse(context, text, strlen(text), NULL, &mesh->report, out);
}

static void check_link(const fk_robot *robot, uint32_t i)
{
    const fk_robot_link *link = &robot->link[i];
    fuzz_require(fk_robot_find_link(robot, link->name) == i, "a link is not found");
    fuzz_require((link->joint == FK_NONE) == (i == 0), "a root that is not the first");
    fuzz_require(i == 0 || (robot->joint[link->joint].child == i && robot->joint[link->joint].parent < i),
                 "a link before its parent");
    fuzz_require(link->first_shape + link->shape_count <= robot->shape_count, "shapes that are not there");
}

static void check_joint(const fk_robot *robot, uint32_t i)
{
    const fk_robot_joint *joint = &robot->joint[i];
    fuzz_require(joint->kind < FK_JOINT_COUNT && fk_vec3_is_finite(joint->axis), "no joint");
    fuzz_require(fk_vec3_is_finite(joint->origin.translation), "an origin is not finite");
    fuzz_require(joint->lower <= joint->upper && joint->velocity > 0, "limits");
    fuzz_require(joint->variable == FK_NONE || joint->variable < robot->variable_count, "no variable");
    fuzz_require(fk_robot_find_joint(robot, joint->name) == i, "a joint is not found");
    fuzz_require(joint->factor - joint->factor == 0 && joint->offset - joint->offset == 0, "not finite");
}

static void check_shape(const fk_robot *robot, uint32_t i)
{
    const fk_robot_shape *shape = &robot->shape[i];
    fuzz_require(shape->link < robot->link_count && shape->name[0] != '\0', "a shape of no link");
    fuzz_require((shape->mesh == NULL) == (shape->file == FK_NONE), "a mesh without a file");
    fuzz_require((shape->mesh == NULL) == (shape->piece.kind != FK_KIND_NONE), "neither mesh nor piece");
    for (uint32_t k = 0; shape->mesh != NULL && k < shape->mesh->vertex_count; k++)
        fuzz_require(fk_vec3_is_finite(fk_pose_apply(&shape->pose, shape->mesh->point[k])),
                     "a place is not finite");
    if (shape->mesh == NULL) {
        fk_piece placed = fk_piece_place(&shape->piece, &shape->pose, NULL);
        fuzz_require(fk_piece_check(&shape->piece) == FK_OK && fk_piece_check(&placed) == FK_OK,
                     "a piece is not valid");
    }
    fuzz_require(strcmp(fk_robot_ignores(robot, i, i), "same link") == 0, "a shape meets itself");
}

static void check_robot(const fk_robot *robot)
{
    for (uint32_t i = 0; i < robot->link_count; i++)
        check_link(robot, i);
    for (uint32_t i = 0; i < robot->joint_count; i++)
        check_joint(robot, i);
    for (uint32_t i = 0; i < robot->shape_count; i++)
        check_shape(robot, i);
    for (uint32_t i = 0; i < robot->disabled_count; i++) {
        const fk_robot_disabled *d = &robot->disabled[i];
        fuzz_require(d->a < d->b && d->b < robot->link_count && d->reason[0] != '\0', "a pair");
        fuzz_require(i == 0 || d[-1].a < d->a || (d[-1].a == d->a && d[-1].b < d->b), "pairs are not sorted");
    }
}

/* A message with a place in the text. */
static void check_report(fk_status status, const fk_robot_report *report, size_t size)
{
    fuzz_require(status == FK_ERROR_SYNTAX || status == FK_ERROR_READ, "a status that cannot be");
    fuzz_require(report->message[0] != '\0' && report->path[0] != '\0', "an error without a message");
    fuzz_require(report->line > 0 && report->column > 0, "an error without a place");
    fuzz_require(report->line <= size + 2 && report->column <= size + 1, "a place beyond the text");
}

static void try_robot(fk_context *context, const char *text, size_t size)
{
    static const char mark[] = "\n---\n";
    size_t cut = 0, length = sizeof mark - 1;
    while (cut + length <= size && memcmp(text + cut, mark, length) != 0)
        cut++;
    bool has_srdf = cut + length <= size;
    fk_robot_text urdf = {"r.urdf", text, has_srdf ? cut : size};
    fk_robot_text srdf = {"r.srdf", text + cut + length, has_srdf ? size - cut - length : 0};
    fk_robot_options options = fk_robot_options_default();
    fk_robot_report report = {.line = 0};
    fk_robot *robot = NULL;
    options.load_mesh = load_mesh;
    options.unit = size % 2 == 0 ? FK_UNIT_M : FK_UNIT_IN;
    fk_status status = fk_robot_parse(context, &urdf, has_srdf ? &srdf : NULL, &options, &report, &robot);
    if (status == FK_OK)
        check_robot(robot);
    else
        check_report(status, &report, size);
    fuzz_require((status == FK_OK) == (robot != NULL), "a robot of an error");
    fk_robot_free(context, robot);
}

static void try_trajectory(fk_context *context, const char *text, size_t size)
{
    fk_robot_text whole = {"t.csv", text, size};
    fk_robot_report report = {.line = 0};
    fk_trajectory *t = NULL;
    fk_status status = fk_trajectory_parse(context, &whole, &report, &t);
    if (status != FK_OK)
        check_report(status, &report, size);
    fuzz_require((status == FK_OK) == (t != NULL), "a trajectory of an error");
    for (uint32_t i = 0; t != NULL && i < t->row_count; i++) {
        fuzz_require(i == 0 || t->time[i - 1] < t->time[i], "times do not increase");
        for (size_t k = 0; k < t->column_count; k++)
            fuzz_require(
                t->value[i * (size_t)t->column_count + k] - t->value[i * (size_t)t->column_count + k] == 0,
                "a value is not finite");
    }
    fk_trajectory_free(context, t);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    fk_context *context;
    fuzz_require(fk_context_create(NULL, &context) == FK_OK, "out of memory");
    try_robot(context, (const char *)data, size);
    try_trajectory(context, (const char *)data, size);
    fk_context_destroy(context);
    return 0;
}
