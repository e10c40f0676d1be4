/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The panels around the scene: list, facts, timeline, status. */

#include "viewer.h"

#include <math.h>
#include <stdio.h>

/* ---- The list ------------------------------------------------------------------------------------------ */

static void draw_pair_row(void *user, ui_state *u, uint32_t index, ui_box box, bool is_selected)
{
    const viewer *v = user;
    const viewer_row *row = &v->row[index];
    float s = ui_scale(u), size = roundf(16 * s);
    ui_box line = ui_box_cut_bottom(&box, 1);
    ui_rectangle(u, line, VIEWER_BORDER);
    if (is_selected)
        ui_rectangle(u, (ui_box){box.x, box.y, roundf(3 * s), box.height}, ui_tone_color(UI_ACCENT));
    ui_box inner = {box.x + roundf(12 * s), box.y + roundf(3 * s), box.width - roundf(22 * s),
                    box.height - 6 * s};
    ui_box left = ui_box_cut_left(&inner, size + roundf(8 * s));
    ui_box swatch = {left.x, roundf(box.y + (box.height - size) / 2), size, size};
    ui_swatch(u, swatch, display_pair_look(row->kind));
    ui_frame(u, swatch, ui_tone_color(UI_DIM));
    char text[600], value[96];
    viewer_row_text(v, row, value, sizeof value);
    ui_box top = ui_box_cut_top(&inner, roundf(inner.height / 2));
    float width = ui_label(u, top, UI_RIGHT, UI_DIM, value);
    ui_box_cut_right(&top, width + 6 * s);
    const char *note = viewer_review_note(v, row->a, row->b);
    snprintf(text, sizeof text, "%s%s%s%s", fk_clash_word(row->kind),
             row->kind == FK_CLASH_CONTACT && !row->is_clash ? " (allowed)" : "",
             note != NULL ? " \xC2\xB7 " : "", note != NULL ? note : "");
    ui_label(u, top, UI_LEFT, UI_STRONG, text);
    snprintf(text, sizeof text, "%s, %s", viewer_part_name(v, row->a), viewer_part_name(v, row->b));
    ui_label(u, inner, UI_LEFT, UI_TEXT, text);
}

/* Writes how many pairs clash, of how many; and when, if parts move. */
static void write_list_head(const viewer *v, char *title, size_t title_size, char *detail, size_t detail_size)
{
    const fk_check *found = viewer_listed_result(v);
    if (found == NULL) {
        snprintf(title, title_size, "Clashes");
        snprintf(detail, detail_size, "%s",
                 v->subject->check != NULL ? "not known yet" : "nothing was checked");
        return;
    }
    snprintf(title, title_size, "%llu clash%s", (unsigned long long)found->clashes,
             found->clashes == 1 ? "" : "es");
    snprintf(detail, detail_size, "%s%llu pair%s",
             viewer_lists_sweep(v) ? "at any time, "
             : v->is_by_hand       ? "at this pose, "
                                   : "",
             (unsigned long long)found->tested, found->tested == 1 ? "" : "s");
}

