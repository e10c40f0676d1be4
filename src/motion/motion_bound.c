/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Frames during an interval of time: the pose of each in the middle, and its translation and rotation; the motion
 * bound of a body that follows from these; and pure translations whose displacement is an exact sum of doubles, for
 * exact casts.
 *
 * At the time of a key or of a row of a track nothing is interpolated: the pose is that of the key. docs/numerics.md
 * derives the error bounds under "Motion", with the same names and u = 2^-52; they hold in every rounding mode, and
 * where small numbers are flushed to zero.
 *
 * The motion bound. One pass goes along the chain from its tip to the base. It carries a point of the body, its
 * velocity and the rotation as vectors of the current frame, and the sums of the bounds. So there is no list of
 * joints, and no limit to their number.
 *
 * Translations. A frame moves by (to - from) / (t1 - t0) times the difference of two positions. That is a sum of two
 * doubles for a whole step of time, or for a step divided by a power of two without rounding. It stays one in the
 * frame of reference if all rotations in front of it only permute axes. Other translations use the motion bound. The
 * body is placed by its rounded pose at `from` and moves from there by the exact displacement: that defines the
 * motion in this case.
 *
 * Weak inputs: large joint values, or angles of many turns, whose rounding is not small. Coordinates beyond 2^300,
 * and chains of thousands of frames that are rigid only up to 1e-6, have infinite bounds. */

#include <math.h>
#include <string.h>

#include "base/pose.h"
#include "base/vec3.h"
#include "exact/dd.h"
#include "motion/motion.h"

#define U       0x1p-52
#define TINY    0x1p-500
#define SMALL   0x1p-600
#define LONGEST 0x1p300
#define GUARD   (1 + 0x1p-30) /* for the rounding of sums of bounds */

/* ---- Times --------------------------------------------------------------------------------------------- */

/* Where an interval lies between two listed times. */
typedef struct step_position {
    uint32_t row;    /* the time before it, or the last one */
    bool is_resting; /* before the first or after the last time: `row` is that one */
    bool is_bounded; /* the errors of `at` and `half` are as below */
    double at;       /* the middle, from 0 at `row` to 1 at the next; with an error of 4 u of itself */
    double half;     /* half of the interval; with an error of 4 u of itself; 0 only if it has no length */
} step_position;

/* An interval, and its position in the track that was used last: many joints share one. */
typedef struct time_range {
    double from, to;
    uint32_t track; /* FK_NONE: none yet */
    step_position position;
} time_range;

/* Steps of time so short or long that differences might be flushed to zero or overflow are not bounded. */
static step_position locate_step(const double *time, size_t stride, uint32_t count, double from, double to)
{
    step_position s = {0, true, true, 0, 0};
    uint32_t until = fk_count_until(time, stride, count, from);
    s.row = until > 0 ? until - 1 : 0;
    if (until == count || fk_double_order(to, fk_time_at(time, stride, 0)) <= 0)
        return s;
    double t = fk_time_at(time, stride, s.row), width = fk_time_at(time, stride, s.row + 1) - t;
    s.is_resting = false;
    s.is_bounded = width >= 0x1p-400 && width <= 0x1p900;
    s.at = 0.5 * ((from - t) + (to - t)) / width;
    s.half = 0.5 * (to - from) / width;
    if (fk_double_order(from, to) < 0) {
        s.half = fk_larger(s.half, 0x1p-600);
        s.at = fk_larger(s.at, s.half);
    }
    return s;
}

static time_range make_time_range(double from, double to)
{
    time_range range = {.from = from, .to = to, .track = FK_NONE};
    return range;
}

static step_position locate_in_track(const fk_motion *motion, uint32_t track, time_range *range)
{
    if (range->track != track) {
        const fk_track *t = &motion->track[track];
        range->position = locate_step(t->time, sizeof *t->time, t->time_count, range->from, range->to);
        range->track = track;
    }
    return range->position;
}

static step_position locate_in_keys(const fk_motion_frame *f, const time_range *range)
{
    return locate_step(&f->key->time, sizeof *f->key, f->frame.key_count, range->from, range->to);
}

/* ---- One frame ----------------------------------------------------------------------------------------- */

