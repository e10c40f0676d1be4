/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Shared by the files of convex decomposition: samples of the mesh (split_sample.c) and the concavity of hulls
 * (split_concavity.c), clusters and their merging (split_merge.c), convex cells with exact cuts (split_cell.c), the gaps that
 * pieces leave inside a solid (split_find_gaps.c) and their clustering (split_cluster_gaps.c), and the whole (split.c). */

#ifndef FARKAS_SRC_SPLIT_H
#define FARKAS_SRC_SPLIT_H

#include "base/lists.h"
#include "exact/ball.h"
#include "farkas/split.h"
#include "shape/hull.h"

/* ---- Unit: coordinates of the concavity measure -------------------------------------------------------- */

/* The mesh translated and scaled so that the lowest corner of its box is the origin and its longest side is in [1, 2). No
 * guarantee rests on it. Scaling the mesh by powers of two, or shifting it exactly, does not change the result. */
typedef struct fk_split_unit {
    int before, after; /* p * 2^-before - low, times 2^-after */
    fk_vec3 low;
} fk_split_unit;

fk_split_unit fk_split_unit_make(const fk_vec3 *point, uint32_t count);
fk_vec3 fk_split_unit_apply(const fk_split_unit *unit, fk_vec3 p);
/* The inverse, up to rounding. */
fk_vec3 fk_split_unit_invert(const fk_split_unit *unit, fk_vec3 p);

/* ---- Concavity: how far a hull is from the mesh -------------------------------------------------------- */

#define FK_SPLIT_ON_SURFACE 1e-9 /* closer to a plane, a point is on it */
#define FK_SPLIT_BESIDE     1e-4 /* the distance of rim samples from their edge */

/* A point of the mesh with its outward normal, and the free space in front of it. */
typedef struct fk_split_sample {
    fk_vec3 at, normal;
    double clearance;
} fk_split_sample;

/* A triangle in unit, its unit normal, centroid, and the radius of a ball around it. */
typedef struct fk_split_face {
    fk_vec3 corner[3], normal, center;
    double area, radius;
} fk_split_face;

#define FK_SPLIT_GRID 16 /* grid boxes along each axis */

typedef struct fk_split_samples {
    fk_context *context;
    const fk_mesh *mesh;
    fk_split_face *face; /* of each triangle */
    fk_split_unit unit;
    fk_split_sample *sample; /* sorted by grid box */
    uint32_t sample_count;
    size_t sample_capacity;
    uint32_t *begin; /* of the samples of each grid box, and the end of the last */
    fk_vec3 size;    /* of the box of the mesh, in unit */
    /* Scratch for the current hull. */
    fk_plane *plane;
    size_t plane_capacity;
    fk_vec3 *corner; /* its vertices in unit */
    size_t corner_capacity;
} fk_split_samples;

/* The mesh must have triangles. sign: 1, or -1 if normals point inward. Free it in any case. */
fk_status fk_split_samples_init(fk_context *context, const fk_mesh *mesh, const fk_mesh_edges *edges,
                                bool is_solid, double sign, fk_split_samples *samples);
void fk_split_samples_free(fk_split_samples *samples);

/* The grid index of a coordinate along an axis. */
uint32_t fk_split_grid_index(double at, double size);

/* The distance of a point in unit from the mesh; any number up to `enough` if the distance is not larger than that. */
double fk_split_mesh_distance(const fk_split_samples *samples, fk_vec3 point, double enough);

/* Computes the concavity of the hull of points, in unit. Unless kept is NULL, moves the vertices of the hull to the front of
 * point, and sets *kept to their number. Hulls that fill a solid may contain no samples; so their faces are probed: if points
 * of them are outside the solid and farther than `probed` from the mesh, the concavity becomes larger than that. DBL_MAX: no
 * probing. */
fk_status fk_split_measure_concavity(fk_split_samples *samples, fk_vec3 *point, uint32_t count, double probed,
                                     double *concavity, uint32_t *kept);

/* ---- Graph: clusters and candidate merges -------------------------------------------------------------- */

typedef struct fk_split_cluster {
    fk_vec3 *point; /* the vertices of its hull; NULL after it was merged */
    uint32_t count, capacity;
    uint32_t into;       /* the cluster it was merged into, or itself */
    uint32_t first_edge; /* of its list */
    bool is_surface;     /* it has triangles */
    bool has_cells;      /* it has points that are not corners of its triangles */
    fk_vec3 low, high;   /* its box, in unit */
    double concavity;    /* in unit */
    double area;         /* of its triangles, in unit; without any, half the squared diagonal of its box */
} fk_split_cluster;

typedef struct fk_split_edge {
    uint32_t end[2], next[2]; /* clusters, and the next edge in the list of each */
    uint32_t place;           /* in the heap, or FK_NONE */
    bool is_alive, is_fresh;  /* is_fresh: concavity is that of the union, else a lower bound */
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
    double shape_weight; /* weight of the shape term in the cost */
} fk_split_graph;

