/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Exact orientation predicates of a few points, and the winding number of a mesh around a point, by the triangles
 * that a ray along x crosses.
 *
 * Each predicate tries a filter in doubles; then whether two points are equal, or all have the same coordinate, as in
 * faces of parts that touch; then integers of fixed size, if all coordinates fit into 60 bits of one grid, then
 * integers of any size.
 *
 * Derivation of the filter, for every rounding mode, with and without FTZ and DAZ. Let u = 2^-52. Each component of e
 * = b - a, f = c - a, g = d - a has a relative error of at most u, and with m = |e_y f_z| + |e_z f_y| the error of
 * n_x = e_y f_z - e_z f_y is at most (2u + u + u) m up to terms of u^2: that of the factors, of the products, of the
 * difference. Then n.g has an error of at most 4u sum(m_k |g_k|) from n, and u + u + 2u times sum(|n_k g_k|) from g,
 * the products and two sums: together 8u sum(m_k |g_k|). The bound takes 16u = 2^-48, which covers terms of u^2 and
 * the roundings of the bound itself. Numbers that are flushed or read as zero move a difference by at most 2^-1020
 * and a product by 2^-1021; if no difference is above 2^200, that is less than 2^-600 in the end, which 2^-500
 * covers. Larger differences, and those that overflow, are left to the integers: in every rounding mode, an overflow
 * gives more than 2^200.
 *
 * Weak inputs: coordinates of very different sizes where the filter fails; integers of any size take microseconds. */

#include "mesh/mesh.h"

#include <math.h>

#include "base/cpu.h"
#include "base/vec3.h"
#include "exact/ball.h"
#include "exact/exact.h"
#include "exact/fixed.h"

#define FILTER_ROUND 0x1p-48
#define FILTER_TINY  0x1p-500
#define FILTER_MOST  0x1p200

/* ---- Integers of any size ------------------------------------------------------------------------------ */

static fk_exact_vec3 exact_displacement(fk_arena *arena, const fk_vec3 *from, const fk_vec3 *to)
{
    return fk_exact_vec3_sub(arena, fk_exact_vec3_from(arena, *to), fk_exact_vec3_from(arena, *from));
}

FK_OWN_FRAME static int orient2d_exact(const fk_vec3 *a, const fk_vec3 *b, const fk_vec3 *c, int axis)
{
    fk_arena arena;
    fk_arena_init(&arena);
    fk_exact_vec3 e = exact_displacement(&arena, a, b), f = exact_displacement(&arena, a, c);
    return fk_exact_vec3_get(fk_exact_vec3_cross(&arena, e, f), axis).sign;
}

FK_OWN_FRAME static int orient3d_exact(const fk_vec3 *a, const fk_vec3 *b, const fk_vec3 *c, const fk_vec3 *d)
{
    fk_arena arena;
    fk_arena_init(&arena);
    fk_exact_vec3 e = exact_displacement(&arena, a, b), f = exact_displacement(&arena, a, c);
    fk_exact_vec3 g = exact_displacement(&arena, a, d);
    return fk_exact_vec3_dot(&arena, fk_exact_vec3_cross(&arena, e, f), g).sign;
}

/* ---- Integers of fixed size ---------------------------------------------------------------------------- */

#if FK_HAS_FIXED

/* Points in units of the grid that gives the largest coordinate 60 bits. Returns false if that grid is too coarse. */
static bool points_to_fixed(const fk_vec3 *const position[], int count, fk_fixed_vec3 out[])
{
    int top = -1023;
    for (int i = 0; i < count; i++) {
        int exponent = fk_vec3_exponent(*position[i]);
        top = exponent > top ? exponent : top;
    }
    bool fits = true;
    for (int i = 0; i < count; i++)
        out[i] = fk_fixed_vec3_from(*position[i], top - 59, &fits);
    return fits;
}

