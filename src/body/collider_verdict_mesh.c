/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Verdicts on two meshes, and on a mesh and a piece, for collider_verdict.c.
 *
 * Two meshes whose triangles do not meet are apart unless a component of one is inside the other. A component is
 * inside as a whole, so one corner decides. Two solids overlap if some point on no triangle has a winding number
 * other than 0 in both. Such a point is searched for in doubles beside two triangles that meet; only success proves
 * anything. For a surface and a solid a corner of the surface does the same; two surfaces overlap where two of their
 * triangles do. What is left is decided by all pairs of triangles (tree/solid_relation.c).
 *
 * A flat polyhedron is a surface. Which triangles it meets, and whether it is inside, is exact. Only where it
 * touches, or crosses a solid without a corner inside, it is converted to a mesh; for that, corners of a flat cell
 * that are no doubles are rounded.
 *
 * Weak inputs: meshes that touch without overlapping, for which all triangle pairs are listed. */

#include "body/body.h"

#include <math.h>
#include <string.h>

#include "base/vec3.h"
#include "shape/hull.h"
#include "shape/bound.h"
#include "shape/vertices.h"
#include "tree/tree.h"

/* ---- Flat pieces --------------------------------------------------------------------------------------- */

/* The hull of a polyhedral piece. Corners of cells are rounded to the nearest doubles. */
static fk_status build_piece_hull(fk_context *context, const fk_piece *piece, bool *is_exact, fk_hull **out)
{
    *is_exact = true;
    if (piece->kind == FK_KIND_BOX || piece->kind == FK_KIND_TETRA) {
        fk_cells_volume volume = {piece->kind, piece->as.cell};
        return fk_cells_hull(context, &volume, FK_CELLS_NEAREST, is_exact, out);
    }
    fk_points corners = {.point = piece->as.triangle, .count = fk_piece_vertex_count(piece)};
    return fk_points_hull(context, piece->kind == FK_KIND_HULL ? &piece->as.hull : &corners, out);
}

fk_status fk_flat_mesh_build(fk_context *context, const fk_piece *piece, bool *is_exact, fk_placed_mesh *out)
{
    fk_hull *hull;
    fk_status status = build_piece_hull(context, piece, is_exact, &hull);
    if (status != FK_OK)
        return status;
    status = fk_placed_hull_build(context, hull, out);
    fk_hull_free(context, hull);
    out->is_solid = false; /* rounding may have given it a volume */
    return status;
}

static fk_status flat_mesh_verdict(fk_context *context, const fk_placed_mesh *mesh, const fk_piece *piece,
                                   fk_verdict *out)
{
    fk_placed_mesh flat;
    bool is_exact;
    fk_status status = fk_flat_mesh_build(context, piece, &is_exact, &flat);
    if (status != FK_OK)
        return status;
    status = fk_placed_verdict(context, mesh, &flat, out);
    fk_placed_hull_free(context, &flat);
    return status;
}

/* Tests triangles against a piece until one has the verdict `enough`, or more. */
typedef struct triangle_search {
    const fk_placed_mesh *mesh;
    const fk_piece *piece;
    fk_verdict enough;
    fk_aabb box; /* of the piece */
    bool meets, is_undecided;
    uint32_t triangle; /* that ended the search, or FK_NONE */
} triangle_search;

static bool test_triangle(void *user, uint32_t triangle)
{
    triangle_search *s = user;
    fk_piece t = fk_placed_triangle_piece(s->mesh, triangle);
    fk_aabb box;
    if (fk_aabb_build(t.as.triangle, 3, &box) != FK_OK || !fk_aabb_meets(box, s->box))
        return true;
    fk_verdict verdict = fk_pair_verdict(&t, s->piece);
    s->is_undecided = s->is_undecided || verdict == FK_UNDECIDED;
    s->meets = s->meets || verdict >= FK_TOUCHING;
    if (verdict >= s->enough)
        s->triangle = triangle;
    return verdict < s->enough;
}

static triangle_search search_triangles(const fk_placed_mesh *mesh, const fk_piece *piece, fk_verdict enough)
{
    triangle_search s = {mesh, piece, enough, fk_piece_aabb(piece), false, false, FK_NONE};
    fk_placed_visit_piece(mesh, piece, &s.box, test_triangle, &s);
    return s;
}

/* Searches the first `count` corners for one that is a double and inside the mesh. */
static bool find_corner_inside(const fk_placed_mesh *mesh, const fk_piece *piece, uint32_t count,
                               fk_overlap_witness *witness)
{
    for (uint32_t i = 0; i < count && !witness->has_point; i++) {
        fk_vec3 term[FK_TERM_MAX];
        witness->has_point = fk_piece_vertex_terms(piece, i, term) == 1 && fk_placed_is_inside(mesh, term[0]);
        witness->point = term[0];
    }
    return witness->has_point;
}

