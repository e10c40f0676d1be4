/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Groups the cells of gaps into clusters, top down. A group of cells whose hull is close enough to the mesh becomes a
 * cluster; any other is split in two by the centers of its cells along an axis. Of several borders the one is chosen whose
 * halves have the least sum of concavities. This finds large clusters first; merging thousands of small cells pairwise would
 * not. Both halves are not empty, so there are fewer groups than twice the cells. */

#include <float.h>
#include <string.h>

#include "base/vec3.h"
#include "split/split.h"

#define BORDERS 5 /* tested along each axis, */
#define FAR_OFF 8 /* unless the concavity is so many times the limit: then the longest side is halved */

typedef struct cell_range {
    uint32_t begin, end; /* in order */
} cell_range;

typedef struct gap_grouping {
    fk_context *context;
    const fk_split_gaps *gaps;
    fk_split_graph *graph;
    double limit;
    fk_vec3 *center;           /* of each cell, in unit */
    uint32_t *order, *swapped; /* cells, those of a group in a row */
    cell_range *stack;
    size_t stack_count, stack_capacity;
    fk_vec3 *point; /* scratch for those of a group */
} gap_grouping;

static void find_centers(gap_grouping *g)
{
    const fk_split_gaps *gaps = g->gaps;
    for (size_t c = 0; c < gaps->cell_count; c++) {
        fk_aabb box = fk_aabb_empty();
        for (uint32_t i = gaps->begin[c]; i < gaps->begin[c + 1]; i++)
            box = fk_aabb_include(box, fk_split_unit_apply(&g->graph->samples->unit, gaps->point[i]));
        g->center[c] = fk_vec3_scale(fk_vec3_add(box.min, box.max), 0.5);
        g->order[c] = (uint32_t)c;
    }
}

/* Gathers the points of those cells of a range whose centers are on the given side of a border; all for axis -1. */
static uint32_t gather_cell_points(gap_grouping *g, cell_range r, int axis, double place, bool above)
{
    uint32_t count = 0;
    for (uint32_t k = r.begin; k < r.end; k++) {
        uint32_t c = g->order[k], size = g->gaps->begin[c + 1] - g->gaps->begin[c];
        if (axis >= 0 && (fk_vec3_get(g->center[c], axis) > place) != above)
            continue;
        memcpy(g->point + count, g->gaps->point + g->gaps->begin[c], size * sizeof *g->point);
        count += size;
    }
    return count;
}

/* Adds the concavity of a half; *empty: it has no cells. */
static fk_status measure_half(gap_grouping *g, cell_range r, int axis, double place, bool above, bool *empty,
                              double *sum)
{
    double concavity = 0;
    uint32_t count = gather_cell_points(g, r, axis, place, above);
    fk_status status = count == 0 ? FK_OK
                                  : fk_split_measure_concavity(g->graph->samples, g->point, count, DBL_MAX,
                                                               &concavity, NULL);
    *empty = *empty || count == 0;
    *sum += concavity;
    return status;
}

static fk_aabb center_box(const gap_grouping *g, cell_range r)
{
    fk_aabb box = fk_aabb_empty();
    for (uint32_t k = r.begin; k < r.end; k++)
        box = fk_aabb_include(box, g->center[g->order[k]]);
    return box;
}

/* The best border of a group; *axis is -1 if there is none. */
static fk_status find_gap_border(gap_grouping *g, cell_range r, int *axis, double *place)
{
    fk_aabb box = center_box(g, r);
    double best = DBL_MAX;
    fk_status status = FK_OK;
    *axis = -1;
    for (int k = 0; k < 3; k++)
        for (int i = 1; i <= BORDERS && status == FK_OK; i++) {
            double low = fk_vec3_get(box.min, k), high = fk_vec3_get(box.max, k), sum = 0;
            double at = low + (high - low) * i / (BORDERS + 1);
            bool empty = !(high > low);
            for (int above = 0; above < 2 && status == FK_OK && !empty; above++)
                status = measure_half(g, r, k, at, above == 1, &empty, &sum);
            if (!empty && sum < best) {
                best = sum;
                *axis = k;
                *place = at;
            }
        }
    return status;
}

