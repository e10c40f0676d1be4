/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Sphere trees of meshes, and COLLIDE on two of them.
 *
 * Source: Murrieta-Cid, "Collision detection: hierarchical algorithms" (2021). The slides split a set into two of equal
 * counts and do not say where: here across the longest side of the box of the centroids. Their COLLIDE descends the
 * larger sphere even if that is a leaf, which has no children; here it then descends the other one.
 *
 * Spheres contain their triangles, also when placed, so a pair of triangles that meets is never dropped. The order of the
 * triangles is a matter of speed only: centroids may be rounded. */

#include "base/lists.h"
#include "base/vec3.h"
#include "farkas/tree.h"

#include <string.h>

/* ---- Building ------------------------------------------------------------------------------------------ */

typedef struct sphere_item {
    fk_vec3 centroid;
    double position; /* of the centroid, along the axis of a split */
    uint32_t triangle;
} sphere_item;

typedef struct sphere_tree_builder {
    const fk_mesh *mesh;
    sphere_item *item, *room;
    fk_vec3 *corner; /* of the triangles of a node */
    fk_sphere_node *node;
} sphere_tree_builder;

static sphere_item make_sphere_item(const fk_mesh *mesh, uint32_t triangle)
{
    sphere_item item = {.triangle = triangle};
    for (int k = 0; k < 3; k++) {
        fk_vec3 p = mesh->point[mesh->triangle[triangle].corner[k]];
        item.centroid = fk_vec3_add(item.centroid, fk_vec3_scale(p, 1.0 / 3.0));
    }
    return item;
}

static bool is_item_before(const void *a, const void *b)
{
    return ((const sphere_item *)a)->position < ((const sphere_item *)b)->position;
}

/* Sorts items along the longest side of the box of their centroids. */
static void sort_sphere_items(const sphere_tree_builder *b, uint32_t first, uint32_t count)
{
    sphere_item *item = b->item + first;
    fk_aabb box = fk_aabb_empty();
    for (uint32_t i = 0; i < count; i++)
        box = fk_aabb_include(box, item[i].centroid);
    fk_vec3 d = fk_vec3_sub(box.max, box.min);
    int axis = d.x >= d.y && d.x >= d.z ? 0 : d.y >= d.z ? 1 : 2;
    for (uint32_t i = 0; i < count; i++)
        item[i].position = fk_vec3_get(item[i].centroid, axis);
    fk_sort_items(item, b->room, count, sizeof *item, is_item_before);
}

static fk_sphere sphere_around_items(const sphere_tree_builder *b, uint32_t first, uint32_t count)
{
    fk_sphere sphere = {{0, 0, 0}, 0};
    for (size_t i = 0; i < count; i++)
        for (size_t k = 0; k < 3; k++)
            b->corner[3 * i + k] = b->mesh->point[b->mesh->triangle[b->item[first + i].triangle].corner[k]];
    fk_sphere_build(b->corner, 3 * (size_t)count, &sphere); /* cannot fail: vertices of meshes are finite */
    return sphere;
}

/* Makes a node and all below it. A set of n triangles has 2 n - 1 nodes, so the place of the right child is known. */
static void build_sphere_node(const sphere_tree_builder *b, uint32_t node, uint32_t first, uint32_t count)
{
    uint32_t half = count / 2, right = half > 0 ? node + 2 * half : 0;
    b->node[node] = (fk_sphere_node){sphere_around_items(b, first, count), first, count, right};
    if (half == 0)
        return;
    sort_sphere_items(b, first, count);
    build_sphere_node(b, node + 1, first, half);
    build_sphere_node(b, right, first + half, count - half);
}

static uint32_t sphere_tree_depth(uint32_t count)
{
    uint32_t depth = 0;
    for (; count > 1; count -= count / 2)
        depth++;
    return depth;
}

/* Allocates a tree without spheres; NULL without memory. */
static fk_sphere_tree *allocate_sphere_tree(fk_context *context, uint32_t count)
{
    uint32_t nodes = count > 0 ? 2 * count - 1 : 0;
    size_t bytes = sizeof(fk_sphere_tree) + nodes * sizeof(fk_sphere_node) + count * sizeof(uint32_t);
    fk_sphere_tree *tree = fk_allocate(context, bytes);
    if (tree == NULL)
        return NULL;
    memset(tree, 0, bytes);
    tree->node_count = nodes;
    tree->triangle_count = count;
    tree->depth = sphere_tree_depth(count);
    tree->node = (fk_sphere_node *)(tree + 1);
    tree->triangle = (uint32_t *)(tree->node + nodes);
    tree->bytes = bytes;
    return tree;
}

