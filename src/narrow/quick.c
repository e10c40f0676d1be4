/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* A verdict in doubles: see quick.h. */

#include "narrow/quick.h"

#include <string.h>

#include "narrow/bounds.h"
#include "narrow/pair.h"

void fk_quick_solve(const fk_piece *a, const fk_piece *b, fk_pair_cache *out)
{
    memset(out, 0, sizeof *out);
    if (fk_pair_check(a, b) != FK_OK)
        return;
    fk_bodies bodies;
    fk_walk walk;
    fk_walk_options options = fk_walk_options_default();
    fk_bodies_init(&bodies, a, b);
    options.enough = fk_bound_radius(&bodies) + 0x1p-45 * bodies.size;
    fk_walk_run(&bodies, &options, &walk);
    fk_interval distance = fk_bound_distance(&bodies, &walk);
    if (distance.lo > 0.0) {
        out->verdict = FK_APART;
        out->direction = fk_vec3_negate(walk.direction);
    } else if (distance.hi < 0.0) {
        out->verdict = FK_OVERLAPPING;
    } else if (walk.count == 4 && fk_bound_surrounds(&bodies, walk.point, 4)) {
        out->verdict = FK_OVERLAPPING;
        for (int i = 0; i < 4; i++)
            out->pair[i] = walk.point[i].pair;
    }
}
