/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The axes of sat and sat6: both bodies, the face or the edges that an axis comes from, the axis beside them, the
 * projection intervals of both on it, and a list of the axes so far. */

#include "explain_private.h"

#include <math.h>
#include <stdio.h>

/* How many axes are listed at once. */
#define LISTED 14

/* ---- Projection intervals ------------------------------------------------------------------------------ */

typedef struct projection_interval {
    double lo, hi;
    fk_vec3 at_lo, at_hi; /* vertices at the ends */
} projection_interval;

static projection_interval project_body(const explain_body *body, fk_vec3 n)
{
    projection_interval s = {INFINITY, -INFINITY, {0, 0, 0}, {0, 0, 0}};
    for (uint32_t i = 0; i < body->point_count; i++) {
        double along = fk_vec3_dot(n, body->point[i]);
        if (along < s.lo) {
            s.lo = along;
            s.at_lo = body->point[i];
        }
        if (along > s.hi) {
            s.hi = along;
            s.at_hi = body->point[i];
        }
    }
    return s;
}

/* A line along n beside the bodies: its point for projection 0, and the step between the two intervals. */
typedef struct axis_ruler {
    fk_vec3 n, at, out;
} axis_ruler;

/* Places the ruler below the bodies as seen, or beside them if the axis points up. */
static axis_ruler make_ruler(const explanation *e, fk_vec3 n)
{
    axis_ruler r = {.n = n};
    fk_vec3 across = fk_vec3_cross(n, e->look);
    r.out = vector_unit(across, e->up);
    if (vector_length(across) < 0.05)
        r.out = vector_unit(vector_along(e->up, n, -fk_vec3_dot(n, e->up)), e->up);
    double turn = fk_vec3_dot(r.out, vector_along(e->up, e->right, -0.3));
    if (turn > 0)
        r.out = fk_vec3_negate(r.out);
    fk_vec3 foot = vector_along(e->bodies.center, n, -fk_vec3_dot(n, e->bodies.center));
    /* Just outside the bodies in that direction. */
    double most = -INFINITY;
    for (int k = 0; k < 2; k++)
        most = fmax(most, project_body(&e->body[k], r.out).hi);
    double reach = most - fk_vec3_dot(r.out, foot);
    r.at = vector_along(foot, r.out, reach + 0.16 * e->bodies.radius);
    return r;
}

static fk_vec3 ruler_point(const explanation *e, const axis_ruler *r, double along, double row)
{
    return vector_along(vector_along(r->at, r->n, along), r->out, row * 0.1 * e->bodies.radius);
}

static void draw_projection(explain_pen *pen, const axis_ruler *r, const projection_interval *s, int which)
{
    drawing_look look = which == 0 ? LOOK_A : LOOK_B;
    fk_vec3 lo = ruler_point(pen->e, r, s->lo, which), hi = ruler_point(pen->e, r, s->hi, which);
    pen_line(pen, s->at_lo, lo, look, 1);
    pen_line(pen, s->at_hi, hi, look, 1);
    pen_line_on_top(pen, lo, hi, look, 8);
    pen_label(pen, vector_between(lo, hi, which == 0 ? 0.12 : 0.88), look, which == 0 ? "a" : "b");
}

