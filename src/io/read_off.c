/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Reads OFF, the format of Geomview: the numbers of vertices, faces and edges, then a line for each vertex and for
 * each face. Normals, colours and texture coordinates follow the coordinates or corners in their line, and are
 * skipped. Comments go from # to the end of the line. The word OFF may be missing.
 *
 * Weak inputs: files with several vertices or faces on a line, which Geomview accepts; they run out of lines, and are
 * refused. */

#include "io/readers.h"

#include <string.h>

#include "base/lists.h"

typedef struct off_reader {
    fk_stream *stream;
    fk_builder *builder;
    int64_t vertices, faces;
    uint32_t *corner; /* of the current face */
    size_t capacity;
} off_reader;

/* ---- Words --------------------------------------------------------------------------------------------- */

bool fk_off_parse_head(fk_word word, fk_off_head *head)
{
    static const char *const prefix[] = {"ST", "C", "N", "4", "n"};
    fk_word rest = word;
    memset(head, 0, sizeof *head);
    for (size_t i = 0; i < sizeof prefix / sizeof prefix[0]; i++) {
        size_t count = strlen(prefix[i]);
        if (rest.length < 3 + count || memcmp(rest.text, prefix[i], count) != 0)
            continue;
        rest.text += count;
        rest.length -= count;
        head->has_weight = head->has_weight || prefix[i][0] == '4';
        head->has_dimension = head->has_dimension || prefix[i][0] == 'n';
    }
    head->length = word.length - rest.length + 3;
    fk_word letters = {rest.text, 3};
    if (rest.length < 3 || !fk_word_is_caseless(letters, "off"))
        return false;
    for (size_t i = 3; i < rest.length; i++)
        if (rest.text[i] < '0' || rest.text[i] > '9')
            return false;
    return true;
}

/* The next word of a line, without comments. */
static fk_token next_off_line_word(off_reader *o, fk_word *word)
{
    fk_token token = fk_stream_next_token(o->stream, word);
    if (token == FK_TOKEN_WORD && word->text[0] == '#')
        token = fk_stream_skip_line(o->stream);
    return token;
}

static fk_token next_off_word(off_reader *o, fk_word *word)
{
    fk_token token;
    do
        token = next_off_line_word(o, word);
    while (token == FK_TOKEN_LINE_END);
    return token;
}

/* ---- Head ---------------------------------------------------------------------------------------------- */

static fk_status read_off_whole(off_reader *o, const char *what, int64_t *out)
{
    fk_word word;
    fk_token token = next_off_word(o, &word);
    if (token != FK_TOKEN_WORD)
        return fk_stream_fail_missing(o->stream, token, what);
    return fk_stream_parse_whole(o->stream, word, 0, (int64_t)FK_MESH_MOST - 1, out);
}

/* Checks the number of coordinates, which must be three. */
static fk_status check_dimension(off_reader *o, const fk_off_head *head)
{
    int64_t dimension = 3;
    fk_status status = FK_OK;
    if (head->has_dimension)
        status = read_off_whole(o, "the number of coordinates", &dimension);
    if (status == FK_OK && (head->has_weight || dimension != 3))
        return fk_stream_fail_syntax(o->stream, 0,
                                     "vertices with %lld coordinates; only those with three are read",
                                     (long long)dimension + head->has_weight);
    return status;
}

/* Reads the numbers of faces and edges; the latter may be missing, and that of vertices is read already. */
static fk_status read_off_counts(off_reader *o)
{
    fk_word word;
    int64_t edges;
    fk_status status = read_off_whole(o, "the number of faces", &o->faces);
    if (status != FK_OK)
        return status;
    fk_token token = next_off_line_word(o, &word);
    if (token == FK_TOKEN_FAILED)
        return o->stream->failed;
    if (token != FK_TOKEN_WORD)
        return FK_OK;
    status = fk_stream_parse_whole(o->stream, word, 0, INT64_MAX / 100, &edges);
    if (status != FK_OK)
        return status;
    token = next_off_line_word(o, &word);
    if (token == FK_TOKEN_WORD)
        return fk_stream_fail_syntax(o->stream, word.length,
                                     "more than three counts: vertices, faces and edges");
    return token == FK_TOKEN_FAILED ? o->stream->failed : FK_OK;
}

