/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The surface of the hull of a solid set of points, by quickhull: Barber, Dobkin, Huhdanpaa, "The quickhull algorithm for convex
 * hulls", 1996; algorithm 12 of Grulich, "Collision detection in 3D space", 2016, corrected: the points of every visible triangle
 * are assigned to new triangles, and all visible triangles are removed.
 *
 * A point strictly above triangles is in the outside set of one of them. Each round takes the farthest point of a triangle, the
 * eye; finds the triangles that it is strictly above, the visible ones; replaces them by triangles from their border, the
 * horizon, to the eye; and reassigns their points. A point above none of the new triangles is inside: were it above an old
 * triangle that stays, it would be above a new one between the two.
 *
 * Ties. A triangle whose plane contains the eye is not visible. Coplanar triangles are visible together or not at all, so the
 * visible set consists of whole facets of the hull so far, a disk with a simple border. The eye is not on the line of a horizon
 * edge, since it is strictly above the plane on one side of it: new triangles have an area. One that joins an invisible triangle
 * on the eye's plane continues its facet. So no point is lost and no triangle is flat; what remains are facets of several
 * triangles and corners that are not extreme, which hull_facets.c mends.
 *
 * If no eye is ever on the plane of a triangle beyond its horizon, no two triangles are coplanar, and has_ties stays false. A
 * fresh triangle and the one beyond: that is the same. Two fresh ones that are neighbours, with corners v0, v1, eye and v1, v2,
 * eye: their plane contains the edges v0 v1 and v1 v2 of the horizon and nothing is above it. If v0, v1, v2 make a triangle, that
 * is part of a facet of the hull before, and the triangle of this facet at v0 v1 is not visible, so it is the one beyond, with
 * the eye on its plane. If they are collinear, v1 is between the others. The last of them to come was not v1, which would have
 * been inside, but say v2; the edge v1 v2 was made when v2 was the eye, with v1 on its horizon. The triangle beyond an edge of it
 * at v1 had v1 on its plane and neither v0 nor v2 above it, so it had v2 on its plane.
 *
 * Points equal to the eye are in outside sets of triangles visible from it, so they are reassigned with the others
 * (hull_points.c) and found to be equal to a corner; the first of all becomes that corner.
 *
 * Each point is an eye at most once, which bounds the number of rounds. Their order does not matter. Points chosen so that a
 * large part of the surface is visible from every eye take O(n^2) steps. */

#include "shape/hull.h"

#include <string.h>

#include "base/context.h"

/* A half-edge is 4 times its triangle plus at most 3. */
#define MOST_TRIANGLES (UINT32_MAX / 4)

/* Steps between buckets. */
#define BUCKET_BITS 5

#define SAMPLE          512 /* at least so many points make the first hull, */
#define MOST_STEP       64  /* or one of so many, */
#define FIRST_TRIANGLES 32  /* and it has about so many triangles */

/* ---- Memory -------------------------------------------------------------------------------------------- */

static bool reserve_triangles(fk_hull_surface *s, size_t more)
{
    size_t wanted = s->used + more;
    if (wanted <= s->triangles.capacity && wanted <= s->lists.capacity)
        return true;
    bool enough = wanted <= MOST_TRIANGLES &&
                  fk_hull_array_reserve(s->context, &s->triangles, wanted, sizeof *s->triangle) &&
                  fk_hull_array_reserve(s->context, &s->lists, wanted, sizeof *s->list);
    s->triangle = s->triangles.items;
    s->list = s->lists.items;
    return enough;
}

/* Makes room for one more visible triangle: three half-edges to cross, or of the horizon. */
static bool reserve_visible(fk_hull_surface *s)
{
    size_t sides = (size_t)s->seen_count + 3;
    if (sides <= s->horizons.capacity)
        return true;
    bool enough = fk_hull_array_reserve(s->context, &s->seens, sides, sizeof *s->seen) &&
                  fk_hull_array_reserve(s->context, &s->pendings, sides, sizeof *s->pending) &&
                  fk_hull_array_reserve(s->context, &s->horizons, sides, sizeof *s->horizon);
    s->seen = s->seens.items;
    s->pending = s->pendings.items;
    s->horizon = s->horizons.items;
    return enough;
}

