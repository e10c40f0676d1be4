/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The filter of an edge: balls along chords.
 *
 * During an interval of length h the center of a ball, in the coordinates of a frame below which nothing turns, moves on a curve
 * whose second derivative is at most M. So it stays within M h^2 / 8 of the chord, on which it would move from its place at the
 * begin to that at the end at constant speed. The difference of two centers stays as near to the chord of the differences. If
 * that chord keeps more than both radii and both deviations from 0, the balls stay apart (docs/numerics.md, "Edges").
 *
 *     M = sum over joints i that turn of D_i (D_i a_i + 2 sum over later joints j of D_j a_j)
 *
 * D_i is by how much the value of joint i changes along the whole edge; a_j bounds the distance of the center from the axis of
 * joint j at all times, and is 1 for a joint that slides. The lengths of all links behind a joint bound it.
 *
 * A body at rest is a box or a half-space: a chord is halved until each part is apart from the box along its axes.
 *
 * Boxes around bodies: let n be a direction of the base, and let h be the largest n.p over all points p of a body at the begin, k
 * that at the end. On its chord each point has at most (1 - s) h + s k, so the gap of two bodies along n is at least the lesser
 * one of those at both ends, less both deviations from chords.
 *
 * Rounding. All centers in doubles are off by the errors of both bodies together (edge_pair.c), which `gap` includes once for the
 * motion and once for the states. Differences and their lengths have relative errors far below 2^-40 of the lengths of both ends.
 * The coordinates of a base that moves are those of a transposed matrix: that adds its deviation from a rotation.
 *
 * Weak inputs: long chains, where M counts all lengths as if the arm were stretched out. */

#include "workcell/edges.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "base/vec3.h"

/* A chord before a box is halved so often. */
#define HALVINGS 4

/* An interval is too long for small balls if the deviation from a chord is more than this share of the large radii. */
#define COARSE 0.25

/* ---- Bodies and pairs ---------------------------------------------------------------------------------- */

static void set_balls(const fk_workcell_body *body, fk_edge_body *out)
{
    const fk_link_balls *balls = &body->shape->balls;
    out->shape = FK_EDGE_BALLS;
    out->balls = balls;
    out->root = (fk_sphere){fk_pose_apply(&body->pose, balls->root.center), balls->root.radius};
    for (int i = 0; i < FK_LINK_GROUP; i++)
        out->outer[i] =
            (fk_sphere){fk_pose_apply(&body->pose, balls->outer[0][i].center), balls->outer[0][i].radius};
}

static void set_plane(const fk_workcell_body *body, fk_edge_body *out)
{
    fk_piece placed = fk_piece_place(body->shape->collider->piece, &body->pose, NULL);
    double length = fk_vec3_length(placed.as.half.normal);
    if (!(length > 0x1p-300 && length < 0x1p300))
        return;
    out->shape = FK_EDGE_PLANE;
    out->box.axis[0] = fk_vec3_scale(placed.as.half.normal, 1 / length);
    out->box.half[0] = placed.as.half.offset / length;
}

void fk_edge_shape_set(const fk_workcell_body *body, fk_edge_body *out)
{
    const fk_collider *collider = body->shape->collider;
    fk_placed_collider placed = {collider, body->pose};
    out->shape = FK_EDGE_NOTHING;
    if (body->shape->balls.is_bounded) {
        set_balls(body, out);
        out->box = fk_collider_obb(&placed);
        out->shape = body->frame == FK_NONE ? FK_EDGE_BOX : FK_EDGE_BALLS;
    } else if (body->frame == FK_NONE && collider->kind == FK_COLLIDER_PIECES && collider->part_count == 1 &&
               collider->piece->kind == FK_KIND_HALF_SPACE) {
        set_plane(body, out);
    }
}

/* The change of a joint's value along the edge. */
static double value_change(const fk_edge *edge, const fk_frame *f)
{
    if (f->kind == FK_FRAME_FIXED || f->variable == FK_NONE)
        return 0;
    const fk_track *track = &edge->track[f->track];
    const double *row = track->value + f->variable;
    return fabs(f->factor * (row[track->variable_count] - row[0])) * (1 + 0x1p-40);
}

