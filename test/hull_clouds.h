/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Clouds of points that hulls are tested with: general ones, and ones full of ties or of extreme numbers. */

#ifndef FARKAS_TEST_HULL_CLOUDS_H
#define FARKAS_TEST_HULL_CLOUDS_H

#include <math.h>

#include "farkas/shape.h"

enum {
    CLOUD_BALL,         /* inside a ball */
    CLOUD_SPHERE,       /* on a sphere, up to rounding */
    CLOUD_CUBE,         /* inside a cube */
    CLOUD_LATTICE,      /* few whole numbers: equal, collinear and coplanar points */
    CLOUD_LATTICE_BALL, /* whole numbers inside a ball */
    CLOUD_CUBE_SURFACE, /* exactly on the faces of a cube */
    CLOUD_TURNED_CUBE,  /* on the faces of a turned cube, up to rounding */
    CLOUD_CYLINDER,     /* on two circles */
    CLOUD_PLANE,        /* on a plane across an axis */
    CLOUD_TILTED_PLANE, /* whole numbers on a plane across no axis */
    CLOUD_TILTED_LARGE, /* as doubles of many bits, on such a plane */
    CLOUD_LINE,         /* on a line */
    CLOUD_LONG_LINE,    /* on a line, with differences that doubles do not hold */
    CLOUD_LONG_PLANE,   /* on a plane, likewise */
    CLOUD_CORNERS,      /* the corners of a box, many times each */
    CLOUD_LAST_BITS,    /* one and a few last bits more */
    CLOUD_RANGE,        /* every exponent that a double has */
    CLOUD_TINY,         /* denormal numbers */
    CLOUD_HUGE,         /* the largest numbers */
    CLOUD_TWO_SIZES,    /* a cloud, and another smaller by a factor that doubles hardly hold */
    CLOUD_MOMENT,       /* on the moment curve */
    CLOUD_KINDS
};

static inline double cloud_between(fk_random *random)
{
    return fk_random_between(random, -1, 1);
}

static inline double cloud_whole(fk_random *random)
{
    return (double)fk_random_below(random, 41) - 20;
}

/* Three numbers, drawn one after the other: the order of arguments is the compiler's choice. */
static inline fk_vec3 cloud_draw(double draw(fk_random *), fk_random *random)
{
    fk_vec3 p;
    p.x = draw(random);
    p.y = draw(random);
    p.z = draw(random);
    return p;
}

static inline fk_vec3 cloud_ball_point(fk_random *random)
{
    for (;;) {
        fk_vec3 p = cloud_draw(cloud_between, random);
        if (fk_vec3_dot(p, p) <= 1)
            return p;
    }
}

static inline fk_vec3 cloud_sphere_point(fk_random *random)
{
    for (;;) {
        fk_vec3 p = cloud_ball_point(random);
        double square = fk_vec3_dot(p, p);
        if (square > 0.01)
            return fk_vec3_scale(p, 1 / sqrt(square));
    }
}

static inline fk_vec3 cloud_cube_point(fk_random *random)
{
    fk_vec3 p = cloud_draw(cloud_between, random);
    uint64_t face = fk_random_below(random, 6);
    double *fixed = face % 3 == 0 ? &p.x : face % 3 == 1 ? &p.y : &p.z;
    *fixed = face < 3 ? 1 : -1;
    return p;
}

static inline fk_vec3 cloud_turn(fk_vec3 p)
{
    fk_pose pose = fk_pose_from_rpy(fk_vec3_make(0, 0, 0), fk_vec3_make(0.3, 0.7, 1.1));
    return fk_pose_apply(&pose, p);
}

static inline double cloud_range(fk_random *random)
{
    double sign = fk_random_below(random, 2) ? 1 : -1;
    double mantissa = 0.5 + fk_random_unit(random) / 2;
    return sign * ldexp(mantissa, (int)fk_random_below(random, 2098) - 1073);
}

static inline fk_vec3 cloud_point(int kind, fk_random *random, uint32_t index, uint32_t count)
{
    fk_vec3 p = cloud_ball_point(random);
    double x = cloud_whole(random), y = cloud_whole(random);
    int z;
    switch (kind) {
    case CLOUD_SPHERE:
        return cloud_sphere_point(random);
    case CLOUD_CUBE:
        return cloud_draw(cloud_between, random);
    case CLOUD_LATTICE:
        return fk_vec3_make(floor(x / 8), floor(y / 8), floor(p.x * 2));
    case CLOUD_LATTICE_BALL:
        return fk_vec3_make(floor(p.x * 10), floor(p.y * 10), floor(p.z * 10));
    case CLOUD_CUBE_SURFACE:
        return cloud_cube_point(random);
    case CLOUD_TURNED_CUBE:
        return cloud_turn(cloud_cube_point(random));
    case CLOUD_CYLINDER:
        p = cloud_sphere_point(random);
        y = sqrt(p.x * p.x + p.y * p.y);
        return fk_vec3_make(p.x / y, p.y / y, index % 2);
    case CLOUD_PLANE:
        return fk_vec3_make(p.x, 0.1, p.y);
    case CLOUD_TILTED_PLANE:
        return fk_vec3_make(x, y, 2 * x - 3 * y);
    case CLOUD_TILTED_LARGE:
        x = floor(p.x * 0x1p50);
        y = floor(p.y * 0x1p50);
        return fk_vec3_make(x, y, x - y);
    case CLOUD_LINE:
        return fk_vec3_make(x, -3 * x, 7 * x + 1);
    case CLOUD_LONG_LINE:
        x = ldexp(floor(p.x * 0x1p48), (int)fk_random_below(random, 30));
        return fk_vec3_make(x, 3 * x, -5 * x);
    case CLOUD_LONG_PLANE:
        z = (int)fk_random_below(random, 30);
        x = ldexp(floor(p.x * 0x1p50), z);
        y = ldexp(floor(p.y * 0x1p50), z);
        return fk_vec3_make(x, y, x - y);
    case CLOUD_CORNERS:
        return fk_vec3_make(0.1 * (x > 0), 0.3 * (y > 0), 0.7 * (p.x > 0));
    case CLOUD_LAST_BITS:
        return fk_vec3_make(1 + 0x1p-52 * floor(x / 8), 1 + 0x1p-52 * floor(y / 8), 1 + 0x1p-52 * (p.x > 0));
    case CLOUD_RANGE:
        return cloud_draw(cloud_range, random);
    case CLOUD_TINY:
        return fk_vec3_make(x * 5e-324, y * 5e-324, floor(p.x * 5) * 5e-324);
    case CLOUD_HUGE:
        return fk_vec3_scale(p, 0x1.fffffffffffffp1023);
    case CLOUD_TWO_SIZES:
        return index % 3 == 0 ? p : fk_vec3_make(1 + p.x * 0x1p-48, p.y * 0x1p-48, p.z * 0x1p-48);
    case CLOUD_MOMENT:
        x = (double)index / count;
        return fk_vec3_make(x, x * x, x * x * x);
    default:
        return p;
    }
}

static inline void cloud_fill(int kind, fk_random *random, fk_vec3 *point, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        point[i] = cloud_point(kind, random, i, count);
}

#endif
