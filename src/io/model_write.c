/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Models written to functions and files. A file is written under a name of its own beside its place, and gets its name when it
 * is whole; so a failure leaves what was there before. */

#include <float.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/bits.h"
#include "io/file.h"
#include "io/writers.h"

static const struct {
    void (*write)(fk_sink *sink, const fk_model *model);
} writer[FK_FORMAT_COUNT] = {
    [FK_FORMAT_STL] = {fk_write_stl},         [FK_FORMAT_STL_ASCII] = {fk_write_stl_ascii},
    [FK_FORMAT_OBJ] = {fk_write_obj},         [FK_FORMAT_PLY] = {fk_write_ply},
    [FK_FORMAT_PLY_BIG] = {fk_write_ply_big}, [FK_FORMAT_PLY_ASCII] = {fk_write_ply_ascii},
    [FK_FORMAT_OFF] = {fk_write_off},
};

#if defined(__GNUC__)
__attribute__((format(printf, 2, 3)))
#endif
static fk_status
refuse(fk_save_report *report, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    vsnprintf(report->message, sizeof report->message, format, list);
    va_end(list);
    return FK_ERROR_FORMAT;
}

static fk_save_report *ready(fk_save_report *report, fk_save_report *own)
{
    fk_save_report *used = report != NULL ? report : own;
    memset(used, 0, sizeof *used);
    return used;
}

/* ---- What a format can hold ---------------------------------------------------------------------------- */

/* The least double that rounds to an infinite float: half a unit above the largest one. */
#define BEYOND_FLOAT 0x1.ffffffp127

/* Counts coordinates that are no floats; false for one that is beyond their range. */
static bool count_rounded(const fk_mesh *mesh, uint64_t *rounded)
{
    for (uint32_t v = 0; v < mesh->vertex_count; v++) {
        const double x[3] = {mesh->point[v].x, mesh->point[v].y, mesh->point[v].z};
        for (int i = 0; i < 3; i++) {
            if (fabs(x[i]) >= BEYOND_FLOAT)
                return false;
            double written = (double)(float)x[i];
            if (!fk_is_finite(written))
                return false;
            *rounded += fk_bits_of(written) != fk_bits_of(x[i]);
        }
    }
    return true;
}

static fk_status check(const fk_model *model, fk_format format, fk_save_report *report)
{
    if (format <= FK_FORMAT_ANY || format >= FK_FORMAT_COUNT)
        return FK_ERROR_ARGUMENT;
    if (model->part_count > 1 && !fk_format_has_parts(format))
        return refuse(
            report,
            "%s holds one part, and there are %u: join them (farkas: --join), or write stl-ascii or obj",
            fk_format_word(format), (unsigned)model->part_count);
    if (format == FK_FORMAT_STL && model->part_count == 1 && !count_rounded(model->part, &report->rounded)) {
        report->rounded = 0;
        return refuse(
            report, "a coordinate is beyond the range of floats, which binary STL has: write another format");
    }
    return FK_OK;
}

static fk_status write_checked(const fk_model *model, fk_format format, fk_write_function *write, void *user,
                               fk_save_report *report)
{
    fk_sink sink;
    fk_sink_init(&sink, write, user, report);
    writer[format].write(&sink, model);
    return fk_sink_end(&sink);
}

fk_status fk_model_write(const fk_model *model, fk_format format, fk_write_function *write, void *user,
                         fk_save_report *report)
{
    fk_save_report own, *used = ready(report, &own);
    fk_status status = check(model, format, used);
    return status == FK_OK ? write_checked(model, format, write, user, used) : status;
}

/* ---- Files --------------------------------------------------------------------------------------------- */

/* How many names are tried for the file that is written: others may be at work, or have been cut off. */
#define MOST_NAMES 10000

/* The name with an end of its own, in room for it. */
#define ENDING sizeof ".farkas-0000"

/* Makes the file; its name is in `name` then. */
static bool create(fk_file *file, const char *path, char *name, size_t room)
{
    bool exists = true;
    for (int i = 0; exists && i < MOST_NAMES; i++) {
        snprintf(name, room, "%s.farkas-%04d", path, i);
        if (fk_file_create(file, name, &exists))
            return true;
    }
    return false;
}

/* What is below /dev is no file, and nothing may take its place. */
static bool is_device(const char *path)
{
    static const char folder[] = "/dev/";
    return strlen(path) > sizeof folder - 1 && memcmp(path, folder, sizeof folder - 1) == 0;
}

static fk_status save_as(const fk_model *model, const char *path, fk_format format, char *name, size_t room,
                         fk_save_report *report)
{
    fk_file file;
    fk_status status = FK_ERROR_WRITE;
    bool direct = is_device(path);
    if (direct ? fk_file_open_device(&file, path) : create(&file, path, name, room)) {
        status = write_checked(model, format, fk_file_write, &file, report);
        bool closed = fk_file_close(&file);
        if (status == FK_OK && (!closed || (!direct && !fk_file_rename(&file, name, path))))
            status = FK_ERROR_WRITE;
        if (status != FK_OK && !direct)
            fk_file_remove(name);
    }
    if (status != FK_OK && file.message[0] != '\0')
        memcpy(report->message, file.message, sizeof file.message);
    return status;
}

/* The format of a file that is to be written, by its name. */
static fk_format format_for(const fk_model *model, const char *path)
{
    fk_format format = fk_format_of_path(path);
    return format == FK_FORMAT_STL && model->part_count > 1 ? FK_FORMAT_STL_ASCII : format;
}

fk_status fk_model_save(fk_context *context, const fk_model *model, const char *path, fk_format format,
                        fk_save_report *report)
{
    fk_save_report own, *used = ready(report, &own);
    if (format == FK_FORMAT_ANY)
        format = format_for(model, path);
    if (format == FK_FORMAT_ANY)
        return refuse(used, "the name does not tell the format: end it in .stl, .obj, .ply or .off, or name "
                            "the format (farkas: --format)");
    fk_status status = check(model, format, used);
    if (status != FK_OK)
        return status;
    size_t room = strlen(path) + ENDING;
    char *name = fk_allocate(context, room);
    if (name == NULL)
        return FK_ERROR_MEMORY;
    status = save_as(model, path, format, name, room, used);
    fk_release(context, name, room);
    return status;
}
