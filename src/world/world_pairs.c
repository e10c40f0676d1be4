/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The pairs of the broad phase, beside those of the last step.
 *
 * Both lists are sorted, so they are walked side by side. A pair that is in both keeps its slot, where what
 * settled its last verdict is; and where both bodies rest, its verdict, too. Pairs that are not to be tested
 * are in the list as well, so that filters are looked at again only where they have changed.
 *
 * Until a step has worked, what the last one left is not touched: new pairs take slots from the end of the list
 * of free ones, but those that are gone give theirs back only then.
 *
 * Weak inputs: 2^32 pairs and more are taken for a lack of memory. */

#include <string.h>

#include "base/lists.h"
#include "world/world.h"

/* A slot for a new pair; FK_NONE without memory. */
static uint32_t take_slot(fk_world *world)
{
    uint32_t slot;
    if (world->free_count > 0) {
        slot = world->free_slot[--world->free_count];
    } else {
        size_t used = world->slot_count;
        if (!FK_WORLD_ROOM(world, slot, used, used + 1) ||
            !FK_WORLD_ROOM(world, free_slot, used, world->slot_capacity))
            return FK_NONE;
        slot = world->slot_count++;
    }
    memset(&world->slot[slot], 0, sizeof world->slot[slot]);
    return slot;
}

static void let_go(fk_world *world, const fk_kept_pair *pair)
{
    if (pair->slot != FK_NONE)
        world->gone[world->gone_count++] = *pair;
}

static bool comes_before(const fk_kept_pair *pair, const fk_index_pair *other)
{
    return pair->a < other->a || (pair->a == other->a && pair->b < other->b);
}

/* The pair of these bodies that was kept, or NULL. Those before it are gone. */
static const fk_kept_pair *find_kept(fk_world *world, const fk_index_pair *pair, uint8_t flags, size_t *at)
{
    while (*at < world->kept_count && comes_before(&world->kept[*at], pair))
        let_go(world, &world->kept[(*at)++]);
    if (*at == world->kept_count || world->kept[*at].a != pair->a || world->kept[*at].b != pair->b)
        return NULL;
    const fk_kept_pair *kept = &world->kept[(*at)++];
    if ((flags & FK_BODY_FRESH) == 0)
        return kept;
    /* It was of a body that had this index before. */
    let_go(world, kept);
    return NULL;
}

/* The next pair. False without memory. */
static bool put_pair(fk_world *world, const fk_index_pair *pair, size_t *at)
{
    uint8_t flags = world->flag[pair->a] | world->flag[pair->b];
    const fk_kept_pair *kept = find_kept(world, pair, flags, at);
    bool was_tested = kept != NULL && kept->slot != FK_NONE, is_tested = was_tested;
    if (kept == NULL || (flags & FK_BODY_FILTER) != 0)
        is_tested = fk_world_tests(world, pair->a, pair->b);
    fk_kept_pair *next = &world->next[world->next_count];
    if (kept != NULL && is_tested == was_tested) {
        *next = *kept;
        next->before = kept->verdict;
        next->is_rested = (flags & FK_BODY_MOVED) == 0;
    } else {
        if (kept != NULL)
            let_go(world, kept);
        uint32_t slot = is_tested ? take_slot(world) : FK_NONE;
        if (is_tested && slot == FK_NONE)
            return false;
        *next = (fk_kept_pair){pair->a,
                               pair->b,
                               world->body[pair->a].generation,
                               world->body[pair->b].generation,
                               slot,
                               FK_APART,
                               FK_APART,
                               false};
    }
    if (is_tested && !next->is_rested)
        world->work[world->work_count++] = (uint32_t)world->next_count;
    world->next_count++;
    return true;
}

fk_status fk_world_match(fk_world *world, fk_world_work *work)
{
    world->free_before = world->free_count;
    world->slot_before = world->slot_count;
    const fk_index_pair *pair;
    size_t count;
    fk_status status = fk_broad_pairs(world->broad, world->options.workers, &pair, &count);
    if (status != FK_OK)
        return status;
    world->next_count = world->gone_count = 0;
    world->work_count = 0;
    if (count >= FK_NONE || !FK_WORLD_ROOM(world, next, 0, count) || !FK_WORLD_ROOM(world, work, 0, count) ||
        !FK_WORLD_ROOM(world, gone, 0, world->kept_count))
        return FK_ERROR_MEMORY;
    size_t at = 0;
    for (size_t i = 0; i < count; i++)
        if (!put_pair(world, &pair[i], &at))
            return FK_ERROR_MEMORY;
    while (at < world->kept_count)
        let_go(world, &world->kept[at++]);
    work->broad_pairs = count;
    for (size_t i = 0; i < count; i++)
        work->filtered += world->next[i].slot == FK_NONE;
    work->rested = count - work->filtered - world->work_count;
    return FK_OK;
}

void fk_world_pairs_undo(fk_world *world)
{
    world->free_count = world->free_before;
    world->slot_count = world->slot_before;
}

void fk_world_pairs_commit(fk_world *world)
{
    for (size_t i = 0; i < world->gone_count; i++)
        world->free_slot[world->free_count++] = world->gone[i].slot;
    fk_kept_pair *kept = world->kept;
    size_t capacity = world->kept_capacity;
    world->kept = world->next;
    world->kept_capacity = world->next_capacity;
    world->kept_count = world->next_count;
    world->next = kept;
    world->next_capacity = capacity;
    world->next_count = world->gone_count = 0;
}
