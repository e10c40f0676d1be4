/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Reads "sets", "tests", "ignore" and "groups" of a scene, and the words in them that select parts. They are read
 * twice: before any mesh is loaded, and with the parts.
 *
 * A word means the first of these that exists: all; a set; the part of this name; all parts of the entry of this
 * name, or of the only robot if its file gives it this name; the parts that it matches as a pattern. Before any mesh
 * is loaded, the parts are unknown, as a file may have several; but the names of the entries are known, and a word
 * that no part of theirs can match is refused at once.
 *
 * Groups contain parts and other groups. They are read without recursion; a group comes before those in it. A part is
 * in at most one group, and no group is empty. */

#include <stdio.h>
#include <string.h>

#include "base/lists.h"
#include "scene/glob.h"
#include "scene/parts.h"

/* ---- Words --------------------------------------------------------------------------------------------- */

/* Where words are looked up, and the parts chosen by words, initially none. */
typedef struct word_lookup {
    fk_json_reader *r;
    fk_owned_scene *own;
    bool has_parts;
    fk_name_index set_names;
    fk_scene_set *set; /* the sets read so far */
    uint32_t set_count;
    bool *is_chosen;     /* one for each part */
    uint32_t first, end; /* chosen parts are in [first, end) */
} word_lookup;

static bool init_word_lookup(word_lookup *w, fk_json_reader *r, fk_owned_scene *own)
{
    *w = (word_lookup){.r = r, .own = own, .has_parts = own->part != NULL, .first = FK_NONE};
    w->is_chosen = fk_scene_arena_allocate(r->arena, (size_t)own->scene.part_count + 1, sizeof(bool));
    return w->is_chosen != NULL || fk_json_fail_memory(r);
}

/* Whether an entry of another name may have a part that the word names or matches, whatever its file contains. */
static bool may_have_part(const fk_scene_entry *entry, const char *word, bool is_pattern)
{
    if (is_pattern && fk_glob_matches(word, entry->name))
        return true;
    if (entry->path == NULL && !entry->is_robot)
        return false;
    size_t length = strlen(entry->beginning);
    return (strlen(word) > length && memcmp(word, entry->beginning, length) == 0) ||
           (is_pattern && fk_glob_may_match(word, entry->beginning));
}

static void mark_chosen(word_lookup *w, uint32_t part)
{
    w->is_chosen[part] = true;
    w->first = part < w->first ? part : w->first;
    w->end = part < w->end ? w->end : part + 1;
}

/* The entry of the only robot, if the scene gives it no name but its URDF file gives it this one; else FK_NONE. */
static uint32_t find_only_robot(const fk_owned_scene *own, const char *word)
{
    const fk_scene_robot *robot = own->scene_robot;
    bool is_it = own->robot_count == 1 && *robot->name == '\0' && fk_same_text(robot->robot->name, word);
    return is_it ? own->entry_count - 1 : FK_NONE;
}

/* Chooses the parts that a word means, and returns how many; before the parts exist, how many entries are possible. */
static uint32_t choose_by_word(word_lookup *w, const char *word)
{
    fk_owned_scene *own = w->own;
    bool is_pattern = fk_glob_is_pattern(word);
    uint32_t count = 0, entry = fk_name_index_find(&own->entry_names, word);
    if (!w->has_parts) {
        for (uint32_t i = 0; i < own->entry_count && entry == FK_NONE; i++)
            count += may_have_part(&own->entry[i], word, is_pattern);
        return count + (entry != FK_NONE);
    }
    uint32_t exact = fk_name_index_find(&own->part_names, word);
    if (exact != FK_NONE) {
        mark_chosen(w, exact);
        return 1;
    }
    entry = entry != FK_NONE ? entry : find_only_robot(own, word);
    for (; entry != FK_NONE && count < own->entry[entry].part_count; count++)
        mark_chosen(w, own->entry[entry].first_part + count);
    if (count > 0 || !is_pattern)
        return count;
    for (uint32_t i = 0; i < own->scene.part_count; i++)
        if (fk_glob_matches(word, own->part[i].name)) {
            mark_chosen(w, i);
            count++;
        }
    return count;
}

