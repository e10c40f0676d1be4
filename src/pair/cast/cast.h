/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Casts along exact displacements; CCD of moving vertices and edges. */

#ifndef FARKAS_PAIR_CAST_H
#define FARKAS_PAIR_CAST_H

#include "exact/ball.h"
#include "exact/exact.h"
#include "farkas/pair.h"
#include "shape/vertices.h"

/* ---- Displacements: exact sums of vectors, as the difference of two positions need not be a double ---- */

#define FK_DISPLACEMENT_TERMS 8

typedef struct fk_displacement {
    uint32_t count; /* 0: no displacement */
    fk_vec3 term[FK_DISPLACEMENT_TERMS];
    double scale;      /* of what follows, see fk_ball_scale */
    fk_ball_vec3 ball; /* contains the sum */
    fk_dd_vec3 fine;   /* the leading bits of the sum; unproved */
} fk_displacement;

/* The exact sum of up to FK_DISPLACEMENT_TERMS finite vectors, in few terms: one where it is a vector of doubles, mostly two otherwise.
 * The same in every state of the floating-point unit. */
void fk_displacement_make(const fk_vec3 *term, uint32_t count, fk_displacement *out);

/* The same for one vector. */
void fk_displacement_from(fk_vec3 v, fk_displacement *out);

/* Negates a displacement. */
void fk_displacement_negate(fk_displacement *displacement);

/* The exact vector, on top of the arena. */
static inline fk_exact_vec3 fk_displacement_exact(fk_arena *arena, const fk_displacement *displacement)
{
    return fk_exact_vec3_sum(arena, displacement->term, displacement->count);
}

/* ---- Times of contact ---- */

/* The interval of all times at which two pieces meet, from -infinity to infinity. */
typedef struct fk_contact_times {
    fk_cast_result result; /* a hit at any time, also before the start of the cast */
    bool is_exact;         /* each interval is one exact time, rounded down and up */
    fk_interval first, last;
} fk_contact_times;

/* The times of contact of two valid bounded pieces, of which at least one is round or smooth, for a nonzero displacement. */
void fk_cast_round(const fk_piece *a, const fk_displacement *displacement, const fk_piece *b,
                   fk_contact_times *out);

/* The same for two valid polyhedra. */
void fk_cast_polyhedra(const fk_piece *a, const fk_displacement *displacement, const fk_piece *b,
                       fk_contact_times *out);

/* The same to the last bit where one piece is a sphere or capsule, and the other one has vertices or is a half-space, and for a
 * point and any piece. Returns false for other pairs. */
bool fk_cast_features(const fk_piece *a, const fk_displacement *displacement, const fk_piece *b,
                      fk_contact_times *out);

/* The part of it for a sphere or capsule, which moves, and a hull of more than FK_FEATURE_POINTS points (cast_hull.c). */
#define FK_FEATURE_POINTS 16
bool fk_cast_hull(const fk_piece *round, const fk_displacement *displacement, const fk_piece *hull,
                  fk_contact_times *out);

/* Clips all times to those from 0 to end. */
void fk_contact_times_clip(const fk_contact_times *t, double end, bool meets_now, fk_cast *out);

/* fk_pair_cast for two valid pieces: a moves by t * displacement, 0 <= t <= end, for any displacement and an end that is not
 * negative. *always receives the times of contact without these limits; where the result is undecided, the pieces do not meet
 * before first.lo or after last.hi. */
void fk_displacement_cast(const fk_piece *a, const fk_displacement *displacement, const fk_piece *b,
                          double end, fk_contact_times *always, fk_cast *out);

/* fk_displacement_overlaps: whether two valid pieces, a moving by t * displacement for all t, overlap while they meet, or only touch.
 * If they do, they overlap at every time between the first and the last contact, which differ. Exact where fk_displacement_overlap_is_decidable
 * is true: half-spaces with any other piece that has a verdict, and polyhedra with up to 16 vertices. */
bool fk_displacement_overlap_is_decidable(const fk_piece *a, const fk_piece *b);
bool fk_displacement_overlaps(const fk_piece *a, const fk_displacement *displacement, const fk_piece *b);

/* ---- Targets: what a moving point meets (ray_filter.c, ray_exact.c) ----
 *
 * A ray is a moving point. A cast of a sphere or capsule is one, too, namely the difference of two cores, among balls, tubes
 * and plates around the vertices, edges and faces of their difference. The times at which a point is in a target are those of a
 * quadratic inequality and some linear ones; they are computed to the last bit. */

typedef enum fk_target_kind {
    FK_TARGET_BALL,         /* around the anchor */
    FK_TARGET_TUBE,         /* a cylinder around edge 0; nothing if that is zero */
    FK_TARGET_CAPSULE,      /* around edge 0 */
    FK_TARGET_CONE,         /* the anchor is the apex, edge 0 goes from the base to it */
    FK_TARGET_ELLIPSOID,    /* the image of the unit ball under three edges, which may be flat */
    FK_TARGET_HALF_SPACE,   /* edge 0 is the normal; the anchor is 0 */
    FK_TARGET_SLAB,         /* within the radius of the boundary of a half-space */
    FK_TARGET_BOX,          /* of three edges */
    FK_TARGET_TETRA,        /* of three edges */
    FK_TARGET_TRIANGLE,     /* of the edges 0 and 1, extruded by the radius to both sides */
    FK_TARGET_PARALLELOGRAM /* the same; nothing if the edges are parallel and there is a radius */
} fk_target_kind;

#define FK_TARGET_TERMS (2 * FK_TERM_MAX)

