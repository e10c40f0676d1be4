/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Trees over triangles: frames between trees, box queries, node boxes, traversal of two trees, verdicts and
 * depths. */

#ifndef FARKAS_SRC_TREE_H
#define FARKAS_SRC_TREE_H

#include <math.h>
#include <string.h>

#include "base/bits.h"
#include "base/cpu.h"
#include "base/pose.h"
#include "base/vec3.h"
#include "farkas/tree.h"

/* A map from the coordinates of one tree to those of another, with an error bound.
 *
 * Corners of placed triangles are rounded, and poses are rotations only up to rounding, or not even that. So
 * a common point of two placed triangles is not exactly the image of one point of each tree. Let x and y be
 * the preimages of such a point in a and b: points of the triangles before placing, in tree units. Then
 *
 *   d[i] = x[i] - (sum of turn[i][k] * y[k] + shift[i]),    |d| <= margin
 *
 * where |d| is the length of d, so each component is bounded, too. This holds in real numbers for every pose
 * with finite numbers; margin is infinite or NaN if nothing can be said. More generally, if the two placed
 * points have the distance e, in the unit of a, then |d| <= stretch * e + margin. */
typedef struct fk_tree_frame {
    double rotation[3][3]; /* turn without the units of the trees */
    double turn[3][3];
    double shift[3];
    double margin;  /* in units of a's tree, like shift */
    double stretch; /* 1 for rotations, up to rounding */
} fk_tree_frame;

/* The frame from b's tree to a's. */
fk_tree_frame fk_tree_frame_make(const fk_placed_mesh *a, const fk_placed_mesh *b);

/* The frame from the world to a's tree; y is a point of the world with absolute coordinates up to
 * `extent`. */
fk_tree_frame fk_tree_frame_from_world(const fk_placed_mesh *a, fk_vec3 extent);

/* A total order of placed meshes by their contents; 0 only for equal ones. It makes (b, a) the same
 * computation as (a, b). */
int fk_placed_order(const fk_placed_mesh *a, const fk_placed_mesh *b);

/* The same; `by` orders meshes with equal numbers of triangles and vertices before anything else. */
int fk_placed_order_by(const fk_placed_mesh *a, const fk_placed_mesh *b, int by);

/* A bound of the absolute coordinates of the placed mesh. */
double fk_placed_max_coordinate(const fk_placed_mesh *a);

/* The intersection of two boxes. */
static inline fk_aabb fk_aabb_intersection(const fk_aabb *a, const fk_aabb *b)
{
    fk_aabb box;
    for (int k = 0; k < 3; k++) {
        *fk_vec3_at(&box.min, k) = fk_double_greatest(fk_vec3_get(a->min, k), fk_vec3_get(b->min, k));
        *fk_vec3_at(&box.max, k) = fk_double_least(fk_vec3_get(a->max, k), fk_vec3_get(b->max, k));
    }
    return box;
}

/* The placed corners of a triangle. */
static inline void fk_placed_triangle(const fk_placed_mesh *a, uint32_t triangle, fk_vec3 corner[3])
{
    const uint32_t *index = a->mesh->triangle[triangle].corner;
    for (int k = 0; k < 3; k++)
        corner[k] = fk_pose_apply_inline(&a->pose, a->mesh->point[index[k]]);
}

/* The boundary of a hull as a mesh with its tree, in place: a solid, or one side of a flat hull, or a triangle without
 * area for a segment or a point. Free it with fk_placed_hull_free. FK_ERROR_MEMORY, FK_ERROR_CANCELLED. */
fk_status fk_placed_hull_build(fk_context *context, const fk_hull *hull, fk_placed_mesh *out);
void fk_placed_hull_free(fk_context *context, const fk_placed_mesh *hull);

/* The builder keeps trees at most so deep. */
#define FK_TREE_DEPTH 32

/* Called with a triangle; returns false to end the visit. */
typedef bool fk_tree_visitor(void *user, uint32_t triangle);

/* Computes a box in tree units around a box in the world: it contains the preimages of all placed points in
 * the box. Returns false if the mesh has none there. */
bool fk_placed_box_to_tree(const fk_placed_mesh *a, const fk_aabb *box, float least[3], float most[3]);

/* Visits the triangles near a box in the world; visits every placed triangle that meets it. Returns false if
 * the visitor ended it. */
bool fk_placed_visit(const fk_placed_mesh *a, const fk_aabb *box, fk_tree_visitor *visitor, void *user);

/* The same for a piece and its box: visits every placed triangle that meets the piece, mostly those first that lie
 * deepest in it. */
bool fk_placed_visit_piece(const fk_placed_mesh *a, const fk_piece *piece, const fk_aabb *box,
                           fk_tree_visitor *visitor, void *user);

/* The maximum number of triangles in a leaf. */
#define FK_TREE_LEAF_MOST 8

