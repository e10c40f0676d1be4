/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The inequalities of fm and ec, called rows: each is a slab or a half-space of the world, since their coordinates are
 * those of points of the world (fk_trace_step). fm: a row without the first coordinate is a slab along that
 * coordinate's edge, one without the first two is an interval along the third. ec: a row taken as an equality is a
 * plane, two are a line, and on it the others leave an interval. */

#include "explain_private.h"

#include <math.h>
#include <stdio.h>

#define LISTED 13
#define LESS   "\xE2\x89\xA4"
#define MORE   "\xE2\x89\xA5"

/* ---- Planes of the world ------------------------------------------------------------------------------- */

/* With three edges, c.y = h is a plane of the world; with two or one, a line or a point. */
typedef struct edge_frame {
    fk_vec3 origin, edge[3]; /* scaled */
    fk_vec3 dual[3];         /* y[k] = dual[k].(x - origin), for three edges */
    bool is_whole;           /* it has three edges */
} edge_frame;

static edge_frame make_edge_frame(const explanation *e, const fk_trace_step *step)
{
    edge_frame f = {.origin = fk_vec3_scale(step->point[0], e->scale)};
    for (int k = 0; k < 3; k++)
        f.edge[k] = fk_vec3_scale(step->point[1 + k], e->scale);
    double det = fk_vec3_dot(f.edge[0], fk_vec3_cross(f.edge[1], f.edge[2]));
    f.is_whole = det != 0 && isfinite(1 / det);
    for (int k = 0; k < 3 && f.is_whole; k++)
        f.dual[k] = fk_vec3_scale(fk_vec3_cross(f.edge[(k + 1) % 3], f.edge[(k + 2) % 3]), 1 / det);
    return f;
}

static fk_vec3 frame_point(const edge_frame *f, const double y[3])
{
    fk_vec3 at = f->origin;
    for (int k = 0; k < 3; k++)
        at = vector_along(at, f->edge[k], y[k]);
    return at;
}

/* Makes normal.x = offset in the world; returns false if there is no such plane. */
static bool make_world_plane(const edge_frame *f, fk_vec3 c, double h, fk_plane *out)
{
    fk_vec3 n = {0, 0, 0};
    if (!f->is_whole || !isfinite(h))
        return false;
    for (int k = 0; k < 3; k++)
        n = vector_along(n, f->dual[k], fk_vec3_get(c, k));
    *out = (fk_plane){n, h + fk_vec3_dot(n, f->origin)};
    return vector_length(n) > 0 && isfinite(out->offset);
}

/* Draws c.y = h with fewer than three edges: a line in the plane of a flat body, or a point of a segment. */
static void draw_in_plane(explain_pen *pen, const edge_frame *f, fk_vec3 c, double h, drawing_look look)
{
    double cc = fk_vec3_dot(c, c);
    if (!(cc > 0) || !isfinite(h / cc))
        return;
    double foot[3], turned[3] = {-c.y, c.x, 0};
    for (int k = 0; k < 3; k++)
        foot[k] = fk_vec3_get(c, k) * h / cc;
    fk_vec3 at = frame_point(f, foot), direction = {0, 0, 0};
    for (int k = 0; k < 3; k++)
        direction = vector_along(direction, f->edge[k], turned[k]);
    direction = fk_vec3_scale(vector_unit(direction, fk_vec3_make(0, 0, 0)), 0.8 * pen->e->bodies.radius);
    if (vector_length(direction) > 0 && vector_length(f->edge[1]) > 0)
        pen_line(pen, fk_vec3_sub(at, direction), fk_vec3_add(at, direction), look, 3);
    else
        pen_point(pen, at, look, 9);
}

/* Whether a plane is near enough to the bodies to be drawn. */
static bool is_near_bodies(const explanation *e, const fk_plane *plane)
{
    double away = plane->offset - fk_vec3_dot(plane->normal, e->bodies.center);
    return fabs(away) <= 1.3 * e->bodies.radius * vector_length(plane->normal);
}

static void draw_plane(explain_pen *pen, const edge_frame *f, fk_vec3 c, double h, drawing_look look)
{
    const explanation *e = pen->e;
    fk_plane plane;
    if (!make_world_plane(f, c, h, &plane)) {
        if (!f->is_whole && isfinite(h))
            draw_in_plane(pen, f, c, h, look);
        return;
    }
    if (is_near_bodies(e, &plane))
        pen_plane(pen, plane.normal, plane.offset, e->bodies.center, 0.85 * e->bodies.radius, look, true);
    else
        pen_write(pen, "(The plane at %s is outside of the picture.)", explain_number_text(h).text);
}

