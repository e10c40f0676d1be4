/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* SearchCollisions of two trees of cells. Source: P. Baillehache's paper (2013), section 2; here for trees of
 * any depths, complete, and resumable.
 *
 * Pairs of nodes that meet are on a stack. The top pair is replaced by the pairs of one node with the
 * children of the other: of the larger node, or of the one that has children. A child whose axis-aligned box
 * does not meet the window is skipped (QuickTest); then the pair is decided exactly. The window is a box
 * around the intersection of the parents, and so around all intersections of leaves below them, since a
 * placed node contains the leaves below it (cells_place.c). If memory runs out, the whole step is undone. If
 * the budget ends within a step, its remaining pairs are pushed untested. So nothing is lost.
 *
 * If both nodes have many children, a sorted sweep (cells_sweep.c) finds those whose boxes meet, and they are
 * tested in batches. */

#include "cells/cells.h"

#include <math.h>
#include <string.h>

#include "base/context.h"
#include "base/lists.h"
#include "base/vec3.h"
#include "pair/measure/measure.h"

/* Tests between two readings of the clock; placed nodes in the cache. */
#define CLOCK_TESTS 64
#define PLACES      64

/* The window is tightened for nodes with at least so many children. That takes as long as twenty tests, and
 * saves one test in six. */
#define TIGHT_CHILDREN 256

/* A sweep is used if both nodes have at least so many children; more if only one hit is wanted, because
 * sorting then takes too long. BATCH pairs are tested at once. */
#define SWEEP_CHILDREN       32
#define SWEEP_CHILDREN_FIRST 256
#define BATCH                2048

/* A placed node, and a box around all leaves below it. */
typedef struct placed_node {
    bool is_rough; /* not grown yet */
    fk_piece piece;
    fk_aabb box;
} placed_node;

typedef struct traversal_run {
    fk_cells_traversal *traversal;
    const fk_cells_traversal_limits *limits;
    fk_placed_cells cells[2];
    uint64_t tests, looked; /* tests left, now and at the last reading of the clock */
    bool is_over;
    uint32_t node[2][PLACES]; /* whose placed node is cached; FK_NONE */
    placed_node place[2][PLACES];
} traversal_run;

/* ---- Placed nodes -------------------------------------------------------------------------------------- */

static const fk_cell_node *run_node(const traversal_run *r, int side, uint32_t node)
{
    return &r->cells[side].tree->node[node];
}

/* Returns a placed node whose box is valid; the piece may be rough. */
static placed_node *rough_placed_node(traversal_run *r, int side, uint32_t node)
{
    placed_node *p = &r->place[side][node % PLACES];
    if (r->node[side][node % PLACES] != node) {
        r->node[side][node % PLACES] = node;
        p->is_rough = true;
        p->piece = fk_placed_cells_rough_piece(&r->cells[side], node, &p->box);
    }
    return p;
}

static const placed_node *exact_placed_node(traversal_run *r, int side, uint32_t node)
{
    placed_node *p = rough_placed_node(r, side, node);
    if (p->is_rough)
        fk_placed_cells_grow(&r->cells[side], node, &p->piece);
    p->is_rough = false;
    return p;
}

static fk_aabb intersect_boxes(const fk_aabb *a, const fk_aabb *b)
{
    fk_aabb box = {
        {fk_larger(a->min.x, b->min.x), fk_larger(a->min.y, b->min.y), fk_larger(a->min.z, b->min.z)},
        {fk_smaller(a->max.x, b->max.x), fk_smaller(a->max.y, b->max.y), fk_smaller(a->max.z, b->max.z)}};
    return box;
}

/* A size for comparisons. */
static double sum_of_widths(const fk_aabb *box)
{
    return (box->max.x - box->min.x) + (box->max.y - box->min.y) + (box->max.z - box->min.z);
}

/* ---- Pairs --------------------------------------------------------------------------------------------- */

/* Returns whether a node of this level may be expanded. */
static bool may_expand(const traversal_run *r, int side, uint32_t node, uint32_t level)
{
    uint32_t levels = r->limits->levels;
    return run_node(r, side, node)->child_count > 0 && (levels == 0 || level < levels);
}

