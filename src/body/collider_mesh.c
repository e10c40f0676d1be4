/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The verdict on a mesh and a piece, and on two meshes: exactly, and mostly sooner than their relation is known.
 *
 * Two meshes of which no triangles meet are apart unless a component of one is inside the other; it is inside as a
 * whole, so that one corner tells. If a point is found that has winding numbers other than 0 in both solids, and is
 * on no triangle, it is in both interiors. It is looked for beside two triangles that meet, in doubles; found or
 * not, nothing else is claimed. For a surface and a solid, a corner of the surface does; two surfaces overlap where
 * two of their triangles do. Whatever is left is decided by all pairs of triangles (tree/relate.c).
 *
 * A flat polyhedron is a surface. Which triangles it meets, and whether it is inside, is exact. Only where it
 * touches, or crosses a solid without a corner inside, it becomes a mesh; corners of a flat cell that are no
 * doubles are rounded for that.
 *
 * Weak inputs: meshes that touch without overlapping, for which all pairs are listed. */

#include <math.h>

#include "base/vec3.h"
#include "body/body.h"
#include "cells/cells.h"
#include "shape/bound.h"
#include "shape/vertices.h"
#include "tree/tree.h"

/* Whether a point is inside a solid, and on none of its triangles. */
static bool is_inside(const fk_placed_mesh *mesh, fk_vec3 point)
{
    int64_t winding;
    return mesh->is_solid && fk_vec3_is_finite(point) && fk_placed_winding(mesh, point, &winding) &&
           winding != 0;
}

/* ---- Flat pieces --------------------------------------------------------------------------------------- */

/* The triangles of a hull: of a polygon one side, of less triangles without area. */
static fk_status mesh_of_hull(fk_context *context, const fk_hull *hull, fk_mesh **out)
{
    uint32_t faces = hull->dimension == 3 ? hull->face_count : hull->dimension == 2 ? 1 : 0;
    size_t most = (faces > 0 ? hull->face_begin[faces] : 0) + 1, bytes = most * sizeof(fk_triangle),
           count = 0;
    fk_triangle *triangle = fk_allocate(context, bytes);
    if (triangle == NULL)
        return FK_ERROR_MEMORY;
    for (uint32_t f = 0; f < faces; f++) {
        const uint32_t *v = hull->face_vertex + hull->face_begin[f];
        for (uint32_t k = 2; k < hull->face_begin[f + 1] - hull->face_begin[f]; k++)
            triangle[count++] = (fk_triangle){{v[0], v[k - 1], v[k]}};
    }
    uint32_t last = hull->vertex_count - 1;
    if (faces == 0)
        triangle[count++] = (fk_triangle){{0, last, last}};
    fk_mesh_input input = {hull->point, hull->vertex_count, triangle, count, fk_mesh_options_default()};
    fk_status status = fk_mesh_build(context, &input, NULL, out);
    fk_release(context, triangle, bytes);
    return status;
}

/* A polyhedral piece as the hull of its corners; those of cells are rounded to the nearest doubles. */
static fk_status hull_of_piece(fk_context *context, const fk_piece *piece, fk_hull **out)
{
    bool is_exact, is_cell = piece->kind == FK_KIND_BOX || piece->kind == FK_KIND_TETRA;
    if (is_cell) {
        fk_cells_volume volume = {piece->kind, piece->as.cell};
        return fk_cells_hull(context, &volume, FK_CELLS_NEAREST, &is_exact, out);
    }
    if (piece->kind == FK_KIND_HULL)
        return fk_hull_build(context, piece->as.hull.point, piece->as.hull.count, out);
    fk_vec3 point[FK_VERTEX_MAX], term[FK_TERM_MAX];
    uint32_t count = fk_piece_vertex_count(piece);
    for (uint32_t i = 0; i < count; i++) {
        fk_piece_vertex_terms(piece, i, term);
        point[i] = term[0];
    }
    return fk_hull_build(context, point, count, out);
}

