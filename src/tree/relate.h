/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* How two placed meshes, or a mesh and a piece, lie to each other: relate.c has the theory. */

#ifndef FARKAS_TREE_RELATE_H
#define FARKAS_TREE_RELATE_H

#include "exact/ball.h"
#include "exact/exact.h"
#include "farkas/tree.h"
#include "pair/verdict/verdict.h"
#include "shape/support.h"

/* What is known of a triangle. */
#define FK_TRIANGLE_DEGENERATE  1 /* its corners are on one line: it has no sides */
#define FK_TRIANGLE_MEETS_OTHER 2 /* it meets the other mesh */
#define FK_TRIANGLE_HAS_SEGMENT                                                                              \
    4 /* it has a segment in common with one of the other mesh, and neither is flat */
#define FK_TRIANGLE_SELF_INTERSECTING                                                                        \
    8 /* it has a segment in common with one of its own mesh, other than a side of both */
#define FK_TRIANGLE_SELF_TESTED 16 /* whether it is busy was asked for */

/* Lists of triangles, one for each triangle: item[begin[t]] to item[begin[t + 1] - 1]. */
typedef struct fk_triangle_lists {
    uint32_t *begin, *item;
    size_t count; /* of items */
} fk_triangle_lists;

/* The number of a patch, known or not. */
typedef struct fk_patch_winding {
    int64_t winding;
    bool is_known;
} fk_patch_winding;

typedef struct fk_relation_mesh {
    const fk_placed_mesh *placed;
    fk_vec3 *point; /* of the vertices, in their places */
    fk_aabb box;    /* of these */
    fk_mesh_edges *edges;
    uint8_t *flag;
    uint32_t *user;            /* of vertices: a triangle that has it, while patches are joined */
    uint32_t *stamp;           /* of triangles, for lists that have each once */
    fk_triangle_lists partner; /* triangles of the other mesh that it meets */
    fk_triangle_lists self;    /* of those asked for: its own that they have a segment in common with */
    /* Patches by their roots: on an own one, the winding number of the mesh itself before the triangles, on
     * the side to which their normals point, is the same; one behind it is larger by 1. On a free one, that
     * of the other mesh is the same. */
    uint32_t *own_patch, *other_patch;
    fk_patch_winding *own_winding, *other_winding;
} fk_relation_mesh;

typedef struct fk_perturbed_point fk_perturbed_point;

/* What two triangles that meet have in common. */
typedef enum fk_intersection_kind {
    FK_INTERSECTION_POINT,   /* or one is flat */
    FK_INTERSECTION_SEGMENT, /* one segment or more */
    FK_INTERSECTION_CROSSING /* a segment, in both faces */
} fk_intersection_kind;

typedef struct fk_relation_search {
    fk_context *context;
    fk_relation_mesh mesh[2];
    fk_perturbed_point *perturbed; /* for the winding numbers of patches */
    fk_vec3 origin;                /* balls are made of points from here, times the scale */
    double scale;
    uint32_t stamp;
    const fk_pair_list *pairs;
    uint8_t *intersection; /* of each pair: fk_intersection_kind */
    /* What was found. */
    bool is_hard;
    bool sticks_out[2];      /* the mesh has points that are not in the other */
    bool has_inner_patch[2]; /* it has patches inside the other */
    bool meets;
    bool has_point;
    fk_vec3 point;
    fk_aabb box;
} fk_relation_search;

/* Nothing that is found from now on can change the relation. */
static inline bool fk_relation_is_settled(const fk_relation_search *r)
{
    return r->is_hard && r->sticks_out[0] && r->sticks_out[1];
}

static inline bool fk_relation_is_solid(const fk_relation_search *r, int which)
{
    return r->mesh[which].placed->is_solid;
}

static inline const fk_vec3 *fk_relation_corner(const fk_relation_search *r, int which, uint32_t triangle,
                                                int k)
{
    const fk_relation_mesh *m = &r->mesh[which];
    return &m->point[m->placed->mesh->triangle[triangle].corner[k]];
}

static inline void fk_relation_corners(const fk_relation_search *r, int which, uint32_t triangle,
                                       fk_vec3 corner[3])
{
    for (int k = 0; k < 3; k++)
        corner[k] = *fk_relation_corner(r, which, triangle, k);
}

