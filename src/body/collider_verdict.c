/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The verdict on two placed colliders.
 *
 *            pieces               mesh                         cells
 *   pieces   pairs near a box     each piece                   each piece, down the tree
 *   mesh                          triangles, or a point        each leaf near the mesh
 *   cells                                                      cells/search_collisions.c
 *
 * The verdict on unions is the strongest verdict on two primitives: the first overlapping pair ends the search.
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
 * The cache of a pair that was apart is a direction along which all of a comes before all of b (collider_support.c):
 * one projection of both shows that it still does. The cache of a pair that overlapped is the primitives that do. Two
 * single pieces use the cache of fk_pair_verdict_warm, which works the same way, unless one is smooth. If no
 * direction is found, as for bodies that reach around each other, the search is repeated after some verdicts; it is
 * skipped where the verdict costs no more than a projection.
 *
 * Weak inputs: meshes that touch without overlapping, for which all triangle pairs are listed. */

#include "body/body.h"

#include <math.h>
#include <string.h>

#include "base/vec3.h"
#include "pair/verdict/verdict.h"
#include "shape/bound.h"
#include "shape/vertices.h"
#include "tree/tree.h"

/* Where no separating direction was found, one verdict in so many repeats the search. */
#define SEARCH_EVERY 32

/* ---- The strongest verdict ----------------------------------------------------------------------------- */

/* The strongest verdict on a pair of primitives so far, and the pair. */
typedef struct verdict_search {
    fk_verdict verdict; /* FK_APART before the first pair */
    bool is_undecided;  /* some pair is undecided */
    uint32_t part_a, part_b;
    uint64_t tests; /* of pairs of primitives, nodes or leaves */
} verdict_search;

/* Notes the verdict on a pair. True when no other pair can change the result. */
static bool note_verdict(verdict_search *strongest, fk_verdict verdict, uint32_t part_a, uint32_t part_b)
{
    if (verdict == FK_UNDECIDED)
        strongest->is_undecided = true;
    if (verdict > strongest->verdict) {
        strongest->verdict = verdict;
        strongest->part_a = part_a;
        strongest->part_b = part_b;
    }
    return strongest->verdict == FK_OVERLAPPING;
}

static fk_verdict final_verdict(const verdict_search *strongest)
{
    return strongest->verdict != FK_OVERLAPPING && strongest->is_undecided ? FK_UNDECIDED
                                                                           : strongest->verdict;
}

/* A point of the world in local coordinates, rounded. */
static fk_vec3 to_local(const fk_prepared_collider *a, fk_vec3 point)
{
    return fk_pose_rotate_back(&a->pose, fk_vec3_sub(point, a->pose.translation));
}

/* ---- Flat pieces --------------------------------------------------------------------------------------- */

