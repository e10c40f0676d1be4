/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

#include "narrow/cast.h"
void fk_round_times(const fk_piece *a, fk_vec3 velocity, const fk_piece *b, fk_times *out)
{
    (void)a;
    (void)velocity;
    (void)b;
    *out = fk_times_always();
    out->result = FK_CAST_UNDECIDED;
}
