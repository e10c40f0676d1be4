/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The relation of two placed colliders: apart, in contact, hard, one in the other, or the same set.
 *
 *            one piece                      mesh                           several pieces, cells
 *   piece    pair/verdict/containment.c     tree/solid_relation_piece.c    primitive by primitive
 *   mesh                                    tree/solid_relation.c          primitive by primitive
 *   others                                                                 primitive by primitive
 *
 * Meshes whose triangles do not meet are apart unless a connected component of one is inside the other: that is known
 * without the whole relation.
 *
 * A union is in another set if each of its primitives is in a primitive of the other, or in the mesh. It is not, if one
 * of its points is outside: the vertices and ends of its primitives are tested. What lies in several primitives
 * together, and in none of them alone, is undecided. The box of the intersection is that of the boxes of all pairs.
 *
 * Weak inputs: unions of many primitives, all of which are compared with those near them. */

#include "body/body.h"

#include "base/vec3.h"
#include "shape/bound.h"
#include "shape/vertices.h"
#include "tree/tree.h"

static fk_status make_result(fk_context *context, fk_relation relation, fk_relation_result **out)
{
    fk_relation_result *related = fk_allocate(context, sizeof *related);
    if (related == NULL)
        return FK_ERROR_MEMORY;
    *related = (fk_relation_result){.relation = relation, .box = fk_aabb_empty(), .bytes = sizeof *related};
    *out = related;
    return FK_OK;
}

/* ---- Two pieces, two meshes ---------------------------------------------------------------------------- */

/* Pieces have no triangles; the result has an empty list, a box and a point. */
static fk_status relate_pieces(fk_context *context, const fk_piece *a, const fk_piece *b,
                               fk_relation_result **out)
{
    fk_relation_result *related;
    fk_status status = make_result(context, fk_pair_relation(a, b), &related);
    if (status != FK_OK)
        return status;
    if (related->relation != FK_RELATION_APART) {
        fk_distance distance;
        status = fk_pair_box(a, b, &related->box);
        if (status == FK_OK)
            status = fk_pair_distance(a, b, NULL, &distance);
        if (status == FK_OK)
            related->point = distance.point_a;
    }
    if (status == FK_OK)
        *out = related;
    else
        fk_relation_result_free(context, related);
    return status;
}

/* Whether two meshes are apart, if that is known soon. */
static bool are_meshes_apart(fk_context *context, const fk_prepared_collider *a,
                             const fk_prepared_collider *b)
{
    fk_vec3 corner;
    fk_index_pair pair;
    uint32_t leaves;
    bool meets;
    return fk_placed_find_meet(context, &a->mesh, &b->mesh, &pair, &leaves, &meets) == FK_OK && !meets &&
           fk_find_inner_component(&b->mesh, NULL, a->collider, &a->mesh, &corner) == FK_NONE &&
           fk_find_inner_component(&a->mesh, NULL, b->collider, &b->mesh, &corner) == FK_NONE;
}

/* ---- A mesh and a piece -------------------------------------------------------------------------------- */

/* A flat piece as a surface. Its triangles are one primitive, and rounded corners prove no containment. */
static fk_status relate_flat(fk_context *context, const fk_placed_mesh *mesh, const fk_piece *piece,
                             fk_relation_result **out)
{
    fk_placed_mesh flat;
    bool is_exact;
    fk_status status = fk_flat_mesh_build(context, piece, &is_exact, &flat);
    if (status != FK_OK)
        return status;
    status = fk_placed_relate(context, mesh, &flat, out);
    fk_placed_hull_free(context, &flat);
    if (status != FK_OK)
        return status;
    fk_relation_result *related = *out;
    fk_index_pair *list = (fk_index_pair *)(uintptr_t)related->pair;
    size_t count = 0;
    for (size_t i = 0; i < related->pair_count; i++)
        if (i == 0 || list[count - 1].a != list[i].a)
            list[count++] = (fk_index_pair){list[i].a, 0};
    related->pair_count = count;
    if (!is_exact && related->relation > FK_RELATION_HARD)
        related->relation = FK_RELATION_UNDECIDED;
    return FK_OK;
}

