/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Pairs: whether two convex pieces meet, their distance, penetration depth, contact points and time of contact.
 *
 * Errors: every call that returns a status returns FK_ERROR_NOT_FINITE if a number is not finite, and FK_ERROR_PIECE if
 * a piece is not valid (see fk_piece_check). A call's comment lists only its other errors. After an error the outputs
 * are unchanged.
 *
 * No call allocates. Each needs about 80 KiB of stack, most of it for exact integers; fk_pair_depth, fk_pair_contact
 * and fk_pair_relation need 110 KiB, and the method ec 100 KiB. */

#ifndef FARKAS_PAIR_H
#define FARKAS_PAIR_H

#include "farkas/proof.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Verdict ------------------------------------------------------------------------------------------- */

/* Returns the exact verdict on two pieces: apart, touching or overlapping. It is the same for (a, b) and (b, a). Never
 * fails. The verdict is FK_UNDECIDED if a piece is not valid (fk_piece_check). For valid pieces it can be FK_UNDECIDED
 * only if one is a cylinder, cone or ellipsoid and the other is no half-space, and one of these holds: the gap or depth
 * is below 1e-12 of the size; an ellipsoid is flat, and the pieces are not apart; both pieces are round or smooth, and
 * they overlap so far from the origin that their intersection contains no double. */
FK_API fk_verdict fk_pair_verdict(const fk_piece *a, const fk_piece *b);

/* The proof of the last verdict on a pair: a separating direction, a common point, or vertex pairs of a - b that
 * enclose the origin. Keep one cache for each pair that you test repeatedly while it moves, and zero it before the
 * first call. Any contents are safe: the library checks them before it uses them. The fields are private to the
 * library. */
typedef struct fk_pair_cache {
    fk_verdict verdict;
    uint32_t is_known; /* not 0: the fields below prove the verdict */
    uint32_t idle;     /* the number of verdicts since the last search for a proof that found none */
    fk_vec3 direction; /* apart: from a to b */
    fk_vec3 inside;    /* overlapping cells: a common point, by its coordinates along the edges of one cell */
    fk_vertex_pair pair[4]; /* other overlapping pieces */
} fk_pair_cache;

/* Returns the same verdict as fk_pair_verdict, and updates the cache. It is faster while the cached proof still holds.
 * It caches nothing for half-spaces, cylinders, cones and ellipsoids, for spheres and capsules that overlap, and for
 * pieces that touch. */
FK_API fk_verdict fk_pair_verdict_warm(const fk_piece *a, const fk_piece *b, fk_pair_cache *cache);

/* ---- Relation: contact, overlap, containment ----------------------------------------------------------- */

/* The relation of two pieces, or of two meshes (tree.h), as closed sets. The set of a solid is its triangles and its
 * inside, which is where the winding number is not 0. The set of a surface is its triangles; what they enclose does
 * not count. The relation is the first of these that holds:
 *   duplicate  both are the same set
 *   a in b     a is a subset of b; it may touch the boundary of b from inside
 *   b in a     b is a subset of a
 *   hard       Two pieces: they overlap (see fk_verdict).
 *              Two solids: their interiors meet.
 *              A surface and a solid: the surface meets the interior. A wall with interior on both sides belongs to
 *              the interior.
 *              Two surfaces: a pair of triangles overlaps as pieces (see fk_verdict); or around a common edge the
 *              triangles of one surface lie on both sides of those of the other.
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

/* Returns the exact relation of two pieces; (b, a) gives the same one with a and b exchanged. Never fails. It is
 * FK_RELATION_UNDECIDED if the verdict is and no containment is proved. It is also undecided if the pieces overlap,
 * and for one of them neither containment nor a point outside the other is proved:
 *   - a cylinder, cone or ellipsoid extends beyond a curved surface, or stays inside it, by less than 1e-12 of the size.
 *     Where it touches from inside, this is decided if the axes of both are parallel and the numbers are simple;
 *   - a cylinder, cone or ellipsoid comes close to the rim between the cylinder and an end of a capsule;
 *   - the inner piece reaches near hundreds of faces of a hull;
 *   - one is flat, and lies in a plane with the other.
 * If a is proved to be in b, and whether b is in a is not decided, the result is FK_RELATION_A_IN_B. */
