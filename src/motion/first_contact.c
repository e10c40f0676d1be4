/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* fk_motion_contacts: when two moving colliders first meet, when again, and how close they come.
 *
 * The query is divided into segments in each of which every frame moves uniformly. Segments are processed one by one,
 * in the order of time; this file joins their results.
 *
 * The pair is put in a fixed order first, by frames, so that (b, a) has the same answer. Two colliders on the same
 * frame rest, and their answer does not depend on the order.
 *
 * The closest approach is branch and bound over time. The nearest primitives of the last test are measured at a few sample
 * times first. Then intervals of time are tested with a level somewhat below the least distance so far: intervals beyond it
 * are done, others are halved, and the half that is nearer to the best time goes first. A test measures primitives in the
 * middle of its interval, and lowers the level as they are nearer. In the end the distance is proved to be no less than the
 * least one minus that margin. If surfaces never meet, one solid is inside the other all the time or never, and one time
 * decides.
 *
 * Weak inputs: for the closest approach, distances that hardly change over time, with a small tolerance. */

#include <math.h>
#include <string.h>

#include "base/context.h"
#include "base/lists.h"
#include "base/vec3.h"
#include "motion/first_contact.h"
#include "motion/near.h"

/* ---- Options ------------------------------------------------------------------------------------------- */

/* The approximate size of a bounded collider, else 0; also 0 for a point, whose bounding sphere is mere rounding. */
static double collider_size(const fk_collider *collider)
{
    double radius = collider->sphere.radius;
    bool is_size = fk_is_finite(radius) && radius > 0x1p-40 * fk_vec3_length(collider->sphere.center) &&
                   radius > 0x1p-400;
    return is_size ? 2 * radius : 0;
}

fk_motion_options fk_motion_options_default(const fk_motion *motion, const fk_moving *a, const fk_moving *b)
{
    fk_interval span = fk_motion_span(motion);
    double p = collider_size(a->collider), q = collider_size(b->collider);
    double small = p > 0 && q > 0 ? fk_smaller(p, q) : fk_larger(p, q);
    double tolerance = fk_larger(0x1p-20 * small, 0x1p-32 * fk_larger(p, q)),
           resolution = span.hi / 4096 - span.lo / 4096;
    fk_motion_options options = {.from = span.lo,
                                 .to = span.hi,
                                 .tolerance = tolerance > 0 ? tolerance : 0x1p-20,
                                 .wants_all = true,
                                 .resolution = resolution > 0 ? resolution : 1,
                                 .max_tests = 10 * 1000 * 1000};
    return options;
}

static bool are_motion_options_valid(const fk_motion_options *o)
{
    return fk_is_finite(o->from) && fk_is_finite(o->to) && o->from <= o->to && fk_is_finite(o->level) &&
           o->level >= 0 && fk_is_finite(o->tolerance) && o->tolerance > 0 && fk_is_finite(o->resolution) &&
           o->resolution > 0 && o->max_seconds >= 0 && o->closest_ratio >= 0 && o->closest_ratio <= 0.5;
}

/* ---- Stretches ----------------------------------------------------------------------------------------- */

/* Joins a stretch with its predecessor. If only one of them surely meets, the sure times are its times. */
static void join_stretches(fk_stretch *first, const fk_stretch *next)
{
    bool is_first = first->kind >= next->kind, is_next = next->kind >= first->kind;
    if (!is_first)
        first->enter.hi = next->enter.hi;
    first->leave = (fk_interval){is_next ? next->leave.lo : first->leave.lo, next->leave.hi};
    first->kind = is_first ? first->kind : next->kind;
    first->is_exact = first->is_exact && next->is_exact && is_first && is_next;
    first->overlaps = first->overlaps || next->overlaps;
}

