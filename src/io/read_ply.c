/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Reads PLY: ASCII, and binary of both byte orders, after Turk, "The PLY Polygon File Format" (1994). docs/formats.md
 * lists what is accepted.
 *
 * Numbers of an ASCII file are words, whatever the line ends; those that do not concern triangles are not parsed.
 * Counts of a header are trusted only as far as there are data: they allocate nothing, and every step of every loop
 * consumes bytes. Faces that come before their vertices are deferred. */

#include "io/readers.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/bits.h"

typedef struct ply_reader {
    fk_stream *stream;
    fk_builder *builder;
    fk_ply_header header;
    fk_face_queue faces;
    const fk_ply_element *element; /* current */
    uint64_t row;                  /* of the element, from 0 */
    size_t last;                   /* bytes of the last number */
} ply_reader;

static const char *const kind_names[] = {"vertex", "face", "strip", "element"};

/* ---- Messages ------------------------------------------------------------------------------------------ */

static bool is_ascii_ply(const ply_reader *p)
{
    return p->header.format == FK_FORMAT_PLY_ASCII;
}

/* Sets the message, with the current row in front, and the position of the last number. Lines count in text only. */
#if defined(__GNUC__)
__attribute__((format(printf, 2, 3)))
#endif
static fk_status
fail_ply(ply_reader *p, const char *format, ...)
{
    char what[160];
    va_list list;
    va_start(list, format);
    vsnprintf(what, sizeof what, format, list);
    va_end(list);
    fk_status status = fk_stream_fail_syntax(p->stream, p->last, "%s %llu: %s", kind_names[p->element->kind],
                                             (unsigned long long)p->row, what);
    if (!is_ascii_ply(p))
        p->stream->report->line = 0;
    return status;
}

static fk_status fail_ply_end(ply_reader *p)
{
    if (p->stream->failed != FK_OK)
        return p->stream->failed;
    p->last = 0;
    return fail_ply(p, "the file ends here, but %llu of these should be in it",
                    (unsigned long long)p->element->count);
}

/* ---- Numbers in text ----------------------------------------------------------------------------------- */

static fk_status next_ply_word(ply_reader *p, fk_word *word)
{
    if (fk_stream_next_word(p->stream, word) != FK_TOKEN_WORD)
        return fail_ply_end(p);
    p->last = word->length;
    return FK_OK;
}

static fk_status next_ascii_whole(ply_reader *p, int64_t *out)
{
    fk_word word;
    fk_status status = next_ply_word(p, &word);
    return status == FK_OK ? fk_stream_parse_whole(p->stream, word, INT32_MIN, UINT32_MAX, out) : status;
}

static fk_status next_ascii_real(ply_reader *p, double *out)
{
    fk_word word;
    fk_status status = next_ply_word(p, &word);
    return status == FK_OK ? fk_stream_parse_number(p->stream, word, out) : status;
}

/* ---- Numbers in bytes ---------------------------------------------------------------------------------- */

/* The next bytes as an unsigned integer, in the byte order of the file. */
static fk_status next_binary(ply_reader *p, size_t size, uint64_t *out)
{
    fk_stream *s = p->stream;
    if (fk_stream_peek(s, size) < size)
        return fail_ply_end(p);
    const unsigned char *byte = s->buffer + s->begin;
    bool is_big = p->header.format == FK_FORMAT_PLY_BIG;
    uint64_t bits = 0;
    for (size_t i = 0; i < size; i++)
        bits = bits << 8 | byte[is_big ? i : size - 1 - i];
    fk_stream_skip(s, size);
    p->last = size;
    *out = bits;
    return FK_OK;
}

static int64_t bits_to_whole(fk_ply_type type, uint64_t bits)
{
    switch (type) {
    case FK_PLY_INT8:
        return (int8_t)bits;
    case FK_PLY_INT16:
        return (int16_t)bits;
    case FK_PLY_INT32:
        return (int32_t)bits;
    default:
        return (int64_t)bits;
    }
}

static double bits_to_real(fk_ply_type type, uint64_t bits)
{
    if (type == FK_PLY_DOUBLE)
        return fk_from_bits(bits);
    if (type != FK_PLY_FLOAT)
        return (double)bits_to_whole(type, bits);
    uint32_t few = (uint32_t)bits;
    float value;
    memcpy(&value, &few, sizeof value);
    return value;
}

