/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The arena of a scene, and the index of names. */

#include "scene/arena.h"

#include <stdalign.h>
#include <string.h>

#include "base/lists.h"
#include "farkas/mesh.h"

#define USUAL_BLOCK ((size_t)4000)

typedef struct fk_scene_arena_block {
    struct fk_scene_arena_block *before;
    size_t bytes, used; /* of `room` */
    max_align_t room[];
} arena_block;

void fk_scene_arena_init(fk_scene_arena *arena, fk_context *context)
{
    arena->context = context;
    arena->last = NULL;
}

void fk_scene_arena_end(fk_scene_arena *arena)
{
    while (arena->last != NULL) {
        arena_block *b = arena->last;
        arena->last = b->before;
        fk_release(arena->context, b, sizeof *b + b->bytes);
    }
}

static arena_block *add_arena_block(fk_scene_arena *arena, size_t bytes)
{
    size_t room = bytes > USUAL_BLOCK ? bytes : USUAL_BLOCK;
    arena_block *b = fk_allocate(arena->context, sizeof *b + room);
    if (b == NULL)
        return NULL;
    b->before = arena->last;
    b->bytes = room;
    b->used = 0;
    arena->last = b;
    return b;
}

void *fk_scene_arena_allocate(fk_scene_arena *arena, size_t count, size_t size)
{
    const size_t align = alignof(max_align_t);
    if (count > ((size_t)PTRDIFF_MAX / 2) / size)
        return NULL;
    size_t bytes = (count * size + align - 1) / align * align;
    arena_block *b = arena->last;
    if (b == NULL || b->bytes - b->used < bytes)
        b = add_arena_block(arena, bytes);
    if (b == NULL)
        return NULL;
    void *place = (char *)b->room + b->used;
    b->used += bytes;
    return memset(place, 0, bytes);
}

char *fk_scene_arena_join_text(fk_scene_arena *arena, const char *text, size_t length, const char *more)
{
    size_t rest = strlen(more);
    char *copy = fk_scene_arena_allocate(arena, length + rest + 1, 1);
    if (copy == NULL)
        return NULL;
    memcpy(copy, text, length);
    memcpy(copy + length, more, rest + 1);
    return copy;
}

/* ---- Names --------------------------------------------------------------------------------------------- */

size_t fk_lower_bound(const uint64_t *sorted, size_t count, uint64_t key)
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

static uint64_t name_hash(const char *name)
{
    uint32_t hash = 2166136261u;
    for (; *name != '\0'; name++)
        hash = (hash ^ (unsigned char)*name) * 16777619u;
    return (uint64_t)hash << 32;
}

bool fk_name_index_build(fk_name_index *names, fk_scene_arena *arena, const char *const *name, uint32_t count)
{
    names->name = name;
    names->count = 0;
    names->key = fk_scene_arena_allocate(arena, (size_t)count + 1, sizeof *names->key);
    uint64_t *room = fk_scene_arena_allocate(arena, (size_t)count + 1, sizeof *room);
    if (names->key == NULL || room == NULL)
        return false;
    for (uint32_t i = 0; i < count; i++)
        if (name[i] != NULL)
            names->key[names->count++] = name_hash(name[i]) | i;
    fk_sort_u64(names->key, room, names->count);
    return true;
}

/* The first name from this key on that equals `name`. */
static uint32_t find_name_from(const fk_name_index *names, const char *name, uint64_t key)
{
    size_t low = fk_lower_bound(names->key, names->count, key), length = strlen(name) + 1;
    for (; low < names->count && names->key[low] >> 32 == key >> 32; low++) {
        uint32_t index = (uint32_t)names->key[low];
        if (strlen(names->name[index]) + 1 == length && memcmp(names->name[index], name, length) == 0)
            return index;
    }
    return FK_NONE;
}

uint32_t fk_name_index_find(const fk_name_index *names, const char *name)
{
    return find_name_from(names, name, name_hash(name));
}

uint32_t fk_name_index_find_next(const fk_name_index *names, const char *name, uint32_t after)
{
    return find_name_from(names, name, name_hash(name) | ((uint64_t)after + 1));
}

bool fk_name_index_build_strided(fk_name_index *names, fk_scene_arena *arena, const void *name, size_t stride,
                                 uint32_t count)
{
    const char **list = fk_scene_arena_allocate(arena, (size_t)count + 1, sizeof *list);
    for (uint32_t i = 0; list != NULL && i < count; i++)
        list[i] = *(const char *const *)(const void *)((const char *)name + i * stride);
    return list != NULL && fk_name_index_build(names, arena, list, count);
}

uint32_t fk_name_index_find_repeated(const fk_name_index *names, uint32_t count)
{
    uint32_t i = 0;
    while (i < count && (names->name[i] == NULL || fk_name_index_find(names, names->name[i]) == i))
        i++;
    return i < count ? i : FK_NONE;
}
