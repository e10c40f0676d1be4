/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Putting leaves into a tree of boxes and taking them out: see tree_nodes.h.
 *
 * A leaf goes down to where the surface of boxes grows least, until it meets a leaf, whose place it shares from
 * then on. On the way up boxes and heights are made right, and nodes are turned. All turns are of one kind: what is
 * in a place, and what is in a place two levels lower, on the other side, change places; there is no order of left
 * and right that would have to be kept.
 *
 *   where heights differ by 2, with the higher of the two lower places: then they differ by at most 1 below and
 *   above, and the height of the whole is what it was or one less, as Adelson-Velsky and Landis have it;
 *   else where the box between becomes smaller, and no height that is seen from above changes.
 *
 * So what is put in or taken out changes a height by at most 1 on every level, and balance is kept.
 *
 * Boxes have no small numbers that a processor may take for zero (see fk_box_tree_fat): so comparisons are exact
 * everywhere. Sizes are finite doubles, also of boxes without end: those are as large as can be, and only the
 * shape of the tree depends on it. */

#include "broad/tree.h"

#include <string.h>

#include "base/lists.h"

/* ---- Boxes --------------------------------------------------------------------------------------------- */

static double surface_of_two(const fk_aabb_float *a, const fk_aabb_float *b)
{
    fk_aabb_float all = fk_box_tree_join(a, b);
    return fk_box_tree_surface(&all);
}

/* ---- Places -------------------------------------------------------------------------------------------- */

/* What is in a place knows where it is. */
static void tell(fk_box_tree *tree, uint32_t place)
{
    uint32_t child = fk_box_tree_child(tree, place);
    if (child & FK_BOX_LEAF)
        tree->place[child & ~FK_BOX_LEAF] = place;
    else {
        tree->node[child].parent = place;
        tree->is_in_order = tree->is_in_order && child > place >> 1;
    }
}

static void copy_place(fk_box_tree *tree, uint32_t to, uint32_t from)
{
    fk_box_node *t = &tree->node[to >> 1];
    const fk_box_node *f = &tree->node[from >> 1];
    t->box[to & 1] = f->box[from & 1];
    t->child[to & 1] = f->child[from & 1];
    t->height[to & 1] = f->height[from & 1];
    tell(tree, to);
}

static void put_leaf(fk_box_tree *tree, uint32_t place, uint32_t id, const fk_aabb_float *box)
{
    fk_box_node *node = &tree->node[place >> 1];
    node->box[place & 1] = *box;
    node->child[place & 1] = FK_BOX_LEAF | id;
    node->height[place & 1] = 0;
    tree->place[id] = place;
}

static uint32_t take_node(fk_box_tree *tree)
{
    if (tree->free == FK_NONE)
        return tree->made++;
    uint32_t node = tree->free;
    tree->free = tree->node[node].child[0];
    return node;
}

static void give_node(fk_box_tree *tree, uint32_t node)
{
    tree->node[node] = (fk_box_node){.child = {tree->free, FK_NONE}, .parent = FK_NONE};
    tree->free = node;
}

/* ---- Turns --------------------------------------------------------------------------------------------- */

static uint8_t height_above(uint8_t a, uint8_t b)
{
    return (uint8_t)(1 + (a > b ? a : b));
}

static bool is_even(uint8_t a, uint8_t b)
{
    return a > b ? a - b <= 1 : b - a <= 1;
}

/* What is beside `side` of a node changes places with what is on side `lower` of the node in that place. */
static void turn(fk_box_tree *tree, uint32_t node, uint32_t side, uint32_t lower)
{
    fk_box_node *n = &tree->node[node];
    uint32_t below = n->child[side], beside = 2 * node + (side ^ 1), from = 2 * below + lower;
    fk_box_node *b = &tree->node[below];
    fk_aabb_float box = n->box[side ^ 1];
    uint32_t child = n->child[side ^ 1];
    uint8_t height = n->height[side ^ 1];
    copy_place(tree, beside, from);
    b->box[lower] = box;
    b->child[lower] = child;
    b->height[lower] = height;
    tell(tree, from);
    n->box[side] = fk_box_tree_join(&b->box[0], &b->box[1]);
    n->height[side] = height_above(b->height[0], b->height[1]);
}

/* Heights differ by at most 2. Where those of the two lower places are equal, the turn that leaves the smaller box. */
static void balance(fk_box_tree *tree, uint32_t node)
{
    const fk_box_node *n = &tree->node[node];
    if (is_even(n->height[0], n->height[1]))
        return;
    uint32_t side = n->height[0] > n->height[1] ? 0 : 1;
    const fk_box_node *b = &tree->node[n->child[side]];
    uint32_t lower = b->height[0] > b->height[1] ? 0 : 1;
    if (b->height[0] == b->height[1])
        lower = surface_of_two(&n->box[side ^ 1], &b->box[1]) < surface_of_two(&n->box[side ^ 1], &b->box[0])
                    ? 0
                    : 1;
    turn(tree, node, side, lower);
}

/* Whether a turn keeps the balance, and the height of the node. If what comes down were higher by 2 than what stays
 * beside it, the two together would be higher by 2 than what goes up: that is seen, too. */
