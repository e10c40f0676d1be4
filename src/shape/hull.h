/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Convex hulls: exact orientation predicates of many points, quickhull, small hulls. */

#ifndef FARKAS_SHAPE_HULL_H
#define FARKAS_SHAPE_HULL_H

#include "base/bits.h"
#include "farkas/shape.h"

#include <math.h>

/* Exact orientation predicates for a set of points: orient3d (the side of a plane) and orient2d (the turn of a corner).
 *
 * Each sign comes from a filter in doubles, then from a finer one, then from integers. The integers have fixed size when all
 * coordinates are multiples of one power of two 2^grid and less than 2^(grid + 125), as those of points that belong together
 * usually are; else those of mesh/mesh.h are used.
 *
 * Derivation of the filters, for every rounding mode, with and without FTZ and DAZ (see exact/ball.h). Coordinates are below 2^65
 * and at least one is 2^-64 or more, if necessary after scaling by a power of two. mesh/winding.c derives, with u = 2^-52, that
 * the sign of a height is right when it exceeds 2^-48 sum(m_k |g_k|), with the sums of products m_k and the differences g_k.
 * Underflow and flushed operands add less than 2^-600 in all: a coordinate moves by at most 2^-1022 2^400, its factors are less
 * than 2^134.
 *
 * A plane that is tested against many points is kept as n and n.a. Let A_k be the largest |coordinate| along axis k. The error of
 * n counts 4u m_k |p_k - a_k| <= 8u m_k A_k; those of n.p and of n.a, three roundings each, 3u m_k A_k; that of their difference
 * 2u m_k A_k. Together 16u sum(m_k A_k): the bound takes 32u = 2^-47, again twice as much. */

#define FK_ORIENT_ROUND 0x1p-48
#define FK_ORIENT_PLANE 0x1p-47
#define FK_ORIENT_TINY  0x1p-500

typedef struct fk_point_set {
    const fk_vec3 *point;  /* the given points */
    const fk_vec3 *scaled; /* times a power of two, for the filter; may be the same array */
    uint32_t count;
    fk_vec3 size;  /* the largest |coordinate| of the scaled points along each axis */
    bool has_grid; /* the fields below are set when integers are first needed */
    bool fits;     /* into integers of fixed size */
    int grid;
} fk_point_set;

/* Prepares count >= 1 points, which the caller keeps. FK_ERROR_NOT_FINITE or FK_ERROR_MEMORY. */
fk_status fk_point_set_init(fk_context *context, fk_point_set *cloud, const fk_vec3 *point, uint32_t count);
void fk_point_set_end(fk_context *context, fk_point_set *cloud);

/* orient3d: the sign of ((b - a) x (c - a)).(d - a), positive when a, b, c are counterclockwise seen from d. */
int fk_point_set_orient3d(fk_point_set *cloud, uint32_t a, uint32_t b, uint32_t c, uint32_t d);

/* orient2d: the sign of component `axis` of (b - a) x (c - a). */
int fk_point_set_orient2d(fk_point_set *cloud, uint32_t a, uint32_t b, uint32_t c, int axis);

/* The sign of b - a along an axis, and in lexicographic order. */
int fk_point_set_compare_axis(const fk_point_set *cloud, uint32_t a, uint32_t b, int axis);
int fk_point_set_compare(const fk_point_set *cloud, uint32_t a, uint32_t b);

/* The filter for one plane and many points. */
typedef struct fk_filter_plane {
    fk_vec3 normal;
    double offset;
    double bound; /* a height beyond this has the right sign */
} fk_filter_plane;

/* The plane through a, a + e and a + f, where e and f are rounded differences of points. */
static inline fk_filter_plane fk_filter_plane_span(const fk_point_set *cloud, fk_vec3 a, fk_vec3 e, fk_vec3 f)
{
    fk_filter_plane plane;
    double x0 = e.y * f.z, x1 = e.z * f.y, y0 = e.z * f.x, y1 = e.x * f.z, z0 = e.x * f.y, z1 = e.y * f.x;
    plane.normal = fk_vec3_make(x0 - x1, y0 - y1, z0 - z1);
    plane.offset = plane.normal.x * a.x + plane.normal.y * a.y + plane.normal.z * a.z;
    plane.bound = ((fabs(x0) + fabs(x1)) * cloud->size.x + (fabs(y0) + fabs(y1)) * cloud->size.y +
                   (fabs(z0) + fabs(z1)) * cloud->size.z) *
                      FK_ORIENT_PLANE +
                  FK_ORIENT_TINY;
    return plane;
}

