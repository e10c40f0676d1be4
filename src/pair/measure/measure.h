/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Building blocks of distance, penetration depth and overlap box: GJK, linear programs, the EPA polytope, supports in
 * double-doubles. */

#ifndef FARKAS_PAIR_MEASURE_H
#define FARKAS_PAIR_MEASURE_H

#include "exact/dd.h"
#include "exact/exact.h"
#include "farkas/base.h"
#include "farkas/pair.h"
#include "farkas/shape.h"
#include "pair/cast/cast.h"
#include "pair/pair.h"
#include "shape/support.h"

/* ---- GJK distance in doubles (gjk_distance.c) ----
 *
 * Gilbert, Johnson and Keerthi's search for the point of the Minkowski difference M = a - b that is nearest to the origin, over
 * simplices of support points. It proves nothing: the caller must check every claim, by bounds (support_bounds.c) or fk_verify.
 * All numbers are scaled by the bodies' power of two. */

/* The largest number of steps. Polyhedra need 2 to 15, smooth shapes 10 to 60 on average and up to 85 near contact. */
#define FK_GJK_STEPS 1000

/* A point of M: the difference of a support point of a and one of b. */
typedef struct fk_gjk_point {
    fk_vec3 a, b;        /* offsets from the anchors */
    fk_vec3 d;           /* a - b plus the difference of the anchors */
    fk_vertex_pair pair; /* vertices, for pieces that have them */
} fk_gjk_point;

typedef enum fk_gjk_end {
    FK_GJK_LIMIT = 0, /* out of steps */
    FK_GJK_NEAREST,   /* the bounds agree up to rounding, or no step in doubles brings them closer */
    FK_GJK_APART,     /* lower exceeds options.enough */
    FK_GJK_INSIDE,    /* the tetrahedron contains the origin by more than rounding */
    FK_GJK_ZERO       /* the simplex of one to three points contains the origin up to rounding */
} fk_gjk_end;

typedef struct fk_gjk_result {
    fk_gjk_end end;
    uint32_t steps; /* support queries */
    /* The simplex nearest to the origin so far, and its nearest point. Weights are not negative and sum to 1 up to rounding. */
    uint32_t count;
    fk_gjk_point point[4];
    double weight[4];
    fk_vec3 nearest;
    /* The distance of the origin to M lies between lower and upper, up to rounding. lower is the least n.d over M for the unit
     * vector n = direction, which points from b to a; negative when no direction separates, -infinity before the first one. */
    double upper, lower;
    fk_vec3 direction;
} fk_gjk_result;

typedef struct fk_gjk_options {
    fk_vec3 start;      /* first direction, from b to a; zero: from anchor to anchor */
    uint32_t max_steps; /* at most FK_GJK_STEPS */
    double enough;      /* stop when lower exceeds this */
    double ratio;       /* stop when lower exceeds this times upper; default: infinite */
    fk_trace *trace;    /* or NULL: FK_STEP_SIMPLEX */
} fk_gjk_options;

/* Defaults: no start direction, FK_GJK_STEPS, no early stop, no trace. */
fk_gjk_options fk_gjk_options_default(void);

void fk_gjk_distance(fk_support_bodies *bodies, const fk_gjk_options *options, fk_gjk_result *out);

/* Computes the result of GJK for a given simplex of 1 to 4 vertex pairs, which it sorts by index: nearest point, upper and
 * direction; lower stays unknown. Returns false when the nearest point is not inside the simplex. Four pairs must surround the
 * origin. */
bool fk_gjk_from_pairs(const fk_support_bodies *bodies, const fk_vertex_pair *pair, uint32_t count,
                       fk_gjk_result *out);

/* The support point of M in the direction -n: the least n.d. n may have any length. */
fk_gjk_point fk_gjk_support(fk_support_bodies *bodies, fk_vec3 n);

/* The witness points: the nearest point of the simplex as a point of a and one of b, of the cores of round pieces. As offsets
 * from the anchors, and in world coordinates. */
void fk_gjk_witness_offsets(const fk_gjk_result *walk, fk_vec3 *a, fk_vec3 *b);
void fk_gjk_witness_points(const fk_support_bodies *bodies, const fk_gjk_result *walk, fk_vec3 *point_a,
                           fk_vec3 *point_b);

/* The distance between the two witness points as the weights give them, scaled. For a simplex that contains the origin it is
 * rounding error only, unless the simplex is thin. */
