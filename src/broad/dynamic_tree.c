/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The dynamic AABB tree: Grulich (2016), section 3.2, as in physics engines.
 *
 * A leaf is a fattened box: enlarged on each side by a fraction of its size, and along its motion by a
 * multiple of its displacement since the last update; with `turns`, first to the cube around the ball around
 * the box, in which a body can turn about the center of its box (section 3.2.1). A box that stays inside its leaf costs one test. A box
 * gets a new leaf when it has escaped, or when its leaf has become much larger than a new one would be, as
 * after a fast move.
 *
 *   Few new leaves are reinserted one by one.
 *   Many new leaves stay at their places in the tree, and one pass over the nodes in order refits the boxes
 *   above them. That takes as long as reinserting one leaf in 200.
 *   When refitting has made the nodes too large, or so many leaves were inserted that neighbouring nodes are
 *   far apart in memory, the whole tree is rebuilt. That takes as long as reinserting one leaf in five.
 *
 * A simultaneous traversal of the tree with itself finds the pairs; the exact boxes decide. Boxes are
 * fattened in doubles and then rounded. Rounding is monotone in every mode and the original box consists of
 * floats, so a rounded leaf always contains its box. Denormal results become the smallest normal float.
 *
 * Weak inputs: boxes of very different sizes, because small ones share nodes with large ones. */

#include "broad/broad.h"

#include <assert.h>
#include <float.h>
#include <math.h>
#include <string.h>

#include "base/bits.h"
#include "base/lists.h"

#define FEW            64   /* up to so many leaves are always reinserted one by one */
#define MANY           256  /* more than one leaf in so many are many */
#define INSERTED_SHARE 4    /* rebuild when more than one leaf in so many was inserted since the last build */
#define WORSE          0.25 /* nodes that have grown by so many powers of two are too large */
#define MAX_REFITS     64   /* refits in a row, in case the sizes say nothing */
#define TOO_FAT        4    /* a leaf fattened more than so many times as much as a new one is too large */
#define PREFETCH_AHEAD 8    /* leaves prefetched ahead */

/* ---- Leaves -------------------------------------------------------------------------------------------- */

/* Returns a center whose differences from others are finite; NaN becomes 0. */
static float fat_box_center(const fk_aabb_float *box, int axis)
{
    float middle = 0.5f * box->min[axis] + 0.5f * box->max[axis];
    return middle > -FLT_MAX && middle < FLT_MAX ? middle : 0;
}

static float round_to_float_down(double x)
{
    if (x < -(double)FLT_MAX)
        return -INFINITY;
    if (x > -(double)FLT_MIN && x < (double)FLT_MIN)
        return -FLT_MIN;
    return (float)x;
}

/* Returns the radius of the ball around a box; 0 for a box that is not bounded. */
static double ball_radius(const fk_aabb_float *box)
{
    double sum = 0;
    for (int i = 0; i < 3; i++) {
        double half = 0.5 * ((double)box->max[i] - (double)box->min[i]);
        sum += half * half;
    }
    return sum < INFINITY ? sqrt(sum) : 0;
}

/* Returns the leaf of a box, fattened by `times` the usual amount. A radius that was rounded down must not
 * make a side negative. */
static fk_aabb_float fatten_box(const fk_dynamic_tree *self, const fk_aabb_float *box,
                                const double displacement[3], double times)
{
    fk_aabb_float leaf;
    double radius = self->turns ? ball_radius(box) : 0;
    for (int i = 0; i < 3; i++) {
        double min = box->min[i], max = box->max[i], size = max - min, ahead = times * displacement[i];
        double turn = radius > 0.5 * size ? radius - 0.5 * size : 0;
        double side = size < INFINITY ? times * (size * (double)self->fat + turn) : 0;
        leaf.min[i] = round_to_float_down(min - (side - (ahead < 0 ? ahead : 0)));
        leaf.max[i] = -round_to_float_down(-(max + (side + (ahead > 0 ? ahead : 0))));
    }
    return leaf;
}

