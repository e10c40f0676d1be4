/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Between the files of convex decomposition: samples of the mesh (split_sample.c) and the measure of hulls by them
 * (split_concavity.c), clusters and their merging (split_merge.c), convex cells with exact cuts (split_cell.c), what the pieces leave open inside a solid
 * (split_cover.c), and all together (split.c). */

#ifndef FARKAS_SRC_SPLIT_H
#define FARKAS_SRC_SPLIT_H

#include "base/lists.h"
#include "exact/ball.h"
#include "farkas/split.h"
#include "shape/hull.h"

/* ---- Unit: where the measure computes ---- */

/* The mesh moved and scaled so that its box has the origin as its lowest corner and a longest side in [1, 2). Nothing
 * that is claimed rests on it, and powers of two and shifts leave no trace in it. */
typedef struct fk_split_unit {
    int before, after; /* p * 2^-before - low, times 2^-after */
    fk_vec3 low;
} fk_split_unit;

fk_split_unit fk_split_unit_make(const fk_vec3 *point, uint32_t count);
fk_vec3 fk_split_unit_apply(const fk_split_unit *unit, fk_vec3 p);
/* The point of the mesh's space that a point in unit stands for, up to rounding. */
fk_vec3 fk_split_unit_invert(const fk_split_unit *unit, fk_vec3 p);

/* ---- Gauge: how far a hull is from the mesh ---- */

#define FK_SPLIT_ON_SURFACE 1e-9 /* as far from a plane, a point is on it */
#define FK_SPLIT_BESIDE     1e-4 /* as far from an edge, samples are beside it */

/* A point of the mesh with its outward normal, and how much room there is in front of it. */
typedef struct fk_split_sample {
    fk_vec3 at, normal;
    double clearance;
} fk_split_sample;

/* A triangle in unit, its unit normal, and a ball around it. */
typedef struct fk_split_face {
    fk_vec3 corner[3], normal, center;
    double area, radius;
} fk_split_face;

#define FK_SPLIT_GRID 16 /* boxes along each axis, in which samples are found */

typedef struct fk_split_samples {
    fk_context *context;
    const fk_mesh *mesh;
    fk_split_face *face; /* of each triangle */
    fk_split_unit unit;
    fk_split_sample *sample; /* sorted by box */
    uint32_t sample_count;
    size_t sample_capacity;
    uint32_t *begin; /* of the samples of each box, and the end of the last */
    fk_vec3 size;    /* of the box of the mesh, in unit */
    /* Room for the hull at hand. */
    fk_plane *plane;
    size_t plane_capacity;
    fk_vec3 *corner; /* its vertices in unit */
    size_t corner_capacity;
} fk_split_samples;

/* The mesh has triangles. sign is 1, or -1 when normals point inward. End it in any case. */
fk_status fk_split_samples_init(fk_context *context, const fk_mesh *mesh, const fk_mesh_edges *edges,
                                bool is_solid, double sign, fk_split_samples *samples);
void fk_split_samples_free(fk_split_samples *samples);

/* Which box along an axis a coordinate belongs to. */
uint32_t fk_split_grid_index(double at, double size);

/* How far a point in unit is from the mesh; any number up to `enough` when it is no more. */
double fk_split_mesh_distance(const fk_split_samples *samples, fk_vec3 point, double enough);

/* The concavity of the hull of points, in unit; and, unless kept is NULL, its vertices, which are moved to the
 * front of point and counted there. A hull that may have no samples in it, as those which fill a solid, has its faces probed:
 * if points of them are outside the solid and more than `probed` from the mesh, the concavity is more as well. With DBL_MAX
 * that is not asked. */
fk_status fk_split_measure_concavity(fk_split_samples *samples, fk_vec3 *point, uint32_t count, double probed,
                                     double *concavity, uint32_t *kept);

/* ---- Graph: clusters, and which of them may merge ---- */

typedef struct fk_split_cluster {
    fk_vec3 *point; /* the vertices of its hull; NULL when it was merged */
    uint32_t count, capacity;
    uint32_t into;       /* what it was merged into; itself as long as it was not */
    uint32_t first_edge; /* of its list */
    bool is_surface;     /* has triangles */
    bool has_cells;      /* has other points than those of triangles */
    fk_vec3 low, high;   /* its box, in unit */
    double concavity;    /* in unit */
    double area; /* of its triangles, in unit; without any, half the square of the diagonal of its box */
} fk_split_cluster;

typedef struct fk_split_edge {
    uint32_t end[2], next[2]; /* clusters, and the next edge of each */
    uint32_t place;           /* in the heap; FK_NONE when it is not there */
    bool is_alive, is_fresh;  /* fresh: concavity is that of the union, else a lower bound */
    double concavity, cost;
} fk_split_edge;

typedef struct fk_split_graph {
    fk_context *context;
    fk_split_samples *samples;
    fk_split_cluster *cluster;
    uint32_t cluster_count, alive_count;
    size_t cluster_capacity;
    fk_split_edge *edge;
    uint32_t edge_count;
    size_t edge_capacity;
    uint32_t *heap;
    uint32_t heap_count;
    size_t heap_capacity;
    uint32_t *mark; /* per cluster: an edge to it, or FK_NONE */
    size_t mark_capacity;
    fk_vec3 *scratch; /* for the points of a union */
    size_t scratch_capacity;
    double limit;        /* of concavity */
    double shape_weight; /* of the shape in the cost */
} fk_split_graph;

