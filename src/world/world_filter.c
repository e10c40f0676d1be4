/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Which pairs of bodies are not to be tested: by group, mask and parent, and those that are ignored.
 *
 * Ignored pairs are a set of entries by hash, in chains. The entries of a body form a ring, which begins at the
 * entry of the pair of the body with itself; so a body without ignored pairs takes nothing, and one that goes
 * takes time for its own pairs alone. Entries that are no longer used are used again. */

#include "base/lists.h"
#include "world/world.h"

#define FEWEST_BUCKETS 16u

/* ---- The set ------------------------------------------------------------------------------------------- */

static size_t bucket_of(const fk_ignored *set, uint32_t a, uint32_t b)
{
    uint64_t key = ((uint64_t)a << 32 | b) * 0x9e3779b97f4a7c15u;
    return (size_t)(key >> 32) & (set->bucket_count - 1);
}

static uint32_t find_entry(const fk_ignored *set, uint32_t a, uint32_t b)
{
    if (set->bucket_count == 0)
        return FK_NONE;
    uint32_t i = set->bucket[bucket_of(set, a, b)];
    while (i != FK_NONE && (set->entry[i].a != a || set->entry[i].b != b))
        i = set->entry[i].chain;
    return i;
}

/* Twice as many buckets, with all that is in the set. False without memory. */
static bool grow_buckets(fk_context *context, fk_ignored *set)
{
    size_t count = set->bucket_count == 0 ? FEWEST_BUCKETS : 2 * set->bucket_count;
    uint32_t *bucket = fk_allocate(context, count * sizeof *bucket);
    if (bucket == NULL)
        return false;
    fk_ignored old = *set;
    set->bucket = bucket;
    set->bucket_count = count;
    for (size_t k = 0; k < count; k++)
        bucket[k] = FK_NONE;
    for (size_t k = 0; k < old.bucket_count; k++)
        for (uint32_t i = old.bucket[k], after; i != FK_NONE; i = after) {
            fk_ignored_entry *entry = &set->entry[i];
            after = entry->chain;
            size_t to = bucket_of(set, entry->a, entry->b);
            entry->chain = bucket[to];
            bucket[to] = i;
        }
    fk_release(context, old.bucket, old.bucket_count * sizeof *old.bucket);
    return true;
}

/* Room for so many more entries. */
static bool make_room(fk_context *context, fk_ignored *set, uint32_t more)
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

/* Room was made. The new entry is in no ring yet. */
static uint32_t put_entry(fk_ignored *set, uint32_t a, uint32_t b)
{
    uint32_t i = set->first_free;
    if (i == FK_NONE)
        i = set->entry_count++;
    else
        set->first_free = set->entry[i].chain;
    uint32_t *bucket = &set->bucket[bucket_of(set, a, b)];
    set->entry[i] = (fk_ignored_entry){a, b, {i, i}, {i, i}, *bucket};
    *bucket = i;
    set->used++;
    return i;
}

static void drop_entry(fk_ignored *set, uint32_t i)
{
    uint32_t *link = &set->bucket[bucket_of(set, set->entry[i].a, set->entry[i].b)];
    while (*link != i)
        link = &set->entry[*link].chain;
    *link = set->entry[i].chain;
    set->entry[i].chain = set->first_free;
    set->first_free = i;
    set->used--;
}

/* ---- The rings ----------------------------------------------------------------------------------------- */

/* Which of the two links of an entry is that of a body; of its own one, both are. */
static int side_of(const fk_ignored_entry *entry, uint32_t body)
{
    return entry->a == body ? 0 : 1;
}

static void enter_ring(fk_world *world, uint32_t body, uint32_t i)
{
    fk_ignored *set = &world->ignored;
    uint32_t head = find_entry(set, body, body);
    if (head == FK_NONE) {
        head = put_entry(set, body, body);
        world->flag[body] |= FK_BODY_IGNORES;
    }
    fk_ignored_entry *entry = set->entry;
    int side = side_of(&entry[i], body);
    uint32_t after = entry[head].next[0];
    entry[i].next[side] = after;
    entry[i].back[side] = head;
    entry[after].back[side_of(&entry[after], body)] = i;
    entry[head].next[0] = i;
}

