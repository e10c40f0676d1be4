/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Paints drawings: the background, bodies, lines that bodies hide, transparent bodies, the outline of selected ones,
 * and on top of all lines, points and annotations. */

#include "gl_private.h"

#include <math.h>
#include <string.h>

bool gl_has_error(void)
{
    bool has_failed = false;
    /* A lost context reports errors for ever. */
    for (int i = 0; i < 16 && glGetError() != GL_NO_ERROR; i++)
        has_failed = true;
    return has_failed;
}

/* ---- The painter --------------------------------------------------------------------------------------- */

static void create_mark_buffers(painter *p)
{
    glGenVertexArrays(1, &p->empty_array);
    glGenVertexArrays(1, &p->cap_array);
    glGenBuffers(1, &p->cap_buffer);
    glGenVertexArrays(1, &p->mark_array);
    glGenBuffers(1, &p->mark_buffer);
    glBindVertexArray(p->mark_array);
    glBindBuffer(GL_ARRAY_BUFFER, p->mark_buffer);
    glVertexAttribPointer(0, 3, GL_FLOAT, GL_FALSE, sizeof(mark_vertex), NULL);
    glVertexAttribPointer(1, 3, GL_FLOAT, GL_FALSE, sizeof(mark_vertex), (void *)offsetof(mark_vertex, u));
    glVertexAttribPointer(2, 3, GL_FLOAT, GL_FALSE, sizeof(mark_vertex),
                          (void *)offsetof(mark_vertex, begin));
    glVertexAttribPointer(3, 4, GL_UNSIGNED_BYTE, GL_TRUE, sizeof(mark_vertex),
                          (void *)offsetof(mark_vertex, color));
    for (GLuint i = 0; i < 4; i++)
        glEnableVertexAttribArray(i);
    glBindVertexArray(0);
}

/* Wide lines are gone from the core profile; most drivers still have them, but not in forward-compatible contexts. */
static float widest_line(void)
{
    GLint flags = 0;
    GLfloat range[2] = {1, 1};
    glGetIntegerv(GL_CONTEXT_FLAGS, &flags);
    glGetFloatv(GL_ALIASED_LINE_WIDTH_RANGE, range);
    return flags & GL_CONTEXT_FLAG_FORWARD_COMPATIBLE_BIT ? 1 : fmaxf(range[1], 1);
}

fk_status painter_create(fk_context *context, painter **out, char message[FK_VIEW_MESSAGE])
{
    message[0] = 0;
    painter *p = fk_allocate(context, sizeof *p);
    if (p == NULL)
        return FK_ERROR_MEMORY;
    memset(p, 0, sizeof *p);
    p->context = context;
    p->scale = 1;
    p->widest = widest_line();
    (void)gl_has_error();
    fk_status status = gl_shaders_create(p->shader, message);
    if (status == FK_OK)
        status = gl_overlay_create(p);
    if (status == FK_OK)
        create_mark_buffers(p);
    if (status == FK_OK && gl_has_error())
        status = FK_ERROR_MEMORY;
    if (status != FK_OK) {
        painter_free(p);
        return status;
    }
    *out = p;
    return FK_OK;
}

void painter_free(painter *p)
{
    if (p == NULL)
        return;
    painter_forget_meshes(p);
    gl_overlay_free(p);
    gl_shaders_free(p->shader);
    glDeleteVertexArrays(1, &p->empty_array);
    glDeleteVertexArrays(1, &p->mark_array);
    glDeleteVertexArrays(1, &p->cap_array);
    glDeleteBuffers(1, &p->cap_buffer);
    glDeleteBuffers(1, &p->mark_buffer);
    glDeleteTextures(1, &p->mask);
    glDeleteFramebuffers(1, &p->mask_frame);
    fk_release(p->context, p->mark, p->mark_capacity * sizeof *p->mark);
    fk_release(p->context, p, sizeof *p);
}

void painter_forget_meshes(painter *p)
{
    gl_meshes_free(p);
}

/* ---- A picture ----------------------------------------------------------------------------------------- */

/* Extends the box of everything drawn, in coordinates around the target, by a ball. */
static void include_sphere(fk_aabb *box, fk_vec3 at, double radius)
{
    *box = fk_aabb_include(*box, fk_vec3_make(at.x - radius, at.y - radius, at.z - radius));
    *box = fk_aabb_include(*box, fk_vec3_make(at.x + radius, at.y + radius, at.z + radius));
}

/* The width of body edges, in pixels before scaling: enough to look smooth. */
#define EDGE 1.2f

