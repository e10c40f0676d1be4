/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The files that a scene was made of: see farkas/parts.h. */

#include <string.h>

#include "base/lists.h"
#include "farkas/scene.h"

/* By their bytes, up to the end mark of the shorter one: as strcmp does it. */
static int compare(const char *a, const char *b)
{
    size_t length_a = strlen(a), length_b = strlen(b);
    return memcmp(a, b, (length_a < length_b ? length_a : length_b) + 1);
}

static bool is_before(const void *a, const void *b)
{
    return compare(((const fk_input_file *)a)->path, ((const fk_input_file *)b)->path) < 0;
}

/* All paths, some of them several times. */
static uint32_t list_paths(const fk_scene *scene, const char *path, fk_input_file *out)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < scene->file_count; i++)
        out[count++] = (fk_input_file){.path = scene->file[i].path};
    for (uint32_t i = 0; i < scene->text_file_count; i++)
        out[count++] = (fk_input_file){.path = scene->text_file[i]};
    if (path != NULL)
        out[count++] = (fk_input_file){.path = path};
    return count;
}

/* Of sorted paths, each once; how many. */
static uint32_t keep_once(fk_input_file *file, uint32_t count)
{
    uint32_t kept = 0;
    for (uint32_t i = 0; i < count; i++)
        if (kept == 0 || compare(file[kept - 1].path, file[i].path) != 0)
            file[kept++] = file[i];
    return kept;
}

static void put_first(fk_input_file *file, uint32_t count, const char *path)
{
    uint32_t at = 0;
    while (at < count && compare(file[at].path, path) != 0)
        at++;
    if (at == count)
        return;
    fk_input_file first = file[at];
    memmove(file + 1, file, at * sizeof *file);
    file[0] = first;
}

fk_status fk_scene_inputs(fk_context *context, const fk_scene *scene, const char *path, const char *first,
                          fk_input_list *out)
{
    size_t most = (size_t)scene->file_count + scene->text_file_count + 1, bytes = most * sizeof *out->file;
    fk_input_file *file = fk_allocate(context, bytes), *room = fk_allocate(context, bytes);
    bool has_room = file != NULL && room != NULL;
    if (has_room) {
        uint32_t count = list_paths(scene, path, file);
        fk_sort_items(file, room, count, sizeof *file, is_before);
        count = keep_once(file, count);
        if (first != NULL)
            put_first(file, count, first);
        /* What cannot be read stays without size and hash. */
        for (uint32_t i = 0; i < count; i++)
            fk_input_file_read(file[i].path, &file[i]);
        *out = (fk_input_list){count, file, most};
    } else {
        fk_release(context, file, bytes);
    }
    fk_release(context, room, bytes);
    return has_room ? FK_OK : FK_ERROR_MEMORY;
}

void fk_input_list_free(fk_context *context, fk_input_list *list)
{
    fk_release(context, list->file, list->capacity * sizeof *list->file);
    *list = (fk_input_list){0};
}
