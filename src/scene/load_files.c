/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Reads whole files as texts; loads the mesh files of a scene: each is loaded once, turned so that z is up, and
 * scaled into the unit of the scene. */

#include <stdio.h>
#include <string.h>

#include "base/bits.h"
#include "base/lists.h"
#include "base/vec3.h"
#include "scene/files.h"
#include "scene/parts.h"

/* ---- Texts --------------------------------------------------------------------------------------------- */

static fk_status read_file_bytes(fk_context *context, fk_file *file, fk_file_text *text)
{
    for (;;) {
        if (!fk_grow(context, &text->bytes, 1, text->used, &text->capacity, text->used + 4096))
            return FK_ERROR_MEMORY;
        size_t got = fk_file_read(file, text->bytes + text->used, text->capacity - text->used);
        if (got == FK_READ_FAILED)
            return FK_ERROR_READ;
        if (got == 0)
            return FK_OK;
        text->used += got;
    }
}

fk_status fk_file_text_load(fk_context *context, const char *path, char message[FK_FILE_MESSAGE],
                            fk_file_text *out)
{
    fk_file file;
    bool is_open = fk_file_open(&file, path);
    fk_status status = is_open ? read_file_bytes(context, &file, out) : FK_ERROR_READ;
    memcpy(message, file.message, sizeof file.message);
    if (is_open)
        (void)fk_file_close(&file);
    return status;
}

void fk_file_text_free(fk_context *context, fk_file_text *text)
{
    fk_release(context, text->bytes, text->capacity);
    memset(text, 0, sizeof *text);
}

bool fk_begins_with(const char *text, const char *beginning)
{
    size_t length = strlen(beginning);
    return strlen(text) >= length && memcmp(text, beginning, length) == 0;
}

size_t fk_folder_length(const char *path)
{
    size_t length = 0;
    for (size_t i = 0; path[i] != '\0'; i++)
        length = path[i] == '/' ? i + 1 : length;
    return length;
}

bool fk_path_ends_with(const char *path, const char *end)
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

bool fk_path_is_absolute(const char *path)
{
    return path[0] == '/' || (path[0] != '\0' && path[1] == ':' && (path[2] == '/' || path[2] == '\\'));
}

/* ---- Placed meshes ------------------------------------------------------------------------------------- */

fk_status fk_mesh_file_load(const fk_scene_options *options, fk_context *context, fk_scene_mesh *mesh,
                            fk_model **out)
{
    const char *const *end = options->load_mesh_ends;
    while (end != NULL && *end != NULL && !fk_path_ends_with(mesh->path, *end))
        end++;
    if (options->load_mesh != NULL && (end == NULL || *end != NULL))
        return options->load_mesh(options->user, context, mesh, out);
    return fk_model_load(context, mesh->path, options->load, &mesh->report, out);
}

/* Turns an axis to z by a quarter turn; none for z. */
static fk_vec3 turn_up_axis(fk_vec3 p, int up)
{
    return up == 1 ? fk_vec3_make(p.x, -p.z, p.y) : up == 0 ? fk_vec3_make(-p.z, p.y, p.x) : p;
}

/* Transforms a point of a file to the scene. Adding 0 turns -0 into 0. */
static fk_vec3 transform_point(fk_vec3 p, const fk_scene_file *file, fk_unit unit)
{
    fk_vec3 q =
        turn_up_axis(fk_vec3_make(p.x * file->scale.x, p.y * file->scale.y, p.z * file->scale.z), file->up);
    return fk_vec3_make(fk_length_convert(q.x, file->unit, unit) + 0.0,
                        fk_length_convert(q.y, file->unit, unit) + 0.0,
                        fk_length_convert(q.z, file->unit, unit) + 0.0);
}

static bool is_mirroring(fk_vec3 scale)
{
    return fk_sign_of(scale.x) * fk_sign_of(scale.y) * fk_sign_of(scale.z) < 0;
}

bool fk_mesh_file_is_unchanged(const fk_scene_file *file, fk_unit unit)
{
    return file->up == 2 && file->unit == unit && file->scale.x == 1 && file->scale.y == 1 &&
           file->scale.z == 1;
}

