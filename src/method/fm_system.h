/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The system of inequalities behind method `fm`: rows in up to three variables, and the two checks that turn what
 * an elimination has found into a proof. */

#ifndef FARKAS_METHOD_FM_SYSTEM_H
#define FARKAS_METHOD_FM_SYSTEM_H

#include "base/vec3.h"
#include "farkas/pair.h"
#include "shape/hull/hull_small.h"

/* Two solid hulls: their facets, and the ranges of three pivots and three variables. Two cells have at most 8 rows. */
#define FK_FM_ROWS (2 * FK_SMALL_FACETS + 6)

/* |c.y - mid| <= half, for the variables y in [-1, 1]. The row of the exact numbers, times some positive number,
 * differs by no more than `error` for all such y: where |c.y - mid| < half - error, y is strictly inside it. `error` is
 * at least 2^-52 of every number of the row. */
typedef struct fk_fm_row {
    double c[3], mid, half, error;
} fk_fm_row;

/* A piece as origin + sum of z[k] edge[k], with z in a domain: |z[k] - mid| <= half for each, and further rows. A
 * box is the unit cube, a tetrahedron, triangle or segment the unit simplex. */
typedef struct fk_fm_side {
    uint32_t count; /* of edges: 0 to 3 */
    bool simplex, solid;
    bool thin; /* a hull so thin that its rows are lost */
    fk_vec3 origin, edge[3];
    fk_fm_row range[3];
    uint32_t row_count; /* beyond the ranges */
    fk_fm_row row[FK_SMALL_FACETS];
    uint32_t point_count; /* of a hull: its vertices, from the origin; 0 for the others */
    fk_vec3 point[FK_SMALL_VERTICES];
} fk_fm_side;

typedef struct fk_fm_system {
    fk_fm_side a, b;
    fk_vec3 shift;  /* origin of b minus origin of a */
    double reach;   /* its largest component, and some more for numbers that are flushed to zero */
    double scale;   /* of all numbers of the pieces */
    uint32_t count; /* of columns: the edges of a, then those of b negated */
    fk_vec3 column[6];
    double size[6];      /* their largest components */
    uint32_t pivot[3];   /* columns whose parameters are expressed by the others */
    uint32_t free[3];    /* those others: the variables */
    uint32_t free_count; /* further variables are in no row but their own */
    bool pivot_simplex;  /* the pivots are the parameters of one simplex */
    bool free_simplex;   /* the variables are */
    fk_vec3 normal[3];   /* of the pivots: z = normal.(shift - rest) */
    uint32_t row_count;  /* the pivots first, the three variables last */
    fk_fm_row row[FK_FM_ROWS];
    fk_vec3 direction[FK_FM_ROWS]; /* in the world: what a row is the product with; zero for a variable */
} fk_fm_system;

typedef enum fk_fm_form {
    FK_FM_ROWS_MADE,
    FK_FM_FLAT, /* the edges of both pieces do not span space, or hardly: no rows, but fk_fm_separates works */
    FK_FM_NOTHING /* a hull with too many points, or numbers out of range */
} fk_fm_form;

/* Makes the system of two polyhedra. */
fk_fm_form fk_fm_system_make(fk_fm_system *system, const fk_piece *a, const fk_piece *b);

/* Whether a direction separates the pieces, proved. Then *direction is it, of a size near 1, from a to b. */
bool fk_fm_separates(const fk_fm_system *system, fk_vec3 *direction);

/* How far the pieces are apart along a normal from a to b of length 1 at most: a lower bound, in scaled numbers; it may
 * be negative. *middle is halfway between them, from the origin of a. */
double fk_fm_gap(const fk_fm_system *system, fk_vec3 normal, double *middle);

/* Whether a point of the variables lies strictly within all rows, proved. Then the pieces overlap. */
bool fk_fm_holds(const fk_fm_system *system, const double y[3]);

/* fm_flat.c: whether two pieces of form FK_FM_FLAT are apart, proved. Then *direction is as above. */
bool fk_fm_flat_apart(const fk_fm_system *system, fk_vec3 *direction);

/* fm_side.c: a piece as a side, all numbers times scale. False for a hull with too many points. */
bool fk_fm_side_make(fk_fm_side *side, const fk_piece *piece, double scale);

#endif
