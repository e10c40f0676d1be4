/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Signs of planes at perturbed points: see solid_relation.h.
 *
 * All functions are linear, so at x0 + e x1 + e^2 x2 + ... the sign of one is that of the first level at
 * which it is not 0. A sign is computed in balls first, then in integers, which are made on demand and cached
 * in the point.
 *
 * The intersection of three planes with the gradients g, h, k and g.x = u, h.x = v, k.x = w is, by Cramer's
 * rule, (u (h x k) + v (k x g) + w (g x h)) / (g.(h x k)). In terms of coordinates these are of degree 7 and
 * 6, and a sign there of degree 9: with coordinates all over the double range, differences have 34 limbs,
 * such a point 3 x 238 + 204, the levels above it 3 x 136, 3 x 204 and 3 x 68. With all intermediate results,
 * this takes 6000 of the 8192 limbs of the arena.
 *
 * Balls are relative to a point amid the meshes, scaled so that coordinates are below 2^3; each level is
 * scaled by a power of two to be about 1 again. */

#include <math.h>

#include "base/bits.h"
#include "base/vec3.h"
#include "mesh/mesh.h"
#include "tree/solid_relation.h"

/* ---- Planes -------------------------------------------------------------------------------------------- */

fk_relation_plane fk_relation_plane_triangle(const fk_relation_search *r, int which, uint32_t triangle)
{
    const fk_relation_mesh *m = &r->mesh[which];
    const uint32_t *corner = m->placed->mesh->triangle[triangle].corner;
    fk_relation_plane plane = {FK_PLANE_TRIANGLE,
                               0,
                               {m->point + corner[0], m->point + corner[1], m->point + corner[2]},
                               m->plane[triangle]};
    return plane;
}

fk_relation_plane fk_relation_plane_edge(const fk_vec3 *from, const fk_vec3 *to, int axis)
{
    return (fk_relation_plane){FK_PLANE_EDGE, axis, {from, to, NULL}, 0};
}

fk_relation_plane fk_relation_plane_coordinate(const fk_vec3 *point, int axis)
{
    return (fk_relation_plane){FK_PLANE_COORDINATE, axis, {point, NULL, NULL}, 0};
}

int fk_projection_axis(const fk_vec3 *const corner[3], int *facing)
{
    int axis = 0;
    while (axis < 2 && fk_orient2d(corner[0], corner[1], corner[2], axis) == 0)
        axis++;
    *facing = fk_orient2d(corner[0], corner[1], corner[2], axis);
    return axis;
}

int fk_relation_plane_sign(const fk_relation_plane *plane, const fk_vec3 *point)
{
    const fk_vec3 *const *p = plane->point;
    if (plane->kind == FK_PLANE_TRIANGLE)
        return fk_orient3d(p[0], p[1], p[2], point);
    if (plane->kind == FK_PLANE_EDGE)
        return fk_orient2d(p[0], p[1], point, plane->axis);
    return fk_double_order(fk_vec3_get(*point, plane->axis), fk_vec3_get(*p[0], plane->axis));
}

bool fk_relation_is_same_plane(const fk_relation_plane *a, const fk_relation_plane *b)
{
    if (a->number != 0 && a->number == b->number)
        return true;
    return a->kind == b->kind && a->axis == b->axis && a->point[0] == b->point[0] &&
           a->point[1] == b->point[1] && a->point[2] == b->point[2];
}

/* ---- Balls --------------------------------------------------------------------------------------------- */

static fk_ball_vec3 ball_scaled_point(const fk_relation_search *r, const fk_vec3 *p)
{
    return fk_ball_vec3_from(fk_vec3_scale(*p, r->scale));
}

static fk_ball_vec3 ball_vector(const fk_relation_search *r, const fk_vec3 *from, const fk_vec3 *to)
{
    return fk_ball_vec3_sub(ball_scaled_point(r, to), ball_scaled_point(r, from));
}

static fk_ball_vec3 ball_axis(int axis)
{
    return fk_ball_vec3_from(fk_vec3_axis(axis, 1));
}

static fk_ball_vec3 ball_gradient(const fk_relation_search *r, const fk_relation_plane *plane)
{
    if (plane->kind == FK_PLANE_COORDINATE)
        return ball_axis(plane->axis);
    fk_ball_vec3 e = ball_vector(r, plane->point[0], plane->point[1]);
    if (plane->kind == FK_PLANE_EDGE)
        return fk_ball_vec3_cross(ball_axis(plane->axis), e);
    return fk_ball_vec3_cross(e, ball_vector(r, plane->point[0], plane->point[2]));
}

