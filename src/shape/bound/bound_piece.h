/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Axis-aligned boxes around pieces, quickly: a few units in the last place larger than need be, and right in
 * every state of the floating-point unit. The exact box is what fk_pair_box gives. */

#ifndef FARKAS_SHAPE_BOUND_PIECE_H
#define FARKAS_SHAPE_BOUND_PIECE_H

#include "shape/bound/bound.h"

/* The ends of a cell along one axis, as sums in floating point. */
static inline fk_interval fk_outer_cell_span(fk_kind kind, double o, double x, double y, double z)
{
    double low, high;
    if (kind == FK_KIND_BOX) {
        low = fk_smaller(x, 0) + fk_smaller(y, 0) + fk_smaller(z, 0);
        high = fk_larger(x, 0) + fk_larger(y, 0) + fk_larger(z, 0);
    } else {
        low = fk_smaller(fk_smaller(x, y), fk_smaller(z, 0));
        high = fk_larger(fk_larger(x, y), fk_larger(z, 0));
    }
    fk_interval range = {o + low, o + high};
    return range;
}

/* The margin, and more than the error of the ends: with a size o of the origin, steps to them are at most
 * |o| + |low| and |o| + |high|. 2^-1010 is more than all that is flushed to zero in a few operations. */
static inline double fk_outer_cell_error(double o, fk_interval range, double margin)
{
    double size = 2 * fabs(o) + fabs(range.lo) + fabs(range.hi);
    return margin + (16 * FK_OUTER_UNIT * (size + margin) + 0x1p-1010);
}

/* A box around all points within `margin` of a cell, along any axis, whose corners are below 2^1000. */
static inline fk_aabb fk_outer_cell(const fk_piece *piece, double margin)
{
    const fk_cell *c = &piece->as.cell;
    const fk_vec3 *e = c->edge;
    fk_interval x = fk_outer_cell_span(piece->kind, c->origin.x, e[0].x, e[1].x, e[2].x);
    fk_interval y = fk_outer_cell_span(piece->kind, c->origin.y, e[0].y, e[1].y, e[2].y);
    fk_interval z = fk_outer_cell_span(piece->kind, c->origin.z, e[0].z, e[1].z, e[2].z);
    fk_vec3 room = {fk_outer_cell_error(c->origin.x, x, margin), fk_outer_cell_error(c->origin.y, y, margin),
                    fk_outer_cell_error(c->origin.z, z, margin)};
    fk_aabb box = {{x.lo - room.x, y.lo - room.y, z.lo - room.z},
                   {x.hi + room.x, y.hi + room.y, z.hi + room.z}};
    return box;
}

/* A box around a valid piece of any kind. Infinite where the piece has no end, or may be 2^1000 or beyond. */
fk_aabb fk_outer_piece(const fk_piece *piece);

#endif
