/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Pairs on small whole numbers: parallel edges, edges along the axes, flat and zero-size pieces.
 *
 * No truth is claimed. These pairs are full of ties: common planes, common corners, edges that end where
 * others begin, zero normals. Both pieces are blocks (an origin, three edges, a radius), and the offset of b
 * from a is a small combination of the edges, so that coincidences are the rule. */

#include "gen/family_make.h"

#include <math.h>

/* Returns from + i u + j v + k w with whole factors in the range, divided by `parts`. */
static fk_vec3 draw_step(fk_random *random, fk_vec3 from, const fk_vec3 edge[3], const int range[2],
                         double parts)
{
    for (int i = 0; i < 3; i++) {
        double factor = fk_draw_whole(random, range[0], range[1]) / parts;
        from = fk_vec3_add(from, fk_vec3_scale(edge[i], factor));
    }
    return from;
}

/* Draws three whole edges: orthogonal ones of equal length, or any with components up to 4. */
static void draw_lattice_edges(fk_random *random, fk_vec3 edge[3])
{
    if (fk_draw_one_in(random, 2)) {
        fk_drawn_frame frame = fk_draw_whole_frame(random, 1);
        edge[0] = frame.u;
        edge[1] = frame.v;
        edge[2] = frame.n;
        return;
    }
    for (int i = 0; i < 3; i++)
        edge[i] = fk_draw_whole_vector(random, 4);
}

/* ---- Parallel ------------------------------------------------------------------------------------------ */

/* Draws edges parallel to the given ones, one to three times as long, in either direction, in any order. */
static void draw_parallel_edges(fk_random *random, const fk_vec3 edge[3], fk_block *block)
{
    for (int i = 0; i < 3; i++) {
        double factor = fk_draw_whole(random, 1, 3);
        double sign = fk_draw_sign(random);
        block->edge[i] = fk_vec3_scale(edge[i], factor * sign);
    }
    fk_draw_shuffle(random, block->edge, 3);
    block->radius = fk_draw_whole(random, 1, 4);
}

/* Draws two blocks with parallel edges. Mostly the offset of b from a is a combination of these edges;
 * otherwise a whole vector is added. */
static void draw_parallel_blocks(fk_random *random, fk_block *a, fk_block *b)
{
    static const int range[2] = {-1, 1};
    fk_vec3 edge[3];
    draw_lattice_edges(random, edge);
    a->origin = fk_draw_whole_vector(random, 10);
    draw_parallel_edges(random, edge, a);
    draw_parallel_edges(random, edge, b);
    b->origin = draw_step(random, a->origin, edge, range, 1);
    if (fk_draw_one_in(random, 3))
        b->origin = fk_vec3_add(b->origin, fk_draw_whole_vector(random, 2));
}

void fk_make_parallel(fk_random *random, const fk_family_order *order, fk_family_pair *out)
{
    fk_block a, b;
    draw_parallel_blocks(random, &a, &b);
    out->a = fk_block_piece(order->a, &a);
    out->b = fk_block_piece(order->b, &b);
}

/* Returns a vector changed by up to `relative` times its largest component. */
static fk_vec3 disturb_vector(fk_random *random, fk_vec3 v, double relative)
{
    double size = fmax(fabs(v.x), fmax(fabs(v.y), fabs(v.z)));
    return fk_vec3_add(v, fk_draw_vector(random, size * relative));
}

/* Parallel except for a rotation between 2^-20 and less than one ulp. */
void fk_make_nearly_parallel(fk_random *random, const fk_family_order *order, fk_family_pair *out)
{
    fk_block a, b;
    draw_parallel_blocks(random, &a, &b);
    double relative = ldexp(1, -fk_draw_int(random, 20, 53));
    for (int i = 0; i < 3; i++)
        b.edge[i] = disturb_vector(random, b.edge[i], relative);
    out->a = fk_block_piece(order->a, &a);
    out->b = fk_block_piece(order->b, &b);
}

/* ---- Axis-aligned -------------------------------------------------------------------------------------- */

/* Draws edges of whole length along the axes, on a grid so small that pieces often end where the other one
 * does. */
