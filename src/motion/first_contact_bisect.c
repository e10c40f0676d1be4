/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The stretches of a segment, by bisection in time: a form of conservative advancement.
 *
 * An interval of time is tested as a whole, then its parts, each with the front that the traversal of the whole left over
 * (traverse.h). Where the motion of the nearest primitives shows about when contact begins, the interval is cut around that
 * time, else in its middle; a wrong guess costs a few tests, and no answer rests on it. The intervals on the current path lie
 * on a stack, as their fronts do.
 *
 * The search alternates between the beginning and the end of a stretch. For the beginning it goes forward in time and
 * halves intervals until they are proved clear, or until their motion is less than the tolerance; then the distance
 * in the middle is at most the tolerance. From there it halves intervals until one is proved clear, near ones no
 * further than the resolution. Between the last near interval and the clear one it searches backward for the end.
 *
 * A near time becomes a sure contact if contact can be proved for an instant soon after it; the bracket between the two is then
 * narrowed to about the tolerance. Between stretches
 * surfaces are apart, so one solid is inside the other during all of the gap or never, and one time decides.
 *
 * Weak inputs: rolling or sliding contact is tested in intervals of the resolution; times that differ by a few units
 * in the last place cannot be bisected. */

#include <float.h>
#include <math.h>

#include "base/vec3.h"
#include "motion/first_contact.h"

/* The most splits of an interval. */
#define DEPTH_MAX 128

/* ---- Bounds and distances at a time -------------------------------------------------------------------- */

void fk_motion_query_bound(const fk_motion_query *query, double from, double to, fk_motion_bound out[2])
{
    for (int i = 0; i < 2; i++)
        fk_motion_bound_find(query->motion, query->base, &query->body[i], from, to, &out[i]);
}

static double point_motion_bound(const fk_motion_bound *bound, fk_vec3 point)
{
    double far = fk_vec3_length(fk_vec3_sub(point, bound->center));
    return (bound->whole0 + bound->whole1 * far) * (1 + 0x1p-40);
}

/* A bound of how far points of a and b, together, are from where they are in the middle. */
static double pair_motion_bound(const fk_motion_bound bound[2], fk_vec3 point_a, fk_vec3 point_b)
{
    return (point_motion_bound(&bound[0], point_a) + point_motion_bound(&bound[1], point_b)) * (1 + 0x1p-40) +
           DBL_MIN;
}

static bool is_finite_pose(const fk_pose *pose)
{
    bool is_finite = fk_vec3_is_finite(pose->translation);
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            is_finite = is_finite && fk_is_finite(pose->rotation[i][j]);
    return is_finite;
}

fk_status fk_motion_query_measure(fk_motion_query *query, double time, double limit,
                                  fk_collider_distance *out, double *rounding)
{
    fk_motion_bound bound[2];
    fk_motion_query_bound(query, time, time, bound);
    fk_placed_collider a = {query->collider[0], bound[0].pose}, b = {query->collider[1], bound[1].pose};
    query->other_tests++;
    *rounding = INFINITY;
    if (!is_finite_pose(&a.pose) || !is_finite_pose(&b.pose)) {
        *out = (fk_collider_distance){{0, INFINITY}, {0, 0, 0}, {0, 0, 0}, FK_NONE, FK_NONE};
        return FK_OK;
    }
    fk_status status = fk_collider_measure(query->context, &a, &b, limit, out);
    if (status == FK_OK)
        *rounding = pair_motion_bound(bound, out->point_a, out->point_b);
    return status;
}

double fk_motion_query_rounding(const fk_motion_query *query, double time, const fk_traversal_result *found)
{
    fk_motion_bound bound[2];
    fk_motion_query_bound(query, time, time, bound);
    return pair_motion_bound(bound, found->point_a, found->point_b);
}

bool fk_motion_query_measure_hint(fk_motion_query *query, double time, double limit, fk_traversal_result *out,
                                  double *rounding)
{
    fk_motion_bound bound[2];
    fk_motion_query_bound(query, time, time, bound);
    if (!fk_traversal_test_nearest(query->traversal, &bound[0], &bound[1], query->options.level, false, out))
        return false;
    if (out->distance < limit)
        fk_traversal_find_points(query->traversal, out);
    *rounding = pair_motion_bound(bound, out->point_a, out->point_b);
    return true;
}

