/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Bodies: what bodies are made of. Convex pieces, a mesh, or a tree of cells, made ready once and shared
 * by any number of bodies; and what is asked of two of them in their places, or of one and a ray. */

#ifndef FARKAS_BODY_H
#define FARKAS_BODY_H

#include "farkas/broad.h"
#include "farkas/cells.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Colliders ----------------------------------------------------------------------------------------- */

/* A closed set, which does not change. Its parts are numbered: pieces, triangles of a mesh, nodes of a tree
 * that are leaves.
 *   pieces  their union; one piece, or many (a compound)
 *   mesh    a solid with what is inside, or a surface: see fk_relation
 *   cells   the union of the leaves */
typedef enum fk_collider_kind { FK_COLLIDER_PIECES, FK_COLLIDER_MESH, FK_COLLIDER_CELLS } fk_collider_kind;

typedef struct fk_collider fk_collider;

/* Copies the pieces. Of a hull its corners are kept, in their order, with hints; points within it are not:
 * the set is the same. FK_ERROR_ARGUMENT without pieces, FK_ERROR_NOT_FINITE, FK_ERROR_PIECE,
 * FK_ERROR_MEMORY; *out is left alone then. */
FK_API fk_status fk_collider_of_pieces(fk_context *context, const fk_piece *piece, uint32_t count,
                                       fk_collider **out);
/* Builds a tree; the mesh is kept by the caller as long as the collider. workers may be NULL.
 * FK_ERROR_ARGUMENT for a mesh without triangles; FK_ERROR_MEMORY. */
FK_API fk_status fk_collider_of_mesh(fk_context *context, const fk_mesh *mesh, const fk_workers *workers,
                                     fk_collider **out);
/* The tree is kept by the caller, and holds to the rules of cells.h. FK_ERROR_MEMORY. */
FK_API fk_status fk_collider_of_cells(fk_context *context, const fk_cell_tree *tree, fk_collider **out);
/* Takes NULL. No body may use it. */
FK_API void fk_collider_free(fk_context *context, fk_collider *collider);

FK_API fk_collider_kind fk_collider_kind_of(const fk_collider *collider);
/* How many pieces, triangles or nodes it has. */
FK_API uint32_t fk_collider_part_count(const fk_collider *collider);
/* The memory that it has allocated: without a mesh, or a tree of cells, that the caller keeps. */
FK_API size_t fk_collider_bytes(const fk_collider *collider);

/* A collider in its place. Parts are what fk_piece_place, or fk_pose_apply for the corners of triangles,
 * makes of them: what is asked is answered exactly for these doubles. */
typedef struct fk_placed_collider {
    const fk_collider *collider;
    fk_pose pose;
} fk_placed_collider;

/* A box around it; infinite where it has no end, or may be 2^1000 or beyond. For pieces it is their box,
 * rounded outward, and takes time for each piece and each corner of a hull. For a mesh it takes constant
 * time, and may be an eighth too wide; it is tight where the mesh is a box. For a tree of cells it is that
 * of the root. FK_ERROR_NOT_FINITE when a pose, or what becomes of a point, is not finite (or, of cells,
 * 2^1000 or beyond); FK_ERROR_PIECE when the pose leaves a piece that is not valid, as where both ends of a
 * cylinder are rounded to one point. *out is left alone then. */
FK_API fk_status fk_collider_box(const fk_placed_collider *a, fk_aabb *out);

/* Bounding volumes, around it in its place; without end where it has none. For a pose that is no rotation,
 * up to 2^-21, they are around the box. */
FK_API fk_sphere fk_collider_sphere(const fk_placed_collider *a);
FK_API fk_obb fk_collider_obb(const fk_placed_collider *a);

/* ---- Two colliders in their places --------------------------------------------------------------------- */

/* All functions below: poses are finite, as fk_collider_box finds out. FK_ERROR_MEMORY leaves the output
 * alone. They need about 300 KiB of stack. */

/* What is kept of a pair from one question to the next: of one that was apart a direction, along which one
 * projection of both mostly shows that it still is; of one that overlapped the parts that did, and a point
 * in both. Zero it for the first call; any contents are safe, as they are tried, and never believed. Verdicts
 * are the same without it; only where that on a piece and a mesh is undecided, a point that is kept may still
 * show that they overlap. The fields are the library's own. */
typedef struct fk_collider_cache {
    fk_pair_cache pieces;
    uint32_t part_a, part_b; /* which met when it was last asked */
} fk_collider_cache;

