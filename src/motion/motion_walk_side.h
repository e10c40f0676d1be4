/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* One of the two colliders of a walk: boxes over its parts at home, its parts in their places in the middle of a
 * stretch, and how far both reach along a direction while they move.
 *
 * Along n the point x of the body is, at the time s of the stretch, at n.X(s) = n.x + s n.(shift + turn x (x -
 * center)), up to the rest. For s = 1 and s = -1 these are linear functions of x, g(x) = m.x + k, with m = n + s n x
 * turn; for times between, a value between both. So what g tells of both ends holds for the whole stretch: if g of
 * all of b exceeds g of all of a by d, for both s, then the distance along n is never less than d minus the rests. */

#ifndef FARKAS_MOTION_MOTION_WALK_SIDE_H
#define FARKAS_MOTION_MOTION_WALK_SIDE_H

#include "motion/sway.h"
#include "body/collider.h"

/* ---- Nodes --------------------------------------------------------------------------------------------- */

/* Child `slot` of a node of the tree, FK_TREE_WIDTH * node + slot; or all of it; or, as the pair says, a part: its
 * place in the order of the tree. Parts without end come behind those that are in the tree. */
typedef uint32_t fk_walk_node;

#define FK_WALK_ALL UINT32_MAX

/* ---- Motion -------------------------------------------------------------------------------------------- */

/* What is used of a sway for all points of a collider, or of its parts without end. Where its first order says
 * nothing, that is left out, and rest is how far points move at most. */
typedef struct fk_walk_motion {
    fk_vec3 center, shift, turn;
    double rest;   /* no point leaves the first order by more */
    double whole;  /* no point moves by more */
    double error;  /* of g for boxes, for each n whose components are not larger than 1/4 */
    double fine;   /* the same for parts */
    fk_vec3 about; /* the center of the sway */
    double far;    /* no point is further from it */
} fk_walk_motion;

/* g for s = 1 and s = -1. */
typedef struct fk_walk_line {
    fk_vec3 m[2];
    double k[2];
} fk_walk_line;

typedef struct fk_walk_range {
    double low[2], high[2]; /* of g, for both s */
} fk_walk_range;

/* A node in its place in the middle of the stretch. */
typedef struct fk_walk_shape {
    const fk_piece *piece; /* NULL of boxes and triangles */
    bool is_box;           /* else a triangle, or the piece */
    bool is_free;          /* without end */
    fk_vec3 point[4];      /* corners of a triangle; of a box, its middle and half of its edges */
    fk_vec3 middle;        /* about */
    double size;           /* of a box: half of its longest edge; else 0 */
} fk_walk_shape;

/* ---- Sides --------------------------------------------------------------------------------------------- */

/* Shapes of so many boxes are kept, by the low bits of their nodes. */
#define FK_WALK_KEPT 32

typedef struct fk_walk_side {
    const fk_collider *collider;
    const fk_tree *tree;    /* over the parts that have an end; of a mesh, its own. NULL without such parts */
    fk_tree *made;          /* the same, where it is not that of the mesh */
    double low[3], high[3]; /* of all of the tree, in its units */
    uint32_t count, free_count; /* parts in the tree, and those without end */
    double tilt;                /* how much more than points the rims of thin discs are off by rounding */
    double offset;              /* no plane of a half-space is further from the origin, at home */
    /* Of pieces and cells: in the block. */
    void *block;
    size_t bytes;
    fk_piece *leaf;         /* cells at home; else NULL */
    uint32_t *part;         /* which one is at a place in the order; of cells, in `leaf` */
    uint32_t *number;       /* of a cell, its node */
    fk_piece *piece;        /* in their places, when `seen` is the number of the look */
    uint32_t *seen, *begin; /* begin: of the points of a hull */
    fk_vec3 *point;
    /* Of a look. */
    uint32_t look;
    fk_pose pose;
    fk_placed_mesh placed; /* of a mesh */
    double turn[3][3], base[3];
    fk_walk_node kept[FK_WALK_KEPT]; /* boxes that were asked for, in this look, and their shapes */
    uint32_t kept_look[FK_WALK_KEPT];
    fk_walk_shape kept_shape[FK_WALK_KEPT];
    fk_walk_motion motion[2]; /* of parts in the tree; of those without end */
} fk_walk_side;

/* FK_ERROR_MEMORY leaves nothing behind. */
fk_status fk_walk_side_make(fk_context *context, const fk_collider *collider, fk_walk_side *out);
void fk_walk_side_end(fk_context *context, fk_walk_side *side);

/* Puts it where a sway says. */
void fk_walk_side_place(fk_walk_side *side, const fk_sway *sway);
/* And its parts without end: only what may come within the level of the other side matters of them. */
void fk_walk_side_bound(fk_walk_side *side, const fk_sway *sway, const fk_walk_side *other, double level);

/* A part in its place. */
void fk_walk_part(fk_walk_side *side, fk_walk_node part, fk_piece *out);
/* Its number for the caller. */
uint32_t fk_walk_part_number(const fk_walk_side *side, fk_walk_node part);

/* ---- Shapes -------------------------------------------------------------------------------------------- */

void fk_walk_shape_make(fk_walk_side *side, fk_walk_node node, bool is_part, fk_walk_shape *out);

/* That of a child of a node. */
void fk_walk_box(const fk_walk_side *side, fk_walk_node node, fk_walk_shape *out);

/* No component of n is larger than 1/4. */
void fk_walk_line_make(const fk_walk_side *side, bool is_free, fk_vec3 n, fk_walk_line *out);

/* Infinite where it is not known. */
void fk_walk_reach(const fk_walk_shape *shape, const fk_walk_line *line, fk_walk_range *out);

/* ---- Children at once ---------------------------------------------------------------------------------- */

/* Children of a node: parts, or nodes. */
typedef struct fk_walk_batch {
    fk_walk_node first;
    uint32_t count;
    bool are_parts, are_pieces;
    double point[4][3][FK_TREE_WIDTH]; /* as in a shape: coordinate k of point i is point[i][k] */
} fk_walk_batch;

void fk_walk_open(const fk_walk_side *side, fk_walk_node node, fk_walk_batch *out);

/* A direction, ready for both sides. */
typedef struct fk_walk_axis {
    fk_vec3 n;    /* not zero; no component is larger than 1/4 */
    double scale; /* 1 / the length of n, or a little less */
    double error; /* of a difference of g, for both sides */
    double fine;  /* the same for two parts */
    double rest;  /* of both sides */
    fk_walk_line line[2];
} fk_walk_axis;

/* What a difference of g keeps between two nodes at least: motion_walk_parts.c has why. */
static inline double fk_walk_least(const fk_walk_axis *axis, double difference, double error)
{
    double gap = (difference - error) * axis->scale;
    double least = (gap - axis->rest) * (1 - 0x1p-44) - 0x1p-1000;
    return gap > 0 ? least : gap;
}

/* Children that are no pieces, on a line, beside the range of something: how far each is beyond its high end, or
 * before its low end, whichever is more, as fk_walk_least has it. Returns which ones are before it, as bits. */
uint32_t fk_walk_beside(const fk_walk_batch *batch, const fk_walk_line *line, const fk_walk_range *range,
                        const fk_walk_axis *axis, double least[FK_TREE_WIDTH]);

#endif
