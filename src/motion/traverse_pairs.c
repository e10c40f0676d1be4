/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Pairs of a walk along a direction, and pairs of parts.
 *
 * Whatever n is, two sets whose g (traverse_side.c) differ by d or more, for both s, are at no time nearer than
 * (d - error) / |n| - rest, with the errors and the rests of both sides. The numbers that this is made of are off by some
 * 2^-50 of themselves, for which 2^-44 is taken off; results below 2^-1000 are taken for nothing.
 *
 * Parts are first tried along the direction that settled the last pair, and the one that came near to it in the
 * stretch before. Then their nearest points give a direction; where these are too close to give one that is good, the
 * normals of triangles do.
 *
 * Being within. If every point of two convex sets moves by less than half of their depth, and any way, they still meet:
 * along each direction they reach over each other by the depth or more, and lose less than that. A corner inside a solid
 * that is further from its triangles than both can move stays inside. */

#include "motion/traverse.h"

#include <math.h>
#include <string.h>

#include "base/vec3.h"
#include "shape/bound.h"
#include "tree/distance.h"

#define LESS (1 - 0x1p-44)
#define MORE (1 + 0x1p-44)

/* ---- Directions ---------------------------------------------------------------------------------------- */

/* For two sides, with the motion of parts that are in the tree, or have no end. scale: 1 / |n| or less. */
static void make_axis(const fk_motion_walk *walk, const bool is_free[2], fk_vec3 n, double scale,
                      fk_walk_axis *out)
{
    const fk_walk_motion *a = &walk->side[0].motion[is_free[0]], *b = &walk->side[1].motion[is_free[1]];
    out->n = n;
    out->scale = scale;
    out->error = (a->error + b->error) * MORE;
    out->fine = (a->fine + b->fine) * MORE;
    out->rest = (a->rest + b->rest) * MORE;
    for (int k = 0; k < 2; k++)
        fk_walk_line_make(&walk->side[k], is_free[k], n, &out->line[k]);
}

/* The length of n becomes 1/4 less 2^-46 of it, up to 8 u. */
bool fk_walk_axis_make(const fk_motion_walk *walk, fk_vec3 n, fk_walk_axis *out)
{
    const bool is_free[2] = {false, false};
    double square = fk_vec3_dot(n, n);
    if (!(square > 0x1p-700 && square < 0x1p700)) {
        n = fk_vec3_unit_any(n);
        square = fk_vec3_dot(n, n);
        if (!(square > 0.5 && square < 2))
            return false;
    }
    make_axis(walk, is_free, fk_vec3_scale(n, (0.25 - 0x1p-48) / sqrt(square)), 4, out);
    return true;
}

/* What a difference of g keeps between two nodes at least. */
static double least_of(const fk_walk_axis *axis, double difference, double error)
{
    double gap = (difference - error) * axis->scale;
    double least = (gap - axis->rest) * (1 - 0x1p-44) - 0x1p-1000;
    return gap > 0 ? least : gap;
}

/* Tries a direction, and its opposite; true when the pair stays beyond the level. */
static bool try_axis(fk_motion_walk *walk, const fk_walk_axis *axis, fk_walk_couple *couple)
{
    fk_walk_range a, b;
    fk_walk_reach(&couple->shape[0], &axis->line[0], &a);
    fk_walk_reach(&couple->shape[1], &axis->line[1], &b);
    double there = fk_smaller(b.low[0] - a.high[0], b.low[1] - a.high[1]);
    double back = fk_smaller(a.low[0] - b.high[0], a.low[1] - b.high[1]);
    bool has_box = couple->shape[0].is_box || couple->shape[1].is_box;
    double least = least_of(axis, fk_larger(back, there), has_box ? axis->error : axis->fine);
    if (least > couple->least) {
        couple->least = least;
        couple->toward = back > there ? fk_vec3_negate(axis->n) : axis->n;
    }
    return least > walk->level;
}

bool fk_walk_try_way(fk_motion_walk *walk, fk_vec3 way, fk_walk_couple *couple)
{
    fk_walk_axis axis;
    if (!fk_walk_axis_make(walk, way, &axis) || !try_axis(walk, &axis, couple))
        return false;
    walk->last = axis;
    walk->has_axis = true;
    return true;
}

/* Half-spaces are bounded along their normal alone: that is taken as it is, times a power of two. */
static bool try_normal(fk_motion_walk *walk, fk_walk_couple *couple)
{
    const bool is_free[2] = {couple->shape[0].is_free, couple->shape[1].is_free};
    fk_vec3 normal = couple->shape[is_free[0] ? 0 : 1].piece->as.half.normal;
    fk_vec3 n = fk_vec3_scale(normal, fk_inverse_power(fk_vec3_exponent(normal) + 3));
    double length = fk_vec3_length(n);
    fk_walk_axis axis;
    if (!(length > 0x1p-8 && length < 0.5))
        return false;
    make_axis(walk, is_free, n, 1 / length * LESS, &axis);
    return try_axis(walk, &axis, couple);
}

