/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The dynamic tree of boxes: Grulich (2016), section 3.2, as physics engines have it.
 *
 * A leaf is a box that was made larger: by a part of its size on each side, and ahead, by a multiple of the way
 * that it has come since the last update. A box that stays within costs nothing but to see that. One that has
 * left, or whose leaf has become much larger than a new one would be, as after a fast move, gets another.
 *
 *   Where these are few, they are put in anew, one by one.
 *   Where they are many, all stay where they are in the tree, and the boxes above them are made right, in one
 *   pass over nodes that are in order, which takes as long as putting one in 200 in anew.
 *   Where nodes have become too large by that, or so many were put in that the nodes are not near each other in
 *   memory any more, the whole tree is made anew, which takes as long as putting one in five in anew.
 *
 * Pairs are found by going down the tree against itself; the boxes themselves decide. Boxes are made larger in
 * doubles and then rounded; since rounding keeps the order, in every direction, and the box that is made larger
 * consists of floats, what comes out is never smaller. Small numbers, which a processor may take for zero, become
 * the smallest one that it does not.
 *
 * Weak inputs: boxes of very different sizes, where small ones share nodes with large ones. */

#include "broad/broad.h"

#include <assert.h>
#include <float.h>
#include <math.h>
#include <string.h>

#include "base/bits.h"
#include "base/lists.h"

#define FEW         64   /* so many are always put in one by one */
#define MANY        256  /* more than one in so many are many */
#define OLD         4    /* the tree is old when more than one in so many were put in since it was made */
#define WORSE       0.25 /* nodes that are larger by so many powers of two are too large */
#define MOST_CLOSED 64   /* so often leaves may stay, for sizes that do not tell */
#define MUCH        4    /* a leaf that was made larger by so many times as much as a new one is too large */
#define SOON        8    /* leaves that are asked for ahead */

/* ---- Leaves -------------------------------------------------------------------------------------------- */

/* So that differences of two of them are finite; NaN becomes 0. */
static float middle_of(const fk_aabb_float *box, int axis)
{
    float middle = 0.5f * box->min[axis] + 0.5f * box->max[axis];
    return middle > -FLT_MAX && middle < FLT_MAX ? middle : 0;
}

static float round_down(double x)
{
    if (x < -(double)FLT_MAX)
        return -INFINITY;
    if (x > -(double)FLT_MIN && x < (double)FLT_MIN)
        return -FLT_MIN;
    return (float)x;
}

/* The leaf of a box: larger by `times` as much as asked for. */
static fk_aabb_float leaf_of(const fk_broad_tree_self *self, const fk_aabb_float *box, const double way[3],
                             double times)
{
    fk_aabb_float leaf;
    for (int i = 0; i < 3; i++) {
        double min = box->min[i], max = box->max[i], size = max - min;
        double side = size < INFINITY ? times * size * (double)self->fat : 0, ahead = times * way[i];
        leaf.min[i] = round_down(min - (side - (ahead < 0 ? ahead : 0)));
        leaf.max[i] = -round_down(-(max + (side + (ahead > 0 ? ahead : 0))));
    }
    return leaf;
}

/* Whether a box is larger than another along an axis. */
static bool is_longer(const fk_aabb_float *a, const fk_aabb_float *b)
{
    for (int i = 0; i < 3; i++)
        if ((double)a->max[i] - (double)a->min[i] > (double)b->max[i] - (double)b->min[i])
            return true;
    return false;
}

/* How far a box has come since the last update, times `ahead`; it is told where it is now. */
static void follow(fk_broad_tree_self *self, uint32_t id, const fk_aabb_float *box, bool is_new,
                   double way[3])
{
    for (int i = 0; i < 3; i++) {
        float now = middle_of(box, i);
        double step = is_new ? 0 : (double)now - (double)self->middle[id][i];
        way[i] = (double)self->ahead * step;
        self->middle[id][i] = now;
    }
}

/* Takes out what is gone, and lists what has left its leaf, which gets its new one in its old place, and what has
 * come: how many. */
