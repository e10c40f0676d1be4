/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* "sets", "tests" and "ignore" of a scene.
 *
 * They are read twice. Before any mesh is loaded, the parts are not known, as a file may have several; but
 * the names of the entries are, and what no part of theirs can be called is refused at once. Then again with
 * the parts.
 *
 * A word that stands for parts means, the first that there is: all; a set; the part of this name; all parts
 * of the entry of this name; the parts that it matches as a pattern. */

#include <stdio.h>
#include <string.h>

#include "base/nearest.h"
#include "scene/glob.h"
#include "scene/parts.h"

/* What words are looked up in. */
typedef struct lookup {
    fk_reader *r;
    fk_scene_own *own;
    bool has_parts;
    fk_names set_names;
    fk_scene_set *set; /* those read so far */
    uint32_t set_count;
    bool *is_chosen; /* one for each part, all false between calls */
} lookup;

static bool is_equal(const char *a, const char *b)
{
    size_t length = strlen(a);
    return length == strlen(b) && memcmp(a, b, length) == 0;
}

/* ---- Words for parts ----------------------------------------------------------------------------------- */

/* Whether an entry may have a part that is called so, or is matched, whatever is in its file. */
static bool is_possible(const fk_entry *entry, const char *word, bool is_pattern)
{
    if (is_equal(entry->name, word) || (is_pattern && fk_glob_matches(word, entry->name)))
        return true;
    if (entry->path == NULL)
        return false;
    size_t length = strlen(entry->beginning);
    return (strlen(word) > length && memcmp(word, entry->beginning, length) == 0) ||
           (is_pattern && fk_glob_may_match(word, entry->beginning));
}

/* Marks the parts that a word means; how many there are. Before there are parts, how many entries are
 * possible. */
static uint32_t choose(lookup *l, const char *word)
{
    fk_scene_own *own = l->own;
    bool is_pattern = fk_glob_is_pattern(word);
    uint32_t count = 0;
    if (!l->has_parts) {
        for (uint32_t i = 0; i < own->entry_count; i++)
            count += is_possible(&own->entry[i], word, is_pattern);
        return count;
    }
    uint32_t exact = fk_names_find(&own->part_names, word);
    if (exact != FK_NONE) {
        l->is_chosen[exact] = true;
        return 1;
    }
    for (uint32_t i = 0; i < own->entry_count && count == 0; i++)
        if (is_equal(own->entry[i].name, word))
            for (; count < own->entry[i].part_count; count++)
                l->is_chosen[own->entry[i].first_part + count] = true;
    if (count > 0 || !is_pattern)
        return count;
    for (uint32_t i = 0; i < own->scene.part_count; i++)
        if (fk_glob_matches(word, own->part[i].name)) {
            l->is_chosen[i] = true;
            count++;
        }
    return count;
}

static bool fail_word(lookup *l, const fk_value *value, const char *word, bool may_be_set)
{
    fk_nearest nearest = fk_nearest_make(word);
    if (fk_glob_is_pattern(word))
        return fk_value_fail(l->r, value, "the pattern '%s' matches no part", fk_show(word).text);
    for (uint32_t i = 0; i < l->own->entry_count; i++)
        fk_nearest_offer(&nearest, l->own->entry[i].name);
    for (uint32_t i = 0; i < l->own->scene.part_count; i++)
        fk_nearest_offer(&nearest, l->own->part[i].name);
    for (uint32_t i = 0; i < l->set_count && may_be_set; i++)
        fk_nearest_offer(&nearest, l->set[i].name);
    const char *kinds = may_be_set ? "no part and no set is" : "no part is";
    if (nearest.found != NULL)
        return fk_value_fail(l->r, value, "%s called '%s'; did you mean '%s'?", kinds, fk_show(word).text,
                             fk_show(nearest.found).text);
    char list[300] = "";
    size_t length = 0;
    for (uint32_t i = 0; i < l->own->entry_count && length < sizeof list; i++)
        length += (size_t)snprintf(list + length, sizeof list - length, "%s%s", i > 0 ? ", " : "",
                                   l->own->entry[i].name);
    return fk_value_fail(l->r, value, "%s called '%s'; parts: %s", kinds, fk_show(word).text,
                         fk_show(list).text);
}

/* Makes a set of the parts that are marked, and takes the marks away. */
static bool keep_chosen(lookup *l, const char *name, fk_scene_set *out)
{
    uint32_t count = 0, *part;
    for (uint32_t i = 0; l->has_parts && i < l->own->scene.part_count; i++)
        count += l->is_chosen[i];
    part = fk_store_get(l->r->store, (size_t)count + 1, sizeof *part);
    if (part == NULL)
        return fk_reader_no_memory(l->r);
    out->name = name;
    out->part = part;
    out->part_count = count;
    for (uint32_t i = 0; l->has_parts && i < l->own->scene.part_count; i++) {
        if (l->is_chosen[i])
            *part++ = i;
        l->is_chosen[i] = false;
    }
    return true;
}

