/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The penetration depth of two placed colliders that overlap, and the volume of their intersection.
 *
 *            one piece              mesh
 *   piece    pair/measure           convex: its hull; else displacements that separate
 *   mesh                            tree/mesh_penetration.c
 *
 * For others, displacements that separate are searched, and confirmed by the verdict on the moved colliders. The volume
 * is that of two solid meshes. */

#include "body/body.h"

#include "base/vec3.h"
#include "shape/bound.h"
#include "shape/vertices.h"
#include "tree/tree.h"

typedef struct shifted_mesh {
    fk_context *context;
    const fk_placed_mesh *mesh;
    const fk_piece *piece;
} shifted_mesh;

/* A piece has no pose, so the mesh moves in the opposite direction. */
static fk_status overlaps_shifted(void *user, fk_vec3 shift, bool *overlaps)
{
    const shifted_mesh *m = user;
    fk_placed_mesh mesh = *m->mesh;
    mesh.pose.translation = fk_vec3_sub(mesh.pose.translation, shift);
    fk_overlap_witness witness;
    fk_verdict verdict;
    fk_status status = fk_mesh_piece_verdict(m->context, &mesh, m->piece, &witness, &verdict);
    if (status == FK_OK)
        *overlaps = verdict == FK_OVERLAPPING || verdict == FK_UNDECIDED;
    return status;
}

static fk_status mesh_piece_depth(fk_context *context, const fk_prepared_collider *a, const fk_piece *piece,
                                  const fk_relation_result *related, fk_placed_depth *out)
{
    shifted_mesh m = {context, &a->mesh, piece};
    fk_separation_search search = {.overlaps = overlaps_shifted, .user = &m, .common = related->box};
    const fk_mesh *mesh = a->mesh.mesh;
    fk_status status = fk_aabb_build_placed(mesh->point, mesh->vertex_count, &a->pose, &search.box_a);
    search.box_b = fk_piece_aabb(piece);
    if (status == FK_OK && (fk_piece_is_polyhedron(piece) || !fk_aabb_is_finite(&search.box_b)))
        status = fk_pair_box(piece, piece, &search.box_b);
    return status == FK_OK ? fk_find_separation(&search, out) : status;
}

/* A collider that moves. */
typedef struct shifted_collider {
    fk_context *context;
    const fk_prepared_collider *a, *b;
    void *room; /* for b */
} shifted_collider;

static fk_status overlaps_shifted_collider(void *user, fk_vec3 shift, bool *overlaps)
{
    const shifted_collider *m = user;
    fk_placed_collider placed = {m->b->collider, m->b->pose};
    fk_prepared_collider moved;
    fk_verdict verdict;
    placed.pose.translation = fk_vec3_add(placed.pose.translation, shift);
    fk_collider_prepare(&placed, m->room, &moved);
    fk_status status = fk_prepared_verdict(m->context, m->a, &moved, NULL, &verdict, NULL);
    if (status == FK_OK)
        *overlaps = verdict == FK_OVERLAPPING || verdict == FK_UNDECIDED;
    return status;
}

static fk_status union_depth(fk_context *context, const fk_prepared_collider *a,
                             const fk_prepared_collider *b, const fk_relation_result *related,
                             fk_placed_depth *out)
{
    const fk_placed_collider first = {a->collider, a->pose}, second = {b->collider, b->pose};
    size_t bytes = fk_prepared_bytes(b->collider);
    shifted_collider m = {context, a, b, bytes > 0 ? fk_allocate(context, bytes) : NULL};
    if (bytes > 0 && m.room == NULL)
        return FK_ERROR_MEMORY;
    fk_separation_search search = {.overlaps = overlaps_shifted_collider, .user = &m, .common = related->box};
    fk_status status = fk_collider_box(&first, &search.box_a);
    if (status == FK_OK)
        status = fk_collider_box(&second, &search.box_b);
    if (status == FK_OK)
        status = fk_find_separation(&search, out);
    fk_release(context, m.room, bytes);
    return status;
}

