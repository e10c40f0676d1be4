/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Pieces and pairs as text: the words of the kinds, a piece written as one line, and the reader of the pair stream.
 *
 * The reader parses one token at a time, in place in its buffer, so it needs the same memory for every input, except for the
 * points of hulls: room for them grows as they come, never by what a line announces. A token ends at a space, a tab, a '#', the
 * end of the line or a control byte. It follows that:
 *   - a line, its comment and its spaces may be of any length;
 *   - a number may have up to 4096 characters (the size of the buffer): enough for the full decimal expansion
 *     of any double, which has less than 1100. Every longer token is an error, as no word is that long;
 *   - NUL and other control bytes are errors everywhere, comments included, and so is a CR that does not end
 *     a line; bytes from 0x80 are allowed in comments. A UTF-8 byte order mark at the very start is skipped
 *     and not counted as a column.
 *
 * The column of an error is that of the offending token: for a negative radius the radius, for a half-space without normal the
 * first number of the normal. Where something is missing, it is the column of what is there instead: the next shape's word, or
 * one past the last token of the line. */

#include "farkas/shape.h"

#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/bits.h"
#include "shape/support.h"
#include "shape/vertices.h"

#define NUMBER_LIMIT 4096
#define HULL_LIMIT   (UINT32_C(1) << 31)

_Static_assert(sizeof(((fk_pair_reader *)0)->buffer) == NUMBER_LIMIT, "a number is parsed in the buffer");

/* ---- Kinds --------------------------------------------------------------------------------------------- */

#define KIND_WORD(name, word) [name] = word,
static const char *const kind_word[FK_KIND_COUNT] = {[FK_KIND_NONE] = "none", FK_KIND_LIST(KIND_WORD)};
#undef KIND_WORD

#define KIND_WORD(name, word) " " word
static const char known_words[] = "known:" FK_KIND_LIST(KIND_WORD);
#undef KIND_WORD

const char *fk_kind_word(fk_kind kind)
{
    return kind_word[(unsigned)kind < FK_KIND_COUNT ? kind : FK_KIND_NONE];
}

/* Text that is truncated to the room, but measured in full. */
typedef struct text_output {
    char *text;
    size_t capacity, length;
} text_output;

static void append_text(text_output *out, const char *part, size_t length)
{
    size_t room = out->length < out->capacity ? out->capacity - out->length : 0;
    if (room > 0)
        memcpy(out->text + out->length, part, length < room ? length : room);
    out->length += length;
}

static void append_number(text_output *out, double number)
{
    char part[FK_NUMBER_SIZE];
    append_text(out, " ", 1);
    append_text(out, part, fk_number_format(number, part));
}

static void append_points(text_output *out, const fk_points *hull)
{
    append_number(out, hull->count);
    for (uint32_t i = 0; i < hull->count; i++) {
        fk_vec3 p = fk_points_at(hull, i);
        append_number(out, p.x);
        append_number(out, p.y);
        append_number(out, p.z);
    }
}

/* A piece of no known kind is written as "none", which no reader accepts. */
size_t fk_piece_format(const fk_piece *piece, char *text, size_t capacity)
{
    const char *word = fk_kind_word(piece->kind);
    double number[FK_PIECE_NUMBERS];
    uint32_t count = fk_piece_to_numbers(piece, number);
    text_output out = {text, capacity, 0};
    append_text(&out, word, strlen(word));
    for (uint32_t i = 0; i < count; i++)
        append_number(&out, number[i]);
    if (piece->kind == FK_KIND_HULL)
        append_points(&out, &piece->as.hull);
    if (capacity > 0)
        text[out.length < capacity ? out.length : capacity - 1] = '\0';
    return out.length;
}

/* ---- Bytes --------------------------------------------------------------------------------------------- */

/* Stops the reader for good. Returns false, so that callers can return its value. */
static bool fail_at(fk_pair_reader *reader, size_t column, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(reader->message, sizeof reader->message, format, arguments);
    va_end(arguments);
    reader->failed = FK_ERROR_SYNTAX;
    reader->line = reader->next_line;
    reader->column = column;
    return false;
}

/* Moves the unread bytes to the front and reads more behind them; there must be room. False when no byte was added: at the end of
 * input, or after a failed read. */
static bool fill_buffer(fk_pair_reader *reader)
{
    if (reader->at_end || reader->failed != FK_OK)
        return false;
    size_t unread = reader->end - reader->begin;
    memmove(reader->buffer, reader->buffer + reader->begin, unread);
    reader->begin = 0;
    reader->end = unread;

    size_t room = sizeof reader->buffer - unread;
    size_t count = reader->read(reader->user, reader->buffer + unread, room);
    if (count > room) { /* FK_READ_FAILED, or a faulty read function */
        fail_at(reader, reader->next_column, "%s", fk_status_text(FK_ERROR_READ));
        reader->failed = FK_ERROR_READ;
        return false;
    }
    reader->end += count;
    reader->at_end = count == 0;
    return count > 0;
}

