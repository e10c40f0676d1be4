/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Paints the shapes of the widgets. */

#include "ui_private.h"

#include <string.h>

static void paint_command(const ui_state *u, painter *p, const ui_command *c)
{
    ui_box b = c->box;
    switch (c->kind) {
    case UI_RECTANGLE:
        painter_rectangle(p, b.x, b.y, b.width, b.height, c->color);
        break;
    case UI_FRAME:
        painter_frame(p, b.x, b.y, b.width, b.height, c->color);
        break;
    case UI_SWATCH:
        painter_swatch(p, b.x, b.y, b.width, b.height, c->look);
        break;
    case UI_TRIANGLE: {
        const float xy[6] = {b.x, b.y, b.x, b.y + b.height, b.x + b.width, b.y + b.height / 2};
        painter_triangle(p, xy, c->color);
        break;
    }
    case UI_WRITING:
        painter_text(p, b.x, b.y, c->size, c->color, ui_command_text(u, c));
        break;
    }
}

void ui_paint(const ui_state *u, painter *p, int width, int height)
{
    painter_begin_overlay(p, width, height);
    ui_box clip = {0, 0, 0, 0};
    for (size_t i = 0; i < u->command_count; i++) {
        const ui_command *c = &u->command[i];
        if (memcmp(&c->clip, &clip, sizeof clip) != 0) {
            clip = c->clip;
            painter_clip(p, clip.x, clip.y, clip.width, clip.height);
        }
        paint_command(u, p, c);
    }
    painter_clip(p, 0, 0, 0, 0);
    painter_end_overlay(p);
}
