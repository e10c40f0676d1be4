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
#define FK_RELATE_FLAT  1 /* its corners are on one line: it has no sides */
#define FK_RELATE_MET   2 /* it meets the other mesh */
#define FK_RELATE_LINED 4 /* it has a segment in common with one of the other mesh, and neither is flat */
#define FK_RELATE_BUSY  8 /* it has a segment in common with one of its own mesh, other than a side of both */
#define FK_RELATE_ASKED 16 /* whether it is busy was asked for */

/* Lists of triangles, one for each triangle: item[begin[t]] to item[begin[t + 1] - 1]. */
typedef struct fk_relate_links {
    uint32_t *begin, *item;
    size_t count; /* of items */
} fk_relate_links;

/* The number of a patch, known or not. */
typedef struct fk_relate_winding {
    int64_t winding;
    bool is_known;
} fk_relate_winding;

typedef struct fk_relate_mesh {
    const fk_placed_mesh *placed;
    fk_vec3 *point; /* of the vertices, in their places */
    fk_aabb box;    /* of these */
    fk_mesh_edges *edges;
    uint8_t *flag;
    uint32_t *user;          /* of vertices: a triangle that has it, while patches are joined */
    uint32_t *stamp;         /* of triangles, for lists that have each once */
    fk_relate_links partner; /* triangles of the other mesh that it meets */
    fk_relate_links self;    /* of those asked for: its own that they have a segment in common with */
    /* Patches by their roots: on an own one, the winding number of the mesh itself before the triangles, on
     * the side to which their normals point, is the same; one behind it is larger by 1. On a free one, that
     * of the other mesh is the same. */
    uint32_t *own_of, *free_of;
    fk_relate_winding *own, *free;
} fk_relate_mesh;

typedef struct fk_relate_spot fk_relate_spot;

/* What two triangles that meet have in common. */
typedef enum fk_relate_meeting {
    FK_RELATE_POINT,   /* or one is flat */
    FK_RELATE_SEGMENT, /* one segment or more */
    FK_RELATE_CROSSING /* a segment, in both faces */
} fk_relate_meeting;

typedef struct fk_relate {
    fk_context *context;
    fk_relate_mesh mesh[2];
    fk_relate_spot *spot; /* for the winding numbers of patches */
    fk_vec3 origin;       /* balls are made of points from here, times the scale */
    double scale;
    uint32_t stamp;
    const fk_pair_list *pairs;
    uint8_t *meeting; /* of each pair: fk_relate_meeting */
    /* What was found. */
    bool is_hard;
    bool out[2];   /* the mesh has points that are not in the other */
    bool inner[2]; /* it has patches inside the other */
    bool meets;
    bool has_point;
    fk_vec3 point;
    fk_aabb box;
} fk_relate;

/* Nothing that is found from now on can change the relation. */
static inline bool fk_relate_is_known(const fk_relate *r)
{
    return r->is_hard && r->out[0] && r->out[1];
}

static inline bool fk_relate_is_solid(const fk_relate *r, int which)
{
    return r->mesh[which].placed->is_solid;
}

static inline const fk_vec3 *fk_relate_corner(const fk_relate *r, int which, uint32_t triangle, int k)
{
    const fk_relate_mesh *m = &r->mesh[which];
    return &m->point[m->placed->mesh->triangle[triangle].corner[k]];
}

static inline void fk_relate_corners(const fk_relate *r, int which, uint32_t triangle, fk_vec3 corner[3])
{
    for (int k = 0; k < 3; k++)
        corner[k] = *fk_relate_corner(r, which, triangle, k);
}

static inline bool fk_relate_is_flat(const fk_relate *r, int which, uint32_t triangle)
{
    return (r->mesh[which].flag[triangle] & FK_RELATE_FLAT) != 0;
}

/* Whether a triangle is busy, for all that is known: true where it was not asked for. */
static inline bool fk_relate_is_busy(const fk_relate *r, int which, uint32_t triangle)
{
    return (r->mesh[which].flag[triangle] & (FK_RELATE_BUSY | FK_RELATE_ASKED)) != FK_RELATE_ASKED;
}

static inline bool fk_relate_box_has(const fk_aabb *box, const fk_vec3 *p)
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
static inline void fk_relate_note_hard(fk_relate *r, fk_vec3 point)
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
typedef enum fk_relate_kind { FK_RELATE_TRIANGLE, FK_RELATE_EDGE, FK_RELATE_LEVEL } fk_relate_kind;

typedef struct fk_relate_plane {
    fk_relate_kind kind;
    int axis;
    const fk_vec3 *point[3];
} fk_relate_plane;

fk_relate_plane fk_relate_plane_triangle(const fk_relate *r, int which, uint32_t triangle);
fk_relate_plane fk_relate_plane_edge(const fk_vec3 *from, const fk_vec3 *to, int axis);
fk_relate_plane fk_relate_plane_level(const fk_vec3 *point, int axis);

