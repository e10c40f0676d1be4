/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Builds the tree of a mesh.
 *
 *   triangles -> items: boxes in floats            parallel
 *   upper nodes, down to ranges of CHUNK           serial
 *   the subtree of each such range                 parallel, each into its own memory
 *   nodes into one block, boxes from leaves up     parallel
 *   boxes of the upper nodes                       serial
 *
 * The tasks depend on the mesh alone, and so do the bytes of the tree. */

#include "tree/tree.h"

#include <math.h>
#include <string.h>

#include "base/context.h"
#include "base/simd_four.h"
#include "base/workers.h"

/* Leaves have up to LEAF triangles, or up to FK_TREE_LEAF_MOST where that saves a node. */
#define LEAF 4

/* The box of a triangle, in tree units up to rounding. The index takes the place of a fourth coordinate, so
 * that loads of four floats work; the fourth result is ignored. */
typedef struct tree_item {
    float min[3];
    uint32_t triangle;
    float max[3];
    uint32_t bin; /* in the range that is being split */
} tree_item;

/* A node before its boxes are fitted: the other fields of fk_tree_node. */
typedef struct tree_links {
    uint32_t child[FK_TREE_WIDTH];
    uint8_t count[FK_TREE_WIDTH];
    uint8_t used;
} tree_links;

/* Items first to first + count - 1 of an array, `depth` nodes below the root. */
typedef struct tree_range {
    uint32_t first, count, depth;
} tree_range;

/* ---- Splitting ----------------------------------------------------------------------------------------- */

/* By the surface area heuristic (Goldsmith, Salmon, "Automatic creation of object hierarchies for ray
 * tracing", 1987) over bins of centroids (Wald, "On fast construction of SAH-based bounding volume
 * hierarchies", 2007).
 *
 * A range is split in two at the bin border with the least sum of area times count of both sides, along the
 * longest side of the box of centroids. For a node, the range with the largest box is split again and again.
 * Of large ranges only a sample is evaluated: that takes half the time, and the trees are as good.
 *
 * Any order of the triangles gives a valid tree. Only the depth is guaranteed: from a certain depth on, and
 * where all centroids coincide, ranges are halved. */

#define BINS 16

/* Large ranges are evaluated on about SAMPLE items, evenly spread. */
#define SAMPLE 1024

/* From this depth on, ranges are halved: 8^11 is more than the largest number of triangles. */
#define DEEP (FK_TREE_DEPTH - 12)

/* The box around some items, and the box around twice their centroids. */
typedef struct item_bounds {
    fk_four min, max, low, high;
    uint32_t count;
} item_bounds;

static item_bounds empty_bounds(void)
{
    static const float most[4] = {16, 16, 16, 0}, least[4] = {-16, -16, -16, 0};
    item_bounds b = {.min = fk_four_load(most), .max = fk_four_load(least), .count = 0};
    b.low = b.min;
    b.high = b.max;
    return b;
}

static inline void include_item(item_bounds *b, const tree_item *item)
{
    fk_four min, max;
    memcpy(&min, item, sizeof min);
    memcpy(&max, (const char *)item + sizeof min, sizeof max);
    fk_four middle = fk_four_add(min, max);
    b->min = fk_four_min(b->min, min);
    b->max = fk_four_max(b->max, max);
    b->low = fk_four_min(b->low, middle);
    b->high = fk_four_max(b->high, middle);
    b->count++;
}

static inline void join_bounds(item_bounds *b, const item_bounds *other)
{
    b->min = fk_four_min(b->min, other->min);
    b->max = fk_four_max(b->max, other->max);
    b->low = fk_four_min(b->low, other->low);
    b->high = fk_four_max(b->high, other->high);
    b->count += other->count;
}

/* The stride of the sample. */
static uint32_t sample_step(uint32_t count)
{
    return count < 2 * SAMPLE ? 1 : count / SAMPLE;
}

static item_bounds bound_items(const tree_item *item, uint32_t count)
{
    item_bounds all = empty_bounds();
    uint32_t step = sample_step(count);
    for (uint32_t i = 0; i < count; i += step)
        include_item(&all, item + i);
    all.count = count;
    return all;
}

