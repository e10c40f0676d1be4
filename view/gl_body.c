/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Bodies: surfaces, sharp edges, wires, transparent bodies, and the outline of selected ones.
 *
 * All matrices are computed in doubles, from the middle of a mesh to the eye; only the product becomes floats. */

#include "gl_private.h"

#include <math.h>
#include <string.h>

/* A placed body. */
typedef struct placed_body {
    const drawing_body *body;
    const gl_mesh *mesh;
    float matrix[16], turn[9], section[4], anchor[2];
    float line_depth; /* replaces matrix[14] for lines */
    bool is_cut;
} placed_body;

/* ---- Placing ------------------------------------------------------------------------------------------- */

static void place_section(const gl_frame *frame, fk_vec3 middle, placed_body *out)
{
    const fk_plane *plane = &frame->d->section;
    const fk_pose *pose = &out->body->pose;
    double length = sqrt(fk_vec3_dot(plane->normal, plane->normal));
    double size = out->mesh->size, normal[3] = {plane->normal.x, plane->normal.y, plane->normal.z};
    for (int i = 0; i < 3; i++) {
        double along = 0;
        for (int k = 0; k < 3; k++)
            along += pose->rotation[k][i] * normal[k];
        out->section[i] = (float)(along / length);
    }
    double ahead = (plane->offset - fk_vec3_dot(plane->normal, middle)) / length / size;
    out->section[3] = (float)fmax(-1e6, fmin(1e6, ahead));
}

/* Whether a ball may be visible. */
static bool is_in_sight(const gl_frame *frame, fk_vec3 middle, double radius)
{
    fk_vec3 axis[3], offset = fk_vec3_sub(middle, frame->d->camera.eye);
    camera_axes(&frame->d->camera, axis);
    double depth = -fk_vec3_dot(axis[2], offset);
    double up = tan(frame->d->camera.angle / 2), right = up * frame->width / frame->height;
    double x = fabs(fk_vec3_dot(axis[0], offset)), y = fabs(fk_vec3_dot(axis[1], offset));
    return depth > -radius && x - right * depth <= radius * hypot(1, right) &&
           y - up * depth <= radius * hypot(1, up);
}

/* Places a body; returns false if it has no triangles or is not in the picture. */
static bool place_body(const gl_frame *frame, const drawing_body *body, const gl_mesh *mesh, placed_body *out)
{
    const drawing *d = frame->d;
    fk_vec3 middle = fk_pose_apply(&body->pose, mesh->middle), axis[3];
    if (mesh->index_count == 0 || !is_in_sight(frame, middle, mesh->radius * mesh->size))
        return false;
    *out = (placed_body){.body = body, .mesh = mesh, .is_cut = d->has_section && body->is_cut};
    double view[16];
    camera_matrix(&d->camera, (double)frame->width / frame->height, middle, frame->center, frame->radius,
                  view);
    camera_axes(&d->camera, axis);
    double size = mesh->size / frame->unit;
    for (int column = 0; column < 3; column++) {
        double r[3] = {body->pose.rotation[0][column], body->pose.rotation[1][column],
                       body->pose.rotation[2][column]};
        for (int row = 0; row < 4; row++)
            out->matrix[4 * column + row] =
                (float)((view[row] * r[0] + view[4 + row] * r[1] + view[8 + row] * r[2]) * size);
        for (int row = 0; row < 3; row++)
            out->turn[3 * column + row] = (float)fk_vec3_dot(axis[row], fk_vec3_make(r[0], r[1], r[2]));
    }
    for (int row = 0; row < 4; row++)
        out->matrix[12 + row] = (float)(view[12 + row] / frame->unit);
    out->line_depth = (float)((view[14] + frame->nearer) / frame->unit);
    double x, y;
    if (camera_project(&d->camera, frame->width, frame->height, middle, &x, &y)) {
        /* Patterns repeat, so large numbers are not needed. */
        out->anchor[0] = (float)fmod(x, 46200);
        out->anchor[1] = (float)fmod(frame->height - y, 46200);
    }
    if (out->is_cut)
        place_section(frame, middle, out);
    return true;
}

/* ---- Drawing one --------------------------------------------------------------------------------------- */

