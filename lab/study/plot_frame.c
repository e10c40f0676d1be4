/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* What stands around the data of a plot: see plot_frame.h. */

#include "study/plot_frame.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

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

static const char *name_of(const plot *p, size_t series)
{
    return p->series[series].name != NULL ? p->series[series].name : "";
}

/* Where a line ends at the right; false for one that is not drawn. */
static bool end_of(const plot *p, size_t series, double *x, double *y)
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
        if (end_of(p, i, &x, &end[i])) {
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
        if (name_of(p, i)[0] != '\0') {
            double bold = p->series[i].is_ours ? 1.1 : 1;
            widest = fmax(widest, plot_text_width(name_of(p, i), bold * PLOT_TEXT));
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
    plot_look look = plot_look_of(p, series);
    if (p->label != NULL) {
        fk_text_put(out, "<rect");
        plot_put_box(out, (plot_box){x + 6, y - 6, 18, 12});
        plot_put_filling(out, &look, series);
        fk_text_put(out, "/>\n");
        return;
    }
    if (!p->series[series].is_cloud) {
        fk_text_put(out, "<path fill=\"none\"");
        plot_put_stroke(out, &look);
        fk_text_put(out, " d=\"M");
        plot_put_point(out, x, y);
        fk_text_put(out, "h28\"/>\n");
    }
    plot_marks_begin(out, &look, false);
    plot_marks_add(out, &look, false, x + 14, y);
    plot_marks_end(out);
}

static void put_legend(fk_text *out, const plot_legend *legend, const plot *p)
{
    fk_text_put(out, "<g class=\"legend\">\n");
    size_t columns = legend->is_right ? 1 : legend->columns;
    for (size_t i = 0; i < legend->count; i++) {
        double x = legend->x + (double)(i % columns) * legend->width;
        double y = legend->y + (double)(i / columns) * LINE;
        size_t series = legend->order[i];
        char name[200];
        plot_fit_text(name_of(p, series), legend->width - KEY, PLOT_TEXT, name, sizeof name);
        put_key(out, p, series, x, y);
        plot_put_text(out, x + KEY, y + 4.5, PLOT_START,
                      p->series[series].is_ours ? " font-weight=\"bold\"" : "", name);
    }
    fk_text_put(out, "</g>\n");
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
    fk_text_put(out, "<g class=\"axis\">\n");
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
    fk_text_put(out, "</g>\n");
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
    fk_text_put(out, "<rect class=\"frame\" fill=\"none\" stroke=\"#555\"");
    plot_put_box(out, frame->box);
    fk_text_put(out, "/>\n");
    if (frame->legend.count > 0)
        put_legend(out, &frame->legend, p);
    fk_text_put(out, "</g>\n");
}
