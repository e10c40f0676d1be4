/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Draws whole numbers, frames and pieces for the families of test pairs.
 *
 * The draws are not strictly uniform and need not be. They must be the same on every machine, and those
 * called whole must be exact. No function repeats a draw until it is good; it repairs a bad draw instead. */

#include "gen/family_make.h"

#include <assert.h>
#include <math.h>

#include "shape/support.h"

/* ---- Numbers and vectors ------------------------------------------------------------------------------- */

bool fk_draw_one_in(fk_random *random, uint64_t n)
{
    return fk_random_below(random, n) == 0;
}

double fk_draw_sign(fk_random *random)
{
    return fk_random_below(random, 2) == 0 ? -1.0 : 1.0;
}

int fk_draw_int(fk_random *random, int low, int high)
{
    assert(low <= high);
    return low + (int)fk_random_below(random, (uint64_t)(high - low) + 1);
}

double fk_draw_whole(fk_random *random, int low, int high)
{
    return (double)fk_draw_int(random, low, high);
}

fk_vec3 fk_draw_whole_vector(fk_random *random, int bound)
{
    double x = fk_draw_whole(random, -bound, bound);
    double y = fk_draw_whole(random, -bound, bound);
    double z = fk_draw_whole(random, -bound, bound);
    return fk_vec3_make(x, y, z);
}

fk_vec3 fk_draw_vector(fk_random *random, double bound)
{
    double x = bound * fk_random_between(random, -1, 1);
    double y = bound * fk_random_between(random, -1, 1);
    double z = bound * fk_random_between(random, -1, 1);
    return fk_vec3_make(x, y, z);
}

fk_vec3 fk_draw_direction(fk_random *random)
{
    return fk_draw_frame(random).n;
}

/* ---- Frames -------------------------------------------------------------------------------------------- */

/* Computes the columns of the rotation of the quaternion q, times its squared length. They are orthogonal,
 * and their common length is that squared length; both are polynomial identities, so they are exact for whole
 * q. */
static void rotation_columns(const double q[4], fk_vec3 column[3])
{
    double x = q[0], y = q[1], z = q[2], w = q[3];
    column[0] = fk_vec3_make(w * w + x * x - y * y - z * z, 2 * (x * y + w * z), 2 * (x * z - w * y));
    column[1] = fk_vec3_make(2 * (x * y - w * z), w * w - x * x + y * y - z * z, 2 * (y * z + w * x));
    column[2] = fk_vec3_make(2 * (x * z + w * y), 2 * (y * z - w * x), w * w - x * x - y * y + z * z);
}

static double squared_length(const double q[4])
{
    return q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3];
}

fk_drawn_frame fk_draw_frame(fk_random *random)
{
    double q[4];
    for (int i = 0; i < 4; i++)
        q[i] = fk_random_between(random, -1, 1);
    if (squared_length(q) < 0.0625)
        q[3] = 1; /* too short to divide by */
    double scale = 1 / squared_length(q);
    fk_vec3 column[3];
    rotation_columns(q, column);
    fk_drawn_frame frame = {fk_vec3_scale(column[0], scale), fk_vec3_scale(column[1], scale),
                            fk_vec3_scale(column[2], scale), 1};
    return frame;
}

fk_drawn_frame fk_draw_whole_frame(fk_random *random, int bound)
{
    double q[4];
    for (int i = 0; i < 4; i++)
        q[i] = fk_draw_whole(random, -bound, bound);
    if (fk_draw_one_in(random, 4)) /* along the axes */
        q[0] = q[1] = q[2] = 0;
    if (squared_length(q) == 0)
        q[3] = 1;
    fk_vec3 column[3];
    rotation_columns(q, column);
    uint64_t first = fk_random_below(random, 3);
    double sign = fk_draw_sign(random);
    fk_drawn_frame frame = {column[first], column[(first + 1) % 3],
                            fk_vec3_scale(column[(first + 2) % 3], sign), squared_length(q)};
    return frame;
}

fk_drawn_frame fk_draw_skew_frame(fk_random *random, int bound)
{
    fk_drawn_frame frame;
    frame.u = fk_draw_whole_vector(random, bound);
    frame.v = fk_draw_whole_vector(random, bound);
    frame.n = fk_vec3_cross(frame.u, frame.v);
    frame.length = 0;
    if (frame.n.x == 0 && frame.n.y == 0 && frame.n.z == 0) { /* parallel: take others */
        frame = fk_draw_whole_frame(random, 1);
        frame.n = fk_vec3_cross(frame.u, frame.v);
        frame.length = 0;
    }
    return frame;
}

/* ---- Pieces -------------------------------------------------------------------------------------------- */

int fk_kind_dimension(fk_kind kind)
{
    switch (kind) {
    case FK_KIND_POINT:
        return 0;
    case FK_KIND_SEGMENT:
        return 1;
    case FK_KIND_TRIANGLE:
        return 2;
    default:
        return 3;
    }
}

