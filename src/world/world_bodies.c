/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The bodies of a world: they come, move and go.
 *
 * A body is a record in one array, and its box in the broad phase has the same number. An index that is free
 * is used again, the last one first; its generation goes up when a body goes, so that the old id finds none.
 * What the next step has to look at is in the flags, so that a body that moves many times between two steps
 * costs no more there than one that moves once.
 *
 * Weak inputs: after 2^32 - 1 bodies at one index, ids come again. */

#include <string.h>

#include "base/lists.h"
#include "world/world.h"

/* The box of a collider, as it is in the broad phase. */
static fk_status find_box(const fk_world *world, const fk_collider *collider, const fk_pose *pose,
                          fk_aabb_float *out)
{
    fk_placed_collider placed = {collider, *pose};
    fk_aabb box;
    fk_status status = fk_collider_box(&placed, &box);
    if (status == FK_OK)
        *out = fk_aabb_round(&box, world->options.origin);
    return status;
}

/* Room for indices below `count`; the broad phase has room for as many as the array of bodies, so it
 * follows that. */
static fk_status make_room(fk_world *world, size_t count)
{
    size_t used = world->index_count;
    if (count >= FK_NONE)
        return FK_ERROR_MEMORY;
#define MAKE_ROOM(type, name) &&FK_WORLD_ROOM(world, name, used, count)
    bool has_room = true FK_WORLD_BODY_ARRAYS(MAKE_ROOM);
#undef MAKE_ROOM
    if (!has_room)
        return FK_ERROR_MEMORY;
    size_t room = world->body_capacity < FK_NONE ? world->body_capacity : FK_NONE - 1;
    return fk_broad_reserve(world->broad, (uint32_t)room);
}

fk_status fk_world_reserve(fk_world *world, uint32_t bodies)
{
    return fk_world_is_busy(world) ? FK_ERROR_BUSY : make_room(world, bodies);
}

static bool is_simple(const fk_collider *collider)
{
    return collider->kind == FK_COLLIDER_PIECES && collider->part_count == 1 &&
           collider->piece[0].kind <= FK_KIND_HALF_SPACE;
}

fk_status fk_world_add(fk_world *world, const fk_body_options *options, fk_body_id *out)
{
    if (fk_world_is_busy(world))
        return FK_ERROR_BUSY;
    if (options->collider == NULL)
        return FK_ERROR_ARGUMENT;
    fk_aabb_float box;
    fk_status status = find_box(world, options->collider, &options->pose, &box);
    uint32_t index = world->first_free != FK_NONE ? world->first_free : world->index_count;
    if (status == FK_OK && index == world->index_count)
        status = make_room(world, (size_t)index + 1);
    if (status == FK_OK)
        status = fk_broad_set(world->broad, index, &box);
    if (status != FK_OK)
        return status;
    fk_world_body *body = &world->body[index];
    uint32_t generation = 1;
    if (index == world->index_count) {
        world->index_count++;
        world->active_of[index] = FK_NONE;
    } else {
        world->first_free = body->group;
        generation = body->generation;
    }
    *body = (fk_world_body){options->pose, options->collider, options->user, options->group,
                            options->mask, options->parent,   generation};
    world->flag[index] = FK_BODY_LIVE | FK_BODY_MOVED | FK_BODY_FRESH;
    if (is_simple(body->collider))
        world->flag[index] |= FK_BODY_SIMPLE;
    world->live_count++;
    world->moved_count++;
    world->has_changed = true;
    *out = fk_body_id_of(world, index);
    return FK_OK;
}

/* Whether a body may be changed now. */
static fk_status find(const fk_world *world, fk_body_id id)
{
    if (fk_world_is_busy(world))
        return FK_ERROR_BUSY;
    return fk_body_is_there(world, id) ? FK_OK : FK_ERROR_STALE;
}

fk_status fk_world_remove(fk_world *world, fk_body_id id)
{
    fk_status status = find(world, id);
    if (status != FK_OK)
        return status;
    uint8_t flag = world->flag[id.index];
    fk_broad_remove(world->broad, id.index);
    if ((flag & FK_BODY_IGNORES) != 0)
        fk_world_ignored_forget(world, id.index);
    fk_world_body *body = &world->body[id.index];
    body->generation = body->generation == UINT32_MAX ? 1 : body->generation + 1;
    body->collider = NULL;
    body->group = world->first_free;
    world->first_free = id.index;
    world->flag[id.index] = 0;
    world->live_count--;
    world->moved_count -= (flag & FK_BODY_MOVED) != 0;
    world->has_changed = true;
    return FK_OK;
}

fk_status fk_world_move(fk_world *world, fk_body_id id, const fk_pose *pose)
{
    fk_status status = find(world, id);
    if (status != FK_OK)
        return status;
    /* What stays where it is rests. */
    fk_world_body *body = &world->body[id.index];
    if (memcmp(pose, &body->pose, sizeof *pose) == 0)
        return FK_OK;
    fk_aabb_float box;
    status = find_box(world, body->collider, pose, &box);
    if (status == FK_OK)
        status = fk_broad_set(world->broad, id.index, &box);
    if (status != FK_OK)
        return status;
    body->pose = *pose;
    world->moved_count += (world->flag[id.index] & FK_BODY_MOVED) == 0;
    world->flag[id.index] |= FK_BODY_MOVED;
    world->has_changed = true;
    return FK_OK;
}

fk_status fk_world_set_filter(fk_world *world, fk_body_id id, uint32_t group, uint32_t mask, uint32_t parent)
{
    fk_status status = find(world, id);
    if (status != FK_OK)
        return status;
    fk_world_body *body = &world->body[id.index];
    if (body->group == group && body->mask == mask && body->parent == parent)
        return FK_OK;
    body->group = group;
    body->mask = mask;
    body->parent = parent;
    world->flag[id.index] |= FK_BODY_FILTER;
    world->has_changed = true;
    return FK_OK;
}

fk_status fk_world_set_user(fk_world *world, fk_body_id id, uint64_t user)
{
    fk_status status = find(world, id);
    if (status == FK_OK)
        world->body[id.index].user = user;
    return status;
}

fk_status fk_world_get(const fk_world *world, fk_body_id id, fk_body_options *out)
{
    if (!fk_body_is_there(world, id))
        return FK_ERROR_STALE;
    const fk_world_body *body = &world->body[id.index];
    *out = (fk_body_options){body->collider, body->pose, body->group, body->mask, body->parent, body->user};
    return FK_OK;
}

uint32_t fk_world_body_count(const fk_world *world)
{
    return world->live_count;
}

fk_body_id fk_world_next(const fk_world *world, uint32_t index)
{
    for (; index < world->index_count; index++)
        if (fk_body_is_live(world, index))
            return fk_body_id_of(world, index);
    fk_body_id none = {0, 0};
    return none;
}