/* A side of "between". */
static bool read_side(lookup *l, const fk_value *value, fk_scene_set *out)
{
    const char *word;
    if (!fk_value_text(l->r, value, "the name of a part or set", &word) || !fk_value_keep(l->r, word, &word))
        return false;
    uint32_t set = fk_names_find(&l->set_names, word);
    if (set != FK_NONE) {
        *out = l->set[set];
        return true;
    }
    if (is_equal(word, "all"))
        for (uint32_t i = 0; l->has_parts && i < l->own->scene.part_count; i++)
            l->is_chosen[i] = true;
    else if (choose(l, word) == 0)
        return fail_word(l, value, word, true);
    return keep_chosen(l, word, out);
}

static bool read_between(lookup *l, const fk_value *object, const char *what, fk_scene_set *a,
                         fk_scene_set *b)
{
    fk_value between;
    if (!fk_value_member(object, "between", &between))
        return fk_value_fail(l->r, object, "%s needs \"between\", two names of parts or sets", what);
    if (!json_is_array(between.json) || json_array_size(between.json) != 2)
        return fk_value_fail(l->r, &between,
                             "\"between\" needs two names of parts or sets, as [\"gripper\", \"all\"]");
    fk_value first = fk_value_element(&between, 0), second = fk_value_element(&between, 1);
    if (!read_side(l, &first, a) || !read_side(l, &second, b))
        return false;
    if (l->has_parts && a->part_count == 1 && b->part_count == 1 && a->part[0] == b->part[0])
        return fk_value_fail(l->r, &between,
                             "'%s' and '%s' are the same single part: there is no pair between them",
                             fk_show(a->name).text, fk_show(b->name).text);
    return true;
}

/* ---- Sets ---------------------------------------------------------------------------------------------- */

static bool check_set_name(lookup *l, const fk_value *value)
{
    const char *name = value->key;
    if (*name == '\0')
        return fk_value_fail_key(l->r, value, "a set needs a name");
    for (const char *c = name; *c != '\0'; c++)
        if ((unsigned char)*c < ' ' || *c == 0x7f)
            return fk_value_fail_key(l->r, value, "the name of a set has a control character");
    if (is_equal(name, "all"))
        return fk_value_fail_key(l->r, value,
                                 "'all' is the set of all parts already: call this one otherwise");
    for (uint32_t i = 0; i < l->own->entry_count; i++)
        if (is_equal(name, l->own->entry[i].name))
            return fk_value_fail_key(l->r, value, "'%s' is a part already: call the set otherwise",
                                     fk_show(name).text);
    if (l->has_parts && fk_names_find(&l->own->part_names, name) != FK_NONE)
        return fk_value_fail_key(l->r, value, "'%s' is a part already: call the set otherwise",
                                 fk_show(name).text);
    return true;
}

static bool read_set(lookup *l, const fk_value *value, fk_scene_set *out)
{
    const char *name;
    if (!check_set_name(l, value) || !fk_value_array(l->r, value, "names or patterns of parts", 1) ||
        !fk_value_keep(l->r, value->key, &name))
        return false;
    for (size_t i = 0; i < json_array_size(value->json); i++) {
        fk_value element = fk_value_element(value, i);
        const char *word;
        if (!fk_value_text(l->r, &element, "the name of a part, or a pattern,", &word))
            return false;
        if (choose(l, word) == 0)
            return fail_word(l, &element, word, false);
    }
    return keep_chosen(l, name, out);
}

static bool read_sets(lookup *l, const fk_value *top)
{
    fk_value sets;
    if (!fk_value_member(top, "sets", &sets))
        return fk_names_build(&l->set_names, l->r->store, NULL, 0) || fk_reader_no_memory(l->r);
    if (!json_is_object(sets.json))
        return fk_value_fail(l->r, &sets,
                             "\"sets\" is an object of names and lists, as {\"tools\": [\"gripper*\"]}");
    size_t count = json_object_size(sets.json);
    l->set = fk_store_get(l->r->store, count + 1, sizeof *l->set);
    const char **name = fk_store_get(l->r->store, count + 1, sizeof *name);
    if (l->set == NULL || name == NULL)
        return fk_reader_no_memory(l->r);
    const char *key;
    json_t *json;
    json_object_foreach(sets.json, key, json)
    {
        fk_value value = {&sets, key, 0, json};
        if (!read_set(l, &value, &l->set[l->set_count]))
            return false;
        name[l->set_count] = l->set[l->set_count].name;
        l->set_count++;
    }
    return fk_names_build(&l->set_names, l->r->store, name, l->set_count) || fk_reader_no_memory(l->r);
}

