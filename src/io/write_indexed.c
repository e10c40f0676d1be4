/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Writes OBJ, PLY and OFF: vertices, and triangles by their numbers. Decimals are the shortest that read back to the same
 * double. */

#include "base/bits.h"
#include "io/writers.h"

void fk_write_triple(fk_sink *sink, fk_vec3 v)
{
    const double x[3] = {v.x, v.y, v.z};
    for (int i = 0; i < 3; i++) {
        fk_sink_text(sink, " ");
        fk_sink_number(sink, x[i]);
    }
    fk_sink_text(sink, "\n");
}

/* Three numbers of vertices, counted from `first`. */
static void write_corners(fk_sink *sink, fk_triangle t, uint64_t first)
{
    for (int k = 0; k < 3; k++) {
        fk_sink_text(sink, " ");
        fk_sink_whole(sink, t.corner[k] + first);
    }
    fk_sink_text(sink, "\n");
}

/* ---- OBJ ----------------------------------------------------------------------------------------------- */

void fk_write_obj(fk_sink *sink, const fk_model *model)
{
    uint64_t first = 1;
    for (uint32_t i = 0; i < model->part_count; i++) {
        const fk_mesh *mesh = &model->part[i];
        /* The only part needs no name; of several, each needs its line. */
        if (mesh->name[0] != '\0' || model->part_count > 1) {
            fk_sink_text(sink, mesh->name[0] != '\0' ? "o " : "o");
            fk_sink_name(sink, mesh->name);
            fk_sink_text(sink, "\n");
        }
        for (uint32_t v = 0; v < mesh->vertex_count; v++) {
            fk_sink_text(sink, "v");
            fk_write_triple(sink, mesh->point[v]);
        }
        for (uint32_t t = 0; t < mesh->triangle_count; t++) {
            fk_sink_text(sink, "f");
            write_corners(sink, mesh->triangle[t], first);
        }
        first += mesh->vertex_count;
    }
}

/* ---- PLY and OFF, of one part -------------------------------------------------------------------------- */

static uint32_t vertices_of(const fk_model *model)
{
    return model->part_count > 0 ? model->part->vertex_count : 0;
}

static uint32_t triangles_of(const fk_model *model)
{
    return model->part_count > 0 ? model->part->triangle_count : 0;
}

static void write_ply_head(fk_sink *sink, const fk_model *model, const char *kind)
{
    fk_sink_text(sink, "ply\nformat ");
    fk_sink_text(sink, kind);
    fk_sink_text(sink, " 1.0\nelement vertex ");
    fk_sink_whole(sink, vertices_of(model));
    fk_sink_text(sink, "\nproperty double x\nproperty double y\nproperty double z\nelement face ");
    fk_sink_whole(sink, triangles_of(model));
    fk_sink_text(sink, "\nproperty list uchar uint vertex_indices\nend_header\n");
}

static void write_ply_binary(fk_sink *sink, const fk_model *model, bool big)
{
    for (uint32_t v = 0; v < vertices_of(model); v++) {
        const fk_vec3 p = model->part->point[v];
        fk_sink_u64(sink, fk_bits_of(p.x), big);
        fk_sink_u64(sink, fk_bits_of(p.y), big);
        fk_sink_u64(sink, fk_bits_of(p.z), big);
    }
    for (uint32_t t = 0; t < triangles_of(model); t++) {
        fk_sink_bytes(sink, "\3", 1);
        for (int k = 0; k < 3; k++)
            fk_sink_u32(sink, model->part->triangle[t].corner[k], big);
    }
}

void fk_write_ply(fk_sink *sink, const fk_model *model)
{
    write_ply_head(sink, model, "binary_little_endian");
    write_ply_binary(sink, model, false);
}

void fk_write_ply_big(fk_sink *sink, const fk_model *model)
{
    write_ply_head(sink, model, "binary_big_endian");
    write_ply_binary(sink, model, true);
}

static void write_lists(fk_sink *sink, const fk_model *model)
{
    for (uint32_t v = 0; v < vertices_of(model); v++)
        fk_write_triple(sink, model->part->point[v]);
    for (uint32_t t = 0; t < triangles_of(model); t++) {
        fk_sink_text(sink, "3");
        write_corners(sink, model->part->triangle[t], 0);
    }
}

void fk_write_ply_ascii(fk_sink *sink, const fk_model *model)
{
    write_ply_head(sink, model, "ascii");
    write_lists(sink, model);
}

void fk_write_off(fk_sink *sink, const fk_model *model)
{
    fk_sink_text(sink, "OFF\n");
    fk_sink_whole(sink, vertices_of(model));
    fk_sink_text(sink, " ");
    fk_sink_whole(sink, triangles_of(model));
    fk_sink_text(sink, " 0\n");
    write_lists(sink, model);
}
