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

typedef struct fk_traversal fk_traversal;

/* FK_ERROR_MEMORY leaves *out alone. */
fk_status fk_traversal_create(fk_context *context, const fk_collider *a, const fk_collider *b,
                              fk_traversal **out);
void fk_traversal_free(fk_traversal *traversal);

/* Fronts lie on a stack: each look pushes one. */
typedef struct fk_traversal_front {
    size_t begin, count;
} fk_traversal_front;

/* The front of both roots; empties the stack. FK_ERROR_MEMORY. */
fk_status fk_traversal_start(fk_traversal *traversal, fk_traversal_front *out);

/* Forgets a front and all that were pushed after it. */
void fk_traversal_drop(fk_traversal *traversal, const fk_traversal_front *front);

typedef enum fk_traversal_state {
    FK_TRAVERSAL_OPEN = 0, /* not known */
    FK_TRAVERSAL_BEYOND, /* during all of the stretch they are further apart than the level: the front is empty */
    /* During all of it not further. Of level 0: two parts overlap, or a corner of a part is inside a solid. */
    FK_TRAVERSAL_WITHIN
} fk_traversal_state;

typedef struct fk_traversal_result {
    fk_traversal_state state;
    /* At no time in the stretch are parts nearer than this, of all pairs of the front that was looked at: those
     * that were proved to be beyond the level before do not count. Infinite for no pair. */
    double least;
    /* The distance of some pair of parts in the middle, as placed by the poses of the sways: an upper bound of
     * that of the colliders there, up to the rounding that `whole` of a sway without width bounds. Infinite where
     * no pair of parts was looked at. */
    double distance;
    uint32_t part_a, part_b; /* that pair, with its points */
    fk_vec3 point_a, point_b;
} fk_traversal_result;

/* Looks at the pairs of a front during a stretch, which lies in that of the front, and pushes the front of what
 * may be within the level at some time of it: nodes are opened as far as that helps. With wants_within it tries
 * to prove that they are, for some pair; once one is known, it may end, with the front as it was. The level is
 * not above that of the looks that made the front. (b, a) gives the same, with points and parts exchanged.
 * FK_ERROR_MEMORY: nothing is pushed. */
fk_status fk_traversal_test(fk_traversal *traversal, const fk_motion_bound *a, const fk_motion_bound *b,
                            double level, bool wants_within, const fk_traversal_front *in,
                            fk_traversal_front *out, fk_traversal_result *found);

/* The same for one pair of parts alone, those that were nearest in the last looks: what is found within the level is so
 * for both colliders, and nothing is ever beyond it. No front is pushed. False, and nothing done, where none is known. */
bool fk_traversal_test_nearest(fk_traversal *traversal, const fk_motion_bound *a, const fk_motion_bound *b,
                               double level, bool wants_within, fk_traversal_result *found);

/* ---- Sides --------------------------------------------------------------------------------------------- */

/* Child `slot` of a node of the tree, FK_TREE_WIDTH * node + slot; or all of it; or, as the pair says, a part: its
 * place in the order of the tree. Parts without end come behind those that are in the tree. */
typedef uint32_t fk_traversal_node;

#define FK_TRAVERSAL_ROOT UINT32_MAX

/* What is used of a sway for all points of a collider, or of its parts without end. Where its first order says
 * nothing, that is left out, and rest is how far points move at most. */
typedef struct fk_traversal_motion {
    fk_vec3 center, shift, turn;
    double rest;   /* no point leaves the first order by more */
    double whole;  /* no point moves by more */
    double error;  /* of g for boxes, for each n whose components are not larger than 1/4 */
    double fine;   /* the same for parts */
    fk_vec3 about; /* the center of the sway */
    double far;    /* no point is further from it */
} fk_traversal_motion;

/* g(x) = m.x + k for s = 1 and s = -1: traverse_side.c has what that tells. */
typedef struct fk_walk_line {
    fk_vec3 m[2];
    double k[2];
} fk_walk_line;

typedef struct fk_walk_range {
    double low[2], high[2]; /* of g, for both s */
} fk_walk_range;

/* A node in its place in the middle of the stretch. */
typedef struct fk_traversal_shape {
    const fk_piece *piece; /* NULL of boxes and triangles */
    bool is_box;           /* else a triangle, or the piece */
    bool is_free;          /* without end */
    fk_vec3 point[4];      /* corners of a triangle; of a box, its middle and half of its edges */
    fk_vec3 middle;        /* about */
    double size;           /* of a box: half of its longest edge; else 0 */
} fk_traversal_shape;

/* Shapes of so many boxes are kept, by the low bits of their nodes. */
#define FK_TRAVERSAL_CACHED 32

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
    fk_piece *leaf;              /* cells at home; else NULL */
    uint32_t *primitive;         /* which one is at a place in the order; of cells, in `leaf` */
    uint32_t *cell_node;         /* of a cell, its node */
    fk_piece *piece;             /* in their places, when `seen` is the number of the look */
    uint32_t *placed_in, *begin; /* begin: of the points of a hull */
    fk_vec3 *point;
    /* Of a look. */
    uint32_t test_number;
    fk_pose pose;
    fk_placed_mesh placed; /* of a mesh */
    double turn[3][3], base[3];
    fk_traversal_node
        cached[FK_TRAVERSAL_CACHED]; /* boxes that were asked for, in this look, and their shapes */
    uint32_t cached_test[FK_TRAVERSAL_CACHED];
    fk_traversal_shape cached_shape[FK_TRAVERSAL_CACHED];
    fk_traversal_motion motion[2]; /* of parts in the tree; of those without end */
} fk_walk_side;

