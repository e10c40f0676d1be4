/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* "sets", "tests" and "ignore" of a scene; with "groups", which are in a file of their own. They are read
 * twice: before any mesh is loaded, and with the parts. See words.h. */

#include "scene/parts.h"

/* A side of "between". */
static bool read_side(fk_words *w, const fk_value *value, fk_scene_set *out)
{
    const char *word;
    if (!fk_value_text(w->r, value, "the name of a part or set", &word) || !fk_value_keep(w->r, word, &word))
        return false;
    uint32_t set = fk_names_find(&w->set_names, word);
    if (set != FK_NONE) {
        *out = w->set[set];
        return true;
    }
    return fk_words_choose(w, value, word) && fk_words_keep(w, word, out);
}

static bool read_between(fk_words *w, const fk_value *object, const char *what, fk_scene_set *a,
                         fk_scene_set *b)
{
    fk_value between;
    if (!fk_value_member(object, "between", &between))
        return fk_value_fail(w->r, object, "%s needs \"between\", two names of parts or sets", what);
    if (!json_is_array(between.json) || json_array_size(between.json) != 2)
        return fk_value_fail(w->r, &between,
                             "\"between\" needs two names of parts or sets, as [\"gripper\", \"all\"]");
    fk_value first = fk_value_element(&between, 0), second = fk_value_element(&between, 1);
    if (!read_side(w, &first, a) || !read_side(w, &second, b))
        return false;
    if (w->has_parts && a->part_count == 1 && b->part_count == 1 && a->part[0] == b->part[0])
        return fk_value_fail(w->r, &between,
                             "'%s' and '%s' are the same single part: there is no pair between them",
                             fk_show(a->name).text, fk_show(b->name).text);
    return true;
}

/* ---- Sets ---------------------------------------------------------------------------------------------- */

static bool check_set_name(fk_words *w, const fk_value *value)
{
    const char *name = value->key;
    if (*name == '\0')
        return fk_value_fail_key(w->r, value, "a set needs a name");
    for (const char *c = name; *c != '\0'; c++)
        if ((unsigned char)*c < ' ' || *c == 0x7f)
            return fk_value_fail_key(w->r, value, "the name of a set has a control character");
    if (fk_same_text(name, "all"))
        return fk_value_fail_key(w->r, value,
                                 "'all' is the set of all parts already: call this one otherwise");
    if (fk_names_find(&w->own->entry_names, name) != FK_NONE ||
        (w->has_parts && fk_names_find(&w->own->part_names, name) != FK_NONE))
        return fk_value_fail_key(w->r, value, "'%s' is a part already: call the set otherwise",
                                 fk_show(name).text);
    return true;
}

static bool read_set(fk_words *w, const fk_value *value, fk_scene_set *out)
{
    const char *name;
    if (!check_set_name(w, value) || !fk_value_array(w->r, value, "names or patterns of parts", 1) ||
        !fk_value_keep(w->r, value->key, &name))
        return false;
    for (size_t i = 0; i < json_array_size(value->json); i++) {
        fk_value element = fk_value_element(value, i);
        const char *word;
        if (!fk_value_text(w->r, &element, "the name of a part, or a pattern,", &word) ||
            !fk_words_choose_parts(w, &element, word))
            return false;
    }
    return fk_words_keep(w, name, out);
}

static bool read_sets(fk_words *w, const fk_value *top)
{
    fk_value sets;
    if (!fk_value_member(top, "sets", &sets))
        return fk_names_build(&w->set_names, w->r->store, NULL, 0) || fk_reader_no_memory(w->r);
    if (!json_is_object(sets.json))
        return fk_value_fail(w->r, &sets,
                             "\"sets\" is an object of names and lists, as {\"tools\": [\"gripper*\"]}");
    size_t count = json_object_size(sets.json);
    w->set = fk_store_get(w->r->store, count + 1, sizeof *w->set);
    const char **name = fk_store_get(w->r->store, count + 1, sizeof *name);
    if (w->set == NULL || name == NULL)
        return fk_reader_no_memory(w->r);
    const char *key;
    json_t *json;
    json_object_foreach(sets.json, key, json)
    {
        fk_value value = {&sets, key, 0, json};
        if (!read_set(w, &value, &w->set[w->set_count]))
            return false;
        name[w->set_count] = w->set[w->set_count].name;
        w->set_count++;
    }
    return fk_names_build(&w->set_names, w->r->store, name, w->set_count) || fk_reader_no_memory(w->r);
}

