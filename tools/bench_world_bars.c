/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The bars of `farkas bench world`: how many times as fast as others, how it grows, and what is worst. Both
 * numbers of a ratio are of this run. */

#include "bench_program.h"
#include "bench_world.h"

#include <math.h>

/* ---- Growth -------------------------------------------------------------------------------------------- */

double world_growth(const world_results *results, const char *method, bool of_n_log_n)
{
    bench_line line = {0};
    for (const world_plan *plan = world_plans; plan->name != NULL; plan++) {
        const world_result *row = plan->kind == WORLD_MOVING ? world_find(results, plan->name, method) : NULL;
        if (row == NULL || !(row->ns[WORLD_MEAN] > 0))
            continue;
        double size = (double)row->bodies;
        bench_line_add(&line, log(size), log(of_n_log_n ? size * log(size) : row->ns[WORLD_MEAN]));
    }
    return bench_line_slope(&line);
}

/* ---- Bars ---------------------------------------------------------------------------------------------- */

typedef struct judge {
    const world_results *results;
    world_bar *bar;
    size_t count;
} judge;

static world_bar *add_bar(judge *j, double value, double limit, double goal, bool is_least)
{
    world_bar *bar = &j->bar[j->count++];
    *bar = (world_bar){.value = value, .limit = limit, .goal = goal, .is_least = is_least};
    return bar;
}

/* The faster of the trees of FCL and of Bullet; NULL without any. */
static const world_result *faster_peer(const world_results *results, const char *scene)
{
    static const char *const peers[] = {"FCL tree", "FCL tree, array", "Bullet Dbvt"};
    const world_result *best = NULL;
    for (int i = 0; i < 3; i++) {
        const world_result *row = world_find(results, scene, peers[i]);
        if (row != NULL && (best == NULL || row->ns[WORLD_MEAN] < best->ns[WORLD_MEAN]))
            best = row;
    }
    return best;
}

static void judge_moving(judge *j, const char *scene, const world_result *ours)
{
    const world_result *theirs = faster_peer(j->results, scene);
    const world_result *grid = world_find(j->results, scene, "plain grid");
    world_bar *bar;
    if (theirs != NULL) {
        bar = add_bar(j, theirs->ns[WORLD_MEAN] / ours->ns[WORLD_MEAN], 3, 0, true);
        snprintf(bar->name, sizeof bar->name, "%s: times as fast as %s", scene, theirs->method);
    }
    if (grid != NULL) {
        bar = add_bar(j, grid->ns[WORLD_MEAN] / ours->ns[WORLD_MEAN], 0, 3, true);
        snprintf(bar->name, sizeof bar->name, "%s: times as fast as a plain grid", scene);
    }
}

static double per_pair(const world_result *row)
{
    return row->ns[WORLD_MEAN] / fmax(row->pairs, 1);
}

/* Against the scene of as many boxes that all move: at rest, or where it is worst. That boxes which are set again take
 * no longer is a goal: they must be looked at. */
static void judge_other(judge *j, const world_plan *plan, const world_result *ours)
{
    const world_result *moving = world_find(j->results, "moving-10k", ours->method);
    bool is_rest = plan->kind == WORLD_REST || plan->kind == WORLD_AGAIN;
    world_bar *bar;
    if (moving == NULL || plan->kind == WORLD_FEW)
        return;
    if (is_rest)
        bar = add_bar(j, moving->ns[WORLD_MEAN] / ours->ns[WORLD_MEAN], plan->kind == WORLD_REST ? 3 : 0, 3,
                      true);
    else
        bar = add_bar(j, per_pair(ours) / per_pair(moving), 5, 0, false);
    snprintf(bar->name, sizeof bar->name, "%s, %s: %s moving-10k", plan->name, ours->method,
             is_rest ? "times as fast as" : "time a pair, in that of");
}

/* Of the whole world it is a goal: what is kept of a hundred thousand bodies is in no cache. */
static void judge_growth(judge *j, const char *method, bool is_goal)
{
    double growth = world_growth(j->results, method, false), most = world_growth(j->results, method, true);
    if (growth == growth)
        snprintf(add_bar(j, growth, is_goal ? 0 : most, most, false)->name, sizeof j->bar->name,
                 "%s: exponent of the growth; that of n log n", method);
}

static void judge_bytes(judge *j)
{
    const world_result *large = world_find(j->results, "moving-100k", WORLD_WHOLE);
    if (large != NULL)
        snprintf(add_bar(j, (double)large->bytes / large->bodies, 200, 0, false)->name, sizeof j->bar->name,
                 "moving-100k, %s: bytes a body", large->method);
}

size_t world_judge(const world_results *results, world_bar bar[WORLD_BARS])
{
    judge j = {results, bar, 0};
    const char *const method[] = {world_default_method(), WORLD_WHOLE};
    for (int m = 0; m < 2; m++)
        for (const world_plan *plan = world_plans; plan->name != NULL; plan++) {
            const world_result *ours = world_find(results, plan->name, method[m]);
            if (ours == NULL || !(ours->ns[WORLD_MEAN] > 0))
                continue;
            if (plan->kind != WORLD_MOVING)
                judge_other(&j, plan, ours);
            else if (m == 0)
                judge_moving(&j, plan->name, ours);
        }
    judge_growth(&j, method[0], false);
    judge_growth(&j, method[1], true);
    judge_bytes(&j);
    return j.count;
}

bool world_bar_is_met(const world_bar *bar)
{
    double limit = bar->limit > 0 ? bar->limit : bar->goal;
    return bar->is_least ? bar->value >= limit : bar->value <= limit;
}
