/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Participants of a benchmark at work: each is started on the same files, in turn, round after round. The harness waits
 * for one before it starts the next, so that all find the same machine. */

#include "bench/bench.h"
#include "cli.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* A turn that has no limit of its own ends after so many seconds. */
#define MOST_SECONDS 600

/* ---- Stage --------------------------------------------------------------------------------------------- */

static void add_player(bench_stage *stage, char *path, const char *level, bool is_ours)
{
    stage->player = bench_resize(stage->player, stage->count + 1, sizeof *stage->player);
    stage->player[stage->count++] = (bench_player){path, level, is_ours, ""};
}

bool bench_stage_start(bench_stage *stage, const char *peers, const char *usual)
{
    bench_peers found;
    char *own = bench_own_path();
    if (own == NULL)
        cli_trouble("cannot start the benchmark: %s", strerror(errno));
    if (own == NULL || !bench_folder_create(stage->folder, sizeof stage->folder)) {
        free(own);
        return false;
    }
    add_player(stage, own, NULL, true);
    if (strcmp(fk_cpu_name(), "plain") != 0)
        add_player(stage, bench_own_path(), "plain", true);
    if (strcmp(fk_cpu_name(), "avx512") == 0)
        add_player(stage, bench_own_path(), "avx2", true);
    if (!bench_peers_find(peers, usual, &found))
        return false;
    for (size_t i = 0; i < found.count; i++)
        add_player(stage, found.path[i], NULL, false);
    free(found.path);
    return true;
}

void bench_stage_end(bench_stage *stage)
{
    rmdir(stage->folder);
    for (size_t i = 0; i < stage->count; i++)
        free(stage->player[i].path);
    free(stage->player);
}

/* ---- What the rounds of one method gave ---------------------------------------------------------------- */

typedef struct times {
    char name[24];
    double *value; /* one for each round */
    size_t count;
} times;

enum { MOST_TIMES = 6 };

typedef struct play {
    bench_row row;
    const bench_player *player;
    char method[48]; /* as the participant says */
    times time[MOST_TIMES];
} play;

/* Whose lines are read, and where they go. */
typedef struct listener {
    const bench_run *run;
    const bench_turn *turn;
    const bench_player *player;
    play *list;
    size_t count;
} listener;

static play *add_play(listener *l, const char *method, const char *library)
{
    const char *level = l->player->level;
    l->list = bench_resize(l->list, l->count + 1, sizeof *l->list);
    play *out = &l->list[l->count++];
    memset(out, 0, sizeof *out);
    out->row = l->turn->base;
    out->row.is_ours = l->player->is_ours;
    out->player = l->player;
    snprintf(out->method, sizeof out->method, "%s", method);
    row_set_text(&out->row, "method", "%.40s%s%s", method, level != NULL ? " " : "",
                 level != NULL ? level : "");
    row_set_text(&out->row, "library", "%.63s", library);
    return out;
}

static play *find_play(listener *l, const char *method, const char *library)
{
    for (size_t i = 0; i < l->count; i++)
        if (l->list[i].player == l->player && strcmp(l->list[i].method, method) == 0)
            return &l->list[i];
    return add_play(l, method, library);
}

/* The time of a round is the median over its passes. */
static bool take_times(play *to, const char *name, const json_t *ns, size_t rounds)
{
    size_t passes = json_array_size(ns), i = 0;
    while (i < MOST_TIMES && to->time[i].value != NULL && strcmp(to->time[i].name, name) != 0)
        i++;
    if (i == MOST_TIMES || to->time[i].count == rounds)
        return false;
    if (passes == 0)
        return true;
    if (to->time[i].value == NULL) {
        snprintf(to->time[i].name, sizeof to->time[i].name, "%.15s", name);
        to->time[i].value = bench_allocate(rounds, sizeof(double));
    }
    double *value = bench_allocate(passes, sizeof *value);
    for (size_t k = 0; k < passes; k++)
        value[k] = json_number_value(json_array_get(ns, k));
    to->time[i].value[to->time[i].count++] = bench_median(value, passes);
    free(value);
    return true;
}

static bool take_line(const json_t *line, void *user)
{
    listener *l = user;
    const char *method = json_string_value(json_object_get(line, "method"));
    const char *library = json_string_value(json_object_get(line, "library"));
    if (method == NULL || library == NULL)
        return false;
    play *to = find_play(l, method, library);
    const char *key;
    json_t *value;
    bool good = true;
    json_object_foreach((json_t *)(uintptr_t)line, key, value)
    {
        if (json_is_number(value))
            row_set(&to->row, key, json_number_value(value));
        else if (json_is_array(value) && strncmp(key, "ns", 2) == 0)
            good = take_times(to, key, value, l->run->options->rounds) && good;
    }
    return good && l->run->section->judge(line, l->turn, &to->row);
}

