/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The letters of the built-in font, as boxes of one grey picture, the atlas, which is filled on demand. Does not depend
 * on OpenGL. */

#ifndef FARKAS_VIEW_FONT_H
#define FARKAS_VIEW_FONT_H

#include "farkas/base.h"

#define FONT_ATLAS 1024 /* its width and height */

/* A letter at a size: its box in the atlas, and the offset from the pen to its top left corner, in pixels. */
typedef struct font_glyph {
    uint32_t codepoint;
    uint16_t size; /* quarters of a pixel; 0: an empty slot */
    uint16_t phase;
    uint16_t x, y, width, height;
    int16_t left, top;
} font_glyph;

typedef struct font font;

/* Errors: FK_ERROR_MEMORY. */
fk_status font_create(fk_context *context, font **out);
void font_free(font *f);

/* Reads one character of a UTF-8 text, and advances *text; returns U+FFFD for what is not UTF-8, 0 at the end. */
uint32_t font_next(const char **text);

/* Returns the advance of the pen, in pixels. */
float font_advance(const font *f, float size, uint32_t codepoint);

/* Returns a letter whose pen is at a fraction of a pixel, in quarters. NULL: the atlas is full; font_clear empties it. */
const font_glyph *font_find(font *f, float size, uint32_t codepoint, unsigned phase);
void font_clear(font *f);

/* Returns the atlas, and the rows that changed since the last call: none if `begin` is not below `end`. */
const uint8_t *font_atlas(font *f, int *begin, int *end);

#endif
