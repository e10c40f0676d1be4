/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Doubles to text and back, in integer arithmetic only. The result is the same on every machine, and depends neither
 * on the locale nor on the rounding mode nor on the treatment of denormals; the C library (with its errno) is not
 * used.
 *
 * Writing follows Giulietti, "The Schubfach way to render doubles" (2021): of all decimals that read back to the same
 * double, the shortest, and of those the closest. Reading follows Clinger, "How to read floating point numbers
 * accurately" (1990), and Lemire, "Number parsing at a gigabyte per second" (2021): a 128-bit power of ten brackets
 * the value; if both ends of the bracket do not round to the same double, one comparison of integers with thousands
 * of bits decides.
 *
 * A double is handled as its bits, or as mantissa * 2^exponent. A text may have any length; only its first 800
 * significant digits are read one by one. */

#include "farkas/base.h"

#include <string.h>

#include "base/bits.h"

static const uint64_t sign_bit = 0x8000000000000000u;
static const uint64_t infinity_bits = 0x7ff0000000000000u;
static const uint64_t quiet_nan_bits = 0x7ff8000000000000u;
static const uint64_t fraction_mask = 0x000fffffffffffffu;
static const uint64_t hidden_bit = 0x0010000000000000u;

/* floor(product / 2^shift) for products down to -4096 * 2^shift; C leaves the shift of negative numbers to the
 * implementation. */
static int floor_shift(int64_t product, int shift)
{
    return (int)((product + ((int64_t)4096 << shift)) >> shift) - 4096;
}

/* ---- Powers of ten with 128 bits ----------------------------------------------------------------------- */

typedef struct product128 {
    uint64_t high, low;
} product128;

static product128 multiply_64(uint64_t a, uint64_t b)
{
    const uint64_t mask = 0xffffffffu;
    uint64_t low = (a & mask) * (b & mask);
    uint64_t cross = (a >> 32) * (b & mask) + (low >> 32);
    uint64_t other = (a & mask) * (b >> 32) + (cross & mask);
    return (product128){(a >> 32) * (b >> 32) + (cross >> 32) + (other >> 32), other << 32 | (low & mask)};
}

enum { COARSE_STEP = 27, COARSE_FIRST = -351 };

/* The leading 192 bits of 10^-351, 10^-324, ..., 10^324. */
static const uint64_t coarse_powers[][3] = {
    {0x8049a4ac0c5811ae, 0x205b896d777d6278, 0xac261e9f5141430b}, /* 10^-351 */
    {0xcf42894a5dce35ea, 0x52064cac828675b9, 0x475f2b7d7df1ad7a},
    {0xa76c582338ed2621, 0xaf2af2b80af6f24e, 0x657c8f4d43323a36},
    {0x873e4f75e2224e68, 0x5a7744a6e804a291, 0xcc35eddfcf0996d7},
    {0xda7f5bf590966848, 0xaf39a475506a899e, 0xa30294cc2934e662},
    {0xb080392cc4349dec, 0xbd8d794d96aacfb3, 0xfe13a5c86af64418},
    {0x8e938662882af53e, 0x547eb47b7282ee9c, 0x41b0230e1421487d},
    {0xe65829b3046b0afa, 0x0cb4a5a3112a5112, 0xa3b561b1cb208396},
    {0xba121a4650e4ddeb, 0x92f34d62616ce413, 0x21a0183e10583cd3},
    {0x964e858c91ba2655, 0x3a6a07f8d510f86f, 0xe9082f25e9c5e9ec},
    {0xf2d56790ab41c2a2, 0xfae27299423fb9c3, 0x3695dad7e8858901},
    {0xc428d05aa4751e4c, 0xaa97e14c3c26b886, 0x96842dc95323f5a8},
    {0x9e74d1b791e07e48, 0x775ea264cf55347d, 0xca49f1c05120c9c7},
    {0x8000000000000000, 0x0000000000000000, 0x0000000000000000}, /* 1 */
    {0xcecb8f27f4200f3a, 0x0000000000000000, 0x0000000000000000},
    {0xa70c3c40a64e6c51, 0x999090b65f67d924, 0x0000000000000000},
    {0x86f0ac99b4e8dafd, 0x69a028bb3ded71a3, 0xdf9f915627c04e28},
    {0xda01ee641a708de9, 0xe80e6f4820cc9495, 0xd74baad03bc1d8d3},
    {0xb01ae745b101e9e4, 0x5ec05dcff72e7f8f, 0xc04c79ffe324301f},
    {0x8e41ade9fbebc27d, 0x14588f13be847307, 0x23bd6a2059c002f5},
    {0xe5d3ef282a242e81, 0x8f1668c8a86da5fa, 0xf0b5ccf5176ecc7c},
    {0xb9a74a0637ce2ee1, 0x6d953e2bd7173692, 0x88efb0037ac08bde},
    {0x95f83d0a1fb69cd9, 0x4abdaf101564f98e, 0x0d5a4af7b3a98e47},
    {0xf24a01a73cf2dccf, 0xbc633b39673c8cec, 0x3d9c44cd2f36917c},
    {0xc3b8358109e84f07, 0x0a862f80ec4700c8, 0x02606ea01029dc37},
    {0x9e19db92b4e31ba9, 0x6c07a2c26a8346d1, 0x4944d9f52cd0dec2}, /* 10^324 */
};

