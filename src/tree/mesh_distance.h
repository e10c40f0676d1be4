/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Distance of two placed meshes: the search, and lower bounds of the distance of boxes and triangles. */

#ifndef FARKAS_TREE_MESH_DISTANCE_H
#define FARKAS_TREE_MESH_DISTANCE_H

#include "farkas/tree.h"
#include "tree/tree.h"

#include <string.h>

/* Some children of a node. */
typedef struct fk_child_boxes {
    const fk_tree_obb *node;
    uint32_t mask; /* bit i: child i */
} fk_child_boxes;

/* One of the two sides of a search: a mesh with its tree. The search compares the children of a node of one
 * side with boxes of the other. Bounds from boxes are proved for real numbers and for the placed triangles;
 * margin and factor turn a bound in tree units into one in the world. */
typedef struct fk_distance_side {
    const fk_placed_mesh *mesh;
    fk_tree_frame frame; /* to this tree, from the frame in which the boxes of the other side are given */
    float turn[3][3];    /* frame.turn in floats */
    float ratio; /* 1 / the length of the columns of turn; 0 if they are not orthogonal with equal lengths */
    /* Points at distance x in tree units are at least (x - margin) * factor apart in the world. The world is
     * measured in a unit that both sides share. */
    double margin, factor;
    float toward[3]; /* direction to the other side near the nearest pair, in this tree; length at most 1 */
} fk_distance_side;

/* frame: to the tree of the mesh. unit: the unit of the world, a power of two. */
fk_distance_side fk_distance_side_make(const fk_placed_mesh *mesh, const fk_tree_frame *frame, double unit);

/* Sets side->toward from a displacement in the world. A displacement that is zero or not finite gives
 * zero. */
void fk_distance_side_set_direction(fk_distance_side *side, fk_vec3 displacement);

/* Child i of a node n is FK_TREE_WIDTH * n + i; FK_TREE_ROOT_SLOT is the root. A tree has at most 2^29 - 1
 * nodes. */
typedef uint32_t fk_tree_slot;

#define FK_TREE_ROOT_SLOT UINT32_MAX

/* The number of triangles of a leaf; 0 for a node. */
static inline uint32_t fk_slot_triangle_count(const fk_tree *tree, fk_tree_slot s)
{
    return s == FK_TREE_ROOT_SLOT ? 0 : tree->node[s / FK_TREE_WIDTH].count[s % FK_TREE_WIDTH];
}

/* Boxes of the other side: children of a node, with the node's origin in doubles. */
typedef struct fk_other_boxes {
    double origin[3];
    fk_child_boxes box;
} fk_other_boxes;

/* The node that a slot refers to; for a leaf, its first triangle in the order of the tree. */
static inline uint32_t fk_slot_node(const fk_tree *tree, fk_tree_slot s)
{
    return s == FK_TREE_ROOT_SLOT ? 0 : tree->node[s / FK_TREE_WIDTH].child[s % FK_TREE_WIDTH];
}

/* The key of a pair of boxes: the bits of two floats that are not negative, so keys compare as the floats do.
 * The upper float is a lower bound of the distance in the world, less a lower bound of all distances; the lower
 * one is about the distance of the centers, less the same. */
typedef uint64_t fk_box_pair_key;

static inline double fk_key_lower_bound(fk_box_pair_key key, double base)
{
    uint32_t bits = (uint32_t)(key >> 32);
    float low;
    memcpy(&low, &bits, sizeof low);
    return base + (double)low;
}

/* Limits in the world, in its unit. */
typedef struct fk_distance_limits {
    double most;    /* pairs that are farther apart are skipped */
    double base;    /* a lower bound of all distances */
    uint32_t least; /* no key has a lower upper float: its bits */
} fk_distance_limits;

#define FK_BOX_PAIRS_MOST (FK_TREE_WIDTH * FK_TREE_WIDTH)

typedef struct fk_box_pair {
    fk_box_pair_key key;
    uint8_t own, other; /* the child of the expanded node, and the box of the other side */
} fk_box_pair;

/* Expands a node of a side: lists the pairs of one of its children and one box of the other side whose
 * distance in the world may be within the limit. Returns the number of pairs. */
uint32_t fk_distance_expand(const fk_distance_side *side, fk_tree_slot slot, const fk_other_boxes *other,
                            const fk_distance_limits *limits, fk_box_pair pair[FK_BOX_PAIRS_MOST]);

/* Computes an interval that contains the distance of two triangles, and the approximate displacement from a
 * to b, times the scale. The scale is a power of two; all coordinates times the scale must be below 1, with a
 * relative error of at most 2^-52. The interval is narrower than 0x1.8p-45 / scale. Returns false if the
 * triangles meet or nearly meet. */
