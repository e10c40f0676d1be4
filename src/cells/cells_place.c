/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Placed trees of cells: parents that contain their placed descendants.
 *
 * Theorem. Let F(x) = R x + t exactly, with any matrix R. A cell {o + sum s_k e_k} is placed as {o' + sum s_k
 * e'_k}, where o' and e'_k are F(o) and R e_k, rounded. So the placed point with the parameters s, each from
 * 0 to 1, differs from F of the original point by at most the errors of o' and, times s_k, of the e'_k. With
 * u = 2^-52, in every rounding mode, a row r of R times v is off by less than 4u sum |r_j| |v_j|; with t
 * added, by 5u (sum |r_j| |v_j| + |t|). Every cell of the tree lies in the root, whose box has coordinates of
 * at most A_j and widths W_j. So |o_j| <= A_j; and sum_k |e_kj| <= W_j for a box, while for a tetrahedron
 * |e_kj| <= W_j and sum s_k <= 1. So along axis i all points of all cells are within m_i = 5u (sum_j |r_ij|
 * (A_j + W_j) + |t_i|) of their exact images. Results flushed to zero and operands read as zero add at most
 * 2^-1022 (|r_ij| + |v_j| + 2) for each of the three products of each of the four vectors. A point of a
 * descendant is also one of the parent, and both its images are off by at most m_i. So a placed descendant is
 * within 2 m_i of its placed parent, along each axis i. The margin uses 16u for these 10u.
 *
 * Growing. Let n_k = e_k+1 x e_k+2, d = n_0.e_0, and |v| the sum of the sizes of the components. The
 * parameter s_k of a point is n_k.(x - o) / d. It changes by at most g_k = g |e_k+1| |e_k+2| / |d| when no
 * coordinate changes by more than g. So the box with s_k from -g_k to 1 + g_k contains all points within g of
 * the box; and the tetrahedron with s_k >= -g_k and sum s_k <= 1 + g_0 + g_1 + g_2 those of the tetrahedron.
 * |d| is more than 2^-20 of the product of all |e_k|, and so known to 2^-29 of itself; g_k has a sixteenth
 * more than it needs. Rounding the new origin and edges moves no point by more than some r along any axis. A
 * convex set that the cell contains with a margin of r all around is in the rounded cell, as its support
 * value in each direction shows. So r is added to g. If the cell becomes less than twice as large, r is at
 * most 8u times |o|, the largest component, and 4 sum |e_k|. A box that becomes larger has 32u sum |e_k| g_k
 * more, and |e_k| g_k is less than 2^20 g, which is negligible beside that sixteenth. Cells that are flat, or
 * so skew that d is not known well, become axis-aligned boxes. */

#include <float.h>
#include <math.h>

#include "base/vec3.h"
#include "cells/cells.h"
#include "shape/bound.h"

#define ROUND 0x1p-52
#define TINY  0x1p-1010 /* more than all that is flushed to zero in a few operations */

/* Limits for cells that are grown along their faces: the sums of sizes of an edge, and the volume relative to
 * the product of these sums. */
#define SMALLEST    0x1p-200
#define LARGEST     0x1p200
#define LEAST_SOLID 0x1p-20
#define MOST_MORE   0x1p100

/* ---- Placed cells -------------------------------------------------------------------------------------- */

/* Places a cell with the same roundings as fk_piece_place. */
static inline fk_piece place_cell(const fk_cell_node *node, const fk_pose *pose)
{
    const double(*r)[3] = pose->rotation;
    const fk_vec3 row[3] = {
        {r[0][0], r[0][1], r[0][2]}, {r[1][0], r[1][1], r[1][2]}, {r[2][0], r[2][1], r[2][2]}};
    const fk_vec3 *from = &node->cell.origin;
    fk_piece piece;
    fk_vec3 *to = &piece.as.cell.origin;
    piece.kind = node->kind;
    *to = fk_vec3_make(fk_vec3_dot(row[0], *from), fk_vec3_dot(row[1], *from), fk_vec3_dot(row[2], *from));
    *to = fk_vec3_add(*to, pose->translation);
    for (int k = 0; k < 3; k++) {
        from = &node->cell.edge[k];
        to = &piece.as.cell.edge[k];
        *to =
            fk_vec3_make(fk_vec3_dot(row[0], *from), fk_vec3_dot(row[1], *from), fk_vec3_dot(row[2], *from));
    }
    return piece;
}

/* ---- Growing ------------------------------------------------------------------------------------------- */

/* Returns an axis-aligned box that contains all points within `margin` of a cell. */
static fk_piece box_around_cell(const fk_piece *piece, double margin)
{
    fk_aabb box = fk_cell_aabb(piece, margin);
    fk_cells_volume volume = fk_cells_from_box(&box);
    fk_piece around = {.kind = volume.kind, .as.cell = volume.cell};
    return around;
}

/* Bounds the change of each parameter of a cell when no coordinate changes by more than 1. Returns false if
 * the bound is not known well. */
static bool bound_slopes(const fk_cell *c, double slope[3])
{
    const fk_vec3 *e = c->edge;
    double x = fk_vec3_norm1(e[0]), y = fk_vec3_norm1(e[1]), z = fk_vec3_norm1(e[2]);
    bool moderate =
        (x > SMALLEST) & (y > SMALLEST) & (z > SMALLEST) & (x < LARGEST) & (y < LARGEST) & (z < LARGEST);
    double volume = fabs(fk_vec3_dot(fk_vec3_cross(e[0], e[1]), e[2])), product = x * y * z;
    if (!moderate || !(volume > LEAST_SOLID * product))
        return false;
    double by = 1.0625 / volume;
    slope[0] = y * z * by;
    slope[1] = z * x * by;
    slope[2] = x * y * by;
    return true;
}

/* Returns a cell that contains all points within `margin` of another one. */
static fk_piece grow_cell(const fk_piece *piece, double margin)
{
    const fk_cell *c = &piece->as.cell;
    double slope[3];
    if (!bound_slopes(c, slope))
        return box_around_cell(piece, margin);
    /* The rounding of the new origin and edges: see above. */
    double size = fk_vec3_largest(c->origin) +
                  4 * (fk_vec3_norm1(c->edge[0]) + fk_vec3_norm1(c->edge[1]) + fk_vec3_norm1(c->edge[2]));
    double room = margin + 8 * ROUND * size + TINY, more = (slope[0] + slope[1] + slope[2]) * room;
    if (!(more < (piece->kind == FK_KIND_BOX ? MOST_MORE : 0.5)))
        return box_around_cell(piece, margin);
    fk_piece grown = *piece;
    for (int k = 0; k < 3; k++) {
        double d = slope[k] * room, factor = piece->kind == FK_KIND_BOX ? 1 + 2 * d : 1 + 2 * more;
        grown.as.cell.origin = fk_vec3_sub(grown.as.cell.origin, fk_vec3_scale(c->edge[k], d));
        grown.as.cell.edge[k] = fk_vec3_scale(c->edge[k], factor);
    }
    return grown;
}

fk_cells_volume fk_cells_grow(const fk_cells_volume *volume, double margin)
{
    fk_piece piece = {.kind = volume->kind, .as.cell = volume->cell}, grown = grow_cell(&piece, margin);
    return (fk_cells_volume){grown.kind, grown.as.cell};
}

/* ---- Placed trees -------------------------------------------------------------------------------------- */

static bool is_identity_pose(const fk_pose *pose)
{
    const fk_vec3 t = pose->translation;
    bool same = fk_sign_of(t.x) == 0 && fk_sign_of(t.y) == 0 && fk_sign_of(t.z) == 0;
    for (int i = 0; i < 9; i++) {
        double r = pose->rotation[i / 3][i % 3];
        same = same && (i % 4 == 0 ? fk_bits_of(r) == fk_bits_of(1.0) : fk_sign_of(r) == 0);
    }
    return same;
}

/* Raises the margin to what one axis needs. Returns false if points may be too large. */
static bool raise_margin(const double r[3], double t, const fk_aabb *box, double *margin)
{
    double size = fabs(t), small = 8;
    for (int j = 0; j < 3; j++) {
        double low = fabs(fk_vec3_get(box->min, j)), high = fabs(fk_vec3_get(box->max, j));
        double most = fk_larger(low, high) + (fk_vec3_get(box->max, j) - fk_vec3_get(box->min, j));
        size += fabs(r[j]) * most;
        small += fabs(r[j]) + most;
    }
    *margin = fk_larger(*margin, 16 * ROUND * size + TINY * small);
    return size < FK_CELLS_LARGEST && small < DBL_MAX;
}

bool fk_placed_cells_init(const fk_cell_tree *tree, const fk_pose *pose, fk_placed_cells *out)
{
    fk_placed_cells cells = {.tree = tree, .pose = *pose};
    const double t[3] = {pose->translation.x, pose->translation.y, pose->translation.z};
    fk_piece root = {.kind = tree->node[0].kind, .as.cell = tree->node[0].cell};
    fk_aabb box = fk_cell_aabb(&root, 0);
    for (int i = 0; i < 3; i++)
        if (!raise_margin(pose->rotation[i], t[i], &box, &cells.margin))
            return false;
    if (is_identity_pose(pose))
        cells.margin = 0;
    fk_placed_cells now = fk_placed_cells_refresh(&cells);
    fk_placed_cells_rough_piece(&now, 0, &cells.box);
    *out = cells;
    return true;
}

fk_placed_cells fk_placed_cells_refresh(const fk_placed_cells *cells)
{
    const double small = 0x1p-1074;
    fk_placed_cells now = *cells;
    /* The product with 1 is the same number unless the processor reads denormals as zero. */
    if (!(now.margin > 0) && fk_bits_of(small * now.pose.rotation[0][0]) != fk_bits_of(small))
        now.margin = TINY;
    return now;
}

fk_piece fk_placed_cells_rough_piece(const fk_placed_cells *cells, uint32_t node, fk_aabb *box)
{
    const fk_cell_node *n = &cells->tree->node[node];
    fk_piece piece;
    if (cells->margin > 0) {
        piece = place_cell(n, &cells->pose);
    } else { /* nothing is rounded */
        piece.kind = n->kind;
        piece.as.cell = n->cell;
    }
    *box = fk_cell_aabb(&piece, n->child_count > 0 ? cells->margin : 0);
    return piece;
}

void fk_placed_cells_grow(const fk_placed_cells *cells, uint32_t node, fk_piece *piece)
{
    if (cells->tree->node[node].child_count > 0 && cells->margin > 0)
        *piece = grow_cell(piece, cells->margin);
}

fk_piece fk_placed_cells_piece(const fk_placed_cells *cells, uint32_t node)
{
    fk_piece piece = place_cell(&cells->tree->node[node], &cells->pose);
    fk_placed_cells now = fk_placed_cells_refresh(cells);
    fk_placed_cells_grow(&now, node, &piece);
    return piece;
}
