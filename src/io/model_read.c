/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Models read from files, memory and functions: finds the format, lets its reader fill a builder, and makes the model. */

#include <stdio.h>
#include <string.h>

#include "base/bits.h"
#include "farkas/io.h"
#include "io/file.h"
#include "io/readers.h"

/* One row for each format; a reader takes all kinds of its format. */
static const struct {
    fk_status (*read)(fk_source *source, fk_builder *builder);
} reader[FK_FORMAT_COUNT] = {
    [FK_FORMAT_STL] = {fk_read_stl},     [FK_FORMAT_STL_ASCII] = {fk_read_stl},
    [FK_FORMAT_OBJ] = {fk_read_obj},     [FK_FORMAT_PLY] = {fk_read_ply},
    [FK_FORMAT_PLY_BIG] = {fk_read_ply}, [FK_FORMAT_PLY_ASCII] = {fk_read_ply},
    [FK_FORMAT_OFF] = {fk_read_off},
};

fk_load_options fk_load_options_default(void)
{
    fk_load_options options = {.format = FK_FORMAT_ANY, .mesh = fk_mesh_options_default(), .join = false};
    return options;
}

fk_status fk_read_status(fk_source *source, fk_status status)
{
    if (status != FK_ERROR_ARGUMENT)
        return status;
    return fk_source_fail(source, FK_ERROR_SYNTAX, 0, "more than %lu vertices, triangles or parts",
                          (unsigned long)FK_MESH_MOST - 1);
}

/* ---- From bytes to a model ----------------------------------------------------------------------------- */

/* What is read, and how. */
typedef struct job {
    fk_context *context;
    const fk_load_options *options;
    const char *path; /* NULL where there is none */
    bool as_mesh;     /* one part, always */
} job;

static uint64_t count_triangles(const fk_model *model)
{
    uint64_t count = 0;
    for (uint32_t i = 0; i < model->part_count; i++)
        count += model->part[i].triangle_count;
    return count;
}

/* A model without triangles is one only where points are asked for, and there are some. */
static fk_status check_model(fk_source *source, const fk_model *model, bool keep_points)
{
    if (count_triangles(model) > 0 || (keep_points && model->part_count > 0))
        return FK_OK;
    if (source->report->triangles > 0)
        return fk_source_fail(source, FK_ERROR_SYNTAX, 0,
                              "no triangle is left: the distance of welding is as large as the mesh");
    return fk_source_fail(source, FK_ERROR_SYNTAX, 0,
                          source->report->vertices > 0 && !keep_points
                              ? "the file has points, but no triangles"
                              : "the file has no triangles");
}

static fk_status finish(const job *j, fk_source *source, fk_builder *builder, fk_model **out)
{
    fk_model *model = NULL;
    fk_status status = fk_builder_finish(builder, &source->report->losses, &model);
    if (status == FK_ERROR_ARGUMENT)
        return fk_source_fail(source, FK_ERROR_SYNTAX, 0, "a triangle has a vertex that is not in the file");
    if (status != FK_OK)
        return status;
    status = check_model(source, model, j->options->mesh.keep_points);
    if (status == FK_OK)
        *out = model;
    else
        fk_model_free(j->context, model);
    return status;
}

static fk_status read_model(const job *j, fk_source *source, fk_model **out)
{
    fk_format format;
    fk_status status = fk_format_find(source, j->path, j->options->format, &format);
    if (status != FK_OK)
        return status;
    source->report->format = format;
    fk_builder builder;
    fk_builder_init(&builder, j->context, &j->options->mesh, j->as_mesh || j->options->join);
    status = reader[format].read(source, &builder);
    /* A reader that came to the end of its input by a failure may not have seen that. */
    if (status == FK_OK && source->failed != FK_OK)
        status = source->failed;
    if (status == FK_OK)
        status = finish(j, source, &builder, out);
    fk_builder_end(&builder);
    return status;
}