/* The motion of a frame during an interval between two neighboring times: origin, then place, then a rotation by
 * `angle` around `axis`, then that of the key. Over half the interval it moves by `shift`, with an error of 16 u of
 * itself, and rotates by `turn`, with an error of 16 u of itself plus turn_error. */
typedef struct joint_motion {
    bool is_translating, is_rotating; /* exact: if false, nothing changes */
    bool is_bounded;
    fk_vec3 place, shift, axis;
    double angle, turn;
    double place_error, angle_error, turn_error;
    const fk_pose *key; /* NULL: no rotation of a key */
    bool has_angle;     /* if false, the rotation by `angle` is the identity, exactly */
} joint_motion;

static void find_value_motion(const fk_motion *motion, const fk_frame *f, time_range *range,
                              joint_motion *out)
{
    double middle = f->offset, change = 0, error = 0; /* of the middle */
    bool is_changing = false;
    if (f->variable != FK_NONE) {
        const fk_track *track = &motion->track[f->track];
        step_position s = locate_in_track(motion, f->track, range);
        const double *row = track->value + (size_t)s.row * track->variable_count + f->variable;
        double at = row[0];
        if (!s.is_resting && fk_double_order(row[0], row[track->variable_count]) != 0) {
            double other = row[track->variable_count], difference = other - at;
            /* 6 u of the difference, and the rounding of the sum. */
            error = s.at == 0 ? 0 : 8 * U * (fabs(at) + fabs(other));
            at = s.at == 0 ? at : at + s.at * difference;
            change = f->factor * (difference * s.half);
            is_changing = s.half > 0 && fk_sign_of(f->factor) != 0;
            out->is_bounded = s.is_bounded;
        }
        middle = f->factor * at + f->offset;
        error = fabs(f->factor) * error + 4 * U * (fabs(f->factor * at) + fabs(f->offset)) + SMALL;
    }
    if (f->kind == FK_FRAME_REVOLUTE) {
        out->is_rotating = is_changing;
        out->turn = change;
        out->turn_error = is_changing ? SMALL : 0;
        out->has_angle = fk_sign_of(middle) != 0 || is_changing;
        out->angle = middle;
        out->angle_error = error;
    } else {
        out->is_translating = is_changing;
        out->shift = fk_vec3_scale(out->axis, change);
        out->place = fk_vec3_scale(out->axis, middle);
        out->place_error = error + 8 * U * fabs(middle);
    }
}

static void find_key_motion(const fk_motion_frame *f, const time_range *range, joint_motion *out)
{
    step_position s = locate_in_keys(f, range);
    const fk_motion_key *key = &f->key[s.row];
    out->key = &key->pose;
    out->place = key->pose.translation;
    if (s.is_resting)
        return;
    fk_vec3 next = key[1].pose.translation;
    bool is_far = fk_vec3_order(&out->place, &next) != 0, is_at_key = s.at == 0;
    out->is_bounded = s.is_bounded || !(is_far || key->is_turned);
    if (is_far) {
        fk_vec3 displacement = fk_vec3_sub(next, out->place);
        double size = fk_vec3_length(out->place) + fk_vec3_length(next);
        out->is_translating = s.half > 0;
        out->shift = fk_vec3_scale(displacement, s.half);
        if (!is_at_key) {
            out->place = fk_vec3_add(out->place, fk_vec3_scale(displacement, s.at));
            out->place_error = 16 * U * size + SMALL;
        }
    }
    if (key->is_turned) {
        out->is_rotating = s.half > 0;
        out->axis = key->axis;
        out->turn = key->angle * s.half;
        out->turn_error = s.half > 0 ? FK_KEY_TINY : 0;
        out->has_angle = !is_at_key;
        out->angle = key->angle * s.at;
        out->angle_error = is_at_key ? 0 : 2 * FK_KEY_TURN * out->angle + FK_KEY_TINY;
    }
}

