/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The stretches of a segment, by cells of time.
 *
 * In turns: where does the next one begin, where does it end? Its beginning is looked for in the order of time: cells
 * are cut in two until they are proved clear, or what moves in them is less than the tolerance; then the distance in
 * the middle is at most that. From there cells are cut until one is proved clear, those that are near not below the
 * resolution. Between the last that is near and that cell the end is looked for, against the order of time.
 *
 * A time that is near becomes one at which they surely meet where that can be proved for an instant soon behind it.
 * Between stretches surfaces are apart, so that one solid is inside the other during all of it, or never: one time
 * tells.
 *
 * Weak inputs: what rolls or slides in contact is looked at in cells of the resolution. */

#include <math.h>

#include "base/vec3.h"
#include "motion/moving.h"

/* ---- Where it begins, where it ends -------------------------------------------------------------------- */

/* From one side of a stretch of time, backward from its end. */
typedef struct edge {
    const fk_asker *asker;
    bool is_backward;
    /* From that side up to `clear` all is proved; at `near` the distance is about within the tolerance. */
    double clear, near;
    bool has_near;
    double width;  /* of the cell in whose middle that is */
    bool is_stuck; /* what is behind `clear` can neither be proved nor cut further; up to `stuck` */
    double stuck;
    /* The middle of the longest cell that is clear. */
    double longest, sample;
} edge;

/* Cells that were cut so often may move by not more than rounding. */
#define DEEP 36

/* Whether what moves in a cell is mostly rounding: to cut it further says nothing new. */
static bool is_rounding(const fk_asker *asker, const fk_time_cell *cell)
{
    const fk_walk_found *f = &cell->found;
    fk_sway instant[2];
    if (cell->depth < DEEP)
        return false;
    fk_asker_sway(asker, cell->middle, cell->middle, instant);
    return !(fk_sway_reach(cell->sway, f->point_a, f->point_b) >
             2 * fk_sway_reach(instant, f->point_a, f->point_b));
}

/* Whether parts are, in the middle of a cell, about within half the tolerance; or not known to be further apart than
 * that, and never will be. */
static bool is_near(const fk_asker *asker, const fk_time_cell *cell)
{
    const fk_motion_options *o = &asker->options;
    return cell->found.distance <= o->level + 0.5 * o->tolerance || is_rounding(asker, cell);
}

/* Whether these parts move so little that a closer look says nothing new. */
static bool is_small(const fk_asker *asker, const fk_time_cell *cell)
{
    const fk_walk_found *f = &cell->found;
    return fk_sway_reach(cell->sway, f->point_a, f->point_b) <= 0.25 * asker->options.tolerance ||
           is_rounding(asker, cell);
}

static fk_cell_step look_for_edge(fk_time_scan *scan, const fk_time_cell *cell)
{
    edge *e = scan->user;
    double begin = e->is_backward ? cell->to : cell->from;
    if (e->has_near && begin == e->near)
        return FK_CELL_STOP;
    if (cell->found.state == FK_WALK_BEYOND) {
        e->clear = e->is_backward ? cell->from : cell->to;
        if (cell->to - cell->from > e->longest) {
            e->longest = cell->to - cell->from;
            e->sample = cell->middle;
        }
        return FK_CELL_DONE;
    }
    bool has_near = is_near(e->asker, cell);
    if (has_near) {
        e->has_near = true;
        e->near = cell->middle;
        e->width = cell->to - cell->from;
    }
    if (cell->can_split && !(has_near && is_small(e->asker, cell)))
        return FK_CELL_SPLIT;
    e->is_stuck = !e->has_near;
    e->stuck = e->is_backward ? cell->from : cell->to;
    return FK_CELL_STOP;
}

/* Looks from `from` to `to`, or backward. */
static fk_status find_edge(fk_asker *asker, double from, double to, bool is_backward, edge *e, bool *is_spent)
{
    fk_time_scan scan = {.from = from,
                         .to = to,
                         .is_backward = is_backward,
                         .wants_within = asker->options.level > 0, /* one pair is enough to go on */
                         .level = asker->options.level,
                         .visitor = look_for_edge,
                         .user = e};
    *e = (edge){.asker = asker, .is_backward = is_backward, .clear = is_backward ? to : from, .longest = -1};
    fk_status status = fk_time_scan_run(asker, &scan);
    *is_spent = scan.is_spent;
    return status;
}

/* ---- Instants at which they meet ----------------------------------------------------------------------- */

/* So many steps are asked in one window. */
#define WINDOW 16

/* From a time that is near, in growing steps toward `end`, for one at which they meet; until they are clear. *kind
 * becomes what is known of *time. */
