/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The order in which boxes are packed into leaves: along a curve through their centers, as in Morton, G.M.: A
 * computer oriented geodetic data base, 1966.
 *
 * First by size: a box much larger than most would enlarge its leaf and so burden its seven neighbours. Boxes
 * up to twice the size that three quarters of them do not exceed form one class; above that, each factor of
 * eight in size is a class, and infinite boxes are the last.
 *
 * Then each class is divided into cells, as close to cubes as halving the bounds of the centers allows, with
 * a few boxes in each on average, and sorted by cell along the curve. If many boxes share a cell, they are
 * sorted again within their own bounds. So neither distant boxes nor clusters cost more than another pass.
 *
 * Rounding here may change the order, but no pair. */

#include "broad/packed_tree.h"

#include <assert.h>
#include <float.h>
#include <stdatomic.h>

#include "base/cpu.h"
#include "base/workers.h"

/* ---- Halves -------------------------------------------------------------------------------------------- */

/* Halving makes better leaves than a curve: where the curve jumps, eight consecutive boxes are far apart. So
 * 4096 consecutive boxes are halved across the longest side of the bounds of their centers, recursively, down
 * to leaves. The first half is a power of two, so that leaves are full. For evenly distributed boxes a leaf
 * then meets half as many others as along the curve. If selecting the median takes too long, it stops early
 * with a bad half; no pair is lost. */

#define CHUNK 4096

/* Moves centers below the pivot (or not above it, with or_same) to the front. Returns their number. Has no
 * branch that would be mispredicted. */
static uint32_t partition_by_pivot(fk_box_center *s, uint32_t count, int axis, float pivot, bool or_same)
{
    uint32_t below = 0;
    for (uint32_t i = 0; i < count; i++) {
        fk_box_center here = s[i];
        s[i] = s[below];
        s[below] = here;
        below += or_same ? here.middle[axis] <= pivot : here.middle[axis] < pivot;
    }
    return below;
}

/* Moves the `wanted` lowest centers to the front. Stops after some rounds, as this affects only speed. */
static void select_lowest(fk_box_center *s, uint32_t count, uint32_t wanted, int axis)
{
    for (int round = 0; round < 24 && wanted > 0 && wanted < count; round++) {
        float pivot =
            fk_median_of_three(s[0].middle[axis], s[count / 2].middle[axis], s[count - 1].middle[axis]);
        uint32_t below = partition_by_pivot(s, count, axis, pivot, false);
        if (below == 0) {
            below = partition_by_pivot(s, count, axis, pivot, true);
            if (wanted <= below)
                return;
        }
        if (wanted <= below) {
            count = below;
        } else {
            s += below;
            count -= below;
            wanted -= below;
        }
    }
}

/* Halves level by level, with the sizes that halves have in a full chunk. */
static void halve_chunk(fk_box_center *s, uint32_t count)
{
    for (uint32_t half = CHUNK / 2; half >= FK_PACKED_LANES; half /= 2)
        for (uint32_t begin = 0; begin + half < count; begin += 2 * half) {
            uint32_t left = count - begin < 2 * half ? count - begin : 2 * half;
            select_lowest(s + begin, left, half, fk_box_centers_axis(s + begin, left));
        }
}

#define DIGIT_BITS 11
#define DIGITS     2
#define MAX_BITS   (DIGIT_BITS * DIGITS)
#define SHARE      8   /* boxes in a cell on average */
#define FEW        256 /* up to so many boxes may share a cell */
#define MAX_DEPTH  24

/* ---- Size classes -------------------------------------------------------------------------------------- */

/* Returns the exponent of the longest side. */
static int size_exponent(const fk_aabb_float *box)
{
    float side = 0;
    for (int k = 0; k < 3; k++) {
        float x = box->max[k] - box->min[k];
        side = x > side ? x : side;
    }
    int32_t bits;
    memcpy(&bits, &side, sizeof bits);
    return bits >> 23 & 0xff;
}

static int size_class(int size, int limit)
{
    if (size <= limit)
        return 0;
    int c = 1 + (size - limit - 1) / 3;
    return size == 0xff || c > FK_PACKED_CLASSES - 1 ? FK_PACKED_CLASSES - 1 : c;
}

