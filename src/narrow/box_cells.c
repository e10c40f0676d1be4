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
 * Errors, with u = 2^-52. Every number goes with its size: what it would be if nothing cancelled. In doubles, a normal is
 * within 5u of its size, n.e within 8u, n.w within 9u, a corner's product with a normal within 12u, and a bound within
 * 6u. ROUGH is 64u. A quotient whose divisor is off by less than 2^-6 of itself is off by the errors of both, divided by
 * it, and a little. Twofold, a normal is within 2^-96 of its size, both terms of the quotient within 2^-94, and the
 * coordinate within 2^-92; FINE is 2^-91.
 *
 * Weak input: components beyond 2^-60 and 2^60, other than zero, and flat cells have no side here. */

#include "narrow/box_cells.h"

#include "base/anchored.h"
#include "base/exact.h"
#include "base/twofold.h"
#include "base/vec3.h"
#include "narrow/box.h"
#include "shape/vertices.h"

#define SMALLEST   0x1p-60
#define LARGEST    0x1p60
#define ROUGH      0x1p-46
#define FINE       0x1p-91
#define LEAST_TURN 0x1p-40

#define ROWS    4
#define CORNERS 8
#define STEPS   6

/* ---- The edges of a cell ------------------------------------------------------------------------------- */

/* An edge leads from one corner to another, and the two others that are joined to the first show where the cell is. Edges
 * with the same step are parallel. The first corner is the origin and up to two edges of the cell, or NOTHING. */
typedef struct cell_edge {
    uint8_t from, to, other[2], step, start[2];
} cell_edge;

#define NOTHING 3

/* clang-format off */
static const cell_edge box_edge[12] = {
    {0, 1, {2, 4}, 0, {3, 3}}, {2, 3, {0, 6}, 0, {1, 3}}, {4, 5, {6, 0}, 0, {3, 2}}, {6, 7, {4, 2}, 0, {1, 2}},
    {0, 2, {1, 4}, 1, {3, 3}}, {1, 3, {0, 5}, 1, {0, 3}}, {4, 6, {5, 0}, 1, {3, 2}}, {5, 7, {4, 1}, 1, {0, 2}},
    {0, 4, {1, 2}, 2, {3, 3}}, {1, 5, {0, 3}, 2, {0, 3}}, {2, 6, {3, 0}, 2, {3, 1}}, {3, 7, {2, 1}, 2, {0, 1}},
};

static const cell_edge tetra_edge[6] = {
    {0, 1, {2, 3}, 0, {3, 3}}, {0, 2, {1, 3}, 1, {3, 3}}, {0, 3, {1, 2}, 2, {3, 3}},
    {1, 2, {0, 3}, 3, {0, 3}}, {1, 3, {0, 2}, 4, {0, 3}}, {2, 3, {0, 1}, 5, {1, 3}},
};
/* clang-format on */

/* The way from a corner to one that an edge joins it to: one edge of the cell, less another. */
typedef struct edge_way {
    int plus, minus;
} edge_way;

static edge_way way_between(const fk_piece *piece, int from, int to)
{
    int k = (from ^ to) >> 1; /* of the bits 1, 2, 4: 0, 1, 2 */
    if (piece->kind == FK_KIND_BOX)
        return to > from ? (edge_way){k, NOTHING} : (edge_way){NOTHING, k};
    return (edge_way){to > 0 ? to - 1 : NOTHING, from > 0 ? from - 1 : NOTHING};
}

/* ---- Cells and what one is for the other --------------------------------------------------------------- */

/* A number as the sum of two. */
typedef struct fine_number {
    double hi, lo;
} fine_number;

/* A cell by its vectors, [.][axis]. */
typedef struct cell_frame {
    const fk_piece *piece;
    double origin[3], e[4][3]; /* the edges, and nothing */
    double normal[ROWS][3], size[ROWS][3];
    double bound[ROWS][2], bound_size;
    int turn, rows, corners, edges, steps;
    const cell_edge *edge;
    bool is_fine[ROWS];
    fine_number fine[ROWS][3]; /* the normals again */
} cell_frame;

/* The edges of one cell in the rows of the other. */
typedef struct crossings {
    const cell_frame *edges;
    cell_frame *rows;
    double part[ROWS][4], part_size[ROWS][4]; /* n.e, and of nothing */
    double at[ROWS][CORNERS], at_size[ROWS];  /* n.(corner - origin), and a size that holds for all of them */
    double along[ROWS][STEPS], inverse[ROWS][STEPS]; /* n.step, and 1 by it */
    double corner[3][CORNERS], step[3][STEPS];       /* roughly, from the origin of a */
} crossings;

