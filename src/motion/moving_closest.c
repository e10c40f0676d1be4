/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The closest approach of two colliders that move: branch and bound over time.
 *
 * A few times are measured first. Then cells of time are looked at with a level of somewhat less than the least
 * distance so far: those beyond it need no closer look, and others are cut in two. Where the middle of one is nearer,
 * it is measured. In the end nothing is nearer than the least distance less what was left off.
 *
 * If surfaces never meet, one solid is inside the other all the time, or never: one time tells.
 *
 * Weak inputs: distances that hardly change over time, at a small tolerance. */

#include <math.h>

#include "base/vec3.h"
#include "motion/moving.h"

/* So many times are measured before. */
#define SAMPLES 8

typedef struct closest {
    fk_asker *asker;
    double most; /* at this time they are not further apart */
    double time;
    fk_vec3 point_a, point_b; /* in the frame of both */
    double least;             /* of all cells that are done */
    double margin;
    fk_status status;
} closest;

/* Measures at a time, and keeps it if it is nearer. */
static void try_time(closest *c, double time)
{
    fk_collider_distance d;
    double rounding;
    if (c->status != FK_OK)
        return;
    c->status = fk_asker_measure(c->asker, time, c->most, &d, &rounding);
    if (c->status != FK_OK || !fk_is_finite(d.distance.hi) || !fk_is_finite(rounding))
        return;
    double most = (d.distance.hi + rounding) * (1 + 0x1p-50);
    if (!(most < c->most))
        return;
    c->most = most;
    c->time = time;
    c->point_a = d.point_a;
    c->point_b = d.point_b;
}

/* What is beyond this need not be looked at; negative when all is known. */
static double level_of(const closest *c)
{
    return c->most * (1 - 0x1p-50) - c->margin;
}

static fk_cell_step look_closer(fk_time_scan *scan, const fk_time_cell *cell)
{
    closest *c = scan->user;
    const fk_walk_found *f = &cell->found;
    if (f->state == FK_WALK_BEYOND) {
        c->least = fk_smaller(c->least, fk_larger(scan->level, 0));
        return FK_CELL_DONE;
    }
    if (f->distance < c->most - 0.25 * c->margin)
        try_time(c, cell->middle);
    scan->level = level_of(c);
    if (c->status != FK_OK || !(scan->level > 0))
        return FK_CELL_STOP;
    if (cell->can_split)
        return FK_CELL_SPLIT;
    c->least = fk_smaller(c->least, fk_larger(f->least, 0));
    return FK_CELL_DONE;
}

static void look_at_segment(closest *c, double from, double to)
{
    fk_time_scan scan = {.from = from, .to = to, .level = level_of(c), .visitor = look_closer, .user = c};
    if (!fk_is_finite(scan.level))
        c->least = 0;
    if (c->status != FK_OK || !(scan.level > 0) || !fk_is_finite(scan.level))
        return;
    fk_status status = fk_time_scan_run(c->asker, &scan);
    if (c->status == FK_OK)
        c->status = status;
    if (scan.is_spent)
        c->least = fk_smaller(c->least, fk_larger(scan.least, 0));
}

static void measure_some(closest *c)
{
    double from = c->asker->options.from, to = c->asker->options.to;
    try_time(c, from);
    for (int i = 1; i <= SAMPLES && c->most > 0 && from < to; i++) {
        double part = (double)i / SAMPLES;
        try_time(c, i == SAMPLES ? to : (1 - part) * from + part * to);
    }
}

static fk_vec3 in_world(const fk_asker *asker, double time, fk_vec3 point)
{
    fk_pose pose = fk_motion_pose(asker->motion, asker->base, time);
    return fk_pose_apply(&pose, point);
}

static void write_answer(const closest *c, fk_interval distance, fk_motion_answer *out)
{
    out->closest = distance;
    out->closest_time = c->time;
    out->point_a = in_world(c->asker, c->time, c->point_a);
    out->point_b = in_world(c->asker, c->time, c->point_b);
}

/* They meet at a time: the points there. */
static fk_status write_meeting(closest *c, double time, fk_motion_answer *out)
{
    c->most = INFINITY;
    c->time = time;
    try_time(c, time);
    if (c->status == FK_OK)
        write_answer(c, (fk_interval){0, 0}, out);
    return c->status;
}

/* The first time at which they surely meet. */
static bool find_meeting(const fk_asker *asker, double *time)
{
    for (size_t i = 0; i < asker->count; i++) {
        if (asker->stretch[i].kind == FK_STRETCH_MEETS && fk_sign_of(asker->options.level) == 0) {
            *time = asker->stretch[i].enter.hi;
            return true;
        }
    }
    return false;
}

/* Whether they surely meet at a time, one inside the other among it. */
static fk_status meets_at(fk_asker *asker, double time, bool *out)
{
    fk_walk_state state;
    fk_status status = fk_asker_surfaces(asker, time, 0, &state);
    *out = state == FK_WALK_WITHIN;
    if (status == FK_OK && state == FK_WALK_BEYOND && asker->has_inside)
        status = fk_asker_is_inside(asker, time, out);
    return status;
}

fk_status fk_asker_closest(fk_asker *asker, fk_motion_answer *out)
{
    const fk_motion_options *o = &asker->options;
    closest c = {.asker = asker,
                 .most = INFINITY,
                 .time = o->from,
                 .least = INFINITY,
                 .margin = 0.75 * o->tolerance,
                 .status = FK_OK};
    double time;
    if (find_meeting(asker, &time))
        return write_meeting(&c, time, out);
    measure_some(&c);
    double from = o->from;
    do {
        double to = fk_asker_next(asker, from);
        look_at_segment(&c, from, to);
        from = to;
    } while (c.status == FK_OK && from < o->to);
    if (c.status != FK_OK)
        return c.status;
    fk_interval distance = {fk_smaller(c.least, level_of(&c)), c.most};
    if (!(distance.lo > 0))
        distance.lo = 0;
    bool is_met = false;
    c.status = meets_at(asker, c.time, &is_met);
    if (c.status == FK_OK && is_met)
        return write_meeting(&c, c.time, out);
    if (c.status == FK_OK)
        write_answer(&c, distance, out);
    return c.status;
}
