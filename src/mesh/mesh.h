/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Properties of meshes: closedness, unique triangles, area and volume, exact orientation signs, winding numbers.
 * FK_ERROR_MEMORY leaves *out alone. */

#ifndef FARKAS_SRC_MESH_H
#define FARKAS_SRC_MESH_H

#include "farkas/mesh.h"

/* Whether on every edge as many sides of triangles go up as down. */
fk_status fk_mesh_is_closed(fk_context *context, const fk_mesh *mesh, bool *out);

/* Whether it is a solid, as in fk_mesh_facts: closed, and not all triangles are degenerate. */
fk_status fk_mesh_is_solid(fk_context *context, const fk_mesh *mesh, bool *out);

/* The same, for edges that are built already. */
bool fk_mesh_edges_are_closed(const fk_mesh *mesh, const fk_mesh_edges *edges);

/* A mesh without duplicate triangles. */
typedef struct fk_mesh_unique {
    fk_mesh *mesh;      /* NULL if no triangle was removed */
    uint32_t *original; /* for each triangle, its index in the original mesh; ascending */
} fk_mesh_unique;

typedef enum fk_unique_rule {
    FK_UNIQUE_SURFACE, /* of triangles with the same corners, the first stays */
    /* Of triangles with the same corners, opposite ones cancel, and the first of the others stay; if all cancel, one
     * of each orientation stays. So the set of points and all winding numbers stay the same. */
    FK_UNIQUE_SOLID,
    /* The same, but if all cancel, none stays: for shells that are all counterclockwise around some volume, so that
     * what cancels lies inside. */
    FK_UNIQUE_SHELLS
} fk_unique_rule;

fk_status fk_mesh_unique_build(fk_context *context, const fk_mesh *mesh, fk_unique_rule rule,
                               fk_mesh_unique *out);
void fk_mesh_unique_free(fk_context *context, fk_mesh_unique *unique);

/* An area or a volume. */
typedef struct fk_measure {
    double amount;
    fk_vec3 centroid;
    int sign; /* of the amount, exactly; if it is 0, the centroid is undefined */
} fk_measure;

/* The smallest box of all vertices, exactly. */
fk_aabb fk_measure_box(const fk_mesh *mesh);
/* The centre of a nonempty box. */
fk_vec3 fk_measure_box_center(const fk_aabb *box);

/* The volume of a solid, weighted by winding numbers; box is that of its vertices. */
fk_status fk_measure_volume(fk_context *context, const fk_mesh *mesh, const fk_aabb *box, fk_measure *out);

/* The area of all triangles t with (mark[t] & skip) == 0. The triangles left out must be degenerate. */
fk_measure fk_measure_area(const fk_mesh *mesh, const fk_aabb *box, const uint8_t *mark, uint8_t skip);

/* Exact orientation predicates, for finite doubles of any size, in every state of the floating-point unit. */

/* The orientation of a, b, c projected along an axis: the sign of component `axis` of (b - a) x (c - a). */
int fk_orient2d(const fk_vec3 *a, const fk_vec3 *b, const fk_vec3 *c, int axis);

/* The orientation of four points: the sign of ((b - a) x (c - a)).(d - a). Positive if d lies on the side from which
 * a, b, c are counterclockwise. (Shewchuk's orient3d has the opposite sign.) */
int fk_orient3d(const fk_vec3 *a, const fk_vec3 *b, const fk_vec3 *c, const fk_vec3 *d);

/* Whether three points lie on one line. */
bool fk_is_collinear(const fk_vec3 *a, const fk_vec3 *b, const fk_vec3 *c);

/* Adds the contribution of a triangle to a winding number, exactly: 1 or -1 if the ray from the point along x crosses
 * it, else 0. Returns false if the point lies on the triangle. */
bool fk_winding_add_triangle(const fk_vec3 *const corner[3], const fk_vec3 *point, int64_t *winding);

/* The side of the edge from a to b, which a ray along x meets, on which the ray passes when it is shifted infinitesimally; 0 if the
 * edge is parallel to the ray. */
int fk_winding_turn(const fk_vec3 *a, const fk_vec3 *b);

/* Whether a point lies on a closed triangle, degenerate or not. */
bool fk_triangle_has_point(const fk_vec3 *const corner[3], const fk_vec3 *point);

#endif
