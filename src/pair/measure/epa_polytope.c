/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The polytope of EPA.
 *
 * Source: the incremental convex hull, as in van den Bergen's expanding polytope (2001), with exact signs. A facet is visible
 * from a vertex strictly outside its plane. The visible facets are connected and have a simple horizon, and none of the new
 * triangles from the horizon is degenerate, also where facets are coplanar: exact signs guarantee it. The horizon is still
 * checked before anything changes.
 *
 * Signs come from doubles where the error bound allows: the determinant of three differences u, v, w has six products of at most
 * |u||v||w| (largest components), each off by 5 * 2^-52 of that, and up to five sums of at most six of them: together less than
 * 64 * 2^-52 |u||v||w|. Nothing underflows, since differences are 0 or at least 2^-252. */

#include "pair/measure/measure.h"

#include <math.h>

#include "base/vec3.h"
#include "exact/exact.h"

#define BOUND (64 * 0x1p-52)
#define NONE  0xffffu

/* ---- Signs --------------------------------------------------------------------------------------------- */

FK_OWN_FRAME static int exact_facet_side(fk_vec3 a, fk_vec3 b, fk_vec3 c, fk_vec3 point)
{
    fk_arena arena;
    fk_arena_init(&arena);
    fk_exact_vec3 u = fk_exact_vec3_displacement(&arena, a, b), v = fk_exact_vec3_displacement(&arena, a, c);
    fk_exact_vec3 w = fk_exact_vec3_displacement(&arena, a, point);
    return fk_exact_vec3_dot(&arena, fk_exact_vec3_cross(&arena, u, v), w).sign;
}

static int facet_side(fk_vec3 a, fk_vec3 b, fk_vec3 c, fk_vec3 point)
{
    fk_vec3 u = fk_vec3_sub(b, a), v = fk_vec3_sub(c, a), w = fk_vec3_sub(point, a);
    double determinant = fk_vec3_dot(fk_vec3_cross(u, v), w);
    double bound = BOUND * fk_vec3_largest(u) * fk_vec3_largest(v) * fk_vec3_largest(w);
    if (determinant > bound)
        return 1;
    return determinant < -bound ? -1 : exact_facet_side(a, b, c, point);
}

int fk_polytope_side(const fk_polytope *p, uint32_t facet, fk_vec3 point)
{
    const uint16_t *v = p->facet[facet].vertex;
    return facet_side(p->vertex[v[0]], p->vertex[v[1]], p->vertex[v[2]], point);
}

FK_OWN_FRAME static fk_vec3 exact_facet_normal(fk_vec3 a, fk_vec3 b, fk_vec3 c)
{
    fk_arena arena;
    fk_arena_init(&arena);
    fk_exact_vec3 u = fk_exact_vec3_displacement(&arena, a, b), v = fk_exact_vec3_displacement(&arena, a, c);
    return fk_exact_vec3_unit(&arena, fk_exact_vec3_cross(&arena, u, v));
}

fk_vec3 fk_polytope_normal(const fk_polytope *p, uint32_t facet)
{
    const uint16_t *v = p->facet[facet].vertex;
    return exact_facet_normal(p->vertex[v[0]], p->vertex[v[1]], p->vertex[v[2]]);
}

/* ---- Slots --------------------------------------------------------------------------------------------- */

static uint16_t allocate_slot(fk_polytope *p)
{
    uint16_t slot = p->free_slot;
    if (slot == NONE)
        return (uint16_t)p->facet_count++;
    p->free_slot = p->facet[slot].neighbor[0];
    p->free_count--;
    return slot;
}

static void release_slot(fk_polytope *p, uint16_t slot)
{
    p->facet[slot].value = HUGE_VAL;
    p->facet[slot].neighbor[0] = p->free_slot;
    p->free_slot = slot;
    p->free_count++;
}

static uint16_t make_facet(fk_polytope *p, uint16_t a, uint16_t b, uint16_t c)
{
    uint16_t slot = allocate_slot(p);
    p->facet[slot] = (fk_polytope_facet){{a, b, c}, {NONE, NONE, NONE}, 0, 0, 0.0};
    p->fresh[p->fresh_count++] = slot;
    return slot;
}

/* ---- Growth -------------------------------------------------------------------------------------------- */

bool fk_polytope_init(fk_polytope *p, const fk_vec3 vertex[4])
{
    /* Facet k is opposite vertex k, and its neighbours follow from that. */
    static const uint8_t opposite[4][3] = {{1, 2, 3}, {0, 3, 2}, {0, 1, 3}, {0, 2, 1}};
    int turn = facet_side(vertex[1], vertex[2], vertex[3], vertex[0]);
    if (turn == 0)
        return false;
    for (uint32_t i = 0; i < 4; i++)
        p->vertex[i] = vertex[turn < 0 ? i : i ^ (i >> 1)]; /* swaps 2 and 3 */
    p->vertex_count = 4;
    p->facet_count = p->fresh_count = 0;
    p->free_slot = NONE;
    p->free_count = 0;
    p->stamp = 0;
    for (uint32_t i = 0; i < 4; i++)
        make_facet(p, opposite[i][0], opposite[i][1], opposite[i][2]);
    for (uint32_t i = 0; i < 4; i++)
        for (uint32_t k = 0; k < 3; k++)
            p->facet[i].neighbor[k] =
                opposite[i][(k + 2) % 3]; /* opposite to the vertex that is not shared */
    return true;
}