/* Sets origin and unit of a tree for the vertices of a mesh. */
void fk_tree_set_unit(fk_tree *tree, const fk_mesh *mesh);

/* Fits the boxes of a node, axis-aligned and oriented, to its triangles and its children, which are fitted
 * already. */
void fk_tree_fit_node(const fk_tree *tree, const fk_mesh *mesh, fk_tree_node *node, fk_tree_obb *obb);

/* A growing list of pairs, to be sorted at the end. Initialise with zeros and the context. */
typedef struct fk_pairs {
    fk_context *context;
    size_t count, capacity;
    uint64_t *key; /* a in the upper half */
} fk_pairs;

/* Returns false if there is no memory. */
bool fk_pairs_add(fk_pairs *pairs, uint32_t a, uint32_t b);

/* Makes the sorted list if is_complete, and frees the buffer in any case. FK_ERROR_MEMORY leaves *out
 * alone. */
fk_status fk_pairs_finish(fk_pairs *pairs, bool is_complete, fk_pair_list **out);

/* A leaf: triangles first to first + count - 1 in the order of the tree. */
typedef struct fk_tree_leaf {
    uint32_t first, count;
} fk_tree_leaf;

/* Called with two leaves; returns false to end the traversal. */
typedef bool fk_leaf_pair_visitor(void *user, fk_tree_leaf a, fk_tree_leaf b);

/* Visits every pair of leaves whose placed triangles may meet; with deepest_first, those that overlap most come
 * first. Returns false if the visitor ended it, or the flag of the context, which may be NULL. */
bool fk_tree_traverse_pair(const fk_context *context, const fk_placed_mesh *a, const fk_placed_mesh *b,
                           bool deepest_first, fk_leaf_pair_visitor *visitor, void *user);

/* The same for a tree with itself: each pair of leaves once, and each leaf with itself. */
bool fk_tree_traverse_self(const fk_context *context, const fk_placed_mesh *a, fk_leaf_pair_visitor *visitor,
                           void *user);

/* Verdicts on meshes, faster than the whole relation. Overlapping: the interiors of two solids meet; a
 * surface meets the interior of a solid or of a piece; two surfaces are hard as fk_relation defines it.
 * Otherwise touching: they have a common point. */

/* fk_placed_distance, fk_placed_closer and fk_placed_distance_piece that poll the flag of a context, or none if it is
 * NULL. FK_ERROR_MEMORY if it is set; *out is not valid then. */
fk_status fk_placed_find_distance(const fk_context *context, const fk_placed_mesh *a, const fk_placed_mesh *b,
                                  fk_mesh_distance *out);
fk_status fk_placed_find_closer(const fk_context *context, const fk_placed_mesh *a, const fk_placed_mesh *b,
                                double limit, bool *out);
/* The same; *out also becomes true when measuring *work pairs of triangles, at least 1, does not decide. Subtracts those
 * measured. */
fk_status fk_placed_find_closer_within(const fk_context *context, const fk_placed_mesh *a,
                                       const fk_placed_mesh *b, double limit, uint64_t *work, bool *out);
fk_status fk_placed_find_distance_piece(const fk_context *context, const fk_placed_mesh *a,
                                        const fk_piece *piece, fk_mesh_distance *out);

/* The first and the last, up to a limit: infinite if no triangle is so near. */
fk_status fk_placed_find_distance_within(const fk_context *context, const fk_placed_mesh *a,
                                         const fk_placed_mesh *b, double limit, fk_mesh_distance *out);

/* The corners of a mesh in floats, in the order of its tree. Free them with fk_tree_corners_free, which accepts NULL.
 * FK_ERROR_MEMORY. */
typedef struct fk_tree_corners fk_tree_corners;

fk_status fk_tree_corners_make(fk_context *context, const fk_mesh *mesh, const fk_tree *tree,
                               fk_tree_corners **out);
void fk_tree_corners_free(fk_context *context, fk_tree_corners *corners);

/* Where two meshes are probably nearest: the displacement from a to b, and their nearest points. Anything of these is safe.
 * `least` is proved to be at most the distance. If it is less by at most `slack`, and much less than the distance, it may become
 * that of the result. */
typedef struct fk_distance_guess {
    bool is_known; /* else there is no guess */
    fk_vec3 toward, point[2];
    double least, slack;
    const fk_tree_corners *corners[2]; /* or NULL */
} fk_distance_guess;

/* The same with a guess. */
fk_status fk_placed_find_distance_guessed(const fk_context *context, const fk_placed_mesh *const mesh[2],
                                          double limit, const fk_distance_guess *guess,
                                          fk_mesh_distance *out);
fk_status fk_placed_find_distance_piece_within(const fk_context *context, const fk_placed_mesh *a,
                                               const fk_piece *piece, double limit, fk_mesh_distance *out);