bool fk_walk_try_known(fk_motion_walk *walk, fk_vec3 toward, fk_walk_couple *couple)
{
    if (couple->shape[0].is_free || couple->shape[1].is_free)
        return try_normal(walk, couple);
    return (walk->has_axis && try_axis(walk, &walk->last, couple)) || fk_walk_try_way(walk, toward, couple);
}

/* ---- Families ------------------------------------------------------------------------------------------ */

double fk_walk_try_family(fk_motion_walk *walk, const fk_walk_axis *axis, fk_walk_family *family)
{
    int which = family->which;
    fk_walk_range range;
    double least[FK_TREE_WIDTH], nearest = INFINITY;
    fk_walk_reach(&family->one, &axis->line[1 - which], &range);
    uint32_t before = fk_walk_beside(&family->batch, &axis->line[which], &range, axis, least);
    uint32_t back = which == 1 ? before : ~before;
    for (uint32_t left = family->open; left != 0; left &= left - 1) {
        uint32_t i = fk_lowest_bit(left);
        if (!(least[i] > family->least[i]))
            continue;
        family->least[i] = least[i];
        family->toward[i] = back >> i & 1 ? fk_vec3_negate(axis->n) : axis->n;
        if (least[i] > walk->level) {
            family->open &= ~(1u << i);
            nearest = fk_smaller(least[i], nearest);
        }
    }
    return nearest;
}

/* ---- Parts --------------------------------------------------------------------------------------------- */

static bool are_triangles(const fk_piece p[2])
{
    return p[0].kind == FK_KIND_TRIANGLE && p[1].kind == FK_KIND_TRIANGLE;
}

/* The way between two triangles in doubles, where that is known well. */
static bool measure_triangles(const fk_piece p[2], fk_interval *distance, fk_vec3 *way)
{
    fk_vec3 corner[2][3], base = p[0].as.triangle[0];
    double most = 0;
    for (int i = 0; i < 6; i++) {
        fk_vec3 d = fk_vec3_sub(p[i / 3].as.triangle[i % 3], base);
        corner[i / 3][i % 3] = d;
        most = fk_larger(most, fk_vec3_largest(d));
    }
    return most > 0x1p-900 && most < 0x1p900 &&
           fk_gap_measure(corner[0], corner[1], fk_inverse_power(fk_exponent_of(most) + 1), distance, way);
}

/* Keeps the nearest pair, and what seems to overlap. */
static void note(fk_motion_walk *walk, const fk_walk_entry *entry, double distance)
{
    if (fk_sign_of(distance) == 0 && walk->deep_count < FK_WALK_DEEP)
        walk->deep[walk->deep_count++] = *entry;
    if (fk_double_order(distance, walk->found.distance) >= 0)
        return;
    walk->found.distance = distance;
    walk->hint = *entry;
    walk->has_hint = true;
}

void fk_walk_find_points(fk_motion_walk *walk)
{
    fk_walk_found *f = &walk->found;
    fk_piece p[2];
    fk_distance d;
    if (!fk_is_finite(f->distance))
        return;
    for (int k = 0; k < 2; k++)
        fk_walk_part(&walk->side[k], walk->hint.node[k], &p[k]);
    f->part_a = fk_walk_part_number(&walk->side[0], walk->hint.node[0]);
    f->part_b = fk_walk_part_number(&walk->side[1], walk->hint.node[1]);
    if (are_triangles(p) && fk_sign_of(f->distance) == 0) {
        fk_triangles_common common;
        fk_triangles_intersect(p[0].as.triangle, p[1].as.triangle, &common);
        f->point_a = f->point_b = common.point[0];
    } else if (fk_pair_distance(&p[0], &p[1], NULL, &d) == FK_OK) {
        f->point_a = d.point_a;
        f->point_b = d.point_b;
        f->distance = fk_double_least(f->distance, d.distance.hi);
    }
}

static fk_vec3 normal_of(const fk_vec3 p[3])
{
    return fk_vec3_cross(fk_vec3_sub(p[1], p[0]), fk_vec3_sub(p[2], p[0]));
}

/* How far points of two parts may move, with the rounding of what they are made of. */
static double motion_of(const fk_motion_walk *walk, const fk_walk_entry *entry)
{
    const fk_walk_side *side = walk->side;
    const fk_walk_motion *a = &side[0].motion[entry->is_part[0] && entry->node[0] >= side[0].count];
    const fk_walk_motion *b = &side[1].motion[entry->is_part[1] && entry->node[1] >= side[1].count];
    return (a->whole + b->whole + 2 * (a->error + b->error)) * MORE;
}

/* Whether two parts move so little that their distance tells. Near contact that is more than directions do, which are
 * only as good as points are for such a short way. */
static bool is_far(const fk_motion_walk *walk, const fk_walk_entry *entry, double distance,
                   fk_walk_couple *couple)
{
    double least = distance * (1 - 0x1p-44) - motion_of(walk, entry);
    if (least > couple->least)
        couple->least = least;
    return least > walk->level;
}