FK_API fk_relation fk_pair_relation(const fk_piece *a, const fk_piece *b);

/* ---- Many pairs of cells at once ----------------------------------------------------------------------- */

/* Cells as a structure of arrays. All cells have one kind, FK_KIND_BOX or FK_KIND_TETRA. For cell i, coordinate k of
 * the origin is origin[k][i], and coordinate k of edge e is edge[e][k][i]. */
typedef struct fk_cells {
    fk_kind kind;
    size_t count;
    const double *origin[3];
    const double *edge[3][3];
} fk_cells;

/* The same in floats. Each float means the double of the same value. */
typedef struct fk_cells_float {
    fk_kind kind;
    size_t count;
    const float *origin[3];
    const float *edge[3][3];
} fk_cells_float;

/* An index into the first set (of cells or triangles), and one into the second set. */
typedef struct fk_index_pair {
    uint32_t a, b;
} fk_index_pair;

/* Compute the exact verdicts on many pairs of cells.
 *   a, b     two sets of cells, which may be the same set. The arrays need no special alignment.
 *   pair     count pairs of indices into a and b. NULL pairs cell i of a with cell i of b; then each set must have at
 *            least count cells.
 *   verdict  count bytes. verdict[i] becomes the verdict of fk_pair_verdict on pair i. It is FK_UNDECIDED only for
 *            cells with numbers that are not finite; here, such numbers are not an error.
 * FK_ERROR_ARGUMENT if a kind is neither box nor tetrahedron, or if an index is out of range. */
FK_API fk_status fk_cells_verdict(const fk_cells *a, const fk_cells *b, const fk_index_pair *pair,
                                  size_t count, uint8_t *verdict);
FK_API fk_status fk_cells_verdict_float(const fk_cells_float *a, const fk_cells_float *b,
                                        const fk_index_pair *pair, size_t count, uint8_t *verdict);

/* ---- Triangles ----------------------------------------------------------------------------------------- */

/* Returns whether two closed triangles have a common point. The result is exact, as that of fk_pair_verdict, and
 * triangles may have no area. All numbers must be finite. */
FK_API bool fk_triangles_meet(const fk_vec3 a[3], const fk_vec3 b[3]);

#define FK_TRIANGLES_POINTS 6

/* The intersection of two triangles: empty, a point, a segment, or, if both lie in one plane, a polygon. The corners
 * are in order around it. Each coordinate is the exact one, rounded to the nearest double. */
typedef struct fk_triangles_common {
    fk_verdict verdict; /* as fk_pair_verdict returns it */
    uint32_t count;     /* the number of corners, at most FK_TRIANGLES_POINTS; they differ before rounding */
    fk_vec3 point[FK_TRIANGLES_POINTS];
} fk_triangles_common;

/* Computes the intersection of two triangles. All numbers must be finite. The order of the corners depends only on the
 * intersection, so it is the same for (b, a). The first corner has the lowest x, then y, then z, before rounding. The
 * other corners of a polygon follow counterclockwise, seen from the positive end of the first axis along which its
 * projection has area. No coordinate is -0. */
FK_API void fk_triangles_intersect(const fk_vec3 a[3], const fk_vec3 b[3], fk_triangles_common *out);

/* Returns the exact sign of (distance of two triangles - limit). The limit must not be negative; if it is infinite, the
 * sign is -1. All other numbers must be finite. */
FK_API int fk_triangles_compare(const fk_vec3 a[3], const fk_vec3 b[3], double limit);

/* ---- Methods ------------------------------------------------------------------------------------------- */

typedef enum fk_method {
    FK_METHOD_EXACT,    /* exact, with a certificate: the default */
    FK_METHOD_FM,       /* Fourier-Motzkin elimination, corrected */
    FK_METHOD_FM_PAPER, /* the same as printed in the paper, mistakes included */
    FK_METHOD_EC,       /* effective constraints, with backtracking */
    FK_METHOD_EC_PAPER, /* the same as printed */
    FK_METHOD_SAT,      /* separating axes, all of them */
    FK_METHOD_SAT6,     /* only the six face axes of two boxes */
    FK_METHOD_GJK,      /* Gilbert, Johnson, Keerthi */
    FK_METHOD_CW,       /* Chung, Wang: separating vectors */
    FK_METHOD_COUNT
} fk_method;

