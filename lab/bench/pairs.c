/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* farkas bench pairs: how fast, and how often wrong; Farkas beside other libraries, on the same pairs in the same run. */

#include "bench/bench.h"
#include "bench/pairs_scene.h"
#include "cli.h"
#include "gen/family.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* Instructions are counted on so many pairs: valgrind takes its time. */
#define COUNTED_PAIRS 400
#define COUNTED_HULLS 40

/* ---- What is measured ---------------------------------------------------------------------------------- */

static bool is_in_list(const char *word, const char *const *list)
{
    for (; *list != NULL; list++)
        if (strcmp(word, *list) == 0)
            return true;
    return false;
}

static bool is_text(const char *a, const char *b)
{
    return strcmp(a, b) == 0;
}

static const char *const works[] = {
    "verdict",     "verdict+hints", "distance",    "distance+hints", "certificate", "certificate+box",
    "fm",          "fm+box",        "method",      "warm",           "single",      "batch",
    "batch-index", "batch-float",   "batch-large", "read-large",     "posed",       "ray",
    "cast",        "contact",       NULL};

/* What a program calls, on shapes with poses, in families of their own; NULL for the others. */
static const char *placed_work(const char *family, const char *kinds)
{
    if (pairs_family_lines(family) == 3)
        return strncmp(kinds, "ray,", 4) == 0 ? "ray" : "cast";
    return pairs_family_lines(family) < 2 ? NULL : is_text(family, "posed") ? "posed" : "contact";
}

static bool is_hull(const char *kinds)
{
    return strncmp(kinds, "hull", 4) == 0;
}

/* Whether a family of shapes with poses is measured with these kinds when none is asked for. A triangle has no inside. */
static bool is_placed_planned(const char *family, const char *kinds)
{
    static const char *const for_poses[] = {"box",    "tetra",   "hull-32",  "hull-128", "hull-512",
                                            "sphere", "capsule", "cylinder", NULL};
    static const char *const for_casts[] = {"sphere", "sphere,box", "capsule,box", "box", NULL};
    static const char *const without_contacts[] = {"tetra",    "box,tetra", "tri",       "hull-8",
                                                   "hull-128", "hull-512",  "hull-2048", NULL};
    const char *work = placed_work(family, kinds);
    bool is_ray = strncmp(kinds, "ray,", 4) == 0, is_inside = is_text(family, "inside");
    if (is_text(work, "posed"))
        return is_in_list(kinds, for_poses);
    if (is_text(work, "cast"))
        return is_in_list(kinds, for_casts) && !is_inside;
    return is_ray ? is_text(work, "ray") && !(is_inside && is_text(kinds, "ray,tri"))
                  : !is_in_list(kinds, without_contacts);
}

/* Whether a family is measured with these kinds when none is asked for. Of hulls and round shapes, peers and we differ
 * little from family to family. */
static bool is_planned(const char *family, const char *kinds)
{
    static const char *const for_round[] = {"random",       "gap-1e-6",  "gap-1e-12",
                                            "touch-vertex", "identical", NULL};
    static const char *const for_hulls[] = {"random", "gap-1e-6", "gap-1e-12", NULL};
    static const char *const with_gaps[] = {"hull-32", "hull-128", "hull-512", NULL};
    static const char *const moving[] = {"box", "tetra", "hull-32", NULL};
    static const char *const only_placed[] = {"cylinder", "cone", "ellipsoid", NULL};
    if (placed_work(family, kinds) != NULL)
        return is_placed_planned(family, kinds);
    if (is_in_list(kinds, only_placed) || (strchr(kinds, ',') != NULL && !is_text(kinds, "box,tetra")))
        return false;
    if (is_text(family, "moving"))
        return is_in_list(kinds, moving);
    if (is_text(family, "crossed"))
        return is_text(kinds, "box") || is_text(kinds, "tetra");
    if (is_hull(kinds))
        return is_text(family, "random") || (is_in_list(kinds, with_gaps) && is_in_list(family, for_hulls));
    if (is_text(kinds, "sphere") || is_text(kinds, "capsule"))
        return is_in_list(family, for_round);
    return !is_text(kinds, "box,tetra") || !is_text(family, "flat");
}

