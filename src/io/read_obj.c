/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Reads Wavefront OBJ, after "Advanced Visualizer Manual", appendix B1, Object Files (.obj), version 3.0: vertices,
 * faces, objects and groups. docs/formats.md lists what is accepted and what is skipped.
 *
 * A face may come before its vertices. From the first such face on, all faces are deferred until the end, so that
 * triangles keep the order of the file.
 *
 * Parts are the objects (`o`). Groups (`g`) are parts if there are no objects; the builder decides whether they stay
 * parts, see parts_if_closed. The faces of groups before the first object become one part without a name.
 *
 * Weak inputs: an index that is too large is found at the end of the file, after errors in later lines. */

#include "io/readers.h"

#include <string.h>

#define FEWEST_SLOTS ((size_t)64)

/* The parts by name: a hash table with open addressing over the names in the builder. */
typedef struct obj_part_table {
    fk_builder *builder;
    uint32_t *slot; /* a part, or FK_NONE */
    size_t slot_count;
} obj_part_table;

/* ---- Parts by name -------------------------------------------------------------------------------------- */

/* A byte of a part's name, and '\0' after its end. */
static char part_name_byte(const obj_part_table *p, uint32_t part, size_t index)
{
    const fk_builder_part *found = fk_chunks_at(&p->builder->part, part);
    return *(const char *)fk_chunks_at(&p->builder->name, found->name + index);
}

static bool has_part_name(const obj_part_table *p, uint32_t part, const char *name, size_t length)
{
    for (size_t i = 0; i < length; i++)
        if (part_name_byte(p, part, i) != name[i])
            return false;
    return part_name_byte(p, part, length) == '\0';
}

/* One step of FNV-1a. */
static uint64_t hash_byte(uint64_t hash, char c)
{
    return (hash ^ (unsigned char)c) * 0x100000001b3u;
}

static const uint64_t hash_start = 0xcbf29ce484222325u;

static uint64_t hash_name(const char *name, size_t length)
{
    uint64_t hash = hash_start;
    for (size_t i = 0; i < length; i++)
        hash = hash_byte(hash, name[i]);
    return hash ^ hash >> 32;
}

static uint64_t hash_part_name(const obj_part_table *p, uint32_t part)
{
    uint64_t hash = hash_start;
    char c;
    for (size_t i = 0; (c = part_name_byte(p, part, i)) != '\0'; i++)
        hash = hash_byte(hash, c);
    return hash ^ hash >> 32;
}

static void insert_part_slot(obj_part_table *p, uint64_t hash, uint32_t part)
{
    size_t at = (size_t)hash & (p->slot_count - 1);
    while (p->slot[at] != FK_NONE)
        at = (at + 1) & (p->slot_count - 1);
    p->slot[at] = part;
}

/* Keeps at least half of the slots free after one more part. */
static bool reserve_part_slot(obj_part_table *p)
{
    size_t count = p->builder->part.count;
    if (2 * (count + 1) <= p->slot_count)
        return true;
    size_t more = p->slot_count == 0 ? FEWEST_SLOTS : 2 * p->slot_count;
    uint32_t *grown = fk_allocate(p->builder->context, more * sizeof *grown);
    if (grown == NULL)
        return false;
    memset(grown, 0xff, more * sizeof *grown);
    uint32_t *old = p->slot;
    size_t old_count = p->slot_count;
    p->slot = grown;
    p->slot_count = more;
    for (size_t i = 0; i < old_count; i++)
        if (old[i] != FK_NONE)
            insert_part_slot(p, hash_part_name(p, old[i]), old[i]);
    fk_release(p->builder->context, old, old_count * sizeof *old);
    return true;
}

/* Rebuilds the table from the parts that the builder has now. */
static void restart_part_table(obj_part_table *p)
{
    if (p->slot_count > 0)
        memset(p->slot, 0xff, p->slot_count * sizeof *p->slot);
    for (uint32_t i = 0; i < p->builder->part.count; i++)
        insert_part_slot(p, hash_part_name(p, i), i);
}

static uint32_t find_part_slot(const obj_part_table *p, uint64_t hash, const char *name, size_t length)
{
    size_t at = (size_t)hash & (p->slot_count - 1);
    for (; p->slot[at] != FK_NONE; at = (at + 1) & (p->slot_count - 1))
        if (has_part_name(p, p->slot[at], name, length))
            return p->slot[at];
    return FK_NONE;
}

