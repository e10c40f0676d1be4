/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Patterns for names: see fk_glob_matches. */

#ifndef FARKAS_SCENE_GLOB_H
#define FARKAS_SCENE_GLOB_H

#include "farkas/scene.h"

/* Whether a text contains *, ? or [. */
bool fk_glob_is_pattern(const char *text);

/* Whether a name that begins with `beginning` can match the pattern. */
bool fk_glob_may_match(const char *pattern, const char *beginning);

#endif
