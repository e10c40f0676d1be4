/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Whether convex pieces cover a mesh. */

#ifndef FARKAS_SPLIT_COVER_H
#define FARKAS_SPLIT_COVER_H

#include "exact/ball.h"
#include "exact/exact.h"
#include "farkas/split.h"
#include "farkas/tree.h"
#include "shape/hull.h"

/* The cover of a mesh, for the rest of the library: whether pieces are still a cover without one of them, and
 * where to look first. */

/* Of pieces that cover a mesh: whether they still do without piece `skip`. The numbers of pieces stay as they are. Looks only
 * at what is near that piece; with FK_NONE, which leaves out none, it is fk_cover_check, and nothing is taken for granted. */
fk_status fk_cover_check_without(fk_context *context, const fk_mesh *mesh, fk_hull *const *piece,
                                 uint32_t piece_count, uint32_t skip, fk_cover *out);

/* As fk_cover_check, but it begins with the triangle and the piece of a hint, where these are such, and goes
 * around: so what it finds to stick out, or to have uncovered inside beyond it, need not be the first. */
fk_status fk_cover_check_from(fk_context *context, const fk_mesh *mesh, fk_hull *const *piece,
                              uint32_t piece_count, const fk_cover *hint, fk_cover *out);

/* What the files of the cover check share.
 *
 * A base is a convex polygon in a plane: a triangle of the mesh, or a facet of a piece. Everything that is cut out of it lies
 * in its plane, so it is looked at along a coordinate axis along which the plane does not lie: places have two coordinates,
 * u and v, and the planes of pieces and triangles become lines a u + b v + c = 0. Lines come from given points; places are
 * given points, or where two lines meet. Nothing is ever rounded: a sign is first asked of balls, and then of integers. */

/* ---- What is given, made ready ------------------------------------------------------------------------- */

/* A facet of a piece: three of its corners, as points of the cloud, counterclockwise seen from outside. */
typedef struct fk_cover_plane {
    uint32_t corner[3];
    fk_cloud_plane filter;
    bool is_shared; /* another solid piece is known to have the same facet, looking the other way */
} fk_cover_plane;

typedef struct fk_cover_piece {
    uint32_t first_point; /* of the cloud */
    size_t first_plane;   /* the others follow; those of pieces that are not solid are not used */
    fk_aabb box;
} fk_cover_piece;

typedef struct fk_cover_set {
    fk_context *context;
    const fk_mesh *mesh;
    fk_hull *const *hull;
    uint32_t piece_count, skip;
    uint32_t first_triangle, first_piece; /* to be asked about */
    fk_aabb box;                          /* of the mesh */
    fk_vec3 *point;
    size_t point_count, plane_count;
    fk_cloud cloud; /* the vertices of the mesh, then those of the pieces */
    fk_cover_piece *piece;
    fk_cover_plane *plane;
    signed char *side; /* for each vertex of the mesh, room for the side of a plane on which it lies */
    /* For looking up what is near; NULL where that is not worth it. */
    fk_tree *triangle_tree, *piece_tree;
    fk_mesh diagonals; /* what the tree of the pieces is made of */
    fk_vec3 *diagonal_point;
    fk_triangle *diagonal_triangle;
    double scale; /* balls are made of points times this, from the origin there */
    fk_vec3 origin;
} fk_cover_set;

/* ---- Lists that grow ----------------------------------------------------------------------------------- */

typedef struct fk_cover_list {
    void *item;
    size_t count, capacity, size; /* of one item, in bytes */
} fk_cover_list;

/* Makes room for `more` items beyond the count; false when there is no memory. */
bool fk_cover_reserve(fk_context *context, fk_cover_list *list, size_t more);

/* ---- Lines and places in the plane of a base ----------------------------------------------------------- */

/* A number that was found in integers, kept where it is short. */
#define FK_COVER_LIMBS 8

typedef struct fk_cover_number {
    int32_t count, exponent, sign;
    uint64_t limb[FK_COVER_LIMBS];
} fk_cover_number;

