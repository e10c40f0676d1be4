/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* One edge of a workcell: a motion from time 0 to time 1, whose values change linearly. */

#ifndef FARKAS_WORKCELL_EDGES_H
#define FARKAS_WORKCELL_EDGES_H

#include "workcell/workcell.h"

/* A body along the edge. */
typedef struct fk_edge_body {
    fk_motion_body body;
    fk_motion_rounding rounding;
    double round; /* bounds the error of placed primitives per length of coordinates */
    bool moves;   /* some value in its chain changes: else its pose is the same in all states */
} fk_edge_body;

/* Also what is known so far: no state before `open` collides, by the pairs and times that are done; the state at `end` does, or
 * `end` is 1. */
typedef struct fk_edge {
    fk_context *context;
    const fk_workcell *cell;
    fk_workcell_scratch *scratch;
    const double *from, *to;
    double clearance, tolerance;
    fk_motion motion;
    uint32_t track_count, joint_count, frame_count, body_count;
    fk_track *track;
    double *value; /* rows of all tracks, and a state */
    bool *moves;   /* of each frame */
    fk_edge_body *body;
    bool collides, is_open;
    double open, open_end, end;
    uint32_t open_pair, end_pair;
    uint64_t tests_left;
} fk_edge;

/* Makes room for the edges of a workcell. End it in any case. FK_ERROR_MEMORY. */
fk_status fk_edge_make(fk_context *context, const fk_workcell *cell, fk_workcell_scratch *scratch, fk_edge *out);
void fk_edge_end(fk_edge *edge);

/* Begins an edge. */
void fk_edge_set(fk_edge *edge, const double *from, const double *to);

/* The gap of a pair, as the motion measures it, beyond which all states in doubles are free; infinite where nothing is known. */
double fk_edge_level(const fk_edge *edge, uint32_t pair);

/* Tests a pair exactly in the state at a parameter. FK_ERROR_MEMORY. */
fk_status fk_edge_test_state(fk_edge *edge, uint32_t pair, double parameter, fk_decision *out);

/* Searches from one parameter to another for the first contact of a pair with the engine of motion, and notes it. Errors of
 * fk_motion_contacts. */
fk_status fk_edge_search_pair(fk_edge *edge, uint32_t pair, double from, double to);

/* Notes that a pair collides in the state at a parameter; or that nothing is known from one to another. */
void fk_edge_note_contact(fk_edge *edge, uint32_t pair, double at);
void fk_edge_note_open(fk_edge *edge, uint32_t pair, double from, double to);

#endif
