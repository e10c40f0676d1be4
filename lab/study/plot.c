/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Plots: bars, lines, and the file as a whole. See plot.h.
 *
 * Bars stand over words where these have room below them, else they lie. A bar that has no number takes no room among those of its
 * word. Parts of a whole are never drawn on a logarithmic axis, where their lengths would say nothing. */

#include "cli.h"
#include "study/plot_layout.h"

#include <math.h>
#include <stdio.h>

#define SMALL_TEXT  11.0
#define LYING_BAR   15.0
#define WIDEST_BAR  46.0
#define WIDEST_WORD 270.0

static bool is_log(const plot *p)
{
    return p->y_log && !p->is_stacked;
}

static double bar_value(const plot *p, size_t series, size_t label)
{
    const plot_series *s = &p->series[series];
    double value = label < s->count ? s->y[label] : NAN;
    return plot_is_shown(is_log(p), value) ? value : NAN;
}

/* How many bars stand beside each other over a word; one at least, so that the word has room. */
static size_t bar_count(const plot *p, size_t label)
{
    size_t count = 0;
    for (size_t i = 0; i < p->count && !p->is_stacked; i++)
        count += isnan(bar_value(p, i, label)) ? 0 : 1;
    return count > 0 ? count : 1;
}

static double stack_height(const plot *p, size_t label)
{
    double sum = 0;
    for (size_t i = 0; i < p->count; i++) {
        double value = bar_value(p, i, label);
        sum += isnan(value) ? 0 : value;
    }
    return sum;
}

/* ---- Laying out ----------------------------------------------------------------------------------------- */

static plot_range bar_range(const plot *p)
{
    plot_range span = {.is_log = is_log(p)};
    for (size_t k = 0; k < p->labels; k++) {
        if (p->is_stacked)
            plot_range_add(&span, stack_height(p, k));
        for (size_t i = 0; i < p->count; i++) {
            const plot_series *s = &p->series[i];
            double value = bar_value(p, i, k);
            if (isnan(value))
                continue;
            plot_range_add(&span, value);
            plot_range_add(&span, s->low != NULL ? s->low[k] : NAN);
            plot_range_add(&span, s->high != NULL ? s->high[k] : NAN);
        }
    }
    if (span.is_log && span.count > 0) /* so that the shortest bar is seen, too */
        plot_range_add(&span, span.min / 2);
    return span;
}

static double widest_label(const plot *p)
{
    double widest = 0;
    for (size_t k = 0; k < p->labels; k++)
        widest = fmax(widest, plot_text_width(p->label[k], PLOT_TEXT));
    return fmin(widest, WIDEST_WORD);
}

static size_t most_bars(const plot *p)
{
    size_t most = 1;
    for (size_t k = 0; k < p->labels; k++)
        most = bar_count(p, k) > most ? bar_count(p, k) : most;
    return most;
}

static size_t all_bars(const plot *p)
{
    size_t sum = 0;
    for (size_t k = 0; k < p->labels; k++)
        sum += bar_count(p, k);
    return sum;
}

/* Room for a word, with its bars: a slot along the axis of words. */
static double slot_begin(const plot_frame *f, const plot *p, size_t label)
{
    if (!f->is_lying)
        return f->box.x + f->box.w * (double)label / (double)p->labels;
    double y = f->box.y;
    for (size_t k = 0; k < label; k++)
        y += (double)bar_count(p, k) * LYING_BAR + 10;
    return y;
}

/* The end of a bar, or of its spread, which its number stands behind. */
static double bar_end(const plot *p, size_t series, size_t label)
{
    const double *high = p->series[series].high;
    double value = bar_value(p, series, label);
    return !isnan(value) && high != NULL && isfinite(high[label]) ? fmax(value, high[label]) : value;
}

/* The room that the number of a bar takes behind the end of the bar. */
static double number_room(const plot_frame *f, double value)
{
    char text[40];
    plot_number_text(value, text, sizeof text);
    return f->is_lying ? 6 + plot_text_width(text, SMALL_TEXT) : 4 + SMALL_TEXT;
}