static bool reserve_fresh(fk_hull_surface *s, size_t count)
{
    bool enough = fk_hull_array_reserve(s->context, &s->freshes, count, sizeof *s->fresh);
    s->fresh = s->freshes.items;
    return enough;
}

void fk_hull_surface_end(fk_hull_surface *s)
{
    fk_hull_array_end(s->context, &s->triangles, sizeof *s->triangle);
    fk_hull_array_end(s->context, &s->lists, sizeof *s->list);
    fk_hull_array_end(s->context, &s->packs, sizeof *s->pack);
    fk_hull_array_end(s->context, &s->seens, sizeof *s->seen);
    fk_hull_array_end(s->context, &s->horizons, sizeof *s->horizon);
    fk_hull_array_end(s->context, &s->pendings, sizeof *s->pending);
    fk_hull_array_end(s->context, &s->freshes, sizeof *s->fresh);
}

/* ---- Triangles ----------------------------------------------------------------------------------------- */

/* Allocates a triangle, for which there is room. */
static uint32_t allocate_triangle(fk_hull_surface *s)
{
    uint32_t index = s->unused;
    if (index == FK_HULL_NONE)
        return s->used++;
    s->unused = s->list[index].next;
    return index;
}

static void release_triangle(fk_hull_surface *s, uint32_t index)
{
    s->triangle[index].corner[0] = FK_HULL_NONE;
    s->list[index].next = s->unused;
    s->unused = index;
}

/* Makes triangle `index` without neighbours, and its fresh entry i without points. The plane is that of the corners. */
static fk_hull_triangle *make_triangle(fk_hull_surface *s, uint32_t i, uint32_t index,
                                       const uint32_t corner[3], const fk_filter_plane *plane)
{
    fk_hull_triangle *t = &s->triangle[index];
    t->normal = plane->normal;
    t->offset = plane->offset;
    t->bound = (uint32_t)(fk_bits_of(plane->bound) >> 32) + 1;
    t->mark = 0;
    t->corner[0] = corner[0];
    t->corner[1] = corner[1];
    t->corner[2] = corner[2];
    fk_hull_fresh *f = &s->fresh[i];
    f->normal = plane->normal;
    f->offset = plane->offset;
    f->bound = plane->bound;
    f->triangle = index;
    f->first = FK_HULL_NONE;
    f->count = 0;
    return t;
}

/* Whether a point is strictly above a triangle. */
static inline bool is_above_triangle(fk_hull_surface *s, const fk_hull_triangle *t, uint32_t point,
                                     fk_vec3 place)
{
    double height = fk_filter_plane_height(t->normal, t->offset, place), bound = fk_hull_triangle_bound(t);
    if (height > bound)
        return true;
    if (height < -bound)
        return false;
    s->has_ties = true;
    return fk_point_set_orient3d(s->cloud, t->corner[0], t->corner[1], t->corner[2], point) > 0;
}

/* ---- Triangles with points ----------------------------------------------------------------------------- */

/* The bucket of a triangle with points. */
static int list_bucket(const fk_hull_outside_set *list)
{
    int bucket = 0;
    for (uint32_t count = list->count >> BUCKET_BITS; count > 0; count >>= BUCKET_BITS)
        bucket++;
    return bucket;
}

static void enqueue_triangle(fk_hull_surface *s, uint32_t index)
{
    fk_hull_outside_set *list = &s->list[index];
    uint32_t *first = &s->waiting[list_bucket(list)];
    list->next = *first;
    list->previous = FK_HULL_NONE;
    if (*first != FK_HULL_NONE)
        s->list[*first].previous = index;
    *first = index;
}

