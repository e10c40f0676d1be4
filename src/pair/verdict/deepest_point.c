/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The deepest common point.
 *
 * How far a point lies outside a curved piece is a convex function with an easy gradient. The greater of two such
 * functions is convex too, and its least value is sought with the ellipsoid method (Shor 1977): an ellipsoid that
 * holds the best point is cut in half through its centre by the gradient there, and the smallest ellipsoid around the
 * half that is left is the next one. In three variables its volume shrinks by 0.84 at each step, whatever the
 * function, so STEPS = 300 of them make it 1e22 times smaller; nothing can stall. The first ball is small, as the
 * walk ended nearby; when it holds no inner point, larger ones are tried.
 *
 * Weak inputs: where the common part is thinner than about 1e-15 of the size, its points are not found. */

#include "pair/verdict/verdict.h"

#include <math.h>

#include "base/vec3.h"
#include "shape/vertices.h"

#define STEPS 300
static const double radii[] = {0x1p-24, 0x1p-16, 0x1p-8}; /* of the size */

/* A value and how it changes. */
typedef struct slope {
    double value;
    fk_vec3 gradient;
} slope;

static slope steeper(slope a, slope b)
{
    return a.value >= b.value ? a : b;
}

/* ---- How far outside a piece --------------------------------------------------------------------------- */

/* value along n, which has length 1. */
static slope plane_slope(double value, fk_vec3 n)
{
    return (slope){value, n};
}

static slope ball_slope(fk_vec3 x, double radius)
{
    return (slope){fk_vec3_length(x) - radius, fk_vec3_unit(x)};
}

static slope capsule_slope(const fk_body *body, fk_vec3 x)
{
    fk_vec3 d = body->edge[0];
    double along = fk_vec3_dot(x, d), whole = fk_vec3_dot(d, d);
    if (!(along > 0.0))
        return ball_slope(x, body->radius);
    double share = along < whole ? along / whole : 1.0;
    return ball_slope(fk_vec3_sub(x, fk_vec3_scale(d, share)), body->radius);
}

/* Cylinder and cone: the height z over end 0 along the axis, and the distance from it. */
static slope disc_slope(const fk_body *body, fk_vec3 x)
{
    double length = fk_vec3_dot(body->edge[0], body->axis), z = fk_vec3_dot(x, body->axis);
    fk_vec3 out = fk_vec3_sub(x, fk_vec3_scale(body->axis, z));
    slope side = ball_slope(out, body->radius), base = plane_slope(-z, fk_vec3_negate(body->axis));
    if (body->piece->kind == FK_KIND_CYLINDER)
        return steeper(steeper(side, base), plane_slope(z - length, body->axis));
    /* The side of a cone is turned toward the apex: radius along the axis for length outward. */
    double slant = sqrt(length * length + body->radius * body->radius);
    double outward = length / slant, upward = body->radius / slant;
    side.value = side.value * outward + z * upward;
    side.gradient = fk_vec3_add(fk_vec3_scale(side.gradient, outward), fk_vec3_scale(body->axis, upward));
    return steeper(side, base);
}

