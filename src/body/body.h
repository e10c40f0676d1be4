/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Colliders inside the library: their data, placed colliders prepared for queries, their support bounds and their
 * BVHs.
 *
 * A collider consists of primitives: its pieces, the triangles of its mesh, or the leaves of its tree of cells. The
 * public fields part_a and part_b number them. */

#ifndef FARKAS_SRC_BODY_H
#define FARKAS_SRC_BODY_H

#include <math.h>
#include <string.h>

#include "base/pose.h"
#include "base/vec3.h"
#include "cells/cells.h"
#include "farkas/body.h"
#include "farkas/tree.h"
#include "mesh/mesh.h"
#include "shape/vertices.h"
#include "tree/tree.h"

/* ---- Meshes -------------------------------------------------------------------------------------------- */

/* A mesh prepared for queries: a tree, whether it is a solid, and no triangle twice. */
typedef struct fk_mesh_shape {
    const fk_mesh *mesh; /* as the caller gave it */
    /* The same without repeated triangles, where the mesh has some: queries use it instead. */
    fk_mesh_unique unique;
    fk_tree *tree; /* NULL in an outline */
    bool is_solid;
} fk_mesh_shape;

/* The mesh that queries use, and that the tree is built on. */
static inline const fk_mesh *fk_mesh_shape_mesh(const fk_mesh_shape *shape)
{
    return shape->unique.mesh != NULL ? shape->unique.mesh : shape->mesh;
}

static inline fk_placed_mesh fk_mesh_shape_place(const fk_mesh_shape *shape, const fk_pose *pose)
{
    fk_placed_mesh placed = {fk_mesh_shape_mesh(shape), shape->tree, *pose, shape->is_solid};
    return placed;
}

/* The number that a triangle of the tree's mesh has in the mesh that the caller gave. */
static inline uint32_t fk_mesh_shape_original(const fk_mesh_shape *shape, uint32_t triangle)
{
    return shape->unique.mesh != NULL ? shape->unique.original[triangle] : triangle;
}

/* A placed triangle as a piece; `triangle` is its number in the tree's mesh. */
static inline fk_piece fk_placed_triangle_piece(const fk_placed_mesh *mesh, uint32_t triangle)
{
    fk_piece piece;
    piece.kind = FK_KIND_TRIANGLE;
    fk_placed_triangle(mesh, triangle, piece.as.triangle);
    return piece;
}

/* Whether a point is in the interior of a solid: inside, and on none of its triangles. */
static inline bool fk_placed_is_inside(const fk_placed_mesh *mesh, fk_vec3 point)
{
    int64_t winding;
    return mesh->is_solid && fk_vec3_is_finite(point) && fk_placed_winding(mesh, point, &winding) &&
           winding != 0;
}

/* Whether all coordinates of a box are finite. */
static inline bool fk_aabb_is_finite(const fk_aabb *box)
{
    return fk_vec3_is_finite(box->min) && fk_vec3_is_finite(box->max);
}

/* ---- Colliders ----------------------------------------------------------------------------------------- */

static const fk_aabb fk_everywhere = {{-INFINITY, -INFINITY, -INFINITY}, {INFINITY, INFINITY, INFINITY}};

/* A collider with more pieces than this has a broad phase of its own, over their boxes in local coordinates. */
#define FK_COLLIDER_FEW 8

struct fk_collider {
    fk_collider_kind kind;
    uint32_t part_count;
    size_t bytes; /* allocated in all */
    size_t block; /* of these, in the collider's own block */
    /* Bounds in local coordinates; infinite for half-spaces. The sphere and the oriented box are 2^-19 of their sizes
     * larger than needed. So, placed by a rigid pose (see fk_pose_rotation_error), they contain every placed primitive. */
    fk_aabb box;
    fk_sphere sphere;
    fk_obb obb;
    /* For pieces: */
    fk_piece *piece;
    fk_hull **hull;       /* of each piece; NULL for pieces that are no hulls */
    fk_aabb *piece_box;   /* of each piece, in local coordinates */
    fk_broad *broad;      /* over the boxes of many pieces, in floats; else NULL */
    uint32_t point_total; /* the points of all hulls */
    bool has_smooth;      /* some pieces are cylinders, cones or ellipsoids */
    /* For a mesh: */
    fk_mesh_shape mesh;
    fk_hull *
        mesh_hull; /* of the vertices that triangles have, in local coordinates; NULL if they are not finite */
    fk_kdop dop;   /* of its vertices, in local coordinates, with k = 26 */
    /* Connected components of the mesh that queries use, and the first triangle of each. */
    uint32_t component_count;
    uint32_t *component_triangle;
    /* For cells: */
    const fk_cell_tree *cells;
};

