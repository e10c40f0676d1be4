/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* What distance, depth and box are made of: the GJK walk, linear programs, polytopes, supports in two doubles. */

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

/* ---- The walk of Gilbert, Johnson and Keerthi in doubles (gjk_distance.c) ----
 *
 * Toward the point of M = a - b that is nearest to the origin, over simplices of support points. It proves nothing: the
 * caller must check every claim, by bounds or fk_verify. All numbers are those of the bodies: scaled by their power of
 * two. */

/* No walk takes more steps. Polyhedra need 2 to 15, smooth shapes 10 to 60 on average and up to 85 near contact. */
#define FK_WALK_STEPS 1000

/* A point of M: the difference of a support point of a and one of b. */
typedef struct fk_walk_point {
    fk_vec3 a, b;        /* offsets from the anchors */
    fk_vec3 d;           /* a - b plus the way between the anchors */
    fk_vertex_pair pair; /* vertices, for pieces that have them */
} fk_walk_point;

typedef enum fk_walk_end {
    FK_WALK_LIMIT = 0, /* out of steps */
    FK_WALK_NEAREST,   /* the bounds have met, up to rounding, or no step in doubles brings them closer */
    FK_WALK_APART,     /* lower has passed what was enough */
    FK_WALK_INSIDE,    /* four points hold the origin, clear of rounding */
    FK_WALK_ZERO       /* one to three points hold the origin up to rounding */
} fk_walk_end;

typedef struct fk_gjk_walk {
    fk_walk_end end;
    uint32_t steps; /* supports asked for */
    /* The simplex with the least distance to the origin that was seen, and its nearest point: no weight is
     * negative, and they sum to 1 up to rounding. */
    uint32_t count;
    fk_walk_point point[4];
    double weight[4];
    fk_vec3 nearest;
    /* The distance of the origin to M lies between these, up to rounding. lower is the greatest n.d that all of M keeps
     * along the unit vector direction, from b to a; negative when no direction separates; -infinity when none was
     * tried. */
    double upper, lower;
    fk_vec3 direction;
} fk_gjk_walk;

typedef struct fk_walk_options {
    fk_vec3 start;      /* first direction, from b to a; zero: from anchor to anchor */
    uint32_t max_steps; /* at most FK_WALK_STEPS */
    double enough;      /* stop when lower exceeds this */
    fk_trace *trace;    /* or NULL: FK_STEP_SIMPLEX */
} fk_walk_options;

/* No start, all steps, the nearest point, no trace. */
fk_walk_options fk_walk_options_default(void);

void fk_walk_run(fk_bodies *bodies, const fk_walk_options *options, fk_gjk_walk *out);

/* A walk that ended at a simplex of 1 to 4 pairs of vertices, sorted by index: its nearest point, upper and direction;
 * lower is not known. False when the nearest point lies not inside it. Four pairs are to be around the origin. */
bool fk_walk_from_pairs(const fk_bodies *bodies, const fk_vertex_pair *pair, uint32_t count,
                        fk_gjk_walk *out);

/* The point of M that lies least far along n (for the unit vector n or any other). */
fk_walk_point fk_walk_least(fk_bodies *bodies, fk_vec3 n);

/* The nearest point of the simplex as a point of a and one of b, of their cores for round pieces: as offsets from the
 * anchors, and in the world. */
void fk_walk_offsets(const fk_gjk_walk *walk, fk_vec3 *a, fk_vec3 *b);
void fk_walk_witness(const fk_bodies *bodies, const fk_gjk_walk *walk, fk_vec3 *point_a, fk_vec3 *point_b);

/* How far these two are apart by the weights, scaled: rounding, for a simplex that holds the origin, unless it is thin. */
double fk_walk_residual(const fk_gjk_walk *walk);

/* Sorts the points of a simplex of vertices by index and makes weights, nearest point, upper, direction and lower anew:
 * the same numbers for the same simplex, whatever the way to it. */
void fk_walk_settle(fk_bodies *bodies, fk_gjk_walk *walk);

/* ---- What a walk has found, as bounds that hold (support_bounds.c) ----
 *
 * In every rounding mode, with flushed numbers, for every kind, whether the walk is right or wrong. Numbers are scaled
 * like those of the bodies where nothing else is said. */

/* How far a body, without radius around its core, reaches from its anchor along n: in the world, not scaled, and with
 * all errors. n has length 1 up to rounding. */
