/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Convex hulls by other libraries, one file each. Every function builds the hull of count points, whose coordinates
 * lie one after another; tells the seconds of building alone, without bringing the points into the form that the
 * library wants and without freeing; and returns the number of vertices of the hull, 0 when the library fails. */

#ifndef FARKAS_LAB_PEERS_HULLS_H
#define FARKAS_LAB_PEERS_HULLS_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

size_t hull_qhull(const double *xyz, size_t count, double *seconds);
size_t hull_bullet(const double *xyz, size_t count, double *seconds);
size_t hull_cgal(const double *xyz, size_t count, double *seconds);

#ifdef __cplusplus
}
#endif

#endif