/* 10^0, 10^1, ..., 10^26, shifted until the leading bit of 64 is set; all of them are exact. */
static const uint64_t fine_powers[COARSE_STEP] = {
    0x8000000000000000, 0xa000000000000000, 0xc800000000000000, 0xfa00000000000000, 0x9c40000000000000,
    0xc350000000000000, 0xf424000000000000, 0x9896800000000000, 0xbebc200000000000, 0xee6b280000000000,
    0x9502f90000000000, 0xba43b74000000000, 0xe8d4a51000000000, 0x9184e72a00000000, 0xb5e620f480000000,
    0xe35fa931a0000000, 0x8e1bc9bf04000000, 0xb1a2bc2ec5000000, 0xde0b6b3a76400000, 0x8ac7230489e80000,
    0xad78ebc5ac620000, 0xd8d726b7177a8000, 0x878678326eac9000, 0xa968163f0a57b400, 0xd3c21bcecceda100,
    0x84595161401484a0, 0xa56fa5b99019a5c8,
};

/* 10^k = mantissa * 2^exponent, rounded down, with the leading bit of mantissa set; -351 <= k <= 350.
 *
 * The product of the two tables is cut to 128 bits. Integers in Python, which generated the tables, confirmed for
 * every k in the range that these are the true leading bits of 10^k. */
static product128 power_of_ten(int k, int *exponent)
{
    const uint64_t *coarse = coarse_powers[(k - COARSE_FIRST) / COARSE_STEP];
    uint64_t fine = fine_powers[(k - COARSE_FIRST) % COARSE_STEP];
    product128 top = multiply_64(coarse[0], fine), middle = multiply_64(coarse[1], fine);
    uint64_t bottom = multiply_64(coarse[2], fine).high;
    uint64_t third = middle.low + bottom;
    uint64_t carry = third < bottom;
    uint64_t second = top.low + middle.high;
    uint64_t first = top.high + (second < middle.high);
    second += carry;
    first += second < carry;
    if (first < sign_bit) {
        first = first << 1 | second >> 63;
        second = second << 1 | third >> 63;
    }
    /* 217706 / 2^16 is close enough to the logarithm of 10 in base 2 for this range. */
    *exponent = floor_shift((int64_t)k * 217706, 16) - 127;
    return (product128){first, second};
}

/* The next larger mantissa. */
static product128 rounded_up(product128 mantissa)
{
    mantissa.low++;
    mantissa.high += mantissa.low == 0;
    return mantissa;
}

/* ---- Writing: the shortest decimal --------------------------------------------------------------------- */

/* digits * 10^exponent. */
typedef struct short_decimal {
    uint64_t digits;
    int exponent;
} short_decimal;

/* floor(factor * power / 2^128), with its last bit set if bits are dropped ("rounded to odd": comparisons with even
 * numbers stay true). power is 10^-k rounded up, so the product is too large by less than 2^-68. The true fraction is
 * zero, or at least 2^-65.5 and at most 1 - 2^-63.5: Euclid's algorithm gave the extremes over all mantissas for each
 * exponent of a double. So below 2^-66 it is zero. */
static uint64_t scale_to_odd(product128 power, uint64_t factor)
{
    product128 low = multiply_64(power.low, factor), high = multiply_64(power.high, factor);
    uint64_t fraction = high.low + low.high;
    uint64_t whole = high.high + (fraction < low.high);
    bool inexact = fraction != 0 || low.low >> 62 != 0;
    return whole | (inexact ? 1 : 0);
}

