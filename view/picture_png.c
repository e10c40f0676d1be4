/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Pictures, and PNG files of them. */

#include "farkas/view.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define STB_IMAGE_WRITE_IMPLEMENTATION
#define STB_IMAGE_WRITE_STATIC
#include "stb_image_write.h"

fk_picture_options fk_picture_options_default(void)
{
    return (fk_picture_options){.width = 1280,
                                .height = 800,
                                .pair = FK_NONE,
                                .time = NAN,
                                .side = FK_SIDE_CORNER,
                                .layers = FK_LAYER_FINDINGS | FK_LAYER_LEGEND};
}

void fk_picture_free(fk_context *context, fk_picture *picture)
{
    if (picture->pixel != NULL)
        fk_release(context, picture->pixel, (size_t)4 * picture->width * picture->height);
    *picture = (fk_picture){.pixel = NULL};
}

/* ---- PNG ----------------------------------------------------------------------------------------------- */

typedef struct png_buffer {
    fk_context *context;
    void *bytes;
    size_t count;
} png_buffer;

static void append_png(void *user, void *bytes, int count)
{
    png_buffer *c = user;
    c->bytes = count > 0 ? fk_allocate(c->context, (size_t)count) : NULL;
    if (c->bytes != NULL) {
        memcpy(c->bytes, bytes, (size_t)count);
        c->count = (size_t)count;
    }
}

/* ---- PNG of few colours -------------------------------------------------------------------------------- */

/* stb writes no palettes, with which drawings are a third as large. So this file writes the few chunks of such a file
 * itself, after the PNG specification (W3C, second edition, sections 5 and 11); stb still compresses. */

#define PALETTE 256

typedef struct png_palette {
    unsigned count;
    uint8_t color[PALETTE][3];
} png_palette;

/* Returns the index of a pixel's colour, adding a new one if there is room; PALETTE: there is none. Neighbours are
 * often equal, so the search begins at the last one. */
static unsigned find_color(png_palette *p, const uint8_t *rgb, unsigned last)
{
    if (p->count > 0 && memcmp(p->color[last], rgb, 3) == 0)
        return last;
    for (unsigned i = 0; i < p->count; i++)
        if (memcmp(p->color[i], rgb, 3) == 0)
            return i;
    if (p->count == PALETTE)
        return PALETTE;
    memcpy(p->color[p->count], rgb, 3);
    return p->count++;
}

/* Writes rows of indices, each after a 0 for "no filter". Returns false if there are too many colours. */
static bool index_pixels(const fk_picture *picture, png_palette *p, uint8_t *row)
{
    unsigned last = 0;
    const uint8_t *pixel = picture->pixel;
    for (uint32_t y = 0; y < picture->height; y++) {
        *row++ = 0;
        for (uint32_t x = 0; x < picture->width; x++, pixel += 4) {
            unsigned found = find_color(p, pixel, last);
            if (found == PALETTE)
                return false;
            last = found;
            *row++ = (uint8_t)found;
        }
    }
    return true;
}

static uint8_t *put_big_endian(uint8_t *at, uint32_t value)
{
    for (int k = 0; k < 4; k++)
        *at++ = (uint8_t)(value >> (24 - 8 * k));
    return at;
}

static uint8_t *put_chunk(uint8_t *at, const char name[4], const void *bytes, size_t count)
{
    at = put_big_endian(at, (uint32_t)count);
    uint8_t *begin = at;
    memcpy(at, name, 4);
    if (count > 0)
        memcpy(at + 4, bytes, count);
    uint32_t crc = UINT32_MAX;
    for (at = begin; at < begin + 4 + count; at++) {
        crc ^= *at;
        for (int bit = 0; bit < 8; bit++)
            crc = crc >> 1 ^ (crc & 1 ? 0xedb88320u : 0);
    }
    return put_big_endian(at, ~crc);
}

/* The bytes around the name and data of a chunk, and the sizes of a file with empty ones. */
enum { CHUNK = 12, SIGNATURE = 8, HEAD = 13 };

static void put_file(const fk_picture *picture, const png_palette *p, const uint8_t *packed, size_t count,
                     uint8_t *at)
{
    static const uint8_t signature[SIGNATURE] = {0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n'};
    uint8_t head[HEAD] = {[8] = 8 /* bits */, [9] = 3 /* indices of a palette */};
    put_big_endian(put_big_endian(head, picture->width), picture->height);
    memcpy(at, signature, SIGNATURE);
    at = put_chunk(at + SIGNATURE, "IHDR", head, HEAD);
    at = put_chunk(at, "PLTE", p->color, (size_t)3 * p->count);
    at = put_chunk(at, "IDAT", packed, count);
    put_chunk(at, "IEND", NULL, 0);
}

/* *out stays empty if there are too many colours. Errors: FK_ERROR_MEMORY. */
static fk_status write_palette(const fk_picture *picture, png_buffer *out)
{
    size_t rows = ((size_t)picture->width + 1) * picture->height;
    uint8_t *row = fk_allocate(out->context, rows), *packed = NULL;
    png_palette p = {0};
    int count = 0;
    if (row == NULL)
        return FK_ERROR_MEMORY;
    bool has_few = index_pixels(picture, &p, row);
    if (has_few)
        packed = stbi_zlib_compress(row, (int)rows, &count, stbi_write_png_compression_level);
    fk_release(out->context, row, rows);
    if (!has_few)
        return FK_OK;
    size_t bytes = SIGNATURE + 4 * CHUNK + HEAD + (size_t)3 * p.count + (size_t)count;
    uint8_t *file = packed != NULL ? fk_allocate(out->context, bytes) : NULL;
    if (file != NULL) {
        put_file(picture, &p, packed, (size_t)count, file);
        out->bytes = file;
        out->count = bytes;
    }
    free(packed);
    return file != NULL ? FK_OK : FK_ERROR_MEMORY;
}

/* ---- PNG of any ---------------------------------------------------------------------------------------- */

static bool is_opaque(const fk_picture *picture)
{
    size_t count = (size_t)picture->width * picture->height;
    for (size_t i = 0; i < count; i++)
        if (picture->pixel[4 * i + 3] != 255)
            return false;
    return true;
}

/* Without opacity if all is opaque, and with a palette if there are few colours, because such files are smaller. */
fk_status fk_picture_png(fk_context *context, const fk_picture *picture, void **png, size_t *bytes)
{
    size_t count = (size_t)picture->width * picture->height;
    png_buffer c = {.context = context};
    int width = (int)picture->width, height = (int)picture->height;
    bool has_opacity = !is_opaque(picture);
    if (!has_opacity && write_palette(picture, &c) != FK_OK)
        return FK_ERROR_MEMORY;
    if (c.bytes == NULL && !has_opacity) {
        uint8_t *rgb = fk_allocate(context, 3 * count);
        if (rgb == NULL)
            return FK_ERROR_MEMORY;
        for (size_t i = 0; i < count; i++)
            memcpy(rgb + 3 * i, picture->pixel + 4 * i, 3);
        stbi_write_png_to_func(append_png, &c, width, height, 3, rgb, 3 * width);
        fk_release(context, rgb, 3 * count);
    } else if (has_opacity)
        stbi_write_png_to_func(append_png, &c, width, height, 4, picture->pixel, 4 * width);
    if (c.bytes == NULL)
        return FK_ERROR_MEMORY;
    *png = c.bytes;
    *bytes = c.count;
    return FK_OK;
}
