/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Pairs: whether two convex pieces meet, their distance, penetration depth, contact points and time of contact.
 *
 * Errors, for every call here that returns a status: FK_ERROR_NOT_FINITE when a number is not finite, FK_ERROR_PIECE when a
 * piece is not valid (fk_piece_check); further ones are listed with the call. On an error the outputs stay unchanged.
 *
 * No call here allocates. Each needs about 80 KiB of stack, most of it for exact integers; fk_pair_depth and
 * fk_pair_contact need 110, and method ec 100. */

#ifndef FARKAS_PAIR_H
#define FARKAS_PAIR_H

#include "farkas/proof.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Verdict ------------------------------------------------------------------------------------------- */

/* Returns the exact verdict on two pieces: apart, touching or overlapping; the same for (a, b) and (b, a). FK_UNDECIDED only
 * when a piece is not valid (fk_piece_check), when one is a cylinder, cone or ellipsoid and the gap or depth is below 1e-12
 * of the size, or when one is a flat ellipsoid and they are not apart. Never fails. */
FK_API fk_verdict fk_pair_verdict(const fk_piece *a, const fk_piece *b);

/* The proof of the last verdict on a pair: a direction that separates, a common point, or vertex pairs of a - b that enclose
 * the origin. Keep one for each pair that is tested again and again while it moves. Zero it before the first call. Any
 * contents are safe: the library checks them before it uses them. The fields are private to the library. */
typedef struct fk_pair_cache {
    fk_verdict verdict;
    uint32_t is_known; /* not 0: the fields below prove the verdict */
    uint32_t idle;     /* verdicts since a proof was last searched in vain */
    fk_vec3 direction; /* apart: from a to b */
    fk_vec3 inside; /* overlapping cells: a common point, by its coordinates along the edges of one of them */
    fk_vertex_pair pair[4]; /* other overlapping pieces */
} fk_pair_cache;

/* Returns the same verdict as fk_pair_verdict, and updates the cache. Faster while the cached proof still holds. Nothing is
 * cached for half-spaces, cylinders, cones and ellipsoids, for spheres and capsules that overlap, and for pieces that
 * touch. */
FK_API fk_verdict fk_pair_verdict_warm(const fk_piece *a, const fk_piece *b, fk_pair_cache *cache);

/* ---- Many pairs of cells at once ----------------------------------------------------------------------- */

/* Cells as a structure of arrays, all of one kind, FK_KIND_BOX or FK_KIND_TETRA: coordinate k of the origin of cell i is
 * origin[k][i], that of its edge e is edge[e][k][i]. */
typedef struct fk_cells {
    fk_kind kind;
    size_t count;
    const double *origin[3];
    const double *edge[3][3];
} fk_cells;

/* The same in floats; each stands for the double of the same value. */
typedef struct fk_cells_float {
    fk_kind kind;
    size_t count;
    const float *origin[3];
    const float *edge[3][3];
} fk_cells_float;

/* An index into the first set, of cells or of triangles, and one into the second. */
typedef struct fk_index_pair {
    uint32_t a, b;
} fk_index_pair;

/* Compute the exact verdicts on many pairs of cells.
 *   a, b     two sets of cells, which may be the same. Their arrays need only their natural alignment.
 *   pair     count pairs of indices into a and b; or NULL for cell i of a and cell i of b, of which both have at least count
 *   verdict  count bytes: verdict[i] becomes the fk_verdict on pair i, as fk_pair_verdict gives it; FK_UNDECIDED only for
 *            cells with numbers that are not finite, which are no error here
 * FK_ERROR_ARGUMENT for kinds other than boxes and tetrahedra, or an index out of range. */
FK_API fk_status fk_cells_verdict(const fk_cells *a, const fk_cells *b, const fk_index_pair *pair,
                                  size_t count, uint8_t *verdict);
FK_API fk_status fk_cells_verdict_float(const fk_cells_float *a, const fk_cells_float *b,
                                        const fk_index_pair *pair, size_t count, uint8_t *verdict);

/* ---- Triangles ----------------------------------------------------------------------------------------- */

/* Returns whether two closed triangles have a common point: exact, as fk_pair_verdict, for triangles of any shape, without
 * area too. All numbers must be finite. */
FK_API bool fk_triangles_meet(const fk_vec3 a[3], const fk_vec3 b[3]);

#define FK_TRIANGLES_POINTS 6

