/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Bodies for the filter of a workcell: their balls in their group, and simple solids at rest, in floats, with
 * all errors.
 *
 * Balls. Let K be the set, P the real pose of its body (the product of the real poses of all frames at the
 * doubles that are joint values), and K' the set that the exact path tests: K placed by the rounded product of
 * rounded poses, each number rounded once more. A point x of K is P x in reality. Its points in K', or those of
 * the surface that bounds K', are off by at most
 *     d = (frames + 4) 2^-44 (L + |c| + r)    for a ball with center c in the group and radius r,
 * where L sums up the lengths of all places: each product of poses rounds by less than 2^-47 of these lengths.
 * That is a displacement of the surface, corner by corner, and linear in between; a point farther than d from
 * both surfaces keeps its winding number. So K' lies within d of P K, and what lies deeper than d in P K lies
 * in K'. P stretches by at most 1 + s, where s bounds the sum of the skews.
 *     The center in floats is off by E |c| + T from the errors E, T of the group, by u |c| from its conversion,
 * and by four operations on each coordinate with results up to 1.02 |c| + reach: 7.2 u (|c| + reach). A test in
 * the frame of a solid adds up to 13 u of |c| + reach (below). So with
 *     e = 1.01 E |c| + T + 24 u (|c| + reach) + d
 * a ball of radius r (1 + s) + e around the center in floats contains what it should, and one of radius r (1 -
 * s) - e lies in K'.
 *
 * Tests. Both kinds compare a squared distance with the square of a sum of radii. The distance is computed from
 * two centers: a difference, three squares and two sums have a relative error below 6 u, the other side below 3
 * u, so radii are multiplied by 1 + 2^-18 or 1 - 2^-18, which is 32 u. Squares that underflow are those of
 * lengths below 2^-63; outer radii are at least 2^-40, and inner ones, negative ones too, and solids from inside
 * are smaller by that: else tiny bodies would meet wherever they are near the origin.
 *
 * Regions. A point x of the group, in floats, is p = M x + t in reality, and x is computed from the floats of p
 * as M' (p - t), where M' is the transpose of M in floats. If the result y is in a region, |y| is at most
 * `most`. The transpose for the inverse, of M and of the frames up to the group: 5 s of that; the errors of M
 * and t: E and T; a difference, three products and sums of each coordinate: 7 u; the planes in floats and their
 * products with y: 8 u; together less than the slack, which also has d, so that what is left is deeper than d.
 *
 * Solids at rest. The real set is given by the piece that the exact path tests, so nothing is rounded but the
 * floats here. A point p of a test, whose center in floats is c, has coordinates axis . (c - center) in the
 * frame of the solid. The conversion of center: u |center|. The difference: u (|c| + |center|). Axes are
 * orthonormal up to 2^-45 as doubles, and are converted: each coordinate is off by 2 u of the difference, by
 * its three operations by 3 u more, the vector by 9 u. Of a cylinder the length of two coordinates is computed
 * with an error of 3 u of itself. That is below 13 u (|c| + |center|): the part of c is in e above, the other
 * one in the slack here.
 *     A box is enclosed in one whose axes are orthonormal, by the projections of its corners; if these differ
 * by t from the corners of that one, it contains the one whose half sides are 8 t shorter. */

#include <math.h>
#include <string.h>

#include "base/pose.h"
#include "base/vec3.h"
#include "workcell/filter.h"

#define U     0x1p-23
#define GUARD 0x1p-18 /* relative, of radii */
#define SMALL 0x1p-40
#define LARGE 0x1p40

/* The largest sum of skews: bodies are accepted by fk_collider_box, whose limit is FK_POSE_RIGID. */
#define MOST_SKEW (FK_POSE_RIGID / 4)

static float round_up_to_float(double x)
{
    return (float)(x + fabs(x) * 0x1p-21);
}

static float round_down_to_float(double x)
{
    return (float)(x - fabs(x) * 0x1p-21);
}

float fk_filter_clearance(double clearance)
{
    return clearance < LARGE ? round_up_to_float(clearance * (1 + GUARD)) : INFINITY;
}