/* design: everything is in quarters of 10^k, where 10^k is about the distance to the next double. The interval that
 * reads back to the double, ends included if its mantissa is even, contains at most one multiple of 10^(k+1): if
 * there is one, it is the shortest decimal, and its trailing zeros are removed later. Otherwise the two multiples of
 * 10^k around the value are candidates, and the closer one wins if both are inside. */
static short_decimal shortest_decimal(uint64_t mantissa, int exponent, bool lower_gap_is_half)
{
    int64_t log = (int64_t)exponent * 1262611; /* times log10(2) * 2^22 */
    int k = floor_shift(lower_gap_is_half ? log - 524031 : log, 22);
    int power_exponent;
    product128 power = rounded_up(power_of_ten(-k, &power_exponent));
    int shift = exponent + power_exponent + 128;
    uint64_t value = scale_to_odd(power, mantissa << 2 << shift);
    uint64_t lower = scale_to_odd(power, ((mantissa << 2) - (lower_gap_is_half ? 1 : 2)) << shift);
    uint64_t upper = scale_to_odd(power, ((mantissa << 2) + 2) << shift);
    uint64_t open = mantissa & 1;
    lower += open;
    upper -= open;

    uint64_t floor_k = value >> 2;
    if (floor_k >= 10) {
        uint64_t tens = floor_k / 10;
        bool below = lower <= 40 * tens, above = 40 * tens + 40 <= upper;
        if (below != above)
            return (short_decimal){tens + (above ? 1 : 0), k + 1};
    }
    bool below = lower <= 4 * floor_k, above = 4 * floor_k + 4 <= upper;
    uint64_t middle = 4 * floor_k + 2;
    bool closer_above = value > middle || (value == middle && (floor_k & 1));
    return (short_decimal){floor_k + ((below != above ? above : closer_above) ? 1 : 0), k};
}

/* Writes a whole number and returns its length. */
static size_t write_digits(uint64_t whole, char *text)
{
    char reversed[20];
    size_t length = 0;
    do {
        reversed[length++] = (char)('0' + whole % 10);
        whole /= 10;
    } while (whole != 0);
    for (size_t i = 0; i < length; i++)
        text[i] = reversed[length - 1 - i];
    return length;
}

/* Inserts a point after the first `before` digits of text, with zeros if it lies outside. */
static size_t insert_point(char *text, size_t count, int before)
{
    if (before <= 0) {
        size_t zeros = (size_t)-before;
        memmove(text + 2 + zeros, text, count);
        memset(text, '0', 2 + zeros);
        text[1] = '.';
        return 2 + zeros + count;
    }
    size_t whole = (size_t)before;
    if (whole >= count) {
        memset(text + count, '0', whole - count);
        return whole;
    }
    memmove(text + whole + 1, text + whole, count - whole);
    text[whole] = '.';
    return count + 1;
}

static size_t write_decimal(short_decimal number, char *text)
{
    while (number.digits % 10000 == 0) {
        number.digits /= 10000;
        number.exponent += 4;
    }
    while (number.digits % 10 == 0) {
        number.digits /= 10;
        number.exponent += 1;
    }
    size_t count = write_digits(number.digits, text);
    int leading = number.exponent + (int)count - 1;
    /* Plain notation from 0.0001 to below 1e17: it is longer by a few zeros at most, and every integer that a double
     * can tell from its neighbours looks like one. */
    if (leading > -5 && leading < 17)
        return insert_point(text, count, leading + 1);
    size_t length = count > 1 ? insert_point(text, count, 1) : 1;
    text[length++] = 'e';
    if (leading < 0) {
        text[length++] = '-';
        leading = -leading;
    }
    return length + write_digits((uint64_t)leading, text + length);
}

/* The text of a double without its sign. */
static size_t write_magnitude(uint64_t bits, char *text)
{
    if (bits >= infinity_bits) {
        memcpy(text, bits == infinity_bits ? "inf" : "nan", 3);
        return 3;
    }
    if (bits == 0) {
        text[0] = '0';
        return 1;
    }
    int biased = (int)(bits >> 52);
    uint64_t fraction = bits & fraction_mask;
    uint64_t mantissa = biased == 0 ? fraction : fraction | hidden_bit;
    int exponent = (biased == 0 ? 1 : biased) - 1075;
    return write_decimal(shortest_decimal(mantissa, exponent, fraction == 0 && biased > 1), text);
}

