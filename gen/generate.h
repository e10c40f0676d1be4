/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Meshes made by formulas, for tests, benchmarks and demonstrations: the same bytes on every machine.
 *
 * Every part is a solid, unless its kind is a surface: closed, each edge used by two triangles in opposite
 * directions, counterclockwise seen from outside, without degenerate triangles. Parts are centered on the z
 * axis and placed where they are used, except for the links of the arm, which are in their own frames. */

#ifndef FARKAS_GEN_GENERATE_H
#define FARKAS_GEN_GENERATE_H

#include "farkas/mesh.h"

typedef struct fk_generate_options {
    uint32_t triangles; /* approximate total number, if the kind has a choice; 0: its default */
    double size;        /* the length that defines the kind, as its summary says; 0: its default */
} fk_generate_options;

/* The kinds, numbered from 0; their names and short descriptions. */
size_t fk_generate_count(void);
const char *fk_generate_name(size_t kind);
const char *fk_generate_summary(size_t kind);
/* Returns whether the parts of a kind are solids, not surfaces. */
bool fk_generate_is_solid(size_t kind);
/* Returns fk_generate_count() if there is no kind of that name. */
size_t fk_generate_find(const char *name);

/* Makes a model of one or more parts, with the nearest number of triangles that the kind can have.
 * FK_ERROR_ARGUMENT: a size that is neither 0 nor from 2^-900 to 2^900, or too many triangles (2^28);
 * FK_ERROR_MEMORY. */
fk_status fk_generate(fk_context *context, size_t kind, const fk_generate_options *options, fk_model **out);

/* ---- The joints of the arm ----------------------------------------------------------------------------- */

/* Joint i of the kind `arm` connects part i to part i + 1, which it moves. With all values 0 the frame of the
 * child is at `offset` in the frame of its parent, not rotated; the joint rotates it around `axis` through
 * that point, or slides it along the axis. Lengths are for size 1. */
typedef struct fk_arm_joint {
    const char *name, *parent, *child;
    fk_vec3 offset, axis;
    bool slides;
    double lower, upper; /* angles, in radians, or lengths */
} fk_arm_joint;

#define FK_ARM_JOINTS 7
extern const fk_arm_joint fk_arm_joint_table[FK_ARM_JOINTS];

/* ---- The torus of cells -------------------------------------------------------------------------------- */

/* The tube radius of the kinds `torus` and `torus-cells`, for size 1, which is the radius of the center
 * circle. */
#define FK_TORUS_TUBE 0.375

#endif
