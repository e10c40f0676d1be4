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
 * Roots. Doubles find the roots of f(t) = a t^2 + 2 b t + c, and one step of Newton's method corrects each. f(x) = c + x (2 b + a x) is computed as above:
 * with less than 60 u^2 (|c| + 2 (|b| + |a x|) |x|), and the radii of a, b and c. Its slope g = a x + b, which is half of f', is off by
 * 8 u (|b| + |a x|) and radii. If |a f| < g^2 / 2, then f has a root within |f| / |g| of x, the one where it falls if g < 0, and the
 * step -f / (2 g) leads to it but for (the error of f + |a| (f / g)^2 + 2 |step| the error of g) / (2 |g|); the code counts that
 * twice, and divides by a lower bound of |g|. In doubles, with sizes instead of sums, b^2 - a c is off by less than 16 u (b^2 + a c).
 * Where that does not suffice, roots are computed with twice the precision, by code that exists once.
 *
 * Capsules. Let S with an index be the sum of the sizes of a vector's coordinates, with enough added for what the leading parts leave out,
 * and F = S_w + R. In doubles, the products of two vectors are off by 5 u of the product of their sizes; so the coefficients a, b and c of the
 * infinite cylinder (ray_formulas.inc) by less than 32 u S_u^2 times S_d^2, S_d F and F^2, and b^2 - a c by less than 2^-43 (S_u^2 S_d F)^2. These
 * bounds choose the part of the capsule, and the times. With s near the place u.y / |u|^2 of the nearest point of the axis,
 * the distance from the axis is that from s u, as it is least there: |y - s u|^2 exceeds its square by (the error of s)^2 |u|^2,
 * less than 2^-92 M^2, where M = S_w + |x| S_d + s S_u. So one step of Newton's method corrects |w + x d - s u|^2 - R^2 as for a ball
 * around s u: the vector is off by 16 u^2 M and the radii of w and u, its square by 2^-91 (M^2 + R^2) and 4 M of these radii; and
 * half the slope by 2^-45 M S_d. |d|^2 is at least half of the second derivative.
 *
 * Faces of boxes. The step -n.y / n.d leads from x to the time of a face with normal n = e x f: n is off by 128 u^2 S_e S_f, y by 16 u^2
 * of the sizes Y of its terms (low parts of e and f are u of themselves, and their product is left out), so n.y by less than 2^-93 S_e S_f Y; n.d by 2^-47 S_e S_f S_d.
 *
 * A target that the point enters exactly at a double, or just touches, is undecided here. */

#include "pair/cast/cast.h"

#include <math.h>

#include "base/cpu.h"
#include "base/simd.h"
#include "base/vec3.h"
#include "exact/ball.h"
#include "exact/dd.h"

#define FINE_ROUND  0x1p-97
#define FINE_GUARD  (1 + 0x1p-40)
#define FINE_LINES  6
#define LARGEST_SUM 0x1p60
/* Times beyond these are not rounded here. */
#define SMALLEST_TIME 0x1p-399
#define LARGEST_TIME  0x1p899
#define FK_ANY_PART   3

typedef struct fk_fine {
    double hi, lo, rad;
} fk_fine;

/* With one radius for all components. */
typedef struct fk_fine_vec3 {
    double hi[3], lo[3], rad;
} fk_fine_vec3;

/* A point, its direction, the edges of a target, and its radius. */
typedef struct fine_place {
    fk_fine_vec3 w, d, edge[3];
    fk_fine radius;
} fine_place;

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

/* Bit k is the face through the origin of the box that edge k leaves, bit k + 4 the opposite one. Among the chosen ones is that
 * through which the point enters (0) or leaves (1). */
typedef struct box_faces {
    uint32_t chosen[2];
    double time[2][4]; /* in doubles, of the faces of each edge */
    bool starts_inside;
} box_faces;

/* With sizes as sums of the sizes of components, and n = e x f in doubles: n is off by 3 u |e| |f|, w by u |w|, and n.w by 3 u |e| |f|
 * |w| from its own operations. So n.w is off by less than 2^-48 |e| |f| |w|, and likewise n.d and the volume. The distance of the
 * point from the first face is n.w, that from the opposite one the volume less that, and n.d the speed. The time t of a face
 * has an error of (that of the distance + |t| that of the speed) / (speed less its error), and 3 u |t| from the division. If
 * the speed is less than 8 times its error, the point stays on its side of both faces up to a time `reach`. */
