/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Scenes: from a file or a text to parts in their places, and back to memory. See farkas/scene.h.
 *
 * The order is that of the errors: the JSON text, what it says, whether the names in it fit each other, and
 * only then the meshes. */

#include <stdio.h>
#include <string.h>

#include "scene/files.h"
#include "scene/parts.h"

fk_scene_options fk_scene_options_default(void)
{
    fk_scene_options options = {.unit = FK_UNIT_MM, .up = 2};
    return options;
}

/* ---- What it says -------------------------------------------------------------------------------------- */

static bool check_version(fk_reader *r, const fk_value *top)
{
    fk_value member;
    double version;
    if (!json_is_object(top->json))
        return fk_value_fail(r, top, "a scene is an object, {\"farkas\": 1, \"parts\": [...]}, not an array");
    if (!fk_value_member(top, "farkas", &member))
        return fk_value_fail(r, top, "a scene begins with \"farkas\": 1, the version of its format");
    if (!fk_value_number(r, &member, &version))
        return false;
    if (version != 1)
        return fk_value_fail(r, &member, "the format has version %s; this farkas (%s) reads version 1",
                             fk_show_number(version).text, fk_version());
    return true;
}

static bool read_head(fk_reader *r, const fk_value *top)
{
    static const char *const known[] = {"farkas", "units",  "parts",  "robots",  "sets",
                                        "tests",  "ignore", "groups", "$schema", NULL};
    fk_value member;
    const char *schema;
    if (!check_version(r, top) || !fk_value_fields(r, top, "a scene", known))
        return false;
    if (fk_value_member(top, "$schema", &member) && !fk_value_text(r, &member, "\"$schema\"", &schema))
        return false;
    r->unit = r->options->unit;
    r->has_unit = fk_value_member(top, "units", &member);
    return !r->has_unit || fk_value_unit(r, &member, &r->unit);
}

/* Lists the files besides meshes. */
static bool list_text_files(fk_reader *r, fk_scene_own *own)
{
    const char **path =
        fk_store_get(r->store, (size_t)own->entry_count + 3 * (size_t)own->robot_count + 1, sizeof *path);
    uint32_t count = 0;
    if (path == NULL)
        return fk_reader_no_memory(r);
    for (uint32_t i = 0; i < own->entry_count; i++)
        if (own->entry[i].trajectory != NULL)
            path[count++] = own->entry[i].trajectory;
    for (uint32_t i = 0; i < own->robot_count; i++) {
        const char *of_robot[] = {own->robot[i].urdf, own->robot[i].srdf, own->robot[i].trajectory};
        for (int k = 0; k < 3; k++)
            if (of_robot[k] != NULL)
                path[count++] = of_robot[k];
    }
    own->scene.text_file = path;
    own->scene.text_file_count = count;
    return true;
}

bool fk_finish_scene(fk_reader *r, const fk_value *top, fk_scene_own *own)
{
    bool has_rules = top->json != NULL;
    if ((has_rules && !fk_read_rules(r, top, own)) || !fk_load_motions(r, top, own) ||
        !fk_load_robots(r, top, own) || !fk_make_frames(r, top, own))
        return false;
    if (!fk_load_files(r, top, own) || !fk_make_parts(r, top, own) ||
        (has_rules && !fk_read_rules(r, top, own)))
        return false;
    if (!list_text_files(r, own))
        return false;
    own->scene.unit = r->unit;
    own->scene.file = own->file;
    own->scene.part = own->part;
    return true;
}

/* ---- Doors --------------------------------------------------------------------------------------------- */

/* Parses a text; folder is "" or ends with "/". */
static fk_status parse(fk_reader *r, const char *folder, fk_scene **out)
{
    size_t mark = fk_utf8_mark(r->text, r->bytes);
    r->text += mark;
    r->bytes -= mark;
    json_t *json = fk_json_parse(r, "the scene is empty; a small one is in docs/scene.md");
    if (json == NULL)
        return r->status;
    fk_scene_own *own = fk_allocate(r->context, sizeof *own);
    if (own != NULL) {
        memset(own, 0, sizeof *own);
        fk_store_init(&own->store, r->context);
        r->store = &own->store;
        r->folder = folder;
        fk_value top = {NULL, NULL, 0, json};
        if (read_head(r, &top) && fk_read_entries(r, &top, own) && fk_finish_scene(r, &top, own))
            *out = &own->scene;
        else
            fk_scene_free(r->context, &own->scene);
    } else
        r->status = FK_ERROR_MEMORY;
    json_decref(json);
    return r->status;
}

/* The caller's report, emptied, or one that stands in for it. False when the options are not valid. */
static bool begin(fk_reader *r, fk_context *context, const fk_scene_options *options, fk_scene_report *report)
{
    memset(report, 0, sizeof *report);
    memset(r, 0, sizeof *r);
    r->context = context;
    r->options = options;
    r->report = report;
    return (unsigned)options->unit < FK_UNIT_COUNT && options->up >= 0 && options->up <= 2;
}

