/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Farkas as a participant of `farkas bench mesh`: the same calls that users make. */

#include "bench/bench.h"
#include "mesh_file.h"
#include "peers/mesh_participant.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

#include "mesh/builder.h"

static fk_context *create_context(void)
{
    fk_context *context = NULL;
    return fk_context_create(NULL, &context) == FK_OK ? context : NULL;
}

/* Reading, with welding: there is no reading without. */
static bool load_welded(const char *path, mesh_outcome *out)
{
    fk_context *context = create_context();
    fk_model *model = NULL;
    double begin = fk_clock_seconds();
    fk_status status = fk_model_load(context, path, NULL, NULL, &model);
    out->seconds = fk_clock_seconds() - begin;
    for (uint32_t i = 0; status == FK_OK && i < model->part_count; i++)
        out->count += model->part[i].triangle_count;
    out->bytes = status == FK_OK ? model->bytes : 0;
    fk_model_free(context, model);
    fk_context_destroy(context);
    return status == FK_OK;
}

/* The same, and the most memory that this program has ever had. */
static bool load_large(const char *path, mesh_outcome *out)
{
    struct rusage usage;
    bool good = load_welded(path, out) && getrusage(RUSAGE_SELF, &usage) == 0;
    out->most_bytes = good ? (uint64_t)usage.ru_maxrss * 1024 : 0;
    return good;
}

/* The corners of all triangles of a file, one after the other, allocated; NULL when that failed. */
static fk_vec3 *read_corners(fk_context *context, const char *path, size_t *triangles)
{
    fk_mesh *mesh = NULL;
    if (fk_mesh_load(context, path, NULL, NULL, &mesh) != FK_OK)
        return NULL;
    fk_vec3 *corner = bench_allocate(3 * (size_t)mesh->triangle_count, sizeof *corner);
    *triangles = mesh->triangle_count;
    for (size_t i = 0; i < 3 * *triangles; i++)
        corner[i] = mesh->point[mesh->triangle[i / 3].corner[i % 3]];
    fk_mesh_free(context, mesh);
    return corner;
}

/* Welding alone: from corners in memory to a mesh. */
static bool weld_corners(const char *path, mesh_outcome *out)
{
    size_t triangles;
    fk_context *context = create_context();
    fk_vec3 *corner = read_corners(context, path, &triangles);
    if (corner == NULL)
        return false;
    fk_mesh_options options = fk_mesh_options_default();
    fk_builder builder;
    fk_model *model = NULL;
    double begin = fk_clock_seconds();
    fk_builder_init(&builder, context, &options, true);
    fk_status status = fk_builder_add_corners(&builder, corner, triangles);
    if (status == FK_OK)
        status = fk_builder_finish(&builder, NULL, &model);
    fk_builder_end(&builder);
    out->seconds = fk_clock_seconds() - begin;
    if (status == FK_OK && model->part_count > 0)
        out->count = model->part[0].vertex_count;
    fk_model_free(context, model);
    fk_context_destroy(context);
    free(corner);
    return status == FK_OK;
}

static bool build_hull_of_file(const char *path, mesh_outcome *out)
{
    size_t count;
    double *xyz = mesh_points_read(path, &count);
    fk_context *context = create_context();
    fk_hull *built = NULL;
    if (xyz == NULL || context == NULL)
        return false;
    double begin = fk_clock_seconds();
    fk_status status = fk_hull_build(context, (const fk_vec3 *)(void *)xyz, count, &built);
    out->seconds = fk_clock_seconds() - begin;
    if (status == FK_OK) {
        out->count = built->vertex_count;
        out->bytes = built->bytes;
    }
    fk_hull_free(context, built);
    fk_context_destroy(context);
    free(xyz);
    return status == FK_OK;
}

/* Whether the pieces cover the mesh, by proof; not timed. */
static bool is_covered(fk_context *context, const fk_mesh *mesh, const fk_split *split)
{
    fk_cover cover;
    return fk_cover_check(context, mesh, split->piece, split->piece_count, &cover) == FK_OK &&
           cover.covers_surface && cover.covers_inside;
}

static bool split_mesh(const char *path, mesh_outcome *out)
{
    fk_context *context = create_context();
    fk_mesh *mesh = NULL;
    fk_split *made = NULL;
    if (context == NULL || fk_mesh_load(context, path, NULL, NULL, &mesh) != FK_OK)
        return false;
    fk_split_options options = fk_split_options_default();
    double begin = fk_clock_seconds();
    fk_status status = fk_split_build(context, mesh, &options, &made);
    if (status == FK_OK)
        status = fk_split_trim(context, mesh, made);
    out->seconds = fk_clock_seconds() - begin;
    bool good = status == FK_OK && is_covered(context, mesh, made);
    for (uint32_t i = 0; good && i < made->piece_count; i++)
        out->volume += hull_volume(made->piece[i]);
    out->count = good ? made->piece_count : 0;
    fk_split_free(context, made);
    fk_mesh_free(context, mesh);
    fk_context_destroy(context);
    return good;
}

int bench_run_mesh(int argc, char **argv)
{
    static const mesh_method method[] = {
        {"load", "Farkas", load_welded},  {"large", "Farkas", load_large},
        {"weld", "Farkas", weld_corners}, {"hull", "Farkas", build_hull_of_file},
        {"split", "Farkas", split_mesh},  {0}};
    char library[64];
    snprintf(library, sizeof library, "Farkas %s", fk_version());
    return mesh_participant_main(argc, argv, library, method);
}