static void dequeue_triangle(fk_hull_surface *s, uint32_t index)
{
    const fk_hull_outside_set *list = &s->list[index];
    if (list->previous != FK_HULL_NONE)
        s->list[list->previous].next = list->next;
    else
        s->waiting[list_bucket(list)] = list->next;
    if (list->next != FK_HULL_NONE)
        s->list[list->next].previous = list->previous;
}

/* The triangle that is processed next, or FK_HULL_NONE. Those with many points come first, so that no part of the surface is much
 * finer than another whose points are still to come: else ever more triangles would be visible from their eyes, as from those of
 * one rim of a cylinder after the other rim is done. Of about equal ones the last, which is near the one before: that is kinder
 * to caches. */
static uint32_t next_waiting_triangle(const fk_hull_surface *s)
{
    for (int i = FK_HULL_BUCKETS - 1; i >= 0; i--)
        if (s->waiting[i] != FK_HULL_NONE)
            return s->waiting[i];
    return FK_HULL_NONE;
}

/* Stores the outside sets of the fresh triangles; returns their number of points. */
static size_t store_outside_sets(fk_hull_surface *s)
{
    size_t points = 0;
    for (uint32_t i = 0; i < s->fresh_count; i++) {
        const fk_hull_fresh *f = &s->fresh[i];
        points += f->count;
        s->list[f->triangle].first = f->first;
        s->list[f->triangle].count = f->count;
        if (f->count > 0)
            enqueue_triangle(s, f->triangle);
    }
    return points;
}

/* ---- One round ----------------------------------------------------------------------------------------- */

/* Adds a visible triangle. */
static bool add_visible(fk_hull_surface *s, uint32_t index)
{
    if (!reserve_visible(s))
        return false;
    s->triangle[index].mark = s->epoch;
    fk_hull_visible *seen = &s->seen[s->seen_count++];
    seen->triangle = index;
    seen->first = s->list[index].first;
    seen->count = s->list[index].count;
    fk_hull_prefetch_pack(s, seen->first);
    return true;
}

/* Lists the triangles visible from the eye, beginning with a known one, and the horizon. Marks: epoch for those, and epoch + 1
 * for others that were tested.
 *
 * Crossing a half-edge replaces it by the other two of the triangle behind it, in their order; so at any time the half-edges
 * still to be crossed and those of the horizon go around a disk of triangles, apart from those that lead back into the disk; and
 * the horizon, which is one closed path, comes out in its order. There are at most two more half-edges pending, or of the
 * horizon, than visible triangles. */
static bool find_visible(fk_hull_surface *s, uint32_t eye, fk_vec3 place, uint32_t start)
{
    s->epoch += 2;
    s->seen_count = s->horizon_count = s->pending_count = 0;
    if (!add_visible(s, start))
        return false;
    for (uint32_t e = 3; e-- > 0;)
        s->pending[s->pending_count++] = 4 * start + e;
    while (s->pending_count > 0) {
        fk_hull_half_edge side = s->pending[--s->pending_count];
        fk_hull_half_edge other = s->triangle[side / 4].neighbor[side % 4];
        fk_hull_triangle *t = &s->triangle[other / 4];
        if (t->mark == s->epoch)
            continue;
        if (t->mark == s->epoch + 1 || !is_above_triangle(s, t, eye, place)) {
            t->mark = s->epoch + 1;
            s->horizon[s->horizon_count++] = other;
            continue;
        }
        if (!add_visible(s, other / 4))
            return false;
        uint32_t base = other & ~3u, e = other % 4;
        s->pending[s->pending_count++] = base + (e == 0 ? 2 : e - 1);
        s->pending[s->pending_count++] = base + (e == 2 ? 0 : e + 1);
    }
    return true;
}

