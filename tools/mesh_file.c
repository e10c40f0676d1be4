/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Mesh files for the verbs: options, units, reading, turning and writing. See mesh_file.h. */

#include "mesh_file.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- Units --------------------------------------------------------------------------------------------- */

bool mesh_unit_find(const char *option, const char *word, size_t length, fk_unit *out)
{
    if (fk_unit_find(word, length, out))
        return true;
    return cli_refuse("%s: '%.*s' is not a unit: mm, cm, m or in", option, (int)length, word);
}

bool mesh_length(const char *option, const char *text, fk_unit unit, double *out)
{
    if (fk_length_parse(text, strlen(text), unit, out))
        return true;
    return cli_refuse("%s: '%s' is not a length, such as 0.1, 5mm or 2in", option, text);
}

/* ---- Options ------------------------------------------------------------------------------------------- */

bool mesh_read_format(const char *option, const char *value, void *field)
{
    (void)option;
    const char *known[FK_FORMAT_COUNT] = {NULL};
    for (int format = FK_FORMAT_ANY + 1; format < FK_FORMAT_COUNT; format++)
        known[format - 1] = fk_format_word((fk_format)format);
    int found = cli_find_word("format", value, known);
    if (found >= 0)
        *(fk_format *)field = (fk_format)(found + 1);
    return found >= 0;
}

bool mesh_read_units(const char *option, const char *value, void *field)
{
    mesh_settings *out = field;
    out->has_unit = true;
    return mesh_unit_find(option, value, strlen(value), &out->unit);
}

bool mesh_read_up(const char *option, const char *value, void *field)
{
    mesh_settings *out = field;
    if (strlen(value) != 1 || value[0] < 'x' || value[0] > 'z')
        return cli_refuse("%s: '%s' is not one of x, y, z", option, value);
    out->up = value[0] - 'x';
    return out->has_up = true;
}

bool mesh_settings_check(const mesh_settings *settings)
{
    double weld;
    return settings->weld == NULL || mesh_length("--weld", settings->weld, settings->unit, &weld);
}

/* Makes the library's options from the settings. False after a message. */
static bool load_options(const mesh_settings *settings, fk_load_options *out)
{
    *out = fk_load_options_default();
    out->format = settings->format;
    out->join = settings->join;
    out->mesh.keep_points = settings->keep_points;
    return settings->weld == NULL || mesh_length("--weld", settings->weld, settings->unit, &out->mesh.weld);
}

/* Returns the settings for this file, completed by its format. */
static mesh_settings settings_for_file(const char *path, const mesh_settings *settings)
{
    mesh_settings own = *settings;
    own.up = settings->has_up ? settings->up : 2;
    fk_unit unit;
    if (settings->format == FK_FORMAT_ANY && import_convention(path, &unit)) {
        own.unit = settings->has_unit ? settings->unit : unit;
        own.has_unit = true;
        own.up = settings->has_up ? settings->up : 1;
    }
    return own;
}

/* ---- Reading ------------------------------------------------------------------------------------------- */

static const char *shown_path(const char *path)
{
    return strcmp(path, "-") == 0 ? "standard input" : path;
}

/* Reports "file:line: message", or "file: byte offset: message" in a binary part. */
static void report_load_error(const mesh_file *file, fk_status status)
{
    const fk_load_report *r = &file->report;
    const char *name = shown_path(file->path);
    const char *text = r->message[0] != '\0' ? r->message : fk_status_text(status);
    if (r->offset == 0 && r->line <= 1) /* an error of the whole file */
        cli_trouble_at(name, 0, 0, "%s", text);
    else if (r->line == 0)
        cli_trouble_at(name, 0, 0, "byte %" PRIu64 ": %s", r->offset, text);
    else
        cli_trouble_at(name, (size_t)r->line, 0, "%s", text);
}

static fk_status load_stdin(mesh_file *file, const fk_load_options *options)
{
    cli_input *input = malloc(sizeof *input);
    if (input == NULL)
        return FK_ERROR_MEMORY;
    if (!cli_input_open(input, "-")) {
        free(input);
        return FK_ERROR_READ;
    }
    fk_status status =
        fk_model_read(file->context, cli_input_read, input, options, &file->report, &file->model);
    cli_input_close(input);
    free(input);
    return status;
}

/* Reads a file without turning it. */
static fk_status load_model(mesh_file *file, const fk_load_options *options)
{
    if (strcmp(file->path, "-") == 0)
        return load_stdin(file, options);
    if (options->format == FK_FORMAT_ANY && import_knows(file->path))
        return import_load(file->context, file->path, options, &file->report, &file->model);
    return fk_model_load(file->context, file->path, options, &file->report, &file->model);
}

