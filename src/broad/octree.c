/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* An octree, after J. Grulich (2016), section 3.3.2, algorithms 9 to 11, corrected.
 *
 * A box is in the smallest octant that contains it. As printed, the bounding sphere has to fit, which is
 * larger and keeps more boxes near the root. Algorithm 9 makes all 8^depth nodes; here a node exists only if
 * it has boxes, or at least two children with boxes below. Algorithm 11 never removes a node from the list of
 * ancestors, so boxes are tested with those of finished nodes; here an ancestor ends with its last
 * descendant.
 *
 * The root is a cube around all boxes except a few far away. Octants at its sides are unbounded there, so
 * every box is in an octant: a monotone map takes coordinates to integers (see broad.h). Boxes that meet have
 * integer ranges that meet along each axis, and so have their octants. Of two octants with a common point,
 * one is an ancestor of the other, or they are equal.
 *
 * The path to an octant is a number of `depth` digits to the base 9: 1 to 8 for the children, then zeros. So
 * an octant sorts before those inside it and after all earlier ones, and the sorted boxes are the tree in
 * preorder.
 *
 * Boxes on the middle planes of large octants stay near the root and would be tested with everything below.
 * So an ancestor passes down to a node only those boxes that meet the union of all boxes below that node, and
 * the boxes of a node are swept along x.
 *
 * Each update sorts all boxes again, in O(n).
 *
 * Weak inputs: many small boxes on the plane x = middle of a large octant, and many boxes in an octant of the
 * last level: all that begin at the same x are tested with each other. */

#include "broad/broad.h"

#include "base/bits.h"
#include "base/lists.h"

#define MAX_DEPTH 20 /* 9^20 < 2^64 */

typedef struct octree_node {
    fk_aabb_float box; /* around all boxes of the node and its descendants */
    uint32_t begin, end;
    uint32_t child, next; /* its first child; its next sibling; or FK_NONE */
} octree_node;

typedef struct octree {
    fk_sorted_boxes sorted;
    fk_grid_map map;
    uint32_t depth;
    octree_node *node;
    uint32_t node_count, root;
    size_t node_capacity;
    fk_sorted_box *path; /* for pairs: items of ancestors */
    size_t path_capacity;
} octree;

static void octree_init(void *self, const fk_broad_options *options)
{
    ((octree *)self)->depth = options->depth;
}

static void octree_end(void *self, fk_context *context)
{
    octree *o = self;
    fk_release(context, o->sorted.memory, o->sorted.bytes);
    fk_release(context, o->node, o->node_capacity * sizeof *o->node);
    fk_release(context, o->path, o->path_capacity * sizeof *o->path);
}

static fk_grid_map make_octree_map(const fk_grid_extent *range, uint32_t depth)
{
    double wide = 0;
    for (int k = 0; k < 3; k++)
        wide = range->high[k] - range->low[k] > wide ? range->high[k] - range->low[k] : wide;
    fk_grid_map map = {.last = ((int64_t)1 << depth) - 1};
    double inverse = fk_grid_inverse_size(wide / (double)(map.last + 1));
    for (int k = 0; k < 3; k++) {
        map.inverse[k] = inverse;
        map.origin[k] = fk_grid_truncate(range->low[k] * inverse);
    }
    return map;
}

/* Returns the path to the smallest octant that contains a box: the common prefix of the paths of its two
 * corners. */
static uint64_t octant_path(const octree *o, const fk_aabb_float *box)
{
    uint32_t low[3], differs = 0;
    for (int k = 0; k < 3; k++) {
        low[k] = fk_grid_cell(&o->map, k, box->min[k]);
        differs |= low[k] ^ fk_grid_cell(&o->map, k, box->max[k]);
    }
    uint64_t path = 0;
    for (uint32_t bit = o->depth; bit-- > 0;) {
        uint32_t octant = (low[0] >> bit & 1) | (low[1] >> bit & 1) << 1 | (low[2] >> bit & 1) << 2;
        path = path * 9 + (differs >> bit == 0 ? octant + 1 : 0);
    }
    return path;
}

static uint32_t path_depth(const octree *o, uint64_t path)
{
    uint32_t depth = o->depth;
    for (; depth > 0 && path % 9 == 0; path /= 9)
        depth--;
    return depth;
}

/* Returns the depth of the smallest octant that contains both. */
static uint32_t common_depth(const octree *o, uint64_t a, uint64_t b)
{
    uint32_t depth = o->depth;
    for (; a != b; a /= 9, b /= 9)
        depth--;
    return depth;
}

/* The nodes from the root to the current one. */
typedef struct octree_branch {
    uint32_t count;
    struct {
        uint32_t node, depth, last_child;
    } at[MAX_DEPTH + 1];
} octree_branch;