/* Half of the surface area. */
static float half_area(const item_bounds *b)
{
    float min[4], max[4];
    fk_four_store(min, b->min);
    fk_four_store(max, b->max);
    float x = max[0] - min[0], y = max[1] - min[1], z = max[2] - min[2];
    return x * y + y * z + z * x;
}

/* ---- Splitting a range in two -------------------------------------------------------------------------- */

/* Bins along an axis: the beginning of the first, and the number of bins per unit. */
typedef struct sah_bins {
    int axis, count;
    float begin, scale;
} sah_bins;

static inline int item_bin(const sah_bins *b, const tree_item *item)
{
    float at = (item->min[b->axis] + item->max[b->axis] - b->begin) * b->scale;
    return !(at > 0) ? 0 : at < (float)b->count ? (int)at : b->count - 1;
}

/* Returns false if all centroids coincide. */
static bool place_bins(const item_bounds *all, sah_bins *out)
{
    int axis = 0;
    float length[3], low[4], high[4];
    fk_four_store(low, all->low);
    fk_four_store(high, all->high);
    for (int k = 0; k < 3; k++) {
        length[k] = high[k] - low[k];
        axis = length[k] > length[axis] ? k : axis;
    }
    out->axis = axis;
    out->count = all->count <= 8 ? BINS / 4 : all->count <= 64 ? BINS / 2 : BINS;
    out->begin = low[axis];
    out->scale = ((float)out->count - 0.01f) / length[axis];
    return length[axis] > 0x1p-100f;
}

/* Returns the first bin right of the cheapest border, and sets the bounds of both sides, and the bins of the items. */
static int find_sah_border(tree_item *item, const sah_bins *b, uint32_t count, item_bounds side[2])
{
    item_bounds in[BINS], right[BINS];
    for (int i = 0; i < b->count; i++)
        in[i] = empty_bounds();
    uint32_t step = sample_step(count);
    for (uint32_t i = 0; i < count; i++)
        item[i].bin = (uint32_t)item_bin(b, item + i);
    for (uint32_t i = 0; i < count; i += step)
        include_item(in + item[i].bin, item + i);
    right[b->count - 1] = in[b->count - 1];
    for (int i = b->count - 2; i > 0; i--) {
        right[i] = in[i];
        join_bounds(right + i, right + i + 1);
    }
    item_bounds left = empty_bounds();
    int best = 0;
    float least = HUGE_VALF;
    for (int i = 1; i < b->count; i++) {
        join_bounds(&left, in + i - 1);
        float cost = half_area(&left) * (float)left.count + half_area(right + i) * (float)right[i].count;
        if (left.count > 0 && right[i].count > 0 && cost < least) {
            least = cost;
            best = i;
            side[0] = left;
        }
    }
    side[1] = right[best > 0 ? best : 1]; /* without a border, the caller halves */
    return best;
}

/* Two items, which may be one. Vectors of four, as other loads and stores of items: shorter ones would have to wait for each other. */
static inline void exchange_items(tree_item *a, tree_item *b)
{
    fk_four x[2], y[2];
    memcpy(x, a, sizeof x);
    memcpy(y, b, sizeof y);
    memcpy(b, x, sizeof x);
    memcpy(a, y, sizeof y);
}

/* Moves the items of bins below the border to the front; returns their number. Each item is exchanged with the first that belongs
 * behind: with itself, until there is one. So there is no branch that a processor could predict wrongly. */
static uint32_t partition_items(tree_item *item, uint32_t count, uint32_t border)
{
    uint32_t left = 0;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t bin = item[i].bin;
        exchange_items(item + i, item + left);
        left += bin < border;
    }
    return left;
}

/* Splits items in two. */
static void split_items(tree_item *item, const item_bounds *all, bool is_deep, item_bounds side[2])
{
    sah_bins b;
    uint32_t count = all->count;
    if (!is_deep && place_bins(all, &b)) {
        uint32_t border = (uint32_t)find_sah_border(item, &b, count, side);
        side[0].count = partition_items(item, count, border);
        side[1].count = count - side[0].count;
        if (side[0].count > 0 && side[1].count > 0)
            return;
    }
    side[0] = bound_items(item, count / 2);
    side[1] = bound_items(item + count / 2, count - count / 2);
}

