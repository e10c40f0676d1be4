/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Distance over time as a chart, and contacts of all clashes on one time line, as SVG. Coordinates are in hundredths of a
 * unit, so that the same bytes come out everywhere. */

#include "page/page.h"

#include <math.h>
#include <stdio.h>

#include "base/bits.h"

/* ---- Scales -------------------------------------------------------------------------------------------- */

/* From numbers to units of a chart. */
typedef struct scale {
    double from, to;   /* numbers */
    double begin, end; /* units */
    double most;       /* what is further than so many times its length is drawn there */
} scale;

static double place_of(const scale *s, double number)
{
    double part = s->to > s->from ? (number - s->from) / (s->to - s->from) : 0.5;
    part = !(part > 0) ? 0 : part > s->most ? s->most : part;
    return s->begin + part * (s->end - s->begin);
}

/* A step of 1, 2 or 5 times a power of ten, so that at most so many fit. */
static double step_of(double range, int most)
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

static double first_tick(const scale *s, double step)
{
    return -floor(-s->from / step);
}

/* Far from zero, where a step is nothing, there are no ticks. */
static bool has_tick(const scale *s, double number, double step)
{
    return number * step <= s->to && number > -1e15 && number < 1e15;
}

/* ---- The chart ----------------------------------------------------------------------------------------- */

enum { WIDTH = 720, HEIGHT = 220, LEFT = 64, RIGHT = 708, TOP = 14, BOTTOM = 178 };
/* A detail has so many clearances. Lines that leave it go on for a while, so that they leave it where they should. */
enum { DETAIL = 5, FAR_ABOVE = 1000000 };

typedef struct chart {
    fk_sheet *sheet;
    const fk_page_pair *pair;
    const fk_page_series *series;
    scale x, y;
    bool is_detail; /* what is above is cut off */
} chart;

/* The largest distance that is known, or twice the clearance if that is more. */
static double height_of(const fk_page_pair *pair, const fk_page_series *series)
{
    double most = fk_is_finite(pair->clearance) ? pair->clearance * 2 : 0;
    for (uint32_t i = 0; i < series->count; i++) {
        double hi = series->distance[i].hi;
        if (fk_is_finite(hi) && hi > most)
            most = hi;
    }
    return most > 0 ? most : 1;
}

static void put_line(fk_sheet *sheet, const char *class, double x1, double y1, double x2, double y2)
{
    fk_sheet_say(sheet, "<line class=\"%s\" x1=\"%a\" x2=\"%a\" y1=\"%a\" y2=\"%a\"/>", class, x1, x2, y1,
                 y2);
}

/* The beginning of a text. */
static void put_label(fk_sheet *sheet, const char *class, const char *anchor, double x, double y)
{
    fk_sheet_say(sheet, "<text class=\"%s\" text-anchor=\"%s\" x=\"%a\" y=\"%a\">", class, anchor, x, y);
}

static void put_time_ticks(const chart *c)
{
    double step = step_of(c->x.to - c->x.from, 10);
    if (step > 0)
        for (double i = first_tick(&c->x, step); has_tick(&c->x, i, step); i++) {
            double x = place_of(&c->x, i * step);
            put_line(c->sheet, "grid", x, TOP, x, BOTTOM);
            put_label(c->sheet, "tick", "middle", x, BOTTOM + 16);
            fk_sheet_say(c->sheet, "%d</text>\n", i * step);
        }
    fk_sheet_say(c->sheet,
                 "<text class=\"axis\" x=\"386\" y=\"213\" text-anchor=\"middle\">time / s</text>\n");
}

static void put_length_ticks(const chart *c)
{
    double step = step_of(c->y.to, 5);
    if (step > 0)
        for (double i = 0; has_tick(&c->y, i, step); i++) {
            double y = place_of(&c->y, i * step);
            put_line(c->sheet, "grid", LEFT, y, RIGHT, y);
            put_label(c->sheet, "tick", "end", LEFT - 6, y + 4);
            fk_sheet_say(c->sheet, "%d</text>\n", i * step);
        }
    fk_sheet_say(
        c->sheet,
        "<text class=\"axis\" text-anchor=\"middle\" transform=\"translate(14 96) rotate(-90)\">distance / "
        "%e</text>\n",
        c->sheet->units);
}

/* A stretch is never so short that it is not seen. `rest` is what else the bar has. */
static void put_bar(fk_sheet *sheet, const char *class, const scale *x, const fk_stretch *stretch,
                    const char *rest)
{
    double begin = place_of(x, stretch->enter.lo), end = place_of(x, stretch->leave.hi);
    double least = (x->end - x->begin) / 250, middle = (begin + end) / 2;
    if (end - begin < least) {
        begin = middle - least / 2 < x->begin ? x->begin : middle - least / 2;
        end = begin + least;
    }
    fk_sheet_say(sheet, "<rect class=\"%s\" x=\"%a\" width=\"%a\"%s", class, begin, end - begin, rest);
}

