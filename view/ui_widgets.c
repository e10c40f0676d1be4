/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Button, toggle, slider and list: see ui.h. */

#include "ui_private.h"

#include <math.h>

UI_COLOR(button_color, 233, 237, 242, 255);
UI_COLOR(hover_color, 219, 226, 235, 255);
UI_COLOR(held_color, 198, 209, 223, 255);
UI_COLOR(edge_color, 172, 182, 194, 255);
UI_COLOR(chosen_color, 214, 228, 247, 255);
UI_COLOR(line_color, 186, 194, 205, 255);
UI_COLOR(white, 255, 255, 255, 255);

/* ---- Buttons ------------------------------------------------------------------------------------------- */

/* Whether it was pressed by the mouse, and released over it, or by a key. */
static bool is_pressed(ui_state *u, uint32_t id, ui_box box)
{
    bool has_key = ui_add_focusable(u, id, box);
    if (has_key && (u->event.key == UI_KEY_ENTER || u->event.key == ' ')) {
        ui_take_event(u);
        return true;
    }
    ui_take_press(u, id, box);
    return ui_take_release(u, id) && ui_is_over(u, box);
}

static rgba_color button_background(const ui_state *u, uint32_t id, ui_box box)
{
    return u->held == id ? held_color : ui_is_over(u, box) && u->held == 0 ? hover_color : button_color;
}

bool ui_button(ui_state *u, uint32_t id, ui_box box, const char *label, const char *hint)
{
    ui_rectangle(u, box, button_background(u, id, box));
    ui_frame(u, box, edge_color);
    bool pressed = is_pressed(u, id, box);
    float margin = 8 * u->scale;
    ui_box inner = {box.x + margin, box.y, fmaxf(0, box.width - 2 * margin), box.height};
    if (hint != NULL) {
        ui_box right = ui_box_cut_right(&inner, ui_label_width(u, hint));
        ui_label(u, right, UI_RIGHT, UI_DIM, hint);
        ui_box_cut_right(&inner, 4 * u->scale);
    }
    if (hint != NULL)
        ui_label(u, inner, UI_LEFT, UI_TEXT, label);
    else
        ui_label(u, (ui_box){box.x + 2, box.y, box.width - 4, box.height}, UI_MIDDLE, UI_TEXT, label);
    return pressed;
}

bool ui_choice(ui_state *u, uint32_t id, ui_box box, const char *label, bool is_on)
{
    ui_rectangle(u, box, is_on ? chosen_color : button_background(u, id, box));
    ui_frame(u, box, is_on ? ui_tone_color(UI_ACCENT) : edge_color);
    if (is_on) /* not by colour alone */
        ui_rectangle(u, (ui_box){box.x, box.y + box.height - 3 * u->scale, box.width, 3 * u->scale},
                     ui_tone_color(UI_ACCENT));
    bool pressed = is_pressed(u, id, box);
    ui_label(u, (ui_box){box.x + 2, box.y, box.width - 4, box.height}, UI_MIDDLE, UI_TEXT, label);
    return pressed;
}

/* Draws a tick: two strokes of small squares. */
static void draw_tick(ui_state *u, ui_box box)
{
    float unit = box.width / 10;
    for (int i = 0; i < 10; i++) {
        float x = i < 4 ? 2 + (float)i * 0.75f : 4.25f + (float)(i - 4) * 0.75f;
        float y = i < 4 ? 5 + (float)i * 0.75f : 7.25f - (float)(i - 4) * 0.95f;
        ui_rectangle(u, (ui_box){box.x + x * unit, box.y + (y - 1) * unit, 1.5f * unit, 1.5f * unit}, white);
    }
}

bool ui_toggle(ui_state *u, uint32_t id, ui_box box, const char *label, const char *hint, bool *is_on)
{
    bool pressed = is_pressed(u, id, box);
    if (pressed)
        *is_on = !*is_on;
    if (u->held == 0 && ui_is_over(u, box))
        ui_rectangle(u, box, button_color);
    float size = roundf(14 * u->scale), margin = roundf(4 * u->scale);
    ui_box mark = {box.x + margin, roundf(box.y + (box.height - size) / 2), size, size};
    ui_rectangle(u, mark, *is_on ? ui_tone_color(UI_ACCENT) : white);
    ui_frame(u, mark, *is_on ? ui_tone_color(UI_ACCENT) : ui_tone_color(UI_DIM));
    if (*is_on)
        draw_tick(u, mark);
    ui_box inner = {mark.x + size + 2 * margin, box.y, box.width - size - 4 * margin, box.height};
    if (hint != NULL) {
        ui_box right = ui_box_cut_right(&inner, ui_label_width(u, hint));
        ui_label(u, right, UI_RIGHT, UI_DIM, hint);
    }
    ui_label(u, inner, UI_LEFT, UI_TEXT, label);
    return pressed;
}

