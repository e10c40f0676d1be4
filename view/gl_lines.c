/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Lines and points, whose widths are in pixels: OpenGL's core profile has no wide lines, so this file projects them in
 * doubles and draws rectangles that their shader rounds off. */

#include "gl_private.h"

#include <math.h>
#include <string.h>

/* Half the width of a ring, in pixels before scaling. */
#define RING 1.25f

/* A point of the picture, in pixels from its middle, and its depth. */
typedef struct screen_point {
    double x, y, z;
} screen_point;

typedef struct clip_point {
    double v[4];
} clip_point;

static clip_point to_clip_space(const double matrix[16], fk_vec3 at, fk_vec3 eye)
{
    fk_vec3 v = fk_vec3_sub(at, eye);
    clip_point out;
    for (int row = 0; row < 4; row++)
        out.v[row] = matrix[row] * v.x + matrix[4 + row] * v.y + matrix[8 + row] * v.z + matrix[12 + row];
    return out;
}

/* Clips a line to the space in front of the camera and near the picture; returns false if nothing is left. */
static bool clip_line(clip_point *from, clip_point *to)
{
    double begin = 0, end = 1;
    for (int plane = 0; plane < 5; plane++) {
        int axis = plane / 2;
        double sign = plane % 2 ? -1 : 1, wide = plane < 4 ? 1.5 : 1;
        double a = wide * from->v[3] + sign * from->v[axis], b = wide * to->v[3] + sign * to->v[axis];
        if (!(a > 0 || b > 0))
            return false;
        if (a < 0)
            begin = fmax(begin, a / (a - b));
        if (b < 0)
            end = fmin(end, a / (a - b));
    }
    if (!(begin < end))
        return false;
    clip_point p = *from, q = *to;
    for (int i = 0; i < 4; i++) {
        from->v[i] = p.v[i] + begin * (q.v[i] - p.v[i]);
        to->v[i] = end == 1 ? q.v[i] : p.v[i] + end * (q.v[i] - p.v[i]);
    }
    return true;
}

static screen_point to_screen(clip_point p, int width, int height)
{
    double by = 1 / p.v[3];
    return (screen_point){0.5 * width * p.v[0] * by, 0.5 * height * p.v[1] * by, p.v[2] * by};
}

/* ---- Rectangles ---------------------------------------------------------------------------------------- */

static mark_vertex *reserve_marks(painter *p)
{
    if (p->mark_count + 6 > p->mark_capacity) {
        uint32_t capacity = p->mark_capacity > 0 ? 2 * p->mark_capacity : 6 * 256;
        mark_vertex *more =
            capacity < UINT32_MAX / 64 ? fk_allocate(p->context, capacity * sizeof *more) : NULL;
        if (more == NULL) {
            p->has_no_memory = true;
            return NULL;
        }
        if (p->mark_count > 0)
            memcpy(more, p->mark, p->mark_count * sizeof *more);
        fk_release(p->context, p->mark, p->mark_capacity * sizeof *more);
        p->mark = more;
        p->mark_capacity = capacity;
    }
    p->mark_count += 6;
    return p->mark + p->mark_count - 6;
}

/* A rectangle around a line: its ends, the width at both, and how far it extends beyond both. */
typedef struct mark_bar {
    screen_point from, to;
    float begin, end, border; /* end below 0: a ring of this width, with the radius `begin` */
    float before, behind;
    rgba_color color;
} mark_bar;

static void add_bar(painter *p, const gl_frame *frame, const mark_bar *b)
{
    mark_vertex *v = reserve_marks(p);
    if (v == NULL)
        return;
    double x = b->to.x - b->from.x, y = b->to.y - b->from.y, length = hypot(x, y);
    double along_x = length > 0 ? x / length : 1, along_y = length > 0 ? y / length : 0;
    float side = fmaxf(b->begin, b->end) + fmaxf(-b->end, 0) + b->border + 1;
    mark_vertex corner[4];
    for (int i = 0; i < 4; i++) {
        bool is_end = i & 1;
        double u = is_end ? length + b->behind : -b->before, w = i & 2 ? side : -side;
        const screen_point *near = is_end ? &b->to : &b->from;
        corner[i] = (mark_vertex){.x = (float)(2 * (b->from.x + along_x * u - along_y * w) / frame->width),
                                  .y = (float)(2 * (b->from.y + along_y * u + along_x * w) / frame->height),
                                  .z = (float)(near->z),
                                  .u = (float)u,
                                  .v = (float)w,
                                  .length = (float)length,
                                  .begin = b->begin,
                                  .end = b->end,
                                  .border = b->border,
                                  .color = b->color};
    }
    const mark_vertex six[6] = {corner[0], corner[1], corner[2], corner[2], corner[1], corner[3]};
    memcpy(v, six, sizeof six);
}