static fk_status read_off_head(off_reader *o)
{
    fk_word word;
    fk_off_head head;
    const int64_t most = (int64_t)FK_MESH_MOST - 1;
    fk_token token = next_off_word(o, &word);
    if (token != FK_TOKEN_WORD)
        return fk_stream_fail_missing(o->stream, token, "the word OFF");
    bool has_head = fk_off_parse_head(word, &head), is_glued = has_head && head.length < word.length;
    if (is_glued) {
        word.text += head.length;
        word.length -= head.length;
    } else if (has_head) {
        fk_status status = check_dimension(o, &head);
        if (status != FK_OK)
            return status;
        token = next_off_word(o, &word);
        if (token != FK_TOKEN_WORD)
            return fk_stream_fail_missing(o->stream, token, "the number of vertices");
        if (fk_word_is_caseless(word, "binary"))
            return fk_stream_fail(o->stream, FK_ERROR_FORMAT, word.length,
                                  "binary OFF is not read: convert it to STL, OBJ, PLY or OFF as text");
    }
    fk_status status = fk_stream_parse_whole(o->stream, word, 0, most, &o->vertices);
    return status == FK_OK ? read_off_counts(o) : status;
}

/* ---- Body ---------------------------------------------------------------------------------------------- */

static fk_status read_off_vertex(off_reader *o)
{
    double x[3];
    fk_word word;
    fk_token token = next_off_word(o, &word);
    for (int i = 0; i < 3; i++) {
        if (token != FK_TOKEN_WORD)
            return fk_stream_fail_missing(o->stream, token, i == 0 ? "a vertex" : "a coordinate");
        fk_status status = fk_stream_parse_number(o->stream, word, &x[i]);
        if (status != FK_OK)
            return status;
        token = i < 2 ? next_off_line_word(o, &word) : token;
    }
    o->stream->report->vertices++;
    fk_status status =
        fk_stream_builder_status(o->stream, fk_builder_add_point(o->builder, fk_vec3_make(x[0], x[1], x[2])));
    if (status == FK_OK)
        fk_stream_skip_line(o->stream);
    return status == FK_OK ? o->stream->failed : status;
}

static fk_status read_off_corner(off_reader *o, size_t at)
{
    fk_word word;
    int64_t vertex;
    fk_token token = next_off_line_word(o, &word);
    if (token != FK_TOKEN_WORD)
        return fk_stream_fail_missing(o->stream, token, "the number of a vertex");
    if (!fk_grow(o->builder->context, &o->corner, sizeof *o->corner, at, &o->capacity, at + 1))
        return FK_ERROR_MEMORY;
    if (o->vertices == 0)
        return fk_stream_fail_syntax(o->stream, word.length, "a face in a file without vertices");
    fk_status status = fk_stream_parse_whole(o->stream, word, 0, o->vertices - 1, &vertex);
    if (status == FK_OK)
        o->corner[at] = (uint32_t)vertex;
    return status;
}

static fk_status read_off_face(off_reader *o)
{
    int64_t corners = 0;
    fk_status status = read_off_whole(o, "a face", &corners);
    for (int64_t i = 0; status == FK_OK && i < corners; i++)
        status = read_off_corner(o, (size_t)i);
    if (status == FK_OK)
        status = fk_read_polygon(o->stream, o->builder, o->corner, (size_t)corners);
    if (status == FK_OK)
        fk_stream_skip_line(o->stream);
    return status == FK_OK ? o->stream->failed : status;
}

static fk_status expect_off_end(off_reader *o)
{
    fk_word word;
    fk_token token = next_off_word(o, &word);
    if (token == FK_TOKEN_WORD)
        return fk_stream_fail_syntax(o->stream, word.length,
                                     "'%.*s' after the last of %lld faces: the counts do not fit",
                                     FK_WORD_ARGUMENTS(word), (long long)o->faces);
    return token == FK_TOKEN_FAILED ? o->stream->failed : FK_OK;
}

fk_status fk_read_off(fk_stream *stream, fk_builder *builder)
{
    off_reader o = {.stream = stream, .builder = builder};
    stream->report->format = FK_FORMAT_OFF;
    fk_status status = read_off_head(&o);
    for (int64_t i = 0; status == FK_OK && i < o.vertices; i++)
        status = read_off_vertex(&o);
    for (int64_t i = 0; status == FK_OK && i < o.faces; i++)
        status = read_off_face(&o);
    if (status == FK_OK)
        status = expect_off_end(&o);
    fk_release(builder->context, o.corner, o.capacity * sizeof *o.corner);
    return status;
}
