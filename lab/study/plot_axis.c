/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Axes of plots: see plot_layout.h.
 *
 * A linear axis has ticks at 1, 2 or 5 times a power of ten. A logarithmic one has them at the powers, and at 2 and 5
 * times these when there are few; one that spans less than a power of ten has the ticks of a linear one. Of several
 * ways the one with the most texts is taken that do not run into each other. */

#include "study/plot_layout.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define LARGEST   1e290
#define TICK_SIZE 13.0

/* ---- Numbers that can be shown -------------------------------------------------------------------------- */

bool plot_is_shown(bool is_log, double value)
{
    return isfinite(value) && fabs(value) <= LARGEST && (!is_log || value >= 1 / LARGEST);
}

void plot_range_add(plot_range *span, double value)
{
    if (!plot_is_shown(span->is_log, value))
        return;
    span->min = span->count == 0 ? value : fmin(span->min, value);
    span->max = span->count == 0 ? value : fmax(span->max, value);
    span->count++;
}

/* ---- Texts ---------------------------------------------------------------------------------------------- */

double plot_text_width(const char *text, double size)
{
    double sum = 0;
    for (const char *c = text; *c != '\0'; c++) {
        unsigned char u = (unsigned char)*c;
        if ((u & 0xc0) == 0x80) /* inside of a character */
            continue;
        sum += strchr("iljI.,:;|!'", u) != NULL     ? 0.36
               : strchr("ft()[]/-r \"", u) != NULL  ? 0.42
               : strchr("mwMW%@", u) != NULL        ? 0.95
               : u >= 0xe0                          ? 1.0
               : (u >= 'A' && u <= 'Z') || u == '+' ? 0.74
                                                    : 0.635;
    }
    return sum * size;
}

double plot_tick_width(const plot_tick *tick, double size)
{
    return plot_text_width(tick->text, size) + plot_text_width(tick->power, 0.75 * size);
}

/* value * 10^-power, which may be no double in between. */
static double scaled_down(double value, int power)
{
    return value / pow(10, power / 2) / pow(10, power - power / 2);
}

/* With so many digits, less zeros behind the point. */
static void write_plain(char *text, size_t size, double value, int digits, const char *behind)
{
    char number[400];
    snprintf(number, sizeof number, "%.*f", digits, value == 0 ? 0 : value);
    size_t length = strlen(number);
    if (strchr(number, '.') != NULL) {
        while (number[length - 1] == '0')
            length--;
        length -= number[length - 1] == '.';
    }
    snprintf(text, size, "%s%.*s%s", value < 0 ? "\u2212" : "", (int)length - (value < 0),
             number + (value < 0), behind);
}

/* The letter for thousands, millions and so on, and its power of ten. */
static int find_letter(double largest, const char **letter)
{
    static const char *const letters[] = {"", "k", "M", "G", "T"};
    int thousands = largest < 10000 ? 0 : (int)floor(log10(largest) / 3 + 1e-9);
    *letter = letters[thousands];
    return 3 * thousands;
}

/* The text of a tick between others that are `step` away, on an axis of which `largest` is the farthest from 0. */
static void write_tick(plot_tick *tick, double largest, double step)
{
    tick->power[0] = '\0';
    if (tick->value == 0) {
        snprintf(tick->text, sizeof tick->text, "0");
        return;
    }
    const char *letter = "";
    bool is_plain = largest >= 1e-4 * 0.999 && largest < 1e15;
    int power = is_plain ? find_letter(largest, &letter) : (int)floor(log10(largest) + 1e-9);
    int digits = power - (int)floor(log10(step) + 1e-9);
    digits = digits < 0 ? 0 : digits > 9 ? 9 : digits;
    write_plain(tick->text, sizeof tick->text, scaled_down(tick->value, power), digits, letter);
    if (is_plain)
        return;
    size_t used = strlen(tick->text);
    snprintf(tick->text + used, sizeof tick->text - used, "\u00b710");
    write_plain(tick->power, sizeof tick->power, power, 0, "");
}