/* Makes one cluster for each triangle, and the edges of the dual graph. Free it in any case. */
fk_status fk_split_graph_init(fk_context *context, const fk_mesh *mesh, const fk_mesh_edges *edges,
                              fk_split_samples *samples, double limit, fk_split_graph *graph);
void fk_split_graph_end(fk_split_graph *graph);

/* Adds a cluster of points without triangles; copies the vertices of their hull. */
fk_status fk_split_graph_add(fk_split_graph *graph, const fk_vec3 *point, uint32_t count);

/* Connects clusters at most gap apart, in unit, by edges: each to some of the nearest. With DBL_MAX each gets an edge, if
 * there are two. */
fk_status fk_split_graph_connect(fk_split_graph *graph, double gap);

/* Merges along edges, the cheapest first, while the concavity of the union does not exceed limit and there are more than
 * target clusters. */
fk_status fk_split_graph_merge(fk_split_graph *graph, double limit, uint32_t target);

/* The cluster that finally contains a cluster. */
uint32_t fk_split_graph_root(const fk_split_graph *graph, uint32_t cluster);

/* Merges cluster y, whose hull lies in that of x, into x. */
void fk_split_graph_absorb(fk_split_graph *graph, uint32_t y, uint32_t x);

/* ---- Cells: convex polytopes with exact cuts ----------------------------------------------------------- */

/* The plane through three points that are not collinear, with its normal in doubles and balls. */
typedef struct fk_split_plane {
    fk_vec3 point[3];
    fk_vec3 normal, weight; /* (q - p) x (r - p), and the sums of the magnitudes of its products */
    fk_ball_vec3 ball;      /* the normal, and its product with a point of the plane; valid if has_ball */
    fk_ball offset;
    bool has_ball;
} fk_split_plane;

fk_split_plane fk_split_plane_make(fk_vec3 p, fk_vec3 q, fk_vec3 r);

/* The sign of ((q - p) x (r - p)).(x - p), exactly. */
int fk_split_plane_side(const fk_split_plane *plane, fk_vec3 x);

/* The outward planes of the faces of a hull, and its box. A polygon is flat and has one plane; a segment or a point has
 * none. */
typedef struct fk_split_solid {
    fk_split_plane *plane;
    uint32_t plane_count;
    bool is_flat;
    fk_aabb box;
} fk_split_solid;

/* End it in any case. */
fk_status fk_split_solid_make(fk_context *context, const fk_split_cluster *cluster, fk_split_solid *solid);
void fk_split_solid_end(fk_context *context, fk_split_solid *solid);

/* Whether a hull contains all points; false for a flat one. */
bool fk_split_solid_contains(const fk_split_solid *solid, const fk_vec3 *point, uint32_t count);

#define FK_SPLIT_CELL_VERTICES 240
#define FK_SPLIT_CELL_FACES    200
#define FK_SPLIT_CELL_CORNERS  1000

/* A corner of a cell: the intersection of three planes, and bounds of its coordinates. */
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

/* The outward planes of a box with volume, at the low and high ends of x, y and z. */
void fk_split_box_planes(const fk_aabb *box, fk_split_plane plane[6]);
void fk_split_cell_from_box(const fk_aabb *box, const fk_split_plane plane[6], fk_split_cell *cell);

/* Makes the bounds of each coordinate equal or neighbouring doubles; false if the integers are too long. */
bool fk_split_corner_refine(fk_split_corner *corner);

/* The signs of a plane at the vertices of a cell. False if the integers are too long. */
bool fk_split_cell_sides(const fk_split_cell *cell, const fk_split_plane *plane, int8_t *side);

/* Cuts a cell: keeps the part where the plane has the sign `keep`. side: the signs at its vertices; both signs occur. False
 * if the result is too large, or the integers are too long. */
bool fk_split_cell_cut(const fk_split_cell *cell, const fk_split_plane *plane, const int8_t *side, int keep,
                       fk_split_cell *out);

/* Finds a point in the interior; false if none was found. */
bool fk_split_cell_inner_point(const fk_split_cell *cell, fk_vec3 *point);

/* ---- Gaps ---------------------------------------------------------------------------------------------- */

/* Uncovered convex cells, each as points whose hull contains it. */
typedef struct fk_split_gaps {
    fk_vec3 *point;
    size_t point_count, point_capacity;
    uint32_t *begin; /* of the points of each cell, and their end */
    size_t cell_count, cell_capacity;
} fk_split_gaps;

/* Adds clusters to the graph that cover what the hulls of its clusters leave uncovered inside a solid; *added: there was a
 * gap. */
fk_status fk_split_cover_gaps(fk_context *context, const fk_mesh *mesh, fk_split_graph *graph, double limit,
                              bool *added);

/* Adds clusters to the graph that together contain all cells. */
fk_status fk_split_gaps_cluster(fk_context *context, const fk_split_gaps *gaps, fk_split_graph *graph,
                                double limit);

#endif
