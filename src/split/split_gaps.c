/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Open cells become clusters: from all of them down. A group of cells whose hull is close enough to the mesh is a cluster;
 * any other is parted in two by the centres of its cells along an axis. Of some such places the one is taken whose halves
 * have the least concavity, added up. This finds large clusters first, which merging of thousands of small cells, neighbour by
 * neighbour, does not. A group is parted into two that are not empty, so there are less groups than twice the cells. */

#include <float.h>
#include <string.h>

#include "base/vec3.h"
#include "split/split.h"

#define PLACES  5 /* that are tried along each axis, */
#define FAR_OFF 8 /* unless the concavity is so many times the limit: then the longest side is halved */

typedef struct range {
    uint32_t begin, end; /* in order */
} range;

typedef struct grouper {
    fk_context *context;
    const fk_split_open *open;
    fk_split_graph *graph;
    double limit;
    fk_vec3 *centre;           /* of each cell, in unit */
    uint32_t *order, *swapped; /* cells, those of a group in a row */
    range *stack;
    size_t stack_count, stack_capacity;
    fk_vec3 *point; /* room for those of a group */
} grouper;

static void find_centres(grouper *g)
{
    const fk_split_open *open = g->open;
    for (size_t c = 0; c < open->cell_count; c++) {
        fk_aabb box = fk_aabb_empty();
        for (uint32_t i = open->begin[c]; i < open->begin[c + 1]; i++)
            box = fk_aabb_include(box, fk_split_unit_of(&g->graph->gauge->unit, open->point[i]));
        g->centre[c] = fk_vec3_scale(fk_vec3_add(box.min, box.max), 0.5);
        g->order[c] = (uint32_t)c;
    }
}

/* Those points of the cells of a range that are on their side of a place along an axis. */
static uint32_t gather(grouper *g, range r, int axis, double place, bool above)
{
    uint32_t count = 0;
    for (uint32_t k = r.begin; k < r.end; k++) {
        uint32_t c = g->order[k], size = g->open->begin[c + 1] - g->open->begin[c];
        if (axis >= 0 && (fk_vec3_get(g->centre[c], axis) > place) != above)
            continue;
        memcpy(g->point + count, g->open->point + g->open->begin[c], size * sizeof *g->point);
        count += size;
    }
    return count;
}

/* The concavity of a half, and 0 when it is empty. */
static fk_status measure_half(grouper *g, range r, int axis, double place, bool above, bool *empty,
                              double *sum)
{
    double concavity = 0;
    uint32_t count = gather(g, r, axis, place, above);
    fk_status status =
        count == 0 ? FK_OK
                   : fk_split_gauge_measure(g->graph->gauge, g->point, count, DBL_MAX, &concavity, NULL);
    *empty = *empty || count == 0;
    *sum += concavity;
    return status;
}

static fk_aabb centre_box(const grouper *g, range r)
{
    fk_aabb box = fk_aabb_empty();
    for (uint32_t k = r.begin; k < r.end; k++)
        box = fk_aabb_include(box, g->centre[g->order[k]]);
    return box;
}

/* The best place to part a group; *axis is -1 when there is none. */
static fk_status find_place(grouper *g, range r, int *axis, double *place)
{
    fk_aabb box = centre_box(g, r);
    double best = DBL_MAX;
    fk_status status = FK_OK;
    *axis = -1;
    for (int k = 0; k < 3; k++)
        for (int i = 1; i <= PLACES && status == FK_OK; i++) {
            double low = fk_vec3_get(box.min, k), high = fk_vec3_get(box.max, k), sum = 0;
            double at = low + (high - low) * i / (PLACES + 1);
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

/* The middle of the longest side; *axis is -1 when all centres are equal. */
static void halve_longest(const grouper *g, range r, int *axis, double *place)
{
    fk_aabb box = centre_box(g, r);
    fk_vec3 size = fk_vec3_sub(box.max, box.min);
    int k = size.x >= size.y ? (size.x >= size.z ? 0 : 2) : (size.y >= size.z ? 1 : 2);
    double middle = fk_vec3_get(box.min, k) + fk_vec3_get(size, k) / 2;
    *axis = middle < fk_vec3_get(box.max, k) ? k : -1;
    *place = middle;
}

/* Puts the cells of a group that are above a place behind the others. Returns where they begin. Without a place, the first
 * half of the cells is one part. */
static uint32_t part(grouper *g, range r, int axis, double place)
{
    uint32_t low = r.begin, high = 0;
    if (axis < 0)
        return r.begin + (r.end - r.begin) / 2;
    for (uint32_t k = r.begin; k < r.end; k++)
        if (fk_vec3_get(g->centre[g->order[k]], axis) > place)
            g->swapped[high++] = g->order[k];
        else
            g->order[low++] = g->order[k];
    memcpy(g->order + low, g->swapped, high * sizeof *g->order);
    return low;
}

static bool push(grouper *g, uint32_t begin, uint32_t end)
{
    if (!fk_grow(g->context, &g->stack, sizeof *g->stack, g->stack_count, &g->stack_capacity,
                 g->stack_count + 1))
        return false;
    range r = {begin, end};
    g->stack[g->stack_count++] = r;
    return true;
}

/* Makes a cluster of the last group, or parts it. */
static fk_status treat_group(grouper *g)
{
    range r = g->stack[--g->stack_count];
    double concavity = 0, place = 0;
    int axis = -1;
    uint32_t kept = gather(g, r, -1, 0, false);
    fk_status status = fk_split_gauge_measure(g->graph->gauge, g->point, kept, g->limit, &concavity, &kept);
    if (status == FK_OK && (concavity <= g->limit || r.end - r.begin == 1))
        return fk_split_graph_add(g->graph, g->point, kept);
    if (status == FK_OK && concavity > FAR_OFF * g->limit)
        halve_longest(g, r, &axis, &place);
    else if (status == FK_OK)
        status = find_place(g, r, &axis, &place);
    if (status != FK_OK)
        return status;
    uint32_t middle = part(g, r, axis, place);
    return push(g, middle, r.end) && push(g, r.begin, middle) ? FK_OK : FK_ERROR_MEMORY;
}

fk_status fk_split_open_group(fk_context *context, const fk_split_open *open, fk_split_graph *graph,
                              double limit)
{
    grouper g;
    memset(&g, 0, sizeof g);
    g.context = context;
    g.open = open;
    g.graph = graph;
    g.limit = limit;
    size_t centre_bytes = open->cell_count * sizeof *g.centre,
           point_bytes = open->point_count * sizeof *g.point;
    size_t order_bytes = open->cell_count * sizeof *g.order;
    g.centre = fk_allocate(context, centre_bytes);
    g.point = fk_allocate(context, point_bytes);
    g.order = fk_allocate(context, order_bytes);
    g.swapped = fk_allocate(context, order_bytes);
    fk_status status = FK_ERROR_MEMORY;
    if (g.centre != NULL && g.point != NULL && g.order != NULL && g.swapped != NULL) {
        find_centres(&g);
        status = push(&g, 0, (uint32_t)open->cell_count) ? FK_OK : FK_ERROR_MEMORY;
    }
    while (status == FK_OK && g.stack_count > 0)
        status = treat_group(&g);
    fk_release(context, g.centre, centre_bytes);
    fk_release(context, g.point, point_bytes);
    fk_release(context, g.order, order_bytes);
    fk_release(context, g.swapped, order_bytes);
    fk_release(context, g.stack, g.stack_capacity * sizeof *g.stack);
    return status;
}