/* The unread byte at an offset below the size of the buffer; -1 at the end of input. */
static int peek_char(fk_pair_reader *reader, size_t offset)
{
    while (reader->begin + offset >= reader->end)
        if (!fill_buffer(reader))
            return -1;
    return (unsigned char)reader->buffer[reader->begin + offset];
}

static void skip_bytes(fk_pair_reader *reader, size_t count)
{
    reader->begin += count;
    reader->next_column += count;
}

static bool is_blank_char(int byte)
{
    return byte == ' ' || byte == '\t';
}

static bool is_control_byte(int byte)
{
    return (byte >= 0 && byte < ' ' && byte != '\t') || byte == 0x7f;
}

/* Bytes that tokens are made of. */
static bool is_token_byte(int byte)
{
    return byte > ' ' && byte != '#' && byte != 0x7f;
}

/* True at LF, CR LF, the end of input, and a CR before the end of input. */
static bool at_line_end(fk_pair_reader *reader)
{
    int byte = peek_char(reader, 0);
    if (byte != '\r')
        return byte == '\n' || byte == -1;
    int next = peek_char(reader, 1);
    return next == '\n' || next == -1;
}

/* Moves from the end of this line to the start of the next. */
static void go_to_next_line(fk_pair_reader *reader)
{
    skip_bytes(reader, peek_char(reader, 0) == '\r');
    skip_bytes(reader, peek_char(reader, 0) == '\n');
    reader->next_line++;
    reader->next_column = 1;
}

/* ---- Tokens -------------------------------------------------------------------------------------------- */

/* The next token. Its text is in the buffer until more is read; length 0 at the end of the line. */
typedef struct stream_token {
    const char *text;
    size_t length;
    size_t column;
} stream_token;

static bool fail_control(fk_pair_reader *reader, int byte)
{
    if (byte == '\r')
        return fail_at(reader, reader->next_column, "CR without LF; end lines with LF or CR LF");
    return fail_at(reader, reader->next_column,
                   "byte 0x%02x is not text; write the pairs as plain UTF-8 text", (unsigned)byte);
}

/* Skips spaces and a comment. Returns false at a control byte, or when reading failed. */
static bool skip_to_token(fk_pair_reader *reader)
{
    bool comment = false;
    int byte = peek_char(reader, 0);
    while (is_blank_char(byte) || byte == '#' || (comment && is_token_byte(byte))) {
        comment = comment || byte == '#';
        skip_bytes(reader, 1);
        byte = peek_char(reader, 0);
    }
    if (is_control_byte(byte) && !at_line_end(reader))
        return fail_control(reader, byte);
    return reader->failed == FK_OK;
}

/* The length of the next token, NUMBER_LIMIT at most. Reads as much as that takes. */
static size_t token_length(fk_pair_reader *reader)
{
    size_t length = 0;
    do {
        const char *at = reader->buffer + reader->begin;
        size_t unread = reader->end - reader->begin;
        while (length < unread && is_token_byte((unsigned char)at[length]))
            length++;
        if (length < unread)
            break;
    } while (length < NUMBER_LIMIT && fill_buffer(reader));
    return length;
}

/* Finds the next token of the line without skipping it. One that fills the whole buffer may be cut. A line without a further
 * token gives one of length 0, with the column one past the last token. */
static bool find_token(fk_pair_reader *reader, stream_token *out)
{
    size_t after_last = reader->next_column;
    if (!skip_to_token(reader))
        return false;
    out->length = token_length(reader);
    out->text = reader->buffer + reader->begin;
    out->column = out->length > 0 ? reader->next_column : after_last;
    return reader->failed == FK_OK;
}

static bool token_is(const stream_token *t, const char *word)
{
    return t->length == strlen(word) && memcmp(t->text, word, t->length) == 0;
}

static fk_kind token_kind(const stream_token *t)
{
    for (int kind = FK_KIND_NONE + 1; kind < FK_KIND_COUNT; kind++)
        if (token_is(t, kind_word[kind]))
            return (fk_kind)kind;
    return FK_KIND_NONE;
}

/* A token as messages show it: at most 40 characters, bytes that are not ASCII as \xNN. */
typedef struct quoted_token {
    char text[48];
} quoted_token;

static quoted_token quote_token(const stream_token *t)
{
    quoted_token q;
    size_t length = 0, i = 0;
    for (; i < t->length && length <= 36; i++) {
        unsigned char byte = (unsigned char)t->text[i];
        length +=
            (size_t)snprintf(q.text + length, sizeof q.text - length, byte < 0x80 ? "%c" : "\\x%02x", byte);
    }
    snprintf(q.text + length, sizeof q.text - length, "%s", i < t->length ? "..." : "");
    return q;
}

