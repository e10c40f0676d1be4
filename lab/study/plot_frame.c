/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* What plots are drawn of, and what stands around their data: see plot_layout.h. The colours are told apart by those who see few of
 * them, and differ in how dark they are, so that most can be told apart in print; there the marks, dashes and fillings do the rest. */

#include "study/plot_layout.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* ---- Numbers and texts ---------------------------------------------------------------------------------- */

void plot_put(fk_text *out, const char *format, ...)
{
    char text[512];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    fk_text_write(out, text);
}

void plot_put_number(fk_text *out, double value)
{
    long tenths = isfinite(value) ? lround(fmin(fmax(value, -1e6), 1e6) * 10) : 0;
    long size = tenths < 0 ? -tenths : tenths;
    plot_put(out, "%s%ld", tenths < 0 ? "-" : "", size / 10);
    if (size % 10 != 0)
        plot_put(out, ".%ld", size % 10);
}

void plot_put_point(fk_text *out, double x, double y)
{
    plot_put_number(out, x);
    fk_text_write(out, " ");
    plot_put_number(out, y);
}

static void put_attribute(fk_text *out, const char *name, double value)
{
    plot_put(out, " %s=\"", name);
    plot_put_number(out, value);
    fk_text_write(out, "\"");
}

void plot_put_line(fk_text *out, double x1, double y1, double x2, double y2, const char *style)
{
    fk_text_write(out, "<path d=\"M");
    plot_put_point(out, x1, y1);
    fk_text_write(out, "L");
    plot_put_point(out, x2, y2);
    plot_put(out, "\" %s/>\n", style);
}

void plot_put_box(fk_text *out, plot_box box)
{
    put_attribute(out, "x", box.x);
    put_attribute(out, "y", box.y);
    put_attribute(out, "width", box.w);
    put_attribute(out, "height", box.h);
}

static void begin_text(fk_text *out, double x, double y, plot_anchor anchor, const char *style)
{
    static const char *const names[] = {"start", "middle", "end"};
    fk_text_write(out, "<text");
    put_attribute(out, "x", x);
    put_attribute(out, "y", y);
    if (anchor != PLOT_START)
        plot_put(out, " text-anchor=\"%s\"", names[anchor]);
    plot_put(out, "%s>", style);
}

void plot_put_text(fk_text *out, double x, double y, plot_anchor anchor, const char *style, const char *text)
{
    begin_text(out, x, y, anchor, style);
    fk_text_print(out, "%e", text);
    fk_text_write(out, "</text>\n");
}

/* The same for what is written at a tick. */
static void plot_put_tick(fk_text *out, double x, double y, plot_anchor anchor, const plot_tick *tick)
{
    begin_text(out, x, y, anchor, "");
    fk_text_print(out, "%e", tick->text);
    if (tick->power[0] != '\0')
        plot_put(out, "<tspan dy=\"-5\" font-size=\"10\">%s</tspan>", tick->power);
    fk_text_write(out, "</text>\n");
}

/* ---- Looks ---------------------------------------------------------------------------------------------- */

/* Those of ours are blue, and no others are. */
static const char *const our_colors[] = {"#0060ad", "#4aa3df", "#002f5c", "#7f9fd6"};
static const char *const colors[] = {"#d55e00", "#009e73", "#b1438c", "#555555",
                                     "#e69f00", "#7a4a12", "#8a8f00"};
static const char *const dashes[] = {NULL, "7 3", "2 3", "9 3 2 3", "12 4"};

enum {
    OUR_COLORS = sizeof our_colors / sizeof our_colors[0],
    COLORS = sizeof colors / sizeof colors[0],
    DASHES = sizeof dashes / sizeof dashes[0],
    FILLINGS = 7
};

plot_look plot_series_look(const plot *p, size_t series)
{
    const plot_series *s = &p->series[series];
    size_t before = 0;
    for (size_t i = 0; i < series; i++)
        before += p->series[i].is_ours == s->is_ours;
    plot_look look = {.width = s->is_ours ? 2.8 : 1.5, .is_hollow = s->is_printed};
    look.color = s->is_ours ? our_colors[before % OUR_COLORS] : colors[before % COLORS];
    look.mark = (int)(series % (s->is_printed ? PLOT_MARKS_WITH_AREA : PLOT_MARKS));
    look.dash = s->is_printed ? "4 3" : dashes[before % DASHES];
    look.filling = (int)((s->is_ours ? before * 3 : before + 1) % FILLINGS);
    return look;
}

