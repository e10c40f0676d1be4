/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The pen of explanations: draws lines, points, labels and patches, skipping those that are not finite, and writes
 * lines of text. */

#include "explain_private.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* Hulls with more edges show none: they would hide what is inside. */
#define MANY_EDGES 120

/* ---- Numbers ------------------------------------------------------------------------------------------- */

explain_phrase explain_number_text(double x)
{
    explain_phrase words;
    snprintf(words.text, sizeof words.text, "%.4g", x == 0 ? 0.0 : x); /* without the sign of zero */
    return words;
}

explain_phrase explain_vector_text(fk_vec3 v)
{
    explain_phrase words;
    snprintf(words.text, sizeof words.text, "(%.3g, %.3g, %.3g)", v.x == 0 ? 0.0 : v.x, v.y == 0 ? 0.0 : v.y,
             v.z == 0 ? 0.0 : v.z);
    return words;
}

/* ---- Drawing ------------------------------------------------------------------------------------------- */

/* Coordinates beyond the range of floats are skipped, too. */
static bool is_drawable(fk_vec3 v)
{
    return fabs(v.x) < 1e300 && fabs(v.y) < 1e300 && fabs(v.z) < 1e300;
}

static void add_finite_line(explain_pen *pen, const drawing_line *line)
{
    if (!pen->failed && is_drawable(line->from) && is_drawable(line->to))
        pen->failed = !drawing_add_line(pen->d, line);
}

void pen_line(explain_pen *pen, fk_vec3 from, fk_vec3 to, drawing_look look, float width)
{
    add_finite_line(pen, &(drawing_line){.from = from, .to = to, .look = look, .width = width});
}

void pen_line_on_top(explain_pen *pen, fk_vec3 from, fk_vec3 to, drawing_look look, float width)
{
    add_finite_line(pen,
                    &(drawing_line){.from = from, .to = to, .look = look, .width = width, .is_on_top = true});
}

void pen_arrow(explain_pen *pen, fk_vec3 from, fk_vec3 to, drawing_look look, float width)
{
    add_finite_line(
        pen, &(drawing_line){
                 .from = from, .to = to, .look = look, .width = width, .is_on_top = true, .is_arrow = true});
}

void pen_point(explain_pen *pen, fk_vec3 at, drawing_look look, float size)
{
    if (!pen->failed && is_drawable(at))
        pen->failed = !drawing_add_point(pen->d, &(drawing_point){.at = at, .look = look, .size = size});
}

void pen_label(explain_pen *pen, fk_vec3 at, drawing_look look, const char *format, ...)
{
    char text[128];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    if (!pen->failed && is_drawable(at))
        pen->failed = !drawing_add_label(pen->d, at, look, text);
}

void pen_mesh(explain_pen *pen, const fk_mesh *mesh, fk_vec3 at, drawing_look look, bool is_faint)
{
    if (mesh == NULL || pen->failed || !is_drawable(at))
        return;
    drawing_body body = {.mesh = mesh, .pose = fk_pose_identity(), .look = look, .is_faint = is_faint};
    body.pose.translation = at;
    pen->failed = !drawing_add_body(pen->d, &body);
}

static fk_vec3 face_normal(const fk_hull *hull, uint32_t face)
{
    const uint32_t *corner = &hull->face_vertex[hull->face_begin[face]];
    uint32_t count = hull->face_begin[face + 1] - hull->face_begin[face];
    fk_vec3 sum = {0, 0, 0}, first = hull->point[corner[0]];
    for (uint32_t k = 2; k < count; k++)
        sum = fk_vec3_add(sum, fk_vec3_cross(fk_vec3_sub(hull->point[corner[k - 1]], first),
                                             fk_vec3_sub(hull->point[corner[k]], first)));
    return vector_unit(sum, fk_vec3_make(0, 0, 0));
}