static fk_status flat_verdict(fk_context *context, const fk_placed_mesh *mesh, const fk_piece *piece,
                              fk_overlap_witness *witness, fk_verdict *out)
{
    triangle_search s = search_triangles(mesh, piece, FK_OVERLAPPING);
    *witness = (fk_overlap_witness){.triangle = s.triangle};
    /* If the piece meets no triangle, one corner decides for all. */
    bool meets = s.meets || s.is_undecided;
    uint32_t count = meets ? fk_piece_vertex_count(piece) : 1;
    if ((s.triangle != FK_NONE && !mesh->is_solid) || find_corner_inside(mesh, piece, count, witness))
        *out = FK_OVERLAPPING;
    else if (!meets)
        *out = FK_APART;
    else
        return flat_mesh_verdict(context, mesh, piece, out);
    return FK_OK;
}

fk_status fk_mesh_piece_verdict(fk_context *context, const fk_placed_mesh *mesh, const fk_piece *piece,
                                fk_overlap_witness *witness, fk_verdict *out)
{
    return fk_is_flat_polyhedron(piece) ? flat_verdict(context, mesh, piece, witness, out)
                                        : fk_placed_verdict_piece(context, mesh, piece, witness, out);
}

/* If the piece meets no triangle, one of its points decides. */
fk_verdict fk_mesh_meets_piece(const fk_placed_mesh *mesh, const fk_piece *piece, uint32_t *triangle)
{
    triangle_search s = search_triangles(mesh, piece, FK_TOUCHING);
    fk_vec3 point;
    *triangle = s.triangle;
    if (s.meets)
        return FK_TOUCHING;
    if (s.is_undecided)
        return FK_UNDECIDED;
    return fk_piece_some_point(piece, &point) && fk_placed_is_inside(mesh, point) ? FK_OVERLAPPING : FK_APART;
}

bool fk_overlap_witness_holds(const fk_placed_mesh *mesh, const fk_piece *piece,
                              const fk_overlap_witness *witness)
{
    if (mesh->is_solid) {
        fk_piece point = fk_piece_point(witness->point);
        return fk_placed_is_inside(mesh, witness->point) && fk_pair_verdict(&point, piece) >= FK_TOUCHING;
    }
    if (witness->triangle >= mesh->mesh->triangle_count)
        return false;
    fk_piece triangle = fk_placed_triangle_piece(mesh, witness->triangle);
    return fk_pair_verdict(&triangle, piece) == FK_OVERLAPPING;
}

/* ---- Two meshes ---------------------------------------------------------------------------------------- */

/* For two surfaces, whether two triangles overlap; for a surface and a solid, whether a corner of a triangle is
 * inside. */
static bool triangles_overlap(const fk_placed_mesh *a, const fk_placed_mesh *b, uint32_t t, uint32_t u)
{
    fk_piece p = fk_placed_triangle_piece(a, t), q = fk_placed_triangle_piece(b, u);
    if (!a->is_solid && !b->is_solid)
        return fk_pair_verdict(&p, &q) == FK_OVERLAPPING;
    for (int k = 0; k < 3; k++)
        if ((!a->is_solid && fk_placed_is_inside(b, p.as.triangle[k])) ||
            (!b->is_solid && fk_placed_is_inside(a, q.as.triangle[k])))
            return true;
    return false;
}

static bool is_inside_both(const fk_placed_mesh *a, const fk_placed_mesh *b, fk_vec3 point)
{
    return fk_placed_is_inside(a, point) && fk_placed_is_inside(b, point);
}

static fk_vec3 unit_normal(const fk_vec3 p[3])
{
    return fk_vec3_unit(fk_vec3_cross(fk_vec3_sub(p[1], p[0]), fk_vec3_sub(p[2], p[0])));
}

/* Searches for a point inside two solids near `place`, along two normals: behind both faces first, by a fraction of
 * the size, then closer. The other signs are for solids that are inside out. */
static bool find_inside_near(const fk_placed_mesh *a, const fk_placed_mesh *b, fk_vec3 place,
                             const fk_vec3 normal[2], double size, fk_vec3 *out)
{
    static const double fraction[3] = {0x1p-2, 0x1p-6, 0x1p-14};
    for (int i = 0; i < 3; i++)
        for (int side = 0; side < 4; side++) {
            fk_vec3 direction = fk_vec3_add(side & 1 ? normal[0] : fk_vec3_negate(normal[0]),
                                            side & 2 ? normal[1] : fk_vec3_negate(normal[1]));
            *out = fk_vec3_add(place, fk_vec3_scale(direction, size * fraction[i]));
            if (is_inside_both(a, b, *out))
                return true;
        }
    return false;
}

/* Searches near the intersection of two triangles. */
static bool find_common_inside(const fk_placed_mesh *a, const fk_placed_mesh *b, fk_index_pair pair,
                               fk_vec3 *out)
{
    fk_vec3 p[3], q[3], middle = {0, 0, 0};
    fk_triangles_common common;
    fk_placed_triangle(a, pair.a, p);
    fk_placed_triangle(b, pair.b, q);
    fk_triangles_intersect(p, q, &common);
    for (uint32_t i = 0; i < common.count; i++)
        middle = fk_vec3_add(middle, fk_vec3_scale(common.point[i], 1.0 / common.count));
    const fk_vec3 normal[2] = {unit_normal(p), unit_normal(q)};
    double size =
        fk_larger(fk_vec3_largest(fk_vec3_sub(p[1], p[0])), fk_vec3_largest(fk_vec3_sub(q[1], q[0])));
    return find_inside_near(a, b, middle, normal, size, out);
}

