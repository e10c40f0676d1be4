/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The volume of what two solids have in common: fk_placed_overlap_volume of tree.h.
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
 * error; places are scaled so that the solids are about 1 in size. The sum is kept in two
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
#include "tree/tree.h"

/* ---- One pair ------------------------------------------------------------------------------------------ */

/* The smaller of both shadows is cut, edge by edge, to what is in the other one and in the box (Sutherland,
 * Hodgman, "Reentrant polygon clipping", 1974). At the corners of the polygon that is left, both heights are
 * computed. The polygon is cut where they are equal; on each part, the lower one is integrated as a linear
 * function, above the floor of the box and without what is above its ceiling.
 *
 * Error, in every rounding mode; u = 2^-52. Let L be the largest coordinate of both shadows, as seen from a
 * corner of the smaller one, or as given, S the size of the smaller, Z that of the box along z. Whatever the
 * function is, it is between 0 and Z where the box is.
 * - Corners, seen from that place, are off by 2 u L, as they were rounded when they were given: the shadows
 *   lose or gain bands of that width along their edges, as far as these are in the smaller one: their length
 *   in it is at most 6 S, and twice that for both, in a norm that is at most twice the width: 48 u L S.
 * - Cutting: the computed h of a corner, over the length of the edge, is off by 16 u L. A point where an edge
 *   of the polygon is cut is where a linear function with such errors at its ends is 0. So the result differs
 *   from the right one only where |h| is below that: a strip of a length of at most 3 S. Seven cuts lose 7 x
 *   2 x 16 x 3 u L S = 672 u L S at most. A point so computed is off by 8 u S in its place, which moves the
 *   area by less than 13 corners x 8 u S x 3 S = 312 u S S. Together, and S <= 2 L: less than 2^11 u L S.
 * - Heights: z at a corner of the polygon is the mean of three z, whose weights are areas over that of the
 *   shadow; an area is off by 16 u L E, where E is the longest edge of the shadow, and as many more for the
 *   place. With A the area as computed, twice, the weights are off by 96 u L E / A together with their
 *   division, or the height, kept between those of the corners, by all of it: H. So a height is off by min(H,
 *   288 u L E H / A) + 8 u |z|, and the integral by that times the area.
 * - Integrals of linear functions over at most 12 triangles, of products and sums of numbers up to |z|: 64 u
 *   times the area times |z|. Where a polygon is cut, heights are interpolated; both functions are continuous
 *   there, so errors of the place are those of heights: 16 u |z|.
 * The factors below are twice as large, which covers terms of u^2 and the roundings of the bounds; and 2^-900
 * what is flushed. */

#define UNIT 0x1p-52
#define TINY 0x1p-900

/* A triangle of a solid, and its shadow along z. */
typedef struct volume_side {
    fk_vec3 corner[3];
    double min[3], max[3];
    int sign; /* of the normal along z; not 0 */
} volume_side;

/* A number that is within `error` of the truth. */
typedef struct volume_part {
    double value, error;
} volume_part;

/* Three corners, and one more for each cut: three edges, four sides of the box, equal heights, floor or
 * ceiling. */
#define CORNERS 13

typedef struct corner {
    double x, y, height[2];
    double h; /* the function that the polygon is cut by */
} corner;

typedef struct polygon {
    int count;
    corner at[CORNERS];
} polygon;

static corner between(const corner *p, const corner *q)
{
    double t = p->h / (p->h - q->h);
    corner c = {
        p->x + t * (q->x - p->x),
        p->y + t * (q->y - p->y),
        {p->height[0] + t * (q->height[0] - p->height[0]), p->height[1] + t * (q->height[1] - p->height[1])},
        0};
    return c;
}

/* The part where the function is not negative. */
static polygon cut(const polygon *p)
{
    polygon out;
    out.count = 0;
    for (int i = 0; i < p->count; i++) {
        const corner *a = &p->at[i], *b = &p->at[i + 1 < p->count ? i + 1 : 0];
        if (a->h >= 0 && out.count < CORNERS)
            out.at[out.count++] = *a;
        if (((a->h > 0 && b->h < 0) || (a->h < 0 && b->h > 0)) && out.count < CORNERS)
            out.at[out.count++] = between(a, b);
    }
    return out;
}

/* Keeps what is on the side of the edge from a to b to which the sign says. */
static void cut_by_edge(polygon *p, const corner *a, const corner *b, int sign)
{
    double x = b->x - a->x, y = b->y - a->y;
    for (int i = 0; i < p->count; i++)
        p->at[i].h = sign * (x * (p->at[i].y - a->y) - y * (p->at[i].x - a->x));
    *p = cut(p);
}

/* Keeps what is beyond a bound of x or y, in direction 1 or -1. */
static void cut_by_bound(polygon *p, bool is_y, double bound, int sign)
{
    for (int i = 0; i < p->count; i++)
        p->at[i].h = sign * ((is_y ? p->at[i].y : p->at[i].x) - bound);
    *p = cut(p);
}

