/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* When the primitives of two colliders meet, one of which is translated: fk_translation_find_contacts.
 *
 * Two convex primitives meet during one interval of time, which fk_displacement_cast finds; the stretches are the union of all
 * these intervals. Most pairs need no cast. A traversal of both BVHs (body/collider_tree.c) keeps pending pairs with
 * floating-point bounds of the times at which they may meet (translation_bound.c). It skips pairs that never meet,
 * and pairs that meet only inside a known stretch, away from its ends. So the order affects the cost, not the result.
 * It is that of greedily covering a line: of the primitives that may begin to meet before the stretch ends, those
 * that may last longest come first, and nodes whose primitives begin nearest to its end; after those, the pairs that
 * may begin first. Primitives that meet only for an instant come after the nodes.
 *
 * Whether primitives overlap at some time in a stretch needs more tests: pairs covered by a stretch without a known
 * overlap are still tested, but not cast if they only touch. Polyhedra are decided exactly. For other kinds one
 * primitive is placed in the middle of the contact interval; that rounds its position, and the penetration depth has
 * to exceed the error. So an overlap by less than about 2^-42 of the coordinates counts as touching.
 *
 * Two stretches are merged if the times from enter.lo to leave.hi of one intersect those of the other; so the result
 * does not depend on the order. The first of two times, each in a bracket, is between the lesser of the lower ends
 * and the lesser of the upper ends; if both are exact, this is the first one, rounded.
 *
 * Covered nodes of two meshes on different sides of a coordinate plane, or at it, are skipped if the translation is along that plane:
 * all corners below are compared exactly. Where solids slide with faces in common planes, no primitives overlap; if many pairs are
 * queued, and in the end, translation_inside.c looks for a point that is inside both.
 *
 * Weak inputs: displacements or primitives beyond 2^200 or below 2^-200 have no bounds, so every pair of primitives
 * is cast, and round and smooth ones are not known to overlap. Surfaces that slide along each other without
 * overlapping, not along coordinate planes, need a test of every pair of boxes on the path. */

#include "motion/first_contact.h"

#include <math.h>
#include <string.h>

#include "base/context.h"
#include "base/lists.h"
#include "base/vec3.h"
#include "pair/cast/cast.h"
#include "shape/bound.h"

/* ---- Stretches ----------------------------------------------------------------------------------------- */

/* While a stretch is unsure, it may be no contact at all; then enter.hi and leave.lo are infinite, so that in a merge
 * only the sure stretch counts. */

