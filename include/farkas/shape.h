/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Shapes: the convex pieces that questions are asked about, convex hulls, bounding volumes, convex decomposition, and the
 * stream of pairs as text. */

#ifndef FARKAS_SHAPE_H
#define FARKAS_SHAPE_H

#include "farkas/base.h"
#include "farkas/mesh.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Pieces -------------------------------------------------------------------------------------------- */

/* Every kind with its word in the pair stream, in one list. */
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

/* The word of a kind in the pair stream; "none" for FK_KIND_NONE. */
FK_API const char *fk_kind_word(fk_kind kind);

/* A parallelepiped or a tetrahedron: one corner and the three edges that leave it. Edges may be skew, flat,
 * parallel or zero. The corners are exact sums of these doubles, never rounded. */
typedef struct fk_cell {
    fk_vec3 origin;
    fk_vec3 edge[3];
} fk_cell;

typedef struct fk_sphere {
    fk_vec3 center;
    double radius;
} fk_sphere;

/* Two ends and a radius. Capsule: all points within radius of the segment. Cylinder: the ends are the centres of
 * its caps. Cone: end 0 is the centre of its base, end 1 the apex. */
typedef struct fk_capsule {
    fk_vec3 end[2];
    double radius;
} fk_capsule;

struct fk_hull;

/* The convex hull of points, which need not be corners. The caller keeps the points, and the hull. */
typedef struct fk_points {
    const fk_vec3 *point;
    uint32_t count;
    /* Faces and neighbours of these points, or of the points that these were before they were placed; or NULL.
     * They are hints for speed: no claim rests on them. Its vertex i is point i. */
    const struct fk_hull *hint;
} fk_points;

/* A convex piece: a closed set, flat and zero-size ones included. Valid when its numbers are finite, its
 * radius is not negative, its half-space has a normal other than zero, its hull has a point, and the ends of its
 * cylinder or cone differ (unless the radius is 0: that is a segment).
 *
 * Vertices are numbered as certificates need them: box, bit k of the index adds edge k (0 to 7); tetra, 0 is
 * the origin and k the end of edge k - 1; the others in input order. A sphere has its centre, a capsule its
 * two ends, a half-space none; a cylinder, cone or ellipsoid none either, as they are known by how far they reach. */
