/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The stages of the verdict: separating axes, filtered GJK, exact GJK, half-spaces, smooth pieces, triangles, caches. */

#ifndef FARKAS_PAIR_VERDICT_H
#define FARKAS_PAIR_VERDICT_H

#include "exact/exact.h"
#include "base/cpu.h"
#include "farkas/pair.h"
#include "farkas/shape.h"
#include "pair/measure/measure.h"
#include "pair/pair.h"
#include "shape/vertices.h"

/* ---- Separating axes of boxes, tetrahedra and triangles (sat*.c) ---- */

/* Whether both kinds are among box, tetra and triangle. */
static inline bool fk_sat_knows(fk_kind a, fk_kind b)
{
    return a >= FK_KIND_TRIANGLE && a <= FK_KIND_BOX && b >= FK_KIND_TRIANGLE && b <= FK_KIND_BOX;
}

/* The exact verdict on two pieces of these kinds. FK_UNDECIDED, which leaves the pair to exact GJK, only where a - b has no
 * volume, for sizes at the ends of the range and for numbers that are not finite. Any numbers are safe. */
fk_verdict fk_sat_verdict(const fk_piece *a, const fk_piece *b);

/* The first test of two cells, by their kinds, tetra before box, and the instruction level (sat_quick.inc): right, or
 * FK_UNDECIDED for most pairs that nearly touch, and for all on levels without it. */
typedef fk_verdict fk_sat_quick_function(const fk_cell *a, const fk_cell *b);
extern fk_sat_quick_function *const fk_sat_quick[2][2][FK_CPU_COUNT];

/* An axis of two boxes for their certificate, and twice the differences of their centres and of the vertices that a ray starts
 * from: see answer/certificate_boxes.c. */
typedef struct fk_box_axis {
    fk_vec3 w, v;
    unsigned plus; /* bit k: v adds edge k of a, or edge k - 3 of b, instead of subtracting it */
    int axis;
    bool is_apart;    /* the axis separates; else w, v and plus are set */
    bool is_positive; /* its product with w is, or else with v */
} fk_box_axis;

/* Chooses that axis, by instruction level; all of them choose the same. */
typedef void fk_box_axis_function(const fk_cell *a, const fk_cell *b, fk_box_axis *out);
extern fk_box_axis_function *const fk_box_axis_choice[FK_CPU_COUNT];
fk_box_axis_function fk_box_axis_plain;

/* Whether the cache still proves its verdict for two pieces of these kinds: apart by a direction, or overlapping by a point
 * inside both. Any contents are safe. */
bool fk_sat_check_cache(const fk_piece *a, const fk_piece *b, const fk_pair_cache *cache);

/* Finds a point inside two cells, for the cache. */
bool fk_sat_common_point(const fk_piece *a, const fk_piece *b, fk_vec3 *inside);

/* ---- Half-spaces, exactly (half_space.c) ---- */

/* Whether one of two pieces is a half-space; one is smooth; one has a radius around its core. */
static inline bool fk_any_half_space(const fk_piece *a, const fk_piece *b)
{
    return a->kind == FK_KIND_HALF_SPACE || b->kind == FK_KIND_HALF_SPACE;
}

static inline bool fk_any_smooth(const fk_piece *a, const fk_piece *b)
{
    return fk_piece_is_smooth(a) || fk_piece_is_smooth(b);
}

static inline bool fk_any_round(const fk_piece *a, const fk_piece *b)
{
    return fk_sign_of(fk_piece_radius(a)) > 0 || fk_sign_of(fk_piece_radius(b)) > 0;
}

/* The greatest n.x over the vertices of a piece (want 1) or the least (-1), and its vertex, the lowest index among equals.
 * Leaves nothing else on the arena. */
fk_exact fk_vertices_support(fk_arena *arena, const fk_piece *piece, fk_exact_vec3 n, int want,
                             uint32_t *vertex);