static fk_status next_binary_real(ply_reader *p, fk_ply_type type, double *out)
{
    uint64_t bits = 0;
    fk_status status = next_binary(p, fk_ply_size(type), &bits);
    if (status != FK_OK)
        return status;
    *out = bits_to_real(type, bits);
    return fk_is_finite(*out) ? FK_OK : fail_ply(p, "a coordinate is not a finite number");
}

static fk_status next_binary_whole(ply_reader *p, fk_ply_type type, int64_t *out)
{
    uint64_t bits = 0;
    fk_status status = next_binary(p, fk_ply_size(type), &bits);
    *out = bits_to_whole(type, bits);
    return status;
}

/* ---- Properties ---------------------------------------------------------------------------------------- */

static fk_status next_whole(ply_reader *p, fk_ply_type type, int64_t *out)
{
    return is_ascii_ply(p) ? next_ascii_whole(p, out) : next_binary_whole(p, type, out);
}

static fk_status skip_number(ply_reader *p, fk_ply_type type)
{
    fk_word word;
    if (is_ascii_ply(p))
        return next_ply_word(p, &word);
    size_t size = fk_ply_size(type);
    if (fk_stream_peek(p->stream, size) < size)
        return fail_ply_end(p);
    fk_stream_skip(p->stream, size);
    return FK_OK;
}

static fk_status next_length(ply_reader *p, const fk_ply_property *property, int64_t *out)
{
    fk_status status = next_whole(p, property->length, out);
    if (status == FK_OK && *out < 0)
        return fail_ply(p, "%lld is no length of a list", (long long)*out);
    return status;
}

static fk_status skip_property(ply_reader *p, const fk_ply_property *property)
{
    int64_t length = 1;
    fk_status status = FK_OK;
    if (property->length != FK_PLY_NONE)
        status = next_length(p, property, &length);
    for (int64_t i = 0; status == FK_OK && i < length; i++)
        status = skip_number(p, property->type);
    return status;
}

static fk_status read_coordinate(ply_reader *p, const fk_ply_property *property, fk_vec3 *v)
{
    double *out = property->role == FK_PLY_X ? &v->x : property->role == FK_PLY_Y ? &v->y : &v->z;
    return is_ascii_ply(p) ? next_ascii_real(p, out) : next_binary_real(p, property->type, out);
}

/* Reads an index of a face or of a strip, in which -1 ends one strip and begins another. */
static fk_status read_index(ply_reader *p, const fk_ply_property *property)
{
    int64_t index = 0;
    fk_status status = next_whole(p, property->type, &index);
    if (status != FK_OK)
        return status;
    bool is_end = index == -1 && p->element->kind == FK_PLY_STRIPS;
    if (!is_end && (index < 0 || (uint64_t)index >= p->header.vertex_count))
        return fail_ply(p, "vertex %lld, but there are %llu, from 0", (long long)index,
                        (unsigned long long)p->header.vertex_count);
    return fk_face_queue_add_corner(&p->faces, is_end ? FK_NONE : (uint32_t)index);
}

/* ---- Rows ---------------------------------------------------------------------------------------------- */

static const fk_ply_property *property_at(const ply_reader *p, size_t index)
{
    return fk_chunks_at(&p->header.property, index);
}

static fk_status read_ply_vertex(ply_reader *p)
{
    fk_vec3 v = {0, 0, 0};
    fk_status status = FK_OK;
    for (size_t i = p->element->first; status == FK_OK && i < p->element->end; i++) {
        const fk_ply_property *property = property_at(p, i);
        status =
            property->role == FK_PLY_UNUSED ? skip_property(p, property) : read_coordinate(p, property, &v);
    }
    return status == FK_OK ? fk_stream_builder_status(p->stream, fk_builder_add_point(p->builder, v))
                           : status;
}

/* Reads a row with a list of indices, which become the corners of the current face. */
static fk_status read_indices(ply_reader *p)
{
    fk_status status = FK_OK;
    p->faces.count = 0;
    for (size_t i = p->element->first; status == FK_OK && i < p->element->end; i++) {
        const fk_ply_property *property = property_at(p, i);
        int64_t length = 0;
        if (property->role == FK_PLY_UNUSED)
            status = skip_property(p, property);
        else
            status = next_length(p, property, &length);
        for (int64_t k = 0; status == FK_OK && k < length; k++)
            status = read_index(p, property);
    }
    return status;
}

