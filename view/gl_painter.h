/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Painting: drawings, and flat shapes and text on top of them, with OpenGL 3.3. A context is current in all calls. */

#ifndef FARKAS_VIEW_PAINT_H
#define FARKAS_VIEW_PAINT_H

#include "drawing.h"

typedef struct painter painter;

/* FK_ERROR_FORMAT when shaders do not compile, with a message; FK_ERROR_MEMORY. */
fk_status painter_create(fk_context *context, painter **out, char message[FK_VIEW_MESSAGE]);
void painter_free(painter *p);

/* Paints on the current framebuffer, which is `width` x `height` pixels; all is drawn `scale` times as thick as
 * usual (2 on dense screens). What becomes of a mesh is kept by its address. FK_ERROR_MEMORY. */
fk_status painter_paint(painter *p, const drawing *d, int width, int height, float scale);
/* Of all meshes; they may be freed then. */
void painter_forget_meshes(painter *p);

/* ---- On top -------------------------------------------------------------------------------------------- */

typedef struct rgba_color {
    uint8_t r, g, b, a;
} rgba_color;

/* Of the looks, for bars, marks and icons that agree with the picture. */
rgba_color look_color(drawing_look look);

/* Between these two: coordinates in pixels from the top left; later things cover earlier ones. */
void painter_begin_overlay(painter *p, int width, int height);
void painter_end_overlay(painter *p);

void painter_rectangle(painter *p, float x, float y, float width, float height, rgba_color color);
void painter_frame(painter *p, float x, float y, float width, float height, rgba_color color); /* 1 pixel */
void painter_triangle(painter *p, const float xy[6], rgba_color color);
/* The pattern of a look in a rectangle, as on bodies. */
void painter_swatch(painter *p, float x, float y, float width, float height, drawing_look look);
/* UTF-8, `size` pixels high, with its baseline at y; what the font does not have becomes a box. Returns the x behind it. */
float painter_text(painter *p, float x, float y, float size, rgba_color color, const char *text);
float painter_text_width(const painter *p, float size, const char *text);
/* Until the next call, nothing outside is painted; width 0: everything is. */
void painter_clip(painter *p, float x, float y, float width, float height);

#endif
