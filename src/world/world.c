/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Worlds and their bodies: creation, adding, moving and removing bodies, ignored pairs, and the invariants.
 *
 * A body is an entry of one array; its box in the broad phase has the same index. Free indices are reused,
 * the last one first. The generation of an index increases when its body is removed, so the old id finds
 * nothing. Flags record what the next step must update, so a body that moves many times between two steps
 * costs no more in the step than one that moves once.
 *
 * Ignored pairs form a hash set with chains. The entries of a body form a ring, which begins at the entry of
 * the body with itself. So a body without ignored pairs costs nothing, and removing a body takes time for its
 * own pairs only. Free entries are reused.
 *
 * Weak inputs: after 2^32 - 1 bodies at one index, ids repeat. */

#include "world/world.h"

#include <string.h>

#include "base/lists.h"

/* ---- Worlds -------------------------------------------------------------------------------------------- */

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
    fk_ignored_set *ignored = &world->ignored;
    fk_release(context, ignored->entry, ignored->entry_capacity * sizeof *ignored->entry);
    fk_release(context, ignored->bucket, ignored->bucket_count * sizeof *ignored->bucket);
    fk_broad_destroy(world->broad);
    fk_release(context, world, sizeof *world);
}

size_t fk_world_bytes(const fk_world *world, size_t *of_bodies)
{
    const fk_ignored_set *ignored = &world->ignored;
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

/* ---- The set of ignored pairs -------------------------------------------------------------------------- */

#define MIN_BUCKETS 16u

static size_t hash_bucket(const fk_ignored_set *set, uint32_t a, uint32_t b)
{
    uint64_t key = ((uint64_t)a << 32 | b) * 0x9e3779b97f4a7c15u;
    return (size_t)(key >> 32) & (set->bucket_count - 1);
}

static uint32_t find_entry(const fk_ignored_set *set, uint32_t a, uint32_t b)
{
    if (set->bucket_count == 0)
        return FK_NONE;
    uint32_t i = set->bucket[hash_bucket(set, a, b)];
    while (i != FK_NONE && (set->entry[i].a != a || set->entry[i].b != b))
        i = set->entry[i].chain;
    return i;
}

/* Doubles the number of buckets. False without memory. */
static bool grow_buckets(fk_context *context, fk_ignored_set *set)
{
    size_t count = set->bucket_count == 0 ? MIN_BUCKETS : 2 * set->bucket_count;
    uint32_t *bucket = fk_allocate(context, count * sizeof *bucket);
    if (bucket == NULL)
        return false;
    fk_ignored_set old = *set;
    set->bucket = bucket;
    set->bucket_count = count;
    for (size_t k = 0; k < count; k++)
        bucket[k] = FK_NONE;
    for (size_t k = 0; k < old.bucket_count; k++)
        for (uint32_t i = old.bucket[k], after; i != FK_NONE; i = after) {
            fk_ignored_pair *entry = &set->entry[i];
            after = entry->chain;
            size_t to = hash_bucket(set, entry->a, entry->b);
            entry->chain = bucket[to];
            bucket[to] = i;
        }
    fk_release(context, old.bucket, old.bucket_count * sizeof *old.bucket);
    return true;
}

/* Makes room for `more` entries. */
static bool reserve_ignored_entries(fk_context *context, fk_ignored_set *set, uint32_t more)
{
    size_t wanted = (size_t)set->used + more;
    if (wanted >= FK_NONE ||
        !fk_grow(context, &set->entry, sizeof *set->entry, set->entry_count, &set->entry_capacity, wanted))
        return false;
    while (set->bucket_count < wanted)
        if (!grow_buckets(context, set))
            return false;
    return true;
}

/* The caller has made room. The new entry is in no ring yet. */
static uint32_t insert_entry(fk_ignored_set *set, uint32_t a, uint32_t b)
{
    uint32_t i = set->first_free;
    if (i == FK_NONE)
        i = set->entry_count++;
    else
        set->first_free = set->entry[i].chain;
    uint32_t *bucket = &set->bucket[hash_bucket(set, a, b)];
    set->entry[i] = (fk_ignored_pair){a, b, {i, i}, {i, i}, *bucket};
    *bucket = i;
    set->used++;
    return i;
}

static void remove_entry(fk_ignored_set *set, uint32_t i)
{
    uint32_t *link = &set->bucket[hash_bucket(set, set->entry[i].a, set->entry[i].b)];
    while (*link != i)
        link = &set->entry[*link].chain;
    *link = set->entry[i].chain;
    set->entry[i].chain = set->first_free;
    set->first_free = i;
    set->used--;
}

/* ---- The rings ----------------------------------------------------------------------------------------- */

/* Returns which of an entry's two links belongs to a body; for the body's own entry, both do. */
static int ring_side(const fk_ignored_pair *entry, uint32_t body)
{
    return entry->a == body ? 0 : 1;
}

static void enter_ring(fk_world *world, uint32_t body, uint32_t i)
{
    fk_ignored_set *set = &world->ignored;
    uint32_t head = find_entry(set, body, body);
    if (head == FK_NONE) {
        head = insert_entry(set, body, body);
        world->flag[body] |= FK_BODY_IGNORES;
    }
    fk_ignored_pair *entry = set->entry;
    int side = ring_side(&entry[i], body);
    uint32_t after = entry[head].next[0];
    entry[i].next[side] = after;
    entry[i].back[side] = head;
    entry[after].back[ring_side(&entry[after], body)] = i;
    entry[head].next[0] = i;
}

/* The last pair of a ring also removes the head. */
static void leave_ring(fk_world *world, uint32_t body, uint32_t i)
{
    fk_ignored_set *set = &world->ignored;
    fk_ignored_pair *entry = set->entry;
    int side = ring_side(&entry[i], body);
    uint32_t after = entry[i].next[side], before = entry[i].back[side];
    entry[after].back[ring_side(&entry[after], body)] = before;
    entry[before].next[ring_side(&entry[before], body)] = after;
    if (after != before)
        return;
    remove_entry(set, after);
    world->flag[body] &= (uint8_t)~FK_BODY_IGNORES;
}

static void remove_ignored_pair(fk_world *world, uint32_t i)
{
    leave_ring(world, world->ignored.entry[i].a, i);
    leave_ring(world, world->ignored.entry[i].b, i);
    remove_entry(&world->ignored, i);
}

/* Removes all ignored pairs of a body that is being removed. */
static void remove_ignored_of_body(fk_world *world, uint32_t index)
{
    while ((world->flag[index] & FK_BODY_IGNORES) != 0)
        remove_ignored_pair(world, world->ignored.entry[find_entry(&world->ignored, index, index)].next[0]);
}

/* ---- Filters ------------------------------------------------------------------------------------------- */

static bool is_id_current(const fk_world *world, fk_body_id id)
{
    return fk_body_is_live(world, id.index) && world->body[id.index].generation == id.generation;
}

fk_status fk_world_ignore(fk_world *world, fk_body_id a, fk_body_id b, bool is_ignored)
{
    if (fk_world_is_busy(world))
        return FK_ERROR_BUSY;
    if (!is_id_current(world, a) || !is_id_current(world, b))
        return FK_ERROR_STALE;
    if (a.index == b.index)
        return FK_ERROR_ARGUMENT;
    uint32_t low = a.index < b.index ? a.index : b.index, high = a.index ^ b.index ^ low;
    uint32_t i = find_entry(&world->ignored, low, high);
    if ((i != FK_NONE) == is_ignored)
        return FK_OK;
    if (is_ignored) {
        if (!reserve_ignored_entries(world->context, &world->ignored, 3))
            return FK_ERROR_MEMORY;
        i = insert_entry(&world->ignored, low, high);
        enter_ring(world, low, i);
        enter_ring(world, high, i);
    } else {
        remove_ignored_pair(world, i);
    }
    world->flag[low] |= FK_BODY_FILTER; /* one body of the pair is enough */
    world->has_changed = true;
    return FK_OK;
}

bool fk_world_should_test(const fk_world *world, uint32_t a, uint32_t b)
{
    const fk_world_body *p = &world->body[a], *q = &world->body[b];
    if (!fk_filters_pass(p->group, p->mask, p->parent, q->group, q->mask, q->parent))
        return false;
    if ((world->flag[a] & world->flag[b] & FK_BODY_IGNORES) == 0)
        return true;
    return find_entry(&world->ignored, a < b ? a : b, a < b ? b : a) == FK_NONE;
}

/* ---- Bodies -------------------------------------------------------------------------------------------- */

/* Returns the box of a collider as the broad phase stores it. */
static fk_status round_body_box(const fk_world *world, const fk_collider *collider, const fk_pose *pose,
                                fk_aabb_float *out)
{
    fk_placed_collider placed = {collider, *pose};
    fk_aabb box;
    fk_status status = fk_pose_check(pose);
    if (status == FK_OK)
        status = fk_collider_box(&placed, &box);
    if (status == FK_OK)
        *out = fk_aabb_round(&box, world->options.origin);
    return status;
}

/* Makes room for indices below `count`. The broad phase gets the capacity of the array of bodies. */
static fk_status reserve_bodies(fk_world *world, size_t count)
{
    size_t used = world->index_count;
    if (count >= FK_NONE)
        return FK_ERROR_MEMORY;
#define MAKE_ROOM(type, name) &&FK_WORLD_RESERVE(world, name, used, count)
    bool has_room = true FK_WORLD_BODY_ARRAYS(MAKE_ROOM);
#undef MAKE_ROOM
    if (!has_room)
        return FK_ERROR_MEMORY;
    size_t room = world->body_capacity < FK_NONE ? world->body_capacity : FK_NONE - 1;
    return fk_broad_reserve(world->broad, (uint32_t)room);
}

fk_status fk_world_reserve(fk_world *world, uint32_t bodies)
{
    return fk_world_is_busy(world) ? FK_ERROR_BUSY : reserve_bodies(world, bodies);
}

static bool is_simple_collider(const fk_collider *collider)
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
    fk_status status = round_body_box(world, options->collider, &options->pose, &box);
    uint32_t index = world->first_free != FK_NONE ? world->first_free : world->index_count;
    if (status == FK_OK && index == world->index_count)
        status = reserve_bodies(world, (size_t)index + 1);
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
    world->flag[index] = FK_BODY_LIVE | FK_BODY_MOVED | FK_BODY_NEW;
    if (is_simple_collider(body->collider))
        world->flag[index] |= FK_BODY_SIMPLE;
    world->live_count++;
    world->moved_count++;
    world->has_changed = true;
    *out = fk_world_body_id(world, index);
    return FK_OK;
}