bool mesh_file_load(mesh_file *file, fk_context *context, const char *path, const mesh_settings *settings)
{
    mesh_settings own = settings_for_file(path, settings);
    fk_load_options load;
    if (!load_options(&own, &load))
        return false;
    memset(file, 0, sizeof *file);
    file->path = path;
    file->context = context;
    file->unit = own.unit;
    file->is_unit_assumed = !own.has_unit;
    fk_status status = load_model(file, &load);
    if (status != FK_OK) {
        report_load_error(file, status);
        return false;
    }
    if (own.up == 2 || mesh_transform(context, shown_path(path), &file->model, 1, own.up))
        return true;
    mesh_file_free(file);
    return false;
}

/* Reads a format that a scene cannot read: an fk_scene_mesh_function. The unit and the axis of the settings apply if
 * neither the scene nor the format gives one. */
static fk_status load_for_scene(void *user, fk_context *context, fk_scene_mesh *mesh, fk_model **out)
{
    mesh_settings own = settings_for_file(mesh->path, user);
    fk_load_options load;
    if (!load_options(&own, &load))
        return FK_ERROR_ARGUMENT;
    mesh_file file = {.path = mesh->path, .context = context};
    fk_status status = load_model(&file, &load);
    mesh->report = file.report;
    if (status != FK_OK)
        return status;
    if (!mesh->has_unit && own.has_unit) {
        mesh->unit = own.unit;
        mesh->has_unit = true;
    }
    if (!mesh->has_up) {
        mesh->up = own.up;
        mesh->has_up = true;
    }
    *out = file.model;
    return FK_OK;
}

bool mesh_scene_options(const mesh_settings *settings, fk_load_options *load, fk_scene_options *out)
{
    static const char *const plain[] = {"-", NULL};
    bool is_usual = settings->format == FK_FORMAT_ANY && !settings->join && settings->weld == NULL;
    *out = fk_scene_options_default();
    out->load = is_usual ? NULL : load;
    out->load_mesh = load_for_scene;
    out->load_mesh_ends = settings->format == FK_FORMAT_ANY ? import_ends : plain;
    out->user = (void *)(uintptr_t)settings;
    out->unit = settings->unit;
    out->has_file_unit = settings->has_unit;
    out->turns_robots = true;
    out->up = settings->has_up ? settings->up : 2;
    return is_usual || load_options(settings, load);
}

void mesh_file_free(mesh_file *file)
{
    fk_model_free(file->context, file->model);
    file->model = NULL;
}

/* Machine parts are rarely smaller than a millimetre, and their files often in metres. */
static bool is_tiny(const mesh_file *file)
{
    double largest = 0;
    for (uint32_t i = 0; i < file->model->part_count; i++) {
        const fk_mesh *part = &file->model->part[i];
        for (uint32_t k = 1; k < part->vertex_count; k++) {
            fk_vec3 d = fk_vec3_sub(part->point[k], part->point[0]);
            largest = fmax(largest, fmax(fabs(d.x), fmax(fabs(d.y), fabs(d.z))));
        }
    }
    return largest < 1;
}

void mesh_file_notes(const mesh_file *file)
{
    const fk_load_report *r = &file->report;
    const char *name = shown_path(file->path);
    if (r->polygons > 0)
        cli_note("%s: %" PRIu64 " polygon%s cut into triangles", name, r->polygons,
                 r->polygons == 1 ? "" : "s");
    if (r->ignored > 0)
        cli_note("%s: %" PRIu64 " point%s, line%s or curve%s left out", name, r->ignored,
                 r->ignored == 1 ? "" : "s", r->ignored == 1 ? "" : "s", r->ignored == 1 ? "" : "s");
    if (r->losses.unused > 0)
        cli_note("%s: %" PRIu64 " %s of no triangle left out", name, r->losses.unused,
                 r->losses.unused == 1 ? "vertex" : "vertices");
    if (r->losses.collapsed > 0)
        cli_note("%s: %" PRIu64 " triangle%s vanished by welding", name, r->losses.collapsed,
                 r->losses.collapsed == 1 ? "" : "s");
    if (file->is_unit_assumed && is_tiny(file))
        cli_note("%s: smaller than 1 mm; is it in metres? Then say --units m", name);
}

