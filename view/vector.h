/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Vectors for drawing: not exact, but safe for any length. */

#ifndef FARKAS_VIEW_VECTOR_H
#define FARKAS_VIEW_VECTOR_H

#include "farkas/base.h"

#include <math.h>

static inline double vector_length(fk_vec3 v)
{
    return hypot(hypot(v.x, v.y), v.z);
}

/* Returns a vector of length 1; `otherwise` for one without direction. */
static inline fk_vec3 vector_unit(fk_vec3 v, fk_vec3 otherwise)
{
    double length = vector_length(v);
    if (!(length > 0) || !isfinite(length))
        return otherwise;
    return fk_vec3_make(v.x / length, v.y / length, v.z / length);
}

/* Returns a direction of length 1 orthogonal to another one. */
static inline fk_vec3 vector_across(fk_vec3 v)
{
    double x = fabs(v.x), y = fabs(v.y), z = fabs(v.z);
    fk_vec3 least = x <= y && x <= z ? fk_vec3_make(1, 0, 0) : fk_vec3_make(0, y <= z, !(y <= z));
    return vector_unit(fk_vec3_cross(v, least), fk_vec3_make(1, 0, 0));
}

/* from + t (to - from) */
static inline fk_vec3 vector_between(fk_vec3 from, fk_vec3 to, double t)
{
    return fk_vec3_add(fk_vec3_scale(from, 1 - t), fk_vec3_scale(to, t));
}

/* from + t direction */
static inline fk_vec3 vector_along(fk_vec3 from, fk_vec3 direction, double t)
{
    return fk_vec3_add(from, fk_vec3_scale(direction, t));
}

#endif
