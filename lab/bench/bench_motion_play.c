/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Participants of `farkas bench motion` at work: each is started on the same file, in turn, round after round; what
 * they answer is held against the truth. A peer that crashes, or takes too long, is told in a row of its own, and
 * does not get another turn on that scene. */

#include "bench/bench_motion.h"
#include "bench/bench_program.h"
#include "cli.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* First times may differ by so much of the way, distances by so much of their sizes, which are about 1. */
#define TIME_ERROR     1e-3
#define DISTANCE_ERROR 1e-6

typedef struct turns {
    motion_result row;
    size_t player;
    double *us; /* one for each round */
    size_t count;
} turns;

typedef struct taker {
    const motion_scene *scene;
    size_t rounds, player;
    bool is_ours;
    turns *list;
    size_t count;
} taker;

static turns *find_turns(taker *t, const char *method, const char *library)
{
    for (size_t i = 0; i < t->count; i++)
        if (t->list[i].player == t->player && strcmp(t->list[i].row.method, method) == 0)
            return &t->list[i];
    t->list = bench_resize(t->list, t->count + 1, sizeof *t->list);
    turns *out = &t->list[t->count++];
    *out = (turns){.player = t->player, .us = bench_allocate(t->rounds, sizeof(double))};
    motion_result *row = &out->row;
    snprintf(row->scene, sizeof row->scene, "%s", t->scene->plan.name);
    snprintf(row->work, sizeof row->work, "%s", t->scene->plan.work);
    snprintf(row->method, sizeof row->method, "%s", method);
    snprintf(row->library, sizeof row->library, "%s", library);
    row->question = t->scene->plan.question;
    row->what = t->scene->plan.what;
    row->size = t->scene->plan.triangles;
    row->triangles = t->scene->input.head.triangles;
    row->questions = t->scene->questions;
    row->is_ours = t->is_ours;
    return out;
}

/* ---- Truth --------------------------------------------------------------------------------------------- */

static void judge_step(const json_t *sets, const motion_scene *s, motion_result *out)
{
    for (size_t i = 0; i < s->questions; i++) {
        uint32_t set = (uint32_t)json_integer_value(json_array_get(sets, i));
        out->wrong += set != s->set[i];
        out->missed += set == 0 && s->set[i] != 0;
        out->hash = out->hash * 31 + set;
        out->hits += s->value[i] > 0;
    }
}

static void judge_valid(const json_t *values, const motion_scene *s, motion_result *out)
{
    for (size_t i = 0; i < s->questions; i++) {
        bool hit = json_number_value(json_array_get(values, i)) > 0;
        out->wrong += hit != (s->value[i] > 0);
        out->missed += !hit && s->value[i] > 0;
        out->hash = out->hash * 31 + hit;
        out->hits += s->value[i] > 0;
    }
}

static void judge_times(const json_t *values, const motion_scene *s, bool is_first, motion_result *out)
{
    double error = is_first ? TIME_ERROR : DISTANCE_ERROR;
    for (size_t i = 0; i < s->questions; i++) {
        double value = json_number_value(json_array_get(values, i));
        out->wrong += !(value >= s->low[i] - error && value <= s->value[i] + error);
        out->missed += is_first && value > 1 && s->value[i] <= 1;
        out->hits += is_first && s->value[i] <= 1;
    }
}

static bool judge(const json_t *line, const motion_scene *s, motion_result *out)
{
    const json_t *values = json_object_get(line, "values"), *sets = json_object_get(line, "sets");
    bool is_step = s->plan.kind == MOTION_WORKCELL;
    if (json_array_size(is_step ? sets : values) != s->questions)
        return false;
    out->wrong = out->missed = out->hits = 0;
    out->hash = 0;
    if (is_step)
        judge_step(sets, s, out);
    else if (strcmp(s->plan.work, "valid") == 0)
        judge_valid(values, s, out);
    else
        judge_times(values, s, strcmp(s->plan.work, "first") == 0, out);
    return true;
}

/* ---- Turns --------------------------------------------------------------------------------------------- */

