/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Motions: checked and copied, in one block of memory; which times matter for a frame.
 *
 * Weak inputs: chains of many frames, which are walked from the tip on every question. */

#include "farkas/motion.h"

#include <math.h>
#include <string.h>

#include "base/pose.h"
#include "base/vec3.h"
#include "motion/motion.h"

/* ---- Checks -------------------------------------------------------------------------------------------- */

/* Rows off length 1 and right angles by 1e-6 give columns whose skew is below this: the largest entry of
 * R R^T - 1 bounds its norm by three of it, which is also that of R^T R - 1, and a sum of a row by sqrt(3)
 * of the norm. */
#define RIGID 5.3e-6

static fk_status check_origin(const fk_pose *origin)
{
    fk_vec3 row[3];
    for (int i = 0; i < 3; i++) {
        const double *r = origin->rotation[i];
        row[i] = fk_vec3_make(r[0], r[1], r[2]);
        if (!fk_vec3_is_finite(row[i]))
            return FK_ERROR_NOT_FINITE;
    }
    if (!fk_vec3_is_finite(origin->translation))
        return FK_ERROR_NOT_FINITE;
    bool is_rigid = fk_pose_skew(origin) <= RIGID && fk_vec3_dot(row[0], fk_vec3_cross(row[1], row[2])) > 0;
    return is_rigid ? FK_OK : FK_ERROR_ARGUMENT;
}

static fk_status check_track(const fk_track *track)
{
    if (track->time_count == 0)
        return FK_ERROR_ARGUMENT;
    size_t values = (size_t)track->time_count * track->variable_count;
    for (size_t i = 0; i < values; i++)
        if (!fk_is_finite(track->value[i]))
            return FK_ERROR_NOT_FINITE;
    for (uint32_t i = 0; i < track->time_count; i++)
        if (!fk_is_finite(track->time[i]))
            return FK_ERROR_NOT_FINITE;
    for (uint32_t i = 1; i < track->time_count; i++)
        if (fk_double_order(track->time[i - 1], track->time[i]) >= 0)
            return FK_ERROR_ARGUMENT;
    return FK_OK;
}

static fk_status check_joint(const fk_frame *f, const fk_track *track, uint32_t track_count)
{
    if (!fk_vec3_is_finite(f->axis) || !fk_is_finite(f->factor) || !fk_is_finite(f->offset))
        return FK_ERROR_NOT_FINITE;
    if (fk_vec3_nonzeros(f->axis) == 0)
        return FK_ERROR_ARGUMENT;
    bool has_variable =
        f->variable == FK_NONE || (f->track < track_count && f->variable < track[f->track].variable_count);
    return has_variable ? FK_OK : FK_ERROR_ARGUMENT;
}

static fk_status check_keys(const fk_frame *f)
{
    if (f->key_count == 0)
        return FK_ERROR_ARGUMENT;
    for (uint32_t i = 0; i < f->key_count; i++) {
        fk_motion_key made;
        fk_status status = fk_motion_key_make(&f->key[i], &made);
        if (status != FK_OK)
            return status;
        if (i > 0 && fk_double_order(f->key[i - 1].time, f->key[i].time) >= 0)
            return FK_ERROR_ARGUMENT;
    }
    return FK_OK;
}

static fk_status check_frame(const fk_frame *f, uint32_t index, const fk_track *track, uint32_t track_count)
{
    if (f->parent != FK_NONE && f->parent >= index)
        return FK_ERROR_ARGUMENT;
    fk_status status = check_origin(&f->origin);
    if (status != FK_OK)
        return status;
    switch (f->kind) {
    case FK_FRAME_FIXED:
        return FK_OK;
    case FK_FRAME_TURNS:
    case FK_FRAME_SLIDES:
        return check_joint(f, track, track_count);
    case FK_FRAME_KEYS:
        return check_keys(f);
    default:
        return FK_ERROR_ARGUMENT;
    }
}

/* ---- Copies -------------------------------------------------------------------------------------------- */

/* How much is to be copied. */
typedef struct counts {
    uint64_t keys, numbers, bytes;
} counts;

