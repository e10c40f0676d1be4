/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The tight box of the intersection of two overlapping cells, by clipping edges.
 *
 * A cell is three rows lo <= n.(x - origin) <= hi, with n a product of two edges, and a tetrahedron has a fourth one for
 * the sum of its parameters. A corner of the intersection is a corner of one cell inside the other, or the crossing of
 * an edge of one cell with a face of the other; so all of them are found by clipping the edges of each cell with the
 * rows of the other. The products of normals and edges that this takes are few: n.e for each row and edge, and n.w for
 * the way w between the origins.
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
 * The parts are in
 *   box_cells.inc         everything that is worth vectors: the search, where edges meet faces, the fine coordinate
 *   box_cells.c           the cells, and proofs
 *   box_cells_round.c     tables, and corners of cells rounded outward
 *   box_whole.c           cells on a grid, which touch or are too close to call here.
 *
 * Errors, with u = 2^-52. Every number goes with its size: what it would be if nothing cancelled. In doubles, a normal is
 * within 5u of its size, n.e within 9u, n.w within 9u, a corner's product with a normal within 13u, and a bound within
 * 6u. ROUGH is 64u; one size holds for all products of a row, twice over, as an edge of a tetrahedron is a difference. A
 * quotient whose divisor is off by less than 2^-6 of itself is off by the errors of both, divided by it, and a little.
 *
 * In two doubles (anchored.h): a normal is within 2^-95 of its size, as its products are within 2^-101 and sums of three
 * within 2^-97; the way from the face to the rough place t on the edge, a sum of seven, within 2^-94; their lower parts
 * are less than 2^-46. The product of both is within 2^-92 of its size: 2^-95 and 2^-94 from the factors, 2^-95 from
 * the roundings of what has a lower part in it, 2^-97 from the sum. Divided by n.s in doubles, it is the small way from t to
 * the crossing; that quotient may be off by 64u of itself and more, which is as little. The coordinate at t is within
 * 2^-93 of its size. FINE is 2^-91 for both. Where there is a fused product, its rest is exact in every rounding mode.
 *
 * Weak input: components beyond 2^-60 and 2^60, other than zero, and flat cells have no side here. */

#include "narrow/box_cells.h"

#include <string.h>

#include "base/anchored.h"
#include "base/cpu.h"
#include "base/vec3.h"
#include "narrow/box_cells_parts.h"
#include "shape/vertices.h"

#define LEAST_TURN 0x1p-40

#define ROWS  FK_BOX_ROWS
#define EDGES FK_BOX_EDGES

/* The last bits of a number, which name the edge that it comes from: those of b after those of a. */
#define TAG    INT64_C(31)
#define SECOND 16

/* ---- Cells --------------------------------------------------------------------------------------------- */

/* Copies a vector; false when a component is beyond the range. */
static inline bool take_vector(fk_vec3 v, double out[3])
{
    bool in_range = true;
    out[0] = v.x;
    out[1] = v.y;
    out[2] = v.z;
    for (int k = 0; k < 3; k++)
        in_range = in_range & (fabs(out[k]) <= FK_BOX_LARGEST) &
                   ((fabs(out[k]) >= FK_BOX_SMALLEST) | (fk_sign_of(out[k]) == 0));
    return in_range;
}

/* The products of two edges each, and what they would be if nothing cancelled. Returns the determinant. */
static inline double make_normals(fk_box_cell *f, double *det_size)
{
    for (int axis = 0; axis < 3; axis++) {
        int p = (axis + 1) % 3, q = (axis + 2) % 3;
        double *n = f->normal[axis], *size = f->size[axis];
        for (int k = 0; k < 3; k++) {
            const double *u = f->e[(k + 1) % 3], *v = f->e[(k + 2) % 3];
            double plus = u[p] * v[q], minus = u[q] * v[p];
            n[k] = plus - minus;
            size[k] = fabs(plus) + fabs(minus);
        }
        n[3] = n[0] + n[1] + n[2];
        size[3] = size[0] + size[1] + size[2];
    }
    const double *e = f->e[0];
    *det_size = f->size[0][0] * fabs(e[0]) + f->size[1][0] * fabs(e[1]) + f->size[2][0] * fabs(e[2]);
    return f->normal[0][0] * e[0] + f->normal[1][0] * e[1] + f->normal[2][0] * e[2];
}

/* The rows of a tetrahedron bound each parameter from below and their sum from above; their other sides follow from
 * these, and are moved out of the way. */
static inline void make_rows(fk_box_cell *f, bool is_box, double det)
{
    for (int axis = 0; axis < 3; axis++) {
        for (int k = 0; k < ROWS; k++)
            f->normal[axis][k] *= f->turn;
        f->normal[axis][3] = is_box ? 0 : f->normal[axis][3];
    }
    for (int k = 0; k < ROWS; k++) {
        f->lo[k] = k == 3 ? -det : 0;
        f->hi[k] = is_box || k == 3 ? det : 2 * det;
    }
}

/* Whether an edge may lie across an axis, and with it a face. */
static inline bool has_level(const fk_box_cell *f, bool is_box)
{
    bool found = false;
    for (int k = 0; k < 3; k++) {
        double x = f->e[0][k], y = f->e[1][k], z = f->e[2][k];
        found = found | !(fabs(x) > 0) | !(fabs(y) > 0) | !(fabs(z) > 0);
        found = found | (!is_box & (!(fabs(x - y) > 0) | !(fabs(y - z) > 0) | !(fabs(z - x) > 0)));
    }
    return found;
}

