/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The parts of a scene in their places: see farkas/parts.h. */

#include "farkas/scene.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "scene/store.h"

/* Parts and what they own. */
typedef struct parts_own {
    fk_parts parts; /* first, as its address is that of all */
    fk_store store; /* what is below, and this */
    fk_check_part *part;
    fk_sweep_part *moving;
    fk_mesh **made; /* of parts of cells; NULL of others */
    fk_motion *motion;
} parts_own;

/* ---- Joints -------------------------------------------------------------------------------------------- */

/* The robot that a joint is of, and its variable there. */
static const fk_scene_robot *robot_of(const fk_scene *scene, uint32_t joint, uint32_t *variable)
{
    const fk_scene_robot *robot = scene->robot;
    for (; joint >= robot->robot->variable_count; robot++)
        joint -= robot->robot->variable_count;
    *variable = joint;
    return robot;
}

double fk_parts_joint_value(void *user, uint32_t joint, double time)
{
    const fk_scene *scene = ((const fk_parts *)user)->scene;
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

static const char *joint_name(parts_own *own, uint32_t index)
{
    const fk_scene *scene = own->parts.scene;
    uint32_t variable;
    const fk_scene_robot *robot = robot_of(scene, index, &variable);
    const char *joint = robot->robot->joint[robot->robot->variable[variable]].name;
    if (scene->robot_count == 1)
        return joint;
    size_t bytes = strlen(robot->name) + strlen(joint) + 2;
    char *name = fk_store_get(&own->store, bytes, 1);
    if (name != NULL)
        snprintf(name, bytes, "%s/%s", robot->name, joint);
    return name;
}

static fk_status name_joints(parts_own *own)
{
    const fk_scene *scene = own->parts.scene;
    uint32_t count = 0;
    for (uint32_t i = 0; i < scene->robot_count; i++)
        count += scene->robot[i].robot->variable_count;
    const char **name = fk_store_get(&own->store, (size_t)count + 1, sizeof *name);
    if (name == NULL)
        return FK_ERROR_MEMORY;
    for (uint32_t i = 0; i < count; i++) {
        name[i] = joint_name(own, i);
        if (name[i] == NULL)
            return FK_ERROR_MEMORY;
    }
    own->parts.joint_count = count;
    own->parts.joint = name;
    return FK_OK;
}

/* ---- Places -------------------------------------------------------------------------------------------- */

static void put(parts_own *own, uint32_t index)
{
    const fk_sweep_part *moving = &own->moving[index];
    own->part[index].pose = moving->part.pose;
    if (moving->frame == FK_NONE)
        return;
    fk_pose frame = fk_motion_pose(own->motion, moving->frame, own->parts.time);
    own->part[index].pose = fk_pose_multiply(&frame, &moving->part.pose);
}

void fk_parts_move(fk_parts *parts, double time)
{
    parts->time = time;
    for (uint32_t i = 0; i < parts->count; i++)
        put((parts_own *)parts, i);
}

void fk_parts_place(fk_parts *parts, uint32_t part, const fk_pose *pose)
{
    parts_own *own = (parts_own *)parts;
    own->moving[part].part.pose = *pose;
    put(own, part);
}

/* ---- All of it ----------------------------------------------------------------------------------------- */

static fk_status take_part(parts_own *own, uint32_t index)
{
    const fk_scene_part *from = &own->parts.scene->part[index];
    fk_status status = FK_OK;
    if (from->cells != NULL)
        status = fk_cell_tree_mesh(own->store.context, from->cells, &own->made[index]);
    const fk_mesh *mesh = from->cells != NULL ? own->made[index] : from->mesh;
    const fk_piece *piece = from->piece.kind != FK_KIND_NONE ? &from->piece : NULL;
    own->part[index] = (fk_check_part){from->name, mesh, piece, from->pose};
    own->moving[index] = (fk_sweep_part){own->part[index], from->frame};
    return status;
}

static fk_status fill(parts_own *own)
{
    const fk_scene *scene = own->parts.scene;
    uint32_t count = scene->part_count;
    const char **file = fk_store_get(&own->store, count, sizeof *file);
    own->part = fk_store_get(&own->store, count, sizeof *own->part);
    own->moving = fk_store_get(&own->store, count, sizeof *own->moving);
    own->made = fk_store_get(&own->store, count, sizeof(fk_mesh *));
    if (file == NULL || own->part == NULL || own->moving == NULL || own->made == NULL)
        return FK_ERROR_MEMORY;
    own->parts.count = count;
    own->parts.part = own->part;
    own->parts.moving = own->moving;
    own->parts.file = file;
    fk_status status = FK_OK;
    for (uint32_t i = 0; i < count && status == FK_OK; i++) {
        file[i] = scene->part[i].file != FK_NONE ? scene->file[scene->part[i].file].path : NULL;
        status = take_part(own, i);
    }
    if (status == FK_OK && scene->frame_count > 0)
        status = fk_motion_create(own->store.context, scene->frame, scene->frame_count, scene->track,
                                  scene->track_count, &own->motion);
    own->parts.motion = own->motion;
    return status == FK_OK ? name_joints(own) : status;
}

fk_status fk_parts_create(fk_context *context, const fk_scene *scene, fk_parts **out)
{
    fk_store store;
    fk_store_init(&store, context);
    parts_own *own = fk_store_get(&store, 1, sizeof *own);
    if (own == NULL)
        return FK_ERROR_MEMORY;
    own->parts.scene = scene;
    own->store = store;
    fk_status status = fill(own);
    if (status != FK_OK) {
        fk_parts_free(context, &own->parts);
        return status;
    }
    fk_parts_move(&own->parts, own->motion != NULL ? fk_motion_span(own->motion).lo : 0);
    *out = &own->parts;
    return FK_OK;
}

void fk_parts_free(fk_context *context, fk_parts *parts)
{
    parts_own *own = (parts_own *)parts;
    if (own == NULL)
        return;
    for (uint32_t i = 0; i < own->parts.count; i++)
        fk_mesh_free(context, own->made[i]);
    fk_motion_free(context, own->motion);
    fk_store store = own->store;
    fk_store_end(&store);
}

/* ---- Rules --------------------------------------------------------------------------------------------- */

static void add_test(fk_check_rule *rule, const fk_scene_test *test)
{
    if (!rule->is_tested)
        *rule = (fk_check_rule){.is_tested = true, .ignore_overlap = HUGE_VAL, .allow_contact = true};
    if (test->clearance > rule->clearance)
        rule->clearance = test->clearance;
    if (test->ignore_overlap < rule->ignore_overlap)
        rule->ignore_overlap = test->ignore_overlap;
    rule->allow_contact = rule->allow_contact && test->allow_contact;
}

fk_check_rule fk_scene_rule(const fk_scene *scene, uint32_t a, uint32_t b)
{
    fk_check_rule rule = {.is_tested = scene->test_count == 0};
    rule.ignored = fk_scene_ignores(scene, a, b);
    for (uint32_t i = 0; rule.ignored == NULL && i < scene->test_count; i++)
        if (fk_scene_test_has(&scene->test[i], a, b))
            add_test(&rule, &scene->test[i]);
    return rule;
}