static bool fail_unknown_word(word_lookup *w, const fk_json_value *value, const char *word, bool may_be_set)
{
    fk_spelling nearest = fk_spelling_make(word);
    if (fk_glob_is_pattern(word))
        return fk_json_fail(w->r, value, "the pattern '%s' matches no part", fk_show_text(word).text);
    for (uint32_t i = 0; i < w->own->entry_count; i++)
        fk_spelling_offer(&nearest, w->own->entry[i].name);
    for (uint32_t i = 0; i < w->own->scene.part_count; i++)
        fk_spelling_offer(&nearest, w->own->part[i].name);
    for (uint32_t i = 0; i < w->set_count && may_be_set; i++)
        fk_spelling_offer(&nearest, w->set[i].name);
    const char *kinds = may_be_set ? "no part and no set is" : "no part is";
    if (nearest.found != NULL)
        return fk_json_fail(w->r, value, "%s called '%s'; did you mean '%s'?", kinds, fk_show_text(word).text,
                            fk_show_text(nearest.found).text);
    char list[300] = "";
    size_t length = 0;
    for (uint32_t i = 0; i < w->own->entry_count && length < sizeof list; i++)
        if (w->own->entry[i].name[0] != '\0')
            length += (size_t)snprintf(list + length, sizeof list - length, "%s%s", length > 0 ? ", " : "",
                                       w->own->entry[i].name);
    return fk_json_fail(w->r, value, "%s called '%s'; parts: %s", kinds, fk_show_text(word).text,
                        fk_show_text(list).text);
}

/* Adds the parts that a word means to those chosen. choose_parts accepts only parts; choose_any also "all" and sets. */
static bool choose_parts(word_lookup *w, const fk_json_value *value, const char *word)
{
    return choose_by_word(w, word) > 0 || fail_unknown_word(w, value, word, false);
}

static bool choose_any(word_lookup *w, const fk_json_value *value, const char *word)
{
    uint32_t set = fk_name_index_find(&w->set_names, word);
    bool is_all = set == FK_NONE && fk_same_text(word, "all");
    if (set == FK_NONE && !is_all)
        return choose_by_word(w, word) > 0 || fail_unknown_word(w, value, word, true);
    uint32_t count = is_all ? w->own->scene.part_count : w->set[set].part_count;
    for (uint32_t i = 0; i < count && w->has_parts; i++)
        mark_chosen(w, is_all ? i : w->set[set].part[i]);
    return true;
}

/* Removes the next chosen part and returns it; FK_NONE if there is none. */
static uint32_t pop_chosen(word_lookup *w)
{
    while (w->first < w->end) {
        uint32_t part = w->first++;
        if (w->is_chosen[part]) {
            w->is_chosen[part] = false;
            return part;
        }
    }
    w->first = FK_NONE;
    w->end = 0;
    return FK_NONE;
}

/* Makes a set of the chosen parts, and chooses none. */
static bool chosen_to_set(word_lookup *w, const char *name, fk_scene_set *out)
{
    uint32_t count = 0, *part;
    for (uint32_t i = w->first; i < w->end; i++)
        count += w->is_chosen[i];
    part = fk_scene_arena_allocate(w->r->arena, (size_t)count + 1, sizeof *part);
    if (part == NULL)
        return fk_json_fail_memory(w->r);
    for (uint32_t i = 0; i < count; i++)
        part[i] = pop_chosen(w);
    (void)pop_chosen(w); /* returns FK_NONE and resets the range */
    *out = (fk_scene_set){name, count, part};
    return true;
}

/* ---- Sides --------------------------------------------------------------------------------------------- */

/* Reads a side of "between". */
static bool read_between_side(word_lookup *w, const fk_json_value *value, fk_scene_set *out)
{
    const char *word;
    if (!fk_json_read_text_copy(w->r, value, "the name of a part or set", &word))
        return false;
    uint32_t set = fk_name_index_find(&w->set_names, word);
    if (set != FK_NONE) {
        *out = w->set[set];
        return true;
    }
    return choose_any(w, value, word) && chosen_to_set(w, word, out);
}

static bool read_between(word_lookup *w, const fk_json_value *object, const char *what, fk_scene_set *a,
                         fk_scene_set *b)
{
    fk_json_value between;
    if (!fk_json_member(object, "between", &between))
        return fk_json_fail(w->r, object, "%s needs \"between\", two names of parts or sets", what);
    if (!json_is_array(between.json) || json_array_size(between.json) != 2)
        return fk_json_fail(w->r, &between,
                            "\"between\" needs two names of parts or sets, as [\"gripper\", \"all\"]");
    fk_json_value first = fk_json_element(&between, 0), second = fk_json_element(&between, 1);
    if (!read_between_side(w, &first, a) || !read_between_side(w, &second, b))
        return false;
    if (w->has_parts && a->part_count == 1 && b->part_count == 1 && a->part[0] == b->part[0])
        return fk_json_fail(w->r, &between,
                            "'%s' and '%s' are the same single part: there is no pair between them",
                            fk_show_text(a->name).text, fk_show_text(b->name).text);
    return true;
}