static inline double dot(const double u[3], const double v[3])
{
    return u[0] * v[0] + u[1] * v[1] + u[2] * v[2];
}

/* What that would be if nothing cancelled, where u has no signs. */
static inline double dot_size(const double u[3], const double v[3])
{
    return u[0] * fabs(v[0]) + u[1] * fabs(v[1]) + u[2] * fabs(v[2]);
}

/* The cross product, and what it would be if nothing cancelled. */
static inline void cross(const double u[3], const double v[3], double n[3], double size[3])
{
    for (int k = 0; k < 3; k++) {
        int i = (k + 1) % 3, j = (k + 2) % 3;
        double p = u[i] * v[j], q = u[j] * v[i];
        n[k] = p - q;
        size[k] = fabs(p) + fabs(q);
    }
}

/* Copies a vector; false when a component is beyond the range. */
static inline bool take_vector(fk_vec3 v, double out[3])
{
    bool in_range = true;
    out[0] = v.x;
    out[1] = v.y;
    out[2] = v.z;
    for (int k = 0; k < 3; k++)
        in_range =
            in_range && fabs(out[k]) <= LARGEST && (fabs(out[k]) >= SMALLEST || fk_sign_of(out[k]) == 0);
    return in_range;
}

/* The rows of a tetrahedron bound each parameter from below and their sum from above; their other sides follow from
 * these, and are moved out of the way. */
static void make_bounds(cell_frame *f, bool is_box, double det)
{
    for (int k = 0; k < f->rows; k++) {
        f->bound[k][0] = k == 3 ? -det : 0;
        f->bound[k][1] = is_box || k == 3 ? det : 2 * det;
        f->is_fine[k] = false;
    }
}

/* False when the cell may be flat, or beyond the range. */
static bool make_frame(cell_frame *f, const fk_piece *piece)
{
    bool is_box = piece->kind == FK_KIND_BOX, in_range = take_vector(piece->as.cell.origin, f->origin);
    f->piece = piece;
    f->rows = is_box ? 3 : 4;
    f->corners = is_box ? 8 : 4;
    f->edges = is_box ? 12 : 6;
    f->steps = is_box ? 3 : 6;
    f->edge = is_box ? box_edge : tetra_edge;
    for (int k = 0; k < 3; k++) {
        in_range = take_vector(piece->as.cell.edge[k], f->e[k]) && in_range;
        f->e[NOTHING][k] = 0;
    }
    if (!in_range)
        return false;
    for (int k = 0; k < 3; k++)
        cross(f->e[(k + 1) % 3], f->e[(k + 2) % 3], f->normal[k], f->size[k]);
    double det = dot(f->normal[0], f->e[0]), det_size = dot_size(f->size[0], f->e[0]);
    f->turn = det < 0 ? -1 : 1;
    f->bound_size = 2 * det_size;
    for (int axis = 0; axis < 3; axis++) {
        for (int k = 0; k < 3; k++)
            f->normal[k][axis] *= f->turn;
        f->normal[3][axis] = f->normal[0][axis] + f->normal[1][axis] + f->normal[2][axis];
        f->size[3][axis] = f->size[0][axis] + f->size[1][axis] + f->size[2][axis];
    }
    make_bounds(f, is_box, fabs(det));
    return fabs(det) > LEAST_TURN * det_size;
}

/* Fills the corners and steps of a cell from the values of its edges: sums of them for a box, differences for a
 * tetrahedron. */
static inline void spread(const cell_frame *f, double base, const double e[3], double *corner, double *step)
{
    for (int k = 0; k < 3; k++)
        step[k] = e[k];
    corner[0] = base;
    corner[1] = base + e[0];
    corner[2] = base + e[1];
    if (f->corners == 8) {
        corner[3] = corner[2] + e[0];
        for (int i = 0; i < 4; i++)
            corner[4 + i] = corner[i] + e[2];
        return;
    }
    corner[3] = base + e[2];
    step[3] = e[1] - e[0];
    step[4] = e[2] - e[0];
    step[5] = e[2] - e[1];
}

