/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Makes a workcell of the parts of a scene: body i is part i, its joints are those of all robots, robot after robot.
 *
 * Frames keep their numbers. One that moves by keys becomes a fixed one, at the pose that it has at the time of the parts: the
 * same doubles that fk_motion_pose gives for it alone, so that all poses are those of fk_parts_move for the same joints. */

#include <math.h>
#include <string.h>

#include "farkas/scene.h"
#include "scene/arena.h"

/* A workcell and what it owns. */
typedef struct owned_workcell {
    fk_scene_workcell workcell; /* first: both structs have one address */
    fk_scene_arena arena;       /* of everything here, this struct included */
    const fk_parts *parts;
    fk_scene_rules rules;
    uint32_t collider_count;
    fk_collider **collider; /* each once */
    fk_moving *body;
    fk_frame *frame;
    bool *is_of_robot; /* for each frame: a link of a robot, or something that moves with one */
    uint32_t *joint_count;
    fk_interval *limit;
    double *home;
} owned_workcell;

/* ---- Frames and joints --------------------------------------------------------------------------------- */

/* Fixes a frame of keys in its parent. */
static fk_status fix_frame(owned_workcell *own, fk_frame *frame)
{
    fk_frame alone = *frame;
    fk_motion *motion = NULL;
    alone.parent = FK_NONE;
    fk_status status = fk_motion_create(own->arena.context, &alone, 1, NULL, 0, &motion);
    if (status != FK_OK)
        return status;
    fk_pose pose = fk_motion_pose(motion, 0, own->parts->time);
    fk_motion_free(own->arena.context, motion);
    *frame = (fk_frame){.parent = frame->parent, .origin = pose, .kind = FK_FRAME_FIXED, .variable = FK_NONE};
    return FK_OK;
}

static bool is_robot_frame(const fk_scene *scene, uint32_t frame)
{
    for (uint32_t i = 0; i < scene->robot_count; i++)
        if (frame - scene->robot[i].first_frame < scene->robot[i].robot->link_count)
            return true;
    return false;
}

static fk_status fill_frames(owned_workcell *own)
{
    const fk_scene *scene = own->parts->scene;
    fk_status status = FK_OK;
    for (uint32_t i = 0; i < scene->frame_count && status == FK_OK; i++) {
        fk_frame *frame = &own->frame[i];
        *frame = scene->frame[i];
        own->is_of_robot[i] =
            is_robot_frame(scene, i) || (frame->parent != FK_NONE && own->is_of_robot[frame->parent]);
        if (frame->kind == FK_FRAME_KEYS)
            status = fix_frame(own, frame);
    }
    return status;
}

/* The track of a robot has its number, as fk_workcell_setup needs. */
static void fill_joints(owned_workcell *own)
{
    const fk_scene *scene = own->parts->scene;
    uint32_t at = 0;
    for (uint32_t i = 0; i < scene->robot_count; i++) {
        const fk_robot *robot = scene->robot[i].robot;
        const fk_track *track = &scene->track[scene->robot[i].track];
        own->joint_count[i] = robot->variable_count;
        for (uint32_t k = 0; k < robot->variable_count; k++, at++) {
            const fk_robot_joint *joint = &robot->joint[robot->variable[k]];
            own->limit[at] = (fk_interval){joint->lower, joint->upper};
            own->home[at] = track->value[k];
        }
    }
}

/* ---- Bodies -------------------------------------------------------------------------------------------- */

static fk_status find_collider(owned_workcell *own, uint32_t index)
{
    const fk_check_part *part = &own->parts->moving[index].part;
    fk_context *context = own->arena.context;
    fk_collider *made = NULL;
    for (uint32_t i = 0; i < index && part->mesh != NULL; i++)
        if (own->parts->moving[i].part.mesh == part->mesh) {
            own->body[index].collider = own->body[i].collider;
            return FK_OK;
        }
    bool is_mesh = part->mesh != NULL && part->mesh->triangle_count > 0;
    const fk_piece *piece =
        part->mesh == NULL ? part->piece : NULL; /* an empty mesh is a collider without pieces */
    fk_status status = is_mesh ? fk_collider_of_mesh(context, part->mesh, NULL, &made)
                               : fk_collider_of_pieces(context, piece, piece != NULL, &made);
    if (status == FK_OK)
        own->body[index].collider = own->collider[own->collider_count++] = made;
    return status;
}

static fk_status fill_bodies(owned_workcell *own)
{
    fk_status status = FK_OK;
    for (uint32_t i = 0; i < own->parts->count && status == FK_OK; i++) {
        const fk_sweep_part *moving = &own->parts->moving[i];
        own->body[i].frame = moving->frame;
        own->body[i].pose = moving->part.pose;
        status = find_collider(own, i);
    }
    return status;
}

