/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Trees: hierarchies of boxes over the triangles of a mesh, and what is asked of them; how two solids or
 * surfaces lie to each other; whether convex pieces cover a mesh. Trees of cells are in cells.h. */

#ifndef FARKAS_TREE_H
#define FARKAS_TREE_H

#include "farkas/pair.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Trees over the triangles of a mesh ---------------------------------------------------------------- */

/* A node has at most so many children. */
#define FK_TREE_WIDTH 8

/* The children of a node, and the boxes around them: column i is that of child i. A child is a node or a leaf.
 * Boxes are in tree units, rounded outward, so that they hold every point of their triangles. */
typedef struct fk_tree_node {
    float min[3][FK_TREE_WIDTH], max[3][FK_TREE_WIDTH];
    uint32_t child[FK_TREE_WIDTH]; /* a node's number; of a leaf, where it begins in fk_tree.triangle */
    uint8_t count[FK_TREE_WIDTH];  /* triangles of a leaf; 0: a node */
    uint8_t used;                  /* children are the first so many */
} fk_tree_node;

/* The same node with boxes that are turned to fit. Child i is where |R (x - origin) - center[i]| <= half[i]
 * in each component, in real numbers; R is the rotation by the quaternion turn[i], as x, y, z, w, which has
 * length 1 up to 2^-20. */
typedef struct fk_tree_obb {
    float origin[3];
    float size; /* for each child, the sum of all |center| and half is not more */
    float turn[4][FK_TREE_WIDTH], center[3][FK_TREE_WIDTH], half[3][FK_TREE_WIDTH];
} fk_tree_obb;

/* One block. The root is node 0, children come after their parents. A mesh without triangles has a root without
 * children. */
typedef struct fk_tree {
    /* A place x of the mesh is (x - origin) / unit in tree units, where it is within [-1, 1]. The unit is a
     * power of two and at most 2^1022; meshes that need a larger one are within [-4, 4]. */
    fk_vec3 origin;
    double unit;
    uint32_t node_count, triangle_count;
    const fk_tree_node *node;
    union {
        const fk_tree_obb *obb;    /* of each node */
        const fk_tree_obb *turned; /* the old name */
    };
    const uint32_t *triangle; /* the triangles of the mesh, in the order of the leaves */
    size_t bytes;
} fk_tree;

typedef struct fk_tree_options {
    const fk_workers *workers; /* who build it; NULL: the caller alone. The bytes are the same */
} fk_tree_options;

FK_API fk_tree_options fk_tree_options_default(void);

/* Builds the tree of a mesh, in O(n log n); options may be NULL. FK_ERROR_MEMORY leaves *out alone. */
FK_API fk_status fk_tree_build(fk_context *context, const fk_mesh *mesh, const fk_tree_options *options,
                               fk_tree **out);
FK_API void fk_tree_free(fk_context *context, fk_tree *tree);

/* Makes the boxes fit a mesh with the same triangles, whose vertices have moved; in linear time, without
 * allocating. What is asked of the tree afterwards is exact for the new places, and fast as long as triangles
 * that were close still are. FK_ERROR_ARGUMENT when the number of triangles differs. */
FK_API fk_status fk_tree_refit(fk_tree *tree, const fk_mesh *mesh);

/* A mesh in its place. Its corners are what fk_pose_apply makes of the vertices: what is asked is answered
 * exactly for these doubles, which must be finite. */
typedef struct fk_placed_mesh {
    const fk_mesh *mesh;
    const fk_tree *tree; /* of this mesh */
    fk_pose pose;
    bool is_solid; /* as in fk_mesh_facts; looked at only where a contract speaks of solids */
} fk_placed_mesh;

/* ---- Two meshes: do they meet, where, how far apart ---------------------------------------------------- */

/* Whether a triangle of a and one of b have a common point, exactly. Then *pair, which may be NULL, becomes one
 * such pair; which one is defined, but depends on the order of a and b. Neither allocates nor fails. Insides do
 * not count: fk_placed_relate is for solids. */
FK_API bool fk_placed_meet(const fk_placed_mesh *a, const fk_placed_mesh *b, fk_index_pair *pair);

/* Pairs of triangles, sorted by a, then b, each once. One block. */
typedef struct fk_pair_list {
    size_t count;
    const fk_index_pair *pair;
    size_t bytes;
} fk_pair_list;

/* All pairs of triangles with a common point. FK_ERROR_MEMORY leaves *out alone. */
FK_API fk_status fk_placed_pairs(fk_context *context, const fk_placed_mesh *a, const fk_placed_mesh *b,
                                 fk_pair_list **out);

