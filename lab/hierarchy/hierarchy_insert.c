/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Insertion: one triangle after the other, in the order of the mesh, goes down from the root to the child
 * whose box grows least, and becomes the sibling of the leaf where it ends.
 *
 * Source: Grulich, "Collision detection in 3D space", 2016, section 3.2, names the way. Growth is that of the
 * area, as that of the volume does not tell flat boxes apart.
 *
 * Triangles that come in order, as those of most files do, make a tree as deep as there are triangles, and
 * insertion takes quadratic time. Rotations on the way back up prevent it: where one child is higher than the
 * other by two levels, it takes the place of its parent, which keeps the lower of its grandchildren. As
 * children have no order, this is all that an AVL tree needs (Adelson-Velsky, Landis, 1962): the depth is at
 * most 1.45 times the logarithm. */

#include "hierarchy/hierarchy_parts.h"

static double growth(const fk_join *node, const fk_aabb *box)
{
    fk_aabb both = fk_part_join(&node->box, box);
    return fk_part_area(&both) - fk_part_area(&node->box);
}

/* The leaf beside which a box is inserted. Of children that grow as much, the one with fewer parts is taken. */
static uint32_t find_sibling(const fk_join *join, uint32_t node, const fk_aabb *box)
{
    while (join[node].count > 1) {
        const fk_join *left = &join[join[node].child[0]], *right = &join[join[node].child[1]];
        double more_left = growth(left, box), more_right = growth(right, box);
        bool goes_right = more_right < more_left || (more_right == more_left && right->count < left->count);
        node = join[node].child[goes_right];
    }
    return node;
}

static void update(fk_join *join, uint32_t node)
{
    fk_join *own = &join[node];
    const fk_join *left = &join[own->child[0]], *right = &join[own->child[1]];
    own->box = fk_part_join(&left->box, &right->box);
    own->count = left->count + right->count;
    own->height = (left->height > right->height ? left->height : right->height) + 1;
}

static void replace_child(fk_join *join, uint32_t parent, uint32_t old, uint32_t fresh)
{
    if (parent != FK_NONE)
        join[parent].child[join[parent].child[1] == old] = fresh;
    join[fresh].parent = parent;
}

/* Brings a child up over its parent if it is higher than its sibling by two. Returns the node that is at the
 * top then. */
static uint32_t rotate(fk_join *join, uint32_t node)
{
    uint32_t left = join[node].child[0], right = join[node].child[1];
    uint32_t lower = join[left].height < join[right].height ? left : right, up = left + right - lower;
    if (join[up].height < join[lower].height + 2)
        return node;
    int keeps = join[join[up].child[1]].height > join[join[up].child[0]].height;
    uint32_t given = join[up].child[1 - keeps];
    replace_child(join, join[node].parent, node, up);
    join[up].child[1 - keeps] = node;
    join[node].parent = up;
    join[node].child[join[node].child[1] == up] = given;
    join[given].parent = node;
    update(join, node);
    update(join, up);
    return up;
}

/* Inserts a leaf into the tree below a root, by way of a new parent. Returns the new root. */
static uint32_t insert(fk_join *join, uint32_t root, uint32_t leaf, uint32_t fresh, bool balance)
{
    uint32_t sibling = find_sibling(join, root, &join[leaf].box), node = fresh;
    replace_child(join, join[sibling].parent, sibling, fresh);
    join[fresh].child[0] = sibling;
    join[fresh].child[1] = leaf;
    join[sibling].parent = join[leaf].parent = fresh;
    for (;;) {
        update(join, node);
        if (balance)
            node = rotate(join, node);
        if (join[node].parent == FK_NONE)
            return node;
        node = join[node].parent;
    }
}

fk_status fk_hierarchy_insert(fk_hierarchy_builder *b)
{
    uint32_t n = b->part_count, root = 0;
    size_t bytes = 2 * (size_t)n * sizeof(fk_join);
    fk_join *join = fk_allocate(b->context, bytes);
    if (join == NULL)
        return FK_ERROR_MEMORY;
    for (uint32_t i = 0; i < n; i++)
        join[i] = (fk_join){.box = b->part[i].box, .parent = FK_NONE, .count = 1};
    for (uint32_t i = 1; i < n; i++)
        root = insert(join, root, i, n + i - 1, b->rules.balance);
    fk_status status = fk_hierarchy_lay_out(b, join, root);
    fk_release(b->context, join, bytes);
    return status;
}
