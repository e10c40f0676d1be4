/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* point_lanes.inc for every level: points in vectors, for the kernels of point_scan.c and pair/verdict/gjk_filter.c. */

#ifndef FARKAS_SHAPE_POINT_LANES_H
#define FARKAS_SHAPE_POINT_LANES_H

#include "base/simd.h"
#include "farkas/shape.h"

#define FK_LEVEL_FILE "shape/point_lanes.inc"
#include "base/cpu_levels.inc"

#endif
