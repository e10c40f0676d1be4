/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Signs on top of the picture: labels, the legend, and the axes of the world in a corner. */

#include "paint_inside.h"

#include <math.h>

#define LETTER 13.0f /* pixels, before scaling */

/* Smaller in a small picture. */
static float sign_scale(const painter *p, const paint_scene *scene)
{
    float room = fminf((float)scene->width / 600, (float)scene->height / 375) / p->scale;
    return p->scale * fminf(fmaxf(room, 0.75f), 1);
}

/* ---- Labels -------------------------------------------------------------------------------------------- */

/* The colour of a look, dark enough to be read on a light ground. */
static paint_color ink(drawing_look look)
{
    if (look == LOOK_CLEAR)
        return (paint_color){52, 58, 66, 255};
    paint_color c = paint_look_color(look);
    int most = c.r > c.g ? c.r : c.g;
    most = most > c.b ? most : c.b;
    int by = look == LOOK_NEAR ? 118 : most > 150 ? 165 : 255;
    return (paint_color){(uint8_t)(c.r * by / 255), (uint8_t)(c.g * by / 255), (uint8_t)(c.b * by / 255),
                         255};
}

/* Text with a white border, so that it can be read on anything. */
static void bordered_text(painter *p, float x, float y, float size, paint_color color, const char *text)
{
    const paint_color white = {255, 255, 255, 190};
    float reach = 1.5f * p->scale;
    for (int i = 0; i < 12; i++) {
        float a = 6.2831853f * (float)i / 12;
        painter_text(p, x + reach * cosf(a), y + reach * sinf(a), size, white, text);
    }
    painter_text(p, x, y, size, color, text);
}

typedef struct plot {
    float x, y, width, height;
} plot;

static bool meets(const plot *a, const plot *b)
{
    return a->x < b->x + b->width && b->x < a->x + a->width && a->y < b->y + b->height &&
           b->y < a->y + a->height;
}

#define MOST_PLOTS 256

/* Moves a text down, and then up, until it covers none of the earlier ones; where there is no room it stays. */
static void find_room(plot *text, const plot *taken, int count, float row)
{
    static const float rows[] = {0, 1, -1, 2, -2, 3, -3};
    float y = text->y;
    for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++) {
        bool is_free = true;
        text->y = y + rows[i] * row;
        for (int k = 0; k < count && is_free; k++)
            is_free = !meets(text, &taken[k]);
        if (is_free)
            return;
    }
    text->y = y;
}

static void labels(painter *p, const paint_scene *scene)
{
    const drawing *d = scene->d;
    float size = LETTER * sign_scale(p, scene), gap = 8 * p->scale;
    plot taken[MOST_PLOTS];
    int count = 0;
    for (uint32_t i = 0; i < d->label_count; i++) {
        const drawing_label *label = &d->label[i];
        double x, y;
        if (!camera_project(&d->camera, scene->width, scene->height, label->at, &x, &y) || !(fabs(x) < 1e6) ||
            !(fabs(y) < 1e6))
            continue;
        /* Beside the place, on the side with more room. */
        float width = painter_text_width(p, size, label->text);
        plot text = {(float)x + gap, (float)y - 6 * p->scale, width, size};
        if (text.x + width > (float)scene->width - 2 * p->scale && (float)x - gap - width > 0)
            text.x = (float)x - gap - width;
        find_room(&text, taken, count, 1.15f * size);
        if (count < MOST_PLOTS)
            taken[count++] = text;
        bordered_text(p, text.x, text.y, size, ink(label->look), label->text);
    }
}

/* ---- Legend -------------------------------------------------------------------------------------------- */

static const struct {
    drawing_look look;
    const char *word;
} meaning[] = {
    {LOOK_CLASH, "clash"},
    {LOOK_NEAR, "too close, or boxes meet"},
    {LOOK_UNDECIDED, "undecided"},
    {LOOK_CLEAR, "clear"},
};
#define MEANINGS (sizeof meaning / sizeof *meaning)

static bool is_used(const drawing *d, drawing_look look)
{
    for (uint32_t i = 0; i < d->body_count; i++)
        if (d->body[i].look == look && (!d->body[i].is_faint || look != LOOK_CLEAR))
            return true;
    return false;
}

