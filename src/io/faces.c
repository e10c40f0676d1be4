/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Faces as readers collect them. See faces.h. Memory grows with what was read, never by a count that a file claims. */

#include "io/readers.h"

#include <string.h>

#include "base/lists.h"

#define PLACE_WORDS (sizeof(fk_face_place) / sizeof(uint32_t))

void fk_faces_init(fk_faces *f, fk_context *context)
{
    memset(f, 0, sizeof *f);
    f->context = context;
    fk_chunks_init(&f->waiting, context, sizeof(uint32_t));
}

void fk_faces_end(fk_faces *f)
{
    fk_release(f->context, f->corner, f->capacity * sizeof *f->corner);
    fk_chunks_end(&f->waiting);
}

fk_status fk_faces_add(fk_faces *f, uint32_t corner)
{
    if (f->count == f->capacity &&
        !fk_grow(f->context, &f->corner, sizeof *f->corner, f->count, &f->capacity, f->count + 1))
        return FK_ERROR_MEMORY;
    f->corner[f->count++] = corner;
    return FK_OK;
}

static bool put_words(fk_faces *f, const uint32_t *word, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        uint32_t *added = fk_chunks_add(&f->waiting);
        if (added == NULL)
            return false;
        *added = word[i];
    }
    return true;
}

static void get_words(const fk_faces *f, size_t begin, uint32_t *word, size_t count)
{
    for (size_t i = 0; i < count; i++)
        word[i] = *(const uint32_t *)fk_chunks_at(&f->waiting, begin + i);
}

fk_status fk_faces_put(fk_faces *f, fk_face_place place)
{
    uint32_t word[PLACE_WORDS];
    place.count = (uint32_t)f->count;
    memcpy(word, &place, sizeof place);
    return put_words(f, word, PLACE_WORDS) && put_words(f, f->corner, f->count) ? FK_OK : FK_ERROR_MEMORY;
}

static fk_face_place place_at(const fk_faces *f, size_t begin)
{
    uint32_t word[PLACE_WORDS];
    fk_face_place place;
    get_words(f, begin, word, PLACE_WORDS);
    memcpy(&place, word, sizeof place);
    return place;
}

bool fk_faces_take(fk_faces *f, fk_face_place *place)
{
    if (f->next == f->waiting.count)
        return false;
    *place = place_at(f, f->next);
    /* There is room: the corners of every face that waits have been at work before. */
    get_words(f, f->next + PLACE_WORDS, f->corner, place->count);
    f->count = place->count;
    f->next += PLACE_WORDS + place->count;
    return true;
}

void fk_faces_join(fk_faces *f)
{
    size_t begin = f->next;
    while (begin < f->waiting.count) {
        fk_face_place place = place_at(f, begin);
        uint32_t word[PLACE_WORDS];
        place.part = 0;
        memcpy(word, &place, sizeof place);
        for (size_t i = 0; i < PLACE_WORDS; i++)
            *(uint32_t *)fk_chunks_at(&f->waiting, begin + i) = word[i];
        begin += PLACE_WORDS + place.count;
    }
}