const char *mesh_part_name(const mesh_file *file, uint32_t part)
{
    static char name[600];
    const char *stem = strrchr(file->path, '/');
    stem = strcmp(file->path, "-") == 0 ? "stdin" : stem != NULL ? stem + 1 : file->path;
    size_t length = strlen(stem);
    const char *end = strrchr(stem, '.');
    if (end != NULL && end > stem)
        length = (size_t)(end - stem);
    const char *own = file->model->part[part].name;
    if (file->model->part_count == 1)
        snprintf(name, sizeof name, "%.*s", (int)(length < 250 ? length : 250), stem);
    else if (*own != '\0')
        snprintf(name, sizeof name, "%.*s/%.300s", (int)(length < 250 ? length : 250), stem, own);
    else
        snprintf(name, sizeof name, "%.*s/%" PRIu32, (int)(length < 250 ? length : 250), stem, part + 1);
    return name;
}

/* ---- Writing ------------------------------------------------------------------------------------------- */

static bool is_stdout(const mesh_output *output)
{
    return output->path == NULL || cli_is_output(output->path);
}

bool mesh_output_check(const mesh_output *output, bool has_parts)
{
    fk_format by_name = is_stdout(output) ? FK_FORMAT_OBJ : fk_format_of_path(output->path);
    fk_format format = output->format != FK_FORMAT_ANY ? output->format : by_name;
    if (format == FK_FORMAT_ANY)
        cli_trouble_at(
            output->path, 0, 0,
            "the name does not tell the format: end it in .stl, .obj, .ply or .off, or give --format");
    else if (has_parts && output->format == FK_FORMAT_STL)
        cli_trouble("binary STL holds one part; use --format stl-ascii or obj");
    else if (has_parts && format != FK_FORMAT_STL && !fk_format_has_parts(format))
        cli_trouble("%s holds one part; write .obj or .stl, which hold several", fk_format_word(format));
    else
        return true;
    return false;
}

bool mesh_write(fk_context *context, const fk_model *model, const mesh_output *output)
{
    fk_save_report report = {0};
    bool to_stdout = is_stdout(output);
    fk_format format = output->format;
    if (to_stdout && format == FK_FORMAT_ANY)
        format = FK_FORMAT_OBJ;
    fk_status status = to_stdout ? fk_model_write(model, format, cli_write_function, NULL, &report)
                                 : fk_model_save(context, model, output->path, format, &report);
    if (status != FK_OK)
        return cli_refuse_at(to_stdout ? "standard output" : output->path, 0, 0, "%s",
                             report.message[0] != '\0' ? report.message : fk_status_text(status));
    if (report.rounded > 0 && !output->is_made)
        cli_note("%" PRIu64
                 " coordinate%s rounded to float%s, as binary STL has no doubles; --format stl-ascii, "
                 "obj, ply and off keep them",
                 report.rounded, report.rounded == 1 ? "" : "s", report.rounded == 1 ? "" : "s");
    return true;
}

/* ---- Models -------------------------------------------------------------------------------------------- */

/* Applies the quarter turn that takes axis `up` to z. */
static fk_vec3 turn_up(fk_vec3 p, int up)
{
    return up == 1 ? fk_vec3_make(p.x, -p.z, p.y) : up == 0 ? fk_vec3_make(-p.z, p.y, p.x) : p;
}

/* Turns and scales a point. Adding 0 turns -0 into 0, which the writer would print. */
static fk_vec3 transform_point(fk_vec3 p, double scale, int up)
{
    return fk_vec3_add(fk_vec3_scale(turn_up(p, up), scale), fk_vec3_make(0, 0, 0));
}

/* Turns and scales a part; returns NULL after a message. */
static fk_mesh *transform_part(fk_context *context, const char *path, const fk_mesh *part, double scale,
                               int up)
{
    fk_vec3 *point = malloc(((size_t)part->vertex_count + 1) * sizeof *point);
    fk_triangle *triangle = malloc(((size_t)part->triangle_count + 1) * sizeof *triangle);
    fk_mesh *out = NULL;
    fk_status status = point != NULL && triangle != NULL ? FK_OK : FK_ERROR_MEMORY;
    for (uint32_t i = 0; status == FK_OK && i < part->vertex_count; i++)
        point[i] = transform_point(part->point[i], scale, up);
    for (uint32_t i = 0; status == FK_OK && i < part->triangle_count; i++) {
        const uint32_t *c = part->triangle[i].corner;
        triangle[i] = scale < 0 ? (fk_triangle){{c[0], c[2], c[1]}} : part->triangle[i];
    }
    fk_mesh_input input = {point, part->vertex_count, triangle, part->triangle_count, {.keep_points = true}};
    fk_mesh_losses losses = {0};
    if (status == FK_OK)
        status = fk_mesh_build(context, &input, &losses, &out);
    if (losses.welded > 0)
        cli_note("%s: %" PRIu64 " vertices fell onto others by rounding", path, losses.welded);
    if (status != FK_OK)
        cli_trouble_at(path, 0, 0, "%s",
                       status == FK_ERROR_NOT_FINITE ? "scaled beyond the range of doubles"
                                                     : fk_status_text(status));
    free(point);
    free(triangle);
    return out;
}

