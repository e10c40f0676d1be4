/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Main axes of symmetric matrices. */

#ifndef FARKAS_BASE_JACOBI_H
#define FARKAS_BASE_JACOBI_H

#include "farkas/base.h"

/* The eigenvectors of a symmetric matrix, in no order, the nearer the more sweeps there are. The matrix is left nearly diagonal, with
 * the eigenvalues in the same order. */
void fk_jacobi(double m[3][3], int sweeps, fk_vec3 axis[3]);

#endif
