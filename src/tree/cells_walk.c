/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* SearchCollisions of two trees of cells. Source: P. Baillehache's paper on Fourier-Motzkin elimination (2013), section 2, here for trees of any
 * depths, complete, and so that it can be stopped.
 *
 * Pairs of nodes wait on a stack. One that is taken from it is decided exactly; where it meets, the larger of the two that has
 * children is replaced by them. A child whose box along the axes does not meet the window is left out (QuickTest): the window is a
 * box around what the parents have in common, and so around all that leaves below them have in common, as a node in its
 * place holds the leaves below it (cells_place.c). A pair stays on the stack until what follows from it is there, too:
 * so memory that runs out, and a budget, lose nothing.
 *
 * Weak input: two large flat nodes that cross without having leaves that meet. */

#include "tree/cells_walk.h"

#include <math.h>
#include <string.h>

#include "base/grow.h"
#include "base/vec3.h"
#include "narrow/box.h"
#include "narrow/box_cells.h"
#include "tree/cells_place.h"

/* Tests from one look at the clock to the next; places that are remembered; pairs of children at once. */
#define CLOCK_TESTS 64
#define PLACES      32
#define PAIRS       16

/* Windows are made tight below parents with so many children. */
#define TIGHT_CHILDREN 4

/* A node in its place, and a box around it. */
typedef struct placed_node {
    uint32_t node;
    fk_piece piece;
    fk_aabb box;
} placed_node;

typedef struct runner {
    fk_cells_walk *walk;
    const fk_walk_orders *orders;
    const fk_placed_cells *cells[2];
    placed_node place[2][PLACES];
} runner;

/* ---- Places -------------------------------------------------------------------------------------------- */

static const fk_cell_node *node_of(const runner *r, int side, uint32_t node)
{
    return &r->cells[side]->tree->node[node];
}

static const placed_node *place_of(runner *r, int side, uint32_t node)
{
    placed_node *p = &r->place[side][node % PLACES];
    if (p->node != node) {
        p->node = node;
        p->piece = fk_placed_cells_node(r->cells[side], node);
        p->box = fk_placed_cells_box(&p->piece);
    }
    return p;
}

static bool boxes_meet(const fk_aabb *a, const fk_aabb *b)
{
    return !((a->min.x > b->max.x) | (b->min.x > a->max.x) | (a->min.y > b->max.y) | (b->min.y > a->max.y) |
             (a->min.z > b->max.z) | (b->min.z > a->max.z));
}

static fk_aabb common_box(const fk_aabb *a, const fk_aabb *b)
{
    fk_aabb box = {
        {fk_larger(a->min.x, b->min.x), fk_larger(a->min.y, b->min.y), fk_larger(a->min.z, b->min.z)},
        {fk_smaller(a->max.x, b->max.x), fk_smaller(a->max.y, b->max.y), fk_smaller(a->max.z, b->max.z)}};
    return box;
}

/* Half of the surface, of sizes that are brought down first: only to compare. */
static double size_of(const fk_aabb *box)
{
    double x = box->max.x - box->min.x, y = box->max.y - box->min.y, z = box->max.z - box->min.z;
    return x + y + z;
}

/* ---- Stacks -------------------------------------------------------------------------------------------- */

static bool push_open(fk_cells_walk *w, const fk_walk_pair *pair)
{
    if (!fk_grow(w->context, &w->open, sizeof *w->open, w->open_count, &w->open_capacity, w->open_count + 1))
        return false;
    w->open[w->open_count++] = *pair;
    return true;
}

static bool push_deep(fk_cells_walk *w, const fk_walk_pair *pair)
{
    if (!fk_grow(w->context, &w->deep, sizeof *w->deep, w->deep_count, &w->deep_capacity, w->deep_count + 1))
        return false;
    w->deep[w->deep_count++] = *pair;
    return true;
}

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

/* ---- Descending ---------------------------------------------------------------------------------------- */

