/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* What readers fill: parts, vertices and triangles as they come, which become a welded model at the end. */

#ifndef FARKAS_MESH_BUILDER_H
#define FARKAS_MESH_BUILDER_H

#include "farkas/mesh.h"

/* Limits of what a model can hold. */
#define FK_MESH_MOST ((size_t)1 << 31)

/* A list that grows without ever being copied: its items are in chunks of one size. While a file is read nobody knows how
 * long a list will be, and one block that doubles would need three times the memory of the list at its last copy. Chunks can be
 * given back one by one, too. */

#define FK_CHUNK_BITS  14
#define FK_CHUNK_ITEMS ((size_t)1 << FK_CHUNK_BITS)

typedef struct fk_chunks {
    fk_context *context;
    size_t item; /* bytes of one */
    size_t count;
    unsigned char **chunk; /* NULL where it was given back */
    size_t chunk_count, chunk_capacity;
} fk_chunks;

void fk_chunks_init(fk_chunks *list, fk_context *context, size_t item);
void fk_chunks_end(fk_chunks *list);

static inline void *fk_chunks_at(const fk_chunks *list, size_t index)
{
    return list->chunk[index >> FK_CHUNK_BITS] + (index & (FK_CHUNK_ITEMS - 1)) * list->item;
}

/* One more chunk; false when there is no memory. */
bool fk_chunks_grow(fk_chunks *list);

/* Room for one more item at the end; NULL when there is no memory. */
static inline void *fk_chunks_add(fk_chunks *list)
{
    if (list->count == list->chunk_count << FK_CHUNK_BITS && !fk_chunks_grow(list))
        return NULL;
    return fk_chunks_at(list, list->count++);
}

/* Copies all items into an array, in order, and gives each chunk back when it is copied. The list is empty then. */
void fk_chunks_move(fk_chunks *list, void *array);

/* Welding: places that are equal, or within a distance, become one vertex. The DataRepairer of Grulich, "Collision
 * detection in 3D space", 2016, section 6.4, with exact equality unless a distance is asked for. */

typedef struct fk_weld {
    fk_context *context;
    fk_chunks *point;                 /* the kept vertices; those from `base` on are searched */
    double distance;                  /* 0: exact equality */
    double search_radius, cell_width; /* of the search, a little more than the distance; of a cell */
    uint32_t base;
    uint32_t *slot;    /* a table of hashes: the index of a vertex; of none, or below base: free */
    size_t slot_count; /* a power of two, or 0 */
    int shift;         /* the upper bits of a hash that are left by this are a slot */
    uint64_t welded;   /* how many places were not new */
} fk_weld;

/* New vertices go to the end of `point`, a list of fk_vec3, which the caller keeps. A distance below 2^-1000 is taken for 0. */
void fk_weld_init(fk_weld *weld, fk_context *context, fk_chunks *point, double distance);
void fk_weld_end(fk_weld *weld);

/* From now on, vertices are other ones than those before. Takes no time, however large the table is. */
void fk_weld_restart(fk_weld *weld);

/* Makes room for as many vertices, so that the table need not grow on the way there. False when there is no memory. */
bool fk_weld_reserve(fk_weld *weld, size_t vertices);

/* Whether two places are one, exactly; 0 and -0 are equal. */
bool fk_weld_is_equal(fk_vec3 a, fk_vec3 b);

/* The indices of the vertices at places, which are finite: those of kept ones, or new ones, in order. FK_OK, FK_ERROR_MEMORY, or
 * FK_ERROR_ARGUMENT when there are too many vertices. Faster than one at a time. */
fk_status fk_weld_points(fk_weld *weld, const fk_vec3 *place, size_t count, uint32_t *out);

/* A file either gives triangles by the places of their corners (STL), which are welded as they come, or vertices with numbers
 * and triangles by number (OBJ, PLY, OFF), which are welded at the end. A builder takes one sort or the other. */

