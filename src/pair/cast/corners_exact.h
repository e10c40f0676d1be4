/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Corners that move, in exact integers: what moving.c asks when its doubles cannot tell. */

#ifndef FARKAS_PAIR_CORNERS_EXACT_H
#define FARKAS_PAIR_CORNERS_EXACT_H

#include "farkas/pair.h"

typedef enum fk_corners_kind {
    FK_CORNERS_TRIANGLE, /* the first point and the triangle of the others */
    FK_CORNERS_SEGMENTS  /* the segment of the first two and that of the others */
} fk_corners_kind;

/* All of it, for finite points. */
fk_corners_hit fk_corners_exact(fk_corners_kind kind, const fk_vec3 begin[4], const fk_vec3 end[4]);

/* The time of the only root between two times of the determinant of the four points, which has opposite signs at both
 * and is strictly monotone between them. */
fk_interval fk_corners_exact_time(const fk_vec3 begin[4], const fk_vec3 end[4], fk_interval between);

#endif
