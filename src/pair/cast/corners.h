/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Corners that move: polynomials in time, and conditions on them. */

#ifndef FARKAS_PAIR_CORNERS_H
#define FARKAS_PAIR_CORNERS_H

#include "exact/exact.h"
#include "farkas/pair.h"

/* ---- corners poly ----------------------------------------------------------------------------------------- */

/* Polynomials in time, of degree up to 3, with exact coefficients: their roots between 0 and 1, which of two roots comes
 * first, and the sign of one polynomial at a root of another. All by signs of integers, without any bound on how close
 * roots may be. See corners_poly.c for how. */

typedef struct fk_poly {
    int degree; /* -1 for zero; else c[degree] is not zero */
    fk_exact c[4];
} fk_poly;

/* sign * a * b, with sign 1 or -1. */
typedef struct fk_poly_term {
    const fk_poly *a, *b;
    int sign;
} fk_poly_term;

/* c0 + c1 t. */
fk_poly fk_poly_line(fk_exact c0, fk_exact c1);

/* A sum of products, of degree 3 at most. Leaves nothing else on the arena. */
fk_poly fk_poly_sum(fk_arena *arena, const fk_poly_term *term, int count);

/* A number to look at: a double, or where poly is there, a real root of that, which has degree 1 or 2. */
typedef struct fk_poly_spot {
    const fk_poly *poly;
    int root; /* of degree 2: 0 the lesser, 1 the greater */
    double x;
} fk_poly_spot;

/* A polynomial of degree 1 to 3 cut at its extremes into pieces, on each of which it rises or falls strictly. */
typedef struct fk_curve {
    fk_poly f;           /* the last coefficient is positive */
    fk_poly slope, bend; /* a positive multiple of the derivatives */
    int pieces;
} fk_curve;

fk_curve fk_curve_make(fk_arena *arena, const fk_poly *f);

/* The root in one piece of a curve. Roots that are extremes belong to two pieces. */
typedef struct fk_curve_root {
    const fk_curve *curve;
    int piece;
    fk_interval time; /* doubles from 0 to 1 between which it is */
} fk_curve_root;

/* Whether there is a root in a piece, from 0 to 1: that is its time, then. */
bool fk_curve_find(fk_arena *arena, const fk_curve *curve, int piece, fk_curve_root *out);

/* Makes the time the greatest double that is not above the root and the least that is not below. */
void fk_curve_root_round(fk_arena *arena, fk_curve_root *root);

/* The same for the only root of f between two doubles from 0 to 1, where f is strictly monotone and has opposite signs. */
fk_interval fk_poly_round(fk_arena *arena, const fk_poly *f, fk_interval between);

/* The sign of a number minus a root. */
int fk_curve_root_compare(fk_arena *arena, const fk_curve_root *root, const fk_poly_spot *spot);

/* The sign of g, of degree 2 at most, at a root. The narrower its time, the sooner. */
int fk_curve_root_sign(fk_arena *arena, const fk_curve_root *root, const fk_poly *g);

/* ---- corners exact ---------------------------------------------------------------------------------------- */

/* Corners that move, in exact integers: what moving.c asks when its doubles cannot tell. */

typedef enum fk_corners_kind {
    FK_CORNERS_TRIANGLE, /* the first point and the triangle of the others */
    FK_CORNERS_SEGMENTS  /* the segment of the first two and that of the others */
} fk_corners_kind;

/* All of it, for finite points. */
fk_corners_hit fk_corners_exact(fk_corners_kind kind, const fk_vec3 begin[4], const fk_vec3 end[4]);

/* The time of the only root between two times of the determinant of the four points, which has opposite signs at both
 * and is strictly monotone between them. */
fk_interval fk_corners_exact_time(const fk_vec3 begin[4], const fk_vec3 end[4], fk_interval between);

#endif
