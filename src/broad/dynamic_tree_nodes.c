/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Insertion and removal of leaves in a tree of boxes; and building a whole tree.
 *
 * A new leaf descends to the child whose surface grows least until it reaches a leaf, and then shares that
 * leaf's place. On the way back up, boxes and heights are updated and nodes are rotated. There is one kind of
 * rotation: a place and a place two levels lower on the other side exchange contents; left and right have no
 * order to keep.
 *
 *   If heights differ by 2: rotate with the higher of the two lower places. Afterwards heights differ by at
 *   most 1 there and below, and the total height is unchanged or one less (Adelson-Velsky and Landis).
 *   Otherwise: rotate if the box in between shrinks and no height visible from above changes.
 *
 * So an insertion or removal changes heights by at most 1 on every level, and the tree stays balanced.
 *
 * Boxes have no denormal sides (dynamic_tree.c), so comparisons are exact in every state of the
 * floating-point unit. Sizes are finite doubles, even of unbounded boxes, which get the largest size; this
 * affects only the shape of the tree. */

#include "broad/broad.h"

#include <string.h>

#include "base/bits.h"
#include "base/lists.h"

static fk_aabb_float box_union(const fk_aabb_float *a, const fk_aabb_float *b)
{
    fk_aabb_float all = *a;
    fk_aabb_float_unite(&all, b);
    return all;
}

/* The cap exceeds every finite difference of floats. NaN, from a box at infinity, becomes the cap as well. */
static double fat_box_extent(const fk_aabb_float *box, int axis)
{
    double size = (double)box->max[axis] - (double)box->min[axis];
    return size < 0x1p130 ? size : 0x1p130;
}

/* Returns half of the surface area. */
static double half_surface(const fk_aabb_float *box)
{
    double x = fat_box_extent(box, 0), y = fat_box_extent(box, 1), z = fat_box_extent(box, 2);
    return x * y + (x + y) * z;
}

static double union_half_surface(const fk_aabb_float *a, const fk_aabb_float *b)
{
    fk_aabb_float all = box_union(a, b);
    return half_surface(&all);
}

/* ---- Places -------------------------------------------------------------------------------------------- */

/* Tells the child or leaf in a place where it is. */
static void update_backlink(fk_box_tree *tree, uint32_t place)
{
    uint32_t child = fk_box_tree_child(tree, place);
    if (child & FK_BOX_LEAF)
        tree->place[child & ~FK_BOX_LEAF] = place;
    else {
        tree->node[child].parent = place;
        tree->is_in_order = tree->is_in_order && child > place >> 1;
    }
}

static void copy_child(fk_box_tree *tree, uint32_t to, uint32_t from)
{
    fk_box_tree_node *t = &tree->node[to >> 1];
    const fk_box_tree_node *f = &tree->node[from >> 1];
    t->box[to & 1] = f->box[from & 1];
    t->child[to & 1] = f->child[from & 1];
    t->height[to & 1] = f->height[from & 1];
    update_backlink(tree, to);
}

static void set_leaf(fk_box_tree *tree, uint32_t place, uint32_t id, const fk_aabb_float *box)
{
    fk_box_tree_node *node = &tree->node[place >> 1];
    node->box[place & 1] = *box;
    node->child[place & 1] = FK_BOX_LEAF | id;
    node->height[place & 1] = 0;
    tree->place[id] = place;
}

static uint32_t allocate_node(fk_box_tree *tree)
{
    if (tree->free == FK_NONE)
        return tree->made++;
    uint32_t node = tree->free;
    tree->free = tree->node[node].child[0];
    return node;
}

static void free_node(fk_box_tree *tree, uint32_t node)
{
    tree->node[node] = (fk_box_tree_node){.child = {tree->free, FK_NONE}, .parent = FK_NONE};
    tree->free = node;
}

/* ---- Rotations ----------------------------------------------------------------------------------------- */

static uint8_t parent_height(uint8_t a, uint8_t b)
{
    return (uint8_t)(1 + (a > b ? a : b));
}

static bool are_heights_balanced(uint8_t a, uint8_t b)
{
    return a > b ? a - b <= 1 : b - a <= 1;
}

/* Exchanges the sibling of place `side` with place `lower` of the node in that place. */
static void rotate_nodes(fk_box_tree *tree, uint32_t node, uint32_t side, uint32_t lower)
{
    fk_box_tree_node *n = &tree->node[node];
    uint32_t below = n->child[side], beside = 2 * node + (side ^ 1), from = 2 * below + lower;
    fk_box_tree_node *b = &tree->node[below];
    fk_aabb_float box = n->box[side ^ 1];
    uint32_t child = n->child[side ^ 1];
    uint8_t height = n->height[side ^ 1];
    copy_child(tree, beside, from);
    b->box[lower] = box;
    b->child[lower] = child;
    b->height[lower] = height;
    update_backlink(tree, from);
    n->box[side] = box_union(&b->box[0], &b->box[1]);
    n->height[side] = parent_height(b->height[0], b->height[1]);
}

