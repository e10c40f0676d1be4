/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Shapes: convex pieces, convex hulls, bounding volumes, display meshes, and the stream of pairs as text. */

#ifndef FARKAS_SHAPE_H
#define FARKAS_SHAPE_H

#include "farkas/base.h"
#include "farkas/mesh.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Pieces -------------------------------------------------------------------------------------------- */

/* All kinds, each with its word in the pair stream. */
#define FK_KIND_LIST(X)                                                                                      \
    X(FK_KIND_POINT, "point")                                                                                \
    X(FK_KIND_SEGMENT, "seg")                                                                                \
    X(FK_KIND_TRIANGLE, "tri")                                                                               \
    X(FK_KIND_TETRA, "tetra")                                                                                \
    X(FK_KIND_BOX, "box")                                                                                    \
    X(FK_KIND_SPHERE, "sphere")                                                                              \
    X(FK_KIND_CAPSULE, "capsule")                                                                            \
    X(FK_KIND_HALF_SPACE, "half")                                                                            \
    X(FK_KIND_HULL, "hull")                                                                                  \
    X(FK_KIND_CYLINDER, "cylinder")                                                                          \
    X(FK_KIND_CONE, "cone")                                                                                  \
    X(FK_KIND_ELLIPSOID, "ellipsoid")

typedef enum fk_kind {
    FK_KIND_NONE = 0,
#define FK_KIND_ENUM(name, word) name,
    FK_KIND_LIST(FK_KIND_ENUM)
#undef FK_KIND_ENUM
        FK_KIND_COUNT
} fk_kind;

/* Returns the word of a kind in the pair stream; "none" for FK_KIND_NONE and unknown kinds. */
FK_API const char *fk_kind_word(fk_kind kind);

/* A parallelepiped or a tetrahedron: one corner and the three edges that start there. Edges may be skew, parallel or zero, and
 * the cell flat. The corners are exact sums of these doubles, never rounded. */
typedef struct fk_cell {
    fk_vec3 origin;
    fk_vec3 edge[3];
} fk_cell;

typedef struct fk_sphere {
    fk_vec3 center;
    double radius;
} fk_sphere;

/* Two ends and a radius. Capsule: all points within the radius of the segment between the ends. Cylinder: the ends are the
 * centres of its caps. Cone: end 0 is the centre of its base, end 1 the apex. */
typedef struct fk_capsule {
    fk_vec3 end[2];
    double radius;
} fk_capsule;

struct fk_hull;

/* The convex hull of points, which need not be corners. The caller owns the points, the hint and the pose, and keeps them as long
 * as the piece is used. */
typedef struct fk_points {
    const fk_vec3 *point;
    uint32_t count;
    /* Faces and neighbours of these points, or of the points before they were placed; or NULL. Vertex i of the hint is point i.
     * Hints are for speed only: no result depends on them, as long as nobody has changed the hull. */
    const struct fk_hull *hint;
    /* NULL, or the pose of the hull: its points are fk_pose_apply(pose, point[i]). */
    const fk_pose *pose;
} fk_points;

/* A convex piece: a closed set, which may be flat or a point. It is valid when its numbers are finite, its radius is not
 * negative, the normal of its half-space is not zero, its hull has a point, and the ends of its cylinder or cone differ (unless
 * the radius is 0: then it is a segment).
 *
 * Vertices are numbered as in certificates. Box: bit k of the index adds edge k (0 to 7). Tetra: 0 is the origin, k the end of
 * edge k - 1. Others: in input order. A sphere has its centre, a capsule its two ends. A half-space has none, and neither have a
 * cylinder, a cone or an ellipsoid: support functions describe them. */
typedef struct fk_piece {
    fk_kind kind;
    union {
        fk_vec3 point;
        fk_vec3 segment[2];
        fk_vec3 triangle[3];
        fk_cell cell; /* box and tetra */
        fk_sphere sphere;
        fk_capsule capsule; /* capsule, cylinder and cone */
        fk_cell ellipsoid;  /* centre, and three edges: the image of the unit ball under them */
        fk_plane half;      /* normal.x <= offset */
        fk_points hull;
    } as;
} fk_piece;

