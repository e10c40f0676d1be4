/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Inner regions of a collider: convex polytopes in its solid, for the filter of a workcell.
 *
 * design: A region grows around the center of an inner ball (as in IRIS: Deits and Tedrake, 2015, without the
 *     ellipsoids). Triangles are taken, the nearest first; each one that is not yet behind a plane is cut off by
 *     a plane of its own: that of the triangle, or, where this one passes near the center, that through the
 *     nearest point of the triangle, across the way from the center.
 * A convex set that misses all triangles is inside or outside as a whole, as winding numbers change on
 * triangles only. The center is inside, exactly. So the region is in the solid, of whatever orientation and
 * however many shells.
 *
 * Rounding: a triangle is behind a plane if its corners are beyond it by the grain, 2^-40 of the coordinates,
 * of which the products are off by less than 2^-50. Nothing depends on which plane is chosen.
 *
 * Weak inputs: meshes of many triangles, and rough ones, whose regions need more planes than there are. */

#include "base/context.h"
#include "workcell/link_balls.h"

/* Meshes of more triangles get no regions. */
#define MOST_TRIANGLES (1u << 14)

/* The plane of a triangle is taken if it is so far from the center, as a part of the distance of the triangle. */
#define OWN_PLANE 0.3

/* A center that is as deep in another region, as a part of the radius of its ball, gets none. */
#define COVERED 0.5

/* How much regions are smaller than they could be, as a part of the radius of the ball: so one plane does for
 * several triangles. */
#define TRIM 0.002

typedef struct region_search {
    const fk_vec3 (*corner)[3];
    size_t count;
    double grain, trim;
    double *distance; /* of each triangle from the center; infinite once it is behind a plane */
} region_search;

static fk_vec3 nearest_on_side(fk_vec3 from, fk_vec3 to, fk_vec3 at)
{
    fk_vec3 edge = fk_vec3_sub(to, from);
    double t = fk_vec3_dot(fk_vec3_sub(at, from), edge), square = fk_vec3_dot(edge, edge);
    t = t > 0 && square > 0 ? fk_smaller(t / square, 1) : 0;
    return fk_vec3_add(from, fk_vec3_scale(edge, t));
}

/* The nearest point of a triangle, about. *normal becomes its normal, of length 1 or 0. */
static fk_vec3 nearest_on_triangle(const fk_vec3 t[3], fk_vec3 at, fk_vec3 *normal)
{
    fk_vec3 cross = fk_vec3_cross(fk_vec3_sub(t[1], t[0]), fk_vec3_sub(t[2], t[0])), best = t[0];
    double length = fk_vec3_length(cross), least = INFINITY;
    bool is_above = length > 0;
    *normal = fk_vec3_scale(cross, length > 0 ? 1 / length : 0);
    for (int i = 0; i < 3; i++) {
        fk_vec3 from = t[i], to = t[(i + 1) % 3], out = fk_vec3_cross(fk_vec3_sub(to, from), *normal);
        fk_vec3 near = nearest_on_side(from, to, at), way = fk_vec3_sub(at, near);
        is_above = is_above && fk_vec3_dot(fk_vec3_sub(at, from), out) <= 0;
        if (fk_vec3_dot(way, way) < least) {
            least = fk_vec3_dot(way, way);
            best = near;
        }
    }
    if (!is_above)
        return best;
    return fk_vec3_sub(at, fk_vec3_scale(*normal, fk_vec3_dot(*normal, fk_vec3_sub(at, t[0]))));
}

static double least_along(const fk_vec3 t[3], fk_vec3 normal)
{
    return fk_smaller(fk_vec3_dot(t[0], normal),
                      fk_smaller(fk_vec3_dot(t[1], normal), fk_vec3_dot(t[2], normal)));
}

