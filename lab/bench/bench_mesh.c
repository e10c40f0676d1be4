/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* farkas bench mesh: reading, welding, convex hulls and convex decomposition, beside other libraries on the same files in the same
 * run. */

#include "bench/bench_mesh.h"
#include "bench/bench.h"
#include "bench/bench_options.h"
#include "bench/page.h"
#include "bench/bench_program.h"
#include "cli.h"

#include <errno.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { OPTION_SCENE = 256 };

static const struct option options[] = {
    {"scene", required_argument, NULL, OPTION_SCENE},
    BENCH_COMMON_OPTIONS,
    BENCH_PEERS_OPTIONS,
    BENCH_CSV_OPTION,
    CLI_COMMON_OPTIONS,
};

typedef struct settings {
    bench_options shared;
    const char *scene; /* NULL: all */
} settings;

/* ---- Programs ------------------------------------------------------------------------------------------ */

enum { MOST_PROGRAMS = 16, MOST_METHODS = 16, MOST_ROUNDS = 1000 };

/* Farkas itself, and the peers in the order of their names. */
typedef struct programs {
    char *path[MOST_PROGRAMS];
    size_t count;
} programs;

static bool find_programs(programs *out, const char *peers)
{
    out->path[0] = bench_own_path();
    if (out->path[0] == NULL) {
        cli_trouble("cannot start the benchmark: %s", strerror(errno));
        return false;
    }
    out->count = 1;
    bench_peers found;
    if (!bench_peers_find(peers, "mesh-peers", &found))
        return false;
    for (size_t i = 0; i < found.count; i++)
        if (out->count < MOST_PROGRAMS)
            out->path[out->count++] = found.path[i];
        else
            free(found.path[i]);
    free(found.path);
    return true;
}

/* ---- Rounds -------------------------------------------------------------------------------------------- */

/* What the rounds of one method gave. */
typedef struct play {
    mesh_result result;
    double *seconds;
    size_t rounds;
} play;

typedef struct plays {
    play list[MOST_METHODS];
    size_t count;
} plays;

static play *find_play(plays *all, const char *method, const char *library)
{
    for (size_t i = 0; i < all->count; i++)
        if (strcmp(all->list[i].result.method, method) == 0)
            return &all->list[i];
    if (all->count == MOST_METHODS)
        return NULL;
    play *out = &all->list[all->count++];
    snprintf(out->result.method, sizeof out->result.method, "%s", method);
    snprintf(out->result.library, sizeof out->result.library, "%s", library);
    out->seconds = bench_allocate(MOST_ROUNDS, sizeof(double));
    return out;
}

/* One line of a participant. The time of a round is the median over its passes. */
static bool take_line(const json_t *line, void *user)
{
    plays *out = user;
    const char *method = json_string_value(json_object_get(line, "method"));
    const char *library = json_string_value(json_object_get(line, "library"));
    const json_t *seconds = json_object_get(line, "seconds");
    size_t passes = json_array_size(seconds);
    play *to = method != NULL && library != NULL && passes > 0 ? find_play(out, method, library) : NULL;
    if (to == NULL || to->rounds == MOST_ROUNDS)
        return false;
    double *value = bench_allocate(passes, sizeof *value);
    for (size_t i = 0; i < passes; i++)
        value[i] = json_number_value(json_array_get(seconds, i));
    to->seconds[to->rounds++] = bench_median(value, passes);
    free(value);
    to->result.count = (uint64_t)json_integer_value(json_object_get(line, "count"));
    to->result.bytes = (uint64_t)json_integer_value(json_object_get(line, "bytes"));
    to->result.most_bytes = (uint64_t)json_integer_value(json_object_get(line, "most_bytes"));
    to->result.volume = json_number_value(json_object_get(line, "volume"));
    return true;
}

/* PROGRAM [bench run-mesh] WORK MILLISECONDS FILE */
static bool play_once(char *program, bool is_ours, const char *work, uint64_t time, char *path, plays *out)
{
    static char bench[] = "bench", run[] = "run-mesh";
    char work_text[16], time_text[24];
    char *argv[8];
    int n = 0;
    snprintf(work_text, sizeof work_text, "%s", work);
    snprintf(time_text, sizeof time_text, "%llu", (unsigned long long)time);
    argv[n++] = program;
    if (is_ours) {
        argv[n++] = bench;
        argv[n++] = run;
    }
    argv[n++] = work_text;
    argv[n++] = time_text;
    argv[n++] = path;
    argv[n] = NULL;
    bench_text printed = {0};
    bool good = bench_program_run(argv, NULL, &printed);
    if (bench_is_stopped())
        cli_trouble("stopped by a signal");
    else if (!good)
        cli_trouble("%s failed on work %s", program, work);
    else if (!(good = bench_text_take(&printed, take_line, out)))
        cli_trouble("%s printed what is not a result", program);
    free(printed.bytes);
    return good;
}