fk_status fk_motion_query_is_inside(fk_motion_query *query, double time, bool *out)
{
    fk_collider_distance d;
    double rounding;
    fk_status status = fk_motion_query_measure(query, time, 0, &d, &rounding);
    if (status == FK_OK)
        *out = fk_sign_of(d.distance.hi) == 0;
    return status;
}

/* ---- The budget ---------------------------------------------------------------------------------------- */

uint64_t fk_motion_query_tests(const fk_motion_query *query)
{
    return query->other_tests + (query->traversal != NULL ? query->traversal->tests : 0);
}

bool fk_motion_query_is_over_budget(const fk_motion_query *query)
{
    uint64_t most = query->options.max_tests;
    if (most > 0 && fk_motion_query_tests(query) >= most)
        return true;
    return fk_is_finite(query->deadline) && fk_clock_seconds() > query->deadline;
}

/* ---- Scans of intervals -------------------------------------------------------------------------------- */

/* An interval that was split at a time, and whether its second part is in progress. least: a lower bound of the distance, over
 * the pairs of its front. */
typedef struct split_interval {
    double from, to, cut, least;
    fk_traversal_front front;
    bool owns_front;  /* the front is that of its test; else of an interval that contains it */
    bool is_backward; /* the later part comes first */
    bool is_second;
} split_interval;

typedef struct interval_stack {
    split_interval interval[DEPTH_MAX];
    int depth;
} interval_stack;

static fk_status test_interval(fk_motion_query *query, const fk_time_scan *scan, const fk_traversal_front *in,
                               fk_traversal_front *out, fk_time_interval *interval)
{
    interval->middle = 0.5 * interval->from + 0.5 * interval->to;
    interval->can_split = interval->from < interval->middle && interval->middle < interval->to;
    query->other_tests++;
    fk_motion_query_bound(query, interval->from, interval->to, interval->bound);
    return fk_traversal_test(query->traversal, &interval->bound[0], &interval->bound[1], scan->level,
                             scan->proof, in, out, &interval->found);
}

/* Selects the next part of the last split interval. */
static void select_part(const interval_stack *stack, fk_time_interval *interval)
{
    const split_interval *top = &stack->interval[stack->depth - 1];
    bool is_later = top->is_second != top->is_backward;
    interval->from = is_later ? top->cut : top->from;
    interval->to = is_later ? top->to : top->cut;
    interval->parent = top->to - top->from;
}

/* Splits an interval, and selects the part that is visited first. */
static void split_at(const fk_time_scan *scan, double cut, const split_interval *like, interval_stack *stack,
                     fk_time_interval *interval)
{
    split_interval *top = &stack->interval[stack->depth++];
    *top = *like;
    top->from = interval->from;
    top->to = interval->to;
    top->cut = cut;
    top->is_backward = scan->is_nearest_first ? scan->nearest > cut : scan->is_backward;
    select_part(stack, interval);
}

/* Splits a tested interval at all times that the visitor has set, or in its middle. */
static void split_tested(fk_time_scan *scan, const fk_traversal_front *front, interval_stack *stack,
                         fk_time_interval *interval)
{
    double above = stack->depth > 0 ? stack->interval[stack->depth - 1].least : 0;
    split_interval like = {
        .least = fk_larger(interval->found.least, above), .front = *front, .owns_front = true};
    double middle = interval->middle;
    for (int i = 0; i < scan->cut_count && stack->depth < DEPTH_MAX; i++)
        if (interval->from < scan->cut[i] && scan->cut[i] < interval->to) {
            split_at(scan, scan->cut[i], &like, stack, interval);
            like.owns_front = false;
        }
    if (like.owns_front)
        split_at(scan, middle, &like, stack, interval);
}

/* Whether the second part of the last split interval needs no test. The level may have become lower. */
static bool is_part_done(const fk_time_scan *scan, const interval_stack *stack)
{
    const split_interval *top = &stack->interval[stack->depth - 1];
    return top->is_second || (scan->is_nearest_first && top->least > scan->level);
}

/* Continues behind an interval that is done; false when none is left. */
static bool next_interval(fk_motion_query *query, const fk_time_scan *scan, interval_stack *stack,
                          fk_time_interval *interval)
{
    for (; stack->depth > 0 && is_part_done(scan, stack); stack->depth--)
        if (stack->interval[stack->depth - 1].owns_front)
            fk_traversal_drop(query->traversal, &stack->interval[stack->depth - 1].front);
    if (stack->depth == 0)
        return false;
    stack->interval[stack->depth - 1].is_second = true;
    select_part(stack, interval);
    return true;
}