/* ---- Balls --------------------------------------------------------------------------------------------- */

/* What the radii of a body's balls depend on. */
typedef struct ball_place {
    fk_pose pose; /* in the group */
    double turn_error, place_error, reach, skew;
    double grain, length; /* d is grain (length + |c| + r) */
} ball_place;

/* e, for the outer ball. */
static double ball_error(const ball_place *p, double center, double radius)
{
    return 1.01 * p->turn_error * center + p->place_error + 24 * U * (center + p->reach) +
           p->grain * (p->length + center + radius);
}

static void set_ball(fk_filter_balls *out, int i, fk_vec3 center, float radius)
{
    out->x[i] = (float)center.x;
    out->y[i] = (float)center.y;
    out->z[i] = (float)center.z;
    out->r[i] = radius;
}

static float outer_radius(const ball_place *p, fk_vec3 center, double radius)
{
    double r = radius * (1 + p->skew) + ball_error(p, fk_vec3_length(center), radius);
    return round_up_to_float(fk_larger(r * (1 + GUARD), SMALL));
}

static void place_outer(const ball_place *p, const fk_sphere *ball, fk_filter_balls *out, int i)
{
    fk_vec3 center = fk_pose_apply(&p->pose, ball->center);
    set_ball(out, i, center, outer_radius(p, center, ball->radius));
}

static void place_inner(const ball_place *p, const fk_link_balls *balls, fk_filter_body *out)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < balls->inner_count; i++) {
        fk_vec3 center = fk_pose_apply(&p->pose, balls->inner[i].center);
        double r = balls->inner[i].radius * (1 - p->skew) -
                   ball_error(p, fk_vec3_length(center), balls->inner[i].radius);
        set_ball(&out->inner[count / FK_LINK_GROUP], count % FK_LINK_GROUP, center,
                 round_down_to_float(r - fabs(r) * GUARD - SMALL));
        count++;
    }
    for (; count % FK_LINK_GROUP != 0; count++) {
        fk_filter_balls *group = &out->inner[count / FK_LINK_GROUP];
        uint32_t i = count % FK_LINK_GROUP;
        group->x[i] = group->x[i - 1];
        group->y[i] = group->y[i - 1];
        group->z[i] = group->z[i - 1];
        group->r[i] = group->r[i - 1];
    }
    out->inner_count = count;
}

static void place_balls(const ball_place *p, const fk_link_balls *balls, fk_filter_body *out)
{
    fk_vec3 center = fk_pose_apply(&p->pose, balls->root.center);
    out->root[0] = (float)center.x;
    out->root[1] = (float)center.y;
    out->root[2] = (float)center.z;
    out->root[3] = outer_radius(p, center, balls->root.radius);
    for (int i = 0; i < FK_LINK_GROUPS; i++)
        for (int k = 0; k < FK_LINK_GROUP; k++)
            place_outer(p, &balls->outer[i][k], &out->outer[i], k);
    place_inner(p, balls, out);
}

/* Places points, to a multiple of eight. Returns how far they are from the origin of the group. */
static double place_points(const ball_place *p, const fk_vec3 *point, uint32_t count, uint32_t stride,
                           float *out, uint32_t *out_count)
{
    double most = 0;
    for (*out_count = 0; *out_count < count || *out_count % FK_LINK_GROUP != 0; (*out_count)++) {
        fk_vec3 at = fk_pose_apply(&p->pose, point[*out_count < count ? *out_count : 0]);
        for (uint32_t k = 0; k < 3; k++)
            out[k * stride + *out_count] = (float)fk_vec3_get(at, (int)k);
        most = fk_larger(most, fk_vec3_length(at));
    }
    return most;
}

