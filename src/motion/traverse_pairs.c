/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Tests of a pair of nodes along a direction, and of a pair of primitives.
 *
 * For every n, two sets whose g (traverse_bvh.c) differ by at least d, for both s, are at no time nearer than (d -
 * error) / |n| - rest, with the errors and rests of both colliders. The numbers in this have errors of some 2^-50 of
 * themselves, for which 2^-44 is subtracted; results below 2^-1000 count as zero.
 *
 * Primitives are tested along the direction that settled the last pair first, then along the one that came nearest
 * during the parent interval. Then their nearest points give a direction, or, where these are too close for a good
 * one, the normals of triangles.
 *
 * Proofs of contact. If every point of two convex sets moves by less than half of their penetration depth, in any
 * direction, they still meet: along each direction they overlap by the depth or more, and lose less than that. A
 * corner inside a solid stays inside if it is farther from the triangles than both can move. */

#include "motion/traverse.h"

#include <math.h>
#include <string.h>

#include "base/vec3.h"
#include "pair/measure/measure.h"
#include "pair/verdict/verdict.h"
#include "shape/bound.h"
#include "tree/mesh_distance.h"

#define LESS (1 - 0x1p-44)
#define MORE (1 + 0x1p-44)

/* Steps of GJK for a direction between smooth pieces, and how near its bounds come. */
#define NEAREST_STEPS 12
#define NEAREST_RATIO (1 - 0x1p-7)
/* The distance of smooth pieces that are far apart is measured up to this part of the width of the least distance, unless that
 * width is less than FAR_WIDTH of the distance. */
#define FAR_PART  0x1p-3
#define FAR_WIDTH 0x1p-12

/* ---- Directions ---------------------------------------------------------------------------------------- */

/* For two colliders, each with the motion of its bounded or its unbounded primitives. scale: 1 / |n| or less. */
static void make_traversal_axis(const fk_traversal *traversal, const bool is_unbounded[2], fk_vec3 n,
                                double scale, fk_traversal_axis *out)
{
    const fk_traversal_motion *a = &traversal->bvh[0].motion[is_unbounded[0]],
                              *b = &traversal->bvh[1].motion[is_unbounded[1]];
    out->n = n;
    out->scale = scale;
    out->error = (a->error + b->error) * MORE;
    out->leaf_error = (a->leaf_error + b->leaf_error) * MORE;
    out->rest = (a->rest + b->rest) * MORE;
    for (int k = 0; k < 2; k++)
        fk_traversal_line_make(&traversal->bvh[k], is_unbounded[k], n, &out->line[k]);
}

/* The length of n becomes 1/4 less 2^-46 of it, up to 8 u. */
bool fk_traversal_axis_make(const fk_traversal *traversal, fk_vec3 n, fk_traversal_axis *out)
{
    const bool is_unbounded[2] = {false, false};
    double square = fk_vec3_dot(n, n);
    if (!(square > 0x1p-700 && square < 0x1p700)) {
        n = fk_vec3_unit_any(n);
        square = fk_vec3_dot(n, n);
        if (!(square > 0.5 && square < 2))
            return false;
    }
    make_traversal_axis(traversal, is_unbounded, fk_vec3_scale(n, (0.25 - 0x1p-48) / sqrt(square)), 4, out);
    return true;
}

/* The lower bound of the distance of two nodes that a difference of g gives. */
static double separation_bound(const fk_traversal_axis *axis, double difference, double error)
{
    double gap = (difference - error) * axis->scale;
    double least = (gap - axis->rest) * (1 - 0x1p-44) - 0x1p-1000;
    return gap > 0 ? least : gap;
}

