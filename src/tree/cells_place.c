/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Trees of cells in their places: parents that hold what their descendants become.
 *
 * Theorem. Let F(x) = R x + t exactly, with R any matrix. A cell {o + sum s_k e_k} is placed as {o' + sum s_k e'_k}, where
 * o' and e'_k are F(o) and R e_k, rounded. Its point of the parameters s is off from F of the point of s by the error of o' and, as the s_k
 * are from 0 to 1, by at most those of the e'_k. With u = 2^-52, in every rounding mode, a row of R times v is off by less
 * than 4u sum |r_j| |v_j|, and with t added by 4u (sum |r_j| |v_j| + |t|). Every cell of the tree lies in the root,
 * whose box has coordinates of at most A_j and widths W_j: so |o_j| <= A_j; and sum_k |e_kj| <= W_j for a box, or
 * |e_kj| <= W_j for a tetrahedron, where sum s_k <= 1. So along axis i all placed points of all cells are within
 * m_i = 4u (sum_j |r_ij| (A_j + W_j) + |t_i|) of their exact images. What is flushed to zero, or read as zero, adds at most 2^-1022 (|r_ij| +
 * |v_j| + 2) for each of the three products of each of the four vectors.
 * A point of a descendant is a point of the parent; in their places they are off by at most m_i each. So a placed descendant lies
 * within 2 m_i of its placed parent along each axis. The margin is twice what that takes.
 *
 * Growing. Let n_k = e_k+1 x e_k+2 and d = n_0.e_0. The parameter s_k of a point is n_k.(x - o) / d, which changes by at most g_k = g
 * |n_k| / |d| when no coordinate changes by more than g, where |n| is the sum of the sizes of the components. So the box with s_k from -g_k
 * to 1 + g_k holds all points within g of it; the tetrahedron with s_k >= -g_k and sum s_k <= 1 + g |n_0 + n_1 + n_2| / |d| as well.
 * The new origin and edges are rounded, too: by less than r along any axis, point by point; so a convex set that is in the
 * unrounded cell with r of room all around is in the rounded one, as its reach along each direction shows; and g has r in it. Cells
 * that are flat, or skew so that d is not known to some digits, become boxes along the axes. */

#include <float.h>
#include <math.h>

#include "base/vec3.h"
#include "tree/cells.h"
#include "tree/cells_place.h"

#define ROUND 0x1p-52
#define TINY  0x1p-1010 /* more than all that is flushed to zero in a few operations */

/* Of edges of cells that are grown along their faces: the sums of sizes, and the volume beside their product. */
#define SMALLEST    0x1p-200
#define LARGEST     0x1p200
#define LEAST_SOLID 0x1p-20

/* ---- Cells in their places ----------------------------------------------------------------------------- */

/* As fk_piece_place does it. */
static fk_piece place(const fk_cell_node *node, const fk_pose *pose)
{
    fk_piece piece;
    piece.kind = node->kind;
    piece.as.cell.origin = fk_pose_apply(pose, node->cell.origin);
    for (int k = 0; k < 3; k++)
        piece.as.cell.edge[k] = fk_pose_rotate(pose, node->cell.edge[k]);
    return piece;
}

/* Along one axis; the error of the sums is at most 4u of all sizes. */
static fk_interval span(fk_kind kind, double o, double x, double y, double z)
{
    double low, high;
    if (kind == FK_KIND_BOX) {
        low = fk_smaller(x, 0) + fk_smaller(y, 0) + fk_smaller(z, 0);
        high = fk_larger(x, 0) + fk_larger(y, 0) + fk_larger(z, 0);
    } else {
        low = fk_smaller(fk_smaller(x, y), fk_smaller(z, 0));
        high = fk_larger(fk_larger(x, y), fk_larger(z, 0));
    }
    double error = 8 * ROUND * (fabs(o) + high - low) + TINY;
    fk_interval range = {(o + low) - error, (o + high) + error};
    return range;
}

fk_aabb fk_placed_cells_box(const fk_piece *piece)
{
    const fk_cell *c = &piece->as.cell;
    const fk_vec3 *e = c->edge;
    fk_interval x = span(piece->kind, c->origin.x, e[0].x, e[1].x, e[2].x);
    fk_interval y = span(piece->kind, c->origin.y, e[0].y, e[1].y, e[2].y);
    fk_interval z = span(piece->kind, c->origin.z, e[0].z, e[1].z, e[2].z);
    fk_aabb box = {{x.lo, y.lo, z.lo}, {x.hi, y.hi, z.hi}};
    return box;
}

/* ---- Growing ------------------------------------------------------------------------------------------- */

static double norm(fk_vec3 v)
{
    return fabs(v.x) + fabs(v.y) + fabs(v.z);
}

