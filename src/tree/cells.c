/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Trees of cells, from the leaves up: those that are near to each other are merged in pairs. See cells_merge.c for which.
 *
 * The leaves of a convex piece are tetrahedra from its first vertex to the triangles of those faces that do not have it:
 * they fill it exactly, since a face is a whole flat polygon, cut into triangles from its first vertex. */

#include "tree/cells.h"

#include <assert.h>
#include <string.h>

#include "base/vec3.h"
#include "tree/cells_merge.h"

typedef struct builder {
    fk_context *context;
    uint32_t leaf_count; /* in the end; memory is for that many */
    uint32_t leaves;     /* so far */
    uint32_t nodes;      /* so far: leaves as they were added, then parents in the order of merging */
    fk_cell_node *node;  /* first_child is one child of a parent, and other_child its other one */
    uint32_t *other_child;
    fk_cells_cluster *cluster;
    fk_aabb *bounds; /* of the leaves */
    uint64_t *key;   /* two for each leaf */
    size_t bytes;    /* of the block of all five */
} builder;

static fk_status builder_init(builder *b, fk_context *context, uint32_t leaf_count)
{
    size_t n = leaf_count, total = 0;
    size_t node = fk_cells_room(&total, 2 * n - 1, sizeof *b->node),
           other = fk_cells_room(&total, 2 * n - 1, 4);
    size_t clusters = fk_cells_room(&total, n, sizeof *b->cluster), key = fk_cells_room(&total, 2 * n, 8);
    size_t bounds = fk_cells_room(&total, n, sizeof *b->bounds);
    char *block = fk_allocate(context, total);
    if (block == NULL)
        return FK_ERROR_MEMORY;
    b->context = context;
    b->leaf_count = leaf_count;
    b->leaves = b->nodes = 0;
    b->node = (fk_cell_node *)(void *)(block + node);
    b->other_child = (uint32_t *)(void *)(block + other);
    b->cluster = (fk_cells_cluster *)(void *)(block + clusters);
    b->key = (uint64_t *)(void *)(block + key);
    b->bounds = (fk_aabb *)(void *)(block + bounds);
    b->bytes = total;
    return FK_OK;
}

static void builder_end(builder *b)
{
    fk_release(b->context, b->node, b->bytes);
}

static uint32_t add_node(builder *b, const fk_cells_volume *volume, uint32_t source)
{
    fk_cells_node_set(&b->node[b->nodes], volume, source);
    return b->nodes++;
}

static void add_leaf(builder *b, const fk_cells_volume *volume, uint32_t source)
{
    add_node(b, volume, source);
    b->leaves++;
}

/* A parent of two clusters. */
static void merge(void *user, fk_cells_cluster *first, const fk_cells_cluster *second)
{
    builder *b = user;
    fk_cells_volume child[2] = {fk_cells_volume_of(&b->node[first->node]),
                                fk_cells_volume_of(&b->node[second->node])};
    fk_aabb bounds[2] = {first->bounds, second->bounds};
    fk_cells_volume parent = fk_cells_parent(child, bounds, 2);
    uint32_t node = add_node(b, &parent, FK_NONE);
    b->node[node].first_child = first->node;
    b->node[node].child_count = 2;
    b->other_child[node] = second->node;
    first->node = node;
    first->bounds = fk_cells_bounds(&parent);
}

/* ---- The tree ------------------------------------------------------------------------------------------ */

/* Copies the nodes into the tree, level by level from the root, which was merged last. Returns how many levels there are. */
static uint32_t place_nodes(const builder *b, uint32_t *order, fk_cell_node *out)
{
    uint32_t next = 1, levels = 0;
    order[0] = b->nodes - 1;
    for (uint32_t i = 0, level_end = 0; i < b->nodes; i++) {
        if (i == level_end) {
            levels++;
            level_end = next;
        }
        out[i] = b->node[order[i]];
        if (out[i].child_count == 0)
            continue;
        order[next] = out[i].first_child;
        order[next + 1] = b->other_child[order[i]];
        out[i].first_child = next;
        next += 2;
    }
    return levels;
}

/* Leaves are added; takes the builder's memory back, whatever happens. */
static fk_status build_tree(builder *b, fk_cell_tree **out)
{
    assert(b->leaves == b->leaf_count);
    fk_cells_merger merger = {.cluster = b->cluster, .merge = merge, .user = b};
    for (uint32_t i = 0; i < b->leaves; i++) {
        fk_cells_volume volume = fk_cells_volume_of(&b->node[i]);
        b->bounds[i] = fk_cells_bounds(&volume);
    }
    fk_cells_merger_sort(&merger, b->bounds, b->leaves, b->key);
    fk_cells_merger_run(&merger);
    fk_cell_node *node;
    fk_cell_tree *tree = fk_cells_tree_new(b->context, b->nodes, &node);
    if (tree != NULL) {
        /* Keys are not needed any more, and are larger. */
        tree->level_count = place_nodes(b, (uint32_t *)(void *)b->key, node);
        tree->leaf_count = b->leaves;
        *out = tree;
    }
    builder_end(b);
    return tree == NULL ? FK_ERROR_MEMORY : FK_OK;
}

