/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Pairs: do two convex pieces meet, how far apart or how deep are they, where, and when?
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

/* apart, touching or overlapping, exactly, for every pair of valid pieces; the same for (a, b) and (b, a).
 * FK_UNDECIDED only when a piece is not valid (fk_piece_check), or one is a cylinder, cone or ellipsoid whose gap
 * or depth is below 1e-12 of the size, or a flat ellipsoid that is not apart. */
FK_API fk_verdict fk_pair_verdict(const fk_piece *a, const fk_piece *b);

/* What settled the last verdict on a pair: a direction that separates, a common point, or pairs of vertices around the origin
 * of a - b. One for each pair that is asked about again and again while it moves. Zero it for the first call. Any contents
 * are safe: they are tried, and never believed. The fields are the library's own. */
typedef struct fk_pair_cache {
    fk_verdict verdict;
    uint32_t is_known; /* not 0: what shows it is kept below */
    uint32_t idle;     /* verdicts since that was last looked for in vain */
    fk_vec3 direction; /* apart: from a to b */
    fk_vec3
        inside; /* overlapping cells: a point of both, by its coordinates along the edges of one of them */
    fk_vertex_pair pair[4]; /* other overlapping pieces */
} fk_pair_cache;

/* The same verdict as fk_pair_verdict gives, sooner when what is cached still shows it. Nothing is kept of half-spaces,
 * cylinders, cones and ellipsoids, of spheres and capsules that overlap, and of pieces that touch. */
FK_API fk_verdict fk_pair_verdict_warm(const fk_piece *a, const fk_piece *b, fk_pair_cache *cache);

/* ---- Many pairs of cells at once ----------------------------------------------------------------------- */

/* Cells as a structure of arrays: coordinate k of the origin of cell i is origin[k][i], of its edge e edge[e][k][i].
 * All of one kind, FK_KIND_BOX or FK_KIND_TETRA. */
typedef struct fk_cells {
    fk_kind kind;
    size_t count;
    const double *origin[3];
    const double *edge[3][3];
} fk_cells;

/* The same in floats. Each is the double of the same value. */
typedef struct fk_cells_float {
    fk_kind kind;
    size_t count;
    const float *origin[3];
    const float *edge[3][3];
} fk_cells_float;

/* One of the first set, of cells or of triangles, and one of the second. */
typedef struct fk_index_pair {
    uint32_t a, b;
} fk_index_pair;

/* verdict[i], an fk_verdict in a byte, becomes the exact verdict on the cells pair[i] of a and b, as fk_pair_verdict
 * gives it: FK_UNDECIDED only for cells with numbers that are not finite. pair may be NULL: then verdict[i] is that of
 * cell i of a and cell i of b, and neither has fewer than count. a and b may be the same. Nothing but the natural alignment
 * is asked of the arrays. FK_OK; or FK_ERROR_ARGUMENT for kinds other than boxes and tetrahedra or an index that is out of
 * range, with verdict left alone. */
FK_API fk_status fk_cells_verdict(const fk_cells *a, const fk_cells *b, const fk_index_pair *pair,
                                  size_t count, uint8_t *verdict);
FK_API fk_status fk_cells_verdict_float(const fk_cells_float *a, const fk_cells_float *b,
                                        const fk_index_pair *pair, size_t count, uint8_t *verdict);

/* ---- Triangles ----------------------------------------------------------------------------------------- */

/* Whether two closed triangles have a common point: exact, as fk_pair_verdict, for triangles of any shape, flat ones too. Not
 * for numbers that are not finite. */
FK_API bool fk_triangles_meet(const fk_vec3 a[3], const fk_vec3 b[3]);

#define FK_TRIANGLES_POINTS 6

/* What two triangles have in common: nothing, a point, a segment, or, when they lie in one plane, a polygon. Its corners, in
 * order around it, are exact up to the rounding of each coordinate to the nearest double. */
typedef struct fk_triangles_common {
    fk_verdict verdict; /* as fk_pair_verdict gives it */
    uint32_t count;     /* of corners: 0 to FK_TRIANGLES_POINTS, no two equal before they are rounded */
    fk_vec3 point[FK_TRIANGLES_POINTS];
} fk_triangles_common;