/* A part of the file, and where it is in the model. */
typedef struct fk_builder_part {
    size_t name; /* where its name begins */
    size_t first_point, point_count, first_triangle, triangle_count;
} fk_builder_part;

/* Triangles in a row that belong to one part. */
typedef struct fk_builder_run {
    uint32_t part;
    size_t first; /* it ends where the next run begins */
} fk_builder_run;

typedef struct fk_builder {
    fk_context *context;
    fk_mesh_options options;
    bool join;          /* all parts become one; may be set until the builder is finished */
    fk_chunks point;    /* fk_vec3: as they come, or welded */
    fk_chunks triangle; /* fk_triangle: by the number of the file, or of a welded vertex */
    fk_chunks part;     /* fk_builder_part */
    fk_chunks run;      /* fk_builder_run */
    fk_chunks name;     /* char: the names of all parts, each with its end mark */
    fk_weld weld;
    fk_mesh_losses losses;
    bool is_soup;    /* triangles came by places */
    bool keep_empty; /* a model without triangles has a part all the same */
    /* Parts stay parts only where each of them is closed; else all become one. Not for triangles by places. */
    bool parts_if_closed;
} fk_builder;

void fk_builder_init(fk_builder *builder, fk_context *context, const fk_mesh_options *options, bool join);
void fk_builder_end(fk_builder *builder);

/* Adds a part, whose number is the count of those before it; triangles that follow belong to it. Without a call there is one
 * part without a name. Parts without triangles are left out in the end. FK_ERROR_MEMORY; FK_ERROR_ARGUMENT: too many. */
fk_status fk_builder_add_part(fk_builder *builder, const char *name, size_t length);

/* Triangles that follow belong to a part that was added before. Not for triangles by places. */
fk_status fk_builder_use_part(fk_builder *builder, uint32_t part);

/* All triangles so far belong to one part without a name, number 0; other parts are as if they had never been added. Where there
 * are no triangles, so is that one, unless `keep` is set. Whether it is there. Not for triangles by places. */
bool fk_builder_forget_parts(fk_builder *builder, bool keep);

/* Triangles by places: three finite corners each. FK_ERROR_MEMORY; FK_ERROR_ARGUMENT: too many vertices or triangles. */
fk_status fk_builder_add_corners(fk_builder *builder, const fk_vec3 *corner, size_t triangle_count);

/* Makes room for the vertices that so many triangles by places usually have, about half as many. For counts that are true
 * only: a header can say anything. False when there is no memory. */
bool fk_builder_reserve(fk_builder *builder, size_t triangles);

/* A finite vertex, with the next number from 0, whatever the part; a triangle by numbers, which may come before their
 * vertices. FK_ERROR_MEMORY; FK_ERROR_ARGUMENT: too many. */
fk_status fk_builder_add_point(fk_builder *builder, fk_vec3 place);
fk_status fk_builder_add_triangle(fk_builder *builder, uint32_t a, uint32_t b, uint32_t c);

/* Welds, and packs what was added into a model; a model without triangles has one part, with the points that are kept, or
 * none unless keep_empty is set. Triangles by numbers are still there afterwards, so that this can be done again with another `join`. losses may be NULL.
 * FK_ERROR_MEMORY; FK_ERROR_ARGUMENT: a corner without a vertex. */
fk_status fk_builder_finish(fk_builder *builder, fk_mesh_losses *losses, fk_model **out);

/* A model of one block with room for its parts, whose structs are not filled in yet, and for what they point to. False when
 * there is no memory. */
typedef struct fk_model_block {
    fk_model *model;
    fk_mesh *part;
    fk_vec3 *point;
    fk_triangle *triangle;
    char *name;
} fk_model_block;

bool fk_model_allocate(fk_context *context, uint32_t parts, size_t points, size_t triangles,
                       size_t name_bytes, fk_model_block *out);

/* The only part of a model, as a mesh that fk_mesh_free knows how to free. */
fk_mesh *fk_mesh_of_model(fk_model *model);

#endif