/* Of a power of ten, or 2 or 5 times one, on a logarithmic axis. */
static void write_log_tick(plot_tick *tick, int factor, int power, bool as_power)
{
    if (!as_power || power == 0) {
        write_tick(tick, tick->value, tick->value);
        return;
    }
    if (factor == 1)
        snprintf(tick->text, sizeof tick->text, "10");
    else
        snprintf(tick->text, sizeof tick->text, "%d\u00b710", factor);
    write_plain(tick->power, sizeof tick->power, power, 0, "");
}

void plot_number_text(double value, char *text, size_t size)
{
    double largest = fabs(value);
    const char *letter = "";
    if (value != 0 && (largest < 1e-4 || largest >= 1e15)) {
        snprintf(text, size, "%.2e", value);
        return;
    }
    int power = find_letter(largest, &letter);
    double shown = scaled_down(value, power);
    int before = value == 0 ? 0 : (int)floor(log10(fabs(shown)) + 1e-9);
    write_plain(text, size, shown, before >= 2 ? 0 : 2 - before, letter);
}

/* ---- Ticks ---------------------------------------------------------------------------------------------- */

static void add_tick(plot_axis *axis, double value)
{
    if (axis->ticks < PLOT_TICKS)
        axis->tick[axis->ticks++] = (plot_tick){.value = value};
}

/* The smallest step of 1, 2 or 5 times a power of ten that is no less than this. */
static double nice_step(double least)
{
    double power = pow(10, floor(log10(least) + 1e-9)), ratio = least / power;
    return ratio <= 1 + 1e-6   ? power
           : ratio <= 2 + 1e-6 ? 2 * power
           : ratio <= 5 + 1e-6 ? 5 * power
                               : 10 * power;
}

/* At most about `most` ticks at multiples of a step; with `widen` the axis ends at such ones. */
static void linear_ticks(plot_axis *axis, int most, bool widen)
{
    double step = nice_step((axis->high - axis->low) / most);
    double first = widen ? floor(axis->low / step + 1e-6) : ceil(axis->low / step - 1e-6);
    double last = widen ? ceil(axis->high / step - 1e-6) : floor(axis->high / step + 1e-6);
    if (widen) {
        axis->low = first * step;
        axis->high = last * step;
    }
    axis->ticks = 0;
    for (double k = first; k <= last; k++)
        add_tick(axis, k * step);
    for (size_t i = 0; i < axis->ticks; i++)
        write_tick(&axis->tick[i], fmax(fabs(axis->low), fabs(axis->high)), step);
}

/* Whether a log axis writes its numbers as powers: plain ones would be too long at one of its ends. */
static bool wants_powers(const plot_axis *axis)
{
    return axis->low < 1e-4 * 0.999 || axis->high > 1e12 * 1.001;
}

/* Ticks at each power of ten, or each so many; with text at 2 and 5 times it, without one, or not at all there. */
static void log_ticks(plot_axis *axis, int each, bool is_small_told, bool has_small)
{
    static const int factors[] = {1, 2, 5};
    bool as_power = wants_powers(axis);
    int last = (int)floor(log10(axis->high) + 1e-9);
    axis->ticks = 0;
    for (int power = (int)floor(log10(axis->low) + 1e-9); power <= last; power++)
        for (int k = 0; k < 3; k++) {
            double value = factors[k] * pow(10, power);
            bool is_told = k == 0 ? (power % each + each) % each == 0 : is_small_told;
            if (value < axis->low * (1 - 1e-9) || value > axis->high * (1 + 1e-9) ||
                (!is_told && !(has_small && each == 1)))
                continue;
            add_tick(axis, value);
            if (is_told)
                write_log_tick(&axis->tick[axis->ticks - 1], factors[k], power, as_power);
        }
}

