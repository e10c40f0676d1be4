/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The tight box of the intersection of two overlapping cells, by elimination toward the coordinates of the world.
 *
 * Each cell is three rows lo <= n.x <= hi, with n a product of two edges, and a tetrahedron has a fourth one for the sum
 * of its parameters. To eliminate two coordinates of the point x, three rows are combined with the minors of their
 * normals, as in fm_search.c, which bounds the third coordinate. Of all triples, the least upper and the greatest lower
 * bound of each coordinate are the six sides (20 triples for two boxes, 56 for two tetrahedra).
 *
 * The search is in doubles; what it finds is proved. A triple bounds a coordinate whatever the numbers, as long as the
 * signs of its factors are right: they are checked. The bound is reached if the corner where its three planes meet
 * satisfies all other rows: this is checked with a bound on the errors. So the side is exactly a coordinate of this
 * corner. Either it is a corner of one cell: a sum of doubles; or an edge of one cell meets a face of the other, and
 * the place on that edge is a quotient, which is computed with twice the precision (twofold.h). Both are rounded
 * outward once. Where anything is too close to call, as with parallel edges or whole numbers, the answer is none, and
 * the exact program (box.h) has to be asked.
 *
 * Errors, with u = 2^-52. Every number goes with its size: what it would be if nothing cancelled. In doubles, a normal
 * is within 4u of its size, a bound within 10u, a minor within 10u and a coordinate of the corner within 24u of the
 * terms that it is made of; 64u are used. Twofold, a normal is within 2^-96 of its size, the terms of the quotient
 * within 2^-94, and the coordinate within 2^-92.
 *
 * Weak input: components beyond 2^-60 and 2^60, other than zero, are left to the exact program; so are flat cells. */

#include "narrow/fm_box.h"

#include "base/exact.h"
#include "base/twofold.h"
#include "shape/vertices.h"

#define SMALLEST 0x1p-60
#define LARGEST  0x1p60
#define ROWS     8

#define ROUGH_ERROR 0x1p-46
#define FINE_ERROR  0x1p-91
#define LEAST_TURN  0x1p-40

/* bound[0] <= normal.(x - origin of a) <= bound[1]. */
typedef struct box_row {
    fk_vec3 normal;
    double mid, half;
    int piece, index; /* the parameter, or 3 for their sum */
    fk_vec3 size;     /* of the normal */
    double bound[2], bound_size;
} box_row;

/* The normal of a row and the determinant of its cell, with twice the precision. */
typedef struct fine_row {
    bool made;
    fk_twofold normal[3], det;
} fine_row;

typedef struct box_system {
    const fk_piece *piece[2];
    fk_vec3 shift, shift_size; /* from the origin of a to that of b */
    int turn[2];               /* the signs of the determinants: rows are turned by them */
    uint32_t count;
    box_row row[ROWS];
    fk_vec3 cross[ROWS][ROWS];
    fine_row fine[ROWS];
} box_system;

static fk_vec3 absolute(fk_vec3 v)
{
    return fk_vec3_make(fabs(v.x), fabs(v.y), fabs(v.z));
}

/* What a cross product would be if nothing cancelled. */
static fk_vec3 cross_size(fk_vec3 u, fk_vec3 v)
{
    return fk_vec3_make(u.y * v.z + u.z * v.y, u.z * v.x + u.x * v.z, u.x * v.y + u.y * v.x);
}

/* ---- Rows ---------------------------------------------------------------------------------------------- */

/* The rows of a tetrahedron bound each parameter from below and their sum from above; their other sides follow from
 * these, and are moved out of the way, so that no corner lies on them. */
static void finish_row(box_system *s, box_row *row, double det, double det_size)
{
    bool tetra = s->piece[row->piece]->kind == FK_KIND_TETRA;
    double at = row->piece == 0 ? 0.0 : fk_vec3_dot(row->normal, s->shift);
    row->bound[0] = at - (tetra && row->index == 3 ? det : 0.0);
    row->bound[1] = at + (tetra && row->index < 3 ? 2 * det : det);
    row->bound_size = 2 * det_size + (row->piece == 0 ? 0.0 : fk_vec3_dot(row->size, s->shift_size));
    row->mid = 0.5 * (row->bound[0] + row->bound[1]);
    row->half = 0.5 * (row->bound[1] - row->bound[0]);
    s->fine[s->count].made = false;
    s->count++;
}

