/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Random worlds of trees of cells in groups, and what a search of them must find, from all pairs of
 * leaves. */

#ifndef FARKAS_TEST_SEARCH_WORLD_H
#define FARKAS_TEST_SEARCH_WORLD_H

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "farkas/farkas.h"

#define MOST_NODES   40
#define MOST_OBJECTS 12
#define MOST_GROUPS  6
#define MOST_TREES   5

typedef struct tree_block {
    fk_cell_tree tree;
    fk_cell_node node[MOST_NODES];
    uint32_t parent[MOST_NODES];
} tree_block;

typedef struct world {
    fk_random random;
    uint32_t tree_count, object_count, group_count;
    tree_block tree[MOST_TREES];
    fk_search_object object[MOST_OBJECTS];
    fk_search_group group[MOST_GROUPS];
    bool is_rounded; /* poses are not all exact */
} world;

static inline int whole(fk_random *random, int low, int high)
{
    return low + (int)fk_random_below(random, (uint64_t)(high - low + 1));
}

static inline fk_vec3 whole_vector(fk_random *random, int low, int high)
{
    double x = whole(random, low, high), y = whole(random, low, high);
    return fk_vec3_make(x, y, whole(random, low, high));
}

/* ---- Trees --------------------------------------------------------------------------------------------- */

/* A small cell of whole numbers, sometimes flat, a segment or a point. */
static inline void draw_leaf(fk_random *random, fk_cell_node *node, fk_vec3 near)
{
    node->kind = whole(random, 0, 1) ? FK_KIND_BOX : FK_KIND_TETRA;
    node->cell.origin = fk_vec3_add(near, whole_vector(random, -2, 2));
    int edges = whole(random, 0, 3) ? 3 : whole(random, 0, 2);
    for (int k = 0; k < 3; k++)
        node->cell.edge[k] = k < edges ? whole_vector(random, -2, 2) : fk_vec3_make(0, 0, 0);
}

static inline fk_aabb box_of_cell(fk_kind kind, const fk_cell *cell)
{
    fk_aabb box = fk_aabb_empty();
    for (unsigned i = 0; i < 8; i++) {
        if (kind == FK_KIND_TETRA && (i & (i - 1)) != 0)
            continue;
        fk_vec3 p = cell->origin;
        for (unsigned k = 0; k < 3; k++)
            if (i >> k & 1)
                p = fk_vec3_add(p, cell->edge[k]);
        box = fk_aabb_include(box, p);
    }
    return box;
}

/* A box, or a tetrahedron that is large enough; some with left-handed edges. */
static inline fk_cell cell_around(fk_random *random, fk_aabb box, fk_kind *kind)
{
    *kind = whole(random, 0, 2) ? FK_KIND_BOX : FK_KIND_TETRA;
    double factor = *kind == FK_KIND_BOX ? 1 : 3;
    fk_vec3 size = fk_vec3_scale(fk_vec3_sub(box.max, box.min), factor);
    fk_cell cell = {box.min, {{size.x, 0, 0}, {0, size.y, 0}, {0, 0, size.z}}};
    if (whole(random, 0, 1)) {
        fk_vec3 first = cell.edge[0];
        cell.edge[0] = cell.edge[1];
        cell.edge[1] = first;
    }
    return cell;
}

/* Level by level, with one to four children; parents are put around their children from the last to the
 * first. */