static fk_status check_all(const fk_frame *frame, uint32_t frame_count, const fk_track *track,
                           uint32_t track_count, counts *out)
{
    counts n = {0, 0, 0};
    for (uint32_t i = 0; i < track_count; i++) {
        fk_status status = check_track(&track[i]);
        if (status != FK_OK)
            return status;
        n.numbers += track[i].time_count + (uint64_t)track[i].time_count * track[i].variable_count;
    }
    for (uint32_t i = 0; i < frame_count; i++) {
        fk_status status = check_frame(&frame[i], i, track, track_count);
        if (status != FK_OK)
            return status;
        n.keys += frame[i].kind == FK_FRAME_KEYS ? frame[i].key_count : 0;
    }
    n.bytes = sizeof(fk_motion) + frame_count * (uint64_t)sizeof(fk_motion_frame) +
              n.keys * sizeof(fk_motion_key) + track_count * (uint64_t)sizeof(fk_track) +
              n.numbers * sizeof(double);
    *out = n;
    return n.bytes <= SIZE_MAX ? FK_OK : FK_ERROR_MEMORY;
}

static bool is_exchange(const double rotation[3][3])
{
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            if (fk_sign_of(rotation[i][j]) != 0 && fabs(rotation[i][j]) != 1)
                return false;
    return true;
}

static void grow_span(fk_interval *span, double first, double last)
{
    span->lo = fk_double_least(span->lo, first);
    span->hi = fk_double_greatest(span->hi, last);
}

/* Makes the keys of a frame and returns where those of the next one go. */
static fk_motion_key *copy_keys(const fk_frame *f, fk_motion_key *key, fk_interval *span)
{
    for (uint32_t i = 0; i < f->key_count; i++)
        (void)fk_motion_key_make(&f->key[i], &key[i]);
    for (uint32_t i = 0; i + 1 < f->key_count; i++)
        fk_motion_key_connect(&f->key[i], &f->key[i + 1], &key[i]);
    grow_span(span, key[0].time, key[f->key_count - 1].time);
    return key + f->key_count;
}

static void copy_frame(const fk_frame *f, fk_motion_frame *out)
{
    memset(out, 0, sizeof *out);
    out->frame = *f;
    out->frame.key = NULL;
    out->length = fk_vec3_length(f->origin.translation);
    out->is_exact = is_exchange(f->origin.rotation);
    /* Sums of three products and 1, in a row of three: 16 u. */
    out->skew = out->is_exact ? 0 : fk_pose_skew(&f->origin) + 0x1p-48;
    if (f->kind == FK_FRAME_TURNS || f->kind == FK_FRAME_SLIDES) {
        out->frame.axis = fk_motion_axis(f->axis);
        out->has_coordinate_axis = fk_vec3_nonzeros(f->axis) == 1;
    }
}

static double *copy_track(const fk_track *from, double *number, fk_track *out)
{
    size_t values = (size_t)from->time_count * from->variable_count;
    *out = *from;
    out->time = number;
    memcpy(number, from->time, from->time_count * sizeof *number);
    number += from->time_count;
    out->value = number;
    if (values > 0)
        memcpy(number, from->value, values * sizeof *number);
    return number + values;
}

fk_status fk_motion_create(fk_context *context, const fk_frame *frame, uint32_t frame_count,
                           const fk_track *track, uint32_t track_count, fk_motion **out)
{
    counts n;
    fk_status status = check_all(frame, frame_count, track, track_count, &n);
    if (status != FK_OK)
        return status;
    fk_motion *motion = fk_allocate(context, (size_t)n.bytes);
    if (motion == NULL)
        return FK_ERROR_MEMORY;
    fk_motion_frame *frames = (fk_motion_frame *)(motion + 1);
    fk_motion_key *key = (fk_motion_key *)(frames + frame_count);
    fk_track *tracks = (fk_track *)(key + n.keys);
    double *number = (double *)(tracks + track_count);
    fk_interval span = {(double)INFINITY, -(double)INFINITY};
    for (uint32_t i = 0; i < frame_count; i++) {
        copy_frame(&frame[i], &frames[i]);
        if (frame[i].kind == FK_FRAME_KEYS) {
            frames[i].key = key;
            key = copy_keys(&frame[i], key, &span);
        }
    }
    for (uint32_t i = 0; i < track_count; i++) {
        number = copy_track(&track[i], number, &tracks[i]);
        grow_span(&span, track[i].time[0], track[i].time[track[i].time_count - 1]);
    }
    bool has_times = n.keys + track_count > 0;
    motion->frame_count = frame_count;
    motion->frame = frames;
    motion->track = tracks;
    motion->span.lo = has_times ? span.lo : 0;
    motion->span.hi = has_times ? span.hi : 0;
    motion->bytes = (size_t)n.bytes;
    *out = motion;
    return FK_OK;
}

