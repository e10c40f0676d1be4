/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Many names: which are equal, and which is this one. */

#ifndef FARKAS_SCENE_NAMES_H
#define FARKAS_SCENE_NAMES_H

#include "scene/store.h"

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