static fk_ball_vec3 ball_signed(fk_ball_vec3 v, int sign)
{
    v.x.mid *= sign;
    v.y.mid *= sign;
    v.z.mid *= sign;
    return v;
}

static void ball_scale_by(fk_ball *a, double power)
{
    a->mid *= power;
    a->rad = a->rad * power + FK_BALL_TINY;
}

static double ball_size(fk_ball a)
{
    return fk_larger(fabs(a.mid), a.rad);
}

/* Widens a ball to contain the negatives of its numbers, too. */
static void ball_add_negative(fk_ball *a)
{
    a->rad = 4 * ball_size(*a);
}

/* Scales the largest number of a level to about 1. */
static void ball_normalize(fk_ball_vec3 *v, fk_ball *weight)
{
    double most = fk_larger(fk_larger(ball_size(v->x), ball_size(v->y)), ball_size(v->z));
    if (weight != NULL)
        most = fk_larger(most, ball_size(*weight));
    double power = fk_ball_scale(fk_exponent_of(most));
    ball_scale_by(&v->x, power);
    ball_scale_by(&v->y, power);
    ball_scale_by(&v->z, power);
    if (weight != NULL)
        ball_scale_by(weight, power);
}

/* The intersection of three planes relative to the origin, times the weight. */
static fk_ball_vec3 ball_planes_point(const fk_relation_search *r, const fk_relation_plane plane[3],
                                      fk_ball *weight)
{
    fk_ball_vec3 g[3], sum = fk_ball_vec3_from(fk_vec3_make(0, 0, 0));
    fk_ball one = fk_ball_from(1.0);
    for (int i = 0; i < 3; i++) {
        g[i] = ball_gradient(r, &plane[i]);
        ball_normalize(&g[i], NULL);
    }
    for (int i = 0; i < 3; i++) {
        fk_ball offset = fk_ball_vec3_dot(g[i], ball_vector(r, &r->origin, plane[i].point[0]));
        fk_ball_vec3 product = fk_ball_vec3_cross(g[(i + 1) % 3], g[(i + 2) % 3]);
        sum = fk_ball_vec3_add(sum, fk_ball_vec3_scale(product, offset));
        if (i == 0)
            one = fk_ball_vec3_dot(g[0], product);
    }
    *weight = one;
    return sum;
}

/* The intersection of a plane and a segment, as in exact_segment_point. */
static fk_ball_vec3 ball_segment_point(const fk_relation_search *r, const fk_perturbation_level *level,
                                       fk_ball *weight)
{
    const fk_relation_plane *plane = &level->plane[0];
    fk_ball_vec3 g = ball_gradient(r, plane);
    fk_ball from = fk_ball_vec3_dot(g, ball_vector(r, plane->point[0], level->point[0]));
    fk_ball to = fk_ball_vec3_dot(g, ball_vector(r, plane->point[0], level->point[1]));
    int sign = fk_relation_plane_sign(plane, level->point[1]);
    *weight = fk_ball_sub(to, from);
    weight->mid *= sign;
    return ball_signed(
        fk_ball_vec3_sub(fk_ball_vec3_scale(ball_vector(r, &r->origin, level->point[0]), to),
                         fk_ball_vec3_scale(ball_vector(r, &r->origin, level->point[1]), from)),
        sign);
}

/* ---- Integers ------------------------------------------------------------------------------------------ */

static fk_exact_vec3 exact_vector(fk_arena *arena, const fk_vec3 *from, const fk_vec3 *to)
{
    fk_vec3 term[2] = {*to, fk_vec3_negate(*from)};
    return fk_exact_vec3_sum(arena, term, 2);
}

/* Moves a vector that was made above a mark down to it. */
static fk_exact_vec3 exact_keep_vec3(fk_arena *arena, uint32_t mark, fk_exact_vec3 v)
{
    v.x = fk_exact_keep(arena, mark, v.x);
    v.y = fk_exact_keep(arena, arena->used, v.y);
    v.z = fk_exact_keep(arena, arena->used, v.z);
    return v;
}

