/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Inside fk_motion_contacts: two colliders along a motion.
 *
 * The times at which a frame changes how it moves divide the query into segments. A contact query on a segment
 * without rotation is exact (first_contact_translation.c, on top of translation.c). Other segments are bisected: a
 * time interval is halved until it is proved clear, or until its motion is less than the tolerance
 * (first_contact_bisect.c, on top of traverse.c). Both give stretches, that is, intervals of contact in time; those
 * without a proved gap between them are joined (first_contact.c). */

#ifndef FARKAS_MOTION_FIRST_CONTACT_H
#define FARKAS_MOTION_FIRST_CONTACT_H

#include "farkas/motion.h"
#include "motion/motion.h"
#include "motion/traverse.h"
#include "pair/cast/cast.h"

/* ---- Translations -------------------------------------------------------------------------------------- */

/* Primitives meet from `enter` to `leave`, in fractions of the translation, from 0 to 1. The ends are exact times
 * rounded down and up, or proved brackets for round and smooth primitives. */
typedef struct fk_translation_stretch {
    fk_interval enter, leave;
    bool is_exact; /* both ends are */
    /* At some time in it primitives surely overlap, as pieces; exact for up to 16 corners each. */
    bool overlaps;
    bool is_unsure; /* round or smooth primitives pass within 1e-12 of the size: they may meet or miss */
    fk_vec3 point;  /* near the first contact, rounded, at that time */
    bool enter_is_exact, leave_is_exact;
    fk_bvh_node a, b; /* leaves that meet first */
} fk_translation_stretch;

/* In order; no two have a common time as far as their brackets show. */
typedef struct fk_translation_contacts {
    size_t count;
    fk_translation_stretch *stretch;
    size_t capacity;
    uint64_t tests; /* pairs of primitives that were cast */
    uint64_t pairs; /* of nodes that were queued */
} fk_translation_contacts;

/* Translates collider a by s * (the exact sum of displacement[0] to displacement[7]), 0 <= s <= 1; b rests. Poses are
 * finite. Only surfaces of solid meshes count, not their insides; with looks_inside, stretches also overlap in which a point of one
 * surely is inside the other, a solid mesh, though no primitives overlap. On FK_ERROR_MEMORY nothing is left to free. */
fk_status fk_translation_find_contacts(fk_context *context, const fk_placed_collider *a,
                                       const fk_vec3 displacement[8], const fk_placed_collider *b,
                                       bool looks_inside, fk_translation_contacts *out);
void fk_translation_contacts_free(fk_context *context, fk_translation_contacts *contacts);

/* A translation, for floating-point bounds of contact times: translation_bound.c. */
typedef struct fk_translation {
    fk_displacement exact;
    fk_vec3 rounded;      /* the rounded sum */
    double size;          /* its largest component */
    bool is_out_of_range; /* zero, or too small or too large for floating point: there are no bounds */
    bool rests[3];        /* it surely does not move along an axis */
} fk_translation;

void fk_translation_make(const fk_vec3 term[8], fk_translation *out);

/* Clips `times`, within 0 to 1, to those at which box a, which moves, may meet box b; false if it never does. */
bool fk_translation_clip_boxes(const fk_translation *move, const fk_aabb *a, const fk_aabb *b,
                               fk_interval *times);

/* The same for two pieces: tight, up to rounding, for points, segments, triangles, boxes and tetrahedra. Other kinds
 * clip nothing. */
bool fk_translation_clip_pieces(const fk_translation *move, const fk_piece *a, const fk_piece *b,
                                fk_interval *times);

/* Whether two pieces can at most touch, because they do not move along some axis and lie on different sides there:
 * exactly, by their corners. False for kinds other than points, segments and triangles. *misses becomes whether they
 * do not even touch. */
bool fk_translation_only_touches(const fk_translation *move, const fk_piece *a, const fk_piece *b,
                                 bool *misses);

/* The exact coordinates of the corners below each node of the BVH of a mesh, computed where they are asked for. */
typedef struct fk_node_ranges {
    const fk_bvh *bvh;
    size_t count;      /* of nodes; 0 for other colliders */
    fk_interval *node; /* three for each node; NULL before the first */
} fk_node_ranges;

void fk_node_ranges_init(const fk_bvh *bvh, fk_node_ranges *out);
void fk_node_ranges_free(fk_context *context, fk_node_ranges *ranges);

/* Whether the primitives below two nodes can at most touch, as fk_translation_only_touches; false where ranges are not known.
 * FK_ERROR_MEMORY. */
fk_status fk_translation_nodes_only_touch(fk_context *context, const fk_translation *move, fk_node_ranges *a,
                                          fk_bvh_node node_a, fk_node_ranges *b, fk_bvh_node node_b,
                                          bool *out);

/* Looks inside: sets `overlaps` of stretches. translation_inside.c. */
void fk_translation_find_inside(const fk_prepared_pair *pair, const fk_translation *move,
                                fk_translation_contacts *contacts);