/* The head goes when it is the last. */
static void leave_ring(fk_world *world, uint32_t body, uint32_t i)
{
    fk_ignored *set = &world->ignored;
    fk_ignored_entry *entry = set->entry;
    int side = side_of(&entry[i], body);
    uint32_t after = entry[i].next[side], before = entry[i].back[side];
    entry[after].back[side_of(&entry[after], body)] = before;
    entry[before].next[side_of(&entry[before], body)] = after;
    if (after != before)
        return;
    drop_entry(set, after);
    world->flag[body] &= (uint8_t)~FK_BODY_IGNORES;
}

static void drop_pair(fk_world *world, uint32_t i)
{
    leave_ring(world, world->ignored.entry[i].a, i);
    leave_ring(world, world->ignored.entry[i].b, i);
    drop_entry(&world->ignored, i);
}

void fk_world_ignored_forget(fk_world *world, uint32_t index)
{
    while ((world->flag[index] & FK_BODY_IGNORES) != 0)
        drop_pair(world, world->ignored.entry[find_entry(&world->ignored, index, index)].next[0]);
}

bool fk_world_ignored_is_sound(const fk_world *world)
{
    const fk_ignored *set = &world->ignored;
    uint32_t found = 0;
    for (size_t k = 0; k < set->bucket_count; k++)
        for (uint32_t i = set->bucket[k]; i != FK_NONE; i = set->entry[i].chain) {
            const fk_ignored_entry *e = &set->entry[i];
            if (i >= set->entry_count || ++found > set->used || e->a > e->b ||
                bucket_of(set, e->a, e->b) != k)
                return false;
            for (int side = 0; side < (e->a == e->b ? 1 : 2); side++) {
                uint32_t body = side == 0 ? e->a : e->b;
                const fk_ignored_entry *after = &set->entry[e->next[side]];
                if (!fk_body_is_live(world, body) || (world->flag[body] & FK_BODY_IGNORES) == 0 ||
                    (after->a != body && after->b != body) || after->back[side_of(after, body)] != i)
                    return false;
            }
        }
    return found == set->used;
}

/* ---- Filters ------------------------------------------------------------------------------------------- */

fk_status fk_world_ignore(fk_world *world, fk_body_id a, fk_body_id b, bool is_ignored)
{
    if (fk_world_is_busy(world))
        return FK_ERROR_BUSY;
    if (!fk_body_is_there(world, a) || !fk_body_is_there(world, b))
        return FK_ERROR_STALE;
    if (a.index == b.index)
        return FK_ERROR_ARGUMENT;
    uint32_t low = a.index < b.index ? a.index : b.index, high = a.index ^ b.index ^ low;
    uint32_t i = find_entry(&world->ignored, low, high);
    if ((i != FK_NONE) == is_ignored)
        return FK_OK;
    if (is_ignored) {
        if (!make_room(world->context, &world->ignored, 3))
            return FK_ERROR_MEMORY;
        i = put_entry(&world->ignored, low, high);
        enter_ring(world, low, i);
        enter_ring(world, high, i);
    } else {
        drop_pair(world, i);
    }
    world->flag[low] |= FK_BODY_FILTER; /* one of a pair is enough */
    world->has_changed = true;
    return FK_OK;
}

bool fk_world_tests(const fk_world *world, uint32_t a, uint32_t b)
{
    const fk_world_body *p = &world->body[a], *q = &world->body[b];
    if (!fk_filters_pass(p->group, p->mask, p->parent, q->group, q->mask, q->parent))
        return false;
    if ((world->flag[a] & world->flag[b] & FK_BODY_IGNORES) == 0)
        return true;
    return find_entry(&world->ignored, a < b ? a : b, a < b ? b : a) == FK_NONE;
}