static void build_list(viewer *v, ui_box box)
{
    ui_state *u = v->ui;
    float s = ui_scale(u), margin = roundf(10 * s), row = ui_row_height(u);
    char title[64], detail[96];
    write_list_head(v, title, sizeof title, detail, sizeof detail);
    ui_box_cut_top(&box, roundf(6 * s));
    ui_box head = ui_box_cut_top(&box, row);
    head.x += margin;
    head.width -= 2 * margin;
    float width = ui_label(u, head, UI_LEFT, UI_STRONG, title);
    ui_box_cut_left(&head, width + margin);
    ui_label(u, head, UI_RIGHT, UI_DIM, detail);
    ui_box buttons = ui_box_cut_top(&box, row + roundf(8 * s));
    buttons = (ui_box){buttons.x + margin, buttons.y + 2, buttons.width - 2 * margin, row};
    float third = floorf((buttons.width - 2 * roundf(6 * s)) / 3);
    if (ui_button(u, ID_PREVIOUS, ui_box_cut_left(&buttons, third), "Previous", "P"))
        viewer_handle_key(v, &(ui_event){.kind = UI_KEY, .key = 'p'});
    ui_box_cut_left(&buttons, roundf(6 * s));
    if (ui_button(u, ID_NEXT, ui_box_cut_left(&buttons, third), "Next", "N"))
        viewer_handle_key(v, &(ui_event){.kind = UI_KEY, .key = 'n'});
    ui_box_cut_left(&buttons, roundf(6 * s));
    bool lists_clear = v->lists_clear;
    if (ui_toggle(u, ID_ALL, buttons, "Clear", "A", &lists_clear))
        viewer_handle_key(v, &(ui_event){.kind = UI_KEY, .key = 'a'});
    ui_rectangle(u, ui_box_cut_top(&box, 1), VIEWER_BORDER);
    v->row_height = roundf(44 * s);
    v->list_height = box.height;
    if (v->row_count == 0) {
        ui_box none = {box.x + margin, box.y + margin, box.width - 2 * margin, box.height};
        bool is_known = viewer_lists_sweep(v) || viewer_listed_check(v) != NULL;
        bool is_empty = is_known && !viewer_lists_sweep(v) && viewer_listed_check(v)->tested == 0;
        ui_text(u, none, UI_DIM,
                !is_known ? ""
                : v->lists_clear || is_empty
                    ? "There are no pairs to check."
                    : "Nothing clashes. Tick 'Clear' to list the pairs that are apart.");
        return;
    }
    ui_list_options list = {v->row_count, v->row_height, draw_pair_row, v};
    uint32_t selected = v->row_selected;
    ui_list_answer answer = ui_list(u, ID_LIST, box, &list, &selected, &v->list_scroll);
    if (answer != UI_LIST_SAME)
        viewer_choose_row(v, selected, answer == UI_LIST_CHOSEN);
}

static void build_facts(viewer *v, ui_box box)
{
    ui_state *u = v->ui;
    float s = ui_scale(u), margin = roundf(10 * s);
    char text[4096], title[600];
    ui_rectangle(u, ui_box_cut_top(&box, 1), VIEWER_BORDER);
    ui_box head = ui_box_cut_top(&box, roundf(34 * s));
    head.x += margin;
    head.width -= 2 * margin;
    if (v->a == FK_NONE) {
        ui_label(u, head, UI_LEFT, UI_DIM, "Nothing is selected");
        return;
    }
    ui_box go = ui_box_cut_right(&head, roundf(52 * s));
    go = (ui_box){go.x, go.y + roundf(4 * s), go.width, go.height - roundf(8 * s)};
    ui_box_cut_right(&head, margin);
    snprintf(title, sizeof title, v->b != FK_NONE ? "%s, %s" : "%s", viewer_part_name(v, v->a),
             viewer_part_name(v, v->b));
    ui_label(u, head, UI_LEFT, UI_STRONG, title);
    if (ui_button(u, ID_GO, go, "Look", NULL))
        viewer_fit_selected(v);
    viewer_facts_text(v, text, sizeof text);
    ui_box inner = {box.x + margin, box.y, box.width - roundf(1.4f * margin), box.height - roundf(6 * s)};
    ui_scroll_keys(u, ID_FACTS, inner, v->facts_height, &v->facts_scroll);
    ui_box area = ui_begin_area(u, inner, v->facts_height, &v->facts_scroll);
    area.width -= roundf(8 * s);
    v->facts_height = ui_text(u, area, UI_TEXT, text);
    ui_end_area(u, &v->facts_scroll);
}

/* ---- Time ---------------------------------------------------------------------------------------------- */

enum { MARKS = 400 };

