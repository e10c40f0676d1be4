/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* A collider in its place as a tree of boxes in the world, whatever it is made of; and the walk through two
 * such trees that looks at pairs of parts, the most promising first. Distances, rays and casts are this walk
 * with bounds of their own.
 *
 * Boxes are rounded outward, in every state of the floating-point unit: no part sticks out of its box. */

#ifndef FARKAS_BODY_COLLIDER_SIDE_H
#define FARKAS_BODY_COLLIDER_SIDE_H

#include "body/collider.h"

/* A node of a side. Of pieces: a number in the arrays below; of cells: a node; of meshes see collider_side.c. */
typedef uint64_t fk_side_node;

/* So many pieces, or groups of them, are a group. */
#define FK_SIDE_GROUP  8
#define FK_SIDE_LEVELS 12

/* Up to so many pieces have no groups. */
#define FK_SIDE_FEW 12

typedef struct fk_side {
    fk_collider_kind kind;
    const fk_collider *collider; /* NULL of one piece */
    /* Of pieces: their boxes; and where the other side has many parts, too, these are sorted along a curve through
     * space, and boxes of groups of them come behind, of groups of groups, up to one that holds all. */
    const fk_piece *piece;
    bool has_groups;
    uint32_t level_count, level_begin[FK_SIDE_LEVELS + 1];
    const fk_aabb *box;
    uint32_t *part; /* which pieces these are; only with groups */
    fk_aabb one;
    size_t bytes; /* of boxes and parts in groups */
    fk_placed_cells cells;
    /* Of a mesh; a place y in units of its tree becomes base + turn y, in real numbers, and after it was
     * rounded it is no further away than this, along each axis. */
    const fk_placed_mesh *mesh;
    double turn[3][3], base[3], off[3];
} fk_side;

/* FK_ERROR_MEMORY leaves nothing to be ended. The collider stays where it is as long as the side is used.
 * wants_groups: pieces are in groups, which takes longer than to look at each of them once. */
fk_status fk_side_make(fk_context *context, const fk_ready *ready, bool wants_groups, fk_side *out);
/* Two that are asked about together. */
fk_status fk_side_make_pair(fk_context *context, const fk_ready *a, const fk_ready *b, fk_side out[2]);
/* One piece, which is kept by the caller. */
void fk_side_of_piece(const fk_piece *piece, fk_side *out);
void fk_side_end(fk_context *context, fk_side *side);

fk_side_node fk_side_root(const fk_side *side);
/* Whether it is one part, and which one: of a mesh, the number that it was given. */
bool fk_side_is_part(const fk_side *side, fk_side_node node);
uint32_t fk_side_part(const fk_side *side, fk_side_node node);
/* Children of one that is no part are numbered in a row: returns the first. */
fk_side_node fk_side_children(const fk_side *side, fk_side_node node, uint32_t *count);
/* Around all parts below; infinite where they have no end. */
fk_aabb fk_side_box(const fk_side *side, fk_side_node node);
void fk_side_piece(const fk_side *side, fk_side_node part, fk_piece *out);

/* A finite point of a bounded piece, as it is. False for half-spaces. */
bool fk_piece_some_point(const fk_piece *piece, fk_vec3 *out);

/* ---- Walks --------------------------------------------------------------------------------------------- */

/* What waits for its turn, the least bound first; of equal ones the last that came. */
typedef struct fk_side_wait {
    double bound;
    uint64_t number;
    fk_side_node a, b;
} fk_side_wait;

#define FK_SIDE_FEW_WAIT 80

typedef struct fk_side_queue {
    fk_context *context;
    size_t count, capacity;
    uint64_t number;
    fk_side_wait *item; /* the few, until they are not enough */
    fk_side_wait few[FK_SIDE_FEW_WAIT];
} fk_side_queue;

void fk_side_queue_init(fk_side_queue *queue, fk_context *context);
/* False when there is no memory. */
bool fk_side_push(fk_side_queue *queue, double bound, fk_side_node a, fk_side_node b);
fk_side_wait fk_side_pop(fk_side_queue *queue);
void fk_side_queue_end(fk_side_queue *queue);

/* Two parts, and the bound of their boxes. */
typedef struct fk_side_pair {
    uint32_t part_a, part_b;
    fk_piece a, b;
    double bound;
} fk_side_pair;

typedef struct fk_side_walk {
    const fk_side *a, *b;
    /* From below, for all that is in two boxes; infinite for what need not be looked at. */
    double (*bound)(void *user, const fk_aabb *a, const fk_aabb *b);
    /* Looks at two parts. Returns the limit from now on: what has a bound above it is left out. */
    double (*look)(void *user, const fk_side_pair *pair);
    void *user;
} fk_side_walk;

/* Looks at all pairs of parts whose bounds are not above the limit that there is in the end. FK_ERROR_MEMORY. */
fk_status fk_side_walk_run(fk_context *context, const fk_side_walk *walk, double limit);

#endif
