/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The stretches of a segment, by cells of time.
 *
 * A cell of time is looked at as a whole, then its halves, each with what is left of the front of the walk (traverse.h).
 * Cells that lie behind each other on the way down are kept on a stack, as their fronts are.
 *
 * In turns: where does the next stretch begin, where does it end? Its beginning is looked for in the order of time: cells
 * are cut in two until they are proved clear, or what moves in them is less than the tolerance; then the distance in
 * the middle is at most that. From there cells are cut until one is proved clear, those that are near not below the
 * resolution. Between the last that is near and that cell the end is looked for, against the order of time.
 *
 * A time that is near becomes one at which they surely meet where that can be proved for an instant soon behind it.
 * Between stretches surfaces are apart, so that one solid is inside the other during all of it, or never: one time
 * tells.
 *
 * Weak inputs: what rolls or slides in contact is looked at in cells of the resolution; times that differ by a few
 * units in the last place cannot be cut in two. */

#include <float.h>
#include <math.h>

#include "base/vec3.h"
#include "motion/first_contact.h"

/* Cells are not cut more often than this. */
#define DEEPEST 96

/* ---- Places at a time ---------------------------------------------------------------------------------- */

void fk_asker_sway(const fk_asker *asker, double from, double to, fk_sway out[2])
{
    for (int i = 0; i < 2; i++)
        fk_motion_sway(asker->motion, asker->base, &asker->body[i], from, to, &out[i]);
}

static double reach_of(const fk_sway *sway, fk_vec3 point)
{
    double far = fk_vec3_length(fk_vec3_sub(point, sway->center));
    return (sway->whole0 + sway->whole1 * far) * (1 + 0x1p-40);
}

/* How far points of a and b may be, together, from where they are in the middle. */
static double way_of_both(const fk_sway sway[2], fk_vec3 point_a, fk_vec3 point_b)
{
    return (reach_of(&sway[0], point_a) + reach_of(&sway[1], point_b)) * (1 + 0x1p-40) + DBL_MIN;
}

static bool is_finite_pose(const fk_pose *pose)
{
    bool is_finite = fk_vec3_is_finite(pose->translation);
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            is_finite = is_finite && fk_is_finite(pose->rotation[i][j]);
    return is_finite;
}

fk_status fk_asker_measure(fk_asker *asker, double time, double limit, fk_collider_distance *out,
                           double *rounding)
{
    fk_sway sway[2];
    fk_asker_sway(asker, time, time, sway);
    fk_placed_collider a = {asker->collider[0], sway[0].pose}, b = {asker->collider[1], sway[1].pose};
    asker->other_tests++;
    *rounding = INFINITY;
    if (!is_finite_pose(&a.pose) || !is_finite_pose(&b.pose)) {
        *out = (fk_collider_distance){{0, INFINITY}, {0, 0, 0}, {0, 0, 0}, FK_NONE, FK_NONE};
        return FK_OK;
    }
    fk_status status = fk_collider_measure(asker->context, &a, &b, limit, out);
    if (status == FK_OK)
        *rounding = way_of_both(sway, out->point_a, out->point_b);
    return status;
}

fk_status fk_asker_is_inside(fk_asker *asker, double time, bool *out)
{
    fk_collider_distance d;
    double rounding;
    fk_status status = fk_asker_measure(asker, time, 0, &d, &rounding);
    if (status == FK_OK)
        *out = fk_sign_of(d.distance.hi) == 0;
    return status;
}

/* ---- The budget ---------------------------------------------------------------------------------------- */

uint64_t fk_asker_tests(const fk_asker *asker)
{
    return asker->other_tests + (asker->walk != NULL ? asker->walk->tests : 0);
}

bool fk_asker_is_spent(const fk_asker *asker)
{
    uint64_t most = asker->options.max_tests;
    if (most > 0 && fk_asker_tests(asker) >= most)
        return true;
    return fk_is_finite(asker->deadline) && fk_clock_seconds() > asker->deadline;
}

/* ---- Cells --------------------------------------------------------------------------------------------- */

/* A cell that was split, and whether its second half is under way. */
typedef struct split_cell {
    double from, to, middle, least;
    fk_walk_front front;
    bool is_second;
} split_cell;

