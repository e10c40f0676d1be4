/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* farkas bench mesh: compares reading, welding, convex hulls and convex decomposition with other libraries, on the same files in the same
 * run. A seed determines the files: binary STL of a knot with triangles in order or shuffled; points on a sphere and in a ball; solids to
 * split. */

#include "bench/bench.h"
#include "cli.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "gen/generate.h"

typedef enum mesh_work { SORT_STL, SORT_SHUFFLED, SORT_LARGE, SORT_SPHERE, SORT_BALL, SORT_SOLID } mesh_work;

static const struct mesh_source {
    const char *name;
    mesh_work sort;
    const char *kind; /* of the generator */
    uint32_t items, quick_items;
} sources[] = {
    {"stl-10k", SORT_STL, "trefoil", 10000, 2000},
    {"stl-100k", SORT_STL, "trefoil", 100000, 0},
    {"stl-300k", SORT_STL, "trefoil", 300000, 0},
    {"stl-1M", SORT_STL, "trefoil", 1000000, 0},
    {"stl-1M-shuffled", SORT_SHUFFLED, "trefoil", 1000000, 2000},
    {"stl-4M", SORT_LARGE, "trefoil", 4000000, 2000},
    {"sphere-5k", SORT_SPHERE, NULL, 5000, 200},
    {"sphere-16k", SORT_SPHERE, NULL, 16000, 0},
    {"sphere-50k", SORT_SPHERE, NULL, 50000, 0},
    {"sphere-500k", SORT_SPHERE, NULL, 500000, 0},
    {"ball-5k", SORT_BALL, NULL, 5000, 200},
    {"ball-16k", SORT_BALL, NULL, 16000, 0},
    {"ball-50k", SORT_BALL, NULL, 50000, 0},
    {"ball-500k", SORT_BALL, NULL, 500000, 0},
    {"split-bracket", SORT_SOLID, "bracket", 0, 12},
    {"split-star", SORT_SOLID, "star", 0, 12},
    {"split-nut", SORT_SOLID, "nut", 0, 0},
    {"split-torus", SORT_SOLID, "torus", 1000, 0},
    {"split-trefoil", SORT_SOLID, "trefoil", 3000, 0},
};

enum { SOURCES = sizeof sources / sizeof sources[0] };

typedef struct mesh_scene {
    const char *what;        /* of which scenes of several sizes are one: "on a sphere" */
    const char *const *work; /* ended by NULL */
    uint64_t items;          /* triangles or points */
    uint64_t size;           /* about as many: a round number */
    uint64_t expected;       /* what comes out of load and of hulls on a sphere: all of them; else 0 */
    double volume;           /* of a solid that is split */
} mesh_scene;

/* ---- Points -------------------------------------------------------------------------------------------- */

/* In the unit ball; on the sphere, the same point at a length of 1. */
static fk_vec3 draw_point(fk_random *random, bool on_sphere)
{
    for (;;) {
        fk_vec3 p;
        p.x = fk_random_between(random, -1, 1);
        p.y = fk_random_between(random, -1, 1);
        p.z = fk_random_between(random, -1, 1);
        double square = fk_vec3_dot(p, p);
        if (square <= 1 && square > 1e-3)
            return on_sphere ? fk_vec3_scale(p, 1 / sqrt(square)) : p;
    }
}

static bool write_points(const char *path, uint32_t count, bool on_sphere)
{
    cli_file file;
    if (!cli_file_create(&file, path))
        return false;
    fk_random random = fk_random_make(count + on_sphere);
    for (uint32_t i = 0; i < count; i++) {
        fk_vec3 p = draw_point(&random, on_sphere);
        fwrite(&p, sizeof p, 1, file.stream);
    }
    return cli_file_commit(&file);
}

/* ---- Meshes -------------------------------------------------------------------------------------------- */

/* The same mesh with its triangles in random order. */
static fk_status shuffle_triangles(fk_context *context, const fk_mesh *mesh, fk_mesh **out)
{
    fk_triangle *triangle = malloc((mesh->triangle_count + (size_t)1) * sizeof *triangle);
    if (triangle == NULL)
        return FK_ERROR_MEMORY;
    memcpy(triangle, mesh->triangle, mesh->triangle_count * sizeof *triangle);
    fk_random random = fk_random_make(1);
    for (uint32_t i = mesh->triangle_count; i > 1; i--) {
        uint32_t k = (uint32_t)fk_random_below(&random, i);
        fk_triangle swap = triangle[k];
        triangle[k] = triangle[i - 1];
        triangle[i - 1] = swap;
    }
    fk_mesh_input input = {mesh->point, mesh->vertex_count, triangle, mesh->triangle_count,
                           fk_mesh_options_default()};
    fk_status status = fk_mesh_build(context, &input, NULL, out);
    free(triangle);
    return status;
}

