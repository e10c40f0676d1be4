/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* What the searches for the nearest triangles share: boxes of trees, and how far those of the children of a node are from a box.
 *
 * A search has sides, each a mesh with its tree, and looks at the children of a node of one side and one box of the other at a time. All that it
 * concludes from boxes holds for real numbers and the placed triangles: a bound in tree units becomes one in the world by
 * what the frame between both sides says (frame.h). */

#ifndef FARKAS_TREE_GAP_H
#define FARKAS_TREE_GAP_H

#include "tree/frame.h"
#include "tree/visit.h"

typedef struct fk_gap_side {
    const fk_placed_mesh *mesh;
    fk_frame frame; /* to this tree, from where the boxes of the other side are */
    double ratio;   /* 1 / the length of the columns of the frame; 0 where they are not at right angles */
    double
        factor; /* places that are x apart in tree units are (x - 2 margin) * factor apart in the world, or more */
    double toward
        [3]; /* a direction from here to the other side, where they are near, not longer than 1; in this tree */
} fk_gap_side;

/* frame: to the tree of the mesh. */
fk_gap_side fk_gap_side_make(const fk_placed_mesh *mesh, const fk_frame *frame);

/* Sets the direction; `way` is in the world. Zero, and what is not finite, makes it zero. */
void fk_gap_side_toward(fk_gap_side *side, fk_vec3 way);

/* Child `slot` of a node, or with FK_GAP_WHOLE the root itself. */
typedef struct fk_gap_slot {
    uint32_t node, slot;
} fk_gap_slot;

#define FK_GAP_WHOLE FK_TREE_WIDTH

/* How many triangles a leaf has; 0 for a node. */
static inline uint32_t fk_gap_count(const fk_tree *tree, fk_gap_slot s)
{
    return s.slot == FK_GAP_WHOLE ? 0 : tree->node[s.node].count[s.slot];
}

/* A box: center + sum of x[k] * axis[k], |x[k]| <= half[k]. */
typedef struct fk_gap_turned {
    double center[3], axis[3][3], half[3];
} fk_gap_turned;

fk_gap_turned fk_gap_box_of(const fk_tree *tree, fk_gap_slot s);

/* Opens node `node` of a side: low[i] becomes a lower bound of the distance in the world of child i to what is in a box of the other
 * side; not negative. */
void fk_gap_open(const fk_gap_side *side, uint32_t node, const fk_gap_turned *box, double low[FK_TREE_WIDTH]);

#endif
