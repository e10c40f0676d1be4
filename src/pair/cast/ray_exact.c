/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Exact times at which a moving point is in a target, in integers: the last stage of rays and casts.
 *
 * A target is a system of one quadratic inequality and a few linear ones in the time t (ray_formulas.inc). The linear ones leave an
 * interval with rational ends. The quadratic leaves the interval between its roots; for a cone, whose direction may lie inside
 * it, also all times after or before one root. Rational ends and roots are compared by signs of the quadratic and of its slope. An end
 * is rounded to doubles by the same signs, so no root is ever computed.
 *
 * An ellipsoid without volume is an ellipse, a segment or a point. With y relative to its centre and edges e: it is the ellipse of all y
 * in the plane of the edges with sum |e_j x y|^2 <= sum |e_i x e_j|^2, since for the matrix G = sum e_j e_j^T of rank 2 and y in its range y.G^+ y =
 * (trace(G) |y|^2 - y.Gy) / (the sum of its principal minors); and for edges along one line e, the segment of all y along e with
 * (e.y)^2 <= sum (e.e_j)^2. */

#include "pair/cast/cast.h"

#include <math.h>

#include "base/cpu.h"
#include "base/vec3.h"
#include "exact/exact.h"

#define MAX_LINES 8

typedef struct exact_place {
    fk_arena arena;
    fk_exact_vec3 w, d, edge[3];
    fk_exact radius;
} exact_place;

/* a t^2 + 2 b t + c <= 0, rest + t rate <= 0 for each line, and plane_rest + t plane_rate = 0. */
typedef struct exact_system {
    bool has_quadratic, is_cone, has_plane;
    int lines;
    fk_exact a, b, c, plane_rest, plane_rate;
    fk_exact rest[MAX_LINES], rate[MAX_LINES];
} exact_system;

#define NUM            fk_exact
#define VEC            fk_exact_vec3
#define NAME(x)        exact_##x
#define NEGATE(x)      fk_exact_negate(x)
#define ON(p, f, ...)  fk_exact_##f(&(p)->arena, __VA_ARGS__)
#define DOT(p, v, w)   ON(p, vec3_dot, v, w)
#define CROSS(p, v, w) ON(p, vec3_cross, v, w)
#include "pair/cast/ray_formulas.inc"

/* ---- Roots --------------------------------------------------------------------------------------------- */

/* The greater or the lesser root of a t^2 + 2 b t + c, with a > 0 and b^2 >= a c. */
typedef struct quadratic_root {
    fk_exact a, b, c;
    bool is_greater;
} quadratic_root;

/* The sign of a root minus x. */
static int compare_root_with_fraction(fk_arena *arena, const quadratic_root *root, fk_fraction x)
{
    uint32_t mark = arena->used;
    fk_exact p = x.over, q = x.under;
    /* p (a p + 2 b q) + c q^2 and a p + b q. */
    fk_exact bq = fk_exact_mul(arena, root->b, q), ap = fk_exact_mul(arena, root->a, p);
    fk_exact slope = fk_exact_add(arena, ap, bq);
    fk_exact value = fk_exact_add(arena, fk_exact_mul(arena, p, fk_exact_add(arena, slope, bq)),
                                  fk_exact_mul(arena, q, fk_exact_mul(arena, root->c, q)));
    arena->used = mark;
    if (root->is_greater)
        return slope.sign < 0 ? 1 : -value.sign;
    return slope.sign > 0 ? -1 : value.sign;
}

static int compare_root_with_double(fk_arena *arena, const void *number, double x)
{
    uint32_t mark = arena->used;
    fk_fraction fraction = {fk_exact_from(arena, x), fk_exact_from(arena, 1.0)};
    int sign = compare_root_with_fraction(arena, number, fraction);
    arena->used = mark;
    return sign;
}

