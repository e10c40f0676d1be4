/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Whole numbers among the options of the test programs. */

#ifndef FARKAS_TEST_WHOLE_OPTION_H
#define FARKAS_TEST_WHOLE_OPTION_H

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

/* Leaves the program when the text is not a whole number of at least `least` and at most `most`. */
static inline uint64_t parse_whole(const char *option, const char *text, uint64_t least, uint64_t most)
{
    char *end;
    uint64_t value = strtoull(text, &end, 10);
    if (text[0] < '0' || text[0] > '9' || *end != '\0' || value < least || value > most) {
        fprintf(stderr, "--%s takes a whole number from %" PRIu64 " to %" PRIu64 ", not '%s'\n", option,
                least, most, text);
        exit(2);
    }
    return value;
}

#endif