/* Makes the part with this name current, and adds it if it is new. FK_ERROR_MEMORY; FK_ERROR_ARGUMENT: too many
 * parts. */
static fk_status use_named_part(obj_part_table *p, const char *name, size_t length, uint32_t *out)
{
    if (!reserve_part_slot(p))
        return FK_ERROR_MEMORY;
    /* A name ends where the builder's copy of it would end. */
    const char *end = length > 0 ? memchr(name, '\0', length) : NULL;
    length = end != NULL ? (size_t)(end - name) : length;
    uint64_t hash = hash_name(name, length);
    uint32_t found = find_part_slot(p, hash, name, length);
    if (found != FK_NONE) {
        *out = found;
        return fk_builder_use_part(p->builder, found);
    }
    uint32_t added = (uint32_t)p->builder->part.count;
    fk_status status = fk_builder_add_part(p->builder, name, length);
    if (status != FK_OK)
        return status;
    insert_part_slot(p, hash, added);
    *out = added;
    return FK_OK;
}

typedef struct obj_reader {
    fk_stream *stream;
    fk_builder *builder;
    fk_face_queue faces;
    obj_part_table parts;
    uint32_t part;         /* the current part; FK_NONE before the first */
    bool has_objects;      /* the file has an `o` */
    bool is_deferring;     /* a face was deferred, so all that follow are */
    bool is_continued;     /* the last word before the line end was a backslash */
    fk_deferred_face face; /* position of the current statement */
} obj_reader;

/* ---- Words and lines ----------------------------------------------------------------------------------- */

static bool is_before_line_end(const fk_stream *s)
{
    return s->begin == s->end || s->buffer[s->begin] == '\n' || s->buffer[s->begin] == '\r';
}

/* The next word of the statement, which continues after a backslash at the line end and ends at a comment. */
static fk_token next_obj_word(obj_reader *o, fk_word *word)
{
    fk_stream *s = o->stream;
    for (;;) {
        fk_token token = fk_stream_next_token(s, word);
        if (token == FK_TOKEN_LINE_END && o->is_continued) {
            o->is_continued = false;
            continue;
        }
        if (token != FK_TOKEN_WORD)
            return token;
        if (word->text[0] == '#') {
            o->is_continued = false;
            return fk_stream_skip_line(s);
        }
        if (word->text[word->length - 1] != '\\' || !is_before_line_end(s))
            return token;
        o->is_continued = true;
        if (--word->length > 0)
            return token;
    }
}

/* The rest of the line within the lookahead, without its end; nothing is skipped. */
static fk_word rest_of_line(fk_stream *s)
{
    size_t length = 0, there = s->end - s->begin;
    for (;;) {
        const unsigned char *text = s->buffer + s->begin;
        while (length < there && text[length] != '\n' && text[length] != '\r')
            length++;
        size_t more = length < there ? there : fk_stream_peek(s, FK_STREAM_CAPACITY);
        if (more == there)
            break;
        there = more;
    }
    fk_word rest = {(const char *)s->buffer + s->begin, length};
    return rest;
}

/* Skips the rest of the statement and its line end. */
static fk_status skip_statement(obj_reader *o)
{
    fk_stream *s = o->stream;
    char last = '\0';
    o->is_continued = false;
    for (;;) {
        fk_word rest = rest_of_line(s);
        if (rest.length > 0) {
            last = rest.text[rest.length - 1];
            fk_stream_skip(s, rest.length);
            continue;
        }
        fk_token token = fk_stream_skip_line(s);
        if (token == FK_TOKEN_FAILED)
            return s->failed;
        if (token == FK_TOKEN_END || last != '\\')
            return FK_OK;
        last = '\0';
    }
}

/* ---- Vertices ------------------------------------------------------------------------------------------ */

static fk_status next_coordinate(obj_reader *o, double *out)
{
    fk_word word;
    fk_token token = next_obj_word(o, &word);
    if (token == FK_TOKEN_WORD)
        return fk_stream_parse_number(o->stream, word, out);
    if (token == FK_TOKEN_FAILED)
        return o->stream->failed;
    fk_status status = fk_stream_fail_syntax(o->stream, 0, "a vertex has fewer than three coordinates");
    o->stream->report->line = o->face.line;
    o->stream->report->offset = o->face.offset;
    return status;
}

