/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Participants of `farkas bench trees` at work: each is started on the same file, in turn, round after round;
 * what they answer is held against the truth. One that crashes, or takes too long, is told in a row of its
 * own, and does not get another turn at that work on that scene; after it ran out of time, on no later scene
 * either. */

#include "bench/bench_program.h"
#include "bench/bench_trees.h"
#include "cli.h"
#include "peers/participant.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* A distance is right when it is that near, as a part of the size. */
#define DISTANCE_ERROR 1e-9

const char *const trees_works[] = {"meet", "pairs", "distance", "segment", "build", NULL};

/* ---- Results ------------------------------------------------------------------------------------------- */

/* What the rounds of one method gave. */
typedef struct play {
    trees_result row;
    char method[48]; /* as the participant says */
    size_t player;
    double *ns[BENCH_PARTS]; /* one for each round */
    size_t rounds[BENCH_PARTS];
} play;

/* Whose lines are read, and where they go. */
typedef struct plays {
    const trees_scene *scene;
    const char *work;
    size_t work_number, rounds, player;
    bool is_ours;
    const char *level;
    play *list;
    size_t count;
} plays;

static play *add_play(plays *all, const char *method, const char *library)
{
    play *more = bench_allocate(all->count + 1, sizeof *more);
    if (all->count > 0)
        memcpy(more, all->list, all->count * sizeof *more);
    free(all->list);
    all->list = more;
    play *out = &more[all->count++];
    out->player = all->player;
    snprintf(out->method, sizeof out->method, "%s", method);
    for (int part = 0; part < BENCH_PARTS; part++)
        out->ns[part] = bench_allocate(all->rounds, sizeof(double));
    trees_result *row = &out->row;
    snprintf(row->scene, sizeof row->scene, "%s", all->scene->plan.name);
    snprintf(row->what, sizeof row->what, "%s", all->scene->plan.what);
    snprintf(row->work, sizeof row->work, "%s", all->work);
    snprintf(row->method, sizeof row->method, "%.40s%s%s", method, all->level != NULL ? " " : "",
             all->level != NULL ? all->level : "");
    snprintf(row->library, sizeof row->library, "%s", library);
    row->triangles = all->scene->mesh->triangle_count;
    row->size = all->scene->plan.triangles > 0 ? all->scene->plan.triangles : row->triangles;
    row->is_ours = all->is_ours;
    return out;
}

static play *find_play(plays *all, const char *method, const char *library)
{
    for (size_t i = 0; i < all->count; i++)
        if (all->list[i].player == all->player && strcmp(all->list[i].method, method) == 0)
            return &all->list[i];
    return add_play(all, method, library);
}

static void free_plays(plays *all)
{
    for (size_t i = 0; i < all->count; i++)
        for (int part = 0; part < BENCH_PARTS; part++)
            free(all->list[i].ns[part]);
    free(all->list);
}

/* ---- Truth --------------------------------------------------------------------------------------------- */

/* FNV-1a over four bytes. */
static uint32_t hash_more(uint32_t hash, uint32_t value)
{
    for (int i = 0; i < 4; i++)
        hash = (hash ^ (value >> (8 * i) & 255)) * 16777619u;
    return hash;
}

/* Yes or no. */
static void judge_hits(const json_t *values, const uint8_t *truth, trees_result *out)
{
    out->hash = 2166136261u;
    for (size_t i = 0; i < out->questions; i++) {
        bool hit = json_number_value(json_array_get(values, i)) != 0;
        out->false_hits += hit && !truth[i];
        out->missed += !hit && truth[i];
        out->hash = hash_more(out->hash, hit);
    }
    out->wrong = out->false_hits + out->missed;
}

/* Of poses whose pairs are not the right ones, those that say too many or too few. */
static void judge_pairs(const json_t *values, const json_t *sets, const trees_scene *s, trees_result *out)
{
    double pairs = 0;
    out->hash = 2166136261u;
    for (size_t i = 0; i < out->questions; i++) {
        double count = json_number_value(json_array_get(values, i));
        uint32_t set = (uint32_t)json_integer_value(json_array_get(sets, i));
        out->wrong += count != s->pair_count[i] || set != s->pair_set[i];
        out->false_hits += count > s->pair_count[i];
        out->missed += count < s->pair_count[i];
        out->hash = hash_more(hash_more(out->hash, (uint32_t)count), set);
        pairs += count;
    }
    out->pairs = (uint64_t)pairs;
}

static void judge_distances(const json_t *values, const trees_scene *s, trees_result *out)
{
    for (size_t i = 0; i < out->questions; i++) {
        double value = json_number_value(json_array_get(values, i));
        double error = fmax(s->gap[i].lo - value, value - s->gap[i].hi) / s->size;
        out->error = error > out->error ? error : out->error;
        out->wrong += !(error <= DISTANCE_ERROR);
    }
}

/* False when the answers are not as many as the questions. */
static bool judge(const json_t *line, const trees_scene *s, trees_result *out)
{
    const json_t *values = json_object_get(line, "values"), *sets = json_object_get(line, "sets");
    bool is_segment = strcmp(out->work, "segment") == 0, is_distance = strcmp(out->work, "distance") == 0;
    out->bytes = (uint64_t)json_integer_value(json_object_get(line, "bytes"));
    if (strcmp(out->work, "build") == 0)
        return true;
    out->questions = is_segment ? s->segments : is_distance ? s->misses : s->poses;
    if (json_array_size(values) != out->questions)
        return false;
    out->false_hits = out->missed = out->wrong = 0;
    if (is_distance)
        judge_distances(values, s, out);
    else if (strcmp(out->work, "pairs") == 0)
        judge_pairs(values, sets, s, out);
    else
        judge_hits(values, is_segment ? s->segment_hits : s->pose_hits, out);
    return true;
}

