/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Stretches of time that are found in any order, sorted and merged: see motion_slide_parts.h.
 *
 * Two stretches are merged when the times from enter.lo to leave.hi of one have some in common with those of the
 * other; so the result does not depend on the order. The first of two times, each in a bracket, is between the lesser
 * of the lower ends and the lesser of the upper ends; when both are exact, this is the first one rounded. */

#include <math.h>
#include <string.h>

#include "base/bits.h"
#include "base/lists.h"
#include "motion/slide.h"

/* The number of stretches that end before a time. */
static size_t count_before(const fk_slide_list *list, double time)
{
    size_t low = 0, high = list->count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (fk_double_order(list->span[middle].stretch.leave.hi, time) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* Whether the first time of x comes first, surely or at the same time. */
static bool enters_first(const fk_slide_span *x, const fk_slide_span *y)
{
    int order = fk_double_order(x->stretch.enter.lo, y->stretch.enter.lo);
    if (order == 0)
        order = fk_double_order(x->stretch.enter.hi, y->stretch.enter.hi);
    return order != 0 ? order < 0 : x->a != y->a ? x->a < y->a : x->b <= y->b;
}

/* Makes one stretch of two. */
static void merge(fk_slide_span *to, const fk_slide_span *from)
{
    fk_slide_stretch *x = &to->stretch;
    const fk_slide_stretch *y = &from->stretch;
    bool first = fk_double_order(y->enter.lo, x->enter.hi) >= 0;
    bool other_first = fk_double_order(x->enter.lo, y->enter.hi) >= 0;
    bool last = fk_double_order(y->leave.hi, x->leave.lo) <= 0;
    bool other_last = fk_double_order(x->leave.hi, y->leave.lo) <= 0;
    to->enter_is_exact = (to->enter_is_exact && (first || from->enter_is_exact)) ||
                         (from->enter_is_exact && (other_first || to->enter_is_exact));
    to->leave_is_exact = (to->leave_is_exact && (last || from->leave_is_exact)) ||
                         (from->leave_is_exact && (other_last || to->leave_is_exact));
    /* What is unsure is no place where they meet. */
    if (x->is_unsure != y->is_unsure ? x->is_unsure : !enters_first(to, from)) {
        to->a = from->a;
        to->b = from->b;
    }
    x->enter.lo = fk_double_least(x->enter.lo, y->enter.lo);
    x->enter.hi = fk_double_least(x->enter.hi, y->enter.hi);
    x->leave.lo = fk_double_greatest(x->leave.lo, y->leave.lo);
    x->leave.hi = fk_double_greatest(x->leave.hi, y->leave.hi);
    x->overlaps = x->overlaps || y->overlaps;
    x->is_unsure = x->is_unsure && y->is_unsure;
}

fk_slide_span *fk_slide_add(fk_slide_list *list, const fk_slide_span *span)
{
    size_t from = count_before(list, span->stretch.enter.lo), to = from;
    fk_slide_span all = *span;
    for (; to < list->count && fk_double_order(list->span[to].stretch.enter.lo, span->stretch.leave.hi) <= 0;
         to++)
        merge(&all, &list->span[to]);
    if (to == from && !fk_grow(list->context, &list->span, sizeof *list->span, list->count, &list->capacity,
                               list->count + 1))
        return NULL;
    memmove(list->span + from + 1, list->span + to, (list->count - to) * sizeof *list->span);
    list->count = list->count + 1 - (to - from);
    list->span[from] = all;
    return &list->span[from];
}

fk_slide_span *fk_slide_holding(const fk_slide_list *list, fk_interval times)
{
    size_t i = count_before(list, times.lo);
    if (i == list->count)
        return NULL;
    const fk_slide_stretch *s = &list->span[i].stretch;
    bool holds = !s->is_unsure && fk_double_order(s->enter.hi, times.lo) <= 0 &&
                 fk_double_order(times.hi, s->leave.lo) <= 0;
    return holds ? &list->span[i] : NULL;
}
