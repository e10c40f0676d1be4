/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The volume of what two solids have in common: fk_placed_volume of tree.h.
 *
 * A point is below some triangles of a solid, seen along z. Its winding number is the sum of their signs: 1
 * for those whose normal points up, -1 for others, 0 for those that are upright, whose shadow has no area. So
 * the product of the winding numbers of both solids is a sum over pairs of triangles, one of each, that are
 * above the point; and its integral is the sum over all pairs of the product of their signs, times the
 * integral of how far both are above some floor, over what their shadows have in common. As the product is 0
 * outside of the box that both solids are in, the integral is taken over that box alone, and heights are cut
 * to it.
 *
 * Each of these is computed in doubles, from places seen from a corner of that box, with a bound for its
 * error (volume_pair.c); places are scaled so that the solids are about 1 in size. The sum is kept in two
 * doubles.
 *
 * Pairs whose shadows may meet: both lists are sorted by where triangles begin along x, and each triangle is
 * paired with those of the other list that begin between its own beginning and end.
 *
 * Weak inputs: many triangles with long shadows, of which all pairs are looked at; solids that are much
 * larger than what they have in common. */

#include <math.h>

#include "base/bits.h"
#include "base/lists.h"
#include "base/vec3.h"
#include "exact/dd.h"
#include "farkas/shape.h"
#include "mesh/mesh.h"
#include "tree/depth.h"
#include "tree/tree.h"

/* ---- The triangles of a solid -------------------------------------------------------------------------- */

typedef struct side_list {
    fk_volume_side *side;
    uint64_t *key; /* sorted: where a triangle begins along x, and which it is */
    size_t count;
    size_t room; /* for so many */
} side_list;

typedef struct volume {
    fk_context *context;
    fk_vec3 origin;
    double scale; /* a power of two */
    fk_aabb box;  /* that both are in, as seen from the origin, scaled */
    side_list list[2];
    bool is_too_large; /* for differences of places */
    fk_twofold sum;
    double error;
} volume;

static fk_vec3 seen_from(const volume *v, fk_vec3 p)
{
    return fk_vec3_scale(fk_vec3_sub(p, v->origin), v->scale);
}

static fk_aabb box_of(const fk_placed_mesh *a)
{
    fk_aabb box = fk_aabb_empty();
    for (uint32_t t = 0; t < a->mesh->triangle_count; t++) {
        fk_vec3 corner[3];
        fk_placed_triangle(a, t, corner);
        for (int k = 0; k < 3; k++)
            box = fk_aabb_include(box, corner[k]);
    }
    return box;
}

static bool make_side(const volume *v, const fk_vec3 corner[3], fk_volume_side *out)
{
    out->sign = fk_signs_turn(&corner[0], &corner[1], &corner[2], 2);
    for (int k = 0; k < 3; k++)
        out->corner[k] = seen_from(v, corner[k]);
    for (int i = 0; i < 3; i++) {
        double x = fk_vec3_get(out->corner[0], i), y = fk_vec3_get(out->corner[1], i),
               z = fk_vec3_get(out->corner[2], i);
        out->min[i] = fk_smaller(fk_smaller(x, y), z);
        out->max[i] = fk_larger(fk_larger(x, y), z);
        if (out->max[i] < 0 || (i < 2 && out->min[i] > fk_vec3_get(v->box.max, i)))
            return false;
    }
    return out->sign != 0;
}

/* Numbers that are ordered as doubles are, but for small differences. */
static uint32_t order_key(double x)
{
    uint64_t key = (uint64_t)fk_double_key(x) + ((uint64_t)1 << 63);
    return (uint32_t)(key >> 32);
}

static bool fill_list(volume *v, const fk_placed_mesh *a, side_list *list)
{
    list->room = (size_t)a->mesh->triangle_count + 1;
    list->side = fk_allocate(v->context, list->room * sizeof *list->side);
    list->key = fk_allocate(v->context, 2 * list->room * sizeof *list->key);
    if (list->side == NULL || list->key == NULL)
        return false;
    for (uint32_t t = 0; t < a->mesh->triangle_count; t++) {
        fk_vec3 corner[3];
        fk_placed_triangle(a, t, corner);
        if (make_side(v, corner, &list->side[list->count])) {
            list->key[list->count] = (uint64_t)order_key(list->side[list->count].min[0]) << 32 | list->count;
            list->count++;
        }
    }
    fk_sort_u64(list->key, list->key + list->room, list->count);
    return true;
}