/* Lists the facets visible from a point, starting with one of them; their stamp becomes odd. */
static uint32_t list_visible(fk_polytope *p, uint32_t facet, fk_vec3 point)
{
    uint32_t count = 0;
    p->stamp = (uint16_t)(p->stamp + 2);
    p->facet[facet].stamp = p->stamp | 1u;
    p->list[count++] = (uint16_t)facet;
    for (uint32_t i = 0; i < count; i++)
        for (uint32_t k = 0; k < 3; k++) {
            uint16_t next = p->facet[p->list[i]].neighbor[k];
            fk_polytope_facet *f = &p->facet[next];
            if ((f->stamp | 1u) == (p->stamp | 1u))
                continue;
            bool seen = fk_polytope_side(p, next, point) > 0;
            f->stamp = seen ? p->stamp | 1u : p->stamp;
            if (seen)
                p->list[count++] = next;
        }
    return count;
}

static bool is_visible(const fk_polytope *p, uint16_t facet)
{
    return p->facet[facet].stamp == (p->stamp | 1u);
}

/* Whether the horizon of the visible facets is one simple cycle; *length is its number of edges. Leaves in start_of, for each
 * vertex of the horizon, the next one. */
static bool check_horizon(fk_polytope *p, uint32_t seen, uint32_t *length)
{
    uint32_t count = 0, first = NONE;
    for (uint32_t i = 0; i < p->vertex_count; i++)
        p->start_of[i] = NONE;
    for (uint32_t i = 0; i < seen; i++) {
        const fk_polytope_facet *f = &p->facet[p->list[i]];
        for (uint32_t k = 0; k < 3; k++) {
            if (is_visible(p, f->neighbor[k]))
                continue;
            if (p->start_of[f->vertex[k]] != NONE)
                return false;
            p->start_of[f->vertex[k]] = f->vertex[(k + 1) % 3];
            first = f->vertex[k];
            count++;
        }
    }
    *length = count;
    if (count < 3)
        return false;
    uint32_t at = p->start_of[first];
    for (uint32_t i = 1; i < count; i++) {
        if (at == first || at == NONE)
            return false;
        at = p->start_of[at];
    }
    return at == first;
}

/* Makes the new facet on horizon edge k of a visible facet, and links it with the neighbour beyond. */
static void make_facet_on_edge(fk_polytope *p, uint16_t facet, uint32_t k, uint16_t top)
{
    uint16_t a = p->facet[facet].vertex[k], b = p->facet[facet].vertex[(k + 1) % 3];
    uint16_t beyond = p->facet[facet].neighbor[k];
    uint16_t slot = make_facet(p, a, b, top);
    p->facet[slot].neighbor[0] = beyond;
    for (uint32_t i = 0; i < 3; i++)
        if (p->facet[beyond].vertex[i] == b && p->facet[beyond].vertex[(i + 1) % 3] == a)
            p->facet[beyond].neighbor[i] = slot;
    p->start_of[a] = slot;
}

bool fk_polytope_add(fk_polytope *p, uint32_t facet, fk_vec3 point)
{
    uint32_t length, seen;
    if (p->vertex_count == FK_POLYTOPE_VERTICES)
        return false;
    seen = list_visible(p, facet, point);
    if (!check_horizon(p, seen, &length))
        return false;
    if (length > FK_POLYTOPE_FACETS - p->facet_count + p->free_count)
        return false;
    uint16_t top = (uint16_t)p->vertex_count++;
    p->vertex[top] = point;
    p->fresh_count = 0;
    /* Visible facets keep their slots until the new facets on the horizon are made from them. */
    for (uint32_t i = 0; i < seen; i++)
        for (uint32_t k = 0; k < 3; k++)
            if (!is_visible(p, p->facet[p->list[i]].neighbor[k]))
                make_facet_on_edge(p, p->list[i], k, top);
    for (uint32_t i = 0; i < seen; i++)
        release_slot(p, p->list[i]);
    for (uint32_t i = 0; i < p->fresh_count; i++) {
        fk_polytope_facet *f = &p->facet[p->fresh[i]];
        uint16_t next = p->start_of[f->vertex[1]];
        f->neighbor[1] = next;
        p->facet[next].neighbor[2] = p->fresh[i];
    }
    return true;
}
