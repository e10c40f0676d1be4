/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Inside of a walk: its pairs, directions along which they are looked at, and pairs of parts. */

#ifndef FARKAS_WORLD_MOTION_WALK_PARTS_H
#define FARKAS_WORLD_MOTION_WALK_PARTS_H

#include "world/motion_walk.h"
#include "world/motion_walk_side.h"

/* Two nodes that are not proved to stay apart, and a direction from side 0 to side 1 that may separate them: the one
 * that came nearest to it so far; 0 for none. */
typedef struct fk_walk_entry {
    fk_walk_node node[2];
    float toward[3];
    uint8_t is_part[2];
} fk_walk_entry;

/* A direction, ready for both sides. */
typedef struct fk_walk_axis {
    fk_vec3 n;     /* not zero; no component is larger than 1/4 */
    double length; /* that of n, or a little more */
    double error;  /* of a difference of g, for both sides */
    double rest;   /* of both sides */
    fk_walk_line line[2];
} fk_walk_axis;

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
    fk_walk_axis last, face[6];
    fk_walk_found found; /* for sides 0 and 1 */
    uint32_t deep_count;
    fk_walk_entry deep[FK_WALK_DEEP];
};

/* Makes a direction ready for a pair; false for one that is zero or not finite. */
bool fk_walk_axis_make(const fk_walk *walk, const fk_walk_entry *entry, fk_vec3 n, fk_walk_axis *out);

/* At no time of the stretch are two nodes nearer than this, along a direction, or its opposite if that is better and
 * *is_back; not positive where nothing is known. */
double fk_walk_along(fk_walk *walk, const fk_walk_axis *axis, const fk_walk_entry *entry, bool *is_back);

/* The same for several directions at once: what is known of a pair so far. */
typedef struct fk_walk_bound {
    double least;
    fk_vec3 toward;
} fk_walk_bound;

/* Tries a direction; true when the pair stays beyond the level. */
bool fk_walk_try(fk_walk *walk, const fk_walk_axis *axis, const fk_walk_entry *entry, fk_walk_bound *best);
/* The same for a direction that is not ready. */
bool fk_walk_try_way(fk_walk *walk, fk_vec3 way, const fk_walk_entry *entry, fk_walk_bound *best);
/* The directions that are known: the last one, and that of the pair. */
bool fk_walk_try_known(fk_walk *walk, const fk_walk_entry *entry, fk_walk_bound *best);

/* Looks at two parts: true when they stay beyond the level. */
bool fk_walk_look_at_parts(fk_walk *walk, const fk_walk_entry *entry, fk_walk_bound *best);

/* Whether some pair of parts that was looked at is within the level during all of the stretch. */
bool fk_walk_is_within(fk_walk *walk);

#endif
