/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Pieces that several tests are made of. */

#ifndef FARKAS_TEST_PIECES_H
#define FARKAS_TEST_PIECES_H

#include "farkas/shape.h"

/* Edges along the axes from its lowest corner. */
static inline fk_piece cube(double x, double y, double z, double side)
{
    return fk_piece_box(fk_vec3_make(x, y, z), fk_vec3_make(side, 0, 0), fk_vec3_make(0, side, 0),
                        fk_vec3_make(0, 0, side));
}

#endif
