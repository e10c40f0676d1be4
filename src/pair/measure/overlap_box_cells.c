/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The tight box of the intersection of two overlapping cells, by clipping edges.
 *
 * A cell is three rows 0 <= n.(x - origin) <= top, with n a product of two edges; a tetrahedron has a fourth row for the rest of
 * the sum of its parameters. A corner of the intersection is a corner of one cell inside the other, or the crossing of an edge of
 * one cell with a face of the other; so clipping the edges of each cell with the rows of the other finds all of them. This takes
 * few products of normals and edges: n.e for each row and edge, and n.w for the difference w of the origins. The products of
 * corners are their sums, and those of edges differences of corners.
 *
 * The search is in doubles; its results are proved. A corner is the farthest along an axis when it lies in both cells, and no
 * direction from it into both leads farther. From a corner of one cell, the directions along its edges suffice: their signs are
 * given numbers. From a crossing, there are three: along the edge, away from the face; and from the edge along each of the two
 * other edges e, staying on the face by sliding along the first edge s. With c for the coordinate, g = c.s / n.s must have the
 * sign that points out of the face, and c.e - g n.e must not be positive. Then the side of the box is a coordinate of this
 * corner. Where the edge or the face lies across the axis it is a sum of given numbers; else the position on the edge is a
 * quotient, which is computed with twice the precision (exact/dd.h). Either is rounded outward once. Sides that are too close to
 * call, as with parallel faces, are left to the exact program (linear_program.c).
 *
 * Vectors contain rows, axes or edges in the search, and sides of the box in the proofs, so that three sides take the time of
 * one, without a branch. Only where no edge lies across an axis, which most cells know from their components, is a side either a
 * crossing or a corner; else each side is treated by itself.
 *
 * The code is in
 *   overlap_box_cells.inc   with vectors: the cells, and the search
 *   overlap_box_sides.inc   with vectors: where edges meet faces, the proofs of crossings, the fine coordinate
 *   overlap_box_cells.c     the proofs of corners, rounded outward, and of sides across an axis
 *   overlap_box_grid.c      cells on a grid, which touch or are too close to call here.
 *
 * Errors, with u = 2^-52. Every number has a size: what it would be if nothing cancelled. In doubles, a normal is within 5u of
 * its size, n.e within 9u, n.w within 9u, a corner's product with a normal within 14u, that of an edge, a difference of two,
 * within 29u, and a bound within 6u. ROUGH is 64u; one size holds for all products of a row, twice over. A quotient whose divisor
 * is off by less than 2^-6 of itself is off by the errors of both, divided by it, and a little.
 *
 * In two doubles (exact/dd.h): a normal is within 2^-98 of its size and its lower part less than 2^-49, as its products are
 * within 2^-101, and each of its few sums within 2^-103. The vector from the face to the rough position t on the edge is a sum of
 * six within 2^-95; the rests of two products and of the difference of the origins, which are added to its lower part, make that
 * 2^-94; the lower part is less than 2^-45. One size holds for all vectors from faces to edges, one for their products with a
 * row. The product of both is within 2^-92 of its size: 2^-98 and 2^-94 from the factors, 2^-94 from the roundings of terms with
 * a lower part and of their sum. Divided by n.s in doubles, it is the small step from t to the crossing; that quotient may be off
 * by 64u of itself and more, which is as little. The coordinate at t is within 2^-93 of its size. FINE is 2^-91 for both. Where
 * there is a fused product, its rest is exact in every rounding mode. The errors of the rough products are ROUGH times more than
 * their size, so FINE of them is FINE / ROUGH of that.
 *
 * Weak input: components beyond 2^-60 and 2^60, other than zero, and flat cells have no side here. */

#include "pair/measure/measure.h"

#include <string.h>

#include "base/simd.h"
#include "base/vec3.h"
#include "exact/dd.h"
#include "exact/exact.h"
#include "shape/vertices.h"

/* ---- Cells and their edges ----------------------------------------------------------------------------- */

#define SMALLEST 0x1p-60
#define LARGEST  0x1p60
#define ROUGH    0x1p-46
#define FINE     0x1p-91

#define ROWS    4
#define CORNERS 8
#define EDGES   12
#define NOTHING 3 /* the edge that is none */

/* A cell by its vectors and by its rows, [.][axis] with a zero that fills a vector. A point of the cell has a product between
 * zero and top in each row; a box has a fourth row that no edge meets. */