static double area_of(const polygon *p)
{
    double area = 0;
    for (int i = 2; i < p->count; i++)
        area += (p->at[i - 1].x - p->at[0].x) * (p->at[i].y - p->at[0].y) -
                (p->at[i - 1].y - p->at[0].y) * (p->at[i].x - p->at[0].x);
    return 0.5 * fabs(area);
}

/* The integral of one of both heights, less a floor, over where it is above that. */
static double above(polygon *p, int which, double floor)
{
    double sum = 0;
    for (int i = 0; i < p->count; i++)
        p->at[i].h = p->at[i].height[which] - floor;
    polygon part = cut(p);
    for (int i = 2; i < part.count; i++) {
        const corner *a = &part.at[0], *b = &part.at[i - 1], *c = &part.at[i];
        double area = (b->x - a->x) * (c->y - a->y) - (b->y - a->y) * (c->x - a->x);
        sum += area * ((a->height[which] - floor) + (b->height[which] - floor) + (c->height[which] - floor));
    }
    return sum / 6;
}

/* That of the lower one over a triangle, less the floor, cut to what is below the ceiling; negative when it
 * turns the other way. */
static double lower_in_triangle(polygon *p, double floor, double ceiling)
{
    double sum = 0;
    for (int which = 0; which < 2; which++) {
        bool is_lower = which == 0; /* where both are equal, the first counts */
        for (int i = 0; i < p->count; i++) {
            p->at[i].h = p->at[i].height[1 - which] - p->at[i].height[which];
            is_lower |= p->at[i].h > 0;
        }
        if (!is_lower)
            continue;
        polygon part = cut(p);
        sum += above(&part, which, floor) - above(&part, which, ceiling);
    }
    return sum;
}

/* The same over a polygon. It is cut into triangles first: where both heights are equal but for rounding,
 * their difference may change its sign more than twice around a polygon, which has no right side then;
 * around a triangle it cannot. */
static double lower_between(const polygon *p, double floor, double ceiling)
{
    double sum = 0;
    for (int i = 2; i < p->count; i++) {
        polygon triangle = {.count = 3, .at = {p->at[0], p->at[i - 1], p->at[i]}};
        sum += lower_in_triangle(&triangle, floor, ceiling);
    }
    return fabs(sum);
}

/* A shadow as seen from a place. */
typedef struct shadow {
    corner at[3];
    double area,
        edge; /* twice its area, with its sign as computed; the longest edge, in the largest of x and y */
    double low, high; /* of the heights */
} shadow;

static shadow shadow_of(const volume_side *t, const fk_vec3 *origin)
{
    shadow s;
    for (int k = 0; k < 3; k++) {
        corner c = {t->corner[k].x - origin->x, t->corner[k].y - origin->y, {0, 0}, 0};
        s.at[k] = c;
    }
    const corner *a = &s.at[0], *b = &s.at[1], *c = &s.at[2];
    s.area = (b->x - a->x) * (c->y - a->y) - (b->y - a->y) * (c->x - a->x);
    s.edge = fk_larger(t->max[0] - t->min[0], t->max[1] - t->min[1]);
    s.low = t->min[2];
    s.high = t->max[2];
    return s;
}

/* The height at a place: the mean of those of the corners, kept between them. */
static double height_at(const shadow *s, const volume_side *t, double x, double y)
{
    double sum = 0;
    for (int k = 0; k < 3; k++) {
        const corner *b = &s->at[k == 2 ? 0 : k + 1], *c = &s->at[k == 0 ? 2 : k - 1];
        double part = (b->x - x) * (c->y - y) - (b->y - y) * (c->x - x);
        sum += part / s->area * (t->corner[k].z - s->low);
    }
    return fk_smaller(fk_larger(s->low + sum, s->low), s->high);
}

static double height_error(const shadow *s, double reach)
{
    double range = s->high - s->low, size = fabs(s->area);
    double error = 0x1p10 * UNIT * reach * s->edge * range;
    if (error < range * size)
        range = error / size;
    return range + 0x1p5 * UNIT * fk_larger(fabs(s->low), fabs(s->high));
}

static double reach_of(const shadow *s)
{
    double reach = 0;
    for (int k = 0; k < 3; k++)
        reach = fk_larger(reach, fk_larger(fabs(s->at[k].x), fabs(s->at[k].y)));
    return reach;
}

/* Whether an edge of a shadow has the other one beyond it, by more than corners and h are off. Not asked of
 * shadows so narrow that rounded corners might turn the other way. */
static bool edge_parts(const shadow *s, int sign, const shadow *other, double reach)
{
    if (!(sign * s->area > 0x1p8 * UNIT * reach * s->edge + TINY))
        return false;
    for (int k = 0; k < 3; k++) {
        const corner *a = &s->at[k], *b = &s->at[k == 2 ? 0 : k + 1];
        double x = b->x - a->x, y = b->y - a->y, most = -HUGE_VAL;
        for (int i = 0; i < 3; i++)
            most = fk_larger(most, sign * (x * (other->at[i].y - a->y) - y * (other->at[i].x - a->x)));
        if (most < -(0x1p7 * UNIT * reach * (fabs(x) + fabs(y)) + TINY))
            return true;
    }
    return false;
}