/* Returns whether box a is longer than b along any axis. */
static bool is_longer_box(const fk_aabb_float *a, const fk_aabb_float *b)
{
    for (int i = 0; i < 3; i++)
        if ((double)a->max[i] - (double)a->min[i] > (double)b->max[i] - (double)b->min[i])
            return true;
    return false;
}

/* Computes the displacement since the last update, times `ahead`, and records the new center. */
static void predict_displacement(fk_dynamic_tree *self, uint32_t id, const fk_aabb_float *box, bool is_new,
                                 double displacement[3])
{
    for (int i = 0; i < 3; i++) {
        float now = fat_box_center(box, i);
        double step = is_new ? 0 : (double)now - (double)self->middle[id][i];
        displacement[i] = (double)self->ahead * step;
        self->middle[id][i] = now;
    }
}

/* Removes the leaves of removed boxes. Lists the escaped boxes, whose leaves are replaced in place, and the
 * added ones. Returns their number. */
static uint32_t find_escaped(fk_dynamic_tree *self, const fk_broad_boxes *boxes, const uint32_t *changed,
                             uint32_t changed_count, uint32_t *escaped)
{
    fk_box_tree *tree = &self->tree;
    uint32_t count = 0;
    for (uint32_t i = 0; i < changed_count; i++) {
        uint32_t id = changed[i];
        if (i + PREFETCH_AHEAD < changed_count && tree->place[changed[i + PREFETCH_AHEAD]] != FK_NONE)
            fk_prefetch(fk_box_tree_box(tree, tree->place[changed[i + PREFETCH_AHEAD]]));
        const fk_aabb_float *box = &boxes->box[id];
        bool is_held = tree->place[id] != FK_NONE;
        if (fk_aabb_float_is_empty(box)) {
            if (is_held)
                fk_box_tree_remove(tree, id);
            continue;
        }
        double displacement[3];
        predict_displacement(self, id, box, !is_held, displacement);
        if (is_held) {
            fk_aabb_float *leaf = fk_box_tree_box(tree, tree->place[id]),
                          most = fatten_box(self, box, displacement, TOO_FAT);
            if (fk_aabb_float_contains(leaf, box) && !is_longer_box(leaf, &most))
                continue;
            *leaf = fatten_box(self, box, displacement, 1);
        }
        escaped[count++] = id;
    }
    return count;
}

static fk_aabb_float new_leaf_box(const fk_dynamic_tree *self, const fk_broad_boxes *boxes, uint32_t id)
{
    static const double none[3] = {0};
    uint32_t place = self->tree.place[id];
    return place != FK_NONE ? *fk_box_tree_box(&self->tree, place)
                            : fatten_box(self, &boxes->box[id], none, 1);
}

static void reinsert_leaves(fk_dynamic_tree *self, const fk_broad_boxes *boxes, const uint32_t *escaped,
                            uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        fk_aabb_float leaf = new_leaf_box(self, boxes, escaped[i]);
        if (self->tree.place[escaped[i]] != FK_NONE)
            fk_box_tree_remove(&self->tree, escaped[i]);
        fk_box_tree_insert(&self->tree, escaped[i], &leaf);
    }
    self->reinserted += count;
    self->inserted += count;
}

/* ---- Rebuilding ---------------------------------------------------------------------------------------- */

/* Lists all leaves: those of the tree in its order, then the added ones. */
static uint32_t list_leaves(const fk_dynamic_tree *self, const uint32_t *escaped, uint32_t escaped_count,
                            fk_box_center *item)
{
    const fk_box_tree *tree = &self->tree;
    uint32_t count = 0;
    for (uint32_t node = 0; node < tree->made; node++)
        for (int side = 0; side < 2; side++)
            if (tree->node[node].child[side] != FK_NONE && tree->node[node].child[side] & FK_BOX_LEAF)
                item[count++].id = tree->node[node].child[side] & ~FK_BOX_LEAF;
    for (uint32_t i = 0; i < escaped_count; i++)
        if (tree->place[escaped[i]] == FK_NONE)
            item[count++].id = escaped[i];
    for (uint32_t i = 0; i < count; i++)
        memcpy(item[i].middle, self->middle[item[i].id], sizeof item[i].middle);
    return count;
}

