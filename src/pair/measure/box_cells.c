/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The tight box of the intersection of two overlapping cells, by clipping edges.
 *
 * A cell is three rows 0 <= n.(x - origin) <= top, with n a product of two edges, and a tetrahedron has a fourth one for
 * what is left of the sum of its parameters. A corner of the intersection is a corner of one cell inside the other, or the crossing of
 * an edge of one cell with a face of the other; so all of them are found by clipping the edges of each cell with the
 * rows of the other. The products of normals and edges that this takes are few: n.e for each row and edge, and n.w for
 * the way w between the origins. The products of corners are their sums, and those of edges differences of corners.
 *
 * The search is in doubles; what it finds is proved. A corner is the farthest along an axis when it lies in both cells, and
 * no way from it into both leads farther. From a corner of one cell, the ways along its edges are enough: their signs
 * are given numbers. From a crossing, there are three: along the edge, away from the face; and from the edge along each of
 * the two other edges e, staying on the face by sliding along the first edge s. With c for the coordinate, g = c.s / n.s
 * must have the sign that points out of the face, and c.e - g n.e must not be positive. Then the side of the box is a
 * coordinate of this corner. Where the edge or the face lies across the axis it is a sum of given numbers; else the
 * place on the edge is a quotient, which is computed with twice the precision (twofold.h). Either is rounded outward
 * once. What is too close to call, as with parallel faces, is left to the exact program (lp.h).
 *
 * Vectors hold rows, axes or edges in the search, and sides of the box in the proofs, so that those of three sides take
 * the time of one, without a branch. Only where no edge lies across an axis, which most cells know from their
 * components, is a side either a crossing or a corner; else each side is looked at by itself.
 *
 * The parts are in
 *   box_cells.inc         with vectors: the cells, and the search
 *   box_cells_sides.inc   with vectors: where edges meet faces, the proofs of crossings, the fine coordinate
 *   box_cells.c           the proofs of corners, and of what lies across an axis
 *   box_cells_round.c     tables, and corners of cells rounded outward
 *   box_whole.c           cells on a grid, which touch or are too close to call here.
 *
 * Errors, with u = 2^-52. Every number goes with its size: what it would be if nothing cancelled. In doubles, a normal is
 * within 5u of its size, n.e within 9u, n.w within 9u, a corner's product with a normal within 14u, that of an edge, a
 * difference of two, within 29u, and a bound within 6u. ROUGH is 64u; one size holds for all products of a row, twice over. A
 * quotient whose divisor is off by less than 2^-6 of itself is off by the errors of both, divided by it, and a little.
 *
 * In two doubles (twofold.h, anchored.h): a normal is within 2^-98 of its size and its lower part less than 2^-49, as its
 * products are within 2^-101, and each of its few sums within 2^-103. The way from the face to the rough place t on the
 * edge is a sum of six within 2^-95; the rests of two products and of the way between the origins, which are added to
 * its lower part, make that 2^-94; the lower part is less than 2^-45. One size holds for all ways from faces to edges, one
 * for their products with a row. The product of both is within 2^-92 of its size: 2^-98 and 2^-94 from the factors, 2^-94
 * from the roundings of what has a lower part in it and of their sum. Divided by n.s in doubles, it is the small way from
 * t to the crossing; that quotient may be off by 64u of itself and more, which is as little. The coordinate at t is within
 * 2^-93 of its size. FINE is 2^-91 for both. Where there is a fused product, its rest is exact in every rounding mode. What
 * is off in the rough products is ROUGH times more than their size, so FINE of it is FINE / ROUGH of that.
 *
 * Weak input: components beyond 2^-60 and 2^60, other than zero, and flat cells have no side here. */

#include "pair/measure/box_cells.h"

#include <string.h>

#include "base/cpu.h"
#include "base/vec3.h"

#define LEAST_TURN 0x1p-40

#define ROWS  FK_BOX_ROWS
#define EDGES FK_BOX_EDGES

/* The last bits of a number, which name the edge that it comes from: those of b after those of a. */
#define TAG    INT64_C(31)
#define SECOND 16

/* ---- Where sides are ----------------------------------------------------------------------------------- */

/* The sides as lanes of two vectors: the upper ones along each axis and nothing, then the lower ones. */
#define SIDES     8
#define ALL_SIDES 0x77u

static inline int axis_of(int side)
{
    return side % 4;
}

static inline int sign_of(int side)
{
    return side < 4 ? 1 : -1;
}

/* For each side, the edge that reaches farthest along its axis, taken outward, and the face that it meets first: where, and
 * the product of the edge and the face's normal; how far these may be off; and how far the edge leads along the axis.
 * Row 4 when it meets no face. */
typedef struct meetings {
    const fk_box_crossings *c[SIDES];
    const fk_box_edge *edge[SIDES];
    int64_t row[SIDES], face[SIDES]; /* face: the edge that leads from the origin of the other cell to it */
    double t[SIDES], t_off[SIDES], down[SIDES], step[SIDES]; /* t is counted from the first corner */
    unsigned corners;  /* bits of sides: those whose edge meets no face */
    unsigned forward;  /* those whose edge is taken from its first corner to the second */
    unsigned inside;   /* those whose end lies in the other cell for sure, and with a face, on the edge */
    unsigned farthest; /* those that meet a face, where no way from there into both cells leads farther */
    double found[SIDES];
} meetings;