size_t fk_number_format(double value, char text[FK_NUMBER_SIZE])
{
    uint64_t bits = fk_bits_of(value);
    uint64_t magnitude = bits & ~sign_bit;
    size_t length = 0;
    /* The sign of a NaN means nothing and depends on the processor. */
    if (bits != magnitude && magnitude <= infinity_bits)
        text[length++] = '-';
    length += write_magnitude(magnitude, text + length);
    text[length] = '\0';
    return length;
}

/* ---- Reading: rounding to a double --------------------------------------------------------------------- */

/* Shifts until the leading bit is set; returns by how much. Not for zero. */
static int normalise(uint64_t *x)
{
    int shifted = 0;
    for (int step = 32; step > 0; step /= 2) {
        if (*x >> (64 - step) == 0) {
            *x <<= step;
            shifted += step;
        }
    }
    return shifted;
}

/* The double nearest to mantissa * 2^exponent, or to slightly more when sticky, as bits; ties to even. The
 * leading bit of mantissa is set. */
static uint64_t round_to_bits(uint64_t mantissa, bool sticky, int exponent)
{
    int leading = exponent + 63;
    if (leading > 1023)
        return infinity_bits;
    /* How many bits are dropped: more for denormals, and all of them below. */
    int drop = leading >= -1022 ? 11 : 11 + (-1022 - leading);
    if (drop > 64)
        return 0;
    uint64_t kept = drop == 64 ? 0 : mantissa >> drop;
    uint64_t rest = mantissa << (64 - drop);
    bool up = rest > sign_bit || (rest == sign_bit && (sticky || (kept & 1)));
    /* The hidden bit of a normal number adds one to the exponent field, and so does a carry out of the
     * mantissa, up to infinity. */
    uint64_t field = leading >= -1022 ? (uint64_t)(leading + 1022) : 0;
    return (field << 52) + kept + (up ? 1 : 0);
}

/* The double nearest to digits * power * 2^exponent, not for zero. */
static uint64_t round_product(uint64_t digits, product128 power, int exponent)
{
    exponent -= normalise(&digits);
    product128 high = multiply_64(digits, power.high), low = multiply_64(digits, power.low);
    uint64_t second = high.low + low.high;
    uint64_t first = high.high + (second < low.high);
    exponent += 128;
    if (first < sign_bit) {
        first = first << 1 | second >> 63;
        second <<= 1;
        exponent -= 1;
    }
    return round_to_bits(first, (second | low.low) != 0, exponent);
}

/* ---- Reading: big integers ----------------------------------------------------------------------------- */

/* The largest are 801 digits (2661 bits) on one side and 54 bits times 5^1126 (2615 bits) on the other; the smaller
 * is then shifted to about the size of the larger. */
enum { BIG_WORDS = 96, BIG_DIGITS = 800 };

typedef struct big_integer {
    uint32_t words[BIG_WORDS]; /* the lowest first */
    int count;
} big_integer;

static void big_append(big_integer *number, uint32_t word)
{
    if (word != 0 && number->count < BIG_WORDS)
        number->words[number->count++] = word;
}

static void big_multiply_add(big_integer *number, uint32_t factor, uint32_t addend)
{
    uint64_t carry = addend;
    for (int i = 0; i < number->count; i++) {
        carry += (uint64_t)number->words[i] * factor;
        number->words[i] = (uint32_t)carry;
        carry >>= 32;
    }
    big_append(number, (uint32_t)carry);
}

static void big_multiply_power_of_five(big_integer *number, int power)
{
    for (; power >= 13; power -= 13)
        big_multiply_add(number, 1220703125u, 0);
    for (; power > 0; power--)
        big_multiply_add(number, 5, 0);
}

static void big_shift_left(big_integer *number, int bits)
{
    int words = bits / 32;
    if (number->count + words > BIG_WORDS)
        words = BIG_WORDS - number->count;
    memmove(number->words + words, number->words, (size_t)number->count * sizeof number->words[0]);
    memset(number->words, 0, (size_t)words * sizeof number->words[0]);
    number->count += words;
    big_multiply_add(number, (uint32_t)1 << bits % 32, 0);
}

