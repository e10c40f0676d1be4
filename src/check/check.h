/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The engines of check and sweep: parts that are made ready, which pairs of them are asked for, and what is found of one pair. */

#ifndef FARKAS_SRC_CHECK_H
#define FARKAS_SRC_CHECK_H

#include <string.h>

#include "body/body.h"
#include "farkas/check.h"

/* Room that is emptied; NULL when there is no memory. */
static inline void *fk_allocate_zeroed(fk_context *of, size_t bytes)
{
    void *room = fk_allocate(of, bytes);
    return room != NULL ? memset(room, 0, bytes) : NULL;
}

/* ---- The parts of a check ------------------------------------------------------------------------------ */

/* A mesh of one or more parts. */
typedef struct fk_check_shape {
    fk_mesh_shape shape;
    bool needs_hull, has_hull; /* has_hull: it was looked for */
    fk_hull *hull;             /* of a convex mesh, else NULL */
    fk_status status;
} fk_check_shape;

/* A part in its place. */
typedef struct fk_check_body {
    fk_check_shape *shape; /* NULL for a piece */
    fk_placed_mesh mesh;
    fk_piece piece;
    fk_vec3 *point; /* of a placed hull */
    size_t point_bytes;
    fk_aabb box;
    double size; /* the diagonal of the box, up to rounding */
} fk_check_body;

typedef struct fk_check_bodies {
    fk_context *context;
    const fk_workers *workers;
    fk_check_cache *cache; /* or NULL */
    uint32_t count, shape_count;
    fk_check_body *body;
    fk_check_shape *shape;
} fk_check_bodies;

/* Builds trees for all meshes and places all parts. Context, workers and kept are given. On an error nothing is left. */
fk_status fk_check_bodies_build(fk_check_bodies *bodies, const fk_check_part *part, uint32_t count);
/* What may be kept is. */
void fk_check_bodies_free(fk_check_bodies *bodies);

/* Places one part. The body has its shape, or NULL for a piece, and is zero else; it is to be emptied, also after an
 * error: FK_ERROR_NOT_FINITE, FK_ERROR_PIECE, FK_ERROR_ARGUMENT for a piece without interior, FK_ERROR_MEMORY. */
fk_status fk_check_body_place(fk_context *context, const fk_check_part *part, fk_check_body *body);
void fk_check_body_release(fk_context *context, fk_check_body *body);

bool fk_check_box_is_finite(const fk_aabb *box);

/* Whether a body is a mesh that is not a solid; and of each part: NULL without memory, release it with count bytes. */
bool fk_check_is_surface(const fk_check_body *body);
bool *fk_check_list_surfaces(const fk_check_bodies *bodies);

/* The parts that differ most in size, if that is by more than parts of one unit should; else FK_NONE twice. Those
 * without extent are passed over. */
void fk_check_compare_sizes(const fk_check_bodies *bodies, uint32_t *largest, uint32_t *smallest);

/* Looks for the hulls of the shapes that need one. */
fk_status fk_check_find_hulls(fk_check_bodies *bodies);

/* ---- Which pairs --------------------------------------------------------------------------------------- */

/* What is asked, and of which pairs. */
typedef struct fk_check_selection {
    fk_context *context;
    fk_check_select *select; /* or NULL: as `rule` says */
    fk_check_rule rule;
    fk_check_progress *progress; /* or NULL */
    void *user;
    /* What fk_check_select_pairs finds: how many pairs are tested, the largest clearance; and as in fk_check what is ignored,
     * the sizes and surfaces, to be released also after an error. */
    uint32_t part_count;
    uint64_t tested;
    double max_clearance;
    fk_check_ignored *ignored;
    size_t ignored_count, ignored_capacity;
    uint32_t largest, smallest;
    bool *is_surface;
    bool is_done; /* no more pairs are wanted */
} fk_check_selection;

/* What is asked by the options of a check or a sweep; and what was found goes into either. */
#define FK_CHECK_SELECTION(with, options)                                                                    \
    ((fk_check_selection){.context = (with),                                                                 \
                          .select = (options)->select,                                                       \
                          .rule = (options)->rule,                                                           \
                          .progress = (options)->progress,                                                   \
                          .user = (options)->user})
#define FK_CHECK_COPY_SELECTION(result, selection)                                                           \
    ((result)->ignored = (selection)->ignored, (result)->ignored_count = (selection)->ignored_count,         \
     (result)->ignored_capacity = (selection)->ignored_capacity, (result)->tested = (selection)->tested,     \
     (result)->largest = (selection)->largest, (result)->smallest = (selection)->smallest,                   \
     (result)->is_surface = (selection)->is_surface,                                                         \
     (result)->part_count = (selection)->is_surface != NULL ? (selection)->part_count : 0)