static int orient2d_fixed(const fk_vec3 *a, const fk_vec3 *b, const fk_vec3 *c, int axis)
{
    const fk_vec3 *const position[3] = {a, b, c};
    fk_fixed_vec3 p[3];
    if (!points_to_fixed(position, 3, p))
        return orient2d_exact(a, b, c, axis);
    fk_fixed_cross n = fk_fixed_vec3_cross(fk_fixed_vec3_sub(p[1], p[0]), fk_fixed_vec3_sub(p[2], p[0]));
    fk_int128 component = axis == 0 ? n.x : axis == 1 ? n.y : n.z;
    return (component > 0) - (component < 0);
}

static int orient3d_fixed(const fk_vec3 *a, const fk_vec3 *b, const fk_vec3 *c, const fk_vec3 *d)
{
    const fk_vec3 *const position[4] = {a, b, c, d};
    fk_fixed_vec3 p[4];
    if (!points_to_fixed(position, 4, p))
        return orient3d_exact(a, b, c, d);
    fk_fixed_cross n = fk_fixed_vec3_cross(fk_fixed_vec3_sub(p[1], p[0]), fk_fixed_vec3_sub(p[2], p[0]));
    return fk_fixed_sign(fk_fixed_dot(n, fk_fixed_vec3_sub(p[3], p[0])));
}

#else
#define orient2d_fixed orient2d_exact
#define orient3d_fixed orient3d_exact
#endif

/* ---- Filters ------------------------------------------------------------------------------------------- */

/* A component of a cross product, and the sum of the absolute values of its two products. */
typedef struct cross_component {
    double value, size;
} cross_component;

static inline cross_component make_cross_component(double plus, double minus)
{
    cross_component p = {plus - minus, fabs(plus) + fabs(minus)};
    return p;
}

static inline cross_component filter_cross(fk_vec3 e, fk_vec3 f, int axis)
{
    return axis == 0   ? make_cross_component(e.y * f.z, e.z * f.y)
           : axis == 1 ? make_cross_component(e.z * f.x, e.x * f.z)
                       : make_cross_component(e.x * f.y, e.y * f.x);
}

static inline bool is_in_filter_range(fk_vec3 e)
{
    return fk_vec3_largest(e) < FILTER_MOST;
}

/* Whether two doubles have the same bits. */
static inline bool is_same(double x, double y)
{
    return fk_bits_of(x) == fk_bits_of(y);
}

/* Whether three points are surely on a line, seen along an axis: two are equal, or all have the same coordinate. */
static bool is_plainly_collinear(const fk_vec3 *a, const fk_vec3 *b, const fk_vec3 *c, int axis)
{
    const double *p = axis == 0 ? &a->y : &a->x, *q = axis == 0 ? &b->y : &b->x,
                 *r = axis == 0 ? &c->y : &c->x;
    int next = axis == 1 ? 2 : 1;
    bool first[2] = {is_same(p[0], q[0]), is_same(p[next], q[next])};
    bool second[2] = {is_same(p[0], r[0]), is_same(p[next], r[next])};
    return (first[0] && first[1]) || (second[0] && second[1]) || (first[0] && second[0]) ||
           (first[1] && second[1]) || (is_same(q[0], r[0]) && is_same(q[next], r[next]));
}

int fk_orient2d(const fk_vec3 *a, const fk_vec3 *b, const fk_vec3 *c, int axis)
{
    fk_vec3 e = fk_vec3_sub(*b, *a), f = fk_vec3_sub(*c, *a);
    cross_component n = filter_cross(e, f, axis);
    if (is_in_filter_range(e) && is_in_filter_range(f) && fabs(n.value) > n.size * FILTER_ROUND + FILTER_TINY)
        return n.value > 0 ? 1 : -1;
    return is_plainly_collinear(a, b, c, axis) ? 0 : orient2d_fixed(a, b, c, axis);
}

static bool is_plainly_coplanar(const fk_vec3 *a, const fk_vec3 *b, const fk_vec3 *c, const fk_vec3 *d)
{
    for (int k = 0; k < 3; k++) {
        double x = fk_vec3_get(*a, k);
        if (is_same(x, fk_vec3_get(*b, k)) && is_same(x, fk_vec3_get(*c, k)) &&
            is_same(x, fk_vec3_get(*d, k)))
            return true;
    }
    return false;
}

