/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Reads STL.
 *
 * Binary: 80 ignored bytes, a count of triangles, and for each triangle twelve floats and two bytes, all little
 * endian. The floats are the normal, which is ignored, and three corners. A file whose length does not match its
 * count is refused, since nobody can tell what is missing.
 *
 * ASCII:
 *
 *     solid NAME
 *       facet normal NX NY NZ
 *         outer loop
 *           vertex X Y Z       (three times)
 *         endloop
 *       endfacet
 *     endsolid NAME
 *
 * Keywords in any case. Line ends count as blanks, except after `solid` and `endsolid`, whose names go to the end of
 * the line. Each `solid` is a part. Normals are ignored, and may be any three words: real files have "nan" there. */

#include "io/readers.h"

#include <string.h>

/* Triangles that are read, or passed to the builder, at once: in binary, about what the buffer of a stream holds. */
#define BATCH 1280

/* A header of 80 bytes, a count of triangles, and 50 bytes for each. */
#define STL_HEAD     84
#define STL_TRIANGLE 50

static uint32_t read_little_endian(const unsigned char *b)
{
    return b[0] | (uint32_t)b[1] << 8 | (uint32_t)b[2] << 16 | (uint32_t)b[3] << 24;
}

/* ---- Binary -------------------------------------------------------------------------------------------- */

/* Sets the byte offset of an error. */
static fk_status fail_at_offset(fk_stream *s, uint64_t offset, fk_status status)
{
    s->report->offset = offset;
    return status;
}

static fk_status fail_too_short(fk_stream *s, uint64_t count, uint64_t size)
{
    uint64_t there = size < STL_HEAD ? 0 : (size - STL_HEAD) / STL_TRIANGLE;
    fk_status status = fk_stream_fail_syntax(
        s, 0,
        "the file is cut off: its header says %llu triangles, which take %llu bytes, but it "
        "has %llu bytes (%llu triangles)",
        (unsigned long long)count, (unsigned long long)(STL_HEAD + STL_TRIANGLE * count),
        (unsigned long long)size, (unsigned long long)there);
    return fail_at_offset(s, size, status);
}

static fk_status fail_too_long(fk_stream *s, uint64_t count)
{
    uint64_t end = STL_HEAD + STL_TRIANGLE * count;
    fk_status status = fk_stream_fail_syntax(
        s, 0,
        s->has_size ? "the header says %llu triangles, which take %llu bytes, but the file has %llu bytes"
                    : "the header says %llu triangles, which take %llu bytes, but the file goes on",
        (unsigned long long)count, (unsigned long long)end, (unsigned long long)s->size);
    return fail_at_offset(s, end, status);
}

/* Reads the count of triangles, after the header. */
static fk_status read_triangle_count(fk_stream *s, uint64_t *count)
{
    size_t there = fk_stream_peek(s, STL_HEAD);
    if (s->failed != FK_OK)
        return s->failed;
    if (there < STL_HEAD)
        return fail_at_offset(
            s, there,
            fk_stream_fail_syntax(
                s, 0, "the file is cut off: binary STL has a header of 84 bytes, but there are %lu",
                (unsigned long)there));
    *count = read_little_endian(s->buffer + s->begin + 80);
    uint64_t end = STL_HEAD + STL_TRIANGLE * *count;
    if (s->has_size && s->size != end)
        return s->size < end ? fail_too_short(s, *count, s->size) : fail_too_long(s, *count);
    if (*count >= FK_MESH_MOST)
        return fail_at_offset(
            s, 80,
            fk_stream_fail_syntax(s, 0, "the header says %llu triangles; at most %lu can be held",
                                  (unsigned long long)*count, (unsigned long)FK_MESH_MOST - 1));
    fk_stream_skip(s, STL_HEAD);
    return FK_OK;
}

