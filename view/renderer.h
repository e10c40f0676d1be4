/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The renderer beyond farkas/view.h: pictures of any drawing. */

#ifndef FARKAS_VIEW_RENDERER_H
#define FARKAS_VIEW_RENDERER_H

#include "gl_painter.h"

/* Paints more on top of a picture, between painter_begin_overlay and painter_end_overlay. */
typedef void renderer_overlay(void *user, painter *p, int width, int height, float scale);

/* Makes a picture of a drawing with its camera; overlay may be NULL. Keeps buffers for meshes by their addresses until
 * fk_renderer_forget. Errors: FK_ERROR_ARGUMENT for sizes that are not 16 to 16384, FK_ERROR_MEMORY. */
fk_status renderer_paint(fk_renderer *renderer, const drawing *d, uint32_t width, uint32_t height,
                         renderer_overlay *overlay, void *user, fk_picture *out);

/* Returns the scale of lines and letters in a picture of this size. */
float renderer_scale(uint32_t width, uint32_t height);

#endif
