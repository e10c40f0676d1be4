/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Reads the header of a PLY file, after Turk, "The PLY Polygon File Format" (1994), with later names of types.
 *
 * Line ends are LF, CR LF or CR. In a binary file, the byte after the last line end may look like the LF of a CR LF;
 * so the first line end decides which kind the file uses. */

#include "io/readers.h"

/* Rows of an element. Far more than any file has. */
#define MOST_ROWS (INT64_MAX / 2)

typedef struct ply_header_reader {
    fk_stream *stream;
    fk_ply_header *header;
    fk_ply_element *element; /* the last element, or NULL */
    bool has_role[FK_PLY_UNUSED];
    bool is_cr_alone; /* lines end in a single CR */
} ply_header_reader;

/* ---- Types --------------------------------------------------------------------------------------------- */

static const struct {
    const char *name, *alias;
    size_t size;
} types[] = {
    [FK_PLY_NONE] = {"", "", 0},
    [FK_PLY_INT8] = {"char", "int8", 1},
    [FK_PLY_UINT8] = {"uchar", "uint8", 1},
    [FK_PLY_INT16] = {"short", "int16", 2},
    [FK_PLY_UINT16] = {"ushort", "uint16", 2},
    [FK_PLY_INT32] = {"int", "int32", 4},
    [FK_PLY_UINT32] = {"uint", "uint32", 4},
    [FK_PLY_FLOAT] = {"float", "float32", 4},
    [FK_PLY_DOUBLE] = {"double", "float64", 8},
};

size_t fk_ply_size(fk_ply_type type)
{
    return types[type].size;
}

static bool is_whole_type(fk_ply_type type)
{
    return type < FK_PLY_FLOAT;
}

/* ---- Words --------------------------------------------------------------------------------------------- */

/* Fails because `what` is missing. */
static fk_status fail_missing_word(ply_header_reader *r, fk_token token, const char *what)
{
    if (token == FK_TOKEN_END)
        return fk_stream_fail_syntax(r->stream, 0, "the file ends in its header, before end_header");
    return fk_stream_fail_missing(r->stream, token, what);
}

/* The next word of the line, which messages call `what`. */
static fk_status next_header_word(ply_header_reader *r, const char *what, fk_word *word)
{
    fk_token token = fk_stream_next_token(r->stream, word);
    return token == FK_TOKEN_WORD ? FK_OK : fail_missing_word(r, token, what);
}

static fk_status expect_line_end(ply_header_reader *r)
{
    fk_word word;
    fk_token token = fk_stream_next_token(r->stream, &word);
    if (token == FK_TOKEN_WORD)
        return fk_stream_fail_syntax(r->stream, word.length, "'%.*s' is too much in this line",
                                     FK_WORD_ARGUMENTS(word));
    return token == FK_TOKEN_LINE_END ? FK_OK : fail_missing_word(r, token, NULL);
}

/* Finds the type of a word. */
static fk_status find_type(ply_header_reader *r, fk_word word, fk_ply_type *out)
{
    for (int t = FK_PLY_INT8; t <= FK_PLY_DOUBLE; t++)
        if (fk_word_is(word, types[t].name) || fk_word_is(word, types[t].alias)) {
            *out = (fk_ply_type)t;
            return FK_OK;
        }
    return fk_stream_fail_syntax(r->stream, word.length, "'%.*s' is no type of PLY", FK_WORD_ARGUMENTS(word));
}

static fk_status next_type(ply_header_reader *r, fk_ply_type *out)
{
    fk_word word;
    fk_status status = next_header_word(r, "a type", &word);
    return status == FK_OK ? find_type(r, word, out) : status;
}

/* ---- Lines --------------------------------------------------------------------------------------------- */

static fk_status read_format_line(ply_header_reader *r)
{
    static const struct {
        const char *word;
        fk_format format;
    } known[] = {{"ascii", FK_FORMAT_PLY_ASCII},
                 {"binary_little_endian", FK_FORMAT_PLY},
                 {"binary_big_endian", FK_FORMAT_PLY_BIG}};
    fk_stream *s = r->stream;
    fk_word word;
    if (r->header->format != FK_FORMAT_ANY)
        return fk_stream_fail_syntax(s, 6, "the format stands here a second time");
    fk_status status = next_header_word(r, "a format", &word);
    for (int i = 0; status == FK_OK && i < 3; i++)
        if (fk_word_is(word, known[i].word))
            r->header->format = known[i].format;
    if (status == FK_OK && r->header->format == FK_FORMAT_ANY)
        return fk_stream_fail(s, FK_ERROR_FORMAT, word.length,
                              "'%.*s' is no format of PLY; these are ascii, binary_little_endian and "
                              "binary_big_endian",
                              FK_WORD_ARGUMENTS(word));
    if (status == FK_OK)
        status = next_header_word(r, "a version", &word);
    if (status == FK_OK && !fk_word_is(word, "1.0"))
        return fk_stream_fail(s, FK_ERROR_FORMAT, word.length, "version '%.*s' of PLY is not known, only 1.0",
                              FK_WORD_ARGUMENTS(word));
    s->report->format = r->header->format;
    return status == FK_OK ? expect_line_end(r) : status;
}