/* The works that are measured on a family and kinds, in the order of the list. */
static bool has_work(const char *family, const char *kinds, const char *work)
{
    static const char *const crossed[] = {"single", "batch", "batch-index", "batch-float", NULL};
    bool cells = is_text(kinds, "box") || is_text(kinds, "tetra"), mixed = is_text(kinds, "box,tetra");
    bool random = is_text(family, "random");
    const char *placed = placed_work(family, kinds);
    if (placed != NULL)
        return is_text(work, placed);
    if (is_text(family, "crossed"))
        return is_in_list(work, crossed);
    if (is_text(work, "verdict"))
        return true;
    if (is_text(work, "warm"))
        return is_text(family, "moving");
    if (strncmp(work, "certificate", 11) == 0)
        return cells && (random || is_text(family, "gap-1e-12"));
    if (is_text(work, "method"))
        return (random || is_text(family, "gap-1e-6") || is_text(family, "gap-1e-9")) &&
               (cells || mixed || is_text(kinds, "hull-32"));
    if (strncmp(work, "fm", 2) == 0)
        return random && (cells || mixed);
    if (is_text(work, "distance"))
        return random && !mixed;
    if (strstr(work, "+hints") != NULL)
        return random && is_hull(kinds);
    return random && cells && strstr(work, "-large") != NULL;
}

/* Pairs of shapes with poses, each with two of its own, do not fit into the second level of cache. */
static size_t placed_pair_count(size_t count, const char *work, const char *kinds)
{
    static const struct {
        const char *kind;
        size_t posed, ray, contact; /* tenths of the count */
    } rows[] = {{"hull-32", 8, 4, 2},    {"hull-128", 4, 2, 1}, {"hull-512", 2, 1, 1},
                {"cylinder", 20, 10, 4}, {"box", 100, 10, 4},   {"", 50, 10, 4}};
    size_t i = 0;
    while (strstr(kinds, rows[i].kind) == NULL)
        i++;
    size_t tenths = is_text(work, "posed")     ? rows[i].posed
                    : is_text(work, "contact") ? rows[i].contact
                                               : rows[i].ray;
    return tenths * count / 10;
}

/* There are fewer pairs of large hulls, as one of 2048 points is 100 kB of text. Random pairs are four times as many: the branch
 * predictors of today learn the answers to ten thousand pairs by heart when they see them again and again, and flatter code with
 * many branches. The cells of crossed pairs, and a scene that moves, fit into the second level of cache. */
static size_t scene_pair_count(uint64_t count, const char *family, const char *kinds)
{
    size_t most = (size_t)count;
    if (placed_work(family, kinds) != NULL)
        most = placed_pair_count(most, placed_work(family, kinds), kinds);
    else if (is_hull(kinds))
        most /= is_text(kinds, "hull-2048")  ? 160
                : is_text(kinds, "hull-512") ? 40
                : is_text(kinds, "hull-128") ? 20
                                             : 5;
    else if (is_text(family, "random"))
        most *= 4;
    else if (is_text(family, "crossed"))
        most = most < 10000 ? 4 * most : 40000;
    if (is_text(family, "moving") && most > 4096)
        most = 4096;
    return most > 0 ? most : 1;
}

/* Families on which all are timed: of the others, what peers answer is of interest, and their times would take most of the run. */
static bool is_timed_family(const char *family)
{
    static const char *const timed[] = {"random", "gap-1e-12", "crossed", "moving", NULL};
    return is_in_list(family, timed) || pairs_family_lines(family) > 1;
}

/* ---- Participants -------------------------------------------------------------------------------------- */

