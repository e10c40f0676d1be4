/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Distance of two meshes: boxes, triangles, the heap, pairs. */

#ifndef FARKAS_TREE_GAP_H
#define FARKAS_TREE_GAP_H

#include "farkas/tree.h"
#include "tree/tree.h"

#include <string.h>

/* ---- gap boxes -------------------------------------------------------------------------------------------- */

/* How far the boxes of two nodes are from each other, from below: up to 64 pairs. */

/* Some children of a node. */
typedef struct fk_gap_boxes {
    const fk_tree_turned *node;
    uint32_t mask; /* which, as bits */
} fk_gap_boxes;

/* Where node b is, in the coordinates of a's tree, from the origin of node a: a place y from the origin of b
 * is at place + turn y. */
typedef struct fk_gap_relation {
    float turn[3][3]; /* row by row */
    float place[3];
    float ratio;     /* times turn, this is a rotation up to 2^-20; 0 where there is no such number */
    float toward[3]; /* a direction from a to b in which they are likely to be apart, not longer than 1 */
    /* A box around all of a, with axes in rows; of infinite size for none. */
    float center[3], axis[3][3], half[3];
} fk_gap_relation;

typedef struct fk_gap_bounds {
    uint32_t near[FK_TREE_WIDTH]; /* near[j]: which boxes of a are near box j of b, as bits */
    /* For these: the square of a lower bound of the distance, and that of the distance of the centers, about. */
    float square[FK_TREE_WIDTH][FK_TREE_WIDTH], middle[FK_TREE_WIDTH][FK_TREE_WIDTH];
} fk_gap_bounds;

/* Bounds in real numbers but for rounding: roots may be too large by 2^-15 of all lengths, the sizes of a, of
 * the box around it, of b, turned, and the way between them. These are below 2^50. Near are pairs whose bound
 * is not above far. */
void fk_gap_bound(const fk_gap_boxes *a, const fk_gap_boxes *b, const fk_gap_relation *relation, float far,
                  fk_gap_bounds *out);

/* ---- gap -------------------------------------------------------------------------------------------------- */

/* What the searches for the nearest triangles share: boxes of trees, and how far those of the children of a
 * node are from a box.
 *
 * A search has sides, each a mesh with its tree, and looks at the children of a node of one side and one box
 * of the other at a time. All that it concludes from boxes holds for real numbers and the placed triangles: a
 * bound in tree units becomes one in the world by what the frame between both sides says (frame.h). */

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

/* Child `slot` of a node: FK_TREE_WIDTH * node + slot. Or the root itself. A tree has at most 2^29 - 1 nodes. */
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

fk_gap_other fk_gap_other_make(const fk_tree *tree, uint32_t node, uint32_t mask);

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

/* ---- gap heap --------------------------------------------------------------------------------------------- */

/* Pairs of boxes that wait to be opened, the nearest first: a heap of a fixed size, with four children to a
 * parent. */

#define FK_GAP_HEAP 2048

typedef struct fk_gap_waiting {
    fk_gap_key key;
    fk_gap_slot slot[2];
} fk_gap_waiting;

typedef struct fk_gap_heap {
    uint32_t count;
    fk_gap_waiting item[FK_GAP_HEAP];
} fk_gap_heap;

static inline void fk_gap_push(fk_gap_heap *h, fk_gap_waiting w)
{
    uint32_t at = h->count++;
    for (; at > 0 && w.key < h->item[(at - 1) / 4].key; at = (at - 1) / 4)
        h->item[at] = h->item[(at - 1) / 4];
    h->item[at] = w;
}

static inline fk_gap_waiting fk_gap_pop(fk_gap_heap *h)
{
    fk_gap_waiting top = h->item[0], last = h->item[--h->count];
    uint32_t at = 0;
    for (;;) {
        uint32_t child = 4 * at + 1, end = child + 4 < h->count ? child + 4 : h->count, least = child;
        if (child >= h->count)
            break;
        while (++child < end)
            least = h->item[child].key < h->item[least].key ? child : least;
        if (h->item[least].key >= last.key)
            break;
        h->item[at] = h->item[least];
        at = least;
    }
    h->item[at] = last;
    return top;
}

/* ---- gap triangles ---------------------------------------------------------------------------------------- */

/* How far eight pairs of triangles are from each other: bounds from below, in floats. */

#define FK_GAP_PAIRS 8

/* Coordinate k of corner i of the triangles of pair p is a[i][k][p] and b[i][k][p]. None is larger than 1,
 * and each is off by at most 2^-22. */
typedef struct fk_gap_pairs {
    float a[3][3][FK_GAP_PAIRS], b[3][3][FK_GAP_PAIRS];
} fk_gap_pairs;

/* low[p] becomes a number that is not above the square of the distance of pair p: what the direction between
 * their nearest points, up to rounding, keeps between them. 0 where it keeps nothing. square[p] becomes the
 * square of the distance, about; it may be off. */
void fk_gap_nearest(const fk_gap_pairs *pairs, float square[FK_GAP_PAIRS], float low[FK_GAP_PAIRS]);

/* The distance of two triangles whose coordinates, off by 2^-52 of themselves, are below 1 when they are
 * multiplied by the scale, a power of two: an interval that contains it, whose width is below 0x1.8p-45 /
 * scale, and about the way from a to b, times the scale. False where there is none, as they meet or nearly
 * do. */
bool fk_gap_measure(const fk_vec3 a[3], const fk_vec3 b[3], double scale, fk_interval *out, fk_vec3 *way);

/* ---- gap pairs -------------------------------------------------------------------------------------------- */

/* The triangles of two leaves, and the search that they are asked for: see gap_pairs.c, gap.c. */

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

/* Goes through the trees until nothing is left that may be nearer than the limit, or all is done. */
void fk_gap_run(fk_gap_search *search);

/* Looks at all triangles of a leaf and the piece. */
void fk_gap_leaf_and_piece(fk_gap_search *search, fk_gap_slot slot);

/* Looks at all pairs of triangles of two leaves. */
void fk_gap_leaves(fk_gap_search *search, const fk_gap_slot slot[2]);

#endif
