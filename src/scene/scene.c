/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Loads and frees scenes; lists the files of a scene; converts units of length.
 *
 * The order is that of the errors: the JSON text, its content, the consistency of names, and only then the meshes.
 *
 * Weak inputs: lengths beyond 2^1011, whose products overflow on conversion. */

#include <stdio.h>
#include <string.h>

#include "base/bits.h"
#include "base/lists.h"
#include "scene/files.h"
#include "scene/moveit.h"

fk_scene_options fk_scene_options_default(void)
{
    fk_scene_options options = {.unit = FK_UNIT_MM, .up = 2};
    return options;
}

/* ---- Content ------------------------------------------------------------------------------------------- */

static bool check_scene_version(fk_json_reader *r, const fk_json_value *top)
{
    fk_json_value member;
    if (!json_is_object(top->json))
        return fk_json_fail(r, top, "a scene is an object, {\"farkas\": 1, \"parts\": [...]}, not an array");
    if (!fk_json_member(top, "farkas", &member))
        return fk_json_fail(r, top, "a scene begins with \"farkas\": 1, the version of its format");
    return fk_json_check_version(r, &member, 1);
}

static bool read_scene_head(fk_json_reader *r, const fk_json_value *top)
{
    static const char *const known[] = {"farkas", "units",  "parts",  "robots",  "sets",
                                        "tests",  "ignore", "groups", "$schema", NULL};
    fk_json_value member;
    const char *schema;
    if (!check_scene_version(r, top) || !fk_json_check_fields(r, top, "a scene", known))
        return false;
    if (fk_json_member(top, "$schema", &member) && !fk_json_read_text(r, &member, "\"$schema\"", &schema))
        return false;
    r->unit = r->options->unit;
    r->has_unit = fk_json_member(top, "units", &member);
    return !r->has_unit || fk_json_read_unit(r, &member, &r->unit);
}

