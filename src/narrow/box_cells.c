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
 * within 5u of its size, n.e within 9u, n.w within 9u, a corner's product with a normal within 12u, and a bound within
 * 6u. ROUGH is 64u. A quotient whose divisor is off by less than 2^-6 of itself is off by the errors of both, divided by
 * it, and a little.
 *
 * In two doubles (anchored.h): a normal is within 2^-95 of its size, as its products are within 2^-101 and sums of three
 * within 2^-97; the way from the face to the rough place t on the edge, a sum of seven, within 2^-94; their lower parts
 * are less than 2^-46. The product of both is within 2^-92 of its size: 2^-95 and 2^-94 from the factors, 2^-95 from
 * the roundings of what has a lower part in it, 2^-97 from the sum. Divided by n.s in doubles, it is the small way from t to
 * the crossing; that quotient may be off by 64u of itself and more, which is as little. The coordinate at t is within
 * 2^-93 of its size. FINE is 2^-91 for both.
 *
 * Weak input: components beyond 2^-60 and 2^60, other than zero, and flat cells have no side here. */

#include "narrow/box_cells.h"

#include "base/anchored.h"
#include "base/exact.h"
#include "base/twofold.h"
#include "base/vec3.h"
#include "shape/vertices.h"

#define SMALLEST   0x1p-60
#define LARGEST    0x1p60
#define ROUGH      0x1p-46
#define FINE       0x1p-91
#define LEAST_TURN 0x1p-40

#define ROWS    4
#define CORNERS 8
#define EDGES   12

/* ---- The edges of a cell ------------------------------------------------------------------------------- */

/* A way from one corner to another: one edge of the cell, less another. */
typedef struct edge_way {
    uint8_t plus, minus;
} edge_way;

/* The edge that is none. */
#define NOTHING 3

/* An edge between two corners; from the first one, the way along it and those to the two others that edges join to it; and
 * the edges that lead from the origin to that corner. */
typedef struct cell_edge {
    uint8_t from, to;
    edge_way way[3];
    uint8_t start[2];
} cell_edge;

/* clang-format off */
static const cell_edge box_edge[EDGES] = {
    {0, 1, {{0, 3}, {1, 3}, {2, 3}}, {3, 3}}, {2, 3, {{0, 3}, {3, 1}, {2, 3}}, {1, 3}},
    {4, 5, {{0, 3}, {1, 3}, {3, 2}}, {3, 2}}, {6, 7, {{0, 3}, {3, 1}, {3, 2}}, {1, 2}},
    {0, 2, {{1, 3}, {0, 3}, {2, 3}}, {3, 3}}, {1, 3, {{1, 3}, {3, 0}, {2, 3}}, {0, 3}},
    {4, 6, {{1, 3}, {0, 3}, {3, 2}}, {3, 2}}, {5, 7, {{1, 3}, {3, 0}, {3, 2}}, {0, 2}},
    {0, 4, {{2, 3}, {0, 3}, {1, 3}}, {3, 3}}, {1, 5, {{2, 3}, {3, 0}, {1, 3}}, {0, 3}},
    {2, 6, {{2, 3}, {0, 3}, {3, 1}}, {3, 1}}, {3, 7, {{2, 3}, {3, 0}, {3, 1}}, {0, 1}},
};

/* Each of the six twice, so that all cells have as many. */
static const cell_edge tetra_edge[EDGES] = {
    {0, 1, {{0, 3}, {1, 3}, {2, 3}}, {3, 3}}, {0, 2, {{1, 3}, {0, 3}, {2, 3}}, {3, 3}},
    {0, 3, {{2, 3}, {0, 3}, {1, 3}}, {3, 3}}, {1, 2, {{1, 0}, {3, 0}, {2, 0}}, {0, 3}},
    {1, 3, {{2, 0}, {3, 0}, {1, 0}}, {0, 3}}, {2, 3, {{2, 1}, {3, 1}, {0, 1}}, {1, 3}},
    {0, 1, {{0, 3}, {1, 3}, {2, 3}}, {3, 3}}, {0, 2, {{1, 3}, {0, 3}, {2, 3}}, {3, 3}},
    {0, 3, {{2, 3}, {0, 3}, {1, 3}}, {3, 3}}, {1, 2, {{1, 0}, {3, 0}, {2, 0}}, {0, 3}},
    {1, 3, {{2, 0}, {3, 0}, {1, 0}}, {0, 3}}, {2, 3, {{2, 1}, {3, 1}, {0, 1}}, {1, 3}},
};
/* clang-format on */