/* ---- Sets ---------------------------------------------------------------------------------------------- */

static bool check_set_name(word_lookup *w, const fk_json_value *value)
{
    const char *name = value->key;
    if (*name == '\0')
        return fk_json_fail_key(w->r, value, "a set needs a name");
    for (const char *c = name; *c != '\0'; c++)
        if ((unsigned char)*c < ' ' || *c == 0x7f)
            return fk_json_fail_key(w->r, value, "the name of a set has a control character");
    if (fk_same_text(name, "all"))
        return fk_json_fail_key(w->r, value,
                                "'all' is the set of all parts already: call this one otherwise");
    if (fk_name_index_find(&w->own->entry_names, name) != FK_NONE ||
        (w->has_parts && fk_name_index_find(&w->own->part_names, name) != FK_NONE))
        return fk_json_fail_key(w->r, value, "'%s' is a part already: call the set otherwise",
                                fk_show_text(name).text);
    return true;
}

static bool read_set(word_lookup *w, const fk_json_value *value, fk_scene_set *out)
{
    const char *name;
    if (!check_set_name(w, value) || !fk_json_check_array(w->r, value, "names or patterns of parts", 1) ||
        !fk_json_copy_text(w->r, value->key, &name))
        return false;
    for (size_t i = 0; i < json_array_size(value->json); i++) {
        fk_json_value element = fk_json_element(value, i);
        const char *word;
        if (!fk_json_read_text(w->r, &element, "the name of a part, or a pattern,", &word) ||
            !choose_parts(w, &element, word))
            return false;
    }
    return chosen_to_set(w, name, out);
}

static bool read_sets(word_lookup *w, const fk_json_value *top)
{
    fk_json_value sets;
    if (!fk_json_member(top, "sets", &sets))
        return fk_name_index_build(&w->set_names, w->r->arena, NULL, 0) || fk_json_fail_memory(w->r);
    if (!json_is_object(sets.json))
        return fk_json_fail(w->r, &sets,
                            "\"sets\" is an object of names and lists, as {\"tools\": [\"gripper*\"]}");
    w->set = fk_scene_arena_allocate(w->r->arena, json_object_size(sets.json) + 1, sizeof *w->set);
    if (w->set == NULL)
        return fk_json_fail_memory(w->r);
    const char *key;
    json_t *json;
    json_object_foreach(sets.json, key, json)
    {
        fk_json_value value = {&sets, key, 0, json};
        if (!read_set(w, &value, &w->set[w->set_count]))
            return false;
        w->set_count++;
    }
    return fk_name_index_build_strided(&w->set_names, w->r->arena, &w->set->name, sizeof *w->set,
                                       w->set_count) ||
           fk_json_fail_memory(w->r);
}

/* ---- Tests and ignored pairs --------------------------------------------------------------------------- */

static bool read_test(fk_json_reader *r, const fk_json_value *value, void *user, void *item)
{
    word_lookup *w = user;
    fk_scene_test *out = item;
    static const char *const known[] = {"name",           "between",       "clearance",
                                        "ignore_overlap", "allow_contact", NULL};
    fk_json_value member;
    out->name = "";
    if (!fk_json_check_fields(r, value, "a test", known) ||
        !read_between(w, value, "a test", &out->a, &out->b))
        return false;
    if (fk_json_member(value, "name", &member) && !fk_json_read_text_copy(r, &member, "\"name\"", &out->name))
        return false;
    out->has_clearance = fk_json_member(value, "clearance", &member);
    if (out->has_clearance && !fk_json_read_length(r, &member, &out->clearance))
        return false;
    out->has_ignore_overlap = fk_json_member(value, "ignore_overlap", &member);
    if (out->has_ignore_overlap && !fk_json_read_length(r, &member, &out->ignore_overlap))
        return false;
    out->allow_contact = out->has_ignore_overlap;
    out->has_allow_contact = fk_json_member(value, "allow_contact", &member);
    if (out->has_allow_contact && !fk_json_read_bool(r, &member, &out->allow_contact))
        return false;
    if (out->has_ignore_overlap && !out->allow_contact)
        return fk_json_fail(
            r, &member,
            "\"ignore_overlap\" makes contact of small overlaps, so contact is allowed with it: leave out "
            "one of both");
    return true;
}