typedef struct fk_piece {
    fk_kind kind;
    union {
        fk_vec3 point;
        fk_vec3 segment[2];
        fk_vec3 triangle[3];
        fk_cell cell; /* box and tetra */
        fk_sphere sphere;
        fk_capsule capsule; /* capsule, cylinder and cone */
        fk_cell ellipsoid;  /* centre, and the image of the unit ball under its three edges */
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
/* All points center + s0 u + s1 v + s2 w with |s| <= 1; u, v and w may have any angles. */
FK_API fk_piece fk_piece_ellipsoid(fk_vec3 center, fk_vec3 u, fk_vec3 v, fk_vec3 w);
/* The hull of points that the caller keeps as long as the piece is used. */
FK_API fk_piece fk_piece_hull(const fk_vec3 *point, uint32_t count);

/* FK_OK, FK_ERROR_NOT_FINITE or FK_ERROR_PIECE. */
FK_API fk_status fk_piece_check(const fk_piece *piece);

/* The number of vertices; those of the core for a sphere or capsule; 0 for a half-space, for a cylinder or cone with a radius,
 * for an ellipsoid and for an unknown kind. And one of them, by its number, in doubles. */
FK_API uint32_t fk_piece_vertex_count(const fk_piece *piece);
FK_API fk_vec3 fk_piece_vertex_at(const fk_piece *piece, uint32_t vertex);

/* The piece moved by a pose. Points are placed by fk_pose_apply, edges and normals by fk_pose_rotate, each
 * once; an offset becomes offset + normal'.translation. What follows is exact for those doubles. For a hull,
 * points is room for its placed points, kept by the caller; other kinds need none, and it may be NULL. */
FK_API fk_piece fk_piece_place(const fk_piece *piece, const fk_pose *pose, fk_vec3 *points);

/* ---- Convex hulls -------------------------------------------------------------------------------------- */

/* The convex hull of points, built exactly: its vertices are precisely the extreme points, and every point that
 * was given lies on it or inside. One block of memory; read it, but do not change it.
 *
 * Lists of lists are flat: those of item i are at [begin[i], begin[i + 1]). */
typedef struct fk_hull {
    uint32_t dimension; /* 0 a point, 1 a segment, 2 a polygon, 3 a solid */
    uint32_t vertex_count;
    const fk_vec3 *point;   /* the vertices, in the order in which they were given */
    const uint32_t *source; /* the index of each among the given points: the first of equal ones */
    /* Faces: each one is a whole facet, its vertices counterclockwise seen from outside, starting with the lowest.
     * A polygon has two faces, one for each side; a segment or a point none. */
    uint32_t face_count;
    const uint32_t *face_begin, *face_vertex;
    /* The vertices at the other ends of the edges of each vertex, ascending. */
    const uint32_t *neighbor_begin, *neighbor;
    /* Artificial edges, for climbing from vertex to vertex in long steps. */
    const uint32_t *shortcut_begin, *shortcut;
    size_t bytes; /* of the block */
} fk_hull;

/* Builds the hull of count finite points. FK_ERROR_ARGUMENT when there are none or too many (2^31),
 * FK_ERROR_NOT_FINITE, FK_ERROR_MEMORY; *out is left alone then. Takes O(n log n) steps for points that are not
 * chosen to be hard. */
FK_API fk_status fk_hull_build(fk_context *context, const fk_vec3 *point, size_t count, fk_hull **out);
FK_API void fk_hull_free(fk_context *context, fk_hull *hull);

/* The hull as a piece: its vertices, with the rest as hints. The hull is kept by the caller. */
FK_API fk_piece fk_hull_piece(const fk_hull *hull);

/* The faces as triangles, a fan for each from its first vertex: one of n vertices has n - 2. There is room for all of them. */
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

/* Simple sets around complicated ones: ball, axis-aligned box (fk_aabb), oriented box, k-DOP. Each is the exact set of real
 * points that is written at its type, and each holds every point it was built of exactly, in every rounding mode and
 * where the processor flushes small numbers to zero. None is needlessly large: what rounding outward adds is some 1e-15 of
 * the size and of the distance from the origin.
 *
 *   build     from finite points. FK_ERROR_ARGUMENT when there are none, FK_ERROR_NOT_FINITE; *out is left alone then
 *   place     by a pose: holds the exact image rotation * x + translation of all its points x, and also what
 *             fk_pose_apply makes of them, where that is finite. This is so for any matrix; but only what is placed by a
 *             rotation stays tight. Place the volume that was built, not one that was placed before
 *   meets     never false when the sets have a common point; true for sets that are apart by less than about 1e-14 of
 *             their sizes and their distance, or than 2^-900
 *   merge     holds both; not always the smallest that does
 *   contains  exact
 *   volume    the content, up to rounding; 0 of what is flat
 *
 * A number that no double is large enough for is infinite: the volume is not bounded there. */

/* The smallest ball around the points, up to rounding: all x with |x - center| <= radius. */
FK_API fk_status fk_sphere_build(const fk_vec3 *point, size_t count, fk_sphere *out);
FK_API fk_sphere fk_sphere_place(const fk_sphere *sphere, const fk_pose *pose);
FK_API bool fk_sphere_meets(const fk_sphere *a, const fk_sphere *b);
FK_API fk_sphere fk_sphere_merge(const fk_sphere *a, const fk_sphere *b);
FK_API bool fk_sphere_contains(const fk_sphere *sphere, fk_vec3 point);
FK_API double fk_sphere_volume(const fk_sphere *sphere);

/* The box of the points, without rounding; and that of the points as fk_pose_apply places them. An empty box stays empty
 * when it is placed, and adds nothing when it is merged. fk_aabb_meets is in base.h. */
FK_API fk_status fk_aabb_build(const fk_vec3 *point, size_t count, fk_aabb *out);
FK_API fk_status fk_aabb_build_placed(const fk_vec3 *point, size_t count, const fk_pose *pose, fk_aabb *out);
FK_API fk_aabb fk_aabb_place(const fk_aabb *box, const fk_pose *pose);
FK_API fk_aabb fk_aabb_merge(const fk_aabb *a, const fk_aabb *b);
FK_API bool fk_aabb_contains(const fk_aabb *box, fk_vec3 point);
FK_API double fk_aabb_volume(const fk_aabb *box);

/* An oriented box: all center + s0 half[0] axis[0] + s1 half[1] axis[1] + s2 half[2] axis[2] with |s| <= 1, where sums and
 * products are exact. So it is a parallelepiped, whatever the rounding of its axes. These have length 1 and
 * right angles up to rounding; they may have errors of up to 2^-20, as products of many poses do. */
typedef struct fk_obb {
    fk_vec3 center;
    fk_vec3 axis[3];
    double half[3];
} fk_obb;

/* A small box: the best of many orientations, of those along the faces and edges of the convex hull, the principal axes,
 * that of fk_obb_build_quick and that of the coordinate axes. Its volume is at most that of the last two, up to rounding.
 * FK_ERROR_MEMORY too; up to 2^31 points. Where these reach beyond 2^300, or no farther than 2^-300, both builds take the
 * coordinate axes.
 * fk_obb_build_quick takes the axes from pairs of points that lie far apart: a few passes over the points, and no memory. */
FK_API fk_status fk_obb_build(fk_context *context, const fk_vec3 *point, size_t count, fk_obb *out);
FK_API fk_status fk_obb_build_quick(const fk_vec3 *point, size_t count, fk_obb *out);
FK_API fk_obb fk_obb_place(const fk_obb *box, const fk_pose *pose);
FK_API bool fk_obb_meets(const fk_obb *a, const fk_obb *b);
FK_API fk_obb fk_obb_merge(const fk_obb *a, const fk_obb *b);
FK_API bool fk_obb_contains(const fk_obb *box, fk_vec3 point);
FK_API double fk_obb_volume(const fk_obb *box);
/* A piece, of kind box, that holds the oriented box and is hardly larger; not valid where a half length is infinite. */
FK_API fk_piece fk_obb_piece(const fk_obb *box);

/* A k-DOP: all x with lo[i] <= d.x <= hi[i] for each of its k / 2 directions d; k is 14, 18 or 26. Directions are not of
 * length 1: first (1,0,0) (0,1,0) (0,0,1); then, when k is 14 or 26, (1,1,1) (1,1,-1) (1,-1,1) (1,-1,-1); then, when k is 18
 * or 26, (1,1,0) (1,-1,0) (1,0,1) (1,0,-1) (0,1,1) (0,1,-1). Only the first k / 2 intervals are used, the rest is 0. */
typedef struct fk_kdop {
    uint32_t k;
    double lo[13], hi[13];
} fk_kdop;

/* Each interval is the exact one of the points, rounded outward to doubles. FK_ERROR_ARGUMENT also for another k. What is
 * merged, or asked whether it meets, must have the same k. */
FK_API fk_status fk_kdop_build(const fk_vec3 *point, size_t count, uint32_t k, fk_kdop *out);
FK_API fk_kdop fk_kdop_place(const fk_kdop *dop, const fk_pose *pose);
FK_API bool fk_kdop_meets(const fk_kdop *a, const fk_kdop *b);
FK_API fk_kdop fk_kdop_merge(const fk_kdop *a, const fk_kdop *b);
FK_API bool fk_kdop_contains(const fk_kdop *dop, fk_vec3 point);
FK_API double fk_kdop_volume(const fk_kdop *dop);
/* Direction i of a k-DOP. */
FK_API fk_vec3 fk_kdop_direction(uint32_t k, uint32_t i);

/* ---- To be shown --------------------------------------------------------------------------------------- */

/* Triangles that show a piece, with their outsides out: the faces of a polyhedron, whose corners are rounded to doubles; of a
 * round piece those of a polyhedron with its corners on the surface, up to rounding, `segments` (3 to 4096) around a circle. A
 * closed solid; a flat piece has both its sides, a segment is one triangle there and back. FK_ERROR_ARGUMENT, also for
 * half-spaces, which have no end, and for pieces that are points; FK_ERROR_NOT_FINITE, FK_ERROR_PIECE, FK_ERROR_MEMORY; *out
 * is left alone then. */
FK_API fk_status fk_piece_mesh(fk_context *context, const fk_piece *piece, uint32_t segments, fk_mesh **out);

/* ---- Pieces and pairs as text -------------------------------------------------------------------------- */

/* Room for a piece of any kind but a hull as text, with its end mark. */
#define FK_PIECE_TEXT_SIZE 512

/* Writes a piece as in the pair stream, numbers in their shortest form: at most capacity bytes, of which the last
 * is the end mark; text may be NULL when capacity is 0. Returns the length of the whole text without end mark: it
 * was cut unless that is below capacity. */
FK_API size_t fk_piece_format(const fk_piece *piece, char *text, size_t capacity);

/* Reads a stream of pairs, one per line. Memory is constant whatever the length of a line, but for the points of
 * hulls:
 *
 *     box   ox oy oz  ux uy uz  vx vy vz  wx wy wz      tetra ox oy oz  ux uy uz  vx vy vz  wx wy wz
 *     tri   ax ay az  bx by bz  cx cy cz                seg   ax ay az  bx by bz
 *     point x y z                                       half  nx ny nz c
 *     sphere cx cy cz r                                 capsule ax ay az  bx by bz  r
 *     hull  n  x1 y1 z1 ... xn yn zn                    cylinder ax ay az  bx by bz  r
 *     cone  ax ay az  bx by bz  r                       ellipsoid cx cy cz  ux uy uz  vx vy vz  wx wy wz
 *
 * '#' starts a comment, empty lines are passed over, a line may end in LF or CR LF. The fields are the
 * reader's own; read line, column and message after an error. */
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
    struct { /* of the hulls of a and b */
        fk_vec3 *point;
        size_t capacity;
    } room[2];
    char buffer[4096];
} fk_pair_reader;

/* The context gives memory for the points of hulls. It may be NULL when there are none: then a hull fails with
 * FK_ERROR_MEMORY. */
FK_API void fk_pair_reader_init(fk_pair_reader *reader, fk_context *context, fk_read_function *read,
                                void *user);
/* Gives back the memory of hulls. */
FK_API void fk_pair_reader_end(fk_pair_reader *reader);

/* The next pair: FK_OK; FK_END; FK_ERROR_SYNTAX, FK_ERROR_READ or FK_ERROR_MEMORY, with line, column and message
 * set and a and b left alone. A reader that failed stays so. The points of hulls are the reader's, until the next
 * call. */
FK_API fk_status fk_pair_reader_next(fk_pair_reader *reader, fk_piece *a, fk_piece *b);

#ifdef __cplusplus
}
#endif

#endif
