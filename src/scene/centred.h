/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Shapes that are centred at the origin, along z, as scenes and robots have them. */

#ifndef FARKAS_SCENE_CENTRED_H
#define FARKAS_SCENE_CENTRED_H

#include "farkas/shape.h"

static inline fk_piece fk_centred_box(const double size[3])
{
    return fk_piece_box(fk_vec3_make(-size[0] / 2, -size[1] / 2, -size[2] / 2), fk_vec3_make(size[0], 0, 0),
                        fk_vec3_make(0, size[1], 0), fk_vec3_make(0, 0, size[2]));
}

static inline fk_piece fk_centred_long(fk_piece (*make)(fk_vec3 a, fk_vec3 b, double radius), double length,
                                       double radius)
{
    return make(fk_vec3_make(0, 0, -length / 2), fk_vec3_make(0, 0, length / 2), radius);
}

#endif
