/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* "groups" of a scene: rooms, with parts and other groups in them. Read without recursion; a group comes
 * before those in it. A part is in one group at most, and a group has something in it. */

#include "base/lists.h"
#include "scene/parts.h"

/* Groups so far. The scene itself is at the top of the walk, so that a group has number - 1. */
typedef struct group_list {
    fk_search_group *group;
    size_t count, capacity;
} group_list;

static bool begin_walk(fk_nest *nest, fk_reader *r, const fk_value *top)
{
    return fk_nest_begin(nest, r, top, "groups", "groups");
}

/* Where a group is in the text, by its number. */
static bool find_group(fk_nest *nest, fk_reader *r, const fk_value *top, uint32_t group)
{
    return begin_walk(nest, r, top) && fk_nest_find(nest, group + 1);
}

/* ---- One group ----------------------------------------------------------------------------------------- */

static bool fail_twice(fk_words *w, const fk_value *top, const fk_value *value, const fk_scene_part *part,
                       const char *other)
{
    fk_nest nest;
    uint64_t line, column;
    if (!find_group(&nest, w->r, top, part->group))
        return false;
    fk_value_place(w->r, &nest.at->object, false, &line, &column);
    return fk_value_fail(w->r, value,
                         "part '%s' is in the group '%s' of line %lu already: a part is in one group, the "
                         "innermost; leave it out of one of them",
                         fk_show(part->name).text, fk_show(other).text, (unsigned long)line);
}

static bool read_members(fk_words *w, const fk_value *top, const fk_value *parts, const group_list *list)
{
    if (!fk_value_array(w->r, parts, "names, sets or patterns of parts", 0))
        return false;
    uint32_t group = (uint32_t)list->count;
    for (size_t i = 0; i < json_array_size(parts->json); i++) {
        fk_value element = fk_value_element(parts, i);
        const char *word;
        if (!fk_value_text(w->r, &element, "the name of a part or set, or a pattern,", &word) ||
            !fk_words_choose(w, &element, word))
            return false;
        for (uint32_t p; (p = fk_words_take(w)) != FK_NONE;) {
            fk_scene_part *part = &w->own->part[p];
            if (part->group != FK_NONE && part->group != group)
                return fail_twice(w, top, &element, part, list->group[part->group].name);
            part->group = group;
        }
    }
    return true;
}

static bool read_volume(fk_reader *r, const fk_value *value, fk_search_group *out)
{
    static const char *const known[] = {"kind", "origin", "edges", NULL};
    return fk_value_fields(r, value, "a volume", known) &&
           fk_read_cell(r, value, "a volume", &out->kind, &out->cell);
}

static bool read_group(fk_words *w, const fk_value *top, const fk_nest_level *level, const group_list *list,
                       fk_search_group *out)
{
    static const char *const known[] = {"name", "parts", "groups", "volume", "test_members", NULL};
    const fk_value *object = &level->object;
    fk_value member;
    out->parent = level->above->number > 0 ? level->above->number - 1 : FK_NONE;
    out->tests_members = true;
    if (!fk_value_fields(w->r, object, "a group", known) ||
        !fk_value_need(w->r, object, "name", "a group", &member) ||
        !fk_value_text(w->r, &member, "\"name\"", &out->name) || !fk_value_keep(w->r, out->name, &out->name))
        return false;
    size_t inside = 0;
    if (fk_value_member(object, "parts", &member)) {
        if (!read_members(w, top, &member, list))
            return false;
        inside += json_array_size(member.json);
    }
    if (fk_value_member(object, "groups", &member)) {
        if (!fk_value_array(w->r, &member, "groups", 0))
            return false;
        inside += json_array_size(member.json);
    }
    if (inside == 0)
        return fk_value_fail(
            w->r, object,
            "the group '%s' has nothing in it: give it \"parts\" or \"groups\", or leave it out",
            fk_show(out->name).text);
    if (fk_value_member(object, "volume", &member) && !read_volume(w->r, &member, out))
        return false;
    if (fk_value_member(object, "test_members", &member) &&
        !fk_value_bool(w->r, &member, &out->tests_members))
        return false;
    return true;
}

/* ---- All of them --------------------------------------------------------------------------------------- */

static bool read_all(fk_words *w, const fk_value *top, group_list *list)
{
    fk_nest nest;
    if (!begin_walk(&nest, w->r, top))
        return false;
    while (fk_nest_next(&nest)) {
        fk_search_group group = {.kind = FK_KIND_NONE};
        if (!read_group(w, top, nest.at, list, &group))
            return false;
        if (!fk_grow(w->r->context, &list->group, sizeof group, list->count, &list->capacity,
                     list->count + 1))
            return fk_reader_no_memory(w->r);
        list->group[list->count++] = group;
    }
    return w->r->status == FK_OK;
}

static bool check_names(fk_words *w, const fk_value *top, const fk_search_group *group, uint32_t count)
{
    fk_names names;
    const char **name = fk_store_get(w->r->store, (size_t)count + 1, sizeof *name);
    if (name == NULL)
        return fk_reader_no_memory(w->r);
    for (uint32_t i = 0; i < count; i++)
        name[i] = group[i].name;
    if (!fk_names_build(&names, w->r->store, name, count))
        return fk_reader_no_memory(w->r);
    for (uint32_t i = 0; i < count; i++) {
        uint32_t first = fk_names_find(&names, name[i]);
        fk_nest nest, other;
        uint64_t line, column;
        if (first == i)
            continue;
        if (!find_group(&nest, w->r, top, i) || !find_group(&other, w->r, top, first))
            return false;
        fk_value_place(w->r, &other.at->object, false, &line, &column);
        return fk_value_fail(
            w->r, &nest.at->object,
            "two groups are called '%s', this one and that of line %lu: give one another \"name\"",
            fk_show(name[i]).text, (unsigned long)line);
    }
    return true;
}

/* Keeps the list in the store, as it lives with the scene. */
bool fk_read_groups(fk_words *w, const fk_value *top)
{
    group_list list = {NULL, 0, 0};
    fk_search_group *kept = NULL;
    bool is_good = read_all(w, top, &list);
    if (is_good) {
        kept = fk_store_get(w->r->store, list.count + 1, sizeof *kept);
        is_good = kept != NULL || fk_reader_no_memory(w->r);
    }
    for (size_t i = 0; is_good && i < list.count; i++)
        kept[i] = list.group[i];
    w->own->scene.group = kept;
    w->own->scene.group_count = is_good ? (uint32_t)list.count : 0;
    fk_release(w->r->context, list.group, list.capacity * sizeof *list.group);
    return is_good && check_names(w, top, kept, w->own->scene.group_count);
}
