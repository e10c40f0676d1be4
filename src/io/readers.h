/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Readers of mesh files: the buffered input stream, deferred faces, and one reader for each format.
 *
 * To add a mesh format: write its reader (fk_read_NAME below, in a file of its own), add it to the table in
 * model_read.c, its writer to that in write_formats.c, and its word to FK_FORMAT_LIST. */

#ifndef FARKAS_IO_READERS_H
#define FARKAS_IO_READERS_H

#include "farkas/io.h"
#include "mesh/builder.h"

/* A buffered input stream: bytes with lookahead, words of lines, and the position of the last word for messages.
 * Lines end in LF, CR LF or CR; a UTF-8 byte order mark at the front is skipped. */

/* The lookahead; no word may be longer. */
#define FK_STREAM_CAPACITY ((size_t)1 << 16)

typedef struct fk_stream {
    fk_read_function *read;
    void *user;
    fk_load_report *report; /* never NULL */
    bool has_size;          /* the total size is known */
    uint64_t size;
    uint64_t offset;   /* of the next byte, from the start */
    uint64_t line;     /* of the next byte, from 1; counted by tokens only */
    size_t begin, end; /* of the bytes that were read and not skipped */
    bool is_at_end;
    fk_status failed;      /* of reading, or FK_OK */
    unsigned char *buffer; /* FK_STREAM_CAPACITY bytes, the caller's */
} fk_stream;

/* buffer has FK_STREAM_CAPACITY bytes. */
void fk_stream_init(fk_stream *stream, fk_read_function *read, void *user, unsigned char *buffer,
                    fk_load_report *report);

/* Reads ahead: returns how many bytes are available at buffer + begin, `wanted` (at most FK_STREAM_CAPACITY) or fewer
 * at the end of the input. */
size_t fk_stream_peek(fk_stream *stream, size_t wanted);

/* Skips bytes that were peeked at. Line ends among them are not counted. */
void fk_stream_skip(fk_stream *stream, size_t count);

/* A word in the buffer, without blanks; valid until the next call. */
typedef struct fk_word {
    const char *text;
    size_t length;
} fk_word;

typedef enum fk_token { FK_TOKEN_WORD, FK_TOKEN_LINE_END, FK_TOKEN_END, FK_TOKEN_FAILED } fk_token;

/* The next token of a text. Words are separated by blanks, tabs and other control characters. FK_TOKEN_LINE_END once
 * for every line end; FK_TOKEN_END, repeatedly, at the end of the input; FK_TOKEN_FAILED if reading failed or a word
 * is too long, with the report and stream->failed set. */
fk_token fk_stream_next_token(fk_stream *stream, fk_word *word);

/* The next word; line ends are skipped. */
fk_token fk_stream_next_word(fk_stream *stream, fk_word *word);

/* Skips the rest of the line and its end. */
fk_token fk_stream_skip_line(fk_stream *stream);

/* Reads the rest of the line without the blanks around it, such as a name, cut at `capacity` bytes, and skips the
 * line end. Returns the token that ended it: a line end, or the end of the input. */
fk_token fk_stream_rest_of_line(fk_stream *stream, char *text, size_t capacity, size_t *length);

/* Whether a word is a known one, or one of several; the last ignores case, with `known` in lower case. */
bool fk_word_is(fk_word word, const char *known);
bool fk_word_is_any(fk_word word, const char *const *known, size_t count);
bool fk_word_is_caseless(fk_word word, const char *known);

/* Sets the position in the report, `back` bytes (the length of the word just read, or 0) before the next byte, and
 * the message, as printf does. Returns the status. */
#if defined(__GNUC__)
__attribute__((format(printf, 4, 5)))
#endif
fk_status
fk_stream_fail(fk_stream *stream, fk_status status, size_t back, const char *format, ...);

/* A syntax error; and a word in a message, as the arguments of "'%.*s'". */
#define fk_stream_fail_syntax(stream, ...) fk_stream_fail(stream, FK_ERROR_SYNTAX, __VA_ARGS__)
#define FK_WORD_ARGUMENTS(word)            (word).length < 40 ? (int)(word).length : 40, (word).text

/* Parses a word as a finite number, or as a whole number from low to high. FK_ERROR_SYNTAX with a message that shows
 * the word, and a hint if it has a decimal comma or is not finite. */
fk_status fk_stream_parse_number(fk_stream *stream, fk_word word, double *out);
fk_status fk_stream_parse_whole(fk_stream *stream, fk_word word, int64_t low, int64_t high, int64_t *out);

/* Reads the next word as a number. Messages call it `what`, for instance "a coordinate". */
fk_status fk_stream_next_number(fk_stream *stream, const char *what, double *out);

/* Fails because `what` is missing; the token is that of an end. */
fk_status fk_stream_fail_missing(fk_stream *stream, fk_token token, const char *what);

/* A deferred face: its position in the file, its part and the number of its corners. */
typedef struct fk_deferred_face {
    uint64_t line, offset;
    uint32_t part, count; /* count: corners */
} fk_deferred_face;

