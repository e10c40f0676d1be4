/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Pairs in which one piece lies in the other, or both are the same, or share their numbers.
 *
 * The truth is known if numbers are whole, or whole divided by a power of two: all sums and products below
 * are then exact. Two facts prove it. If a point of one piece is in the interior of the other, they overlap.
 * If both are in one plane and have a common point, they touch. */

#include "gen/family_make.h"

#include <math.h>

/* ---- Nested -------------------------------------------------------------------------------------------- */

/* Draws a whole block with volume. */
static fk_block draw_solid_block(fk_random *random)
{
    fk_block block;
    fk_drawn_frame frame = fk_draw_whole_frame(random, 2);
    block.origin = fk_draw_whole_vector(random, 20);
    block.edge[0] = fk_draw_whole_vector(random, 9);
    block.edge[1] = fk_draw_whole_vector(random, 9);
    block.edge[2] = fk_draw_whole_vector(random, 9);
    if (fk_block_volume(&block) == 0 || fk_draw_one_in(random, 2)) {
        block.edge[0] = frame.u;
        block.edge[1] = frame.v;
        block.edge[2] = frame.n;
    }
    block.radius = fk_draw_whole(random, 1, 9);
    fk_draw_shuffle(random, block.edge, 3);
    return block;
}

/* Draws sixteenths of the three edges that lead from the origin to a point of the piece of that kind: in its
 * (relative) interior, or anywhere. */
static void draw_sixteenths(fk_random *random, fk_kind kind, bool interior, int part[3])
{
    int low = interior ? 1 : 0, left = interior ? 15 : 16;
    int count = fk_kind_dimension(kind) < 3 ? fk_kind_dimension(kind) : kind == FK_KIND_CAPSULE ? 1 : 3;
    part[0] = part[1] = part[2] = 0;
    for (int i = 0; i < count; i++) {
        int later = count - 1 - i; /* leave at least one for each */
        if (kind == FK_KIND_BOX) {
            part[i] = fk_draw_int(random, low, interior ? 15 : 16);
        } else {
            part[i] = fk_draw_int(random, low, left - low * later);
            left -= part[i];
        }
    }
}

/* Draws a point of the outer piece, interior on request. For a sphere or capsule: within radius / 2, by
 * component, of its center or core, which is less than the radius. For a half-space: on the side of its plane
 * opposite to the normal edge 0 x edge 1, which the sign of the volume gives. */
static fk_vec3 draw_inner_point(fk_random *random, fk_kind kind, const fk_block *outer, bool interior)
{
    int part[3];
    draw_sixteenths(random, kind, interior, part);
    if (kind == FK_KIND_SPHERE)
        part[0] = part[1] = part[2] = 0;
    if (kind == FK_KIND_HALF_SPACE && fk_block_volume(outer) > 0)
        part[2] = -part[2];
    fk_vec3 point = outer->origin;
    for (int i = 0; i < 3; i++)
        point = fk_vec3_add(point, fk_vec3_scale(outer->edge[i], part[i] / 16.0));
    if (fk_kind_is_round(kind)) {
        fk_vec3 off = fk_draw_whole_vector(random, 8);
        point = fk_vec3_add(point, fk_vec3_scale(off, outer->radius / 16));
    }
    return point;
}

/* Draws a block in the outer piece. Its origin is interior; its other corners may lie on the boundary. With a
 * quarter of each edge a box is inside too, because its corners are then means of the four points. */
static fk_block draw_inner_block(fk_random *random, fk_kind inner, fk_kind kind, const fk_block *outer)
{
    fk_block block;
    double part = inner == FK_KIND_BOX ? 0.25 : 1;
    block.origin = draw_inner_point(random, kind, outer, true);
    for (int i = 0; i < 3; i++) {
        fk_vec3 corner = draw_inner_point(random, kind, outer, false);
        block.edge[i] = fk_vec3_scale(fk_vec3_sub(corner, block.origin), part);
    }
    block.radius = fk_draw_whole(random, 1, 4) / 16;
    return block;
}

/* The outer piece is the one that fills more: half-spaces first, then solids, triangle, segment, point. */
static int fill_rank(fk_kind kind)
{
    return kind == FK_KIND_HALF_SPACE ? 4 : fk_kind_dimension(kind);
}

/* An outer solid or half-space has the inner origin in its interior: overlapping. An outer triangle, segment
 * or point has an inner piece of the same or a lower dimension in its own plane: touching. Two half-spaces
 * have the same normal: overlapping. Round inner pieces may stick out a little. */
