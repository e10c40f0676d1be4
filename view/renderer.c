/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The renderer: a painter with its own framebuffer, without a display. */

#include "renderer.h"

#include "camera.h"
#include "offscreen.h"
#include "display.h"

#include <math.h>
#include <string.h>

#include <epoxy/gl.h>

/* Four samples in each pixel smooth edges, up to this many triangles: beyond, they are small, and drawing takes long. */
#define MOST_SMOOTHED 400000
/* And up to this many pixels, because each then takes 32 bytes. */
#define MOST_SMOOTHED_PIXELS (12 << 20)

/* A framebuffer: colour, depth and stencil, of one or four samples. */
typedef struct canvas {
    GLuint frame, color, depth;
    int width, height, samples;
} canvas;

struct fk_renderer {
    fk_context *context;
    offscreen gl;
    painter *p;
    const fk_show *show; /* the show of the display */
    display *display;
    canvas paint, result; /* the second receives four samples as one */
};

/* ---- Canvas -------------------------------------------------------------------------------------------- */

static void canvas_free(canvas *c)
{
    glDeleteFramebuffers(1, &c->frame);
    glDeleteRenderbuffers(1, &c->color);
    glDeleteRenderbuffers(1, &c->depth);
    *c = (canvas){.frame = 0};
}

static bool canvas_fit(canvas *c, int width, int height, int samples)
{
    if (c->frame != 0 && c->width == width && c->height == height && c->samples == samples)
        return true;
    canvas_free(c);
    while (glGetError() != GL_NO_ERROR)
        ;
    *c = (canvas){.width = width, .height = height, .samples = samples};
    glGenFramebuffers(1, &c->frame);
    glGenRenderbuffers(1, &c->color);
    glGenRenderbuffers(1, &c->depth);
    glBindFramebuffer(GL_FRAMEBUFFER, c->frame);
    glBindRenderbuffer(GL_RENDERBUFFER, c->color);
    glRenderbufferStorageMultisample(GL_RENDERBUFFER, samples, GL_RGBA8, width, height);
    glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, c->color);
    glBindRenderbuffer(GL_RENDERBUFFER, c->depth);
    glRenderbufferStorageMultisample(GL_RENDERBUFFER, samples, GL_DEPTH24_STENCIL8, width, height);
    glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_DEPTH_STENCIL_ATTACHMENT, GL_RENDERBUFFER, c->depth);
    if (glGetError() == GL_NO_ERROR && glCheckFramebufferStatus(GL_FRAMEBUFFER) == GL_FRAMEBUFFER_COMPLETE)
        return true;
    canvas_free(c);
    return false;
}

/* ---- The renderer -------------------------------------------------------------------------------------- */

fk_status fk_renderer_create(fk_context *context, fk_renderer **out, char message[FK_VIEW_MESSAGE])
{
    message[0] = 0;
    fk_renderer *s = fk_allocate(context, sizeof *s);
    if (s == NULL)
        return FK_ERROR_MEMORY;
    memset(s, 0, sizeof *s);
    s->context = context;
    if (!offscreen_open(&s->gl, message)) {
        fk_release(context, s, sizeof *s);
        return FK_ERROR_FORMAT;
    }
    fk_status status = painter_create(context, &s->p, message);
    if (status != FK_OK) {
        fk_renderer_free(s);
        return status;
    }
    *out = s;
    return FK_OK;
}

void fk_renderer_free(fk_renderer *renderer)
{
    if (renderer == NULL)
        return;
    if (offscreen_enter(&renderer->gl)) {
        fk_renderer_forget(renderer);
        painter_free(renderer->p);
        canvas_free(&renderer->paint);
        canvas_free(&renderer->result);
    }
    offscreen_close(&renderer->gl);
    fk_release(renderer->context, renderer, sizeof *renderer);
}

void fk_renderer_forget(fk_renderer *renderer)
{
    if (renderer->p != NULL && offscreen_enter(&renderer->gl))
        painter_forget_meshes(renderer->p);
    if (renderer->display != NULL)
        display_free(renderer->display);
    renderer->display = NULL;
    renderer->show = NULL;
}

/* ---- Pictures ------------------------------------------------------------------------------------------ */

float renderer_scale(uint32_t width, uint32_t height)
{
    float least = (float)(width < height ? width : height);
    return fminf(fmaxf(floorf(least / 200) / 4, 1), 16);
}