static fk_status save_mesh(fk_context *context, const fk_mesh *mesh, const char *path)
{
    fk_model model = {.part_count = 1, .part = mesh};
    return fk_model_save(context, &model, path, FK_FORMAT_STL, NULL);
}

static fk_status save_shuffled(fk_context *context, const fk_mesh *mesh, const char *path)
{
    fk_mesh *shuffled;
    fk_status status = shuffle_triangles(context, mesh, &shuffled);
    if (status != FK_OK)
        return status;
    status = save_mesh(context, shuffled, path);
    fk_mesh_free(context, shuffled);
    return status;
}

static fk_status measure_volume(fk_context *context, const fk_mesh *mesh, double *volume)
{
    fk_mesh_facts *facts;
    fk_status status = fk_mesh_inspect(context, mesh, &facts);
    if (status == FK_OK) {
        *volume = facts->volume;
        fk_mesh_facts_free(context, facts);
    }
    return status;
}

static fk_status write_mesh(fk_context *context, const struct mesh_source *source, uint32_t triangles,
                            const char *path, mesh_scene *out)
{
    fk_generate_options options = {.triangles = triangles};
    fk_model *model;
    fk_status status = fk_generate(context, fk_generate_find(source->kind), &options, &model);
    if (status != FK_OK)
        return status;
    const fk_mesh *mesh = &model->part[0];
    out->items = mesh->triangle_count;
    status =
        source->sort == SORT_SHUFFLED ? save_shuffled(context, mesh, path) : save_mesh(context, mesh, path);
    if (status == FK_OK && source->sort == SORT_SOLID)
        status = measure_volume(context, mesh, &out->volume);
    fk_model_free(context, model);
    return status;
}

/* False after a message. */
static bool make_mesh_scene(const struct mesh_source *source, bool quick, const char *path, mesh_scene *out)
{
    static const char *const works[][3] = {[SORT_STL] = {"load", "weld"}, [SORT_SHUFFLED] = {"load", "weld"},
                                           [SORT_LARGE] = {"large"},      [SORT_SPHERE] = {"hull"},
                                           [SORT_BALL] = {"hull"},        [SORT_SOLID] = {"split"}};
    static const char *const what[] = {[SORT_STL] = "file",
                                       [SORT_SHUFFLED] = "file, shuffled",
                                       [SORT_LARGE] = "file",
                                       [SORT_SPHERE] = "on a sphere",
                                       [SORT_BALL] = "in a ball"};
    uint32_t items = quick ? source->quick_items : source->items;
    memset(out, 0, sizeof *out);
    out->what = source->sort == SORT_SOLID ? source->kind : what[source->sort];
    out->work = works[source->sort];
    if (source->sort == SORT_SPHERE || source->sort == SORT_BALL) {
        out->items = out->size = items;
        out->expected = source->sort == SORT_SPHERE ? items : 0;
        return write_points(path, items, source->sort == SORT_SPHERE);
    }
    fk_context *context = cli_context_create();
    if (context == NULL)
        return false;
    fk_status status =
        write_mesh(context, source, source->sort == SORT_SOLID ? source->items : items, path, out);
    out->expected = source->sort == SORT_SOLID ? 0 : out->items;
    out->size = source->sort == SORT_SOLID ? out->items : items;
    fk_context_destroy(context);
    if (status != FK_OK)
        cli_trouble_at(path, 0, 0, "%s", fk_status_text(status));
    return status == FK_OK;
}

/* ---- Rows ---------------------------------------------------------------------------------------------- */

static bool check_answers(const json_t *line, const bench_task *task, bench_row *row)
{
    const mesh_scene *scene = task->scene;
    bool is_known = scene->expected > 0 && strcmp(task->work, "weld") != 0;
    bool is_right = !is_known || row_get(row, "count") == (double)scene->expected;
    row_set(row, "right", is_right);
    row_set(row, "bad", !is_right);
    return json_array_size(json_object_get(line, "ns")) > 0;
}