/* Returns whether there is something to do for a pair within the levels. */
static bool has_work(const traversal_run *r, const fk_cell_node_pair *pair)
{
    uint32_t levels = r->limits->levels;
    if (levels != 0 && (pair->level_a > levels || pair->level_b > levels))
        return false;
    return !pair->meets || may_expand(r, 0, pair->node_a, pair->level_a) ||
           may_expand(r, 1, pair->node_b, pair->level_b);
}

static bool push_node_pair(fk_cells_traversal *w, fk_cell_node_pair **stack, size_t *count, size_t *capacity,
                           const fk_cell_node_pair *pair)
{
    if (!fk_grow(w->context, stack, sizeof **stack, *count, capacity, *count + 1))
        return false;
    (*stack)[(*count)++] = *pair;
    return true;
}

static bool push_open_pair(fk_cells_traversal *w, const fk_cell_node_pair *pair)
{
    return push_node_pair(w, &w->open, &w->open_count, &w->open_capacity, pair);
}

/* Moves deferred pairs that the levels now allow back to the stack. */
static bool reopen_deep_pairs(const traversal_run *r)
{
    fk_cells_traversal *w = r->traversal;
    size_t kept = 0, taken = 0;
    for (size_t i = 0; i < w->deep_count; i++)
        taken += has_work(r, &w->deep[i]);
    if (!fk_grow(w->context, &w->open, sizeof *w->open, w->open_count, &w->open_capacity,
                 w->open_count + taken))
        return false;
    for (size_t i = 0; i < w->deep_count; i++)
        if (has_work(r, &w->deep[i]))
            w->open[w->open_count++] = w->deep[i];
        else
            w->deep[kept++] = w->deep[i];
    w->deep_count = kept;
    return true;
}

/* Returns whether one hit is enough. */
static bool wants_one_hit(const traversal_run *r)
{
    return r->limits->stops_at_hit || r->limits->stops_at_overlap;
}

/* Returns whether the wanted hit was found. Called after each hit. */
static bool has_ended(const traversal_run *r)
{
    const fk_cells_traversal *w = r->traversal;
    if (w->hit_count == 0 || !wants_one_hit(r))
        return false;
    return r->limits->stops_at_hit || w->hit[w->hit_count - 1].verdict == FK_OVERLAPPING;
}

/* ---- Verdicts ------------------------------------------------------------------------------------------ */

/* Counts a test, after which the budget may be used up. */
static void count_test(traversal_run *r)
{
    r->traversal->work.pair_tests++;
    r->is_over = --r->tests == 0;
    if (r->limits->deadline > 0 && r->looked - r->tests >= CLOCK_TESTS) {
        r->looked = r->tests;
        r->is_over = r->is_over || fk_clock_seconds() >= r->limits->deadline;
    }
}

static bool add_hit(traversal_run *r, const fk_cell_node_pair *pair, fk_verdict verdict)
{
    fk_cells_traversal *w = r->traversal;
    if (!fk_grow(w->context, &w->hit, sizeof *w->hit, w->hit_count, &w->hit_capacity, w->hit_count + 1))
        return false;
    fk_cell_hit hit;
    memset(&hit, 0, sizeof hit);
    hit.node_a = pair->node_a;
    hit.node_b = pair->node_b;
    hit.verdict = verdict;
    hit.box = fk_aabb_empty();
    if (r->limits->wants_boxes) {
        const placed_node *a = exact_placed_node(r, 0, pair->node_a),
                          *b = exact_placed_node(r, 1, pair->node_b);
        hit.box = fk_overlap_box_for_verdict(&a->piece, &b->piece, verdict);
        w->work.boxes++;
    }
    w->hit[w->hit_count++] = hit;
    return true;
}

/* Handles the verdict on a pair with these boxes. Leaves that meet are a hit; other pairs that meet get their
 * window and the node to expand, and are pushed. Returns false without memory. */
