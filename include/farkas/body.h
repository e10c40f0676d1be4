/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Bodies: colliders made of convex pieces, a mesh, or a tree of cells, prepared once and shared by any number
 * of bodies; and queries on two placed colliders, or on one and a ray. */

#ifndef FARKAS_BODY_H
#define FARKAS_BODY_H

#include "farkas/broad.h"
#include "farkas/cells.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Colliders ----------------------------------------------------------------------------------------- */

/* A collider: a closed set that does not change. It consists of primitives, which part, part_a and part_b
 * number in all answers below.
 *   pieces  their union: one piece, or many (a compound). Primitives are the pieces.
 *   mesh    a solid with its inside, or a surface: see fk_relation. Primitives are the triangles.
 *   cells   the union of the leaves of a tree. Primitives are the leaves, numbered as nodes of the tree. */
typedef enum fk_collider_kind { FK_COLLIDER_PIECES, FK_COLLIDER_MESH, FK_COLLIDER_CELLS } fk_collider_kind;

typedef struct fk_collider fk_collider;

/* Builds a collider from pieces, which it copies. Of a hull it keeps the corners, in their order, with hints;
 * points inside the hull are dropped, which leaves the set the same. On an error *out is left alone:
 * FK_ERROR_ARGUMENT without pieces, FK_ERROR_NOT_FINITE, FK_ERROR_PIECE, FK_ERROR_MEMORY. */
FK_API fk_status fk_collider_of_pieces(fk_context *context, const fk_piece *piece, uint32_t count,
                                       fk_collider **out);
/* Builds a collider and a tree from a mesh. The caller keeps the mesh as long as the collider. workers may be
 * NULL. FK_ERROR_ARGUMENT for a mesh without triangles; FK_ERROR_MEMORY. */
FK_API fk_status fk_collider_of_mesh(fk_context *context, const fk_mesh *mesh, const fk_workers *workers,
                                     fk_collider **out);
/* Builds a collider from a tree of cells that obeys the rules of cells.h. The caller keeps the tree as long
 * as the collider. FK_ERROR_MEMORY. */
FK_API fk_status fk_collider_of_cells(fk_context *context, const fk_cell_tree *tree, fk_collider **out);
/* Frees a collider that no body uses; NULL is allowed. */
FK_API void fk_collider_free(fk_context *context, fk_collider *collider);

FK_API fk_collider_kind fk_collider_kind_of(const fk_collider *collider);
/* The number of pieces, of triangles, or of nodes of the tree of cells. */
FK_API uint32_t fk_collider_part_count(const fk_collider *collider);
/* The memory that it has allocated, without a mesh or a tree of cells that the caller keeps. */
FK_API size_t fk_collider_bytes(const fk_collider *collider);

/* A placed collider. Its primitives are the results of fk_piece_place, or of fk_pose_apply for the corners of
 * triangles: answers are exact for these doubles. */
typedef struct fk_placed_collider {
    const fk_collider *collider;
    fk_pose pose;
} fk_placed_collider;

/* Computes the box of a placed collider; infinite where it is unbounded, or may reach 2^1000.
 *   pieces  their box, rounded outward; cost: each piece and each corner of a hull
 *   mesh    at most an eighth too wide; tight if the mesh is a box; constant cost
 *   cells   that of the root
 * On an error *out is left alone: FK_ERROR_NOT_FINITE if the pose or a placed point is not finite (for cells:
 * reaches 2^1000); FK_ERROR_PIECE if the pose makes a piece invalid, as when both ends of a cylinder are
 * rounded to one point. */
FK_API fk_status fk_collider_box(const fk_placed_collider *a, fk_aabb *out);

/* Bounding volumes of a placed collider; infinite where it is unbounded. For a pose that is no rotation, up
 * to 2^-21, they enclose the box. */
FK_API fk_sphere fk_collider_sphere(const fk_placed_collider *a);
FK_API fk_obb fk_collider_obb(const fk_placed_collider *a);

/* ---- Two placed colliders ------------------------------------------------------------------------------ */

/* For all functions below: poses are finite, that is, fk_collider_box accepts them. On FK_ERROR_MEMORY the
 * output is left alone. They need about 300 KiB of stack. */

/* The cache of a pair from one query to the next. For a pair that was apart it has a direction: one
 * projection of both colliders mostly shows that they still are. For a pair that overlapped it has the
 * primitives that did, and a point in both. Zero it before the first call. Any contents are safe, because
 * they are tested, never trusted. Verdicts are the same without it, with one exception: where the verdict on
 * a piece and a mesh is undecided, a cached point may still prove that they overlap. The fields are private. */
typedef struct fk_collider_cache {
    fk_pair_cache pieces;
    uint32_t part_a, part_b; /* that met in the last query */
} fk_collider_cache;

