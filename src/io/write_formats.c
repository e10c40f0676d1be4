/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Writes models to functions and files: an output buffer, one writer for each format, and their table. Decimals are
 * the shortest that read back to the same double. A file is written under a temporary name beside its path, and
 * renamed when it is complete; so a failure leaves the previous file. */

#include "farkas/io.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/vec3.h"
#include "io/file.h"

/* ---- Bytes ---------------------------------------------------------------------------------------------- */

#define OUTPUT_CAPACITY ((size_t)1 << 14)

/* Collects bytes into large blocks. After a failure, later bytes are dropped. */
typedef struct output_buffer {
    fk_write_function *write;
    void *user;
    bool failed;
    size_t count; /* bytes in the buffer */
    char buffer[OUTPUT_CAPACITY];
} output_buffer;

static void flush_output(output_buffer *output)
{
    if (!output->failed && output->count > 0)
        output->failed = !output->write(output->user, output->buffer, output->count);
    output->count = 0;
}

static void write_bytes(output_buffer *output, const void *bytes, size_t count)
{
    const char *from = bytes;
    while (count > 0) {
        size_t room = OUTPUT_CAPACITY - output->count, taken = count < room ? count : room;
        memcpy(output->buffer + output->count, from, taken);
        output->count += taken;
        from += taken;
        count -= taken;
        if (output->count == OUTPUT_CAPACITY)
            flush_output(output);
    }
}

static void write_text(output_buffer *output, const char *text)
{
    write_bytes(output, text, strlen(text));
}

/* On one line: control characters become blanks. */
static void write_name(output_buffer *output, const char *name)
{
    for (; *name != '\0'; name++) {
        char c = (unsigned char)*name < ' ' || *name == 0x7f ? ' ' : *name;
        write_bytes(output, &c, 1);
    }
}

static void write_number(output_buffer *output, double value)
{
    char text[FK_NUMBER_SIZE];
    write_bytes(output, text, fk_number_format(value, text));
}

static void write_integer(output_buffer *output, uint64_t value)
{
    char digit[20];
    size_t at = sizeof digit;
    do
        digit[--at] = (char)('0' + value % 10);
    while ((value /= 10) > 0);
    write_bytes(output, digit + at, sizeof digit - at);
}

/* The bytes of an integer, little or big endian. */
static void write_binary_integer(output_buffer *output, uint64_t value, int count, bool big)
{
    unsigned char bytes[8];
    for (int i = 0; i < count; i++)
        bytes[big ? count - 1 - i : i] = (unsigned char)(value >> 8 * i & 0xff);
    write_bytes(output, bytes, (size_t)count);
}

/* Three numbers separated by blanks, and a line end. */
static void write_triple(output_buffer *output, fk_vec3 v)
{
    const double x[3] = {v.x, v.y, v.z};
    for (int i = 0; i < 3; i++) {
        write_number(output, x[i]);
        write_text(output, i < 2 ? " " : "\n");
    }
}

/* The rest of a line: three vertex numbers, counted from `first`. */
static void write_corners(output_buffer *output, fk_triangle t, uint64_t first)
{
    for (int k = 0; k < 3; k++) {
        write_text(output, " ");
        write_integer(output, t.corner[k] + first);
    }
    write_text(output, "\n");
}

/* ---- STL ------------------------------------------------------------------------------------------------ */

/* Normals have length one up to rounding, and are zero for degenerate triangles. */

/* A vector divided by its largest coordinate, so that products do not overflow. */
static fk_vec3 divide_by_largest(fk_vec3 v)
{
    double size = fk_vec3_largest(v);
    return size > 0 && fk_is_finite(size) ? fk_vec3_make(v.x / size, v.y / size, v.z / size)
                                          : fk_vec3_make(0, 0, 0);
}

/* Half of a side: a side between corners at both ends of the range would overflow. */
static fk_vec3 half_side(fk_vec3 from, fk_vec3 to)
{
    return divide_by_largest(fk_vec3_sub(fk_vec3_scale(to, 0.5), fk_vec3_scale(from, 0.5)));
}