/* Which of two nodes that meet are replaced by their children: bit 0 for a, bit 1 for b. The larger one; both where they are as large
 * as each other and have few children, so that the order of a and b does not matter. */
static unsigned choose(runner *r, const fk_walk_pair *pair)
{
    bool a = may_open(r, 0, pair->node_a, pair->level_a), b = may_open(r, 1, pair->node_b, pair->level_b);
    if (!a || !b)
        return (a ? 1u : 0u) | (b ? 2u : 0u);
    double size_a = size_of(&place_of(r, 0, pair->node_a)->box),
           size_b = size_of(&place_of(r, 1, pair->node_b)->box);
    uint32_t count_a = node_of(r, 0, pair->node_a)->child_count,
             count_b = node_of(r, 1, pair->node_b)->child_count;
    if (size_a == size_b && count_a <= PAIRS && count_b <= PAIRS / count_a)
        return 3;
    return size_a >= size_b ? 1 : 2;
}

/* The window below two nodes that meet. */
static void narrow_window(runner *r, fk_walk_pair *pair, fk_verdict verdict)
{
    const placed_node *a = place_of(r, 0, pair->node_a), *b = place_of(r, 1, pair->node_b);
    fk_aabb box = common_box(&a->box, &b->box);
    pair->window = common_box(&pair->window, &box);
    uint32_t children = node_of(r, 0, pair->node_a)->child_count + node_of(r, 1, pair->node_b)->child_count;
    if (verdict != FK_OVERLAPPING || children < TIGHT_CHILDREN)
        return;
    box = pair->window;
    fk_box_of_cells(&a->piece, &b->piece, &box);
    r->walk->work.boxes++;
    pair->window = common_box(&pair->window, &box);
}

/* Puts the pairs of the children of one side on the stack; those of the other side follow from there. */
static bool push_children(runner *r, const fk_walk_pair *pair, int side)
{
    fk_cells_walk *w = r->walk;
    uint32_t parent = side == 0 ? pair->node_a : pair->node_b;
    uint32_t first = node_of(r, side, parent)->first_child, count = node_of(r, side, parent)->child_count;
    fk_walk_pair next = *pair;
    uint32_t *node = side == 0 ? &next.node_a : &next.node_b;
    next.meets = false;
    if (side == 0)
        next.level_a++;
    else
        next.level_b++;
    double largest = -1;
    size_t below = w->open_count;
    for (uint32_t i = 0; i < count; i++) {
        /* The last comes first, so that they are taken from the stack in their order. */
        *node = first + (count - 1 - i);
        const placed_node *child = place_of(r, side, *node);
        w->work.quick_tests++;
        if (!boxes_meet(&child->box, &pair->window))
            continue;
        next.window = common_box(&pair->window, &child->box);
        if (!push_open(w, &next))
            return false;
        double size = size_of(&next.window);
        if (r->orders->stops_at_hit && w->open_count - below > 1 && !(size > largest)) {
            /* Where most is in common a hit is most likely. */
            fk_walk_pair *top = &w->open[w->open_count - 1], other = top[-1];
            top[-1] = *top;
            *top = other;
        } else {
            largest = size;
        }
    }
    return true;
}

/* Replaces the pair on top of the stack, which meets, by pairs of children. */
static bool descend(runner *r)
{
    fk_cells_walk *w = r->walk;
    fk_walk_pair pair = w->open[w->open_count - 1];
    unsigned sides = choose(r, &pair);
    size_t below = --w->open_count;
    bool done;
    if (sides != 3) {
        done = push_children(r, &pair, sides == 1 ? 0 : 1);
    } else {
        done = push_children(r, &pair, 0);
        fk_walk_pair middle[PAIRS];
        size_t count = w->open_count - below;
        if (done && count > 0)
            memcpy(middle, w->open + below, count * sizeof *middle);
        w->open_count = done ? below : w->open_count;
        for (size_t i = 0; done && i < count; i++)
            done = push_children(r, &middle[i], 1);
    }
    if (!done) { /* as it was; there was room for it */
        w->open[below] = pair;
        w->open_count = below + 1;
    }
    return done;
}

