/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Lists in chunks. See chunks.h. */

#include "mesh/builder.h"

#include <string.h>

#include "base/lists.h"

void fk_chunks_init(fk_chunks *list, fk_context *context, size_t item)
{
    memset(list, 0, sizeof *list);
    list->context = context;
    list->item = item;
}

static void give_back(fk_chunks *list, size_t chunk)
{
    fk_release(list->context, list->chunk[chunk], FK_CHUNK_ITEMS * list->item);
    list->chunk[chunk] = NULL;
}

void fk_chunks_end(fk_chunks *list)
{
    for (size_t i = 0; i < list->chunk_count; i++)
        give_back(list, i);
    fk_release(list->context, list->chunk, list->chunk_capacity * sizeof *list->chunk);
    fk_chunks_init(list, list->context, list->item);
}

bool fk_chunks_grow(fk_chunks *list)
{
    if (!fk_grow(list->context, &list->chunk, sizeof *list->chunk, list->chunk_count, &list->chunk_capacity,
                 list->chunk_count + 1))
        return false;
    unsigned char *chunk = fk_allocate(list->context, FK_CHUNK_ITEMS * list->item);
    if (chunk == NULL)
        return false;
    list->chunk[list->chunk_count++] = chunk;
    return true;
}

void fk_chunks_move(fk_chunks *list, void *array)
{
    unsigned char *to = array;
    size_t left = list->count;
    for (size_t i = 0; i < list->chunk_count; i++) {
        size_t items = left < FK_CHUNK_ITEMS ? left : FK_CHUNK_ITEMS;
        memcpy(to, list->chunk[i], items * list->item);
        to += items * list->item;
        left -= items;
        give_back(list, i);
    }
    fk_chunks_end(list);
}