/* FK_ERROR_ARGUMENT for a rule that is not valid; FK_ERROR_MEMORY. */
fk_status fk_check_select_pairs(fk_check_selection *selection, const fk_check_bodies *bodies);

/* Takes a pair that is tested; a failure ends it. */
typedef fk_status fk_check_pair_visitor(void *data, uint32_t a, uint32_t b, const fk_check_rule *rule);

/* Gives the pairs that are tested, sorted, until is_done: all, or those whose boxes are not further apart than the
 * largest clearance. FK_ERROR_MEMORY. */
fk_status fk_check_visit_pairs(const fk_check_selection *selection, const fk_aabb *box,
                               fk_check_pair_visitor *visitor, void *data);

/* Counts the tested pairs that were not given as clear and omitted. */
void fk_check_count_skipped(uint64_t tested, uint64_t *count, uint64_t *omitted);

/* Whether a kind is what the rule looks for. */
bool fk_check_is_clash(const fk_check_rule *rule, fk_clash kind);

/* ---- A pair of a check --------------------------------------------------------------------------------- */

/* A pair at work. */
typedef struct fk_check_work {
    fk_check_rule rule;
    fk_check_pair pair;
    fk_relation_result *related; /* of an overlap whose depth or volume is still to be found, or NULL */
    fk_status status;
} fk_check_work;

/* How two bodies lie to each other, and how far apart they are: all of work->pair but depth and volume. */
void fk_check_relate(fk_context *context, const fk_check_bodies *bodies, const fk_check_options *options,
                     fk_check_work *work);

/* Depth and volume, if they are wanted, of a pair that overlaps; takes work->related away. */
void fk_check_measure_overlap(fk_context *context, const fk_check_bodies *bodies,
                              const fk_check_options *options, fk_check_work *work);

/* ---- The parts of a sweep ------------------------------------------------------------------------------ */

typedef struct fk_sweep_bodies {
    fk_context *context;
    const fk_motion *motion;
    const fk_sweep_part *part;
    uint32_t count;
    double from, to;
    fk_check_bodies still; /* in the world, at `from` */
    fk_moving *moving;     /* of each part; without collider where it is empty */
    bool *rests;           /* of each part: in the world, from `from` to `to` */
    /* Of the shapes of `still`, then of the parts, where they are pieces. */
    fk_collider **collider;
    fk_status *status; /* of each collider */
} fk_sweep_bodies;

/* Builds trees for all meshes, which parts share, and colliders. from <= to. On an error nothing is left. */
fk_status fk_sweep_bodies_build(fk_sweep_bodies *bodies, const fk_workers *workers);
void fk_sweep_bodies_free(fk_sweep_bodies *bodies);

/* For each part a box, in the world, that it never leaves. */
fk_status fk_sweep_find_boxes(const fk_sweep_bodies *bodies, fk_aabb *box);

/* Whether two parts do not move against each other; then in *frame neither does, in which these are their poses, or
 * FK_NONE where they rest in the world, as bodies->still has them. */
bool fk_sweep_is_still(const fk_sweep_bodies *bodies, uint32_t a, uint32_t b, uint32_t *frame,
                       fk_pose pose[2]);

/* When a pair that clashes does so first, surely. */
double fk_sweep_first_clash_time(const fk_sweep_pair *pair, const fk_check_rule *rule);

/* ---- Distances at many times --------------------------------------------------------------------------- */

typedef struct fk_sweep_sample {
    double time;
    fk_interval distance; /* infinite where a part is empty */
    double least;         /* they come no closer until the next; of the last one, its own distance */
    fk_status status;
} fk_sweep_sample;

/* What is asked, and what was made for it. */
typedef struct fk_sweep_sampler {
    fk_context *context;
    const fk_workers *workers; /* or NULL */
    const fk_motion *motion;
    const fk_sweep_part *part;
    uint32_t part_count;
    uint32_t count; /* of samples, at least 2: the first is at `from`, the last at `to` */
    double from, to;
    double tolerance;   /* of distances; 0: that of fk_motion_options_default */
    uint64_t max_tests; /* as in fk_motion_options */
    double max_seconds;
    /* Of each part; without collider where it is empty or not wanted. Parts with the same mesh share that of the first. */
    fk_moving *moving;
    fk_collider **owned;
} fk_sweep_sampler;

/* Makes colliders of the parts that are wanted; NULL: of all. On an error nothing is left. */
fk_status fk_sweep_sampler_build(fk_sweep_sampler *sampler, const bool *is_wanted);
void fk_sweep_sampler_free(fk_sweep_sampler *sampler);

/* Fills the samples of two parts. Without has_least nothing is known about the times between: `least` is the lower bound of the
 * distance. Errors of fk_motion_contacts. */
fk_status fk_sweep_sampler_fill(const fk_sweep_sampler *sampler, uint32_t a, uint32_t b, bool has_least,
                                fk_sweep_sample *out);

#endif