/* Whether all numbers stand within the frame. */
static bool numbers_fit(const plot_frame *f, const plot *p)
{
    const plot_axis *axis = f->is_lying ? &f->x : &f->y;
    for (size_t k = 0; k < p->labels; k++)
        for (size_t i = 0; i < p->count; i++) {
            double value = p->is_stacked ? stack_height(p, k) : bar_value(p, i, k);
            double end = p->is_stacked ? value : bar_end(p, i, k);
            if (!isnan(value) && fabs(axis->to - plot_axis_place(axis, end)) < number_room(f, value))
                return false;
        }
    return true;
}

/* Makes the axis of the numbers, longer than the bars by as much as their numbers need. */
static void make_bar_axis(plot_frame *f, const plot *p)
{
    plot_axis *axis = f->is_lying ? &f->x : &f->y;
    double length = f->is_lying ? f->box.w : f->box.h;
    plot_range span = bar_range(p);
    for (int longer = 0; longer < 4; longer++) {
        plot_axis_make(axis, &span, length, !f->is_lying, !is_log(p));
        axis->from = f->is_lying ? f->box.x : f->box.y + f->box.h;
        axis->to = f->is_lying ? f->box.x + f->box.w : f->box.y;
        if (numbers_fit(f, p))
            return;
        plot_range_add(&span, axis->high + 0.01 * fabs(axis->high));
    }
}

static void lay_bars(plot_frame *f, const plot *p)
{
    plot_frame_begin(f, p);
    make_bar_axis(f, p);
    plot_box before = f->box;
    plot_frame_left(f, plot_axis_width(&f->y), p->y_title);
    double slot = p->labels > 0 ? f->box.w / (double)p->labels : f->box.w;
    f->is_lying = widest_label(p) > slot - 8 || slot * 0.8 < 9 * (double)most_bars(p);
    if (f->is_lying) {
        f->box = before;
        plot_frame_left(f, widest_label(p), p->x_title);
        f->box.h = fmax((double)all_bars(p) * LYING_BAR + 10 * (double)p->labels, 60);
        f->y = (plot_axis){0};
        make_bar_axis(f, p);
    }
    plot_frame_end(f, f->is_lying ? p->y_title : p->x_title);
    if (f->is_lying && f->legend.is_right)
        f->height = fmax(f->height, f->legend.y + 19 * (double)f->legend.count + 10);
}

/* ---- Drawing -------------------------------------------------------------------------------------------- */

/* From one number to another, with its side at `at`, so wide. */
static void put_bar(fk_text *out, const plot_frame *f, const plot_look *look, size_t series, double from,
                    double to, double at, double width)
{
    const plot_axis *axis = f->is_lying ? &f->x : &f->y;
    double a = plot_axis_place(axis, from), b = plot_axis_place(axis, to);
    plot_box box = f->is_lying ? (plot_box){fmin(a, b), at, fabs(b - a), width}
                               : (plot_box){at, fmin(a, b), width, fabs(b - a)};
    fk_text_write(out, "<rect class=\"bar\"");
    plot_put_box(out, box);
    plot_put_filling(out, look, series);
    fk_text_write(out, "/>\n");
}

static void put_bar_spread(fk_text *out, const plot_frame *f, double low, double high, double at)
{
    const plot_axis *axis = f->is_lying ? &f->x : &f->y;
    double a = plot_axis_place(axis, low), b = plot_axis_place(axis, high);
    const char *style = "class=\"spread\" stroke=\"" PLOT_INK "\"";
    for (int end = 0; end < 3; end++) { /* both ends, and what is between */
        double from = end == 1 ? b : a, to = end == 0 ? a : b, half = end == 2 ? 0 : 3;
        if (f->is_lying)
            plot_put_line(out, from, at - half, to, at + half, style);
        else
            plot_put_line(out, at - half, from, at + half, to, style);
    }
}