static fk_status find_meeting(fk_asker *asker, double near, double step, double end, double *time,
                              fk_instant *kind)
{
    double sign = end < near ? -1 : 1, length = sign * (end - near), opened = 0;
    /* Steps that a time does not notice. */
    step = fk_larger(step, 0x1p-50 * fk_larger(fabs(near), fabs(end)));
    *time = near;
    *kind = FK_INSTANT_NEAR;
    fk_instant at = FK_INSTANT_NEAR;
    fk_status status = FK_OK;
    for (double gone = 0; status == FK_OK && at == FK_INSTANT_NEAR; gone = gone > 0 ? 2 * gone : step) {
        bool is_first = !(gone > 0);
        double probe = gone < length ? near + sign * gone : end;
        if (!is_first && fk_asker_is_spent(asker))
            break;
        /* Mostly the parts that are nearest tell. */
        at = fk_asker_glance(asker, probe);
        bool is_known = at == FK_INSTANT_MEETS || (is_first && at == FK_INSTANT_NEAR);
        if (!is_known && (!asker->has_window || gone > opened)) {
            opened = fk_smaller(fk_larger(WINDOW * gone, WINDOW * step), length);
            double far = opened < length ? near + sign * opened : end;
            status = fk_asker_open_window(asker, fk_smaller(probe, far), fk_larger(probe, far));
        }
        if (status == FK_OK && !is_known)
            status = fk_asker_instant(asker, probe, &at);
        if (status == FK_OK && (is_first || at == FK_INSTANT_MEETS)) {
            *time = probe;
            *kind = at;
        }
        if (!(gone < length))
            break;
    }
    fk_asker_close_window(asker);
    return status;
}

/* ---- As long as it lasts ------------------------------------------------------------------------------- */

typedef struct follow {
    const fk_asker *asker;
    double last; /* at which they are near, or meet */
    bool has_meeting;
    double first_meeting, last_meeting;
    bool is_ended;
    double end; /* where a cell begins that is clear, or that of the segment */
} follow;

static fk_cell_step follow_stretch(fk_time_scan *scan, const fk_time_cell *cell)
{
    follow *f = scan->user;
    if (cell->found.state == FK_WALK_BEYOND) {
        f->is_ended = true;
        f->end = cell->from;
        return FK_CELL_STOP;
    }
    if (cell->found.state == FK_WALK_WITHIN) {
        if (!f->has_meeting)
            f->first_meeting = cell->from;
        f->has_meeting = true;
        f->last = f->last_meeting = cell->to;
        return FK_CELL_DONE;
    }
    bool has_near = is_near(f->asker, cell);
    if (cell->can_split && !(has_near && cell->to - cell->from <= f->asker->options.resolution))
        return FK_CELL_SPLIT;
    if (has_near)
        f->last = cell->middle;
    return FK_CELL_DONE;
}

static fk_status follow_to_end(fk_asker *asker, double from, double to, follow *f, double *reached,
                               bool *is_spent)
{
    fk_time_scan scan = {.from = from,
                         .to = to,
                         .wants_within = true,
                         .level = asker->options.level,
                         .visitor = follow_stretch,
                         .user = f};
    fk_status status = fk_time_scan_run(asker, &scan);
    *reached = scan.reached;
    *is_spent = scan.is_spent;
    return status;
}

/* ---- A stretch ----------------------------------------------------------------------------------------- */

/* Its end, between the last time that is known to be near, and f->end. */
static fk_status find_leave(fk_asker *asker, const follow *f, fk_stretch *s)
{
    edge e = {.clear = f->end};
    fk_instant at = FK_INSTANT_CLEAR;
    bool is_spent = false, is_met = s->kind == FK_STRETCH_MEETS;
    double sure = is_met ? f->last_meeting : s->enter.hi;
    s->leave = (fk_interval){sure, f->end};
    if (fk_asker_is_spent(asker))
        return FK_OK;
    fk_status status = f->is_ended ? FK_OK : fk_asker_instant(asker, f->end, &at);
    if (status == FK_OK && (at == FK_INSTANT_MEETS || (at == FK_INSTANT_NEAR && !is_met))) {
        s->leave.lo = f->end;
        return status;
    }
    if (status == FK_OK && at == FK_INSTANT_CLEAR && f->last < f->end) {
        status = find_edge(asker, f->last, f->end, true, &e, &is_spent);
        s->leave.hi = e.clear;
    }
    if (status != FK_OK || is_spent)
        return status;
    double near = at == FK_INSTANT_NEAR ? f->end : e.has_near ? e.near : f->last;
    double time;
    near = fk_larger(near, sure);
    status = find_meeting(asker, near, e.width, is_met ? sure : near, &time, &at);
    if (status == FK_OK && (at == FK_INSTANT_MEETS || (at == FK_INSTANT_NEAR && !is_met)))
        s->leave.lo = time;
    return status;
}