/* The corners come in an order that depends on the set alone: the same for (b, a). The first is the lowest in x, then y, then z,
 * before it is rounded; those of a polygon follow counterclockwise, seen from the positive end of the first axis along which it has
 * area. No coordinate is -0. */
FK_API void fk_triangles_intersect(const fk_vec3 a[3], const fk_vec3 b[3], fk_triangles_common *out);

/* The sign of the distance of two triangles minus a limit that is not negative, exactly; -1 for an infinite one. */
FK_API int fk_triangles_compare(const fk_vec3 a[3], const fk_vec3 b[3], double limit);

/* ---- Methods ------------------------------------------------------------------------------------------- */

typedef enum fk_method {
    FK_METHOD_EXACT,    /* exact solver, with proof: the default */
    FK_METHOD_FM,       /* Fourier-Motzkin elimination, made right */
    FK_METHOD_FM_PAPER, /* the same as printed, mistakes included */
    FK_METHOD_EC,       /* effective constraints, with the way back */
    FK_METHOD_EC_PAPER, /* the same as printed */
    FK_METHOD_SAT,      /* separating axes, all of them */
    FK_METHOD_SAT6,     /* the six face axes of two boxes only */
    FK_METHOD_GJK,      /* Gilbert, Johnson, Keerthi */
    FK_METHOD_CW,       /* Chung, Wang: separating vectors */
    FK_METHOD_COUNT
} fk_method;

/* Hulls of more points are not known to fm, ec and sat, and have faces for contacts only with hints. */
#define FK_METHOD_HULL_POINTS 16

/* ---- Answer -------------------------------------------------------------------------------------------- */

/* Parts of an answer: what is wanted, and what was filled. */
enum {
    FK_PART_CERTIFICATE = 1, /* certificate */
    FK_PART_POINT = 2,       /* point: touching and overlapping */
    FK_PART_PLANE = 4,       /* plane and gap: apart and touching */
    FK_PART_BOX = 8,         /* box: touching and overlapping */
    FK_PART_ALL = 15
};

/* One step of a method, for those who want to watch it. Coordinates are those of the world, rounded. */
typedef enum fk_trace_step_kind {
    FK_STEP_NONE = 0,
    FK_STEP_SIMPLEX, /* gjk: point[0..count) is the simplex in the Minkowski difference a - b, none in the first step;
                        lo how far it is from the origin; vector the direction that is searched, along which
                        on_a - on_b is the farthest point of a - b (of the cores, for spheres and capsules). cw: the
                        same, after its own steps */
    FK_STEP_VECTOR, /* cw: vector is tried, along which on_a - on_b is the farthest point of a - b; lo how far that
                        lies beyond the origin (negative: vector separates, but for radii) */
    FK_STEP_AXIS, /* sat, sat6: vector is the axis, zero for parallel edges; lo the separation along it, not divided
                        by its length (negative: the shadows overlap); hi its sign, exactly (sat6: as computed);
                        level an fk_axis_kind; point[0..count) the corners of the face or the ends of the edges */
    FK_STEP_ROW,      /* fm, ec and as printed: lo <= vector.y <= hi, where y are coordinates of the point
                        point[0] + y.x point[1] + y.y point[2] + y.z point[3]. fm: combined from the steps
                        from[0..count); ec: taken as an equality */
    FK_STEP_INTERVAL, /* ec, fm-paper: what all rows leave for one of the coordinates y; empty when lo > hi */
    FK_STEP_EXACT     /* fm, ec: from here on in exact integers, and out of sight */
} fk_trace_step_kind;

/* Where an axis of sat comes from. */
typedef enum fk_axis_kind {
    FK_AXIS_FACE_A,    /* the normal of a face of a: three of its corners */
    FK_AXIS_FACE_B,    /* ... of b */
    FK_AXIS_EDGES,     /* the product of an edge of a, the first two points, and one of b */
    FK_AXIS_EDGE_A,    /* the product of an edge of a and a coordinate axis, for flat pieces */
    FK_AXIS_EDGE_B,    /* ... of b */
    FK_AXIS_COORDINATE /* a coordinate axis */
} fk_axis_kind;

