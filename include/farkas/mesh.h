/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Meshes: welded triangles, their edges and components, their defects, their area and volume, winding numbers.
 *
 * The library repairs nothing. It welds equal vertices, since STL cannot say that they are one; every other
 * irregularity is reported with indices. */

#ifndef FARKAS_MESH_H
#define FARKAS_MESH_H

#include "farkas/base.h"

#ifdef __cplusplus
extern "C" {
#endif

/* No index. */
#define FK_NONE UINT32_MAX

/* ---- Mesh ---------------------------------------------------------------------------------------------- */

/* Three vertices, counterclockwise seen from outside. Side k goes from corner k to corner k + 1; side 2 goes back to
 * corner 0. */
typedef struct fk_triangle {
    uint32_t corner[3];
} fk_triangle;

/* One part: 24 bytes a vertex and 12 a triangle. Vertices are finite, no two are equal, and every corner is one of
 * them. Read-only. */
typedef struct fk_mesh {
    uint32_t vertex_count, triangle_count;
    const fk_vec3 *point;
    const fk_triangle *triangle;
    const char *name; /* of the part in its file; "" if the file gives none */
    size_t bytes;     /* of the block; 0 for a part of a model, whose parts share one block */
} fk_mesh;

typedef struct fk_mesh_options {
    /* Equal vertices become one, the first; 0 and -0 are equal. With weld > 0, a vertex that is not farther than weld
     * from a kept vertex becomes the first such vertex: no vertex moves farther than weld, and kept vertices are
     * farther apart than weld, both up to the rounding of one comparison. A value below 2^-1000 counts as 0. */
    double weld;
    /* Keeps vertices that no triangle uses; otherwise they are dropped. */
    bool keep_points;
} fk_mesh_options;

/* The default options: weld equal vertices only, drop unused ones. */
FK_API fk_mesh_options fk_mesh_options_default(void);

/* What building removed. */
typedef struct fk_mesh_losses {
    uint64_t welded;    /* vertices merged into another one */
    uint64_t unused;    /* vertices that no triangle uses */
    uint64_t collapsed; /* triangles that lost a side because weld > 0; degenerate ones stay */
} fk_mesh_losses;

/* Vertices and triangles in the caller's arrays. */
typedef struct fk_mesh_input {
    const fk_vec3 *point;
    size_t point_count;
    const fk_triangle *triangle;
    size_t triangle_count;
    fk_mesh_options options;
} fk_mesh_input;

/* Builds a mesh. Vertices and triangles keep their order. losses may be NULL. FK_ERROR_ARGUMENT: a corner is not
 * below point_count, there are 2^31 or more points or triangles, or weld is negative or not finite;
 * FK_ERROR_NOT_FINITE; FK_ERROR_MEMORY. Expected linear time. */
FK_API fk_status fk_mesh_build(fk_context *context, const fk_mesh_input *input, fk_mesh_losses *losses,
                               fk_mesh **out);
FK_API void fk_mesh_free(fk_context *context, fk_mesh *mesh);

/* The content of a file: parts, each a mesh of its own, in one block. */
typedef struct fk_model {
    uint32_t part_count;
    const fk_mesh *part;
    size_t bytes; /* of the block */
} fk_model;

FK_API void fk_model_free(fk_context *context, fk_model *model);

/* fk_model_build copies meshes into a model, bit by bit. fk_mesh_join copies them into one mesh, in which equal
 * vertices of several meshes become one. FK_ERROR_MEMORY; FK_ERROR_ARGUMENT: too many vertices or triangles for one
 * mesh. */
FK_API fk_status fk_model_build(fk_context *context, const fk_mesh *part, uint32_t part_count,
                                fk_model **out);
FK_API fk_status fk_mesh_join(fk_context *context, const fk_mesh *part, uint32_t part_count, fk_mesh **out);

/* ---- Edges --------------------------------------------------------------------------------------------- */

/* The edges of a mesh and the triangles on each, in one block. Edges are sorted by their lower vertex, then by the
 * higher one. */
typedef struct fk_mesh_edges {
    uint32_t edge_count;
    const uint32_t (*vertex)[2]; /* of each edge, the lower vertex first */
    /* The sides on edge i are use[use_begin[i]] to use[use_begin[i + 1] - 1], ascending: side k of triangle t is 3 t
     * + k. A side goes up when its corner k is the lower vertex, otherwise down. */
    const uint32_t *use_begin, *use;
    const uint32_t *edge_of; /* the edge of side 3 t + k; FK_NONE if both its ends are one vertex */
    size_t bytes;
} fk_mesh_edges;

/* Builds the edges of a mesh. FK_ERROR_ARGUMENT: more than (2^32 - 1) / 3 triangles; FK_ERROR_MEMORY. Linear time. */
FK_API fk_status fk_mesh_edges_build(fk_context *context, const fk_mesh *mesh, fk_mesh_edges **out);
FK_API void fk_mesh_edges_free(fk_context *context, fk_mesh_edges *edges);

/* Numbers the components, which are connected by vertices, from 0 in the order of their first triangles: component[t]
 * is the component of triangle t, an array of the caller's. FK_ERROR_MEMORY leaves *count alone. Nearly linear time. */
FK_API fk_status fk_mesh_components(fk_context *context, const fk_mesh *mesh, uint32_t *component,
                                    uint32_t *count);

/* ---- Defects ------------------------------------------------------------------------------------------- */

/* Every kind of defect with its word, in one list.
 *
 * Degenerate: a triangle with a repeated corner goes along its edge and back. It is degenerate and nothing else; it
 * does not count when the triangles of an edge are counted. A triangle with three different corners on a line does
 * count: it closes the gap of a T-junction.
 *
 * Duplicate: an earlier triangle has the same three different corners, in any order. A triangle and its reverse are
 * duplicates too, since together they enclose nothing.
 *
 * Flipped: two triangles agree when they go along their common edge in opposite directions. A patch is connected by
 * edges that exactly two triangles have. If all triangles of a patch can be turned to agree, the smaller set that has
 * to be turned is flipped; of two equal sets, the one without the first triangle. If they cannot, as in a Moebius
 * strip, an edge that prevents it is reported, and no triangle of that patch is flipped. */
#define FK_DEFECT_LIST(X)                                                                                    \
    X(FK_DEFECT_DEGENERATE, "degenerate")          /* triangle: its corners are on one line, exactly */      \
    X(FK_DEFECT_DUPLICATE, "duplicate")            /* triangle: the same corners as other, the first such */ \
    X(FK_DEFECT_FLIPPED, "flipped")                /* triangle: turned against most of its patch */          \
    X(FK_DEFECT_OPEN_EDGE, "open edge")            /* edge: only one triangle has it */                      \
    X(FK_DEFECT_NON_MANIFOLD, "non-manifold edge") /* edge: more than two triangles have it */               \
    X(FK_DEFECT_NOT_ORIENTABLE, "not orientable")  /* edge: its patch cannot be turned to agree */

typedef enum fk_defect_kind {
#define FK_DEFECT_ENUM(name, word) name,
    FK_DEFECT_LIST(FK_DEFECT_ENUM)
#undef FK_DEFECT_ENUM
        FK_DEFECT_COUNT
} fk_defect_kind;

/* The word of a kind; "" for other values. */
FK_API const char *fk_defect_word(fk_defect_kind kind);

typedef struct fk_defect {
    fk_defect_kind kind;
    uint32_t triangle;  /* the triangle; for an edge, the first triangle on it */
    uint32_t other;     /* for a duplicate: the first such triangle; else FK_NONE */
    uint32_t vertex[2]; /* for an edge: its vertices, the lower first; else FK_NONE */
} fk_defect;

/* Properties of a mesh, in one block. Booleans, counts and the box are exact. Area, volume and centroid are accurate
 * to their last digits, wherever the mesh lies: those of a solid are exact for coordinates that moved by at most
 * 2^-60 of the extent along their axis. Where such moves matter, the volume still has a relative error below 2^-40,
 * and a centroid inside the box an error below 2^-38 of the extent. */
typedef struct fk_mesh_facts {
    /* A solid: not all triangles are degenerate, and on every edge as many sides go up as down. Otherwise a surface,
     * which has no inside. Shells of a solid may share edges, and may intersect each other and themselves. */
    bool is_solid;
    /* The volume of a solid is negative: its triangles are clockwise seen from outside. */
    bool is_inside_out;
    uint32_t edge_count, component_count;
    int64_t euler; /* used vertices - edges + triangles, degenerate ones included */
    fk_aabb box;   /* of all vertices; empty if there are none */
    double area;   /* infinite beyond the range of doubles; so is the volume */
    /* For a solid, the integral of the winding number: an inverted inner shell is a cavity, and what two shells have
     * in common counts twice. Negative if inside out. 0 for a surface. */
    double volume;
    /* The centroid of the volume of a solid, or of the area of a surface. If that is 0, the centre of the box; 0
     * without vertices. */
    fk_vec3 centroid;
    uint32_t defect_total[FK_DEFECT_COUNT]; /* the number of defects of each kind */
    /* Sorted by kind, then by triangle or edge. */
    uint32_t defect_count;
    const fk_defect *defect;
    size_t bytes;
} fk_mesh_facts;

/* Measures a mesh and finds its defects. FK_ERROR_ARGUMENT as for fk_mesh_edges_build; FK_ERROR_MEMORY. Linear time,
 * apart from sorting the triangles of an edge. */
FK_API fk_status fk_mesh_inspect(fk_context *context, const fk_mesh *mesh, fk_mesh_facts **out);
FK_API void fk_mesh_facts_free(fk_context *context, fk_mesh_facts *facts);

/* ---- Inside -------------------------------------------------------------------------------------------- */

/* Computes the winding number of a solid around a finite point, exactly: 0 outside, 1 inside, -1 in a solid that is
 * inside out, other values where shells overlap. Returns false, and leaves *winding alone, when the point lies on a
 * triangle, degenerate or not. For a surface the number has no meaning. Linear time; uses up to 100 KiB of stack. */
FK_API bool fk_mesh_winding(const fk_mesh *mesh, fk_vec3 point, int64_t *winding);

#ifdef __cplusplus
}
#endif

#endif