fk_status fk_motion_query_add(fk_motion_query *query, const fk_stretch *stretch)
{
    fk_stretch *last = query->count > 0 ? &query->stretch[query->count - 1] : NULL;
    bool is_decided = stretch->kind != FK_STRETCH_UNDECIDED;
    /* A near stretch soon after another is the same contact ending, seen by different intervals. */
    double gap = stretch->kind == FK_STRETCH_NEAR ? query->options.resolution : 0;
    if (last != NULL && (last->kind != FK_STRETCH_UNDECIDED) == is_decided &&
        stretch->enter.lo - last->leave.hi <= gap) {
        join_stretches(last, stretch);
        if (!is_decided)
            last->leave.lo = last->leave.hi;
        return FK_OK;
    }
    if (!fk_grow(query->context, &query->stretch, sizeof *query->stretch, query->count, &query->capacity,
                 query->count + 1))
        return FK_ERROR_MEMORY;
    /* So padding bytes are the same in every run, too. */
    last = memset(&query->stretch[query->count++], 0, sizeof *last);
    last->kind = stretch->kind;
    last->enter = stretch->enter;
    last->leave = stretch->leave;
    last->is_exact = stretch->is_exact;
    last->overlaps = stretch->overlaps;
    return FK_OK;
}

fk_status fk_motion_query_add_undecided(fk_motion_query *query, double from, double to)
{
    fk_stretch stretch = {FK_STRETCH_UNDECIDED, {from, from}, {to, to}, false, false};
    return fk_motion_query_add(query, &stretch);
}

fk_status fk_motion_query_add_inside(fk_motion_query *query, double from, double to)
{
    fk_stretch stretch = {FK_STRETCH_MEETS, {from, from}, {to, to}, false, true};
    if (!query->options.wants_all)
        stretch.leave = (fk_interval){from, query->options.to};
    return fk_motion_query_add(query, &stretch);
}

/* ---- Segments ------------------------------------------------------------------------------------------ */

/* The end of the segment that begins at `time`, which is before the end of the query. */
static double segment_end(const fk_motion_query *query, double time)
{
    double next = query->options.to;
    for (int i = 0; i < 2; i++)
        next = fk_smaller(next, fk_motion_next_time(query->motion, query->base, query->body[i].frame, time));
    return next;
}

/* Whether both can be placed at a time. */
static fk_status check_placement(const fk_motion_query *query, double time)
{
    fk_status status = FK_OK;
    fk_motion_bound bound[2];
    fk_aabb box;
    fk_motion_query_bound(query, time, time, bound);
    for (int i = 0; i < 2 && status == FK_OK; i++) {
        fk_placed_collider placed = {query->collider[i], bound[i].pose};
        status = fk_collider_box(&placed, &box);
    }
    return status;
}

/* So often a segment is halved at most to prove by boxes that bodies are far from each other. */
#define FAR_HALVINGS 6

static bool are_far_during(const fk_motion_query *query, double from, double to)
{
    fk_near_search search = {.motion = query->motion,
                             .base = query->base,
                             .collider = {query->collider[0], query->collider[1]},
                             .body = {query->body[0], query->body[1]},
                             .clearance = query->near_level,
                             .halvings = FAR_HALVINGS};
    return !(fk_near_find(&search, from, to) < HUGE_VAL);
}

/* The traversal is made where it is needed: ordering two large meshes takes longer than all of the tests of a pair that is far. */
static fk_status make_traversal(fk_motion_query *query)
{
    if (query->traversal != NULL)
        return FK_OK;
    return fk_traversal_create(query->context, query->collider[0], query->collider[1], &query->traversal);
}

static fk_status search_segment(fk_motion_query *query, double from, double to, bool *is_done)
{
    bool is_exact = false;
    fk_status status = check_placement(query, to);
    if (status == FK_OK && fk_motion_query_is_over_budget(query)) {
        *is_done = true;
        return fk_motion_query_add_undecided(query, from, query->options.to);
    }
    /* The search for the closest approach begins with the primitives that the search for contacts leaves. */
    if (status != FK_OK || (!query->options.wants_closest && are_far_during(query, from, to)))
        return status;
    status = make_traversal(query);
    if (status == FK_OK)
        status = fk_segment_translate(query, from, to, &is_exact, is_done);
    if (status == FK_OK && !is_exact)
        status = fk_segment_bisect(query, from, to, is_done);
    return status;
}

static fk_status search_segments(fk_motion_query *query)
{
    double from = query->options.from;
    bool is_done = false;
    fk_status status = check_placement(query, from);
    /* A query of a single time has one segment. */
    do {
        double to = segment_end(query, from);
        if (status == FK_OK)
            status = search_segment(query, from, to, &is_done);
        from = to;
    } while (status == FK_OK && !is_done && from < query->options.to);
    return status;
}

/* ---- The closest approach ------------------------------------------------------------------------------ */