/* The same as seen from the corner of the box: corners are off by that much, times u, already. */
static double reach_in(const volume_side *t)
{
    return fk_larger(fk_larger(fabs(t->min[0]), fabs(t->max[0])),
                     fk_larger(fabs(t->min[1]), fabs(t->max[1])));
}

/* The integral of min(z_a, z_b) - low, cut to [0, high - low], over what both shadows and the box have in
 * common in x and y. All numbers are below 2 in size. */
static volume_part pair_volume(const volume_side *a, const volume_side *b, const fk_aabb *box)
{
    double size_a = fk_larger(a->max[0] - a->min[0], a->max[1] - a->min[1]);
    double size_b = fk_larger(b->max[0] - b->min[0], b->max[1] - b->min[1]);
    const volume_side *small = size_a < size_b ? a : b, *large = size_a < size_b ? b : a;
    const fk_vec3 origin = small->corner[0];
    shadow s = shadow_of(small, &origin), l = shadow_of(large, &origin);
    double reach = fk_larger(fk_larger(reach_of(&s), reach_of(&l)), fk_larger(reach_in(a), reach_in(b)));
    volume_part part = {0, 0};
    if (edge_parts(&s, small->sign, &l, reach) || edge_parts(&l, large->sign, &s, reach))
        return part;
    polygon p = {3, {s.at[0], s.at[1], s.at[2]}};
    for (int k = 0; k < 3; k++)
        cut_by_edge(&p, &l.at[k], &l.at[k == 2 ? 0 : k + 1], large->sign);
    for (int is_y = 0; is_y < 2; is_y++) {
        double from = fk_vec3_get(origin, is_y);
        cut_by_bound(&p, is_y, fk_vec3_get(box->min, is_y) - from, 1);
        cut_by_bound(&p, is_y, fk_vec3_get(box->max, is_y) - from, -1);
    }
    double range = box->max.z - box->min.z, area = area_of(&p);
    for (int i = 0; i < p.count; i++) {
        p.at[i].height[0] = height_at(&s, small, p.at[i].x, p.at[i].y);
        p.at[i].height[1] = height_at(&l, large, p.at[i].x, p.at[i].y);
    }
    double most = fk_larger(fk_larger(fabs(s.low), fabs(s.high)), fk_larger(fabs(l.low), fabs(l.high)));
    part.value = lower_between(&p, box->min.z, box->max.z);
    double error = height_error(&s, reach) + height_error(&l, reach) + 0x1p8 * UNIT * (most + range);
    part.error = 0x1p12 * UNIT * reach * s.edge * range + error * area + TINY;
    return part;
}

/* ---- The triangles of a solid -------------------------------------------------------------------------- */

typedef struct side_list {
    volume_side *side;
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
        fk_vec3 p[3];
        fk_placed_triangle(a, t, p);
        for (int k = 0; k < 3; k++)
            box = fk_aabb_include(box, p[k]);
    }
    return box;
}

static bool make_side(const volume *v, const fk_vec3 p[3], volume_side *out)
{
    out->sign = fk_signs_turn(&p[0], &p[1], &p[2], 2);
    for (int k = 0; k < 3; k++)
        out->corner[k] = seen_from(v, p[k]);
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
        fk_vec3 p[3];
        fk_placed_triangle(a, t, p);
        if (make_side(v, p, &list->side[list->count])) {
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

static void add_pair(volume *v, const volume_side *a, const volume_side *b)
{
    for (int i = 0; i < 2; i++)
        if (a->min[i] > b->max[i] || b->min[i] > a->max[i])
            return;
    volume_part part = pair_volume(a, b, &v->box);
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
        const volume_side *a = &first->side[(uint32_t)first->key[i]];
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
    fk_aabb common = fk_boxes_common(&box_a, &box_b);
    for (int i = 0; i < 3; i++)
        if (fk_double_order(fk_vec3_get(common.min, i), fk_vec3_get(common.max, i)) >= 0)
            return false;
    v->origin = common.min;
    /* Halved: else it may be beyond the range. */
    fk_vec3 size = fk_vec3_sub(fk_vec3_scale(all.max, 0.5), fk_vec3_scale(all.min, 0.5));
    v->is_too_large = !(fk_vec3_largest(size) < 0x1p1021);
    v->scale = fk_inverse_power(fk_exponent_of(fk_vec3_largest(size)));
    v->box.min = fk_vec3_make(0, 0, 0);
    v->box.max = fk_vec3_scale(seen_from(v, common.max), 1 + 0x1p-50);
    return true;
}

fk_status fk_placed_overlap_volume(fk_context *context, const fk_placed_mesh *a, const fk_placed_mesh *b,
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
