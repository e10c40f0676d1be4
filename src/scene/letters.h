/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Kinds of characters in texts that are read: those of ASCII, whatever the locale. */

#ifndef FARKAS_SCENE_LETTERS_H
#define FARKAS_SCENE_LETTERS_H

#include <stdbool.h>

static inline bool fk_is_blank(char c)
{
    return c == ' ' || (c >= '\t' && c <= '\r');
}

static inline bool fk_is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static inline bool fk_is_lower(char c)
{
    return c >= 'a' && c <= 'z';
}

static inline bool fk_is_upper(char c)
{
    return c >= 'A' && c <= 'Z';
}

/* Whether a character is part of a name: letters, digits, '_'. */
static inline bool fk_is_name_byte(char c)
{
    return fk_is_lower(c) || fk_is_upper(c) || fk_is_digit(c) || c == '_';
}

#endif