/* Two triangles: in doubles where these tell enough. */
static bool look_at_triangles(fk_motion_walk *walk, const fk_walk_entry *entry, const fk_piece p[2],
                              fk_walk_couple *couple)
{
    fk_interval distance;
    fk_vec3 way;
    fk_distance d;
    if (measure_triangles(p, &distance, &way)) {
        note(walk, entry, distance.hi);
        return is_far(walk, entry, distance.lo, couple) || fk_walk_try_way(walk, way, couple);
    }
    if (fk_triangles_meet(p[0].as.triangle, p[1].as.triangle)) {
        note(walk, entry, 0);
        return false;
    }
    if (fk_pair_distance(&p[0], &p[1], NULL, &d) != FK_OK)
        return false;
    note(walk, entry, d.distance.hi);
    return is_far(walk, entry, d.distance.lo, couple) ||
           fk_walk_try_way(walk, fk_vec3_sub(d.point_b, d.point_a), couple) ||
           fk_walk_try_way(walk, normal_of(p[0].as.triangle), couple) ||
           fk_walk_try_way(walk, normal_of(p[1].as.triangle), couple);
}

bool fk_walk_look_at_parts(fk_motion_walk *walk, const fk_walk_entry *entry, fk_walk_couple *couple)
{
    fk_vec3 way = {(double)entry->toward[0], (double)entry->toward[1], (double)entry->toward[2]};
    walk->tests++;
    if (!entry->is_tried && fk_walk_try_known(walk, way, couple))
        return true;
    fk_piece p[2];
    fk_distance d;
    for (int k = 0; k < 2; k++)
        fk_walk_part(&walk->side[k], entry->node[k], &p[k]);
    if (are_triangles(p))
        return look_at_triangles(walk, entry, p, couple);
    if (fk_pair_distance(&p[0], &p[1], NULL, &d) != FK_OK)
        return false;
    note(walk, entry, d.distance.hi);
    bool is_free = couple->shape[0].is_free || couple->shape[1].is_free;
    return fk_sign_of(d.distance.lo) > 0 && !is_free &&
           (is_far(walk, entry, d.distance.lo, couple) ||
            fk_walk_try_way(walk, fk_vec3_sub(d.point_b, d.point_a), couple));
}

/* ---- Within the level ---------------------------------------------------------------------------------- */

/* About how far two triangles reach over each other across that of side k; their depth is not more. */
static double across(const fk_piece p[2], int k)
{
    fk_vec3 n = fk_vec3_unit(normal_of(p[k].as.triangle));
    double at = fk_vec3_dot(n, p[k].as.triangle[0]), low = INFINITY, high = -INFINITY;
    for (int i = 0; i < 3; i++) {
        double x = fk_vec3_dot(n, p[1 - k].as.triangle[i]) - at;
        low = fk_smaller(x, low);
        high = fk_larger(x, high);
    }
    return fk_smaller(high, -low);
}

static bool overlaps(const fk_piece p[2], double motion)
{
    fk_depth depth;
    if (are_triangles(p) && fk_smaller(across(p, 0), across(p, 1)) <= motion)
        return false;
    return fk_pair_verdict(&p[0], &p[1]) == FK_OVERLAPPING && fk_pair_depth(&p[0], &p[1], &depth) == FK_OK &&
           depth.depth.lo > motion;
}

/* Whether a corner of a triangle of side k is inside the other side, a solid, and far enough from its triangles; only
 * one that is that far behind the triangle that it meets is tried. */
static bool is_inside(const fk_motion_walk *walk, const fk_piece p[2], int k, double motion)
{
    const fk_placed_mesh *solid = &walk->side[1 - k].placed;
    if (!are_triangles(p) || walk->side[1 - k].piece != NULL || !solid->is_solid)
        return false;
    const fk_vec3 *face = p[1 - k].as.triangle, n = fk_vec3_unit(normal_of(face));
    for (int i = 0; i < 3; i++) {
        fk_mesh_distance gap;
        fk_vec3 corner = p[k].as.triangle[i];
        if (!(fabs(fk_vec3_dot(n, fk_vec3_sub(corner, face[0]))) > motion) ||
            !fk_placed_is_inside(solid, corner))
            continue;
        fk_placed_nearest(solid, corner, &gap);
        if (gap.distance.lo > motion)
            return true;
    }
    return false;
}

bool fk_walk_is_close(const fk_motion_walk *walk)
{
    return fk_sign_of(walk->level) > 0 && (walk->found.distance + walk->motion) * MORE <= walk->level;
}

bool fk_walk_is_within(fk_motion_walk *walk)
{
    for (uint32_t i = 0; i < walk->deep_count; i++) {
        const fk_walk_entry *entry = &walk->deep[i];
        double motion = motion_of(walk, entry);
        fk_piece p[2];
        for (int k = 0; k < 2; k++)
            fk_walk_part(&walk->side[k], entry->node[k], &p[k]);
        if (overlaps(p, motion) || is_inside(walk, p, 0, motion) || is_inside(walk, p, 1, motion)) {
            walk->hint = *entry; /* it will be so for a while */
            walk->has_hint = true;
            return true;
        }
    }
    return fk_walk_is_close(walk);
}
