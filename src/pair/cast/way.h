/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The way that a piece goes: an exact sum of vectors, as differences of positions are no doubles. */

#ifndef FARKAS_PAIR_WAY_H
#define FARKAS_PAIR_WAY_H

#include "exact/ball.h"
#include "exact/exact.h"

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

#endif