static fk_status verdict_on_surface(fk_context *context, const fk_placed_mesh *mesh, const fk_piece *piece,
                                    fk_verdict *out)
{
    fk_hull *hull = NULL;
    fk_mesh *flat = NULL;
    fk_tree *tree = NULL;
    fk_status status = hull_of_piece(context, piece, &hull);
    if (status == FK_OK)
        status = mesh_of_hull(context, hull, &flat);
    if (status == FK_OK)
        status = fk_tree_build(context, flat, NULL, &tree);
    if (status == FK_OK) {
        fk_placed_mesh placed = {flat, tree, fk_pose_identity(), false};
        status = fk_placed_verdict(context, mesh, &placed, out);
    }
    fk_tree_free(context, tree);
    fk_mesh_free(context, flat);
    fk_hull_free(context, hull);
    return status;
}

typedef struct flat_look {
    const fk_placed_mesh *mesh;
    const fk_piece *piece;
    fk_aabb box;
    bool meets;
    uint32_t overlapping; /* a triangle; FK_NONE */
} flat_look;

static bool look_at(void *user, uint32_t triangle)
{
    flat_look *l = user;
    fk_vec3 corner[3];
    fk_aabb box;
    fk_placed_triangle(l->mesh, triangle, corner);
    if (fk_aabb_build(corner, 3, &box) != FK_OK || !fk_aabb_meets(box, l->box))
        return true;
    fk_piece t = fk_piece_triangle(corner[0], corner[1], corner[2]);
    fk_verdict verdict = fk_pair_verdict(&t, l->piece);
    l->meets = l->meets || verdict != FK_APART;
    if (verdict == FK_OVERLAPPING)
        l->overlapping = triangle;
    return verdict != FK_OVERLAPPING;
}

/* Looks for a corner that is a double and inside the mesh, among the first `count`. */
static bool find_corner_inside(const fk_placed_mesh *mesh, const fk_piece *piece, uint32_t count,
                               fk_overlap_witness *witness)
{
    for (uint32_t i = 0; i < count && !witness->has_point; i++) {
        fk_vec3 term[FK_TERM_MAX];
        witness->has_point = fk_piece_vertex_terms(piece, i, term) == 1 && is_inside(mesh, term[0]);
        witness->point = term[0];
    }
    return witness->has_point;
}

static fk_status verdict_on_flat(fk_context *context, const fk_placed_mesh *mesh, const fk_piece *piece,
                                 fk_overlap_witness *witness, fk_verdict *out)
{
    flat_look l = {mesh, piece, fk_outer_piece(piece), false, FK_NONE};
    fk_placed_visit(mesh, &l.box, look_at, &l);
    *witness = (fk_overlap_witness){.triangle = l.overlapping};
    /* Where no triangle is met, one corner tells for all. */
    uint32_t count = l.meets ? fk_piece_vertex_count(piece) : 1;
    if ((l.overlapping != FK_NONE && !mesh->is_solid) || find_corner_inside(mesh, piece, count, witness))
        *out = FK_OVERLAPPING;
    else if (!l.meets)
        *out = FK_APART;
    else
        return verdict_on_surface(context, mesh, piece, out);
    return FK_OK;
}

fk_status fk_mesh_verdict_piece(fk_context *context, const fk_placed_mesh *mesh, const fk_piece *piece,
                                fk_overlap_witness *witness, fk_verdict *out)
{
    bool is_flat = fk_piece_is_polyhedron(piece) && fk_pair_verdict(piece, piece) != FK_OVERLAPPING;
    return is_flat ? verdict_on_flat(context, mesh, piece, witness, out)
                   : fk_placed_verdict_piece(context, mesh, piece, witness, out);
}

bool fk_mesh_witness_holds(const fk_placed_mesh *mesh, const fk_piece *piece,
                           const fk_overlap_witness *witness)
{
    if (mesh->is_solid) {
        fk_piece point = fk_piece_point(witness->point);
        return is_inside(mesh, witness->point) && fk_pair_verdict(&point, piece) >= FK_TOUCHING;
    }
    fk_vec3 corner[3];
    if (witness->triangle >= mesh->mesh->triangle_count)
        return false;
    fk_placed_triangle(mesh, witness->triangle, corner);
    fk_piece triangle = fk_piece_triangle(corner[0], corner[1], corner[2]);
    return fk_pair_verdict(&triangle, piece) == FK_OVERLAPPING;
}