/* ---- Shapes -------------------------------------------------------------------------------------------- */

/* Fails: the token is not number `found` (from 0) of the `count` numbers of a shape. */
static bool fail_not_number(fk_pair_reader *reader, const stream_token *t, fk_kind kind, uint64_t found,
                            uint64_t count)
{
    if (t->length == 0 || token_kind(t) != FK_KIND_NONE)
        return fail_at(reader, t->column, "%s needs %" PRIu64 " numbers, found %" PRIu64, kind_word[kind],
                       count, found);
    if (t->length == NUMBER_LIMIT)
        return fail_at(reader, t->column, "a number may have at most %d characters", NUMBER_LIMIT);
    return fail_at(reader, t->column, "'%s' is not a number; %s needs %" PRIu64 " numbers",
                   quote_token(t).text, kind_word[kind], count);
}

/* An infinity is either spelled out or comes from digits that are too large. */
static bool fail_number_not_finite(fk_pair_reader *reader, const stream_token *t, double value)
{
    char first = t->text[t->text[0] == '-' || t->text[0] == '+'];
    bool spelled = isnan(value) || first == 'i' || first == 'I';
    return fail_at(reader, t->column,
                   spelled ? "'%s' is not a finite number" : "'%s' exceeds the range of a double",
                   quote_token(t).text);
}

/* Reads number `found` (from 0) of the `count` numbers of a shape, and its column. */
static bool read_shape_number(fk_pair_reader *reader, fk_kind kind, uint64_t found, uint64_t count,
                              double *out, size_t *column)
{
    stream_token t;
    if (!find_token(reader, &t))
        return false;
    double value;
    if (!fk_number_parse(t.text, t.length, &value))
        return fail_not_number(reader, &t, kind, found, count);
    if (!isfinite(value))
        return fail_number_not_finite(reader, &t, value);
    skip_bytes(reader, t.length);
    if (t.length == NUMBER_LIMIT && is_token_byte(peek_char(reader, 0)))
        return fail_at(reader, t.column, "a number may have at most %d characters", NUMBER_LIMIT);
    *out = value;
    *column = t.column;
    return reader->failed == FK_OK;
}

/* Reports why fk_piece_check refuses a piece of finite numbers: only a radius, a normal or an axis can be wrong. */
static bool fail_piece(fk_pair_reader *reader, fk_kind kind, double last, const size_t *column)
{
    if (kind == FK_KIND_HALF_SPACE)
        return fail_at(reader, column[0], "half-space needs a normal other than 0 0 0");
    if (fk_sign_of(last) < 0)
        return fail_at(reader, column[fk_kind_number_count(kind) - 1], "radius must not be negative");
    return fail_at(reader, column[3], "%s needs two ends that differ", kind_word[kind]);
}

/* The numbers of a shape whose word has been read. */
static bool read_shape_numbers(fk_pair_reader *reader, fk_kind kind, fk_piece *out)
{
    double number[FK_PIECE_NUMBERS];
    size_t column[FK_PIECE_NUMBERS];
    unsigned count = fk_kind_number_count(kind);
    for (unsigned i = 0; i < count; i++)
        if (!read_shape_number(reader, kind, i, count, &number[i], &column[i]))
            return false;
    *out = fk_piece_from_numbers(kind, number);
    return fk_piece_check(out) == FK_OK || fail_piece(reader, kind, number[count - 1], column);
}

/* Makes room for one more point; doubles the room when it is full. */
static bool reserve_hull_point(fk_pair_reader *reader, unsigned which, size_t used)
{
    size_t capacity = reader->room[which].capacity;
    if (used < capacity)
        return true;
    size_t wanted = capacity == 0 ? 64 : 2 * capacity;
    fk_vec3 *point = reader->context == NULL ? NULL : fk_allocate(reader->context, wanted * sizeof *point);
    if (point == NULL) {
        fail_at(reader, reader->next_column, "no memory for a hull of %zu points", wanted);
        reader->failed = FK_ERROR_MEMORY;
        return false;
    }
    if (used > 0)
        memcpy(point, reader->room[which].point, used * sizeof *point);
    if (capacity > 0)
        fk_release(reader->context, reader->room[which].point, capacity * sizeof *point);
    reader->room[which].point = point;
    reader->room[which].capacity = wanted;
    return true;
}