static drawing_look owner_look(const fk_trace_step *step)
{
    return step->owner == 1 ? LOOK_A : step->owner == 2 ? LOOK_B : LOOK_NEAR;
}

/* ---- fm ------------------------------------------------------------------------------------------------ */

static bool is_fm(const explanation *e)
{
    return e->method == FK_METHOD_FM || e->method == FK_METHOD_FM_PAPER;
}

/* Returns the only coordinate of a row, or -1. */
static int single_coordinate(fk_vec3 c)
{
    int found = -1;
    for (int k = 0; k < 3; k++)
        if (fk_vec3_get(c, k) != 0) {
            if (found >= 0)
                return -1;
            found = k;
        }
    return found;
}

/* Returns the row as an interval of its coordinate k. */
static fk_interval row_interval(const fk_trace_step *step, int k)
{
    double c = fk_vec3_get(step->vector, k), x = step->lo / c, y = step->hi / c;
    return (fk_interval){fmin(x, y), fmax(x, y)};
}

/* Returns the interval that the rows up to step i leave for coordinate k, of rows with this coordinate only. */
static fk_interval remaining_interval(const explanation *e, uint32_t i, int k)
{
    fk_interval left = {-INFINITY, INFINITY};
    for (uint32_t s = 0; s <= i; s++) {
        const fk_trace_step *step = &e->step[s];
        if (step->kind == FK_STEP_EXACT || single_coordinate(step->vector) != k)
            continue;
        /* Skip a coefficient that is mere rounding. */
        if (fabs(fk_vec3_get(step->vector, k)) < 1e-12 * fmax(1, fmax(fabs(step->lo), fabs(step->hi))))
            continue;
        fk_interval own = row_interval(step, k);
        left.lo = fmax(left.lo, own.lo);
        left.hi = fmin(left.hi, own.hi);
    }
    return left;
}

static double clip_number(double x)
{
    return x < -1.5 ? -1.5 : x > 2.5 ? 2.5 : x;
}

/* Draws an interval of coordinate k as a bar along its edge, beside the bodies, with its name at `end`. */
static void draw_bar(explain_pen *pen, const edge_frame *f, int k, fk_interval interval, double row,
                     drawing_look look, const char *name, double end)
{
    const explanation *e = pen->e;
    fk_vec3 direction = vector_unit(f->edge[k], e->right);
    fk_vec3 out = vector_unit(fk_vec3_cross(direction, e->look), e->up);
    if (fk_vec3_dot(out, vector_along(e->up, e->right, -0.3)) > 0)
        out = fk_vec3_negate(out);
    fk_vec3 base = f->origin;
    base = vector_along(base, out,
                        fk_vec3_dot(out, fk_vec3_sub(e->bodies.center, base)) +
                            (1.02 + 0.09 * row) * e->bodies.radius);
    bool is_empty = interval.lo > interval.hi;
    fk_vec3 from = vector_along(base, f->edge[k], clip_number(interval.lo)),
            to = vector_along(base, f->edge[k], clip_number(interval.hi));
    pen_line_on_top(pen, from, to, is_empty ? LOOK_CLASH : look, row > 0 ? 7 : 2);
    pen_label(pen, vector_along(vector_along(base, f->edge[k], end), direction, 0.1 * e->bodies.radius),
              is_empty ? LOOK_CLASH : look, "%s", name);
    for (int side = 0; side < 2; side++) {
        fk_vec3 at = side == 0 ? from : to;
        if (isfinite(side == 0 ? interval.lo : interval.hi))
            pen_line_on_top(pen, vector_along(at, out, -0.05 * e->bodies.radius),
                            vector_along(at, out, 0.05 * e->bodies.radius), is_empty ? LOOK_CLASH : look, 3);
    }
}