FK_API fk_piece fk_piece_point(fk_vec3 p);
FK_API fk_piece fk_piece_segment(fk_vec3 a, fk_vec3 b);
FK_API fk_piece fk_piece_triangle(fk_vec3 a, fk_vec3 b, fk_vec3 c);
FK_API fk_piece fk_piece_tetra(fk_vec3 origin, fk_vec3 u, fk_vec3 v, fk_vec3 w);
FK_API fk_piece fk_piece_box(fk_vec3 origin, fk_vec3 u, fk_vec3 v, fk_vec3 w);
FK_API fk_piece fk_piece_sphere(fk_vec3 center, double radius);
FK_API fk_piece fk_piece_capsule(fk_vec3 a, fk_vec3 b, double radius);
FK_API fk_piece fk_piece_half_space(fk_vec3 normal, double offset);
FK_API fk_piece fk_piece_cylinder(fk_vec3 a, fk_vec3 b, double radius);
FK_API fk_piece fk_piece_cone(fk_vec3 base, fk_vec3 apex, double radius);
/* All points center + s0 u + s1 v + s2 w with |s| <= 1; u, v and w may form any angles. */
FK_API fk_piece fk_piece_ellipsoid(fk_vec3 center, fk_vec3 u, fk_vec3 v, fk_vec3 w);
/* The hull of count points. The caller keeps them as long as the piece is used. */
FK_API fk_piece fk_piece_hull(const fk_vec3 *point, uint32_t count);

/* Checks whether a piece is valid. Returns FK_OK; FK_ERROR_NOT_FINITE for a number that is not finite; FK_ERROR_PIECE otherwise.
 * O(1), for hulls O(n). */
FK_API fk_status fk_piece_check(const fk_piece *piece);

/* fk_piece_vertex_count returns the number of vertices: those of the core for a sphere or capsule; 0 for a half-space, for a
 * cylinder or cone with a radius, for an ellipsoid and for an unknown kind. fk_piece_vertex_at returns one of them, rounded to
 * doubles. */
FK_API uint32_t fk_piece_vertex_count(const fk_piece *piece);
FK_API fk_vec3 fk_piece_vertex_at(const fk_piece *piece, uint32_t vertex);

/* Returns the piece moved by a pose. Points are placed by fk_pose_apply, edges and normals by fk_pose_rotate, each once; an
 * offset becomes offset + normal'.translation. Later queries are exact for these rounded doubles.
 *   points  room for the placed points of a hull, which the caller keeps. If it is NULL, the result refers to the points and the
 *           pose instead, and the caller keeps those: a posed hull. Every query gives the same answer for both, bit for bit,
 *           in the rounding mode in which the points were placed. Verdicts are faster on a posed hull; for several other
 *           queries at one pose, placed points are. A hull that is posed already needs points: without them the result
 *           has none, and is not valid. Other kinds ignore points. */
FK_API fk_piece fk_piece_place(const fk_piece *piece, const fk_pose *pose, fk_vec3 *points);

/* ---- Convex hulls -------------------------------------------------------------------------------------- */

/* The exact convex hull of points: its vertices are precisely the extreme points, and every given point lies on it or inside. One
 * read-only block of memory. Do not change it: queries on its piece trust it.
 *
 * Lists of lists are flat: the list of item i is at [begin[i], begin[i + 1]). */
typedef struct fk_hull {
    uint32_t dimension; /* 0 a point, 1 a segment, 2 a polygon, 3 a solid */
    uint32_t vertex_count;
    const fk_vec3 *point;   /* the vertices, in the order of the given points */
    const uint32_t *source; /* the index of each among the given points; the first of equal ones */
    /* Faces: each is a whole facet, its vertices counterclockwise seen from outside, starting with the lowest. A polygon has two
     * faces, one for each side; a segment or a point has none. */
    uint32_t face_count;
    const uint32_t *face_begin, *face_vertex;
    /* The neighbours of each vertex along edges, ascending. */
    const uint32_t *neighbor_begin, *neighbor;
    /* Artificial edges for hill climbing in long steps. */
    const uint32_t *shortcut_begin, *shortcut;
    const struct fk_vertex_blocks *blocks; /* for support queries; private to the library */
    size_t bytes;                          /* of the block */
} fk_hull;

