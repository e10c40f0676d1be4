/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Supports of bounded pieces in numbers of two doubles (exact/dd.h): points as offsets from the piece's anchor, scaled.
 * Nothing here is proved. */

#ifndef FARKAS_PAIR_FINE_H
#define FARKAS_PAIR_FINE_H

#include "exact/dd.h"
#include "farkas/shape.h"

/* One bounded piece. Its anchor is its centre or first point, or the origin of a cell. */
typedef struct fk_fine_side {
    const fk_piece *piece;
    fk_vec3 anchor;
    double scale;       /* a power of two, the same for both pieces of a pair */
    fk_dd_vec3 edge[3]; /* of cells and ellipsoids; other points minus the anchor for kinds with few */
    fk_dd_vec3 axis;    /* cylinder, cone: of length 1 */
    fk_dd radius;
} fk_fine_side;

typedef struct fk_fine_pair {
    fk_fine_side side[2]; /* a, b */
    fk_dd_vec3 shift;     /* anchor of a minus anchor of b */
} fk_fine_pair;

/* Readies two valid bounded pieces; coordinates of a - b are at most about 1. */
void fk_fine_init(fk_fine_pair *pair, const fk_piece *a, const fk_piece *b);

/* The offset of the point with the greatest n.x; of the anchor for n = 0. */
fk_dd_vec3 fk_fine_support(const fk_fine_side *side, fk_dd_vec3 n);

/* The offset of a point well inside: the middle, or the mean of the vertices. */
fk_dd_vec3 fk_fine_middle(const fk_fine_side *side);

/* x scaled and as two doubles minus another such. */
fk_dd_vec3 fk_fine_difference(fk_vec3 x, fk_vec3 y, double scale);

#endif