void plot_put_stroke(fk_text *out, const plot_look *look)
{
    plot_put(out, " stroke=\"%s\" stroke-width=\"%.1f\"", look->color, look->width);
    if (look->dash != NULL)
        plot_put(out, " stroke-dasharray=\"%s\"", look->dash);
}

/* ---- Marks ---------------------------------------------------------------------------------------------- */

/* Each from its middle, about eight wide: circle, square, triangle, diamond, triangle upside down, plus, cross, star. */
static const char *const marks[PLOT_MARKS] = {"m-4 0a4 4 0 1 0 8 0a4 4 0 1 0-8 0z",
                                              "m-3.6-3.6h7.2v7.2h-7.2z",
                                              "m0-4.8l4.5 8h-9z",
                                              "m0-5.2l5.2 5.2-5.2 5.2-5.2-5.2z",
                                              "m0 4.8l4.5-8h-9z",
                                              "m-4.5 0h9m-4.5-4.5v9",
                                              "m-3.6-3.6l7.2 7.2m0-7.2l-7.2 7.2",
                                              "m0-4.8v9.6m-4.2-7.2l8.4 4.8m0-4.8l-8.4 4.8"};
/* The same for clouds of many; points are the shortest. */
static const char *const tiny_marks[PLOT_MARKS] = {"h0",
                                                   "m-1.4-1.4h2.8v2.8h-2.8z",
                                                   "m0-2l2 3.4h-4z",
                                                   "m0-2l2 2-2 2-2-2z",
                                                   "m0 2l2-3.4h-4z",
                                                   "m-2 0h4m-2-2v4",
                                                   "m-1.6-1.6l3.2 3.2m0-3.2l-3.2 3.2",
                                                   "m0-2v4m-1.8-3l3.6 2m0-2l-3.6 2"};

void plot_marks_begin(fk_text *out, const plot_look *look, bool is_tiny)
{
    bool has_area = look->mark < PLOT_MARKS_WITH_AREA;
    const char *fill = !has_area ? "none" : look->is_hollow ? "#fff" : look->color;
    double width = is_tiny ? (look->mark == 0 ? 3 : 0.9) : look->is_hollow ? 1.5 : has_area ? 0.6 : 1.7;
    plot_put(out, "<path fill=\"%s\" stroke=\"%s\" stroke-width=\"%.1f\"%s d=\"", fill, look->color, width,
             is_tiny ? " stroke-linecap=\"round\" stroke-opacity=\"0.7\" fill-opacity=\"0.7\"" : "");
}

void plot_marks_add(fk_text *out, const plot_look *look, bool is_tiny, double x, double y)
{
    fk_text_write(out, "M");
    plot_put_point(out, x, y);
    fk_text_write(out, is_tiny ? tiny_marks[look->mark] : marks[look->mark]);
}

void plot_marks_end(fk_text *out)
{
    fk_text_write(out, "\"/>\n");
}

/* ---- Fillings ------------------------------------------------------------------------------------------- */

/* The fillings of bars, in the head of the picture. */
static void plot_fillings_put(fk_text *out, const plot *p)
{
    /* Lines in a square of eight; the first filling has none. */
    static const char *const lines[FILLINGS] = {"",
                                                "M-2 10L10-2M-2 2L2-2M6 10L10 6",
                                                "M4 1v6M1 4h6",
                                                "M-2-2L10 10M-2 6L2 10M6-2L10 2",
                                                "M0 2h8M0 6h8",
                                                "M2 0v8M6 0v8",
                                                "M0 0L8 8M0 8L8 0"};
    fk_text_write(out, "<defs>\n");
    for (size_t i = 0; i < p->count; i++) {
        plot_look look = plot_series_look(p, i);
        if (look.filling == 0 || look.is_hollow)
            continue;
        plot_put(out,
                 "<pattern id=\"f%zu\" width=\"8\" height=\"8\" patternUnits=\"userSpaceOnUse\">"
                 "<rect width=\"8\" height=\"8\" fill=\"#fff\"/><rect width=\"8\" height=\"8\" fill=\"%s\" "
                 "fill-opacity=\"0.35\"/><path d=\"%s\" stroke=\"%s\" stroke-width=\"1.6\" "
                 "fill=\"none\"/></pattern>\n",
                 i, look.color, lines[look.filling], look.color);
    }
    fk_text_write(out, "</defs>\n");
}

