/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The penetration depth of two placed colliders that overlap, and the volume of their intersection.
 *
 *            one piece              mesh
 *   piece    pair/measure           convex: its hull; else displacements that separate
 *   mesh                            tree/mesh_penetration.c
 *
 * The volume is that of two solid meshes. */

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
    fk_status status = fk_placed_verdict_piece(m->context, &mesh, m->piece, &witness, &verdict);
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

fk_status fk_prepared_depth(fk_context *context, const fk_prepared_collider *a, const fk_prepared_collider *b,
                            const fk_hull *const hull[2], const fk_relation_result *related,
                            fk_placed_depth *out)
{
    if (a->collider->kind == FK_COLLIDER_MESH && b->collider->kind == FK_COLLIDER_MESH)
        return fk_placed_depth_find(context, &a->mesh, &b->mesh, hull, related, out);
    if (a->collider->kind == FK_COLLIDER_MESH)
        return hull[0] != NULL ? fk_placed_depth_convex(context, hull[0], &a->pose, b->piece, out)
                               : mesh_piece_depth(context, a, b->piece, related, out);
    fk_depth depth;
    fk_status status = fk_pair_depth(a->piece, b->piece, &depth);
    if (status == FK_OK)
        *out = (fk_placed_depth){true, depth.depth, depth.direction};
    return status;
}