/* The largest size of a joint's value along the edge. */
static double largest_value(const fk_edge *edge, const fk_frame *f)
{
    if (f->variable == FK_NONE)
        return fabs(f->offset);
    const fk_track *track = &edge->track[f->track];
    const double *row = track->value + f->variable;
    double most = fk_larger(fabs(row[0]), fabs(row[track->variable_count]));
    return (fabs(f->offset) + fabs(f->factor) * most) * (1 + 0x1p-40);
}

/* M of all points of the balls of a body, relative to a frame. */
static double second_derivative(const fk_edge *edge, const fk_edge_body *body, uint32_t base)
{
    double reach = fk_vec3_length(body->root.center) + body->root.radius, sum = 0, later = 0;
    for (uint32_t i = body->body.frame; i != base; i = edge->motion.frame[i].frame.parent) {
        const fk_motion_frame *f = &edge->motion.frame[i];
        double change = value_change(edge, &f->frame);
        if (f->frame.kind == FK_FRAME_REVOLUTE) {
            sum += change * (change * reach + 2 * later);
            later += change * reach;
        } else if (f->frame.kind == FK_FRAME_PRISMATIC) {
            later += change;
            reach += largest_value(edge, &f->frame);
        }
        reach += f->length;
    }
    return sum;
}

void fk_edge_pair_set(const fk_edge *edge, uint32_t a, uint32_t b, fk_edge_pair *out)
{
    const fk_edge_body *p = &edge->body[a], *q = &edge->body[b];
    double stretch = fk_larger(p->rounding.stretch, q->rounding.stretch), bend = 0;
    out->base = fk_motion_common_frame(&edge->motion, p->body.frame, q->body.frame);
    out->turns = out->base != FK_NONE && edge->moves[out->base];
    if (p->shape == FK_EDGE_BALLS)
        bend += second_derivative(edge, p, out->base);
    if (q->shape == FK_EDGE_BALLS)
        bend += second_derivative(edge, q, out->base);
    out->stretch = stretch * (1 + 0x1p-30);
    out->bend = bend * stretch * (1 + 0x1p-30) / 8;
    out->slack = 0x1p-40 + 2 * (stretch - 1) + 2 * (p->rounding.error1 + q->rounding.error1);
}

/* ---- Slots --------------------------------------------------------------------------------------------- */

void fk_edge_slot_set(const fk_edge *edge, double time, fk_edge_slot *out)
{
    fk_motion_poses_forward(&edge->motion, time, out->frame);
    for (uint32_t i = 0; i < edge->body_count; i++) {
        const fk_edge_body *body = &edge->body[i];
        if (edge->cell->body[i].shape == NULL || body->shape != FK_EDGE_BALLS)
            continue;
        out->body[i].has_outer = out->body[i].has_box = false;
        out->body[i].root = fk_pose_apply_inline(&out->frame[body->body.frame], body->root.center);
    }
}

static const fk_vec3 *place_edge_ball(const fk_edge *edge, fk_edge_slot *slot, uint32_t index)
{
    const fk_edge_body *body = &edge->body[index];
    fk_edge_placed *placed = &slot->body[index];
    for (int i = 0; i < FK_LINK_GROUP && !placed->has_outer; i++)
        placed->outer[i] = fk_pose_apply_inline(&slot->frame[body->body.frame], body->outer[i].center);
    placed->has_outer = true;
    return placed->outer;
}

static const fk_obb *place_box(const fk_edge *edge, fk_edge_slot *slot, uint32_t index)
{
    const fk_edge_body *body = &edge->body[index];
    fk_edge_placed *placed = &slot->body[index];
    const fk_pose *pose = body->shape == FK_EDGE_BALLS ? &slot->frame[body->body.frame] : NULL;
    if (pose == NULL || placed->has_box)
        return pose == NULL ? &body->box : &placed->box;
    placed->box = body->box;
    placed->box.center = fk_pose_apply_inline(pose, body->box.center);
    for (int i = 0; i < 3; i++)
        placed->box.axis[i] = fk_pose_rotate_inline(pose, body->box.axis[i]);
    placed->has_box = true;
    return &placed->box;
}

/* ---- Chords -------------------------------------------------------------------------------------------- */

