/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Plots: the file as a whole, and lines. See plot.h; bars are in plot_bars.c. */

#include "study/plot.h"
#include "cli.h"
#include "study/plot_frame.h"

#include <math.h>

enum {
    MARKS_OF_A_LINE = 20,  /* a line of more points has marks at some of them alone */
    MARKS_OF_A_CLOUD = 300 /* a cloud of more points has tiny ones */
};

/* ---- Lines ---------------------------------------------------------------------------------------------- */

static bool is_point(const plot *p, const plot_series *s, size_t i)
{
    return plot_is_shown(p->x_log, s->x[i]) && plot_is_shown(p->y_log, s->y[i]);
}

static void span_lines(const plot *p, plot_span *x, plot_span *y)
{
    *x = (plot_span){.is_log = p->x_log};
    *y = (plot_span){.is_log = p->y_log};
    for (size_t k = 0; k < p->count; k++) {
        const plot_series *s = &p->series[k];
        for (size_t i = 0; i < s->count; i++) {
            if (!is_point(p, s, i))
                continue;
            plot_span_add(x, s->x[i]);
            plot_span_add(y, s->y[i]);
            plot_span_add(y, s->low != NULL ? s->low[i] : NAN);
            plot_span_add(y, s->high != NULL ? s->high[i] : NAN);
        }
    }
}

/* A line; where a point is not there, it is broken. */
static void put_line(fk_text *out, const plot *p, const plot_frame *f, const plot_series *s,
                     const plot_look *look)
{
    fk_text_put(out, "<path fill=\"none\" stroke-linejoin=\"round\"");
    plot_put_stroke(out, look);
    fk_text_put(out, " d=\"");
    bool is_new = true;
    for (size_t i = 0; i < s->count; i++) {
        bool is_there = is_point(p, s, i);
        if (is_there) {
            fk_text_put(out, is_new ? "M" : "L");
            plot_put_point(out, plot_axis_place(&f->x, s->x[i]), plot_axis_place(&f->y, s->y[i]));
        }
        is_new = !is_there;
    }
    fk_text_put(out, "\"/>\n");
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
        fk_text_put(out, "M");
        plot_put_point(out, x - 3, top);
        fk_text_put(out, "h6m-3 0V");
        plot_put_number(out, bottom);
        fk_text_put(out, "m-3 0h6");
    }
    fk_text_put(out, "\"/>\n");
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
    plot_look look = plot_look_of(p, series);
    if (s->low != NULL && s->high != NULL)
        put_spread(out, p, f, s, &look);
    if (!s->is_cloud)
        put_line(out, p, f, s, &look);
    put_marks(out, p, f, s, &look);
}

static void lay_lines(plot_frame *f, const plot *p)
{
    plot_span x, y;
    plot_frame_begin(f, p);
    span_lines(p, &x, &y);
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

/* What a reader of screens says: the axes, and the names of what is drawn. */
static void put_words(fk_text *out, const plot *p)
{
    fk_text_put(out, "<title id=\"t\">");
    fk_text_put_xml(out, p->title != NULL ? p->title : "");
    plot_put(out, "</title>\n<desc id=\"d\">%s", p->label != NULL ? "Bars" : "Lines");
    const char *axis[2] = {p->x_title, p->y_title};
    for (int i = 0; i < 2; i++)
        if (axis[i] != NULL) {
            plot_put(out, "; %s axis%s: ", i == 0 ? "first" : "second",
                     (i == 0 ? p->x_log && p->label == NULL : p->y_log) ? ", logarithmic" : "");
            fk_text_put_xml(out, axis[i]);
        }
    for (size_t i = 0; i < p->count; i++) {
        fk_text_put(out, i == 0 ? ". Series: " : "; ");
        fk_text_put_xml(out, p->series[i].name != NULL ? p->series[i].name : "");
    }
    fk_text_put(out, ".</desc>\n");
}

/* What hides most comes first; what is ours, above the others. */
static int layer_of(const plot_series *s)
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
            if (layer_of(&p->series[i]) == layer && has_points(p, &p->series[i])) {
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
        plot_bars_lay(&frame, p);
    else
        lay_lines(&frame, p);
    plot_put(&out,
             "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %.0f %.0f\" width=\"%.0f\" "
             "height=\"%.0f\" role=\"img\" aria-labelledby=\"t d\">\n",
             PLOT_WIDTH, frame.height, PLOT_WIDTH, frame.height);
    put_words(&out, p);
    if (p->label != NULL)
        plot_bars_put(&out, &frame, p);
    else
        put_lines(&out, p, &frame);
    fk_text_put(&out, "</svg>\n");
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