double fk_gjk_residual(const fk_gjk_result *walk);

/* Sorts the simplex by vertex index and recomputes weights, nearest point, upper, direction and lower, so that the same simplex
 * gives the same numbers whatever steps led to it. */
void fk_gjk_recompute(fk_support_bodies *bodies, fk_gjk_result *walk);

/* ---- Proved bounds from a GJK result (support_bounds.c) ----
 *
 * They hold in every rounding mode, with flushed numbers, for every kind of piece, whether the GJK result is right or wrong.
 * Numbers are scaled like those of the bodies unless stated otherwise. */

/* An interval that contains the support value of a body along n, relative to its anchor, without the radius of a sphere or
 * capsule; in world units. n has length 1 up to rounding. */
fk_interval fk_bound_support(const fk_support_body *body, fk_vec3 n);

/* Bounds of the distance of a and b, radii subtracted. lo <= 0 does not decide whether they are apart; hi < 0 proves that round
 * pieces overlap. The bodies must be neither shrunk nor whole. */
fk_interval fk_bound_distance(const fk_support_bodies *bodies, const fk_gjk_result *walk);

/* The same with a known sum of support values: that of a along -n plus that of b along n, with n = walk->direction. Each must be
 * the greatest value over all vertices, with the errors that support_bounds.c derives. */
fk_interval fk_bound_distance_by(const fk_support_bodies *bodies, const fk_gjk_result *walk, double supports);

/* The sum of the radii of spheres and capsules, with one rounding. */
double fk_bound_radius(const fk_support_bodies *bodies);

/* True only when the origin lies in the interior of the hull of these vertex differences. */
bool fk_bound_surrounds(const fk_support_bodies *bodies, const fk_gjk_point *point, uint32_t count);

/* ---- The box of the intersection (overlap_box*.c) ---- */

/* The box of the intersection of two valid pieces whose verdict is given, or FK_UNDECIDED when it is unknown. Empty when they are
 * apart. */
fk_aabb fk_overlap_box_for_verdict(const fk_piece *a, const fk_piece *b, fk_verdict verdict);

/* Sets sides of the box of two valid overlapping cells, each to the exact bound rounded outward, and returns the bits of the
 * sides that it set; the others are too close to call. Bit 2 k is the upper side along axis k, bit 2 k + 1 the lower. */
#define FK_BOX_SIDES 63u
unsigned fk_overlap_box_of_cells(const fk_piece *a, const fk_piece *b, fk_aabb *box);

/* Sets all sides for two valid cells that overlap or touch and whose numbers are small multiples of one power of two. Returns
 * false, with *box unchanged, when they are not, and for flat cells. */
bool fk_overlap_box_on_grid(const fk_piece *a, const fk_piece *b, fk_aabb *box);

/* The vector from one corner of a cell to another: edge `plus` minus edge `minus`; 3 is no edge. */
typedef struct fk_corner_step {
    uint8_t plus, minus;
} fk_corner_step;

/* An edge of a cell: its two corners, the two other corners that are joined to the first, the vectors from the first corner to
 * these three, and the edges that lead from the cell's origin to the first corner. */
typedef struct fk_cell_edge {
    uint8_t from, to, other[2];
    fk_corner_step way[3];
    uint8_t start[2];
} fk_cell_edge;

/* A box has twelve edges. A tetrahedron has six; the first two are repeated to fill whole vectors. */
extern const fk_cell_edge fk_box_edges[12], fk_tetra_edges[8];

/* All of space. */
fk_aabb fk_aabb_everywhere(void);

/* Sets one side of a box from the greatest value of sign * coordinate: the upper side (sign 1) or the lower one (-1). Never sets
 * -0. */
void fk_aabb_set_side(fk_aabb *box, int axis, int sign, double extent);

/* ---- Penetration depth (depth*.c) ----
 *
 * M = a - b, h(n) is the greatest n.d over M. The depth of an origin inside M is the least h(n) over all unit vectors n: b moved
 * by h(n) n only touches a. */

/* The depth of a pair in canonical order (fk_piece_order) whose verdict is known. */
void fk_depth_for_verdict(const fk_piece *a, const fk_piece *b, fk_verdict verdict, fk_depth *out);

/* A root whose offset is the sum of two radii, on the arena. */
fk_root fk_root_with_radii(fk_arena *arena, const double radius[2]);

/* The exact depth of two overlapping cores that are not hulls, plus both radii, rounded down and up. Returns false when the arena
 * is full. */
