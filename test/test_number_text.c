/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Numbers as text. Reference: strtod and printf of the C library in the C locale, and where these are known to
 * fail, whole numbers of GMP or hand-computed values. */

#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include <fenv.h>
#include <float.h>
#include <locale.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <gmp.h>

#include "double_bits.h"
#include "farkas/base.h"
#include "fpu_modes.h"

/* ---- Numbers as text: writing -------------------------------------------------------------------------- */

static void assert_format(double value, const char *expected)
{
    char text[FK_NUMBER_SIZE];
    memset(text, '#', sizeof text);
    size_t length = fk_number_format(value, text);
    assert_string_equal(text, expected);
    assert_int_equal(length, strlen(expected));
}

static void check_known_formats(void)
{
    static const struct {
        double value;
        const char *text;
    } cases[] = {
        {0.0, "0"},
        {1.0, "1"},
        {0.1, "0.1"},
        {0.3, "0.3"},
        {100, "100"},
        {123456789, "123456789"},
        {0.1 + 0.2, "0.30000000000000004"},
        {1.0 / 3, "0.3333333333333333"},
        {1e16, "10000000000000000"},
        {12345678901234568, "12345678901234568"},
        {1e17, "1e17"},
        {1e21, "1e21"},
        {1e22, "1e22"},
        {1e23, "1e23"},
        {9.5e-5, "9.5e-5"},
        {0.0001, "0.0001"},
        {0.000123, "0.000123"},
        {0.00001, "1e-5"},
        {4.9406564584124654e-324, "5e-324"},
        {9.8813129168249309e-324, "1e-323"},
        {1.4821969375237396e-323, "1.5e-323"},
        {2.2250738585072014e-308, "2.2250738585072014e-308"},
        {2.2250738585072009e-308, "2.225073858507201e-308"},
        {1.7976931348623157e308, "1.7976931348623157e308"},
        {9007199254740992.0, "9007199254740992"},
        {9007199254740991, "9007199254740991"},
        {5.764607523034235e39, "5.764607523034235e39"},
        {2e-44, "2e-44"},
        /* A power of two: the double below is closer than the one above, and a digit can be saved only above. */
        {0x1p-44, "5.684341886080802e-14"},
        {9.5367431640625e-7, "9.5367431640625e-7"},
        {1e300, "1e300"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char negative[FK_NUMBER_SIZE + 1] = "-";
        strcat(negative, cases[i].text);
        assert_format(cases[i].value, cases[i].text);
        assert_format(-cases[i].value, negative);
    }
}

static void test_number_format_known(void **state)
{
    (void)state;
    check_known_formats();
    assert_format(INFINITY, "inf");
    assert_format(-INFINITY, "-inf");
    assert_format(NAN, "nan");
    assert_format(fk_from_bits(0xfff8000000000000u), "nan");
    assert_format(fk_from_bits(0x7ff0000000000001u), "nan");
    assert_format(-1.2345678901234567e-308, "-1.2345678901234567e-308");
}

/* The digits of a number without sign, point, exponent and outer zeros. */
static size_t significant_digits(const char *text, char digits[32])
{
    size_t count = 0;
    for (; *text != '\0' && *text != 'e'; text++)
        if (*text >= '0' && *text <= '9' && (count > 0 || *text != '0'))
            digits[count++] = *text;
    while (count > 0 && digits[count - 1] == '0')
        count--;
    digits[count] = '\0';
    return count;
}

/* The grammar of a JSON number, written down once more: -? (0 | [1-9][0-9]*) (.[0-9]+)? (e-?[0-9]+)? */
static bool is_json_number(const char *text)
{
    const char *digits = "0123456789";
    text += *text == '-';
    size_t whole = strspn(text, digits);
    if (whole == 0 || (whole > 1 && *text == '0'))
        return false;
    text += whole;
    if (*text == '.') {
        size_t fraction = strspn(++text, digits);
        if (fraction == 0)
            return false;
        text += fraction;
    }
    if (*text == 'e') {
        text += 1 + (text[1] == '-');
        size_t exponent = strspn(text, digits);
        if (exponent == 0 || *text == '0')
            return false;
        text += exponent;
    }
    return *text == '\0';
}

static void check_round_trip(double value)
{
    char text[FK_NUMBER_SIZE];
    size_t length = fk_number_format(value, text);
    double back = 0;
    if (length >= FK_NUMBER_SIZE || text[length] != '\0' || !fk_number_parse(text, length, &back) ||
        fk_bits_of(back) != fk_bits_of(value)) {
        print_error("%a is written as %s and read as %a\n", value, text, back);
        fail();
    }
}

/* Against printf: the first precision that reads back has as many digits, and the same ones. Only for a power
 * of two, whose neighbours are not equally far, may the shortest be shorter than that, or differ. */
static void check_shortest(double value)
{
    check_round_trip(value);
    char text[FK_NUMBER_SIZE], other[40], digits[32], other_digits[32];
    fk_number_format(value, text);
    assert_true(is_json_number(text));
    assert_same_double(strtod(text, NULL), value);
    for (int precision = 0; precision < 17; precision++) {
        snprintf(other, sizeof other, "%.*e", precision, value);
        if (fk_bits_of(strtod(other, NULL)) == fk_bits_of(value))
            break;
    }
    size_t count = significant_digits(text, digits), other_count = significant_digits(other, other_digits);
    bool power_of_two = (fk_bits_of(value) & 0xfffffffffffffu) == 0;
    if (count > other_count || (!power_of_two && strcmp(digits, other_digits) != 0)) {
        print_error("%a is written as %s, shortest is %s\n", value, text, other);
        fail();
    }
}

static void test_number_round_trip(void **state)
{
    (void)state;
    fk_random random = fk_random_make(7);
    for (int i = 0; i < 2000000; i++) {
        uint64_t bits = fk_random_u64(&random);
        bits = i % 8 == 0 ? bits & 0x800fffffffffffffu : bits;
        double value = fk_from_bits(bits);
        if (isfinite(value))
            check_round_trip(value);
    }
}

static void test_number_shortest(void **state)
{
    (void)state;
    fk_random random = fk_random_make(8);
    for (int i = 0; i < 60000; i++) {
        double value = fk_from_bits(fk_random_u64(&random));
        if (isfinite(value))
            check_shortest(value);
        check_shortest(fk_from_bits(fk_random_u64(&random) >> (12 + fk_random_below(&random, 50))));
        check_shortest((double)fk_random_below(&random, 1000000000) /
                       (double)(1 + fk_random_below(&random, 1000)));
    }
    /* Around every power of two, and around powers of ten. */
    for (uint64_t biased = 0; biased < 2047; biased++) {
        for (uint64_t step = 0; step < 5; step++) {
            uint64_t bits = (biased << 52) + step - 2;
            if (bits < 0x7ff0000000000000u)
                check_shortest(fk_from_bits(bits));
        }
    }
    for (int exponent = -323; exponent <= 308; exponent++) {
        char text[16];
        snprintf(text, sizeof text, "1e%d", exponent);
        double value = strtod(text, NULL);
        check_shortest(value);
        check_shortest(nextafter(value, 0));
        check_shortest(nextafter(value, 1e308));
    }
}

/* ---- Numbers as text: reading -------------------------------------------------------------------------- */

static void assert_parse(const char *text, double expected)
{
    double value = 12345;
    if (!fk_number_parse(text, strlen(text), &value) || fk_bits_of(value) != fk_bits_of(expected)) {
        print_error("\"%.60s\" is read as %a, not %a\n", text, value, expected);
        fail();
    }
}

static void assert_refused(const char *text, size_t length)
{
    double value = 12345;
    if (fk_number_parse(text, length, &value) || value != 12345) {
        print_error("\"%.60s\" (%zu characters) is read as %a\n", text, length, value);
        fail();
    }
}

static void test_number_parse_known(void **state)
{
    (void)state;
    assert_parse("0", 0.0);
    assert_parse("-0", -0.0);
    assert_parse("+1.5", 1.5);
    assert_parse(".5", 0.5);
    assert_parse("5.", 5.0);
    assert_parse("1e5", 1e5);
    assert_parse("1E+05", 1e5);
    assert_parse("00012.500e-1", 1.25);
    assert_parse("0e999999999999999999999999", 0.0);
    assert_parse("-0.000e-5", -0.0);
    assert_parse("1e309", INFINITY);
    assert_parse("-1e999999999999999999999999", -INFINITY);
    assert_parse("1e18446744073709551616", INFINITY);
    assert_parse("1e-18446744073709551617", 0.0);
    assert_parse("1e-400", 0.0);
    assert_parse("-1e-99999999999999999999999", -0.0);
    /* The ends of the range: half of the smallest denormal, and half a step beyond the largest double. */
    assert_parse("2.4703282292062327e-324", 0.0);
    assert_parse("2.4703282292062328e-324", 4.9e-324);
    assert_parse("1.7976931348623158e308", DBL_MAX);
    assert_parse("1.7976931348623159e308", INFINITY);
    assert_parse("2.2250738585072011e-308", fk_from_bits(0x000fffffffffffffu));
    assert_parse("2.2250738585072012e-308", DBL_MIN);
    /* Ties go to even. */
    assert_parse("9007199254740993", 9007199254740992.0);
    assert_parse("9007199254740993.00000000000000000000000000000000001", 9007199254740994.0);
    assert_parse("9007199254740995", 9007199254740996.0);
    assert_parse("9007199254740992.99999999999999999999999999999999999", 9007199254740992.0);
    assert_parse("900719925474099300e-2", 9007199254740992.0);
}

static void test_number_parse_words_and_hexadecimal(void **state)
{
    (void)state;
    assert_parse("inf", INFINITY);
    assert_parse("-INF", -INFINITY);
    assert_parse("+Infinity", INFINITY);
    assert_parse("iNfInItY", INFINITY);
    double value = 0;
    const char *nans[] = {"nan", "NaN", "+nan", "-NAN", "nan()", "nan(0x12_aZ)"};
    for (size_t i = 0; i < sizeof nans / sizeof *nans; i++) {
        value = 0;
        assert_true(fk_number_parse(nans[i], strlen(nans[i]), &value) && isnan(value));
    }
    assert_parse("0x1.8p3", 12.0);
    assert_parse("0X1.8P+3", 12.0);
    assert_parse("-0x.8", -0.5);
    assert_parse("0x1.", 1.0);
    assert_parse("0xAbC", 2748.0);
    assert_parse("0x0p99999999999999999999", 0.0);
    assert_parse("-0x1p-99999999999999999999", -0.0);
    assert_parse("0x1p18446744073709551616", INFINITY);
    assert_parse("0x1p1024", INFINITY);
    assert_parse("0x1.fffffffffffff7p1023", DBL_MAX);
    assert_parse("0x1.fffffffffffff8p1023", INFINITY);
    assert_parse("0x1p-1074", 4.9e-324);
    assert_parse("0x1p-1075", 0.0);
    assert_parse("0x1.0000000000000000000000000001p-1075", 4.9e-324);
    assert_parse("0x1.00000000000008p0", 1.0);
    assert_parse("0x1.00000000000008000000000000000000000001p0", 1.0 + DBL_EPSILON);
    assert_parse("0x1.00000000000018p0", 1.0 + 2 * DBL_EPSILON);
    /* Three quarters of a step above a denormal: the GNU library is known to round this one down. */
    assert_parse("0x1e66944b5b8c9d8p-1079", fk_from_bits(0x000f334a25adc64fu));
}

static void test_number_parse_refusals(void **state)
{
    (void)state;
    const char *bad[] = {
        "",          " 1",  "1 ",  "\t1",      "1\n",       "-",      "+",      ".",    "-.",   "e5",
        ".e5",       "1e",  "1e+", "1e-",      "1e5.0",     "1.2.3",  "--1",    "+-1",  "1,5",  "1_000",
        "0x",        "0x.", "0xg", "0x1p",     "0x1p+",     "0x1.8q", "0x1e+5", "x1",   "infi", "infinit",
        "infinityy", "in",  "na",  "nan(",     "nan(-)",    "nan)",   "nan()x", "nanx", "1f",   "1d5",
        "1e5e5",     "0b1", "- 1", "\xc2\xbd", "1\xc2\xa0", "1'000"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        assert_refused(bad[i], strlen(bad[i]));
    assert_refused("1\0"
                   "2",
                   3);
    assert_refused("1\0", 2);
    assert_refused("\0", 1);
    double value = 0;
    assert_false(fk_number_parse(NULL, 0, &value));
    /* The length counts, not an end mark. */
    assert_true(fk_number_parse("1234", 2, &value) && value == 12);
    const char unterminated[3] = {'1', 'e', '5'};
    assert_true(fk_number_parse(unterminated, 3, &value) && value == 1e5);
    assert_refused(unterminated, 2);
}

/* A random text in the grammar of decimal numbers; some have hundreds of digits, runs of 0 or 9, or a value
 * near the ends of the range. */
static size_t random_text(fk_random *random, char *text)
{
    size_t length = 0;
    uint64_t digits = 1 + fk_random_below(random, fk_random_below(random, 50) == 0 ? 1000 : 30);
    uint64_t point = fk_random_below(random, digits + 4);
    uint64_t style = fk_random_below(random, 4);
    if (fk_random_below(random, 2) == 0)
        text[length++] = '-';
    for (uint64_t i = 0; i < digits; i++) {
        if (i == point)
            text[length++] = '.';
        bool run = style == 0 && i > 2;
        text[length++] = (char)(run ? (digits & 1 ? '9' : '0') : '0' + (int)fk_random_below(random, 10));
    }
    if (style != 3) {
        int exponent = (int)fk_random_below(random, 680) - 345 - (int)(point < digits ? point : digits);
        length += (size_t)sprintf(text + length, "e%d", exponent);
    }
    text[length] = '\0';
    return length;
}

static void test_number_parse_random(void **state)
{
    (void)state;
    fk_random random = fk_random_make(9);
    char text[1100];
    for (int i = 0; i < 500000; i++) {
        size_t length = random_text(&random, text);
        double value = 0, expected = strtod(text, NULL);
        if (!fk_number_parse(text, length, &value) || fk_bits_of(value) != fk_bits_of(expected)) {
            print_error("%s is read as %a, not %a\n", text, value, expected);
            fail();
        }
    }
    for (int i = 0; i < 100000; i++) {
        double expected = fk_from_bits(fk_random_u64(&random)), value = 0;
        if (isfinite(expected)) {
            int length = snprintf(text, sizeof text, "%a", expected);
            assert_true(fk_number_parse(text, (size_t)length, &value));
            assert_same_double(value, expected);
        }
    }
}

/* Every change to one character of a good text is read, or refused, as strtod does. */
static void test_number_parse_mutations(void **state)
{
    (void)state;
    const char *seeds[] = {"-12.5e-3", "0x1.8p-3", "infinity", "nan(a1)", "+.25E2", "1e308"};
    const char alphabet[] = "0159.eEpPxXaAfFiInNtTyY+-() \n_,";
    fk_random random = fk_random_make(10);
    for (int i = 0; i < 300000; i++) {
        char text[32], *end;
        strcpy(text, seeds[fk_random_below(&random, 6)]);
        size_t length = strlen(text);
        for (uint64_t changes = fk_random_below(&random, 3) + 1; changes > 0; changes--)
            text[fk_random_below(&random, length)] = alphabet[fk_random_below(&random, sizeof alphabet - 1)];
        double expected = strtod(text, &end), value = 0;
        bool good = *end == '\0' && text[0] != ' ' && text[0] != '\n';
        if (fk_number_parse(text, length, &value) != good ||
            (good && fk_bits_of(value) != fk_bits_of(expected) && !(isnan(value) && isnan(expected)))) {
            print_error("\"%s\" is read as %a, strtod says %a\n", text, value, expected);
            fail();
        }
    }
}

/* The middle between two doubles, written out in full with up to 768 digits, and its neighbours one step in the
 * last digit below and above. */
static void check_middle(uint64_t bits, mpz_t middle, mpz_t factor)
{
    int biased = (int)(bits >> 52), exponent = (biased == 0 ? 1 : biased) - 1076;
    uint64_t mantissa = (bits & 0xfffffffffffffu) | (biased == 0 ? 0 : (uint64_t)1 << 52);
    mpz_set_d(middle, (double)mantissa);
    mpz_mul_ui(middle, middle, 2);
    mpz_add_ui(middle, middle, 1);
    if (exponent >= 0) {
        mpz_mul_2exp(middle, middle, (unsigned long)exponent);
    } else {
        mpz_ui_pow_ui(factor, 5, (unsigned long)-exponent);
        mpz_mul(middle, middle, factor);
    }
    int ten = exponent < 0 ? exponent : 0;
    char text[2500];
    mpz_get_str(text, 10, middle);
    snprintf(text + strlen(text), 20, "e%d", ten);
    assert_parse(text, fk_from_bits(bits + (bits & 1)));
    /* Far behind the last digit that matters, a single 1; with the point in front. */
    char longer[5100] = ".";
    mpz_get_str(longer + 1, 10, middle);
    int digits = (int)strlen(longer) - 1;
    memset(longer + 1 + digits, '0', 1500);
    snprintf(longer + 1 + digits + 1500, 40, "1e%d", ten + digits);
    assert_parse(longer, fk_from_bits(bits + 1));
    mpz_mul_ui(middle, middle, 10);
    mpz_sub_ui(middle, middle, 1);
    mpz_get_str(text, 10, middle);
    snprintf(text + strlen(text), 20, "e%d", ten - 1);
    assert_parse(text, fk_from_bits(bits));
}

static void test_number_parse_middles(void **state)
{
    (void)state;
    mpz_t middle, factor;
    mpz_inits(middle, factor, NULL);
    fk_random random = fk_random_make(11);
    for (int i = 0; i < 4000; i++) {
        uint64_t bits = fk_random_u64(&random) >> 1;
        bits = i % 4 == 0   ? bits >> 11
               : i % 4 == 1 ? (bits & 0xfffffffffffffu) | (uint64_t)(1000 + i % 80) << 52
                            : bits;
        if (bits < 0x7ff0000000000000u)
            check_middle(bits, middle, factor);
    }
    const uint64_t ends[] = {
        0, 1, 0x000fffffffffffffu, 0x0010000000000000u, 0x001fffffffffffffu, 0x7fefffffffffffffu};
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++)
        check_middle(ends[i], middle, factor);
    mpz_clears(middle, factor, NULL);
}

/* One decimal next to a double or a middle: read it, and write the doubles around it. */
static void check_coincidence(uint64_t decimal, int ten, uint64_t binary, int two)
{
    char text[64];
    int length = snprintf(text, sizeof text, "%llue%d", (unsigned long long)decimal, ten);
    double value = 0, expected = strtod(text, NULL);
    if (!fk_number_parse(text, (size_t)length, &value) || fk_bits_of(value) != fk_bits_of(expected)) {
        print_error("%s is read as %a, not %a\n", text, value, expected);
        fail();
    }
    double below = ldexp((double)(binary >> 1), two + 1), above = ldexp((double)((binary >> 1) + 1), two + 1);
    if (above <= DBL_MAX && below > 0) {
        check_shortest(below);
        check_shortest(above);
    }
}

/* The convergents m / d of the continued fraction of above / below = 10^k / 2^j, up to m < 2^54 and d < 2^63;
 * and around the last of them, intermediate ones whose m has exactly 54 bits: those that are odd are middles. */
static void check_convergents(mpz_t above, mpz_t below, int k, int j)
{
    mpz_t quotient;
    mpz_init(quotient);
    uint64_t last_m = 0, m = 1, last_d = 1, d = 0;
    while (mpz_sgn(below) != 0) {
        mpz_fdiv_qr(quotient, above, above, below);
        mpz_swap(above, below);
        double factor = mpz_get_d(quotient);
        if (factor * (double)m + (double)last_m >= 0x1p54 || factor * (double)d + (double)last_d >= 0x1p63)
            break;
        uint64_t next_m = mpz_get_ui(quotient) * m + last_m, next_d = mpz_get_ui(quotient) * d + last_d;
        last_m = m;
        last_d = d;
        m = next_m;
        d = next_d;
        if (m >= (uint64_t)1 << 40)
            check_coincidence(d, k, m, j);
    }
    for (uint64_t steps = (((uint64_t)1 << 54) - 1 - last_m) / m, i = 0; i < 4 && i < steps; i++)
        if ((double)(steps - i) * (double)d + (double)last_d < 0x1p63)
            check_coincidence((steps - i) * d + last_d, k, (steps - i) * m + last_m, j);
    mpz_clear(quotient);
}

/* For each power of ten, whole numbers d and m for which d 10^k and m 2^j come as close as they can: here the
 * tables of powers are needed to their last digits. */
static void test_number_coincidences(void **state)
{
    (void)state;
    mpz_t above, below;
    mpz_inits(above, below, NULL);
    for (int k = -342; k <= 308; k++) {
        int base = (int)floor(k * 3.3219280948873626);
        for (int j = base + 1; j <= base + 9; j += 4) {
            mpz_ui_pow_ui(k < 0 ? below : above, 10, (unsigned long)abs(k));
            mpz_set_ui(k < 0 ? above : below, 1);
            mpz_mul_2exp(j < 0 ? above : below, j < 0 ? above : below, (unsigned long)abs(j));
            check_convergents(above, below, k, j);
        }
    }
    mpz_clears(above, below, NULL);
}

/* Zeros by the hundred thousand, before and behind, that the exponent makes up for. */
static void test_number_parse_long(void **state)
{
    (void)state;
    enum { ZEROS = 300000 };
    char *text = malloc(ZEROS + 100);
    assert_non_null(text);
    memset(text, '0', ZEROS);
    strcpy(text + ZEROS, "15e-1");
    assert_parse(text, 1.5);
    text[1] = '.';
    snprintf(text + ZEROS, 100, "15e%d", ZEROS - 1);
    assert_parse(text, 1.5);
    memset(text, '0', ZEROS);
    text[0] = '3';
    snprintf(text + ZEROS, 100, ".0e-%d", ZEROS - 1);
    assert_parse(text, 3.0);
    snprintf(text + ZEROS, 100, "x");
    assert_refused(text, ZEROS + 1);
    memset(text, '9', ZEROS);
    text[1] = '.';
    text[ZEROS] = '\0';
    assert_parse(text, 10.0);
    free(text);
}

/* ---- Numbers as text: hosts with other habits ---------------------------------------------------------- */

static void check_numbers_here(void)
{
    check_known_formats();
    assert_parse("0.1", 0.1);
    assert_parse("9007199254740993", 9007199254740992.0);
    assert_parse("1.7976931348623159e308", INFINITY);
    assert_parse("0x1.8p3", 12.0);
    assert_refused("0,1", 3);
    fk_random random = fk_random_make(12);
    for (int i = 0; i < 20000; i++) {
        double value = fk_from_bits(fk_random_u64(&random) >> (i % 2 == 0 ? 0 : 12));
        if (isfinite(value))
            check_round_trip(value);
    }
}

static void test_number_rounding_modes(void **state)
{
    (void)state;
#if defined(FE_UPWARD) && defined(FE_DOWNWARD) && defined(FE_TOWARDZERO)
    const int modes[] = {FE_UPWARD, FE_DOWNWARD, FE_TOWARDZERO};
    for (int i = 0; i < 3; i++) {
        assert_int_equal(fesetround(modes[i]), 0);
        check_numbers_here();
    }
    fesetround(FE_TONEAREST);
#else
    skip();
#endif
}

static void test_number_without_denormals(void **state)
{
    (void)state;
    fpu_set(FPU_NO_DENORMALS);
    check_numbers_here();
    fpu_set(0);
}

static void test_number_decimal_comma(void **state)
{
    (void)state;
    const char *names[] = {"de_DE.UTF-8", "de_DE.utf8",  "de_DE",         "fr_FR.UTF-8",
                           "es_ES.UTF-8", "ru_RU.UTF-8", "German_Germany"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        if (setlocale(LC_ALL, names[i]) != NULL && strcmp(localeconv()->decimal_point, ",") == 0) {
            check_numbers_here();
            setlocale(LC_ALL, "C");
            return;
        }
    }
    setlocale(LC_ALL, "C");
    skip();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_number_format_known),
        cmocka_unit_test(test_number_round_trip),
        cmocka_unit_test(test_number_shortest),
        cmocka_unit_test(test_number_parse_known),
        cmocka_unit_test(test_number_parse_words_and_hexadecimal),
        cmocka_unit_test(test_number_parse_refusals),
        cmocka_unit_test(test_number_parse_random),
        cmocka_unit_test(test_number_parse_mutations),
        cmocka_unit_test(test_number_parse_middles),
        cmocka_unit_test(test_number_coincidences),
        cmocka_unit_test(test_number_parse_long),
        cmocka_unit_test(test_number_rounding_modes),
        cmocka_unit_test(test_number_without_denormals),
        cmocka_unit_test(test_number_decimal_comma),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