static int big_compare(const big_integer *a, const big_integer *b)
{
    if (a->count != b->count)
        return a->count < b->count ? -1 : 1;
    for (int i = a->count - 1; i >= 0; i--)
        if (a->words[i] != b->words[i])
            return a->words[i] < b->words[i] ? -1 : 1;
    return 0;
}

/* ---- Reading: decimal text ----------------------------------------------------------------------------- */

typedef struct number_cursor {
    const char *at, *end;
} number_cursor;

static int digit_value(char c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    if (c >= 'a' && c <= 'f')
        return c - 'a' + 10;
    return c >= 'A' && c <= 'F' ? c - 'A' + 10 : 99;
}

/* Skips c, or its capital letter, if it is next. */
static bool accept_character(number_cursor *text, char c)
{
    if (text->at == text->end || (*text->at != c && !(c >= 'a' && c <= 'z' && *text->at == c - 'a' + 'A')))
        return false;
    text->at++;
    return true;
}

/* The digits of a number in base 10 or 16: value = leading * base^exponent, or more if nonzero digits were left out.
 * [first, end) contains the digits from the first nonzero one on, possibly with a point. */
typedef struct parsed_numeral {
    uint64_t leading;
    int count; /* digits in leading */
    bool more;
    int64_t exponent;
    const char *first, *end;
} parsed_numeral;

/* Returns false if there is no digit. */
static bool scan_digits(number_cursor *text, int base, parsed_numeral *out)
{
    const int capacity = base == 10 ? 19 : 16;
    parsed_numeral n = {0};
    bool any = false, behind_point = false;
    for (; text->at != text->end; text->at++) {
        if (*text->at == '.' && !behind_point) {
            behind_point = true;
            continue;
        }
        int digit = digit_value(*text->at);
        if (digit >= base)
            break;
        any = true;
        if (n.count == 0 && digit == 0) {
            n.exponent -= behind_point;
        } else if (n.count < capacity) {
            n.first = n.count == 0 ? text->at : n.first;
            n.leading = n.leading * (uint64_t)base + (uint64_t)digit;
            n.count++;
            n.exponent -= behind_point;
        } else {
            n.more = n.more || digit != 0;
            n.exponent += !behind_point;
        }
    }
    n.end = text->at;
    *out = n;
    return any;
}

/* Reads an optional exponent after its letter. Returns false if its digits are missing. Huge exponents saturate, far
 * beyond what a text of any length could compensate. */
static bool scan_exponent(number_cursor *text, char letter, int64_t *exponent)
{
    const int64_t enough = 100000000000000000;
    *exponent = 0;
    if (!accept_character(text, letter))
        return true;
    bool negative = accept_character(text, '-');
    if (!negative)
        (void)accept_character(text, '+');
    const char *start = text->at;
    for (; text->at != text->end && digit_value(*text->at) < 10; text->at++)
        if (*exponent < enough)
            *exponent = *exponent * 10 + digit_value(*text->at);
    *exponent = negative ? -*exponent : *exponent;
    return text->at != start;
}

/* The significant digits as an integer, nine at a time; returns the power of ten that goes with it. After the first
 * 800 digits, more than any double or midpoint of two doubles has, a single digit 1 replaces the rest if the rest is
 * not zero. */
static int64_t big_from_numeral(const parsed_numeral *n, big_integer *number)
{
    number->count = 0;
    uint32_t chunk = 0, scale = 1;
    int used = 0;
    bool more = false;
    for (const char *at = n->first; at != n->end; at++) {
        if (*at == '.')
            continue;
        if (used == BIG_DIGITS) {
            more = more || *at != '0';
            continue;
        }
        chunk = chunk * 10 + (uint32_t)digit_value(*at);
        scale *= 10;
        used++;
        if (scale == 1000000000) {
            big_multiply_add(number, scale, chunk);
            chunk = 0;
            scale = 1;
        }
    }
    big_multiply_add(number, scale, chunk);
    if (more) {
        big_multiply_add(number, 10, 1);
        used++;
    }
    return n->exponent + n->count - used;
}

/* The sign of the decimal number minus the midpoint of the double with the given bits and the next one. Both are
 * integers times powers of two and five; negative powers move to the other side. */
