/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Casts: exact ways, and pieces that go along them. */

#ifndef FARKAS_PAIR_CAST_H
#define FARKAS_PAIR_CAST_H

#include "exact/ball.h"
#include "exact/exact.h"
#include "farkas/pair.h"

/* ---- way -------------------------------------------------------------------------------------------------- */

/* The way that a piece goes: an exact sum of vectors, as differences of positions are no doubles. */

#define FK_WAY_TERMS 8

typedef struct fk_way {
    uint32_t count; /* 0: it leads nowhere */
    fk_vec3 term[FK_WAY_TERMS];
    double scale;      /* of what follows, see fk_ball_scale */
    fk_ball_vec3 ball; /* holds the sum */
    fk_dd_vec3 fine;   /* the sum by its leading bits; proves nothing */
} fk_way;

/* One finite vector. */
void fk_way_from(fk_vec3 v, fk_way *out);

/* The exact sum of up to FK_WAY_TERMS finite vectors, in few terms: one where it is a vector of doubles, mostly two
 * where it is not. The same for every state of the floating-point unit. */
void fk_way_make(const fk_vec3 *term, uint32_t count, fk_way *out);

/* The opposite way. */
void fk_way_negate(fk_way *way);

/* On top of the arena. */
static inline fk_exact_vec3 fk_way_exact(fk_arena *arena, const fk_way *way)
{
    return fk_exact_vec3_sum(arena, way->term, way->count);
}

/* ---- cast ------------------------------------------------------------------------------------------------- */

/* When a moving piece meets another one: one function for each way to find it. */

/* All times at which two pieces meet, whatever the start and the end of the motion: between these two. */
typedef struct fk_times {
    fk_cast_result result; /* a hit is one at any time, also before the start */
    bool is_exact;         /* each interval is one exact time, rounded down and up */
    fk_interval first, last;
} fk_times;

/* All times. */
fk_times fk_times_always(void);

/* For two valid pieces and a way that leads somewhere: when one of them is a half-space, and when both are bounded
 * and one or both are round or smooth. */
void fk_half_times(const fk_piece *a, const fk_way *way, const fk_piece *b, fk_times *out);
void fk_round_times(const fk_piece *a, const fk_way *way, const fk_piece *b, fk_times *out);

/* fk_pair_cast for two valid pieces of which a goes by t * way, 0 <= t <= end, for any way and an end that is not
 * negative. `always` becomes what is known of all times: of what is undecided, they do not meet before
 * first.lo or after last.hi. */
void fk_way_cast(const fk_piece *a, const fk_way *way, const fk_piece *b, double end, fk_times *always,
                 fk_cast *out);

/* Whether two valid pieces, a going by t * way for all t, overlap while they meet, and not only touch: then they do at
 * every time but the first and the last one, which differ. Exact, for pieces for which it is decided: half-spaces with
 * any other piece, if that has a verdict, and polyhedra with up to 16 vertices. */
bool fk_way_through_decides(const fk_piece *a, const fk_piece *b);
bool fk_way_goes_through(const fk_piece *a, const fk_way *way, const fk_piece *b);

#endif
