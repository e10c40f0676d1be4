/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Two polyhedra as one system of linear rows in three variables, in balls: what method `ec` searches. */

#ifndef FARKAS_METHOD_EC_ROWS_H
#define FARKAS_METHOD_EC_ROWS_H

#include "exact/ball.h"
#include "shape/hull/hull_small.h"

/* a.x <= c; or a.x = c. Solids have one row per facet. */
typedef struct fk_row {
    fk_ball a[3], c;
    uint8_t piece; /* 0 or 1: whose row it is; 2: of the room */
    bool equality;
    bool dropped; /* is not used to refute any more */
} fk_row;

/* Rows of both pieces, and of the room. */
#define FK_ROW_MAX (2 * FK_SMALL_FACETS + 6)

/* The variables are x = (world - frame) * 2^exponent - middle. */
typedef struct fk_row_system {
    int exponent;
    fk_vec3 frame;    /* a point of the smaller piece */
    double middle[3]; /* of the box that both have in common, from the frame */
    double reach[3];  /* a bound of |x_v| for all common points */
    double room;      /* twice the greatest of them: the common points lie well inside |x_v| <= room */
    uint32_t count;
    fk_row row[FK_ROW_MAX];
} fk_row_system;

/* False for a hull of more than FK_SMALL_VERTICES points. The pieces are valid polyhedra. */
bool fk_row_system_make(const fk_piece *a, const fk_piece *b, fk_row_system *out);

#endif
