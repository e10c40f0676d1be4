/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Memory that is given back at once, and many names. */

#include "scene/arena.h"

#include <stdalign.h>
#include <string.h>

#include "base/lists.h"
#include "farkas/mesh.h"

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

/* ---- Names --------------------------------------------------------------------------------------------- */

size_t fk_find_key(const uint64_t *sorted, size_t count, uint64_t key)
{
    size_t low = 0, high = count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (sorted[middle] < key)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static uint64_t hash_of(const char *name)
{
    uint32_t hash = 2166136261u;
    for (; *name != '\0'; name++)
        hash = (hash ^ (unsigned char)*name) * 16777619u;
    return (uint64_t)hash << 32;
}

bool fk_names_build(fk_names *names, fk_store *store, const char *const *name, uint32_t count)
{
    names->name = name;
    names->count = 0;
    names->key = fk_store_get(store, (size_t)count + 1, sizeof *names->key);
    uint64_t *room = fk_store_get(store, (size_t)count + 1, sizeof *room);
    if (names->key == NULL || room == NULL)
        return false;
    for (uint32_t i = 0; i < count; i++)
        if (name[i] != NULL)
            names->key[names->count++] = hash_of(name[i]) | i;
    fk_sort_u64(names->key, room, names->count);
    return true;
}

/* The first from this key on that has the name. */
static uint32_t find_from(const fk_names *names, const char *name, uint64_t key)
{
    size_t low = fk_find_key(names->key, names->count, key), length = strlen(name) + 1;
    for (; low < names->count && names->key[low] >> 32 == key >> 32; low++) {
        uint32_t index = (uint32_t)names->key[low];
        if (strlen(names->name[index]) + 1 == length && memcmp(names->name[index], name, length) == 0)
            return index;
    }
    return FK_NONE;
}

uint32_t fk_names_find(const fk_names *names, const char *name)
{
    return find_from(names, name, hash_of(name));
}

uint32_t fk_names_next(const fk_names *names, const char *name, uint32_t after)
{
    return find_from(names, name, hash_of(name) | ((uint64_t)after + 1));
}

bool fk_names_take(fk_names *names, fk_store *store, const void *name, size_t stride, uint32_t count)
{
    const char **list = fk_store_get(store, (size_t)count + 1, sizeof *list);
    for (uint32_t i = 0; list != NULL && i < count; i++)
        list[i] = *(const char *const *)(const void *)((const char *)name + i * stride);
    return list != NULL && fk_names_build(names, store, list, count);
}

uint32_t fk_names_repeated(const fk_names *names, uint32_t count)
{
    uint32_t i = 0;
    while (i < count && (names->name[i] == NULL || fk_names_find(names, names->name[i]) == i))
        i++;
    return i < count ? i : FK_NONE;
}