static double float_bits_to_double(uint32_t bits)
{
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

/* Decodes triangles into corners. Returns the index of the first that is not finite, or the count. */
static size_t decode_triangles(const unsigned char *bytes, size_t count, fk_vec3 *corner)
{
    for (size_t i = 0; i < count; i++) {
        const unsigned char *b = bytes + STL_TRIANGLE * i + 12;
        uint32_t word[9], largest = 0;
        for (int k = 0; k < 9; k++) {
            word[k] = read_little_endian(b + 4 * k);
            uint32_t size = word[k] & 0x7fffffff;
            largest = size > largest ? size : largest;
        }
        if (largest >= 0x7f800000)
            return i;
        for (int k = 0; k < 3; k++)
            corner[3 * i + (size_t)k] =
                fk_vec3_make(float_bits_to_double(word[3 * k]), float_bits_to_double(word[3 * k + 1]),
                             float_bits_to_double(word[3 * k + 2]));
    }
    return count;
}

/* Fails because a corner of a triangle in the buffer is infinite or NaN. */
static fk_status fail_corner_not_finite(fk_stream *s, uint64_t triangle, size_t index)
{
    const unsigned char *b = s->buffer + s->begin + STL_TRIANGLE * index + 12;
    size_t k = 0;
    while ((read_little_endian(b + 4 * k) & 0x7fffffff) < 0x7f800000)
        k++;
    fk_status status = fk_stream_fail_syntax(
        s, 0, "%c of corner %d of triangle %llu (counted from 1) is not a finite number", "xyz"[k % 3],
        (int)(k / 3) + 1, (unsigned long long)triangle + index + 1);
    return fail_at_offset(s, s->offset + STL_TRIANGLE * index + 12 + 4 * k, status);
}

static fk_status read_triangle_batch(fk_stream *s, fk_builder *builder, uint64_t done, size_t count,
                                     fk_vec3 *corner)
{
    size_t good = decode_triangles(s->buffer + s->begin, count, corner);
    if (good < count)
        return fail_corner_not_finite(s, done, good);
    fk_status status = fk_builder_add_corners(builder, corner, count);
    fk_stream_skip(s, count * STL_TRIANGLE);
    return fk_stream_builder_status(s, status);
}

static fk_status read_binary_triangles(fk_stream *s, fk_builder *builder, uint64_t count, fk_vec3 *corner)
{
    fk_status status = FK_OK;
    for (uint64_t done = 0; status == FK_OK && done < count;) {
        size_t wanted = count - done < BATCH ? (size_t)(count - done) : BATCH;
        size_t there = fk_stream_peek(s, wanted * STL_TRIANGLE);
        if (s->failed != FK_OK)
            return s->failed;
        if (there < wanted * STL_TRIANGLE)
            return fail_too_short(s, count, s->offset + there);
        status = read_triangle_batch(s, builder, done, wanted, corner);
        done += wanted;
    }
    return status;
}

static fk_status read_binary_stl(fk_stream *s, fk_builder *builder)
{
    uint64_t count = 0;
    s->line = 0;
    fk_status status = read_triangle_count(s, &count);
    if (status != FK_OK)
        return status;
    if (s->has_size && !fk_builder_reserve(builder, (size_t)count))
        return FK_ERROR_MEMORY;
    fk_vec3 *corner = fk_allocate(builder->context, 3 * BATCH * sizeof *corner);
    if (corner == NULL)
        return FK_ERROR_MEMORY;
    status = read_binary_triangles(s, builder, count, corner);
    fk_release(builder->context, corner, 3 * BATCH * sizeof *corner);
    if (status == FK_OK && fk_stream_peek(s, 1) > 0)
        status = fail_too_long(s, count);
    s->report->triangles = count;
    s->report->vertices = 3 * count;
    return status;
}

/* ---- ASCII --------------------------------------------------------------------------------------------- */

/* The longest name that is kept. */
#define LONGEST_NAME 1023

typedef struct stl_ascii_reader {
    fk_stream *stream;
    fk_builder *builder;
    fk_vec3 *corner; /* 3 * BATCH */
    size_t count;    /* triangles in corner */
} stl_ascii_reader;

static fk_status fail_stl_end(stl_ascii_reader *a, const char *expected)
{
    if (a->stream->failed != FK_OK)
        return a->stream->failed;
    return fk_stream_fail_syntax(a->stream, 0, "the file ends where '%s' should be", expected);
}

static fk_status fail_keyword(stl_ascii_reader *a, fk_word word, const char *expected)
{
    return fk_stream_fail_syntax(a->stream, word.length, "'%.*s' where %s should be", FK_WORD_ARGUMENTS(word),
                                 expected);
}

static fk_status expect_keyword(stl_ascii_reader *a, const char *known)
{
    fk_word word;
    if (fk_stream_next_word(a->stream, &word) != FK_TOKEN_WORD)
        return fail_stl_end(a, known);
    if (fk_word_is_caseless(word, known))
        return FK_OK;
    if (fk_word_is_caseless(word, "vertex"))
        return fk_stream_fail_syntax(a->stream, word.length, "a facet with more than three vertices");
    char quoted[16] = "'";
    memcpy(quoted + 1, known, strlen(known));
    quoted[strlen(known) + 1] = '\'';
    return fail_keyword(a, word, quoted);
}

static fk_status flush_triangles(stl_ascii_reader *a)
{
    fk_status status = fk_builder_add_corners(a->builder, a->corner, a->count);
    a->count = 0;
    return fk_stream_builder_status(a->stream, status);
}

static fk_status read_stl_vertex(stl_ascii_reader *a, fk_vec3 *position)
{
    double x[3] = {0, 0, 0};
    fk_status status = expect_keyword(a, "vertex");
    for (int i = 0; status == FK_OK && i < 3; i++)
        status = fk_stream_next_number(a->stream, "a coordinate", &x[i]);
    *position = fk_vec3_make(x[0], x[1], x[2]);
    return status;
}

/* Reads what follows `facet`. */
static fk_status read_facet(stl_ascii_reader *a)
{
    fk_word ignored;
    fk_status status = expect_keyword(a, "normal");
    for (int i = 0; status == FK_OK && i < 3; i++)
        if (fk_stream_next_word(a->stream, &ignored) != FK_TOKEN_WORD)
            return fail_stl_end(a, "normal");
    if (status == FK_OK)
        status = expect_keyword(a, "outer");
    if (status == FK_OK)
        status = expect_keyword(a, "loop");
    for (size_t i = 0; status == FK_OK && i < 3; i++)
        status = read_stl_vertex(a, &a->corner[3 * a->count + i]);
    if (status == FK_OK)
        status = expect_keyword(a, "endloop");
    if (status == FK_OK)
        status = expect_keyword(a, "endfacet");
    if (status != FK_OK)
        return status;
    a->stream->report->triangles++;
    a->stream->report->vertices += 3;
    return ++a->count < BATCH ? FK_OK : flush_triangles(a);
}

/* Reads the name of a part: the rest of the line, without the blanks around it. */
static fk_status read_solid_name(stl_ascii_reader *a)
{
    char name[LONGEST_NAME];
    size_t length;
    if (fk_stream_rest_of_line(a->stream, name, sizeof name, &length) == FK_TOKEN_FAILED)
        return a->stream->failed;
    fk_status status = flush_triangles(a);
    if (status == FK_OK)
        status = fk_stream_builder_status(a->stream, fk_builder_add_part(a->builder, name, length));
    return status;
}

/* Reads what is between `solid` and `endsolid`. */
static fk_status read_solid(stl_ascii_reader *a)
{
    fk_status status = read_solid_name(a);
    for (;;) {
        fk_word word;
        if (status != FK_OK)
            return status;
        if (fk_stream_next_word(a->stream, &word) != FK_TOKEN_WORD)
            return fail_stl_end(a, "endsolid");
        if (fk_word_is_caseless(word, "facet"))
            status = read_facet(a);
        else if (fk_word_is_caseless(word, "endsolid"))
            break;
        else
            return fail_keyword(a, word, "'facet' or 'endsolid'");
    }
    fk_stream_skip_line(a->stream);
    return a->stream->failed;
}

static fk_status read_solids(stl_ascii_reader *a)
{
    fk_status status = FK_OK;
    while (status == FK_OK) {
        fk_word word;
        fk_token token = fk_stream_next_word(a->stream, &word);
        if (token == FK_TOKEN_FAILED)
            return a->stream->failed;
        if (token == FK_TOKEN_END)
            return flush_triangles(a);
        status = fk_word_is_caseless(word, "solid") ? read_solid(a) : fail_keyword(a, word, "'solid'");
    }
    return status;
}

static fk_status read_ascii_stl(fk_stream *s, fk_builder *builder)
{
    /* The bytes of a facet in most files; a wrong guess costs a little time or memory. */
    if (s->has_size && !fk_builder_reserve(builder, (size_t)(s->size / 250)))
        return FK_ERROR_MEMORY;
    stl_ascii_reader a = {s, builder, fk_allocate(builder->context, 3 * BATCH * sizeof(fk_vec3)), 0};
    if (a.corner == NULL)
        return FK_ERROR_MEMORY;
    fk_status status = read_solids(&a);
    fk_release(builder->context, a.corner, 3 * BATCH * sizeof(fk_vec3));
    return status;
}

/* ---- ASCII or binary ----------------------------------------------------------------------------------- */

/* Whether the front of a file has only bytes that occur in texts. Headers of binary files often begin with `solid`,
 * as texts do, but a zero byte follows soon: in the header, or in the upper byte of the count. */
static bool is_ascii_stl(fk_stream *s)
{
    size_t size = fk_stream_peek(s, FK_STREAM_CAPACITY);
    for (size_t i = 0; i < size; i++)
        if (fk_is_binary_byte(s->buffer[s->begin + i]))
            return false;
    return true;
}

bool fk_is_binary_stl(fk_stream *s)
{
    if (!s->has_size || fk_stream_peek(s, STL_HEAD) < STL_HEAD)
        return false;
    return s->size == STL_HEAD + STL_TRIANGLE * (uint64_t)read_little_endian(s->buffer + s->begin + 80);
}

fk_status fk_read_stl(fk_stream *s, fk_builder *builder)
{
    bool is_binary = fk_is_binary_stl(s) || !is_ascii_stl(s);
    if (s->failed != FK_OK)
        return s->failed;
    s->report->format = is_binary ? FK_FORMAT_STL : FK_FORMAT_STL_ASCII;
    return is_binary ? read_binary_stl(s, builder) : read_ascii_stl(s, builder);
}