/* Peers answer verdicts and distances; the rest is our own. Lower levels of ours are of interest where levels are compared. */
static bool takes_part(const bench_participant *participant, const bench_task *task, uint64_t round,
                       bool *is_timed)
{
    const pairs_scene *scene = task->scene;
    bool is_common =
        is_text(task->work, "verdict") || is_text(task->work, "distance") || scene->place != NULL;
    if (participant->level != NULL && is_text(participant->level, "avx2"))
        return is_text(scene->family, "crossed");
    if (participant->level != NULL)
        return !scene->is_judged_only && strncmp(task->work, "fm", 2) != 0 &&
               (scene->place == NULL || is_text(task->work, "posed"));
    *is_timed = participant->is_ours || !scene->is_judged_only;
    return participant->is_ours ||
           (is_common && scene->frame == scene->count && (round == 0 || !scene->is_judged_only));
}

/* FNV-1a over what meets and what does not. Peers, and questions beyond the verdict, only tell what meets; ours tells touching from
 * overlapping too. */
static bool check_answers(const json_t *line, const bench_task *task, bench_row *row)
{
    const pairs_scene *scene = task->scene;
    const char *answers = json_string_value(json_object_get(line, "answers"));
    static const char *const without_touching[] = {"distance", "distance+hints", "fm",      "fm+box",
                                                   "ray",      "cast",           "contact", NULL};
    bool is_whole = row->is_ours && !is_in_list(task->work, without_touching);
    size_t undecided = 0, hung = 0, crashed = 0, missed = 0, false_hits = 0;
    uint32_t hash = BENCH_HASH;
    if (answers == NULL) /* of hits or misses apart */
        return json_object_get(line, "ns") == NULL;
    row_set(row, "bad", strncmp(task->work, "read", 4) != 0); /* which answers nothing */
    if (strlen(answers) != scene->count || row_get(row, "bad") == 0)
        return true;
    for (size_t i = 0; i < scene->count; i++) {
        char truth = (char)('0' + scene->truth[i]), answer = answers[i];
        undecided += answer == '0';
        hung += answer == '9';
        crashed += answer == '8';
        missed += answer == '1' && truth != '1';
        if (answer == '2' || answer == '3')
            false_hits += truth == '1' || (is_whole && answer != truth);
        hash = (hash ^ (answer == '3' ? '2' : (uint32_t)(unsigned char)answer)) * 16777619u;
    }
    row_set(row, "false_hits", (double)false_hits);
    row_set(row, "missed", (double)missed);
    row_set(row, "undecided", (double)undecided);
    row_set(row, "hung", (double)hung);
    row_set(row, "crashed", (double)crashed);
    row_set(row, "all_wrong", (double)(false_hits + missed + undecided + hung + crashed));
    row_set(row, "hash", hash);
    /* Methods as papers print them may be wrong; those in floating point may be undecided, and so may casts. */
    bool is_unsure =
        (is_text(task->work, "method") || is_text(task->work, "cast")) && missed + false_hits == 0;
    row_set(row, "bad",
            row_get(row, "all_wrong") > 0 && !is_unsure && strstr(row_text(row, "method"), "-paper") == NULL);
    return true;
}

/* Instructions a pair of our own loop, counted by valgrind on the first pairs; it knows AVX2 at most. 0 when that
 * failed. */
static double count_instructions(const bench_run *run, const bench_task *task)
{
    static char tool[] = "valgrind", kind[] = "--tool=callgrind", toggle[] = "--toggle-collect=timed_*",
                quiet[] = "--quiet", no_time[] = "0";
    const pairs_scene *scene = task->scene;
    size_t most = is_hull(scene->kinds) ? COUNTED_HULLS : COUNTED_PAIRS;
    size_t count = scene->frame < scene->count ? scene->count : scene->count < most ? scene->count : most;
    char *few = bench_join(run->participants.folder, "few.txt"),
         *profile = bench_join(run->participants.folder, "profile");
    char option[600], row[256], *argv[24] = {tool, kind, toggle, quiet, option};
    bench_task one = {.scene = scene, .work = task->work, .argument = {task->argument[0], few}};
    bench_text printed = {0};
    double total = 0;
    snprintf(option, sizeof option, "--callgrind-out-file=%s", profile);
    bench_participant_command(run, &run->participants.participant[0], &one, no_time, argv + 5);
    if (pairs_scene_write(scene, PAIRS_ALL, count, few) && bench_program_run(argv, "avx2", &printed)) {
        FILE *stream = fopen(profile, "r");
        while (stream != NULL && fgets(row, sizeof row, stream))
            if (strncmp(row, "totals: ", 8) == 0)
                total = strtod(row + 8, NULL);
        if (stream != NULL)
            fclose(stream);
    }
    remove(profile);
    remove(few);
    free(few);
    free(profile);
    free(printed.bytes);
    return total / (double)count;
}