static const gl_shader *use_program(painter *p, gl_program program, const placed_body *b)
{
    const gl_shader *shader = &p->shader[program + (b->is_cut ? 1 : 0)];
    glUseProgram(shader->program);
    float matrix[16];
    memcpy(matrix, b->matrix, sizeof matrix);
    if (program == PROGRAM_LINE)
        matrix[14] = b->line_depth;
    glUniformMatrix4fv(shader->uniform[UNIFORM_MATRIX], 1, GL_FALSE, matrix);
    if (b->is_cut) {
        glUniform4fv(shader->uniform[UNIFORM_SECTION], 1, b->section);
        glEnable(GL_CLIP_DISTANCE0);
    } else
        glDisable(GL_CLIP_DISTANCE0);
    return shader;
}

/* Whether a section shows a cap, as of a filled body. */
static bool has_cap(const placed_body *b)
{
    return b->is_cut && b->mesh->is_closed && !b->body->is_faint;
}

/* In a closed mesh, other triangles hide those that face away, or the cap does. */
static void cull_hidden_sides(const placed_body *b)
{
    if (b->mesh->is_closed && (!b->is_cut || has_cap(b))) {
        glEnable(GL_CULL_FACE);
        glCullFace(b->mesh->is_inside_out ? GL_FRONT : GL_BACK);
    } else
        glDisable(GL_CULL_FACE);
}

static void draw_triangles(const placed_body *b)
{
    glBindVertexArray(b->mesh->array);
    glDrawElements(GL_TRIANGLES, b->mesh->index_count, GL_UNSIGNED_INT, NULL);
}

static void draw_surface(painter *p, const placed_body *b, float opacity)
{
    const gl_shader *shader = use_program(p, PROGRAM_BODY, b);
    rgba_color c = look_color(b->body->look);
    glUniform4f(shader->uniform[UNIFORM_COLOR], (float)c.r / 255, (float)c.g / 255, (float)c.b / 255,
                opacity);
    glUniform1i(shader->uniform[UNIFORM_LOOK], (GLint)b->body->look);
    glUniform1i(shader->uniform[UNIFORM_SECOND], b->body->is_second);
    glUniform2fv(shader->uniform[UNIFORM_ANCHOR], 1, b->anchor);
    glUniform1f(shader->uniform[UNIFORM_SCALE], p->scale);
    glUniform2f(shader->uniform[UNIFORM_SIDES], b->mesh->is_inside_out ? -1 : 1,
                b->is_cut && b->mesh->is_closed ? 0.66f : 0);
    glUniformMatrix3fv(shader->uniform[UNIFORM_TURN], 1, GL_FALSE, b->turn);
    cull_hidden_sides(b);
    draw_triangles(b);
}

/* Draws the edges that form its shape; dark, as in a drawing. */
static void draw_sharp_edges(painter *p, const placed_body *b, float opacity)
{
    if (b->mesh->edge_count == 0)
        return;
    const gl_shader *shader = use_program(p, PROGRAM_LINE, b);
    rgba_color c = look_color(b->body->look);
    const float dark = 0.22f / 255;
    glUniform4f(shader->uniform[UNIFORM_COLOR], (float)c.r * dark, (float)c.g * dark, (float)c.b * dark,
                opacity);
    glBindVertexArray(b->mesh->edge_array);
    glDrawElements(GL_LINES, b->mesh->edge_count, GL_UNSIGNED_INT, NULL);
}

static void draw_wires(painter *p, const placed_body *b)
{
    const gl_shader *shader = use_program(p, PROGRAM_LINE, b);
    glUniform4f(shader->uniform[UNIFORM_COLOR], 0.07f, 0.09f, 0.12f, 0.55f);
    glPolygonMode(GL_FRONT_AND_BACK, GL_LINE);
    cull_hidden_sides(b);
    draw_triangles(b);
    glPolygonMode(GL_FRONT_AND_BACK, GL_FILL);
}

/* ---- All of them --------------------------------------------------------------------------------------- */

/* Calls a function for each visible body, transparent or not. */
typedef void body_function(painter *p, const placed_body *b);

static fk_status draw_each_body(painter *p, const gl_frame *frame, bool is_faint, body_function *function)
{
    const drawing *d = frame->d;
    for (uint32_t i = 0; i < d->body_count; i++) {
        const gl_mesh *mesh;
        placed_body b;
        if (d->body[i].is_faint != is_faint)
            continue;
        fk_status status = gl_mesh_find(p, d->body[i].mesh, &mesh);
        if (status != FK_OK)
            return status;
        if (place_body(frame, &d->body[i], mesh, &b))
            function(p, &b);
    }
    return FK_OK;
}

