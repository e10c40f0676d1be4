/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Workcells inside the library: their data, what copies share, and the scratch memory of one thread. */

#ifndef FARKAS_SRC_WORKCELL_H
#define FARKAS_SRC_WORKCELL_H

#include <stdatomic.h>

#include "body/body.h"
#include "farkas/workcell.h"
#include "motion/motion.h"
#include "tree/tree.h"
#include "workcell/filter.h"
#include "workcell/link_balls.h"

/* ---- What copies share --------------------------------------------------------------------------------- */

/* The frames and joints of all robots. */
typedef struct fk_workcell_robots {
    _Atomic uint32_t users;
    fk_context *context;
    fk_motion *motion; /* a track of one time for each robot; its values are not used */
    uint32_t joint_count;
    fk_interval *limit; /* of each joint */
    fk_filter_frames frames;
} fk_workcell_robots;

/* A collider, for all bodies that have it. */
typedef struct fk_workcell_shape {
    _Atomic uint32_t users;
    const fk_collider *collider;
    size_t room; /* of the prepared collider, in bytes */
    fk_link_balls balls;
    fk_tree_corners *corners; /* of a mesh, or NULL */
} fk_workcell_shape;

/* ---- Workcells ----------------------------------------------------------------------------------------- */

typedef struct fk_workcell_body {
    fk_workcell_shape *shape; /* NULL: there is none at this index */
    uint32_t generation, frame;
    fk_pose pose;
    fk_filter_body *filter; /* NULL: there is none at this index */
} fk_workcell_body;

typedef struct fk_workcell_scratch fk_workcell_scratch;

/* As many threads find a scratch of an earlier call. */
#define FK_WORKCELL_KEPT 16

struct fk_workcell {
    fk_context *context;
    fk_workcell_robots *robots;
    uint32_t body_count; /* indices in use, free ones included */
    size_t body_capacity;
    fk_workcell_body *body;
    /* Bit b of row a < b: the pair is allowed to meet. Rows have row_words words, for at least body_capacity bits. */
    uint64_t *allowed;
    size_t row_words, row_count;
    uint64_t version; /* changes with the workcell: a scratch of another one is out of date */
    _Atomic(fk_workcell_scratch *) kept[FK_WORKCELL_KEPT];
};

/* The pair of two existing bodies. */
static inline fk_workcell_pair fk_workcell_pair_of(const fk_workcell *cell, uint32_t a, uint32_t b)
{
    return (fk_workcell_pair){{a, cell->body[a].generation}, {b, cell->body[b].generation}};
}

/* Whether a pair of existing bodies a < b counts. */
bool fk_workcell_counts(const fk_workcell *cell, uint32_t a, uint32_t b);

/* ---- Scratch ------------------------------------------------------------------------------------------- */

/* A pair that counts. Exact tests have no cache: where it could help, the filter has mostly decided. */
typedef struct fk_workcell_test {
    uint32_t a, b;
    bool is_at_rest; /* in the world: its answer stays the same, and is known once has_rest is set */
    bool has_rest;
    fk_decision rest;
    /* Whether hulls are worth a test: more while they are apart, less where they meet; 0: not any more. */
    uint32_t hull_luck;
} fk_workcell_test;

/* At first. A test of hulls takes a third of what it saves. */
#define FK_WORKCELL_HULL_LUCK 8

/* A body at the configuration that is being tested. */
typedef struct fk_workcell_placed {
    bool is_placed, has_obb; /* the next ones are those of this configuration */
    bool is_prepared;
    fk_placed_collider placed;
    fk_prepared_collider prepared;
    fk_obb obb;
    void *room;
} fk_workcell_placed;

/* What a thread needs to test one configuration after the other: the pairs of a workcell, in their order. One block of memory. */
struct fk_workcell_scratch {
    fk_context *context;
    size_t bytes;
    uint64_t version;
    uint32_t body_count, test_count;
    fk_motion motion; /* that of the robots, whose tracks have the values of the configuration */
    fk_track *track;
    fk_pose *own;   /* of each frame, in its parent */
    fk_pose *frame; /* in the world, if has_frame */
    bool *has_frame;
    fk_workcell_placed *body;
    fk_workcell_test *test;
    double clearance; /* that the answers of pairs at rest are for */
    bool is_sturdy;   /* else fk_workcell_check_places checks every configuration */
    fk_filter_block block;
    const fk_filter_body **filter; /* of each body, or NULL */
    fk_filter_pair *pair;          /* of each test */
    uint32_t *list;                /* for each lane, test_count indices of tests */
    float *rest;                   /* of each test that is left in a list, how far its bodies are apart */
};

