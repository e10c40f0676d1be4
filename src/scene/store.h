/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Memory that is given back all at once: the names, lists and structs of a scene. */

#ifndef FARKAS_SCENE_STORE_H
#define FARKAS_SCENE_STORE_H

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

#endif
