/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* What readers fill: parts, vertices and triangles as they come, which become a welded model at the end.
 *
 * A file either gives triangles by the places of their corners (STL), which are welded as they come, or vertices with numbers
 * and triangles by number (OBJ, PLY, OFF), which are welded at the end. A builder takes one sort or the other. */

#ifndef FARKAS_MESH_BUILDER_H
#define FARKAS_MESH_BUILDER_H

#include "farkas/mesh.h"
#include "mesh/chunks.h"
#include "mesh/weld.h"

/* Limits of what a model can hold. */
#define FK_MESH_MOST ((size_t)1 << 31)

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
bool fk_builder_expect(fk_builder *builder, size_t triangles);

/* A finite vertex, with the next number from 0, whatever the part; a triangle by numbers, which may come before their
 * vertices. FK_ERROR_MEMORY; FK_ERROR_ARGUMENT: too many. */
fk_status fk_builder_add_point(fk_builder *builder, fk_vec3 place);
fk_status fk_builder_add_triangle(fk_builder *builder, uint32_t a, uint32_t b, uint32_t c);

/* Whether welding over a distance took a side from a triangle that had all three. */
bool fk_builder_is_collapsed(const fk_builder *builder, fk_triangle welded, const fk_vec3 corner[3]);

/* Welds, and packs what was added into a model; a model without triangles has one part, with the points that are kept, or
 * none unless keep_empty is set. Triangles by numbers are still there afterwards, so that this can be done again with another `join`. losses may be NULL.
 * FK_ERROR_MEMORY; FK_ERROR_ARGUMENT: a corner without a vertex. */
fk_status fk_builder_finish(fk_builder *builder, fk_mesh_losses *losses, fk_model **out);

/* A model of one block with room for its parts, whose structs are not filled in yet, and for what they point to. False when
 * there is no memory. */
typedef struct fk_model_room {
    fk_model *model;
    fk_mesh *part;
    fk_vec3 *point;
    fk_triangle *triangle;
    char *name;
} fk_model_room;

bool fk_model_make_room(fk_context *context, uint32_t parts, size_t points, size_t triangles,
                        size_t name_bytes, fk_model_room *out);

/* The only part of a model, as a mesh that fk_mesh_free knows how to free. */
fk_mesh *fk_mesh_of_model(fk_model *model);

#endif
