/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Bottom-up: triangles are merged to pairs, and these again, those with the smallest common box first; and
 * nodes laid out of a tree that has grown from its leaves.
 *
 * Source: Grulich, "Collision detection in 3D space", 2016, section 3.2, names the way. Merging the cheapest
 * of all pairs, one after the other, takes quadratic time or a search structure that changes. Meister and
 * Bittner, "Parallel locally-ordered clustering", 2018, merge all clusters that are each other's best at
 * once: that makes the same tree, as the union of two clusters is no nearer to a third one than the nearer of
 * the two. Who is best is searched among the WINDOW next ones on both sides of an order in which what is near
 * in space is near, too. Theirs is the Morton order; here it is that of the leaves of a tree that was split
 * into equal counts, which does not mind how unevenly triangles lie. So it is the cheapest pair of all as
 * long as there are no more than WINDOW clusters, and nearly so before.
 *
 * Weak inputs: nested triangles, where only one pair is each other's best at a time. When the work exceeds
 * ROUNDS full rounds, neighbours in the order are merged, whatever their boxes. */

#include "base/lists.h"
#include "hierarchy/builder.h"

#include <math.h>

/* ---- Trees that grow from their leaves ------------------------------------------------------------------- */

/* Node i is part i, a leaf, for i below the number of parts. */
typedef struct fk_join {
    fk_aabb box;
    uint32_t child[2], parent;
    uint32_t count, height; /* parts; levels below it */
} fk_join;

typedef struct layout_visit {
    uint32_t join, depth, first; /* its parts are listed from this place on */
    uint32_t parent;             /* whose right child it is */
    bool is_inside;              /* of a leaf */
} layout_visit;

typedef struct node_layout {
    fk_hierarchy_builder *b;
    const fk_join *join;
    layout_visit *waiting;
    size_t count, capacity;
} node_layout;

static bool push_layout_visit(node_layout *l, layout_visit next)
{
    if (!fk_grow(l->b->context, &l->waiting, sizeof *l->waiting, l->count, &l->capacity, l->count + 1))
        return false;
    l->waiting[l->count++] = next;
    return true;
}

static bool lay_out_next(node_layout *l)
{
    fk_hierarchy_builder *b = l->b;
    layout_visit now = l->waiting[--l->count];
    const fk_join *join = &l->join[now.join];
    uint32_t node = b->node_count;
    if (!now.is_inside) {
        bool stops = fk_hierarchy_is_leaf(b, join->count, now.depth, &join->box);
        if (!fk_hierarchy_add_node(b, now.parent, now.first, stops ? join->count : 0))
            return false;
        now.is_inside = stops;
        b->depth = now.depth > b->depth ? now.depth : b->depth;
    }
    if (join->count == 1) {
        b->listed[now.first] = now.join;
        return true;
    }
    layout_visit left = {join->child[0], now.depth + 1, now.first, FK_NONE, now.is_inside};
    layout_visit right = {join->child[1], now.depth + 1, now.first + l->join[left.join].count, node,
                          now.is_inside};
    return push_layout_visit(l, right) && push_layout_visit(l, left);
}

/* Makes nodes of a tree of joins, down to where the rules stop. */
static fk_status lay_out(fk_hierarchy_builder *b, const fk_join *join, uint32_t root)
{
    node_layout l = {.b = b, .join = join};
    layout_visit all = {root, 0, 0, FK_NONE, false};
    bool fits =
        fk_grow(b->context, &b->listed, sizeof *b->listed, 0, &b->listed_capacity, join[root].count) &&
        push_layout_visit(&l, all);
    b->listed_count = join[root].count;
    while (fits && l.count > 0)
        fits = lay_out_next(&l);
    fk_release(b->context, l.waiting, l.capacity * sizeof *l.waiting);
    return fits ? FK_OK : FK_ERROR_MEMORY;
}

/* ---- Merging ------------------------------------------------------------------------------------------- */

#define WINDOW 16
#define ROUNDS 64

typedef struct cluster_merger {
    fk_hierarchy_builder *b;
    fk_join *join;
    uint32_t join_count;
    uint32_t *cluster; /* the joins that are left, in their order */
    uint32_t count;
    /* Of each cluster, which one it is best merged with, and the area of the box of both. */
    uint32_t *best;
    double *area;
} cluster_merger;

/* ---- Merging ------------------------------------------------------------------------------------------- */

/* Pairs are ordered by the area, then by their first and second cluster: so the least of all is the best of
 * both. Pairs are offered in ascending order. */
static void offer_neighbor(cluster_merger *m, uint32_t i, uint32_t other, double area)
{
    if (area < m->area[i]) {
        m->area[i] = area;
        m->best[i] = other;
    }
}

static void find_best_pair(cluster_merger *m)
{
    for (uint32_t i = 0; i < m->count; i++) {
        m->area[i] = INFINITY;
        m->best[i] = FK_NONE;
    }
    for (uint32_t i = 0; i < m->count; i++)
        for (uint32_t j = i + 1; j < m->count && j <= i + WINDOW; j++) {
            fk_aabb both = fk_build_box_join(&m->join[m->cluster[i]].box, &m->join[m->cluster[j]].box);
            double area = fk_build_box_area(&both);
            offer_neighbor(m, i, j, area);
            offer_neighbor(m, j, i, area);
        }
}