/* Whether two half-spaces have exactly opposite normals, n_b = -k n_a with k > 0; all others overlap. size is then a
 * positive multiple of |n_a| and |n_b|, so that k = size[1] / size[0]. */
bool fk_half_spaces_are_opposite(fk_arena *arena, const fk_plane *a, const fk_plane *b, fk_exact size[2]);

/* size[1] c_a + size[0] c_b: positive where opposite half-spaces overlap, 0 where they touch. */
fk_exact fk_half_spaces_overlap(fk_arena *arena, const fk_plane *a, const fk_plane *b,
                                const fk_exact size[2]);

/* The exact verdict on two valid pieces, one or both of them half-spaces. When only one is, *deepest becomes the vertex
 * of the other with the least n.x, the lowest index among equals; else 0. */
fk_verdict fk_half_space_verdict(fk_arena *arena, const fk_piece *a, const fk_piece *b, uint32_t *deepest);

/* The verdict on a half-space and a bounded piece, in doubles, where an error bound proves it; else, and for pieces that are not
 * valid, FK_UNDECIDED. */
fk_verdict fk_half_space_filter(const fk_piece *a, const fk_piece *b);

/* ---- GJK in doubles, proved by error bounds (gjk_filter.c) ---- */

/* For bounded pieces that are not smooth; they need not be valid. out->verdict becomes FK_APART or FK_OVERLAPPING when that
 * is proved, else FK_UNDECIDED. Apart: along out->direction all of a (its core, for round pieces) lies before all of b.
 * Overlapping: the hull of the four vertex differences out->pair has the origin inside; for round pieces out->pair means
 * nothing. The same bytes on every processor. */
void fk_gjk_filter_verdict(const fk_piece *a, const fk_piece *b, fk_pair_cache *out);

/* The same in floats, if at least one piece is a hull with vertex blocks (gjk_blocks.c), else FK_UNDECIDED.
 *   direction  NULL; or where the search starts, if it is not zero, and where it ends if the pieces are apart: as out->direction
 *   pair       NULL; or as out->pair, if the pieces overlap. Without it, two balls may prove the overlap, which is faster */
fk_verdict fk_gjk_blocks_verdict(const fk_piece *a, const fk_piece *b, fk_vec3 *direction,
                                 fk_vertex_pair *pair);

/* Whether a piece is a hull with vertex blocks; and whether two pieces, of which one is, are proved apart by their balls or a
 * direction from a to b, which may be any. */
bool fk_piece_has_blocks(const fk_piece *piece);
bool fk_gjk_blocks_separate(const fk_piece *a, const fk_piece *b, fk_vec3 direction);

/* Where the search for the nearest point has ended. The simplex of the walk is sorted: up to three pairs, or four that enclose
 * the origin; walk.lower is not set. reaches, for fk_bound_distance_by, is the sum of the support values of a against
 * walk.direction and of b along it. */
typedef struct fk_gjk_filter_end {
    fk_support_bodies bodies; /* not scaled */
    fk_gjk_result walk;
    double reaches;
} fk_gjk_filter_end;

/* Searches the point of a - b (of the cores) nearest to the origin. start is a direction from b to a, or zero. False when the
 * search fails, when a piece is not valid, is smooth or not bounded, or when numbers are too large or too small. Nothing
 * is proved, but reaches is as accurate as fk_bound_distance_by needs. The same bytes on every processor. */
bool fk_gjk_filter_nearest(const fk_piece *a, const fk_piece *b, fk_vec3 start, fk_gjk_filter_end *out);

/* ---- Exact GJK (gjk_exact.c) ---- */

typedef struct fk_gjk_solution {
    fk_certificate certificate; /* its verdict is the result; the rest is filled if `prove` */
    /* Affinely independent pairs. The relative interior of their hull contains the origin when the cores meet; else, if
     * `prove` or a piece is round, the point of M nearest to it. */
    fk_vertex_pair simplex[4];
    uint32_t count;
} fk_gjk_solution;

