/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Where in a JSON text a value is: jansson does not tell. */

#ifndef FARKAS_SCENE_PLACE_H
#define FARKAS_SCENE_PLACE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* One turn on the way from the top to a value: a member of an object, or an element of an array. */
typedef struct fk_place_step {
    const char *key; /* as jansson has it, without escapes; NULL: an element */
    size_t index;
} fk_place_step;

/* The offset of the first byte of a value, or of the quote before the key of the last step. False when the
 * text has no such value; *offset is then that of the last value on the way that is there. Never reads beyond
 * the text, whatever is in it. */
bool fk_place_find(const char *text, size_t bytes, const fk_place_step *step, size_t step_count, bool at_key,
                   size_t *offset);

/* Line and column of an offset, from 1. Lines end in LF; columns are bytes. */
void fk_place_line(const char *text, size_t offset, uint64_t *line, uint64_t *column);

#endif