/* The lower bound over all intervals on the stack. */
static double least_on_stack(const interval_stack *stack)
{
    double least = stack->depth > 0 ? stack->interval[0].least : 0;
    for (int i = 1; i < stack->depth; i++)
        least = fk_smaller(least, stack->interval[i].least);
    return least;
}

fk_status fk_time_scan_run(fk_motion_query *query, fk_time_scan *scan)
{
    interval_stack stack;
    fk_traversal_front root, out;
    fk_time_interval interval = {.from = scan->from, .to = scan->to, .parent = INFINITY};
    stack.depth = 0;
    scan->reached = scan->is_backward ? scan->to : scan->from;
    scan->is_over_budget = false;
    query->has_window = false;
    fk_status status = fk_traversal_start(query->traversal, &root);
    for (bool is_open = true; status == FK_OK && is_open;) {
        scan->is_over_budget = fk_motion_query_is_over_budget(query);
        scan->least = least_on_stack(&stack);
        if (scan->is_over_budget)
            break;
        const fk_traversal_front *in = stack.depth > 0 ? &stack.interval[stack.depth - 1].front : &root;
        status = test_interval(query, scan, in, &out, &interval);
        if (status != FK_OK)
            break;
        interval.can_split = interval.can_split && stack.depth < DEPTH_MAX;
        scan->cut_count = 0;
        fk_scan_step step = scan->visitor(scan, &interval);
        if (step == FK_SCAN_STOP)
            break;
        if (step == FK_SCAN_SPLIT && interval.can_split) {
            split_tested(scan, &out, &stack, &interval);
        } else {
            fk_traversal_drop(query->traversal, &out);
            scan->reached = scan->is_backward ? interval.from : interval.to;
            is_open = next_interval(query, scan, &stack, &interval);
        }
    }
    return status;
}

/* ---- Instants ------------------------------------------------------------------------------------------ */

/* What is proved for an instant. Clear: not proved to be near. */
typedef enum instant_state { INSTANT_CLEAR, INSTANT_NEAR, INSTANT_MEETS } instant_state;

/* Tests the front of the window, or that of the roots. */
static fk_status test_front(fk_motion_query *query, const fk_motion_bound bound[2], double level,
                            fk_traversal_result *found)
{
    fk_traversal_front in = query->window, front;
    query->other_tests++;
    fk_status status = query->has_window ? FK_OK : fk_traversal_start(query->traversal, &in);
    if (status == FK_OK)
        status = fk_traversal_test(query->traversal, &bound[0], &bound[1], level, FK_WITHIN_SURFACES, &in,
                                   &front, found);
    if (status == FK_OK)
        fk_traversal_drop(query->traversal, &front);
    return status;
}

/* Prepares tests of instants between two times of one segment: pairs that are apart during all of them are removed
 * once. A scan, or fk_motion_query_test_surfaces, closes the window. FK_ERROR_MEMORY. */
static fk_status open_window(fk_motion_query *query, double from, double to)
{
    fk_traversal_front root;
    fk_traversal_result found;
    fk_motion_bound bound[2];
    fk_motion_query_bound(query, from, to, bound);
    query->other_tests++;
    fk_status status = fk_traversal_start(query->traversal, &root);
    if (status == FK_OK)
        status = fk_traversal_test(query->traversal, &bound[0], &bound[1], query->near_level,
                                   query->options.level > 0 ? FK_WITHIN_SURFACES : FK_WITHIN_NONE, &root,
                                   &query->window, &found);
    query->has_window = status == FK_OK;
    return status;
}

fk_status fk_motion_query_test_surfaces(fk_motion_query *query, double time, double margin,
                                        fk_traversal_state *out)
{
    fk_motion_bound bound[2];
    fk_traversal_result found;
    query->has_window = false;
    fk_motion_query_bound(query, time, time, bound);
    fk_status status = test_front(query, bound, 0, &found);
    *out = FK_TRAVERSAL_OPEN;
    if (status != FK_OK)
        return status;
    *out = found.state;
    if (found.state == FK_TRAVERSAL_BEYOND && margin > 0) {
        status = test_front(query, bound, margin, &found);
        *out =
            status == FK_OK && found.state == FK_TRAVERSAL_BEYOND ? FK_TRAVERSAL_BEYOND : FK_TRAVERSAL_OPEN;
    }
    return status;
}

