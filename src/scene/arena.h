/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Memory that is given back all at once, the names, lists and structs of a scene; and many names: which are equal, and which is
 * this one. */

#ifndef FARKAS_SCENE_ARENA_H
#define FARKAS_SCENE_ARENA_H

#include "farkas/base.h"

typedef struct fk_scene_arena {
    fk_context *context;
    struct fk_scene_arena_block *last; /* blocks are chained */
} fk_scene_arena;

void fk_scene_arena_init(fk_scene_arena *arena, fk_context *context);
void fk_scene_arena_end(fk_scene_arena *arena);

/* Room for items, emptied, aligned for anything; NULL when there is no memory. */
void *fk_scene_arena_allocate(fk_scene_arena *arena, size_t count, size_t size);

/* The two texts behind each other, with end mark; NULL when there is no memory. */
char *fk_scene_arena_join_text(fk_scene_arena *arena, const char *text, size_t length, const char *more);

typedef struct fk_name_index {
    const char *const *name; /* NULL ones are left out */
    uint64_t *key;           /* sorted: hash, then number */
    size_t count;
} fk_name_index;

/* Of the caller's list; and of the names in structs, the first of which is at `name`, and the others so many bytes behind each
 * other. False when there is no memory. The index lives as long as the arena. */
bool fk_name_index_build(fk_name_index *names, fk_scene_arena *arena, const char *const *name,
                         uint32_t count);
bool fk_name_index_build_strided(fk_name_index *names, fk_scene_arena *arena, const void *name, size_t stride,
                                 uint32_t count);

/* The first with this name; the next one after number `after` with this name; the first of so many that one before it is
 * called as; FK_NONE. */
uint32_t fk_name_index_find(const fk_name_index *names, const char *name);
uint32_t fk_name_index_find_next(const fk_name_index *names, const char *name, uint32_t after);
uint32_t fk_name_index_find_repeated(const fk_name_index *names, uint32_t count);

/* Where the first of sorted keys is that is not below this one. */
size_t fk_lower_bound(const uint64_t *sorted, size_t count, uint64_t key);

#endif