/* The rest of a stretch whose beginning is known; *reached becomes where the next one is looked for. */
static fk_status find_rest(fk_asker *asker, double to, fk_stretch *s, double *reached, bool *is_spent)
{
    bool is_met = s->kind == FK_STRETCH_MEETS;
    follow f = {asker, s->enter.hi, is_met, s->enter.hi, s->enter.hi, false, to};
    fk_status status = FK_OK;
    *is_spent = false;
    *reached = to;
    if (s->enter.hi < to)
        status = follow_to_end(asker, s->enter.hi, to, &f, reached, is_spent);
    if (status != FK_OK)
        return status;
    if (f.has_meeting && !is_met) {
        s->kind = FK_STRETCH_MEETS;
        s->enter.hi = f.first_meeting;
    }
    s->overlaps = f.has_meeting && fk_sign_of(asker->options.level) == 0;
    if (*is_spent) {
        s->leave = (fk_interval){f.has_meeting ? f.last_meeting : s->enter.hi, *reached};
        return status;
    }
    status = find_leave(asker, &f, s);
    *reached = s->leave.hi;
    return status;
}

/* ---- A segment ----------------------------------------------------------------------------------------- */

typedef struct segment {
    double from, to;
    double begin; /* what is before is known */
    bool is_new;  /* nothing of the segment is known yet */
    bool is_done; /* of the whole question */
} segment;

/* The beginning of the next stretch; surfaces are clear before. Without one *kind is clear, and the segment known. */
static fk_status find_enter(fk_asker *asker, segment *g, fk_interval *enter, fk_instant *kind)
{
    /* If they are near at once, steps begin as short as time allows. */
    edge e = {.clear = g->begin, .near = g->begin, .has_near = true, .longest = -1};
    bool is_spent = false, is_inside = false;
    *kind = FK_INSTANT_CLEAR;
    fk_status status = g->is_new ? fk_asker_instant(asker, g->begin, kind) : FK_OK;
    bool is_met_at_once = *kind != FK_INSTANT_CLEAR;
    if (status == FK_OK && !is_met_at_once)
        status = find_edge(asker, g->begin, g->to, false, &e, &is_spent);
    if (status == FK_OK && asker->has_inside && e.longest >= 0)
        status = fk_asker_is_inside(asker, e.sample, &is_inside);
    if (status == FK_OK && is_inside)
        status = fk_asker_add_inside(asker, g->begin, e.clear);
    g->is_new = false;
    g->is_done = is_spent || (is_inside && !asker->options.wants_all);
    g->begin = e.clear;
    if (status != FK_OK || g->is_done || e.is_stuck || !e.has_near) {
        if (status == FK_OK && is_spent)
            status = fk_asker_add_undecided(asker, e.clear, asker->options.to);
        else if (status == FK_OK && e.is_stuck) {
            status = fk_asker_add_undecided(asker, e.clear, e.stuck);
            g->begin = e.stuck;
        }
        return status;
    }
    /* In all stretches, a gap that is longer than the resolution is not stepped over. */
    double end = asker->options.wants_all ? fk_smaller(g->to, e.near + asker->options.resolution) : g->to;
    enter->lo = e.clear;
    status = find_meeting(asker, e.near, e.width, end, &enter->hi, kind);
    if (status == FK_OK && *kind == FK_INSTANT_CLEAR) {
        /* As where rounding is not less than the tolerance. */
        g->begin = g->to;
        status = fk_asker_add_undecided(asker, e.clear, g->to);
    }
    return status;
}

static fk_status next_stretch(fk_asker *asker, segment *g)
{
    fk_stretch s = {0};
    fk_instant kind;
    fk_status status = find_enter(asker, g, &s.enter, &kind);
    if (status != FK_OK || kind == FK_INSTANT_CLEAR)
        return status;
    bool is_met = kind == FK_INSTANT_MEETS, is_spent = false;
    double reached = g->to;
    s.kind = is_met ? FK_STRETCH_MEETS : FK_STRETCH_NEAR;
    s.overlaps = is_met && fk_sign_of(asker->options.level) == 0;
    s.leave = (fk_interval){s.enter.hi, asker->options.to};
    if (asker->options.wants_all)
        status = find_rest(asker, g->to, &s, &reached, &is_spent);
    if (status == FK_OK)
        status = fk_asker_add(asker, &s);
    if (status == FK_OK && is_spent)
        status = fk_asker_add_undecided(asker, reached, asker->options.to);
    g->is_done = is_spent || !asker->options.wants_all;
    g->begin = reached;
    return status;
}

fk_status fk_segment_walk(fk_asker *asker, double from, double to, bool *is_done)
{
    segment g = {from, to, from, true, false};
    fk_status status = FK_OK;
    while (status == FK_OK && !g.is_done && (g.is_new || g.begin < to))
        status = next_stretch(asker, &g);
    *is_done = g.is_done;
    return status;
}
