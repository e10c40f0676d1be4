/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Trees over triangles: frames, visits, boxes of nodes, the walk of two trees, verdicts and depths. */

#ifndef FARKAS_SRC_TREE_H
#define FARKAS_SRC_TREE_H

#include <math.h>
#include <string.h>

#include "base/bits.h"
#include "base/cpu.h"
#include "base/pose.h"
#include "base/vec3.h"
#include "farkas/tree.h"

/* From the coordinates of one tree to those of another, with a bound on all that is rounded.
 *
 * Placed triangles have corners that were rounded, and poses are rotations only up to rounding, or not even
 * that. So a point that two placed triangles have in common is not the image of the same place in both trees,
 * but nearly so: if x is the place in a, and y that in b (in their triangles before these were placed, in
 * tree units), then
 *
 *   d[i] = x[i] - (sum of turn[i][k] * y[k] + shift[i]),    |d| <= margin
 *
 * in length, and so in each component. This holds for real numbers, for every pose with finite numbers;
 * margin is infinite or NaN where nothing can be said. More generally, if the two points have the distance e
 * after they were placed, in the unit of a, then |d| <= stretch * e + margin. */
typedef struct fk_tree_frame {
    double rotation[3][3]; /* turn, between lengths that are not in units of a tree */
    double turn[3][3];
    double shift[3];
    double margin;  /* in units of a's tree, as is shift */
    double stretch; /* 1, up to rounding, for rotations */
} fk_tree_frame;

/* From b's tree to a's. */
fk_tree_frame fk_frame_make(const fk_placed_mesh *a, const fk_placed_mesh *b);

/* From the world to a's tree: y is a place in the world, as it is, with absolute coordinates up to
 * `extent`. */
fk_tree_frame fk_frame_from_world(const fk_placed_mesh *a, fk_vec3 extent);

/* An order by anything in which two differ; 0 only for two that are the same. So that (b, a) can be asked as
 * (a, b). */
int fk_placed_order(const fk_placed_mesh *a, const fk_placed_mesh *b);

/* The same, with an order of meshes with as many triangles and vertices that comes before all others. */
int fk_placed_order_by(const fk_placed_mesh *a, const fk_placed_mesh *b, int by);

/* No point of a in its place has a coordinate that is larger. */
double fk_placed_reach(const fk_placed_mesh *a);

/* The transposed rotation times v. */
static inline fk_vec3 fk_pose_rotate_back(const fk_pose *pose, fk_vec3 v)
{
    const double(*r)[3] = pose->rotation;
    return fk_vec3_make(r[0][0] * v.x + r[1][0] * v.y + r[2][0] * v.z,
                        r[0][1] * v.x + r[1][1] * v.y + r[2][1] * v.z,
                        r[0][2] * v.x + r[1][2] * v.y + r[2][2] * v.z);
}

/* What two boxes have in common. */
static inline fk_aabb fk_boxes_common(const fk_aabb *a, const fk_aabb *b)
{
    fk_aabb box;
    for (int k = 0; k < 3; k++) {
        *fk_vec3_at(&box.min, k) = fk_double_greatest(fk_vec3_get(a->min, k), fk_vec3_get(b->min, k));
        *fk_vec3_at(&box.max, k) = fk_double_least(fk_vec3_get(a->max, k), fk_vec3_get(b->max, k));
    }
    return box;
}

/* The corners of a triangle in its place. */
static inline void fk_placed_triangle(const fk_placed_mesh *a, uint32_t triangle, fk_vec3 corner[3])
{
    const uint32_t *index = a->mesh->triangle[triangle].corner;
    for (int k = 0; k < 3; k++)
        corner[k] = fk_pose_apply_inline(&a->pose, a->mesh->point[index[k]]);
}

/* The deepest that a tree may be: builders see to it. */
#define FK_TREE_DEPTH 32

/* Gets a triangle; false ends the visit. */
typedef bool fk_tree_visitor(void *user, uint32_t triangle);

/* A box of a placed mesh's tree around a box in the world: what of the mesh is in that, after it was placed,
 * has places in this. False when that is nothing. */
bool fk_placed_units(const fk_placed_mesh *a, const fk_aabb *box, float least[3], float most[3]);

/* Visits triangles near a box in the world: none that meets it, after it was placed, is left out. */
bool fk_placed_visit(const fk_placed_mesh *a, const fk_aabb *box, fk_tree_visitor *visitor, void *user);

/* Triangles of a leaf at most. */
#define FK_TREE_LEAF_MOST 8

/* Chooses origin and unit for the vertices of a mesh. */
void fk_tree_place(fk_tree *tree, const fk_mesh *mesh);

/* Sets the boxes of a node, both kinds, by its triangles and its children, which are fit before. */
void fk_tree_fit(const fk_tree *tree, const fk_mesh *mesh, fk_tree_node *node, fk_tree_obb *turned);

/* A list of pairs that grows, and is sorted in the end. Zeroed but for the context. */
typedef struct fk_pairs {
    fk_context *context;
    size_t count, capacity;
    uint64_t *key; /* a in the upper half */
} fk_pairs;

