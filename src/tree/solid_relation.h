/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The relation of two placed meshes, or of a mesh and a piece. solid_relation.c explains the theory. */

#ifndef FARKAS_TREE_SOLID_RELATION_H
#define FARKAS_TREE_SOLID_RELATION_H

#include "base/context.h"
#include "exact/ball.h"
#include "exact/exact.h"
#include "farkas/tree.h"
#include "pair/verdict/verdict.h"
#include "shape/support.h"

/* Flags of a triangle. */
#define FK_TRIANGLE_DEGENERATE  1 /* its corners are on one line */
#define FK_TRIANGLE_MEETS_OTHER 2 /* it meets the other mesh */
#define FK_TRIANGLE_HAS_SEGMENT                                                                              \
    4 /* shares a segment with a triangle of the other mesh; neither is degenerate */
#define FK_TRIANGLE_SELF_INTERSECTING                                                                        \
    8                              /* shares a segment with one of its own mesh, other than a common side */
#define FK_TRIANGLE_SELF_TESTED 16 /* selected for the self-intersection test */

/* Lists of triangles, one for each triangle: item[begin[t]] to item[begin[t + 1] - 1]. */
typedef struct fk_triangle_lists {
    uint32_t *begin, *item;
    size_t count; /* of items */
} fk_triangle_lists;

/* The winding number of a patch. */
typedef struct fk_patch_winding {
    int64_t winding;
    bool is_known;
} fk_patch_winding;

typedef struct fk_relation_mesh {
    const fk_placed_mesh *placed;
    fk_vec3 *point; /* the placed vertices */
    fk_aabb box;    /* their bounding box */
    fk_mesh_edges *edges;
    uint8_t *flag;
    uint32_t *vertex_triangle; /* per vertex: a triangle that has it, while patches are joined */
    uint32_t *stamp, *slot; /* per triangle, for lists without repetition: whether and where it is in one */
    fk_triangle_lists self; /* for selected ones: triangles of the same mesh with a common segment */
    uint32_t *plane;        /* per triangle: those with the same number, unless it is 0, are in one plane */
    /* Union-find parents of patches, and the winding numbers by their roots. On an own patch, the winding
     * number of the mesh itself is the same in front of all its triangles, where their normals point; behind
     * them it is larger by 1. On an other patch, the winding number of the other mesh is the same. */
    uint32_t *own_patch, *other_patch;
    fk_patch_winding *own_winding, *other_winding;
} fk_relation_mesh;

typedef struct fk_perturbed_point fk_perturbed_point;

/* The intersection of two triangles that meet. */
typedef enum fk_intersection_kind {
    FK_INTERSECTION_POINT,   /* a point; or one is degenerate */
    FK_INTERSECTION_SEGMENT, /* one segment or more */
    FK_INTERSECTION_CROSSING /* a segment in both interiors */
} fk_intersection_kind;

typedef struct fk_relation_search {
    fk_context *context;
    fk_relation_mesh mesh[2];
    fk_perturbed_point *perturbed; /* scratch for the winding numbers of patches */
    fk_vec3 origin;                /* balls are made of points relative to this, times the scale */
    double scale;
    uint32_t stamp;
    const fk_pair_list *pairs;
    uint8_t *intersection; /* fk_intersection_kind of each pair */
    bool wants_verdict;    /* only whether the interiors meet */
    /* The budget, in triangles that rays meet, or that are compared with a line, an interval of it, or one of their own mesh:
     * what takes most of the time where the work is not near-linear. */
    uint64_t work, most_work;
    bool is_over_budget;
    /* The results. */
    bool is_hard;
    bool sticks_out[2];      /* mesh k has points that are not in the other */
    bool has_inner_patch[2]; /* it has patches inside the other */
    bool is_same;            /* the meshes have the same triangles: nothing else was computed */
    bool meets;
    bool has_point;
    fk_vec3 point;
    fk_aabb box;
} fk_relation_search;

/* Solids of hundreds of overlapping shells that hardly differ take as long as all their shells with each other, and surfaces of
 * thousands of triangles in one plane that overlap, as all their sides. A relation that takes more than about half a minute is left
 * undecided. */
#define FK_RELATION_WORK ((uint64_t)1 << 28)

