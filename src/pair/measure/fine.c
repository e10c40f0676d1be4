/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Supports in numbers of two doubles; the formulas are those of shape/support.c. Weak inputs: coordinates
 * beyond 2^900 of the size, and sizes below 2^-1000, lose the scale; results are of little use then, and those who prove
 * from them get bounds that hold but are wide. */

#include "pair/measure/measure.h"

#include "exact/ball.h"
#include "shape/support.h"
#include "shape/vertices.h"

/* Parts of the length of n across an axis, squared, below which it is all rounding. */
#define NOISE 0x1p-190

/* Vertices of a large hull this near to the farthest one, in doubles, are looked at again. */
#define NEAR 0x1p-40

static fk_dd_vec3 difference(fk_vec3 x, fk_vec3 y, double scale)
{
    return (fk_dd_vec3){fk_dd_sum(x.x * scale, -y.x * scale), fk_dd_sum(x.y * scale, -y.y * scale),
                        fk_dd_sum(x.z * scale, -y.z * scale)};
}

static fk_dd_vec3 scaled(fk_vec3 v, double scale)
{
    return fk_dd_vec3_from(fk_vec3_scale(v, scale));
}

static void side_init(fk_fine_side *side, const fk_body *body, double scale)
{
    static const fk_dd_vec3 zero = {{0, 0}, {0, 0}, {0, 0}};
    const fk_piece *piece = body->piece;
    fk_layout layout = fk_kind_layout(piece->kind);
    side->piece = piece;
    side->anchor = body->anchor;
    side->scale = scale;
    side->radius = fk_dd_from(0.0);
    side->axis = side->edge[0] = side->edge[1] = side->edge[2] = zero;
    if (piece->kind == FK_KIND_HULL)
        return;
    for (int k = 0; k < layout.directions; k++)
        side->edge[k] = scaled(piece->as.cell.edge[k], scale);
    const fk_vec3 *point = &piece->as.point;
    for (int k = 1; k < layout.points; k++)
        side->edge[k - 1] = difference(point[k], point[0], scale);
    if (layout.scalars > 0)
        side->radius = fk_dd_from(piece->kind == FK_KIND_SPHERE ? piece->as.sphere.radius * scale
                                                                : piece->as.capsule.radius * scale);
    fk_dd length = fk_dd_sqrt(fk_dd_vec3_dot(side->edge[0], side->edge[0]));
    if (length.hi > 0.0)
        side->axis = fk_dd_vec3_scale(side->edge[0], fk_dd_div(fk_dd_from(1.0), length));
}

void fk_fine_init(fk_fine_pair *pair, const fk_piece *a, const fk_piece *b)
{
    fk_bodies bodies;
    fk_bodies_init(&bodies, a, b);
    side_init(&pair->side[0], &bodies.a, bodies.a.scale);
    side_init(&pair->side[1], &bodies.b, bodies.a.scale);
    pair->shift = difference(bodies.a.anchor, bodies.b.anchor, bodies.a.scale);
}

fk_dd_vec3 fk_fine_middle(const fk_fine_side *side)
{
    const fk_piece *piece = side->piece;
    fk_vec3 base = fk_vec3_scale(side->anchor, side->scale);
    fk_dd_vec3 sum = fk_dd_vec3_add(fk_dd_vec3_add(side->edge[0], side->edge[1]), side->edge[2]);
    double part = 0.5;
    switch (piece->kind) {
    case FK_KIND_TETRA:
    case FK_KIND_CONE:
        part = 0.25;
        break;
    case FK_KIND_TRIANGLE:
        part = 1.0 / 3.0;
        break;
    case FK_KIND_ELLIPSOID:
        part = 0.0;
        break;
    case FK_KIND_HULL:
        part = 1.0 / piece->as.hull.count;
        for (uint32_t i = 0; i < piece->as.hull.count; i++) {
            fk_vec3 offset = fk_vec3_sub(fk_vec3_scale(piece->as.hull.point[i], side->scale), base);
            sum = fk_dd_vec3_add(sum, fk_dd_vec3_from(offset));
        }
        break;
    default:
        break;
    }
    return fk_dd_vec3_scale(sum, fk_dd_from(part));
}

/* ---- Supports ------------------------------------------------------------------------------------------ */

static fk_dd_vec3 unit_times(fk_dd_vec3 n, fk_dd length)
{
    fk_dd size = fk_dd_sqrt(fk_dd_vec3_dot(n, n));
    return fk_dd_vec3_scale(n, size.hi > 0.0 ? fk_dd_div(length, size) : size);
}

/* The best of the anchor and count edges. */
static fk_dd_vec3 best_edge(const fk_fine_side *side, fk_dd_vec3 n, int count)
{
    fk_dd_vec3 best = {{0, 0}, {0, 0}, {0, 0}};
    fk_dd most = fk_dd_from(0.0);
    for (int i = 0; i < count; i++) {
        fk_dd value = fk_dd_vec3_dot(n, side->edge[i]);
        if (fk_dd_less(most, value)) {
            most = value;
            best = side->edge[i];
        }
    }
    return best;
}