static fk_status relate_mesh_piece(fk_context *context, const fk_placed_mesh *mesh, const fk_piece *piece,
                                   fk_relation_result **out)
{
    return fk_is_flat_polyhedron(piece) ? relate_flat(context, mesh, piece, out)
                                        : fk_placed_relate_piece(context, mesh, piece, out);
}

/* ---- Unions: refuting a subset ------------------------------------------------------------------------- */

typedef struct point_query {
    fk_piece point;
    bool is_outside;
} point_query;

static bool test_outside(void *user, uint32_t primitive, const fk_piece *piece)
{
    point_query *q = user;
    (void)primitive;
    q->is_outside = fk_pair_verdict(&q->point, piece) == FK_APART;
    return q->is_outside;
}

/* Whether a point is surely outside a collider. */
static bool is_outside(const fk_prepared_collider *a, fk_vec3 point)
{
    point_query q = {fk_piece_point(point), true};
    fk_aabb box = {point, point};
    int64_t winding;
    fk_prepared_visit(a, &box, &q.point, test_outside, &q);
    if (a->collider->kind != FK_COLLIDER_MESH || !a->mesh.is_solid)
        return q.is_outside;
    return q.is_outside && fk_placed_winding(&a->mesh, point, &winding) && winding == 0;
}

/* The last point of a piece on the way from a point of it along a displacement, nearly: found by bisection. */
static fk_vec3 boundary_point(const fk_piece *piece, fk_vec3 from, fk_vec3 displacement)
{
    double within = 0;
    for (double step = 1; step > 0x1p-40; step *= 0.5) {
        fk_piece p = fk_piece_point(fk_vec3_add(from, fk_vec3_scale(displacement, within + step)));
        if (fk_vec3_is_finite(p.as.point) && fk_pair_verdict(&p, piece) >= FK_TOUCHING)
            within += step;
    }
    return fk_vec3_add(from, fk_vec3_scale(displacement, within));
}

/* Whether a point of the primitive is outside: towards its corners, or those of a box around it. */
static bool has_point_outside(const fk_piece *piece, const fk_prepared_collider *outer)
{
    fk_vec3 corner[FK_ENCLOSING_MAX], center = {0, 0, 0};
    bool is_hull = piece->kind == FK_KIND_HULL;
    if (piece->kind == FK_KIND_HALF_SPACE)
        return fk_is_finite(outer->collider->sphere.radius);
    uint32_t count = is_hull ? piece->as.hull.count : fk_piece_enclosing_points(piece, corner);
    for (uint32_t i = 0; i < count; i++) {
        fk_vec3 point = is_hull ? fk_points_at(&piece->as.hull, i) : corner[i];
        center = fk_vec3_add(center, fk_vec3_scale(point, 1.0 / count));
    }
    fk_piece p = fk_piece_point(center);
    if (!fk_vec3_is_finite(center) || fk_pair_verdict(&p, piece) < FK_TOUCHING)
        return false;
    for (uint32_t i = 0; i < count; i++) {
        fk_vec3 point = is_hull ? fk_points_at(&piece->as.hull, i) : corner[i];
        if (is_outside(outer, boundary_point(piece, center, fk_vec3_sub(point, center))))
            return true;
    }
    return false;
}

/* ---- Unions: proving a subset -------------------------------------------------------------------------- */

/* Whether a union is a subset of another collider, and the box of what they share. */
typedef struct union_search {
    fk_context *context;
    const fk_prepared_collider *outer;
    const fk_placed_mesh *mesh; /* the inner collider, or NULL */
    const fk_piece *inner;      /* else its current primitive */
    bool is_proved;             /* of the current primitive, or of the mesh */
    bool all_proved, is_refuted;
    bool is_undecided; /* the box of a primitive and a mesh is not known */
    fk_aabb box;
    fk_status status;
} union_search;

