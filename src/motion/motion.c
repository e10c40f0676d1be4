/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Motions: checks the input and copies it into one block of memory. Between two key poses it computes the rotation as
 * an axis and an angle.
 *
 * Between two unit quaternions p and q with p.q >= 0 the shortest arc is exp(s angle/2 axis) p with q p^-1 = (cos
 * angle/2, axis sin angle/2) (Shoemake, "Animating rotation with quaternion curves", 1985). Lengths do not matter:
 * the angle is twice that of the direction (w, |xyz|) of the product. The product is a sum of products of doubles
 * that nearly cancel when the keys are close to each other. So each product and each sum is kept as the sum of two
 * doubles: the error is below 2^-96 for quaternions with lengths of 1 to 4.
 *
 * The sign of an exact dot product selects the nearer one of q and -q, because the arcs to them differ much.
 *
 * Weak inputs: quaternions that differ by less than 2^-90 have a meaningless axis and an angle as small; their motion
 * bound holds. Every query traverses the whole chain of frames from its tip. */

#include "motion/motion.h"

#include <math.h>
#include <string.h>

#include "base/pose.h"
#include "base/vec3.h"
#include "exact/dd.h"
#include "exact/exact.h"

/* ---- Keys ---------------------------------------------------------------------------------------------- */

static int max_exponent(const double *x, int count)
{
    int most = FK_EXPONENT_OF_ZERO;
    for (int i = 0; i < count; i++) {
        int own = fk_leading_exponent(x[i]);
        most = own > most ? own : most;
    }
    return most;
}

/* The direction of v, which is not zero, in every state of the processor: length 1 up to 4 u, u = 2^-52; exact for a
 * coordinate axis. */
static fk_vec3 unit_axis(fk_vec3 v)
{
    if (fk_vec3_nonzeros(v) == 1)
        return fk_vec3_make(fk_sign_of(v.x), fk_sign_of(v.y), fk_sign_of(v.z));
    double x[3] = {v.x, v.y, v.z};
    int exponent = max_exponent(x, 3);
    for (int i = 0; i < 3; i++)
        x[i] = fk_scale_down(x[i], exponent);
    double length = sqrt(x[0] * x[0] + x[1] * x[1] + x[2] * x[2]);
    return fk_vec3_make(x[0] / length, x[1] / length, x[2] / length);
}

/* The 24 rotations that permute the axes are exactly those of quaternions with one, two or four nonzero components,
 * all of the same size. */
static bool quat_permutes_axes(const double quat[4])
{
    double size = 0;
    int count = 0;
    for (int i = 0; i < 4; i++) {
        if (fk_sign_of(quat[i]) == 0)
            continue;
        if (count > 0 && fk_double_order(fabs(quat[i]), size) != 0)
            return false;
        size = fabs(quat[i]);
        count++;
    }
    return count != 3;
}

/* Fills in pose and is_exact of a key; FK_ERROR_NOT_FINITE, FK_ERROR_ARGUMENT. */
static fk_status make_key(const fk_key *key, fk_motion_key *out)
{
    memset(out, 0, sizeof *out);
    if (!fk_is_finite(key->time))
        return FK_ERROR_NOT_FINITE;
    out->time = key->time;
    out->is_exact = quat_permutes_axes(key->quat_xyzw);
    return fk_pose_from_quat_xyzw(key->xyz, key->quat_xyzw, &out->pose);
}

/* The 53 bits of a finite nonzero double, normalized. */
static uint64_t significand_bits(double x)
{
    uint64_t bits = fk_bits_of(x) & 0xfffffffffffffu;
    if (fk_biased_exponent(x) != 0)
        return bits | 0x10000000000000u;
    while (!(bits >> 52))
        bits <<= 1;
    return bits;
}

/* Whether q is p times a power of two, or minus one; exact, by bits. */
static bool is_same_rotation(const double p[4], const double q[4])
{
    bool has_first = false;
    int shift = 0, sign = 0;
    for (int i = 0; i < 4; i++) {
        int own_sign = fk_sign_of(p[i]) * fk_sign_of(q[i]);
        if (fk_sign_of(p[i]) == 0 && fk_sign_of(q[i]) == 0)
            continue;
        if (own_sign == 0 || significand_bits(p[i]) != significand_bits(q[i]))
            return false;
        int own_shift = fk_leading_exponent(p[i]) - fk_leading_exponent(q[i]);
        if (has_first && (own_shift != shift || own_sign != sign))
            return false;
        has_first = true;
        shift = own_shift;
        sign = own_sign;
    }
    return true;
}

