/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Binary STL: 80 bytes that mean nothing, a count of triangles, and for each twelve floats and two bytes, all little endian. The
 * floats are the normal, which is not used, and three corners. A file that is not as long as its count says is
 * refused: nobody can tell what is missing. */

#include <string.h>

#include "io/readers.h"

/* How many triangles are read at once: about what the buffer of a source holds. */
#define BATCH 1280

static uint32_t word_at(const unsigned char *b)
{
    return b[0] | (uint32_t)b[1] << 8 | (uint32_t)b[2] << 16 | (uint32_t)b[3] << 24;
}

/* ---- Which kind ---------------------------------------------------------------------------------------- */

/* Whether the front of a file has no byte that a text cannot have. Headers of binary files often begin with `solid`, as texts do, but
 * a zero is never far behind: in the header, or in the upper byte of the count. */
static bool is_text(fk_source *s)
{
    size_t size = fk_source_look(s, FK_SOURCE_CAPACITY);
    for (size_t i = 0; i < size; i++)
        if (fk_format_is_binary_byte(s->buffer[s->begin + i]))
            return false;
    return true;
}

fk_status fk_read_stl(fk_source *s, fk_builder *builder)
{
    bool is_binary = fk_format_is_binary_stl(s) || !is_text(s);
    if (s->failed != FK_OK)
        return s->failed;
    s->report->format = is_binary ? FK_FORMAT_STL : FK_FORMAT_STL_ASCII;
    return is_binary ? fk_read_stl_binary(s, builder) : fk_read_stl_ascii(s, builder);
}

/* ---- Binary -------------------------------------------------------------------------------------------- */

/* Fills in the byte of an error. */
static fk_status at_offset(fk_source *s, uint64_t offset, fk_status status)
{
    s->report->offset = offset;
    return status;
}

static fk_status fail_short(fk_source *s, uint64_t count, uint64_t size)
{
    uint64_t there = size < FK_STL_HEAD ? 0 : (size - FK_STL_HEAD) / FK_STL_TRIANGLE;
    fk_status status =
        fk_source_fail(s, FK_ERROR_SYNTAX, 0,
                       "the file is cut off: its header says %llu triangles, which take %llu bytes, but it "
                       "has %llu bytes (%llu triangles)",
                       (unsigned long long)count, (unsigned long long)(FK_STL_HEAD + FK_STL_TRIANGLE * count),
                       (unsigned long long)size, (unsigned long long)there);
    return at_offset(s, size, status);
}

static fk_status fail_long(fk_source *s, uint64_t count)
{
    uint64_t end = FK_STL_HEAD + FK_STL_TRIANGLE * count;
    fk_status status = fk_source_fail(
        s, FK_ERROR_SYNTAX, 0,
        s->has_size ? "the header says %llu triangles, which take %llu bytes, but the file has %llu bytes"
                    : "the header says %llu triangles, which take %llu bytes, but the file goes on",
        (unsigned long long)count, (unsigned long long)end, (unsigned long long)s->size);
    return at_offset(s, end, status);
}

/* The count of triangles, after the header. */
static fk_status read_count(fk_source *s, uint64_t *count)
{
    size_t there = fk_source_look(s, FK_STL_HEAD);
    if (s->failed != FK_OK)
        return s->failed;
    if (there < FK_STL_HEAD)
        return at_offset(
            s, there,
            fk_source_fail(s, FK_ERROR_SYNTAX, 0,
                           "the file is cut off: binary STL has a header of 84 bytes, but there are %lu",
                           (unsigned long)there));
    *count = word_at(s->buffer + s->begin + 80);
    uint64_t end = FK_STL_HEAD + FK_STL_TRIANGLE * *count;
    if (s->has_size && s->size != end)
        return s->size < end ? fail_short(s, *count, s->size) : fail_long(s, *count);
    if (*count >= FK_MESH_MOST)
        return at_offset(s, 80,
                         fk_source_fail(s, FK_ERROR_SYNTAX, 0,
                                        "the header says %llu triangles; at most %lu can be held",
                                        (unsigned long long)*count, (unsigned long)FK_MESH_MOST - 1));
    fk_source_take(s, FK_STL_HEAD);
    return FK_OK;
}

