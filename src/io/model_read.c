/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Reads models from files, memory and functions: finds the format, lets its reader fill a builder, and builds the
 * model.
 *
 * The format: unambiguous bytes decide first (the length of a binary STL file, the first word of PLY and OFF, the
 * marks of unreadable formats), then the extension, then the first word of the text. Unreadable formats are
 * recognised, so that the message can say what to do. */

#include "io/readers.h"

#include <stdio.h>
#include <string.h>

#include "base/bits.h"
#include "io/file.h"

/* ---- Words --------------------------------------------------------------------------------------------- */

const char *fk_format_word(fk_format format)
{
    switch (format) {
#define FK_FORMAT_CASE(name, word)                                                                           \
    case name:                                                                                               \
        return word;
        FK_FORMAT_LIST(FK_FORMAT_CASE)
#undef FK_FORMAT_CASE
    case FK_FORMAT_ANY:
    case FK_FORMAT_COUNT:
        break;
    }
    return "any";
}

bool fk_format_has_parts(fk_format format)
{
    return format == FK_FORMAT_STL_ASCII || format == FK_FORMAT_OBJ;
}

/* Whether a path has this extension, given in lower case. */
static bool has_ending(const char *path, const char *letters)
{
    size_t all = strlen(path), count = strlen(letters);
    if (all <= count || path[all - count - 1] != '.')
        return false;
    fk_word end = {path + all - count, count};
    return fk_word_is_caseless(end, letters);
}

fk_format fk_format_of_path(const char *path)
{
    return has_ending(path, "stl")   ? FK_FORMAT_STL
           : has_ending(path, "obj") ? FK_FORMAT_OBJ
           : has_ending(path, "ply") ? FK_FORMAT_PLY
           : has_ending(path, "off") ? FK_FORMAT_OFF
                                     : FK_FORMAT_ANY;
}

/* ---- Formats that cannot be read ----------------------------------------------------------------------- */

#define CONVERT                                                                                              \
    "convert it to STL, OBJ, PLY or OFF; the farkas command and Python module read it where they were "      \
    "built with assimp (Debian: libassimp-dev)"
#define EXPORT "export the part as STL or OBJ from your CAD program"

/* Unreadable formats by extension; extensions are separated by blanks. */
static const struct {
    const char *endings, *message;
} unreadable_ending[] = {
    {" step stp p21 stpz ", "this is STEP: " EXPORT},
    {" igs iges ", "this is IGES: " EXPORT},
    {" sldprt sldasm ipt iam catpart catproduct prt asm par x_t x_b sat brep brp f3d fcstd 3dm dwg dxf scad "
     "jt ",
     "this is a file of a CAD program: " EXPORT},
    {" urdf xacro sdf srdf mjcf ",
     "this describes a robot or a world and is no mesh: give the meshes that it names"},
    {" dae 3mf glb gltf fbx 3ds x3d wrl vrml blend amf usd usda usdc usdz ac lwo ms3d ase x b3d max ma mb "
     "c4d bvh md5mesh ",
     "this format is not read: " CONVERT},
    {" mtl ", "this holds the materials of an OBJ file: give the .obj file"},
    {" gz bz2 xz zst zip 7z rar tar tgz ", "this is an archive: unpack it first"},
    {" png jpg jpeg gif bmp tif tiff tga webp pdf ", "this is a picture or a document, not a mesh"},
};

