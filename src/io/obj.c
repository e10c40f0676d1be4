/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Reads Wavefront OBJ, after "Advanced Visualizer Manual", appendix B1, Object Files (.obj), version 3.0: vertices, faces, objects
 * and groups. What exactly is taken, and what is passed over: docs/formats.md.
 *
 * A face may come before its vertices. From the first such one on, faces wait until the end, so that triangles keep the order of
 * the file.
 *
 * Parts are the objects (`o`). Groups (`g`) are parts where there are no objects; whether they stay parts is for the builder
 * to say, see parts_if_closed. The faces of groups before the first object are one part without a name.
 *
 * Weak inputs: an index that is too large is found when the file is at its end, after errors in later lines. */

#include <string.h>

#include "io/readers.h"

typedef struct obj {
    fk_source *source;
    fk_builder *builder;
    fk_faces faces;
    fk_obj_parts parts;
    uint32_t part;       /* at work; FK_NONE before the first */
    bool has_objects;    /* there was an `o` */
    bool is_waiting;     /* a face waits, so all that follow do */
    bool is_continued;   /* the word before the next line end was a backslash */
    fk_face_place place; /* of the statement at work */
} obj;

/* ---- Words and lines ----------------------------------------------------------------------------------- */

static bool is_before_line_end(const fk_source *s)
{
    return s->begin == s->end || s->buffer[s->begin] == '\n' || s->buffer[s->begin] == '\r';
}

/* The next word of the statement, which goes on behind a line end after a backslash and ends at a comment. */
static fk_token next_word(obj *o, fk_word *word)
{
    fk_source *s = o->source;
    for (;;) {
        fk_token token = fk_source_word(s, word);
        if (token == FK_TOKEN_LINE_END && o->is_continued) {
            o->is_continued = false;
            continue;
        }
        if (token != FK_TOKEN_WORD)
            return token;
        if (word->text[0] == '#') {
            o->is_continued = false;
            return fk_source_skip_line(s);
        }
        if (word->text[word->length - 1] != '\\' || !is_before_line_end(s))
            return token;
        o->is_continued = true;
        if (--word->length > 0)
            return token;
    }
}

/* The rest of the line, as far as one can look ahead, without its end. Not taken. */
static fk_word rest_of_line(fk_source *s)
{
    size_t length = 0, there = s->end - s->begin;
    for (;;) {
        const unsigned char *text = s->buffer + s->begin;
        while (length < there && text[length] != '\n' && text[length] != '\r')
            length++;
        size_t more = length < there ? there : fk_source_look(s, FK_SOURCE_CAPACITY);
        if (more == there)
            break;
        there = more;
    }
    fk_word rest = {(const char *)s->buffer + s->begin, length};
    return rest;
}

/* Passes over the rest of the statement and its line end. */
static fk_status skip_statement(obj *o)
{
    fk_source *s = o->source;
    char last = '\0';
    o->is_continued = false;
    for (;;) {
        fk_word rest = rest_of_line(s);
        if (rest.length > 0) {
            last = rest.text[rest.length - 1];
            fk_source_take(s, rest.length);
            continue;
        }
        fk_token token = fk_source_skip_line(s);
        if (token == FK_TOKEN_FAILED)
            return s->failed;
        if (token == FK_TOKEN_END || last != '\\')
            return FK_OK;
        last = '\0';
    }
}

/* ---- Vertices ------------------------------------------------------------------------------------------ */

static fk_status next_coordinate(obj *o, double *out)
{
    fk_word word;
    fk_token token = next_word(o, &word);
    if (token == FK_TOKEN_WORD)
        return fk_source_number(o->source, word, out);
    if (token == FK_TOKEN_FAILED)
        return o->source->failed;
    fk_status status =
        fk_source_fail(o->source, FK_ERROR_SYNTAX, 0, "a vertex has fewer than three coordinates");
    o->source->report->line = o->place.line;
    o->source->report->offset = o->place.offset;
    return status;
}

/* A weight or colours may follow. */
static fk_status read_vertex(obj *o)
{
    fk_vec3 v;
    fk_status status = next_coordinate(o, &v.x);
    if (status == FK_OK)
        status = next_coordinate(o, &v.y);
    if (status == FK_OK)
        status = next_coordinate(o, &v.z);
    if (status == FK_OK)
        status = fk_read_status(o->source, fk_builder_add_point(o->builder, v));
    if (status == FK_OK && o->is_continued) {
        fk_word word;
        fk_token token;
        while ((token = next_word(o, &word)) == FK_TOKEN_WORD)
            continue;
        return token == FK_TOKEN_FAILED ? o->source->failed : FK_OK;
    }
    return status == FK_OK ? skip_statement(o) : status;
}

