/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Supports of pieces: the numbers of a piece, scans of points, support points. */

#ifndef FARKAS_SHAPE_SUPPORT_H
#define FARKAS_SHAPE_SUPPORT_H

#include <string.h>

#include "farkas/shape.h"

/* The layout of the numbers of each kind: one row per kind, used to read, write, check, place and scale pieces. A new kind whose
 * numbers are points, directions and at most one scalar needs only its row. */

/* No piece has more numbers. */
#define FK_PIECE_NUMBERS 12

/* A piece is given by points, then directions, then scalars, in the pair stream as in memory. A hull has none of them: its points
 * are stored elsewhere. */
typedef struct fk_number_layout {
    uint8_t points, directions, scalars;
} fk_number_layout;

/* All zero for an unknown kind. */
fk_number_layout fk_kind_layout(fk_kind kind);

/* The number of numbers of a kind; 0 for a hull and for an unknown one. */
uint32_t fk_kind_number_count(fk_kind kind);

/* Writes the numbers of a piece in the order of the pair stream, followed by zeros; returns how many. */
uint32_t fk_piece_to_numbers(const fk_piece *piece, double number[FK_PIECE_NUMBERS]);

/* One of them. */
static inline double fk_piece_number(const fk_piece *piece, uint32_t i)
{
    double number;
    memcpy(&number, (const char *)&piece->as + i * sizeof number, sizeof number);
    return number;
}

/* The piece with these numbers; those after the last one are ignored. Equal pieces are equal bytes. */
fk_piece fk_piece_from_numbers(fk_kind kind, const double number[FK_PIECE_NUMBERS]);

/* Scans of all points of a hull, placed if it is posed, with the vectors of the processor; the same results on every level of
 * instructions.
 *
 * The value of a point is ((along.x dx) + (along.y dy)) + (along.z dz) with d = fold point - base, each operation rounded once.
 * Among equal values the lowest index wins. */
typedef struct fk_scan_result {
    double value;
    uint32_t index;
} fk_scan_result;

/* The point with the greatest value of at least one point. fold is a power of two not above 1, and base is already folded. NaN
 * values are skipped; when there are no others, index 0 is returned. */
fk_scan_result fk_scan_farthest(const fk_points *points, double fold, fk_vec3 base, fk_vec3 along);

/* Lists the points whose value, without a fold, is at least `from`, in ascending order: writes at most capacity indices, and
 * returns how many there are. */
uint32_t fk_scan_at_least(const fk_points *points, fk_vec3 base, fk_vec3 along, double from, uint32_t *index,
                          uint32_t capacity);

/* The support value of points: the greatest value, without a fold; and the largest coordinate of an offset from base. Returns
 * false, with both undefined, when a number is not finite. */
bool fk_scan_support_value(const fk_points *points, fk_vec3 base, fk_vec3 along, double *value,
                           double *extent);

/* The box of at least one point. Returns false, with an undefined box, when a number is not finite. */
bool fk_scan_box(const fk_points *points, fk_aabb *box);

/* Whether all numbers of the points are finite. */
bool fk_scan_is_finite(const fk_points *points);

/* Bodies: two bounded pieces prepared for support queries in floating point.
 *
 * Points are offsets from the anchor, a point of the piece, times a power of two that both bodies share: so nothing overflows,
 * and pieces far from the world's origin keep their precision. The larger of both extents and the difference of the anchors is
 * near 1, unless that is below 2^-960.
 *
 * Nothing here is exact or proved. Results are the same on every machine, and finite for every valid piece in every state of the
 * floating-point unit. */

/* One bounded piece of any kind but a half-space. */
typedef struct fk_support_body {
    const fk_piece *piece;
    /* as given: of cells the origin, of smooth and round pieces a centre or end 0, else vertex 0 */
    fk_vec3 anchor;
    double scale;    /* a power of two from 2^-1000 to 2^960 */
    double fold;     /* 1, or 2^-4 where differences of given numbers would overflow */
    fk_vec3 edge[3]; /* scaled: edges of cells and ellipsoids, other points minus the anchor */
    fk_vec3 axis;    /* cylinder, cone: the direction of edge 0; zero when it is too short to have one */
    /* scaled; around the core of a sphere or capsule, of a cylinder or of the base of a cone */
    double radius;
    double extent; /* no coordinate of a point of the piece, radius included, is larger; scaled, rounded up */
    bool whole;    /* with the radius of a sphere or capsule, or the core alone */
    double factor; /* 1, or the factor by which the piece is shrunk toward its centre */
    fk_vec3 center; /* for factor < 1: a point of the relative interior, scaled offset */
    bool climbs;    /* a hull with neighbours that is large enough */
    uint32_t near;  /* where hill climbing starts: the last support vertex */
} fk_support_body;

typedef struct fk_support_bodies {
    fk_support_body a, b;
    fk_vec3 shift; /* anchor of a minus anchor of b, scaled */
    double size;   /* no coordinate of a point of a - b, radii included, is larger; scaled, rounded up */
} fk_support_bodies;

/* A support point. vertex is its index for pieces with vertices (those of the core, for round ones), else 0. */
typedef struct fk_support_point {
    fk_vec3 point;
    uint32_t vertex;
} fk_support_point;

/* Prepares two valid pieces that are not half-spaces; spheres and capsules without their radius. */
void fk_support_bodies_init(fk_support_bodies *bodies, const fk_piece *a, const fk_piece *b);

/* Shrinks a body toward its centre: every point x becomes center + factor (x - center), with 0 < factor < 1. The result lies in
 * the relative interior of the piece. */
void fk_support_shrink(fk_support_body *body, double factor);

/* The support point along n, up to rounding; n is finite, not longer than about 1, and may be zero. Among equal vertices the
 * lowest index wins, unless hill climbing is used. */
fk_support_point fk_support_find(fk_support_body *body, fk_vec3 n);

/* The offset of a vertex, for pieces with vertices; shrunk as the body is, without radius. */
fk_vec3 fk_support_vertex(const fk_support_body *body, uint32_t vertex);

/* A scaled offset as a point in world coordinates, rounded. */
fk_vec3 fk_support_to_world(const fk_support_body *body, fk_vec3 offset);

#endif