/* The rows of one cell; false when it may be flat. */
static bool add_cell(box_system *s, int piece)
{
    const fk_vec3 *edge = s->piece[piece]->as.cell.edge;
    box_row *row = &s->row[s->count];
    int rows = 3;
    for (int k = 0; k < 3; k++) {
        fk_vec3 q = edge[(k + 1) % 3], r = edge[(k + 2) % 3];
        row[k].normal = fk_vec3_cross(q, r);
        row[k].size = cross_size(absolute(q), absolute(r));
    }
    double det = fk_vec3_dot(row[0].normal, edge[0]), size = fk_vec3_dot(row[0].size, absolute(edge[0]));
    if (!(fabs(det) > LEAST_TURN * size))
        return false;
    s->turn[piece] = det < 0 ? -1 : 1;
    if (s->piece[piece]->kind == FK_KIND_TETRA) {
        row[rows].normal = fk_vec3_add(fk_vec3_add(row[0].normal, row[1].normal), row[2].normal);
        row[rows++].size = fk_vec3_add(fk_vec3_add(row[0].size, row[1].size), row[2].size);
    }
    for (int k = 0; k < rows; k++) {
        row[k].piece = piece;
        row[k].index = k;
        row[k].normal = fk_vec3_scale(row[k].normal, s->turn[piece]);
        finish_row(s, &row[k], fabs(det), size);
    }
    return true;
}

static bool make_system(box_system *s, const fk_piece *a, const fk_piece *b)
{
    fk_vec3 o = a->as.cell.origin, p = b->as.cell.origin;
    s->piece[0] = a;
    s->piece[1] = b;
    s->shift = fk_vec3_sub(p, o);
    s->shift_size = fk_vec3_add(absolute(o), absolute(p));
    s->count = 0;
    return add_cell(s, 0) && add_cell(s, 1);
}

static bool is_in_range(const fk_piece *piece)
{
    const fk_vec3 v[4] = {piece->as.cell.origin, piece->as.cell.edge[0], piece->as.cell.edge[1],
                          piece->as.cell.edge[2]};
    bool in_range = piece->kind == FK_KIND_BOX || piece->kind == FK_KIND_TETRA;
    for (int k = 0; k < 4 && in_range; k++)
        for (int axis = 0; axis < 3; axis++) {
            double x = fk_vec3_get(v[k], axis);
            in_range = in_range && (fk_sign_of(x) == 0 || (fabs(x) >= SMALLEST && fabs(x) <= LARGEST));
        }
    return in_range;
}

/* ---- Search -------------------------------------------------------------------------------------------- */

/* A side of the box, and the three rows that it comes from, four bits each. */
typedef struct side {
    double value;
    uint32_t rows;
} side;

/* A bound of one coordinate from three rows, with their minors f, g, h along it. */
static inline void cut(const box_row *p, const box_row *q, const box_row *r, double f, double g, double h,
                       uint32_t rows, side *lower, side *upper)
{
    double mid = f * p->mid + g * q->mid + h * r->mid;
    double half = fabs(f) * p->half + fabs(g) * q->half + fabs(h) * r->half;
    bool is_upper = mid + half<upper->value, is_lower = mid - half> lower->value;
    upper->value = is_upper ? mid + half : upper->value;
    upper->rows = is_upper ? rows : upper->rows;
    lower->value = is_lower ? mid - half : lower->value;
    lower->rows = is_lower ? rows : lower->rows;
}

/* Bounds of all coordinates from one triple of rows. */
static void cut_all(const box_system *s, uint32_t i, uint32_t j, uint32_t l, side lower[3], side upper[3])
{
    const box_row *p = &s->row[i], *q = &s->row[j], *r = &s->row[l];
    fk_vec3 f = s->cross[j][l], g = s->cross[i][l], h = s->cross[i][j];
    double x = h.x * r->normal.x, y = h.y * r->normal.y, z = h.z * r->normal.z, det = x + y + z;
    if (!(fabs(det) > LEAST_TURN * (fabs(x) + fabs(y) + fabs(z))))
        return;
    double inverse = 1.0 / det;
    uint32_t rows = i | j << 4 | l << 8;
    f = fk_vec3_scale(f, inverse);
    g = fk_vec3_scale(g, -inverse);
    h = fk_vec3_scale(h, inverse);
    cut(p, q, r, f.x, g.x, h.x, rows, &lower[0], &upper[0]);
    cut(p, q, r, f.y, g.y, h.y, rows, &lower[1], &upper[1]);
    cut(p, q, r, f.z, g.z, h.z, rows, &lower[2], &upper[2]);
}

