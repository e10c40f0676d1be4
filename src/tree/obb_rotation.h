/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Rotation matrices of oriented boxes, for kernels of every level: FK_LEVEL(obb_rotations); obb_rotations_plain for one box. */

#ifndef FARKAS_TREE_OBB_ROTATION_H
#define FARKAS_TREE_OBB_ROTATION_H

#include "base/simd.h"
#include "farkas/tree.h"
#include "tree/tree.h"

#define FK_LEVEL_FILE "tree/obb_rotation.inc"
#include "base/cpu_plain.inc"
#include "base/cpu_levels.inc"

#endif