/* Whether to stop: cancelled, or the budget is used up. */
static inline bool fk_relation_stops(fk_relation_search *r)
{
    r->is_over_budget = r->work > r->most_work;
    return r->is_over_budget || fk_context_poll(r->context);
}

/* Whether nothing that is still to be found can change the relation. */
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

/* Whether a triangle may intersect its own mesh: true if it was not tested. */
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

/* Records an overlap near a point; the first point is kept. */
static inline void fk_relation_record_hard(fk_relation_search *r, fk_vec3 point)
{
    if (!r->is_hard)
        r->point = point;
    r->is_hard = r->has_point = true;
}

/* ---- Planes and perturbed points ----------------------------------------------------------------------- */

/* A linear function of points x that is 0 at point 0.
 *   triangle     ((p1 - p0) x (p2 - p0)).(x - p0)
 *   edge         component `axis` of (p1 - p0) x (x - p0)
 *   coordinate   component `axis` of x - p0 */
typedef enum fk_relation_plane_kind {
    FK_PLANE_TRIANGLE,
    FK_PLANE_EDGE,
    FK_PLANE_COORDINATE
} fk_relation_plane_kind;

typedef struct fk_relation_plane {
    fk_relation_plane_kind kind;
    int axis;
    const fk_vec3 *point[3];
    uint32_t number; /* of a triangle: planes with the same number, unless it is 0, are equal */
} fk_relation_plane;

fk_relation_plane fk_relation_plane_triangle(const fk_relation_search *r, int which, uint32_t triangle);
fk_relation_plane fk_relation_plane_edge(const fk_vec3 *from, const fk_vec3 *to, int axis);
fk_relation_plane fk_relation_plane_coordinate(const fk_vec3 *point, int axis);

/* Whether two planes are known to be equal; those of triangles may have opposite signs. */
bool fk_relation_is_same_plane(const fk_relation_plane *a, const fk_relation_plane *b);

/* The construction of a level of a perturbed point. */
typedef enum fk_perturbation_kind {
    FK_POINT_VERTEX,     /* level 0: point[0]; it is also in the planes, as far as these are given */
    FK_POINT_ON_SEGMENT, /* level 0: where plane 0 cuts the segment from point[0] to point[1] */
    FK_POINT_OF_PLANES,  /* level 0: the intersection of three planes */
    FK_SHIFT_ALONG_EDGE, /* point[1] - point[0] */
    FK_SHIFT_ALONG_LINE, /* the cross product of the gradients of planes 0 and 1 */
    FK_SHIFT_IN_PLANE,   /* the cross product of the gradient of plane 0 and level 1, times sign */
    FK_SHIFT_NORMAL      /* the gradient of plane 0, times sign */
} fk_perturbation_kind;

#define FK_PERTURBATION_LEVELS 4

typedef struct fk_perturbation_level {
    fk_perturbation_kind kind;
    int sign;
    const fk_vec3 *point[2];
    fk_relation_plane plane[3];
} fk_perturbation_level;

/* A point x0 + e x1 + e^2 x2 + e^3 x3, where e > 0 is infinitesimal (a symbolic perturbation). */
struct fk_perturbed_point {
    uint32_t count;
    fk_vec3 place; /* level 0 after fk_perturbed_point_simplify */
    fk_perturbation_level level[FK_PERTURBATION_LEVELS];
    fk_ball_vec3 ball[FK_PERTURBATION_LEVELS]; /* times a positive number; level 0: weight times the point */
    fk_ball weight;
    uint32_t exact_count; /* levels with exact numbers */
    fk_exact_vec3 exact[FK_PERTURBATION_LEVELS];
    fk_exact exact_weight;
    fk_arena arena;
};

void fk_perturbed_point_init(fk_perturbed_point *perturbed);
/* Adds a level; false if it is three planes that do not meet in one point. */
bool fk_perturbed_point_push(const fk_relation_search *r, fk_perturbed_point *perturbed,
                             const fk_perturbation_level *level);
/* Replaces level 0, which is alone and in a box, by an equal FK_POINT_VERTEX, if its coordinates are found to be doubles:
 * signs there are simpler. */
void fk_perturbed_point_simplify(const fk_relation_search *r, fk_perturbed_point *perturbed,
                                 const fk_aabb *known);
