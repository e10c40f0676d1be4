/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Whether a convex piece is closer to another body than a limit, exactly, where an interval of their distance
 * does not tell.
 *
 * A sphere or capsule that is made larger by the limit overlaps the other body, if and only if it is closer
 * before; this is exact when the sum of radius and limit is a double. Boxes and hulls are made into meshes,
 * which is exact when their corners are doubles; so mostly where somebody has put parts a round number apart. */

#include <math.h>
#include <string.h>

#include "base/vec3.h"
#include "check/check.h"
#include "shape/hull.h"
#include "shape/vertices.h"

/* ---- Round pieces -------------------------------------------------------------------------------------- */

/* Makes a sphere or capsule larger; false for others, and when the sum is no double. */
static FK_OWN_FRAME bool enlarge(fk_piece *piece, double by)
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

/* ---- Boxes and hulls ----------------------------------------------------------------------------------- */

/* The corners of a box, if they are doubles. */
static FK_OWN_FRAME bool box_corners(const fk_piece *box, fk_vec3 corner[8])
{
    fk_arena arena;
    for (uint32_t i = 0; i < 8; i++) {
        fk_arena_init(&arena);
        fk_exact_vec3 sum = fk_piece_vertex(&arena, box, i);
        for (int k = 0; k < 3; k++) {
            fk_exact x = fk_exact_vec3_get(sum, k);
            double *at = fk_vec3_at(&corner[i], k);
            *at = fk_exact_floor(x);
            if (arena.full || *at != -fk_exact_floor(fk_exact_negate(x)))
                return false;
        }
    }
    return true;
}

/* The mesh of a hull. */
static fk_status hull_mesh(fk_context *context, const fk_hull *hull, fk_mesh **out)
{
    uint32_t count = fk_hull_triangle_count(hull);
    size_t bytes = count * sizeof(fk_triangle);
    fk_triangle *triangle = fk_allocate(context, bytes);
    if (triangle == NULL)
        return FK_ERROR_MEMORY;
    fk_hull_list_triangles(hull, triangle);
    fk_mesh_input input = {hull->point, hull->vertex_count, triangle, count, fk_mesh_options_default()};
    fk_status status = fk_mesh_build(context, &input, NULL, out);
    fk_release(context, triangle, bytes);
    return status;
}

/* A piece as a mesh with its tree, in its place; *out has no mesh where that is not exact. */
static fk_status placed_piece(fk_context *context, const fk_piece *piece, fk_placed_mesh *out)
{
    fk_vec3 corner[8];
    const fk_vec3 *point = piece->as.hull.point;
    uint32_t count = piece->as.hull.count;
    memset(out, 0, sizeof *out);
    if (piece->kind == FK_KIND_BOX && box_corners(piece, corner)) {
        point = corner;
        count = 8;
    } else if (piece->kind != FK_KIND_HULL) {
        return FK_OK;
    }
    fk_hull *hull;
    fk_mesh *mesh = NULL;
    fk_tree *tree = NULL;
    fk_status status = fk_hull_build(context, point, count, &hull);
    if (status != FK_OK)
        return status;
    status = hull_mesh(context, hull, &mesh);
    fk_hull_free(context, hull);
    if (status == FK_OK)
        status = fk_tree_build(context, mesh, NULL, &tree);
    if (status == FK_OK)
        *out = (fk_placed_mesh){mesh, tree, fk_pose_identity(), true};
    else
        fk_mesh_free(context, mesh);
    return status;
}

static void free_placed(fk_context *context, fk_placed_mesh *placed)
{
    fk_tree_free(context, (fk_tree *)(uintptr_t)placed->tree);
    fk_mesh_free(context, (fk_mesh *)(uintptr_t)placed->mesh);
}

static fk_status closer_as_meshes(fk_context *context, const fk_check_body *a, const fk_check_body *b,
                                  double limit, bool *is_known, bool *is_closer)
{
    fk_placed_mesh first = {NULL, NULL, fk_pose_identity(), false}, second;
    fk_status status = a->shape == NULL ? placed_piece(context, &a->piece, &first) : FK_OK;
    if (status != FK_OK)
        return status;
    const fk_placed_mesh *mesh = a->shape != NULL ? &a->mesh : first.mesh != NULL ? &first : NULL;
    status = placed_piece(context, &b->piece, &second);
    *is_known = status == FK_OK && mesh != NULL && second.mesh != NULL;
    if (*is_known)
        *is_closer = fk_placed_closer(mesh, &second, limit);
    free_placed(context, &first);
    if (status == FK_OK)
        free_placed(context, &second);
    return status;
}

/* ---- Both ---------------------------------------------------------------------------------------------- */

/* By a piece b that was made larger. */
static fk_status closer_to_enlarged(fk_context *context, const fk_check_body *a, const fk_piece *b,
                                    bool *is_known, bool *is_closer)
{
    if (a->shape == NULL) {
        fk_verdict verdict = fk_pair_verdict(&a->piece, b);
        *is_known = verdict != FK_UNDECIDED;
        *is_closer = verdict == FK_OVERLAPPING;
        return FK_OK;
    }
    fk_related *related;
    fk_status status = fk_placed_relate_piece(context, &a->mesh, b, &related);
    if (status != FK_OK)
        return status;
    *is_known = related->relation != FK_RELATION_UNDECIDED;
    *is_closer = related->relation >= FK_RELATION_HARD;
    fk_related_free(context, related);
    return FK_OK;
}

fk_status fk_check_closer(fk_context *context, const fk_check_body *a, const fk_check_body *b, double limit,
                          bool *is_known, bool *is_closer)
{
    fk_piece large = b->piece;
    *is_known = *is_closer = false;
    if (enlarge(&large, limit))
        return closer_to_enlarged(context, a, &large, is_known, is_closer);
    large = a->piece;
    if (a->shape == NULL && enlarge(&large, limit))
        return closer_to_enlarged(context, b, &large, is_known, is_closer);
    return closer_as_meshes(context, a, b, limit, is_known, is_closer);
}
