/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Many names, found by a sorted list of hashes (FNV-1a). See names.h.
 *
 * Weak inputs: names that were made to have one hash are compared one by one. */

#include "scene/store.h"

#include <string.h>

#include "base/lists.h"
#include "farkas/mesh.h"

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
    size_t low = 0, high = names->count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (names->key[middle] < key)
            low = middle + 1;
        else
            high = middle;
    }
    size_t length = strlen(name) + 1;
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
