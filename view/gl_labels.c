/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Annotations on top of the picture: labels, the legend, the axes of the world in a corner, and a scale bar. */

#include "gl_private.h"

#include <math.h>
#include <stdio.h>

#define LETTER 13.0f /* pixels, before scaling */

/* Smaller in a small picture. */
static float label_scale(const painter *p, const gl_frame *frame)
{
    float room = fminf((float)frame->width / 600, (float)frame->height / 375) / p->scale;
    return p->scale * fminf(fmaxf(room, 0.75f), 1);
}

/* ---- Labels -------------------------------------------------------------------------------------------- */

/* Returns the colour of a look, dark enough to read on a light background. */
static rgba_color text_color(drawing_look look)
{
    if (look == LOOK_CLEAR)
        return (rgba_color){52, 58, 66, 255};
    rgba_color c = look_color(look);
    int most = c.r > c.g ? c.r : c.g;
    most = most > c.b ? most : c.b;
    int by = look == LOOK_NEAR ? 118 : most > 150 ? 165 : 255;
    return (rgba_color){(uint8_t)(c.r * by / 255), (uint8_t)(c.g * by / 255), (uint8_t)(c.b * by / 255), 255};
}

/* Paints text with a white border, readable on anything. */
static void bordered_text(painter *p, float x, float y, float size, rgba_color color, const char *text)
{
    const rgba_color white = {255, 255, 255, 190};
    float reach = 1.5f * p->scale;
    for (int i = 0; i < 12; i++) {
        float a = 6.2831853f * (float)i / 12;
        painter_text(p, x + reach * cosf(a), y + reach * sinf(a), size, white, text);
    }
    painter_text(p, x, y, size, color, text);
}

typedef struct screen_box {
    float x, y, width, height;
} screen_box;

#define MOST_PLOTS 400

/* Boxes that texts should not cover. */
typedef struct taken_boxes {
    int count;
    screen_box item[MOST_PLOTS];
} taken_boxes;

static void take_box(taken_boxes *taken, screen_box room)
{
    if (taken->count < MOST_PLOTS)
        taken->item[taken->count++] = room;
}

static float shared_area(const screen_box *a, const screen_box *b)
{
    float width = fminf(a->x + a->width, b->x + b->width) - fmaxf(a->x, b->x);
    float height = fminf(a->y + a->height, b->y + b->height) - fmaxf(a->y, b->y);
    return width > 0 && height > 0 ? width * height : 0;
}

static bool project_anchor(const gl_frame *frame, fk_vec3 at, float *x, float *y)
{
    double right, down;
    if (!camera_project(&frame->d->camera, frame->width, frame->height, at, &right, &down) ||
        !(fabs(right) < 1e6) || !(fabs(down) < 1e6))
        return false;
    *x = (float)right;
    *y = (float)down;
    return true;
}

/* Covers a short line on top by small squares; a text may cross a long one. */
static void take_line_boxes(const painter *p, const gl_frame *frame, const drawing_line *line,
                            taken_boxes *taken)
{
    float x0, y0, x1, y1, most = 160 * p->scale, step = 8 * p->scale;
    if (!line->is_on_top || !project_anchor(frame, line->from, &x0, &y0) ||
        !project_anchor(frame, line->to, &x1, &y1) || hypotf(x1 - x0, y1 - y0) > most)
        return;
    int parts = 1 + (int)(hypotf(x1 - x0, y1 - y0) / step);
    for (int i = 0; i <= parts; i++) {
        float part = (float)i / (float)parts, half = step / 2;
        take_box(taken, (screen_box){x0 + part * (x1 - x0) - half, y0 + part * (y1 - y0) - half, step, step});
    }
}

static void take_mark_boxes(const painter *p, const gl_frame *frame, taken_boxes *taken)
{
    const drawing *d = frame->d;
    float x, y;
    for (uint32_t i = 0; i < d->point_count && taken->count < MOST_PLOTS / 2; i++)
        if (project_anchor(frame, d->point[i].at, &x, &y)) {
            float half = 0.5f * d->point[i].size * p->scale + 2 * p->scale;
            take_box(taken, (screen_box){x - half, y - half, 2 * half, 2 * half});
        }
    for (uint32_t i = 0; i < d->line_count && taken->count < MOST_PLOTS / 2; i++)
        take_line_boxes(p, frame, &d->line[i], taken);
}