static void find_sides(box_system *s, side lower[3], side upper[3])
{
    for (int k = 0; k < 3; k++) {
        lower[k] = (side){-HUGE_VAL, 0};
        upper[k] = (side){HUGE_VAL, 0};
    }
    for (uint32_t i = 0; i < s->count; i++)
        for (uint32_t j = i + 1; j < s->count; j++)
            s->cross[i][j] = fk_vec3_cross(s->row[i].normal, s->row[j].normal);
    for (uint32_t i = 0; i < s->count; i++)
        for (uint32_t j = i + 1; j < s->count; j++)
            for (uint32_t l = j + 1; l < s->count; l++)
                cut_all(s, i, j, l, lower, upper);
}

/* ---- Proof --------------------------------------------------------------------------------------------- */

/* The corner where three rows meet, each at one of its bounds. */
typedef struct corner {
    const box_row *row[3];
    int side[3];
    double det, det_size;
} corner;

/* The minor of two rows along an axis, and its size. */
static double minor_along(const box_row *q, const box_row *r, int axis, double *size)
{
    int k = (axis + 1) % 3, m = (axis + 2) % 3;
    *size =
        fk_vec3_get(q->size, k) * fk_vec3_get(r->size, m) + fk_vec3_get(q->size, m) * fk_vec3_get(r->size, k);
    return fk_vec3_get(q->normal, k) * fk_vec3_get(r->normal, m) -
           fk_vec3_get(q->normal, m) * fk_vec3_get(r->normal, k);
}

/* The corner that bounds a coordinate from above (sign 1) or below; false when a sign is not certain. */
static bool make_corner(const box_system *s, const side *found, int axis, int sign, corner *c)
{
    double minor[3], size[3];
    c->det = c->det_size = 0;
    for (int k = 0; k < 3; k++)
        c->row[k] = &s->row[found->rows >> 4 * k & 15];
    for (int k = 0; k < 3; k++) {
        minor[k] = minor_along(c->row[(k + 1) % 3], c->row[(k + 2) % 3], axis, &size[k]);
        c->det += minor[k] * fk_vec3_get(c->row[k]->normal, axis);
        c->det_size += size[k] * fk_vec3_get(c->row[k]->size, axis);
    }
    if (!(fabs(c->det) > LEAST_TURN * c->det_size))
        return false;
    for (int k = 0; k < 3; k++) {
        c->side[k] = (minor[k] > 0) == (sign * c->det > 0);
        if (!(fabs(minor[k]) > ROUGH_ERROR * size[k]))
            return false;
    }
    return true;
}

/* A coordinate of the corner, from the origin of a, and how much it may be off. */
static double rough_coordinate(const corner *c, int axis, double *error)
{
    double sum = 0, sum_size = 0, size;
    for (int k = 0; k < 3; k++) {
        double minor = minor_along(c->row[(k + 1) % 3], c->row[(k + 2) % 3], axis, &size);
        sum += minor * c->row[k]->bound[c->side[k]];
        sum_size += size * c->row[k]->bound_size;
    }
    double inverse = 1.0 / c->det, value = sum * inverse;
    *error = ROUGH_ERROR * (sum_size + fabs(value) * c->det_size) * fabs(inverse);
    return value;
}

/* Whether the corner satisfies all rows that it is not made of, strictly and for certain. */
static bool is_inside(const box_system *s, const corner *c)
{
    fk_vec3 at, off;
    at.x = rough_coordinate(c, 0, &off.x);
    at.y = rough_coordinate(c, 1, &off.y);
    at.z = rough_coordinate(c, 2, &off.z);
    off = fk_vec3_add(off, fk_vec3_scale(absolute(at), ROUGH_ERROR));
    for (uint32_t i = 0; i < s->count; i++) {
        const box_row *row = &s->row[i];
        if (row == c->row[0] || row == c->row[1] || row == c->row[2])
            continue;
        double error = ROUGH_ERROR * row->bound_size + fk_vec3_dot(row->size, off);
        if (!(fabs(fk_vec3_dot(row->normal, at) - row->mid) < row->half - error))
            return false;
    }
    return true;
}

