/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Convex hulls: exact signs of many points, the surface while it grows, small hulls, triangles. */

#ifndef FARKAS_SHAPE_HULL_H
#define FARKAS_SHAPE_HULL_H

#include "base/bits.h"
#include "farkas/shape.h"

#include <math.h>

/* Many points with exact signs: on which side of a plane is a point, which way does a corner turn.
 *
 * Each sign is asked of a filter in doubles, then of a finer one, then of integers. The integers are of fixed size
 * when all coordinates are multiples of one power of two 2^grid and less than 2^(grid + 125), as those of points
 * that belong together usually are; else those of mesh/mesh.h.
 *
 * Derivation of the filters, for every rounding mode, with and without FTZ and DAZ (see exact/ball.h). Coordinates
 * are below 2^65 and at least one is 2^-64 or more: either they come so, or they are scaled by a power of two. That the
 * sign of a height is right when it exceeds 2^-48 sum(m_k |g_k|), with the sums of products m_k and the differences g_k,
 * is derived in mesh/winding.c, with u = 2^-52. Underflow and flushed operands add less than 2^-600 in all: a coordinate moves
 * by at most 2^-1022 2^400, its factors are less than 2^134.
 *
 * A plane that many points are asked about is kept as n and n.a. Let A_k be the largest |coordinate| along axis k. The
 * error of n counts 4u m_k |p_k - a_k| <= 8u m_k A_k; those of n.p and of n.a, three roundings each, 3u m_k A_k; that of
 * their difference 2u m_k A_k. Together 16u sum(m_k A_k): the bound takes 32u = 2^-47, again twice as much. */

#define FK_CLOUD_ROUND 0x1p-48
#define FK_CLOUD_PLANE 0x1p-47
#define FK_CLOUD_TINY  0x1p-500

typedef struct fk_cloud {
    const fk_vec3 *point;  /* as they were given */
    const fk_vec3 *scaled; /* by a power of two, for the filter; may be the same array */
    uint32_t count;
    fk_vec3 size;  /* the largest |coordinate| of the scaled points along each axis */
    bool has_grid; /* the rest is found when integers are asked for the first time */
    bool fits;     /* into integers of fixed size */
    int grid;
} fk_cloud;

/* Readies count >= 1 points, which the caller keeps. FK_ERROR_NOT_FINITE or FK_ERROR_MEMORY. */
fk_status fk_cloud_init(fk_context *context, fk_cloud *cloud, const fk_vec3 *point, uint32_t count);
void fk_cloud_end(fk_context *context, fk_cloud *cloud);

/* The sign of ((b - a) x (c - a)).(d - a): positive when d is on the side to which a, b, c turn counterclockwise. */
int fk_cloud_side(fk_cloud *cloud, uint32_t a, uint32_t b, uint32_t c, uint32_t d);

/* The sign of component `axis` of (b - a) x (c - a). */
int fk_cloud_turn(fk_cloud *cloud, uint32_t a, uint32_t b, uint32_t c, int axis);

/* The sign of b - a along an axis, and in lexicographic order. */
int fk_cloud_compare_axis(const fk_cloud *cloud, uint32_t a, uint32_t b, int axis);
int fk_cloud_compare(const fk_cloud *cloud, uint32_t a, uint32_t b);

/* The filter for one plane and many points. */
typedef struct fk_cloud_plane {
    fk_vec3 normal;
    double offset;
    double bound; /* a height beyond this has the right sign */
} fk_cloud_plane;

/* Through a, and a + e and a + f, where e and f are rounded differences of points. */
static inline fk_cloud_plane fk_cloud_plane_span(const fk_cloud *cloud, fk_vec3 a, fk_vec3 e, fk_vec3 f)
{
    fk_cloud_plane plane;
    double x0 = e.y * f.z, x1 = e.z * f.y, y0 = e.z * f.x, y1 = e.x * f.z, z0 = e.x * f.y, z1 = e.y * f.x;
    plane.normal = fk_vec3_make(x0 - x1, y0 - y1, z0 - z1);
    plane.offset = plane.normal.x * a.x + plane.normal.y * a.y + plane.normal.z * a.z;
    plane.bound = ((fabs(x0) + fabs(x1)) * cloud->size.x + (fabs(y0) + fabs(y1)) * cloud->size.y +
                   (fabs(z0) + fabs(z1)) * cloud->size.z) *
                      FK_CLOUD_PLANE +
                  FK_CLOUD_TINY;
    return plane;
}

static inline fk_cloud_plane fk_cloud_plane_make(const fk_cloud *cloud, fk_vec3 a, fk_vec3 b, fk_vec3 c)
{
    return fk_cloud_plane_span(cloud, a, fk_vec3_sub(b, a), fk_vec3_sub(c, a));
}

/* How high a point is above a plane, times the length of the normal. */
static inline double fk_cloud_height(fk_vec3 normal, double offset, fk_vec3 scaled)
{
    return normal.x * scaled.x + normal.y * scaled.y + normal.z * scaled.z - offset;
}