static void find_joint_motion(const fk_motion *motion, const fk_motion_frame *f, time_range *range,
                              joint_motion *out)
{
    const fk_vec3 zero = {0, 0, 0};
    joint_motion joint = {.is_bounded = true, .place = zero, .shift = zero, .axis = f->frame.axis};
    if (f->frame.kind == FK_FRAME_KEYS)
        find_key_motion(f, range, &joint);
    else if (f->frame.kind != FK_FRAME_FIXED)
        find_value_motion(motion, &f->frame, range, &joint);
    *out = joint;
}

/* The rotation by an angle around an axis of length 1 (Rodrigues): cos + sin [axis] + (1 - cos) axis axis^T. */
static fk_pose rotation_about(fk_vec3 k, double angle)
{
    double s = fk_sin(angle), c = fk_cos(angle), rest = 1 - c;
    fk_vec3 sine = fk_vec3_scale(k, s), by_rest = fk_vec3_scale(k, rest);
    double xy = by_rest.x * k.y, xz = by_rest.x * k.z, yz = by_rest.y * k.z;
    fk_pose pose = {{{c + by_rest.x * k.x, xy - sine.z, xz + sine.y},
                     {xy + sine.z, c + by_rest.y * k.y, yz - sine.x},
                     {xz - sine.y, yz + sine.x, c + by_rest.z * k.z}},
                    {0, 0, 0}};
    return pose;
}

/* The pose of the frame in its parent, in the middle of the interval. */
static fk_pose joint_pose(const fk_motion_frame *f, const joint_motion *joint)
{
    if (f->frame.kind == FK_FRAME_FIXED)
        return f->frame.origin;
    fk_pose own = fk_pose_identity();
    if (joint->has_angle)
        own = rotation_about(joint->axis, joint->angle);
    if (joint->key != NULL)
        own = joint->has_angle ? fk_pose_multiply_inline(&own, joint->key) : *joint->key;
    own.translation = joint->place;
    return fk_pose_multiply_inline(&f->frame.origin, &own);
}

/* ---- The motion bound ---------------------------------------------------------------------------------- */

/* Errors of rotations, in units of U: of a matrix from sine and cosine, of a matrix from a quaternion, of a product
 * of two matrices, and of everything that puts one more frame in front of a pose. */
#define ROUND_TURN    40
#define ROUND_QUAT    24
#define ROUND_PRODUCT 9
#define ROUND_FRAME   14
#define ROUND_BODY    16 /* the pose of the body, and its application to a point */

/* a + b |x - center|. */
typedef struct affine_bound {
    double a, b;
} affine_bound;

static affine_bound add_scaled(affine_bound f, double scale, affine_bound g)
{
    affine_bound sum = {f.a + scale * g.a, f.b + scale * g.b};
    return sum;
}

typedef struct chain_bound {
    fk_vec3 center, velocity, turn; /* of the body, over half the interval, in the current frame */
    fk_vec3 bend;                   /* second derivative of the center over half the interval */
    fk_vec3 spin;               /* sum of the products of the rotations of each two joints, in their order */
    affine_bound whole;         /* displacement of x by the joints so far */
    affine_bound first;         /* sum of the contributions of the joints so far to the velocity of x */
    affine_bound pairs;         /* the rest that pairs of joints so far add */
    affine_bound fast;          /* `first` at any time of the interval */
    affine_bound second, third; /* derivatives at any time, divided by 2 and 6 */
    double turns, shifts;       /* sums of angles and of translations */
    double rounding;            /* sum of the errors of matrices, as norms */
    double position_error;      /* sum of the errors of positions */
    double length;              /* of the chain so far, including the center of the body */
    double skew;
    bool is_bounded, is_rotating;
} chain_bound;

/* Adds a rotation around an axis; `arm` goes from the axis to the center. Both are vectors of the frame in front of
 * the joint. */
