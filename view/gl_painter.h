/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Paints drawings, and flat shapes and text on top of them, with OpenGL 3.3. All calls need a current context. */

#ifndef FARKAS_VIEW_GL_PAINTER_H
#define FARKAS_VIEW_GL_PAINTER_H

#include "drawing.h"

typedef struct painter painter;

/* Errors: FK_ERROR_FORMAT with a message if shaders do not compile; FK_ERROR_MEMORY. */
fk_status painter_create(fk_context *context, painter **out, char message[FK_VIEW_MESSAGE]);
void painter_free(painter *p);

/* Paints on the current framebuffer, of `width` x `height` pixels; lines and letters are `scale` times their usual size
 * (2 on dense screens). Keeps buffers for each mesh by its address. Errors: FK_ERROR_MEMORY. */
fk_status painter_paint(painter *p, const drawing *d, int width, int height, float scale);
/* Frees the buffers of all meshes; the meshes may be freed then. */
void painter_forget_meshes(painter *p);

/* ---- Overlay ------------------------------------------------------------------------------------------- */

typedef struct rgba_color {
    uint8_t r, g, b, a;
} rgba_color;

/* Returns the colour of a look, for bars, marks and icons that agree with the picture. */
rgba_color look_color(drawing_look look);

/* Call the following between these two. Coordinates are in pixels from the top left; later shapes cover earlier ones. */
void painter_begin_overlay(painter *p, int width, int height);
void painter_end_overlay(painter *p);

void painter_rectangle(painter *p, float x, float y, float width, float height, rgba_color color);
void painter_frame(painter *p, float x, float y, float width, float height, rgba_color color); /* 1 pixel */
void painter_triangle(painter *p, const float xy[6], rgba_color color);
/* Fills a rectangle with the pattern of a look, as on bodies. */
void painter_swatch(painter *p, float x, float y, float width, float height, drawing_look look);
/* Paints UTF-8 text, `size` pixels high, with its baseline at y; characters that the font lacks become boxes. Returns
 * the x after it. */
float painter_text(painter *p, float x, float y, float size, rgba_color color, const char *text);
float painter_text_width(const painter *p, float size, const char *text);
/* Clips everything to this rectangle until the next call; width 0 ends that. */
void painter_clip(painter *p, float x, float y, float width, float height);

#endif
