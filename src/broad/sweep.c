/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Pairs of boxes by a sorted sweep along an axis: the one along which they are least crowded.
 *
 * Boxes are sorted by where they begin. Each one is compared with those that begin before it ends. What is
 * sorted is the upper half of a number that orders as the double does, with the index of the box below it: so
 * the order is coarse, and the sweep goes on until that upper half says that all further ones begin beyond
 * the end.
 *
 * Weak inputs: boxes that overlap along all axes without being near, as the sides of a box do: then many
 * pairs are looked at. */

#include "farkas/broad.h"

#include "base/bits.h"
#include "base/lists.h"
#include "base/vec3.h"

/* Where doubles are ordered by whole numbers, the next ones are 1 apart. */
static uint32_t upper_half(int64_t key)
{
    return (uint32_t)(((uint64_t)key ^ (uint64_t)1 << 63) >> 32);
}

/* A number that is not below x + reach, in any rounding mode: two units in the last place above the rounded
 * sum. What small numbers that are taken for zero may lose is added first. */
static int64_t end_key(double x, double reach)
{
    if (reach == 0)
        return fk_double_key(x);
    return fk_double_key(x + (reach + 0x1p-1000)) + 2;
}

static bool is_empty(const fk_aabb *box)
{
    return fk_double_order(box->min.x, box->max.x) > 0 || fk_double_order(box->min.y, box->max.y) > 0 ||
           fk_double_order(box->min.z, box->max.z) > 0;
}

static bool is_near(const fk_aabb *a, const fk_aabb *b, double reach)
{
    for (int i = 0; i < 3; i++)
        if (fk_double_key(fk_vec3_get(a->min, i)) > end_key(fk_vec3_get(b->max, i), reach) ||
            fk_double_key(fk_vec3_get(b->min, i)) > end_key(fk_vec3_get(a->max, i), reach))
            return false;
    return true;
}

typedef struct sweep {
    fk_context *context;
    const fk_aabb *box;
    double reach;
    int axis;
    uint64_t *order; /* sorted: upper half of the beginning, index */
    uint32_t count;
    uint64_t *pair;
    size_t found, capacity;
} sweep;

static bool add_pair(sweep *s, uint32_t a, uint32_t b)
{
    if (!fk_grow(s->context, &s->pair, sizeof *s->pair, s->found, &s->capacity, s->found + 1))
        return false;
    s->pair[s->found++] = a < b ? (uint64_t)a << 32 | b : (uint64_t)b << 32 | a;
    return true;
}

/* The axis with the least sum of widths for the range that they are in. A guess, for speed; it may be made of
 * infinities. */
static int choose_axis(const fk_aabb *box, uint32_t count)
{
    int best = 0;
    double least = 0;
    for (int axis = 0; axis < 3; axis++) {
        double low = 0, high = 0, sum = 0;
        bool is_first = true;
        for (uint32_t i = 0; i < count; i++) {
            if (is_empty(&box[i]))
                continue;
            double min = fk_vec3_get(box[i].min, axis), max = fk_vec3_get(box[i].max, axis);
            low = is_first ? min : fk_smaller(low, min);
            high = is_first ? max : fk_larger(high, max);
            sum += max - min;
            is_first = false;
        }
        double crowd = sum / (high - low);
        if (axis == 0 || crowd < least) {
            best = axis;
            least = crowd;
        }
    }
    return best;
}

static bool sweep_along(sweep *s)
{
    for (uint32_t i = 0; i < s->count; i++) {
        uint32_t a = (uint32_t)s->order[i];
        uint32_t end = upper_half(end_key(fk_vec3_get(s->box[a].max, s->axis), s->reach));
        for (uint32_t k = i + 1; k < s->count && s->order[k] >> 32 <= end; k++) {
            uint32_t b = (uint32_t)s->order[k];
            if (is_near(&s->box[a], &s->box[b], s->reach) && !add_pair(s, a, b))
                return false;
        }
    }
    return true;
}

/* The sorted pairs as a list. */
static fk_status list_pairs(sweep *s, fk_pair_list **out)
{
    size_t bytes = sizeof(fk_pair_list) + s->found * sizeof(fk_index_pair);
    fk_pair_list *list = fk_allocate(s->context, bytes);
    uint64_t *room = fk_allocate(s->context, s->found * sizeof *room);
    if (list == NULL || room == NULL) {
        fk_release(s->context, list, bytes);
        fk_release(s->context, room, s->found * sizeof *room);
        return FK_ERROR_MEMORY;
    }
    fk_sort_u64(s->pair, room, s->found);
    fk_release(s->context, room, s->found * sizeof *room);
    fk_index_pair *pair = (fk_index_pair *)(list + 1);
    for (size_t i = 0; i < s->found; i++)
        pair[i] = (fk_index_pair){(uint32_t)(s->pair[i] >> 32), (uint32_t)s->pair[i]};
    *list = (fk_pair_list){s->found, pair, bytes};
    *out = list;
    return FK_OK;
}

fk_status fk_sweep_pairs(fk_context *context, const fk_aabb *box, uint32_t count, double reach,
                         fk_pair_list **out)
{
    if (!(reach >= 0))
        return FK_ERROR_ARGUMENT;
    sweep s = {.context = context, .box = box, .reach = reach};
    size_t bytes = (size_t)count * sizeof(uint64_t);
    uint64_t *room = fk_allocate(context, bytes);
    s.order = fk_allocate(context, bytes);
    fk_status status = FK_ERROR_MEMORY;
    if (s.order != NULL && room != NULL) {
        s.axis = choose_axis(box, count);
        for (uint32_t i = 0; i < count; i++) {
            double begin = fk_vec3_get(box[i].min, s.axis);
            if (!is_empty(&box[i]))
                s.order[s.count++] = (uint64_t)upper_half(fk_double_key(begin)) << 32 | i;
        }
        fk_sort_u64(s.order, room, s.count);
        if (sweep_along(&s))
            status = list_pairs(&s, out);
    }
    fk_release(context, s.pair, s.capacity * sizeof *s.pair);
    fk_release(context, s.order, bytes);
    fk_release(context, room, bytes);
    return status;
}
