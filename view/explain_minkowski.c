/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The Minkowski difference a - b for gjk and cw, beside the bodies: its hull, the origin, the simplex, the search
 * direction and the plane through the support point; with a text on the conclusion.
 *
 * For spheres and capsules, gjk uses their cores: the difference is that of the cores, and a ball around the origin has
 * the sum of both radii. For smooth pieces, the difference is that of polyhedra with corners on their surfaces. */

#include "explain_private.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* Computes at most this many differences of vertices; beyond, the support points along some directions. */
#define MOST_PAIRS (1u << 17)
#define DIRECTIONS 1500

/* ---- Making -------------------------------------------------------------------------------------------- */

static fk_vec3 find_support(const fk_hull *hull, fk_vec3 direction)
{
    fk_vec3 best = hull->point[0];
    for (uint32_t i = 1; i < hull->vertex_count; i++)
        if (fk_vec3_dot(hull->point[i], direction) > fk_vec3_dot(best, direction))
            best = hull->point[i];
    return best;
}

/* Returns direction i of many spread over the sphere. */
static fk_vec3 spread_direction(uint32_t i)
{
    double z = 1 - (2.0 * i + 1) / DIRECTIONS, r = sqrt(1 - z * z), turn = 2.39996322972865332 * i;
    return fk_vec3_make(r * fk_cos(turn), r * fk_sin(turn), z);
}

static fk_status make_difference_hull(explanation *e)
{
    const fk_hull *a = e->body[0].hull, *b = e->body[1].hull;
    uint64_t pairs = (uint64_t)a->vertex_count * b->vertex_count;
    bool are_many = pairs > MOST_PAIRS;
    size_t count = are_many ? DIRECTIONS : (size_t)pairs;
    fk_vec3 *point = fk_allocate(e->context, count * sizeof *point);
    if (point == NULL)
        return FK_ERROR_MEMORY;
    for (uint32_t i = 0; i < count; i++) {
        fk_vec3 d = are_many ? spread_direction(i) : fk_vec3_make(0, 0, 0);
        point[i] = are_many ? fk_vec3_sub(find_support(a, d), find_support(b, fk_vec3_negate(d)))
                            : fk_vec3_sub(a->point[i / b->vertex_count], b->point[i % b->vertex_count]);
    }
    fk_status status = fk_hull_build(e->context, point, count, &e->difference);
    fk_release(e->context, point, count * sizeof *point);
    e->is_sampled = are_many || e->body[0].is_smooth || e->body[1].is_smooth;
    return status;
}

/* Makes the ball of both radii around the origin, if any. */
static fk_status make_radius_ball(explanation *e)
{
    double radius = e->body[0].radius + e->body[1].radius;
    if (!(radius > 0))
        return FK_OK;
    fk_piece ball = fk_piece_sphere(fk_vec3_make(0, 0, 0), radius);
    fk_status status = fk_piece_mesh(e->context, &ball, 40, &e->ball_mesh);
    return status == FK_ERROR_MEMORY ? status : FK_OK;
}

fk_status explain_difference_make(explanation *e)
{
    fk_status status = make_difference_hull(e);
    if (status == FK_OK)
        status = explain_hull_mesh(e->context, e->difference, &e->difference_mesh);
    if (status == FK_OK)
        status = make_radius_ball(e);
    if (status != FK_OK)
        return status;
    fk_sphere all = {{0, 0, 0}, 0}, origin = {{0, 0, 0}, e->body[0].radius + e->body[1].radius};
    fk_sphere_build(e->difference->point, e->difference->vertex_count, &all);
    e->difference_ball = fk_sphere_merge(&all, &origin);
    if (!(e->difference_ball.radius > 0))
        e->difference_ball.radius = e->bodies.radius;
    double away = 1.12 * (e->bodies.radius + e->difference_ball.radius);
    fk_vec3 center = vector_along(e->bodies.center, e->right, away);
    e->origin = fk_vec3_sub(center, e->difference_ball.center);
    return FK_OK;
}

/* ---- Drawing ------------------------------------------------------------------------------------------- */