bool fk_depth_cells(fk_pair *pair, const double radius[2], fk_depth *out);

/* The direction of the depth, in doubles and unproved: a unit vector along which two overlapping cores, not hulls, separate after
 * their depth, up to about 1e-8 of the size where edges are nearly parallel, else 1e-12. Returns false when no faces or edges
 * span a direction, or the size is beyond 2^100 or below 2^-100. */
bool fk_depth_cells_direction(const fk_piece *a, const fk_piece *b, fk_vec3 *direction);

/* EPA: a proved interval of the depth of any two bounded pieces, spheres and capsules with their radius (whole) or without, and a
 * direction in which they separate after depth.hi. 0 to 0 when a direction proves that they are apart. */
void fk_depth_epa(const fk_piece *a, const fk_piece *b, bool whole, fk_depth *out);

/* EPA in doubles (epa_double.c). */
typedef struct fk_epa_end {
    fk_verdict verdict; /* FK_APART or FK_OVERLAPPING when that is proved, else FK_UNDECIDED */
    bool has_direction;
    /* along it b separates from a after the depth, up to about 1e-9 of the size, if they meet */
    fk_vec3 direction;
    uint32_t support[2]; /* support vertices of hulls, of a along it and of b against it */
} fk_epa_end;

/* Searches the depth of two valid bounded pieces. Without wants_direction the search ends with the verdict. */
void fk_epa_search(const fk_piece *a, const fk_piece *b, bool wants_direction, fk_epa_end *out);

/* That verdict, or FK_UNDECIDED, for bounded pieces that need not be valid. */
fk_verdict fk_epa_verdict(const fk_piece *a, const fk_piece *b);

/* ---- A point and a cylinder or cone (point_tapered.c) ---- */

typedef struct fk_point_distance {
    double distance; /* from the surface, negative inside; off by less than 2^-45 size */
    double size;     /* of the piece, and of its distance from the point */
    fk_vec3 n;       /* the unit vector along which the point leaves the piece, or has left it */
} fk_point_distance;

/* Any numbers are safe. Returns false where the piece is slender or the sizes are beyond 2^-100 and 2^100. */
bool fk_point_tapered_distance(const fk_piece *piece, fk_vec3 point, fk_point_distance *out);

/* ---- A point inside a piece (point_depth.c) ---- */

/* Computes a lower bound of the distance of a point of a piece from its surface, less by at most 2^-36 of the size; 0 if that is not
 * known to be positive. Any numbers are safe. Returns false for other kinds than boxes, round pieces, cylinders, cones and
 * half-spaces; for skewed boxes; and where fk_point_tapered_distance does. */
bool fk_point_depth_below(const fk_piece *piece, fk_vec3 point, double *out);

/* ---- Distance, where doubles alone do not decide (distance_exact.c) ---- */

/* The exact distance of two pieces with vertices, spheres and capsules included. Returns the verdict; fills *out only when it is
 * FK_APART, with the distance rounded down and up. FK_UNDECIDED when the arena is full. */
fk_verdict fk_distance_exact(const fk_piece *a, const fk_piece *b, fk_distance *out);

/* The distance of two pieces of which at least one is a half-space: exact except for smooth pieces. */
void fk_distance_half_space(const fk_piece *a, const fk_piece *b, fk_distance *out);

/* Distance 0 to 0 and a common point of two pieces that meet, as method exact finds it. */
void fk_distance_zero(const fk_piece *a, const fk_piece *b, fk_distance *out);

/* ---- Supports of bounded pieces in double-doubles, not proved (mpr.c) ----
 *
 * Points are offsets from the piece's anchor, scaled. */

/* One bounded piece. Its anchor is its centre or first point, or the origin of a cell. */
typedef struct fk_dd_body {
    const fk_piece *piece;
    fk_vec3 anchor;
    double scale;       /* a power of two, the same for both pieces of a pair */
    fk_dd_vec3 edge[3]; /* of cells and ellipsoids; other points minus the anchor for kinds with few */
    fk_dd_vec3 axis;    /* cylinder, cone: of length 1 */
    fk_dd radius;
} fk_dd_body;

typedef struct fk_dd_bodies {
    fk_dd_body side[2]; /* a, b */
    fk_dd_vec3 shift;   /* anchor of a minus anchor of b */
} fk_dd_bodies;

/* Prepares two valid bounded pieces; coordinates of a - b are at most about 1. */
void fk_dd_bodies_init(fk_dd_bodies *pair, const fk_piece *a, const fk_piece *b);