/* Returns the cost of a text position: the area that it covers, and the area outside the picture. */
static float placement_cost(const gl_frame *frame, const screen_box *text, const taken_boxes *taken)
{
    const screen_box all = {2, 2, (float)frame->width - 4, (float)frame->height - 4};
    float harm = 4 * (text->width * text->height - shared_area(text, &all));
    for (int i = 0; i < taken->count; i++)
        harm += shared_area(text, &taken->item[i]);
    return harm;
}

/* Places a text beside a point: to the right if free, else around it and farther away, at the least cost. */
static screen_box place_label(const painter *p, const gl_frame *frame, float x, float y, screen_box text,
                              const taken_boxes *taken)
{
    static const float direction[][2] = {{1, 0},  {-1, 0}, {0, -1},  {0, 1},
                                         {1, -1}, {1, 1},  {-1, -1}, {-1, 1}};
    static const float reach[] = {8, 20, 34, 52, 76};
    float least = HUGE_VALF;
    screen_box best = text;
    for (unsigned i = 0; i < sizeof reach / sizeof *reach; i++)
        for (unsigned k = 0; k < sizeof direction / sizeof *direction; k++) {
            float gap = reach[i] * p->scale, u = direction[k][0], v = direction[k][1];
            text.x = x + u * gap + 0.5f * (u - 1) * text.width;
            text.y = y + v * gap + 0.5f * (v - 1) * text.height;
            float harm = placement_cost(frame, &text, taken);
            if (harm < least) {
                least = harm;
                best = text;
            }
            if (!(harm > 0))
                return text;
        }
    return best;
}

