/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Inside of fk_motion_ask: the question, cells of time that are cut in two, and what is known of stretches.
 *
 * Times at which one of the frames changes how it moves cut the time that is asked about into segments. One in which
 * nothing turns, and where contact is asked for, is exact (moving_slide.c). Of another one cells of time are looked
 * at, and cut in two, until they are proved clear or what moves in them is less than the tolerance (moving_scan.c,
 * moving_stretch.c). What both know of a segment becomes stretches, and those that have no proved gap between them
 * become one (moving.c). */

#ifndef FARKAS_MOTION_MOVING_H
#define FARKAS_MOTION_MOVING_H

#include "farkas/motion.h"
#include "motion/motion.h"
#include "motion/walk.h"

/* The question, with the bodies in a fixed order, and what is known so far. */
typedef struct fk_asker {
    fk_context *context;
    const fk_motion *motion;
    fk_motion_options options;
    double near_level; /* at most level + tolerance */
    uint32_t base;     /* the frame in which all is placed */
    fk_motion_body body[2];
    const fk_collider *collider[2];
    bool has_inside; /* one of them is a solid mesh */
    fk_motion_walk *walk;
    fk_walk_front window; /* of the times that instants are asked in; see fk_asker_open_window */
    bool has_window;
    uint64_t other_tests; /* beside those of the walk */
    double deadline;      /* by the clock; infinite without one */
    size_t count, capacity;
    fk_stretch *stretch;
} fk_asker;

/* ---- Places at a time ---------------------------------------------------------------------------------- */

/* How both move from one time to another, in one segment. */
void fk_asker_sway(const fk_asker *asker, double from, double to, fk_sway out[2]);
/* How far points of a and b may be, together, from where they are in the middle. */
double fk_sway_reach(const fk_sway sway[2], fk_vec3 point_a, fk_vec3 point_b);
/* The distance at a time, as far as the limit goes: up to rounding, which is given. FK_ERROR_MEMORY. */
fk_status fk_asker_measure(fk_asker *asker, double time, double limit, fk_collider_distance *out,
                           double *rounding);
/* Whether one is inside the other, at a time at which no surfaces meet. FK_ERROR_MEMORY. */
fk_status fk_asker_is_inside(fk_asker *asker, double time, bool *out);
/* Where surfaces are at a time: surely further apart than `margin`, surely meeting, or neither. FK_ERROR_MEMORY. */
fk_status fk_asker_surfaces(fk_asker *asker, double time, double margin, fk_walk_state *out);

/* ---- Cells of time ------------------------------------------------------------------------------------- */

typedef struct fk_time_cell {
    double from, to, middle;
    bool can_split;
    int depth; /* so often it was cut */
    fk_sway sway[2];
    fk_walk_found found;
} fk_time_cell;

/* done: go on behind the cell. split: look at both halves. stop: end it here, with the cell not counted as done. */
typedef enum fk_cell_step { FK_CELL_DONE, FK_CELL_SPLIT, FK_CELL_STOP } fk_cell_step;

/* Cells are visited in the order of time, or against it; of a cell that is split, its halves. */
typedef struct fk_time_scan fk_time_scan;
typedef fk_cell_step fk_cell_visitor(fk_time_scan *scan, const fk_time_cell *cell);
struct fk_time_scan {
    double from, to; /* in one segment */
    bool is_backward, wants_within;
    double level; /* may be changed by the visitor */
    fk_cell_visitor *visitor;
    void *user;
    /* Becomes: up to where cells are done, from the side on which it begins; and whether the budget is used up. */
    double reached;
    bool is_spent;
    double least; /* of the cells that are not done, when it is: no surfaces are nearer than this */
};

/* FK_ERROR_MEMORY. */
fk_status fk_time_scan_run(fk_asker *asker, fk_time_scan *scan);

bool fk_asker_is_spent(const fk_asker *asker);
uint64_t fk_asker_tests(const fk_asker *asker);

/* What is known of an instant. */
typedef enum fk_instant { FK_INSTANT_CLEAR, FK_INSTANT_NEAR, FK_INSTANT_MEETS } fk_instant;
/* clear: not known to be near. FK_ERROR_MEMORY. */
fk_status fk_asker_instant(fk_asker *asker, double time, fk_instant *out);
/* The same by the two parts alone that were nearest in the last looks. */
fk_instant fk_asker_glance(fk_asker *asker, double time);
/* The instants that are asked next are between two times, which are in one segment: what is far all the time is put aside
 * once. A scan, or fk_asker_surfaces, closes it. FK_ERROR_MEMORY. */
fk_status fk_asker_open_window(fk_asker *asker, double from, double to);
void fk_asker_close_window(fk_asker *asker);

/* ---- Stretches ----------------------------------------------------------------------------------------- */

/* Adds what is behind all that is known; joins it with the last one unless there is a proved gap between them.
 * FK_ERROR_MEMORY. */
fk_status fk_asker_add(fk_asker *asker, const fk_stretch *stretch);
fk_status fk_asker_add_undecided(fk_asker *asker, double from, double to);
/* Times from one to the other, at all of which one is inside the other. */
fk_status fk_asker_add_inside(fk_asker *asker, double from, double to);

/* What is known of a segment; *is_done becomes whether nothing is left to be looked for, as the first stretch is
 * found or the budget is used up. FK_ERROR_MEMORY. */
fk_status fk_segment_walk(fk_asker *asker, double from, double to, bool *is_done);
/* The same for one in which neither turns; false in *is_exact, and nothing done, where one does. */
fk_status fk_segment_slide(fk_asker *asker, double from, double to, bool *is_exact, bool *is_done);

/* The closest approach. FK_ERROR_MEMORY. */
fk_status fk_asker_closest(fk_asker *asker, fk_motion_answer *out);

/* The end of the segment that begins at a time before the last one. */
double fk_asker_next(const fk_asker *asker, double time);

#endif