typedef struct fk_trace_step {
    fk_trace_step_kind kind;
    uint32_t level; /* rows, intervals: variables that are eliminated or fixed; sat: fk_axis_kind */
    uint32_t owner; /* rows: 1 for one of a, 2 for one of b, 0 for others */
    uint32_t count;
    uint32_t from[3];
    fk_vertex_pair pair; /* the vertices that on_a and on_b are, of pieces that have them */
    fk_vec3 vector;
    double lo, hi;
    fk_vec3 point[4];
    fk_vec3 on_a, on_b;
} fk_trace_step;

/* The caller's array of steps. count is how many steps there were; those beyond capacity are not kept. */
typedef struct fk_trace {
    fk_trace_step *step;
    uint32_t capacity, count;
} fk_trace;

typedef struct fk_pair_query {
    const fk_piece *a, *b;
    fk_method method;
    unsigned want;   /* FK_PART_... */
    fk_trace *trace; /* or NULL; exact leaves no steps */
} fk_pair_query;

/* Two pieces, method exact, all parts, no trace. */
FK_API fk_pair_query fk_pair_query_default(const fk_piece *a, const fk_piece *b);

/* An answer. filled tells which parts hold something; the rest is zero.
 *   certificate  a proof of the verdict that fk_verify accepts. Method exact always has one; others where they find
 *                one on their way.
 *   point        a common point of both pieces, each coordinate rounded to a double.
 *   plane        a separating plane halfway between the pieces. Its normal points from a to b and has length 1 up
 *                to rounding, never more; it is the direction of the certificate, rounded.
 *   gap          a lower bound of the distance of a and b: their separation along that normal, rounded down, and
 *                not below 0. Infinite when it exceeds the double range.
 *   box          the box of the intersection. For polyhedra each side is the exact bound rounded outward; for
 *                round shapes within 1e-12 of the size outside of it; fm-paper gives the paper's. Infinite sides
 *                where the intersection has no end. */
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

/* Where the last search ended: gives the next one a start when the pieces have moved little. Zero it for the
 * first call. Any contents are safe; they are never believed. */
typedef struct fk_distance_cache {
    fk_vec3 direction;
    uint32_t vertex_a, vertex_b;
} fk_distance_cache;

typedef struct fk_distance {
    fk_interval distance;     /* contains the truth; 0 to 0 for pieces that meet */
    fk_vec3 point_a, point_b; /* nearest points, rounded; the same common point for pieces that meet */
} fk_distance;

/* The distance of two pieces. The width of the interval is at most 1e-13 of the size of the pieces and their
 * distance for polyhedra, spheres, capsules and half-spaces, 1e-12 for cylinders, cones and ellipsoids. It is wider, and
 * still contains the truth, for smooth pieces thinner than 1e-9 of their length or smaller than 1e-289, and for smooth
 * pieces against a hull with hints that are not its own. cache may be NULL. FK_OK; or FK_ERROR_NOT_FINITE,
 * FK_ERROR_PIECE with *out left alone. */
FK_API fk_status fk_pair_distance(const fk_piece *a, const fk_piece *b, fk_distance_cache *cache,
                                  fk_distance *out);

typedef struct fk_depth {
    /* Contains the length of the shortest way to move b until the pieces only touch; 0 to 0 when they do not
     * overlap. Infinite when no way is long enough. */
    fk_interval depth;
    /* That way: a direction of length 1 up to rounding; b moved by depth.hi along it does not overlap a, up to the
     * rounding of the direction. Zero when they do not overlap or the depth is infinite. */
    fk_vec3 direction;
} fk_depth;

/* How deep two pieces overlap. For points, segments, triangles, cells, spheres and capsules the ends of the
 * interval are the exact depth rounded down and up (they differ by two units in the last place at most), for
 * hulls and smooth shapes its width is at most 1e-12 of the size. It is wider, and still contains the truth, where a
 * search of 448 vertices does not suffice, as many ways out are almost equally short: for hulls of thousands of points
 * around one centre, for smooth shapes that share an axis or lie deep in each other (one in a hundred; up to 1e-5 of the
 * size, rarely more), and below sizes of 1e-290.
 * (b, a) has the same depth and the opposite direction, unless a and b are equal. FK_OK; or FK_ERROR_NOT_FINITE,
 * FK_ERROR_PIECE with *out left alone. */