void fk_packed_tree_classify(const fk_broad_boxes *boxes, fk_packed_classes *out)
{
    uint32_t sizes[256] = {0}, below = 0;
    int e = 0;
    *out = (fk_packed_classes){.limit = 0};
    for (uint32_t i = 0; i < boxes->count; i++) {
        int32_t key[6];
        if (fk_packed_keys(&boxes->box[i], key)) {
            sizes[size_exponent(&boxes->box[i])]++;
            out->all++;
        }
    }
    for (; e < 255 && below + sizes[e] < out->all - out->all / 4; e++)
        below += sizes[e];
    out->limit = e + 1;
    for (e = 0; e < 256; e++)
        out->count[size_class(e, out->limit)] += sizes[e];
}

/* ---- Morton cells -------------------------------------------------------------------------------------- */

#define FAR (FLT_MAX / 2)

static float clamp_far(float x)
{
    return x < -FAR ? -FAR : x > FAR ? FAR : x;
}

/* Returns the center, after clamping the box to the range in which centers are finite. */
static void clamped_center(const fk_aabb_float *box, float c[3])
{
    for (int k = 0; k < 3; k++)
        c[k] = 0.5f * (clamp_far(box->min[k]) + clamp_far(box->max[k]));
}

/* The cells of a range of boxes. Axis 0 has the most bits. */
typedef struct morton_cells {
    double low[3], scale[3], most[3];
    int axis[3], bits[3], sum;
} morton_cells;

static morton_cells measure_centers(const fk_aabb_float *box, const uint64_t *item, uint32_t count,
                                    double length[3])
{
    float low[3] = {FLT_MAX, FLT_MAX, FLT_MAX}, high[3] = {-FLT_MAX, -FLT_MAX, -FLT_MAX};
    for (uint32_t i = 0; i < count; i++) {
        float c[3];
        clamped_center(&box[(uint32_t)item[i]], c);
        for (int k = 0; k < 3; k++) {
            low[k] = c[k] < low[k] ? c[k] : low[k];
            high[k] = c[k] > high[k] ? c[k] : high[k];
        }
    }
    morton_cells out = {.sum = 0};
    for (int k = 0; k < 3; k++) {
        out.low[k] = low[k];
        length[k] = (double)high[k] - low[k];
    }
    return out;
}

/* Gives each bit to the axis along which cells are longest. */
static morton_cells make_morton_cells(const fk_aabb_float *box, const uint64_t *item, uint32_t count)
{
    double length[3];
    int wanted = 1, of[3] = {0, 0, 0};
    while (wanted < MAX_BITS && count / SHARE >> wanted > 0)
        wanted++;
    morton_cells c = measure_centers(box, item, count, length);
    double whole[3] = {length[0], length[1], length[2]};
    for (; c.sum < wanted; c.sum++) {
        int k = length[1] > length[0] ? 1 : 0;
        k = length[2] > length[k] ? 2 : k;
        if (!(length[k] > 0))
            break;
        length[k] /= 2;
        of[k]++;
    }
    for (int k = 0; k < 3; k++) {
        int rank = (of[0] > of[k]) + (of[1] > of[k]) + (of[2] > of[k]);
        for (int j = 0; j < k; j++)
            rank += of[j] == of[k];
        c.axis[rank] = k;
        c.bits[rank] = of[k];
        c.most[k] = (double)(((uint32_t)1 << of[k]) - 1);
        c.scale[k] = whole[k] > 0 ? (double)((uint32_t)1 << of[k]) / whole[k] : 0;
    }
    return c;
}

/* Puts two zeros after each of ten bits (by_3), or one after each of fifteen (by_2). */
static uint32_t spread_bits_by_3(uint32_t x)
{
    x = (x | x << 16) & 0x030000ff;
    x = (x | x << 8) & 0x0300f00f;
    x = (x | x << 4) & 0x030c30c3;
    return (x | x << 2) & 0x09249249;
}

static uint32_t spread_bits_by_2(uint32_t x)
{
    x = (x | x << 8) & 0x00ff00ff;
    x = (x | x << 4) & 0x0f0f0f0f;
    x = (x | x << 2) & 0x33333333;
    return (x | x << 1) & 0x55555555;
}

