/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The surface of the hull of a solid set of points, by quickhull: Barber, Dobkin, Huhdanpaa, "The quickhull algorithm
 * for convex hulls", 1996; algorithm 12 of Grulich, "Collision detection in 3D space", 2016, made right: the points
 * of every triangle that the eye sees are given to new triangles, and all of those triangles go.
 *
 * A point that is strictly above triangles is in the care of one of them. Each round takes the farthest point of a
 * triangle, the eye; finds the triangles that it is strictly above; replaces them by triangles from their rim, the
 * horizon, to the eye; and hands on their points. A point above none of the new triangles is inside: were it above an
 * old one, too, that stays, it would be above a new one between the two.
 *
 * Ties. A triangle whose plane holds the eye is not seen. Triangles on one plane are seen together or not at all, so
 * what the eye sees is a set of whole facets of the hull so far, a disk with a simple rim. The eye is not on the line
 * of a horizon edge, since it is strictly above the plane on one side of it: new triangles have an area. One that joins
 * an unseen triangle on the eye's plane continues its facet. So no point is lost and no triangle is flat; what is left
 * are facets of several triangles and corners that are not extreme, which hull_facets.c mends.
 *
 * Equal points are always in the same list, in their order, since where a point goes depends on its coordinates only;
 * and the first of the farthest is taken. So a corner is the first of the points that are equal to it.
 *
 * Rounds are bounded by the number of points, each of which is an eye at most once. Their order is no matter. Points
 * that are chosen so that every eye sees a large part of the surface take O(n^2) steps. */

#include "shape/hull_build.h"

#include <string.h>

/* ---- Memory -------------------------------------------------------------------------------------------- */

/* Makes room for at least `wanted` items, twice as many as before or more; *items and *capacity are left alone when
 * there is no memory. */
static bool reserve(fk_context *context, void **items, uint32_t *capacity, size_t wanted, size_t item_size)
{
    if (wanted <= *capacity)
        return true;
    size_t grown = (size_t)*capacity * 2 > wanted ? (size_t)*capacity * 2 : wanted;
    grown = grown < 64 ? 64 : grown;
    if (grown > FK_HULL_NONE)
        grown = FK_HULL_NONE;
    if (grown > PTRDIFF_MAX / item_size)
        grown = PTRDIFF_MAX / item_size;
    void *larger = wanted > grown ? NULL : fk_allocate(context, grown * item_size);
    if (larger == NULL)
        return false;
    if (*capacity > 0)
        memcpy(larger, *items, *capacity * item_size);
    fk_release(context, *items, *capacity * item_size);
    *items = larger;
    *capacity = (uint32_t)grown;
    return true;
}

static bool reserve_triangles(fk_hull_surface *s, size_t more)
{
    void *items = s->triangle;
    bool enough = reserve(s->context, &items, &s->capacity, s->used + more, sizeof *s->triangle);
    s->triangle = items;
    return enough;
}

static bool reserve_list(fk_context *context, uint32_t **list, uint32_t *capacity, size_t wanted)
{
    void *items = *list;
    bool enough = reserve(context, &items, capacity, wanted, sizeof **list);
    *list = items;
    return enough;
}

void fk_hull_surface_end(fk_hull_surface *s)
{
    fk_release(s->context, s->triangle, s->capacity * sizeof *s->triangle);
    fk_release(s->context, s->link, s->cloud->count * sizeof *s->link);
    fk_release(s->context, s->seen, s->seen_capacity * sizeof *s->seen);
    fk_release(s->context, s->fresh, s->fresh_capacity * sizeof *s->fresh);
}

/* ---- Triangles ----------------------------------------------------------------------------------------- */

/* A triangle for which there is room. */
static uint32_t add_triangle(fk_hull_surface *s, uint32_t a, uint32_t b, uint32_t c)
{
    uint32_t index = s->unused;
    if (index != FK_HULL_NONE)
        s->unused = s->triangle[index].next;
    else
        index = s->used++;
    fk_hull_triangle *t = &s->triangle[index];
    t->plane = fk_cloud_plane_make(s->cloud, a, b, c);
    t->corner[0] = a;
    t->corner[1] = b;
    t->corner[2] = c;
    t->first = t->last = t->farthest = FK_HULL_NONE;
    t->count = 0;
    t->mark = 0;
    return index;
}

static void drop_triangle(fk_hull_surface *s, uint32_t index)
{
    s->triangle[index].corner[0] = FK_HULL_NONE;
    s->triangle[index].next = s->unused;
    s->unused = index;
}

/* Whether a point is strictly above a triangle. */
static inline bool is_above(const fk_hull_surface *s, const fk_hull_triangle *t, uint32_t point,
                            double height)
{
    if (height > t->plane.bound)
        return true;
    if (height < -t->plane.bound)
        return false;
    return fk_cloud_side(s->cloud, t->corner[0], t->corner[1], t->corner[2], point) > 0;
}

