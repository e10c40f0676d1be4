/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Participants of `farkas bench world`: PROGRAM step MILLISECONDS FILE (see participant.h). They get boxes which move step by step,
 * and find all pairs that meet in each step.
 *
 * Times are those of a step: ns the mean of all but the first, ns_median, ns_slowest, and ns_first; of the processor, so that other
 * programs do not count, but by the clock where several threads work. In the first step all boxes are put in; in the others a
 * participant is told which were set. A method goes on for that time, but for MIN_STEPS at least, and gives up the rest of the steps
 * then: "steps" is how many it has made. Values are how many pairs were found in each step; sets tell which, in any order. "bytes" is
 * what is allocated after the first step.
 *
 * The file has numbers as they are in memory: a world_head, then the bodies. All of them, and what becomes of them in all steps, are
 * multiples of a power of two, so few of it that sums and halves are exact: in floats, and in doubles. So all participants see the
 * same boxes, however they take them.
 *
 * Rays: PROGRAM ray MILLISECONDS BODIES FILE. The file is one of pairs with the work ray (participant.h). The world has the shapes b of its first
 * BODIES pairs, at rest; each pair has a ray. ns is the time of a ray. Values are the numbers of the bodies that the rays meet first, -1
 * for none, -2 where that is undecided. */

#ifndef FARKAS_LAB_PEERS_WORLD_PARTICIPANT_H
#define FARKAS_LAB_PEERS_WORLD_PARTICIPANT_H

#include "peers/participant.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct world_head {
    char magic[8];
    uint32_t bodies, steps;
    float wall[3];      /* boxes are between 0 and this */
    uint32_t set_again; /* 1: resting boxes are set again in each step */
} world_head;

#define WORLD_MAGIC "FKWORLD"

/* A box and its displacement in each step. A box at a wall turns back. */
typedef struct world_body {
    float low[3], size[3], velocity[3];
} world_body;

/* A step. */
typedef struct world_frame {
    uint32_t step; /* from 0 on */
    uint32_t count;
    const fk_aabb_float *box;
    /* The boxes to set; in the first step, all. */
    uint32_t set_count;
    const uint32_t *set;
} world_frame;

/* Generates the steps of a scene. */
typedef struct world_motion {
    world_frame frame;
    world_head head;
    world_body *body;
    fk_aabb_float *box;
    uint32_t *set;
} world_motion;

/* The first step. The bodies are copied. */
void world_motion_begin(world_motion *play, const world_head *head, const world_body *body);
void world_motion_next(world_motion *play);
void world_motion_end(world_motion *play);

/* The found pairs, each once. */
typedef struct world_pairs {
    fk_index_pair *pair;
    size_t count, capacity;
    const fk_index_pair *list; /* instead of pair, unless NULL */
} world_pairs;

void world_pairs_grow(world_pairs *pairs);

static inline void world_report(world_pairs *pairs, uint32_t a, uint32_t b)
{
    if (pairs->count == pairs->capacity)
        world_pairs_grow(pairs);
    fk_index_pair *to = &pairs->pair[pairs->count++];
    to->a = a;
    to->b = b;
}

/* Reports an existing list of a library without a copy: the pairs point to it until the next step. */
static inline void world_report_all(world_pairs *pairs, const fk_index_pair *list, size_t count)
{
    pairs->list = list;
    pairs->count = count;
}

/* Hashes a set of pairs, independent of the order of the pairs and within a pair. */
uint32_t world_pairs_hash(const fk_index_pair *pair, size_t count);

static inline bool world_boxes_meet(const fk_aabb_float *a, const fk_aabb_float *b)
{
    return a->min[0] <= b->max[0] && b->min[0] <= a->max[0] && a->min[1] <= b->max[1] &&
           b->min[1] <= a->max[1] && a->min[2] <= b->max[2] && b->min[2] <= a->max[2];
}

/* Finds all pairs with a textbook grid: cells as large as the largest box, a counting sort of boxes by their lowest corners, each cell
 * against itself and 13 neighbours. The grid keeps its memory between steps; zero it before, free it after. */
typedef struct world_grid {
    uint32_t *begin, *item, *cell;
    size_t cells, items;
} world_grid;

void world_grid_pairs(world_grid *grid, const fk_aabb_float *box, uint32_t count, world_pairs *out);
void world_grid_free(world_grid *grid);

/* ---- Participants -------------------------------------------------------------------------------------- */

typedef struct world_method {
    const char *name;
    /* Not timed: prepares data before there are boxes. */
    void *(*create)(const world_head *head);
    /* Timed: sets the boxes of the frame and reports all pairs. */
    void (*step)(void *data, const world_frame *frame, world_pairs *out);
    /* The allocated bytes; NULL: the growth of allocated memory since create counts. */
    size_t (*bytes)(void *data);
    void (*release)(void *data);
    bool is_parallel;
    uint32_t most; /* largest number of bodies for this method; 0: no limit */
} world_method;

/* Rays in a world of bodies. */
typedef struct world_ray_method {
    const char *name;
    bool (*knows)(fk_kind kind); /* whether the world can have such bodies; NULL: all */
    /* Not timed: makes the world of the first set->frame shapes. */
    void *(*create)(const bench_set *set);
    bench_query_function *query; /* timed */
    void (*release)(void *data);
} world_ray_method;

typedef struct world_library {
    const char *name; /* with its version */
    const world_method *method;
    size_t count;
    const world_ray_method *ray; /* or NULL */
} world_library;

/* The main() of a participant; ignores argv[0]. Returns an exit status. */
int world_participant_main(int argc, char **argv, const world_library *library);

#ifdef __cplusplus
}
#endif

#endif
