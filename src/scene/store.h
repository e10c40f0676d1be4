/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Memory of a scene that is given back at once; many names. */

#ifndef FARKAS_SCENE_STORE_H
#define FARKAS_SCENE_STORE_H

#include "farkas/base.h"

/* ---- store ------------------------------------------------------------------------------------------------ */

/* Memory that is given back all at once: the names, lists and structs of a scene. */

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

/* ---- names ------------------------------------------------------------------------------------------------ */

/* Many names: which are equal, and which is this one. */

typedef struct fk_names {
    const char *const *name; /* the caller's; NULL ones are left out */
    uint64_t *key;           /* sorted: hash, then number */
    size_t count;
} fk_names;

/* False when there is no memory. The index lives as long as the store. */
bool fk_names_build(fk_names *names, fk_store *store, const char *const *name, uint32_t count);

/* The first with this name; the next one after number `after` with this name; FK_NONE. */
uint32_t fk_names_find(const fk_names *names, const char *name);
uint32_t fk_names_next(const fk_names *names, const char *name, uint32_t after);

#endif