static void place_hulls(const ball_place *p, const fk_link_balls *balls, fk_filter_body *out)
{
    double gap = 0;
    double most =
        place_points(p, balls->hull, balls->hull_count, FK_LINK_HULL, out->hull[0], &out->hull_count);
    for (int i = 0; i < FK_LINK_GROUP; i++) {
        double far = place_points(p, balls->part[i], balls->part_count[i], FK_LINK_PART, out->part[i][0],
                                  &out->part_count[i]);
        most = fk_larger(most, far);
        gap = fk_larger(gap, balls->part_gap[i]);
    }
    double slack =
        ball_error(p, most, 0) + 2.2 * (p->turn_error + p->skew) * most + 20 * U * (most + p->reach);
    out->point_slack = round_up_to_float(1.02 * slack + SMALL);
    out->slack = round_up_to_float(1.02 * (slack + balls->hull_gap * (1 + p->skew)) + SMALL);
    out->part_slack = round_up_to_float(1.02 * (slack + gap * (1 + p->skew)) + SMALL);
}

/* Places the planes of regions; their points are within `most` of the origins of body and group. */
static void place_regions(const ball_place *p, const fk_link_balls *balls, fk_filter_body *out)
{
    double most = fk_vec3_length(fk_pose_apply(&p->pose, balls->root.center)) +
                  fk_vec3_length(balls->root.center) + 1.01 * balls->root.radius;
    double slack = 1.02 * (ball_error(p, most, 0) + 6 * (p->turn_error + p->skew) * most + 20 * U * most);
    uint32_t count = balls->region_first[balls->region_count];
    for (uint32_t i = 0; i < count; i++) {
        fk_vec3 normal = fk_pose_rotate(&p->pose, balls->plane[i].normal);
        double offset = balls->plane[i].offset + fk_vec3_dot(normal, p->pose.translation) - slack;
        for (int k = 0; k < 3; k++)
            out->plane[k][i] = (float)fk_vec3_get(normal, k);
        out->plane[3][i] = round_down_to_float(offset - SMALL);
    }
    out->region_count = balls->region_count;
    memcpy(out->region_first, balls->region_first, sizeof out->region_first);
    out->is_surface = balls->is_surface;
}

/* ---- Solids at rest ------------------------------------------------------------------------------------ */

/* Completes a direction of any length to an orthonormal frame. */
static void frame_along(fk_vec3 along, fk_vec3 axis[3])
{
    axis[0] = fk_vec3_scale(along, 1 / fk_vec3_length(along));
    fk_vec3 other = fabs(axis[0].x) < 0.6 ? fk_vec3_make(1, 0, 0) : fk_vec3_make(0, 1, 0);
    axis[1] = fk_vec3_cross(axis[0], other);
    axis[1] = fk_vec3_scale(axis[1], 1 / fk_vec3_length(axis[1]));
    axis[2] = fk_vec3_cross(axis[0], axis[1]);
}

static void set_frame(fk_vec3 center, const fk_vec3 axis[3], fk_filter_solid *out)
{
    for (int i = 0; i < 3; i++) {
        out->center[i] = (float)fk_vec3_get(center, i);
        for (int k = 0; k < 3; k++)
            out->axis[i][k] = (float)fk_vec3_get(axis[i], k);
    }
}

/* Sets lengths from outside and from inside; `thin` is how much less is surely inside. */
static void set_lengths(const double half[3], double round, double slack, double thin, fk_filter_solid *out)
{
    for (int i = 0; i < 3; i++) {
        out->outer[i] = round_up_to_float(half[i]);
        out->inner[i] = round_down_to_float(half[i] - slack - thin - SMALL);
    }
    out->outer_round = round_up_to_float((round + slack + SMALL) * (1 + GUARD));
    out->inner_round = round_down_to_float(fk_larger(round - slack - SMALL, 0) * (1 - GUARD));
}

/* `d` is that of the body. */
static double slack_of(fk_vec3 center, double size, double d)
{
    return 16 * U * fk_vec3_length(center) + 0x1p-40 * (fk_vec3_length(center) + size) + d;
}