static fk_block draw_axis_block(fk_random *random)
{
    fk_block block;
    block.origin = fk_draw_whole_vector(random, 1);
    double sign[3];
    for (int i = 0; i < 3; i++) {
        sign[i] = fk_draw_sign(random);
        sign[i] *= fk_draw_whole(random, 1, 3);
    }
    block.edge[0] = fk_vec3_make(sign[0], 0, 0);
    block.edge[1] = fk_vec3_make(0, sign[1], 0);
    block.edge[2] = fk_vec3_make(0, 0, sign[2]);
    block.radius = fk_draw_whole(random, 1, 2);
    fk_draw_shuffle(random, block.edge, 3);
    return block;
}

void fk_make_axis_aligned(fk_random *random, const fk_family_order *order, fk_family_pair *out)
{
    fk_block a = draw_axis_block(random);
    fk_block b = draw_axis_block(random);
    out->a = fk_block_piece(order->a, &a);
    out->b = fk_block_piece(order->b, &b);
}

/* ---- Flat ---------------------------------------------------------------------------------------------- */

/* Draws edges in the plane of u and v, sometimes all on one line. Half of the radii are zero. */
static void draw_flat_edges(fk_random *random, const fk_drawn_frame *frame, fk_block *block)
{
    bool on_line = fk_draw_one_in(random, 6);
    for (int i = 0; i < 3; i++) {
        double s = fk_draw_whole(random, -3, 3);
        double t = on_line ? 0 : fk_draw_whole(random, -3, 3);
        block->edge[i] = fk_vec3_add(fk_vec3_scale(frame->u, s), fk_vec3_scale(frame->v, t));
    }
    block->radius = 0;
    if (fk_draw_one_in(random, 2))
        block->radius = fk_draw_whole(random, 1, 3);
}

/* Both in one plane, in parallel planes, or in planes that cross near both. */
void fk_make_flat(fk_random *random, const fk_family_order *order, fk_family_pair *out)
{
    static const int range[2] = {-1, 1};
    fk_block a, b;
    fk_drawn_frame frame = fk_draw_skew_frame(random, 3);
    a.origin = fk_draw_whole_vector(random, 10);
    draw_flat_edges(random, &frame, &a);
    fk_vec3 step[3] = {frame.u, frame.v, fk_vec3_make(0, 0, 0)};
    b.origin = draw_step(random, a.origin, step, range, 1);
    int relation = fk_draw_int(random, 0, 3);
    if (relation == 0)
        frame = fk_draw_skew_frame(random, 3);
    if (relation == 1)
        b.origin = fk_vec3_add(b.origin, fk_draw_whole_vector(random, 1));
    draw_flat_edges(random, &frame, &b);
    out->a = fk_block_piece(order->a, &a);
    out->b = fk_block_piece(order->b, &b);
}

/* ---- Zero-size ----------------------------------------------------------------------------------------- */

/* Draws a block without extent at `at`. Its zeros may be negative, and its radius may be positive. */
static fk_block draw_zero_block(fk_random *random, fk_vec3 at)
{
    fk_block block = {at, {{0, 0, 0}, {0, 0, 0}, {0, 0, 0}}, 0};
    for (int i = 0; i < 3; i++)
        if (fk_draw_one_in(random, 2))
            block.edge[i] = fk_vec3_make(-0.0, -0.0, -0.0);
    if (fk_draw_one_in(random, 3))
        block.radius = fk_draw_whole(random, 1, 2);
    return block;
}

/* One piece has no extent and is on a corner, edge or face of the other, inside or near it; or both have
 * none. */
void fk_make_zero_size(fk_random *random, const fk_family_order *order, fk_family_pair *out)
{
    static const int range[2] = {-1, 5};
    fk_block full;
    bool zero_a = fk_draw_one_in(random, 2);
    bool both = fk_draw_one_in(random, 4);
    full.origin = fk_draw_whole_vector(random, 4);
    draw_lattice_edges(random, full.edge);
    full.radius = fk_draw_whole(random, 0, 2);
    fk_vec3 at = draw_step(random, full.origin, full.edge, range, 4);
    fk_block zero = draw_zero_block(random, at);
    if (both) {
        bool same = fk_draw_one_in(random, 2);
        full = draw_zero_block(random, same ? at : full.origin);
    }
    out->a = fk_block_piece(order->a, zero_a ? &zero : &full);
    out->b = fk_block_piece(order->b, zero_a ? &full : &zero);
}
