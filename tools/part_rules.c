/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* What check and sweep ask of pairs: see part_rules.h. */

#include "part_rules.h"

#include <string.h>

/* ---- Options ------------------------------------------------------------------------------------------- */

bool part_rule_option(int option, part_rule_settings *out, bool *is_rule)
{
    *is_rule = true;
    switch (option) {
    case PART_RULE_CLEARANCE:
        out->clearance = optarg;
        return true;
    case PART_RULE_ALLOW_CONTACT:
        return out->allow_contact = true;
    case PART_RULE_BETWEEN:
        return part_words_add(&out->between, optarg);
    case PART_RULE_SET:
        return part_words_add(&out->set, optarg);
    case PART_RULE_IGNORE:
        return part_words_add(&out->ignore, optarg);
    default:
        return *is_rule = false;
    }
}

void part_rule_settings_free(part_rule_settings *settings)
{
    part_words_free(&settings->between);
    part_words_free(&settings->set);
    part_words_free(&settings->ignore);
}

/* ---- Rules --------------------------------------------------------------------------------------------- */

fk_check_rule part_rules_select(void *user, uint32_t a, uint32_t b)
{
    const part_rules *rules = user;
    fk_check_rule rule = fk_scene_rule(rules->list->scene, a, b);
    if (rules->choice.between_count > 0) {
        bool is_meant = false;
        for (size_t i = 0; i < rules->choice.between_count; i++)
            is_meant = is_meant || part_pairs_have(&rules->choice.between[i], a, b);
        rule.is_tested = is_meant;
        rule.ignored = is_meant ? rule.ignored : NULL;
    }
    for (size_t i = 0; rule.is_tested && i < rules->choice.ignore_count; i++)
        if (part_pairs_have(&rules->choice.ignore[i], a, b))
            rule.ignored = rules->choice.ignore[i].reason;
    if (rules->has_clearance)
        rule.clearance = rules->clearance;
    if (rules->has_ignore_overlap)
        rule.ignore_overlap = rules->ignore_overlap;
    rule.allow_contact = rule.allow_contact || rules->allow_contact;
    return rule;
}

bool part_rules_read(part_rules *rules, const part_list *list, const part_rule_settings *s)
{
    memset(rules, 0, sizeof *rules);
    rules->list = list;
    rules->allow_contact = s->allow_contact || s->ignore_overlap != NULL;
    rules->has_clearance = s->clearance != NULL;
    rules->has_ignore_overlap = s->ignore_overlap != NULL;
    return (s->clearance == NULL || part_list_length(list, "--clearance", s->clearance, &rules->clearance)) &&
           (s->ignore_overlap == NULL ||
            part_list_length(list, "--ignore-overlap", s->ignore_overlap, &rules->ignore_overlap)) &&
           part_choice_make(&rules->choice, list, &s->set, &s->between, &s->ignore);
}

double part_rules_clearance(const part_rules *rules)
{
    const fk_scene *scene = rules->list->scene;
    if (rules->has_clearance)
        return rules->clearance;
    /* Pairs of --between need not be in a test. */
    if (scene->test_count == 0 || rules->choice.between_count > 0)
        return 0;
    double clearance = scene->test[0].clearance;
    for (uint32_t i = 1; i < scene->test_count; i++)
        if (scene->test[i].clearance != clearance)
            return 0;
    return clearance;
}

void part_rules_free(part_rules *rules)
{
    part_choice_free(&rules->choice);
}