/* False when there is no memory. */
bool fk_pairs_add(fk_pairs *pairs, uint32_t a, uint32_t b);

/* Makes the sorted list, if all were added, and releases what they were in. FK_ERROR_MEMORY leaves *out
 * alone. */
fk_status fk_pairs_finish(fk_pairs *pairs, bool is_complete, fk_pair_list **out);

/* A leaf: triangles first to first + count - 1 in the order of the tree. */
typedef struct fk_tree_leaf {
    uint32_t first, count;
} fk_tree_leaf;

/* Gets two leaves; false ends the walk. */
typedef bool fk_tree_leaves(void *user, fk_tree_leaf a, fk_tree_leaf b);

/* Visits every pair of leaves of which placed triangles may meet. With `nearest` those that overlap most come
 * first. False when the visitor ended it. */
bool fk_tree_walk(const fk_placed_mesh *a, const fk_placed_mesh *b, bool nearest, fk_tree_leaves *visitor,
                  void *user);

/* The same for one tree with itself: each pair of leaves once, and each leaf with itself. */
bool fk_tree_walk_self(const fk_placed_mesh *a, fk_tree_leaves *visitor, void *user);

/* Verdicts on meshes: what of a relation is needed, found sooner than all of it. Overlapping: of two solids,
 * their interiors meet; of a surface and a solid, or a piece with interior, the surface meets the interior;
 * two surfaces are hard, as fk_relation says. Else touching: a common point. */

/* fk_placed_meet, with the number of times that two leaves of the trees were looked at: how dear it was. */
bool fk_placed_meet_counted(const fk_placed_mesh *a, const fk_placed_mesh *b, fk_index_pair *pair,
                            uint32_t *looks);

/* Of two meshes, exactly; by all pairs of triangles that meet. FK_ERROR_MEMORY leaves *out alone. */
fk_status fk_placed_verdict(fk_context *context, const fk_placed_mesh *a, const fk_placed_mesh *b,
                            fk_verdict *out);

/* What shows that a mesh and a piece overlap, if it was found: of a solid a point in its interior that is in
 * the piece; of a surface a triangle. */
typedef struct fk_overlap_witness {
    bool has_point;
    fk_vec3 point;
    uint32_t triangle; /* FK_NONE */
} fk_overlap_witness;

/* Of a mesh and a piece that is round, smooth, a half-space, or a polyhedron with interior. FK_UNDECIDED
 * where fk_placed_relate_piece is. FK_ERROR_MEMORY leaves *out alone. */
fk_status fk_placed_verdict_piece(fk_context *context, const fk_placed_mesh *a, const fk_piece *piece,
                                  fk_overlap_witness *witness, fk_verdict *out);

/* The hull of a mesh that is a connected solid with volume, all of whose triangles lie on the boundary of its
 * hull; *out becomes NULL for other meshes. FK_ERROR_MEMORY leaves it alone. */
fk_status fk_convex_hull(fk_context *context, const fk_mesh *mesh, bool is_solid, fk_hull **out);

/* Says whether b, moved by a shift, overlaps a: hard, contained or duplicate. */
typedef fk_status fk_overlap_function(void *user, fk_vec3 shift, bool *overlaps);

/* Ways along a direction of length 1 after which faces of both bodies lie in one plane: puts up to FK_SNAPS
 * of them into `way`, returns how many. Parts that fit each other exactly are out after such a way, and not
 * after a little more or less. */
#define FK_SNAPS 16
typedef uint32_t fk_snap_function(void *user, fk_vec3 direction, double way[FK_SNAPS]);

/* What a search starts from. */
typedef struct fk_way_out {
    fk_overlap_function *overlaps;
    fk_snap_function *snaps; /* or NULL */
    void *user;              /* of both */
    fk_vec3 model_shift;     /* brings b to where it is beside a without their poses */
    fk_aabb box_a, box_b;    /* around each body in its place */
    fk_aabb common;          /* around what they have in common */
    const fk_vec3 *normal;   /* directions that b may leave along, of any length; zero ones are passed over */
    uint32_t normal_count;
} fk_way_out;

/* Finds a short way: out->is_exact is false, and what is claimed was checked by `overlaps`. FK_OK, or what
 * that said. */
fk_status fk_way_out_find(const fk_way_out *search, fk_placed_depth *out);

/* The depth of two meshes whose relation is known, with hulls for those that are convex (see fk_convex_hull),
 * else NULL. */
fk_status fk_placed_depth_find(fk_context *context, const fk_placed_mesh *a, const fk_placed_mesh *b,
                               const fk_hull *const hull[2], const fk_relation_result *related,
                               fk_placed_depth *out);

/* The depth of a convex mesh, given by its hull and its pose, and a convex piece. */
fk_status fk_placed_depth_convex(fk_context *context, const fk_hull *hull, const fk_pose *pose,
                                 const fk_piece *piece, fk_placed_depth *out);

#endif
