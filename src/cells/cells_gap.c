/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The gap of a cell: the greatest distance of its points to the object.
 *
 * Branch and bound. Let c be the center of a part of the cell, r the distance to its farthest corner, and d the
 * distance of c to the triangles. If c is outside, all points of the part are within d + r of the object; and within
 * the largest distance of the corners to one triangle, since the distance to a convex set is a convex function. If c
 * is inside a solid, so is the ball with radius d around it, and all points are within r - d of it, or inside; and if
 * no triangle meets the part shrunk toward c, all of that is inside, which proves cells that fit exactly at once. The
 * distance of a center or a corner itself is a lower bound. Parts whose bound is too large are halved across their
 * longest edge. Parts are rounded, and so is what is measured in them, by less than ROUNDING of the coordinates, which
 * is added in the end; a c that is inside, but not by more than that, counts as outside. Weak inputs: after MOST_QUERIES
 * the bound is what it is; it is then larger than the gap, by up to the size of a part. */

#include "base/context.h"
#include "base/vec3.h"
#include "cells/cells.h"
#include "tree/tree.h"

#define ROUNDING     0x1p-44
#define MOST_QUERIES 40000 /* a tenth, if it is only asked whether the gap is within the target */
#define MOST_HALVED  64
#define LARGEST      190 /* binary exponent of coordinates whose products neither overflow nor underflow */

/* Corners of a part of a cell: 8 of a box, by the bits of their numbers, or 4. */
typedef struct gap_part {
    uint32_t count;
    fk_vec3 corner[8];
    double bound;
    int halved; /* so many times */
} gap_part;

static double distance_of(fk_vec3 p, fk_vec3 q)
{
    fk_vec3 v = fk_vec3_sub(p, q);
    double large = fk_vec3_largest(v);
    return large > 0 ? large * fk_vec3_length(fk_vec3_make(v.x / large, v.y / large, v.z / large)) : 0;
}

static gap_part whole_part(const fk_cells_volume *volume)
{
    bool is_box = volume->kind == FK_KIND_BOX;
    gap_part part = {.count = is_box ? 8 : 4};
    for (uint32_t i = 0; i < part.count; i++) {
        uint32_t edges = is_box ? i : UINT32_C(1) << i >> 1;
        part.corner[i] = volume->cell.origin;
        for (int k = 0; k < 3; k++)
            if (edges >> k & 1)
                part.corner[i] = fk_vec3_add(part.corner[i], volume->cell.edge[k]);
    }
    return part;
}

static fk_vec3 part_center(const gap_part *part)
{
    fk_vec3 sum = {0, 0, 0};
    for (uint32_t i = 0; i < part->count; i++)
        sum = fk_vec3_add(sum, fk_vec3_scale(part->corner[i], 1.0 / part->count));
    return sum;
}

/* Returns a point of a triangle that is near p: the projection, or the nearest point of a side. */
static fk_vec3 near_point(const fk_vec3 t[3], fk_vec3 p)
{
    fk_vec3 u = fk_vec3_sub(t[1], t[0]), v = fk_vec3_sub(t[2], t[0]), w = fk_vec3_sub(p, t[0]);
    fk_vec3 n = fk_vec3_cross(u, v);
    double square = fk_vec3_dot(n, n);
    double b = fk_vec3_dot(fk_vec3_cross(w, v), n) / square, c = fk_vec3_dot(fk_vec3_cross(u, w), n) / square;
    if (b >= 0 && c >= 0 && b + c <= 1)
        return fk_vec3_add(t[0], fk_vec3_add(fk_vec3_scale(u, b), fk_vec3_scale(v, c)));
    fk_vec3 best = t[0];
    for (int k = 0; k < 3; k++) {
        fk_vec3 from = t[k], side = fk_vec3_sub(t[(k + 1) % 3], from);
        double length = fk_vec3_dot(side, side), at = fk_vec3_dot(side, fk_vec3_sub(p, from));
        double share = length > 0 ? fk_smaller(fk_larger(at / length, 0), 1) : 0;
        fk_vec3 place = fk_vec3_add(from, fk_vec3_scale(side, share));
        best = distance_of(place, p) < distance_of(best, p) ? place : best;
    }
    return best;
}

/* Returns the largest distance of the corners to a triangle; infinity if products might overflow. */
static double triangle_bound(const gap_part *part, const fk_mesh *mesh, uint32_t triangle)
{
    const uint32_t *c = mesh->triangle[triangle].corner;
    fk_vec3 t[3] = {mesh->point[c[0]], mesh->point[c[1]], mesh->point[c[2]]};
    int large = fk_vec3_exponent(part->corner[0]);
    for (int k = 0; k < 3; k++)
        large = fk_vec3_exponent(t[k]) > large ? fk_vec3_exponent(t[k]) : large;
    double most = 0;
    for (uint32_t i = 0; i < part->count && most < INFINITY; i++)
        most = large < LARGEST ? fk_larger(distance_of(near_point(t, part->corner[i]), part->corner[i]), most)
                               : INFINITY;
    return most;
}

bool fk_cells_is_in_solid(const fk_placed_mesh *object, fk_vec3 point)
{
    int64_t winding;
    return object->is_solid && fk_placed_winding(object, point, &winding) && winding != 0;
}

/* A cell, and whether a triangle meets it. */
typedef struct shrunk_part {
    const fk_mesh *mesh;
    fk_piece cell;
    bool is_met;
} shrunk_part;

static bool meet_shrunk(void *user, uint32_t triangle)
{
    shrunk_part *s = user;
    const uint32_t *c = s->mesh->triangle[triangle].corner;
    const fk_vec3 *p = s->mesh->point;
    fk_piece face = fk_piece_triangle(p[c[0]], p[c[1]], p[c[2]]);
    s->is_met = fk_pair_verdict(&s->cell, &face) != FK_APART;
    return !s->is_met;
}