/* What stands at a level of a spot. */
typedef enum fk_relate_step {
    FK_RELATE_VERTEX,  /* point[0]; the first level */
    FK_RELATE_BETWEEN, /* where plane 0 cuts the segment from point[0] to point[1]; the first level */
    FK_RELATE_MEET,    /* where three planes meet; the first level */
    FK_RELATE_ALONG,   /* point[1] - point[0] */
    FK_RELATE_LINE,    /* the product of the gradients of plane 0 and 1 */
    FK_RELATE_WITHIN,  /* the product of the gradients of plane 0 and of level 1, times sign */
    FK_RELATE_NORMAL   /* the gradient of plane 0, times sign */
} fk_relate_step;

#define FK_RELATE_LEVELS 4

typedef struct fk_relate_level {
    fk_relate_step step;
    int sign;
    const fk_vec3 *point[2];
    fk_relate_plane plane[3];
} fk_relate_level;

/* A place x0 + e x1 + e^2 x2 + e^3 x3, where e > 0 is infinitely small. */
struct fk_relate_spot {
    uint32_t count;
    fk_relate_level level[FK_RELATE_LEVELS];
    fk_ball_vec3 ball[FK_RELATE_LEVELS]; /* times some positive number; the first: weight times the place */
    fk_ball weight;
    uint32_t exact_count; /* how many levels are below */
    fk_exact_vec3 exact[FK_RELATE_LEVELS];
    fk_exact exact_weight;
    fk_arena arena;
};

void fk_relate_spot_init(fk_relate_spot *spot);
/* Puts a level on top; false when it is three planes that do not meet in one point. */
bool fk_relate_spot_push(const fk_relate *r, fk_relate_spot *spot, const fk_relate_level *level);
/* Drops levels from `count` on. */
void fk_relate_spot_drop(fk_relate_spot *spot, uint32_t count);

/* The sign of a function at a given point. */
int fk_relate_sign_of(const fk_relate_plane *plane, const fk_vec3 *point);
/* At a spot: at the first level its value, at others its change along it. */
int fk_relate_sign_at(const fk_relate *r, const fk_relate_plane *plane, fk_relate_spot *spot, uint32_t level);
/* That of the first level with one. */
int fk_relate_sign(const fk_relate *r, const fk_relate_plane *plane, fk_relate_spot *spot);

/* A box in which the first level of a spot is, not larger than a given one in which it is known to be. */
fk_aabb fk_relate_spot_box(const fk_relate *r, const fk_relate_spot *spot, const fk_aabb *known);

/* The winding number of a mesh around a spot that is not on it, whose first level is in a box. */
int64_t fk_relate_ray(const fk_relate *r, int which, fk_relate_spot *spot, const fk_aabb *box);

/* The axis along which a triangle that is not flat is seen with area, and the sign of its normal there. */
int fk_relate_axis(const fk_vec3 *const corner[3], int *facing);

/* ---- Fans: what lies around a line --------------------------------------------------------------------- */

/* A half-plane of a triangle that ends at the line, whose direction is d. Seen against d, going around
 * counterclockwise, one comes to its ccw side last. */
typedef struct fk_relate_half {
    uint8_t which;
    int8_t sign;   /* 1: the normal of the triangle points to the ccw side */
    uint8_t part;  /* of the turn from the first one on: set when they are sorted */
    bool is_other; /* it has another direction than the one before it in the order */
    uint32_t triangle;
    const fk_vec3 *point; /* a place of the half-plane; NULL: the triangle and the sign tell it */
} fk_relate_half;

typedef struct fk_relate_fan {
    fk_relate_half *item;
    size_t count, capacity;
    /* The line: through two points, or along the second level of a spot. */
    const fk_vec3 *from, *to;
    fk_relate_spot *spot;
} fk_relate_fan;

/* Adds the half-planes of a triangle through whose face or along whose edge the line goes, which is given by
 * points. */
bool fk_relate_fan_add_face(fk_relate *r, fk_relate_fan *fan, int which, uint32_t triangle);
bool fk_relate_fan_add(fk_relate *r, fk_relate_fan *fan, fk_relate_half half);
void fk_relate_fan_end(fk_relate *r, fk_relate_fan *fan);

/* Sorts the half-planes around the line, from the first on, which stays the first. */
void fk_relate_fan_sort(const fk_relate *r, fk_relate_fan *fan);

/* Notes what the cells and half-planes around the line say, given the winding numbers on the ccw side of the
 * first item; true when that shows something hard. */
bool fk_relate_fan_judge(fk_relate *r, const fk_relate_fan *fan, const int64_t winding[2]);

/* The winding number of a solid on the ccw side of the first item of a sorted fan, by one that is not busy; false
 * when there is none. */
bool fk_relate_fan_winding(fk_relate *r, const fk_relate_fan *fan, int which, int64_t *winding);

/* Notes what a cell with these winding numbers says; true when it is in both. */
bool fk_relate_note_cell(fk_relate *r, const int64_t winding[2]);