/* Builds the hull of count points; free it by fk_hull_free with the same context. Returns FK_OK; FK_ERROR_ARGUMENT for no points
 * or 2^31 or more; FK_ERROR_NOT_FINITE; FK_ERROR_MEMORY; FK_ERROR_CANCELLED, by the flag of the context. On errors *out is
 * unchanged. O(n log n), O(n^2) for adversarial points. */
FK_API fk_status fk_hull_build(fk_context *context, const fk_vec3 *point, size_t count, fk_hull **out);
FK_API void fk_hull_free(fk_context *context, fk_hull *hull);

/* Returns the hull as a piece: its vertices, with the faces and neighbours as hints. The caller keeps the hull. */
FK_API fk_piece fk_hull_piece(const fk_hull *hull);

/* The faces as triangles, a fan from the first vertex of each: n - 2 for n vertices. fk_hull_list_triangles writes
 * fk_hull_triangle_count triangles. */
static inline uint32_t fk_hull_triangle_count(const fk_hull *hull)
{
    return hull->face_begin[hull->face_count] - 2 * hull->face_count;
}

static inline void fk_hull_list_triangles(const fk_hull *hull, fk_triangle *triangle)
{
    for (uint32_t f = 0; f < hull->face_count; f++) {
        const uint32_t *corner = hull->face_vertex + hull->face_begin[f];
        uint32_t corners = hull->face_begin[f + 1] - hull->face_begin[f];
        for (uint32_t i = 2; i < corners; i++, triangle++) {
            triangle->corner[0] = corner[0];
            triangle->corner[1] = corner[i - 1];
            triangle->corner[2] = corner[i];
        }
    }
}

/* ---- Bounding volumes ---------------------------------------------------------------------------------- */

/* Bounding volumes: ball, axis-aligned box (fk_aabb), oriented box, k-DOP. Each is the exact set of real points that its type
 * defines. It contains every point it was built from exactly, in every rounding mode and with flushing to zero (FTZ, DAZ).
 * Outward rounding enlarges it by some 1e-15 of its size and of its distance from the origin.
 *
 *   build     from finite points. FK_ERROR_ARGUMENT when there are none, FK_ERROR_NOT_FINITE; *out is unchanged on errors
 *   place     by a pose: contains the exact image rotation * x + translation of all its points x, and the result of
 *             fk_pose_apply, where that is finite. True for any matrix; only rotations keep it tight. Place the volume that
 *             was built, not one that was placed before
 *   meets     never false when the sets have a common point; may be true for sets that are apart by less than about 1e-14
 *             of their sizes and their distance, or than 2^-900
 *   merge     contains both; not always the smallest volume that does
 *   contains  exact
 *   volume    the content, up to rounding; 0 for flat ones
 *
 * A number beyond the range of doubles is infinite: the volume is unbounded there. Build takes O(n), the others O(1), unless
 * stated otherwise. */

/* The smallest ball around the points, up to rounding: all x with |x - center| <= radius. */
FK_API fk_status fk_sphere_build(const fk_vec3 *point, size_t count, fk_sphere *out);
FK_API fk_sphere fk_sphere_place(const fk_sphere *sphere, const fk_pose *pose);
FK_API bool fk_sphere_meets(const fk_sphere *a, const fk_sphere *b);
FK_API fk_sphere fk_sphere_merge(const fk_sphere *a, const fk_sphere *b);
FK_API bool fk_sphere_contains(const fk_sphere *sphere, fk_vec3 point);
FK_API double fk_sphere_volume(const fk_sphere *sphere);

