/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Numbers of the page of benchmarks as people read them: few digits, a unit that suits, commas between thousands. */

#include "bench/bench_judge.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

typedef struct unit {
    const char *name;
    double one; /* in ns, or in bytes */
} unit;

static const unit times[] = {{"ns", 1}, {"µs", 1e3}, {"ms", 1e6}, {"s", 1e9}};
static const unit sizes[] = {{"bytes", 1}, {"kB", 1e3}, {"MB", 1e6}, {"GB", 1e9}};

double bench_unit_ns(const char *name)
{
    for (size_t i = 0; i < sizeof times / sizeof times[0]; i++)
        if (strcmp(times[i].name, name) == 0)
            return times[i].one;
    return 0;
}

/* The largest unit in which a value is not below 1; what would be rounded up to 1000 of one is 1 of the next. */
static const unit *suitable(const unit list[4], double value, double most)
{
    size_t i = 0;
    while (i < 3 && fabs(value) / list[i].one >= most)
        i++;
    return &list[i];
}

const char *bench_unit_for(double ns)
{
    return suitable(times, ns, 999.5)->name;
}

/* Puts commas between thousands of the whole part. */
static void group(const char *digits, char out[BENCH_NUMBER_SIZE])
{
    size_t sign = digits[0] == '-', whole = strcspn(digits + sign, "."), length = 0;
    if (sign)
        out[length++] = '-';
    for (size_t i = 0; i < whole; i++) {
        if (i > 0 && (whole - i) % 3 == 0)
            out[length++] = ',';
        out[length++] = digits[sign + i];
    }
    snprintf(out + length, BENCH_NUMBER_SIZE - length, "%s", digits + sign + whole);
}

/* Two digits below 100, all of them above, and of whole numbers. */
static void format_short(double value, char out[BENCH_NUMBER_SIZE])
{
    char digits[BENCH_NUMBER_SIZE];
    double size = fabs(value);
    if (size != 0 && (size < 0.01 || size >= 1e15)) {
        snprintf(out, BENCH_NUMBER_SIZE, "%.1e", value);
        return;
    }
    int places = size == floor(size) || size >= 9.95 ? 0 : size >= 0.995 ? 1 : 2;
    snprintf(digits, sizeof digits, "%.*f", places, value);
    group(digits, out);
}

void bench_format_number(double value, char out[BENCH_NUMBER_SIZE])
{
    if (!isfinite(value)) {
        snprintf(out, BENCH_NUMBER_SIZE, "–");
        return;
    }
    char digits[BENCH_NUMBER_SIZE];
    double size = fabs(value);
    if (size < 1e-6) /* what rounding leaves of 0 */
        snprintf(digits, sizeof digits, "0.00");
    else
        snprintf(digits, sizeof digits, "%.*f",
                 size < 0.01    ? 4
                 : size < 9.995 ? 2
                 : size < 99.95 ? 1
                                : 0,
                 value);
    group(digits, out);
}

void bench_format_value(double value, const char *name, char out[BENCH_NUMBER_SIZE])
{
    if (!isfinite(value)) {
        snprintf(out, BENCH_NUMBER_SIZE, "–");
        return;
    }
    double ns = bench_unit_ns(name);
    const unit *u = NULL;
    if (ns > 0)
        u = suitable(times, value * ns, 999.5);
    else if (strcmp(name, "bytes") == 0)
        u = suitable(sizes, value, 9999.5);
    char number[BENCH_NUMBER_SIZE];
    double scaled = u != NULL ? value * (ns > 0 ? ns : 1) / u->one : value;
    if (strcmp(name, "ratio") == 0)
        bench_format_number(scaled, number);
    else
        format_short(scaled, number);
    const char *word = u != NULL ? u->name : strcmp(name, "ratio") == 0 ? "" : name;
    snprintf(out, BENCH_NUMBER_SIZE, "%.40s%s%.20s", number, word[0] != '\0' ? " " : "", word);
}

void bench_format_record(const bench_record *record, char out[BENCH_NUMBER_SIZE + 128])
{
    enum { SIZE = BENCH_NUMBER_SIZE + 128 };
    char number[BENCH_NUMBER_SIZE] = "";
    if (record != NULL)
        bench_format_value(record->value, record->unit, number);
    if (record == NULL || record->wrong[0] == '\0')
        snprintf(out, SIZE, "%s", number);
    else if (isfinite(record->value))
        snprintf(out, SIZE, "%s (%s)", number, record->wrong);
    else
        snprintf(out, SIZE, "%s", record->wrong);
}