fk_status fk_sphere_tree_build(fk_context *context, const fk_mesh *mesh, fk_sphere_tree **out)
{
    uint32_t count = mesh->triangle_count;
    size_t item_bytes = count * sizeof(sphere_item), corner_bytes = 3 * (size_t)count * sizeof(fk_vec3);
    fk_sphere_tree *tree = allocate_sphere_tree(context, count);
    sphere_tree_builder b = {mesh, fk_allocate(context, item_bytes), fk_allocate(context, item_bytes),
                             fk_allocate(context, corner_bytes), NULL};
    bool fits = tree != NULL && b.item != NULL && b.room != NULL && b.corner != NULL;
    if (fits) {
        b.node = (fk_sphere_node *)tree->node;
        for (uint32_t i = 0; i < count; i++)
            b.item[i] = make_sphere_item(mesh, i);
        if (count > 0)
            build_sphere_node(&b, 0, 0, count);
        for (uint32_t i = 0; i < count; i++)
            ((uint32_t *)tree->triangle)[i] = b.item[i].triangle;
    }
    fk_release(context, b.item, item_bytes);
    fk_release(context, b.room, item_bytes);
    fk_release(context, b.corner, corner_bytes);
    if (!fits) {
        fk_sphere_tree_free(context, tree);
        return FK_ERROR_MEMORY;
    }
    *out = tree;
    return FK_OK;
}

void fk_sphere_tree_free(fk_context *context, fk_sphere_tree *tree)
{
    if (tree != NULL)
        fk_release(context, tree, tree->bytes);
}

/* ---- COLLIDE ------------------------------------------------------------------------------------------- */

static void place_leaf_triangle(const fk_placed_sphere_tree *a, const fk_sphere_node *leaf, fk_vec3 corner[3])
{
    const uint32_t *index = a->mesh->triangle[a->tree->triangle[leaf->first]].corner;
    for (int k = 0; k < 3; k++)
        corner[k] = fk_pose_apply(&a->pose, a->mesh->point[index[k]]);
}

/* Tests the spheres of two nodes; of two leaves, the triangles, too. */
static fk_collide_visit visit_spheres(const fk_placed_sphere_tree *a, const fk_placed_sphere_tree *b,
                                      fk_collide_visit visit)
{
    const fk_sphere_node *p = &a->tree->node[visit.a], *q = &b->tree->node[visit.b];
    fk_sphere of_a = fk_sphere_place(&p->sphere, &a->pose), of_b = fk_sphere_place(&q->sphere, &b->pose);
    visit.spheres_meet = fk_sphere_meets(&of_a, &of_b);
    if (visit.spheres_meet && p->right == 0 && q->right == 0) {
        fk_vec3 corner_a[3], corner_b[3];
        place_leaf_triangle(a, p, corner_a);
        place_leaf_triangle(b, q, corner_b);
        visit.triangles_meet = fk_triangles_meet(corner_a, corner_b);
    }
    return visit;
}

/* The recursion is as deep as both trees together, which is below 60. */
static bool collide_nodes(const fk_placed_sphere_tree *a, const fk_placed_sphere_tree *b,
                          fk_collide_visit visit, fk_collide_trace *trace)
{
    const fk_sphere_node *p = &a->tree->node[visit.a], *q = &b->tree->node[visit.b];
    visit = visit_spheres(a, b, visit);
    if (trace != NULL && trace->count < trace->capacity)
        trace->visit[trace->count] = visit;
    if (trace != NULL)
        trace->count++;
    if (!visit.spheres_meet || (p->right == 0 && q->right == 0))
        return visit.triangles_meet;
    bool opens_a = q->right == 0 || (p->right > 0 && p->sphere.radius > q->sphere.radius);
    fk_collide_visit left = {.a = visit.a, .b = visit.b, .level = visit.level + 1}, right = left;
    if (opens_a) {
        left.a = visit.a + 1;
        right.a = p->right;
    } else {
        left.b = visit.b + 1;
        right.b = q->right;
    }
    return collide_nodes(a, b, left, trace) || collide_nodes(a, b, right, trace);
}

bool fk_placed_collide(const fk_placed_sphere_tree *a, const fk_placed_sphere_tree *b,
                       fk_collide_trace *trace)
{
    if (trace != NULL)
        trace->count = 0;
    return a->tree->node_count > 0 && b->tree->node_count > 0 &&
           collide_nodes(a, b, (fk_collide_visit){0}, trace);
}