/* "3 FP, 2 FN", or "" for a row that is right. */
static void describe_wrong(bench_row *row)
{
    static const char *const part[][2] = {{"false_hits", "FP"},
                                          {"missed", "FN"},
                                          {"undecided", "undecided"},
                                          {"hung", "hung"},
                                          {"crashed", "crashed"}};
    char text[96] = "";
    size_t length = 0;
    for (int i = 0; i < 5 && length < sizeof text; i++)
        if (row_get(row, part[i][0]) > 0)
            length += (size_t)snprintf(text + length, sizeof text - length, "%s%.0f %s",
                                       length > 0 ? ", " : "", row_get(row, part[i][0]), part[i][1]);
    row_set_text(row, "wrong", "%s", text);
}

static void finish_row(const bench_run *run, const bench_task *task, bench_row *row)
{
    static const char *const column[][2] = {{"ns", "all"}, {"ns_hits", "hits"}, {"ns_misses", "misses"}};
    const pairs_scene *scene = task->scene;
    if (scene->hits == scene->count)
        row_copy_time(row, "ns_hits", "ns", 1);
    if (scene->hits == 0)
        row_copy_time(row, "ns_misses", "ns", 1);
    describe_wrong(row);
    for (int i = 0; i < 3; i++) {
        double ns = row_get(row, column[i][0]);
        row_set_text(row, column[i][1], "-");
        if (ns > 0)
            row_set_text(row, column[i][1], "%.*f", ns < 100 ? 1 : 0, ns);
    }
    int digits = row_get(row, "ns_high") < 100 ? 1 : 0;
    row_set_text(row, "spread", "-");
    if (row_get(row, "ns") > 0)
        row_set_text(row, "spread", "%.*f to %.*f", digits, row_get(row, "ns_low"), digits,
                     row_get(row, "ns_high"));
    /* Of all works, instructions are counted for verdicts. */
    const char *method = row_text(row, "method");
    bool is_counted =
        run->options->instructions && (run->options->work != NULL || is_text(task->work, "verdict"));
    bool is_level = strstr(method, " plain") != NULL || strstr(method, " avx2") != NULL;
    row_set(row, "counted", is_counted);
    if (is_counted && row->is_ours && !is_level)
        row_set(row, "instructions", count_instructions(run, task));
}

/* ---- Run ----------------------------------------------------------------------------------------------- */

/* Whether hits and misses are measured apart, of verdicts and distances: not in scenes with frames, which would have none any more,
 * and where peers are not timed. Hulls are long to read: of their verdicts all are measured together. */
static bool has_parts(const bench_run *run, const pairs_scene *scene, const char *work)
{
    return run->options->time > 0 && scene->frame == scene->count && !scene->is_judged_only &&
           scene->hits > 0 && scene->hits < scene->count &&
           (strncmp(work, "distance", 8) == 0 || (!is_hull(scene->kinds) && is_text(work, "verdict")));
}

/* Scenes of records are "KIND, FAMILY", or "KIND/KIND, FAMILY"; two hulls have their number of points as size, but for contacts. */
static void describe_scene(const pairs_scene *scene, const char *work, bench_row *out)
{
    bool hull = is_hull(scene->kinds) && !is_text(work, "contact");
    char kinds[32], *comma;
    snprintf(kinds, sizeof kinds, "%.*s", hull ? 4 : 31, scene->kinds);
    if ((comma = strchr(kinds, ',')) != NULL)
        *comma = '/';
    row_set_text(out, "family", "%s", scene->family);
    row_set_text(out, "kinds", "%s", scene->kinds);
    row_set_text(out, "work", "%s", work);
    row_set_text(out, "what", "%s, %s", kinds, scene->family);
    row_set(out, "size", hull ? strtod(scene->kinds + 5, NULL) : 0);
    row_set(out, "pairs", (double)scene->count);
    row_set(out, "meet", (double)scene->hits);
}