/* The distance of a chord from 0. A wrong place of the nearest point changes it to second order. */
static double chord_distance(fk_vec3 begin, fk_vec3 end)
{
    fk_vec3 along = fk_vec3_sub(end, begin);
    double square = fk_vec3_dot(along, along), s = -fk_vec3_dot(begin, along);
    s = s > 0 && square > 0 ? fk_smaller(s / square, 1) : 0;
    return fk_vec3_length(fk_vec3_add(begin, fk_vec3_scale(along, s)));
}

/* What a test of chords has seen so far. */
typedef struct chord_test {
    const fk_edge_pair *pair;
    double sag; /* of both, in the interval */
    fk_edge_answer answer;
} chord_test;

/* Notes the distance of a chord whose ends have sizes of `size` together. True if the balls stay apart. */
static bool note_chord(chord_test *t, double distance, double size, double radii)
{
    double room = distance - t->pair->slack * size - radii * t->pair->stretch - t->pair->gap;
    if (room > t->sag)
        return true;
    t->answer = room > 0 ? FK_EDGE_SPLIT : FK_EDGE_STUCK;
    return false;
}

static bool test_chord(chord_test *t, fk_vec3 begin, fk_vec3 end, double radii)
{
    double size = fk_vec3_largest(begin) + fk_vec3_largest(end);
    return note_chord(t, chord_distance(begin, end), 2 * size, radii);
}

/* The distance of a chord from a box around 0, or a lower bound; below `enough` no more than that is known. */
static double box_distance(const double half[3], fk_vec3 begin, fk_vec3 end, double enough, int halvings)
{
    fk_vec3 apart;
    for (int i = 0; i < 3; i++) {
        double p = fk_vec3_get(begin, i), q = fk_vec3_get(end, i);
        double away = fk_larger(fk_smaller(p, q), -fk_larger(p, q)) - half[i];
        *fk_vec3_at(&apart, i) = fk_larger(away, 0);
    }
    double least = fk_vec3_length(apart);
    if (least > enough || halvings == 0)
        return least;
    fk_vec3 middle = fk_vec3_scale(fk_vec3_add(begin, end), 0.5);
    double first = box_distance(half, begin, middle, enough, halvings - 1);
    if (!(first > enough))
        return first;
    return fk_smaller(first, box_distance(half, middle, end, enough, halvings - 1));
}

static fk_vec3 box_coordinates(const fk_obb *box, fk_vec3 point)
{
    fk_vec3 x = fk_vec3_sub(point, box->center);
    return fk_vec3_make(fk_vec3_dot(box->axis[0], x), fk_vec3_dot(box->axis[1], x),
                        fk_vec3_dot(box->axis[2], x));
}

/* A ball along a chord, against a body at rest. */
static bool test_rest_chord(chord_test *t, const fk_edge_body *rest, fk_vec3 begin, fk_vec3 end,
                            double radius)
{
    const fk_obb *box = &rest->box;
    double size = fk_vec3_largest(begin) + fk_vec3_largest(end);
    if (rest->shape == FK_EDGE_PLANE) {
        double low = fk_smaller(fk_vec3_dot(box->axis[0], begin), fk_vec3_dot(box->axis[0], end));
        return note_chord(t, low - box->half[0], 2 * (size + fabs(box->half[0])), radius);
    }
    size = 2 * (size + fk_vec3_largest(box->center) + box->half[0] + box->half[1] + box->half[2]);
    double need = t->sag + radius * t->pair->stretch + t->pair->gap + t->pair->slack * size;
    fk_vec3 p = box_coordinates(box, begin), q = box_coordinates(box, end);
    return note_chord(t, box_distance(box->half, p, q, need, HALVINGS), size, radius);
}

/* ---- Pairs --------------------------------------------------------------------------------------------- */

/* The balls of a group along the edge: centers at both times. */
typedef struct ball_group {
    fk_vec3 begin[FK_LINK_GROUP], end[FK_LINK_GROUP];
    double radius[FK_LINK_GROUP];
} ball_group;

static fk_vec3 into_base(const fk_pose *base, fk_vec3 point)
{
    return fk_pose_rotate_back(base, fk_vec3_sub(point, base->translation));
}

static void move_into_base(const fk_edge_pair *pair, const fk_edge_slot *from, const fk_edge_slot *to,
                           ball_group *g)
{
    for (int i = 0; i < FK_LINK_GROUP && pair->turns; i++) {
        g->begin[i] = into_base(&from->frame[pair->base], g->begin[i]);
        g->end[i] = into_base(&to->frame[pair->base], g->end[i]);
    }
}

