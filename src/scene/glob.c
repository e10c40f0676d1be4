/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Patterns for names: see fk_glob_matches.
 *
 * Backtracks to the last star only: what an earlier star could match, the last one can match too. So it takes at most
 * the product of the lengths. */

#include "scene/glob.h"

#include <stddef.h>
#include <stdint.h>

/* Reads one character: UTF-8, or a single byte if that is invalid. Not at the end of the text. */
static uint32_t next_character(const char **at)
{
    const unsigned char *byte = (const unsigned char *)*at;
    int more = byte[0] >= 0xf0 ? 3 : byte[0] >= 0xe0 ? 2 : byte[0] >= 0xc0 ? 1 : 0;
    uint32_t code = more > 0 ? byte[0] & (0x3fu >> more) : byte[0];
    for (int i = 1; i <= more; i++) {
        if ((byte[i] & 0xc0) != 0x80) {
            *at += 1;
            return byte[0];
        }
        code = code << 6 | (byte[i] & 0x3f);
    }
    *at += more + 1;
    return code;
}

/* The bracket that closes the one at `open`, or NULL. */
static const char *closing_bracket(const char *open)
{
    const char *at = open + 1;
    at += *at == '!' || *at == '^';
    at += *at == ']';
    while (*at != '\0' && *at != ']')
        at++;
    return *at == ']' ? at : NULL;
}

/* Whether a character is in the brackets. */
static bool is_in_brackets(const char *open, const char *close, uint32_t code)
{
    const char *at = open + 1;
    bool is_inverted = *at == '!' || *at == '^';
    bool found = false;
    at += is_inverted;
    while (at < close) {
        uint32_t low = next_character(&at), high = low;
        if (*at == '-' && at + 1 < close) {
            at++;
            high = next_character(&at);
        }
        found |= low <= code && code <= high;
    }
    return found != is_inverted;
}

/* Matches one character of the name with one item of the pattern that is no star. Returns false if they differ. */
static bool match_character(const char **pattern, const char **name)
{
    const char *close = **pattern == '[' ? closing_bracket(*pattern) : NULL;
    uint32_t code = next_character(name);
    if (close != NULL) {
        bool fits = is_in_brackets(*pattern, close, code);
        *pattern = close + 1;
        return fits;
    }
    if (**pattern != '?')
        return next_character(pattern) == code;
    ++*pattern;
    return true;
}

static bool match_pattern(const char *pattern, const char *name, bool as_beginning)
{
    const char *star = NULL, *resume = NULL; /* after the last star, and where its text ends so far */
    while (*name != '\0') {
        if (*pattern == '*') {
            star = ++pattern;
            resume = name;
        } else if (*pattern == '\0' || !match_character(&pattern, &name)) {
            if (star == NULL)
                return false;
            (void)next_character(&resume);
            pattern = star;
            name = resume;
        }
    }
    if (as_beginning)
        return true;
    while (*pattern == '*')
        pattern++;
    return *pattern == '\0';
}

bool fk_glob_is_pattern(const char *text)
{
    for (; *text != '\0'; text++)
        if (*text == '*' || *text == '?' || *text == '[')
            return true;
    return false;
}

bool fk_glob_matches(const char *pattern, const char *name)
{
    return match_pattern(pattern, name, false);
}

bool fk_glob_may_match(const char *pattern, const char *beginning)
{
    return match_pattern(pattern, beginning, true);
}
