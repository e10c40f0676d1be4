/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* A walk through nested objects, without recursion. See nest.h. There are as many levels in memory as the
 * text is deep; they are used again, and hold the way that messages need to find a place. */

#include "scene/read/read.h"

/* Goes one level down, to an object. */
static bool go_down(fk_nest *nest, const fk_value *object)
{
    fk_nest_level *at = nest->at, *below = at != NULL ? at->below : NULL;
    if (below == NULL)
        below = fk_store_get(nest->r->store, 1, sizeof *below);
    if (below == NULL)
        return fk_reader_no_memory(nest->r);
    if (at != NULL)
        at->below = below;
    below->above = at;
    below->object = *object;
    below->number = nest->count++;
    below->is_entered = false;
    nest->at = below;
    return true;
}

/* Looks at what is in the object of a level. */
static bool enter(fk_nest *nest, fk_nest_level *level)
{
    level->is_entered = true;
    level->next = level->count = 0;
    if (!fk_value_member(&level->object, nest->key, &level->inner))
        return true;
    if (!fk_value_array(nest->r, &level->inner, nest->what, 0))
        return false;
    level->count = json_array_size(level->inner.json);
    return true;
}

bool fk_nest_begin(fk_nest *nest, fk_reader *r, const fk_value *object, const char *key, const char *what)
{
    *nest = (fk_nest){.r = r, .key = key, .what = what};
    return go_down(nest, object);
}

bool fk_nest_next(fk_nest *nest)
{
    for (; nest->at != NULL; nest->at = nest->at->above) {
        fk_nest_level *at = nest->at;
        if (!at->is_entered && !enter(nest, at))
            return false;
        if (at->next < at->count) {
            fk_value object = fk_value_element(&at->inner, at->next++);
            return go_down(nest, &object);
        }
    }
    return false;
}

bool fk_nest_find(fk_nest *nest, uint32_t number)
{
    bool more = true;
    while (more && nest->at->number < number)
        more = fk_nest_next(nest);
    return more;
}
