/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Rays against pieces, hulls included. A ray is the cast of a point, so the times are exact for polyhedra and bracketed for round
 * and smooth pieces, as in cast.c. Rays against meshes are in tree/ray_traverse.c. */

#include "farkas/pair.h"

#include <math.h>

fk_status fk_piece_ray(fk_vec3 origin, fk_vec3 direction, const fk_piece *piece, fk_cast *out)
{
    fk_piece point = fk_piece_point(origin);
    return fk_pair_cast(&point, direction, piece, INFINITY, out);
}
