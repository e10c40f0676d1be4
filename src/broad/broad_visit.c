/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Visits of boxes: how far away a box is at least, and the boxes that the structure does not know yet, which
 * are looked at one by one.
 *
 * Bounds are computed in doubles, and are never more than the truth, in every state of the floating-point
 * unit. Sides are floats that are not denormal, so they are doubles without an error, and differences of them
 * are zero or at least 2^-149 in size. No result below is flushed to zero, then, and each is off by a factor
 * within 1 - u and 1 + u, u = 2^-52, whatever the rounding. The signs of differences are always right.
 *   - Distance: a difference, a square, two sums, a root: the squares are off by 3 u, the sum by 5 u, the root
 *     by 3.5 u and a little. It is made smaller by 8 u, which is rounded once more.
 *   - Time: a difference, times 1 / velocity, which is rounded once, made smaller or larger by 8 u, which is
 *     rounded again, and the product: 4 u in all. Velocities below 2^-800 or above 2^800 in size are bounded
 *     by those; all products are far from the ends of doubles, then.
 * Infinite sides: an infinite difference says what it should. Infinite less infinite, or zero times infinite,
 * is NaN, and no comparison holds for that, so it bounds nothing. What is infinitely far away is at the
 * largest double, as is a limit that is infinite: so an infinite bound is always beyond it.
 *
 * Weak inputs: many boxes that have changed since the last update. */

#include "broad/broad.h"

#include <assert.h>
#include <float.h>
#include <math.h>

#include "base/bits.h"
#include "base/vec3.h"

#define LESS (1 - 0x1p-49)
#define MORE (1 + 0x1p-49)
#define FAST 0x1p800 /* velocities within this and its inverse are taken as they are */

static double bound_distance(const fk_aabb_float *a, const fk_aabb_float *b)
{
    double sum = 0;
    for (int i = 0; i < 3; i++) {
        double above = (double)b->min[i] - (double)a->max[i], below = (double)a->min[i] - (double)b->max[i];
        double gap = above > 0 ? above : 0;
        gap = below > gap ? below : gap;
        sum += gap * gap;
    }
    double distance = sqrt(sum) * LESS;
    return distance < DBL_MAX ? distance : DBL_MAX;
}

/* Along each axis, the box is met from one time on until another. */
static double bound_time(const fk_broad_visit_state *visit, const fk_aabb_float *b)
{
    const fk_aabb_float *a = &visit->probe.box;
    double enter = 0, leave = INFINITY;
    for (int i = 0; i < 3; i++) {
        double above = (double)b->min[i] - (double)a->max[i], below = (double)a->min[i] - (double)b->max[i];
        double ahead = visit->way[i] > 0 ? above : below, behind = visit->way[i] > 0 ? below : above;
        if (behind > 0 || (visit->way[i] == 0 && ahead > 0))
            return INFINITY;
        if (visit->way[i] == 0)
            continue;
        double first = ahead * visit->slow_least[i], last = -behind * visit->slow_most[i];
        enter = first > enter ? first : enter;
        leave = last < leave ? last : leave;
    }
    return enter > leave ? INFINITY : enter;
}

double fk_broad_bound(const fk_broad_visit_state *visit, const fk_aabb_float *box)
{
    if (visit->probe.question == FK_BROAD_NEAR)
        return bound_distance(&visit->probe.box, box);
    if (visit->probe.question == FK_BROAD_MOVES)
        return bound_time(visit, box);
    return fk_aabb_float_meets(&visit->probe.box, box) ? 0 : INFINITY;
}

/* Visits a box that is not empty, unless it is beyond the limit. */
static bool offer(fk_broad_visit_state *visit, uint32_t id)
{
    double limit = visit->probe.limit;
    if (!(fk_broad_bound(visit, &visit->boxes->box[id]) <= limit))
        return true;
    double said = visit->visitor(visit->user, id, limit);
    if (said < limit)
        visit->probe.limit = said;
    return visit->probe.limit >= 0;
}

bool fk_broad_hand(fk_broad_visit_state *visit, uint32_t id)
{
    return visit->is_loose[id] & FK_BROAD_LOOSE ? true : offer(visit, id);
}

/* Bounds of 1 / |velocity|. */
static void prepare_axis(fk_broad_visit_state *visit, int axis)
{
    double velocity = fk_vec3_get(visit->probe.velocity, axis), size = fabs(velocity);
    visit->way[axis] = fk_sign_of(velocity);
    if (size > FAST) {
        visit->slow_least[axis] = 0;
        visit->slow_most[axis] = 1 / FAST;
    } else if (!(size >= 1 / FAST)) {
        visit->slow_least[axis] = FAST;
        visit->slow_most[axis] = INFINITY;
    } else {
        visit->slow_least[axis] = 1 / size * LESS;
        visit->slow_most[axis] = 1 / size * MORE;
    }
}

void fk_broad_visit(const fk_broad *broad, const fk_broad_probe *probe, fk_broad_visitor *visitor, void *user)
{
    assert(probe->limit >= 0 && probe->question <= FK_BROAD_MOVES);
    fk_broad_visit_state visit = {
        .probe = *probe, .boxes = &broad->boxes, .is_loose = broad->mark, .visitor = visitor, .user = user};
    if (!fk_aabb_float_settle(&visit.probe.box) || fk_aabb_float_is_empty(&visit.probe.box))
        return;
    if (!(visit.probe.limit < DBL_MAX))
        visit.probe.limit = DBL_MAX;
    if (visit.probe.question == FK_BROAD_MOVES)
        for (int axis = 0; axis < 3; axis++)
            prepare_axis(&visit, axis);
    broad->kind->visit(broad->self, &visit);
    for (uint32_t i = 0; i < broad->changed_count && broad->loose_count > 0 && visit.probe.limit >= 0; i++) {
        uint32_t id = broad->changed[i];
        if ((broad->mark[id] & FK_BROAD_LOOSE) && !fk_aabb_float_is_empty(&broad->box[id]))
            offer(&visit, id);
    }
}
