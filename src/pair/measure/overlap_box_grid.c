/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The exact tight box of the intersection of two cells on a grid: for cells that touch, share corners, or have coplanar faces,
 * where doubles do not decide.
 *
 * All numbers are multiples of one power of two, the unit. Edges have less than 2^17 units, the difference of the origins less
 * than 2^20. A cell is the set of points where the functions of its four or six faces are not negative. Each has a normal, the
 * product of two edges below 2^35, or the sum of three below 2^37. So the functions are below 2^59 at the corners of the other
 * cell, and fit in 64 bits.
 *
 * A corner of the intersection lies on three planes of faces with only this point in common. When all are of one cell, it is a
 * corner of that cell. When two are, it lies on an edge of that cell, and the third plane cuts the edge. So the candidates are
 * the corners of each cell inside the other, and the ends of each edge clipped by the other cell. An end is a fraction, and two
 * of them are compared by products below 2^120. A coordinate of it is a fraction with a numerator below 2^121. No proof is needed
 * that an end is the farthest, since all are visited. Those that doubles put next to the farthest are rounded outward, each
 * exactly, and the farthest of these is the side.
 *
 * Weak input: numbers on no such grid, flat cells, and compilers without integers of 128 bits; they have no box here. */

#include "pair/measure/measure.h"

#include "base/vec3.h"
#include "exact/fixed.h"
#include "shape/vertices.h"

#ifdef FK_HAS_FIXED

#define EDGE_BITS  17
#define SHIFT_BITS 20
#define LARGEST    400 /* exponents of the unit, so that no result is near the ends of the range */
#define NEXT_TO    0x1p-46
#define FACES      6
#define CORNERS    8
#define CANDIDATES 48

/* A cell in units. */
typedef struct grid_cell {
    int64_t origin[3], e[3][3];
    int64_t normal[FACES][3], level[FACES]; /* inside: normal.(x - origin) + level >= 0 */
    int faces, corners, edges;
    const fk_cell_edge *edge;
    int64_t corner[CORNERS][3]; /* from the origin */
} grid_cell;

/* A point that cuts an edge: its start, its vector, and the parameter over / under on it. */
typedef struct edge_cut {
    int64_t from[3], step[3], over, under;
    double at[3]; /* roughly */
} edge_cut;

typedef struct corner_candidates {
    edge_cut cut[CANDIDATES];
    int count;
    bool has_corner;
    int64_t least[3], most[3]; /* of the corners */
} corner_candidates;

/* ---- Cells in units ------------------------------------------------------------------------------------ */

/* The exponent of the unit. */
static int find_grid_exponent(const fk_piece *a, const fk_piece *b)
{
    int most = -1023;
    for (int k = 0; k < 3; k++) {
        int x = fk_vec3_exponent(a->as.cell.edge[k]), y = fk_vec3_exponent(b->as.cell.edge[k]);
        most = x > most ? x : most;
        most = y > most ? y : most;
    }
    return most + 1 - EDGE_BITS;
}

static void vector_to_grid(fk_vec3 v, int grid, int64_t out[3], bool *fits)
{
    out[0] = fk_fixed_from(v.x, grid, fits);
    out[1] = fk_fixed_from(v.y, grid, fits);
    out[2] = fk_fixed_from(v.z, grid, fits);
}

static int64_t grid_dot(const int64_t u[3], const int64_t v[3])
{
    return u[0] * v[0] + u[1] * v[1] + u[2] * v[2];
}

/* One face for each normal; a box has the opposite ones too, a tetrahedron the one of their sum. */
static void make_grid_faces(grid_cell *f, bool is_box, int64_t turn, int64_t det)
{
    for (int axis = 0; axis < 3; axis++) {
        int p = (axis + 1) % 3, q = (axis + 2) % 3;
        for (int k = 0; k < 3; k++) {
            const int64_t *u = f->e[(k + 1) % 3], *v = f->e[(k + 2) % 3];
            f->normal[k][axis] = turn * (u[p] * v[q] - u[q] * v[p]);
            f->normal[3 + k][axis] = -f->normal[k][axis];
        }
        if (!is_box)
            f->normal[3][axis] -= f->normal[1][axis] + f->normal[2][axis];
    }
    for (int k = 0; k < 3; k++) {
        f->level[k] = 0;
        f->level[3 + k] = turn * det;
    }
}