static inline bool fk_relation_is_degenerate(const fk_relation_search *r, int which, uint32_t triangle)
{
    return (r->mesh[which].flag[triangle] & FK_TRIANGLE_DEGENERATE) != 0;
}

/* Whether a triangle is busy, for all that is known: true where it was not asked for. */
static inline bool fk_relation_may_self_intersect(const fk_relation_search *r, int which, uint32_t triangle)
{
    return (r->mesh[which].flag[triangle] & (FK_TRIANGLE_SELF_INTERSECTING | FK_TRIANGLE_SELF_TESTED)) !=
           FK_TRIANGLE_SELF_TESTED;
}

static inline bool fk_relation_box_has(const fk_aabb *box, const fk_vec3 *p)
{
    for (int k = 0; k < 3; k++) {
        double x = fk_vec3_get(*p, k);
        if (fk_double_order(x, fk_vec3_get(box->min, k)) < 0 ||
            fk_double_order(x, fk_vec3_get(box->max, k)) > 0)
            return false;
    }
    return true;
}

/* A place near which something hard was found, if it is the first. */
static inline void fk_relation_record_hard(fk_relation_search *r, fk_vec3 point)
{
    if (!r->is_hard)
        r->point = point;
    r->is_hard = r->has_point = true;
}

/* ---- Planes and places infinitely near to others ------------------------------------------------------- */

/* A linear function of places x that is 0 at point 0.
 *   triangle  ((p1 - p0) x (p2 - p0)).(x - p0)
 *   edge      component `axis` of (p1 - p0) x (x - p0)
 *   level     component `axis` of x - p0 */
typedef enum fk_relation_plane_kind {
    FK_PLANE_TRIANGLE,
    FK_PLANE_EDGE,
    FK_PLANE_COORDINATE
} fk_relation_plane_kind;

typedef struct fk_relation_plane {
    fk_relation_plane_kind kind;
    int axis;
    const fk_vec3 *point[3];
} fk_relation_plane;

fk_relation_plane fk_relation_plane_triangle(const fk_relation_search *r, int which, uint32_t triangle);
fk_relation_plane fk_relation_plane_edge(const fk_vec3 *from, const fk_vec3 *to, int axis);
fk_relation_plane fk_relation_plane_coordinate(const fk_vec3 *point, int axis);

/* What stands at a level of a spot. */
typedef enum fk_perturbation_kind {
    FK_POINT_VERTEX,     /* point[0]; the first level */
    FK_POINT_ON_SEGMENT, /* where plane 0 cuts the segment from point[0] to point[1]; the first level */
    FK_POINT_OF_PLANES,  /* where three planes meet; the first level */
    FK_SHIFT_ALONG_EDGE, /* point[1] - point[0] */
    FK_SHIFT_ALONG_LINE, /* the product of the gradients of plane 0 and 1 */
    FK_SHIFT_IN_PLANE,   /* the product of the gradients of plane 0 and of level 1, times sign */
    FK_SHIFT_NORMAL      /* the gradient of plane 0, times sign */
} fk_perturbation_kind;

#define FK_PERTURBATION_LEVELS 4

typedef struct fk_perturbation_level {
    fk_perturbation_kind kind;
    int sign;
    const fk_vec3 *point[2];
    fk_relation_plane plane[3];
} fk_perturbation_level;

/* A place x0 + e x1 + e^2 x2 + e^3 x3, where e > 0 is infinitely small. */
struct fk_perturbed_point {
    uint32_t count;
    fk_perturbation_level level[FK_PERTURBATION_LEVELS];
    fk_ball_vec3
        ball[FK_PERTURBATION_LEVELS]; /* times some positive number; the first: weight times the place */
    fk_ball weight;
    uint32_t exact_count; /* how many levels are below */
    fk_exact_vec3 exact[FK_PERTURBATION_LEVELS];
    fk_exact exact_weight;
    fk_arena arena;
};

void fk_perturbed_point_init(fk_perturbed_point *perturbed);
/* Puts a level on top; false when it is three planes that do not meet in one point. */
bool fk_perturbed_point_push(const fk_relation_search *r, fk_perturbed_point *perturbed,
                             const fk_perturbation_level *level);