static fk_status read_ply_face(ply_reader *p)
{
    fk_deferred_face face = {0, 0, 0, 0};
    fk_status status = read_indices(p);
    if (status != FK_OK)
        return status;
    if (p->builder->point.count < p->header.vertex_count)
        return fk_face_queue_defer(&p->faces, face);
    return fk_read_polygon(p->stream, p->builder, p->faces.corner, p->faces.count);
}

/* Adds a triangle for each corner from the third on, every other one reversed. Triangles with a repeated corner only
 * join strips. */
static fk_status read_strip(ply_reader *p)
{
    fk_status status = read_indices(p);
    size_t begin = 0;
    for (size_t i = 0; status == FK_OK && i < p->faces.count; i++) {
        const uint32_t *c = &p->faces.corner[i];
        if (*c == FK_NONE)
            begin = i + 1;
        if (i < begin + 2 || c[0] == c[-1] || c[-1] == c[-2] || c[-2] == c[0])
            continue;
        bool is_turned = (i - begin) % 2 == 1;
        status =
            fk_builder_add_triangle(p->builder, is_turned ? c[-1] : c[-2], is_turned ? c[-2] : c[-1], c[0]);
        p->stream->report->triangles++;
    }
    return fk_stream_builder_status(p->stream, status);
}

static fk_status skip_row(ply_reader *p)
{
    fk_status status = FK_OK;
    for (size_t i = p->element->first; status == FK_OK && i < p->element->end; i++)
        status = skip_property(p, property_at(p, i));
    p->stream->report->ignored++;
    return status;
}

/* ---- File ---------------------------------------------------------------------------------------------- */

static fk_status read_ply_element(ply_reader *p)
{
    static fk_status (*const read_row[])(ply_reader *) = {[FK_PLY_VERTEX] = read_ply_vertex,
                                                          [FK_PLY_FACE] = read_ply_face,
                                                          [FK_PLY_STRIPS] = read_strip,
                                                          [FK_PLY_OTHER] = skip_row};
    fk_status status = FK_OK;
    /* Rows without properties have no bytes, whatever their count. */
    if (p->element->first == p->element->end)
        return FK_OK;
    for (p->row = 0; status == FK_OK && p->row < p->element->count; p->row++)
        status = read_row[p->element->kind](p);
    return status;
}

static fk_status add_deferred_ply_faces(ply_reader *p)
{
    fk_deferred_face face;
    fk_status status = FK_OK;
    while (status == FK_OK && fk_face_queue_next(&p->faces, &face))
        status = fk_read_polygon(p->stream, p->builder, p->faces.corner, p->faces.count);
    return status;
}

static fk_status expect_ply_end(ply_reader *p)
{
    fk_stream *s = p->stream;
    fk_word word;
    if (!is_ascii_ply(p)) {
        if (fk_stream_peek(s, 1) > 0) {
            s->line = 0;
            return fk_stream_fail_syntax(s, 0, "there are bytes behind the last element of the header");
        }
        return s->failed;
    }
    if (fk_stream_next_word(s, &word) == FK_TOKEN_WORD)
        return fk_stream_fail_syntax(s, word.length, "there are words behind the last element of the header");
    return s->failed;
}

static fk_status read_ply_data(ply_reader *p)
{
    fk_status status = fk_ply_header_read(p->stream, &p->header);
    for (size_t i = 0; status == FK_OK && i < p->header.element.count; i++) {
        p->element = fk_chunks_at(&p->header.element, i);
        status = read_ply_element(p);
    }
    if (status == FK_OK)
        status = expect_ply_end(p);
    return status == FK_OK ? add_deferred_ply_faces(p) : status;
}

fk_status fk_read_ply(fk_stream *stream, fk_builder *builder)
{
    ply_reader p = {.stream = stream, .builder = builder};
    fk_ply_header_init(&p.header, builder->context);
    fk_face_queue_init(&p.faces, builder->context);
    fk_status status = read_ply_data(&p);
    stream->report->vertices = builder->point.count;
    fk_face_queue_end(&p.faces);
    fk_ply_header_end(&p.header);
    return status;
}
