/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Facts about meshes: closed, unique triangles, measures, exact signs, winding. FK_ERROR_MEMORY leaves *out alone. */

#ifndef FARKAS_SRC_MESH_H
#define FARKAS_SRC_MESH_H

#include "farkas/mesh.h"

/* Whether on every edge as many sides of triangles go one way as the other. */
fk_status fk_mesh_is_closed(fk_context *context, const fk_mesh *mesh, bool *out);

/* Whether it is a solid, as in fk_mesh_facts: closed, and not all triangles are degenerate. */
fk_status fk_mesh_is_solid(fk_context *context, const fk_mesh *mesh, bool *out);

/* Whether it is closed, by its edges. */
bool fk_mesh_edges_are_closed(const fk_mesh *mesh, const fk_mesh_edges *edges);

/* A mesh without triangles that are there again. */
typedef struct fk_mesh_unique {
    fk_mesh *mesh;      /* NULL when no triangle is left out */
    uint32_t *original; /* of each triangle, its number before; ascending */
} fk_mesh_unique;

typedef enum fk_unique_rule {
    FK_UNIQUE_SURFACE, /* of triangles with the same corners, the first stays */
    /* The first of those that do not cancel each other stay, as many as are left; where all do, one of either
     * way. So the set of points is the same, and so are all winding numbers. */
    FK_UNIQUE_SOLID,
    /* The same, but where all cancel each other, none stays: for shells that are all counterclockwise around
     * something, so that what they cancel between them is inside. */
    FK_UNIQUE_SHELLS
} fk_unique_rule;

fk_status fk_mesh_unique_build(fk_context *context, const fk_mesh *mesh, fk_unique_rule rule,
                               fk_mesh_unique *out);
void fk_mesh_unique_free(fk_context *context, fk_mesh_unique *unique);

/* An area or a volume. */
typedef struct fk_measure {
    double amount;
    fk_vec3 centroid;
    int sign; /* of the amount, exactly; where it is 0, the centroid says nothing */
} fk_measure;

/* The smallest box of all vertices, exactly. */
fk_aabb fk_measure_box(const fk_mesh *mesh);
/* The middle of a box that is not empty. */
fk_vec3 fk_measure_box_center(const fk_aabb *box);

/* The volume of a solid with the box of its vertices, by winding numbers. */
fk_status fk_measure_volume(fk_context *context, const fk_mesh *mesh, const fk_aabb *box, fk_measure *out);

/* The area of all triangles t with mark[t] & skip == 0; those that are left out are on a line each. */
fk_measure fk_measure_area(const fk_mesh *mesh, const fk_aabb *box, const uint8_t *mark, uint8_t skip);

/* Exact signs of a few places: which way a corner turns, on which side of a plane a place is, whether three are on one
 * line. For finite doubles of any size, in every state of the floating-point unit. */

/* The sign of component `axis` of (b - a) x (c - a). */
int fk_signs_turn(const fk_vec3 *a, const fk_vec3 *b, const fk_vec3 *c, int axis);

/* The sign of ((b - a) x (c - a)).(d - a): positive when d is on the side to which a, b, c turn counterclockwise. */
int fk_signs_side(const fk_vec3 *a, const fk_vec3 *b, const fk_vec3 *c, const fk_vec3 *d);

/* Whether all three are on one line. */
bool fk_signs_on_line(const fk_vec3 *a, const fk_vec3 *b, const fk_vec3 *c);

/* Adds what a triangle counts for a winding number, exactly: 1 or -1 where the ray from the point along x crosses it, else 0. False when
 * the point is on it. */
bool fk_crossing_add(const fk_vec3 *const corner[3], const fk_vec3 *point, int64_t *winding);

/* Whether a point is on a closed triangle, be that degenerate. */
bool fk_crossing_is_on(const fk_vec3 *const corner[3], const fk_vec3 *point);

#endif
