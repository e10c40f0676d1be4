/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Memory that is given back all at once. See store.h. Blocks of a few KiB are filled from the front; what is
 * larger gets one of its own. */

#include "scene/store.h"

#include <stdalign.h>
#include <string.h>

#define USUAL ((size_t)4000)

typedef struct fk_store_block {
    struct fk_store_block *before;
    size_t bytes, used; /* of the room behind this head */
    max_align_t room[];
} block;

void fk_store_init(fk_store *store, fk_context *context)
{
    store->context = context;
    store->last = NULL;
}

void fk_store_end(fk_store *store)
{
    while (store->last != NULL) {
        block *b = store->last;
        store->last = b->before;
        fk_release(store->context, b, sizeof *b + b->bytes);
    }
}

static block *add_block(fk_store *store, size_t bytes)
{
    size_t room = bytes > USUAL ? bytes : USUAL;
    block *b = fk_allocate(store->context, sizeof *b + room);
    if (b == NULL)
        return NULL;
    b->before = store->last;
    b->bytes = room;
    b->used = 0;
    store->last = b;
    return b;
}

void *fk_store_get(fk_store *store, size_t count, size_t size)
{
    const size_t align = alignof(max_align_t);
    if (count > ((size_t)PTRDIFF_MAX / 2) / size)
        return NULL;
    size_t bytes = (count * size + align - 1) / align * align;
    block *b = store->last;
    if (b == NULL || b->bytes - b->used < bytes)
        b = add_block(store, bytes);
    if (b == NULL)
        return NULL;
    void *place = (char *)b->room + b->used;
    b->used += bytes;
    return memset(place, 0, bytes);
}

char *fk_store_text(fk_store *store, const char *text, size_t length, const char *more)
{
    size_t rest = strlen(more);
    char *copy = fk_store_get(store, length + rest + 1, 1);
    if (copy == NULL)
        return NULL;
    memcpy(copy, text, length);
    memcpy(copy + length, more, rest + 1);
    return copy;
}