/* Tests a direction and its opposite; true if the pair stays beyond the level. */
static bool test_axis(fk_traversal *traversal, const fk_traversal_axis *axis, fk_tested_pair *tested)
{
    fk_projection_range a, b;
    fk_project_shape(&tested->shape[0], &axis->line[0], &a);
    fk_project_shape(&tested->shape[1], &axis->line[1], &b);
    double there = fk_smaller(b.low[0] - a.high[0], b.low[1] - a.high[1]);
    double back = fk_smaller(a.low[0] - b.high[0], a.low[1] - b.high[1]);
    bool has_box = tested->shape[0].is_box || tested->shape[1].is_box;
    double least = separation_bound(axis, fk_larger(back, there), has_box ? axis->error : axis->leaf_error);
    if (least > tested->least) {
        tested->least = least;
        tested->direction = back > there ? fk_vec3_negate(axis->n) : axis->n;
    }
    return least > traversal->level;
}

bool fk_test_direction(fk_traversal *traversal, fk_vec3 direction, fk_tested_pair *tested)
{
    fk_traversal_axis axis;
    if (!fk_traversal_axis_make(traversal, direction, &axis) || !test_axis(traversal, &axis, tested))
        return false;
    traversal->last = axis;
    traversal->has_axis = true;
    return true;
}

/* Half-spaces are bounded along their normal only: it is used as it is, times a power of two. */
static bool test_half_space_normal(fk_traversal *traversal, fk_tested_pair *tested)
{
    const bool is_unbounded[2] = {tested->shape[0].is_unbounded, tested->shape[1].is_unbounded};
    fk_vec3 normal = tested->shape[is_unbounded[0] ? 0 : 1].piece->as.half.normal;
    fk_vec3 n = fk_vec3_scale(normal, fk_inverse_power(fk_vec3_exponent(normal) + 3));
    double length = fk_vec3_length(n);
    fk_traversal_axis axis;
    if (!(length > 0x1p-8 && length < 0.5))
        return false;
    make_traversal_axis(traversal, is_unbounded, n, 1 / length * LESS, &axis);
    return test_axis(traversal, &axis, tested);
}

bool fk_test_known_directions(fk_traversal *traversal, fk_vec3 direction, fk_tested_pair *tested)
{
    if (tested->shape[0].is_unbounded || tested->shape[1].is_unbounded)
        return test_half_space_normal(traversal, tested);
    return (traversal->has_axis && test_axis(traversal, &traversal->last, tested)) ||
           fk_test_direction(traversal, direction, tested);
}

/* A node in the middle of the interval. */
static fk_piece shape_piece(const fk_traversal_shape *shape)
{
    if (shape->piece != NULL)
        return *shape->piece;
    if (shape->hull_of != NULL) {
        fk_piece hull = fk_hull_piece(shape->hull_of->collider->mesh_hull);
        return fk_piece_place(&hull, &shape->hull_of->pose, NULL);
    }
    const fk_vec3 *p = shape->point;
    if (!shape->is_box)
        return fk_piece_triangle(p[0], p[1], p[2]);
    fk_vec3 corner = fk_vec3_sub(p[0], fk_vec3_add(fk_vec3_add(p[1], p[2]), p[3]));
    return fk_piece_box(corner, fk_vec3_scale(p[1], 2), fk_vec3_scale(p[2], 2), fk_vec3_scale(p[3], 2));
}

/* GJK for smooth pieces, until the lower bound is `ratio` times the upper one, or as far as a few steps go. */
static void run_short_gjk(const fk_piece *a, const fk_piece *b, fk_vec3 start, double ratio,
                          fk_support_bodies *bodies, fk_gjk_result *walk)
{
    fk_gjk_options options = fk_gjk_options_default();
    options.start = start;
    options.max_steps = NEAREST_STEPS;
    options.ratio = ratio;
    fk_support_bodies_init(bodies, a, b);
    fk_gjk_distance(bodies, &options, walk);
}