/* Returns whether a body may be changed now. */
static fk_status check_changeable(const fk_world *world, fk_body_id id)
{
    if (fk_world_is_busy(world))
        return FK_ERROR_BUSY;
    return is_id_current(world, id) ? FK_OK : FK_ERROR_STALE;
}

fk_status fk_world_remove(fk_world *world, fk_body_id id)
{
    fk_status status = check_changeable(world, id);
    if (status != FK_OK)
        return status;
    uint8_t flag = world->flag[id.index];
    fk_broad_remove(world->broad, id.index);
    if ((flag & FK_BODY_IGNORES) != 0)
        remove_ignored_of_body(world, id.index);
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
    fk_status status = check_changeable(world, id);
    if (status != FK_OK)
        return status;
    /* A body with the same pose has not moved. */
    fk_world_body *body = &world->body[id.index];
    if (memcmp(pose, &body->pose, sizeof *pose) == 0)
        return FK_OK;
    fk_aabb_float box;
    status = round_body_box(world, body->collider, pose, &box);
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
    fk_status status = check_changeable(world, id);
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
    fk_status status = check_changeable(world, id);
    if (status == FK_OK)
        world->body[id.index].user = user;
    return status;
}

fk_status fk_world_get(const fk_world *world, fk_body_id id, fk_body_options *out)
{
    if (!is_id_current(world, id))
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
            return fk_world_body_id(world, index);
    fk_body_id none = {0, 0};
    return none;
}