fk_interval fk_bound_support(const fk_body *body, fk_vec3 n);

/* The distance of a and b, radii taken off, lies above lo and below hi. lo <= 0 does not tell whether they are apart; hi
 * < 0 means that round pieces overlap. The bodies are neither shrunk nor whole. */
fk_interval fk_bound_distance(const fk_bodies *bodies, const fk_gjk_walk *walk);

/* The same, where it is known how far a reaches along -n and b along n, with n the direction of the walk: each the greatest
 * value over all vertices, with the errors that support_bounds.c derives. */
fk_interval fk_bound_distance_by(const fk_bodies *bodies, const fk_gjk_walk *walk, double reaches);

/* The sum of the radii of spheres and capsules, with one rounding. */
double fk_bound_radius(const fk_bodies *bodies);

/* True only when the origin lies in the interior of the hull of these vertex differences. */
bool fk_bound_surrounds(const fk_bodies *bodies, const fk_walk_point *point, uint32_t count);

/* ---- The box of the intersection (box*.c) ---- */

/* The box of the intersection of two valid pieces with a verdict, FK_UNDECIDED when it is not known; empty when they are
 * apart. */
fk_aabb fk_box_of_verdict(const fk_piece *a, const fk_piece *b, fk_verdict verdict);

/* Sets sides of the box of two valid cells that overlap, each to the exact bound rounded outward, and returns the bits of
 * those that it has set; the others are too close to call. Bit 2 k is the upper side along axis k, bit 2 k + 1 the lower. */
#define FK_BOX_SIDES 63u
unsigned fk_box_of_cells(const fk_piece *a, const fk_piece *b, fk_aabb *box);

/* Sets all sides for two valid cells that overlap or touch, when their numbers are whole multiples of one number, and
 * small. False when they are not, and for flat cells; then nothing is set. */
bool fk_overlap_box_on_grid(const fk_piece *a, const fk_piece *b, fk_aabb *box);

/* A way from one corner of a cell to another: one edge of the cell, less another; 3 is none. */
typedef struct fk_box_way {
    uint8_t plus, minus;
} fk_box_way;

/* An edge between two corners, and the two others that edges join to the first one; the ways from that one to the three; and
 * the edges that lead from the origin to it. */
typedef struct fk_box_edge {
    uint8_t from, to, other[2];
    fk_box_way way[3];
    uint8_t start[2];
} fk_box_edge;

/* A box has twelve. A tetrahedron has six, and the first two again, which makes up for whole vectors. */
extern const fk_box_edge fk_box_edges_of_box[12], fk_box_edges_of_tetra[8];

/* All of space. */
fk_aabb fk_box_everywhere(void);

/* Sets one side of a box from the greatest value of sign * coordinate: the upper one (sign 1) or the lower one (-1).
 * Never to -0. */
void fk_aabb_set_side(fk_aabb *box, int axis, int sign, double reach);

/* ---- Depth (depth*.c) ----
 *
 * M = a - b, h(n) is the greatest n.d over M, and the depth of an origin inside M is the least h(n) over all directions n
 * of length 1: b moved by h(n) n only touches a. */

/* The depth of a pair in its order (fk_piece_order) whose verdict is known. */
void fk_depth_for_verdict(const fk_piece *a, const fk_piece *b, fk_verdict verdict, fk_depth *out);

/* A root with the sum of two radii as its offset, on the arena. */
fk_root fk_root_with_radii(fk_arena *arena, const double radius[2]);

/* The depth of two cores that overlap and are no hulls, plus both radii, rounded down and up. False when the arena was
 * full. */
bool fk_depth_cells(fk_pair *pair, const double radius[2], fk_depth *out);

/* In doubles, and not proved: a direction of length 1 in which two cores that meet and are no hulls come free after their
 * depth, up to about 1e-8 of the size where edges are nearly parallel, else 1e-12. False when they have no faces or
 * edges that span one, or are larger or smaller than 2^100. */
bool fk_depth_cells_direction(const fk_piece *a, const fk_piece *b, fk_vec3 *direction);

/* By an expanding polytope: a proved interval of the depth of any two bounded pieces, spheres and capsules with their
 * radius (whole) or without, and a direction in which they come free after depth.hi. 0 to 0 when a direction proves that
 * they are apart. */