/* Flips triangles; the first corner stays. */
static void flip_triangles(const fk_triangle *from, uint32_t count, fk_triangle *to)
{
    for (uint32_t i = 0; i < count; i++)
        to[i] = (fk_triangle){{from[i].corner[0], from[i].corner[2], from[i].corner[1]}};
}

fk_status fk_mesh_file_transform(fk_context *context, const fk_mesh *from, fk_scene_file *file, fk_unit unit,
                                 fk_mesh **out)
{
    size_t points = ((size_t)from->vertex_count + 1) * sizeof(fk_vec3);
    size_t triangles = ((size_t)from->triangle_count + 1) * sizeof(fk_triangle);
    bool is_mirror = is_mirroring(file->scale);
    fk_vec3 *point = fk_allocate(context, points);
    fk_triangle *turned_over = is_mirror ? fk_allocate(context, triangles) : NULL;
    fk_status status = FK_ERROR_MEMORY;
    if (point != NULL && (turned_over != NULL || !is_mirror)) {
        for (uint32_t i = 0; i < from->vertex_count; i++)
            point[i] = transform_point(from->point[i], file, unit);
        if (is_mirror)
            flip_triangles(from->triangle, from->triangle_count, turned_over);
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

double fk_mesh_largest_coordinate(const fk_mesh *mesh)
{
    double extent = 0;
    for (uint32_t i = 0; i < mesh->vertex_count; i++)
        extent = fk_larger(extent, fk_vec3_largest(mesh->point[i]));
    return extent;
}

bool fk_pose_keeps_finite(const fk_pose *pose, double extent)
{
    return fk_is_finite(4 * extent + fk_vec3_largest(pose->translation));
}

void fk_load_report_where(const fk_load_report *report, char out[FK_WHERE])
{
    out[0] = '\0';
    if (report->line > 0)
        snprintf(out, FK_WHERE, "%lu:", (unsigned long)report->line);
    else if (report->offset > 0)
        snprintf(out, FK_WHERE, " byte %lu:", (unsigned long)report->offset);
}

/* ---- Which files --------------------------------------------------------------------------------------- */

static bool is_same_file_use(const fk_scene_entry *a, const fk_scene_entry *b)
{
    return a->is_added == b->is_added && a->has_unit == b->has_unit && a->unit == b->unit &&
           a->has_up == b->has_up && a->up == b->up && memcmp(&a->scale, &b->scale, sizeof a->scale) == 0;
}

bool fk_scene_resolve_path(fk_json_reader *r, const char *path, const char **out)
{
    const char *folder = fk_path_is_absolute(path) ? "" : r->folder;
    *out = fk_scene_arena_join_text(r->arena, folder, strlen(folder), path);
    return *out != NULL || fk_json_fail_memory(r);
}

/* Gives each mesh its file, shared by those with the same path and the same treatment. */
static bool assign_entry_files(fk_json_reader *r, fk_owned_scene *own)
{
    uint32_t count = own->entry_count;
    fk_name_index names;
    own->file = fk_scene_arena_allocate(r->arena, (size_t)count + 1, sizeof *own->file);
    own->loaded = fk_scene_arena_allocate(r->arena, (size_t)count + 1, sizeof *own->loaded);
    if (own->file == NULL || own->loaded == NULL ||
        !fk_name_index_build_strided(&names, r->arena, &own->entry->path, sizeof *own->entry, count))
        return fk_json_fail_memory(r);
    for (uint32_t i = 0; i < count; i++) {
        fk_scene_entry *entry = &own->entry[i];
        if (entry->path == NULL)
            continue;
        uint32_t same = fk_name_index_find(&names, entry->path);
        while (same != i && !is_same_file_use(entry, &own->entry[same]))
            same = fk_name_index_find_next(&names, entry->path, same);
        if (same != i) {
            entry->file = own->entry[same].file;
            continue;
        }
        entry->file = own->scene.file_count++;
        fk_scene_file *file = &own->file[entry->file];
        file->scale = entry->scale;
        file->path = entry->path;
        if (!entry->is_added && !fk_scene_resolve_path(r, entry->path, &file->path))
            return false;
    }
    return true;
}

/* ---- Loading ------------------------------------------------------------------------------------------- */

/* Refuses the scene because of the file of an entry. */
static bool fail_entry_file(fk_json_reader *r, const fk_json_value *top, uint32_t entry, fk_owned_scene *own,
                            fk_status status, const char *message)
{
    const fk_scene_file *file = &own->file[own->entry[entry].file];
    fk_entry_path path;
    char where[FK_WHERE];
    fk_load_report_where(&file->report, where);
    (void)fk_json_fail(r, fk_scene_entry_value(top, entry, "mesh", &path), "part '%s': %.600s:%s %s",
                       fk_show_text(own->entry[entry].name).text, file->path, where, message);
    r->status = status;
    if (own->entry[entry].is_added) {
        r->report->line = r->report->column = 0;
        r->report->is_of_robot = true;
    }
    return false;
}

/* Reports a missing file before any file is loaded. Other loaders may know paths that are no files. */
static bool probe_entry_files(fk_json_reader *r, const fk_json_value *top, fk_owned_scene *own)
{
    uint32_t next = 0;
    for (uint32_t i = 0; i < own->entry_count && r->options->load_mesh == NULL; i++) {
        fk_file file;
        if (own->entry[i].file != next)
            continue;
        if (!fk_file_open(&file, own->file[next++].path))
            return fail_entry_file(r, top, i, own, FK_ERROR_READ, file.message);
        (void)fk_file_close(&file);
    }
    return true;
}

static bool load_entry_file(fk_json_reader *r, const fk_json_value *top, uint32_t entry, fk_owned_scene *own)
{
    const fk_scene_entry *e = &own->entry[entry];
    fk_scene_file *file = &own->file[e->file];
    bool has_file_unit = !e->has_unit && r->options->has_file_unit;
    fk_scene_mesh mesh = {
        .path = file->path, .unit = has_file_unit ? r->options->unit : e->unit, .up = e->up};
    mesh.has_unit = e->has_unit || has_file_unit;
    mesh.has_up = e->has_up;
    fk_status status = fk_mesh_file_load(r->options, r->context, &mesh, &own->loaded[e->file].model);
    file->report = mesh.report;
    if (status == FK_ERROR_MEMORY || status == FK_ERROR_ARGUMENT) {
        r->status = status;
        return false;
    }
    if (status != FK_OK)
        return fail_entry_file(r, top, entry, own, status,
                               mesh.report.message[0] != '\0' ? mesh.report.message : fk_status_text(status));
    file->unit = e->has_unit || !mesh.has_unit ? e->unit : mesh.unit;
    file->up = e->has_up || !mesh.has_up ? e->up : mesh.up;
    bool has_scene_unit = r->has_unit && !(e->is_added && r->options->file_unit != NULL);
    file->is_unit_assumed = !mesh.has_unit && !has_scene_unit;
    return true;
}

/* ---- Turning and scaling ------------------------------------------------------------------------------- */

/* Turns and scales the meshes of a file, if necessary. */
static bool transform_entry_file(fk_json_reader *r, const fk_json_value *top, uint32_t entry,
                                 fk_owned_scene *own)
{
    fk_scene_file *file = &own->file[own->entry[entry].file];
    fk_loaded_file *loaded = &own->loaded[own->entry[entry].file];
    const fk_model *model = loaded->model;
    if (fk_mesh_file_is_unchanged(file, r->unit))
        return true;
    loaded->mesh = fk_scene_arena_allocate(r->arena, (size_t)model->part_count + 1, sizeof(fk_mesh *));
    if (loaded->mesh == NULL)
        return fk_json_fail_memory(r);
    for (uint32_t i = 0; i < model->part_count; i++) {
        fk_status status =
            fk_mesh_file_transform(r->context, &model->part[i], file, r->unit, &loaded->mesh[i]);
        if (status == FK_ERROR_MEMORY)
            return fk_json_fail_memory(r);
        if (status != FK_OK)
            return fail_entry_file(r, top, entry, own, FK_ERROR_SYNTAX, "scaled beyond the range of doubles");
        loaded->mesh_count++;
    }
    return true;
}

/* ---- Names of objects ---------------------------------------------------------------------------------- */

size_t fk_utf8_length(const unsigned char *at)
{
    if (at[0] < 0x80)
        return at[0] >= ' ' && at[0] != 0x7f;
    size_t more = at[0] >= 0xf0 ? 3 : at[0] >= 0xe0 ? 2 : 1;
    if (at[0] < 0xc2 || at[0] > 0xf4)
        return 0;
    for (size_t i = 1; i <= more; i++)
        if ((at[i] & 0xc0) != 0x80)
            return 0;
    /* An overlong form, a surrogate, or beyond the last code point. */
    bool is_wrong = (at[0] == 0xe0 && at[1] < 0xa0) || (at[0] == 0xed && at[1] >= 0xa0) ||
                    (at[0] == 0xf0 && at[1] < 0x90) || (at[0] == 0xf4 && at[1] >= 0x90);
    return is_wrong ? 0 : more + 1;
}

bool fk_is_plain_text(const char *text)
{
    for (size_t length; *text != '\0'; text += length) {
        length = fk_utf8_length((const unsigned char *)text);
        if (length == 0)
            return false;
    }
    return true;
}

/* Copies an object's name, with "_" for bytes that are not UTF-8 or control a terminal, and appends a suffix. */
static const char *copy_object_name(fk_scene_arena *arena, const char *name, const char *suffix)
{
    char *copy = fk_scene_arena_join_text(arena, name, strlen(name), suffix);
    for (char *at = copy; copy != NULL && *at != '\0';) {
        size_t good = fk_utf8_length((const unsigned char *)at);
        if (good == 0)
            *at = '_';
        at += good > 0 ? good : 1;
    }
    return copy;
}

/* Names the parts of a file with several. */
static bool name_objects(fk_json_reader *r, fk_loaded_file *loaded)
{
    const fk_model *model = loaded->model;
    fk_name_index names;
    if (model->part_count < 2)
        return true;
    loaded->object = fk_scene_arena_allocate(r->arena, (size_t)model->part_count + 1, sizeof(const char *));
    uint32_t *repeated = fk_scene_arena_allocate(r->arena, (size_t)model->part_count + 1, sizeof *repeated);
    if (loaded->object == NULL || repeated == NULL ||
        !fk_name_index_build_strided(&names, r->arena, &model->part->name, sizeof *model->part,
                                     model->part_count))
        return fk_json_fail_memory(r);
    for (uint32_t i = 0; i < model->part_count; i++) {
        char number[16] = "";
        const char *name = model->part[i].name;
        uint32_t times = ++repeated[fk_name_index_find(&names, name)];
        if (name[0] == '\0')
            snprintf(number, sizeof number, "%lu", (unsigned long)i + 1);
        else if (times > 1)
            snprintf(number, sizeof number, "#%lu", (unsigned long)times);
        loaded->object[i] = copy_object_name(r->arena, name, number);
        if (loaded->object[i] == NULL)
            return fk_json_fail_memory(r);
    }
    return true;
}

bool fk_scene_load_meshes(fk_json_reader *r, const fk_json_value *top, fk_owned_scene *own)
{
    if (!assign_entry_files(r, own) || !probe_entry_files(r, top, own))
        return false;
    uint32_t next = 0;
    for (uint32_t i = 0; i < own->entry_count; i++) {
        if (own->entry[i].file != next)
            continue;
        fk_loaded_file *loaded = &own->loaded[next++];
        if (!load_entry_file(r, top, i, own) || !transform_entry_file(r, top, i, own) ||
            !name_objects(r, loaded))
            return false;
        /* Models whose meshes were transformed are released. */
        uint32_t count = loaded->model->part_count;
        if (loaded->mesh != NULL) {
            fk_model_free(r->context, loaded->model);
            loaded->model = NULL;
        }
        loaded->mesh_count = count;
    }
    return true;
}