/* False when the cell may be flat, or beyond the range. */
static inline bool make_cell(fk_box_cell *f, const fk_piece *piece)
{
    bool is_box = piece->kind == FK_KIND_BOX, in_range = take_vector(piece->as.cell.origin, f->origin);
    f->piece = piece;
    f->rows = is_box ? 3 : 4;
    f->corners = is_box ? 8 : 4;
    f->edge = is_box ? fk_box_edges_of_box : fk_box_edges_of_tetra;
    for (int k = 0; k < 3; k++) {
        in_range = take_vector(piece->as.cell.edge[k], f->e[k]) && in_range;
        f->e[FK_BOX_NOTHING][k] = f->e[k][3] = 0;
    }
    f->origin[3] = f->e[FK_BOX_NOTHING][3] = 0;
    if (!in_range)
        return false;
    double det_size, det = make_normals(f, &det_size);
    f->has_level = has_level(f, is_box);
    f->turn = det < 0 ? -1 : 1;
    f->bound_size = 2 * det_size;
    make_rows(f, is_box, fabs(det));
    return fabs(det) > LEAST_TURN * det_size;
}

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
    double row[SIDES], t[SIDES], t_off[SIDES], down[SIDES], down_off[SIDES], step[SIDES];
    unsigned corners;  /* bits of sides: those whose edge meets no face */
    unsigned forward;  /* those whose edge is taken from its first corner to the second */
    unsigned inside;   /* those whose end lies in the other cell for sure, and with a face, on the edge */
    unsigned farthest; /* those that meet a face, where no way from there into both cells leads farther */
    double found[SIDES], crossing[SIDES]; /* the sides: those that are given numbers, and crossings */
} meetings;

/* A way as the sum of two doubles, and its product with a normal, [axis]. */
typedef struct fine_way {
    double hi[4], lo[4], part[4], rest[4];
} fine_way;

static inline int row_of(const meetings *m, int side)
{
    return (int)m->row[side];
}

/* The bound of its row that an edge meets. */
static inline int bound_of(const meetings *m, int side)
{
    return m->down[side] > 0;
}

/* The edge that leads from the origin of the other cell to the face. */
static inline int face_edge(const meetings *m, int side)
{
    static const uint8_t edge[2][ROWS + 1] = {{FK_BOX_NOTHING, FK_BOX_NOTHING, FK_BOX_NOTHING, FK_BOX_NOTHING, FK_BOX_NOTHING},
                                              {0, 1, 2, 0, FK_BOX_NOTHING}};
    return edge[bound_of(m, side)][row_of(m, side)];
}

/* The rows of a cell whose faces are crossed. */
static inline unsigned rows_of(const meetings *m, unsigned crosses, const fk_box_cell *rows)
{
    unsigned found = 0;
    for (int i = 0; i < SIDES; i++)
        found |= (crosses >> i & (m->c[i]->rows == rows)) << row_of(m, i);
    return found;
}

/* ---- Proofs -------------------------------------------------------------------------------------------- */

static bool is_corner_inside(const fk_box_crossings *c, int corner)
{
    bool inside = true;
    for (int j = 0; j < ROWS; j++) {
        double at = c->corner[corner][j];
        inside = inside & (at > c->rows->lo[j] + c->off[j]) & (at < c->rows->hi[j] - c->off[j]);
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
        return fk_box_round_corner(c->edges, m->edge[side]->from, axis_of(side), sign_of(side), &m->found[side]);
    *crosses |= bit;
    return false;
}

/* Writes the sides that were found, and returns their bits in the order of FK_BOX_SIDES. */
static inline unsigned set_sides(const meetings *m, unsigned given, unsigned crosses, fk_aabb *box)
{
    unsigned bits = 0;
    for (int side = 0; side < SIDES; side++) {
        if (axis_of(side) == 3)
            continue;
        double *at = fk_vec3_at(side < 4 ? &box->max : &box->min, axis_of(side));
        bool is_found = (given | crosses) >> side & 1;
        double found = given >> side & 1 ? m->found[side] : m->crossing[side];
        *at = !is_found ? *at : fk_sign_of(found) == 0 ? 0.0 : found;
        bits |= (unsigned)is_found << (2 * axis_of(side) + (side >= 4));
    }
    return bits;
}

/* ---- Levels -------------------------------------------------------------------------------------------- */

#define FK_LEVEL(name) name##_plain
#define FK_LEVEL_BITS  0
#include "narrow/box_cells.inc"
#undef FK_LEVEL
#undef FK_LEVEL_BITS

/* Made of two short ones, long vectors are slower than plain C. */
#define FK_LEVEL_FILE  "narrow/box_cells.inc"
#define FK_LEVEL_LEAST 256
#include "base/levels.inc"

typedef unsigned level_function(fk_box_cell cell[2], fk_aabb *box);

#if FK_HAS_AVX
static level_function *const levels[FK_CPU_COUNT] = {box_of_cells_plain, box_of_cells_plain,
                                                     box_of_cells_avx2, box_of_cells_avx512};
#else
static level_function *const levels[FK_CPU_COUNT] = {box_of_cells_plain, box_of_cells_plain,
                                                     box_of_cells_plain, box_of_cells_plain};
#endif

unsigned fk_box_of_cells(const fk_piece *a, const fk_piece *b, fk_aabb *box)
{
    fk_box_cell cell[2];
    if (!make_cell(&cell[0], a) || !make_cell(&cell[1], b))
        return 0;
    return levels[fk_cpu_level()](cell, box);
}
