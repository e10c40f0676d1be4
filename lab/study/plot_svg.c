/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* What plots are drawn of: see plot_svg.h. The colours are told apart by those who see few of them, and differ in how
 * dark they are, so that most can be told apart in print; there the marks, dashes and fillings do the rest. */

#include "study/plot_svg.h"

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
    fk_text_put(out, text);
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
    fk_text_put(out, " ");
    plot_put_number(out, y);
}

static void put_attribute(fk_text *out, const char *name, double value)
{
    plot_put(out, " %s=\"", name);
    plot_put_number(out, value);
    fk_text_put(out, "\"");
}

void plot_put_line(fk_text *out, double x1, double y1, double x2, double y2, const char *style)
{
    fk_text_put(out, "<path d=\"M");
    plot_put_point(out, x1, y1);
    fk_text_put(out, "L");
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
    fk_text_put(out, "<text");
    put_attribute(out, "x", x);
    put_attribute(out, "y", y);
    if (anchor != PLOT_START)
        plot_put(out, " text-anchor=\"%s\"", names[anchor]);
    plot_put(out, "%s>", style);
}

void plot_put_text(fk_text *out, double x, double y, plot_anchor anchor, const char *style, const char *text)
{
    begin_text(out, x, y, anchor, style);
    fk_text_put_xml(out, text);
    fk_text_put(out, "</text>\n");
}

void plot_put_tick(fk_text *out, double x, double y, plot_anchor anchor, const plot_tick *tick)
{
    begin_text(out, x, y, anchor, "");
    fk_text_put_xml(out, tick->text);
    if (tick->power[0] != '\0')
        plot_put(out, "<tspan dy=\"-5\" font-size=\"10\">%s</tspan>", tick->power);
    fk_text_put(out, "</text>\n");
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

plot_look plot_look_of(const plot *p, size_t series)
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
    fk_text_put(out, "M");
    plot_put_point(out, x, y);
    fk_text_put(out, is_tiny ? tiny_marks[look->mark] : marks[look->mark]);
}

void plot_marks_end(fk_text *out)
{
    fk_text_put(out, "\"/>\n");
}

/* ---- Fillings ------------------------------------------------------------------------------------------- */

void plot_fillings_put(fk_text *out, const plot *p)
{
    /* Lines in a square of eight; the first filling has none. */
    static const char *const lines[FILLINGS] = {"",
                                                "M-2 10L10-2M-2 2L2-2M6 10L10 6",
                                                "M4 1v6M1 4h6",
                                                "M-2-2L10 10M-2 6L2 10M6-2L10 2",
                                                "M0 2h8M0 6h8",
                                                "M2 0v8M6 0v8",
                                                "M0 0L8 8M0 8L8 0"};
    fk_text_put(out, "<defs>\n");
    for (size_t i = 0; i < p->count; i++) {
        plot_look look = plot_look_of(p, i);
        if (look.filling == 0 || look.is_hollow)
            continue;
        plot_put(out,
                 "<pattern id=\"f%zu\" width=\"8\" height=\"8\" patternUnits=\"userSpaceOnUse\">"
                 "<rect width=\"8\" height=\"8\" fill=\"#fff\"/><rect width=\"8\" height=\"8\" fill=\"%s\" "
                 "fill-opacity=\"0.35\"/><path d=\"%s\" stroke=\"%s\" stroke-width=\"1.6\" "
                 "fill=\"none\"/></pattern>\n",
                 i, look.color, lines[look.filling], look.color);
    }
    fk_text_put(out, "</defs>\n");
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
