/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Probes made ready for a walk down the tree. Each sets its part of the walk, of which `mesh`, `probe` and
 * `is_placed` are set; false when the probe is nowhere near the mesh. */

#ifndef FARKAS_TREE_PROBE_READY_H
#define FARKAS_TREE_PROBE_READY_H

#include "tree/ray/probe.h"

/* Whether a pose changes nothing. */
bool fk_probe_is_at_rest(const fk_pose *pose);

bool fk_probe_ready_line(fk_probe_walk *walk);
bool fk_probe_ready_plane(fk_probe_walk *walk);
bool fk_probe_ready_box(fk_probe_walk *walk);

#endif