/* Allocates the fresh triangles: in the slots of visible triangles, as far as they go. */
static bool allocate_fresh(fk_hull_surface *s)
{
    uint32_t count = s->horizon_count, reused = s->seen_count < count ? s->seen_count : count;
    if (!reserve_triangles(s, count - reused) || !reserve_fresh(s, count))
        return false;
    for (uint32_t i = 0; i < count; i++)
        s->fresh[i].triangle = i < reused ? s->seen[i].triangle : allocate_triangle(s);
    for (uint32_t i = reused; i < s->seen_count; i++)
        release_triangle(s, s->seen[i].triangle);
    s->fresh_count = count;
    return true;
}

/* Makes a triangle on every horizon edge. */
static void make_fresh_triangles(fk_hull_surface *s, uint32_t eye, fk_vec3 place)
{
    uint32_t count = s->fresh_count, last = count - 1;
    for (uint32_t i = 0; i < count; i++) {
        /* A half-edge beyond ends where that of the fresh triangle begins. */
        fk_hull_half_edge beyond = s->horizon[i];
        uint32_t from = s->triangle[beyond / 4].corner[fk_hull_next_edge((int)(beyond % 4))];
        s->fresh[i].from = fk_vec3_sub(s->cloud->scaled[from], place);
    }
    for (uint32_t i = 0; i < count; i++) {
        fk_hull_half_edge beyond = s->horizon[i];
        fk_hull_triangle *outer = &s->triangle[beyond / 4];
        uint32_t e = beyond % 4, next = i < last ? i + 1 : 0, index = s->fresh[i].triangle;
        const uint32_t corner[3] = {outer->corner[fk_hull_next_edge((int)e)], outer->corner[e], eye};
        fk_filter_plane plane = fk_filter_plane_span(s->cloud, place, s->fresh[i].from, s->fresh[next].from);
        fk_hull_triangle *t = make_triangle(s, i, index, corner, &plane);
        outer->neighbor[e] = 4 * index;
        t->neighbor[0] = beyond;
        t->neighbor[1] = 4 * s->fresh[next].triangle + 2;
        t->neighbor[2] = 4 * s->fresh[i > 0 ? i - 1 : last].triangle + 1;
    }
}

/* Processes a triangle with points: one round. */
static bool process_triangle(fk_hull_surface *s, uint32_t start)
{
    fk_vec3 place;
    dequeue_triangle(s, start);
    uint32_t eye = fk_hull_points_remove_farthest(s, start, &place);
    if (!find_visible(s, eye, place, start))
        return false;
    for (uint32_t i = 1; i < s->seen_count; i++)
        if (s->seen[i].count > 0)
            dequeue_triangle(s, s->seen[i].triangle);
    /* While a set is reassigned, its packs are released one by one and each fresh triangle has one that is not full. */
    if (!allocate_fresh(s) || !fk_hull_points_reserve(s, (size_t)s->fresh_count + 1))
        return false;
    make_fresh_triangles(s, eye, place);
    for (uint32_t i = 0; i < s->seen_count; i++)
        if (s->seen[i].count > 0)
            fk_hull_points_redistribute(s, s->seen[i].first, s->seen[i].count);
    store_outside_sets(s);
    return true;
}

/* ---- All of it ----------------------------------------------------------------------------------------- */

/* The tetrahedron as four fresh triangles. */
static bool make_first_tetrahedron(fk_hull_surface *s, const fk_hull_simplex *simplex)
{
    uint32_t a = simplex->corner[0], b = simplex->corner[1], c = simplex->corner[2], d = simplex->corner[3];
    if (fk_point_set_orient3d(s->cloud, a, b, c, d) > 0) {
        uint32_t swap = b;
        b = c;
        c = swap;
    }
    if (!reserve_triangles(s, 4) || !reserve_fresh(s, 4))
        return false;
    const uint32_t corner[4][3] = {{a, b, c}, {a, d, b}, {b, d, c}, {c, d, a}};
    static const fk_hull_half_edge neighbor[4][3] = {{4 * 1 + 2, 4 * 2 + 2, 4 * 3 + 2},
                                                     {4 * 3 + 1, 4 * 2 + 0, 0},
                                                     {4 * 1 + 1, 4 * 3 + 0, 1},
                                                     {4 * 2 + 1, 4 * 1 + 0, 2}};
    for (uint32_t i = 0; i < 4; i++) {
        const fk_vec3 *p = s->cloud->scaled;
        fk_filter_plane plane =
            fk_filter_plane_make(s->cloud, p[corner[i][0]], p[corner[i][1]], p[corner[i][2]]);
        fk_hull_triangle *t = make_triangle(s, i, allocate_triangle(s), corner[i], &plane);
        memcpy(t->neighbor, neighbor[i], sizeof neighbor[i]);
    }
    s->fresh_count = 4;
    return true;
}