static uint32_t join_two(cluster_merger *m, uint32_t a, uint32_t b)
{
    const fk_join *p = &m->join[a], *q = &m->join[b];
    m->join[m->join_count] =
        (fk_join){.box = fk_build_box_join(&p->box, &q->box), .child = {a, b}, .count = p->count + q->count};
    return m->join_count++;
}

/* Merges clusters that are each other's best. What is merged stands where the first one stood. */
static void merge_best(cluster_merger *m)
{
    uint32_t left = 0;
    for (uint32_t i = 0; i < m->count; i++) {
        uint32_t j = m->best[i];
        bool mutual = j != FK_NONE && m->best[j] == i;
        if (mutual && j < i)
            continue;
        uint32_t a = m->cluster[i];
        m->cluster[left++] = mutual ? join_two(m, a, m->cluster[j]) : a;
    }
    m->count = left;
}

static void merge_neighbors(cluster_merger *m)
{
    uint32_t left = 0;
    for (uint32_t i = 0; i < m->count; i += 2)
        m->cluster[left++] = i + 1 < m->count ? join_two(m, m->cluster[i], m->cluster[i + 1]) : m->cluster[i];
    m->count = left;
}

static void merge_clusters(cluster_merger *m)
{
    uint64_t work = 0, most = (uint64_t)m->count * ROUNDS;
    while (m->count > 1) {
        work += m->count;
        if (work > most) {
            merge_neighbors(m);
            continue;
        }
        find_best_pair(m);
        merge_best(m);
    }
}

/* Leaves the parts in their order as the clusters. */
static fk_status sort_clusters(cluster_merger *m)
{
    fk_hierarchy_builder *b = m->b;
    fk_hierarchy_rules rules = b->rules;
    b->rules = (fk_hierarchy_rules){.strategy = FK_EQUAL_COUNT, .leaf_count = 1};
    fk_status status = fk_hierarchy_split(b);
    b->rules = rules;
    for (uint32_t i = 0; i < m->count && status == FK_OK; i++) {
        m->cluster[i] = b->listed[i];
        m->join[i] = (fk_join){.box = b->part[i].box, .count = 1};
    }
    b->node_count = b->listed_count = b->depth = 0;
    return status;
}

fk_status fk_hierarchy_merge(fk_hierarchy_builder *b)
{
    size_t n = b->part_count;
    cluster_merger m = {.b = b, .join_count = b->part_count, .count = b->part_count};
    m.join = fk_allocate(b->context, 2 * n * sizeof *m.join);
    m.cluster = fk_allocate(b->context, n * sizeof *m.cluster);
    m.best = fk_allocate(b->context, n * sizeof *m.best);
    m.area = fk_allocate(b->context, n * sizeof *m.area);
    fk_status status = FK_ERROR_MEMORY;
    if (m.join != NULL && m.cluster != NULL && m.best != NULL && m.area != NULL)
        status = sort_clusters(&m);
    if (status == FK_OK) {
        merge_clusters(&m);
        status = lay_out(b, m.join, m.cluster[0]);
    }
    fk_release(b->context, m.join, 2 * n * sizeof *m.join);
    fk_release(b->context, m.cluster, n * sizeof *m.cluster);
    fk_release(b->context, m.best, n * sizeof *m.best);
    fk_release(b->context, m.area, n * sizeof *m.area);
    return status;
}

/* ---- Insertion ----------------------------------------------------------------------------------------- */

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

static double area_growth(const fk_join *node, const fk_aabb *box)
{
    fk_aabb both = fk_build_box_join(&node->box, box);
    return fk_build_box_area(&both) - fk_build_box_area(&node->box);
}

/* The leaf beside which a box is inserted. Of children that grow as much, the one with fewer parts is taken. */
static uint32_t find_sibling(const fk_join *join, uint32_t node, const fk_aabb *box)
{
    while (join[node].count > 1) {
        const fk_join *left = &join[join[node].child[0]], *right = &join[join[node].child[1]];
        double more_left = area_growth(left, box), more_right = area_growth(right, box);
        bool goes_right = more_right < more_left || (more_right == more_left && right->count < left->count);
        node = join[node].child[goes_right];
    }
    return node;
}

static void update_join(fk_join *join, uint32_t node)
{
    fk_join *own = &join[node];
    const fk_join *left = &join[own->child[0]], *right = &join[own->child[1]];
    own->box = fk_build_box_join(&left->box, &right->box);
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
static uint32_t rotate_join(fk_join *join, uint32_t node)
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
    update_join(join, node);
    update_join(join, up);
    return up;
}

/* Inserts a leaf into the tree below a root, by way of a new parent. Returns the new root. */
static uint32_t insert_leaf(fk_join *join, uint32_t root, uint32_t leaf, uint32_t fresh, bool balance)
{
    uint32_t sibling = find_sibling(join, root, &join[leaf].box), node = fresh;
    replace_child(join, join[sibling].parent, sibling, fresh);
    join[fresh].child[0] = sibling;
    join[fresh].child[1] = leaf;
    join[sibling].parent = join[leaf].parent = fresh;
    for (;;) {
        update_join(join, node);
        if (balance)
            node = rotate_join(join, node);
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
        root = insert_leaf(join, root, i, n + i - 1, b->rules.balance);
    fk_status status = lay_out(b, join, root);
    fk_release(b->context, join, bytes);
    return status;
}