static void open_octant(octree *o, octree_branch *b, uint32_t depth, uint32_t begin, uint32_t last)
{
    octree_node n = {fk_aabb_float_empty, begin, last, FK_NONE, FK_NONE};
    for (uint32_t i = begin; i < last; i++)
        fk_aabb_float_unite(&n.box, &o->sorted.item[i].box);
    b->at[b->count].node = o->node_count;
    b->at[b->count].depth = depth;
    b->at[b->count++].last_child = FK_NONE;
    o->node[o->node_count++] = n;
}

/* The last node is complete and becomes a child: of its predecessor on the branch, or of a new node without
 * boxes if the predecessor is not deep enough. */
static void close_octant(octree *o, octree_branch *b, uint32_t depth)
{
    uint32_t child = b->at[--b->count].node, begin = o->node[child].begin;
    if (b->count == 0 || b->at[b->count - 1].depth < depth)
        open_octant(o, b, depth, begin, begin);
    uint32_t parent = b->at[b->count - 1].node, *last = &b->at[b->count - 1].last_child;
    if (*last == FK_NONE)
        o->node[parent].child = child;
    else
        o->node[*last].next = child;
    *last = child;
    fk_aabb_float_unite(&o->node[parent].box, &o->node[child].box);
}

static void build_octree_nodes(octree *o)
{
    const fk_sorted_boxes *sorted = &o->sorted;
    octree_branch b = {0};
    o->node_count = 0;
    uint64_t before = 0;
    for (uint32_t i = 0, next; i < sorted->count; i = next) {
        uint64_t path = sorted->key[sorted->item[i].id];
        for (next = i + 1; next < sorted->count && sorted->key[sorted->item[next].id] == path;)
            next++;
        uint32_t common = i > 0 ? common_depth(o, before, path) : 0;
        while (b.count > 0 && b.at[b.count - 1].depth > common)
            close_octant(o, &b, common);
        open_octant(o, &b, path_depth(o, path), i, next);
        before = path;
    }
    while (b.count > 1)
        close_octant(o, &b, b.at[b.count - 2].depth);
    o->root = b.count > 0 ? b.at[0].node : FK_NONE;
}

static fk_status octree_update(void *self, fk_context *context, const fk_broad_boxes *boxes,
                               const uint32_t *changed, uint32_t changed_count, const fk_workers *workers)
{
    (void)changed, (void)changed_count, (void)workers;
    octree *o = self;
    o->node_count = 0;
    if (!fk_sorted_boxes_begin(&o->sorted, context, boxes))
        return FK_ERROR_MEMORY;
    size_t nodes = 2 * (size_t)o->sorted.count;
    if (!fk_grow(context, &o->node, sizeof *o->node, 0, &o->node_capacity, nodes)) {
        o->sorted.count = 0;
        return FK_ERROR_MEMORY;
    }
    fk_grid_extent range = fk_grid_find_extent(&o->sorted, boxes, 0, o->sorted.count);
    o->map = make_octree_map(&range, o->depth);
    for (uint32_t i = 0; i < o->sorted.count; i++) {
        uint32_t id = (uint32_t)o->sorted.order[i];
        o->sorted.key[id] = octant_path(o, &boxes->box[id]);
        o->sorted.order[i] =
            (uint64_t)((uint32_t)fk_float_key(boxes->box[id].min[0]) ^ (uint32_t)1 << 31) << 32 | id;
    }
    fk_sort_u64_above(o->sorted.order, o->sorted.room, o->sorted.count, 32);
    fk_sorted_boxes_sort(&o->sorted, 0, o->sorted.count);
    fk_sorted_boxes_build(&o->sorted, boxes);
    build_octree_nodes(o);
    return FK_OK;
}

/* ---- Pairs --------------------------------------------------------------------------------------------- */

/* A node whose children are being visited. A range of the path contains the items, its own and of its
 * ancestors, that may meet what is below. */
typedef struct octree_stack_entry {
    uint32_t child;
    size_t begin, end;
} octree_stack_entry;

/* Adds to the path the items that meet the box of a node. Returns false without memory. */
static bool pass_down_boxes(octree *o, fk_context *context, const octree_stack_entry *from,
                            const octree_node *parent, const octree_node *n, size_t *count)
{
    size_t most = from->end + (from->end - from->begin) + (parent->end - parent->begin);
    if (!fk_grow(context, &o->path, sizeof *o->path, from->end, &o->path_capacity, most))
        return false;
    size_t put = from->end;
    for (size_t i = from->begin; i < from->end; i++) {
        o->path[put] = o->path[i];
        put += fk_aabb_float_meets(&o->path[i].box, &n->box);
    }
    for (uint32_t i = parent->begin; i < parent->end; i++) {
        o->path[put] = o->sorted.item[i];
        put += fk_aabb_float_meets(&o->sorted.item[i].box, &n->box);
    }
    *count = put;
    return true;
}