static uint32_t add_contact_marks(ui_mark *mark, uint32_t count, const fk_stretch *stretch,
                                  uint32_t stretches, drawing_look look, int lane)
{
    for (uint32_t i = 0; i < stretches && count < MARKS; i++) {
        bool is_known = stretch[i].kind != FK_STRETCH_UNDECIDED;
        mark[count++] =
            (ui_mark){stretch[i].enter.lo, stretch[i].leave.hi, is_known ? look : LOOK_UNDECIDED, lane};
    }
    return count;
}

/* Marks all clashing pairs, close ones below meeting ones; above them, the selected pair. */
static uint32_t build_marks(const viewer *v, ui_mark mark[MARKS])
{
    const fk_sweep *sweep = v->show.sweep;
    uint32_t count = 0;
    for (int near = 1; near >= 0; near--)
        for (size_t i = 0; sweep != NULL && i < sweep->pair_count; i++) {
            const fk_sweep_pair *p = &sweep->pair[i];
            if (!p->is_clash && p->kind != FK_CLASH_UNDECIDED)
                continue;
            count = near ? add_contact_marks(mark, count, p->below, p->below_count, LOOK_NEAR, 0)
                         : add_contact_marks(mark, count, p->contact, p->contact_count, LOOK_CLASH, 0);
        }
    const fk_sweep_pair *p = display_find_pair(sweep, v->a, v->b);
    if (p != NULL) {
        count = add_contact_marks(mark, count, p->below, p->below_count, LOOK_NEAR, 1);
        count = add_contact_marks(mark, count, p->contact, p->contact_count, LOOK_CLASH, 1);
    }
    return count;
}

static void build_timeline(viewer *v, ui_box box)
{
    ui_state *u = v->ui;
    float s = ui_scale(u), margin = roundf(10 * s), row = ui_row_height(u), gap = roundf(6 * s);
    ui_ground(u, box, VIEWER_BAR);
    ui_rectangle(u, ui_box_cut_top(&box, 1), VIEWER_BORDER);
    ui_box_cut_left(&box, margin);
    ui_box_cut_right(&box, margin);
    ui_box line = {box.x, roundf(box.y + (box.height - row) / 2), box.width, row};
    if (ui_button(u, ID_BACK, ui_box_cut_left(&line, roundf(30 * s)), "<", NULL))
        viewer_handle_key(v, &(ui_event){.kind = UI_KEY, .key = ','});
    ui_box_cut_left(&line, gap);
    if (ui_button(u, ID_PLAY, ui_box_cut_left(&line, roundf(62 * s)), v->is_playing ? "Pause" : "Play", NULL))
        viewer_play(v, !v->is_playing);
    ui_box_cut_left(&line, gap);
    if (ui_button(u, ID_FORWARD, ui_box_cut_left(&line, roundf(30 * s)), ">", NULL))
        viewer_handle_key(v, &(ui_event){.kind = UI_KEY, .key = '.'});
    ui_box_cut_left(&line, margin);
    char text[96];
    snprintf(text, sizeof text, "%.3f of %.3f s", v->time, v->time_range.hi);
    ui_box right =
        ui_box_cut_right(&line, fmaxf(ui_label_width(u, text), ui_label_width(u, "00.000 of 00.000 s")));
    ui_label(u, right, UI_RIGHT, UI_TEXT, text);
    ui_box_cut_right(&line, margin);
    ui_mark mark[MARKS];
    ui_range range = {v->time_range.lo,
                      v->time_range.hi,
                      (v->time_range.hi - v->time_range.lo) / 100,
                      (v->time_range.hi - v->time_range.lo) / 10,
                      0,
                      mark};
    range.mark_count = build_marks(v, mark);
    double time = v->time;
    ui_box slider = {line.x, box.y + roundf(4 * s), line.width, box.height - roundf(10 * s)};
    if (ui_slider(u, ID_TIME, slider, &range, &time)) {
        viewer_play(v, false);
        viewer_set_time(v, time);
    }
}

/* ---- Status -------------------------------------------------------------------------------------------- */