static fk_dd_vec3 box_support(const fk_fine_side *side, fk_dd_vec3 n)
{
    fk_dd_vec3 sum = {{0, 0}, {0, 0}, {0, 0}};
    for (int k = 0; k < 3; k++)
        if (fk_dd_vec3_dot(n, side->edge[k]).hi > 0.0)
            sum = fk_dd_vec3_add(sum, side->edge[k]);
    return sum;
}

/* In doubles first; what is near the farthest is compared again. */
static fk_dd_vec3 hull_support(const fk_fine_side *side, fk_dd_vec3 n)
{
    const fk_points *hull = &side->piece->as.hull;
    fk_vec3 rough = fk_dd_vec3_round(n), base = fk_vec3_scale(side->anchor, side->scale);
    double most = -INFINITY, size = fabs(rough.x) + fabs(rough.y) + fabs(rough.z);
    for (uint32_t i = 0; i < hull->count; i++)
        most = fmax(most, fk_vec3_dot(rough, fk_vec3_sub(fk_vec3_scale(hull->point[i], side->scale), base)));
    fk_dd_vec3 best = {{0, 0}, {0, 0}, {0, 0}};
    fk_dd best_value = fk_dd_from(-INFINITY);
    for (uint32_t i = 0; i < hull->count; i++) {
        fk_vec3 offset = fk_vec3_sub(fk_vec3_scale(hull->point[i], side->scale), base);
        if (fk_vec3_dot(rough, offset) < most - NEAR * size)
            continue;
        fk_dd_vec3 fine = difference(hull->point[i], side->anchor, side->scale);
        fk_dd value = fk_dd_vec3_dot(n, fine);
        if (best_value.hi == -INFINITY || fk_dd_less(best_value, value)) {
            best_value = value;
            best = fine;
        }
    }
    return best;
}

/* The part of v across the axis. */
static fk_dd_vec3 across(const fk_fine_side *side, fk_dd_vec3 v)
{
    return fk_dd_vec3_sub(v, fk_dd_vec3_scale(side->axis, fk_dd_vec3_dot(v, side->axis)));
}

static fk_dd_vec3 tapered_support(const fk_fine_side *side, fk_dd_vec3 n)
{
    fk_dd_vec3 end = best_edge(side, n, 1), outward = across(side, n);
    fk_dd_vec3 rim = {{0, 0}, {0, 0}, {0, 0}};
    /* What is left of n may be mostly rounding; made long and put across the axis again, it stays in the disc. */
    if (fk_dd_vec3_dot(outward, outward).hi > NOISE * fk_dd_vec3_dot(n, n).hi)
        rim = unit_times(across(side, unit_times(outward, fk_dd_from(1.0))), side->radius);
    if (side->piece->kind == FK_KIND_CYLINDER)
        return fk_dd_vec3_add(end, rim);
    return fk_dd_less(fk_dd_vec3_dot(n, rim), fk_dd_vec3_dot(n, end)) ? end : rim;
}

static fk_dd_vec3 ellipsoid_support(const fk_fine_side *side, fk_dd_vec3 n)
{
    fk_dd_vec3 s = {fk_dd_vec3_dot(n, side->edge[0]), fk_dd_vec3_dot(n, side->edge[1]),
                    fk_dd_vec3_dot(n, side->edge[2])};
    s = unit_times(s, fk_dd_from(1.0));
    return fk_dd_vec3_add(
        fk_dd_vec3_add(fk_dd_vec3_scale(side->edge[0], s.x), fk_dd_vec3_scale(side->edge[1], s.y)),
        fk_dd_vec3_scale(side->edge[2], s.z));
}

fk_dd_vec3 fk_fine_support(const fk_fine_side *side, fk_dd_vec3 n)
{
    switch (side->piece->kind) {
    case FK_KIND_BOX:
        return box_support(side, n);
    case FK_KIND_HULL:
        return hull_support(side, n);
    case FK_KIND_SEGMENT:
        return best_edge(side, n, 1);
    case FK_KIND_TRIANGLE:
        return best_edge(side, n, 2);
    case FK_KIND_TETRA:
        return best_edge(side, n, 3);
    case FK_KIND_SPHERE:
        return unit_times(n, side->radius);
    case FK_KIND_CAPSULE:
        return fk_dd_vec3_add(best_edge(side, n, 1), unit_times(n, side->radius));
    case FK_KIND_CYLINDER:
    case FK_KIND_CONE:
        return tapered_support(side, n);
    case FK_KIND_ELLIPSOID:
        return ellipsoid_support(side, n);
    default:
        return best_edge(side, n, 0);
    }
}