bool fk_kind_is_round(fk_kind kind)
{
    return kind == FK_KIND_SPHERE || kind == FK_KIND_CAPSULE;
}

static bool is_zero_vector(fk_vec3 v)
{
    return v.x == 0 && v.y == 0 && v.z == 0;
}

static fk_piece block_half_space(const fk_block *block)
{
    fk_vec3 normal = fk_vec3_cross(block->edge[0], block->edge[1]);
    if (is_zero_vector(normal))
        normal = block->edge[0];
    if (is_zero_vector(normal))
        normal = fk_vec3_make(0, 0, 1);
    return fk_piece_half_space(normal, fk_vec3_dot(normal, block->origin));
}

fk_piece fk_block_piece(fk_kind kind, const fk_block *block)
{
    fk_vec3 origin = block->origin;
    fk_vec3 end[2] = {fk_vec3_add(origin, block->edge[0]), fk_vec3_add(origin, block->edge[1])};
    switch (kind) {
    case FK_KIND_SEGMENT:
        return fk_piece_segment(origin, end[0]);
    case FK_KIND_TRIANGLE:
        return fk_piece_triangle(origin, end[0], end[1]);
    case FK_KIND_TETRA:
        return fk_piece_tetra(origin, block->edge[0], block->edge[1], block->edge[2]);
    case FK_KIND_BOX:
        return fk_piece_box(origin, block->edge[0], block->edge[1], block->edge[2]);
    case FK_KIND_SPHERE:
        return fk_piece_sphere(origin, block->radius);
    case FK_KIND_CAPSULE:
        return fk_piece_capsule(origin, end[0], block->radius);
    case FK_KIND_HALF_SPACE:
        return block_half_space(block);
    default:
        assert(kind == FK_KIND_POINT);
        return fk_piece_point(origin);
    }
}

double fk_block_volume(const fk_block *block)
{
    return fk_vec3_dot(block->edge[0], fk_vec3_cross(block->edge[1], block->edge[2]));
}

void fk_draw_shuffle(fk_random *random, fk_vec3 *vectors, size_t count)
{
    for (size_t i = count; i > 1; i--) {
        size_t j = (size_t)fk_random_below(random, i);
        fk_vec3 swapped = vectors[i - 1];
        vectors[i - 1] = vectors[j];
        vectors[j] = swapped;
    }
}

/* The same box from another corner: each edge may be reversed. */
static fk_piece same_box(fk_random *random, const fk_cell *cell)
{
    fk_cell other = *cell;
    for (int i = 0; i < 3; i++) {
        if (fk_draw_one_in(random, 2)) {
            other.origin = fk_vec3_add(other.origin, other.edge[i]);
            other.edge[i] = fk_vec3_scale(other.edge[i], -1);
        }
    }
    fk_draw_shuffle(random, other.edge, 3);
    return fk_piece_box(other.origin, other.edge[0], other.edge[1], other.edge[2]);
}

/* The same tetrahedron from another corner k, with the edges from k to the other corners. */
static fk_piece same_tetra(fk_random *random, const fk_cell *cell)
{
    fk_cell other = *cell;
    int k = fk_draw_int(random, 0, 3);
    if (k > 0) {
        fk_vec3 step = cell->edge[k - 1];
        other.origin = fk_vec3_add(cell->origin, step);
        for (int i = 0; i < 3; i++)
            other.edge[i] = i == k - 1 ? fk_vec3_scale(step, -1) : fk_vec3_sub(cell->edge[i], step);
    }
    fk_draw_shuffle(random, other.edge, 3);
    return fk_piece_tetra(other.origin, other.edge[0], other.edge[1], other.edge[2]);
}

fk_piece fk_draw_same_set(fk_random *random, const fk_piece *piece)
{
    fk_piece other = *piece;
    switch (piece->kind) {
    case FK_KIND_SEGMENT:
        fk_draw_shuffle(random, other.as.segment, 2);
        break;
    case FK_KIND_TRIANGLE:
        fk_draw_shuffle(random, other.as.triangle, 3);
        break;
    case FK_KIND_TETRA:
        return same_tetra(random, &piece->as.cell);
    case FK_KIND_BOX:
        return same_box(random, &piece->as.cell);
    case FK_KIND_CAPSULE:
        fk_draw_shuffle(random, other.as.capsule.end, 2);
        break;
    case FK_KIND_HALF_SPACE:
        other.as.half.normal = fk_vec3_scale(other.as.half.normal, 2);
        other.as.half.offset *= 2;
        break;
    default:
        break;
    }
    return other;
}

/* A half-space keeps its normal; only its offset is a length. */
fk_piece fk_piece_times_power(const fk_piece *piece, int exponent)
{
    double number[FK_PIECE_NUMBERS];
    uint32_t count = fk_piece_to_numbers(piece, number);
    for (uint32_t i = piece->kind == FK_KIND_HALF_SPACE ? 3 : 0; i < count; i++)
        number[i] = ldexp(number[i], exponent);
    return fk_piece_from_numbers(piece->kind, number);
}