/* Checks the properties of the last element. */
static fk_status check_element(ply_header_reader *r)
{
    const fk_ply_element *e = r->element;
    if (e == NULL || e->count == 0)
        return FK_OK;
    bool has_place = r->has_role[FK_PLY_X] && r->has_role[FK_PLY_Y] && r->has_role[FK_PLY_Z];
    if (e->kind == FK_PLY_VERTEX && !has_place)
        return fk_stream_fail_syntax(r->stream, 0, "the element vertex has no properties x, y and z");
    if ((e->kind == FK_PLY_FACE || e->kind == FK_PLY_STRIPS) && !r->has_role[FK_PLY_INDICES])
        return fk_stream_fail_syntax(r->stream, 0,
                                     "the element %s has no list vertex_indices or vertex_index",
                                     e->kind == FK_PLY_FACE ? "face" : "tristrips");
    return FK_OK;
}

static fk_ply_kind element_kind(fk_word word)
{
    return fk_word_is(word, "vertex")      ? FK_PLY_VERTEX
           : fk_word_is(word, "face")      ? FK_PLY_FACE
           : fk_word_is(word, "tristrips") ? FK_PLY_STRIPS
                                           : FK_PLY_OTHER;
}

static fk_status add_element(ply_header_reader *r, fk_ply_kind kind, int64_t count)
{
    fk_ply_header *h = r->header;
    fk_ply_element *e = fk_chunks_add(&h->element);
    if (e == NULL)
        return FK_ERROR_MEMORY;
    e->kind = kind;
    e->count = (uint64_t)count;
    e->first = e->end = h->property.count;
    r->element = e;
    for (int i = 0; i < FK_PLY_UNUSED; i++)
        r->has_role[i] = false;
    if (kind == FK_PLY_VERTEX) {
        h->has_vertices = true;
        h->vertex_count = e->count;
    }
    return FK_OK;
}

static fk_status read_element_line(ply_header_reader *r)
{
    fk_stream *s = r->stream;
    fk_word word;
    int64_t count = 0;
    fk_status status = check_element(r);
    if (status == FK_OK)
        status = next_header_word(r, "the name of an element", &word);
    if (status != FK_OK)
        return status;
    fk_ply_kind kind = element_kind(word);
    if (kind == FK_PLY_VERTEX && r->header->has_vertices)
        return fk_stream_fail_syntax(s, word.length, "the element vertex stands here a second time");
    status = next_header_word(r, "the count of an element", &word);
    if (status == FK_OK)
        status = fk_stream_parse_whole(s, word, 0, MOST_ROWS, &count);
    if (status == FK_OK)
        status = add_element(r, kind, count);
    return status == FK_OK ? expect_line_end(r) : status;
}

static fk_ply_role property_role(const fk_ply_element *e, fk_word word, bool is_list)
{
    static const char *const coordinate[3] = {"x", "y", "z"};
    for (int axis = 0; e->kind == FK_PLY_VERTEX && !is_list && axis < 3; axis++)
        if (fk_word_is(word, coordinate[axis]))
            return (fk_ply_role)axis;
    bool is_indices = fk_word_is(word, "vertex_indices") || fk_word_is(word, "vertex_index");
    bool has_indices = e->kind == FK_PLY_FACE || e->kind == FK_PLY_STRIPS;
    return is_list && is_indices && has_indices ? FK_PLY_INDICES : FK_PLY_UNUSED;
}

static fk_status add_property(ply_header_reader *r, fk_ply_property property)
{
    fk_ply_property *added = fk_chunks_add(&r->header->property);
    if (added == NULL)
        return FK_ERROR_MEMORY;
    *added = property;
    if (property.role != FK_PLY_UNUSED)
        r->has_role[property.role] = true;
    r->element->end = r->header->property.count;
    return FK_OK;
}

static fk_status check_property(ply_header_reader *r, const fk_ply_property *p, fk_word name)
{
    fk_stream *s = r->stream;
    if (p->length != FK_PLY_NONE && !is_whole_type(p->length))
        return fk_stream_fail_syntax(s, name.length, "the length of a list must be a whole number, not %s",
                                     types[p->length].name);
    if (p->role == FK_PLY_INDICES && !is_whole_type(p->type))
        return fk_stream_fail_syntax(s, name.length, "indices must be whole numbers, not %s",
                                     types[p->type].name);
    if (p->role != FK_PLY_UNUSED && r->has_role[p->role])
        return fk_stream_fail_syntax(s, name.length, "the property %.*s stands here a second time",
                                     FK_WORD_ARGUMENTS(name));
    return FK_OK;
}