/* The intersection of two triangles: empty, a point, a segment, or, when they lie in one plane, a polygon. Its corners, in
 * order around it, are exact up to the rounding of each coordinate to the nearest double. */
typedef struct fk_triangles_common {
    fk_verdict verdict; /* as fk_pair_verdict gives it */
    uint32_t count;     /* of corners: 0 to FK_TRIANGLES_POINTS, no two equal before rounding */
    fk_vec3 point[FK_TRIANGLES_POINTS];
} fk_triangles_common;

/* Computes the intersection of two triangles. All numbers must be finite. The order of the corners depends on the intersection
 * alone, so it is the same for (b, a): the first is the lowest in x, then y, then z, before rounding; those of a polygon
 * follow counterclockwise, seen from the positive end of the first axis along which it has area. No coordinate is -0. */
FK_API void fk_triangles_intersect(const fk_vec3 a[3], const fk_vec3 b[3], fk_triangles_common *out);

/* Returns the exact sign of the distance of two triangles minus a limit, which is not negative; -1 for an infinite limit. All
 * other numbers must be finite. */
FK_API int fk_triangles_compare(const fk_vec3 a[3], const fk_vec3 b[3], double limit);

/* ---- Methods ------------------------------------------------------------------------------------------- */

typedef enum fk_method {
    FK_METHOD_EXACT,    /* exact, with a certificate: the default */
    FK_METHOD_FM,       /* Fourier-Motzkin elimination, corrected */
    FK_METHOD_FM_PAPER, /* the same as printed, mistakes included */
    FK_METHOD_EC,       /* effective constraints, with backtracking */
    FK_METHOD_EC_PAPER, /* the same as printed */
    FK_METHOD_SAT,      /* separating axes, all of them */
    FK_METHOD_SAT6,     /* only the six face axes of two boxes */
    FK_METHOD_GJK,      /* Gilbert, Johnson, Keerthi */
    FK_METHOD_CW,       /* Chung, Wang: separating vectors */
    FK_METHOD_COUNT
} fk_method;

/* The most points of a hull that fm, ec and sat can decide; larger hulls have faces for contacts only with hints. */
#define FK_METHOD_HULL_POINTS 16

/* ---- Answer -------------------------------------------------------------------------------------------- */

/* The fields of an answer, as bits: those wanted, and those filled. */
enum {
    FK_PART_CERTIFICATE = 1, /* certificate */
    FK_PART_POINT = 2,       /* point: touching and overlapping */
    FK_PART_PLANE = 4,       /* plane and gap: apart and touching */
    FK_PART_BOX = 8,         /* box: touching and overlapping */
    FK_PART_ALL = 15
};

/* One step of a method, for debugging and teaching. Coordinates are in the world, rounded. The kind says what the fields mean:
 *   SIMPLEX   gjk, and cw after its own steps. point[0..count): the simplex in the Minkowski difference a - b (of the cores, for
 *             spheres and capsules), empty in the first step. lo: its distance from the origin. vector: the search direction.
 *             on_a - on_b: the support of a - b along it.
 *   VECTOR    cw. vector: the candidate. on_a - on_b: the support of a - b along it. lo: the product of both (negative: vector
 *             separates, apart from radii).
 *   AXIS      sat, sat6. vector: the axis, zero for parallel edges. lo: the separation along it, not divided by its length
 *             (negative: the projections overlap). hi: its exact sign (sat6: as computed). level: an fk_axis_kind.
 *             point[0..count): the corners of the face or the ends of the edges.
 *   ROW       fm, ec and as printed: the constraint lo <= vector.y <= hi, where y are coordinates of the point
 *             point[0] + y.x point[1] + y.y point[2] + y.z point[3]. fm: combined from the steps from[0..count). ec: fixed as
 *             an equality.
 *   INTERVAL  ec, fm-paper: the interval that all constraints leave for one of the coordinates y; empty when lo > hi.
 *   EXACT     fm, ec: the method continues in exact integers, without further steps. */
typedef enum fk_trace_step_kind {
    FK_STEP_NONE = 0,
    FK_STEP_SIMPLEX,
    FK_STEP_VECTOR,
    FK_STEP_AXIS,
    FK_STEP_ROW,
    FK_STEP_INTERVAL,
    FK_STEP_EXACT
} fk_trace_step_kind;

