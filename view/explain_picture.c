/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Pictures of steps: the drawing on the left, its text in a panel on the right, or below in a narrow picture. */

#include "explain.h"
#include "renderer.h"
#include "vector.h"

#include <math.h>
#include <string.h>

static const rgba_color paper = {252, 252, 250, 255}, border = {206, 210, 215, 255}, ink = {44, 49, 56, 255},
                        strong = {12, 60, 122, 255}, light = {228, 238, 250, 255},
                        accent = {34, 110, 196, 255};

/* ---- The panel ----------------------------------------------------------------------------------------- */

/* Returns how many bytes of a text fit into a width, broken at a blank if possible. */
static size_t fitting_length(const painter *p, const char *text, float size, float width)
{
    char part[EXPLAIN_COLUMNS];
    size_t best = 0, length = strlen(text);
    for (size_t i = 1; i <= length; i++) {
        bool is_break = text[i] == ' ' || text[i] == 0;
        if (!is_break || i >= sizeof part)
            continue;
        memcpy(part, text, i);
        part[i] = 0;
        if (painter_text_width(p, size, part) > width && best > 0)
            break;
        best = i;
    }
    return best > 0 ? best : length;
}

/* Paints a text in as many lines as it needs, or only measures it. Lines after the first are indented more. Returns the
 * height. */
static float paint_wrapped_text(painter *p, const char *text, float x, float y, float width, float size,
                                rgba_color color, bool is_painted)
{
    float height = 0, step = roundf(1.42f * size), inset = 0;
    size_t blanks = strspn(text, " ");
    inset = (float)blanks * 0.5f * size;
    text += blanks;
    while (*text != 0) {
        char part[EXPLAIN_COLUMNS];
        size_t count = fitting_length(p, text, size, width - inset);
        count = count < sizeof part ? count : sizeof part - 1;
        memcpy(part, text, count);
        part[count] = 0;
        if (is_painted)
            painter_text(p, x + inset, y + height + roundf(1.02f * size), size, color, part);
        height += step;
        text += count + strspn(text + count, " ");
    }
    return height > 0 ? height : roundf(0.6f * step);
}

/* Paints a text as a panel, between painter_begin_overlay and painter_end_overlay; letters are `scale` times their
 * usual size. What does not fit is left out from the end; the lines of the step itself stay longest. */
static void paint_text_panel(painter *p, const explain_text *text, float x, float y, float width,
                             float height, float scale)
{
    float margin = roundf(16 * scale), size = roundf(14 * scale), inner = width - 2 * margin, at = y + margin;
    painter_rectangle(p, x, y, width, height, paper);
    painter_frame(p, x, y, width, height, border);
    painter_clip(p, x, y, width, height);
    at += paint_wrapped_text(p, text->title, x + margin, at, inner, roundf(19 * scale), ink, true) +
          roundf(8 * scale);
    for (uint32_t i = 0; i < text->line_count; i++) {
        float tall = paint_wrapped_text(p, text->line[i], x + margin, at, inner, size, ink, false);
        if (at + tall > y + height - 0.5f * margin)
            break;
        if (text->is_now[i]) {
            painter_rectangle(p, x + 0.5f * margin, at - 1, width - margin, tall + 2, light);
            painter_rectangle(p, x + 0.5f * margin, at - 1, roundf(3 * scale), tall + 2, accent);
        }
        paint_wrapped_text(p, text->line[i], x + margin, at, inner, size, text->is_now[i] ? strong : ink,
                           true);
        at += tall + (text->is_now[i] ? 2 : 0);
    }
    painter_clip(p, 0, 0, 0, 0);
}

/* ---- Pictures ------------------------------------------------------------------------------------------ */

/* The position of the panel, as a fraction of the picture. */
typedef struct panel_layout {
    bool is_beside;
    float panel;   /* its fraction of the width or the height */
    float letters; /* size of the letters */
} panel_layout;

static panel_layout choose_layout(uint32_t width, uint32_t height)
{
    panel_layout l = {.is_beside = width >= height, .panel = 0.4f};
    float scale = renderer_scale(width, height);
    /* Small pictures have smaller letters, as long as they stay readable. */
    l.letters = fmaxf(fminf((float)width / (1150 * scale), 1), 0.78f) * scale;
    if (l.is_beside)
        l.panel = fminf(fmaxf(420 * l.letters / (float)width, 0.3f), 0.45f);
    return l;
}

typedef struct panel_overlay {
    const explain_text *text;
    panel_layout place;
} panel_overlay;

static void paint_overlay(void *user, painter *p, int width, int height, float scale)
{
    (void)scale;
    const panel_overlay *o = user;
    float w = (float)width, h = (float)height;
    float x = o->place.is_beside ? roundf(w * (1 - o->place.panel)) : 0;
    float y = o->place.is_beside ? 0 : roundf(h * (1 - o->place.panel));
    paint_text_panel(p, o->text, x, y, w - x, h - y, o->place.letters);
}

/* Makes the camera of the whole picture from that of the free area: it looks past the target, so that the target is in
 * the middle of the free area. */
static fk_camera shifted_camera(const explanation *e, const panel_layout *l, double width, double height)
{
    double free_width = l->is_beside ? width * (1 - (double)l->panel) : width;
    double free_height = l->is_beside ? height : height * (1 - (double)l->panel);
    fk_camera camera = explain_camera(e, free_width / free_height);
    fk_vec3 look = fk_vec3_sub(camera.target, camera.eye);
    double away = vector_length(look), half = tan(camera.angle / 2);
    /* The whole picture is higher than the free area, and shows as much more. */
    camera.angle = 2 * atan(half * height / free_height);
    double tall = 2 * away * half / free_height; /* size of a pixel in the world */
    fk_vec3 right = fk_vec3_cross(look, camera.up);
    double wide = vector_length(right);
    right = fk_vec3_scale(right, 1 / wide);
    fk_vec3 up = fk_vec3_scale(fk_vec3_cross(right, look), 1 / away);
    fk_vec3 shift = fk_vec3_add(fk_vec3_scale(right, 0.5 * (width - free_width) * tall),
                                fk_vec3_scale(up, -0.5 * (height - free_height) * tall));
    camera.eye = fk_vec3_add(camera.eye, shift);
    camera.target = fk_vec3_add(camera.target, shift);
    return camera;
}

static fk_status paint_step(fk_context *context, fk_renderer *renderer, explanation *e,
                            const fk_explain_options *options, fk_picture *out)
{
    drawing d = drawing_make(context);
    explain_text text;
    uint32_t last = explain_step_count(e) - 1;
    fk_status status = explain_draw(e, options->step < last ? options->step : last, &d, &text);
    panel_overlay o = {&text, choose_layout(options->width, options->height)};
    d.camera = shifted_camera(e, &o.place, options->width, options->height);
    if (status == FK_OK)
        status = renderer_paint(renderer, &d, options->width, options->height, paint_overlay, &o, out);
    fk_renderer_forget(renderer);
    drawing_free(&d);
    return status;
}

fk_status fk_renderer_explain(fk_context *context, fk_renderer *renderer, const fk_explain_options *options,
                              uint32_t *step_count, fk_picture *out)
{
    explanation *e = NULL;
    fk_status status = explain_create_from_options(context, options, &e);
    if (status != FK_OK)
        return status;
    if (out != NULL)
        status = paint_step(context, renderer, e, options, out);
    if (status == FK_OK)
        *step_count = explain_step_count(e);
    explain_free(e);
    return status;
}