static void build_status(viewer *v, ui_box box)
{
    ui_state *u = v->ui;
    float s = ui_scale(u), margin = roundf(10 * s), size = roundf(14 * s);
    ui_ground(u, box, VIEWER_BAR);
    ui_rectangle(u, ui_box_cut_top(&box, 1), VIEWER_BORDER);
    ui_box_cut_left(&box, margin);
    ui_box_cut_right(&box, roundf(4 * s));
    ui_box line = {box.x, box.y + 3, box.width, box.height - 6};
    if (ui_button(u, ID_HELP, ui_box_cut_right(&line, roundf(74 * s)), "Keys", "?"))
        viewer_handle_key(v, &(ui_event){.kind = UI_KEY, .key = '?'});
    ui_box_cut_right(&line, roundf(6 * s));
    if (v->explain == NULL) {
        if (ui_button(u, ID_TOOLS_PANEL, ui_box_cut_right(&line, roundf(80 * s)), "Tools", "F3"))
            viewer_handle_key(v, &(ui_event){.kind = UI_KEY, .key = UI_KEY_F1 + 2});
        ui_box_cut_right(&line, roundf(6 * s));
        if (ui_button(u, ID_LIST_PANEL, ui_box_cut_right(&line, roundf(72 * s)), "List", "F2"))
            viewer_handle_key(v, &(ui_event){.kind = UI_KEY, .key = UI_KEY_F1 + 1});
    }
    ui_box_cut_right(&line, margin);
    char text[256];
    drawing_look look;
    viewer_status_text(v, text, sizeof text, &look);
    if (v->explain != NULL) {
        const fk_explain_options *e = v->options->explain;
        bool has_a = e->name_a != NULL && *e->name_a != '\0', has_b = e->name_b != NULL && *e->name_b != '\0';
        bool is_collide = e->mesh_a != NULL;
        snprintf(text, sizeof text, "%s: %s and %s", is_collide ? "collide" : fk_method_name(e->method),
                 has_a        ? e->name_a
                 : is_collide ? "a"
                              : fk_kind_word(e->a->kind),
                 has_b        ? e->name_b
                 : is_collide ? "b"
                              : fk_kind_word(e->b->kind));
    } else {
        ui_box swatch = ui_box_cut_left(&line, size);
        swatch = (ui_box){swatch.x, roundf(box.y + (box.height - size) / 2), size, size};
        ui_swatch(u, swatch, look);
        ui_frame(u, swatch, ui_tone_color(UI_DIM));
        ui_box_cut_left(&line, roundf(8 * s));
    }
    ui_label(u, line, UI_LEFT, UI_TEXT, text);
}

/* Builds a line above the scene, as long as there is a message; long messages take more lines. */
static void build_message(viewer *v)
{
    if (*v->message == '\0')
        return;
    ui_state *u = v->ui;
    float s = ui_scale(u), margin = roundf(10 * s);
    char text[FK_VIEW_MESSAGE + 16];
    snprintf(text, sizeof text, "%s%s", v->is_message_bad ? "Trouble: " : "", v->message);
    ui_box box = {v->scene.x, v->scene.y, v->scene.width, roundf(36 * s)};
    float room = fmaxf(1, box.width - roundf(90 * s) - 3 * margin),
          lines = ceilf(1.1f * ui_label_width(u, text) / room);
    box.height += fmaxf(0, lines - 1) * roundf(19 * s);
    ui_ground(u, box,
              v->is_message_bad ? (rgba_color){255, 236, 232, 255} : (rgba_color){230, 240, 252, 255});
    ui_rectangle(u, ui_box_cut_bottom(&box, 1), VIEWER_BORDER);
    ui_box_cut_left(&box, margin);
    ui_box_cut_right(&box, margin);
    ui_box button = ui_box_cut_right(&box, roundf(90 * s));
    button = (ui_box){button.x, button.y + roundf(5 * s), button.width, ui_row_height(u)};
    ui_box_cut_right(&box, margin);
    ui_box_cut_top(&box, roundf(8 * s));
    ui_text(u, box, v->is_message_bad ? UI_ALARM : UI_TEXT, text);
    if (ui_button(u, ID_MESSAGE, button, "Close", "Esc"))
        *v->message = '\0';
}