/* x = E s, |s| - 1, times a length that is not more than the shortest half-axis. */
static slope ellipsoid_slope(const fk_body *body, fk_vec3 x)
{
    fk_vec3 row[3];
    double volume = 0.0, sum = 0.0, s[3];
    for (int k = 0; k < 3; k++) {
        row[k] = fk_vec3_cross(body->edge[(k + 1) % 3], body->edge[(k + 2) % 3]);
        volume = fk_vec3_dot(row[k], body->edge[k]);
        sum += fk_vec3_dot(row[k], row[k]);
    }
    slope outside = {1.0, {0, 0, 0}};
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

static slope body_slope(const fk_body *body, fk_vec3 x)
{
    switch (body->piece->kind) {
    case FK_KIND_CYLINDER:
    case FK_KIND_CONE:
        return disc_slope(body, x);
    case FK_KIND_ELLIPSOID:
        return ellipsoid_slope(body, x);
    case FK_KIND_CAPSULE:
        return capsule_slope(body, x);
    default:
        return ball_slope(x, body->radius);
    }
}

/* ---- The ellipsoid method ------------------------------------------------------------------------------ */

/* What is minimised: a function of up to three variables, which are coordinates of a point. */
typedef struct problem {
    const fk_bodies *bodies;
    const fk_body *curved; /* by weights: the body that has to hold the point */
    int count;             /* of variables */
    fk_vec3 corner[4]; /* by weights: the point is corner 0 plus the variables times the ways to the others */
} problem;

/* Coordinates: an offset from the anchor of a, seen from both. */
static slope value_of_point(const problem *p, fk_vec3 x)
{
    return steeper(body_slope(&p->bodies->a, x), body_slope(&p->bodies->b, fk_vec3_add(x, p->bodies->shift)));
}

/* Weights: those of the corners from 1 on; no weight may be negative. */
static slope value_of_weights(const problem *p, fk_vec3 y)
{
    fk_vec3 x = p->corner[0], way[3];
    slope worst = {y.x + y.y + y.z - 1.0, {1, 1, 1}};
    for (int i = 0; i < p->count; i++) {
        way[i] = fk_vec3_sub(p->corner[i + 1], p->corner[0]);
        x = fk_vec3_add(x, fk_vec3_scale(way[i], *fk_vec3_at(&y, i)));
        slope weight = {-*fk_vec3_at(&y, i), {0, 0, 0}};
        *fk_vec3_at(&weight.gradient, i) = -1.0;
        worst = steeper(worst, weight);
    }
    slope out = body_slope(p->curved, x), mine = {out.value, {0, 0, 0}};
    for (int i = 0; i < p->count; i++)
        *fk_vec3_at(&mine.gradient, i) = fk_vec3_dot(out.gradient, way[i]);
    return worst.value > 0.0 ? worst : mine;
}

/* An ellipsoid {x : (x - center)' shape^-1 (x - center) <= 1}. */
typedef struct ellipsoid {
    fk_vec3 center, shape[3];
} ellipsoid;

/* The smallest ellipsoid around the half that the gradient leaves. False when there is nothing left to cut. */
static bool cut(ellipsoid *e, fk_vec3 gradient, int count)
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

typedef slope value_function(const problem *p, fk_vec3 x);

/* The best point in a ball around a given one; its value. */
static double search(const problem *p, value_function *value, double radius, fk_vec3 *point)
{
    ellipsoid e = {*point, {{0, 0, 0}, {0, 0, 0}, {0, 0, 0}}};
    for (int i = 0; i < p->count; i++)
        *fk_vec3_at(&e.shape[i], i) = radius * radius;
    double best = INFINITY;
    for (int step = 0; step < STEPS; step++) {
        slope s = value(p, e.center);
        if (s.value < best) {
            best = s.value;
            *point = e.center;
        }
        if (!cut(&e, s.gradient, p->count))
            break;
    }
    return best;
}

/* Finds a point of negative value near a given one; false when there is none. */
static bool find_inside(const problem *p, value_function *value, double size, fk_vec3 *point)
{
    for (size_t i = 0; i < sizeof radii / sizeof radii[0]; i++)
        if (search(p, value, radii[i] * size, point) < 0.0)
            return true;
    return false;
}

/* ---- Both forms ---------------------------------------------------------------------------------------- */

bool fk_deepest_point(fk_bodies *bodies, const fk_gjk_walk *walk, fk_vec3 *point)
{
    problem p = {.bodies = bodies, .count = 3};
    fk_vec3 x = {0, 0, 0};
    for (uint32_t i = 0; i < walk->count; i++)
        x = fk_vec3_add(x, fk_vec3_scale(walk->point[i].a, walk->weight[i]));
    *point = x;
    return find_inside(&p, value_of_point, bodies->size, point);
}

bool fk_deepest_weights(fk_bodies *bodies, fk_gjk_walk *walk)
{
    bool smooth_a = fk_piece_is_smooth(bodies->a.piece);
    problem p = {
        .bodies = bodies, .curved = smooth_a ? &bodies->a : &bodies->b, .count = (int)walk->count - 1};
    fk_vec3 y = {0, 0, 0};
    for (int i = 0; i <= p.count; i++) {
        /* Seen from the anchor of the curved body. */
        p.corner[i] = smooth_a ? fk_vec3_sub(walk->point[i].b, bodies->shift)
                               : fk_vec3_add(walk->point[i].a, bodies->shift);
        if (i > 0)
            *fk_vec3_at(&y, i - 1) = walk->weight[i];
    }
    if (!find_inside(&p, value_of_weights, 1.0, &y))
        return false;
    walk->weight[0] = 1.0 - (y.x + y.y + y.z);
    for (int i = 1; i <= p.count; i++)
        walk->weight[i] = *fk_vec3_at(&y, i - 1);
    return true;
}
