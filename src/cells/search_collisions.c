/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* SearchCollisions of two trees of cells. Source: P. Baillehache's paper (2013), section 2; here for trees
 * of any depths, complete, and so that it can be stopped.
 *
 * Pairs of nodes that meet wait on a stack. One that is taken from it is replaced by the pairs of the
 * other node with the children of the larger one, or of the one that has any. A child whose box along the
 * axes does not meet the window is left out (QuickTest); then the pair is decided exactly. The window is a
 * box around what the parents have in common, and so around all that leaves below them have in common, as
 * a node in its place holds the leaves below it (cells_place.c). Where memory runs out, a step is undone
 * as a whole. Where the budget is used up within a step, the rest of its pairs are not tested but put on
 * the stack as they are. So nothing is lost.
 *
 * Where both have many children, those whose boxes meet are found by a sorted sweep (cells_sweep.c), and
 * tested many at a time. */

#include "cells/cells.h"

#include <math.h>
#include <string.h>

#include "base/lists.h"
#include "base/vec3.h"
#include "pair/measure/measure.h"

/* Tests from one look at the clock to the next; places that are remembered. */
#define CLOCK_TESTS 64
#define PLACES      64

/* A window is made tight for so many children. That takes as long as twenty tests, and saves one test in
 * six. */
#define TIGHT_CHILDREN 256

/* From so many children of both on they are sorted, which for a first hit alone takes too long; tested are
 * so many pairs at once. */
#define WIDE       32
#define WIDE_FIRST 256
#define BATCH      2048

/* A node in its place, and a box around all leaves below it. */
typedef struct placed_node {
    bool is_rough; /* not grown yet */
    fk_piece piece;
    fk_aabb box;
} placed_node;

typedef struct runner {
    fk_cells_walk *walk;
    const fk_walk_orders *orders;
    fk_placed_cells cells[2];
    uint64_t tests, looked; /* how many are left, and were left when the clock was looked at */
    bool is_over;
    uint32_t node[2][PLACES]; /* whose place is known; FK_NONE */
    placed_node place[2][PLACES];
} runner;

/* ---- Places -------------------------------------------------------------------------------------------- */

static const fk_cell_node *node_of(const runner *r, int side, uint32_t node)
{
    return &r->cells[side].tree->node[node];
}

/* For its box. */
static placed_node *box_of(runner *r, int side, uint32_t node)
{
    placed_node *p = &r->place[side][node % PLACES];
    if (r->node[side][node % PLACES] != node) {
        r->node[side][node % PLACES] = node;
        p->is_rough = true;
        p->piece = fk_placed_cells_rough(&r->cells[side], node, &p->box);
    }
    return p;
}

static const placed_node *place_of(runner *r, int side, uint32_t node)
{
    placed_node *p = box_of(r, side, node);
    if (p->is_rough)
        fk_placed_cells_grow(&r->cells[side], node, &p->piece);
    p->is_rough = false;
    return p;
}

static fk_aabb common_box(const fk_aabb *a, const fk_aabb *b)
{
    fk_aabb box = {
        {fk_larger(a->min.x, b->min.x), fk_larger(a->min.y, b->min.y), fk_larger(a->min.z, b->min.z)},
        {fk_smaller(a->max.x, b->max.x), fk_smaller(a->max.y, b->max.y), fk_smaller(a->max.z, b->max.z)}};
    return box;
}

/* To compare boxes. */
static double size_of(const fk_aabb *box)
{
    return (box->max.x - box->min.x) + (box->max.y - box->min.y) + (box->max.z - box->min.z);
}

/* ---- Pairs --------------------------------------------------------------------------------------------- */

/* Whether children of a node of this level may be looked at. */
static bool may_open(const runner *r, int side, uint32_t node, uint32_t level)
{
    uint32_t levels = r->orders->levels;
    return node_of(r, side, node)->child_count > 0 && (levels == 0 || level < levels);
}

