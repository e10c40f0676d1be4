/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Doubles by their bits, for tests. */

#ifndef FARKAS_TEST_DOUBLE_BITS_H
#define FARKAS_TEST_DOUBLE_BITS_H

#include <stdint.h>
#include <string.h>

static inline uint64_t bits_of(double x)
{
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    return bits;
}

static inline double from_bits(uint64_t bits)
{
    double x;
    memcpy(&x, &bits, sizeof x);
    return x;
}

#define assert_same_double(a, b) assert_int_equal(bits_of(a), bits_of(b))

#endif
