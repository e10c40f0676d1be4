/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Whether two placed colliders are closer than a limit.
 *
 * For two meshes the comparison is exact (tree/mesh_distance.c). For others the interval of the distance decides, or,
 * if the limit lies in it, an exact comparison where one is available. A sphere or capsule enlarged by the limit
 * overlaps the other body if and only if it was closer than the limit; this is exact if the sum of radius and limit is
 * a double. Boxes and hulls are converted to meshes, which is exact if their corners are doubles: mostly where parts
 * are placed at round distances. */

#include "body/body.h"

#include <math.h>

#include "base/vec3.h"
#include "pair/verdict/verdict.h"
#include "shape/bound.h"
#include "shape/hull.h"
#include "shape/vertices.h"
#include "tree/tree.h"

/* ---- Enlarged round pieces ----------------------------------------------------------------------------- */

/* Enlarges a sphere or capsule; false for other kinds, and if the sum is no double. */
static FK_OWN_FRAME bool enlarge_round(fk_piece *piece, double by)
{
    double *radius = piece->kind == FK_KIND_SPHERE    ? &piece->as.sphere.radius
                     : piece->kind == FK_KIND_CAPSULE ? &piece->as.capsule.radius
                                                      : NULL;
    if (radius == NULL)
        return false;
    fk_arena arena;
    fk_arena_init(&arena);
    fk_exact sum = fk_exact_add(&arena, fk_exact_from(&arena, *radius), fk_exact_from(&arena, by));
    *radius = fk_exact_floor(sum);
    return *radius == -fk_exact_floor(fk_exact_negate(sum)) && *radius < HUGE_VAL && !arena.full;
}

/* Compares with an enlarged piece b. */
static fk_status compare_enlarged(fk_context *context, const fk_prepared_collider *a, const fk_piece *b,
                                  fk_decision *out)
{
    fk_overlap_witness witness;
    fk_verdict verdict;
    fk_status status = FK_OK;
    if (a->collider->kind == FK_COLLIDER_MESH)
        status = fk_placed_verdict_piece(context, &a->mesh, b, &witness, &verdict);
    else
        verdict = fk_pair_verdict(a->piece, b);
    if (status == FK_OK)
        *out = verdict == FK_UNDECIDED ? FK_UNKNOWN : verdict == FK_OVERLAPPING ? FK_YES : FK_NO;
    return status;
}

/* ---- Boxes and hulls as meshes ------------------------------------------------------------------------- */

/* A box or hull as a placed mesh; *out has no mesh for other pieces, and if that would not be exact. */
static fk_status build_piece_mesh(fk_context *context, const fk_piece *piece, fk_placed_mesh *out)
{
    fk_vec3 corner[FK_VERTEX_MAX];
    fk_points points;
    fk_hull *hull;
    bool is_known = piece->kind == FK_KIND_BOX || piece->kind == FK_KIND_HULL;
    if (!is_known || !fk_piece_list_vertices(piece, corner, &points))
        return FK_OK;
    fk_status status = fk_points_hull(context, &points, &hull);
    if (status != FK_OK)
        return status;
    status = fk_placed_hull_build(context, hull, out);
    fk_hull_free(context, hull);
    return status;
}

static fk_status compare_as_meshes(fk_context *context, const fk_prepared_collider *a,
                                   const fk_prepared_collider *b, double limit, fk_decision *out)
{
    bool is_mesh = a->collider->kind == FK_COLLIDER_MESH, is_closer;
    fk_placed_mesh first = {.mesh = NULL}, second = first;
    const fk_placed_mesh *mesh = is_mesh ? &a->mesh : &first;
    fk_status status = is_mesh ? FK_OK : build_piece_mesh(context, a->piece, &first);
    if (status == FK_OK)
        status = build_piece_mesh(context, b->piece, &second);
    if (status == FK_OK && mesh->mesh != NULL && second.mesh != NULL) {
        status = fk_placed_find_closer(context, mesh, &second, limit, &is_closer);
        *out = status != FK_OK ? FK_UNKNOWN : is_closer ? FK_YES : FK_NO;
    }
    fk_placed_hull_free(context, &first);
    fk_placed_hull_free(context, &second);
    return status;
}

/* ---- Any two ------------------------------------------------------------------------------------------- */

fk_status fk_prepared_compare(fk_context *context, const fk_prepared_collider *a,
                              const fk_prepared_collider *b, double limit, fk_decision *out)
{
    fk_piece large = b->piece[0];
    *out = FK_UNKNOWN;
    if (enlarge_round(&large, limit))
        return compare_enlarged(context, a, &large, out);
    bool is_piece = a->collider->kind == FK_COLLIDER_PIECES;
    if (is_piece) {
        large = a->piece[0];
        if (enlarge_round(&large, limit))
            return compare_enlarged(context, b, &large, out);
    }
    return compare_as_meshes(context, a, b, limit, out);
}

static fk_status closer_meshes(fk_context *context, const fk_prepared_collider *a,
                               const fk_prepared_collider *b, double limit, fk_decision *out)
{
    fk_verdict verdict = FK_TOUCHING;
    bool is_closer = false;
    fk_status status = fk_placed_find_closer(context, &a->mesh, &b->mesh, limit, &is_closer);
    if (status == FK_OK && limit > 0 && !is_closer)
        status = fk_prepared_meets(context, a, b, NULL, &verdict);
    if (status == FK_OK)
        *out = limit > 0 && verdict != FK_APART ? FK_YES : FK_NO;
    return status;
}

static bool is_single_or_mesh(const fk_prepared_collider *a)
{
    return a->collider->kind == FK_COLLIDER_MESH || fk_is_single_piece(a);
}

fk_status fk_prepared_closer(fk_context *context, const fk_prepared_collider *a,
                             const fk_prepared_collider *b, double limit, fk_decision *out)
{
    bool is_mesh_a = a->collider->kind == FK_COLLIDER_MESH, is_mesh_b = b->collider->kind == FK_COLLIDER_MESH;
    if (is_mesh_a && is_mesh_b)
        return closer_meshes(context, a, b, limit, out);
    fk_collider_distance distance;
    fk_status status = fk_prepared_distance(context, a, b, limit, &distance);
    if (status != FK_OK)
        return status;
    *out = distance.distance.hi < limit ? FK_YES : distance.distance.lo >= limit ? FK_NO : FK_UNKNOWN;
    if (*out != FK_UNKNOWN || !is_single_or_mesh(a) || !is_single_or_mesh(b))
        return FK_OK;
    return is_mesh_b ? fk_prepared_compare(context, b, a, limit, out)
                     : fk_prepared_compare(context, a, b, limit, out);
}

fk_status fk_collider_closer(fk_context *context, const fk_placed_collider *a, const fk_placed_collider *b,
                             double limit, fk_decision *out)
{
    fk_prepared_pair pair;
    fk_decision closer;
    if (!(limit >= 0))
        return FK_ERROR_ARGUMENT;
    fk_status status = fk_prepared_pair_make(context, a, b, &pair);
    if (status == FK_OK)
        status = fk_prepared_closer(context, &pair.a, &pair.b, limit, &closer);
    if (status == FK_OK)
        *out = closer;
    fk_prepared_pair_free(context, &pair);
    return status;
}
