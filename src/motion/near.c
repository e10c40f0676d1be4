/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Proof. Of a body, each point stays within `whole` of its place in the middle of an interval, which lies in the oriented box there
 * (body.h). So if the bodies come within the clearance, the box of one and the box of the other, enlarged on all sides by the
 * clearance and the motion of both, have a common point: the axes of a box are orthonormal up to 2^-50, which the enlargement covers
 * as it covers the rounding of the sum. fk_obb_meets errs on the side of a common point. Bodies whose boxes have none are not inside
 * each other either.
 *
 * Weak inputs: long steps of a turning body, whose motion is a large part of its size; unbounded bodies, which are always near. */

#include "motion/near.h"

#include <float.h>
#include <math.h>

#include "base/bits.h"
#include "base/vec3.h"

/* Enlarges sums of lengths by more than their rounding, and for axes that are not quite orthonormal. */
#define OUTWARD (1 + 0x1p-18)

double fk_motion_reach(const fk_motion_body *body, const fk_motion_bound *bound)
{
    fk_vec3 off = fk_vec3_sub(fk_pose_apply(&bound->pose, body->center), bound->center);
    return (body->radius + fk_vec3_length(off)) * OUTWARD;
}

/* Whether they surely are farther apart than the clearance between two times of one step. */
static bool are_apart_during(const fk_near_search *s, double from, double to)
{
    fk_obb box[2];
    double margin = s->clearance;
    for (int i = 0; i < 2; i++) {
        fk_motion_bound bound;
        fk_motion_bound_find(s->motion, s->base, &s->body[i], from, to, &bound);
        if (!(fk_pose_rotation_error(&bound.pose) < FK_POSE_SKEW))
            return false;
        box[i] = fk_obb_place(&s->collider[i]->obb, &bound.pose);
        margin += bound.whole0 + bound.whole1 * fk_motion_reach(&s->body[i], &bound);
    }
    for (int k = 0; k < 3; k++)
        box[1].half[k] = (box[1].half[k] + margin) * OUTWARD + DBL_MIN;
    return !fk_obb_meets(&box[0], &box[1]);
}

static double find_in_part(const fk_near_search *s, double from, double to, int halvings)
{
    double middle = 0.5 * from + 0.5 * to;
    if (are_apart_during(s, from, to))
        return HUGE_VAL;
    if (halvings == 0 || !(from < middle && middle < to))
        return from;
    double found = find_in_part(s, from, middle, halvings - 1);
    return found < HUGE_VAL ? found : find_in_part(s, middle, to, halvings - 1);
}

double fk_near_find(const fk_near_search *search, double from, double to)
{
    /* Halving does not help where they are near at once. */
    return are_apart_during(search, from, from) ? find_in_part(search, from, to, search->halvings) : from;
}
