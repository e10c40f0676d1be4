/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Bodies: colliders, and queries on two placed colliders, or on one collider and a ray. A collider is made of
 * convex pieces, a mesh, or a tree of cells. You build it once, and any number of bodies can share it. */

#ifndef FARKAS_BODY_H
#define FARKAS_BODY_H

#include "farkas/broad.h"
#include "farkas/cells.h"
#include "farkas/tree.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Colliders ----------------------------------------------------------------------------------------- */

/* A collider is a closed set that does not change. It consists of primitives. In all results below, `part`,
 * `part_a` and `part_b` are indices of primitives.
 *   pieces  the union of one or more pieces (a compound). The primitives are the pieces.
 *   mesh    a solid with its inside, or a surface: see fk_relation. The primitives are the triangles.
 *   cells   the union of the leaves of a tree. The primitives are the leaves, by their indices as nodes. */
typedef enum fk_collider_kind { FK_COLLIDER_PIECES, FK_COLLIDER_MESH, FK_COLLIDER_CELLS } fk_collider_kind;

typedef struct fk_collider fk_collider;

/* Builds a collider from pieces, and copies them. Of a hull it copies only the corners, in their order, and adds
 * hints; the set stays the same. FK_ERROR_ARGUMENT if there are no pieces; FK_ERROR_NOT_FINITE; FK_ERROR_PIECE;
 * FK_ERROR_MEMORY. After an error *out is unchanged. */
FK_API fk_status fk_collider_of_pieces(fk_context *context, const fk_piece *piece, uint32_t count,
                                       fk_collider **out);
/* Builds a collider from a mesh, with a tree over its triangles. The caller must keep the mesh as long as the
 * collider. workers may be NULL. FK_ERROR_ARGUMENT if the mesh has no triangles; FK_ERROR_MEMORY. */
FK_API fk_status fk_collider_of_mesh(fk_context *context, const fk_mesh *mesh, const fk_workers *workers,
                                     fk_collider **out);
/* Builds a collider from a tree of cells, which must obey the rules of cells.h. The caller must keep the tree as
 * long as the collider. FK_ERROR_MEMORY. */
FK_API fk_status fk_collider_of_cells(fk_context *context, const fk_cell_tree *tree, fk_collider **out);
/* Frees a collider. No body may use it any more. NULL is allowed. */
FK_API void fk_collider_free(fk_context *context, fk_collider *collider);

FK_API fk_collider_kind fk_collider_kind_of(const fk_collider *collider);
/* Returns the number of pieces, of triangles, or of nodes in the tree of cells. */
FK_API uint32_t fk_collider_part_count(const fk_collider *collider);
/* Returns the bytes that the collider has allocated, without the mesh or tree of cells that the caller keeps. */
FK_API size_t fk_collider_bytes(const fk_collider *collider);

/* A collider with a pose. fk_piece_place places its pieces and cells, and fk_pose_apply the corners of its
 * triangles. Results are exact for the doubles that these functions return. */
typedef struct fk_placed_collider {
    const fk_collider *collider;
    fk_pose pose;
} fk_placed_collider;

/* Computes an axis-aligned box that contains a placed collider. A side is infinite where the collider is
 * unbounded or may reach 2^1000.
 *   pieces  the box of the pieces, rounded outward. Cost: linear in the pieces and the corners of hulls.
 *   mesh    at most an eighth too wide; tight if the mesh is a box. Cost: constant.
 *   cells   the box of the root.
 * FK_ERROR_NOT_FINITE if the pose or a placed point is not finite, or, for cells, if a point reaches 2^1000.
 * FK_ERROR_PIECE if the pose makes a piece invalid, for example if it rounds both ends of a cylinder to one point.
 * FK_ERROR_ARGUMENT if the pose scales or shears by more than FK_POSE_RIGID, or is singular; mirrors are allowed.
 * After an error *out is unchanged. */
FK_API fk_status fk_collider_box(const fk_placed_collider *a, fk_aabb *out);

/* Return a bounding sphere and an oriented box of a placed collider; infinite where it is unbounded. If the
 * matrix of the pose differs from a rotation by more than 2^-21, they enclose the box of fk_collider_box. */
FK_API fk_sphere fk_collider_sphere(const fk_placed_collider *a);
FK_API fk_obb fk_collider_obb(const fk_placed_collider *a);

/* ---- Two placed colliders ------------------------------------------------------------------------------ */

/* For all functions below: fk_collider_box must accept each placed collider. Every function can return
 * FK_ERROR_MEMORY. After an error the output is unchanged. Each call needs about 300 KiB of stack. */

/* The answer to a question with yes or no. A zeroed answer claims nothing. */
typedef enum fk_decision { FK_UNKNOWN = 0, FK_NO, FK_YES } fk_decision;

/* What one query on a pair leaves for the next. If the pair was apart, the cache has a separating direction: one
 * projection of both colliders mostly shows that they are still apart. If the pair overlapped, it has two
 * primitives that overlapped, and a point in both. Keep one cache for each pair, and zero it before the first call.
 * Any contents are safe: the library tests them before it uses them. The verdict is the same without a cache, with
 * one exception: if the verdict on a piece and a mesh is undecided, a cached point may still prove that they
 * overlap. The fields are private to the library. */