/* The root of larger size is the sum of two numbers of one sign; the other one is c / a over it. */
static double estimate_quadratic_root(fk_arena *arena, const quadratic_root *root)
{
    uint32_t mark = arena->used;
    fk_exact square = fk_exact_mul(arena, root->a, root->a);
    fk_exact inner =
        fk_exact_sub(arena, fk_exact_mul(arena, root->b, root->b), fk_exact_mul(arena, root->a, root->c));
    double middle = -fk_exact_ratio(arena, root->b, root->a);
    double half = sqrt(fabs(fk_exact_ratio(arena, inner, square)));
    double large = middle < 0 ? middle - half : middle + half;
    double other = fk_exact_ratio(arena, root->c, root->a) / large;
    arena->used = mark;
    return root->is_greater == (middle >= 0) ? large : other;
}

/* ---- Solving a system ---------------------------------------------------------------------------------- */

/* One end of an interval of times. */
typedef struct exact_end {
    enum { END_INFINITE, END_FRACTION, END_ROOT } kind;
    fk_fraction fraction;
    quadratic_root root;
} exact_end;

static int compare_time_fractions(fk_arena *arena, fk_fraction x, fk_fraction y)
{
    uint32_t mark = arena->used;
    int sign = fk_exact_compare(fk_exact_mul(arena, x.over, y.under), fk_exact_mul(arena, y.over, x.under));
    arena->used = mark;
    return sign;
}

/* Keeps the times with rest + t rate <= 0. Returns false if there are none. */
static bool clip_by_line(fk_arena *arena, fk_exact rest, fk_exact rate, exact_end end[2])
{
    if (rate.sign == 0)
        return rest.sign <= 0;
    bool is_last = rate.sign > 0;
    fk_fraction time = {is_last ? fk_exact_negate(rest) : rest, rate};
    time.under.sign = 1;
    exact_end *own = &end[is_last];
    int order = own->kind == END_INFINITE ? 0 : compare_time_fractions(arena, time, own->fraction);
    if (own->kind == END_INFINITE || (is_last ? order < 0 : order > 0))
        *own = (exact_end){.kind = END_FRACTION, .fraction = time};
    return end[0].kind == END_INFINITE || end[1].kind == END_INFINITE ||
           compare_time_fractions(arena, end[0].fraction, end[1].fraction) <= 0;
}

/* Keeps the times not before, or not after, a root; the ends are rational or infinite before. */
static bool clip_by_root(fk_arena *arena, const quadratic_root *root, bool is_last, exact_end end[2],
                         const exact_end line[2])
{
    const exact_end *other = &line[!is_last], *own = &line[is_last];
    if (other->kind == END_FRACTION) {
        int order = compare_root_with_fraction(arena, root, other->fraction);
        if (is_last ? order < 0 : order > 0)
            return false;
    }
    int order = own->kind == END_FRACTION ? compare_root_with_fraction(arena, root, own->fraction) : 0;
    if (own->kind == END_INFINITE || (is_last ? order < 0 : order > 0))
        end[is_last] = (exact_end){.kind = END_ROOT, .root = *root};
    return true;
}

/* Keeps the times with a t^2 + 2 b t + c <= 0, a not zero. For a < 0, the cone's, the line through the point crosses both nappes, and
 * the nappe of the cone is where its first line holds: after the greater root if its rate is negative, else before the lesser
 * one. */
static bool clip_by_quadratic(fk_arena *arena, const exact_system *s, exact_end end[2])
{
    uint32_t mark = arena->used;
    fk_exact square = fk_exact_mul(arena, s->b, s->b);
    int inner = fk_exact_compare(square, fk_exact_mul(arena, s->a, s->c));
    arena->used = mark;
    if (inner < 0)
        return false;
    quadratic_root root[2] = {{s->a, s->b, s->c, false}, {s->a, s->b, s->c, true}};
    exact_end line[2] = {end[0], end[1]};
    if (s->a.sign > 0)
        return clip_by_root(arena, &root[0], false, end, line) &&
               clip_by_root(arena, &root[1], true, end, line);
    bool is_last = s->rate[0].sign > 0;
    quadratic_root *only = &root[!is_last];
    only->a = fk_exact_negate(s->a);
    only->b = fk_exact_negate(s->b);
    only->c = fk_exact_negate(s->c);
    return clip_by_root(arena, only, is_last, end, line);
}

