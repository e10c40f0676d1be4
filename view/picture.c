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

typedef struct collected {
    fk_context *context;
    void *bytes;
    size_t count;
} collected;

static void collect(void *user, void *bytes, int count)
{
    collected *c = user;
    c->bytes = count > 0 ? fk_allocate(c->context, (size_t)count) : NULL;
    if (c->bytes != NULL) {
        memcpy(c->bytes, bytes, (size_t)count);
        c->count = (size_t)count;
    }
}

static bool is_opaque(const fk_picture *picture)
{
    size_t count = (size_t)picture->width * picture->height;
    for (size_t i = 0; i < count; i++)
        if (picture->pixel[4 * i + 3] != 255)
            return false;
    return true;
}

/* Without opacity where there is none, as files are smaller then. */
fk_status fk_picture_png(fk_context *context, const fk_picture *picture, void **png, size_t *bytes)
{
    size_t count = (size_t)picture->width * picture->height;
    collected c = {.context = context};
    int width = (int)picture->width, height = (int)picture->height;
    if (is_opaque(picture)) {
        uint8_t *rgb = fk_allocate(context, 3 * count);
        if (rgb == NULL)
            return FK_ERROR_MEMORY;
        for (size_t i = 0; i < count; i++)
            memcpy(rgb + 3 * i, picture->pixel + 4 * i, 3);
        stbi_write_png_to_func(collect, &c, width, height, 3, rgb, 3 * width);
        fk_release(context, rgb, 3 * count);
    } else
        stbi_write_png_to_func(collect, &c, width, height, 4, picture->pixel, 4 * width);
    if (c.bytes == NULL)
        return FK_ERROR_MEMORY;
    *png = c.bytes;
    *bytes = c.count;
    return FK_OK;
}