/* The range to split next, or FK_TREE_WIDTH: the one with the largest box; in deep nodes, with most
 * triangles. */
static uint32_t next_to_split(const item_bounds *bounds, uint32_t used, bool is_deep)
{
    uint32_t best = FK_TREE_WIDTH;
    float most = -1;
    for (uint32_t i = 0; i < used; i++) {
        float rank = is_deep ? (float)bounds[i].count : half_area(bounds + i);
        if (bounds[i].count > LEAF && rank > most) {
            most = rank;
            best = i;
        }
    }
    return best;
}

/* Splits a range into up to FK_TREE_WIDTH ranges and sorts the items into them; returns the number of
 * ranges. */
static uint32_t split_range(tree_item *item, tree_range range, tree_range subrange[FK_TREE_WIDTH])
{
    bool is_deep = range.depth >= DEEP;
    item_bounds of[FK_TREE_WIDTH] = {bound_items(item + range.first, range.count)};
    uint32_t used = 1;
    subrange[0] = (tree_range){range.first, range.count, range.depth + 1};
    if (range.count == 0)
        return 0;
    while (used < FK_TREE_WIDTH) {
        uint32_t i = next_to_split(of, used, is_deep);
        if (i == FK_TREE_WIDTH)
            break;
        item_bounds side[2];
        split_items(item + subrange[i].first, of + i, is_deep, side);
        of[i] = side[0];
        of[used] = side[1];
        subrange[used] = (tree_range){subrange[i].first + side[0].count, side[1].count, range.depth + 1};
        subrange[i].count = side[0].count;
        used++;
    }
    return used;
}

/* A range of at most CHUNK(n) of n triangles is one task. */
#define CHUNK(n) ((n) / 64 > 1024 ? (n) / 64 : 1024)
#define BATCH    8192 /* items per task */

/* A subtree that one task builds. */
typedef struct subtree_task {
    tree_range range;
    uint32_t parent, column; /* of its root */
    uint32_t links;          /* the first of its nodes in builder.links, and their number */
    uint32_t node_count;
    uint32_t base; /* the index of its first node in the tree */
} subtree_task;

typedef struct tree_builder {
    const fk_context *context; /* polled by all tasks; set, they leave the rest undone */
    const fk_mesh *mesh;
    fk_tree *tree;
    fk_tree_node *node;
    fk_tree_obb *obb;
    uint32_t *triangle;
    tree_item *item;
    tree_links *links; /* those of the upper nodes are at the end */
    subtree_task *task;
    uint32_t task_count, task_most, chunk;
    fk_vec3 origin;
    double inverse;
} tree_builder;

fk_tree_options fk_tree_options_default(void)
{
    fk_tree_options options = {NULL};
    return options;
}