/* The number of a bar behind its end, where it fits. */
static void put_bar_number(fk_text *out, const plot_frame *f, double value, double end, double at,
                           double room)
{
    const char *style = " font-size=\"11\" stroke=\"#fff\" stroke-width=\"3\" paint-order=\"stroke\"";
    const plot_axis *axis = f->is_lying ? &f->x : &f->y;
    char text[40];
    plot_number_text(value, text, sizeof text);
    double place = plot_axis_place(axis, end);
    if (f->is_lying)
        plot_put_text(out, place + 4, at + 4, PLOT_START, style, text);
    else if (plot_text_width(text, SMALL_TEXT) <= room)
        plot_put_text(out, at, place - 4, PLOT_MIDDLE, style, text);
}

static void put_group(fk_text *out, const plot_frame *f, const plot *p, size_t label, double begin,
                      double width)
{
    double base = is_log(p) ? (f->is_lying ? f->x.low : f->y.low) : 0, at = begin;
    for (size_t i = 0; i < p->count; i++) {
        const plot_series *s = &p->series[i];
        double value = bar_value(p, i, label), end = fmax(bar_end(p, i, label), base);
        if (isnan(value))
            continue;
        plot_look look = plot_series_look(p, i);
        put_bar(out, f, &look, i, base, value, at + 1, width - 2);
        if (s->low != NULL && s->high != NULL && isfinite(s->low[label]) && isfinite(s->high[label]))
            put_bar_spread(out, f, s->low[label], s->high[label], at + width / 2);
        put_bar_number(out, f, value, end, at + width / 2, width + 4);
        at += width;
    }
}

static void put_stack(fk_text *out, const plot_frame *f, const plot *p, size_t label, double begin,
                      double width)
{
    double sum = 0;
    size_t parts = 0;
    for (size_t i = 0; i < p->count; i++) {
        double value = bar_value(p, i, label);
        if (isnan(value))
            continue;
        plot_look look = plot_series_look(p, i);
        put_bar(out, f, &look, i, sum, sum + value, begin + 1, width - 2);
        sum += value;
        parts++;
    }
    if (parts > 0)
        put_bar_number(out, f, sum, sum, begin + width / 2, width + 20);
}

static void put_bar_label(fk_text *out, const plot_frame *f, const char *word, double middle, double room)
{
    char text[120];
    plot_fit_text(word, f->is_lying ? WIDEST_WORD : room, PLOT_TEXT, text, sizeof text);
    if (f->is_lying)
        plot_put_text(out, f->box.x - 7, middle + 4.5, PLOT_END, "", text);
    else
        plot_put_text(out, middle, f->box.y + f->box.h + 18, PLOT_MIDDLE, "", text);
}

static void put_bars(fk_text *out, const plot_frame *f, const plot *p)
{
    plot_frame_put(out, f, p, f->is_lying ? p->y_title : p->x_title, f->is_lying ? p->x_title : p->y_title);
    plot_axis_put(out, f, f->is_lying ? &f->x : &f->y, !f->is_lying);
    for (size_t k = 0; k < p->labels; k++) {
        double begin = slot_begin(f, p, k), slot = slot_begin(f, p, k + 1) - begin;
        size_t bars = bar_count(p, k);
        double width = f->is_lying ? LYING_BAR : fmin(WIDEST_BAR, slot * 0.8 / (double)most_bars(p));
        double first = begin + (slot - width * (double)bars) / 2;
        put_bar_label(out, f, p->label[k], begin + slot / 2, slot);
        if (p->is_stacked)
            put_stack(out, f, p, k, first, width);
        else
            put_group(out, f, p, k, first, width);
    }
    if (bar_range(p).count == 0)
        plot_frame_put_empty(out, f);
    plot_frame_put_end(out, f, p);
}

enum {
    MARKS_OF_A_LINE = 20,  /* a line of more points has marks at some of them alone */
    MARKS_OF_A_CLOUD = 300 /* a cloud of more points has tiny ones */
};

/* ---- Lines ---------------------------------------------------------------------------------------------- */

static bool is_point(const plot *p, const plot_series *s, size_t i)
{
    return plot_is_shown(p->x_log, s->x[i]) && plot_is_shown(p->y_log, s->y[i]);
}

