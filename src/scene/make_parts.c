/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The parts of a scene: one for each shape, one for each object of each mesh, and one for each shape of each robot. */

#include <string.h>

#include "base/vec3.h"
#include "scene/files.h"
#include "scene/parts.h"

/* How far a part reaches when it is moved by its motion, and by those that it is attached to; infinite when that is too far. */
static double moved_reach(const fk_scene *scene, uint32_t frame, double reach)
{
    for (; frame != FK_NONE; frame = scene->frame[frame].parent) {
        const fk_frame *f = &scene->frame[frame];
        double far = fk_vec3_largest(f->origin.translation);
        for (uint32_t i = 0; i < f->key_count; i++)
            far = fk_larger(far, fk_vec3_largest(f->key[i].xyz));
        reach = 4 * reach + 2 * far;
    }
    return reach;
}

/* Whether all that poses make of a part is finite: entries of a rotation are not above 1 + 1e-6. */
static bool check_reach(fk_reader *r, const fk_value *top, uint32_t entry, const fk_scene_own *own,
                        double reach)
{
    fk_entry_way way;
    const fk_entry *e = &own->entry[entry];
    double far = 4 * reach + fk_vec3_largest(e->pose.translation);
    if (fk_is_finite(moved_reach(&own->scene, e->frame, far)))
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
        part->group = FK_NONE;
        part->frame = e->frame;
        part->mesh = loaded->mesh != NULL ? loaded->mesh[i] : &loaded->model->part[i];
        part->pose = e->pose;
        if (*reach < 0 || loaded->mesh_count > 1)
            *reach = fk_larger(*reach, fk_mesh_reach(part->mesh));
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
    part->file = part->group = FK_NONE;
    part->frame = e->frame;
    part->piece = e->piece;
    part->cells = e->cells;
    part->pose = e->pose;
    return check_reach(r, top, entry, own, e->reach);
}

static void add_robot_parts(fk_scene_own *own, uint32_t entry, uint32_t first_file)
{
    fk_scene_robot *robot = &own->scene_robot[entry - (own->entry_count - own->robot_count)];
    robot->first_part = own->scene.part_count;
    for (uint32_t i = 0; i < robot->robot->shape_count; i++) {
        const fk_robot_shape *shape = &robot->robot->shape[i];
        own->part[own->scene.part_count++] =
            (fk_scene_part){.name = shape->name,
                            .entry = entry,
                            .file = shape->file != FK_NONE ? first_file + shape->file : FK_NONE,
                            .group = FK_NONE,
                            .mesh = shape->mesh,
                            .piece = shape->piece,
                            .pose = shape->pose,
                            .frame = robot->first_frame + shape->link};
    }
}

/* Puts the files of robots behind those of the entries. */
static bool add_robot_files(fk_reader *r, fk_scene_own *own)
{
    size_t count = own->scene.file_count, more = 0;
    for (uint32_t i = 0; i < own->robot_count; i++)
        more += own->robot[i].robot->file_count;
    if (more == 0)
        return true;
    fk_scene_file *file = fk_store_get(r->store, count + more, sizeof *file);
    fk_loaded *loaded = fk_store_get(r->store, count + more, sizeof *loaded);
    if (file == NULL || loaded == NULL)
        return fk_reader_no_memory(r);
    memcpy(file, own->file, count * sizeof *file);
    memcpy(loaded, own->loaded, count * sizeof *loaded);
    for (uint32_t i = 0; i < own->robot_count; i++)
        for (uint32_t k = 0; k < own->robot[i].robot->file_count; k++)
            file[count++] = own->robot[i].robot->file[k];
    own->file = file;
    own->loaded = loaded;
    own->scene.file_count = (uint32_t)count;
    return true;
}

static bool count_parts(fk_reader *r, const fk_value *top, fk_scene_own *own, uint32_t *out)
{
    uint64_t count = 0;
    for (uint32_t i = 0; i < own->entry_count; i++) {
        fk_entry *e = &own->entry[i];
        e->first_part = (uint32_t)count;
        if (e->is_robot)
            e->part_count = own->robot[i - (own->entry_count - own->robot_count)].robot->shape_count;
        else
            e->part_count = e->path != NULL ? own->loaded[e->file].mesh_count : 1;
        count += e->part_count;
        fk_entry_way way;
        bool is_empty = e->part_count == 0 && !e->is_robot;
        if (is_empty || count >= FK_NONE)
            return fk_value_fail(r, fk_entry_value(top, i, "mesh", &way), "%s",
                                 is_empty ? "the file has no parts" : "too many parts");
    }
    if (count == 0)
        return fk_value_fail(r, top,
                             "there are no parts: no link of the robot %.400s has a <collision> element",
                             own->robot[0].urdf);
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
    uint32_t files = own->scene.file_count;
    for (uint32_t i = 0; i < files; i++)
        reach[i] = -1; /* not known yet */
    if (!add_robot_files(r, own))
        return false;
    for (uint32_t i = 0; i < own->entry_count; i++) {
        uint32_t file = own->entry[i].file;
        if (own->entry[i].is_robot) {
            add_robot_parts(own, i, files);
            files += own->robot[i - (own->entry_count - own->robot_count)].robot->file_count;
        } else if (file != FK_NONE ? !add_mesh_parts(r, top, i, own, &reach[file])
                                   : !add_shape_part(r, top, i, own))
            return false;
    }
    return check_names(r, top, own);
}