/* ---- The query ----------------------------------------------------------------------------------------- */

/* The query, with the bodies in a fixed order, and its result so far. Functions return FK_ERROR_MEMORY. */
typedef struct fk_motion_query {
    fk_context *context;
    const fk_motion *motion;
    fk_motion_options options;
    double near_level; /* at most level + tolerance */
    uint32_t base;     /* the frame in which both are placed */
    fk_motion_body body[2];
    const fk_collider *collider[2];
    bool has_inside; /* one of them is a solid mesh */
    fk_traversal *traversal;
    fk_traversal_front window; /* over the times of the next instants */
    bool has_window;
    uint64_t other_tests; /* besides those of the traversal */
    double deadline;      /* by the clock; infinite without one */
    size_t count, capacity;
    fk_stretch *stretch;
} fk_motion_query;

/* Adds a stretch behind all others. Joins it with the last one unless there is a proved gap between them. */
fk_status fk_motion_query_add(fk_motion_query *query, const fk_stretch *stretch);
fk_status fk_motion_query_add_undecided(fk_motion_query *query, double from, double to);
/* Adds an interval of times at all of which one is inside the other. */
fk_status fk_motion_query_add_inside(fk_motion_query *query, double from, double to);

/* Finds the stretches of a segment. *is_done becomes whether the query is complete: the first stretch is found, or
 * the budget is used up. */
fk_status fk_segment_bisect(fk_motion_query *query, double from, double to, bool *is_done);
/* The same for a segment without rotation; elsewhere *is_exact becomes false, and nothing is done. */
fk_status fk_segment_translate(fk_motion_query *query, double from, double to, bool *is_exact, bool *is_done);

/* The motion bounds of both between two times of one segment. */
void fk_motion_query_bound(const fk_motion_query *query, double from, double to, fk_motion_bound out[2]);
/* The distance at a time, up to a limit. *rounding becomes the error due to rounded poses. */
fk_status fk_motion_query_measure(fk_motion_query *query, double time, double limit,
                                  fk_collider_distance *out, double *rounding);
/* The same for the nearest primitives of the last tests alone, with points if the distance is below the limit; false, and nothing
 * done, if none are known. */
bool fk_motion_query_measure_hint(fk_motion_query *query, double time, double limit, fk_traversal_result *out,
                                  double *rounding);
/* The error due to rounded poses at a time, of a distance between two points. */
double fk_motion_query_rounding(const fk_motion_query *query, double time, const fk_traversal_result *found);
/* Whether one is inside the other, at a time at which no surfaces meet. */
fk_status fk_motion_query_is_inside(fk_motion_query *query, double time, bool *out);
/* Whether surfaces at a time are surely farther apart than `margin`, surely meet, or neither. */
fk_status fk_motion_query_test_surfaces(fk_motion_query *query, double time, double margin,
                                        fk_traversal_state *out);

bool fk_motion_query_is_over_budget(const fk_motion_query *query);
uint64_t fk_motion_query_tests(const fk_motion_query *query);

/* ---- Intervals of time --------------------------------------------------------------------------------- */

typedef struct fk_time_interval {
    double from, to, middle;
    bool can_split;
    double parent; /* length of the interval of which it is a part; infinite for the first */
    fk_motion_bound bound[2];
    fk_traversal_result found;
} fk_time_interval;

/* done: continue behind the interval. split: visit both parts. stop: end the scan; the interval does not count as
 * done. */
typedef enum fk_scan_step { FK_SCAN_DONE, FK_SCAN_SPLIT, FK_SCAN_STOP } fk_scan_step;

/* So many times are cut at, at once. */
#define FK_SCAN_CUTS 8

/* Visits time intervals forward or backward in time, or those that are nearer to a time first; of a split interval, its two
 * parts. In the last order, parts are left out that were beyond what is the level by then. */
typedef struct fk_time_scan fk_time_scan;
struct fk_time_scan {
    double from, to; /* in one segment */
    bool is_backward, is_nearest_first;
    fk_within_proof proof;
    double nearest; /* that time, which the visitor may change */
    double level;   /* the visitor may change it */
    fk_scan_step (*visitor)(fk_time_scan *scan, const fk_time_interval *interval);
    void *user;
    /* The visitor of an interval that is split may set where: the first time cuts the interval, each other one the part that is
     * visited first. Times that are not inside are left out; without any the interval is halved. */
    double cut[FK_SCAN_CUTS];
    int cut_count;
    /* Results: the time up to which intervals are done, from the side where the scan begins; and whether the budget
     * is used up. */
    double reached;
    bool is_over_budget;
    /* If it is used up: a lower bound of the distance of surfaces during the intervals that are not done. */
    double least;
};

fk_status fk_time_scan_run(fk_motion_query *query, fk_time_scan *scan);

#endif