static fk_cast_result choose_box_faces(const fk_cell *cell, fk_vec3 origin, fk_vec3 way, bool from_zero,
                                       box_faces *out)
{
    const fk_vec3 *e = cell->edge;
    fk_vec3 w = fk_vec3_sub(origin, cell->origin), n[3];
    double size[3], w_size = fk_vec3_norm1(w), d_size = fk_vec3_norm1(way);
    for (int k = 0; k < 3; k++) {
        n[k] = fk_vec3_cross(e[(k + 1) % 3], e[(k + 2) % 3]);
        size[k] = fk_vec3_norm1(e[k]);
    }
    double volume = fk_vec3_dot(n[0], e[0]), sign = volume > 0 ? 1 : -1, room = fabs(volume);
    double volume_error = 0x1p-47 * size[0] * size[1] * size[2] + FK_BALL_TINY;
    if (!(room > 2 * volume_error))
        return FK_CAST_UNDECIDED;
    /* Bounds of the first time and of the last one, and of times up to which the point stays on its side of parallel faces. */
    double first_low = -INFINITY, first_high = -INFINITY, last_low = INFINITY, last_high = INFINITY;
    double reach = INFINITY, outside = 0, off[3], *first = out->time[0], *last = out->time[1];
    bool is_forth[3];
    for (int k = 0; k < 3; k++) {
        double area = size[(k + 1) % 3] * size[(k + 2) % 3];
        double height = sign * fk_vec3_dot(n[k], w), speed = sign * fk_vec3_dot(n[k], way);
        double height_error = 0x1p-47 * area * w_size + volume_error;
        double speed_error = 0x1p-47 * area * d_size + FK_BALL_TINY;
        off[k] = INFINITY;
        if (!(fabs(speed) > 8 * speed_error)) {
            double inside = fk_smaller(height, room - height),
                   slow = (fabs(speed) + speed_error) * FINE_GUARD;
            double margin = (fabs(inside) - height_error) / slow * (1 - 0x1p-40);
            if (!(margin > 0))
                return FK_CAST_UNDECIDED;
            reach = inside > 0 ? fk_smaller(reach, margin) : reach;
            outside = inside < 0 ? fk_larger(outside, margin) : outside;
            continue;
        }
        double inverse = 1 / speed, near = -height * inverse, far = (room - height) * inverse;
        double most = fk_larger(fabs(near), fabs(far));
        is_forth[k] = speed > 0;
        first[k] = is_forth[k] ? near : far;
        last[k] = is_forth[k] ? far : near;
        off[k] = (height_error + most * speed_error) * fabs(inverse) * 1.25 + 0x1p-49 * most;
        first_low = fk_larger(first_low, first[k] - off[k]);
        first_high = fk_larger(first_high, first[k] + off[k]);
        last_low = fk_smaller(last_low, last[k] - off[k]);
        last_high = fk_smaller(last_high, last[k] + off[k]);
    }
    if (first_low > last_high || (from_zero && last_high < 0))
        return FK_CAST_MISS;
    double most = fk_larger(fabs(first_low), fabs(last_high));
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
            out->chosen[0] |= 1u << (is_forth[k] ? k : k + 4);
        if (last[k] - off[k] <= last_high)
            out->chosen[1] |= 1u << (is_forth[k] ? k + 4 : k);
    }
    return FK_CAST_HIT;
}

/* ---- A capsule in doubles ------------------------------------------------------------------------------ */

/* The times at which the point enters and leaves, and where along the axis the nearest point is: from 0 to 1. */
typedef struct capsule_guess {
    double dd, time[2], along[2];
    bool starts_inside;
} capsule_guess;

/* The roots of a quadratic whose coefficients are off by a.rad, b.rad and c.rad, and b^2 - a c by error: both are off by *off. */
static inline fk_cast_result guess_roots(fk_ball a, fk_ball b, double inner, double error, double root[2],
                                         double *off)
{
    if (inner < -error)
        return FK_CAST_MISS;
    if (!(inner > 16 * error) || !(a.mid > 16 * a.rad))
        return FK_CAST_UNDECIDED;
    double half = sqrt(inner), inverse = 1 / a.mid;
    root[0] = (-b.mid - half) * inverse;
    root[1] = (half - b.mid) * inverse;
    double most = fk_larger(fabs(root[0]), fabs(root[1]));
    *off = 2 * (b.rad + error / half + 0x1p-49 * (fabs(b.mid) + half) + most * a.rad) * inverse;
    return FK_CAST_HIT;
}

