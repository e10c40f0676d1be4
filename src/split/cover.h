/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Decides whether convex pieces cover a mesh. */

#ifndef FARKAS_SPLIT_COVER_H
#define FARKAS_SPLIT_COVER_H

#include "exact/ball.h"
#include "exact/exact.h"
#include "farkas/split.h"
#include "farkas/tree.h"
#include "shape/hull.h"

/* For the rest of the library: the check without one of the pieces, and with a hint where to begin. */

/* Decides whether pieces that cover a mesh still do so without piece `skip`; the indices of the pieces stay. Visits only what
 * is near that piece. With FK_NONE no piece is left out, nothing is assumed, and it is fk_cover_check. */
fk_status fk_cover_check_without(fk_context *context, const fk_mesh *mesh, fk_hull *const *piece,
                                 uint32_t piece_count, uint32_t skip, fk_cover *out);

/* As fk_cover_check, but begins with the triangle and the piece of a hint, if these are valid, and wraps around. So the
 * triangle or piece that it reports need not be the first. */
fk_status fk_cover_check_from(fk_context *context, const fk_mesh *mesh, fk_hull *const *piece,
                              uint32_t piece_count, const fk_cover *hint, fk_cover *out);

/* Shared by the files of the cover check.
 *
 * A target is a convex polygon in a plane: a triangle of the mesh, or a facet of a piece. Every polygon cut out of it lies in
 * its plane, so it is projected along a coordinate axis that is not parallel to the plane: points have two coordinates, u and
 * v, and the planes of pieces and triangles become lines a u + b v + c = 0. Lines are defined by given points; points are
 * given, or intersections of two lines. Nothing is ever rounded: a sign is first computed in balls, and then in integers. */

/* ---- Prepared input ------------------------------------------------------------------------------------ */

/* A facet of a piece: three of its corners, as points of the cloud, counterclockwise seen from outside. */
typedef struct fk_cover_plane {
    uint32_t corner[3];
    fk_filter_plane filter;
    bool is_shared; /* another solid piece is known to have the same facet with the opposite normal */
} fk_cover_plane;

typedef struct fk_cover_piece {
    uint32_t first_point; /* in the cloud */
    size_t first_plane;   /* the others follow; unused for pieces that are not solid */
    fk_aabb box;
} fk_cover_piece;

typedef struct fk_cover_set {
    fk_context *context;
    const fk_mesh *mesh;
    fk_hull *const *hull;
    uint32_t piece_count, skip;
    uint32_t first_triangle, first_piece; /* where the check begins */
    fk_aabb box;                          /* of the mesh */
    fk_vec3 *point;
    size_t point_count, plane_count;
    fk_point_set cloud; /* the vertices of the mesh, then those of the pieces */
    fk_cover_piece *piece;
    fk_cover_plane *plane;
    signed char *side; /* scratch for each vertex of the mesh: the side of a plane on which it lies */
    /* For candidate queries; NULL where trees are not worth it. */
    fk_tree *triangle_tree, *piece_tree;
    fk_mesh diagonals; /* the tree of the pieces is built over these */
    fk_vec3 *diagonal_point;
    fk_triangle *diagonal_triangle;
    double scale; /* of balls, which are made of points relative to the origin */
    fk_vec3 origin;
} fk_cover_set;

/* ---- Growing lists ------------------------------------------------------------------------------------- */

typedef struct fk_cover_list {
    void *item;
    size_t count, capacity, size; /* size: of one item, in bytes */
} fk_cover_list;

/* Reserves `more` items beyond the count; false if there is no memory. */
bool fk_cover_reserve(fk_context *context, fk_cover_list *list, size_t more);

/* ---- Lines and points in the plane of a target --------------------------------------------------------- */

/* A cached integer; longer ones are not cached. */
#define FK_COVER_LIMBS 8

typedef struct fk_cover_number {
    int32_t count, exponent, sign;
    uint64_t limb[FK_COVER_LIMBS];
} fk_cover_number;

typedef enum fk_cover_line_kind {
    FK_LINE_OF_EDGE, /* through points 0 and 1: negative on its left */
    FK_LINE_OF_PLANE /* the intersection with the plane of points 0, 1, 2: positive where they are counterclockwise */
} fk_cover_line_kind;