/* Returns whether no triangle meets a part after its corners have moved toward its center by a share of their way. If the
 * center is inside a solid, so is then all of it, and the part is within that share of its radius. */
static bool is_free_inside(const fk_placed_mesh *object, const gap_part *part, fk_vec3 center, double share)
{
    shrunk_part s = {.mesh = object->mesh, .cell = {.kind = part->count == 8 ? FK_KIND_BOX : FK_KIND_TETRA}};
    fk_vec3 corner[8] = {{0, 0, 0}};
    for (uint32_t i = 0; i < part->count; i++)
        corner[i] = fk_vec3_add(part->corner[i], fk_vec3_scale(fk_vec3_sub(center, part->corner[i]), share));
    s.cell.as.cell.origin = corner[0];
    for (int k = 0; k < 3; k++)
        s.cell.as.cell.edge[k] = fk_vec3_sub(corner[part->count == 8 ? 1 << k : k + 1], corner[0]);
    fk_cells_volume volume = {s.cell.kind, s.cell.as.cell};
    fk_aabb box = fk_cells_bounds(&volume);
    fk_placed_visit(object, &box, meet_shrunk, &s);
    return !s.is_met;
}

/* Computes the bound of a part, and raises the lower bound. */
static void bound_part(const fk_gap_query *q, gap_part *part, double *low)
{
    fk_vec3 center = part_center(part);
    double radius = 0;
    for (uint32_t i = 0; i < part->count; i++)
        radius = fk_larger(distance_of(part->corner[i], center), radius);
    fk_mesh_distance nearest;
    fk_placed_nearest(q->object, center, &nearest);
    if (nearest.distance.lo > q->rounding && fk_cells_is_in_solid(q->object, center)) {
        part->bound = fk_larger(radius - nearest.distance.lo, 0);
        if (part->bound > q->goal && is_free_inside(q->object, part, center, q->goal / radius))
            part->bound = q->goal;
        return;
    }
    *low = fk_larger(nearest.distance.lo, *low);
    double by_triangle = triangle_bound(part, q->object->mesh, nearest.triangle.a);
    part->bound = fk_smaller(by_triangle, nearest.distance.hi + radius);
}

static fk_vec3 middle_of(fk_vec3 p, fk_vec3 q)
{
    return fk_vec3_add(fk_vec3_scale(p, 0.5), fk_vec3_scale(q, 0.5));
}

/* Halves a box across its longest edge. */
static void halve_box(const gap_part *part, gap_part half[2])
{
    int axis = 0;
    for (int k = 1; k < 3; k++)
        if (distance_of(part->corner[1 << k], part->corner[0]) >
            distance_of(part->corner[1 << axis], part->corner[0]))
            axis = k;
    for (uint32_t i = 0; i < 8; i++) {
        fk_vec3 middle = middle_of(part->corner[i & ~(1u << axis)], part->corner[i | 1u << axis]);
        half[i >> axis & 1 ? 0 : 1].corner[i] = middle;
    }
}

/* Halves a tetrahedron across its longest edge. */
static void halve_tetra(const gap_part *part, gap_part half[2])
{
    uint32_t from = 0, to = 1;
    for (uint32_t i = 0; i < 4; i++)
        for (uint32_t k = i + 1; k < 4; k++)
            if (distance_of(part->corner[i], part->corner[k]) >
                distance_of(part->corner[from], part->corner[to])) {
                from = i;
                to = k;
            }
    half[0].corner[to] = half[1].corner[from] = middle_of(part->corner[from], part->corner[to]);
}

/* Returns a lower bound: the largest distance of a corner. */
static double farthest_corner(const fk_gap_query *q, const gap_part *part)
{
    double low = 0;
    for (uint32_t i = 0; i < part->count; i++) {
        fk_mesh_distance nearest;
        fk_placed_nearest(q->object, part->corner[i], &nearest);
        if (nearest.distance.lo > low && !fk_cells_is_in_solid(q->object, part->corner[i]))
            low = nearest.distance.lo;
    }
    return low;
}

fk_interval fk_cells_gap(fk_gap_query *q, const fk_cells_volume *volume)
{
    gap_part stack[MOST_HALVED + 2];
    uint32_t open = 1, queries = 0;
    stack[0] = whole_part(volume);
    double low = farthest_corner(q, &stack[0]), high = 0, large = 0;
    for (uint32_t i = 0; i < stack[0].count; i++)
        large = fk_larger(fk_vec3_largest(stack[0].corner[i]), large);
    q->rounding = ROUNDING * large;
    uint32_t most = q->stops_above ? MOST_QUERIES / 10 : MOST_QUERIES;
    q->goal = fk_larger(q->target - 2 * q->rounding, 0);
    bound_part(q, &stack[0], &low);
    while (open > 0 && !q->is_cancelled && !(q->stops_above && low > q->target)) {
        gap_part part = stack[--open];
        if (part.bound <= fk_larger(q->goal, low * 1.125) || queries >= most || part.halved == MOST_HALVED) {
            high = fk_larger(part.bound, high);
            continue;
        }
        gap_part *half = &stack[open];
        half[0] = half[1] = part;
        half[0].halved = half[1].halved = part.halved + 1;
        (part.count == 8 ? halve_box : halve_tetra)(&part, half);
        for (int k = 0; k < 2; k++)
            bound_part(q, &half[k], &low);
        open += 2;
        queries += 2;
        q->is_cancelled = fk_context_poll(q->context);
    }
    low = fk_larger(low - q->rounding, 0);
    fk_interval gap = {low, open > 0 ? INFINITY : fk_larger(high, low) + q->rounding};
    return gap;
}
