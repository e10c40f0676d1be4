/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* One edge of a workcell: a motion from time 0 to time 1, whose values change linearly. */

#ifndef FARKAS_WORKCELL_EDGES_H
#define FARKAS_WORKCELL_EDGES_H

#include "motion/traverse.h"
#include "workcell/workcell.h"

/* ---- Bodies and pairs ---------------------------------------------------------------------------------- */

/* How the filter sees a body: balls in its frame, or a box or a half-space at rest in the world. */
typedef enum fk_edge_shape {
    FK_EDGE_NOTHING, /* the filter knows nothing about it */
    FK_EDGE_BALLS,
    FK_EDGE_BOX,
    FK_EDGE_PLANE
} fk_edge_shape;

/* A body along the edge. */
typedef struct fk_edge_body {
    fk_motion_body body;
    fk_motion_rounding rounding;
    double round; /* bounds the error of placed primitives per length of coordinates */
    double error; /* the rounding of all points of a bounded body */
    bool moves;   /* some value in its chain changes: else its pose is the same in all states */
    fk_edge_shape shape;
    const fk_link_balls *balls;
    fk_sphere root, outer[FK_LINK_GROUP]; /* in the frame */
    fk_obb box; /* in the world; of a half-space, axis[0] and half[0] are its plane */
} fk_edge_body;

/* A pair that counts. */
typedef struct fk_edge_pair {
    bool moves;    /* else there is nothing to search: its answer is that of the first state, or noted */
    bool turns;    /* the base moves, so differences are those in its coordinates */
    uint32_t base; /* the nearest frame of both */
    double
        level;  /* the gap of the motion beyond which all states are free; infinite where nothing is known */
    double gap; /* the same for points that are placed in doubles */
    double stretch; /* lengths change by less than this factor */
    double bend;    /* bounds how far both deviate from a chord, for the whole edge */
    double twist; /* the same from a parabola through the places at the begin, in the middle and at the end */
    double slack; /* error of differences, per length */
    double radius[2];        /* around the centers of both, as far as they matter */
    fk_traversal *traversal; /* or NULL */
} fk_edge_pair;

/* A time at which bodies are placed. */
typedef struct fk_edge_placed {
    bool has_outer, has_box;
    fk_vec3 root, outer[FK_LINK_GROUP]; /* centers in the world */
    fk_obb box;
} fk_edge_placed;

typedef struct fk_edge_slot {
    double time;
    bool is_set; /* else nothing is placed yet */
    fk_pose *frame;
    fk_edge_placed *body;
} fk_edge_slot;

/* A pair that is open in an interval, and what its traversal has left there. */
typedef struct fk_edge_open {
    uint32_t pair;
    bool is_walking,
        has_front; /* walking: its balls do not help any more; has_front: the front is that of this interval */
    fk_traversal_front front;
} fk_edge_open;

/* Intervals are halved so often. */
#define FK_EDGE_DEPTH 12
#define FK_EDGE_SLOTS (FK_EDGE_DEPTH + 4)

/* ---- Edges --------------------------------------------------------------------------------------------- */

/* Also what is known so far: no state before `open` collides, by the pairs and times that are done; the state at `end` does, or
 * `end` is 1. */
typedef struct fk_edge {
    fk_context *context;
    const fk_workcell *cell;
    fk_workcell_scratch *scratch;
    const double *from, *to;
    double clearance, tolerance;
    fk_motion motion;
    uint32_t joint_count, body_count;
    fk_track *track;
    double *value; /* rows of all tracks, and a state */
    bool *moves;   /* of each frame */
    fk_edge_body *body;
    fk_edge_pair *pair; /* of each test of the scratch */
    fk_edge_slot slot[FK_EDGE_SLOTS];
    fk_edge_open *open_pairs; /* lists of intervals, one behind the other */
    void *block;
    size_t bytes;
    bool collides, is_open;
    double open, open_end, end;
    uint32_t open_pair, end_pair;
    uint64_t tests_left;
} fk_edge;