typedef struct fk_collider_cache {
    fk_pair_cache pieces;
    uint32_t part_a, part_b; /* primitives that met in the last query */
} fk_collider_cache;

/* Computes the exact verdict on two colliders: apart, touching or overlapping. It is the same for (b, a). cache
 * may be NULL; else the call reads and updates it.
 *   two meshes         Two solids overlap if their interiors meet. A surface and a solid overlap if the surface
 *                      meets the interior. Two surfaces overlap if their relation is hard.
 *   pieces and leaves  The verdict is the strongest one on any two of them, or on any of them and the mesh. If they
 *                      have interiors, this is the rule for solids. Against a mesh, a flat piece or leaf is a
 *                      surface; corners of a flat cell that are no doubles are rounded to the nearest doubles.
 * The verdict is FK_UNDECIDED only if no primitives overlap, and some pair is undecided for a reason that
 * fk_pair_verdict, fk_placed_relate or fk_placed_relate_piece describes. */
FK_API fk_status fk_collider_verdict(fk_context *context, const fk_placed_collider *a,
                                     const fk_placed_collider *b, fk_collider_cache *cache, fk_verdict *out);

/* Computes whether two colliders have a common point. Ends at the first proof, so it takes less than the verdict.
 * FK_UNKNOWN only if the verdict is undecided. cache as for fk_collider_verdict. */
FK_API fk_status fk_collider_meets(fk_context *context, const fk_placed_collider *a,
                                   const fk_placed_collider *b, fk_collider_cache *cache, fk_decision *out);

/* Computes the relation of two colliders as closed sets: apart, contact, hard, one in the other, duplicate (see
 * fk_relation), with a common point, the box of the intersection, and for meshes the pairs of triangles that meet. A
 * union of pieces or cells is compared primitive by primitive: if it lies in several primitives of the other together,
 * and in none of them alone, the relation is undecided; so it is if that of a primitive and a mesh is. Against a mesh, a
 * flat piece or leaf is a surface; if its corners are no doubles, they are rounded, and containment is undecided. (b, a)
 * has the same result with a and b exchanged. Free *out with fk_relation_result_free. */
FK_API fk_status fk_collider_relate(fk_context *context, const fk_placed_collider *a,
                                    const fk_placed_collider *b, fk_relation_result **out);

/* Computes whether the distance of two colliders is less than a limit. FK_UNKNOWN only if the limit lies in the
 * interval of fk_collider_measure, and no exact comparison is available; for two meshes it always is.
 * FK_ERROR_ARGUMENT if the limit is negative or NaN. */
FK_API fk_status fk_collider_closer(fk_context *context, const fk_placed_collider *a,
                                    const fk_placed_collider *b, double limit, fk_decision *out);

typedef struct fk_collider_distance {
    fk_interval distance;     /* contains the true distance; 0 to 0 if they meet */
    fk_vec3 point_a, point_b; /* nearest points */
    uint32_t part_a, part_b;  /* the primitives of these points; FK_NONE if one is inside a solid */
} fk_collider_distance;

/* Computes the distance of two colliders. The interval is as wide as that of fk_pair_distance for two primitives.
 * (b, a) has the same result, with points and primitives exchanged. If several primitives are equally near, up to
 * the width of the interval, the choice is deterministic: for colliders that are apart, mostly the lowest index.
 * `limit` may be infinite. The call need not measure a distance beyond it: the interval then goes from the limit,
 * or more, to infinity, and there are no points and primitives. An interval that ends within the limit does not
 * depend on the limit. FK_ERROR_ARGUMENT if the limit is negative or NaN. */
FK_API fk_status fk_collider_measure(fk_context *context, const fk_placed_collider *a,
                                     const fk_placed_collider *b, double limit, fk_collider_distance *out);

/* Computes how far b must move until it no longer overlaps a; see fk_placed_depth. Exact for two convex ones, else an
 * upper bound. (b, a) has the same depth and the opposite direction. */
FK_API fk_status fk_collider_depth(fk_context *context, const fk_placed_collider *a,
                                   const fk_placed_collider *b, fk_placed_depth *out);

/* Computes the volume of the intersection of two solid meshes, as fk_placed_overlap_volume. FK_ERROR_ARGUMENT for other
 * colliders. */
FK_API fk_status fk_collider_volume(fk_context *context, const fk_placed_collider *a,
                                    const fk_placed_collider *b, fk_interval *out);

/* A contact of two primitives. */
typedef struct fk_collider_contact {
    uint32_t part_a, part_b;
    fk_contact contact;
} fk_collider_contact;

/* Computes the contact of each pair of primitives that touch or overlap, as fk_pair_contact does. Sorts the
 * contacts by part_a, then part_b, and writes the first `capacity` of them; *total becomes the number of all pairs.
 * (b, a) has the same pairs with a and b exchanged. A triangle of a mesh counts as a piece without interior; of equal
 * triangles of a surface, only the first counts. So two solids, one inside the other, have no contact if their triangles
 * do not meet. A pair with an undecided verdict counts if fk_pair_contact finds a point. */