static void restore_state(void)
{
    glDisable(GL_CULL_FACE);
    glDisable(GL_CLIP_DISTANCE0);
    glDisable(GL_BLEND);
    glDisable(GL_POLYGON_OFFSET_FILL);
    glDepthMask(GL_TRUE);
    glDepthFunc(GL_LESS);
    glColorMask(GL_TRUE, GL_TRUE, GL_TRUE, GL_TRUE);
    glBindVertexArray(0);
}

static void draw_solid(painter *p, const placed_body *b)
{
    draw_surface(p, b, 1);
}

static void draw_edges(painter *p, const placed_body *b)
{
    if (b->body->has_edges)
        draw_wires(p, b);
    else
        draw_sharp_edges(p, b, 0.75f);
}

/* ---- Caps ---------------------------------------------------------------------------------------------- */

/* Caps: the faces that a section shows of closed bodies. Along a ray from the eye, the rest of a body has one more side
 * that faces away than towards it exactly if the ray passes the plane inside the body; so these sides are counted in
 * the stencil, and the plane is painted where a count remains. All bodies use the same plane, with the same depth. */

/* Counts the sides of one body. */
static void count_sides(painter *p, const placed_body *b)
{
    use_program(p, PROGRAM_LINE, b);
    glDisable(GL_CULL_FACE);
    glDisable(GL_DEPTH_TEST);
    glColorMask(GL_FALSE, GL_FALSE, GL_FALSE, GL_FALSE);
    glStencilFunc(GL_ALWAYS, 0, 0xFF);
    bool is_turned = b->mesh->is_inside_out;
    glStencilOpSeparate(is_turned ? GL_BACK : GL_FRONT, GL_KEEP, GL_KEEP, GL_DECR_WRAP);
    glStencilOpSeparate(is_turned ? GL_FRONT : GL_BACK, GL_KEEP, GL_KEEP, GL_INCR_WRAP);
    draw_triangles(b);
    glColorMask(GL_TRUE, GL_TRUE, GL_TRUE, GL_TRUE);
    glEnable(GL_DEPTH_TEST);
}

/* Paints the plane where the stencil allows it, and clears the stencil there. */
static void draw_cap(painter *p, const placed_body *plane, drawing_look look, bool is_second,
                     float brightness)
{
    const gl_shader *shader = use_program(p, PROGRAM_BODY, plane);
    rgba_color c = look_color(look);
    glUniform4f(shader->uniform[UNIFORM_COLOR], (float)c.r / 255, (float)c.g / 255, (float)c.b / 255, 1);
    glUniform1i(shader->uniform[UNIFORM_LOOK], (GLint)look);
    glUniform1i(shader->uniform[UNIFORM_SECOND], is_second);
    glUniform2fv(shader->uniform[UNIFORM_ANCHOR], 1, plane->anchor);
    glUniform1f(shader->uniform[UNIFORM_SCALE], p->scale);
    glUniformMatrix3fv(shader->uniform[UNIFORM_TURN], 1, GL_FALSE, plane->turn);
    /* Its front counts as an inside, without light. */
    glUniform2f(shader->uniform[UNIFORM_SIDES], -1, brightness);
    glStencilOp(GL_ZERO, GL_ZERO, GL_ZERO);
    glBindVertexArray(p->cap_array);
    glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
}

