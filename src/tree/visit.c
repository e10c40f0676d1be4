/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* All triangles of a tree whose boxes meet a box. */

#include "tree/tree.h"

#include <math.h>

/* Which children of a node a box meets, as bits. */
static uint32_t meeting(const fk_tree_node *node, const float min[3], const float max[3])
{
    uint32_t bits = 0;
    for (uint32_t i = 0; i < FK_TREE_WIDTH; i++) {
        bool apart = false;
        for (int k = 0; k < 3; k++)
            apart |= (node->min[k][i] > max[k]) | (node->max[k][i] < min[k]);
        bits |= (uint32_t)!apart << i;
    }
    return bits & ((1u << node->used) - 1);
}

/* Visits every triangle in a leaf whose box meets a box in tree units; infinite sides are allowed. The order is
 * that of the tree. False when the visitor ended it. */
static bool visit(const fk_tree *tree, const float min[3], const float max[3], fk_tree_visitor *visitor,
                  void *user)
{
    uint32_t stack[FK_TREE_DEPTH * FK_TREE_WIDTH];
    uint32_t height = 0;
    stack[height++] = 0;
    while (height > 0) {
        const fk_tree_node *node = &tree->node[stack[--height]];
        uint32_t bits = meeting(node, min, max);
        for (uint32_t i = FK_TREE_WIDTH; i-- > 0;) /* nodes: the first is taken next */
            if (bits >> i & 1 && node->count[i] == 0)
                stack[height++] = node->child[i];
        for (uint32_t i = 0; i < node->used; i++)
            for (uint32_t k = 0; bits >> i & 1 && k < node->count[i]; k++)
                if (!visitor(user, tree->triangle[node->child[i] + k]))
                    return false;
    }
    return true;
}

/* A float that is not below x, and one that is not above it: beyond it by more than rounding can be off in
 * any mode. */
static float above(double x)
{
    return x > 4 ? HUGE_VALF : !(x > -4) ? -4 : (float)(x + 0x1p-21);
}

static float below(double x)
{
    return -above(-x);
}

bool fk_placed_units(const fk_placed_mesh *a, const fk_aabb *box, float least[3], float most[3])
{
    /* Cut down to where the mesh can be: infinite sides would make the margin infinite, too. */
    double far = fk_placed_reach(a);
    double low[3], high[3];
    fk_vec3 extent;
    for (int i = 0; i < 3; i++) {
        double min = fk_vec3_get(box->min, i), max = fk_vec3_get(box->max, i);
        low[i] = min > -far ? min : -far;
        high[i] = max < far ? max : far;
        if (low[i] > high[i])
            return false;
    }
    extent.x = fmax(fabs(low[0]), fabs(high[0]));
    extent.y = fmax(fabs(low[1]), fabs(high[1]));
    extent.z = fmax(fabs(low[2]), fabs(high[2]));
    fk_tree_frame frame = fk_frame_from_world(a, extent);
    for (int i = 0; i < 3; i++) {
        double lo = frame.shift[i] - frame.margin, hi = frame.shift[i] + frame.margin;
        for (int k = 0; k < 3; k++) {
            double one = frame.turn[i][k] * low[k], other = frame.turn[i][k] * high[k];
            lo += one < other ? one : other;
            hi += one < other ? other : one;
        }
        bool is_known = lo <= hi;
        least[i] = is_known ? below(lo) : -HUGE_VALF;
        most[i] = is_known ? above(hi) : HUGE_VALF;
    }
    return true;
}

bool fk_placed_visit(const fk_placed_mesh *a, const fk_aabb *box, fk_tree_visitor *visitor, void *user)
{
    float min[3], max[3];
    return !fk_placed_units(a, box, min, max) || visit(a->tree, min, max, visitor, user);
}