void plot_put_filling(fk_text *out, const plot_look *look, size_t series)
{
    if (look->is_hollow)
        plot_put(out, " fill=\"#fff\" stroke=\"%s\" stroke-dasharray=\"4 2\"", look->color);
    else if (look->filling == 0)
        plot_put(out, " fill=\"%s\" stroke=\"%s\"", look->color, look->color);
    else
        plot_put(out, " fill=\"url(#f%zu)\" stroke=\"%s\"", series, look->color);
}

#define MARGIN        14.0
#define TITLE_SIZE    16.0
#define TITLE_LINE    21.0
#define LINE          19.0  /* of the legend */
#define KEY           34.0  /* the sample of a line before its name */
#define RIGHT_LEGEND  235.0 /* names up to this stand at the right */
#define RIGHT_ENTRIES 18

/* ---- Texts ---------------------------------------------------------------------------------------------- */

/* The last place up to `end` where a character begins. */
static size_t char_begin(const char *text, size_t end)
{
    while (end > 0 && ((unsigned char)text[end] & 0xc0) == 0x80)
        end--;
    return end;
}

void plot_fit_text(const char *text, double width, double size, char *out, size_t capacity)
{
    size_t length = strlen(text);
    length = length < capacity ? length : char_begin(text, capacity - 4);
    snprintf(out, capacity, "%.*s", (int)length, text);
    while (length > 0 && plot_text_width(out, size) > width) {
        length = char_begin(text, length - 1);
        snprintf(out, capacity, "%.*s\u2026", (int)length, text);
    }
}

/* Breaks the title between words; what is left after the last line is cut off. */
static void break_title(plot_frame *frame, const char *title)
{
    const double most = PLOT_WIDTH - 2 * MARGIN;
    const size_t lines = sizeof frame->title / sizeof frame->title[0];
    while (title != NULL && *title != '\0' && frame->title_lines < lines) {
        char *line = frame->title[frame->title_lines++];
        plot_fit_text(title, most, TITLE_SIZE * 1.05, line, sizeof frame->title[0]);
        size_t length = strlen(line);
        if (strcmp(line, title) == 0 || frame->title_lines == lines)
            return;
        length -= strlen("\u2026");
        size_t end = length;
        while (end > 0 && title[end] != ' ')
            end--;
        end = end > 0 ? end : length;
        line[end] = '\0';
        title += end + strspn(title + end, " ");
    }
}

/* ---- The legend ----------------------------------------------------------------------------------------- */

static const char *series_name(const plot *p, size_t series)
{
    return p->series[series].name != NULL ? p->series[series].name : "";
}

/* Where a line ends at the right; false for one that is not drawn. */
static bool line_end(const plot *p, size_t series, double *x, double *y)
{
    const plot_series *s = &p->series[series];
    *x = *y = -INFINITY;
    for (size_t i = 0; i < s->count; i++)
        if (plot_is_shown(p->x_log, s->x[i]) && plot_is_shown(p->y_log, s->y[i]) && s->x[i] >= *x) {
            *x = s->x[i];
            *y = s->y[i];
        }
    return isfinite(*x);
}

/* Names of lines that all end at the same place stand as their ends do, from above; others in their order. */
static void sort_names(plot_legend *legend, const plot *p)
{
    double end[PLOT_SERIES], x, last = NAN;
    for (size_t i = 0; i < p->count; i++) {
        if (p->series[i].is_cloud || p->label != NULL)
            return;
        if (line_end(p, i, &x, &end[i])) {
            if (!isnan(last) && x != last)
                return;
            last = x;
        }
    }
    for (size_t i = 1; i < legend->count; i++)
        for (size_t k = i; k > 0 && end[legend->order[k]] > end[legend->order[k - 1]]; k--) {
            size_t other = legend->order[k];
            legend->order[k] = legend->order[k - 1];
            legend->order[k - 1] = other;
        }
}

