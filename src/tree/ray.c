/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The triangles that a probe meets: any, their number, all, or the first; and the winding number, from the
 * triangles that a ray crosses. */

#include "tree/ray.h"

#include <math.h>

#include "base/bits.h"
#include "base/vec3.h"
#include "mesh/mesh.h"
#include "tree/tree.h"

/* FK_OK, or the error of an invalid probe. */
static fk_status check_probe(const fk_probe *probe)
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

static bool probe_meets(const fk_probe_traversal *traversal, uint32_t triangle)
{
    fk_vec3 corner[3];
    fk_placed_triangle(traversal->mesh, triangle, corner);
    return traversal->probe->kind == FK_PROBE_PLANE ? fk_plane_meets(traversal->probe, corner)
           : traversal->probe->kind == FK_PROBE_BOX ? fk_box_meets(traversal->probe, corner)
                                                    : fk_line_meets(traversal->probe, corner);
}

static void init_probe_traversal(fk_probe_traversal *w, const fk_placed_mesh *a, const fk_probe *probe,
                                 fk_probe_visitor *visit, void *user)
{
    w->mesh = a;
    w->probe = probe;
    w->visit = visit;
    w->user = user;
}

static bool traverse_in_tree_order(const fk_placed_mesh *a, const fk_probe *probe, fk_probe_visitor *visit,
                                   void *user)
{
    fk_probe_traversal w;
    init_probe_traversal(&w, a, probe, visit, user);
    return fk_probe_traverse(&w, false);
}

/* ---- Any, number, all ---------------------------------------------------------------------------------- */

static bool find_any_hit(fk_probe_traversal *traversal, uint32_t triangle, bool is_met)
{
    if (!is_met && !probe_meets(traversal, triangle))
        return true;
    *(uint32_t *)traversal->user = triangle;
    return false;
}

fk_status fk_placed_probe_any(const fk_placed_mesh *a, const fk_probe *probe, uint32_t *triangle)
{
    fk_status status = check_probe(probe);
    if (status != FK_OK)
        return status;
    uint32_t found = FK_NONE;
    traverse_in_tree_order(a, probe, find_any_hit, &found);
    *triangle = found;
    return FK_OK;
}

static bool count_hit(fk_probe_traversal *traversal, uint32_t triangle, bool is_met)
{
    *(uint32_t *)traversal->user += is_met || probe_meets(traversal, triangle);
    return true;
}

fk_status fk_placed_probe_count(const fk_placed_mesh *a, const fk_probe *probe, uint32_t *count)
{
    fk_status status = check_probe(probe);
    if (status != FK_OK)
        return status;
    uint32_t found = 0;
    traverse_in_tree_order(a, probe, count_hit, &found);
    *count = found;
    return FK_OK;
}

typedef struct probe_hits {
    fk_pairs found; /* a is 0, b the triangle */
    bool has_memory;
} probe_hits;

static bool collect_hit(fk_probe_traversal *traversal, uint32_t triangle, bool is_met)
{
    probe_hits *g = traversal->user;
    if (is_met || probe_meets(traversal, triangle))
        g->has_memory = fk_pairs_add(&g->found, 0, triangle);
    return g->has_memory;
}

fk_status fk_placed_probe_all(fk_context *context, const fk_placed_mesh *a, const fk_probe *probe,
                              fk_index_list **out)
{
    probe_hits g = {.found.context = context, .has_memory = true};
    fk_pair_list *found = NULL;
    fk_status status = check_probe(probe);
    if (status != FK_OK)
        return status;
    traverse_in_tree_order(a, probe, collect_hit, &g);
    status = fk_pairs_finish(&g.found, g.has_memory, &found);
    if (status != FK_OK)
        return status;
    size_t bytes = sizeof(fk_index_list) + found->count * sizeof(uint32_t);
    fk_index_list *list = fk_allocate(context, bytes);
    if (list != NULL) {
        uint32_t *index = (uint32_t *)(list + 1);
        for (size_t i = 0; i < found->count; i++)
            index[i] = found->pair[i].b;
        *list = (fk_index_list){found->count, index, bytes};
        *out = list;
    }
    fk_pair_list_free(context, found);
    return list != NULL ? FK_OK : FK_ERROR_MEMORY;
}

void fk_index_list_free(fk_context *context, fk_index_list *list)
{
    if (list != NULL)
        fk_release(context, list, list->bytes);
}

/* Triangles that the ray misses add 0, and do not contain the point. */
static bool count_crossing(fk_probe_traversal *traversal, uint32_t triangle, bool is_met)
{
    (void)is_met;
    fk_vec3 place[3];
    fk_placed_triangle(traversal->mesh, triangle, place);
    const fk_vec3 *const corner[3] = {&place[0], &place[1], &place[2]};
    return fk_winding_add_triangle(corner, &traversal->probe->from, traversal->user);
}

bool fk_placed_winding(const fk_placed_mesh *a, fk_vec3 point, int64_t *winding)
{
    fk_probe ray = {FK_PROBE_RAY, point, {1, 0, 0}, 0};
    int64_t total = 0;
    if (!traverse_in_tree_order(a, &ray, count_crossing, &total))
        return false;
    *winding = total;
    return true;
}

/* ---- The first ----------------------------------------------------------------------------------------- */

