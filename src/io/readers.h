/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Readers: bytes and words, corners of faces, which format it is, and one reader for each format. */

#ifndef FARKAS_IO_READERS_H
#define FARKAS_IO_READERS_H

#include "farkas/io.h"
#include "mesh/builder.h"

/* Bytes to be read, from wherever they come: with a look ahead, as words of lines, and with the place of what was read last,
 * for messages. Lines end in LF, CR LF or CR; a mark of UTF-8 at the front is passed over. */

/* As far as one can look ahead; no word of a text is longer. */
#define FK_STREAM_CAPACITY ((size_t)1 << 16)

typedef struct fk_stream {
    fk_read_function *read;
    void *user;
    fk_load_report *report; /* never NULL */
    bool has_size;          /* the size of all is known */
    uint64_t size;
    uint64_t offset;   /* of the next byte, in all */
    uint64_t line;     /* of the next byte, from 1; counted by words alone */
    size_t begin, end; /* of what was read and not taken */
    bool is_at_end;
    fk_status failed;      /* of reading, or FK_OK */
    unsigned char *buffer; /* FK_STREAM_CAPACITY bytes, the caller's */
} fk_stream;

/* buffer is room for FK_STREAM_CAPACITY bytes. */
void fk_stream_init(fk_stream *stream, fk_read_function *read, void *user, unsigned char *buffer,
                    fk_load_report *report);

/* How many bytes can be looked at: `wanted` of them (at most FK_STREAM_CAPACITY), or fewer where the input ends. They are at
 * buffer + begin. */
size_t fk_stream_peek(fk_stream *stream, size_t wanted);

/* Passes over bytes that were looked at. Line ends among them are not counted. */
void fk_stream_skip(fk_stream *stream, size_t count);

/* A word in the buffer, valid until the next call; without its blanks. */
typedef struct fk_word {
    const char *text;
    size_t length;
} fk_word;

typedef enum fk_token { FK_TOKEN_WORD, FK_TOKEN_LINE_END, FK_TOKEN_END, FK_TOKEN_FAILED } fk_token;

/* The next word of a text: what lies between blanks, tabs and other control characters. FK_TOKEN_LINE_END once for every line
 * end; at the end of the input FK_TOKEN_END, again and again; FK_TOKEN_FAILED when reading failed or a word is too long, with the
 * report filled in, and stream->failed. */
fk_token fk_stream_next_token(fk_stream *stream, fk_word *word);

/* The next word, wherever lines end. */
fk_token fk_stream_next_word(fk_stream *stream, fk_word *word);

/* Passes over the rest of the line and its end. */
fk_token fk_stream_skip_line(fk_stream *stream);

/* The rest of the line without the blanks around it, such as a name; cut off at `capacity` bytes. Its end is passed over, and the
 * token tells what that was: a line end, or the end of the input. */
fk_token fk_stream_rest_of_line(fk_stream *stream, char *text, size_t capacity, size_t *length);

/* Whether a word is this one, or one of these; and in any case of letters, where `known` is in lower case. */
bool fk_word_is(fk_word word, const char *known);
bool fk_word_is_any(fk_word word, const char *const *known, size_t count);
bool fk_word_is_caseless(fk_word word, const char *known);

/* Fills in where, which is the byte and line of the next byte less the length of the word that was just read (or 0), and the
 * message, as printf does; returns the status. */
#if defined(__GNUC__)
__attribute__((format(printf, 4, 5)))
#endif
fk_status
fk_stream_fail(fk_stream *stream, fk_status status, size_t back, const char *format, ...);

/* What is wrong with a text; and a word in it, as "'%.*s'" shows it. */
#define fk_stream_fail_syntax(stream, ...) fk_stream_fail(stream, FK_ERROR_SYNTAX, __VA_ARGS__)
#define FK_WORD_ARGUMENTS(word)            (word).length < 40 ? (int)(word).length : 40, (word).text

/* A word as a finite number, or as a whole number from low to high. FK_ERROR_SYNTAX with a message that shows the word, and a
 * hint where it has a comma for a point, or is not finite. */
fk_status fk_stream_parse_number(fk_stream *stream, fk_word word, double *out);
fk_status fk_stream_parse_whole(fk_stream *stream, fk_word word, int64_t low, int64_t high, int64_t *out);

/* The next word must be a number; what stands for it in messages is `what`, as "a coordinate". */
fk_status fk_stream_next_number(fk_stream *stream, const char *what, double *out);

