/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Trees of cells, built from the leaves up.
 *
 * Leaves are sorted along a Morton curve. Then, in rounds, each volume finds the nearest one among its
 * neighbours in that order: the one for which the box around both has the least surface. Two volumes that
 * chose each other are merged, at the position of the first. Source: Meister and Bittner, "Parallel
 * locally-ordered clustering for bounding volume hierarchy construction", 2018. Pairs have a total order
 * (surface, then positions), so the least pair always chose each other. If few pairs did, as in a row of ever
 * larger volumes, volumes whose choice is still free are merged too; so each round removes at least about a
 * thirtieth of the volumes, and all rounds together take O(n) steps after sorting. In the end children with a
 * large surface are replaced by their own children, up to FK_CELL_CHILDREN to a node, which makes searches
 * faster.
 *
 * The leaves of a convex piece are tetrahedra from its first vertex to the triangles of all faces without
 * that vertex. They fill the piece exactly, since a face is a whole flat polygon, triangulated from its first
 * vertex. */

#include "cells/cells.h"

#include <assert.h>
#include <math.h>

#include "base/bits.h"
#include "base/lists.h"
#include "base/vec3.h"

/* Neighbours tested on either side. */
#define WINDOW 8

/* A volume that has no parent yet. */
typedef struct leaf_cluster {
    uint32_t node;
    uint32_t nearest; /* position among the clusters */
    double surface;   /* of the box around it and its nearest */
    fk_aabb bounds;
} leaf_cluster;

typedef struct cluster_builder {
    fk_context *context;
    uint32_t leaf_count; /* in the end; memory is allocated for so many */
    uint32_t leaves;     /* so far */
    uint32_t nodes;      /* so far: leaves in the order of adding, then parents in the order of merging */
    fk_cell_node *node;  /* first_child is one child of a parent, other_child its other one */
    uint32_t *other_child;
    leaf_cluster *cluster;
    fk_aabb *bounds; /* of the leaves */
    uint64_t *key;   /* two for each leaf */
    size_t bytes;    /* of the block of all five arrays */
    double scale;    /* for surfaces */
} cluster_builder;

static fk_status cluster_builder_init(cluster_builder *b, fk_context *context, uint32_t leaf_count)
{
    size_t n = leaf_count, total = 0;
    size_t node = fk_cells_reserve(&total, 2 * n - 1, sizeof *b->node),
           other = fk_cells_reserve(&total, 2 * n - 1, 4);
    size_t clusters = fk_cells_reserve(&total, n, sizeof *b->cluster),
           key = fk_cells_reserve(&total, 2 * n, 8);
    size_t bounds = fk_cells_reserve(&total, n, sizeof *b->bounds);
    char *block = fk_allocate(context, total);
    if (block == NULL)
        return FK_ERROR_MEMORY;
    b->context = context;
    b->leaf_count = leaf_count;
    b->leaves = b->nodes = 0;
    b->node = (fk_cell_node *)(void *)(block + node);
    b->other_child = (uint32_t *)(void *)(block + other);
    b->cluster = (leaf_cluster *)(void *)(block + clusters);
    b->key = (uint64_t *)(void *)(block + key);
    b->bounds = (fk_aabb *)(void *)(block + bounds);
    b->bytes = total;
    return FK_OK;
}

static void cluster_builder_end(cluster_builder *b)
{
    fk_release(b->context, b->node, b->bytes);
}

static uint32_t add_cluster_node(cluster_builder *b, const fk_cells_volume *volume, uint32_t source)
{
    fk_cells_node_set(&b->node[b->nodes], volume, source);
    return b->nodes++;
}

static void add_cluster_leaf(cluster_builder *b, const fk_cells_volume *volume, uint32_t source)
{
    add_cluster_node(b, volume, source);
    b->leaves++;
}

/* ---- Order of the leaves ------------------------------------------------------------------------------- */

/* Spreads the lowest 21 bits, with two zeros after each. */
static uint64_t spread_bits(uint64_t x)
{
    x = (x | x << 32) & UINT64_C(0x1f00000000ffff);
    x = (x | x << 16) & UINT64_C(0x1f0000ff0000ff);
    x = (x | x << 8) & UINT64_C(0x100f00f00f00f00f);
    x = (x | x << 4) & UINT64_C(0x10c30c30c30c30c3);
    return (x | x << 2) & UINT64_C(0x1249249249249249);
}

/* Returns the position of a box's center along one axis of the box around all, as an integer of `bits`
 * bits. */
