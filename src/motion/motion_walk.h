/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Two colliders during a stretch of time: which pairs of their parts may come within a level of each other?
 *
 * A walk keeps fronts: pairs of nodes (boxes of a tree, parts) that are not proved to stay apart. The stretch is
 * cut in two, and what was proved for the whole is not asked again for its halves: only what is left in the front
 * is. Only surfaces count here: whether one solid is inside the other is for the caller. */

#ifndef FARKAS_MOTION_MOTION_WALK_H
#define FARKAS_MOTION_MOTION_WALK_H

#include "motion/sway.h"
#include "body/collider.h"

typedef struct fk_walk fk_walk;

/* FK_ERROR_MEMORY leaves *out alone. */
fk_status fk_walk_create(fk_context *context, const fk_collider *a, const fk_collider *b, fk_walk **out);
void fk_walk_free(fk_walk *walk);

/* Fronts lie on a stack: each look pushes one. */
typedef struct fk_walk_front {
    size_t begin, count;
} fk_walk_front;

/* The front of both roots; empties the stack. FK_ERROR_MEMORY. */
fk_status fk_walk_start(fk_walk *walk, fk_walk_front *out);

/* Forgets a front and all that were pushed after it. */
void fk_walk_drop(fk_walk *walk, const fk_walk_front *front);

typedef enum fk_walk_state {
    FK_WALK_OPEN = 0, /* not known */
    FK_WALK_BEYOND, /* during all of the stretch they are further apart than the level: the front is empty */
    /* During all of it not further. Of level 0: two parts overlap, or a corner of a part is inside a solid. */
    FK_WALK_WITHIN
} fk_walk_state;

typedef struct fk_walk_found {
    fk_walk_state state;
    /* At no time in the stretch are parts nearer than this, of all pairs of the front that was looked at: those
     * that were proved to be beyond the level before do not count. Infinite for no pair. */
    double least;
    /* The distance of some pair of parts in the middle, as placed by the poses of the sways: an upper bound of
     * that of the colliders there, up to the rounding that `whole` of a sway without width bounds. Infinite where
     * no pair of parts was looked at. */
    double distance;
    uint32_t part_a, part_b; /* that pair, with its points */
    fk_vec3 point_a, point_b;
} fk_walk_found;

/* Looks at the pairs of a front during a stretch, which lies in that of the front, and pushes the front of what
 * may be within the level at some time of it: nodes are opened as far as that helps. With wants_within it tries
 * to prove that they are, for some pair; once one is known, it may end, with the front as it was. The level is
 * not above that of the looks that made the front. (b, a) gives the same, with points and parts exchanged.
 * FK_ERROR_MEMORY: nothing is pushed. */
fk_status fk_walk_look(fk_walk *walk, const fk_sway *a, const fk_sway *b, double level, bool wants_within,
                       const fk_walk_front *in, fk_walk_front *out, fk_walk_found *found);

/* The same for one pair of parts alone, those that were nearest in the last looks: what is found within the level is so
 * for both colliders, and nothing is ever beyond it. No front is pushed. False, and nothing done, where none is known. */
bool fk_walk_look_at_nearest(fk_walk *walk, const fk_sway *a, const fk_sway *b, double level,
                             bool wants_within, fk_walk_found *found);

/* How many pairs of parts were looked at so far. */
uint64_t fk_walk_tests(const fk_walk *walk);

#endif
