/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Segments in which neither body turns, and where contact is asked for: exact.
 *
 * Both are placed once, and what is between them is the exact sum of their ways (translation.c). Two that rest have
 * a verdict, or a distance, for all of the segment.
 *
 * Weak inputs: a segment that is not from 0 to 1 has times that are no doubles; they are rounded outward. */

#include <math.h>
#include <string.h>

#include "base/vec3.h"
#include "motion/first_contact.h"

typedef struct slide {
    fk_placed_collider body[2];
    fk_vec3 way[8]; /* of the first, as the second sees it */
    double from, to;
} slide;

/* False when one of them turns, or poses are not finite. */
static bool make_slide(const fk_asker *asker, double from, double to, slide *s)
{
    s->from = from;
    s->to = to;
    for (int i = 0; i < 2; i++) {
        fk_vec3 way[4];
        fk_aabb box;
        s->body[i].collider = asker->collider[i];
        if (!fk_motion_slides(asker->motion, asker->base, &asker->body[i], from, to, &s->body[i].pose, way))
            return false;
        if (fk_collider_box(&s->body[i], &box) != FK_OK)
            return false;
        for (int k = 0; k < 4; k++)
            s->way[4 * i + k] = i == 0 ? way[k] : fk_vec3_negate(way[k]);
    }
    return true;
}

/* Whether both are about where they really are. Rounding is part of what an exact way is about, and less than 2^-40 of
 * the coordinates; but not that of values of joints so large that little is known of their angles. */
static bool is_placed_well(const fk_asker *asker, double time)
{
    fk_sway sway[2];
    fk_asker_sway(asker, time, time, sway);
    for (int i = 0; i < 2; i++) {
        const fk_sway *w = &sway[i];
        double radius = asker->body[i].radius < 0x1p300 ? asker->body[i].radius : 0;
        double size = fk_vec3_length(w->center) + fk_vec3_length(w->pose.translation) + radius;
        double error = w->whole0 + w->whole1 * radius;
        if (!(error <= asker->options.tolerance || error <= 0x1p-40 * size + 0x1p-400))
            return false;
    }
    return true;
}

static bool is_at_rest(const slide *s)
{
    bool has_way = false;
    for (int k = 0; k < 8; k++)
        has_way = has_way || fk_vec3_nonzeros(s->way[k]) > 0;
    return !has_way || !(s->from < s->to);
}

/* ---- Times --------------------------------------------------------------------------------------------- */

/* from + s (to - from), not later: each step has an error of less than one unit in the last place. */
static double time_below(const slide *s, double part)
{
    if (!(part > 0))
        return s->from;
    if (fk_sign_of(s->from) == 0)
        return s->to == 1 ? part : nextafter(part * s->to, 0);
    double length = nextafter(s->to - s->from, 0);
    double time = nextafter(s->from + nextafter(part * length, 0), -INFINITY);
    return fk_smaller(fk_larger(time, s->from), s->to);
}

/* The same, not earlier. */
static double time_above(const slide *s, double part)
{
    if (!(part < 1))
        return s->to;
    if (!(part > 0))
        return s->from;
    if (fk_sign_of(s->from) == 0)
        return s->to == 1 ? part : fk_smaller(nextafter(part * s->to, INFINITY), s->to);
    double length = nextafter(s->to - s->from, INFINITY);
    double time = nextafter(s->from + nextafter(part * length, INFINITY), INFINITY);
    return fk_smaller(fk_larger(time, s->from), s->to);
}

static fk_interval time_of(const slide *s, fk_interval part)
{
    fk_interval out = {time_below(s, part.lo), time_above(s, part.hi)};
    return out;
}

/* ---- What is known ------------------------------------------------------------------------------------- */

/* What two that rest are, at any level: as their places are rounded. */
static fk_status look_at_rest(fk_asker *asker, const slide *s, fk_stretch_kind *kind, bool *overlaps)
{
    const fk_motion_options *o = &asker->options;
    fk_collider_distance d;
    fk_verdict verdict = FK_UNDECIDED;
    asker->other_tests++;
    fk_status status;
    if (fk_sign_of(o->level) == 0) {
        status = fk_collider_verdict(asker->context, &s->body[0], &s->body[1], NULL, &verdict);
        *kind = verdict == FK_UNDECIDED ? FK_STRETCH_NEAR
                : verdict == FK_APART   ? FK_STRETCH_UNDECIDED
                                        : FK_STRETCH_MEETS;
        *overlaps = verdict == FK_OVERLAPPING;
        return status;
    }
    status = fk_collider_measure(asker->context, &s->body[0], &s->body[1],
                                 nextafter(asker->near_level, (double)INFINITY), &d);
    if (status == FK_OK)
        *kind = d.distance.hi <= o->level  ? FK_STRETCH_MEETS
                : d.distance.lo > o->level ? FK_STRETCH_UNDECIDED
                                           : FK_STRETCH_NEAR;
    return status;
}