static bool may_turn(const fk_box_node *n, const fk_box_node *below, uint32_t side, uint32_t lower)
{
    uint8_t beside = n->height[side ^ 1], goes = below->height[lower], stays = below->height[lower ^ 1];
    uint8_t made = height_above(beside, stays);
    return is_even(made, goes) && height_above(made, goes) == height_above(n->height[0], n->height[1]);
}

/* The turn after which the box in between is smaller by most, if there is one. */
static void improve(fk_box_tree *tree, uint32_t node)
{
    const fk_box_node *n = &tree->node[node];
    double most = 0;
    uint32_t best = FK_NONE;
    for (uint32_t side = 0; side < 2; side++) {
        if (n->child[side] & FK_BOX_LEAF)
            continue;
        const fk_box_node *b = &tree->node[n->child[side]];
        double now = fk_box_tree_surface(&n->box[side]);
        for (uint32_t lower = 0; lower < 2; lower++) {
            if (!may_turn(n, b, side, lower))
                continue;
            double gain = now - surface_of_two(&n->box[side ^ 1], &b->box[lower ^ 1]);
            if (gain > most) {
                most = gain;
                best = 2 * side + lower;
            }
        }
    }
    if (best != FK_NONE)
        turn(tree, node, best >> 1, best & 1);
}

static bool is_same(const fk_aabb_float *a, const fk_aabb_float *b)
{
    return memcmp(a, b, sizeof *a) == 0;
}

/* Makes right what is above a node, whose places are right, up to where nothing changes. */
static void mend(fk_box_tree *tree, uint32_t node)
{
    while (node != 0) {
        balance(tree, node);
        improve(tree, node);
        const fk_box_node *n = &tree->node[node];
        fk_aabb_float box = fk_box_tree_join(&n->box[0], &n->box[1]);
        uint8_t height = height_above(n->height[0], n->height[1]);
        uint32_t place = n->parent;
        fk_box_node *above = &tree->node[place >> 1];
        if (above->height[place & 1] == height && is_same(&above->box[place & 1], &box))
            return;
        above->height[place & 1] = height;
        above->box[place & 1] = box;
        node = place >> 1;
    }
}

/* ---- In and out ---------------------------------------------------------------------------------------- */

/* The side whose surface grows less; where that is the same, the lower one. */
static uint32_t choose_side(const fk_box_node *n, const fk_aabb_float *box)
{
    double grows[2];
    for (int side = 0; side < 2; side++)
        grows[side] = surface_of_two(&n->box[side], box) - fk_box_tree_surface(&n->box[side]);
    if (grows[0] != grows[1])
        return grows[0] < grows[1] ? 0 : 1;
    return n->height[0] <= n->height[1] ? 0 : 1;
}

void fk_box_tree_insert(fk_box_tree *tree, uint32_t id, const fk_aabb_float *box)
{
    if (tree->count++ == 0) {
        put_leaf(tree, 0, id, box);
        return;
    }
    uint32_t place = 0, child;
    while (child = fk_box_tree_child(tree, place), !(child & FK_BOX_LEAF))
        place = 2 * child + choose_side(&tree->node[child], box);
    uint32_t node = take_node(tree);
    copy_place(tree, 2 * node, place);
    put_leaf(tree, 2 * node + 1, id, box);
    tree->node[place >> 1].child[place & 1] = node;
    tell(tree, place);
    mend(tree, node);
}

void fk_box_tree_remove(fk_box_tree *tree, uint32_t id)
{
    uint32_t place = tree->place[id], node = place >> 1;
    tree->place[id] = FK_NONE;
    tree->count--;
    if (node == 0) {
        tree->node[0].child[0] = FK_NONE;
        return;
    }
    uint32_t above = tree->node[node].parent;
    copy_place(tree, above, place ^ 1);
    give_node(tree, node);
    mend(tree, above >> 1);
}

/* ---- Memory -------------------------------------------------------------------------------------------- */

void fk_box_tree_clear(fk_box_tree *tree)
{
    tree->free = FK_NONE;
    tree->count = 0;
    tree->made = 0;
    tree->is_in_order = true;
    if (tree->capacity > 0) {
        tree->made = 1;
        tree->node[0] = (fk_box_node){.child = {FK_NONE, FK_NONE}, .parent = FK_NONE};
    }
    for (uint32_t i = 0; i < tree->place_count; i++)
        tree->place[i] = FK_NONE;
}

bool fk_box_tree_room(fk_box_tree *tree, fk_context *context, uint32_t numbers, uint32_t leaves)
{
    size_t nodes = leaves > 0 ? leaves : 1;
    if (leaves > FK_BOX_TREE_MOST || numbers > FK_BOX_TREE_MOST ||
        !fk_grow(context, &tree->place, sizeof *tree->place, tree->place_count, &tree->place_capacity,
                 numbers) ||
        !fk_grow(context, &tree->node, sizeof *tree->node, tree->made, &tree->capacity, nodes))
        return false;
    for (; tree->place_count < numbers; tree->place_count++)
        tree->place[tree->place_count] = FK_NONE;
    if (tree->made == 0)
        fk_box_tree_clear(tree);
    return true;
}

void fk_box_tree_end(fk_box_tree *tree, fk_context *context)
{
    fk_release(context, tree->node, tree->capacity * sizeof *tree->node);
    fk_release(context, tree->place, tree->place_capacity * sizeof *tree->place);
}