void fk_depth_epa(const fk_piece *a, const fk_piece *b, bool whole, fk_depth *out);

/* ---- Distance, where doubles alone do not decide (distance_exact.c) ---- */

/* Exactly, for two pieces with vertices, spheres and capsules among them. Fills *out when they are apart, the interval with
 * the distance rounded down and up; the verdict tells. FK_UNDECIDED when the arena was full. */
fk_verdict fk_distance_exact(const fk_piece *a, const fk_piece *b, fk_distance *out);

/* For two pieces of which one or both are half-spaces: exactly, but for smooth pieces. */
void fk_distance_half_space(const fk_piece *a, const fk_piece *b, fk_distance *out);

/* 0 to 0, and a common point of two pieces that meet, as method exact finds it. */
void fk_distance_zero(const fk_piece *a, const fk_piece *b, fk_distance *out);

/* ---- Supports of bounded pieces in numbers of two doubles, not proved (mpr.c) ----
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

/* Readies two valid bounded pieces; coordinates of a - b are at most about 1. */
void fk_dd_bodies_init(fk_dd_bodies *pair, const fk_piece *a, const fk_piece *b);

/* The offset of the point with the greatest n.x; of the anchor for n = 0. */
fk_dd_vec3 fk_dd_support(const fk_dd_body *side, fk_dd_vec3 n);

/* ---- Exact linear programs (linear_program.c, linear_program_double.c) ----
 *
 * Over two pieces with vertices: how far their intersection reaches along an axis, and when a piece that moves meets the
 * other one.
 *
 * With d = p - q the difference of a vertex p of a and a vertex q of b, and weights w >= 0 that sum to 1, the common
 * points are x = sum w q for all w with sum w d = 0; and a moved by t v, where v is its way, meets b when
 * sum w d + t v = 0 for some w. */

typedef enum fk_lp_column_kind {
    FK_LP_COLUMN_PAIR, /* the difference of a vertex pair, with a weight */
    FK_LP_COLUMN_TIME, /* the way, times a free number */
    FK_LP_COLUMN_START, /* from the first difference back to the origin: the part of the way that is still missing */
    FK_LP_COLUMN_AXIS /* a coordinate axis, times zero: fills up a basis */
} fk_lp_column_kind;

typedef struct fk_lp_column {
    fk_lp_column_kind kind;
    fk_vertex_pair pair;
    int axis;
    int parent; /* the pair of the basis that this one is compared with: 0, but see mpr.c */
} fk_lp_column;

typedef enum fk_lp_goal_kind {
    FK_LP_GOAL_MEET,   /* as little as possible of the way from START */
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
    const fk_way *displacement; /* NULL of a piece that rests */
    fk_vec3 shift[2];           /* added to every difference, exactly */
    bool has_met;               /* START has done its work: it must stay zero */
    /* The offsets of few vertices, without their radii. */
    fk_vec3 rough[2][FK_VERTEX_MAX];
    fk_pair pair;
} fk_lp;

/* Readies two valid pieces with vertices (of round ones, their cores), a going a way that leads somewhere, or resting for
 * NULL; the way stays as long as the program. False when they never meet, or when the exact integers found no room
 * (pair.arena.full). */
bool fk_lp_make_feasible(fk_lp *lp, const fk_piece *a, const fk_piece *b, const fk_way *displacement);

/* The same with a moved by the exact sum of two vectors first. */
bool fk_lp_make_feasible_shifted(fk_lp *lp, const fk_piece *a, const fk_piece *b, const fk_way *displacement,
                                 const fk_vec3 shift[2]);

/* The extent of the intersection along an axis: its greatest coordinate (sign 1) or its least (-1). After
 * fk_lp_make_feasible without a way. The result lies in the arena until the next call; see pair.arena.full. */
fk_fraction fk_lp_extent(fk_lp *lp, int axis, int sign);

/* The last time at which the pieces meet (sign 1) or the first (-1). After fk_lp_make_feasible with a way. */
fk_fraction fk_lp_time(fk_lp *lp, int sign);

/* Moves the basis toward a goal in floating point: quickly, and believed by nobody. */
void fk_lp_optimise_double(fk_lp *lp, fk_lp_goal goal);

