/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Which pairs of primitives of two moving colliders may come within a level (a distance) of each other during an
 * interval of time?
 *
 * A traversal keeps fronts of the bounding volume test tree: pairs of nodes (boxes or primitives) that are not proved
 * to stay apart. The interval is halved, and what was proved for the whole is not tested again for its halves: only
 * the front is. Only surfaces count here; the caller tests whether one solid is inside the other.
 *
 *   traverse.c        fronts, and tests of their pairs
 *   traverse_pairs.c  pairs of nodes along a direction, and pairs of primitives
 *   traverse_bvh.c   the BVH of one moving collider: boxes, placed primitives, projections of both */

#ifndef FARKAS_MOTION_TRAVERSE_H
#define FARKAS_MOTION_TRAVERSE_H

#include "body/body.h"
#include "motion/motion.h"

typedef struct fk_traversal fk_traversal;

/* On FK_ERROR_MEMORY *out is left alone. */
fk_status fk_traversal_create(fk_context *context, const fk_collider *a, const fk_collider *b,
                              fk_traversal **out);
void fk_traversal_free(fk_traversal *traversal);

/* Fronts lie on a stack: each test pushes one. */
typedef struct fk_traversal_front {
    size_t begin, count;
} fk_traversal_front;

/* Pushes the front of both roots on an empty stack. FK_ERROR_MEMORY. */
fk_status fk_traversal_start(fk_traversal *traversal, fk_traversal_front *out);

/* Drops a front and all that were pushed after it. */
void fk_traversal_drop(fk_traversal *traversal, const fk_traversal_front *front);

typedef enum fk_traversal_state {
    FK_TRAVERSAL_OPEN = 0, /* not known */
    FK_TRAVERSAL_BEYOND,   /* farther apart than the level during the whole interval: the front is empty */
    /* Not farther during the whole interval. For level 0: two primitives overlap, or a corner of one is inside a
     * solid. */
    FK_TRAVERSAL_WITHIN
} fk_traversal_state;

/* What a test tries to prove besides: that surfaces are within the level during the whole interval; or also, for level 0,
 * that a corner of one is inside the other, wherever their surfaces are. */
typedef enum fk_within_proof { FK_WITHIN_NONE = 0, FK_WITHIN_SURFACES, FK_WITHIN_INSIDE } fk_within_proof;

typedef struct fk_traversal_result {
    fk_traversal_state state;
    /* A lower bound of the distance during the interval, over all pairs of the tested front; pairs that were proved
     * beyond the level before do not count. Infinite without pairs. */
    double least;
    /* The distance of some pair of primitives in the middle, as placed by the poses of the motion bounds: an upper
     * bound of that of the colliders, up to the rounding that `whole` of a bound for a single time contains. Infinite
     * if no pair of primitives was measured. */
    double distance;
    double level; /* to which the level was lowered */
    /* A guess, for the choice of the next intervals: the distance of that pair at the beginning and the end of the interval to
     * first order, and how much less it may be there by terms of higher order. Zero where none is known. */
    double begin, end, rest;
    bool meets_midtime; /* FK_WITHIN_INSIDE: a corner is inside in the middle */
    /* That pair, with its points: after fk_traversal_find_points. */
    uint32_t part_a, part_b;
    fk_vec3 point_a, point_b;
} fk_traversal_result;

/* How wide a bracket of the least distance may be: `least`, or `ratio` times the distance if that is more. */
typedef struct fk_closest_width {
    double least, ratio;
} fk_closest_width;

/* From now on, tests lower their level where two primitives are so near that the least distance is known up to this
 * width. */
void fk_traversal_search_closest(fk_traversal *traversal, fk_closest_width width);

/* Tests the pairs of a front during an interval, which lies in that of the front, and pushes the front of pairs that
 * may be within the level at some time of it. Nodes are opened as far as that helps. If asked, it also tries
 * to prove that some pair is within the level all the time; once it has, it may stop, with the front as it was. The
 * level may not exceed that of the tests that made the front. (b, a) gives the same result, with points and
 * primitives exchanged. On FK_ERROR_MEMORY nothing is pushed. */
