/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Building the tree of a mesh.
 *
 *   triangles -> items: boxes in floats        by workers
 *   the upper nodes, down to ranges of CHUNK   here
 *   a part of the tree for each such range     by workers, each into a place of its own
 *   nodes in one block, boxes around them      by workers, from the leaves up
 *   boxes of the upper nodes                   here
 *
 * What is a task depends on the mesh alone, and so do the bytes of the tree. */

#include "farkas/tree.h"

#include <string.h>

#include "base/workers.h"
#include "tree/tree.h"

/* Ranges of so many triangles are tasks, and there are so many of them at most. */
#define CHUNK(n) ((n) / 64 > 1024 ? (n) / 64 : 1024)
#define BATCH    8192 /* items that are made in one task */

/* A part of the tree that one task builds. */
typedef struct part {
    fk_tree_range range;
    uint32_t parent, column; /* where it hangs */
    uint32_t links;          /* where its nodes are, and how many */
    uint32_t node_count;
    uint32_t base; /* the number of its first node */
} part;

typedef struct builder {
    const fk_mesh *mesh;
    fk_tree *tree;
    fk_tree_node *node;
    fk_tree_turned *turned;
    uint32_t *triangle;
    fk_tree_item *item;
    fk_tree_links *links; /* those of the upper nodes are at the end */
    part *task;
    uint32_t task_count, task_most, chunk;
    fk_vec3 origin;
    double inverse;
} builder;

fk_tree_options fk_tree_options_default(void)
{
    fk_tree_options options = {NULL};
    return options;
}

/* ---- Items --------------------------------------------------------------------------------------------- */

static void make_items(void *data, uint32_t batch)
{
    const builder *b = data;
    uint32_t end = b->mesh->triangle_count;
    uint32_t first = batch * BATCH, last = end - first < BATCH ? end : first + BATCH;
    for (uint32_t t = first; t < last; t++) {
        fk_tree_item *item = b->item + t;
        item->triangle = t;
        item->unused = 0;
        for (int k = 0; k < 3; k++) {
            fk_vec3 p = b->mesh->point[b->mesh->triangle[t].corner[k]];
            float x[3] = {(float)((p.x - b->origin.x) * b->inverse),
                          (float)((p.y - b->origin.y) * b->inverse),
                          (float)((p.z - b->origin.z) * b->inverse)};
            for (int i = 0; i < 3; i++) {
                item->min[i] = k > 0 && item->min[i] < x[i] ? item->min[i] : x[i];
                item->max[i] = k > 0 && item->max[i] > x[i] ? item->max[i] : x[i];
            }
        }
    }
}

/* ---- Nodes --------------------------------------------------------------------------------------------- */

/* So many nodes are enough for n triangles in ranges of more than LEAF_MOST. Those with fewer than eight
 * children have only leaves: B of them, at most n / 9. Those with eight have 8 I children, which are at most
 * n leaves and the other nodes: 7 I <= n + B. */
static uint32_t most_nodes(uint32_t count)
{
    return count / 3 + 1;
}

static void set_child(fk_tree_links *links, uint32_t column, uint32_t child, uint32_t count)
{
    links->child[column] = child;
    links->count[column] = (uint8_t)count;
}

/* A part of the tree: nodes are cut in the order in which they are numbered, so that children come after
 * their parents. */
static void build_part(void *data, uint32_t index)
{
    builder *b = data;
    part *p = b->task + index;
    fk_tree_links *links = b->links + p->links;
    /* What is still to be cut is kept in the links of the node itself. */
    p->node_count = 1;
    links[0].child[0] = p->range.first;
    links[0].child[1] = p->range.count;
    links[0].child[2] = p->range.depth;
    for (uint32_t i = 0; i < p->node_count; i++) {
        fk_tree_range range = {links[i].child[0], links[i].child[1], links[i].child[2]};
        fk_tree_range child[FK_TREE_WIDTH];
        memset(links + i, 0, sizeof links[i]);
        uint32_t used = fk_tree_cut(b->item, range, child);
        links[i].used = (uint8_t)used;
        for (uint32_t k = 0; k < used; k++) {
            if (child[k].count <= FK_TREE_LEAF_MOST) {
                set_child(links + i, k, child[k].first, child[k].count);
                continue;
            }
            fk_tree_links *next = links + p->node_count;
            set_child(links + i, k, p->node_count++, 0);
            next->child[0] = child[k].first;
            next->child[1] = child[k].count;
            next->child[2] = child[k].depth;
        }
    }
}

/* The upper nodes, and the tasks below them: both wait in one list, in which a node's children come after it.
 * Nodes are cut while they are larger than a chunk. */
static uint32_t build_top(builder *b, fk_tree_links *top)
{
    uint32_t node_count = 0, links = 0, next = 0;
    b->task_count = 1;
    b->task[0] = (part){.range = {0, b->mesh->triangle_count, 0}, .parent = FK_NONE};
    /* Tasks before `kept` stay tasks. */
    uint32_t kept = 0;
    while (next < b->task_count) {
        part p = b->task[next++];
        if (p.range.count <= b->chunk) {
            p.links = links;
            links += most_nodes(p.range.count);
            b->task[kept++] = p;
            continue;
        }
        fk_tree_range child[FK_TREE_WIDTH];
        uint32_t index = node_count++;
        fk_tree_links *node = top + index;
        memset(node, 0, sizeof *node);
        node->used = (uint8_t)fk_tree_cut(b->item, p.range, child);
        if (p.parent != FK_NONE)
            set_child(top + p.parent, p.column, index, 0);
        for (uint32_t k = 0; k < node->used; k++)
            if (child[k].count <= FK_TREE_LEAF_MOST)
                set_child(node, k, child[k].first, child[k].count);
            else
                b->task[b->task_count++] = (part){.range = child[k], .parent = index, .column = k};
    }
    b->task_count = kept;
    return node_count;
}

