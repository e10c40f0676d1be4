/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* When the parts of two colliders meet, one of which goes straight: fk_slide_find.
 *
 * Two convex parts meet during one interval of times, which fk_way_cast finds; the stretches are the union of all of
 * these. Most parts need no cast. Both trees of boxes are walked (body/collider_side.c); what waits has bounds, by floating
 * point, of the times at which it may meet (motion_slide_bound.c). What never meets is left out, and so is what only
 * meets in a stretch that is known already, without its ends: it adds nothing. So the order matters for the time that
 * it takes, not for the result, and is that of covering a line greedily: of the parts that may begin to meet before the
 * stretch ends, those that may last longest come first, and boxes whose parts begin next to its end; when nothing is
 * left of that, what may begin first.
 *
 * Whether parts overlap at some time in a stretch is one more question: what is held by a stretch of which that is not
 * known yet is still looked at, but not cast when it only touches. Polyhedra are decided exactly. Of others one is put
 * where it is in the middle of their times; this rounds its place, and the depth has to be more than that: so what
 * overlaps by less than some 2^-42 of the coordinates is taken for touching.
 *
 * Two stretches are merged when the times from enter.lo to leave.hi of one have some in common with those of the
 * other; so the result does not depend on the order. The first of two times, each in a bracket, is between the lesser
 * of the lower ends and the lesser of the upper ends; when both are exact, this is the first one rounded.
 *
 * Weak inputs: ways, or parts, beyond 2^200 or below 2^-200 have no bounds, so each pair of parts is cast, and round and
 * smooth ones are not known to overlap; and colliders that slide along each other and never overlap, as each pair of
 * boxes along the way is looked at. */

#include "motion/moving.h"

#include <math.h>
#include <string.h>

#include "base/lists.h"
#include "base/vec3.h"
#include "shape/bound/bound.h"

/* ---- What is found ------------------------------------------------------------------------------------- */

/* What is known of a stretch on the way. While it is unsure, it may not be one at all, and enter.hi and leave.lo are
 * infinite: so that what is sure counts alone where both come together. */
typedef struct found_span {
    fk_slide_stretch stretch;
    bool enter_is_exact, leave_is_exact;
    fk_side_node a, b; /* which meet first */
} found_span;

typedef struct span_list {
    fk_context *context;
    size_t count, capacity;
    found_span *span;
} span_list;

/* The number of stretches that end before a time. */
static size_t count_before(const span_list *list, double time)
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
static bool enters_first(const found_span *x, const found_span *y)
{
    int order = fk_double_order(x->stretch.enter.lo, y->stretch.enter.lo);
    if (order == 0)
        order = fk_double_order(x->stretch.enter.hi, y->stretch.enter.hi);
    return order != 0 ? order < 0 : x->a != y->a ? x->a < y->a : x->b <= y->b;
}

/* Makes one stretch of two. */
static void merge(found_span *to, const found_span *from)
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

/* Adds a stretch, and makes one of it and of all that it has common times with, as far as brackets tell. Returns it,
 * or NULL when there is no memory. */
