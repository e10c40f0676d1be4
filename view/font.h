/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Letters of the font that the library carries, as patches of one grey picture, the atlas, which is filled as letters
 * are asked for. It knows nothing of OpenGL. */

#ifndef FARKAS_VIEW_FONT_H
#define FARKAS_VIEW_FONT_H

#include "farkas/base.h"

#define FONT_ATLAS 1024 /* its width and height */

/* A letter at a size: where it is in the atlas, and from the pen to its top left corner, in pixels. */
typedef struct font_glyph {
    uint32_t codepoint;
    uint16_t size; /* quarters of a pixel; 0: an empty slot */
    uint16_t phase;
    uint16_t x, y, width, height;
    int16_t left, top;
} font_glyph;

typedef struct font font;

/* FK_ERROR_MEMORY. */
fk_status font_create(fk_context *context, font **out);
void font_free(font *f);

/* Takes one character of a UTF-8 text, and goes behind it; U+FFFD for what is not UTF-8. 0 at the end. */
uint32_t font_next(const char **text);

/* How far the pen goes, in pixels. */
float font_advance(const font *f, float size, uint32_t codepoint);

/* A letter whose pen stands at a fraction of a pixel, in quarters. NULL: the atlas is full; what is in it may be
 * thrown away with font_clear. */
const font_glyph *font_find(font *f, float size, uint32_t codepoint, unsigned phase);
void font_clear(font *f);

/* The atlas, in rows, and the rows that changed since the last call: none where `begin` is not below `end`. */
const uint8_t *font_atlas(font *f, int *begin, int *end);

#endif