/* Takes first bits of the longest axis alone, then of two axes in turn, then of all three. */
static uint32_t morton_code(const morton_cells *c, const fk_aabb_float *box)
{
    float center[3];
    uint32_t at[3], three = ((uint32_t)1 << c->bits[2]) - 1,
                    two = ((uint32_t)1 << (c->bits[1] - c->bits[2])) - 1;
    clamped_center(box, center);
    for (int r = 0; r < 3; r++) {
        int k = c->axis[r];
        double x = ((double)center[k] - c->low[k]) * c->scale[k];
        at[r] = (uint32_t)(int32_t)(x < c->most[k] ? x : c->most[k]);
    }
    uint32_t key = spread_bits_by_3(at[0] & three) << 2 | spread_bits_by_3(at[1] & three) << 1 |
                   spread_bits_by_3(at[2] & three);
    uint32_t x = at[0] >> c->bits[2], y = at[1] >> c->bits[2];
    key |= (spread_bits_by_2(x & two) << 1 | spread_bits_by_2(y & two)) << 3 * c->bits[2];
    return key | (uint32_t)((uint64_t)(x >> (c->bits[1] - c->bits[2])) << (2 * c->bits[1] + c->bits[2]));
}

/* ---- Sort ---------------------------------------------------------------------------------------------- */

/* Radix sort by the `bits` bits above the lower half. All digits are counted in one pass. */
static void radix_sort_cells(uint64_t *item, uint64_t *room, uint32_t count, int bits)
{
    static_assert(MAX_BITS <= 32, "a cell is half of an item");
    uint32_t sum[DIGITS][1 << DIGIT_BITS];
    int digits = (bits + DIGIT_BITS - 1) / DIGIT_BITS;
    int width = (bits + digits - 1) / digits;
    uint32_t mask = ((uint32_t)1 << width) - 1;
    for (int d = 0; d < digits; d++)
        memset(sum[d], 0, (mask + 1) * sizeof sum[d][0]);
    for (uint32_t i = 0; i < count; i++)
        for (int d = 0; d < digits; d++)
            sum[d][item[i] >> (32 + d * width) & mask]++;
    uint64_t *from = item, *to = room;
    for (int d = 0; d < digits; d++) {
        uint32_t begin = 0;
        for (uint32_t v = 0; v <= mask; v++) {
            uint32_t here = sum[d][v];
            sum[d][v] = begin;
            begin += here;
        }
        for (uint32_t i = 0; i < count; i++)
            to[sum[d][from[i] >> (32 + d * width) & mask]++] = from[i];
        uint64_t *swap = from;
        from = to;
        to = swap;
    }
    if (from != item)
        memcpy(item, from, count * sizeof *item);
}

/* Returns false if all centers are equal. */
static bool sort_by_morton(const fk_aabb_float *box, uint64_t *item, uint64_t *room, uint32_t count)
{
    morton_cells c = make_morton_cells(box, item, count);
    if (c.sum == 0)
        return false;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t id = (uint32_t)item[i];
        item[i] = (uint64_t)morton_code(&c, &box[id]) << 32 | id;
    }
    radix_sort_cells(item, room, count, c.sum);
    return true;
}

/* Sorts a class, then each run of boxes in one cell within its own bounds, and so on. */
static void sort_class(const fk_aabb_float *box, uint64_t *item, uint64_t *room, uint32_t count)
{
    struct {
        uint32_t at, end;
    } range[MAX_DEPTH + 1];
    int depth = 0;
    range[0].at = 0;
    range[0].end = sort_by_morton(box, item, room, count) ? count : 0;
    while (depth >= 0) {
        uint32_t begin = range[depth].at, end = range[depth].end, at = begin;
        if (begin == end) {
            depth--;
            continue;
        }
        while (at < end && item[at] >> 32 == item[begin] >> 32)
            at++;
        range[depth].at = at;
        if (at - begin > FEW && depth < MAX_DEPTH &&
            sort_by_morton(box, item + begin, room + begin, at - begin)) {
            depth++;
            range[depth].at = begin;
            range[depth].end = at;
        }
    }
}

