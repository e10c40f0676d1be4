/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* What is known so far, as a list of pairs of objects.
 *
 * Pairs that are proved clear leave the list of walks. Hits stay where the walks have them, in order; what is
 * open is copied and sorted. A walk that has not begun has its roots open; and where there is no memory for
 * the copies, so it is said of all that are open, which is true, too. */

#include "base/lists.h"
#include "cells/search.h"

static const fk_search_open roots = {0, 0};

static void add_work(fk_cell_work *sum, const fk_cell_work *work)
{
    sum->quick_tests += work->quick_tests;
    sum->pair_tests += work->pair_tests;
    sum->boxes += work->boxes;
}

static size_t open_count(const fk_near *near)
{
    return near->walk.open_count + near->walk.deep_count;
}

static void drop_clear(fk_search *s)
{
    size_t kept = 0;
    for (size_t i = 0; i < s->near_count; i++) {
        fk_near *near = &s->near[i];
        if (near->has_begun && open_count(near) == 0 && near->walk.hit_count == 0) {
            add_work(&s->work, &near->walk.work);
            fk_cells_walk_end(&near->walk);
        } else {
            s->near[kept++] = *near;
        }
    }
    s->near_count = kept;
}

/* Room for all that is open, and for sorting the longest list of it. */
static bool make_room(fk_search *s)
{
    size_t total = 0, longest = 0;
    for (size_t i = 0; i < s->near_count; i++) {
        size_t count = open_count(&s->near[i]);
        total += count;
        longest = count > longest ? count : longest;
    }
    return fk_grow(s->context, &s->open, sizeof *s->open, 0, &s->open_capacity, total) &&
           fk_grow(s->context, &s->key, sizeof *s->key, 0, &s->key_capacity, 2 * longest);
}

/* The list of what is open in a walk; returns how many there are. */
static size_t list_open(fk_search *s, const fk_cells_walk *walk, fk_search_open *open)
{
    size_t count = 0;
    for (size_t i = 0; i < walk->open_count; i++)
        s->key[count++] = (uint64_t)walk->open[i].node_a << 32 | walk->open[i].node_b;
    for (size_t i = 0; i < walk->deep_count; i++)
        s->key[count++] = (uint64_t)walk->deep[i].node_a << 32 | walk->deep[i].node_b;
    fk_sort_u64(s->key, s->key + count, count);
    for (size_t i = 0; i < count; i++)
        open[i] = (fk_search_open){(uint32_t)(s->key[i] >> 32), (uint32_t)s->key[i]};
    return count;
}

static fk_search_pair tell_hits(const fk_near *near)
{
    fk_search_pair pair = {.a = near->a, .b = near->b, .box = fk_aabb_empty()};
    pair.hit_count = near->walk.hit_count;
    pair.hit = near->walk.hit;
    for (size_t i = 0; i < pair.hit_count; i++)
        pair.box = fk_cells_join(&pair.box, &pair.hit[i].box);
    return pair;
}

static void count_pair(fk_search *s, const fk_search_pair *pair, const fk_cell_work *work)
{
    fk_search_result *result = &s->result;
    result->colliding += pair->hit_count > 0;
    result->open += pair->hit_count == 0;
    result->hit_total += pair->hit_count;
    add_work(&result->work, work);
}

fk_status fk_search_tell(fk_search *s)
{
    drop_clear(s);
    bool has_room = make_room(s);
    fk_search_result *result = &s->result;
    *result = (fk_search_result){.pair_total = result->pair_total, .ignored = result->ignored};
    result->work = s->work;
    size_t opened = 0;
    bool is_complete = true;
    for (size_t i = 0; i < s->near_count; i++) {
        const fk_near *near = &s->near[i];
        fk_search_pair *pair = &s->pair[i];
        *pair = tell_hits(near);
        if (!near->has_begun || open_count(near) > 0) {
            pair->open = &roots;
            pair->open_count = 1;
            is_complete = false;
        }
        if (near->has_begun && open_count(near) > 0 && has_room) {
            pair->open = s->open + opened;
            pair->open_count = list_open(s, &near->walk, s->open + opened);
            opened += pair->open_count;
        }
        count_pair(s, pair, &near->walk.work);
    }
    result->clear = result->pair_total - result->colliding - result->open;
    result->is_complete = is_complete;
    result->pair_count = s->near_count;
    result->pair = s->pair;
    return has_room ? FK_OK : FK_ERROR_MEMORY;
}

const fk_search_result *fk_search_result_of(const fk_search *search)
{
    return search->is_asked ? &search->result : NULL;
}
