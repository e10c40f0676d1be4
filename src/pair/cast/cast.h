/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* When a moving piece meets another one: one function for each way to find it. */

#ifndef FARKAS_PAIR_CAST_H
#define FARKAS_PAIR_CAST_H

#include "farkas/pair.h"
#include "pair/cast/way.h"

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