int fk_orient3d(const fk_vec3 *a, const fk_vec3 *b, const fk_vec3 *c, const fk_vec3 *d)
{
    fk_vec3 e = fk_vec3_sub(*b, *a), f = fk_vec3_sub(*c, *a), g = fk_vec3_sub(*d, *a);
    cross_component x = filter_cross(e, f, 0), y = filter_cross(e, f, 1), z = filter_cross(e, f, 2);
    double height = x.value * g.x + y.value * g.y + z.value * g.z;
    double size = x.size * fabs(g.x) + y.size * fabs(g.y) + z.size * fabs(g.z);
    if (is_in_filter_range(e) && is_in_filter_range(f) && is_in_filter_range(g) &&
        fabs(height) > size * FILTER_ROUND + FILTER_TINY)
        return height > 0 ? 1 : -1;
    return is_plainly_coplanar(a, b, c, d) ? 0 : orient3d_fixed(a, b, c, d);
}

bool fk_is_collinear(const fk_vec3 *a, const fk_vec3 *b, const fk_vec3 *c)
{
    fk_vec3 e = fk_vec3_sub(*b, *a), f = fk_vec3_sub(*c, *a);
    if (is_in_filter_range(e) && is_in_filter_range(f))
        for (int axis = 0; axis < 3; axis++) {
            cross_component n = filter_cross(e, f, axis);
            if (fabs(n.value) > n.size * FILTER_ROUND + FILTER_TINY)
                return false;
        }
    return orient2d_fixed(a, b, c, 0) == 0 && orient2d_fixed(a, b, c, 1) == 0 &&
           orient2d_fixed(a, b, c, 2) == 0;
}

/* ---- Crossings of one triangle -------------------------------------------------------------------------- */

/* A triangle through which the ray leaves, whose normal has a positive x, counts 1; one through which it enters
 * counts -1. Seen along x, the problem is plane: the ray is a point q, and it meets the triangle if q is in its
 * projection, where q has the same orientation with all three edges. The side of the triangle's plane on which the
 * point lies decides whether the crossing is before or behind it.
 *
 * A ray through an edge or a vertex is moved by an infinitely small amount, as in Edelsbrunner, Mücke, "Simulation of
 * simplicity" (1990): to (y + d, z + e), where d and e are positive and e is small even compared with d. So if q lies
 * on an edge from a to b, the moved ray is on the side with the sign of -(b.z - a.z) d + (b.y - a.y) e. A point that
 * is on no triangle has a neighbourhood without triangles, so its winding number is that of the moved point.
 *
 * A point lies on a closed triangle if and only if it is in its box and its plane, and in its projection along each
 * of the three axes. For triangles with area, the projection along an axis that is not parallel to the plane decides
 * alone. For triangles on a line: along each axis, the point is on the line that is their projection, or, where the
 * projection is a point, in the box and so at this point; together that puts it on the line, and there the box
 * decides. */

/* The orientations of a point with the edges of a triangle, seen along an axis. Returns false if it is outside the
 * projection. */
static bool is_in_projection(const fk_vec3 *const corner[3], const fk_vec3 *point, int axis, int turn[3])
{
    bool left = false, right = false;
    for (int k = 0; k < 3; k++) {
        turn[k] = fk_orient2d(point, corner[k], corner[k == 2 ? 0 : k + 1], axis);
        left |= turn[k] > 0;
        right |= turn[k] < 0;
        if (left && right)
            return false;
    }
    return true;
}

static bool is_in_extent(const fk_vec3 *const corner[3], const fk_vec3 *point, int axis)
{
    int order[3];
    for (int k = 0; k < 3; k++)
        order[k] = fk_double_order(fk_vec3_get(*corner[k], axis), fk_vec3_get(*point, axis));
    return !(order[0] > 0 && order[1] > 0 && order[2] > 0) && !(order[0] < 0 && order[1] < 0 && order[2] < 0);
}

/* Whether a point lies on a triangle whose projection along x is a line or a point that contains it, so that it is in
 * the plane. */
static bool is_on_triangle(const fk_vec3 *const corner[3], const fk_vec3 *point)
{
    int turn[3];
    for (int axis = 0; axis < 3; axis++)
        if (!is_in_extent(corner, point, axis))
            return false;
    return is_in_projection(corner, point, 1, turn) && is_in_projection(corner, point, 2, turn);
}

