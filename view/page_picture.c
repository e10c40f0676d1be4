/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Draws the pictures of a page: see farkas/view.h and fk_page_draw. */

#include "farkas/view.h"

/* In pixels: of all parts, and of a pair. */
enum { ALL_WIDTH = 1200, ALL_HEIGHT = 675, PAIR_WIDTH = 640, PAIR_HEIGHT = 400 };

static fk_picture_options page_picture_options(const fk_show *show, const fk_page_request *wish)
{
    fk_picture_options options = fk_picture_options_default();
    bool is_pair = wish->pair != FK_NONE;
    options.width = is_pair ? PAIR_WIDTH : ALL_WIDTH;
    options.height = is_pair ? PAIR_HEIGHT : ALL_HEIGHT;
    options.pair = wish->pair;
    options.path_count = wish->path_count;
    options.path = wish->path;
    options.time = show->check != NULL ? show->time : wish->time;
    if (is_pair) {
        options.layers = FK_LAYER_FINDINGS;
        options.is_wide = wish->is_wide;
    }
    return options;
}

fk_status fk_renderer_draw_page_picture(fk_context *context, fk_renderer *renderer, const fk_show *show,
                                        const fk_page_request *wish, fk_page_picture *out)
{
    fk_picture_options options = page_picture_options(show, wish);
    fk_picture picture;
    fk_status status = fk_renderer_draw(renderer, show, &options, &picture);
    if (status != FK_OK)
        return status;
    void *png;
    size_t bytes;
    status = fk_picture_png(context, &picture, &png, &bytes);
    fk_picture_free(context, &picture);
    if (status == FK_OK)
        *out = (fk_page_picture){wish->pair, png, bytes, options.width, options.height};
    return status;
}