/* ---- Tests and ignored pairs --------------------------------------------------------------------------- */

static bool read_test(lookup *l, const fk_value *value, fk_scene_test *out)
{
    static const char *const known[] = {"name",           "between",       "clearance",
                                        "ignore_overlap", "allow_contact", NULL};
    fk_value member;
    out->name = "";
    if (!fk_value_fields(l->r, value, "a test", known) || !read_between(l, value, "a test", &out->a, &out->b))
        return false;
    if (fk_value_member(value, "name", &member) &&
        !(fk_value_text(l->r, &member, "\"name\"", &out->name) && fk_value_keep(l->r, out->name, &out->name)))
        return false;
    out->has_clearance = fk_value_member(value, "clearance", &member);
    if (out->has_clearance && !fk_value_length(l->r, &member, &out->clearance))
        return false;
    out->has_ignore_overlap = fk_value_member(value, "ignore_overlap", &member);
    if (out->has_ignore_overlap && !fk_value_length(l->r, &member, &out->ignore_overlap))
        return false;
    out->allow_contact = out->has_ignore_overlap;
    out->has_allow_contact = fk_value_member(value, "allow_contact", &member);
    if (out->has_allow_contact && !fk_value_bool(l->r, &member, &out->allow_contact))
        return false;
    if (out->has_ignore_overlap && !out->allow_contact)
        return fk_value_fail(
            l->r, &member,
            "\"ignore_overlap\" makes contact of small overlaps, so contact is allowed with it: leave out "
            "one of both");
    return true;
}

static bool read_ignore(lookup *l, const fk_value *value, fk_scene_ignore *out)
{
    static const char *const known[] = {"between", "reason", NULL};
    fk_value member;
    if (!fk_value_fields(l->r, value, "an entry of \"ignore\"", known) ||
        !read_between(l, value, "an entry of \"ignore\"", &out->a, &out->b))
        return false;
    if (!fk_value_member(value, "reason", &member))
        return fk_value_fail(
            l->r, value,
            "an entry of \"ignore\" needs a \"reason\", as \"bolted together\", for those who read it later");
    return fk_value_text(l->r, &member, "\"reason\"", &out->reason) &&
           fk_value_keep(l->r, out->reason, &out->reason);
}

/* The elements of an array that need not be there. */
static bool begin_array(lookup *l, const fk_value *top, const char *key, size_t size, fk_value *array,
                        void **room, uint32_t *count)
{
    *count = 0;
    if (!fk_value_member(top, key, array))
        return true;
    if (!fk_value_array(l->r, array, key, 0))
        return false;
    *count = (uint32_t)json_array_size(array->json);
    *room = fk_store_get(l->r->store, (size_t)*count + 1, size);
    return *room != NULL || fk_reader_no_memory(l->r);
}

static bool read_tests(lookup *l, const fk_value *top, fk_scene *out)
{
    fk_value array;
    void *room = NULL;
    if (!begin_array(l, top, "tests", sizeof(fk_scene_test), &array, &room, &out->test_count))
        return false;
    fk_scene_test *test = room;
    for (uint32_t i = 0; i < out->test_count; i++) {
        fk_value element = fk_value_element(&array, i);
        if (!read_test(l, &element, &test[i]))
            return false;
    }
    out->test = test;
    return true;
}

static bool read_ignores(lookup *l, const fk_value *top, fk_scene *out)
{
    fk_value array;
    void *room = NULL;
    if (!begin_array(l, top, "ignore", sizeof(fk_scene_ignore), &array, &room, &out->ignore_count))
        return false;
    fk_scene_ignore *ignore = room;
    for (uint32_t i = 0; i < out->ignore_count; i++) {
        fk_value element = fk_value_element(&array, i);
        if (!read_ignore(l, &element, &ignore[i]))
            return false;
    }
    out->ignore = ignore;
    return true;
}

bool fk_read_rules(fk_reader *r, const fk_value *top, fk_scene_own *own)
{
    lookup l = {.r = r, .own = own, .has_parts = own->part != NULL};
    l.is_chosen = fk_store_get(r->store, (size_t)own->scene.part_count + 1, sizeof(bool));
    if (l.is_chosen == NULL)
        return fk_reader_no_memory(r);
    if (!read_sets(&l, top) || !read_tests(&l, top, &own->scene) || !read_ignores(&l, top, &own->scene))
        return false;
    own->scene.set = l.set;
    own->scene.set_count = l.set_count;
    return true;
}
