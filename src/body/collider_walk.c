/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Branch and bound through two trees of boxes, the least bound first: see collider_side.h.
 *
 * A pair of nodes is replaced by those of the other one and the children of the larger one, until both are
 * parts. What waits is a binary heap. Of equal bounds the last that came is the first, so that where many are
 * 0, as where colliders overlap, the walk goes down to parts at once. */

#include <math.h>
#include <string.h>

#include "base/lists.h"
#include "body/body.h"

/* ---- The queue ----------------------------------------------------------------------------------------- */

void fk_side_queue_init(fk_side_queue *queue, fk_context *context)
{
    queue->context = context;
    queue->count = 0;
    queue->capacity = FK_SIDE_FEW_WAIT;
    queue->number = 0;
    queue->item = queue->few;
}

static bool is_before(const fk_side_wait *x, const fk_side_wait *y)
{
    return x->bound < y->bound || (!(y->bound < x->bound) && x->number > y->number);
}

static bool make_room(fk_side_queue *q)
{
    if (q->count < q->capacity)
        return true;
    if (q->item != q->few)
        return fk_grow(q->context, &q->item, sizeof *q->item, q->count, &q->capacity, q->count + 1);
    fk_side_wait *item = fk_allocate(q->context, 4 * q->capacity * sizeof *item);
    if (item == NULL)
        return false;
    memcpy(item, q->few, sizeof q->few);
    q->item = item;
    q->capacity *= 4;
    return true;
}

bool fk_side_push(fk_side_queue *q, double bound, fk_side_node a, fk_side_node b)
{
    if (!make_room(q))
        return false;
    fk_side_wait wait = {bound, q->number++, a, b};
    size_t at = q->count++;
    for (; at > 0 && is_before(&wait, &q->item[(at - 1) / 2]); at = (at - 1) / 2)
        q->item[at] = q->item[(at - 1) / 2];
    q->item[at] = wait;
    return true;
}

fk_side_wait fk_side_pop(fk_side_queue *q)
{
    fk_side_wait top = q->item[0], last = q->item[--q->count];
    size_t at = 0;
    for (size_t child; (child = 2 * at + 1) < q->count; at = child) {
        if (child + 1 < q->count && is_before(&q->item[child + 1], &q->item[child]))
            child++;
        if (!is_before(&q->item[child], &last))
            break;
        q->item[at] = q->item[child];
    }
    q->item[at] = last;
    return top;
}

void fk_side_queue_end(fk_side_queue *q)
{
    if (q->item != q->few)
        fk_release(q->context, q->item, q->capacity * sizeof *q->item);
}

/* ---- The walk ------------------------------------------------------------------------------------------ */

static bool is_beyond(double bound, double limit)
{
    return bound > limit || !(bound < HUGE_VAL);
}

static double size_of(const fk_aabb *box)
{
    return (box->max.x - box->min.x) + (box->max.y - box->min.y) + (box->max.z - box->min.z);
}

/* Puts the pairs with the children of one of both into the queue. */
static bool open_pair(const fk_side_walk *walk, fk_side_queue *queue, const fk_side_wait *w, double limit)
{
    bool a_ends = fk_side_is_part(walk->a, w->a), b_ends = fk_side_is_part(walk->b, w->b);
    fk_aabb box_a = fk_side_box(walk->a, w->a), box_b = fk_side_box(walk->b, w->b);
    bool opens_a = b_ends || (!a_ends && size_of(&box_a) > size_of(&box_b));
    const fk_body_side *side = opens_a ? walk->a : walk->b;
    uint32_t count;
    fk_side_node first = fk_side_children(side, opens_a ? w->a : w->b, &count);
    /* The last comes first. */
    for (uint32_t i = count; i-- > 0;) {
        fk_aabb box = fk_side_box(side, first + i);
        double bound = walk->bound(walk->user, opens_a ? &box : &box_a, opens_a ? &box_b : &box);
        if (is_beyond(bound, limit))
            continue;
        fk_side_node a = opens_a ? first + i : w->a, b = opens_a ? w->b : first + i;
        if (!fk_side_push(queue, bound, a, b))
            return false;
    }
    return true;
}

fk_status fk_side_walk_run(fk_context *context, const fk_side_walk *walk, double limit)
{
    fk_side_queue queue;
    fk_side_pair pair;
    fk_side_queue_init(&queue, context);
    fk_aabb box_a = fk_side_box(walk->a, fk_side_root(walk->a));
    fk_aabb box_b = fk_side_box(walk->b, fk_side_root(walk->b));
    fk_side_wait w = {walk->bound(walk->user, &box_a, &box_b), 0, fk_side_root(walk->a),
                      fk_side_root(walk->b)};
    bool has_memory = true, goes_on = !is_beyond(w.bound, limit);
    while (goes_on && has_memory) {
        if (fk_side_is_part(walk->a, w.a) && fk_side_is_part(walk->b, w.b)) {
            pair.part_a = fk_side_part(walk->a, w.a);
            pair.part_b = fk_side_part(walk->b, w.b);
            pair.bound = w.bound;
            fk_side_piece(walk->a, w.a, &pair.a);
            fk_side_piece(walk->b, w.b, &pair.b);
            limit = walk->look(walk->user, &pair);
        } else {
            has_memory = open_pair(walk, &queue, &w, limit);
        }
        goes_on = has_memory && queue.count > 0;
        if (goes_on)
            w = fk_side_pop(&queue);
        goes_on = goes_on && !is_beyond(w.bound, limit);
    }
    fk_side_queue_end(&queue);
    return has_memory ? FK_OK : FK_ERROR_MEMORY;
}
