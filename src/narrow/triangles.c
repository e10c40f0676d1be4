/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Two triangles: do they meet. */

#include "farkas/narrow.h"

bool fk_triangles_meet(const fk_vec3 a[3], const fk_vec3 b[3])
{
    fk_piece p = fk_piece_triangle(a[0], a[1], a[2]), q = fk_piece_triangle(b[0], b[1], b[2]);
    return fk_pair_verdict(&p, &q) != FK_APART;
}