/* `type`, or `list type type`. */
static fk_status read_types(ply_header_reader *r, fk_ply_property *p)
{
    fk_word word;
    fk_status status = next_header_word(r, "a type", &word);
    if (status != FK_OK || !fk_word_is(word, "list"))
        return status == FK_OK ? find_type(r, word, &p->type) : status;
    status = next_type(r, &p->length);
    return status == FK_OK ? next_type(r, &p->type) : status;
}

static fk_status read_property_line(ply_header_reader *r)
{
    fk_word name;
    fk_ply_property p = {FK_PLY_NONE, FK_PLY_NONE, FK_PLY_UNUSED};
    if (r->element == NULL)
        return fk_stream_fail_syntax(r->stream, 8, "a property before the first element");
    fk_status status = read_types(r, &p);
    if (status == FK_OK)
        status = next_header_word(r, "the name of a property", &name);
    if (status != FK_OK)
        return status;
    p.role = property_role(r->element, name, p.length != FK_PLY_NONE);
    status = check_property(r, &p, name);
    if (status == FK_OK)
        status = add_property(r, p);
    return status == FK_OK ? expect_line_end(r) : status;
}

/* ---- Header -------------------------------------------------------------------------------------------- */

/* Reads `ply`, and finds the kind of line ends. */
static fk_status read_magic(ply_header_reader *r)
{
    fk_stream *s = r->stream;
    fk_word word;
    fk_token token = fk_stream_next_token(s, &word);
    if (token == FK_TOKEN_FAILED)
        return s->failed;
    if (token != FK_TOKEN_WORD || !fk_word_is(word, "ply"))
        return fk_stream_fail_syntax(s, 0, "a PLY file starts with the word ply");
    bool has_two = fk_stream_peek(s, 2) == 2; /* may move the buffer */
    const unsigned char *next = s->buffer + s->begin;
    r->is_cr_alone = has_two && next[0] == '\r' && next[1] != '\n';
    return expect_line_end(r);
}

/* Reads the line end after end_header, and no byte more. */
static fk_status read_last_line_end(ply_header_reader *r)
{
    fk_stream *s = r->stream;
    while (fk_stream_peek(s, 1) == 1 && (s->buffer[s->begin] == ' ' || s->buffer[s->begin] == '\t'))
        fk_stream_skip(s, 1);
    size_t there = fk_stream_peek(s, 2);
    const unsigned char *next = s->buffer + s->begin;
    if (s->failed != FK_OK)
        return s->failed;
    if (there > 0 && next[0] != '\n' && next[0] != '\r')
        return fk_stream_fail_syntax(s, 0, "more than end_header in its line");
    bool is_two = there == 2 && next[0] == '\r' && next[1] == '\n' && !r->is_cr_alone;
    fk_stream_skip(s, is_two ? 2 : there > 0 ? 1 : 0);
    s->line++;
    return FK_OK;
}

static fk_status read_header_end(ply_header_reader *r)
{
    fk_status status = check_element(r);
    if (status == FK_OK && r->header->format == FK_FORMAT_ANY)
        return fk_stream_fail_syntax(r->stream, 10, "the header has no format");
    return status == FK_OK ? read_last_line_end(r) : status;
}

static fk_status read_header_line(ply_header_reader *r, fk_word word)
{
    if (fk_word_is(word, "comment") || fk_word_is(word, "obj_info")) {
        fk_stream_skip_line(r->stream);
        return r->stream->failed;
    }
    if (fk_word_is(word, "format"))
        return read_format_line(r);
    if (fk_word_is(word, "element"))
        return read_element_line(r);
    if (fk_word_is(word, "property"))
        return read_property_line(r);
    return fk_stream_fail_syntax(
        r->stream, word.length,
        "'%.*s' is no word of a PLY header; these are format, comment, obj_info, element, "
        "property and end_header",
        FK_WORD_ARGUMENTS(word));
}

fk_status fk_ply_header_read(fk_stream *stream, fk_ply_header *header)
{
    ply_header_reader r = {.stream = stream, .header = header};
    fk_word word;
    fk_status status = read_magic(&r);
    while (status == FK_OK) {
        fk_token token = fk_stream_next_token(stream, &word);
        if (token == FK_TOKEN_FAILED || token == FK_TOKEN_END)
            return fail_missing_word(&r, token, NULL);
        if (token == FK_TOKEN_WORD && fk_word_is(word, "end_header"))
            return read_header_end(&r);
        if (token == FK_TOKEN_WORD)
            status = read_header_line(&r, word);
    }
    return status;
}

void fk_ply_header_init(fk_ply_header *h, fk_context *context)
{
    fk_chunks_init(&h->element, context, sizeof(fk_ply_element));
    fk_chunks_init(&h->property, context, sizeof(fk_ply_property));
    h->format = FK_FORMAT_ANY;
    h->vertex_count = 0;
    h->has_vertices = false;
}

void fk_ply_header_end(fk_ply_header *h)
{
    fk_chunks_end(&h->element);
    fk_chunks_end(&h->property);
}
