/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The times at which a moving point is in a target, in doubles with twice the precision: decides almost all rays and casts, and
 * rounds the times to the last bit.
 *
 * A fine number x is hi + lo with |x - hi - lo| <= rad and |lo| <= u |hi|, where u = 2^-52 covers every rounding mode. Sums and
 * products are those of exact/dd.h, so with |.| for the leading parts, and TINY for what is flushed to zero,
 *   sum       hi and lo are off by 6 u^2 (|a| + |b|): one u^2 from each fk_two_sum, the others from sums of low parts, which
 *             are at most u (|a| + |b|) each
 *   product   8 u^2 |a b| from sums of low parts, each at most u |a b|; u^2 |a b| from the product of low parts, which is left out; and 2^-101
 *             |a b| from fk_two_product
 *   dot       the sum of three of these: 32 u^2 (|a1 b1| + |a2 b2| + |a3 b3|)
 *   ratio     q is the rounded ratio of the leading parts, and the rest a - q b is computed with an error of 16 u^2 |a|: a.hi and q b.hi
 *             agree in all but the last bits, so their difference is exact. b is at least 3/4 of |b.hi| (fine_sign), so errors of
 *             a and b count at most 4/3 times, and the ratio is off by 22 u^2 |q|
 *   root      r is the rounded root of a.hi, and a - r^2 has an error of 16 u^2 |a|; it is divided by 2 r, and the square of
 *             that, which is left out, is at most 4 u^2 |a|. So the root is off by rad / r and by 11 u^2 r
 * FINE_ROUND is 128 u^2. Radii are computed with few roundings, for which FK_BALL_GUARD compensates (exact/ball.h).
 *
 * Range. The sizes of all inputs together are below 2^60, so that no product below, of degree 12 at most, comes near 2^1000; other inputs are
 * undecided here. What is flushed to zero is less than TINY = 2^-500, as divisors exceed 4 TINY.
 *
 * Balls. Doubles find the roots of |y(t)|^2 - R^2 = f(t), and one step of Newton's method corrects each: y(t) and f(t) are computed as above.
 * With the sizes m of the terms of y: y is off by 8 u^2 m, and f by less than 200 u^2 (sum of m^2 + R^2); the slope g = y.d, which is half of f', by
 * 8 u sum m |d|. If a |f| < g^2 / 2, then f has a root within |f| / |g| of t, on the falling side if g < 0, and the step
 * -f / (2 g) leads to it but for (the error of f + a (f / g)^2 + 2 |step| the error of g) / (2 |g|). In doubles, with sizes
 * instead of sums, b^2 - a c is off by less than 16 u (b^2 + a c), and b and c by 5 u and 9 u.
 *
 * A target that the point enters exactly at a double, or just touches, is undecided here. */

#include "pair/cast/cast.h"

#include <math.h>

#include "base/cpu.h"
#include "base/vec3.h"
#include "exact/ball.h"
#include "exact/dd.h"

#define FINE_ROUND  0x1p-97
#define FINE_GUARD  (1 + 0x1p-40)
#define FINE_LINES  6
#define LARGEST_SUM 0x1p60
#define FK_ANY_PART 3

typedef struct fk_fine {
    double hi, lo, rad;
} fk_fine;

/* With one radius for all components. */
typedef struct fk_fine_vec3 {
    double hi[3], lo[3], rad;
} fk_fine_vec3;

/* As exact_system (ray_exact.c). */
typedef struct fine_system {
    bool has_quadratic, is_cone, has_plane;
    int lines;
    fk_fine a, b, c, plane_rest, plane_rate;
    fk_fine rest[FINE_LINES], rate[FINE_LINES];
} fine_system;

/* The first and the last time; infinite if there is none. */
typedef struct fine_times {
    bool has[2];
    fk_fine end[2];
} fine_times;

/* |x| >= |y|. */
static inline fk_twofold fk_quick_sum(double x, double y)
{
    double s = x + y;
    return (fk_twofold){s, y - (s - x)};
}

/* 1 or -1 if the number surely has that sign and is not small compared with its radius. */
static inline int fine_sign(fk_fine x)
{
    return x.hi > 4 * x.rad ? 1 : x.hi < -4 * x.rad ? -1 : FK_UNSURE;
}

/* Keeps the later of two first times, or the earlier of two last ones. Which of them it is need not be sure: with the larger
 * radius either one contains the result. */
static inline void fine_keep(fine_times *t, fk_fine time, bool is_last)
{
    fk_fine *own = &t->end[is_last];
    double rad = t->has[is_last] && own->rad > time.rad ? own->rad : time.rad;
    bool is_less = time.hi < own->hi || (time.hi == own->hi && time.lo < own->lo);
    if (!t->has[is_last] || is_less == is_last)
        *own = time;
    own->rad = rad;
    t->has[is_last] = true;
}

