/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Random numbers by seed: splitmix64 (Steele, Lea, Flood, "Fast splittable pseudorandom number generators",
 * 2014). The state is a counter with an odd step, and the output a bijection of it: every seed gives the full
 * period of 2^64, zero included, and the same numbers on every machine.
 *
 * Not for secrets: one output tells all the following ones.
 *
 * Assumes rounding to nearest for fk_random_between; in other modes the result stays in its range, but may
 * differ in its last bit. */

#include "farkas/base.h"

#include <assert.h>

#include "base/bits.h"

fk_random fk_random_make(uint64_t seed)
{
    fk_random random = {seed};
    return random;
}

uint64_t fk_random_u64(fk_random *random)
{
    random->state += 0x9e3779b97f4a7c15u;
    uint64_t z = random->state;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

uint64_t fk_random_below(fk_random *random, uint64_t bound)
{
    assert(bound > 0);
    /* 2^64 mod bound is how many outputs are too many for every remainder to occur equally often; that many
     * of the smallest are drawn again. */
    uint64_t surplus = (0 - bound) % bound;
    uint64_t drawn = fk_random_u64(random);
    while (drawn < surplus)
        drawn = fk_random_u64(random);
    return drawn % bound;
}

double fk_random_unit(fk_random *random)
{
    return (double)(fk_random_u64(random) >> 11) * 0x1p-53;
}

/* The next double below a finite one. */
static double double_before(double x)
{
    uint64_t bits = fk_bits_of(x), sign = (uint64_t)1 << 63;
    if (fk_sign_of(x) == 0)
        return fk_from_bits(sign | 1);
    return fk_from_bits(bits & sign ? bits + 1 : bits - 1);
}

/* Always one draw, so that the position in the stream does not depend on the bounds. A sum that rounds up to
 * high belongs to the last double below it. */
double fk_random_between(fk_random *random, double low, double high)
{
    assert(low < high && low - low == 0.0 && high - high == 0.0);
    const double largest = 0x1.fffffffffffffp1023;
    double unit = fk_random_unit(random);
    double span = high - low;
    /* Where the span overflows, the bounds have opposite signs and are weighed apart. */
    double value = span <= largest ? low + unit * span : low * (1.0 - unit) + high * unit;
    return value < high ? value : double_before(high);
}