static bool take_line(const json_t *line, void *user)
{
    taker *t = user;
    const char *method = json_string_value(json_object_get(line, "method"));
    const char *library = json_string_value(json_object_get(line, "library"));
    const json_t *ns = json_object_get(line, "all");
    size_t passes = json_array_size(ns);
    if (method == NULL || library == NULL || passes == 0)
        return false;
    turns *to = find_turns(t, method, library);
    if (to->count == t->rounds)
        return false;
    double *value = bench_allocate(passes, sizeof *value);
    for (size_t i = 0; i < passes; i++)
        value[i] = 1e-3 * json_number_value(json_array_get(ns, i));
    to->us[to->count++] = bench_median(value, passes);
    free(value);
    return judge(line, t->scene, &to->row);
}

/* PROGRAM [bench run-motion] WORK MILLISECONDS FILE */
static bench_ending run_program(const motion_stage *stage, const bench_player *player, const char *work,
                                char *path, bench_text *printed)
{
    static char bench[] = "bench", run[] = "run-motion";
    char work_text[16], time_text[24];
    char *ours[] = {player->path, bench, run, work_text, time_text, path, NULL};
    char *theirs[] = {player->path, work_text, time_text, path, NULL};
    snprintf(work_text, sizeof work_text, "%s", work);
    snprintf(time_text, sizeof time_text, "%g", stage->base.time);
    return bench_program_try(player->is_ours ? ours : theirs, player->level, stage->limit, printed);
}

/* False after a message: we failed, or the run was stopped. *is_lost: a peer did. */
static bool play_once(const motion_stage *stage, size_t player, char *path, taker *out, bool *is_lost)
{
    const bench_player *who = &stage->base.player[player];
    const motion_plan *plan = &out->scene->plan;
    bench_text printed = {0};
    out->player = player;
    out->is_ours = who->is_ours;
    bench_ending ending = run_program(stage, who, plan->work, path, &printed);
    bool good = true;
    if (bench_is_stopped())
        good = cli_trouble("stopped by a signal") == CLI_OK;
    else if (!bench_text_take(&printed, take_line, out) && ending == BENCH_GOOD)
        good = cli_trouble("%s printed what is not a result", who->path) == CLI_OK;
    else if (ending != BENCH_GOOD && who->is_ours)
        good = cli_trouble("%s failed on scene %s", who->path, plan->name) == CLI_OK;
    else if (ending != BENCH_GOOD) {
        const char *slash = strrchr(who->path, '/');
        find_turns(out, slash != NULL ? slash + 1 : who->path, "")->row.trouble =
            ending == BENCH_OUT_OF_TIME ? "out of time"
            : ending == BENCH_DIED      ? "crashed"
                                        : "failed";
        *is_lost = true;
    }
    free(printed.bytes);
    return good;
}

static void add_results(taker *t, motion_results *results)
{
    results->row = bench_resize(results->row, results->count + t->count, sizeof *results->row);
    for (size_t i = 0; i < t->count; i++) {
        turns *from = &t->list[i];
        if (from->count > 0) {
            from->row.us.median = bench_median(from->us, from->count);
            from->row.us.low = from->us[0];
            from->row.us.high = from->us[from->count - 1];
        }
        results->row[results->count++] = from->row;
    }
}

bool motion_play_scene(const motion_stage *stage, const motion_scene *scene, char *path,
                       motion_results *results)
{
    taker t = {.scene = scene, .rounds = stage->base.rounds};
    bool *is_lost = bench_allocate(stage->base.count, sizeof *is_lost);
    bool good = true;
    for (uint64_t round = 0; good && round < stage->base.rounds; round++)
        for (size_t i = 0; good && i < stage->base.count; i++)
            if (!is_lost[i] && stage->base.player[i].level == NULL)
                good = play_once(stage, i, path, &t, &is_lost[i]);
    if (good)
        add_results(&t, results);
    for (size_t i = 0; i < t.count; i++)
        free(t.list[i].us);
    free(t.list);
    free(is_lost);
    return good;
}
