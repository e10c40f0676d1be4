/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Inside of a walk: its pairs, directions along which they are looked at, and pairs of parts. */

#ifndef FARKAS_MOTION_MOTION_WALK_PARTS_H
#define FARKAS_MOTION_MOTION_WALK_PARTS_H

#include "motion/motion_walk.h"
#include "motion/motion_walk_side.h"

/* Two nodes that are not proved to stay apart, and a direction from side 0 to side 1 that may separate them: the one
 * that came nearest to it so far; 0 for none. */
typedef struct fk_walk_entry {
    fk_walk_node node[2];
    float toward[3];
    uint8_t is_part[2];
    uint8_t is_tried; /* along directions that are known, in this look: */
    double least;     /* with this result */
} fk_walk_entry;

/* So many pairs of parts that seem to overlap are kept, to prove it. */
#define FK_WALK_DEEP 4

struct fk_walk {
    fk_context *context;
    fk_walk_side side[2];
    bool is_swapped; /* side 0 is the caller's b */
    bool is_ordered; /* which one comes first is settled */
    size_t used, capacity;
    fk_walk_entry *entry; /* the stack of fronts */
    size_t todo_count, todo_capacity;
    fk_walk_entry *todo; /* of a look */
    uint64_t tests;
    /* Of a look. */
    double level, motion; /* motion: how much nearer two points may come, at most */
    bool has_axis;        /* `last`: what settled the last pair, or was tried for it */
    fk_walk_axis last;
    uint32_t opened;     /* so many nodes */
    fk_walk_found found; /* for sides 0 and 1 */
    bool is_lost;        /* it is known that they come within the level */
    bool has_hint;
    fk_walk_entry hint; /* the parts that were nearest, in the last looks */
    uint32_t deep_count;
    fk_walk_entry deep[FK_WALK_DEEP];
};

/* A pair of nodes in their places, and what is known of it so far: at no time of the stretch are they nearer than
 * `least`, along a direction from side 0 to side 1; not positive where nothing is known. */
typedef struct fk_walk_couple {
    fk_walk_shape shape[2];
    double least;
    fk_vec3 toward;
} fk_walk_couple;

/* Makes a direction ready, for pairs without parts that have no end; false for one that is zero or not finite. */
bool fk_walk_axis_make(const fk_walk *walk, fk_vec3 n, fk_walk_axis *out);

/* Tries a direction, and its opposite; true when the pair stays beyond the level. */
bool fk_walk_try(fk_walk *walk, const fk_walk_axis *axis, fk_walk_couple *couple);
/* The same for a direction that is not ready. One that settles the pair is kept as the last. */
bool fk_walk_try_way(fk_walk *walk, fk_vec3 way, fk_walk_couple *couple);
/* The directions that are known: the last one, and that of the pair; of half-spaces, their normal. */
bool fk_walk_try_known(fk_walk *walk, fk_vec3 toward, fk_walk_couple *couple);

/* Up to eight pairs of a node and the children of another one, on side `which`. */
typedef struct fk_walk_family {
    int which;
    fk_walk_shape one;
    fk_walk_batch batch;
    uint32_t open; /* those that are not settled, as bits */
    double least[FK_TREE_WIDTH];
    fk_vec3 toward[FK_TREE_WIDTH];
} fk_walk_family;

/* Tries a direction for all that are open; how near those may come that are settled by it, or infinity. */
double fk_walk_try_family(fk_walk *walk, const fk_walk_axis *axis, fk_walk_family *family);

/* Looks at two parts: true when they stay beyond the level. */
bool fk_walk_look_at_parts(fk_walk *walk, const fk_walk_entry *entry, fk_walk_couple *couple);

/* The points of the nearest pair that was found. */
void fk_walk_find_points(fk_walk *walk);

/* Whether some pair of parts that was looked at is within the level during all of the stretch. */
bool fk_walk_is_within(fk_walk *walk);
/* The same of a level above 0, by the distances alone. */
bool fk_walk_is_close(const fk_walk *walk);

#endif
