/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Cells as hulls of doubles.
 *
 * A corner is an exact sum of doubles, often not a double itself. Along each axis it lies between two
 * neighbouring doubles, its floor and its ceiling. Nearest: the closer one; on a tie, the one with an even
 * last bit. Outward: all eight points that these give, since the corner is in the box between them. Inward:
 * the nearest point if it is in the cell, by an exact verdict; else the one on the side of the centroid,
 * which is right for an axis-aligned box; else points between the corner and the centroid, farther and
 * farther from the corner; finally the origin, which is a corner and a double. */

#include "base/vec3.h"
#include "farkas/pair.h"
#include "shape/vertices.h"
#include "cells/cells.h"

/* The doubles around a corner. */
typedef struct corner_bounds {
    fk_vec3 low, high, nearest; /* all equal if the corner is a double */
} corner_bounds;

#define MAX_POINTS (8 * FK_VERTEX_MAX)

/* ---- Rounding ------------------------------------------------------------------------------------------ */

/* Returns the next double above a finite one, by its bits. */
static double next_above(double x)
{
    uint64_t bits = fk_bits_of(x);
    if (bits << 1 == 0)
        return fk_from_bits(1);
    return fk_from_bits(bits >> 63 ? bits - 1 : bits + 1);
}

static double round_to_nearest(fk_arena *arena, fk_exact x, double low, double high)
{
    fk_exact below = fk_exact_sub(arena, x, fk_exact_from(arena, low));
    fk_exact above = fk_exact_sub(arena, fk_exact_from(arena, high), x);
    int order = fk_exact_compare(below, above);
    bool is_low = order < 0 || (order == 0 && (fk_bits_of(low) & 1) == 0);
    return is_low ? low : high;
}

FK_OWN_FRAME static corner_bounds round_cell_corner(const fk_piece *piece, uint32_t vertex)
{
    fk_arena arena;
    fk_arena_init(&arena);
    fk_exact_vec3 place = fk_piece_vertex(&arena, piece, vertex);
    corner_bounds c;
    for (int axis = 0; axis < 3; axis++) {
        fk_exact x = fk_exact_vec3_get(place, axis);
        uint32_t mark = arena.used;
        double low = fk_exact_floor(x), high = low, nearest = low;
        if (fk_is_finite(low) && fk_exact_compare(x, fk_exact_from(&arena, low)) != 0) {
            high = next_above(low);
            nearest = fk_is_finite(high) ? round_to_nearest(&arena, x, low, high) : high;
        }
        arena.used = mark;
        *fk_vec3_at(&c.low, axis) = low;
        *fk_vec3_at(&c.high, axis) = high;
        *fk_vec3_at(&c.nearest, axis) = nearest;
    }
    return c;
}

static bool is_corner_exact(const corner_bounds *c)
{
    bool same = true;
    for (int axis = 0; axis < 3; axis++)
        same = same && fk_double_order(fk_vec3_get(c->low, axis), fk_vec3_get(c->high, axis)) == 0;
    return same;
}

/* ---- Inward and outward -------------------------------------------------------------------------------- */

static bool is_in_cell(const fk_piece *piece, fk_vec3 place)
{
    fk_piece point = fk_piece_point(place);
    fk_verdict verdict = fk_pair_verdict(piece, &point);
    return verdict == FK_TOUCHING || verdict == FK_OVERLAPPING;
}

static fk_vec3 corner_centroid(const corner_bounds *c, uint32_t count)
{
    fk_vec3 sum = {0, 0, 0};
    for (uint32_t i = 0; i < count; i++)
        sum = fk_vec3_add(sum, fk_vec3_scale(c[i].nearest, 1.0 / count));
    return sum;
}

/* Returns a point in the cell near one of its corners. */
static fk_vec3 round_corner_inward(const fk_piece *piece, const corner_bounds *c, fk_vec3 middle,
                                   fk_vec3 origin)
{
    if (is_corner_exact(c) || is_in_cell(piece, c->nearest))
        return c->nearest;
    fk_vec3 place;
    for (int axis = 0; axis < 3; axis++) {
        double low = fk_vec3_get(c->low, axis), high = fk_vec3_get(c->high, axis);
        bool is_below = fk_double_order(fk_vec3_get(middle, axis), high) < 0;
        *fk_vec3_at(&place, axis) = is_below ? low : high;
    }
    for (double part = 0x1p-52; part < 1; part *= 2) {
        if (is_in_cell(piece, place))
            return place;
        place = fk_vec3_add(c->nearest, fk_vec3_scale(fk_vec3_sub(middle, c->nearest), part));
    }
    return origin;
}

/* Writes the eight points around a corner, or the corner itself. Returns their number. */
static uint32_t round_corner_outward(const corner_bounds *c, fk_vec3 *out)
{
    uint32_t count = is_corner_exact(c) ? 1 : 8;
    for (uint32_t i = 0; i < count; i++)
        out[i] = fk_vec3_make(i & 1 ? c->high.x : c->low.x, i & 2 ? c->high.y : c->low.y,
                              i & 4 ? c->high.z : c->low.z);
    return count;
}

fk_status fk_cells_hull(fk_context *context, const fk_cells_volume *volume, fk_cells_rounding rounding,
                        bool *is_exact, fk_hull **out)
{
    fk_piece piece = {.kind = volume->kind, .as.cell = volume->cell};
    fk_status status = fk_piece_check(&piece);
    if (status != FK_OK)
        return status;
    corner_bounds c[FK_VERTEX_MAX];
    fk_vec3 place[MAX_POINTS];
    uint32_t corners = fk_piece_vertex_count(&piece), count = 0;
    *is_exact = true;
    for (uint32_t i = 0; i < corners; i++) {
        c[i] = round_cell_corner(&piece, i);
        *is_exact = *is_exact && is_corner_exact(&c[i]);
    }
    fk_vec3 middle = corner_centroid(c, corners);
    for (uint32_t i = 0; i < corners; i++)
        if (rounding == FK_CELLS_OUTWARD)
            count += round_corner_outward(&c[i], place + count);
        else if (rounding == FK_CELLS_INWARD)
            place[count++] = round_corner_inward(&piece, &c[i], middle, volume->cell.origin);
        else
            place[count++] = c[i].nearest;
    return fk_hull_build(context, place, count, out);
}