/* Tests an instant by the one pair of primitives that was nearest in the last tests. */
static instant_state test_instant_nearest(fk_motion_query *query, double time)
{
    fk_motion_bound bound[2];
    fk_traversal_result found;
    fk_motion_query_bound(query, time, time, bound);
    query->other_tests++;
    if (!fk_traversal_test_nearest(query->traversal, &bound[0], &bound[1], query->options.level, true,
                                   &found))
        return INSTANT_CLEAR;
    if (found.state == FK_TRAVERSAL_WITHIN)
        return INSTANT_MEETS;
    fk_traversal_test_nearest(query->traversal, &bound[0], &bound[1], query->near_level, true, &found);
    return found.state == FK_TRAVERSAL_WITHIN ? INSTANT_NEAR : INSTANT_CLEAR;
}

/* Tests for near first: then the distance shows whether they may meet. */
static fk_status test_instant(fk_motion_query *query, double time, instant_state *out)
{
    fk_motion_bound bound[2];
    fk_traversal_result found, met = {.state = FK_TRAVERSAL_OPEN};
    fk_motion_query_bound(query, time, time, bound);
    fk_status status = test_front(query, bound, query->near_level, &found);
    if (status == FK_OK && found.state != FK_TRAVERSAL_BEYOND && found.distance <= query->options.level)
        status = test_front(query, bound, query->options.level, &met);
    if (status == FK_OK)
        *out = met.state == FK_TRAVERSAL_WITHIN     ? INSTANT_MEETS
               : found.state == FK_TRAVERSAL_WITHIN ? INSTANT_NEAR
                                                    : INSTANT_CLEAR;
    return status;
}

/* ---- The ends of a stretch ----------------------------------------------------------------------------- */

/* One end of a stretch, searched from outside: forward for its beginning, backward for its end. */
typedef struct contact_edge {
    const fk_motion_query *query;
    bool is_backward;
    /* From outside up to `clear` all is proved clear; at `near` the distance is about within the tolerance. */
    double clear, near;
    bool has_near;
    double width; /* of the interval with `near` in its middle */
    double step; /* the same, or shorter, so that the nearest primitives move by at most MOVES_LITTLE in it */
    bool is_stuck; /* the times from `clear` to `stuck` can neither be proved clear nor bisected */
    double stuck;
    /* The longest clear interval, and its middle. */
    double longest, sample;
} contact_edge;

/* In intervals that are so much shorter than the search the motion may be no more than rounding. */
#define SHORT 0x1p-36

/* Whether the motion bound of an interval is mostly rounding, so that bisection does not help. */
static bool is_mostly_rounding(const fk_motion_query *query, const fk_time_interval *interval)
{
    fk_traversal_result f = interval->found;
    fk_motion_bound now[2];
    if (interval->to - interval->from > SHORT * (query->options.to - query->options.from))
        return false;
    fk_traversal_find_points(query->traversal, &f);
    fk_motion_query_bound(query, interval->middle, interval->middle, now);
    return !(pair_motion_bound(interval->bound, f.point_a, f.point_b) >
             2 * pair_motion_bound(now, f.point_a, f.point_b));
}

/* Whether primitives are about within half the tolerance in the middle of an interval, or bisection cannot prove the
 * contrary. */
static bool is_near_midtime(const fk_motion_query *query, const fk_time_interval *interval)
{
    const fk_motion_options *o = &query->options;
    return interval->found.meets_midtime || interval->found.distance <= o->level + 0.5 * o->tolerance ||
           is_mostly_rounding(query, interval);
}

/* A motion that counts as little, as a share of the tolerance. */
#define MOVES_LITTLE 0.25

/* Bounds how far the nearest primitives are during an interval from where they are in its middle. */
static double nearest_motion(const fk_motion_query *query, const fk_time_interval *interval)
{
    fk_traversal_result f = interval->found;
    fk_traversal_find_points(query->traversal, &f);
    return pair_motion_bound(interval->bound, f.point_a, f.point_b);
}

/* The share of an interval below which a part of it counts as short. */
#define SHORT_PART 0.25