/* Removes the levels from `count` on. */
void fk_perturbed_point_truncate(fk_perturbed_point *perturbed, uint32_t count);

/* The sign of a plane's function at a given point. */
int fk_relation_plane_sign(const fk_relation_plane *plane, const fk_vec3 *point);
/* The sign at one level of a perturbed point: of the value at level 0, of the change along the level at
 * others. */
int fk_perturbed_sign_at_level(const fk_relation_search *r, const fk_relation_plane *plane,
                               fk_perturbed_point *perturbed, uint32_t level);
/* The sign at a perturbed point: that of the first level where it is not 0. */
int fk_perturbed_sign(const fk_relation_search *r, const fk_relation_plane *plane,
                      fk_perturbed_point *perturbed);

/* A box that contains level 0 of a perturbed point; not larger than `known`, which must contain it. */
fk_aabb fk_perturbed_point_box(const fk_relation_search *r, const fk_perturbed_point *perturbed,
                               const fk_aabb *known);

/* Level 0 of a perturbed point, rounded. */
fk_vec3 fk_perturbed_point_place(fk_perturbed_point *perturbed);

/* What a triangle that is not degenerate adds to the winding number around a perturbed point, whose level 0 is in a box: 1,
 * 0 or -1. Of the search, only the origin and the scale are used. */
int fk_perturbed_crossing(const fk_relation_search *r, const fk_relation_plane *plane,
                          fk_perturbed_point *perturbed, const fk_aabb *box);

/* The winding number of a mesh around a perturbed point that is not on it, and whose level 0 is in a box. */
int64_t fk_perturbed_winding(fk_relation_search *r, int which, fk_perturbed_point *perturbed,
                             const fk_aabb *box);

/* An axis along which the projection of a triangle that is not degenerate has area; *facing: the sign of its
 * normal there. */
int fk_projection_axis(const fk_vec3 *const corner[3], int *facing);

/* ---- Fans of half-planes around a line ----------------------------------------------------------------- */

/* The half-plane of a triangle that is bounded by the line with direction d. Its ccw side is the one behind
 * it when going counterclockwise around the line, seen against d. */
typedef struct fk_fan_half_plane {
    uint8_t which;
    int8_t sign;       /* 1: the triangle's normal points to the ccw side */
    uint8_t sector;    /* of the angle from the first one; set by sorting */
    bool starts_group; /* its direction differs from that of its predecessor */
    uint32_t triangle;
    const fk_vec3 *point; /* a point of the half-plane; NULL: the triangle and the sign determine it */
} fk_fan_half_plane;

typedef struct fk_fan {
    fk_fan_half_plane *item;
    size_t count, capacity;
    /* The line: through two points, or along level 1 of a perturbed point. */
    const fk_vec3 *from, *to;
    fk_perturbed_point *perturbed;
} fk_fan;

/* Adds the half-planes of a triangle, in whose face or on whose edge the line lies; the line is given by
 * points. False if there is no memory. */
bool fk_fan_add_triangle(fk_relation_search *r, fk_fan *fan, int which, uint32_t triangle);
bool fk_fan_add(fk_relation_search *r, fk_fan *fan, fk_fan_half_plane half_plane);
void fk_fan_free(fk_relation_search *r, fk_fan *fan);

/* Sorts the half-planes by angle; the first one stays first. */
void fk_fan_sort(const fk_relation_search *r, fk_fan *fan);

/* Records the cells and half-planes around the line, given the winding numbers on the ccw side of the first
 * item; returns true if they show an overlap. */
bool fk_fan_classify(fk_relation_search *r, const fk_fan *fan, const int64_t winding[2]);

/* The winding number of a solid on the ccw side of the first item of a sorted fan, from an item that does not
 * intersect its own mesh; false if there is none. */
bool fk_fan_winding(fk_relation_search *r, const fk_fan *fan, int which, int64_t *winding);

/* The center of a triangle, rounded. */
fk_vec3 fk_relation_triangle_center(const fk_relation_search *r, int which, uint32_t triangle);

/* Records a cell with these winding numbers; returns true if it is in both meshes. */
bool fk_relation_record_cell(fk_relation_search *r, const int64_t winding[2]);

/* Records a region of a face of a mesh that is not on the other mesh, whose winding number there is given;
 * returns true if that shows an overlap. */