static void draw_fm(explain_pen *pen, uint32_t i)
{
    static const char *const names = "uvw";
    const fk_trace_step *step = &pen->e->step[i];
    edge_frame f = make_edge_frame(pen->e, step);
    drawing_look look = owner_look(step);
    /* An arrow shows the direction of each eliminated coordinate: one would look along it. */
    for (int k = 0; k < 3; k++) {
        fk_vec3 end = vector_along(f.origin, f.edge[k], 1);
        bool is_gone = step->level > 0 && fk_vec3_get(step->vector, k) == 0;
        pen_arrow(pen, f.origin, end, is_gone ? LOOK_CLEAR : LOOK_MARK, is_gone ? 2 : 3);
        if (vector_length(f.edge[k]) > 0)
            pen_label(pen, vector_along(f.origin, f.edge[k], 1.08), is_gone ? LOOK_CLEAR : LOOK_MARK, "%c",
                      names[k]);
    }
    draw_plane(pen, &f, step->vector, step->lo, look);
    draw_plane(pen, &f, step->vector, step->hi, look);
    int k = single_coordinate(step->vector);
    if (k < 0 || !(vector_length(f.edge[k]) > 0))
        return;
    fk_interval row = row_interval(step, k), left = remaining_interval(pen->e, i, k);
    double end = fmax(1, fmax(clip_number(row.hi), clip_number(fmax(left.lo, left.hi))));
    draw_bar(pen, &f, k, (fk_interval){0, 1}, 0, LOOK_MARK, "0 to 1", end);
    draw_bar(pen, &f, k, row, 1, look, "this row", end);
    draw_bar(pen, &f, k, left, 2, LOOK_MARK, "all rows", end);
}

/* ---- ec ------------------------------------------------------------------------------------------------ */

/* Returns the row taken as an equality at a level, at step i; NULL: none. */
static const fk_trace_step *equality_row_at(const explanation *e, uint32_t i, uint32_t level)
{
    for (uint32_t s = i; s > 0; s--) {
        const fk_trace_step *step = &e->step[s - 1];
        if (step->kind == FK_STEP_ROW && step->level == level && step->lo == step->hi)
            return step;
        if (step->level < level)
            return NULL;
    }
    return NULL;
}

/* Intersects two rows, in the coordinates y: a line through `at`, along `direction`. */
static bool intersect_rows(const fk_trace_step *p, const fk_trace_step *q, fk_vec3 *at, fk_vec3 *direction)
{
    fk_vec3 d = fk_vec3_cross(p->vector, q->vector);
    double dd = fk_vec3_dot(d, d);
    if (!(dd > 0) || !isfinite(1 / dd))
        return false;
    fk_vec3 u = fk_vec3_cross(q->vector, d), v = fk_vec3_cross(d, p->vector);
    *at = fk_vec3_scale(fk_vec3_add(fk_vec3_scale(u, p->lo), fk_vec3_scale(v, q->lo)), 1 / dd);
    *direction = d;
    return fk_vec3_is_finite(*at);
}

static fk_vec3 to_world(const edge_frame *f, fk_vec3 y)
{
    return frame_point(f, (double[3]){y.x, y.y, y.z});
}

/* Draws the line of two rows through the picture. */
static void draw_row_line(explain_pen *pen, const edge_frame *f, const fk_trace_step *p,
                          const fk_trace_step *q)
{
    const explanation *e = pen->e;
    fk_vec3 at, direction;
    if (!intersect_rows(p, q, &at, &direction))
        return;
    fk_vec3 through = to_world(f, at), end = to_world(f, fk_vec3_add(at, direction));
    fk_vec3 n = vector_unit(fk_vec3_sub(end, through), fk_vec3_make(0, 0, 0));
    fk_vec3 middle = vector_along(through, n, fk_vec3_dot(n, fk_vec3_sub(e->bodies.center, through)));
    pen_line_on_top(pen, vector_along(middle, n, -e->bodies.radius),
                    vector_along(middle, n, e->bodies.radius), LOOK_MARK, 2);
}