typedef struct cell_stack {
    split_cell cell[DEEPEST];
    int depth;
} cell_stack;

static fk_status look_at(fk_asker *asker, const fk_time_scan *scan, const fk_walk_front *in,
                         fk_walk_front *out, fk_time_cell *cell)
{
    cell->middle = 0.5 * cell->from + 0.5 * cell->to;
    cell->can_split = cell->from < cell->middle && cell->middle < cell->to;
    asker->other_tests++;
    fk_asker_sway(asker, cell->from, cell->to, cell->sway);
    return fk_walk_look(asker->walk, &cell->sway[0], &cell->sway[1], scan->level, scan->wants_within, in, out,
                        &cell->found);
}

/* The half of the last split cell that comes next. */
static void take_half(const fk_time_scan *scan, const cell_stack *stack, fk_time_cell *cell)
{
    const split_cell *top = &stack->cell[stack->depth - 1];
    bool is_later = top->is_second != scan->is_backward;
    cell->from = is_later ? top->middle : top->from;
    cell->to = is_later ? top->to : top->middle;
}

/* Goes on behind a cell that is done; false when none is left. */
static bool go_on(fk_asker *asker, const fk_time_scan *scan, cell_stack *stack, fk_time_cell *cell)
{
    while (stack->depth > 0 && stack->cell[stack->depth - 1].is_second)
        fk_walk_drop(asker->walk, &stack->cell[--stack->depth].front);
    if (stack->depth == 0)
        return false;
    stack->cell[stack->depth - 1].is_second = true;
    take_half(scan, stack, cell);
    return true;
}

/* What is known of all that is on the stack. */
static double least_of(const cell_stack *stack)
{
    double least = stack->depth > 0 ? stack->cell[0].least : 0;
    for (int i = 1; i < stack->depth; i++)
        least = fk_smaller(least, stack->cell[i].least);
    return least;
}

fk_status fk_time_scan_run(fk_asker *asker, fk_time_scan *scan)
{
    cell_stack stack;
    fk_walk_front root, out;
    fk_time_cell cell = {.from = scan->from, .to = scan->to};
    stack.depth = 0;
    scan->reached = scan->is_backward ? scan->to : scan->from;
    scan->is_spent = false;
    asker->has_window = false;
    fk_status status = fk_walk_start(asker->walk, &root);
    for (bool is_open = true; status == FK_OK && is_open;) {
        scan->is_spent = fk_asker_is_spent(asker);
        scan->least = least_of(&stack);
        if (scan->is_spent)
            break;
        const fk_walk_front *in = stack.depth > 0 ? &stack.cell[stack.depth - 1].front : &root;
        status = look_at(asker, scan, in, &out, &cell);
        if (status != FK_OK)
            break;
        cell.depth = stack.depth;
        cell.can_split = cell.can_split && stack.depth < DEEPEST;
        fk_cell_step step = scan->visitor(scan, &cell);
        if (step == FK_CELL_STOP)
            break;
        if (step == FK_CELL_SPLIT && cell.can_split) {
            stack.cell[stack.depth++] =
                (split_cell){cell.from, cell.to, cell.middle, cell.found.least, out, false};
            take_half(scan, &stack, &cell);
        } else {
            fk_walk_drop(asker->walk, &out);
            scan->reached = scan->is_backward ? cell.from : cell.to;
            is_open = go_on(asker, scan, &stack, &cell);
        }
    }
    return status;
}

/* ---- Instants ------------------------------------------------------------------------------------------ */

/* What is known of an instant. Clear: it is not known to be near. */
typedef enum instant { INSTANT_CLEAR, INSTANT_NEAR, INSTANT_MEETS } instant;

/* From what is left in the window, or from all. */
static fk_status look_once(fk_asker *asker, const fk_sway sway[2], double level, fk_walk_found *found)
{
    fk_walk_front in = asker->window, front;
    asker->other_tests++;
    fk_status status = asker->has_window ? FK_OK : fk_walk_start(asker->walk, &in);
    if (status == FK_OK)
        status = fk_walk_look(asker->walk, &sway[0], &sway[1], level, true, &in, &front, found);
    if (status == FK_OK)
        fk_walk_drop(asker->walk, &front);
    return status;
}

