/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Signs of planes at places infinitely near to others: see relate.h.
 *
 * All functions are linear, so at x0 + e x1 + e^2 x2 + ... the sign of one is that of the first level at
 * which it is not 0. A sign is asked of balls first, then of integers, which are made when they are needed
 * and kept with the spot.
 *
 * Where three planes with the gradients g, h, k and g.x = u, h.x = v, k.x = w meet, Cramer's rule has the
 * place as (u (h x k) + v (k x g) + w (g x h)) / (g.(h x k)). In terms of coordinates these are of degree 7
 * and 6, and a sign there of degree 9: with coordinates all over the double range, differences have 34 limbs,
 * such a place 3 x 238 + 204, the levels above it 3 x 136, 3 x 204 and 3 x 68. Made of those, with all that
 * is left on the way, it takes 6000 of the 8192 limbs of the arena.
 *
 * Balls are taken from a place amid the meshes, scaled so that coordinates are below 2^3; each level is
 * scaled by a power of two to be about 1 again. */

#include <math.h>

#include "base/vec3.h"
#include "mesh/mesh.h"
#include "tree/relate.h"

/* ---- Planes -------------------------------------------------------------------------------------------- */

fk_relate_plane fk_relate_plane_triangle(const fk_relate *r, int which, uint32_t triangle)
{
    fk_relate_plane plane = {FK_RELATE_TRIANGLE, 0, {NULL, NULL, NULL}};
    for (int k = 0; k < 3; k++)
        plane.point[k] = fk_relate_corner(r, which, triangle, k);
    return plane;
}

fk_relate_plane fk_relate_plane_edge(const fk_vec3 *from, const fk_vec3 *to, int axis)
{
    return (fk_relate_plane){FK_RELATE_EDGE, axis, {from, to, NULL}};
}

fk_relate_plane fk_relate_plane_level(const fk_vec3 *point, int axis)
{
    return (fk_relate_plane){FK_RELATE_LEVEL, axis, {point, NULL, NULL}};
}

int fk_relate_axis(const fk_vec3 *const corner[3], int *facing)
{
    int axis = 0;
    while (axis < 2 && fk_signs_turn(corner[0], corner[1], corner[2], axis) == 0)
        axis++;
    *facing = fk_signs_turn(corner[0], corner[1], corner[2], axis);
    return axis;
}

int fk_relate_sign_of(const fk_relate_plane *plane, const fk_vec3 *point)
{
    const fk_vec3 *const *p = plane->point;
    if (plane->kind == FK_RELATE_TRIANGLE)
        return fk_signs_side(p[0], p[1], p[2], point);
    if (plane->kind == FK_RELATE_EDGE)
        return fk_signs_turn(p[0], p[1], point, plane->axis);
    return fk_double_order(fk_vec3_get(*point, plane->axis), fk_vec3_get(*p[0], plane->axis));
}

static bool is_same_plane(const fk_relate_plane *a, const fk_relate_plane *b)
{
    return a->kind == b->kind && a->axis == b->axis && a->point[0] == b->point[0] &&
           a->point[1] == b->point[1] && a->point[2] == b->point[2];
}

/* ---- Balls --------------------------------------------------------------------------------------------- */

static fk_ball_vec3 ball_point(const fk_relate *r, const fk_vec3 *p)
{
    return fk_ball_vec3_from(fk_vec3_scale(*p, r->scale));
}

static fk_ball_vec3 ball_between(const fk_relate *r, const fk_vec3 *from, const fk_vec3 *to)
{
    return fk_ball_vec3_sub(ball_point(r, to), ball_point(r, from));
}

static fk_ball_vec3 ball_axis(int axis)
{
    return fk_ball_vec3_from(fk_vec3_axis(axis, 1));
}

