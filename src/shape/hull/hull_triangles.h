/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The faces of a hull as triangles: a fan for each, from its first vertex. */

#ifndef FARKAS_SHAPE_HULL_TRIANGLES_H
#define FARKAS_SHAPE_HULL_TRIANGLES_H

#include "farkas/shape.h"

/* A face of n vertices has n - 2. */
static inline uint32_t fk_hull_triangle_count(const fk_hull *hull)
{
    return hull->face_begin[hull->face_count] - 2 * hull->face_count;
}

/* There is room for all of them. */
static inline void fk_hull_list_triangles(const fk_hull *hull, fk_triangle *triangle)
{
    for (uint32_t f = 0; f < hull->face_count; f++) {
        const uint32_t *corner = hull->face_vertex + hull->face_begin[f];
        uint32_t corners = hull->face_begin[f + 1] - hull->face_begin[f];
        for (uint32_t i = 2; i < corners; i++)
            *triangle++ = (fk_triangle){{corner[0], corner[i - 1], corner[i]}};
    }
}

#endif
