/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* One frame during a stretch of time: where it is in the middle, and how it goes and turns. At the time of a key or
 * of a row of a track there is nothing to interpolate, and the pose is that of the key.
 *
 * Errors are bounded as docs/numerics.md has it, with u = 2^-52: in every rounding mode, and where small
 * numbers are taken for zero. Weak inputs: values whose rounding is not small beside a turn. */

#include <math.h>

#include "base/pose.h"
#include "base/vec3.h"
#include "motion/motion.h"

#define U    0x1p-52
#define TINY 0x1p-600

/* The value of a joint in the middle, and how it changes over half the stretch. */
typedef struct value {
    double middle, change;
    double error; /* of the middle */
    bool is_changing, is_bounded;
} value;

fk_stage fk_span_stage(const fk_motion *motion, uint32_t track, fk_time_span *span)
{
    if (span->track != track) {
        const fk_track *t = &motion->track[track];
        span->stage = fk_stage_find(t->time, sizeof *t->time, t->time_count, span->from, span->to);
        span->track = track;
    }
    return span->stage;
}

static value find_value(const fk_motion *motion, const fk_frame *f, fk_time_span *span)
{
    value v = {f->offset, 0, 0, false, true};
    if (f->variable == FK_NONE)
        return v;
    const fk_track *track = &motion->track[f->track];
    fk_stage stage = fk_span_stage(motion, f->track, span);
    const double *row = track->value + (size_t)stage.row * track->variable_count + f->variable;
    double at = row[0], error = 0;
    if (!stage.is_resting && fk_double_order(row[0], row[track->variable_count]) != 0) {
        double other = row[track->variable_count], difference = other - at;
        /* 6 u of the difference, and the sum is rounded. */
        error = stage.at == 0 ? 0 : 8 * U * (fabs(at) + fabs(other));
        at = stage.at == 0 ? at : at + stage.at * difference;
        v.change = f->factor * (difference * stage.half);
        v.is_changing = stage.half > 0 && fk_sign_of(f->factor) != 0;
        v.is_bounded = stage.is_bounded;
    }
    v.middle = f->factor * at + f->offset;
    v.error = fabs(f->factor) * error + 4 * U * (fabs(f->factor * at) + fabs(f->offset)) + TINY;
    return v;
}

static void find_keyed(const fk_motion_frame *f, const fk_time_span *span, fk_joint *out)
{
    fk_stage stage = fk_stage_find(&f->key->time, sizeof *f->key, f->frame.key_count, span->from, span->to);
    const fk_motion_key *key = &f->key[stage.row];
    out->key = &key->pose;
    out->place = key->pose.translation;
    if (stage.is_resting)
        return;
    fk_vec3 next = key[1].pose.translation;
    bool is_far = fk_vec3_order(&out->place, &next) != 0, is_at_key = stage.at == 0;
    out->is_bounded = stage.is_bounded || !(is_far || key->is_turned);
    if (is_far) {
        fk_vec3 way = fk_vec3_sub(next, out->place);
        double size = fk_vec3_length(out->place) + fk_vec3_length(next);
        out->is_going = stage.half > 0;
        out->go = fk_vec3_scale(way, stage.half);
        if (!is_at_key) {
            out->place = fk_vec3_add(out->place, fk_vec3_scale(way, stage.at));
            out->place_error = 16 * U * size + TINY;
        }
    }
    if (key->is_turned) {
        out->is_turning = stage.half > 0;
        out->axis = key->axis;
        out->turn = key->angle * stage.half;
        out->turn_error = stage.half > 0 ? FK_KEY_TINY : 0;
        out->has_angle = !is_at_key;
        out->angle = key->angle * stage.at;
        out->angle_error = is_at_key ? 0 : 2 * FK_KEY_TURN * out->angle + FK_KEY_TINY;
    }
}

void fk_joint_find(const fk_motion *motion, const fk_motion_frame *f, fk_time_span *span, fk_joint *out)
{
    const fk_vec3 zero = {0, 0, 0};
    fk_joint joint = {.is_bounded = true, .place = zero, .go = zero, .axis = f->frame.axis};
    if (f->frame.kind == FK_FRAME_KEYS) {
        find_keyed(f, span, &joint);
    } else if (f->frame.kind != FK_FRAME_FIXED) {
        value v = find_value(motion, &f->frame, span);
        joint.is_bounded = v.is_bounded;
        if (f->frame.kind == FK_FRAME_TURNS) {
            joint.is_turning = v.is_changing;
            joint.turn = v.change;
            joint.turn_error = v.is_changing ? TINY : 0;
            joint.has_angle = fk_sign_of(v.middle) != 0 || v.is_changing;
            joint.angle = v.middle;
            joint.angle_error = v.error;
        } else {
            joint.is_going = v.is_changing;
            joint.go = fk_vec3_scale(joint.axis, v.change);
            joint.place = fk_vec3_scale(joint.axis, v.middle);
            joint.place_error = v.error + 8 * U * fabs(v.middle);
        }
    }
    *out = joint;
}

/* ---- Poses --------------------------------------------------------------------------------------------- */

/* A rotation by an angle around an axis of length 1 (Rodrigues): cos + sin [axis] + (1 - cos) axis axis^T. */
static fk_pose turn_around(fk_vec3 k, double angle)
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

fk_pose fk_joint_pose(const fk_motion_frame *f, const fk_joint *joint)
{
    if (f->frame.kind == FK_FRAME_FIXED)
        return f->frame.origin;
    fk_pose own = fk_pose_identity();
    if (joint->has_angle)
        own = turn_around(joint->axis, joint->angle);
    if (joint->key != NULL)
        own = joint->has_angle ? fk_pose_multiply_inline(&own, joint->key) : *joint->key;
    own.translation = joint->place;
    return fk_pose_multiply_inline(&f->frame.origin, &own);
}

/* From the tip on: each frame in front of what is behind it. */
fk_pose fk_motion_pose_from(const fk_motion *motion, uint32_t base, uint32_t frame, double time)
{
    fk_time_span span = {.from = time, .to = time, .track = FK_NONE};
    fk_pose pose = fk_pose_identity();
    for (bool is_tip = true; frame != base; is_tip = false) {
        const fk_motion_frame *f = &motion->frame[frame];
        fk_joint joint;
        fk_joint_find(motion, f, &span, &joint);
        fk_pose own = fk_joint_pose(f, &joint);
        pose = is_tip ? own : fk_pose_multiply_inline(&own, &pose);
        frame = f->frame.parent;
    }
    return pose;
}

fk_pose fk_motion_pose(const fk_motion *motion, uint32_t frame, double time)
{
    return fk_motion_pose_from(motion, FK_NONE, frame, time);
}
