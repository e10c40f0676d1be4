/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Reads PLY: ASCII, and binary of both byte orders, after Turk, "The PLY Polygon File Format" (1994). What exactly is taken:
 * docs/formats.md.
 *
 * Numbers of an ASCII file are words, wherever lines end; those that say nothing about triangles are not even looked at.
 * Counts of a header are believed only as far as there are data: nothing is allocated by them, and every step of every loop takes
 * bytes. Faces that come before their vertices wait for them. */

#include "io/readers.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/bits.h"

typedef struct ply {
    fk_source *source;
    fk_builder *builder;
    fk_ply_header header;
    fk_faces faces;
    const fk_ply_element *element; /* at work */
    uint64_t row;                  /* of it, from 0 */
    size_t last;                   /* bytes of the number that was read last */
} ply;

static const char *const kind_names[] = {"vertex", "face", "strip", "element"};

/* ---- Messages ------------------------------------------------------------------------------------------ */

static bool is_text(const ply *p)
{
    return p->header.format == FK_FORMAT_PLY_ASCII;
}

/* Fills in the message, with the row at work before it, and where: at the number that was read last. Lines are counted in text
 * alone. */
#if defined(__GNUC__)
__attribute__((format(printf, 2, 3)))
#endif
static fk_status
fail(ply *p, const char *format, ...)
{
    char what[160];
    va_list list;
    va_start(list, format);
    vsnprintf(what, sizeof what, format, list);
    va_end(list);
    fk_status status = fk_source_wrong(p->source, p->last, "%s %llu: %s", kind_names[p->element->kind],
                                       (unsigned long long)p->row, what);
    if (!is_text(p))
        p->source->report->line = 0;
    return status;
}

static fk_status fail_at_end(ply *p)
{
    if (p->source->failed != FK_OK)
        return p->source->failed;
    p->last = 0;
    return fail(p, "the file ends here, but %llu of these should be in it",
                (unsigned long long)p->element->count);
}

/* ---- Numbers in text ----------------------------------------------------------------------------------- */

static fk_status next_text(ply *p, fk_word *word)
{
    if (fk_source_next_word(p->source, word) != FK_TOKEN_WORD)
        return fail_at_end(p);
    p->last = word->length;
    return FK_OK;
}

static fk_status next_whole_text(ply *p, int64_t *out)
{
    fk_word word;
    fk_status status = next_text(p, &word);
    return status == FK_OK ? fk_source_whole(p->source, word, INT32_MIN, UINT32_MAX, out) : status;
}

static fk_status next_real_text(ply *p, double *out)
{
    fk_word word;
    fk_status status = next_text(p, &word);
    return status == FK_OK ? fk_source_number(p->source, word, out) : status;
}

/* ---- Numbers in bytes ---------------------------------------------------------------------------------- */

/* The next bytes as a whole number, the lowest first or last. */
static fk_status next_bits(ply *p, size_t size, uint64_t *out)
{
    fk_source *s = p->source;
    if (fk_source_look(s, size) < size)
        return fail_at_end(p);
    const unsigned char *byte = s->buffer + s->begin;
    bool is_big = p->header.format == FK_FORMAT_PLY_BIG;
    uint64_t bits = 0;
    for (size_t i = 0; i < size; i++)
        bits = bits << 8 | byte[is_big ? i : size - 1 - i];
    fk_source_take(s, size);
    p->last = size;
    *out = bits;
    return FK_OK;
}

static int64_t whole_of_bits(fk_ply_type type, uint64_t bits)
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

static double real_of_bits(fk_ply_type type, uint64_t bits)
{
    if (type == FK_PLY_DOUBLE)
        return fk_from_bits(bits);
    if (type != FK_PLY_FLOAT)
        return (double)whole_of_bits(type, bits);
    uint32_t few = (uint32_t)bits;
    float value;
    memcpy(&value, &few, sizeof value);
    return value;
}

static fk_status next_real_bits(ply *p, fk_ply_type type, double *out)
{
    uint64_t bits = 0;
    fk_status status = next_bits(p, fk_ply_size(type), &bits);
    if (status != FK_OK)
        return status;
    *out = real_of_bits(type, bits);
    return fk_is_finite(*out) ? FK_OK : fail(p, "a coordinate is not a finite number");
}

static fk_status next_whole_bits(ply *p, fk_ply_type type, int64_t *out)
{
    uint64_t bits = 0;
    fk_status status = next_bits(p, fk_ply_size(type), &bits);
    *out = whole_of_bits(type, bits);
    return status;
}

/* ---- Properties ---------------------------------------------------------------------------------------- */

static fk_status next_whole(ply *p, fk_ply_type type, int64_t *out)
{
    return is_text(p) ? next_whole_text(p, out) : next_whole_bits(p, type, out);
}

static fk_status skip_number(ply *p, fk_ply_type type)
{
    fk_word word;
    if (is_text(p))
        return next_text(p, &word);
    size_t size = fk_ply_size(type);
    if (fk_source_look(p->source, size) < size)
        return fail_at_end(p);
    fk_source_take(p->source, size);
    return FK_OK;
}

static fk_status next_length(ply *p, const fk_ply_property *property, int64_t *out)
{
    fk_status status = next_whole(p, property->length, out);
    if (status == FK_OK && *out < 0)
        return fail(p, "%lld is no length of a list", (long long)*out);
    return status;
}

