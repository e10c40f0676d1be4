/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The volume of a k-DOP: a third of the sum over its faces of their areas times their heights above the middle. A face is a
 * large square on its plane, cut by all other planes. Doubles, nothing proved. All is scaled by a power of two
 * first, so that only the result can leave the range, and then is infinite or 0.
 *
 * Weak inputs: thin ones. Corners are off by some 1e-16 of the largest size, and so are the widths of narrow faces; the content of
 * a plate thinner than that comes out as a third of what it is. */

#include "shape/bound.h"

#define MOST_CORNERS 32 /* a square cut by 24 planes has no more than 28 */

typedef struct polygon {
    int count;
    fk_vec3 corner[MOST_CORNERS];
} polygon;

/* A square of half width `reach` at a height above the origin along a unit vector. */
static polygon square_at(fk_vec3 unit, double height, double reach)
{
    int axis = fabs(unit.x) <= fabs(unit.y) && fabs(unit.x) <= fabs(unit.z) ? 0
               : fabs(unit.y) <= fabs(unit.z)                               ? 1
                                                                            : 2;
    fk_vec3 v = fk_vec3_scale(fk_vec3_unit(fk_vec3_cross(unit, fk_vec3_axis(axis, 1))), reach);
    fk_vec3 w = fk_vec3_cross(unit, v), c = fk_vec3_scale(unit, height);
    polygon square = {4,
                      {fk_vec3_add(c, fk_vec3_add(v, w)), fk_vec3_add(c, fk_vec3_sub(w, v)),
                       fk_vec3_sub(c, fk_vec3_add(v, w)), fk_vec3_add(c, fk_vec3_sub(v, w))}};
    return square;
}

/* Cuts off what lies beyond direction.x = limit. */
static void cut(polygon *p, fk_vec3 direction, double limit)
{
    polygon kept = {0};
    for (int i = 0; i < p->count; i++) {
        fk_vec3 from = p->corner[i], to = p->corner[(i + 1) % p->count];
        double above = fk_vec3_dot(direction, from) - limit, next = fk_vec3_dot(direction, to) - limit;
        if (above <= 0.0 && kept.count < MOST_CORNERS)
            kept.corner[kept.count++] = from;
        if ((above < 0.0 && next > 0.0) || (above > 0.0 && next < 0.0)) {
            fk_vec3 step = fk_vec3_scale(fk_vec3_sub(to, from), above / (above - next));
            if (kept.count < MOST_CORNERS)
                kept.corner[kept.count++] = fk_vec3_add(from, step);
        }
    }
    *p = kept;
}

static double area_of(const polygon *p)
{
    fk_vec3 sum = {0, 0, 0};
    for (int i = 2; i < p->count; i++)
        sum = fk_vec3_add(sum, fk_vec3_cross(fk_vec3_sub(p->corner[i - 1], p->corner[0]),
                                             fk_vec3_sub(p->corner[i], p->corner[0])));
    return 0.5 * fk_vec3_length(sum);
}

/* The end of direction i on one side, as seen from the middle. */
static double end_of(const fk_kdop *dop, fk_vec3 middle, uint32_t i, int sign)
{
    double at = fk_vec3_dot(fk_kdop_direction(dop->k, i), middle);
    return sign > 0 ? dop->hi[i] - at : at - dop->lo[i];
}

static double cone_of_face(const fk_kdop *dop, fk_vec3 middle, double reach, uint32_t face, int sign)
{
    fk_vec3 d = fk_vec3_scale(fk_kdop_direction(dop->k, face), sign);
    double length = fk_vec3_length(d), height = end_of(dop, middle, face, sign) / length;
    polygon p = square_at(fk_vec3_scale(d, 1.0 / length), height, reach);
    for (uint32_t i = 0; i < dop->k / 2; i++) {
        if (i == face)
            continue;
        fk_vec3 other = fk_kdop_direction(dop->k, i);
        cut(&p, other, end_of(dop, middle, i, 1));
        cut(&p, fk_vec3_negate(other), end_of(dop, middle, i, -1));
    }
    return area_of(&p) * height / 3.0;
}

static double sum_of_cones(const fk_kdop *dop, fk_vec3 low, fk_vec3 high)
{
    fk_vec3 middle = fk_vec3_add(fk_vec3_scale(low, 0.5), fk_vec3_scale(high, 0.5));
    double sum = 0.0, reach = 4.0 * fk_vec3_largest(fk_vec3_sub(high, low));
    for (uint32_t i = 0; i < dop->k / 2; i++)
        sum += cone_of_face(dop, middle, reach, i, 1) + cone_of_face(dop, middle, reach, i, -1);
    return sum;
}

static bool is_bounded(const fk_kdop *dop)
{
    for (uint32_t i = 0; i < dop->k / 2; i++)
        if (!fk_is_finite(dop->lo[i]) || !fk_is_finite(dop->hi[i]) || !fk_is_finite(dop->hi[i] - dop->lo[i]))
            return false;
    return true;
}

double fk_kdop_volume(const fk_kdop *dop)
{
    fk_vec3 low = fk_vec3_make(dop->lo[0], dop->lo[1], dop->lo[2]);
    fk_vec3 high = fk_vec3_make(dop->hi[0], dop->hi[1], dop->hi[2]), size = fk_vec3_sub(high, low);
    if (!(size.x > 0.0 && size.y > 0.0 && size.z > 0.0))
        return 0.0;
    if (!is_bounded(dop))
        return INFINITY;
    int power = fk_outer_power(fk_vec3_largest(size));
    double scale = fk_inverse_power(power);
    fk_kdop scaled = {.k = dop->k};
    for (uint32_t i = 0; i < dop->k / 2; i++) {
        scaled.lo[i] = dop->lo[i] * scale;
        scaled.hi[i] = dop->hi[i] * scale;
    }
    return ldexp(sum_of_cones(&scaled, fk_vec3_scale(low, scale), fk_vec3_scale(high, scale)), 3 * power);
}
