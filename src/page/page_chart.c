/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Distance over time as a chart, and the contacts of all clashes on one timeline, as SVG. Coordinates are rounded to
 * hundredths of a unit, so that the bytes are the same everywhere. */

#include "page/page.h"

#include <math.h>
#include <stdio.h>

#include "base/bits.h"

/* ---- Scales -------------------------------------------------------------------------------------------- */

/* Maps numbers to units of a chart. */
typedef struct chart_scale {
    double from, to;   /* numbers */
    double begin, end; /* units */
    double most;       /* larger fractions of its length are clipped to this */
} chart_scale;

static double chart_position(const chart_scale *s, double number)
{
    double fraction = s->to > s->from ? (number - s->from) / (s->to - s->from) : 0.5;
    fraction = !(fraction > 0) ? 0 : fraction > s->most ? s->most : fraction;
    return s->begin + fraction * (s->end - s->begin);
}

/* A step of 1, 2 or 5 times a power of ten, so that at most `most` fit into the range. */
static double tick_step(double range, int most)
{
    double least = range / most;
    char text[FK_FIGURE_SIZE];
    if (!(least > 0) || !fk_is_finite(least))
        return 0;
    int exponent = fk_figure_digits(least, 1, text) - 1;
    static const int factor[] = {1, 2, 5, 10, 20, 50, 100};
    for (size_t i = 0; i < sizeof factor / sizeof *factor; i++) {
        double step = 0;
        int length = snprintf(text, sizeof text, "%de%d", factor[i], exponent);
        if (fk_number_parse(text, (size_t)length, &step) && step >= least)
            return step;
    }
    return 0;
}

static double first_tick(const chart_scale *s, double step)
{
    return step > 0 ? -floor(-s->from / step) : 0;
}

/* No ticks so far from zero that a step has no effect. */
static bool has_tick(const chart_scale *s, double number, double step)
{
    return step > 0 && number * step <= s->to && number > -1e15 && number < 1e15;
}

/* ---- The chart ----------------------------------------------------------------------------------------- */

enum {
    CHART_WIDTH = 720,
    CHART_HEIGHT = 220,
    CHART_LEFT = 64,
    CHART_RIGHT = 708,
    CHART_TOP = 14,
    CHART_BOTTOM = 178
};
/* The height of a detail chart, in clearances. Its lines continue far above it, so that they leave it at the right
 * place. */
enum { DETAIL_CLEARANCES = 5, FAR_ABOVE = 1000000 };

typedef struct distance_chart {
    fk_page_writer *writer;
    const fk_page_pair *pair;
    const fk_page_series *series;
    chart_scale x, y;
    bool is_detail; /* distances above the chart are cut off */
} distance_chart;

/* The largest known distance, or twice the clearance if that is more. */
static double chart_height(const fk_page_pair *pair, const fk_page_series *series)
{
    double most = fk_is_finite(pair->found->clearance) ? pair->found->clearance * 2 : 0;
    for (uint32_t i = 0; i < series->count; i++) {
        double hi = series->distance[i].hi;
        if (fk_is_finite(hi) && hi > most)
            most = hi;
    }
    return most > 0 ? most : 1;
}

static void write_line(fk_page_writer *writer, const char *class, double x1, double y1, double x2, double y2)
{
    fk_page_print(writer, "<line class=\"%s\" x1=\"%a\" x2=\"%a\" y1=\"%a\" y2=\"%a\"/>", class, x1, x2, y1,
                  y2);
}

/* Begins a text element. */
static void write_label(fk_page_writer *writer, const char *class, const char *anchor, double x, double y)
{
    fk_page_print(writer, "<text class=\"%s\" text-anchor=\"%s\" x=\"%a\" y=\"%a\">", class, anchor, x, y);
}

static void write_time_ticks(const distance_chart *c)
{
    double step = tick_step(c->x.to - c->x.from, 10);
    for (double i = first_tick(&c->x, step); has_tick(&c->x, i, step); i++) {
        double x = chart_position(&c->x, i * step);
        write_line(c->writer, "grid", x, CHART_TOP, x, CHART_BOTTOM);
        write_label(c->writer, "tick", "middle", x, CHART_BOTTOM + 16);
        fk_page_print(c->writer, "%d</text>\n", i * step);
    }
    fk_page_print(c->writer,
                  "<text class=\"axis\" x=\"386\" y=\"213\" text-anchor=\"middle\">time / s</text>\n");
}

static void write_length_ticks(const distance_chart *c)
{
    double step = tick_step(c->y.to, 5);
    for (double i = 0; has_tick(&c->y, i, step); i++) {
        double y = chart_position(&c->y, i * step);
        write_line(c->writer, "grid", CHART_LEFT, y, CHART_RIGHT, y);
        write_label(c->writer, "tick", "end", CHART_LEFT - 6, y + 4);
        fk_page_print(c->writer, "%d</text>\n", i * step);
    }
    fk_page_print(
        c->writer,
        "<text class=\"axis\" text-anchor=\"middle\" transform=\"translate(14 96) rotate(-90)\">distance / "
        "%e</text>\n",
        c->writer->units);
}