/* Returns false when the cell is flat or has numbers off the grid. */
static bool make_grid_cell(grid_cell *f, const fk_piece *piece, int grid)
{
    bool is_box = piece->kind == FK_KIND_BOX, fits = true;
    vector_to_grid(piece->as.cell.origin, grid, f->origin, &fits);
    for (int k = 0; k < 3; k++)
        vector_to_grid(piece->as.cell.edge[k], grid, f->e[k], &fits);
    if (!fits)
        return false;
    f->faces = is_box ? 6 : 4;
    f->corners = is_box ? 8 : 4;
    f->edges = is_box ? 12 : 6;
    f->edge = is_box ? fk_box_edges : fk_tetra_edges;
    for (uint32_t i = 0; i < (uint32_t)f->corners; i++)
        for (int axis = 0; axis < 3; axis++) {
            f->corner[i][axis] = 0;
            for (uint32_t k = 0; k < 3; k++)
                f->corner[i][axis] += fk_cell_vertex_has_edge(piece->kind, i, k) ? f->e[k][axis] : 0;
        }
    const int64_t *x = f->e[0], *y = f->e[1], *z = f->e[2];
    int64_t det = x[0] * (y[1] * z[2] - y[2] * z[1]) + x[1] * (y[2] * z[0] - y[0] * z[2]) +
                  x[2] * (y[0] * z[1] - y[1] * z[0]);
    make_grid_faces(f, is_box, det < 0 ? -1 : 1, det);
    return det != 0;
}

/* ---- Corners and cut edges ----------------------------------------------------------------------------- */

static void add_corner_candidate(corner_candidates *all, const grid_cell *f, int corner)
{
    for (int axis = 0; axis < 3; axis++) {
        int64_t at = f->origin[axis] + f->corner[corner][axis];
        if (!all->has_corner || at < all->least[axis])
            all->least[axis] = at;
        if (!all->has_corner || at > all->most[axis])
            all->most[axis] = at;
    }
    all->has_corner = true;
}

static void add_cut_candidate(corner_candidates *all, const grid_cell *f, const fk_cell_edge *edge,
                              int64_t over, int64_t under)
{
    edge_cut *c = &all->cut[all->count++];
    double part = (double)over / (double)under;
    c->over = over;
    c->under = under;
    for (int axis = 0; axis < 3; axis++) {
        c->from[axis] = f->origin[axis] + f->corner[edge->from][axis];
        c->step[axis] = f->corner[edge->to][axis] - f->corner[edge->from][axis];
        c->at[axis] = (double)c->from[axis] + part * (double)c->step[axis];
    }
}

/* Whether p / q < r / s; q and s are positive. */
static bool fraction_is_less(int64_t p, int64_t q, int64_t r, int64_t s)
{
    return (fk_int128)p * s < (fk_int128)r * q;
}

/* Clips an edge by the faces of the other cell, whose functions have these values at its corners. Ends in corners are not added
 * here. */
static void clip_grid_edge(corner_candidates *all, const grid_cell *f, const fk_cell_edge *edge, int faces,
                           int64_t value[FACES][CORNERS])
{
    int64_t enter = 0, enter_under = 1, leave = 1, leave_under = 1;
    for (int j = 0; j < faces; j++) {
        int64_t from = value[j][edge->from], to = value[j][edge->to];
        if (from < 0 && to < 0)
            return;
        if (from < 0 && fraction_is_less(enter, enter_under, -from, to - from)) {
            enter = -from;
            enter_under = to - from;
        } else if (to < 0 && fraction_is_less(from, from - to, leave, leave_under)) {
            leave = from;
            leave_under = from - to;
        }
    }
    if (fraction_is_less(leave, leave_under, enter, enter_under))
        return;
    if (enter > 0 && enter < enter_under)
        add_cut_candidate(all, f, edge, enter, enter_under);
    if (leave > 0 && leave < leave_under)
        add_cut_candidate(all, f, edge, leave, leave_under);
}

/* shift: from the origin of the other cell. */
static void clip_grid_cell(corner_candidates *all, const grid_cell *f, const grid_cell *other,
                           const int64_t shift[3])
{
    int64_t value[FACES][CORNERS];
    unsigned outside = 0;
    for (int j = 0; j < other->faces; j++) {
        int64_t base = grid_dot(other->normal[j], shift) + other->level[j];
        for (int i = 0; i < f->corners; i++) {
            value[j][i] = base + grid_dot(other->normal[j], f->corner[i]);
            outside |= (unsigned)(value[j][i] < 0) << i;
        }
    }
    for (int i = 0; i < f->corners; i++)
        if (!(outside >> i & 1))
            add_corner_candidate(all, f, i);
    for (int i = 0; i < f->edges; i++)
        if ((outside >> f->edge[i].from | outside >> f->edge[i].to) & 1)
            clip_grid_edge(all, f, &f->edge[i], other->faces, value);
}