fk_status fk_traversal_test(fk_traversal *traversal, const fk_motion_bound *a, const fk_motion_bound *b,
                            double level, fk_within_proof proof, const fk_traversal_front *in,
                            fk_traversal_front *out, fk_traversal_result *found);

/* The same for one pair of primitives alone, the nearest of the last tests, or, before any, one that a descent finds: a
 * pair within the level proves the same for the colliders; the result is never beyond. Pushes no front. False, and
 * nothing done, if no such pair is known. */
bool fk_traversal_test_nearest(fk_traversal *traversal, const fk_motion_bound *a, const fk_motion_bound *b,
                               double level, bool wants_within, fk_traversal_result *found);

/* Finds the pair whose distance the last test found, and its nearest points, for which the distance may become a little
 * less. Does nothing if there is none. */
void fk_traversal_find_points(fk_traversal *traversal, fk_traversal_result *found);

/* ---- BVHs of moving colliders -------------------------------------------------------------------------- */

/* Child `slot` of a tree node, FK_TREE_WIDTH * node + slot; or the root; or, as the pair says, a leaf: the position
 * of a primitive in the order of the tree. Unbounded primitives follow those in the tree. */
typedef uint32_t fk_traversal_node;

#define FK_TRAVERSAL_ROOT UINT32_MAX

/* A motion bound applied to all points of a collider, or of its unbounded primitives. Where its first order does not
 * help, it is left out, and rest bounds the whole displacement. */
typedef struct fk_traversal_motion {
    fk_vec3 center, shift, turn;
    double rest;          /* bounds the deviation from the first order */
    double whole;         /* bounds the displacement */
    double error;         /* of g for boxes, for each n whose components are at most 1/4 */
    double leaf_error;    /* the same for primitives */
    fk_vec3 bound_center; /* the center of the motion bound */
    double radius;        /* bounds the distance of points from it */
} fk_traversal_motion;

/* g(x) = m.x + k for s = 1 and s = -1: see traverse_bvh.c. */
typedef struct fk_traversal_line {
    fk_vec3 m[2];
    double k[2];
} fk_traversal_line;

typedef struct fk_projection_range {
    double low[2], high[2]; /* of g, for both s */
} fk_projection_range;

typedef struct fk_moving_bvh fk_moving_bvh;

/* A node placed in the middle of the interval. */
typedef struct fk_traversal_shape {
    const fk_piece *piece;        /* NULL for boxes and triangles */
    const fk_moving_bvh *hull_of; /* a box that stands for the hull of this mesh; else NULL */
    bool is_box;                  /* else a triangle, or the piece */
    bool is_unbounded;            /* unbounded */
    fk_vec3 point[4];             /* corners of a triangle; of a box, its center and its half edges */
    fk_vec3 middle;               /* approximate */
    double size;                  /* of a box: half of its longest edge; else 0 */
} fk_traversal_shape;

/* Shapes of so many boxes are cached, by the low bits of their nodes. */
#define FK_TRAVERSAL_CACHED 32

struct fk_moving_bvh {
    const fk_collider *collider;
    /* Over the bounded primitives; that of the mesh, if it is one. NULL without bounded primitives. */
    const fk_tree *tree;
    fk_tree *made;                   /* the same, if it is not that of the mesh */
    double low[3], high[3];          /* of the whole tree, in its units */
    uint32_t count, unbounded_count; /* bounded and unbounded primitives */
    double tilt;   /* factor by which rounding moves the rims of thin discs more than points */
    double offset; /* bounds the distance of half-space planes from the local origin */
    /* For pieces and cells, in the block: */
    void *block;
    size_t bytes;
    fk_piece *leaf;              /* cells in local coordinates; else NULL */
    uint32_t *primitive;         /* of each position in the order; for cells, an index into `leaf` */
    uint32_t *cell_node;         /* the node of each cell */
    fk_piece *piece;             /* placed, if `placed_in` is the number of the test */
    uint32_t *placed_in, *begin; /* begin: of the points of a hull */
    fk_vec3 *point;
    /* Of the current test: */
    uint32_t test_number;
    fk_pose pose;
    fk_placed_mesh placed; /* of a mesh */
    double turn[3][3], base[3];
    fk_traversal_node cached[FK_TRAVERSAL_CACHED]; /* boxes of this test, and their shapes */
    uint32_t cached_test[FK_TRAVERSAL_CACHED];
    fk_traversal_shape cached_shape[FK_TRAVERSAL_CACHED];
    fk_traversal_motion motion[2]; /* of bounded and of unbounded primitives */
};