/* Notes that a piece of a face of a mesh is not on the other, which has this winding number there; true when
 * that makes it hard. */
bool fk_relate_note_face(fk_relate *r, int which, int64_t winding);

/* The box of both triangles' common points is in this. */
fk_aabb fk_relate_pair_box(const fk_vec3 a[3], const fk_vec3 b[3]);

/* ---- The stages ---------------------------------------------------------------------------------------- */

/* Of a segment that two triangles have in common: an edge on which it lies; 3: the face. */
typedef struct fk_relate_role {
    uint8_t edge[2];
} fk_relate_role;

#define FK_RELATE_ROLES 6

/* The segments in which two triangles that are not flat meet: of those in one plane, the sides of what they
 * have in common. */
uint32_t fk_relate_roles(const fk_triangles_set *set, fk_relate_role role[FK_RELATE_ROLES]);

/* Whether a triangle is the first, but for flat ones, that has the edge of this side: a segment on it is
 * looked at there alone. True for the face, 3. */
bool fk_relate_is_first(const fk_relate *r, int which, uint32_t triangle, uint8_t side);

/* Marks who meets whom, and takes common points into the box. */
void fk_relate_look(fk_relate *r);
/* Some crossings, by rays: enough for most that are hard. */
fk_status fk_relate_quick(fk_relate *r);
/* The edges of all segments in which two triangles meet that are not busy. */
fk_status fk_relate_edges(fk_relate *r);
/* The same for those of which one is busy; those of busy ones of one mesh; and flat triangles that meet the
 * other mesh. */
fk_status fk_relate_cuts(fk_relate *r);
fk_status fk_relate_self_cuts(fk_relate *r, int which);
fk_status fk_relate_flats(fk_relate *r, int which);
/* Lists for each triangle of a mesh those that it meets in the pairs of both, and releases a list. */
fk_status fk_relate_partners(fk_relate *r, int which);
void fk_relate_links_free(fk_relate *r, int which, fk_relate_links *links);
/* Finds out which of those asked for are busy, and lists with whom. */
fk_status fk_relate_find_busy(fk_relate *r, int which);
/* Joins triangles to patches of the other's winding number: those that do not meet it; then, by edges, all
 * that are free. */
void fk_relate_join_free(fk_relate *r, int which);
void fk_relate_join_edges(fk_relate *r, int which);
/* Joins those asked for to patches of the own winding number. */
void fk_relate_join_own(fk_relate *r, int which);
/* The winding number of its own mesh before a triangle that was asked for and is not busy; of the other on a
 * free patch. */
int64_t fk_relate_own(fk_relate *r, int which, uint32_t triangle);
int64_t fk_relate_free(fk_relate *r, int which, uint32_t triangle);
/* Notes what patches that do not meet the other mesh in segments say: faces; then cells, of those asked
 * for. */
void fk_relate_faces(fk_relate *r, int which);
void fk_relate_cells(fk_relate *r, int which);
/* Asks for the triangles on patches inside the other mesh. */
void fk_relate_ask_inner(fk_relate *r, int which);
/* Takes what of one mesh is inside the other into the box. */
fk_status fk_relate_insides(fk_relate *r, int which);

/* ---- Pieces -------------------------------------------------------------------------------------------- */

/* Points inside a convex piece, and what a solid says of them. */
typedef struct fk_piece_spots {
    const fk_placed_mesh *a;
    const fk_piece *piece;
    fk_bodies bodies; /* of the piece, twice; a half-space has none */
    fk_vec3 center;   /* about the middle of the piece */
    /* Points of the piece on no triangle: one in the solid and one not, if any were found. */
    bool has_inner, has_outer;
    fk_vec3 inner, outer;
} fk_piece_spots;

void fk_piece_spots_init(fk_piece_spots *spots, const fk_placed_mesh *a, const fk_piece *piece);

/* Whether the interior of a piece which no triangle meets is in the solid: 1, 0, or -1 when there is no
 * double in the piece, but on triangles. */
int fk_piece_spots_of_all(fk_piece_spots *spots);

/* Looks for a point that is in both interiors: the middle of the piece; and some places near a common point
 * with a triangle that meets the interior. Quick, and does not always find one. */
bool fk_piece_spots_in_middle(fk_piece_spots *spots);
bool fk_piece_spots_near(fk_piece_spots *spots, const fk_vec3 corner[3], fk_vec3 common);

/* Looks on both sides of a triangle that meets the interior, around a common point. */
void fk_piece_spots_beside(fk_piece_spots *spots, const fk_vec3 corner[3], fk_vec3 common);

/* Whether what is in the piece and beyond `bound` along an axis in a direction, 1 or -1, is in the solid. It
 * is known that no triangle meets that. True when neither a double is found there, nor, for pieces with
 * vertices, a triangle is far from the end. */
bool fk_piece_spots_beyond(fk_piece_spots *spots, int axis, int sign, double bound);

#endif
