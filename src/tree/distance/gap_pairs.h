/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The triangles of two leaves, and the search that they are asked for: see gap_pairs.c, gap.c. */

#ifndef FARKAS_TREE_GAP_PAIRS_H
#define FARKAS_TREE_GAP_PAIRS_H

#include "tree/distance/gap.h"
#include "tree/distance/gap_triangles.h"

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