/* Self-intersections: all pairs of triangles of one mesh, a < b, with a common point that is not in a corner or
 * side that they share. FK_ERROR_MEMORY leaves *out alone. */
FK_API fk_status fk_placed_self_pairs(fk_context *context, const fk_placed_mesh *a, fk_pair_list **out);

FK_API void fk_pair_list_free(fk_context *context, fk_pair_list *list);

/* The distance of two meshes, as sets of triangles. */
typedef struct fk_mesh_distance {
    fk_interval distance;     /* contains the truth; 0 to 0 when they meet */
    fk_vec3 point_a, point_b; /* nearest points, rounded; of triangles that meet, a common point */
    /* On which they are; FK_NONE without triangles, and the distance is infinite. Of pairs that are equally
     * near up to the width of the interval, one that is defined: where they are apart, mostly that with the
     * lowest a, then b. */
    fk_index_pair triangle;
} fk_mesh_distance;

/* The width of the interval is at most 1e-13 of the size of both meshes and their distance. (b, a) has the same
 * interval. Neither allocates nor fails; needs about 200 KiB of stack, as do the others below. */
FK_API void fk_placed_distance(const fk_placed_mesh *a, const fk_placed_mesh *b, fk_mesh_distance *out);

/* Whether two meshes are closer than a limit that is not negative: distance < limit, exactly. False without
 * triangles, and for a limit of 0. */
FK_API bool fk_placed_closer(const fk_placed_mesh *a, const fk_placed_mesh *b, double limit);

/* The nearest point of a mesh to a finite point; out->point_b is that point, out->triangle.b FK_NONE. */
FK_API void fk_placed_nearest(const fk_placed_mesh *a, fk_vec3 point, fk_mesh_distance *out);

/* ---- Segments, rays, lines, planes and boxes ----------------------------------------------------------- */

typedef enum fk_probe_kind {
    FK_PROBE_SEGMENT, /* from `from` to `to` */
    FK_PROBE_RAY,     /* from `from` in direction `to` */
    FK_PROBE_LINE,    /* through `from` in direction `to` */
    FK_PROBE_PLANE,   /* all x with to.x == offset */
    FK_PROBE_BOX      /* axis-aligned, from `from` to `to` */
} fk_probe_kind;

/* A closed set that a mesh is asked about, in the world. Valid when its numbers are finite, a direction or
 * normal is not zero and no side of a box is negative. */
typedef struct fk_probe {
    fk_probe_kind kind;
    fk_vec3 from, to;
    double offset; /* of a plane */
} fk_probe;

/* Triangles in ascending order. One block. */
typedef struct fk_index_list {
    size_t count;
    const uint32_t *index;
    size_t bytes;
} fk_index_list;

/* Which triangles of a mesh a probe meets, exactly. any: one of them, or FK_NONE; count: how many; all: which.
 * FK_ERROR_NOT_FINITE, FK_ERROR_ARGUMENT for a probe that is not valid, and FK_ERROR_MEMORY leave the output
 * alone. */
FK_API fk_status fk_placed_probe_any(const fk_placed_mesh *a, const fk_probe *probe, uint32_t *triangle);
FK_API fk_status fk_placed_probe_count(const fk_placed_mesh *a, const fk_probe *probe, uint32_t *count);
FK_API fk_status fk_placed_probe_all(fk_context *context, const fk_placed_mesh *a, const fk_probe *probe,
                                     fk_index_list **out);
FK_API void fk_index_list_free(fk_context *context, fk_index_list *list);

/* The first triangle that a segment, ray or line meets, going from `from` towards `to`; a line from its far
 * end. */
typedef struct fk_placed_hit {
    uint32_t triangle; /* exactly the first; the lowest of several that are met there; FK_NONE */
    /* Where, as a multiple of the way from `from` to `to`, or of the direction: contains the truth, at most
     * 2^-42 of it wide. In the plane of the triangle, where the common part begins. */
    fk_interval time;
    fk_vec3 point; /* rounded: off by 2^-42 of its largest coordinate at most */
} fk_placed_hit;

/* Errors as above; FK_ERROR_ARGUMENT also for planes and boxes. */
FK_API fk_status fk_placed_probe_first(const fk_placed_mesh *a, const fk_probe *probe, fk_placed_hit *out);

/* The winding number of a solid around a point, as fk_mesh_winding gives it for the placed mesh, by the tree. */
FK_API bool fk_placed_winding(const fk_placed_mesh *a, fk_vec3 point, int64_t *winding);

/* ---- How two meshes lie to each other ------------------------------------------------------------------ */