/* Sets cuts around the time at which the nearest primitives come within the level, as a guess: to first order, with the rest and a
 * tenth of the tolerance behind it, and three times that before it, so that they are apart in the middle. Most of the interval is
 * clear or behind that time at once, and the part between shrinks as the square of its length; halving it would take a step
 * for each bit. After a guess that left most of the interval it is halved, so guesses at most double the number of steps. */
static void cut_around_contact(fk_time_scan *scan, const fk_motion_query *query,
                               const fk_time_interval *interval)
{
    const fk_traversal_result *f = &interval->found;
    double length = interval->to - interval->from, level = query->options.level;
    double first = (scan->is_backward ? f->end : f->begin) - level;
    double last = (scan->is_backward ? f->begin : f->end) - level, rate = first - last;
    if (!(first > 0 && last <= 0) || interval->parent < 1.5 * length)
        return;
    double share = first / rate, off = 1 - 2 * share;
    double bend = 1.5 * f->rest * fk_larger(share * share, off * off);
    double margin = (bend + 0.1 * query->options.tolerance) / rate;
    double part[2] = {share + margin, share - 3 * margin};
    if (!(margin < 0.5 * SHORT_PART))
        return;
    for (int i = 0; i < 2; i++)
        if (part[i] > margin && part[i] < 1 - margin)
            scan->cut[scan->cut_count++] =
                scan->is_backward ? interval->to - part[i] * length : interval->from + part[i] * length;
}

static fk_scan_step visit_edge_interval(fk_time_scan *scan, const fk_time_interval *interval)
{
    contact_edge *e = scan->user;
    double begin = e->is_backward ? interval->to : interval->from;
    if (e->has_near && begin == e->near)
        return FK_SCAN_STOP;
    if (interval->found.state == FK_TRAVERSAL_BEYOND) {
        e->clear = e->is_backward ? interval->from : interval->to;
        if (interval->to - interval->from > e->longest) {
            e->longest = interval->to - interval->from;
            e->sample = interval->middle;
        }
        return FK_SCAN_DONE;
    }
    bool has_near = is_near_midtime(e->query, interval);
    /* Whether they move so little that bisection does not help. */
    bool moves_little = false;
    if (has_near) {
        double motion = nearest_motion(e->query, interval),
               little = MOVES_LITTLE * e->query->options.tolerance;
        moves_little = motion <= little || is_mostly_rounding(e->query, interval);
        e->has_near = true;
        e->near = interval->middle;
        e->width = interval->to - interval->from;
        e->step = e->width * (motion <= little ? 1 : little / motion);
    }
    if (interval->can_split && !moves_little) {
        if (has_near) /* the scan stops where this part ends */
            scan->cut[scan->cut_count++] = interval->middle;
        cut_around_contact(scan, e->query, interval);
        return FK_SCAN_SPLIT;
    }
    e->is_stuck = !e->has_near;
    e->stuck = e->is_backward ? interval->from : interval->to;
    return FK_SCAN_STOP;
}

/* Searches from `from` to `to`, or backward. */
static fk_status find_contact_edge(fk_motion_query *query, double from, double to, bool is_backward,
                                   contact_edge *e, bool *is_over_budget)
{
    fk_time_scan scan = {.from = from,
                         .to = to,
                         .is_backward = is_backward,
                         .proof = query->options.level > 0
                                      ? FK_WITHIN_SURFACES /* one pair is enough to continue */
                                      : FK_WITHIN_NONE,
                         .level = query->options.level,
                         .visitor = visit_edge_interval,
                         .user = e};
    *e = (contact_edge){
        .query = query, .is_backward = is_backward, .clear = is_backward ? to : from, .longest = -1};
    fk_status status = fk_time_scan_run(query, &scan);
    *is_over_budget = scan.is_over_budget;
    return status;
}

/* ---- Instants of contact ------------------------------------------------------------------------------- */

/* Steps per window. */
#define WINDOW_STEPS 16

/* From a near time, in growing steps toward `end`, searches for a time of sure contact, until an instant is clear; within the width
 * of the edge by the nearest primitives alone. *kind becomes what is proved for *time. */