/* The sum of four products, with twice the precision of doubles. */
static double sum_of_products(const double a[4], const double b[4])
{
    double sum = 0, error = 0;
    for (int i = 0; i < 4; i++) {
        fk_twofold product = fk_two_product(a[i], b[i]), next = fk_two_sum(sum, product.hi);
        sum = next.hi;
        error += next.lo + product.lo;
    }
    return sum + error;
}

static FK_OWN_FRAME int quat_dot_sign(const double p[4], const double q[4])
{
    fk_arena arena;
    fk_arena_init(&arena);
    fk_exact sum = fk_exact_from(&arena, 0);
    for (int i = 0; i < 4; i++)
        sum = fk_exact_add(&arena, sum,
                           fk_exact_mul(&arena, fk_exact_from(&arena, p[i]), fk_exact_from(&arena, q[i])));
    return sum.sign;
}

/* Fills in the motion from one key to the next. */
static void connect_keys(const fk_key *key, const fk_key *next, fk_motion_key *out)
{
    out->is_turned = !is_same_rotation(key->quat_xyzw, next->quat_xyzw);
    out->axis = fk_vec3_make(1, 0, 0);
    out->angle = 0;
    if (!out->is_turned)
        return;
    double p[4], q[4];
    int p_exponent = max_exponent(key->quat_xyzw, 4), q_exponent = max_exponent(next->quat_xyzw, 4);
    for (int i = 0; i < 4; i++) {
        p[i] = fk_scale_down(key->quat_xyzw[i], p_exponent);
        q[i] = fk_scale_down(next->quat_xyzw[i], q_exponent);
    }
    double cosine = sum_of_products(p, q);
    int sign = fabs(cosine) > 0x1p-90 ? fk_sign_of(cosine) : quat_dot_sign(key->quat_xyzw, next->quat_xyzw);
    /* The vector part of q p^-1. */
    const double x[4] = {q[0], -q[3], -q[1], q[2]}, of_x[4] = {p[3], p[0], p[2], p[1]};
    const double y[4] = {q[1], -q[3], -q[2], q[0]}, of_y[4] = {p[3], p[1], p[0], p[2]};
    const double z[4] = {q[2], -q[3], -q[0], q[1]}, of_z[4] = {p[3], p[2], p[1], p[0]};
    fk_vec3 v = fk_vec3_make(sum_of_products(x, of_x), sum_of_products(y, of_y), sum_of_products(z, of_z));
    double sine = fk_vec3_length(v);
    if (!(sine > 0x1p-200))
        return;
    out->axis = unit_axis(sign < 0 ? fk_vec3_negate(v) : v);
    out->angle = 2 * fk_atan2_quadrant(sine, fabs(cosine));
}

/* ---- Checks -------------------------------------------------------------------------------------------- */

static fk_status check_origin(const fk_pose *origin)
{
    fk_status status = fk_pose_check(origin);
    return status == FK_OK && fk_pose_rotation_error(origin) > FK_MOTION_RIGID ? FK_ERROR_ARGUMENT : status;
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
        fk_status status = make_key(&f->key[i], &made);
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
    if (f->kind == FK_FRAME_REVOLUTE || f->kind == FK_FRAME_PRISMATIC)
        return check_joint(f, track, track_count);
    if (f->kind == FK_FRAME_KEYS)
        return check_keys(f);
    return f->kind == FK_FRAME_FIXED ? FK_OK : FK_ERROR_ARGUMENT;
}

/* ---- Copies -------------------------------------------------------------------------------------------- */

/* What is to be copied. */
typedef struct motion_counts {
    uint64_t keys, numbers, bytes;
} motion_counts;

