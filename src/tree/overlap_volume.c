/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The volume of the intersection of two solids: fk_placed_overlap_volume of tree.h.
 *
 * The winding number of a point is the sum of the signs of the triangles above it along z: 1 if the normal
 * points up, -1 if it points down, 0 for vertical triangles, whose projection has no area. So the product of
 * the winding numbers of both solids is a sum over pairs of triangles, one of each solid, that are above the
 * point. Its integral is the sum over all pairs of the product of their signs times the integral of the
 * height of the lower one above some floor, over the intersection of their projections. The product is 0
 * outside of the common bounding box, so the integral is taken over that box, and heights are clipped to it.
 *
 * Each integral is computed in doubles, relative to a corner of that box, with an error bound; coordinates
 * are scaled so that the solids have a size of about 1. The sum is kept in two doubles.
 *
 * Candidate pairs: both lists are sorted by the minimum x of the triangles. Each triangle is paired with
 * those of the other list that begin between its own minimum and maximum.
 *
 * Weak inputs: many triangles with long projections, since all their pairs are tested; solids that are much
 * larger than their intersection. */

#include <math.h>

#include "base/bits.h"
#include "base/context.h"
#include "base/lists.h"
#include "base/vec3.h"
#include "exact/dd.h"
#include "farkas/shape.h"
#include "mesh/mesh.h"
#include "tree/tree.h"

/* ---- One pair ------------------------------------------------------------------------------------------ */

/* The smaller projection is clipped, edge by edge, to the other one and to the box (Sutherland, Hodgman,
 * "Reentrant polygon clipping", 1974). Both heights are computed at the corners of the resulting polygon. The
 * polygon is split where they are equal; on each side the lower height is integrated as a linear function,
 * above the floor of the box and without what is above its ceiling.
 *
 * Error, in every rounding mode; u = 2^-52. Let L be the largest coordinate of both projections, relative to
 * a corner of the smaller one or as given, S the size of the smaller one, Z that of the box along z. The
 * integrand is between 0 and Z within the box.
 * - Corners relative to that corner are off by 2 u L, because they were rounded when they were given: the
 *   projections lose or gain bands of that width along their edges, where these are in the smaller one: their
 *   length there is at most 6 S, and twice that for both, in a norm that is at most twice the width: 48 u L
 *   S.
 * - Clipping: the computed h of a corner, over the length of the edge, is off by 16 u L. An edge of the
 *   polygon is cut where a linear function with such errors at its ends is 0. So the result differs from the
 *   right one only where |h| is below that: a strip of a length of at most 3 S. Seven cuts lose at most 7 x 2
 *   x 16 x 3 u L S = 672 u L S. A point so computed is off by 8 u S, which changes the area by less than 13
 *   corners x 8 u S x 3 S = 312 u S S. Together, and S <= 2 L: less than 2^11 u L S.
 * - Heights: z at a corner of the polygon is the mean of three z, weighted by areas over that of the
 *   projection; an area is off by 16 u L E, where E is the longest edge of the projection, and as much again
 *   for the corner's own error. With A twice the area as computed, the weights are off by 96 u L E / A
 *   together with their division; the height, clamped between those of the corners, is off by at most their
 *   whole range H. So a height is off by min(H, 288 u L E H / A) + 8 u |z|, and the integral by that times
 *   the area.
 * - Integrals of linear functions over at most 12 triangles, of products and sums of numbers up to |z|: 64 u
 *   times the area times |z|. Where a polygon is cut, heights are interpolated; both functions are continuous
 *   there, so errors in x and y act as errors of heights: 16 u |z|.
 *
 * The factors below are twice as large, which covers terms of u^2 and the rounding of the bounds; 2^-900
 * covers what is flushed to zero. */

#define UNIT 0x1p-52
#define TINY 0x1p-900

/* A triangle of a solid that is not vertical, and its bounding box. */
typedef struct volume_triangle {
    fk_vec3 corner[3];
    double min[3], max[3];
    int sign; /* of the normal along z; not 0 */
} volume_triangle;

/* A number with an error of at most `error`. */
typedef struct volume_term {
    double value, error;
} volume_term;

/* Three corners, and one more for each cut: three edges, four sides of the box, equal heights, floor or
 * ceiling. */
#define CORNERS 13