/* Times that are measured before the search, and how often the step around the best of them is halved. */
#define SAMPLE_COUNT     4
#define REFINEMENT_COUNT 2

typedef struct closest_search {
    fk_motion_query *query;
    double most; /* upper bound of the distance at `time` */
    double time;
    fk_vec3 point_a, point_b; /* in the common frame */
    double least;             /* lower bound over all intervals that are done */
    fk_status status;
} closest_search;

/* Keeps a distance at a time if it is nearer. */
static void keep_nearer(closest_search *c, double time, double distance, fk_vec3 point_a, fk_vec3 point_b)
{
    double most = distance * (1 + 0x1p-50);
    if (!fk_is_finite(most) || !(most < c->most))
        return;
    c->most = most;
    c->time = time;
    c->point_a = point_a;
    c->point_b = point_b;
}

/* Measures at a time. */
static void measure_at_time(closest_search *c, double time)
{
    fk_collider_distance d;
    double rounding;
    if (c->status == FK_OK)
        c->status = fk_motion_query_measure(c->query, time, c->most, &d, &rounding);
    if (c->status == FK_OK)
        keep_nearer(c, time, d.distance.hi + rounding, d.point_a, d.point_b);
}

/* Measures the nearest primitives of the last tests at a time; false if there are none. */
static bool measure_hint(closest_search *c, double time)
{
    fk_traversal_result found;
    double rounding;
    bool is_known = fk_motion_query_measure_hint(c->query, time, c->most, &found, &rounding);
    if (is_known && found.distance < c->most)
        keep_nearer(c, time, found.distance + rounding, found.point_a, found.point_b);
    return is_known;
}

/* How far the lower bound may stay below the upper one: a little less than the contract allows. */
static fk_closest_width closest_width(const closest_search *c)
{
    fk_closest_width width = {0.75 * c->query->options.tolerance, 0.75 * c->query->options.closest_ratio};
    return width;
}

/* Intervals beyond this level are done; not positive when the search is complete. */
static double search_level(const closest_search *c)
{
    fk_closest_width width = closest_width(c);
    return c->most * (1 - 0x1p-50) - fk_larger(width.least, width.ratio * c->most);
}

/* Halves an interval several times toward the best time, as a guess down to the length that can be beyond the level: the rest of
 * the motion bound shrinks as its square. */
static void cut_toward_best(const closest_search *c, fk_time_scan *scan, const fk_time_interval *interval)
{
    const fk_traversal_result *f = &interval->found;
    double room = fk_larger(c->most, fk_smaller(f->begin, f->end)) - scan->level, rest = f->rest;
    double from = interval->from, to = interval->to;
    for (; scan->cut_count < FK_SCAN_CUTS && (scan->cut_count == 0 || rest > room); rest *= 0.25) {
        double middle = 0.5 * from + 0.5 * to;
        scan->cut[scan->cut_count++] = middle;
        if (scan->nearest > middle)
            from = middle;
        else
            to = middle;
    }
}

static fk_scan_step refine_closest(fk_time_scan *scan, const fk_time_interval *interval)
{
    closest_search *c = scan->user;
    const fk_traversal_result *f = &interval->found;
    if (f->distance < c->most) {
        fk_traversal_result near = *f;
        fk_traversal_find_points(c->query->traversal, &near);
        keep_nearer(c, interval->middle,
                    near.distance + fk_motion_query_rounding(c->query, interval->middle, &near), near.point_a,
                    near.point_b);
    }
    scan->level = search_level(c);
    scan->nearest = c->time;
    if (f->state == FK_TRAVERSAL_BEYOND) {
        c->least = fk_smaller(c->least, f->level);
        return FK_SCAN_DONE;
    }
    if (c->status != FK_OK || !(scan->level > 0))
        return FK_SCAN_STOP;
    if (interval->can_split) {
        cut_toward_best(c, scan, interval);
        return FK_SCAN_SPLIT;
    }
    c->least = fk_smaller(c->least, fk_larger(f->least, 0));
    return FK_SCAN_DONE;
}

