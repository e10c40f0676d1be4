/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* farkas robot --suggest-ignore: which pairs of links need no check. */

#ifndef FARKAS_TOOLS_ROBOT_H
#define FARKAS_TOOLS_ROBOT_H

#include "parts.h"

/* How pairs of links are looked at. */
typedef struct robot_samples {
    uint64_t count, seed;
    bool as_json;
} robot_samples;

/* Pairs of links of the first robot of a list that need no check, by what happens in random configurations. Returns an exit
 * status. */
int robot_suggest_print(const part_list *list, const robot_samples *samples);

#endif