typedef struct volume_vertex {
    double x, y, height[2];
    double h; /* the function to clip by */
} volume_vertex;

typedef struct volume_polygon {
    int count;
    volume_vertex at[CORNERS];
} volume_polygon;

static volume_vertex interpolate_vertex(const volume_vertex *p, const volume_vertex *q)
{
    double t = p->h / (p->h - q->h);
    volume_vertex c = {
        p->x + t * (q->x - p->x),
        p->y + t * (q->y - p->y),
        {p->height[0] + t * (q->height[0] - p->height[0]), p->height[1] + t * (q->height[1] - p->height[1])},
        0};
    return c;
}

/* Clips a polygon to where h is not negative. */
static volume_polygon clip_below_plane(const volume_polygon *p)
{
    volume_polygon out;
    out.count = 0;
    for (int i = 0; i < p->count; i++) {
        const volume_vertex *a = &p->at[i], *b = &p->at[i + 1 < p->count ? i + 1 : 0];
        if (a->h >= 0 && out.count < CORNERS)
            out.at[out.count++] = *a;
        if (((a->h > 0 && b->h < 0) || (a->h < 0 && b->h > 0)) && out.count < CORNERS)
            out.at[out.count++] = interpolate_vertex(a, b);
    }
    return out;
}

/* Keeps the side of the edge from a to b that the sign selects. */
static void clip_by_edge(volume_polygon *p, const volume_vertex *a, const volume_vertex *b, int sign)
{
    double x = b->x - a->x, y = b->y - a->y;
    for (int i = 0; i < p->count; i++)
        p->at[i].h = sign * (x * (p->at[i].y - a->y) - y * (p->at[i].x - a->x));
    *p = clip_below_plane(p);
}

/* Keeps the points above (sign 1) or below (sign -1) a bound of x or y. */
static void clip_by_bound(volume_polygon *p, bool is_y, double bound, int sign)
{
    for (int i = 0; i < p->count; i++)
        p->at[i].h = sign * ((is_y ? p->at[i].y : p->at[i].x) - bound);
    *p = clip_below_plane(p);
}

static double projected_area(const volume_polygon *p)
{
    double area = 0;
    for (int i = 2; i < p->count; i++)
        area += (p->at[i - 1].x - p->at[0].x) * (p->at[i].y - p->at[0].y) -
                (p->at[i - 1].y - p->at[0].y) * (p->at[i].x - p->at[0].x);
    return 0.5 * fabs(area);
}

/* The integral of one height minus a floor, over the region where it is above the floor. */
static double integrate_above(volume_polygon *p, int which, double floor)
{
    double sum = 0;
    for (int i = 0; i < p->count; i++)
        p->at[i].h = p->at[i].height[which] - floor;
    volume_polygon term = clip_below_plane(p);
    for (int i = 2; i < term.count; i++) {
        const volume_vertex *a = &term.at[0], *b = &term.at[i - 1], *c = &term.at[i];
        double area = (b->x - a->x) * (c->y - a->y) - (b->y - a->y) * (c->x - a->x);
        sum += area * ((a->height[which] - floor) + (b->height[which] - floor) + (c->height[which] - floor));
    }
    return sum / 6;
}

/* The integral of the lower height over a triangle, minus the floor and cut off at the ceiling; negative for
 * a clockwise triangle. */
static double integrate_lower_in_triangle(volume_polygon *p, double floor, double ceiling)
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
        volume_polygon term = clip_below_plane(p);
        sum += integrate_above(&term, which, floor) - integrate_above(&term, which, ceiling);
    }
    return sum;
}

/* The same over a polygon, triangle by triangle: where both heights are equal up to rounding, their
 * difference may change its sign more than twice around a polygon, which then has no consistent side; around
 * a triangle it cannot. */
static double integrate_lower(const volume_polygon *p, double floor, double ceiling)
{
    double sum = 0;
    for (int i = 2; i < p->count; i++) {
        volume_polygon triangle = {.count = 3, .at = {p->at[0], p->at[i - 1], p->at[i]}};
        sum += integrate_lower_in_triangle(&triangle, floor, ceiling);
    }
    return fabs(sum);
}

