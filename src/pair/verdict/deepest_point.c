/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The deepest common point.
 *
 * The distance of a point from a curved piece, negative inside, is a convex function with a simple gradient. The greater of
 * two such functions is convex too, and the ellipsoid method (Shor 1977) finds its minimum: the gradient at the centre of
 * an ellipsoid that contains the minimum cuts it in half, and the smallest ellipsoid around the half that is left is the
 * next one. In three variables its volume shrinks by 0.84 at each step, whatever the function, so STEPS = 300 of them make
 * it 1e22 times smaller; nothing can stall. The first ball is small, as the walk ended nearby; when it contains no inner
 * point, larger ones are tried.
 *
 * Weak inputs: an intersection thinner than about 1e-15 of the size. */

#include "pair/verdict/verdict.h"

#include <math.h>

#include "base/vec3.h"
#include "shape/vertices.h"

#define STEPS 300
static const double radii[] = {0x1p-24, 0x1p-16, 0x1p-8}; /* of the size */

/* A value and its gradient. */
typedef struct convex_value {
    double value;
    fk_vec3 gradient;
} convex_value;

static convex_value larger_value(convex_value a, convex_value b)
{
    return a.value >= b.value ? a : b;
}

/* ---- Distance outside a piece, negative inside --------------------------------------------------------- */

/* n has length 1. */
static convex_value outside_plane(double value, fk_vec3 n)
{
    return (convex_value){value, n};
}

static convex_value outside_ball(fk_vec3 x, double radius)
{
    return (convex_value){fk_vec3_length(x) - radius, fk_vec3_unit(x)};
}

static convex_value outside_capsule(const fk_support_body *body, fk_vec3 x)
{
    fk_vec3 d = body->edge[0];
    double along = fk_vec3_dot(x, d), whole = fk_vec3_dot(d, d);
    if (!(along > 0.0))
        return outside_ball(x, body->radius);
    double share = along < whole ? along / whole : 1.0;
    return outside_ball(fk_vec3_sub(x, fk_vec3_scale(d, share)), body->radius);
}

/* Cylinder and cone, by the height z over end 0 along the axis and the distance from the axis. */
static convex_value outside_disc(const fk_support_body *body, fk_vec3 x)
{
    double length = fk_vec3_dot(body->edge[0], body->axis), z = fk_vec3_dot(x, body->axis);
    fk_vec3 out = fk_vec3_sub(x, fk_vec3_scale(body->axis, z));
    convex_value side = outside_ball(out, body->radius), base = outside_plane(-z, fk_vec3_negate(body->axis));
    if (body->piece->kind == FK_KIND_CYLINDER)
        return larger_value(larger_value(side, base), outside_plane(z - length, body->axis));
    /* The side of a cone leans toward the apex: its normal goes radius along the axis for length outward. */
    double slant = sqrt(length * length + body->radius * body->radius);
    double outward = length / slant, upward = body->radius / slant;
    side.value = side.value * outward + z * upward;
    side.gradient = fk_vec3_add(fk_vec3_scale(side.gradient, outward), fk_vec3_scale(body->axis, upward));
    return larger_value(side, base);
}

/* With x = E s: |s| - 1, times a length that is not more than the shortest half-axis. */
static convex_value outside_ellipsoid(const fk_support_body *body, fk_vec3 x)
{
    fk_vec3 row[3];
    double volume = 0.0, sum = 0.0, s[3];
    for (int k = 0; k < 3; k++) {
        row[k] = fk_vec3_cross(body->edge[(k + 1) % 3], body->edge[(k + 2) % 3]);
        volume = fk_vec3_dot(row[k], body->edge[k]);
        sum += fk_vec3_dot(row[k], row[k]);
    }
    convex_value outside = {1.0, {0, 0, 0}};
    if (!(fabs(volume) > 0.0))
        return outside;
    for (int k = 0; k < 3; k++) {
        s[k] = fk_vec3_dot(row[k], x) / volume;
        outside.gradient = fk_vec3_add(outside.gradient, fk_vec3_scale(row[k], s[k] / volume));
    }
    double length = sqrt(s[0] * s[0] + s[1] * s[1] + s[2] * s[2]), thickness = fabs(volume) / sqrt(sum);
    outside.value = (length - 1.0) * thickness;
    outside.gradient = fk_vec3_scale(outside.gradient, length > 0.0 ? thickness / length : 0.0);
    return outside;
}

static convex_value outside_body(const fk_support_body *body, fk_vec3 x)
{
    switch (body->piece->kind) {
    case FK_KIND_CYLINDER:
    case FK_KIND_CONE:
        return outside_disc(body, x);
    case FK_KIND_ELLIPSOID:
        return outside_ellipsoid(body, x);
    case FK_KIND_CAPSULE:
        return outside_capsule(body, x);
    default:
        return outside_ball(x, body->radius);
    }
}

/* ---- The ellipsoid method ------------------------------------------------------------------------------ */

/* What is minimised: a function of up to three variables, coordinates or weights of a point. */
typedef struct depth_problem {
    const fk_support_bodies *bodies;
    const fk_support_body *curved; /* weights: the body that must contain the point */
    int count;                     /* of variables */
    fk_vec3 corner[4]; /* weights: the point is corner 0 plus the variables times the edges to the others */
} depth_problem;