/* Returns a point of the difference where it is drawn. */
static fk_vec3 place_in_difference(const explanation *e, fk_vec3 point)
{
    return vector_along(e->origin, point, e->scale);
}

/* Draws only the edges if what is inside matters more. */
static void draw_difference(explain_pen *pen, bool has_faces)
{
    const explanation *e = pen->e;
    pen_bodies(pen, e->answer.verdict != FK_APART);
    if (has_faces || e->is_sampled)
        pen_mesh(pen, e->difference_mesh, e->origin, LOOK_VOLUME, true);
    if (!e->is_sampled)
        pen_hull_edges(pen, e->difference, e->origin, LOOK_VOLUME, 1);
    if (e->difference->dimension == 1)
        pen_line(pen, fk_vec3_add(e->difference->point[0], e->origin),
                 fk_vec3_add(e->difference->point[1], e->origin), LOOK_VOLUME, 2);
    pen_mesh(pen, e->ball_mesh, e->origin, LOOK_NEAR, true);
    if (e->ball_mesh != NULL)
        pen_label(pen, vector_along(e->origin, e->up, -0.8 * (e->body[0].radius + e->body[1].radius)),
                  LOOK_NEAR, "both radii");
    double reach = 0.1 * e->difference_ball.radius;
    fk_vec3 across[2] = {e->right, e->up};
    for (int k = 0; k < 2; k++)
        pen_line_on_top(pen, vector_along(e->origin, across[k], -reach),
                        vector_along(e->origin, across[k], reach), LOOK_MARK, 1.5f);
    pen_point(pen, e->origin, LOOK_MARK, 9);
    pen_label(pen, vector_along(vector_along(e->origin, e->up, -0.7 * reach), e->right, 0.5 * reach),
              LOOK_MARK, "0");
    fk_vec3 top = e->difference->point[0];
    for (uint32_t i = 1; i < e->difference->vertex_count; i++)
        if (fk_vec3_dot(e->up, e->difference->point[i]) > fk_vec3_dot(e->up, top))
            top = e->difference->point[i];
    top = vector_along(fk_vec3_add(top, e->origin), e->up, 0.12 * e->difference_ball.radius);
    pen_label(pen, top, LOOK_VOLUME, e->ball_mesh != NULL ? "a - b (cores)" : "a - b");
}

/* Draws a simplex of 1 to 4 points of the difference. */
static void draw_simplex(explain_pen *pen, const fk_vec3 *point, uint32_t count)
{
    fk_vec3 at[4];
    for (uint32_t i = 0; i < count; i++)
        at[i] = place_in_difference(pen->e, point[i]);
    if (count == 3 && !pen->e->is_sampled)
        pen_patch(pen, at, 3, LOOK_NEAR, true);
    if (count == 4)
        pen_tetra(pen, at, LOOK_NEAR);
    for (uint32_t i = 0; i < count; i++)
        for (uint32_t j = i + 1; j < count; j++)
            pen_line_on_top(pen, at[i], at[j], LOOK_NEAR, 3);
    for (uint32_t i = 0; i < count; i++)
        pen_point(pen, at[i], LOOK_NEAR, 10);
}

static bool is_zero_vector(fk_vec3 v)
{
    return v.x == 0 && v.y == 0 && v.z == 0;
}

