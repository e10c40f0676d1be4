/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The relation of two placed colliders: apart, in contact, hard, one in the other, or the same set.
 *
 *            one piece            mesh
 *   piece    containment here     tree/solid_relation_piece.c
 *   mesh                          tree/solid_relation.c
 *
 * Meshes whose triangles do not meet are apart unless a connected component of one is inside the other: that is known
 * without the whole relation.
 *
 * A piece is contained in another one if its vertices are. The corner of a box is a sum of doubles, and maybe no
 * double itself: then all corners of the smallest box of doubles around it are tested. A ball is contained if its
 * center is at least its radius deep; a capsule, if both its ends are. For cylinders, cones and ellipsoids their box
 * is tested. */

#include "body/body.h"

#include "base/vec3.h"
#include "shape/vertices.h"
#include "tree/tree.h"

/* ---- Containment --------------------------------------------------------------------------------------- */

static bool contains_point(const fk_piece *piece, fk_vec3 point)
{
    fk_piece p = fk_piece_point(point);
    fk_verdict verdict = fk_pair_verdict(&p, piece);
    return verdict == FK_TOUCHING || verdict == FK_OVERLAPPING;
}

static bool piece_contains_points(const fk_piece *piece, const fk_vec3 *point, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        if (!contains_point(piece, point[i]))
            return false;
    return true;
}

static bool contains_box(const fk_piece *piece, const fk_aabb *box)
{
    for (int i = 0; i < 8; i++)
        if (!contains_point(piece,
                            fk_vec3_make(i & 1 ? box->max.x : box->min.x, i & 2 ? box->max.y : box->min.y,
                                         i & 4 ? box->max.z : box->min.z)))
            return false;
    return true;
}

/* Tests the corner of a box by the doubles around it. */
static FK_OWN_FRAME bool contains_corner(const fk_piece *piece, const fk_piece *box, uint32_t corner)
{
    fk_arena arena;
    fk_arena_init(&arena);
    fk_exact_vec3 sum = fk_piece_vertex(&arena, box, corner);
    fk_aabb around;
    around.min = fk_vec3_make(fk_exact_floor(sum.x), fk_exact_floor(sum.y), fk_exact_floor(sum.z));
    around.max =
        fk_vec3_make(-fk_exact_floor(fk_exact_negate(sum.x)), -fk_exact_floor(fk_exact_negate(sum.y)),
                     -fk_exact_floor(fk_exact_negate(sum.z)));
    return !arena.full && fk_aabb_is_finite(&around) && contains_box(piece, &around);
}

static bool contains_box_corners(const fk_piece *piece, const fk_piece *box)
{
    for (uint32_t corner = 0; corner < 8; corner++)
        if (!contains_corner(piece, box, corner))
            return false;
    return true;
}

static bool contains_ball(const fk_piece *piece, fk_vec3 center, double radius)
{
    fk_piece p = fk_piece_point(center);
    fk_depth depth;
    return fk_pair_depth(&p, piece, &depth) == FK_OK && depth.depth.lo >= radius;
}

/* Whether `inner` is proved to be a subset of `outer`. */
static bool contains_piece(const fk_piece *outer, const fk_piece *inner)
{
    fk_aabb box;
    switch (inner->kind) {
    case FK_KIND_BOX:
        return contains_box_corners(outer, inner);
    case FK_KIND_HULL:
        return piece_contains_points(outer, inner->as.hull.point, inner->as.hull.count);
    case FK_KIND_SPHERE:
        return contains_ball(outer, inner->as.sphere.center, inner->as.sphere.radius);
    case FK_KIND_CAPSULE:
        return contains_ball(outer, inner->as.capsule.end[0], inner->as.capsule.radius) &&
               contains_ball(outer, inner->as.capsule.end[1], inner->as.capsule.radius);
    default:
        return fk_pair_box(inner, inner, &box) == FK_OK && contains_box(outer, &box);
    }
}