static fk_exact_vec3 exact_gradient(fk_arena *arena, const fk_relation_plane *plane)
{
    uint32_t mark = arena->used;
    if (plane->kind == FK_PLANE_COORDINATE)
        return fk_exact_vec3_from(arena, fk_vec3_axis(plane->axis, 1));
    fk_exact_vec3 e = exact_vector(arena, plane->point[0], plane->point[1]), f;
    if (plane->kind == FK_PLANE_TRIANGLE)
        f = exact_vector(arena, plane->point[0], plane->point[2]);
    else {
        f = e;
        e = fk_exact_vec3_from(arena, fk_vec3_axis(plane->axis, 1));
    }
    return exact_keep_vec3(arena, mark, fk_exact_vec3_cross(arena, e, f));
}

static fk_exact_vec3 exact_signed(fk_exact_vec3 v, int sign)
{
    v.x.sign *= sign;
    v.y.sign *= sign;
    v.z.sign *= sign;
    return v;
}

static fk_exact_vec3 exact_planes_point(fk_arena *arena, const fk_relation_plane plane[3], fk_exact *weight)
{
    fk_exact_vec3 g[3], product[3];
    fk_exact offset[3];
    for (int i = 0; i < 3; i++) {
        g[i] = exact_gradient(arena, &plane[i]);
        offset[i] = fk_exact_vec3_dot(arena, g[i], fk_exact_vec3_from(arena, *plane[i].point[0]));
    }
    for (int i = 0; i < 3; i++)
        product[i] = fk_exact_vec3_cross(arena, g[(i + 1) % 3], g[(i + 2) % 3]);
    fk_exact_vec3 sum = fk_exact_vec3_scale(arena, product[0], offset[0]);
    sum = fk_exact_vec3_add(arena, sum, fk_exact_vec3_scale(arena, product[1], offset[1]));
    sum = fk_exact_vec3_add(arena, sum, fk_exact_vec3_scale(arena, product[2], offset[2]));
    *weight = fk_exact_vec3_dot(arena, g[0], product[0]);
    sum = exact_keep_vec3(arena, 0, sum);
    *weight = fk_exact_keep(arena, arena->used, *weight);
    sum = exact_signed(sum, weight->sign);
    weight->sign *= weight->sign;
    return sum;
}

/* With the values u, v of the plane at points p and q: (v p - u q) / (v - u), with a positive weight. */
static fk_exact_vec3 exact_segment_point(fk_arena *arena, const fk_perturbation_level *level,
                                         fk_exact *weight)
{
    const fk_relation_plane *plane = &level->plane[0];
    fk_exact_vec3 g = exact_gradient(arena, plane);
    fk_exact from = fk_exact_vec3_dot(arena, g, exact_vector(arena, plane->point[0], level->point[0]));
    fk_exact to = fk_exact_vec3_dot(arena, g, exact_vector(arena, plane->point[0], level->point[1]));
    fk_exact_vec3 p = fk_exact_vec3_scale(arena, fk_exact_vec3_from(arena, *level->point[0]), to);
    fk_exact_vec3 q = fk_exact_vec3_scale(arena, fk_exact_vec3_from(arena, *level->point[1]), from);
    p = fk_exact_vec3_sub(arena, p, q);
    *weight = fk_exact_sub(arena, to, from);
    p = exact_keep_vec3(arena, 0, p);
    *weight = fk_exact_keep(arena, arena->used, *weight);
    p = exact_signed(p, weight->sign);
    weight->sign *= weight->sign;
    return p;
}

static fk_exact_vec3 exact_level(fk_perturbed_point *perturbed, const fk_perturbation_level *level)
{
    fk_arena *arena = &perturbed->arena;
    uint32_t mark = arena->used;
    switch (level->kind) {
    case FK_POINT_VERTEX:
        perturbed->exact_weight = fk_exact_from(arena, 1.0);
        return fk_exact_vec3_from(arena, *level->point[0]);
    case FK_POINT_ON_SEGMENT:
        return exact_segment_point(arena, level, &perturbed->exact_weight);
    case FK_POINT_OF_PLANES:
        return exact_planes_point(arena, level->plane, &perturbed->exact_weight);
    case FK_SHIFT_ALONG_EDGE:
        return exact_vector(arena, level->point[0], level->point[1]);
    case FK_SHIFT_NORMAL:
        return exact_signed(exact_gradient(arena, &level->plane[0]), level->sign);
    default:
        break;
    }
    fk_exact_vec3 g = exact_gradient(arena, &level->plane[0]);
    fk_exact_vec3 h =
        level->kind == FK_SHIFT_ALONG_LINE ? exact_gradient(arena, &level->plane[1]) : perturbed->exact[1];
    return exact_signed(exact_keep_vec3(arena, mark, fk_exact_vec3_cross(arena, g, h)), level->sign);
}

