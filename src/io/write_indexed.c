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
        fk_sink_number(sink, x[i]);
        fk_sink_text(sink, i < 2 ? " " : "\n");
    }
}

/* The rest of a line: three numbers of vertices, counted from `first`. */
static void write_corners(fk_sink *sink, fk_triangle t, uint64_t first)
{
    for (int k = 0; k < 3; k++) {
        fk_sink_text(sink, " ");
        fk_sink_whole(sink, t.corner[k] + first);
    }
    fk_sink_text(sink, "\n");
}

/* ---- OBJ ----------------------------------------------------------------------------------------------- */

/* Names are compared with each other where there are no more than this. */
#define FEW_PARTS 4096

static bool is_blank(char c)
{
    return c != '\0' && (unsigned char)c <= ' ';
}

static const char *skip_blanks(const char *text)
{
    while (is_blank(*text))
        text++;
    return text;
}

/* Whether two names are one for a reader, who takes all blanks for the same, and none at the ends. */
static bool is_same_name(const char *a, const char *b)
{
    for (a = skip_blanks(a), b = skip_blanks(b); *a != '\0' && *b != '\0'; a++, b++)
        if (*a != *b && !(is_blank(*a) && is_blank(*b)))
            break;
    return *skip_blanks(a) == '\0' && *skip_blanks(b) == '\0';
}

/* Parts of one name are one part in OBJ. */
static bool has_unique_names(const fk_model *model)
{
    if (model->part_count > FEW_PARTS)
        return false;
    for (uint32_t i = 0; i < model->part_count; i++)
        for (uint32_t j = 0; j < i; j++)
            if (is_same_name(model->part[i].name, model->part[j].name))
                return false;
    return true;
}

/* The line that begins part i; where names are not unique, its number makes it so. */
static void write_object(fk_sink *sink, const fk_model *model, uint32_t i, bool is_unique)
{
    const char *name = model->part[i].name;
    if (name[0] == '\0' && model->part_count == 1)
        return;
    fk_sink_text(sink, "o ");
    fk_sink_name(sink, name);
    if (!is_unique) {
        fk_sink_text(sink, name[0] != '\0' ? " (" : "(");
        fk_sink_whole(sink, (uint64_t)i + 1);
        fk_sink_text(sink, ")");
    }
    fk_sink_text(sink, "\n");
}

void fk_write_obj(fk_sink *sink, const fk_model *model)
{
    uint64_t first = 1;
    bool is_unique = has_unique_names(model);
    for (uint32_t i = 0; i < model->part_count; i++) {
        const fk_mesh *mesh = &model->part[i];
        write_object(sink, model, i, is_unique);
        for (uint32_t v = 0; v < mesh->vertex_count; v++) {
            fk_sink_text(sink, "v ");
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