typedef struct box_cell {
    const fk_piece *piece;
    double origin[4], e[4][4]; /* the edges, and nothing */
    double normal[ROWS][4], size[ROWS][4];
    double base[ROWS], top, bound_size; /* base: of the origin */
    int turn, rows, corners;
    bool has_level; /* an edge lies across an axis, and perhaps a face */
    const fk_cell_edge *edge;
    double fine_hi[ROWS][4], fine_lo[ROWS][4]; /* the normals again, with twice the precision */
} box_cell;

/* The edges of one cell in the rows of the other. */
typedef struct crossings {
    const box_cell *edges, *rows;
    double part[3][ROWS];         /* n.e */
    double corner[CORNERS][ROWS]; /* of each corner */
    double off[ROWS];             /* error bound of these, of their differences and of the row's bounds */
    double way_hi[4], way_lo[4];  /* from the origin of the rows to that of the edges, as a sum */
    double reach[4];              /* the size of all vectors from a face to an edge */
    double anchor[4], row_anchor[ROWS]; /* for sums of that size, and of its products with normals */
    double place_size[4];               /* of the coordinates of a point on an edge */
} crossings;

/* The double next to value from above (sign 1) or below, where value has an error of at most `error`. Returns false when it is
 * too close to a double to decide. */
static inline bool round_outward(fk_twofold value, double error, int sign, double *out)
{
    /* From value.hi toward value: the two doubles that it lies between. */
    bool is_up = value.lo > 0;
    uint64_t near = fk_bits_of(value.hi), step = is_up == (value.hi > 0) ? 1u : UINT64_MAX, far = near + step;
    *out = fk_from_bits(is_up == (sign > 0) ? far : near);
    return (fabs(value.hi) > SMALLEST * SMALLEST) & (fabs(value.lo) > error) &
           (fabs(value.lo) + error < fabs(value.hi - fk_from_bits(far)));
}

/* ---- Corners of cells, rounded outward ----------------------------------------------------------------- */

/* clang-format off */
const fk_cell_edge fk_box_edges[12] = {
    {0, 1, {2, 4}, {{0, 3}, {1, 3}, {2, 3}}, {3, 3}}, {2, 3, {0, 6}, {{0, 3}, {3, 1}, {2, 3}}, {1, 3}},
    {4, 5, {6, 0}, {{0, 3}, {1, 3}, {3, 2}}, {3, 2}}, {6, 7, {4, 2}, {{0, 3}, {3, 1}, {3, 2}}, {1, 2}},
    {0, 2, {1, 4}, {{1, 3}, {0, 3}, {2, 3}}, {3, 3}}, {1, 3, {0, 5}, {{1, 3}, {3, 0}, {2, 3}}, {0, 3}},
    {4, 6, {5, 0}, {{1, 3}, {0, 3}, {3, 2}}, {3, 2}}, {5, 7, {4, 1}, {{1, 3}, {3, 0}, {3, 2}}, {0, 2}},
    {0, 4, {1, 2}, {{2, 3}, {0, 3}, {1, 3}}, {3, 3}}, {1, 5, {0, 3}, {{2, 3}, {3, 0}, {1, 3}}, {0, 3}},
    {2, 6, {3, 0}, {{2, 3}, {0, 3}, {3, 1}}, {3, 1}}, {3, 7, {2, 1}, {{2, 3}, {3, 0}, {3, 1}}, {0, 1}},
};

const fk_cell_edge fk_tetra_edges[8] = {
    {0, 1, {2, 3}, {{0, 3}, {1, 3}, {2, 3}}, {3, 3}}, {0, 2, {1, 3}, {{1, 3}, {0, 3}, {2, 3}}, {3, 3}},
    {0, 3, {1, 2}, {{2, 3}, {0, 3}, {1, 3}}, {3, 3}}, {1, 2, {0, 3}, {{1, 0}, {3, 0}, {2, 0}}, {0, 3}},
    {1, 3, {0, 2}, {{2, 0}, {3, 0}, {1, 0}}, {0, 3}}, {2, 3, {0, 1}, {{2, 1}, {3, 1}, {0, 1}}, {1, 3}},
    {0, 1, {2, 3}, {{0, 3}, {1, 3}, {2, 3}}, {3, 3}}, {0, 2, {1, 3}, {{1, 3}, {0, 3}, {2, 3}}, {3, 3}},
};
/* clang-format on */

