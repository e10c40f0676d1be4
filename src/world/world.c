/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Worlds: see farkas/world.h. Making and ending them, and what memory they take. */

#include "world/world.h"

fk_world_options fk_world_options_default(void)
{
    fk_world_options options = {fk_broad_options_default(), FK_MID_DEFAULT, {0, 0, 0}, NULL};
    return options;
}

fk_body_options fk_body_options_default(const fk_collider *collider)
{
    fk_body_options options = {collider, fk_pose_identity(), 1, UINT32_MAX, 0, 0};
    return options;
}

fk_step_options fk_step_options_default(void)
{
    fk_step_options options = {false, 16};
    return options;
}

fk_status fk_world_create(fk_context *context, const fk_world_options *options, fk_world **out)
{
    fk_world_options chosen = options != NULL ? *options : fk_world_options_default();
    if ((unsigned)chosen.mid > FK_MID_OBB)
        return FK_ERROR_ARGUMENT;
    if (!fk_vec3_is_finite(chosen.origin))
        return FK_ERROR_NOT_FINITE;
    fk_world *world = fk_allocate(context, sizeof *world);
    if (world == NULL)
        return FK_ERROR_MEMORY;
    *world = (fk_world){.context = context, .options = chosen, .first_free = FK_NONE};
    world->busy = &world->busy_count;
    world->ignored.first_free = FK_NONE;
    fk_status status = fk_broad_create(context, &chosen.broad, &world->broad);
    if (status != FK_OK) {
        fk_release(context, world, sizeof *world);
        return status;
    }
    *out = world;
    return FK_OK;
}

void fk_world_destroy(fk_world *world)
{
    if (world == NULL)
        return;
    fk_context *context = world->context;
#define RELEASE(type, name) fk_release(context, world->name, world->name##_capacity * sizeof(type));
    FK_WORLD_BODY_ARRAYS(RELEASE)
    FK_WORLD_STEP_ARRAYS(RELEASE)
#undef RELEASE
    fk_ignored *ignored = &world->ignored;
    fk_release(context, ignored->entry, ignored->entry_capacity * sizeof *ignored->entry);
    fk_release(context, ignored->bucket, ignored->bucket_count * sizeof *ignored->bucket);
    fk_broad_destroy(world->broad);
    fk_release(context, world, sizeof *world);
}

size_t fk_world_bytes(const fk_world *world, size_t *of_bodies)
{
    const fk_ignored *ignored = &world->ignored;
    size_t boxes, broad = fk_broad_bytes(world->broad, &boxes);
    size_t bodies =
        ignored->entry_capacity * sizeof *ignored->entry + ignored->bucket_count * sizeof *ignored->bucket;
#define ADD_TO(type, name) +world->name##_capacity * sizeof(type)
    bodies += 0 FK_WORLD_BODY_ARRAYS(ADD_TO);
    size_t rest = sizeof *world FK_WORLD_STEP_ARRAYS(ADD_TO);
#undef ADD_TO
    if (of_bodies != NULL)
        *of_bodies = bodies + boxes;
    return bodies + rest + broad;
}

fk_status fk_world_update(fk_world *world)
{
    return fk_world_is_busy(world) ? FK_ERROR_BUSY : fk_broad_update(world->broad, world->options.workers);
}