void fk_motion_free(fk_context *context, fk_motion *motion)
{
    if (motion != NULL)
        fk_release(context, motion, motion->bytes);
}

fk_interval fk_motion_span(const fk_motion *motion)
{
    return motion->span;
}

bool fk_motion_has_frame(const fk_motion *motion, uint32_t frame)
{
    return frame == FK_NONE || frame < motion->frame_count;
}

/* ---- Frames and times ---------------------------------------------------------------------------------- */

uint32_t fk_motion_common(const fk_motion *motion, uint32_t a, uint32_t b)
{
    const fk_motion_frame *frame = motion->frame;
    while (a != b) {
        if (a == FK_NONE || b == FK_NONE)
            return FK_NONE;
        /* A parent comes before its children, so the later of both is not above the other. */
        if (a > b)
            a = frame[a].frame.parent;
        else
            b = frame[b].frame.parent;
    }
    return a;
}

/* The times of a list that is part of a larger structure. */
static double time_at(const double *time, size_t stride, uint32_t i)
{
    return *(const double *)((const char *)time + i * stride);
}

/* How many of the times are not after `at`. Compared by their bits: small ones are times, too. */
static uint32_t count_until(const double *time, size_t stride, uint32_t count, double at)
{
    uint32_t low = 0, high = count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (fk_double_order(time_at(time, stride, middle), at) <= 0)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static double next_time(const double *time, size_t stride, uint32_t count, double at)
{
    uint32_t i = count_until(time, stride, count, at);
    return i < count ? time_at(time, stride, i) : (double)INFINITY;
}

double fk_motion_next(const fk_motion *motion, uint32_t base, uint32_t frame, double time)
{
    double next = (double)INFINITY;
    uint32_t last_track = FK_NONE;
    for (; frame != base; frame = motion->frame[frame].frame.parent) {
        const fk_motion_frame *f = &motion->frame[frame];
        double own = (double)INFINITY;
        if (f->frame.kind == FK_FRAME_KEYS)
            own = next_time(&f->key->time, sizeof *f->key, f->frame.key_count, time);
        else if (f->frame.kind != FK_FRAME_FIXED && f->frame.variable != FK_NONE &&
                 f->frame.track != last_track) {
            last_track = f->frame.track;
            const fk_track *track = &motion->track[last_track];
            own = next_time(track->time, sizeof *track->time, track->time_count, time);
        }
        next = own < next ? own : next;
    }
    return next;
}

/* Narrow or wide steps of time, in which differences could be flushed to zero or overflow, are not bounded. */
fk_stage fk_stage_find(const double *time, size_t stride, uint32_t count, double from, double to)
{
    fk_stage stage = {0, true, true, 0, 0};
    uint32_t until = count_until(time, stride, count, from);
    stage.row = until > 0 ? until - 1 : 0;
    if (until == count || fk_double_order(to, time_at(time, stride, 0)) <= 0)
        return stage;
    double t = time_at(time, stride, stage.row), width = time_at(time, stride, stage.row + 1) - t;
    stage.is_resting = false;
    stage.is_bounded = width >= 0x1p-400 && width <= 0x1p900;
    stage.at = 0.5 * ((from - t) + (to - t)) / width;
    stage.half = 0.5 * (to - from) / width;
    if (fk_double_order(from, to) < 0) {
        stage.half = fk_larger(stage.half, 0x1p-600);
        stage.at = fk_larger(stage.at, stage.half);
    }
    return stage;
}