/* The variables are coordinates: an offset from the anchor of a. */
static convex_value point_objective(const depth_problem *p, fk_vec3 x)
{
    return larger_value(outside_body(&p->bodies->a, x),
                        outside_body(&p->bodies->b, fk_vec3_add(x, p->bodies->shift)));
}

/* The variables are the weights of corners 1 to 3; no weight may be negative. */
static convex_value weights_objective(const depth_problem *p, fk_vec3 y)
{
    fk_vec3 x = p->corner[0], edge[3];
    convex_value worst = {y.x + y.y + y.z - 1.0, {1, 1, 1}};
    for (int i = 0; i < p->count; i++) {
        edge[i] = fk_vec3_sub(p->corner[i + 1], p->corner[0]);
        x = fk_vec3_add(x, fk_vec3_scale(edge[i], *fk_vec3_at(&y, i)));
        convex_value weight = {-*fk_vec3_at(&y, i), {0, 0, 0}};
        *fk_vec3_at(&weight.gradient, i) = -1.0;
        worst = larger_value(worst, weight);
    }
    convex_value out = outside_body(p->curved, x), mine = {out.value, {0, 0, 0}};
    for (int i = 0; i < p->count; i++)
        *fk_vec3_at(&mine.gradient, i) = fk_vec3_dot(out.gradient, edge[i]);
    return worst.value > 0.0 ? worst : mine;
}

/* An ellipsoid {x : (x - center)' shape^-1 (x - center) <= 1}. */
typedef struct search_ellipsoid {
    fk_vec3 center, shape[3];
} search_ellipsoid;

/* Replaces an ellipsoid by the smallest one around the half that the gradient leaves. False when nothing is left. */
static bool halve_ellipsoid(search_ellipsoid *e, fk_vec3 gradient, int count)
{
    fk_vec3 g = {fk_vec3_dot(e->shape[0], gradient), fk_vec3_dot(e->shape[1], gradient),
                 fk_vec3_dot(e->shape[2], gradient)};
    double square = fk_vec3_dot(g, gradient), n = count;
    if (!(square > 0.0))
        return false;
    g = fk_vec3_scale(g, 1.0 / sqrt(square));
    e->center = fk_vec3_sub(e->center, fk_vec3_scale(g, 1.0 / (n + 1.0)));
    double grow = count > 1 ? n * n / (n * n - 1.0) : 1.0, flatten = count > 1 ? 2.0 / (n + 1.0) : 0.75;
    for (int i = 0; i < 3; i++) {
        fk_vec3 taken = fk_vec3_scale(g, flatten * *fk_vec3_at(&g, i));
        e->shape[i] = fk_vec3_scale(fk_vec3_sub(e->shape[i], taken), grow);
    }
    return true;
}

typedef convex_value objective_function(const depth_problem *p, fk_vec3 x);

/* Moves *point to the least value found in a ball around it, and returns that value. */
static double minimise(const depth_problem *p, objective_function *value, double radius, fk_vec3 *point)
{
    search_ellipsoid e = {*point, {{0, 0, 0}, {0, 0, 0}, {0, 0, 0}}};
    for (int i = 0; i < p->count; i++)
        *fk_vec3_at(&e.shape[i], i) = radius * radius;
    double best = INFINITY;
    for (int step = 0; step < STEPS; step++) {
        convex_value s = value(p, e.center);
        if (s.value < best) {
            best = s.value;
            *point = e.center;
        }
        if (!halve_ellipsoid(&e, s.gradient, p->count))
            break;
    }
    return best;
}

/* Finds a point of negative value near a given one; false when there is none. */
static bool find_inner_point(const depth_problem *p, objective_function *value, double size, fk_vec3 *point)
{
    for (size_t i = 0; i < sizeof radii / sizeof radii[0]; i++)
        if (minimise(p, value, radii[i] * size, point) < 0.0)
            return true;
    return false;
}

/* ---- Both forms ---------------------------------------------------------------------------------------- */

bool fk_deepest_point(fk_support_bodies *bodies, const fk_gjk_result *walk, fk_vec3 *point)
{
    depth_problem p = {.bodies = bodies, .count = 3};
    fk_vec3 x = {0, 0, 0};
    for (uint32_t i = 0; i < walk->count; i++)
        x = fk_vec3_add(x, fk_vec3_scale(walk->point[i].a, walk->weight[i]));
    *point = x;
    return find_inner_point(&p, point_objective, bodies->size, point);
}

bool fk_deepest_weights(fk_support_bodies *bodies, fk_gjk_result *walk)
{
    bool smooth_a = fk_piece_is_smooth(bodies->a.piece);
    depth_problem p = {
        .bodies = bodies, .curved = smooth_a ? &bodies->a : &bodies->b, .count = (int)walk->count - 1};
    fk_vec3 y = {0, 0, 0};
    for (int i = 0; i <= p.count; i++) {
        /* From the anchor of the curved body. */
        p.corner[i] = smooth_a ? fk_vec3_sub(walk->point[i].b, bodies->shift)
                               : fk_vec3_add(walk->point[i].a, bodies->shift);
        if (i > 0)
            *fk_vec3_at(&y, i - 1) = walk->weight[i];
    }
    if (!find_inner_point(&p, weights_objective, 1.0, &y))
        return false;
    walk->weight[0] = 1.0 - (y.x + y.y + y.z);
    for (int i = 1; i <= p.count; i++)
        walk->weight[i] = *fk_vec3_at(&y, i - 1);
    return true;
}