bool fk_test_nearest_direction(fk_traversal *traversal, fk_tested_pair *tested)
{
    if (tested->shape[0].is_unbounded || tested->shape[1].is_unbounded)
        return false;
    fk_piece a = shape_piece(&tested->shape[0]), b = shape_piece(&tested->shape[1]);
    fk_gjk_filter_end end;
    fk_vec3 start = fk_vec3_negate(tested->direction);
    if (!fk_gjk_filter_nearest(&a, &b, start, &end))
        run_short_gjk(&a, &b, start, NEAREST_RATIO, &end.bodies, &end.walk);
    return end.walk.count < 4 && fk_test_direction(traversal, end.walk.direction, tested);
}

/* ---- Pairs of children --------------------------------------------------------------------------------- */

double fk_test_child_pairs(fk_traversal *traversal, const fk_traversal_axis *axis, fk_child_pairs *children)
{
    int which = children->which;
    fk_projection_range range;
    double least[FK_TREE_WIDTH], nearest = INFINITY;
    fk_project_shape(&children->one, &axis->line[1 - which], &range);
    uint32_t before = fk_separate_children(&children->batch, &axis->line[which], &range, axis, least);
    uint32_t back = which == 1 ? before : ~before;
    for (uint32_t left = children->open; left != 0; left &= left - 1) {
        uint32_t i = fk_lowest_bit(left);
        if (!(least[i] > children->least[i]))
            continue;
        children->least[i] = least[i];
        children->direction[i] = back >> i & 1 ? fk_vec3_negate(axis->n) : axis->n;
        if (least[i] > traversal->level) {
            children->open &= ~(1u << i);
            nearest = fk_smaller(least[i], nearest);
        }
    }
    return nearest;
}

/* ---- Primitives ---------------------------------------------------------------------------------------- */

static bool are_triangles(const fk_piece p[2])
{
    return p[0].kind == FK_KIND_TRIANGLE && p[1].kind == FK_KIND_TRIANGLE;
}

/* The distance and the direction between two triangles in doubles, where these are accurate. */
static bool measure_moving_triangles(const fk_piece p[2], fk_interval *distance, fk_vec3 *direction)
{
    fk_vec3 corner[2][3], base = p[0].as.triangle[0];
    double most = 0;
    for (int i = 0; i < 6; i++) {
        fk_vec3 d = fk_vec3_sub(p[i / 3].as.triangle[i % 3], base);
        corner[i / 3][i % 3] = d;
        most = fk_larger(most, fk_vec3_largest(d));
    }
    return most > 0x1p-900 && most < 0x1p900 &&
           fk_triangle_distance_interval(corner[0], corner[1], fk_inverse_power(fk_exponent_of(most) + 1),
                                         distance, direction);
}

/* Notes the nearest pair, with the direction between its nearest points, and pairs that seem to overlap. */
static void note_nearest(fk_traversal *traversal, const fk_front_pair *entry, double distance,
                         fk_vec3 direction)
{
    if (fk_sign_of(distance) == 0 && traversal->overlapping_count < FK_TRAVERSAL_DEEP)
        traversal->overlapping[traversal->overlapping_count++] = *entry;
    if (fk_double_order(distance, traversal->found.distance) >= 0)
        return;
    traversal->found.distance = distance;
    traversal->hint = *entry;
    traversal->has_hint = true;
    traversal->direction = direction;
    if (!traversal->searches_closest)
        return;
    double width = fk_larger(traversal->width.least, traversal->width.ratio * distance);
    traversal->level = fk_smaller(fk_larger(distance - width, 0), traversal->level);
}

