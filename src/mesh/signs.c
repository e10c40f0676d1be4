/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Exact signs of a few places: see signs.h. Each is asked of a filter in doubles, then of integers of fixed size, when
 * all coordinates fit into 60 bits of one grid, then of integers of any size.
 *
 * Derivation of the filter, for every rounding mode, with and without FTZ and DAZ. Let u = 2^-52. Each component of
 * e = b - a, f = c - a, g = d - a has a relative error of at most u, and with m = |e_y f_z| + |e_z f_y| the error of
 * n_x = e_y f_z - e_z f_y is at most (2u + u + u) m up to terms of u^2: that of the factors, of the products, of the
 * difference. Then n.g has an error of at most 4u sum(m_k |g_k|) from n, and u + u + 2u times sum(|n_k g_k|) from g, the
 * products and two sums: together 8u sum(m_k |g_k|). The bound takes 16u = 2^-48, which covers terms of u^2 and the
 * roundings of the bound itself. Numbers that are flushed or read as zero move a difference by at most 2^-1020 and a
 * product by 2^-1021; when no difference is above 2^200, that is less than 2^-600 in the end, which 2^-500 covers.
 * Differences above that, or that went beyond the range, are left to the integers: however it is rounded, an overflow
 * gives more than 2^200.
 *
 * Weak inputs: coordinates of very different sizes where the filter fails; integers of any size take microseconds. */

#include "mesh/mesh.h"

#include <math.h>

#include "base/vec3.h"
#include "exact/ball.h"
#include "exact/exact.h"
#include "exact/fixed.h"

#define ROUND 0x1p-48
#define TINY  0x1p-500
#define MOST  0x1p200

/* ---- Integers of any size ------------------------------------------------------------------------------ */

static fk_exact_vec3 exact_difference(fk_arena *arena, const fk_vec3 *from, const fk_vec3 *to)
{
    return fk_exact_vec3_sub(arena, fk_exact_vec3_from(arena, *to), fk_exact_vec3_from(arena, *from));
}

FK_OWN_FRAME static int exact_turn(const fk_vec3 *a, const fk_vec3 *b, const fk_vec3 *c, int axis)
{
    fk_arena arena;
    fk_arena_init(&arena);
    fk_exact_vec3 e = exact_difference(&arena, a, b), f = exact_difference(&arena, a, c);
    return fk_exact_vec3_get(fk_exact_vec3_cross(&arena, e, f), axis).sign;
}

FK_OWN_FRAME static int exact_side(const fk_vec3 *a, const fk_vec3 *b, const fk_vec3 *c, const fk_vec3 *d)
{
    fk_arena arena;
    fk_arena_init(&arena);
    fk_exact_vec3 e = exact_difference(&arena, a, b), f = exact_difference(&arena, a, c);
    fk_exact_vec3 g = exact_difference(&arena, a, d);
    return fk_exact_vec3_dot(&arena, fk_exact_vec3_cross(&arena, e, f), g).sign;
}

/* ---- Integers of fixed size ---------------------------------------------------------------------------- */

#if FK_HAS_FIXED

/* Places in units of the grid that gives the largest of them 60 bits. False when that is too coarse for some. */
static bool to_fixed(const fk_vec3 *const place[], int count, fk_fixed_vec3 out[])
{
    int top = -1023;
    for (int i = 0; i < count; i++) {
        int exponent = fk_vec3_exponent(*place[i]);
        top = exponent > top ? exponent : top;
    }
    bool fits = true;
    for (int i = 0; i < count; i++)
        out[i] = fk_fixed_vec3_from(*place[i], top - 59, &fits);
    return fits;
}

static int fixed_turn(const fk_vec3 *a, const fk_vec3 *b, const fk_vec3 *c, int axis)
{
    const fk_vec3 *const place[3] = {a, b, c};
    fk_fixed_vec3 p[3];
    if (!to_fixed(place, 3, p))
        return exact_turn(a, b, c, axis);
    fk_fixed_cross n = fk_fixed_vec3_cross(fk_fixed_vec3_sub(p[1], p[0]), fk_fixed_vec3_sub(p[2], p[0]));
    fk_int128 component = axis == 0 ? n.x : axis == 1 ? n.y : n.z;
    return (component > 0) - (component < 0);
}