/* The eight balls of a body. */
static void first_group(const fk_edge *edge, const fk_edge_pair *pair, uint32_t body, fk_edge_slot *from,
                        fk_edge_slot *to, ball_group *out)
{
    memcpy(out->begin, place_edge_ball(edge, from, body), sizeof out->begin);
    memcpy(out->end, place_edge_ball(edge, to, body), sizeof out->end);
    for (int i = 0; i < FK_LINK_GROUP; i++)
        out->radius[i] = edge->body[body].outer[i].radius;
    move_into_base(pair, from, to, out);
}

/* The eight balls around what ball i of the first group is for. */
static void next_group(const fk_edge *edge, const fk_edge_pair *pair, uint32_t body, const fk_edge_slot *from,
                       const fk_edge_slot *to, int index, ball_group *out)
{
    const fk_edge_body *b = &edge->body[body];
    const fk_pose *begin = &from->frame[b->body.frame], *end = &to->frame[b->body.frame];
    for (int i = 0; i < FK_LINK_GROUP; i++) {
        const fk_sphere *ball = &b->balls->outer[1 + index][i];
        fk_vec3 center = fk_pose_apply_inline(&b->body.pose, ball->center);
        out->begin[i] = fk_pose_apply_inline(begin, center);
        out->end[i] = fk_pose_apply_inline(end, center);
        out->radius[i] = ball->radius;
    }
    move_into_base(pair, from, to, out);
}

static bool test_two_balls(chord_test *t, const ball_group *a, int i, const ball_group *b, int k)
{
    return test_chord(t, fk_vec3_sub(b->begin[k], a->begin[i]), fk_vec3_sub(b->end[k], a->end[i]),
                      a->radius[i] + b->radius[k]);
}

static bool test_groups(chord_test *t, const ball_group *a, const ball_group *b)
{
    for (int i = 0; i < FK_LINK_GROUP; i++)
        for (int k = 0; k < FK_LINK_GROUP; k++)
            if (!test_two_balls(t, a, i, b, k))
                return false;
    return true;
}

/* Two bodies with balls: all of the first groups, and of those that fail, the groups behind them. */
static void test_ball_bodies(const fk_edge *edge, chord_test *t, const fk_workcell_test *test,
                             fk_edge_slot *from, fk_edge_slot *to)
{
    ball_group a, b, c, d;
    first_group(edge, t->pair, test->a, from, to, &a);
    first_group(edge, t->pair, test->b, from, to, &b);
    for (int i = 0; i < FK_LINK_GROUP; i++) {
        bool has_group = false;
        for (int k = 0; k < FK_LINK_GROUP; k++) {
            if (test_two_balls(t, &a, i, &b, k))
                continue;
            if (!has_group)
                next_group(edge, t->pair, test->a, from, to, i, &c);
            has_group = true;
            next_group(edge, t->pair, test->b, from, to, k, &d);
            if (!test_groups(t, &c, &d))
                return;
        }
    }
    t->answer = FK_EDGE_CLEAR;
}

static void test_rest_body(const fk_edge *edge, chord_test *t, uint32_t moving, const fk_edge_body *rest,
                           fk_edge_slot *from, fk_edge_slot *to)
{
    ball_group a, c;
    first_group(edge, t->pair, moving, from, to, &a);
    for (int i = 0; i < FK_LINK_GROUP; i++) {
        if (test_rest_chord(t, rest, a.begin[i], a.end[i], a.radius[i]))
            continue;
        next_group(edge, t->pair, moving, from, to, i, &c);
        for (int k = 0; k < FK_LINK_GROUP; k++)
            if (!test_rest_chord(t, rest, c.begin[k], c.end[k], c.radius[k]))
                return;
    }
    t->answer = FK_EDGE_CLEAR;
}

/* The boxes of a pair at one end of an interval. */
typedef struct box_pair {
    const fk_obb *a, *b;
    const fk_pose *base; /* that turns, or NULL */
} box_pair;

