/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The rotation of one turned box: fk_rotations_one(node, child, r). */

#ifndef FARKAS_TREE_TURNED_H
#define FARKAS_TREE_TURNED_H

#include <math.h>
#include <string.h>

#include "base/cpu.h"
#include "farkas/tree.h"

#define FK_EIGHT_PLAIN
#define FK_LEVEL(name) fk_##name##_one
#include "base/eight.inc"
#include "tree/turned.inc"
#include "base/eight_end.inc"
#undef rotations
#undef FK_LEVEL
#undef FK_EIGHT_PLAIN

#endif
