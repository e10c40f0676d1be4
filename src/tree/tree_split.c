/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Which triangles go together: the surface area heuristic (Goldsmith, Salmon, "Automatic creation of object hierarchies for ray
 * tracing", 1987) over bins of centres (Wald, "On fast construction of SAH-based bounding volume hierarchies", 2007).
 *
 * A range is cut in two where the sum of area times count of both sides is least, among the borders of bins along the longest side of
 * the box of its centres. A node has the parts that are left when the part with the largest box was cut, again and again.
 *
 * Nothing here has to be right, only good: any order of the triangles gives a valid tree. What does have to hold is that trees are
 * not deep: from some depth on, and where all centres are in one place, ranges are halved. */

#include <string.h>

#include "tree/tree_parts.h"
#include "tree/visit.h"

#define BINS 16

/* From here on, ranges are halved: 8^11 is more than there can be triangles. */
#define DEEP (FK_TREE_DEPTH - 12)

typedef struct box {
    float min[3], max[3];
} box;

static const box EMPTY = {{16, 16, 16}, {-16, -16, -16}};

static void grow(box *b, const float min[3], const float max[3])
{
    for (int k = 0; k < 3; k++) {
        b->min[k] = b->min[k] < min[k] ? b->min[k] : min[k];
        b->max[k] = b->max[k] > max[k] ? b->max[k] : max[k];
    }
}

/* Half the surface. */
static float area(const box *b)
{
    float x = b->max[0] - b->min[0], y = b->max[1] - b->min[1], z = b->max[2] - b->min[2];
    return x * y + y * z + z * x;
}

/* Twice the centre of an item along an axis. */
static float middle(const fk_tree_item *item, int axis)
{
    return item->min[axis] + item->max[axis];
}

/* ---- Cutting in two ------------------------------------------------------------------------------------ */

/* Bins along an axis: where they begin, and how many there are in a unit. */
typedef struct bins {
    int axis;
    float begin, scale;
} bins;

static int bin_of(const bins *b, const fk_tree_item *item)
{
    int bin = (int)((middle(item, b->axis) - b->begin) * b->scale);
    return bin < BINS ? bin : BINS - 1;
}

/* False when all centres are in one place. */
static bool place_bins(const fk_tree_item *item, uint32_t count, bins *out)
{
    float min[3], max[3];
    for (int k = 0; k < 3; k++)
        min[k] = max[k] = middle(item, k);
    for (uint32_t i = 1; i < count; i++)
        for (int k = 0; k < 3; k++) {
            float m = middle(item + i, k);
            min[k] = min[k] < m ? min[k] : m;
            max[k] = max[k] > m ? max[k] : m;
        }
    out->axis = 0;
    for (int k = 1; k < 3; k++)
        if (max[k] - min[k] > max[out->axis] - min[out->axis])
            out->axis = k;
    float length = max[out->axis] - min[out->axis];
    out->begin = min[out->axis];
    out->scale = (BINS - 0.01f) / length;
    return length > 0x1p-100f;
}

/* The first bin of the right side that costs least. */
static int best_border(const fk_tree_item *item, uint32_t count, const bins *b)
{
    box around[BINS];
    uint32_t in[BINS] = {0};
    float right[BINS];
    for (int i = 0; i < BINS; i++)
        around[i] = EMPTY;
    for (uint32_t i = 0; i < count; i++) {
        int bin = bin_of(b, item + i);
        in[bin]++;
        grow(around + bin, item[i].min, item[i].max);
    }
    box all = EMPTY;
    uint32_t sum = 0;
    for (int i = BINS - 1; i > 0; i--) {
        grow(&all, around[i].min, around[i].max);
        sum += in[i];
        right[i] = sum > 0 ? area(&all) * (float)sum : 0;
    }
    all = EMPTY;
    sum = 0;
    int best = BINS / 2;
    float least = 1e30f;
    for (int i = 1; i < BINS; i++) {
        grow(&all, around[i - 1].min, around[i - 1].max);
        sum += in[i - 1];
        if (sum == 0 || sum == count)
            continue;
        float cost = area(&all) * (float)sum + right[i];
        if (cost < least) {
            least = cost;
            best = i;
        }
    }
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

/* Cuts a range; how many are on the left. */
static uint32_t cut(fk_tree_item *item, fk_tree_range range)
{
    bins b;
    uint32_t left = 0;
    if (range.depth < DEEP && place_bins(item, range.count, &b))
        left = part_at(item, range.count, &b, best_border(item, range.count, &b));
    return left > 0 && left < range.count ? left : range.count / 2;
}

/* ---- A node -------------------------------------------------------------------------------------------- */

static float area_of(const fk_tree_item *item, uint32_t count)
{
    box all = EMPTY;
    for (uint32_t i = 0; i < count; i++)
        grow(&all, item[i].min, item[i].max);
    return area(&all);
}

/* Which part is cut next, or FK_TREE_WIDTH: the one with the largest box; of deep nodes, the one with most triangles. */
static uint32_t next_part(const fk_tree_range *part, const float *size, uint32_t used)
{
    uint32_t best = FK_TREE_WIDTH;
    float most = -1;
    for (uint32_t i = 0; i < used; i++) {
        float rank = part[i].depth < DEEP ? size[i] : (float)part[i].count;
        if (part[i].count > FK_TREE_LEAF && rank > most) {
            most = rank;
            best = i;
        }
    }
    return best;
}

uint32_t fk_tree_cut(fk_tree_item *item, fk_tree_range range, fk_tree_range part[FK_TREE_WIDTH])
{
    float size[FK_TREE_WIDTH] = {0};
    uint32_t used = 1;
    part[0] = range;
    if (range.count == 0)
        return 0;
    while (used < FK_TREE_WIDTH) {
        uint32_t i = next_part(part, size, used);
        if (i == FK_TREE_WIDTH)
            break;
        uint32_t left = cut(item + part[i].first, part[i]);
        part[used] = (fk_tree_range){part[i].first + left, part[i].count - left, range.depth};
        part[i].count = left;
        size[i] = area_of(item + part[i].first, part[i].count);
        size[used] = area_of(item + part[used].first, part[used].count);
        used++;
    }
    for (uint32_t i = 0; i < used; i++)
        part[i].depth++;
    return used;
}
