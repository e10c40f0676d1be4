/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Meshes of files, as they are in a scene. See mesh_file.h. */

#include "scene/files.h"

#include <stdio.h>
#include <string.h>

#include "base/bits.h"
#include "base/vec3.h"

/* Whether the name of a file ends so, in small or in capital letters. */
static bool ends_with(const char *path, const char *end)
{
    size_t length = strlen(path), tail = strlen(end);
    if (length < tail)
        return false;
    for (size_t i = 0; i < tail; i++) {
        char c = path[length - tail + i];
        if ((c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c) != end[i])
            return false;
    }
    return true;
}

fk_status fk_mesh_file_load(const fk_scene_options *options, fk_context *context, fk_scene_mesh *mesh,
                            fk_model **out)
{
    const char *const *end = options->load_mesh_ends;
    while (end != NULL && *end != NULL && !ends_with(mesh->path, *end))
        end++;
    if (options->load_mesh != NULL && (end == NULL || *end != NULL))
        return options->load_mesh(options->user, context, mesh, out);
    return fk_model_load(context, mesh->path, options->load, &mesh->report, out);
}

/* A quarter turn that takes an axis to z, or nothing. */
static fk_vec3 turned(fk_vec3 p, int up)
{
    return up == 1 ? fk_vec3_make(p.x, -p.z, p.y) : up == 0 ? fk_vec3_make(-p.z, p.y, p.x) : p;
}

/* A place of a file in the scene. Adding 0 takes the sign off -0. */
static fk_vec3 moved(fk_vec3 p, const fk_scene_file *file, fk_unit unit)
{
    fk_vec3 q = turned(fk_vec3_make(p.x * file->scale.x, p.y * file->scale.y, p.z * file->scale.z), file->up);
    return fk_vec3_make(fk_length_convert(q.x, file->unit, unit) + 0.0,
                        fk_length_convert(q.y, file->unit, unit) + 0.0,
                        fk_length_convert(q.z, file->unit, unit) + 0.0);
}

static bool mirrors(fk_vec3 scale)
{
    return fk_sign_of(scale.x) * fk_sign_of(scale.y) * fk_sign_of(scale.z) < 0;
}

bool fk_mesh_file_is_unmoved(const fk_scene_file *file, fk_unit unit)
{
    return file->up == 2 && file->unit == unit && file->scale.x == 1 && file->scale.y == 1 &&
           file->scale.z == 1;
}

/* Triangles seen from the other side; the first corner stays. */
static void turn_triangles(const fk_triangle *from, uint32_t count, fk_triangle *to)
{
    for (uint32_t i = 0; i < count; i++)
        to[i] = (fk_triangle){{from[i].corner[0], from[i].corner[2], from[i].corner[1]}};
}

fk_status fk_mesh_file_move(fk_context *context, const fk_mesh *from, fk_scene_file *file, fk_unit unit,
                            fk_mesh **out)
{
    size_t points = ((size_t)from->vertex_count + 1) * sizeof(fk_vec3);
    size_t triangles = ((size_t)from->triangle_count + 1) * sizeof(fk_triangle);
    bool is_mirror = mirrors(file->scale);
    fk_vec3 *point = fk_allocate(context, points);
    fk_triangle *turned_over = is_mirror ? fk_allocate(context, triangles) : NULL;
    fk_status status = FK_ERROR_MEMORY;
    if (point != NULL && (turned_over != NULL || !is_mirror)) {
        for (uint32_t i = 0; i < from->vertex_count; i++)
            point[i] = moved(from->point[i], file, unit);
        if (is_mirror)
            turn_triangles(from->triangle, from->triangle_count, turned_over);
        fk_mesh_input input = {point,
                               from->vertex_count,
                               is_mirror ? turned_over : from->triangle,
                               from->triangle_count,
                               {.keep_points = true}};
        fk_mesh_losses losses = {0};
        status = fk_mesh_build(context, &input, &losses, out);
        file->welded += losses.welded;
    }
    fk_release(context, turned_over, triangles);
    fk_release(context, point, points);
    return status;
}

double fk_mesh_reach(const fk_mesh *mesh)
{
    double reach = 0;
    for (uint32_t i = 0; i < mesh->vertex_count; i++)
        reach = fk_larger(reach, fk_vec3_largest(mesh->point[i]));
    return reach;
}

bool fk_pose_holds(const fk_pose *pose, double reach)
{
    return fk_is_finite(4 * reach + fk_vec3_largest(pose->translation));
}

void fk_load_report_where(const fk_load_report *report, char out[FK_WHERE])
{
    out[0] = '\0';
    if (report->line > 0)
        snprintf(out, FK_WHERE, "%lu:", (unsigned long)report->line);
    else if (report->offset > 0)
        snprintf(out, FK_WHERE, " byte %lu:", (unsigned long)report->offset);
}