/* ---- Sliders ------------------------------------------------------------------------------------------- */

static double clamp_value(const ui_range *range, double value)
{
    return value > range->upper ? range->upper : value >= range->lower ? value : range->lower;
}

static float slider_x(const ui_range *range, ui_box line, double value)
{
    double width = range->upper - range->lower;
    return width > 0
               ? line.x + (float)((clamp_value(range, value) - range->lower) / width * (double)line.width)
               : line.x;
}

static double slider_value(const ui_range *range, ui_box line, float x)
{
    double part = line.width > 0 ? ((double)x - (double)line.x) / (double)line.width : 0;
    return clamp_value(range, range->lower + part * (range->upper - range->lower));
}

/* Applies a key to the value. */
static bool apply_slider_key(ui_state *u, const ui_range *range, double *value)
{
    double old = *value;
    switch (u->event.key) {
    case UI_KEY_LEFT:
    case UI_KEY_DOWN:
        *value = clamp_value(range, old - range->step);
        break;
    case UI_KEY_RIGHT:
    case UI_KEY_UP:
        *value = clamp_value(range, old + range->step);
        break;
    case UI_KEY_PAGE_DOWN:
        *value = clamp_value(range, old - range->page);
        break;
    case UI_KEY_PAGE_UP:
        *value = clamp_value(range, old + range->page);
        break;
    case UI_KEY_HOME:
        *value = range->lower;
        break;
    case UI_KEY_END:
        *value = range->upper;
        break;
    default:
        return false;
    }
    ui_take_event(u);
    return *value != old;
}

static void draw_marks(ui_state *u, ui_box line, const ui_range *range)
{
    float height = roundf(9 * u->scale);
    for (uint32_t i = 0; i < range->mark_count; i++) {
        const ui_mark *mark = &range->mark[i];
        float from = floorf(slider_x(range, line, mark->from)), to = ceilf(slider_x(range, line, mark->to));
        float least = roundf(3 * u->scale);
        if (to - from < least) {
            from = roundf((from + to - least) / 2);
            to = from + least;
        }
        float y = line.y - roundf(5 * u->scale) - (float)(mark->lane + 1) * (height + 2) + 2;
        ui_swatch(u, (ui_box){from, y, to - from, height}, mark->look);
    }
}

bool ui_slider(ui_state *u, uint32_t id, ui_box box, const ui_range *range, double *value)
{
    double old = *value;
    float knob = roundf(10 * u->scale), thick = roundf(4 * u->scale);
    ui_box line = {box.x + knob / 2, roundf(box.y + box.height - 11 * u->scale), box.width - knob, thick};
    bool changed = ui_add_focusable(u, id, box) && apply_slider_key(u, range, value);
    if (ui_take_press(u, id, box)) {
        /* A press on the knob does not move it. */
        float off = u->event.x - slider_x(range, line, *value);
        u->grip = fabsf(off) <= knob ? off : 0;
        *value = fabsf(off) <= knob ? *value : slider_value(range, line, u->event.x);
    } else if (u->held == id && u->event.kind == UI_MOVE) {
        *value = slider_value(range, line, u->event.x - u->grip);
        ui_take_event(u);
    }
    ui_take_release(u, id);
    changed = changed || *value != old;
    draw_marks(u, line, range);
    float at = slider_x(range, line, *value);
    ui_rectangle(u, line, line_color);
    ui_rectangle(u, (ui_box){line.x, line.y, at - line.x, thick}, ui_tone_color(UI_ACCENT));
    ui_box grip = {roundf(at - knob / 2), line.y + thick / 2 - roundf(8 * u->scale), knob,
                   roundf(16 * u->scale)};
    ui_rectangle(u, grip, u->held == id ? ui_tone_color(UI_ACCENT) : white);
    ui_frame(u, grip, ui_tone_color(UI_ACCENT));
    return changed;
}