static void add_results(const mesh_scene *scene, const char *work, plays *all, mesh_results *results)
{
    mesh_result *more = bench_allocate(results->count + all->count, sizeof *more);
    if (results->count > 0)
        memcpy(more, results->row, results->count * sizeof *more);
    free(results->row);
    results->row = more;
    for (size_t i = 0; i < all->count; i++) {
        play *from = &all->list[i];
        mesh_result *row = &from->result;
        snprintf(row->scene, sizeof row->scene, "%s", scene->name);
        snprintf(row->what, sizeof row->what, "%s", scene->what);
        snprintf(row->work, sizeof row->work, "%s", work);
        row->seconds = bench_median(from->seconds, from->rounds);
        row->low = from->seconds[0];
        row->high = from->seconds[from->rounds - 1];
        row->items = scene->items;
        row->size = scene->size;
        row->solid_volume = scene->volume;
        bool is_known = scene->expected > 0 && strcmp(work, "weld") != 0;
        row->is_right = !is_known || row->count == scene->expected;
        results->row[results->count++] = *row;
    }
}

static void (*const print[BENCH_FORMS])(const mesh_results *results,
                                        size_t first) = {mesh_print_table, mesh_print_csv, mesh_print_json};

static bool run_work(const settings *s, const programs *all, const mesh_scene *scene, const char *work,
                     char *path, mesh_results *results)
{
    plays found = {.count = 0};
    bool good = true;
    for (uint64_t round = 0; good && round < s->shared.rounds; round++)
        for (size_t i = 0; good && i < all->count; i++)
            good = play_once(all->path[i], i == 0, work, s->shared.time, path, &found);
    if (good) {
        size_t first = results->count;
        add_results(scene, work, &found, results);
        print[s->shared.form](results, first);
        cli_flush();
    }
    for (size_t i = 0; i < found.count; i++)
        free(found.list[i].seconds);
    return good;
}

static bool run_scene(const settings *s, const programs *all, size_t index, char *path, mesh_results *results)
{
    mesh_scene scene;
    bool good = mesh_scene_make(index, s->shared.quick, path, &scene);
    for (size_t i = 0; good && scene.work[i] != NULL; i++)
        good = run_work(s, all, &scene, scene.work[i], path, results);
    remove(path);
    return good;
}

static bool run_all(const settings *s, const programs *all, mesh_results *results)
{
    char folder[512];
    if (!bench_folder_create(folder, sizeof folder))
        return false;
    char *path = bench_join(folder, "input.stl");
    bench_signals signals;
    bench_signals_catch(&signals);
    bool good = true;
    for (size_t i = 0; good && i < mesh_scene_count(); i++)
        if (s->scene == NULL ? !s->shared.quick || mesh_scene_is_quick(i)
                             : strcmp(s->scene, mesh_scene_name(i)) == 0)
            good = run_scene(s, all, i, path, results);
    bench_signals_release(&signals);
    free(path);
    rmdir(folder);
    return good;
}

/* Nobody is fast by being wrong. False after a message. */
static bool is_right(const mesh_results *results)
{
    for (size_t i = 0; i < results->count; i++)
        if (strcmp(results->row[i].method, "Farkas") == 0 && !results->row[i].is_right) {
            cli_trouble("scene %s, work %s: the count is wrong; this is a bug in farkas",
                        results->row[i].scene, results->row[i].work);
            return false;
        }
    return true;
}

/* ---- Command line -------------------------------------------------------------------------------------- */

static bool read_scene(const char *word, const char **out)
{
    const char *known[64] = {NULL};
    for (size_t i = 0; i < mesh_scene_count() && i < 63; i++)
        known[i] = mesh_scene_name(i);
    return bench_read_word("scene", word, known, out);
}

static bool read_option(int option, void *user)
{
    settings *out = user;
    if (option == OPTION_SCENE)
        return read_scene(optarg, &out->scene);
    return bench_read_option(option, &out->shared);
}

int bench_mesh_verb(int argc, char **argv)
{
    settings s = {.shared = {.rounds = 5, .time = 200, .most_rounds = MOST_ROUNDS, .most_time = 1000000}};
    int status;
    cli_syntax syntax = {"bench mesh", bench_help("mesh"), CLI_COMMON_LETTERS, options};
    if (!cli_read_options(&syntax, argc, argv, read_option, &s, &status))
        return status;
    if (!bench_is_alone(argc, argv))
        return CLI_TROUBLE;
    if (s.shared.quick)
        s.shared.rounds = s.shared.time = 1;
    programs all = {.count = 0};
    mesh_results results = {.rounds = s.shared.quick ? 0 : s.shared.rounds};
    double begin = fk_clock_seconds();
    bool good = find_programs(&all, s.shared.peers) && run_all(&s, &all, &results);
    good = good && (s.shared.out == NULL || mesh_write_records(&results, s.shared.out));
    good = good && is_right(&results);
    if (good && cli_is_verbose())
        cli_note("%zu rows; %.3f s", results.count, fk_clock_seconds() - begin);
    for (size_t i = 0; i < all.count; i++)
        free(all.path[i]);
    free(results.row);
    return good ? CLI_OK : CLI_TROUBLE;
}
