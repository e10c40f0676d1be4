/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Leaves of trees of cells: tetrahedra around points. See cells.h for what they contain.
 *
 * If no corner of a tetrahedron has doubles as its differences from the others, the tetrahedron is enlarged
 * from its incenter, so that all faces move out by some units in the last place of the coordinates, and
 * rounded. Whether it still contains its points is then decided exactly. Weak inputs: a tetrahedron thinner
 * than a thousand of those units becomes a box. */

#include <math.h>

#include "exact/exact.h"
#include "base/vec3.h"
#include "cells/cells.h"

/* Computes b - a. Returns whether it is exact. */
FK_OWN_FRAME static bool subtract_exactly(fk_vec3 b, fk_vec3 a, fk_vec3 *out)
{
    fk_vec3 d = fk_vec3_sub(b, a);
    for (int axis = 0; axis < 3; axis++) {
        fk_arena arena;
        fk_arena_init(&arena);
        fk_exact difference = fk_exact_sub(&arena, fk_exact_from(&arena, fk_vec3_get(b, axis)),
                                           fk_exact_from(&arena, fk_vec3_get(a, axis)));
        if (fk_exact_compare(difference, fk_exact_from(&arena, fk_vec3_get(d, axis))) != 0)
            return false;
    }
    *out = d;
    return true;
}

/* Makes a tetrahedron with the points as corners. Its origin is the first point for which that is possible;
 * unused edges are zero. Returns the index of the origin, or count if there is none. */
static uint32_t find_exact_tetra(const fk_vec3 *point, uint32_t count, fk_cells_volume *out)
{
    for (uint32_t origin = 0; origin < count; origin++) {
        fk_cells_volume volume = {.kind = FK_KIND_TETRA, .cell = {.origin = point[origin]}};
        bool exact = true;
        for (uint32_t k = 1; exact && k < count; k++)
            exact = subtract_exactly(point[(origin + k) % count], point[origin], &volume.cell.edge[k - 1]);
        if (exact) {
            *out = volume;
            return origin;
        }
    }
    return count;
}

/* Returns a box around points: the parent of the first two, then the parent of that and the next, and so
 * on. */
static fk_cells_volume box_around_points(const fk_vec3 *point, uint32_t count)
{
    fk_cells_volume child[2] = {{.kind = FK_KIND_TETRA, .cell = {.origin = point[0]}}};
    fk_aabb bounds[2] = {{point[0], point[0]}};
    for (uint32_t k = 1; k < count; k++) {
        child[1] = (fk_cells_volume){.kind = FK_KIND_TETRA, .cell = {.origin = point[k]}};
        bounds[1] = (fk_aabb){point[k], point[k]};
        child[0] = fk_cells_parent(child, bounds);
        bounds[0] = fk_cells_bounds(&child[0]);
    }
    return child[0];
}

/* ---- Enlarged tetrahedra ------------------------------------------------------------------------------- */

/* Points relative to the first one, scaled so that products neither overflow nor underflow. */
typedef struct local_points {
    fk_vec3 point[4];
    double scale; /* the factor */
    double large; /* the largest original coordinate, times scale */
} local_points;

static local_points localize_points(const fk_vec3 *point, uint32_t count)
{
    local_points l = {.large = 0};
    int extent = -1023;
    double large = fk_vec3_largest(point[0]);
    for (uint32_t k = 1; k < count; k++) {
        l.point[k] = fk_vec3_sub(point[k], point[0]);
        int exponent = fk_vec3_exponent(l.point[k]);
        extent = exponent > extent ? exponent : extent;
        large = fk_larger(large, fk_vec3_largest(point[k]));
    }
    l.scale = fk_inverse_power(extent);
    l.large = large * l.scale;
    for (uint32_t k = 1; k < count; k++)
        l.point[k] = fk_vec3_scale(l.point[k], l.scale);
    return l;
}

static double local_triangle_area(fk_vec3 a, fk_vec3 b, fk_vec3 c)
{
    return fk_vec3_length(fk_vec3_cross(fk_vec3_sub(b, a), fk_vec3_sub(c, a))) / 2;
}

/* Returns the fraction by which a tetrahedron is enlarged so that its faces move out by a margin for
 * rounding, and its center. */