/* An exact sum of doubles, rounded outward. */
FK_OWN_FRAME static bool round_sum(const double *term, uint32_t count, int sign, double *out)
{
    fk_arena arena;
    fk_vec3 along[FK_TERM_MAX];
    fk_arena_init(&arena);
    for (uint32_t i = 0; i < count; i++)
        along[i] = fk_vec3_make(sign * term[i], 0, 0);
    double below = fk_exact_floor(fk_exact_negate(fk_exact_vec3_sum(&arena, along, count).x));
    *out = fk_sign_of(below) == 0 ? 0.0 : -sign * below;
    return !arena.full;
}

/* Where no term is small against the others, all digits of the sum fit in two doubles: its terms are multiples of 2^-40 u of the
 * size, and cut at 8u of it at most. */
static bool round_corner(const box_cell *f, int corner, int axis, int sign, double *out)
{
    double term[4] = {f->origin[axis]}, size = 0, least = LARGEST;
    for (uint32_t k = 0; k < 3; k++)
        term[k + 1] = fk_cell_vertex_has_edge(f->piece->kind, (uint32_t)corner, k) * f->e[k][axis];
    for (int i = 0; i < 4; i++) {
        size += fabs(term[i]);
        least = fk_smaller(fabs(term[i]) > 0 ? fabs(term[i]) : least, least);
    }
    fk_anchored sum = fk_anchored_make(size);
    for (uint32_t i = 0; i < 4; i++)
        fk_anchored_add(&sum, term[i]);
    fk_twofold value = fk_two_sum(sum.hi, sum.lo);
    bool is_exact = least > 0x1p-40 * size;
    if (is_exact && fk_sign_of(value.lo) == 0) {
        *out = fk_sign_of(value.hi) == 0 ? 0.0 : value.hi;
        return true;
    }
    return round_outward(value, is_exact ? 0 : FINE * size, sign, out) || round_sum(term, 4, sign, out);
}

static int find_farthest_corner(const box_cell *f, int corner, int axis, int sign)
{
    const double along[4] = {0, sign * f->e[0][axis], sign * f->e[1][axis], sign * f->e[2][axis]};
    if (f->corners == 8) {
        int up = 0, down = 0;
        for (int k = 0; k < 3; k++) {
            up |= (along[k + 1] > 0) << k;
            down |= (along[k + 1] < 0) << k;
        }
        return (corner | up) & ~down;
    }
    for (int i = 0; i < 4; i++)
        corner = along[i] > along[corner] ? i : corner;
    return corner;
}

static bool face_is_across(const box_cell *f, int row, int axis)
{
    double x = f->e[0][axis], y = f->e[1][axis], z = f->e[2][axis];
    if (row == 3)
        return fk_sign_of(x - y) == 0 && fk_sign_of(y - z) == 0;
    return fk_sign_of(row == 0 ? y : x) == 0 && fk_sign_of(row == 2 ? y : z) == 0;
}

static int face_corner(const box_cell *f, int row, int bound)
{
    return bound == 0 ? 0 : f->corners == 8 ? 1 << row : 1;
}

#define LEAST_TURN 0x1p-40

/* The last bits of a number contain the index of its edge: those of b after those of a. */
#define TAG    INT64_C(31)
#define SECOND 16

/* ---- Where edges meet faces ---------------------------------------------------------------------------- */

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

/* For each side, the edge that extends farthest along its axis, taken outward, and the face that it meets first: where, and the
 * product of the edge and the face's normal; their error bounds; and the edge's component along the axis. Row 4 when it meets no
 * face. */
typedef struct meetings {
    const crossings *c[SIDES];
    const fk_cell_edge *edge[SIDES];
    int64_t row[SIDES], face[SIDES]; /* face: the edge that leads from the origin of the other cell to it */
    double t[SIDES], t_off[SIDES], down[SIDES], step[SIDES]; /* t is counted from the first corner */
    unsigned corners; /* bits of sides: those whose edge meets no face */
    unsigned forward; /* those whose edge is taken from its first corner to the second */
    unsigned inside;  /* those whose end is surely in the other cell and, with a face, on the edge */
    /* those that meet a face, where no direction from there into both cells leads farther */
    unsigned farthest;
    double found[SIDES];
} meetings;

