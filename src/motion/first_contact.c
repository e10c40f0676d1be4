/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* When two colliders that move first meet, and when again, and how close they come: fk_motion_contacts.
 *
 * The time is cut into segments, in each of which all frames move in one way; each is looked at on its own, in the order
 * of time. What is known of them is put together here.
 *
 * The pair is put in a fixed order first, by their frames, so that (b, a) has the same answer. Two that are fixed to the
 * same frame rest, and what is asked of them does not depend on their order.
 *
 * The closest approach is branch and bound over time. A few times are measured first. Then cells of time are looked at
 * with a level of somewhat less than the least distance so far: those beyond it need no closer look, and others are cut
 * in two. Where the middle of one is nearer, it is measured. In the end nothing is nearer than the least distance less
 * what was left off. If surfaces never meet, one solid is inside the other all the time, or never: one time tells.
 *
 * Weak inputs: for the closest approach, distances that hardly change over time, at a small tolerance. */

#include <math.h>
#include <string.h>

#include "base/lists.h"
#include "base/vec3.h"
#include "motion/first_contact.h"

/* ---- Options ------------------------------------------------------------------------------------------- */

/* About the size of what is bounded; else 0, and so of a point, whose ball is but rounding. */
static double size_of(const fk_collider *collider)
{
    double radius = collider->sphere.radius;
    bool is_size = fk_is_finite(radius) && radius > 0x1p-40 * fk_vec3_length(collider->sphere.center) &&
                   radius > 0x1p-400;
    return is_size ? 2 * radius : 0;
}

