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
 * same boxes, however they take them. */

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
    uint32_t set_again; /* 1: those that rest are set in each step, too, as they were */
} world_head;

#define WORLD_MAGIC "FKWORLD"

/* A box, and how far it goes in each step. Those that are at a wall go back. */
typedef struct world_body {
    float low[3], size[3], velocity[3];
} world_body;

/* A step. */
typedef struct world_frame {
    uint32_t step; /* from 0 on */
    uint32_t count;
    const fk_aabb_float *box;
    /* Those that are to be set: in the first one all. */
    uint32_t set_count;
    const uint32_t *set;
} world_frame;

/* The steps of a scene, one after the other. */
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

/* Pairs that were found, each once. */
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

/* Where a library has a list already, it need not be copied: the pairs point to it until the next step. */
static inline void world_report_all(world_pairs *pairs, const fk_index_pair *list, size_t count)
{
    pairs->list = list;
    pairs->count = count;
}

/* A number for a set of pairs, whatever their order, and that of the two, is. */
uint32_t world_pairs_hash(const fk_index_pair *pair, size_t count);

static inline bool world_boxes_meet(const fk_aabb_float *a, const fk_aabb_float *b)
{
    return a->min[0] <= b->max[0] && b->min[0] <= a->max[0] && a->min[1] <= b->max[1] &&
           b->min[1] <= a->max[1] && a->min[2] <= b->max[2] && b->min[2] <= a->max[2];
}

/* All pairs by a grid as textbooks have it: cells as large as the largest box, boxes sorted into the cells of their lowest corners by
 * counting, each cell against itself and 13 of its neighbours. Room is kept from step to step; zero it before, free it after. */
typedef struct world_grid {
    uint32_t *begin, *item, *cell;
    size_t cells, items;
} world_grid;

void world_grid_pairs(world_grid *grid, const fk_aabb_float *box, uint32_t count, world_pairs *out);
void world_grid_free(world_grid *grid);

/* ---- Participants -------------------------------------------------------------------------------------- */

typedef struct world_method {
    const char *name;
    /* Not timed: whatever can be made before boxes are there. */
    void *(*create)(const world_head *head);
    /* Timed: takes the boxes that are set, and reports all pairs. */
    void (*step)(void *data, const world_frame *frame, world_pairs *out);
    /* What is allocated; or NULL: what the program has allocated more than before create. */
    size_t (*bytes)(void *data);
    void (*release)(void *data);
    bool is_parallel;
    uint32_t most; /* bodies, above which it is not asked; 0: none */
} world_method;

typedef struct world_library {
    const char *name; /* with its version */
    const world_method *method;
    size_t count;
} world_library;

/* The main() of a participant; argv[0] is passed over. Returns an exit status. */
int world_participant_main(int argc, char **argv, const world_library *library);

#ifdef __cplusplus
}
#endif

#endif