/* fk_placed_meet that polls likewise, and counts the pairs of leaves it tested, a measure of its cost. */
fk_status fk_placed_find_meet(const fk_context *context, const fk_placed_mesh *a, const fk_placed_mesh *b,
                              fk_index_pair *pair, uint32_t *leaf_pair_count, bool *out);

/* Whether a triangle of one mesh crosses one of the other, as pieces overlap. Polls and counts likewise. */
fk_status fk_placed_find_crossing(const fk_context *context, const fk_placed_mesh *a, const fk_placed_mesh *b,
                                  uint32_t *leaf_pair_count, bool *out);

/* fk_placed_relate with another budget. */
fk_status fk_placed_relate_within(fk_context *context, const fk_placed_mesh *a, const fk_placed_mesh *b,
                                  uint64_t most_work, fk_relation_result **out);

/* The exact verdict of two meshes, from all pairs of triangles that meet; FK_UNDECIDED when the budget of fk_placed_relate
 * is used up. FK_ERROR_MEMORY leaves *out alone. */
fk_status fk_placed_verdict(fk_context *context, const fk_placed_mesh *a, const fk_placed_mesh *b,
                            fk_verdict *out);
/* The same with another budget; subtracts what was used. */
fk_status fk_placed_verdict_within(fk_context *context, const fk_placed_mesh *a, const fk_placed_mesh *b,
                                   uint64_t *work, fk_verdict *out);

/* A witness that a mesh and a piece overlap, if one was found: a point in the interior of a solid and in the
 * piece, or a triangle of a surface. */
typedef struct fk_overlap_witness {
    bool has_point;
    fk_vec3 point;
    uint32_t triangle; /* or FK_NONE */
} fk_overlap_witness;

/* The verdict of a mesh and a piece that is round, smooth, a half-space, or a polyhedron with interior.
 * FK_UNDECIDED in the cases in which fk_placed_relate_piece is undecided. FK_ERROR_MEMORY leaves *out
 * alone. */
fk_status fk_placed_verdict_piece(fk_context *context, const fk_placed_mesh *a, const fk_piece *piece,
                                  fk_overlap_witness *witness, fk_verdict *out);

/* The hull of a mesh that is a connected solid with volume and has all its triangles on the boundary of its
 * hull; *out becomes NULL for other meshes. FK_ERROR_MEMORY leaves *out alone. */
fk_status fk_convex_mesh_hull(fk_context *context, const fk_mesh *mesh, bool is_solid, fk_hull **out);

/* Decides whether b, moved by a shift, overlaps a: hard, contained or duplicate. */
typedef fk_status fk_overlap_function(void *user, fk_vec3 shift, bool *overlaps);

/* Lists displacements along a direction of length 1 that make faces of both bodies coplanar: writes up to
 * FK_ALIGNMENTS of them, returns the number. Bodies that fit each other exactly separate at such a
 * displacement, and overlap again after slightly more or less. */
#define FK_ALIGNMENTS 16
typedef uint32_t fk_alignment_function(void *user, fk_vec3 direction, double displacement[FK_ALIGNMENTS]);

/* The input of a search for a separating displacement. */
typedef struct fk_separation_search {
    fk_overlap_function *overlaps;
    fk_alignment_function *alignments; /* or NULL */
    void *user;                        /* passed to both functions */
    fk_vec3 model_shift;   /* moves b to where it is beside a if their poses have no translation */
    fk_aabb box_a, box_b;  /* of each placed body */
    fk_aabb common;        /* around the intersection */
    const fk_vec3 *normal; /* directions along which b may separate, of any length; zeros are skipped */
    uint32_t normal_count;
} fk_separation_search;

/* Searches a short displacement that separates b from a. out->is_exact is false; `overlaps` has confirmed the
 * result. Returns FK_OK or an error of `overlaps`. */
fk_status fk_find_separation(const fk_separation_search *search, fk_placed_depth *out);

/* The same for b and a. Components that are 0 stay so: a report would print -0. */
static inline void fk_placed_depth_exchange(fk_placed_depth *depth)
{
    depth->direction = fk_vec3_sub(fk_vec3_make(0, 0, 0), depth->direction);
}

/* The depth of two meshes whose relation is known. Meshes must be in the order of fk_placed_order: what is searched, and
 * the last digits of the result, depend on their order, and on that of their pairs. hull: for convex meshes the result of
 * fk_convex_mesh_hull, else NULL. */
fk_status fk_placed_depth_find(fk_context *context, const fk_placed_mesh *a, const fk_placed_mesh *b,
                               const fk_hull *const hull[2], const fk_relation_result *related,
                               fk_placed_depth *out);

/* The depth of a convex mesh, given by its hull and pose, and a convex piece. */
fk_status fk_placed_depth_convex(fk_context *context, const fk_hull *hull, const fk_pose *pose,
                                 const fk_piece *piece, fk_placed_depth *out);

#endif