/* Reads with a report that is there. The size is 0 where it is not known. */
static fk_status run(const job *j, fk_read_function *read, void *user, const uint64_t *size,
                     fk_load_report *report, fk_model **out)
{
    const fk_load_options *o = j->options;
    if (o->format < FK_FORMAT_ANY || o->format >= FK_FORMAT_COUNT || !fk_is_finite(o->mesh.weld) ||
        o->mesh.weld < 0)
        return FK_ERROR_ARGUMENT;
    unsigned char *buffer = fk_allocate(j->context, FK_SOURCE_CAPACITY);
    if (buffer == NULL)
        return FK_ERROR_MEMORY;
    fk_source source;
    fk_source_init(&source, read, user, buffer, report);
    source.has_size = size != NULL;
    source.size = size != NULL ? *size : 0;
    fk_status status = read_model(j, &source, out);
    fk_release(j->context, buffer, FK_SOURCE_CAPACITY);
    return status;
}

static fk_status load(const job *j, fk_load_report *report, fk_model **out)
{
    fk_file file;
    if (!fk_file_open(&file, j->path)) {
        memcpy(report->message, file.message, sizeof file.message);
        return FK_ERROR_READ;
    }
    fk_status status = run(j, fk_file_read, &file, file.has_size ? &file.size : NULL, report, out);
    if (status == FK_ERROR_READ && file.message[0] != '\0')
        memcpy(report->message, file.message, sizeof file.message);
    (void)fk_file_close(&file);
    return status;
}

/* ---- Doors --------------------------------------------------------------------------------------------- */

/* The caller's report, emptied, or one that stands in for it. */
static fk_load_report *ready(fk_load_report *report, fk_load_report *own)
{
    fk_load_report *used = report != NULL ? report : own;
    memset(used, 0, sizeof *used);
    return used;
}

fk_status fk_model_load(fk_context *context, const char *path, const fk_load_options *options,
                        fk_load_report *report, fk_model **out)
{
    const fk_load_options usual = fk_load_options_default();
    fk_load_report own;
    job j = {context, options != NULL ? options : &usual, path, false};
    return load(&j, ready(report, &own), out);
}

fk_status fk_mesh_load(fk_context *context, const char *path, const fk_load_options *options,
                       fk_load_report *report, fk_mesh **out)
{
    const fk_load_options usual = fk_load_options_default();
    fk_load_report own;
    job j = {context, options != NULL ? options : &usual, path, true};
    fk_model *model;
    fk_status status = load(&j, ready(report, &own), &model);
    if (status == FK_OK)
        *out = fk_mesh_of_model(model);
    return status;
}

fk_status fk_model_read(fk_context *context, fk_read_function *read, void *user,
                        const fk_load_options *options, fk_load_report *report, fk_model **out)
{
    const fk_load_options usual = fk_load_options_default();
    fk_load_report own;
    job j = {context, options != NULL ? options : &usual, NULL, false};
    return run(&j, read, user, NULL, ready(report, &own), out);
}

/* Bytes in memory that are left to read. */
typedef struct memory_input {
    const unsigned char *bytes;
    size_t left;
} memory_input;

static size_t read_memory(void *user, char *buffer, size_t capacity)
{
    memory_input *input = user;
    size_t count = input->left < capacity ? input->left : capacity;
    if (count > 0)
        memcpy(buffer, input->bytes, count);
    input->bytes += count;
    input->left -= count;
    return count;
}

fk_status fk_model_parse(fk_context *context, const void *bytes, size_t size, const fk_load_options *options,
                         fk_load_report *report, fk_model **out)
{
    const fk_load_options usual = fk_load_options_default();
    fk_load_report own;
    job j = {context, options != NULL ? options : &usual, NULL, false};
    memory_input input = {bytes, size};
    uint64_t known = size;
    return run(&j, read_memory, &input, &known, ready(report, &own), out);
}
