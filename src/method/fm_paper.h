/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Method `fm-paper` on prepared volumes, as the paper keeps them: with the inverse of their edges and their bounding area.
 * Timings that are compared with the paper's use these. */

#ifndef FARKAS_METHOD_FM_PAPER_H
#define FARKAS_METHOD_FM_PAPER_H

#include "farkas/pair.h"

typedef struct fk_paper_area {
    double min[3], max[3];
} fk_paper_area;

/* The structure Volume of section 5.1. */
typedef struct fk_paper_volume {
    bool tetra;
    bool has_inverse; /* false for a flat one, where the paper divides by zero */
    double a[3], edge[3][3], inverse[3][3];
    /* As printed: of the parallelepiped, for a tetrahedron too. */
    fk_paper_area area;
} fk_paper_volume;

/* Prepares a box or a tetrahedron: CalculateInverse, and the bounding area of section 2.1. */
void fk_paper_volume_make(const fk_piece *piece, fk_paper_volume *out);

/* How the print is read, as flags: fm_paper.c says what they are about. Method `fm-paper` is FK_PAPER_PRINTED. */
enum {
    FK_PAPER_PRINTED = 0,
    FK_PAPER_SHORT_LOOP = 1, /* TestTrivialCases reads a row up to NbParam - 1, not beyond its end */
    FK_PAPER_RIGHT_ROW = 2,  /* row (a) sums the components of each edge */
    FK_PAPER_NOT_NULL = 4    /* line 7 of TestTrivialCases to the letter */
};

/* TestCollisionBetween. *co becomes the box of the collision, when there is one. False for a flat P. */
bool fk_paper_test_collision(const fk_paper_volume *p, const fk_paper_volume *q, unsigned reading,
                             fk_paper_area *co);

#endif