/* Draws the distance between the intervals, or their overlap. */
static void draw_projections(explain_pen *pen, fk_vec3 n, int sign)
{
    const explanation *e = pen->e;
    axis_ruler r = make_ruler(e, n);
    projection_interval s[2] = {project_body(&e->body[0], n), project_body(&e->body[1], n)};
    double from = fmax(s[0].lo, s[1].lo), to = fmin(s[0].hi, s[1].hi);
    double lo = fmin(s[0].lo, s[1].lo), hi = fmax(s[0].hi, s[1].hi), more = 0.12 * (hi - lo);
    pen_arrow(pen, ruler_point(e, &r, lo - more, 2), ruler_point(e, &r, hi + more, 2), LOOK_MARK, 1.5f);
    for (int k = 0; k < 2; k++)
        draw_projection(pen, &r, &s[k], k);
    fk_vec3 begin = ruler_point(e, &r, from, 2), end = ruler_point(e, &r, to, 2);
    drawing_look look = sign > 0 ? LOOK_MARK : LOOK_CLASH;
    pen_line_on_top(pen, begin, end, look, sign > 0 ? 4 : 8);
    for (int k = 0; k < 2; k++) {
        double along = k == 0 ? from : to;
        pen_line_on_top(pen, ruler_point(e, &r, along, -0.4), ruler_point(e, &r, along, 2.5), look, 1.5f);
    }
    pen_label(pen, vector_along(vector_between(begin, end, 0.5), r.out, 0.14 * e->bodies.radius), look,
              sign > 0    ? "gap %s"
              : sign == 0 ? "one point"
                          : "overlap %s",
              explain_number_text(fabs(from - to) / e->scale).text);
}

/* Draws the edges of a body in the plane of three of its vertices, and the normal from their middle. */
static void draw_face(explain_pen *pen, const explain_body *body, const fk_vec3 at[3], fk_vec3 n)
{
    const fk_hull *hull = body->hull;
    double height = fk_vec3_dot(n, at[0]), near = 1e-9 * pen->e->bodies.radius;
    fk_vec3 sum = {0, 0, 0};
    uint32_t count = 0;
    for (uint32_t i = 0; i < hull->vertex_count; i++) {
        if (fabs(fk_vec3_dot(n, hull->point[i]) - height) > near)
            continue;
        sum = fk_vec3_add(sum, hull->point[i]);
        count++;
        for (uint32_t k = hull->neighbor_begin[i]; k < hull->neighbor_begin[i + 1]; k++) {
            uint32_t other = hull->neighbor[k];
            if (other > i && fabs(fk_vec3_dot(n, hull->point[other]) - height) <= near &&
                explain_is_hull_edge(hull, i, other))
                pen_line_on_top(pen, hull->point[i], hull->point[other], LOOK_NEAR, 4);
        }
    }
    if (count == 0)
        return;
    fk_vec3 middle = fk_vec3_scale(sum, 1.0 / count);
    pen_arrow(pen, middle, vector_along(middle, n, 0.4 * pen->e->bodies.radius), LOOK_MARK, 2.5f);
}

static void draw_features(explain_pen *pen, const fk_trace_step *step)
{
    fk_vec3 at[4];
    for (uint32_t k = 0; k < step->count && k < 4; k++)
        at[k] = fk_vec3_scale(step->point[k], pen->e->scale);
    fk_vec3 n = vector_unit(step->vector, fk_vec3_make(0, 0, 0));
    if (step->level == FK_AXIS_FACE_A || step->level == FK_AXIS_FACE_B) {
        draw_face(pen, &pen->e->body[step->level == FK_AXIS_FACE_A ? 0 : 1], at, n);
        return;
    }
    for (uint32_t k = 0; k + 1 < step->count; k += 2)
        pen_line_on_top(pen, at[k], at[k + 1], LOOK_NEAR, 6);
}

/* ---- Words --------------------------------------------------------------------------------------------- */

static const char *axis_source_text(uint32_t level)
{
    switch (level) {
    case FK_AXIS_FACE_A:
        return "face of a";
    case FK_AXIS_FACE_B:
        return "face of b";
    case FK_AXIS_EDGES:
        return "edge a \xC3\x97 edge b";
    case FK_AXIS_EDGE_A:
        return "edge a \xC3\x97 coordinate";
    case FK_AXIS_EDGE_B:
        return "edge b \xC3\x97 coordinate";
    default:
        return "coordinate";
    }
}