/* ---- Play ---------------------------------------------------------------------------------------------- */

/* The time of a round is the median over its passes. */
static void take_times(const json_t *ns, double *to, size_t *rounds, size_t most)
{
    size_t passes = json_array_size(ns);
    if (passes == 0 || *rounds == most)
        return;
    double *value = bench_allocate(passes, sizeof *value);
    for (size_t i = 0; i < passes; i++)
        value[i] = json_number_value(json_array_get(ns, i));
    to[(*rounds)++] = bench_median(value, passes);
    free(value);
}

/* One line of a participant. */
static bool take_line(const json_t *line, void *user)
{
    static const char *const names[BENCH_PARTS] = {"all", "hits", "misses"};
    plays *all = user;
    const char *method = json_string_value(json_object_get(line, "method"));
    const char *library = json_string_value(json_object_get(line, "library"));
    if (method == NULL || library == NULL)
        return false;
    play *to = find_play(all, method, library);
    for (int part = 0; part < BENCH_PARTS; part++)
        take_times(json_object_get(line, names[part]), to->ns[part], &to->rounds[part], all->rounds);
    return judge(line, all->scene, &to->row);
}

/* PROGRAM [bench run-trees] WORK MILLISECONDS FILE */
static bench_ending run_program(const trees_stage *stage, const bench_player *player, const char *work,
                                char *path, bench_text *printed)
{
    static char bench[] = "bench", run[] = "run-trees";
    char work_text[16], time_text[24];
    char *argv[8];
    int n = 0;
    snprintf(work_text, sizeof work_text, "%s", work);
    snprintf(time_text, sizeof time_text, "%g", stage->base.time);
    argv[n++] = player->path;
    if (player->is_ours) {
        argv[n++] = bench;
        argv[n++] = run;
    }
    argv[n++] = work_text;
    argv[n++] = time_text;
    argv[n++] = path;
    argv[n] = NULL;
    return bench_program_try(argv, player->level, stage->limit, printed);
}

/* A peer without an answer gets a row that says why. */
static void add_trouble(plays *out, const char *path, bench_ending ending)
{
    const char *slash = strrchr(path, '/');
    play *to = add_play(out, slash != NULL ? slash + 1 : path, "");
    to->row.trouble = ending == BENCH_OUT_OF_TIME ? "out of time"
                      : ending == BENCH_DIED      ? "crashed"
                                                  : "failed";
}

/* False after a message: we failed, or the run was stopped. *is_lost: a peer did. */
static bool play_once(const trees_stage *stage, size_t player, char *path, plays *out, bool *is_lost)
{
    const bench_player *who = &stage->base.player[player];
    bench_text printed = {0};
    out->player = player;
    out->is_ours = who->is_ours;
    out->level = who->level;
    bench_ending ending = run_program(stage, who, out->work, path, &printed);
    bool good = true;
    if (bench_is_stopped()) {
        cli_trouble("stopped by a signal");
        good = false;
    } else if (!bench_text_take(&printed, take_line, out) && ending == BENCH_GOOD) {
        cli_trouble("%s printed what is not a result", who->path);
        good = false;
    } else if (ending != BENCH_GOOD && who->is_ours) {
        cli_trouble("%s failed on scene %s, work %s", who->path, out->scene->plan.name, out->work);
        good = false;
    } else if (ending != BENCH_GOOD) {
        add_trouble(out, who->path, ending);
        *is_lost = true;
        if (ending == BENCH_OUT_OF_TIME)
            stage->is_slow[player][out->work_number] = true;
    }
    free(printed.bytes);
    return good;
}

static void add_results(plays *all, trees_results *results)
{
    trees_result *more = bench_allocate(results->count + all->count, sizeof *more);
    if (results->count > 0)
        memcpy(more, results->row, results->count * sizeof *more);
    free(results->row);
    results->row = more;
    for (size_t i = 0; i < all->count; i++) {
        play *from = &all->list[i];
        for (int part = 0; part < BENCH_PARTS; part++)
            if (from->rounds[part] > 0) {
                from->row.ns[part].median = bench_median(from->ns[part], from->rounds[part]);
                from->row.ns[part].low = from->ns[part][0];
                from->row.ns[part].high = from->ns[part][from->rounds[part] - 1];
            }
        results->row[results->count++] = from->row;
    }
}

bool trees_play(const trees_stage *stage, const trees_scene *scene, size_t work, char *path,
                trees_results *results)
{
    plays all = {
        .scene = scene, .work = trees_works[work], .work_number = work, .rounds = stage->base.rounds};
    bool *is_lost = bench_allocate(stage->base.count, sizeof *is_lost);
    bool good = true;
    for (uint64_t round = 0; good && round < stage->base.rounds; round++)
        for (size_t i = 0; good && i < stage->base.count; i++) {
            const char *level = stage->base.player[i].level;
            if (is_lost[i] || stage->is_slow[i][work] || (level != NULL && strcmp(level, "plain") != 0))
                continue;
            good = play_once(stage, i, path, &all, &is_lost[i]);
        }
    if (good)
        add_results(&all, results);
    free(is_lost);
    free_plays(&all);
    return good;
}