fk_motion_options fk_motion_options_default(const fk_motion *motion, const fk_moving *a, const fk_moving *b)
{
    fk_interval span = fk_motion_span(motion);
    double p = size_of(a->collider), q = size_of(b->collider);
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

static bool is_valid(const fk_motion_options *o)
{
    return fk_is_finite(o->from) && fk_is_finite(o->to) && o->from <= o->to && fk_is_finite(o->level) &&
           o->level >= 0 && fk_is_finite(o->tolerance) && o->tolerance > 0 && fk_is_finite(o->resolution) &&
           o->resolution > 0 && o->max_seconds >= 0;
}

/* ---- Stretches ----------------------------------------------------------------------------------------- */

/* Joins a stretch with one before it. Where one of them alone surely meets, its times do. */
static void join(fk_stretch *first, const fk_stretch *next)
{
    bool is_first = first->kind >= next->kind, is_next = next->kind >= first->kind;
    if (!is_first)
        first->enter.hi = next->enter.hi;
    first->leave = (fk_interval){is_next ? next->leave.lo : first->leave.lo, next->leave.hi};
    first->kind = is_first ? first->kind : next->kind;
    first->is_exact = first->is_exact && next->is_exact && is_first && is_next;
    first->overlaps = first->overlaps || next->overlaps;
}

fk_status fk_asker_add(fk_asker *asker, const fk_stretch *stretch)
{
    fk_stretch *last = asker->count > 0 ? &asker->stretch[asker->count - 1] : NULL;
    bool is_decided = stretch->kind != FK_STRETCH_UNDECIDED;
    /* What is only near, soon behind another one, is as they part: looked at in other cells than its end was. */
    double gap = stretch->kind == FK_STRETCH_NEAR ? asker->options.resolution : 0;
    if (last != NULL && (last->kind != FK_STRETCH_UNDECIDED) == is_decided &&
        stretch->enter.lo - last->leave.hi <= gap) {
        join(last, stretch);
        if (!is_decided)
            last->leave.lo = last->leave.hi;
        return FK_OK;
    }
    if (!fk_grow(asker->context, &asker->stretch, sizeof *asker->stretch, asker->count, &asker->capacity,
                 asker->count + 1))
        return FK_ERROR_MEMORY;
    /* Also what lies between the fields is the same on every run. */
    last = memset(&asker->stretch[asker->count++], 0, sizeof *last);
    last->kind = stretch->kind;
    last->enter = stretch->enter;
    last->leave = stretch->leave;
    last->is_exact = stretch->is_exact;
    last->overlaps = stretch->overlaps;
    return FK_OK;
}

fk_status fk_asker_add_undecided(fk_asker *asker, double from, double to)
{
    fk_stretch stretch = {FK_STRETCH_UNDECIDED, {from, from}, {to, to}, false, false};
    return fk_asker_add(asker, &stretch);
}

fk_status fk_asker_add_inside(fk_asker *asker, double from, double to)
{
    fk_stretch stretch = {FK_STRETCH_MEETS, {from, from}, {to, to}, false, true};
    if (!asker->options.wants_all)
        stretch.leave = (fk_interval){from, asker->options.to};
    return fk_asker_add(asker, &stretch);
}

/* ---- Segments ------------------------------------------------------------------------------------------ */

/* The end of the segment that begins at a time before the last one. */
static double segment_end(const fk_asker *asker, double time)
{
    double next = asker->options.to;
    for (int i = 0; i < 2; i++)
        next = fk_smaller(next, fk_motion_next(asker->motion, asker->base, asker->body[i].frame, time));
    return next;
}

/* Whether both can be placed at a time. */
static fk_status check_place(const fk_asker *asker, double time)
{
    fk_status status = FK_OK;
    fk_sway sway[2];
    fk_aabb box;
    fk_asker_sway(asker, time, time, sway);
    for (int i = 0; i < 2 && status == FK_OK; i++) {
        fk_placed_collider placed = {asker->collider[i], sway[i].pose};
        status = fk_collider_box(&placed, &box);
    }
    return status;
}

static fk_status look_at_segment(fk_asker *asker, double from, double to, bool *is_done)
{
    bool is_exact = false;
    fk_status status = check_place(asker, to);
    if (status == FK_OK && fk_asker_is_spent(asker)) {
        *is_done = true;
        return fk_asker_add_undecided(asker, from, asker->options.to);
    }
    if (status == FK_OK)
        status = fk_segment_slide(asker, from, to, &is_exact, is_done);
    if (status == FK_OK && !is_exact)
        status = fk_segment_walk(asker, from, to, is_done);
    return status;
}

static fk_status look_at_all(fk_asker *asker)
{
    double from = asker->options.from;
    bool is_done = false;
    fk_status status = check_place(asker, from);
    /* Also a single time is looked at. */
    do {
        double to = segment_end(asker, from);
        if (status == FK_OK)
            status = look_at_segment(asker, from, to, &is_done);
        from = to;
    } while (status == FK_OK && !is_done && from < asker->options.to);
    return status;
}

/* ---- The closest approach ------------------------------------------------------------------------------ */

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

static void look_for_closest(closest *c, double from, double to)
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

static fk_status find_closest(fk_asker *asker, fk_motion_answer *out)
{
    const fk_motion_options *o = &asker->options;
    closest c = {.asker = asker,
                 .most = INFINITY,
                 .time = o->from,
                 .least = INFINITY,
                 .margin = 0.75 * o->tolerance,
                 .status = FK_OK};
    for (size_t i = 0; i < asker->count && fk_sign_of(o->level) == 0; i++)
        if (asker->stretch[i].kind == FK_STRETCH_MEETS)
            return write_meeting(&c, asker->stretch[i].enter.hi, out);
    measure_some(&c);
    double from = o->from;
    do {
        double to = segment_end(asker, from);
        look_for_closest(&c, from, to);
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

/* ---- The question -------------------------------------------------------------------------------------- */

static fk_status make_body(const fk_moving *moving, fk_motion_body *out)
{
    const fk_collider *collider = moving->collider;
    fk_aabb box;
    fk_placed_collider placed = {collider, moving->pose};
    fk_status status = fk_collider_box(&placed, &box);
    if (status != FK_OK)
        return status;
    if (!(fk_pose_skew(&moving->pose) <= FK_MOTION_RIGID))
        return FK_ERROR_ARGUMENT;
    *out = (fk_motion_body){moving->frame, moving->pose, collider->sphere.center, collider->sphere.radius};
    return FK_OK;
}

static fk_status make_asker(fk_asker *asker, const fk_moving *a, const fk_moving *b)
{
    bool is_swapped = a->frame > b->frame;
    const fk_moving *moving[2] = {is_swapped ? b : a, is_swapped ? a : b};
    fk_status status = FK_OK;
    if (!fk_motion_has_frame(asker->motion, a->frame) || !fk_motion_has_frame(asker->motion, b->frame))
        return FK_ERROR_ARGUMENT;
    for (int i = 0; i < 2 && status == FK_OK; i++) {
        const fk_collider *collider = moving[i]->collider;
        asker->collider[i] = collider;
        asker->has_inside =
            asker->has_inside || (collider->kind == FK_COLLIDER_MESH && collider->mesh.is_solid);
        status = make_body(moving[i], &asker->body[i]);
    }
    if (status != FK_OK)
        return status;
    const fk_motion_options *o = &asker->options;
    asker->near_level = fk_larger(nextafter(o->level + o->tolerance, 0), o->level);
    asker->deadline = o->max_seconds > 0 ? fk_clock_seconds() + o->max_seconds : INFINITY;
    asker->base = fk_motion_common(asker->motion, a->frame, b->frame);
    return fk_walk_create(asker->context, asker->collider[0], asker->collider[1], &asker->walk);
}

/* One block: the answer, and the stretches behind it. */
static fk_motion_answer *make_answer(const fk_asker *asker, const fk_motion_answer *known)
{
    size_t bytes = sizeof(fk_motion_answer) + asker->count * sizeof *asker->stretch;
    fk_motion_answer *answer = fk_allocate(asker->context, bytes);
    if (answer == NULL)
        return NULL;
    *answer = *known;
    answer->stretch_count = (uint32_t)asker->count;
    answer->stretch = (const fk_stretch *)(answer + 1);
    if (asker->count > 0)
        memcpy(answer + 1, asker->stretch, asker->count * sizeof *asker->stretch);
    answer->tests = fk_asker_tests(asker);
    answer->bytes = bytes;
    return answer;
}

fk_status fk_motion_contacts(fk_context *context, const fk_motion *motion, const fk_moving *a,
                             const fk_moving *b, const fk_motion_options *options, fk_motion_answer **out)
{
    fk_asker asker = {.context = context, .motion = motion, .options = *options};
    fk_motion_answer known = {0};
    if (!is_valid(options))
        return FK_ERROR_ARGUMENT;
    fk_status status = make_asker(&asker, a, b);
    if (status == FK_OK)
        status = look_at_all(&asker);
    if (status == FK_OK && options->wants_closest)
        status = find_closest(&asker, &known);
    if (a->frame > b->frame) {
        fk_vec3 point = known.point_a;
        known.point_a = known.point_b;
        known.point_b = point;
    }
    fk_motion_answer *answer = status == FK_OK ? make_answer(&asker, &known) : NULL;
    if (status == FK_OK && answer == NULL)
        status = FK_ERROR_MEMORY;
    fk_walk_free(asker.walk);
    fk_release(context, asker.stretch, asker.capacity * sizeof *asker.stretch);
    if (answer != NULL)
        *out = answer;
    return status;
}

void fk_motion_answer_free(fk_context *context, fk_motion_answer *answer)
{
    if (answer != NULL)
        fk_release(context, answer, answer->bytes);
}