static void make_exact_levels(fk_perturbed_point *perturbed, uint32_t count)
{
    for (; perturbed->exact_count < count; perturbed->exact_count++)
        perturbed->exact[perturbed->exact_count] =
            exact_level(perturbed, &perturbed->level[perturbed->exact_count]);
}

static int exact_sign(const fk_relation_plane *plane, fk_perturbed_point *perturbed, uint32_t level)
{
    fk_arena *arena = &perturbed->arena;
    make_exact_levels(perturbed, level + 1);
    uint32_t mark = arena->used;
    fk_exact_vec3 g = exact_gradient(arena, plane);
    fk_exact value = fk_exact_vec3_dot(arena, g, perturbed->exact[level]);
    if (level == 0) {
        fk_exact offset = fk_exact_vec3_dot(arena, g, fk_exact_vec3_from(arena, *plane->point[0]));
        value = fk_exact_sub(arena, value, fk_exact_mul(arena, offset, perturbed->exact_weight));
    }
    arena->used = mark;
    return value.sign;
}

/* ---- Perturbed points ---------------------------------------------------------------------------------- */

void fk_perturbed_point_init(fk_perturbed_point *perturbed)
{
    perturbed->count = perturbed->exact_count = 0;
    fk_arena_init(&perturbed->arena);
}

void fk_perturbed_point_truncate(fk_perturbed_point *perturbed, uint32_t count)
{
    /* Keeps the exact levels below `count`; the arena may still hold other numbers above them. */
    perturbed->count = count;
    if (perturbed->exact_count > count) {
        const fk_exact_vec3 *top = &perturbed->exact[count];
        const fk_exact *component[3] = {&top->x, &top->y, &top->z};
        for (int i = 2; i >= 0; i--)
            if (component[i]->count > 0)
                perturbed->arena.used = (uint32_t)(component[i]->limb - perturbed->arena.limb);
        perturbed->exact_count = count;
    }
}

bool fk_perturbed_point_push(const fk_relation_search *r, fk_perturbed_point *perturbed,
                             const fk_perturbation_level *level)
{
    uint32_t i = perturbed->count++;
    fk_ball_vec3 *ball = &perturbed->ball[i];
    perturbed->level[i] = *level;
    switch (level->kind) {
    case FK_POINT_VERTEX:
        perturbed->weight = fk_ball_from(1.0);
        *ball = ball_vector(r, &r->origin, level->point[0]);
        return true;
    case FK_POINT_ON_SEGMENT:
        *ball = ball_segment_point(r, level, &perturbed->weight);
        ball_normalize(ball, &perturbed->weight);
        return true;
    case FK_POINT_OF_PLANES: {
        *ball = ball_planes_point(r, level->plane, &perturbed->weight);
        int sign = fk_ball_sign(perturbed->weight);
        if (sign == FK_UNSURE) {
            make_exact_levels(perturbed, 1);
            if (perturbed->exact_weight.sign == 0)
                return false;
            /* The sign of the balls is unknown: they contain both. */
            ball_add_negative(&ball->x);
            ball_add_negative(&ball->y);
            ball_add_negative(&ball->z);
            ball_add_negative(&perturbed->weight);
            sign = 1;
        }
        *ball = ball_signed(*ball, sign);
        perturbed->weight.mid *= sign;
        ball_normalize(ball, &perturbed->weight);
        return true;
    }
    case FK_SHIFT_ALONG_EDGE:
        *ball = ball_vector(r, level->point[0], level->point[1]);
        break;
    case FK_SHIFT_ALONG_LINE:
        *ball = fk_ball_vec3_cross(ball_gradient(r, &level->plane[0]), ball_gradient(r, &level->plane[1]));
        break;
    case FK_SHIFT_IN_PLANE:
        *ball = ball_signed(fk_ball_vec3_cross(ball_gradient(r, &level->plane[0]), perturbed->ball[1]),
                            level->sign);
        break;
    case FK_SHIFT_NORMAL:
        *ball = ball_signed(ball_gradient(r, &level->plane[0]), level->sign);
        break;
    }
    ball_normalize(ball, NULL);
    return true;
}

/* ---- Signs --------------------------------------------------------------------------------------------- */