/* The box of the points, without rounding; and that of the points as fk_pose_apply places them. An empty box stays empty when
 * placed, and merging it changes nothing. fk_aabb_meets is in base.h. */
FK_API fk_status fk_aabb_build(const fk_vec3 *point, size_t count, fk_aabb *out);
FK_API fk_status fk_aabb_build_placed(const fk_vec3 *point, size_t count, const fk_pose *pose, fk_aabb *out);
FK_API fk_aabb fk_aabb_place(const fk_aabb *box, const fk_pose *pose);
FK_API fk_aabb fk_aabb_merge(const fk_aabb *a, const fk_aabb *b);
FK_API bool fk_aabb_contains(const fk_aabb *box, fk_vec3 point);
FK_API double fk_aabb_volume(const fk_aabb *box);

/* An oriented box: all center + s0 half[0] axis[0] + s1 half[1] axis[1] + s2 half[2] axis[2] with |s| <= 1, with exact sums and
 * products. So it is a parallelepiped, whatever the rounding of its axes. These are orthonormal up to rounding; errors of up to
 * 2^-20 are allowed, as from products of many poses. */
typedef struct fk_obb {
    fk_vec3 center;
    fk_vec3 axis[3];
    double half[3];
} fk_obb;

/* fk_obb_build finds a small box: the best of many orientations, along the faces and edges of the convex hull, the principal
 * axes, the axes of fk_obb_build_quick and the coordinate axes. Its volume is at most that of the last two, up to rounding. Takes
 * up to 2^31 points; also returns FK_ERROR_MEMORY; costs a convex hull and a bounded search. fk_obb_build_quick takes the axes
 * from distant pairs of points: a few passes, no memory. Points that extend beyond 2^300, or less than 2^-300, get the coordinate
 * axes from both. */
FK_API fk_status fk_obb_build(fk_context *context, const fk_vec3 *point, size_t count, fk_obb *out);
FK_API fk_status fk_obb_build_quick(const fk_vec3 *point, size_t count, fk_obb *out);
FK_API fk_obb fk_obb_place(const fk_obb *box, const fk_pose *pose);
FK_API bool fk_obb_meets(const fk_obb *a, const fk_obb *b);
FK_API fk_obb fk_obb_merge(const fk_obb *a, const fk_obb *b);
FK_API bool fk_obb_contains(const fk_obb *box, fk_vec3 point);
FK_API double fk_obb_volume(const fk_obb *box);
/* Returns a piece of kind box that contains the oriented box and is hardly larger; not valid where a half length is infinite. */
FK_API fk_piece fk_obb_piece(const fk_obb *box);

/* A k-DOP: all x with lo[i] <= d.x <= hi[i] for each of its k / 2 directions d; k is 14, 18 or 26. The directions are not unit
 * vectors: first (1,0,0) (0,1,0) (0,0,1); then, when k is 14 or 26, (1,1,1) (1,1,-1) (1,-1,1) (1,-1,-1); then, when k is 18 or
 * 26, (1,1,0) (1,-1,0) (1,0,1) (1,0,-1) (0,1,1) (0,1,-1). Only the first k / 2 intervals are used; the rest is 0. */
typedef struct fk_kdop {
    uint32_t k;
    double lo[13], hi[13];
} fk_kdop;

/* fk_kdop_build: each interval is the exact one of the points, rounded outward to doubles. FK_ERROR_ARGUMENT also for another k.
 * merge and meets need two k-DOPs of the same k. */
FK_API fk_status fk_kdop_build(const fk_vec3 *point, size_t count, uint32_t k, fk_kdop *out);
FK_API fk_kdop fk_kdop_place(const fk_kdop *dop, const fk_pose *pose);
FK_API bool fk_kdop_meets(const fk_kdop *a, const fk_kdop *b);
FK_API fk_kdop fk_kdop_merge(const fk_kdop *a, const fk_kdop *b);
FK_API bool fk_kdop_contains(const fk_kdop *dop, fk_vec3 point);
FK_API double fk_kdop_volume(const fk_kdop *dop);
/* Returns direction i of a k-DOP. */
FK_API fk_vec3 fk_kdop_direction(uint32_t k, uint32_t i);