static bool read_ignore(fk_json_reader *r, const fk_json_value *value, void *user, void *item)
{
    word_lookup *w = user;
    fk_scene_ignore *out = item;
    static const char *const known[] = {"between", "reason", NULL};
    fk_json_value member;
    if (!fk_json_check_fields(r, value, "an entry of \"ignore\"", known) ||
        !read_between(w, value, "an entry of \"ignore\"", &out->a, &out->b))
        return false;
    if (!fk_json_member(value, "reason", &member))
        return fk_json_fail(
            r, value,
            "an entry of \"ignore\" needs a \"reason\", as \"bolted together\", for those who read it later");
    return fk_json_read_text_copy(r, &member, "\"reason\"", &out->reason);
}

/* Reads an optional list. */
static bool read_optional_list(word_lookup *w, const fk_json_value *top, const char *key,
                               const fk_json_list_form *form, const void **out, uint32_t *count)
{
    fk_json_value array;
    *count = 0;
    if (!fk_json_member(top, key, &array))
        return true;
    *out = fk_json_read_list(w->r, &array, form, w, count);
    return *out != NULL;
}

/* ---- Groups -------------------------------------------------------------------------------------------- */

/* Groups so far. The scene itself is at the top of the traversal, so the index of a group is its number - 1. */
typedef struct group_list {
    fk_search_group *group;
    size_t count, capacity;
} group_list;

static bool begin_group_traversal(fk_json_traversal *nest, fk_json_reader *r, const fk_json_value *top)
{
    return fk_json_traversal_begin(nest, r, top, "groups", "groups");
}

/* Finds a group in the text by its number. */
static bool find_group(fk_json_traversal *nest, fk_json_reader *r, const fk_json_value *top, uint32_t group)
{
    return begin_group_traversal(nest, r, top) && fk_json_traversal_find(nest, group + 1);
}

static bool fail_in_two_groups(word_lookup *w, const fk_json_value *top, const fk_json_value *value,
                               const fk_scene_part *part, const char *other)
{
    fk_json_traversal nest;
    uint64_t line, column;
    if (!find_group(&nest, w->r, top, part->group))
        return false;
    fk_json_locate(w->r, &nest.at->object, false, &line, &column);
    return fk_json_fail(w->r, value,
                        "part '%s' is in the group '%s' of line %lu already: a part is in one group, the "
                        "innermost; leave it out of one of them",
                        fk_show_text(part->name).text, fk_show_text(other).text, (unsigned long)line);
}

static bool read_group_parts(word_lookup *w, const fk_json_value *top, const fk_json_value *parts,
                             const group_list *list)
{
    if (!fk_json_check_array(w->r, parts, "names, sets or patterns of parts", 0))
        return false;
    uint32_t group = (uint32_t)list->count;
    for (size_t i = 0; i < json_array_size(parts->json); i++) {
        fk_json_value element = fk_json_element(parts, i);
        const char *word;
        if (!fk_json_read_text(w->r, &element, "the name of a part or set, or a pattern,", &word) ||
            !choose_any(w, &element, word))
            return false;
        for (uint32_t p; (p = pop_chosen(w)) != FK_NONE;) {
            fk_scene_part *part = &w->own->part[p];
            if (part->group != FK_NONE && part->group != group)
                return fail_in_two_groups(w, top, &element, part, list->group[part->group].name);
            part->group = group;
        }
    }
    return true;
}

static bool read_group_volume(fk_json_reader *r, const fk_json_value *value, fk_search_group *out)
{
    static const char *const known[] = {"kind", "origin", "edges", NULL};
    return fk_json_check_fields(r, value, "a volume", known) &&
           fk_scene_read_cell(r, value, "a volume", &out->kind, &out->cell);
}