static fk_vec3 stl_facet_normal(const fk_vec3 corner[3])
{
    fk_vec3 ab = half_side(corner[0], corner[1]), ac = half_side(corner[0], corner[2]);
    fk_vec3 n = divide_by_largest(fk_vec3_cross(ab, ac));
    double length = sqrt(fk_vec3_dot(n, n));
    return length > 0 ? fk_vec3_make(n.x / length, n.y / length, n.z / length) : n;
}

static void write_float_bits(output_buffer *output, double value)
{
    float rounded = (float)value;
    uint32_t bits;
    memcpy(&bits, &rounded, sizeof bits);
    write_binary_integer(output, bits, 4, false);
}

static fk_vec3 round_to_floats(fk_vec3 v)
{
    return fk_vec3_make((double)(float)v.x, (double)(float)v.y, (double)(float)v.z);
}

static void write_floats(output_buffer *output, fk_vec3 v)
{
    write_float_bits(output, v.x);
    write_float_bits(output, v.y);
    write_float_bits(output, v.z);
}

static void write_stl(output_buffer *output, const fk_model *model)
{
    /* Not `solid`, so that readers that test for that word are not misled. */
    char head[80] = "binary STL by farkas";
    const fk_mesh *mesh = model->part;
    uint32_t count = model->part_count > 0 ? mesh->triangle_count : 0;
    write_bytes(output, head, sizeof head);
    write_binary_integer(output, count, 4, false);
    for (uint32_t t = 0; t < count; t++) {
        /* The normal is computed from the floats, so that a file that is read and written stays the same. */
        fk_vec3 corner[3];
        for (int k = 0; k < 3; k++)
            corner[k] = round_to_floats(mesh->point[mesh->triangle[t].corner[k]]);
        write_floats(output, stl_facet_normal(corner));
        for (int k = 0; k < 3; k++)
            write_floats(output, corner[k]);
        write_bytes(output, "\0\0", 2);
    }
}

static void write_facet(output_buffer *output, const fk_mesh *mesh, uint32_t t)
{
    fk_vec3 corner[3];
    for (int k = 0; k < 3; k++)
        corner[k] = mesh->point[mesh->triangle[t].corner[k]];
    write_text(output, "facet normal ");
    write_triple(output, stl_facet_normal(corner));
    write_text(output, "outer loop\n");
    for (int k = 0; k < 3; k++) {
        write_text(output, "vertex ");
        write_triple(output, corner[k]);
    }
    write_text(output, "endloop\nendfacet\n");
}

static void write_stl_ascii(output_buffer *output, const fk_model *model)
{
    for (uint32_t i = 0; i < model->part_count; i++) {
        const fk_mesh *mesh = &model->part[i];
        write_text(output, mesh->name[0] != '\0' ? "solid " : "solid");
        write_name(output, mesh->name);
        write_text(output, "\n");
        for (uint32_t t = 0; t < mesh->triangle_count; t++)
            write_facet(output, mesh, t);
        write_text(output, "endsolid\n");
    }
}

/* ---- OBJ ----------------------------------------------------------------------------------------------- */

/* Up to this many names are compared pairwise. */
#define FEW_PARTS 4096

static bool is_name_blank(char c)
{
    return c != '\0' && (unsigned char)c <= ' ';
}

static const char *skip_blanks(const char *text)
{
    while (is_name_blank(*text))
        text++;
    return text;
}

/* Whether a reader takes two names for one: all blanks are alike, and those at the ends do not count. */
static bool is_same_name(const char *a, const char *b)
{
    for (a = skip_blanks(a), b = skip_blanks(b); *a != '\0' && *b != '\0'; a++, b++)
        if (*a != *b && !(is_name_blank(*a) && is_name_blank(*b)))
            break;
    return *skip_blanks(a) == '\0' && *skip_blanks(b) == '\0';
}

/* OBJ joins parts of one name. */
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

/* The line that begins part i; if names are not unique, the part's number is appended. */
static void write_object(output_buffer *output, const fk_model *model, uint32_t i, bool is_unique)
{
    const char *name = model->part[i].name;
    if (name[0] == '\0' && model->part_count == 1)
        return;
    write_text(output, "o ");
    write_name(output, name);
    if (!is_unique) {
        write_text(output, name[0] != '\0' ? " (" : "(");
        write_integer(output, (uint64_t)i + 1);
        write_text(output, ")");
    }
    write_text(output, "\n");
}