/* A placed collider prepared for queries: primitives that every query needs are placed once. */
typedef struct fk_prepared_collider {
    const fk_collider *collider;
    fk_pose pose;
    fk_piece *piece;       /* placed pieces; small hulls are posed */
    fk_aabb *piece_box;    /* of each placed piece; NULL for a single piece */
    fk_placed_mesh mesh;   /* for a mesh; fk_mesh_shape_original gives the numbers of its triangles */
    fk_placed_cells cells; /* for cells */
} fk_prepared_collider;

/* The bytes that fk_collider_prepare needs, aligned as by malloc; 0 unless the collider consists of pieces. */
size_t fk_prepared_bytes(const fk_collider *collider);

/* The pose is finite: fk_collider_box has accepted it. */
void fk_collider_prepare(const fk_placed_collider *a, void *room, fk_prepared_collider *out);

/* Two prepared colliders, in memory of their own. */
typedef struct fk_prepared_pair {
    fk_prepared_collider a, b;
    void *room;
    size_t bytes;
} fk_prepared_pair;

/* Poses are finite. After FK_ERROR_MEMORY there is nothing to free, but fk_prepared_pair_free is allowed. */
fk_status fk_prepared_pair_make(fk_context *context, const fk_placed_collider *a, const fk_placed_collider *b,
                                fk_prepared_pair *out);
/* The same for a verdict: all hulls are posed. */
fk_status fk_prepared_pair_pose(fk_context *context, const fk_placed_collider *a, const fk_placed_collider *b,
                                fk_prepared_pair *out);
void fk_prepared_pair_free(fk_context *context, fk_prepared_pair *pair);

/* The relation of b and a. */
static inline fk_relation fk_relation_swap(fk_relation relation)
{
    return relation == FK_RELATION_A_IN_B   ? FK_RELATION_B_IN_A
           : relation == FK_RELATION_B_IN_A ? FK_RELATION_A_IN_B
                                            : relation;
}

static inline bool fk_is_single_piece(const fk_prepared_collider *a)
{
    return a->collider->kind == FK_COLLIDER_PIECES && a->collider->part_count == 1;
}

/* Whether a piece is a polyhedron without interior: against meshes it is a surface. */
static inline bool fk_is_flat_polyhedron(const fk_piece *piece)
{
    return fk_piece_is_polyhedron(piece) && fk_pair_verdict(piece, piece) != FK_OVERLAPPING;
}

/* A total order of prepared colliders by their contents, so that (b, a) can be computed as (a, b): meshes first, then
 * cells. 0 only for equal ones. */
int fk_prepared_order(const fk_prepared_collider *a, const fk_prepared_collider *b);

/* Whether bounding volumes prove that two placed colliders are apart. */
bool fk_placed_are_apart(const fk_placed_collider *a, const fk_placed_collider *b);
bool fk_prepared_are_apart(const fk_prepared_collider *a, const fk_prepared_collider *b);

/* The functions of farkas/body.h for prepared colliders. *is_warm, which may be NULL, becomes whether the cache alone
 * settled the verdict. */
fk_status fk_prepared_verdict(fk_context *context, const fk_prepared_collider *a,
                              const fk_prepared_collider *b, fk_collider_cache *cache, fk_verdict *out,
                              bool *is_warm);
/* Whether two prepared colliders meet: FK_APART, FK_UNDECIDED, or FK_TOUCHING if they touch or overlap. Ends at the
 * first proof. */
fk_status fk_prepared_meets(fk_context *context, const fk_prepared_collider *a, const fk_prepared_collider *b,
                            fk_collider_cache *cache, fk_verdict *out);
/* Errors of fk_prepared_distance. */
fk_status fk_prepared_closer(fk_context *context, const fk_prepared_collider *a,
                             const fk_prepared_collider *b, double limit, fk_decision *out);

/* Triangles are numbered as in the tree's mesh. A mesh comes before other kinds. Errors of fk_placed_relate_piece. */
fk_status fk_prepared_relate(fk_context *context, const fk_prepared_collider *a,
                             const fk_prepared_collider *b, fk_relation_result **out);
/* The depth of an overlap with this relation. A mesh comes before other kinds. hull: for convex meshes the result of
 * fk_convex_mesh_hull, else NULL. */
