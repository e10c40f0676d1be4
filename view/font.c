/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Draws letters with stb_truetype on their first use, into rows of the atlas. A letter has four positions within a
 * pixel, so that the spacing is right at small sizes. */

#include "font.h"

#include <math.h>
#include <string.h>

#define STB_TRUETYPE_IMPLEMENTATION
#define STBTT_STATIC
#include "stb_truetype.h"

extern const char view_font_text[];
extern const size_t view_font_size;

#define SLOTS       4096 /* a power of two */
#define MOST_GLYPHS 3000

struct font {
    fk_context *context;
    stbtt_fontinfo info;
    font_glyph slot[SLOTS];
    unsigned count;
    int row_x, row_y, row_height; /* where the next letter goes */
    int dirty_begin, dirty_end;
    uint8_t atlas[FONT_ATLAS * FONT_ATLAS];
};

fk_status font_create(fk_context *context, font **out)
{
    font *f = fk_allocate(context, sizeof *f);
    if (f == NULL)
        return FK_ERROR_MEMORY;
    memset(f, 0, sizeof *f);
    f->context = context;
    const unsigned char *file = (const unsigned char *)view_font_text;
    if (!stbtt_InitFont(&f->info, file, stbtt_GetFontOffsetForIndex(file, 0))) {
        fk_release(context, f, sizeof *f);
        return FK_ERROR_FORMAT;
    }
    font_clear(f);
    *out = f;
    return FK_OK;
}

void font_free(font *f)
{
    if (f != NULL)
        fk_release(f->context, f, sizeof *f);
}

void font_clear(font *f)
{
    memset(f->slot, 0, sizeof f->slot);
    memset(f->atlas, 0, sizeof f->atlas);
    f->count = 0;
    f->row_x = f->row_y = 1;
    f->row_height = 0;
    f->dirty_begin = 0;
    f->dirty_end = FONT_ATLAS;
}

/* ---- Characters ---------------------------------------------------------------------------------------- */

#define NOT_A_CHARACTER 0xFFFD

uint32_t font_next(const char **text)
{
    const unsigned char *c = (const unsigned char *)*text;
    if (c[0] == 0)
        return 0;
    if (c[0] < 0x80) {
        *text += 1;
        return c[0];
    }
    int more = c[0] >= 0xF0 ? 3 : c[0] >= 0xE0 ? 2 : 1;
    uint32_t code = c[0] & (0x3Fu >> more);
    if (c[0] < 0xC2 || c[0] > 0xF4) {
        *text += 1;
        return NOT_A_CHARACTER;
    }
    for (int i = 1; i <= more; i++) {
        if ((c[i] & 0xC0) != 0x80) {
            *text += i;
            return NOT_A_CHARACTER;
        }
        code = code << 6 | (c[i] & 0x3Fu);
    }
    *text += 1 + more;
    static const uint32_t least[] = {0, 0x80, 0x800, 0x10000};
    bool is_good = code >= least[more] && code <= 0x10FFFF && (code < 0xD800 || code > 0xDFFF);
    return is_good ? code : NOT_A_CHARACTER;
}

static float font_scale(const font *f, float size)
{
    return stbtt_ScaleForMappingEmToPixels(&f->info, size);
}

float font_advance(const font *f, float size, uint32_t codepoint)
{
    int advance, left;
    stbtt_GetCodepointHMetrics(&f->info, (int)codepoint, &advance, &left);
    return font_scale(f, size) * (float)advance;
}

/* ---- Atlas --------------------------------------------------------------------------------------------- */

/* Finds a free box with one pixel around it; returns false if there is none. */
static bool reserve_atlas_box(font *f, int width, int height, int *x, int *y)
{
    if (f->row_x + width + 1 > FONT_ATLAS) {
        f->row_y += f->row_height + 1;
        f->row_x = 1;
        f->row_height = 0;
    }
    if (width + 2 > FONT_ATLAS || f->row_y + height + 1 > FONT_ATLAS)
        return false;
    *x = f->row_x;
    *y = f->row_y;
    f->row_x += width + 1;
    f->row_height = height > f->row_height ? height : f->row_height;
    return true;
}

static bool draw_glyph(font *f, font_glyph *glyph, float size, float shift)
{
    float scale = font_scale(f, size);
    int x0, y0, x1, y1, x, y;
    stbtt_GetCodepointBitmapBoxSubpixel(&f->info, (int)glyph->codepoint, scale, scale, shift, 0, &x0, &y0,
                                        &x1, &y1);
    int width = x1 > x0 ? x1 - x0 : 0, height = y1 > y0 ? y1 - y0 : 0;
    if (!reserve_atlas_box(f, width, height, &x, &y))
        return false;
    if (width > 0 && height > 0)
        stbtt_MakeCodepointBitmapSubpixel(&f->info, f->atlas + y * FONT_ATLAS + x, width, height, FONT_ATLAS,
                                          scale, scale, shift, 0, (int)glyph->codepoint);
    glyph->x = (uint16_t)x;
    glyph->y = (uint16_t)y;
    glyph->width = (uint16_t)width;
    glyph->height = (uint16_t)height;
    glyph->left = (int16_t)x0;
    glyph->top = (int16_t)y0;
    if (y < f->dirty_begin)
        f->dirty_begin = y;
    if (y + height > f->dirty_end)
        f->dirty_end = y + height;
    return true;
}

const font_glyph *font_find(font *f, float size, uint32_t codepoint, unsigned phase)
{
    uint16_t quarters = (uint16_t)lrintf(4 * fminf(fmaxf(size, 1), 400));
    uint32_t hash = (codepoint * 2654435761u ^ quarters * 40503u ^ phase * 97u) * 2654435761u;
    uint32_t i = hash >> 20;
    for (; f->slot[i].size != 0; i = (i + 1) % SLOTS)
        if (f->slot[i].codepoint == codepoint && f->slot[i].size == quarters && f->slot[i].phase == phase)
            return &f->slot[i];
    font_glyph glyph = {.codepoint = codepoint, .size = quarters, .phase = (uint16_t)phase};
    if (f->count >= MOST_GLYPHS || !draw_glyph(f, &glyph, (float)quarters / 4, (float)phase / 4))
        return NULL;
    f->slot[i] = glyph;
    f->count++;
    return &f->slot[i];
}

const uint8_t *font_atlas(font *f, int *begin, int *end)
{
    *begin = f->dirty_begin;
    *end = f->dirty_end;
    f->dirty_begin = FONT_ATLAS;
    f->dirty_end = 0;
    return f->atlas;
}