/* ---- Scrolled texts ----------------------------------------------------------------------------------- */

void ui_scroll_keys(ui_state *u, uint32_t id, ui_box box, float height, float *scroll)
{
    if (height <= box.height || !ui_add_focusable(u, id, box))
        return;
    switch (u->event.key) {
    case UI_KEY_UP:
        *scroll -= ui_row_height(u);
        break;
    case UI_KEY_DOWN:
        *scroll += ui_row_height(u);
        break;
    case UI_KEY_PAGE_UP:
        *scroll -= box.height;
        break;
    case UI_KEY_PAGE_DOWN:
        *scroll += box.height;
        break;
    case UI_KEY_HOME:
        *scroll = 0;
        break;
    case UI_KEY_END:
        *scroll = height;
        break;
    default:
        return;
    }
    ui_take_event(u);
}

/* ---- Lists --------------------------------------------------------------------------------------------- */

void ui_list_reveal(const ui_list_options *options, float height, uint32_t row, float *scroll)
{
    float top = (float)row * options->row_height, bottom = top + options->row_height;
    if (top < *scroll)
        *scroll = top;
    if (bottom > *scroll + height)
        *scroll = bottom - height;
}

/* Returns the row that a key selects. */
static uint32_t find_key_row(const ui_state *u, ui_box box, const ui_list_options *options, uint32_t selected)
{
    uint32_t last = options->count - 1,
             page = (uint32_t)fmaxf(1, floorf(box.height / options->row_height) - 1);
    bool has_one = selected <= last;
    switch (u->event.key) {
    case UI_KEY_UP:
        return has_one && selected > 0 ? selected - 1 : 0;
    case UI_KEY_DOWN:
        return !has_one ? 0 : selected < last ? selected + 1 : last;
    case UI_KEY_PAGE_UP:
        return has_one && selected > page ? selected - page : 0;
    case UI_KEY_PAGE_DOWN:
        return !has_one ? 0 : last - selected > page ? selected + page : last;
    case UI_KEY_HOME:
        return 0;
    case UI_KEY_END:
        return last;
    default:
        return FK_NONE;
    }
}

static ui_list_answer apply_list_key(ui_state *u, ui_box box, const ui_list_options *options,
                                     uint32_t *selected, float *scroll)
{
    if (options->count == 0)
        return UI_LIST_SAME;
    if (u->event.key == UI_KEY_ENTER && *selected < options->count) {
        ui_take_event(u);
        return UI_LIST_CHOSEN;
    }
    uint32_t row = find_key_row(u, box, options, *selected);
    if (row == FK_NONE)
        return UI_LIST_SAME;
    ui_take_event(u);
    ui_list_reveal(options, box.height, row, scroll);
    ui_list_answer answer = row != *selected ? UI_LIST_MOVED : UI_LIST_SAME;
    *selected = row;
    return answer;
}

ui_list_answer ui_list(ui_state *u, uint32_t id, ui_box box, const ui_list_options *options,
                       uint32_t *selected, float *scroll)
{
    ui_list_answer answer = UI_LIST_SAME;
    if (ui_add_focusable(u, id, box))
        answer = apply_list_key(u, box, options, selected, scroll);
    ui_box rows = ui_begin_area(u, box, (float)options->count * options->row_height, scroll);
    if (ui_take_press(u, id, box)) {
        uint32_t row = (uint32_t)((u->event.y - rows.y) / options->row_height);
        if (row < options->count) {
            *selected = row;
            answer = UI_LIST_CHOSEN;
        }
    }
    ui_take_release(u, id);
    uint32_t first = (uint32_t)(*scroll / options->row_height);
    for (uint32_t i = first; i < options->count; i++) {
        ui_box row = {rows.x, rows.y + (float)i * options->row_height, rows.width, options->row_height};
        if (row.y >= box.y + box.height)
            break;
        if (i == *selected)
            ui_rectangle(u, row, chosen_color);
        else if (ui_is_over(u, row) && u->held == 0)
            ui_rectangle(u, row, button_color);
        options->row(options->user, u, i, row, i == *selected);
    }
    ui_end_area(u, scroll);
    return answer;
}
