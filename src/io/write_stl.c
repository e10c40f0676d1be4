/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Writes STL, binary and ASCII. Normals are of length one, up to rounding, and zero where a triangle has none. */

#include <math.h>
#include <string.h>

#include "base/bits.h"
#include "io/writers.h"

/* The largest absolute value of a coordinate. */
static double largest_of(fk_vec3 v)
{
    double x = fabs(v.x), y = fabs(v.y), z = fabs(v.z);
    return x > y ? (x > z ? x : z) : (y > z ? y : z);
}

/* A vector over its largest coordinate, so that products of it do not overflow. */
static fk_vec3 scaled(fk_vec3 v)
{
    double size = largest_of(v);
    return size > 0 && fk_is_finite(size) ? fk_vec3_make(v.x / size, v.y / size, v.z / size)
                                          : fk_vec3_make(0, 0, 0);
}

/* Sides are halved first: those of corners at both ends of the range have no length else. */
static fk_vec3 side(fk_vec3 from, fk_vec3 to)
{
    return scaled(fk_vec3_sub(fk_vec3_scale(to, 0.5), fk_vec3_scale(from, 0.5)));
}

static fk_vec3 normal_of(const fk_vec3 corner[3])
{
    fk_vec3 ab = side(corner[0], corner[1]), ac = side(corner[0], corner[2]);
    fk_vec3 n = scaled(fk_vec3_cross(ab, ac));
    double length = sqrt(fk_vec3_dot(n, n));
    return length > 0 ? fk_vec3_make(n.x / length, n.y / length, n.z / length) : n;
}

/* ---- Binary -------------------------------------------------------------------------------------------- */

static void write_float(fk_sink *sink, double value)
{
    float rounded = (float)value;
    uint32_t bits;
    memcpy(&bits, &rounded, sizeof bits);
    fk_sink_u32(sink, bits, false);
}

static fk_vec3 as_floats(fk_vec3 v)
{
    return fk_vec3_make((double)(float)v.x, (double)(float)v.y, (double)(float)v.z);
}

static void write_floats(fk_sink *sink, fk_vec3 v)
{
    write_float(sink, v.x);
    write_float(sink, v.y);
    write_float(sink, v.z);
}

void fk_write_stl(fk_sink *sink, const fk_model *model)
{
    /* Not `solid`, so that readers that go by that word are not misled. */
    char head[80] = "binary STL by farkas";
    const fk_mesh *mesh = model->part;
    uint32_t count = model->part_count > 0 ? mesh->triangle_count : 0;
    fk_sink_bytes(sink, head, sizeof head);
    fk_sink_u32(sink, count, false);
    for (uint32_t t = 0; t < count; t++) {
        /* The normal is that of the floats, so that a file that is read and written stays as it is. */
        fk_vec3 corner[3];
        for (int k = 0; k < 3; k++)
            corner[k] = as_floats(mesh->point[mesh->triangle[t].corner[k]]);
        write_floats(sink, normal_of(corner));
        for (int k = 0; k < 3; k++)
            write_floats(sink, corner[k]);
        fk_sink_bytes(sink, "\0\0", 2);
    }
}

/* ---- ASCII --------------------------------------------------------------------------------------------- */

static void write_facet(fk_sink *sink, const fk_mesh *mesh, uint32_t t)
{
    fk_vec3 corner[3];
    for (int k = 0; k < 3; k++)
        corner[k] = mesh->point[mesh->triangle[t].corner[k]];
    fk_sink_text(sink, "facet normal ");
    fk_write_triple(sink, normal_of(corner));
    fk_sink_text(sink, "outer loop\n");
    for (int k = 0; k < 3; k++) {
        fk_sink_text(sink, "vertex ");
        fk_write_triple(sink, corner[k]);
    }
    fk_sink_text(sink, "endloop\nendfacet\n");
}

void fk_write_stl_ascii(fk_sink *sink, const fk_model *model)
{
    for (uint32_t i = 0; i < model->part_count; i++) {
        const fk_mesh *mesh = &model->part[i];
        fk_sink_text(sink, mesh->name[0] != '\0' ? "solid " : "solid");
        fk_sink_name(sink, mesh->name);
        fk_sink_text(sink, "\n");
        for (uint32_t t = 0; t < mesh->triangle_count; t++)
            write_facet(sink, mesh, t);
        fk_sink_text(sink, "endsolid\n");
    }
}