/* Between the files that build convex hulls: a surface of triangles (hull_surface.c, hull_points.c), or a chain of points
 * on a plane (hull_flat.c), becomes a mesh of whole facets (hull_facets.c), which lies in the block of an fk_hull from the
 * start and gets shortcuts in the end (hull.c). */

#define FK_HULL_NONE UINT32_MAX

/* dimension + 1 affinely independent points. */
typedef struct fk_hull_simplex {
    uint32_t dimension;
    uint32_t corner[4];
} fk_hull_simplex;

/* A large simplex of the points; its volume is not flat, exactly. Of equal points any is taken. */
fk_hull_simplex fk_hull_simplex_find(fk_cloud *cloud);

/* A side of a triangle, its edge e from corner e to corner e + 1: 4 times the triangle plus e. */
typedef uint32_t fk_hull_half_edge;

/* What finding what an eye sees needs, in 64 bytes, which is a line of most caches. */
typedef struct fk_hull_triangle {
    fk_vec3 normal;
    double offset;
    uint32_t bound;                /* of heights: the upper half of a double */
    uint32_t mark;                 /* says what the present eye sees */
    uint32_t corner[3];            /* counterclockwise seen from outside */
    fk_hull_half_edge neighbor[3]; /* the other side of edge e */
} fk_hull_triangle;

/* The points above a triangle that are in its care. */
typedef struct fk_hull_outside_set {
    uint32_t first; /* pack; it has what is left when count is divided by FK_HULL_PACK, the others are full */
    uint32_t count; /* of points */
    uint32_t next, previous; /* triangles with points; next also of those not in use */
} fk_hull_outside_set;

/* Points of a list, in the order that vectors want, so that they are read in a row and not looked up one by one. */
#define FK_HULL_PACK 4
typedef struct fk_hull_pack {
    double x[FK_HULL_PACK], y[FK_HULL_PACK], z[FK_HULL_PACK]; /* scaled */
    uint32_t point[FK_HULL_PACK];
    uint32_t next; /* pack of the list, or of those not in use */
    uint32_t unused[3];
} fk_hull_pack;

/* A triangle that is seen no more: its points. */
typedef struct fk_hull_visible {
    uint32_t triangle, first, count;
} fk_hull_visible;

/* A triangle that replaces others, while it gets its points. */
typedef struct fk_hull_fresh {
    fk_vec3 normal;
    double offset, bound;
    fk_vec3 from; /* the first of its corners, seen from the eye */
    uint32_t triangle, first, count;
} fk_hull_fresh;

/* Items that lie at the start of a line of the cache, in a block that has to be given back. */
typedef struct fk_hull_array {
    void *items, *block;
    uint32_t capacity;
} fk_hull_array;

/* Triangles with points are served by the logarithm of how many they have, in so many steps. */
#define FK_HULL_BUCKETS 7

/* The hull of a solid, as triangles, while it grows. */
typedef struct fk_hull_surface {
    fk_context *context;
    fk_cloud *cloud;
    fk_hull_triangle *triangle;
    fk_hull_outside_set *list; /* per triangle */
    uint32_t used;             /* triangles, those given back included */
    uint32_t unused;           /* the first of those given back */
    fk_hull_pack *pack;
    uint32_t pack_used, pack_unused, pack_unused_count;
    uint32_t waiting[FK_HULL_BUCKETS]; /* the first triangle with points, by how many they are */
    fk_hull_visible *seen;             /* the triangles that the eye sees */
    fk_hull_half_edge *horizon;        /* sides of triangles that it does not see, counterclockwise */
    fk_hull_half_edge *pending;        /* sides of seen triangles that are still to be crossed */
    fk_hull_fresh *fresh;              /* the triangles that replace them, one for each side of the horizon */
    uint32_t seen_count, horizon_count, pending_count, fresh_count;
    fk_hull_array triangles, lists, packs, seens, horizons, pendings, freshes; /* whose the above are */
    uint32_t epoch;
    bool has_ties; /* false only if no two triangles are on one plane */
} fk_hull_surface;

/* A triangle that is not in use has no first corner. */
static inline bool fk_hull_triangle_is_used(const fk_hull_triangle *triangle)
{
    return triangle->corner[0] != FK_HULL_NONE;
}

/* A height beyond this has the right sign: a little more than the bound that it was made of. */
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

/* The surface of a solid. Its triangles have an area, and together they are the boundary of the hull; several may
 * be on one plane, and corners may be inside edges or facets. End it in any case. FK_OK or FK_ERROR_MEMORY. */
fk_status fk_hull_surface_build(fk_context *context, fk_cloud *cloud, const fk_hull_simplex *simplex,
                                fk_hull_surface *surface);
void fk_hull_surface_end(fk_hull_surface *surface);

/* Points in the care of triangles (hull_points.c): gives every step-th point from begin to end of the cloud, or those of a list, to the first fresh triangle that they
 * are surely above, else to the first that they are above; those above none are inside and go. A corner that is equal to
 * an earlier point of the cloud becomes that point. There must be as many packs left as fk_hull_points_reserve makes room
 * for. */
