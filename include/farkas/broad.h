/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Broad phase: which of many boxes are near each other. Once, for boxes that are given; and again and again,
 * for boxes that come, move and go. */

#ifndef FARKAS_BROAD_H
#define FARKAS_BROAD_H

#include "farkas/tree.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Boxes that are given ------------------------------------------------------------------------------ */

/* All pairs a < b of boxes that are not further apart than `reach` along every axis, sorted; some that are
 * further apart by less than rounding may be among them. Empty boxes are near none. By a sorted sweep along
 * the axis along which they are least crowded, in O(n log n) and the pairs that are near along it.
 * FK_ERROR_ARGUMENT for a reach that is negative or NaN, FK_ERROR_MEMORY; *out is left alone then. */
FK_API fk_status fk_sweep_pairs(fk_context *context, const fk_aabb *box, uint32_t count, double reach,
                                fk_pair_list **out);

/* ---- Boxes in floats ----------------------------------------------------------------------------------- */

/* An axis-aligned box that takes half the memory, and half the time. Empty when a min exceeds its max; sides
 * may be infinite, but not NaN. */
typedef struct fk_aabb_float {
    float min[3], max[3];
} fk_aabb_float;

/* A box around another one that was moved by -origin, rounded outward in every state of the floating-point
 * unit: so boxes that meet still do. Empty boxes, and such with NaN, become empty. */
FK_API fk_aabb_float fk_aabb_round(const fk_aabb *box, fk_vec3 origin);

/* ---- Boxes that move ----------------------------------------------------------------------------------- */

/* The structures that there are, all with the same answers.
 *   packs   boxes in packs of eight along a curve through space, and a wide tree above: the default
 *   brute   all against all
 *   grid    cells of one size; a box is in the cell of its lowest corner
 *   levels  a grid for each size of boxes
 *   octree  a box is in the smallest octant that holds it
 *   tree    a binary tree of boxes, made a little larger than they are, which is kept in balance
 *   sweep   sweep and prune: the ends of boxes along an axis are kept sorted */
#define FK_BROAD_LIST(X)                                                                                     \
    X(FK_BROAD_PACKS, "packs")                                                                               \
    X(FK_BROAD_BRUTE, "brute")                                                                               \
    X(FK_BROAD_GRID, "grid")                                                                                 \
    X(FK_BROAD_LEVELS, "levels")                                                                             \
    X(FK_BROAD_OCTREE, "octree")                                                                             \
    X(FK_BROAD_TREE, "tree")                                                                                 \
    X(FK_BROAD_SWEEP, "sweep")

typedef enum fk_broad_kind {
#define FK_BROAD_ENUM(name, word) name,
    FK_BROAD_LIST(FK_BROAD_ENUM)
#undef FK_BROAD_ENUM
        FK_BROAD_COUNT
} fk_broad_kind;

/* The word of a kind; "" for what is not in the list. */
FK_API const char *fk_broad_word(fk_broad_kind kind);

/* How large the cells of a grid are. */
typedef enum fk_grid_rule {
    FK_GRID_LARGEST, /* as the largest box */
    FK_GRID_COUNT    /* as many along each side of the world as the cube root of the number of boxes */
} fk_grid_rule;

typedef struct fk_broad_options {
    fk_broad_kind kind;
    fk_grid_rule grid; /* of grid */
    /* Of tree: by how much of its size a leaf is larger than its box, on each side. A box that has left
     * its leaf gets another one. */
    float fat;
    /* Of tree: a leaf is larger, too, by so many times the way that its box has come since the last
     * update, in that direction. */
    float ahead;
    uint32_t depth; /* of octree: levels below the root, at most 20 */
} fk_broad_options;

/* Packs; and for the other kinds: grid FK_GRID_LARGEST, fat 0.05, ahead 2, depth 10. */
FK_API fk_broad_options fk_broad_options_default(void);