static fk_status check_motion(const fk_frame *frame, uint32_t frame_count, const fk_track *track,
                              uint32_t track_count, motion_counts *out)
{
    motion_counts n = {0, 0, 0};
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

static bool permutes_axes(const double rotation[3][3])
{
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            if (fk_sign_of(rotation[i][j]) != 0 && fabs(rotation[i][j]) != 1)
                return false;
    return true;
}

static void extend_span(fk_interval *span, double first, double last)
{
    span->lo = fk_double_least(span->lo, first);
    span->hi = fk_double_greatest(span->hi, last);
}

/* Returns where the keys of the next frame go. */
static fk_motion_key *copy_keys(const fk_frame *f, fk_motion_key *key, fk_interval *span)
{
    for (uint32_t i = 0; i < f->key_count; i++)
        (void)make_key(&f->key[i], &key[i]);
    for (uint32_t i = 0; i + 1 < f->key_count; i++)
        connect_keys(&f->key[i], &f->key[i + 1], &key[i]);
    extend_span(span, key[0].time, key[f->key_count - 1].time);
    return key + f->key_count;
}

static void copy_frame(const fk_frame *f, fk_motion_frame *out)
{
    memset(out, 0, sizeof *out);
    out->frame = *f;
    out->frame.key = NULL;
    out->length = fk_vec3_length(f->origin.translation);
    out->is_exact = permutes_axes(f->origin.rotation);
    /* Sums of three products and 1, three in a row: 16 u. */
    out->skew = out->is_exact ? 0 : fk_pose_rotation_error(&f->origin) + 0x1p-48;
    if (f->kind == FK_FRAME_REVOLUTE || f->kind == FK_FRAME_PRISMATIC) {
        out->frame.axis = unit_axis(f->axis);
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
    motion_counts n;
    fk_status status = check_motion(frame, frame_count, track, track_count, &n);
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
        extend_span(&span, track[i].time[0], track[i].time[track[i].time_count - 1]);
    }
    bool has_times = n.keys + track_count > 0;
    motion->frame_count = frame_count;
    motion->frame = frames;
    motion->track_count = track_count;
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

fk_status fk_motion_set_values(fk_motion *motion, uint32_t track, const double *value)
{
    if (track >= motion->track_count || motion->track[track].time_count != 1)
        return FK_ERROR_ARGUMENT;
    uint32_t count = motion->track[track].variable_count;
    for (uint32_t i = 0; i < count; i++)
        if (!fk_is_finite(value[i]))
            return FK_ERROR_NOT_FINITE;
    if (count > 0)
        memcpy((double *)(uintptr_t)motion->track[track].value, value, count * sizeof *value);
    return FK_OK;
}

fk_interval fk_motion_span(const fk_motion *motion)
{
    return motion->span;
}

bool fk_motion_has_frame(const fk_motion *motion, uint32_t frame)
{
    return frame == FK_NONE || frame < motion->frame_count;
}

uint32_t fk_motion_common_frame(const fk_motion *motion, uint32_t a, uint32_t b)
{
    const fk_motion_frame *frame = motion->frame;
    while (a != b) {
        if (a == FK_NONE || b == FK_NONE)
            return FK_NONE;
        /* Parents come before children, so the later one is no ancestor of the other. */
        if (a > b)
            a = frame[a].frame.parent;
        else
            b = frame[b].frame.parent;
    }
    return a;
}

static double next_listed_time(const double *time, size_t stride, uint32_t count, double at)
{
    uint32_t i = fk_count_until(time, stride, count, at);
    return i < count ? fk_time_at(time, stride, i) : (double)INFINITY;
}

double fk_motion_next_time(const fk_motion *motion, uint32_t base, uint32_t frame, double time)
{
    double next = (double)INFINITY;
    uint32_t last_track = FK_NONE;
    for (; frame != base; frame = motion->frame[frame].frame.parent) {
        const fk_motion_frame *f = &motion->frame[frame];
        double own = (double)INFINITY;
        if (f->frame.kind == FK_FRAME_KEYS)
            own = next_listed_time(&f->key->time, sizeof *f->key, f->frame.key_count, time);
        else if (f->frame.kind != FK_FRAME_FIXED && f->frame.variable != FK_NONE &&
                 f->frame.track != last_track) {
            last_track = f->frame.track;
            const fk_track *track = &motion->track[last_track];
            own = next_listed_time(track->time, sizeof *track->time, track->time_count, time);
        }
        next = own < next ? own : next;
    }
    return next;
}