static void add_rotation(chain_bound *w, fk_vec3 axis, fk_vec3 arm, const joint_motion *joint)
{
    double d = fabs(joint->turn) * GUARD + joint->turn_error + TINY;
    fk_vec3 velocity = fk_vec3_cross(axis, arm);
    /* The center is known up to rounding. */
    affine_bound far = {
        fk_vec3_length(velocity) * GUARD + 2 * w->rounding * w->length + 2 * w->position_error + TINY, 1};
    affine_bound farther = add_scaled(far, 1, w->whole); /* at any time */
    w->pairs = add_scaled(add_scaled(w->pairs, d, w->first), 0.5 * d * d, far);
    w->third = add_scaled(add_scaled(add_scaled(w->third, d, w->second), 0.5 * d * d, w->fast), d * d * d / 6,
                          farther);
    w->second = add_scaled(add_scaled(w->second, d, w->fast), 0.5 * d * d, farther);
    w->fast = add_scaled(w->fast, d, farther);
    w->first = add_scaled(w->first, d, far);
    w->whole = add_scaled(w->whole, d < 2 ? d : 2, far);
    fk_vec3 turn = fk_vec3_scale(axis, joint->turn), own = fk_vec3_scale(velocity, joint->turn);
    fk_vec3 bent = fk_vec3_add(own, fk_vec3_scale(w->velocity, 2));
    w->bend = fk_vec3_add(w->bend, fk_vec3_cross(turn, bent));
    w->spin = fk_vec3_add(w->spin, fk_vec3_cross(turn, w->turn));
    w->velocity = fk_vec3_add(w->velocity, own);
    w->turn = fk_vec3_add(w->turn, turn);
    w->turns += d;
    w->is_rotating = true;
}

static void add_translation(chain_bound *w, fk_vec3 shift)
{
    double length = fk_vec3_length(shift) * GUARD + TINY;
    w->whole.a += length;
    w->first.a += length;
    w->fast.a += length;
    w->shifts += length;
    w->velocity = fk_vec3_add(w->velocity, shift);
}

/* Adds the errors of a joint. */
static void add_joint_rounding(chain_bound *w, const fk_motion_frame *f, const joint_motion *joint)
{
    double units = ROUND_FRAME;
    if (f->frame.kind != FK_FRAME_FIXED)
        units += ROUND_PRODUCT + (joint->has_angle ? ROUND_TURN : 0) +
                 (joint->key != NULL ? ROUND_QUAT + ROUND_PRODUCT : 0);
    w->rounding += units * U + 2 * joint->angle_error + joint->turn_error;
    w->position_error += 2 * joint->place_error;
    w->skew += f->skew;
    w->is_bounded = w->is_bounded && joint->is_bounded;
}

/* Moves from the frame behind a joint to the one in front of it. */
static void add_joint_bound(chain_bound *w, const fk_motion_frame *f, const joint_motion *joint,
                            const fk_pose *pose)
{
    add_joint_rounding(w, f, joint);
    fk_vec3 arm = fk_pose_rotate_inline(pose, w->center);
    w->velocity = fk_pose_rotate_inline(pose, w->velocity);
    w->turn = fk_pose_rotate_inline(pose, w->turn);
    w->bend = fk_pose_rotate_inline(pose, w->bend);
    w->spin = fk_pose_rotate_inline(pose, w->spin);
    if (joint->is_rotating)
        add_rotation(w, fk_pose_rotate_inline(&f->frame.origin, joint->axis), arm, joint);
    if (joint->is_translating)
        add_translation(w, fk_pose_rotate_inline(&f->frame.origin, joint->shift));
    w->center = fk_vec3_add(arm, pose->translation);
    w->length += f->length + fk_vec3_length(joint->place);
}

static void set_unbounded(fk_motion_bound *out)
{
    out->shift = out->turn = fk_vec3_make(0, 0, 0);
    out->whole0 = out->whole1 = out->rest0 = out->rest1 = (double)INFINITY;
}

/* The lesser bound for the points of a body; both hold for all points. */
static affine_bound lesser_bound(affine_bound f, affine_bound g, double radius)
{
    bool has_radius = radius < 0x1p300;
    double of_f = has_radius ? f.a + f.b * radius : f.b, of_g = has_radius ? g.a + g.b * radius : g.b;
    return of_g < of_f ? g : f;
}

/* Whether the bounds hold, and the error of placed points then. */
static bool find_rounding(const chain_bound *w, affine_bound *out)
{
    double rho = 1.1 * w->rounding, size = w->length * GUARD + TINY;
    *out = (affine_bound){1.001 * rho * size + 1.1 * w->position_error + TINY, 1.1 * rho};
    return w->is_bounded && rho < 0x1p-6 && w->skew < 0x1p-6 && size < LONGEST;
}