/* The light border of a line is a wider line below all others, so that connected lines look like one. */
static void make_border(const painter *p, mark_bar *b)
{
    float border = 1.25f * p->scale;
    b->begin += border;
    b->end += border;
    b->before += border;
    b->behind += border;
    b->color = (rgba_color){255, 255, 255, 204};
}

/* Adds the line and its head, which begins where the line ends; or the border of both. */
static void add_line_mark(painter *p, const gl_frame *frame, const drawing_line *line,
                          const double matrix[16], bool is_border)
{
    clip_point from = to_clip_space(matrix, line->from, frame->d->camera.eye);
    clip_point to = to_clip_space(matrix, line->to, frame->d->camera.eye);
    bool has_head = line->is_arrow && to.v[2] > -to.v[3];
    if (!clip_line(&from, &to))
        return;
    float half = 0.5f * fmaxf(line->width, 0.5f) * p->scale, cap = half + 1;
    mark_bar b = {.from = to_screen(from, frame->width, frame->height),
                  .to = to_screen(to, frame->width, frame->height),
                  .begin = half,
                  .end = half,
                  .before = cap,
                  .behind = cap,
                  .color = look_color(line->look)};
    double length = hypot(b.to.x - b.from.x, b.to.y - b.from.y);
    if (!has_head || !(length > 1)) {
        if (is_border)
            make_border(p, &b);
        add_bar(p, frame, &b);
        return;
    }
    double head = fmin((7 + 2.5 * line->width) * p->scale, length), part = 1 - head / length;
    mark_bar tip = b;
    tip.from.x += part * (b.to.x - b.from.x);
    tip.from.y += part * (b.to.y - b.from.y);
    tip.from.z += part * (b.to.z - b.from.z);
    tip.begin = (float)(0.36 * head);
    tip.end = 0;
    tip.before = 0;
    b.to = tip.from;
    b.behind = 1;
    if (is_border) {
        make_border(p, &b);
        make_border(p, &tip);
    }
    add_bar(p, frame, &b);
    add_bar(p, frame, &tip);
}

static void add_point_mark(painter *p, const gl_frame *frame, const drawing_point *point,
                           const double matrix[16])
{
    clip_point at = to_clip_space(matrix, point->at, frame->d->camera.eye);
    if (!(at.v[2] > -at.v[3]) || !(at.v[3] > 0) || fabs(at.v[0]) > 2 * at.v[3] || fabs(at.v[1]) > 2 * at.v[3])
        return;
    float half = 0.5f * fmaxf(point->size, 1) * p->scale;
    mark_bar b = {.from = to_screen(at, frame->width, frame->height),
                  .begin = half,
                  .end = half,
                  .border = 1.25f * p->scale,
                  .color = look_color(point->look)};
    b.to = b.from;
    if (point->is_ring)
        b.end = -RING * p->scale;
    b.before = b.behind = half + fmaxf(-b.end, 0) + b.border + 1;
    add_bar(p, frame, &b);
}

/* ---- All of them --------------------------------------------------------------------------------------- */

static fk_status submit_marks(painter *p, bool is_on_top)
{
    if (p->mark_count == 0)
        return p->has_no_memory ? FK_ERROR_MEMORY : FK_OK;
    glBindVertexArray(p->mark_array);
    glBindBuffer(GL_ARRAY_BUFFER, p->mark_buffer);
    glBufferData(GL_ARRAY_BUFFER, (GLsizeiptr)(p->mark_count * sizeof *p->mark), p->mark, GL_STREAM_DRAW);
    if (gl_has_error())
        return FK_ERROR_MEMORY;
    glUseProgram(p->shader[PROGRAM_MARK].program);
    glEnable(GL_BLEND);
    glDepthMask(GL_FALSE);
    if (is_on_top)
        glDisable(GL_DEPTH_TEST);
    glDrawArrays(GL_TRIANGLES, 0, (GLsizei)p->mark_count);
    glEnable(GL_DEPTH_TEST);
    glDepthMask(GL_TRUE);
    glDisable(GL_BLEND);
    glBindVertexArray(0);
    return p->has_no_memory ? FK_ERROR_MEMORY : FK_OK;
}

fk_status gl_draw_lines(painter *p, const gl_frame *frame, bool is_on_top)
{
    const drawing *d = frame->d;
    double matrix[16];
    camera_matrix(&d->camera, (double)frame->width / frame->height, d->camera.eye, frame->center,
                  frame->radius, matrix);
    matrix[14] += frame->nearer;
    p->mark_count = 0;
    p->has_no_memory = false;
    for (int pass = is_on_top ? 0 : 1; pass < 2; pass++)
        for (uint32_t i = 0; i < d->line_count; i++)
            if (d->line[i].is_on_top == is_on_top)
                add_line_mark(p, frame, &d->line[i], matrix, pass == 0);
    for (uint32_t i = 0; is_on_top && i < d->point_count; i++)
        add_point_mark(p, frame, &d->point[i], matrix);
    return submit_marks(p, is_on_top);
}