bool mesh_transform(fk_context *context, const char *path, fk_model **model, double scale, int up)
{
    uint32_t count = (*model)->part_count, made = 0;
    fk_mesh **mesh = calloc((size_t)count + 1, sizeof(fk_mesh *));
    fk_mesh *part = calloc((size_t)count + 1, sizeof *part);
    fk_model *out = NULL;
    if (mesh == NULL || part == NULL)
        cli_no_memory();
    else
        for (; made < count; made++) {
            mesh[made] = transform_part(context, path, &(*model)->part[made], scale, up);
            if (mesh[made] == NULL)
                break;
            part[made] = *mesh[made];
            part[made].name = (*model)->part[made].name;
        }
    if (made == count && part != NULL && fk_model_build(context, part, count, &out) != FK_OK)
        cli_no_memory();
    for (uint32_t i = 0; i < made; i++)
        fk_mesh_free(context, mesh[i]);
    free(mesh);
    free(part);
    if (out == NULL)
        return false;
    fk_model_free(context, *model);
    *model = out;
    return true;
}

/* ---- Hulls --------------------------------------------------------------------------------------------- */

/* Of both sides of a flat hull, the first one. */
static uint32_t count_written(const fk_hull *hull)
{
    return fk_hull_triangle_count(hull) / (hull->dimension == 2 ? 2 : 1);
}

fk_status hull_model_build(fk_context *context, fk_hull *const *hull, const char *const *name, uint32_t count,
                           fk_model **out)
{
    size_t triangles = 0, at = 0;
    for (uint32_t i = 0; i < count; i++)
        triangles += fk_hull_triangle_count(hull[i]);
    fk_triangle *triangle = malloc((triangles + 1) * sizeof *triangle);
    fk_mesh *part = calloc((size_t)count + 1, sizeof *part);
    fk_status status = triangle != NULL && part != NULL ? FK_OK : FK_ERROR_MEMORY;
    for (uint32_t i = 0; status == FK_OK && i < count; i++) {
        fk_hull_list_triangles(hull[i], triangle + at);
        part[i].vertex_count = hull[i]->vertex_count;
        part[i].triangle_count = count_written(hull[i]);
        part[i].point = hull[i]->point;
        part[i].triangle = triangle + at;
        part[i].name = name[i];
        at += part[i].triangle_count;
    }
    if (status == FK_OK)
        status = fk_model_build(context, part, count, out);
    free(triangle);
    free(part);
    return status;
}

/* Returns a vertex relative to the first one, halved, because the difference may exceed the range, and divided by
 * 2^power. */
static fk_vec3 relative_vertex(const fk_hull *hull, uint32_t vertex, int power)
{
    const fk_vec3 *p = &hull->point[vertex], *o = &hull->point[0];
    return fk_vec3_make(ldexp(0.5 * p->x - 0.5 * o->x, -power), ldexp(0.5 * p->y - 0.5 * o->y, -power),
                        ldexp(0.5 * p->z - 0.5 * o->z, -power));
}

/* Returns the exponent that scales the hull to a size of about one, so that products of coordinates stay in range. */
static int hull_exponent(const fk_hull *hull)
{
    double largest = 0;
    int power = 0;
    for (uint32_t i = 0; i < hull->vertex_count; i++) {
        fk_vec3 p = relative_vertex(hull, i, 0);
        largest = fmax(largest, fmax(fabs(p.x), fmax(fabs(p.y), fabs(p.z))));
    }
    (void)frexp(largest, &power);
    return power;
}

double hull_volume(const fk_hull *hull)
{
    double volume = 0;
    int power = hull_exponent(hull);
    for (uint32_t f = 0; f < hull->face_count; f++) {
        const uint32_t *corner = hull->face_vertex + hull->face_begin[f];
        uint32_t corners = hull->face_begin[f + 1] - hull->face_begin[f];
        fk_vec3 a = relative_vertex(hull, corner[0], power);
        for (uint32_t i = 2; i < corners; i++)
            volume += fk_vec3_dot(a, fk_vec3_cross(relative_vertex(hull, corner[i - 1], power),
                                                   relative_vertex(hull, corner[i], power)));
    }
    return ldexp(volume / 6, 3 * (power + 1));
}