/* Decides every pair of valid pieces that are neither half-spaces nor smooth; with a certificate if `prove`. */
void fk_gjk_exact(fk_pair *pair, bool prove, fk_gjk_solution *out);

/* The direction from the origin to the nearest point of the affine span of 1 to 3 pairs; its sign is 0 when the plane of 3
 * pairs contains the origin. */
fk_normal fk_simplex_normal(fk_pair *pair, const fk_vertex_pair *simplex, uint32_t count);

/* ---- Cylinders, cones and ellipsoids (smooth.c, deepest_point.c) ---- */

/* The verdict on two bounded pieces, one or both smooth, in doubles, where an error bound proves it; else, and for pieces that are
 * not valid, FK_UNDECIDED. */
fk_verdict fk_smooth_filter(const fk_piece *a, const fk_piece *b);

/* For a point or sphere and a cylinder or cone: the direction in which b leaves a by the shortest way, and the verdict as above.
 * Returns false, with FK_UNDECIDED, for other pieces and where doubles do not suffice. */
bool fk_tapered_exit(const fk_piece *a, const fk_piece *b, fk_vec3 *n, fk_verdict *verdict);

/* The verdict on two valid pieces, one or both of them smooth, and its certificate, which the verifier has accepted.
 * FK_UNDECIDED, and a certificate of zeros, when the gap or depth is too small to prove. */
fk_verdict fk_smooth_verdict(const fk_piece *a, const fk_piece *b, fk_certificate *certificate);

/* Fills a zeroed answer for a valid query with a smooth piece. */
void fk_smooth_answer(const fk_pair_query *query, fk_answer *out);

/* Find the deepest common point of two bodies, one or both smooth, in doubles; nothing is proved. Both start from the
 * nearest point of a walk that ended near contact. False when no point found is inside.
 *   fk_deepest_weights  for a smooth body and one with vertices and no radius: searches the hull of the walk's vertices,
 *                       and sets the weights of the walk to those of the deepest point
 *   fk_deepest_point    else: *point becomes the deepest point, as an offset from the anchor of a */
bool fk_deepest_weights(fk_support_bodies *bodies, fk_gjk_result *walk);
bool fk_deepest_point(fk_support_bodies *bodies, const fk_gjk_result *walk, fk_vec3 *point);

/* ---- Containment (containment.c, containment_quadric.c) ---- */

/* Whether a set is a subset of another one; "yes" and "no" are proved. */
typedef enum fk_containment {
    FK_CONTAINMENT_UNKNOWN = 0,
    FK_CONTAINMENT_NO,
    FK_CONTAINMENT_YES
} fk_containment;

/* Whether the inner piece is a subset of the outer one; both are valid. Always known for polyhedra, spheres, capsules and
 * half-spaces, except for a flat outer cell or hull and an inner cell whose corners are no doubles, for hulls that need a
 * polytope of more than FK_POLYTOPE_VERTICES points, and for numbers below 2^-200 or above 2^200 in hulls. */
fk_containment fk_piece_contains(const fk_piece *outer, const fk_piece *inner);

/* The vertices of a polyhedron as points, in `vertex` unless it is a hull; false if they are not all doubles. */
bool fk_piece_list_vertices(const fk_piece *piece, fk_vec3 vertex[FK_VERTEX_MAX], fk_points *out);

/* Whether a valid piece has a volume. */
bool fk_piece_has_interior(const fk_piece *piece);

typedef enum fk_extreme_form {
    FK_EXTREME_POINT,
    FK_EXTREME_DISC,
    FK_EXTREME_BALL,
    FK_EXTREME_ELLIPSOID
} fk_extreme_form;

/* A convex piece is the hull of a few such sets: all center + sum of s[k] axis[k] for which the sum of s[k]^2 weight[k] is at
 * most room. All numbers are exact. */