/* By their numbers alone. */
static bool are_equal_pieces(const fk_piece *a, const fk_piece *b)
{
    if (a->kind != b->kind)
        return false;
    if (a->kind == FK_KIND_HULL)
        return a->as.hull.count == b->as.hull.count &&
               memcmp(a->as.hull.point, b->as.hull.point, a->as.hull.count * sizeof(fk_vec3)) == 0;
    bool is_cell = a->kind == FK_KIND_BOX || a->kind == FK_KIND_TETRA || a->kind == FK_KIND_ELLIPSOID;
    bool has_axis = a->kind == FK_KIND_CAPSULE || a->kind == FK_KIND_CYLINDER || a->kind == FK_KIND_CONE;
    size_t bytes = is_cell ? sizeof a->as.cell : has_axis ? sizeof a->as.capsule : sizeof a->as.sphere;
    return memcmp(&a->as, &b->as, bytes) == 0;
}

static fk_relation piece_relation(const fk_piece *a, const fk_piece *b)
{
    switch (fk_pair_verdict(a, b)) {
    case FK_APART:
        return FK_RELATION_APART;
    case FK_TOUCHING:
        return FK_RELATION_CONTACT;
    case FK_OVERLAPPING:
        break;
    default:
        return FK_RELATION_UNDECIDED;
    }
    if (are_equal_pieces(a, b))
        return FK_RELATION_DUPLICATE;
    bool a_in_b = contains_piece(b, a), b_in_a = contains_piece(a, b);
    return a_in_b && b_in_a ? FK_RELATION_DUPLICATE
           : a_in_b         ? FK_RELATION_A_IN_B
           : b_in_a         ? FK_RELATION_B_IN_A
                            : FK_RELATION_HARD;
}

/* ---- Two pieces ---------------------------------------------------------------------------------------- */

/* Pieces have no triangles; the result has an empty list, a box and a point. */
static fk_status relate_pieces(fk_context *context, const fk_piece *a, const fk_piece *b,
                               fk_relation_result **out)
{
    fk_relation_result *related = fk_allocate(context, sizeof *related);
    if (related == NULL)
        return FK_ERROR_MEMORY;
    *related = (fk_relation_result){
        .relation = piece_relation(a, b), .box = fk_aabb_empty(), .bytes = sizeof *related};
    fk_status status = FK_OK;
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
        fk_release(context, related, related->bytes);
    return status;
}

/* ---- Any two ------------------------------------------------------------------------------------------- */

static fk_status make_apart(fk_context *context, fk_relation_result **out)
{
    fk_relation_result *related = fk_allocate(context, sizeof *related);
    if (related == NULL)
        return FK_ERROR_MEMORY;
    *related =
        (fk_relation_result){.relation = FK_RELATION_APART, .box = fk_aabb_empty(), .bytes = sizeof *related};
    *out = related;
    return FK_OK;
}

/* Whether two meshes are apart, if that is known soon. */
static bool are_meshes_apart(const fk_prepared_collider *a, const fk_prepared_collider *b)
{
    fk_vec3 corner;
    return !fk_placed_meet(&a->mesh, &b->mesh, NULL) &&
           fk_find_inner_component(&b->mesh, NULL, a->collider, &a->mesh, &corner) == FK_NONE &&
           fk_find_inner_component(&a->mesh, NULL, b->collider, &b->mesh, &corner) == FK_NONE;
}

fk_status fk_prepared_relate(fk_context *context, const fk_prepared_collider *a,
                             const fk_prepared_collider *b, fk_relation_result **out)
{
    bool is_mesh_a = a->collider->kind == FK_COLLIDER_MESH, is_mesh_b = b->collider->kind == FK_COLLIDER_MESH;
    if (fk_prepared_are_apart(a, b) || (is_mesh_a && is_mesh_b && are_meshes_apart(a, b)))
        return make_apart(context, out);
    if (is_mesh_a && is_mesh_b)
        return fk_placed_relate(context, &a->mesh, &b->mesh, out);
    if (is_mesh_a)
        return fk_placed_relate_piece(context, &a->mesh, b->piece, out);
    return relate_pieces(context, a->piece, b->piece, out);
}