/* The support point along n as an offset; that of the anchor for n = 0. */
fk_dd_vec3 fk_dd_support(const fk_dd_body *side, fk_dd_vec3 n);

/* ---- Exact linear programs (linear_program.c, linear_program_double.c) ----
 *
 * Over two pieces with vertices: the extent of their intersection along an axis, and the times at which a moving piece meets the
 * other one.
 *
 * With d = p - q the difference of a vertex p of a and a vertex q of b, and weights w >= 0 that sum to 1, the common points are x
 * = sum w q for all w with sum w d = 0; and a moved by t v, where v is its displacement, meets b when sum w d + t v = 0 for some
 * w. */

typedef enum fk_lp_column_kind {
    FK_LP_COLUMN_PAIR,  /* the difference of a vertex pair, with a weight */
    FK_LP_COLUMN_TIME,  /* the displacement, times a free number */
    FK_LP_COLUMN_START, /* from the first difference to the origin: the fraction that is still missing */
    FK_LP_COLUMN_AXIS   /* a coordinate axis, times zero: completes a basis */
} fk_lp_column_kind;

typedef struct fk_lp_column {
    fk_lp_column_kind kind;
    fk_vertex_pair pair;
    int axis;
    int parent; /* the pair of the basis that this one is subtracted from: 0 but in mpr.c */
} fk_lp_column;

typedef enum fk_lp_goal_kind {
    FK_LP_GOAL_MEET,   /* the least fraction of START */
    FK_LP_GOAL_EXTENT, /* the greatest sign * x along an axis */
    FK_LP_GOAL_TIME    /* the greatest sign * t */
} fk_lp_goal_kind;

typedef struct fk_lp_goal {
    fk_lp_goal_kind kind;
    int axis, sign;
} fk_lp_goal;

typedef struct fk_lp {
    /* Four columns that span the program; the first one is a pair. */
    fk_lp_column basis[4];
    const fk_displacement *displacement; /* NULL when a is at rest */
    fk_vec3 shift[2];                    /* added to every difference, exactly */
    bool has_met;                        /* the basis is feasible: START must stay zero */
    /* The centres of the balls of the vertex offsets, for pieces with few vertices. */
    fk_vec3 rough[2][FK_VERTEX_MAX];
    fk_pair pair;
} fk_lp;

/* Prepares two valid pieces with vertices (cores of round ones) and finds a feasible basis. a moves by a nonzero displacement,
 * which must outlive the program, or rests for NULL. Returns false when the pieces never meet, or when the arena is full
 * (pair.arena.full). */
bool fk_lp_make_feasible(fk_lp *lp, const fk_piece *a, const fk_piece *b,
                         const fk_displacement *displacement);

/* The same with a first moved by the exact sum of two vectors. */
bool fk_lp_make_feasible_shifted(fk_lp *lp, const fk_piece *a, const fk_piece *b,
                                 const fk_displacement *displacement, const fk_vec3 shift[2]);

/* The extent of the intersection along an axis: its greatest coordinate (sign 1) or its least (-1). Call it after
 * fk_lp_make_feasible without a displacement. The result is on the arena until the next call; check pair.arena.full. */
fk_fraction fk_lp_extent(fk_lp *lp, int axis, int sign);

/* The last time at which the pieces meet (sign 1) or the first (-1). Call it after fk_lp_make_feasible with a displacement. */
fk_fraction fk_lp_time(fk_lp *lp, int sign);

/* Improves the basis for a goal in doubles: fast, without any guarantee. */
void fk_lp_optimise_double(fk_lp *lp, fk_lp_goal goal);

/* ---- The polytope of EPA (epa_polytope.c) ----
 *
 * The exact convex hull of points given as doubles, which grows vertex by vertex. It has a fixed size and lies on the stack. */

#define FK_POLYTOPE_VERTICES 448
#define FK_POLYTOPE_FACETS   (2 * FK_POLYTOPE_VERTICES - 4)

/* A triangle, counterclockwise seen from outside. neighbor[k] shares the edge from vertex[k] to vertex[k + 1]. */
typedef struct fk_polytope_facet {
    uint16_t vertex[3], neighbor[3];
    uint16_t stamp;
    uint16_t flag; /* the caller's; 0 for a new facet */
    double value;  /* the caller's; an infinity for slots without facet, 0 for a new one */
} fk_polytope_facet;

