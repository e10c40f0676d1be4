/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The robots and scenes of MotionBenchMaker as workcells. See mbm_scenes.h. */

#ifndef FARKAS_TEST_WORKCELL_CHECK_H
#define FARKAS_TEST_WORKCELL_CHECK_H

#include <math.h>

#include "farkas/workcell.h"
#include "mbm_scenes.h"

typedef struct robot_cell {
    fk_context *context;
    fk_scene *scene;
    fk_parts *parts;
    uint32_t collider_count;
    fk_collider **collider; /* of each part; parts of one mesh share it */
    uint32_t joint_count;
    fk_interval *limit;
    double *value; /* of the scene */
    fk_checker *checker;
    fk_workcell *cell;
} robot_cell;

/* Whether the scene and the SRDF file leave a pair out, or it has no shape of the robot. */
static inline bool robot_ignores(void *user, uint32_t a, uint32_t b)
{
    const fk_scene *scene = user;
    const fk_scene_robot *r = &scene->robot[0];
    uint32_t shapes = r->robot->shape_count;
    bool is_of_robot = a - r->first_part < shapes || b - r->first_part < shapes;
    fk_check_rule rule = fk_scene_rule(scene, a, b);
    return !is_of_robot || !rule.is_tested || rule.ignored != NULL;
}

static inline fk_check_rule robot_rule(void *user, uint32_t a, uint32_t b)
{
    fk_check_rule rule = fk_scene_rule(user, a, b);
    rule.is_tested = !robot_ignores(user, a, b);
    return rule;
}

static inline void make_colliders(robot_cell *c)
{
    const fk_sweep_part *part = c->parts->moving;
    c->collider_count = c->parts->count;
    c->collider = calloc(c->collider_count, sizeof(fk_collider *));
    for (uint32_t i = 0; i < c->collider_count; i++) {
        const fk_mesh *mesh = part[i].part.mesh;
        for (uint32_t k = 0; k < i && mesh != NULL && c->collider[i] == NULL; k++)
            c->collider[i] = part[k].part.mesh == mesh ? c->collider[k] : NULL;
        if (c->collider[i] == NULL)
            assert_int_equal(mesh != NULL
                                 ? fk_collider_of_mesh(c->context, mesh, NULL, &c->collider[i])
                                 : fk_collider_of_pieces(c->context, part[i].part.piece, 1, &c->collider[i]),
                             FK_OK);
    }
}

static inline void make_joints(robot_cell *c)
{
    const fk_scene_robot *r = &c->scene->robot[0];
    c->joint_count = r->robot->variable_count;
    c->limit = calloc(c->joint_count, sizeof *c->limit);
    c->value = calloc(c->joint_count, sizeof *c->value);
    memcpy(c->value, c->scene->track[r->track].value, c->joint_count * sizeof *c->value);
    for (uint32_t i = 0; i < c->joint_count; i++) {
        const fk_robot_joint *joint = &r->robot->joint[r->robot->variable[i]];
        c->limit[i] = (fk_interval){joint->lower, joint->upper};
    }
}

static inline fk_workcell *make_workcell(const robot_cell *c)
{
    uint32_t count = c->parts->count;
    fk_moving *body = calloc(count, sizeof *body);
    for (uint32_t i = 0; i < count; i++)
        body[i] = (fk_moving){c->collider[i], c->parts->moving[i].frame, c->parts->moving[i].part.pose};
    fk_workcell_setup setup = {
        c->scene->frame, c->scene->frame_count, 1,       &c->joint_count, c->limit, body,
        count,           robot_ignores,         c->scene};
    fk_workcell *cell = NULL;
    assert_int_equal(fk_workcell_create(c->context, &setup, &cell), FK_OK);
    free(body);
    return cell;
}

static inline robot_cell robot_cell_load(const robot_run *run, const char *scene)
{
    robot_cell c = {.context = run->context, .scene = load_robot_scene(run, scene)};
    fk_check_options rules = fk_check_options_default();
    assert_int_equal(fk_parts_create(c.context, c.scene, &c.parts), FK_OK);
    make_colliders(&c);
    make_joints(&c);
    rules.select = robot_rule;
    rules.user = c.scene;
    assert_int_equal(fk_checker_create(c.context, c.parts->part, c.parts->count, &rules, &c.checker), FK_OK);
    c.cell = make_workcell(&c);
    return c;
}

static inline void robot_cell_free(robot_cell *c)
{
    fk_workcell_destroy(c->cell);
    fk_checker_free(c->context, c->checker);
    for (uint32_t i = 0; i < c->collider_count; i++) {
        bool is_shared = false;
        for (uint32_t k = 0; k < i; k++)
            is_shared = is_shared || c->collider[k] == c->collider[i];
        if (!is_shared)
            fk_collider_free(c->context, c->collider[i]);
    }
    free(c->collider);
    free(c->limit);
    free(c->value);
    fk_parts_free(c->context, c->parts);
    fk_scene_free(c->context, c->scene);
    *c = (robot_cell){.context = NULL};
}

/* Whether anything collides, by the checker. */
static inline bool robot_collides(const robot_cell *c, const double *value)
{
    double time = 0;
    fk_track track = {c->joint_count, 1, &time, value};
    fk_motion *motion = NULL;
    fk_pose *pose = calloc(c->parts->count, sizeof *pose);
    bool found = false;
    assert_int_equal(fk_motion_create(c->context, c->scene->frame, c->scene->frame_count, &track, 1, &motion),
                     FK_OK);
    for (uint32_t i = 0; i < c->parts->count; i++) {
        fk_pose frame = fk_motion_pose(motion, c->parts->moving[i].frame, 0);
        pose[i] = fk_pose_multiply(&frame, &c->parts->moving[i].part.pose);
    }
    assert_int_equal(fk_checker_clashes(c->checker, pose, &found), FK_OK);
    fk_motion_free(c->context, motion);
    free(pose);
    return found;
}

/* A value of each joint, within its limits; a joint without limits turns once. Joints that the states do not list keep their
 * value. */
static inline void random_values(const robot_cell *c, fk_random *random, uint32_t joints, double *value)
{
    for (uint32_t i = 0; i < c->joint_count; i++) {
        double lo = fmax(c->limit[i].lo, -6.3), hi = fmin(c->limit[i].hi, 6.3);
        value[i] = i < joints ? fk_random_between(random, lo, hi) : c->value[i];
    }
}

#endif