/* Returns the face with an edge from u to v; face_count: none. */
static uint32_t find_edge_face(const fk_hull *hull, uint32_t u, uint32_t v)
{
    for (uint32_t face = 0; face < hull->face_count; face++) {
        uint32_t begin = hull->face_begin[face], end = hull->face_begin[face + 1];
        for (uint32_t k = begin; k < end; k++)
            if (hull->face_vertex[k] == u && hull->face_vertex[k + 1 < end ? k + 1 : begin] == v)
                return face;
    }
    return hull->face_count;
}

/* Corners are rounded, so one intended face may be two: the edge between them is not drawn. */
bool explain_is_hull_edge(const fk_hull *hull, uint32_t u, uint32_t v)
{
    uint32_t left = find_edge_face(hull, u, v), right = find_edge_face(hull, v, u);
    if (hull->dimension < 3 || left == hull->face_count || right == hull->face_count)
        return true;
    fk_vec3 turn = fk_vec3_cross(face_normal(hull, left), face_normal(hull, right));
    return vector_length(turn) > 1e-6;
}

void pen_hull_edges(explain_pen *pen, const fk_hull *hull, fk_vec3 at, drawing_look look, float width)
{
    if (hull->vertex_count == 0 || hull->neighbor_begin[hull->vertex_count] > 2 * MANY_EDGES)
        return;
    for (uint32_t i = 0; i < hull->vertex_count; i++)
        for (uint32_t k = hull->neighbor_begin[i]; k < hull->neighbor_begin[i + 1]; k++)
            if (hull->neighbor[k] > i && explain_is_hull_edge(hull, i, hull->neighbor[k]))
                pen_line(pen, fk_vec3_add(hull->point[i], at),
                         fk_vec3_add(hull->point[hull->neighbor[k]], at), look, width);
}

/* ---- Patches ------------------------------------------------------------------------------------------- */

static bool reserve_patch(explanation *e)
{
    if (e->patch_count < e->patch_capacity)
        return true;
    uint32_t more = e->patch_capacity > 0 ? 2 * e->patch_capacity : 32;
    explain_patch *moved = fk_allocate(e->context, more * sizeof *moved);
    if (moved == NULL)
        return false;
    if (e->patch_count > 0)
        memcpy(moved, e->patch, e->patch_count * sizeof *moved);
    fk_release(e->context, e->patch, e->patch_capacity * sizeof *moved);
    e->patch = moved;
    e->patch_capacity = more;
    return true;
}

/* Draws the mesh in the next slot of the step: it is made once, and keeps its address. */
static void add_patch(explain_pen *pen, const fk_mesh_input *input, drawing_look look, bool is_faint)
{
    explanation *e = pen->e;
    uint32_t slot = pen->slot++;
    for (uint32_t i = 0; i < e->patch_count; i++)
        if (e->patch[i].step == pen->step && e->patch[i].slot == slot) {
            pen_mesh(pen, e->patch[i].mesh, fk_vec3_make(0, 0, 0), look, is_faint);
            return;
        }
    explain_patch made = {pen->step, slot, NULL};
    if (pen->failed || !reserve_patch(e) || fk_mesh_build(e->context, input, NULL, &made.mesh) != FK_OK) {
        pen->failed = true;
        return;
    }
    e->patch[e->patch_count++] = made;
    pen_mesh(pen, made.mesh, fk_vec3_make(0, 0, 0), look, is_faint);
}

void pen_patch(explain_pen *pen, const fk_vec3 *corner, uint32_t count, drawing_look look, bool is_faint)
{
    fk_triangle triangle[6];
    for (uint32_t i = 0; i < count; i++)
        if (!is_drawable(corner[i]))
            return;
    /* Its front faces the camera and the light. */
    fk_vec3 normal = fk_vec3_cross(fk_vec3_sub(corner[1], corner[0]), fk_vec3_sub(corner[2], corner[0]));
    bool is_front = fk_vec3_dot(normal, pen->e->look) <= 0;
    for (uint32_t k = 2; k < count; k++)
        triangle[k - 2] = (fk_triangle){{0, is_front ? k - 1 : k, is_front ? k : k - 1}};
    fk_mesh_input input = {corner, count, triangle, count - 2, fk_mesh_options_default()};
    add_patch(pen, &input, look, is_faint);
    for (uint32_t i = 0; i < count; i++)
        pen_line(pen, corner[i], corner[(i + 1) % count], look, 1.5f);
}

