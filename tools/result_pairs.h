/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The parts and pairs of a result, whether it is that of a check or of a sweep. */

#ifndef FARKAS_TOOLS_RESULT_PAIRS_H
#define FARKAS_TOOLS_RESULT_PAIRS_H

#include "farkas/scene.h"

/* Loads one. `option` is named in messages, or NULL. False after a message. */
bool result_load(fk_context *context, const char *path, const char *option, fk_result **out);

const fk_record *result_record(const fk_result *result);
uint32_t result_part_count(const fk_result *result);
const char *result_part_name(const fk_result *result, uint32_t part);

typedef struct result_pair {
    uint32_t a, b;
    fk_clash kind;
    bool is_clash;
    char id[FK_CLASH_ID_SIZE];
} result_pair;

size_t result_pair_count(const fk_result *result);
result_pair result_pair_at(const fk_result *result, size_t index);

#endif
