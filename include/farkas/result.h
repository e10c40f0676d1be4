/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Results: checks and sweeps that were written as JSON, read again. Part of libfarkas-scene. */

#ifndef FARKAS_RESULT_H
#define FARKAS_RESULT_H

#include "farkas/report.h"
#include "farkas/scene.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A check or a sweep, as it was: writing it again gives the same bytes. Read it, but do not change it.
 *
 * What JSON does not hold is not there: parts have names alone, the pose of identity, and of a mesh the number of its
 * triangles, of a piece its kind; what was null is infinite. The values of joints are known at the moments of pairs
 * (fk_sweep_moment), and NaN at other times. */
typedef struct fk_result {
    const fk_check_report *check; /* one of these two, with its record; the other is NULL */
    const fk_sweep_report *sweep;
} fk_result;

/* Reads a result from a file, or from a text. report may be NULL; it is as after fk_scene_load. Fields that are not known are
 * passed over. FK_ERROR_SYNTAX: this is no result of a check or sweep, or not a sound one; FK_ERROR_READ; each with
 * report->message. FK_ERROR_MEMORY. *out is left alone then. */
FK_API fk_status fk_result_load(fk_context *context, const char *path, fk_scene_report *report,
                                fk_result **out);
FK_API fk_status fk_result_parse(fk_context *context, const char *text, size_t bytes, fk_scene_report *report,
                                 fk_result **out);
/* Takes NULL. */
FK_API void fk_result_free(fk_context *context, fk_result *result);

#ifdef __cplusplus
}
#endif

#endif
