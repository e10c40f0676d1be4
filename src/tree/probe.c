/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Which triangles a probe meets: any, how many, all; and the winding number, by the triangles that a ray
 * crosses. */

#include "tree/probe.h"

#include <string.h>

#include "base/bits.h"
#include "base/lists.h"
#include "mesh/mesh.h"
#include "tree/tree.h"

fk_status fk_probe_check(const fk_probe *probe)
{
    bool is_plane = probe->kind == FK_PROBE_PLANE;
    if ((!is_plane && !fk_vec3_is_finite(probe->from)) || !fk_vec3_is_finite(probe->to) ||
        (is_plane && !fk_is_finite(probe->offset)))
        return FK_ERROR_NOT_FINITE;
    bool is_zero =
        fk_sign_of(probe->to.x) == 0 && fk_sign_of(probe->to.y) == 0 && fk_sign_of(probe->to.z) == 0;
    switch (probe->kind) {
    case FK_PROBE_SEGMENT:
        return FK_OK;
    case FK_PROBE_RAY:
    case FK_PROBE_LINE:
    case FK_PROBE_PLANE:
        return is_zero ? FK_ERROR_ARGUMENT : FK_OK;
    case FK_PROBE_BOX:
        for (int k = 0; k < 3; k++)
            if (fk_double_order(fk_vec3_get(probe->from, k), fk_vec3_get(probe->to, k)) > 0)
                return FK_ERROR_ARGUMENT;
        return FK_OK;
    default:
        return FK_ERROR_ARGUMENT;
    }
}

static bool meets(const fk_probe_walk *walk, uint32_t triangle)
{
    fk_vec3 corner[3];
    fk_placed_triangle(walk->mesh, triangle, corner);
    return walk->probe->kind == FK_PROBE_PLANE ? fk_plane_meets(walk->probe, corner)
           : walk->probe->kind == FK_PROBE_BOX ? fk_box_meets(walk->probe, corner)
                                               : fk_line_meets(walk->probe, corner);
}

static bool walk(const fk_placed_mesh *a, const fk_probe *probe, fk_probe_visitor *visit, void *user)
{
    fk_probe_walk w;
    w.mesh = a;
    w.probe = probe;
    w.visit = visit;
    w.user = user;
    return fk_probe_walk_tree(&w, false);
}

/* ---- Any, count ---------------------------------------------------------------------------------------- */

static bool take_any(fk_probe_walk *walk, uint32_t triangle, bool is_met)
{
    if (!is_met && !meets(walk, triangle))
        return true;
    *(uint32_t *)walk->user = triangle;
    return false;
}

fk_status fk_placed_any(const fk_placed_mesh *a, const fk_probe *probe, uint32_t *triangle)
{
    fk_status status = fk_probe_check(probe);
    if (status != FK_OK)
        return status;
    uint32_t found = FK_NONE;
    walk(a, probe, take_any, &found);
    *triangle = found;
    return FK_OK;
}

static bool take_count(fk_probe_walk *walk, uint32_t triangle, bool is_met)
{
    *(uint32_t *)walk->user += is_met || meets(walk, triangle);
    return true;
}

fk_status fk_placed_count(const fk_placed_mesh *a, const fk_probe *probe, uint32_t *count)
{
    fk_status status = fk_probe_check(probe);
    if (status != FK_OK)
        return status;
    uint32_t found = 0;
    walk(a, probe, take_count, &found);
    *count = found;
    return FK_OK;
}

/* ---- All ----------------------------------------------------------------------------------------------- */

/* So many are kept without memory. */
#define FEW 1024

typedef struct gathering {
    fk_context *context;
    size_t count, capacity; /* of `more`, which takes over when `few` is full */
    uint64_t few[FEW];
    uint64_t *more;
    bool failed;
} gathering;

static bool take_all(fk_probe_walk *walk, uint32_t triangle, bool is_met)
{
    gathering *g = walk->user;
    if (!is_met && !meets(walk, triangle))
        return true;
    if (g->count < FEW) {
        g->few[g->count++] = triangle;
        return true;
    }
    if (g->count == FEW || g->count == g->capacity) {
        size_t kept = g->count == FEW ? 0 : g->count;
        if (!fk_grow(g->context, &g->more, sizeof *g->more, kept, &g->capacity, g->count + 1)) {
            g->failed = true;
            return false;
        }
        if (kept == 0)
            memcpy(g->more, g->few, sizeof g->few);
    }
    g->more[g->count++] = triangle;
    return true;
}

static fk_status finish(gathering *g, fk_index_list **out)
{
    size_t count = g->count, bytes = sizeof(fk_index_list) + count * sizeof(uint32_t),
           room = count * sizeof(uint64_t);
    uint64_t *key = count > FEW ? g->more : g->few, small[FEW];
    uint64_t *other = count > FEW ? fk_allocate(g->context, room) : small;
    fk_index_list *list = other != NULL ? fk_allocate(g->context, bytes) : NULL;
    if (list != NULL) {
        fk_sort_u64(key, other, count);
        uint32_t *index = (uint32_t *)(list + 1);
        for (size_t i = 0; i < count; i++)
            index[i] = (uint32_t)key[i];
        *list = (fk_index_list){count, index, bytes};
        *out = list;
    }
    if (count > FEW && other != NULL)
        fk_release(g->context, other, room);
    return list != NULL ? FK_OK : FK_ERROR_MEMORY;
}

fk_status fk_placed_all(fk_context *context, const fk_placed_mesh *a, const fk_probe *probe,
                        fk_index_list **out)
{
    fk_status status = fk_probe_check(probe);
    if (status != FK_OK)
        return status;
    gathering g;
    g.context = context;
    g.count = g.capacity = 0;
    g.more = NULL;
    g.failed = false;
    walk(a, probe, take_all, &g);
    status = g.failed ? FK_ERROR_MEMORY : finish(&g, out);
    fk_release(context, g.more, g.capacity * sizeof *g.more);
    return status;
}

void fk_index_list_free(fk_context *context, fk_index_list *list)
{
    if (list != NULL)
        fk_release(context, list, list->bytes);
}

/* ---- Winding number ------------------------------------------------------------------------------------ */

/* What the ray misses counts nothing, and does not hold the point. */
static bool take_crossing(fk_probe_walk *walk, uint32_t triangle, bool is_met)
{
    (void)is_met;
    fk_vec3 place[3];
    fk_placed_triangle(walk->mesh, triangle, place);
    const fk_vec3 *const corner[3] = {&place[0], &place[1], &place[2]};
    return fk_crossing_add(corner, &walk->probe->from, walk->user);
}

bool fk_placed_winding(const fk_placed_mesh *a, fk_vec3 point, int64_t *winding)
{
    fk_probe ray = {FK_PROBE_RAY, point, {1, 0, 0}, 0};
    int64_t total = 0;
    if (!walk(a, &ray, take_crossing, &total))
        return false;
    *winding = total;
    return true;
}