static inline void draw_tree(fk_random *random, tree_block *block)
{
    uint32_t wanted = (uint32_t)whole(random, 1, whole(random, 0, 1) ? 6 : MOST_NODES - 4), count = 1;
    uint32_t level[MOST_NODES] = {1};
    memset(block, 0, sizeof *block);
    block->parent[0] = FK_NONE;
    for (uint32_t i = 0; i < count; i++) {
        fk_cell_node *node = &block->node[i];
        node->source = i;
        /* The last node that there is must have children as long as more are wanted; others may be leaves. */
        if (count >= wanted || (i + 1 < count && whole(random, 0, 2) == 0))
            continue;
        node->first_child = count;
        node->child_count = (uint32_t)whole(random, 1, 4);
        for (uint32_t k = 0; k < node->child_count; k++, count++) {
            block->parent[count] = i;
            level[count] = level[i] + 1;
        }
    }
    for (uint32_t i = count; i-- > 0;) {
        fk_cell_node *node = &block->node[i];
        block->tree.level_count = level[i] > block->tree.level_count ? level[i] : block->tree.level_count;
        if (node->child_count == 0) {
            draw_leaf(random, node, whole_vector(random, -3, 3));
            block->tree.leaf_count++;
            continue;
        }
        fk_aabb box = fk_aabb_empty();
        for (uint32_t k = 0; k < node->child_count; k++) {
            const fk_cell_node *child = &block->node[node->first_child + k];
            fk_aabb other = box_of_cell(child->kind, &child->cell);
            box = fk_aabb_merge(&box, &other);
        }
        node->cell = cell_around(random, box, &node->kind);
    }
    block->tree.node_count = count;
    block->tree.node = block->node;
}

static inline fk_pose draw_pose(fk_random *random, int reach, bool is_rounded)
{
    fk_vec3 place = whole_vector(random, -reach, reach);
    if (is_rounded && whole(random, 0, 1)) {
        place = fk_vec3_add(place, fk_vec3_make(0.1, 0.01, fk_random_unit(random)));
        return fk_pose_from_rpy(place, whole_vector(random, -3, 3));
    }
    return fk_pose_from_rpy_deg(place, fk_vec3_scale(whole_vector(random, 0, 3), 90));
}

/* ---- Groups -------------------------------------------------------------------------------------------- */

static inline fk_piece placed_leaf(const fk_search_object *object, uint32_t node)
{
    const fk_cell_node *n = &object->tree->node[node];
    fk_piece piece = {.kind = n->kind, .as.cell = n->cell};
    return fk_piece_place(&piece, &object->pose, NULL);
}

/* A box of whole numbers that holds an object: without room, if its place is exact. */
static inline fk_aabb box_of_object(const world *w, const fk_search_object *object)
{
    fk_piece root = placed_leaf(object, 0);
    fk_aabb box = box_of_cell(root.kind, &root.as.cell);
    if (!w->is_rounded)
        return box;
    fk_vec3 one = {1, 1, 1};
    box.min = fk_vec3_sub(box.min, one);
    box.max = fk_vec3_add(box.max, one);
    fk_aabb rounded = {{floor(box.min.x), floor(box.min.y), floor(box.min.z)},
                       {ceil(box.max.x), ceil(box.max.y), ceil(box.max.z)}};
    return rounded;
}

/* Volumes for some groups, around all that is in them, from the last group to the first. */
static inline void draw_volumes(world *w)
{
    fk_aabb box[MOST_GROUPS];
    for (uint32_t g = 0; g < w->group_count; g++)
        box[g] = fk_aabb_empty();
    for (uint32_t i = 0; i < w->object_count; i++)
        if (w->object[i].group != FK_NONE) {
            fk_aabb other = box_of_object(w, &w->object[i]);
            box[w->object[i].group] = fk_aabb_merge(&box[w->object[i].group], &other);
        }
    for (uint32_t g = w->group_count; g-- > 0;) {
        fk_search_group *group = &w->group[g];
        if (whole(&w->random, 0, 2) == 0 && box[g].min.x <= box[g].max.x) {
            group->cell = cell_around(&w->random, box[g], &group->kind);
            box[g] = box_of_cell(group->kind, &group->cell);
        }
        if (group->parent != FK_NONE)
            box[group->parent] = fk_aabb_merge(&box[group->parent], &box[g]);
    }
}