static inline fk_filter_plane fk_filter_plane_make(const fk_point_set *cloud, fk_vec3 a, fk_vec3 b, fk_vec3 c)
{
    return fk_filter_plane_span(cloud, a, fk_vec3_sub(b, a), fk_vec3_sub(c, a));
}

/* The height of a point above a plane, times the length of the normal. */
static inline double fk_filter_plane_height(fk_vec3 normal, double offset, fk_vec3 scaled)
{
    return normal.x * scaled.x + normal.y * scaled.y + normal.z * scaled.z - offset;
}

/* The stages of a convex hull: a surface of triangles (hull_surface.c, hull_points.c), or a chain of points in a plane
 * (hull_flat.c), becomes a mesh of whole facets (hull_facets.c), which lies in the block of an fk_hull from the start and gets
 * shortcuts in the end (hull.c). */

#define FK_HULL_NONE UINT32_MAX

/* dimension + 1 affinely independent points. */
typedef struct fk_hull_simplex {
    uint32_t dimension;
    uint32_t corner[4];
} fk_hull_simplex;

/* Finds a large simplex of the points; exactly not flat. Any of several equal points may be chosen. */
fk_hull_simplex fk_hull_simplex_find(fk_point_set *cloud);

/* A half-edge, from corner e to corner e + 1 of a triangle: 4 times the triangle plus e. */
typedef uint32_t fk_hull_half_edge;

/* A triangle with what the visibility test needs, in 64 bytes, a cache line of most processors. */
typedef struct fk_hull_triangle {
    fk_vec3 normal;
    double offset;
    uint32_t bound;                /* error bound of heights: the upper half of a double */
    uint32_t mark;                 /* visibility from the present eye */
    uint32_t corner[3];            /* counterclockwise seen from outside */
    fk_hull_half_edge neighbor[3]; /* the opposite half-edge of edge e */
} fk_hull_triangle;

/* The outside set of a triangle: the points above it that are assigned to it. */
typedef struct fk_hull_outside_set {
    uint32_t first; /* pack; it has count mod FK_HULL_PACK points (0 means full), the others are full */
    uint32_t count; /* of points */
    uint32_t next, previous; /* links of triangles with points; next also links unused triangles */
} fk_hull_outside_set;

/* Points of an outside set in the order of vectors, so that they are read in sequence and not looked up one by one. */
#define FK_HULL_PACK 4
typedef struct fk_hull_pack {
    double x[FK_HULL_PACK], y[FK_HULL_PACK], z[FK_HULL_PACK]; /* scaled */
    uint32_t point[FK_HULL_PACK];
    uint32_t next; /* next pack of the set, or of the unused ones */
    uint32_t unused[3];
} fk_hull_pack;

/* A visible triangle, which will be removed, and its points. */
typedef struct fk_hull_visible {
    uint32_t triangle, first, count;
} fk_hull_visible;

/* A new triangle, while points are assigned to it. */
typedef struct fk_hull_fresh {
    fk_vec3 normal;
    double offset, bound;
    fk_vec3 from; /* its first corner minus the eye */
    uint32_t triangle, first, count;
} fk_hull_fresh;

/* Items that start at a cache line, in a block to be released. */
typedef struct fk_hull_array {
    void *items, *block;
    uint32_t capacity;
} fk_hull_array;

/* Triangles with points are processed by the logarithm of their number of points, in so many buckets. */
#define FK_HULL_BUCKETS 7