/* The projection of a triangle along z, relative to an origin. */
typedef struct volume_projection {
    volume_vertex at[3];
    double area, edge; /* twice the signed area as computed; the longest edge, in the maximum norm */
    double low, high;  /* of the heights */
} volume_projection;

static volume_projection project_volume_triangle(const volume_triangle *t, const fk_vec3 *origin)
{
    volume_projection s;
    for (int k = 0; k < 3; k++) {
        volume_vertex c = {t->corner[k].x - origin->x, t->corner[k].y - origin->y, {0, 0}, 0};
        s.at[k] = c;
    }
    const volume_vertex *a = &s.at[0], *b = &s.at[1], *c = &s.at[2];
    s.area = (b->x - a->x) * (c->y - a->y) - (b->y - a->y) * (c->x - a->x);
    s.edge = fk_larger(t->max[0] - t->min[0], t->max[1] - t->min[1]);
    s.low = t->min[2];
    s.high = t->max[2];
    return s;
}

/* The height at (x, y): the weighted mean of the corners' heights, clamped to their range. */
static double projected_height(const volume_projection *s, const volume_triangle *t, double x, double y)
{
    double sum = 0;
    for (int k = 0; k < 3; k++) {
        const volume_vertex *b = &s->at[k == 2 ? 0 : k + 1], *c = &s->at[k == 0 ? 2 : k - 1];
        double term = (b->x - x) * (c->y - y) - (b->y - y) * (c->x - x);
        sum += term / s->area * (t->corner[k].z - s->low);
    }
    return fk_smaller(fk_larger(s->low + sum, s->low), s->high);
}

static double height_error(const volume_projection *s, double extent)
{
    double range = s->high - s->low, size = fabs(s->area);
    double error = 0x1p10 * UNIT * extent * s->edge * range;
    if (error < range * size)
        range = error / size;
    return range + 0x1p5 * UNIT * fk_larger(fabs(s->low), fabs(s->high));
}

static double projection_extent(const volume_projection *s)
{
    double extent = 0;
    for (int k = 0; k < 3; k++)
        extent = fk_larger(extent, fk_larger(fabs(s->at[k].x), fabs(s->at[k].y)));
    return extent;
}

/* Whether an edge of a projection separates it from the other one, by more than the errors of corners and h.
 * False for projections so thin that rounded corners may reverse their orientation. */
static bool edge_separates_projections(const volume_projection *s, int sign, const volume_projection *other,
                                       double extent)
{
    if (!(sign * s->area > 0x1p8 * UNIT * extent * s->edge + TINY))
        return false;
    for (int k = 0; k < 3; k++) {
        const volume_vertex *a = &s->at[k], *b = &s->at[k == 2 ? 0 : k + 1];
        double x = b->x - a->x, y = b->y - a->y, most = -HUGE_VAL;
        for (int i = 0; i < 3; i++)
            most = fk_larger(most, sign * (x * (other->at[i].y - a->y) - y * (other->at[i].x - a->x)));
        if (most < -(0x1p7 * UNIT * extent * (fabs(x) + fabs(y)) + TINY))
            return true;
    }
    return false;
}

/* The largest coordinate relative to the corner of the box: corners already have an error of u times that. */
static double triangle_extent(const volume_triangle *t)
{
    return fk_larger(fk_larger(fabs(t->min[0]), fabs(t->max[0])),
                     fk_larger(fabs(t->min[1]), fabs(t->max[1])));
}

/* The integral of min(z_a, z_b) - low, clamped to [0, high - low], over the intersection of both projections
 * and the box in x and y. All numbers are below 2 in magnitude. */