/* For points that are known up to rounding, and frames that stretch by their skew. */
static affine_bound stretch_bound(const chain_bound *w, affine_bound round, affine_bound f)
{
    double stretch = (1 + 2 * w->skew) * GUARD;
    return (affine_bound){stretch * (f.a + 2 * round.a * f.b), stretch * (1 + round.b) * f.b};
}

/* The rest, besides rounding: that of pairs of joints, or, where these cancel, the second derivative in the middle and the
 * third one at any time. */
static affine_bound rest_bound(const chain_bound *w, double rho, affine_bound round, affine_bound linear,
                               double radius)
{
    double size = w->length * GUARD + TINY, turn = fk_vec3_length(w->turn),
           most = w->turns * size + w->shifts;
    affine_bound first = stretch_bound(w, round, w->first), third = stretch_bound(w, round, w->third);
    affine_bound pairs = stretch_bound(w, round, w->pairs);
    affine_bound bend = {0.5 * fk_vec3_length(w->bend) + w->turns * (linear.a + 3 * rho * most),
                         0.5 * (turn * turn + fk_vec3_length(w->spin)) + 2 * w->turns * linear.b};
    bend = add_scaled(add_scaled(bend, 8 * w->skew * w->turns, first), 1, third);
    bend = (affine_bound){bend.a * GUARD + 2 * round.a * bend.b, bend.b * GUARD};
    return add_scaled(lesser_bound(pairs, bend, radius), 4 * w->skew, first);
}

static void finish_bounds(const chain_bound *w, double radius, fk_motion_bound *out)
{
    const double most = LONGEST;
    double rho = 1.1 * w->rounding, size = w->length * GUARD + TINY;
    affine_bound round;
    if (!(find_rounding(w, &round) && w->turns < 0x1p100 && fk_vec3_is_finite(out->center))) {
        set_unbounded(out);
        return;
    }
    affine_bound linear = {3 * rho * (w->turns * size + w->shifts) + 2 * round.a * w->turns,
                           (3 * rho + round.b) * w->turns};
    affine_bound rest =
        add_scaled(add_scaled(rest_bound(w, rho, round, linear, radius), 1, round), 1, linear);
    affine_bound whole = add_scaled(stretch_bound(w, round, w->whole), 1, round);
    affine_bound directed = {(fk_vec3_length(out->shift) + rest.a) * GUARD + TINY,
                             (fk_vec3_length(out->turn) + rest.b) * GUARD + TINY};
    whole = lesser_bound(whole, directed, radius);
    out->whole0 = whole.a * GUARD;
    out->whole1 = whole.b * GUARD;
    out->rest0 = rest.a * GUARD;
    out->rest1 = rest.b * GUARD;
    if (!(out->whole0 < most && out->whole1 < most && out->rest0 < most && out->rest1 < most))
        set_unbounded(out);
}

/* The pose of a frame relative to base in the middle of an interval, computed from the tip. Also accumulates *w,
 * unless w is NULL. */
static fk_pose traverse_chain(const fk_motion *motion, uint32_t base, uint32_t frame, time_range range,
                              chain_bound *w)
{
    fk_pose pose = fk_pose_identity();
    for (bool is_tip = true; frame != base; is_tip = false) {
        const fk_motion_frame *f = &motion->frame[frame];
        joint_motion joint;
        find_joint_motion(motion, f, &range, &joint);
        fk_pose own = joint_pose(f, &joint);
        pose = is_tip ? own : fk_pose_multiply_inline(&own, &pose);
        if (w != NULL)
            add_joint_bound(w, f, &joint, &own);
        frame = f->frame.parent;
    }
    return pose;
}

fk_pose fk_motion_pose(const fk_motion *motion, uint32_t frame, double time)
{
    return traverse_chain(motion, FK_NONE, frame, make_time_range(time, time), NULL);
}

void fk_motion_own_poses(const fk_motion *motion, double time, fk_pose *out)
{
    time_range range = make_time_range(time, time);
    for (uint32_t i = 0; i < motion->frame_count; i++) {
        joint_motion joint;
        find_joint_motion(motion, &motion->frame[i], &range, &joint);
        out[i] = joint_pose(&motion->frame[i], &joint);
    }
}