/* Draws the search direction and the support points, on the bodies and in their difference. */
static void draw_support_query(explain_pen *pen, const fk_trace_step *step)
{
    const explanation *e = pen->e;
    double length = 0.5 * e->difference_ball.radius;
    fk_vec3 d = vector_unit(step->vector, fk_vec3_make(0, 0, 0));
    fk_vec3 w = fk_vec3_sub(step->on_a, step->on_b), at = place_in_difference(e, w);
    fk_vec3 on_a = fk_vec3_scale(step->on_a, e->scale), on_b = fk_vec3_scale(step->on_b, e->scale);
    if (is_zero_vector(d))
        return;
    bool separates = fk_vec3_dot(w, d) * e->scale < -(e->body[0].radius + e->body[1].radius);
    pen_plane(pen, d, fk_vec3_dot(d, at), vector_between(at, e->origin, 0.5),
              0.55 * e->difference_ball.radius, separates ? LOOK_MARK : LOOK_CLEAR, step->count < 3);
    /* The distance of the plane from the origin. */
    pen_line_on_top(pen, e->origin, vector_along(e->origin, d, fk_vec3_dot(w, d) * e->scale), LOOK_CLASH,
                    1.5f);
    pen_arrow(pen, e->origin, vector_along(e->origin, d, length), LOOK_MARK, 3);
    pen_label(pen, vector_along(e->origin, d, 1.08 * length), LOOK_MARK,
              step->kind == FK_STEP_VECTOR ? "s" : "d");
    for (uint32_t i = 0; i < step->count && !separates; i++)
        pen_line_on_top(pen, at, place_in_difference(e, step->point[i]), LOOK_CLASH, 1.5f);
    pen_point(pen, at, LOOK_CLASH, 12);
    pen_label(pen, vector_along(at, e->up, 0.06 * e->difference_ball.radius), LOOK_CLASH, "w");
    /* The two points whose difference it is, and the search direction of each. */
    double part = 0.3 * e->bodies.radius;
    pen_arrow(pen, on_a, vector_along(on_a, d, part), LOOK_A, 3);
    pen_arrow(pen, on_b, vector_along(on_b, d, -part), LOOK_B, 3);
    pen_line_on_top(pen, on_b, on_a, LOOK_CLASH, 2);
    pen_point(pen, on_a, LOOK_A, 11);
    pen_point(pen, on_b, LOOK_B, 11);
}

/* Draws the support points of earlier steps of cw. */
static void draw_earlier_supports(explain_pen *pen, uint32_t i)
{
    for (uint32_t k = 0; k < i; k++) {
        const fk_trace_step *step = &pen->e->step[k];
        if (step->kind != FK_STEP_VECTOR)
            continue;
        fk_vec3 at = place_in_difference(pen->e, fk_vec3_sub(step->on_a, step->on_b));
        pen_line_on_top(pen, pen->e->origin, at, LOOK_NEAR, 1.5f);
        pen_point(pen, at, LOOK_NEAR, 7);
    }
}

/* ---- Words --------------------------------------------------------------------------------------------- */

static bool has_numbered_vertices(const explain_body *body)
{
    return !body->is_smooth && body->point_count > 1;
}

static void write_support_point(explain_pen *pen, int which, const char *how, fk_vec3 at, uint32_t vertex)
{
    const char *core = pen->e->body[which].radius > 0 ? " (core)" : "";
    if (has_numbered_vertices(&pen->e->body[which]))
        pen_write(pen, "  %s%s: vertex %u, %s", how, core, vertex, explain_vector_text(at).text);
    else
        pen_write(pen, "  %s%s: %s", how, core, explain_vector_text(at).text);
}

static void write_support(explain_pen *pen, const fk_trace_step *step, const char *direction)
{
    char how[2][48];
    snprintf(how[0], sizeof how[0], "farthest of a along %s", direction);
    snprintf(how[1], sizeof how[1], "farthest of b against %s", direction);
    fk_vec3 w = fk_vec3_sub(step->on_a, step->on_b);
    write_support_point(pen, 0, how[0], step->on_a, step->pair.a);
    write_support_point(pen, 1, how[1], step->on_b, step->pair.b);
    pen_write(pen, "  w = their difference: %s", explain_vector_text(w).text);
}

static const char *simplex_text(uint32_t count)
{
    static const char *const words[] = {"nothing", "a point", "an edge", "a triangle", "a tetrahedron"};
    return words[count <= 4 ? count : 4];
}

static bool is_in_simplex(fk_vec3 w, const fk_trace_step *step)
{
    for (uint32_t i = 0; i < step->count; i++) {
        fk_vec3 d = fk_vec3_sub(w, step->point[i]);
        if (vector_length(d) <= 1e-12 * vector_length(w))
            return true;
    }
    return false;
}

