/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The files of meshes of a scene: each is loaded once, turned so that z is up, and scaled into the unit of
 * the scene. See mesh_file.h. */

#include <stdio.h>
#include <string.h>

#include "scene/files.h"
#include "scene/parts.h"

/* ---- Which files --------------------------------------------------------------------------------------- */

static bool is_same_use(const fk_entry *a, const fk_entry *b)
{
    return a->has_unit == b->has_unit && a->unit == b->unit && a->has_up == b->has_up && a->up == b->up &&
           memcmp(&a->scale, &b->scale, sizeof a->scale) == 0;
}

bool fk_keep_path(fk_reader *r, const char *path, const char **out)
{
    const char *folder = fk_path_is_absolute(path) ? "" : r->folder;
    *out = fk_store_text(r->store, folder, strlen(folder), path);
    return *out != NULL || fk_reader_no_memory(r);
}

/* Gives each mesh its file, the same to those that have the same path and are treated the same. */
static bool assign_files(fk_reader *r, fk_scene_own *own)
{
    uint32_t count = own->entry_count;
    fk_names names;
    const char **path = fk_store_get(r->store, (size_t)count + 1, sizeof *path);
    own->file = fk_store_get(r->store, (size_t)count + 1, sizeof *own->file);
    own->loaded = fk_store_get(r->store, (size_t)count + 1, sizeof *own->loaded);
    if (path == NULL || own->file == NULL || own->loaded == NULL)
        return fk_reader_no_memory(r);
    for (uint32_t i = 0; i < count; i++)
        path[i] = own->entry[i].path;
    if (!fk_names_build(&names, r->store, path, count))
        return fk_reader_no_memory(r);
    for (uint32_t i = 0; i < count; i++) {
        fk_entry *entry = &own->entry[i];
        if (path[i] == NULL)
            continue;
        uint32_t same = fk_names_find(&names, path[i]);
        while (same != i && !is_same_use(entry, &own->entry[same]))
            same = fk_names_next(&names, path[i], same);
        if (same != i) {
            entry->file = own->entry[same].file;
            continue;
        }
        entry->file = own->scene.file_count++;
        fk_scene_file *file = &own->file[entry->file];
        file->scale = entry->scale;
        if (!fk_keep_path(r, path[i], &file->path))
            return false;
    }
    return true;
}

/* ---- Loading ------------------------------------------------------------------------------------------- */

/* Refuses the scene because of the file of an entry. */
static bool fail_file(fk_reader *r, const fk_value *top, uint32_t entry, fk_scene_own *own, fk_status status,
                      const char *message)
{
    const fk_scene_file *file = &own->file[own->entry[entry].file];
    fk_entry_way way;
    char where[FK_WHERE];
    fk_load_report_where(&file->report, where);
    (void)fk_value_fail(r, fk_entry_value(top, entry, "mesh", &way), "part '%s': %.600s:%s %s",
                        fk_show(own->entry[entry].name).text, file->path, where, message);
    r->status = status;
    return false;
}

/* A file that is not there is told before any is loaded; other loaders may know places that are no files. */
static bool probe_files(fk_reader *r, const fk_value *top, fk_scene_own *own)
{
    uint32_t next = 0;
    for (uint32_t i = 0; i < own->entry_count && r->options->load_mesh == NULL; i++) {
        fk_file file;
        if (own->entry[i].file != next)
            continue;
        if (!fk_file_open(&file, own->file[next++].path))
            return fail_file(r, top, i, own, FK_ERROR_READ, file.message);
        (void)fk_file_close(&file);
    }
    return true;
}

static bool load_file(fk_reader *r, const fk_value *top, uint32_t entry, fk_scene_own *own)
{
    const fk_entry *e = &own->entry[entry];
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
        return fail_file(r, top, entry, own, status,
                         mesh.report.message[0] != '\0' ? mesh.report.message : fk_status_text(status));
    file->unit = e->has_unit || !mesh.has_unit ? e->unit : mesh.unit;
    file->up = e->has_up || !mesh.has_up ? e->up : mesh.up;
    file->is_unit_assumed = !mesh.has_unit && !r->has_unit;
    return true;
}

