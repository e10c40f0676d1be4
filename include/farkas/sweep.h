/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Sweep: many parts that move. Which of them meet or come too close, when first, and when again. */

#ifndef FARKAS_SWEEP_H
#define FARKAS_SWEEP_H

#include "farkas/check.h"
#include "farkas/moving.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A part that is fixed to a frame. */
typedef struct fk_sweep_part {
    fk_check_part part; /* the pose is that in the frame */
    uint32_t frame;     /* FK_NONE: it rests in the world */
} fk_sweep_part;

typedef struct fk_sweep_options {
    fk_check_select *select; /* as in fk_check_options; ignore_overlap is not looked at */
    fk_check_rule rule;
    fk_check_progress *progress; /* or NULL */
    void *user;
    const fk_workers *workers; /* or NULL; the results are the same */
    double from, to;           /* NaN: the first, the last time of the motion */
    double tolerance;          /* of distances; 0: that of fk_motion_options_default, for each pair */
    double resolution;         /* of times; 0: 1/4096 of the span */
    bool wants_closest;        /* of all pairs; else of those that are closer than their clearance alone */
    /* Only the clash that comes first in time, of these the first pair, is wanted: with it pairs are listed
     * that are undecided before it. When a pair clashes is told by enter.hi of the stretch. Without a clash,
     * of each pair the first stretch alone is looked for. */
    bool stops_at_clash;
    uint64_t max_tests; /* for each pair, as in fk_motion_options */
    double max_seconds;
} fk_sweep_options;

/* All pairs, clearance 0, the whole span, with closest approach, ten million tests for each pair. */
FK_API fk_sweep_options fk_sweep_options_default(void);

/* A pair of parts, a < b, over all times. The kind is
 *   hard       their insides surely meet at some time
 *   contact    they meet, or come within the tolerance of it, and hard is not known
 *   clearance  surely closer than asked at some time
 *   clear      proved: none of the others at any time
 *   undecided  the budget is used up before it is known; or they come within the tolerance of the clearance,
 *              and it is not known whether closer; or contact is allowed, and it is not known whether it is
 *              all
 * and of pairs that do not move against each other that of fk_check_run. */
typedef struct fk_sweep_pair {
    uint32_t a, b;
    fk_clash kind;
    bool is_clash;
    bool has_surface;
    bool is_still;    /* both move together, or neither does */
    double clearance; /* of its rule */
    double tolerance; /* of its distances */
    /* Contacts, in order; what is undecided is among them. Pairs that do not move against each other have
     * none, or one for all times; and so below the clearance. */
    uint32_t contact_count;
    const fk_stretch *contact;
    /* When they are closer than the clearance, if one is asked for and they are: stretches of that level. */
    uint32_t below_count;
    const fk_stretch *below;
    bool has_closest;    /* of what is empty it is infinite */
    fk_interval closest; /* contains the least distance over all times */
    double closest_time;
    fk_vec3 point_a, point_b; /* then, in the world */
} fk_sweep_pair;

/* The moment of a pair to be shown: when it surely meets first, or comes near; else when it is closest. NaN
 * without either. */
FK_API double fk_sweep_moment(const fk_sweep_pair *pair);

/* Sorted by a, then b. */
typedef struct fk_sweep {
    double from, to;
    uint64_t tested;
    uint64_t omitted; /* of them clear, and not in the list, as nothing of them was wanted */
    uint64_t count[FK_CLASH_COUNT];
    uint64_t clashes;
    uint32_t largest, smallest; /* as in fk_check */
    uint32_t part_count;
    const bool *is_surface;
    size_t pair_count;
    const fk_sweep_pair *pair;
    size_t ignored_count;
    const fk_check_ignored *ignored;
    /* Not for reading: what is to be released. */
    size_t pair_capacity, ignored_capacity;
} fk_sweep;

/* Sweeps all pairs of parts that are selected. Where boxes around the whole motion of two parts are further apart
 * than their clearance they are clear, and nothing more is done, unless closest approaches are wanted. options may be
 * NULL: the defaults.
 * FK_ERROR_ARGUMENT for times that are not in order, options that are negative, or a frame that is not there; else
 * errors as fk_check_run and fk_motion_ask have them; *out is left alone then. */
FK_API fk_status fk_sweep_run(fk_context *context, const fk_motion *motion, const fk_sweep_part *part,
                              uint32_t part_count, const fk_sweep_options *options, fk_sweep **out);
FK_API void fk_sweep_free(fk_context *context, fk_sweep *sweep);

#ifdef __cplusplus
}
#endif

#endif
