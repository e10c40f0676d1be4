/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* What the files of `farkas papers arm` share: papers_arm.c moves the arm and measures, papers_arm_show.c shows and judges. */

#ifndef FARKAS_LAB_PAPERS_PAPERS_ARM_H
#define FARKAS_LAB_PAPERS_PAPERS_ARM_H

#include "gen/generate.h"
#include "papers/papers.h"

enum { ARM_STEPS = 20000, ARM_LINKS = FK_ARM_JOINTS, ARM_CUBES = 6, ARM_BODIES = ARM_LINKS + ARM_CUBES };
#define ARM_CUBE 0.1 /* the side of a cube; the arm is about 1 high */

typedef struct arm_body {
    const fk_mesh *mesh;
    fk_hull *hull;
    fk_obb box;
    fk_collider *collider;
    /* In its place. */
    fk_pose pose;
    fk_piece piece;
    fk_obb placed;
    fk_vec3 *room; /* for the points of the hull */
} arm_body;

/* Who looks at a pair whose oriented boxes meet; the last looks at all pairs, without these. */
typedef enum arm_method { ARM_GJK, ARM_EXACT, ARM_MESH, ARM_ALONE, ARM_METHODS } arm_method;

/* What is measured: loading, placing, and tests by each method. */
typedef enum arm_phase { ARM_MODEL, ARM_RECOMPUTE, ARM_TEST, ARM_PHASES = ARM_TEST + ARM_METHODS } arm_phase;

/* An arm among cubes on its way. */
typedef struct arm {
    fk_context *context;
    fk_model *links, *cube;
    arm_body body[ARM_BODIES];
    int steps;
    uint32_t triangles, vertices; /* of the links; of their hulls */
    fk_status status;
    double ms[ARM_PHASES];
    uint64_t red[ARM_METHODS], green[ARM_METHODS], pairs;
    /* Who met in each step: the sum of (pair + 1) * (pair + 1), which tells two sets apart well enough, and how many. */
    uint64_t *met[ARM_METHODS];
    /* Of pairs whose oriented boxes meet, and whose hulls do not: how far apart these are. */
    double green_sum, green_most;
} arm;

/* Places the arm and the cubes as they are in a step. */
void arm_place(arm *a, int step);
/* Whether a pair of bodies is asked about: no two cubes, and no two links that a joint connects. */
bool arm_is_asked(uint32_t a, uint32_t b);

/* Larger arms, for a table of growth. */
enum { ARM_SIZES = 4 };
typedef struct arm_growth {
    double triangles[ARM_SIZES], us[ARM_PHASES][ARM_SIZES], exponent[ARM_PHASES];
} arm_growth;

/* Tables, sentences, plots and pictures; growth is NULL in a quick run. */
void arm_show(study *s, arm *a, const arm_growth *growth);
void arm_claims(study *s, const arm *a, const arm_growth *growth);

#endif
