/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Faces of cells, and the polygons around the intersection of two cells, for pictures: in plain doubles, with a
 * tolerance, so that a contact still has something to show. Nothing is decided by them. */

#ifndef FARKAS_TOOLS_CLIP_H
#define FARKAS_TOOLS_CLIP_H

#include "farkas/shape.h"

/* A face has up to 4 corners, and each plane that cuts a convex polygon adds one: 4 + 6 at most. */
#define CLIP_POLYGON_POINTS 12
#define CLIP_CELL_FACES     6

typedef struct clip_polygon {
    size_t count;
    fk_vec3 point[CLIP_POLYGON_POINTS];
} clip_polygon;

typedef struct clip_polygons {
    size_t count;
    clip_polygon polygon[2 * CLIP_CELL_FACES];
} clip_polygons;

/* The faces of a box or tetra: 6 or 4 polygons, counterclockwise seen from outside when its edges are right-handed.
 * No faces for other kinds. */
void clip_faces(const fk_piece *cell, clip_polygons *out);

/* The faces of the intersection of two cells: those of a that lie in b, and those of b that lie in a. Where the
 * cells only touch, these are flat, segments or points. */
void clip_intersection(const fk_piece *a, const fk_piece *b, clip_polygons *out);

#endif