/* ---- Faces --------------------------------------------------------------------------------------------- */

/* Whether what follows the number of a vertex is right: /vt, /vt/vn, //vn, where numbers may be missing. */
static bool is_tail_right(const char *text, size_t length)
{
    int slashes = 0;
    bool has_digit = false;
    for (size_t i = 0; i < length; i++) {
        bool is_sign = (text[i] == '-' || text[i] == '+') && text[i - 1] == '/';
        bool is_digit = text[i] >= '0' && text[i] <= '9';
        if (text[i] == '/' ? ++slashes > 2 : !(is_digit || is_sign))
            return false;
        has_digit = is_digit;
    }
    return length == 0 || has_digit || text[length - 1] == '/';
}

/* The number of a vertex, from 0, which may be one that is still to come. */
static fk_status find_vertex(obj *o, fk_word whole, int64_t number, uint32_t *out)
{
    fk_source *s = o->source;
    int64_t count = (int64_t)o->builder->point.count;
    if (number == 0)
        return fk_source_fail(s, FK_ERROR_SYNTAX, whole.length, "vertex 0: numbers of vertices start at 1");
    if (number < -count)
        return fk_source_fail(s, FK_ERROR_SYNTAX, whole.length, "vertex %lld, but there are only %lld so far",
                              (long long)number, (long long)count);
    *out = (uint32_t)(number < 0 ? count + number : number - 1);
    return FK_OK;
}

static fk_status read_corner(obj *o, fk_word word)
{
    const char *slash = memchr(word.text, '/', word.length);
    fk_word number = {word.text, slash != NULL ? (size_t)(slash - word.text) : word.length};
    int64_t value;
    uint32_t vertex = 0;
    if (!is_tail_right(number.text + number.length, word.length - number.length))
        return fk_source_fail(o->source, FK_ERROR_SYNTAX, word.length,
                              "'%.*s' is no corner of a face; these are v, v/vt, v//vn or v/vt/vn",
                              word.length < 40 ? (int)word.length : 40, word.text);
    fk_status status =
        fk_source_whole(o->source, number, -(int64_t)FK_MESH_MOST, (int64_t)FK_MESH_MOST, &value);
    if (status != FK_OK) {
        o->source->report->offset = o->source->offset - word.length;
        return status;
    }
    status = find_vertex(o, word, value, &vertex);
    if (status == FK_OK)
        status = fk_faces_add(&o->faces, vertex);
    if (vertex >= o->builder->point.count)
        o->is_waiting = true;
    return status;
}

/* The first part, where the file has not named one. */
static fk_status ensure_part(obj *o)
{
    return o->part != FK_NONE ? FK_OK : fk_obj_parts_use(&o->parts, "", 0, &o->part);
}

static fk_status read_face(obj *o)
{
    fk_word word;
    fk_token token;
    fk_status status = ensure_part(o);
    o->faces.count = 0;
    while (status == FK_OK && (token = next_word(o, &word)) != FK_TOKEN_LINE_END && token != FK_TOKEN_END)
        status = token == FK_TOKEN_FAILED ? o->source->failed : read_corner(o, word);
    if (status != FK_OK)
        return fk_read_status(o->source, status);
    o->place.part = o->part;
    return o->is_waiting ? fk_faces_put(&o->faces, o->place)
                         : fk_read_polygon(o->source, o->builder, o->faces.corner, o->faces.count);
}

static fk_status check_corners(obj *o, const fk_face_place *place)
{
    fk_source *s = o->source;
    size_t count = o->builder->point.count;
    for (size_t i = 0; i < o->faces.count; i++)
        if (o->faces.corner[i] >= count) {
            fk_status status = fk_source_fail(s, FK_ERROR_SYNTAX, 0, "vertex %lu, but the file has only %lu",
                                              o->faces.corner[i] + 1ul, (unsigned long)count);
            s->report->line = place->line;
            s->report->offset = place->offset;
            return status;
        }
    return FK_OK;
}