fk_status fk_prepared_depth(fk_context *context, const fk_prepared_collider *a, const fk_prepared_collider *b,
                            const fk_hull *const hull[2], const fk_relation_result *related,
                            fk_placed_depth *out);

/* The next two are for single pieces and meshes; a mesh comes first. */

/* The distance, as tight as exact comparisons make it. */
fk_status fk_prepared_tight_distance(fk_context *context, const fk_prepared_collider *a,
                                     const fk_prepared_collider *b, fk_mesh_distance *out);
/* Whether the distance of a collider and a piece that are apart is less than a limit, where an exact comparison is
 * available; else FK_UNKNOWN. FK_ERROR_MEMORY. */
fk_status fk_prepared_compare(fk_context *context, const fk_prepared_collider *a,
                              const fk_prepared_collider *b, double limit, fk_decision *out);

fk_status fk_prepared_contacts(fk_context *context, const fk_prepared_collider *a,
                               const fk_prepared_collider *b, fk_collider_contact *contact, size_t capacity,
                               size_t *total);
fk_status fk_prepared_distance(fk_context *context, const fk_prepared_collider *a,
                               const fk_prepared_collider *b, double limit, fk_collider_distance *out);
fk_status fk_prepared_cast(fk_context *context, const fk_prepared_collider *moving, fk_vec3 velocity,
                           double end, const fk_prepared_collider *b, fk_collider_hit *out);

/* fk_collider_ray for finite numbers, a direction that is not zero and an end that is not negative, in two steps, so that only the
 * first of several hits needs the second one: it adds the point and the normal. */
fk_status fk_placed_ray(fk_context *context, const fk_placed_collider *a, fk_vec3 origin, fk_vec3 direction,
                        double end, fk_collider_hit *out);
void fk_placed_ray_finish(const fk_placed_collider *a, fk_vec3 origin, fk_vec3 direction,
                          fk_collider_hit *hit);

/* A pose with a skew below this counts as rigid. */
#define FK_POSE_SKEW 0x1p-21

/* A collider of a mesh without what takes long: it has the box, the 26-DOP, a sphere and an oriented box around its box, and whether
 * it is a solid, but no tree. Until fk_collider_complete adds the rest only its boxes and volumes may be asked for. Errors of
 * fk_collider_of_mesh. */
fk_status fk_collider_outline_of_mesh(fk_context *context, const fk_mesh *mesh, fk_collider **out);
/* Makes an outline what fk_collider_of_mesh makes. After FK_ERROR_MEMORY it still is one. workers may be NULL. */
fk_status fk_collider_complete(fk_context *context, const fk_workers *workers, fk_collider *collider);

static inline bool fk_collider_is_outline(const fk_collider *collider)
{
    return collider->kind == FK_COLLIDER_MESH && collider->mesh.tree == NULL;
}

/* Computes the bounding volumes of a collider from its primitives. FK_ERROR_MEMORY. */
fk_status fk_collider_find_volumes(fk_context *context, fk_collider *collider);

/* A placed primitive by its number: a piece, a triangle of the mesh that the caller gave, or a node of the tree of
 * cells. */
fk_piece fk_prepared_primitive(const fk_prepared_collider *a, uint32_t primitive);

/* Visits every primitive whose box meets a box in the world, and perhaps some others, in no particular order.
 * Triangles are passed as pieces. The visitor returns false to stop. `against` is a piece inside the box, or NULL;
 * subtrees of cells that do not meet it are skipped. */
typedef bool fk_primitive_visitor(void *user, uint32_t primitive, const fk_piece *piece);
void fk_prepared_visit(const fk_prepared_collider *a, const fk_aabb *box, const fk_piece *against,
                       fk_primitive_visitor *visitor, void *user);

/* A point of the world in local coordinates, rounded. */
static inline fk_vec3 fk_prepared_to_local(const fk_prepared_collider *a, fk_vec3 point)
{
    return fk_pose_rotate_back(&a->pose, fk_vec3_sub(point, a->pose.translation));
}

/* ---- Verdicts with meshes ------------------------------------------------------------------------------ */

/* The verdict on two meshes; with FK_TOUCHING as `enough`, only whether they meet. If they overlap, the cache gets the
 * proof: the triangles, and a point inside both in the local coordinates of a. *tests counts pairs of leaves.
 * FK_ERROR_MEMORY. */
fk_status fk_meshes_verdict(fk_context *context, const fk_prepared_collider *a, const fk_prepared_collider *b,
                            fk_verdict enough, fk_collider_cache *cache, uint64_t *tests, fk_verdict *out);
