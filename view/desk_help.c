/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The help: all keys, on top of all. */

#include "desk.h"

#include <math.h>

/* Rows from `first` until `end`, below each other. */
static void make_column(const desk *d, ui_box box, uint32_t first, uint32_t end, float row)
{
    float width = roundf(92 * ui_scale(d->ui));
    const char *key;
    for (uint32_t i = first; i < end; i++) {
        const char *text = fk_window_key(i, &key);
        if (key == NULL && i > first)
            ui_box_cut_top(&box, roundf(row * 0.4f));
        ui_box line = ui_box_cut_top(&box, row);
        if (key != NULL)
            ui_label(d->ui, ui_box_cut_left(&line, width), UI_LEFT, UI_ACCENT, key);
        ui_label(d->ui, line, UI_LEFT, key != NULL ? UI_TEXT : UI_STRONG, text);
    }
}

void desk_help(desk *d)
{
    ui_state *u = d->ui;
    float s = ui_scale(u), margin = roundf(20 * s), row = roundf(22 * s);
    const char *key;
    uint32_t count = 0, half = 0;
    while (fk_window_key(count, &key) != NULL)
        count++;
    /* The second column begins with a group. */
    for (uint32_t i = 0; i < count; i++)
        if (fk_window_key(i, &key) != NULL && key == NULL && i <= (count + 3) / 2)
            half = i;
    bool has_two = d->width >= 940 * s;
    float rows = (has_two ? fmaxf((float)half, (float)(count - half)) : (float)count) + 4.2f;
    ui_rectangle(u, (ui_box){0, 0, d->width, d->height}, (paint_color){20, 28, 38, 150});
    ui_box box = {0, 0, fminf((has_two ? 980 : 500) * s, d->width - 2 * margin),
                  fminf(rows * row + 2 * margin, d->height - margin)};
    if (!has_two) /* all of it, with lines closer to each other */
        row = fminf(row, floorf((box.height - 2 * margin) / rows));
    box.x = roundf((d->width - box.width) / 2);
    box.y = roundf((d->height - box.height) / 2);
    ui_ground(u, (ui_box){0, 0, d->width, d->height}, (paint_color){0, 0, 0, 0});
    ui_rectangle(u, box, DESK_PANEL);
    ui_frame(u, box, ui_tone_color(UI_DIM));
    ui_box inner = ui_box_shrink(box, margin);
    ui_box top = ui_box_cut_top(&inner, roundf(row * 1.3f));
    ui_box close = ui_box_cut_right(&top, roundf(90 * s));
    close.height = fminf(close.height, ui_row(u));
    if (ui_button(u, ID_CLOSE_HELP, close, "Close", "Esc"))
        desk_key(d, &(ui_event){.kind = UI_KEY, .key = UI_KEY_ESCAPE});
    ui_label(u, top, UI_LEFT, UI_STRONG, "Keys and mouse");
    ui_box_cut_top(&inner, roundf(row * 0.4f));
    if (!has_two) {
        make_column(d, inner, 0, count, row);
        return;
    }
    ui_box left = ui_box_cut_left(&inner, roundf(inner.width / 2));
    make_column(d, left, 0, half, row);
    make_column(d, inner, half, count, row);
}
