/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The studio beside what farkas/view.h says of it: pictures of any drawing. */

#ifndef FARKAS_VIEW_STUDIO_H
#define FARKAS_VIEW_STUDIO_H

#include "paint.h"

/* Paints more on top of a picture, between painter_begin_flat and painter_end_flat. */
typedef void studio_overlay(void *user, painter *p, int width, int height, float scale);

/* A picture of a drawing, its camera included; overlay may be NULL. What becomes of meshes is kept by their addresses until
 * fk_renderer_forget. FK_ERROR_ARGUMENT for sizes that are not 16 to 16384, FK_ERROR_MEMORY. */
fk_status studio_paint(fk_renderer *studio, const drawing *d, uint32_t width, uint32_t height,
                       studio_overlay *overlay, void *user, fk_picture *out);

/* How thick all is drawn in a picture of this size. */
float studio_scale(uint32_t width, uint32_t height);

#endif
