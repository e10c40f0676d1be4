/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Workcells: making, copying and changing them.
 *
 * A workcell is a small array of bodies and a matrix of bits for the pairs that are allowed to meet. Robots and shapes are
 * counted, and never change, so a copy takes the array, the matrix, and one more count for each shape. Shapes are found again
 * by their collider: its bodies keep it alive, so its address is its name.
 *
 * Weak inputs: thousands of bodies, as the matrix has a bit for each pair. */

#include "workcell/workcell.h"

#include <string.h>

#include "base/lists.h"
#include "base/pose.h"

/* ---- What copies share --------------------------------------------------------------------------------- */

static void release_robots(fk_workcell_robots *robots)
{
    if (robots == NULL || atomic_fetch_sub_explicit(&robots->users, 1, memory_order_acq_rel) > 1)
        return;
    fk_context *context = robots->context;
    fk_motion_free(context, robots->motion);
    fk_filter_frames_free(context, &robots->frames);
    fk_release(context, robots->limit, robots->joint_count * sizeof *robots->limit);
    fk_release(context, robots, sizeof *robots);
}

static void drop_shape(fk_context *context, fk_workcell_shape *shape)
{
    if (shape == NULL || atomic_fetch_sub_explicit(&shape->users, 1, memory_order_acq_rel) != 1)
        return;
    fk_tree_corners_free(context, shape->corners);
    fk_release(context, shape, sizeof *shape);
}

static void release_filter(fk_context *context, fk_filter_body *filter)
{
    if (filter != NULL && atomic_fetch_sub_explicit(&filter->users, 1, memory_order_acq_rel) == 1)
        fk_release(context, filter, sizeof *filter);
}

/* The shape of a collider, which some body has, or a new one; with one more user. */
static fk_status take_shape(fk_workcell *cell, const fk_collider *collider, fk_workcell_shape **out)
{
    for (uint32_t i = 0; i < cell->body_count; i++) {
        fk_workcell_shape *shape = cell->body[i].shape;
        if (shape != NULL && shape->collider == collider) {
            atomic_fetch_add_explicit(&shape->users, 1, memory_order_relaxed);
            *out = shape;
            return FK_OK;
        }
    }
    fk_workcell_shape *shape = fk_allocate(cell->context, sizeof *shape);
    if (shape == NULL)
        return FK_ERROR_MEMORY;
    *shape = (fk_workcell_shape){.collider = collider, .room = fk_prepared_bytes(collider)};
    atomic_init(&shape->users, 1);
    fk_status status = fk_link_balls_find(cell->context, collider, &shape->balls);
    if (status == FK_OK && collider->kind == FK_COLLIDER_MESH && collider->mesh.tree != NULL)
        status = fk_tree_corners_make(cell->context, fk_mesh_shape_mesh(&collider->mesh), collider->mesh.tree,
                                      &shape->corners);
    if (status == FK_OK)
        *out = shape;
    else
        drop_shape(cell->context, shape);
    return status;
}

/* A body of a shape in its place for the filter. FK_ERROR_MEMORY. */
static fk_status make_filter(fk_workcell *cell, const fk_workcell_shape *shape, uint32_t frame,
                             const fk_pose *pose, fk_filter_body **out)
{
    fk_filter_body *filter = fk_allocate(cell->context, sizeof *filter);
    if (filter == NULL)
        return FK_ERROR_MEMORY;
    memset(filter, 0, sizeof *filter);
    atomic_init(&filter->users, 1);
    fk_filter_body_place(&cell->robots->frames, frame, pose, shape->collider, &shape->balls, filter);
    *out = filter;
    return FK_OK;
}

/* ---- Checks -------------------------------------------------------------------------------------------- */

static fk_status check_place(const fk_workcell *cell, uint32_t frame, const fk_pose *pose)
{
    if (!fk_motion_has_frame(cell->robots->motion, frame))
        return FK_ERROR_ARGUMENT;
    fk_status status = fk_pose_check(pose);
    return status == FK_OK && fk_pose_rotation_error(pose) > FK_MOTION_RIGID ? FK_ERROR_ARGUMENT : status;
}