/* Whether there is something to do for a pair within the levels. */
static bool may_go_on(const runner *r, const fk_walk_pair *pair)
{
    uint32_t levels = r->orders->levels;
    if (levels != 0 && (pair->level_a > levels || pair->level_b > levels))
        return false;
    return !pair->meets || may_open(r, 0, pair->node_a, pair->level_a) ||
           may_open(r, 1, pair->node_b, pair->level_b);
}

static bool push(fk_cells_walk *w, fk_walk_pair **stack, size_t *count, size_t *capacity,
                 const fk_walk_pair *pair)
{
    if (!fk_grow(w->context, stack, sizeof **stack, *count, capacity, *count + 1))
        return false;
    (*stack)[(*count)++] = *pair;
    return true;
}

static bool push_open(fk_cells_walk *w, const fk_walk_pair *pair)
{
    return push(w, &w->open, &w->open_count, &w->open_capacity, pair);
}

/* Takes back what was set aside and may be looked at now. */
static bool open_deep(const runner *r)
{
    fk_cells_walk *w = r->walk;
    size_t kept = 0, taken = 0;
    for (size_t i = 0; i < w->deep_count; i++)
        taken += may_go_on(r, &w->deep[i]);
    if (!fk_grow(w->context, &w->open, sizeof *w->open, w->open_count, &w->open_capacity,
                 w->open_count + taken))
        return false;
    for (size_t i = 0; i < w->deep_count; i++)
        if (may_go_on(r, &w->deep[i]))
            w->open[w->open_count++] = w->deep[i];
        else
            w->deep[kept++] = w->deep[i];
    w->deep_count = kept;
    return true;
}

/* Whether one hit is wanted, and not all. */
static bool wants_one(const runner *r)
{
    return r->orders->stops_at_hit || r->orders->stops_at_overlap;
}

/* Whether the one hit that is wanted was found; it is looked for after each. */
static bool has_ended(const runner *r)
{
    const fk_cells_walk *w = r->walk;
    if (w->hit_count == 0 || !wants_one(r))
        return false;
    return r->orders->stops_at_hit || w->hit[w->hit_count - 1].verdict == FK_OVERLAPPING;
}

/* ---- Deciding ------------------------------------------------------------------------------------------ */

/* Counts a test; then the budget may be used up. */
static void count_test(runner *r)
{
    r->walk->work.pair_tests++;
    r->is_over = --r->tests == 0;
    if (r->orders->deadline > 0 && r->looked - r->tests >= CLOCK_TESTS) {
        r->looked = r->tests;
        r->is_over = r->is_over || fk_clock_seconds() >= r->orders->deadline;
    }
}

static bool add_hit(runner *r, const fk_walk_pair *pair, fk_verdict verdict)
{
    fk_cells_walk *w = r->walk;
    if (!fk_grow(w->context, &w->hit, sizeof *w->hit, w->hit_count, &w->hit_capacity, w->hit_count + 1))
        return false;
    fk_cell_hit hit;
    memset(&hit, 0, sizeof hit);
    hit.node_a = pair->node_a;
    hit.node_b = pair->node_b;
    hit.verdict = verdict;
    hit.box = fk_aabb_empty();
    if (r->orders->wants_boxes) {
        const placed_node *a = place_of(r, 0, pair->node_a), *b = place_of(r, 1, pair->node_b);
        hit.box = fk_box_of_verdict(&a->piece, &b->piece, verdict);
        w->work.boxes++;
    }
    w->hit[w->hit_count++] = hit;
    return true;
}

/* What follows from the verdict on a pair with these boxes. Leaves that meet are a hit; of others that
 * meet, the window and which one is larger become known, and the pair is put on the stack. False: no
 * memory. */