static volume_term pair_volume(const volume_triangle *a, const volume_triangle *b, const fk_aabb *box)
{
    double size_a = fk_larger(a->max[0] - a->min[0], a->max[1] - a->min[1]);
    double size_b = fk_larger(b->max[0] - b->min[0], b->max[1] - b->min[1]);
    const volume_triangle *small = size_a < size_b ? a : b, *large = size_a < size_b ? b : a;
    const fk_vec3 origin = small->corner[0];
    volume_projection s = project_volume_triangle(small, &origin),
                      l = project_volume_triangle(large, &origin);
    double extent = fk_larger(fk_larger(projection_extent(&s), projection_extent(&l)),
                              fk_larger(triangle_extent(a), triangle_extent(b)));
    volume_term term = {0, 0};
    if (edge_separates_projections(&s, small->sign, &l, extent) ||
        edge_separates_projections(&l, large->sign, &s, extent))
        return term;
    volume_polygon p = {3, {s.at[0], s.at[1], s.at[2]}};
    for (int k = 0; k < 3; k++)
        clip_by_edge(&p, &l.at[k], &l.at[k == 2 ? 0 : k + 1], large->sign);
    for (int is_y = 0; is_y < 2; is_y++) {
        double from = fk_vec3_get(origin, is_y);
        clip_by_bound(&p, is_y, fk_vec3_get(box->min, is_y) - from, 1);
        clip_by_bound(&p, is_y, fk_vec3_get(box->max, is_y) - from, -1);
    }
    double range = box->max.z - box->min.z, area = projected_area(&p);
    for (int i = 0; i < p.count; i++) {
        p.at[i].height[0] = projected_height(&s, small, p.at[i].x, p.at[i].y);
        p.at[i].height[1] = projected_height(&l, large, p.at[i].x, p.at[i].y);
    }
    double most = fk_larger(fk_larger(fabs(s.low), fabs(s.high)), fk_larger(fabs(l.low), fabs(l.high)));
    term.value = integrate_lower(&p, box->min.z, box->max.z);
    double error = height_error(&s, extent) + height_error(&l, extent) + 0x1p8 * UNIT * (most + range);
    term.error = 0x1p12 * UNIT * extent * s.edge * range + error * area + TINY;
    return term;
}

/* ---- The triangles of a solid -------------------------------------------------------------------------- */

typedef struct volume_triangle_list {
    volume_triangle *triangle;
    uint64_t *key; /* sorted: the minimum x of a triangle, then its index */
    size_t count;
    size_t capacity;
} volume_triangle_list;

typedef struct volume_sum {
    fk_context *context;
    fk_vec3 origin;
    double scale; /* a power of two */
    fk_aabb box;  /* the common box, relative to the origin, scaled */
    volume_triangle_list list[2];
    bool is_too_large; /* differences of coordinates may overflow */
    fk_twofold sum;
    double error;
} volume_sum;

static fk_vec3 to_volume_frame(const volume_sum *v, fk_vec3 p)
{
    return fk_vec3_scale(fk_vec3_sub(p, v->origin), v->scale);
}

/* Not the whole box if it is cancelled. */
static fk_aabb solid_box(const fk_context *context, const fk_placed_mesh *a)
{
    fk_aabb box = fk_aabb_empty();
    for (uint32_t t = 0; t < a->mesh->triangle_count && !fk_context_poll_at(context, t); t++) {
        fk_vec3 p[3];
        fk_placed_triangle(a, t, p);
        for (int k = 0; k < 3; k++)
            box = fk_aabb_include(box, p[k]);
    }
    return box;
}