typedef struct fk_cover_line {
    fk_cover_line_kind kind;
    uint32_t point[3];
    int sign;                                                            /* 1, or -1 for the opposite line */
    fk_ball at[3];                                                       /* a, b, c, times a power of two */
    enum { FK_COVER_UNKNOWN, FK_COVER_CACHED, FK_COVER_TOO_LONG } state; /* of the cached numbers */
    fk_cover_number cached[3];
} fk_cover_line;

/* A line of a target's list, times 2; plus 1 for the opposite line. */
typedef uint32_t fk_cover_edge;

typedef enum fk_planar_point_kind {
    FK_PLANAR_GIVEN,        /* a: a point of the cloud */
    FK_PLANAR_INTERSECTION, /* a, b: edges with a left turn at the point */
    FK_PLANAR_CROSSING, /* the segment between points a and b of the cloud, on both sides of the plane, meets it here */
    FK_PLANAR_FREE /* its coordinates are the mids of its balls */
} fk_planar_point_kind;

typedef struct fk_planar_point {
    fk_planar_point_kind kind;
    uint32_t a, b;
    fk_ball at[3]; /* u w, v w, w, times a power of two; w > 0 */
} fk_planar_point;

/* A corner of a polygon, and the edge that ends there. Polygons are counterclockwise, and edges not positive inside. */
typedef struct fk_cover_corner {
    fk_cover_edge edge;
    fk_planar_point position;
} fk_cover_corner;

/* A triangle of the mesh that extends beyond the target, and where its boundary meets the plane: going around the triangle,
 * one comes up from below at `in` and goes down at `out`. */
typedef struct fk_cover_crossing {
    fk_planar_point in, out;
    uint32_t line;
    bool is_near; /* its box meets that of the target */
} fk_cover_crossing;

typedef struct fk_cover_target {
    fk_cover_set *set;
    uint32_t plane[3]; /* points of the cloud */
    const uint32_t *corner;
    uint32_t first, corner_count; /* corner i is point first + corner[i] */
    fk_aabb box;
    int axis, u, v; /* axis: the axis of projection; u, v: the two others */
    int facing;     /* sign of the normal along that axis */
    fk_ball_vec3 normal;
    fk_ball offset;
    bool is_cached; /* the cached integers are set */
    fk_cover_number cached[4];
    fk_cover_list line;       /* fk_cover_line */
    fk_cover_list cutter;     /* fk_cover_cutter: pieces that may cover parts of it */
    fk_cover_list fragment;   /* fk_cover_fragment: a stack of fragments to visit */
    fk_cover_list pending;    /* fk_cover_corner: their corners */
    fk_cover_list work;       /* fk_cover_corner: the current fragment */
    fk_cover_list clipped[2]; /* fk_cover_corner: its part inside a piece */
    fk_cover_list sign;       /* signed char */
    fk_cover_list crossing;   /* fk_cover_crossing */
    fk_cover_list candidate;  /* uint64_t: the result of the last candidate query */
    bool is_crossed;          /* the crossings are known */
    int beyond;               /* the crossings are those of its outer side: 1; of its inner side: -1 */
} fk_cover_target;

/* A piece, as the lines of those of its planes that cut the target. */
typedef struct fk_cover_cutter {
    size_t first_line, line_count;
} fk_cover_cutter;

typedef struct fk_cover_fragment {
    size_t first_corner, corner_count;
    size_t next; /* the first cutter, or crossing after those, not yet applied */
} fk_cover_fragment;

void fk_cover_target_init(fk_cover_target *target, fk_cover_set *set);
void fk_cover_target_free(fk_cover_target *target);

/* Sets the target to another polygon of three or more corners, counterclockwise seen from outside. The first corner, one a
 * third and one two thirds around define the plane. False if these are collinear. */
bool fk_cover_target_set(fk_cover_target *target, const uint32_t *corner, uint32_t first, uint32_t count);

static inline uint32_t fk_cover_target_point(const fk_cover_target *target, uint32_t i)
{
    return target->first + target->corner[i];
}