/* ---- A convex polytope that grows vertex by vertex (polytope.c) ----
 *
 * The hull of points given as doubles, exactly, of a fixed size, for searches that keep it on the stack. */

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
    uint32_t fresh_count;                    /* facets that the last call has made */
    uint16_t fresh[FK_POLYTOPE_VERTICES];    /* which slots they are in */
    uint16_t list[FK_POLYTOPE_FACETS];       /* facets that a new vertex sees */
    uint16_t start_of[FK_POLYTOPE_VERTICES]; /* the new facet whose first vertex this is */
    uint32_t free_count;                     /* slots without facet */
    uint16_t free_slot;                      /* the first of them; the next ones follow by neighbor[0] */
    uint16_t stamp;
    fk_polytope_facet facet[FK_POLYTOPE_FACETS];
    fk_vec3 vertex[FK_POLYTOPE_VERTICES];
} fk_polytope;

/* A tetrahedron; false when its vertices lie in one plane. Here and below, coordinates are 0 or have a size between
 * 2^-200 and 2^200. */
bool fk_polytope_init(fk_polytope *p, const fk_vec3 vertex[4]);

/* The side of a facet's plane on which a point lies: 1 outside, 0 in the plane, -1 inside. Exact. */
int fk_polytope_side(const fk_polytope *p, uint32_t facet, fk_vec3 point);

/* Adds a point that lies outside of a facet: what it sees is replaced by facets that end in it. False, with the
 * polytope left alone, when there is no room. */
bool fk_polytope_add(fk_polytope *p, uint32_t facet, fk_vec3 point);

/* The normal of a facet to the outside, of length 1 up to rounding: its direction is as good as doubles can be. */
fk_vec3 fk_polytope_normal(const fk_polytope *p, uint32_t facet);

/* ---- Linear programs over support points (mpr.c) ----
 *
 * Those of linear_program.c for pieces that may be round or smooth, in floating point of two doubles: instead of
 * vertices, columns are points where the pieces reach farthest. The results are directions that make good proofs; they
 * prove nothing themselves. */

/* Points that are kept: the first pair, four of the basis and one that enters. */
#define FK_MPR_POINTS 6

typedef struct fk_mpr {
    fk_lp_column basis[4]; /* pairs are indices of points */
    bool has_met;
    fk_dd_bodies pair;
    fk_dd_vec3 velocity; /* scaled */
    fk_dd_vec3 point[2][FK_MPR_POINTS];
    double gain;  /* how much better than the current basis the goal may be at most, scaled */
    bool is_thin; /* solutions have to be refined */
    int turns;    /* how many changes of basis there were */
} fk_mpr;

/* Readies two valid bounded pieces, a moving or (way NULL) at rest, and searches where they meet. False when they
 * are some way apart; then fk_mpr_direction is a direction that separates them. */
bool fk_mpr_make_feasible(fk_mpr *portal, const fk_piece *a, const fk_piece *b, const fk_way *displacement);

/* Searches for a goal after fk_mpr_make_feasible. */
void fk_mpr_optimise(fk_mpr *portal, fk_lp_goal goal);

/* The direction for a that the current basis gives: for a goal that is a reach, the other one is sign * axis minus it.
 * False when it is not finite. */
bool fk_mpr_direction(fk_mpr *portal, fk_lp_goal goal, fk_dd_vec3 *out);

/* ---- How far a piece reaches along a direction, between proved bounds (support_exact.c) ---- */

/* A number that lies between two exact ones. */
typedef struct fk_bounds {
    fk_exact lo, hi;
} fk_bounds;

/* The vertex of a piece that has some with the greatest n.x; any of them among equals. */
uint32_t fk_piece_farthest(fk_arena *arena, const fk_piece *piece, fk_exact_vec3 n);

/* The greatest n.x over a valid bounded piece of any kind. Exact for polyhedra: both bounds are equal. Else square
 * roots are involved, and the bounds differ by about 2^-130 of them. */
fk_bounds fk_piece_reach(fk_arena *arena, const fk_piece *piece, fk_exact_vec3 n);

/* The root of over / under, for over >= 0 and under > 0. */
fk_bounds fk_exact_root(fk_arena *arena, fk_exact over, fk_exact under);

/* Whether anchor + offset lies in a closed round or smooth piece, exactly; the anchor is the centre of a sphere or
 * ellipsoid, else end 0. An ellipsoid without volume holds nothing here. */
bool fk_round_contains(fk_arena *arena, const fk_piece *piece, fk_vec3 offset);

#endif
