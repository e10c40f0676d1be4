/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Numbers as the sum of two doubles, with about 105 bits: for searches that plain doubles are too coarse for.
 * Sources: Dekker (1971), Knuth (1969). Nothing here is proved (exact/twofold.h is for that); in rounding modes other than
 * to nearest a few bits are lost. Numbers are expected between 2^-400 and 2^400, or zero. */

#ifndef FARKAS_EXACT_DD_H
#define FARKAS_EXACT_DD_H

#include <math.h>

#include "farkas/base.h"

typedef struct fk_dd {
    double hi, lo;
} fk_dd;

typedef struct fk_dd_vec3 {
    fk_dd x, y, z;
} fk_dd_vec3;

static inline fk_dd fk_dd_from(double x)
{
    fk_dd r = {x, 0.0};
    return r;
}

/* hi + lo for |hi| >= |lo|. */
static inline fk_dd fk_dd_quick(double hi, double lo)
{
    fk_dd r;
    r.hi = hi + lo;
    r.lo = lo - (r.hi - hi);
    return r;
}

/* x + y with its rounding error. */
static inline fk_dd fk_dd_sum(double x, double y)
{
    fk_dd r;
    r.hi = x + y;
    double part = r.hi - x;
    r.lo = (x - (r.hi - part)) + (y - part);
    return r;
}

/* x * y with its rounding error; the halves of each have 26 bits. */
static inline fk_dd fk_dd_product(double x, double y)
{
    double big_x = 134217729.0 * x, big_y = 134217729.0 * y;
    double high_x = big_x - (big_x - x), high_y = big_y - (big_y - y);
    double low_x = x - high_x, low_y = y - high_y;
    fk_dd r;
    r.hi = x * y;
    r.lo = ((high_x * high_y - r.hi) + high_x * low_y + low_x * high_y) + low_x * low_y;
    return r;
}

static inline fk_dd fk_dd_add(fk_dd a, fk_dd b)
{
    fk_dd s = fk_dd_sum(a.hi, b.hi), t = fk_dd_sum(a.lo, b.lo);
    s = fk_dd_quick(s.hi, s.lo + t.hi);
    return fk_dd_quick(s.hi, s.lo + t.lo);
}

static inline fk_dd fk_dd_negate(fk_dd a)
{
    fk_dd r = {-a.hi, -a.lo};
    return r;
}

static inline fk_dd fk_dd_sub(fk_dd a, fk_dd b)
{
    return fk_dd_add(a, fk_dd_negate(b));
}

static inline fk_dd fk_dd_mul(fk_dd a, fk_dd b)
{
    fk_dd p = fk_dd_product(a.hi, b.hi);
    return fk_dd_quick(p.hi, p.lo + (a.hi * b.lo + a.lo * b.hi));
}

static inline fk_dd fk_dd_div(fk_dd a, fk_dd b)
{
    fk_dd q = fk_dd_from(a.hi / b.hi);
    for (int i = 0; i < 2; i++) {
        fk_dd rest = fk_dd_sub(a, fk_dd_mul(q, b));
        q = fk_dd_add(q, fk_dd_from(rest.hi / b.hi));
    }
    return q;
}

/* Zero for what is not positive. */
static inline fk_dd fk_dd_sqrt(fk_dd a)
{
    if (!(a.hi > 0.0))
        return fk_dd_from(0.0);
    fk_dd r = fk_dd_from(sqrt(a.hi));
    for (int i = 0; i < 2; i++) {
        fk_dd rest = fk_dd_sub(a, fk_dd_mul(r, r));
        r = fk_dd_add(r, fk_dd_from(rest.hi / (2.0 * r.hi)));
    }
    return r;
}

static inline bool fk_dd_less(fk_dd a, fk_dd b)
{
    return a.hi < b.hi || (a.hi == b.hi && a.lo < b.lo);
}

static inline fk_dd_vec3 fk_dd_vec3_from(fk_vec3 v)
{
    fk_dd_vec3 r = {fk_dd_from(v.x), fk_dd_from(v.y), fk_dd_from(v.z)};
    return r;
}

/* The leading doubles. */
static inline fk_vec3 fk_dd_vec3_round(fk_dd_vec3 v)
{
    return fk_vec3_make(v.x.hi, v.y.hi, v.z.hi);
}

static inline fk_dd_vec3 fk_dd_vec3_add(fk_dd_vec3 a, fk_dd_vec3 b)
{
    fk_dd_vec3 r = {fk_dd_add(a.x, b.x), fk_dd_add(a.y, b.y), fk_dd_add(a.z, b.z)};
    return r;
}

static inline fk_dd_vec3 fk_dd_vec3_negate(fk_dd_vec3 a)
{
    fk_dd_vec3 r = {fk_dd_negate(a.x), fk_dd_negate(a.y), fk_dd_negate(a.z)};
    return r;
}

static inline fk_dd_vec3 fk_dd_vec3_sub(fk_dd_vec3 a, fk_dd_vec3 b)
{
    return fk_dd_vec3_add(a, fk_dd_vec3_negate(b));
}

static inline fk_dd_vec3 fk_dd_vec3_scale(fk_dd_vec3 a, fk_dd s)
{
    fk_dd_vec3 r = {fk_dd_mul(a.x, s), fk_dd_mul(a.y, s), fk_dd_mul(a.z, s)};
    return r;
}

static inline fk_dd fk_dd_vec3_dot(fk_dd_vec3 a, fk_dd_vec3 b)
{
    return fk_dd_add(fk_dd_add(fk_dd_mul(a.x, b.x), fk_dd_mul(a.y, b.y)), fk_dd_mul(a.z, b.z));
}

static inline fk_dd_vec3 fk_dd_vec3_cross(fk_dd_vec3 a, fk_dd_vec3 b)
{
    fk_dd_vec3 r = {fk_dd_sub(fk_dd_mul(a.y, b.z), fk_dd_mul(a.z, b.y)),
                    fk_dd_sub(fk_dd_mul(a.z, b.x), fk_dd_mul(a.x, b.z)),
                    fk_dd_sub(fk_dd_mul(a.x, b.y), fk_dd_mul(a.y, b.x))};
    return r;
}

#endif