/* A box along the axes that holds all points within `margin` of a cell. */
static fk_piece box_around(const fk_piece *piece, double margin)
{
    fk_aabb box = fk_placed_cells_box(piece);
    double *low[3] = {&box.min.x, &box.min.y, &box.min.z}, *high[3] = {&box.max.x, &box.max.y, &box.max.z};
    for (int k = 0; k < 3; k++) {
        double error = margin + 4 * ROUND * (fabs(*low[k]) + fabs(*high[k]) + margin) + TINY;
        *low[k] -= error;
        *high[k] += error;
    }
    fk_cells_volume volume = fk_cells_around(&box);
    fk_piece around = {.kind = volume.kind, .as.cell = volume.cell};
    return around;
}

/* How far the parameters of a cell change when its points move by 1, each with some percent more; that of their sum is the last.
 * False where that is not known well. */
static bool find_slopes(const fk_cell *c, double slope[4])
{
    const fk_vec3 *e = c->edge;
    double product = 1;
    for (int k = 0; k < 3; k++) {
        double size = norm(e[k]);
        if (!(size > SMALLEST && size < LARGEST))
            return false;
        product *= size;
    }
    fk_vec3 n[3] = {fk_vec3_cross(e[1], e[2]), fk_vec3_cross(e[2], e[0]), fk_vec3_cross(e[0], e[1])};
    double volume = fabs(fk_vec3_dot(n[0], e[0]));
    if (!(volume > LEAST_SOLID * product))
        return false;
    double by = 1.0625 / volume;
    for (int k = 0; k < 3; k++)
        slope[k] = norm(n[k]) * by;
    slope[3] = slope[0] + slope[1] + slope[2];
    return true;
}

/* A cell that holds all points within `margin` of another one. */
static fk_piece grow(const fk_piece *piece, double margin)
{
    const fk_cell *c = &piece->as.cell;
    double slope[4];
    if (!find_slopes(c, slope))
        return box_around(piece, margin);
    /* What the new origin and edges are rounded by, where they grow by less than half. */
    double size = fk_vec3_largest(c->origin) + 4 * (norm(c->edge[0]) + norm(c->edge[1]) + norm(c->edge[2]));
    double room = margin + 8 * ROUND * size + TINY;
    double more = slope[3] * room;
    if (!(more < 0.5))
        return box_around(piece, margin);
    fk_piece grown = *piece;
    for (int k = 0; k < 3; k++) {
        double d = slope[k] * room, factor = piece->kind == FK_KIND_BOX ? 1 + 2 * d : 1 + 2 * more;
        grown.as.cell.origin = fk_vec3_sub(grown.as.cell.origin, fk_vec3_scale(c->edge[k], d));
        grown.as.cell.edge[k] = fk_vec3_scale(c->edge[k], factor);
    }
    return grown;
}

/* ---- Trees in their places ----------------------------------------------------------------------------- */

static bool is_identity(const fk_pose *pose)
{
    const fk_vec3 t = pose->translation;
    bool same = fk_sign_of(t.x) == 0 && fk_sign_of(t.y) == 0 && fk_sign_of(t.z) == 0;
    for (int i = 0; i < 9; i++) {
        double r = pose->rotation[i / 3][i % 3];
        same = same && (i % 4 == 0 ? fk_bits_of(r) == fk_bits_of(1.0) : fk_sign_of(r) == 0);
    }
    return same;
}

/* Twice the error along one axis, and twice that; false where points may be too large. */
static bool find_margin(const double r[3], double t, const fk_aabb *box, double *margin)
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

bool fk_placed_cells_make(const fk_cell_tree *tree, const fk_pose *pose, fk_placed_cells *out)
{
    fk_placed_cells cells = {.tree = tree, .pose = *pose};
    const double t[3] = {pose->translation.x, pose->translation.y, pose->translation.z};
    fk_cells_volume root = {tree->node[0].kind, tree->node[0].cell};
    fk_aabb box = fk_cells_bounds(&root);
    for (int i = 0; i < 3; i++)
        if (!find_margin(pose->rotation[i], t[i], &box, &cells.margin))
            return false;
    if (is_identity(pose))
        cells.margin = 0;
    fk_piece grown = fk_placed_cells_node(&cells, 0);
    cells.box = fk_placed_cells_box(&grown);
    *out = cells;
    return true;
}

fk_piece fk_placed_cells_node(const fk_placed_cells *cells, uint32_t node)
{
    const fk_cell_node *n = &cells->tree->node[node];
    fk_piece piece = place(n, &cells->pose);
    if (n->child_count == 0)
        return piece;
    double margin = cells->margin;
    if (margin == 0) {
        /* Times 1: it is the same, unless the processor takes small numbers for zero. */
        const double small = 0x1p-1074;
        if (fk_bits_of(small * cells->pose.rotation[0][0]) == fk_bits_of(small))
            return piece;
        margin = TINY;
    }
    return grow(&piece, margin);
}