typedef struct fk_extreme_set {
    fk_extreme_form form;
    uint32_t count; /* axes: 0 for a point, 2 for a disc, else 3 */
    fk_exact_vec3 center, axis[3];
    fk_exact weight[3], room;   /* positive */
    fk_exact inverse[3], under; /* 1 / weight[k] is inverse[k] / under */
    fk_exact radius;            /* of a disc or ball, else 0 */
    fk_exact_vec3 normal;       /* of a disc */
} fk_extreme_set;

/* The function F(x) = z.Az + 2 z.half_slope + constant with z = x - origin; A is symmetric, the constant is not 0. */
typedef struct fk_quadric {
    fk_vec3 origin;
    fk_exact_vec3 row[3]; /* of A */
    fk_exact_vec3 half_slope;
    fk_exact constant;
} fk_quadric;

/* Whether F <= 0 all over the set. farthest may be NULL; else it becomes the coordinates s of a point of the set where F is
 * greatest, up to rounding. Leaves nothing on the arena. */
fk_containment fk_quadric_contains(fk_arena *arena, const fk_quadric *f, const fk_extreme_set *set,
                                   double farthest[3]);

/* ---- Warm start: the cached proof of the last verdict (warm_start.c) ---- */

/* The two steps of fk_pair_verdict_warm: whether the cache still proves its verdict; and the verdict without the cache,
 * which then keeps its proof. */
bool fk_warm_check_cache(const fk_piece *a, const fk_piece *b, const fk_pair_cache *cache);
fk_verdict fk_warm_verdict(const fk_piece *a, const fk_piece *b, fk_pair_cache *cache);

/* For bounded pieces that are not smooth, valid or not: whether the cache, as fk_gjk_filter_verdict fills it, proves its
 * verdict: apart by a direction or overlapping by four vertex differences; for round pieces only the former. Any contents
 * are safe. */
bool fk_gjk_check_cache(const fk_piece *a, const fk_piece *b, const fk_pair_cache *cache);

/* ---- Two triangles, exactly for all finite doubles (triangle_triangle.c, triangle_intersection.c) ---- */

/* The first coordinate axis along which the projection of a triangle has area, or -1 when it has none. */
int fk_triangle_area_axis(const fk_vec3 a[3]);

/* A feature of a triangle, without its ends: the vertex `index`; the edge from corner `index` to the next
 * one; the face. A triangle without area has one edge, between its ends; or, when it is a point, none, and
 * vertex 0. Of equal corners, the first is the vertex. */
typedef struct fk_triangle_feature {
    uint8_t dimension; /* 0 vertex, 1 edge, 2 face */
    uint8_t index;
} fk_triangle_feature;

/* A corner of the intersection of two triangles: the one point in which these features meet. At most one of them is a
 * face. */
typedef struct fk_triangles_corner {
    fk_triangle_feature a, b;
} fk_triangles_corner;

typedef struct fk_triangles_shared {
    fk_verdict verdict; /* as fk_pair_verdict gives it */
    bool is_coplanar;   /* and both have area: the intersection may be a polygon */
    uint32_t count;     /* 1 a point, 2 a segment, more a polygon, with its corners in no order */
    fk_triangles_corner corner[FK_TRIANGLES_POINTS];
} fk_triangles_shared;

/* The intersection of two triangles, as features. */
void fk_triangles_features(const fk_vec3 a[3], const fk_vec3 b[3], fk_triangles_shared *out);

/* A point with rational coordinates over / under, under > 0. */
typedef struct fk_rational_point {
    fk_exact_vec3 over;
    fk_exact under;
} fk_rational_point;

/* The exact point of a corner, in up to 600 limbs. */
fk_rational_point fk_triangles_corner_point(fk_arena *arena, const fk_vec3 a[3], const fk_vec3 b[3],
                                            fk_triangles_corner corner);

#endif