/* way: from the origin of the rows to that of the edges; shift: from the origin of a to that of the edges. */
static void make_crossings(crossings *c, const cell_frame *edges, cell_frame *rows, const double way[3],
                           const double shift[3])
{
    c->edges = edges;
    c->rows = rows;
    for (int j = 0; j < rows->rows; j++) {
        c->at_size[j] = dot_size(rows->size[j], way);
        for (int k = 0; k < 3; k++) {
            c->part[j][k] = dot(rows->normal[j], edges->e[k]);
            c->part_size[j][k] = dot_size(rows->size[j], edges->e[k]);
            c->at_size[j] += c->part_size[j][k];
        }
        c->part[j][NOTHING] = c->part_size[j][NOTHING] = 0;
        spread(edges, dot(rows->normal[j], way), c->part[j], c->at[j], c->along[j]);
        for (int k = 0; k < edges->steps; k++)
            c->inverse[j][k] = 1 / c->along[j][k];
    }
    for (int axis = 0; axis < 3; axis++) {
        const double e[3] = {edges->e[0][axis], edges->e[1][axis], edges->e[2][axis]};
        spread(edges, shift[axis], e, c->corner[axis], c->step[axis]);
    }
}

/* ---- Search -------------------------------------------------------------------------------------------- */

/* An end of a clipped edge, and how far it lies along an axis. */
typedef struct side {
    double value;
    const crossings *where;
    int edge;
    bool last;
} side;

/* Where an edge enters the rows of the other cell and leaves them, as parts of its way. */
static inline bool clip_edge(const crossings *c, const cell_edge *edge, double t[2])
{
    double enter = 0, leave = 1;
    for (int j = 0; j < c->rows->rows; j++) {
        double at = c->at[j][edge->from], by = c->inverse[j][edge->step];
        double first = (c->rows->bound[j][0] - at) * by, second = (c->rows->bound[j][1] - at) * by;
        enter = fk_larger(enter, fk_smaller(first, second));
        leave = fk_smaller(leave, fk_larger(first, second));
    }
    t[0] = enter;
    t[1] = leave;
    return enter <= leave;
}

static inline void take_side(side *best, double value, const crossings *c, int edge, bool last)
{
    if (value > best->value)
        *best = (side){value, c, edge, last};
}

/* The farther end of a clipped edge on each axis, and the nearer one. */
static inline void take_edge(const crossings *c, int index, const double t[2], side best[6])
{
    const cell_edge *edge = &c->edges->edge[index];
    for (int axis = 0; axis < 3; axis++) {
        double from = c->corner[axis][edge->from], step = c->step[axis][edge->step];
        bool up = step > 0;
        take_side(&best[2 * axis], from + t[up] * step, c, index, up);
        take_side(&best[2 * axis + 1], -(from + t[!up] * step), c, index, !up);
    }
}

static void find_sides(const crossings *c, side best[6])
{
    double t[2];
    for (int i = 0; i < c->edges->edges; i++)
        if (clip_edge(c, &c->edges->edge[i], t))
            take_edge(c, i, t, best);
}

/* ---- Sums of given numbers, rounded outward ------------------------------------------------------------ */

/* The double after x, up (sign 1) or down; x is not zero. */
static double next_double(double x, int sign)
{
    return fk_from_bits(fk_bits_of(x) + ((x > 0) == (sign > 0) ? 1u : UINT64_MAX));
}

/* The double next to value from above (sign 1) or below, where value is off by error at most. False when it is too close
 * to a double to say which. */
static bool round_outward(fk_twofold value, double error, int sign, double *out)
{
    double part = sign * value.lo;
    if (!(fabs(value.hi) > SMALLEST * SMALLEST))
        return false;
    *out = value.hi;
    if (part < -error)
        return fabs(value.lo) + error < fabs(value.hi - next_double(value.hi, -sign));
    *out = next_double(value.hi, sign);
    return part > error && fabs(value.lo) + error < fabs(value.hi - *out);
}

/* The same for an exact sum of doubles. */
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

/* The coordinate of a corner of a cell. */
static bool round_corner(const fk_piece *piece, uint32_t corner, int axis, int sign, double *out)
{
    double term[FK_TERM_MAX] = {fk_vec3_get(piece->as.cell.origin, axis)}, size = fabs(term[0]);
    uint32_t count = 1;
    for (uint32_t k = 0; k < 3; k++)
        if (fk_cell_share(piece->kind, corner, k)) {
            term[count] = fk_vec3_get(piece->as.cell.edge[k], axis);
            size += fabs(term[count++]);
        }
    fk_anchored sum = fk_anchored_make(size);
    bool is_exact = true;
    for (uint32_t i = 0; i < count; i++)
        is_exact = fk_sign_of(fk_anchored_add(&sum, term[i])) == 0 && is_exact;
    *out = count == 1 ? term[0] : sum.hi;
    return is_exact || count == 1 || round_outward(fk_two_sum(sum.hi, sum.lo), FINE * size, sign, out) ||
           round_sum(term, count, sign, out);
}