bool fk_meshes_still_overlap(const fk_prepared_collider *a, const fk_prepared_collider *b,
                             const fk_collider_cache *cache)
{
    const fk_placed_mesh *m = &a->mesh, *n = &b->mesh;
    if (m->is_solid && n->is_solid)
        return is_inside_both(m, n, fk_pose_apply(&m->pose, cache->pieces.inside));
    return cache->part_a < m->mesh->triangle_count && cache->part_b < n->mesh->triangle_count &&
           triangles_overlap(m, n, cache->part_a, cache->part_b);
}

uint32_t fk_find_inner_component(const fk_placed_mesh *solid, const fk_aabb *box, const fk_collider *collider,
                                 const fk_placed_mesh *mesh, fk_vec3 *corner)
{
    for (uint32_t i = 0; solid->is_solid && i < collider->component_count; i++) {
        *corner = fk_placed_triangle_piece(mesh, collider->component_triangle[i]).as.triangle[0];
        if ((box == NULL || fk_aabb_contains(box, *corner)) && fk_placed_is_inside(solid, *corner))
            return collider->component_triangle[i];
    }
    return FK_NONE;
}

/* Whether a triangle of a that lies inside b proves that they overlap: because a is a surface, or by a point beside
 * it. */
static bool proves_overlap(const fk_placed_mesh *a, const fk_placed_mesh *b, uint32_t triangle,
                           fk_vec3 *point)
{
    fk_vec3 corner[3], middle = {0, 0, 0};
    if (triangle == FK_NONE || !a->is_solid)
        return triangle != FK_NONE;
    fk_placed_triangle(a, triangle, corner);
    for (int k = 0; k < 3; k++)
        middle = fk_vec3_add(middle, fk_vec3_scale(corner[k], 1.0 / 3));
    const fk_vec3 normal[2] = {unit_normal(corner), {0, 0, 0}};
    return find_inside_near(a, b, middle, normal, fk_vec3_largest(fk_vec3_sub(corner[1], corner[0])), point);
}

/* For meshes whose triangles do not meet: apart, or one inside the other. */
static fk_status verdict_without_contact(fk_context *context, const fk_prepared_collider *a,
                                         const fk_prepared_collider *b, fk_collider_cache *cache,
                                         fk_verdict *out)
{
    fk_vec3 corner, point = {0, 0, 0};
    uint32_t in_b = fk_find_inner_component(&b->mesh, NULL, a->collider, &a->mesh, &corner);
    uint32_t in_a = fk_find_inner_component(&a->mesh, NULL, b->collider, &b->mesh, &corner);
    *out = in_a == FK_NONE && in_b == FK_NONE ? FK_APART : FK_OVERLAPPING;
    if (*out == FK_APART)
        return FK_OK;
    cache->part_a = in_b != FK_NONE ? in_b : 0;
    cache->part_b = in_a != FK_NONE ? in_a : 0;
    bool is_known =
        proves_overlap(&a->mesh, &b->mesh, in_b, &point) || proves_overlap(&b->mesh, &a->mesh, in_a, &point);
    cache->pieces.inside = fk_prepared_to_local(a, point);
    return is_known ? FK_OK : fk_placed_verdict(context, &a->mesh, &b->mesh, out);
}

/* For meshes of which this pair of triangles meets. */
static fk_status verdict_at_contact(fk_context *context, const fk_prepared_collider *a,
                                    const fk_prepared_collider *b, fk_index_pair pair,
                                    fk_collider_cache *cache, fk_verdict *out)
{
    const fk_placed_mesh *m = &a->mesh, *n = &b->mesh;
    fk_vec3 point = {0, 0, 0};
    bool is_known = m->is_solid && n->is_solid ? find_common_inside(m, n, pair, &point)
                                               : triangles_overlap(m, n, pair.a, pair.b);
    cache->part_a = pair.a;
    cache->part_b = pair.b;
    cache->pieces.inside = fk_prepared_to_local(a, point);
    *out = FK_OVERLAPPING;
    return is_known ? FK_OK : fk_placed_verdict(context, m, n, out);
}

fk_status fk_meshes_verdict(fk_context *context, const fk_prepared_collider *a, const fk_prepared_collider *b,
                            fk_verdict enough, fk_collider_cache *cache, uint64_t *tests, fk_verdict *out)
{
    fk_index_pair pair;
    uint32_t leaves = 0;
    bool meets;
    fk_status status = fk_placed_find_meet(context, &a->mesh, &b->mesh, &pair, &leaves, &meets);
    *tests = leaves;
    if (status != FK_OK)
        return status;
    if (!meets)
        return verdict_without_contact(context, a, b, cache, out);
    if (enough != FK_TOUCHING)
        return verdict_at_contact(context, a, b, pair, cache, out);
    cache->part_a = pair.a;
    cache->part_b = pair.b;
    *out = FK_TOUCHING;
    return FK_OK;
}