void fk_hull_points_assign(fk_hull_surface *surface, size_t begin, size_t end, size_t step);
void fk_hull_points_redistribute(fk_hull_surface *surface, uint32_t first, uint32_t count);
bool fk_hull_points_reserve(fk_hull_surface *surface, size_t packs);

/* Takes the farthest point out of the list of a triangle, and returns it and its scaled place. Of points that are
 * equally high it is the lexicographically greatest: that is a corner of their hull, which spares corners that are not
 * extreme in the end. Of equal ones it is any. */
uint32_t fk_hull_points_take_farthest(fk_hull_surface *surface, uint32_t triangle, fk_vec3 *scaled);

/* Makes room for `wanted` items or more; the array is left alone when there is no memory. */
bool fk_hull_array_reserve(fk_context *context, fk_hull_array *array, size_t wanted, size_t item_size);
void fk_hull_array_end(fk_context *context, fk_hull_array *array, size_t item_size);

#define FK_HULL_LAYERS 16 /* that many at most, which is enough for 2^31 vertices and more */

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

/* Gives back all of a mesh, its hull too. */
void fk_hull_mesh_end(fk_context *context, fk_hull_mesh *mesh);

/* Makes the block of a mesh with these counts; false when there is no memory, or a list would be too long for its
 * numbers. */
bool fk_hull_mesh_allocate(fk_context *context, fk_hull_mesh *mesh);

/* The mesh of a cloud. All is filled in but the points and the shortcuts. FK_ERROR_MEMORY leaves nothing to end. */
fk_status fk_hull_mesh_build(fk_context *context, fk_cloud *cloud, fk_hull_mesh *mesh);

/* Fills in the neighbours from the faces. */
void fk_hull_mesh_fill_neighbors(fk_hull_mesh *mesh);

/* Three ways to a mesh: from any surface, from one where every triangle is a facet, and from points on a plane. All is
 * filled in but the points, the shortcuts and, from points on a plane, the neighbours. FK_ERROR_MEMORY leaves nothing to
 * end. */
fk_status fk_hull_mesh_from_surface(fk_context *context, fk_hull_surface *surface, fk_hull_mesh *mesh);
fk_status fk_hull_mesh_from_plain_surface(fk_context *context, fk_hull_surface *surface, fk_hull_mesh *mesh);
fk_status fk_hull_mesh_from_flat(fk_context *context, fk_cloud *cloud, const fk_hull_simplex *simplex,
                                 fk_hull_mesh *mesh);

/* Whether the triangle across edge e is on the same plane. */
bool fk_hull_surface_is_flat(const fk_hull_surface *surface, const fk_hull_triangle *triangle, int e);

/* Makes counts per item the ends of their lists, and begin[count] the end of all; filling a list from its end down
 * then makes them the begins. */
static inline void fk_hull_lists_prefix_sum(uint32_t *begin, uint32_t count)
{
    uint32_t end = 0;
    for (uint32_t i = 0; i < count; i++) {
        end += begin[i];
        begin[i] = end;
    }
    begin[count] = end;
}

/* Sorts numbers; or triples of numbers by the second of each. Lists are short as a rule, but may be of any length:
 * O(n log n). */
void fk_hull_sort(uint32_t *number, uint32_t count);
void fk_hull_sort_triples(uint32_t *number, uint32_t count);

/* Facets, edges and corners of a polyhedral piece with few vertices, exact, without allocation. */

#define FK_SMALL_VERTICES 16
#define FK_SMALL_FACETS   (2 * FK_SMALL_VERTICES - 4) /* Euler: n vertices have at most so many triangles, */
#define FK_SMALL_EDGES    (3 * FK_SMALL_VERTICES - 6) /* and so many edges */

/* All indices are those of the piece's vertices (fk_piece_vertex_terms). What is listed is extreme: neither equal
 * to another vertex, nor inside an edge, a facet or the piece; of equal vertices the lowest is taken. */
typedef struct fk_small_hull {
    uint8_t dimension; /* 0 a point, 1 a segment, 2 a polygon, 3 a solid */
    uint8_t vertex_count, facet_count, edge_count;
    uint8_t vertex[FK_SMALL_VERTICES]; /* the corners, ascending */
    /* The corners of facet i, at [facet_begin[i], facet_begin[i + 1]) of corner: a strictly convex polygon,
     * counterclockwise seen from outside, starting with its lowest. So its first three span its plane, and
     * (p1 - p0) x (p2 - p0) points outward. A polygon has two facets, one for each side; a segment or a point none. */
    uint8_t facet_begin[FK_SMALL_FACETS + 1];
    uint8_t corner[2 * FK_SMALL_EDGES];
    /* The edges, each once, lower index first. A segment has one. */
    uint8_t edge[FK_SMALL_EDGES][2];
} fk_small_hull;

/* The hull of the vertices of a piece; of those of its core for a sphere or capsule. False, with *out left alone,
 * when it has none or more than FK_SMALL_VERTICES. The piece is valid. Needs about 72 KiB of stack for exact
 * integers when vertices are close to a common plane: call it while no other arena is alive. */
bool fk_small_hull_build(const fk_piece *piece, fk_small_hull *out);

#endif