void fk_traversal_find_points(fk_traversal *traversal, fk_traversal_result *found)
{
    bool is_swapped = traversal->is_swapped;
    fk_vec3 *point[2] = {is_swapped ? &found->point_b : &found->point_a,
                         is_swapped ? &found->point_a : &found->point_b};
    fk_piece p[2];
    fk_distance d;
    if (!fk_is_finite(found->distance))
        return;
    for (int k = 0; k < 2; k++)
        fk_moving_bvh_piece(&traversal->bvh[k], traversal->hint.node[k], &p[k]);
    found->part_a = fk_moving_bvh_primitive(&traversal->bvh[is_swapped], traversal->hint.node[is_swapped]);
    found->part_b = fk_moving_bvh_primitive(&traversal->bvh[!is_swapped], traversal->hint.node[!is_swapped]);
    if (are_triangles(p) && fk_sign_of(found->distance) == 0) {
        fk_triangles_common common;
        fk_triangles_intersect(p[0].as.triangle, p[1].as.triangle, &common);
        *point[0] = *point[1] = common.point[0];
    } else if (fk_pair_distance(&p[0], &p[1], NULL, &d) == FK_OK) {
        *point[0] = d.point_a;
        *point[1] = d.point_b;
        found->distance = fk_double_least(found->distance, d.distance.hi);
    }
}

static fk_vec3 unscaled_normal(const fk_vec3 p[3])
{
    return fk_vec3_cross(fk_vec3_sub(p[1], p[0]), fk_vec3_sub(p[2], p[0]));
}

/* A bound of the motion of two primitives, including the rounding of their points. */
static double pair_motion(const fk_traversal *traversal, const fk_front_pair *entry)
{
    const fk_moving_bvh *bvh = traversal->bvh;
    const fk_traversal_motion *a = &bvh[0].motion[entry->is_leaf[0] && entry->node[0] >= bvh[0].count];
    const fk_traversal_motion *b = &bvh[1].motion[entry->is_leaf[1] && entry->node[1] >= bvh[1].count];
    return (a->whole + b->whole + 2 * (a->error + b->error)) * MORE;
}

/* Whether the distance of two primitives exceeds their motion and the level. Near contact this proves more than a
 * direction, which is only as accurate as the points for so short a motion. */
static bool is_beyond_motion(const fk_traversal *traversal, const fk_front_pair *entry, double distance,
                             fk_tested_pair *tested)
{
    double least = distance * (1 - 0x1p-44) - pair_motion(traversal, entry);
    if (least > tested->least)
        tested->least = least;
    return least > traversal->level;
}

/* Two triangles: in doubles where these are accurate enough. */
static bool test_triangles(fk_traversal *traversal, const fk_front_pair *entry, const fk_piece p[2],
                           fk_tested_pair *tested)
{
    fk_interval distance;
    fk_vec3 direction;
    fk_distance d;
    if (measure_moving_triangles(p, &distance, &direction)) {
        note_nearest(traversal, entry, distance.hi, direction);
        return is_beyond_motion(traversal, entry, distance.lo, tested) ||
               fk_test_direction(traversal, direction, tested);
    }
    if (fk_triangles_meet(p[0].as.triangle, p[1].as.triangle)) {
        note_nearest(traversal, entry, 0, fk_vec3_make(0, 0, 0));
        return false;
    }
    if (fk_pair_distance(&p[0], &p[1], NULL, &d) != FK_OK)
        return false;
    note_nearest(traversal, entry, d.distance.hi, fk_vec3_sub(d.point_b, d.point_a));
    return is_beyond_motion(traversal, entry, d.distance.lo, tested) ||
           fk_test_direction(traversal, fk_vec3_sub(d.point_b, d.point_a), tested) ||
           fk_test_direction(traversal, unscaled_normal(p[0].as.triangle), tested) ||
           fk_test_direction(traversal, unscaled_normal(p[1].as.triangle), tested);
}

/* In a search for the closest approach, the distance between two smooth pieces that are far apart, and the direction. False where
 * they are too near, or their numbers too large or too small for that. */
