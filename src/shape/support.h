/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Bodies: two bounded pieces made ready for questions in floating point. How far does a piece reach along a
 * direction, and where?
 *
 * Points are offsets from the anchor, a point of the piece, times a power of two that is common to both bodies:
 * so nothing overflows, and pieces far from the origin of the world keep their precision. The larger of both
 * extents and the way between the anchors is near 1, unless that is below 2^-960.
 *
 * Nothing here is exact or proved. Results are the same on every machine, and finite for every valid piece in every
 * state of the floating-point unit. */

#ifndef FARKAS_SHAPE_SUPPORT_H
#define FARKAS_SHAPE_SUPPORT_H

#include "farkas/shape.h"

/* Hulls of fewer points than this are scanned, others are climbed when they have neighbours. Measured: see support.c. */
#define FK_CLIMB_POINTS 64

/* One bounded piece of any kind but a half-space. */
typedef struct fk_body {
    const fk_piece *piece;
    fk_vec3
        anchor; /* as given: cells their origin, smooth and round pieces a centre or end 0, others vertex 0 */
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
