/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Memory that is released all at once, for the names, lists and structs of a scene; and an index of names. */

#ifndef FARKAS_SCENE_ARENA_H
#define FARKAS_SCENE_ARENA_H

#include "farkas/base.h"

typedef struct fk_scene_arena {
    fk_context *context;
    struct fk_scene_arena_block *last; /* the newest block; each links to the one before */
} fk_scene_arena;

void fk_scene_arena_init(fk_scene_arena *arena, fk_context *context);
void fk_scene_arena_end(fk_scene_arena *arena);

/* Allocates zeroed items, aligned for any type; NULL when there is no memory. */
void *fk_scene_arena_allocate(fk_scene_arena *arena, size_t count, size_t size);

/* Copies two texts into one, with terminator; NULL when there is no memory. */
char *fk_scene_arena_join_text(fk_scene_arena *arena, const char *text, size_t length, const char *more);

typedef struct fk_name_index {
    const char *const *name; /* NULL names are left out */
    uint64_t *key;           /* sorted: hash, then index */
    size_t count;
} fk_name_index;

/* Builds the index of a list of names, which the caller keeps; or of names in structs, the first at `name`, the
 * others `stride` bytes apart. Returns false when there is no memory. The index lives as long as the arena. */
bool fk_name_index_build(fk_name_index *names, fk_scene_arena *arena, const char *const *name,
                         uint32_t count);
bool fk_name_index_build_strided(fk_name_index *names, fk_scene_arena *arena, const void *name, size_t stride,
                                 uint32_t count);

/* The first name equal to `name`; the next one after index `after`; the first of `count` names that repeats an
 * earlier one. FK_NONE if there is none. */
uint32_t fk_name_index_find(const fk_name_index *names, const char *name);
uint32_t fk_name_index_find_next(const fk_name_index *names, const char *name, uint32_t after);
uint32_t fk_name_index_find_repeated(const fk_name_index *names, uint32_t count);

/* The index of the first sorted key that is not below `key`. */
size_t fk_lower_bound(const uint64_t *sorted, size_t count, uint64_t key);

#endif