bool fk_relation_record_face(fk_relation_search *r, int which, int64_t winding);

/* A box that contains all common points of two triangles. */
fk_aabb fk_relation_pair_box(const fk_vec3 a[3], const fk_vec3 b[3]);

/* ---- Common segments ----------------------------------------------------------------------------------- */

/* A common segment of two triangles: for each, the edge on which it lies; 3: its face. */
typedef struct fk_common_segment {
    uint8_t edge[2];
} fk_common_segment;

#define FK_COMMON_SEGMENTS_MOST 6

/* Lists the common segments of two triangles that are not degenerate; of coplanar ones, the sides of their
 * intersection. */
uint32_t fk_find_common_segments(const fk_triangles_shared *set,
                                 fk_common_segment segment[FK_COMMON_SEGMENTS_MOST]);

/* ---- Lines --------------------------------------------------------------------------------------------- */

/* Two triangles with a common segment on a line, whose planes cross there. */
typedef struct fk_line_pair {
    uint64_t line; /* the numbers of the two planes */
    uint32_t triangle[2];
    uint8_t which[2];
    fk_aabb box; /* contains the segment */
} fk_line_pair;

/* A triangle that lies along a line, or meets it. */
typedef struct fk_line_item {
    fk_aabb box;
    uint32_t triangle;
    uint8_t which;
    bool is_degenerate;
    bool is_off;         /* none of the line is in its plane */
    bool is_across;      /* its plane meets the line in one point */
    bool is_parallel;    /* its plane may not contain the line, but is parallel to it */
    int8_t axis, facing; /* see fk_projection_axis */
    /* Of its sides, as lines in the projection: the sign of the change along the line, and if that is 0, the sign on
     * the line; positive inside. FK_UNSURE: not known yet. */
    int8_t slope[3], side[3];
    /* across each side: the only other triangle there, if it is in another plane; or FK_NONE */
    uint32_t beyond[3];
} fk_line_item;

/* Which intervals of a line are classified, and how. */
typedef enum fk_line_rule {
    FK_LINE_QUICK, /* of one pair, by rays, whatever else is there */
    FK_LINE_BOTH,  /* on both meshes */
    FK_LINE_SELF,  /* on one mesh alone */
    FK_LINE_DEGENERATE
} fk_line_rule;

typedef struct fk_line_search {
    fk_relation_search *relation;
    fk_line_rule rule;
    /* The line: an edge, from one point to another, or the intersection of two planes. */
    const fk_vec3 *from, *to;
    fk_relation_plane plane[2];
    const fk_line_pair *pair; /* of planes: only intervals in one of these pairs are classified */
    size_t pair_count;
    size_t regular_count; /* triangles with the edge */
    int which;            /* for FK_LINE_SELF and FK_LINE_DEGENERATE, the mesh */
    fk_aabb box;          /* contains all intervals */
    fk_line_item *item;
    size_t count, capacity;
    fk_relation_plane *visited; /* planes whose points on the line were visited */
    size_t visited_count, visited_capacity;
    fk_perturbed_point *perturbed; /* the start of an interval, and along it */
    uint32_t start_plane;          /* the number of the plane in which it starts, or 0 */
    fk_aabb start_box;
    fk_fan fan;
    bool is_out_of_memory;
} fk_line_search;

fk_status fk_line_search_begin(fk_line_search *c, fk_relation_search *r, fk_line_rule rule);
fk_status fk_line_search_end(fk_line_search *c);

/* Whether nothing that is still to be found on lines can change the relation. */
bool fk_line_is_settled(const fk_line_search *c);

/* Subdivides and classifies the line. */
void fk_line_classify(fk_line_search *c);

/* ---- The stages ---------------------------------------------------------------------------------------- */

/* Finds whether both meshes are solids, or both surfaces, and have the same triangles, in any order. */
fk_status fk_relation_compare_triangles(const fk_relation_search *r, bool *out);
/* Sets the flags of triangles that meet, the kinds of intersections, and the box of common points. */
fk_status fk_relation_classify_pairs(fk_relation_search *r);
/* Classifies some crossings by rays, which suffices for most overlaps. */
fk_status fk_relation_test_crossings(fk_relation_search *r);
/* Classifies the common segments of triangles that do not intersect their own mesh. */
fk_status fk_relation_classify_segments(fk_relation_search *r);
/* Subdivides and classifies the common segments of pairs with a triangle that intersects its own mesh; the
 * segments of a mesh with itself; degenerate triangles that meet the other mesh. */