/* ---- Tests and ignored pairs --------------------------------------------------------------------------- */

static bool read_test(fk_words *w, const fk_value *value, fk_scene_test *out)
{
    static const char *const known[] = {"name",           "between",       "clearance",
                                        "ignore_overlap", "allow_contact", NULL};
    fk_value member;
    out->name = "";
    if (!fk_value_fields(w->r, value, "a test", known) || !read_between(w, value, "a test", &out->a, &out->b))
        return false;
    if (fk_value_member(value, "name", &member) &&
        !(fk_value_text(w->r, &member, "\"name\"", &out->name) && fk_value_keep(w->r, out->name, &out->name)))
        return false;
    out->has_clearance = fk_value_member(value, "clearance", &member);
    if (out->has_clearance && !fk_value_length(w->r, &member, &out->clearance))
        return false;
    out->has_ignore_overlap = fk_value_member(value, "ignore_overlap", &member);
    if (out->has_ignore_overlap && !fk_value_length(w->r, &member, &out->ignore_overlap))
        return false;
    out->allow_contact = out->has_ignore_overlap;
    out->has_allow_contact = fk_value_member(value, "allow_contact", &member);
    if (out->has_allow_contact && !fk_value_bool(w->r, &member, &out->allow_contact))
        return false;
    if (out->has_ignore_overlap && !out->allow_contact)
        return fk_value_fail(
            w->r, &member,
            "\"ignore_overlap\" makes contact of small overlaps, so contact is allowed with it: leave out "
            "one of both");
    return true;
}

static bool read_ignore(fk_words *w, const fk_value *value, fk_scene_ignore *out)
{
    static const char *const known[] = {"between", "reason", NULL};
    fk_value member;
    if (!fk_value_fields(w->r, value, "an entry of \"ignore\"", known) ||
        !read_between(w, value, "an entry of \"ignore\"", &out->a, &out->b))
        return false;
    if (!fk_value_member(value, "reason", &member))
        return fk_value_fail(
            w->r, value,
            "an entry of \"ignore\" needs a \"reason\", as \"bolted together\", for those who read it later");
    return fk_value_text(w->r, &member, "\"reason\"", &out->reason) &&
           fk_value_keep(w->r, out->reason, &out->reason);
}

/* The elements of an array that need not be there. */
static bool begin_array(fk_words *w, const fk_value *top, const char *key, size_t size, fk_value *array,
                        void **room, uint32_t *count)
{
    *count = 0;
    if (!fk_value_member(top, key, array))
        return true;
    if (!fk_value_array(w->r, array, key, 0))
        return false;
    *count = (uint32_t)json_array_size(array->json);
    *room = fk_store_get(w->r->store, (size_t)*count + 1, size);
    return *room != NULL || fk_reader_no_memory(w->r);
}

static bool read_tests(fk_words *w, const fk_value *top, fk_scene *out)
{
    fk_value array;
    void *room = NULL;
    if (!begin_array(w, top, "tests", sizeof(fk_scene_test), &array, &room, &out->test_count))
        return false;
    fk_scene_test *test = room;
    for (uint32_t i = 0; i < out->test_count; i++) {
        fk_value element = fk_value_element(&array, i);
        if (!read_test(w, &element, &test[i]))
            return false;
    }
    out->test = test;
    return true;
}

static bool read_ignores(fk_words *w, const fk_value *top, fk_scene *out)
{
    fk_value array;
    void *room = NULL;
    if (!begin_array(w, top, "ignore", sizeof(fk_scene_ignore), &array, &room, &out->ignore_count))
        return false;
    fk_scene_ignore *ignore = room;
    for (uint32_t i = 0; i < out->ignore_count; i++) {
        fk_value element = fk_value_element(&array, i);
        if (!read_ignore(w, &element, &ignore[i]))
            return false;
    }
    out->ignore = ignore;
    return true;
}

bool fk_read_rules(fk_reader *r, const fk_value *top, fk_scene_own *own)
{
    fk_words w;
    if (!fk_words_begin(&w, r, own) || !read_sets(&w, top) || !read_tests(&w, top, &own->scene) ||
        !read_ignores(&w, top, &own->scene) || !fk_read_groups(&w, top))
        return false;
    own->scene.set = w.set;
    own->scene.set_count = w.set_count;
    return true;
}
