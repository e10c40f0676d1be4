/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The rules on pairs of parts, from the options --clearance, --allow-contact, --between, --set and --ignore: see
 * part_list.h. */

#include "part_list.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

void pair_rule_settings_free(pair_rule_settings *settings)
{
    cli_words_free(&settings->between);
    cli_words_free(&settings->set);
    cli_words_free(&settings->ignore);
}

/* ---- From words to parts ------------------------------------------------------------------------------- */

/* Marks all parts of a robot that has no name in the scene, but this name in its URDF file. Returns false if there is
 * none. */
static bool mark_robot(const part_list *list, const char *name, uint8_t *in)
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

/* Marks the parts that match a name or pattern. Returns false if there are none. */
static bool mark_parts(const part_list *list, const char *word, size_t length, uint8_t *in)
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
static bool mark_scene_set(const part_list *list, const char *word, size_t length, uint8_t *in)
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

/* Marks the parts of one --set NAME=PATTERN,..., if it has this name. False after a message. */
static bool mark_set(const part_list *list, const char *set, const char *word, size_t length, uint8_t *in,
                     bool *is_found)
{
    size_t name = strcspn(set, "=");
    if (set[name] != '=' || name == 0)
        return cli_refuse("--set: '%s' is not NAME=PATTERN", set);
    if (name != length || memcmp(set, word, length) != 0)
        return true;
    *is_found = true;
    for (const char *begin = set + name + 1;; begin++) {
        size_t count = strcspn(begin, ",");
        if (!mark_parts(list, begin, count, in))
            return cli_refuse("--set: no part is named '%.*s'", (int)count, begin);
        begin += count;
        if (*begin == '\0')
            return true;
    }
}

static bool mark_side(const part_list *list, const cli_words *set, const char *option, const char *word,
                      size_t length, uint8_t *in)
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

/* ---- Rules --------------------------------------------------------------------------------------------- */

/* Reserves `count` pairs, with no part in them. */
static bool reserve_pairs(pair_rules *rules, const part_list *list, size_t count)
{
    *rules = (pair_rules){.asked = {.scene = list->scene},
                          .pairs = calloc(count + 1, sizeof *rules->pairs),
                          .flags = calloc((count + 1) * 2 * list->count, sizeof *rules->flags)};
    if (rules->pairs == NULL || rules->flags == NULL) {
        pair_rules_free(rules);
        return cli_no_memory();
    }
    for (size_t i = 0; i < count; i++) {
        rules->pairs[i].in_a = rules->flags + 2 * i * list->count;
        rules->pairs[i].in_b = rules->flags + (2 * i + 1) * list->count;
    }
    return true;
}

/* Returns the flags of both sides of a pair, one after the other. */
static uint8_t *pair_flags(const pair_rules *rules, const part_list *list, size_t index)
{
    return rules->flags + 2 * index * list->count;
}

static bool read_pairs(pair_rules *rules, size_t index, const part_list *list, const cli_words *set,
                       const char *option, const char *text)
{
    bool has_reason = strcmp(option, "--ignore") == 0;
    uint8_t *in = pair_flags(rules, list, index);
    const char *equal = has_reason ? strchr(text, '=') : NULL;
    size_t length = equal != NULL ? (size_t)(equal - text) : strlen(text);
    const char *comma = memchr(text, ',', length);
    rules->pairs[index].reason = equal != NULL && equal[1] != '\0' ? equal + 1 : option;
    if (comma == NULL || comma == text || comma + 1 == text + length)
        return cli_refuse("%s: '%s' is not two names, A,B", option, text);
    return mark_side(list, set, option, text, (size_t)(comma - text), in) &&
           mark_side(list, set, option, comma + 1, length - (size_t)(comma + 1 - text), in + list->count);
}

static bool read_all_rules(pair_rules *rules, const part_list *list, const pair_rule_settings *s)
{
    fk_scene_rules *asked = &rules->asked;
    bool is_good = true;
    for (size_t i = 0; is_good && i < s->between.count; i++)
        is_good = read_pairs(rules, i, list, &s->set, "--between", s->between.word[i]);
    for (size_t i = 0; is_good && i < s->ignore.count; i++)
        is_good = read_pairs(rules, s->between.count + i, list, &s->set, "--ignore", s->ignore.word[i]);
    asked->between = rules->pairs;
    asked->between_count = s->between.count;
    asked->ignore = rules->pairs + s->between.count;
    asked->ignore_count = s->ignore.count;
    return is_good;
}

/* Says that parts at rest beside a robot are not compared with each other. */
static void note_resting(const part_list *list, const fk_scene_rules *asked)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < list->count; i++)
        count += list->scene->part[i].frame == FK_NONE;
    if (asked->skips_resting && asked->between_count == 0 && list->scene->test_count == 0 && count > 1)
        cli_note("the %" PRIu32
                 " parts that rest are not compared with each other: --between all,all does it",
                 count);
}

bool pair_rules_read(pair_rules *rules, const part_list *list, const pair_rule_settings *s)
{
    fk_scene_rules *asked = &rules->asked;
    if (!reserve_pairs(rules, list, s->between.count + s->ignore.count))
        return false;
    asked->skips_resting = list->has_robot;
    asked->allow_contact = s->allow_contact || s->ignore_overlap != NULL;
    asked->has_clearance = s->clearance != NULL;
    asked->has_ignore_overlap = s->ignore_overlap != NULL;
    if ((s->clearance == NULL ||
         part_list_read_length(list, "--clearance", s->clearance, &asked->clearance)) &&
        (s->ignore_overlap == NULL ||
         part_list_read_length(list, "--ignore-overlap", s->ignore_overlap, &asked->ignore_overlap)) &&
        read_all_rules(rules, list, s)) {
        if (!s->never_rests)
            note_resting(list, asked);
        return true;
    }
    pair_rules_free(rules);
    return false;
}

/* Selects the first pairs only. */
static bool select_first_pairs(pair_rules *rules)
{
    rules->asked.between = rules->pairs;
    rules->asked.between_count = 1;
    return true;
}

bool pair_rules_of_names(pair_rules *rules, const part_list *list, const char *a, const char *b)
{
    const cli_words none = {NULL, 0};
    if (!reserve_pairs(rules, list, 1))
        return false;
    uint8_t *in = pair_flags(rules, list, 0);
    if (mark_side(list, &none, NULL, a, strlen(a), in) &&
        mark_side(list, &none, NULL, b, strlen(b), in + list->count))
        return select_first_pairs(rules);
    pair_rules_free(rules);
    return false;
}

bool pair_rules_of_files(pair_rules *rules, const part_list *list)
{
    if (!reserve_pairs(rules, list, 1))
        return false;
    for (uint32_t i = 0; i < list->count; i++) {
        pair_flags(rules, list, 0)[i] = list->scene->part[i].entry == list->first_entry[0];
        pair_flags(rules, list, 0)[list->count + i] = list->scene->part[i].entry == list->first_entry[1];
    }
    return select_first_pairs(rules);
}

void pair_rules_free(pair_rules *rules)
{
    free(rules->pairs);
    free(rules->flags);
    *rules = (pair_rules){0};
}

double pair_rules_clearance(const pair_rules *rules)
{
    const fk_scene *scene = rules->asked.scene;
    if (rules->asked.has_clearance)
        return rules->asked.clearance;
    /* Pairs of --between need not be in a test. */
    if (scene->test_count == 0 || rules->asked.between_count > 0)
        return 0;
    double clearance = scene->test[0].clearance;
    for (uint32_t i = 1; i < scene->test_count; i++)
        if (scene->test[i].clearance != clearance)
            return 0;
    return clearance;
}