/* The middle of the longest side; *axis is -1 if all centers are equal. */
static void halve_longest(const gap_grouping *g, cell_range r, int *axis, double *place)
{
    fk_aabb box = center_box(g, r);
    fk_vec3 size = fk_vec3_sub(box.max, box.min);
    int k = size.x >= size.y ? (size.x >= size.z ? 0 : 2) : (size.y >= size.z ? 1 : 2);
    double middle = fk_vec3_get(box.min, k) + fk_vec3_get(size, k) / 2;
    *axis = middle < fk_vec3_get(box.max, k) ? k : -1;
    *place = middle;
}

/* Moves the cells above a border behind the others; returns where they begin. Without a border, the first half of the cells
 * is one side. */
static uint32_t partition_cells(gap_grouping *g, cell_range r, int axis, double place)
{
    uint32_t low = r.begin, high = 0;
    if (axis < 0)
        return r.begin + (r.end - r.begin) / 2;
    for (uint32_t k = r.begin; k < r.end; k++)
        if (fk_vec3_get(g->center[g->order[k]], axis) > place)
            g->swapped[high++] = g->order[k];
        else
            g->order[low++] = g->order[k];
    memcpy(g->order + low, g->swapped, high * sizeof *g->order);
    return low;
}

static bool push_range(gap_grouping *g, uint32_t begin, uint32_t end)
{
    if (!fk_grow(g->context, &g->stack, sizeof *g->stack, g->stack_count, &g->stack_capacity,
                 g->stack_count + 1))
        return false;
    cell_range r = {begin, end};
    g->stack[g->stack_count++] = r;
    return true;
}

/* Makes a cluster of the last group, or splits it. */
static fk_status process_group(gap_grouping *g)
{
    cell_range r = g->stack[--g->stack_count];
    double concavity = 0, place = 0;
    int axis = -1;
    uint32_t kept = gather_cell_points(g, r, -1, 0, false);
    fk_status status =
        fk_split_measure_concavity(g->graph->samples, g->point, kept, g->limit, &concavity, &kept);
    if (status == FK_OK && (concavity <= g->limit || r.end - r.begin == 1))
        return fk_split_graph_add(g->graph, g->point, kept);
    if (status == FK_OK && concavity > FAR_OFF * g->limit)
        halve_longest(g, r, &axis, &place);
    else if (status == FK_OK)
        status = find_gap_border(g, r, &axis, &place);
    if (status != FK_OK)
        return status;
    uint32_t middle = partition_cells(g, r, axis, place);
    return push_range(g, middle, r.end) && push_range(g, r.begin, middle) ? FK_OK : FK_ERROR_MEMORY;
}

fk_status fk_split_gaps_cluster(fk_context *context, const fk_split_gaps *gaps, fk_split_graph *graph,
                                double limit)
{
    gap_grouping g;
    memset(&g, 0, sizeof g);
    g.context = context;
    g.gaps = gaps;
    g.graph = graph;
    g.limit = limit;
    size_t center_bytes = gaps->cell_count * sizeof *g.center,
           point_bytes = gaps->point_count * sizeof *g.point;
    size_t order_bytes = gaps->cell_count * sizeof *g.order;
    g.center = fk_allocate(context, center_bytes);
    g.point = fk_allocate(context, point_bytes);
    g.order = fk_allocate(context, order_bytes);
    g.swapped = fk_allocate(context, order_bytes);
    fk_status status = FK_ERROR_MEMORY;
    if (g.center != NULL && g.point != NULL && g.order != NULL && g.swapped != NULL) {
        find_centers(&g);
        status = push_range(&g, 0, (uint32_t)gaps->cell_count) ? FK_OK : FK_ERROR_MEMORY;
    }
    while (status == FK_OK && g.stack_count > 0)
        status = process_group(&g);
    fk_release(context, g.center, center_bytes);
    fk_release(context, g.point, point_bytes);
    fk_release(context, g.order, order_bytes);
    fk_release(context, g.swapped, order_bytes);
    fk_release(context, g.stack, g.stack_capacity * sizeof *g.stack);
    return status;
}