void pen_tetra(explain_pen *pen, const fk_vec3 corner[4], drawing_look look)
{
    static const fk_triangle face[4] = {{{0, 1, 2}}, {{0, 2, 3}}, {{0, 3, 1}}, {{1, 3, 2}}};
    for (int i = 0; i < 4; i++)
        if (!is_drawable(corner[i]))
            return;
    fk_mesh_input input = {corner, 4, face, 4, fk_mesh_options_default()};
    add_patch(pen, &input, look, true);
}

void pen_plane(explain_pen *pen, fk_vec3 normal, double offset, fk_vec3 near, double half, drawing_look look,
               bool is_filled)
{
    double length = vector_length(normal);
    if (!(length > 0) || !isfinite(length))
        return;
    fk_vec3 n = vector_unit(normal, normal);
    fk_vec3 middle = vector_along(near, n, offset / length - fk_vec3_dot(n, near));
    /* As level as possible. */
    fk_vec3 u = fabs(n.z) > 0.95 ? vector_across(n) : vector_unit(fk_vec3_make(-n.y, n.x, 0), n);
    fk_vec3 v = fk_vec3_cross(n, u), corner[4];
    for (int k = 0; k < 4; k++)
        corner[k] =
            vector_along(vector_along(middle, u, k == 0 || k == 3 ? -half : half), v, k < 2 ? -half : half);
    if (is_filled)
        pen_patch(pen, corner, 4, look, true);
    for (int k = 0; k < 4 && !is_filled; k++)
        pen_line(pen, corner[k], corner[(k + 1) % 4], look, 1.5f);
}

/* ---- Bodies -------------------------------------------------------------------------------------------- */

static void draw_pen_body(explain_pen *pen, int which, bool is_faint)
{
    const explain_body *body = &pen->e->body[which];
    const fk_vec3 here = {0, 0, 0};
    drawing_look look = which == 0 ? LOOK_A : LOOK_B;
    pen_mesh(pen, body->mesh, here, look, is_faint);
    if (!(body->radius > 0) && !body->is_smooth)
        pen_hull_edges(pen, body->hull, here, look, 2);
    if (body->mesh == NULL && body->hull->dimension == 1)
        pen_line(pen, body->hull->point[0], body->hull->point[1], look, 5);
    if (body->mesh == NULL && body->hull->dimension == 0)
        pen_point(pen, body->hull->point[0], look, 11);
    pen_label(pen, body->middle, look, which == 0 ? "a" : "b");
}

void pen_bodies(explain_pen *pen, bool are_faint)
{
    draw_pen_body(pen, 0, are_faint);
    draw_pen_body(pen, 1, are_faint);
}

/* ---- Text ---------------------------------------------------------------------------------------------- */

static void append_text_line(explain_text *text, bool is_now, const char *format, va_list arguments)
{
    if (text->line_count == EXPLAIN_LINES)
        return;
    text->is_now[text->line_count] = is_now;
    vsnprintf(text->line[text->line_count++], EXPLAIN_COLUMNS, format, arguments);
}

void pen_blank_line(explain_pen *pen)
{
    pen_write(pen, "%s", "");
}

void pen_write(explain_pen *pen, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    append_text_line(pen->text, false, format, arguments);
    va_end(arguments);
}

void pen_write_marked(explain_pen *pen, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    append_text_line(pen->text, true, format, arguments);
    va_end(arguments);
}
