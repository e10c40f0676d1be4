/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Meshes made by formulas, for tests, benchmarks and demonstrations: the same bytes on every machine.
 *
 * Every part is a solid: closed, each edge with two triangles that run along it in opposite directions, counterclockwise
 * seen from outside, no triangle without area; unless its kind is a surface. Parts are centred on the z axis and stand in the
 * place where they are meant to be used, but for the links of the arm, which stand in their own frames. */

#ifndef FARKAS_GEN_GENERATE_H
#define FARKAS_GEN_GENERATE_H

#include "farkas/mesh.h"

typedef struct fk_generate_options {
    uint32_t triangles; /* about so many in all parts together, where the kind has a choice; 0: its default */
    double size;        /* the length that the kind is given by, as its summary says; 0: its default */
} fk_generate_options;

/* The kinds in order of their number, from 0; their names, and what they are in a few words. */
size_t fk_generate_count(void);
const char *fk_generate_name(size_t kind);
const char *fk_generate_summary(size_t kind);
/* Whether its parts are solids; else they are surfaces. */
bool fk_generate_is_solid(size_t kind);
/* fk_generate_count() when there is none of that name. */
size_t fk_generate_find(const char *name);

/* Makes a model of one or more parts. The number of triangles is the nearest that the kind can have. FK_ERROR_ARGUMENT: a size
 * that is not 0 and not from 2^-900 to 2^900, or too many triangles (2^28); FK_ERROR_MEMORY. */
fk_status fk_generate(fk_context *context, size_t kind, const fk_generate_options *options, fk_model **out);

/* ---- The joints of the arm ----------------------------------------------------------------------------- */

/* Joint i of the kind `arm` carries part i + 1 on part i. With all values 0 the frame of the child stands at `offset` in the
 * frame of its parent, not turned; the joint turns it around `axis` through that place, or slides it along. Lengths are for
 * size 1. */
typedef struct fk_arm_joint {
    const char *name, *parent, *child;
    fk_vec3 offset, axis;
    bool slides;
    double lower, upper; /* angles, in radians, or lengths */
} fk_arm_joint;

#define FK_ARM_JOINTS 7
extern const fk_arm_joint fk_arm_joint_table[FK_ARM_JOINTS];

/* ---- The torus of cells -------------------------------------------------------------------------------- */

/* Of the kinds `torus` and `torus-cells`: the radius of the tube, for size 1, which is the radius of the circle in its
 * middle. */
#define FK_TORUS_TUBE 0.375

#endif
