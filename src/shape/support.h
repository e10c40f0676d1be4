/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Supports of pieces: the numbers of a piece, passes over points, the farthest vertex. */

#ifndef FARKAS_SHAPE_SUPPORT_H
#define FARKAS_SHAPE_SUPPORT_H

#include "farkas/shape.h"

/* What the numbers of each kind mean: one row per kind, from which pieces are read, written, checked, placed and
 * scaled. A new kind whose numbers are points, directions and at most one scalar needs no more than its row. */

/* No piece has more numbers. */
#define FK_PIECE_NUMBERS 12

/* A piece is given by points, then directions, then scalars, in the pair stream as in memory. A hull has none of
 * them: its points lie elsewhere. */
typedef struct fk_number_layout {
    uint8_t points, directions, scalars;
} fk_number_layout;

/* All zero for an unknown kind. */
fk_number_layout fk_kind_layout(fk_kind kind);

/* How many numbers give a piece of that kind; 0 for a hull and for an unknown one. */
uint32_t fk_kind_number_count(fk_kind kind);

/* Writes the numbers of a piece in the order of the pair stream, and zeros after them; returns how many. */
uint32_t fk_piece_to_numbers(const fk_piece *piece, double number[FK_PIECE_NUMBERS]);

/* The piece that these numbers give; those after the last one are not looked at. Equal pieces are equal bytes. */
fk_piece fk_piece_from_numbers(fk_kind kind, const double number[FK_PIECE_NUMBERS]);

/* Passes over all points of a hull, with the vectors that the processor has; the same results on every level of instructions.
 *
 * Where points reach farthest. value is ((along.x dx) + (along.y dy)) + (along.z dz) with d = fold point - base, each
 * operation rounded once. Among equal values the lowest index wins. */
typedef struct fk_scan {
    double value;
    uint32_t index;
} fk_scan;

/* Over count points, at least one. fold is a power of two not above 1, and base is folded already. Values that are not
 * numbers are passed over; when there are no others, index 0 is found. */
fk_scan fk_scan_farthest(const fk_vec3 *point, uint32_t count, double fold, fk_vec3 base, fk_vec3 along);

/* The indices of points whose value, as above without a fold, is at least `from`, in ascending order: at most capacity of
 * them are written. Returns how many there are. */
uint32_t fk_scan_reaching(const fk_vec3 *point, uint32_t count, fk_vec3 base, fk_vec3 along, double from,
                          uint32_t *index, uint32_t capacity);

/* How far points reach along a direction: the greatest value, as above without a fold, and the largest coordinate of an
 * offset from base. False when a number is not finite, and then both may be any. */
bool fk_scan_reach(const fk_vec3 *point, uint32_t count, fk_vec3 base, fk_vec3 along, double *value,
                   double *extent);

/* The box of count points, at least one. False when a number is not finite, and then the box may be any. */
bool fk_scan_box(const fk_vec3 *point, uint32_t count, fk_aabb *box);

/* Whether all numbers of count points are finite. */
bool fk_scan_is_finite(const fk_vec3 *point, uint32_t count);

/* Bodies: two bounded pieces made ready for questions in floating point. How far does a piece reach along a
 * direction, and where?
 *
 * Points are offsets from the anchor, a point of the piece, times a power of two that is common to both bodies:
 * so nothing overflows, and pieces far from the origin of the world keep their precision. The larger of both
 * extents and the way between the anchors is near 1, unless that is below 2^-960.
 *
 * Nothing here is exact or proved. Results are the same on every machine, and finite for every valid piece in every
 * state of the floating-point unit. */

/* One bounded piece of any kind but a half-space. */
typedef struct fk_body {
    const fk_piece *piece;
    fk_vec3
        anchor; /* as given: of cells the origin, of smooth and round pieces a centre or end 0, else vertex 0 */
    double scale;    /* a power of two from 2^-1000 to 2^960 */
    double fold;     /* 1, or 2^-4 where differences of given numbers would overflow */
    fk_vec3 edge[3]; /* scaled: edges of cells and ellipsoids, other points minus the anchor */
    fk_vec3 axis;    /* cylinder, cone: the direction of edge 0; zero when it is too short to tell */
    double
        radius; /* scaled; around the core of a sphere or capsule, of a cylinder or of the base of a cone */
    double extent; /* no coordinate of a point of the piece, radius included, is larger; scaled, rounded up */
    bool whole;    /* with the radius of a sphere or capsule, or the core alone */
    double factor; /* 1, or what the piece is shrunk by toward its centre */
    fk_vec3 center; /* for factor < 1: a point of the relative interior, scaled offset */
    bool climbs;    /* a hull with neighbours that is large enough */
    uint32_t near;  /* where to start climbing: the last vertex that was found */
} fk_body;

typedef struct fk_bodies {
    fk_body a, b;
    fk_vec3 shift; /* anchor of a minus anchor of b, scaled */
    double size;   /* no coordinate of a point of a - b, radii included, is larger; scaled, rounded up */
} fk_bodies;

/* Where a body reaches farthest. vertex is the index of that point for pieces with vertices (those of the core, for
 * round ones), else 0. */
typedef struct fk_support {
    fk_vec3 point;
    uint32_t vertex;
} fk_support;

/* Readies two valid pieces that are not half-spaces, spheres and capsules without their radius. */
void fk_bodies_init(fk_bodies *bodies, const fk_piece *a, const fk_piece *b);

/* Shrinks a body toward its centre: every point x becomes center + factor (x - center), with 0 < factor < 1. The
 * result lies in the relative interior of the piece. */
void fk_body_shrink(fk_body *body, double factor);

/* The point with the greatest n.x, up to rounding; n is finite, not longer than about 1, and may be zero. Among equal
 * vertices the lowest index wins, unless the hull is climbed. */
fk_support fk_body_support(fk_body *body, fk_vec3 n);

/* The offset of a vertex, for pieces that have them; shrunk as the body is, without radius. */
fk_vec3 fk_body_vertex(const fk_body *body, uint32_t vertex);

/* A scaled offset as a point of the world, rounded. */
fk_vec3 fk_body_place(const fk_body *body, fk_vec3 offset);

#endif