/* The same by the first bytes of a file. */
static const struct {
    const char *bytes;
    size_t count;
    const char *message;
} unreadable_start[] = {
    {"ISO-10303-21", 12, "this is STEP: " EXPORT},
    {"Kaydara FBX", 11, "this is FBX: " CONVERT},
    {"glTF", 4, "this is binary glTF: " CONVERT},
    {"BLENDER", 7, "this is a file of Blender: export the part as STL, OBJ or PLY from there"},
    {"#VRML", 5, "this is VRML: " CONVERT},
    {"# VRML", 6, "this is VRML: " CONVERT},
    {"DBRep_DrawableShape", 19, "this is a file of a CAD program: " EXPORT},
    {"version https://git-lfs", 23,
     "this only points to a file that Git LFS holds: run 'git lfs pull' first"},
    {"PK\x03\x04", 4,
     "this is a zip archive, which 3MF files are, too: unpack it, or convert it to STL, OBJ, PLY or OFF"},
    {"\x1f\x8b", 2, "this is compressed by gzip: unpack it first"},
    {"BZh", 3, "this is compressed by bzip2: unpack it first"},
    {"\xfd"
     "7zXZ",
     5, "this is compressed by xz: unpack it first"},
    {"\x28\xb5\x2f\xfd", 4, "this is compressed by zstd: unpack it first"},
    {"7z\xbc\xaf", 4, "this is an archive: unpack it first"},
    {"\x89PNG", 4, "this is a picture, not a mesh"},
    {"\xff\xd8\xff", 3, "this is a picture, not a mesh"},
    {"GIF8", 4, "this is a picture, not a mesh"},
    {"%PDF", 4, "this is a PDF document, not a mesh"},
    {"\x7f"
     "ELF",
     4, "this is a program, not a mesh"},
};

/* XML by a mark near its front; the first row that fits counts. */
static const struct {
    const char *mark, *message;
} unreadable_xml[] = {
    {"<COLLADA", "this is COLLADA: " CONVERT},
    {"<X3D", "this is X3D: " CONVERT},
    {"<amf", "this is AMF: " CONVERT},
    {"<robot", "this describes a robot and is no mesh: give the meshes that it names"},
    {"<sdf", "this describes a world and is no mesh: give the meshes that it names"},
    {"<mujoco", "this describes a robot and is no mesh: give the meshes that it names"},
    {"<html", "this is a web page, not a mesh; perhaps a download went wrong"},
    {"<", "this is XML, not a mesh"},
};

/* ---- Tests of bytes ------------------------------------------------------------------------------------ */

/* The front of a stream. */
typedef struct file_front {
    const char *text;
    size_t size;
} file_front;

static bool front_starts_with(file_front f, const char *bytes, size_t count)
{
    return f.size >= count && memcmp(f.text, bytes, count) == 0;
}

static bool front_contains(file_front f, const char *mark)
{
    size_t count = strlen(mark);
    for (; f.size >= count; f.text++, f.size--)
        if (memcmp(f.text, mark, count) == 0)
            return true;
    return false;
}

/* Skips a UTF-8 byte order mark and blanks. */
static file_front skip_mark_and_blanks(file_front f)
{
    if (front_starts_with(f, "\xef\xbb\xbf", 3)) {
        f.text += 3;
        f.size -= 3;
    }
    while (f.size > 0 && (unsigned char)*f.text <= ' ') {
        f.text++;
        f.size--;
    }
    return f;
}

/* The first word outside comments; empty if there is none. */
static fk_word first_word(file_front f)
{
    for (f = skip_mark_and_blanks(f); f.size > 0 && *f.text == '#'; f = skip_mark_and_blanks(f))
        while (f.size > 0 && *f.text != '\n' && *f.text != '\r') {
            f.text++;
            f.size--;
        }
    fk_word word = {f.text, 0};
    while (word.length < f.size && (unsigned char)f.text[word.length] > ' ')
        word.length++;
    return word;
}

/* UTF-16 or UTF-32: a byte order mark, or letters with a zero beside each. */
static bool is_utf16_or_32(file_front f)
{
    if (front_starts_with(f, "\xff\xfe", 2) || front_starts_with(f, "\xfe\xff", 2))
        return true;
    if (f.size < 8)
        return false;
    for (size_t odd = 0; odd < 2; odd++) {
        bool fits = true;
        for (size_t i = 0; fits && i < (f.size < 64 ? f.size & ~(size_t)1 : 64); i++)
            fits = i % 2 == odd
                       ? f.text[i] == 0
                       : (f.text[i] >= ' ' && f.text[i] < 127) || f.text[i] == '\n' || f.text[i] == '\r';
        if (fits)
            return true;
    }
    return false;
}

bool fk_is_binary_byte(unsigned char c)
{
    return c == 127 || (c < ' ' && !(c >= '\t' && c <= '\r') && c != 26);
}