static void lay_legend(plot_frame *frame, const plot *p)
{
    plot_legend *legend = &frame->legend;
    double widest = 0;
    for (size_t i = 0; i < p->count && legend->count < PLOT_SERIES; i++)
        if (series_name(p, i)[0] != '\0') {
            double bold = p->series[i].is_ours ? 1.1 : 1;
            widest = fmax(widest, plot_text_width(series_name(p, i), bold * PLOT_TEXT));
            legend->order[legend->count++] = i;
        }
    sort_names(legend, p);
    legend->is_right = widest <= RIGHT_LEGEND - KEY && legend->count <= RIGHT_ENTRIES;
    legend->width = fmin(widest + KEY + 10, PLOT_WIDTH - 2 * MARGIN);
    size_t columns = (size_t)((PLOT_WIDTH - 2 * MARGIN) / legend->width);
    legend->columns = columns < 1 ? 1 : columns < legend->count ? columns : legend->count;
}

static void put_key(fk_text *out, const plot *p, size_t series, double x, double y)
{
    plot_look look = plot_series_look(p, series);
    if (p->label != NULL) {
        fk_text_write(out, "<rect");
        plot_put_box(out, (plot_box){x + 6, y - 6, 18, 12});
        plot_put_filling(out, &look, series);
        fk_text_write(out, "/>\n");
        return;
    }
    if (!p->series[series].is_cloud) {
        fk_text_write(out, "<path fill=\"none\"");
        plot_put_stroke(out, &look);
        fk_text_write(out, " d=\"M");
        plot_put_point(out, x, y);
        fk_text_write(out, "h28\"/>\n");
    }
    plot_marks_begin(out, &look, false);
    plot_marks_add(out, &look, false, x + 14, y);
    plot_marks_end(out);
}

static void put_legend(fk_text *out, const plot_legend *legend, const plot *p)
{
    fk_text_write(out, "<g class=\"legend\">\n");
    size_t columns = legend->is_right ? 1 : legend->columns;
    for (size_t i = 0; i < legend->count; i++) {
        double x = legend->x + (double)(i % columns) * legend->width;
        double y = legend->y + (double)(i / columns) * LINE;
        size_t series = legend->order[i];
        char name[200];
        plot_fit_text(series_name(p, series), legend->width - KEY, PLOT_TEXT, name, sizeof name);
        put_key(out, p, series, x, y);
        plot_put_text(out, x + KEY, y + 4.5, PLOT_START,
                      p->series[series].is_ours ? " font-weight=\"bold\"" : "", name);
    }
    fk_text_write(out, "</g>\n");
}

/* ---- Laying out ----------------------------------------------------------------------------------------- */

void plot_frame_begin(plot_frame *frame, const plot *p)
{
    *frame = (plot_frame){0};
    break_title(frame, p->title);
    lay_legend(frame, p);
    frame->box.y = MARGIN + (double)frame->title_lines * TITLE_LINE + 12;
    frame->box.w = PLOT_WIDTH - MARGIN - 12;
    if (frame->legend.is_right && frame->legend.count > 0)
        frame->box.w -= frame->legend.width + 8;
    frame->box.h = fmax(340, frame->legend.is_right ? (double)frame->legend.count * LINE : 0);
}

void plot_frame_left(plot_frame *frame, double width, const char *title)
{
    double right = frame->box.w;
    frame->box.x = MARGIN + (title != NULL ? 22 : 0) + width + 9;
    frame->box.w = right - frame->box.x;
}

void plot_frame_end(plot_frame *frame, const char *title)
{
    double y = frame->box.y + frame->box.h + 22 + (title != NULL ? 24 : 0);
    plot_legend *legend = &frame->legend;
    if (legend->is_right) {
        legend->x = frame->box.x + frame->box.w + 20;
        legend->y = frame->box.y + 8;
    } else if (legend->count > 0) {
        legend->x = MARGIN;
        legend->y = y + 16;
        y += 12 + (double)((legend->count + legend->columns - 1) / legend->columns) * LINE;
    }
    frame->height = ceil(y + 10);
}

