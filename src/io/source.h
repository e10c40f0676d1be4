/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Bytes to be read, from wherever they come: with a look ahead, as words of lines, and with the place of what was read last,
 * for messages. Lines end in LF, CR LF or CR; a mark of UTF-8 at the front is passed over. */

#ifndef FARKAS_IO_SOURCE_H
#define FARKAS_IO_SOURCE_H

#include "farkas/io.h"

/* As far as one can look ahead; no word of a text is longer. */
#define FK_SOURCE_CAPACITY ((size_t)1 << 16)

typedef struct fk_source {
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
    unsigned char *buffer; /* FK_SOURCE_CAPACITY bytes, the caller's */
} fk_source;

/* buffer is room for FK_SOURCE_CAPACITY bytes. */
void fk_source_init(fk_source *source, fk_read_function *read, void *user, unsigned char *buffer,
                    fk_load_report *report);

/* How many bytes can be looked at: `wanted` of them (at most FK_SOURCE_CAPACITY), or fewer where the input ends. They are at
 * buffer + begin. */
size_t fk_source_look(fk_source *source, size_t wanted);

/* Passes over bytes that were looked at. Line ends among them are not counted. */
void fk_source_take(fk_source *source, size_t count);

/* A word in the buffer, valid until the next call; without its blanks. */
typedef struct fk_word {
    const char *text;
    size_t length;
} fk_word;

typedef enum fk_token { FK_TOKEN_WORD, FK_TOKEN_LINE_END, FK_TOKEN_END, FK_TOKEN_FAILED } fk_token;

/* The next word of a text: what lies between blanks, tabs and other control characters. FK_TOKEN_LINE_END once for every line
 * end; at the end of the input FK_TOKEN_END, again and again; FK_TOKEN_FAILED when reading failed or a word is too long, with the
 * report filled in, and source->failed. */
fk_token fk_source_word(fk_source *source, fk_word *word);

/* Passes over the rest of the line and its end. */
fk_token fk_source_skip_line(fk_source *source);

/* The rest of the line without the blanks around it, such as a name; cut off at `capacity` bytes. Its end is passed over, and the
 * token tells what that was: a line end, or the end of the input. */
fk_token fk_source_rest_of_line(fk_source *source, char *text, size_t capacity, size_t *length);

/* Whether a word is this one; and in any case of letters, where `known` is in lower case. */
bool fk_word_is(fk_word word, const char *known);
bool fk_word_is_caseless(fk_word word, const char *known);

/* Fills in where, which is the byte and line of the next byte less the length of the word that was just read (or 0), and the
 * message, as printf does; returns the status. */
#if defined(__GNUC__)
__attribute__((format(printf, 4, 5)))
#endif
fk_status
fk_source_fail(fk_source *source, fk_status status, size_t back, const char *format, ...);

/* A word as a finite number, or as a whole number from low to high. FK_ERROR_SYNTAX with a message that shows the word, and a
 * hint where it has a comma for a point, or is not finite. */
fk_status fk_source_number(fk_source *source, fk_word word, double *out);
fk_status fk_source_whole(fk_source *source, fk_word word, int64_t low, int64_t high, int64_t *out);

/* The next word must be a number; what stands for it in messages is `what`, as "coordinate". */
fk_status fk_source_next_number(fk_source *source, const char *what, double *out);

#endif
