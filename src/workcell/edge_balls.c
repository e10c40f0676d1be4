/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The filter of an edge: balls along chords.
 *
 * During an interval of length h the center of a ball, in the coordinates of a frame below which nothing turns, moves on a curve
 * whose second and third derivatives are at most M2 and M3. So it stays within M2 h^2 / 32 of the chords of both halves of the interval,
 * and within M3 h^3 / 124 of the parabola through its places p, q, r at the begin, in the middle and at the end, which stays within
 * |p - 2 q + r| / 8 of these chords. The same holds for the difference of two centers. If its chords keep more than both radii and the
 * deviation from 0, the balls stay apart (docs/numerics.md, "Edges").
 *
 * M2 and M3 follow from bounds of the place, of its rate and so on, joint by joint: a joint turns all of what is behind it at a constant
 * rate. The lengths of all links behind a joint bound the distance from its axis.
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
#define HALVINGS 3

/* An interval is too long for small balls if the deviation from a chord is more than this share of the radii of the large ones. */
#define COARSE 0.06

/* Where one chord may deviate by less than this multiple of the radii, it is tested first: it takes less than those of both halves. */
#define ONE 2

/* Meshes are walked only below this share: bounds of the motion are of first order there. */
#define STRAIGHT 0.016

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

/* M2 and M3 of all points of the balls of a body, relative to a frame. */
static void bound_derivatives(const fk_edge *edge, const fk_edge_body *body, uint32_t base, double *second,
                              double *third)
{
    double reach = fk_vec3_length(body->root.center) + body->root.radius, rate = 0;
    for (uint32_t i = body->body.frame; i != base; i = edge->motion.frame[i].frame.parent) {
        const fk_motion_frame *f = &edge->motion.frame[i];
        double d = value_change(edge, &f->frame);
        if (f->frame.kind == FK_FRAME_REVOLUTE) {
            *third += d * (3 * *second + d * (3 * rate + d * reach));
            *second += d * (2 * rate + d * reach);
            rate += d * reach;
        } else if (f->frame.kind == FK_FRAME_PRISMATIC) {
            rate += d;
            reach += largest_value(edge, &f->frame);
        }
        reach += f->length;
    }
}

void fk_edge_pair_set(const fk_edge *edge, uint32_t a, uint32_t b, fk_edge_pair *out)
{
    const fk_edge_body *p = &edge->body[a], *q = &edge->body[b];
    double stretch = fk_larger(p->rounding.stretch, q->rounding.stretch);
    double second[2] = {0, 0}, third[2] = {0, 0};
    out->base = fk_motion_common_frame(&edge->motion, p->body.frame, q->body.frame);
    out->turns = out->base != FK_NONE && edge->moves[out->base];
    if (p->shape == FK_EDGE_BALLS)
        bound_derivatives(edge, p, out->base, &second[0], &third[0]);
    if (q->shape == FK_EDGE_BALLS)
        bound_derivatives(edge, q, out->base, &second[1], &third[1]);
    out->stretch = stretch * (1 + 0x1p-30);
    out->bend = (second[0] + second[1]) * stretch * (1 + 0x1p-30) / 8;
    out->twist = (third[0] + third[1]) * stretch * (1 + 0x1p-30) / 124;
    out->slack = 0x1p-40 + 2 * (stretch - 1) + 2 * (p->rounding.error1 + q->rounding.error1);
}

/* ---- Slots --------------------------------------------------------------------------------------------- */

void fk_edge_slot_place(const fk_edge *edge, fk_edge_slot *slot)
{
    if (!slot->is_set)
        fk_edge_slot_set(edge, slot->time, slot);
}