static void write_separation_test(explain_pen *pen, bool is_end, const char *direction, double radius)
{
    if (radius > 0)
        pen_write_marked(
            pen,
            "All of a - b lies behind the plane through w, and the origin more than both radii (%s) "
            "before it: "
            "%s separates.",
            explain_number_text(radius).text, direction);
    else
        pen_write_marked(
            pen, "All of a - b lies behind the plane through w, and the origin before it: %s separates.",
            direction);
    if (is_end)
        pen_write_marked(pen, "No point of a equals one of b: they are apart.");
    else
        pen_write(pen, "The walk goes on to the nearest point, which the proof needs.");
}

/* Writes the conclusion of a step of gjk. */
static void write_gjk_conclusion(explain_pen *pen, uint32_t i)
{
    const explanation *e = pen->e;
    const fk_trace_step *step = &e->step[i];
    bool is_end = i + 1 == e->step_count;
    double radius = (e->body[0].radius + e->body[1].radius) / e->scale;
    fk_vec3 w = fk_vec3_sub(step->on_a, step->on_b);
    double along = fk_vec3_dot(w, step->vector);
    pen_write(pen, along < 0 ? "  w stays %s short of the origin" : "  w goes %s beyond the origin",
              explain_number_text(fabs(along)).text);
    pen_blank_line(pen);
    if (along < -radius && e->answer.verdict == FK_APART) {
        write_separation_test(pen, is_end, "d", radius);
    } else if (is_in_simplex(w, step)) {
        pen_write_marked(pen,
                         "w is in the simplex already: nothing of a - b lies farther along d, so the simplex "
                         "has the nearest point.");
        if (radius > 0)
            pen_write_marked(pen, "It is %s from the origin; both radii: %s.",
                             explain_number_text(step->lo).text, explain_number_text(radius).text);
    } else if (is_end && step->count == 3 && e->answer.verdict == FK_OVERLAPPING && !(radius > 0)) {
        pen_write_marked(pen,
                         "The triangle and w are a tetrahedron in a - b that has the origin inside: some "
                         "point of a is one of b.");
        pen_write_marked(pen, "They overlap.");
    } else if (is_end) {
        pen_write_marked(pen, "The walk ends here. The answer tells what its last simplex proves.");
    } else if (step->count == 0) {
        pen_write_marked(pen, "w is the first point of the simplex.");
    } else {
        pen_write_marked(
            pen, "w passes the simplex, and joins it; the face nearest to the origin stays: next, %s.",
            simplex_text(e->step[i + 1].count));
    }
}

static void write_gjk_step(explain_pen *pen, uint32_t i)
{
    const fk_trace_step *step = &pen->e->step[i];
    if (step->count == 0 && i > 0) {
        pen_write(pen, pen->e->step[i - 1].kind == FK_STEP_VECTOR
                           ? "No vector separates so far: the walk of gjk goes on."
                           : "The walk is done again, with every vertex looked at.");
    } else if (step->count == 0) {
        pen_write(pen, "Do a and b meet? Then some point of a equals one of b, and a - b, all differences, "
                       "holds the origin 0.");
        pen_write(pen, "The walk looks for the point of a - b nearest to 0.");
    }
    if (step->count > 0)
        pen_write(pen, "Simplex (orange): %s of a - b, %s from the origin.", simplex_text(step->count),
                  explain_number_text(step->lo).text);
    pen_blank_line(pen);
    pen_write(pen,
              step->count == 0 ? "Begin with d = %s, from a toward b:"
                               : "Look along d = %s, toward the origin:",
              explain_vector_text(step->vector).text);
    write_support(pen, step, "d");
    write_gjk_conclusion(pen, i);
}

static void write_cw_step(explain_pen *pen, uint32_t i)
{
    const explanation *e = pen->e;
    const fk_trace_step *step = &e->step[i];
    double radius = (e->body[0].radius + e->body[1].radius) / e->scale;
    bool is_end = i + 1 == e->step_count;
    if (i == 0)
        pen_write(pen, "Is there a vector s along which all of a is before b?");
    pen_write(pen, "Try s = %s:", explain_vector_text(step->vector).text);
    write_support(pen, step, "s");
    pen_blank_line(pen);
    if (step->lo < -radius && e->answer.verdict == FK_APART && is_end) {
        write_separation_test(pen, true, "s", radius);
        return;
    }
    pen_write_marked(pen, "Along s, a reaches %s beyond where b begins:", explain_number_text(step->lo).text);
    pen_write_marked(pen, "s does not separate, nor does any s with s.w \xE2\x89\xA5 0.");
    if (!is_end && e->step[i + 1].kind == FK_STEP_VECTOR)
        pen_write(pen, "Next, s is mirrored at the plane across w.");
    else if (!is_end)
        pen_write(pen, "Turning s further is given up.");
    else if (e->answer.verdict == FK_OVERLAPPING)
        pen_write_marked(pen, "The w seen so far fit into no half-space: none separates.");
    if (i > 0) {
        pen_blank_line(pen);
        pen_write(pen, "Orange: the w of %u earlier vectors.", i);
    }
}

