/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The linear programs of lp.h for pieces that may be round or smooth, in floating point of two doubles: instead of
 * vertices, columns are points where the pieces reach farthest. The results are directions that make good proofs; they
 * prove nothing themselves. */

#ifndef FARKAS_PAIR_PORTAL_H
#define FARKAS_PAIR_PORTAL_H

#include "pair/measure/fine.h"
#include "pair/measure/lp.h"

/* Points that are kept: the first pair, four of the basis and one that enters. */
#define FK_PORTAL_POINTS 6

typedef struct fk_portal {
    fk_column basis[4]; /* pairs are indices of points */
    bool has_met;
    fk_fine_pair pair;
    fk_dd_vec3 velocity; /* scaled */
    fk_dd_vec3 point[2][FK_PORTAL_POINTS];
    double gain;  /* how much better than the current basis the goal may be at most, scaled */
    bool is_thin; /* solutions have to be refined */
    int turns;    /* how many changes of basis there were */
} fk_portal;

/* Readies two valid bounded pieces, a moving or (way NULL) at rest, and searches where they meet. False when they
 * are some way apart; then fk_portal_heading is a direction that separates them. */
bool fk_portal_begin(fk_portal *portal, const fk_piece *a, const fk_piece *b, const fk_way *way);

/* Searches for a goal after fk_portal_begin. */
void fk_portal_run(fk_portal *portal, fk_goal goal);

/* The direction for a that the current basis gives: for a goal that is a reach, the other one is sign * axis minus it.
 * False when it is not finite. */
bool fk_portal_heading(fk_portal *portal, fk_goal goal, fk_dd_vec3 *out);

#endif