/* Makes all triangles fresh, with their outside sets. */
static bool mark_all_fresh(fk_hull_surface *s)
{
    if (!reserve_fresh(s, s->used))
        return false;
    s->fresh_count = 0;
    for (uint32_t i = 0; i < s->used; i++) {
        const fk_hull_triangle *t = &s->triangle[i];
        if (!fk_hull_triangle_is_used(t))
            continue;
        if (s->list[i].count > 0)
            dequeue_triangle(s, i);
        fk_hull_fresh *f = &s->fresh[s->fresh_count++];
        f->normal = t->normal;
        f->offset = t->offset;
        f->bound = fk_hull_triangle_bound(t);
        f->triangle = i;
        f->first = s->list[i].first;
        f->count = s->list[i].count;
    }
    return true;
}

/* Processes triangles until none has points, or there are so many triangles. */
static bool process_triangles(fk_hull_surface *s, uint32_t triangles)
{
    uint32_t start;
    while (s->used < triangles && (start = next_waiting_triangle(s)) != FK_HULL_NONE)
        if (fk_context_poll(s->context) || !process_triangle(s, start))
            return false;
    return true;
}

/* Each remaining point may become a corner, which adds two triangles: this is the most room needed. */
static bool reserve_for_points(fk_hull_surface *s, size_t points)
{
    size_t more = 2 * points, most = MOST_TRIANGLES - s->used;
    return reserve_triangles(s, more < most ? more : most);
}

/* Assigns all points to triangles. A sample of many points makes a first small hull, against which most others are tested at
 * once: that takes less time than reassigning them from hull to hull, and those inside are never stored. */
static bool assign_points(fk_hull_surface *s)
{
    size_t count = s->cloud->count, step = count / SAMPLE;
    step = step > MOST_STEP ? MOST_STEP : step > 1 ? step : 1;
    if (!fk_hull_points_reserve(s, count / step / FK_HULL_PACK + 5))
        return false;
    fk_hull_points_assign(s, 0, count, step);
    size_t points = store_outside_sets(s);
    if (step == 1)
        return reserve_for_points(s, points);
    if (!process_triangles(s, FIRST_TRIANGLES) || !mark_all_fresh(s) ||
        !fk_hull_points_reserve(s, count / FK_HULL_PACK + s->fresh_count))
        return false;
    for (size_t i = 0; i < count; i += step) {
        if (fk_context_poll(s->context))
            return false;
        fk_hull_points_assign(s, i + 1, i + step < count ? i + step : count, 1);
    }
    return reserve_for_points(s, store_outside_sets(s));
}

fk_status fk_hull_surface_build(fk_context *context, fk_point_set *cloud, const fk_hull_simplex *simplex,
                                fk_hull_surface *s)
{
    memset(s, 0, sizeof *s);
    s->context = context;
    s->cloud = cloud;
    s->unused = s->pack_unused = FK_HULL_NONE;
    for (int i = 0; i < FK_HULL_BUCKETS; i++)
        s->waiting[i] = FK_HULL_NONE;
    bool enough =
        make_first_tetrahedron(s, simplex) && assign_points(s) && process_triangles(s, FK_HULL_NONE);
    return enough ? FK_OK : FK_ERROR_MEMORY;
}
