/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Two colliders along a motion: inside of fk_motion_contacts.
 *
 * Times at which one of the frames changes how it moves cut the time that is asked about into segments. One in which
 * nothing turns, and where contact is asked for, is exact (first_contact_translation.c, by translation.c). Of another one cells of
 * time are looked at, and cut in two, until they are proved clear or what moves in them is less than the tolerance
 * (first_contact_bisect.c, by traverse.c). What both know of a segment becomes stretches, and those that have no proved gap
 * between them become one (first_contact.c). */

#ifndef FARKAS_MOTION_FIRST_CONTACT_H
#define FARKAS_MOTION_FIRST_CONTACT_H

#include "farkas/motion.h"
#include "motion/motion.h"
#include "motion/traverse.h"
#include "pair/cast/cast.h"

/* ---- Straight ways ------------------------------------------------------------------------------------- */

/* Parts meet from `enter` to `leave`, in units of the way, which is gone from 0 to 1: the ends are exact times
 * rounded down and up, or proved brackets for round and smooth parts. */
typedef struct fk_translation_stretch {
    fk_interval enter, leave;
    bool is_exact;  /* both ends are */
    bool overlaps;  /* at some time in it parts surely overlap, as pieces; exact for up to 16 corners each */
    bool is_unsure; /* of round and smooth parts that pass within 1e-12 of the size: they may meet, or not */
    fk_vec3 point;  /* near which they first meet, rounded, as the first part is at that time */
    bool enter_is_exact, leave_is_exact;
    fk_bvh_node a, b; /* which meet first */
} fk_translation_stretch;

/* In order; no two have a common time as far as their brackets tell. */
typedef struct fk_translation_contacts {
    size_t count;
    fk_translation_stretch *stretch;
    size_t capacity;
    uint64_t tests; /* pairs of parts that were cast */
} fk_translation_contacts;

/* Collider a goes by s * (the exact sum of way[0] to way[7]), 0 <= s <= 1, and b rests. Poses are finite. The
 * insides of solid meshes do not count: only their surfaces do. FK_ERROR_MEMORY: nothing is left. */
fk_status fk_translation_find_contacts(fk_context *context, const fk_placed_collider *a,
                                       const fk_vec3 move[8], const fk_placed_collider *b,
                                       fk_translation_contacts *out);
void fk_translation_contacts_free(fk_context *context, fk_translation_contacts *slide);

/* A way, and bounds in floating point of when two parts meet on it: translation_bound.c. */
typedef struct fk_translation {
    fk_way exact;
    fk_vec3 rough;    /* its rounded sum */
    double size;      /* the largest coordinate of it */
    bool has_no_size; /* it is too small or too large for floating point, or zero: bounds say nothing */
    bool rests[3];    /* it surely does not move along an axis */
} fk_translation;

void fk_translation_make(const fk_vec3 term[8], fk_translation *out);

/* Cuts `times`, from 0 to 1 at most, to those at which the boxes, the first of which moves, may meet; false when they
 * never do. */
bool fk_translation_clip_boxes(const fk_translation *move, const fk_aabb *a, const fk_aabb *b,
                               fk_interval *times);

/* The same for two pieces: tight, up to rounding, for points, segments, triangles, boxes and tetrahedra. Others cut
 * nothing. */
bool fk_translation_clip_pieces(const fk_translation *move, const fk_piece *a, const fk_piece *b,
                                fk_interval *times);

/* Whether two pieces can only touch, as they do not move along an axis and are on different sides there; exactly, by
 * their corners. False for pieces whose corners are not given. `misses` becomes whether they do not even touch. */
bool fk_translation_only_touches(const fk_translation *move, const fk_piece *a, const fk_piece *b,
                                 bool *misses);

/* ---- The question -------------------------------------------------------------------------------------- */

/* With the bodies in a fixed order, and what is known so far. Functions return FK_ERROR_MEMORY. */
typedef struct fk_motion_query {
    fk_context *context;
    const fk_motion *motion;
    fk_motion_options options;
    double near_level; /* at most level + tolerance */
    uint32_t base;     /* the frame in which all is placed */
    fk_motion_body body[2];
    const fk_collider *collider[2];
    bool has_inside; /* one of them is a solid mesh */
    fk_traversal *traversal;
    fk_traversal_front window; /* of the times that instants are asked in */
    bool has_window;
    uint64_t other_tests; /* beside those of the walk */
    double deadline;      /* by the clock; infinite without one */
    size_t count, capacity;
    fk_stretch *stretch;
} fk_motion_query;

/* Adds what is behind all that is known; joins it with the last one unless there is a proved gap between them. */
fk_status fk_motion_query_add(fk_motion_query *query, const fk_stretch *stretch);
fk_status fk_motion_query_add_undecided(fk_motion_query *query, double from, double to);
/* Times from one to the other, at all of which one is inside the other. */
fk_status fk_motion_query_add_inside(fk_motion_query *query, double from, double to);

/* What is known of a segment; *is_done becomes whether nothing is left to be looked for, as the first stretch is
 * found or the budget is used up. */
fk_status fk_segment_bisect(fk_motion_query *query, double from, double to, bool *is_done);
/* The same for one in which neither turns; false in *is_exact, and nothing done, where one does. */
fk_status fk_segment_translate(fk_motion_query *query, double from, double to, bool *is_exact, bool *is_done);

/* How both move from one time to another, in one segment. */
void fk_motion_query_bound(const fk_motion_query *query, double from, double to, fk_motion_bound out[2]);
/* The distance at a time, as far as the limit goes: up to rounding, which is given. */
fk_status fk_motion_query_measure(fk_motion_query *query, double time, double limit,
                                  fk_collider_distance *out, double *rounding);
/* Whether one is inside the other, at a time at which no surfaces meet. */
fk_status fk_motion_query_is_inside(fk_motion_query *query, double time, bool *out);
/* Where surfaces are at a time: surely further apart than `margin`, surely meeting, or neither. */
fk_status fk_motion_query_test_surfaces(fk_motion_query *query, double time, double margin,
                                        fk_traversal_state *out);

bool fk_motion_query_is_over_budget(const fk_motion_query *query);
uint64_t fk_motion_query_tests(const fk_motion_query *query);

/* ---- Cells of time ------------------------------------------------------------------------------------- */

typedef struct fk_time_interval {
    double from, to, middle;
    bool can_split;
    int depth; /* so often it was cut */
    fk_motion_bound bound[2];
    fk_traversal_result found;
} fk_time_interval;

/* done: go on behind the cell. split: look at both halves. stop: end it here, with the cell not counted as done. */
typedef enum fk_scan_step { FK_SCAN_DONE, FK_SCAN_SPLIT, FK_SCAN_STOP } fk_scan_step;

/* Cells are visited in the order of time, or against it; of a cell that is split, its halves. */
typedef struct fk_time_scan fk_time_scan;
struct fk_time_scan {
    double from, to; /* in one segment */
    bool is_backward, wants_within;
    double level; /* may be changed by the visitor */
    fk_scan_step (*visitor)(fk_time_scan *scan, const fk_time_interval *interval);
    void *user;
    /* Becomes: up to where cells are done, from the side on which it begins; and whether the budget is used up. */
    double reached;
    bool is_spent;
    double least; /* of the cells that are not done, when it is: no surfaces are nearer than this */
};

fk_status fk_time_scan_run(fk_motion_query *query, fk_time_scan *scan);

#endif