/* ---- Cells and what one is for the other --------------------------------------------------------------- */

/* A cell by its vectors, [.][axis]. */
typedef struct cell_frame {
    const fk_piece *piece;
    double origin[3], e[4][3]; /* the edges, and nothing */
    double normal[ROWS][3], size[ROWS][3];
    double bound[ROWS][2], bound_size;
    int turn, rows, corners;
    const cell_edge *edge;
    bool is_fine[ROWS];
    fk_twofold fine[ROWS][3]; /* the normals again */
} cell_frame;

/* The edges of one cell in the rows of the other: [.][edge], and [.][corner]. */
typedef struct crossings {
    const cell_frame *edges;
    cell_frame *rows;
    double part[ROWS][4], part_size[ROWS][4]; /* n.e, and of nothing */
    double at[ROWS][CORNERS], at_size[ROWS];  /* n.(corner - origin), and a size that holds for all of them */
    double from[ROWS][EDGES];                 /* the same where an edge begins */
    double along[ROWS][EDGES], inverse[ROWS][EDGES]; /* n.step, and 1 by it */
    double start[3][EDGES], step[3][EDGES];          /* roughly, from the origin of a */
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

/* Fills the corners of a cell, where its edges begin and how far they lead, from the values of three edges: sums of them
 * for a box, differences for a tetrahedron. In the order of the tables above. */
static inline void spread(const cell_frame *f, double base, const double e[3], double corner[CORNERS],
                          double from[EDGES], double step[EDGES])
{
    corner[0] = base;
    corner[1] = base + e[0];
    corner[2] = base + e[1];
    if (f->corners == 8) {
        corner[3] = corner[2] + e[0];
        for (int i = 0; i < 4; i++) {
            corner[4 + i] = corner[i] + e[2];
            step[i] = e[0];
            step[4 + i] = e[1];
            step[8 + i] = e[2];
        }
        for (int i = 0; i < 4; i++) {
            from[i] = corner[2 * i];
            from[4 + i] = corner[i < 2 ? i : i + 2];
            from[8 + i] = corner[i];
        }
        return;
    }
    corner[3] = base + e[2];
    for (int i = 0; i < EDGES; i += 6) {
        from[i] = from[i + 1] = from[i + 2] = corner[0];
        from[i + 3] = from[i + 4] = corner[1];
        from[i + 5] = corner[2];
        step[i] = e[0];
        step[i + 1] = e[1];
        step[i + 2] = e[2];
        step[i + 3] = e[1] - e[0];
        step[i + 4] = e[2] - e[0];
        step[i + 5] = e[2] - e[1];
    }
}

/* Parallel edges have one inverse. */
static inline void make_inverse(const cell_frame *f, const double along[EDGES], double inverse[EDGES])
{
    if (f->corners == 8) {
        double x = 1 / along[0], y = 1 / along[4], z = 1 / along[8];
        for (int i = 0; i < 4; i++) {
            inverse[i] = x;
            inverse[4 + i] = y;
            inverse[8 + i] = z;
        }
        return;
    }
    for (int i = 0; i < 6; i++)
        inverse[i] = inverse[6 + i] = 1 / along[i];
}

/* way: from the origin of the rows to that of the edges; shift: from the origin of a to that of the edges. */
static void make_crossings(crossings *c, const cell_frame *edges, cell_frame *rows, const double way[3],
                           const double shift[3])
{
    double corner[CORNERS];
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
        spread(edges, dot(rows->normal[j], way), c->part[j], c->at[j], c->from[j], c->along[j]);
        make_inverse(edges, c->along[j], c->inverse[j]);
    }
    for (int axis = 0; axis < 3; axis++) {
        const double e[3] = {edges->e[0][axis], edges->e[1][axis], edges->e[2][axis]};
        spread(edges, shift[axis], e, corner, c->start[axis], c->step[axis]);
    }
}

/* ---- Search -------------------------------------------------------------------------------------------- */

/* The last bits of a number, which the search does without, name the edge that it comes from. */
#define TAG 31u

static inline void tag_all(double value[EDGES], uint64_t tag)
{
    uint64_t bits[EDGES];
    memcpy(bits, value, sizeof bits);
    for (uint64_t i = 0; i < EDGES; i++)
        bits[i] = (bits[i] & ~(uint64_t)TAG) | (tag + i);
    memcpy(value, bits, sizeof bits);
}