static int compare_with_middle(const parsed_numeral *n, uint64_t bits)
{
    int biased = (int)(bits >> 52);
    uint64_t mantissa = (bits & fraction_mask) | (biased == 0 ? 0 : hidden_bit);
    uint64_t middle = 2 * mantissa + 1;
    int middle_exponent = (biased == 0 ? 1 : biased) - 1076;
    big_integer left, right = {{(uint32_t)middle}, 1};
    big_append(&right, (uint32_t)(middle >> 32));
    int exponent = (int)big_from_numeral(n, &left);
    big_multiply_power_of_five(exponent < 0 ? &right : &left, exponent < 0 ? -exponent : exponent);
    int twos = exponent - middle_exponent;
    big_shift_left(twos < 0 ? &right : &left, twos < 0 ? -twos : twos);
    return big_compare(&left, &right);
}

static uint64_t round_decimal(const parsed_numeral *n)
{
    /* The leading digit decides numbers far outside the range of doubles. */
    int64_t leading = n->exponent + n->count - 1;
    if (n->count == 0 || leading < -325)
        return 0;
    if (leading > 308)
        return infinity_bits;
    int k = (int)n->exponent, exponent;
    product128 power = power_of_ten(k, &exponent);
    uint64_t lower = round_product(n->leading, power, exponent);
    bool exact = k >= 0 && k <= 55; /* 5^55 has 128 bits */
    if (exact && !n->more)
        return lower;
    uint64_t upper =
        round_product(n->leading + (n->more ? 1 : 0), exact ? power : rounded_up(power), exponent);
    if (lower == upper)
        return lower;
    /* The bracket is far narrower than the distance of doubles: these are neighbours, with one midpoint. */
    int sign = compare_with_middle(n, lower);
    return sign < 0 || (sign == 0 && !(lower & 1)) ? lower : upper;
}

static bool read_decimal(number_cursor *text, uint64_t *bits)
{
    parsed_numeral n;
    int64_t exponent;
    if (!scan_digits(text, 10, &n) || !scan_exponent(text, 'e', &exponent))
        return false;
    n.exponent += exponent;
    *bits = round_decimal(&n);
    return true;
}

/* ---- Reading: hexadecimal text and words --------------------------------------------------------------- */

static bool read_hexadecimal(number_cursor *text, uint64_t *bits)
{
    parsed_numeral n;
    int64_t exponent;
    if (!scan_digits(text, 16, &n) || !scan_exponent(text, 'p', &exponent))
        return false;
    if (n.count == 0) {
        *bits = 0;
        return true;
    }
    exponent += 4 * n.exponent;
    exponent -= normalise(&n.leading);
    /* Far outside the range of doubles, a smaller exponent gives the same infinity or zero. */
    const int64_t limit = 10000;
    exponent = exponent > limit ? limit : exponent < -limit ? -limit : exponent;
    *bits = round_to_bits(n.leading, n.more, (int)exponent);
    return true;
}

static bool accept_letters(number_cursor *text, const char *word)
{
    number_cursor ahead = *text;
    for (; *word != '\0'; word++)
        if (!accept_character(&ahead, *word))
            return false;
    *text = ahead;
    return true;
}

/* "inf", "infinity", "nan" or "nan(letters, digits and underscores)"; the latter are not kept. */
static bool read_inf_or_nan(number_cursor *text, uint64_t *bits)
{
    if (accept_letters(text, "inf")) {
        (void)accept_letters(text, "inity");
        *bits = infinity_bits;
        return true;
    }
    if (!accept_letters(text, "nan"))
        return false;
    *bits = quiet_nan_bits;
    if (!accept_character(text, '('))
        return true;
    for (; text->at != text->end; text->at++) {
        char c = *text->at;
        bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
        if (!letter && !(c >= '0' && c <= '9') && c != '_')
            break;
    }
    return accept_character(text, ')');
}

bool fk_number_parse(const char *text, size_t length, double *out)
{
    if (length == 0)
        return false;
    number_cursor rest = {text, text + length};
    bool negative = accept_character(&rest, '-');
    if (!negative)
        (void)accept_character(&rest, '+');
    uint64_t bits;
    bool read;
    if (accept_letters(&rest, "0x"))
        read = read_hexadecimal(&rest, &bits);
    else if (rest.at != rest.end && (digit_value(*rest.at) < 10 || *rest.at == '.'))
        read = read_decimal(&rest, &bits);
    else
        read = read_inf_or_nan(&rest, &bits);
    if (!read || rest.at != rest.end)
        return false;
    bits |= negative ? sign_bit : 0;
    *out = fk_from_bits(bits);
    return true;
}
