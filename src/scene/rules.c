/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The rules for pairs, of the scene or in its place: see fk_scene_rules. */

#include "farkas/scene.h"

bool fk_scene_pairs_have(const fk_scene_pairs *pairs, uint32_t a, uint32_t b)
{
    return (pairs->in_a[a] && pairs->in_b[b]) || (pairs->in_a[b] && pairs->in_b[a]);
}

/* Whether nobody asks about two parts that never move. */
static bool are_resting(const fk_scene *scene, uint32_t a, uint32_t b)
{
    return scene != NULL && scene->test_count == 0 && scene->part[a].frame == FK_NONE &&
           scene->part[b].frame == FK_NONE;
}

fk_check_rule fk_scene_rules_select(void *user, uint32_t a, uint32_t b)
{
    const fk_scene_rules *rules = user;
    fk_check_rule rule = {.is_tested = true};
    if (rules->scene != NULL)
        rule = fk_scene_rule(rules->scene, a, b);
    if (rules->between_count > 0) {
        bool is_meant = false;
        for (size_t i = 0; i < rules->between_count; i++)
            is_meant = is_meant || fk_scene_pairs_have(&rules->between[i], a, b);
        rule.is_tested = is_meant;
        rule.ignored = is_meant ? rule.ignored : NULL;
    } else if (rules->skips_resting && are_resting(rules->scene, a, b)) {
        rule = (fk_check_rule){.is_tested = false};
    }
    for (size_t i = 0; rule.is_tested && i < rules->ignore_count; i++)
        if (fk_scene_pairs_have(&rules->ignore[i], a, b))
            rule.ignored = rules->ignore[i].reason;
    if (rules->has_clearance)
        rule.clearance = rules->clearance;
    if (rules->has_ignore_overlap)
        rule.ignore_overlap = rules->ignore_overlap;
    rule.allow_contact = rule.allow_contact || rules->allow_contact;
    return rule;
}
