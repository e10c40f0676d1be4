/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* A tree of boxes made at once, and whether one holds to its rules: see tree_nodes.h.
 *
 * Leaves are given in an order in which neighbours are near each other, and are halved again and again: so the
 * heights of the halves differ by at most 1. Nodes are numbered as they are met from above, the first half
 * before the second, and lie in memory like that; boxes and heights are then found in the opposite order. */

#include "broad/tree_nodes.h"

#include <string.h>

/* ---- Building ------------------------------------------------------------------------------------------ */

/* A range of leaves, and the place for it. */
typedef struct range {
    uint32_t begin, count, place;
} range;

static void put_child(fk_box_tree *tree, uint32_t place, uint32_t child)
{
    tree->node[place >> 1].child[place & 1] = child;
    tree->node[place >> 1].height[place & 1] = 0;
}

/* A range of n leaves takes n - 1 nodes from `next` on. Those that wait are one for each level. */
static void split_all(fk_box_tree *tree, const uint32_t *id, const fk_aabb_float *box, uint32_t count)
{
    range waits[FK_BOX_TREE_HEIGHT + 1];
    int depth = 0;
    waits[depth++] = (range){0, count, 0};
    uint32_t next = 1;
    while (depth > 0) {
        range r = waits[--depth];
        if (r.count == 1) {
            put_child(tree, r.place, FK_BOX_LEAF | id[r.begin]);
            *fk_box_tree_at(tree, r.place) = box[r.begin];
            tree->place[id[r.begin]] = r.place;
            continue;
        }
        uint32_t node = next++, half = r.count / 2;
        put_child(tree, r.place, node);
        tree->node[node].parent = r.place;
        waits[depth++] = (range){r.begin + half, r.count - half, 2 * node + 1};
        waits[depth++] = (range){r.begin, half, 2 * node};
    }
    tree->made = next;
}

static void close_all(fk_box_tree *tree)
{
    for (uint32_t node = tree->made; --node > 0;) {
        const fk_box_node *n = &tree->node[node];
        fk_box_node *above = &tree->node[n->parent >> 1];
        uint32_t side = n->parent & 1;
        above->box[side] = fk_box_tree_join(&n->box[0], &n->box[1]);
        above->height[side] = (uint8_t)(1 + (n->height[0] > n->height[1] ? n->height[0] : n->height[1]));
    }
}

void fk_box_tree_build(fk_box_tree *tree, const uint32_t *id, const fk_aabb_float *box, uint32_t count)
{
    fk_box_tree_clear(tree);
    if (count == 0)
        return;
    tree->count = count;
    split_all(tree, id, box, count);
    close_all(tree);
}

/* ---- Rules --------------------------------------------------------------------------------------------- */

/* A node is where its parent says, and above it is what is around its places, with balance. */
static bool is_node_sound(const fk_box_tree *tree, uint32_t node)
{
    const fk_box_node *n = &tree->node[node];
    uint32_t place = n->parent;
    int a = n->height[0], b = n->height[1];
    if (place >> 1 >= tree->made || fk_box_tree_child(tree, place) != node || a - b > 1 || b - a > 1)
        return false;
    fk_aabb_float all = fk_box_tree_join(&n->box[0], &n->box[1]);
    return tree->node[place >> 1].height[place & 1] == 1 + (a > b ? a : b) &&
           memcmp(fk_box_tree_at(tree, place), &all, sizeof all) == 0;
}

/* What is in a place knows it. */
static bool is_place_sound(const fk_box_tree *tree, uint32_t place)
{
    uint32_t child = fk_box_tree_child(tree, place);
    if (!(child & FK_BOX_LEAF))
        return child > 0 && child < tree->made && tree->node[child].parent == place;
    return (child & ~FK_BOX_LEAF) < tree->place_count && tree->place[child & ~FK_BOX_LEAF] == place &&
           tree->node[place >> 1].height[place & 1] == 0;
}

/* Nodes that are not free have a parent. With as many of them as there are leaves less one, each of which is held by
 * one that holds it, and heights that fall, all are below the anchor. */
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
