/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Where points of moving frames really are, up to the rounding of long doubles: written apart from the library, with
 * other formulas. Quaternions are interpolated as they are, not by an axis and an angle. */

#ifndef FARKAS_TEST_MOTION_TRUTH_H
#define FARKAS_TEST_MOTION_TRUTH_H

#include <math.h>

#include "farkas/motion.h"

typedef struct real3 {
    long double x[3];
} real3;

static inline real3 real_from(fk_vec3 v)
{
    real3 r = {{v.x, v.y, v.z}};
    return r;
}

static inline long double real_length(real3 v)
{
    return hypotl(hypotl(v.x[0], v.x[1]), v.x[2]);
}

static inline real3 real_sub(real3 a, real3 b)
{
    real3 r = {{a.x[0] - b.x[0], a.x[1] - b.x[1], a.x[2] - b.x[2]}};
    return r;
}

static inline real3 real_cross(real3 a, real3 b)
{
    real3 r = {{a.x[1] * b.x[2] - a.x[2] * b.x[1], a.x[2] * b.x[0] - a.x[0] * b.x[2],
                a.x[0] * b.x[1] - a.x[1] * b.x[0]}};
    return r;
}

static inline real3 real_place(const fk_pose *pose, real3 v)
{
    real3 r;
    const double t[3] = {pose->translation.x, pose->translation.y, pose->translation.z};
    for (int i = 0; i < 3; i++) {
        r.x[i] = t[i];
        for (int j = 0; j < 3; j++)
            r.x[i] += (long double)pose->rotation[i][j] * v.x[j];
    }
    return r;
}

/* Where a time lies in a list: the row before it, and the part of the step. */
static inline uint32_t real_row(const double *time, size_t stride, uint32_t count, long double at,
                                long double *part)
{
    uint32_t row = 0;
    const char *bytes = (const char *)time;
    *part = 0;
    while (row + 1 < count && (long double)*(const double *)(bytes + (row + 1) * stride) <= at)
        row++;
    long double t0 = *(const double *)(bytes + row * stride);
    if (row + 1 < count && at > t0)
        *part = (at - t0) / ((long double)*(const double *)(bytes + (row + 1) * stride) - t0);
    return row;
}

static inline long double real_value(const fk_frame *f, const fk_track *track, long double at)
{
    if (f->variable == FK_NONE)
        return f->offset;
    const fk_track *t = &track[f->track];
    long double part;
    uint32_t row = real_row(t->time, sizeof *t->time, t->time_count, at, &part);
    long double value = t->value[row * t->variable_count + f->variable];
    if (part > 0)
        value += part * ((long double)t->value[(row + 1) * t->variable_count + f->variable] - value);
    return f->factor * value + f->offset;
}

static inline real3 real_axis(fk_vec3 axis)
{
    real3 k = real_from(axis);
    long double length = real_length(k);
    for (int i = 0; i < 3; i++)
        k.x[i] /= length;
    return k;
}

static inline real3 real_turn(real3 k, long double angle, real3 v)
{
    real3 r, across = real_cross(k, v), twice = real_cross(k, across);
    long double s = sinl(angle), half = sinl(angle / 2);
    for (int i = 0; i < 3; i++)
        r.x[i] = v.x[i] + s * across.x[i] + 2 * half * half * twice.x[i];
    return r;
}

static inline void real_unit4(const double in[4], long double out[4])
{
    long double length = 0;
    for (int i = 0; i < 4; i++)
        length = hypotl(length, in[i]);
    for (int i = 0; i < 4; i++)
        out[i] = in[i] / length;
}

static inline void real_slerp(const double from[4], const double to[4], long double part, long double q[4])
{
    long double a[4], b[4], dot = 0, less = 0, more = 0;
    real_unit4(from, a);
    real_unit4(to, b);
    for (int i = 0; i < 4; i++)
        dot += a[i] * b[i];
    for (int i = 0; i < 4; i++) {
        b[i] = dot < 0 ? -b[i] : b[i];
        less = hypotl(less, b[i] - a[i]);
        more = hypotl(more, b[i] + a[i]);
    }
    long double omega = 2 * atan2l(less, more), wa = 1 - part, wb = part;
    if (omega > 1e-9L) {
        wa = sinl(wa * omega) / sinl(omega);
        wb = sinl(wb * omega) / sinl(omega);
    }
    for (int i = 0; i < 4; i++)
        q[i] = wa * a[i] + wb * b[i];
}

static inline real3 real_quat(const long double q[4], real3 v)
{
    long double square = q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3];
    real3 k = {{q[0], q[1], q[2]}}, r, across = real_cross(k, v), twice = real_cross(k, across);
    for (int i = 0; i < 3; i++)
        r.x[i] = v.x[i] + 2 * (q[3] * across.x[i] + twice.x[i]) / square;
    return r;
}

static inline real3 real_joint(const fk_frame *f, const fk_track *track, long double at, real3 v)
{
    if (f->kind == FK_FRAME_REVOLUTE)
        return real_turn(real_axis(f->axis), real_value(f, track, at), v);
    if (f->kind == FK_FRAME_PRISMATIC) {
        real3 k = real_axis(f->axis);
        for (int i = 0; i < 3; i++)
            v.x[i] += k.x[i] * real_value(f, track, at);
    }
    if (f->kind == FK_FRAME_KEYS) {
        long double part, q[4];
        uint32_t row = real_row(&f->key->time, sizeof *f->key, f->key_count, at, &part);
        const fk_key *a = &f->key[row], *b = part > 0 ? a + 1 : a;
        real_slerp(a->quat_xyzw, b->quat_xyzw, part, q);
        v = real_quat(q, v);
        real3 p = real_from(a->xyz), way = real_sub(real_from(b->xyz), p);
        for (int i = 0; i < 3; i++)
            v.x[i] += p.x[i] + part * way.x[i];
    }
    return v;
}

/* A place in a frame, relative to base, at a time. */
static inline real3 real_motion(const fk_frame *frame, const fk_track *track, uint32_t base, uint32_t i,
                                long double at, real3 v)
{
    for (; i != base; i = frame[i].parent)
        v = real_place(&frame[i].origin, real_joint(&frame[i], track, at, v));
    return v;
}

#endif
