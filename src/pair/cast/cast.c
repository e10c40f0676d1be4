/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* When does a moving piece meet another one? Two convex pieces meet during one interval of times. For polyhedra its
 * ends are exact optima of a linear program (lp.h), rounded down and up; it is found for all times and then cut to
 * those that were asked for. */

#include "pair/cast/cast.h"

#include <math.h>
#include <string.h>

#include "exact/exact.h"
#include "pair/measure/measure.h"
#include "pair/verdict/verdict.h"

fk_times fk_times_always(void)
{
    fk_times always = {FK_CAST_HIT, true, {-INFINITY, -INFINITY}, {INFINITY, INFINITY}};
    return always;
}

static fk_interval round_time(fk_arena *arena, fk_fraction time)
{
    fk_interval rounded = {fk_fraction_floor(arena, time), fk_fraction_ceil(arena, time)};
    return rounded;
}

FK_OWN_FRAME static void polyhedra_times(const fk_piece *a, const fk_way *way, const fk_piece *b,
                                         fk_times *out)
{
    fk_lp lp;
    fk_arena *arena = &lp.pair.arena;
    *out = fk_times_always();
    out->result = FK_CAST_MISS;
    if (fk_lp_begin(&lp, a, b, way)) {
        out->first = round_time(arena, fk_lp_time(&lp, -1));
        out->last = round_time(arena, fk_lp_time(&lp, 1));
        out->result = FK_CAST_HIT;
    }
    if (arena->full) {
        *out = fk_times_always();
        out->result = FK_CAST_UNDECIDED;
    }
}

/* Whether the pieces meet between 0 and end. An exact time lies beyond a double when it does so rounded away from it,
 * as there is no double between a number and its rounding. */
static fk_cast_result result_within(const fk_times *t, double end, bool meets_now)
{
    if (meets_now || t->result == FK_CAST_MISS)
        return meets_now ? FK_CAST_HIT : FK_CAST_MISS;
    if (fk_double_order(t->is_exact ? t->first.hi : t->first.lo, end) > 0 ||
        fk_double_order(t->is_exact ? t->last.lo : t->last.hi, 0.0) < 0)
        return FK_CAST_MISS;
    bool is_sure = fk_double_order(t->first.hi, end) <= 0 && fk_double_order(t->last.lo, 0.0) >= 0;
    return is_sure ? t->result : FK_CAST_UNDECIDED;
}

/* Cuts all times to those from 0 to end. */
static void cut(const fk_times *t, double end, bool meets_now, fk_cast *out)
{
    memset(out, 0, sizeof *out);
    out->result = result_within(t, end, meets_now);
    if (out->result != FK_CAST_HIT)
        return;
    if (!meets_now) {
        out->enter.lo = fk_double_greatest(t->first.lo, 0.0);
        out->enter.hi = fk_double_greatest(t->first.hi, 0.0);
    }
    out->leave.lo = fk_double_greatest(fk_double_least(t->last.lo, end), out->enter.lo);
    out->leave.hi = fk_double_least(t->last.hi, end);
}

void fk_way_cast(const fk_piece *a, const fk_way *way, const fk_piece *b, double end, fk_times *always,
                 fk_cast *out)
{
    *always = fk_times_always();
    bool is_exact = fk_piece_is_polyhedron(a) && fk_piece_is_polyhedron(b);
    bool moves = way->count > 0;
    fk_verdict now = is_exact && moves ? FK_UNDECIDED : fk_pair_verdict(a, b);
    if (!moves)
        always->result = now == FK_UNDECIDED ? FK_CAST_UNDECIDED : FK_CAST_MISS;
    else if (is_exact)
        polyhedra_times(a, way, b, always);
    else if (fk_half_is_among(a, b))
        fk_half_times(a, way, b, always);
    else
        fk_round_times(a, way, b, always);
    cut(always, end, now == FK_TOUCHING || now == FK_OVERLAPPING, out);
}

fk_status fk_pair_cast(const fk_piece *a, fk_vec3 velocity, const fk_piece *b, double end, fk_cast *out)
{
    fk_status status = fk_pair_check(a, b);
    if (status == FK_OK && !fk_vec3_is_finite(velocity))
        status = FK_ERROR_NOT_FINITE;
    bool is_nan = !fk_is_finite(end) && fk_bits_of(end) << 12 != 0;
    if (status == FK_OK && (is_nan || fk_sign_of(end) < 0))
        status = FK_ERROR_ARGUMENT;
    if (status != FK_OK)
        return status;
    fk_way way;
    fk_times always;
    fk_way_from(velocity, &way);
    fk_way_cast(a, &way, b, fk_sign_of(end) == 0 ? 0.0 : end, &always, out);
    return FK_OK;
}

fk_status fk_ray_cast(fk_vec3 origin, fk_vec3 direction, const fk_piece *piece, fk_cast *out)
{
    fk_piece point = fk_piece_point(origin);
    return fk_pair_cast(&point, direction, piece, INFINITY, out);
}
