/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* What the files of the widgets share. */

#ifndef FARKAS_VIEW_UI_PRIVATE_H
#define FARKAS_VIEW_UI_PRIVATE_H

#include "ui.h"

#define UI_WIDGETS 512

struct ui_state {
    fk_context *context;
    ui_measure *measure;
    void *user;
    float scale;

    ui_event event;
    bool is_taken, is_blocked, is_on_ground;
    uint32_t focus, held;
    bool has_ring;     /* a key moved the focus: show it */
    bool wants_reveal; /* ... and has just moved it */
    float grip;        /* where the mouse holds a slider */
    float reveal;      /* how far an area must scroll */

    /* Widgets that can have the focus, of the last pass and of this one. */
    uint32_t order[UI_WIDGETS], order_count;
    uint32_t next_order[UI_WIDGETS], next_order_count;

    /* The area being built. */
    bool is_in_area;
    ui_box area, clip;
    float area_height;

    ui_command *command;
    size_t command_count, command_capacity;
    char *text;
    size_t text_count, text_capacity;
};

/* Whether the mouse is over a visible part of a box. */
bool ui_is_over(const ui_state *u, ui_box box);
/* Adds a widget to the focus order, and draws its focus ring. Returns true if it has the focus and the event is a key. */
bool ui_add_focusable(ui_state *u, uint32_t id, ui_box box);
/* Whether the event is a left press on a box; takes it, the focus and the mouse. */
bool ui_take_press(ui_state *u, uint32_t id, ui_box box);
/* Whether the event releases the mouse that this widget holds. */
bool ui_take_release(ui_state *u, uint32_t id);
void ui_take_event(ui_state *u);

#define UI_COLOR(name, r, g, b, a) static const rgba_color name = {r, g, b, a}

#endif