static fk_status dynamic_tree_rebuild(fk_dynamic_tree *self, fk_context *context, const fk_broad_boxes *boxes,
                                      const uint32_t *escaped, uint32_t escaped_count)
{
    size_t item_bytes = self->tree.capacity * sizeof(fk_box_center);
    size_t leaf_bytes = (size_t)boxes->count * sizeof(fk_aabb_float);
    fk_box_center *item = fk_allocate(context, item_bytes);
    fk_aabb_float *leaf = fk_allocate(context, leaf_bytes);
    fk_status status = item != NULL && leaf != NULL ? FK_OK : FK_ERROR_MEMORY;
    if (status == FK_OK) {
        uint32_t count = list_leaves(self, escaped, escaped_count, item);
        for (uint32_t i = 0; i < count; i++)
            leaf[item[i].id] = new_leaf_box(self, boxes, item[i].id);
        self->size = fk_box_tree_build(&self->tree, item, count, leaf);
        self->refits = 0;
        self->inserted = 0;
        self->rebuilds++;
    }
    fk_release(context, item, item_bytes);
    fk_release(context, leaf, leaf_bytes);
    return status;
}

/* Keeps the leaves at their places and refits the nodes above. Returns false if the tree has become too
 * bad. */
static bool refit_leaves(fk_dynamic_tree *self)
{
    if (self->refits++ >= MAX_REFITS)
        return false;
    double more = (double)(fk_box_tree_refit(&self->tree) - self->size);
    return more <= WORSE * FK_BOX_TREE_DOUBLING * self->tree.count;
}

static fk_status place_escaped(fk_dynamic_tree *self, fk_context *context, const fk_broad_boxes *boxes,
                               const uint32_t *changed, uint32_t changed_count, uint32_t *escaped)
{
    uint32_t count = find_escaped(self, boxes, changed, changed_count, escaped), come = 0;
    for (uint32_t i = 0; i < count; i++)
        come += self->tree.place[escaped[i]] == FK_NONE;
    uint32_t leaves = self->tree.count + come;
    if (!fk_box_tree_reserve(&self->tree, context, boxes->count, leaves))
        return FK_ERROR_MEMORY;
    if (come == 0 && count > FEW && count > leaves / MANY && self->tree.is_in_order)
        return refit_leaves(self) ? FK_OK : dynamic_tree_rebuild(self, context, boxes, escaped, count);
    if (self->inserted + count > leaves / INSERTED_SHARE && (count > FEW || self->inserted > leaves))
        return dynamic_tree_rebuild(self, context, boxes, escaped, count);
    reinsert_leaves(self, boxes, escaped, count);
    return FK_OK;
}

static fk_status dynamic_tree_update(void *me, fk_context *context, const fk_broad_boxes *boxes,
                                     const uint32_t *changed, uint32_t changed_count,
                                     const fk_workers *workers)
{
    (void)workers;
    fk_dynamic_tree *self = me;
    size_t bytes = (size_t)changed_count * sizeof(uint32_t);
    uint32_t *escaped = fk_allocate(context, bytes);
    fk_status status = FK_ERROR_MEMORY;
    if (escaped != NULL && fk_box_tree_reserve(&self->tree, context, boxes->count, self->tree.count) &&
        fk_grow(context, &self->middle, sizeof *self->middle, self->middle_capacity, &self->middle_capacity,
                boxes->count))
        status = place_escaped(self, context, boxes, changed, changed_count, escaped);
    fk_release(context, escaped, bytes);
    if (status != FK_OK)
        fk_box_tree_clear(&self->tree);
    return status;
}

/* ---- Pairs --------------------------------------------------------------------------------------------- */

/* Two nodes or leaves whose boxes meet; or one node twice, for the pairs below it. */
typedef struct box_node_pair {
    uint32_t a, b;
} box_node_pair;

/* Each step replaces a pair by at most four, whose larger height is less by one. */
#define MAX_NODE_PAIRS (3 * FK_BOX_TREE_HEIGHT + 4)
#define TASKS          256

typedef struct box_node_pair_stack {
    uint32_t count;
    box_node_pair at[MAX_NODE_PAIRS > TASKS + 4 ? MAX_NODE_PAIRS : TASKS + 4];
} box_node_pair_stack;