/* A vector as the sum of two doubles, and its product with a normal, [axis]. */
typedef struct crossing_step {
    double hi[4], lo[4], part[4], rest[4];
} crossing_step;

static inline int met_row(const meetings *m, int side)
{
    return (int)m->row[side];
}

/* The bound of a parameter that an edge meets, or for the last row, the upper bound of their sum. */
static inline int met_bound(const meetings *m, int side)
{
    return (m->down[side] > 0) | (met_row(m, side) == 3);
}

/* The rows of a cell whose faces are crossed. */
static inline unsigned rows_of(const meetings *m, unsigned crosses, const box_cell *rows)
{
    unsigned found = 0;
    for (int i = 0; i < SIDES; i++)
        if (crosses >> i & 1)
            found |= (unsigned)(m->c[i]->rows == rows) << met_row(m, i);
    return found;
}

/* ---- Proofs -------------------------------------------------------------------------------------------- */

static bool is_corner_inside(const crossings *c, int corner)
{
    bool inside = true;
    for (int j = 0; j < ROWS; j++) {
        double at = c->corner[corner][j];
        inside = inside & (at > c->off[j]) & (at < c->rows->top - c->off[j]);
    }
    return inside;
}

/* The end of the edge is a corner of its cell: that one, or a farther one, must lie in the other cell. */
static bool prove_corner(meetings *m, int side)
{
    const crossings *c = m->c[side];
    const fk_cell_edge *edge = m->edge[side];
    int found = m->forward >> side & 1 ? edge->to : edge->from;
    int corner = find_farthest_corner(c->edges, found, axis_of(side), sign_of(side));
    bool inside = corner == found ? m->inside >> side & 1 : is_corner_inside(c, corner);
    return inside && round_corner(c->edges, corner, axis_of(side), sign_of(side), &m->found[side]);
}

/* The face that the edge meets lies across the axis, and faces outward. */
static bool prove_across(meetings *m, int side)
{
    const box_cell *rows = m->c[side]->rows;
    int bound = met_bound(m, side), row = met_row(m, side), axis = axis_of(side), sign = sign_of(side);
    double outward = sign * rows->e[row == 3 ? 0 : row][axis];
    return (bound ? outward > 0 : outward < 0) &&
           round_corner(rows, face_corner(rows, row, bound), axis, sign, &m->found[side]);
}

/* Proves a side that is a corner of one of the cells, or a face or an edge of it across the axis. Where an edge crosses a face,
 * its bit is set in crosses, and only the coordinate is missing. */
static bool prove_simple(meetings *m, int side, unsigned *crosses)
{
    const crossings *c = m->c[side];
    unsigned bit = 1u << side;
    if (met_row(m, side) == ROWS)
        return prove_corner(m, side);
    if (!(m->inside & bit))
        return false;
    if (face_is_across(c->rows, met_row(m, side), axis_of(side)))
        return prove_across(m, side);
    if (!(m->farthest & bit))
        return false;
    if (fk_sign_of(m->step[side]) == 0)
        return round_corner(c->edges, m->edge[side]->from, axis_of(side), sign_of(side), &m->found[side]);
    *crosses |= bit;
    return false;
}

/* Writes the proved sides, and returns their bits in the order of FK_BOX_SIDES. */
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

/* Vectors made of two short ones are slower than plain C, and none has more than four numbers. */
#define FK_LEVEL_FILE  "pair/measure/overlap_box_cells.inc"
#define FK_LEVEL_LEAST 256
#define FK_LEVEL_MOST  256
#include "base/cpu_plain.inc"
#include "base/cpu_levels.inc"

typedef unsigned cells_box_function(const fk_piece *a, const fk_piece *b, fk_aabb *box);

#if FK_HAS_AVX
static cells_box_function *const levels[FK_CPU_COUNT] = {box_of_cells_plain, box_of_cells_plain,
                                                         box_of_cells_avx2, box_of_cells_avx2};
#else
static cells_box_function *const levels[FK_CPU_COUNT] = {box_of_cells_plain, box_of_cells_plain,
                                                         box_of_cells_plain, box_of_cells_plain};
#endif

unsigned fk_overlap_box_of_cells(const fk_piece *a, const fk_piece *b, fk_aabb *box)
{
    return levels[fk_cpu_level()](a, b, box);
}