/* ---- Display meshes ------------------------------------------------------------------------------------ */

/* Builds triangles that show a piece, oriented outward: the faces of a polyhedron, whose corners are rounded to doubles; for a
 * round piece those of a polyhedron with its corners on the surface, up to rounding. segments: 3 to 4096 around a circle. The
 * mesh is a closed solid; a flat piece has both its sides, a segment is one degenerate triangle. Returns FK_OK; FK_ERROR_ARGUMENT
 * for other segments, for half-spaces, which are unbounded, and for points; FK_ERROR_NOT_FINITE; FK_ERROR_PIECE; FK_ERROR_MEMORY.
 * On errors *out is unchanged. */
FK_API fk_status fk_piece_mesh(fk_context *context, const fk_piece *piece, uint32_t segments, fk_mesh **out);

/* ---- Pieces and pairs as text -------------------------------------------------------------------------- */

/* Room for the text of any piece but a hull, with its terminating NUL. */
#define FK_PIECE_TEXT_SIZE 512

/* Writes a piece as in the pair stream, with shortest numbers: at most capacity bytes, the last of which is NUL; text may be NULL
 * when capacity is 0. Returns the length of the whole text without NUL: the text was truncated unless that is below capacity. */
FK_API size_t fk_piece_format(const fk_piece *piece, char *text, size_t capacity);

/* The reader of a stream of pairs, one per line:
 *
 *     box   ox oy oz  ux uy uz  vx vy vz  wx wy wz      tetra ox oy oz  ux uy uz  vx vy vz  wx wy wz
 *     tri   ax ay az  bx by bz  cx cy cz                seg   ax ay az  bx by bz
 *     point x y z                                       half  nx ny nz c
 *     sphere cx cy cz r                                 capsule ax ay az  bx by bz  r
 *     hull  n  x1 y1 z1 ... xn yn zn                    cylinder ax ay az  bx by bz  r
 *     cone  ax ay az  bx by bz  r                       ellipsoid cx cy cz  ux uy uz  vx vy vz  wx wy wz
 *
 * '#' starts a comment, empty lines are skipped, a line may end in LF or CR LF. Memory does not depend on the length of a line,
 * except for the points of hulls. The fields belong to the reader; read line, column and message after an error. */
typedef struct fk_pair_reader {
    fk_context *context;
    fk_read_function *read;
    void *user;
    size_t line;       /* of the pair just read, or of the error; from 1 */
    size_t column;     /* of the error, in bytes; from 1 */
    char message[200]; /* what is wrong and what to do, after an error */
    size_t begin, end; /* the unread part of buffer */
    size_t next_line, next_column;
    bool at_end;
    fk_status failed;
    struct { /* points of the hulls of a and b */
        fk_vec3 *point;
        size_t capacity;
    } room[2];
    char buffer[4096];
} fk_pair_reader;

/* Initialises a reader. The context allocates the points of hulls; it may be NULL when there are none: a hull then fails with
 * FK_ERROR_MEMORY. */
FK_API void fk_pair_reader_init(fk_pair_reader *reader, fk_context *context, fk_read_function *read,
                                void *user);
/* Releases the memory of hulls. */
FK_API void fk_pair_reader_end(fk_pair_reader *reader);

/* Reads the next pair. Returns FK_OK with *a and *b set; FK_END at the end; FK_ERROR_SYNTAX, FK_ERROR_READ or FK_ERROR_MEMORY
 * with line, column and message set, and *a and *b unchanged. A failed reader stays failed. The points of hulls belong to the
 * reader, until the next call. */
FK_API fk_status fk_pair_reader_next(fk_pair_reader *reader, fk_piece *a, fk_piece *b);

#ifdef __cplusplus
}
#endif

#endif