static bool run_work(bench_run *run, const pairs_scene *scene, const char *work)
{
    static const char *const names[PAIRS_PARTS] = {"all.txt", "hits.txt", "misses.txt"};
    char frame[32];
    bench_task task = {.scene = scene, .work = work, .argument = {frame}};
    bool good = true;
    int parts = has_parts(run, scene, work) ? PAIRS_PARTS : 1;
    snprintf(frame, sizeof frame, "%zu", scene->frame == scene->count ? 0 : scene->frame);
    describe_scene(scene, work, &task.base);
    for (int part = 0; part < parts; part++) {
        task.argument[1 + part] = bench_join(run->participants.folder, names[part]);
        good = good && pairs_scene_write(scene, (pairs_subset)part, scene->count, task.argument[1 + part]);
    }
    good = good && bench_run_task(run, &task);
    for (int part = 0; part < parts; part++) {
        remove(task.argument[1 + part]);
        free(task.argument[1 + part]);
    }
    return good;
}

/* A work that is asked for is done on all families that have its form: with poses, or without. */
static bool is_asked(const bench_options *o, const char *family, const char *kinds, const char *work)
{
    const char *placed = placed_work(family, kinds);
    if (o->work == NULL || placed != NULL)
        return has_work(family, kinds, work) && (o->work == NULL || is_text(o->work, work));
    return is_text(o->work, work) && bench_lines_of_pair(work) == 1;
}

static bool run_scene(bench_run *run, const char *family, const char *kinds)
{
    const bench_options *o = run->options;
    bool has_any = false;
    for (size_t i = 0; works[i] != NULL; i++)
        has_any = has_any || is_asked(o, family, kinds, works[i]);
    if (!has_any)
        return true;
    uint64_t count = o->quick && o->count > 200 ? 200 : o->count;
    pairs_scene scene;
    if (!pairs_scene_make(&scene, family, kinds, scene_pair_count(count, family, kinds), o->seed))
        return false;
    scene.is_judged_only = o->family == NULL && !is_timed_family(family);
    bool good = true;
    for (size_t i = 0; good && works[i] != NULL; i++)
        if (is_asked(o, family, kinds, works[i]))
            good = run_work(run, &scene, works[i]);
    pairs_scene_free(&scene);
    return good;
}

static bool run_scenes(bench_run *run)
{
    const bench_options *o = run->options;
    const char *const one_family[] = {o->family, NULL}, *const one_kinds[] = {o->kinds, NULL};
    const char *const *kinds = o->kinds != NULL ? one_kinds : pairs_kinds;
    const char *const *families = o->family != NULL ? one_family : pairs_families;
    for (size_t k = 0; kinds[k] != NULL; k++)
        for (size_t f = 0; families[f] != NULL; f++)
            if ((is_planned(families[f], kinds[k]) || (o->family != NULL && o->kinds != NULL)) &&
                !run_scene(run, families[f], kinds[k]))
                return false;
    if (run->rows.count == 0)
        cli_trouble("no pairs of this family and these kinds are measured with this work; see 'farkas bench "
                    "pairs --help'");
    return run->rows.count > 0;
}

/* ---- Records ------------------------------------------------------------------------------------------- */

/* How many pairs a scene has, before the first result about it. */
static void add_counts(bench_records *records, const bench_row *row)
{
    static const char *const part[][2] = {{"pairs", "pairs"}, {"pairs that meet", "meet"}};
    bench_row truth = *row;
    row_set_text(&truth, "method", "truth");
    for (int i = 0; i < 2; i++)
        if (bench_record_find(records, "pairs", part[i][0], row_text(row, "what"), row_get(row, "size"),
                              "truth") == NULL)
            row_add(records, &truth, part[i][0], "", row_get(row, part[i][1]));
}

