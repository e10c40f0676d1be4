/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The files of `farkas bench mesh`, made by seed: binary STL of a knot, its triangles in order or shuffled; points on a sphere and
 * in a ball; solids to be split. */

#include "bench/bench_mesh.h"
#include "cli.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "gen/generate.h"

typedef enum sort { SORT_STL, SORT_SHUFFLED, SORT_LARGE, SORT_SPHERE, SORT_BALL, SORT_SOLID } sort;

static const struct source {
    const char *name;
    sort sort;
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

size_t mesh_scene_count(void)
{
    return sizeof sources / sizeof sources[0];
}

const char *mesh_scene_name(size_t index)
{
    return sources[index].name;
}

bool mesh_scene_is_quick(size_t index)
{
    return sources[index].quick_items > 0;
}

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
static fk_status shuffle(fk_context *context, const fk_mesh *mesh, fk_mesh **out)
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

static fk_status save(fk_context *context, const fk_mesh *mesh, const char *path)
{
    fk_model model = {.part_count = 1, .part = mesh};
    return fk_model_save(context, &model, path, FK_FORMAT_STL, NULL);
}

static fk_status save_shuffled(fk_context *context, const fk_mesh *mesh, const char *path)
{
    fk_mesh *shuffled;
    fk_status status = shuffle(context, mesh, &shuffled);
    if (status != FK_OK)
        return status;
    status = save(context, shuffled, path);
    fk_mesh_free(context, shuffled);
    return status;
}

static fk_status measure(fk_context *context, const fk_mesh *mesh, double *volume)
{
    fk_mesh_facts *facts;
    fk_status status = fk_mesh_inspect(context, mesh, &facts);
    if (status == FK_OK) {
        *volume = facts->volume;
        fk_mesh_facts_free(context, facts);
    }
    return status;
}

static fk_status write_mesh(fk_context *context, const struct source *source, uint32_t triangles,
                            const char *path, mesh_scene *out)
{
    fk_generate_options options = {.triangles = triangles};
    fk_model *model;
    fk_status status = fk_generate(context, fk_generate_find(source->kind), &options, &model);
    if (status != FK_OK)
        return status;
    const fk_mesh *mesh = &model->part[0];
    out->items = mesh->triangle_count;
    status = source->sort == SORT_SHUFFLED ? save_shuffled(context, mesh, path) : save(context, mesh, path);
    if (status == FK_OK && source->sort == SORT_SOLID)
        status = measure(context, mesh, &out->volume);
    fk_model_free(context, model);
    return status;
}

bool mesh_scene_make(size_t index, bool quick, const char *path, mesh_scene *out)
{
    static const char *const works[][3] = {[SORT_STL] = {"load", "weld"}, [SORT_SHUFFLED] = {"load", "weld"},
                                           [SORT_LARGE] = {"large"},      [SORT_SPHERE] = {"hull"},
                                           [SORT_BALL] = {"hull"},        [SORT_SOLID] = {"split"}};
    static const char *const what[] = {[SORT_STL] = "file",
                                       [SORT_SHUFFLED] = "file, shuffled",
                                       [SORT_LARGE] = "file",
                                       [SORT_SPHERE] = "on a sphere",
                                       [SORT_BALL] = "in a ball"};
    const struct source *source = &sources[index];
    uint32_t items = quick ? source->quick_items : source->items;
    memset(out, 0, sizeof *out);
    out->name = source->name;
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