static const char *bar_class(const fk_stretch *stretch)
{
    return stretch->kind == FK_STRETCH_MEETS  ? "meets"
           : stretch->kind == FK_STRETCH_NEAR ? "graze"
                                              : "unknown";
}

/* What is too close, then contacts over it. */
static void put_bars(fk_sheet *sheet, const scale *x, const fk_sweep_pair *sweep, const char *below,
                     const char *contact)
{
    for (uint32_t i = 0; i < sweep->below_count; i++)
        put_bar(sheet, "below", x, &sweep->below[i], below);
    for (uint32_t i = 0; i < sweep->contact_count; i++)
        put_bar(sheet, bar_class(&sweep->contact[i]), x, &sweep->contact[i], contact);
}

static void put_point(const chart *c, const char *before, uint32_t i, double distance)
{
    fk_sheet_say(c->sheet, "%s%a %a", before, place_of(&c->x, c->series->time[i]), place_of(&c->y, distance));
}

static bool is_known(const chart *c, uint32_t i)
{
    fk_interval d = c->series->distance[i];
    return fk_is_finite(c->series->time[i]) && fk_is_finite(d.lo) && fk_is_finite(d.hi);
}

static void put_upper(const chart *c, uint32_t begin, uint32_t end)
{
    for (uint32_t i = begin; i < end; i++)
        put_point(c, i > begin ? "L" : "", i, c->series->distance[i].hi);
}

/* Neighbours that are known: the area between both bounds, and a line along the upper one. */
static void put_run(const chart *c, uint32_t begin, uint32_t end)
{
    fk_text *text = &c->sheet->text;
    fk_text_put(text, "<path class=\"band\" d=\"M");
    put_upper(c, begin, end);
    for (uint32_t i = end; i-- > begin;)
        put_point(c, "L", i, c->series->distance[i].lo);
    fk_text_put(text, "z\"/>\n<path class=\"line\" d=\"M");
    put_upper(c, begin, end);
    fk_text_put(text, "\"/>\n");
}

static void put_runs(const chart *c)
{
    for (uint32_t i = 0; i < c->series->count;) {
        uint32_t begin = i;
        while (i < c->series->count && is_known(c, i))
            i++;
        if (i > begin)
            put_run(c, begin, i);
        else
            i++;
    }
}

static void put_clearance(const chart *c)
{
    if (!(c->pair->clearance > 0))
        return;
    double y = place_of(&c->y, c->pair->clearance);
    put_line(c->sheet, "asked", LEFT, y, RIGHT, y);
    put_label(c->sheet, "asked", "end", RIGHT - 4, y - 4 > TOP + 8 ? y - 4 : y + 12);
    fk_sheet_say(c->sheet, "clearance %l</text>\n", c->pair->clearance);
}

/* Where the clearance is a hair above the axis, how far below it the parts come is not to be seen: then there is a second chart,
 * of what is near to it. */
static bool wants_detail(const chart *c)
{
    double clearance = c->pair->clearance, least = INFINITY;
    for (uint32_t i = 0; i < c->series->count; i++)
        if (is_known(c, i) && c->series->distance[i].lo < least)
            least = c->series->distance[i].lo;
    return clearance > 0 && clearance < 0.05 * c->y.to && least < DETAIL * clearance;
}

static void put_legend(const chart *c, bool has_detail)
{
    const fk_sweep_pair *sweep = c->pair->sweep;
    bool has[3] = {false, false, false};
    for (uint32_t i = 0; i < sweep->contact_count; i++)
        has[sweep->contact[i].kind] = true;
    fk_sheet_say(
        c->sheet,
        "<figcaption>Distance over time, in %u samples with straight lines between%s.%s%s%s%s</figcaption>\n",
        (uint64_t)c->series->count, has_detail ? "; all of it, and what is near" : "",
        has[FK_STRETCH_MEETS] ? " <span class=\"key meets\">Hatched:</span> contact." : "",
        has[FK_STRETCH_NEAR] ? " <span class=\"key graze\">Dotted:</span> graze." : "",
        has[FK_STRETCH_UNDECIDED] ? " <span class=\"key unknown\">Grey:</span> undecided." : "",
        sweep->below_count > 0 ? " <span class=\"key below\">Shaded:</span> closer than asked." : "");
}

