/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Exact sums of vectors: see way.h.
 *
 * The sum is made of integers and taken apart again into doubles, each the rest of the last one rounded toward zero.
 * So the numbers of the opposite way are the opposite numbers. A sum that needs more than FK_WAY_TERMS doubles, or
 * that is beyond all of them, keeps the terms that were given. */

#include "pair/cast/cast.h"

#include <math.h>

#include "base/vec3.h"

/* Rounded toward zero; beyond all doubles an infinity. */
static double truncate(fk_exact x)
{
    int sign = x.sign;
    if (sign < 0)
        x.sign = 1;
    double size = fk_exact_floor(x);
    return sign < 0 ? -size : size;
}

static fk_vec3 truncate_all(fk_exact_vec3 v)
{
    return fk_vec3_make(truncate(v.x), truncate(v.y), truncate(v.z));
}

void fk_way_from(fk_vec3 v, fk_way *out)
{
    out->count = fk_vec3_nonzeros(v) > 0;
    out->term[0] = v;
    out->scale = fk_ball_scale(fk_vec3_exponent(v));
    fk_vec3 scaled = fk_vec3_scale(v, out->scale);
    out->ball = fk_ball_vec3_from(scaled);
    out->fine = fk_dd_vec3_from(scaled);
}

/* Doubles whose sum it is; false where they are too many, or too large. */
static bool take_apart(fk_arena *arena, fk_exact_vec3 sum, fk_way *out)
{
    for (out->count = 0; !fk_exact_vec3_is_zero(sum); out->count++) {
        fk_vec3 part = truncate_all(sum);
        if (out->count == FK_WAY_TERMS || !fk_vec3_is_finite(part))
            return false;
        out->term[out->count] = part;
        sum = fk_exact_vec3_sub(arena, sum, fk_exact_vec3_from(arena, part));
    }
    return true;
}

static fk_ball ball_around(double leading)
{
    fk_ball ball = {leading, FK_BALL_ROUND * fabs(leading) * FK_BALL_GUARD + FK_BALL_TINY};
    return ball;
}

/* The leading bits of a sum. An eighth of eight doubles is one: so its size is known also where it is none itself. */
static void look_at(fk_arena *arena, fk_exact_vec3 sum, fk_way *out)
{
    fk_vec3 part = truncate_all(fk_exact_vec3_scale(arena, sum, fk_exact_from(arena, 0.125)));
    out->scale = fk_ball_scale(fk_vec3_exponent(part) + 3);
    fk_exact_vec3 scaled = fk_exact_vec3_scale(arena, sum, fk_exact_from(arena, out->scale));
    fk_vec3 high = truncate_all(scaled);
    fk_vec3 low = truncate_all(fk_exact_vec3_sub(arena, scaled, fk_exact_vec3_from(arena, high)));
    out->ball = (fk_ball_vec3){ball_around(high.x), ball_around(high.y), ball_around(high.z)};
    out->fine = (fk_dd_vec3){{high.x, low.x}, {high.y, low.y}, {high.z, low.z}};
}

void fk_way_make(const fk_vec3 *term, uint32_t count, fk_way *out)
{
    fk_arena arena;
    fk_arena_init(&arena);
    fk_exact_vec3 sum = fk_exact_vec3_sum(&arena, term, count);
    bool is_short = take_apart(&arena, sum, out);
    if (is_short && out->count <= 1) {
        fk_way_from(out->count == 1 ? out->term[0] : fk_vec3_make(0, 0, 0), out);
        return;
    }
    if (!is_short) {
        out->count = 0;
        for (uint32_t i = 0; i < count; i++)
            if (fk_vec3_nonzeros(term[i]) > 0)
                out->term[out->count++] = term[i];
    }
    look_at(&arena, sum, out);
}

void fk_way_negate(fk_way *way)
{
    for (uint32_t i = 0; i < way->count; i++)
        way->term[i] = fk_vec3_negate(way->term[i]);
    way->ball.x.mid = -way->ball.x.mid;
    way->ball.y.mid = -way->ball.y.mid;
    way->ball.z.mid = -way->ball.z.mid;
    way->fine = fk_dd_vec3_negate(way->fine);
}
