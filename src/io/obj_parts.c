/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Parts by name: a table of hashes with open addressing over the names that the builder holds. See obj_parts.h. */

#include "io/readers.h"

#include <string.h>

#define FEWEST_SLOTS ((size_t)64)

void fk_obj_parts_init(fk_obj_parts *p, fk_builder *builder)
{
    memset(p, 0, sizeof *p);
    p->builder = builder;
}

void fk_obj_parts_end(fk_obj_parts *p)
{
    fk_release(p->builder->context, p->slot, p->slot_count * sizeof *p->slot);
}

/* ---- Names ----------------------------------------------------------------------------------------------- */

/* A character of a part's name, and '\0' behind its end. */
static char name_at(const fk_obj_parts *p, uint32_t part, size_t index)
{
    const fk_builder_part *found = fk_chunks_at(&p->builder->part, part);
    return *(const char *)fk_chunks_at(&p->builder->name, found->name + index);
}

static bool has_name(const fk_obj_parts *p, uint32_t part, const char *name, size_t length)
{
    for (size_t i = 0; i < length; i++)
        if (name_at(p, part, i) != name[i])
            return false;
    return name_at(p, part, length) == '\0';
}

/* FNV-1a, one byte further. */
static uint64_t hash_byte(uint64_t hash, char c)
{
    return (hash ^ (unsigned char)c) * 0x100000001b3u;
}

static const uint64_t hash_start = 0xcbf29ce484222325u;

static uint64_t hash_text(const char *name, size_t length)
{
    uint64_t hash = hash_start;
    for (size_t i = 0; i < length; i++)
        hash = hash_byte(hash, name[i]);
    return hash ^ hash >> 32;
}

static uint64_t hash_part(const fk_obj_parts *p, uint32_t part)
{
    uint64_t hash = hash_start;
    char c;
    for (size_t i = 0; (c = name_at(p, part, i)) != '\0'; i++)
        hash = hash_byte(hash, c);
    return hash ^ hash >> 32;
}

/* ---- Table ----------------------------------------------------------------------------------------------- */

static void put(fk_obj_parts *p, uint64_t hash, uint32_t part)
{
    size_t at = (size_t)hash & (p->slot_count - 1);
    while (p->slot[at] != FK_NONE)
        at = (at + 1) & (p->slot_count - 1);
    p->slot[at] = part;
}

/* Makes sure that at least half of the slots are free after one more part. */
static bool reserve(fk_obj_parts *p)
{
    size_t count = p->builder->part.count;
    if (2 * (count + 1) <= p->slot_count)
        return true;
    size_t more = p->slot_count == 0 ? FEWEST_SLOTS : 2 * p->slot_count;
    uint32_t *grown = fk_allocate(p->builder->context, more * sizeof *grown);
    if (grown == NULL)
        return false;
    memset(grown, 0xff, more * sizeof *grown);
    uint32_t *old = p->slot;
    size_t old_count = p->slot_count;
    p->slot = grown;
    p->slot_count = more;
    for (size_t i = 0; i < old_count; i++)
        if (old[i] != FK_NONE)
            put(p, hash_part(p, old[i]), old[i]);
    fk_release(p->builder->context, old, old_count * sizeof *old);
    return true;
}

void fk_obj_parts_restart(fk_obj_parts *p)
{
    if (p->slot_count > 0)
        memset(p->slot, 0xff, p->slot_count * sizeof *p->slot);
    for (uint32_t i = 0; i < p->builder->part.count; i++)
        put(p, hash_part(p, i), i);
}

static uint32_t find(const fk_obj_parts *p, uint64_t hash, const char *name, size_t length)
{
    size_t at = (size_t)hash & (p->slot_count - 1);
    for (; p->slot[at] != FK_NONE; at = (at + 1) & (p->slot_count - 1))
        if (has_name(p, p->slot[at], name, length))
            return p->slot[at];
    return FK_NONE;
}

fk_status fk_obj_parts_use(fk_obj_parts *p, const char *name, size_t length, uint32_t *out)
{
    if (!reserve(p))
        return FK_ERROR_MEMORY;
    /* A name ends where the builder's copy of it would. */
    const char *end = length > 0 ? memchr(name, '\0', length) : NULL;
    length = end != NULL ? (size_t)(end - name) : length;
    uint64_t hash = hash_text(name, length);
    uint32_t found = find(p, hash, name, length);
    if (found != FK_NONE) {
        *out = found;
        return fk_builder_use_part(p->builder, found);
    }
    uint32_t added = (uint32_t)p->builder->part.count;
    fk_status status = fk_builder_add_part(p->builder, name, length);
    if (status != FK_OK)
        return status;
    put(p, hash, added);
    *out = added;
    return FK_OK;
}
