/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Triangles of leaves: which are certainly apart, as their boxes are, or all of one is on one side of the
 * plane of the other.
 *
 * Bounds. All differences of coordinates are at most m, where 2^-200 < m < 2^200. A difference is off by
 * 2^-52 m, a product of two by 2^-50 m^2, the normal by 2^-48 m^2, and its product with a difference, three
 * of them added up, by less than 2^-44 m^3; underflow is far below that. In any rounding mode. Larger and
 * smaller ones are not decided here, nor is NaN. */

#include "tree/tree.h"

#include <math.h>

#include "base/cpu.h"

#define ROUND 0x1p-43

#define FK_LEVEL(name) name##_plain
#include "tree/tree_leaf.inc"
#undef FK_LEVEL

#define FK_LEVEL_FILE "tree/tree_leaf.inc"
#include "base/levels.inc"

typedef void place_function(const fk_pose *pose, double from[3][3][FK_LEAF_LANES], fk_placed_leaf *out);
typedef uint32_t filter_function(const fk_placed_leaf *a, const fk_placed_leaf *b, uint32_t lane,
                                 double bound);

static place_function *const place_levels[FK_CPU_COUNT] = FK_LEVELS(place_lanes);
static filter_function *const filter_levels[FK_CPU_COUNT] = FK_LEVELS(filter_lanes);

void fk_placed_leaf_clear(fk_placed_leaf *out)
{
    out->leaf = (fk_tree_leaf){FK_NONE, 0};
}

void fk_placed_leaf_set(fk_placed_leaf *out, const fk_placed_mesh *a, fk_tree_leaf leaf)
{
    double from[3][3][FK_LEAF_LANES];
    if (out->leaf.first == leaf.first && out->leaf.count == leaf.count)
        return;
    out->leaf = leaf;
    for (uint32_t l = 0; l < FK_LEAF_LANES; l++) {
        const uint32_t *corner =
            a->mesh->triangle[a->tree->triangle[leaf.first + (l < leaf.count ? l : 0)]].corner;
        for (int k = 0; k < 3; k++) {
            const fk_vec3 *p = a->mesh->point + corner[k];
            from[k][0][l] = p->x;
            from[k][1][l] = p->y;
            from[k][2][l] = p->z;
        }
    }
    place_levels[fk_cpu_level()](&a->pose, from, out);
}

/* Whether the box of a triangle does not meet that of the other leaf. */
static bool is_beyond(const fk_placed_leaf *a, uint32_t i, const fk_placed_leaf *b)
{
    bool beyond = false;
    for (int k = 0; k < 3; k++)
        beyond |= (a->min[k][i] > b->high[k]) | (a->max[k][i] < b->low[k]);
    return beyond;
}

void fk_leaves_filter(const fk_placed_leaf *a, const fk_placed_leaf *b, uint32_t bits[FK_LEAF_LANES])
{
    double most = 0;
    for (int i = 0; i < 3; i++) {
        double low = a->low[i] < b->low[i] ? a->low[i] : b->low[i];
        double high = a->high[i] > b->high[i] ? a->high[i] : b->high[i];
        most = high - low > most ? high - low : most;
    }
    double bound = most > 0x1p-200 && most < 0x1p200 ? most * most * most * ROUND : HUGE_VAL;
    filter_function *filter = filter_levels[fk_cpu_level()];
    uint32_t used = (1u << b->leaf.count) - 1;
    for (uint32_t i = 0; i < a->leaf.count; i++)
        bits[i] = is_beyond(a, i, b) ? 0 : filter(b, a, i, bound) & used;
}