FK_API fk_status fk_collider_contacts(fk_context *context, const fk_placed_collider *a,
                                      const fk_placed_collider *b, fk_collider_contact *contact,
                                      size_t capacity, size_t *total);

/* ---- Rays and casts ------------------------------------------------------------------------------------ */

typedef struct fk_collider_hit {
    /* Undecided only for a cast, if undecided primitives may meet before the first certain hit. */
    fk_cast_result result;
    /* The proved bracket of the first contact, as fk_cast.enter; for a ray the exact time, rounded down and up. If
     * undecided: from the time when primitives may meet to the first certain hit, or to the end. */
    fk_interval time;
    /* The primitives that meet first, or, if undecided, that may meet. If several primitives may be the first,
     * mostly the ones with the lowest indices. */
    uint32_t part;   /* of the resting collider; FK_NONE for a miss, or if the motion begins inside a solid */
    uint32_t moving; /* of the moving collider; FK_NONE for a miss of a cast; 0 for a ray */
    fk_vec3 point;   /* near the contact, rounded */
    /* The normal there. It points out of the resting collider and against the motion, and has length 1 up to
     * rounding. 0 if they meet at the beginning, or if the normal is not known. */
    fk_vec3 normal;
} fk_collider_hit;

/* Computes where the ray origin + t * direction, 0 <= t <= end, first meets a collider. end may be infinite. The
 * inside of a solid counts. FK_ERROR_NOT_FINITE; FK_ERROR_ARGUMENT if the direction is zero, or end is negative or
 * NaN. */
FK_API fk_status fk_collider_ray(fk_context *context, const fk_placed_collider *a, fk_vec3 origin,
                                 fk_vec3 direction, double end, fk_collider_hit *out);

/* Computes when the collider `moving` first meets b. b rests; `moving` is made of pieces, and moves by
 * t * velocity, 0 <= t <= end. The inside of a solid counts. FK_ERROR_NOT_FINITE; FK_ERROR_ARGUMENT if `moving` is
 * not made of pieces, or end is negative or NaN. */
FK_API fk_status fk_collider_cast(fk_context *context, const fk_placed_collider *moving, fk_vec3 velocity,
                                  double end, const fk_placed_collider *b, fk_collider_hit *out);

/* ---- Balls --------------------------------------------------------------------------------------------- */

typedef struct fk_balls_options {
    /* How far outer balls may reach beyond the set; 0: a sixteenth of the longest side of its box, for which a link of a
     * robot mostly needs some tens of balls. */
    double excess;
    /* The most outer balls; 0: as many as the excess needs. Else the excess grows, if necessary: to about the smallest one, by
     * bisection from 1/24 of the longest side on, with which so many suffice. */
    uint32_t count;
    uint32_t inner;          /* the most inner balls */
    const fk_cancel *cancel; /* or NULL: that of the context */
} fk_balls_options;

/* The default options: no limit of the count, no inner balls. */
FK_API fk_balls_options fk_balls_options_default(void);

/* Balls of a placed collider, in one block. All of it is proved, for the real numbers that these doubles are:
 *   outer   Each point of the set is in one of them: for solids the inside, too.
 *   inner   Each lies in the set. Surfaces and flat pieces have none.
 *   excess  Each point of an outer ball is within this distance of the set, or, for a surface, in one of its pockets or
 *           within this distance of one.
 *   gap     0; for a surface, the side of the cubes that define its pockets: sets of cubes of a grid whose centers are
 *           farther from the surface than half a diagonal, and that no chain of such cubes, each sharing a face with the
 *           next, joins to the outside. So a hole closes up if it is narrower than about one to two cubes. */
typedef struct fk_collider_balls {
    uint32_t outer_count, inner_count;
    const fk_sphere *outer, *inner; /* inner: those that add most come first */
    double excess, gap;
    size_t bytes;
} fk_collider_balls;

/* Finds balls around a placed collider and in it. options may be NULL. The result has the same bytes on every machine. Free
 * *out with fk_collider_balls_free, which accepts NULL. A sphere is its own ball. Cost: the excess sets the side of cubes, of
 * which there are at most 3 * 2^19; each one near the surface is measured.
 *
 * Errors of fk_collider_box. FK_ERROR_ARGUMENT if the collider is unbounded; if the excess is negative or not finite, or so
 * small, for the collider or its distance from the origin, that it needs more or smaller cubes (1/24 of the longest side
 * suffices, and 2^-40 of the coordinates); if the collider is smaller than 2^-300 and no point or sphere, or larger than 2^300.
 * FK_ERROR_MEMORY, FK_ERROR_CANCELLED. */
FK_API fk_status fk_collider_balls_build(fk_context *context, const fk_placed_collider *a,
                                         const fk_balls_options *options, fk_collider_balls **out);
FK_API void fk_collider_balls_free(fk_context *context, fk_collider_balls *balls);

#ifdef __cplusplus
}
#endif

#endif