/* ---- Deciding ------------------------------------------------------------------------------------------ */

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
    w->open_count--;
    if (r->orders->stops_at_hit)
        w->open_count = w->deep_count = 0;
    return true;
}

/* Decides the pair on top of the stack, which is not tested yet. */
static bool decide(runner *r)
{
    fk_cells_walk *w = r->walk;
    fk_walk_pair *pair = &w->open[w->open_count - 1];
    const placed_node *a = place_of(r, 0, pair->node_a), *b = place_of(r, 1, pair->node_b);
    fk_verdict verdict = fk_pair_verdict(&a->piece, &b->piece);
    w->work.pair_tests++;
    if (verdict == FK_APART) {
        w->open_count--;
        return true;
    }
    if (node_of(r, 0, pair->node_a)->child_count + node_of(r, 1, pair->node_b)->child_count == 0)
        return add_hit(r, pair, verdict);
    pair->meets = true;
    narrow_window(r, pair, verdict);
    return true;
}

/* One step with the pair on top of the stack. False: no memory. */
static bool step(runner *r)
{
    fk_cells_walk *w = r->walk;
    fk_walk_pair *pair = &w->open[w->open_count - 1];
    if (!may_go_on(r, pair)) {
        if (!push_deep(w, pair))
            return false;
        w->open_count--;
        return true;
    }
    return pair->meets ? descend(r) : decide(r);
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

/* In place, as memory may have run out. */
static void sort_hits(fk_cell_hit *hit, size_t count)
{
    bool sorted = true;
    for (size_t i = 1; sorted && i < count; i++)
        sorted = comes_before(&hit[i - 1], &hit[i]);
    if (sorted)
        return;
    for (size_t i = count / 2; i-- > 0;)
        sift_down(hit, count, i, hit[i]);
    for (size_t end = count - 1; end > 0; end--) {
        fk_cell_hit last = hit[end];
        hit[end] = hit[0];
        sift_down(hit, end, 0, last);
    }
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

/* Whether the budget is used up. */
static bool is_over(const runner *r, uint64_t begin, uint64_t *looked)
{
    const fk_walk_orders *orders = r->orders;
    uint64_t tests = r->walk->work.pair_tests - begin;
    if (orders->tests != 0 && tests >= orders->tests)
        return true;
    if (!(orders->deadline > 0) || tests - *looked < CLOCK_TESTS)
        return false;
    *looked = tests;
    return fk_clock_seconds() >= orders->deadline;
}

fk_status fk_cells_walk_run(fk_cells_walk *walk, const fk_placed_cells *a, const fk_placed_cells *b,
                            const fk_walk_orders *orders)
{
    runner r;
    r.walk = walk;
    r.orders = orders;
    r.cells[0] = a;
    r.cells[1] = b;
    for (int i = 0; i < PLACES; i++)
        r.place[0][i].node = r.place[1][i].node = FK_NONE;
    if (orders->stops_at_hit && walk->hit_count > 0)
        walk->open_count = walk->deep_count = 0;
    bool done = open_deep(&r);
    uint64_t begin = walk->work.pair_tests, looked = 0;
    while (done && walk->open_count > 0 && !is_over(&r, begin, &looked))
        done = step(&r);
    sort_hits(walk->hit, walk->hit_count);
    return done ? FK_OK : FK_ERROR_MEMORY;
}

void fk_cells_walk_end(fk_cells_walk *walk)
{
    fk_release(walk->context, walk->open, walk->open_capacity * sizeof *walk->open);
    fk_release(walk->context, walk->deep, walk->deep_capacity * sizeof *walk->deep);
    fk_release(walk->context, walk->hit, walk->hit_capacity * sizeof *walk->hit);
    memset(walk, 0, sizeof *walk);
}