static uint64_t morton_coordinate(const fk_aabb *box, const fk_aabb *all, int axis, int bits)
{
    double low = fk_vec3_get(all->min, axis), size = fk_vec3_get(all->max, axis) / 2 - low / 2;
    double middle = (fk_vec3_get(box->min, axis) / 2 - low / 2) + (fk_vec3_get(box->max, axis) / 2 - low / 2);
    double most = (double)((UINT64_C(1) << bits) - 1), place = size > 0 ? middle / (2 * size) * most : 0;
    return place > 0 ? (uint64_t)(place < most ? place : most) : 0;
}

/* Returns the number of bits of a leaf index. */
static int count_index_bits(uint32_t count)
{
    int bits = 1;
    while (count > UINT32_C(1) << bits)
        bits++;
    return bits;
}

/* Computes the bounds of each leaf. Returns the box around all. */
static fk_aabb bound_leaves(cluster_builder *b)
{
    fk_aabb all = {{0, 0, 0}, {0, 0, 0}};
    for (uint32_t i = 0; i < b->leaves; i++) {
        fk_cells_volume volume = fk_cell_node_volume(&b->node[i]);
        b->bounds[i] = fk_cells_bounds(&volume);
        all = i == 0 ? b->bounds[i] : fk_cells_join_boxes(&all, &b->bounds[i]);
    }
    return all;
}

/* Makes the clusters: the leaves in Morton order; leaves with equal codes keep their order. */
static void sort_leaves(cluster_builder *b)
{
    uint32_t n = b->leaves;
    int index_bits = count_index_bits(n), bits = (64 - index_bits) / 3;
    bits = bits > 21 ? 21 : bits;
    fk_aabb all = bound_leaves(b);
    for (uint32_t i = 0; i < n; i++) {
        uint64_t code = 0;
        for (int axis = 0; axis < 3; axis++)
            code |= spread_bits(morton_coordinate(&b->bounds[i], &all, axis, bits)) << axis;
        b->key[i] = code << index_bits | i;
    }
    fk_sort_u64(b->key, b->key + n, n);
    for (uint32_t i = 0; i < n; i++) {
        leaf_cluster *c = &b->cluster[i];
        c->node = (uint32_t)(b->key[i] & ((UINT64_C(1) << index_bits) - 1));
        c->bounds = b->bounds[c->node];
    }
    fk_vec3 size = {all.max.x / 2 - all.min.x / 2, all.max.y / 2 - all.min.y / 2,
                    all.max.z / 2 - all.min.z / 2};
    b->scale = fk_inverse_power(fk_vec3_exponent(size));
}

/* ---- Merging ------------------------------------------------------------------------------------------- */

static double union_surface(const cluster_builder *b, const fk_aabb *p, const fk_aabb *q)
{
    double s = b->scale;
    double x = (fk_larger(p->max.x, q->max.x) - fk_smaller(p->min.x, q->min.x)) * s;
    double y = (fk_larger(p->max.y, q->max.y) - fk_smaller(p->min.y, q->min.y)) * s;
    double z = (fk_larger(p->max.z, q->max.z) - fk_smaller(p->min.z, q->min.z)) * s;
    return x * y + y * z + z * x;
}

/* Returns whether the pair (i, j), i < j, comes before the pair that a cluster has chosen. */
static bool is_better_neighbor(const leaf_cluster *c, uint32_t at, double surface, uint32_t i, uint32_t j)
{
    if (c->nearest == FK_NONE || surface != c->surface)
        return c->nearest == FK_NONE || surface < c->surface;
    uint32_t low = c->nearest < at ? c->nearest : at, high = c->nearest < at ? at : c->nearest;
    return i != low ? i < low : j < high;
}

static void set_neighbor(leaf_cluster *c, uint32_t other, double surface)
{
    c->nearest = other;
    c->surface = surface;
}

static void find_nearest_clusters(cluster_builder *b, uint32_t count)
{
    leaf_cluster *c = b->cluster;
    for (uint32_t i = 0; i < count; i++)
        c[i].nearest = FK_NONE;
    for (uint32_t i = 0; i < count; i++)
        for (uint32_t j = i + 1; j < count && j - i <= WINDOW; j++) {
            double surface = union_surface(b, &c[i].bounds, &c[j].bounds);
            if (is_better_neighbor(&c[i], i, surface, i, j))
                set_neighbor(&c[i], j, surface);
            if (is_better_neighbor(&c[j], j, surface, i, j))
                set_neighbor(&c[j], i, surface);
        }
}

