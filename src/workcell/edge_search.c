/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The first contact along an edge, over all pairs.
 *
 * Intervals are halved, the earlier half first. In each interval the pairs that are still open are tested: by balls along chords
 * (edge_balls.c), and where these are too coarse, by the traversal of both BVHs (motion/traverse.h), which goes on with what the
 * interval that contains this one has left over. A pair that is proved clear is left out of the halves. Where primitives of a
 * pair meet in the middle of an interval, or intervals become short, the interval is searched for the first contact of this pair
 * (edge_contact.c). From then on only earlier times count.
 *
 * Only surfaces are tested here. All pairs are apart in the first state, solids included; while surfaces are proved to be farther
 * apart than rounding may move them, they stay so, and no solid gets into another one. Where that is not proved the edge is not
 * free, and what is known ends there.
 *
 * Weak inputs: pairs that stay within the tolerance of each other for long. */

#include "workcell/edges.h"

#include <float.h>

#include "base/context.h"
#include "base/vec3.h"

/* No walk begins where the nearest primitives are nearer than this share of the motion: it would open most of both BVHs. */
#define NARROW 0.02

/* An interval, and the slots of its begin, its middle and its end. */
typedef struct edge_interval {
    uint32_t depth;
    double begin, end;
    fk_edge_slot *slot[3];
} edge_interval;

/* ---- A pair in an interval ----------------------------------------------------------------------------- */

static fk_status begin_walk(fk_edge *edge, uint32_t index, fk_traversal_front *out)
{
    const fk_workcell_test *test = &edge->scratch->test[index];
    fk_edge_pair *pair = &edge->pair[index];
    fk_status status = FK_OK;
    if (pair->traversal == NULL)
        status = fk_traversal_create(edge->context, edge->cell->body[test->a].shape->collider,
                                     edge->cell->body[test->b].shape->collider, &pair->traversal);
    return status == FK_OK ? fk_traversal_start(pair->traversal, out) : status;
}

/* Whether the nearest primitives of the last walk show that another one would not prove the pair clear. */
static bool is_guess_near(fk_edge *edge, const fk_edge_pair *pair, uint32_t index,
                          const fk_edge_bounds *bounds, fk_traversal_result *found)
{
    if (!pair->traversal->has_hint || !fk_edge_guess(edge, index, bounds, found))
        return false;
    double least = fk_smaller(found->distance, fk_smaller(found->begin, found->end)) - found->rest;
    return least <= pair->level + NARROW * bounds->moves;
}

/* Walks on, or begins to; *found becomes the result, or a guess of it. */
static fk_status walk(fk_edge *edge, const edge_interval *interval, fk_edge_open *open,
                      fk_traversal_result *found)
{
    const fk_edge_pair *pair = &edge->pair[open->pair];
    fk_traversal_front in = open->front;
    fk_edge_bounds bounds;
    fk_status status = open->is_walking ? FK_OK : begin_walk(edge, open->pair, &in);
    open->is_walking = true;
    open->has_front = false;
    open->front = in;
    if (status != FK_OK)
        return status;
    fk_edge_bound_pair(edge, open->pair, interval->begin, interval->end, &bounds);
    if (interval->depth < FK_EDGE_DEPTH && is_guess_near(edge, pair, open->pair, &bounds, found))
        return FK_OK;
    status = fk_edge_walk(edge, open->pair, &bounds, &in, &open->front, found);
    open->has_front = status == FK_OK;
    return status;
}

static void drop_front(fk_edge *edge, const fk_edge_open *open)
{
    if (open->has_front)
        fk_traversal_drop(edge->pair[open->pair].traversal, &open->front);
}

/* Walks a pair. *is_open becomes whether shorter intervals may help. */
static fk_status walk_pair(fk_edge *edge, const edge_interval *interval, fk_edge_open *open, bool *is_open)
{
    const fk_edge_pair *pair = &edge->pair[open->pair];
    double end = fk_smaller(interval->end, edge->end);
    fk_traversal_result found = {.state = FK_TRAVERSAL_OPEN};
    if (!(pair->level < DBL_MAX) || edge->tests_left == 0)
        return fk_edge_search_pair(edge, open->pair, interval->begin, end);
    fk_status status = walk(edge, interval, open, &found);
    *is_open = status == FK_OK && found.state == FK_TRAVERSAL_OPEN && interval->depth < FK_EDGE_DEPTH &&
               !(found.distance <= pair->level);
    if (status != FK_OK || *is_open)
        return status;
    if (found.state != FK_TRAVERSAL_BEYOND)
        status = fk_edge_search_near(edge, open->pair, interval->begin, end, &open->front, &found);
    drop_front(edge, open);
    return status;
}