/* fk_moving_bvh_end is needed after FK_ERROR_MEMORY, too. */
fk_status fk_moving_bvh_make(fk_context *context, const fk_collider *collider, fk_moving_bvh *out);
void fk_moving_bvh_end(fk_context *context, fk_moving_bvh *bvh);

/* Places it by a motion bound; then bounds the motion of its unbounded primitives, of which only points that may come
 * within the level of the other collider matter. */
void fk_moving_bvh_place(fk_moving_bvh *bvh, const fk_motion_bound *bound);
void fk_moving_bvh_bound_unbounded(fk_moving_bvh *bvh, const fk_motion_bound *bound,
                                   const fk_moving_bvh *other, double level);

/* A placed primitive, and its number for the caller. */
void fk_moving_bvh_piece(fk_moving_bvh *bvh, fk_traversal_node leaf, fk_piece *out);
uint32_t fk_moving_bvh_primitive(const fk_moving_bvh *bvh, fk_traversal_node leaf);

void fk_traversal_shape_make(fk_moving_bvh *bvh, fk_traversal_node node, bool is_leaf,
                             fk_traversal_shape *out);

/* No component of n may exceed 1/4. */
void fk_traversal_line_make(const fk_moving_bvh *bvh, bool is_unbounded, fk_vec3 n, fk_traversal_line *out);

/* The projection interval of a shape; infinite where it is not known. */
void fk_project_shape(const fk_traversal_shape *shape, const fk_traversal_line *line,
                      fk_projection_range *out);

/* The children of a node: primitives or nodes. */
typedef struct fk_child_batch {
    fk_traversal_node first;
    uint32_t count;
    bool are_primitives, are_pieces;
    double point[4][3][FK_TREE_WIDTH]; /* as in a shape: coordinate k of point i is point[i][k] */
} fk_child_batch;

void fk_place_children(const fk_moving_bvh *bvh, fk_traversal_node node, fk_child_batch *out);

/* A direction prepared for both colliders. */
typedef struct fk_traversal_axis {
    fk_vec3 n;         /* not zero; no component exceeds 1/4 */
    double scale;      /* 1 / |n|, or a little less */
    double error;      /* of a difference of g, for both colliders */
    double leaf_error; /* the same for two primitives */
    double rest;       /* of both colliders */
    fk_traversal_line line[2];
} fk_traversal_axis;

/* For children that are no pieces: lower bounds of how far each stays beyond the high end of a projection range, or
 * before its low end, whichever is more. Returns which ones are before it, as bits. */
uint32_t fk_separate_children(const fk_child_batch *batch, const fk_traversal_line *line,
                              const fk_projection_range *range, const fk_traversal_axis *axis,
                              double least[FK_TREE_WIDTH]);

/* ---- Pairs --------------------------------------------------------------------------------------------- */

/* Two nodes that are not proved to stay apart, and the direction from node 0 to node 1 that came nearest to
 * separating them; 0 for none. */
typedef struct fk_front_pair {
    fk_traversal_node node[2];
    float direction[3];
    uint8_t is_leaf[2];
    uint8_t is_tested; /* along the known directions, in this test: */
    double least;      /* with this result */
} fk_front_pair;

/* A corner of a mesh that was seen inside the other collider. Deep inside, it proves contact for a long time, where triangles
 * that intersect do so only while they move by less than their own size. */