static bool measure_far_pieces(const fk_traversal *traversal, const fk_piece p[2], fk_vec3 start,
                               fk_interval *distance, fk_vec3 *direction)
{
    fk_support_bodies bodies;
    fk_gjk_result walk;
    double part = FAR_PART * traversal->width.ratio;
    if (!traversal->searches_closest || traversal->width.ratio < FAR_WIDTH ||
        fk_any_half_space(&p[0], &p[1]) || !fk_any_smooth(&p[0], &p[1]))
        return false;
    run_short_gjk(&p[0], &p[1], fk_vec3_negate(start), 1 - 0.5 * part, &bodies, &walk);
    fk_interval bound = fk_bound_distance(&bodies, &walk);
    double unit = 1 / bodies.a.scale;
    *distance = (fk_interval){bound.lo * unit, bound.hi * unit};
    *direction = fk_vec3_negate(walk.direction);
    return bound.lo > 0x1p-10 * bodies.size && bound.lo > (1 - part) * bound.hi && distance->lo > 0x1p-900 &&
           distance->hi < 0x1p900;
}

bool fk_test_primitives(fk_traversal *traversal, const fk_front_pair *entry, fk_tested_pair *tested)
{
    fk_vec3 direction = {(double)entry->direction[0], (double)entry->direction[1],
                         (double)entry->direction[2]};
    traversal->tests++;
    if (!entry->is_tested && fk_test_known_directions(traversal, direction, tested))
        return true;
    fk_piece p[2];
    fk_distance d;
    for (int k = 0; k < 2; k++)
        fk_moving_bvh_piece(&traversal->bvh[k], entry->node[k], &p[k]);
    if (are_triangles(p))
        return test_triangles(traversal, entry, p, tested);
    fk_interval far;
    if (measure_far_pieces(traversal, p, direction, &far, &direction)) {
        note_nearest(traversal, entry, far.hi, direction);
        return is_beyond_motion(traversal, entry, far.lo, tested) ||
               fk_test_direction(traversal, direction, tested);
    }
    /* Much less work than to find out that the distance is 0. */
    if (fk_pair_verdict(&p[0], &p[1]) == FK_OVERLAPPING) {
        note_nearest(traversal, entry, 0, fk_vec3_make(0, 0, 0));
        return false;
    }
    if (fk_pair_distance(&p[0], &p[1], NULL, &d) != FK_OK)
        return false;
    note_nearest(traversal, entry, d.distance.hi, fk_vec3_sub(d.point_b, d.point_a));
    bool is_unbounded = tested->shape[0].is_unbounded || tested->shape[1].is_unbounded;
    return fk_sign_of(d.distance.lo) > 0 && !is_unbounded &&
           (is_beyond_motion(traversal, entry, d.distance.lo, tested) ||
            fk_test_direction(traversal, fk_vec3_sub(d.point_b, d.point_a), tested));
}

void fk_traversal_predict(fk_traversal *traversal)
{
    fk_traversal_result *f = &traversal->found;
    const fk_front_pair *pair = &traversal->hint;
    fk_projection_range range[2];
    fk_traversal_axis axis;
    if (!fk_is_finite(f->distance) || !fk_traversal_axis_make(traversal, traversal->direction, &axis))
        return;
    for (int k = 0; k < 2; k++) {
        fk_traversal_shape shape;
        fk_traversal_shape_make(&traversal->bvh[k], pair->node[k], true, &shape);
        if (shape.is_unbounded)
            return;
        fk_project_shape(&shape, &axis.line[k], &range[k]);
    }
    f->begin = (range[1].low[1] - range[0].high[1]) * axis.scale;
    f->end = (range[1].low[0] - range[0].high[0]) * axis.scale;
    f->rest = axis.rest;
}

/* ---- Within the level ---------------------------------------------------------------------------------- */