static void make_items(void *data, uint32_t batch)
{
    const tree_builder *b = data;
    uint32_t end = b->mesh->triangle_count;
    uint32_t first = batch * BATCH, last = end - first < BATCH ? end : first + BATCH;
    for (uint32_t t = first; t < last; t++) {
        tree_item *item = b->item + t;
        item->triangle = t;
        item->bin = 0;
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

/* An upper bound of the number of nodes for n triangles in ranges of more than LEAF_MOST. Nodes with fewer
 * than eight children have only leaves: B of them, at most n / 9. The I nodes with eight have 8 I children,
 * which are at most n leaves and the other nodes: 7 I <= n + B. */
static uint32_t most_nodes(uint32_t count)
{
    return count / 3 + 1;
}

static void set_child(tree_links *links, uint32_t column, uint32_t child, uint32_t count)
{
    links->child[column] = child;
    links->count[column] = (uint8_t)count;
}

/* Builds a subtree. Nodes are split in the order of their indices, so children come after their parents. */
static void build_subtree(void *data, uint32_t index)
{
    tree_builder *b = data;
    subtree_task *p = b->task + index;
    tree_links *links = b->links + p->links;
    /* The range that is still to be split is stored in the links of its node. */
    p->node_count = 1;
    links[0].child[0] = p->range.first;
    links[0].child[1] = p->range.count;
    links[0].child[2] = p->range.depth;
    for (uint32_t i = 0; i < p->node_count && !fk_context_poll(b->context); i++) {
        tree_range range = {links[i].child[0], links[i].child[1], links[i].child[2]};
        tree_range child[FK_TREE_WIDTH];
        memset(links + i, 0, sizeof links[i]);
        uint32_t used = split_range(b->item, range, child);
        links[i].used = (uint8_t)used;
        for (uint32_t k = 0; k < used; k++) {
            if (child[k].count <= FK_TREE_LEAF_MOST) {
                set_child(links + i, k, child[k].first, child[k].count);
                continue;
            }
            tree_links *next = links + p->node_count;
            set_child(links + i, k, p->node_count++, 0);
            next->child[0] = child[k].first;
            next->child[1] = child[k].count;
            next->child[2] = child[k].depth;
        }
    }
}

/* Builds the upper nodes and lists the tasks below them. Both wait in one list, in which children come after
 * their node. Ranges larger than a chunk are split. */
static uint32_t build_top(tree_builder *b, tree_links *top)
{
    uint32_t node_count = 0, links = 0, next = 0;
    b->task_count = 1;
    b->task[0] = (subtree_task){.range = {0, b->mesh->triangle_count, 0}, .parent = FK_NONE};
    /* Entries before `kept` are final tasks. */
    uint32_t kept = 0;
    while (next < b->task_count && !fk_context_poll(b->context)) {
        subtree_task p = b->task[next++];
        if (p.range.count <= b->chunk) {
            p.links = links;
            links += most_nodes(p.range.count);
            b->task[kept++] = p;
            continue;
        }
        tree_range child[FK_TREE_WIDTH];
        uint32_t index = node_count++;
        tree_links *node = top + index;
        memset(node, 0, sizeof *node);
        node->used = (uint8_t)split_range(b->item, p.range, child);
        if (p.parent != FK_NONE)
            set_child(top + p.parent, p.column, index, 0);
        for (uint32_t k = 0; k < node->used; k++)
            if (child[k].count <= FK_TREE_LEAF_MOST)
                set_child(node, k, child[k].first, child[k].count);
            else
                b->task[b->task_count++] = (subtree_task){.range = child[k], .parent = index, .column = k};
    }
    b->task_count = kept;
    return node_count;
}

/* ---- One block ----------------------------------------------------------------------------------------- */

static void copy_links(fk_tree_node *node, const tree_links *links, uint32_t base)
{
    memset(node, 0, sizeof *node);
    node->used = links->used;
    for (uint32_t k = 0; k < links->used; k++) {
        node->count[k] = links->count[k];
        node->child[k] = links->child[k] + (links->count[k] == 0 ? base : 0);
    }
}

static void fit_subtree(void *data, uint32_t index)
{
    const tree_builder *b = data;
    const subtree_task *p = b->task + index;
    for (uint32_t i = 0; i < p->range.count; i++)
        b->triangle[p->range.first + i] = b->item[p->range.first + i].triangle;
    for (uint32_t i = p->node_count; i-- > 0 && !fk_context_poll(b->context);) {
        copy_links(b->node + p->base + i, b->links + p->links + i, p->base);
        fk_tree_fit_node(b->tree, b->mesh, b->node + p->base + i, b->obb + p->base + i);
    }
}

/* Allocates the block of a tree with node_count nodes. */
static fk_tree *allocate_tree(fk_context *context, tree_builder *b, uint32_t node_count)
{
    uint32_t n = b->mesh->triangle_count;
    size_t bytes =
        sizeof(fk_tree) + node_count * (sizeof *b->node + sizeof *b->obb) + n * sizeof *b->triangle;
    fk_tree *tree = fk_allocate(context, bytes);
    if (tree == NULL)
        return NULL;
    b->node = (fk_tree_node *)(tree + 1);
    b->obb = (fk_tree_obb *)(b->node + node_count);
    b->triangle = (uint32_t *)(b->obb + node_count);
    fk_tree made = {.origin = b->tree->origin, .unit = b->tree->unit, .node_count = node_count};
    made.triangle_count = n;
    made.node = b->node;
    made.obb = b->obb;
    made.triangle = b->triangle;
    made.bytes = bytes;
    memset(tree, 0, sizeof *tree);
    *tree = made;
    b->tree = tree;
    return tree;
}

static fk_status build_mesh_tree(fk_context *context, tree_builder *b, const fk_workers *workers,
                                 fk_tree **out)
{
    uint32_t n = b->mesh->triangle_count;
    tree_links *top = b->links + most_nodes(n) + b->task_most;
    fk_workers_run(workers, (n + BATCH - 1) / BATCH, make_items, b);
    uint32_t node_count = build_top(b, top), top_count = node_count;
    fk_workers_run(workers, b->task_count, build_subtree, b);
    if (fk_context_poll(context))
        return FK_ERROR_MEMORY;
    for (uint32_t i = 0; i < b->task_count; i++) {
        subtree_task *p = b->task + i;
        p->base = node_count;
        node_count += p->node_count;
        if (p->parent != FK_NONE)
            set_child(top + p->parent, p->column, p->base, 0);
    }
    fk_tree *tree = allocate_tree(context, b, node_count);
    if (tree == NULL)
        return FK_ERROR_MEMORY;
    /* Leaves directly below upper nodes belong to no task. */
    for (uint32_t i = 0; i < top_count; i++)
        for (uint32_t k = 0; k < top[i].used; k++)
            for (uint32_t l = 0; l < top[i].count[k]; l++)
                b->triangle[top[i].child[k] + l] = b->item[top[i].child[k] + l].triangle;
    fk_workers_run(workers, b->task_count, fit_subtree, b);
    if (fk_context_poll(context)) {
        fk_tree_free(context, tree);
        return FK_ERROR_MEMORY;
    }
    for (uint32_t i = top_count; i-- > 0;) {
        copy_links(b->node + i, top + i, 0);
        fk_tree_fit_node(tree, b->mesh, b->node + i, b->obb + i);
    }
    *out = tree;
    return FK_OK;
}

static fk_status build_tree(fk_context *context, const fk_mesh *mesh, const fk_tree_options *options,
                            fk_tree **out)
{
    size_t n = mesh->triangle_count;
    fk_tree units = {.unit = 1};
    fk_tree_set_unit(&units, mesh);
    tree_builder b = {
        .context = context, .mesh = mesh, .tree = &units, .origin = units.origin, .inverse = 1 / units.unit};
    b.chunk = CHUNK(mesh->triangle_count);
    /* Each split of a range larger than a chunk makes up to eight. */
    b.task_most = (uint32_t)(n / b.chunk + 1) * FK_TREE_DEPTH * FK_TREE_WIDTH;
    size_t items = (n + 1) * sizeof *b.item, tasks = b.task_most * sizeof *b.task;
    size_t links = (most_nodes(mesh->triangle_count) + 2 * (size_t)b.task_most) * sizeof *b.links;
    b.item = fk_allocate(context, items);
    b.links = fk_allocate(context, links);
    b.task = fk_allocate(context, tasks);
    fk_status status = FK_ERROR_MEMORY;
    if (b.item != NULL && b.links != NULL && b.task != NULL)
        status = build_mesh_tree(context, &b, options != NULL ? options->workers : NULL, out);
    fk_release(context, b.item, items);
    fk_release(context, b.links, links);
    fk_release(context, b.task, tasks);
    return status;
}

fk_status fk_tree_build(fk_context *context, const fk_mesh *mesh, const fk_tree_options *options,
                        fk_tree **out)
{
    fk_context inner, *used = fk_context_begin(context, NULL, &inner);
    return fk_context_end(context, used, build_tree(used, mesh, options, out));
}

void fk_tree_free(fk_context *context, fk_tree *tree)
{
    if (tree != NULL)
        fk_release(context, tree, tree->bytes);
}