fk_status fk_scene_parse(fk_context *context, const fk_scene_text *text, const fk_scene_options *options,
                         fk_scene_report *report, fk_scene **out)
{
    const fk_scene_options usual = fk_scene_options_default();
    fk_scene_report spare;
    fk_reader r;
    if (!begin(&r, context, options != NULL ? options : &usual, report != NULL ? report : &spare))
        return FK_ERROR_ARGUMENT;
    r.text = text->text;
    r.bytes = text->bytes;
    const char *folder = text->folder != NULL ? text->folder : "";
    size_t length = strlen(folder);
    if (length == 0 || folder[length - 1] == '/')
        return parse(&r, folder, out);
    char *with_slash = fk_allocate(context, length + 2);
    if (with_slash == NULL)
        return FK_ERROR_MEMORY;
    memcpy(with_slash, folder, length);
    memcpy(with_slash + length, "/", 2);
    fk_status status = parse(&r, with_slash, out);
    fk_release(context, with_slash, length + 2);
    return status;
}

fk_status fk_scene_load(fk_context *context, const char *path, const fk_scene_options *options,
                        fk_scene_report *report, fk_scene **out)
{
    const fk_scene_options usual = fk_scene_options_default();
    fk_scene_report spare;
    fk_reader r;
    if (!begin(&r, context, options != NULL ? options : &usual, report != NULL ? report : &spare))
        return FK_ERROR_ARGUMENT;
    size_t length = fk_folder_length(path);
    char *folder = fk_allocate(context, length + 1);
    if (folder == NULL)
        return FK_ERROR_MEMORY;
    memcpy(folder, path, length);
    folder[length] = '\0';
    fk_file_text text = {NULL, 0, 0};
    char message[FK_FILE_MESSAGE];
    fk_status status = fk_file_text_load(context, path, message, &text);
    r.text = text.bytes;
    r.bytes = text.used;
    if (status == FK_OK)
        status = parse(&r, folder, out);
    else if (status == FK_ERROR_READ)
        memcpy(r.report->message, message, sizeof message);
    fk_file_text_free(context, &text);
    fk_release(context, folder, length + 1);
    return status;
}

void fk_scene_free(fk_context *context, fk_scene *scene)
{
    fk_scene_own *own = (fk_scene_own *)scene;
    if (own == NULL)
        return;
    for (uint32_t i = 0; i < own->hull_count; i++)
        fk_hull_free(context, own->hull[i]);
    for (uint32_t i = 0; i < own->entry_count; i++)
        fk_cell_tree_free(context, own->entry[i].cells);
    for (uint32_t i = 0; i < own->robot_count; i++)
        fk_robot_free(context, own->robot[i].robot);
    for (uint32_t i = 0; i < own->scene.file_count && own->loaded != NULL; i++) {
        fk_loaded *loaded = &own->loaded[i];
        for (uint32_t k = 0; loaded->mesh != NULL && k < loaded->mesh_count; k++)
            fk_mesh_free(context, loaded->mesh[k]);
        fk_model_free(context, loaded->model);
    }
    fk_store_end(&own->store);
    fk_release(context, own, sizeof *own);
}

/* ---- What a scene says about two parts ----------------------------------------------------------------- */

uint32_t fk_scene_find_part(const fk_scene *scene, const char *name)
{
    return fk_names_find(&((const fk_scene_own *)scene)->part_names, name);
}

bool fk_scene_set_has(const fk_scene_set *set, uint32_t part)
{
    uint32_t low = 0, high = set->part_count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (set->part[middle] < part)
            low = middle + 1;
        else
            high = middle;
    }
    return low < set->part_count && set->part[low] == part;
}

static bool has_pair(const fk_scene_set *a, const fk_scene_set *b, uint32_t part, uint32_t other)
{
    return part != other && ((fk_scene_set_has(a, part) && fk_scene_set_has(b, other)) ||
                             (fk_scene_set_has(a, other) && fk_scene_set_has(b, part)));
}

bool fk_scene_test_has(const fk_scene_test *test, uint32_t part, uint32_t other)
{
    return has_pair(&test->a, &test->b, part, other);
}

uint32_t fk_scene_find_ignore(const fk_scene *scene, uint32_t part, uint32_t other)
{
    for (uint32_t i = 0; i < scene->ignore_count; i++)
        if (has_pair(&scene->ignore[i].a, &scene->ignore[i].b, part, other))
            return i;
    return FK_NONE;
}

const char *fk_scene_ignores(const fk_scene *scene, uint32_t part, uint32_t other)
{
    uint32_t ignore = fk_scene_find_ignore(scene, part, other);
    if (ignore != FK_NONE)
        return scene->ignore[ignore].reason;
    for (uint32_t i = 0; i < scene->robot_count; i++) {
        const fk_scene_robot *robot = &scene->robot[i];
        uint32_t a = part - robot->first_part, b = other - robot->first_part;
        if (a < robot->robot->shape_count && b < robot->robot->shape_count)
            return a != b ? fk_robot_ignores(robot->robot, a, b) : NULL;
    }
    return NULL;
}