/* ---- Turning and scaling ------------------------------------------------------------------------------- */

/* Makes the meshes of a file, unless they are in place already. */
static bool move_file(fk_reader *r, const fk_value *top, uint32_t entry, fk_scene_own *own)
{
    fk_scene_file *file = &own->file[own->entry[entry].file];
    fk_loaded *loaded = &own->loaded[own->entry[entry].file];
    const fk_model *model = loaded->model;
    if (fk_mesh_file_is_unmoved(file, r->unit))
        return true;
    loaded->mesh = fk_store_get(r->store, (size_t)model->part_count + 1, sizeof(fk_mesh *));
    if (loaded->mesh == NULL)
        return fk_reader_no_memory(r);
    for (uint32_t i = 0; i < model->part_count; i++) {
        fk_status status = fk_mesh_file_move(r->context, &model->part[i], file, r->unit, &loaded->mesh[i]);
        if (status == FK_ERROR_MEMORY)
            return fk_reader_no_memory(r);
        if (status != FK_OK)
            return fail_file(r, top, entry, own, FK_ERROR_SYNTAX, "scaled beyond the range of doubles");
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
    /* Too long a form, a half of a pair of 16 bits, or beyond the last character. */
    bool is_wrong = (at[0] == 0xe0 && at[1] < 0xa0) || (at[0] == 0xed && at[1] >= 0xa0) ||
                    (at[0] == 0xf0 && at[1] < 0x90) || (at[0] == 0xf4 && at[1] >= 0x90);
    return is_wrong ? 0 : more + 1;
}

/* Copies a name of a file, with "_" for what is not UTF-8 or controls a terminal, and a suffix behind it. */
static const char *keep_object(fk_store *store, const char *name, const char *suffix)
{
    char *copy = fk_store_text(store, name, strlen(name), suffix);
    for (char *at = copy; copy != NULL && *at != '\0';) {
        size_t good = fk_utf8_length((const unsigned char *)at);
        if (good == 0)
            *at = '_';
        at += good > 0 ? good : 1;
    }
    return copy;
}

/* Names the parts of a file that has several. */
static bool name_objects(fk_reader *r, fk_loaded *loaded)
{
    const fk_model *model = loaded->model;
    fk_names names;
    const char **name = fk_store_get(r->store, (size_t)model->part_count + 1, sizeof *name);
    loaded->object = fk_store_get(r->store, (size_t)model->part_count + 1, sizeof(const char *));
    uint32_t *repeated = fk_store_get(r->store, (size_t)model->part_count + 1, sizeof *repeated);
    if (name == NULL || loaded->object == NULL || repeated == NULL)
        return fk_reader_no_memory(r);
    for (uint32_t i = 0; i < model->part_count; i++)
        name[i] = model->part[i].name;
    if (!fk_names_build(&names, r->store, name, model->part_count))
        return fk_reader_no_memory(r);
    for (uint32_t i = 0; i < model->part_count; i++) {
        char number[16] = "";
        uint32_t times = ++repeated[fk_names_find(&names, name[i])];
        if (name[i][0] == '\0')
            snprintf(number, sizeof number, "%lu", (unsigned long)i + 1);
        else if (times > 1)
            snprintf(number, sizeof number, "#%lu", (unsigned long)times);
        loaded->object[i] = keep_object(r->store, name[i], number);
        if (loaded->object[i] == NULL)
            return fk_reader_no_memory(r);
    }
    return true;
}

bool fk_load_files(fk_reader *r, const fk_value *top, fk_scene_own *own)
{
    if (!assign_files(r, own) || !probe_files(r, top, own))
        return false;
    uint32_t next = 0;
    for (uint32_t i = 0; i < own->entry_count; i++) {
        if (own->entry[i].file != next)
            continue;
        fk_loaded *loaded = &own->loaded[next++];
        if (!load_file(r, top, i, own) || !move_file(r, top, i, own) || !name_objects(r, loaded))
            return false;
        /* What was moved is needed no more. */
        uint32_t count = loaded->model->part_count;
        if (loaded->mesh != NULL) {
            fk_model_free(r->context, loaded->model);
            loaded->model = NULL;
        }
        loaded->mesh_count = count;
    }
    return true;
}