/* FK_ERROR_MEMORY: it is to be ended all the same. */
fk_status fk_moving_bvh_make(fk_context *context, const fk_collider *collider, fk_walk_side *out);
void fk_moving_bvh_end(fk_context *context, fk_walk_side *bvh);

/* Puts it where a sway says; then its parts without end: only what may come within the level of the other side matters
 * of them. */
void fk_moving_bvh_place(fk_walk_side *bvh, const fk_motion_bound *bound);
void fk_moving_bvh_bound_unbounded(fk_walk_side *bvh, const fk_motion_bound *bound, const fk_walk_side *other,
                                   double level);

/* A part in its place, and its number for the caller. */
void fk_moving_bvh_piece(fk_walk_side *bvh, fk_traversal_node leaf, fk_piece *out);
uint32_t fk_moving_bvh_primitive(const fk_walk_side *bvh, fk_traversal_node leaf);

void fk_traversal_shape_make(fk_walk_side *bvh, fk_traversal_node node, bool is_leaf,
                             fk_traversal_shape *out);

/* No component of n is larger than 1/4. */
void fk_traversal_line_make(const fk_walk_side *bvh, bool is_free, fk_vec3 n, fk_walk_line *out);

/* Infinite where it is not known. */
void fk_project_shape(const fk_traversal_shape *shape, const fk_walk_line *line, fk_walk_range *out);

/* Children of a node: parts, or nodes. */
typedef struct fk_walk_batch {
    fk_traversal_node first;
    uint32_t count;
    bool are_parts, are_pieces;
    double point[4][3][FK_TREE_WIDTH]; /* as in a shape: coordinate k of point i is point[i][k] */
} fk_walk_batch;

void fk_place_children(const fk_walk_side *bvh, fk_traversal_node node, fk_walk_batch *out);

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
uint32_t fk_separate_children(const fk_walk_batch *batch, const fk_walk_line *line,
                              const fk_walk_range *range, const fk_walk_axis *axis,
                              double least[FK_TREE_WIDTH]);

/* ---- Pairs --------------------------------------------------------------------------------------------- */

/* Two nodes that are not proved to stay apart, and a direction from side 0 to side 1 that may separate them: the one
 * that came nearest to it so far; 0 for none. */
typedef struct fk_front_pair {
    fk_traversal_node node[2];
    float toward[3];
    uint8_t is_leaf[2];
    uint8_t is_tried; /* along directions that are known, in this look: */
    double least;     /* with this result */
} fk_front_pair;

/* So many pairs of parts that seem to overlap are kept, to prove it. */
#define FK_TRAVERSAL_DEEP 4

struct fk_traversal {
    fk_context *context;
    fk_walk_side bvh[2];
    bool is_swapped; /* side 0 is the caller's b */
    bool is_ordered; /* which one comes first is settled */
    size_t used, capacity;
    fk_front_pair *entry; /* the stack of fronts */
    size_t todo_count, todo_capacity;
    fk_front_pair *todo; /* of a look */
    uint64_t tests;      /* pairs of parts that were looked at so far */
    /* Of a look. */
    double level, motion; /* motion: how much nearer two points may come, at most */
    bool has_axis;        /* `last`: what settled the last pair, or was tried for it */
    fk_walk_axis last;
    fk_traversal_result found; /* for sides 0 and 1 */
    bool is_lost;              /* it is known that they come within the level */
    bool has_hint;
    fk_front_pair hint; /* the parts that were nearest, in the last looks */
    uint32_t deep_count;
    fk_front_pair deep[FK_TRAVERSAL_DEEP];
};

/* A pair of nodes in their places, and what is known of it so far: at no time of the stretch are they nearer than
 * `least`, along a direction from side 0 to side 1; not positive where nothing is known. */
typedef struct fk_tested_pair {
    fk_traversal_shape shape[2];
    double least;
    fk_vec3 toward;
} fk_tested_pair;

/* Makes a direction ready, for pairs without parts that have no end; false for one that is zero or not finite. */
bool fk_traversal_axis_make(const fk_traversal *traversal, fk_vec3 n, fk_walk_axis *out);

/* Tries a direction, and its opposite; true when the pair stays beyond the level. Then the direction is kept as the
 * last. */
bool fk_test_direction(fk_traversal *traversal, fk_vec3 direction, fk_tested_pair *tested);
/* The directions that are known: the last one, and that of the pair; of half-spaces, their normal. */
bool fk_test_known_directions(fk_traversal *traversal, fk_vec3 toward, fk_tested_pair *tested);

/* Up to eight pairs of a node and the children of another one, on side `which`. */
typedef struct fk_child_pairs {
    int which;
    fk_traversal_shape one;
    fk_walk_batch batch;
    uint32_t open; /* those that are not settled, as bits */
    double least[FK_TREE_WIDTH];
    fk_vec3 toward[FK_TREE_WIDTH];
} fk_child_pairs;

/* Tries a direction for all that are open; how near those may come that are settled by it, or infinity. */
double fk_test_child_pairs(fk_traversal *traversal, const fk_walk_axis *axis, fk_child_pairs *children);

/* Looks at two parts: true when they stay beyond the level. */
bool fk_test_primitives(fk_traversal *traversal, const fk_front_pair *entry, fk_tested_pair *tested);

/* The points of the nearest pair that was found. */
void fk_traversal_find_points(fk_traversal *traversal);

/* Whether some pair of parts that was looked at is within the level during all of the stretch; of a level above 0, by
 * the distances alone. */
bool fk_traversal_is_within(fk_traversal *traversal);
bool fk_traversal_is_close(const fk_traversal *traversal);

#endif