/* ---- A corner of one cell in the other ----------------------------------------------------------------- */

/* How far a way leads along an axis: a given number, or a difference of two; its sign is exact. */
static double way_along(const cell_frame *f, edge_way way, int axis)
{
    return f->e[way.plus][axis] - f->e[way.minus][axis];
}

static bool prove_corner(const crossings *c, int corner, int axis, int sign, double *out)
{
    const cell_frame *f = c->edges;
    /* No edge leads from here to a corner that is farther. */
    for (int k = 0; k < 3; k++) {
        int other = f->corners == 8 ? corner ^ 1 << k : (corner + 1 + k) % 4;
        if (sign * way_along(f, way_between(f->piece, corner, other), axis) > 0)
            return false;
    }
    for (int j = 0; j < c->rows->rows; j++) {
        double at = c->at[j][corner], off = ROUGH * (c->at_size[j] + c->rows->bound_size);
        if (!(at > c->rows->bound[j][0] + off && at < c->rows->bound[j][1] - off))
            return false;
    }
    return round_corner(f->piece, (uint32_t)corner, axis, sign, out);
}

/* ---- An edge of one cell and a face of the other ------------------------------------------------------- */

/* An edge, its way, and the row that it crosses at one of its bounds: out of it (1) or into it (-1), at t, which is off
 * by t_off. */
typedef struct meeting {
    const crossings *c;
    const cell_edge *edge;
    edge_way way;
    int row, bound;
    double down, down_size; /* the product of the row's normal and the way */
    double t, t_off;
} meeting;

/* The row that clips an edge at one of its ends; -1 when it is a corner of its own cell. */
static int clipping_row(const crossings *c, const cell_edge *edge, bool last, int *bound)
{
    double farthest = last ? 1 : 0;
    int row = -1;
    for (int j = 0; j < c->rows->rows; j++) {
        double by = c->inverse[j][edge->step];
        int hit = (by > 0) == last;
        double t = (c->rows->bound[j][hit] - c->at[j][edge->from]) * by;
        if (last ? t < farthest : t > farthest) {
            farthest = t;
            row = j;
            *bound = hit;
        }
    }
    return row;
}

/* False when the edge may be parallel to the row. */
static bool make_meeting(meeting *m, const crossings *c, const cell_edge *edge, int row, int bound)
{
    m->c = c;
    m->edge = edge;
    m->way = way_between(c->edges->piece, edge->from, edge->to);
    m->row = row;
    m->bound = bound;
    m->down = c->along[row][edge->step];
    m->down_size = c->part_size[row][m->way.plus] + c->part_size[row][m->way.minus];
    m->t = (c->rows->bound[row][bound] - c->at[row][edge->from]) / m->down;
    double size = c->at_size[row] + c->rows->bound_size + fabs(m->t) * m->down_size;
    m->t_off = ROUGH * size / fabs(m->down);
    return fabs(m->down) > LEAST_TURN * m->down_size;
}

/* Whether the crossing lies on the edge and in the cell of the face. */
static bool is_inside(const meeting *m)
{
    const crossings *c = m->c;
    if (!(m->t > m->t_off && m->t + m->t_off < 1))
        return false;
    for (int j = 0; j < c->rows->rows; j++) {
        double along = c->along[j][m->edge->step], value = c->at[j][m->edge->from] + m->t * along;
        double size = c->part_size[j][m->way.plus] + c->part_size[j][m->way.minus];
        double off = ROUGH * (c->at_size[j] + c->rows->bound_size + size) + fabs(along) * m->t_off;
        if (j != m->row && !(value > c->rows->bound[j][0] + off && value < c->rows->bound[j][1] - off))
            return false;
    }
    return true;
}

