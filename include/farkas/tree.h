/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Trees: bounding volume hierarchies (BVH) over the triangles of a mesh, and their queries: intersection,
 * distance, rays and other probes, the relation of two solids or surfaces, penetration depth, overlap volume.
 * Trees of cells are in cells.h. */

#ifndef FARKAS_TREE_H
#define FARKAS_TREE_H

#include "farkas/pair.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Trees over the triangles of a mesh ---------------------------------------------------------------- */

/* The maximum number of children of a node. */
#define FK_TREE_WIDTH 8

/* The children of a node and their axis-aligned boxes. Column i belongs to child i, which is a node or a leaf.
 * Boxes are in tree units. They are rounded outward, so they contain every point of their triangles. */
typedef struct fk_tree_node {
    float min[3][FK_TREE_WIDTH], max[3][FK_TREE_WIDTH];
    uint32_t child[FK_TREE_WIDTH]; /* a node's index; for a leaf, its first triangle in fk_tree.triangle */
    uint8_t count[FK_TREE_WIDTH];  /* the number of triangles of a leaf; 0: a node */
    uint8_t used;                  /* the number of children */
} fk_tree_node;

/* The oriented boxes of the same node. In real numbers, the box of child i is the set of all x with
 * |R (x - origin) - center[i]| <= half[i] in each component. R is the rotation by the quaternion turn[i], as x, y,
 * z, w, of length 1 up to 2^-20. */
typedef struct fk_tree_obb {
    float origin[3];
    float size; /* for each child, an upper bound on the sum of all |center| and half */
    float turn[4][FK_TREE_WIDTH], center[3][FK_TREE_WIDTH], half[3][FK_TREE_WIDTH];
} fk_tree_obb;

/* A tree, in one block. The root is node 0; children come after their parents. The root of a mesh without
 * triangles has no children. */
typedef struct fk_tree {
    /* In tree units, a point x of the mesh is (x - origin) / unit, within [-1, 1]. The unit is a power of two, at
     * most 2^1022; meshes that would need a larger unit are within [-4, 4]. */
    fk_vec3 origin;
    double unit;
    uint32_t node_count, triangle_count;
    const fk_tree_node *node;
    union {
        const fk_tree_obb *obb;    /* of each node */
        const fk_tree_obb *turned; /* deprecated name of obb */
    };
    const uint32_t *triangle; /* the triangles of the mesh, in the order of the leaves */
    size_t bytes;
} fk_tree;

typedef struct fk_tree_options {
    const fk_workers *workers; /* NULL: the calling thread alone; the bytes are the same */
} fk_tree_options;

FK_API fk_tree_options fk_tree_options_default(void);

/* Builds the tree of a mesh. options may be NULL for the defaults. Free *out with fk_tree_free. FK_ERROR_MEMORY and
 * FK_ERROR_CANCELLED, by the flag of the context, leave *out alone. Cost: O(n log n) for n triangles. */
FK_API fk_status fk_tree_build(fk_context *context, const fk_mesh *mesh, const fk_tree_options *options,
                               fk_tree **out);
FK_API void fk_tree_free(fk_context *context, fk_tree *tree);

/* Refits the boxes of a tree after the vertices of the mesh have moved. The mesh must have the same triangles. Later
 * queries are exact for the new vertices. They stay fast as long as triangles that were close are still close.
 * FK_ERROR_ARGUMENT if the number of triangles differs. Cost: linear. Does not allocate. */
FK_API fk_status fk_tree_refit(fk_tree *tree, const fk_mesh *mesh);

/* A mesh with a pose. fk_pose_apply places the vertices; the placed vertices must be finite. Queries are exact for
 * these doubles, whether the pose is rigid (fk_pose_check) or not. */
typedef struct fk_placed_mesh {
    const fk_mesh *mesh;
    const fk_tree *tree; /* of this mesh */
    fk_pose pose;
    bool is_solid; /* as in fk_mesh_facts; only queries about solids use it */
} fk_placed_mesh;

/* ---- Two meshes: intersection and distance ------------------------------------------------------------- */

/* Returns whether a triangle of a and one of b have a common point, exactly. The insides of solids do not count:
 * for them, use fk_placed_relate. If pair is not NULL, and two triangles meet, *pair becomes one pair that meets;
 * the choice is deterministic, but depends on the order of a and b. Neither allocates nor fails. */
FK_API bool fk_placed_meet(const fk_placed_mesh *a, const fk_placed_mesh *b, fk_index_pair *pair);