/* ---- One block ----------------------------------------------------------------------------------------- */

static void copy_links(fk_tree_node *node, const fk_tree_links *links, uint32_t base)
{
    memset(node, 0, sizeof *node);
    node->used = links->used;
    for (uint32_t k = 0; k < links->used; k++) {
        node->count[k] = links->count[k];
        node->child[k] = links->child[k] + (links->count[k] == 0 ? base : 0);
    }
}

static void fit_part(void *data, uint32_t index)
{
    const builder *b = data;
    const part *p = b->task + index;
    for (uint32_t i = 0; i < p->range.count; i++)
        b->triangle[p->range.first + i] = b->item[p->range.first + i].triangle;
    for (uint32_t i = p->node_count; i-- > 0;) {
        copy_links(b->node + p->base + i, b->links + p->links + i, p->base);
        fk_tree_fit(b->tree, b->mesh, b->node + p->base + i, b->turned + p->base + i);
    }
}

/* The block of a tree with so many nodes. */
static fk_tree *make_tree(fk_context *context, builder *b, uint32_t node_count)
{
    uint32_t n = b->mesh->triangle_count;
    size_t bytes =
        sizeof(fk_tree) + node_count * (sizeof *b->node + sizeof *b->turned) + n * sizeof *b->triangle;
    fk_tree *tree = fk_allocate(context, bytes);
    if (tree == NULL)
        return NULL;
    b->node = (fk_tree_node *)(tree + 1);
    b->turned = (fk_tree_turned *)(b->node + node_count);
    b->triangle = (uint32_t *)(b->turned + node_count);
    fk_tree made = {.origin = b->tree->origin, .unit = b->tree->unit, .node_count = node_count};
    made.triangle_count = n;
    made.node = b->node;
    made.turned = b->turned;
    made.triangle = b->triangle;
    made.bytes = bytes;
    memset(tree, 0, sizeof *tree);
    *tree = made;
    b->tree = tree;
    return tree;
}

static fk_status build(fk_context *context, builder *b, const fk_workers *workers, fk_tree **out)
{
    uint32_t n = b->mesh->triangle_count;
    fk_tree_links *top = b->links + most_nodes(n) + b->task_most;
    fk_workers_run(workers, (n + BATCH - 1) / BATCH, make_items, b);
    uint32_t node_count = build_top(b, top), top_count = node_count;
    fk_workers_run(workers, b->task_count, build_part, b);
    for (uint32_t i = 0; i < b->task_count; i++) {
        part *p = b->task + i;
        p->base = node_count;
        node_count += p->node_count;
        if (p->parent != FK_NONE)
            set_child(top + p->parent, p->column, p->base, 0);
    }
    fk_tree *tree = make_tree(context, b, node_count);
    if (tree == NULL)
        return FK_ERROR_MEMORY;
    /* Leaves right below upper nodes are in no task. */
    for (uint32_t i = 0; i < top_count; i++)
        for (uint32_t k = 0; k < top[i].used; k++)
            for (uint32_t l = 0; l < top[i].count[k]; l++)
                b->triangle[top[i].child[k] + l] = b->item[top[i].child[k] + l].triangle;
    fk_workers_run(workers, b->task_count, fit_part, b);
    for (uint32_t i = top_count; i-- > 0;) {
        copy_links(b->node + i, top + i, 0);
        fk_tree_fit(tree, b->mesh, b->node + i, b->turned + i);
    }
    *out = tree;
    return FK_OK;
}

fk_status fk_tree_build(fk_context *context, const fk_mesh *mesh, const fk_tree_options *options,
                        fk_tree **out)
{
    size_t n = mesh->triangle_count;
    fk_tree units = {.unit = 1};
    fk_tree_place(&units, mesh);
    builder b = {.mesh = mesh, .tree = &units, .origin = units.origin, .inverse = 1 / units.unit};
    b.chunk = CHUNK(mesh->triangle_count);
    /* Each cut of a range larger than a chunk leaves up to eight. */
    b.task_most = (uint32_t)(n / b.chunk + 1) * FK_TREE_DEPTH * FK_TREE_WIDTH;
    size_t items = (n + 1) * sizeof *b.item, tasks = b.task_most * sizeof *b.task;
    size_t links = (most_nodes(mesh->triangle_count) + 2 * (size_t)b.task_most) * sizeof *b.links;
    b.item = fk_allocate(context, items);
    b.links = fk_allocate(context, links);
    b.task = fk_allocate(context, tasks);
    fk_status status = FK_ERROR_MEMORY;
    if (b.item != NULL && b.links != NULL && b.task != NULL)
        status = build(context, &b, options != NULL ? options->workers : NULL, out);
    fk_release(context, b.item, items);
    fk_release(context, b.links, links);
    fk_release(context, b.task, tasks);
    return status;
}

void fk_tree_free(fk_context *context, fk_tree *tree)
{
    if (tree != NULL)
        fk_release(context, tree, tree->bytes);
}