/* The failure that `what` is missing, where the token is that of an end. */
fk_status fk_stream_fail_missing(fk_stream *stream, fk_token token, const char *what);

/* Where a face that waits stands, and to which part it belongs. */
typedef struct fk_deferred_face {
    uint64_t line, offset;
    uint32_t part, count; /* count: of its corners */
} fk_deferred_face;

/* The corners of the face at work, and faces that stand before their vertices in a file, kept until all are there. */
typedef struct fk_face_queue {
    fk_context *context;
    uint32_t *corner; /* of the face at work */
    size_t count, capacity;
    fk_chunks deferred, deferred_corner; /* fk_deferred_face and uint32_t: of the faces that wait */
    size_t next, next_corner;            /* the first that waits */
} fk_face_queue;

void fk_face_queue_init(fk_face_queue *faces, fk_context *context);
void fk_face_queue_end(fk_face_queue *faces);

/* One more corner of the face at work, which begins anew when count is set to 0. FK_ERROR_MEMORY. */
fk_status fk_face_queue_add_corner(fk_face_queue *faces, uint32_t corner);

/* Lets the face at work wait, behind the others; its count is filled in. FK_ERROR_MEMORY. */
fk_status fk_face_queue_defer(fk_face_queue *faces, fk_deferred_face face);

/* Makes the first that waits the face at work; false when there is none. */
bool fk_face_queue_next(fk_face_queue *faces, fk_deferred_face *face);

/* All that wait belong to part 0 now. */
void fk_face_queue_clear_parts(fk_face_queue *faces);

/* Whether a stream of known size is as long as a binary STL file with its count of triangles: 84 bytes, and 50 each. */
bool fk_is_binary_stl(fk_stream *stream);

/* Whether a byte cannot be part of a text: a control character other than those of blanks and line ends. */
bool fk_is_binary_byte(unsigned char c);

/* The readers of files, one for each format, and their table in model_read.c. Each takes a stream at its first byte, fills a
 * builder, and sets format, vertices, triangles, polygons and ignored of the report; FK_OK, or a status with the report's place and
 * message. */

/* Binary and ASCII. */
fk_status fk_read_stl(fk_stream *stream, fk_builder *builder);
fk_status fk_read_obj(fk_stream *stream, fk_builder *builder);
/* ASCII, little and big endian. */
fk_status fk_read_ply(fk_stream *stream, fk_builder *builder);
fk_status fk_read_off(fk_stream *stream, fk_builder *builder);

/* A status of the builder as one of a reader: FK_ERROR_ARGUMENT means that the file has too much. */
fk_status fk_stream_builder_status(fk_stream *stream, fk_status status);

/* Adds a polygon of the builder's vertices as triangles, and counts it. Its corners are in a plane, more or less; it may be
 * concave. Cuts off ears, so that triangles neither overlap nor leave the polygon where it is simple; a fan where it is not. With fewer
 * than three corners it is counted as ignored. All corners must be vertices that were added before. */
fk_status fk_read_polygon(fk_stream *stream, fk_builder *builder, const uint32_t *corner, size_t count);

/* The first word of an OFF file. */
typedef struct fk_off_head {
    bool has_weight;    /* 4: vertices have a fourth coordinate */
    bool has_dimension; /* n: the number of coordinates comes first */
    size_t length;      /* of the word itself: some files have a count right behind it, as in OFF490 */
} fk_off_head;

/* Whether a word is OFF, with the letters that may stand before it: ST, C, N, 4, n, in this order. */
bool fk_off_parse_head(fk_word word, fk_off_head *head);

/* What the header of a PLY file says. */

/* Types of numbers. All but the last two are whole numbers. */
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

/* What a property is good for. The first three are coordinates. */
typedef enum fk_ply_role { FK_PLY_X, FK_PLY_Y, FK_PLY_Z, FK_PLY_INDICES, FK_PLY_UNUSED } fk_ply_role;

typedef struct fk_ply_property {
    fk_ply_type type;
    fk_ply_type length; /* of a list: the type of its length; else FK_PLY_NONE */
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
    bool has_vertices; /* an element of that kind */
} fk_ply_header;

void fk_ply_header_init(fk_ply_header *header, fk_context *context);
void fk_ply_header_end(fk_ply_header *header);

/* Reads the header and its last line end; the stream is at the first byte of the data then. */
fk_status fk_ply_header_read(fk_stream *stream, fk_ply_header *header);

/* Bytes of a number. */
size_t fk_ply_size(fk_ply_type type);

#endif