static uint32_t look(fk_broad_tree_self *self, const fk_broad_boxes *boxes, const uint32_t *changed,
                     uint32_t changed_count, uint32_t *left)
{
    fk_box_tree *tree = &self->tree;
    uint32_t count = 0;
    for (uint32_t i = 0; i < changed_count; i++) {
        uint32_t id = changed[i];
        if (i + SOON < changed_count && tree->place[changed[i + SOON]] != FK_NONE)
            fk_prefetch(fk_box_tree_at(tree, tree->place[changed[i + SOON]]));
        const fk_aabb_float *box = &boxes->box[id];
        bool is_held = tree->place[id] != FK_NONE;
        if (fk_aabb_float_is_empty(box)) {
            if (is_held)
                fk_box_tree_remove(tree, id);
            continue;
        }
        double way[3];
        follow(self, id, box, !is_held, way);
        if (is_held) {
            fk_aabb_float *leaf = fk_box_tree_at(tree, tree->place[id]), most = leaf_of(self, box, way, MUCH);
            if (fk_aabb_float_holds(leaf, box) && !is_longer(leaf, &most))
                continue;
            *leaf = leaf_of(self, box, way, 1);
        }
        left[count++] = id;
    }
    return count;
}

static fk_aabb_float new_leaf(const fk_broad_tree_self *self, const fk_broad_boxes *boxes, uint32_t id)
{
    static const double none[3] = {0};
    uint32_t place = self->tree.place[id];
    return place != FK_NONE ? *fk_box_tree_at(&self->tree, place) : leaf_of(self, &boxes->box[id], none, 1);
}

static void put_in(fk_broad_tree_self *self, const fk_broad_boxes *boxes, const uint32_t *left,
                   uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        fk_aabb_float leaf = new_leaf(self, boxes, left[i]);
        if (self->tree.place[left[i]] != FK_NONE)
            fk_box_tree_remove(&self->tree, left[i]);
        fk_box_tree_insert(&self->tree, left[i], &leaf);
    }
    self->put_in += count;
    self->old += count;
}

/* ---- Making all anew ----------------------------------------------------------------------------------- */

/* Lists all that there are: those of the tree in its order, then those that have come. */
static uint32_t list_items(const fk_broad_tree_self *self, const uint32_t *left, uint32_t left_count,
                           fk_box_item *item)
{
    const fk_box_tree *tree = &self->tree;
    uint32_t count = 0;
    for (uint32_t node = 0; node < tree->made; node++)
        for (int side = 0; side < 2; side++)
            if (tree->node[node].child[side] != FK_NONE && tree->node[node].child[side] & FK_BOX_LEAF)
                item[count++].id = tree->node[node].child[side] & ~FK_BOX_LEAF;
    for (uint32_t i = 0; i < left_count; i++)
        if (tree->place[left[i]] == FK_NONE)
            item[count++].id = left[i];
    for (uint32_t i = 0; i < count; i++)
        memcpy(item[i].middle, self->middle[item[i].id], sizeof item[i].middle);
    return count;
}

static fk_status build(fk_broad_tree_self *self, fk_context *context, const fk_broad_boxes *boxes,
                       const uint32_t *left, uint32_t left_count)
{
    size_t item_bytes = self->tree.capacity * sizeof(fk_box_item);
    size_t leaf_bytes = (size_t)boxes->count * sizeof(fk_aabb_float);
    fk_box_item *item = fk_allocate(context, item_bytes);
    fk_aabb_float *leaf = fk_allocate(context, leaf_bytes);
    fk_status status = item != NULL && leaf != NULL ? FK_OK : FK_ERROR_MEMORY;
    if (status == FK_OK) {
        uint32_t count = list_items(self, left, left_count, item);
        for (uint32_t i = 0; i < count; i++)
            leaf[item[i].id] = new_leaf(self, boxes, item[i].id);
        self->size = fk_box_tree_build(&self->tree, item, count, leaf);
        self->closed = 0;
        self->old = 0;
        self->built++;
    }
    fk_release(context, item, item_bytes);
    fk_release(context, leaf, leaf_bytes);
    return status;
}

/* Leaves stay where they are in the tree, and boxes above them change. False when that has made the tree worse than
 * it should be. */
static bool close_leaves(fk_broad_tree_self *self)
{
    if (self->closed++ >= MOST_CLOSED)
        return false;
    double more = (double)(fk_box_tree_close(&self->tree) - self->size);
    return more <= WORSE * FK_BOX_TREE_TWICE * self->tree.count;
}

static fk_status bring_in(fk_broad_tree_self *self, fk_context *context, const fk_broad_boxes *boxes,
                          const uint32_t *changed, uint32_t changed_count, uint32_t *left)
{
    uint32_t count = look(self, boxes, changed, changed_count, left), come = 0;
    for (uint32_t i = 0; i < count; i++)
        come += self->tree.place[left[i]] == FK_NONE;
    uint32_t leaves = self->tree.count + come;
    if (!fk_box_tree_room(&self->tree, context, boxes->count, leaves))
        return FK_ERROR_MEMORY;
    if (come == 0 && count > FEW && count > leaves / MANY && self->tree.is_in_order)
        return close_leaves(self) ? FK_OK : build(self, context, boxes, left, count);
    if (self->old + count > leaves / OLD && (count > FEW || self->old > leaves))
        return build(self, context, boxes, left, count);
    put_in(self, boxes, left, count);
    return FK_OK;
}

