/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Which pairs of parts the options --between, --set and --ignore mean: see part_list.h. */

#include <stdlib.h>
#include <string.h>

#include "part_list.h"
#include "scene/glob.h"

/* Marks all parts of a robot that the scene gives no name, but its URDF file this one. False when there is none. */
static bool mark_robot(const part_list *list, const char *name, bool *in)
{
    for (uint32_t i = 0; i < list->scene->robot_count; i++) {
        const fk_scene_robot *robot = &list->scene->robot[i];
        if (*robot->name != '\0' || strcmp(name, robot->robot->name) != 0 || robot->robot->shape_count == 0)
            continue;
        memset(in + robot->first_part, true, robot->robot->shape_count * sizeof *in);
        return true;
    }
    return false;
}

/* Marks the parts that a name or pattern means. False when there are none. */
static bool mark_parts(const part_list *list, const char *word, size_t length, bool *in)
{
    char pattern[1024];
    snprintf(pattern, sizeof pattern, "%.*s", (int)length, word);
    bool is_found = false;
    for (uint32_t i = 0; i < list->count; i++)
        if (strcmp(pattern, "all") == 0 || strcmp(pattern, list->part[i].name) == 0 ||
            fk_glob_matches(pattern, list->part[i].name))
            in[i] = is_found = true;
    if (is_found)
        return true;
    /* All parts of a robot, or of a file that has several. */
    size_t end = strlen(pattern);
    for (uint32_t i = 0; i < list->count; i++)
        if (strncmp(list->part[i].name, pattern, end) == 0 && list->part[i].name[end] == '/')
            in[i] = is_found = true;
    return is_found || mark_robot(list, pattern, in);
}

/* Marks the parts of a set of the scene. */
static bool mark_scene_set(const part_list *list, const char *word, size_t length, bool *in)
{
    const fk_scene *scene = list->scene;
    for (uint32_t i = 0; i < scene->set_count; i++) {
        const fk_scene_set *set = &scene->set[i];
        if (strlen(set->name) != length || memcmp(set->name, word, length) != 0)
            continue;
        for (uint32_t k = 0; k < set->part_count; k++)
            in[set->part[k]] = true;
        return true;
    }
    return false;
}

/* Marks what NAME=PATTERN,... of one --set means, if it has this name. False after a message. */
static bool mark_set(const part_list *list, const char *set, const char *word, size_t length, bool *in,
                     bool *is_found)
{
    size_t name = strcspn(set, "=");
    if (set[name] != '=' || name == 0) {
        cli_trouble("--set: '%s' is not NAME=PATTERN", set);
        return false;
    }
    if (name != length || memcmp(set, word, length) != 0)
        return true;
    *is_found = true;
    for (const char *begin = set + name + 1;; begin++) {
        size_t count = strcspn(begin, ",");
        if (!mark_parts(list, begin, count, in)) {
            cli_trouble("--set: no part is named '%.*s'", (int)count, begin);
            return false;
        }
        begin += count;
        if (*begin == '\0')
            return true;
    }
}

static bool mark_side(const part_list *list, const part_words *set, const char *option, const char *word,
                      size_t length, bool *in)
{
    bool is_found = mark_scene_set(list, word, length, in);
    for (size_t i = 0; i < set->count; i++)
        if (!mark_set(list, set->word[i], word, length, in, &is_found))
            return false;
    if (is_found || mark_parts(list, word, length, in))
        return true;
    char name[1024];
    snprintf(name, sizeof name, "%.*s", (int)length, word);
    return part_name_trouble(list, option, name);
}

static bool make_flags(part_pairs *pairs, const part_list *list)
{
    pairs->in_a = calloc(list->count, sizeof *pairs->in_a);
    pairs->in_b = calloc(list->count, sizeof *pairs->in_b);
    if (pairs->in_a == NULL || pairs->in_b == NULL)
        return cli_no_memory();
    return true;
}

static bool make_pairs(part_pairs *pairs, const part_list *list, const part_words *set, const char *option,
                       const char *text, bool has_reason)
{
    const char *equal = has_reason ? strchr(text, '=') : NULL;
    size_t length = equal != NULL ? (size_t)(equal - text) : strlen(text);
    const char *comma = memchr(text, ',', length);
    pairs->reason = equal != NULL && equal[1] != '\0' ? equal + 1 : option;
    if (!make_flags(pairs, list))
        return false;
    if (comma == NULL || comma == text || comma + 1 == text + length) {
        cli_trouble("%s: '%s' is not two names, A,B", option, text);
        return false;
    }
    return mark_side(list, set, option, text, (size_t)(comma - text), pairs->in_a) &&
           mark_side(list, set, option, comma + 1, length - (size_t)(comma + 1 - text), pairs->in_b);
}

bool part_choice_make(part_choice *choice, const part_list *list, const part_words *set,
                      const part_words *between, const part_words *ignore)
{
    memset(choice, 0, sizeof *choice);
    choice->between = calloc(between->count + 1, sizeof *choice->between);
    choice->ignore = calloc(ignore->count + 1, sizeof *choice->ignore);
    bool good = choice->between != NULL && choice->ignore != NULL;
    if (!good)
        cli_trouble("%s", fk_status_text(FK_ERROR_MEMORY));
    for (size_t i = 0; good && i < between->count; i++)
        good = make_pairs(&choice->between[choice->between_count++], list, set, "--between", between->word[i],
                          false);
    for (size_t i = 0; good && i < ignore->count; i++)
        good =
            make_pairs(&choice->ignore[choice->ignore_count++], list, set, "--ignore", ignore->word[i], true);
    if (!good)
        part_choice_free(choice);
    return good;
}

bool part_choice_make_two(part_choice *choice, const part_list *list, const char *a, const char *b)
{
    part_words none = {NULL, 0};
    memset(choice, 0, sizeof *choice);
    choice->between = calloc(1, sizeof *choice->between);
    choice->between_count = choice->between != NULL;
    bool good = choice->between != NULL;
    if (!good)
        cli_trouble("%s", fk_status_text(FK_ERROR_MEMORY));
    good = good && make_flags(choice->between, list) &&
           mark_side(list, &none, NULL, a, strlen(a), choice->between->in_a) &&
           mark_side(list, &none, NULL, b, strlen(b), choice->between->in_b);
    if (!good)
        part_choice_free(choice);
    return good;
}

static void free_pairs(part_pairs *pairs, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        free(pairs[i].in_a);
        free(pairs[i].in_b);
    }
    free(pairs);
}

void part_choice_free(part_choice *choice)
{
    free_pairs(choice->between, choice->between_count);
    free_pairs(choice->ignore, choice->ignore_count);
    memset(choice, 0, sizeof *choice);
}

bool part_pairs_have(const part_pairs *pairs, uint32_t a, uint32_t b)
{
    return (pairs->in_a[a] && pairs->in_b[b]) || (pairs->in_a[b] && pairs->in_b[a]);
}
