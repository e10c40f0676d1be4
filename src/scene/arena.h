/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Memory that is given back all at once, the names, lists and structs of a scene; and many names: which are equal, and which is
 * this one. */

#ifndef FARKAS_SCENE_ARENA_H
#define FARKAS_SCENE_ARENA_H

#include "farkas/base.h"

typedef struct fk_store {
    fk_context *context;
    struct fk_store_block *last; /* blocks are chained */
} fk_store;

void fk_store_init(fk_store *store, fk_context *context);
void fk_store_end(fk_store *store);

/* Room for items, emptied, aligned for anything; NULL when there is no memory. */
void *fk_store_get(fk_store *store, size_t count, size_t size);

/* The two texts behind each other, with end mark; NULL when there is no memory. */
char *fk_store_text(fk_store *store, const char *text, size_t length, const char *more);

typedef struct fk_names {
    const char *const *name; /* NULL ones are left out */
    uint64_t *key;           /* sorted: hash, then number */
    size_t count;
} fk_names;

/* Of the caller's list; and of the names in structs, the first of which is at `name`, and the others so many bytes behind each
 * other. False when there is no memory. The index lives as long as the store. */
bool fk_names_build(fk_names *names, fk_store *store, const char *const *name, uint32_t count);
bool fk_names_take(fk_names *names, fk_store *store, const void *name, size_t stride, uint32_t count);

/* The first with this name; the next one after number `after` with this name; the first of so many that one before it is
 * called as; FK_NONE. */
uint32_t fk_names_find(const fk_names *names, const char *name);
uint32_t fk_names_next(const fk_names *names, const char *name, uint32_t after);
uint32_t fk_names_repeated(const fk_names *names, uint32_t count);

/* Where the first of sorted keys is that is not below this one. */
size_t fk_find_key(const uint64_t *sorted, size_t count, uint64_t key);

#endif