static void search_closest(closest_search *c, double from, double to)
{
    fk_time_scan scan = {.from = from,
                         .to = to,
                         .is_nearest_first = true,
                         .nearest = c->time,
                         .level = search_level(c),
                         .visitor = refine_closest,
                         .user = c};
    if (!fk_is_finite(scan.level))
        c->least = 0;
    if (c->status != FK_OK || !(scan.level > 0) || !fk_is_finite(scan.level))
        return;
    fk_status status = fk_time_scan_run(c->query, &scan);
    if (c->status == FK_OK)
        c->status = status;
    if (scan.is_over_budget)
        c->least = fk_smaller(c->least, fk_larger(scan.least, 0));
}

/* Searches the segment with the best sample first. */
static void search_closest_segments(closest_search *c)
{
    const fk_motion_options *o = &c->query->options;
    double best = c->time;
    for (int is_rest = 0; is_rest < 2; is_rest++) {
        double from = o->from;
        do {
            double to = segment_end(c->query, from);
            bool has_best = from <= best && (best < to || to >= o->to);
            if (has_best != (is_rest == 1))
                search_closest(c, from, to);
            from = to;
        } while (c->status == FK_OK && from < o->to);
    }
}

/* Measures at evenly spaced times, then around the best of them. */
static void measure_sample_times(closest_search *c)
{
    double from = c->query->options.from, to = c->query->options.to;
    if (!measure_hint(c, from))
        measure_at_time(c, from);
    for (int i = 1; i <= SAMPLE_COUNT && c->most > 0 && from < to; i++) {
        double fraction = (double)i / SAMPLE_COUNT;
        measure_hint(c, i == SAMPLE_COUNT ? to : (1 - fraction) * from + fraction * to);
    }
    double step = to / SAMPLE_COUNT - from / SAMPLE_COUNT;
    for (int i = 0; i < REFINEMENT_COUNT && c->most > 0; i++) {
        step *= 0.5;
        double best = c->time;
        measure_hint(c, fk_larger(best - step, from));
        measure_hint(c, fk_smaller(best + step, to));
    }
}

static fk_vec3 point_in_world(const fk_motion_query *query, double time, fk_vec3 point)
{
    fk_pose pose = fk_motion_pose(query->motion, query->base, time);
    return fk_pose_apply(&pose, point);
}

static void set_closest(const closest_search *c, fk_interval distance, fk_motion_answer *out)
{
    out->closest = distance;
    out->closest_time = c->time;
    out->point_a = point_in_world(c->query, c->time, c->point_a);
    out->point_b = point_in_world(c->query, c->time, c->point_b);
}

/* Sets a distance of 0 at a time of contact, with the points there. */
static fk_status set_contact_closest(closest_search *c, double time, fk_motion_answer *out)
{
    c->most = INFINITY;
    c->time = time;
    measure_at_time(c, time);
    if (c->status == FK_OK)
        set_closest(c, (fk_interval){0, 0}, out);
    return c->status;
}

/* Whether they surely meet at a time, one inside the other included. */
static fk_status meets_at(fk_motion_query *query, double time, bool *out)
{
    fk_traversal_state state;
    fk_status status = fk_motion_query_test_surfaces(query, time, 0, &state);
    *out = state == FK_TRAVERSAL_WITHIN;
    if (status == FK_OK && state == FK_TRAVERSAL_BEYOND && query->has_inside)
        status = fk_motion_query_is_inside(query, time, out);
    return status;
}

static fk_status find_closest_approach(fk_motion_query *query, fk_motion_answer *out)
{
    const fk_motion_options *o = &query->options;
    closest_search c = {
        .query = query, .most = INFINITY, .time = o->from, .least = INFINITY, .status = FK_OK};
    for (size_t i = 0; i < query->count && fk_sign_of(o->level) == 0; i++)
        if (query->stretch[i].kind == FK_STRETCH_MEETS)
            return set_contact_closest(&c, query->stretch[i].enter.hi, out);
    c.status = make_traversal(query);
    if (c.status != FK_OK)
        return c.status;
    fk_traversal_search_closest(query->traversal, closest_width(&c));
    measure_sample_times(&c);
    search_closest_segments(&c);
    if (c.status != FK_OK)
        return c.status;
    fk_interval distance = {fk_smaller(c.least, search_level(&c)), c.most};
    if (!(distance.lo > 0))
        distance.lo = 0;
    bool is_met = false;
    c.status = meets_at(query, c.time, &is_met);
    if (c.status == FK_OK && is_met)
        return set_contact_closest(&c, c.time, out);
    if (c.status == FK_OK)
        set_closest(&c, distance, out);
    return c.status;
}