/* Whether a level is in the plane, or parallel to it, by its construction. */
static bool is_zero_by_construction(const fk_relation_plane *plane, const fk_perturbation_level *level)
{
    switch (level->kind) {
    case FK_POINT_ON_SEGMENT:
    case FK_SHIFT_IN_PLANE:
        return fk_relation_is_same_plane(plane, &level->plane[0]);
    case FK_POINT_VERTEX:
    case FK_POINT_OF_PLANES:
        return fk_relation_is_same_plane(plane, &level->plane[0]) ||
               fk_relation_is_same_plane(plane, &level->plane[1]) ||
               fk_relation_is_same_plane(plane, &level->plane[2]);
    case FK_SHIFT_ALONG_LINE:
        return fk_relation_is_same_plane(plane, &level->plane[0]) ||
               fk_relation_is_same_plane(plane, &level->plane[1]);
    default:
        return false;
    }
}

/* Axes are 0, 1, 2; or NO_AXIS for directions that are not parallel to one, or not known to be. */
#define NO_AXIS 3

static bool are_axes_orthogonal(int a, int b)
{
    return a != NO_AXIS && b != NO_AXIS && a != b;
}

static bool has_same_coordinate(const fk_vec3 *p, const fk_vec3 *q, int axis)
{
    return fk_double_order(fk_vec3_get(*p, axis), fk_vec3_get(*q, axis)) == 0;
}

static int segment_axis(const fk_vec3 *p, const fk_vec3 *q)
{
    for (int axis = 0; axis < 3; axis++)
        if (has_same_coordinate(p, q, (axis + 1) % 3) && has_same_coordinate(p, q, (axis + 2) % 3))
            return axis;
    return NO_AXIS;
}

/* The axis orthogonal to two; 3 - a - b, if they differ. */
static int cross_axis(int a, int b)
{
    return are_axes_orthogonal(a, b) ? 3 - a - b : NO_AXIS;
}

/* The axis of the gradient of a plane. */
static int gradient_axis(const fk_relation_plane *plane)
{
    if (plane->kind == FK_PLANE_COORDINATE)
        return plane->axis;
    if (plane->kind == FK_PLANE_EDGE)
        return cross_axis(plane->axis, segment_axis(plane->point[0], plane->point[1]));
    for (int axis = 0; axis < 3; axis++)
        if (has_same_coordinate(plane->point[0], plane->point[1], axis) &&
            has_same_coordinate(plane->point[0], plane->point[2], axis))
            return axis;
    return NO_AXIS;
}

static int level_axis(const fk_perturbed_point *perturbed, uint32_t level)
{
    const fk_perturbation_level *at = &perturbed->level[level];
    switch (at->kind) {
    case FK_SHIFT_ALONG_EDGE:
        return segment_axis(at->point[0], at->point[1]);
    case FK_SHIFT_ALONG_LINE:
        return cross_axis(gradient_axis(&at->plane[0]), gradient_axis(&at->plane[1]));
    case FK_SHIFT_IN_PLANE:
        return cross_axis(gradient_axis(&at->plane[0]), level_axis(perturbed, 1));
    case FK_SHIFT_NORMAL:
        return gradient_axis(&at->plane[0]);
    default:
        return NO_AXIS;
    }
}

/* The sign from those at the two points of a level: at a point between them, or of the change from one to the
 * other. */
static int sign_by_points(const fk_relation_plane *plane, const fk_perturbation_level *level)
{
    int from = fk_relation_plane_sign(plane, level->point[0]),
        to = fk_relation_plane_sign(plane, level->point[1]);
    if (level->kind == FK_POINT_ON_SEGMENT)
        return from == to || to == 0 ? from : from == 0 ? to : FK_UNSURE;
    return from != to ? (to > from ? 1 : -1) : from == 0 ? 0 : FK_UNSURE;
}

int fk_perturbed_sign_at_level(const fk_relation_search *r, const fk_relation_plane *plane,
                               fk_perturbed_point *perturbed, uint32_t level)
{
    const fk_perturbation_level *at_level = &perturbed->level[level];
    if (is_zero_by_construction(plane, at_level))
        return 0;
    if (at_level->kind == FK_POINT_VERTEX)
        return fk_relation_plane_sign(plane, at_level->point[0]);
    int sign = FK_UNSURE;
    if (at_level->kind == FK_POINT_ON_SEGMENT || at_level->kind == FK_SHIFT_ALONG_EDGE)
        sign = sign_by_points(plane, at_level);
    if (sign != FK_UNSURE)
        return sign;
    fk_ball_vec3 g = ball_gradient(r, plane), at = perturbed->ball[level];
    if (level == 0) {
        fk_ball_vec3 anchor = ball_vector(r, &r->origin, plane->point[0]);
        at = fk_ball_vec3_sub(at, fk_ball_vec3_scale(anchor, perturbed->weight));
    }
    sign = fk_ball_sign(fk_ball_vec3_dot(g, at));
    if (sign == FK_UNSURE && level > 0 &&
        are_axes_orthogonal(gradient_axis(plane), level_axis(perturbed, level)))
        sign = 0;
    return sign != FK_UNSURE ? sign : exact_sign(plane, perturbed, level);
}

