/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Runs the participants of a benchmark on the same files, in turn, round after round. The harness waits for one participant before it
 * starts the next, so that all have the machine to themselves. */

#include "bench/bench.h"
#include "cli.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Limit of a turn in seconds, where the section has none. */
#define MOST_SECONDS 600

/* ---- Stage --------------------------------------------------------------------------------------------- */

static void add_participant(bench_participants *participants, char *path, const char *level, bool is_ours)
{
    participants->participant =
        bench_resize(participants->participant, participants->count + 1, sizeof *participants->participant);
    participants->participant[participants->count++] = (bench_participant){path, level, is_ours, ""};
}

bool bench_participants_find(bench_participants *participants, const char *peers, const char *usual)
{
    bench_peers found;
    char *own = bench_own_path();
    if (own == NULL)
        cli_trouble("cannot start the benchmark: %s", strerror(errno));
    if (own == NULL || !bench_folder_create(participants->folder, sizeof participants->folder)) {
        free(own);
        return false;
    }
    add_participant(participants, own, NULL, true);
    if (strcmp(fk_cpu_name(), "plain") != 0)
        add_participant(participants, bench_own_path(), "plain", true);
    if (strcmp(fk_cpu_name(), "avx512") == 0)
        add_participant(participants, bench_own_path(), "avx2", true);
    if (!bench_peers_find(peers, usual, &found))
        return false;
    for (size_t i = 0; i < found.count; i++)
        add_participant(participants, found.path[i], NULL, false);
    free(found.path);
    return true;
}

void bench_participants_free(bench_participants *participants)
{
    rmdir(participants->folder);
    for (size_t i = 0; i < participants->count; i++)
        free(participants->participant[i].path);
    free(participants->participant);
}

/* ---- What the rounds of one method gave ---------------------------------------------------------------- */

typedef struct round_times {
    char name[24];
    double *value; /* one for each round */
    size_t count;
} round_times;

enum { MOST_TIMES = 6 };

typedef struct method_result {
    bench_row row;
    const bench_participant *participant;
    char method[48]; /* as the participant prints it */
    round_times time[MOST_TIMES];
} method_result;

/* Collects the lines of a participant in a list of results. */
typedef struct output_reader {
    const bench_run *run;
    const bench_task *task;
    const bench_participant *participant;
    method_result *list;
    size_t count;
} output_reader;

static method_result *add_method_result(output_reader *l, const char *method, const char *library)
{
    const char *level = l->participant->level;
    l->list = bench_resize(l->list, l->count + 1, sizeof *l->list);
    method_result *out = &l->list[l->count++];
    memset(out, 0, sizeof *out);
    out->row = l->task->base;
    out->row.is_ours = l->participant->is_ours;
    out->participant = l->participant;
    snprintf(out->method, sizeof out->method, "%s", method);
    row_set_text(&out->row, "method", "%.40s%s%s", method, level != NULL ? " " : "",
                 level != NULL ? level : "");
    row_set_text(&out->row, "library", "%.63s", library);
    return out;
}

static method_result *find_method_result(output_reader *l, const char *method, const char *library)
{
    for (size_t i = 0; i < l->count; i++)
        if (l->list[i].participant == l->participant && strcmp(l->list[i].method, method) == 0)
            return &l->list[i];
    return add_method_result(l, method, library);
}

/* Adds the time of a round: the median over its passes. */
static bool add_round_time(method_result *to, const char *name, const json_t *ns, size_t rounds)
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

static bool read_method_line(const json_t *line, void *user)
{
    output_reader *l = user;
    const char *method = json_string_value(json_object_get(line, "method"));
    const char *library = json_string_value(json_object_get(line, "library"));
    if (method == NULL || library == NULL)
        return false;
    method_result *to = find_method_result(l, method, library);
    const char *key;
    json_t *value;
    bool good = true;
    json_object_foreach((json_t *)(uintptr_t)line, key, value)
    {
        if (json_is_number(value))
            row_set(&to->row, key, json_number_value(value));
        else if (json_is_array(value) && strncmp(key, "ns", 2) == 0)
            good = add_round_time(to, key, value, l->run->options->rounds) && good;
    }
    return good && l->run->section->check_answers(line, l->task, &to->row);
}

/* Sets median, lowest and highest time over the rounds, then finishes the row. */
static void summarize_rounds(const output_reader *l, method_result *from)
{
    for (int i = 0; i < MOST_TIMES && from->time[i].value != NULL; i++) {
        const round_times *t = &from->time[i];
        char name[32];
        row_set(&from->row, t->name, bench_median(t->value, t->count)); /* which sorts them */
        snprintf(name, sizeof name, "%s_low", t->name);
        row_set(&from->row, name, t->value[0]);
        snprintf(name, sizeof name, "%s_high", t->name);
        row_set(&from->row, name, t->value[t->count - 1]);
    }
    l->run->section->finish_row(l->run, l->task, &from->row);
}