/* One cluster for each triangle, and the edges of the dual graph. End it in any case. */
fk_status fk_split_graph_init(fk_context *context, const fk_mesh *mesh, const fk_mesh_edges *edges,
                              fk_split_samples *samples, double limit, fk_split_graph *graph);
void fk_split_graph_end(fk_split_graph *graph);

/* A cluster of points without triangles. The points are copied, those that are no vertices of the hull left out. */
fk_status fk_split_graph_add(fk_split_graph *graph, const fk_vec3 *point, uint32_t count);

/* Joins clusters that are at most gap apart, in unit, by edges: every one to some of the nearest. With an endless gap
 * every one gets an edge, if there are two. */
fk_status fk_split_graph_connect(fk_split_graph *graph, double gap);

/* Merges along edges, the cheapest first, as long as the concavity of a union does not exceed limit and there are more than
 * target clusters. */
fk_status fk_split_graph_merge(fk_split_graph *graph, double limit, uint32_t target);

/* The cluster that a cluster was merged into, at last. */
uint32_t fk_split_graph_root(const fk_split_graph *graph, uint32_t cluster);

/* Merges cluster y, whose hull lies in that of x, into x. */
void fk_split_graph_absorb(fk_split_graph *graph, uint32_t y, uint32_t x);

/* ---- Cells: convex polytopes with exact cuts ---- */

/* The plane through three points that are not on a line, and where it is in doubles. */
typedef struct fk_split_plane {
    fk_vec3 point[3];
    fk_vec3 normal, weight; /* (q - p) x (r - p), and the sums of the magnitudes of its products */
    fk_ball_vec3 ball;      /* the normal, and its product with a point of the plane; when they are known */
    fk_ball offset;
    bool has_ball;
} fk_split_plane;

fk_split_plane fk_split_plane_make(fk_vec3 p, fk_vec3 q, fk_vec3 r);

/* The sign of ((q - p) x (r - p)).(x - p), exactly. */
int fk_split_plane_side(const fk_split_plane *plane, fk_vec3 x);

/* The planes of the faces of a hull, turned outward, and its box. A polygon is flat and has one plane; a segment or a
 * point has none. */
typedef struct fk_split_solid {
    fk_split_plane *plane;
    uint32_t plane_count;
    bool is_flat;
    fk_aabb box;
} fk_split_solid;

/* End it in any case. */
fk_status fk_split_solid_make(fk_context *context, const fk_split_cluster *cluster, fk_split_solid *solid);
void fk_split_solid_end(fk_context *context, fk_split_solid *solid);

/* Whether all points are in a hull that is not flat; of a flat one, false. */
bool fk_split_solid_contains(const fk_split_solid *solid, const fk_vec3 *point, uint32_t count);

#define FK_SPLIT_CELL_VERTICES 240
#define FK_SPLIT_CELL_FACES    200
#define FK_SPLIT_CELL_CORNERS  1000

/* A corner of a cell: where three planes meet, and doubles around each coordinate. */
typedef struct fk_split_corner {
    const fk_split_plane *plane[3];
    fk_vec3 low, high;
} fk_split_corner;

typedef struct fk_split_cell {
    uint32_t vertex_count, face_count;
    fk_split_corner vertex[FK_SPLIT_CELL_VERTICES];
    const fk_split_plane *plane[FK_SPLIT_CELL_FACES];
    uint16_t begin[FK_SPLIT_CELL_FACES + 1];
    uint8_t corner[FK_SPLIT_CELL_CORNERS];
} fk_split_cell;

/* The six planes of a box, which has a volume: at the low and high ends of x, y and z, turned outward. */
void fk_split_box_planes(const fk_aabb *box, fk_split_plane plane[6]);
void fk_split_cell_from_box(const fk_aabb *box, const fk_split_plane plane[6], fk_split_cell *cell);

/* Makes the doubles around each coordinate of a corner equal or neighbours; false when it was too hard. */
bool fk_split_corner_refine(fk_split_corner *corner);

/* The signs of the vertices of a cell at a plane. False when they could not be computed. */
bool fk_split_cell_sides(const fk_split_cell *cell, const fk_split_plane *plane, int8_t *side);

/* The part of a cell where the plane has the given sign, by the sides of its vertices, of which some are on either side.
 * False when the result is too large, or was too hard to compute. */
bool fk_split_cell_cut(const fk_split_cell *cell, const fk_split_plane *plane, const int8_t *side, int keep,
                       fk_split_cell *out);

/* A point inside; false when none was found. */
bool fk_split_cell_inner_point(const fk_split_cell *cell, fk_vec3 *point);

/* ---- Fill ---- */

/* Convex cells that are open, each as points whose hull contains it. */
typedef struct fk_split_gaps {
    fk_vec3 *point;
    size_t point_count, point_capacity;
    uint32_t *begin; /* of the points of each cell, and their end */
    size_t cell_count, cell_capacity;
} fk_split_gaps;

/* Adds clusters to the graph that cover what the hulls of its clusters leave open inside a solid; *added says whether there
 * was anything. */
fk_status fk_split_cover_gaps(fk_context *context, const fk_mesh *mesh, fk_split_graph *graph, double limit,
                              bool *added);

/* Adds clusters to the graph, each of which contains some cells, all together all cells. */
fk_status fk_split_gaps_cluster(fk_context *context, const fk_split_gaps *gaps, fk_split_graph *graph,
                                double limit);

#endif