static inline double greatest_of(const double value[EDGES])
{
    double x = value[0], y = value[1], z = value[2];
    for (int i = 3; i < EDGES; i += 3) {
        x = fk_larger(value[i], x);
        y = fk_larger(value[i + 1], y);
        z = fk_larger(value[i + 2], z);
    }
    return fk_larger(x, fk_larger(y, z));
}

/* Where edges enter the rows of the other cell and leave them, as parts of their ways. */
static void clip_edges(const crossings *c, double enter[EDGES], double leave[EDGES])
{
    for (int i = 0; i < EDGES; i++) {
        enter[i] = 0;
        leave[i] = 1;
    }
    for (int j = 0; j < c->rows->rows; j++) {
        double lo = c->rows->bound[j][0], hi = c->rows->bound[j][1];
        for (int i = 0; i < EDGES; i++) {
            double first = (lo - c->from[j][i]) * c->inverse[j][i];
            double second = (hi - c->from[j][i]) * c->inverse[j][i];
            double low = first < second ? first : second, high = first < second ? second : first;
            enter[i] = low > enter[i] ? low : enter[i];
            leave[i] = high < leave[i] ? high : leave[i];
        }
    }
}

/* The greatest value of what is left of the edges along each axis, and the greatest of its opposite, with the edge as
 * tag. best goes on from where it is. */
static void find_sides(const crossings *c, uint64_t tag, double best[6])
{
    double enter[EDGES], leave[EDGES], mid[EDGES], half[EDGES], none[EDGES], up[EDGES], down[EDGES];
    clip_edges(c, enter, leave);
    for (int i = 0; i < EDGES; i++) {
        none[i] = enter[i] <= leave[i] ? 0 : LARGEST * LARGEST;
        /* Where nothing is left, any finite numbers will do. */
        double first = enter[i] < 2 ? enter[i] : 2, last = leave[i] > -2 ? leave[i] : -2;
        mid[i] = 0.5 * (first + last);
        half[i] = 0.5 * (last - first);
    }
    for (int axis = 0; axis < 3; axis++) {
        const double *start = c->start[axis], *step = c->step[axis];
        for (int i = 0; i < EDGES; i++) {
            double at = start[i] + mid[i] * step[i], reach = half[i] * fabs(step[i]) - none[i];
            up[i] = reach + at;
            down[i] = reach - at;
        }
        tag_all(up, tag);
        tag_all(down, tag);
        best[2 * axis] = fk_larger(greatest_of(up), best[2 * axis]);
        best[2 * axis + 1] = fk_larger(greatest_of(down), best[2 * axis + 1]);
    }
}

/* ---- Sums of given numbers, rounded outward ------------------------------------------------------------ */

/* The double next to value from above (sign 1) or below, where value is off by error at most. False when it is too close
 * to a double to say which. */
