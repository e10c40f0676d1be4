/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Builds a scene of mesh files: makes their entries; all else is as for a scene that was read from empty JSON. */

#include <string.h>

#include "scene/parts.h"

static bool fail_file_path(fk_json_reader *r, const fk_json_value *top, const char *why)
{
    return fk_json_fail(r, top, "\"mesh\", the path of a file, %s", why);
}

/* Checks that a path could occur in a scene. */
static bool check_file_path(fk_json_reader *r, const fk_json_value *top, const char *path)
{
    const unsigned char *at = (const unsigned char *)path;
    if (*at == '\0')
        return fail_file_path(r, top, "is empty");
    while (*at != '\0') {
        size_t length = fk_utf8_length(at);
        if (length == 0)
            return fail_file_path(r, top, *at < 0x80 ? "has a control character" : "is not UTF-8");
        at += length;
    }
    return true;
}

static bool make_file_entries(fk_json_reader *r, const fk_json_value *top, const char *const *path,
                              uint32_t count, fk_owned_scene *own)
{
    own->entry = fk_scene_arena_allocate(r->arena, (size_t)count + 1, sizeof *own->entry);
    if (own->entry == NULL)
        return fk_json_fail_memory(r);
    for (uint32_t i = 0; i < count; i++) {
        if (!check_file_path(r, top, path[i]))
            return false;
        own->entry[i] = (fk_scene_entry){.path = path[i],
                                         .pose = fk_pose_identity(),
                                         .scale = fk_vec3_make(1, 1, 1),
                                         .unit = r->unit,
                                         .up = r->options->up,
                                         .file = FK_NONE,
                                         .frame = FK_NONE};
        if (!fk_json_copy_text(r, path[i], &own->entry[i].path))
            return false;
    }
    own->entry_count = count;
    return fk_scene_complete_entries(r, top, own, r->options->urdf != NULL ? 1 : 0);
}

fk_status fk_scene_of_files(fk_context *context, const char *const *path, uint32_t count,
                            const fk_scene_options *options, fk_scene_report *report, fk_scene **out)
{
    const fk_scene_options usual = fk_scene_options_default();
    const fk_json_value top = {NULL, NULL, 0, NULL};
    fk_scene_report spare;
    fk_json_reader r = {.context = context,
                        .options = options != NULL ? options : &usual,
                        .report = report != NULL ? report : &spare,
                        .text = "",
                        .folder = ""};
    memset(r.report, 0, sizeof *r.report);
    bool has_any = count > 0 || r.options->urdf != NULL;
    if ((unsigned)r.options->unit >= FK_UNIT_COUNT || r.options->up < 0 || r.options->up > 2 || !has_any)
        return FK_ERROR_ARGUMENT;
    fk_owned_scene *own = fk_allocate(context, sizeof *own);
    if (own == NULL)
        return FK_ERROR_MEMORY;
    memset(own, 0, sizeof *own);
    fk_scene_arena_init(&own->arena, context);
    r.arena = &own->arena;
    r.unit = r.options->unit;
    if (make_file_entries(&r, &top, path, count, own) && fk_scene_load_entries(&r, &top, own))
        *out = &own->scene;
    else
        fk_scene_free(context, &own->scene);
    r.report->line = r.report->column = 0;
    return r.status;
}