static void put_plot(const chart *c)
{
    static const char rest[] = " y=\"14\" height=\"164\"/>\n"; /* from TOP to BOTTOM */
    fk_sheet_say(c->sheet,
                 "<svg viewBox=\"0 0 720 220\" role=\"img\" aria-label=\"Distance of %e and %e over "
                 "time%s\">\n",
                 fk_sheet_name(c->sheet, c->pair->a), fk_sheet_name(c->sheet, c->pair->b),
                 c->is_detail ? ", where they are near" : "");
    put_time_ticks(c);
    put_length_ticks(c);
    put_bars(c->sheet, &c->x, c->pair->sweep, rest, rest);
    fk_sheet_say(c->sheet, "<g clip-path=\"url(#plot)\">\n");
    put_runs(c);
    fk_sheet_say(c->sheet, "</g>\n");
    put_clearance(c);
    fk_sheet_say(c->sheet, "<path class=\"frame\" d=\"M64 14V178H708\"/>\n</svg>\n");
}

void fk_sheet_put_chart(fk_sheet *sheet, const fk_page_pair *pair, const fk_page_series *series)
{
    chart c = {.sheet = sheet, .pair = pair, .series = series};
    if (series->count == 0)
        return;
    c.x = (scale){sheet->from, sheet->to, LEFT, RIGHT, 1};
    c.y = (scale){0, height_of(pair, series) * 1.05, BOTTOM, TOP, 1};
    bool has_detail = wants_detail(&c);
    fk_sheet_say(sheet, "<figure class=\"chart\">");
    put_plot(&c);
    if (has_detail) {
        c.is_detail = true;
        c.y = (scale){0, pair->clearance * DETAIL, BOTTOM, TOP, FAR_ABOVE};
        put_plot(&c);
    }
    put_legend(&c, has_detail);
    fk_sheet_say(sheet, "</figure>\n");
}

/* ---- The time line ------------------------------------------------------------------------------------- */

static void put_lane(fk_sheet *sheet, const scale *x, const fk_page_pair *pair)
{
    fk_text *text = &sheet->text;
    const fk_sweep_pair *sweep = pair->sweep;
    fk_sheet_say(sheet, fk_sheet_has_section(sheet, pair) ? "<li><a href=\"#clash-%i\">" : "<li><span>",
                 pair);
    fk_sheet_say(sheet, "%n <span class=\"times\">\xc3\x97</span> %n</%s>", fk_sheet_name(sheet, pair->a),
                 fk_sheet_name(sheet, pair->b), fk_sheet_has_section(sheet, pair) ? "a" : "span");
    fk_sheet_say(sheet,
                 "<svg viewBox=\"0 0 1000 24\" preserveAspectRatio=\"none\" role=\"img\" aria-label=\"");
    fk_sheet_put_count(sheet, sweep->contact_count, "contact", "contacts");
    fk_sheet_say(sheet, "\"><rect class=\"lane\" x=\"0\" y=\"0\" width=\"1000\" height=\"24\"/>");
    put_bars(sheet, x, sweep, " y=\"4\" height=\"16\"/>", " y=\"1\" height=\"22\"/>");
    fk_text_put(text, "</svg></li>\n");
}

static void put_lane_ticks(fk_sheet *sheet, const scale *x)
{
    double step = step_of(x->to - x->from, 6);
    fk_sheet_say(sheet, "<li class=\"ticks\" aria-hidden=\"true\"><span></span><div>");
    if (step > 0)
        for (double i = first_tick(x, step); has_tick(x, i, step); i++)
            fk_sheet_say(sheet, "<i style=\"left:%a%%\">%t</i>", place_of(x, i * step) / 10, i * step);
    fk_sheet_say(sheet, "</div></li>\n");
}

void fk_sheet_put_timeline(fk_sheet *sheet)
{
    scale x = {sheet->from, sheet->to, 0, 1000, 1};
    uint64_t count = 0;
    fk_page_pair pair = {.index = FK_NONE};
    if (sheet->page->sweep == NULL || !(sheet->to > sheet->from))
        return;
    while (fk_sheet_next(sheet, FK_STANDING_HIT, FK_STANDING_APPROVED, &pair) &&
           count < FK_PAGE_MOST_SECTIONS) {
        if (count++ == 0)
            fk_sheet_say(
                sheet, "<section aria-labelledby=\"timeline-title\">\n<h2 id=\"timeline-title\">All contacts "
                       "over time</h2>\n<ol class=\"timeline\">\n");
        put_lane(sheet, &x, &pair);
    }
    if (count == 0)
        return;
    put_lane_ticks(sheet, &x);
    fk_sheet_say(
        sheet, "</ol>\n<p class=\"more\"><span class=\"key meets\">Hatched:</span> contact. "
               "<span class=\"key graze\">Dotted:</span> graze. <span class=\"key below\">Shaded:</span> "
               "closer than asked. <span class=\"key unknown\">Grey:</span> undecided. Short ones are drawn "
               "wider than they are.</p>\n</section>\n");
}