static void list_axis(explain_pen *pen, uint32_t k, bool is_now)
{
    const fk_trace_step *step = &pen->e->step[k];
    double length = vector_length(step->vector);
    char result[80];
    if (!(length > 0))
        snprintf(result, sizeof result, "parallel: no axis");
    else if (step->hi == 0)
        snprintf(result, sizeof result, "one point in common");
    else
        snprintf(result, sizeof result, "%s %s", step->hi > 0 ? "GAP" : "overlap",
                 explain_number_text(fabs(step->lo) / length).text);
    if (is_now)
        pen_write_marked(pen, "%3u  %s: %s", k + 1, axis_source_text(step->level), result);
    else
        pen_write(pen, "%3u  %s: %s", k + 1, axis_source_text(step->level), result);
}

static void list_axes(explain_pen *pen, uint32_t i)
{
    uint32_t first = i + 1 > LISTED ? i + 1 - LISTED : 0;
    pen_write(pen, first > 0 ? "Axes so far (from %u on):" : "Axes so far:", first + 1);
    for (uint32_t k = first; k <= i; k++)
        list_axis(pen, k, k == i);
}

static void write_axis_conclusion(explain_pen *pen, uint32_t i)
{
    const explanation *e = pen->e;
    const fk_trace_step *step = &e->step[i];
    bool is_end = i + 1 == e->step_count;
    if (!(vector_length(step->vector) > 0))
        pen_write(pen, "These edges (orange) are parallel: no one axis is across both.");
    else if (step->hi > 0)
        pen_write_marked(pen, "The shadows are apart, and so are the bodies: this axis separates.");
    else if (step->hi == 0)
        pen_write_marked(pen, "The shadows share one point: at most, they touch.");
    else
        pen_write(pen, "The shadows overlap: this axis does not separate.");
    if (!is_end)
        return;
    if (e->method == FK_METHOD_SAT6 && e->answer.verdict == FK_OVERLAPPING)
        pen_write_marked(pen, "None of six axes separates; sat6 calls that overlapping.");
    else if (e->answer.verdict == FK_OVERLAPPING)
        pen_write_marked(pen, "None of the %u axes separates: they overlap.", e->step_count);
    else if (e->answer.verdict == FK_TOUCHING)
        pen_write_marked(pen, "No axis separates, but on one they only touch.");
}

static void write_axis_source(explain_pen *pen, uint32_t level, fk_vec3 n)
{
    explain_phrase axis = explain_vector_text(n);
    switch (level) {
    case FK_AXIS_FACE_A:
    case FK_AXIS_FACE_B:
        pen_write(pen, "The axis %s is the normal of a face of %s (orange).", axis.text,
                  level == FK_AXIS_FACE_A ? "a" : "b");
        break;
    case FK_AXIS_EDGES:
        pen_write(pen, "The axis %s is across an edge of a and one of b (orange).", axis.text);
        break;
    case FK_AXIS_COORDINATE:
        pen_write(pen, "Both bodies are flat: the axis is a coordinate axis, %s.", axis.text);
        break;
    default:
        pen_write(pen, "Both bodies are flat: the axis %s is across an edge (orange) and a coordinate axis.",
                  axis.text);
        break;
    }
}

void explain_sat_step(explain_pen *pen, uint32_t i)
{
    const explanation *e = pen->e;
    const fk_trace_step *step = &e->step[i];
    fk_vec3 n = vector_unit(step->vector, fk_vec3_make(0, 0, 0));
    snprintf(pen->text->title, EXPLAIN_COLUMNS, "%s: axis %u of %u", fk_method_name(e->method), i + 1,
             e->step_count);
    pen_bodies(pen, false);
    draw_features(pen, step);
    if (vector_length(n) > 0) {
        write_axis_source(pen, step->level, n);
        draw_projections(pen, n, step->hi > 0 ? 1 : step->hi < 0 ? -1 : 0);
    }
    write_axis_conclusion(pen, i);
    pen_blank_line(pen);
    list_axes(pen, i);
}