typedef enum fk_cover_line_kind {
    FK_LINE_OF_EDGE, /* through points 0 and 1: negative to its left */
    FK_LINE_OF_PLANE /* where the plane of points 0, 1, 2 is met: positive where they turn counterclockwise */
} fk_cover_line_kind;

typedef struct fk_cover_line {
    fk_cover_line_kind kind;
    uint32_t point[3];
    int sign;      /* 1, or -1 for the opposite */
    fk_ball at[3]; /* a, b, c, times some power of two */
    enum { FK_COVER_UNKNOWN, FK_COVER_CACHED, FK_COVER_TOO_LONG } state; /* of the numbers below */
    fk_cover_number cached[3];
} fk_cover_line;

/* A line of the list of a base, or with bit 0 set its opposite. */
typedef uint32_t fk_cover_edge;

typedef enum fk_planar_point_kind {
    FK_PLANAR_GIVEN,        /* a: a point of the cloud */
    FK_PLANAR_INTERSECTION, /* a, b: edges that turn left there */
    FK_PLANAR_CROSSING, /* a, b: points of the cloud on both sides of the plane of the base; their segment meets it here */
    FK_PLANAR_FREE /* the mids of its balls are its coordinates */
} fk_planar_point_kind;

typedef struct fk_planar_point {
    fk_planar_point_kind kind;
    uint32_t a, b;
    fk_ball at[3]; /* u w, v w, w, times some power of two; w > 0 */
} fk_planar_point;

/* A corner of a polygon, with the edge that ends there. Polygons are counterclockwise, edges not positive inside. */
typedef struct fk_cover_corner {
    fk_cover_edge edge;
    fk_planar_point position;
} fk_cover_corner;

/* A triangle of the mesh that goes on beyond the base, and where its border meets the base: going around it, it is entered
 * from below at `in` and left at `out`. */
typedef struct fk_cover_crossing {
    fk_planar_point in, out;
    uint32_t line;
    bool is_near; /* its box meets that of the base */
} fk_cover_crossing;

typedef struct fk_cover_target {
    fk_cover_set *set;
    uint32_t plane[3]; /* points of the cloud */
    const uint32_t *corner;
    uint32_t first, corner_count; /* corner i is point first + corner[i] */
    fk_aabb box;
    int axis, u, v; /* the axis along which it is seen, and the two others */
    int facing;     /* the sign of its normal along that axis */
    fk_ball_vec3 normal;
    fk_ball offset;
    bool is_cached; /* whether the integers below are set */
    fk_cover_number cached[4];
    fk_cover_list line;       /* fk_cover_line */
    fk_cover_list cutter;     /* fk_cover_cutter: pieces that may cover a part of it */
    fk_cover_list fragment;   /* fk_cover_fragment: a stack of what is still to be looked at */
    fk_cover_list pending;    /* fk_cover_corner: their corners */
    fk_cover_list work;       /* fk_cover_corner: the fragment at hand */
    fk_cover_list clipped[2]; /* fk_cover_corner: what of it is inside a piece */
    fk_cover_list sign;       /* signed char */
    fk_cover_list crossing;   /* fk_cover_crossing */
    fk_cover_list candidate;  /* uint64_t: the pieces or triangles that were found last */
    bool is_crossed;          /* whether the crossings are known */
    int beyond;               /* they are of its outer side: 1; of its inner one: -1 */
} fk_cover_target;

/* A piece, as the lines of those of its planes that go through the base. */
typedef struct fk_cover_cutter {
    size_t first_line, line_count;
} fk_cover_cutter;

typedef struct fk_cover_fragment {
    size_t first_corner, corner_count;
    size_t next; /* the cutter, or the crossing after them, that it meets next */
} fk_cover_fragment;

void fk_cover_target_init(fk_cover_target *target, fk_cover_set *set);
void fk_cover_target_free(fk_cover_target *target);

/* Moves a base to another polygon; corners are counterclockwise seen from outside, three or more, and the first, one of the
 * middle and one of the last third tell the plane. False when these are on one line. */
bool fk_cover_target_set(fk_cover_target *target, const uint32_t *corner, uint32_t first, uint32_t count);

static inline uint32_t fk_cover_target_point(const fk_cover_target *target, uint32_t i)
{
    return target->first + target->corner[i];
}

