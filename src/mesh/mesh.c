/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Builds meshes and models from arrays and from other meshes. A single mesh is the only part of a model, in that
 * model's block. */

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

bool fk_model_allocate(fk_context *context, uint32_t parts, size_t points, size_t triangles,
                       size_t name_bytes, fk_model_block *out)
{
    /* Points come first, where they are aligned; pointers may be shorter than doubles. */
    size_t head = sizeof(fk_model) + parts * sizeof(fk_mesh);
    head += (sizeof(double) - head % sizeof(double)) % sizeof(double);
    size_t bytes = head + points * sizeof(fk_vec3) + triangles * sizeof(fk_triangle) + name_bytes;
    fk_model *model = fk_allocate(context, bytes);
    if (model == NULL)
        return false;
    out->model = model;
    out->part = (fk_mesh *)(model + 1);
    out->point = (fk_vec3 *)(void *)((char *)model + head);
    out->triangle = (fk_triangle *)(out->point + points);
    out->name = (char *)(out->triangle + triangles);
    model->part_count = parts;
    model->part = out->part;
    model->bytes = bytes;
    return true;
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

static fk_status add_input_points(fk_builder *b, const fk_vec3 *point, size_t count)
{
    fk_status status = FK_OK;
    for (size_t i = 0; status == FK_OK && i < count; i++)
        status = fk_vec3_is_finite(point[i]) ? fk_builder_add_point(b, point[i]) : FK_ERROR_NOT_FINITE;
    return status;
}

static fk_status add_input_triangles(fk_builder *b, const fk_triangle *triangle, size_t count, uint32_t base)
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

/* Ends a builder; builds a mesh of its content if the status so far is FK_OK. */
static fk_status finish_mesh(fk_builder *b, fk_status status, fk_mesh_losses *losses, fk_mesh **out)
{
    fk_model *model;
    if (status == FK_OK)
        status = fk_builder_finish(b, losses, &model);
    fk_builder_end(b);
    if (status == FK_OK)
        *out = fk_mesh_of_model(model);
    return status;
}

fk_status fk_mesh_build(fk_context *context, const fk_mesh_input *input, fk_mesh_losses *losses,
                        fk_mesh **out)
{
    if (!fk_is_finite(input->options.weld) || input->options.weld < 0)
        return FK_ERROR_ARGUMENT;
    fk_builder b;
    fk_builder_init(&b, context, &input->options, true);
    b.keep_empty = true;
    fk_status status = add_input_points(&b, input->point, input->point_count);
    if (status == FK_OK)
        status = add_input_triangles(&b, input->triangle, input->triangle_count, 0);
    return finish_mesh(&b, status, losses, out);
}

/* ---- From meshes --------------------------------------------------------------------------------------- */

/* Copies a mesh into the block, and advances to the position of the next one. */
static void copy_mesh(fk_model_block *room, const fk_mesh *mesh)
{
    size_t length = strlen(mesh->name) + 1;
    *room->part = *mesh;
    room->part->point = room->point;
    room->part->triangle = room->triangle;
    room->part->name = room->name;
    room->part->bytes = 0;
    memcpy(room->name, mesh->name, length);
    if (mesh->vertex_count > 0)
        memcpy(room->point, mesh->point, mesh->vertex_count * sizeof *mesh->point);
    if (mesh->triangle_count > 0)
        memcpy(room->triangle, mesh->triangle, mesh->triangle_count * sizeof *mesh->triangle);
    room->part++;
    room->point += mesh->vertex_count;
    room->triangle += mesh->triangle_count;
    room->name += length;
}

fk_status fk_model_build(fk_context *context, const fk_mesh *part, uint32_t part_count, fk_model **out)
{
    size_t points = 0, triangles = 0, name_bytes = 0;
    for (uint32_t i = 0; i < part_count; i++) {
        points += part[i].vertex_count;
        triangles += part[i].triangle_count;
        name_bytes += strlen(part[i].name) + 1;
    }
    fk_model_block room;
    if (!fk_model_allocate(context, part_count, points, triangles, name_bytes, &room))
        return FK_ERROR_MEMORY;
    for (uint32_t i = 0; i < part_count; i++)
        copy_mesh(&room, &part[i]);
    *out = room.model;
    return FK_OK;
}

fk_status fk_mesh_join(fk_context *context, const fk_mesh *part, uint32_t part_count, fk_mesh **out)
{
    fk_mesh_options options = {.weld = 0, .keep_points = true};
    fk_builder b;
    fk_builder_init(&b, context, &options, true);
    b.keep_empty = true;
    fk_status status = FK_OK;
    for (uint32_t i = 0; status == FK_OK && i < part_count; i++) {
        size_t base = b.point.count;
        status = fk_builder_add_part(&b, part[i].name, strlen(part[i].name));
        if (status == FK_OK)
            status = add_input_points(&b, part[i].point, part[i].vertex_count);
        if (status == FK_OK)
            status = add_input_triangles(&b, part[i].triangle, part[i].triangle_count, (uint32_t)base);
    }
    return finish_mesh(&b, status, NULL, out);
}