static void legend(painter *p, const paint_scene *scene)
{
    const drawing *d = scene->d;
    float s = sign_scale(p, scene), size = LETTER * s, row = 22 * s, pad = 10 * s, sample = 30 * s,
          widest = 0;
    bool is_listed[MEANINGS];
    int rows = 0;
    for (unsigned i = 0; i < MEANINGS; i++) {
        is_listed[i] = is_used(d, meaning[i].look);
        rows += is_listed[i];
        if (is_listed[i])
            widest = fmaxf(widest, painter_text_width(p, size, meaning[i].word));
    }
    if (rows == 0)
        return;
    float width = ceilf(2 * pad + sample + 8 * s + widest),
          height = ceilf(2 * pad + (float)rows * row - 6 * s);
    float x = (float)scene->width - width - 12 * s, y = (float)scene->height - height - 12 * s;
    if (width > 0.55f * (float)scene->width || height > 0.6f * (float)scene->height)
        return;
    x = roundf(x);
    y = roundf(y);
    painter_rectangle(p, x, y, width, height, (paint_color){255, 255, 255, 215});
    painter_frame(p, x, y, width, height, (paint_color){120, 130, 142, 150});
    y += pad;
    for (unsigned i = 0; i < MEANINGS; i++) {
        if (!is_listed[i])
            continue;
        painter_swatch(p, x + pad, y, sample, 16 * s, meaning[i].look);
        painter_frame(p, x + pad, y, sample, 16 * s, (paint_color){40, 46, 54, 130});
        painter_text(p, x + pad + sample + 8 * s, y + 12.5f * s, size, (paint_color){32, 37, 44, 255},
                     meaning[i].word);
        y += row;
    }
}

/* ---- Axes ---------------------------------------------------------------------------------------------- */

static void thick_line(painter *p, float x0, float y0, float x1, float y1, float width, paint_color color)
{
    float x = x1 - x0, y = y1 - y0, length = hypotf(x, y);
    if (!(length > 0))
        return;
    float u = -y / length * width / 2, v = x / length * width / 2;
    const float one[6] = {x0 + u, y0 + v, x0 - u, y0 - v, x1 + u, y1 + v};
    const float two[6] = {x1 + u, y1 + v, x0 - u, y0 - v, x1 - u, y1 - v};
    painter_triangle(p, one, color);
    painter_triangle(p, two, color);
}

static void axes(painter *p, const paint_scene *scene)
{
    static const paint_color color[3] = {{196, 62, 50, 255}, {44, 140, 74, 255}, {48, 98, 200, 255}};
    static const char *const name[3] = {"x", "y", "z"};
    if (scene->width < 160 || scene->height < 120)
        return;
    fk_vec3 axis[3];
    camera_axes(&scene->d->camera, axis);
    float s = sign_scale(p, scene), reach = 26 * s, x = 44 * s, y = (float)scene->height - 44 * s;
    /* Those that point away first. */
    int order[3] = {0, 1, 2};
    for (int i = 0; i < 2; i++)
        for (int k = 0; k < 2 - i; k++)
            if (fk_vec3_get(axis[2], order[k]) > fk_vec3_get(axis[2], order[k + 1])) {
                int other = order[k];
                order[k] = order[k + 1];
                order[k + 1] = other;
            }
    for (int i = 0; i < 3; i++) {
        int k = order[i];
        float right = (float)fk_vec3_get(axis[0], k), up = (float)fk_vec3_get(axis[1], k);
        float end_x = x + reach * right, end_y = y - reach * up, size = 12 * s;
        thick_line(p, x, y, end_x, end_y, 2 * s, color[k]);
        float width = painter_text_width(p, size, name[k]);
        if (hypotf(right, up) > 0.15f)
            bordered_text(p, x + (reach + 9 * s) * right - width / 2, y - (reach + 9 * s) * up + 4 * s, size,
                          color[k], name[k]);
    }
}

void paint_signs(painter *p, const paint_scene *scene)
{
    painter_begin_flat(p, scene->width, scene->height);
    axes(p, scene);
    labels(p, scene);
    if (scene->d->has_legend)
        legend(p, scene);
    painter_end_flat(p);
}
