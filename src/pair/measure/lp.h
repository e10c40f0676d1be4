/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Exact linear programs over two pieces with vertices: how far their intersection reaches along an axis, and when
 * a piece that moves meets the other one.
 *
 * With d = p - q the difference of a vertex p of a and a vertex q of b, and weights w >= 0 that sum to 1, the common
 * points are x = sum w q for all w with sum w d = 0; and a moved by t v, where v is its way, meets b when
 * sum w d + t v = 0 for some w. */

#ifndef FARKAS_PAIR_LP_H
#define FARKAS_PAIR_LP_H

#include "exact/ratio.h"
#include "pair/pair.h"
#include "pair/cast/way.h"

typedef enum fk_column_kind {
    FK_COLUMN_PAIR, /* the difference of a vertex pair, with a weight */
    FK_COLUMN_TIME, /* the way, times a free number */
    FK_COLUMN_START, /* from the first difference back to the origin: the part of the way that is still missing */
    FK_COLUMN_AXIS /* a coordinate axis, times zero: fills up a basis */
} fk_column_kind;

typedef struct fk_column {
    fk_column_kind kind;
    fk_vertex_pair pair;
    int axis;
    int parent; /* the pair of the basis that this one is compared with: 0, but see portal.c */
} fk_column;

typedef enum fk_goal_kind {
    FK_GOAL_MEET,  /* as little as possible of the way from START */
    FK_GOAL_REACH, /* the greatest sign * x along an axis */
    FK_GOAL_TIME   /* the greatest sign * t */
} fk_goal_kind;

typedef struct fk_goal {
    fk_goal_kind kind;
    int axis, sign;
} fk_goal;

typedef struct fk_lp {
    /* Four columns that span the program; the first one is a pair. */
    fk_column basis[4];
    const fk_way *way; /* NULL of a piece that rests */
    fk_vec3 shift[2];  /* added to every difference, exactly */
    bool has_met;      /* START has done its work: it must stay zero */
    /* The offsets of few vertices, without their radii. */
    fk_vec3 rough[2][FK_VERTEX_MAX];
    fk_pair pair;
} fk_lp;

/* Readies two valid pieces with vertices (of round ones, their cores), a going a way that leads somewhere, or
 * resting for NULL; the way stays as long as the program. False when they never meet, or when the exact integers found no room (pair.arena.full). */
bool fk_lp_begin(fk_lp *lp, const fk_piece *a, const fk_piece *b, const fk_way *way);

/* The same with a moved by the exact sum of two vectors first. */
bool fk_lp_begin_shifted(fk_lp *lp, const fk_piece *a, const fk_piece *b, const fk_way *way,
                         const fk_vec3 shift[2]);

/* The extent of the intersection along an axis: its greatest coordinate (sign 1) or its least (-1). After
 * fk_lp_begin without a way. The result lies in the arena until the next call; see pair.arena.full. */
fk_fraction fk_lp_reach(fk_lp *lp, int axis, int sign);

/* The last time at which the pieces meet (sign 1) or the first (-1). After fk_lp_begin with a way. */
fk_fraction fk_lp_time(fk_lp *lp, int sign);

/* Moves the basis toward a goal in floating point: quickly, and believed by nobody. */
void fk_lp_rough(fk_lp *lp, fk_goal goal);

#endif