static inline void draw_world(world *w, uint64_t seed)
{
    memset(w, 0, sizeof *w);
    w->random = fk_random_make(seed);
    w->is_rounded = seed % 2 == 0;
    w->tree_count = (uint32_t)whole(&w->random, 1, MOST_TREES);
    w->object_count = (uint32_t)whole(&w->random, 0, MOST_OBJECTS);
    w->group_count = (uint32_t)whole(&w->random, 0, MOST_GROUPS);
    for (uint32_t i = 0; i < w->tree_count; i++)
        draw_tree(&w->random, &w->tree[i]);
    for (uint32_t g = 0; g < w->group_count; g++) {
        int parent = whole(&w->random, -1, (int)g - 1);
        w->group[g].parent = parent < 0 ? FK_NONE : (uint32_t)parent;
        w->group[g].tests_members = whole(&w->random, 0, 2) > 0;
    }
    int reach = whole(&w->random, 2, 16);
    for (uint32_t i = 0; i < w->object_count; i++) {
        int group = whole(&w->random, -1, (int)w->group_count - 1);
        w->object[i].tree = &w->tree[fk_random_below(&w->random, w->tree_count)].tree;
        w->object[i].group = group < 0 ? FK_NONE : (uint32_t)group;
        w->object[i].pose = draw_pose(&w->random, reach, w->is_rounded);
    }
    draw_volumes(w);
}

/* ---- The truth ----------------------------------------------------------------------------------------- */

static inline bool is_group_in(const world *w, uint32_t inner, uint32_t outer)
{
    while (inner != FK_NONE && inner != outer)
        inner = w->group[inner].parent;
    return inner == outer;
}

/* Of all groups that hold both, the one that all others hold. */
static inline bool is_tested(const world *w, uint32_t a, uint32_t b)
{
    uint32_t smallest = FK_NONE;
    for (uint32_t g = 0; g < w->group_count; g++)
        if (is_group_in(w, w->object[a].group, g) && is_group_in(w, w->object[b].group, g) &&
            is_group_in(w, g, smallest))
            smallest = g;
    return smallest == FK_NONE || w->group[smallest].tests_members;
}

/* All hits of two objects, sorted; for no more than MOST_NODES squared. */
static inline size_t true_hits(const fk_search_object *a, const fk_search_object *b, fk_cell_hit *hit)
{
    size_t count = 0;
    for (uint32_t i = 0; i < a->tree->node_count; i++)
        for (uint32_t k = 0; k < b->tree->node_count; k++) {
            if (a->tree->node[i].child_count > 0 || b->tree->node[k].child_count > 0)
                continue;
            fk_piece p = placed_leaf(a, i), q = placed_leaf(b, k);
            fk_cell_hit found = {.node_a = i, .node_b = k, .verdict = fk_pair_verdict(&p, &q)};
            if (found.verdict == FK_APART)
                continue;
            assert_int_equal(fk_pair_box(&p, &q, &found.box), FK_OK);
            hit[count++] = found;
        }
    return count;
}

/* The hits of all pairs (a, b) of objects: from start[a][b], so many as count[a][b]. */
typedef struct truth {
    fk_cell_hit *hit;
    size_t start[MOST_OBJECTS][MOST_OBJECTS], count[MOST_OBJECTS][MOST_OBJECTS];
} truth;

static inline void find_truth(const world *w, truth *t)
{
    size_t used = 0, most = (size_t)MOST_OBJECTS * MOST_OBJECTS * MOST_NODES * MOST_NODES;
    if (t->hit == NULL)
        t->hit = malloc(most * sizeof *t->hit);
    assert_non_null(t->hit);
    for (uint32_t a = 0; a < w->object_count; a++)
        for (uint32_t b = 0; b < w->object_count; b++) {
            t->start[a][b] = used;
            t->count[a][b] = a == b ? 0 : true_hits(&w->object[a], &w->object[b], t->hit + used);
            used += t->count[a][b];
        }
}

#endif