/* The features that an axis of sat comes from. */
typedef enum fk_axis_kind {
    FK_AXIS_FACE_A,    /* the normal of a face of a; the points are three of its corners */
    FK_AXIS_FACE_B,    /* ... of b */
    FK_AXIS_EDGES,     /* the cross product of an edge of a, the first two points, and one of b */
    FK_AXIS_EDGE_A,    /* the cross product of an edge of a and a coordinate axis, for flat pieces */
    FK_AXIS_EDGE_B,    /* ... of b */
    FK_AXIS_COORDINATE /* a coordinate axis */
} fk_axis_kind;

typedef struct fk_trace_step {
    fk_trace_step_kind kind;
    uint32_t level; /* constraints, intervals: the number of eliminated variables; sat: fk_axis_kind */
    uint32_t owner; /* constraints: 1 for one of a, 2 for one of b, 0 for others */
    uint32_t count;
    uint32_t from[3];
    fk_vertex_pair pair; /* the vertices on_a and on_b, for pieces with vertices */
    fk_vec3 vector;
    double lo, hi;
    fk_vec3 point[4];
    fk_vec3 on_a, on_b;
} fk_trace_step;

/* The caller's array of steps. count becomes the number of all steps; those beyond capacity are not stored. */
typedef struct fk_trace {
    fk_trace_step *step;
    uint32_t capacity, count;
} fk_trace;

typedef struct fk_pair_query {
    const fk_piece *a, *b;
    fk_method method;
    unsigned want;   /* FK_PART_... */
    fk_trace *trace; /* or NULL; method exact adds no steps */
} fk_pair_query;

/* Returns a query for two pieces: method exact, all fields, no trace. */
FK_API fk_pair_query fk_pair_query_default(const fk_piece *a, const fk_piece *b);

/* An answer. filled gives the fields that are set; the others are zero.
 *   certificate  a proof of the verdict that fk_verify accepts. Method exact always has one, other methods only where they
 *                find one without extra work.
 *   point        a common point of both pieces, each coordinate rounded to a double.
 *   plane        a separating plane halfway between the pieces. Its normal points from a to b and has length 1 up
 *                to rounding, never more; it is the direction of the certificate, rounded.
 *   gap          a lower bound of the distance of a and b: their separation along that normal, rounded down, and
 *                not below 0. Infinite when it exceeds the double range.
 *   box          the box of the intersection. For polyhedra each side is the exact bound rounded outward; for
 *                round shapes it is at most 1e-12 of the size outside of that; fm-paper gives the paper's. Sides are
 *                infinite where the intersection is unbounded. */
typedef struct fk_answer {
    fk_verdict verdict;
    fk_method method;
    unsigned filled;
    fk_certificate certificate;
    fk_vec3 point;
    fk_plane plane;
    double gap;
    fk_aabb box;
} fk_answer;

/* ---- Distance, depth, box ------------------------------------------------------------------------------ */

/* Where the last search ended: the start of the next one when the pieces have moved little. Zero it before the first call.
 * Any contents are safe: they affect only the speed. */
typedef struct fk_distance_cache {
    fk_vec3 direction;
    uint32_t vertex_a, vertex_b;
} fk_distance_cache;

typedef struct fk_distance {
    fk_interval distance; /* contains the exact distance; 0 to 0 for pieces that meet */
    fk_vec3 point_a,
        point_b; /* the witness points, nearest to each other, rounded; one common point for pieces that meet */
} fk_distance;

/* Computes the distance of two pieces and their witness points. cache may be NULL; else it is read and updated. The width of
 * the interval is at most 1e-13 of the size of the pieces and their distance for polyhedra, spheres, capsules and
 * half-spaces, 1e-12 for cylinders, cones and ellipsoids. It is wider, and still contains the exact distance, for smooth
 * pieces thinner than 1e-9 of their length or smaller than 1e-289, and for smooth pieces against a hull with hints of
 * another hull. */
FK_API fk_status fk_pair_distance(const fk_piece *a, const fk_piece *b, fk_distance_cache *cache,
                                  fk_distance *out);

typedef struct fk_depth {
    /* Contains the penetration depth, the length of the shortest displacement of b after which the pieces only touch; 0 to 0
     * when they do not overlap. Infinite when there is no such displacement. */
    fk_interval depth;
    /* The direction of that displacement, of length 1 up to rounding: b moved by depth.hi along it does not overlap a, up to
     * the rounding of the direction. Zero when they do not overlap or the depth is infinite. */
    fk_vec3 direction;
} fk_depth;

