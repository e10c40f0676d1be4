/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Jacobi's method for the eigenvectors of a symmetric matrix ("Ueber ein leichtes Verfahren", 1846): plane rotations, each of
 * which makes one entry zero. For guesses only: nothing that is claimed rests on it. */

#include "base/vec3.h"

#include <math.h>

/* Turns the matrix so that m[p][q] vanishes, and the axes with it. */
static void turn(double m[3][3], fk_vec3 axis[3], int p, int q)
{
    if (m[p][q] == 0)
        return;
    double ratio = (m[q][q] - m[p][p]) / (2 * m[p][q]);
    double tangent = (ratio < 0 ? -1 : 1) / (fabs(ratio) + sqrt(ratio * ratio + 1));
    double cosine = 1 / sqrt(tangent * tangent + 1), sine = tangent * cosine;
    for (int k = 0; k < 3; k++) {
        double kp = m[k][p], kq = m[k][q];
        m[k][p] = cosine * kp - sine * kq;
        m[k][q] = sine * kp + cosine * kq;
    }
    for (int k = 0; k < 3; k++) {
        double pk = m[p][k], qk = m[q][k];
        m[p][k] = cosine * pk - sine * qk;
        m[q][k] = sine * pk + cosine * qk;
    }
    fk_vec3 ap = axis[p], aq = axis[q];
    axis[p] = fk_vec3_sub(fk_vec3_scale(ap, cosine), fk_vec3_scale(aq, sine));
    axis[q] = fk_vec3_add(fk_vec3_scale(ap, sine), fk_vec3_scale(aq, cosine));
}

void fk_jacobi(double m[3][3], int sweeps, fk_vec3 axis[3])
{
    for (int k = 0; k < 3; k++)
        axis[k] = fk_vec3_make(k == 0, k == 1, k == 2);
    for (int sweep = 0; sweep < sweeps; sweep++) {
        turn(m, axis, 0, 1);
        turn(m, axis, 0, 2);
        turn(m, axis, 1, 2);
    }
}