/* Whether the cache of two meshes that overlapped proves that they still do. */
bool fk_meshes_still_overlap(const fk_prepared_collider *a, const fk_prepared_collider *b,
                             const fk_collider_cache *cache);

/* Builds a surface from a flat polyhedron. *is_exact becomes whether no corner was rounded. Free it with
 * fk_placed_hull_free. FK_ERROR_MEMORY. */
fk_status fk_flat_mesh_build(fk_context *context, const fk_piece *piece, bool *is_exact, fk_placed_mesh *out);

/* The verdict on a mesh and a piece of any kind. FK_ERROR_MEMORY. */
fk_status fk_mesh_piece_verdict(fk_context *context, const fk_placed_mesh *mesh, const fk_piece *piece,
                                fk_overlap_witness *witness, fk_verdict *out);
/* Whether a mesh and a piece meet: FK_APART, FK_UNDECIDED, or more. *triangle becomes one that meets the piece. */
fk_verdict fk_mesh_meets_piece(const fk_placed_mesh *mesh, const fk_piece *piece, uint32_t *triangle);
/* Whether a witness still proves that they overlap. */
bool fk_overlap_witness_holds(const fk_placed_mesh *mesh, const fk_piece *piece,
                              const fk_overlap_witness *witness);

/* Returns the first connected component of a mesh that lies inside a solid: its first triangle in the tree's mesh, or
 * FK_NONE. *corner becomes a corner of that triangle. No triangle of the component may meet the solid. `box` bounds
 * the solid; it may be NULL. */
uint32_t fk_find_inner_component(const fk_placed_mesh *solid, const fk_aabb *box, const fk_collider *collider,
                                 const fk_placed_mesh *mesh, fk_vec3 *corner);

/* ---- Support and separation ---------------------------------------------------------------------------- */

/* An upper bound of n.x over all points x of a collider, in every state of the floating-point unit; infinite where
 * none is known. No component of n may exceed 1. *at becomes a point near the support point, or is left alone. */
double fk_prepared_support(const fk_prepared_collider *a, fk_vec3 n, fk_vec3 *at);

/* The same for one piece. */
double fk_piece_support_bound(const fk_piece *piece, fk_vec3 n);

/* True only if a direction separates a and b: all of a comes before all of b. The direction may have any contents. */
bool fk_prepared_separates(const fk_prepared_collider *a, const fk_prepared_collider *b, fk_vec3 direction);

/* Searches for such a direction, in a few steps. */
bool fk_prepared_find_separation(const fk_prepared_collider *a, const fk_prepared_collider *b,
                                 fk_vec3 *direction);

/* ---- BVHs of colliders --------------------------------------------------------------------------------- */

/* The bounding volume hierarchy of a placed collider of any kind, with boxes in the world, and the best-first
 * traversal of two of them. Boxes are rounded outward, in every state of the floating-point unit: each contains its
 * primitives. */

/* A node of a BVH. For pieces: an index into the arrays below; for cells: a node; for meshes: see collider_tree.c. */
typedef uint64_t fk_bvh_node;

#define FK_BVH_LEVELS 12

typedef struct fk_bvh {
    fk_collider_kind kind;
    const fk_collider *collider; /* NULL for a single piece */
    /* For pieces: their boxes. With groups, the pieces are sorted along a space-filling curve; the boxes of groups of
     * them follow, then those of groups of groups, up to the root. */
    const fk_piece *piece;
    bool has_groups;
    uint32_t level_count, level_begin[FK_BVH_LEVELS + 1];
    const fk_aabb *box;
    uint32_t *primitive; /* the piece of each leaf; only with groups */
    fk_aabb one;
    size_t bytes; /* allocated for groups */
    fk_placed_cells cells;
    /* For a mesh: a point y in tree units is at offset + rotation y in the world, in real numbers. After rounding it
     * is no farther from there than `error`, along each axis. */
    const fk_placed_mesh *mesh;
    double rotation[3][3], offset[3], error[3];
} fk_bvh;

/* On FK_ERROR_MEMORY nothing needs fk_bvh_end. The prepared collider must stay in place as long as the BVH is used.
 * With wants_groups pieces are grouped, which takes longer than one pass over them. */
fk_status fk_bvh_make(fk_context *context, const fk_prepared_collider *prepared, bool wants_groups,
                      fk_bvh *out);
