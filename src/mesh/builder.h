/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The builder that readers fill: parts, vertices and triangles as they come, which become a welded model at the end. */

#ifndef FARKAS_MESH_BUILDER_H
#define FARKAS_MESH_BUILDER_H

#include "farkas/mesh.h"

/* Vertices, triangles and parts of a model are fewer than this. */
#define FK_MESH_MOST ((size_t)1 << 31)

/* A list that grows without being copied: its items are in chunks of one size. While a file is read, the length of a
 * list is unknown, and one block that doubles would need three times the memory of the list at its last copy. Chunks
 * can also be released one by one. */

#define FK_CHUNK_BITS  14
#define FK_CHUNK_ITEMS ((size_t)1 << FK_CHUNK_BITS)

typedef struct fk_chunks {
    fk_context *context;
    size_t item; /* bytes of one item */
    size_t count;
    unsigned char **chunk; /* NULL where it was released */
    size_t chunk_count, chunk_capacity;
} fk_chunks;

void fk_chunks_init(fk_chunks *list, fk_context *context, size_t item);
void fk_chunks_end(fk_chunks *list);

static inline void *fk_chunks_at(const fk_chunks *list, size_t index)
{
    return list->chunk[index >> FK_CHUNK_BITS] + (index & (FK_CHUNK_ITEMS - 1)) * list->item;
}

/* Adds a chunk. Returns false when there is no memory. */
bool fk_chunks_grow(fk_chunks *list);

/* Adds an item at the end, uninitialised. Returns NULL when there is no memory. */
static inline void *fk_chunks_add(fk_chunks *list)
{
    if (list->count == list->chunk_count << FK_CHUNK_BITS && !fk_chunks_grow(list))
        return NULL;
    return fk_chunks_at(list, list->count++);
}

/* Copies all items into an array, in order, and releases each chunk after copying it. The list becomes empty. */
void fk_chunks_move(fk_chunks *list, void *array);

/* Welding: equal points, or points within a distance, become one vertex. The DataRepairer of Grulich, "Collision
 * detection in 3D space", 2016, section 6.4, with exact equality unless a distance is given. */

typedef struct fk_weld {
    fk_context *context;
    fk_chunks *point;                 /* the kept vertices; only those from `base` on are searched */
    double distance;                  /* 0: exact equality */
    double search_radius, cell_width; /* of the search, slightly more than the distance; of a cell */
    uint32_t base;
    uint32_t *slot;    /* a hash table of vertex indices; FK_NONE or an index below base: free */
    size_t slot_count; /* a power of two, or 0 */
    int shift;         /* hash >> shift is a slot */
    uint64_t welded;   /* points that became an earlier vertex */
} fk_weld;

/* Appends new vertices to `point`, a list of fk_vec3 that belongs to the caller. A distance below 2^-1000 counts as
 * 0. */
void fk_weld_init(fk_weld *weld, fk_context *context, fk_chunks *point, double distance);
void fk_weld_end(fk_weld *weld);

/* Forgets the vertices so far: later points become new vertices. Constant time. */
void fk_weld_restart(fk_weld *weld);

/* Reserves slots for this many vertices, so that the table need not grow later. Returns false when there is no
 * memory. */
bool fk_weld_reserve(fk_weld *weld, size_t vertices);

/* Whether two points are equal, exactly; 0 and -0 are equal. */
bool fk_weld_is_equal(fk_vec3 a, fk_vec3 b);

/* Welds finite points: out[i] is the index of a kept vertex or of a new one, in order. FK_ERROR_MEMORY;
 * FK_ERROR_ARGUMENT: too many vertices. Faster than one point at a time. */
fk_status fk_weld_points(fk_weld *weld, const fk_vec3 *position, size_t count, uint32_t *out);

/* A file gives either triangles by the positions of their corners (STL), which are welded as they come, or numbered
 * vertices and triangles by number (OBJ, PLY, OFF), which are welded at the end. A builder takes one of the two. */