/* A box, of which any shape is allowed, in orthonormal axes. False if it is too skew, or flat. */
static bool set_box(const fk_cell *cell, double d, fk_filter_solid *out)
{
    fk_vec3 axis[3], center = cell->origin;
    double half[3] = {0, 0, 0}, thin = 0, size = 0;
    for (int k = 0; k < 3; k++) {
        center = fk_vec3_add(center, fk_vec3_scale(cell->edge[k], 0.5));
        axis[k] = fk_vec3_scale(cell->edge[k], 1 / fk_vec3_length(cell->edge[k]));
        size += fk_vec3_length(cell->edge[k]);
    }
    axis[1] = fk_vec3_sub(axis[1], fk_vec3_scale(axis[0], fk_vec3_dot(axis[0], axis[1])));
    axis[1] = fk_vec3_scale(axis[1], 1 / fk_vec3_length(axis[1]));
    axis[2] = fk_vec3_cross(axis[0], axis[1]);
    for (int k = 0; k < 3; k++) {
        double least = INFINITY;
        for (int i = 0; i < 4; i++) { /* half diagonals, up to their sign */
            fk_vec3 v = cell->edge[0];
            v = i & 1 ? fk_vec3_add(v, cell->edge[1]) : fk_vec3_sub(v, cell->edge[1]);
            v = i & 2 ? fk_vec3_add(v, cell->edge[2]) : fk_vec3_sub(v, cell->edge[2]);
            double x = 0.5 * fabs(fk_vec3_dot(axis[k], v));
            half[k] = fk_larger(half[k], x);
            least = fk_smaller(least, x);
        }
        thin = fk_larger(thin, half[k] - least);
        half[k] += 0x1p-45 * size;
    }
    if (!(thin < 1e-6 * size))
        return false;
    double slack = slack_of(center, size, d);
    set_frame(center, axis, out);
    set_lengths(half, 0, slack, 8 * thin + 0x1p-40 * size, out);
    if (!(out->inner[1] >= 0 && out->inner[2] >= 0))
        out->inner[0] = -1;
    return true;
}

static void set_capsule(const fk_capsule *c, bool is_cylinder, double d, fk_filter_solid *out)
{
    fk_vec3 axis[3], along = fk_vec3_sub(c->end[1], c->end[0]);
    fk_vec3 center = fk_vec3_add(fk_vec3_scale(c->end[0], 0.5), fk_vec3_scale(c->end[1], 0.5));
    double length = fk_vec3_length(along), slack = slack_of(center, length + c->radius, d);
    double half[3] = {0.5 * length, is_cylinder ? c->radius : 0, 0};
    frame_along(length > 0 ? along : fk_vec3_make(1, 0, 0), axis);
    set_frame(center, axis, out);
    set_lengths(half, is_cylinder ? 0 : c->radius, slack, 0, out);
    if (!is_cylinder) { /* the error is that of the radius */
        out->inner[0] = c->radius > slack + SMALL ? round_down_to_float(half[0]) : -1;
        out->inner[1] = out->inner[2] = 0;
    } else if (!(out->inner[1] >= 0)) {
        out->inner[0] = -1;
    }
}

static void set_half_space(const fk_plane *plane, double d, fk_filter_solid *out)
{
    double length = fk_vec3_length(plane->normal), offset = plane->offset / length;
    fk_vec3 axis[3];
    frame_along(plane->normal, axis);
    set_frame(fk_vec3_make(0, 0, 0), axis, out);
    double slack = (4 * U + 0x1p-40) * fabs(offset) + d + SMALL;
    out->outer[0] = round_up_to_float(offset + slack);
    out->inner[0] = round_down_to_float(offset - slack);
}

static fk_filter_kind solid_of(const fk_piece *piece, double d, fk_filter_solid *out)
{
    switch (piece->kind) {
    case FK_KIND_BOX:
        return set_box(&piece->as.cell, d, out) ? FK_FILTER_BOX : FK_FILTER_BALLS;
    case FK_KIND_SPHERE: {
        fk_capsule point = {{piece->as.sphere.center, piece->as.sphere.center}, piece->as.sphere.radius};
        set_capsule(&point, false, d, out);
        return FK_FILTER_BOX;
    }
    case FK_KIND_CAPSULE:
        set_capsule(&piece->as.capsule, false, d, out);
        return FK_FILTER_BOX;
    case FK_KIND_CYLINDER:
        set_capsule(&piece->as.capsule, true, d, out);
        return FK_FILTER_CYLINDER;
    case FK_KIND_HALF_SPACE:
        set_half_space(&piece->as.half, d, out);
        return FK_FILTER_HALF_SPACE;
    default:
        return FK_FILTER_BALLS;
    }
}