/* Makes room for the edges of a workcell. End it in any case. FK_ERROR_MEMORY. */
fk_status fk_edge_make(fk_context *context, const fk_workcell *cell, fk_workcell_scratch *scratch,
                       fk_edge *out);
void fk_edge_end(fk_edge *edge);

/* Begins an edge. */
void fk_edge_set(fk_edge *edge, const double *from, const double *to);

/* Tests a pair exactly in the state at a parameter. FK_ERROR_MEMORY. */
fk_status fk_edge_test_state(fk_edge *edge, uint32_t pair, double parameter, fk_decision *out);

/* Searches for the first contact of all pairs that move; all are apart in the first state. Errors of fk_edge_search_pair. */
fk_status fk_edge_search(fk_edge *edge);

/* How a pair moves between two parameters; `moves` bounds how far both bodies are from their places in the middle, together. */
typedef struct fk_edge_bounds {
    fk_motion_bound a, b;
    double moves;
} fk_edge_bounds;

void fk_edge_bound_pair(const fk_edge *edge, uint32_t pair, double begin, double end, fk_edge_bounds *out);

/* Tests the front of a pair with the traversal of the pair. *found becomes its result, *out what is left. FK_ERROR_MEMORY. */
fk_status fk_edge_walk(fk_edge *edge, uint32_t pair, const fk_edge_bounds *bounds,
                       const fk_traversal_front *in, fk_traversal_front *out, fk_traversal_result *found);

/* Tests the nearest primitives of the last walk alone, as fk_traversal_test_nearest. */
bool fk_edge_guess(fk_edge *edge, uint32_t pair, const fk_edge_bounds *bounds, fk_traversal_result *found);

/* Searches for the first contact of a pair between two parameters, and notes it; `in` is a front of an interval that contains
 * both, `found` what is known of this one, which is not clear. If that is not found out, the pair moves no more. Errors of
 * fk_edge_search_pair. */
fk_status fk_edge_search_near(fk_edge *edge, uint32_t pair, double begin, double end,
                              const fk_traversal_front *in, const fk_traversal_result *found);

double fk_edge_tolerance(const fk_edge *edge, uint32_t pair);

/* Searches from one parameter to another for the first contact of a pair with the engine of motion, and notes it. Errors of
 * fk_motion_contacts. */
fk_status fk_edge_search_pair(fk_edge *edge, uint32_t pair, double from, double to);

/* Notes that a pair collides in the state at a parameter; or that nothing is known from one to another. */
void fk_edge_note_contact(fk_edge *edge, uint32_t pair, double at);
void fk_edge_note_open(fk_edge *edge, uint32_t pair, double from, double to);

/* ---- The filter ---------------------------------------------------------------------------------------- */

/* Sets what the filter needs of a body that does not change from edge to edge. */
void fk_edge_shape_set(const fk_workcell_body *body, fk_edge_body *out);
/* The same of a pair, for this edge: base, turns, stretch, bend, twist, slack. */
void fk_edge_pair_set(const fk_edge *edge, uint32_t a, uint32_t b, fk_edge_pair *out);

/* Places frames and roots at the time of a slot, unless they are. */
void fk_edge_slot_place(const fk_edge *edge, fk_edge_slot *slot);
/* Places them at a time. */
void fk_edge_slot_set(const fk_edge *edge, double time, fk_edge_slot *out);

/* clear: the gap is larger during the whole interval; split: it may be in a shorter one; stuck: balls do not show it. */
typedef enum fk_edge_answer { FK_EDGE_STUCK, FK_EDGE_SPLIT, FK_EDGE_CLEAR } fk_edge_answer;

/* Tests the balls of a pair in an interval of a length. Slots: its begin, its middle, which is placed where that helps, and its end. */
fk_edge_answer fk_edge_test_balls(const fk_edge *edge, uint32_t pair, fk_edge_slot *const slot[3],
                                  double length);

#endif