/* Drops levels from `count` on. */
void fk_perturbed_point_truncate(fk_perturbed_point *perturbed, uint32_t count);

/* The sign of a function at a given point. */
int fk_relation_plane_sign(const fk_relation_plane *plane, const fk_vec3 *point);
/* At a spot: at the first level its value, at others its change along it. */
int fk_perturbed_sign_at_level(const fk_relation_search *r, const fk_relation_plane *plane,
                               fk_perturbed_point *perturbed, uint32_t level);
/* That of the first level with one. */
int fk_perturbed_sign(const fk_relation_search *r, const fk_relation_plane *plane,
                      fk_perturbed_point *perturbed);

/* A box in which the first level of a spot is, not larger than a given one in which it is known to be. */
fk_aabb fk_perturbed_point_box(const fk_relation_search *r, const fk_perturbed_point *perturbed,
                               const fk_aabb *known);

/* The winding number of a mesh around a spot that is not on it, whose first level is in a box. */
int64_t fk_perturbed_winding(const fk_relation_search *r, int which, fk_perturbed_point *perturbed,
                             const fk_aabb *box);

/* The axis along which a triangle that is not flat is seen with area, and the sign of its normal there. */
int fk_projection_axis(const fk_vec3 *const corner[3], int *facing);

/* ---- Fans: what lies around a line --------------------------------------------------------------------- */

/* A half-plane of a triangle that ends at the line, whose direction is d. Seen against d, going around
 * counterclockwise, one comes to its ccw side last. */
typedef struct fk_fan_half_plane {
    uint8_t which;
    int8_t sign;       /* 1: the normal of the triangle points to the ccw side */
    uint8_t sector;    /* of the turn from the first one on: set when they are sorted */
    bool starts_group; /* it has another direction than the one before it in the order */
    uint32_t triangle;
    const fk_vec3 *point; /* a place of the half-plane; NULL: the triangle and the sign tell it */
} fk_fan_half_plane;

typedef struct fk_fan {
    fk_fan_half_plane *item;
    size_t count, capacity;
    /* The line: through two points, or along the second level of a spot. */
    const fk_vec3 *from, *to;
    fk_perturbed_point *perturbed;
} fk_fan;

/* Adds the half-planes of a triangle through whose face or along whose edge the line goes, which is given by
 * points. */
bool fk_fan_add_triangle(fk_relation_search *r, fk_fan *fan, int which, uint32_t triangle);
bool fk_fan_add(fk_relation_search *r, fk_fan *fan, fk_fan_half_plane half_plane);
void fk_fan_free(fk_relation_search *r, fk_fan *fan);

/* Sorts the half-planes around the line, from the first on, which stays the first. */
void fk_fan_sort(const fk_relation_search *r, fk_fan *fan);

/* Notes what the cells and half-planes around the line say, given the winding numbers on the ccw side of the
 * first item; true when that shows something hard. */
bool fk_fan_classify(fk_relation_search *r, const fk_fan *fan, const int64_t winding[2]);

/* The winding number of a solid on the ccw side of the first item of a sorted fan, by one that is not busy; false
 * when there is none. */
bool fk_fan_winding(fk_relation_search *r, const fk_fan *fan, int which, int64_t *winding);

/* Notes what a cell with these winding numbers says; true when it is in both. */
bool fk_relation_record_cell(fk_relation_search *r, const int64_t winding[2]);

/* Notes that a piece of a face of a mesh is not on the other, which has this winding number there; true when
 * that makes it hard. */
bool fk_relation_record_face(fk_relation_search *r, int which, int64_t winding);

/* The box of both triangles' common points is in this. */
fk_aabb fk_relation_pair_box(const fk_vec3 a[3], const fk_vec3 b[3]);

/* ---- The stages ---------------------------------------------------------------------------------------- */

/* Of a segment that two triangles have in common: an edge on which it lies; 3: the face. */
typedef struct fk_common_segment {
    uint8_t edge[2];
} fk_common_segment;

#define FK_COMMON_SEGMENTS_MOST 6

/* The segments in which two triangles that are not flat meet: of those in one plane, the sides of what they
 * have in common. */
uint32_t fk_find_common_segments(const fk_triangles_set *set,
                                 fk_common_segment segment[FK_COMMON_SEGMENTS_MOST]);