fk_status fk_relation_subdivide_segments(fk_relation_search *r);
fk_status fk_relation_subdivide_self(fk_relation_search *r, int which);
fk_status fk_relation_subdivide_degenerate(fk_relation_search *r, int which);
void fk_triangle_lists_free(fk_relation_search *r, int which, fk_triangle_lists *links);
/* Finds which of the selected triangles intersect their own mesh, and lists with which. */
fk_status fk_relation_find_self_intersecting(fk_relation_search *r, int which);
/* Joins triangles to patches of the other mesh's winding number: by vertices those that do not meet it; then,
 * by edges, all that share no segment with it. */
fk_status fk_relation_join_other_patches(fk_relation_search *r, int which);
void fk_relation_join_other_edges(fk_relation_search *r, int which);
/* Joins selected triangles to patches of the own winding number. */
void fk_relation_join_own_patches(fk_relation_search *r, int which);
/* The winding number of its own mesh in front of a triangle that was tested and does not intersect its mesh;
 * of the other mesh on an uncut patch. */
int64_t fk_relation_own_winding(fk_relation_search *r, int which, uint32_t triangle);
int64_t fk_relation_other_winding(fk_relation_search *r, int which, uint32_t triangle);
/* Records the faces of patches that share no segment with the other mesh; then the cells beside those
 * selected. */
void fk_relation_record_patch_faces(fk_relation_search *r, int which);
void fk_relation_record_patch_cells(fk_relation_search *r, int which);
/* Selects the triangles on patches inside the other mesh. */
void fk_relation_select_inner(fk_relation_search *r, int which);
/* Extends the box by the vertices of one mesh inside the other. */
fk_status fk_relation_grow_box_inside(fk_relation_search *r, int which);

/* ---- Pieces -------------------------------------------------------------------------------------------- */

/* Points in a convex piece, as witnesses of its relation to a solid. */
typedef struct fk_witness_points {
    const fk_placed_mesh *a;
    const fk_piece *piece;
    fk_support_bodies bodies; /* the piece, twice; unused for a half-space */
    fk_vec3 center;           /* approximate center of the piece */
    /* Points of the piece on no triangle: one inside the solid and one outside, if found. */
    bool has_inner, has_outer;
    fk_vec3 inner, outer;
} fk_witness_points;

void fk_witness_points_init(fk_witness_points *points, const fk_placed_mesh *a, const fk_piece *piece);

/* Whether the interior of a piece that no triangle meets is in the solid: 1, 0, or -1 if every double in the
 * piece is on triangles. */
int fk_witness_points_piece_inside(fk_witness_points *points);

/* Whether a piece with interior, in a box, is a subset of a solid whose triangles may pass through it. FK_ERROR_MEMORY
 * leaves *out alone. */
fk_status fk_relation_solid_contains(fk_context *context, const fk_placed_mesh *a, const fk_piece *piece,
                                     const fk_aabb *box, fk_containment *out);

/* Tests points for one that is in both interiors: the center of the piece; and points near a common point of
 * the piece and a triangle that meets its interior. Fast, but may miss one. */
bool fk_witness_points_try_center(fk_witness_points *points);
bool fk_witness_points_try_near(fk_witness_points *points, const fk_vec3 corner[3], fk_vec3 common);

/* Tests points on both sides of a triangle that meets the interior, around a common point. */
void fk_witness_points_try_beside(fk_witness_points *points, const fk_vec3 corner[3], fk_vec3 common);

/* Tests points in the four cells around a common segment of two triangles. */
void fk_witness_points_try_crossing(fk_witness_points *points, const fk_vec3 t[3], const fk_vec3 u[3]);

/* Whether the part of the piece beyond `bound` along an axis, in direction 1 or -1, is in the solid; no
 * triangle meets that part. If no double is found there, the extreme vertex of the piece decides; without
 * one, or with a triangle next to it, the result is true. */
bool fk_witness_points_beyond_inside(fk_witness_points *points, int axis, int sign, double bound);

#endif