/* Adds the pairs among the boxes of a node, which are sorted by their lower ends along x, and their pairs
 * with the items passed down. */
static bool find_octant_pairs(const octree *o, const octree_node *n, size_t begin, size_t last,
                              fk_pair_keys *keys)
{
    for (uint32_t i = n->begin; i < n->end; i++) {
        const fk_sorted_box *a = &o->sorted.item[i];
        uint32_t next = i + 1;
        while (next < n->end && o->sorted.item[next].box.min[0] <= a->box.max[0])
            next++;
        if (!fk_pair_keys_reserve(keys, next - i + (last - begin)))
            return false;
        fk_sorted_boxes_test(&o->sorted, i, i + 1, next, keys);
        for (size_t k = begin; k < last; k++) {
            const fk_sorted_box *b = &o->path[k];
            if (fk_aabb_float_meets(&a->box, &b->box))
                fk_pair_keys_push(keys, a->id, b->id);
        }
    }
    return true;
}

static fk_status octree_pairs(void *self, fk_context *context, const fk_broad_boxes *boxes,
                              const fk_workers *workers, fk_pair_keys *out)
{
    (void)boxes, (void)workers;
    octree *o = self;
    if (o->node_count == 0)
        return FK_OK;
    octree_stack_entry stack[MAX_DEPTH + 2];
    uint32_t at[MAX_DEPTH + 2], top = 0; /* nodes on the stack */
    at[0] = o->root;
    stack[0] = (octree_stack_entry){o->node[o->root].child, 0, 0};
    if (!find_octant_pairs(o, &o->node[o->root], 0, 0, out))
        return FK_ERROR_MEMORY;
    for (;;) {
        octree_stack_entry *p = &stack[top];
        if (p->child == FK_NONE) {
            if (top-- == 0)
                return FK_OK;
            continue;
        }
        const octree_node *n = &o->node[p->child];
        size_t last;
        if (!pass_down_boxes(o, context, p, &o->node[at[top]], n, &last) ||
            !find_octant_pairs(o, n, p->end, last, out))
            return FK_ERROR_MEMORY;
        at[top + 1] = p->child;
        stack[top + 1] = (octree_stack_entry){n->child, p->end, last};
        p->child = n->next;
        top++;
    }
}

static void octree_visit(const void *self, fk_broad_visit_state *state)
{
    fk_sorted_boxes_visit(&((const octree *)self)->sorted, state);
}

/* Checks that the boxes of nodes contain those of their items and children. Each item occurs once, since
 * items come in order. */
static bool are_octree_nodes_sound(const octree *o)
{
    uint32_t stack[MAX_DEPTH + 2], top = 1, items = 0, seen = 0;
    stack[0] = o->root;
    while (top > 0) {
        uint32_t number = stack[--top];
        if (number >= o->node_count)
            return false;
        const octree_node *n = &o->node[number];
        if (n->begin != items || n->end < n->begin || n->end > o->sorted.count)
            return false;
        for (; items < n->end; items++)
            if (!fk_aabb_float_contains(&n->box, &o->sorted.item[items].box) ||
                octant_path(o, &o->sorted.item[items].box) != octant_path(o, &o->sorted.item[n->begin].box))
                return false;
        for (uint32_t child = n->child; child != FK_NONE; child = o->node[child].next)
            if (child >= o->node_count || !fk_aabb_float_contains(&n->box, &o->node[child].box))
                return false;
        if (n->next != FK_NONE && number != o->root)
            stack[top++] = n->next;
        if (n->child != FK_NONE)
            stack[top++] = n->child;
        seen++;
    }
    return items == o->sorted.count && seen == o->node_count;
}

static bool octree_is_sound(const void *self, const fk_broad_boxes *boxes)
{
    const octree *o = self;
    if (!fk_sorted_boxes_are_sound(&o->sorted, boxes))
        return false;
    for (uint32_t i = 1; i < o->sorted.count; i++) {
        const fk_sorted_box *item = &o->sorted.item[i];
        uint64_t before = octant_path(o, &item[-1].box), path = octant_path(o, &item->box);
        float first = item[-1].box.min[0], second = item->box.min[0];
        if (before > path ||
            (before == path && !(first < second || (first == second && item[-1].id < item->id))))
            return false;
    }
    return o->sorted.count == 0 ? o->node_count == 0 : are_octree_nodes_sound(o);
}

static size_t octree_bytes(const void *self)
{
    const octree *o = self;
    return o->sorted.bytes + o->node_capacity * sizeof *o->node + o->path_capacity * sizeof *o->path;
}

const fk_broad_class fk_broad_octree = {sizeof(octree), octree_init,  octree_end,      octree_update,
                                        octree_pairs,   octree_visit, octree_is_sound, octree_bytes};