static fk_status skip_property(ply *p, const fk_ply_property *property)
{
    int64_t length = 1;
    fk_status status = FK_OK;
    if (property->length != FK_PLY_NONE)
        status = next_length(p, property, &length);
    for (int64_t i = 0; status == FK_OK && i < length; i++)
        status = skip_number(p, property->type);
    return status;
}

static fk_status read_coordinate(ply *p, const fk_ply_property *property, fk_vec3 *v)
{
    double *out = property->role == FK_PLY_X ? &v->x : property->role == FK_PLY_Y ? &v->y : &v->z;
    return is_text(p) ? next_real_text(p, out) : next_real_bits(p, property->type, out);
}

/* An index of a face, or of a strip, where -1 ends one and begins another. */
static fk_status read_index(ply *p, const fk_ply_property *property)
{
    int64_t index = 0;
    fk_status status = next_whole(p, property->type, &index);
    if (status != FK_OK)
        return status;
    bool is_end = index == -1 && p->element->kind == FK_PLY_STRIPS;
    if (!is_end && (index < 0 || (uint64_t)index >= p->header.vertex_count))
        return fail(p, "vertex %lld, but there are %llu, from 0", (long long)index,
                    (unsigned long long)p->header.vertex_count);
    return fk_faces_add(&p->faces, is_end ? FK_NONE : (uint32_t)index);
}

/* ---- Rows ---------------------------------------------------------------------------------------------- */

static const fk_ply_property *property_at(const ply *p, size_t index)
{
    return fk_chunks_at(&p->header.property, index);
}

static fk_status read_vertex(ply *p)
{
    fk_vec3 v = {0, 0, 0};
    fk_status status = FK_OK;
    for (size_t i = p->element->first; status == FK_OK && i < p->element->end; i++) {
        const fk_ply_property *property = property_at(p, i);
        status =
            property->role == FK_PLY_UNUSED ? skip_property(p, property) : read_coordinate(p, property, &v);
    }
    return status == FK_OK ? fk_read_status(p->source, fk_builder_add_point(p->builder, v)) : status;
}

/* Reads a row with a list of indices, which become the corners at work. */
static fk_status read_indices(ply *p)
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

static fk_status read_face(ply *p)
{
    fk_face_place place = {0, 0, 0, 0};
    fk_status status = read_indices(p);
    if (status != FK_OK)
        return status;
    if (p->builder->point.count < p->header.vertex_count)
        return fk_faces_put(&p->faces, place);
    return fk_read_polygon(p->source, p->builder, p->faces.corner, p->faces.count);
}

/* A triangle for each corner from the third on, every other one turned around. Those with a corner twice only join strips. */
static fk_status read_strip(ply *p)
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
        p->source->report->triangles++;
    }
    return fk_read_status(p->source, status);
}

static fk_status skip_row(ply *p)
{
    fk_status status = FK_OK;
    for (size_t i = p->element->first; status == FK_OK && i < p->element->end; i++)
        status = skip_property(p, property_at(p, i));
    p->source->report->ignored++;
    return status;
}

/* ---- File ---------------------------------------------------------------------------------------------- */

static fk_status read_element(ply *p)
{
    static fk_status (*const read_row[])(ply *) = {[FK_PLY_VERTEX] = read_vertex,
                                                   [FK_PLY_FACE] = read_face,
                                                   [FK_PLY_STRIPS] = read_strip,
                                                   [FK_PLY_OTHER] = skip_row};
    fk_status status = FK_OK;
    /* Rows without properties have no bytes, however many there are. */
    if (p->element->first == p->element->end)
        return FK_OK;
    for (p->row = 0; status == FK_OK && p->row < p->element->count; p->row++)
        status = read_row[p->element->kind](p);
    return status;
}

static fk_status add_waiting(ply *p)
{
    fk_face_place place;
    fk_status status = FK_OK;
    while (status == FK_OK && fk_faces_take(&p->faces, &place))
        status = fk_read_polygon(p->source, p->builder, p->faces.corner, p->faces.count);
    return status;
}

static fk_status expect_end(ply *p)
{
    fk_source *s = p->source;
    fk_word word;
    if (!is_text(p)) {
        if (fk_source_look(s, 1) > 0) {
            s->line = 0;
            return fk_source_wrong(s, 0, "there are bytes behind the last element of the header");
        }
        return s->failed;
    }
    if (fk_source_next_word(s, &word) == FK_TOKEN_WORD)
        return fk_source_wrong(s, word.length, "there are words behind the last element of the header");
    return s->failed;
}

static fk_status read_all(ply *p)
{
    fk_status status = fk_ply_header_read(p->source, &p->header);
    for (size_t i = 0; status == FK_OK && i < p->header.element.count; i++) {
        p->element = fk_chunks_at(&p->header.element, i);
        status = read_element(p);
    }
    if (status == FK_OK)
        status = expect_end(p);
    return status == FK_OK ? add_waiting(p) : status;
}

fk_status fk_read_ply(fk_source *source, fk_builder *builder)
{
    ply p = {.source = source, .builder = builder};
    fk_ply_header_init(&p.header, builder->context);
    fk_faces_init(&p.faces, builder->context);
    fk_status status = read_all(&p);
    source->report->vertices = builder->point.count;
    fk_faces_end(&p.faces);
    fk_ply_header_end(&p.header);
    return status;
}