static fk_status check_setup(const fk_workcell_setup *setup, uint64_t *joints)
{
    *joints = 0;
    for (uint32_t i = 0; i < setup->frame_count; i++)
        if (setup->frame[i].kind == FK_FRAME_KEYS)
            return FK_ERROR_ARGUMENT;
    for (uint32_t i = 0; i < setup->robot_count; i++)
        *joints += setup->joint_count[i];
    if (*joints > UINT32_MAX / sizeof(fk_interval))
        return FK_ERROR_MEMORY;
    for (size_t i = 0; setup->limit != NULL && i < *joints; i++)
        if (!(setup->limit[i].lo <= setup->limit[i].hi))
            return FK_ERROR_ARGUMENT;
    return FK_OK;
}

static fk_workcell_body *find_body(const fk_workcell *cell, fk_body_id id)
{
    if (id.index >= cell->body_count)
        return NULL;
    fk_workcell_body *body = &cell->body[id.index];
    return body->shape != NULL && body->generation == id.generation ? body : NULL;
}

/* ---- Making -------------------------------------------------------------------------------------------- */

/* A motion whose tracks have one time and the value 0. */
static fk_status make_motion(fk_context *context, const fk_workcell_setup *setup, uint32_t joints,
                             fk_motion **out)
{
    size_t track_bytes = setup->robot_count * sizeof(fk_track), value_bytes = (joints + 1) * sizeof(double);
    fk_track *track = fk_allocate(context, track_bytes);
    double *value = fk_allocate(context, value_bytes); /* the first one is the time, too */
    fk_status status = track != NULL && value != NULL ? FK_OK : FK_ERROR_MEMORY;
    if (status == FK_OK) {
        memset(value, 0, value_bytes);
        for (uint32_t i = 0; i < setup->robot_count; i++)
            track[i] = (fk_track){setup->joint_count[i], 1, value, value};
        status = fk_motion_create(context, setup->frame, setup->frame_count, track, setup->robot_count, out);
    }
    fk_release(context, track, track_bytes);
    fk_release(context, value, value_bytes);
    return status;
}

static fk_status make_robots(fk_context *context, const fk_workcell_setup *setup, uint32_t joints,
                             fk_workcell_robots **out)
{
    fk_workcell_robots *robots = fk_allocate(context, sizeof *robots);
    if (robots == NULL)
        return FK_ERROR_MEMORY;
    *robots = (fk_workcell_robots){.context = context, .joint_count = joints};
    atomic_init(&robots->users, 1);
    fk_status status = make_motion(context, setup, joints, &robots->motion);
    if (status == FK_OK) {
        robots->limit = fk_allocate(context, joints * sizeof *robots->limit);
        status = robots->limit != NULL ? FK_OK : FK_ERROR_MEMORY;
    }
    for (uint32_t i = 0; status == FK_OK && i < joints; i++)
        robots->limit[i] =
            setup->limit != NULL ? setup->limit[i] : (fk_interval){-(double)INFINITY, (double)INFINITY};
    if (status == FK_OK)
        status = fk_filter_frames_make(context, robots->motion, robots->limit, &robots->frames);
    if (status == FK_OK)
        *out = robots;
    else
        release_robots(robots);
    return status;
}

static fk_status make_bodies(fk_workcell *cell, const fk_workcell_setup *setup)
{
    fk_status status = FK_OK;
    fk_body_id id;
    for (uint32_t i = 0; i < setup->body_count && status == FK_OK; i++)
        status = fk_workcell_add(cell, &setup->body[i], &id);
    if (setup->ignores == NULL)
        return status;
    for (uint32_t b = 0; b < setup->body_count && status == FK_OK; b++)
        for (uint32_t a = 0; a < b; a++)
            if (setup->ignores(setup->user, a, b))
                status = fk_workcell_allow(cell, (fk_body_id){a, 1}, (fk_body_id){b, 1});
    return status;
}

fk_status fk_workcell_create(fk_context *context, const fk_workcell_setup *setup, fk_workcell **out)
{
    uint64_t joints;
    fk_status status = check_setup(setup, &joints);
    if (status != FK_OK)
        return status;
    fk_workcell *cell = fk_allocate(context, sizeof *cell);
    if (cell == NULL)
        return FK_ERROR_MEMORY;
    memset(cell, 0, sizeof *cell);
    cell->context = context;
    status = make_robots(context, setup, (uint32_t)joints, &cell->robots);
    if (status == FK_OK)
        status = make_bodies(cell, setup);
    if (status == FK_OK)
        *out = cell;
    else
        fk_workcell_destroy(cell);
    return status;
}