/* ---- Sides --------------------------------------------------------------------------------------------- */

/* The sign of x - over / under. x is of about the size of the fraction, so that no product is too long. */
static int compare_to_fraction(double x, fk_int128 over, int64_t under)
{
    int exponent = fk_exponent_of(x) - 52;
    int64_t digits = (int64_t)(x * fk_inverse_power(exponent));
    fk_int128 left = (fk_int128)digits * under, right = over;
    if (exponent > 0)
        left *= (fk_int128)1 << exponent;
    else
        right *= (fk_int128)1 << -exponent;
    return (left > right) - (left < right);
}

/* The next double away from zero (1) or toward it; x is neither zero nor the least. */
static double step_double(double x, int away)
{
    return fk_from_bits(fk_bits_of(x) + (away > 0 ? 1u : UINT64_MAX));
}

/* The least double that is not less than over / under. */
static double round_fraction_up(fk_int128 over, int64_t under)
{
    if (over == 0)
        return 0;
    int away = over > 0 ? 1 : -1;
    fk_int128 size = away * over;
    double high = (double)(int64_t)(size >> 60), low = (double)((int64_t)size & (((int64_t)1 << 60) - 1));
    double x = away * (high * 0x1p60 + low) / (double)under;
    while (compare_to_fraction(x, over, under) < 0)
        x = step_double(x, away);
    for (double y = step_double(x, -away); compare_to_fraction(y, over, under) >= 0;
         y = step_double(x, -away))
        x = y;
    return x;
}

/* The farthest of all candidates along an axis, in units. */
static double find_grid_side(const corner_candidates *all, int axis, int sign)
{
    double rough = -0x1p100, most = -0x1p100;
    int64_t corner = sign > 0 ? all->most[axis] : -all->least[axis];
    if (all->has_corner) {
        rough = (double)corner;
        most = round_fraction_up(corner, 1);
    }
    for (int i = 0; i < all->count; i++)
        rough = fk_larger(sign * all->cut[i].at[axis], rough);
    for (int i = 0; i < all->count; i++) {
        const edge_cut *c = &all->cut[i];
        double size = fabs((double)c->from[axis]) + fabs((double)c->step[axis]);
        if (sign * c->at[axis] < rough - NEXT_TO * (size + fabs(rough)))
            continue;
        fk_int128 over = (fk_int128)c->from[axis] * c->under + (fk_int128)c->step[axis] * c->over;
        most = fk_larger(round_fraction_up(sign * over, c->under), most);
    }
    return sign * most;
}

static bool find_grid_box(const corner_candidates *all, int grid, fk_aabb *box)
{
    double unit = fk_inverse_power(-grid);
    if (!all->has_corner && all->count == 0)
        return false;
    for (int axis = 0; axis < 3; axis++) {
        double least = find_grid_side(all, axis, -1), most = find_grid_side(all, axis, 1);
        *fk_vec3_at(&box->min, axis) = fk_sign_of(least) == 0 ? 0.0 : unit * least;
        *fk_vec3_at(&box->max, axis) = fk_sign_of(most) == 0 ? 0.0 : unit * most;
    }
    return true;
}

bool fk_overlap_box_on_grid(const fk_piece *a, const fk_piece *b, fk_aabb *box)
{
    grid_cell f, g;
    corner_candidates all;
    int64_t shift[3], back[3], bits = 0;
    int grid = find_grid_exponent(a, b);
    if (grid < -LARGEST || grid > LARGEST || !make_grid_cell(&f, a, grid) || !make_grid_cell(&g, b, grid))
        return false;
    for (int k = 0; k < 3; k++) {
        shift[k] = f.origin[k] - g.origin[k];
        back[k] = -shift[k];
        bits |= shift[k] < 0 ? back[k] : shift[k];
        all.least[k] = all.most[k] = 0;
    }
    if (bits >> SHIFT_BITS != 0)
        return false;
    all.count = 0;
    all.has_corner = false;
    clip_grid_cell(&all, &f, &g, shift);
    clip_grid_cell(&all, &g, &f, back);
    return find_grid_box(&all, grid, box);
}

#else

bool fk_overlap_box_on_grid(const fk_piece *a, const fk_piece *b, fk_aabb *box)
{
    (void)a;
    (void)b;
    (void)box;
    return false;
}

#endif