static void finish_row(const bench_run *run, const bench_task *task, bench_row *row)
{
    const mesh_scene *scene = task->scene;
    bool is_split = strcmp(task->work, "split") == 0, is_hull = strcmp(task->work, "hull") == 0;
    (void)run;
    row_copy_time(row, "seconds", "ns", 1e-9);
    row_copy_time(row, "ms", "ns", 1e-6);
    row_set_text(row, "spread", "%.3f to %.3f", row_get(row, "ms_low"), row_get(row, "ms_high"));
    row_set_text(row, "counted",
                 is_split                          ? "pieces"
                 : is_hull || task->work[0] == 'w' ? "vertices"
                                                   : "triangles");
    row_set_text(row, "of", is_hull ? "points" : "triangles");
    if (is_split)
        row_set(row, "percent", 100 * row_get(row, "volume") / scene->volume);
    row_set(row, "is_split", is_split);
}

/* How the same one has read the mesh that it welds in this row; NULL where that, or its memory, is not known. */
static const bench_row *find_load(const bench_rows *rows, const bench_row *weld)
{
    for (size_t i = 0; row_is(weld, "work", "weld") && i < rows->count; i++) {
        const bench_row *row = &rows->row[i];
        if (row_is(row, "work", "load") && row_is(row, "scene", row_text(weld, "scene")) &&
            row_is(row, "method", row_text(weld, "method")))
            return row_get(row, "bytes") > 0 ? row : NULL;
    }
    return NULL;
}

/* The time, and what is counted beside it. A mesh stands beside its lists alone: 24 bytes a vertex and 12 a triangle. */
static void add_records(const bench_rows *rows, size_t i, bool is_quick, bench_records *records)
{
    const bench_row *row = &rows->row[i], *load = find_load(rows, row);
    double count = row_get(row, "count"), items = row_get(row, "items"), bytes = row_get(row, "bytes");
    bench_record *time = row_add_time(records, row, row_text(row, "work"), "ms", "ms", 1);
    if (row_get(row, "right") == 0)
        snprintf(time->wrong, sizeof time->wrong, "%.0f of %.0f %s", count, items, row_text(row, "counted"));
    if (row_get(row, "is_split") > 0) {
        row_add(records, row, "pieces", "", count);
        row_add(records, row, "volume of the pieces", "%", row_get(row, "percent"));
    } else if (row_is(row, "work", "large")) {
        row_add(records, row, "seconds a gigabyte", "s", 1e9 * row_get(row, "seconds") / (84 + 50 * items));
        if (!is_quick) /* whose file is smaller than the program */
            row_add(records, row, "most memory", "ratio", row_get(row, "most_bytes") / bytes);
    } else if (load != NULL)
        row_add(records, load, "bytes beside its lists", "ratio",
                row_get(load, "bytes") / (24 * count + 12 * row_get(load, "count")));
}

/* ---- Section ------------------------------------------------------------------------------------------- */

static bool run_scene(bench_run *run, const struct mesh_source *source)
{
    mesh_scene scene;
    char *path = bench_join(run->participants.folder, "input.stl");
    bool good = make_mesh_scene(source, run->options->quick, path, &scene);
    for (size_t i = 0; good && scene.work[i] != NULL; i++) {
        bench_task task = {.scene = &scene, .work = scene.work[i], .argument = {path}};
        row_set_text(&task.base, "scene", "%s", source->name);
        row_set_text(&task.base, "what", "%s", scene.what);
        row_set_text(&task.base, "work", "%s", task.work);
        row_set(&task.base, "items", (double)scene.items);
        row_set(&task.base, "size", (double)scene.size);
        good = bench_run_task(run, &task);
    }
    remove(path);
    free(path);
    return good;
}

static bool run_scenes(bench_run *run)
{
    const bench_options *o = run->options;
    bool good = true;
    for (size_t i = 0; good && i < SOURCES; i++)
        if (o->scene == NULL ? !o->quick || sources[i].quick_items > 0
                             : strcmp(o->scene, sources[i].name) == 0)
            good = run_scene(run, &sources[i]);
    return good;
}

static const char *const *option_words(const char *option)
{
    static const char *names[SOURCES + 1];
    (void)option;
    for (size_t i = 0; i < SOURCES; i++)
        names[i] = sources[i].name;
    return names;
}

const bench_section bench_mesh = {
    .name = "mesh",
    .options = " scene rounds time quick peers no-peers csv json out ",
    .usual = {.rounds = 5, .time = 200},
    .most_rounds = 1000,
    .most_time = 1000000,
    .quick_time = 1,
    .words = option_words,
    .peers = "mesh-peers",
    .run = run_scenes,
    .participant = bench_run_mesh,
    .is_strict = true,
    .what = "a result",
    .failed = "work <work>",
    .check_answers = check_answers,
    .finish_row = finish_row,
    .wrong = "scene <scene>, work <work>: the count is wrong",
    .record = add_records,
};