static bool read_group(word_lookup *w, const fk_json_value *top, const fk_json_traversal_level *level,
                       const group_list *list, fk_search_group *out)
{
    static const char *const known[] = {"name", "parts", "groups", "volume", "test_members", NULL};
    const fk_json_value *object = &level->object;
    fk_json_value member;
    out->parent = level->above->number > 0 ? level->above->number - 1 : FK_NONE;
    out->tests_members = true;
    if (!fk_json_check_fields(w->r, object, "a group", known) ||
        !fk_json_require(w->r, object, "name", "a group", &member) ||
        !fk_json_read_text_copy(w->r, &member, "\"name\"", &out->name))
        return false;
    size_t inside = 0;
    if (fk_json_member(object, "parts", &member)) {
        if (!read_group_parts(w, top, &member, list))
            return false;
        inside += json_array_size(member.json);
    }
    if (fk_json_member(object, "groups", &member)) {
        if (!fk_json_check_array(w->r, &member, "groups", 0))
            return false;
        inside += json_array_size(member.json);
    }
    if (inside == 0)
        return fk_json_fail(
            w->r, object,
            "the group '%s' has nothing in it: give it \"parts\" or \"groups\", or leave it out",
            fk_show_text(out->name).text);
    if (fk_json_member(object, "volume", &member) && !read_group_volume(w->r, &member, out))
        return false;
    if (fk_json_member(object, "test_members", &member) &&
        !fk_json_read_bool(w->r, &member, &out->tests_members))
        return false;
    return true;
}

static bool read_group_tree(word_lookup *w, const fk_json_value *top, group_list *list)
{
    fk_json_traversal nest;
    if (!begin_group_traversal(&nest, w->r, top))
        return false;
    while (fk_json_traversal_next(&nest)) {
        fk_search_group group = {.kind = FK_KIND_NONE};
        if (!read_group(w, top, nest.at, list, &group))
            return false;
        if (!fk_grow(w->r->context, &list->group, sizeof group, list->count, &list->capacity,
                     list->count + 1))
            return fk_json_fail_memory(w->r);
        list->group[list->count++] = group;
    }
    return w->r->status == FK_OK;
}

static bool check_group_names(word_lookup *w, const fk_json_value *top, const fk_search_group *group,
                              uint32_t count)
{
    fk_name_index names;
    fk_json_traversal nest, other;
    uint64_t line, column;
    if (!fk_name_index_build_strided(&names, w->r->arena, &group->name, sizeof *group, count))
        return fk_json_fail_memory(w->r);
    uint32_t second = fk_name_index_find_repeated(&names, count);
    if (second == FK_NONE)
        return true;
    const char *name = group[second].name;
    if (!find_group(&nest, w->r, top, second) ||
        !find_group(&other, w->r, top, fk_name_index_find(&names, name)))
        return false;
    fk_json_locate(w->r, &other.at->object, false, &line, &column);
    return fk_json_fail(
        w->r, &nest.at->object,
        "two groups are called '%s', this one and that of line %lu: give one another \"name\"",
        fk_show_text(name).text, (unsigned long)line);
}

/* Copies the list into the arena, as it lives with the scene. */
static bool read_groups(word_lookup *w, const fk_json_value *top)
{
    group_list list = {NULL, 0, 0};
    fk_search_group *kept = NULL;
    bool is_good = read_group_tree(w, top, &list);
    if (is_good) {
        kept = fk_scene_arena_allocate(w->r->arena, list.count + 1, sizeof *kept);
        is_good = kept != NULL || fk_json_fail_memory(w->r);
    }
    for (size_t i = 0; is_good && i < list.count; i++)
        kept[i] = list.group[i];
    w->own->scene.group = kept;
    w->own->scene.group_count = is_good ? (uint32_t)list.count : 0;
    fk_release(w->r->context, list.group, list.capacity * sizeof *list.group);
    return is_good && check_group_names(w, top, kept, w->own->scene.group_count);
}

/* ---- Everything together ------------------------------------------------------------------------------- */

bool fk_scene_read_rules(fk_json_reader *r, const fk_json_value *top, fk_owned_scene *own)
{
    static const fk_json_list_form tests = {"tests", sizeof(fk_scene_test), read_test},
                                   ignores = {"ignore", sizeof(fk_scene_ignore), read_ignore};
    fk_scene *scene = &own->scene;
    const void *test = NULL, *ignore = NULL;
    word_lookup w;
    if (!init_word_lookup(&w, r, own) || !read_sets(&w, top) ||
        !read_optional_list(&w, top, "tests", &tests, &test, &scene->test_count) ||
        !read_optional_list(&w, top, "ignore", &ignores, &ignore, &scene->ignore_count) ||
        !read_groups(&w, top))
        return false;
    scene->test = test;
    scene->ignore = ignore;
    scene->set = w.set;
    scene->set_count = w.set_count;
    return true;
}
