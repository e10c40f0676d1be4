/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Building the tree of a mesh: ranges of triangles are halved at the median of their centres, three times for a node. */

#include "farkas/tree.h"

#include <math.h>
#include <string.h>

#include "base/sort.h"

#define LEAF 4

typedef struct range {
    uint32_t begin, end;
} range;

typedef struct builder {
    const fk_mesh *mesh;
    fk_tree *tree;
    fk_tree_node *node;
    uint32_t *triangle;
    uint64_t *key, *room;
    range *range_of; /* of each node */
} builder;

fk_tree_options fk_tree_options_default(void)
{
    fk_tree_options options = {NULL};
    return options;
}

/* A number that orders as a double does. */
static uint32_t rank_of(double x)
{
    float f = (float)x;
    uint32_t bits;
    memcpy(&bits, &f, sizeof bits);
    return bits & 0x80000000u ? ~bits : bits | 0x80000000u;
}

static fk_aabb box_of(const builder *b, range r)
{
    fk_aabb box = fk_aabb_empty();
    for (uint32_t i = r.begin; i < r.end; i++)
        for (int k = 0; k < 3; k++)
            box = fk_aabb_include(box, b->mesh->point[b->mesh->triangle[b->triangle[i]].corner[k]]);
    return box;
}

static void sort_range(builder *b, range r)
{
    fk_aabb box = box_of(b, r);
    fk_vec3 size = fk_vec3_sub(box.max, box.min);
    int axis = size.x >= size.y && size.x >= size.z ? 0 : size.y >= size.z ? 1 : 2;
    double middle = fk_vec3_get(box.min, axis) / 2 + fk_vec3_get(box.max, axis) / 2;
    for (uint32_t i = r.begin; i < r.end; i++) {
        double center = 0;
        for (int k = 0; k < 3; k++)
            center += fk_vec3_get(b->mesh->point[b->mesh->triangle[b->triangle[i]].corner[k]], axis) - middle;
        b->key[i] = (uint64_t)rank_of(center / b->tree->unit) << 32 | b->triangle[i];
    }
    fk_sort_u64(b->key + r.begin, b->room + r.begin, r.end - r.begin);
    for (uint32_t i = r.begin; i < r.end; i++)
        b->triangle[i] = (uint32_t)b->key[i];
}

static void set_box(builder *b, fk_tree_node *node, int column, range r)
{
    fk_aabb box = box_of(b, r);
    for (int i = 0; i < 3; i++) {
        double o = fk_vec3_get(b->tree->origin, i), unit = b->tree->unit;
        node->min[i][column] = (float)((fk_vec3_get(box.min, i) - o) / unit) - 0x1p-22f;
        node->max[i][column] = (float)((fk_vec3_get(box.max, i) - o) / unit) + 0x1p-22f;
    }
}

/* Cuts a range into up to eight and makes them the children of a node. */
static void split_node(builder *b, uint32_t index)
{
    range part[FK_TREE_WIDTH] = {b->range_of[index]};
    uint32_t count = 1;
    for (int level = 0; level < 3; level++) {
        uint32_t now = count;
        for (uint32_t i = 0; i < now; i++) {
            range r = part[i];
            if (r.end - r.begin <= LEAF)
                continue;
            sort_range(b, r);
            uint32_t middle = r.begin + (r.end - r.begin) / 2;
            part[i].end = middle;
            part[count++] = (range){middle, r.end};
        }
    }
    fk_tree_node *node = &b->node[index];
    memset(node, 0, sizeof *node);
    node->used = (uint8_t)count;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t size = part[i].end - part[i].begin;
        set_box(b, node, (int)i, part[i]);
        node->count[i] = (uint8_t)(size <= LEAF ? size : 0);
        node->child[i] = part[i].begin;
        if (size > LEAF) {
            node->child[i] = b->tree->node_count;
            b->range_of[b->tree->node_count++] = part[i];
        }
    }
}

static void place_units(fk_tree *tree, const fk_mesh *mesh)
{
    fk_aabb box = fk_aabb_empty();
    for (uint32_t i = 0; i < mesh->vertex_count; i++)
        box = fk_aabb_include(box, mesh->point[i]);
    if (mesh->vertex_count == 0)
        box.min = box.max = fk_vec3_make(0, 0, 0);
    tree->origin = fk_vec3_add(fk_vec3_scale(box.min, 0.5), fk_vec3_scale(box.max, 0.5));
    fk_vec3 half = fk_vec3_sub(fk_vec3_scale(box.max, 0.5), fk_vec3_scale(box.min, 0.5));
    double most = fmax(half.x, fmax(half.y, half.z));
    tree->unit = 0x1p-900;
    while (tree->unit < most * 1.25)
        tree->unit *= 2;
}

static fk_status build(fk_context *context, builder *b, fk_tree **out)
{
    const fk_mesh *mesh = b->mesh;
    uint32_t most = mesh->triangle_count / 2 + 1;
    size_t bytes = sizeof(fk_tree) + most * sizeof(fk_tree_node) + mesh->triangle_count * sizeof(uint32_t);
    fk_tree *tree = fk_allocate(context, bytes);
    if (tree == NULL)
        return FK_ERROR_MEMORY;
    b->tree = tree;
    b->node = (fk_tree_node *)(tree + 1);
    b->triangle = (uint32_t *)(b->node + most);
    *tree = (fk_tree){.node = b->node, .triangle = b->triangle, .bytes = bytes};
    tree->triangle_count = mesh->triangle_count;
    for (uint32_t i = 0; i < mesh->triangle_count; i++)
        b->triangle[i] = i;
    place_units(tree, mesh);
    tree->node_count = 1;
    b->range_of[0] = (range){0, mesh->triangle_count};
    if (mesh->triangle_count == 0)
        memset(b->node, 0, sizeof *b->node);
    else
        for (uint32_t i = 0; i < tree->node_count; i++)
            split_node(b, i);
    *out = tree;
    return FK_OK;
}

fk_status fk_tree_build(fk_context *context, const fk_mesh *mesh, const fk_tree_options *options,
                        fk_tree **out)
{
    (void)options;
    size_t n = mesh->triangle_count, ranges = (n / 2 + 1) * sizeof(range);
    builder b = {.mesh = mesh};
    b.key = fk_allocate(context, n * sizeof *b.key);
    b.room = fk_allocate(context, n * sizeof *b.room);
    b.range_of = fk_allocate(context, ranges);
    fk_status status = FK_ERROR_MEMORY;
    if (b.key != NULL && b.room != NULL && b.range_of != NULL)
        status = build(context, &b, out);
    fk_release(context, b.key, n * sizeof *b.key);
    fk_release(context, b.room, n * sizeof *b.room);
    fk_release(context, b.range_of, ranges);
    return status;
}

void fk_tree_free(fk_context *context, fk_tree *tree)
{
    if (tree != NULL)
        fk_release(context, tree, tree->bytes);
}