/* The number of stretches that end before a time. */
static size_t count_ended_before(const fk_translation_contacts *list, double time)
{
    size_t low = 0, high = list->count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (fk_double_order(list->stretch[middle].leave.hi, time) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* Whether x surely begins no later than y; ties go to the lower nodes. */
static bool enters_first(const fk_translation_stretch *x, const fk_translation_stretch *y)
{
    int order = fk_double_order(x->enter.lo, y->enter.lo);
    if (order == 0)
        order = fk_double_order(x->enter.hi, y->enter.hi);
    return order != 0 ? order < 0 : x->a != y->a ? x->a < y->a : x->b <= y->b;
}

/* Merges y into x. */
static void merge_stretches(fk_translation_stretch *x, const fk_translation_stretch *y)
{
    bool first = fk_double_order(y->enter.lo, x->enter.hi) >= 0;
    bool other_first = fk_double_order(x->enter.lo, y->enter.hi) >= 0;
    bool last = fk_double_order(y->leave.hi, x->leave.lo) <= 0;
    bool other_last = fk_double_order(x->leave.hi, y->leave.lo) <= 0;
    x->enter_is_exact = (x->enter_is_exact && (first || y->enter_is_exact)) ||
                        (y->enter_is_exact && (other_first || x->enter_is_exact));
    x->leave_is_exact = (x->leave_is_exact && (last || y->leave_is_exact)) ||
                        (y->leave_is_exact && (other_last || x->leave_is_exact));
    /* An unsure pair gives no contact point. */
    if (x->is_unsure != y->is_unsure ? x->is_unsure : !enters_first(x, y)) {
        x->a = y->a;
        x->b = y->b;
    }
    x->enter.lo = fk_double_least(x->enter.lo, y->enter.lo);
    x->enter.hi = fk_double_least(x->enter.hi, y->enter.hi);
    x->leave.lo = fk_double_greatest(x->leave.lo, y->leave.lo);
    x->leave.hi = fk_double_greatest(x->leave.hi, y->leave.hi);
    x->overlaps = x->overlaps || y->overlaps;
    x->is_unsure = x->is_unsure && y->is_unsure;
}

/* Inserts a stretch and merges it with all that its bracket intersects. Returns the result, or NULL without memory. */
static fk_translation_stretch *insert_stretch(fk_context *context, fk_translation_contacts *list,
                                              const fk_translation_stretch *stretch)
{
    size_t from = count_ended_before(list, stretch->enter.lo), to = from;
    fk_translation_stretch all = *stretch;
    for (; to < list->count && fk_double_order(list->stretch[to].enter.lo, stretch->leave.hi) <= 0; to++)
        merge_stretches(&all, &list->stretch[to]);
    if (to == from && !fk_grow(context, &list->stretch, sizeof *list->stretch, list->count, &list->capacity,
                               list->count + 1))
        return NULL;
    memmove(list->stretch + from + 1, list->stretch + to, (list->count - to) * sizeof *list->stretch);
    list->count = list->count + 1 - (to - from);
    list->stretch[from] = all;
    return &list->stretch[from];
}

/* The stretch that surely contains all of these times, or NULL. */
static fk_translation_stretch *find_covering(const fk_translation_contacts *list, fk_interval times)
{
    size_t i = count_ended_before(list, times.lo);
    if (i == list->count)
        return NULL;
    const fk_translation_stretch *s = &list->stretch[i];
    bool covers = !s->is_unsure && fk_double_order(s->enter.hi, times.lo) <= 0 &&
                  fk_double_order(times.hi, s->leave.lo) <= 0;
    return covers ? &list->stretch[i] : NULL;
}

/* ---- Pending pairs ------------------------------------------------------------------------------------- */

typedef struct pending_pair {
    fk_heap_key by;
    fk_interval times; /* at which primitives below may meet */
    fk_bvh_node a, b;
    bool only_touch; /* the primitives do not overlap */
} pending_pair;

typedef struct pending_queue {
    size_t count, capacity;
    pending_pair *item;
} pending_queue;

static bool push_pending(fk_context *context, pending_queue *q, const pending_pair *w)
{
    if (!fk_grow(context, &q->item, sizeof *q->item, q->count, &q->capacity, q->count + 1))
        return false;
    fk_heap_push(q->item, sizeof *w, &q->count, w);
    return true;
}

static pending_pair pop_pending(pending_queue *q)
{
    pending_pair top;
    fk_heap_pop(q->item, sizeof top, &q->count, &top);
    return top;
}

/* So many pairs are queued before the first look inside. */
#define FIRST_LOOK 1024

/* ---- The state of a search ----------------------------------------------------------------------------- */

typedef struct translation_search {
    fk_context *context;
    const fk_bvh *a, *b;
    fk_node_ranges ranges_a, ranges_b;
    fk_translation move;
    pending_queue later; /* by the time at which they may begin */
    pending_queue now;   /* may begin before `covered_until`: the last to end first */
    double covered_until;
    fk_translation_contacts found;
    uint64_t number;
    const fk_prepared_pair *inside; /* that is looked into; or NULL */
    uint64_t next_look;             /* at this number of pairs, to save others */
    fk_status status;
} translation_search;

/* Whether the primitives below add nothing to the result. */
static bool is_time_covered(translation_search *s, pending_pair *w)
{
    const fk_translation_stretch *covering = find_covering(&s->found, w->times);
    if (covering == NULL || covering->overlaps || w->only_touch)
        return covering != NULL;
    if (s->status == FK_OK)
        s->status = fk_translation_nodes_only_touch(s->context, &s->move, &s->ranges_a, w->a, &s->ranges_b,
                                                    w->b, &w->only_touch);
    return w->only_touch;
}

/* Primitives that meet for so short a time come last: they hardly lengthen a stretch, and others may contain them. */
#define INSTANT 0x1p-30

static bool enqueue_pair(translation_search *s, pending_pair *w)
{
    bool is_later = w->times.lo > s->covered_until;
    bool is_pair = fk_bvh_is_leaf(s->a, w->a) && fk_bvh_is_leaf(s->b, w->b);
    bool is_instant = is_pair && w->times.hi - w->times.lo < INSTANT;
    w->by.key = is_later ? w->times.lo : is_instant ? 1 : is_pair ? -w->times.hi : -w->times.lo;
    w->by.number = s->number++;
    if (!push_pending(s->context, is_later ? &s->later : &s->now, w))
        s->status = FK_ERROR_MEMORY;
    return s->status == FK_OK;
}

/* The next pair to test; false when there is none. */
static bool next_pending(translation_search *s, pending_pair *out)
{
    while (s->later.count > 0 && s->later.item[0].times.lo <= s->covered_until) {
        pending_pair w = pop_pending(&s->later);
        if (!is_time_covered(s, &w) && !enqueue_pair(s, &w))
            return false;
    }
    pending_queue *from = s->now.count > 0 ? &s->now : &s->later;
    if (from->count == 0)
        return false;
    *out = pop_pending(from);
    return true;
}

/* ---- Two primitives ------------------------------------------------------------------------------------ */

/* An upper bound of the coordinates of a bounded piece. */
static double largest_coordinate(const fk_piece *piece)
{
    fk_aabb box = fk_piece_aabb(piece);
    return fk_larger(fk_vec3_largest(box.min), fk_vec3_largest(box.max));
}

/* Whether two bounded primitives surely overlap at a time. The position of the moved one has an error below 2^-48 of
 * the coordinates before and after. */
static bool overlap_at_time(translation_search *s, const fk_piece *a, const fk_piece *b, double time)
{
    fk_translated_piece moved;
    fk_depth depth;
    if (s->move.is_out_of_range)
        return false;
    s->status = fk_piece_translate(s->context, a, fk_vec3_scale(s->move.rounded, time), &moved);
    if (s->status != FK_OK)
        return false;
    double error =
        (largest_coordinate(a) + largest_coordinate(&moved.piece) + s->move.size) * 0x1p-44 + 0x1p-900;
    bool overlaps = fk_pair_depth(&moved.piece, b, &depth) == FK_OK && depth.depth.lo > error;
    fk_release(s->context, moved.room, moved.bytes);
    return overlaps;
}

/* Whether two primitives surely overlap at some time while they meet. */
static bool overlap_sometime(translation_search *s, const fk_piece *a, const fk_piece *b,
                             const fk_translation_stretch *x)
{
    if (x->is_unsure)
        return false;
    if (s->move.exact.count == 0 ||
        fk_displacement_overlap_is_decidable(a, b)) /* and not only at the beginning or the end */
        return fk_double_order(x->enter.lo, 1.0) < 0 && fk_sign_of(x->leave.hi) > 0 &&
               fk_displacement_overlaps(a, &s->move.exact, b);
    return fk_double_order(x->enter.hi, x->leave.lo) < 0 &&
           overlap_at_time(s, a, b, x->enter.hi / 2 + x->leave.lo / 2);
}

/* When two primitives meet, from 0 to 1; false if they do not. */
static bool cast_pair_times(const translation_search *s, const fk_piece *a, const fk_piece *b,
                            fk_translation_stretch *x)
{
    fk_contact_times always;
    fk_cast found;
    fk_displacement_cast(a, &s->move.exact, b, 1.0, &always, &found);
    if (found.result == FK_CAST_MISS)
        return false;
    memset(x, 0, sizeof *x);
    x->enter = found.enter;
    x->leave = found.leave;
    x->enter_is_exact = always.is_exact || fk_double_order(x->enter.lo, x->enter.hi) == 0;
    x->leave_is_exact = always.is_exact || fk_double_order(x->leave.lo, x->leave.hi) == 0;
    if (found.result == FK_CAST_UNDECIDED) {
        x->is_unsure = true;
        x->enter = (fk_interval){fk_double_greatest(always.first.lo, 0.0), INFINITY};
        x->leave = (fk_interval){-INFINITY, fk_double_least(always.last.hi, 1.0)};
        x->enter_is_exact = x->leave_is_exact = false;
    }
    return true;
}

/* Casts two primitives and adds their stretch. */
static void add_contact_times(translation_search *s, const pending_pair *w, const fk_piece *a,
                              const fk_piece *b)
{
    fk_translation_stretch found;
    s->found.tests++;
    s->status = fk_piece_check(a);
    if (s->status == FK_OK)
        s->status = fk_piece_check(b);
    if (s->status != FK_OK || !cast_pair_times(s, a, b, &found))
        return;
    found.a = w->a;
    found.b = w->b;
    fk_translation_stretch *stretch = insert_stretch(s->context, &s->found, &found);
    if (stretch == NULL) {
        s->status = FK_ERROR_MEMORY;
        return;
    }
    if (!stretch->overlaps)
        stretch->overlaps = overlap_sometime(s, a, b, &found);
    if (!stretch->is_unsure)
        s->covered_until = fk_larger(s->covered_until, stretch->leave.lo);
}

/* A pair covered by a stretch is only tested for overlap. */
static void test_leaf_pair(translation_search *s, const pending_pair *w)
{
    fk_piece a, b;
    fk_bvh_piece(s->a, w->a, &a);
    fk_bvh_piece(s->b, w->b, &b);
    if (find_covering(&s->found, w->times) == NULL || !fk_displacement_overlap_is_decidable(&a, &b) ||
        fk_displacement_overlaps(&a, &s->move.exact, &b))
        add_contact_times(s, w, &a, &b);
}

/* ---- The traversal ------------------------------------------------------------------------------------- */

/* Clips the times of two nodes; false when no primitives below meet. */
static bool clip_pair_times(const translation_search *s, pending_pair *w, const fk_aabb *box_a,
                            const fk_aabb *box_b)
{
    if (!fk_translation_clip_boxes(&s->move, box_a, box_b, &w->times))
        return false;
    if (!fk_bvh_is_leaf(s->a, w->a) || !fk_bvh_is_leaf(s->b, w->b))
        return true;
    fk_piece a, b;
    bool misses;
    fk_bvh_piece(s->a, w->a, &a);
    fk_bvh_piece(s->b, w->b, &b);
    w->only_touch = fk_translation_only_touches(&s->move, &a, &b, &misses) || w->only_touch;
    return !misses && fk_translation_clip_pieces(&s->move, &a, &b, &w->times);
}

/* Queues the pairs of one node and the children of the larger one. */
static bool expand_bvh_pair(translation_search *s, const pending_pair *w)
{
    fk_aabb box_a = fk_bvh_box(s->a, w->a), box_b = fk_bvh_box(s->b, w->b);
    bool opens_a = fk_bvh_opens_a(s->a, w->a, &box_a, s->b, w->b, &box_b);
    const fk_bvh *bvh = opens_a ? s->a : s->b;
    uint32_t count;
    fk_bvh_node first = fk_bvh_children(bvh, opens_a ? w->a : w->b, &count);
    for (uint32_t i = 0; i < count; i++) {
        pending_pair child = {
            {0, 0}, w->times, opens_a ? first + i : w->a, opens_a ? w->b : first + i, w->only_touch};
        fk_aabb box = fk_bvh_box(bvh, first + i);
        if (!clip_pair_times(s, &child, opens_a ? &box : &box_a, opens_a ? &box_b : &box))
            continue;
        if (!is_time_covered(s, &child) && !enqueue_pair(s, &child))
            return false;
    }
    return true;
}

/* Pairs of a stretch that is known to overlap need no test. */
static void look_inside(translation_search *s)
{
    if (s->inside != NULL)
        fk_translation_find_inside(s->inside, &s->move, &s->found);
    s->next_look = 2 * s->number;
}

static void traverse_pairs(translation_search *s)
{
    pending_pair w = {{0, 0}, {0, 1}, fk_bvh_root(s->a), fk_bvh_root(s->b), false};
    fk_aabb box_a = fk_bvh_box(s->a, w.a), box_b = fk_bvh_box(s->b, w.b);
    if (!clip_pair_times(s, &w, &box_a, &box_b) || !enqueue_pair(s, &w))
        return;
    while (s->status == FK_OK && next_pending(s, &w)) {
        s->status = fk_context_poll(s->context) ? FK_ERROR_MEMORY : FK_OK;
        if (s->number >= s->next_look)
            look_inside(s);
        if (is_time_covered(s, &w))
            continue;
        if (fk_bvh_is_leaf(s->a, w.a) && fk_bvh_is_leaf(s->b, w.b))
            test_leaf_pair(s, &w);
        else
            expand_bvh_pair(s, &w);
    }
    look_inside(s);
}

/* ---- The result ---------------------------------------------------------------------------------------- */

/* The point of first contact, with the moving primitive at that time; approximate for unbounded primitives, and left
 * alone beyond the range of doubles. */
static void find_first_point(translation_search *s, fk_translation_stretch *stretch)
{
    fk_piece a, b;
    fk_translated_piece moved;
    fk_distance distance;
    fk_bvh_piece(s->a, stretch->a, &a);
    fk_bvh_piece(s->b, stretch->b, &b);
    double time = stretch->is_unsure ? stretch->enter.lo / 2 + stretch->leave.hi / 2 : stretch->enter.hi;
    s->status = fk_piece_translate(s->context, &a, fk_vec3_scale(s->move.rounded, time), &moved);
    if (s->status != FK_OK)
        return;
    if (fk_pair_distance(&moved.piece, &b, NULL, &distance) == FK_OK)
        stretch->point = distance.point_b;
    fk_release(s->context, moved.room, moved.bytes);
}

/* Completes the stretches. */
static void finish_stretches(translation_search *s)
{
    for (size_t i = 0; i < s->found.count && s->status == FK_OK; i++) {
        fk_translation_stretch *x = &s->found.stretch[i];
        find_first_point(s, x);
        if (x->is_unsure) {
            x->enter.hi = x->leave.hi;
            x->leave.lo = x->enter.lo;
        }
        x->is_exact = x->enter_is_exact && x->leave_is_exact;
    }
}

/* inside: NULL, or the pair. */
static fk_status search_bvhs(fk_context *context, const fk_bvh bvh[2], const fk_vec3 displacement[8],
                             const fk_prepared_pair *inside, fk_translation_contacts *out)
{
    translation_search s = {.context = context,
                            .a = &bvh[0],
                            .b = &bvh[1],
                            .covered_until = -1,
                            .inside = inside,
                            .next_look = FIRST_LOOK};
    fk_translation_make(displacement, &s.move);
    fk_node_ranges_init(&bvh[0], &s.ranges_a);
    fk_node_ranges_init(&bvh[1], &s.ranges_b);
    traverse_pairs(&s);
    s.found.pairs = s.number;
    finish_stretches(&s);
    if (s.status == FK_OK)
        *out = s.found;
    else
        fk_translation_contacts_free(context, &s.found);
    fk_node_ranges_free(context, &s.ranges_b);
    fk_node_ranges_free(context, &s.ranges_a);
    fk_release(context, s.now.item, s.now.capacity * sizeof *s.now.item);
    fk_release(context, s.later.item, s.later.capacity * sizeof *s.later.item);
    return s.status;
}

fk_status fk_translation_find_contacts(fk_context *context, const fk_placed_collider *a,
                                       const fk_vec3 displacement[8], const fk_placed_collider *b,
                                       bool looks_inside, fk_translation_contacts *out)
{
    fk_prepared_pair pair;
    fk_bvh bvh[2];
    fk_status status = fk_prepared_pair_make(context, a, b, &pair);
    if (status != FK_OK)
        return status;
    status = fk_bvh_make_pair(context, &pair.a, &pair.b, bvh);
    if (status == FK_OK) {
        status = search_bvhs(context, bvh, displacement, looks_inside ? &pair : NULL, out);
        fk_bvh_end(context, &bvh[1]);
        fk_bvh_end(context, &bvh[0]);
    }
    fk_prepared_pair_free(context, &pair);
    return status;
}

void fk_translation_contacts_free(fk_context *context, fk_translation_contacts *contacts)
{
    fk_release(context, contacts->stretch, contacts->capacity * sizeof *contacts->stretch);
    memset(contacts, 0, sizeof *contacts);
}