static bool part_is_of_robot(const owned_workcell *own, uint32_t part)
{
    uint32_t frame = own->body[part].frame;
    return frame != FK_NONE && own->is_of_robot[frame];
}

/* Whether a pair does not count; counts it. An fk_workcell_ignores. */
static bool ignores_pair(void *user, uint32_t a, uint32_t b)
{
    owned_workcell *own = user;
    fk_scene_workcell *out = &own->workcell;
    fk_check_rule rule = fk_scene_rules_select(&own->rules, a, b);
    bool counts = false;
    if (rule.ignored != NULL)
        out->ignored_count++;
    else if (rule.is_tested && own->body[a].frame != FK_NONE && own->body[a].frame == own->body[b].frame)
        out->joined_count++;
    else if (rule.is_tested && !part_is_of_robot(own, a) && !part_is_of_robot(own, b))
        out->resting_count++;
    else
        counts = rule.is_tested;
    out->pair_count += counts;
    out->contact_count += counts && rule.allow_contact;
    out->clearance_count += counts && rule.clearance > 0;
    return !counts;
}

/* ---- Making -------------------------------------------------------------------------------------------- */

static bool allocate_lists(owned_workcell *own)
{
    const fk_parts *parts = own->parts;
    fk_scene_arena *arena = &own->arena;
    size_t frames = (size_t)parts->scene->frame_count + 1, joints = (size_t)parts->joint_count + 1;
    own->collider = fk_scene_arena_allocate(arena, (size_t)parts->count + 1, sizeof *own->collider);
    own->body = fk_scene_arena_allocate(arena, (size_t)parts->count + 1, sizeof *own->body);
    own->frame = fk_scene_arena_allocate(arena, frames, sizeof *own->frame);
    own->is_of_robot = fk_scene_arena_allocate(arena, frames, sizeof *own->is_of_robot);
    own->joint_count =
        fk_scene_arena_allocate(arena, (size_t)parts->scene->robot_count + 1, sizeof *own->joint_count);
    own->limit = fk_scene_arena_allocate(arena, joints, sizeof *own->limit);
    own->home = fk_scene_arena_allocate(arena, joints, sizeof *own->home);
    return own->collider != NULL && own->body != NULL && own->frame != NULL && own->is_of_robot != NULL &&
           own->joint_count != NULL && own->limit != NULL && own->home != NULL;
}

static fk_status fill_workcell(owned_workcell *own)
{
    const fk_scene *scene = own->parts->scene;
    if (!allocate_lists(own))
        return FK_ERROR_MEMORY;
    fill_joints(own);
    fk_status status = fill_frames(own);
    if (status == FK_OK)
        status = fill_bodies(own);
    fk_workcell_setup setup = {.frame = own->frame,
                               .frame_count = scene->frame_count,
                               .robot_count = scene->robot_count,
                               .joint_count = own->joint_count,
                               .limit = own->limit,
                               .body = own->body,
                               .body_count = own->parts->count,
                               .ignores = ignores_pair,
                               .user = own};
    if (status == FK_OK)
        status = fk_workcell_create(own->arena.context, &setup, &own->workcell.cell);
    own->workcell.joint_count = own->parts->joint_count;
    own->workcell.limit = own->limit;
    own->workcell.home = own->home;
    return status;
}

fk_status fk_scene_workcell_create(fk_context *context, const fk_parts *parts, const fk_scene_rules *rules,
                                   fk_scene_workcell **out)
{
    fk_scene_arena arena;
    fk_scene_arena_init(&arena, context);
    owned_workcell *own = fk_scene_arena_allocate(&arena, 1, sizeof *own);
    if (own == NULL)
        return FK_ERROR_MEMORY;
    own->arena = arena;
    own->parts = parts;
    own->rules = rules != NULL ? *rules : (fk_scene_rules){.scene = parts->scene};
    own->rules.skips_resting = false; /* they are counted */
    fk_status status = fill_workcell(own);
    if (status == FK_OK)
        *out = &own->workcell;
    else
        fk_scene_workcell_free(context, &own->workcell);
    return status;
}

void fk_scene_workcell_free(fk_context *context, fk_scene_workcell *workcell)
{
    owned_workcell *own = (owned_workcell *)workcell;
    if (own == NULL)
        return;
    fk_workcell_destroy(own->workcell.cell);
    for (uint32_t i = 0; i < own->collider_count; i++)
        fk_collider_free(context, own->collider[i]);
    fk_scene_arena arena = own->arena;
    fk_scene_arena_end(&arena);
}
