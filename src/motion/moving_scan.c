/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Cells of time: a stretch of time is looked at as a whole, then its halves, each with what is left of the front of
 * the walk (motion_walk.h). Cells that lie behind each other on the way down are kept on a stack, as their fronts are.
 *
 * Weak inputs: times that differ by a few units in the last place cannot be cut in two. */

#include <float.h>
#include <math.h>

#include "base/vec3.h"
#include "motion/moving.h"

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

double fk_sway_reach(const fk_sway sway[2], fk_vec3 point_a, fk_vec3 point_b)
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
        *rounding = fk_sway_reach(sway, out->point_a, out->point_b);
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
    return asker->other_tests + (asker->walk != NULL ? fk_walk_tests(asker->walk) : 0);
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
    fk_asker_close_window(asker);
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

void fk_asker_close_window(fk_asker *asker)
{
    asker->has_window = false;
}

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

fk_status fk_asker_open_window(fk_asker *asker, double from, double to)
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
    fk_asker_close_window(asker);
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

fk_instant fk_asker_glance(fk_asker *asker, double time)
{
    fk_sway sway[2];
    fk_walk_found found;
    fk_asker_sway(asker, time, time, sway);
    asker->other_tests++;
    if (!fk_walk_look_at_nearest(asker->walk, &sway[0], &sway[1], asker->options.level, true, &found))
        return FK_INSTANT_CLEAR;
    if (found.state == FK_WALK_WITHIN)
        return FK_INSTANT_MEETS;
    fk_walk_look_at_nearest(asker->walk, &sway[0], &sway[1], asker->near_level, true, &found);
    return found.state == FK_WALK_WITHIN ? FK_INSTANT_NEAR : FK_INSTANT_CLEAR;
}

/* Whether they are near is asked first: then the distance says whether they may meet. */
fk_status fk_asker_instant(fk_asker *asker, double time, fk_instant *out)
{
    fk_sway sway[2];
    fk_walk_found found, met = {.state = FK_WALK_OPEN};
    fk_asker_sway(asker, time, time, sway);
    fk_status status = look_once(asker, sway, asker->near_level, &found);
    if (status == FK_OK && found.state != FK_WALK_BEYOND && found.distance <= asker->options.level)
        status = look_once(asker, sway, asker->options.level, &met);
    if (status == FK_OK)
        *out = met.state == FK_WALK_WITHIN     ? FK_INSTANT_MEETS
               : found.state == FK_WALK_WITHIN ? FK_INSTANT_NEAR
                                               : FK_INSTANT_CLEAR;
    return status;
}
