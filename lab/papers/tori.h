/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Tori as trees of cells of two levels, as in section 6.1.2 of P. Baillehache's paper (2013): one box, and
 * below it tetrahedra that surround the torus. */

#ifndef FARKAS_LAB_PAPERS_TORI_H
#define FARKAS_LAB_PAPERS_TORI_H

#include "farkas/cells.h"

typedef struct torus {
    fk_pose pose;        /* of its middle; the axis is z */
    double major, minor; /* the radii: of the ring, and of the tube */
} torus;

/* A segment of the ring has so many tetrahedra; 10, 20 or 40 segments make the 200, 400 and 800 of the
 * paper. */
#define TORI_TETRAHEDRA 20

/* How many nodes a torus of so many segments has. */
uint32_t tori_node_count(uint32_t segments);

/* The nodes of a torus in the world, the box first. The number of segments is even, and at least 4.
 * Coordinates are multiples of 2^-40 and tetrahedra share their corners exactly, so that there is no gap
 * between them; numbers are to be below 1000, and radii above 0.001. Every point of the torus is in some
 * tetrahedron. */
void tori_nodes(const torus *t, uint32_t segments, fk_cell_input *out);

/* A random torus, its middle in a cube around the origin, with a ring of 0.5 to 1.5 in radius and a tube of a
 * quarter of it, turned in any way. */
torus tori_draw(fk_random *random, double half_cube);

#endif
