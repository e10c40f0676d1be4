/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The exact solver: where does the origin lie with respect to M, the hull of all vertex differences? */

#ifndef FARKAS_PAIR_SOLVER_H
#define FARKAS_PAIR_SOLVER_H

#include "pair/pair.h"

typedef struct fk_solution {
    fk_certificate certificate; /* its verdict is the answer; the rest is filled when a proof was asked for */
    /* Affinely independent pairs whose hull holds a point of M in its relative interior: the origin when the
     * cores meet, else the nearest point to it (when a proof was asked for or a piece is round). */
    fk_vertex_pair simplex[4];
    uint32_t count;
} fk_solution;

/* Decides every pair of valid pieces that are not half-spaces. */
void fk_solve(fk_pair *pair, bool prove, fk_solution *out);

/* The direction from the origin to the nearest point of a simplex of 1 to 3 pairs; its sign is 0 when the plane
 * of 3 pairs holds the origin. */
fk_normal fk_simplex_normal(fk_pair *pair, const fk_vertex_pair *simplex, uint32_t count);

#endif