bool fk_triangle_distance_interval(const fk_vec3 a[3], const fk_vec3 b[3], double scale, fk_interval *out,
                                   fk_vec3 *displacement);

#define FK_DISTANCE_LANES 8

/* The placed triangles of a leaf. */
typedef struct fk_leaf_triangles {
    uint32_t first, count; /* in the order of the tree; count 0: empty */
    fk_vec3 corner[FK_DISTANCE_LANES][3];
} fk_leaf_triangles;

/* Each side caches FK_LEAF_CACHE_SIZE leaves, indexed by the lowest bits of their first triangle. */
#define FK_LEAF_CACHE_SIZE 16

/* Two meshes with corners in floats: matrices from units of the trees, and the displacement between their origins, in the unit of
 * the search; and the error of a separation. */
typedef struct fk_distance_gap {
    bool is_known; /* else nothing of this is used */
    const fk_tree_corners *corners[2];
    float turn[2][3][3], shift[3];
    double error;
} fk_distance_gap;

typedef struct fk_distance_search {
    const fk_context *context; /* polled; or NULL */
    uint32_t steps;            /* nodes or pairs of nodes that were expanded */
    uint32_t next_planes;      /* the number of steps after which planes are tried */
    fk_distance_side side[2];
    /* A convex piece in place of side 1, whose mesh is NULL then, and the box around it; else NULL. */
    const fk_piece *piece;
    const fk_other_boxes *other;
    fk_distance_gap gap;
    double radius; /* of a sphere or capsule, whose box surrounds its core; else 0 */
    fk_leaf_triangles leaf[2][FK_LEAF_CACHE_SIZE];
    fk_vec3 toward;  /* from side 0 to side 1 at the nearest pair so far; length at most 1, or 0 */
    bool is_swapped; /* side 0 is the caller's b */
    bool is_limited; /* the query is whether a pair is closer than `limit`; else: the nearest pair */
    double limit;    /* pairs farther apart than this are skipped */
    double unit;     /* of the world, for bounds of boxes */
    double base;     /* a lower bound of the distance of the meshes, in this unit */
    bool is_done;    /* the result is known, or the search is cancelled */
    bool is_closer;  /* limited: a pair is closer than the limit */
    bool is_cancelled;
    uint64_t work; /* the search ends without a result after so many more pairs of triangles were measured */
    /* An interval that contains the least distance so far, and the pair whose distance is at most `hi`. If the
     * search is limited, only `hi` is used, which is infinite as long as nothing was measured. */
    fk_interval distance;
    fk_index_pair pair; /* of sides 0 and 1 */
} fk_distance_search;

/* Sets the direction from side 0 to side 1, of any length. */
void fk_distance_set_toward(fk_distance_search *search, fk_vec3 displacement);

/* Records a pair whose interval does not lie above the limit; displacement: approximately from side 0 to side
 * 1. */
void fk_distance_add_pair(fk_distance_search *search, uint32_t a, uint32_t b, fk_interval distance,
                          fk_vec3 displacement);

/* The nearest points of the recorded pair, on sides 0 and 1. */
void fk_distance_witnesses(const fk_distance_search *search, fk_vec3 point[2]);

/* Measures the pairs of triangles of two leaves. */
void fk_distance_measure_leaves(fk_distance_search *search, const fk_tree_slot slot[2]);

/* Tries to end the search for two meshes by planes perpendicular to `toward`; measures the leaves at the planes. */
void fk_distance_try_planes(fk_distance_search *search);

/* Gives a search the corners of its sides, or NULL. Then whether they prove that a pair is farther apart than the limit. */
void fk_distance_set_corners(fk_distance_search *search, const fk_tree_corners *const corners[2]);
bool fk_distance_is_pair_beyond(const fk_distance_search *search, const fk_tree_slot slot[2]);

/* Measures the leaves at a guess. That ends the search if it is right. */
void fk_distance_try_guess(fk_distance_search *search, const fk_distance_guess *guess);

/* ---- Searches of a mesh and a piece use the same steps ------------------------------------------------- */

/* Resets to: nothing found, no limit. */
void fk_distance_reset(fk_distance_search *search, const fk_context *context, double unit);

/* Runs the search and returns its result. */
fk_mesh_distance fk_distance_run(fk_distance_search *search);

/* Measures all triangles of a leaf of side 0 against the piece. */
void fk_distance_measure_leaf_to_piece(fk_distance_search *search, fk_tree_slot slot);

extern const fk_mesh_distance fk_no_mesh_distance;

#endif