/* Reads a vertex; a weight or colours may follow. */
static fk_status read_obj_vertex(obj_reader *o)
{
    fk_vec3 v;
    fk_status status = next_coordinate(o, &v.x);
    if (status == FK_OK)
        status = next_coordinate(o, &v.y);
    if (status == FK_OK)
        status = next_coordinate(o, &v.z);
    if (status == FK_OK)
        status = fk_stream_builder_status(o->stream, fk_builder_add_point(o->builder, v));
    if (status == FK_OK && o->is_continued) {
        fk_word word;
        fk_token token;
        while ((token = next_obj_word(o, &word)) == FK_TOKEN_WORD)
            continue;
        return token == FK_TOKEN_FAILED ? o->stream->failed : FK_OK;
    }
    return status == FK_OK ? skip_statement(o) : status;
}

/* ---- Faces --------------------------------------------------------------------------------------------- */

/* Whether the text after a vertex number is valid: /vt, /vt/vn or //vn, in which numbers may be missing. */
static bool is_corner_tail(const char *text, size_t length)
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

/* The index of a vertex, from 0, which may come later. */
static fk_status find_vertex(obj_reader *o, fk_word whole, int64_t number, uint32_t *out)
{
    fk_stream *s = o->stream;
    int64_t count = (int64_t)o->builder->point.count;
    if (number == 0)
        return fk_stream_fail_syntax(s, whole.length, "vertex 0: numbers of vertices start at 1");
    if (number < -count)
        return fk_stream_fail_syntax(s, whole.length, "vertex %lld, but there are only %lld so far",
                                     (long long)number, (long long)count);
    *out = (uint32_t)(number < 0 ? count + number : number - 1);
    return FK_OK;
}

static fk_status read_obj_corner(obj_reader *o, fk_word word)
{
    const char *slash = memchr(word.text, '/', word.length);
    fk_word number = {word.text, slash != NULL ? (size_t)(slash - word.text) : word.length};
    int64_t value;
    uint32_t vertex = 0;
    if (!is_corner_tail(number.text + number.length, word.length - number.length))
        return fk_stream_fail_syntax(o->stream, word.length,
                                     "'%.*s' is no corner of a face; these are v, v/vt, v//vn or v/vt/vn",
                                     FK_WORD_ARGUMENTS(word));
    fk_status status =
        fk_stream_parse_whole(o->stream, number, -(int64_t)FK_MESH_MOST, (int64_t)FK_MESH_MOST, &value);
    if (status != FK_OK) {
        o->stream->report->offset = o->stream->offset - word.length;
        return status;
    }
    status = find_vertex(o, word, value, &vertex);
    if (status == FK_OK)
        status = fk_face_queue_add_corner(&o->faces, vertex);
    if (vertex >= o->builder->point.count)
        o->is_deferring = true;
    return status;
}

/* Adds a first part if the file has not named one. */
static fk_status ensure_first_part(obj_reader *o)
{
    return o->part != FK_NONE ? FK_OK : use_named_part(&o->parts, "", 0, &o->part);
}

static fk_status read_obj_face(obj_reader *o)
{
    fk_word word;
    fk_token token;
    fk_status status = ensure_first_part(o);
    o->faces.count = 0;
    while (status == FK_OK && (token = next_obj_word(o, &word)) != FK_TOKEN_LINE_END && token != FK_TOKEN_END)
        status = token == FK_TOKEN_FAILED ? o->stream->failed : read_obj_corner(o, word);
    if (status != FK_OK)
        return fk_stream_builder_status(o->stream, status);
    o->face.part = o->part;
    return o->is_deferring ? fk_face_queue_defer(&o->faces, o->face)
                           : fk_read_polygon(o->stream, o->builder, o->faces.corner, o->faces.count);
}

static fk_status check_corners(obj_reader *o, const fk_deferred_face *face)
{
    fk_stream *s = o->stream;
    size_t count = o->builder->point.count;
    for (size_t i = 0; i < o->faces.count; i++)
        if (o->faces.corner[i] >= count) {
            fk_status status = fk_stream_fail_syntax(s, 0, "vertex %lu, but the file has only %lu",
                                                     o->faces.corner[i] + 1ul, (unsigned long)count);
            s->report->line = face->line;
            s->report->offset = face->offset;
            return status;
        }
    return FK_OK;
}

/* Adds the deferred faces, once all vertices are read. */
static fk_status add_deferred_obj_faces(obj_reader *o)
{
    fk_deferred_face face;
    fk_status status = FK_OK;
    while (status == FK_OK && fk_face_queue_next(&o->faces, &face)) {
        status = check_corners(o, &face);
        if (status == FK_OK)
            status = fk_builder_use_part(o->builder, face.part);
        if (status == FK_OK)
            status = fk_read_polygon(o->stream, o->builder, o->faces.corner, o->faces.count);
    }
    return status;
}