static bool settle(runner *r, const fk_walk_pair *pair, fk_verdict verdict, const fk_aabb *box_a,
                   const fk_aabb *box_b)
{
    uint32_t children[2] = {node_of(r, 0, pair->node_a)->child_count,
                            node_of(r, 1, pair->node_b)->child_count};
    if (verdict == FK_APART)
        return true;
    if (children[0] + children[1] == 0)
        return add_hit(r, pair, verdict);
    fk_walk_pair next = *pair;
    fk_aabb both = common_box(box_a, box_b);
    next.window = common_box(&pair->window, &both);
    next.meets = true;
    next.opens_b = children[0] == 0 || (children[1] > 0 && size_of(box_b) > size_of(box_a));
    if (verdict == FK_OVERLAPPING && children[next.opens_b] >= TIGHT_CHILDREN) {
        const placed_node *a = place_of(r, 0, pair->node_a), *b = place_of(r, 1, pair->node_b);
        fk_aabb box = next.window;
        fk_box_of_cells(&a->piece, &b->piece, &box);
        r->walk->work.boxes++;
        next.window = common_box(&next.window, &box);
    }
    return push_open(r->walk, &next);
}

/* Tests a pair. False: no memory. */
static bool decide(runner *r, const fk_walk_pair *pair)
{
    const placed_node *a = place_of(r, 0, pair->node_a), *b = place_of(r, 1, pair->node_b);
    fk_verdict verdict = fk_pair_verdict(&a->piece, &b->piece);
    count_test(r);
    return settle(r, pair, verdict, &a->box, &b->box);
}

/* ---- Many children ------------------------------------------------------------------------------------- */

/* Children of both, by their places in the sides. */
static fk_walk_pair wide_pair(const fk_walk_pair *parents, const fk_wide *wide, fk_index_pair pair)
{
    fk_walk_pair next = *parents;
    next.node_a = wide->side[0].node[pair.a];
    next.node_b = wide->side[1].node[pair.b];
    next.level_a++;
    next.level_b++;
    next.meets = false;
    return next;
}

/* Of some pairs: at once, where all cells of a side are of one kind. */
static void find_verdicts(runner *r, const fk_wide *wide, size_t begin, size_t count, uint8_t *verdict)
{
    const fk_wide_side *a = &wide->side[0], *b = &wide->side[1];
    if (fk_cells_verdict(&a->cells, &b->cells, wide->pair + begin, count, verdict) == FK_OK)
        return;
    for (size_t i = 0; i < count; i++) {
        fk_index_pair pair = wide->pair[begin + i];
        const placed_node *p = place_of(r, 0, a->node[pair.a]), *q = place_of(r, 1, b->node[pair.b]);
        verdict[i] = (uint8_t)fk_pair_verdict(&p->piece, &q->piece);
    }
}

static bool decide_many(runner *r, const fk_walk_pair *parents, const fk_wide *wide, size_t begin,
                        size_t count)
{
    uint8_t verdict[BATCH];
    bool done = true, was_over = false;
    find_verdicts(r, wide, begin, count, verdict);
    for (size_t i = 0; done && i < count && !has_ended(r); i++) {
        fk_index_pair pair = wide->pair[begin + i];
        fk_walk_pair next = wide_pair(parents, wide, pair);
        count_test(r);
        was_over = was_over || r->is_over;
        done =
            settle(r, &next, (fk_verdict)verdict[i], &wide->side[0].box[pair.a], &wide->side[1].box[pair.b]);
    }
    r->is_over = was_over;
    return done;
}

/* What follows from a pair that meets, both with many children: pairs of them. */
static bool open_wide(runner *r, const fk_walk_pair *pair)
{
    fk_cells_walk *w = r->walk;
    const uint32_t node[2] = {pair->node_a, pair->node_b};
    fk_wide wide;
    memset(&wide, 0, sizeof wide);
    bool done = fk_wide_fill(&wide, w->context, r->cells, node, &pair->window);
    w->work.quick_tests += node_of(r, 0, node[0])->child_count + node_of(r, 1, node[1])->child_count;
    size_t at = 0, batch = wants_one(r) ? BATCH / 64 : BATCH;
    while (done && at < wide.pair_count && !r->is_over && !has_ended(r)) {
        size_t left = wide.pair_count - at, some = left < batch ? left : batch;
        some = r->tests != 0 && r->tests < some ? (size_t)r->tests : some;
        done = decide_many(r, pair, &wide, at, some);
        at += some;
    }
    for (; done && r->is_over && at < wide.pair_count; at++) {
        fk_walk_pair next = wide_pair(pair, &wide, wide.pair[at]);
        done = push_open(w, &next);
    }
    fk_wide_end(&wide);
    return done;
}

