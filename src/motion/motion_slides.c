/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Motions without any rotation whose way is a sum of doubles: what exact casts can be asked about.
 *
 * A frame goes by (to - from) / (t1 - t0) times the difference of two places. That is a sum of two doubles for
 * a whole step of time, or one that is cut by a power of two without rounding; and it stays one in the frame of
 * reference when all rotations in front of it exchange axes only. What else goes straight is for the bounds.
 *
 * The body is placed by the rounded pose at `from`, and from there it goes by the exact way: that is how the motion
 * is meant then. */

#include <math.h>
#include <string.h>

#include "base/pose.h"
#include "base/vec3.h"
#include "exact/dd.h"
#include "motion/motion.h"

/* ---- Exact numbers ------------------------------------------------------------------------------------- */

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

/* The part of a step of time that a stretch is, if it is a power of two. Differences are exact when nothing is left
 * of them, and not so small that it might have been flushed to zero. */
static bool find_share(double from, double to, double first, double last, double *out)
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
static fk_vec3 exchange(const fk_pose *pose, fk_vec3 v)
{
    fk_vec3 out = {0, 0, 0};
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            if (pose->rotation[i][j] != 0)
                *fk_vec3_at(&out, i) = pose->rotation[i][j] > 0 ? fk_vec3_get(v, j) : -fk_vec3_get(v, j);
    return out;
}

/* ---- Ways ---------------------------------------------------------------------------------------------- */

/* The vectors whose sum is the way so far, in the frame that is looked at. */
typedef struct ways {
    fk_vec3 way[4];
    int count;
} ways;

/* Adds share * (last - first). */
static bool add_difference(ways *w, fk_vec3 first, fk_vec3 last, double share)
{
    if (w->count + 2 > 4)
        return false;
    fk_vec3 *to = &w->way[w->count], *from = to + 1;
    w->count += 2;
    return scale_exactly(last.x, share, &to->x) && scale_exactly(last.y, share, &to->y) &&
           scale_exactly(last.z, share, &to->z) && scale_exactly(first.x, -share, &from->x) &&
           scale_exactly(first.y, -share, &from->y) && scale_exactly(first.z, -share, &from->z);
}

static bool add_keyed(ways *w, const fk_motion_frame *f, const fk_time_span *span)
{
    fk_stage stage = fk_stage_find(&f->key->time, sizeof *f->key, f->frame.key_count, span->from, span->to);
    const fk_motion_key *key = &f->key[stage.row];
    double share;
    return find_share(span->from, span->to, key[0].time, key[1].time, &share) &&
           add_difference(w, key[0].pose.translation, key[1].pose.translation, share);
}

static bool add_valued(ways *w, const fk_motion *motion, const fk_motion_frame *f, fk_time_span *span)
{
    const fk_track *track = &motion->track[f->frame.track];
    fk_stage stage = fk_span_stage(motion, f->frame.track, span);
    const double *time = track->time + stage.row;
    const double *row = track->value + (size_t)stage.row * track->variable_count + f->frame.variable;
    double share, first, last;
    if (!f->has_coordinate_axis || !find_share(span->from, span->to, time[0], time[1], &share) ||
        !scale_exactly(row[0], f->frame.factor, &first) ||
        !scale_exactly(row[track->variable_count], f->frame.factor, &last))
        return false;
    /* One component of the axis is 1 or -1; scaling by it is a change of sign. */
    fk_vec3 axis = f->frame.axis, from_place = {0, 0, 0}, to_place = {0, 0, 0};
    for (int i = 0; i < 3; i++) {
        double sign = fk_vec3_get(axis, i);
        *fk_vec3_at(&from_place, i) = sign > 0 ? first : sign < 0 ? -first : 0;
        *fk_vec3_at(&to_place, i) = sign > 0 ? last : sign < 0 ? -last : 0;
    }
    return add_difference(w, from_place, to_place, share);
}

/* Whether a frame that does not turn has no rotation behind its origin but one that exchanges axes: then ways go
 * through it. */
static bool pass_joint(ways *w, const fk_motion *motion, const fk_motion_frame *f, fk_time_span *span)
{
    const fk_frame *frame = &f->frame;
    if (frame->kind == FK_FRAME_TURNS) {
        if (fk_sign_of(frame->offset) != 0)
            return false;
        if (frame->variable == FK_NONE || fk_sign_of(frame->factor) == 0)
            return true;
        const fk_track *track = &motion->track[frame->track];
        fk_stage stage = fk_span_stage(motion, frame->track, span);
        return fk_sign_of(track->value[(size_t)stage.row * track->variable_count + frame->variable]) == 0;
    }
    if (frame->kind == FK_FRAME_KEYS) {
        fk_stage stage = fk_stage_find(&f->key->time, sizeof *f->key, frame->key_count, span->from, span->to);
        const fk_motion_key *key = &f->key[stage.row];
        for (int i = 0; i < w->count; i++)
            w->way[i] = exchange(&key->pose, w->way[i]);
        return key->is_exact;
    }
    return true;
}

static bool add_frame(ways *w, const fk_motion *motion, const fk_motion_frame *f, fk_time_span *span)
{
    fk_joint joint;
    fk_joint_find(motion, f, span, &joint);
    if (joint.is_turning || (w->count > 0 && !pass_joint(w, motion, f, span)))
        return false;
    if (joint.is_going) {
        bool is_added =
            f->frame.kind == FK_FRAME_KEYS ? add_keyed(w, f, span) : add_valued(w, motion, f, span);
        if (!is_added)
            return false;
    }
    for (int i = 0; i < w->count; i++)
        w->way[i] = exchange(&f->frame.origin, w->way[i]);
    return w->count == 0 || f->is_exact;
}

bool fk_motion_slides(const fk_motion *motion, uint32_t base, const fk_motion_body *body, double from,
                      double to, fk_pose *pose, fk_vec3 way[4])
{
    ways w;
    memset(&w, 0, sizeof w);
    fk_time_span span = {.from = from, .to = to, .track = FK_NONE};
    for (uint32_t frame = body->frame; frame != base; frame = motion->frame[frame].frame.parent)
        if (!add_frame(&w, motion, &motion->frame[frame], &span))
            return false;
    fk_pose of_frame = fk_motion_pose_from(motion, base, body->frame, from);
    *pose = body->frame == base ? body->pose : fk_pose_multiply(&of_frame, &body->pose);
    memcpy(way, w.way, sizeof w.way);
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
        double next = fk_motion_next(motion, base, body->frame, begin), end = next < to ? next : to;
        fk_pose now;
        fk_vec3 way[4];
        if (!fk_motion_slides(motion, base, body, begin, end, &now, way))
            return false;
        for (int i = 0; i < 4; i++)
            if (fk_vec3_nonzeros(way[i]) > 0)
                return false;
        if (begin == from)
            *pose = now;
        begin = end;
    } while (begin < to);
    return true;
}