/* The time of a triangle that is certainly met is computed in doubles, t = n.A / n.d (see ray_traverse.c),
 * with error bounds e and f of both products: as |n.A - t n.d| <= e + |t| f for the exact numbers, up to the
 * rounding of the quotient, t is off by at most (e + |t| f) / (|n.d| - f). The bounds are 9u of the
 * magnitudes of all products; 8u suffice, see mesh/winding.c. Triangles are ordered by these intervals; where
 * they overlap, by integers. The interval of the first triangle is the result, unless it is too wide: then
 * integers give it, and the point. */

#define ROUND 0x1.2p-49 /* 9u */
#define TINY  0x1p-500
#define WIDE  0x1p-42 /* the result is not wider, or off by more */
#define MOST  0x1p200

typedef struct ray_hit {
    uint32_t triangle;
    fk_interval time;
    bool is_rounded; /* the interval is as narrow as possible */
    fk_vec3 corner[3], point;
} ray_hit;

/* A component of a cross product, and the sum of the magnitudes of its products. */
static inline double cross_term(double plus, double minus, double *size)
{
    *size = fabs(plus) + fabs(minus);
    return plus - minus;
}

/* The time in doubles; false if the error bound does not suffice. */
static bool hit_time(const fk_probe_traversal *traversal, const fk_vec3 corner[3], fk_interval *time)
{
    fk_vec3 e = fk_vec3_sub(corner[1], corner[0]), f = fk_vec3_sub(corner[2], corner[0]), m;
    fk_vec3 a = fk_vec3_sub(corner[0], traversal->probe->from), d = traversal->direction;
    fk_vec3 n = fk_vec3_make(cross_term(e.y * f.z, e.z * f.y, &m.x), cross_term(e.z * f.x, e.x * f.z, &m.y),
                             cross_term(e.x * f.y, e.y * f.x, &m.z));
    double over = fk_vec3_dot(n, a), under = fk_vec3_dot(n, d);
    double over_error = (m.x * fabs(a.x) + m.y * fabs(a.y) + m.z * fabs(a.z)) * ROUND + TINY;
    double under_error = (m.x * fabs(d.x) + m.y * fabs(d.y) + m.z * fabs(d.z)) * ROUND + TINY;
    double largest = fk_larger(fk_vec3_largest(e), fk_larger(fk_vec3_largest(f), fk_vec3_largest(a)));
    if (!(largest < MOST && traversal->direction_size < MOST && fabs(under) > 4 * under_error))
        return false;
    double t = over / under;
    double error = (over_error + fabs(t) * under_error) / (fabs(under) - under_error) * (1 + 0x1p-40) +
                   fabs(t) * 0x1p-50 + 0x1p-1000;
    time->lo = t - error;
    time->hi = t + error;
    if (traversal->probe->kind != FK_PROBE_LINE && time->lo < 0)
        time->lo = 0;
    if (traversal->probe->kind == FK_PROBE_SEGMENT && time->hi > 1)
        time->hi = 1;
    return true;
}

static bool find_first_triangle(fk_probe_traversal *traversal, uint32_t triangle, bool is_met)
{
    ray_hit *best = traversal->user, now = {.triangle = triangle, .is_rounded = false};
    fk_placed_triangle(traversal->mesh, triangle, now.corner);
    if (!is_met && !fk_line_meets(traversal->probe, now.corner))
        return true;
    if (!is_met || !hit_time(traversal, now.corner, &now.time)) {
        now.time = fk_line_first_hit(traversal->probe, now.corner, &now.point);
        now.is_rounded = true;
    }
    if (best->triangle != FK_NONE) {
        if (now.time.lo > best->time.hi)
            return true;
        if (!(now.time.hi < best->time.lo)) {
            int order = fk_line_hit_order(traversal->probe, now.corner, best->corner);
            if (order > 0 || (order == 0 && triangle > best->triangle))
                return true;
        }
    }
    *best = now;
    fk_probe_limit(traversal, now.time.hi);
    return true;
}

/* The point of the hit in doubles; false if the time or the point is not accurate enough. */
static bool hit_point(const fk_probe_traversal *traversal, const ray_hit *best, fk_vec3 *point)
{
    double width = best->time.hi - best->time.lo, time = best->time.lo + width / 2;
    fk_vec3 from = traversal->probe->from, step = fk_vec3_scale(traversal->direction, time);
    *point = fk_vec3_add(from, step);
    double lost =
        traversal->direction_size * width + (fk_vec3_largest(from) + fk_vec3_largest(step)) * 0x1p-50;
    return width <= fabs(time) * WIDE && lost <= fk_vec3_largest(*point) * WIDE;
}

fk_status fk_placed_probe_first(const fk_placed_mesh *a, const fk_probe *probe, fk_placed_hit *out)
{
    fk_status status = check_probe(probe);
    if (status == FK_OK && (probe->kind == FK_PROBE_PLANE || probe->kind == FK_PROBE_BOX))
        status = FK_ERROR_ARGUMENT;
    if (status != FK_OK)
        return status;
    ray_hit best = {.triangle = FK_NONE};
    fk_probe_traversal traversal;
    init_probe_traversal(&traversal, a, probe, find_first_triangle, &best);
    fk_probe_traverse(&traversal, true);
    fk_placed_hit found = {.triangle = best.triangle};
    if (best.triangle != FK_NONE) {
        found.time = best.time;
        found.point = best.point;
        if (!best.is_rounded && !hit_point(&traversal, &best, &found.point))
            found.time = fk_line_first_hit(probe, best.corner, &found.point);
    }
    *out = found;
    return FK_OK;
}