/* ---- Descending ---------------------------------------------------------------------------------------- */

/* Puts the pair on top of the stack below the one that was there before, unless more is in common. */
static void order_top(fk_cells_walk *w)
{
    fk_walk_pair *top = &w->open[w->open_count - 1], other = top[-1];
    if (size_of(&top->window) > size_of(&other.window))
        return;
    top[-1] = *top;
    *top = other;
}

/* What follows from a pair that meets: pairs of the children of one of them with the other. */
static bool open_children(runner *r, const fk_walk_pair *pair)
{
    fk_cells_walk *w = r->walk;
    bool opens_a = may_open(r, 0, pair->node_a, pair->level_a),
         opens_b = may_open(r, 1, pair->node_b, pair->level_b);
    uint32_t wide = wants_one(r) ? WIDE_FIRST : WIDE;
    if (opens_a && opens_b && node_of(r, 0, pair->node_a)->child_count >= wide &&
        node_of(r, 1, pair->node_b)->child_count >= wide)
        return open_wide(r, pair);
    int side = opens_b && (pair->opens_b || !opens_a) ? 1 : 0;
    fk_walk_pair next = *pair;
    uint32_t *node = side == 0 ? &next.node_a : &next.node_b;
    const fk_cell_node *parent = node_of(r, side, *node);
    size_t below = w->open_count;
    next.level_a += side == 0;
    next.level_b += side == 1;
    for (uint32_t i = 0; i < parent->child_count; i++) {
        /* The last one first, so that they are taken from the stack in their order. */
        *node = parent->first_child + (parent->child_count - 1 - i);
        const placed_node *child = box_of(r, side, *node);
        w->work.quick_tests++;
        if (!fk_cells_boxes_meet(&child->box, &pair->window))
            continue;
        next.window = common_box(&pair->window, &child->box);
        next.meets = false;
        size_t count = w->open_count;
        if (r->is_over ? !push_open(w, &next) : !decide(r, &next))
            return false;
        if (has_ended(r))
            return true;
        /* Where most is in common a hit is most likely. */
        if (wants_one(r) && w->open_count > count && count > below)
            order_top(w);
    }
    return true;
}

/* One step with the pair on top of the stack. False: no memory, and all is as it was. */
static bool step(runner *r)
{
    fk_cells_walk *w = r->walk;
    fk_walk_pair pair = w->open[--w->open_count];
    size_t open_count = w->open_count, hit_count = w->hit_count;
    bool done;
    if (!may_go_on(r, &pair))
        done = push(w, &w->deep, &w->deep_count, &w->deep_capacity, &pair);
    else
        done = pair.meets ? open_children(r, &pair) : decide(r, &pair);
    if (!done) {
        w->hit_count = hit_count;
        w->open_count = open_count;
        w->open[w->open_count++] = pair; /* there was room for it */
    }
    return done;
}

/* ---- Hits in order ------------------------------------------------------------------------------------- */

static bool comes_before(const fk_cell_hit *p, const fk_cell_hit *q)
{
    return p->node_a != q->node_a ? p->node_a < q->node_a : p->node_b < q->node_b;
}

/* Puts `moved` into a heap whose greatest is first, at a place with nothing in it, or below. */
static void sift_down(fk_cell_hit *hit, size_t count, size_t at, fk_cell_hit moved)
{
    for (size_t child; (child = 2 * at + 1) < count; at = child) {
        if (child + 1 < count && comes_before(&hit[child], &hit[child + 1]))
            child++;
        if (!comes_before(&moved, &hit[child]))
            break;
        hit[at] = hit[child];
    }
    hit[at] = moved;
}

/* Without memory. */
static void sort_by_heap(fk_cell_hit *hit, size_t count)
{
    for (size_t i = count / 2; i-- > 0;)
        sift_down(hit, count, i, hit[i]);
    for (size_t end = count - 1; end > 0; end--) {
        fk_cell_hit last = hit[end];
        hit[end] = hit[0];
        sift_down(hit, end, 0, last);
    }
}