/* Computes the penetration depth of two pieces. For points, segments, triangles, cells, spheres and capsules the ends of the
 * interval are the exact depth rounded down and up (they differ by two units in the last place at most); for
 * hulls and smooth shapes its width is at most 1e-12 of the size. It is wider, and still contains the exact depth, where a
 * search of 448 vertices does not suffice because many displacements are almost equally short: for hulls of thousands of
 * points around one centre, for smooth shapes that share an axis or lie deep in each other (one in a hundred; up to 1e-5 of
 * the size, rarely more), and below sizes of 1e-290.
 * (b, a) has the same depth and the opposite direction, unless a and b are equal. */
FK_API fk_status fk_pair_depth(const fk_piece *a, const fk_piece *b, fk_depth *out);

/* Computes the box of the intersection, as in fk_answer; empty for pieces that are apart. */
FK_API fk_status fk_pair_box(const fk_piece *a, const fk_piece *b, fk_aabb *out);

/* ---- Contacts ------------------------------------------------------------------------------------------ */

#define FK_CONTACT_POINTS 4

/* One point of a contact. `feature` is an id made of the features of a (upper 32 bits) and b (lower 32 bits) that meet there,
 * vertices, edges or faces; it stays the same as long as they do. No two points of a contact have the same id. */
typedef struct fk_contact_point {
    fk_vec3 point; /* halfway between both surfaces */
    double depth;  /* along the normal; not negative */
    uint64_t feature;
} fk_contact_point;

typedef struct fk_contact {
    fk_vec3 normal; /* from a to b, length 1 up to rounding; zero when the depth is infinite */
    double depth;   /* the greatest depth of a point */
    uint32_t count; /* 0 when the pieces are apart */
    fk_contact_point point[FK_CONTACT_POINTS];
} fk_contact;

/* Computes the contact manifold of two pieces for simulation, in floating point: normal, depth and up to FK_CONTACT_POINTS
 * points where they touch or overlap. Deterministic, but not proved; whether there is a contact follows the exact verdict,
 * and where that is undecided the depth. A hull of more than FK_METHOD_HULL_POINTS points without hints has no faces, and so
 * one contact point. Two half-spaces have one point. For (b, a) the points are the same, the normal is the opposite one,
 * and the halves of each id change places. */
FK_API fk_status fk_pair_contact(const fk_piece *a, const fk_piece *b, fk_contact *out);

/* ---- Casts --------------------------------------------------------------------------------------------- */

typedef enum fk_cast_result {
    FK_CAST_UNDECIDED = 0, /* round shapes that pass within 1e-12 of the size of each other */
    FK_CAST_MISS,
    FK_CAST_HIT
} fk_cast_result;

typedef struct fk_cast {
    fk_cast_result result;
    /* For a hit, the first and the last time at which the pieces meet. For polyhedra the ends of each interval are the exact
     * time rounded down and up; for round shapes each interval is a proved bracket. */
    fk_interval enter, leave;
} fk_cast;

/* Computes when two pieces meet for 0 <= t <= end, while a moves by t * velocity and b rests. end may be infinite.
 * FK_ERROR_ARGUMENT when end is negative or NaN. fk_piece_ray casts a point from origin along direction, without an end. */
FK_API fk_status fk_pair_cast(const fk_piece *a, fk_vec3 velocity, const fk_piece *b, double end,
                              fk_cast *out);
FK_API fk_status fk_piece_ray(fk_vec3 origin, fk_vec3 direction, const fk_piece *piece, fk_cast *out);

/* ---- Moving points ------------------------------------------------------------------------------------- */

typedef struct fk_ccd_hit {
    bool meets;
    /* Contains the time of the first meeting; its ends are equal or neighbouring doubles. 0 to 0 when they do not meet. */
    fk_interval time;
} fk_ccd_hit;

/* Compute when four points first meet, each moving straight from begin[i] at time 0 to end[i] at time 1: the first point and
 * the closed triangle of the other three; the segment of the first two and that of the last two. Exact for all finite
 * doubles, also where a triangle or segment degenerates, and where all stay in one plane. */
FK_API fk_status fk_ccd_point_triangle(const fk_vec3 begin[4], const fk_vec3 end[4], fk_ccd_hit *out);
FK_API fk_status fk_ccd_segment_segment(const fk_vec3 begin[4], const fk_vec3 end[4], fk_ccd_hit *out);

#ifdef __cplusplus
}
#endif

#endif
