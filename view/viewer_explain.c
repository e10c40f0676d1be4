/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The panels of an explained method: the text of a step, and the number of the step. */

#include "viewer.h"

#include <math.h>
#include <stdio.h>

void viewer_build_explain_panel(viewer *v, ui_box box)
{
    ui_state *u = v->ui;
    const explain_text *text = &v->explain_text;
    float s = ui_scale(u), margin = roundf(14 * s);
    box = ui_box_shrink(box, margin);
    float height = ui_text(u, box, UI_STRONG, text->title);
    ui_box_cut_top(&box, height + roundf(10 * s));
    ui_scroll_keys(u, ID_FACTS, box, v->facts_height, &v->facts_scroll);
    ui_box area = ui_begin_area(u, box, v->facts_height, &v->facts_scroll);
    float begin = area.y;
    area.height = 1e6f;
    for (uint32_t i = 0; i < text->line_count; i++) {
        ui_box line = {area.x + roundf(10 * s), area.y, area.width - roundf(18 * s), area.height};
        float y = area.y;
        ui_box_cut_top(&area, ui_text(u, line, text->is_now[i] ? UI_STRONG : UI_TEXT, text->line[i]));
        if (*text->line[i] == '\0')
            ui_box_cut_top(&area, roundf(9 * s));
        if (text->is_now[i])
            ui_rectangle(u, (ui_box){area.x, y, roundf(3 * s), area.y - y}, ui_tone_color(UI_ACCENT));
    }
    v->facts_height = area.y - begin;
    ui_end_area(u, &v->facts_scroll);
}

void viewer_build_explain_bar(viewer *v, ui_box box)
{
    ui_state *u = v->ui;
    float s = ui_scale(u), margin = roundf(10 * s), row = ui_row_height(u);
    uint32_t count = explain_step_count(v->explain);
    ui_ground(u, box, VIEWER_BAR);
    ui_rectangle(u, ui_box_cut_top(&box, 1), VIEWER_BORDER);
    ui_box_cut_left(&box, margin);
    ui_box_cut_right(&box, margin);
    ui_box line = {box.x, roundf(box.y + (box.height - row) / 2), box.width, row};
    if (ui_button(u, ID_BACK, ui_box_cut_left(&line, roundf(90 * s)), "Back", "\xE2\x86\x90"))
        viewer_show_step(v, v->step > 0 ? v->step - 1 : 0);
    ui_box_cut_left(&line, roundf(6 * s));
    if (ui_button(u, ID_FORWARD, ui_box_cut_left(&line, roundf(90 * s)), "Next", "\xE2\x86\x92"))
        viewer_show_step(v, v->step + 1);
    ui_box_cut_left(&line, margin);
    char text[64];
    snprintf(text, sizeof text, "frame %u of %u", count - 1, count - 1); /* the widest text */
    ui_box right = ui_box_cut_right(&line, ui_label_width(u, text));
    snprintf(text, sizeof text, "frame %u of %u", v->step, count - 1);
    ui_label(u, right, UI_RIGHT, UI_TEXT, text);
    ui_box_cut_right(&line, margin);
    double step = v->step;
    ui_range range = {0, count > 1 ? count - 1 : 1, 1, 5, 0, NULL};
    if (ui_slider(u, ID_TIME, line, &range, &step))
        viewer_show_step(v, (uint32_t)lround(step));
}
