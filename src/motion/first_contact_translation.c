/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Contact on a segment without rotation: exact.
 *
 * Both bodies are placed once; their relative displacement is an exact sum (translation.c). For bodies at rest one
 * verdict, or one distance, holds during the whole segment.
 *
 * Weak inputs: in a segment other than from 0 to 1, times are no doubles; they are rounded outward. */

#include <math.h>
#include <string.h>

#include "base/vec3.h"
#include "motion/first_contact.h"

typedef struct translating_pair {
    fk_placed_collider body[2];
    fk_vec3 displacement[8]; /* of the first body, relative to the second */
    double from, to;
} translating_pair;

/* False if one of them rotates, or a pose is not finite. */
static bool make_translating_pair(const fk_motion_query *query, double from, double to, translating_pair *s)
{
    s->from = from;
    s->to = to;
    for (int i = 0; i < 2; i++) {
        fk_vec3 displacement[4];
        fk_aabb box;
        s->body[i].collider = query->collider[i];
        if (!fk_motion_find_translation(query->motion, query->base, &query->body[i], from, to,
                                        &s->body[i].pose, displacement))
            return false;
        if (fk_collider_box(&s->body[i], &box) != FK_OK)
            return false;
        for (int k = 0; k < 4; k++)
            s->displacement[4 * i + k] = i == 0 ? displacement[k] : fk_vec3_negate(displacement[k]);
    }
    return true;
}

/* Whether both placements are accurate. An exact translation starts from rounded poses, whose error is below 2^-40 of
 * the coordinates; but not if joint values are so large that their angles are hardly known. */
static bool is_placement_accurate(const fk_motion_query *query, double time)
{
    fk_motion_bound bound[2];
    fk_motion_query_bound(query, time, time, bound);
    for (int i = 0; i < 2; i++) {
        const fk_motion_bound *w = &bound[i];
        double radius = query->body[i].radius < 0x1p300 ? query->body[i].radius : 0;
        double size = fk_vec3_length(w->center) + fk_vec3_length(w->pose.translation) + radius;
        double error = w->whole0 + w->whole1 * radius;
        if (!(error <= query->options.tolerance || error <= 0x1p-40 * size + 0x1p-400))
            return false;
    }
    return true;
}

static bool is_pair_resting(const translating_pair *s)
{
    bool moves = false;
    for (int k = 0; k < 8; k++)
        moves = moves || fk_vec3_nonzeros(s->displacement[k]) > 0;
    return !moves || !(s->from < s->to);
}

/* ---- Times --------------------------------------------------------------------------------------------- */

/* from + fraction (to - from), rounded down: each operation has an error below one unit in the last place. */
static double time_below(const translating_pair *s, double fraction)
{
    if (!(fraction > 0))
        return s->from;
    if (fk_sign_of(s->from) == 0)
        return s->to == 1 ? fraction : nextafter(fraction * s->to, 0);
    double length = nextafter(s->to - s->from, 0);
    double time = nextafter(s->from + nextafter(fraction * length, 0), -INFINITY);
    return fk_smaller(fk_larger(time, s->from), s->to);
}

/* The same, rounded up. */
static double time_above(const translating_pair *s, double fraction)
{
    if (!(fraction < 1))
        return s->to;
    if (!(fraction > 0))
        return s->from;
    if (fk_sign_of(s->from) == 0)
        return s->to == 1 ? fraction : fk_smaller(nextafter(fraction * s->to, INFINITY), s->to);
    double length = nextafter(s->to - s->from, INFINITY);
    double time = nextafter(s->from + nextafter(fraction * length, INFINITY), INFINITY);
    return fk_smaller(fk_larger(time, s->from), s->to);
}

static fk_interval time_bracket(const translating_pair *s, fk_interval fraction)
{
    fk_interval out = {time_below(s, fraction.lo), time_above(s, fraction.hi)};
    return out;
}

/* ---- Results ------------------------------------------------------------------------------------------- */

/* The kind of contact of two resting bodies, at any level, for their rounded poses. */
static fk_status test_resting(fk_motion_query *query, const translating_pair *s, fk_stretch_kind *kind,
                              bool *overlaps)
{
    const fk_motion_options *o = &query->options;
    fk_collider_distance d;
    fk_verdict verdict = FK_UNDECIDED;
    query->other_tests++;
    fk_status status;
    if (fk_sign_of(o->level) == 0) {
        status = fk_collider_verdict(query->context, &s->body[0], &s->body[1], NULL, &verdict);
        *kind = verdict == FK_UNDECIDED ? FK_STRETCH_NEAR
                : verdict == FK_APART   ? FK_STRETCH_UNDECIDED
                                        : FK_STRETCH_MEETS;
        *overlaps = verdict == FK_OVERLAPPING;
        return status;
    }
    status = fk_collider_measure(query->context, &s->body[0], &s->body[1],
                                 nextafter(query->near_level, (double)INFINITY), &d);
    if (status == FK_OK)
        *kind = d.distance.hi <= o->level  ? FK_STRETCH_MEETS
                : d.distance.lo > o->level ? FK_STRETCH_UNDECIDED
                                           : FK_STRETCH_NEAR;
    return status;
}

