/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Doubles compared by their bits. */

#ifndef FARKAS_TEST_DOUBLE_BITS_H
#define FARKAS_TEST_DOUBLE_BITS_H

#include "base/bits.h"

#define assert_same_double(a, b) assert_int_equal(fk_bits_of(a), fk_bits_of(b))

#endif
