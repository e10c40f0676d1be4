/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* From the end of a walk to an answer that holds. */

#ifndef FARKAS_PAIR_CLAIM_H
#define FARKAS_PAIR_CLAIM_H

#include "pair/measure/bounds.h"
#include "pair/verdict/surround.h"

/* Fills a zeroed answer with what the walk proves about two pieces with vertices, spheres and capsules among them;
 * leaves it undecided when it proves nothing. Bounds are asked first; near touching, certificates that the walk suggests
 * are put before the verifier. set is where to start looking for points around the origin, and is changed; its count may
 * be 0. */
void fk_claim(const fk_pair_query *query, fk_bodies *bodies, const fk_walk *walk, fk_surround *set,
              fk_answer *out);

/* The same from points around the origin alone: overlapping, or nothing. */
void fk_claim_surrounded(const fk_pair_query *query, const fk_bodies *bodies, const fk_surround *set,
                         fk_answer *out);

/* The same for a pair with a cylinder, cone or ellipsoid. What the walk leaves open is asked of pair/verdict/smooth.h, which
 * walks again, with smaller pieces or other directions. */
void fk_claim_smooth(const fk_pair_query *query, fk_bodies *bodies, const fk_walk *walk, fk_answer *out);

/* A search that fills a zeroed answer, or leaves it undecided. */
typedef void fk_claim_search(const fk_pair_query *query, fk_bodies *bodies, fk_answer *out);

/* Runs a search; and once more over all vertices when that leaves a pair with a large hull undecided, since neighbours
 * of a hull that was bent by rounding may have misled it. */
void fk_claim_by(fk_claim_search *search, const fk_pair_query *query, fk_answer *out);

#endif