/* Draws the points of the line at which a coordinate has the two values. */
static void draw_interval(explain_pen *pen, const edge_frame *f, const fk_trace_step *line[2],
                          const fk_trace_step *interval)
{
    fk_vec3 at, direction, end[2];
    int k = single_coordinate(interval->vector);
    if (k < 0 || !intersect_rows(line[0], line[1], &at, &direction) || fk_vec3_get(direction, k) == 0)
        return;
    for (int i = 0; i < 2; i++) {
        double t = ((i == 0 ? interval->lo : interval->hi) - fk_vec3_get(at, k)) / fk_vec3_get(direction, k);
        end[i] = to_world(f, vector_along(at, direction, t));
    }
    bool is_empty = interval->lo > interval->hi;
    if (!is_empty)
        pen_line_on_top(pen, end[0], end[1], LOOK_NEAR, 9);
    pen_point(pen, end[0], is_empty ? LOOK_CLASH : LOOK_MARK, 11);
    pen_point(pen, end[1], is_empty ? LOOK_CLASH : LOOK_MARK, 11);
    pen_label(pen, vector_along(end[0], pen->e->up, 0.07 * pen->e->bodies.radius), LOOK_MARK,
              is_empty ? "from" : "");
    pen_label(pen, vector_along(end[1], pen->e->up, 0.07 * pen->e->bodies.radius), LOOK_MARK,
              is_empty ? "to" : "");
}

static bool is_failed_row(const fk_trace_step *step)
{
    return step->kind == FK_STEP_ROW && step->lo != step->hi;
}

static void draw_ec(explain_pen *pen, uint32_t i)
{
    const explanation *e = pen->e;
    const fk_trace_step *step = &e->step[i], *line[2] = {NULL, NULL};
    edge_frame f = make_edge_frame(e, step);
    for (uint32_t level = 0; level < step->level && level < 2; level++) {
        line[level] = equality_row_at(e, i, level);
        if (line[level] != NULL)
            draw_plane(pen, &f, line[level]->vector, line[level]->lo,
                       level == 0 ? owner_look(line[level]) : LOOK_CLEAR);
    }
    if (step->kind == FK_STEP_ROW) {
        double h = isfinite(step->lo) ? step->lo : step->hi;
        draw_plane(pen, &f, step->vector, h,
                   is_failed_row(step) ? LOOK_CLASH
                   : step->level == 0  ? owner_look(step)
                                       : LOOK_NEAR);
        if (line[0] != NULL && line[1] == NULL && !is_failed_row(step))
            draw_row_line(pen, &f, line[0], step);
    }
    if (line[0] != NULL && line[1] != NULL) {
        draw_row_line(pen, &f, line[0], line[1]);
        if (step->kind == FK_STEP_INTERVAL)
            draw_interval(pen, &f, line, step);
    }
}

/* ---- Rows as text -------------------------------------------------------------------------------------- */

/* Returns the names of the coordinates: those of the world for ec, else those along edges. */
static const char *coordinate_names(const explanation *e)
{
    return e->method == FK_METHOD_EC ? "xyz" : "uvw";
}

static void write_row(const explanation *e, const fk_trace_step *step, char *text, size_t capacity)
{
    const char *names = coordinate_names(e);
    char sum[80] = "", *end = sum;
    for (int k = 0; k < 3; k++) {
        double c = fk_vec3_get(step->vector, k);
        size_t room = sizeof sum - (size_t)(end - sum);
        if (c == 0 || room < 24)
            continue;
        const char *sign = end == sum ? (c < 0 ? "-" : "") : c < 0 ? " - " : " + ";
        if (fabs(c) == 1)
            end += snprintf(end, room, "%s%c", sign, names[k]);
        else
            end += snprintf(end, room, "%s%.3g %c", sign, fabs(c), names[k]);
    }
    if (end == sum)
        snprintf(sum, sizeof sum, "0");
    if (step->lo == step->hi)
        snprintf(text, capacity, "%s = %.3g", sum, step->lo);
    else if (!isfinite(step->lo))
        snprintf(text, capacity, "%s " LESS " %.3g", sum, step->hi);
    else if (!isfinite(step->hi))
        snprintf(text, capacity, "%.3g " LESS " %s", step->lo, sum);
    else
        snprintf(text, capacity, "%.3g " LESS " %s " LESS " %.3g", step->lo, sum, step->hi);
}

static void list_row(explain_pen *pen, uint32_t k, bool is_now)
{
    const fk_trace_step *step = &pen->e->step[k];
    char words[EXPLAIN_COLUMNS - 24];
    if (step->kind == FK_STEP_EXACT)
        snprintf(words, sizeof words, "in exact integers");
    else
        write_row(pen->e, step, words, sizeof words);
    const char *owner = step->owner == 1 ? "a" : step->owner == 2 ? "b" : " ";
    /* ec descends and returns. */
    int indent = is_fm(pen->e) ? 0 : 2 * (int)step->level;
    if (is_now)
        pen_write_marked(pen, "%3u %s %*s%s", k + 1, owner, indent, "", words);
    else
        pen_write(pen, "%3u %s %*s%s", k + 1, owner, indent, "", words);
}