/* ---- Rounding ------------------------------------------------------------------------------------------ */

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
FK_OWN_FRAME static bool round_sum(const fk_vec3 *term, uint32_t count, int axis, int sign, double *out)
{
    fk_arena arena;
    fk_vec3 along[FK_TERM_MAX];
    fk_arena_init(&arena);
    for (uint32_t i = 0; i < count; i++)
        along[i] = fk_vec3_make(sign * fk_vec3_get(term[i], axis), 0, 0);
    double below = fk_exact_floor(fk_exact_negate(fk_exact_vec3_sum(&arena, along, count).x));
    *out = fk_sign_of(below) == 0 ? 0.0 : -sign * below;
    return !arena.full;
}

/* A number with its size. */
typedef struct sized {
    fk_twofold value;
    double size;
} sized;

static sized sized_sum(const fk_vec3 *term, uint32_t count, int axis)
{
    double first = fk_vec3_get(term[0], axis);
    sized sum = {fk_twofold_from(first), fabs(first)};
    for (uint32_t i = 1; i < count; i++) {
        double x = fk_vec3_get(term[i], axis);
        sum.value = fk_twofold_add(sum.value, fk_twofold_from(x));
        sum.size += fabs(x);
    }
    return sum;
}

/* ---- A corner of one cell ------------------------------------------------------------------------------ */

/* The one of 0, 1, 2 that is neither i nor j. */
static int other_index(int i, int j)
{
    return 3 - i - j;
}

/* The terms of the corner in the three rows of one cell. */
static bool round_cell_corner(const box_system *s, const corner *c, int axis, int sign, double *out)
{
    const fk_cell *cell = &s->piece[c->row[0]->piece]->as.cell;
    fk_vec3 term[FK_TERM_MAX] = {cell->origin};
    uint32_t count = 1;
    for (int k = 0; k < 3; k++) {
        int index = c->row[k]->index;
        /* On the plane of the sum, the edge is taken that has no row here. */
        if (index == 3)
            term[count++] = cell->edge[other_index(c->row[(k + 1) % 3]->index, c->row[(k + 2) % 3]->index)];
        else if (c->side[k])
            term[count++] = cell->edge[index];
    }
    sized sum = sized_sum(term, count, axis);
    return round_outward(sum.value, FINE_ERROR * sum.size, sign, out) ||
           round_sum(term, count, axis, sign, out);
}

/* ---- An edge of one cell and a face of the other ------------------------------------------------------- */

static fk_twofold fine_minor(double a, double b, double c, double d)
{
    return fk_twofold_sub(fk_two_product(a, b), fk_two_product(c, d));
}

static void fine_cross(fk_vec3 q, fk_vec3 r, fk_twofold n[3])
{
    n[0] = fine_minor(q.y, r.z, q.z, r.y);
    n[1] = fine_minor(q.z, r.x, q.x, r.z);
    n[2] = fine_minor(q.x, r.y, q.y, r.x);
}

static fk_twofold fine_dot(const fk_twofold a[3], fk_vec3 b)
{
    fk_twofold x = fk_twofold_mul(a[0], fk_twofold_from(b.x)), y = fk_twofold_mul(a[1], fk_twofold_from(b.y));
    return fk_twofold_add(fk_twofold_add(x, y), fk_twofold_mul(a[2], fk_twofold_from(b.z)));
}

/* The normal as the edges give it, not turned. */
static const fine_row *fine_of(box_system *s, const box_row *row)
{
    fine_row *fine = &s->fine[row - s->row];
    const fk_vec3 *edge = s->piece[row->piece]->as.cell.edge;
    if (fine->made)
        return fine;
    int first = row->index < 3 ? row->index : 0;
    fine_cross(edge[(first + 1) % 3], edge[(first + 2) % 3], fine->normal);
    fine->det = fine_dot(fine->normal, edge[first]);
    for (int k = 1; row->index == 3 && k < 3; k++) {
        fk_twofold next[3];
        fine_cross(edge[(k + 1) % 3], edge[(k + 2) % 3], next);
        for (int axis = 0; axis < 3; axis++)
            fine->normal[axis] = fk_twofold_add(fine->normal[axis], next[axis]);
    }
    fine->made = true;
    return fine;
}

/* An edge: from the sum of some terms along the difference of two. */
typedef struct edge_line {
    fk_vec3 start[FK_TERM_MAX];
    uint32_t count;
    fk_vec3 step[2]; /* the first minus the second */
} edge_line;

