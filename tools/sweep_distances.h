/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Distances over time, as CSV. */

#ifndef FARKAS_TOOLS_SWEEP_DISTANCES_H
#define FARKAS_TOOLS_SWEEP_DISTANCES_H

#include "subject.h"

/* Writes a line of names, then for each pair of a sweep a line for each of so many times, at least 2: t, names, bounds of the distance
 * then, and how close they come at least until the next of them: no sample, but proved. False after a message. */
bool sweep_distances_write(subject *about, uint32_t samples, const char *path);

#endif
