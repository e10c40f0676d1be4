/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Checks targets and growth against records, and formats numbers for people: few digits, a suitable unit, commas between thousands. */

#include "bench/page.h"
#include "study/plot.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* ---- Numbers ------------------------------------------------------------------------------------------- */

typedef struct number_unit {
    const char *name;
    double one; /* in ns, or in bytes */
} number_unit;

static const number_unit times[] = {{"ns", 1}, {"µs", 1e3}, {"ms", 1e6}, {"s", 1e9}};
static const number_unit sizes[] = {{"bytes", 1}, {"kB", 1e3}, {"MB", 1e6}, {"GB", 1e9}};

double bench_unit_ns(const char *name)
{
    for (size_t i = 0; i < sizeof times / sizeof times[0]; i++)
        if (strcmp(times[i].name, name) == 0)
            return times[i].one;
    return 0;
}

/* The largest unit in which a value is not below 1; what would be rounded up to 1000 of one is 1 of the next. */
static const number_unit *find_unit(const number_unit list[4], double value, double most)
{
    size_t i = 0;
    while (i < 3 && fabs(value) / list[i].one >= most)
        i++;
    return &list[i];
}

const char *bench_unit_for_ns(double ns)
{
    return find_unit(times, ns, 999.5)->name;
}

/* Puts commas between thousands of the whole part. */
static void group_thousands(const char *digits, char out[BENCH_NUMBER_SIZE])
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
    group_thousands(digits, out);
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
    group_thousands(digits, out);
}

void bench_format_value(double value, const char *name, char out[BENCH_NUMBER_SIZE])
{
    if (!isfinite(value)) {
        snprintf(out, BENCH_NUMBER_SIZE, "–");
        return;
    }
    double ns = bench_unit_ns(name);
    const number_unit *u = NULL;
    if (ns > 0)
        u = find_unit(times, value * ns, 999.5);
    else if (strcmp(name, "bytes") == 0)
        u = find_unit(sizes, value, 9999.5);
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
    enum { UNIT_SIZE = BENCH_NUMBER_SIZE + 128 };
    char number[BENCH_NUMBER_SIZE] = "";
    if (record != NULL)
        bench_format_value(record->value, record->unit, number);
    if (record == NULL || record->wrong[0] == '\0')
        snprintf(out, UNIT_SIZE, "%s", number);
    else if (isfinite(record->value))
        snprintf(out, UNIT_SIZE, "%s (%s)", number, record->wrong);
    else
        snprintf(out, UNIT_SIZE, "%s", record->wrong);
}

/* ---- Records by picks ---------------------------------------------------------------------------------- */

bool bench_matches_words(const char *words, const char *text)
{
    for (const char *at = words;; at++) {
        size_t length = strcspn(at, "|");
        bool is_prefix = length > 0 && at[length - 1] == '*';
        if (is_prefix ? strncmp(at, text, length - 1) == 0
                      : strlen(text) == length && strncmp(at, text, length) == 0)
            return true;
        at += length;
        if (*at == '\0')
            return false;
    }
}

/* Returns a number that is comparable between units of time. */
static double comparable_value(const bench_record *row)
{
    double ns = bench_unit_ns(row->unit);
    return ns > 0 ? row->value * ns : row->value;
}

static bool is_selected(const bench_record *row, const char *section, const bench_record_query *query)
{
    return strcmp(row->section, section) == 0 && isfinite(row->value) &&
           bench_matches_words(query->work, row->work) && bench_matches_words(query->by, row->by) &&
           (query->size == 0 || row->size == query->size);
}

/* The fastest record of a scene, at its largest size. */
static const bench_record *find_fastest(const bench_records *records, const char *section,
                                        const bench_record_query *query, const char *scene)
{
    const bench_record *best = NULL;
    for (size_t i = 0; i < records->count; i++) {
        const bench_record *row = &records->row[i];
        if (!is_selected(row, section, query) || strcmp(row->scene, scene) != 0)
            continue;
        if (best == NULL || row->size > best->size ||
            (row->size == best->size && comparable_value(row) < comparable_value(best)))
            best = row;
    }
    return best;
}

/* Whether each word of the scenes has a record. */
static bool is_whole(const bench_records *records, const char *section, const bench_record_query *query)
{
    for (const char *at = query->scene;; at++) {
        char word[128];
        size_t length = strcspn(at, "|");
        snprintf(word, sizeof word, "%.*s", (int)length, at);
        bool is_there = false;
        for (size_t i = 0; i < records->count && !is_there; i++)
            is_there = is_selected(&records->row[i], section, query) &&
                       bench_matches_words(word, records->row[i].scene);
        at += length;
        if (!is_there || *at == '\0')
            return is_there;
    }
}

const bench_record *bench_query_find(const bench_records *records, const char *section,
                                     const bench_record_query *query)
{
    const bench_record *slowest = NULL;
    if (!is_whole(records, section, query))
        return NULL;
    for (size_t i = 0; i < records->count; i++) {
        const bench_record *row = &records->row[i];
        if (!is_selected(row, section, query) || !bench_matches_words(query->scene, row->scene))
            continue;
        const bench_record *fastest = find_fastest(records, section, query, row->scene);
        if (slowest == NULL || comparable_value(fastest) > comparable_value(slowest))
            slowest = fastest;
    }
    return slowest;
}

/* ---- Growth -------------------------------------------------------------------------------------------- */

/* Fits the exponent of growth to the records of a query over its sizes. */
static double query_growth(const bench_records *records, const char *section, const bench_record_query *query)
{
    enum { UNIT_MOST = 64 };
    double size[UNIT_MOST], value[UNIT_MOST];
    size_t count = 0;
    for (size_t i = 0; i < records->count && count < UNIT_MOST; i++) {
        bench_record_query one = *query;
        one.size = records->row[i].size;
        bool is_new = one.size > 0 && is_selected(&records->row[i], section, &one);
        for (size_t k = 0; k < count && is_new; k++)
            is_new = size[k] != one.size;
        const bench_record *found = is_new ? bench_query_find(records, section, &one) : NULL;
        if (found == NULL)
            continue;
        size[count] = one.size;
        value[count++] = comparable_value(found);
    }
    return growth_exponent(size, value, count);
}

/* ---- Targets ------------------------------------------------------------------------------------------- */

static double target_number(const bench_target *target, const bench_target_result *found)
{
    if (found->ours == NULL || (target->theirs.work != NULL && found->theirs == NULL))
        return NAN;
    if (target->theirs.work == NULL)
        return found->ours->value;
    double ours = comparable_value(found->ours), theirs = comparable_value(found->theirs);
    return target->sense == BENCH_AT_LEAST ? theirs / ours : ours / theirs;
}

static bool is_within_limit(const bench_target *target, double number, double limit)
{
    return target->sense == BENCH_AT_LEAST ? number >= limit : number <= limit;
}

bench_target_result bench_check_target(const bench_records *records, const char *section,
                                       const bench_target *target)
{
    bench_target_result out = {.ours = bench_query_find(records, section, &target->ours)};
    if (target->theirs.work != NULL)
        out.theirs = bench_query_find(records, section, &target->theirs);
    if (target->sense == BENCH_GROWS_AT_MOST)
        out.number = query_growth(records, section, &target->ours);
    else
        out.number = target_number(target, &out);
    out.is_met = isfinite(out.number) && is_within_limit(target, out.number, target->limit);
    out.is_goal = out.is_met && target->goal > 0 && is_within_limit(target, out.number, target->goal);
    return out;
}