static fk_status find_meeting(fk_motion_query *query, const contact_edge *e, double near, double end,
                              double *time, instant_state *kind)
{
    double sign = end < near ? -1 : 1, length = sign * (end - near), opened = 0;
    /* Steps must change a time. */
    double least = 0x1p-50 * fk_larger(fabs(near), fabs(end));
    double step = fk_larger(e->step, least), width = fk_larger(e->width, least);
    *time = near;
    *kind = INSTANT_NEAR;
    instant_state at = INSTANT_NEAR;
    fk_status status = FK_OK;
    for (double gone = 0; status == FK_OK && at == INSTANT_NEAR; gone = gone > 0 ? 2 * gone : step) {
        bool is_first = !(gone > 0);
        double probe = gone < length ? near + sign * gone : end;
        if (!is_first && fk_motion_query_is_over_budget(query))
            break;
        /* Mostly the nearest pair decides. */
        at = test_instant_nearest(query, probe);
        bool is_close = !is_first && gone < width && gone < length;
        if (is_close && at != INSTANT_MEETS)
            at = INSTANT_NEAR;
        bool is_known = at == INSTANT_MEETS || is_close || (is_first && at == INSTANT_NEAR);
        if (!is_known && (!query->has_window || gone > opened)) {
            opened = fk_smaller(fk_larger(WINDOW_STEPS * gone, WINDOW_STEPS * width), length);
            double far = opened < length ? near + sign * opened : end;
            status = open_window(query, fk_smaller(probe, far), fk_larger(probe, far));
        }
        if (status == FK_OK && !is_known)
            status = test_instant(query, probe, &at);
        if (status == FK_OK && (is_first || at == INSTANT_MEETS)) {
            *time = probe;
            *kind = at;
        }
        if (!(gone < length))
            break;
    }
    query->has_window = false;
    return status;
}

/* So often the bracket of a beginning is halved. */
#define NARROWINGS 8

/* How far the nearest primitives may move between two times; infinite where none are known. */
static double nearest_way(fk_motion_query *query, double from, double to)
{
    fk_motion_bound bound[2];
    fk_traversal_result found;
    fk_motion_query_bound(query, from, to, bound);
    if (!fk_traversal_test_nearest(query->traversal, &bound[0], &bound[1], query->options.level, false,
                                   &found))
        return INFINITY;
    fk_traversal_find_points(query->traversal, &found);
    return 2 * pair_motion_bound(bound, found.point_a, found.point_b);
}

/* Moves an end of a bracket, from a clear time to one of sure contact, to a time inside if it is one like it. */
static fk_status try_inside(fk_motion_query *query, double time, fk_interval *bracket, bool *is_moved)
{
    fk_motion_bound bound[2];
    fk_traversal_result found;
    *is_moved = test_instant_nearest(query, time) == INSTANT_MEETS;
    if (*is_moved) {
        bracket->hi = time;
        return FK_OK;
    }
    fk_status status = query->has_window ? FK_OK : open_window(query, bracket->lo, bracket->hi);
    fk_motion_query_bound(query, bracket->lo, time, bound);
    if (status == FK_OK)
        status = test_front(query, bound, query->options.level, &found);
    *is_moved = status == FK_OK && found.state == FK_TRAVERSAL_BEYOND;
    if (*is_moved)
        bracket->lo = time;
    return status;
}

/* Narrows a bracket while the nearest primitives move by more than the tolerance in it, as where surfaces slide toward each other at
 * a small angle: at its middle, or, where that can be proved neither clear nor in contact, at its quarters. */
static fk_status narrow_bracket(fk_motion_query *query, fk_interval *bracket)
{
    static const double place[3] = {0.5, 0.25, 0.75};
    fk_status status = FK_OK;
    bool is_moved = true;
    for (int i = 0; i < NARROWINGS && is_moved && status == FK_OK &&
                    nearest_way(query, bracket->lo, bracket->hi) > query->options.tolerance;
         i++) {
        const fk_interval whole = *bracket;
        is_moved = false;
        for (int k = 0; k < 3 && !(k == 1 && is_moved) && status == FK_OK; k++) {
            double time = (1 - place[k]) * whole.lo + place[k] * whole.hi;
            bool is_moved_here = false;
            if (bracket->lo < time && time < bracket->hi)
                status = try_inside(query, time, bracket, &is_moved_here);
            is_moved = is_moved || is_moved_here;
        }
    }
    query->has_window = false;
    return status;
}