/* All vectors are exact sums of terms. */
typedef struct fk_target {
    fk_target_kind kind;
    uint8_t from_count, edges, edge_count[3];
    double radius[2];              /* their exact sum is the radius */
    double offset;                 /* of a half-space or slab */
    fk_vec3 from[FK_TARGET_TERMS]; /* the point at time 0, minus the anchor */
    fk_vec3 edge[3][FK_STEP_MAX];
} fk_target;

/* All times at which a point that moves by the exact sum of some vectors is in a target, in integers. FK_CAST_UNDECIDED for a flat
 * box, tetrahedron, triangle or parallelogram without radius. */
fk_cast_result fk_target_solve(const fk_target *target, const fk_vec3 *velocity, uint32_t count,
                               fk_contact_times *out);

/* The same in doubles, for one velocity; FK_CAST_UNDECIDED also if they do not decide, or do not round to the last bit. If
 * `from_zero`, only times from 0 on count. */
fk_cast_result fk_target_filter(const fk_target *target, fk_vec3 velocity, bool from_zero,
                                fk_contact_times *out);

/* The same, from time 0 on, for a ray on a sphere that may be invalid; what is decided is valid. */
fk_cast_result fk_sphere_ray_filter(fk_vec3 origin, fk_vec3 direction, const fk_sphere *sphere,
                                    fk_contact_times *out);

/* fk_target_filter for a box that may be invalid; what is decided is valid. */
fk_cast_result fk_box_ray_filter(fk_vec3 origin, fk_vec3 direction, const fk_cell *cell, bool from_zero,
                                 fk_contact_times *out);

/* The times, from 0 on, between two planes of three points each, through which a ray enters and leaves a convex set. is_inside: it starts
 * inside, so the first plane does not count. */
fk_cast_result fk_planes_ray_filter(const fk_vec3 corner[2][3], fk_vec3 origin, fk_vec3 direction,
                                    bool is_inside, fk_contact_times *out);

/* The times of a ray and a hull, as fk_target_filter; its points and the ray are finite. */
fk_cast_result fk_hull_ray_filter(const fk_points *points, fk_vec3 origin, fk_vec3 direction,
                                  fk_contact_times *out);

/* A normal of the facet through which the line of a ray enters a hull, in doubles, unproved; zero if it is not found. */
fk_vec3 fk_hull_ray_normal(const fk_points *points, fk_vec3 origin, fk_vec3 direction);

/* Times of contact with two convex sets whose union is part of a convex set of which both cover the ends. */
void fk_contact_times_unite(fk_contact_times *times, const fk_contact_times *other);

/* The target of a piece, for a point at the origin: false for points, segments and hulls, which have none. */
bool fk_target_of_piece(const fk_piece *piece, fk_vec3 origin, fk_target *out);

/* ---- Polynomials in time, of degree up to 3, evaluated with exact integers (ccd_polynomial.c) ---- */

typedef struct fk_poly {
    int degree; /* -1 for zero; else c[degree] is not zero */
    fk_exact c[4];
} fk_poly;

/* sign * a * b, with sign 1 or -1. */
typedef struct fk_poly_term {
    const fk_poly *a, *b;
    int sign;
} fk_poly_term;

/* c0 + c1 t. */
fk_poly fk_poly_line(fk_exact c0, fk_exact c1);

/* A sum of products, of degree 3 at most. Leaves nothing else on the arena. */
fk_poly fk_poly_sum(fk_arena *arena, const fk_poly_term *term, int count);

/* An argument of a polynomial: the double x; or, if poly is not NULL, a real root of poly, which has degree 1 or 2. */
typedef struct fk_poly_argument {
    const fk_poly *poly;
    int root; /* for degree 2: 0 the lesser, 1 the greater */
    double x;
} fk_poly_argument;

/* A polynomial of degree 1 to 3, divided at its extremes into strictly monotone branches. */
typedef struct fk_curve {
    fk_poly f;           /* the last coefficient is positive */
    fk_poly slope, bend; /* positive multiples of the derivatives */
    int branches;
} fk_curve;

fk_curve fk_curve_make(fk_arena *arena, const fk_poly *f);

/* The root in one branch of a curve. A root that is an extreme belongs to two branches. */
typedef struct fk_curve_root {
    const fk_curve *curve;
    int branch;
    fk_interval time; /* the root lies between these doubles from 0 to 1 */
} fk_curve_root;

/* Finds the root of a branch from 0 to 1. Returns false when there is none. */
bool fk_curve_find_root(fk_arena *arena, const fk_curve *curve, int branch, fk_curve_root *out);

/* Narrows root->time to the greatest double not above the root and the least double not below it. */
void fk_curve_root_round(fk_arena *arena, fk_curve_root *root);

/* The same for the only root of f between two doubles from 0 to 1, where f is strictly monotone and changes sign. */
fk_interval fk_poly_round(fk_arena *arena, const fk_poly *f, fk_interval between);

/* The sign of an argument minus a root. */
int fk_curve_root_compare(fk_arena *arena, const fk_curve_root *root, const fk_poly_argument *spot);

/* The sign of g, of degree 2 at most, at a root. Faster when root->time is narrow. */
int fk_curve_root_sign(fk_arena *arena, const fk_curve_root *root, const fk_poly *g);

/* ---- CCD of a vertex and a triangle, or of two edges (ccd_primitives.c) ---- */

typedef enum fk_ccd_kind {
    FK_CCD_POINT_TRIANGLE, /* the first point and the triangle of the others */
    FK_CCD_SEGMENTS        /* the segment of the first two points and that of the others */
} fk_ccd_kind;

/* In exact integers only, for finite points. */
fk_ccd_hit fk_ccd_exact(fk_ccd_kind kind, const fk_vec3 begin[4], const fk_vec3 end[4]);

#endif