/* fm, ec and sat can decide hulls of at most this many points. fk_pair_contact needs hints to know the faces of larger
 * hulls. */
#define FK_METHOD_HULL_POINTS 16

/* ---- Answer -------------------------------------------------------------------------------------------- */

/* The fields of an answer, as bits, for fk_pair_query.want and fk_answer.filled. fk_pair_answer is in method.h. */
enum {
    FK_PART_CERTIFICATE = 1, /* certificate */
    FK_PART_POINT = 2,       /* point, if touching or overlapping */
    FK_PART_PLANE = 4,       /* plane and gap, if apart or touching */
    FK_PART_BOX = 8,         /* box, if touching or overlapping */
    FK_PART_ALL = 15
};

/* One step of a method, for debugging and teaching. Coordinates are in the world, rounded. For each kind, these are
 * the methods that write it and the fields that it uses:
 *   SIMPLEX   gjk; cw after its own steps. point[0..count): the simplex in the Minkowski difference a - b (of the
 *             cores, for spheres and capsules), empty in the first step. lo: its distance from the origin. vector:
 *             the search direction. on_a - on_b: the support of a - b along it.
 *   VECTOR    cw. vector: the candidate direction. on_a - on_b: the support of a - b along it. lo: the dot product of
 *             both; if it is negative, vector separates the pieces without their radii.
 *   AXIS      sat, sat6. vector: the axis, zero for parallel edges. lo: the separation along it, not divided by its
 *             length; if it is negative, the projections overlap. hi: the exact sign of lo (for sat6, the computed
 *             sign). level: an fk_axis_kind. point[0..count): the corners of the face or the ends of the edges.
 *   ROW       fm, ec, fm-paper, ec-paper. The constraint lo <= vector.y <= hi on the point point[0] + y.x point[1] +
 *             y.y point[2] + y.z point[3]. fm combined it from the steps from[0..count); ec fixed it as an equality.
 *   INTERVAL  ec, fm-paper. The interval that all constraints leave for one coordinate of y; empty if lo > hi.
 *   EXACT     fm, ec. The method continues in exact integers, and adds no more steps. */
typedef enum fk_trace_step_kind {
    FK_STEP_NONE = 0,
    FK_STEP_SIMPLEX,
    FK_STEP_VECTOR,
    FK_STEP_AXIS,
    FK_STEP_ROW,
    FK_STEP_INTERVAL,
    FK_STEP_EXACT
} fk_trace_step_kind;

/* The features that define an axis of sat. */
typedef enum fk_axis_kind {
    FK_AXIS_FACE_A,    /* the normal of a face of a; the points are three of its corners */
    FK_AXIS_FACE_B,    /* ... of b */
    FK_AXIS_EDGES,     /* the cross product of an edge of a (the first two points) and an edge of b */
    FK_AXIS_EDGE_A,    /* the cross product of an edge of a and a coordinate axis, for flat pieces */
    FK_AXIS_EDGE_B,    /* ... of b */
    FK_AXIS_COORDINATE /* a coordinate axis */
} fk_axis_kind;

typedef struct fk_trace_step {
    fk_trace_step_kind kind;
    uint32_t level; /* constraints, intervals: the number of eliminated variables; sat: fk_axis_kind */
    uint32_t owner; /* constraints: 1 for a constraint of a, 2 for one of b, 0 for others */
    uint32_t count;
    uint32_t from[3];
    fk_vertex_pair pair; /* the vertices on_a and on_b, for pieces with vertices */
    fk_vec3 vector;
    double lo, hi;
    fk_vec3 point[4];
    fk_vec3 on_a, on_b;
} fk_trace_step;

/* The caller's array of steps. count becomes the number of all steps; steps beyond capacity are not stored. */
typedef struct fk_trace {
    fk_trace_step *step;
    uint32_t capacity, count;
} fk_trace;