static inline fk_cover_line *fk_cover_line_at(const fk_cover_target *target, size_t i)
{
    return (fk_cover_line *)target->line.item + i;
}

/* Adds a line; false if there is no memory. */
bool fk_cover_line_add(fk_cover_target *target, fk_cover_line_kind kind, const uint32_t *point, int sign);

fk_planar_point fk_planar_point_given(const fk_cover_target *target, uint32_t point);
fk_planar_point fk_planar_point_intersection(const fk_cover_target *target, fk_cover_edge a, fk_cover_edge b);
fk_planar_point fk_planar_point_crossing(const fk_cover_target *target, uint32_t a, uint32_t b);

/* The sign of an edge at a point. The target is not const, because it caches integers. */
int fk_cover_sign(fk_cover_target *target, fk_cover_edge edge, const fk_planar_point *position);

/* A point inside a polygon: a free point, or the centroid of three of its corners. */
typedef struct fk_cover_inner_point {
    bool is_free;
    fk_planar_point position[3];
} fk_cover_inner_point;

fk_cover_inner_point fk_cover_find_inner_point(fk_cover_target *target, const fk_cover_corner *corner,
                                               size_t count);
int fk_cover_inner_point_sign(fk_cover_target *target, uint32_t line, const fk_cover_inner_point *inner);
/* The sign of the inner point's v minus that of a point that is not free. */
int fk_cover_inner_point_order(fk_cover_target *target, const fk_planar_point *level,
                               const fk_cover_inner_point *inner);
/* The inner point in space, rounded. */
fk_vec3 fk_cover_inner_point_in_space(const fk_cover_target *target, const fk_cover_inner_point *inner);

/* The side of the plane of three points on which a point in space lies, or FK_UNSURE. */
int fk_cover_point_side(fk_cover_set *set, const uint32_t *plane, fk_vec3 place);

/* ---- Candidates ---------------------------------------------------------------------------------------- */

/* Builds the trees of a set that has its pieces. May return FK_ERROR_MEMORY; free in any case. */
fk_status fk_cover_candidates_init(fk_cover_set *set);
void fk_cover_candidates_free(fk_cover_set *set);

/* Lists in target->candidate, ascending, the pieces that may meet a box: at least all that do. False if there is no
 * memory. */
bool fk_cover_find_pieces(fk_cover_target *target, fk_aabb box);

/* ---- Checks of a target -------------------------------------------------------------------------------- */

typedef enum fk_cover_question {
    FK_COVER_SURFACE, /* no part of the target is outside of all pieces */
    FK_COVER_FACET,   /* no part of its outer side is inside the mesh and outside of all pieces */
    FK_COVER_SIDES    /* the same for its outer and inner side, with solid pieces only */
} fk_cover_question;

/* Decides a question about a target, which is a facet of piece `own` or of none. If *holds is false, *point is a point of the
 * target for which it does not hold. May return FK_ERROR_MEMORY. */
fk_status fk_cover_check_target(fk_cover_target *target, fk_cover_question question, uint32_t own,
                                bool *holds, fk_vec3 *point);

/* Lists the triangles that extend beyond the target. False if there is no memory. */
bool fk_cover_find_crossings(fk_cover_target *target);

/* Whether a crossing passes through the interior of the current fragment; may be true for one that touches its boundary.
 * Leaves the signs of its line at the fragment's corners in target->sign. */
bool fk_cover_is_crossed(fk_cover_target *target, const fk_cover_crossing *crossing);

/* The winding number of the mesh just beyond a point inside a fragment that no triangle crosses. */
int64_t fk_cover_winding(fk_cover_target *target, const fk_cover_inner_point *inner);

/* Searches a point beyond the target, over an uncovered point on it, that is proved to be inside the mesh and in no piece but
 * segments and points. Returns the given point if none is found. */
fk_vec3 fk_cover_move_to_uncovered(const fk_cover_target *target, fk_vec3 place);

/* Decides whether pieces cover the triangle of collinear corners. If not, *point is where the cover ends, rounded. */
bool fk_cover_check_segment(fk_cover_set *set, const uint32_t corner[3], fk_vec3 *point);

#endif