/* Of the first alone, when it ends was not looked for. */
static fk_status add_found(fk_asker *asker, fk_stretch stretch)
{
    if (!asker->options.wants_all)
        stretch.leave = (fk_interval){stretch.enter.hi, asker->options.to};
    return fk_asker_add(asker, &stretch);
}

static fk_status add_rest(fk_asker *asker, const slide *s, bool *is_found)
{
    fk_stretch stretch = {FK_STRETCH_UNDECIDED, {s->from, s->from}, {s->to, s->to}, false, false};
    fk_status status = look_at_rest(asker, s, &stretch.kind, &stretch.overlaps);
    if (status != FK_OK || stretch.kind == FK_STRETCH_UNDECIDED)
        return status;
    stretch.is_exact = stretch.kind == FK_STRETCH_MEETS;
    *is_found = true;
    return add_found(asker, stretch);
}

/* The gap between two stretches, in parts of the way, where one may be inside the other: that is asked at a time at which
 * surfaces are surely apart, as rounded. A gap in which none is found is too narrow for more than `near`. */
static fk_status add_gap(fk_asker *asker, const slide *s, double from, double to, bool *is_found)
{
    static const double place[3] = {0.5, 0.25, 0.75};
    fk_walk_state state = FK_WALK_OPEN;
    fk_status status = FK_OK;
    double begin = time_above(s, from), end = time_below(s, to), time = begin;
    if (!asker->has_inside || !(begin < end))
        return FK_OK;
    for (int i = 0; i < 3 && state != FK_WALK_BEYOND && status == FK_OK; i++) {
        time = (1 - place[i]) * begin + place[i] * end;
        status = fk_asker_surfaces(asker, time, 0x1p-10 * asker->options.tolerance, &state);
    }
    bool is_inside = false;
    if (status == FK_OK && state == FK_WALK_BEYOND)
        status = fk_asker_is_inside(asker, time, &is_inside);
    if (status != FK_OK || (state == FK_WALK_BEYOND && !is_inside))
        return status;
    *is_found = true;
    if (is_inside)
        return fk_asker_add_inside(asker, begin, end);
    fk_stretch narrow = {FK_STRETCH_NEAR, {begin, begin}, {end, end}, false, false};
    return add_found(asker, narrow);
}

static fk_status add_all(fk_asker *asker, const slide *s, const fk_slide *found, bool *is_found)
{
    bool wants_all = asker->options.wants_all;
    fk_status status = FK_OK;
    double end = 0;
    for (size_t i = 0; i < found->count && status == FK_OK && (wants_all || !*is_found); i++) {
        const fk_slide_stretch *p = &found->stretch[i];
        status = add_gap(asker, s, end, p->enter.lo, is_found);
        if (status != FK_OK || (*is_found && !wants_all))
            return status;
        *is_found = true;
        status = add_found(asker, (fk_stretch){FK_STRETCH_MEETS, time_of(s, p->enter), time_of(s, p->leave),
                                               p->is_exact, p->overlaps});
        end = p->leave.hi;
    }
    if (status == FK_OK && (wants_all || !*is_found) && (found->count == 0 || end < 1))
        status = add_gap(asker, s, end, 1, is_found);
    return status;
}

/* Whether no round parts pass each other so closely that it is not known whether they meet: when they are near is then
 * for the scan of cells to find. */
static bool is_sure(const fk_slide *found)
{
    for (size_t i = 0; i < found->count; i++)
        if (found->stretch[i].is_unsure)
            return false;
    return true;
}

fk_status fk_segment_slide(fk_asker *asker, double from, double to, bool *is_exact, bool *is_done)
{
    slide s;
    fk_slide found;
    bool is_found = false;
    bool is_straight = make_slide(asker, from, to, &s) && is_placed_well(asker, from);
    bool is_rest = is_straight && is_at_rest(&s);
    *is_exact = is_rest || (is_straight && fk_sign_of(asker->options.level) == 0);
    *is_done = false;
    if (!*is_exact)
        return FK_OK;
    fk_status status;
    if (is_rest) {
        status = add_rest(asker, &s, &is_found);
    } else {
        status = fk_slide_find(asker->context, &s.body[0], s.way, &s.body[1], &found);
        if (status != FK_OK)
            return status;
        asker->other_tests += found.tests;
        *is_exact = is_sure(&found);
        if (*is_exact)
            status = add_all(asker, &s, &found, &is_found);
        fk_slide_free(asker->context, &found);
    }
    *is_done = is_found && !asker->options.wants_all;
    return status;
}