static void list_rows(explain_pen *pen, uint32_t i)
{
    uint32_t first = i + 1 > LISTED ? i + 1 - LISTED : 0;
    pen_blank_line(pen);
    pen_write(pen, "%s", first > 0 ? "The last rows:" : "Rows so far:");
    for (uint32_t k = first; k <= i; k++)
        list_row(pen, k, k == i);
}

/* ---- Text of fm ---------------------------------------------------------------------------------------- */

/* Returns whose edges u, v and w follow. */
static const char *frame_text(const explanation *e)
{
    if (e->method == FK_METHOD_FM_PAPER)
        return "the edges of b";
    if (e->method == FK_METHOD_EC_PAPER)
        return "the edges of a";
    uint32_t owner = e->step[0].owner;
    for (uint32_t k = 1; k < 3 && k < e->step_count; k++)
        if (e->step[k].owner != owner && e->step[k].owner != 0)
            return "edges of a and b";
    return owner == 1 ? "the edges of a" : "the edges of b";
}

static void write_row_sources(explain_pen *pen, const fk_trace_step *step)
{
    if (step->count == 2)
        pen_write(pen, "Rows %u and %u, combined so that u cancels out.", step->from[0] + 1,
                  step->from[1] + 1);
    else if (step->count == 3 && single_coordinate(step->vector) == 2)
        pen_write(pen, "Rows %u, %u and %u, combined: u and v cancel out.", step->from[0] + 1,
                  step->from[1] + 1, step->from[2] + 1);
    else if (step->count == 3)
        pen_write(pen, "Rows %u, %u and %u, combined: one variable is left.", step->from[0] + 1,
                  step->from[1] + 1, step->from[2] + 1);
}

static void write_first_rows(explain_pen *pen, const fk_trace_step *step)
{
    pen_write(pen, "u, v, w: how far a point is along %s.", frame_text(pen->e));
    if (step->owner == 0)
        pen_write(pen, "A row of the system.");
    else
        pen_write(pen,
                  isfinite(step->lo) ? "This row keeps the point between two parallel planes around %s."
                                     : "This row keeps the point on one side of a plane that bounds %s.",
                  step->owner == 1 ? "a" : "b");
}

static void write_remaining(explain_pen *pen, uint32_t i)
{
    const explanation *e = pen->e;
    const fk_trace_step *step = &e->step[i];
    int k = single_coordinate(step->vector);
    if (k < 0 || step->level == 0)
        return;
    fk_interval left = remaining_interval(e, i, k);
    char name = coordinate_names(e)[k];
    if (left.lo > left.hi)
        pen_write_marked(pen, "Nothing is left: %c " MORE " %s and %c " LESS " %s.", name,
                         explain_number_text(left.lo).text, name, explain_number_text(left.hi).text);
    else
        pen_write_marked(pen, "All rows so far leave %s " LESS " %c " LESS " %s.",
                         explain_number_text(left.lo).text, name, explain_number_text(left.hi).text);
}

static void write_fm_step(explain_pen *pen, uint32_t i)
{
    const explanation *e = pen->e;
    const fk_trace_step *step = &e->step[i];
    bool is_end = i + 1 == e->step_count;
    if (step->level == 0)
        write_first_rows(pen, step);
    else if (step->kind == FK_STEP_INTERVAL)
        pen_write(pen, "Two variables eliminated: the rows of the third say this.");
    else if (e->method == FK_METHOD_FM_PAPER)
        pen_write(pen, "One variable is eliminated: a row of the two others.");
    else
        write_row_sources(pen, step);
    if (step->level == 1 && e->method == FK_METHOD_FM)
        pen_write(pen, "Its slab goes along u: what differs in u is the same to it.");
    if (vector_length(step->vector) == 0)
        pen_write(pen, "No variable is left in it: %s",
                  step->lo <= 0 && step->hi >= 0 ? "always true." : "never true!");
    write_remaining(pen, i);
    if (!is_end)
        return;
    if (e->answer.verdict == FK_APART && step->level == 0)
        pen_write_marked(pen, "No u, v, w in their ranges satisfy it: apart.");
    else if (e->answer.verdict == FK_APART)
        pen_write_marked(pen, "No point satisfies all rows: apart.");
    else if (e->answer.verdict == FK_OVERLAPPING)
        pen_write_marked(pen, "Something is left: putting it back gives a common point.");
}

