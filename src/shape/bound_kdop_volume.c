/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The volume of a k-DOP: a third of the sum over its faces of their areas times their heights above the middle. A face is a
 * large square on its plane, cut by all other planes. Doubles, nothing proved. All is stretched along each axis by a power
 * of two first, so that the box around it has sides from 1 to 2: thin ones lose nothing, and only the result can leave the
 * range, and then is infinite or 0. */

#include "shape/bound.h"

#define MOST_CORNERS 32 /* a square cut by 24 planes has no more than 28 */

/* More than the distance of any point of the stretched k-DOP from its middle. */
#define REACH 4.0

/* All x with direction.x <= limit. */
typedef struct plane {
    fk_vec3 direction;
    double limit;
} plane;

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

/* Whether another plane stands for this one: stretched directions may be parallel up to rounding, and a face must not count
 * twice. Of those the one with the least limit stays, and of equal ones the first. */
static bool is_double(const plane *all, uint32_t count, uint32_t face)
{
    const plane *f = &all[face];
    for (uint32_t i = 0; i < count; i++) {
        fk_vec3 apart = fk_vec3_sub(all[i].direction, f->direction);
        bool is_first = all[i].limit < f->limit || (all[i].limit == f->limit && i < face);
        if (i != face && is_first && fk_vec3_dot(apart, apart) < 0x1p-90)
            return true;
    }
    return false;
}

static double cone_of_face(const plane *all, uint32_t count, uint32_t face)
{
    double length = fk_vec3_length(all[face].direction), height = all[face].limit / length;
    if (!(height < REACH) || is_double(all, count, face))
        return 0.0;
    polygon p = square_at(fk_vec3_scale(all[face].direction, 1.0 / length), height, REACH);
    for (uint32_t i = 0; i < count; i++)
        if (i != face)
            cut(&p, all[i].direction, all[i].limit);
    return area_of(&p) * height / 3.0;
}

/* The plane at one end of direction i, as seen from the middle and stretched by 2^-power. */
static plane plane_of(const fk_kdop *dop, fk_vec3 middle, const int *power, uint32_t i, int sign)
{
    fk_vec3 d = fk_kdop_direction(dop->k, i);
    double at = fk_vec3_dot(d, middle), limit = sign > 0 ? dop->hi[i] - at : at - dop->lo[i];
    int most = -2000;
    for (int k = 0; k < 3; k++)
        if (fk_vec3_get(d, k) != 0.0 && power[k] > most)
            most = power[k];
    plane out = {{0, 0, 0}, ldexp(limit, -most)};
    for (int k = 0; k < 3; k++)
        if (fk_vec3_get(d, k) != 0.0)
            *fk_vec3_at(&out.direction, k) = ldexp(sign * fk_vec3_get(d, k), power[k] - most);
    return out;
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
    fk_vec3 middle = fk_vec3_add(fk_vec3_scale(low, 0.5), fk_vec3_scale(high, 0.5));
    if (!(size.x > 0.0 && size.y > 0.0 && size.z > 0.0))
        return 0.0;
    if (!is_bounded(dop))
        return INFINITY;
    int power[3] = {fk_exponent_of(size.x), fk_exponent_of(size.y), fk_exponent_of(size.z)};
    plane all[26];
    for (uint32_t i = 0; i < dop->k / 2; i++) {
        all[2 * i] = plane_of(dop, middle, power, i, 1);
        all[2 * i + 1] = plane_of(dop, middle, power, i, -1);
    }
    double sum = 0.0;
    for (uint32_t i = 0; i < dop->k; i++)
        sum += cone_of_face(all, dop->k, i);
    return ldexp(sum, power[0] + power[1] + power[2]);
}
