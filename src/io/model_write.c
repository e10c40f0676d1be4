/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Models written to functions and files: bytes that go out, one writer for each format, and their table. Decimals are the
 * shortest that read back to the same double. A file is written under a name of its own beside its place, and gets its name when
 * it is whole; so a failure leaves what was there before. */

#include "farkas/io.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/vec3.h"
#include "io/file.h"

/* ---- Bytes ---------------------------------------------------------------------------------------------- */

#define SINK_CAPACITY ((size_t)1 << 14)

/* Gathers bytes into large blocks. A failure is kept: what comes after it goes nowhere. */
typedef struct fk_sink {
    fk_write_function *write;
    void *user;
    bool failed;
    size_t count; /* of bytes in the buffer */
    char buffer[SINK_CAPACITY];
} fk_sink;

static void flush(fk_sink *sink)
{
    if (!sink->failed && sink->count > 0)
        sink->failed = !sink->write(sink->user, sink->buffer, sink->count);
    sink->count = 0;
}

static void put_bytes(fk_sink *sink, const void *bytes, size_t count)
{
    const char *from = bytes;
    while (count > 0) {
        size_t room = SINK_CAPACITY - sink->count, taken = count < room ? count : room;
        memcpy(sink->buffer + sink->count, from, taken);
        sink->count += taken;
        from += taken;
        count -= taken;
        if (sink->count == SINK_CAPACITY)
            flush(sink);
    }
}

static void put_text(fk_sink *sink, const char *text)
{
    put_bytes(sink, text, strlen(text));
}

/* On one line: control characters become blanks. */
static void put_name(fk_sink *sink, const char *name)
{
    for (; *name != '\0'; name++) {
        char c = (unsigned char)*name < ' ' || *name == 0x7f ? ' ' : *name;
        put_bytes(sink, &c, 1);
    }
}

static void put_number(fk_sink *sink, double value)
{
    char text[FK_NUMBER_SIZE];
    put_bytes(sink, text, fk_number_format(value, text));
}

static void put_whole(fk_sink *sink, uint64_t value)
{
    char digit[20];
    size_t at = sizeof digit;
    do
        digit[--at] = (char)('0' + value % 10);
    while ((value /= 10) > 0);
    put_bytes(sink, digit + at, sizeof digit - at);
}

/* The bytes of a whole number, little or big end first. */
static void put_binary(fk_sink *sink, uint64_t value, int count, bool big)
{
    unsigned char bytes[8];
    for (int i = 0; i < count; i++)
        bytes[big ? count - 1 - i : i] = (unsigned char)(value >> 8 * i & 0xff);
    put_bytes(sink, bytes, (size_t)count);
}

/* Three numbers with blanks between them, and a line end. */
static void put_triple(fk_sink *sink, fk_vec3 v)
{
    const double x[3] = {v.x, v.y, v.z};
    for (int i = 0; i < 3; i++) {
        put_number(sink, x[i]);
        put_text(sink, i < 2 ? " " : "\n");
    }
}

/* The rest of a line: three numbers of vertices, counted from `first`. */
static void write_corners(fk_sink *sink, fk_triangle t, uint64_t first)
{
    for (int k = 0; k < 3; k++) {
        put_text(sink, " ");
        put_whole(sink, t.corner[k] + first);
    }
    put_text(sink, "\n");
}

/* ---- STL ------------------------------------------------------------------------------------------------ */

/* Normals are of length one, up to rounding, and zero where a triangle has none. */

/* A vector over its largest coordinate, so that products of it do not overflow. */
static fk_vec3 scaled(fk_vec3 v)
{
    double size = fk_vec3_largest(v);
    return size > 0 && fk_is_finite(size) ? fk_vec3_make(v.x / size, v.y / size, v.z / size)
                                          : fk_vec3_make(0, 0, 0);
}

/* Sides are halved first: those of corners at both ends of the range have no length else. */
static fk_vec3 side(fk_vec3 from, fk_vec3 to)
{
    return scaled(fk_vec3_sub(fk_vec3_scale(to, 0.5), fk_vec3_scale(from, 0.5)));
}

static fk_vec3 normal_of(const fk_vec3 corner[3])
{
    fk_vec3 ab = side(corner[0], corner[1]), ac = side(corner[0], corner[2]);
    fk_vec3 n = scaled(fk_vec3_cross(ab, ac));
    double length = sqrt(fk_vec3_dot(n, n));
    return length > 0 ? fk_vec3_make(n.x / length, n.y / length, n.z / length) : n;
}