/* ---- Parts --------------------------------------------------------------------------------------------- */

/* Moves all faces so far, of groups or of none, into one part without a name; later groups are ignored. */
static void forget_groups(obj_reader *o)
{
    o->has_objects = true;
    o->part = fk_builder_forget_parts(o->builder, o->is_deferring) ? 0 : FK_NONE;
    fk_face_queue_clear_parts(&o->faces);
    restart_part_table(&o->parts);
}

static fk_word trim_word(fk_word word)
{
    while (word.length > 0 && (unsigned char)word.text[0] <= ' ') {
        word.text++;
        word.length--;
    }
    while (word.length > 0 && (unsigned char)word.text[word.length - 1] <= ' ')
        word.length--;
    return word;
}

static fk_status read_obj_part(obj_reader *o, bool is_object)
{
    if (is_object && !o->has_objects)
        forget_groups(o);
    if (is_object == o->has_objects) {
        fk_word name = rest_of_line(o->stream);
        if (name.length > 0 && name.text[name.length - 1] == '\\')
            name.length--;
        name = trim_word(name);
        fk_status status = use_named_part(&o->parts, name.text, name.length, &o->part);
        if (status != FK_OK)
            return fk_stream_builder_status(o->stream, status);
    }
    return skip_statement(o);
}

/* ---- Statements ---------------------------------------------------------------------------------------- */

/* Statements without elements, which do not affect triangles. All other unknown statements are counted. */
static const char *const silent_statement[] = {
    "vn",        "vt",     "vp",    "s",        "mg",       "usemtl", "mtllib",
    "usemap",    "maplib", "bevel", "c_interp", "d_interp", "lod",    "shadow_obj",
    "trace_obj", "ctech",  "stech", "cstype",   "deg",      "bmat",   "step",
    "parm",      "trim",   "hole",  "scrv",     "sp",       "end",    "con",
};

static bool is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

/* Some programs write the numbers of vertices and triangles into the first line. */
static bool is_count_line(const obj_reader *o, fk_word word)
{
    for (size_t i = 0; i < word.length; i++)
        if (word.text[i] < '0' || word.text[i] > '9')
            return false;
    return o->face.line == 1;
}

static fk_status read_statement(obj_reader *o, fk_word word)
{
    o->face.line = o->stream->line;
    o->face.offset = o->stream->offset - word.length;
    if (fk_word_is(word, "v"))
        return read_obj_vertex(o);
    if (fk_word_is(word, "f") || fk_word_is(word, "fo"))
        return read_obj_face(o);
    if (fk_word_is(word, "o") || fk_word_is(word, "g"))
        return read_obj_part(o, word.text[0] == 'o');
    if (!is_letter(word.text[0]) && !is_count_line(o, word))
        return fk_stream_fail_syntax(o->stream, word.length, "'%.*s' is no statement of OBJ",
                                     FK_WORD_ARGUMENTS(word));
    o->stream->report->ignored +=
        is_letter(word.text[0]) &&
        !fk_word_is_any(word, silent_statement, sizeof silent_statement / sizeof silent_statement[0]);
    return skip_statement(o);
}

static fk_status read_statements(obj_reader *o)
{
    fk_status status = FK_OK;
    fk_word word;
    while (status == FK_OK)
        switch (next_obj_word(o, &word)) {
        case FK_TOKEN_WORD:
            status = read_statement(o, word);
            break;
        case FK_TOKEN_LINE_END:
            break;
        case FK_TOKEN_END:
            return add_deferred_obj_faces(o);
        case FK_TOKEN_FAILED:
            return o->stream->failed;
        }
    return status;
}

fk_status fk_read_obj(fk_stream *stream, fk_builder *builder)
{
    obj_reader o = {.stream = stream, .builder = builder, .parts = {.builder = builder}, .part = FK_NONE};
    fk_face_queue_init(&o.faces, builder->context);
    stream->report->format = FK_FORMAT_OBJ;
    fk_status status = read_statements(&o);
    stream->report->vertices = builder->point.count;
    builder->parts_if_closed = !o.has_objects;
    fk_release(builder->context, o.parts.slot, o.parts.slot_count * sizeof *o.parts.slot);
    fk_face_queue_end(&o.faces);
    return status;
}
