/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Adds the files of the options to a scene: meshes and robots, told apart by their content. A scene of files alone is an empty one
 * to which they are added. */

#include <string.h>

#include "scene/parts.h"

/* ---- Which files --------------------------------------------------------------------------------------- */

/* Why a file of this content is no part; NULL if it is one. */
static const char *refuse_content(fk_content content)
{
    switch (content) {
    case FK_CONTENT_SCENE:
    case FK_CONTENT_MOVEIT_TEXT:
    case FK_CONTENT_MOVEIT_YAML:
        return "this is a scene, and no part of one";
    case FK_CONTENT_SRDF:
        return "this is SRDF: it goes with a robot, and is no part";
    case FK_CONTENT_TRAJECTORY:
        return "this is a trajectory, and no part";
    default:
        return NULL;
    }
}

bool fk_scene_sort_files(fk_json_reader *r, fk_owned_scene *own)
{
    const fk_scene_options *options = r->options;
    size_t room = (size_t)options->file_count + 2;
    const fk_json_value top = {NULL, NULL, 0, NULL};
    own->added_mesh = fk_scene_arena_allocate(r->arena, room, sizeof(const char *));
    own->added_robot = fk_scene_arena_allocate(r->arena, room, sizeof(const char *));
    if (own->added_mesh == NULL || own->added_robot == NULL)
        return fk_json_fail_memory(r);
    if (options->urdf != NULL)
        own->added_robot[own->added_robot_count++] = options->urdf;
    for (uint32_t i = 0; i < options->file_count; i++) {
        const char *path = options->file[i];
        fk_content content = fk_content_of_file(path);
        const char *why = refuse_content(content);
        if (why != NULL) {
            (void)fk_json_fail(r, &top, "%.600s: %s", path, why);
            r->report->line = r->report->column = 0;
            return !(r->report->is_of_robot = true);
        }
        if (content == FK_CONTENT_ROBOT)
            own->added_robot[own->added_robot_count++] = path;
        else
            own->added_mesh[own->added_mesh_count++] = path;
    }
    return true;
}

/* ---- Meshes -------------------------------------------------------------------------------------------- */

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

bool fk_scene_add_files(fk_json_reader *r, const fk_json_value *top, fk_owned_scene *own)
{
    const fk_scene_options *options = r->options;
    for (uint32_t i = 0; i < own->added_mesh_count; i++) {
        const char *path = own->added_mesh[i];
        fk_scene_entry *entry = &own->entry[own->entry_count++];
        if (!check_file_path(r, top, path))
            return false;
        *entry = (fk_scene_entry){.is_added = true,
                                  .pose = fk_pose_identity(),
                                  .scale = fk_vec3_make(1, 1, 1),
                                  .unit = options->file_unit != NULL ? *options->file_unit : r->unit,
                                  .has_unit = options->file_unit != NULL && options->has_file_unit,
                                  .up = options->up,
                                  .file = FK_NONE,
                                  .frame = FK_NONE};
        if (!fk_json_copy_text(r, path, &entry->path))
            return false;
    }
    return true;
}

/* ---- Scenes of files ----------------------------------------------------------------------------------- */

static bool read_files(fk_json_reader *r, fk_owned_scene *own)
{
    fk_json_value top = {NULL, NULL, 0, NULL};
    if (!fk_scene_sort_files(r, own))
        return false;
    top.index = own->added_mesh_count;
    return fk_scene_read_entries(r, &top, own) && fk_scene_load_entries(r, &top, own);
}

fk_status fk_scene_of_files(fk_context *context, const char *const *path, uint32_t count,
                            const fk_scene_options *options, fk_scene_report *report, fk_scene **out)
{
    fk_scene_options with_files = options != NULL ? *options : fk_scene_options_default();
    with_files.file = path;
    with_files.file_count = count;
    fk_scene_report spare;
    fk_json_reader r = {.context = context,
                        .options = &with_files,
                        .report = report != NULL ? report : &spare,
                        .text = "",
                        .folder = ""};
    memset(r.report, 0, sizeof *r.report);
    bool has_any = count > 0 || with_files.urdf != NULL;
    if ((unsigned)with_files.unit >= FK_UNIT_COUNT || with_files.up < 0 || with_files.up > 2 || !has_any)
        return FK_ERROR_ARGUMENT;
    fk_owned_scene *own = fk_allocate(context, sizeof *own);
    if (own == NULL)
        return FK_ERROR_MEMORY;
    memset(own, 0, sizeof *own);
    fk_scene_arena_init(&own->arena, context);
    r.arena = &own->arena;
    r.unit = with_files.unit;
    if (read_files(&r, own))
        *out = &own->scene;
    else
        fk_scene_free(context, &own->scene);
    r.report->line = r.report->column = 0;
    return r.status;
}