static bool is_obj_word(fk_word w)
{
    static const char *const known[] = {"v", "vn", "vt", "vp", "f",      "fo",     "l",      "p",
                                        "o", "g",  "s",  "mg", "cstype", "mtllib", "usemtl", "usemap"};
    return fk_word_is_any(w, known, sizeof known / sizeof known[0]);
}

/* ---- Choosing the format ------------------------------------------------------------------------------- */

static fk_status fail_format(fk_stream *stream, const char *message)
{
    return fk_stream_fail(stream, FK_ERROR_FORMAT, 0, "%s", message);
}

/* IGES: lines of 80 characters, of which the last eight are the letter of a section and a number; the first is S 1. */
static bool is_iges(file_front f)
{
    if (f.size < 81 || f.text[72] != 'S' || f.text[79] != '1' || (unsigned char)f.text[80] >= ' ')
        return false;
    for (size_t i = 73; i < 79; i++)
        if (f.text[i] != ' ' && f.text[i] != '0')
            return false;
    return true;
}

/* Why the bytes cannot be read as a mesh, or NULL. */
static const char *reason_by_bytes(file_front f)
{
    if (is_iges(f))
        return "this is IGES: " EXPORT;
    for (size_t i = 0; i < sizeof unreadable_start / sizeof unreadable_start[0]; i++)
        if (front_starts_with(f, unreadable_start[i].bytes, unreadable_start[i].count))
            return unreadable_start[i].message;
    file_front text = skip_mark_and_blanks(f);
    if (text.size == 0 || *text.text != '<')
        return NULL;
    for (size_t i = 0;; i++)
        if (front_contains(text, unreadable_xml[i].mark))
            return unreadable_xml[i].message;
}

static bool is_ending_listed(const char *path, const char *endings)
{
    char one[16];
    for (const char *at = endings; *at != '\0'; at++) {
        size_t count = 0;
        while (at[count] != ' ' && at[count] != '\0' && count < sizeof one - 1)
            count++;
        if (count == 0)
            continue;
        memcpy(one, at, count);
        one[count] = '\0';
        if (has_ending(path, one))
            return true;
        at += count - 1;
    }
    return false;
}

static const char *reason_by_path(const char *path)
{
    for (size_t i = 0; i < sizeof unreadable_ending / sizeof unreadable_ending[0]; i++)
        if (is_ending_listed(path, unreadable_ending[i].endings))
            return unreadable_ending[i].message;
    return NULL;
}

static bool has_binary_byte(file_front f)
{
    for (size_t i = 0; i < f.size; i++)
        if (fk_is_binary_byte((unsigned char)f.text[i]))
            return true;
    return false;
}

/* Guesses the format by the first word, for paths without a known extension. */
static fk_status guess_format(fk_stream *stream, file_front f, fk_format *out)
{
    fk_word word = first_word(f);
    file_front head = {f.text, f.size < 84 ? f.size : 84};
    if (fk_word_is_caseless(word, "solid"))
        *out = FK_FORMAT_STL;
    else if (is_obj_word(word))
        *out = FK_FORMAT_OBJ;
    else if (!stream->has_size && has_binary_byte(head))
        /* Only binary STL can look like this. */
        *out = FK_FORMAT_STL;
    else
        return fail_format(stream,
                           has_binary_byte(f)
                               ? "neither the name nor the bytes tell the format: if it is STL, its count of "
                                 "triangles does not fit its length; else name the format (farkas: --from)"
                               : "neither the name nor the text tell the format: STL, OBJ, PLY and OFF are "
                                 "read; name the format (farkas: --from), or give the file its ending");
    return FK_OK;
}

/* Finds the format of a stream at its first byte, without skipping anything; path may be NULL. FK_ERROR_FORMAT,
 * FK_ERROR_SYNTAX (an empty file) or FK_ERROR_READ, with the message. */
