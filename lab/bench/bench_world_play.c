/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Participants of `farkas bench world` at work: each is started on the same file, in turn, round after round;
 * the pairs that they find are held against the truth. A peer that crashes, or takes too long, is told in a row
 * of its own, and does not get another turn on that scene. */

#include "bench/bench_program.h"
#include "bench/bench_world.h"
#include "cli.h"

#include <stdlib.h>
#include <string.h>

/* ---- Results ------------------------------------------------------------------------------------------- */

/* What the rounds of one method gave. */
typedef struct turns {
    world_result row;
    size_t player;
    double *ns[WORLD_TIMES]; /* one for each round */
    size_t count;
} turns;

typedef struct taker {
    const world_scene *scene;
    size_t rounds, player;
    bool is_ours;
    turns *list;
    size_t count;
} taker;

static turns *add_turns(taker *t, const char *method, const char *library)
{
    t->list = bench_resize(t->list, t->count + 1, sizeof *t->list);
    turns *out = &t->list[t->count++];
    *out = (turns){.player = t->player};
    for (int k = 0; k < WORLD_TIMES; k++)
        out->ns[k] = bench_allocate(t->rounds, sizeof(double));
    snprintf(out->row.scene, sizeof out->row.scene, "%s", t->scene->plan.name);
    snprintf(out->row.method, sizeof out->row.method, "%s", method);
    snprintf(out->row.library, sizeof out->row.library, "%s", library);
    out->row.what = t->scene->plan.what;
    out->row.bodies = t->scene->head.bodies;
    out->row.is_ours = t->is_ours;
    return out;
}

static turns *find_turns(taker *t, const char *method, const char *library)
{
    for (size_t i = 0; i < t->count; i++)
        if (t->list[i].player == t->player && strcmp(t->list[i].row.method, method) == 0)
            return &t->list[i];
    return add_turns(t, method, library);
}

/* ---- Lines --------------------------------------------------------------------------------------------- */

/* Pairs of each step, against the truth. */
static void judge(const json_t *pairs, const json_t *sets, const world_scene *s, world_result *out)
{
    double sum = 0;
    out->wrong = 0;
    out->hash = 0;
    for (uint32_t i = 0; i < out->steps; i++) {
        uint32_t set = (uint32_t)json_integer_value(json_array_get(sets, i));
        bool is_right =
            (size_t)json_integer_value(json_array_get(pairs, i)) == s->pairs[i] && set == s->sets[i];
        out->wrong += !is_right;
        out->hash = out->hash * 31 + set;
        sum += (double)s->pairs[i];
    }
    out->pairs = sum / out->steps;
}

static void take_times(const json_t *ns, size_t steps, turns *to)
{
    double *value = bench_allocate(steps, sizeof *value), sum = 0;
    for (size_t i = 0; i < steps; i++) {
        value[i] = json_number_value(json_array_get(ns, i));
        sum += i > 0 ? value[i] : 0;
    }
    to->ns[WORLD_FIRST][to->count] = value[0];
    if (steps > 1) {
        to->ns[WORLD_MEAN][to->count] = sum / (double)(steps - 1);
        to->ns[WORLD_MEDIAN][to->count] = bench_median(value + 1, steps - 1);
        to->ns[WORLD_SLOWEST][to->count] = value[steps - 1];
    }
    to->count++;
    free(value);
}

/* One line of a participant: one method. */
static bool take_line(const json_t *line, void *user)
{
    taker *t = user;
    const char *method = json_string_value(json_object_get(line, "method"));
    const char *library = json_string_value(json_object_get(line, "library"));
    const json_t *ns = json_object_get(line, "ns"), *pairs = json_object_get(line, "pairs"),
                 *sets = json_object_get(line, "sets");
    size_t steps = json_array_size(ns);
    if (method == NULL || library == NULL || steps == 0 || steps > t->scene->head.steps ||
        json_array_size(pairs) != steps || json_array_size(sets) != steps)
        return false;
    turns *to = find_turns(t, method, library);
    if (to->count == t->rounds)
        return false;
    to->row.steps = (uint32_t)steps;
    to->row.bytes = (uint64_t)json_integer_value(json_object_get(line, "bytes"));
    take_times(ns, steps, to);
    judge(pairs, sets, t->scene, &to->row);
    return true;
}

/* ---- Turns --------------------------------------------------------------------------------------------- */

/* PROGRAM [bench run-world] SECONDS FILE */
static bench_ending run_program(const world_stage *stage, const bench_player *player, char *path,
                                bench_text *printed)
{
    static char bench[] = "bench", run[] = "run-world";
    char time_text[24];
    snprintf(time_text, sizeof time_text, "%g", stage->base.time);
    char *ours[] = {player->path, bench, run, time_text, path, NULL};
    char *theirs[] = {player->path, time_text, path, NULL};
    return bench_program_try(player->is_ours ? ours : theirs, player->level, stage->limit, printed);
}

/* A peer without an answer gets a row that says why. */
static void add_trouble(taker *t, const char *path, bench_ending ending)
{
    turns *to = add_turns(t, strrchr(path, '/') != NULL ? strrchr(path, '/') + 1 : path, "");
    to->row.trouble = ending == BENCH_OUT_OF_TIME ? "out of time"
                      : ending == BENCH_DIED      ? "crashed"
                                                  : "failed";
}

/* False after a message: we failed, or the run was stopped. *is_lost: a peer did. */
static bool play_once(const world_stage *stage, char *path, taker *t, bool *is_lost)
{
    const bench_player *who = &stage->base.player[t->player];
    bench_text printed = {0};
    t->is_ours = who->is_ours;
    bench_ending ending = run_program(stage, who, path, &printed);
    bool good = false;
    if (bench_is_stopped())
        cli_trouble("stopped by a signal");
    else if (!bench_text_take(&printed, take_line, t) && ending == BENCH_GOOD)
        cli_trouble("%s printed what is not a result", who->path);
    else if (ending != BENCH_GOOD && who->is_ours)
        cli_trouble("%s failed on scene %s", who->path, t->scene->plan.name);
    else
        good = true;
    if (good && ending != BENCH_GOOD) {
        add_trouble(t, who->path, ending);
        *is_lost = true;
    }
    free(printed.bytes);
    return good;
}

static void add_results(taker *t, world_results *results)
{
    results->row = bench_resize(results->row, results->count + t->count, sizeof *results->row);
    for (size_t i = 0; i < t->count; i++) {
        turns *from = &t->list[i];
        for (int k = 0; from->count > 0 && k < WORLD_TIMES; k++)
            from->row.ns[k] = bench_median(from->ns[k], from->count);
        results->row[results->count++] = from->row;
    }
}

bool world_play_scene(const world_stage *stage, const world_scene *scene, char *path, world_results *results)
{
    taker t = {.scene = scene, .rounds = stage->base.rounds};
    bool *is_lost = bench_allocate(stage->base.count, sizeof *is_lost);
    bool good = true;
    for (uint64_t round = 0; good && round < stage->base.rounds; round++)
        for (t.player = 0; good && t.player < stage->base.count; t.player++)
            if (!is_lost[t.player] && stage->base.player[t.player].level == NULL)
                good = play_once(stage, path, &t, &is_lost[t.player]);
    if (good && t.count > 0)
        add_results(&t, results);
    for (size_t i = 0; i < t.count; i++)
        for (int k = 0; k < WORLD_TIMES; k++)
            free(t.list[i].ns[k]);
    free(t.list);
    free(is_lost);
    return good;
}