/* All vertices are there: the faces that wait for them. */
static fk_status add_waiting(obj *o)
{
    fk_face_place place;
    fk_status status = FK_OK;
    while (status == FK_OK && fk_faces_take(&o->faces, &place)) {
        status = check_corners(o, &place);
        if (status == FK_OK)
            status = fk_builder_use_part(o->builder, place.part);
        if (status == FK_OK)
            status = fk_read_polygon(o->source, o->builder, o->faces.corner, o->faces.count);
    }
    return status;
}

/* ---- Parts --------------------------------------------------------------------------------------------- */

/* All faces so far, which belong to groups or to nothing, become one part without a name; groups have no say from here. */
static void forget_groups(obj *o)
{
    o->has_objects = true;
    o->part = fk_builder_forget_parts(o->builder, o->is_waiting) ? 0 : FK_NONE;
    fk_faces_join(&o->faces);
    fk_obj_parts_restart(&o->parts);
}

static fk_word trim(fk_word word)
{
    while (word.length > 0 && (unsigned char)word.text[0] <= ' ') {
        word.text++;
        word.length--;
    }
    while (word.length > 0 && (unsigned char)word.text[word.length - 1] <= ' ')
        word.length--;
    return word;
}

static fk_status read_part(obj *o, bool is_object)
{
    if (is_object && !o->has_objects)
        forget_groups(o);
    if (is_object == o->has_objects) {
        fk_word name = rest_of_line(o->source);
        if (name.length > 0 && name.text[name.length - 1] == '\\')
            name.length--;
        name = trim(name);
        fk_status status = fk_obj_parts_use(&o->parts, name.text, name.length, &o->part);
        if (status != FK_OK)
            return fk_read_status(o->source, status);
    }
    return skip_statement(o);
}

/* ---- Statements ---------------------------------------------------------------------------------------- */

/* Statements that are no elements, and say nothing about triangles. All others that are not known are counted. */
static const char *const silent[] = {
    "vn",        "vt",     "vp",    "s",        "mg",       "usemtl", "mtllib",
    "usemap",    "maplib", "bevel", "c_interp", "d_interp", "lod",    "shadow_obj",
    "trace_obj", "ctech",  "stech", "cstype",   "deg",      "bmat",   "step",
    "parm",      "trim",   "hole",  "scrv",     "sp",       "end",    "con",
};

static bool is_silent(fk_word word)
{
    for (size_t i = 0; i < sizeof silent / sizeof silent[0]; i++)
        if (fk_word_is(word, silent[i]))
            return true;
    return false;
}

static bool is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

/* Some programs write how many vertices and triangles there are into the first line. */
static bool is_count(const obj *o, fk_word word)
{
    for (size_t i = 0; i < word.length; i++)
        if (word.text[i] < '0' || word.text[i] > '9')
            return false;
    return o->place.line == 1;
}

static fk_status read_statement(obj *o, fk_word word)
{
    o->place.line = o->source->line;
    o->place.offset = o->source->offset - word.length;
    if (fk_word_is(word, "v"))
        return read_vertex(o);
    if (fk_word_is(word, "f") || fk_word_is(word, "fo"))
        return read_face(o);
    if (fk_word_is(word, "o") || fk_word_is(word, "g"))
        return read_part(o, word.text[0] == 'o');
    if (!is_letter(word.text[0]) && !is_count(o, word))
        return fk_source_fail(o->source, FK_ERROR_SYNTAX, word.length, "'%.*s' is no statement of OBJ",
                              word.length < 40 ? (int)word.length : 40, word.text);
    o->source->report->ignored += is_letter(word.text[0]) && !is_silent(word);
    return skip_statement(o);
}

static fk_status read_all(obj *o)
{
    fk_status status = FK_OK;
    fk_word word;
    while (status == FK_OK)
        switch (next_word(o, &word)) {
        case FK_TOKEN_WORD:
            status = read_statement(o, word);
            break;
        case FK_TOKEN_LINE_END:
            break;
        case FK_TOKEN_END:
            return add_waiting(o);
        case FK_TOKEN_FAILED:
            return o->source->failed;
        }
    return status;
}

fk_status fk_read_obj(fk_source *source, fk_builder *builder)
{
    obj o = {.source = source, .builder = builder, .part = FK_NONE};
    fk_faces_init(&o.faces, builder->context);
    fk_obj_parts_init(&o.parts, builder);
    source->report->format = FK_FORMAT_OBJ;
    fk_status status = read_all(&o);
    source->report->vertices = builder->point.count;
    builder->parts_if_closed = !o.has_objects;
    fk_obj_parts_end(&o.parts);
    fk_faces_end(&o.faces);
    return status;
}
