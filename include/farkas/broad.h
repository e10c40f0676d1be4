/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Broad phase: which of many boxes are near each other. Once, for a given set of boxes; or repeatedly, for
 * boxes that are added, moved and removed. */

#ifndef FARKAS_BROAD_H
#define FARKAS_BROAD_H

#include "farkas/tree.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- A given set of boxes ------------------------------------------------------------------------------ */

/* Finds all pairs a < b of `count` boxes whose distance along every axis is at most `reach`, sorted by a,
 * then b. Pairs farther apart by less than a rounding error may be included. Empty boxes are in no pair. On
 * success *out is a new list. FK_ERROR_ARGUMENT if reach is negative or NaN; FK_ERROR_MEMORY; *out is then
 * unchanged. Cost: a sorted sweep along the least crowded axis, O(n log n) plus the number of pairs near
 * along that axis. */
FK_API fk_status fk_sweep_pairs(fk_context *context, const fk_aabb *box, uint32_t count, double reach,
                                fk_pair_list **out);

/* ---- Boxes in floats ----------------------------------------------------------------------------------- */

/* An axis-aligned box with half the size and cost of fk_aabb. It is empty if a min exceeds its max. Sides may
 * be infinite, but not NaN. */
typedef struct fk_aabb_float {
    float min[3], max[3];
} fk_aabb_float;

/* Returns a box around `box` moved by -origin, rounded outward in every state of the floating-point unit, so
 * boxes that meet still meet afterwards. Empty boxes and boxes with NaN become empty. */
FK_API fk_aabb_float fk_aabb_round(const fk_aabb *box, fk_vec3 origin);

/* ---- Boxes that move ----------------------------------------------------------------------------------- */

/* The structures. All give the same answers.
 *   packs   packed tree: leaves of eight boxes along a curve through space, eight children to a node; default
 *   brute   all against all
 *   grid    uniform grid; a box is in the cell of its lowest corner
 *   levels  hierarchical grid: one grid for each size of boxes
 *   octree  a box is in the smallest octant that contains it
 *   tree    dynamic AABB tree: a balanced binary tree of fattened boxes
 *   sweep   sweep and prune: boxes sorted along one axis */
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

/* Returns the word of a kind; "" for a kind that is not in the list. */
FK_API const char *fk_broad_word(fk_broad_kind kind);

/* The cell size of a uniform grid. */
typedef enum fk_grid_rule {
    FK_GRID_LARGEST, /* cells as large as the largest box */
    FK_GRID_COUNT    /* cells along each side of the world: the cube root of the number of boxes */
} fk_grid_rule;

typedef struct fk_broad_options {
    fk_broad_kind kind;
    fk_grid_rule grid; /* for grid */
    /* For tree: how much larger a leaf is than its box on each side, as a fraction of the box's size. A box
     * that leaves its leaf gets a new one. */
    float fat;
    /* For tree: a leaf is also extended along the box's displacement since the last update, by so many times
     * that displacement. */
    float ahead;
    uint32_t depth; /* for octree: levels below the root, at most 20 */
    /* For tree: a leaf also contains the ball around its box, so whatever turns about the center of its box
     * stays in its leaf. Fewer leaves are replaced, but leaves of long boxes become much larger. */
    bool turns;
} fk_broad_options;

/* Returns packs, with grid FK_GRID_LARGEST, fat 0.05, ahead 2, depth 10 and turns false for the other kinds. */
FK_API fk_broad_options fk_broad_options_default(void);

/* A set of boxes by id. The caller chooses the ids, which should be small: memory grows with the largest. */
typedef struct fk_broad fk_broad;

/* Creates an empty set. options NULL: the default. FK_ERROR_ARGUMENT for an unknown kind or grid rule, a fat
 * or ahead that is negative or not finite, or a depth above 20; FK_ERROR_MEMORY. *out is then unchanged. */
FK_API fk_status fk_broad_create(fk_context *context, const fk_broad_options *options, fk_broad **out);
/* Frees a set; NULL is allowed. */
FK_API void fk_broad_destroy(fk_broad *broad);

/* Makes room for all ids below `count`, so that fk_broad_set cannot fail for them. FK_ERROR_MEMORY: nothing
 * has changed. */
FK_API fk_status fk_broad_reserve(fk_broad *broad, uint32_t count);

/* Sets or replaces box `id`. An empty box removes it. FK_ERROR_MEMORY, only if there was no room for this id;
 * FK_ERROR_NOT_FINITE for NaN; nothing has changed then. Denormal sides, which are rare, move outward to the
 * next float that is not denormal, here and in probes, so answers are the same in every state of the
 * floating-point unit. */
FK_API fk_status fk_broad_set(fk_broad *broad, uint32_t id, const fk_aabb_float *box);

/* Removes box `id`, if there is one. */
FK_API void fk_broad_remove(fk_broad *broad, uint32_t id);

/* Returns box `id`; an empty box if there is none. */
FK_API fk_aabb_float fk_broad_box(const fk_broad *broad, uint32_t id);

/* Updates the structure after changes. fk_broad_pairs does so itself. Visits are correct without an update,
 * but test each box that was set since the last one. workers may be NULL. FK_ERROR_MEMORY: visits stay
 * correct. */
FK_API fk_status fk_broad_update(fk_broad *broad, const fk_workers *workers);

/* Finds all pairs a < b of boxes that have a common point, exactly (boxes are closed), sorted by a, then b.
 * workers may be NULL; the list does not depend on them. On success the list is valid until the next call
 * that is not const. FK_ERROR_MEMORY: outputs are unchanged; call again. Cost: if few boxes have changed
 * since the last call, only these are visited. */
FK_API fk_status fk_broad_pairs(fk_broad *broad, const fk_workers *workers, const fk_index_pair **pair,
                                size_t *count);

typedef enum fk_broad_question {
    FK_BROAD_MEETS, /* exactly the boxes that have a common point with the probe's box */
    FK_BROAD_NEAR,  /* boxes whose distance is at most the limit */
    FK_BROAD_MOVES  /* boxes that the probe's box meets when it moves by t * velocity, 0 <= t <= limit */
} fk_broad_question;

typedef struct fk_broad_probe {
    fk_broad_question question;
    fk_aabb_float box; /* a point for a ray */
    fk_vec3 velocity;  /* finite */
    double limit;      /* not negative; infinity means the largest double */
} fk_broad_probe;

/* Called for each visited box. Returns the new limit, at most the old one; a negative value ends the
 * visit. */
typedef double fk_broad_visitor(void *user, uint32_t id, double limit);

/* Visits each box once that satisfies the probe's question with the final limit, boxes exactly at the limit
 * included; except for FK_BROAD_MEETS, also some others. Nearer boxes tend to come first. An empty probe
 * visits nothing. Allocates no memory. Several threads may visit at once while none changes the boxes. */
FK_API void fk_broad_visit(const fk_broad *broad, const fk_broad_probe *probe, fk_broad_visitor *visitor,
                           void *user);

/* For tests: returns whether the structure satisfies its invariants. Builds with assert() check this after
 * every update. */
FK_API bool fk_broad_is_sound(const fk_broad *broad);

/* Returns the bytes allocated; *of_boxes, unless NULL, becomes the share of the boxes, without the list of
 * pairs. */
FK_API size_t fk_broad_bytes(const fk_broad *broad, size_t *of_boxes);

#ifdef __cplusplus
}
#endif

#endif