typedef struct fk_traversal_witness {
    bool is_known;
    int which; /* collider of the corner: the first one of triangle `leaf` */
    fk_traversal_node leaf;
    double depth; /* when it was found */
} fk_traversal_witness;

/* So many pairs of primitives that seem to overlap are kept, to prove it. */
#define FK_TRAVERSAL_DEEP 4

struct fk_traversal {
    fk_context *context;
    fk_moving_bvh bvh[2];
    bool is_swapped; /* collider 0 is the caller's b */
    bool is_ordered; /* the order is fixed */
    size_t used, capacity;
    fk_front_pair *entry; /* the stack of fronts */
    size_t pending_count, pending_capacity;
    fk_front_pair *pending; /* of the current test */
    uint64_t tests;         /* pairs of primitives tested so far */
    /* Of the current test: */
    bool searches_closest;
    fk_closest_width width;
    double level, motion; /* motion: bounds how much nearer two points may come */
    double blur; /* about how much bounds of the distance of small nodes lose by the length of the interval */
    bool has_axis; /* `last`: the axis that settled the last pair, or was tested for it */
    fk_traversal_axis last;
    fk_traversal_result found; /* for colliders 0 and 1 */
    bool must_split;           /* some pair may come within the level: the interval will be halved */
    bool has_hint;
    fk_front_pair hint; /* the nearest primitives of the last tests */
    fk_vec3 direction;  /* between them; or 0 */
    fk_vec3 recent;     /* the direction that settled the last pair of the last test that settled one; or 0 */
    uint32_t overlapping_count;
    fk_front_pair overlapping[FK_TRAVERSAL_DEEP];
    fk_traversal_witness witness;
};

/* A pair of placed nodes. At no time of the interval are they nearer than `least`, along a direction from node 0 to
 * node 1; not positive where nothing is known. */
typedef struct fk_tested_pair {
    fk_traversal_shape shape[2];
    double least;
    fk_vec3 direction;
} fk_tested_pair;

/* Prepares a direction for pairs of bounded nodes; false for one that is zero or not finite. */
bool fk_traversal_axis_make(const fk_traversal *traversal, fk_vec3 n, fk_traversal_axis *out);

/* Tests a direction and its opposite. True if the pair stays beyond the level; then the direction becomes the last
 * axis. */
bool fk_test_direction(fk_traversal *traversal, fk_vec3 direction, fk_tested_pair *tested);
/* Tests the last axis, and the direction of the pair; for half-spaces, their normal. */
bool fk_test_known_directions(fk_traversal *traversal, fk_vec3 direction, fk_tested_pair *tested);
/* Tests the direction between the nearest points of two bounded nodes in the middle. */
bool fk_test_nearest_direction(fk_traversal *traversal, fk_tested_pair *tested);

/* Up to eight pairs of a node and the children of another one, of collider `which`. */
typedef struct fk_child_pairs {
    int which;
    fk_traversal_shape one;
    fk_child_batch batch;
    uint32_t open; /* those that are not settled, as bits */
    double least[FK_TREE_WIDTH];
    fk_vec3 direction[FK_TREE_WIDTH];
} fk_child_pairs;

/* Tests a direction for all open pairs. Returns the least bound of those that it settles, or infinity. */
double fk_test_child_pairs(fk_traversal *traversal, const fk_traversal_axis *axis, fk_child_pairs *children);

/* Tests two primitives: true if they stay beyond the level. */
bool fk_test_primitives(fk_traversal *traversal, const fk_front_pair *entry, fk_tested_pair *tested);

/* Whether some tested pair of primitives is within the level during the whole interval; the second function, for
 * levels above 0, by distances alone. */
bool fk_traversal_is_within(fk_traversal *traversal);
/* Sets the guess of the result from the nearest primitives of this test. */
void fk_traversal_predict(fk_traversal *traversal);
/* For level 0: whether the witness, or a better one that is then searched, is inside during the whole interval; in its
 * middle at least (open); or not known (beyond). */
fk_traversal_state fk_traversal_test_witness(fk_traversal *traversal);
bool fk_traversal_is_close(const fk_traversal *traversal);

#endif