int fk_perturbed_sign(const fk_relation_search *r, const fk_relation_plane *plane,
                      fk_perturbed_point *perturbed)
{
    int sign = 0;
    for (uint32_t i = 0; i < perturbed->count && sign == 0; i++)
        sign = fk_perturbed_sign_at_level(r, plane, perturbed, i);
    return sign;
}

/* Level 0 is (mid +- rad) / weight from the origin. The quotient of mids is off by at most `off`, four times
 * as large as necessary, which covers the rounding of all operations here. */
fk_aabb fk_perturbed_point_box(const fk_relation_search *r, const fk_perturbed_point *perturbed,
                               const fk_aabb *known)
{
    fk_aabb box = *known;
    if (perturbed->level[0].kind == FK_POINT_VERTEX) {
        box.min = box.max = *perturbed->level[0].point[0];
        return box;
    }
    double least = perturbed->weight.mid - perturbed->weight.rad, unit = 1 / r->scale;
    if (!(least > perturbed->weight.mid / 2))
        return box;
    for (int k = 0; k < 3; k++) {
        fk_ball at = fk_ball_vec3_get(perturbed->ball[0], k);
        double away = at.mid / perturbed->weight.mid, o = fk_vec3_get(r->origin, k);
        double off =
            4 * ((at.rad + fabs(away) * perturbed->weight.rad) / least + fabs(away) * 0x1p-50) * unit;
        off += fabs(o) * 0x1p-48 + 0x1p-400;
        double place = away * unit + o;
        if (place - off > fk_vec3_get(box.min, k))
            *fk_vec3_at(&box.min, k) = place - off;
        if (place + off < fk_vec3_get(box.max, k))
            *fk_vec3_at(&box.max, k) = place + off;
    }
    return box;
}

fk_vec3 fk_perturbed_point_place(fk_perturbed_point *perturbed)
{
    make_exact_levels(perturbed, 1);
    uint32_t mark = perturbed->arena.used;
    fk_vec3 place = fk_exact_vec3_ratio(&perturbed->arena, perturbed->exact[0], perturbed->exact_weight);
    perturbed->arena.used = mark;
    return place;
}

/* The number from a to b, not of opposite signs, whose last bits are 0 as far as possible. */
static double simplest_between(double a, double b)
{
    uint64_t low = fk_bits_of(fabs(a) < fabs(b) ? a : b), high = fk_bits_of(fabs(a) < fabs(b) ? b : a),
             below = 0;
    while ((low ^ high) & ~below)
        below = below << 1 | 1;
    return fk_from_bits((low & below) == 0 ? low : high & ~(below >> 1));
}

void fk_perturbed_point_simplify(const fk_relation_search *r, fk_perturbed_point *perturbed,
                                 const fk_aabb *known)
{
    const fk_perturbation_level *at = &perturbed->level[0];
    fk_aabb box = fk_perturbed_point_box(r, perturbed, known);
    fk_vec3 place;
    if (at->kind == FK_POINT_VERTEX)
        return;
    for (int k = 0; k < 3; k++) {
        double min = fk_vec3_get(box.min, k), max = fk_vec3_get(box.max, k);
        if (!(min <= max))
            return;
        *fk_vec3_at(&place, k) = min <= 0 && max >= 0 ? 0 : simplest_between(min, max);
    }
    int planes = at->kind == FK_POINT_OF_PLANES ? 3 : 1;
    for (int i = 0; i < planes; i++)
        if (fk_relation_plane_sign(&at->plane[i], &place) != 0)
            return;
    if (at->kind == FK_POINT_ON_SEGMENT && !fk_is_collinear(at->point[0], at->point[1], &place))
        return;
    fk_perturbation_level vertex = {
        FK_POINT_VERTEX, 1, {&perturbed->place, NULL}, {at->plane[0], at->plane[1], at->plane[2]}};
    if (at->kind == FK_POINT_ON_SEGMENT)
        vertex.plane[1] = vertex.plane[2] = vertex.plane[0];
    perturbed->place = place;
    fk_perturbed_point_init(perturbed);
    fk_perturbed_point_push(r, perturbed, &vertex);
}
