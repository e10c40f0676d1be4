/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Numbers, vectors and angles in addition to the public farkas/base.h; eigenvectors of a symmetric matrix. */

#ifndef FARKAS_BASE_VEC3_H
#define FARKAS_BASE_VEC3_H

#include "base/bits.h"
#include "farkas/base.h"

#include <math.h>

/* Ordinary comparisons; if one of the numbers is NaN, the result is y. */
static inline double fk_larger(double x, double y)
{
    return x > y ? x : y;
}

static inline double fk_smaller(double x, double y)
{
    return x < y ? x : y;
}

/* The largest absolute value of a component. */
static inline double fk_vec3_largest(fk_vec3 v)
{
    return fk_larger(fk_larger(fabs(v.x), fabs(v.y)), fabs(v.z));
}

/* The sum of the absolute values of the components. */
static inline double fk_vec3_norm1(fk_vec3 v)
{
    return fabs(v.x) + fabs(v.y) + fabs(v.z);
}

/* The number of nonzero components, by their bits: denormals count in every state of the processor. */
static inline int fk_vec3_nonzeros(fk_vec3 v)
{
    return (fk_sign_of(v.x) != 0) + (fk_sign_of(v.y) != 0) + (fk_sign_of(v.z) != 0);
}

static inline double fk_vec3_length(fk_vec3 v)
{
    return sqrt(fk_vec3_dot(v, v));
}

/* The largest binary exponent of a component; v is finite. */
static inline int fk_vec3_exponent(fk_vec3 v)
{
    int x = fk_exponent_of(v.x), y = fk_exponent_of(v.y), z = fk_exponent_of(v.z);
    return x > y ? (x > z ? x : z) : (y > z ? y : z);
}

/* The address of component 0, 1 or 2. */
static inline double *fk_vec3_at(fk_vec3 *v, int axis)
{
    return axis == 0 ? &v->x : axis == 1 ? &v->y : &v->z;
}

/* The lexicographic order of two points without NaN, by their bits: -1, 0 or 1. */
static inline int fk_vec3_order(const fk_vec3 *p, const fk_vec3 *q)
{
    int x = fk_double_order(p->x, q->x), y = fk_double_order(p->y, q->y);
    return x != 0 ? x : y != 0 ? y : fk_double_order(p->z, q->z);
}

/* The unit vector of a coordinate axis, times the sign 1 or -1. */
static inline fk_vec3 fk_vec3_axis(int axis, int sign)
{
    return fk_vec3_make(axis == 0 ? sign : 0, axis == 1 ? sign : 0, axis == 2 ? sign : 0);
}

/* Corner i of a box, 0 to 7: bit k chooses the end along axis k. */
static inline fk_vec3 fk_aabb_corner(const fk_aabb *box, uint32_t i)
{
    return fk_vec3_make(i & 1 ? box->max.x : box->min.x, i & 2 ? box->max.y : box->min.y,
                        i & 4 ? box->max.z : box->min.z);
}

/* fk_vec3_unit for vectors of any length. */
fk_vec3 fk_vec3_unit_any(fk_vec3 v);

/* v / |v|, of length 1 up to rounding; zero for zero and for what the processor treats as zero. */
static inline fk_vec3 fk_vec3_unit(fk_vec3 v)
{
    double square = fk_vec3_dot(v, v);
    if (!(square > 0x1p-700 && square < 0x1p700))
        return fk_vec3_unit_any(v);
    double length = sqrt(square);
    return fk_vec3_make(v.x / length, v.y / length, v.z / length);
}

/* Approximates the eigenvectors of a symmetric matrix, in no particular order; more sweeps are more accurate. The
 * matrix becomes nearly diagonal, with the eigenvalues in the same order. */
void fk_jacobi(double m[3][3], int sweeps, fk_vec3 axis[3]);

/* The angle from the x axis to (x, y), in [0, pi/2], for x, y >= 0 with the larger one between 2^-400 and 2^400. The
 * relative error is below FK_ATAN2_ERROR in every rounding mode; an angle below 2^-1000 may become 0. The same bits on
 * every machine that rounds to nearest. */
double fk_atan2_quadrant(double y, double x);
#define FK_ATAN2_ERROR 0x1p-49

#define FK_PI 3.14159265358979323846

/* Cosine and sine of i/n of a whole turn, for i < n. Exact at quarters, with all symmetries of the circle. */
typedef struct fk_cos_sin {
    double cosine, sine;
} fk_cos_sin;
fk_cos_sin fk_turn_fraction(uint32_t i, uint32_t n);

#endif
