/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The engines of check and sweep: prepared parts, the selection of pairs, and the result of one pair. */

#ifndef FARKAS_SRC_CHECK_H
#define FARKAS_SRC_CHECK_H

#include <string.h>

#include "body/body.h"
#include "farkas/check.h"

/* Zeroed memory; NULL if there is none. */
static inline void *fk_allocate_zeroed(fk_context *of, size_t bytes)
{
    void *room = fk_allocate(of, bytes);
    return room != NULL ? memset(room, 0, bytes) : NULL;
}

/* Whether a length or a duration is finite and not negative. */
static inline bool fk_is_length(double x)
{
    return fk_is_finite(x) && x >= 0;
}

/* ---- The parts of a check ------------------------------------------------------------------------------ */

/* A mesh that one or more parts share, or the piece of a part. */
typedef struct fk_check_shape {
    const fk_mesh *mesh;       /* or NULL */
    const fk_piece *piece;     /* used if there is no mesh */
    fk_collider *collider;     /* NULL for a mesh without triangles; else complete, or an outline */
    bool needs_tree;           /* for fk_check_complete_shapes */
    bool needs_hull, has_hull; /* has_hull: the search for it is done */
    fk_hull *hull;             /* of a convex mesh, else NULL */
    fk_status status;
    uint32_t users; /* runs, checkers and caches that have it */
} fk_check_shape;

/* A placed part. */
typedef struct fk_check_body {
    fk_check_shape *shape;
    fk_prepared_collider prepared; /* zeroed for a mesh without triangles */
    void *room;                    /* of the placed piece */
    fk_aabb box;
    double size; /* the diagonal of the box, up to rounding */
} fk_check_body;

typedef struct fk_check_bodies {
    fk_context *context;
    const fk_workers *workers;
    fk_check_cache *cache; /* or NULL */
    bool has_outlines;     /* new colliders of meshes begin as outlines */
    uint32_t count, shape_count;
    fk_check_body *body;
    fk_check_shape **shape;
} fk_check_bodies;

/* Builds colliders and places all parts. The caller sets context, workers, has_outlines and cache, which gets the shapes, too. On an
 * error nothing is left to free. */
fk_status fk_check_bodies_build(fk_check_bodies *bodies, const fk_check_part *part, uint32_t count);
void fk_check_bodies_free(fk_check_bodies *bodies);

/* Completes the shapes that need a tree; no task may run. FK_ERROR_MEMORY. */
fk_status fk_check_complete_shapes(fk_check_bodies *bodies);

/* Places a part. The caller sets body->shape and zeroes the rest; fk_check_body_release is needed after an error, too:
 * FK_ERROR_NOT_FINITE, FK_ERROR_PIECE, FK_ERROR_ARGUMENT for a piece without interior, FK_ERROR_MEMORY. */
fk_status fk_check_body_place(fk_context *context, const fk_pose *pose, fk_check_body *body);
void fk_check_body_release(fk_context *context, fk_check_body *body);
/* Places a part that is not empty once more, without its box. FK_ERROR_MEMORY. */
fk_status fk_check_body_move(fk_context *context, const fk_pose *pose, fk_check_body *body);

/* Whether a body is a mesh that is no solid. */
bool fk_check_is_surface(const fk_check_body *body);

/* The largest and the smallest part, if their sizes differ by more than parts in the same unit should; else FK_NONE
 * twice. Parts without extent are skipped. */
void fk_check_compare_sizes(const fk_check_bodies *bodies, uint32_t *largest, uint32_t *smallest);

/* Computes the hulls of the shapes that need one. */
fk_status fk_check_find_hulls(fk_check_bodies *bodies);

/* ---- Selection of pairs -------------------------------------------------------------------------------- */

/* The query of a check or a sweep, and the pairs that it selects. */
typedef struct fk_check_selection {
    fk_context *context;
    fk_check_select *select; /* NULL: `rule` for all pairs */
    fk_check_rule rule;
    fk_check_progress *progress; /* or NULL */
    void *user;
    uint32_t part_count;
    double max_clearance;
    bool is_done; /* no more pairs are wanted */
} fk_check_selection;

/* The selection for the options of a check or a sweep. */
#define FK_CHECK_SELECTION(with, options)                                                                    \
    ((fk_check_selection){.context = (with),                                                                 \
                          .select = (options)->select,                                                       \
                          .rule = (options)->rule,                                                           \
                          .progress = (options)->progress,                                                   \
                          .user = (options)->user})