/* ---- Two meshes ---------------------------------------------------------------------------------------- */

/* Of two surfaces, whether two triangles overlap; of a surface and a solid, whether a corner of a triangle
 * is inside. */
static bool triangles_overlap(const fk_placed_mesh *a, const fk_placed_mesh *b, uint32_t t, uint32_t u)
{
    fk_vec3 p[3], q[3];
    fk_placed_triangle(a, t, p);
    fk_placed_triangle(b, u, q);
    if (!a->is_solid && !b->is_solid) {
        fk_piece one = fk_piece_triangle(p[0], p[1], p[2]), other = fk_piece_triangle(q[0], q[1], q[2]);
        return fk_pair_verdict(&one, &other) == FK_OVERLAPPING;
    }
    for (int k = 0; k < 3; k++)
        if ((!a->is_solid && is_inside(b, p[k])) || (!b->is_solid && is_inside(a, q[k])))
            return true;
    return false;
}

static bool is_in_both(const fk_placed_mesh *a, const fk_placed_mesh *b, fk_vec3 point)
{
    return is_inside(a, point) && is_inside(b, point);
}

static fk_vec3 normal_of(const fk_vec3 p[3])
{
    return fk_vec3_unit(fk_vec3_cross(fk_vec3_sub(p[1], p[0]), fk_vec3_sub(p[2], p[0])));
}

/* Looks for a point inside two solids around a place, along two normals: first behind both by a part of the
 * size, then closer; the other sides are for solids that are inside out. */
static bool find_around(const fk_placed_mesh *a, const fk_placed_mesh *b, fk_vec3 place,
                        const fk_vec3 normal[2], double size, fk_vec3 *out)
{
    static const double part[3] = {0x1p-2, 0x1p-6, 0x1p-14};
    for (int i = 0; i < 3; i++)
        for (int side = 0; side < 4; side++) {
            fk_vec3 way = fk_vec3_add(side & 1 ? normal[0] : fk_vec3_negate(normal[0]),
                                      side & 2 ? normal[1] : fk_vec3_negate(normal[1]));
            *out = fk_vec3_add(place, fk_vec3_scale(way, size * part[i]));
            if (is_in_both(a, b, *out))
                return true;
        }
    return false;
}

static double size_of(const fk_vec3 p[3])
{
    return fk_vec3_largest(fk_vec3_sub(p[1], p[0]));
}

/* Near what two triangles have in common. */
static bool find_common(const fk_placed_mesh *a, const fk_placed_mesh *b, fk_index_pair pair, fk_vec3 *out)
{
    fk_vec3 p[3], q[3], middle = {0, 0, 0};
    fk_triangles_common common;
    fk_placed_triangle(a, pair.a, p);
    fk_placed_triangle(b, pair.b, q);
    fk_triangles_intersect(p, q, &common);
    for (uint32_t i = 0; i < common.count; i++)
        middle = fk_vec3_add(middle, fk_vec3_scale(common.point[i], 1.0 / common.count));
    const fk_vec3 normal[2] = {normal_of(p), normal_of(q)};
    return find_around(a, b, middle, normal, fk_larger(size_of(p), size_of(q)), out);
}

bool fk_mesh_still_overlaps(const fk_ready *a, const fk_ready *b, const fk_collider_cache *cache)
{
    const fk_placed_mesh *m = &a->mesh, *n = &b->mesh;
    if (m->is_solid && n->is_solid)
        return is_in_both(m, n, fk_pose_apply(&m->pose, cache->pieces.inside));
    return cache->part_a < m->mesh->triangle_count && cache->part_b < n->mesh->triangle_count &&
           triangles_overlap(m, n, cache->part_a, cache->part_b);
}