static double double_of(uint32_t bits)
{
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

/* Turns triangles into corners; the index of the first that is not finite, or the count. */
static size_t decode(const unsigned char *bytes, size_t count, fk_vec3 *corner)
{
    for (size_t i = 0; i < count; i++) {
        const unsigned char *b = bytes + FK_STL_TRIANGLE * i + 12;
        uint32_t word[9], largest = 0;
        for (int k = 0; k < 9; k++) {
            word[k] = word_at(b + 4 * k);
            uint32_t size = word[k] & 0x7fffffff;
            largest = size > largest ? size : largest;
        }
        if (largest >= 0x7f800000)
            return i;
        for (int k = 0; k < 3; k++)
            corner[3 * i + (size_t)k] =
                fk_vec3_make(double_of(word[3 * k]), double_of(word[3 * k + 1]), double_of(word[3 * k + 2]));
    }
    return count;
}

/* A corner of a triangle in the buffer is infinite or NaN. */
static fk_status fail_not_finite(fk_source *s, uint64_t triangle, size_t index)
{
    const unsigned char *b = s->buffer + s->begin + FK_STL_TRIANGLE * index + 12;
    size_t k = 0;
    while ((word_at(b + 4 * k) & 0x7fffffff) < 0x7f800000)
        k++;
    fk_status status = fk_source_fail(
        s, FK_ERROR_SYNTAX, 0, "%c of corner %d of triangle %llu (counted from 1) is not a finite number",
        "xyz"[k % 3], (int)(k / 3) + 1, (unsigned long long)triangle + index + 1);
    return at_offset(s, s->offset + FK_STL_TRIANGLE * index + 12 + 4 * k, status);
}

static fk_status read_batch(fk_source *s, fk_builder *builder, uint64_t done, size_t count, fk_vec3 *corner)
{
    size_t good = decode(s->buffer + s->begin, count, corner);
    if (good < count)
        return fail_not_finite(s, done, good);
    fk_status status = fk_builder_add_corners(builder, corner, count);
    fk_source_take(s, count * FK_STL_TRIANGLE);
    return fk_read_status(s, status);
}

static fk_status read_triangles(fk_source *s, fk_builder *builder, uint64_t count, fk_vec3 *corner)
{
    fk_status status = FK_OK;
    for (uint64_t done = 0; status == FK_OK && done < count;) {
        size_t wanted = count - done < BATCH ? (size_t)(count - done) : BATCH;
        size_t there = fk_source_look(s, wanted * FK_STL_TRIANGLE);
        if (s->failed != FK_OK)
            return s->failed;
        if (there < wanted * FK_STL_TRIANGLE)
            return fail_short(s, count, s->offset + there);
        status = read_batch(s, builder, done, wanted, corner);
        done += wanted;
    }
    return status;
}

fk_status fk_read_stl_binary(fk_source *s, fk_builder *builder)
{
    uint64_t count = 0;
    s->line = 0;
    fk_status status = read_count(s, &count);
    if (status != FK_OK)
        return status;
    if (s->has_size && !fk_builder_expect(builder, (size_t)count))
        return FK_ERROR_MEMORY;
    fk_vec3 *corner = fk_allocate(builder->context, 3 * BATCH * sizeof *corner);
    if (corner == NULL)
        return FK_ERROR_MEMORY;
    status = read_triangles(s, builder, count, corner);
    fk_release(builder->context, corner, 3 * BATCH * sizeof *corner);
    if (status == FK_OK && fk_source_look(s, 1) > 0)
        status = fail_long(s, count);
    s->report->triangles = count;
    s->report->vertices = 3 * count;
    return status;
}