/* A way as the sum of two doubles, and its product with a normal, [axis]. */
typedef struct fine_way {
    double hi[4], lo[4], part[4], rest[4];
} fine_way;

static inline int row_of(const meetings *m, int side)
{
    return (int)m->row[side];
}

/* The bound of a parameter that an edge meets, or for the last row, the upper bound of their sum. */
static inline int bound_of(const meetings *m, int side)
{
    return (m->down[side] > 0) | (row_of(m, side) == 3);
}

/* The rows of a cell whose faces are crossed. */
static inline unsigned rows_of(const meetings *m, unsigned crosses, const fk_box_cell *rows)
{
    unsigned found = 0;
    for (int i = 0; i < SIDES; i++)
        if (crosses >> i & 1)
            found |= (unsigned)(m->c[i]->rows == rows) << row_of(m, i);
    return found;
}

/* ---- Proofs -------------------------------------------------------------------------------------------- */

static bool is_corner_inside(const fk_box_crossings *c, int corner)
{
    bool inside = true;
    for (int j = 0; j < ROWS; j++) {
        double at = c->corner[corner][j];
        inside = inside & (at > c->off[j]) & (at < c->rows->top - c->off[j]);
    }
    return inside;
}

/* The end of the edge is a corner of its cell: that one, or a farther one, must lie in the other. */
static bool prove_corner(meetings *m, int side)
{
    const fk_box_crossings *c = m->c[side];
    const fk_box_edge *edge = m->edge[side];
    int found = m->forward >> side & 1 ? edge->to : edge->from;
    int corner = fk_box_farthest_corner(c->edges, found, axis_of(side), sign_of(side));
    bool inside = corner == found ? m->inside >> side & 1 : is_corner_inside(c, corner);
    return inside && fk_box_round_corner(c->edges, corner, axis_of(side), sign_of(side), &m->found[side]);
}

/* The face that the edge meets lies across the axis, and faces outward. */
static bool prove_across(meetings *m, int side)
{
    const fk_box_cell *rows = m->c[side]->rows;
    int bound = bound_of(m, side), row = row_of(m, side), axis = axis_of(side), sign = sign_of(side);
    double outward = sign * rows->e[row == 3 ? 0 : row][axis];
    return (bound ? outward > 0 : outward < 0) &&
           fk_box_round_corner(rows, fk_box_face_corner(rows, row, bound), axis, sign, &m->found[side]);
}

/* A side that is a corner of one of the cells, or a face or an edge of it across the axis. Where an edge crosses a face,
 * its bit is set in crosses, and the proof lacks the coordinate only. */
static bool prove_simple(meetings *m, int side, unsigned *crosses)
{
    const fk_box_crossings *c = m->c[side];
    unsigned bit = 1u << side;
    if (row_of(m, side) == ROWS)
        return prove_corner(m, side);
    if (!(m->inside & bit))
        return false;
    if (fk_box_is_across(c->rows, row_of(m, side), axis_of(side)))
        return prove_across(m, side);
    if (!(m->farthest & bit))
        return false;
    if (fk_sign_of(m->step[side]) == 0)
        return fk_box_round_corner(c->edges, m->edge[side]->from, axis_of(side), sign_of(side),
                                   &m->found[side]);
    *crosses |= bit;
    return false;
}

/* Writes the sides that were found, and returns their bits in the order of FK_BOX_SIDES. */
static inline unsigned set_sides(const meetings *m, unsigned proved, fk_aabb *box)
{
    const double *found = m->found;
    if (proved == ALL_SIDES) {
        box->max = fk_vec3_make(found[0], found[1], found[2]);
        box->min = fk_vec3_make(found[4], found[5], found[6]);
        return FK_BOX_SIDES;
    }
    unsigned bits = 0;
    for (int side = 0; side < SIDES; side++)
        if (proved >> side & 1) {
            *fk_vec3_at(side < 4 ? &box->max : &box->min, axis_of(side)) = found[side];
            bits |= 1u << (2 * axis_of(side) + (side >= 4));
        }
    return bits;
}

/* ---- Levels -------------------------------------------------------------------------------------------- */

#define FK_LEVEL(name) name##_plain
#define FK_LEVEL_BITS  0
#include "pair/measure/box_cells.inc"
#undef FK_LEVEL
#undef FK_LEVEL_BITS

/* Made of two short ones, long vectors are slower than plain C. There are none of more than four numbers. */
#define FK_LEVEL_FILE  "pair/measure/box_cells.inc"
#define FK_LEVEL_LEAST 256
#define FK_LEVEL_MOST  256
#include "base/levels.inc"

typedef unsigned level_function(const fk_piece *a, const fk_piece *b, fk_aabb *box);

#if FK_HAS_AVX
static level_function *const levels[FK_CPU_COUNT] = {box_of_cells_plain, box_of_cells_plain,
                                                     box_of_cells_avx2, box_of_cells_avx2};
#else
static level_function *const levels[FK_CPU_COUNT] = {box_of_cells_plain, box_of_cells_plain,
                                                     box_of_cells_plain, box_of_cells_plain};
#endif

unsigned fk_box_of_cells(const fk_piece *a, const fk_piece *b, fk_aabb *box)
{
    return levels[fk_cpu_level()](a, b, box);
}
