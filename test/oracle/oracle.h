/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* A slow, exact and independent answer to the question that the library answers: are two convex pieces apart,
 * touching or overlapping? It shares no code, header or type with the library. */

#ifndef ORACLE_H
#define ORACLE_H

#include <stddef.h>

/* The kinds, with their numbers in the order of the pair stream:
 *   point    x y z                              seg      two points
 *   tri      three points                       tetra    a corner and the three edges that leave it
 *   box      a corner and three edges           sphere   centre and radius
 *   capsule  two points and radius              half     normal n and offset c: the points with n.x <= c
 *   hull     any number of points, from 1 to ORACLE_HULL_POINTS */
enum oracle_kind {
    ORACLE_POINT = 1,
    ORACLE_SEG,
    ORACLE_TRI,
    ORACLE_TETRA,
    ORACLE_BOX,
    ORACLE_SPHERE,
    ORACLE_CAPSULE,
    ORACLE_HALF,
    ORACLE_HULL
};

/* The number of axes to test grows with the fourth power of a hull's points. */
#define ORACLE_HULL_POINTS 32

struct oracle_piece {
    enum oracle_kind kind;
    const double *number;
    size_t count; /* of numbers */
};

enum { ORACLE_INVALID = 0, ORACLE_APART = 1, ORACLE_TOUCHING = 2, ORACLE_OVERLAPPING = 3 };

/* The verdict; ORACLE_INVALID when a piece has an unknown kind, the wrong count of numbers, a number that is
 * not finite, a negative radius or a zero normal. Not for use by several threads at once. */
int oracle_verdict(const struct oracle_piece *a, const struct oracle_piece *b);

#endif
