/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* What `farkas plan` asks a planner: a path of a robot between two configurations, all of whose edges are proved free. */

#ifndef FARKAS_TOOLS_PLAN_H
#define FARKAS_TOOLS_PLAN_H

#include "farkas/workcell.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct plan_question {
    const fk_workcell *cell;
    uint32_t joint_count;     /* of the workcell */
    const fk_interval *limit; /* of each joint */
    const uint32_t *moved;    /* joints that move; the others have the same value in both configurations */
    uint32_t moved_count;
    const double *unit;      /* of each joint: the value that counts as much as a radian does */
    const double *from, *to; /* free configurations */
    double clearance, seconds;
    uint64_t seed;
} plan_question;

typedef struct plan_answer {
    bool is_found;
    uint32_t
        count;     /* of knots: configurations between which the path is straight; each edge is proved free */
    double *value; /* of malloc */
    uint64_t states, edges;      /* asked of the workcell, in all */
    double seconds;              /* of all of it */
    double length, first_length; /* with joints in their units: of the path, and before it was shortened */
} plan_answer;

/* Plans. The same question, with time enough, gives the same answer. FK_ERROR_MEMORY, FK_ERROR_CANCELLED and errors of
 * fk_workcell_edges. The caller frees the values. */
fk_status plan_find(const plan_question *question, plan_answer *out);

#ifdef __cplusplus
}
#endif

#endif