/* Boxes by number. Numbers are chosen by the caller, and should be small: memory is taken for all up to the
 * largest. */
typedef struct fk_broad fk_broad;

/* NULL: default options. FK_ERROR_ARGUMENT for options that are not valid: a kind or rule that there is not,
 * fat or ahead negative or not finite, a depth above 20; FK_ERROR_MEMORY. *out is left alone then. */
FK_API fk_status fk_broad_create(fk_context *context, const fk_broad_options *options, fk_broad **out);
/* Takes NULL. */
FK_API void fk_broad_destroy(fk_broad *broad);

/* Makes room for numbers below `count`, so that fk_broad_set cannot fail for those. FK_ERROR_MEMORY: all is
 * as it was. */
FK_API fk_status fk_broad_reserve(fk_broad *broad, uint32_t count);

/* Box `id` is this one from now on. FK_ERROR_MEMORY only where there was no room for that number, and all
 * is as it was; FK_ERROR_NOT_FINITE for NaN. An empty box is as none. Sides that are denormal, as few ever
 * are, are moved outward to the next float that is not, here and in probes: so answers are the same in every
 * state of the floating-point unit. */
FK_API fk_status fk_broad_set(fk_broad *broad, uint32_t id, const fk_aabb_float *box);

/* There is no box `id` any more. Nothing happens where there was none. */
FK_API void fk_broad_remove(fk_broad *broad, uint32_t id);

/* Box `id`; empty where there is none. */
FK_API fk_aabb_float fk_broad_box(const fk_broad *broad, uint32_t id);

/* Brings the structure up to date; fk_broad_pairs does so by itself. Visits are right without it, but look
 * one by one at the boxes that have been set since. workers may be NULL. FK_ERROR_MEMORY: visits are still
 * right. */
FK_API fk_status fk_broad_update(fk_broad *broad, const fk_workers *workers);

/* All pairs a < b of boxes that have a common point, sorted by a, then b: exactly, for boxes are closed. The
 * list is valid until the next call that is not const. workers may be NULL; the list is the same. Takes time
 * for what has changed since the last call, where that is little. FK_ERROR_MEMORY: outputs are left alone;
 * call again. */
FK_API fk_status fk_broad_pairs(fk_broad *broad, const fk_workers *workers, const fk_index_pair **pair,
                                size_t *count);

typedef enum fk_broad_question {
    FK_BROAD_MEETS, /* boxes with a common point: exactly those */
    FK_BROAD_NEAR,  /* boxes not further away than the limit */
    FK_BROAD_MOVES  /* boxes that are met by the box as it moves by t * velocity, 0 <= t <= limit */
} fk_broad_question;

typedef struct fk_broad_probe {
    fk_broad_question question;
    fk_aabb_float box; /* of a ray: a point */
    fk_vec3 velocity;  /* finite */
    double limit;      /* not negative; infinite is taken as the largest double */
} fk_broad_probe;

/* Gets a box. Returns the limit from now on, which is not larger than the one before; negative to end the
 * visit. */
typedef double fk_broad_visitor(void *user, uint32_t id, double limit);

/* Visits boxes, each once: all that the probe asks for with the limit that there is in the end, those at
 * the limit among them; and, but for FK_BROAD_MEETS, some others. Nearer ones tend to come first.
 * Allocates nothing; any number of threads may visit at once, as long as none changes the boxes. An empty
 * probe visits nothing. */
FK_API void fk_broad_visit(const fk_broad *broad, const fk_broad_probe *probe, fk_broad_visitor *visitor,
                           void *user);

/* Whether the structure holds to its own rules, for tests; in builds with assert() it is looked at after
 * every update. */
FK_API bool fk_broad_is_sound(const fk_broad *broad);

/* What it has allocated; and of that, what boxes take, without the list of pairs. of_boxes may be NULL. */
FK_API size_t fk_broad_bytes(const fk_broad *broad, size_t *of_boxes);

#ifdef __cplusplus
}
#endif

#endif
