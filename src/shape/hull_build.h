/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Between the files that build convex hulls: a surface of triangles (hull_surface.c), or a chain of points on a plane
 * (hull_flat.c), becomes a mesh of whole facets (hull_facets.c), and meshes become an fk_hull (hull.c). */

#ifndef FARKAS_SHAPE_HULL_BUILD_H
#define FARKAS_SHAPE_HULL_BUILD_H

#include "farkas/shape.h"
#include "shape/cloud.h"

#define FK_HULL_NONE UINT32_MAX

/* Triangles with points are served by the logarithm of how many they have, in so many steps of FK_HULL_BUCKET_BITS. */
#define FK_HULL_BUCKET_BITS 5
#define FK_HULL_BUCKETS     7

/* ---- Simplex: what the dimension is ---- */

/* dimension + 1 affinely independent points. */
typedef struct fk_hull_simplex {
    uint32_t dimension;
    uint32_t corner[4];
} fk_hull_simplex;

/* A large simplex of the points; its volume is not flat, exactly. Of equal points the first is taken. */
fk_hull_simplex fk_hull_simplex_find(const fk_cloud *cloud);

/* ---- Surface: the hull of a solid, as triangles ---- */

typedef struct fk_hull_triangle {
    fk_cloud_plane plane;
    double far_height;
    uint32_t corner[3];      /* counterclockwise seen from outside */
    uint32_t neighbor[3];    /* across the edge from corner i to corner i + 1 */
    uint32_t first, last;    /* the points above it that are in its care, as a list */
    uint32_t count;          /* of them */
    uint32_t farthest;       /* of them */
    uint32_t mark;           /* says what the present eye sees */
    uint32_t next, previous; /* of those with points; next also of those not in use */
} fk_hull_triangle;

typedef struct fk_hull_surface {
    fk_context *context;
    const fk_cloud *cloud;
    fk_hull_triangle *triangle;
    uint32_t capacity, used;           /* of triangle; those in use and those given back */
    uint32_t unused;                   /* the first of those given back */
    uint32_t waiting[FK_HULL_BUCKETS]; /* the first triangle with points, by how many they are */
    uint32_t *link;                    /* per point: the next one in its list; a vertex: any use */
    uint32_t *seen;                    /* the triangles that the eye sees */
    uint32_t seen_capacity, seen_count;
    uint32_t *fresh; /* the triangles that replace them */
    uint32_t fresh_capacity, fresh_count;
    uint32_t epoch;
} fk_hull_surface;

/* A triangle that is not in use has no first corner. */
static inline bool fk_hull_triangle_is_used(const fk_hull_triangle *triangle)
{
    return triangle->corner[0] != FK_HULL_NONE;
}

/* The surface of a solid. Its triangles have an area, and together they are the boundary of the hull; several may
 * be on one plane, and corners may be inside edges or facets. End it in any case. FK_OK or FK_ERROR_MEMORY. */
fk_status fk_hull_surface_build(fk_context *context, const fk_cloud *cloud, const fk_hull_simplex *simplex,
                                fk_hull_surface *surface);
void fk_hull_surface_end(fk_hull_surface *surface);

/* ---- Mesh: whole facets ---- */

/* As in fk_hull: vertices are numbered in the order of the points, faces start with their lowest vertex, and are
 * sorted by their first two vertices. */
typedef struct fk_hull_mesh {
    uint32_t dimension;
    uint32_t vertex_count, face_count, corner_count;
    uint32_t *source;      /* vertex_count */
    uint32_t *face_begin;  /* face_count + 1 */
    uint32_t *face_vertex; /* corner_count */
} fk_hull_mesh;

/* The mesh of a cloud. FK_ERROR_MEMORY leaves nothing to end. */
fk_status fk_hull_mesh_build(fk_context *context, const fk_cloud *cloud, fk_hull_mesh *mesh);
void fk_hull_mesh_end(fk_context *context, fk_hull_mesh *mesh);

/* Makes room for a mesh with these counts, none of which is above 2^32 - 1; false when there is no memory. */
bool fk_hull_mesh_allocate(fk_context *context, fk_hull_mesh *mesh);

/* The parts of fk_hull_mesh_build. */
fk_status fk_hull_mesh_from_surface(fk_context *context, fk_hull_surface *surface, fk_hull_mesh *mesh);
fk_status fk_hull_mesh_from_flat(fk_context *context, const fk_cloud *cloud, const fk_hull_simplex *simplex,
                                 fk_hull_mesh *mesh);

#endif