static fk_ball_vec3 ball_gradient(const fk_relate *r, const fk_relate_plane *plane)
{
    if (plane->kind == FK_RELATE_LEVEL)
        return ball_axis(plane->axis);
    fk_ball_vec3 e = ball_between(r, plane->point[0], plane->point[1]);
    if (plane->kind == FK_RELATE_EDGE)
        return fk_ball_vec3_cross(ball_axis(plane->axis), e);
    return fk_ball_vec3_cross(e, ball_between(r, plane->point[0], plane->point[2]));
}

static fk_ball_vec3 ball_signed(fk_ball_vec3 v, int sign)
{
    v.x.mid *= sign;
    v.y.mid *= sign;
    v.z.mid *= sign;
    return v;
}

static void ball_times(fk_ball *a, double power)
{
    a->mid *= power;
    a->rad = a->rad * power + FK_BALL_TINY;
}

static double ball_size(fk_ball a)
{
    return fk_larger(fabs(a.mid), a.rad);
}

/* Makes a ball hold the negative of its numbers, too. */
static void ball_blur(fk_ball *a)
{
    a->rad = 4 * ball_size(*a);
}

/* Brings the largest of a level to about 1. */
static void ball_even(fk_ball_vec3 *v, fk_ball *weight)
{
    double most = fk_larger(fk_larger(ball_size(v->x), ball_size(v->y)), ball_size(v->z));
    if (weight != NULL)
        most = fk_larger(most, ball_size(*weight));
    double power = fk_ball_scale(fk_exponent_of(most));
    ball_times(&v->x, power);
    ball_times(&v->y, power);
    ball_times(&v->z, power);
    if (weight != NULL)
        ball_times(weight, power);
}

/* Where three planes meet: weight times the place, from the origin. */
static fk_ball_vec3 ball_meet(const fk_relate *r, const fk_relate_plane plane[3], fk_ball *weight)
{
    fk_ball_vec3 g[3], sum = fk_ball_vec3_from(fk_vec3_make(0, 0, 0));
    fk_ball one = fk_ball_from(1.0);
    for (int i = 0; i < 3; i++) {
        g[i] = ball_gradient(r, &plane[i]);
        ball_even(&g[i], NULL);
    }
    for (int i = 0; i < 3; i++) {
        fk_ball offset = fk_ball_vec3_dot(g[i], ball_between(r, &r->origin, plane[i].point[0]));
        fk_ball_vec3 product = fk_ball_vec3_cross(g[(i + 1) % 3], g[(i + 2) % 3]);
        sum = fk_ball_vec3_add(sum, fk_ball_vec3_scale(product, offset));
        if (i == 0)
            one = fk_ball_vec3_dot(g[0], product);
    }
    *weight = one;
    return sum;
}

/* The place on the way between two points at which a plane is, as in exact_split. */
static fk_ball_vec3 ball_split(const fk_relate *r, const fk_relate_level *level, fk_ball *weight)
{
    const fk_relate_plane *plane = &level->plane[0];
    fk_ball_vec3 g = ball_gradient(r, plane);
    fk_ball from = fk_ball_vec3_dot(g, ball_between(r, plane->point[0], level->point[0]));
    fk_ball to = fk_ball_vec3_dot(g, ball_between(r, plane->point[0], level->point[1]));
    int sign = fk_relate_sign_of(plane, level->point[1]);
    *weight = fk_ball_sub(to, from);
    weight->mid *= sign;
    return ball_signed(
        fk_ball_vec3_sub(fk_ball_vec3_scale(ball_between(r, &r->origin, level->point[0]), to),
                         fk_ball_vec3_scale(ball_between(r, &r->origin, level->point[1]), from)),
        sign);
}

/* ---- Integers ------------------------------------------------------------------------------------------ */

static fk_exact_vec3 exact_between(fk_arena *arena, const fk_vec3 *from, const fk_vec3 *to)
{
    fk_vec3 term[2] = {*to, fk_vec3_negate(*from)};
    return fk_exact_vec3_sum(arena, term, 2);
}