/* ---- Following a stretch ------------------------------------------------------------------------------- */

typedef struct stretch_follower {
    const fk_motion_query *query;
    double start;
    double last; /* at which they are near, or meet */
    bool has_meeting;
    double first_meeting, last_meeting;
    bool is_ended;
    double end; /* where a clear interval begins, or the end of the segment */
} stretch_follower;

static fk_scan_step follow_stretch(fk_time_scan *scan, const fk_time_interval *interval)
{
    stretch_follower *f = scan->user;
    if (interval->found.state == FK_TRAVERSAL_BEYOND) {
        f->is_ended = true;
        f->end = interval->from;
        return FK_SCAN_STOP;
    }
    if (interval->found.state == FK_TRAVERSAL_WITHIN) {
        if (!f->has_meeting)
            f->first_meeting = interval->from;
        f->has_meeting = true;
        f->last = f->last_meeting = interval->to;
        return FK_SCAN_DONE;
    }
    bool has_near = is_near_midtime(f->query, interval);
    double length = interval->to - interval->from, resolution = f->query->options.resolution;
    if (interval->can_split && !(has_near && length <= resolution)) {
        /* Just after the start they are not deep enough for any interval that is longer than the resolution. */
        for (double part = 0.5 * length; interval->from <= f->start && scan->cut_count < FK_SCAN_CUTS;
             part *= 0.5) {
            scan->cut[scan->cut_count++] = interval->from + part;
            if (part <= resolution)
                break;
        }
        return FK_SCAN_SPLIT;
    }
    if (has_near)
        f->last = interval->middle;
    return FK_SCAN_DONE;
}

/* ---- A stretch ----------------------------------------------------------------------------------------- */

/* Finds the end of a stretch between its last known near time and f->end. */
static fk_status find_stretch_end(fk_motion_query *query, const stretch_follower *f, fk_stretch *s)
{
    contact_edge e = {.clear = f->end};
    instant_state at = INSTANT_CLEAR;
    bool is_over_budget = false, is_met = s->kind == FK_STRETCH_MEETS;
    double sure = is_met ? f->last_meeting : s->enter.hi;
    s->leave = (fk_interval){sure, f->end};
    if (fk_motion_query_is_over_budget(query))
        return FK_OK;
    fk_status status = f->is_ended ? FK_OK : test_instant(query, f->end, &at);
    if (status == FK_OK && (at == INSTANT_MEETS || (at == INSTANT_NEAR && !is_met))) {
        s->leave.lo = f->end;
        return status;
    }
    if (status == FK_OK && at == INSTANT_CLEAR && f->last < f->end) {
        status = find_contact_edge(query, f->last, f->end, true, &e, &is_over_budget);
        s->leave.hi = e.clear;
    }
    if (status != FK_OK || is_over_budget)
        return status;
    double near = at == INSTANT_NEAR ? f->end : e.has_near ? e.near : f->last;
    double time;
    near = fk_larger(near, sure);
    status = find_meeting(query, &e, near, is_met ? sure : near, &time, &at);
    if (status == FK_OK && (at == INSTANT_MEETS || (at == INSTANT_NEAR && !is_met)))
        s->leave.lo = time;
    return status;
}

/* Follows a stretch whose beginning is known. *reached becomes where the search for the next one begins. */
static fk_status find_stretch_rest(fk_motion_query *query, double to, fk_stretch *s, double *reached,
                                   bool *is_over_budget)
{
    bool is_met = s->kind == FK_STRETCH_MEETS;
    stretch_follower f = {query, s->enter.hi, s->enter.hi, is_met, s->enter.hi, s->enter.hi, false, to};
    fk_time_scan scan = {.from = s->enter.hi,
                         .to = to,
                         .proof = FK_WITHIN_INSIDE,
                         .level = query->options.level,
                         .visitor = follow_stretch,
                         .user = &f,
                         .reached = to};
    fk_status status = s->enter.hi < to ? fk_time_scan_run(query, &scan) : FK_OK;
    *reached = scan.reached;
    *is_over_budget = scan.is_over_budget;
    if (status != FK_OK)
        return status;
    if (f.has_meeting && !is_met) {
        s->kind = FK_STRETCH_MEETS;
        s->enter.hi = f.first_meeting;
    }
    s->overlaps = f.has_meeting && fk_sign_of(query->options.level) == 0;
    if (*is_over_budget) {
        s->leave = (fk_interval){f.has_meeting ? f.last_meeting : s->enter.hi, *reached};
        return status;
    }
    status = find_stretch_end(query, &f, s);
    *reached = s->leave.hi;
    return status;
}