void fk_edge_slot_set(const fk_edge *edge, double time, fk_edge_slot *out)
{
    out->time = time;
    out->is_set = true;
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

/* The places of a point at the begin, in the middle and at the end. */
typedef struct places {
    fk_vec3 at[3];
} places;

/* What a test of chords has seen so far. */
typedef struct chord_test {
    const fk_edge_pair *pair;
    double bend, twist; /* of both: from the chord of a half, and from a parabola */
    bool is_one;        /* the chord of the whole interval will do: the middle is the begin */
    fk_edge_answer answer;
} chord_test;

/* How far a curve is from the chords of its halves, at most. */
static double chord_sag(const chord_test *t, const places *p)
{
    if (t->is_one)
        return 4 * t->bend;
    fk_vec3 d = fk_vec3_sub(fk_vec3_add(p->at[0], p->at[2]), fk_vec3_scale(p->at[1], 2));
    return fk_smaller(t->bend, 0.125 * fk_vec3_length(d) + t->twist);
}

/* Notes the distance of chords whose ends have sizes of `size` together. True if the balls stay apart. */
static bool note_chord(chord_test *t, double distance, double sag, double size, double radii)
{
    double room = distance - t->pair->slack * size - radii * t->pair->stretch - t->pair->gap;
    if (room > sag)
        return true;
    t->answer = room > 0 ? FK_EDGE_SPLIT : FK_EDGE_STUCK;
    return false;
}

/* The largest coordinates of the places, together. */
static double places_size(const places *p)
{
    return fk_vec3_largest(p->at[0]) + fk_vec3_largest(p->at[1]) + fk_vec3_largest(p->at[2]);
}

static bool test_chord(chord_test *t, const places *p, double radii)
{
    double distance = chord_distance(p->at[1], p->at[2]);
    if (!t->is_one)
        distance = fk_smaller(distance, chord_distance(p->at[0], p->at[1]));
    return note_chord(t, distance, chord_sag(t, p), 2 * places_size(p), radii);
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

/* A ball along chords, against a body at rest. */
static bool test_rest_chord(chord_test *t, const fk_edge_body *rest, const places *p, double radius)
{
    const fk_obb *box = &rest->box;
    double size = places_size(p), sag = chord_sag(t, p), low = INFINITY;
    if (rest->shape == FK_EDGE_PLANE) {
        for (int i = 0; i < 3; i++)
            low = fk_smaller(low, fk_vec3_dot(box->axis[0], p->at[i]));
        return note_chord(t, low - box->half[0], sag, 2 * (size + fabs(box->half[0])), radius);
    }
    size = 2 * (size + fk_vec3_largest(box->center) + box->half[0] + box->half[1] + box->half[2]);
    double need = sag + radius * t->pair->stretch + t->pair->gap + t->pair->slack * size;
    fk_vec3 x[3];
    for (int i = 0; i < 3; i++)
        x[i] = box_coordinates(box, p->at[i]);
    low = box_distance(box->half, x[1], x[2], need, HALVINGS + t->is_one);
    if (low > need && !t->is_one)
        low = fk_smaller(low, box_distance(box->half, x[0], x[1], need, HALVINGS));
    return note_chord(t, low, sag, size, radius);
}

/* ---- Pairs --------------------------------------------------------------------------------------------- */

/* The slots of an interval: begin, middle, end. */
typedef fk_edge_slot *const slots[3];

/* The balls of a group along the edge. */
typedef struct ball_group {
    places center[FK_LINK_GROUP];
    double radius[FK_LINK_GROUP];
} ball_group;

static fk_vec3 into_base(const fk_pose *base, fk_vec3 point)
{
    return fk_pose_rotate_back(base, fk_vec3_sub(point, base->translation));
}

static void move_into_base(const fk_edge_pair *pair, slots slot, ball_group *g)
{
    for (int k = 0; k < 3 && pair->turns; k++)
        for (int i = 0; i < FK_LINK_GROUP; i++)
            g->center[i].at[k] = into_base(&slot[k]->frame[pair->base], g->center[i].at[k]);
}

/* The eight balls of a body. */
static void first_group(const fk_edge *edge, const fk_edge_pair *pair, uint32_t body, slots slot,
                        ball_group *out)
{
    for (int k = 0; k < 3; k++) {
        const fk_vec3 *center = place_edge_ball(edge, slot[k], body);
        for (int i = 0; i < FK_LINK_GROUP; i++)
            out->center[i].at[k] = center[i];
    }
    for (int i = 0; i < FK_LINK_GROUP; i++)
        out->radius[i] = edge->body[body].outer[i].radius;
    move_into_base(pair, slot, out);
}

/* The eight balls around what ball i of the first group is for. */
static void next_group(const fk_edge *edge, const fk_edge_pair *pair, uint32_t body, slots slot, int index,
                       ball_group *out)
{
    const fk_edge_body *b = &edge->body[body];
    for (int i = 0; i < FK_LINK_GROUP; i++) {
        const fk_sphere *ball = &b->balls->outer[1 + index][i];
        fk_vec3 center = fk_pose_apply_inline(&b->body.pose, ball->center);
        for (int k = 0; k < 3; k++)
            out->center[i].at[k] = fk_pose_apply_inline(&slot[k]->frame[b->body.frame], center);
        out->radius[i] = ball->radius;
    }
    move_into_base(pair, slot, out);
}

static places difference(const places *a, const places *b)
{
    places out;
    for (int k = 0; k < 3; k++)
        out.at[k] = fk_vec3_sub(b->at[k], a->at[k]);
    return out;
}

static bool test_two_balls(chord_test *t, const ball_group *a, int i, const ball_group *b, int k)
{
    places apart = difference(&a->center[i], &b->center[k]);
    return test_chord(t, &apart, a->radius[i] + b->radius[k]);
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
static void test_ball_bodies(const fk_edge *edge, chord_test *t, const fk_workcell_test *test, slots slot)
{
    ball_group a, b, c, d;
    first_group(edge, t->pair, test->a, slot, &a);
    first_group(edge, t->pair, test->b, slot, &b);
    for (int i = 0; i < FK_LINK_GROUP; i++) {
        bool has_group = false;
        for (int k = 0; k < FK_LINK_GROUP; k++) {
            if (test_two_balls(t, &a, i, &b, k))
                continue;
            if (!has_group)
                next_group(edge, t->pair, test->a, slot, i, &c);
            has_group = true;
            next_group(edge, t->pair, test->b, slot, k, &d);
            if (!test_groups(t, &c, &d))
                return;
        }
    }
    t->answer = FK_EDGE_CLEAR;
}

static void test_rest_body(const fk_edge *edge, chord_test *t, uint32_t moving, const fk_edge_body *rest,
                           slots slot)
{
    ball_group a, c;
    first_group(edge, t->pair, moving, slot, &a);
    for (int i = 0; i < FK_LINK_GROUP; i++) {
        if (test_rest_chord(t, rest, &a.center[i], a.radius[i]))
            continue;
        next_group(edge, t->pair, moving, slot, i, &c);
        for (int k = 0; k < FK_LINK_GROUP; k++)
            if (!test_rest_chord(t, rest, &c.center[k], c.radius[k]))
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

/* Whether an axis of a box at some time separates both boxes at two times, by more than the deviations from chords. */
static bool are_edge_boxes_apart(const chord_test *t, const box_pair *end)
{
    const fk_edge_pair *pair = t->pair;
    double need = (t->bend + pair->gap) * (pair->stretch + 2 * pair->slack);
    for (int k = 0; k < 12; k++) {
        const box_pair *own = &end[k / 6], *other = &end[1 - k / 6];
        fk_vec3 n = box_axis(own, k % 6);
        if (gap_along(own, n, pair->slack) > need && gap_along(other, n, pair->slack) > need)
            return true;
    }
    return false;
}

static bool are_all_boxes_apart(const fk_edge *edge, const chord_test *t, const fk_workcell_test *test,
                                slots slot)
{
    box_pair time[3];
    for (int i = 0; i < 3; i++)
        time[i] = (box_pair){place_box(edge, slot[i], test->a), place_box(edge, slot[i], test->b),
                             t->pair->turns ? &slot[i]->frame[t->pair->base] : NULL};
    return are_edge_boxes_apart(t, time) && are_edge_boxes_apart(t, time + 1);
}

static places root_places(uint32_t body, slots slot)
{
    return (places){{slot[0]->body[body].root, slot[1]->body[body].root, slot[2]->body[body].root}};
}

static places root_difference(const fk_edge_pair *pair, const fk_workcell_test *test, slots slot)
{
    places out;
    for (int k = 0; k < 3; k++) {
        fk_vec3 apart = fk_vec3_sub(slot[k]->body[test->b].root, slot[k]->body[test->a].root);
        out.at[k] = pair->turns ? fk_pose_rotate_back(&slot[k]->frame[pair->base], apart) : apart;
    }
    return out;
}

static bool are_roots_apart(chord_test *t, const fk_workcell_test *test, const fk_edge_body *rest,
                            uint32_t moving, slots slot, double radii, places *root)
{
    *root = rest != NULL ? root_places(moving, slot) : root_difference(t->pair, test, slot);
    return rest != NULL ? test_rest_chord(t, rest, root, radii) : test_chord(t, root, radii);
}

fk_edge_answer fk_edge_test_balls(const fk_edge *edge, uint32_t pair, slots slot, double length)
{
    const fk_workcell_test *test = &edge->scratch->test[pair];
    const fk_edge_pair *p = &edge->pair[pair];
    const fk_edge_body *a = &edge->body[test->a], *b = &edge->body[test->b];
    chord_test t = {
        .pair = p, .bend = 0.25 * p->bend * length * length, .twist = p->twist * length * length * length};
    bool is_rest = a->shape != FK_EDGE_BALLS || b->shape != FK_EDGE_BALLS;
    if (a->shape == FK_EDGE_NOTHING || b->shape == FK_EDGE_NOTHING || !(p->gap < DBL_MAX))
        return FK_EDGE_STUCK;
    uint32_t moving = a->shape == FK_EDGE_BALLS ? test->a : test->b;
    const fk_edge_body *m = &edge->body[moving], *rest = !is_rest ? NULL : moving == test->a ? b : a;
    double radii = is_rest ? m->root.radius : a->root.radius + b->root.radius;
    places root;
    fk_edge_slot_place(edge, slot[0]);
    fk_edge_slot_place(edge, slot[2]);
    t.is_one = 4 * t.bend <= ONE * radii;
    if (t.is_one && are_roots_apart(&t, test, rest, moving, (slots){slot[0], slot[0], slot[2]}, radii, &root))
        return FK_EDGE_CLEAR;
    t.is_one = false;
    fk_edge_slot_place(edge, slot[1]);
    if (are_roots_apart(&t, test, rest, moving, slot, radii, &root))
        return FK_EDGE_CLEAR;
    if (chord_sag(&t, &root) > COARSE * radii)
        return FK_EDGE_SPLIT;
    if ((!is_rest || rest->shape == FK_EDGE_BOX) && are_all_boxes_apart(edge, &t, test, slot))
        return FK_EDGE_CLEAR;
    if (is_rest)
        test_rest_body(edge, &t, moving, rest, slot);
    else
        test_ball_bodies(edge, &t, test, slot);
    if (t.answer == FK_EDGE_STUCK && 4 * t.bend > STRAIGHT * radii)
        return FK_EDGE_SPLIT;
    return t.answer;
}