static fk_interval round_end(fk_arena *arena, const exact_end *end, double infinite)
{
    if (end->kind == END_INFINITE)
        return (fk_interval){infinite, infinite};
    if (end->kind == END_FRACTION)
        return (fk_interval){fk_fraction_floor(arena, end->fraction), fk_fraction_ceil(arena, end->fraction)};
    return fk_round_by(arena, compare_root_with_double, &end->root,
                       estimate_quadratic_root(arena, &end->root));
}

static bool clip_by_system(fk_arena *arena, const exact_system *s, exact_end end[2])
{
    for (int i = 0; i < s->lines; i++)
        if (!clip_by_line(arena, s->rest[i], s->rate[i], end))
            return false;
    if (s->has_plane &&
        !(clip_by_line(arena, s->plane_rest, s->plane_rate, end) &&
          clip_by_line(arena, fk_exact_negate(s->plane_rest), fk_exact_negate(s->plane_rate), end)))
        return false;
    if (!s->has_quadratic)
        return true;
    if (s->a.sign == 0)
        return clip_by_line(arena, s->c, fk_exact_add(arena, s->b, s->b), end);
    return clip_by_quadratic(arena, s, end);
}

/* ---- Systems of targets -------------------------------------------------------------------------------- */

/* Moves the numbers of a system to the bottom of the arena and releases the rest. Numbers may share limbs. */
static void release_all_but(fk_arena *arena, exact_system *s)
{
    fk_exact *number[5 + 2 * MAX_LINES];
    int count = 0;
    if (s->has_quadratic) {
        number[count++] = &s->a;
        number[count++] = &s->b;
        number[count++] = &s->c;
    }
    if (s->has_plane) {
        number[count++] = &s->plane_rest;
        number[count++] = &s->plane_rate;
    }
    for (int i = 0; i < s->lines; i++) {
        number[count++] = &s->rest[i];
        number[count++] = &s->rate[i];
    }
    for (int i = 1; i < count; i++)
        for (int k = i; k > 0 && number[k]->limb < number[k - 1]->limb; k--) {
            fk_exact *held = number[k];
            number[k] = number[k - 1];
            number[k - 1] = held;
        }
    const uint64_t *from = NULL, *to = NULL;
    uint32_t mark = 0;
    for (int i = 0; i < count; i++) {
        if (number[i]->count == 0)
            continue;
        if (number[i]->limb == from) {
            number[i]->limb = to;
            continue;
        }
        from = number[i]->limb;
        *number[i] = fk_exact_keep(arena, mark, *number[i]);
        to = number[i]->limb;
        mark = (uint32_t)(to - arena->limb) + (uint32_t)number[i]->count;
    }
    arena->used = mark;
}

/* y is in the plane, or on the line, or at the point of all y with normal.y = 0: adds both inequalities. */
static void add_equation(exact_place *p, exact_system *s, fk_exact_vec3 normal)
{
    fk_exact rest = fk_exact_vec3_dot(&p->arena, normal, p->w);
    fk_exact rate = fk_exact_vec3_dot(&p->arena, normal, p->d);
    exact_add_line(s, rest, rate);
    exact_add_line(s, fk_exact_negate(rest), fk_exact_negate(rate));
}

/* Adds x.y to a sum. */
static void add_product(fk_arena *arena, fk_exact *sum, fk_exact_vec3 x, fk_exact_vec3 y)
{
    *sum = fk_exact_add(arena, *sum, fk_exact_vec3_dot(arena, x, y));
}

