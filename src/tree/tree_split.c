/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Which triangles go together: the surface area heuristic (Goldsmith, Salmon, "Automatic creation of object
 * hierarchies for ray tracing", 1987) over bins of centres (Wald, "On fast construction of SAH-based bounding
 * volume hierarchies", 2007).
 *
 * A range is cut in two where the sum of area times count of both sides is least, among the borders of bins
 * along the longest side of the box of its centres. A node has the parts that are left when the part with the
 * largest box was cut, again and again.
 *
 * Of many items only some are looked at before they are cut: that takes half the time, and the trees are as
 * good.
 *
 * Nothing here has to be right, only good: any order of the triangles gives a valid tree. What does have to
 * hold is that trees are not deep: from some depth on, and where all centres are in one place, ranges are
 * halved. */

#include <math.h>
#include <string.h>

#include "base/four.h"
#include "tree/tree.h"

#define BINS 16

/* Of ranges with many items, about so many are looked at, evenly spread. */
#define SAMPLE 1024

/* From here on, ranges are halved: 8^11 is more than there can be triangles. */
#define DEEP (FK_TREE_DEPTH - 12)

/* Of some items: the box around them, and the one around twice their centres. */
typedef struct bounds {
    fk_four min, max, low, high;
    uint32_t count;
} bounds;

static bounds nothing(void)
{
    static const float most[4] = {16, 16, 16, 0}, least[4] = {-16, -16, -16, 0};
    bounds b = {.min = fk_four_load(most), .max = fk_four_load(least), .count = 0};
    b.low = b.min;
    b.high = b.max;
    return b;
}

static inline void include(bounds *b, const fk_tree_item *item)
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

static inline void join(bounds *b, const bounds *other)
{
    b->min = fk_four_min(b->min, other->min);
    b->max = fk_four_max(b->max, other->max);
    b->low = fk_four_min(b->low, other->low);
    b->high = fk_four_max(b->high, other->high);
    b->count += other->count;
}

/* From one item that is looked at to the next. */
static uint32_t step_of(uint32_t count)
{
    return count < 2 * SAMPLE ? 1 : count / SAMPLE;
}

static bounds bounds_of(const fk_tree_item *item, uint32_t count)
{
    bounds all = nothing();
    uint32_t step = step_of(count);
    for (uint32_t i = 0; i < count; i += step)
        include(&all, item + i);
    all.count = count;
    return all;
}

/* Half the surface. */
static float area(const bounds *b)
{
    float min[4], max[4];
    fk_four_store(min, b->min);
    fk_four_store(max, b->max);
    float x = max[0] - min[0], y = max[1] - min[1], z = max[2] - min[2];
    return x * y + y * z + z * x;
}

/* ---- Cutting in two ------------------------------------------------------------------------------------ */

/* Bins along an axis: where they begin, and how many there are in a unit. */
typedef struct bins {
    int axis, count;
    float begin, scale;
} bins;

static inline int bin_of(const bins *b, const fk_tree_item *item)
{
    float at = (item->min[b->axis] + item->max[b->axis] - b->begin) * b->scale;
    return !(at > 0) ? 0 : at < (float)b->count ? (int)at : b->count - 1;
}

/* False when all centres are in one place. */
static bool place_bins(const bounds *all, bins *out)
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

/* The first bin of the right side that costs least, and both sides. */
static int best_border(const fk_tree_item *item, const bins *b, uint32_t count, bounds side[2])
{
    bounds in[BINS], right[BINS];
    for (int i = 0; i < b->count; i++)
        in[i] = nothing();
    uint32_t step = step_of(count);
    for (uint32_t i = 0; i < count; i += step)
        include(in + bin_of(b, item + i), item + i);
    right[b->count - 1] = in[b->count - 1];
    for (int i = b->count - 2; i > 0; i--) {
        right[i] = in[i];
        join(right + i, right + i + 1);
    }
    bounds left = nothing();
    int best = 0;
    float least = HUGE_VALF;
    for (int i = 1; i < b->count; i++) {
        join(&left, in + i - 1);
        float cost = area(&left) * (float)left.count + area(right + i) * (float)right[i].count;
        if (left.count > 0 && right[i].count > 0 && cost < least) {
            least = cost;
            best = i;
            side[0] = left;
        }
    }
    side[1] = right[best > 0 ? best : 1]; /* with no border at all, the cut is another one */
    return best;
}

/* Sorts the items of bins below the border to the front; how many they are. */
static uint32_t part_at(fk_tree_item *item, uint32_t count, const bins *b, int border)
{
    uint32_t left = 0, right = count;
    for (;;) {
        while (left < right && bin_of(b, item + left) < border)
            left++;
        while (left < right && bin_of(b, item + right - 1) >= border)
            right--;
        if (left >= right)
            return left;
        fk_tree_item swap = item[left];
        item[left++] = item[--right];
        item[right] = swap;
    }
}

/* Cuts items in two. */
static void cut(fk_tree_item *item, const bounds *all, bool is_deep, bounds side[2])
{
    bins b;
    uint32_t count = all->count;
    if (!is_deep && place_bins(all, &b)) {
        side[0].count = part_at(item, count, &b, best_border(item, &b, count, side));
        side[1].count = count - side[0].count;
        if (side[0].count > 0 && side[1].count > 0)
            return;
    }
    side[0] = bounds_of(item, count / 2);
    side[1] = bounds_of(item + count / 2, count - count / 2);
}

/* ---- A node -------------------------------------------------------------------------------------------- */

/* Which part is cut next, or FK_TREE_WIDTH: the one with the largest box; of deep nodes, the one with most
 * triangles. */
static uint32_t next_part(const bounds *part, uint32_t used, bool is_deep)
{
    uint32_t best = FK_TREE_WIDTH;
    float most = -1;
    for (uint32_t i = 0; i < used; i++) {
        float rank = is_deep ? (float)part[i].count : area(part + i);
        if (part[i].count > FK_TREE_LEAF && rank > most) {
            most = rank;
            best = i;
        }
    }
    return best;
}

uint32_t fk_tree_cut(fk_tree_item *item, fk_tree_range range, fk_tree_range part[FK_TREE_WIDTH])
{
    bool is_deep = range.depth >= DEEP;
    bounds of[FK_TREE_WIDTH] = {bounds_of(item + range.first, range.count)};
    uint32_t used = 1;
    part[0] = (fk_tree_range){range.first, range.count, range.depth + 1};
    if (range.count == 0)
        return 0;
    while (used < FK_TREE_WIDTH) {
        uint32_t i = next_part(of, used, is_deep);
        if (i == FK_TREE_WIDTH)
            break;
        bounds side[2];
        cut(item + part[i].first, of + i, is_deep, side);
        of[i] = side[0];
        of[used] = side[1];
        part[used] = (fk_tree_range){part[i].first + side[0].count, side[1].count, range.depth + 1};
        part[i].count = side[0].count;
        used++;
    }
    return used;
}
