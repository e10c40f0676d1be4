/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Two colliders during a stretch of time: which pairs of their parts may come within a level of each other?
 *
 * A walk keeps fronts: pairs of nodes (boxes of a tree, parts) that are not proved to stay apart. The stretch is
 * cut in two, and what was proved for the whole is not asked again for its halves: only what is left in the front
 * is. Only surfaces count here: whether one solid is inside the other is for the caller.
 *
 *   traverse.c        fronts, and looks at them
 *   traverse_pairs.c  pairs of nodes along a direction, and pairs of parts
 *   traverse_side.c   one of the two colliders: boxes over its parts, these in their places, how far both reach */

#ifndef FARKAS_MOTION_TRAVERSE_H
#define FARKAS_MOTION_TRAVERSE_H

#include "body/body.h"
#include "motion/motion.h"

typedef struct fk_motion_walk fk_motion_walk;

/* FK_ERROR_MEMORY leaves *out alone. */
fk_status fk_walk_create(fk_context *context, const fk_collider *a, const fk_collider *b,
                         fk_motion_walk **out);
void fk_walk_free(fk_motion_walk *walk);

/* Fronts lie on a stack: each look pushes one. */
typedef struct fk_walk_front {
    size_t begin, count;
} fk_walk_front;

/* The front of both roots; empties the stack. FK_ERROR_MEMORY. */
fk_status fk_walk_start(fk_motion_walk *walk, fk_walk_front *out);

/* Forgets a front and all that were pushed after it. */
void fk_walk_drop(fk_motion_walk *walk, const fk_walk_front *front);

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
fk_status fk_walk_look(fk_motion_walk *walk, const fk_sway *a, const fk_sway *b, double level,
                       bool wants_within, const fk_walk_front *in, fk_walk_front *out, fk_walk_found *found);

/* The same for one pair of parts alone, those that were nearest in the last looks: what is found within the level is so
 * for both colliders, and nothing is ever beyond it. No front is pushed. False, and nothing done, where none is known. */
bool fk_walk_look_at_nearest(fk_motion_walk *walk, const fk_sway *a, const fk_sway *b, double level,
                             bool wants_within, fk_walk_found *found);

/* ---- Sides --------------------------------------------------------------------------------------------- */

/* Child `slot` of a node of the tree, FK_TREE_WIDTH * node + slot; or all of it; or, as the pair says, a part: its
 * place in the order of the tree. Parts without end come behind those that are in the tree. */
typedef uint32_t fk_walk_node;

#define FK_WALK_ALL UINT32_MAX

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

/* g(x) = m.x + k for s = 1 and s = -1: traverse_side.c has what that tells. */
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

/* FK_ERROR_MEMORY: it is to be ended all the same. */
fk_status fk_walk_side_make(fk_context *context, const fk_collider *collider, fk_walk_side *out);
void fk_walk_side_end(fk_context *context, fk_walk_side *side);

/* Puts it where a sway says; then its parts without end: only what may come within the level of the other side matters
 * of them. */
void fk_walk_side_place(fk_walk_side *side, const fk_sway *sway);
void fk_walk_side_bound(fk_walk_side *side, const fk_sway *sway, const fk_walk_side *other, double level);

/* A part in its place, and its number for the caller. */
void fk_walk_part(fk_walk_side *side, fk_walk_node part, fk_piece *out);
uint32_t fk_walk_part_number(const fk_walk_side *side, fk_walk_node part);

void fk_walk_shape_make(fk_walk_side *side, fk_walk_node node, bool is_part, fk_walk_shape *out);

/* No component of n is larger than 1/4. */
void fk_walk_line_make(const fk_walk_side *side, bool is_free, fk_vec3 n, fk_walk_line *out);

/* Infinite where it is not known. */
void fk_walk_reach(const fk_walk_shape *shape, const fk_walk_line *line, fk_walk_range *out);

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

/* Children that are no pieces, on a line, beside the range of something: how far each stays beyond its high end, or
 * before its low end at least, whichever is more. Returns which ones are before it, as bits. */
uint32_t fk_walk_beside(const fk_walk_batch *batch, const fk_walk_line *line, const fk_walk_range *range,
                        const fk_walk_axis *axis, double least[FK_TREE_WIDTH]);

/* ---- Pairs --------------------------------------------------------------------------------------------- */

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

struct fk_motion_walk {
    fk_context *context;
    fk_walk_side side[2];
    bool is_swapped; /* side 0 is the caller's b */
    bool is_ordered; /* which one comes first is settled */
    size_t used, capacity;
    fk_walk_entry *entry; /* the stack of fronts */
    size_t todo_count, todo_capacity;
    fk_walk_entry *todo; /* of a look */
    uint64_t tests;      /* pairs of parts that were looked at so far */
    /* Of a look. */
    double level, motion; /* motion: how much nearer two points may come, at most */
    bool has_axis;        /* `last`: what settled the last pair, or was tried for it */
    fk_walk_axis last;
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
bool fk_walk_axis_make(const fk_motion_walk *walk, fk_vec3 n, fk_walk_axis *out);

/* Tries a direction, and its opposite; true when the pair stays beyond the level. Then the direction is kept as the
 * last. */
bool fk_walk_try_way(fk_motion_walk *walk, fk_vec3 way, fk_walk_couple *couple);
/* The directions that are known: the last one, and that of the pair; of half-spaces, their normal. */
bool fk_walk_try_known(fk_motion_walk *walk, fk_vec3 toward, fk_walk_couple *couple);

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
double fk_walk_try_family(fk_motion_walk *walk, const fk_walk_axis *axis, fk_walk_family *family);

/* Looks at two parts: true when they stay beyond the level. */
bool fk_walk_look_at_parts(fk_motion_walk *walk, const fk_walk_entry *entry, fk_walk_couple *couple);

/* The points of the nearest pair that was found. */
void fk_walk_find_points(fk_motion_walk *walk);

/* Whether some pair of parts that was looked at is within the level during all of the stretch; of a level above 0, by
 * the distances alone. */
bool fk_walk_is_within(fk_motion_walk *walk);
bool fk_walk_is_close(const fk_motion_walk *walk);

#endif