/* Heights differ by at most 2. If the two lower places are equally high, chooses the rotation with the
 * smaller box. */
static void balance_node(fk_box_tree *tree, uint32_t node)
{
    const fk_box_tree_node *n = &tree->node[node];
    if (are_heights_balanced(n->height[0], n->height[1]))
        return;
    uint32_t side = n->height[0] > n->height[1] ? 0 : 1;
    const fk_box_tree_node *b = &tree->node[n->child[side]];
    uint32_t lower = b->height[0] > b->height[1] ? 0 : 1;
    if (b->height[0] == b->height[1])
        lower = union_half_surface(&n->box[side ^ 1], &b->box[1]) <
                        union_half_surface(&n->box[side ^ 1], &b->box[0])
                    ? 0
                    : 1;
    rotate_nodes(tree, node, side, lower);
}

/* Returns whether a rotation keeps the balance and the height of the node. If the subtree that moves down
 * were higher by 2 than its new sibling, their parent would be higher by 2 than the subtree that moves up, so
 * this case is rejected too. */
static bool can_rotate(const fk_box_tree_node *n, const fk_box_tree_node *below, uint32_t side,
                       uint32_t lower)
{
    uint8_t beside = n->height[side ^ 1], goes = below->height[lower], stays = below->height[lower ^ 1];
    uint8_t made = parent_height(beside, stays);
    return are_heights_balanced(made, goes) &&
           parent_height(made, goes) == parent_height(n->height[0], n->height[1]);
}

/* Performs the rotation that shrinks the box in between the most, if any does. */
static void rotate_for_surface(fk_box_tree *tree, uint32_t node)
{
    const fk_box_tree_node *n = &tree->node[node];
    double most = 0;
    uint32_t best = FK_NONE;
    for (uint32_t side = 0; side < 2; side++) {
        if (n->child[side] & FK_BOX_LEAF)
            continue;
        const fk_box_tree_node *b = &tree->node[n->child[side]];
        double now = half_surface(&n->box[side]);
        for (uint32_t lower = 0; lower < 2; lower++) {
            if (!can_rotate(n, b, side, lower))
                continue;
            double gain = now - union_half_surface(&n->box[side ^ 1], &b->box[lower ^ 1]);
            if (gain > most) {
                most = gain;
                best = 2 * side + lower;
            }
        }
    }
    if (best != FK_NONE)
        rotate_nodes(tree, node, best >> 1, best & 1);
}

/* Updates the ancestors of a node with correct places, until nothing changes. */
static void refit_ancestors(fk_box_tree *tree, uint32_t node)
{
    while (node != 0) {
        balance_node(tree, node);
        rotate_for_surface(tree, node);
        const fk_box_tree_node *n = &tree->node[node];
        fk_aabb_float box = box_union(&n->box[0], &n->box[1]);
        uint8_t height = parent_height(n->height[0], n->height[1]);
        uint32_t place = n->parent;
        fk_box_tree_node *above = &tree->node[place >> 1];
        if (above->height[place & 1] == height && memcmp(&above->box[place & 1], &box, sizeof box) == 0)
            return;
        above->height[place & 1] = height;
        above->box[place & 1] = box;
        node = place >> 1;
    }
}

/* Returns the side whose surface grows less; on a tie, the lower one. */
static uint32_t choose_child(const fk_box_tree_node *n, const fk_aabb_float *box)
{
    double grows[2];
    for (int side = 0; side < 2; side++)
        grows[side] = union_half_surface(&n->box[side], box) - half_surface(&n->box[side]);
    if (grows[0] != grows[1])
        return grows[0] < grows[1] ? 0 : 1;
    return n->height[0] <= n->height[1] ? 0 : 1;
}

void fk_box_tree_insert(fk_box_tree *tree, uint32_t id, const fk_aabb_float *box)
{
    if (tree->count++ == 0) {
        set_leaf(tree, 0, id, box);
        return;
    }
    uint32_t place = 0, child;
    while (child = fk_box_tree_child(tree, place), !(child & FK_BOX_LEAF))
        place = 2 * child + choose_child(&tree->node[child], box);
    uint32_t node = allocate_node(tree);
    copy_child(tree, 2 * node, place);
    set_leaf(tree, 2 * node + 1, id, box);
    tree->node[place >> 1].child[place & 1] = node;
    update_backlink(tree, place);
    refit_ancestors(tree, node);
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
    copy_child(tree, above, place ^ 1);
    free_node(tree, node);
    refit_ancestors(tree, above >> 1);
}