/* The instants that are asked next are between two times, which are in one segment: what is far all the time is put
 * aside once. A scan, or fk_asker_surfaces, closes it. FK_ERROR_MEMORY. */
static fk_status open_window(fk_asker *asker, double from, double to)
{
    fk_walk_front root;
    fk_walk_found found;
    fk_sway sway[2];
    fk_asker_sway(asker, from, to, sway);
    asker->other_tests++;
    fk_status status = fk_walk_start(asker->walk, &root);
    if (status == FK_OK)
        status = fk_walk_look(asker->walk, &sway[0], &sway[1], asker->near_level, asker->options.level > 0,
                              &root, &asker->window, &found);
    asker->has_window = status == FK_OK;
    return status;
}

fk_status fk_asker_surfaces(fk_asker *asker, double time, double margin, fk_walk_state *out)
{
    fk_sway sway[2];
    fk_walk_found found;
    asker->has_window = false;
    fk_asker_sway(asker, time, time, sway);
    fk_status status = look_once(asker, sway, 0, &found);
    *out = FK_WALK_OPEN;
    if (status != FK_OK)
        return status;
    *out = found.state;
    if (found.state == FK_WALK_BEYOND && margin > 0) {
        status = look_once(asker, sway, margin, &found);
        *out = status == FK_OK && found.state == FK_WALK_BEYOND ? FK_WALK_BEYOND : FK_WALK_OPEN;
    }
    return status;
}

/* An instant, by the two parts alone that were nearest in the last looks. */
static instant glance_at(fk_asker *asker, double time)
{
    fk_sway sway[2];
    fk_walk_found found;
    fk_asker_sway(asker, time, time, sway);
    asker->other_tests++;
    if (!fk_walk_look_at_nearest(asker->walk, &sway[0], &sway[1], asker->options.level, true, &found))
        return INSTANT_CLEAR;
    if (found.state == FK_WALK_WITHIN)
        return INSTANT_MEETS;
    fk_walk_look_at_nearest(asker->walk, &sway[0], &sway[1], asker->near_level, true, &found);
    return found.state == FK_WALK_WITHIN ? INSTANT_NEAR : INSTANT_CLEAR;
}