FK_API fk_status fk_pair_depth(const fk_piece *a, const fk_piece *b, fk_depth *out);

/* The box of the intersection, as in fk_answer; empty for pieces that are apart. FK_OK; or FK_ERROR_NOT_FINITE,
 * FK_ERROR_PIECE with *out left alone. */
FK_API fk_status fk_pair_box(const fk_piece *a, const fk_piece *b, fk_aabb *out);

/* ---- Contacts ------------------------------------------------------------------------------------------ */

#define FK_CONTACT_POINTS 4

/* One point of a contact. Its id, `feature`, is made of the features of a (upper half) and b (lower half) that meet
 * there, vertices, edges or faces, so it stays the same as long as they do. No two points of a contact have the same. */
typedef struct fk_contact_point {
    fk_vec3 point; /* halfway between both surfaces */
    double depth;  /* along the normal; not negative */
    uint64_t feature;
} fk_contact_point;

typedef struct fk_contact {
    fk_vec3 normal; /* from a to b, length 1 up to rounding; zero when the depth is infinite */
    double depth;   /* the greatest of the points */
    uint32_t count; /* 0 when the pieces are apart */
    fk_contact_point point[FK_CONTACT_POINTS];
} fk_contact;

/* Contact points for simulation, in floating point: where two pieces that touch or overlap press on each other.
 * Deterministic, but not proved; whether there is a contact follows the exact verdict, and where that is undecided
 * the depth. Hulls of more than FK_METHOD_HULL_POINTS points have faces only with hints; without, they touch in one
 * point. For (b, a) the points are the same, the normal is the opposite one, and the halves of each id change
 * places. Two half-spaces have one point. FK_OK; or FK_ERROR_NOT_FINITE, FK_ERROR_PIECE with *out left alone. */
FK_API fk_status fk_pair_contact(const fk_piece *a, const fk_piece *b, fk_contact *out);

/* ---- Casts --------------------------------------------------------------------------------------------- */

typedef enum fk_cast_result {
    FK_CAST_UNDECIDED = 0, /* round shapes that pass each other within 1e-12 of the size */
    FK_CAST_MISS,
    FK_CAST_HIT
} fk_cast_result;

typedef struct fk_cast {
    fk_cast_result result;
    /* The first and the last time at which the pieces meet, when they do. For polyhedra the ends of each interval are
     * the exact time rounded down and up; for round shapes proved brackets. */
    fk_interval enter, leave;
} fk_cast;

/* Piece a moves by t * velocity, b rests: when do they meet for 0 <= t <= end? end may be infinite. A ray is a
 * point that moves. FK_OK; or FK_ERROR_NOT_FINITE, FK_ERROR_PIECE, and FK_ERROR_ARGUMENT when end is negative or NaN,
 * with *out left alone. */
FK_API fk_status fk_pair_cast(const fk_piece *a, fk_vec3 velocity, const fk_piece *b, double end,
                              fk_cast *out);
FK_API fk_status fk_piece_ray(fk_vec3 origin, fk_vec3 direction, const fk_piece *piece, fk_cast *out);

/* ---- Corners that move --------------------------------------------------------------------------------- */

typedef struct fk_ccd_hit {
    bool meets;
    /* Of the first meeting: contains it, and its ends are equal or neighbouring doubles; 0 to 0 without one. */
    fk_interval time;
} fk_ccd_hit;

/* Four points, each going straight from begin[i] at time 0 to end[i] at time 1. Is the first ever in the closed
 * triangle of the other three? Do the segments of the first two and of the last two ever have a common point?
 * Exact, for all finite doubles, also where triangle or segment is a segment or a point, and where all stay in a
 * plane. FK_ERROR_NOT_FINITE leaves *out alone. */
FK_API fk_status fk_ccd_point_triangle(const fk_vec3 begin[4], const fk_vec3 end[4], fk_ccd_hit *out);
FK_API fk_status fk_ccd_segment_segment(const fk_vec3 begin[4], const fk_vec3 end[4], fk_ccd_hit *out);

#ifdef __cplusplus
}
#endif

#endif