/* ---- Blocks -------------------------------------------------------------------------------------------- */

void fk_cells_node_set(fk_cell_node *node, const fk_cells_volume *volume, uint32_t source)
{
    memset(node, 0, sizeof *node);
    node->kind = volume->kind;
    node->cell = volume->cell;
    node->source = source;
}

fk_cell_tree *fk_cells_tree_new(fk_context *context, uint32_t node_count, fk_cell_node **node)
{
    size_t total = 0;
    fk_cells_room(&total, 1, sizeof(fk_cell_tree));
    size_t nodes = fk_cells_room(&total, node_count, sizeof **node);
    char *block = fk_allocate(context, total);
    if (block == NULL)
        return NULL;
    fk_cell_tree *tree = (fk_cell_tree *)(void *)block;
    memset(tree, 0, sizeof *tree);
    *node = (fk_cell_node *)(void *)(block + nodes);
    tree->node_count = node_count;
    tree->node = *node;
    tree->bytes = total;
    return tree;
}

void fk_cell_tree_free(fk_context *context, fk_cell_tree *tree)
{
    if (tree != NULL)
        fk_release(context, tree, tree->bytes);
}

/* ---- Leaves -------------------------------------------------------------------------------------------- */

static bool is_too_large(const fk_vec3 *point, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        if (!(fk_vec3_largest(point[i]) < FK_CELLS_LARGEST))
            return true;
    return false;
}

fk_status fk_cell_tree_of_surface(fk_context *context, const fk_mesh *mesh, fk_cell_tree **out)
{
    if (mesh->triangle_count == 0 || is_too_large(mesh->point, mesh->vertex_count))
        return FK_ERROR_ARGUMENT;
    builder b;
    fk_status status = builder_init(&b, context, mesh->triangle_count);
    if (status != FK_OK)
        return status;
    for (uint32_t t = 0; t < mesh->triangle_count; t++) {
        const uint32_t *c = mesh->triangle[t].corner;
        fk_vec3 corner[3] = {mesh->point[c[0]], mesh->point[c[1]], mesh->point[c[2]]};
        fk_cells_volume leaf = fk_cells_leaf_of_triangle(corner);
        add_leaf(&b, &leaf, t);
    }
    return build_tree(&b, out);
}

/* The leaves of a face of a hull that does not have vertex 0, or of all of a flat hull; with b NULL they are only counted. */
static uint32_t add_face(builder *b, const fk_hull *hull, uint32_t face, uint32_t source)
{
    const uint32_t *v = hull->face_vertex + hull->face_begin[face];
    uint32_t count = hull->face_begin[face + 1] - hull->face_begin[face];
    bool is_flat = hull->dimension == 2;
    if (!is_flat && v[0] == 0) /* the lowest comes first */
        return 0;
    for (uint32_t i = 1; b != NULL && i + 1 < count; i++) {
        fk_vec3 point[4] = {hull->point[v[0]], hull->point[v[i]], hull->point[v[i + 1]], hull->point[0]};
        fk_cells_volume leaf = fk_cells_leaf(point, is_flat ? 3 : 4);
        add_leaf(b, &leaf, source);
    }
    return count - 2;
}

/* Returns how many leaves a piece has. */
static uint64_t add_piece(builder *b, const fk_hull *hull, uint32_t source)
{
    if (hull->dimension < 2) {
        if (b != NULL) {
            fk_cells_volume leaf = fk_cells_leaf(hull->point, hull->vertex_count);
            add_leaf(b, &leaf, source);
        }
        return 1;
    }
    uint64_t leaves = 0;
    for (uint32_t face = 0; face < (hull->dimension == 2 ? 1 : hull->face_count); face++)
        leaves += add_face(b, hull, face, source);
    return leaves;
}

fk_status fk_cell_tree_of_pieces(fk_context *context, fk_hull *const *piece, uint32_t piece_count,
                                 fk_cell_tree **out)
{
    uint64_t leaves = 0;
    for (uint32_t i = 0; i < piece_count; i++) {
        if (is_too_large(piece[i]->point, piece[i]->vertex_count))
            return FK_ERROR_ARGUMENT;
        leaves += add_piece(NULL, piece[i], i);
    }
    if (leaves == 0 || leaves > INT32_MAX)
        return FK_ERROR_ARGUMENT;
    builder b;
    fk_status status = builder_init(&b, context, (uint32_t)leaves);
    if (status != FK_OK)
        return status;
    for (uint32_t i = 0; i < piece_count; i++)
        add_piece(&b, piece[i], i);
    return build_tree(&b, out);
}
