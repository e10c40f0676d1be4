/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* When does a moving piece meet a half-space {x : n.x <= c}, or a moving half-space a piece? The piece's least n.x
 * changes at a constant rate, so there is one time at which they begin or cease to meet: the room c - least n.x over
 * the rate. Exact for polyhedra and for two half-spaces; the least n.x of round and smooth pieces holds a root. */

#include "pair/cast/cast.h"

#include <math.h>

#include "exact/exact.h"
#include "pair/measure/measure.h"
#include "pair/verdict/verdict.h"
#include "shape/vertices.h"

/* The times t with t rate <= room. */
static void times_of_room(fk_arena *arena, fk_bounds room, fk_exact rate, fk_times *out)
{
    *out = fk_times_always();
    out->is_exact = fk_exact_compare(room.lo, room.hi) == 0;
    if (rate.sign > 0) {
        out->last.lo = fk_fraction_floor(arena, (fk_fraction){room.lo, rate});
        out->last.hi = fk_fraction_ceil(arena, (fk_fraction){room.hi, rate});
    } else if (rate.sign < 0) {
        rate.sign = 1;
        out->first.lo = fk_fraction_floor(arena, (fk_fraction){fk_exact_negate(room.hi), rate});
        out->first.hi = fk_fraction_ceil(arena, (fk_fraction){fk_exact_negate(room.lo), rate});
    } else if (room.hi.sign < 0) {
        out->result = FK_CAST_MISS;
    } else if (room.lo.sign < 0) {
        out->result = FK_CAST_UNDECIDED;
    }
}

static void one_half(fk_arena *arena, const fk_piece *half, const fk_piece *piece, const fk_way *way,
                     fk_times *out)
{
    fk_exact_vec3 n = fk_exact_vec3_from(arena, half->as.half.normal);
    fk_exact c = fk_exact_from(arena, half->as.half.offset);
    fk_bounds reach = fk_piece_reach(arena, piece, fk_exact_vec3_negate(n));
    fk_bounds room = {fk_exact_add(arena, c, reach.lo), fk_exact_add(arena, c, reach.hi)};
    fk_exact rate = fk_exact_vec3_dot(arena, n, fk_way_exact(arena, way));
    times_of_room(arena, room, rate, out);
}

/* While a moves, the room k c_a + c_b of opposite half-spaces grows by k n_a.v. */
static void two_halves(fk_arena *arena, const fk_plane *a, const fk_plane *b, const fk_way *way,
                       fk_times *out)
{
    fk_exact size[2];
    *out = fk_times_always();
    if (!fk_halves_are_opposite(arena, a, b, size))
        return;
    fk_exact room = fk_halves_room(arena, a, b, size);
    fk_exact speed = fk_exact_vec3_dot(arena, fk_exact_vec3_from(arena, a->normal), fk_way_exact(arena, way));
    fk_exact rate = fk_exact_negate(fk_exact_mul(arena, size[1], speed));
    times_of_room(arena, (fk_bounds){room, room}, rate, out);
}

void fk_half_times(const fk_piece *a, const fk_way *way, const fk_piece *b, fk_times *out)
{
    fk_arena arena;
    fk_way opposite = *way;
    fk_arena_init(&arena);
    fk_way_negate(&opposite);
    if (a->kind != FK_KIND_HALF_SPACE)
        one_half(&arena, b, a, way, out);
    else if (b->kind != FK_KIND_HALF_SPACE)
        one_half(&arena, a, b, &opposite, out);
    else
        two_halves(&arena, &a->as.half, &b->as.half, way, out);
    if (arena.full)
        out->result = FK_CAST_UNDECIDED;
}
