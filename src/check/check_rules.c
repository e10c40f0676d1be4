/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Which pairs of parts a check or a sweep is about: those that are selected, and of these, where nothing is asked of the
 * others, those whose boxes are near. */

#include "base/bits.h"
#include "base/lists.h"
#include "check/check.h"
#include "farkas/broad.h"

static fk_check_rule rule_of(const fk_check_asked *asked, uint32_t a, uint32_t b)
{
    return asked->select != NULL ? asked->select(asked->user, a, b) : asked->rule;
}

static bool is_length(double x)
{
    return fk_is_finite(x) && x >= 0;
}

static fk_status add_ignored(fk_check_asked *asked, uint32_t a, uint32_t b, const char *reason)
{
    if (!fk_grow(asked->context, &asked->ignored, sizeof *asked->ignored, asked->ignored_count,
                 &asked->ignored_capacity, asked->ignored_count + 1))
        return FK_ERROR_MEMORY;
    asked->ignored[asked->ignored_count++] = (fk_check_ignored){a, b, reason};
    return FK_OK;
}

fk_status fk_check_asked_find(fk_check_asked *asked)
{
    for (uint32_t a = 0; a < asked->part_count; a++)
        for (uint32_t b = a + 1; b < asked->part_count; b++) {
            fk_check_rule rule = rule_of(asked, a, b);
            fk_status status = FK_OK;
            if (rule.ignored != NULL)
                status = add_ignored(asked, a, b, rule.ignored);
            else if (rule.is_tested && !(is_length(rule.clearance) && is_length(rule.ignore_overlap)))
                status = FK_ERROR_ARGUMENT;
            if (status != FK_OK)
                return status;
            if (rule.ignored != NULL || !rule.is_tested)
                continue;
            asked->tested++;
            asked->reach = rule.clearance > asked->reach ? rule.clearance : asked->reach;
        }
    return FK_OK;
}

/* ---- Visits -------------------------------------------------------------------------------------------- */

static fk_status take_pair(const fk_check_asked *asked, uint32_t a, uint32_t b, fk_check_take *take,
                           void *taker)
{
    fk_check_rule rule = rule_of(asked, a, b);
    return rule.ignored != NULL || !rule.is_tested ? FK_OK : take(taker, a, b, &rule);
}

static void show_progress(const fk_check_asked *asked, uint64_t done, uint64_t total)
{
    if (asked->progress != NULL)
        asked->progress(asked->user, done, total);
}

static fk_status visit_all(const fk_check_asked *asked, fk_check_take *take, void *taker)
{
    fk_status status = FK_OK;
    uint64_t done = 0,
             total = (uint64_t)asked->part_count * (asked->part_count - (asked->part_count > 0)) / 2;
    for (uint32_t a = 0; a < asked->part_count && status == FK_OK; a++)
        for (uint32_t b = a + 1; b < asked->part_count && status == FK_OK && !asked->is_done; b++) {
            status = take_pair(asked, a, b, take, taker);
            show_progress(asked, done++, total);
        }
    return status;
}

fk_status fk_check_visit(const fk_check_asked *asked, const fk_aabb *box, fk_check_take *take, void *taker)
{
    if (box == NULL)
        return visit_all(asked, take, taker);
    fk_pair_list *near = NULL;
    fk_status status = fk_sweep_pairs(asked->context, box, asked->part_count, asked->reach, &near);
    for (size_t i = 0; status == FK_OK && i < near->count && !asked->is_done; i++) {
        status = take_pair(asked, near->pair[i].a, near->pair[i].b, take, taker);
        show_progress(asked, i, near->count);
    }
    fk_pair_list_free(asked->context, near);
    return status;
}