static void write_obj(output_buffer *output, const fk_model *model)
{
    uint64_t first = 1;
    bool is_unique = has_unique_names(model);
    for (uint32_t i = 0; i < model->part_count; i++) {
        const fk_mesh *mesh = &model->part[i];
        write_object(output, model, i, is_unique);
        for (uint32_t v = 0; v < mesh->vertex_count; v++) {
            write_text(output, "v ");
            write_triple(output, mesh->point[v]);
        }
        for (uint32_t t = 0; t < mesh->triangle_count; t++) {
            write_text(output, "f");
            write_corners(output, mesh->triangle[t], first);
        }
        first += mesh->vertex_count;
    }
}

/* ---- PLY and OFF, of one part -------------------------------------------------------------------------- */

static uint32_t single_vertex_count(const fk_model *model)
{
    return model->part_count > 0 ? model->part->vertex_count : 0;
}

static uint32_t single_triangle_count(const fk_model *model)
{
    return model->part_count > 0 ? model->part->triangle_count : 0;
}

static void write_ply_head(output_buffer *output, const fk_model *model, const char *kind)
{
    write_text(output, "ply\nformat ");
    write_text(output, kind);
    write_text(output, " 1.0\nelement vertex ");
    write_integer(output, single_vertex_count(model));
    write_text(output, "\nproperty double x\nproperty double y\nproperty double z\nelement face ");
    write_integer(output, single_triangle_count(model));
    write_text(output, "\nproperty list uchar uint vertex_indices\nend_header\n");
}

static void write_ply_binary(output_buffer *output, const fk_model *model, bool big)
{
    for (uint32_t v = 0; v < single_vertex_count(model); v++) {
        const fk_vec3 p = model->part->point[v];
        write_binary_integer(output, fk_bits_of(p.x), 8, big);
        write_binary_integer(output, fk_bits_of(p.y), 8, big);
        write_binary_integer(output, fk_bits_of(p.z), 8, big);
    }
    for (uint32_t t = 0; t < single_triangle_count(model); t++) {
        write_bytes(output, "\3", 1);
        for (int k = 0; k < 3; k++)
            write_binary_integer(output, model->part->triangle[t].corner[k], 4, big);
    }
}

static void write_ply(output_buffer *output, const fk_model *model)
{
    write_ply_head(output, model, "binary_little_endian");
    write_ply_binary(output, model, false);
}

static void write_ply_big(output_buffer *output, const fk_model *model)
{
    write_ply_head(output, model, "binary_big_endian");
    write_ply_binary(output, model, true);
}

static void write_lists(output_buffer *output, const fk_model *model)
{
    for (uint32_t v = 0; v < single_vertex_count(model); v++)
        write_triple(output, model->part->point[v]);
    for (uint32_t t = 0; t < single_triangle_count(model); t++) {
        write_text(output, "3");
        write_corners(output, model->part->triangle[t], 0);
    }
}

static void write_ply_ascii(output_buffer *output, const fk_model *model)
{
    write_ply_head(output, model, "ascii");
    write_lists(output, model);
}

static void write_off(output_buffer *output, const fk_model *model)
{
    write_text(output, "OFF\n");
    write_integer(output, single_vertex_count(model));
    write_text(output, " ");
    write_integer(output, single_triangle_count(model));
    write_text(output, " 0\n");
    write_lists(output, model);
}

/* ---- What a format can hold ----------------------------------------------------------------------------- */

#if defined(__GNUC__)
__attribute__((format(printf, 2, 3)))
#endif
static fk_status
fail_save(fk_save_report *report, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    vsnprintf(report->message, sizeof report->message, format, list);
    va_end(list);
    return FK_ERROR_FORMAT;
}

static fk_save_report *init_save_report(fk_save_report *report, fk_save_report *own)
{
    fk_save_report *used = report != NULL ? report : own;
    memset(used, 0, sizeof *used);
    return used;
}

/* The least double that rounds to an infinite float: half a unit above the largest float. */
#define BEYOND_FLOAT 0x1.ffffffp127

/* Counts coordinates that are not floats. Returns false if one is beyond their range. */
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