/* The point w + t d and the capsule of radius R around the axis from 0 to u: see ray_filter.inc for the parts of it. Extra sizes are added to
 * those of w and u. */
static inline fk_cast_result guess_capsule(const double w[3], const double d[3], const double u[3],
                                           double w_more, double u_more, double radius, bool from_zero,
                                           capsule_guess *out)
{
    double dd = 0, dw = 0, ww = 0, ud = 0, uw = 0, uu = 0, w_size = w_more, u_size = u_more, d_size = 0;
    for (int i = 0; i < 3; i++) {
        dd += d[i] * d[i];
        dw += d[i] * w[i];
        ww += w[i] * w[i];
        ud += u[i] * d[i];
        uw += u[i] * w[i];
        uu += u[i] * u[i];
        w_size += fabs(w[i]);
        u_size += fabs(u[i]);
        d_size += fabs(d[i]);
    }
    double rr = radius * radius, far = w_size + radius, area = u_size * u_size;
    fk_ball a = {uu * dd - ud * ud, 0x1p-46 * area * d_size * d_size + FK_BALL_TINY};
    fk_ball b = {uu * dw - ud * uw, 0x1p-46 * area * d_size * far + FK_BALL_TINY};
    fk_ball c = {uu * (ww - rr) - uw * uw, 0x1p-46 * area * far * far + FK_BALL_TINY};
    double both = area * d_size * far, error = 0x1p-42 * both * both + FK_BALL_TINY, time[2], off;
    if (from_zero && c.mid > c.rad && b.mid > b.rad)
        return FK_CAST_MISS;
    fk_cast_result result = guess_roots(a, b, b.mid * b.mid - a.mid * c.mid, error, time, &off);
    out->dd = dd;
    out->starts_inside = from_zero && c.mid < -c.rad;
    for (int k = 0; result == FK_CAST_HIT && k < 2; k++) {
        double place = uw + time[k] * ud,
               slack = 0x1p-46 * u_size * (w_size + u_size + fabs(time[k]) * d_size);
        slack += 2 * fabs(ud) * off + FK_BALL_TINY;
        if (place > slack && place < uu - slack) {
            out->time[k] = time[k];
            out->along[k] = place / uu;
            continue;
        }
        bool is_end = place > uu + slack;
        if (!is_end && !(place < -slack))
            return FK_CAST_UNDECIDED;
        double size = far + u_size, ball_time[2] = {0, 0};
        double dv = is_end ? dw - ud : dw, rest = (is_end ? ww - 2 * uw + uu : ww) - rr;
        fk_ball speed = {dd, 0x1p-48 * d_size * d_size + FK_BALL_TINY};
        fk_ball rate = {dv, 0x1p-46 * d_size * size + FK_BALL_TINY};
        double span = d_size * size;
        result = guess_roots(speed, rate, dv * dv - dd * rest, 0x1p-42 * span * span + FK_BALL_TINY,
                             ball_time, &off);
        out->time[k] = ball_time[k];
        out->along[k] = is_end;
        if (k == 0)
            out->starts_inside = from_zero && rest < -(0x1p-46 * size * size + FK_BALL_TINY);
    }
    return result;
}

/* ---- Rounding ------------------------------------------------------------------------------------------ */

