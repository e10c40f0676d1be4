/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The tools that make generated meshes: points and triangles by number, rows of points, lathes, caps and
 * blocks.
 *
 * A kind is a function that makes its whole mesh for a given detail. It first runs without a builder, to
 * count its triangles, until the detail with about the requested number is found; functions that make many
 * triangles then only count them. After a failure a maker does nothing more, and its status says why, so
 * kinds need not check it. */

#ifndef FARKAS_GEN_GENERATE_MAKE_H
#define FARKAS_GEN_GENERATE_MAKE_H

#include "base/vec3.h"
#include "gen/generate.h"
#include "mesh/builder.h"

typedef struct fk_maker {
    fk_builder *builder; /* NULL: only count triangles */
    double scale;        /* of all points */
    uint64_t triangles;
    uint32_t points;
    fk_status status;
} fk_maker;

/* Makes a kind; detail is 1 or more. */
typedef void fk_make_function(fk_maker *maker, uint32_t detail);

fk_make_function fk_make_box, fk_make_bracket, fk_make_open_box, fk_make_star, fk_make_gear;
fk_make_function fk_make_sphere, fk_make_torus, fk_make_trefoil, fk_make_cylinder, fk_make_cone;
fk_make_function fk_make_nut, fk_make_bolt, fk_make_nut_and_bolt, fk_make_peg_in_hole, fk_make_arm,
    fk_make_torus_cells;

/* ---- Parts, points and triangles ----------------------------------------------------------------------- */

void fk_make_part(fk_maker *maker, const char *name);

/* Adds a point, multiplied by the scale. Returns its number. */
uint32_t fk_make_point(fk_maker *maker, double x, double y, double z);

/* Corners are counterclockwise seen from outside; a quad is cut from a to c. */
void fk_make_triangle(fk_maker *maker, uint32_t a, uint32_t b, uint32_t c);
void fk_make_quad(fk_maker *maker, uint32_t a, uint32_t b, uint32_t c, uint32_t d);

/* ---- Rows: sheets of points ---------------------------------------------------------------------------- */

/* Returns point i of a row, before scaling. Rows are requested in order, each from i = 0. */
typedef fk_vec3 fk_place_function(void *user, uint32_t row, uint32_t i);

typedef struct fk_ring_rows {
    fk_place_function *place;
    void *user;
    uint32_t rows, count; /* rows of `count` points, each closed to a ring */
    bool closed;          /* the last row is followed by the first */
    bool inward;          /* the wall of a hole: the same triangles with reversed orientation */
} fk_ring_rows;

/* Adds rings of points and the quads between them. Seen from outside, the next row is to the left of the
 * direction from point i to point i + 1, unless inward. Returns the number of the first point; point i of row
 * j is at j * count + i from it. */
uint32_t fk_make_rows(fk_maker *maker, const fk_ring_rows *rows);

/* Adds a cap of triangles from a ring of `count` points to one point. With `left` the inside of the ring,
 * seen from outside the solid, is to the left of the direction from point i to i + 1; otherwise to the
 * right. */
void fk_make_fan(fk_maker *maker, uint32_t ring, uint32_t count, uint32_t tip, bool left);

/* Adds a flat cap between an outer ring of few corners and an inner ring of many points. Inner point 0 lies
 * on the ray to corner 0; both rings are counterclockwise seen from above, and count is a multiple of 2
 * corners. `up`: it is visible from above. */
void fk_make_plate(fk_maker *maker, uint32_t outer, uint32_t corners, uint32_t inner, uint32_t count,
                   bool up);

/* Adds the six sides of a prism from z = low to high; `radius` is that of its corners. Returns the first point
 * of its lower ring; the upper one follows. */
uint32_t fk_make_hexagon(fk_maker *maker, double radius, double low, double high);

/* ---- Lathe and blocks ---------------------------------------------------------------------------------- */

/* A corner of an outline that is rotated around the z axis. */
typedef struct fk_lathe_point {
    double radius, z;
} fk_lathe_point;

/* Rotates an outline that goes from the axis at the lower end around the outside to the axis at the upper
 * end. Its lines are cut so that triangles are about as high as wide where it is widest, unless they lie in a
 * plane. */
void fk_make_lathe(fk_maker *maker, const fk_lathe_point *outline, uint32_t count, uint32_t sides);

/* The union of cells of a lattice: cell (i, j, k) extends from x[i] to x[i + 1] and so on, with at most 4
 * cells along an axis, and exists if bit i + 4 j + 16 k is set. Each cell is cut into `cuts` slices along
 * each axis. With `open`, the faces that look up are left out. No two cells may share only an edge or a
 * corner. */
typedef struct fk_blocks {
    double x[5], y[5], z[5];
    uint64_t present;
    bool open;
} fk_blocks;
void fk_make_blocks(fk_maker *maker, const fk_blocks *blocks, uint32_t cuts);

#endif