/* Counts the tested pairs and lists the ignored ones in a zeroed result; also sets its sizes and surfaces.
 * FK_ERROR_ARGUMENT for a rule that is not valid; FK_ERROR_MEMORY. */
fk_status fk_check_select_pairs(fk_check_selection *selection, const fk_check_bodies *bodies,
                                fk_check *result);

/* Receives a tested pair. A failure ends the visit. */
typedef fk_status fk_check_pair_visitor(void *data, uint32_t a, uint32_t b, const fk_check_rule *rule);

/* Visits the tested pairs in order until is_done: all of them, or with `box`, one per part, those whose boxes are no
 * farther apart than the largest clearance. FK_ERROR_MEMORY. */
fk_status fk_check_visit_pairs(const fk_check_selection *selection, const fk_aabb *box,
                               fk_check_pair_visitor *visitor, void *data);

/* Whether a kind is a clash by the rule. */
bool fk_check_is_clash(const fk_check_rule *rule, fk_clash kind);

/* ---- A pair of a check --------------------------------------------------------------------------------- */

/* A pair in progress. */
typedef struct fk_check_work {
    fk_check_rule rule;
    fk_check_pair pair;
    fk_relation_result *related; /* of an overlap whose depth or volume is not computed yet, or NULL */
    /* Of a sweep: until when; and whether all stretches are wanted, else the first alone and no closest approach. */
    double to;
    bool wants_all;
    fk_status status;
} fk_check_work;

/* Computes the relation and the distance of two bodies: all of work->pair but depth and volume. */
void fk_check_relate(fk_context *context, const fk_check_body *a, const fk_check_body *b,
                     const fk_check_options *options, fk_check_work *work);

/* Computes depth and volume of an overlapping pair, if they are wanted, and frees work->related. */
void fk_check_measure_overlap(fk_context *context, const fk_check_body *a, const fk_check_body *b,
                              const fk_check_options *options, fk_check_work *work);

/* Whether boxes prove that bodies are at least so far apart. */
bool fk_check_are_boxes_apart(const fk_aabb *a, const fk_aabb *b, double distance);

/* Whether two bodies clash by a rule, and nothing else. The cache is that of the pair. Errors of fk_check_relate. */
fk_status fk_check_clashes(fk_context *context, const fk_check_body *a, const fk_check_body *b,
                           const fk_check_rule *rule, fk_collider_cache *cache, bool *out);

/* ---- The driver ---------------------------------------------------------------------------------------- */

#define FK_CHECK_CHUNK 64

/* A selected pair that waits for its turn. */
typedef struct fk_ranked_pair {
    double rank;
    uint32_t a, b;
    fk_check_rule rule;
} fk_ranked_pair;

/* A check or a sweep in progress. The caller sets the fields down to `note`, and zeroes the rest. */
typedef struct fk_check_driver fk_check_driver;
typedef void fk_check_task(fk_check_driver *driver, fk_check_work *work);
struct fk_check_driver {
    fk_context *context, *caller; /* that of the work, which may be cancelled; that of the result */
    fk_check_bodies *bodies;
    fk_check_selection selection;
    fk_check *result; /* zeroed */
    bool lists_clear; /* clear pairs are listed, too */
    uint32_t chunk;   /* pairs that are processed together, at most FK_CHECK_CHUNK */
    /* Computes boxes outside of which parts need no test; NULL: all selected pairs are tested. */
    fk_status (*find_boxes)(fk_check_driver *driver, fk_aabb *box);
    /* Pairs with a lower rank are processed first, equal ones in their order; those of infinite rank are not tested. NULL: all in
     * their order. */
    double (*rank)(fk_check_driver *driver, uint32_t a, uint32_t b, const fk_check_rule *rule);
    double last_rank; /* pairs of a higher rank are not processed */
    /* Computes the pairs of a chunk. */
    fk_status (*answer)(fk_check_driver *driver);
    /* Called for each pair before it is added to the list, in order. True: it is the last one. */
    bool (*note)(fk_check_driver *driver, const fk_check_work *work);
    fk_check_pair *pair; /* that of the result */
    fk_check_task *task; /* in progress */
    size_t ranked_count, ranked_capacity;
    fk_ranked_pair *ranked;
    uint32_t work_count;
    fk_check_work work[FK_CHECK_CHUNK];
};