static fk_status find_format(fk_stream *stream, const char *path, fk_format wanted, fk_format *out)
{
    file_front f = {NULL, fk_stream_peek(stream, FK_STREAM_CAPACITY)};
    f.text = (const char *)stream->buffer + stream->begin;
    *out = wanted;
    if (stream->failed != FK_OK)
        return stream->failed;
    if (f.size == 0)
        return fk_stream_fail_syntax(stream, 0, "the file is empty");
    bool is_stl = fk_is_binary_stl(stream);
    if (!is_stl && is_utf16_or_32(f))
        return fail_format(stream,
                           "this is text in UTF-16 or UTF-32: save it as UTF-8 or ASCII, for example with "
                           "'iconv -f UTF-16 -t UTF-8'");
    if (wanted != FK_FORMAT_ANY)
        return FK_OK;
    fk_word word = first_word(f);
    fk_off_head head;
    *out = is_stl                           ? FK_FORMAT_STL
           : fk_word_is(word, "ply")        ? FK_FORMAT_PLY
           : fk_off_parse_head(word, &head) ? FK_FORMAT_OFF
                                            : FK_FORMAT_ANY;
    if (*out != FK_FORMAT_ANY)
        return FK_OK;
    const char *reason = reason_by_bytes(f);
    if (reason != NULL)
        return fail_format(stream, reason);
    *out = path != NULL ? fk_format_of_path(path) : FK_FORMAT_ANY;
    if (*out != FK_FORMAT_ANY)
        return FK_OK;
    reason = path != NULL ? reason_by_path(path) : NULL;
    return reason != NULL ? fail_format(stream, reason) : guess_format(stream, f, out);
}

/* ---- From bytes to a model ------------------------------------------------------------------------------ */

/* A reader handles all variants of its format. */
typedef fk_status format_reader(fk_stream *stream, fk_builder *builder);
static format_reader *const reader[FK_FORMAT_COUNT] = {
    [FK_FORMAT_STL] = fk_read_stl, [FK_FORMAT_STL_ASCII] = fk_read_stl, [FK_FORMAT_OBJ] = fk_read_obj,
    [FK_FORMAT_PLY] = fk_read_ply, [FK_FORMAT_PLY_BIG] = fk_read_ply,   [FK_FORMAT_PLY_ASCII] = fk_read_ply,
    [FK_FORMAT_OFF] = fk_read_off,
};

fk_load_options fk_load_options_default(void)
{
    fk_load_options options = {.format = FK_FORMAT_ANY, .mesh = fk_mesh_options_default(), .join = false};
    return options;
}

fk_status fk_stream_builder_status(fk_stream *stream, fk_status status)
{
    if (status != FK_ERROR_ARGUMENT)
        return status;
    return fk_stream_fail_syntax(stream, 0, "more than %lu vertices, triangles or parts",
                                 (unsigned long)FK_MESH_MOST - 1);
}

/* The arguments of a load. */
typedef struct load_job {
    fk_context *context;
    fk_load_options options;
    const char *path;            /* NULL if there is none */
    bool as_mesh;                /* always one part */
    fk_load_report *report, own; /* the caller's report, or &own */
} load_job;

static uint64_t count_model_triangles(const fk_model *model)
{
    uint64_t count = 0;
    for (uint32_t i = 0; i < model->part_count; i++)
        count += model->part[i].triangle_count;
    return count;
}

/* A model without triangles is accepted only if points are kept and there are some. */
static fk_status check_triangles(fk_stream *stream, const fk_model *model, bool keep_points)
{
    if (count_model_triangles(model) > 0 || (keep_points && model->part_count > 0))
        return FK_OK;
    if (stream->report->triangles > 0)
        return fk_stream_fail_syntax(stream, 0,
                                     "no triangle is left: the distance of welding is as large as the mesh");
    return fk_stream_fail_syntax(stream, 0,
                                 stream->report->vertices > 0 && !keep_points
                                     ? "the file has points, but no triangles"
                                     : "the file has no triangles");
}