/* ---- Invariants ---------------------------------------------------------------------------------------- */

/* Every index belongs to a body or is on the free list once. */
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

/* The broad phase has one box for each body, and no other. The stored box need only meet a newly computed
 * one, because boxes depend on the rounding mode. */
static bool boxes_are_sound(const fk_world *world)
{
    for (uint32_t i = 0; i < world->index_count; i++) {
        fk_aabb_float box = fk_broad_box(world->broad, i);
        if (!fk_body_is_live(world, i)) {
            if (box.min[0] <= box.max[0] && box.min[1] <= box.max[1] && box.min[2] <= box.max[2])
                return false;
            continue;
        }
        fk_placed_collider placed = fk_world_placed_body(world, i);
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

/* Pairs are sorted; every slot belongs to one pair or is free. */
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

static bool ignored_is_sound(const fk_world *world)
{
    const fk_ignored_set *set = &world->ignored;
    uint32_t found = 0;
    for (size_t k = 0; k < set->bucket_count; k++)
        for (uint32_t i = set->bucket[k]; i != FK_NONE; i = set->entry[i].chain) {
            const fk_ignored_pair *e = &set->entry[i];
            if (i >= set->entry_count || ++found > set->used || e->a > e->b ||
                hash_bucket(set, e->a, e->b) != k)
                return false;
            for (int side = 0; side < (e->a == e->b ? 1 : 2); side++) {
                uint32_t body = side == 0 ? e->a : e->b;
                const fk_ignored_pair *after = &set->entry[e->next[side]];
                if (!fk_body_is_live(world, body) || (world->flag[body] & FK_BODY_IGNORES) == 0 ||
                    (after->a != body && after->b != body) || after->back[ring_side(after, body)] != i)
                    return false;
            }
        }
    return found == set->used;
}

bool fk_world_is_sound(const fk_world *world)
{
    return bodies_are_sound(world) && boxes_are_sound(world) && ignored_is_sound(world) &&
           pairs_are_sound(world);
}
