/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Two boxes, tetrahedra or triangles by separating axes: the quick way for the most common pairs. */

#ifndef FARKAS_PAIR_AXES_H
#define FARKAS_PAIR_AXES_H

#include "farkas/pair.h"

/* Whether both kinds are among box, tetra and triangle. */
static inline bool fk_axes_know(fk_kind a, fk_kind b)
{
    return a >= FK_KIND_TRIANGLE && a <= FK_KIND_BOX && b >= FK_KIND_TRIANGLE && b <= FK_KIND_BOX;
}

/* The exact verdict on two pieces of these kinds, or FK_UNDECIDED: ask the solver. That is for pairs without volume,
 * sizes at the ends of the range and numbers that are not finite; any numbers are safe. */
fk_verdict fk_axes_verdict(const fk_piece *a, const fk_piece *b);

/* Whether what is cached of two pieces of these kinds, apart with a direction or overlapping with a point inside, still
 * shows that; any contents are safe. */
bool fk_axes_confirm(const fk_piece *a, const fk_piece *b, const fk_pair_cache *cache);

/* Looks for a point inside two cells that the cache can keep. */
bool fk_axes_common_point(const fk_piece *a, const fk_piece *b, fk_vec3 *inside);

#endif