void explain_minkowski_step(explain_pen *pen, uint32_t i)
{
    const explanation *e = pen->e;
    const fk_trace_step *step = &e->step[i];
    snprintf(pen->text->title, EXPLAIN_COLUMNS, "%s: step %u of %u", fk_method_name(e->method), i + 1,
             e->step_count);
    draw_difference(pen, step->count < 3);
    if (step->kind == FK_STEP_VECTOR) {
        draw_earlier_supports(pen, i);
        draw_support_query(pen, step);
        write_cw_step(pen, i);
        return;
    }
    draw_simplex(pen, step->point, step->count);
    if (step->count > 0)
        pen_line_on_top(pen, e->origin, place_in_difference(e, fk_vec3_scale(step->vector, -step->lo)),
                        LOOK_MARK, 1.5f);
    draw_support_query(pen, step);
    write_gjk_step(pen, i);
}

/* ---- Question and answer ------------------------------------------------------------------------------- */

/* Draws the differences of a certificate's pairs. */
static void draw_certificate_pairs(explain_pen *pen, const fk_certificate *c)
{
    const explanation *e = pen->e;
    fk_vec3 point[FK_CERTIFICATE_PAIRS];
    uint32_t count = 0;
    for (uint32_t k = 0; k < c->pair_count && k < FK_CERTIFICATE_PAIRS; k++)
        if (c->pair[k].a < e->body[0].point_count && c->pair[k].b < e->body[1].point_count)
            point[count++] = fk_vec3_scale(
                fk_vec3_sub(e->body[0].point[c->pair[k].a], e->body[1].point[c->pair[k].b]), 1 / e->scale);
    if (e->body[0].is_smooth || e->body[1].is_smooth)
        return;
    if (count <= 4) {
        draw_simplex(pen, point, count);
        return;
    }
    for (uint32_t i = 0; i < count; i++) {
        pen_point(pen, place_in_difference(e, point[i]), LOOK_NEAR, 10);
        for (uint32_t j = i + 1; j < count; j++)
            pen_line_on_top(pen, place_in_difference(e, point[i]), place_in_difference(e, point[j]),
                            LOOK_NEAR, 2);
    }
}

void explain_minkowski_end(explain_pen *pen, bool is_answer)
{
    const explanation *e = pen->e;
    draw_difference(pen, !is_answer || e->answer.certificate.pair_count < 3);
    if (!is_answer || !(e->answer.filled & FK_PART_CERTIFICATE))
        return;
    const fk_certificate *c = &e->answer.certificate;
    if (c->pair_count > 0)
        draw_certificate_pairs(pen, c);
    if (c->direction.form == FK_DIRECTION_VECTOR) {
        fk_vec3 n = vector_unit(c->direction.vector, e->right);
        double most = -INFINITY;
        for (uint32_t i = 0; i < e->difference->vertex_count; i++)
            most = fmax(most, fk_vec3_dot(n, e->difference->point[i]));
        fk_vec3 at = vector_along(e->origin, n, most);
        pen_plane(pen, n, fk_vec3_dot(n, at), vector_between(at, e->origin, 0.5),
                  0.55 * e->difference_ball.radius, LOOK_MARK, true);
        pen_arrow(pen, e->origin, vector_along(e->origin, n, 0.5 * e->difference_ball.radius), LOOK_MARK, 3);
        pen_label(pen, vector_along(e->origin, n, 0.54 * e->difference_ball.radius), LOOK_MARK, "n");
    }
}
