/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Sine, cosine and the angle of a direction, by IEEE additions and multiplications and by integers only: the same
 * bits on every machine, without the C library and without fused multiply-add.
 *
 * The angle is reduced to r = x - n pi/2 with |r| <= pi/4 (up to rounding), kept as the unevaluated sum of two
 * doubles with a relative error below 2^-66; the sine or cosine of r is a polynomial:
 *   |x| <= pi/4      no reduction;
 *   |x| < 1.6e6      pi/2 in four terms, the first three short enough that n times each is exact
 *                    (Cody and Waite, "Software Manual for the Elementary Functions", 1980);
 *   beyond           the product of x with the relevant bits of 2/pi, in integers (Payne and Hanek, "Radian
 *                    reduction for trigonometric functions", 1983).
 * No double except zero comes closer to a multiple of pi/2 than 2^-62; the margins follow from that.
 *
 * The error is below 0.96 units in the last place, as counted beside the polynomials. The largest error ever measured
 * is 0.82.
 *
 * Assumes rounding to nearest. */

#include "farkas/base.h"

#include "base/vec3.h"

/* high + low, with |low| at most half a unit in the last place of high. */
typedef struct double_double {
    double high, low;
} double_double;

/* The rounded sum and its exact error (Knuth). */
static double_double two_sum(double a, double b)
{
    double sum = a + b;
    double b_part = sum - a;
    double a_part = sum - b_part;
    double_double result = {sum, (a - a_part) + (b - b_part)};
    return result;
}

/* The upper 26 bits of a, rounded (Veltkamp). */
static double upper_26_bits(double a)
{
    double scaled = a * 134217729.0; /* 2^27 + 1 */
    return scaled - (scaled - a);
}

/* The rounded product and its exact error (Dekker); neither factor is huge or tiny here. */
static double_double two_product(double a, double b)
{
    double product = a * b;
    double a_high = upper_26_bits(a), b_high = upper_26_bits(b);
    double a_low = a - a_high, b_low = b - b_high;
    double error = ((a_high * b_high - product) + a_high * b_low + a_low * b_high) + a_low * b_low;
    double_double result = {product, error};
    return result;
}

/* ---- Polynomials on [-pi/4, pi/4] ---------------------------------------------------------------------- */

/* Coefficients: interpolation of (sin(r)/r - 1)/r^2 and of (cos(r) - 1 + r^2/2)/r^4, as functions of r^2, in
 * the Chebyshev nodes of [0, (pi/4)^2], computed with 600 bits and rounded to double. As real polynomials they
 * are within 0.06 and 0.01 units in the last place (u = 2^-53 for results from one half to one).
 *
 * Sine: |r z p| < 0.081 comes out of four roundings (z, p, and two products), so it is wrong by less than
 * 0.33 u; adding r.low rounds by 0.07 u, the last sum by 0.5 u, and the polynomial adds 0.06 u: 0.96 u. Below
 * one half, u halves but |r z p| < 0.025, and the total is smaller. Cosine: z^2 p < 0.016 with five roundings
 * costs 0.08 u, the sums of small terms 0.04 u, the last sum 0.5 u, the polynomial 0.01 u: 0.63 u. */

static double sine_of_reduced(double_double r)
{
    double z = r.high * r.high;
    double p = 0x1.61217ee5cca1bp-33 + z * -0x1.ab17bdcbd3414p-41;
    p = -0x1.ae64541295cdfp-26 + z * p;
    p = 0x1.71de3a54607a5p-19 + z * p;
    p = -0x1.a01a01a019937p-13 + z * p;
    p = 0x1.1111111111110p-7 + z * p;
    p = -0x1.5555555555555p-3 + z * p;
    /* sin(high + low) = sin(high) + low cos(high), and 1 - z/2 is enough of the cosine. */
    return r.high + (r.high * (z * p) + r.low * (1.0 - 0.5 * z));
}

static double cosine_of_reduced(double_double r)
{
    double z = r.high * r.high;
    double p = 0x1.1eeb68cd22f56p-29 + z * -0x1.907d8f29fe831p-37;
    p = -0x1.27e4fa17bf139p-22 + z * p;
    p = 0x1.a01a019f4e9b4p-16 + z * p;
    p = -0x1.6c16c16c16967p-10 + z * p;
    p = 0x1.5555555555555p-5 + z * p;
    /* The rounding error of r^2/2 would cost a quarter of a unit. So r is cut in two, high = top + rest with
     * 24 bits in top: top^2/2 is exact, and so is the error of subtracting it from one. */
    double top = (double)(float)r.high;
    double rest = r.high - top;
    double half_square = 0.5 * (top * top);
    double one_minus = 1.0 - half_square;
    double error = (1.0 - one_minus) - half_square;
    double small = (z * z) * p - (0.5 * rest * (r.high + top) + r.high * r.low);
    return one_minus + (error + small);
}

/* ---- Reduction ----------------------------------------------------------------------------------------- */

static const double quarter_pi = 0x1.921fb54442d18p-1;
static const double moderate_limit = 1.6e6;

/* For |x| < moderate_limit, so that |n| < 2^20. The first three terms of pi/2 have 33 bits or fewer: n times each is
 * exact, and so is x - n part1, a multiple of 2^-53 below one. The last product loses less than 2^-130. */
static unsigned reduce_moderate(double x, double_double *reduced)
{
    const double part1 = 0x1.921fb544p+0, part2 = 0x1.0b4611a6p-34;
    const double part3 = 0x1.3198a2ep-69, part4 = 0x1.b839a252049c1p-104;
    const double two_over_pi = 0x1.45f306dc9c883p-1;
    int quadrant = (int)(x * two_over_pi + (x < 0.0 ? -0.5 : 0.5));
    double n = (double)quadrant;
    double_double first = two_sum(x - n * part1, -(n * part2));
    double_double second = two_sum(first.high, -(n * part3));
    *reduced = two_sum(second.high, (first.low + second.low) - n * part4);
    return (unsigned)quadrant & 3u;
}

/* The first 1184 bits of 2/pi behind 64 zero bits, in words of 32, the leading one first. Computed as
 * floor(2^(N+1) / pi) with whole numbers of any size in Python, from Machin's
 * pi = 16 arctan(1/5) - 4 arctan(1/239) with 64 guard bits. */
static const uint32_t two_over_pi_words[] = {
    0x00000000, 0x00000000, 0xa2f9836e, 0x4e441529, 0xfc2757d1, 0xf534ddc0, 0xdb629599, 0x3c439041,
    0xfe5163ab, 0xdebbc561, 0xb7246e3a, 0x424dd2e0, 0x06492eea, 0x09d1921c, 0xfe1deb1c, 0xb129a73e,
    0xe88235f5, 0x2ebb4484, 0xe99c7026, 0xb45f7e41, 0x3991d639, 0x835339f4, 0x9c845f8b, 0xbdf9283b,
    0x1ff897ff, 0xde05980f, 0xef2f118b, 0x5a0a6d1f, 0x6d367ecf, 0x27cb09b7, 0x4f463f66, 0x9e5fea2d,
    0x7527bac7, 0xebe5f17b, 0x3d0739f7, 0x8a5292ea, 0x6bfb5fb1, 0x1f8d5d08, 0x56033046,
};

enum { WINDOW_WORDS = 6 };

/* product = mantissa * (the WINDOW_WORDS words of 2/pi from bit first_bit on), modulo 2^192; leading word first. */
static void multiply_window(uint64_t mantissa, unsigned first_bit, uint32_t product[WINDOW_WORDS])
{
    const uint32_t *words = two_over_pi_words + first_bit / 32;
    unsigned shift = first_bit % 32;
    uint64_t low = mantissa & 0xffffffffu, high = mantissa >> 32;
    uint64_t carry = 0, word_before = 0;
    for (int i = WINDOW_WORDS - 1; i >= 0; i--) {
        uint64_t pair = (uint64_t)words[i] << 32 | words[i + 1];
        uint64_t word = pair << shift >> 32;
        /* high has 21 bits, so the sum does not overflow; the product with high is one word higher. */
        uint64_t low_part = low * word;
        uint64_t high_part = high * word_before;
        uint64_t sum = (low_part & 0xffffffffu) + (high_part & 0xffffffffu) + (carry & 0xffffffffu);
        product[i] = (uint32_t)sum;
        carry = (low_part >> 32) + (high_part >> 32) + (carry >> 32) + (sum >> 32);
        word_before = word;
    }
}

/* The fraction 0.w0 w1 w2 ... in words of 32 bits. Each step adds an exact term and keeps the error. */
static double_double fraction_to_double(const uint32_t words[WINDOW_WORDS])
{
    double_double sum = {0.0, 0.0};
    double scale = 0x1p-32, errors = 0.0;
    for (int i = 0; i < WINDOW_WORDS; i++) {
        double_double next = two_sum(sum.high, (double)words[i] * scale);
        sum.high = next.high;
        errors += next.low;
        scale *= 0x1p-32;
    }
    return two_sum(sum.high, errors);
}

/* For finite x >= moderate_limit. With x = m 2^e, the bits of 2/pi whose product with 2^e is 4 or more add whole
 * turns and are left out; the next 192 bits give n modulo 4 and 190 bits of the fraction, with an error below m
 * 2^-190 < 2^-137. The leading bit of the fraction decides whether to round n up. */
static unsigned reduce_large(double x, double_double *reduced)
{
    uint64_t bits = fk_bits_of(x);
    uint64_t mantissa = (bits & 0xfffffffffffffu) | 0x10000000000000u;
    int exponent = (int)(bits >> 52) - 1075;
    /* Bit i of the table has the weight 2^(63 - i): start where exponent + 63 - i is 1. */
    uint32_t product[WINDOW_WORDS];
    multiply_window(mantissa, (unsigned)(exponent + 62), product);
    unsigned quadrant = product[0] >> 30;
    uint32_t negative = product[0] >> 29 & 1u;
    for (int i = 0; i < WINDOW_WORDS; i++) {
        uint32_t next = i + 1 < WINDOW_WORDS ? product[i + 1] : 0;
        product[i] = product[i] << 2 | next >> 30;
        /* 1 - fraction, short of one unit in the last of the 192 places. */
        product[i] ^= 0u - negative;
    }
    double_double fraction = fraction_to_double(product);
    if (negative) {
        fraction.high = -fraction.high;
        fraction.low = -fraction.low;
    }
    const double_double half_pi = {0x1.921fb54442d18p+0, 0x1.1a62633145c07p-54};
    double_double angle = two_product(fraction.high, half_pi.high);
    *reduced = two_sum(angle.high, angle.low + (fraction.high * half_pi.low + fraction.low * half_pi.high));
    return (quadrant + negative) & 3u;
}

/* For finite x: returns the quadrant n modulo 4, and computes r. */
static unsigned reduce_angle(double x, double_double *reduced)
{
    double magnitude = x < 0.0 ? -x : x;
    if (magnitude <= quarter_pi) {
        reduced->high = x;
        reduced->low = 0.0;
        return 0;
    }
    if (magnitude < moderate_limit)
        return reduce_moderate(x, reduced);
    unsigned quadrant = reduce_large(magnitude, reduced);
    if (x < 0.0) {
        reduced->high = -reduced->high;
        reduced->low = -reduced->low;
        quadrant = (4u - quadrant) & 3u;
    }
    return quadrant;
}

/* ---- Sine and cosine ----------------------------------------------------------------------------------- */

/* Below 2^-27, x and 1 are the nearest doubles to the sine and the cosine. */
enum { BIASED_TINY = 1023 - 27 };

/* One NaN for all, since the sign of a NaN from arithmetic depends on the processor. */
static double quiet_nan(void)
{
    return fk_from_bits(0x7ff8000000000000u);
}

static double sine_or_cosine(unsigned quadrant, double_double r)
{
    double value = quadrant & 1u ? cosine_of_reduced(r) : sine_of_reduced(r);
    return quadrant & 2u ? -value : value;
}

double fk_sin(double x)
{
    if (!fk_is_finite(x))
        return quiet_nan();
    if (fk_biased_exponent(x) < BIASED_TINY)
        return x;
    double_double r;
    unsigned quadrant = reduce_angle(x, &r);
    return sine_or_cosine(quadrant, r);
}

double fk_cos(double x)
{
    if (!fk_is_finite(x))
        return quiet_nan();
    if (fk_biased_exponent(x) < BIASED_TINY)
        return 1.0;
    /* The cosine is a quarter turn ahead of the sine. */
    double_double r;
    unsigned quadrant = reduce_angle(x, &r);
    return sine_or_cosine((quadrant + 1u) & 3u, r);
}

/* ---- Angle of a direction ------------------------------------------------------------------------------- */

/* The arc tangent of z for |z| <= 1/8 up to rounding: Taylor's series, whose next term is below 2^-64 of it. */
static double atan_of_small(double z)
{
    double q = z * z;
    double p = -0x1.af286bca1af28p-5 + q * 0x1.8618618618618p-5;
    p = 0x1.e1e1e1e1e1e1ep-5 + q * p;
    p = -0x1.1111111111111p-4 + q * p;
    p = 0x1.3b13b13b13b14p-4 + q * p;
    p = -0x1.745d1745d1746p-4 + q * p;
    p = 0x1.c71c71c71c71cp-4 + q * p;
    p = -0x1.2492492492492p-3 + q * p;
    p = 0x1.999999999999ap-3 + q * p;
    p = -0x1.5555555555555p-2 + q * p;
    return z + z * (q * p);
}

/* With c the multiple of 1/4 nearest to y/x <= 1, the angle is atan(c) + atan((y - c x) / (x + c y)).
 *
 * Errors, with u = 2^-52: the product 3/4 x and the difference are off by 0.875 u x, so the quotient is off by u, and
 * by 3 u of itself, at most 3/8 u; the series adds 2 u of 1/8; both sums are rounded: less than 3 u beside an angle
 * above 1/8, and for c = 0, 4 u of the angle itself. The last difference adds 2 u beside pi/4. */
double fk_atan2_quadrant(double y, double x)
{
    static const double arc_of_quarter[5][2] = {{0, 0},
                                                {0x1.f5b75f92c80ddp-3, 0x1.8ab6e3cf7afbdp-57},
                                                {0x1.dac670561bb4fp-2, 0x1.a2b7f222f65e2p-56},
                                                {0x1.4978fa3269ee1p-1, 0x1.2419a87f2a458p-56},
                                                {0x1.921fb54442d18p-1, 0x1.1a62633145c07p-55}};
    bool is_steep = y > x;
    double small = is_steep ? x : y, large = is_steep ? y : x;
    int quarters = (int)(4.0 * (small / large) + 0.5);
    double c = 0.25 * quarters;
    double rest = atan_of_small((small - c * large) / (large + c * small));
    double angle = arc_of_quarter[quarters][0] + (arc_of_quarter[quarters][1] + rest);
    return is_steep ? 0x1.921fb54442d18p+0 - (angle - 0x1.1a62633145c07p-54) : angle;
}

/* The first eighth of a turn is measured from the x axis, the second from the y axis; all others are mirror images. */
fk_cos_sin fk_turn_fraction(uint32_t i, uint32_t n)
{
    uint64_t quarters = (uint64_t)4 * i, quarter = quarters / n, rest = quarters % n;
    bool high = 2 * rest > n;
    double angle = FK_PI / 2 * (double)(high ? n - rest : rest) / (double)n;
    double along = fk_cos(angle), across = fk_sin(angle);
    if (2 * rest == n) /* both are equal, whatever their rounding */
        across = along;
    fk_cos_sin t = {high ? across : along, high ? along : across};
    for (uint64_t q = 0; q < quarter; q++) {
        fk_cos_sin next = {-t.sine, t.cosine};
        t = next;
    }
    return t;
}
