/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Method `gjk`: the walk of Gilbert, Johnson and Keerthi (Grulich 2016, algorithm 14) in floating point, and what it
 * proves. Spheres and capsules walk with their cores; the radii are compared at the end.
 *
 * Weak inputs: pairs within about 1e-14 of the size of touching. The walk's simplex and directions are tried as exact
 * certificates there, which often works (whole numbers, parallel faces), and is undecided else. */

#include "method/method.h"

#include <math.h>

#include "pair/answer/answer.h"
#include "pair/verdict/verdict.h"

/* How far apart the cores have to be to stop: the radii, and more than the errors of all bounds. A certificate for round
 * pieces needs the nearest simplex; it is all that very small ones can be proved by. */
static double enough(const fk_pair_query *query, const fk_bodies *bodies)
{
    double radius = fk_bound_radius(bodies);
    bool tiny = bodies->a.scale >= 0x1p950;
    if (radius > 0.0 && (query->want & FK_PART_CERTIFICATE || tiny))
        return INFINITY;
    return radius + 0x1p-45 * bodies->size;
}

static void search(const fk_pair_query *query, fk_bodies *bodies, fk_answer *out)
{
    fk_gjk_walk walk;
    fk_walk_options options = fk_walk_options_default();
    options.trace = query->trace;
    options.enough = enough(query, bodies);
    fk_walk_run(bodies, &options, &walk);
    if (fk_smooth_is_among(query->a, query->b)) {
        fk_claim_smooth(query, bodies, &walk, out);
        return;
    }
    fk_surround set;
    set.count = 0;
    fk_claim(query, bodies, &walk, &set, out);
}

void fk_answer_gjk(const fk_pair_query *query, fk_answer *out)
{
    fk_claim_by(search, query, out);
}