static int fixed_side(const fk_vec3 *a, const fk_vec3 *b, const fk_vec3 *c, const fk_vec3 *d)
{
    const fk_vec3 *const place[4] = {a, b, c, d};
    fk_fixed_vec3 p[4];
    if (!to_fixed(place, 4, p))
        return exact_side(a, b, c, d);
    fk_fixed_cross n = fk_fixed_vec3_cross(fk_fixed_vec3_sub(p[1], p[0]), fk_fixed_vec3_sub(p[2], p[0]));
    return fk_fixed_sign(fk_fixed_dot(n, fk_fixed_vec3_sub(p[3], p[0])));
}

#else

static int fixed_turn(const fk_vec3 *a, const fk_vec3 *b, const fk_vec3 *c, int axis)
{
    return exact_turn(a, b, c, axis);
}

static int fixed_side(const fk_vec3 *a, const fk_vec3 *b, const fk_vec3 *c, const fk_vec3 *d)
{
    return exact_side(a, b, c, d);
}

#endif

/* ---- Filters ------------------------------------------------------------------------------------------- */

/* A component of a cross product, and the sum of the sizes of its two products. */
typedef struct part {
    double value, size;
} part;

static inline part part_make(double plus, double minus)
{
    part p = {plus - minus, fabs(plus) + fabs(minus)};
    return p;
}

static inline part cross_part(fk_vec3 e, fk_vec3 f, int axis)
{
    return axis == 0   ? part_make(e.y * f.z, e.z * f.y)
           : axis == 1 ? part_make(e.z * f.x, e.x * f.z)
                       : part_make(e.x * f.y, e.y * f.x);
}

static inline bool is_moderate(fk_vec3 e)
{
    return fk_vec3_largest(e) < MOST;
}

int fk_signs_turn(const fk_vec3 *a, const fk_vec3 *b, const fk_vec3 *c, int axis)
{
    fk_vec3 e = fk_vec3_sub(*b, *a), f = fk_vec3_sub(*c, *a);
    part n = cross_part(e, f, axis);
    if (is_moderate(e) && is_moderate(f) && fabs(n.value) > n.size * ROUND + TINY)
        return n.value > 0 ? 1 : -1;
    return fixed_turn(a, b, c, axis);
}

int fk_signs_side(const fk_vec3 *a, const fk_vec3 *b, const fk_vec3 *c, const fk_vec3 *d)
{
    fk_vec3 e = fk_vec3_sub(*b, *a), f = fk_vec3_sub(*c, *a), g = fk_vec3_sub(*d, *a);
    part x = cross_part(e, f, 0), y = cross_part(e, f, 1), z = cross_part(e, f, 2);
    double height = x.value * g.x + y.value * g.y + z.value * g.z;
    double size = x.size * fabs(g.x) + y.size * fabs(g.y) + z.size * fabs(g.z);
    if (is_moderate(e) && is_moderate(f) && is_moderate(g) && fabs(height) > size * ROUND + TINY)
        return height > 0 ? 1 : -1;
    return fixed_side(a, b, c, d);
}

bool fk_signs_on_line(const fk_vec3 *a, const fk_vec3 *b, const fk_vec3 *c)
{
    fk_vec3 e = fk_vec3_sub(*b, *a), f = fk_vec3_sub(*c, *a);
    if (is_moderate(e) && is_moderate(f))
        for (int axis = 0; axis < 3; axis++) {
            part n = cross_part(e, f, axis);
            if (fabs(n.value) > n.size * ROUND + TINY)
                return false;
        }
    return fixed_turn(a, b, c, 0) == 0 && fixed_turn(a, b, c, 1) == 0 && fixed_turn(a, b, c, 2) == 0;
}
