/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Patterns for names: * is any text, ? any character, [a-z_] one of these, [!a-z] or [^a-z] one of the
 * others. A bracket that is not closed is itself; "]" is one of them when it comes first. [*] is a star.
 * Names are UTF-8; what is not, byte by byte. */

#ifndef FARKAS_SCENE_GLOB_H
#define FARKAS_SCENE_GLOB_H

#include <stdbool.h>

/* Whether a text has *, ? or [. */
bool fk_glob_is_pattern(const char *text);

bool fk_glob_matches(const char *pattern, const char *name);

/* Whether some text behind the beginning of a name can make the pattern match. */
bool fk_glob_may_match(const char *pattern, const char *beginning);

#endif