/* Tests a pair by balls, then by a walk. */
static fk_status test_open_pair(fk_edge *edge, const edge_interval *interval, fk_edge_open *open,
                                bool *is_open)
{
    if (!open->is_walking) {
        fk_edge_answer answer =
            fk_edge_test_balls(edge, open->pair, interval->slot, interval->end - interval->begin);
        *is_open = answer == FK_EDGE_SPLIT && interval->depth < FK_EDGE_DEPTH;
        if (answer == FK_EDGE_CLEAR || *is_open)
            return FK_OK;
    }
    return walk_pair(edge, interval, open, is_open);
}

/* ---- Intervals ----------------------------------------------------------------------------------------- */

static fk_status search_interval(fk_edge *edge, const edge_interval *interval, const fk_edge_open *list,
                                 uint32_t count);

static void set_slot_time(fk_edge_slot *slot, double time)
{
    slot->time = time;
    slot->is_set = false;
}

static fk_status search_halves(fk_edge *edge, const edge_interval *interval, const fk_edge_open *list,
                               uint32_t count)
{
    edge_interval first = *interval, second = *interval;
    first.depth = second.depth = interval->depth + 1;
    first.end = second.begin = interval->slot[1]->time;
    first.slot[2] = second.slot[0] = interval->slot[1];
    first.slot[1] = second.slot[1] = &edge->slot[4 + interval->depth];
    fk_status status = search_interval(edge, &first, list, count);
    return status == FK_OK ? search_interval(edge, &second, list, count) : status;
}

/* The list of the pairs that stay open is the next one. */
static fk_status search_interval(fk_edge *edge, const edge_interval *whole, const fk_edge_open *list,
                                 uint32_t count)
{
    edge_interval own = *whole, *interval = &own;
    fk_edge_open *kept = edge->open_pairs + (interval->depth + (size_t)1) * edge->scratch->test_count;
    fk_status status = fk_context_poll(edge->context) ? FK_ERROR_MEMORY : FK_OK;
    uint32_t open_count = 0;
    if (interval->begin >= edge->end)
        return status;
    if (interval->end > edge->end) {
        own.end = edge->end;
        own.slot[2] = &edge->slot[3];
        set_slot_time(own.slot[2], own.end);
    }
    set_slot_time(own.slot[1], 0.5 * (own.begin + own.end));
    for (uint32_t i = 0; i < count && interval->begin < edge->end && status == FK_OK; i++) {
        bool is_open = false;
        kept[open_count] = list[i];
        kept[open_count].has_front = false;
        if (!edge->pair[list[i].pair].moves)
            continue;
        status = test_open_pair(edge, interval, &kept[open_count], &is_open);
        open_count += is_open;
    }
    if (open_count > 0 && status == FK_OK)
        status = search_halves(edge, interval, kept, open_count);
    for (uint32_t i = 0; i < open_count; i++)
        drop_front(edge, &kept[i]);
    return status;
}

static void free_traversals(fk_edge *edge)
{
    for (uint32_t i = 0; i < edge->scratch->test_count; i++) {
        fk_traversal_free(edge->pair[i].traversal);
        edge->pair[i].traversal = NULL;
    }
}

fk_status fk_edge_search(fk_edge *edge)
{
    edge_interval whole = {0, 0, 1, {&edge->slot[0], &edge->slot[1], &edge->slot[2]}};
    uint32_t count = 0;
    for (uint32_t i = 0; i < edge->scratch->test_count; i++)
        if (edge->pair[i].moves)
            edge->open_pairs[count++] = (fk_edge_open){.pair = i};
    set_slot_time(whole.slot[0], 0);
    set_slot_time(whole.slot[2], 1);
    fk_status status = search_interval(edge, &whole, edge->open_pairs, count);
    free_traversals(edge);
    return status;
}