static bool handle_verdict(traversal_run *r, const fk_cell_node_pair *pair, fk_verdict verdict,
                           const fk_aabb *box_a, const fk_aabb *box_b)
{
    uint32_t children[2] = {run_node(r, 0, pair->node_a)->child_count,
                            run_node(r, 1, pair->node_b)->child_count};
    if (verdict == FK_APART)
        return true;
    if (children[0] + children[1] == 0)
        return add_hit(r, pair, verdict);
    fk_cell_node_pair next = *pair;
    fk_aabb both = intersect_boxes(box_a, box_b);
    next.window = intersect_boxes(&pair->window, &both);
    next.meets = true;
    next.opens_b = children[0] == 0 || (children[1] > 0 && sum_of_widths(box_b) > sum_of_widths(box_a));
    if (verdict == FK_OVERLAPPING && children[next.opens_b] >= TIGHT_CHILDREN) {
        const placed_node *a = exact_placed_node(r, 0, pair->node_a),
                          *b = exact_placed_node(r, 1, pair->node_b);
        fk_aabb box = next.window;
        fk_overlap_box_of_cells(&a->piece, &b->piece, &box);
        r->traversal->work.boxes++;
        next.window = intersect_boxes(&next.window, &box);
    }
    return push_open_pair(r->traversal, &next);
}

/* Tests a pair. Returns false without memory. */
static bool test_cell_pair(traversal_run *r, const fk_cell_node_pair *pair)
{
    const placed_node *a = exact_placed_node(r, 0, pair->node_a), *b = exact_placed_node(r, 1, pair->node_b);
    fk_verdict verdict = fk_pair_verdict(&a->piece, &b->piece);
    count_test(r);
    return handle_verdict(r, pair, verdict, &a->box, &b->box);
}

/* ---- Many children ------------------------------------------------------------------------------------- */

/* Returns the pair of two children, given by index in both sides. */
static fk_cell_node_pair swept_pair(const fk_cell_node_pair *parents, const fk_children_sweep *sweep,
                                    fk_index_pair pair)
{
    fk_cell_node_pair next = *parents;
    next.node_a = sweep->side[0].node[pair.a];
    next.node_b = sweep->side[1].node[pair.b];
    next.level_a++;
    next.level_b++;
    next.meets = false;
    return next;
}

/* Computes the verdicts of some pairs: in one batch if all cells of a side are of one kind. */
static void compute_swept_verdicts(traversal_run *r, const fk_children_sweep *sweep, size_t begin,
                                   size_t count, uint8_t *verdict)
{
    const fk_children_side *a = &sweep->side[0], *b = &sweep->side[1];
    if (fk_cells_verdict(&a->cells, &b->cells, sweep->pair + begin, count, verdict) == FK_OK)
        return;
    for (size_t i = 0; i < count; i++) {
        fk_index_pair pair = sweep->pair[begin + i];
        const placed_node *p = exact_placed_node(r, 0, a->node[pair.a]),
                          *q = exact_placed_node(r, 1, b->node[pair.b]);
        verdict[i] = (uint8_t)fk_pair_verdict(&p->piece, &q->piece);
    }
}

static bool test_swept_pairs(traversal_run *r, const fk_cell_node_pair *parents,
                             const fk_children_sweep *sweep, size_t begin, size_t count)
{
    uint8_t verdict[BATCH];
    bool done = true, was_over = false;
    compute_swept_verdicts(r, sweep, begin, count, verdict);
    for (size_t i = 0; done && i < count && !has_ended(r); i++) {
        fk_index_pair pair = sweep->pair[begin + i];
        fk_cell_node_pair next = swept_pair(parents, sweep, pair);
        count_test(r);
        was_over = was_over || r->is_over;
        done = handle_verdict(r, &next, (fk_verdict)verdict[i], &sweep->side[0].box[pair.a],
                              &sweep->side[1].box[pair.b]);
    }
    r->is_over = was_over;
    return done;
}

/* Replaces a pair that meets, with many children on both sides, by pairs of these. */
static bool expand_by_sweep(traversal_run *r, const fk_cell_node_pair *pair)
{
    fk_cells_traversal *w = r->traversal;
    const uint32_t node[2] = {pair->node_a, pair->node_b};
    fk_children_sweep sweep;
    memset(&sweep, 0, sizeof sweep);
    bool done = fk_children_sweep_run(&sweep, w->context, r->cells, node, &pair->window);
    w->work.quick_tests += run_node(r, 0, node[0])->child_count + run_node(r, 1, node[1])->child_count;
    size_t at = 0, batch = wants_one_hit(r) ? BATCH / 64 : BATCH;
    while (done && at < sweep.pair_count && !r->is_over && !has_ended(r)) {
        size_t left = sweep.pair_count - at, some = left < batch ? left : batch;
        some = r->tests != 0 && r->tests < some ? (size_t)r->tests : some;
        done = test_swept_pairs(r, pair, &sweep, at, some);
        at += some;
    }
    for (; done && r->is_over && at < sweep.pair_count; at++) {
        fk_cell_node_pair next = swept_pair(pair, &sweep, sweep.pair[at]);
        done = push_open_pair(w, &next);
    }
    fk_children_sweep_end(&sweep);
    return done;
}