/* Whether they are near is asked first: then the distance says whether they may meet. */
static fk_status ask_instant(fk_asker *asker, double time, instant *out)
{
    fk_sway sway[2];
    fk_walk_found found, met = {.state = FK_WALK_OPEN};
    fk_asker_sway(asker, time, time, sway);
    fk_status status = look_once(asker, sway, asker->near_level, &found);
    if (status == FK_OK && found.state != FK_WALK_BEYOND && found.distance <= asker->options.level)
        status = look_once(asker, sway, asker->options.level, &met);
    if (status == FK_OK)
        *out = met.state == FK_WALK_WITHIN     ? INSTANT_MEETS
               : found.state == FK_WALK_WITHIN ? INSTANT_NEAR
                                               : INSTANT_CLEAR;
    return status;
}

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
    fk_sway now[2];
    if (cell->depth < DEEP)
        return false;
    fk_asker_sway(asker, cell->middle, cell->middle, now);
    return !(way_of_both(cell->sway, f->point_a, f->point_b) > 2 * way_of_both(now, f->point_a, f->point_b));
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
    return way_of_both(cell->sway, f->point_a, f->point_b) <= 0.25 * asker->options.tolerance ||
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
                              instant *kind)
{
    double sign = end < near ? -1 : 1, length = sign * (end - near), opened = 0;
    /* Steps that a time does not notice. */
    step = fk_larger(step, 0x1p-50 * fk_larger(fabs(near), fabs(end)));
    *time = near;
    *kind = INSTANT_NEAR;
    instant at = INSTANT_NEAR;
    fk_status status = FK_OK;
    for (double gone = 0; status == FK_OK && at == INSTANT_NEAR; gone = gone > 0 ? 2 * gone : step) {
        bool is_first = !(gone > 0);
        double probe = gone < length ? near + sign * gone : end;
        if (!is_first && fk_asker_is_spent(asker))
            break;
        /* Mostly the parts that are nearest tell. */
        at = glance_at(asker, probe);
        bool is_known = at == INSTANT_MEETS || (is_first && at == INSTANT_NEAR);
        if (!is_known && (!asker->has_window || gone > opened)) {
            opened = fk_smaller(fk_larger(WINDOW * gone, WINDOW * step), length);
            double far = opened < length ? near + sign * opened : end;
            status = open_window(asker, fk_smaller(probe, far), fk_larger(probe, far));
        }
        if (status == FK_OK && !is_known)
            status = ask_instant(asker, probe, &at);
        if (status == FK_OK && (is_first || at == INSTANT_MEETS)) {
            *time = probe;
            *kind = at;
        }
        if (!(gone < length))
            break;
    }
    asker->has_window = false;
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

/* ---- A stretch ----------------------------------------------------------------------------------------- */

/* Its end, between the last time that is known to be near, and f->end. */
static fk_status find_leave(fk_asker *asker, const follow *f, fk_stretch *s)
{
    edge e = {.clear = f->end};
    instant at = INSTANT_CLEAR;
    bool is_spent = false, is_met = s->kind == FK_STRETCH_MEETS;
    double sure = is_met ? f->last_meeting : s->enter.hi;
    s->leave = (fk_interval){sure, f->end};
    if (fk_asker_is_spent(asker))
        return FK_OK;
    fk_status status = f->is_ended ? FK_OK : ask_instant(asker, f->end, &at);
    if (status == FK_OK && (at == INSTANT_MEETS || (at == INSTANT_NEAR && !is_met))) {
        s->leave.lo = f->end;
        return status;
    }
    if (status == FK_OK && at == INSTANT_CLEAR && f->last < f->end) {
        status = find_edge(asker, f->last, f->end, true, &e, &is_spent);
        s->leave.hi = e.clear;
    }
    if (status != FK_OK || is_spent)
        return status;
    double near = at == INSTANT_NEAR ? f->end : e.has_near ? e.near : f->last;
    double time;
    near = fk_larger(near, sure);
    status = find_meeting(asker, near, e.width, is_met ? sure : near, &time, &at);
    if (status == FK_OK && (at == INSTANT_MEETS || (at == INSTANT_NEAR && !is_met)))
        s->leave.lo = time;
    return status;
}

/* The rest of a stretch whose beginning is known; *reached becomes where the next one is looked for. */
static fk_status find_rest(fk_asker *asker, double to, fk_stretch *s, double *reached, bool *is_spent)
{
    bool is_met = s->kind == FK_STRETCH_MEETS;
    follow f = {asker, s->enter.hi, is_met, s->enter.hi, s->enter.hi, false, to};
    fk_time_scan scan = {.from = s->enter.hi,
                         .to = to,
                         .wants_within = true,
                         .level = asker->options.level,
                         .visitor = follow_stretch,
                         .user = &f,
                         .reached = to};
    fk_status status = s->enter.hi < to ? fk_time_scan_run(asker, &scan) : FK_OK;
    *reached = scan.reached;
    *is_spent = scan.is_spent;
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
static fk_status find_enter(fk_asker *asker, segment *g, fk_interval *enter, instant *kind)
{
    /* If they are near at once, steps begin as short as time allows. */
    edge e = {.clear = g->begin, .near = g->begin, .has_near = true, .longest = -1};
    bool is_spent = false, is_inside = false;
    *kind = INSTANT_CLEAR;
    fk_status status = g->is_new ? ask_instant(asker, g->begin, kind) : FK_OK;
    bool is_met_at_once = *kind != INSTANT_CLEAR;
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
    if (status == FK_OK && *kind == INSTANT_CLEAR) {
        /* As where rounding is not less than the tolerance. */
        g->begin = g->to;
        status = fk_asker_add_undecided(asker, e.clear, g->to);
    }
    return status;
}

static fk_status next_stretch(fk_asker *asker, segment *g)
{
    fk_stretch s = {0};
    instant kind;
    fk_status status = find_enter(asker, g, &s.enter, &kind);
    if (status != FK_OK || kind == INSTANT_CLEAR)
        return status;
    bool is_met = kind == INSTANT_MEETS, is_spent = false;
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