/* Whether no way from the crossing into both cells leads farther along the axis. */
static bool is_farthest(const meeting *m, int axis, int sign)
{
    const crossings *c = m->c;
    double gain = sign * way_along(c->edges, m->way, axis), turn = gain / m->down;
    double turn_off = ROUGH * fabs(turn) * m->down_size / fabs(m->down);
    if (m->bound ? turn < 0 : turn > 0)
        return false;
    for (int k = 0; k < 2; k++) {
        edge_way in = way_between(c->edges->piece, m->edge->from, m->edge->other[k]);
        double part = c->part[m->row][in.plus] - c->part[m->row][in.minus];
        double size = c->part_size[m->row][in.plus] + c->part_size[m->row][in.minus];
        double straight = sign * way_along(c->edges, in, axis);
        double off = ROUGH * (fabs(straight) + fabs(turn) * size) + fabs(part) * turn_off;
        if (!(straight - turn * part <= -off))
            return false;
    }
    return true;
}

/* ---- The coordinate of a crossing ---------------------------------------------------------------------- */

/* (a b - c d) turn. */
static fine_number fine_minor(double a, double b, double c, double d, double turn)
{
    fk_twofold p = fk_two_product(a, b), q = fk_two_product(c, d);
    fk_anchored sum = fk_anchored_make(fabs(p.hi) + fabs(q.hi));
    fk_anchored_add(&sum, p.hi);
    fk_anchored_add(&sum, -q.hi);
    return (fine_number){turn * sum.hi, turn * (sum.lo + (p.lo - q.lo))};
}

/* The sum of three numbers. */
static fine_number fine_sum(fine_number x, fine_number y, fine_number z)
{
    fk_anchored sum = fk_anchored_make(fabs(x.hi) + fabs(y.hi) + fabs(z.hi));
    fk_anchored_add(&sum, x.hi);
    fk_anchored_add(&sum, y.hi);
    fk_anchored_add(&sum, z.hi);
    return (fine_number){sum.hi, sum.lo + (x.lo + y.lo + z.lo)};
}

/* The normal of a row with twice the precision. */
static const fine_number *fine_normal(cell_frame *f, int row)
{
    fine_number *n = f->fine[row];
    if (f->is_fine[row])
        return n;
    f->is_fine[row] = true;
    if (row < 3) {
        const double *q = f->e[(row + 1) % 3], *r = f->e[(row + 2) % 3];
        n[0] = fine_minor(q[1], r[2], q[2], r[1], f->turn);
        n[1] = fine_minor(q[2], r[0], q[0], r[2], f->turn);
        n[2] = fine_minor(q[0], r[1], q[1], r[0], f->turn);
        return n;
    }
    const fine_number *x = fine_normal(f, 0), *y = fine_normal(f, 1), *z = fine_normal(f, 2);
    for (int axis = 0; axis < 3; axis++)
        n[axis] = fine_sum(x[axis], y[axis], z[axis]);
    return n;
}

/* The edge that leads from the origin of the cell to the face, or would. */
static int edge_to_face(const meeting *m)
{
    return m->row == 3 ? 0 : m->row;
}

/* A component of the way from a corner of the face to the point at t on the edge, with its size. */
static inline fine_number fine_way(const meeting *m, int axis, double *size)
{
    const cell_frame *f = m->c->edges, *rows = m->c->rows;
    double term[6] = {f->origin[axis],
                      f->e[m->edge->start[0]][axis],
                      f->e[m->edge->start[1]][axis],
                      -rows->origin[axis],
                      -rows->e[m->bound ? edge_to_face(m) : NOTHING][axis],
                      0};
    fk_twofold plus = fk_two_product(m->t, f->e[m->way.plus][axis]), minus = {0, 0};
    if (m->way.minus != NOTHING)
        minus = fk_two_product(m->t, f->e[m->way.minus][axis]);
    term[5] = -minus.hi;
    *size = fabs(plus.hi);
    for (int i = 0; i < 6; i++)
        *size += fabs(term[i]);
    fk_anchored sum = fk_anchored_make(*size);
    fk_anchored_add(&sum, plus.hi);
    for (int i = 0; i < 6; i++)
        fk_anchored_add(&sum, term[i]);
    return (fine_number){sum.hi, sum.lo + (plus.lo - minus.lo)};
}

/* The product of the face's normal and that way, with its size. */
static double fine_excess(const meeting *m, const fine_number way[3], const double way_size[3], double *size)
{
    cell_frame *rows = m->c->rows;
    const fine_number *n = fine_normal(rows, m->row);
    fk_twofold product[3];
    double rest = 0;
    *size = dot(rows->size[m->row], way_size);
    fk_anchored sum = fk_anchored_make(*size);
    for (int k = 0; k < 3; k++) {
        product[k] = fk_two_product(n[k].hi, way[k].hi);
        fk_anchored_add(&sum, product[k].hi);
        rest += product[k].lo + (n[k].hi * way[k].lo + n[k].lo * way[k].hi);
    }
    return sum.hi + (sum.lo + rest);
}