/* Without wants_all the end of the stretch is not searched for. */
static fk_status add_contact(fk_motion_query *query, fk_stretch stretch)
{
    if (!query->options.wants_all)
        stretch.leave = (fk_interval){stretch.enter.hi, query->options.to};
    return fk_motion_query_add(query, &stretch);
}

static fk_status add_resting(fk_motion_query *query, const translating_pair *s, bool *is_found)
{
    fk_stretch stretch = {FK_STRETCH_UNDECIDED, {s->from, s->from}, {s->to, s->to}, false, false};
    fk_status status = test_resting(query, s, &stretch.kind, &stretch.overlaps);
    if (status != FK_OK || stretch.kind == FK_STRETCH_UNDECIDED)
        return status;
    stretch.is_exact = stretch.kind == FK_STRETCH_MEETS;
    *is_found = true;
    return add_contact(query, stretch);
}

/* Handles a gap between two stretches, in fractions of the translation, in which one may be inside the other. That is
 * tested at a time at which the rounded surfaces are surely apart. If there is no such time, the gap is so narrow
 * that it counts as near. */
static fk_status add_gap_inside(fk_motion_query *query, const translating_pair *s, double from, double to,
                                bool *is_found)
{
    static const double place[3] = {0.5, 0.25, 0.75};
    fk_traversal_state state = FK_TRAVERSAL_OPEN;
    fk_status status = FK_OK;
    double begin = time_above(s, from), end = time_below(s, to), time = begin;
    if (!query->has_inside || !(begin < end))
        return FK_OK;
    for (int i = 0; i < 3 && state != FK_TRAVERSAL_BEYOND && status == FK_OK; i++) {
        time = (1 - place[i]) * begin + place[i] * end;
        status = fk_motion_query_test_surfaces(query, time, 0x1p-10 * query->options.tolerance, &state);
    }
    bool is_inside = false;
    if (status == FK_OK && state == FK_TRAVERSAL_BEYOND)
        status = fk_motion_query_is_inside(query, time, &is_inside);
    if (status != FK_OK || (state == FK_TRAVERSAL_BEYOND && !is_inside))
        return status;
    *is_found = true;
    if (is_inside)
        return fk_motion_query_add_inside(query, begin, end);
    fk_stretch narrow = {FK_STRETCH_NEAR, {begin, begin}, {end, end}, false, false};
    return add_contact(query, narrow);
}

static fk_status add_stretches(fk_motion_query *query, const translating_pair *s,
                               const fk_translation_contacts *found, bool *is_found)
{
    bool wants_all = query->options.wants_all;
    fk_status status = FK_OK;
    double end = 0;
    for (size_t i = 0; i < found->count && status == FK_OK && (wants_all || !*is_found); i++) {
        const fk_translation_stretch *p = &found->stretch[i];
        status = add_gap_inside(query, s, end, p->enter.lo, is_found);
        if (status != FK_OK || (*is_found && !wants_all))
            return status;
        *is_found = true;
        status = add_contact(query, (fk_stretch){FK_STRETCH_MEETS, time_bracket(s, p->enter),
                                                 time_bracket(s, p->leave), p->is_exact, p->overlaps});
        end = p->leave.hi;
    }
    if (status == FK_OK && (wants_all || !*is_found) && (found->count == 0 || end < 1))
        status = add_gap_inside(query, s, end, 1, is_found);
    return status;
}

/* Whether no round primitives pass each other so closely that contact is unknown. If some do, bisection finds when
 * they are near. */
static bool are_all_sure(const fk_translation_contacts *found)
{
    for (size_t i = 0; i < found->count; i++)
        if (found->stretch[i].is_unsure)
            return false;
    return true;
}

fk_status fk_segment_translate(fk_motion_query *query, double from, double to, bool *is_exact, bool *is_done)
{
    translating_pair s;
    fk_translation_contacts found;
    bool is_found = false;
    bool is_straight = make_translating_pair(query, from, to, &s) && is_placement_accurate(query, from);
    bool is_rest = is_straight && is_pair_resting(&s);
    *is_exact = is_rest || (is_straight && fk_sign_of(query->options.level) == 0);
    *is_done = false;
    if (!*is_exact)
        return FK_OK;
    fk_status status;
    if (is_rest) {
        status = add_resting(query, &s, &is_found);
    } else {
        status = fk_translation_find_contacts(query->context, &s.body[0], s.displacement, &s.body[1],
                                              query->has_inside, &found);
        if (status != FK_OK)
            return status;
        *is_exact = are_all_sure(&found);
        query->other_tests += found.tests;
        if (*is_exact)
            status = add_stretches(query, &s, &found, &is_found);
        fk_translation_contacts_free(query->context, &found);
    }
    *is_done = is_found && !query->options.wants_all;
    return status;
}
