/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Whether two meshes have the same triangles, in any order: then they are duplicates, without a look at what meets
 * what. Equal multisets of oriented triangles have the same winding numbers everywhere, and so enclose the same set;
 * for surfaces, which enclose nothing, orientation does not matter either. The converse is false: meshes with other
 * triangles may be duplicates, too.
 *
 * A hash table counts the triangles of one mesh, and those of the other are subtracted. A copy that has its triangles
 * in the same order needs no table.
 *
 * Weak inputs: triangles whose hashes were made to collide. */

#include "base/bits.h"
#include "base/vec3.h"
#include "tree/solid_relation.h"

typedef struct counted_triangle {
    uint32_t triangle; /* of the first mesh, or FK_NONE */
    uint32_t count;
} counted_triangle;

/* Corners from the least one on, in the orientation of the triangle; for surfaces in ascending order. */
typedef struct corner_order {
    const fk_vec3 *corner[3];
} corner_order;

static corner_order order_corners(const fk_relation_search *r, int which, uint32_t triangle)
{
    corner_order o;
    int first = 0;
    for (int k = 1; k < 3; k++)
        if (fk_vec3_order(fk_relation_corner(r, which, triangle, k),
                          fk_relation_corner(r, which, triangle, first)) < 0)
            first = k;
    for (int k = 0; k < 3; k++)
        o.corner[k] = fk_relation_corner(r, which, triangle, (first + k) % 3);
    if (!fk_relation_is_solid(r, which) && fk_vec3_order(o.corner[2], o.corner[1]) < 0) {
        const fk_vec3 *swap = o.corner[1];
        o.corner[1] = o.corner[2];
        o.corner[2] = swap;
    }
    return o;
}

static bool is_same_triangle(const corner_order *a, const corner_order *b)
{
    return fk_vec3_order(a->corner[0], b->corner[0]) == 0 && fk_vec3_order(a->corner[1], b->corner[1]) == 0 &&
           fk_vec3_order(a->corner[2], b->corner[2]) == 0;
}

static uint64_t hash_corners(const corner_order *o)
{
    uint64_t hash = 0;
    for (int k = 0; k < 3; k++)
        for (int axis = 0; axis < 3; axis++) {
            double x = fk_vec3_get(*o->corner[k], axis);
            uint64_t bits = fk_double_order(x, 0) == 0 ? 0 : fk_bits_of(x);
            hash = (hash ^ bits) * UINT64_C(0x9e3779b97f4a7c15);
            hash ^= hash >> 29;
        }
    return hash;
}

/* The entry of a triangle, or the empty one where it belongs. */
static counted_triangle *find_triangle(const fk_relation_search *r, counted_triangle *table, size_t mask,
                                       int which, uint32_t triangle)
{
    corner_order wanted = order_corners(r, which, triangle);
    size_t at = (size_t)hash_corners(&wanted) & mask;
    for (; table[at].triangle != FK_NONE; at = (at + 1) & mask) {
        corner_order there = order_corners(r, 0, table[at].triangle);
        if (is_same_triangle(&wanted, &there))
            break;
    }
    return &table[at];
}

/* The first triangle whose corners differ from those of the triangle with the same index. */
static uint32_t first_difference(const fk_relation_search *r, uint32_t count)
{
    uint32_t t = 0;
    for (; t < count && !fk_context_poll_at(r->context, t); t++)
        for (int k = 0; k < 3; k++)
            if (fk_vec3_order(fk_relation_corner(r, 0, t, k), fk_relation_corner(r, 1, t, k)) != 0)
                return t;
    return t;
}

static bool compare_by_table(const fk_relation_search *r, counted_triangle *table, size_t mask,
                             uint32_t count)
{
    for (size_t i = 0; i <= mask; i++)
        table[i] = (counted_triangle){FK_NONE, 0};
    for (uint32_t t = 0; t < count; t++) {
        counted_triangle *found = find_triangle(r, table, mask, 0, t);
        if (fk_context_poll_at(r->context, t))
            return false;
        found->triangle = found->triangle == FK_NONE ? t : found->triangle;
        found->count++;
    }
    for (uint32_t t = 0; t < count; t++) {
        counted_triangle *found = find_triangle(r, table, mask, 1, t);
        if (found->count == 0 || fk_context_poll_at(r->context, t))
            return false;
        found->count--;
    }
    return true;
}

fk_status fk_relation_compare_triangles(const fk_relation_search *r, bool *out)
{
    const fk_aabb *a = &r->mesh[0].box, *b = &r->mesh[1].box;
    uint32_t count = r->mesh[0].placed->mesh->triangle_count;
    size_t size = 16;
    *out = false;
    if (count != r->mesh[1].placed->mesh->triangle_count ||
        fk_relation_is_solid(r, 0) != fk_relation_is_solid(r, 1) || fk_vec3_order(&a->min, &b->min) != 0 ||
        fk_vec3_order(&a->max, &b->max) != 0)
        return FK_OK;
    *out = first_difference(r, count) == count;
    if (*out || fk_context_poll(r->context))
        return *out ? FK_OK : FK_ERROR_MEMORY;
    while (size < 2 * (size_t)count)
        size *= 2;
    counted_triangle *table = fk_allocate(r->context, size * sizeof *table);
    if (table == NULL)
        return FK_ERROR_MEMORY;
    *out = compare_by_table(r, table, size - 1, count);
    fk_release(r->context, table, size * sizeof *table);
    return fk_context_poll(r->context) ? FK_ERROR_MEMORY : FK_OK;
}