/* ---- Expansion ----------------------------------------------------------------------------------------- */

/* Moves the top pair of the stack below its predecessor unless its window is larger. */
static void order_top_pairs(fk_cells_traversal *w)
{
    fk_cell_node_pair *top = &w->open[w->open_count - 1], other = top[-1];
    if (sum_of_widths(&top->window) > sum_of_widths(&other.window))
        return;
    top[-1] = *top;
    *top = other;
}

/* Replaces a pair that meets by the pairs of one node with the children of the other. */
static bool expand_children(traversal_run *r, const fk_cell_node_pair *pair)
{
    fk_cells_traversal *w = r->traversal;
    bool expands_a = may_expand(r, 0, pair->node_a, pair->level_a),
         opens_b = may_expand(r, 1, pair->node_b, pair->level_b);
    uint32_t sweep = wants_one_hit(r) ? SWEEP_CHILDREN_FIRST : SWEEP_CHILDREN;
    if (expands_a && opens_b && run_node(r, 0, pair->node_a)->child_count >= sweep &&
        run_node(r, 1, pair->node_b)->child_count >= sweep)
        return expand_by_sweep(r, pair);
    int side = opens_b && (pair->opens_b || !expands_a) ? 1 : 0;
    fk_cell_node_pair next = *pair;
    uint32_t *node = side == 0 ? &next.node_a : &next.node_b;
    const fk_cell_node *parent = run_node(r, side, *node);
    size_t below = w->open_count;
    next.level_a += side == 0;
    next.level_b += side == 1;
    for (uint32_t i = 0; i < parent->child_count; i++) {
        /* Last child first, so that they are popped in order. */
        *node = parent->first_child + (parent->child_count - 1 - i);
        const placed_node *child = rough_placed_node(r, side, *node);
        w->work.quick_tests++;
        if (!fk_cells_boxes_meet(&child->box, &pair->window))
            continue;
        next.window = intersect_boxes(&pair->window, &child->box);
        next.meets = false;
        size_t count = w->open_count;
        if (r->is_over ? !push_open_pair(w, &next) : !test_cell_pair(r, &next))
            return false;
        if (has_ended(r))
            return true;
        /* A hit is most likely where the window is largest. */
        if (wants_one_hit(r) && w->open_count > count && count > below)
            order_top_pairs(w);
    }
    return true;
}

/* Processes the top pair of the stack. Returns false without memory; nothing has changed then. */
static bool expand_top_pair(traversal_run *r)
{
    fk_cells_traversal *w = r->traversal;
    fk_cell_node_pair pair = w->open[--w->open_count];
    size_t open_count = w->open_count, hit_count = w->hit_count;
    bool done;
    if (!has_work(r, &pair))
        done = push_node_pair(w, &w->deep, &w->deep_count, &w->deep_capacity, &pair);
    else
        done = pair.meets ? expand_children(r, &pair) : test_cell_pair(r, &pair);
    if (!done) {
        w->hit_count = hit_count;
        w->open_count = open_count;
        w->open[w->open_count++] = pair; /* its room is still there */
    }
    return done;
}

/* ---- Sorting hits -------------------------------------------------------------------------------------- */

static bool is_hit_before(const fk_cell_hit *p, const fk_cell_hit *q)
{
    return p->node_a != q->node_a ? p->node_a < q->node_a : p->node_b < q->node_b;
}

/* Inserts `moved` into a max-heap, at an empty position or below it. */
static void sift_hit_down(fk_cell_hit *hit, size_t count, size_t at, fk_cell_hit moved)
{
    for (size_t child; (child = 2 * at + 1) < count; at = child) {
        if (child + 1 < count && is_hit_before(&hit[child], &hit[child + 1]))
            child++;
        if (!is_hit_before(&moved, &hit[child]))
            break;
        hit[at] = hit[child];
    }
    hit[at] = moved;
}