/* ---- Bodies -------------------------------------------------------------------------------------------- */

/* Whether a placed piece is valid wherever it is placed within so far, and d bounds how far its points move:
 * rounding turns the axis of a cylinder or cone by 2^-48 of `far` by its length, and so moves its rim, whose
 * radius is at most 64 times that. */
static bool is_piece_sturdy(const fk_piece *piece, double far)
{
    if (piece->kind == FK_KIND_HALF_SPACE) {
        double normal = fk_vec3_largest(piece->as.half.normal);
        return normal > 0x1p-100 && normal < 0x1p100 && fabs(piece->as.half.offset) < 0x1p100;
    }
    if (piece->kind != FK_KIND_CYLINDER && piece->kind != FK_KIND_CONE)
        return true;
    fk_vec3 axis = fk_vec3_sub(piece->as.capsule.end[1], piece->as.capsule.end[0]);
    double length = fk_vec3_largest(axis);
    return (length > 0x1p-30 * far && length > 0x1p-5 * piece->as.capsule.radius) ||
           piece->as.capsule.radius == 0;
}

static bool is_collider_sturdy(const fk_collider *c, double far)
{
    for (uint32_t i = 0; c->kind == FK_COLLIDER_PIECES && i < c->part_count; i++)
        if (!is_piece_sturdy(&c->piece[i], far))
            return false;
    return true;
}

void fk_filter_body_place(const fk_filter_frames *frames, uint32_t frame, const fk_pose *pose,
                          const fk_collider *collider, const fk_link_balls *balls, fk_filter_body *out)
{
    fk_filter_frame f = fk_filter_frame_of(frames, frame);
    const fk_filter_group *group = &frames->group[f.group];
    ball_place p = {.pose = fk_pose_multiply(&f.pose, pose),
                    .turn_error = group->turn_error,
                    .place_error = group->place_error,
                    .reach = group->reach,
                    .skew = f.skew + fk_pose_rotation_error(pose) + 0x1p-40,
                    .grain = (f.depth + 4) * 0x1p-44,
                    .length = f.length + fk_vec3_length(pose->translation)};
    out->kind = FK_FILTER_NOTHING;
    out->group = f.group;
    out->is_sturdy = false;
    out->inner_count = out->hull_count = out->region_count = 0;
    out->is_surface = false;
    memset(out->root, 0, sizeof out->root);
    double far = p.reach + p.length;
    bool is_half = collider->kind == FK_COLLIDER_PIECES && collider->part_count == 1 &&
                   collider->piece->kind == FK_KIND_HALF_SPACE;
    if (balls->is_bounded)
        far += fk_vec3_length(balls->root.center) + 2 * balls->root.radius;
    if (!(p.skew < MOST_SKEW && p.turn_error < 0x1p-8 && far < LARGE && f.depth < 4096) ||
        !is_collider_sturdy(collider, far) || !(balls->is_bounded || is_half))
        return;
    out->is_sturdy = true;
    if (balls->is_bounded) {
        out->kind = FK_FILTER_BALLS;
        place_balls(&p, balls, out);
        place_hulls(&p, balls, out);
        place_regions(&p, balls, out);
    }
    if (f.group != 0 || collider->kind != FK_COLLIDER_PIECES || collider->part_count > 1)
        return;
    fk_piece placed = *collider->piece;
    if (placed.kind != FK_KIND_HULL) {
        placed = fk_piece_place(collider->piece, &p.pose, NULL);
        out->kind = solid_of(&placed, p.grain * (p.length + far), &out->solid);
        if (out->kind != FK_FILTER_BALLS)
            out->slack = out->part_slack = round_up_to_float(48 * U * far + p.grain * far);
    }
}