/* Median, lowest and highest over the rounds. */
static void finish_play(const listener *l, play *from)
{
    for (int i = 0; i < MOST_TIMES && from->time[i].value != NULL; i++) {
        const times *t = &from->time[i];
        char name[32];
        row_set(&from->row, t->name, bench_median(t->value, t->count)); /* which sorts them */
        snprintf(name, sizeof name, "%s_low", t->name);
        row_set(&from->row, name, t->value[0]);
        snprintf(name, sizeof name, "%s_high", t->name);
        row_set(&from->row, name, t->value[t->count - 1]);
    }
    l->run->section->finish(l->run, l->turn, &from->row);
}

/* ---- Turns --------------------------------------------------------------------------------------------- */

void bench_command(const bench_run *run, const bench_player *player, const bench_turn *turn, char *time,
                   char *argv[16])
{
    static char bench[] = "bench", verb[] = "run";
    int n = 0;
    argv[n++] = player->path;
    if (player->is_ours) {
        argv[n++] = bench;
        argv[n++] = verb;
        argv[n++] = (char *)(uintptr_t)run->section->name;
    }
    argv[n++] = (char *)(uintptr_t)turn->work;
    argv[n++] = time;
    for (int i = 0; turn->argument[i] != NULL; i++)
        argv[n++] = turn->argument[i];
    argv[n] = NULL;
}

/* A peer without an answer gets a row that says why. */
static void add_trouble(listener *l, bench_ending ending)
{
    const char *slash = strrchr(l->player->path, '/');
    row_set_text(&add_play(l, slash != NULL ? slash + 1 : l->player->path, "")->row, "trouble", "%s",
                 ending == BENCH_OUT_OF_TIME ? "out of time"
                 : ending == BENCH_DIED      ? "crashed"
                                             : "failed");
}

/* False after a message: we failed, or the run was stopped. *is_lost: a peer did. */
static bool play_once(listener *l, bool is_timed, bool *is_lost)
{
    const bench_section *section = l->run->section;
    const bench_options *options = l->run->options;
    const bench_player *who = l->player;
    unsigned limit = options->limit > 0 ? (unsigned)options->limit : MOST_SECONDS;
    bench_text printed = {0};
    char time[32], *argv[16], where[256];
    snprintf(time, sizeof time, "%" PRIu64,
             is_timed ? options->time * (section->time_is_seconds ? 1000 : 1) : 0);
    bench_command(l->run, who, l->turn, time, argv);
    bench_ending ending = bench_program_try(argv, who->level, limit, &printed);
    bool is_read = bench_text_take(&printed, take_line, l), good = false;
    row_format(section->failed, &l->turn->base, where, sizeof where);
    if (bench_is_stopped())
        cli_trouble("stopped by a signal");
    else if (ending == BENCH_GOOD && !is_read)
        cli_trouble("%s printed what is not %s", who->path, section->what);
    else if (ending != BENCH_GOOD && (who->is_ours || section->is_strict))
        cli_trouble("%s failed on %s", who->path, where);
    else
        good = true;
    *is_lost = good && ending != BENCH_GOOD;
    if (*is_lost)
        add_trouble(l, ending);
    if (*is_lost && ending == BENCH_OUT_OF_TIME && section->skips_slow) {
        bench_player *player = &l->run->stage.player[who - l->run->stage.player];
        size_t length = strlen(player->slow);
        snprintf(player->slow + length, sizeof player->slow - length, "%s ", l->turn->work);
    }
    free(printed.bytes);
    return good;
}

static bool takes_part(const listener *l, uint64_t round, bool *is_timed)
{
    char work[32];
    snprintf(work, sizeof work, "%s ", l->turn->work);
    *is_timed = true;
    if (strstr(l->player->slow, work) != NULL)
        return false;
    if (l->run->section->takes_part == NULL)
        return l->player->level == NULL;
    return l->run->section->takes_part(l->player, l->turn, round, is_timed);
}

bool bench_play(bench_run *run, bench_turn *turn)
{
    listener l = {.run = run, .turn = turn};
    bool *is_lost = bench_allocate(run->stage.count, sizeof *is_lost), good = true, is_timed;
    size_t first = run->rows.count;
    row_set_text(&turn->base, "section", "%s", run->section->name);
    row_set(&turn->base, "later", first > 0);
    for (uint64_t round = 0; good && round < run->options->rounds; round++)
        for (size_t i = 0; good && i < run->stage.count; i++) {
            l.player = &run->stage.player[i];
            if (!is_lost[i] && takes_part(&l, round, &is_timed))
                good = play_once(&l, is_timed, &is_lost[i]);
        }
    for (size_t i = 0; good && i < l.count; i++) {
        finish_play(&l, &l.list[i]);
        rows_add(&run->rows, &l.list[i].row);
    }
    for (size_t i = 0; i < l.count; i++)
        for (int k = 0; k < MOST_TIMES; k++)
            free(l.list[i].time[k].value);
    free(l.list);
    free(is_lost);
    good = good && !bench_is_stopped();
    if (good)
        rows_print(&run->rows, first, run->options->form, run->section->name, "");
    return good;
}