/* Merges two clusters into the first. */
static void merge_clusters(cluster_builder *b, uint32_t i, uint32_t j)
{
    leaf_cluster *c = b->cluster;
    fk_cells_volume child[2] = {fk_cell_node_volume(&b->node[c[i].node]),
                                fk_cell_node_volume(&b->node[c[j].node])};
    fk_aabb bounds[2] = {c[i].bounds, c[j].bounds};
    fk_cells_volume parent = fk_cells_parent(child, bounds);
    uint32_t node = add_cluster_node(b, &parent, FK_NONE);
    b->node[node].first_child = c[i].node;
    b->node[node].child_count = 2;
    b->other_child[node] = c[j].node;
    c[i].node = node;
    c[i].bounds = fk_cells_bounds(&parent);
    c[i].nearest = c[j].nearest = FK_NONE; /* no longer available in this round */
    c[j].node = FK_NONE;
}

/* Runs one round. Returns the number of clusters left. */
static uint32_t merge_round(cluster_builder *b, uint32_t count)
{
    leaf_cluster *c = b->cluster;
    uint32_t merged = 0, left = 0;
    find_nearest_clusters(b, count);
    for (uint32_t i = 0; i < count; i++) {
        uint32_t j = c[i].nearest;
        if (j != FK_NONE && j > i && c[j].nearest == i) {
            merge_clusters(b, i, j);
            merged++;
        }
    }
    for (uint32_t i = 0; i < count && merged < count / 16; i++) {
        uint32_t j = c[i].nearest;
        if (j != FK_NONE && c[j].nearest != FK_NONE)
            merge_clusters(b, i < j ? i : j, i < j ? j : i);
    }
    for (uint32_t i = 0; i < count; i++)
        if (c[i].node != FK_NONE)
            c[left++] = c[i];
    return left;
}

/* ---- The tree ------------------------------------------------------------------------------------------ */

/* Returns half the surface of a parent, scaled, for comparisons. */
static double node_surface(const cluster_builder *b, uint32_t node)
{
    fk_vec3 e[3];
    for (int k = 0; k < 3; k++)
        e[k] = fk_vec3_scale(b->node[node].cell.edge[k], b->scale);
    double sum = 0;
    for (int k = 0; k < 3; k++) {
        fk_vec3 n = fk_vec3_cross(e[k], e[(k + 1) % 3]);
        sum += sqrt(fk_vec3_dot(n, n));
    }
    return sum;
}

/* Chooses the children of a parent in the final tree: replaces the child with the largest surface by its own
 * children as long as there is room. */
static uint32_t choose_children(const cluster_builder *b, uint32_t parent, uint32_t child[FK_CELL_CHILDREN])
{
    double surface[FK_CELL_CHILDREN];
    uint32_t count = 1, most = 0;
    child[0] = parent;
    do {
        uint32_t opened = child[most], pair[2] = {b->node[opened].first_child, b->other_child[opened]};
        for (int k = 0; k < 2; k++) {
            uint32_t at = k == 0 ? most : count++;
            child[at] = pair[k];
            surface[at] = b->node[pair[k]].child_count > 0 ? node_surface(b, pair[k]) : -1;
        }
        most = 0;
        for (uint32_t i = 1; i < count; i++)
            most = surface[i] > surface[most] ? i : most;
    } while (count < FK_CELL_CHILDREN && surface[most] >= 0);
    return count;
}

/* Lists the nodes of the tree level by level from the root, which was merged last, and the number of children
 * of each. Returns the number of nodes. */
static uint32_t order_merged_nodes(const cluster_builder *b, uint32_t *order, uint8_t *children,
                                   uint32_t *levels)
{
    uint32_t count = 1, level_end = 0;
    order[0] = b->nodes - 1;
    *levels = 0;
    for (uint32_t i = 0; i < count; i++) {
        if (i == level_end) {
            level_end = count;
            (*levels)++;
        }
        children[i] = 0;
        if (b->node[order[i]].child_count > 0) {
            children[i] = (uint8_t)choose_children(b, order[i], order + count);
            count += children[i];
        }
    }
    return count;
}

/* All leaves have been added. Releases the builder in every case. */
static fk_status build_merged_tree(cluster_builder *b, fk_cell_tree **out)
{
    assert(b->leaves == b->leaf_count);
    sort_leaves(b);
    for (uint32_t count = b->leaves; count > 1;)
        count = merge_round(b, count);
    /* Keys and bounds are no longer needed, and are large enough for these. */
    uint32_t *order = (uint32_t *)(void *)b->key, levels, next = 1;
    uint8_t *children = (uint8_t *)b->bounds;
    uint32_t count = order_merged_nodes(b, order, children, &levels);
    fk_cell_node *node;
    fk_cell_tree *tree = fk_cells_tree_new(b->context, count, &node);
    if (tree != NULL) {
        for (uint32_t i = 0; i < count; i++) {
            node[i] = b->node[order[i]];
            node[i].first_child = children[i] > 0 ? next : 0;
            node[i].child_count = children[i];
            next += children[i];
        }
        tree->level_count = levels;
        tree->leaf_count = b->leaves;
        *out = tree;
    }
    cluster_builder_end(b);
    return tree == NULL ? FK_ERROR_MEMORY : FK_OK;
}