/* The doubles around a number, the nearest ones; false if it may be a double itself. */
static bool round_fine(fk_fine x, fk_interval *out)
{
    if (!(fabs(x.hi) > SMALLEST_TIME && fabs(x.hi) < LARGEST_TIME))
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

/* The same for times that are rounded; is_inside: the point is in the target at time 0, and only times from then on count. */
static inline fk_cast_result finish_times(const fk_interval time[2], bool is_inside, bool from_zero,
                                          fk_contact_times *out)
{
    if (from_zero && time[1].hi <= 0)
        return FK_CAST_MISS;
    out->is_exact = true;
    out->first = is_inside || (from_zero && time[0].hi <= 0) ? (fk_interval){0, 0} : time[0];
    out->last = time[1];
    return out->result = FK_CAST_HIT;
}

/* ---- Levels -------------------------------------------------------------------------------------------- */

#define FK_LEVEL_FILE "pair/cast/ray_filter.inc"
#include "base/cpu_plain.inc"
#define FK_LEVEL_FILE "pair/cast/ray_filter.inc"
#define FK_LEVEL_LONG
#define FK_LEVEL_MOST 256
#include "base/cpu_levels.inc"

typedef fk_cast_result fine_filter_function(const fk_target *target, fk_vec3 velocity, bool from_zero,
                                            fine_times *t);

/* ---- Filters --------------------------------------------------------------------------------------- */

static double sum_fine_terms(const fk_vec3 *term, uint32_t count)
{
    double sum = 0;
    for (uint32_t i = 0; i < count; i++)
        sum += fk_vec3_norm1(term[i]);
    return sum;
}

/* Whether all numbers are finite and small enough. */
static inline bool is_in_range(const fk_target *target, fk_vec3 velocity)
{
    double sum = sum_fine_terms(&velocity, 1) + sum_fine_terms(target->from, target->from_count);
    for (int k = 0; k < target->edges; k++)
        sum += sum_fine_terms(target->edge[k], target->edge_count[k]);
    return sum + target->radius[0] + target->radius[1] + fabs(target->offset) < LARGEST_SUM;
}

fk_cast_result fk_target_filter(const fk_target *target, fk_vec3 velocity, bool from_zero,
                                fk_contact_times *out)
{
    static fine_filter_function *const filter[FK_CPU_COUNT] = FK_LEVELS_AVX2(fine_filter);
    fine_times t;
    if (target->kind == FK_TARGET_BOX) {
        fk_cell cell = {fk_vec3_negate(target->from[1]),
                        {target->edge[0][0], target->edge[1][0], target->edge[2][0]}};
        return fk_box_ray_filter(target->from[0], velocity, &cell, from_zero, out);
    }
    if (!is_in_range(target, velocity))
        return FK_CAST_UNDECIDED;
    fk_cast_result result = filter[fk_cpu_level()](target, velocity, from_zero, &t);
    return result == FK_CAST_HIT ? round_times(&t, from_zero, out) : result;
}

typedef fk_cast_result fine_sphere_function(fk_vec3 origin, fk_vec3 direction, const fk_sphere *sphere,
                                            fk_contact_times *out);

fk_cast_result fk_sphere_ray_filter(fk_vec3 origin, fk_vec3 direction, const fk_sphere *sphere,
                                    fk_contact_times *out)
{
    static fine_sphere_function *const filter[FK_CPU_COUNT] = FK_LEVELS_AVX2(fine_sphere);
    double sum = fk_vec3_norm1(origin) + fk_vec3_norm1(direction) + fk_vec3_norm1(sphere->center);
    if (!(sum + sphere->radius < LARGEST_SUM && sphere->radius >= 0))
        return FK_CAST_UNDECIDED;
    return filter[fk_cpu_level()](origin, direction, sphere, out);
}

typedef fk_cast_result fine_box_function(fk_vec3 origin, fk_vec3 direction, const fk_cell *cell,
                                         bool from_zero, fk_contact_times *out);

fk_cast_result fk_box_ray_filter(fk_vec3 origin, fk_vec3 direction, const fk_cell *cell, bool from_zero,
                                 fk_contact_times *out)
{
    static fine_box_function *const filter[FK_CPU_COUNT] = FK_LEVELS_AVX2(fine_box);
    double sum = fk_vec3_norm1(origin) + fk_vec3_norm1(direction) + fk_vec3_norm1(cell->origin);
    if (!(sum + sum_fine_terms(cell->edge, 3) < LARGEST_SUM))
        return FK_CAST_UNDECIDED;
    return filter[fk_cpu_level()](origin, direction, cell, from_zero, out);
}

typedef fk_cast_result fine_planes_function(const fk_vec3 corner[2][3], fk_vec3 origin, fk_vec3 velocity,
                                            bool is_inside, fk_contact_times *out);

fk_cast_result fk_planes_ray_filter(const fk_vec3 corner[2][3], fk_vec3 origin, fk_vec3 direction,
                                    bool is_inside, fk_contact_times *out)
{
    static fine_planes_function *const filter[FK_CPU_COUNT] = FK_LEVELS_AVX2(fine_planes);
    double sum = sum_fine_terms(corner[0], 3) + sum_fine_terms(corner[1], 3);
    if (!(sum + fk_vec3_norm1(origin) + fk_vec3_norm1(direction) < LARGEST_SUM))
        return FK_CAST_UNDECIDED;
    return filter[fk_cpu_level()](corner, origin, direction, is_inside, out);
}
