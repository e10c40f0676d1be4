/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Casts: exact ways, pieces that go along them, corners that move. */

#ifndef FARKAS_PAIR_CAST_H
#define FARKAS_PAIR_CAST_H

#include "exact/ball.h"
#include "exact/exact.h"
#include "farkas/pair.h"

/* ---- The way that a piece goes: an exact sum of vectors, as differences of positions are no doubles ---- */

#define FK_WAY_TERMS 8

typedef struct fk_way {
    uint32_t count; /* 0: it leads nowhere */
    fk_vec3 term[FK_WAY_TERMS];
    double scale;      /* of what follows, see fk_ball_scale */
    fk_ball_vec3 ball; /* holds the sum */
    fk_dd_vec3 fine;   /* the sum by its leading bits; proves nothing */
} fk_way;

/* The exact sum of up to FK_WAY_TERMS finite vectors, in few terms: one where it is a vector of doubles, mostly two
 * where it is not. The same for every state of the floating-point unit. */
void fk_way_make(const fk_vec3 *term, uint32_t count, fk_way *out);

/* The opposite way. */
void fk_way_negate(fk_way *displacement);

/* On top of the arena. */
static inline fk_exact_vec3 fk_way_exact(fk_arena *arena, const fk_way *displacement)
{
    return fk_exact_vec3_sum(arena, displacement->term, displacement->count);
}

/* ---- When a moving piece meets another one ---- */

/* All times at which two pieces meet, whatever the start and the end of the motion: between these two. */
typedef struct fk_times {
    fk_cast_result result; /* a hit is one at any time, also before the start */
    bool is_exact;         /* each interval is one exact time, rounded down and up */
    fk_interval first, last;
} fk_times;

/* For two valid bounded pieces, one or both of which are round or smooth, and a way that leads somewhere. */
void fk_cast_round(const fk_piece *a, const fk_way *displacement, const fk_piece *b, fk_times *out);

/* fk_pair_cast for two valid pieces of which a goes by t * way, 0 <= t <= end, for any way and an end that is not
 * negative. `always` becomes what is known of all times: of what is undecided, they do not meet before
 * first.lo or after last.hi. */
void fk_way_cast(const fk_piece *a, const fk_way *displacement, const fk_piece *b, double end,
                 fk_times *always, fk_cast *out);

/* Whether two valid pieces, a going by t * way for all t, overlap while they meet, and not only touch: then they do at
 * every time but the first and the last one, which differ. Exact, for pieces for which it is decided: half-spaces with
 * any other piece, if that has a verdict, and polyhedra with up to 16 vertices. */
bool fk_way_through_decides(const fk_piece *a, const fk_piece *b);
bool fk_way_goes_through(const fk_piece *a, const fk_way *displacement, const fk_piece *b);

/* ---- Polynomials in time, of degree up to 3, by signs of integers alone (cast_polynomial.c) ---- */

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
typedef struct fk_poly_argument {
    const fk_poly *poly;
    int root; /* of degree 2: 0 the lesser, 1 the greater */
    double x;
} fk_poly_argument;

/* A polynomial of degree 1 to 3 cut at its extremes into pieces, on each of which it rises or falls strictly. */
typedef struct fk_curve {
    fk_poly f;           /* the last coefficient is positive */
    fk_poly slope, bend; /* a positive multiple of the derivatives */
    int branches;
} fk_curve;

fk_curve fk_curve_make(fk_arena *arena, const fk_poly *f);

/* The root in one piece of a curve. Roots that are extremes belong to two pieces. */
typedef struct fk_curve_root {
    const fk_curve *curve;
    int branch;
    fk_interval time; /* doubles from 0 to 1 between which it is */
} fk_curve_root;

/* Whether there is a root in a piece, from 0 to 1: that is its time, then. */
bool fk_curve_find_root(fk_arena *arena, const fk_curve *curve, int branch, fk_curve_root *out);

/* Makes the time the greatest double that is not above the root and the least that is not below. */
void fk_curve_root_round(fk_arena *arena, fk_curve_root *root);

/* The same for the only root of f between two doubles from 0 to 1, where f is strictly monotone and has opposite signs. */
fk_interval fk_poly_round(fk_arena *arena, const fk_poly *f, fk_interval between);

/* The sign of a number minus a root. */
int fk_curve_root_compare(fk_arena *arena, const fk_curve_root *root, const fk_poly_argument *spot);

/* The sign of g, of degree 2 at most, at a root. The narrower its time, the sooner. */
int fk_curve_root_sign(fk_arena *arena, const fk_curve_root *root, const fk_poly *g);

/* ---- Corners that move (cast_vertex_edge.c) ---- */

typedef enum fk_ccd_kind {
    FK_CCD_POINT_TRIANGLE, /* the first point and the triangle of the others */
    FK_CCD_SEGMENTS        /* the segment of the first two and that of the others */
} fk_ccd_kind;

/* In exact integers alone, for finite points. */
fk_ccd_hit fk_ccd_exact(fk_ccd_kind kind, const fk_vec3 begin[4], const fk_vec3 end[4]);

#endif
