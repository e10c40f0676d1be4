/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* A search for the distance of two meshes that begins with a guess: the points where their hulls are nearest, and a proved lower
 * bound.
 *
 * The leaves nearest to the two points are measured. If a distance found there is the lower bound up to `slack`, nothing else is
 * searched: so it is for most meshes that are near each other at places where they bulge. Else the search goes on below that
 * distance.
 *
 * A result must not depend on the limit of a search, as far as it is below: the guess and its leaves do not. And callers that
 * compare distances need intervals narrower than the differences that matter to them: less than GAP_SHARE of the distance.
 *
 * Nothing is proved but by the lower bound and the distances of triangles. So points are placed and boxes are compared without
 * bounds of errors. */

#include "tree/mesh_distance.h"

#include <math.h>

#include "base/vec3.h"
#include "tree/obb_rotation.h"
#include "tree/point_distance.h"

#define GAP_SHARE 0x1p-24

/* Of a point: the leaf with the nearest triangle so far. */
typedef struct near_leaf {
    const fk_placed_mesh *mesh;
    fk_vec3 point;
    double own[3]; /* the point in the tree */
    fk_tree_slot leaf;
    double square; /* of the distance, in units of the tree */
} near_leaf;

typedef struct near_slot {
    fk_tree_slot slot;
    double square;
} near_slot;

/* Adds the children of a node, the nearest last. */
static uint32_t push_near_slots(const near_leaf *near, uint32_t node, near_slot *stack)
{
    const fk_tree *tree = near->mesh->tree;
    const fk_tree_obb *t = &tree->obb[node];
    float d[3];
    for (int k = 0; k < 3; k++)
        d[k] = (float)(near->own[k] - (double)t->origin[k]);
    for (uint32_t i = 0; i < tree->node[node].used; i++) {
        float r[3][3], square = 0;
        obb_rotations_plain(t, (int)i, r);
        for (int k = 0; k < 3; k++) {
            float at = d[0] * r[k][0] + d[1] * r[k][1] + d[2] * r[k][2] - t->center[k][i];
            float over = fabsf(at) - t->half[k][i];
            square += over > 0 ? over * over : 0;
        }
        near_slot s = {FK_TREE_WIDTH * node + i, (double)square};
        uint32_t at = i;
        for (; at > 0 && stack[at - 1].square < s.square; at--)
            stack[at] = stack[at - 1];
        stack[at] = s;
    }
    return tree->node[node].used;
}

static void measure_near_leaf(near_leaf *near, fk_tree_slot leaf)
{
    const fk_tree *tree = near->mesh->tree;
    uint32_t first = fk_slot_node(tree, leaf);
    for (uint32_t i = 0; i < fk_slot_triangle_count(tree, leaf); i++) {
        fk_vec3 c[3];
        fk_placed_triangle(near->mesh, tree->triangle[first + i], c);
        for (int k = 0; k < 3; k++)
            c[k] = fk_vec3_scale(fk_vec3_sub(c[k], near->point), 1 / tree->unit);
        fk_vec3 at = fk_nearest_to_origin(c[0], c[1], c[2]);
        if (fk_vec3_dot(at, at) < near->square) {
            near->square = fk_vec3_dot(at, at);
            near->leaf = leaf;
        }
    }
}

/* The leaf nearest to a point; FK_TREE_ROOT_SLOT if there is none, as numbers are not finite. */
static fk_tree_slot find_near_leaf(const fk_placed_mesh *mesh, fk_vec3 point)
{
    const fk_tree *tree = mesh->tree;
    near_slot stack[FK_TREE_DEPTH * FK_TREE_WIDTH];
    near_leaf near = {.mesh = mesh, .point = point, .leaf = FK_TREE_ROOT_SLOT, .square = HUGE_VAL};
    fk_vec3 from = fk_vec3_sub(point, fk_pose_apply(&mesh->pose, tree->origin));
    fk_vec3 own = fk_vec3_scale(fk_pose_rotate_back(&mesh->pose, from), 1 / tree->unit);
    for (int k = 0; k < 3; k++)
        near.own[k] = fk_vec3_get(own, k);
    uint32_t height = push_near_slots(&near, 0, stack);
    while (height > 0) {
        near_slot s = stack[--height];
        if (!(s.square < near.square))
            continue;
        if (fk_slot_triangle_count(tree, s.slot) > 0)
            measure_near_leaf(&near, s.slot);
        else
            height += push_near_slots(&near, fk_slot_node(tree, s.slot), stack + height);
    }
    return near.leaf;
}

void fk_distance_try_guess(fk_distance_search *s, const fk_distance_guess *guess)
{
    fk_tree_slot leaf[2];
    bool is_found = true;
    fk_distance_set_toward(s, s->is_swapped ? fk_vec3_negate(guess->toward) : guess->toward);
    for (int k = 0; k < 2; k++) {
        leaf[k] = find_near_leaf(s->side[k].mesh, guess->point[s->is_swapped ? 1 - k : k]);
        is_found = is_found && leaf[k] != FK_TREE_ROOT_SLOT;
    }
    if (!is_found)
        return;
    fk_distance_measure_leaves(s, leaf);
    double wide = s->distance.hi - guess->least;
    if (s->is_done || !(wide <= guess->slack && wide <= GAP_SHARE * s->distance.hi))
        return;
    s->distance.lo = fk_smaller(s->distance.lo, guess->least);
    s->is_done = true;
}
