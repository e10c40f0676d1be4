/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Which clashes of a result have pictures and distances over time: see page_choice.h. */

#include "page/page.h"

#include "base/lists.h"

/* What decides how bad a clash is: whether somebody has approved it, its kind, when it happens or how deep it is. */
typedef struct badness {
    uint32_t pair;
    bool is_approved, is_near;
    fk_clash kind;
    double order; /* smaller is worse */
} badness;

static bool take_clash(const fk_page *page, uint32_t index, badness *out)
{
    const fk_record *record = page->check != NULL ? page->check->record : page->sweep->record;
    bool is_clash;
    *out = (badness){.pair = index};
    if (page->check != NULL) {
        const fk_check_pair *pair = &page->check->check->pair[index];
        is_clash = pair->is_clash;
        out->kind = pair->kind;
        out->order = pair->has_depth ? -pair->depth.depth.hi : pair->distance.hi;
        out->is_near = pair->kind == FK_CLASH_CLEARANCE;
    } else {
        const fk_sweep_pair *pair = &page->sweep->sweep->pair[index];
        is_clash = pair->is_clash;
        out->order = fk_sweep_moment(pair);
        out->is_near = pair->kind == FK_CLASH_CLEARANCE;
    }
    out->is_approved =
        record != NULL && record->review != NULL && record->review[index] == FK_REVIEW_APPROVED;
    return is_clash;
}

static bool is_worse(const void *a, const void *b)
{
    const badness *first = a, *second = b;
    if (first->is_approved != second->is_approved)
        return second->is_approved;
    if (first->is_near != second->is_near)
        return second->is_near;
    if (first->kind != second->kind)
        return first->kind > second->kind;
    return first->order < second->order;
}

static bool is_earlier(const void *a, const void *b)
{
    return *(const uint32_t *)a < *(const uint32_t *)b;
}

bool fk_page_choice_make(fk_page_choice *choice, fk_context *context, const fk_page *page, uint32_t most)
{
    size_t pairs = page->check != NULL ? page->check->check->pair_count : page->sweep->sweep->pair_count;
    size_t capacity = pairs + 1, bytes = capacity * sizeof(badness);
    badness *clash = fk_allocate(context, bytes), *room = fk_allocate(context, bytes);
    uint32_t *pair = fk_allocate(context, capacity * sizeof *pair);
    bool has_room = clash != NULL && room != NULL && pair != NULL;
    *choice = (fk_page_choice){.worst = FK_NONE, .pair = pair, .capacity = capacity};
    if (has_room) {
        for (uint32_t i = 0; i < pairs && i < FK_NONE; i++)
            choice->clashes += take_clash(page, i, &clash[choice->clashes]);
        fk_sort_items(clash, room, (size_t)choice->clashes, sizeof *clash, is_worse);
        choice->count = choice->clashes < most ? (uint32_t)choice->clashes : most;
        choice->worst = choice->clashes > 0 ? clash[0].pair : FK_NONE;
        for (uint32_t i = 0; i < choice->count; i++)
            pair[i] = clash[i].pair;
        fk_sort_items(pair, room, choice->count, sizeof *pair, is_earlier);
    }
    fk_release(context, clash, bytes);
    fk_release(context, room, bytes);
    if (!has_room)
        fk_page_choice_free(choice, context);
    return has_room;
}

void fk_page_choice_free(fk_page_choice *choice, fk_context *context)
{
    fk_release(context, choice->pair, choice->capacity * sizeof *choice->pair);
    choice->pair = NULL;
}