static void write_float(fk_sink *sink, double value)
{
    float rounded = (float)value;
    uint32_t bits;
    memcpy(&bits, &rounded, sizeof bits);
    put_binary(sink, bits, 4, false);
}

static fk_vec3 as_floats(fk_vec3 v)
{
    return fk_vec3_make((double)(float)v.x, (double)(float)v.y, (double)(float)v.z);
}

static void write_floats(fk_sink *sink, fk_vec3 v)
{
    write_float(sink, v.x);
    write_float(sink, v.y);
    write_float(sink, v.z);
}

static void write_stl(fk_sink *sink, const fk_model *model)
{
    /* Not `solid`, so that readers that go by that word are not misled. */
    char head[80] = "binary STL by farkas";
    const fk_mesh *mesh = model->part;
    uint32_t count = model->part_count > 0 ? mesh->triangle_count : 0;
    put_bytes(sink, head, sizeof head);
    put_binary(sink, count, 4, false);
    for (uint32_t t = 0; t < count; t++) {
        /* The normal is that of the floats, so that a file that is read and written stays as it is. */
        fk_vec3 corner[3];
        for (int k = 0; k < 3; k++)
            corner[k] = as_floats(mesh->point[mesh->triangle[t].corner[k]]);
        write_floats(sink, normal_of(corner));
        for (int k = 0; k < 3; k++)
            write_floats(sink, corner[k]);
        put_bytes(sink, "\0\0", 2);
    }
}

static void write_facet(fk_sink *sink, const fk_mesh *mesh, uint32_t t)
{
    fk_vec3 corner[3];
    for (int k = 0; k < 3; k++)
        corner[k] = mesh->point[mesh->triangle[t].corner[k]];
    put_text(sink, "facet normal ");
    put_triple(sink, normal_of(corner));
    put_text(sink, "outer loop\n");
    for (int k = 0; k < 3; k++) {
        put_text(sink, "vertex ");
        put_triple(sink, corner[k]);
    }
    put_text(sink, "endloop\nendfacet\n");
}

static void write_stl_ascii(fk_sink *sink, const fk_model *model)
{
    for (uint32_t i = 0; i < model->part_count; i++) {
        const fk_mesh *mesh = &model->part[i];
        put_text(sink, mesh->name[0] != '\0' ? "solid " : "solid");
        put_name(sink, mesh->name);
        put_text(sink, "\n");
        for (uint32_t t = 0; t < mesh->triangle_count; t++)
            write_facet(sink, mesh, t);
        put_text(sink, "endsolid\n");
    }
}

/* ---- OBJ ----------------------------------------------------------------------------------------------- */

/* Names are compared with each other where there are no more than this. */
#define FEW_PARTS 4096

static bool is_blank(char c)
{
    return c != '\0' && (unsigned char)c <= ' ';
}

static const char *skip_blanks(const char *text)
{
    while (is_blank(*text))
        text++;
    return text;
}

/* Whether two names are one for a reader, who takes all blanks for the same, and none at the ends. */
static bool is_same_name(const char *a, const char *b)
{
    for (a = skip_blanks(a), b = skip_blanks(b); *a != '\0' && *b != '\0'; a++, b++)
        if (*a != *b && !(is_blank(*a) && is_blank(*b)))
            break;
    return *skip_blanks(a) == '\0' && *skip_blanks(b) == '\0';
}

/* Parts of one name are one part in OBJ. */
static bool has_unique_names(const fk_model *model)
{
    if (model->part_count > FEW_PARTS)
        return false;
    for (uint32_t i = 0; i < model->part_count; i++)
        for (uint32_t j = 0; j < i; j++)
            if (is_same_name(model->part[i].name, model->part[j].name))
                return false;
    return true;
}

/* The line that begins part i; where names are not unique, its number makes it so. */
static void write_object(fk_sink *sink, const fk_model *model, uint32_t i, bool is_unique)
{
    const char *name = model->part[i].name;
    if (name[0] == '\0' && model->part_count == 1)
        return;
    put_text(sink, "o ");
    put_name(sink, name);
    if (!is_unique) {
        put_text(sink, name[0] != '\0' ? " (" : "(");
        put_whole(sink, (uint64_t)i + 1);
        put_text(sink, ")");
    }
    put_text(sink, "\n");
}

