/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The box of the intersection of two cells. */

#ifndef FARKAS_PAIR_BOX_CELLS_H
#define FARKAS_PAIR_BOX_CELLS_H

#include "exact/dd.h"
#include "farkas/pair.h"

/* ---- box cells -------------------------------------------------------------------------------------------- */

/* The tight box of the intersection of two cells, quickly. */

/* All six bits of the sides of a box: bit 2 k is the upper one along axis k, bit 2 k + 1 the lower one. */
#define FK_BOX_SIDES 63u

/* Sets sides of the box of the intersection of two valid cells that overlap, each to the exact bound rounded outward, and
 * returns the bits of those that it has set. The others are too close to call. */
unsigned fk_box_of_cells(const fk_piece *a, const fk_piece *b, fk_aabb *box);

/* Sets all sides for two valid cells that overlap or touch, when their numbers are whole multiples of one number, and small. False
 * when they are not, and for flat cells; then nothing is set. */
bool fk_box_of_whole_cells(const fk_piece *a, const fk_piece *b, fk_aabb *box);

/* ---- box cells parts -------------------------------------------------------------------------------------- */

/* What the parts of the tight box of two cells share (box_cells.c): the cells by their vectors, their edges by tables, what
 * one cell is in the rows of the other, and sums of given numbers rounded outward. */

/* The errors are explained in box_cells.c. */
#define FK_BOX_SMALLEST 0x1p-60
#define FK_BOX_LARGEST  0x1p60
#define FK_BOX_ROUGH    0x1p-46
#define FK_BOX_FINE     0x1p-91

#define FK_BOX_ROWS    4
#define FK_BOX_CORNERS 8
#define FK_BOX_EDGES   12

/* A way from one corner to another: one edge of the cell, less another. */
typedef struct fk_box_way {
    uint8_t plus, minus;
} fk_box_way;

/* The edge that is none. */
#define FK_BOX_NOTHING 3

/* An edge between two corners, and the two others that edges join to the first one; the ways from that one to the three; and
 * the edges that lead from the origin to it. */
typedef struct fk_box_edge {
    uint8_t from, to, other[2];
    fk_box_way way[3];
    uint8_t start[2];
} fk_box_edge;

/* A box has twelve. A tetrahedron has six, and the first two again, which makes up for whole vectors. */
extern const fk_box_edge fk_box_edges_of_box[12], fk_box_edges_of_tetra[8];

/* A cell by its vectors and by its rows, [.][axis] with a zero that fills a vector. A point of the cell has a product between
 * zero and top in each row; a box has a fourth row that nothing meets. */
typedef struct fk_box_cell {
    const fk_piece *piece;
    double origin[4], e[4][4]; /* the edges, and nothing */
    double normal[FK_BOX_ROWS][4], size[FK_BOX_ROWS][4];
    double base[FK_BOX_ROWS], top, bound_size; /* base: of the origin */
    int turn, rows, corners;
    bool has_level; /* an edge lies across an axis, and perhaps a face */
    const fk_box_edge *edge;
    double fine_hi[FK_BOX_ROWS][4], fine_lo[FK_BOX_ROWS][4]; /* the normals again, with twice the precision */
} fk_box_cell;

/* The edges of one cell in the rows of the other. */
typedef struct fk_box_crossings {
    const fk_box_cell *edges, *rows;
    double part[3][FK_BOX_ROWS];                /* n.e */
    double corner[FK_BOX_CORNERS][FK_BOX_ROWS]; /* of each corner */
    double off[FK_BOX_ROWS]; /* how far off these and their differences may be, and the bounds with them */
    double way_hi[4], way_lo[4]; /* from the origin of the rows to that of the edges, as a sum */
    double reach[4];             /* the size of all ways from a face to an edge */
    double anchor[4], row_anchor[FK_BOX_ROWS]; /* for sums of that size, and of its products with normals */
    double place_size[4];                      /* of the coordinates of a point on an edge */
} fk_box_crossings;

/* The double next to value from above (sign 1) or below, where value is off by error at most. False when it is too close
 * to a double to say which. */
static inline bool fk_box_round_outward(fk_twofold value, double error, int sign, double *out)
{
    /* From value.hi toward value: the two doubles that it lies between. */
    bool is_up = value.lo > 0;
    uint64_t near = fk_bits_of(value.hi), step = is_up == (value.hi > 0) ? 1u : UINT64_MAX, far = near + step;
    *out = fk_from_bits(is_up == (sign > 0) ? far : near);
    return (fabs(value.hi) > FK_BOX_SMALLEST * FK_BOX_SMALLEST) & (fabs(value.lo) > error) &
           (fabs(value.lo) + error < fabs(value.hi - fk_from_bits(far)));
}

/* The same for the coordinate of a corner of a cell. False only when integers have no room. */
bool fk_box_round_corner(const fk_box_cell *f, int corner, int axis, int sign, double *out);

/* The farthest corner of a cell along an axis, by signs of given numbers: the one that is known, or a farther one. */
int fk_box_farthest_corner(const fk_box_cell *f, int corner, int axis, int sign);

/* Whether a face of a cell lies across an axis. */
bool fk_box_is_across(const fk_box_cell *f, int row, int axis);

/* A corner of a face: that of the lower bound of its row (0) or of the upper one. */
int fk_box_face_corner(const fk_box_cell *f, int row, int bound);

#endif