static inline fk_cover_line *fk_cover_line_at(const fk_cover_target *target, size_t i)
{
    return (fk_cover_line *)target->line.item + i;
}

/* Adds a line; false when there is no memory. */
bool fk_cover_line_add(fk_cover_target *target, fk_cover_line_kind kind, const uint32_t *point, int sign);

fk_planar_point fk_planar_point_given(const fk_cover_target *target, uint32_t point);
fk_planar_point fk_planar_point_intersection(const fk_cover_target *target, fk_cover_edge a, fk_cover_edge b);
fk_planar_point fk_planar_point_crossing(const fk_cover_target *target, uint32_t a, uint32_t b);

/* The sign of an edge at a place. A base is not const for the integers that it keeps. */
int fk_cover_sign(fk_cover_target *target, fk_cover_edge edge, const fk_planar_point *position);

/* A place inside a polygon: a free spot, or the centroid of three of its corners. */
typedef struct fk_cover_inner_point {
    bool is_free;
    fk_planar_point position[3];
} fk_cover_inner_point;

fk_cover_inner_point fk_cover_find_inner_point(fk_cover_target *target, const fk_cover_corner *corner,
                                               size_t count);
int fk_cover_inner_point_sign(fk_cover_target *target, uint32_t line, const fk_cover_inner_point *inner);
/* The sign of v minus that of a place that is not free. */
int fk_cover_inner_point_order(fk_cover_target *target, const fk_planar_point *level,
                               const fk_cover_inner_point *inner);
/* In space, rounded. */
fk_vec3 fk_cover_inner_point_in_space(const fk_cover_target *target, const fk_cover_inner_point *inner);

/* On which side of the plane of three points a place in space is, or FK_UNSURE. */
int fk_cover_point_side(fk_cover_set *set, const uint32_t *plane, fk_vec3 place);

/* ---- What is near -------------------------------------------------------------------------------------- */

/* Makes what it needs of a set that has its pieces. FK_ERROR_MEMORY. End it in any case. */
fk_status fk_cover_candidates_init(fk_cover_set *set);
void fk_cover_candidates_free(fk_cover_set *set);

/* Lists in base->near, ascending, the pieces that may meet a box: none that does is left out.
 * False when there is no memory. */
bool fk_cover_find_pieces(fk_cover_target *target, fk_aabb box);

/* ---- Questions ----------------------------------------------------------------------------------------- */

typedef enum fk_cover_question {
    FK_COVER_SURFACE, /* no part of the base is outside of all pieces */
    FK_COVER_FACET,   /* no part of its outer side is inside the mesh and outside of all pieces */
    FK_COVER_SIDES    /* the same for its outer and its inner side; pieces that are not solid do not count */
} fk_cover_question;

/* Answers a question about a base, which is a facet of piece `own` or of none. With *holds false, *point is a place on the base
 * for which it does not hold. FK_ERROR_MEMORY. */
fk_status fk_cover_check_target(fk_cover_target *target, fk_cover_question question, uint32_t own,
                                bool *holds, fk_vec3 *point);

/* Lists the triangles that go on beyond the base. False when there is no memory. */
bool fk_cover_find_crossings(fk_cover_target *target);

/* Whether a crossing goes through the inside of the fragment at hand; it may say so of one that touches its border. The signs
 * of its line at the corners of the fragment are left in base->sign. */
bool fk_cover_is_crossed(fk_cover_target *target, const fk_cover_crossing *crossing);

/* The winding number of the mesh just beyond a place inside a fragment that no triangle crosses. */
int64_t fk_cover_winding(fk_cover_target *target, const fk_cover_inner_point *inner);

/* Looks for a place beyond the base, over a place on it that is not covered on that side, which is proved to be inside the mesh
 * and in no piece that is not a segment or a point. Where none is found, the place stays as it is. */
fk_vec3 fk_cover_move_to_uncovered(const fk_cover_target *target, fk_vec3 place);

/* Whether pieces cover the triangle of corners that are on one line. If not, *point is where the cover ends, rounded. */
bool fk_cover_check_segment(fk_cover_set *set, const uint32_t corner[3], fk_vec3 *point);

#endif
