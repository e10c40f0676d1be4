/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Participants at work: starts each as a program on the same files, in turn, round after round, so that a slow moment
 * of the machine meets all of them; reads what they print, and holds their answers against the truth.
 *
 * Farkas itself plays as a program too, and more than once: with the best instructions of the processor, with none but
 * C11, and, where batches are measured, with AVX2 on a processor that has AVX-512. */

#include "bench/bench.h"
#include "bench/bench_program.h"
#include "cli.h"

#include <errno.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Instructions are counted on so many pairs, of hulls on fewer: valgrind takes its time to read them. */
#define COUNTED_PAIRS 400
#define COUNTED_HULLS 40

/* ---- Stage --------------------------------------------------------------------------------------------- */

static void add_player(bench_stage *stage, char *path, const char *level, bool is_ours)
{
    bench_player *more = bench_allocate(stage->count + 1, sizeof *more);
    if (stage->count > 0)
        memcpy(more, stage->player, stage->count * sizeof *more);
    free(stage->player);
    stage->player = more;
    more[stage->count++] = (bench_player){path, level, is_ours};
}

bool bench_stage_start(bench_stage *stage, const char *peers, const char *usual)
{
    char *own = bench_own_path();
    if (own == NULL || !bench_folder_create(stage->folder, sizeof stage->folder)) {
        if (own == NULL)
            cli_trouble("cannot start the benchmark: %s", strerror(errno));
        free(own);
        return false;
    }
    add_player(stage, own, NULL, true);
    if (strcmp(fk_cpu_name(), "plain") != 0)
        add_player(stage, bench_own_path(), "plain", true);
    if (strcmp(fk_cpu_name(), "avx512") == 0)
        add_player(stage, bench_own_path(), "avx2", true);
    bench_peers found;
    if (!bench_peers_find(peers, usual, &found)) {
        bench_stage_end(stage);
        return false;
    }
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

/* ---- Results ------------------------------------------------------------------------------------------- */

/* What the rounds of one method gave. */
typedef struct play {
    char method[48], library[64];
    size_t player;
    double *ns[BENCH_PARTS]; /* one for each round */
    size_t rounds[BENCH_PARTS];
    char *answers; /* of all pairs, in the first round */
} play;

typedef struct plays {
    play *list;
    size_t count;
} plays;

static play *find_play(plays *all, size_t player, const char *method, const char *library, size_t rounds)
{
    for (size_t i = 0; i < all->count; i++)
        if (all->list[i].player == player && strcmp(all->list[i].method, method) == 0)
            return &all->list[i];
    play *more = bench_allocate(all->count + 1, sizeof *more);
    if (all->count > 0)
        memcpy(more, all->list, all->count * sizeof *more);
    free(all->list);
    all->list = more;
    play *out = &more[all->count++];
    out->player = player;
    snprintf(out->method, sizeof out->method, "%s", method);
    snprintf(out->library, sizeof out->library, "%s", library);
    for (int part = 0; part < BENCH_PARTS; part++)
        out->ns[part] = bench_allocate(rounds, sizeof(double));
    return out;
}

static void free_plays(plays *all)
{
    for (size_t i = 0; i < all->count; i++) {
        for (int part = 0; part < BENCH_PARTS; part++)
            free(all->list[i].ns[part]);
        free(all->list[i].answers);
    }
    free(all->list);
}

/* Whose lines are read, and where they go. */
typedef struct listener {
    const bench_part *part; /* of each file */
    size_t player, rounds;
    plays *out;
} listener;

/* One line of a participant. The time of a round is the median over its passes. */
static bool take_line(const json_t *line, void *user)
{
    const listener *l = user;
    const bench_part *part = l->part;
    const char *method = json_string_value(json_object_get(line, "method"));
    const char *library = json_string_value(json_object_get(line, "library"));
    const char *answers = json_string_value(json_object_get(line, "answers"));
    const json_t *ns = json_object_get(line, "ns");
    json_int_t file = json_integer_value(json_object_get(line, "file"));
    if (method == NULL || library == NULL || answers == NULL || !json_is_array(ns) || file < 0 ||
        file >= BENCH_PARTS)
        return false;
    play *to = find_play(l->out, l->player, method, library, l->rounds);
    size_t count = json_array_size(ns);
    if (count > 0 && to->rounds[part[file]] < l->rounds) {
        double *value = bench_allocate(count, sizeof *value);
        for (size_t i = 0; i < count; i++)
            value[i] = json_number_value(json_array_get(ns, i));
        to->ns[part[file]][to->rounds[part[file]]++] = bench_median(value, count);
        free(value);
    }
    if (part[file] == BENCH_ALL && to->answers == NULL) {
        to->answers = bench_allocate(strlen(answers) + 1, 1);
        memcpy(to->answers, answers, strlen(answers));
    }
    return true;
}

/* FNV-1a over what meets and what does not. */
static uint32_t hash_of(const bench_scene *scene, const char *answers)
{
    uint32_t hash = 2166136261u;
    for (size_t i = 0; i < scene->count; i++) {
        char answer = answers != NULL ? answers[i] : (char)('0' + scene->truth[i]);
        uint32_t meets = answer == '3' ? '2' : (uint32_t)answer;
        hash = (hash ^ meets) * 16777619u;
    }
    return hash;
}

/* Peers, and questions beyond the verdict, only tell what meets; ours tells touching from overlapping too. */
static void judge(const bench_scene *scene, const char *answers, bool is_whole, bench_result *out)
{
    for (size_t i = 0; i < scene->count; i++) {
        char truth = (char)('0' + scene->truth[i]), answer = answers[i];
        bool hit = truth != '1';
        out->undecided += answer == '0';
        out->hung += answer == '9';
        out->crashed += answer == '8';
        if (answer == '1')
            out->missed += hit;
        else if (answer == '2' || answer == '3')
            out->false_hits += !hit || (is_whole && answer != truth);
    }
    out->hash = hash_of(scene, answers);
    out->is_right = out->missed + out->false_hits + out->undecided + out->hung + out->crashed == 0;
}

static void add_result(bench_results *results, const bench_result *row)
{
    if (results->count == results->capacity) {
        results->capacity = 2 * results->capacity + 64;
        bench_result *more = bench_allocate(results->capacity, sizeof *more);
        if (results->count > 0)
            memcpy(more, results->row, results->count * sizeof *more);
        free(results->row);
        results->row = more;
    }
    results->row[results->count++] = *row;
}

static void make_result(const bench_stage *stage, const bench_scene *scene, const char *work, play *from,
                        bench_result *out)
{
    const bench_player *player = &stage->player[from->player];
    memset(out, 0, sizeof *out);
    snprintf(out->family, sizeof out->family, "%s", scene->family);
    snprintf(out->kinds, sizeof out->kinds, "%s", scene->kinds);
    snprintf(out->work, sizeof out->work, "%s", work);
    snprintf(out->method, sizeof out->method, "%.40s%s%s", from->method, player->level ? " " : "",
             player->level ? player->level : "");
    snprintf(out->library, sizeof out->library, "%s", from->library);
    out->pairs = scene->count;
    out->hits = scene->hits;
    for (int part = 0; part < BENCH_PARTS; part++) {
        size_t rounds = from->rounds[part];
        if (rounds == 0)
            continue;
        out->ns[part].median = bench_median(from->ns[part], rounds);
        out->ns[part].low = from->ns[part][0];
        out->ns[part].high = from->ns[part][rounds - 1];
    }
    if (scene->hits == scene->count)
        out->ns[BENCH_HITS] = out->ns[BENCH_ALL];
    if (scene->hits == 0)
        out->ns[BENCH_MISSES] = out->ns[BENCH_ALL];
    bool is_whole = player->is_ours && strncmp(work, "distance", 8) != 0 && strncmp(work, "fm", 2) != 0;
    if (strncmp(work, "read", 4) == 0)
        out->is_right = true; /* it answers nothing */
    else if (from->answers != NULL && strlen(from->answers) == scene->count)
        judge(scene, from->answers, is_whole, out);
}

/* ---- Play ---------------------------------------------------------------------------------------------- */

/* The input files of a scene: all pairs, hits, misses. */
typedef struct files {
    char *path[BENCH_PARTS];
    bench_part part[BENCH_PARTS];
    int count;
} files;

/* Whether hits and misses are measured apart, of verdicts and distances: not in scenes with frames, which would have none any more,
 * and where peers are not timed. Hulls are long to read: of their verdicts all are measured together. */
static bool has_parts(const bench_stage *stage, const bench_scene *scene, const char *work)
{
    bool is_hull = scene->pair[0].a.kind == FK_KIND_HULL;
    return stage->time > 0 && scene->frame == scene->count && !scene->is_judged_only &&
           (strncmp(work, "distance", 8) == 0 || (!is_hull && strcmp(work, "verdict") == 0));
}

/* Parts that are empty or all pairs are left out. */
static bool write_files(const bench_stage *stage, const bench_scene *scene, const char *work, files *out)
{
    static const char *const names[BENCH_PARTS] = {"all.txt", "hits.txt", "misses.txt"};
    for (int part = 0; part < BENCH_PARTS; part++) {
        size_t count = bench_part_count(scene, (bench_part)part);
        if (count == 0 || (part != BENCH_ALL && (!has_parts(stage, scene, work) || count == scene->count)))
            continue;
        out->part[out->count] = (bench_part)part;
        out->path[out->count++] = bench_join(stage->folder, names[part]);
        if (!bench_scene_write(scene, (bench_part)part, count, out->path[out->count - 1]))
            return false;
    }
    return true;
}

static void remove_files(files *list)
{
    for (int i = 0; i < list->count; i++) {
        remove(list->path[i]);
        free(list->path[i]);
    }
}

/* The command line of a participant: PROGRAM [bench run] --work W --time MS --frame N FILE... */
typedef struct command {
    char time[32], frame[32], work[32];
    char *argv[20];
} command;

static void set_command(command *out, const bench_player *player, const char *work, double time,
                        const bench_scene *scene, const files *input)
{
    static char bench[] = "bench", run[] = "run", o_work[] = "--work", o_time[] = "--time",
                o_frame[] = "--frame";
    int n = 0;
    snprintf(out->time, sizeof out->time, "%g", time);
    snprintf(out->frame, sizeof out->frame, "%zu", scene->frame == scene->count ? 0 : scene->frame);
    snprintf(out->work, sizeof out->work, "%s", work);
    out->argv[n++] = player->path;
    if (player->is_ours) {
        out->argv[n++] = bench;
        out->argv[n++] = run;
    }
    char *rest[] = {o_work, out->work, o_time, out->time, o_frame, out->frame};
    for (int i = 0; i < 6; i++)
        out->argv[n++] = rest[i];
    for (int i = 0; i < input->count; i++)
        out->argv[n++] = input->path[i];
    out->argv[n] = NULL;
}

static bool play_once(const bench_stage *stage, size_t player, const bench_scene *scene, const char *work,
                      const files *input, plays *out)
{
    command line;
    bench_text printed = {0};
    listener l = {input->part, player, stage->rounds, out};
    bool is_timed = stage->player[player].is_ours || !scene->is_judged_only;
    set_command(&line, &stage->player[player], work, is_timed ? stage->time : 0, scene, input);
    bool good = bench_program_run(line.argv, stage->player[player].level, &printed);
    if (bench_is_stopped())
        cli_trouble("stopped by a signal");
    else if (!good)
        cli_trouble("%s failed on family %s, kinds %s, work %s", stage->player[player].path, scene->family,
                    scene->kinds, work);
    else if (!(good = bench_text_take(&printed, take_line, &l)))
        cli_trouble("%s printed what is not an answer", stage->player[player].path);
    free(printed.bytes);
    return good;
}

/* Instructions a pair of our own loop, counted by valgrind on the first pairs; it knows AVX2 at most. 0 when that
 * failed. */
static double count_instructions(const bench_stage *stage, const bench_player *player,
                                 const bench_scene *scene, const char *work)
{
    static char tool[] = "valgrind", kind[] = "--tool=callgrind", toggle[] = "--toggle-collect=ask_*",
                quiet[] = "--quiet";
    size_t most = scene->pair[0].a.kind == FK_KIND_HULL ? COUNTED_HULLS : COUNTED_PAIRS;
    size_t count = scene->frame < scene->count ? scene->count : scene->count < most ? scene->count : most;
    files few = {.count = 1, .path = {bench_join(stage->folder, "few.txt")}};
    char *profile = bench_join(stage->folder, "profile"), option[600];
    snprintf(option, sizeof option, "--callgrind-out-file=%s", profile);
    command line;
    set_command(&line, player, work, 0, scene, &few);
    char *argv[26] = {tool, kind, toggle, quiet, option};
    for (int i = 0; i < 20 && line.argv[i] != NULL; i++)
        argv[5 + i] = line.argv[i];
    bench_text printed = {0};
    double total = 0;
    if (bench_scene_write(scene, BENCH_ALL, count, few.path[0]) &&
        bench_program_run(argv, player->level != NULL ? player->level : "avx2", &printed)) {
        FILE *stream = fopen(profile, "r");
        char row[256];
        while (stream != NULL && fgets(row, sizeof row, stream))
            if (strncmp(row, "totals: ", 8) == 0)
                total = strtod(row + 8, NULL);
        if (stream != NULL)
            fclose(stream);
    }
    remove(profile);
    remove_files(&few);
    free(profile);
    free(printed.bytes);
    return total / (double)count;
}

/* Peers answer verdicts and distances; the rest is our own. Lower levels of ours are of interest where levels are compared. */
static bool takes_part(const bench_player *player, const bench_scene *scene, const char *work)
{
    if (player->level != NULL && strcmp(player->level, "avx2") == 0)
        return strcmp(scene->family, "crossed") == 0;
    if (player->level != NULL)
        return !scene->is_judged_only && strncmp(work, "fm", 2) != 0;
    bool is_common = strcmp(work, "verdict") == 0 || strcmp(work, "distance") == 0;
    return player->is_ours || (is_common && scene->frame == scene->count);
}

bool bench_play(const bench_stage *stage, const bench_scene *scene, const char *work, bench_results *out)
{
    files input = {0};
    plays all = {0};
    bool good = write_files(stage, scene, work, &input);
    bench_signals signals;
    bench_signals_catch(&signals);
    for (uint64_t round = 0; good && round < stage->rounds; round++)
        for (size_t i = 0; good && i < stage->count; i++)
            if (takes_part(&stage->player[i], scene, work) &&
                (round == 0 || stage->player[i].is_ours || !scene->is_judged_only))
                good = play_once(stage, i, scene, work, &input, &all);
    for (size_t i = 0; good && i < all.count; i++) {
        bench_result row;
        const bench_player *player = &stage->player[all.list[i].player];
        make_result(stage, scene, work, &all.list[i], &row);
        if (stage->count_instructions && player->is_ours && player->level == NULL)
            row.instructions = count_instructions(stage, player, scene, work);
        add_result(out, &row);
    }
    bench_signals_release(&signals);
    good = good && !bench_is_stopped();
    remove_files(&input);
    free_plays(&all);
    return good;
}