/* Fills the result. */
fk_status fk_check_drive(fk_check_driver *driver);
/* Ends a run: *out becomes the result, complete or cancelled; else frees it. Returns the status of the run. */
fk_status fk_check_finish(fk_check_driver *driver, fk_status status, fk_check **out);

/* Runs a task for each pair of the chunk; returns the first failure. */
fk_status fk_check_run_tasks(fk_check_driver *driver, fk_check_task *task);

/* Moves a pair into the list, at an index. FK_ERROR_MEMORY. */
fk_status fk_check_insert_pair(fk_check_driver *driver, fk_check_pair *pair, size_t at);
/* Releases and empties its lists. */
void fk_check_pair_free(fk_context *context, fk_check_pair *pair);

/* ---- The parts of a sweep ------------------------------------------------------------------------------ */

typedef struct fk_sweep_bodies {
    fk_context *context;
    const fk_motion *motion;
    const fk_sweep_part *part;
    uint32_t count;
    const bool *is_wanted; /* or NULL: all; other parts count as empty */
    fk_check_cache *cache; /* or NULL */
    bool has_outlines;     /* as in fk_check_bodies */
    double from, to;
    fk_check_bodies at_start; /* in the world, at `from` */
    fk_moving *moving;        /* of each part; without collider if it is empty */
    bool *rests;              /* of each part: it rests in the world from `from` to `to` */
} fk_sweep_bodies;

/* Builds colliders, which parts share, from the fields down to `to`. FK_ERROR_ARGUMENT for a frame that does not exist;
 * errors of fk_check_bodies_build. On an error nothing is left to free. */
fk_status fk_sweep_bodies_build(fk_sweep_bodies *bodies, const fk_workers *workers);
void fk_sweep_bodies_free(fk_sweep_bodies *bodies);

/* For each part boxes in the world that it does not leave during so many equal parts of the time; those of part i are from
 * box[i * slices] on. */
fk_status fk_sweep_find_slices(const fk_sweep_bodies *bodies, uint32_t slices, fk_aabb *box);
/* Returns a time before which two parts surely are farther apart than a clearance, from a slice of the time in which their boxes are
 * near, by oriented boxes; infinite if they always are. `slice` has the boxes of fk_sweep_find_slices. */
double fk_sweep_first_near(const fk_sweep_bodies *bodies, const fk_aabb *slice, uint32_t slices, uint32_t a,
                           uint32_t b, double clearance);
/* When slice k of the time begins; the last one ends when slice `slices` begins. */
double fk_sweep_slice_time(const fk_sweep_bodies *bodies, uint32_t slices, uint32_t k);

/* Whether two parts do not move against each other. If so, *frame becomes a frame in which neither moves and `pose`
 * their poses there; or *frame becomes FK_NONE, if they rest in the world as in bodies->at_start. */
bool fk_sweep_is_still(const fk_sweep_bodies *bodies, uint32_t a, uint32_t b, uint32_t *frame,
                       fk_pose pose[2]);

/* When a clashing pair surely clashes first. */
double fk_sweep_first_clash_time(const fk_sweep_pair *pair, const fk_check_rule *rule);

/* ---- Distances at many times --------------------------------------------------------------------------- */

typedef struct fk_sweep_sample {
    double time;
    fk_interval distance; /* infinite if a part is empty */
    double least;         /* lower bound until the next sample; at the last one, of its own distance */
    fk_status status;
} fk_sweep_sample;

/* Distances of pairs of moving parts at many times. */
typedef struct fk_sweep_sampler {
    fk_sweep_bodies bodies;
    const fk_workers *workers; /* or NULL */
    uint32_t count;     /* of samples, at least 2: the first at `from` of the bodies, the last at `to` */
    double tolerance;   /* of distances; 0: that of fk_motion_options_default */
    uint64_t max_tests; /* as in fk_motion_options */
    double max_seconds;
} fk_sweep_sampler;

/* Fills the samples of two parts. Without has_least nothing is computed for the times between: `least` is the lower
 * bound of the distance at the sample. Errors of fk_motion_contacts. */
fk_status fk_sweep_sampler_fill(const fk_sweep_sampler *sampler, uint32_t a, uint32_t b, bool has_least,
                                fk_sweep_sample *out);

#endif