static fk_status update(void *me, fk_context *context, const fk_broad_boxes *boxes, const uint32_t *changed,
                        uint32_t changed_count, const fk_workers *workers)
{
    (void)workers;
    fk_broad_tree_self *self = me;
    size_t bytes = (size_t)changed_count * sizeof(uint32_t);
    uint32_t *left = fk_allocate(context, bytes);
    fk_status status = FK_ERROR_MEMORY;
    if (left != NULL && fk_box_tree_room(&self->tree, context, boxes->count, self->tree.count) &&
        fk_grow(context, &self->middle, sizeof *self->middle, self->middle_capacity, &self->middle_capacity,
                boxes->count))
        status = bring_in(self, context, boxes, changed, changed_count, left);
    fk_release(context, left, bytes);
    if (status != FK_OK)
        fk_box_tree_clear(&self->tree);
    return status;
}

/* ---- Pairs --------------------------------------------------------------------------------------------- */

/* Two things whose boxes meet: nodes or leaves; or a node, twice, with what is below it. */
typedef struct couple {
    uint32_t a, b;
} couple;

/* Each step replaces one by at most four, and the larger height of its two by one less. */
#define MOST_COUPLES (3 * FK_BOX_TREE_HEIGHT + 4)
#define TASKS        256

typedef struct couples {
    uint32_t count;
    couple at[MOST_COUPLES > TASKS + 4 ? MOST_COUPLES : TASKS + 4];
} couples;

typedef struct finder {
    const fk_box_tree *tree;
    const fk_broad_boxes *boxes;
    couples first;
} finder;

static void push(couples *waits, uint32_t a, uint32_t b)
{
    assert(waits->count < sizeof waits->at / sizeof *waits->at);
    waits->at[waits->count++] = (couple){a, b};
}

static bool put_pair(const finder *f, uint32_t a, uint32_t b, fk_pair_keys *keys)
{
    const fk_aabb_float *box = f->boxes->box;
    a &= ~FK_BOX_LEAF;
    b &= ~FK_BOX_LEAF;
    if (!fk_aabb_float_meets(&box[a], &box[b]))
        return true;
    if (!fk_pair_keys_room(keys, 1))
        return false;
    fk_pair_keys_put(keys, a, b);
    return true;
}

/* What is below a node, with itself. */
static void open_node(const finder *f, uint32_t node, couples *waits)
{
    const fk_box_node *n = &f->tree->node[node];
    if (fk_aabb_float_meets(&n->box[0], &n->box[1]))
        push(waits, n->child[0], n->child[1]);
    for (int i = 1; i >= 0; i--)
        if (!(n->child[i] & FK_BOX_LEAF))
            push(waits, n->child[i], n->child[i]);
}

/* A leaf and a node: the box itself asks, not its leaf. */
static void open_leaf(const finder *f, uint32_t leaf, uint32_t node, couples *waits)
{
    const fk_box_node *n = &f->tree->node[node];
    const fk_aabb_float *box = &f->boxes->box[leaf & ~FK_BOX_LEAF];
    for (int i = 0; i < 2; i++)
        if (fk_aabb_float_meets(&n->box[i], box))
            push(waits, leaf, n->child[i]);
}

static void open_both(const finder *f, uint32_t a, uint32_t b, couples *waits)
{
    const fk_box_node *n = &f->tree->node[a], *m = &f->tree->node[b];
    for (int i = 0; i < 2; i++)
        for (int k = 0; k < 2; k++)
            if (fk_aabb_float_meets(&n->box[i], &m->box[k]))
                push(waits, n->child[i], m->child[k]);
}

/* False when there is no memory for a pair. */
static bool open_couple(const finder *f, couple c, couples *waits, fk_pair_keys *keys)
{
    if (c.a == c.b)
        open_node(f, c.a, waits);
    else if (c.a & c.b & FK_BOX_LEAF)
        return put_pair(f, c.a, c.b, keys);
    else if (c.a & FK_BOX_LEAF)
        open_leaf(f, c.a, c.b, waits);
    else if (c.b & FK_BOX_LEAF)
        open_leaf(f, c.b, c.a, waits);
    else
        open_both(f, c.a, c.b, waits);
    return true;
}