/* Unites two intervals of times with finite ends. */
static inline void fine_unite_times(fine_times *t, const fine_times *other)
{
    for (int k = 0; k < 2; k++) {
        bool had = t->has[k];
        fk_fine own = t->end[k], time = other->end[k];
        bool is_less = time.hi < own.hi || (time.hi == own.hi && time.lo < own.lo);
        if (!had || is_less == (k == 0))
            t->end[k] = time;
        t->end[k].rad = had && own.rad > time.rad ? own.rad : time.rad;
        t->has[k] = true;
    }
}

/* A bound of the sizes of both ends. */
static inline double fine_reach(const fine_times *t)
{
    double first = fabs(t->end[0].hi) + t->end[0].rad, last = fabs(t->end[1].hi) + t->end[1].rad;
    return (first > last ? first : last) * FINE_GUARD;
}

/* ---- The faces of a box in doubles --------------------------------------------------------------------- */

/* Bit 2 k is the face through the origin of the box that edge k leaves, bit 2 k + 1 the opposite one. Among the chosen ones is
 * that through which the point enters (0) or leaves (1). */
typedef struct box_faces {
    unsigned chosen[2];
    bool starts_inside;
} box_faces;

static inline double sum_sizes(fk_vec3 v)
{
    return fabs(v.x) + fabs(v.y) + fabs(v.z);
}

static inline double smaller_double(double x, double y)
{
    return x < y ? x : y;
}

static inline double larger_double(double x, double y)
{
    return x > y ? x : y;
}

/* With sizes as sums of the sizes of components, and n = e x f in doubles: n is off by 3 u |e| |f|, w by u |w|, and n.w by 3 u |e| |f|
 * |w| from its own operations. So n.w is off by less than 2^-48 |e| |f| |w|, and likewise n.d and the volume. The distance of the
 * point from the first face is n.w, that from the opposite one the volume less that, and n.d the speed. The time t of a face
 * has an error of (that of the distance + |t| that of the speed) / (speed less its error), and 3 u |t| from the division. If
 * the speed is less than 8 times its error, the point stays on its side of both faces up to a time `reach`. */
static fk_cast_result choose_box_faces(const fk_target *target, const double d[3], bool from_zero,
                                       box_faces *out)
{
    const fk_vec3 *e[3] = {target->edge[0], target->edge[1], target->edge[2]};
    fk_vec3 w = fk_vec3_add(target->from[0], target->from[1]), way = {d[0], d[1], d[2]}, n[3];
    double size[3], w_size = sum_sizes(w), d_size = sum_sizes(way);
    for (int k = 0; k < 3; k++) {
        n[k] = fk_vec3_cross(*e[(k + 1) % 3], *e[(k + 2) % 3]);
        size[k] = sum_sizes(*e[k]);
    }
    double volume = fk_vec3_dot(n[0], *e[0]), sign = volume > 0 ? 1 : -1, room = fabs(volume);
    double volume_error = 0x1p-47 * size[0] * size[1] * size[2] + FK_BALL_TINY;
    if (!(room > 2 * volume_error))
        return FK_CAST_UNDECIDED;
    /* Bounds of the first time and of the last one, and of times up to which the point stays on its side of parallel faces. */
    double first_low = -INFINITY, first_high = -INFINITY, last_low = INFINITY, last_high = INFINITY;
    double reach = INFINITY, outside = 0, first[3], last[3], off[3];
    bool is_forth[3];
    for (int k = 0; k < 3; k++) {
        double area = size[(k + 1) % 3] * size[(k + 2) % 3];
        double height = sign * fk_vec3_dot(n[k], w), speed = sign * fk_vec3_dot(n[k], way);
        double height_error = 0x1p-47 * area * w_size + volume_error;
        double speed_error = 0x1p-47 * area * d_size + FK_BALL_TINY;
        off[k] = INFINITY;
        if (!(fabs(speed) > 8 * speed_error)) {
            double inside = smaller_double(height, room - height),
                   slow = (fabs(speed) + speed_error) * FINE_GUARD;
            double margin = (fabs(inside) - height_error) / slow * (1 - 0x1p-40);
            if (!(margin > 0))
                return FK_CAST_UNDECIDED;
            reach = inside > 0 ? smaller_double(reach, margin) : reach;
            outside = inside < 0 ? larger_double(outside, margin) : outside;
            continue;
        }
        double inverse = 1 / speed, near = -height * inverse, far = (room - height) * inverse;
        double most = larger_double(fabs(near), fabs(far));
        is_forth[k] = speed > 0;
        first[k] = is_forth[k] ? near : far;
        last[k] = is_forth[k] ? far : near;
        off[k] = (height_error + most * speed_error) * fabs(inverse) * 1.25 + 0x1p-49 * most;
        first_low = larger_double(first_low, first[k] - off[k]);
        first_high = larger_double(first_high, first[k] + off[k]);
        last_low = smaller_double(last_low, last[k] - off[k]);
        last_high = smaller_double(last_high, last[k] + off[k]);
    }
    if (first_low > last_high || (from_zero && last_high < 0))
        return FK_CAST_MISS;
    double most = larger_double(fabs(first_low), fabs(last_high));
    if (outside > 0)
        return most < outside ? FK_CAST_MISS : FK_CAST_UNDECIDED;
    if (!(most < reach) || !(first_high < last_low))
        return FK_CAST_UNDECIDED;
    out->starts_inside = from_zero && first_high < 0;
    out->chosen[0] = out->chosen[1] = 0;
    for (int k = 0; k < 3; k++) {
        if (off[k] == INFINITY)
            continue;
        if (first[k] + off[k] >= first_low)
            out->chosen[0] |= 1u << (2 * k + !is_forth[k]);
        if (last[k] - off[k] <= last_high)
            out->chosen[1] |= 1u << (2 * k + is_forth[k]);
    }
    return FK_CAST_HIT;
}

