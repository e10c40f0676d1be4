/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Families of test pairs by seed, for `farkas gen`, the tests and the benchmarks. */

#ifndef FARKAS_GEN_FAMILY_H
#define FARKAS_GEN_FAMILY_H

#include "farkas/shape.h"

/* Kinds drawn when none is requested: those whose verdict is always exact and which have few numbers. */
#define FK_FAMILY_KINDS ((uint32_t)FK_KIND_HALF_SPACE)

/* Most points of a hull. */
#define FK_FAMILY_POINTS 16

typedef struct fk_family_pair {
    fk_piece a, b;
    fk_verdict truth; /* known by construction, or FK_UNDECIDED */
    /* Of the hulls of a and b, whose pieces point here: a copy of a pair points into the original. */
    fk_vec3 point[2][FK_FAMILY_POINTS];
} fk_family_pair;

/* The families, in a fixed order. */
size_t fk_family_count(void);
/* Returns the index of a family by its name; fk_family_count() if there is none. */
size_t fk_family_find(const char *name);
const char *fk_family_name(size_t family);
const char *fk_family_summary(size_t family);

/* Makes pair `index` of a family: a pure function of its arguments, the same on every machine. kind_a and
 * kind_b may be FK_KIND_NONE for a kind drawn by the seed, from 1 to FK_FAMILY_KINDS. The pieces are
 * valid. */
void fk_family_make(size_t family, fk_kind kind_a, fk_kind kind_b, uint64_t seed, uint64_t index,
                    fk_family_pair *out);

#endif