/* Takes a scratch for a call; give it back. FK_ERROR_MEMORY. */
fk_status fk_workcell_scratch_take(const fk_workcell *cell, fk_workcell_scratch **out);
void fk_workcell_scratch_give(const fk_workcell *cell, fk_workcell_scratch *scratch);
void fk_workcell_scratch_free(fk_workcell_scratch *scratch);

/* A batch of configurations or edges, in chunks that threads share, each with a scratch. */
typedef struct fk_workcell_batch {
    const fk_workcell *cell;
    const fk_workers *workers;
    size_t count, chunk; /* of all; of a task */
    fk_status (*run)(void *data, fk_workcell_scratch *scratch, size_t begin, size_t end);
    void *data;
    _Atomic int status; /* the first failure */
} fk_workcell_batch;

/* Runs all chunks. Returns the first failure, or FK_ERROR_MEMORY. */
fk_status fk_workcell_run(fk_workcell_batch *batch);

/* ---- One configuration, exactly ------------------------------------------------------------------------ */

/* Checks values: FK_ERROR_NOT_FINITE; FK_ERROR_ARGUMENT outside the limits. */
fk_status fk_workcell_check_values(const fk_workcell *cell, const double *value);

/* Sets the configuration of a scratch: its frames. The tests below place bodies where they need them. */
void fk_workcell_set_values(const fk_workcell *cell, const double *value, fk_workcell_scratch *scratch);

/* The values from configuration `index` on; NULL stays NULL where there are no joints. */
static inline const double *fk_workcell_values_at(const double *value, size_t index, uint32_t joint_count)
{
    return joint_count > 0 ? value + index * joint_count : value;
}

/* The same for several configurations. */
fk_status fk_workcell_check_all_values(const fk_workcell *cell, const double *value, size_t count);

/* The pose of a frame in the world at this configuration. */
fk_pose fk_workcell_place_frame(fk_workcell_scratch *scratch, uint32_t frame);

/* Checks that fk_collider_box accepts all bodies at this configuration; returns its errors. */
fk_status fk_workcell_check_places(const fk_workcell *cell, fk_workcell_scratch *scratch);

/* The same, where that is not known for values of this size, which the scratch has been set to. */
fk_status fk_workcell_check_far_places(const fk_workcell *cell, const double *value,
                                       fk_workcell_scratch *scratch);

/* Tests pair `index` at this configuration: do they meet, or with a clearance, are they closer? FK_ERROR_MEMORY. */
fk_status fk_workcell_test_pair(fk_context *context, const fk_workcell *cell, fk_workcell_scratch *scratch,
                                uint32_t index, double clearance, fk_decision *out);

/* How a pair is measured. */
typedef struct fk_workcell_reach {
    double limit;
    bool are_apart;          /* it is known not to meet, which takes less */
    fk_distance_guess guess; /* by fk_workcell_bound_hulls, for meshes that are apart */
} fk_workcell_reach;

/* Measures pair `index` at this configuration, up to a limit, as fk_collider_measure, but without primitives. FK_ERROR_MEMORY. */
fk_status fk_workcell_measure_pair(fk_context *context, const fk_workcell *cell, fk_workcell_scratch *scratch,
                                   uint32_t index, const fk_workcell_reach *reach, fk_collider_distance *out);

/* Bounds of the distance of pair `index` at this configuration: from below by the hulls of meshes, from above by some of their
 * vertices; 0 to infinity where it has none. Sets *guess to where the hulls are nearest. */
fk_interval fk_workcell_bound_hulls(const fk_workcell *cell, fk_workcell_scratch *scratch, uint32_t index,
                                    fk_distance_guess *guess);

/* A body at this configuration, and a box that contains it. */
const fk_placed_collider *fk_workcell_place(const fk_workcell *cell, fk_workcell_scratch *scratch,
                                            uint32_t body);
const fk_obb *fk_workcell_place_obb(const fk_workcell *cell, fk_workcell_scratch *scratch, uint32_t body);

#endif
