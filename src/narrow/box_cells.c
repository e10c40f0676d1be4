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
#define TAG INT64_C(31)

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
    f->turn = det < 0 ? -1 : 1;
    f->bound_size = 2 * det_size;
    make_rows(f, is_box, fabs(det));
    return fabs(det) > LEAST_TURN * det_size;
}

/* ---- Where sides are ----------------------------------------------------------------------------------- */

/* The edge that reaches farthest along an axis, taken outward, and the face that it meets first: where, and the product of
 * the edge and the face's normal; and how far these may be off. */
typedef struct meeting {
    const fk_box_crossings *c;
    const fk_box_edge *edge;
    int axis, sign, row;
    bool is_forward, has_room;
    double t, t_off, down, down_off;
} meeting;

/* Given numbers that a way from a face to the beginning of an edge is the sum of. */
#define TERMS 5

/* A way as the sum of two doubles, with its size, [axis]. */
typedef struct fine_way {
    double hi[4], lo[4], size[4];
} fine_way;

static inline void take_edge(meeting *m, int side, const fk_box_crossings c[2], int64_t tag)
{
    bool second = tag >= EDGES;
    int64_t index = tag - (second ? EDGES : 0);
    m->c = &c[second];
    m->edge = &m->c->edges->edge[index];
    m->axis = side / 2;
    m->sign = side % 2 == 0 ? 1 : -1;
    m->is_forward = m->sign * m->c->step[m->axis][index] > 0;
}

/* The bound of its row that an edge meets. */
static inline int bound_of(const meeting *m)
{
    return m->down > 0;
}

/* How far the edge leads along the axis. */
static inline double step_of(const meeting *m)
{
    return fk_box_way_along(m->c->edges, m->edge->way[0], m->axis);
}

/* The edge that leads from the origin of the other cell to the face. */
static inline int face_edge(const meeting *m)
{
    return bound_of(m) == 0 ? FK_BOX_NOTHING : m->row == 3 ? 0 : m->row;
}

/* Sets a side, and returns its bit. */
static unsigned set_side(fk_aabb *box, const meeting *m, double found)
{
    fk_vec3 *corner = m->sign > 0 ? &box->max : &box->min;
    *fk_vec3_at(corner, m->axis) = fk_sign_of(found) == 0 ? 0.0 : found;
    return 1u << (2 * m->axis + (m->sign < 0));
}

/* ---- Proofs -------------------------------------------------------------------------------------------- */

static bool is_corner_inside(const fk_box_crossings *c, int corner)
{
    bool inside = true;
    for (int j = 0; j < ROWS; j++) {
        double at = c->origin[j];
        for (uint32_t k = 0; k < 3; k++)
            at += fk_cell_share(c->edges->piece->kind, (uint32_t)corner, k) ? c->part[k][j] : 0;
        inside = inside & (at > c->rows->lo[j] + c->off[j]) & (at < c->rows->hi[j] - c->off[j]);
    }
    return inside;
}

/* The end of the edge is a corner of its cell: that one, or a farther one, must lie in the other. */
static bool prove_corner(const meeting *m, double *out)
{
    const fk_box_crossings *c = m->c;
    int found = m->is_forward ? m->edge->to : m->edge->from;
    int corner = fk_box_farthest_corner(c->edges, found, m->axis, m->sign);
    bool inside = corner == found ? m->has_room : is_corner_inside(c, corner);
    return inside && fk_box_round_corner(c->edges, corner, m->axis, m->sign, out);
}

/* The face that the edge meets lies across the axis, and faces outward. */
static bool prove_across(const meeting *m, double *out)
{
    const fk_box_cell *rows = m->c->rows;
    int bound = bound_of(m);
    double outward = m->sign * rows->e[m->row == 3 ? 0 : m->row][m->axis];
    return (bound ? outward > 0 : outward < 0) &&
           fk_box_round_corner(rows, fk_box_face_corner(rows, m->row, bound), m->axis, m->sign, out);
}

/* Whether no way from the crossing into both cells leads farther along the axis. */
static inline bool is_farthest(const meeting *m)
{
    const fk_box_crossings *c = m->c;
    double turn = fabs(step_of(m)) / m->down;
    bool farthest = true;
    for (int k = 1; k < 3; k++) {
        fk_box_way in = m->edge->way[k];
        double part = c->part[in.plus][m->row] - c->part[in.minus][m->row];
        double straight = m->sign * fk_box_way_along(c->edges, in, m->axis);
        double off = FK_BOX_ROUGH * fabs(straight) + fabs(turn) * (m->down_off + fabs(part) * m->t_off);
        farthest = farthest & (straight - turn * part <= -off);
    }
    return farthest;
}

/* A side that is a corner of one of the cells, or a face or an edge of it across the axis. Where an edge crosses a face,
 * crosses is set, and the proof lacks the coordinate only. */
static inline unsigned prove_simple(const meeting *m, bool *crosses, fk_aabb *box)
{
    double found;
    bool is_proved;
    if (m->row == ROWS)
        is_proved = prove_corner(m, &found);
    else if (!m->has_room)
        return 0;
    else if (fk_box_is_across(m->c->rows, m->row, m->axis))
        is_proved = prove_across(m, &found);
    else if (!is_farthest(m))
        return 0;
    else if (fk_sign_of(step_of(m)) == 0)
        is_proved = fk_box_round_corner(m->c->edges, m->edge->from, m->axis, m->sign, &found);
    else {
        *crosses = true;
        return 0;
    }
    return is_proved ? set_side(box, m, found) : 0;
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