/* Pairs of triangles without repetition, sorted by a, then b. One block of memory. */
typedef struct fk_pair_list {
    size_t count;
    const fk_index_pair *pair;
    size_t bytes;
} fk_pair_list;

/* Lists all pairs of triangles with a common point, exactly. Free *out with fk_pair_list_free. FK_ERROR_MEMORY
 * leaves *out alone. */
FK_API fk_status fk_placed_pairs(fk_context *context, const fk_placed_mesh *a, const fk_placed_mesh *b,
                                 fk_pair_list **out);

/* Lists the self-intersections of a mesh: all pairs of its triangles, a < b, with a common point outside of the
 * corner or side that they share. Free *out with fk_pair_list_free. FK_ERROR_MEMORY leaves *out alone. */
FK_API fk_status fk_placed_self_pairs(fk_context *context, const fk_placed_mesh *a, fk_pair_list **out);

FK_API void fk_pair_list_free(fk_context *context, fk_pair_list *list);

/* The distance of two meshes, as sets of triangles. */
typedef struct fk_mesh_distance {
    fk_interval distance;     /* contains the exact distance; [0, 0] if they meet */
    fk_vec3 point_a, point_b; /* nearest points, rounded; a common point if the meshes meet */
    /* The triangles of these points. If a mesh has no triangles, FK_NONE, and the distance is infinite. If several
     * pairs are equally near, up to the width of the interval, it is one of them; the choice is deterministic. */
    fk_index_pair triangle;
} fk_mesh_distance;

/* Computes the distance of two meshes and their nearest points. The interval is at most 1e-13 of the sum of both
 * sizes and the distance wide, where a size is the diagonal of the box of a placed mesh. (b, a) gives the same interval,
 * points and triangles, exchanged, bit by bit. Neither allocates nor fails. Needs about 200 KiB of stack, as all
 * distance queries of this header do. Cost: like that of a descent into both trees if the meshes are far apart; if they
 * are near, it grows with the number of pairs of triangles that are about equally near, except for those that two
 * parallel planes separate. */
FK_API void fk_placed_distance(const fk_placed_mesh *a, const fk_placed_mesh *b, fk_mesh_distance *out);

/* Returns whether the distance of two meshes is less than a limit, exactly. The limit must not be negative. Returns
 * false if a mesh has no triangles, and for a limit of 0. */
FK_API bool fk_placed_closer(const fk_placed_mesh *a, const fk_placed_mesh *b, double limit);

/* Computes the point of a mesh that is nearest to `point`, which must be finite. out->point_b is `point`, and
 * out->triangle.b is FK_NONE. */
FK_API void fk_placed_nearest(const fk_placed_mesh *a, fk_vec3 point, fk_mesh_distance *out);

/* ---- Probes: segments, rays, lines, planes and boxes --------------------------------------------------- */

typedef enum fk_probe_kind {
    FK_PROBE_SEGMENT, /* from `from` to `to` */
    FK_PROBE_RAY,     /* from `from` in direction `to` */
    FK_PROBE_LINE,    /* through `from` in direction `to` */
    FK_PROBE_PLANE,   /* all x with to.x == offset */
    FK_PROBE_BOX      /* axis-aligned, from `from` to `to` */
} fk_probe_kind;

/* A closed set to query a mesh with, in world coordinates. It is valid if its numbers are finite, its direction or
 * normal is not zero, and no side of its box is negative. */
typedef struct fk_probe {
    fk_probe_kind kind;
    fk_vec3 from, to;
    double offset; /* of a plane */
} fk_probe;

/* Triangles in ascending order. One block of memory. */
typedef struct fk_index_list {
    size_t count;
    const uint32_t *index;
    size_t bytes;
} fk_index_list;

/* Find the triangles of a mesh that a probe meets, exactly. `any` writes one of them, or FK_NONE; `count`, their
 * number; `all`, their list, which you free with fk_index_list_free. FK_ERROR_NOT_FINITE; FK_ERROR_ARGUMENT if the
 * probe is not valid in another way; FK_ERROR_MEMORY (only `all`). After an error the output is unchanged. */
FK_API fk_status fk_placed_probe_any(const fk_placed_mesh *a, const fk_probe *probe, uint32_t *triangle);
FK_API fk_status fk_placed_probe_count(const fk_placed_mesh *a, const fk_probe *probe, uint32_t *count);
FK_API fk_status fk_placed_probe_all(fk_context *context, const fk_placed_mesh *a, const fk_probe *probe,
                                     fk_index_list **out);
FK_API void fk_index_list_free(fk_context *context, fk_index_list *list);