/* ---- A segment ----------------------------------------------------------------------------------------- */

typedef struct time_segment {
    double from, to;
    double begin; /* times before it are done */
    bool is_new;  /* no time of the segment is done */
    bool is_done; /* the whole query is */
} time_segment;

/* Finds the beginning of the next stretch; surfaces are clear before it. If *kind becomes clear, there is none, and
 * g->begin is past what was searched. */
static fk_status find_stretch_start(fk_motion_query *query, time_segment *g, fk_interval *enter,
                                    instant_state *kind)
{
    /* If they are near at once, steps begin as short as time allows. */
    contact_edge e = {.clear = g->begin, .near = g->begin, .has_near = true, .longest = -1};
    bool is_over_budget = false, is_inside = false;
    *kind = INSTANT_CLEAR;
    fk_status status = g->is_new ? test_instant(query, g->begin, kind) : FK_OK;
    bool is_met_at_once = *kind != INSTANT_CLEAR;
    if (status == FK_OK && !is_met_at_once)
        status = find_contact_edge(query, g->begin, g->to, false, &e, &is_over_budget);
    if (status == FK_OK && query->has_inside && e.longest >= 0)
        status = fk_motion_query_is_inside(query, e.sample, &is_inside);
    if (status == FK_OK && is_inside)
        status = fk_motion_query_add_inside(query, g->begin, e.clear);
    g->is_new = false;
    g->is_done = is_over_budget || (is_inside && !query->options.wants_all);
    g->begin = e.clear;
    if (status != FK_OK || g->is_done || e.is_stuck || !e.has_near) {
        if (status == FK_OK && is_over_budget)
            status = fk_motion_query_add_undecided(query, e.clear, query->options.to);
        else if (status == FK_OK && e.is_stuck) {
            status = fk_motion_query_add_undecided(query, e.clear, e.stuck);
            g->begin = e.stuck;
        }
        return status;
    }
    /* When all stretches are wanted, steps do not cross a gap longer than the resolution. */
    double end = query->options.wants_all ? fk_smaller(g->to, e.near + query->options.resolution) : g->to;
    enter->lo = e.clear;
    status = find_meeting(query, &e, e.near, end, &enter->hi, kind);
    /* An inside of one stretch with what follows must not be cut from it. */
    if (status == FK_OK && *kind == INSTANT_MEETS && !is_inside)
        status = narrow_bracket(query, enter);
    if (status == FK_OK && *kind == INSTANT_CLEAR) {
        /* For instance where rounding exceeds the tolerance. */
        g->begin = g->to;
        status = fk_motion_query_add_undecided(query, e.clear, g->to);
    }
    return status;
}

static fk_status find_next_stretch(fk_motion_query *query, time_segment *g)
{
    fk_stretch s = {0};
    instant_state kind;
    fk_status status = find_stretch_start(query, g, &s.enter, &kind);
    if (status != FK_OK || kind == INSTANT_CLEAR)
        return status;
    bool is_met = kind == INSTANT_MEETS, is_over_budget = false;
    double reached = g->to;
    s.kind = is_met ? FK_STRETCH_MEETS : FK_STRETCH_NEAR;
    s.overlaps = is_met && fk_sign_of(query->options.level) == 0;
    s.leave = (fk_interval){s.enter.hi, query->options.to};
    if (query->options.wants_all)
        status = find_stretch_rest(query, g->to, &s, &reached, &is_over_budget);
    if (status == FK_OK)
        status = fk_motion_query_add(query, &s);
    if (status == FK_OK && is_over_budget)
        status = fk_motion_query_add_undecided(query, reached, query->options.to);
    g->is_done = is_over_budget || !query->options.wants_all;
    g->begin = reached;
    return status;
}

fk_status fk_segment_bisect(fk_motion_query *query, double from, double to, bool *is_done)
{
    time_segment g = {from, to, from, true, false};
    fk_status status = FK_OK;
    while (status == FK_OK && !g.is_done && (g.is_new || g.begin < to))
        status = find_next_stretch(query, &g);
    *is_done = g.is_done;
    return status;
}
