/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Names of xacro: properties, arguments and macros, in scopes that lie within each other, each a hash table with chains. A property is
 * evaluated when it is first asked for, in the scope that it belongs to. */

#include <string.h>

#include "scene/xacro.h"

static uint64_t hash_xacro_name(const char *name)
{
    uint64_t hash = 14695981039346656037u; /* FNV-1a */
    for (; *name != '\0'; name++)
        hash = (hash ^ (unsigned char)*name) * 1099511628211u;
    return hash ^ hash >> 29;
}

static fk_xacro_entry *find_xacro_hashed(const fk_xacro_scope *scope, const char *name, uint64_t hash)
{
    if (scope->bucket_count == 0)
        return NULL;
    fk_xacro_entry *entry = scope->bucket[hash & (scope->bucket_count - 1)];
    while (entry != NULL && (entry->hash != hash || !fk_same_text(entry->name, name)))
        entry = entry->next;
    return entry;
}

fk_xacro_entry *fk_xacro_find(const fk_xacro_scope *scope, const char *name)
{
    fk_xacro_entry *entry = find_xacro_hashed(scope, name, hash_xacro_name(name));
    return entry != NULL && !entry->is_removed ? entry : NULL;
}

fk_xacro_entry *fk_xacro_find_above(const fk_xacro_scope *scope, const char *name)
{
    uint64_t hash = hash_xacro_name(name);
    for (; scope != NULL; scope = scope->parent) {
        fk_xacro_entry *entry = find_xacro_hashed(scope, name, hash);
        if (entry != NULL && !entry->is_removed)
            return entry;
    }
    return NULL;
}

/* Doubles the buckets. */
static bool grow_xacro_scope(fk_xacro *x, fk_xacro_scope *scope)
{
    uint32_t count = scope->bucket_count == 0 ? 8 : 2 * scope->bucket_count;
    fk_xacro_entry **bucket = fk_xacro_allocate(x, count, sizeof *bucket);
    if (bucket == NULL)
        return false;
    for (uint32_t i = 0; i < scope->bucket_count; i++)
        for (fk_xacro_entry *entry = scope->bucket[i], *next; entry != NULL; entry = next) {
            next = entry->next;
            entry->next = bucket[entry->hash & (count - 1)];
            bucket[entry->hash & (count - 1)] = entry;
        }
    scope->bucket = bucket;
    scope->bucket_count = count;
    return true;
}

fk_xacro_entry *fk_xacro_define(fk_xacro *x, fk_xacro_scope *scope, const char *name)
{
    uint64_t hash = hash_xacro_name(name);
    fk_xacro_entry *entry = find_xacro_hashed(scope, name, hash);
    if (entry != NULL) {
        *entry = (fk_xacro_entry){.next = entry->next, .name = entry->name, .hash = hash};
        return entry;
    }
    if (scope->count == scope->bucket_count && !grow_xacro_scope(x, scope))
        return NULL;
    entry = fk_xacro_allocate(x, 1, sizeof *entry);
    if (entry == NULL)
        return NULL;
    fk_xacro_entry **bucket = &scope->bucket[hash & (scope->bucket_count - 1)];
    *entry = (fk_xacro_entry){.next = *bucket, .name = name, .hash = hash};
    *bucket = entry;
    scope->count++;
    return entry;
}

void fk_xacro_remove(fk_xacro_scope *scope, const char *name)
{
    fk_xacro_entry *entry = fk_xacro_find(scope, name);
    if (entry != NULL)
        entry->is_removed = true;
}

/* Evaluates the text of a property. Errors are in the line that defines it. */
static bool resolve_xacro(fk_xacro *x, fk_xacro_scope *scope, fk_xacro_entry *entry)
{
    const fk_xml_element *at = x->at;
    fk_xacro_value value;
    if (entry->is_resolving)
        return fk_xacro_fail(
            x, "the property '%s' depends on itself: lazy_eval=\"false\" evaluates it where it is set",
            fk_show_text(entry->name).text);
    entry->is_resolving = true;
    x->at = entry->element != NULL ? entry->element : at;
    bool is_good = fk_xacro_evaluate_text(x, entry->source, scope, &value);
    entry->is_resolving = false;
    x->at = at;
    if (!is_good)
        return false;
    entry->value = fk_xacro_of_literal(x, &value);
    entry->source = NULL;
    return x->robot->xml.status == FK_OK;
}

bool fk_xacro_get(fk_xacro *x, fk_xacro_scope *scope, const char *name, const fk_xacro_value **out)
{
    uint64_t hash = hash_xacro_name(name);
    fk_xacro_entry *entry = NULL;
    *out = NULL;
    for (; scope != NULL; scope = scope->parent) {
        entry = find_xacro_hashed(scope, name, hash);
        if (entry != NULL && !entry->is_removed)
            break;
        if (!fk_xacro_work(x, 1))
            return false;
    }
    if (scope == NULL)
        return true;
    if (entry->source != NULL && !resolve_xacro(x, scope, entry))
        return false;
    *out = &entry->value;
    return true;
}