/* The corners of the current face; and faces that come before their vertices, which are deferred until all vertices
 * are read. */
typedef struct fk_face_queue {
    fk_context *context;
    uint32_t *corner; /* of the current face */
    size_t count, capacity;
    fk_chunks deferred, deferred_corner; /* fk_deferred_face, and their corners */
    size_t next, next_corner;            /* the first deferred face and its first corner */
} fk_face_queue;

void fk_face_queue_init(fk_face_queue *faces, fk_context *context);
void fk_face_queue_end(fk_face_queue *faces);

/* Adds a corner to the current face; count = 0 begins a new face. FK_ERROR_MEMORY. */
fk_status fk_face_queue_add_corner(fk_face_queue *faces, uint32_t corner);

/* Defers the current face behind the others; sets its count. FK_ERROR_MEMORY. */
fk_status fk_face_queue_defer(fk_face_queue *faces, fk_deferred_face face);

/* Makes the first deferred face the current one. Returns false if there is none. */
bool fk_face_queue_next(fk_face_queue *faces, fk_deferred_face *face);

/* Moves all deferred faces to part 0. */
void fk_face_queue_clear_parts(fk_face_queue *faces);

/* Whether a stream of known size has the length of a binary STL file with its count of triangles: 84 bytes, and 50
 * for each. */
bool fk_is_binary_stl(fk_stream *stream);

/* Whether a byte cannot occur in a text: a control character that is neither a blank nor a line end. */
bool fk_is_binary_byte(unsigned char c);

/* The readers, one for each format; model_read.c has their table. Each takes a stream at its first byte, fills a
 * builder, and sets format, vertices, triangles, polygons and ignored of the report. Errors come with the report's
 * position and message. */

/* Binary and ASCII. */
fk_status fk_read_stl(fk_stream *stream, fk_builder *builder);
fk_status fk_read_obj(fk_stream *stream, fk_builder *builder);
/* ASCII, little and big endian. */
fk_status fk_read_ply(fk_stream *stream, fk_builder *builder);
fk_status fk_read_off(fk_stream *stream, fk_builder *builder);

/* Converts a status of the builder to one of a reader: FK_ERROR_ARGUMENT means that the file has too many items. */
fk_status fk_stream_builder_status(fk_stream *stream, fk_status status);

/* Adds a polygon of the builder's vertices as triangles, and counts it. It may be concave; its corners should be
 * nearly coplanar. Cuts off ears, so that the triangles of a simple polygon neither overlap nor leave it; makes a fan
 * of other polygons. A polygon with fewer than three corners is counted as ignored. All corners must be vertices that
 * were added before. */
fk_status fk_read_polygon(fk_stream *stream, fk_builder *builder, const uint32_t *corner, size_t count);

/* The first word of an OFF file. */
typedef struct fk_off_head {
    bool has_weight;    /* "4": vertices have a fourth coordinate */
    bool has_dimension; /* "n": the number of coordinates comes first */
    size_t length;      /* of the word itself: in some files a count follows directly, as in OFF490 */
} fk_off_head;

/* Whether a word is OFF with optional prefixes ST, C, N, 4, n, in this order. */
bool fk_off_parse_head(fk_word word, fk_off_head *head);

/* The header of a PLY file. */

/* Types of numbers. All but the last two are integers. */
typedef enum fk_ply_type {
    FK_PLY_NONE = 0,
    FK_PLY_INT8,
    FK_PLY_UINT8,
    FK_PLY_INT16,
    FK_PLY_UINT16,
    FK_PLY_INT32,
    FK_PLY_UINT32,
    FK_PLY_FLOAT,
    FK_PLY_DOUBLE
} fk_ply_type;

/* The use of a property. The first three are coordinates. */
typedef enum fk_ply_role { FK_PLY_X, FK_PLY_Y, FK_PLY_Z, FK_PLY_INDICES, FK_PLY_UNUSED } fk_ply_role;

typedef struct fk_ply_property {
    fk_ply_type type;
    fk_ply_type length; /* for a list, the type of its length; else FK_PLY_NONE */
    fk_ply_role role;
} fk_ply_property;

typedef enum fk_ply_kind { FK_PLY_VERTEX, FK_PLY_FACE, FK_PLY_STRIPS, FK_PLY_OTHER } fk_ply_kind;

typedef struct fk_ply_element {
    fk_ply_kind kind;
    uint64_t count;
    size_t first, end; /* its properties */
} fk_ply_element;

typedef struct fk_ply_header {
    fk_format format;
    fk_chunks element;  /* fk_ply_element */
    fk_chunks property; /* fk_ply_property */
    uint64_t vertex_count;
    bool has_vertices; /* there is a vertex element */
} fk_ply_header;

void fk_ply_header_init(fk_ply_header *header, fk_context *context);
void fk_ply_header_end(fk_ply_header *header);

/* Reads the header and its last line end; the stream is then at the first byte of the data. */
fk_status fk_ply_header_read(fk_stream *stream, fk_ply_header *header);

/* The bytes of a number. */
size_t fk_ply_size(fk_ply_type type);

#endif
