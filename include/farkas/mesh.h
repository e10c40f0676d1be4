/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Meshes: welded triangles, how they hang together, what is wrong with them, and what they measure.
 *
 * Nothing is repaired on the way. Equal vertices are one, as STL cannot say that they are; all else
 * that is odd about a mesh is reported, with indices. */

#ifndef FARKAS_MESH_H
#define FARKAS_MESH_H

#include "farkas/base.h"

#ifdef __cplusplus
extern "C" {
#endif

/* No index: no neighbour, no edge, no second triangle. */
#define FK_NONE UINT32_MAX

/* ---- Mesh ---------------------------------------------------------------------------------------------- */

/* Three vertices, counterclockwise seen from outside. Side k goes from corner k to corner k + 1, side 2 back to
 * corner 0. */
typedef struct fk_triangle {
    uint32_t corner[3];
} fk_triangle;

/* One part: 24 bytes a vertex and 12 a triangle. Its vertices are finite, and no two are equal; all corners are among
 * them. Read it, but do not change it. */
typedef struct fk_mesh {
    uint32_t vertex_count, triangle_count;
    const fk_vec3 *point;
    const fk_triangle *triangle;
    const char *name; /* of the part in its file; "" where the file gives none */
    size_t bytes;     /* of the block; 0 for a part of a model, which has one block for all */
} fk_mesh;

typedef struct fk_mesh_options {
    /* Vertices that are equal become one, the first; 0 and -0 are equal. With weld > 0, a vertex that is not further than
     * that from a kept one becomes the first such; so none moves further than that, and kept ones are further apart, both up
     * to the rounding of one comparison. Less than 2^-1000 is taken for 0. */
    double weld;
    /* Keeps the vertices that no triangle uses. Without this, they are left out. */
    bool keep_points;
} fk_mesh_options;

/* Exact welding, vertices in use alone. */
FK_API fk_mesh_options fk_mesh_options_default(void);

/* What building left out. */
typedef struct fk_mesh_losses {
    uint64_t welded;    /* vertices that became another one */
    uint64_t unused;    /* vertices that no triangle uses */
    uint64_t collapsed; /* triangles that lost a side because weld > 0; those that never had one stay */
} fk_mesh_losses;

/* Vertices and triangles in arrays of the caller's. */
typedef struct fk_mesh_input {
    const fk_vec3 *point;
    size_t point_count;
    const fk_triangle *triangle;
    size_t triangle_count;
    fk_mesh_options options;
} fk_mesh_input;

/* Builds a mesh; losses may be NULL. Vertices keep their order, triangles too. FK_ERROR_ARGUMENT for a corner that is not below
 * point_count, for 2^31 points or triangles or more, and for a weld that is negative or not finite; FK_ERROR_NOT_FINITE;
 * FK_ERROR_MEMORY. *out is left alone then. */
FK_API fk_status fk_mesh_build(fk_context *context, const fk_mesh_input *input, fk_mesh_losses *losses,
                               fk_mesh **out);
FK_API void fk_mesh_free(fk_context *context, fk_mesh *mesh);

/* What a file gives: parts, each a mesh of its own, in one block. */
typedef struct fk_model {
    uint32_t part_count;
    const fk_mesh *part;
    size_t bytes; /* of the block */
} fk_model;

FK_API void fk_model_free(fk_context *context, fk_model *model);

/* Copies meshes into a model, bit by bit; or into one mesh, in which equal vertices of several are one. FK_ERROR_MEMORY; too many
 * vertices or triangles for one mesh: FK_ERROR_ARGUMENT. */
FK_API fk_status fk_model_build(fk_context *context, const fk_mesh *part, uint32_t part_count,
                                fk_model **out);
FK_API fk_status fk_mesh_join(fk_context *context, const fk_mesh *part, uint32_t part_count, fk_mesh **out);

/* ---- Edges --------------------------------------------------------------------------------------------- */

/* Which triangles have which edges. Edges are sorted by their lower vertex, then the higher one. One block. */
typedef struct fk_mesh_edges {
    uint32_t edge_count;
    const uint32_t (*vertex)[2]; /* of each edge, the lower one first */
    /* The sides of triangles that lie on edge i are use[use_begin[i]] to use[use_begin[i + 1] - 1], ascending: side k of
     * triangle t is 3 t + k. It goes up when its corner k is the lower vertex, else down. */
    const uint32_t *use_begin, *use;
    const uint32_t *edge_of; /* the edge of side 3 t + k; FK_NONE where both its ends are one vertex */
    size_t bytes;
} fk_mesh_edges;

FK_API fk_status fk_mesh_edges_build(fk_context *context, const fk_mesh *mesh, fk_mesh_edges **out);
FK_API void fk_mesh_edges_free(fk_context *context, fk_mesh_edges *edges);

/* Numbers the components, which are connected by vertices, from 0 in the order of their first triangles: component[t] is that
 * of triangle t. FK_ERROR_MEMORY leaves *count alone. */
FK_API fk_status fk_mesh_components(fk_context *context, const fk_mesh *mesh, uint32_t *component,
                                    uint32_t *count);

/* ---- Defects ------------------------------------------------------------------------------------------- */

/* Every kind of defect with its word, in one list. */
#define FK_DEFECT_LIST(X)                                                                                    \
    X(FK_DEFECT_DEGENERATE, "degenerate") /* triangle: its corners are on one line, exactly */               \
    X(FK_DEFECT_DUPLICATE, "duplicate")   /* triangle: the same corners as other, the first such */          \
    X(FK_DEFECT_FLIPPED, "flipped")       /* triangle: turned against most of those it hangs with */         \
    X(FK_DEFECT_OPEN_EDGE, "open edge")   /* vertex: only one triangle has it */                             \
    X(FK_DEFECT_NON_MANIFOLD, "non-manifold edge") /* vertex: more than two triangles have it */             \
    X(FK_DEFECT_NOT_ORIENTABLE, "not orientable")  /* vertex: its triangles cannot be turned to agree */

typedef enum fk_defect_kind {
#define FK_DEFECT_ENUM(name, word) name,
    FK_DEFECT_LIST(FK_DEFECT_ENUM)
#undef FK_DEFECT_ENUM
        FK_DEFECT_COUNT
} fk_defect_kind;

FK_API const char *fk_defect_word(fk_defect_kind kind);

typedef struct fk_defect {
    fk_defect_kind kind;
    uint32_t triangle;  /* the triangle; of an edge, the first that has it */
    uint32_t other;     /* of a duplicate: the first such triangle; else FK_NONE */
    uint32_t vertex[2]; /* of an edge, the lower one first; else FK_NONE */
} fk_defect;

/* What a mesh is and measures. One block. */
typedef struct fk_mesh_facts {
    /* A solid: there are triangles, and on every edge as many sides go up as down. Else a surface, which has no
     * inside. */
    bool is_solid;
    /* Of a solid: its volume is negative, so its triangles are clockwise seen from outside. */
    bool is_inside_out;
    uint32_t edge_count, component_count;
    int64_t euler; /* vertices in use - edges + triangles; degenerate triangles count, too */
    fk_aabb box;   /* exact; empty without vertices */
    double area;
    double volume;    /* of a solid, by winding numbers: an inverted inner shell is a cavity; else 0 */
    fk_vec3 centroid; /* of the volume of a solid, of the area of a surface; of the box where that is 0 */
    uint32_t defect_total[FK_DEFECT_COUNT]; /* how many of each kind */
    /* Sorted by kind, then by triangle or edge. */
    uint32_t defect_count;
    const fk_defect *defect;
    size_t bytes;
} fk_mesh_facts;

FK_API fk_status fk_mesh_inspect(fk_context *context, const fk_mesh *mesh, fk_mesh_facts **out);
FK_API void fk_mesh_facts_free(fk_context *context, fk_mesh_facts *facts);

/* ---- Inside -------------------------------------------------------------------------------------------- */

/* The winding number of a solid around a point, exactly: how often it is wrapped around it; 0 outside. False when the point
 * lies on a triangle; *winding is left alone then. Looks at every triangle. For a surface the number says nothing. */
FK_API bool fk_mesh_winding(const fk_mesh *mesh, fk_vec3 point, int64_t *winding);

#ifdef __cplusplus
}
#endif

#endif
