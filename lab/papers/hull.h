/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* What the files of `farkas papers hull` share, with `farkas papers thesis-prints`: random points, and three parts. */

#ifndef FARKAS_LAB_PAPERS_HULL_H
#define FARKAS_LAB_PAPERS_HULL_H

#include "papers/papers.h"
#include "printed/thesis_paper.h"

enum { HULL_ON_SPHERE = 0, HULL_IN_BALL = 1, HULL_IN_CUBE = 2, HULL_KINDS = 4 };

/* Random points. */
typedef struct hull_kind {
    const char *name;
    fk_vec3 (*draw)(fk_random *random);
    bool is_round; /* all points are vertices */
} hull_kind;

extern const hull_kind hull_kinds[HULL_KINDS];

/* The same on a grid, for algorithm 12. */
void hull_draw_points(const hull_kind *kind, fk_random *random, uint32_t count, thesis_point *out);

/* The second part: algorithm 12, as printed. */
void hull_report_printed(const papers_lab *lab);
/* The third part: one hull against convex pieces. */
void hull_report_split(const papers_lab *lab);

#endif
