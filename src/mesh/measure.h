/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Area, volume and centroids of a mesh. */

#ifndef FARKAS_MESH_MEASURE_H
#define FARKAS_MESH_MEASURE_H

#include "farkas/mesh.h"

typedef struct fk_measure {
    double amount;
    fk_vec3 centroid;
    int sign; /* of the amount, exactly; where it is 0, the centroid says nothing */
} fk_measure;

/* The smallest box of all vertices, exactly. */
fk_aabb fk_measure_box(const fk_mesh *mesh);
/* The middle of a box that is not empty. */
fk_vec3 fk_measure_middle(const fk_aabb *box);

/* The volume of a solid with the box of its vertices, by winding numbers. FK_ERROR_MEMORY. */
fk_status fk_measure_volume(fk_context *context, const fk_mesh *mesh, const fk_aabb *box, fk_measure *out);

/* The area of all triangles t with mark[t] & skip == 0; those that are left out are on a line each. */
fk_measure fk_measure_area(const fk_mesh *mesh, const fk_aabb *box, const uint8_t *mark, uint8_t skip);

#endif