typedef struct fk_polytope {
    uint32_t vertex_count;
    uint32_t facet_count;                    /* slots in use, those without facet included */
    uint32_t fresh_count;                    /* facets that the last call made */
    uint16_t fresh[FK_POLYTOPE_VERTICES];    /* their slots */
    uint16_t list[FK_POLYTOPE_FACETS];       /* facets visible from a new vertex */
    uint16_t start_of[FK_POLYTOPE_VERTICES]; /* the new facet whose first vertex this is */
    uint32_t free_count;                     /* slots without facet */
    uint16_t free_slot;                      /* the first of them; the next ones follow by neighbor[0] */
    uint16_t stamp;
    fk_polytope_facet facet[FK_POLYTOPE_FACETS];
    fk_vec3 vertex[FK_POLYTOPE_VERTICES];
} fk_polytope;

/* A tetrahedron; false when its vertices lie in one plane. Here and below, coordinates are 0 or have a size between 2^-200 and
 * 2^200. */
bool fk_polytope_init(fk_polytope *p, const fk_vec3 vertex[4]);

/* The exact side of a facet's plane on which a point lies: 1 outside, 0 in the plane, -1 inside. */
int fk_polytope_side(const fk_polytope *p, uint32_t facet, fk_vec3 point);

/* Adds a point outside a facet: replaces the facets visible from it by facets that end in it. Returns false, with the polytope
 * unchanged, when there is no room. */
bool fk_polytope_add(fk_polytope *p, uint32_t facet, fk_vec3 point);

/* The outward unit normal of a facet: its exact direction, rounded. */
fk_vec3 fk_polytope_normal(const fk_polytope *p, uint32_t facet);

/* ---- MPR: linear programs over support points (mpr.c) ----
 *
 * The programs of linear_program.c for pieces that may be round or smooth, in double-doubles: the columns are support points
 * instead of vertices. The results are directions that make good proofs; they prove nothing themselves. */

/* Stored points of each piece: the first one, four of the basis and one that enters. */
#define FK_MPR_POINTS 6

typedef struct fk_mpr {
    fk_lp_column basis[4]; /* pairs are indices of points */
    bool has_met;
    fk_dd_bodies pair;
    fk_dd_vec3 velocity; /* scaled */
    fk_dd_vec3 point[2][FK_MPR_POINTS];
    double gain;  /* the most by which the goal may exceed the current basis, scaled */
    bool is_thin; /* solutions need refinement */
    int turns;    /* changes of basis so far */
} fk_mpr;

/* Prepares two valid bounded pieces, a moving or at rest (displacement NULL), and searches a point where they meet. Returns false
 * when they are clearly apart; fk_mpr_direction is then a direction that separates them. */
bool fk_mpr_make_feasible(fk_mpr *portal, const fk_piece *a, const fk_piece *b,
                          const fk_displacement *displacement);

/* Optimises a goal after fk_mpr_make_feasible. */
void fk_mpr_optimise(fk_mpr *portal, fk_lp_goal goal);

/* The direction for a that the current basis gives; for FK_LP_GOAL_EXTENT the direction for b is sign * axis minus it. Returns
 * false when it is not finite. */
bool fk_mpr_direction(fk_mpr *portal, fk_lp_goal goal, fk_dd_vec3 *out);

/* ---- Support values between proved bounds (support_exact.c) ---- */

/* A number between two exact ones. */
typedef struct fk_exact_interval {
    fk_exact lo, hi;
} fk_exact_interval;

/* The vertex with the greatest n.x, for pieces with vertices; any of them among equals. */
uint32_t fk_piece_support_vertex(fk_arena *arena, const fk_piece *piece, fk_exact_vec3 n);

/* The support value of a valid bounded piece: the greatest n.x. Exact for polyhedra, where both bounds are equal. Otherwise the
 * value contains square roots, and the bounds differ by about 2^-130 of them. */
fk_exact_interval fk_piece_support_value(fk_arena *arena, const fk_piece *piece, fk_exact_vec3 n);

/* The square root of over / under, for over >= 0 and under > 0. */
fk_exact_interval fk_exact_root(fk_arena *arena, fk_exact over, fk_exact under);

/* Whether anchor + offset lies in a closed round or smooth piece, exactly. The anchor is the centre of a sphere or ellipsoid,
 * else end 0. Always false for an ellipsoid without volume. */
bool fk_round_contains(fk_arena *arena, const fk_piece *piece, fk_vec3 offset);

#endif