static void draw_labels(painter *p, const gl_frame *frame, taken_boxes *taken)
{
    const drawing *d = frame->d;
    float size = LETTER * label_scale(p, frame), pad = roundf(4 * p->scale);
    for (uint32_t i = 0; i < d->label_count; i++) {
        const drawing_label *label = &d->label[i];
        float x, y;
        if (!project_anchor(frame, label->at, &x, &y))
            continue;
        screen_box text = {0, 0, ceilf(painter_text_width(p, size, label->text)) + 2 * pad,
                           ceilf(1.4f * size)};
        /* Skip labels outside the picture. */
        if (x < -text.width || y < -text.height || x > (float)frame->width + text.width ||
            y > (float)frame->height + text.height)
            continue;
        text = place_label(p, frame, x, y, text, taken);
        take_box(taken, text);
        text.x = roundf(text.x);
        text.y = roundf(text.y);
        painter_rectangle(p, text.x, text.y, text.width, text.height, (rgba_color){255, 255, 255, 205});
        painter_text(p, text.x + pad, text.y + roundf(1.05f * size), size, text_color(label->look),
                     label->text);
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

static bool is_look_used(const drawing *d, drawing_look look)
{
    for (uint32_t i = 0; i < d->body_count; i++)
        if (d->body[i].look == look && (!d->body[i].is_faint || look != LOOK_CLEAR))
            return true;
    return false;
}

static void draw_legend(painter *p, const gl_frame *frame, taken_boxes *taken)
{
    const drawing *d = frame->d;
    float s = label_scale(p, frame), size = LETTER * s, row = 22 * s, pad = 10 * s, sample = 30 * s,
          widest = 0;
    bool is_listed[MEANINGS];
    int rows = 0;
    for (unsigned i = 0; i < MEANINGS; i++) {
        is_listed[i] = is_look_used(d, meaning[i].look);
        rows += is_listed[i];
        if (is_listed[i])
            widest = fmaxf(widest, painter_text_width(p, size, meaning[i].word));
    }
    if (rows == 0)
        return;
    float width = ceilf(2 * pad + sample + 8 * s + widest),
          height = ceilf(2 * pad + (float)rows * row - 6 * s);
    float x = (float)frame->width - width - 12 * s, y = (float)frame->height - height - 12 * s;
    if (width > 0.55f * (float)frame->width || height > 0.6f * (float)frame->height)
        return;
    x = roundf(x);
    y = roundf(y);
    take_box(taken, (screen_box){x, y, width, height});
    painter_rectangle(p, x, y, width, height, (rgba_color){255, 255, 255, 215});
    painter_frame(p, x, y, width, height, (rgba_color){120, 130, 142, 150});
    y += pad;
    for (unsigned i = 0; i < MEANINGS; i++) {
        if (!is_listed[i])
            continue;
        painter_swatch(p, x + pad, y, sample, 16 * s, meaning[i].look);
        painter_frame(p, x + pad, y, sample, 16 * s, (rgba_color){40, 46, 54, 130});
        painter_text(p, x + pad + sample + 8 * s, y + 12.5f * s, size, (rgba_color){32, 37, 44, 255},
                     meaning[i].word);
        y += row;
    }
}

/* ---- Axes ---------------------------------------------------------------------------------------------- */

static void thick_line(painter *p, float x0, float y0, float x1, float y1, float width, rgba_color color)
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

static void draw_axes(painter *p, const gl_frame *frame, taken_boxes *taken)
{
    static const rgba_color color[3] = {{196, 62, 50, 255}, {44, 140, 74, 255}, {48, 98, 200, 255}};
    static const char *const name[3] = {"x", "y", "z"};
    if (frame->width < 160 || frame->height < 120)
        return;
    fk_vec3 axis[3];
    camera_axes(&frame->d->camera, axis);
    float s = label_scale(p, frame), reach = 26 * s, x = 44 * s, y = (float)frame->height - 44 * s;
    take_box(taken, (screen_box){x - reach - 12 * s, y - reach - 12 * s, 2 * (reach + 12 * s),
                                 2 * (reach + 12 * s)});
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

/* ---- Scale --------------------------------------------------------------------------------------------- */

/* Returns the largest of 1, 2 and 5 times a power of ten that is not above a length. */
static double round_length(double most)
{
    double power = pow(10, floor(log10(most))), part = most / power;
    return power * (part >= 5 ? 5 : part >= 2 ? 2 : 1);
}

/* Paints a bar beside the axes with the length of something at the distance of the target. */
static void scale_bar(painter *p, const gl_frame *frame, taken_boxes *taken)
{
    const drawing *d = frame->d;
    const rgba_color dark = {52, 58, 66, 255};
    float s = label_scale(p, frame), size = 12 * s, most = 130 * s;
    double pixels = 0.5 * frame->height / tan(d->camera.angle / 2) / frame->unit; /* for a length of 1 */
    double length = round_length(most / pixels);
    if (frame->width < 400 || frame->height < 250 || !(length > 0) || !isfinite(length))
        return;
    char number[FK_NUMBER_SIZE], text[FK_NUMBER_SIZE + 20];
    fk_number_format(length, number);
    snprintf(text, sizeof text, "%s %s", number, d->units);
    float width = roundf((float)(length * pixels)), thick = roundf(2 * s), tick = roundf(4 * s);
    float x = roundf(98 * s), y = (float)frame->height - roundf(28 * s);
    take_box(taken, (screen_box){x - tick, y - 1.6f * size, width + 2 * tick, 1.6f * size + 2 * tick});
    painter_rectangle(p, x - 1, y - tick - 1, thick + 2, 2 * tick + 2, (rgba_color){255, 255, 255, 190});
    painter_rectangle(p, x + width - thick - 1, y - tick - 1, thick + 2, 2 * tick + 2,
                      (rgba_color){255, 255, 255, 190});
    painter_rectangle(p, x, y - thick / 2 - 1, width, thick + 2, (rgba_color){255, 255, 255, 190});
    painter_rectangle(p, x, y - tick, thick, 2 * tick, dark);
    painter_rectangle(p, x + width - thick, y - tick, thick, 2 * tick, dark);
    painter_rectangle(p, x, y - thick / 2, width, thick, dark);
    bordered_text(p, x + 0.5f * (width - painter_text_width(p, size, text)), y - roundf(7 * s), size, dark,
                  text);
}

void gl_draw_annotations(painter *p, const gl_frame *frame)
{
    taken_boxes taken;
    taken.count = 0;
    painter_begin_overlay(p, frame->width, frame->height);
    draw_axes(p, frame, &taken);
    if (frame->d->has_scale && frame->d->units[0] != 0)
        scale_bar(p, frame, &taken);
    if (frame->d->has_legend)
        draw_legend(p, frame, &taken);
    if (frame->d->label_count > 0)
        take_mark_boxes(p, frame, &taken);
    draw_labels(p, frame, &taken);
    painter_end_overlay(p);
}