/* An ellipse, with the product of two edges as its normal. */
static void flat_ellipse(exact_place *p, fk_exact_vec3 normal, exact_system *s)
{
    fk_arena *arena = &p->arena;
    fk_exact limit = {0};
    s->has_quadratic = true;
    add_equation(p, s, normal);
    for (int j = 0; j < 3; j++) {
        fk_exact_vec3 rest = fk_exact_vec3_cross(arena, p->edge[j], p->w);
        fk_exact_vec3 rate = fk_exact_vec3_cross(arena, p->edge[j], p->d);
        fk_exact_vec3 area = fk_exact_vec3_cross(arena, p->edge[j], p->edge[(j + 1) % 3]);
        add_product(arena, &s->a, rate, rate);
        add_product(arena, &s->b, rate, rest);
        add_product(arena, &s->c, rest, rest);
        add_product(arena, &limit, area, area);
    }
    s->c = fk_exact_sub(arena, s->c, limit);
}

/* A segment along an edge, or the centre if all edges are zero: then the edge is NULL. */
static void flat_segment(exact_place *p, const fk_exact_vec3 *edge, exact_system *s)
{
    fk_arena *arena = &p->arena;
    for (int axis = 0; axis < 3; axis++) {
        fk_exact_vec3 normal = fk_exact_vec3_from(arena, fk_vec3_axis(axis, 1));
        add_equation(p, s, edge != NULL ? fk_exact_vec3_cross(arena, *edge, normal) : normal);
    }
    if (edge == NULL)
        return;
    fk_exact rest = fk_exact_vec3_dot(arena, *edge, p->w), rate = fk_exact_vec3_dot(arena, *edge, p->d);
    s->has_quadratic = true;
    s->a = exact_square(p, rate);
    s->b = fk_exact_mul(arena, rate, rest);
    s->c = exact_square(p, rest);
    for (int j = 0; j < 3; j++) {
        fk_exact along = fk_exact_vec3_dot(arena, *edge, p->edge[j]);
        s->c = fk_exact_sub(arena, s->c, exact_square(p, along));
    }
}

static void flat_ellipsoid(exact_place *p, exact_system *s)
{
    const fk_exact_vec3 *edge = NULL;
    for (int j = 0; j < 3; j++) {
        fk_exact_vec3 normal = fk_exact_vec3_cross(&p->arena, p->edge[j], p->edge[(j + 1) % 3]);
        if (!fk_exact_vec3_is_zero(normal)) {
            flat_ellipse(p, normal, s);
            return;
        }
        if (!fk_exact_vec3_is_zero(p->edge[j]))
            edge = &p->edge[j];
    }
    flat_segment(p, edge, s);
}

/* The system of a target. Returns false for a flat one that has none. */
static bool make_exact_system(exact_place *p, const fk_target *target, exact_system *s)
{
    fk_arena *arena = &p->arena;
    bool is_flat = p->radius.sign == 0;
    exact_axis_products m;
    fk_exact_vec3 normal[3];
    fk_exact volume;
    switch (target->kind) {
    case FK_TARGET_BALL:
        exact_ball(p, s);
        return true;
    case FK_TARGET_TUBE:
        m = exact_multiply_axis(p);
        exact_tube(p, &m, fk_exact_sub(arena, m.ww, exact_square(p, p->radius)), s);
        return m.uu.sign != 0;
    case FK_TARGET_CONE:
        exact_cone(p, s);
        return true;
    case FK_TARGET_ELLIPSOID:
        if (exact_ellipsoid(p, s).sign == 0) {
            *s = (exact_system){.lines = 0};
            flat_ellipsoid(p, s);
        }
        return true;
    case FK_TARGET_HALF_SPACE:
    case FK_TARGET_SLAB:
        exact_half_space_rows(p, fk_exact_from(arena, target->offset), target->kind == FK_TARGET_SLAB, s);
        return true;
    case FK_TARGET_BOX:
    case FK_TARGET_TETRA:
        volume = exact_adjugate(p, normal);
        exact_cell(p, normal, volume, volume.sign, target->kind == FK_TARGET_BOX, s);
        return volume.sign != 0;
    default:
        return exact_plate(p, is_flat, target->kind == FK_TARGET_TRIANGLE, s).sign != 0;
    }
}

