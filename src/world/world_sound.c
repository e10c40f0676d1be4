/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The rules that a world holds to: bodies and free indices, boxes of the broad phase, ignored pairs, pairs and
 * slots. */

#include "world/world.h"

/* Every index is that of a body, or free once. */
static bool bodies_are_sound(const fk_world *world)
{
    uint32_t live = 0, moved = 0, steps = 0;
    for (uint32_t i = 0; i < world->index_count; i++) {
        bool is_live = fk_body_is_live(world, i);
        live += is_live;
        moved += (world->flag[i] & FK_BODY_MOVED) != 0;
        if (world->body[i].generation == 0 || (world->body[i].collider != NULL) != is_live ||
            (!is_live && world->flag[i] != 0) || world->active_of[i] != FK_NONE)
            return false;
    }
    for (uint32_t i = world->first_free; i != FK_NONE; i = world->body[i].group)
        if (i >= world->index_count || fk_body_is_live(world, i) || ++steps > world->index_count)
            return false;
    return live == world->live_count && moved == world->moved_count && steps == world->index_count - live;
}

/* The broad phase has a box of each body, and no other. That it is not the same but meets the one of now is
 * asked, as boxes depend on how the floating-point unit rounds. */
static bool boxes_are_sound(const fk_world *world)
{
    for (uint32_t i = 0; i < world->index_count; i++) {
        fk_aabb_float box = fk_broad_box(world->broad, i);
        if (!fk_body_is_live(world, i)) {
            if (box.min[0] <= box.max[0] && box.min[1] <= box.max[1] && box.min[2] <= box.max[2])
                return false;
            continue;
        }
        fk_placed_collider placed = fk_body_placed(world, i);
        fk_aabb exact;
        if (fk_collider_box(&placed, &exact) != FK_OK)
            return false;
        fk_aabb_float rounded = fk_aabb_round(&exact, world->options.origin);
        for (int k = 0; k < 3; k++)
            if (!(box.min[k] <= rounded.max[k] && rounded.min[k] <= box.max[k]))
                return false;
    }
    return fk_broad_is_sound(world->broad);
}

/* Sorted; every slot is that of one pair, or free. */
static bool pairs_are_sound(const fk_world *world)
{
    size_t used = 0;
    for (size_t i = 0; i < world->kept_count; i++) {
        const fk_kept_pair *pair = &world->kept[i];
        if (pair->a >= pair->b || pair->b >= world->index_count)
            return false;
        if (i > 0 && (pair[-1].a > pair->a || (pair[-1].a == pair->a && pair[-1].b >= pair->b)))
            return false;
        if (pair->slot == FK_NONE ? pair->verdict != FK_APART : pair->slot >= world->slot_count)
            return false;
        used += pair->slot != FK_NONE;
    }
    for (uint32_t i = 0; i < world->free_count; i++)
        if (world->free_slot[i] >= world->slot_count)
            return false;
    return used + world->free_count == world->slot_count;
}

bool fk_world_is_sound(const fk_world *world)
{
    return bodies_are_sound(world) && boxes_are_sound(world) && fk_world_ignored_is_sound(world) &&
           pairs_are_sound(world);
}
