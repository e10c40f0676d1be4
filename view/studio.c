/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The studio: a painter that paints on a picture of its own, without a display. */

#include "studio.h"

#include "offscreen.h"

#include <math.h>
#include <string.h>

#include <epoxy/gl.h>

/* Edges are smoothed by four samples in each pixel, up to this many triangles: above, they are small, and drawing takes long. */
#define MOST_SMOOTHED 400000

/* What is painted on: colour, depth and stencil, of one or four samples. */
typedef struct canvas {
    GLuint frame, color, depth;
    int width, height, samples;
} canvas;

struct fk_studio {
    fk_context *context;
    offscreen gl;
    painter *p;
    canvas paint, result; /* the second for four samples, which become one there */
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

/* ---- The studio ---------------------------------------------------------------------------------------- */

fk_status fk_studio_create(fk_context *context, fk_studio **out, char message[FK_VIEW_MESSAGE])
{
    message[0] = 0;
    fk_studio *s = fk_allocate(context, sizeof *s);
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
        fk_studio_free(s);
        return status;
    }
    *out = s;
    return FK_OK;
}

void fk_studio_free(fk_studio *studio)
{
    if (studio == NULL)
        return;
    if (offscreen_enter(&studio->gl)) {
        fk_studio_forget(studio);
        painter_free(studio->p);
        canvas_free(&studio->paint);
        canvas_free(&studio->result);
    }
    offscreen_close(&studio->gl);
    fk_release(studio->context, studio, sizeof *studio);
}

void fk_studio_forget(fk_studio *studio)
{
    if (studio->p != NULL && offscreen_enter(&studio->gl))
        painter_forget(studio->p);
}

/* ---- Pictures ------------------------------------------------------------------------------------------ */

float studio_scale(uint32_t width, uint32_t height)
{
    float least = (float)(width < height ? width : height);
    return fminf(fmaxf(floorf(least / 200) / 4, 1), 16);
}

/* Rows come from the bottom, with colours times opacity. */
static void turn_over(uint8_t *pixel, uint32_t width, uint32_t height, bool is_clear)
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

static uint64_t triangles_of(const drawing *d)
{
    uint64_t count = 0;
    for (uint32_t i = 0; i < d->body_count; i++)
        count += d->body[i].mesh->triangle_count;
    return count;
}

/* The canvas to paint on, which is current then, with as many samples as the driver gives. */
static bool choose_canvas(fk_studio *s, const drawing *d, int width, int height)
{
    GLint most = 0;
    glGetIntegerv(GL_MAX_SAMPLES, &most);
    bool is_smoothed =
        most >= 4 && triangles_of(d) <= MOST_SMOOTHED && canvas_fit(&s->result, width, height, 0);
    if (!is_smoothed || !canvas_fit(&s->paint, width, height, 4)) {
        if (!canvas_fit(&s->paint, width, height, 0))
            return false;
    }
    glBindFramebuffer(GL_FRAMEBUFFER, s->paint.frame);
    return true;
}

static fk_status read_back(fk_studio *s, bool is_clear, uint8_t *pixel)
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
    turn_over(pixel, (uint32_t)width, (uint32_t)height, is_clear);
    return FK_OK;
}

fk_status studio_paint(fk_studio *studio, const drawing *d, uint32_t width, uint32_t height,
                       studio_overlay *overlay, void *user, fk_picture *out)
{
    GLint most = 0;
    if (width < 16 || width > 16384 || height < 16 || height > 16384)
        return FK_ERROR_ARGUMENT;
    if (!offscreen_enter(&studio->gl))
        return FK_ERROR_MEMORY;
    glGetIntegerv(GL_MAX_RENDERBUFFER_SIZE, &most);
    if ((uint32_t)most < (width > height ? width : height))
        return FK_ERROR_MEMORY;
    size_t bytes = (size_t)4 * width * height;
    fk_picture made = {.width = width, .height = height, .pixel = fk_allocate(studio->context, bytes)};
    fk_status status = made.pixel == NULL ? FK_ERROR_MEMORY : FK_OK;
    if (status == FK_OK && !choose_canvas(studio, d, (int)width, (int)height))
        status = FK_ERROR_MEMORY;
    float scale = studio_scale(width, height);
    if (status == FK_OK)
        status = painter_paint(studio->p, d, (int)width, (int)height, scale);
    if (status == FK_OK && overlay != NULL) {
        painter_begin_flat(studio->p, (int)width, (int)height);
        overlay(user, studio->p, (int)width, (int)height, scale);
        painter_end_flat(studio->p);
    }
    if (status == FK_OK)
        status = read_back(studio, d->is_clear, made.pixel);
    if (status != FK_OK) {
        fk_picture_free(studio->context, &made);
        return status;
    }
    *out = made;
    return FK_OK;
}