/* What a method got wrong in all verdicts that it was asked for: as a count, and as a share. */
static void add_wrong(const bench_rows *rows, const char *method, bench_records *records)
{
    static const char work[] = "wrong answers", share[] = "share of wrong answers", scene[] = "all families";
    double asked = 0, wrong = 0;
    if (bench_record_find(records, "pairs", work, scene, 0, method) != NULL)
        return;
    for (size_t i = 0; i < rows->count; i++) {
        const bench_row *row = &rows->row[i];
        if (!row_is(row, "work", "verdict") || !row_is(row, "method", method))
            continue;
        asked += row_get(row, "pairs");
        wrong += row_get(row, "all_wrong");
    }
    if (asked == 0)
        return;
    bench_record_add(records, "pairs", work, scene, method)->value = wrong;
    bench_record *out = bench_record_add(records, "pairs", share, scene, method);
    out->value = 100 * wrong / asked;
    snprintf(out->unit, sizeof out->unit, "%%");
}

/* "verdict, hits" is the work on pairs that meet alone. Hints are said of who, not of the work: "Farkas, hints". Verdicts on a scene
 * that moves are "cold", beside "warm". */
static void add_records(const bench_rows *rows, size_t i, bool is_quick, bench_records *records)
{
    static const char *const part[][2] = {{"ns", ""}, {"ns_hits", ", hits"}, {"ns_misses", ", misses"}};
    bench_row row = rows->row[i];
    char work[40], more[64], *hints;
    (void)is_quick;
    bool is_cold = row_is(&row, "family", "moving") && row_is(&row, "work", "verdict");
    snprintf(work, sizeof work, "%.30s", is_cold ? "cold" : row_text(&row, "work"));
    if ((hints = strstr(work, "+hints")) != NULL) {
        *hints = '\0';
        row_set_text(&row, "method", "%s, hints", row_text(&rows->row[i], "method"));
    }
    add_counts(records, &row);
    for (int p = 0; p < 3; p++) {
        if (p > 0 && row_get(&row, part[p][0]) <= 0)
            continue;
        snprintf(more, sizeof more, "%s%s", work, part[p][1]);
        bench_record *out = row_add_time(records, &row, more, "ns", part[p][0], 1);
        if (p > 0)
            continue;
        snprintf(out->wrong, sizeof out->wrong, "%s", row_text(&row, "wrong"));
        out->answers = (uint32_t)row_get(&row, "hash");
    }
    snprintf(more, sizeof more, "%s, undecided", work);
    if (is_text(work, "method") || is_text(work, "ray"))
        row_add(records, &row, more, "%", 100 * row_get(&row, "undecided") / row_get(&row, "pairs"));
    snprintf(more, sizeof more, "%s, instructions", work);
    if (row_get(&row, "instructions") > 0)
        row_add(records, &row, more, "instructions", row_get(&row, "instructions"));
    for (size_t k = 0; i + 1 == rows->count && k < rows->count; k++)
        add_wrong(rows, row_text(&rows->row[k], "method"), records);
}

/* ---- Section ------------------------------------------------------------------------------------------- */

/* A family of `farkas gen` is good, too. */
static const char *const *option_words(const char *option)
{
    static const char *one[] = {NULL, NULL};
    if (is_text(option, "kinds"))
        return pairs_kinds;
    if (is_text(option, "work"))
        return works;
    one[0] = optarg;
    return fk_family_find(optarg) < fk_family_count() ? one : pairs_families;
}

const bench_section bench_pairs = {
    .name = "pairs",
    .options = " family kinds work count rounds time seed quick instructions peers no-peers csv json out ",
    .usual = {.rounds = 5, .time = 20, .seed = 1, .count = 10000},
    .most_rounds = 100000000,
    .most_time = 100000000,
    .tells_quick_rounds = true,
    .words = option_words,
    .peers = "peers",
    .run = run_scenes,
    .participant = bench_run_pairs,
    .takes_part = takes_part,
    .is_strict = true,
    .what = "an answer",
    .failed = "family <family>, kinds <kinds>, work <work>",
    .check_answers = check_answers,
    .finish_row = finish_row,
    .wrong = "family <family>, kinds <kinds>, work <work>: <method> is wrong",
    .record = add_records,
};