/* The first triangle that a segment, ray or line meets. A segment and a ray start at `from`; a line starts at its
 * infinite end opposite to the direction `to`. */
typedef struct fk_placed_hit {
    uint32_t triangle; /* exactly the first; if several are first, the lowest index; FK_NONE for no hit */
    /* The time of the hit, in multiples of `to` - `from` for a segment, else of `to`. Contains the exact time; its
     * relative width is at most 2^-42. If the line lies in the plane of the triangle, the hit is the beginning of
     * their intersection. */
    fk_interval time;
    fk_vec3 point; /* rounded, with an error of at most 2^-42 of its largest coordinate */
} fk_placed_hit;

/* Finds the first triangle that a segment, ray or line meets. Errors as for fk_placed_probe_any; FK_ERROR_ARGUMENT
 * also for planes and boxes. */
FK_API fk_status fk_placed_probe_first(const fk_placed_mesh *a, const fk_probe *probe, fk_placed_hit *out);

/* Computes the winding number of a placed solid around a point, as fk_mesh_winding does, but with the tree. Returns
 * false, and leaves *winding alone, if the point is on a triangle. */
FK_API bool fk_placed_winding(const fk_placed_mesh *a, fk_vec3 point, int64_t *winding);

/* Returns whether a point is in the interior of a placed solid, exactly, also if it is on triangles: a wall with the
 * inside on both sides belongs to the interior. False for a surface, and if the point is not finite. Needs 160 KiB of
 * stack. */
FK_API bool fk_placed_interior(const fk_placed_mesh *a, fk_vec3 point);

/* ---- Relation of two meshes: contact, overlap, containment --------------------------------------------- */

/* Returns "undecided", "apart", "contact", "hard", "b in a", "a in b" or "duplicate". */
FK_API const char *fk_relation_name(fk_relation relation);

typedef struct fk_relation_result {
    fk_relation relation;
    /* The pairs of triangles that meet, as fk_placed_pairs lists them. */
    size_t pair_count;
    const fk_index_pair *pair;
    fk_vec3 point; /* in both sets, rounded; if hard, in both interiors or near them; 0 if apart */
    /* The box of all common points, each side rounded outward from the exact bound; empty if apart. */
    fk_aabb box;
    size_t bytes;
} fk_relation_result;

/* Computes the relation of two meshes, exactly. A mesh without triangles is apart from everything. (b, a) gives the
 * same result with a and b exchanged. Free *out with fk_relation_result_free. FK_ERROR_MEMORY leaves *out alone.
 * Cost: linear in the number of pairs that meet, plus at most linear in the number of triangles, for meshes without
 * self-intersections, and for two with the same triangles. If the relation depends on where triangles that meet the other
 * mesh intersect their own, also a ray through both meshes for each interval into which the lines there are cut. If that
 * takes more than 2^28 steps, as it does only for solids of hundreds of overlapping shells that hardly differ, and for a surface
 * of thousands of triangles that overlap in one plane and a part of it, the relation is undecided: the pairs are complete, and the
 * box is empty. */
FK_API fk_status fk_placed_relate(fk_context *context, const fk_placed_mesh *a, const fk_placed_mesh *b,
                                  fk_relation_result **out);
FK_API void fk_relation_result_free(fk_context *context, fk_relation_result *result);

/* Computes the relation of a mesh and a convex piece. A piece with an interior is a solid. In the pairs, the piece is
 * b with index 0. Sides of the box that belong to round and smooth pieces are as fk_pair_box returns them. The
 * relation is undecided if the verdict on a triangle and a smooth piece is undecided. It is also undecided if
 * triangles pass through a piece that is in the solid, as where shells of one solid overlap, or hardly extends out of
 * it; and the piece is round or smooth, or its corners are no doubles; and it comes close to a line where a wall inside
 * the solid meets its boundary. If it is undecided, the box is empty, and pairs may be missing. FK_ERROR_NOT_FINITE;
 * FK_ERROR_PIECE if the piece is not valid, or is a polyhedron without interior (use a mesh for that);
 * FK_ERROR_MEMORY. After an error *out is unchanged. */
FK_API fk_status fk_placed_relate_piece(fk_context *context, const fk_placed_mesh *a, const fk_piece *piece,
                                        fk_relation_result **out);

/* Computes the distance of a mesh and a piece. out->triangle.b is 0, or FK_NONE if the mesh has no triangles. The
 * interval is as wide as that of fk_pair_distance for a triangle and the piece. FK_ERROR_NOT_FINITE and
 * FK_ERROR_PIECE leave *out alone. */