/* The edge of a cell in two of its rows, each at one of its bounds. */
static void make_edge(const fk_cell *cell, const box_row *p, int side_p, const box_row *q, int side_q,
                      edge_line *e)
{
    e->start[0] = cell->origin;
    e->count = 1;
    e->step[1] = fk_vec3_make(0, 0, 0);
    if (p->index < 3 && q->index < 3) {
        e->step[0] = cell->edge[other_index(p->index, q->index)];
        if (side_p)
            e->start[e->count++] = cell->edge[p->index];
        if (side_q)
            e->start[e->count++] = cell->edge[q->index];
        return;
    }
    /* Between the ends of the two edges that are not zero here. */
    int none = p->index < 3 ? p->index : q->index;
    e->start[e->count++] = e->step[1] = cell->edge[(none + 1) % 3];
    e->step[0] = cell->edge[(none + 2) % 3];
}

/* normal.v for a vector v that is a sum, with its size. */
static sized sized_dot(const fine_row *fine, fk_vec3 size, const sized v[3])
{
    fk_twofold x = fk_twofold_mul(fine->normal[0], v[0].value),
               y = fk_twofold_mul(fine->normal[1], v[1].value);
    sized dot = {fk_twofold_add(fk_twofold_add(x, y), fk_twofold_mul(fine->normal[2], v[2].value)),
                 size.x * v[0].size + size.y * v[1].size + size.z * v[2].size};
    return dot;
}

/* The coordinate where an edge meets the face of a row: with w the way from the origin of the row's cell to the start
 * of the edge, start + step (bound - n.w) / n.step. */
static bool round_crossing(box_system *s, const edge_line *e, const box_row *row, int bound, int axis,
                           int sign, double *out)
{
    const fine_row *fine = fine_of(s, row);
    fk_vec3 term[FK_TERM_MAX + 1], back[2] = {e->step[0], fk_vec3_negate(e->step[1])};
    sized way[3], step[3];
    for (uint32_t i = 0; i < e->count; i++)
        term[i] = e->start[i];
    term[e->count] = fk_vec3_negate(s->piece[row->piece]->as.cell.origin);
    for (int k = 0; k < 3; k++) {
        way[k] = sized_sum(term, e->count + 1, k);
        step[k] = sized_sum(back, 2, k);
    }
    sized up = sized_dot(fine, row->size, way), down = sized_dot(fine, row->size, step);
    up.value = fk_twofold_sub(bound ? fine->det : fk_twofold_from(0), up.value);
    up.size += row->bound_size;
    fk_twofold part = fk_twofold_div(up.value, down.value);
    sized start = sized_sum(e->start, e->count, axis);
    fk_twofold value = fk_twofold_add(start.value, fk_twofold_mul(part, step[axis].value));
    double off = (up.size + fabs(part.hi) * down.size) / fabs(down.value.hi) + fabs(part.hi);
    return fabs(down.value.hi) > LEAST_TURN * down.size &&
           round_outward(value, FINE_ERROR * (start.size + off * step[axis].size), sign, out);
}

static bool prove_side(box_system *s, const side *found, int axis, int sign, double *out)
{
    corner c;
    if (!make_corner(s, found, axis, sign, &c) || !is_inside(s, &c))
        return false;
    /* The row that stands alone, if any. */
    int in_b = c.row[0]->piece + c.row[1]->piece + c.row[2]->piece, alone = 0;
    if (in_b == 0 || in_b == 3)
        return round_cell_corner(s, &c, axis, sign, out);
    while (c.row[alone]->piece != (in_b == 1))
        alone++;
    int i = (alone + 1) % 3, j = (alone + 2) % 3;
    edge_line e;
    make_edge(&s->piece[c.row[i]->piece]->as.cell, c.row[i], c.side[i], c.row[j], c.side[j], &e);
    return round_crossing(s, &e, c.row[alone], c.side[alone], axis, sign, out);
}

bool fk_fm_box(const fk_piece *a, const fk_piece *b, fk_aabb *out)
{
    box_system s;
    side lower[3], upper[3];
    double lo[3], hi[3];
    if (!is_in_range(a) || !is_in_range(b) || !make_system(&s, a, b))
        return false;
    find_sides(&s, lower, upper);
    for (int k = 0; k < 3; k++)
        if (!prove_side(&s, &lower[k], k, -1, &lo[k]) || !prove_side(&s, &upper[k], k, 1, &hi[k]))
            return false;
    out->min = fk_vec3_make(lo[0], lo[1], lo[2]);
    out->max = fk_vec3_make(hi[0], hi[1], hi[2]);
    return true;
}