fk_status fk_workcell_copy(const fk_workcell *cell, fk_workcell **out)
{
    fk_context *context = cell->context;
    size_t words = cell->row_words * cell->row_count;
    fk_workcell *copy = fk_allocate(context, sizeof *copy);
    fk_workcell_body *body = fk_allocate(context, cell->body_capacity * sizeof *body);
    uint64_t *allowed = fk_allocate(context, words * sizeof *allowed);
    if (copy == NULL || body == NULL || allowed == NULL) {
        fk_release(context, copy, sizeof *copy);
        fk_release(context, body, cell->body_capacity * sizeof *body);
        fk_release(context, allowed, words * sizeof *allowed);
        return FK_ERROR_MEMORY;
    }
    memset(copy, 0, sizeof *copy);
    copy->context = context;
    copy->robots = cell->robots;
    atomic_fetch_add_explicit(&copy->robots->users, 1, memory_order_relaxed);
    copy->body_count = cell->body_count;
    copy->body_capacity = cell->body_capacity;
    copy->body = body;
    copy->allowed = allowed;
    copy->row_words = cell->row_words;
    copy->row_count = cell->row_count;
    for (uint32_t i = 0; i < cell->body_count; i++) {
        body[i] = cell->body[i];
        if (body[i].shape == NULL)
            continue;
        atomic_fetch_add_explicit(&body[i].shape->users, 1, memory_order_relaxed);
        atomic_fetch_add_explicit(&body[i].filter->users, 1, memory_order_relaxed);
    }
    if (words > 0)
        memcpy(allowed, cell->allowed, words * sizeof *allowed);
    *out = copy;
    return FK_OK;
}

void fk_workcell_destroy(fk_workcell *cell)
{
    if (cell == NULL)
        return;
    fk_context *context = cell->context;
    for (int i = 0; i < FK_WORKCELL_KEPT; i++)
        fk_workcell_scratch_free(atomic_load_explicit(&cell->kept[i], memory_order_acquire));
    for (uint32_t i = 0; i < cell->body_count; i++) {
        drop_shape(context, cell->body[i].shape);
        release_filter(context, cell->body[i].filter);
    }
    fk_release(context, cell->body, cell->body_capacity * sizeof *cell->body);
    fk_release(context, cell->allowed, cell->row_words * cell->row_count * sizeof *cell->allowed);
    release_robots(cell->robots);
    fk_release(context, cell, sizeof *cell);
}

uint32_t fk_workcell_joint_count(const fk_workcell *cell)
{
    return cell->robots->joint_count;
}

/* ---- Bodies -------------------------------------------------------------------------------------------- */

static uint64_t *allowed_word(const fk_workcell *cell, uint32_t a, uint32_t b)
{
    uint32_t low = a < b ? a : b, high = a < b ? b : a;
    return &cell->allowed[low * cell->row_words + high / 64];
}

bool fk_workcell_counts(const fk_workcell *cell, uint32_t a, uint32_t b)
{
    uint32_t high = a < b ? b : a;
    return cell->body[a].frame != cell->body[b].frame && !(*allowed_word(cell, a, b) >> high % 64 & 1);
}

/* Makes room for one more body. */
static bool reserve_body(fk_workcell *cell)
{
    size_t count = cell->body_count, old = cell->row_count;
    if (!fk_grow(cell->context, &cell->body, sizeof *cell->body, count, &cell->body_capacity, count + 1))
        return false;
    if (cell->body_capacity <= old)
        return true;
    size_t rows = cell->body_capacity, words = (rows + 63) / 64;
    uint64_t *allowed = fk_allocate(cell->context, rows * words * sizeof *allowed);
    if (allowed == NULL)
        return false;
    memset(allowed, 0, rows * words * sizeof *allowed);
    for (size_t i = 0; i < count; i++)
        memcpy(allowed + i * words, cell->allowed + i * cell->row_words, cell->row_words * sizeof *allowed);
    fk_release(cell->context, cell->allowed, old * cell->row_words * sizeof *allowed);
    cell->allowed = allowed;
    cell->row_words = words;
    cell->row_count = rows;
    return true;
}

static uint32_t free_index(const fk_workcell *cell)
{
    for (uint32_t i = 0; i < cell->body_count; i++)
        if (cell->body[i].shape == NULL)
            return i;
    return cell->body_count;
}

static void disallow_all(fk_workcell *cell, uint32_t index)
{
    for (uint32_t i = 0; i < cell->body_count; i++)
        if (i != index)
            *allowed_word(cell, i, index) &= ~((uint64_t)1 << (i > index ? i : index) % 64);
}