static void line_range(const plot *p, plot_range *x, plot_range *y)
{
    *x = (plot_range){.is_log = p->x_log};
    *y = (plot_range){.is_log = p->y_log};
    for (size_t k = 0; k < p->count; k++) {
        const plot_series *s = &p->series[k];
        for (size_t i = 0; i < s->count; i++) {
            if (!is_point(p, s, i))
                continue;
            plot_range_add(x, s->x[i]);
            plot_range_add(y, s->y[i]);
            plot_range_add(y, s->low != NULL ? s->low[i] : NAN);
            plot_range_add(y, s->high != NULL ? s->high[i] : NAN);
            if (s->is_cloud && p->y_log) { /* so that no mark lies on the frame */
                plot_range_add(y, s->y[i] * 0.9);
                plot_range_add(y, s->y[i] * 1.1);
            }
        }
    }
}

/* A line; where a point is not there, it is broken. */
static void put_line(fk_text *out, const plot *p, const plot_frame *f, const plot_series *s,
                     const plot_look *look)
{
    fk_text_write(out, "<path fill=\"none\" stroke-linejoin=\"round\"");
    plot_put_stroke(out, look);
    fk_text_write(out, " d=\"");
    bool is_new = true;
    for (size_t i = 0; i < s->count; i++) {
        bool is_there = is_point(p, s, i);
        if (is_there) {
            fk_text_write(out, is_new ? "M" : "L");
            plot_put_point(out, plot_axis_place(&f->x, s->x[i]), plot_axis_place(&f->y, s->y[i]));
        }
        is_new = !is_there;
    }
    fk_text_write(out, "\"/>\n");
}

/* From the least to the most of each point. */
static void put_spread(fk_text *out, const plot *p, const plot_frame *f, const plot_series *s,
                       const plot_look *look)
{
    plot_put(out, "<path class=\"spread\" fill=\"none\" stroke=\"%s\" stroke-opacity=\"0.75\" d=\"",
             look->color);
    for (size_t i = 0; i < s->count; i++) {
        if (!is_point(p, s, i) || !isfinite(s->low[i]) || !isfinite(s->high[i]))
            continue;
        double x = plot_axis_place(&f->x, s->x[i]);
        double top = plot_axis_place(&f->y, s->high[i]), bottom = plot_axis_place(&f->y, s->low[i]);
        fk_text_write(out, "M");
        plot_put_point(out, x - 3, top);
        fk_text_write(out, "h6m-3 0V");
        plot_put_number(out, bottom);
        fk_text_write(out, "m-3 0h6");
    }
    fk_text_write(out, "\"/>\n");
}

/* A cloud of so many points that it would hide all below it. */
static bool is_fog(const plot_series *s)
{
    return s->is_cloud && s->count > MARKS_OF_A_CLOUD;
}

static void put_marks(fk_text *out, const plot *p, const plot_frame *f, const plot_series *s,
                      const plot_look *look)
{
    bool is_tiny = is_fog(s);
    size_t each = s->is_cloud ? 1 : (s->count + MARKS_OF_A_LINE - 1) / MARKS_OF_A_LINE;
    plot_marks_begin(out, look, is_tiny);
    for (size_t i = 0; i < s->count; i += each)
        if (is_point(p, s, i))
            plot_marks_add(out, look, is_tiny, plot_axis_place(&f->x, s->x[i]),
                           plot_axis_place(&f->y, s->y[i]));
    plot_marks_end(out);
}

static bool has_points(const plot *p, const plot_series *s)
{
    for (size_t i = 0; i < s->count; i++)
        if (is_point(p, s, i))
            return true;
    return false;
}

static void put_series(fk_text *out, const plot *p, const plot_frame *f, size_t series)
{
    const plot_series *s = &p->series[series];
    plot_look look = plot_series_look(p, series);
    if (s->low != NULL && s->high != NULL)
        put_spread(out, p, f, s, &look);
    if (!s->is_cloud)
        put_line(out, p, f, s, &look);
    put_marks(out, p, f, s, &look);
}