static bool compare_primitive(void *user, uint32_t primitive, const fk_piece *piece)
{
    union_search *s = user;
    fk_aabb box;
    (void)primitive;
    fk_relation relation = fk_pair_relation(s->inner, piece);
    s->is_proved = s->is_proved || relation == FK_RELATION_A_IN_B || relation == FK_RELATION_DUPLICATE;
    if (relation != FK_RELATION_APART && fk_pair_box(s->inner, piece, &box) == FK_OK)
        s->box = fk_aabb_merge(&s->box, &box);
    return true;
}

static fk_status compare_mesh(union_search *s, const fk_placed_mesh *mesh, const fk_piece *piece,
                              fk_relation in)
{
    fk_relation_result *related;
    fk_status status = relate_mesh_piece(s->context, mesh, piece, &related);
    if (status != FK_OK)
        return status;
    s->is_proved = s->is_proved || related->relation == in || related->relation == FK_RELATION_DUPLICATE;
    s->is_undecided = s->is_undecided || related->relation == FK_RELATION_UNDECIDED;
    s->box = fk_aabb_merge(&s->box, &related->box);
    fk_relation_result_free(s->context, related);
    return FK_OK;
}

static bool compare_inner_primitive(void *user, uint32_t primitive, const fk_piece *piece)
{
    union_search *s = user;
    fk_aabb box = fk_piece_aabb(piece);
    (void)primitive;
    s->inner = piece;
    s->is_proved = false;
    if (s->outer->collider->kind == FK_COLLIDER_MESH)
        s->status = compare_mesh(s, &s->outer->mesh, piece, FK_RELATION_B_IN_A);
    else
        fk_prepared_visit(s->outer, &box, piece, compare_primitive, s);
    s->all_proved = s->all_proved && s->is_proved;
    s->is_refuted = s->is_refuted || (!s->is_proved && has_point_outside(piece, s->outer));
    return s->status == FK_OK;
}

/* A primitive of the outer collider and the inner mesh. */
static bool compare_outer_primitive(void *user, uint32_t primitive, const fk_piece *piece)
{
    union_search *s = user;
    (void)primitive;
    s->status = compare_mesh(s, s->mesh, piece, FK_RELATION_A_IN_B);
    return s->status == FK_OK;
}

static bool has_vertex_outside(const fk_placed_mesh *mesh, const fk_prepared_collider *outer)
{
    for (uint32_t t = 0; t < mesh->mesh->triangle_count; t++) {
        fk_vec3 corner[3];
        fk_placed_triangle(mesh, t, corner);
        for (int k = 0; k < 3; k++)
            if (is_outside(outer, corner[k]))
                return true;
    }
    return false;
}

static fk_status compare_unions(const fk_prepared_collider *inner, union_search *s)
{
    s->all_proved = true;
    s->box = fk_aabb_empty();
    if (inner->collider->kind != FK_COLLIDER_MESH) {
        fk_prepared_visit(inner, &fk_everywhere, NULL, compare_inner_primitive, s);
        return s->status;
    }
    s->mesh = &inner->mesh;
    fk_prepared_visit(s->outer, &fk_everywhere, NULL, compare_outer_primitive, s);
    s->all_proved = s->is_proved;
    s->is_refuted = !s->is_proved && has_vertex_outside(&inner->mesh, s->outer);
    return s->status;
}

/* What is flat may be a subset and touch only. */
static fk_relation subset_relation(const union_search *a, const union_search *b, fk_verdict verdict)
{
    if (a->is_undecided || b->is_undecided || (!a->all_proved && !a->is_refuted) ||
        (!b->all_proved && !b->is_refuted))
        return FK_RELATION_UNDECIDED;
    return a->all_proved && b->all_proved ? FK_RELATION_DUPLICATE
           : a->all_proved                ? FK_RELATION_A_IN_B
           : b->all_proved                ? FK_RELATION_B_IN_A
           : verdict == FK_TOUCHING       ? FK_RELATION_CONTACT
                                          : FK_RELATION_HARD;
}