void fk_packed_tree_order(const fk_broad_boxes *boxes, const fk_packed_classes *classes,
                          fk_box_center *center)
{
    /* Items and the sort buffer use the memory of the centers, which are then written last to first. */
    static_assert(sizeof(fk_box_center) == 2 * sizeof(uint64_t),
                  "an item and its room are where the center is");
    uint64_t *item = (uint64_t *)(void *)center, *room = item + classes->all;
    uint32_t at[FK_PACKED_CLASSES], begin = 0;
    for (int c = 0; c < FK_PACKED_CLASSES; c++) {
        at[c] = begin;
        begin += classes->count[c];
    }
    for (uint32_t i = 0; i < boxes->count; i++) {
        int32_t key[6];
        if (fk_packed_keys(&boxes->box[i], key))
            item[at[size_class(size_exponent(&boxes->box[i]), classes->limit)]++] = i;
    }
    for (int c = 0; c < FK_PACKED_CLASSES; c++) {
        uint32_t first = at[c] - classes->count[c];
        if (classes->count[c] > FEW)
            sort_class(boxes->box, item + first, room + first, classes->count[c]);
    }
    for (uint32_t i = classes->all; i-- > 0;) {
        uint64_t id;
        fk_box_center s;
        memcpy(&id, (const char *)center + i * sizeof id, sizeof id);
        s.id = (uint32_t)id;
        clamped_center(&boxes->box[s.id], s.middle);
        memcpy(&center[i], &s, sizeof s);
    }
    for (int c = 0; c < FK_PACKED_CLASSES; c++)
        for (uint32_t first = at[c] - classes->count[c]; first < at[c]; first += CHUNK)
            halve_chunk(center + first, at[c] - first < CHUNK ? at[c] - first : CHUNK);
}

/* ---- Refitting ----------------------------------------------------------------------------------------- */

/* Refitting: for all boxes, from the leaves up, level by level; for one box, along its path as far as bounds
 * change. */

#define GROUPS_OF_TASK 64
#define GROUP          (FK_PACKED_LANES * FK_PACKED_LANES) /* slots */

static void set_lane(fk_packed_node *node, uint32_t lane, const int32_t key[6])
{
    for (int k = 0; k < 6; k++)
        node->end[k][lane] = key[k];
}

void fk_packed_node_bounds(const fk_packed_node *node, int32_t key[6])
{
    for (int k = 0; k < 3; k++) {
        int32_t least = FK_PACKED_NO_MIN, most = FK_PACKED_NO_MAX;
        for (int l = 0; l < FK_PACKED_LANES; l++) {
            least = node->end[k][l] < least ? node->end[k][l] : least;
            most = node->end[k + 3][l] > most ? node->end[k + 3][l] : most;
        }
        key[k] = least;
        key[k + 3] = most;
    }
}

static void clear_lanes(fk_packed_node *node)
{
    for (int k = 0; k < 3; k++)
        for (int l = 0; l < FK_PACKED_LANES; l++) {
            node->end[k][l] = FK_PACKED_NO_MIN;
            node->end[k + 3][l] = FK_PACKED_NO_MAX;
        }
}

/* Returns the sum of the sides of a box, capped so that sums of many stay finite. */
static float sum_of_sides(const int32_t key[6])
{
    if (key[0] > key[3])
        return 0;
    float sum = 0;
    for (int k = 0; k < 3; k++)
        sum += fk_float_from_key(key[k + 3]) - fk_float_from_key(key[k]);
    return sum < 1e36f ? sum : 1e36f;
}

static float sum_lane_sides(const fk_packed_node *node)
{
    float sum = 0;
    for (int l = 0; l < FK_PACKED_LANES; l++) {
        int32_t key[6];
        for (int k = 0; k < 6; k++)
            key[k] = node->end[k][l];
        sum += sum_of_sides(key);
    }
    return sum;
}

typedef struct refit_job {
    fk_packed_tree *tree;
    const fk_broad_boxes *boxes;
    _Atomic uint32_t gone;
} refit_job;

/* Frees the lanes of boxes that were removed. */
static void free_lanes(refit_job *f, uint32_t *id, uint32_t lanes)
{
    for (uint32_t l = 0; l < FK_PACKED_LANES; l++)
        if (lanes >> l & 1) {
            f->tree->place[id[l]] = FK_NONE;
            id[l] = FK_NONE;
            atomic_fetch_add_explicit(&f->gone, 1, memory_order_relaxed);
        }
}

static void refit_leaf(refit_job *f, uint32_t index, int32_t bound[6])
{
    fk_packed_node *node = &f->tree->node[index];
    uint32_t *id = f->tree->id + (size_t)index * FK_PACKED_LANES;
    for (uint32_t l = 0; l < FK_PACKED_LANES; l++) {
        int32_t key[6] = FK_PACKED_EMPTY_LANE;
        if (id[l] != FK_NONE && !fk_packed_keys(&f->boxes->box[id[l]], key))
            free_lanes(f, id, (uint32_t)1 << l);
        set_lane(node, l, key);
    }
    fk_packed_node_bounds(node, bound);
}