FK_API fk_status fk_placed_distance_piece(const fk_placed_mesh *a, const fk_piece *piece,
                                          fk_mesh_distance *out);

/* ---- Penetration depth and overlap volume -------------------------------------------------------------- */

/* How far b must move until the interiors no longer meet. */
typedef struct fk_placed_depth {
    bool is_exact; /* both are convex and the depth is known to 2^-20 of itself, or they do not overlap */
    /* If is_exact, contains the length of the shortest separating displacement (see fk_depth). Else lo is 0, and hi
     * is an upper bound: if b moves by hi along the direction, it does not overlap a. The call has checked this, up
     * to the rounding of the moved vertices. */
    fk_interval depth;
    fk_vec3 direction; /* of length 1 up to rounding; 0 if the depth is 0 */
} fk_placed_depth;

/* Computes the penetration depth of two solids, or of a solid and a surface. A solid counts as convex if it is
 * connected, has volume, and all its triangles are on the boundary of its hull. (b, a) gives the same depth and the
 * opposite direction. FK_ERROR_MEMORY leaves *out alone. */
FK_API fk_status fk_placed_penetration(fk_context *context, const fk_placed_mesh *a, const fk_placed_mesh *b,
                                       fk_placed_depth *out);

/* Computes the volume of the intersection of two solids. The volume around a point counts as often as the product
 * of its two winding numbers says: once, if the shells of neither solid overlap. Solids that are inside out count as
 * other solids. The interval contains the exact volume; its width grows with the number of triangles above each
 * other. FK_ERROR_MEMORY leaves *out alone. */
FK_API fk_status fk_placed_overlap_volume(fk_context *context, const fk_placed_mesh *a,
                                          const fk_placed_mesh *b, fk_interval *out);

/* ---- Sphere trees and COLLIDE --------------------------------------------------------------------------- */

/* The balanced sphere tree of Murrieta-Cid's slides (2021), to look at and to compare: fk_tree is faster. A node is the
 * smallest sphere around its triangles, up to rounding; a leaf has one triangle. */
typedef struct fk_sphere_node {
    fk_sphere sphere;      /* in the frame of the mesh; contains its triangles, also when placed */
    uint32_t first, count; /* its triangles: this many in fk_sphere_tree.triangle, from this index on */
    /* its children are the next node and this one, which has at most one triangle more; 0: a leaf */
    uint32_t right;
} fk_sphere_node;

/* A tree, in one block. The root is node 0; a mesh without triangles has no nodes. */
typedef struct fk_sphere_tree {
    uint32_t node_count, triangle_count;
    uint32_t depth; /* of the deepest leaf; the root is at 0 */
    const fk_sphere_node *node;
    const uint32_t *triangle; /* the triangles of the mesh, in the order of the leaves */
    size_t bytes;
} fk_sphere_tree;

/* Builds the sphere tree of a mesh. Free *out with fk_sphere_tree_free, which accepts NULL. FK_ERROR_MEMORY leaves *out
 * alone. Cost: O(n log^2 n) for n triangles. */
FK_API fk_status fk_sphere_tree_build(fk_context *context, const fk_mesh *mesh, fk_sphere_tree **out);
FK_API void fk_sphere_tree_free(fk_context *context, fk_sphere_tree *tree);

typedef struct fk_placed_sphere_tree {
    const fk_mesh *mesh;
    const fk_sphere_tree *tree; /* of this mesh */
    fk_pose pose;               /* as that of fk_placed_mesh */
} fk_placed_sphere_tree;

/* A pair of nodes that COLLIDE visits. */
typedef struct fk_collide_visit {
    uint32_t a, b;       /* the nodes */
    uint32_t level;      /* the number of calls around this one: 0 for the roots */
    bool spheres_meet;   /* else nothing below the two nodes is visited */
    bool triangles_meet; /* both are leaves, and their triangles meet: COLLIDE ends */
} fk_collide_visit;

/* The caller's array of visits, in their order. count becomes the number of all visits; those beyond capacity are not
 * stored. */
typedef struct fk_collide_trace {
    fk_collide_visit *visit;
    uint32_t capacity, count;
} fk_collide_trace;

/* Returns what fk_placed_meet returns, by COLLIDE: depth first; of two spheres that meet, it descends the larger one,
 * which is b if they are equal, but never a leaf unless both are. trace may be NULL. Neither allocates nor fails. */
FK_API bool fk_placed_collide(const fk_placed_sphere_tree *a, const fk_placed_sphere_tree *b,
                              fk_collide_trace *trace);

#ifdef __cplusplus
}
#endif

#endif