fk_status fk_workcell_add(fk_workcell *cell, const fk_moving *body, fk_body_id *out)
{
    uint32_t index = free_index(cell);
    if (body->collider == NULL)
        return FK_ERROR_ARGUMENT;
    fk_status status = check_place(cell, body->frame, &body->pose);
    if (status != FK_OK)
        return status;
    if (index == cell->body_count && !reserve_body(cell))
        return FK_ERROR_MEMORY;
    fk_workcell_shape *shape;
    fk_filter_body *filter;
    status = take_shape(cell, body->collider, &shape);
    if (status != FK_OK)
        return status;
    status = make_filter(cell, shape, body->frame, &body->pose, &filter);
    if (status != FK_OK) {
        drop_shape(cell->context, shape);
        return status;
    }
    if (index == cell->body_count)
        cell->body[cell->body_count++].generation = 1;
    fk_workcell_body *made = &cell->body[index];
    *made = (fk_workcell_body){shape, made->generation, body->frame, body->pose, filter};
    disallow_all(cell, index);
    cell->version++;
    *out = (fk_body_id){index, made->generation};
    return FK_OK;
}

fk_status fk_workcell_remove(fk_workcell *cell, fk_body_id id)
{
    fk_workcell_body *body = find_body(cell, id);
    if (body == NULL)
        return FK_ERROR_STALE;
    drop_shape(cell->context, body->shape);
    release_filter(cell->context, body->filter);
    body->shape = NULL;
    body->filter = NULL;
    body->generation += body->generation == UINT32_MAX ? 2 : 1;
    cell->version++;
    return FK_OK;
}

static fk_status place_in_frame(fk_workcell *cell, fk_body_id id, uint32_t frame, const fk_pose *pose)
{
    fk_workcell_body *body = find_body(cell, id);
    if (body == NULL)
        return FK_ERROR_STALE;
    fk_filter_body *filter;
    fk_status status = check_place(cell, frame, pose);
    if (status == FK_OK)
        status = make_filter(cell, body->shape, frame, pose, &filter);
    if (status != FK_OK)
        return status;
    release_filter(cell->context, body->filter);
    body->filter = filter;
    body->frame = frame;
    body->pose = *pose;
    cell->version++;
    return FK_OK;
}

fk_status fk_workcell_move(fk_workcell *cell, fk_body_id id, const fk_pose *pose)
{
    const fk_workcell_body *body = find_body(cell, id);
    return place_in_frame(cell, id, body != NULL ? body->frame : FK_NONE, pose);
}

fk_status fk_workcell_attach(fk_workcell *cell, fk_body_id id, uint32_t frame, const fk_pose *pose)
{
    return place_in_frame(cell, id, frame, pose);
}

fk_status fk_workcell_detach(fk_workcell *cell, fk_body_id id, const fk_pose *pose)
{
    return place_in_frame(cell, id, FK_NONE, pose);
}

static fk_status set_allowed(fk_workcell *cell, fk_body_id a, fk_body_id b, bool is_allowed)
{
    if (find_body(cell, a) == NULL || find_body(cell, b) == NULL)
        return FK_ERROR_STALE;
    if (a.index == b.index)
        return FK_ERROR_ARGUMENT;
    uint64_t *word = allowed_word(cell, a.index, b.index);
    uint64_t bit = (uint64_t)1 << (a.index > b.index ? a.index : b.index) % 64;
    *word = is_allowed ? *word | bit : *word & ~bit;
    cell->version++;
    return FK_OK;
}

fk_status fk_workcell_allow(fk_workcell *cell, fk_body_id a, fk_body_id b)
{
    return set_allowed(cell, a, b, true);
}

fk_status fk_workcell_disallow(fk_workcell *cell, fk_body_id a, fk_body_id b)
{
    return set_allowed(cell, a, b, false);
}

fk_status fk_workcell_get(const fk_workcell *cell, fk_body_id id, fk_moving *out)
{
    const fk_workcell_body *body = find_body(cell, id);
    if (body == NULL)
        return FK_ERROR_STALE;
    *out = (fk_moving){body->shape->collider, body->frame, body->pose};
    return FK_OK;
}

fk_body_id fk_workcell_next(const fk_workcell *cell, uint32_t index)
{
    for (uint32_t i = index; i < cell->body_count; i++)
        if (cell->body[i].shape != NULL)
            return (fk_body_id){i, cell->body[i].generation};
    return (fk_body_id){0, 0};
}