static void fit_group_plain(refit_job *f, uint32_t group)
{
    const fk_packed_tree *p = f->tree;
    fk_packed_node *node = &p->node[p->begin[1] + group];
    clear_lanes(node);
    for (uint32_t l = 0; l < FK_PACKED_LANES && group * FK_PACKED_LANES + l < p->count[0]; l++) {
        int32_t bound[6];
        refit_leaf(f, group * FK_PACKED_LANES + l, bound);
        set_lane(node, l, bound);
    }
}

/* Vectors of four lanes have no integer minimum on every machine. */
#define FK_LEVEL_FILE  "broad/packed_tree_fit.inc"
#define FK_LEVEL_LEAST 256
#include "base/cpu_levels.inc"
#define fit_group_vector fit_group_plain

static void prefetch_group(const refit_job *f, uint32_t group)
{
    const fk_packed_tree *p = f->tree;
    for (uint32_t i = group * GROUP; i < (group + 1) * GROUP && i < p->end; i++)
        if (p->id[i] != FK_NONE) {
            fk_prefetch(f->boxes->box[p->id[i]].min);
            fk_prefetch(&f->boxes->box[p->id[i]].max[2]);
        }
}

static void refit_groups(void *data, uint32_t task)
{
    static void (*const level[])(refit_job *, uint32_t) = FK_LEVELS(fit_group);
    refit_job *f = data;
    const fk_packed_tree *p = f->tree;
    uint32_t first = task * GROUPS_OF_TASK, last = first + GROUPS_OF_TASK;
    last = last < p->count[1] ? last : p->count[1];
    for (uint32_t g = first; g < last; g++) {
        /* Not those of another task. */
        if (g + 1 < last)
            prefetch_group(f, g + 1);
        level[fk_cpu_level()](f, g);
    }
}

void fk_packed_tree_refit(fk_packed_tree *tree, const fk_broad_boxes *boxes, const fk_workers *workers)
{
    refit_job f = {.tree = tree, .boxes = boxes};
    fk_workers_run(workers, (tree->count[1] + GROUPS_OF_TASK - 1) / GROUPS_OF_TASK, refit_groups, &f);
    for (uint32_t level = 2; level <= tree->top; level++)
        for (uint32_t i = 0; i < tree->count[level]; i++) {
            fk_packed_node *node = &tree->node[tree->begin[level] + i];
            clear_lanes(node);
            for (uint32_t l = 0; l < FK_PACKED_LANES; l++) {
                uint32_t below = i * FK_PACKED_LANES + l;
                int32_t bound[6];
                if (below >= tree->count[level - 1])
                    break;
                fk_packed_node_bounds(&tree->node[tree->begin[level - 1] + below], bound);
                set_lane(node, l, bound);
            }
        }
    tree->held -= f.gone;
    tree->holes += f.gone;
    tree->fitted += tree->begin[tree->top] + 1;
    tree->grown = 0;
    for (uint32_t g = 0; g < tree->count[1]; g++)
        tree->grown += (double)tree->growth[g] * sum_lane_sides(&tree->node[tree->begin[1] + g]);
}

void fk_packed_tree_measure(fk_packed_tree *tree)
{
    tree->grown = 0;
    for (uint32_t g = 0; g < tree->count[1]; g++) {
        const fk_packed_node *node = &tree->node[tree->begin[1] + g];
        float size = sum_lane_sides(node);
        int32_t key[6];
        fk_packed_node_bounds(node, key);
        tree->growth[g] = key[0] > key[3] ? 0 : 1 / (size > 1e-30f ? size : 1e-30f);
        tree->grown += (double)tree->growth[g] * size;
    }
    tree->sorted = tree->grown;
}

void fk_packed_tree_refit_lane(fk_packed_tree *tree, uint32_t slot, const fk_aabb_float *box)
{
    int32_t key[6];
    fk_packed_keys(box, key);
    uint32_t at = slot;
    for (uint32_t level = 0;; level++) {
        uint32_t lane = at % FK_PACKED_LANES;
        at /= FK_PACKED_LANES;
        fk_packed_node *node = &tree->node[tree->begin[level] + at];
        int32_t old[6];
        for (int k = 0; k < 6; k++)
            old[k] = node->end[k][lane];
        if (memcmp(old, key, sizeof old) == 0)
            return;
        set_lane(node, lane, key);
        tree->fitted++;
        if (level == 1)
            tree->grown += (double)tree->growth[at] * ((double)sum_of_sides(key) - (double)sum_of_sides(old));
        if (level == tree->top)
            return;
        fk_packed_node_bounds(node, key);
    }
}