/* Places a square of the section plane that covers the ball of the scene, in units of its radius. */
static void place_plane(painter *p, const gl_frame *frame, placed_body *out)
{
    const fk_plane *plane = &frame->d->section;
    double length = sqrt(fk_vec3_dot(plane->normal, plane->normal)), view[16];
    fk_vec3 n = fk_vec3_scale(plane->normal, 1 / length);
    double ahead = plane->offset / length - fk_vec3_dot(n, frame->center);
    fk_vec3 middle = fk_vec3_add(frame->center, fk_vec3_scale(n, ahead));
    fk_vec3 u = fk_vec3_cross(n, fabs(n.z) < 0.7 ? fk_vec3_make(0, 0, 1) : fk_vec3_make(1, 0, 0));
    u = fk_vec3_scale(u, 1 / sqrt(fk_vec3_dot(u, u)));
    fk_vec3 v = fk_vec3_cross(n, u);
    float corner[12];
    for (int i = 0; i < 4; i++) {
        fk_vec3 at = fk_vec3_add(fk_vec3_scale(u, i & 1 ? 1 : -1), fk_vec3_scale(v, i & 2 ? 1 : -1));
        corner[3 * i] = (float)at.x;
        corner[3 * i + 1] = (float)at.y;
        corner[3 * i + 2] = (float)at.z;
    }
    glBindVertexArray(p->cap_array);
    glBindBuffer(GL_ARRAY_BUFFER, p->cap_buffer);
    glBufferData(GL_ARRAY_BUFFER, sizeof corner, corner, GL_STREAM_DRAW);
    glVertexAttribPointer(0, 3, GL_FLOAT, GL_FALSE, 0, NULL);
    glEnableVertexAttribArray(0);
    *out = (placed_body){.turn = {1, 0, 0, 0, 1, 0, 0, 0, 1}};
    camera_matrix(&frame->d->camera, (double)frame->width / frame->height, middle, frame->center,
                  frame->radius, view);
    for (int i = 0; i < 16; i++)
        out->matrix[i] = (float)(view[i] * (i < 12 ? frame->radius : 1) / frame->unit);
}

/* Darkens the red where two clashing bodies overlap. */
#define SHARED_BRIGHTNESS 0.42f

/* Caps side by side differ in brightness. */
static float cap_brightness(drawing_look look, uint32_t body)
{
    static const float grey[] = {0.64f, 0.76f, 0.88f}, other[] = {0.94f, 0.8f, 0.66f};
    return look == LOOK_CLEAR ? grey[body % 3] : other[body % 3];
}

/* Paints all caps, one after the other; then, for all clashing bodies together, the area inside more than one of them. */
static fk_status paint_caps(painter *p, const gl_frame *frame)
{
    const drawing *d = frame->d;
    placed_body plane, b;
    unsigned clashing = 0;
    if (!d->has_section)
        return FK_OK;
    place_plane(p, frame, &plane);
    glEnable(GL_STENCIL_TEST);
    glDepthFunc(GL_LEQUAL);
    for (int pass = 0; pass < 2; pass++) {
        for (uint32_t i = 0; i < d->body_count; i++) {
            const gl_mesh *mesh;
            fk_status status = gl_mesh_find(p, d->body[i].mesh, &mesh);
            if (status != FK_OK)
                return status;
            bool is_clash = d->body[i].look == LOOK_CLASH;
            if ((pass == 1 && !is_clash) || !place_body(frame, &d->body[i], mesh, &b) || !has_cap(&b))
                continue;
            count_sides(p, &b);
            clashing += pass == 0 && is_clash;
            if (pass == 0) {
                glStencilFunc(GL_NOTEQUAL, 0, 0xFF);
                plane.anchor[0] = b.anchor[0];
                plane.anchor[1] = b.anchor[1];
                draw_cap(p, &plane, d->body[i].look, d->body[i].is_second,
                         cap_brightness(d->body[i].look, i));
            }
        }
        if (clashing < 2)
            break;
        if (pass == 1) {
            glStencilFunc(GL_LESS, 1, 0xFF);
            draw_cap(p, &plane, LOOK_CLASH, false, SHARED_BRIGHTNESS);
        }
    }
    return FK_OK;
}

fk_status gl_draw_bodies(painter *p, const gl_frame *frame)
{
    /* Within a pixel, the depth of a surface seen edge on varies by more than the offset of lines. */
    glEnable(GL_POLYGON_OFFSET_FILL);
    glPolygonOffset(p->scale, 1);
    fk_status status = draw_each_body(p, frame, false, draw_solid);
    if (status == FK_OK)
        status = paint_caps(p, frame);
    glDisable(GL_STENCIL_TEST);
    if (status == FK_OK) {
        glEnable(GL_BLEND);
        glDepthMask(GL_FALSE);
        glDepthFunc(GL_LEQUAL);
        status = draw_each_body(p, frame, false, draw_edges);
    }
    restore_state();
    return status;
}

static void draw_faint_surface(painter *p, const placed_body *b)
{
    draw_surface(p, b, 0.2f);
}

static void draw_faint_edges(painter *p, const placed_body *b)
{
    draw_sharp_edges(p, b, 0.28f);
}

/* Paints the nearest surface of all transparent bodies once: first their depth alone, then what has that depth. So
 * their order does not matter, and their inside does not shine through. */