typedef struct fk_pair_query {
    const fk_piece *a, *b;
    fk_method method;
    unsigned want;   /* FK_PART_... */
    fk_trace *trace; /* or NULL; the method exact adds no steps */
} fk_pair_query;

/* Returns a query for two pieces with the method exact, all fields and no trace. */
FK_API fk_pair_query fk_pair_query_default(const fk_piece *a, const fk_piece *b);

/* The answer of fk_pair_answer (method.h). `filled` has the bits of the fields that are set; the others are zero.
 *   certificate  a proof of the verdict, which fk_verify accepts. The method exact always returns one; other methods
 *                do so only if they find one without extra work.
 *   point        a common point of both pieces, each coordinate rounded to a double.
 *   plane        a separating plane halfway between the pieces. Its normal is the direction of the certificate,
 *                rounded. It points from a to b; its length is 1 up to rounding, and never more than 1.
 *   gap          a lower bound on the distance of a and b: their separation along that normal, rounded down, and at
 *                least 0. Infinite if it exceeds the range of doubles.
 *   box          the axis-aligned box of the intersection. For polyhedra each side is the exact bound, rounded
 *                outward; for round shapes it lies at most 1e-12 of the size outside the exact bound. fm-paper
 *                returns the box of the paper. Sides are infinite where the intersection is unbounded. */
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

/* Where the last search ended. The next search starts there, which is fast if the pieces have moved little. Zero it
 * before the first call. Any contents are safe: they affect only the speed. */
typedef struct fk_distance_cache {
    fk_vec3 direction;
    uint32_t vertex_a, vertex_b;
} fk_distance_cache;

typedef struct fk_distance {
    fk_interval distance;     /* contains the exact distance; 0 to 0 for pieces that meet */
    fk_vec3 point_a, point_b; /* nearest points, rounded; one common point for pieces that meet */
} fk_distance;

/* Computes the distance of two pieces and their nearest points (witness points). cache may be NULL; else the call
 * reads and updates it. For polyhedra, spheres, capsules and half-spaces the width of the interval is at most 1e-13
 * of the size of the pieces and their distance; for cylinders, cones and ellipsoids (smooth pieces), 1e-12. It is
 * wider, and still contains the exact distance, for smooth pieces that are thinner than 1e-9 of their length or
 * smaller than 1e-289, and for a smooth piece and a hull with the hints of another hull. */
FK_API fk_status fk_pair_distance(const fk_piece *a, const fk_piece *b, fk_distance_cache *cache,
                                  fk_distance *out);

typedef struct fk_depth {
    /* Contains the penetration depth: the length of the shortest displacement of b after which the pieces only touch.
     * 0 to 0 if they do not overlap. Infinite if there is no such displacement. */
    fk_interval depth;
    /* The direction of that displacement, of length 1 up to rounding. If b moves along it by depth.hi, b does not
     * overlap a, up to the rounding of the direction. Zero if they do not overlap or the depth is infinite. */
    fk_vec3 direction;
} fk_depth;

/* Computes the penetration depth of two pieces. (b, a) has the same depth and the opposite direction, unless a and b
 * are equal. For points, segments, triangles, cells, spheres and capsules the ends of the interval are the exact
 * depth, rounded down and up; they differ by at most two units in the last place. For hulls and smooth pieces the
 * width of the interval is at most 1e-12 of the size. It is wider, and still contains the exact depth, below sizes of
 * 1e-290, and if many displacements are almost equally short, so that a search of 448 vertices does not suffice. That
 * happens for hulls of thousands of points around one centre, and for one in a hundred pairs of smooth pieces that
 * share an axis or lie deep in each other (width up to 1e-5 of the size, rarely more). */
FK_API fk_status fk_pair_depth(const fk_piece *a, const fk_piece *b, fk_depth *out);

/* Computes the axis-aligned box of the intersection, as fk_answer.box; it is empty for pieces that are apart. */
FK_API fk_status fk_pair_box(const fk_piece *a, const fk_piece *b, fk_aabb *out);

/* ---- Contacts ------------------------------------------------------------------------------------------ */

#define FK_CONTACT_POINTS 4

