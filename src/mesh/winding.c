/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The winding number of a mesh around a point, exactly, by the triangles that a ray along x crosses.
 *
 * What a triangle counts is in crossing.c.
 *
 * Most triangles are left out by their boxes. The processor may take small numbers for zero: then less is left out, never
 * more. */

#include "base/cpu.h"
#include "farkas/mesh.h"
#include "mesh/mesh.h"

/* ---- All triangles ------------------------------------------------------------------------------------- */

/* For meshes of up to so many vertices, their codes are on the stack. */
#define CODES 16384

/* On which sides of the ray a vertex is, and whether behind its beginning. A ray misses a triangle whose corners have a bit
 * in common. */
static inline uint8_t code_of(const fk_vec3 *vertex, const fk_vec3 *point)
{
    return (uint8_t)((vertex->x < point->x) | (vertex->y < point->y) << 1 | (vertex->y > point->y) << 2 |
                     (vertex->z < point->z) << 3 | (vertex->z > point->z) << 4);
}

/* `code` has the codes of all vertices, or is NULL. */
FK_INLINE bool add_crossings(const fk_mesh *mesh, const fk_vec3 *point, const uint8_t *code, int64_t *winding)
{
    const fk_vec3 *place = mesh->point;
    for (const fk_triangle *t = mesh->triangle, *end = t + mesh->triangle_count; t != end; t++) {
        const uint32_t *index = t->corner;
        unsigned common = code != NULL
                              ? (unsigned)code[index[0]] & code[index[1]] & code[index[2]]
                              : (unsigned)code_of(place + index[0], point) &
                                    code_of(place + index[1], point) & code_of(place + index[2], point);
        if (common != 0)
            continue;
        const fk_vec3 *const corner[3] = {place + index[0], place + index[1], place + index[2]};
        if (!fk_crossing_add(corner, point, winding))
            return false;
    }
    return true;
}

/* Each vertex is in half a dozen triangles, and has one code. */
static bool add_by_codes(const fk_mesh *mesh, const fk_vec3 *point, int64_t *winding)
{
    uint8_t code[CODES];
    for (uint32_t v = 0; v < mesh->vertex_count; v++)
        code[v] = code_of(mesh->point + v, point);
    return add_crossings(mesh, point, code, winding);
}

bool fk_mesh_winding(const fk_mesh *mesh, fk_vec3 point, int64_t *winding)
{
    int64_t total = 0;
    if (mesh->triangle_count == 0) {
        *winding = 0;
        return true;
    }
    bool has_codes = mesh->vertex_count <= CODES && mesh->vertex_count <= mesh->triangle_count;
    if (!(has_codes ? add_by_codes(mesh, &point, &total) : add_crossings(mesh, &point, NULL, &total)))
        return false;
    *winding = total;
    return true;
}