/* Children come after their parents: when a frame is multiplied, those above it still have their own poses. */
void fk_motion_poses(const fk_motion *motion, double time, fk_pose *out)
{
    fk_motion_own_poses(motion, time, out);
    for (uint32_t i = motion->frame_count; i-- > 0;)
        out[i] = fk_motion_pose_of_own(motion, out, i);
}

void fk_motion_poses_forward(const fk_motion *motion, double time, fk_pose *out)
{
    time_range range = make_time_range(time, time);
    for (uint32_t i = 0; i < motion->frame_count; i++) {
        const fk_motion_frame *f = &motion->frame[i];
        joint_motion joint;
        find_joint_motion(motion, f, &range, &joint);
        fk_pose own = joint_pose(f, &joint);
        out[i] = f->frame.parent == FK_NONE ? own : fk_pose_multiply_inline(&out[f->frame.parent], &own);
    }
}

/* The largest place and errors of a joint at any value between those of a segment, or within 8 u of the sum of both from there. */
static void find_largest_joint(const fk_motion *motion, const fk_motion_frame *f, time_range *range,
                               joint_motion *out)
{
    const fk_vec3 zero = {0, 0, 0};
    const fk_frame *frame = &f->frame;
    joint_motion joint = {.is_bounded = frame->kind != FK_FRAME_KEYS, .place = zero, .axis = frame->axis};
    if (frame->kind == FK_FRAME_REVOLUTE || frame->kind == FK_FRAME_PRISMATIC) {
        double most = fabs(frame->offset), error = SMALL;
        if (frame->variable != FK_NONE) {
            const fk_track *track = &motion->track[frame->track];
            step_position s = locate_in_track(motion, frame->track, range);
            const double *row = track->value + (size_t)s.row * track->variable_count + frame->variable;
            double first = fabs(row[0]), last = s.is_resting ? first : fabs(row[track->variable_count]);
            most += fabs(frame->factor) * fk_larger(first, last);
            error += 8 * U * fabs(frame->factor) * (first + last);
        }
        error += 4 * U * most;
        joint.has_angle = frame->kind == FK_FRAME_REVOLUTE;
        if (joint.has_angle)
            joint.angle_error = error;
        else
            joint.place_error = error + 8 * U * most;
        joint.place = joint.has_angle ? zero : fk_vec3_scale(joint.axis, most);
    }
    *out = joint;
}

void fk_motion_rounding_find(const fk_motion *motion, const fk_motion_body *body, double time,
                             fk_motion_rounding *out)
{
    chain_bound w = {.rounding = ROUND_BODY * U,
                     .length = fk_vec3_length(body->pose.translation) + fk_vec3_length(body->center),
                     .is_bounded = true};
    time_range range = make_time_range(time, time);
    for (uint32_t frame = body->frame; frame != FK_NONE; frame = motion->frame[frame].frame.parent) {
        const fk_motion_frame *f = &motion->frame[frame];
        joint_motion joint;
        find_largest_joint(motion, f, &range, &joint);
        add_joint_rounding(&w, f, &joint);
        w.length += f->length + fk_vec3_length(joint.place);
    }
    affine_bound round;
    bool is_bounded = find_rounding(&w, &round);
    out->error0 = is_bounded ? round.a * GUARD : (double)INFINITY;
    out->error1 = is_bounded ? round.b * GUARD : (double)INFINITY;
    out->length = (1 + 2 * w.skew) * w.length * GUARD + TINY;
    out->stretch = (1 + 2 * w.skew) * GUARD;
}

