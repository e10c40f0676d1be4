/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The parts of a scene: one for each shape, and one for each object of each mesh. */

#include <string.h>

#include "base/vec3.h"
#include "scene/parts.h"

static double reach_of(const fk_mesh *mesh)
{
    double reach = 0;
    for (uint32_t i = 0; i < mesh->vertex_count; i++)
        reach = fk_larger(reach, fk_vec3_largest(mesh->point[i]));
    return reach;
}

/* Whether all that a pose makes of a part is finite: entries of the rotation are not above 1 + 1e-6. */
static bool check_reach(fk_reader *r, const fk_value *top, uint32_t entry, const fk_scene_own *own,
                        double reach)
{
    fk_entry_way way;
    const fk_entry *e = &own->entry[entry];
    if (fk_is_finite(4 * reach + fk_vec3_largest(e->pose.translation)))
        return true;
    return fk_value_fail(
        r, fk_entry_value(top, entry, NULL, &way),
        "part '%s' reaches beyond the range of doubles, 1.8e308: is it that large, and is it there?",
        fk_show(e->name).text);
}

/* ---- Parts --------------------------------------------------------------------------------------------- */

static bool add_mesh_parts(fk_reader *r, const fk_value *top, uint32_t entry, fk_scene_own *own,
                           double *reach)
{
    fk_entry *e = &own->entry[entry];
    const fk_loaded *loaded = &own->loaded[e->file];
    for (uint32_t i = 0; i < loaded->mesh_count; i++) {
        fk_scene_part *part = &own->part[own->scene.part_count++];
        part->name = e->name;
        part->entry = entry;
        part->file = e->file;
        part->group = part->frame = FK_NONE;
        part->mesh = loaded->mesh != NULL ? loaded->mesh[i] : &loaded->model->part[i];
        part->pose = e->pose;
        if (*reach < 0 || loaded->mesh_count > 1)
            *reach = fk_larger(*reach, reach_of(part->mesh));
        if (loaded->mesh_count == 1)
            continue;
        part->name = fk_store_text(r->store, e->beginning, strlen(e->beginning), loaded->object[i]);
        if (part->name == NULL)
            return fk_reader_no_memory(r);
    }
    return check_reach(r, top, entry, own, *reach);
}

static bool add_shape_part(fk_reader *r, const fk_value *top, uint32_t entry, fk_scene_own *own)
{
    const fk_entry *e = &own->entry[entry];
    fk_scene_part *part = &own->part[own->scene.part_count++];
    part->name = e->name;
    part->entry = entry;
    part->file = part->group = part->frame = FK_NONE;
    part->piece = e->piece;
    part->cells = e->cells;
    part->pose = e->pose;
    return check_reach(r, top, entry, own, e->reach);
}

static bool count_parts(fk_reader *r, const fk_value *top, fk_scene_own *own, uint32_t *out)
{
    uint64_t count = 0;
    for (uint32_t i = 0; i < own->entry_count; i++) {
        fk_entry *e = &own->entry[i];
        e->first_part = (uint32_t)count;
        e->part_count = e->path != NULL ? own->loaded[e->file].mesh_count : 1;
        count += e->part_count;
        fk_entry_way way;
        if (e->part_count == 0 || count >= FK_NONE)
            return fk_value_fail(r, fk_entry_value(top, i, "mesh", &way), "%s",
                                 e->part_count == 0 ? "the file has no parts" : "too many parts");
    }
    *out = (uint32_t)count;
    return true;
}

/* ---- Names --------------------------------------------------------------------------------------------- */

/* Objects of files may have brought names that were there. */
static bool check_names(fk_reader *r, const fk_value *top, fk_scene_own *own)
{
    uint32_t count = own->scene.part_count;
    const char **name = fk_store_get(r->store, (size_t)count + 1, sizeof *name);
    if (name == NULL)
        return fk_reader_no_memory(r);
    for (uint32_t i = 0; i < count; i++)
        name[i] = own->part[i].name;
    if (!fk_names_build(&own->part_names, r->store, name, count))
        return fk_reader_no_memory(r);
    for (uint32_t i = 0; i < count; i++) {
        uint32_t first = fk_names_find(&own->part_names, name[i]);
        uint64_t line, column;
        fk_entry_way way;
        if (first == i)
            continue;
        fk_value_place(r, fk_entry_value(top, own->part[first].entry, NULL, &way), false, &line, &column);
        return fk_value_fail(
            r, fk_entry_value(top, own->part[i].entry, NULL, &way),
            "two parts are called '%s', one of this entry and one of that in line %lu, by the objects in "
            "a file: give one entry another \"name\", or the objects other names in the file",
            fk_show(name[i]).text, (unsigned long)line);
    }
    return true;
}

bool fk_make_parts(fk_reader *r, const fk_value *top, fk_scene_own *own)
{
    uint32_t count = 0;
    if (!count_parts(r, top, own, &count))
        return false;
    own->part = fk_store_get(r->store, (size_t)count + 1, sizeof *own->part);
    double *reach = fk_store_get(r->store, (size_t)own->scene.file_count + 1, sizeof *reach);
    if (own->part == NULL || reach == NULL)
        return fk_reader_no_memory(r);
    for (uint32_t i = 0; i < own->scene.file_count; i++)
        reach[i] = -1; /* not known yet */
    for (uint32_t i = 0; i < own->entry_count; i++) {
        uint32_t file = own->entry[i].file;
        if (file != FK_NONE ? !add_mesh_parts(r, top, i, own, &reach[file]) : !add_shape_part(r, top, i, own))
            return false;
    }
    return check_names(r, top, own);
}
