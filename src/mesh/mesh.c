/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Meshes and models made from arrays and from other meshes. A mesh of its own is the only part of a model, in the block of that
 * model. */

#include "farkas/mesh.h"

#include <assert.h>
#include <string.h>

#include "base/bits.h"
#include "mesh/builder.h"

fk_mesh_options fk_mesh_options_default(void)
{
    fk_mesh_options options = {.weld = 0, .keep_points = false};
    return options;
}

void fk_model_free(fk_context *context, fk_model *model)
{
    if (model != NULL)
        fk_release(context, model, model->bytes);
}

fk_mesh *fk_mesh_of_model(fk_model *model)
{
    assert(model->part_count == 1);
    fk_mesh *mesh = (fk_mesh *)(model + 1);
    mesh->bytes = model->bytes;
    return mesh;
}

void fk_mesh_free(fk_context *context, fk_mesh *mesh)
{
    if (mesh != NULL)
        fk_release(context, (fk_model *)(void *)mesh - 1, mesh->bytes);
}

/* ---- From arrays --------------------------------------------------------------------------------------- */

static fk_status add_points(fk_builder *b, const fk_vec3 *point, size_t count)
{
    fk_status status = FK_OK;
    for (size_t i = 0; status == FK_OK && i < count; i++)
        status = fk_vec3_is_finite(point[i]) ? fk_builder_add_point(b, point[i]) : FK_ERROR_NOT_FINITE;
    return status;
}

static fk_status add_triangles(fk_builder *b, const fk_triangle *triangle, size_t count, uint32_t base)
{
    fk_status status = FK_OK;
    for (size_t i = 0; status == FK_OK && i < count; i++) {
        const uint32_t *c = triangle[i].corner;
        bool fits = c[0] < FK_MESH_MOST && c[1] < FK_MESH_MOST && c[2] < FK_MESH_MOST;
        status =
            !fits ? FK_ERROR_ARGUMENT : fk_builder_add_triangle(b, c[0] + base, c[1] + base, c[2] + base);
    }
    return status;
}

fk_status fk_mesh_build(fk_context *context, const fk_mesh_input *input, fk_mesh_losses *losses,
                        fk_mesh **out)
{
    if (!fk_is_finite(input->options.weld) || input->options.weld < 0)
        return FK_ERROR_ARGUMENT;
    fk_builder b;
    fk_model *model;
    fk_builder_init(&b, context, &input->options, true);
    b.keep_empty = true;
    fk_status status = add_points(&b, input->point, input->point_count);
    if (status == FK_OK)
        status = add_triangles(&b, input->triangle, input->triangle_count, 0);
    if (status == FK_OK)
        status = fk_builder_finish(&b, losses, &model);
    fk_builder_end(&b);
    if (status == FK_OK)
        *out = fk_mesh_of_model(model);
    return status;
}

/* ---- From meshes --------------------------------------------------------------------------------------- */

/* Welds nothing but what is equal, and keeps what is there. */
static fk_status build_from(fk_context *context, const fk_mesh *part, uint32_t part_count, bool join,
                            fk_model **out)
{
    fk_mesh_options options = fk_mesh_options_default();
    fk_builder b;
    options.keep_points = join;
    fk_builder_init(&b, context, &options, join);
    b.keep_empty = true;
    fk_status status = FK_OK;
    for (uint32_t i = 0; status == FK_OK && i < part_count; i++) {
        size_t base = b.point.count;
        status = fk_builder_add_part(&b, part[i].name, strlen(part[i].name));
        if (status == FK_OK)
            status = add_points(&b, part[i].point, part[i].vertex_count);
        if (status == FK_OK)
            status = add_triangles(&b, part[i].triangle, part[i].triangle_count, (uint32_t)base);
    }
    if (status == FK_OK)
        status = fk_builder_finish(&b, NULL, out);
    fk_builder_end(&b);
    return status;
}

fk_status fk_model_build(fk_context *context, const fk_mesh *part, uint32_t part_count, fk_model **out)
{
    return build_from(context, part, part_count, false, out);
}

fk_status fk_mesh_join(fk_context *context, const fk_mesh *part, uint32_t part_count, fk_mesh **out)
{
    fk_model *model;
    fk_status status = build_from(context, part, part_count, true, &model);
    if (status == FK_OK)
        *out = fk_mesh_of_model(model);
    return status;
}