typedef struct tree_self_join {
    const fk_box_tree *tree;
    const fk_broad_boxes *boxes;
    box_node_pair_stack first;
} tree_self_join;

static void push_box_nodes(box_node_pair_stack *stack, uint32_t a, uint32_t b)
{
    assert(stack->count < sizeof stack->at / sizeof *stack->at);
    stack->at[stack->count++] = (box_node_pair){a, b};
}

static bool emit_leaf_pair(const tree_self_join *f, uint32_t a, uint32_t b, fk_pair_keys *keys)
{
    const fk_aabb_float *box = f->boxes->box;
    a &= ~FK_BOX_LEAF;
    b &= ~FK_BOX_LEAF;
    if (!fk_aabb_float_meets(&box[a], &box[b]))
        return true;
    if (!fk_pair_keys_reserve(keys, 1))
        return false;
    fk_pair_keys_push(keys, a, b);
    return true;
}

/* Pushes the pairs among the children of a node. */
static void expand_node(const tree_self_join *f, uint32_t node, box_node_pair_stack *stack)
{
    const fk_box_tree_node *n = &f->tree->node[node];
    if (fk_aabb_float_meets(&n->box[0], &n->box[1]))
        push_box_nodes(stack, n->child[0], n->child[1]);
    for (int i = 1; i >= 0; i--)
        if (!(n->child[i] & FK_BOX_LEAF))
            push_box_nodes(stack, n->child[i], n->child[i]);
}

/* Pushes a leaf with the children of a node that the exact box of the leaf meets. */
static void expand_leaf_pair(const tree_self_join *f, uint32_t leaf, uint32_t node,
                             box_node_pair_stack *stack)
{
    const fk_box_tree_node *n = &f->tree->node[node];
    const fk_aabb_float *box = &f->boxes->box[leaf & ~FK_BOX_LEAF];
    for (int i = 0; i < 2; i++)
        if (fk_aabb_float_meets(&n->box[i], box))
            push_box_nodes(stack, leaf, n->child[i]);
}

static void expand_node_pair(const tree_self_join *f, uint32_t a, uint32_t b, box_node_pair_stack *stack)
{
    const fk_box_tree_node *n = &f->tree->node[a], *m = &f->tree->node[b];
    for (int i = 0; i < 2; i++)
        for (int k = 0; k < 2; k++)
            if (fk_aabb_float_meets(&n->box[i], &m->box[k]))
                push_box_nodes(stack, n->child[i], m->child[k]);
}

/* Returns false without memory for a pair. */
static bool expand_subtree_pair(const tree_self_join *f, box_node_pair c, box_node_pair_stack *stack,
                                fk_pair_keys *keys)
{
    if (c.a == c.b)
        expand_node(f, c.a, stack);
    else if (c.a & c.b & FK_BOX_LEAF)
        return emit_leaf_pair(f, c.a, c.b, keys);
    else if (c.a & FK_BOX_LEAF)
        expand_leaf_pair(f, c.a, c.b, stack);
    else if (c.b & FK_BOX_LEAF)
        expand_leaf_pair(f, c.b, c.a, stack);
    else
        expand_node_pair(f, c.a, c.b, stack);
    return true;
}

static bool find_pairs_below(void *data, uint32_t task, fk_pair_keys *keys)
{
    const tree_self_join *f = data;
    box_node_pair_stack stack;
    stack.count = 0;
    push_box_nodes(&stack, f->first.at[task].a, f->first.at[task].b);
    while (stack.count > 0) {
        box_node_pair next = stack.at[--stack.count];
        if (!expand_subtree_pair(f, next, &stack, keys))
            return false;
    }
    return true;
}

/* Expands pairs, first come first served, until there are enough for all workers. */
static bool split_into_tasks(tree_self_join *f, fk_pair_keys *keys)
{
    box_node_pair_stack *all = &f->first;
    uint32_t opened = 0;
    for (; opened < all->count && all->count - opened < TASKS / 4 && all->count + 4 <= TASKS; opened++)
        if (!expand_subtree_pair(f, all->at[opened], all, keys))
            return false;
    memmove(all->at, all->at + opened, (all->count - opened) * sizeof *all->at);
    all->count -= opened;
    return true;
}

