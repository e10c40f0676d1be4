/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Widgets: label, text, button, toggle, slider, list, and areas that scroll. Every pass builds them again; only the
 * focus is kept. A pass handles one event, so that none is lost, however fast they come; it produces a list of flat
 * shapes, which ui_paint paints. Only ui_paint needs OpenGL.
 *
 * Tab and Shift+Tab go from widget to widget, in the order in which they are built. */

#ifndef FARKAS_VIEW_UI_H
#define FARKAS_VIEW_UI_H

#include "gl_painter.h"

typedef struct ui_box {
    float x, y, width, height; /* pixels, from the top left */
} ui_box;

bool ui_box_has(ui_box box, float x, float y);
/* Cut off and return a part. */
ui_box ui_box_cut_top(ui_box *box, float height);
ui_box ui_box_cut_bottom(ui_box *box, float height);
ui_box ui_box_cut_left(ui_box *box, float width);
ui_box ui_box_cut_right(ui_box *box, float width);
ui_box ui_box_shrink(ui_box box, float by);

/* ---- Events -------------------------------------------------------------------------------------------- */

typedef enum ui_event_kind { UI_NOTHING, UI_PRESS, UI_RELEASE, UI_MOVE, UI_SCROLL, UI_KEY } ui_event_kind;

/* Keys are the characters that they type, small letters for capital ones; and these. */
enum {
    UI_KEY_TAB = 0x110000,
    UI_KEY_ENTER,
    UI_KEY_ESCAPE,
    UI_KEY_LEFT,
    UI_KEY_RIGHT,
    UI_KEY_UP,
    UI_KEY_DOWN,
    UI_KEY_HOME,
    UI_KEY_END,
    UI_KEY_PAGE_UP,
    UI_KEY_PAGE_DOWN,
    UI_KEY_F1 /* and so on */
};

enum { UI_SHIFT = 1, UI_CONTROL = 2 };

typedef struct ui_event {
    ui_event_kind kind;
    float x, y;   /* of the mouse, at all times */
    int button;   /* 0 left, 1 right, 2 middle */
    int clicks;   /* of a press: 2 for a double click */
    float amount; /* of a scroll: above 0 away from the user */
    uint32_t key;
    unsigned modifiers;
} ui_event;

/* ---- Passes -------------------------------------------------------------------------------------------- */

/* Returns the width of a text. */
typedef float ui_measure(void *user, float size, const char *text);

typedef enum ui_tone {
    UI_TEXT,   /* main text */
    UI_DIM,    /* secondary text */
    UI_STRONG, /* headings */
    UI_LIGHT,  /* on a dark background */
    UI_ACCENT,
    UI_ALARM
} ui_tone;

rgba_color ui_tone_color(ui_tone tone);

typedef enum ui_command_kind { UI_RECTANGLE, UI_FRAME, UI_SWATCH, UI_WRITING, UI_TRIANGLE } ui_command_kind;

/* A flat shape. */
typedef struct ui_command {
    ui_command_kind kind;
    ui_box box, clip; /* x and y of a text are its baseline; the tip of a triangle points to the right */
    rgba_color color;
    drawing_look look;
    float size;
    uint32_t text; /* its offset in the texts */
} ui_command;

typedef struct ui_state ui_state;

ui_state *ui_create(fk_context *context, ui_measure *measure, void *user);
void ui_free(ui_state *u);

/* Scales all sizes; 1 at first. */
void ui_set_scale(ui_state *u, float scale);
float ui_scale(const ui_state *u);
float ui_row_height(const ui_state *u); /* the height of a row of widgets */

void ui_begin(ui_state *u, const ui_event *event);
/* Returns true if a widget took the event. */
bool ui_end(ui_state *u);

/* Widgets built from now on get no events: something covers them. */
void ui_block(ui_state *u, bool is_blocked);

const ui_command *ui_commands(const ui_state *u, size_t *count);
const char *ui_command_text(const ui_state *u, const ui_command *command);
void ui_paint(const ui_state *u, painter *p, int width, int height);

/* The id of the widget with the focus; 0: none. */
uint32_t ui_focus(const ui_state *u);
void ui_set_focus(ui_state *u, uint32_t id);
/* Whether a widget holds the mouse. */
bool ui_holds_mouse(const ui_state *u);

/* ---- Shapes and labels --------------------------------------------------------------------------------- */

void ui_rectangle(ui_state *u, ui_box box, rgba_color color);
void ui_frame(ui_state *u, ui_box box, rgba_color color);
void ui_swatch(ui_state *u, ui_box box, drawing_look look);
/* The background of a panel: takes mouse events that no widget takes. */
void ui_ground(ui_state *u, ui_box box, rgba_color color);

typedef enum ui_align { UI_LEFT, UI_MIDDLE, UI_RIGHT } ui_align;

/* One line, centred vertically; a text that is too long ends with dots. Returns its width. */
float ui_label(ui_state *u, ui_box box, ui_align align, ui_tone tone, const char *text);
float ui_label_width(const ui_state *u, const char *text);
/* Lines as wide as the box, from its top, broken at spaces. Returns their height. */
float ui_text(ui_state *u, ui_box box, ui_tone tone, const char *text);

/* ---- Widgets: ids differ and are not 0 ----------------------------------------------------------------- */

/* Returns true if it was pressed. The hint is the key that does the same, or NULL. */
bool ui_button(ui_state *u, uint32_t id, ui_box box, const char *label, const char *hint);
/* One of several: looks pressed while is_on. */
bool ui_choice(ui_state *u, uint32_t id, ui_box box, const char *label, bool is_on);
/* Returns true if it changed. */
bool ui_toggle(ui_state *u, uint32_t id, ui_box box, const char *label, const char *hint, bool *is_on);

/* A marked stretch of a slider. */
typedef struct ui_mark {
    double from, to;
    drawing_look look;
    int lane; /* 0 above the line, 1 above lane 0 */
} ui_mark;

typedef struct ui_range {
    double lower, upper;
    double step, page; /* of the arrow keys; of Page Up and Page Down */
    uint32_t mark_count;
    const ui_mark *mark;
} ui_range;

/* Returns true if the value changed. */
bool ui_slider(ui_state *u, uint32_t id, ui_box box, const ui_range *range, double *value);

/* Draws a row of a list. */
typedef void ui_row_function(void *user, ui_state *u, uint32_t row, ui_box box, bool is_selected);

typedef struct ui_list_options {
    uint32_t count;
    float row_height;
    ui_row_function *row;
    void *user;
} ui_list_options;

typedef enum ui_list_answer {
    UI_LIST_SAME,
    UI_LIST_MOVED, /* an arrow key selected another row */
    UI_LIST_CHOSEN /* Enter or a click: show this row */
} ui_list_answer;

/* *selected is FK_NONE for none; the caller keeps *scroll, 0 at first. */
ui_list_answer ui_list(ui_state *u, uint32_t id, ui_box box, const ui_list_options *options,
                       uint32_t *selected, float *scroll);
/* Scrolls a row into view, in a list of this height. */
void ui_list_reveal(const ui_list_options *options, float height, uint32_t row, float *scroll);

/* Clips what is built between these two to the box, and moves it up by *scroll, which the wheel changes if `height`,
 * that of the content, exceeds that of the box. Returns the box for the content. Areas do not nest. */
ui_box ui_begin_area(ui_state *u, ui_box box, float height, float *scroll);
/* For an area without widgets, before it begins: if it is too high, it can have the focus, and keys scroll it. */
void ui_scroll_keys(ui_state *u, uint32_t id, ui_box box, float height, float *scroll);
void ui_end_area(ui_state *u, float *scroll);

#endif