/* A plane that has the center before it and the triangle behind it. False if the center is too near. */
static bool choose_plane(const region_search *s, const fk_vec3 t[3], fk_vec3 center, fk_link_plane *out)
{
    fk_vec3 normal, way = fk_vec3_sub(nearest_on_triangle(t, center, &normal), center);
    double distance = fk_vec3_length(way), height = fk_vec3_dot(normal, fk_vec3_sub(t[0], center));
    if (!(distance > s->grain))
        return false;
    out->normal = fabs(height) > OWN_PLANE * distance ? fk_vec3_scale(normal, height < 0 ? -1 : 1)
                                                      : fk_vec3_scale(way, 1 / distance);
    out->offset = least_along(t, out->normal) - 3 * s->grain - s->trim;
    return fk_vec3_dot(out->normal, center) < out->offset - s->grain;
}

/* Adds planes around a center until all triangles are behind them. False if there is no room for so many. */
static bool grow_region(region_search *s, fk_vec3 center, fk_link_plane *plane, uint32_t room,
                        uint32_t *count)
{
    fk_vec3 normal;
    for (size_t i = 0; i < s->count; i++)
        s->distance[i] =
            fk_vec3_length(fk_vec3_sub(nearest_on_triangle(s->corner[i], center, &normal), center));
    for (*count = 0;; (*count)++) {
        size_t next = 0;
        for (size_t i = 0; i < s->count; i++)
            next = s->distance[i] < s->distance[next] ? i : next;
        if (!(s->distance[next] < INFINITY))
            return *count > 0;
        fk_link_plane *p = &plane[*count];
        if (*count == room || !choose_plane(s, s->corner[next], center, p))
            return false;
        for (size_t i = 0; i < s->count; i++)
            if (least_along(s->corner[i], p->normal) >= p->offset + s->grain)
                s->distance[i] = INFINITY;
    }
}

static bool is_in_other(const fk_link_balls *balls, const fk_sphere *ball)
{
    for (uint32_t i = 0; i < balls->region_count; i++) {
        bool is_in = true;
        for (uint32_t k = balls->region_first[i]; k < balls->region_first[i + 1] && is_in; k++)
            is_in = fk_vec3_dot(balls->plane[k].normal, ball->center) + COVERED * ball->radius <
                    balls->plane[k].offset;
        if (is_in)
            return true;
    }
    return false;
}

static void add_region(region_search *s, const fk_sphere *ball, fk_link_balls *out)
{
    uint32_t first = out->region_first[out->region_count], planes;
    s->trim = TRIM * ball->radius;
    if (is_in_other(out, ball) ||
        !grow_region(s, ball->center, &out->plane[first], FK_LINK_PLANES - first, &planes))
        return;
    for (; planes % FK_LINK_GROUP != 0; planes++)
        out->plane[first + planes] = out->plane[first];
    out->region_first[++out->region_count] = first + planes;
}

fk_status fk_link_regions_find(fk_context *context, const fk_vec3 (*corner)[3], size_t count, double grain,
                               const fk_sphere *ball, uint32_t ball_count, fk_link_balls *out)
{
    region_search s = {.corner = corner, .count = count, .grain = grain};
    double last = INFINITY;
    if (ball_count == 0 || count > MOST_TRIANGLES)
        return FK_OK;
    s.distance = fk_allocate(context, count * sizeof *s.distance);
    if (s.distance == NULL)
        return FK_ERROR_MEMORY;
    for (uint32_t i = 0; i < ball_count && out->region_count < FK_LINK_REGIONS; i++) {
        uint32_t next = FK_NONE;
        for (uint32_t k = 0; k < ball_count; k++)
            if (ball[k].radius < last && ball[k].radius > 0 &&
                (next == FK_NONE || ball[k].radius > ball[next].radius))
                next = k;
        if (next == FK_NONE)
            break;
        last = ball[next].radius;
        add_region(&s, &ball[next], out);
    }
    fk_release(context, s.distance, count * sizeof *s.distance);
    return FK_OK;
}
