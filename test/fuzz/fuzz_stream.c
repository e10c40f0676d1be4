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

static int same_piece(const fk_piece *a, const fk_piece *b)
{
    if (a->kind != FK_KIND_HULL)
        return memcmp(a, b, sizeof *a) == 0;
    return b->kind == FK_KIND_HULL && a->as.hull.count == b->as.hull.count &&
           memcmp(a->as.hull.point, b->as.hull.point, a->as.hull.count * sizeof(fk_vec3)) == 0;
}

static void round_trip(fk_context *context, const fk_piece *a, const fk_piece *b)
{
    size_t size = fk_piece_format(a, NULL, 0) + fk_piece_format(b, NULL, 0) + 2;
    char *text = malloc(size);
    require(text != NULL, "out of memory");
    size_t length = fk_piece_format(a, text, size);
    text[length++] = ' ';
    length += fk_piece_format(b, text + length, size - length);
    require(length == size - 1, "a length changed");
    source s = {(const uint8_t *)text, length, 4096};
    fk_pair_reader reader;
    fk_pair_reader_init(&reader, context, read_source, &s);
    fk_piece a2, b2;
    memset(&a2, 0, sizeof a2);
    memset(&b2, 0, sizeof b2);
    require(fk_pair_reader_next(&reader, &a2, &b2) == FK_OK, "a written pair does not read");
    require(same_piece(a, &a2) && same_piece(b, &b2), "a pair changed on its way");
    fk_pair_reader_end(&reader);
    free(text);
}

/* Both readers to their end. */
static void compare(fk_context *context, fk_pair_reader *first, fk_pair_reader *second)
{
    for (;;) {
        fk_piece a, b, a2, b2;
        memset(&a, 0, sizeof a);
        memset(&b, 0, sizeof b);
        memset(&a2, 0, sizeof a2);
        memset(&b2, 0, sizeof b2);
        fk_status status = fk_pair_reader_next(first, &a, &b);
        require(fk_pair_reader_next(second, &a2, &b2) == status, "status depends on the chunks");
        require(first->line == second->line, "line depends on the chunks");
        if (status != FK_OK) {
            require(status == FK_END || (first->message[0] != 0 && first->line > 0 && first->column > 0),
                    "an error without message or place");
            require(strcmp(first->message, second->message) == 0 && first->column == second->column,
                    "error depends on the chunks");
            require(fk_pair_reader_next(first, &a, &b) == status, "a reader changed its mind");
            return;
        }
        require(same_piece(&a, &a2) && same_piece(&b, &b2), "pair depends on the chunks");
        require(fk_piece_check(&a) == FK_OK && fk_piece_check(&b) == FK_OK, "an invalid piece was read");
        round_trip(context, &a, &b);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    source whole = {data, size, 4096}, bytes = {data, size, 1};
    fk_context *context;
    fk_pair_reader first, second;
    require(fk_context_create(NULL, &context) == FK_OK, "out of memory");
    fk_pair_reader_init(&first, context, read_source, &whole);
    fk_pair_reader_init(&second, context, read_source, &bytes);
    compare(context, &first, &second);
    fk_pair_reader_end(&first);
    fk_pair_reader_end(&second);
    fk_context_destroy(context);
    return 0;
}