static double tetra_growth(const local_points *l, fk_vec3 *center)
{
    double area[4], sum = 0;
    *center = fk_vec3_make(0, 0, 0);
    for (int k = 0; k < 4; k++) {
        area[k] = local_triangle_area(l->point[(k + 1) % 4], l->point[(k + 2) % 4], l->point[(k + 3) % 4]);
        sum += area[k];
        *center = fk_vec3_add(*center, fk_vec3_scale(l->point[k], area[k]));
    }
    double volume = fk_vec3_dot(fk_vec3_cross(l->point[1], l->point[2]), l->point[3]) / 6;
    double radius = 3 * fabs(volume) / sum, margin = 0x1p-44 + l->large * 0x1p-49;
    *center = fk_vec3_scale(*center, 1 / sum);
    return margin / radius;
}

double fk_cells_leaf_growth(const fk_vec3 point[4])
{
    local_points l = localize_points(point, 4);
    fk_vec3 center;
    return tetra_growth(&l, &center) / l.scale;
}

/* Makes a larger tetrahedron. Returns false if it is too thin. */
static bool enlarge_tetra(const fk_vec3 point[4], fk_cells_volume *out)
{
    local_points l = localize_points(point, 4);
    fk_vec3 center;
    double more = tetra_growth(&l, &center);
    bool is_right = fk_vec3_dot(fk_vec3_cross(l.point[1], l.point[2]), l.point[3]) / 6 > 0;
    if (!(more <= 0x1p-10) || !fk_is_finite(1 / l.scale))
        return false;
    fk_vec3 corner[4];
    for (int k = 0; k < 4; k++)
        corner[k] = fk_vec3_add(l.point[k], fk_vec3_scale(fk_vec3_sub(l.point[k], center), more));
    double back = 1 / l.scale;
    out->kind = FK_KIND_TETRA;
    out->cell.origin = fk_vec3_add(point[0], fk_vec3_scale(corner[0], back));
    for (int k = 0; k < 3; k++)
        out->cell.edge[is_right || k == 2 ? k : 1 - k] =
            fk_vec3_scale(fk_vec3_sub(corner[k + 1], corner[0]), back);
    return true;
}

static bool contains_points(const fk_cells_volume *volume, const fk_vec3 *point, uint32_t count)
{
    bool holds = true;
    for (uint32_t k = 0; holds && k < count; k++) {
        fk_cells_volume at = {.kind = FK_KIND_TETRA, .cell = {.origin = point[k]}};
        holds = fk_cells_contain(volume, &at);
    }
    return holds;
}

fk_cells_volume fk_cells_leaf(const fk_vec3 *point, uint32_t count)
{
    fk_cells_volume leaf;
    if (find_exact_tetra(point, count, &leaf) < count)
        return leaf;
    if (count == 4 && enlarge_tetra(point, &leaf) && contains_points(&leaf, point, 4))
        return leaf;
    return box_around_points(point, count);
}

/* ---- Triangles ----------------------------------------------------------------------------------------- */

/* Computes the vector from the first corner to the apex below the incenter of a triangle. Returns false for
 * one without area. */
static bool find_apex(const fk_vec3 corner[3], fk_vec3 *offset)
{
    local_points l = localize_points(corner, 3);
    fk_vec3 normal = fk_vec3_cross(l.point[1], l.point[2]);
    double twice = fk_vec3_length(normal), side[3], around = 0;
    fk_vec3 center = {0, 0, 0};
    for (int k = 0; k < 3; k++) {
        side[k] = fk_vec3_length(fk_vec3_sub(l.point[(k + 2) % 3], l.point[(k + 1) % 3]));
        around += side[k];
        center = fk_vec3_add(center, fk_vec3_scale(l.point[k], side[k]));
    }
    double back = 1 / l.scale;
    if (!(twice > 0x1p-300) || !fk_is_finite(back))
        return false;
    center = fk_vec3_scale(center, 1 / around);
    double depth = twice / around / 2; /* half of the inradius, which is 2 area / perimeter */
    fk_vec3 apex = fk_vec3_sub(center, fk_vec3_scale(normal, depth / twice));
    *offset = fk_vec3_scale(apex, back);
    return true;
}

fk_cells_volume fk_cells_leaf_of_triangle(const fk_vec3 corner[3])
{
    fk_cells_volume leaf;
    fk_vec3 apex;
    uint32_t origin = find_exact_tetra(corner, 3, &leaf);
    if (origin < 3) {
        fk_vec3 turned[3] = {corner[origin], corner[(origin + 1) % 3], corner[(origin + 2) % 3]};
        if (find_apex(turned, &apex))
            leaf.cell.edge[2] = apex;
        return leaf;
    }
    if (find_apex(corner, &apex)) {
        fk_vec3 point[4] = {corner[0], corner[1], corner[2], fk_vec3_add(corner[0], apex)};
        if (enlarge_tetra(point, &leaf) && contains_points(&leaf, corner, 3))
            return leaf;
    }
    return box_around_points(corner, 3);
}