/* apart, touching or overlapping. Two solids overlap where their interiors meet; a surface and a solid where
 * the surface meets the interior; two surfaces where their relation is hard. Of pieces and leaves it is the
 * most that two of them do, or one of them and a mesh, which for those with interiors is the same. Exact;
 * the same for (b, a). FK_UNDECIDED only as fk_pair_verdict and fk_placed_relate_piece say, and where no
 * part overlaps. A flat piece or leaf is a surface for a mesh; where it meets triangles, a flat cell whose
 * corners are no doubles is that of the nearest ones. cache may be NULL. */
FK_API fk_status fk_collider_verdict(fk_context *context, const fk_placed_collider *a,
                                     const fk_placed_collider *b, fk_collider_cache *cache, fk_verdict *out);

typedef struct fk_collider_distance {
    fk_interval distance; /* contains the truth; 0 to 0 when they meet */
    fk_vec3 point_a, point_b;
    uint32_t part_a, part_b; /* on which these points are; FK_NONE where one is inside a solid */
} fk_collider_distance;

/* How far apart they are. limit may be infinite: what is further away than this need not be measured, and
 * the interval then is from the limit, or more, to infinity, without points and parts. An interval that
 * ends within the limit is the same as without one. It is as wide as that of fk_pair_distance for two
 * parts. (b, a) has the same, with points and parts exchanged. Of parts that are equally near, up to the
 * width of the interval, one pair that is defined: where they are apart, mostly the lowest.
 * FK_ERROR_ARGUMENT for a limit that is negative or NaN. */
FK_API fk_status fk_collider_measure(fk_context *context, const fk_placed_collider *a,
                                     const fk_placed_collider *b, double limit, fk_collider_distance *out);

/* A contact of two parts. */
typedef struct fk_collider_contact {
    uint32_t part_a, part_b;
    fk_contact contact;
} fk_collider_contact;

/* Contacts, as fk_pair_contact gives them, of pairs of parts that touch or overlap, sorted by part_a, then
 * part_b: the first `capacity` of them. *total becomes how many pairs of parts there are. (b, a) has the
 * same pairs with a and b exchanged. Triangles of a mesh are pieces without interior here: a solid with
 * another one inside, whose triangles meet none, has no contact. Where the verdict on a pair is undecided,
 * it counts when fk_pair_contact has a point. */
FK_API fk_status fk_collider_contacts(fk_context *context, const fk_placed_collider *a,
                                      const fk_placed_collider *b, fk_collider_contact *contact,
                                      size_t capacity, size_t *total);

/* ---- Rays and casts ------------------------------------------------------------------------------------ */

typedef struct fk_collider_hit {
    /* Undecided only where parts for which that is so may meet before the first ones that surely do. */
    fk_cast_result result;
    /* When they meet first; proved, as fk_cast.enter and fk_placed_hit.time are. Of what is undecided:
     * from when on parts may meet, until the first ones do, or the end. */
    fk_interval time;
    /* Parts that are not proved to meet later than others, mostly the lowest of these; or that may meet. */
    uint32_t part;   /* of the one that rests; FK_NONE of a miss, and where it begins inside a solid */
    uint32_t moving; /* of the one that moves, or FK_NONE of a miss; 0 of a ray */
    fk_vec3 point;   /* near which they meet, rounded */
    /* There, out of the one that rests and against the motion; length 1 up to rounding. 0 where they meet
     * at the beginning, and where it is not known. */
    fk_vec3 normal;
} fk_collider_hit;

/* Where origin + t * direction, 0 <= t <= end, first meets a collider; end may be infinite. The inside of a
 * solid counts. FK_ERROR_NOT_FINITE, FK_ERROR_ARGUMENT for a direction that is zero, or an end that is
 * negative or NaN. */
FK_API fk_status fk_collider_ray(fk_context *context, const fk_placed_collider *a, fk_vec3 origin,
                                 fk_vec3 direction, double end, fk_collider_hit *out);

/* When `moving`, made of pieces, first meets b, which rests, as it goes by t * velocity, 0 <= t <= end.
 * FK_ERROR_ARGUMENT when it is not made of pieces, or for the end; FK_ERROR_NOT_FINITE. */
FK_API fk_status fk_collider_cast(fk_context *context, const fk_placed_collider *moving, fk_vec3 velocity,
                                  double end, const fk_placed_collider *b, fk_collider_hit *out);

#ifdef __cplusplus
}
#endif

#endif