/* The growing hull of a solid, as triangles. */
typedef struct fk_hull_surface {
    fk_context *context;
    fk_point_set *cloud;
    fk_hull_triangle *triangle;
    fk_hull_outside_set *list; /* per triangle */
    uint32_t used;             /* triangles, released ones included */
    uint32_t unused;           /* the first released one */
    fk_hull_pack *pack;
    uint32_t pack_used, pack_unused, pack_unused_count;
    uint32_t waiting[FK_HULL_BUCKETS]; /* the first triangle with points, by bucket */
    fk_hull_visible *seen;             /* the triangles visible from the eye */
    fk_hull_half_edge *horizon;        /* half-edges of invisible triangles, counterclockwise */
    fk_hull_half_edge *pending;        /* half-edges of visible triangles that are still to be crossed */
    fk_hull_fresh *fresh;              /* the triangles that replace them, one for each horizon edge */
    uint32_t seen_count, horizon_count, pending_count, fresh_count;
    fk_hull_array triangles, lists, packs, seens, horizons, pendings, freshes; /* the memory of the above */
    uint32_t epoch;
    bool has_ties; /* false only if no two triangles are on one plane */
} fk_hull_surface;

/* An unused triangle has no first corner. */
static inline bool fk_hull_triangle_is_used(const fk_hull_triangle *triangle)
{
    return triangle->corner[0] != FK_HULL_NONE;
}

/* The error bound of heights: a little more than the bound that was stored. */
static inline double fk_hull_triangle_bound(const fk_hull_triangle *triangle)
{
    return fk_from_bits((uint64_t)triangle->bound << 32);
}

static inline void fk_hull_prefetch_pack(const fk_hull_surface *surface, uint32_t pack)
{
    if (pack != FK_HULL_NONE) {
        fk_prefetch(&surface->pack[pack]);
        fk_prefetch(&surface->pack[pack].z);
    }
}

static inline int fk_hull_next_edge(int edge)
{
    return edge == 2 ? 0 : edge + 1;
}

/* Builds the surface of a solid. Its triangles have an area, and together they are the boundary of the hull; several may be
 * coplanar, and corners may be inside edges or facets. Call fk_hull_surface_end in any case. FK_OK or FK_ERROR_MEMORY. */
fk_status fk_hull_surface_build(fk_context *context, fk_point_set *cloud, const fk_hull_simplex *simplex,
                                fk_hull_surface *surface);
void fk_hull_surface_end(fk_hull_surface *surface);

/* Outside sets (hull_points.c). Assigns every step-th point from begin to end of the cloud, or those of a list, to the first
 * fresh triangle that they are surely above, else to the first that they are above; points above none are inside and are dropped.
 * A corner that is equal to an earlier point of the cloud becomes that point. fk_hull_points_reserve must have made room for the
 * packs. */
void fk_hull_points_assign(fk_hull_surface *surface, size_t begin, size_t end, size_t step);
void fk_hull_points_redistribute(fk_hull_surface *surface, uint32_t first, uint32_t count);
bool fk_hull_points_reserve(fk_hull_surface *surface, size_t packs);

/* Removes the farthest point from the outside set of a triangle, and returns its index and its scaled coordinates. Of equally
 * high points it is the lexicographically greatest: a corner of their hull, which avoids corners that are not extreme in the end.
 * Of equal points it is any. */
uint32_t fk_hull_points_remove_farthest(fk_hull_surface *surface, uint32_t triangle, fk_vec3 *scaled);

/* Makes room for `wanted` items or more; the array is unchanged when there is no memory. */
bool fk_hull_array_reserve(fk_context *context, fk_hull_array *array, size_t wanted, size_t item_size);
void fk_hull_array_end(fk_context *context, fk_hull_array *array, size_t item_size);

#define FK_HULL_LAYERS 16 /* enough for more than 2^31 vertices */

/* Layers of ever fewer vertices. */
typedef struct fk_hull_layers {
    uint8_t *level;                    /* per vertex: the highest layer that it is in, 0 if none */
    uint32_t vertex_count;             /* of the hull */
    uint32_t count;                    /* of layers; they are numbered from 1 */
    uint32_t size[FK_HULL_LAYERS + 1]; /* of vertices in each layer */
} fk_hull_layers;

/* The lists of an fk_hull, in its block. */
typedef struct fk_hull_mesh {
    uint32_t dimension;
    uint32_t vertex_count, face_count, corner_count;
    fk_hull *hull;
    fk_vec3 *point;
    uint32_t *source, *face_begin, *face_vertex, *neighbor_begin, *neighbor, *shortcut_begin, *shortcut;
    fk_hull_layers layers;
} fk_hull_mesh;

