/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The search for a proof in the rows of method `fm`. */

#ifndef FARKAS_METHOD_FM_SEARCH_H
#define FARKAS_METHOD_FM_SEARCH_H

#include "method/fm_system.h"

typedef struct fk_fm_finding {
    fk_vec3 direction; /* apart: from a to b, and proved to separate them */
    double y[3];       /* overlapping: values of the variables, proved to lie strictly inside all rows */
} fk_fm_finding;

/* Eliminates the variables of a system with rows: apart, overlapping or undecided. */
fk_verdict fk_fm_search(const fk_fm_system *system, fk_trace *trace, fk_fm_finding *out);

#endif