/* Approximately how far two primitives overlap across the plane of triangle k; an upper bound of their depth. */
static double overlap_across(fk_traversal *traversal, const fk_front_pair *entry, const fk_piece p[2], int k)
{
    fk_traversal_axis axis;
    fk_traversal_shape shape[2];
    fk_projection_range range[2];
    double overlap = INFINITY;
    if (p[k].kind != FK_KIND_TRIANGLE || p[1 - k].kind == FK_KIND_HALF_SPACE ||
        !fk_traversal_axis_make(traversal, unscaled_normal(p[k].as.triangle), &axis))
        return INFINITY;
    for (int i = 0; i < 2; i++)
        fk_traversal_shape_make(&traversal->bvh[i], entry->node[i], true, &shape[i]);
    for (int i = 0; i < 2; i++)
        fk_project_shape(&shape[i], &axis.line[i], &range[i]);
    for (int i = 0; i < 2; i++) {
        double sum = range[i].high[0] - range[1 - i].low[0] + range[i].high[1] - range[1 - i].low[1];
        overlap = fk_smaller(0.5 * axis.scale * sum, overlap); /* in the middle */
    }
    return overlap;
}

static bool overlap_deeper(fk_traversal *traversal, const fk_front_pair *entry, const fk_piece p[2],
                           double motion)
{
    fk_depth depth;
    for (int k = 0; k < 2; k++)
        if (overlap_across(traversal, entry, p, k) <= motion)
            return false;
    return fk_pair_verdict(&p[0], &p[1]) == FK_OVERLAPPING && fk_pair_depth(&p[0], &p[1], &depth) == FK_OK &&
           depth.depth.lo > motion;
}

/* Whether a corner of triangle k is inside the other collider, a solid, and far enough from its triangles. Only
 * corners so far from the plane of the triangle that it meets are tested. */