/* The triangles of a hull; one side of a polygon; a triangle without area for a segment or a point. */
static fk_status triangulate_hull(fk_context *context, const fk_hull *hull, fk_mesh **out)
{
    uint32_t faces = hull->dimension == 3 ? hull->face_count : hull->dimension == 2 ? 1 : 0;
    size_t capacity = (faces > 0 ? hull->face_begin[faces] : 0) + 1, bytes = capacity * sizeof(fk_triangle),
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

/* The hull of a polyhedral piece. Corners of cells are rounded to the nearest doubles. */
static fk_status build_piece_hull(fk_context *context, const fk_piece *piece, fk_hull **out)
{
    if (piece->kind == FK_KIND_BOX || piece->kind == FK_KIND_TETRA) {
        bool is_exact;
        fk_cells_volume volume = {piece->kind, piece->as.cell};
        return fk_cells_hull(context, &volume, FK_CELLS_NEAREST, &is_exact, out);
    }
    const fk_vec3 *point = piece->kind == FK_KIND_HULL ? piece->as.hull.point : piece->as.triangle;
    return fk_hull_build(context, point, fk_piece_vertex_count(piece), out);
}

static fk_status flat_mesh_verdict(fk_context *context, const fk_placed_mesh *mesh, const fk_piece *piece,
                                   fk_verdict *out)
{
    fk_hull *hull = NULL;
    fk_mesh *flat = NULL;
    fk_tree *tree = NULL;
    fk_status status = build_piece_hull(context, piece, &hull);
    if (status == FK_OK)
        status = triangulate_hull(context, hull, &flat);
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

typedef struct flat_test {
    const fk_placed_mesh *mesh;
    const fk_piece *piece;
    fk_aabb box;
    bool meets;
    uint32_t overlapping; /* a triangle, or FK_NONE */
} flat_test;

static bool test_flat_triangle(void *user, uint32_t triangle)
{
    flat_test *l = user;
    fk_piece t = fk_placed_triangle_piece(l->mesh, triangle);
    fk_aabb box;
    if (fk_aabb_build(t.as.triangle, 3, &box) != FK_OK || !fk_aabb_meets(box, l->box))
        return true;
    fk_verdict verdict = fk_pair_verdict(&t, l->piece);
    l->meets = l->meets || verdict != FK_APART;
    if (verdict == FK_OVERLAPPING)
        l->overlapping = triangle;
    return verdict != FK_OVERLAPPING;
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
    flat_test l = {mesh, piece, fk_piece_aabb(piece), false, FK_NONE};
    fk_placed_visit(mesh, &l.box, test_flat_triangle, &l);
    *witness = (fk_overlap_witness){.triangle = l.overlapping};
    /* If the piece meets no triangle, one corner decides for all. */
    uint32_t count = l.meets ? fk_piece_vertex_count(piece) : 1;
    if ((l.overlapping != FK_NONE && !mesh->is_solid) || find_corner_inside(mesh, piece, count, witness))
        *out = FK_OVERLAPPING;
    else if (!l.meets)
        *out = FK_APART;
    else
        return flat_mesh_verdict(context, mesh, piece, out);
    return FK_OK;
}

/* A mesh and a piece of any kind. FK_ERROR_MEMORY. */
static fk_status mesh_piece_verdict(fk_context *context, const fk_placed_mesh *mesh, const fk_piece *piece,
                                    fk_overlap_witness *witness, fk_verdict *out)
{
    bool is_flat = fk_piece_is_polyhedron(piece) && fk_pair_verdict(piece, piece) != FK_OVERLAPPING;
    return is_flat ? flat_verdict(context, mesh, piece, witness, out)
                   : fk_placed_verdict_piece(context, mesh, piece, witness, out);
}

/* Whether a witness still proves that they overlap. */
static bool witness_holds(const fk_placed_mesh *mesh, const fk_piece *piece,
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

/* Whether the cache of two meshes that overlapped proves that they still do. */
static bool meshes_still_overlap(const fk_prepared_collider *a, const fk_prepared_collider *b,
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
    cache->pieces.inside = to_local(a, point);
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
    cache->pieces.inside = to_local(a, point);
    *out = FK_OVERLAPPING;
    return is_known ? FK_OK : fk_placed_verdict(context, m, n, out);
}

/* The verdict on two meshes. If they overlap, the cache gets the proof: the triangles, and a point inside both in the
 * local coordinates of a. FK_ERROR_MEMORY. */
static fk_status mesh_verdict(fk_context *context, const fk_prepared_collider *a,
                              const fk_prepared_collider *b, fk_collider_cache *cache,
                              verdict_search *strongest)
{
    fk_index_pair pair;
    uint32_t tests;
    fk_verdict verdict;
    bool is_met;
    fk_status status = fk_placed_find_meet(context, &a->mesh, &b->mesh, &pair, &tests, &is_met);
    if (status == FK_OK)
        status = is_met ? verdict_at_contact(context, a, b, pair, cache, &verdict)
                        : verdict_without_contact(context, a, b, cache, &verdict);
    strongest->tests = tests;
    if (status == FK_OK)
        note_verdict(strongest, verdict, cache->part_a, cache->part_b);
    return status;
}
/* ---- Pieces -------------------------------------------------------------------------------------------- */

static bool is_single_piece(const fk_prepared_collider *a)
{
    return a->collider->kind == FK_COLLIDER_PIECES && a->collider->part_count == 1;
}

/* A primitive of one collider against those of another. */
typedef struct primitive_test {
    const fk_piece *piece;
    uint32_t primitive;
    bool is_second; /* the primitive belongs to b */
    verdict_search *strongest;
} primitive_test;

static bool test_primitive_pair(void *user, uint32_t primitive, const fk_piece *piece)
{
    const primitive_test *one = user;
    one->strongest->tests++;
    fk_verdict verdict =
        one->is_second ? fk_pair_verdict(piece, one->piece) : fk_pair_verdict(one->piece, piece);
    return !note_verdict(one->strongest, verdict, one->is_second ? primitive : one->primitive,
                         one->is_second ? one->primitive : primitive);
}

/* Tests each piece of a against the pieces or cells of b. */
static void test_pieces(const fk_prepared_collider *a, const fk_prepared_collider *b, bool is_swapped,
                        verdict_search *strongest)
{
    for (uint32_t i = 0; i < a->collider->part_count && strongest->verdict != FK_OVERLAPPING; i++) {
        primitive_test one = {&a->piece[i], i, is_swapped, strongest};
        fk_aabb box = a->piece_box != NULL ? a->piece_box[i] : fk_piece_aabb(&a->piece[i]);
        if (b->collider->kind == FK_COLLIDER_CELLS) /* the root */
            strongest->tests += fk_aabb_meets(box, b->cells.box);
        fk_prepared_visit(b, &box, &a->piece[i], test_primitive_pair, &one);
    }
}

/* ---- Cells --------------------------------------------------------------------------------------------- */

static fk_status test_cells(fk_context *context, const fk_prepared_collider *a, const fk_prepared_collider *b,
                            verdict_search *strongest)
{
    fk_cells_traversal traversal;
    fk_cells_traversal_limits orders = {.stops_at_overlap = true};
    memset(&traversal, 0, sizeof traversal);
    fk_status status = fk_cells_traversal_begin(&traversal, context);
    if (status == FK_OK)
        status = fk_cells_traversal_run(&traversal, &a->cells, &b->cells, &orders);
    strongest->tests = traversal.work.pair_tests;
    for (size_t i = 0; i < traversal.hit_count && status == FK_OK; i++)
        note_verdict(strongest, traversal.hit[i].verdict, traversal.hit[i].node_a, traversal.hit[i].node_b);
    fk_cells_traversal_end(&traversal);
    return status;
}

/* ---- A mesh -------------------------------------------------------------------------------------------- */

typedef struct mesh_test {
    fk_context *context;
    const fk_placed_mesh *mesh;
    bool is_second; /* the mesh is b */
    verdict_search *strongest;
    fk_overlap_witness witness; /* of the last primitive */
    fk_status status;
} mesh_test;

static bool test_mesh_primitive(void *user, uint32_t primitive, const fk_piece *piece)
{
    mesh_test *m = user;
    fk_verdict verdict;
    m->status = mesh_piece_verdict(m->context, m->mesh, piece, &m->witness, &verdict);
    if (m->status != FK_OK)
        return false;
    uint32_t triangle = m->witness.triangle;
    return !note_verdict(m->strongest, verdict, m->is_second ? primitive : triangle,
                         m->is_second ? triangle : primitive);
}

/* Tests each piece or cell of one collider that is near a mesh. */
static fk_status test_against_mesh(fk_context *context, const fk_prepared_collider *parts,
                                   const fk_prepared_collider *mesh, bool is_second, fk_collider_cache *cache,
                                   verdict_search *strongest)
{
    mesh_test m = {context, &mesh->mesh, is_second, strongest, {.triangle = FK_NONE}, FK_OK};
    const fk_placed_collider placed = {mesh->collider, mesh->pose};
    fk_aabb box;
    fk_status status = fk_collider_box(&placed, &box);
    if (status == FK_OK)
        fk_prepared_visit(parts, &box, NULL, test_mesh_primitive, &m);
    cache->pieces.inside = to_local(mesh, m.witness.point);
    return status == FK_OK ? m.status : status;
}

/* ---- The cache ----------------------------------------------------------------------------------------- */

/* A placed piece or cell by its number; false if there is no such leaf. */
static bool cached_primitive(const fk_prepared_collider *a, uint32_t primitive, fk_piece *out)
{
    const fk_collider *c = a->collider;
    if (primitive >= c->part_count || c->kind == FK_COLLIDER_MESH)
        return false;
    *out = fk_prepared_primitive(a, primitive);
    return c->kind == FK_COLLIDER_PIECES || c->cells->node[primitive].child_count == 0;
}

/* For a mesh and a primitive of another collider. */
static bool mesh_still_overlaps(const fk_prepared_collider *mesh, const fk_prepared_collider *b,
                                uint32_t triangle, uint32_t primitive, fk_vec3 inside)
{
    fk_piece piece;
    fk_overlap_witness witness = {true, fk_pose_apply(&mesh->pose, inside), triangle};
    return cached_primitive(b, primitive, &piece) && witness_holds(&mesh->mesh, &piece, &witness);
}

static bool still_overlaps(const fk_prepared_collider *a, const fk_prepared_collider *b,
                           const fk_collider_cache *cache)
{
    fk_piece p, q;
    if (a->collider->kind == FK_COLLIDER_MESH && b->collider->kind == FK_COLLIDER_MESH)
        return meshes_still_overlap(a, b, cache);
    if (a->collider->kind == FK_COLLIDER_MESH)
        return mesh_still_overlaps(a, b, cache->part_a, cache->part_b, cache->pieces.inside);
    if (b->collider->kind == FK_COLLIDER_MESH)
        return mesh_still_overlaps(b, a, cache->part_b, cache->part_a, cache->pieces.inside);
    return cached_primitive(a, cache->part_a, &p) && cached_primitive(b, cache->part_b, &q) &&
           fk_pair_verdict(&p, &q) == FK_OVERLAPPING;
}

/* Whether the cache proves that the last verdict still holds. */
static bool cache_holds(const fk_prepared_collider *a, const fk_prepared_collider *b,
                        const fk_collider_cache *cache)
{
    if (!cache->pieces.is_known)
        return false;
    if (cache->pieces.verdict == FK_APART)
        return fk_prepared_separates(a, b, cache->pieces.direction);
    return cache->pieces.verdict == FK_OVERLAPPING && still_overlaps(a, b, cache);
}

/* The approximate cost of a projection, in units of 10 ns. */
static uint64_t projection_cost(const fk_collider *c)
{
    return c->kind == FK_COLLIDER_CELLS && c->part_count > 16 ? 64
           : c->kind == FK_COLLIDER_CELLS                     ? 4 * (uint64_t)c->part_count
                                                              : c->part_count;
}

/* Whether searching for a direction pays: a projection costs less than the verdict just computed. Two meshes of which
 * no leaves of trees are near cost little; a mesh and a piece, or two smooth pieces, never do. */
static bool pays_to_search(const fk_prepared_collider *a, const fk_prepared_collider *b,
                           const verdict_search *strongest)
{
    const fk_collider *c = a->collider, *d = b->collider;
    bool is_mesh_a = c->kind == FK_COLLIDER_MESH, is_mesh_b = d->kind == FK_COLLIDER_MESH;
    if (is_mesh_a || is_mesh_b)
        return is_mesh_a != is_mesh_b || strongest->tests >= 4;
    uint64_t each = c->has_smooth || d->has_smooth ? 500 : 5, descents = 0; /* descents of pieces in a tree */
    if ((c->kind == FK_COLLIDER_CELLS) != (d->kind == FK_COLLIDER_CELLS))
        descents = c->kind == FK_COLLIDER_CELLS ? d->part_count : c->part_count;
    return each * strongest->tests + 5 * descents > projection_cost(c) + projection_cost(d);
}

/* Stores the verdict and its proof, if one is found. */
static void update_cache(const fk_prepared_collider *a, const fk_prepared_collider *b, fk_verdict verdict,
                         const verdict_search *strongest, fk_collider_cache *cache)
{
    fk_pair_cache *kept = &cache->pieces;
    bool is_new = kept->verdict != verdict || kept->is_known;
    cache->part_a = strongest->part_a;
    cache->part_b = strongest->part_b;
    kept->verdict = verdict;
    kept->is_known = verdict == FK_OVERLAPPING;
    if (verdict == FK_APART && pays_to_search(a, b, strongest) && (is_new || ++kept->idle >= SEARCH_EVERY)) {
        kept->idle = 0;
        kept->is_known = fk_prepared_find_separation(a, b, &kept->direction);
    }
}

/* ---- All kinds ----------------------------------------------------------------------------------------- */

static fk_status test_by_kind(fk_context *context, const fk_prepared_collider *a,
                              const fk_prepared_collider *b, fk_collider_cache *cache,
                              verdict_search *strongest)
{
    fk_collider_kind kind_a = a->collider->kind, kind_b = b->collider->kind;
    if (kind_a == FK_COLLIDER_MESH && kind_b == FK_COLLIDER_MESH)
        return mesh_verdict(context, a, b, cache, strongest);
    if (kind_a == FK_COLLIDER_MESH || kind_b == FK_COLLIDER_MESH)
        return kind_b == FK_COLLIDER_MESH ? test_against_mesh(context, a, b, true, cache, strongest)
                                          : test_against_mesh(context, b, a, false, cache, strongest);
    if (kind_a == FK_COLLIDER_CELLS && kind_b == FK_COLLIDER_CELLS)
        return test_cells(context, a, b, strongest);
    bool is_swapped = kind_a != FK_COLLIDER_PIECES ||
                      (kind_b == FK_COLLIDER_PIECES && b->collider->part_count < a->collider->part_count);
    if (is_swapped)
        test_pieces(b, a, true, strongest);
    else
        test_pieces(a, b, false, strongest);
    return FK_OK;
}

/* Whether the normal of a single half-space separates the two. */
static bool is_beyond_half_space(const fk_prepared_collider *a, const fk_prepared_collider *b)
{
    bool is_half = (is_single_piece(a) && a->piece->kind == FK_KIND_HALF_SPACE) ||
                   (is_single_piece(b) && b->piece->kind == FK_KIND_HALF_SPACE);
    fk_vec3 direction;
    return is_half && fk_prepared_find_separation(a, b, &direction);
}

/* cache may be NULL. */
static fk_status compute_verdict(fk_context *context, const fk_prepared_collider *a,
                                 const fk_prepared_collider *b, fk_collider_cache *cache, fk_verdict *out)
{
    fk_collider_cache none = {.part_a = 0};
    verdict_search strongest = {.verdict = FK_APART};
    fk_status status = is_beyond_half_space(a, b)
                           ? FK_OK
                           : test_by_kind(context, a, b, cache != NULL ? cache : &none, &strongest);
    if (status != FK_OK)
        return status;
    *out = final_verdict(&strongest);
    if (cache != NULL)
        update_cache(a, b, *out, &strongest, cache);
    return FK_OK;
}

fk_status fk_prepared_verdict(fk_context *context, const fk_prepared_collider *a,
                              const fk_prepared_collider *b, fk_collider_cache *cache, fk_verdict *out,
                              bool *is_warm)
{
    /* Two single pieces have a cache of their own, unless one is smooth. */
    bool is_own =
        is_single_piece(a) && is_single_piece(b) && (cache == NULL || !fk_any_smooth(a->piece, b->piece));
    bool is_held = false;
    if (cache != NULL)
        is_held = is_own ? fk_warm_check_cache(a->piece, b->piece, &cache->pieces) : cache_holds(a, b, cache);
    if (is_warm != NULL)
        *is_warm = is_held;
    if (!is_held && !is_own)
        return compute_verdict(context, a, b, cache, out);
    *out = is_held         ? cache->pieces.verdict
           : cache != NULL ? fk_warm_verdict(a->piece, b->piece, &cache->pieces)
                           : fk_pair_verdict(a->piece, b->piece);
    return FK_OK;
}

fk_status fk_collider_verdict(fk_context *context, const fk_placed_collider *a, const fk_placed_collider *b,
                              fk_collider_cache *cache, fk_verdict *out)
{
    fk_prepared_pair pair;
    fk_status status = fk_prepared_pair_make(context, a, b, &pair);
    if (status != FK_OK)
        return status;
    status = fk_prepared_verdict(context, &pair.a, &pair.b, cache, out, NULL);
    fk_prepared_pair_free(context, &pair);
    return status;
}
