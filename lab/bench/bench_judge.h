/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* What records say about bars and growth, and how their numbers are written. */

#ifndef FARKAS_LAB_BENCH_BENCH_JUDGE_H
#define FARKAS_LAB_BENCH_BENCH_JUDGE_H

#include "bench/bench_layout.h"

/* ---- Records by picks ---------------------------------------------------------------------------------- */

/* Whether a text is one of the words that '|' separates; a word that ends with '*' stands for all that begin so. */
bool bench_is_word_of(const char *words, const char *text);

/* The record of a pick that has a value, or NULL. */
const bench_record *bench_pick_find(const bench_records *records, const char *section,
                                    const bench_pick *pick);

/* ---- Bars ---------------------------------------------------------------------------------------------- */

typedef struct bench_judgement {
    const bench_record *ours, *theirs; /* NULL: none */
    double number; /* the ratio, the number or the exponent that is compared; NAN: not measured */
    bool is_met, is_goal;
} bench_judgement;

bench_judgement bench_judge(const bench_records *records, const char *section, const bench_bar *bar);

/* ---- Numbers ------------------------------------------------------------------------------------------- */

enum { BENCH_NUMBER_SIZE = 64 };

/* A number with its unit: two to three digits, times in the unit that suits them (ns, µs, ms, s), bytes too, commas between
 * thousands. A dash for NAN. */
void bench_format_value(double value, const char *unit, char out[BENCH_NUMBER_SIZE]);
/* A plain number, as ratios and exponents are. */
void bench_format_number(double value, char out[BENCH_NUMBER_SIZE]);
/* The number of a record; what is wrong stands behind it in parentheses. NULL is "". */
void bench_format_record(const bench_record *record, char out[BENCH_NUMBER_SIZE + 128]);

/* Nanoseconds of a unit of time, or 0; a name of such a unit that suits a value in nanoseconds. */
double bench_unit_ns(const char *unit);
const char *bench_unit_for(double ns);

#endif
