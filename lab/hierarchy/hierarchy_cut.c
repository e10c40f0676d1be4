/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Triangles that are cut where the plane of a split goes through them, so that each side has its own fragments.
 *
 * Source: Grulich, "Collision detection in 3D space", 2016, section 3.2: "cut the primitive into two parts
 * and both parts will represent new primitives".
 *
 * Nothing of a triangle may be lost by rounding. Let u and v be corners on both sides, t a double between 0
 * and 1, and q = (1 - t) u + t v, a real point. Whatever t is, cutting at such points gives fragments that
 * together are the triangle: only how near they end to the plane depends on t. What is rounded is q itself.
 * With u and v off by e, it is off by e and by what is lost in computing u + t (v - u): a unit of v - u, of
 * the product, and of the sum, at most 4 units of the largest coordinate. Then the coordinate across the
 * plane is set to where the plane is, from which it is off by the rounding of t, three units of v - u, and as
 * much again: together below 16 units. Volumes that hold the corners grow by the error.
 *
 * The side that has two corners is a quadrilateral: two fragments. */

#include "hierarchy/hierarchy_parts.h"

#include "base/lists.h"
#include "base/vec3.h"
#include "shape/bound.h"

double fk_part_corners(const fk_hierarchy_builder *b, uint32_t part, fk_vec3 corner[3])
{
    uint32_t n = b->mesh->triangle_count;
    for (int k = 0; k < 3; k++)
        corner[k] =
            part < n ? b->mesh->point[b->mesh->triangle[part].corner[k]] : b->fragment[part - n].corner[k];
    return part < n ? 0.0 : b->fragment[part - n].error;
}

unsigned fk_part_sides(const fk_hierarchy_builder *b, uint32_t part, int axis, double at)
{
    fk_vec3 corner[3];
    unsigned sides = 0;
    fk_part_corners(b, part, corner);
    for (int k = 0; k < 3; k++) {
        double x = fk_vec3_get(corner[k], axis);
        sides |= (x < at ? 1u : 0u) | (x > at ? 2u : 0u);
    }
    return sides;
}

/* Where the plane meets a side of a part. */
static fk_vec3 crossing(fk_vec3 u, fk_vec3 v, int axis, double at)
{
    double from = fk_vec3_get(u, axis), to = fk_vec3_get(v, axis);
    double t = (at - from) / (to - from);
    t = t > 0.0 ? fk_smaller(t, 1.0) : 0.0;
    fk_vec3 q = fk_vec3_add(u, fk_vec3_scale(fk_vec3_sub(v, u), t));
    *fk_vec3_at(&q, axis) = at;
    return q;
}

static void add_fragment(fk_hierarchy_builder *b, const fk_fragment *whole, fk_vec3 p, fk_vec3 q, fk_vec3 r)
{
    fk_fragment *f = &b->fragment[b->part_count - b->mesh->triangle_count];
    *f = *whole;
    const fk_vec3 corner[3] = {p, q, r};
    fk_part *part = &b->part[b->part_count++];
    part->box = fk_aabb_empty();
    part->centroid = fk_vec3_make(0, 0, 0);
    for (int k = 0; k < 3; k++) {
        f->corner[k] = corner[k];
        fk_vec3 at = fk_vec3_sub(fk_vec3_scale(corner[k], b->scale), b->middle);
        part->box = fk_aabb_include(part->box, at);
        part->centroid = fk_vec3_add(part->centroid, fk_vec3_scale(at, 1.0 / 3.0));
    }
}

static fk_fragment whole_of(const fk_hierarchy_builder *b, uint32_t part)
{
    fk_fragment whole;
    uint32_t n = b->mesh->triangle_count;
    whole.error = fk_part_corners(b, part, whole.corner);
    whole.triangle = part < n ? part : b->fragment[part - n].triangle;
    return whole;
}

/* The corner that is alone on its side, or on the plane between the others, comes first. */
static void turn_to_first(fk_vec3 corner[3], int axis, double at)
{
    int side[3], first = 0;
    for (int k = 0; k < 3; k++) {
        double x = fk_vec3_get(corner[k], axis);
        side[k] = x < at ? -1 : x > at;
    }
    for (int k = 0; k < 3; k++)
        if (side[k] != side[(k + 1) % 3] && side[k] != side[(k + 2) % 3] &&
            (side[k] == 0 || side[(k + 1) % 3] == side[(k + 2) % 3]))
            first = k;
    const fk_vec3 turned[3] = {corner[first], corner[(first + 1) % 3], corner[(first + 2) % 3]};
    for (int k = 0; k < 3; k++)
        corner[k] = turned[k];
}

uint32_t fk_part_cut(fk_hierarchy_builder *b, uint32_t part, int axis, double at, unsigned *above)
{
    size_t parts = b->part_count, fragments = parts - b->mesh->triangle_count;
    fk_fragment whole = whole_of(b, part);
    if (!fk_grow(b->context, &b->part, sizeof *b->part, parts, &b->part_capacity, parts + 3) ||
        !fk_grow(b->context, &b->fragment, sizeof *b->fragment, fragments, &b->fragment_capacity,
                 fragments + 3))
        return 0;
    fk_vec3 corner[3] = {whole.corner[0], whole.corner[1], whole.corner[2]};
    turn_to_first(corner, axis, at);
    double first = fk_vec3_get(corner[0], axis), second = fk_vec3_get(corner[1], axis);
    whole.error = fk_outer_above(whole.error, 16 * FK_OUTER_UNIT * fk_vec3_largest(b->reach) + FK_OUTER_TINY);
    if (first == at) {
        fk_vec3 q = crossing(corner[1], corner[2], axis, at);
        add_fragment(b, &whole, corner[0], corner[1], q);
        add_fragment(b, &whole, corner[0], q, corner[2]);
        *above = second > at ? 1 : 2;
        return 2;
    }
    fk_vec3 q = crossing(corner[0], corner[1], axis, at), r = crossing(corner[0], corner[2], axis, at);
    add_fragment(b, &whole, corner[0], q, r);
    add_fragment(b, &whole, q, corner[1], corner[2]);
    add_fragment(b, &whole, q, corner[2], r);
    *above = first > at ? 1 : 6;
    return 3;
}
