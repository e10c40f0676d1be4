/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Two pieces as a system of inequalities in exact integers: what fm and ec solve where floating point is unsure. */

#ifndef FARKAS_METHOD_EXACT_ROWS_H
#define FARKAS_METHOD_EXACT_ROWS_H

#include "exact/exact.h"
#include "farkas/shape.h"

/* Three pivots, three variables, two simplices. */
#define FK_EXACT_ROWS 8

/* lo <= c.y <= hi for the three variables y. */
typedef struct fk_exact_row {
    fk_exact c[3], sum, width; /* lo + hi, hi - lo */
} fk_exact_row;

/* All y that satisfy the rows are the common points of two pieces, and each row strictly those where the relative
 * interiors meet. Every y lies between 0 and 1. */
typedef struct fk_exact_rows {
    fk_arena arena; /* of all numbers */
    bool is_flat;   /* the edges of both pieces do not span space: what meets touches */
    uint32_t count;
    fk_exact_row row[FK_EXACT_ROWS];
} fk_exact_rows;

/* Makes the rows of two valid points, segments, triangles or cells. False for hulls, and for two flat boxes in parallel
 * planes, which have four variables. Look at arena.full before a claim is made. */
bool fk_exact_rows_make(fk_exact_rows *rows, const fk_piece *a, const fk_piece *b);

/* |g x - m| <= w for one number x; g >= 0. */
typedef struct fk_exact_range {
    fk_exact g, m, w;
} fk_exact_range;

/* Makes g not negative. */
fk_exact_range fk_exact_range_turn(fk_exact_range range);

/* For g = 0: 1 when the condition holds strictly, 0 when as an equality, -1 when it fails. */
int fk_exact_range_room(const fk_exact_range *range);

/* The sign of one end of a range minus an end of another; both have g > 0. */
int fk_exact_range_compare(fk_arena *arena, const fk_exact_range *p, bool p_upper, const fk_exact_range *q,
                           bool q_upper);

#endif