/* Needs no memory. */
static void sort_by_heap(fk_cell_hit *hit, size_t count)
{
    for (size_t i = count / 2; i-- > 0;)
        sift_hit_down(hit, count, i, hit[i]);
    for (size_t end = count - 1; end > 0; end--) {
        fk_cell_hit last = hit[end];
        hit[end] = hit[0];
        sift_hit_down(hit, end, 0, last);
    }
}

static int count_bits(size_t count)
{
    int bits = 0;
    while (bits < 63 && count > (size_t)1 << bits)
        bits++;
    return bits;
}

/* Sorts by keys of both nodes and the index of the hit. Returns false without memory, or if a key is too
 * short for them. */
static bool sort_by_keys(const traversal_run *r, fk_cell_hit *hit, size_t count)
{
    int for_place = count_bits(count), for_b = count_bits(r->cells[1].tree->node_count);
    if (count_bits(r->cells[0].tree->node_count) + for_b + for_place > 64)
        return false;
    size_t bytes = 2 * count * sizeof(uint64_t);
    const uint64_t place = ((uint64_t)1 << for_place) - 1;
    uint64_t *key = fk_allocate(r->traversal->context, bytes);
    if (key == NULL)
        return false;
    for (size_t i = 0; i < count; i++)
        key[i] = ((uint64_t)hit[i].node_a << for_b | hit[i].node_b) << for_place | i;
    fk_sort_u64(key, key + count, count);
    /* Follows each cycle of the permutation until its first position is filled again. */
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
    fk_release(r->traversal->context, key, bytes);
    return true;
}

static void sort_hits(const traversal_run *r)
{
    fk_cell_hit *hit = r->traversal->hit;
    size_t count = r->traversal->hit_count;
    bool sorted = true;
    for (size_t i = 1; sorted && i < count; i++)
        sorted = is_hit_before(&hit[i - 1], &hit[i]);
    if (!sorted && !sort_by_keys(r, hit, count))
        sort_by_heap(hit, count);
}

/* ---- The traversal ------------------------------------------------------------------------------------- */

fk_status fk_cells_traversal_begin(fk_cells_traversal *traversal, fk_context *context)
{
    if (!fk_grow(context, &traversal->open, sizeof *traversal->open, 0, &traversal->open_capacity, 1))
        return FK_ERROR_MEMORY;
    traversal->context = context;
    traversal->open_count = traversal->deep_count = traversal->hit_count = 0;
    memset(&traversal->work, 0, sizeof traversal->work);
    fk_cell_node_pair *roots = &traversal->open[traversal->open_count++];
    memset(roots, 0, sizeof *roots);
    roots->level_a = roots->level_b = 1;
    roots->window = fk_aabb_everywhere();
    return FK_OK;
}

fk_status fk_cells_traversal_run(fk_cells_traversal *traversal, const fk_placed_cells *a,
                                 const fk_placed_cells *b, const fk_cells_traversal_limits *limits)
{
    traversal_run r;
    r.traversal = traversal;
    r.limits = limits;
    r.cells[0] = fk_placed_cells_refresh(a);
    r.cells[1] = fk_placed_cells_refresh(b);
    r.tests = r.looked = limits->tests; /* 0 wraps around to the largest number */
    r.is_over = false;
    for (int i = 0; i < PLACES; i++)
        r.node[0][i] = r.node[1][i] = FK_NONE;
    bool done = reopen_deep_pairs(&r);
    while (done && traversal->open_count > 0 && !r.is_over && !has_ended(&r)) {
        done = expand_top_pair(&r);
        r.is_over = r.is_over || (limits->cancel != NULL && fk_cancel_poll(limits->cancel));
    }
    if (has_ended(&r))
        traversal->open_count = traversal->deep_count = 0;
    sort_hits(&r);
    return done ? FK_OK : FK_ERROR_MEMORY;
}

void fk_cells_traversal_end(fk_cells_traversal *traversal)
{
    if (traversal->context == NULL) /* never began */
        return;
    fk_release(traversal->context, traversal->open, traversal->open_capacity * sizeof *traversal->open);
    fk_release(traversal->context, traversal->deep, traversal->deep_capacity * sizeof *traversal->deep);
    fk_release(traversal->context, traversal->hit, traversal->hit_capacity * sizeof *traversal->hit);
    memset(traversal, 0, sizeof *traversal);
}