/* Short stretches are drawn wide enough to be seen. `rest` has the other attributes of the bar. */
static void write_bar(fk_page_writer *writer, const char *class, const chart_scale *x,
                      const fk_stretch *stretch, const char *rest)
{
    double begin = chart_position(x, stretch->enter.lo), end = chart_position(x, stretch->leave.hi);
    double least = (x->end - x->begin) / 250, middle = (begin + end) / 2;
    if (end - begin < least) {
        begin = middle - least / 2 < x->begin ? x->begin : middle - least / 2;
        end = begin + least;
    }
    fk_page_print(writer, "<rect class=\"%s\" x=\"%a\" width=\"%a\"%s", class, begin, end - begin, rest);
}

/* Times below the clearance, with contacts drawn over them. */
static void write_bars(fk_page_writer *writer, const chart_scale *x, const fk_sweep_pair *sweep,
                       const char *below, const char *contact)
{
    static const char *const class[] = {"unknown", "graze", "meets"};
    for (uint32_t i = 0; i < sweep->below_count; i++)
        write_bar(writer, "below", x, &sweep->below[i], below);
    for (uint32_t i = 0; i < sweep->contact_count; i++)
        write_bar(writer, class[sweep->contact[i].kind], x, &sweep -> contact[i], contact);
}

static void write_chart_point(const distance_chart *c, const char *before, uint32_t i, double distance)
{
    fk_page_print(c->writer, "%s%a %a", before, chart_position(&c->x, c->series->time[i]),
                  chart_position(&c->y, distance));
}

static bool is_sample_known(const distance_chart *c, uint32_t i)
{
    fk_interval d = c->series->distance[i];
    return fk_is_finite(c->series->time[i]) && fk_is_finite(d.lo) && fk_is_finite(d.hi);
}

static void write_upper_bound(const distance_chart *c, uint32_t begin, uint32_t end)
{
    for (uint32_t i = begin; i < end; i++)
        write_chart_point(c, i > begin ? "L" : "", i, c->series->distance[i].hi);
}

/* Consecutive known samples: the area between both bounds, and a line along the upper one. */
static void write_curve(const distance_chart *c, uint32_t begin, uint32_t end)
{
    fk_text *text = &c->writer->text;
    fk_text_write(text, "<path class=\"band\" d=\"M");
    write_upper_bound(c, begin, end);
    for (uint32_t i = end; i-- > begin;)
        write_chart_point(c, "L", i, c->series->distance[i].lo);
    fk_text_write(text, "z\"/>\n<path class=\"line\" d=\"M");
    write_upper_bound(c, begin, end);
    fk_text_write(text, "\"/>\n");
}

static void write_curves(const distance_chart *c)
{
    for (uint32_t i = 0; i < c->series->count;) {
        uint32_t begin = i;
        while (i < c->series->count && is_sample_known(c, i))
            i++;
        if (i > begin)
            write_curve(c, begin, i);
        else
            i++;
    }
}

static void write_clearance_line(const distance_chart *c)
{
    if (!(c->pair->found->clearance > 0))
        return;
    double y = chart_position(&c->y, c->pair->found->clearance);
    write_line(c->writer, "asked", CHART_LEFT, y, CHART_RIGHT, y);
    write_label(c->writer, "asked", "end", CHART_RIGHT - 4, y - 4 > CHART_TOP + 8 ? y - 4 : y + 12);
    fk_page_print(c->writer, "clearance %l</text>\n", c->pair->found->clearance);
}

/* If the clearance is too close to the axis to show how far below it the parts come, a second chart shows the
 * distances near it. */
static bool wants_detail(const distance_chart *c)
{
    double clearance = c->pair->found->clearance, least = INFINITY;
    for (uint32_t i = 0; i < c->series->count; i++)
        if (is_sample_known(c, i) && c->series->distance[i].lo < least)
            least = c->series->distance[i].lo;
    return clearance > 0 && clearance < 0.05 * c->y.to && least < DETAIL_CLEARANCES * clearance;
}

static void write_legend(const distance_chart *c, bool has_detail)
{
    const fk_sweep_pair *sweep = c->pair->found;
    bool has[3] = {false, false, false};
    for (uint32_t i = 0; i < sweep->contact_count; i++)
        has[sweep->contact[i].kind] = true;
    fk_page_print(
        c->writer,
        "<figcaption>Distance over time, in %u samples with straight lines between%s.%s%s%s%s</figcaption>\n",
        (uint64_t)c->series->count, has_detail ? "; all of it, and what is near" : "",
        has[FK_STRETCH_MEETS] ? " <span class=\"key meets\">Hatched:</span> contact." : "",
        has[FK_STRETCH_NEAR] ? " <span class=\"key graze\">Dotted:</span> graze." : "",
        has[FK_STRETCH_UNDECIDED] ? " <span class=\"key unknown\">Grey:</span> undecided." : "",
        sweep->below_count > 0 ? " <span class=\"key below\">Shaded:</span> closer than asked." : "");
}