static fk_status dynamic_tree_pairs(void *me, fk_context *context, const fk_broad_boxes *boxes,
                                    const fk_workers *workers, fk_pair_keys *out)
{
    const fk_dynamic_tree *self = me;
    if (self->tree.count < 2)
        return FK_OK;
    tree_self_join f = {.tree = &self->tree, .boxes = boxes};
    uint32_t root = self->tree.node[0].child[0];
    push_box_nodes(&f.first, root, root);
    if (workers == NULL || workers->count < 2)
        return find_pairs_below(&f, 0, out) ? FK_OK : FK_ERROR_MEMORY;
    if (!split_into_tasks(&f, out))
        return FK_ERROR_MEMORY;
    return fk_broad_gather_pairs(context, workers, f.first.count, find_pairs_below, &f, out);
}

/* ---- Visits, invariants, memory ------------------------------------------------------------------------ */

typedef struct box_node_bound {
    uint32_t child;
    double bound;
} box_node_bound;

/* Descends to the nearer child first. The stack has one entry for each level. */
static void dynamic_tree_visit(const void *me, fk_broad_visit_state *visit)
{
    const fk_box_tree *tree = &((const fk_dynamic_tree *)me)->tree;
    box_node_bound stack[FK_BOX_TREE_HEIGHT + 1];
    int count = 0;
    if (tree->count > 0)
        stack[count++] =
            (box_node_bound){tree->node[0].child[0], fk_broad_lower_bound(visit, &tree->node[0].box[0])};
    while (count > 0) {
        box_node_bound next = stack[--count];
        if (next.bound > visit->probe.limit)
            continue;
        if (next.child & FK_BOX_LEAF) {
            if (!fk_broad_visit_id(visit, next.child & ~FK_BOX_LEAF))
                return;
            continue;
        }
        const fk_box_tree_node *n = &tree->node[next.child];
        double bound[2] = {fk_broad_lower_bound(visit, &n->box[0]), fk_broad_lower_bound(visit, &n->box[1])};
        int near = bound[1] < bound[0] ? 1 : 0;
        stack[count++] = (box_node_bound){n->child[near ^ 1], bound[near ^ 1]};
        stack[count++] = (box_node_bound){n->child[near], bound[near]};
    }
}

static bool dynamic_tree_is_sound(const void *me, const fk_broad_boxes *boxes)
{
    const fk_dynamic_tree *self = me;
    const fk_box_tree *tree = &self->tree;
    if (!fk_box_tree_is_sound(tree))
        return false;
    for (uint32_t id = 0; id < boxes->count; id++) {
        uint32_t place = id < tree->place_count ? tree->place[id] : FK_NONE;
        if (fk_aabb_float_is_empty(&boxes->box[id]) != (place == FK_NONE))
            return false;
        if (place != FK_NONE && !fk_aabb_float_contains(fk_box_tree_box(tree, place), &boxes->box[id]))
            return false;
    }
    return true;
}

static size_t dynamic_tree_bytes(const void *me)
{
    const fk_dynamic_tree *self = me;
    return self->tree.capacity * sizeof *self->tree.node +
           self->tree.place_capacity * sizeof *self->tree.place +
           self->middle_capacity * sizeof *self->middle;
}

static void dynamic_tree_init(void *me, const fk_broad_options *options)
{
    fk_dynamic_tree *self = me;
    self->fat = options->fat;
    self->ahead = options->ahead;
    self->turns = options->turns;
}

static void dynamic_tree_end(void *me, fk_context *context)
{
    fk_dynamic_tree *self = me;
    fk_box_tree_end(&self->tree, context);
    fk_release(context, self->middle, self->middle_capacity * sizeof *self->middle);
}

const fk_broad_class fk_broad_dynamic_tree = {sizeof(fk_dynamic_tree), dynamic_tree_init,  dynamic_tree_end,
                                              dynamic_tree_update,     dynamic_tree_pairs, dynamic_tree_visit,
                                              dynamic_tree_is_sound,   dynamic_tree_bytes};