static int bits_of(size_t count)
{
    int bits = 0;
    while (bits < 63 && count > (size_t)1 << bits)
        bits++;
    return bits;
}

/* By keys of both nodes and the place of the hit. False: no memory, or a key has no room for them. */
static bool sort_by_keys(const runner *r, fk_cell_hit *hit, size_t count)
{
    int for_place = bits_of(count), for_b = bits_of(r->cells[1].tree->node_count);
    if (bits_of(r->cells[0].tree->node_count) + for_b + for_place > 64)
        return false;
    size_t bytes = 2 * count * sizeof(uint64_t);
    const uint64_t place = ((uint64_t)1 << for_place) - 1;
    uint64_t *key = fk_allocate(r->walk->context, bytes);
    if (key == NULL)
        return false;
    for (size_t i = 0; i < count; i++)
        key[i] = ((uint64_t)hit[i].node_a << for_b | hit[i].node_b) << for_place | i;
    fk_sort_u64(key, key + count, count);
    /* Each goes where it belongs, and what was there goes on from there, until the first place is filled
     * again. */
    for (size_t i = 0; i < count; i++) {
        fk_cell_hit first = hit[i];
        size_t at = i, from;
        for (; (from = (size_t)(key[at] & place)) != i; at = from) {
            hit[at] = hit[from];
            key[at] = (key[at] & ~place) | at;
        }
        hit[at] = first;
        key[at] = (key[at] & ~place) | at;
    }
    fk_release(r->walk->context, key, bytes);
    return true;
}

static void sort_hits(const runner *r)
{
    fk_cell_hit *hit = r->walk->hit;
    size_t count = r->walk->hit_count;
    bool sorted = true;
    for (size_t i = 1; sorted && i < count; i++)
        sorted = comes_before(&hit[i - 1], &hit[i]);
    if (!sorted && !sort_by_keys(r, hit, count))
        sort_by_heap(hit, count);
}

/* ---- The walk ------------------------------------------------------------------------------------------ */

fk_status fk_cells_walk_begin(fk_cells_walk *walk, fk_context *context)
{
    if (!fk_grow(context, &walk->open, sizeof *walk->open, 0, &walk->open_capacity, 1))
        return FK_ERROR_MEMORY;
    walk->context = context;
    walk->open_count = walk->deep_count = walk->hit_count = 0;
    memset(&walk->work, 0, sizeof walk->work);
    fk_walk_pair *roots = &walk->open[walk->open_count++];
    memset(roots, 0, sizeof *roots);
    roots->level_a = roots->level_b = 1;
    roots->window = fk_box_everywhere();
    return FK_OK;
}

fk_status fk_cells_walk_run(fk_cells_walk *walk, const fk_placed_cells *a, const fk_placed_cells *b,
                            const fk_walk_orders *orders)
{
    runner r;
    r.walk = walk;
    r.orders = orders;
    r.cells[0] = fk_placed_cells_now(a);
    r.cells[1] = fk_placed_cells_now(b);
    r.tests = r.looked = orders->tests; /* from 0 it goes on with the largest number */
    r.is_over = false;
    for (int i = 0; i < PLACES; i++)
        r.node[0][i] = r.node[1][i] = FK_NONE;
    bool done = open_deep(&r);
    while (done && walk->open_count > 0 && !r.is_over && !has_ended(&r))
        done = step(&r);
    if (has_ended(&r))
        walk->open_count = walk->deep_count = 0;
    sort_hits(&r);
    return done ? FK_OK : FK_ERROR_MEMORY;
}

void fk_cells_walk_end(fk_cells_walk *walk)
{
    if (walk->context == NULL) /* never began */
        return;
    fk_release(walk->context, walk->open, walk->open_capacity * sizeof *walk->open);
    fk_release(walk->context, walk->deep, walk->deep_capacity * sizeof *walk->deep);
    fk_release(walk->context, walk->hit, walk->hit_capacity * sizeof *walk->hit);
    memset(walk, 0, sizeof *walk);
}