/* Moves a vector that was made above a mark down to it. */
static fk_exact_vec3 exact_keep(fk_arena *arena, uint32_t mark, fk_exact_vec3 v)
{
    v.x = fk_exact_keep(arena, mark, v.x);
    v.y = fk_exact_keep(arena, arena->used, v.y);
    v.z = fk_exact_keep(arena, arena->used, v.z);
    return v;
}

static fk_exact_vec3 exact_gradient(fk_arena *arena, const fk_relate_plane *plane)
{
    uint32_t mark = arena->used;
    if (plane->kind == FK_RELATE_LEVEL)
        return fk_exact_vec3_from(arena, fk_vec3_axis(plane->axis, 1));
    fk_exact_vec3 e = exact_between(arena, plane->point[0], plane->point[1]), f;
    if (plane->kind == FK_RELATE_TRIANGLE)
        f = exact_between(arena, plane->point[0], plane->point[2]);
    else {
        f = e;
        e = fk_exact_vec3_from(arena, fk_vec3_axis(plane->axis, 1));
    }
    return exact_keep(arena, mark, fk_exact_vec3_cross(arena, e, f));
}

static fk_exact_vec3 exact_signed(fk_exact_vec3 v, int sign)
{
    v.x.sign *= sign;
    v.y.sign *= sign;
    v.z.sign *= sign;
    return v;
}

static fk_exact_vec3 exact_meet(fk_arena *arena, const fk_relate_plane plane[3], fk_exact *weight)
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
    sum = exact_keep(arena, 0, sum);
    *weight = fk_exact_keep(arena, arena->used, *weight);
    sum = exact_signed(sum, weight->sign);
    weight->sign *= weight->sign;
    return sum;
}

/* With the values u, v of the plane at points p and q: (v p - u q) / (v - u), whose weight gets positive. */
static fk_exact_vec3 exact_split(fk_arena *arena, const fk_relate_level *level, fk_exact *weight)
{
    const fk_relate_plane *plane = &level->plane[0];
    fk_exact_vec3 g = exact_gradient(arena, plane);
    fk_exact from = fk_exact_vec3_dot(arena, g, exact_between(arena, plane->point[0], level->point[0]));
    fk_exact to = fk_exact_vec3_dot(arena, g, exact_between(arena, plane->point[0], level->point[1]));
    fk_exact_vec3 p = fk_exact_vec3_scale(arena, fk_exact_vec3_from(arena, *level->point[0]), to);
    fk_exact_vec3 q = fk_exact_vec3_scale(arena, fk_exact_vec3_from(arena, *level->point[1]), from);
    p = fk_exact_vec3_sub(arena, p, q);
    *weight = fk_exact_sub(arena, to, from);
    p = exact_keep(arena, 0, p);
    *weight = fk_exact_keep(arena, arena->used, *weight);
    p = exact_signed(p, weight->sign);
    weight->sign *= weight->sign;
    return p;
}

static fk_exact_vec3 exact_level(fk_relate_spot *spot, const fk_relate_level *level)
{
    fk_arena *arena = &spot->arena;
    uint32_t mark = arena->used;
    switch (level->step) {
    case FK_RELATE_VERTEX:
        spot->exact_weight = fk_exact_from(arena, 1.0);
        return fk_exact_vec3_from(arena, *level->point[0]);
    case FK_RELATE_BETWEEN:
        return exact_split(arena, level, &spot->exact_weight);
    case FK_RELATE_MEET:
        return exact_meet(arena, level->plane, &spot->exact_weight);
    case FK_RELATE_ALONG:
        return exact_between(arena, level->point[0], level->point[1]);
    case FK_RELATE_NORMAL:
        return exact_signed(exact_gradient(arena, &level->plane[0]), level->sign);
    default:
        break;
    }
    fk_exact_vec3 g = exact_gradient(arena, &level->plane[0]);
    fk_exact_vec3 h =
        level->step == FK_RELATE_LINE ? exact_gradient(arena, &level->plane[1]) : spot->exact[1];
    return exact_signed(exact_keep(arena, mark, fk_exact_vec3_cross(arena, g, h)), level->sign);
}

