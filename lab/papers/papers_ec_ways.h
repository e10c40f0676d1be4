/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Boxes that turn or move in steps until they meet another: the dynamic cases of Bai et al. 2015. */

#ifndef FARKAS_LAB_PAPERS_PAPERS_EC_WAYS_H
#define FARKAS_LAB_PAPERS_PAPERS_EC_WAYS_H

#include "papers/papers_ec.h"

/* What happens to the box from one step to the next. */
typedef enum ec_motion { EC_TURNS, EC_MOVES } ec_motion;

typedef struct ec_way {
    fk_context *context;
    ec_motion how;
    int steps;
    double half[3];
    fk_pose start;
    fk_vec3 axis, shift; /* for all steps together */
    ec_box other;
    ec_box *placed; /* in the steps from 0 to the last */
    int first;      /* step in which they meet */
    double contact; /* exactly, or of a rotation within the tolerance of fk_motion_ask; in steps */
} ec_way;

/* False after a message. */
bool ec_way_begin(ec_way *w, ec_motion how);
void ec_way_end(ec_way *w);

/* Draws one until the boxes are apart at first and meet in some step. False when no first contact is found before it,
 * which must not be. */
bool ec_way_draw(ec_way *w, fk_random *random);

#endif