void fk_box_tree_clear(fk_box_tree *tree)
{
    tree->free = FK_NONE;
    tree->count = 0;
    tree->made = 0;
    tree->is_in_order = true;
    if (tree->capacity > 0) {
        tree->made = 1;
        tree->node[0] = (fk_box_tree_node){.child = {FK_NONE, FK_NONE}, .parent = FK_NONE};
    }
    for (uint32_t i = 0; i < tree->place_count; i++)
        tree->place[i] = FK_NONE;
}

bool fk_box_tree_reserve(fk_box_tree *tree, fk_context *context, uint32_t numbers, uint32_t leaves)
{
    size_t nodes = leaves > 0 ? leaves : 1;
    if (leaves > FK_BOX_TREE_MAX_LEAVES || numbers > FK_BOX_TREE_MAX_LEAVES ||
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

/* ---- Halving ------------------------------------------------------------------------------------------- */

/* Leaves are halved recursively by their centers along the axis of their largest extent, so the heights of
 * two halves differ by at most 1. Nodes are numbered in preorder and stored in that order; boxes and heights
 * are then computed in the reverse order. This takes O(n log n). Traversing such a tree takes half the time
 * of one built along a Morton curve. */

#define MEDIAN_ROUNDS 40 /* median-of-three partitions; four or five are usual */

/* Returns the float halfway, in the order of all floats, between the least and the greatest center. */
static float bisect_floats(const fk_box_center *item, uint32_t count, int axis)
{
    int32_t low = fk_float_key(item->middle[axis]), high = low;
    for (uint32_t i = 1; i < count; i++) {
        int32_t key = fk_float_key(item[i].middle[axis]);
        low = key < low ? key : low;
        high = key > high ? key : high;
    }
    return fk_float_from_key((int32_t)(((int64_t)low + high) / 2));
}

/* Hoare's partition: moves centers that are not above p before those that are not below it. Both kinds exist.
 * Afterwards *low is the begin of the second part, *high the end of the first. */
static void partition_centers(fk_box_center *item, int axis, float p, int64_t *low, int64_t *high)
{
    int64_t i = *low, k = *high;
    while (i <= k) {
        while (item[i].middle[axis] < p)
            i++;
        while (p < item[k].middle[axis])
            k--;
        if (i <= k) {
            fk_box_center swap = item[i];
            item[i++] = item[k];
            item[k--] = swap;
        }
    }
    *low = i;
    *high = k;
}

/* If the median-of-three partitions do not finish soon, as with adversarial input, the pivot bisects the 2^32
 * floats instead. */
void fk_box_centers_halve(fk_box_center *item, uint32_t count, uint32_t half, int rounds)
{
    int axis = fk_box_centers_axis(item, count);
    int64_t begin = 0, end = (int64_t)count - 1;
    for (int round = 0; begin < end; round++) {
        float p = round < rounds
                      ? fk_median_of_three(item[begin].middle[axis], item[(begin + end) / 2].middle[axis],
                                           item[end].middle[axis])
                      : bisect_floats(item + begin, (uint32_t)(end - begin + 1), axis);
        int64_t low = begin, high = end;
        partition_centers(item, axis, p, &low, &high);
        if ((int64_t)half <= high)
            end = high;
        else if ((int64_t)half >= low)
            begin = low;
        else
            return;
    }
}

/* ---- Building ------------------------------------------------------------------------------------------ */

/* A range of leaves and the place of its subtree. */
typedef struct leaf_range {
    uint32_t begin, count, place;
} leaf_range;

static void set_box_child(fk_box_tree *tree, uint32_t place, uint32_t child)
{
    tree->node[place >> 1].child[place & 1] = child;
    tree->node[place >> 1].height[place & 1] = 0;
}

/* The stack has one entry for each level. */
static void split_leaves(fk_box_tree *tree, fk_box_center *item, uint32_t count, const fk_aabb_float *leaf)
{
    leaf_range stack[FK_BOX_TREE_HEIGHT + 1];
    int depth = 0;
    stack[depth++] = (leaf_range){0, count, 0};
    uint32_t next = 1;
    while (depth > 0) {
        leaf_range r = stack[--depth];
        if (r.count == 1) {
            uint32_t id = item[r.begin].id;
            set_box_child(tree, r.place, FK_BOX_LEAF | id);
            *fk_box_tree_box(tree, r.place) = leaf[id];
            tree->place[id] = r.place;
            continue;
        }
        uint32_t node = next++, half = r.count / 2;
        set_box_child(tree, r.place, node);
        tree->node[node].parent = r.place;
        fk_box_centers_halve(item + r.begin, r.count, half, MEDIAN_ROUNDS);
        stack[depth++] = (leaf_range){r.begin + half, r.count - half, 2 * node + 1};
        stack[depth++] = (leaf_range){r.begin, half, 2 * node};
    }
    tree->made = next;
}

/* Returns about the logarithm of the sum of the sides: the upper half of a double. */
static int64_t log_box_size(const fk_aabb_float *box)
{
    double sum = fat_box_extent(box, 0) + fat_box_extent(box, 1) + fat_box_extent(box, 2);
    return fk_double_key(sum) >> 32;
}

int64_t fk_box_tree_refit(fk_box_tree *tree)
{
    int64_t sum = 0;
    for (uint32_t node = tree->made; node-- > 1;) {
        const fk_box_tree_node *n = &tree->node[node];
        if (n->parent == FK_NONE)
            continue;
        fk_box_tree_node *above = &tree->node[n->parent >> 1];
        uint32_t side = n->parent & 1;
        above->box[side] = box_union(&n->box[0], &n->box[1]);
        above->height[side] = (uint8_t)(1 + (n->height[0] > n->height[1] ? n->height[0] : n->height[1]));
        sum += log_box_size(&above->box[side]);
    }
    return sum;
}

int64_t fk_box_tree_build(fk_box_tree *tree, fk_box_center *item, uint32_t count, const fk_aabb_float *leaf)
{
    fk_box_tree_clear(tree);
    tree->count = count;
    if (count > 0)
        split_leaves(tree, item, count, leaf);
    return fk_box_tree_refit(tree);
}

/* ---- Invariants ---------------------------------------------------------------------------------------- */

/* Checks the node's link to its parent, the box and height stored there, and the balance. */
static bool is_node_sound(const fk_box_tree *tree, uint32_t node)
{
    const fk_box_tree_node *n = &tree->node[node];
    uint32_t place = n->parent;
    int a = n->height[0], b = n->height[1];
    if (tree->is_in_order && node <= place >> 1)
        return false;
    if (place >> 1 >= tree->made || fk_box_tree_child(tree, place) != node || a - b > 1 || b - a > 1)
        return false;
    fk_aabb_float all = box_union(&n->box[0], &n->box[1]);
    return tree->node[place >> 1].height[place & 1] == 1 + (a > b ? a : b) &&
           memcmp(fk_box_tree_box(tree, place), &all, sizeof all) == 0;
}

/* Checks the back link of what is in a place. */
static bool is_place_sound(const fk_box_tree *tree, uint32_t place)
{
    uint32_t child = fk_box_tree_child(tree, place);
    if (!(child & FK_BOX_LEAF))
        return child > 0 && child < tree->made && tree->node[child].parent == place;
    return (child & ~FK_BOX_LEAF) < tree->place_count && tree->place[child & ~FK_BOX_LEAF] == place &&
           tree->node[place >> 1].height[place & 1] == 0;
}

/* Every node in use has a parent. Since there is one node fewer than leaves, links and back links agree, and
 * heights decrease downward, all of them are below the anchor. */
bool fk_box_tree_is_sound(const fk_box_tree *tree)
{
    uint32_t free_count = 0, leaves = 0, nodes = 0;
    if (tree->made == 0)
        return tree->count == 0;
    for (uint32_t at = tree->free; at != FK_NONE; at = tree->node[at].child[0])
        if (at == 0 || at >= tree->made || tree->node[at].parent != FK_NONE || ++free_count >= tree->made)
            return false;
    for (uint32_t node = 1; node < tree->made; node++)
        if (tree->node[node].parent != FK_NONE) {
            nodes++;
            if (!is_node_sound(tree, node) || !is_place_sound(tree, 2 * node) ||
                !is_place_sound(tree, 2 * node + 1))
                return false;
        }
    for (uint32_t id = 0; id < tree->place_count; id++)
        if (tree->place[id] != FK_NONE) {
            leaves++;
            if (tree->place[id] >> 1 >= tree->made ||
                fk_box_tree_child(tree, tree->place[id]) != (FK_BOX_LEAF | id))
                return false;
        }
    if (tree->count == 0)
        return nodes == 0 && leaves == 0 && tree->node[0].child[0] == FK_NONE && free_count + 1 == tree->made;
    return leaves == tree->count && nodes + 1 == leaves && nodes + free_count + 1 == tree->made &&
           tree->node[0].height[0] <= FK_BOX_TREE_HEIGHT && is_place_sound(tree, 0);
}
