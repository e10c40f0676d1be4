/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* What a hit says besides its nodes: the parents of nodes, and its box in the basis of each leaf.
 *
 * Source: P. Baillehache's paper (2013), comment (19) on SearchCollisions: the list has "the bounding volumes of the
 * collision in each node's basis".
 *
 * A point of a cell is origin + sum of z[k] edge[k]; its coordinates are z. The other leaf is converted to these: with the
 * edges p, q, r and det = p.(q x r), z = n.(x - origin), n = (q x r) / det and so on. There the cell is the unit cube, or the
 * unit simplex, and the box of the intersection with it gives the ranges.
 *
 * Error bound. Let u = 2^-52, the largest relative error of one operation in any rounding mode, P, Q, R and X the largest
 * components of the edges and of a vector x that is a double or a difference of two. As src/method/fm_system.c derives, n.x is at
 * most 6.1 QRX/det and off by 59u QRX/det, all with the computed det; that is off by 46u PQR, so the coordinates are off by another
 * 281u QRX PQR/det^2. A corner of the other leaf is a sum of its origin and edges: with K = QR (sum of their X)/det it is
 * off by less than 2^-43 K (1 + PQR/det), called E. A common point lies within E of the converted leaf. So the cell is grown
 * by E on all sides before the intersection, and the ranges by E after it: they contain the exact ones. All numbers are scaled, so that
 * the largest is about 1; with det >= 2^-300, and 2^-500 added to X, flushing to zero changes less than E. */

#include "cells/cells.h"

#include <math.h>

#include "base/bits.h"
#include "base/vec3.h"
#include "exact/ball.h"
#include "farkas/pair.h"

/* E is computed with twice the factor that is needed, for its own roundings. Cells with a larger error are as good as flat. */
#define CONVERSION_ERROR 0x1p-42
#define LARGEST_ERROR    0x1p-20
#define LEAST_VOLUME     0x1p-300
#define LEAST_VECTOR     0x1p-500

void fk_cell_tree_parents(const fk_cell_tree *tree, uint32_t *parent)
{
    parent[0] = FK_NONE;
    for (uint32_t i = 0; i < tree->node_count; i++)
        for (uint32_t k = 0; k < tree->node[i].child_count; k++)
            parent[tree->node[i].first_child + k] = i;
}

static fk_aabb unit_ranges(void)
{
    return (fk_aabb){{0, 0, 0}, {1, 1, 1}};
}

static fk_cell scale_cell(const fk_cell *cell, double scale)
{
    fk_cell out = {.origin = fk_vec3_scale(cell->origin, scale)};
    for (int k = 0; k < 3; k++)
        out.edge[k] = fk_vec3_scale(cell->edge[k], scale);
    return out;
}

static int largest_exponent(const fk_cell *cell)
{
    int most = fk_vec3_exponent(cell->origin);
    for (int k = 0; k < 3; k++)
        most = fk_vec3_exponent(cell->edge[k]) > most ? fk_vec3_exponent(cell->edge[k]) : most;
    return most;
}

/* Converts a cell to the basis of another. Returns E; infinite for a basis that is flat, or nearly. */
static double convert_cell(const fk_cell *basis, const fk_cell *cell, fk_cell *out)
{
    const fk_vec3 *e = basis->edge;
    fk_vec3 n[3],
        from[4] = {fk_vec3_sub(cell->origin, basis->origin), cell->edge[0], cell->edge[1], cell->edge[2]};
    double det = fk_vec3_dot(e[0], fk_vec3_cross(e[1], e[2])), area = 0, sizes = 1, spread = LEAST_VECTOR;
    if (!(fabs(det) >= LEAST_VOLUME))
        return INFINITY;
    for (int k = 0; k < 3; k++) {
        const fk_vec3 *q = &e[(k + 1) % 3], *r = &e[(k + 2) % 3];
        n[k] = fk_vec3_scale(fk_vec3_cross(*q, *r), 1.0 / det);
        area = fk_larger(area, fk_vec3_largest(*q) * fk_vec3_largest(*r));
        sizes *= fk_vec3_largest(e[k]);
    }
    for (int i = 0; i < 4; i++) {
        fk_vec3 z =
            fk_vec3_make(fk_vec3_dot(n[0], from[i]), fk_vec3_dot(n[1], from[i]), fk_vec3_dot(n[2], from[i]));
        *(i == 0 ? &out->origin : &out->edge[i - 1]) = z;
        spread += fk_vec3_largest(from[i]);
    }
    return CONVERSION_ERROR * (area / fabs(det)) * spread * (1 + sizes / fabs(det));
}

/* The unit cube or simplex, grown by E on all sides. */
static fk_piece grown_unit(fk_kind kind, double error)
{
    double size = 1 + (kind == FK_KIND_BOX ? 2 : 6) * error;
    fk_piece unit = {.kind = kind};
    unit.as.cell.origin = fk_vec3_make(-error, -error, -error);
    for (int k = 0; k < 3; k++)
        unit.as.cell.edge[k] = fk_vec3_scale(fk_vec3_axis(k, 1), size);
    return unit;
}

/* The ranges of the coordinates of common points in the basis of `cell`. */
static fk_aabb ranges_in_basis(const fk_piece *cell, const fk_piece *other)
{
    int exponent = largest_exponent(&cell->as.cell), second = largest_exponent(&other->as.cell);
    double scale = fk_ball_scale(exponent > second ? exponent : second);
    fk_cell basis = scale_cell(&cell->as.cell, scale), scaled = scale_cell(&other->as.cell, scale);
    fk_piece converted = {.kind = other->kind};
    fk_aabb box, ranges = unit_ranges();
    double error = convert_cell(&basis, &scaled, &converted.as.cell);
    if (!(error < LARGEST_ERROR))
        return ranges;
    fk_piece unit = grown_unit(cell->kind, error);
    if (fk_pair_box(&unit, &converted, &box) != FK_OK)
        return ranges;
    if (box.min.x > box.max.x)
        return fk_aabb_empty();
    for (int k = 0; k < 3; k++) {
        *fk_vec3_at(&ranges.min, k) = fk_larger(0, fk_vec3_get(box.min, k) - error);
        *fk_vec3_at(&ranges.max, k) = fk_smaller(1, fk_vec3_get(box.max, k) + error);
    }
    return ranges;
}

void fk_cell_hit_ranges(const fk_search_object *a, const fk_search_object *b, const fk_cell_hit *hit,
                        fk_aabb out[2])
{
    const fk_search_object *object[2] = {a, b};
    const uint32_t node[2] = {hit->node_a, hit->node_b};
    fk_piece leaf[2];
    for (int i = 0; i < 2; i++) {
        const fk_cell_node *n = &object[i]->tree->node[node[i]];
        fk_piece piece = {.kind = n->kind, .as.cell = n->cell};
        leaf[i] = fk_piece_place(&piece, &object[i]->pose, NULL);
    }
    for (int i = 0; i < 2; i++)
        out[i] = ranges_in_basis(&leaf[i], &leaf[1 - i]);
}