/* ---- Levels -------------------------------------------------------------------------------------------- */

#define FK_LEVEL_FILE "pair/cast/ray_filter.inc"
#include "base/cpu_plain.inc"
#define FK_LEVEL_FILE "pair/cast/ray_filter.inc"
#define FK_LEVEL_LONG
#define FK_LEVEL_LEAST 256
#define FK_LEVEL_MOST  256
#include "base/cpu_levels.inc"

typedef fk_cast_result fine_filter_function(const fk_target *target, fk_vec3 velocity, bool from_zero,
                                            fine_times *t);

/* ---- Rounding ------------------------------------------------------------------------------------------ */

/* The doubles around a number, the nearest ones; false if it may be a double itself. */
static bool round_fine(fk_fine x, fk_interval *out)
{
    int exponent = fk_exponent_of(x.hi);
    if (exponent < -400 || exponent > 900)
        return false;
    uint64_t bits = fk_bits_of(x.hi);
    bool outward = (x.lo > 0) == (x.hi > 0);
    double other = fk_from_bits(outward ? bits + 1 : bits - 1), low = fabs(x.lo);
    /* The gap is exact, and the error of the difference far below the radius. */
    if (!(low > 2 * x.rad) || !(fabs(other - x.hi) - low > 2 * x.rad))
        return false;
    *out = x.lo > 0 ? (fk_interval){x.hi, other} : (fk_interval){other, x.hi};
    return true;
}

static double sum_terms(const fk_vec3 *term, uint32_t count)
{
    double sum = 0;
    for (uint32_t i = 0; i < count; i++)
        sum += sum_sizes(term[i]);
    return sum;
}

/* Whether all numbers are finite and small enough. */
static inline bool is_in_range(const fk_target *target, fk_vec3 velocity)
{
    double sum = sum_terms(&velocity, 1) + sum_terms(target->from, target->from_count);
    for (int k = 0; k < target->edges; k++)
        sum += sum_terms(target->edge[k], target->edge_count[k]);
    return sum + target->radius[0] + target->radius[1] + fabs(target->offset) < LARGEST_SUM;
}

/* Rounds the times of a hit. */
static inline fk_cast_result round_times(fine_times *t, bool from_zero, fk_contact_times *out)
{
    if (from_zero && t->has[1] && t->end[1].hi < 0)
        return t->end[1].hi < -4 * t->end[1].rad ? FK_CAST_MISS : FK_CAST_UNDECIDED;
    out->is_exact = true;
    out->first = (fk_interval){-INFINITY, -INFINITY};
    out->last = (fk_interval){INFINITY, INFINITY};
    if (from_zero && (!t->has[0] || t->end[0].hi < -4 * t->end[0].rad)) {
        out->first = (fk_interval){0, 0};
        t->has[0] = false;
    }
    if ((t->has[0] && !round_fine(t->end[0], &out->first)) ||
        (t->has[1] && !round_fine(t->end[1], &out->last)))
        return FK_CAST_UNDECIDED;
    return out->result = FK_CAST_HIT;
}

fk_cast_result fk_target_filter(const fk_target *target, fk_vec3 velocity, bool from_zero,
                                fk_contact_times *out)
{
    static fine_filter_function *const filter[FK_CPU_COUNT] = FK_LEVELS_AVX2(fine_filter);
    fine_times t;
    if (!is_in_range(target, velocity))
        return FK_CAST_UNDECIDED;
    fk_cast_result result = filter[fk_cpu_level()](target, velocity, from_zero, &t);
    return result == FK_CAST_HIT ? round_times(&t, from_zero, out) : result;
}

typedef fk_cast_result fine_sphere_function(fk_vec3 origin, fk_vec3 direction, const fk_sphere *sphere,
                                            fine_times *t);

fk_cast_result fk_sphere_ray_filter(fk_vec3 origin, fk_vec3 direction, const fk_sphere *sphere,
                                    fk_contact_times *out)
{
    static fine_sphere_function *const filter[FK_CPU_COUNT] = FK_LEVELS_AVX2(fine_sphere);
    fine_times t;
    double sum = sum_sizes(origin) + sum_sizes(direction) + sum_sizes(sphere->center);
    if (!(sum + sphere->radius < LARGEST_SUM && sphere->radius >= 0))
        return FK_CAST_UNDECIDED;
    fk_cast_result result = filter[fk_cpu_level()](origin, direction, sphere, &t);
    return result == FK_CAST_HIT ? round_times(&t, true, out) : result;
}