void fk_make_nested(fk_random *random, const fk_family_order *order, fk_family_pair *out)
{
    bool outer_a = fk_draw_one_in(random, 2);
    if (fill_rank(order->a) != fill_rank(order->b))
        outer_a = fill_rank(order->a) > fill_rank(order->b);
    fk_kind kind = outer_a ? order->a : order->b, inner_kind = outer_a ? order->b : order->a;
    fk_block outer_block = draw_solid_block(random);
    fk_piece outer = fk_block_piece(kind, &outer_block), inner;
    if (inner_kind == FK_KIND_HALF_SPACE) {
        inner = outer;
        inner.as.half.offset -= fk_draw_whole(random, 1, 9);
    } else {
        fk_block inner_block = draw_inner_block(random, inner_kind, kind, &outer_block);
        inner = fk_block_piece(inner_kind, &inner_block);
    }
    int exponent = fk_draw_one_in(random, 2) ? 0 : fk_draw_int(random, -40, 40);
    outer = fk_piece_times_power(&outer, exponent);
    inner = fk_piece_times_power(&inner, exponent);
    out->a = outer_a ? outer : inner;
    out->b = outer_a ? inner : outer;
    out->truth = fk_kind_dimension(kind) == 3 ? FK_OVERLAPPING : FK_TOUCHING;
}

/* ---- Identical ----------------------------------------------------------------------------------------- */

/* Returns the truth for two pieces of one whole block. Every piece contains its origin. A ball around it:
 * overlapping. Two half-spaces with equal normals: overlapping. Two cells overlap if they have volume. A
 * half-space has the plane of the first two edges; the third edge of a cell enters it if the volume is
 * negative. Otherwise everything is in one plane, or one piece is in the plane of a face of the other. */
static fk_verdict same_block_truth(const fk_family_order *order, const fk_block *block)
{
    bool cell_a = order->a == FK_KIND_BOX || order->a == FK_KIND_TETRA;
    bool cell_b = order->b == FK_KIND_BOX || order->b == FK_KIND_TETRA;
    bool half_a = order->a == FK_KIND_HALF_SPACE, half_b = order->b == FK_KIND_HALF_SPACE;
    double volume = fk_block_volume(block);
    if (half_a && half_b)
        return FK_OVERLAPPING;
    if ((fk_kind_is_round(order->a) || fk_kind_is_round(order->b)) && block->radius > 0)
        return FK_OVERLAPPING;
    if (cell_a && cell_b)
        return volume != 0 ? FK_OVERLAPPING : FK_TOUCHING;
    if ((half_a && cell_b) || (cell_a && half_b))
        return volume < 0 ? FK_OVERLAPPING : FK_TOUCHING;
    return FK_TOUCHING;
}

/* Draws a whole block whose first two edges span a plane; the third may lie in it. */
static fk_block draw_whole_block(fk_random *random)
{
    fk_block block = draw_solid_block(random);
    if (fk_draw_one_in(random, 6))
        block.edge[2] = fk_vec3_sub(block.edge[1], block.edge[0]);
    if (fk_draw_one_in(random, 4))
        block.radius = 0;
    return block;
}

/* Draws a block of real numbers of about 1. Equal numbers give equal sets, but their sums are rounded. */
static fk_block draw_real_block(fk_random *random)
{
    fk_block block;
    block.origin = fk_draw_vector(random, 4);
    for (int i = 0; i < 3; i++)
        block.edge[i] = fk_draw_vector(random, 2);
    block.radius = fk_random_between(random, 0.25, 1);
    return block;
}

/* Whole numbers: b is a itself, or the same set with other numbers; pieces of different kinds are made of one
 * block. Real numbers, for pieces of one kind: b equals a bit by bit. */
void fk_make_identical(fk_random *random, const fk_family_order *order, fk_family_pair *out)
{
    bool real = order->a == order->b && fk_draw_one_in(random, 4);
    bool rewritten = fk_draw_one_in(random, 2);
    fk_block block = real ? draw_real_block(random) : draw_whole_block(random);
    out->a = fk_block_piece(order->a, &block);
    out->b = fk_block_piece(order->b, &block);
    if (real) {
        bool cell = order->a == FK_KIND_BOX || order->a == FK_KIND_TETRA;
        if (!cell || fabs(fk_block_volume(&block)) > 1e-9) /* the rounding error is below 1e-13 */
            out->truth = same_block_truth(order, &block);
        return;
    }
    if (rewritten)
        out->b = fk_draw_same_set(random, &out->b);
    out->truth = same_block_truth(order, &block);
}