static void write_plot(const distance_chart *c)
{
    static const char rest[] = " y=\"14\" height=\"164\"/>\n"; /* from CHART_TOP to CHART_BOTTOM */
    fk_page_print(c->writer,
                  "<svg viewBox=\"0 0 720 220\" role=\"img\" aria-label=\"Distance of %e and %e over "
                  "time%s\">\n",
                  c->pair->a, c->pair->b, c->is_detail ? ", where they are near" : "");
    write_time_ticks(c);
    write_length_ticks(c);
    write_bars(c->writer, &c->x, c->pair->found, rest, rest);
    fk_page_print(c->writer, "<g clip-path=\"url(#plot)\">\n");
    write_curves(c);
    fk_page_print(c->writer, "</g>\n");
    write_clearance_line(c);
    fk_page_print(c->writer, "<path class=\"frame\" d=\"M64 14V178H708\"/>\n</svg>\n");
}

void fk_page_write_chart(fk_page_writer *writer, const fk_page_pair *pair, const fk_page_series *series)
{
    distance_chart c = {.writer = writer, .pair = pair, .series = series};
    if (series->count == 0)
        return;
    c.x = (chart_scale){writer->found->from, writer->found->to, CHART_LEFT, CHART_RIGHT, 1};
    c.y = (chart_scale){0, chart_height(pair, series) * 1.05, CHART_BOTTOM, CHART_TOP, 1};
    bool has_detail = wants_detail(&c);
    fk_page_print(writer, "<figure class=\"chart\">");
    write_plot(&c);
    if (has_detail) {
        c.is_detail = true;
        c.y =
            (chart_scale){0, pair->found->clearance * DETAIL_CLEARANCES, CHART_BOTTOM, CHART_TOP, FAR_ABOVE};
        write_plot(&c);
    }
    write_legend(&c, has_detail);
    fk_page_print(writer, "</figure>\n");
}

/* ---- The timeline -------------------------------------------------------------------------------------- */

static void write_lane(fk_page_writer *writer, const chart_scale *x, const fk_page_pair *pair)
{
    fk_text *text = &writer->text;
    const fk_sweep_pair *sweep = pair->found;
    fk_page_print(writer, fk_page_has_section(writer, pair) ? "<li><a href=\"#clash-%i\">" : "<li><span>",
                  pair);
    fk_page_print(writer, "%n <span class=\"times\">\xc3\x97</span> %n</%s>", pair->a, pair->b,
                  fk_page_has_section(writer, pair) ? "a" : "span");
    fk_page_print(writer,
                  "<svg viewBox=\"0 0 1000 24\" preserveAspectRatio=\"none\" role=\"img\" aria-label=\"");
    fk_page_write_count(writer, sweep->contact_count, "contact", "contacts");
    fk_page_print(writer, "\"><rect class=\"lane\" x=\"0\" y=\"0\" width=\"1000\" height=\"24\"/>");
    write_bars(writer, x, sweep, " y=\"4\" height=\"16\"/>", " y=\"1\" height=\"22\"/>");
    fk_text_write(text, "</svg></li>\n");
}

static void write_lane_ticks(fk_page_writer *writer, const chart_scale *x)
{
    double step = tick_step(x->to - x->from, 6);
    fk_page_print(writer, "<li class=\"ticks\" aria-hidden=\"true\"><span></span><div>");
    for (double i = first_tick(x, step); has_tick(x, i, step); i++)
        fk_page_print(writer, "<i style=\"left:%a%%\">%t</i>", chart_position(x, i * step) / 10, i * step);
    fk_page_print(writer, "</div></li>\n");
}

void fk_page_write_timeline(fk_page_writer *writer)
{
    chart_scale x = {writer->found->from, writer->found->to, 0, 1000, 1};
    uint64_t count = 0;
    fk_page_pair pair = {.index = FK_NONE};
    if (writer->report.sweep == NULL || !(writer->found->to > writer->found->from))
        return;
    while (fk_page_next_pair(writer, FK_SEVERITY_HIT, FK_SEVERITY_APPROVED, &pair) &&
           count < FK_PAGE_MOST_SECTIONS) {
        if (count++ == 0)
            fk_page_print(
                writer,
                "<section aria-labelledby=\"timeline-title\">\n<h2 id=\"timeline-title\">All contacts "
                "over time</h2>\n<ol class=\"timeline\">\n");
        write_lane(writer, &x, &pair);
    }
    if (count == 0)
        return;
    write_lane_ticks(writer, &x);
    fk_page_print(
        writer, "</ol>\n<p class=\"more\"><span class=\"key meets\">Hatched:</span> contact. "
                "<span class=\"key graze\">Dotted:</span> graze. <span class=\"key below\">Shaded:</span> "
                "closer than asked. <span class=\"key unknown\">Grey:</span> undecided. Short ones are drawn "
                "wider than they are.</p>\n</section>\n");
}