/* Adds a point to those in the care of a triangle. Of points that are equally high the lexicographically greatest is
 * the farthest: it is a corner of their hull, which spares corners that are not extreme in the end. */
static inline void give_point(fk_hull_surface *s, fk_hull_triangle *t, uint32_t point, double height)
{
    s->link[point] = FK_HULL_NONE;
    if (t->first == FK_HULL_NONE) {
        t->first = point;
        t->farthest = point;
        t->far_height = height;
    } else {
        s->link[t->last] = point;
        if (height > t->far_height ||
            (height == t->far_height && fk_cloud_compare(s->cloud, t->farthest, point) > 0)) {
            t->farthest = point;
            t->far_height = height;
        }
    }
    t->last = point;
    t->count++;
}

/* The bucket of a triangle with points. */
static int bucket_of(const fk_hull_triangle *t)
{
    int bucket = 0;
    for (uint32_t count = t->count >> FK_HULL_BUCKET_BITS; count > 0; count >>= FK_HULL_BUCKET_BITS)
        bucket++;
    return bucket;
}

static void enqueue(fk_hull_surface *s, uint32_t index)
{
    fk_hull_triangle *t = &s->triangle[index];
    uint32_t *first = &s->waiting[bucket_of(t)];
    t->next = *first;
    t->previous = FK_HULL_NONE;
    if (*first != FK_HULL_NONE)
        s->triangle[*first].previous = index;
    *first = index;
}

static void dequeue(fk_hull_surface *s, uint32_t index)
{
    const fk_hull_triangle *t = &s->triangle[index];
    if (t->previous != FK_HULL_NONE)
        s->triangle[t->previous].next = t->next;
    else
        s->waiting[bucket_of(t)] = t->next;
    if (t->next != FK_HULL_NONE)
        s->triangle[t->next].previous = t->previous;
}

/* The triangle that is served next, or FK_HULL_NONE. Those with many points come first, so that no part of the surface
 * is much finer than another that has its points still to come: else their eyes would see ever more triangles, as those
 * of one rim of a cylinder after the other rim is done. Of about equal ones the last, which is near the one before: that
 * is kinder to caches. */
static uint32_t next_waiting(const fk_hull_surface *s)
{
    for (int i = FK_HULL_BUCKETS - 1; i >= 0; i--)
        if (s->waiting[i] != FK_HULL_NONE)
            return s->waiting[i];
    return FK_HULL_NONE;
}

/* ---- One round ----------------------------------------------------------------------------------------- */

/* Lists the triangles that the eye sees, beginning with one that it is known to see. Marks: epoch for those, and
 * epoch + 1 for others that were asked. */
static bool find_seen(fk_hull_surface *s, uint32_t eye, uint32_t start)
{
    fk_vec3 place = s->cloud->scaled[eye];
    s->epoch += 2;
    s->triangle[start].mark = s->epoch;
    s->seen_count = 0;
    if (!reserve_list(s->context, &s->seen, &s->seen_capacity, 1))
        return false;
    s->seen[s->seen_count++] = start;
    for (uint32_t i = 0; i < s->seen_count; i++) {
        if (!reserve_list(s->context, &s->seen, &s->seen_capacity, (size_t)s->seen_count + 3))
            return false;
        for (int e = 0; e < 3; e++) {
            uint32_t index = s->triangle[s->seen[i]].neighbor[e];
            fk_hull_triangle *t = &s->triangle[index];
            if (t->mark >= s->epoch)
                continue;
            bool above = is_above(s, t, eye, fk_cloud_height(&t->plane, place));
            t->mark = above ? s->epoch : s->epoch + 1;
            if (above)
                s->seen[s->seen_count++] = index;
        }
    }
    return true;
}

/* Across the edge that goes from `from` in triangle `index`, the neighbour is `neighbor` from now on. */
static void set_neighbor(fk_hull_surface *s, uint32_t index, uint32_t from, uint32_t neighbor)
{
    fk_hull_triangle *t = &s->triangle[index];
    int e = t->corner[0] == from ? 0 : t->corner[1] == from ? 1 : 2;
    t->neighbor[e] = neighbor;
}

