/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The layout of every kind: see layout.h. The numbers of a piece lie in its union one after another, in the order
 * of the pair stream, which is asserted here; so they are copied as one block. */

#include "shape/support.h"

#include <string.h>

#define NUMBERS(count) ((count) * sizeof(double))

_Static_assert(sizeof(fk_vec3) == NUMBERS(3) && offsetof(fk_vec3, x) == 0 &&
                   offsetof(fk_vec3, y) == NUMBERS(1) && offsetof(fk_vec3, z) == NUMBERS(2),
               "a vector is three numbers");
_Static_assert(sizeof(fk_cell) == NUMBERS(12) && offsetof(fk_cell, edge) == NUMBERS(3),
               "a cell is an origin, then three edges");
_Static_assert(sizeof(fk_sphere) == NUMBERS(4) && offsetof(fk_sphere, radius) == NUMBERS(3),
               "a sphere is a centre, then a radius");
_Static_assert(sizeof(fk_capsule) == NUMBERS(7) && offsetof(fk_capsule, radius) == NUMBERS(6),
               "a capsule is two ends, then a radius");
_Static_assert(sizeof(fk_plane) == NUMBERS(4) && offsetof(fk_plane, offset) == NUMBERS(3),
               "a half-space is a normal, then an offset");
_Static_assert(sizeof(fk_points) <= NUMBERS(FK_PIECE_NUMBERS), "a hull is kept elsewhere");
_Static_assert(sizeof(((fk_piece *)0)->as) == NUMBERS(FK_PIECE_NUMBERS), "no kind has more numbers");

static const fk_layout layouts[] = {
    [FK_KIND_NONE] = {0, 0, 0},      [FK_KIND_POINT] = {1, 0, 0},    [FK_KIND_SEGMENT] = {2, 0, 0},
    [FK_KIND_TRIANGLE] = {3, 0, 0},  [FK_KIND_TETRA] = {1, 3, 0},    [FK_KIND_BOX] = {1, 3, 0},
    [FK_KIND_SPHERE] = {1, 0, 1},    [FK_KIND_CAPSULE] = {2, 0, 1},  [FK_KIND_HALF_SPACE] = {0, 1, 1},
    [FK_KIND_HULL] = {0, 0, 0},      [FK_KIND_CYLINDER] = {2, 0, 1}, [FK_KIND_CONE] = {2, 0, 1},
    [FK_KIND_ELLIPSOID] = {1, 3, 0},
};

_Static_assert(sizeof layouts / sizeof layouts[0] == FK_KIND_COUNT, "every kind has its row");

fk_layout fk_kind_layout(fk_kind kind)
{
    return layouts[(unsigned)kind < FK_KIND_COUNT ? kind : FK_KIND_NONE];
}

uint32_t fk_kind_number_count(fk_kind kind)
{
    fk_layout layout = fk_kind_layout(kind);
    return 3u * (layout.points + layout.directions) + layout.scalars;
}

uint32_t fk_piece_to_numbers(const fk_piece *piece, double number[FK_PIECE_NUMBERS])
{
    uint32_t count = fk_kind_number_count(piece->kind);
    memset(number, 0, NUMBERS(FK_PIECE_NUMBERS));
    memcpy(number, &piece->as, NUMBERS(count));
    return count;
}

fk_piece fk_piece_from_numbers(fk_kind kind, const double number[FK_PIECE_NUMBERS])
{
    fk_piece piece;
    memset(&piece, 0, sizeof piece);
    piece.kind = kind;
    memcpy(&piece.as, number, NUMBERS(fk_kind_number_count(kind)));
    return piece;
}