/* The fraction of their distance by which lines are drawn nearer. */
#define NEARER 2e-4

static fk_status measure_frame(painter *p, gl_frame *frame)
{
    const drawing *d = frame->d;
    fk_vec3 target = d->camera.target;
    fk_aabb box = fk_aabb_empty();
    for (uint32_t i = 0; i < d->body_count; i++) {
        const gl_mesh *mesh;
        fk_status status = gl_mesh_find(p, d->body[i].mesh, &mesh);
        if (status != FK_OK)
            return status;
        if (mesh->index_count > 0)
            include_sphere(&box, fk_vec3_sub(fk_pose_apply(&d->body[i].pose, mesh->middle), target),
                           mesh->radius * mesh->size);
    }
    for (uint32_t i = 0; i < d->line_count; i++) {
        include_sphere(&box, fk_vec3_sub(d->line[i].from, target), 0);
        include_sphere(&box, fk_vec3_sub(d->line[i].to, target), 0);
    }
    for (uint32_t i = 0; i < d->point_count; i++)
        include_sphere(&box, fk_vec3_sub(d->point[i].at, target), 0);
    fk_vec3 to_eye = fk_vec3_sub(d->camera.eye, target);
    frame->unit = hypot(hypot(to_eye.x, to_eye.y), to_eye.z);
    if (!(frame->unit > 0))
        frame->unit = 1;
    if (!(box.min.x <= box.max.x))
        include_sphere(&box, fk_vec3_make(0, 0, 0), 0);
    fk_vec3 half = fk_vec3_scale(fk_vec3_sub(box.max, box.min), 0.5);
    frame->center = fk_vec3_add(target, fk_vec3_add(box.min, half));
    /* Slightly more, so that nothing seen edge on is at the very end of the depth range. */
    frame->radius = 1.01 * hypot(hypot(half.x, half.y), half.z) + 1e-3 * frame->unit;
    double view[16];
    camera_matrix(&d->camera, 1, d->camera.eye, frame->center, frame->radius, view);
    frame->nearer = NEARER * view[14];
    return FK_OK;
}

static void paint_background(painter *p, const drawing *d)
{
    glClearColor(0, 0, 0, 0);
    glClearStencil(0);
    glClearDepth(1);
    glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT | GL_STENCIL_BUFFER_BIT);
    if (d->is_clear)
        return;
    glUseProgram(p->shader[PROGRAM_BACK].program);
    glDisable(GL_DEPTH_TEST);
    glBindVertexArray(p->empty_array);
    glDrawArrays(GL_TRIANGLES, 0, 3);
    glBindVertexArray(0);
    glEnable(GL_DEPTH_TEST);
}

/* Sets the state that all painting functions expect and restore. */
static void begin_frame(painter *p, int width, int height, float scale)
{
    (void)gl_has_error();
    p->scale = scale > 0 ? scale : 1;
    glViewport(0, 0, width, height);
    glDisable(GL_SCISSOR_TEST);
    glDisable(GL_CULL_FACE);
    glDisable(GL_BLEND);
    glDisable(GL_STENCIL_TEST);
    glEnable(GL_DEPTH_TEST);
    glDepthFunc(GL_LESS);
    glDepthMask(GL_TRUE);
    glColorMask(GL_TRUE, GL_TRUE, GL_TRUE, GL_TRUE);
    glPolygonMode(GL_FRONT_AND_BACK, GL_FILL);
    glLineWidth(fminf(EDGE * p->scale, p->widest));
    glBlendFuncSeparate(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA, GL_ONE, GL_ONE_MINUS_SRC_ALPHA);
}

fk_status painter_paint(painter *p, const drawing *d, int width, int height, float scale)
{
    gl_frame frame = {.d = d, .width = width, .height = height};
    begin_frame(p, width, height, scale);
    paint_background(p, d);
    fk_status status = measure_frame(p, &frame);
    if (status == FK_OK)
        status = gl_draw_bodies(p, &frame);
    if (status == FK_OK)
        status = gl_draw_lines(p, &frame, false);
    if (status == FK_OK)
        status = gl_draw_faint_bodies(p, &frame);
    if (status == FK_OK)
        status = gl_draw_outline(p, &frame);
    if (status == FK_OK)
        status = gl_draw_lines(p, &frame, true);
    if (status == FK_OK)
        gl_draw_annotations(p, &frame);
    glUseProgram(0);
    return status == FK_OK && gl_has_error() ? FK_ERROR_MEMORY : status;
}