static void lay_lines(plot_frame *f, const plot *p)
{
    plot_range x, y;
    plot_frame_begin(f, p);
    line_range(p, &x, &y);
    plot_axis_make(&f->y, &y, f->box.h, true, false);
    plot_frame_left(f, plot_axis_width(&f->y), p->y_title);
    plot_axis_make(&f->x, &x, f->box.w, false, false);
    f->x.from = f->box.x;
    f->x.to = f->box.x + f->box.w;
    f->y.from = f->box.y + f->box.h;
    f->y.to = f->box.y;
    plot_frame_end(f, p->x_title);
}

/* ---- The file ------------------------------------------------------------------------------------------- */

static const char *plot_kind(const plot *p)
{
    bool is_cloud = true;
    for (size_t i = 0; i < p->count; i++)
        is_cloud = is_cloud && p->series[i].is_cloud;
    return p->label != NULL ? "Bars" : is_cloud ? "Points" : "Lines";
}

/* What a reader of screens says: the axes, and the names of what is drawn. */
static void put_description(fk_text *out, const plot *p)
{
    fk_text_write(out, "<title id=\"t\">");
    fk_text_print(out, "%e", p->title != NULL ? p->title : "");
    plot_put(out, "</title>\n<desc id=\"d\">%s", plot_kind(p));
    const char *axis[2] = {p->x_title, p->y_title};
    for (int i = 0; i < 2; i++)
        if (axis[i] != NULL) {
            plot_put(out, "; %s axis%s: ", i == 0 ? "first" : "second",
                     (i == 0 ? p->x_log && p->label == NULL : p->y_log) ? ", logarithmic" : "");
            fk_text_print(out, "%e", axis[i]);
        }
    for (size_t i = 0; i < p->count; i++) {
        fk_text_write(out, i == 0 ? ". Series: " : "; ");
        fk_text_print(out, "%e", p->series[i].name != NULL ? p->series[i].name : "");
    }
    fk_text_write(out, ".</desc>\n");
}

/* What hides most comes first; what is ours, above the others. */
static int series_layer(const plot_series *s)
{
    return (is_fog(s) ? 0 : 2) + (s->is_ours ? 1 : 0);
}

static void put_lines(fk_text *out, const plot *p, const plot_frame *f)
{
    plot_frame_put(out, f, p, p->x_title, p->y_title);
    plot_axis_put(out, f, &f->x, false);
    plot_axis_put(out, f, &f->y, true);
    size_t drawn = 0;
    for (int layer = 0; layer < 4; layer++)
        for (size_t i = 0; i < p->count; i++)
            if (series_layer(&p->series[i]) == layer && has_points(p, &p->series[i])) {
                put_series(out, p, f, i);
                drawn++;
            }
    if (drawn == 0)
        plot_frame_put_empty(out, f);
    plot_frame_put_end(out, f, p);
}

static fk_status write_plot(const void *what, fk_write_function *write, void *user)
{
    const plot *p = what;
    plot_frame frame;
    fk_text out = fk_text_make(write, user);
    if (p->label != NULL)
        lay_bars(&frame, p);
    else
        lay_lines(&frame, p);
    plot_put(&out,
             "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %.0f %.0f\" width=\"%.0f\" "
             "height=\"%.0f\" role=\"img\" aria-labelledby=\"t d\">\n",
             PLOT_WIDTH, frame.height, PLOT_WIDTH, frame.height);
    put_description(&out, p);
    if (p->label != NULL)
        put_bars(&out, &frame, p);
    else
        put_lines(&out, p, &frame);
    fk_text_write(&out, "</svg>\n");
    return fk_text_end(&out);
}

bool plot_write(const plot *p, const char *path)
{
    if (p->count > PLOT_SERIES) {
        cli_trouble("%s: a plot of %zu series, of which no one could tell one from the other", path,
                    p->count);
        return false;
    }
    return cli_file_write(path, write_plot, p);
}