static void write_obj(fk_sink *sink, const fk_model *model)
{
    uint64_t first = 1;
    bool is_unique = has_unique_names(model);
    for (uint32_t i = 0; i < model->part_count; i++) {
        const fk_mesh *mesh = &model->part[i];
        write_object(sink, model, i, is_unique);
        for (uint32_t v = 0; v < mesh->vertex_count; v++) {
            put_text(sink, "v ");
            put_triple(sink, mesh->point[v]);
        }
        for (uint32_t t = 0; t < mesh->triangle_count; t++) {
            put_text(sink, "f");
            write_corners(sink, mesh->triangle[t], first);
        }
        first += mesh->vertex_count;
    }
}

/* ---- PLY and OFF, of one part -------------------------------------------------------------------------- */

static uint32_t vertices_of(const fk_model *model)
{
    return model->part_count > 0 ? model->part->vertex_count : 0;
}

static uint32_t triangles_of(const fk_model *model)
{
    return model->part_count > 0 ? model->part->triangle_count : 0;
}

static void write_ply_head(fk_sink *sink, const fk_model *model, const char *kind)
{
    put_text(sink, "ply\nformat ");
    put_text(sink, kind);
    put_text(sink, " 1.0\nelement vertex ");
    put_whole(sink, vertices_of(model));
    put_text(sink, "\nproperty double x\nproperty double y\nproperty double z\nelement face ");
    put_whole(sink, triangles_of(model));
    put_text(sink, "\nproperty list uchar uint vertex_indices\nend_header\n");
}

static void write_ply_binary(fk_sink *sink, const fk_model *model, bool big)
{
    for (uint32_t v = 0; v < vertices_of(model); v++) {
        const fk_vec3 p = model->part->point[v];
        put_binary(sink, fk_bits_of(p.x), 8, big);
        put_binary(sink, fk_bits_of(p.y), 8, big);
        put_binary(sink, fk_bits_of(p.z), 8, big);
    }
    for (uint32_t t = 0; t < triangles_of(model); t++) {
        put_bytes(sink, "\3", 1);
        for (int k = 0; k < 3; k++)
            put_binary(sink, model->part->triangle[t].corner[k], 4, big);
    }
}

static void write_ply(fk_sink *sink, const fk_model *model)
{
    write_ply_head(sink, model, "binary_little_endian");
    write_ply_binary(sink, model, false);
}

static void write_ply_big(fk_sink *sink, const fk_model *model)
{
    write_ply_head(sink, model, "binary_big_endian");
    write_ply_binary(sink, model, true);
}

static void write_lists(fk_sink *sink, const fk_model *model)
{
    for (uint32_t v = 0; v < vertices_of(model); v++)
        put_triple(sink, model->part->point[v]);
    for (uint32_t t = 0; t < triangles_of(model); t++) {
        put_text(sink, "3");
        write_corners(sink, model->part->triangle[t], 0);
    }
}

static void write_ply_ascii(fk_sink *sink, const fk_model *model)
{
    write_ply_head(sink, model, "ascii");
    write_lists(sink, model);
}

static void write_off(fk_sink *sink, const fk_model *model)
{
    put_text(sink, "OFF\n");
    put_whole(sink, vertices_of(model));
    put_text(sink, " ");
    put_whole(sink, triangles_of(model));
    put_text(sink, " 0\n");
    write_lists(sink, model);
}

/* ---- What a format can hold ----------------------------------------------------------------------------- */

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

typedef void write_function(fk_sink *sink, const fk_model *model);
static write_function *const writer[FK_FORMAT_COUNT] = {
    [FK_FORMAT_STL] = write_stl,         [FK_FORMAT_STL_ASCII] = write_stl_ascii,
    [FK_FORMAT_OBJ] = write_obj,         [FK_FORMAT_PLY] = write_ply,
    [FK_FORMAT_PLY_BIG] = write_ply_big, [FK_FORMAT_PLY_ASCII] = write_ply_ascii,
    [FK_FORMAT_OFF] = write_off,
};

static fk_status write_checked(const fk_model *model, fk_format format, fk_write_function *write, void *user,
                               fk_save_report *report)
{
    fk_sink sink;
    sink.write = write;
    sink.user = user;
    sink.failed = false;
    sink.count = 0;
    writer[format](&sink, model);
    flush(&sink);
    if (!sink.failed)
        return FK_OK;
    snprintf(report->message, sizeof report->message, "writing failed");
    return FK_ERROR_WRITE;
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