/* ---- Text of ec ---------------------------------------------------------------------------------------- */

static void write_ec_row(explain_pen *pen, uint32_t i)
{
    const explanation *e = pen->e;
    const fk_trace_step *step = &e->step[i];
    static const char *const what[] = {"a plane", "a line", "a point"};
    if (is_failed_row(step)) {
        pen_write_marked(pen, step->level == 0 ? "This row (red) cannot hold where the boxes of both meet."
                                               : "There, this row (red) cannot hold: refuted.");
        if (i + 1 < e->step_count)
            pen_write(pen, "The search goes back, and takes the next row.");
        return;
    }
    if (step->level == 0) {
        pen_write(pen,
                  "If common points exist, some lie on a face that bounds them. Which face? Each row with "
                  "one sign is tried.");
    }
    if (step->owner != 0)
        pen_write_marked(pen, "Take a face of %s as an equality: %s is left.", step->owner == 1 ? "a" : "b",
                         what[step->level < 2 ? step->level : 2]);
    else
        pen_write_marked(pen, "Take this row as an equality: %s is left.",
                         what[step->level < 2 ? step->level : 2]);
    if (e->method == FK_METHOD_EC_PAPER && i + 1 < e->step_count && e->step[i + 1].level <= step->level)
        pen_write(pen, "Another row cannot hold there: the next one is tried.");
    if (e->method == FK_METHOD_EC_PAPER && i > 0 && e->step[i - 1].level < step->level)
        pen_write(pen, "As printed, the method does not backtrack from here.");
}

static void write_ec_interval(explain_pen *pen, uint32_t i)
{
    const explanation *e = pen->e;
    const fk_trace_step *step = &e->step[i];
    int k = single_coordinate(step->vector);
    char name = coordinate_names(e)[k < 0 ? 0 : k];
    pen_write(pen, "On that line, the other rows leave an interval of %c:", name);
    if (step->lo > step->hi) {
        pen_write_marked(pen, "from %s to %s: empty. No common point is on it.",
                         explain_number_text(step->lo).text, explain_number_text(step->hi).text);
        if (i + 1 < e->step_count && e->step[i + 1].kind != FK_STEP_EXACT)
            pen_write(pen, "The search goes back, and takes the next row.");
        return;
    }
    pen_write_marked(pen, "from %s to %s: its points are in both bodies, up to rounding.",
                     explain_number_text(step->lo).text, explain_number_text(step->hi).text);
    if (i + 1 < e->step_count)
        pen_write(pen, "Other rows touch there as well, so more points are looked for.");
}

static void write_ec_step(explain_pen *pen, uint32_t i)
{
    const explanation *e = pen->e;
    bool is_end = i + 1 == e->step_count;
    if (e->method == FK_METHOD_EC_PAPER && i == 0)
        pen_write(pen, "u, v, w: how far a point is along the edges of a.");
    if (e->step[i].kind == FK_STEP_INTERVAL)
        write_ec_interval(pen, i);
    else
        write_ec_row(pen, i);
    if (is_end && e->answer.verdict == FK_APART)
        pen_write_marked(pen, "Every choice was refuted: apart.");
    else if (is_end && e->answer.verdict == FK_OVERLAPPING)
        pen_write_marked(pen, "A point strictly inside of both was found: they overlap.");
}

/* ---- A step -------------------------------------------------------------------------------------------- */

void explain_inequality_step(explain_pen *pen, uint32_t i)
{
    const explanation *e = pen->e;
    const fk_trace_step *step = &e->step[i];
    const char *method = fk_method_name(e->method);
    snprintf(pen->text->title, EXPLAIN_COLUMNS, "%s: row %u of %u", method, i + 1, e->step_count);
    pen_bodies(pen, false);
    if (step->kind == FK_STEP_EXACT) {
        snprintf(pen->text->title, EXPLAIN_COLUMNS, "%s: exactly", method);
        pen_write(pen, "Doubles do not tell: the bodies touch, or nearly do.");
        pen_write_marked(pen, "The same is done again in exact integers.");
    } else if (is_fm(e)) {
        write_fm_step(pen, i);
        draw_fm(pen, i);
    } else {
        write_ec_step(pen, i);
        draw_ec(pen, i);
    }
    list_rows(pen, i);
}