static fk_status relate_unions(fk_context *context, const fk_prepared_collider *a,
                               const fk_prepared_collider *b, fk_relation_result **out)
{
    union_search in_b = {.context = context, .outer = b}, in_a = {.context = context, .outer = a};
    fk_collider_distance distance;
    fk_verdict verdict;
    fk_status status = fk_prepared_verdict(context, a, b, NULL, &verdict, NULL);
    if (status == FK_OK && verdict < FK_TOUCHING)
        return make_result(context, verdict == FK_APART ? FK_RELATION_APART : FK_RELATION_UNDECIDED, out);
    if (status == FK_OK)
        status = compare_unions(a, &in_b);
    if (status == FK_OK)
        status = compare_unions(b, &in_a);
    if (status == FK_OK)
        status = fk_prepared_distance(context, a, b, 0, &distance);
    if (status == FK_OK)
        status = make_result(context, subset_relation(&in_b, &in_a, verdict), out);
    if (status != FK_OK)
        return status;
    (*out)->box = in_b.box;
    (*out)->point = distance.point_a;
    return FK_OK;
}

/* ---- Any two ------------------------------------------------------------------------------------------- */

fk_status fk_prepared_relate(fk_context *context, const fk_prepared_collider *a,
                             const fk_prepared_collider *b, fk_relation_result **out)
{
    bool is_mesh_a = a->collider->kind == FK_COLLIDER_MESH, is_mesh_b = b->collider->kind == FK_COLLIDER_MESH;
    if (fk_prepared_are_apart(a, b) || (is_mesh_a && is_mesh_b && are_meshes_apart(context, a, b)))
        return make_result(context, FK_RELATION_APART, out);
    if (is_mesh_a && is_mesh_b)
        return fk_placed_relate(context, &a->mesh, &b->mesh, out);
    if (is_mesh_a && fk_is_single_piece(b))
        return relate_mesh_piece(context, &a->mesh, b->piece, out);
    if (fk_is_single_piece(a) && fk_is_single_piece(b))
        return relate_pieces(context, a->piece, b->piece, out);
    return relate_unions(context, a, b, out);
}

/* Exchanges a and b in a result, and numbers triangles as in the meshes that the caller gave. */
static void convert_result(const fk_prepared_pair *pair, bool is_swapped, fk_relation_result *related)
{
    const fk_collider *c = pair->a.collider, *d = pair->b.collider;
    fk_index_pair *list = (fk_index_pair *)(uintptr_t)related->pair;
    for (size_t i = 0; i < related->pair_count; i++) {
        fk_index_pair t = is_swapped ? (fk_index_pair){list[i].b, list[i].a} : list[i];
        list[i].a = c->kind == FK_COLLIDER_MESH ? fk_mesh_shape_original(&c->mesh, t.a) : t.a;
        list[i].b = d->kind == FK_COLLIDER_MESH ? fk_mesh_shape_original(&d->mesh, t.b) : t.b;
    }
    if (is_swapped)
        related->relation = fk_relation_swap(related->relation);
}

fk_status fk_collider_relate(fk_context *context, const fk_placed_collider *a, const fk_placed_collider *b,
                             fk_relation_result **out)
{
    fk_prepared_pair pair;
    fk_status status = fk_prepared_pair_make(context, a, b, &pair);
    if (status != FK_OK)
        return status;
    /* The result for two meshes does not depend on their order, except that pairs are sorted. */
    bool are_meshes = a->collider->kind == FK_COLLIDER_MESH && b->collider->kind == FK_COLLIDER_MESH;
    bool is_swapped = !are_meshes && fk_prepared_order(&pair.a, &pair.b) > 0;
    status = is_swapped ? fk_prepared_relate(context, &pair.b, &pair.a, out)
                        : fk_prepared_relate(context, &pair.a, &pair.b, out);
    if (status == FK_OK)
        convert_result(&pair, is_swapped, *out);
    fk_prepared_pair_free(context, &pair);
    return status;
}