static fk_status check_format(const fk_model *model, fk_format format, fk_save_report *report)
{
    if (format <= FK_FORMAT_ANY || format >= FK_FORMAT_COUNT)
        return FK_ERROR_ARGUMENT;
    if (model->part_count > 1 && !fk_format_has_parts(format))
        return fail_save(
            report,
            "%s holds one part, and there are %u: join them (farkas: --join), or write stl-ascii or obj",
            fk_format_word(format), (unsigned)model->part_count);
    if (format == FK_FORMAT_STL && model->part_count == 1 && !count_rounded(model->part, &report->rounded)) {
        report->rounded = 0;
        return fail_save(
            report, "a coordinate is beyond the range of floats, which binary STL has: write another format");
    }
    return FK_OK;
}

typedef void format_writer(output_buffer *output, const fk_model *model);
static format_writer *const writer[FK_FORMAT_COUNT] = {
    [FK_FORMAT_STL] = write_stl,         [FK_FORMAT_STL_ASCII] = write_stl_ascii,
    [FK_FORMAT_OBJ] = write_obj,         [FK_FORMAT_PLY] = write_ply,
    [FK_FORMAT_PLY_BIG] = write_ply_big, [FK_FORMAT_PLY_ASCII] = write_ply_ascii,
    [FK_FORMAT_OFF] = write_off,
};

static fk_status write_checked(const fk_model *model, fk_format format, fk_write_function *write, void *user,
                               fk_save_report *report)
{
    output_buffer output;
    output.write = write;
    output.user = user;
    output.failed = false;
    output.count = 0;
    writer[format](&output, model);
    flush_output(&output);
    if (!output.failed)
        return FK_OK;
    snprintf(report->message, sizeof report->message, "writing failed");
    return FK_ERROR_WRITE;
}

fk_status fk_model_write(const fk_model *model, fk_format format, fk_write_function *write, void *user,
                         fk_save_report *report)
{
    fk_save_report own, *used = init_save_report(report, &own);
    fk_status status = check_format(model, format, used);
    return status == FK_OK ? write_checked(model, format, write, user, used) : status;
}

/* ---- Files --------------------------------------------------------------------------------------------- */

/* How many temporary names are tried: others may be in use or left over. */
#define MOST_NAMES 10000

/* Bytes that the temporary name needs in addition. */
#define ENDING sizeof ".farkas-0000"

/* Creates the temporary file and sets `name`. */
static bool create_temporary(fk_file *file, const char *path, char *name, size_t room)
{
    bool exists = true;
    for (int i = 0; exists && i < MOST_NAMES; i++) {
        snprintf(name, room, "%s.farkas-%04d", path, i);
        if (fk_file_create(file, name, &exists))
            return true;
    }
    return false;
}

/* Below /dev there are devices, which must not be replaced. */
static bool is_device(const char *path)
{
    static const char folder[] = "/dev/";
    return strlen(path) > sizeof folder - 1 && memcmp(path, folder, sizeof folder - 1) == 0;
}

static fk_status save_by_temporary(const fk_model *model, const char *path, fk_format format, char *name,
                                   size_t room, fk_save_report *report)
{
    fk_file file;
    fk_status status = FK_ERROR_WRITE;
    bool direct = is_device(path);
    if (direct ? fk_file_open_device(&file, path) : create_temporary(&file, path, name, room)) {
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

/* The format for a path to be written. */
static fk_format format_for(const fk_model *model, const char *path)
{
    fk_format format = fk_format_of_path(path);
    return format == FK_FORMAT_STL && model->part_count > 1 ? FK_FORMAT_STL_ASCII : format;
}

fk_status fk_model_save(fk_context *context, const fk_model *model, const char *path, fk_format format,
                        fk_save_report *report)
{
    fk_save_report own, *used = init_save_report(report, &own);
    if (format == FK_FORMAT_ANY)
        format = format_for(model, path);
    if (format == FK_FORMAT_ANY)
        return fail_save(used,
                         "the name does not tell the format: end it in .stl, .obj, .ply or .off, or name "
                         "the format (farkas: --format)");
    fk_status status = check_format(model, format, used);
    if (status != FK_OK)
        return status;
    size_t room = strlen(path) + ENDING;
    char *name = fk_allocate(context, room);
    if (name == NULL)
        return FK_ERROR_MEMORY;
    status = save_by_temporary(model, path, format, name, room, used);
    fk_release(context, name, room);
    return status;
}
