/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The smallest rectangle around points that are seen along a direction: their convex hull on the plane, by a sweep from
 * left to right on each side (Andrew, 1979), and a rectangle along each of its edges, by calipers that turn (Toussaint, 1983; the
 * smallest one has an edge of the hull on a side: Freeman, Shapira, 1975). Doubles, nothing proved: what is found is a
 * proposal of axes. */

#include "shape/bound.h"

#include <string.h>

static bool is_before(fk_flat_point p, fk_flat_point q)
{
    return p.x < q.x || (p.x == q.x && p.y < q.y);
}

/* Moves the first point of a heap, the last in order at its top, to where it belongs. */
static void sift(fk_flat_point *heap, size_t at, size_t count)
{
    fk_flat_point p = heap[at];
    for (size_t child = 2 * at + 1; child < count; child = 2 * at + 1) {
        if (child + 1 < count && is_before(heap[child], heap[child + 1]))
            child++;
        if (!is_before(p, heap[child]))
            break;
        heap[at] = heap[child];
        at = child;
    }
    heap[at] = p;
}

static void sort(fk_flat_point *point, size_t count)
{
    for (size_t i = count / 2; i-- > 0;)
        sift(point, i, count);
    for (size_t end = count; end-- > 1;) {
        fk_flat_point last = point[end];
        point[end] = point[0];
        point[0] = last;
        sift(point, 0, end);
    }
}

static double turn(fk_flat_point a, fk_flat_point b, fk_flat_point c)
{
    return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}

/* The hull of sorted points, counterclockwise; room for twice as many. */
static size_t sweep(const fk_flat_point *point, size_t count, fk_flat_point *hull)
{
    size_t used = 0;
    for (size_t i = 0; i < count; i++) {
        while (used >= 2 && turn(hull[used - 2], hull[used - 1], point[i]) <= 0.0)
            used--;
        hull[used++] = point[i];
    }
    size_t lower = used + 1;
    for (size_t i = count - 1; i-- > 0;) {
        while (used >= lower && turn(hull[used - 2], hull[used - 1], point[i]) <= 0.0)
            used--;
        hull[used++] = point[i];
    }
    return used > 1 ? used - 1 : used;
}

static double along(fk_flat_point direction, fk_flat_point p)
{
    return direction.x * p.x + direction.y * p.y;
}

/* The farthest corner along a direction from `at` on, at most once around. Corners that come close together or lie nearly in
 * line go up and down by their rounding errors; so the way goes on until it is lower by more than these. */
static size_t climb(const fk_flat_point *hull, size_t count, size_t at, fk_flat_point direction, double noise)
{
    size_t best = at;
    double most = along(direction, hull[at]);
    for (size_t i = 0; i < count; i++) {
        at = at + 1 < count ? at + 1 : 0;
        double value = along(direction, hull[at]);
        if (value < most - noise)
            break;
        if (value > most) {
            most = value;
            best = at;
        }
    }
    return best;
}

/* The corners of a hull that touch the sides of a rectangle. */
typedef struct calipers {
    size_t right, top, left, bottom;
} calipers;

static void turn_to(calipers *c, const fk_flat_point *hull, size_t count, fk_flat_point u, double noise)
{
    fk_flat_point v = {-u.y, u.x}, back = {-u.x, -u.y}, down = {u.y, -u.x};
    c->right = climb(hull, count, c->right, u, noise);
    c->top = climb(hull, count, c->top, v, noise);
    c->left = climb(hull, count, c->left, back, noise);
    c->bottom = climb(hull, count, c->bottom, down, noise);
}

static double measure_at(const calipers *c, const fk_flat_point *hull, fk_flat_point u, double height)
{
    fk_flat_point v = {-u.y, u.x};
    double width = along(u, hull[c->right]) - along(u, hull[c->left]);
    double depth = along(v, hull[c->top]) - along(v, hull[c->bottom]);
    return fk_outer_measure(0.5 * width, 0.5 * depth, height);
}

/* Far corners from scratch, as no way leads there yet. */
static calipers calipers_at(const fk_flat_point *hull, size_t count, fk_flat_point u)
{
    calipers c = {0, 0, 0, 0};
    turn_to(&c, hull, count, u, INFINITY);
    return c;
}

/* The direction of a side of the best rectangle, and the measure of a box with it and a given third half length. Edges that
 * are so short that rounding makes their direction are passed over. */
static double turn_calipers(const fk_flat_point *hull, size_t count, double height, fk_flat_point *out)
{
    double best = INFINITY, size = 0.0;
    calipers c = {0, 0, 0, 0};
    fk_flat_point before = {0.0, 0.0};
    for (size_t i = 0; i < count; i++)
        size = fk_larger(fk_larger(fabs(hull[i].x), fabs(hull[i].y)), size);
    for (size_t i = 0; i < count; i++) {
        size_t next = i + 1 < count ? i + 1 : 0;
        fk_flat_point side = {hull[next].x - hull[i].x, hull[next].y - hull[i].y};
        double length = sqrt(side.x * side.x + side.y * side.y);
        if (!(length > 0x1p-36 * size))
            continue;
        fk_flat_point u = {side.x / length, side.y / length};
        /* Rounding may turn an edge back; and after a long turn, as at the end of a flat hull, the way may lead down first. */
        if (!(along(before, u) > 0.0 && before.x * u.y - before.y * u.x >= 0.0))
            c = calipers_at(hull, count, u);
        before = u;
        turn_to(&c, hull, count, u, 0x1p-46 * size);
        double measure = measure_at(&c, hull, u, height);
        if (measure < best) {
            best = measure;
            *out = u;
        }
    }
    return best;
}

double fk_obb_axes_best_along(fk_vec3 along_axis, const fk_vec3 *point, size_t count, fk_vec3 base,
                              fk_flat_point *room, fk_obb_axes *out)
{
    fk_obb_axes frame = fk_obb_axes_make(along_axis, fk_vec3_make(0, 0, 0));
    double low = INFINITY, high = -INFINITY;
    for (size_t i = 0; i < count; i++) {
        fk_vec3 d = fk_vec3_sub(point[i], base);
        double height = fk_vec3_dot(frame.axis[0], d);
        low = fk_smaller(height, low);
        high = fk_larger(height, high);
        room[i].x = fk_vec3_dot(frame.axis[1], d);
        room[i].y = fk_vec3_dot(frame.axis[2], d);
    }
    sort(room, count);
    fk_flat_point *hull = room + count, best = {1.0, 0.0};
    size_t corners = sweep(room, count, hull);
    double measure = turn_calipers(hull, corners, 0.5 * (high - low), &best);
    fk_vec3 side = fk_vec3_add(fk_vec3_scale(frame.axis[1], best.x), fk_vec3_scale(frame.axis[2], best.y));
    *out = fk_obb_axes_make(frame.axis[0], side);
    /* All points are one, seen along the axis. */
    return measure < INFINITY ? measure : fk_outer_measure(0.0, 0.0, 0.5 * (high - low));
}