void fk_motion_bound_find(const fk_motion *motion, uint32_t base, const fk_motion_body *body, double from,
                          double to, fk_motion_bound *out)
{
    const fk_vec3 zero = {0, 0, 0};
    chain_bound w = {.center = fk_pose_apply_inline(&body->pose, body->center),
                     .velocity = zero,
                     .turn = zero,
                     .bend = zero,
                     .spin = zero,
                     .rounding = ROUND_BODY * U,
                     .length = fk_vec3_length(body->pose.translation) + fk_vec3_length(body->center),
                     .is_bounded = true};
    fk_pose pose = traverse_chain(motion, base, body->frame, make_time_range(from, to), &w);
    bool has_frames = body->frame != base;
    out->pose = has_frames ? fk_pose_multiply_inline(&pose, &body->pose) : body->pose;
    out->center = fk_pose_apply_inline(&out->pose, body->center);
    out->shift = w.velocity;
    out->turn = w.turn;
    out->is_shift = !w.is_rotating;
    finish_bounds(&w, body->radius, out);
}

/* ---- Translations -------------------------------------------------------------------------------------- */

/* x times a power of two or its opposite, if that is exact. */
static bool scale_exactly(double x, double power, double *out)
{
    if (fk_sign_of(x) == 0 || fabs(power) == 1) {
        *out = power < 0 ? -x : x;
        return true;
    }
    int exponent = fk_biased_exponent(x) + fk_exponent_of(power);
    *out = x * power;
    return (fk_bits_of(power) & 0xfffffffffffffu) == 0 && fk_biased_exponent(power) > 0 &&
           fk_biased_exponent(x) > 0 && exponent > 0 && exponent < 0x7ff;
}

/* The interval as a fraction of a step of time, if it is a power of two. A difference is exact if its remainder is
 * zero and it is not so small that the remainder might have been flushed to zero. */
static bool find_step_fraction(double from, double to, double first, double last, double *out)
{
    *out = 1;
    if (fk_double_order(from, first) == 0 && fk_double_order(to, last) == 0)
        return true;
    fk_twofold stretch = fk_two_sum(to, -from), step = fk_two_sum(last, -first);
    if (stretch.lo != 0 || step.lo != 0 || !(stretch.hi > 0x1p-400) || !(step.hi < 0x1p900))
        return false;
    *out = stretch.hi / step.hi;
    return (fk_bits_of(*out) & 0xfffffffffffffu) == 0 && *out * step.hi == stretch.hi;
}

/* The entries of the rotation are 0, 1 and -1. */
static fk_vec3 permute_vector(const fk_pose *pose, fk_vec3 v)
{
    fk_vec3 out = {0, 0, 0};
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            if (pose->rotation[i][j] != 0)
                *fk_vec3_at(&out, i) = pose->rotation[i][j] > 0 ? fk_vec3_get(v, j) : -fk_vec3_get(v, j);
    return out;
}

/* Vectors whose sum is the displacement so far, in the current frame. */
typedef struct displacement_sum {
    fk_vec3 displacement[4];
    int count;
} displacement_sum;

/* Adds fraction * (last - first). */
static bool add_difference(displacement_sum *w, fk_vec3 first, fk_vec3 last, double fraction)
{
    if (w->count + 2 > 4)
        return false;
    fk_vec3 *to = &w->displacement[w->count], *from = to + 1;
    w->count += 2;
    return scale_exactly(last.x, fraction, &to->x) && scale_exactly(last.y, fraction, &to->y) &&
           scale_exactly(last.z, fraction, &to->z) && scale_exactly(first.x, -fraction, &from->x) &&
           scale_exactly(first.y, -fraction, &from->y) && scale_exactly(first.z, -fraction, &from->z);
}

static bool add_key_displacement(displacement_sum *w, const fk_motion_frame *f, const time_range *range)
{
    step_position s = locate_in_keys(f, range);
    const fk_motion_key *key = &f->key[s.row];
    double fraction;
    return find_step_fraction(range->from, range->to, key[0].time, key[1].time, &fraction) &&
           add_difference(w, key[0].pose.translation, key[1].pose.translation, fraction);
}

