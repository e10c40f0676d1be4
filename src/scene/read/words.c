/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Words of a scene that stand for parts. See words.h. */

#include "scene/parts.h"

#include <stdio.h>
#include <string.h>

#include "scene/glob.h"

bool fk_words_begin(fk_words *words, fk_reader *r, fk_scene_own *own)
{
    *words = (fk_words){.r = r, .own = own, .has_parts = own->part != NULL, .first = FK_NONE};
    words->is_chosen = fk_store_get(r->store, (size_t)own->scene.part_count + 1, sizeof(bool));
    return words->is_chosen != NULL || fk_reader_no_memory(r);
}

/* Whether an entry with another name may have a part that is called so, or is matched, whatever is in its
 * file. */
static bool is_possible(const fk_entry *entry, const char *word, bool is_pattern)
{
    if (is_pattern && fk_glob_matches(word, entry->name))
        return true;
    if (entry->path == NULL && !entry->is_robot)
        return false;
    size_t length = strlen(entry->beginning);
    return (strlen(word) > length && memcmp(word, entry->beginning, length) == 0) ||
           (is_pattern && fk_glob_may_match(word, entry->beginning));
}

static void mark(fk_words *w, uint32_t part)
{
    w->is_chosen[part] = true;
    w->first = part < w->first ? part : w->first;
    w->end = part < w->end ? w->end : part + 1;
}

/* The entry of the only robot, if the scene gives it no name, but its URDF file this one; FK_NONE if not. */
static uint32_t find_robot(const fk_scene_own *own, const char *word)
{
    const fk_scene_robot *robot = own->scene_robot;
    bool is_it = own->robot_count == 1 && *robot->name == '\0' && fk_same_text(robot->robot->name, word);
    return is_it ? own->entry_count - 1 : FK_NONE;
}

/* Chooses the parts that a word means; how many there are. Before there are parts, how many entries are
 * possible. */
static uint32_t choose(fk_words *w, const char *word)
{
    fk_scene_own *own = w->own;
    bool is_pattern = fk_glob_is_pattern(word);
    uint32_t count = 0, entry = fk_names_find(&own->entry_names, word);
    if (!w->has_parts) {
        for (uint32_t i = 0; i < own->entry_count && entry == FK_NONE; i++)
            count += is_possible(&own->entry[i], word, is_pattern);
        return count + (entry != FK_NONE);
    }
    uint32_t exact = fk_names_find(&own->part_names, word);
    if (exact != FK_NONE) {
        mark(w, exact);
        return 1;
    }
    entry = entry != FK_NONE ? entry : find_robot(own, word);
    for (; entry != FK_NONE && count < own->entry[entry].part_count; count++)
        mark(w, own->entry[entry].first_part + count);
    if (count > 0 || !is_pattern)
        return count;
    for (uint32_t i = 0; i < own->scene.part_count; i++)
        if (fk_glob_matches(word, own->part[i].name)) {
            mark(w, i);
            count++;
        }
    return count;
}

static bool fail_word(fk_words *w, const fk_value *value, const char *word, bool may_be_set)
{
    fk_nearest nearest = fk_nearest_make(word);
    if (fk_glob_is_pattern(word))
        return fk_value_fail(w->r, value, "the pattern '%s' matches no part", fk_show(word).text);
    for (uint32_t i = 0; i < w->own->entry_count; i++)
        fk_nearest_offer(&nearest, w->own->entry[i].name);
    for (uint32_t i = 0; i < w->own->scene.part_count; i++)
        fk_nearest_offer(&nearest, w->own->part[i].name);
    for (uint32_t i = 0; i < w->set_count && may_be_set; i++)
        fk_nearest_offer(&nearest, w->set[i].name);
    const char *kinds = may_be_set ? "no part and no set is" : "no part is";
    if (nearest.found != NULL)
        return fk_value_fail(w->r, value, "%s called '%s'; did you mean '%s'?", kinds, fk_show(word).text,
                             fk_show(nearest.found).text);
    char list[300] = "";
    size_t length = 0;
    for (uint32_t i = 0; i < w->own->entry_count && length < sizeof list; i++)
        if (w->own->entry[i].name[0] != '\0')
            length += (size_t)snprintf(list + length, sizeof list - length, "%s%s", length > 0 ? ", " : "",
                                       w->own->entry[i].name);
    return fk_value_fail(w->r, value, "%s called '%s'; parts: %s", kinds, fk_show(word).text,
                         fk_show(list).text);
}

bool fk_words_choose_parts(fk_words *w, const fk_value *value, const char *word)
{
    return choose(w, word) > 0 || fail_word(w, value, word, false);
}

bool fk_words_choose(fk_words *w, const fk_value *value, const char *word)
{
    uint32_t set = fk_names_find(&w->set_names, word);
    bool is_all = set == FK_NONE && fk_same_text(word, "all");
    if (set == FK_NONE && !is_all)
        return choose(w, word) > 0 || fail_word(w, value, word, true);
    uint32_t count = is_all ? w->own->scene.part_count : w->set[set].part_count;
    for (uint32_t i = 0; i < count && w->has_parts; i++)
        mark(w, is_all ? i : w->set[set].part[i]);
    return true;
}

uint32_t fk_words_take(fk_words *w)
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

bool fk_words_keep(fk_words *w, const char *name, fk_scene_set *out)
{
    uint32_t count = 0, *part;
    for (uint32_t i = w->first; i < w->end; i++)
        count += w->is_chosen[i];
    part = fk_store_get(w->r->store, (size_t)count + 1, sizeof *part);
    if (part == NULL)
        return fk_reader_no_memory(w->r);
    for (uint32_t i = 0; i < count; i++)
        part[i] = fk_words_take(w);
    (void)fk_words_take(w); /* none: it begins anew */
    *out = (fk_scene_set){name, count, part};
    return true;
}