/* Puts a triangle on every horizon edge. The link of a horizon vertex tells which one begins there. */
static bool make_fresh(fk_hull_surface *s, uint32_t eye)
{
    /* A disk of k triangles has at most k + 2 edges on its rim. */
    size_t most = (size_t)s->seen_count + 2;
    if (!reserve_triangles(s, most) || !reserve_list(s->context, &s->fresh, &s->fresh_capacity, most))
        return false;
    s->fresh_count = 0;
    for (uint32_t i = 0; i < s->seen_count; i++)
        for (int e = 0; e < 3; e++) {
            const fk_hull_triangle *old = &s->triangle[s->seen[i]];
            uint32_t beyond = old->neighbor[e];
            if (s->triangle[beyond].mark == s->epoch)
                continue;
            uint32_t from = old->corner[e], to = old->corner[e == 2 ? 0 : e + 1];
            uint32_t index = add_triangle(s, from, to, eye);
            s->triangle[index].neighbor[0] = beyond;
            set_neighbor(s, beyond, to, index);
            s->link[from] = index;
            s->fresh[s->fresh_count++] = index;
        }
    for (uint32_t i = 0; i < s->fresh_count; i++) {
        uint32_t index = s->fresh[i], next = s->link[s->triangle[index].corner[1]];
        s->triangle[index].neighbor[1] = next;
        s->triangle[next].neighbor[2] = index;
    }
    return true;
}

/* Gives a point to the first fresh triangle that it is above; to none when it is inside. */
static void place_point(fk_hull_surface *s, uint32_t point)
{
    fk_vec3 place = s->cloud->scaled[point];
    for (uint32_t i = 0; i < s->fresh_count; i++) {
        fk_hull_triangle *t = &s->triangle[s->fresh[i]];
        double height = fk_cloud_height(&t->plane, place);
        if (is_above(s, t, point, height)) {
            give_point(s, t, point, height);
            return;
        }
    }
}

/* Hands on the points of the triangles that were seen, but for the eye and those that are the same bits, and drops
 * the triangles. */
static void hand_on(fk_hull_surface *s, uint32_t eye)
{
    const fk_vec3 *given = s->cloud->point;
    for (uint32_t i = 0; i < s->seen_count; i++) {
        uint32_t point = s->triangle[s->seen[i]].first;
        if (point != FK_HULL_NONE)
            dequeue(s, s->seen[i]);
        while (point != FK_HULL_NONE) {
            uint32_t next = s->link[point];
            if (memcmp(&given[point], &given[eye], sizeof *given) != 0)
                place_point(s, point);
            point = next;
        }
    }
    for (uint32_t i = 0; i < s->seen_count; i++)
        drop_triangle(s, s->seen[i]);
    for (uint32_t i = 0; i < s->fresh_count; i++)
        if (s->triangle[s->fresh[i]].first != FK_HULL_NONE)
            enqueue(s, s->fresh[i]);
}

/* ---- The whole ----------------------------------------------------------------------------------------- */

/* The tetrahedron as four triangles, with all points in their care. */
static bool make_first(fk_hull_surface *s, const fk_hull_simplex *simplex)
{
    uint32_t a = simplex->corner[0], b = simplex->corner[1], c = simplex->corner[2], d = simplex->corner[3];
    if (fk_cloud_side(s->cloud, a, b, c, d) > 0) {
        uint32_t swap = b;
        b = c;
        c = swap;
    }
    if (!reserve_triangles(s, 4) || !reserve_list(s->context, &s->fresh, &s->fresh_capacity, 4))
        return false;
    const uint32_t corner[4][3] = {{a, b, c}, {a, d, b}, {b, d, c}, {c, d, a}};
    static const uint32_t neighbor[4][3] = {{1, 2, 3}, {3, 2, 0}, {1, 3, 0}, {2, 1, 0}};
    for (uint32_t i = 0; i < 4; i++) {
        s->fresh[i] = add_triangle(s, corner[i][0], corner[i][1], corner[i][2]);
        memcpy(s->triangle[s->fresh[i]].neighbor, neighbor[i], sizeof neighbor[i]);
    }
    s->fresh_count = 4;
    for (uint32_t i = 0; i < s->cloud->count; i++)
        if (i != a && i != b && i != c && i != d)
            place_point(s, i);
    for (uint32_t i = 0; i < 4; i++)
        if (s->triangle[i].first != FK_HULL_NONE)
            enqueue(s, i);
    return true;
}

fk_status fk_hull_surface_build(fk_context *context, const fk_cloud *cloud, const fk_hull_simplex *simplex,
                                fk_hull_surface *s)
{
    memset(s, 0, sizeof *s);
    s->context = context;
    s->cloud = cloud;
    s->unused = FK_HULL_NONE;
    for (int i = 0; i < FK_HULL_BUCKETS; i++)
        s->waiting[i] = FK_HULL_NONE;
    s->link = fk_allocate(context, cloud->count * sizeof *s->link);
    if (s->link == NULL || !make_first(s, simplex))
        return FK_ERROR_MEMORY;
    uint32_t start;
    while ((start = next_waiting(s)) != FK_HULL_NONE) {
        uint32_t eye = s->triangle[start].farthest;
        if (!find_seen(s, eye, start) || !make_fresh(s, eye))
            return FK_ERROR_MEMORY;
        hand_on(s, eye);
    }
    return FK_OK;
}