static bool round_outward(fk_twofold value, double error, int sign, double *out)
{
    /* From value.hi toward value: the two doubles that it lies between. */
    bool is_up = value.lo > 0;
    uint64_t near = fk_bits_of(value.hi), step = is_up == (value.hi > 0) ? 1u : UINT64_MAX, far = near + step;
    *out = fk_from_bits(is_up == (sign > 0) ? far : near);
    return fabs(value.hi) > SMALLEST * SMALLEST && fabs(value.lo) > error &&
           fabs(value.lo) + error < fabs(value.hi - fk_from_bits(far));
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

/* The coordinate of a corner of a cell. Where no term is small against the others, all digits of the sum fit in two
 * doubles: its terms are multiples of 2^-40 u of the size, and cut at 8u of it at most. */
static bool round_corner(const cell_frame *f, int corner, int axis, int sign, double *out)
{
    double term[FK_TERM_MAX] = {f->origin[axis]}, size = fabs(term[0]), least = size;
    uint32_t count = 1;
    for (uint32_t k = 0; k < 3; k++)
        if (fk_cell_share(f->piece->kind, (uint32_t)corner, k) && fk_sign_of(f->e[k][axis]) != 0) {
            term[count] = f->e[k][axis];
            size += fabs(term[count]);
            least = fk_smaller(fabs(term[count++]), least);
        }
    fk_anchored sum = fk_anchored_make(size);
    for (uint32_t i = 0; i < count; i++)
        fk_anchored_add(&sum, term[i]);
    fk_twofold value = fk_two_sum(sum.hi, sum.lo);
    bool is_exact = least > 0x1p-40 * size;
    if (count == 1 || (is_exact && fk_sign_of(value.lo) == 0)) {
        *out = count == 1 ? term[0] : value.hi;
        return true;
    }
    return round_outward(value, is_exact ? 0 : FINE * size, sign, out) || round_sum(term, count, sign, out);
}

/* ---- A corner of one cell in the other ----------------------------------------------------------------- */

/* How far a way leads along an axis: a given number, or a difference of two; its sign is exact. */
static double way_along(const cell_frame *f, edge_way way, int axis)
{
    return f->e[way.plus][axis] - f->e[way.minus][axis];
}

/* The farthest corner of a cell along an axis, by signs of given numbers: the one that is known, or a farther one. */
static int farthest_corner(const cell_frame *f, int corner, int axis, int sign)
{
    if (f->corners == 8) {
        for (int k = 0; k < 3; k++) {
            double along = sign * f->e[k][axis];
            corner = along > 0 ? corner | 1 << k : along < 0 ? corner & ~(1 << k) : corner;
        }
        return corner;
    }
    const double along[4] = {0, sign * f->e[0][axis], sign * f->e[1][axis], sign * f->e[2][axis]};
    for (int i = 0; i < 4; i++)
        corner = along[i] > along[corner] ? i : corner;
    return corner;
}

static bool prove_corner(const crossings *c, int found, int axis, int sign, double *out)
{
    int corner = farthest_corner(c->edges, found, axis, sign);
    bool inside = true;
    for (int j = 0; j < c->rows->rows; j++) {
        double at = c->at[j][corner], off = ROUGH * (c->at_size[j] + c->rows->bound_size);
        inside = inside & (at > c->rows->bound[j][0] + off) & (at < c->rows->bound[j][1] - off);
    }
    return inside && round_corner(c->edges, corner, axis, sign, out);
}

/* ---- An edge of one cell and a face of the other ------------------------------------------------------- */

/* An edge, its way, and the row that it crosses at one of its bounds: out of it (1) or into it (-1), at t, which is off
 * by t_off. */
typedef struct meeting {
    const crossings *c;
    int index;
    const cell_edge *edge;
    edge_way way;
    int row, bound, to_face; /* and the edge that leads from the origin of its cell to the face */
    double down, down_size;  /* the product of the row's normal and the way */
    double t, t_off;
} meeting;

/* The row that clips an edge at one of its ends, and the bound that does; false when none does, and the edge ends in a
 * corner of its own cell. */
static bool clipping_row(const crossings *c, int index, bool last, int *row, int *bound)
{
    uint64_t nearest = fk_bits_of(1.0) | 15;
    for (int j = 0; j < c->rows->rows; j++) {
        double by = c->inverse[j][index];
        int hit = (by > 0) == last;
        double t = (c->rows->bound[j][hit] - c->from[j][index]) * by;
        /* Positive numbers are in the order of their bits; the last ones name row and bound. */
        uint64_t part = fk_bits_of(last ? t : 1 - t);
        part = (part & ~(uint64_t)15) | (uint64_t)(2 * j + hit);
        nearest = part < nearest ? part : nearest;
    }
    *row = (int)(nearest & 15) >> 1;
    *bound = (int)nearest & 1;
    return (nearest & 15) != 15;
}

/* False when the edge may be parallel to the row. */
static bool make_meeting(meeting *m, const crossings *c, int index, int row, int bound)
{
    m->c = c;
    m->index = index;
    m->edge = &c->edges->edge[index];
    m->way = m->edge->way[0];
    m->row = row;
    m->bound = bound;
    m->to_face = bound == 0 ? NOTHING : row == 3 ? 0 : row;
    m->down = c->along[row][index];
    m->down_size = c->part_size[row][m->way.plus] + c->part_size[row][m->way.minus];
    m->t = (c->rows->bound[row][bound] - c->from[row][index]) / m->down;
    double size = c->at_size[row] + c->rows->bound_size + fabs(m->t) * m->down_size;
    m->t_off = ROUGH * size / fabs(m->down);
    return fabs(m->down) > LEAST_TURN * m->down_size;
}

/* Whether the crossing lies on the edge and in the cell of the face. */
static bool is_inside(const meeting *m)
{
    const crossings *c = m->c;
    bool inside = m->t > m->t_off && m->t + m->t_off < 1;
    for (int j = 0; j < c->rows->rows; j++) {
        double along = c->along[j][m->index], value = c->from[j][m->index] + m->t * along;
        double size = c->part_size[j][m->way.plus] + c->part_size[j][m->way.minus];
        double off = ROUGH * (c->at_size[j] + c->rows->bound_size + size) + fabs(along) * m->t_off;
        bool between = (value > c->rows->bound[j][0] + off) & (value < c->rows->bound[j][1] - off);
        inside = inside & (between | (j == m->row));
    }
    return inside;
}

/* Whether no way from the crossing into both cells leads farther along the axis. */
static bool is_farthest(const meeting *m, int axis, int sign)
{
    const crossings *c = m->c;
    double gain = sign * way_along(c->edges, m->way, axis), turn = gain / m->down;
    double turn_off = ROUGH * fabs(turn) * m->down_size / fabs(m->down);
    bool farthest = turn * (m->bound == 0 ? -1 : 1) >= 0;
    for (int k = 1; k < 3; k++) {
        edge_way in = m->edge->way[k];
        double part = c->part[m->row][in.plus] - c->part[m->row][in.minus];
        double size = c->part_size[m->row][in.plus] + c->part_size[m->row][in.minus];
        double straight = sign * way_along(c->edges, in, axis);
        double off = ROUGH * (fabs(straight) + fabs(turn) * size) + fabs(part) * turn_off;
        farthest = farthest & (straight - turn * part <= -off);
    }
    return farthest;
}

/* ---- The coordinate of a crossing ---------------------------------------------------------------------- */

/* (a b - c d) turn. */
static fk_twofold fine_minor(double a, double b, double c, double d, double turn)
{
    fk_twofold p = fk_two_product(a, b), q = fk_two_product(c, d);
    fk_anchored sum = fk_anchored_make(fabs(p.hi) + fabs(q.hi));
    fk_anchored_add(&sum, p.hi);
    fk_anchored_add(&sum, -q.hi);
    return (fk_twofold){turn * sum.hi, turn * (sum.lo + (p.lo - q.lo))};
}

/* The sum of three numbers. */
static fk_twofold fine_sum(fk_twofold x, fk_twofold y, fk_twofold z)
{
    fk_anchored sum = fk_anchored_make(fabs(x.hi) + fabs(y.hi) + fabs(z.hi));
    fk_anchored_add(&sum, x.hi);
    fk_anchored_add(&sum, y.hi);
    fk_anchored_add(&sum, z.hi);
    return (fk_twofold){sum.hi, sum.lo + (x.lo + y.lo + z.lo)};
}

/* The normal of a row with twice the precision. */
static const fk_twofold *fine_normal(cell_frame *f, int row)
{
    fk_twofold *n = f->fine[row];
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
    const fk_twofold *x = fine_normal(f, 0), *y = fine_normal(f, 1), *z = fine_normal(f, 2);
    for (int axis = 0; axis < 3; axis++)
        n[axis] = fine_sum(x[axis], y[axis], z[axis]);
    return n;
}

/* A component of the way from a corner of the face to the point at t on the edge, with its size. */
static inline fk_twofold fine_way(const meeting *m, int axis, double *size)
{
    const cell_frame *f = m->c->edges, *rows = m->c->rows;
    const double term[5] = {f->origin[axis], f->e[m->edge->start[0]][axis], f->e[m->edge->start[1]][axis],
                            -rows->origin[axis], -rows->e[m->to_face][axis]};
    fk_twofold plus = fk_two_product(m->t, f->e[m->way.plus][axis]), minus = {0, 0};
    if (m->way.minus != NOTHING)
        minus = fk_two_product(m->t, f->e[m->way.minus][axis]);
    *size = fabs(plus.hi) + fabs(minus.hi);
    for (int i = 0; i < 5; i++)
        *size += fabs(term[i]);
    fk_anchored sum = fk_anchored_make(*size);
    fk_anchored_add(&sum, plus.hi);
    if (m->way.minus != NOTHING)
        fk_anchored_add(&sum, -minus.hi);
    for (int i = 0; i < 5; i++)
        fk_anchored_add(&sum, term[i]);
    return (fk_twofold){sum.hi, sum.lo + (plus.lo - minus.lo)};
}

/* The product of the face's normal and that way, with its size. */
static double fine_excess(const meeting *m, const fk_twofold way[3], const double way_size[3], double *size)
{
    cell_frame *rows = m->c->rows;
    const fk_twofold *n = fine_normal(rows, m->row);
    fk_twofold product[3];
    double rest = 0;
    *size = dot(rows->size[m->row], way_size);
    fk_anchored sum = fk_anchored_make(*size);
    for (int k = 0; k < 3; k++) {
        product[k] = fk_two_product(n[k].hi, way[k].hi);
        fk_anchored_add(&sum, product[k].hi);
        rest += product[k].lo + (n[k].hi * way[k].lo + n[k].lo * (way[k].hi + way[k].lo));
    }
    return sum.hi + (sum.lo + rest);
}

/* The edge crosses the face at t less a small number, which needs few digits. */
static bool round_crossing(const meeting *m, int axis, int sign, double *out)
{
    const cell_frame *rows = m->c->rows;
    fk_twofold way[3];
    double size[3], excess_size, step = way_along(m->c->edges, m->way, axis);
    for (int k = 0; k < 3; k++)
        way[k] = fine_way(m, k, &size[k]);
    double back = fine_excess(m, way, size, &excess_size) / m->down;
    double back_off = (FINE * excess_size + ROUGH * fabs(back) * m->down_size) / fabs(m->down);
    fk_anchored sum = fk_anchored_make(2 * size[axis]); /* in which the face was counted once */
    fk_anchored_add(&sum, way[axis].hi);
    fk_anchored_add(&sum, rows->origin[axis]);
    fk_anchored_add(&sum, rows->e[m->to_face][axis]);
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
        const cell_frame *rows = m->c->rows;
        double outward = sign * rows->e[m->row == 3 ? 0 : m->row][axis];
        int corner = m->bound == 0 ? 0 : rows->corners == 8 ? 1 << m->row : 1;
        return (m->bound ? outward > 0 : outward < 0) && round_corner(rows, corner, axis, sign, out);
    }
    if (!is_farthest(m, axis, sign))
        return false;
    if (fk_sign_of(way_along(m->c->edges, m->way, axis)) == 0)
        return round_corner(m->c->edges, m->edge->from, axis, sign, out);
    return round_crossing(m, axis, sign, out);
}