/* Releases a mesh, its hull included. */
void fk_hull_mesh_end(fk_context *context, fk_hull_mesh *mesh);

/* Allocates the block of a mesh with these counts. Returns false when there is no memory, or a list would be too long for its
 * numbers. */
bool fk_hull_mesh_allocate(fk_context *context, fk_hull_mesh *mesh);

/* Builds the mesh of a cloud, except its points and shortcuts. After FK_ERROR_MEMORY there is nothing to release. */
fk_status fk_hull_mesh_build(fk_context *context, fk_point_set *cloud, fk_hull_mesh *mesh);

/* Fills in the neighbours from the faces. */
void fk_hull_mesh_fill_neighbors(fk_hull_mesh *mesh);

/* Build a mesh from any surface, from one where every triangle is a facet, and from coplanar points. Everything is filled except
 * the points, the shortcuts and, for coplanar points, the neighbours. After FK_ERROR_MEMORY there is nothing to release. */
fk_status fk_hull_mesh_from_surface(fk_context *context, fk_hull_surface *surface, fk_hull_mesh *mesh);
fk_status fk_hull_mesh_from_plain_surface(fk_context *context, fk_hull_surface *surface, fk_hull_mesh *mesh);
fk_status fk_hull_mesh_from_flat(fk_context *context, fk_point_set *cloud, const fk_hull_simplex *simplex,
                                 fk_hull_mesh *mesh);

/* Whether the triangle across edge e is coplanar. */
bool fk_hull_surface_is_flat(const fk_hull_surface *surface, const fk_hull_triangle *triangle, int e);

/* Turns counts per item into the ends of their lists, and sets begin[count] to the end of all; filling each list from its end
 * down then turns them into the begins. */
static inline void fk_hull_lists_prefix_sum(uint32_t *begin, uint32_t count)
{
    uint32_t end = 0;
    for (uint32_t i = 0; i < count; i++) {
        end += begin[i];
        begin[i] = end;
    }
    begin[count] = end;
}

/* Sorts numbers, or triples of numbers by the second of each, in O(n log n). Most lists are short. */
void fk_hull_sort(uint32_t *number, uint32_t count);
void fk_hull_sort_triples(uint32_t *number, uint32_t count);

/* Facets, edges and corners of a polyhedral piece with few vertices, exact, without allocation. */

#define FK_SMALL_VERTICES 16
#define FK_SMALL_FACETS   (2 * FK_SMALL_VERTICES - 4) /* Euler: n vertices have at most so many triangles, */
#define FK_SMALL_EDGES    (3 * FK_SMALL_VERTICES - 6) /* and so many edges */

/* All indices are those of the piece's vertices (fk_piece_vertex_terms). Only extreme vertices are listed: none equal to another
 * vertex, or inside an edge, a facet or the piece; of equal vertices the lowest. */
typedef struct fk_small_hull {
    uint8_t dimension; /* 0 a point, 1 a segment, 2 a polygon, 3 a solid */
    uint8_t vertex_count, facet_count, edge_count;
    uint8_t vertex[FK_SMALL_VERTICES]; /* the corners, ascending */
    /* The corners of facet i, at [facet_begin[i], facet_begin[i + 1]) of corner: a strictly convex polygon, counterclockwise seen
     * from outside, starting with its lowest. So its first three span its plane, and (p1 - p0) x (p2 - p0) points outward. A
     * polygon has two facets, one for each side; a segment or a point none. */
    uint8_t facet_begin[FK_SMALL_FACETS + 1];
    uint8_t corner[2 * FK_SMALL_EDGES];
    /* The edges, each once, lower index first. A segment has one. */
    uint8_t edge[FK_SMALL_EDGES][2];
} fk_small_hull;

/* Builds the hull of the vertices of a valid piece; of those of its core for a sphere or capsule. Returns false, with *out
 * unchanged, when it has none or more than FK_SMALL_VERTICES. Needs about 72 KiB of stack for exact integers when vertices are
 * close to a common plane: call it while no other arena is alive. */
bool fk_small_hull_build(const fk_piece *piece, fk_small_hull *out);

/* Builds the hull of points, placed if they are posed. Errors of fk_hull_build. */
fk_status fk_points_hull(fk_context *context, const fk_points *points, fk_hull **out);

#endif