static bool find_below(void *data, uint32_t task, fk_pair_keys *keys)
{
    const finder *f = data;
    couples waits;
    waits.count = 0;
    push(&waits, f->first.at[task].a, f->first.at[task].b);
    while (waits.count > 0) {
        couple next = waits.at[--waits.count];
        if (!open_couple(f, next, &waits, keys))
            return false;
    }
    return true;
}

/* Opens couples in the order in which they came until there are enough for all workers. */
static bool make_tasks(finder *f, fk_pair_keys *keys)
{
    couples *all = &f->first;
    uint32_t opened = 0;
    for (; opened < all->count && all->count - opened < TASKS / 4 && all->count + 4 <= TASKS; opened++)
        if (!open_couple(f, all->at[opened], all, keys))
            return false;
    memmove(all->at, all->at + opened, (all->count - opened) * sizeof *all->at);
    all->count -= opened;
    return true;
}

static fk_status find_pairs(void *me, fk_context *context, const fk_broad_boxes *boxes,
                            const fk_workers *workers, fk_pair_keys *out)
{
    const fk_broad_tree_self *self = me;
    if (self->tree.count < 2)
        return FK_OK;
    finder f = {.tree = &self->tree, .boxes = boxes};
    uint32_t root = self->tree.node[0].child[0];
    push(&f.first, root, root);
    if (workers == NULL || workers->count < 2)
        return find_below(&f, 0, out) ? FK_OK : FK_ERROR_MEMORY;
    if (!make_tasks(&f, out))
        return FK_ERROR_MEMORY;
    return fk_broad_gather(context, workers, f.first.count, find_below, &f, out);
}

/* ---- The rest ------------------------------------------------------------------------------------------ */

typedef struct ahead {
    uint32_t child;
    double bound;
} ahead;

/* Down to the nearer one; what waits is one for each level. */
static void visit_boxes(const void *me, fk_broad_visit_state *visit)
{
    const fk_box_tree *tree = &((const fk_broad_tree_self *)me)->tree;
    ahead waits[FK_BOX_TREE_HEIGHT + 1];
    int count = 0;
    if (tree->count > 0)
        waits[count++] = (ahead){tree->node[0].child[0], fk_broad_bound(visit, &tree->node[0].box[0])};
    while (count > 0) {
        ahead next = waits[--count];
        if (next.bound > visit->probe.limit)
            continue;
        if (next.child & FK_BOX_LEAF) {
            if (!fk_broad_hand(visit, next.child & ~FK_BOX_LEAF))
                return;
            continue;
        }
        const fk_box_node *n = &tree->node[next.child];
        double bound[2] = {fk_broad_bound(visit, &n->box[0]), fk_broad_bound(visit, &n->box[1])};
        int near = bound[1] < bound[0] ? 1 : 0;
        waits[count++] = (ahead){n->child[near ^ 1], bound[near ^ 1]};
        waits[count++] = (ahead){n->child[near], bound[near]};
    }
}

static bool is_sound(const void *me, const fk_broad_boxes *boxes)
{
    const fk_broad_tree_self *self = me;
    const fk_box_tree *tree = &self->tree;
    if (!fk_box_tree_is_sound(tree))
        return false;
    for (uint32_t id = 0; id < boxes->count; id++) {
        uint32_t place = id < tree->place_count ? tree->place[id] : FK_NONE;
        if (fk_aabb_float_is_empty(&boxes->box[id]) != (place == FK_NONE))
            return false;
        if (place != FK_NONE && !fk_aabb_float_holds(fk_box_tree_at(tree, place), &boxes->box[id]))
            return false;
    }
    return true;
}

static size_t bytes(const void *me)
{
    const fk_broad_tree_self *self = me;
    return self->tree.capacity * sizeof *self->tree.node +
           self->tree.place_capacity * sizeof *self->tree.place +
           self->middle_capacity * sizeof *self->middle;
}

static void init(void *me, const fk_broad_options *options)
{
    fk_broad_tree_self *self = me;
    self->fat = options->fat;
    self->ahead = options->ahead;
}

static void end(void *me, fk_context *context)
{
    fk_broad_tree_self *self = me;
    fk_box_tree_end(&self->tree, context);
    fk_release(context, self->middle, self->middle_capacity * sizeof *self->middle);
}

const fk_broad_class fk_broad_tree = {
    sizeof(fk_broad_tree_self), init, end, update, find_pairs, visit_boxes, is_sound, bytes};