static bool make_volume_triangle(const volume_sum *v, const fk_vec3 p[3], volume_triangle *out)
{
    out->sign = fk_orient2d(&p[0], &p[1], &p[2], 2);
    for (int k = 0; k < 3; k++)
        out->corner[k] = to_volume_frame(v, p[k]);
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

/* Maps doubles to integers in the same order; nearly equal doubles may become equal. */
static uint32_t order_key(double x)
{
    uint64_t key = (uint64_t)fk_double_key(x) + ((uint64_t)1 << 63);
    return (uint32_t)(key >> 32);
}

static bool fill_volume_list(volume_sum *v, const fk_placed_mesh *a, volume_triangle_list *list)
{
    list->capacity = (size_t)a->mesh->triangle_count + 1;
    list->triangle = fk_allocate(v->context, list->capacity * sizeof *list->triangle);
    list->key = fk_allocate(v->context, 2 * list->capacity * sizeof *list->key);
    if (list->triangle == NULL || list->key == NULL)
        return false;
    for (uint32_t t = 0; t < a->mesh->triangle_count; t++) {
        fk_vec3 p[3];
        if (fk_context_poll_at(v->context, t))
            return false;
        fk_placed_triangle(a, t, p);
        if (make_volume_triangle(v, p, &list->triangle[list->count])) {
            list->key[list->count] =
                (uint64_t)order_key(list->triangle[list->count].min[0]) << 32 | list->count;
            list->count++;
        }
    }
    return fk_sort_u64_polled(v->context, list->key, list->key + list->capacity, list->count);
}

static void free_volume_list(const volume_sum *v, volume_triangle_list *list)
{
    fk_release(v->context, list->triangle, list->capacity * sizeof *list->triangle);
    fk_release(v->context, list->key, 2 * list->capacity * sizeof *list->key);
}

/* ---- All pairs ----------------------------------------------------------------------------------------- */

static void add_pair_volume(volume_sum *v, const volume_triangle *a, const volume_triangle *b)
{
    for (int i = 0; i < 2; i++)
        if (a->min[i] > b->max[i] || b->min[i] > a->max[i])
            return;
    volume_term term = pair_volume(a, b, &v->box);
    fk_twofold sum = fk_two_sum(v->sum.hi, a->sign * b->sign * term.value);
    v->sum.hi = sum.hi;
    v->sum.lo += sum.lo;
    v->error += term.error;
}

/* Adds the pairs whose triangle of the other list begins within that of list `which`. Pairs that begin
 * together are counted with list 0. False if it is cancelled. */
static bool sweep_triangle_pairs(volume_sum *v, int which)
{
    const volume_triangle_list *first = &v->list[which], *other = &v->list[1 - which];
    size_t begin = 0;
    for (size_t i = 0; i < first->count; i++) {
        const volume_triangle *a = &first->triangle[(uint32_t)first->key[i]];
        uint64_t from = first->key[i] >> 32, to = order_key(a->max[0]);
        while (begin < other->count && other->key[begin] >> 32 < from + (which == 1))
            begin++;
        for (size_t j = begin; j < other->count && other->key[j] >> 32 <= to; j++) {
            if (fk_context_poll_at(v->context, j - begin))
                return false;
            add_pair_volume(v, a, &other->triangle[(uint32_t)other->key[j]]);
        }
    }
    return true;
}

/* The sum in the unit of the world, rounded outward. */
static fk_interval volume_interval(const volume_sum *v)
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

/* Sets up the common box; false if it has no volume. */
static bool begin_volume(volume_sum *v, const fk_placed_mesh *a, const fk_placed_mesh *b)
{
    fk_aabb box_a = solid_box(v->context, a), box_b = solid_box(v->context, b),
            all = fk_aabb_merge(&box_a, &box_b);
    fk_aabb common = fk_aabb_intersection(&box_a, &box_b);
    for (int i = 0; i < 3; i++)
        if (fk_double_order(fk_vec3_get(common.min, i), fk_vec3_get(common.max, i)) >= 0)
            return false;
    v->origin = common.min;
    /* Halved, because the size may overflow. */
    fk_vec3 size = fk_vec3_sub(fk_vec3_scale(all.max, 0.5), fk_vec3_scale(all.min, 0.5));
    v->is_too_large = !(fk_vec3_largest(size) < 0x1p1021);
    v->scale = fk_inverse_power(fk_exponent_of(fk_vec3_largest(size)));
    v->box.min = fk_vec3_make(0, 0, 0);
    v->box.max = fk_vec3_scale(to_volume_frame(v, common.max), 1 + 0x1p-50);
    return true;
}

fk_status fk_placed_overlap_volume(fk_context *context, const fk_placed_mesh *a, const fk_placed_mesh *b,
                                   fk_interval *out)
{
    volume_sum v = {.context = context};
    if (fk_placed_order_by(a, b, 0) > 0) { /* the order of a sum changes its last digits */
        const fk_placed_mesh *first = b;
        b = a;
        a = first;
    }
    bool has_volume = begin_volume(&v, a, b);
    if (fk_context_poll(context))
        return FK_ERROR_MEMORY;
    if (!has_volume) {
        out->lo = out->hi = 0;
        return FK_OK;
    }
    bool has_memory = fill_volume_list(&v, a, &v.list[0]) && fill_volume_list(&v, b, &v.list[1]) &&
                      sweep_triangle_pairs(&v, 0) && sweep_triangle_pairs(&v, 1);
    if (has_memory)
        *out = volume_interval(&v);
    free_volume_list(&v, &v.list[0]);
    free_volume_list(&v, &v.list[1]);
    return has_memory ? FK_OK : FK_ERROR_MEMORY;
}