/* Computes the verdict on two colliders: apart, touching or overlapping. Two solids overlap if their
 * interiors meet; a surface and a solid, if the surface meets the interior; two surfaces, if their relation
 * is hard. For pieces and leaves the verdict is the strongest one on two of them, or on one of them and a
 * mesh; for those with interiors this is the same. A flat piece or leaf is a surface to a mesh; where a flat
 * cell meets triangles, corners that are no doubles are rounded to the nearest ones.
 *
 * The verdict is exact, and the same for (b, a). It is FK_UNDECIDED only if no primitives overlap and some
 * pair is undecided as described at fk_pair_verdict and fk_placed_relate_piece. cache may be NULL. */
FK_API fk_status fk_collider_verdict(fk_context *context, const fk_placed_collider *a,
                                     const fk_placed_collider *b, fk_collider_cache *cache, fk_verdict *out);

typedef struct fk_collider_distance {
    fk_interval distance; /* contains the true distance; 0 to 0 if they meet */
    fk_vec3 point_a, point_b;
    uint32_t part_a, part_b; /* primitives with these points; FK_NONE if one is inside a solid */
} fk_collider_distance;

/* Computes the distance of two colliders. Distances beyond `limit`, which may be infinite, need not be
 * measured: then the interval is from the limit, or more, to infinity, without points and primitives. An
 * interval that ends within the limit does not depend on it. It is as wide as that of fk_pair_distance for
 * two primitives. (b, a) has the same result, with points and primitives exchanged. Of primitives that are
 * equally near, up to the width of the interval, the choice is deterministic: for colliders that are apart,
 * mostly the lowest. FK_ERROR_ARGUMENT for a limit that is negative or NaN. */
FK_API fk_status fk_collider_measure(fk_context *context, const fk_placed_collider *a,
                                     const fk_placed_collider *b, double limit, fk_collider_distance *out);

/* A contact of two primitives. */
typedef struct fk_collider_contact {
    uint32_t part_a, part_b;
    fk_contact contact;
} fk_collider_contact;

/* Computes contacts, as fk_pair_contact does, for pairs of primitives that touch or overlap, sorted by
 * part_a, then part_b. Writes the first `capacity` of them; *total becomes the number of pairs. (b, a) has
 * the same pairs with a and b exchanged. Triangles of a mesh count as pieces without interior: a solid with
 * another one inside, whose triangles meet none of its own, has no contact. A pair with an undecided verdict
 * counts if fk_pair_contact finds a point. */
FK_API fk_status fk_collider_contacts(fk_context *context, const fk_placed_collider *a,
                                      const fk_placed_collider *b, fk_collider_contact *contact,
                                      size_t capacity, size_t *total);

/* ---- Rays and casts ------------------------------------------------------------------------------------ */

typedef struct fk_collider_hit {
    /* Undecided only if undecided primitives may meet before the first sure hit. */
    fk_cast_result result;
    /* The bracket of the first contact; proved, as fk_cast.enter and fk_placed_hit.time are. If undecided:
     * from when primitives may meet, to the first sure hit or the end. */
    fk_interval time;
    /* Primitives that meet first, mostly the lowest that are not proved to meet later than others; or that
     * may meet. */
    uint32_t part;   /* of the resting collider; FK_NONE for a miss, and if it begins inside a solid */
    uint32_t moving; /* of the moving collider; FK_NONE for a miss of a cast; 0 for a ray */
    fk_vec3 point;   /* near the contact, rounded */
    /* The normal there, out of the resting collider and against the motion; length 1 up to rounding. 0 if
     * they meet at the beginning, and where it is not known. */
    fk_vec3 normal;
} fk_collider_hit;

/* Computes where the ray origin + t * direction, 0 <= t <= end, first meets a collider. end may be infinite.
 * The inside of a solid counts. FK_ERROR_NOT_FINITE; FK_ERROR_ARGUMENT for a zero direction, or an end that
 * is negative or NaN. */
FK_API fk_status fk_collider_ray(fk_context *context, const fk_placed_collider *a, fk_vec3 origin,
                                 fk_vec3 direction, double end, fk_collider_hit *out);

/* Computes when `moving`, a collider of pieces that is translated by t * velocity, 0 <= t <= end, first meets
 * b, which rests. The inside of a solid counts. FK_ERROR_ARGUMENT if `moving` is not made of pieces, or for
 * an end that is negative or NaN; FK_ERROR_NOT_FINITE. */
FK_API fk_status fk_collider_cast(fk_context *context, const fk_placed_collider *moving, fk_vec3 velocity,
                                  double end, const fk_placed_collider *b, fk_collider_hit *out);

#ifdef __cplusplus
}
#endif

#endif
