/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The help: all keys, above everything else. */

#include "viewer.h"

#include <math.h>

/* Builds the rows from `first` until `end`. Returns their height; without widgets it only measures. */
static float build_help_column(ui_state *u, ui_box box, uint32_t first, uint32_t end)
{
    float s = u != NULL ? ui_scale(u) : 1, row = roundf(22 * s), width = roundf(92 * s), y = box.y;
    const char *key;
    for (uint32_t i = first; i < end; i++) {
        const char *text = fk_window_key(i, &key);
        if (key == NULL && i > first)
            y += roundf(row * 0.4f);
        ui_box line = {box.x, y, box.width, row};
        y += row;
        if (u == NULL)
            continue;
        if (key != NULL)
            ui_label(u, ui_box_cut_left(&line, width), UI_LEFT, UI_ACCENT, key);
        ui_label(u, line, UI_LEFT, key != NULL ? UI_TEXT : UI_STRONG, text);
    }
    return y - box.y;
}

/* Returns the first row of the second column: it starts a group, and makes the longer column as short as possible. */
static uint32_t find_second_column(uint32_t count, float *rows)
{
    const ui_box none = {0, 0, 0, 0};
    uint32_t half = count;
    const char *key;
    *rows = build_help_column(NULL, none, 0, count);
    for (uint32_t i = 1; i < count; i++) {
        float longer = fmaxf(build_help_column(NULL, none, 0, i), build_help_column(NULL, none, i, count));
        if (fk_window_key(i, &key) != NULL && key == NULL && longer < *rows) {
            *rows = longer;
            half = i;
        }
    }
    return half;
}

static uint32_t count_keys(void)
{
    const char *key;
    uint32_t count = 0;
    while (fk_window_key(count, &key) != NULL)
        count++;
    return count;
}

void viewer_draw_help(viewer *v)
{
    ui_state *u = v->ui;
    float s = ui_scale(u), margin = roundf(20 * s), top_height = roundf(36 * s), rows;
    uint32_t count = count_keys(), half = find_second_column(count, &rows);
    bool has_two = v->width >= 940 * s;
    if (!has_two)
        rows = build_help_column(NULL, (ui_box){0, 0, 0, 0}, 0, count);
    ui_box all = {0, 0, v->width, v->height};
    ui_rectangle(u, all, (rgba_color){20, 28, 38, 150});
    ui_ground(u, all, (rgba_color){0, 0, 0, 0});
    ui_box box = {0, 0, fminf((has_two ? 980 : 520) * s, v->width - margin),
                  rows * s + top_height + 2 * margin};
    box.height = fminf(box.height, v->height - margin);
    box.x = roundf((v->width - box.width) / 2);
    box.y = roundf((v->height - box.height) / 2);
    ui_rectangle(u, box, VIEWER_PANEL);
    ui_frame(u, box, ui_tone_color(UI_DIM));
    ui_box inner = ui_box_shrink(box, margin);
    ui_box top = ui_box_cut_top(&inner, top_height);
    top.height = ui_row_height(u);
    ui_box close = ui_box_cut_right(&top, roundf(90 * s));
    if (ui_button(u, ID_CLOSE_HELP, close, "Close", "Esc"))
        viewer_handle_key(v, &(ui_event){.kind = UI_KEY, .key = UI_KEY_ESCAPE});
    ui_label(u, top, UI_LEFT, UI_STRONG, "Keys and mouse");
    /* If it is too high, the wheel and arrows scroll it. */
    ui_box area = ui_begin_area(u, inner, rows * s, &v->help_scroll);
    area.width -= roundf(10 * s);
    ui_box left = area;
    if (has_two)
        left = ui_box_cut_left(&area, roundf(area.width / 2));
    build_help_column(u, left, 0, has_two ? half : count);
    if (has_two)
        build_help_column(u, area, half, count);
    ui_end_area(u, &v->help_scroll);
}