/* Rows come from the bottom, with colours multiplied by opacity. */
static void flip_rows(uint8_t *pixel, uint32_t width, uint32_t height, bool is_clear)
{
    size_t row = (size_t)4 * width;
    uint8_t swap[4096];
    for (uint32_t y = 0; y < height / 2; y++) {
        uint8_t *a = pixel + y * row, *b = pixel + (height - 1 - y) * row;
        for (size_t i = 0; i < row; i += sizeof swap) {
            size_t part = row - i < sizeof swap ? row - i : sizeof swap;
            memcpy(swap, a + i, part);
            memcpy(a + i, b + i, part);
            memcpy(b + i, swap, part);
        }
    }
    size_t bytes = row * height;
    for (size_t i = 0; i < bytes; i += 4) {
        unsigned alpha = pixel[i + 3];
        if (!is_clear)
            pixel[i + 3] = 255;
        else if (alpha > 0 && alpha < 255)
            for (int k = 0; k < 3; k++) {
                unsigned c = (pixel[i + (size_t)k] * 255 + alpha / 2) / alpha;
                pixel[i + (size_t)k] = (uint8_t)(c < 255 ? c : 255);
            }
    }
}

static uint64_t count_triangles(const drawing *d)
{
    uint64_t count = 0;
    for (uint32_t i = 0; i < d->body_count; i++)
        count += d->body[i].mesh->triangle_count;
    return count;
}

/* Makes the canvas current, with as many samples as the driver supports. */
static bool choose_canvas(fk_renderer *s, const drawing *d, int width, int height)
{
    GLint most = 0;
    glGetIntegerv(GL_MAX_SAMPLES, &most);
    bool is_small = (int64_t)width * height <= MOST_SMOOTHED_PIXELS && count_triangles(d) <= MOST_SMOOTHED;
    bool is_smoothed = most >= 4 && is_small && canvas_fit(&s->result, width, height, 0);
    if (!is_smoothed || !canvas_fit(&s->paint, width, height, 4)) {
        if (!canvas_fit(&s->paint, width, height, 0))
            return false;
    }
    glBindFramebuffer(GL_FRAMEBUFFER, s->paint.frame);
    return true;
}

static fk_status read_back(fk_renderer *s, bool is_clear, uint8_t *pixel)
{
    int width = s->paint.width, height = s->paint.height;
    if (s->paint.samples > 0) {
        glBindFramebuffer(GL_READ_FRAMEBUFFER, s->paint.frame);
        glBindFramebuffer(GL_DRAW_FRAMEBUFFER, s->result.frame);
        glBlitFramebuffer(0, 0, width, height, 0, 0, width, height, GL_COLOR_BUFFER_BIT, GL_NEAREST);
        glBindFramebuffer(GL_FRAMEBUFFER, s->result.frame);
    }
    glPixelStorei(GL_PACK_ALIGNMENT, 1);
    glReadPixels(0, 0, width, height, GL_RGBA, GL_UNSIGNED_BYTE, pixel);
    if (glGetError() != GL_NO_ERROR)
        return FK_ERROR_MEMORY;
    flip_rows(pixel, (uint32_t)width, (uint32_t)height, is_clear);
    return FK_OK;
}

fk_status renderer_paint(fk_renderer *renderer, const drawing *d, uint32_t width, uint32_t height,
                         renderer_overlay *overlay, void *user, fk_picture *out)
{
    GLint most = 0;
    if (width < 16 || width > 16384 || height < 16 || height > 16384)
        return FK_ERROR_ARGUMENT;
    if (!offscreen_enter(&renderer->gl))
        return FK_ERROR_MEMORY;
    glGetIntegerv(GL_MAX_RENDERBUFFER_SIZE, &most);
    if ((uint32_t)most < (width > height ? width : height))
        return FK_ERROR_MEMORY;
    size_t bytes = (size_t)4 * width * height;
    fk_picture made = {.width = width, .height = height, .pixel = fk_allocate(renderer->context, bytes)};
    fk_status status = made.pixel == NULL ? FK_ERROR_MEMORY : FK_OK;
    if (status == FK_OK && !choose_canvas(renderer, d, (int)width, (int)height))
        status = FK_ERROR_MEMORY;
    float scale = renderer_scale(width, height);
    if (status == FK_OK)
        status = painter_paint(renderer->p, d, (int)width, (int)height, scale);
    if (status == FK_OK && overlay != NULL) {
        painter_begin_overlay(renderer->p, (int)width, (int)height);
        overlay(user, renderer->p, (int)width, (int)height, scale);
        painter_end_overlay(renderer->p);
    }
    if (status == FK_OK)
        status = read_back(renderer, d->is_clear, made.pixel);
    if (status != FK_OK) {
        fk_picture_free(renderer->context, &made);
        return status;
    }
    *out = made;
    return FK_OK;
}

/* ---- Shows --------------------------------------------------------------------------------------------- */

static bool is_valid_camera(const fk_camera *camera)
{
    fk_vec3 way = fk_vec3_sub(camera->target, camera->eye);
    return fk_vec3_is_finite(camera->eye) && fk_vec3_is_finite(camera->target) &&
           fk_vec3_is_finite(camera->up) && fk_vec3_dot(way, way) > 0 && camera->angle > 0 &&
           camera->angle < 3.14159;
}