double plot_axis_width(const plot_axis *axis)
{
    double widest = 0;
    for (size_t i = 0; i < axis->ticks; i++)
        widest = fmax(widest, plot_tick_width(&axis->tick[i], PLOT_TEXT));
    return widest;
}

/* ---- Drawing -------------------------------------------------------------------------------------------- */

void plot_axis_put(fk_text *out, const plot_frame *frame, const plot_axis *axis, bool is_upright)
{
    const plot_box *box = &frame->box;
    double right = box->x + box->w, bottom = box->y + box->h;
    fk_text_write(out, "<g class=\"axis\">\n");
    for (size_t i = 0; i < axis->ticks; i++) {
        const plot_tick *tick = &axis->tick[i];
        double at = plot_axis_place(axis, tick->value);
        bool is_small = tick->text[0] == '\0';
        const char *style = is_small ? "stroke=\"#f0f0f0\"" : "stroke=\"" PLOT_GRID "\"";
        if (is_upright)
            plot_put_line(out, box->x, at, right, at, style);
        else
            plot_put_line(out, at, box->y, at, bottom, style);
        if (is_small)
            continue;
        if (is_upright) {
            plot_put_line(out, box->x - 4, at, box->x, at, "stroke=\"#555\"");
            plot_put_tick(out, box->x - 7, at + 4.5, PLOT_END, tick);
        } else {
            plot_put_line(out, at, bottom, at, bottom + 4, "stroke=\"#555\"");
            plot_put_tick(out, at, bottom + 18, PLOT_MIDDLE, tick);
        }
    }
    fk_text_write(out, "</g>\n");
}

static void put_axis_titles(fk_text *out, const plot_frame *frame, const char *below, const char *left)
{
    const plot_box *box = &frame->box;
    char text[200], style[96];
    if (below != NULL) {
        plot_fit_text(below, PLOT_WIDTH - 2 * MARGIN, PLOT_TEXT, text, sizeof text);
        double half = plot_text_width(text, PLOT_TEXT) / 2;
        double x = fmin(fmax(box->x + box->w / 2, MARGIN + half), PLOT_WIDTH - MARGIN - half);
        plot_put_text(out, x, box->y + box->h + 40, PLOT_MIDDLE, "", text);
    }
    if (left != NULL) {
        double y = box->y + box->h / 2;
        plot_fit_text(left, box->h + 20, PLOT_TEXT, text, sizeof text);
        snprintf(style, sizeof style, " transform=\"rotate(-90 %ld %ld)\"", lround(MARGIN + 10), lround(y));
        plot_put_text(out, round(MARGIN + 10), round(y), PLOT_MIDDLE, style, text);
    }
}

void plot_frame_put(fk_text *out, const plot_frame *frame, const plot *p, const char *below, const char *left)
{
    plot_put(out, "<rect width=\"%.0f\" height=\"%.0f\" fill=\"#fff\"/>\n", PLOT_WIDTH, frame->height);
    if (p->label != NULL)
        plot_fillings_put(out, p);
    plot_put(out,
             "<g font-family=\"Helvetica, Arial, sans-serif\" font-size=\"%.0f\" fill=\"" PLOT_INK "\">\n",
             PLOT_TEXT);
    for (size_t i = 0; i < frame->title_lines; i++)
        plot_put_text(out, MARGIN, MARGIN + TITLE_SIZE - 2 + (double)i * TITLE_LINE, PLOT_START,
                      " font-size=\"16\" font-weight=\"bold\"", frame->title[i]);
    put_axis_titles(out, frame, below, left);
}

void plot_frame_put_empty(fk_text *out, const plot_frame *frame)
{
    const plot_box *box = &frame->box;
    plot_put_text(out, box->x + box->w / 2, box->y + box->h / 2 + 5, PLOT_MIDDLE, " fill=\"#555\"",
                  "nothing was measured");
}

void plot_frame_put_end(fk_text *out, const plot_frame *frame, const plot *p)
{
    fk_text_write(out, "<rect class=\"frame\" fill=\"none\" stroke=\"#555\"");
    plot_put_box(out, frame->box);
    fk_text_write(out, "/>\n");
    if (frame->legend.count > 0)
        put_legend(out, &frame->legend, p);
    fk_text_write(out, "</g>\n");
}
