/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The first contact of one pair in an interval in which it is near.
 *
 * A bisection like that of the engine of motion (motion/first_contact_bisect.c): the earlier part first, and cut around the time
 * at which the nearest primitives seem to meet, as a guess. But here exact tests of states prove contact, so no instant of the
 * motion has to. Parts whose bodies move by less than the tolerance are not cut any more: if the state at their end collides,
 * they are the bracket. Else the pair comes near, and the engine decides from there on.
 *
 * Weak inputs: grazes, which end in the engine. */

#include "workcell/edges.h"

#include <float.h>

#include "base/context.h"
#include "base/vec3.h"

/* The most parts of parts. */
#define PARTS_MAX 64

/* A part of the interval, and the length of the one that it is a part of. */
typedef struct near_part {
    double begin, end, parent;
    uint32_t depth;
    bool collides; /* the state at the end does */
} near_part;

typedef struct near_search {
    fk_edge *edge;
    uint32_t pair;
    double tolerance;
    bool is_stopped, is_found; /* at a bracket; else nothing is known from `stopped_at` on */
    double stopped_at;
} near_search;

/* Tests a state; one that collides becomes the end of the edge. */
static fk_status probe_state(near_search *n, double at, bool *collides)
{
    fk_decision found = FK_NO;
    fk_status status = fk_edge_test_state(n->edge, n->pair, at, &found);
    *collides = status == FK_OK && found == FK_YES;
    if (*collides)
        fk_edge_note_contact(n->edge, n->pair, at);
    return status;
}

/* Cuts around the guess, as the engine does; else in the middle. Returns how many. */
static int find_cuts(const near_search *n, const near_part *part, const fk_traversal_result *found,
                     double cut[2])
{
    double length = part->end - part->begin, level = n->edge->pair[n->pair].level;
    double first = found->begin - level, last = found->end - level, rate = first - last;
    double share = first / rate, off = 1 - 2 * share;
    double margin = (1.5 * found->rest * fk_larger(share * share, off * off) + 0.1 * n->tolerance) / rate;
    cut[0] = 0.5 * (part->begin + part->end);
    if (!(first > 0 && last <= 0) || part->parent < 1.5 * length || !(margin < 0.125) || share + margin >= 1)
        return 1;
    cut[0] = part->begin + (share + margin) * length;
    if (!(share > 4 * margin))
        return 1;
    cut[1] = cut[0];
    cut[0] = part->begin + (share - 3 * margin) * length;
    return 2;
}

static fk_status search_part(near_search *n, const near_part *part, const fk_traversal_front *in);

/* Searches the parts between the cuts. The state at a cut is tested first where primitives seem to meet there. */
static fk_status search_cuts(near_search *n, const near_part *part, const fk_traversal_front *front,
                             const fk_traversal_result *found)
{
    double cut[3], begin = part->begin;
    int count = find_cuts(n, part, found, cut);
    bool collides = false;
    fk_status status = FK_OK;
    if (count == 2 || found->distance <= n->edge->pair[n->pair].level)
        status = probe_state(n, cut[count - 1], &collides);
    cut[count] = part->end;
    for (int i = 0; i <= count && status == FK_OK && !n->is_stopped; i++) {
        near_part next = {begin, cut[i], part->end - part->begin, part->depth + 1,
                          i == count ? part->collides : i == count - 1 && collides};
        if (!(next.begin < n->edge->end))
            break;
        status = search_part(n, &next, front);
        begin = next.end;
    }
    return status;
}

/* The end of a bracket, or of what is known. */
static fk_status end_part(near_search *n, const near_part *part)
{
    bool collides = part->collides;
    fk_status status = collides ? FK_OK : probe_state(n, part->end, &collides);
    n->is_stopped = true;
    n->is_found = collides;
    n->stopped_at = part->begin;
    if (collides)
        fk_edge_note_open(n->edge, n->pair, part->begin, part->end);
    return status;
}

/* Whether the part is to be cut where the nearest primitives seem to meet: if the state at its end collides, a walk would show no
 * more. If the last guess was of little use, a walk finds other primitives. */
static bool guess_contact(near_search *n, const near_part *part, const fk_edge_bounds *bounds,
                          fk_traversal_result *found)
{
    double cut[2];
    return part->collides && part->parent > 1.5 * (part->end - part->begin) &&
           fk_edge_guess(n->edge, n->pair, bounds, found) && find_cuts(n, part, found, cut) == 2;
}

static fk_status search_part(near_search *n, const near_part *part, const fk_traversal_front *in)
{
    fk_edge *edge = n->edge;
    fk_traversal_front front;
    fk_traversal_result found;
    fk_edge_bounds bounds;
    double middle = 0.5 * (part->begin + part->end);
    bool can_cut =
        part->begin < middle && middle < part->end && part->depth < PARTS_MAX && edge->tests_left > 0;
    if (fk_context_poll(edge->context))
        return FK_ERROR_MEMORY;
    fk_edge_bound_pair(edge, n->pair, part->begin, part->end, &bounds);
    can_cut = can_cut && bounds.moves > n->tolerance;
    if (part->collides && !can_cut)
        return end_part(n, part);
    if (can_cut && guess_contact(n, part, &bounds, &found))
        return search_cuts(n, part, in, &found);
    fk_status status = fk_edge_walk(edge, n->pair, &bounds, in, &front, &found);
    if (status != FK_OK)
        return status;
    if (found.state != FK_TRAVERSAL_BEYOND)
        status = can_cut ? search_cuts(n, part, &front, &found) : end_part(n, part);
    fk_traversal_drop(edge->pair[n->pair].traversal, &front);
    return status;
}

fk_status fk_edge_search_near(fk_edge *edge, uint32_t pair, double begin, double end,
                              const fk_traversal_front *in, const fk_traversal_result *found)
{
    near_part whole = {.begin = begin, .end = end, .parent = INFINITY};
    near_search n = {.edge = edge, .pair = pair, .tolerance = fk_edge_tolerance(edge, pair)};
    fk_status status = search_cuts(&n, &whole, in, found);
    if (status != FK_OK || !n.is_stopped || n.is_found)
        return status;
    return fk_edge_search_pair(edge, pair, n.stopped_at, fk_smaller(end, edge->end));
}