/* One point of a contact. `feature` is the id of the vertices, edges or faces that meet there: that of a in the upper
 * 32 bits, that of b in the lower 32 bits. The id stays the same while they stay the same. No two points of a contact
 * have the same id. */
typedef struct fk_contact_point {
    fk_vec3 point; /* halfway between both surfaces */
    double depth;  /* along the normal; not negative */
    uint64_t feature;
} fk_contact_point;

typedef struct fk_contact {
    fk_vec3 normal; /* from a to b, length 1 up to rounding; zero if the depth is infinite */
    double depth;   /* the greatest depth of a point */
    uint32_t count; /* the number of points; 0 if the pieces are apart */
    fk_contact_point point[FK_CONTACT_POINTS];
} fk_contact;

/* Computes the contact manifold of two pieces for simulation: normal, depth and up to FK_CONTACT_POINTS points where
 * they touch or overlap. The manifold is computed in floating point; it is deterministic, but not proved. The exact
 * verdict decides whether there is a contact; if it is undecided, the depth decides. A hull of more than
 * FK_METHOD_HULL_POINTS points without hints has no faces, and so only one contact point. Two half-spaces have one
 * point. (b, a) has the same points and the opposite normal, and the two halves of each id are exchanged. */
FK_API fk_status fk_pair_contact(const fk_piece *a, const fk_piece *b, fk_contact *out);

/* ---- Casts --------------------------------------------------------------------------------------------- */

typedef enum fk_cast_result {
    FK_CAST_UNDECIDED = 0, /* see fk_pair_cast */
    FK_CAST_MISS,
    FK_CAST_HIT
} fk_cast_result;

typedef struct fk_cast {
    fk_cast_result result;
    /* The first and the last time at which the pieces meet, for a hit. Where fk_pair_cast is exact, the ends of each
     * interval are the exact time, rounded down and up: equal if it is a double, else neighbours. Else each is a proved
     * bracket. */
    fk_interval enter, leave;
} fk_cast;

/* fk_pair_cast computes when two pieces meet while b rests and a moves by t * velocity, for 0 <= t <= end. end may be
 * infinite. FK_ERROR_ARGUMENT if end is negative or NaN. (b, a) with the opposite velocity has the same times.
 *   exact, never undecided      pieces with vertices, spheres and capsules included, with each other and with
 *                               half-spaces; a point and any piece
 *   bracket, perhaps undecided  a cylinder, cone or ellipsoid and a piece other than a point. Undecided only if the gap or
 *                               depth on the way, or at its start or end, is below 1e-12 of the size; if an ellipsoid is
 *                               flat; or if the velocity is zero and the verdict is undecided
 *
 * fk_piece_ray casts the point origin along direction, which may be zero, without an end. It is exact, and never
 * undecided. */
FK_API fk_status fk_pair_cast(const fk_piece *a, fk_vec3 velocity, const fk_piece *b, double end,
                              fk_cast *out);
FK_API fk_status fk_piece_ray(fk_vec3 origin, fk_vec3 direction, const fk_piece *piece, fk_cast *out);

/* ---- Moving points ------------------------------------------------------------------------------------- */

typedef struct fk_ccd_hit {
    bool meets;
    /* Contains the time of the first contact; its ends are equal or neighbouring doubles. 0 to 0 without contact. */
    fk_interval time;
} fk_ccd_hit;

/* Compute the first contact of moving features. Four points move in straight lines, point i from begin[i] at time 0 to
 * end[i] at time 1. point_triangle: when does point 0 first meet the closed triangle of the points 1 to 3?
 * segment_segment: when does the segment of the points 0 and 1 first meet that of the points 2 and 3? Exact for all
 * finite doubles, also if a triangle or segment degenerates, or if all points stay in one plane. */
FK_API fk_status fk_ccd_point_triangle(const fk_vec3 begin[4], const fk_vec3 end[4], fk_ccd_hit *out);
FK_API fk_status fk_ccd_segment_segment(const fk_vec3 begin[4], const fk_vec3 end[4], fk_ccd_hit *out);

#ifdef __cplusplus
}
#endif

#endif