/* ---- Turns --------------------------------------------------------------------------------------------- */

void bench_participant_command(const bench_run *run, const bench_participant *participant,
                               const bench_task *task, char *time, char *argv[16])
{
    static char bench[] = "bench", verb[] = "run";
    int n = 0;
    argv[n++] = participant->path;
    if (participant->is_ours) {
        argv[n++] = bench;
        argv[n++] = verb;
        argv[n++] = (char *)(uintptr_t)run->section->name;
    }
    argv[n++] = (char *)(uintptr_t)task->work;
    argv[n++] = time;
    for (int i = 0; task->argument[i] != NULL; i++)
        argv[n++] = task->argument[i];
    argv[n] = NULL;
}

/* Adds a row that reports why a peer has no answer. */
static void add_failed_row(output_reader *l, bench_ending ending)
{
    const char *slash = strrchr(l->participant->path, '/');
    row_set_text(&add_method_result(l, slash != NULL ? slash + 1 : l->participant->path, "")->row, "trouble",
                 "%s",
                 ending == BENCH_OUT_OF_TIME ? "out of time"
                 : ending == BENCH_DIED      ? "crashed"
                                             : "failed");
}

/* False after a message: Farkas failed, or a signal stopped the run. *is_lost: a peer failed. */
static bool run_round(output_reader *l, bool is_timed, bool *is_lost)
{
    const bench_section *section = l->run->section;
    const bench_options *options = l->run->options;
    const bench_participant *who = l->participant;
    unsigned limit = options->limit > 0 ? (unsigned)options->limit : MOST_SECONDS;
    bench_text printed = {0};
    char time[32], *argv[16], where[256];
    snprintf(time, sizeof time, "%" PRIu64,
             is_timed ? options->time * (section->time_is_seconds ? 1000 : 1) : 0);
    bench_participant_command(l->run, who, l->task, time, argv);
    bench_ending ending = bench_program_run_limited(argv, who->level, limit, &printed);
    bool is_read = bench_text_each_line(&printed, read_method_line, l), good = false;
    row_format(section->failed, &l->task->base, where, sizeof where);
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
        add_failed_row(l, ending);
    if (*is_lost && ending == BENCH_OUT_OF_TIME && section->skips_slow) {
        bench_participant *participant =
            &l->run->participants.participant[who - l->run->participants.participant];
        size_t length = strlen(participant->slow);
        snprintf(participant->slow + length, sizeof participant->slow - length, "%s ", l->task->work);
    }
    free(printed.bytes);
    return good;
}

static bool joins_round(const output_reader *l, uint64_t round, bool *is_timed)
{
    char work[32];
    snprintf(work, sizeof work, "%s ", l->task->work);
    *is_timed = true;
    if (strstr(l->participant->slow, work) != NULL)
        return false;
    if (l->run->section->takes_part == NULL)
        return l->participant->level == NULL;
    return l->run->section->takes_part(l->participant, l->task, round, is_timed);
}

bool bench_run_task(bench_run *run, bench_task *task)
{
    output_reader l = {.run = run, .task = task};
    bool *is_lost = bench_allocate(run->participants.count, sizeof *is_lost), good = true, is_timed;
    size_t first = run->rows.count;
    row_set_text(&task->base, "section", "%s", run->section->name);
    row_set(&task->base, "later", first > 0);
    for (uint64_t round = 0; good && round < run->options->rounds; round++)
        for (size_t i = 0; good && i < run->participants.count; i++) {
            l.participant = &run->participants.participant[i];
            if (!is_lost[i] && joins_round(&l, round, &is_timed))
                good = run_round(&l, is_timed, &is_lost[i]);
        }
    for (size_t i = 0; good && i < l.count; i++) {
        summarize_rounds(&l, &l.list[i]);
        rows_add(&run->rows, &l.list[i].row);
    }
    for (size_t i = 0; i < l.count; i++)
        for (int k = 0; k < MOST_TIMES; k++)
            free(l.list[i].time[k].value);
    free(l.list);
    free(is_lost);
    good = good && !bench_is_stopped();
    if (good && run->rows.count > first)
        rows_print(&run->rows, first, run->options->form, run->section->name,
                   task->prefix != NULL ? task->prefix : "");
    return good;
}
