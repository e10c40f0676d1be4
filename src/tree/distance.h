/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Distance of two meshes: the search, and how far boxes and triangles are from each other. */

#ifndef FARKAS_TREE_DISTANCE_H
#define FARKAS_TREE_DISTANCE_H

#include "farkas/tree.h"
#include "tree/tree.h"

#include <string.h>

/* Some children of a node. */
typedef struct fk_gap_boxes {
    const fk_tree_obb *node;
    uint32_t mask; /* which, as bits */
} fk_gap_boxes;

/* A search has sides, each a mesh with its tree, and looks at the children of a node of one side and one box
 * of the other at a time. All that it concludes from boxes holds for real numbers and the placed triangles: a
 * bound in tree units becomes one in the world by what the frame between both sides says. */
typedef struct fk_gap_side {
    const fk_placed_mesh *mesh;
    fk_tree_frame frame; /* to this tree, from where the boxes of the other side are */
    float turn[3][3];    /* of the frame */
    float ratio;         /* 1 / the length of its columns; 0 where they are not at right angles */
    /* Places that are x apart in tree units are (x - margin) * factor apart in the world, or more; the world
     * is measured in a unit that both sides share. */
    double margin, factor;
    float toward[3]; /* to the other side, where they are near: in this tree, not longer than 1 */
} fk_gap_side;

/* frame: to the tree of the mesh; unit: a power of two, that of the world. */
fk_gap_side fk_gap_side_make(const fk_placed_mesh *mesh, const fk_tree_frame *frame, double unit);

/* Sets the direction; `way` is in the world. Zero, and what is not finite, makes it zero. */
void fk_gap_side_toward(fk_gap_side *side, fk_vec3 way);

/* Child `slot` of a node: FK_TREE_WIDTH * node + slot. Or the root itself. A tree has at most 2^29 - 1
 * nodes. */
typedef uint32_t fk_gap_slot;

#define FK_GAP_WHOLE UINT32_MAX

/* How many triangles a leaf has; 0 for a node. */
static inline uint32_t fk_gap_count(const fk_tree *tree, fk_gap_slot s)
{
    return s == FK_GAP_WHOLE ? 0 : tree->node[s / FK_TREE_WIDTH].count[s % FK_TREE_WIDTH];
}

/* Boxes of the other side: children of a node, whose origin is given in full. */
typedef struct fk_gap_other {
    double origin[3];
    fk_gap_boxes box;
} fk_gap_other;

/* The node below a slot. */
static inline uint32_t fk_gap_node(const fk_tree *tree, fk_gap_slot s)
{
    return s == FK_GAP_WHOLE ? 0 : tree->node[s / FK_TREE_WIDTH].child[s % FK_TREE_WIDTH];
}

/* A pair of boxes: the bits of two floats that are not negative, so that it orders as they do. The upper one
 * is a lower bound of the distance, in the world; the lower one grows with the distance of the centers. */
typedef uint64_t fk_gap_key;

static inline float fk_gap_low(fk_gap_key key)
{
    uint32_t bits = (uint32_t)(key >> 32);
    float low;
    memcpy(&low, &bits, sizeof low);
    return low;
}

#define FK_GAP_PAIRS_MOST (FK_TREE_WIDTH * FK_TREE_WIDTH)

typedef struct fk_gap_pair {
    fk_gap_key key;
    uint8_t own, other; /* which box of the node, and of the other side */
} fk_gap_pair;

/* Opens a box of a side that is a node: lists the pairs of one of its children and one box of the other side
 * that may be nearer than `limit` in the world; their bounds are at least `least`. Returns how many. */
uint32_t fk_gap_open(const fk_gap_side *side, fk_gap_slot slot, const fk_gap_other *other, float least,
                     double limit, fk_gap_pair pair[FK_GAP_PAIRS_MOST]);

/* The distance of two triangles whose coordinates, off by 2^-52 of themselves, are below 1 when they are
 * multiplied by the scale, a power of two: an interval that contains it, whose width is below 0x1.8p-45 /
 * scale, and about the way from a to b, times the scale. False where there is none, as they meet or nearly
 * do. */
bool fk_gap_measure(const fk_vec3 a[3], const fk_vec3 b[3], double scale, fk_interval *out, fk_vec3 *way);

#define FK_GAP_PAIRS 8

/* Triangles of a leaf in their place. */
typedef struct fk_gap_leaf {
    uint32_t first, count; /* in the order of the tree; none: nothing yet */
    fk_vec3 corner[FK_GAP_PAIRS][3];
} fk_gap_leaf;

/* So many leaves of each side are kept, by the last bits of their number. */
#define FK_GAP_LEAVES 16

typedef struct fk_gap_search {
    fk_gap_side side[2];
    /* In place of side 1, which has no mesh then: a piece, and the box around it; else NULL. */
    const fk_piece *piece;
    const fk_gap_other *other;
    double radius; /* around the core of a sphere or capsule, whose box is that of the core; else 0 */
    fk_gap_leaf leaf[2][FK_GAP_LEAVES];
    fk_vec3 toward;  /* of the nearest pair so far, from side 0 to side 1, not longer than 1; or 0 */
    bool is_swapped; /* side 0 is the caller's b */
    bool is_limited; /* the question is whether a pair is closer than `limit`; else, which one is nearest */
    double limit;    /* pairs that are further than this do not matter */
    double unit;     /* of the world, for bounds by boxes */
    bool is_done;    /* there is nothing left to be found: a pair is closer than the limit, or meets */
    /* Of the nearest so far: what contains the least distance; and one pair that is not proved to be further
     * than it, the lowest of these that were found, with its own interval. */
    fk_interval distance;
    fk_index_pair pair; /* of sides 0 and 1 */
    fk_interval own;
} fk_gap_search;

/* Takes a pair into account whose distance is in an interval that is not above the limit; way: about that
 * from side 0 to side 1. */
void fk_gap_take(fk_gap_search *search, uint32_t a, uint32_t b, fk_interval distance, fk_vec3 way);

/* The nearest points of the pair that is kept, of sides 0 and 1. */
void fk_gap_points(const fk_gap_search *search, fk_vec3 point[2]);

/* Looks at all pairs of triangles of two leaves. */
void fk_gap_leaves(fk_gap_search *search, const fk_gap_slot slot[2]);

#endif