/* ---- All sides ----------------------------------------------------------------------------------------- */

static bool prove_side(const crossings *c, int index, int axis, int sign, double *out)
{
    const cell_edge *edge = &c->edges->edge[index];
    bool last = sign * c->step[axis][index] > 0;
    int row, bound;
    meeting m;
    if (!clipping_row(c, index, last, &row, &bound))
        return prove_corner(c, last ? edge->to : edge->from, axis, sign, out);
    return make_meeting(&m, c, index, row, bound) && prove_crossing(&m, axis, sign, out);
}

unsigned fk_box_of_cells(const fk_piece *a, const fk_piece *b, fk_aabb *box)
{
    cell_frame frame[2];
    crossings c[2];
    double best[6], there[3], back[3];
    const double nowhere[3] = {0, 0, 0};
    unsigned proved = 0;
    if (!make_frame(&frame[0], a) || !make_frame(&frame[1], b))
        return 0;
    for (int k = 0; k < 3; k++) {
        there[k] = frame[1].origin[k] - frame[0].origin[k];
        back[k] = -there[k];
        best[2 * k] = best[2 * k + 1] = -LARGEST * LARGEST;
    }
    make_crossings(&c[0], &frame[0], &frame[1], back, nowhere);
    make_crossings(&c[1], &frame[1], &frame[0], there, there);
    find_sides(&c[0], 0, best);
    find_sides(&c[1], EDGES, best);
    double *const at[6] = {&box->max.x, &box->min.x, &box->max.y, &box->min.y, &box->max.z, &box->min.z};
    for (int i = 0; i < 6; i++) {
        int sign = i % 2 == 0 ? 1 : -1, tag = (int)(fk_bits_of(best[i]) & TAG), second = tag >= EDGES;
        double found;
        if (tag < 2 * EDGES && prove_side(&c[second], tag - second * EDGES, i / 2, sign, &found)) {
            *at[i] = fk_sign_of(found) == 0 ? 0.0 : found;
            proved |= 1u << i;
        }
    }
    return proved;
}