/* ---- Leaves -------------------------------------------------------------------------------------------- */

bool fk_cells_are_too_large(const fk_vec3 *point, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        if (!(fk_vec3_largest(point[i]) < FK_CELLS_LARGEST))
            return true;
    return false;
}

fk_status fk_cell_tree_of_surface(fk_context *context, const fk_mesh *mesh, fk_cell_tree **out)
{
    if (mesh->triangle_count == 0 || fk_cells_are_too_large(mesh->point, mesh->vertex_count))
        return FK_ERROR_ARGUMENT;
    cluster_builder b;
    fk_status status = cluster_builder_init(&b, context, mesh->triangle_count);
    if (status != FK_OK)
        return status;
    for (uint32_t t = 0; t < mesh->triangle_count; t++) {
        const uint32_t *c = mesh->triangle[t].corner;
        fk_vec3 corner[3] = {mesh->point[c[0]], mesh->point[c[1]], mesh->point[c[2]]};
        fk_cells_volume leaf = fk_cells_leaf_of_triangle(corner);
        add_cluster_leaf(&b, &leaf, t);
    }
    return build_merged_tree(&b, out);
}

/* Adds the leaves of a face without vertex 0, or of a whole flat hull; with b NULL only counts them. */
static uint32_t add_face_leaves(cluster_builder *b, const fk_hull *hull, uint32_t face, uint32_t source)
{
    const uint32_t *v = hull->face_vertex + hull->face_begin[face];
    uint32_t count = hull->face_begin[face + 1] - hull->face_begin[face];
    bool is_flat = hull->dimension == 2;
    if (!is_flat && v[0] == 0) /* the lowest vertex comes first */
        return 0;
    for (uint32_t i = 1; b != NULL && i + 1 < count; i++) {
        fk_vec3 point[4] = {hull->point[v[0]], hull->point[v[i]], hull->point[v[i + 1]], hull->point[0]};
        fk_cells_volume leaf = fk_cells_leaf(point, is_flat ? 3 : 4);
        add_cluster_leaf(b, &leaf, source);
    }
    return count - 2;
}

/* Adds the leaves of a piece, or only counts them. Returns their number. */
static uint64_t add_piece_leaves(cluster_builder *b, const fk_hull *hull, uint32_t source)
{
    if (hull->dimension < 2) {
        if (b != NULL) {
            fk_cells_volume leaf = fk_cells_leaf(hull->point, hull->vertex_count);
            add_cluster_leaf(b, &leaf, source);
        }
        return 1;
    }
    uint64_t leaves = 0;
    for (uint32_t face = 0; face < (hull->dimension == 2 ? 1 : hull->face_count); face++)
        leaves += add_face_leaves(b, hull, face, source);
    return leaves;
}

fk_status fk_cell_tree_of_pieces(fk_context *context, fk_hull *const *piece, uint32_t piece_count,
                                 fk_cell_tree **out)
{
    uint64_t leaves = 0;
    for (uint32_t i = 0; i < piece_count; i++) {
        if (fk_cells_are_too_large(piece[i]->point, piece[i]->vertex_count))
            return FK_ERROR_ARGUMENT;
        leaves += add_piece_leaves(NULL, piece[i], i);
    }
    if (leaves == 0 || leaves > INT32_MAX)
        return FK_ERROR_ARGUMENT;
    cluster_builder b;
    fk_status status = cluster_builder_init(&b, context, (uint32_t)leaves);
    if (status != FK_OK)
        return status;
    for (uint32_t i = 0; i < piece_count; i++)
        add_piece_leaves(&b, piece[i], i);
    return build_merged_tree(&b, out);
}

fk_status fk_cells_tree_of_leaves(fk_context *context, const fk_cells_volume *leaf, uint32_t count,
                                  fk_cell_tree **out)
{
    cluster_builder b;
    fk_status status = cluster_builder_init(&b, context, count);
    if (status != FK_OK)
        return status;
    for (uint32_t i = 0; i < count; i++)
        add_cluster_leaf(&b, &leaf[i], i);
    return build_merged_tree(&b, out);
}