static void load_place(exact_place *p, const fk_target *target, const fk_vec3 *velocity, uint32_t count)
{
    fk_arena *arena = &p->arena;
    fk_arena_init(arena);
    p->w = fk_exact_vec3_sum(arena, target->from, target->from_count);
    p->d = fk_exact_vec3_sum(arena, velocity, count);
    for (int k = 0; k < target->edges; k++)
        p->edge[k] = fk_exact_vec3_sum(arena, target->edge[k], target->edge_count[k]);
    p->radius =
        fk_exact_add(arena, fk_exact_from(arena, target->radius[0]), fk_exact_from(arena, target->radius[1]));
}

FK_OWN_FRAME static fk_cast_result solve_target(const fk_target *target, const fk_vec3 *velocity,
                                                uint32_t count, fk_contact_times *out)
{
    exact_place place;
    exact_system system = {.lines = 0};
    exact_end end[2] = {{.kind = END_INFINITE}, {.kind = END_INFINITE}};
    fk_arena *arena = &place.arena;
    load_place(&place, target, velocity, count);
    out->is_exact = true;
    out->result = FK_CAST_UNDECIDED;
    if (!make_exact_system(&place, target, &system) && !arena->full) {
        /* Balls and tubes around its edges cover a flat target with a radius. */
        if (target->kind == FK_TARGET_TUBE || place.radius.sign > 0)
            out->result = FK_CAST_MISS;
        return out->result;
    }
    if (arena->full)
        return out->result;
    release_all_but(arena, &system);
    bool hits = clip_by_system(arena, &system, end);
    if (hits) {
        out->first = round_end(arena, &end[0], -INFINITY);
        out->last = round_end(arena, &end[1], INFINITY);
    }
    if (!arena->full)
        out->result = hits ? FK_CAST_HIT : FK_CAST_MISS;
    return out->result;
}

/* A capsule is the union of a tube and two balls. */
static fk_cast_result solve_capsule(const fk_target *target, const fk_vec3 *velocity, uint32_t count,
                                    fk_contact_times *out)
{
    fk_target part = *target;
    fk_contact_times times;
    out->result = FK_CAST_MISS;
    for (int i = 0; i < 3; i++) {
        part.kind = i == 0 ? FK_TARGET_TUBE : FK_TARGET_BALL;
        part.edges = i == 0;
        for (uint32_t k = 0; i == 2 && k < target->edge_count[0]; k++)
            part.from[part.from_count++] = fk_vec3_negate(target->edge[0][k]);
        if (solve_target(&part, velocity, count, &times) == FK_CAST_UNDECIDED)
            return out->result = FK_CAST_UNDECIDED;
        fk_contact_times_unite(out, &times);
    }
    return out->result;
}

fk_cast_result fk_target_solve(const fk_target *target, const fk_vec3 *velocity, uint32_t count,
                               fk_contact_times *out)
{
    return target->kind == FK_TARGET_CAPSULE ? solve_capsule(target, velocity, count, out)
                                             : solve_target(target, velocity, count, out);
}

void fk_contact_times_unite(fk_contact_times *times, const fk_contact_times *other)
{
    if (other->result == FK_CAST_MISS)
        return;
    if (times->result == FK_CAST_MISS) {
        *times = *other;
        return;
    }
    times->first.lo = fk_double_least(times->first.lo, other->first.lo);
    times->first.hi = fk_double_least(times->first.hi, other->first.hi);
    times->last.lo = fk_double_greatest(times->last.lo, other->last.lo);
    times->last.hi = fk_double_greatest(times->last.hi, other->last.hi);
}