/* Closed sets. That of a solid is its triangles and what is inside, where the winding number is not 0; that
 * of a surface is its triangles, and what they enclose is not looked at. The first of these that holds:
 *   duplicate  both are the same set
 *   a in b     a is a subset of b; so it is when it touches b from inside
 *   b in a     the other way round
 *   hard       two solids: their interiors meet. A surface and a solid: the surface meets the interior, to
 *              which walls belong that have it on both sides. Two surfaces: a pair of triangles overlaps, as
 *              pieces (see fk_verdict), or around a common edge the triangles of one lie on both sides of
 *              those of the other
 *   contact    the sets have a common point
 *   apart      they have none */
typedef enum fk_relation {
    FK_RELATION_UNDECIDED = 0,
    FK_RELATION_APART,
    FK_RELATION_CONTACT,
    FK_RELATION_HARD,
    FK_RELATION_B_IN_A,
    FK_RELATION_A_IN_B,
    FK_RELATION_DUPLICATE
} fk_relation;

/* "undecided", "apart", "contact", "hard", "b in a", "a in b", "duplicate". */
FK_API const char *fk_relation_name(fk_relation relation);

typedef struct fk_relation_result {
    fk_relation relation;
    /* Triangles that meet, as fk_placed_pairs lists them. */
    size_t pair_count;
    const fk_index_pair *pair;
    fk_vec3 point; /* in both sets, rounded; where they are hard, near or in both interiors. 0 when apart */
    /* Around all common points, each side rounded outward from the exact bound. Empty when apart. */
    fk_aabb box;
    size_t bytes;
} fk_relation_result;

/* Decides it exactly; meshes without triangles are apart from all. (b, a) gives the same with a and b
 * exchanged. Where the meshes do not meet themselves, takes time for the pairs that meet, and at most linear
 * time beside. FK_ERROR_MEMORY leaves *out alone. */
FK_API fk_status fk_placed_relate(fk_context *context, const fk_placed_mesh *a, const fk_placed_mesh *b,
                                  fk_relation_result **out);
FK_API void fk_relation_result_free(fk_context *context, fk_relation_result *result);

/* The same for a mesh and a convex piece, which is a solid when it has an interior. The pairs have the piece
 * as b, number 0. Sides of the box that belong to round and smooth pieces are as fk_pair_box gives them. The
 * relation is undecided where a verdict on a triangle and a smooth piece is; and where triangles pass through
 * the piece, but no point is found in it, in doubles, that is not in the solid, as where shells of one solid
 * overlap. Then the box is empty, and pairs may be missing. FK_ERROR_NOT_FINITE, FK_ERROR_PIECE for a piece
 * that is not valid, or a polyhedron without interior (make that a mesh), and FK_ERROR_MEMORY leave *out
 * alone. */
FK_API fk_status fk_placed_relate_piece(fk_context *context, const fk_placed_mesh *a, const fk_piece *piece,
                                        fk_relation_result **out);

/* The distance to a piece; triangle.b is 0, or FK_NONE without triangles. The interval is as wide as
 * fk_pair_distance says for a triangle and the piece. FK_ERROR_NOT_FINITE, FK_ERROR_PIECE leave *out alone. */
FK_API fk_status fk_placed_distance_piece(const fk_placed_mesh *a, const fk_piece *piece,
                                          fk_mesh_distance *out);

/* ---- How deep, how much -------------------------------------------------------------------------------- */

/* How far b has to be moved until the insides no longer meet. */
typedef struct fk_placed_depth {
    bool is_exact; /* both are convex and the depth is known to 2^-20 of it, or they do not overlap */
    /* Contains the shortest way (see fk_depth), if it is exact. Else lo is 0, and hi an upper bound: b moved
     * by hi along the direction does not overlap a, which was checked, up to the rounding of the moved
     * vertices. */
    fk_interval depth;
    fk_vec3 direction; /* of length 1 up to rounding; 0 when the depth is 0 */
} fk_placed_depth;

/* The depth of two solids, or of a solid and a surface. A connected solid with volume, all of whose triangles
 * lie on the boundary of its hull, counts as its hull. (b, a) has the same depth and the opposite direction.
 * FK_ERROR_MEMORY leaves *out alone. */
FK_API fk_status fk_placed_penetration(fk_context *context, const fk_placed_mesh *a, const fk_placed_mesh *b,
                                       fk_placed_depth *out);

/* The volume of what two solids have in common, each point counted as often as the product of its winding
 * numbers says: once, where the shells of neither overlap. Solids that are inside out count as others do. The
 * interval contains the truth; it is wider, the more triangles lie above each other. FK_ERROR_MEMORY leaves
 * *out alone. */
FK_API fk_status fk_placed_overlap_volume(fk_context *context, const fk_placed_mesh *a,
                                          const fk_placed_mesh *b, fk_interval *out);

#ifdef __cplusplus
}
#endif

#endif