/* Whether the texts stand apart, along an axis of that length. */
static bool texts_fit(plot_axis *axis, double length, bool is_upright)
{
    double before = -INFINITY;
    axis->from = 0;
    axis->to = length;
    for (size_t i = 0; i < axis->ticks; i++) {
        const plot_tick *tick = &axis->tick[i];
        if (tick->text[0] == '\0')
            continue;
        double half = is_upright ? 0.75 * TICK_SIZE : 0.5 * plot_tick_width(tick, TICK_SIZE) + 6;
        double at = plot_axis_place(axis, tick->value);
        if (at - half < before)
            return false;
        before = at + half;
    }
    return true;
}

static void make_linear(plot_axis *axis, double length, bool is_upright, bool from_zero)
{
    double low = axis->low, high = axis->high;
    if (from_zero || (low >= 0 && low < 0.6 * high))
        low = fmin(low, 0);
    if (from_zero || (high <= 0 && high > 0.6 * low))
        high = fmax(high, 0);
    for (int most = is_upright ? 7 : 9; most >= 1; most--) {
        axis->low = low;
        axis->high = high;
        linear_ticks(axis, most, true);
        if (texts_fit(axis, length, is_upright))
            return;
    }
}

/* Widens the axis to 1, 2 or 5 times a power of ten. */
static void widen_log(plot_axis *axis)
{
    double power = pow(10, floor(log10(axis->low) + 1e-9)), ratio = axis->low / power * (1 + 1e-9);
    axis->low = ratio >= 5 ? 5 * power : ratio >= 2 ? 2 * power : power;
    axis->high = nice_step(axis->high);
}

static void make_log(plot_axis *axis, double length, bool is_upright)
{
    widen_log(axis);
    double powers = log10(axis->high) - log10(axis->low);
    if (powers < 0.75 && !wants_powers(axis)) {
        for (int most = 6; most >= 1; most--) {
            linear_ticks(axis, most, false);
            if (texts_fit(axis, length, is_upright))
                return;
        }
    }
    if (powers <= 4) {
        log_ticks(axis, 1, true, true);
        if (texts_fit(axis, length, is_upright))
            return;
    }
    for (int each = 1; each <= 1000; each = each == 1 ? 2 : each == 2 ? 3 : 2 * each) {
        log_ticks(axis, each, false, powers <= 9);
        if (texts_fit(axis, length, is_upright))
            return;
    }
}

/* ---- Axes ----------------------------------------------------------------------------------------------- */

void plot_axis_make(plot_axis *axis, const plot_range *span, double length, bool is_upright, bool from_zero)
{
    *axis = (plot_axis){.is_log = span->is_log, .low = span->min, .high = span->max};
    if (span->count == 0) {
        axis->low = span->is_log ? 1 : 0;
        axis->high = span->is_log ? 10 : 1;
    }
    if (span->is_log && axis->high <= axis->low * (1 + 1e-6)) {
        axis->low /= 2;
        axis->high *= 2;
    } else if (!span->is_log && axis->high - axis->low <= 1e-9 * fmax(fabs(axis->low), fabs(axis->high))) {
        double half = axis->low == 0 ? 1 : fabs(axis->low) / 2;
        axis->low = axis->low == 0 ? 0 : axis->low - half;
        axis->high += half;
    }
    if (span->is_log)
        make_log(axis, length, is_upright);
    else
        make_linear(axis, length, is_upright, from_zero);
}

double plot_axis_place(const plot_axis *axis, double value)
{
    double part = axis->is_log
                      ? (log(fmax(value, axis->low)) - log(axis->low)) / (log(axis->high) - log(axis->low))
                      : value / (axis->high - axis->low) - axis->low / (axis->high - axis->low);
    part = !(part > 0) ? 0 : part > 1 ? 1 : part;
    return axis->from + part * (axis->to - axis->from);
}