bool fk_triangle_has_point(const fk_vec3 *const corner[3], const fk_vec3 *point)
{
    int turn[3];
    return fk_orient3d(corner[0], corner[1], corner[2], point) == 0 &&
           is_in_projection(corner, point, 0, turn) && is_on_triangle(corner, point);
}

int fk_winding_turn(const fk_vec3 *a, const fk_vec3 *b)
{
    int up = fk_double_order(b->z, a->z);
    return up != 0 ? -up : fk_double_order(b->y, a->y);
}

bool fk_winding_add_triangle(const fk_vec3 *const corner[3], const fk_vec3 *point, int64_t *winding)
{
    int turn[3];
    if (!is_in_projection(corner, point, 0, turn))
        return true;
    int normal = turn[0] != 0 ? turn[0] : turn[1] != 0 ? turn[1] : turn[2];
    if (normal == 0) /* parallel to the ray, which lies in its plane */
        return !is_on_triangle(corner, point);
    int height = fk_orient3d(corner[0], corner[1], corner[2], point);
    if (height == 0)
        return false;
    if (height == normal) /* the point is beyond the crossing */
        return true;
    for (int k = 0; k < 3; k++)
        if (turn[k] == 0 && fk_winding_turn(corner[k], corner[k == 2 ? 0 : k + 1]) != normal)
            return true;
    *winding += normal;
    return true;
}

/* ---- All triangles -------------------------------------------------------------------------------------- */

/* Boxes exclude most triangles. If the processor treats small numbers as zero, fewer are excluded, never more. */

/* Meshes of up to this many vertices have their outcodes on the stack. */
#define OUTCODE_VERTICES 16384

/* The outcode of a vertex: on which sides of the ray it is, and whether behind its origin. A ray misses a triangle
 * whose corners have a bit in common. */
static inline uint8_t vertex_outcode(const fk_vec3 *vertex, const fk_vec3 *point)
{
    return (uint8_t)((vertex->x < point->x) | (vertex->y < point->y) << 1 | (vertex->y > point->y) << 2 |
                     (vertex->z < point->z) << 3 | (vertex->z > point->z) << 4);
}

/* `code` is the outcodes of all vertices, or NULL. */
FK_INLINE bool add_crossings(const fk_mesh *mesh, const fk_vec3 *point, const uint8_t *code, int64_t *winding)
{
    const fk_vec3 *position = mesh->point;
    for (const fk_triangle *t = mesh->triangle, *end = t + mesh->triangle_count; t != end; t++) {
        const uint32_t *index = t->corner;
        unsigned common = code != NULL ? (unsigned)code[index[0]] & code[index[1]] & code[index[2]]
                                       : (unsigned)vertex_outcode(position + index[0], point) &
                                             vertex_outcode(position + index[1], point) &
                                             vertex_outcode(position + index[2], point);
        if (common != 0)
            continue;
        const fk_vec3 *const corner[3] = {position + index[0], position + index[1], position + index[2]};
        if (!fk_winding_add_triangle(corner, point, winding))
            return false;
    }
    return true;
}

/* Each vertex is in about six triangles, and needs one outcode. */
static bool add_crossings_by_outcode(const fk_mesh *mesh, const fk_vec3 *point, int64_t *winding)
{
    uint8_t code[OUTCODE_VERTICES];
    for (uint32_t v = 0; v < mesh->vertex_count; v++)
        code[v] = vertex_outcode(mesh->point + v, point);
    return add_crossings(mesh, point, code, winding);
}

bool fk_mesh_winding(const fk_mesh *mesh, fk_vec3 point, int64_t *winding)
{
    int64_t total = 0;
    if (mesh->triangle_count == 0) {
        *winding = 0;
        return true;
    }
    bool has_codes = mesh->vertex_count <= OUTCODE_VERTICES && mesh->vertex_count <= mesh->triangle_count;
    if (!(has_codes ? add_crossings_by_outcode(mesh, &point, &total)
                    : add_crossings(mesh, &point, NULL, &total)))
        return false;
    *winding = total;
    return true;
}
