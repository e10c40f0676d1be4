/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Two pieces with vertices, made ready for exact questions; which of the two comes first. */

#ifndef FARKAS_SRC_PAIR_H
#define FARKAS_SRC_PAIR_H

#include "exact/ball.h"
#include "exact/exact.h"
#include "exact/leading_bits.h"
#include "farkas/proof.h"
#include "farkas/shape.h"
#include "shape/vertices.h"

/* An order of pieces, negative, 0 or positive: answers that must be the same for (a, b) and (b, a) are found in this order
 * and turned around afterwards. By kind, then by the numbers, the last one first: so what a piece is comes before where it
 * is, and a piece that moves keeps its place among others. 0 only for the same numbers. */
int fk_piece_order(const fk_piece *a, const fk_piece *b);

/* ---- A pair made ready: vertices as balls and as exact sums, directions by what spans them ----
 *
 * Everything here is about M, the hull of all vertex differences d = p - q of a and b (of their cores, for
 * round pieces). Signs are exact: balls are asked first, integers when they are unsure. Ties go to the lowest
 * index, so results never depend on the floating-point unit. */

/* One of the two pieces. Its offsets are vertices minus the first term of vertex 0, its anchor, so that they
 * keep their precision far from the origin. Those of a large hull are made when they are asked for. */
typedef struct fk_pair_side {
    const fk_piece *piece;
    uint32_t count;
    double
        extent; /* of a large hull: no coordinate of its points minus the first one is larger, not scaled; else 0 */
    fk_ball_vec3 anchor;
    fk_ball_vec3 offset[FK_VERTEX_MAX];
} fk_pair_side;

typedef struct fk_pair {
    fk_pair_side a, b;
    double scale;       /* of every ball, see fk_ball_scale */
    fk_ball_vec3 shift; /* anchor of a minus anchor of b */
    int8_t spread;      /* whether the numbers have very different sizes; -1 before it was asked */
    fk_arena arena;
} fk_pair;

/* What spans a direction. */
typedef enum fk_normal_span {
    FK_SPAN_POINT, /* d1 */
    FK_SPAN_LINE,  /* from the origin to the line through d1 and d2 */
    FK_SPAN_PLANE, /* (d2 - d1) x (d3 - d1) */
    FK_SPAN_EDGE,  /* (d2 - d1) x axis */
    FK_SPAN_AXIS,  /* axis */
    FK_SPAN_TILT   /* base (axis.d1) - axis (base.d1): base turned toward an axis until it touches d1 */
} fk_normal_span;

/* A direction n of M: sign times what its span says. The exact vector is made when it is first needed. */
typedef struct fk_normal {
    fk_normal_span span;
    int sign;
    fk_vertex_pair pair[3];
    int axis, axis_sign; /* edge, axis, tilt: a coordinate axis, or its opposite */
    const struct fk_normal *base;
    fk_ball_vec3 ball;
    bool is_exact, is_lead;
    fk_exact_vec3 exact;
    fk_lead_vec3 lead;
} fk_normal;

/* FK_OK for two valid pieces; else what is wrong with the first that is not (fk_piece_check). */
fk_status fk_pair_check(const fk_piece *a, const fk_piece *b);

/* Readies two valid pieces that are not half-spaces. */
void fk_pair_init(fk_pair *pair, const fk_piece *a, const fk_piece *b);

/* The same, where other numbers below 2^(exponent + 1) will be scaled along. */
void fk_pair_init_wide(fk_pair *pair, const fk_piece *a, const fk_piece *b, int exponent);

/* The offset of a vertex of one side. */
fk_ball_vec3 fk_side_offset(const fk_pair *pair, const fk_pair_side *side, uint32_t vertex);

/* The weights of the origin's foot in the span of 1 to 4 affinely independent pairs, times a common positive
 * number. */
void fk_pair_weights(fk_pair *pair, const fk_vertex_pair *simplex, uint32_t count, fk_exact weight[4]);

/* ---- Signs of the formulas, exact ---- */
int fk_sign_point_gain(fk_pair *pair, fk_vertex_pair w, fk_vertex_pair x);
int fk_sign_line_gain(fk_pair *pair, fk_vertex_pair w, fk_vertex_pair x, fk_vertex_pair y);
int fk_sign_plane_weight(fk_pair *pair, fk_vertex_pair w, fk_vertex_pair x, fk_vertex_pair y);
int fk_sign_plane_height(fk_pair *pair, fk_vertex_pair w, fk_vertex_pair x, fk_vertex_pair y);
int fk_sign_plane_gain(fk_pair *pair, fk_vertex_pair w, fk_vertex_pair x, fk_vertex_pair y, fk_vertex_pair z);
/* The distance of the cores against the sum of the radii, for the 1 to 3 pairs that hold their nearest point. */
int fk_sign_excess(fk_pair *pair, const fk_vertex_pair *simplex, uint32_t count);

/* ---- Directions ---- */

/* Readies a direction for the calls below. They leave the arena as they found it, but for the exact vector of n
 * that the first of them may add. */
void fk_normal_ready(fk_pair *pair, fk_normal *n);
fk_exact_vec3 fk_normal_exact(fk_pair *pair, fk_normal *n);
bool fk_normal_is_zero(fk_pair *pair, fk_normal *n);
/* Of a certificate of the solver, with a facet, an edge or an axis. */
fk_exact_vec3 fk_direction_exact(fk_pair *pair, const fk_direction *direction);

/* The sign of n.d, and of n.(d - base). */
int fk_normal_side(fk_pair *pair, fk_normal *n, fk_vertex_pair d);
int fk_normal_gain(fk_pair *pair, fk_normal *n, fk_vertex_pair d, fk_vertex_pair base);

/* The vertex difference with the greatest n.d, and with the least. */
fk_vertex_pair fk_normal_greatest(fk_pair *pair, fk_normal *n);
fk_vertex_pair fk_normal_least(fk_pair *pair, fk_normal *n);

#endif