/* The BVHs of two colliders for one query. */
fk_status fk_bvh_make_pair(fk_context *context, const fk_prepared_collider *a, const fk_prepared_collider *b,
                           fk_bvh out[2]);
/* The BVH of one piece, which the caller keeps. */
void fk_bvh_of_piece(const fk_piece *piece, fk_bvh *out);
void fk_bvh_end(fk_context *context, fk_bvh *bvh);

fk_bvh_node fk_bvh_root(const fk_bvh *bvh);
/* Whether a node is a leaf, and the number of its primitive: for a mesh, that in the mesh that the caller gave. */
bool fk_bvh_is_leaf(const fk_bvh *bvh, fk_bvh_node node);
uint32_t fk_bvh_primitive(const fk_bvh *bvh, fk_bvh_node node);
/* Returns the first child of a node that is no leaf; the others have the next numbers. */
fk_bvh_node fk_bvh_children(const fk_bvh *bvh, fk_bvh_node node, uint32_t *count);
/* Contains all primitives below the node; infinite where they are unbounded. */
fk_aabb fk_bvh_box(const fk_bvh *bvh, fk_bvh_node node);
void fk_bvh_piece(const fk_bvh *bvh, fk_bvh_node leaf, fk_piece *out);

/* Whether a traversal opens node a rather than node b: the larger one that is no leaf. The boxes are those of the
 * nodes. */
bool fk_bvh_opens_a(const fk_bvh *a, fk_bvh_node node_a, const fk_aabb *box_a, const fk_bvh *b,
                    fk_bvh_node node_b, const fk_aabb *box_b);

/* A translated piece, with the points of a hull in `room`, which the caller releases. FK_ERROR_MEMORY. */
typedef struct fk_translated_piece {
    fk_piece piece;
    size_t bytes;
    fk_vec3 *room;
} fk_translated_piece;
fk_status fk_piece_translate(fk_context *context, const fk_piece *piece, fk_vec3 by,
                             fk_translated_piece *out);

/* A finite point of a bounded piece, not rounded. False for half-spaces. */
bool fk_piece_some_point(const fk_piece *piece, fk_vec3 *out);

/* A binary heap of items that begin with this: the least key first; of equal keys the newest first. So where many
 * keys are equal, as in overlapping colliders, a traversal reaches leaves at once. */
typedef struct fk_heap_key {
    double key;
    uint64_t number; /* the number of the item in order of arrival */
} fk_heap_key;

static inline bool fk_heap_is_before(const void *a, const void *b)
{
    const fk_heap_key *x = a, *y = b;
    return x->key < y->key || (!(y->key < x->key) && x->number > y->number);
}

/* Adds an item of `size` bytes. The heap has room for it. */
static inline void fk_heap_push(void *heap, size_t size, size_t *count, const void *item)
{
    char *base = heap;
    size_t at = (*count)++;
    for (; at > 0 && fk_heap_is_before(item, base + (at - 1) / 2 * size); at = (at - 1) / 2)
        memcpy(base + at * size, base + (at - 1) / 2 * size, size);
    memcpy(base + at * size, item, size);
}

/* Removes the first item. */
static inline void fk_heap_pop(void *heap, size_t size, size_t *count, void *top)
{
    char *base = heap, *last = base + --*count * size;
    size_t at = 0;
    memcpy(top, base, size);
    for (size_t child; (child = 2 * at + 1) < *count; at = child) {
        if (child + 1 < *count && fk_heap_is_before(base + (child + 1) * size, base + child * size))
            child++;
        if (!fk_heap_is_before(base + child * size, last))
            break;
        memcpy(base + at * size, base + child * size, size);
    }
    memmove(base + at * size, last, size);
}

/* Two primitives, and the bound of their boxes. */
typedef struct fk_primitive_pair {
    uint32_t part_a, part_b;
    fk_piece a, b;
    double bound;
} fk_primitive_pair;

typedef struct fk_bvh_traversal {
    const fk_bvh *a, *b;
    /* A lower bound for all primitives in two boxes; infinite to skip them. */
    double (*bound)(void *user, const fk_aabb *a, const fk_aabb *b);
    /* Tests two primitives. Returns the new limit: pairs whose bound exceeds it are skipped. */
    double (*visit)(void *user, const fk_primitive_pair *pair);
    void *user;
} fk_bvh_traversal;

/* Visits all pairs of primitives whose bound does not exceed the final limit, the least bounds first.
 * FK_ERROR_MEMORY. */
fk_status fk_bvh_traverse(fk_context *context, const fk_bvh_traversal *traversal, double limit);

#endif