/* ---- All ----------------------------------------------------------------------------------------------- */

/* Closes panels that leave the scene too little room, when the window changes its size. */
void viewer_resize(viewer *v, float width, float height, float scale)
{
    bool is_first = !v->was_sized;
    ui_set_scale(v->ui, scale);
    if (is_first || width != v->width) {
        v->shows_tools = width >= 900 * scale;
        v->shows_list = v->explain != NULL || width >= 620 * scale;
    }
    v->width = width;
    v->height = height;
    v->was_sized = true;
    viewer_build_widgets(v, &(ui_event){.kind = UI_NOTHING, .x = -1, .y = -1});
    if (is_first) {
        viewer_look_from(v, v->options->side);
        v->camera = v->camera_move.to;
        if (v->a != FK_NONE && v->b == FK_NONE)
            viewer_fit_selected(v);
        v->camera = v->options->camera != NULL ? *v->options->camera : v->camera_move.to;
        v->camera_move.is_on = false;
    }
}

bool viewer_build_widgets(viewer *v, const ui_event *event)
{
    ui_state *u = v->ui;
    float s = ui_scale(u);
    ui_box all = {0, 0, v->width, v->height};
    ui_begin(u, event);
    ui_block(u, v->shows_help);
    ui_box status = ui_box_cut_bottom(&all, roundf(32 * s));
    ui_box time = {0, 0, 0, 0}, left = {0, 0, 0, 0}, right = {0, 0, 0, 0};
    if (v->has_time || v->explain != NULL)
        time = ui_box_cut_bottom(&all, roundf(58 * s));
    float least = roundf(280 * s);
    if (v->shows_list)
        left = ui_box_cut_left(
            &all, roundf(fminf((v->explain != NULL ? 400 : 300) * s, fmaxf(0, all.width - least))));
    if (v->shows_tools && v->explain == NULL)
        right = ui_box_cut_right(&all, roundf(fminf(250 * s, fmaxf(0, all.width - least))));
    v->scene = all;
    if (left.width > 0) {
        ui_ground(u, left, VIEWER_PANEL);
        ui_rectangle(u, ui_box_cut_right(&left, 1), VIEWER_BORDER);
        if (v->explain != NULL) {
            viewer_build_explain_panel(v, left);
        } else {
            float facts = v->a == FK_NONE ? 36 * s : fminf(300 * s, left.height * 0.45f);
            ui_box below = ui_box_cut_bottom(&left, roundf(facts));
            build_list(v, left);
            build_facts(v, below);
        }
    }
    if (v->explain != NULL)
        viewer_build_explain_bar(v, time);
    else if (v->has_time)
        build_timeline(v, time);
    if (right.width > 0) {
        ui_ground(u, right, VIEWER_PANEL);
        ui_rectangle(u, ui_box_cut_left(&right, 1), VIEWER_BORDER);
        viewer_build_tools(v, right);
    }
    build_message(v);
    build_status(v, status);
    if (v->shows_help) {
        ui_block(u, false);
        viewer_draw_help(v);
    }
    return ui_end(u);
}

void viewer_handle_event(viewer *v, const ui_event *event)
{
    /* In flight, keys move the camera. */
    bool is_key = event->kind == UI_KEY && v->is_flying && event->key != UI_KEY_TAB;
    bool is_drag = v->drag != 0 && event->kind != UI_KEY && event->kind != UI_SCROLL;
    if (is_key || is_drag) {
        viewer_handle_mouse(v, event);
        return;
    }
    if (!viewer_build_widgets(v, event))
        viewer_handle_mouse(v, event);
}