fk_status fk_prepared_depth(fk_context *context, const fk_prepared_collider *a, const fk_prepared_collider *b,
                            const fk_hull *const hull[2], const fk_relation_result *related,
                            fk_placed_depth *out)
{
    bool is_mesh_a = a->collider->kind == FK_COLLIDER_MESH;
    if (is_mesh_a && b->collider->kind == FK_COLLIDER_MESH)
        return fk_placed_depth_find(context, &a->mesh, &b->mesh, hull, related, out);
    if (!fk_is_single_piece(b) || !(is_mesh_a || fk_is_single_piece(a)))
        return union_depth(context, a, b, related, out);
    if (is_mesh_a)
        return hull[0] != NULL ? fk_placed_depth_convex(context, hull[0], &a->pose, b->piece, out)
                               : mesh_piece_depth(context, a, b->piece, related, out);
    fk_depth depth;
    fk_status status = fk_pair_depth(a->piece, b->piece, &depth);
    if (status == FK_OK)
        *out = (fk_placed_depth){true, depth.depth, depth.direction};
    return status;
}

/* ---- Public queries ------------------------------------------------------------------------------------ */

/* The hull of a mesh that is convex; NULL for others. */
static fk_status find_convex_hull(fk_context *context, const fk_prepared_collider *a, fk_hull **out)
{
    return a->collider->kind == FK_COLLIDER_MESH
               ? fk_convex_mesh_hull(context, a->mesh.mesh, a->mesh.is_solid, out)
               : FK_OK;
}

/* What is in the other one may touch it only, if it is flat. */
static fk_status overlaps_at_rest(fk_context *context, const fk_prepared_collider *a,
                                  const fk_prepared_collider *b, bool *overlaps)
{
    fk_verdict verdict;
    fk_status status = fk_prepared_verdict(context, a, b, NULL, &verdict, NULL);
    *overlaps = status == FK_OK && verdict != FK_APART && verdict != FK_TOUCHING;
    return status;
}

static fk_status depth_of_overlap(fk_context *context, const fk_prepared_collider *a,
                                  const fk_prepared_collider *b, fk_placed_depth *out)
{
    fk_relation_result *related;
    fk_hull *hull[2] = {NULL, NULL};
    fk_status status = fk_prepared_relate(context, a, b, &related);
    if (status != FK_OK)
        return status;
    bool overlaps = related->relation == FK_RELATION_HARD;
    fk_placed_depth depth = {.is_exact = true};
    if (related->relation > FK_RELATION_HARD || related->relation == FK_RELATION_UNDECIDED)
        status = overlaps_at_rest(context, a, b, &overlaps);
    if (overlaps && status == FK_OK)
        status = find_convex_hull(context, a, &hull[0]);
    if (overlaps && status == FK_OK)
        status = find_convex_hull(context, b, &hull[1]);
    if (overlaps && status == FK_OK)
        status =
            fk_prepared_depth(context, a, b, (const fk_hull *const[2]){hull[0], hull[1]}, related, &depth);
    if (status == FK_OK)
        *out = depth;
    fk_hull_free(context, hull[0]);
    fk_hull_free(context, hull[1]);
    fk_relation_result_free(context, related);
    return status;
}

fk_status fk_collider_depth(fk_context *context, const fk_placed_collider *a, const fk_placed_collider *b,
                            fk_placed_depth *out)
{
    fk_prepared_pair pair;
    fk_status status = fk_prepared_pair_make(context, a, b, &pair);
    if (status != FK_OK)
        return status;
    bool is_swapped = fk_prepared_order(&pair.a, &pair.b) > 0;
    status = is_swapped ? depth_of_overlap(context, &pair.b, &pair.a, out)
                        : depth_of_overlap(context, &pair.a, &pair.b, out);
    if (status == FK_OK && is_swapped)
        fk_placed_depth_exchange(out);
    fk_prepared_pair_free(context, &pair);
    return status;
}

fk_status fk_collider_volume(fk_context *context, const fk_placed_collider *a, const fk_placed_collider *b,
                             fk_interval *out)
{
    const fk_mesh_shape *p = &a->collider->mesh, *q = &b->collider->mesh;
    if (a->collider->kind != FK_COLLIDER_MESH || b->collider->kind != FK_COLLIDER_MESH || !p->is_solid ||
        !q->is_solid)
        return FK_ERROR_ARGUMENT;
    const fk_placed_mesh first = fk_mesh_shape_place(p, &a->pose), second = fk_mesh_shape_place(q, &b->pose);
    return fk_placed_overlap_volume(context, &first, &second, out);
}
