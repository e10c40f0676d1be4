/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Method `gjk`: the algorithm of Gilbert, Johnson and Keerthi (Grulich 2016, algorithm 14) in floating point, and what it
 * proves. Spheres and capsules are replaced by their cores; the radii are compared at the end.
 *
 * Weak inputs: pairs within about 1e-14 of the size of touching. There the simplex and the directions are tried as exact
 * certificates, which often works (integer coordinates, parallel faces); else the answer is undecided. */

#include "method/method.h"

#include <math.h>

#include "pair/answer/answer.h"
#include "pair/verdict/verdict.h"

/* The separation of the cores at which GJK stops: the radii, plus more than the errors of all bounds. Infinite where the
 * nearest simplex is needed: for a certificate of round pieces, and for very small ones, which only it can prove. */
static double stopping_distance(const fk_pair_query *query, const fk_support_bodies *bodies)
{
    double radius = fk_bound_radius(bodies);
    bool tiny = bodies->a.scale >= 0x1p950;
    if (radius > 0.0 && (query->want & FK_PART_CERTIFICATE || tiny))
        return INFINITY;
    return radius + 0x1p-45 * bodies->size;
}

static void search_gjk(const fk_pair_query *query, fk_support_bodies *bodies, fk_answer *out)
{
    fk_gjk_result walk;
    fk_gjk_options options = fk_gjk_options_default();
    options.trace = query->trace;
    options.enough = stopping_distance(query, bodies);
    fk_gjk_distance(bodies, &options, &walk);
    if (fk_any_smooth(query->a, query->b)) {
        fk_certificate_gjk_smooth(query, bodies, &walk, out);
        return;
    }
    fk_overlap_set set;
    set.count = 0;
    fk_certificate_gjk(query, bodies, &walk, &set, out);
}

void fk_answer_gjk(const fk_pair_query *query, fk_answer *out)
{
    fk_certificate_search(search_gjk, query, out);
}
