/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* From the JSON text of a result to the result. Functions return as those of json_read.h. */

#ifndef FARKAS_SCENE_READ_RESULT_H
#define FARKAS_SCENE_READ_RESULT_H

#include "farkas/scene.h"
#include "scene/json_read.h"

/* The values of the joints at a moment. */
typedef struct fk_joint_row {
    double time;
    const double *value;
} fk_joint_row;

/* A result and what it owns. */
typedef struct fk_owned_result {
    fk_result result; /* first: both structs have one address */
    fk_scene_arena arena;
    bool is_sweep;
    fk_name_index names;
    fk_sweep_part *part; /* of a sweep */
    fk_check_part *check_part;
    fk_check found;
    fk_check_report check_report;
    fk_sweep_report sweep_report;
    fk_provenance record;
    fk_review *review;
    const char **remark;
    uint32_t joint_count;
    const char **joint;
    size_t row_count;
    fk_joint_row *row;
    uint64_t *row_key; /* sorted: fk_result_moment_key, then the row */
} fk_owned_result;

/* ---- Values of results --------------------------------------------------------------------------------- */

/* Copies any text into the arena. */
bool fk_result_text(fk_json_reader *r, const fk_json_value *value, const char **out);
/* Copies a member that must exist. */
bool fk_result_need_text(fk_json_reader *r, const fk_json_value *object, const char *key, const char **out);

/* Reads members: a number that must exist, where null is infinite; a whole number up to 2^53; a flag that is true or
 * missing. */
bool fk_result_need_number(fk_json_reader *r, const fk_json_value *object, const char *key, double *out);
bool fk_result_whole(fk_json_reader *r, const fk_json_value *object, const char *key, uint64_t *out);
bool fk_result_flag(fk_json_reader *r, const fk_json_value *object, const char *key, bool *out);

/* Reads the members "a" and "b": indices of parts, a < b. */
bool fk_result_parts(fk_json_reader *r, const fk_owned_result *own, const fk_json_value *pair, uint32_t *a,
                     uint32_t *b);
/* Reads the member "kind". */
bool fk_result_kind(fk_json_reader *r, const fk_json_value *pair, fk_clash *out);

/* ---- Pairs --------------------------------------------------------------------------------------------- */

/* A hash of a moment in the upper half; equal moments have equal hashes. */
uint64_t fk_result_moment_key(double time);

/* Reads the pairs of a result, and their reviews, from an array that exists. */
bool fk_result_pairs(fk_json_reader *r, const fk_json_value *pairs, fk_owned_result *own);

#endif