static bool is_valid_request(const fk_show *show, const fk_picture_options *options)
{
    const fk_check *found = show->check != NULL ? show->check : show->sweep;
    size_t pairs = found != NULL ? found->pair_count : 0;
    fk_vec3 normal = options->section.normal;
    if (options->width < 16 || options->width > 16384 || options->height < 16 || options->height > 16384)
        return false;
    if (options->pair != FK_NONE && options->pair >= pairs)
        return false;
    if (isinf(options->time) || (unsigned)options->side >= FK_SIDE_COUNT)
        return false;
    if (options->has_section &&
        !(fk_vec3_is_finite(normal) && fk_vec3_dot(normal, normal) > 0 && isfinite(options->section.offset)))
        return false;
    return options->camera == NULL || is_valid_camera(options->camera);
}

/* Whether a point is near enough to a ball to count: half-spaces are drawn large, and not fitted. */
static bool is_near_sphere(const fk_sphere *ball, fk_vec3 point, double factor)
{
    fk_vec3 v = fk_vec3_sub(point, ball->center);
    return fk_vec3_dot(v, v) <= factor * factor * ball->radius * ball->radius;
}

/* Fits everything drawn, along a side, as near as possible. */
static fk_camera tight_camera(const drawing *d, const fk_sphere *ball, fk_side side, double aspect)
{
    camera_fitting fitting = camera_fitting_make(ball->center, camera_side_direction(side), aspect);
    bool has_any = false;
    for (uint32_t i = 0; i < d->body_count; i++) {
        const fk_mesh *mesh = d->body[i].mesh;
        for (uint32_t k = 0; k < mesh->vertex_count; k++) {
            fk_vec3 point = fk_pose_apply(&d->body[i].pose, mesh->point[k]);
            if (is_near_sphere(ball, point, 1.01)) {
                camera_fitting_add(&fitting, point);
                has_any = true;
            }
        }
    }
    for (uint32_t i = 0; i < d->line_count; i++)
        if (is_near_sphere(ball, d->line[i].from, 2) && is_near_sphere(ball, d->line[i].to, 2)) {
            camera_fitting_add(&fitting, d->line[i].from);
            camera_fitting_add(&fitting, d->line[i].to);
        }
    return has_any ? camera_fitting_end(&fitting) : camera_fit(ball->center, ball->radius, side, aspect);
}

static fk_camera choose_camera(display *s, const display_view *view, const fk_picture_options *options,
                               const drawing *d)
{
    if (options->camera != NULL)
        return *options->camera;
    double aspect = (double)options->width / options->height;
    fk_sphere ball = display_focus_sphere(s, view);
    if (options->pair == FK_NONE || options->is_wide)
        return tight_camera(d, &ball, options->side, aspect);
    fk_vec3 way = options->side == FK_SIDE_CORNER ? display_view_direction(s, view)
                                                  : camera_side_direction(options->side);
    return camera_fit_along(ball.center, ball.radius, way, aspect);
}

/* Draws a show, with its camera. */
static fk_status draw_show(display *s, const fk_picture_options *options, drawing *out)
{
    display_view view = display_view_from_options(options);
    fk_status status = display_prepare(s, options->layers);
    if (status == FK_OK)
        status = display_prepare_pair(s, &view);
    if (status == FK_OK)
        status = display_draw(s, &view, out);
    if (status == FK_OK)
        out->camera = choose_camera(s, &view, options, out);
    out->is_clear = options->is_clear;
    return status;
}

/* Sets the display of a show, which is kept until there is another one. */
static fk_status set_display(fk_renderer *renderer, const fk_show *show)
{
    if (renderer->show != show)
        fk_renderer_forget(renderer);
    if (renderer->display != NULL)
        return FK_OK;
    fk_status status = display_create(renderer->context, show, &renderer->display);
    if (status == FK_OK)
        renderer->show = show;
    return status;
}

fk_status fk_renderer_draw(fk_renderer *renderer, const fk_show *show, const fk_picture_options *options,
                           fk_picture *out)
{
    if (!is_valid_request(show, options))
        return FK_ERROR_ARGUMENT;
    fk_status status = set_display(renderer, show);
    if (status != FK_OK)
        return status;
    drawing d = drawing_make(renderer->context);
    status = draw_show(renderer->display, options, &d);
    if (status == FK_OK)
        status = renderer_paint(renderer, &d, options->width, options->height, NULL, NULL, out);
    drawing_free(&d);
    return status;
}

fk_status fk_show_camera(fk_context *context, const fk_show *show, const fk_picture_options *options,
                         fk_camera *out)
{
    display *s;
    if (!is_valid_request(show, options))
        return FK_ERROR_ARGUMENT;
    fk_status status = display_create(context, show, &s);
    if (status != FK_OK)
        return status;
    drawing d = drawing_make(context);
    status = draw_show(s, options, &d);
    if (status == FK_OK)
        *out = d.camera;
    drawing_free(&d);
    display_free(s);
    return status;
}