fk_status gl_draw_faint_bodies(painter *p, const gl_frame *frame)
{
    bool has_any = false;
    for (uint32_t i = 0; i < frame->d->body_count; i++)
        has_any = has_any || frame->d->body[i].is_faint;
    if (!has_any)
        return FK_OK;
    glEnable(GL_POLYGON_OFFSET_FILL);
    /* Farther back than others, so that a hull does not flicker on the faces that it shares with its part. */
    glPolygonOffset(2 * p->scale, 16);
    glColorMask(GL_FALSE, GL_FALSE, GL_FALSE, GL_FALSE);
    fk_status status = draw_each_body(p, frame, true, draw_faint_surface);
    glColorMask(GL_TRUE, GL_TRUE, GL_TRUE, GL_TRUE);
    glDepthMask(GL_FALSE);
    glDepthFunc(GL_LEQUAL);
    glEnable(GL_BLEND);
    if (status == FK_OK)
        status = draw_each_body(p, frame, true, draw_faint_surface);
    if (status == FK_OK)
        status = draw_each_body(p, frame, true, draw_faint_edges);
    restore_state();
    return status;
}

/* ---- Outline ------------------------------------------------------------------------------------------- */

static bool make_mask(painter *p, int width, int height)
{
    if (p->mask_frame == 0) {
        glGenFramebuffers(1, &p->mask_frame);
        glGenTextures(1, &p->mask);
    }
    glActiveTexture(GL_TEXTURE0);
    glBindTexture(GL_TEXTURE_2D, p->mask);
    glBindFramebuffer(GL_FRAMEBUFFER, p->mask_frame);
    if (p->mask_width != width || p->mask_height != height) {
        glTexImage2D(GL_TEXTURE_2D, 0, GL_R8, width, height, 0, GL_RED, GL_UNSIGNED_BYTE, NULL);
        glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR);
        glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_LINEAR);
        glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
        glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
        glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, p->mask, 0);
        p->mask_width = p->mask_height = 0;
        if (gl_has_error() || glCheckFramebufferStatus(GL_FRAMEBUFFER) != GL_FRAMEBUFFER_COMPLETE)
            return false;
        p->mask_width = width;
        p->mask_height = height;
    }
    return true;
}

static void draw_mask(painter *p, const placed_body *b)
{
    if (!b->body->is_selected)
        return;
    const gl_shader *shader = use_program(p, PROGRAM_LINE, b);
    glUniform4f(shader->uniform[UNIFORM_COLOR], 1, 1, 1, 1);
    draw_triangles(b);
}

fk_status gl_draw_outline(painter *p, const gl_frame *frame)
{
    bool has_any = false;
    for (uint32_t i = 0; i < frame->d->body_count; i++)
        has_any = has_any || frame->d->body[i].is_selected;
    if (!has_any)
        return FK_OK;
    GLint target = 0;
    glGetIntegerv(GL_DRAW_FRAMEBUFFER_BINDING, &target);
    fk_status status = make_mask(p, frame->width, frame->height) ? FK_OK : FK_ERROR_MEMORY;
    glDisable(GL_DEPTH_TEST);
    if (status == FK_OK) {
        glClearColor(0, 0, 0, 0);
        glClear(GL_COLOR_BUFFER_BIT);
        status = draw_each_body(p, frame, false, draw_mask);
        if (status == FK_OK)
            status = draw_each_body(p, frame, true, draw_mask);
    }
    restore_state();
    glBindFramebuffer(GL_FRAMEBUFFER, (GLuint)target);
    if (status == FK_OK) {
        const gl_shader *shader = &p->shader[PROGRAM_OUTLINE];
        glUseProgram(shader->program);
        glUniform1i(shader->uniform[UNIFORM_IMAGE], 0);
        glUniform2f(shader->uniform[UNIFORM_SIZE], (float)frame->width, (float)frame->height);
        glUniform1f(shader->uniform[UNIFORM_SCALE], p->scale);
        glUniform4f(shader->uniform[UNIFORM_COLOR], 0.02f, 0.36f, 0.95f, 1);
        glBindVertexArray(p->empty_array);
        glEnable(GL_BLEND);
        glDrawArrays(GL_TRIANGLES, 0, 3);
        glDisable(GL_BLEND);
        glBindVertexArray(0);
    }
    glBindTexture(GL_TEXTURE_2D, 0);
    glEnable(GL_DEPTH_TEST);
    return status;
}