/* Whether a triangle is the first, but for flat ones, that has the edge of this side: a segment on it is
 * looked at there alone. True for the face, 3. */
bool fk_relation_owns_edge(const fk_relation_search *r, int which, uint32_t triangle, uint8_t side);

/* Marks who meets whom, and takes common points into the box. */
void fk_relation_classify_pairs(fk_relation_search *r);
/* Some crossings, by rays: enough for most that are hard. */
fk_status fk_relation_test_crossings(fk_relation_search *r);
/* The edges of all segments in which two triangles meet that are not busy. */
fk_status fk_relation_classify_segments(fk_relation_search *r);
/* The same for those of which one is busy; those of busy ones of one mesh; and flat triangles that meet the
 * other mesh. */
fk_status fk_relation_subdivide_segments(fk_relation_search *r);
fk_status fk_relation_subdivide_self(fk_relation_search *r, int which);
fk_status fk_relation_subdivide_degenerate(fk_relation_search *r, int which);
/* Lists for each triangle of a mesh those that it meets in the pairs of both, and releases a list. */
fk_status fk_relation_list_partners(fk_relation_search *r, int which);
void fk_triangle_lists_free(fk_relation_search *r, int which, fk_triangle_lists *links);
/* Finds out which of those asked for are busy, and lists with whom. */
fk_status fk_relation_find_self_intersecting(fk_relation_search *r, int which);
/* Joins triangles to patches of the other's winding number: those that do not meet it; then, by edges, all
 * that are free. */
void fk_relation_join_other_patches(fk_relation_search *r, int which);
void fk_relation_join_other_edges(fk_relation_search *r, int which);
/* Joins those asked for to patches of the own winding number. */
void fk_relation_join_own_patches(fk_relation_search *r, int which);
/* The winding number of its own mesh before a triangle that was asked for and is not busy; of the other on a
 * free patch. */
int64_t fk_relation_own_winding(fk_relation_search *r, int which, uint32_t triangle);
int64_t fk_relation_other_winding(fk_relation_search *r, int which, uint32_t triangle);
/* Notes what patches that do not meet the other mesh in segments say: faces; then cells, of those asked
 * for. */
void fk_relation_record_patch_faces(fk_relation_search *r, int which);
void fk_relation_record_patch_cells(fk_relation_search *r, int which);
/* Asks for the triangles on patches inside the other mesh. */
void fk_relation_select_inner(fk_relation_search *r, int which);
/* Takes what of one mesh is inside the other into the box. */
fk_status fk_relation_grow_box_inside(fk_relation_search *r, int which);

/* ---- Pieces -------------------------------------------------------------------------------------------- */

/* Points inside a convex piece, and what a solid says of them. */
typedef struct fk_witness_points {
    const fk_placed_mesh *a;
    const fk_piece *piece;
    fk_bodies bodies; /* of the piece, twice; a half-space has none */
    fk_vec3 center;   /* about the middle of the piece */
    /* Points of the piece on no triangle: one in the solid and one not, if any were found. */
    bool has_inner, has_outer;
    fk_vec3 inner, outer;
} fk_witness_points;

void fk_witness_points_init(fk_witness_points *points, const fk_placed_mesh *a, const fk_piece *piece);

/* Whether the interior of a piece which no triangle meets is in the solid: 1, 0, or -1 when there is no
 * double in the piece, but on triangles. */
int fk_witness_points_piece_inside(fk_witness_points *points);

/* Looks for a point that is in both interiors: the middle of the piece; and some places near a common point
 * with a triangle that meets the interior. Quick, and does not always find one. */
bool fk_witness_points_try_center(fk_witness_points *points);
bool fk_witness_points_try_near(fk_witness_points *points, const fk_vec3 corner[3], fk_vec3 common);

/* Looks on both sides of a triangle that meets the interior, around a common point. */
void fk_witness_points_try_beside(fk_witness_points *points, const fk_vec3 corner[3], fk_vec3 common);

/* Whether what is in the piece and beyond `bound` along an axis in a direction, 1 or -1, is in the solid. It
 * is known that no triangle meets that. True when neither a double is found there, nor, for pieces with
 * vertices, a triangle is far from the end. */
bool fk_witness_points_beyond_inside(fk_witness_points *points, int axis, int sign, double bound);

#endif