/* Looks for a component of a, no triangle of which meets b, that is inside b: FK_NONE, or its first
 * triangle. */
static uint32_t find_component(const fk_ready *a, const fk_ready *b)
{
    fk_vec3 corner[3];
    for (uint32_t i = 0; b->mesh.is_solid && i < a->collider->spot_count; i++) {
        fk_placed_triangle(&a->mesh, a->collider->spot[i], corner);
        if (is_inside(&b->mesh, corner[0]))
            return a->collider->spot[i];
    }
    return FK_NONE;
}

/* Whether a triangle of a that is inside b shows that they overlap: as it is part of a surface, or by a
 * point beside it. */
static bool shows_overlap(const fk_placed_mesh *a, const fk_placed_mesh *b, uint32_t triangle, fk_vec3 *point)
{
    fk_vec3 corner[3], middle = {0, 0, 0};
    if (triangle == FK_NONE || !a->is_solid)
        return triangle != FK_NONE;
    fk_placed_triangle(a, triangle, corner);
    for (int k = 0; k < 3; k++)
        middle = fk_vec3_add(middle, fk_vec3_scale(corner[k], 1.0 / 3));
    const fk_vec3 normal[2] = {normal_of(corner), {0, 0, 0}};
    return find_around(a, b, middle, normal, size_of(corner), point);
}

/* Keeps a point as it is at home in a. */
static void keep_point(const fk_placed_mesh *a, fk_vec3 point, fk_collider_cache *cache)
{
    cache->pieces.inside = fk_pose_rotate_back(&a->pose, fk_vec3_sub(point, a->pose.translation));
}

/* No triangles meet: apart, or one is inside. */
static fk_status verdict_without_pairs(fk_context *context, const fk_ready *a, const fk_ready *b,
                                       fk_collider_cache *cache, fk_verdict *out)
{
    fk_vec3 point = {0, 0, 0};
    uint32_t in_b = find_component(a, b), in_a = find_component(b, a);
    *out = in_a == FK_NONE && in_b == FK_NONE ? FK_APART : FK_OVERLAPPING;
    if (*out == FK_APART)
        return FK_OK;
    cache->part_a = in_b != FK_NONE ? in_b : 0;
    cache->part_b = in_a != FK_NONE ? in_a : 0;
    bool is_known =
        shows_overlap(&a->mesh, &b->mesh, in_b, &point) || shows_overlap(&b->mesh, &a->mesh, in_a, &point);
    keep_point(&a->mesh, point, cache);
    return is_known ? FK_OK : fk_placed_verdict(context, &a->mesh, &b->mesh, out);
}

/* Triangles meet. */
static fk_status verdict_with_pair(fk_context *context, const fk_ready *a, const fk_ready *b,
                                   fk_index_pair pair, fk_collider_cache *cache, fk_verdict *out)
{
    const fk_placed_mesh *m = &a->mesh, *n = &b->mesh;
    fk_vec3 point = {0, 0, 0};
    bool is_known = m->is_solid && n->is_solid ? find_common(m, n, pair, &point)
                                               : triangles_overlap(m, n, pair.a, pair.b);
    cache->part_a = pair.a;
    cache->part_b = pair.b;
    keep_point(m, point, cache);
    *out = FK_OVERLAPPING;
    return is_known ? FK_OK : fk_placed_verdict(context, m, n, out);
}

fk_status fk_mesh_verdict_mesh(fk_context *context, const fk_ready *a, const fk_ready *b,
                               fk_collider_cache *cache, fk_most *most)
{
    fk_index_pair pair;
    uint32_t looks;
    fk_verdict verdict;
    fk_status status = fk_placed_meet_counted(&a->mesh, &b->mesh, &pair, &looks)
                           ? verdict_with_pair(context, a, b, pair, cache, &verdict)
                           : verdict_without_pairs(context, a, b, cache, &verdict);
    most->asked = looks;
    if (status == FK_OK)
        fk_most_note(most, verdict, cache->part_a, cache->part_b);
    return status;
}