static found_span *add_span(span_list *list, const found_span *span)
{
    size_t from = count_before(list, span->stretch.enter.lo), to = from;
    found_span all = *span;
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

/* The stretch that surely holds all of these times, or NULL. */
static found_span *find_holding(const span_list *list, fk_interval times)
{
    size_t i = count_before(list, times.lo);
    if (i == list->count)
        return NULL;
    const fk_slide_stretch *s = &list->span[i].stretch;
    bool holds = !s->is_unsure && fk_double_order(s->enter.hi, times.lo) <= 0 &&
                 fk_double_order(times.hi, s->leave.lo) <= 0;
    return holds ? &list->span[i] : NULL;
}

/* ---- What waits ---------------------------------------------------------------------------------------- */

typedef struct waiting {
    double key;
    uint64_t
        number; /* of equal keys the last that came is the first: so the walk goes down to parts at once */
    fk_interval times; /* at which parts below may meet */
    fk_side_node a, b;
    bool only_touch; /* parts that do not overlap */
} waiting;

/* A heap, the least key first. */
typedef struct queue {
    size_t count, capacity;
    waiting *item;
} queue;

static bool is_before(const waiting *x, const waiting *y)
{
    return x->key < y->key || (!(y->key < x->key) && x->number > y->number);
}

static bool push(fk_context *context, queue *q, const waiting *w)
{
    if (!fk_grow(context, &q->item, sizeof *q->item, q->count, &q->capacity, q->count + 1))
        return false;
    size_t at = q->count++;
    for (; at > 0 && is_before(w, &q->item[(at - 1) / 2]); at = (at - 1) / 2)
        q->item[at] = q->item[(at - 1) / 2];
    q->item[at] = *w;
    return true;
}

static waiting pop(queue *q)
{
    waiting top = q->item[0], last = q->item[--q->count];
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

/* ---- The state of a search ----------------------------------------------------------------------------- */

typedef struct search {
    fk_context *context;
    const fk_body_side *a, *b;
    fk_slide_way way;
    queue later; /* by when they may begin */
    queue now;   /* may begin before `reach`: the last to end first */
    double reach;
    span_list list;
    uint64_t tests, number;
    fk_status status;
} search;

/* Whether parts in them add nothing to what is known. */
static bool is_settled(const search *s, const waiting *w)
{
    const found_span *holding = find_holding(&s->list, w->times);
    return holding != NULL && (w->only_touch || holding->stretch.overlaps);
}

static bool wait_for(search *s, waiting *w)
{
    bool is_later = w->times.lo > s->reach;
    bool is_pair = fk_side_is_part(s->a, w->a) && fk_side_is_part(s->b, w->b);
    w->key = is_later ? w->times.lo : is_pair ? -w->times.hi : -w->times.lo;
    w->number = s->number++;
    if (!push(s->context, is_later ? &s->later : &s->now, w))
        s->status = FK_ERROR_MEMORY;
    return s->status == FK_OK;
}

/* The next pair to be looked at; false when there is none. */
static bool next(search *s, waiting *out)
{
    while (s->later.count > 0 && s->later.item[0].times.lo <= s->reach) {
        waiting w = pop(&s->later);
        if (!is_settled(s, &w) && !wait_for(s, &w))
            return false;
    }
    queue *from = s->now.count > 0 ? &s->now : &s->later;
    if (from->count == 0)
        return false;
    *out = pop(from);
    return true;
}

/* ---- Two parts ----------------------------------------------------------------------------------------- */

/* A piece that is put elsewhere, with its points behind it. */
typedef struct moved {
    fk_piece piece;
    size_t bytes;
    fk_vec3 *room;
} moved;

static bool move(search *s, const fk_piece *piece, fk_vec3 by, moved *out)
{
    fk_pose pose = fk_pose_identity();
    pose.translation = by;
    out->bytes = piece->kind == FK_KIND_HULL ? piece->as.hull.count * sizeof(fk_vec3) : 0;
    out->room = out->bytes > 0 ? fk_allocate(s->context, out->bytes) : NULL;
    if (out->bytes > 0 && out->room == NULL) {
        s->status = FK_ERROR_MEMORY;
        return false;
    }
    out->piece = fk_piece_place(piece, &pose, out->room);
    return true;
}

/* The largest coordinate of a bounded piece, or more. */
static double extent(const fk_piece *piece)
{
    fk_aabb box = fk_outer_piece(piece);
    return fk_larger(fk_vec3_largest(box.min), fk_vec3_largest(box.max));
}

/* Whether two bounded parts surely overlap at a time. The place of the one that is moved is off by less than 2^-48 of
 * the coordinates before and after. */
static bool overlap_at(search *s, const fk_piece *a, const fk_piece *b, double time)
{
    moved there;
    fk_depth depth;
    if (s->way.has_no_size || !move(s, a, fk_vec3_scale(s->way.rough, time), &there))
        return false;
    double off = (extent(a) + extent(&there.piece) + s->way.size) * 0x1p-44 + 0x1p-900;
    bool overlaps = fk_pair_depth(&there.piece, b, &depth) == FK_OK && depth.depth.lo > off;
    fk_release(s->context, there.room, there.bytes);
    return overlaps;
}

/* Whether two parts surely overlap at some time when they meet. */
static bool overlap(search *s, const fk_piece *a, const fk_piece *b, const fk_slide_stretch *x)
{
    if (x->is_unsure)
        return false;
    if (s->way.exact.count == 0 ||
        fk_way_through_decides(a, b)) /* and not only at the beginning, or the end */
        return fk_double_order(x->enter.lo, 1.0) < 0 && fk_sign_of(x->leave.hi) > 0 &&
               fk_way_goes_through(a, &s->way.exact, b);
    return fk_double_order(x->enter.hi, x->leave.lo) < 0 &&
           overlap_at(s, a, b, x->enter.hi / 2 + x->leave.lo / 2);
}

/* When two parts meet, from 0 to 1; false when they do not. */
static bool cast(const search *s, const fk_piece *a, const fk_piece *b, found_span *out)
{
    fk_times always;
    fk_cast found;
    fk_slide_stretch *x = &out->stretch;
    fk_way_cast(a, &s->way.exact, b, 1.0, &always, &found);
    if (found.result == FK_CAST_MISS)
        return false;
    memset(out, 0, sizeof *out);
    x->enter = found.enter;
    x->leave = found.leave;
    out->enter_is_exact = always.is_exact || fk_double_order(x->enter.lo, x->enter.hi) == 0;
    out->leave_is_exact = always.is_exact || fk_double_order(x->leave.lo, x->leave.hi) == 0;
    if (found.result == FK_CAST_UNDECIDED) {
        x->is_unsure = true;
        x->enter = (fk_interval){fk_double_greatest(always.first.lo, 0.0), INFINITY};
        x->leave = (fk_interval){-INFINITY, fk_double_least(always.last.hi, 1.0)};
        out->enter_is_exact = out->leave_is_exact = false;
    }
    return true;
}

/* Adds when two parts meet to what is known. */
static void add_parts(search *s, const waiting *w, const fk_piece *a, const fk_piece *b)
{
    found_span found;
    s->tests++;
    s->status = fk_piece_check(a);
    if (s->status == FK_OK)
        s->status = fk_piece_check(b);
    if (s->status != FK_OK || !cast(s, a, b, &found))
        return;
    found.a = w->a;
    found.b = w->b;
    found_span *span = add_span(&s->list, &found);
    if (span == NULL) {
        s->status = FK_ERROR_MEMORY;
        return;
    }
    if (!span->stretch.overlaps)
        span->stretch.overlaps = overlap(s, a, b, &found.stretch);
    if (!span->stretch.is_unsure)
        s->reach = fk_larger(s->reach, span->stretch.leave.lo);
}

/* Of parts that are held by a stretch it is only asked whether they overlap. */
static void look(search *s, const waiting *w)
{
    fk_piece a, b;
    fk_side_piece(s->a, w->a, &a);
    fk_side_piece(s->b, w->b, &b);
    if (find_holding(&s->list, w->times) == NULL || !fk_way_through_decides(&a, &b) ||
        fk_way_goes_through(&a, &s->way.exact, &b))
        add_parts(s, w, &a, &b);
}

/* ---- The walk ------------------------------------------------------------------------------------------ */

/* Cuts the times of two nodes; false when nothing below meets. */
static bool cut(const search *s, waiting *w, const fk_aabb *box_a, const fk_aabb *box_b)
{
    if (!fk_slide_cut_boxes(&s->way, box_a, box_b, &w->times))
        return false;
    if (!fk_side_is_part(s->a, w->a) || !fk_side_is_part(s->b, w->b))
        return true;
    fk_piece a, b;
    bool misses;
    fk_side_piece(s->a, w->a, &a);
    fk_side_piece(s->b, w->b, &b);
    w->only_touch = fk_slide_only_touch(&s->way, &a, &b, &misses);
    return !misses && fk_slide_cut_pieces(&s->way, &a, &b, &w->times);
}

/* Puts the pairs with the children of the larger one of two nodes into the queues. */
static bool open_pair(search *s, const waiting *w)
{
    fk_aabb box_a = fk_side_box(s->a, w->a), box_b = fk_side_box(s->b, w->b);
    bool opens_a = fk_side_opens_a(s->a, w->a, &box_a, s->b, w->b, &box_b);
    const fk_body_side *side = opens_a ? s->a : s->b;
    uint32_t count;
    fk_side_node first = fk_side_children(side, opens_a ? w->a : w->b, &count);
    for (uint32_t i = 0; i < count; i++) {
        waiting child = {0, 0, w->times, opens_a ? first + i : w->a, opens_a ? w->b : first + i, false};
        fk_aabb box = fk_side_box(side, first + i);
        if (!cut(s, &child, opens_a ? &box : &box_a, opens_a ? &box_b : &box))
            continue;
        if (!is_settled(s, &child) && !wait_for(s, &child))
            return false;
    }
    return true;
}

static void walk(search *s)
{
    waiting w = {0, 0, {0, 1}, fk_side_root(s->a), fk_side_root(s->b), false};
    fk_aabb box_a = fk_side_box(s->a, w.a), box_b = fk_side_box(s->b, w.b);
    if (!cut(s, &w, &box_a, &box_b) || !wait_for(s, &w))
        return;
    while (s->status == FK_OK && next(s, &w)) {
        if (is_settled(s, &w))
            continue;
        if (fk_side_is_part(s->a, w.a) && fk_side_is_part(s->b, w.b))
            look(s, &w);
        else
            open_pair(s, &w);
    }
}

/* ---- The result ---------------------------------------------------------------------------------------- */

/* Where they meet first, as the moving part is then; of what is not bounded, or beyond all doubles, about there. */
static void find_point(search *s, found_span *span)
{
    fk_piece a, b;
    moved there;
    fk_distance distance;
    fk_side_piece(s->a, span->a, &a);
    fk_side_piece(s->b, span->b, &b);
    double time = span->stretch.is_unsure ? span->stretch.enter.lo / 2 + span->stretch.leave.hi / 2
                                          : span->stretch.enter.hi;
    if (!move(s, &a, fk_vec3_scale(s->way.rough, time), &there))
        return;
    if (fk_pair_distance(&there.piece, &b, NULL, &distance) == FK_OK)
        span->stretch.point = distance.point_b;
    fk_release(s->context, there.room, there.bytes);
}

static fk_status tell(search *s, fk_slide *out)
{
    fk_slide found = {s->list.count, NULL, 0, s->tests};
    if (found.count > 0 &&
        !fk_grow(s->context, &found.stretch, sizeof *found.stretch, 0, &found.capacity, found.count))
        return FK_ERROR_MEMORY;
    for (size_t i = 0; i < found.count && s->status == FK_OK; i++) {
        found_span *span = &s->list.span[i];
        find_point(s, span);
        if (span->stretch.is_unsure) {
            span->stretch.enter.hi = span->stretch.leave.hi;
            span->stretch.leave.lo = span->stretch.enter.lo;
        }
        span->stretch.is_exact = span->enter_is_exact && span->leave_is_exact;
        found.stretch[i] = span->stretch;
    }
    if (s->status != FK_OK)
        fk_slide_free(s->context, &found);
    else
        *out = found;
    return s->status;
}

static fk_status search_sides(fk_context *context, const fk_body_side side[2], const fk_vec3 way[8],
                              fk_slide *out)
{
    search s = {.context = context, .a = &side[0], .b = &side[1], .reach = -1, .list = {.context = context}};
    fk_slide_way_make(way, &s.way);
    walk(&s);
    fk_status status = s.status == FK_OK ? tell(&s, out) : s.status;
    fk_release(context, s.list.span, s.list.capacity * sizeof *s.list.span);
    fk_release(context, s.now.item, s.now.capacity * sizeof *s.now.item);
    fk_release(context, s.later.item, s.later.capacity * sizeof *s.later.item);
    return status;
}

fk_status fk_slide_find(fk_context *context, const fk_placed_collider *a, const fk_vec3 way[8],
                        const fk_placed_collider *b, fk_slide *out)
{
    fk_ready_pair pair;
    fk_body_side side[2];
    fk_status status = fk_ready_pair_make(context, a, b, &pair);
    if (status != FK_OK)
        return status;
    status = fk_side_make_pair(context, &pair.a, &pair.b, side);
    if (status == FK_OK) {
        status = search_sides(context, side, way, out);
        fk_side_end(context, &side[1]);
        fk_side_end(context, &side[0]);
    }
    fk_ready_pair_free(context, &pair);
    return status;
}

void fk_slide_free(fk_context *context, fk_slide *slide)
{
    fk_release(context, slide->stretch, slide->capacity * sizeof *slide->stretch);
    memset(slide, 0, sizeof *slide);
}
