/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* What the parts of `farkas papers hierarchy` share: two knots in their places.
 *
 * Vertices are rounded to multiples of 2^-30, and the second knot is turned by exchanging its axes: so its
 * places are exact, and the one where both touch is one where they do. */

#ifndef FARKAS_LAB_PAPERS_HIERARCHY_H
#define FARKAS_LAB_PAPERS_HIERARCHY_H

#include "papers/papers.h"
#include "hierarchy/hierarchy.h"

enum { KNOT_APART, KNOT_NEAR, KNOT_TOUCHING, KNOT_DEEP, KNOT_PLACES };
extern const char *const knot_places[KNOT_PLACES];

typedef struct hierarchy_knots {
    fk_context *context;
    fk_model *model;
    fk_mesh mesh;       /* of rounded vertices */
    fk_hierarchy *tree; /* as COLLIDE wants it */
    double build_ms;
    fk_pose pose[KNOT_PLACES]; /* of the second */
} hierarchy_knots;

void hierarchy_knots_make(hierarchy_knots *k, uint32_t triangles);
void hierarchy_knots_end(hierarchy_knots *k);

/* The tree itself, and what other rules would make of it. */
void hierarchy_report_trees(const papers_lab *lab, const uint32_t *size, int count);
void hierarchy_report_rules(const papers_lab *lab);

/* COLLIDE as it is printed. False after a message. */
bool hierarchy_report_printed(const papers_lab *lab);

#endif