/* ---- The query ----------------------------------------------------------------------------------------- */

static fk_status make_query_body(const fk_moving *moving, fk_motion_body *out)
{
    const fk_collider *collider = moving->collider;
    fk_aabb box;
    fk_placed_collider placed = {collider, moving->pose};
    fk_status status = fk_collider_box(&placed, &box);
    if (status != FK_OK)
        return status;
    if (fk_pose_check(&moving->pose) != FK_OK || fk_pose_rotation_error(&moving->pose) > FK_MOTION_RIGID)
        return FK_ERROR_ARGUMENT;
    *out = (fk_motion_body){moving->frame, moving->pose, collider->sphere.center, collider->sphere.radius};
    return FK_OK;
}

static fk_status make_query(fk_motion_query *query, const fk_moving *a, const fk_moving *b)
{
    bool is_swapped = a->frame > b->frame;
    const fk_moving *moving[2] = {is_swapped ? b : a, is_swapped ? a : b};
    fk_status status = FK_OK;
    if (!fk_motion_has_frame(query->motion, a->frame) || !fk_motion_has_frame(query->motion, b->frame))
        return FK_ERROR_ARGUMENT;
    for (int i = 0; i < 2 && status == FK_OK; i++) {
        const fk_collider *collider = moving[i]->collider;
        query->collider[i] = collider;
        query->has_inside =
            query->has_inside || (collider->kind == FK_COLLIDER_MESH && collider->mesh.is_solid);
        status = make_query_body(moving[i], &query->body[i]);
    }
    if (status != FK_OK)
        return status;
    const fk_motion_options *o = &query->options;
    query->near_level = fk_larger(nextafter(o->level + o->tolerance, 0), o->level);
    query->deadline = o->max_seconds > 0 ? fk_clock_seconds() + o->max_seconds : INFINITY;
    query->base = fk_motion_common_frame(query->motion, a->frame, b->frame);
    return FK_OK;
}

/* One block: the answer, then its stretches. */
static fk_motion_answer *make_answer(const fk_motion_query *query, const fk_motion_answer *known)
{
    size_t bytes = sizeof(fk_motion_answer) + query->count * sizeof *query->stretch;
    fk_motion_answer *answer = fk_allocate(query->context, bytes);
    if (answer == NULL)
        return NULL;
    *answer = *known;
    answer->stretch_count = (uint32_t)query->count;
    answer->stretch = (const fk_stretch *)(answer + 1);
    if (query->count > 0)
        memcpy(answer + 1, query->stretch, query->count * sizeof *query->stretch);
    answer->tests = fk_motion_query_tests(query);
    answer->bytes = bytes;
    return answer;
}

static fk_status find_contacts(fk_context *context, const fk_motion *motion, const fk_moving *a,
                               const fk_moving *b, const fk_motion_options *options, fk_motion_answer **out)
{
    fk_motion_query query = {.context = context, .motion = motion, .options = *options};
    fk_motion_answer known = {0};
    fk_status status = make_query(&query, a, b);
    if (status == FK_OK)
        status = search_segments(&query);
    if (status == FK_OK && options->wants_closest)
        status = find_closest_approach(&query, &known);
    if (a->frame > b->frame) {
        fk_vec3 point = known.point_a;
        known.point_a = known.point_b;
        known.point_b = point;
    }
    fk_motion_answer *answer = status == FK_OK ? make_answer(&query, &known) : NULL;
    if (status == FK_OK && answer == NULL)
        status = FK_ERROR_MEMORY;
    fk_traversal_free(query.traversal);
    fk_release(context, query.stretch, query.capacity * sizeof *query.stretch);
    if (answer != NULL)
        *out = answer;
    return status;
}

fk_status fk_motion_contacts(fk_context *context, const fk_motion *motion, const fk_moving *a,
                             const fk_moving *b, const fk_motion_options *options, fk_motion_answer **out)
{
    if (!are_motion_options_valid(options))
        return FK_ERROR_ARGUMENT;
    fk_context inner, *used = fk_context_begin(context, NULL, &inner);
    return fk_context_end(context, used, find_contacts(used, motion, a, b, options, out));
}

void fk_motion_answer_free(fk_context *context, fk_motion_answer *answer)
{
    if (answer != NULL)
        fk_release(context, answer, answer->bytes);
}
