/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Points inside a convex piece, and what a solid says of them: for relate_piece.c. */

#ifndef FARKAS_TREE_RELATE_PIECE_H
#define FARKAS_TREE_RELATE_PIECE_H

#include "farkas/tree.h"
#include "shape/support.h"

typedef struct fk_piece_spots {
    const fk_placed_mesh *a;
    const fk_piece *piece;
    fk_bodies bodies; /* of the piece, twice; a half-space has none */
    fk_vec3 center;   /* about the middle of the piece */
    /* Points of the piece on no triangle: one in the solid and one not, if any were found. */
    bool has_inner, has_outer;
    fk_vec3 inner, outer;
} fk_piece_spots;

void fk_piece_spots_init(fk_piece_spots *spots, const fk_placed_mesh *a, const fk_piece *piece);

/* Whether the interior of a piece which no triangle meets is in the solid: 1, 0, or -1 when there is no
 * double in the piece, but on triangles. */
int fk_piece_spots_of_all(fk_piece_spots *spots);

/* Looks for a point that is in both interiors: the middle of the piece; and some places near a common point
 * with a triangle that meets the interior. Quick, and does not always find one. */
bool fk_piece_spots_in_middle(fk_piece_spots *spots);
bool fk_piece_spots_near(fk_piece_spots *spots, const fk_vec3 corner[3], fk_vec3 common);

/* Looks on both sides of a triangle that meets the interior, around a common point. */
void fk_piece_spots_beside(fk_piece_spots *spots, const fk_vec3 corner[3], fk_vec3 common);

/* Whether what is in the piece and beyond `bound` along an axis in a direction, 1 or -1, is in the solid. It
 * is known that no triangle meets that. True when neither a double is found there, nor, for pieces with
 * vertices, a triangle is far from the end. */
bool fk_piece_spots_beyond(fk_piece_spots *spots, int axis, int sign, double bound);

#endif
