/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Fuzzes the reader of pair streams: no input crashes it, every pair that it gives is valid, writing a pair and
 * reading it again gives the same bytes, and the size of the chunks that it reads does not matter. */

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "farkas/farkas.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

typedef struct source {
    const uint8_t *data;
    size_t size, chunk;
} source;

static size_t read_source(void *user, char *buffer, size_t capacity)
{
    source *s = user;
    size_t count = s->size < s->chunk ? s->size : s->chunk;
    if (count > capacity)
        count = capacity;
    memcpy(buffer, s->data, count);
    s->data += count;
    s->size -= count;
    return count;
}

static void require(int condition, const char *what)
{
    if (!condition) {
        fprintf(stderr, "fuzz_stream: %s\n", what);
        abort();
    }
}

static void round_trip(const fk_piece *a, const fk_piece *b)
{
    char text[2 * FK_PIECE_TEXT_SIZE + 2];
    size_t length = fk_piece_format(a, text, sizeof text);
    text[length++] = ' ';
    length += fk_piece_format(b, text + length, sizeof text - length);
    source s = {(const uint8_t *)text, length, 4096};
    fk_pair_reader reader;
    fk_pair_reader_init(&reader, NULL, read_source, &s);
    fk_piece a2, b2;
    memset(&a2, 0, sizeof a2);
    memset(&b2, 0, sizeof b2);
    require(fk_pair_reader_next(&reader, &a2, &b2) == FK_OK, "a written pair does not read");
    require(memcmp(a, &a2, sizeof a2) == 0 && memcmp(b, &b2, sizeof b2) == 0, "a pair changed on its way");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    source whole = {data, size, 4096}, bytes = {data, size, 1};
    fk_pair_reader first, second;
    fk_pair_reader_init(&first, NULL, read_source, &whole);
    fk_pair_reader_init(&second, NULL, read_source, &bytes);
    for (;;) {
        fk_piece a, b, a2, b2;
        memset(&a, 0, sizeof a);
        memset(&b, 0, sizeof b);
        memset(&a2, 0, sizeof a2);
        memset(&b2, 0, sizeof b2);
        fk_status status = fk_pair_reader_next(&first, &a, &b);
        require(fk_pair_reader_next(&second, &a2, &b2) == status, "status depends on the chunks");
        require(first.line == second.line, "line depends on the chunks");
        if (status != FK_OK) {
            require(status == FK_END || (first.message[0] != 0 && first.line > 0 && first.column > 0),
                    "an error without message or place");
            require(strcmp(first.message, second.message) == 0 && first.column == second.column,
                    "error depends on the chunks");
            require(fk_pair_reader_next(&first, &a, &b) == status, "a reader changed its mind");
            return 0;
        }
        require(memcmp(&a, &a2, sizeof a) == 0 && memcmp(&b, &b2, sizeof b) == 0,
                "pair depends on the chunks");
        require(fk_piece_check(&a) == FK_OK && fk_piece_check(&b) == FK_OK, "an invalid piece was read");
        round_trip(&a, &b);
    }
}