static void make_exact(fk_relate_spot *spot, uint32_t count)
{
    for (; spot->exact_count < count; spot->exact_count++)
        spot->exact[spot->exact_count] = exact_level(spot, &spot->level[spot->exact_count]);
}

static int exact_sign(const fk_relate_plane *plane, fk_relate_spot *spot, uint32_t level)
{
    fk_arena *arena = &spot->arena;
    make_exact(spot, level + 1);
    uint32_t mark = arena->used;
    fk_exact_vec3 g = exact_gradient(arena, plane);
    fk_exact value = fk_exact_vec3_dot(arena, g, spot->exact[level]);
    if (level == 0) {
        fk_exact offset = fk_exact_vec3_dot(arena, g, fk_exact_vec3_from(arena, *plane->point[0]));
        value = fk_exact_sub(arena, value, fk_exact_mul(arena, offset, spot->exact_weight));
    }
    arena->used = mark;
    return value.sign;
}

/* ---- Spots --------------------------------------------------------------------------------------------- */

void fk_relate_spot_init(fk_relate_spot *spot)
{
    spot->count = spot->exact_count = 0;
    fk_arena_init(&spot->arena);
}

void fk_relate_spot_drop(fk_relate_spot *spot, uint32_t count)
{
    /* Exact levels are kept as far as they go: what lies on the arena above them is in the way of nothing but
     * room. */
    spot->count = count;
    if (spot->exact_count > count) {
        const fk_exact_vec3 *top = &spot->exact[count];
        const fk_exact *part[3] = {&top->x, &top->y, &top->z};
        for (int i = 2; i >= 0; i--)
            if (part[i]->count > 0)
                spot->arena.used = (uint32_t)(part[i]->limb - spot->arena.limb);
        spot->exact_count = count;
    }
}

bool fk_relate_spot_push(const fk_relate *r, fk_relate_spot *spot, const fk_relate_level *level)
{
    uint32_t i = spot->count++;
    fk_ball_vec3 *ball = &spot->ball[i];
    spot->level[i] = *level;
    switch (level->step) {
    case FK_RELATE_VERTEX:
        spot->weight = fk_ball_from(1.0);
        *ball = ball_between(r, &r->origin, level->point[0]);
        return true;
    case FK_RELATE_BETWEEN:
        *ball = ball_split(r, level, &spot->weight);
        ball_even(ball, &spot->weight);
        return true;
    case FK_RELATE_MEET: {
        *ball = ball_meet(r, level->plane, &spot->weight);
        int sign = fk_ball_sign(spot->weight);
        if (sign == FK_UNSURE) {
            make_exact(spot, 1);
            if (spot->exact_weight.sign == 0)
                return false;
            /* Which sign the balls are to have is not known: they get both. */
            ball_blur(&ball->x);
            ball_blur(&ball->y);
            ball_blur(&ball->z);
            ball_blur(&spot->weight);
            sign = 1;
        }
        *ball = ball_signed(*ball, sign);
        spot->weight.mid *= sign;
        ball_even(ball, &spot->weight);
        return true;
    }
    case FK_RELATE_ALONG:
        *ball = ball_between(r, level->point[0], level->point[1]);
        break;
    case FK_RELATE_LINE:
        *ball = fk_ball_vec3_cross(ball_gradient(r, &level->plane[0]), ball_gradient(r, &level->plane[1]));
        break;
    case FK_RELATE_WITHIN:
        *ball =
            ball_signed(fk_ball_vec3_cross(ball_gradient(r, &level->plane[0]), spot->ball[1]), level->sign);
        break;
    case FK_RELATE_NORMAL:
        *ball = ball_signed(ball_gradient(r, &level->plane[0]), level->sign);
        break;
    }
    ball_even(ball, NULL);
    return true;
}

/* ---- Signs --------------------------------------------------------------------------------------------- */