/* The gap along a direction of the base, from a to b. */
static double gap_along(const box_pair *boxes, fk_vec3 n, double slack)
{
    if (boxes->base != NULL)
        n = fk_pose_rotate_inline(boxes->base, n);
    fk_vec3 apart = fk_vec3_sub(boxes->b->center, boxes->a->center);
    double gap = fk_vec3_dot(n, apart), size = fk_vec3_largest(apart);
    for (int i = 0; i < 3; i++) {
        double p = boxes->a->half[i], q = boxes->b->half[i];
        gap -= fabs(fk_vec3_dot(n, boxes->a->axis[i])) * p + fabs(fk_vec3_dot(n, boxes->b->axis[i])) * q;
        size += p + q;
    }
    return gap - 2 * slack * size;
}

/* Axis k of both boxes, in the coordinates of the base, and toward b. */
static fk_vec3 box_axis(const box_pair *boxes, int k)
{
    fk_vec3 n = k < 3 ? boxes->a->axis[k] : boxes->b->axis[k - 3];
    if (fk_vec3_dot(n, fk_vec3_sub(boxes->b->center, boxes->a->center)) < 0)
        n = fk_vec3_negate(n);
    return boxes->base != NULL ? fk_pose_rotate_back(boxes->base, n) : n;
}

/* Whether an axis of a box at some end separates both boxes at both ends, by more than the deviations from chords. */
static bool are_end_boxes_apart(const fk_edge *edge, const chord_test *t, const fk_workcell_test *test,
                                fk_edge_slot *from, fk_edge_slot *to)
{
    const fk_edge_pair *pair = t->pair;
    box_pair end[2];
    for (int i = 0; i < 2; i++) {
        fk_edge_slot *slot = i == 0 ? from : to;
        end[i] = (box_pair){place_box(edge, slot, test->a), place_box(edge, slot, test->b),
                            pair->turns ? &slot->frame[pair->base] : NULL};
    }
    double need = (t->sag + pair->gap) * (pair->stretch + 2 * pair->slack);
    for (int k = 0; k < 12; k++) {
        const box_pair *own = &end[k / 6], *other = &end[1 - k / 6];
        fk_vec3 n = box_axis(own, k % 6);
        if (gap_along(own, n, pair->slack) > need && gap_along(other, n, pair->slack) > need)
            return true;
    }
    return false;
}

fk_edge_answer fk_edge_test_balls(const fk_edge *edge, uint32_t pair, fk_edge_slot *from, fk_edge_slot *to,
                                  double length)
{
    const fk_workcell_test *test = &edge->scratch->test[pair];
    const fk_edge_body *a = &edge->body[test->a], *b = &edge->body[test->b];
    chord_test t = {.pair = &edge->pair[pair], .sag = edge->pair[pair].bend * length * length};
    if (a->shape == FK_EDGE_NOTHING || b->shape == FK_EDGE_NOTHING || !(t.pair->gap < DBL_MAX))
        return FK_EDGE_STUCK;
    if (a->shape != FK_EDGE_BALLS || b->shape != FK_EDGE_BALLS) {
        uint32_t moving = a->shape == FK_EDGE_BALLS ? test->a : test->b;
        const fk_edge_body *m = &edge->body[moving], *rest = moving == test->a ? b : a;
        if (test_rest_chord(&t, rest, from->body[moving].root, to->body[moving].root, m->root.radius))
            return FK_EDGE_CLEAR;
        if (t.sag > COARSE * m->root.radius)
            return FK_EDGE_SPLIT;
        if (rest->shape == FK_EDGE_BOX && are_end_boxes_apart(edge, &t, test, from, to))
            return FK_EDGE_CLEAR;
        test_rest_body(edge, &t, moving, rest, from, to);
        return t.answer;
    }
    fk_vec3 begin = fk_vec3_sub(from->body[test->b].root, from->body[test->a].root),
            end = fk_vec3_sub(to->body[test->b].root, to->body[test->a].root);
    if (t.pair->turns) {
        begin = fk_pose_rotate_back(&from->frame[t.pair->base], begin);
        end = fk_pose_rotate_back(&to->frame[t.pair->base], end);
    }
    if (test_chord(&t, begin, end, a->root.radius + b->root.radius))
        return FK_EDGE_CLEAR;
    if (t.sag > COARSE * (a->root.radius + b->root.radius))
        return FK_EDGE_SPLIT;
    if (are_end_boxes_apart(edge, &t, test, from, to))
        return FK_EDGE_CLEAR;
    test_ball_bodies(edge, &t, test, from, to);
    return t.answer;
}
