/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* A list that grows without ever being copied: its items are in chunks of one size. While a file is read nobody knows how
 * long a list will be, and one block that doubles would need three times the memory of the list at its last copy. Chunks can be
 * given back one by one, too. */

#ifndef FARKAS_MESH_CHUNKS_H
#define FARKAS_MESH_CHUNKS_H

#include "farkas/base.h"

#define FK_CHUNK_BITS  14
#define FK_CHUNK_ITEMS ((size_t)1 << FK_CHUNK_BITS)

typedef struct fk_chunks {
    fk_context *context;
    size_t item; /* bytes of one */
    size_t count;
    unsigned char **chunk; /* NULL where it was given back */
    size_t chunk_count, chunk_capacity;
} fk_chunks;

void fk_chunks_init(fk_chunks *list, fk_context *context, size_t item);
void fk_chunks_end(fk_chunks *list);

static inline void *fk_chunks_at(const fk_chunks *list, size_t index)
{
    return list->chunk[index >> FK_CHUNK_BITS] + (index & (FK_CHUNK_ITEMS - 1)) * list->item;
}

/* One more chunk; false when there is no memory. */
bool fk_chunks_grow(fk_chunks *list);

/* Room for one more item at the end; NULL when there is no memory. */
static inline void *fk_chunks_add(fk_chunks *list)
{
    if (list->count == list->chunk_count << FK_CHUNK_BITS && !fk_chunks_grow(list))
        return NULL;
    return fk_chunks_at(list, list->count++);
}

/* Copies all items into an array, in order, and gives each chunk back when it is copied. The list is empty then. */
void fk_chunks_move(fk_chunks *list, void *array);

#endif
