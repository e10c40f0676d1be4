/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Proofs that two links of a robot never meet within the limits of its joints. */

#ifndef FARKAS_TOOLS_LINK_PROOF_H
#define FARKAS_TOOLS_LINK_PROOF_H

#include "farkas/scene.h"

typedef struct link_proof link_proof;

/* Prepares a robot; shape i is in collider[i]. NULL when there is no memory. */
link_proof *link_proof_create(const fk_robot *robot, fk_collider *const *collider);
void link_proof_free(link_proof *proof);

/* A ball around all shapes of a link, in its frame. */
fk_sphere link_proof_ball(const link_proof *proof, uint32_t link);

/* The range of a variable: its limits; a turn for a joint that turns without; unbounded for one that slides without. */
fk_interval link_proof_range(const fk_robot *robot, uint32_t variable);

/* Whether no joint moves two links against each other. */
bool link_proof_is_rigid(const link_proof *proof, uint32_t a, uint32_t b);

/* Whether two links surely never meet within the ranges. False if that is not proved with a budget of boxes. Several threads may
 * ask at once. */
bool link_proof_never_meet(const link_proof *proof, uint32_t a, uint32_t b);

#endif