static void end_list(const volume *v, side_list *list)
{
    fk_release(v->context, list->side, list->room * sizeof *list->side);
    fk_release(v->context, list->key, 2 * list->room * sizeof *list->key);
}

/* ---- All pairs ----------------------------------------------------------------------------------------- */

static void add_pair(volume *v, const fk_volume_side *a, const fk_volume_side *b)
{
    for (int i = 0; i < 2; i++)
        if (a->min[i] > b->max[i] || b->min[i] > a->max[i])
            return;
    fk_volume_part part = fk_volume_pair(a, b, &v->box);
    fk_twofold sum = fk_two_sum(v->sum.hi, a->sign * b->sign * part.value);
    v->sum.hi = sum.hi;
    v->sum.lo += sum.lo;
    v->error += part.error;
}

/* Pairs of which the second begins after the first, or, as the first list comes first, where it does. */
static void add_later(volume *v, int which)
{
    const side_list *first = &v->list[which], *other = &v->list[1 - which];
    size_t begin = 0;
    for (size_t i = 0; i < first->count; i++) {
        const fk_volume_side *a = &first->side[(uint32_t)first->key[i]];
        uint64_t from = first->key[i] >> 32, to = order_key(a->max[0]);
        while (begin < other->count && other->key[begin] >> 32 < from + (which == 1))
            begin++;
        for (size_t j = begin; j < other->count && other->key[j] >> 32 <= to; j++)
            add_pair(v, a, &other->side[(uint32_t)other->key[j]]);
    }
}

/* The sum in the unit of the world, rounded outward. */
static fk_interval interval_of(const volume *v)
{
    double size = fabs(v->sum.hi + v->sum.lo);
    double error = v->error * (1 + 0x1p-20) + size * 0x1p-48 + 0x1p-900;
    int exponent = -3 * fk_exponent_of(v->scale);
    fk_interval out = {ldexp(size - error, exponent), ldexp(size + error, exponent)};
    out.lo = size > error ? nextafter(out.lo, 0.0) : 0.0;
    out.hi = nextafter(out.hi, HUGE_VAL);
    if (v->is_too_large || !(out.lo <= out.hi)) { /* beyond the range of doubles */
        out.lo = 0;
        out.hi = HUGE_VAL;
    }
    return out;
}

/* Sets up the box; false when it has no volume. */
static bool begin(volume *v, const fk_placed_mesh *a, const fk_placed_mesh *b)
{
    fk_aabb box_a = box_of(a), box_b = box_of(b), all = fk_aabb_merge(&box_a, &box_b);
    fk_vec3 most;
    for (int i = 0; i < 3; i++) {
        double low = fk_double_greatest(fk_vec3_get(box_a.min, i), fk_vec3_get(box_b.min, i));
        double high = fk_double_least(fk_vec3_get(box_a.max, i), fk_vec3_get(box_b.max, i));
        if (fk_double_order(low, high) >= 0)
            return false;
        *fk_vec3_at(&v->origin, i) = low;
        *fk_vec3_at(&most, i) = high;
    }
    /* Halved: else it may be beyond the range. */
    fk_vec3 size = fk_vec3_sub(fk_vec3_scale(all.max, 0.5), fk_vec3_scale(all.min, 0.5));
    v->is_too_large = !(fk_vec3_largest(size) < 0x1p1021);
    v->scale = fk_inverse_power(fk_exponent_of(fk_vec3_largest(size)));
    v->box.min = fk_vec3_make(0, 0, 0);
    v->box.max = fk_vec3_scale(seen_from(v, most), 1 + 0x1p-50);
    return true;
}

fk_status fk_placed_volume(fk_context *context, const fk_placed_mesh *a, const fk_placed_mesh *b,
                           fk_interval *out)
{
    volume v = {.context = context};
    if (!begin(&v, a, b)) {
        out->lo = out->hi = 0;
        return FK_OK;
    }
    bool has_memory = fill_list(&v, a, &v.list[0]) && fill_list(&v, b, &v.list[1]);
    if (has_memory) {
        add_later(&v, 0);
        add_later(&v, 1);
        *out = interval_of(&v);
    }
    end_list(&v, &v.list[0]);
    end_list(&v, &v.list[1]);
    return has_memory ? FK_OK : FK_ERROR_MEMORY;
}
