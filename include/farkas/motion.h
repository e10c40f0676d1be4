/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Motion: frames that move over time, by key poses or by the values of joints.
 *
 * What moves is real-valued: between two times a position goes along a straight line, a rotation along the
 * shortest arc, the value of a joint linearly. */

#ifndef FARKAS_MOTION_H
#define FARKAS_MOTION_H

#include "farkas/tree.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Frames -------------------------------------------------------------------------------------------- */

/* Where a frame is at a time. */
typedef struct fk_key {
    double time;
    fk_vec3 xyz;
    double quat_xyzw[4]; /* any length but zero: the unit quaternion of that direction is meant */
} fk_key;

/* How a frame moves in that of its parent.
 *   fixed   not at all: origin
 *   turns   origin, then a rotation around the axis by a value, in radians
 *   slides  origin, then a translation along the axis by a value
 *   keys    origin, then the translation and the rotation of its keys: before the first and after the last
 *           it rests there; between two of them the position goes straight, and the rotation along the
 *           shortest arc, both at constant speed. Between opposite rotations, by half a turn, the arc is
 *           that of the quaternions as they are given */
typedef enum fk_frame_kind { FK_FRAME_FIXED, FK_FRAME_TURNS, FK_FRAME_SLIDES, FK_FRAME_KEYS } fk_frame_kind;

typedef struct fk_frame {
    uint32_t parent; /* FK_NONE: the world; else a frame before this one */
    fk_pose origin;  /* rigid up to 1e-6 */
    fk_frame_kind kind;
    fk_vec3 axis; /* turns, slides: any length but zero counts as length 1 */
    /* Turns, slides: the value is factor * variable + offset; with variable FK_NONE it is the offset. */
    uint32_t track, variable;
    double factor, offset;
    uint32_t key_count; /* keys: at least one; times increase */
    const fk_key *key;
} fk_frame;

/* The values of variables over time: linear between two times, constant before the first and after the
 * last. */
typedef struct fk_track {
    uint32_t variable_count, time_count; /* at least one time */
    const double *time;                  /* increasing */
    const double *value;                 /* of time i and variable k: value[i * variable_count + k] */
} fk_track;

typedef struct fk_motion fk_motion;

/* Copies frames, keys and tracks. FK_ERROR_NOT_FINITE; FK_ERROR_ARGUMENT for a parent that is not before its
 * child, an axis or quaternion that is zero, times that do not increase, a track or variable that is not there,
 * an origin that is not rigid, or no keys; FK_ERROR_MEMORY. *out is left alone then. */
FK_API fk_status fk_motion_create(fk_context *context, const fk_frame *frame, uint32_t frame_count,
                                  const fk_track *track, uint32_t track_count, fk_motion **out);
FK_API void fk_motion_free(fk_context *context, fk_motion *motion);

/* From the first to the last of all times of keys and tracks; 0 to 0 without any. */
FK_API fk_interval fk_motion_span(const fk_motion *motion);

/* Where a frame is at a time, rounded; FK_NONE is the world. time is finite. */
FK_API fk_pose fk_motion_pose(const fk_motion *motion, uint32_t frame, double time);

#ifdef __cplusplus
}
#endif

#endif