/* Where the level is in the plane, or along it, by what it is made of. */
static bool is_zero(const fk_relate_plane *plane, const fk_relate_level *level)
{
    switch (level->step) {
    case FK_RELATE_BETWEEN:
    case FK_RELATE_WITHIN:
        return is_same_plane(plane, &level->plane[0]);
    case FK_RELATE_MEET:
        return is_same_plane(plane, &level->plane[0]) || is_same_plane(plane, &level->plane[1]) ||
               is_same_plane(plane, &level->plane[2]);
    case FK_RELATE_LINE:
        return is_same_plane(plane, &level->plane[0]) || is_same_plane(plane, &level->plane[1]);
    default:
        return false;
    }
}

/* By the signs at the two points of a level: those at a place between them, and along the way from one to the
 * other. */
static int sign_by_points(const fk_relate_plane *plane, const fk_relate_level *level)
{
    int from = fk_relate_sign_of(plane, level->point[0]), to = fk_relate_sign_of(plane, level->point[1]);
    if (level->step == FK_RELATE_BETWEEN)
        return from == to || to == 0 ? from : from == 0 ? to : FK_UNSURE;
    return from != to ? (to > from ? 1 : -1) : from == 0 ? 0 : FK_UNSURE;
}

int fk_relate_sign_at(const fk_relate *r, const fk_relate_plane *plane, fk_relate_spot *spot, uint32_t level)
{
    const fk_relate_level *at_level = &spot->level[level];
    if (at_level->step == FK_RELATE_VERTEX)
        return fk_relate_sign_of(plane, at_level->point[0]);
    if (is_zero(plane, at_level))
        return 0;
    int sign = FK_UNSURE;
    if (at_level->step == FK_RELATE_BETWEEN || at_level->step == FK_RELATE_ALONG)
        sign = sign_by_points(plane, at_level);
    if (sign != FK_UNSURE)
        return sign;
    fk_ball_vec3 g = ball_gradient(r, plane), at = spot->ball[level];
    if (level == 0) {
        fk_ball_vec3 anchor = ball_between(r, &r->origin, plane->point[0]);
        at = fk_ball_vec3_sub(at, fk_ball_vec3_scale(anchor, spot->weight));
    }
    sign = fk_ball_sign(fk_ball_vec3_dot(g, at));
    return sign != FK_UNSURE ? sign : exact_sign(plane, spot, level);
}

int fk_relate_sign(const fk_relate *r, const fk_relate_plane *plane, fk_relate_spot *spot)
{
    int sign = 0;
    for (uint32_t i = 0; i < spot->count && sign == 0; i++)
        sign = fk_relate_sign_at(r, plane, spot, i);
    return sign;
}

/* The place is (mid +- rad) / weight from the origin, and the quotient of mids is off by what the bound says,
 * four times as large as it has to be, which covers the rounding of all that is done here. */
fk_aabb fk_relate_spot_box(const fk_relate *r, const fk_relate_spot *spot, const fk_aabb *known)
{
    fk_aabb box = *known;
    if (spot->level[0].step == FK_RELATE_VERTEX) {
        box.min = box.max = *spot->level[0].point[0];
        return box;
    }
    double least = spot->weight.mid - spot->weight.rad, unit = 1 / r->scale;
    if (!(least > spot->weight.mid / 2))
        return box;
    for (int k = 0; k < 3; k++) {
        fk_ball at = fk_ball_vec3_get(spot->ball[0], k);
        double away = at.mid / spot->weight.mid, o = fk_vec3_get(r->origin, k);
        double off = 4 * ((at.rad + fabs(away) * spot->weight.rad) / least + fabs(away) * 0x1p-50) * unit;
        off += fabs(o) * 0x1p-48 + 0x1p-400;
        double place = away * unit + o;
        if (place - off > fk_vec3_get(box.min, k))
            *fk_vec3_at(&box.min, k) = place - off;
        if (place + off < fk_vec3_get(box.max, k))
            *fk_vec3_at(&box.max, k) = place + off;
    }
    return box;
}
