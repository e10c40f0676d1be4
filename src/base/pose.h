/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Poses: rigidity, quaternions, and inline versions of fk_pose_rotate, fk_pose_apply and fk_pose_multiply for inner
 * loops, where a call would take most of the time. They do the same operations in the same order. */

#ifndef FARKAS_BASE_POSE_H
#define FARKAS_BASE_POSE_H

#include "farkas/base.h"

/* How far the rotation R of a pose is from a rotation: the largest sum of absolute values in a row of R^T R - 1, up
 * to rounding. NaN if an entry is not finite. */
double fk_pose_rotation_error(const fk_pose *pose);

/* The exponent of the leading bit of a finite double, by its bits; FK_EXPONENT_OF_ZERO, below all others, for zero. */
int fk_leading_exponent(double x);
#define FK_EXPONENT_OF_ZERO (-1075)

/* x * 2^-exponent, for an exponent at least that of x: exact, except that results below 2^-500 become zero, so that
 * no product of two results is denormal. Beside a number of size one they have no influence. */
double fk_scale_down(double x, int exponent);

static inline fk_vec3 fk_pose_rotate_inline(const fk_pose *pose, fk_vec3 v)
{
    const double(*r)[3] = pose->rotation;
    return fk_vec3_make((r[0][0] * v.x + r[0][1] * v.y) + r[0][2] * v.z,
                        (r[1][0] * v.x + r[1][1] * v.y) + r[1][2] * v.z,
                        (r[2][0] * v.x + r[2][1] * v.y) + r[2][2] * v.z);
}

static inline fk_vec3 fk_pose_apply_inline(const fk_pose *pose, fk_vec3 point)
{
    return fk_vec3_add(fk_pose_rotate_inline(pose, point), pose->translation);
}

static inline fk_pose fk_pose_multiply_inline(const fk_pose *a, const fk_pose *b)
{
    fk_pose product;
    for (int row = 0; row < 3; row++) {
        const double *r = a->rotation[row];
        for (int column = 0; column < 3; column++) {
            product.rotation[row][column] = (r[0] * b->rotation[0][column] + r[1] * b->rotation[1][column]) +
                                            r[2] * b->rotation[2][column];
        }
    }
    product.translation = fk_pose_apply_inline(a, b->translation);
    return product;
}

/* A quaternion of the rotation, of any length: the unit quaternion times twice one of its components. The largest
 * component is at least 1/2, so that nothing vanishes (Shepperd 1978). Exact for quarter turns. */
static inline void fk_pose_quat_xyzw(const fk_pose *pose, double quat_xyzw[4])
{
    const double(*m)[3] = pose->rotation;
    double trace = m[0][0] + m[1][1] + m[2][2];
    int k = 0;
    for (int i = 1; i < 3; i++)
        k = m[i][i] > m[k][k] ? i : k;
    int i = (k + 1) % 3, j = (k + 2) % 3;
    if (trace >= m[k][k]) {
        for (int n = 0; n < 3; n++)
            quat_xyzw[n] = m[(n + 2) % 3][(n + 1) % 3] - m[(n + 1) % 3][(n + 2) % 3];
        quat_xyzw[3] = 1 + trace;
        return;
    }
    quat_xyzw[k] = 1 + m[k][k] - m[i][i] - m[j][j];
    quat_xyzw[i] = m[k][i] + m[i][k];
    quat_xyzw[j] = m[k][j] + m[j][k];
    quat_xyzw[3] = m[j][i] - m[i][j];
}

/* The transposed rotation times v. */
static inline fk_vec3 fk_pose_rotate_back(const fk_pose *pose, fk_vec3 v)
{
    const double(*r)[3] = pose->rotation;
    return fk_vec3_make(r[0][0] * v.x + r[1][0] * v.y + r[2][0] * v.z,
                        r[0][1] * v.x + r[1][1] * v.y + r[2][1] * v.z,
                        r[0][2] * v.x + r[1][2] * v.y + r[2][2] * v.z);
}

#endif