static bool add_value_displacement(displacement_sum *w, const fk_motion *motion, const fk_motion_frame *f,
                                   time_range *range)
{
    const fk_track *track = &motion->track[f->frame.track];
    step_position s = locate_in_track(motion, f->frame.track, range);
    const double *time = track->time + s.row;
    const double *row = track->value + (size_t)s.row * track->variable_count + f->frame.variable;
    double fraction, first, last;
    if (!f->has_coordinate_axis || !find_step_fraction(range->from, range->to, time[0], time[1], &fraction) ||
        !scale_exactly(row[0], f->frame.factor, &first) ||
        !scale_exactly(row[track->variable_count], f->frame.factor, &last))
        return false;
    /* One component of the axis is 1 or -1; scaling by it changes the sign only. */
    fk_vec3 axis = f->frame.axis, from_place = {0, 0, 0}, to_place = {0, 0, 0};
    for (int i = 0; i < 3; i++) {
        double sign = fk_vec3_get(axis, i);
        *fk_vec3_at(&from_place, i) = sign > 0 ? first : sign < 0 ? -first : 0;
        *fk_vec3_at(&to_place, i) = sign > 0 ? last : sign < 0 ? -last : 0;
    }
    return add_difference(w, from_place, to_place, fraction);
}

/* Whether a frame that does not rotate has, behind its origin, no rotation or one that only permutes axes. Then the
 * displacement passes through it. */
static bool pass_through_joint(displacement_sum *w, const fk_motion *motion, const fk_motion_frame *f,
                               time_range *range)
{
    const fk_frame *frame = &f->frame;
    if (frame->kind == FK_FRAME_REVOLUTE) {
        if (fk_sign_of(frame->offset) != 0)
            return false;
        if (frame->variable == FK_NONE || fk_sign_of(frame->factor) == 0)
            return true;
        const fk_track *track = &motion->track[frame->track];
        step_position s = locate_in_track(motion, frame->track, range);
        return fk_sign_of(track->value[(size_t)s.row * track->variable_count + frame->variable]) == 0;
    }
    if (frame->kind == FK_FRAME_KEYS) {
        step_position s = locate_in_keys(f, range);
        const fk_motion_key *key = &f->key[s.row];
        for (int i = 0; i < w->count; i++)
            w->displacement[i] = permute_vector(&key->pose, w->displacement[i]);
        return key->is_exact;
    }
    return true;
}

static bool add_frame_displacement(displacement_sum *w, const fk_motion *motion, const fk_motion_frame *f,
                                   time_range *range)
{
    joint_motion joint;
    find_joint_motion(motion, f, range, &joint);
    if (joint.is_rotating || (w->count > 0 && !pass_through_joint(w, motion, f, range)))
        return false;
    if (joint.is_translating) {
        bool is_added = f->frame.kind == FK_FRAME_KEYS ? add_key_displacement(w, f, range)
                                                       : add_value_displacement(w, motion, f, range);
        if (!is_added)
            return false;
    }
    for (int i = 0; i < w->count; i++)
        w->displacement[i] = permute_vector(&f->frame.origin, w->displacement[i]);
    return w->count == 0 || f->is_exact;
}

bool fk_motion_find_translation(const fk_motion *motion, uint32_t base, const fk_motion_body *body,
                                double from, double to, fk_pose *pose, fk_vec3 displacement[4])
{
    displacement_sum w;
    memset(&w, 0, sizeof w);
    time_range range = make_time_range(from, to);
    for (uint32_t frame = body->frame; frame != base; frame = motion->frame[frame].frame.parent)
        if (!add_frame_displacement(&w, motion, &motion->frame[frame], &range))
            return false;
    fk_pose of_frame = traverse_chain(motion, base, body->frame, make_time_range(from, from), NULL);
    *pose = body->frame == base ? body->pose : fk_pose_multiply(&of_frame, &body->pose);
    memcpy(displacement, w.displacement, sizeof w.displacement);
    return true;
}

bool fk_motion_rests(const fk_motion *motion, uint32_t base, const fk_motion_body *body, double from,
                     double to, fk_pose *pose)
{
    double begin = from;
    *pose = body->pose;
    if (body->frame == base)
        return true;
    do {
        double next = fk_motion_next_time(motion, base, body->frame, begin), end = next < to ? next : to;
        fk_pose now;
        fk_vec3 displacement[4];
        if (!fk_motion_find_translation(motion, base, body, begin, end, &now, displacement))
            return false;
        for (int i = 0; i < 4; i++)
            if (fk_vec3_nonzeros(displacement[i]) > 0)
                return false;
        if (begin == from)
            *pose = now;
        begin = end;
    } while (begin < to);
    return true;
}
