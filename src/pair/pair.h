/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Two pieces with vertices, prepared for exact predicates; and a fixed order of pieces. */

#ifndef FARKAS_SRC_PAIR_H
#define FARKAS_SRC_PAIR_H

#include "exact/ball.h"
#include "exact/exact.h"
#include "exact/leading_bits.h"
#include "farkas/proof.h"
#include "farkas/shape.h"
#include "pair/cast/cast.h"
#include "shape/vertices.h"

/* Compares two pieces: negative, 0 or positive; 0 only for the same numbers. Answers that must be the same for (a, b) and
 * (b, a) are computed in this order and swapped afterwards. The order is by kind, then by the numbers, the last one first:
 * the shape is compared before the position, so a piece that moves mostly keeps its place among others. */
int fk_piece_order(const fk_piece *a, const fk_piece *b);

/* ---- A prepared pair: vertices as balls and as exact sums, directions by what spans them ----
 *
 * M is the Minkowski difference a - b: the hull of all vertex differences d = p - q of a and b (of their cores, for
 * round pieces). Every sign is exact: balls decide it where they can, integers otherwise. Ties go to the lowest
 * index, so results never depend on the floating-point unit. */

/* One of the two pieces. The anchor is the first term of vertex 0. Offsets are vertices minus the anchor, so that they
 * keep their precision far from the origin. Those of a large hull are computed on demand. */
typedef struct fk_pair_piece {
    const fk_piece *piece;
    uint32_t count;
    /* of a large hull: a bound of the coordinates of its points minus the first, not scaled; else 0 */
    double extent;
    fk_ball_vec3 anchor;
    fk_ball_vec3 offset[FK_VERTEX_MAX];
} fk_pair_piece;

typedef struct fk_pair {
    fk_pair_piece a, b;
    double scale;                /* of every ball, see fk_ball_scale */
    fk_ball_vec3 shift;          /* anchor of a minus anchor of b */
    int8_t spread;               /* 1 if the numbers have very different sizes, else 0; -1: not known yet */
    const fk_displacement *path; /* NULL: a rests */
    bool projects;               /* along the path; else a is displaced by time * path */
    double time;
    fk_arena arena;
} fk_pair;

/* What spans a direction. d1, d2, d3 are vertex differences. */
typedef enum fk_normal_span {
    FK_SPAN_POINT, /* d1 */
    FK_SPAN_LINE,  /* from the origin to the line through d1 and d2 */
    FK_SPAN_PLANE, /* (d2 - d1) x (d3 - d1) */
    FK_SPAN_EDGE,  /* (d2 - d1) x axis */
    FK_SPAN_AXIS,  /* axis */
    FK_SPAN_TILT /* base (axis.d1) - axis (base.d1): base tilted toward an axis until it is perpendicular to d1 */
} fk_normal_span;

/* A direction n: sign times the vector that its span defines. The exact vector is computed when it is first needed. */
typedef struct fk_normal {
    fk_normal_span span;
    int sign;
    fk_vertex_pair pair[3];
    int axis, axis_sign; /* edge, axis, tilt: a coordinate axis, or its opposite */
    const struct fk_normal *base;
    fk_ball_vec3 ball;
    /* supports are vertices with the greatest product with this: the ball, unless the pair projects */
    fk_ball_vec3 along;
    bool is_exact, is_lead;
    fk_exact_vec3 exact;
    fk_leading_vec3 lead;
} fk_normal;

/* FK_OK for two valid pieces; else the error of fk_piece_check for the first that is not. */
fk_status fk_pair_check(const fk_piece *a, const fk_piece *b);

/* Prepares two valid pieces that are not half-spaces. */
void fk_pair_init(fk_pair *pair, const fk_piece *a, const fk_piece *b);

/* The same; the scale leaves room for further numbers below 2^(exponent + 1). */
void fk_pair_init_wide(fk_pair *pair, const fk_piece *a, const fk_piece *b, int exponent);

/* The same with a displaced by exactly time * path. */
void fk_pair_init_displaced(fk_pair *pair, const fk_piece *a, const fk_piece *b, const fk_displacement *path,
                            double time);

/* The same projected along a path that is not zero: each vertex difference d becomes d x path, which is its projection,
 * turned by 90 degrees and scaled by the length of the path. fk_sign_excess scales the radii, too, so exact GJK decides
 * whether the pieces meet at any time: apart (never), touching (a only grazes b) or overlapping. M is flat, so it
 * must not be asked for more than that. */
void fk_pair_init_projected(fk_pair *pair, const fk_piece *a, const fk_piece *b, const fk_displacement *path);

/* The offset of a vertex of one of the pieces. */
fk_ball_vec3 fk_pair_offset(const fk_pair *pair, const fk_pair_piece *side, uint32_t vertex);

/* The barycentric weights of the origin's projection on the affine span of 1 to 4 affinely independent pairs, times a
 * common positive number. */
void fk_pair_weights(fk_pair *pair, const fk_vertex_pair *simplex, uint32_t count, fk_exact weight[4]);

/* ---- Exact signs of the formulas in verdict/gjk_exact.inc ---- */
int fk_sign_point_gain(fk_pair *pair, fk_vertex_pair w, fk_vertex_pair x);
int fk_sign_line_gain(fk_pair *pair, fk_vertex_pair w, fk_vertex_pair x, fk_vertex_pair y);
int fk_sign_plane_weight(fk_pair *pair, fk_vertex_pair w, fk_vertex_pair x, fk_vertex_pair y);
int fk_sign_plane_height(fk_pair *pair, fk_vertex_pair w, fk_vertex_pair x, fk_vertex_pair y);
int fk_sign_plane_gain(fk_pair *pair, fk_vertex_pair w, fk_vertex_pair x, fk_vertex_pair y, fk_vertex_pair z);
/* The sign of the distance of the cores minus the sum of the radii. The hull of the 1 to 3 pairs must contain the point of
 * M nearest to the origin. */
int fk_sign_excess(fk_pair *pair, const fk_vertex_pair *simplex, uint32_t count);

/* ---- Directions ---- */

/* Computes the balls of a direction, for the calls below. Those leave the arena as they found it, except for the exact
 * vector of n, which the first of them may add. */
void fk_normal_prepare(fk_pair *pair, fk_normal *n);
fk_exact_vec3 fk_normal_exact(fk_pair *pair, fk_normal *n);
bool fk_normal_is_zero(fk_pair *pair, fk_normal *n);
/* The direction of a certificate of exact GJK: a facet, an edge or an axis. */
fk_exact_vec3 fk_direction_exact(fk_pair *pair, const fk_direction *direction);

/* The sign of n.d, and that of n.(d - base). */
int fk_normal_side(fk_pair *pair, fk_normal *n, fk_vertex_pair d);
int fk_normal_compare(fk_pair *pair, fk_normal *n, fk_vertex_pair d, fk_vertex_pair base);

/* The vertex difference with the greatest n.d, the support of M along n; and the one with the least. */
fk_vertex_pair fk_normal_max_support(fk_pair *pair, fk_normal *n);
fk_vertex_pair fk_normal_min_support(fk_pair *pair, fk_normal *n);

#endif
