/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Convex hulls as meshes. See hull_mesh.h. */

#include "hull_mesh.h"

#include <math.h>
#include <stdlib.h>

#include "shape/hull.h"

fk_status hull_model_build(fk_context *context, fk_hull *const *hull, const char *const *name, uint32_t count,
                           fk_model **out)
{
    size_t triangles = 0, at = 0;
    for (uint32_t i = 0; i < count; i++)
        triangles += fk_hull_triangle_count(hull[i]);
    fk_triangle *triangle = malloc((triangles + 1) * sizeof *triangle);
    fk_mesh *part = calloc((size_t)count + 1, sizeof *part);
    fk_status status = triangle != NULL && part != NULL ? FK_OK : FK_ERROR_MEMORY;
    for (uint32_t i = 0; status == FK_OK && i < count; i++) {
        fk_hull_list_triangles(hull[i], triangle + at);
        part[i].vertex_count = hull[i]->vertex_count;
        part[i].triangle_count = fk_hull_triangle_count(hull[i]);
        part[i].point = hull[i]->point;
        part[i].triangle = triangle + at;
        part[i].name = name[i];
        at += part[i].triangle_count;
    }
    if (status == FK_OK)
        status = fk_model_build(context, part, count, out);
    free(triangle);
    free(part);
    return status;
}

/* A vertex as seen from the first one, halved, as the whole may be beyond the range, and over 2^power. */
static fk_vec3 seen(const fk_hull *hull, uint32_t vertex, int power)
{
    const fk_vec3 *p = &hull->point[vertex], *o = &hull->point[0];
    return fk_vec3_make(ldexp(0.5 * p->x - 0.5 * o->x, -power), ldexp(0.5 * p->y - 0.5 * o->y, -power),
                        ldexp(0.5 * p->z - 0.5 * o->z, -power));
}

/* The exponent that brings the hull to a size about one, so that products of coordinates stay in the range. */
static int power_of(const fk_hull *hull)
{
    double largest = 0;
    int power = 0;
    for (uint32_t i = 0; i < hull->vertex_count; i++) {
        fk_vec3 p = seen(hull, i, 0);
        largest = fmax(largest, fmax(fabs(p.x), fmax(fabs(p.y), fabs(p.z))));
    }
    (void)frexp(largest, &power);
    return power;
}

double hull_volume(const fk_hull *hull)
{
    double volume = 0;
    int power = power_of(hull);
    for (uint32_t f = 0; f < hull->face_count; f++) {
        const uint32_t *corner = hull->face_vertex + hull->face_begin[f];
        uint32_t corners = hull->face_begin[f + 1] - hull->face_begin[f];
        fk_vec3 a = seen(hull, corner[0], power);
        for (uint32_t i = 2; i < corners; i++)
            volume +=
                fk_vec3_dot(a, fk_vec3_cross(seen(hull, corner[i - 1], power), seen(hull, corner[i], power)));
    }
    return ldexp(volume / 6, 3 * (power + 1));
}