static fk_status finish_model(const load_job *j, fk_stream *stream, fk_builder *builder, fk_model **out)
{
    fk_model *model = NULL;
    fk_status status = fk_builder_finish(builder, &stream->report->losses, &model);
    if (status == FK_ERROR_ARGUMENT)
        return fk_stream_fail_syntax(stream, 0, "a triangle has a vertex that is not in the file");
    if (status != FK_OK)
        return status;
    status = check_triangles(stream, model, j->options.mesh.keep_points);
    if (status == FK_OK)
        *out = model;
    else
        fk_model_free(j->context, model);
    return status;
}

static fk_status read_model(const load_job *j, fk_stream *stream, fk_model **out)
{
    fk_format format;
    fk_status status = find_format(stream, j->path, j->options.format, &format);
    if (status != FK_OK)
        return status;
    stream->report->format = format;
    fk_builder builder;
    fk_builder_init(&builder, j->context, &j->options.mesh, j->as_mesh || j->options.join);
    status = reader[format](stream, &builder);
    /* A reader may have taken a failure for the end of the input. */
    if (status == FK_OK && stream->failed != FK_OK)
        status = stream->failed;
    if (status == FK_OK)
        status = finish_model(j, stream, &builder, out);
    fk_builder_end(&builder);
    return status;
}

/* size is NULL if unknown. */
static fk_status read_stream(const load_job *j, fk_read_function *read, void *user, const uint64_t *size,
                             fk_model **out)
{
    const fk_load_options *o = &j->options;
    if (o->format < FK_FORMAT_ANY || o->format >= FK_FORMAT_COUNT || !fk_is_finite(o->mesh.weld) ||
        o->mesh.weld < 0)
        return FK_ERROR_ARGUMENT;
    unsigned char *buffer = fk_allocate(j->context, FK_STREAM_CAPACITY);
    if (buffer == NULL)
        return FK_ERROR_MEMORY;
    fk_stream stream;
    fk_stream_init(&stream, read, user, buffer, j->report);
    stream.has_size = size != NULL;
    stream.size = size != NULL ? *size : 0;
    fk_status status = read_model(j, &stream, out);
    fk_release(j->context, buffer, FK_STREAM_CAPACITY);
    return status;
}

static fk_status load_from_path(const load_job *j, fk_model **out)
{
    fk_file file;
    if (!fk_file_open(&file, j->path)) {
        memcpy(j->report->message, file.message, sizeof file.message);
        return FK_ERROR_READ;
    }
    fk_status status = read_stream(j, fk_file_read, &file, file.has_size ? &file.size : NULL, out);
    if (status == FK_ERROR_READ && file.message[0] != '\0')
        memcpy(j->report->message, file.message, sizeof file.message);
    (void)fk_file_close(&file);
    return status;
}

/* ---- Public functions ---------------------------------------------------------------------------------- */

static void init_job(load_job *j, fk_context *context, const char *path, const fk_load_options *options,
                     fk_load_report *report)
{
    j->context = context;
    j->options = options != NULL ? *options : fk_load_options_default();
    j->path = path;
    j->as_mesh = false;
    j->report = report != NULL ? report : &j->own;
    memset(j->report, 0, sizeof *j->report);
}

fk_status fk_model_load(fk_context *context, const char *path, const fk_load_options *options,
                        fk_load_report *report, fk_model **out)
{
    load_job j;
    init_job(&j, context, path, options, report);
    return load_from_path(&j, out);
}

fk_status fk_mesh_load(fk_context *context, const char *path, const fk_load_options *options,
                       fk_load_report *report, fk_mesh **out)
{
    load_job j;
    fk_model *model;
    init_job(&j, context, path, options, report);
    j.as_mesh = true;
    fk_status status = load_from_path(&j, &model);
    if (status == FK_OK)
        *out = fk_mesh_of_model(model);
    return status;
}

fk_status fk_model_read(fk_context *context, fk_read_function *read, void *user,
                        const fk_load_options *options, fk_load_report *report, fk_model **out)
{
    load_job j;
    init_job(&j, context, NULL, options, report);
    return read_stream(&j, read, user, NULL, out);
}

/* The rest of the bytes in memory. */
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
    load_job j;
    init_job(&j, context, NULL, options, report);
    memory_input input = {bytes, size};
    uint64_t known = size;
    return read_stream(&j, read_memory, &input, &known, out);
}