/* A part of the file, and its ranges in the model. */
typedef struct fk_builder_part {
    size_t name; /* offset of its name */
    size_t first_point, point_count, first_triangle, triangle_count;
} fk_builder_part;

/* Consecutive triangles of one part. */
typedef struct fk_builder_run {
    uint32_t part;
    size_t first; /* the first triangle; the run ends where the next one begins */
} fk_builder_run;

typedef struct fk_builder {
    fk_context *context;
    fk_mesh_options options;
    bool join;          /* all parts become one; may be set until the builder is finished */
    fk_chunks point;    /* fk_vec3: in the order of the file, or welded */
    fk_chunks triangle; /* fk_triangle: by numbers of the file, or of welded vertices */
    fk_chunks part;     /* fk_builder_part */
    fk_chunks run;      /* fk_builder_run */
    fk_chunks name;     /* char: the names of all parts, each with its terminator */
    fk_weld weld;
    fk_mesh_losses losses;
    bool is_soup;    /* triangles came by positions */
    bool keep_empty; /* a model without triangles still has a part */
    /* Keeps parts only if each of them is closed; otherwise all become one. Not for triangles by positions. */
    bool parts_if_closed;
} fk_builder;

void fk_builder_init(fk_builder *builder, fk_context *context, const fk_mesh_options *options, bool join);
void fk_builder_end(fk_builder *builder);

/* Adds a part, numbered in order; the following triangles belong to it. Without a call there is one part without a
 * name. Parts without triangles are dropped at the end. FK_ERROR_MEMORY; FK_ERROR_ARGUMENT: too many. */
fk_status fk_builder_add_part(fk_builder *builder, const char *name, size_t length);

/* The following triangles belong to an earlier part. Not for triangles by positions. */
fk_status fk_builder_use_part(fk_builder *builder, uint32_t part);

/* Moves all triangles so far into one part without a name, number 0, and forgets all other parts. Without triangles
 * this part is forgotten, too, unless `keep` is set. Returns whether the part exists. Not for triangles by positions. */
bool fk_builder_forget_parts(fk_builder *builder, bool keep);

/* Adds triangles by positions, three finite corners each. FK_ERROR_MEMORY; FK_ERROR_ARGUMENT: too many vertices or
 * triangles. */
fk_status fk_builder_add_corners(fk_builder *builder, const fk_vec3 *corner, size_t triangle_count);

/* Reserves room for the vertices of this many triangles by positions, about half as many. Only for counts that are
 * known to be true: a header can claim anything. Returns false when there is no memory. */
bool fk_builder_reserve(fk_builder *builder, size_t triangles);

/* Adds a finite vertex, numbered from 0 across all parts; adds a triangle by numbers, whose vertices may come later.
 * FK_ERROR_MEMORY; FK_ERROR_ARGUMENT: too many. */
fk_status fk_builder_add_point(fk_builder *builder, fk_vec3 position);
fk_status fk_builder_add_triangle(fk_builder *builder, uint32_t a, uint32_t b, uint32_t c);

/* Welds and packs everything into a model. A model without triangles has one part with the kept points, or no part
 * unless keep_empty is set. Triangles by numbers remain in the builder, so that it can be finished again with another
 * `join`. losses may be NULL. FK_ERROR_MEMORY; FK_ERROR_ARGUMENT: a corner without a vertex. */
fk_status fk_builder_finish(fk_builder *builder, fk_mesh_losses *losses, fk_model **out);

/* Allocates a model in one block, with uninitialised parts and arrays. Returns false when there is no memory. */
typedef struct fk_model_block {
    fk_model *model;
    fk_mesh *part;
    fk_vec3 *point;
    fk_triangle *triangle;
    char *name;
} fk_model_block;

bool fk_model_allocate(fk_context *context, uint32_t parts, size_t points, size_t triangles,
                       size_t name_bytes, fk_model_block *out);

/* The only part of a model as a mesh that fk_mesh_free can free. */
fk_mesh *fk_mesh_of_model(fk_model *model);

#endif