/* The edge crosses the face at t less a small number, which needs few digits. */
static bool round_crossing(const meeting *m, int axis, int sign, double *out)
{
    const cell_frame *rows = m->c->rows;
    fine_number way[3];
    double size[3], excess_size, step = way_along(m->c->edges, m->way, axis);
    for (int k = 0; k < 3; k++)
        way[k] = fine_way(m, k, &size[k]);
    double back = fine_excess(m, way, size, &excess_size) / m->down;
    double back_off = (FINE * excess_size + ROUGH * fabs(back) * m->down_size) / fabs(m->down);
    fk_anchored sum = fk_anchored_make(size[axis]);
    fk_anchored_add(&sum, way[axis].hi);
    fk_anchored_add(&sum, rows->origin[axis]);
    fk_anchored_add(&sum, rows->e[m->bound ? edge_to_face(m) : NOTHING][axis]);
    fk_twofold value = fk_two_sum(sum.hi, (sum.lo + way[axis].lo) - step * back);
    return round_outward(value, FINE * size[axis] + fabs(step) * back_off, sign, out);
}

/* Whether a face lies across an axis. */
static bool is_across(const meeting *m, int axis)
{
    const double(*e)[3] = m->c->rows->e;
    double x = e[0][axis], y = e[1][axis], z = e[2][axis];
    if (m->row == 3)
        return fk_sign_of(x - y) == 0 && fk_sign_of(y - z) == 0;
    return fk_sign_of(m->row == 0 ? y : x) == 0 && fk_sign_of(m->row == 2 ? y : z) == 0;
}

static bool prove_crossing(const meeting *m, int axis, int sign, double *out)
{
    if (!is_inside(m))
        return false;
    if (is_across(m, axis)) {
        const fk_piece *piece = m->c->rows->piece;
        double outward = sign * m->c->rows->e[edge_to_face(m)][axis];
        uint32_t corner = m->bound == 0 ? 0 : piece->kind == FK_KIND_BOX ? 1u << m->row : 1;
        return (m->bound ? outward > 0 : outward < 0) && round_corner(piece, corner, axis, sign, out);
    }
    if (!is_farthest(m, axis, sign))
        return false;
    if (fk_sign_of(way_along(m->c->edges, m->way, axis)) == 0)
        return round_corner(m->c->edges->piece, m->edge->from, axis, sign, out);
    return round_crossing(m, axis, sign, out);
}

/* ---- All sides ----------------------------------------------------------------------------------------- */

static bool prove_side(const side *found, int axis, int sign, double *out)
{
    const crossings *c = found->where;
    if (c == NULL)
        return false;
    const cell_edge *edge = &c->edges->edge[found->edge];
    int bound = 0, row = clipping_row(c, edge, found->last, &bound);
    meeting m;
    if (row < 0)
        return prove_corner(c, found->last ? edge->to : edge->from, axis, sign, out);
    return make_meeting(&m, c, edge, row, bound) && prove_crossing(&m, axis, sign, out);
}

unsigned fk_box_of_cells(const fk_piece *a, const fk_piece *b, fk_aabb *box)
{
    cell_frame frame[2];
    crossings c[2];
    side best[6];
    unsigned proved = 0;
    if (!make_frame(&frame[0], a) || !make_frame(&frame[1], b))
        return 0;
    double there[3], back[3];
    const double nowhere[3] = {0, 0, 0};
    for (int k = 0; k < 3; k++) {
        there[k] = frame[1].origin[k] - frame[0].origin[k];
        back[k] = -there[k];
    }
    make_crossings(&c[0], &frame[0], &frame[1], back, nowhere);
    make_crossings(&c[1], &frame[1], &frame[0], there, there);
    for (int i = 0; i < 6; i++)
        best[i] = (side){-HUGE_VAL, NULL, 0, false};
    find_sides(&c[0], best);
    find_sides(&c[1], best);
    for (int i = 0; i < 6; i++) {
        int sign = i % 2 == 0 ? 1 : -1;
        double at;
        if (prove_side(&best[i], i / 2, sign, &at)) {
            fk_box_set(box, i / 2, sign, sign * at);
            proved |= 1u << i;
        }
    }
    return proved;
}