/* The number of points of a hull, digits only. */
static bool read_point_count(fk_pair_reader *reader, uint32_t *out)
{
    stream_token t;
    if (!find_token(reader, &t))
        return false;
    uint64_t value = 0;
    bool good = t.length > 0 && t.length <= 10;
    for (size_t i = 0; good && i < t.length; i++) {
        good = t.text[i] >= '0' && t.text[i] <= '9';
        value = 10 * value + (uint64_t)(t.text[i] - '0');
    }
    if (!good || value == 0 || value > HULL_LIMIT)
        return fail_at(reader, t.column, "hull needs a whole number of points first, from 1 to %u",
                       (unsigned)HULL_LIMIT);
    skip_bytes(reader, t.length);
    *out = (uint32_t)value;
    return true;
}

static bool read_hull_points(fk_pair_reader *reader, unsigned which, fk_piece *out)
{
    uint32_t count = 0;
    if (!read_point_count(reader, &count))
        return false;
    for (uint32_t i = 0; i < count; i++) {
        double number[3];
        size_t column;
        if (!reserve_hull_point(reader, which, i))
            return false;
        for (uint32_t k = 0; k < 3; k++)
            if (!read_shape_number(reader, FK_KIND_HULL, 3 * (uint64_t)i + k, 3 * (uint64_t)count, &number[k],
                                   &column))
                return false;
        reader->room[which].point[i] = fk_vec3_make(number[0], number[1], number[2]);
    }
    *out = fk_piece_hull(reader->room[which].point, count);
    return true;
}

/* Reads a shape. previous is the shape before it, NULL for the first one of a line: a number in place of the second shape's word
 * is one too many for the first. */
static bool read_stream_shape(fk_pair_reader *reader, const fk_piece *previous, fk_piece *out)
{
    stream_token t;
    if (!find_token(reader, &t))
        return false;
    fk_kind kind = token_kind(&t);
    if (kind != FK_KIND_NONE) {
        skip_bytes(reader, t.length);
        return kind == FK_KIND_HULL ? read_hull_points(reader, previous != NULL, out)
                                    : read_shape_numbers(reader, kind, out);
    }
    if (t.length == 0)
        return fail_at(reader, t.column, "a pair needs two shapes, found one");
    double ignored;
    if (previous != NULL && fk_number_parse(t.text, t.length, &ignored)) {
        bool is_hull = previous->kind == FK_KIND_HULL;
        uint64_t count =
            is_hull ? 3 * (uint64_t)previous->as.hull.count : fk_kind_number_count(previous->kind);
        return fail_at(reader, t.column, "%s needs %" PRIu64 " numbers, found more",
                       kind_word[previous->kind], count);
    }
    return fail_at(reader, t.column, "unknown shape '%s'; %s", quote_token(&t).text, known_words);
}

/* ---- Pairs --------------------------------------------------------------------------------------------- */

void fk_pair_reader_init(fk_pair_reader *reader, fk_context *context, fk_read_function *read, void *user)
{
    memset(reader, 0, sizeof *reader); /* next_line 0: nothing was read, a byte order mark may follow */
    reader->context = context;
    reader->read = read;
    reader->user = user;
    reader->next_column = 1;
}

void fk_pair_reader_end(fk_pair_reader *reader)
{
    for (int i = 0; i < 2; i++) {
        if (reader->room[i].capacity > 0)
            fk_release(reader->context, reader->room[i].point, reader->room[i].capacity * sizeof(fk_vec3));
        reader->room[i].point = NULL;
        reader->room[i].capacity = 0;
    }
}

static void skip_byte_order_mark(fk_pair_reader *reader)
{
    reader->next_line = 1;
    if (peek_char(reader, 0) == 0xef && peek_char(reader, 1) == 0xbb && peek_char(reader, 2) == 0xbf)
        reader->begin += 3;
}

/* Moves to the first token of the next line that has one. Returns false at the end of input, or on an error. */
static bool find_line(fk_pair_reader *reader)
{
    stream_token t;
    while (find_token(reader, &t)) {
        if (t.length > 0)
            return true;
        if (peek_char(reader, 0) == -1)
            return false;
        go_to_next_line(reader);
    }
    return false;
}

static bool read_line_end(fk_pair_reader *reader)
{
    stream_token t;
    if (!find_token(reader, &t))
        return false;
    if (t.length > 0)
        return fail_at(reader, t.column, "extra text after the second shape");
    return true;
}

fk_status fk_pair_reader_next(fk_pair_reader *reader, fk_piece *a, fk_piece *b)
{
    if (reader->failed != FK_OK)
        return reader->failed;
    if (reader->next_line == 0)
        skip_byte_order_mark(reader);
    if (!find_line(reader))
        return reader->failed == FK_OK ? FK_END : reader->failed;
    fk_piece first, second;
    if (!read_stream_shape(reader, NULL, &first) || !read_stream_shape(reader, &first, &second) ||
        !read_line_end(reader))
        return reader->failed;
    reader->line = reader->next_line;
    go_to_next_line(reader);
    *a = first;
    *b = second;
    return FK_OK;
}