static bool has_corner_inside(const fk_traversal *traversal, const fk_piece p[2], int k, double motion)
{
    const fk_placed_mesh *solid = &traversal->bvh[1 - k].placed;
    if (!are_triangles(p) || traversal->bvh[1 - k].piece != NULL || !solid->is_solid)
        return false;
    const fk_vec3 *face = p[1 - k].as.triangle, n = fk_vec3_unit(unscaled_normal(face));
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

/* A lower bound of how deep a point is inside a piece; 0 if it is not in it. */
static double depth_in_piece(const fk_piece *piece, fk_vec3 point)
{
    fk_piece corner = fk_piece_point(point);
    fk_depth depth;
    double least;
    if (fk_point_depth_below(piece, point, &least))
        return least;
    bool is_inside =
        fk_pair_verdict(&corner, piece) == FK_OVERLAPPING && fk_pair_depth(&corner, piece, &depth) == FK_OK;
    return is_inside ? depth.depth.lo : 0;
}

/* Whether a corner of triangle k is so far inside the other primitive, a piece. */
static bool has_corner_in_piece(const fk_piece p[2], int k, double motion)
{
    if (p[k].kind != FK_KIND_TRIANGLE || p[1 - k].kind == FK_KIND_TRIANGLE)
        return false;
    for (int i = 0; i < 3; i++)
        if (depth_in_piece(&p[1 - k], p[k].as.triangle[i]) > motion)
            return true;
    return false;
}

/* ---- Witnesses ----------------------------------------------------------------------------------------- */

/* Corners that are tried when a witness is searched, and the most pieces of a collider that they are tested against. */
#define WITNESS_CORNERS 48
#define WITNESS_PIECES  8

/* Whether a collider has an inside in which corners are tested. */
static bool has_inside(const fk_moving_bvh *bvh)
{
    return bvh->collider->kind == FK_COLLIDER_MESH ? bvh->placed.is_solid : bvh->count <= WITNESS_PIECES;
}

/* A lower bound of how deep a point is inside a collider that has an inside; 0 if it is not in it. */
static double point_depth(fk_moving_bvh *bvh, fk_vec3 point)
{
    double most = 0;
    if (bvh->collider->kind == FK_COLLIDER_MESH) {
        fk_mesh_distance gap;
        if (!fk_placed_is_inside(&bvh->placed, point))
            return 0;
        fk_placed_nearest(&bvh->placed, point, &gap);
        return gap.distance.lo;
    }
    for (uint32_t i = 0; i < bvh->count; i++) {
        fk_piece piece;
        fk_moving_bvh_piece(bvh, i, &piece);
        most = fk_larger(depth_in_piece(&piece, point), most);
    }
    return most;
}

static fk_vec3 witness_corner(fk_traversal *traversal, const fk_traversal_witness *witness)
{
    fk_piece triangle;
    fk_moving_bvh_piece(&traversal->bvh[witness->which], witness->leaf, &triangle);
    return triangle.as.triangle[0];
}

/* Tries corners that are spread over both meshes. */
static void search_witness(fk_traversal *traversal)
{
    traversal->witness.is_known = false;
    traversal->witness.depth = 0;
    for (int k = 0; k < 2; k++) {
        fk_moving_bvh *bvh = &traversal->bvh[k], *other = &traversal->bvh[1 - k];
        if (bvh->collider->kind != FK_COLLIDER_MESH || !has_inside(other))
            continue;
        fk_placed_collider placed = {other->collider, other->pose};
        fk_sphere ball = fk_collider_sphere(&placed);
        for (uint32_t i = 0; i < WITNESS_CORNERS && i < bvh->count; i++) {
            uint32_t leaf =
                bvh->count <= WITNESS_CORNERS ? i : (uint32_t)((uint64_t)i * bvh->count / WITNESS_CORNERS);
            fk_traversal_witness found = {true, k, leaf, 0};
            fk_vec3 corner = witness_corner(traversal, &found);
            if (fk_vec3_length(fk_vec3_sub(corner, ball.center)) > ball.radius)
                continue;
            found.depth = point_depth(other, corner);
            if (found.depth > traversal->witness.depth)
                traversal->witness = found;
        }
    }
}

fk_traversal_state fk_traversal_test_witness(fk_traversal *traversal)
{
    fk_traversal_witness *witness = &traversal->witness;
    const fk_moving_bvh *bvh = traversal->bvh;
    double motion = (traversal->motion + 2 * (bvh[0].motion[0].error + bvh[1].motion[0].error)) * MORE;
    double depth = 0, size = fk_larger(bvh[0].collider->sphere.radius, bvh[1].collider->sphere.radius);
    if (bvh[0].unbounded_count + bvh[1].unbounded_count > 0 || !(motion < size))
        return FK_TRAVERSAL_BEYOND;
    if (witness->is_known)
        depth = point_depth(&traversal->bvh[1 - witness->which], witness_corner(traversal, witness));
    if (!(depth > motion) && !(depth > 0.5 * witness->depth)) {
        search_witness(traversal);
        depth = witness->depth;
    }
    return depth > motion ? FK_TRAVERSAL_WITHIN : depth > 0 ? FK_TRAVERSAL_OPEN : FK_TRAVERSAL_BEYOND;
}

bool fk_traversal_is_close(const fk_traversal *traversal)
{
    return fk_sign_of(traversal->level) > 0 &&
           (traversal->found.distance + traversal->motion) * MORE <= traversal->level;
}

bool fk_traversal_is_within(fk_traversal *traversal)
{
    for (uint32_t i = 0; i < traversal->overlapping_count; i++) {
        const fk_front_pair *entry = &traversal->overlapping[i];
        double motion = pair_motion(traversal, entry);
        fk_piece p[2];
        for (int k = 0; k < 2; k++)
            fk_moving_bvh_piece(&traversal->bvh[k], entry->node[k], &p[k]);
        if (has_corner_in_piece(p, 0, motion) || has_corner_in_piece(p, 1, motion) ||
            overlap_deeper(traversal, entry, p, motion) || has_corner_inside(traversal, p, 0, motion) ||
            has_corner_inside(traversal, p, 1, motion)) {
            traversal->hint = *entry; /* mostly it stays so for a while */
            traversal->has_hint = true;
            return true;
        }
    }
    return fk_traversal_is_close(traversal);
}