/* Lists the files that are not meshes. */
static bool list_text_files(fk_json_reader *r, fk_owned_scene *own)
{
    const char **path = fk_scene_arena_allocate(
        r->arena, (size_t)own->entry_count + 3 * (size_t)own->robot_count + 1, sizeof *path);
    uint32_t count = 0;
    if (path == NULL)
        return fk_json_fail_memory(r);
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

bool fk_scene_load_entries(fk_json_reader *r, const fk_json_value *top, fk_owned_scene *own)
{
    bool has_rules = top->json != NULL;
    if ((has_rules && !fk_scene_read_rules(r, top, own)) || !fk_scene_load_motions(r, top, own) ||
        !fk_scene_load_robots(r, top, own) || !fk_scene_build_frames(r, top, own))
        return false;
    if (own->moveit != NULL && !fk_moveit_place_objects(r, own))
        return false;
    if (!fk_scene_load_meshes(r, top, own) || !fk_scene_build_parts(r, top, own) ||
        (has_rules && !fk_scene_read_rules(r, top, own)))
        return false;
    if (own->moveit != NULL && !fk_moveit_make_rules(r, own))
        return false;
    if (!list_text_files(r, own))
        return false;
    own->scene.unit = r->unit;
    own->scene.file = own->file;
    own->scene.part = own->part;
    return true;
}

static bool read_scene(fk_json_reader *r, const fk_json_value *top, void *user)
{
    fk_owned_scene *own = user;
    if (!read_scene_head(r, top) || !fk_scene_sort_files(r, own))
        return false;
    fk_json_value with_files = *top;
    with_files.index = own->added_mesh_count;
    return fk_scene_read_entries(r, &with_files, own) && fk_scene_load_entries(r, &with_files, own);
}

/* ---- Public functions ---------------------------------------------------------------------------------- */

static fk_status parse_scene(fk_json_reader *r, fk_content content, fk_scene **out)
{
    fk_owned_scene *own = fk_allocate(r->context, sizeof *own);
    if (own == NULL)
        return FK_ERROR_MEMORY;
    memset(own, 0, sizeof *own);
    fk_scene_arena_init(&own->arena, r->context);
    r->arena = &own->arena;
    if (content == FK_CONTENT_MOVEIT_TEXT || content == FK_CONTENT_MOVEIT_YAML)
        (void)fk_moveit_read(r, content, own);
    else
        (void)fk_json_parse(r, "the scene is empty; a small one is in docs/scene.md", read_scene, own);
    fk_status status = r->status;
    if (status == FK_OK)
        *out = &own->scene;
    else
        fk_scene_free(r->context, &own->scene);
    return status;
}

/* Parses in a folder, with or without a final "/". */
static fk_status parse_scene_in(fk_json_reader *r, const char *folder, size_t length, fk_content content,
                                fk_scene **out)
{
    bool has_slash = length == 0 || folder[length - 1] == '/';
    char *copy = fk_allocate(r->context, length + 2);
    if (copy == NULL)
        return FK_ERROR_MEMORY;
    memcpy(copy, folder, length);
    memcpy(copy + length, has_slash ? "" : "/", has_slash ? 1 : 2);
    r->folder = copy;
    fk_status status = parse_scene(r, content, out);
    fk_release(r->context, copy, length + 2);
    return status;
}

/* The reader of a call, and replacements for options and a report that are NULL. */
typedef struct scene_call {
    fk_json_reader r;
    fk_scene_options default_options;
    fk_scene_report own_report;
} scene_call;

/* Clears the report. Returns false if the options are invalid. */
static bool begin_scene_call(scene_call *call, fk_context *context, const fk_scene_options *options,
                             fk_scene_report *report)
{
    call->default_options = fk_scene_options_default();
    options = options != NULL ? options : &call->default_options;
    report = report != NULL ? report : &call->own_report;
    memset(report, 0, sizeof *report);
    call->r = (fk_json_reader){.context = context, .options = options, .report = report};
    return (unsigned)options->unit < FK_UNIT_COUNT && options->up >= 0 && options->up <= 2;
}

fk_status fk_scene_parse(fk_context *context, const fk_scene_text *text, const fk_scene_options *options,
                         fk_scene_report *report, fk_scene **out)
{
    scene_call call;
    if (!begin_scene_call(&call, context, options, report))
        return FK_ERROR_ARGUMENT;
    call.r.text = text->text;
    call.r.bytes = text->bytes;
    const char *folder = text->folder != NULL ? text->folder : "";
    return parse_scene_in(&call.r, folder, strlen(folder), fk_content_of_text(text->text, text->bytes), out);
}

fk_status fk_scene_load(fk_context *context, const char *path, const fk_scene_options *options,
                        fk_scene_report *report, fk_scene **out)
{
    scene_call call;
    if (!begin_scene_call(&call, context, options, report))
        return FK_ERROR_ARGUMENT;
    fk_file_text text = {NULL, 0, 0};
    char message[FK_FILE_MESSAGE];
    fk_status status = fk_file_text_load(context, path, message, &text);
    call.r.text = text.bytes;
    call.r.bytes = text.used;
    fk_content content = status == FK_OK ? fk_content_of_text(text.bytes, text.used) : FK_CONTENT_OTHER;
    if (content == FK_CONTENT_OTHER)
        content = fk_content_of_file(path);
    if (status == FK_OK)
        status = parse_scene_in(&call.r, path, fk_folder_length(path), content, out);
    else if (status == FK_ERROR_READ)
        memcpy(call.r.report->message, message, sizeof message);
    fk_file_text_free(context, &text);
    return status;
}

void fk_scene_free(fk_context *context, fk_scene *scene)
{
    fk_owned_scene *own = (fk_owned_scene *)scene;
    if (own == NULL)
        return;
    for (uint32_t i = 0; i < own->hull_count; i++)
        fk_hull_free(context, own->hull[i]);
    for (uint32_t i = 0; i < own->entry_count; i++) {
        if (own->entry[i].cells != NULL)
            fk_cell_tree_free(context, own->entry[i].cells);
        fk_mesh_free(context, own->entry[i].made);
    }
    for (uint32_t i = 0; i < own->robot_count; i++)
        fk_robot_free(context, own->robot[i].robot);
    for (uint32_t i = 0; i < own->scene.file_count && own->loaded != NULL; i++) {
        fk_loaded_file *loaded = &own->loaded[i];
        for (uint32_t k = 0; loaded->mesh != NULL && k < loaded->mesh_count; k++)
            fk_mesh_free(context, loaded->mesh[k]);
        fk_model_free(context, loaded->model);
    }
    fk_scene_arena_end(&own->arena);
    fk_release(context, own, sizeof *own);
}

/* ---- Rules for pairs ----------------------------------------------------------------------------------- */

uint32_t fk_scene_find_part(const fk_scene *scene, const char *name)
{
    return fk_name_index_find(&((const fk_owned_scene *)scene)->part_names, name);
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

static bool sets_have_pair(const fk_scene_set *a, const fk_scene_set *b, uint32_t part, uint32_t other)
{
    return part != other && ((fk_scene_set_has(a, part) && fk_scene_set_has(b, other)) ||
                             (fk_scene_set_has(a, other) && fk_scene_set_has(b, part)));
}

bool fk_scene_test_has(const fk_scene_test *test, uint32_t part, uint32_t other)
{
    return sets_have_pair(&test->a, &test->b, part, other);
}

uint32_t fk_scene_find_ignore(const fk_scene *scene, uint32_t part, uint32_t other)
{
    for (uint32_t i = 0; i < scene->ignore_count; i++)
        if (sets_have_pair(&scene->ignore[i].a, &scene->ignore[i].b, part, other))
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

/* ---- Files of a scene ---------------------------------------------------------------------------------- */

/* Compares bytes as strcmp does. */
static int compare_paths(const char *a, const char *b)
{
    size_t length_a = strlen(a), length_b = strlen(b);
    return memcmp(a, b, (length_a < length_b ? length_a : length_b) + 1);
}

static bool is_path_before(const void *a, const void *b)
{
    return compare_paths(((const fk_input_file *)a)->path, ((const fk_input_file *)b)->path) < 0;
}

/* Lists all paths, with repetitions. */
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

/* Removes repeated paths from a sorted list. Returns how many remain. */
static uint32_t remove_repeated_paths(fk_input_file *file, uint32_t count)
{
    uint32_t kept = 0;
    for (uint32_t i = 0; i < count; i++)
        if (kept == 0 || compare_paths(file[kept - 1].path, file[i].path) != 0)
            file[kept++] = file[i];
    return kept;
}

static void move_path_first(fk_input_file *file, uint32_t count, const char *path)
{
    uint32_t at = 0;
    while (at < count && compare_paths(file[at].path, path) != 0)
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
        fk_sort_items(file, room, count, sizeof *file, is_path_before);
        count = remove_repeated_paths(file, count);
        if (first != NULL)
            move_path_first(file, count, first);
        /* Unreadable files have no size and hash. */
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

/* ---- Units --------------------------------------------------------------------------------------------- */

/* An inch is 127 fifths of a millimetre, so all ratios are those of small whole numbers. */
static const struct {
    const char *word;
    int fifths; /* of a millimetre */
} known_unit[FK_UNIT_COUNT] = {
#define ROW(name, word, fifths) {word, fifths},
    FK_UNIT_LIST(ROW)
#undef ROW
};

const char *fk_unit_word(fk_unit unit)
{
    return (unsigned)unit < FK_UNIT_COUNT ? known_unit[unit].word : "";
}

bool fk_unit_find(const char *word, size_t length, fk_unit *out)
{
    for (int i = 0; i < FK_UNIT_COUNT; i++)
        if (strlen(known_unit[i].word) == length && memcmp(known_unit[i].word, word, length) == 0) {
            *out = (fk_unit)i;
            return true;
        }
    return false;
}

double fk_length_convert(double length, fk_unit from, fk_unit to)
{
    int p = known_unit[from].fifths, q = known_unit[to].fifths;
    for (int divisor = 10; divisor > 1; divisor--)
        while (p % divisor == 0 && q % divisor == 0) {
            p /= divisor;
            q /= divisor;
        }
    return p == q ? length : length * p / q;
}

bool fk_length_parse(const char *text, size_t length, fk_unit unit, double *out)
{
    size_t digits = length;
    while (digits > 0 && ((text[digits - 1] >= 'a' && text[digits - 1] <= 'z') || text[digits - 1] == ' '))
        digits--;
    size_t word = digits;
    while (word < length && text[word] == ' ')
        word++;
    double value;
    fk_unit own = unit;
    if (!fk_number_parse(text, digits, &value) || !fk_is_finite(value) || fk_sign_of(value) < 0)
        return false;
    if (word < length ? !fk_unit_find(text + word, length - word, &own) : digits < length)
        return false;
    value = fk_length_convert(value, own, unit);
    if (!fk_is_finite(value))
        return false;
    *out = value;
    return true;
}
