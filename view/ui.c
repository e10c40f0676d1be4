/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Passes, focus, shapes and labels of the widgets: see ui.h. */

#include "ui_private.h"

#include <math.h>
#include <string.h>

/* ---- Boxes --------------------------------------------------------------------------------------------- */

bool ui_box_has(ui_box box, float x, float y)
{
    return x >= box.x && x < box.x + box.width && y >= box.y && y < box.y + box.height;
}

ui_box ui_box_cut_top(ui_box *box, float height)
{
    height = fminf(height, box->height);
    ui_box top = {box->x, box->y, box->width, height};
    box->y += height;
    box->height -= height;
    return top;
}

ui_box ui_box_cut_bottom(ui_box *box, float height)
{
    height = fminf(height, box->height);
    box->height -= height;
    return (ui_box){box->x, box->y + box->height, box->width, height};
}

ui_box ui_box_cut_left(ui_box *box, float width)
{
    width = fminf(width, box->width);
    ui_box left = {box->x, box->y, width, box->height};
    box->x += width;
    box->width -= width;
    return left;
}

ui_box ui_box_cut_right(ui_box *box, float width)
{
    width = fminf(width, box->width);
    box->width -= width;
    return (ui_box){box->x + box->width, box->y, width, box->height};
}

ui_box ui_box_shrink(ui_box box, float by)
{
    return (ui_box){box.x + by, box.y + by, fmaxf(0, box.width - 2 * by), fmaxf(0, box.height - 2 * by)};
}

static ui_box common_box(ui_box a, ui_box b)
{
    float x = fmaxf(a.x, b.x), y = fmaxf(a.y, b.y);
    float right = fminf(a.x + a.width, b.x + b.width), bottom = fminf(a.y + a.height, b.y + b.height);
    return (ui_box){x, y, fmaxf(0, right - x), fmaxf(0, bottom - y)};
}

/* ---- Passes -------------------------------------------------------------------------------------------- */

ui_state *ui_create(fk_context *context, ui_measure *measure, void *user)
{
    ui_state *u = fk_allocate(context, sizeof *u);
    if (u == NULL)
        return NULL;
    memset(u, 0, sizeof *u);
    u->context = context;
    u->measure = measure;
    u->user = user;
    u->scale = 1;
    return u;
}

void ui_free(ui_state *u)
{
    if (u == NULL)
        return;
    fk_release(u->context, u->command, u->command_capacity * sizeof *u->command);
    fk_release(u->context, u->text, u->text_capacity);
    fk_release(u->context, u, sizeof *u);
}

void ui_set_scale(ui_state *u, float scale)
{
    u->scale = scale > 0 ? scale : 1;
}

float ui_scale(const ui_state *u)
{
    return u->scale;
}

static float text_size(const ui_state *u)
{
    return roundf(14 * u->scale);
}

float ui_row_height(const ui_state *u)
{
    return roundf(26 * u->scale);
}

/* Moves the focus to the next widget of the last pass, or the previous one; after the last, no widget has it. */
static void move_focus(ui_state *u, bool is_back)
{
    uint32_t at = 0, count = u->order_count;
    while (at < count && u->order[at] != u->focus)
        at++;
    if (count == 0)
        return;
    if (at == count)
        at = is_back ? count - 1 : 0;
    else
        at = is_back ? (at == 0 ? count : at - 1) : at + 1;
    u->focus = at < count ? u->order[at] : 0;
    u->has_ring = u->wants_reveal = true;
}

void ui_begin(ui_state *u, const ui_event *event)
{
    u->event = *event;
    u->is_taken = u->is_blocked = u->is_on_ground = false;
    u->next_order_count = 0;
    u->command_count = u->text_count = 0;
    u->is_in_area = false;
    u->clip = (ui_box){0, 0, 0, 0};
    if (event->kind == UI_PRESS)
        u->has_ring = false;
    if (event->kind == UI_KEY && event->key == UI_KEY_TAB) {
        move_focus(u, event->modifiers & UI_SHIFT);
        u->is_taken = true;
    }
}

bool ui_end(ui_state *u)
{
    memcpy(u->order, u->next_order, u->next_order_count * sizeof *u->order);
    u->order_count = u->next_order_count;
    /* A widget that is gone cannot have the focus. */
    bool is_there = false;
    for (uint32_t i = 0; i < u->order_count; i++)
        is_there = is_there || u->order[i] == u->focus;
    if (!is_there)
        u->focus = 0;
    u->wants_reveal = false;
    if (u->event.kind == UI_RELEASE)
        u->held = 0;
    /* A press beside all widgets removes the focus. */
    if (u->event.kind == UI_PRESS && !u->is_taken)
        u->focus = 0;
    return u->is_taken || u->is_on_ground;
}

void ui_block(ui_state *u, bool is_blocked)
{
    u->is_blocked = is_blocked;
    if (is_blocked)
        return;
    /* Only widgets on top can have the focus. */
    u->next_order_count = 0;
}

uint32_t ui_focus(const ui_state *u)
{
    return u->focus;
}

void ui_set_focus(ui_state *u, uint32_t id)
{
    u->focus = id;
}

bool ui_holds_mouse(const ui_state *u)
{
    return u->held != 0;
}

void ui_take_event(ui_state *u)
{
    u->is_taken = true;
}

bool ui_is_over(const ui_state *u, ui_box box)
{
    if (u->is_blocked || (u->is_in_area && !ui_box_has(u->area, u->event.x, u->event.y)))
        return false;
    return ui_box_has(box, u->event.x, u->event.y);
}

bool ui_add_focusable(ui_state *u, uint32_t id, ui_box box)
{
    if (u->next_order_count < UI_WIDGETS)
        u->next_order[u->next_order_count++] = id;
    if (u->focus != id)
        return false;
    if (u->is_in_area && u->wants_reveal) {
        /* The area scrolls when it ends. */
        float above = u->area.y - box.y, below = box.y + box.height - (u->area.y + u->area.height);
        u->reveal = above > 0 ? -above : below > 0 ? below : 0;
    }
    if (u->has_ring && !u->is_blocked) {
        ui_box ring = {box.x - 2, box.y - 2, box.width + 4, box.height + 4};
        ui_frame(u, ring, ui_tone_color(UI_ACCENT));
        ui_frame(u, ui_box_shrink(ring, 1), ui_tone_color(UI_ACCENT));
    }
    return u->event.kind == UI_KEY && !u->is_taken && !u->is_blocked;
}

bool ui_take_press(ui_state *u, uint32_t id, ui_box box)
{
    if (u->event.kind != UI_PRESS || u->event.button != 0 || u->is_taken || !ui_is_over(u, box))
        return false;
    u->is_taken = true;
    u->focus = u->held = id;
    return true;
}

bool ui_take_release(ui_state *u, uint32_t id)
{
    if (u->held != id || u->event.kind != UI_RELEASE || u->event.button != 0)
        return false;
    u->is_taken = true;
    u->held = 0;
    return true;
}

/* ---- Shapes -------------------------------------------------------------------------------------------- */

/* Reserves items after `count`; returns NULL without memory, and the shape is skipped. */
static void *grow_array(fk_context *context, void *old, size_t count, size_t *capacity, size_t wanted,
                        size_t bytes)
{
    if (wanted <= *capacity)
        return old;
    size_t grown = 2 * wanted + 256;
    void *moved = fk_allocate(context, grown * bytes);
    if (moved == NULL)
        return NULL;
    if (count > 0)
        memcpy(moved, old, count * bytes);
    fk_release(context, old, *capacity * bytes);
    *capacity = grown;
    return moved;
}

static ui_command *add_command(ui_state *u, ui_command_kind kind, ui_box box)
{
    if (u->is_in_area && common_box(box, u->clip).height <= 0 && kind != UI_WRITING)
        return NULL;
    void *list = grow_array(u->context, u->command, u->command_count, &u->command_capacity,
                            u->command_count + 1, sizeof *u->command);
    if (list == NULL)
        return NULL;
    u->command = list;
    u->command[u->command_count] = (ui_command){.kind = kind, .box = box, .clip = u->clip};
    return &u->command[u->command_count++];
}

void ui_rectangle(ui_state *u, ui_box box, rgba_color color)
{
    ui_command *command = add_command(u, UI_RECTANGLE, box);
    if (command != NULL)
        command->color = color;
}

void ui_frame(ui_state *u, ui_box box, rgba_color color)
{
    ui_command *command = add_command(u, UI_FRAME, box);
    if (command != NULL)
        command->color = color;
}

void ui_swatch(ui_state *u, ui_box box, drawing_look look)
{
    ui_command *command = add_command(u, UI_SWATCH, box);
    if (command != NULL)
        command->look = look;
}

void ui_ground(ui_state *u, ui_box box, rgba_color color)
{
    if (color.a > 0)
        ui_rectangle(u, box, color);
    bool is_mouse = u->event.kind == UI_PRESS || u->event.kind == UI_SCROLL;
    if (is_mouse && ui_is_over(u, box))
        u->is_on_ground = true;
}

/* ---- Texts --------------------------------------------------------------------------------------------- */

rgba_color ui_tone_color(ui_tone tone)
{
    static const rgba_color color[] = {
        [UI_TEXT] = {32, 40, 51, 255},     [UI_DIM] = {86, 99, 115, 255},    [UI_STRONG] = {17, 24, 33, 255},
        [UI_LIGHT] = {255, 255, 255, 255}, [UI_ACCENT] = {28, 92, 178, 255}, [UI_ALARM] = {168, 28, 28, 255},
    };
    return color[tone];
}

static void write_line(ui_state *u, float x, float baseline, ui_tone tone, const char *text, size_t length)
{
    ui_command *command = add_command(u, UI_WRITING, (ui_box){x, baseline, 0, 0});
    void *texts =
        grow_array(u->context, u->text, u->text_count, &u->text_capacity, u->text_count + length + 1, 1);
    if (texts == NULL || command == NULL) {
        u->command_count -= command != NULL;
        return;
    }
    u->text = texts;
    command->color = ui_tone_color(tone);
    command->size = text_size(u);
    command->text = (uint32_t)u->text_count;
    memcpy(u->text + u->text_count, text, length);
    u->text[u->text_count + length] = '\0';
    u->text_count += length + 1;
}

/* Returns the beginning of the character at or before `at`. */
static size_t character_start(const char *text, size_t at)
{
    while (at > 0 && ((unsigned char)text[at] & 0xC0) == 0x80)
        at--;
    return at;
}

#define LINE_SIZE 512

static float text_width(const ui_state *u, const char *text, size_t length)
{
    char line[LINE_SIZE];
    length = length < sizeof line ? length : character_start(text, sizeof line - 1);
    memcpy(line, text, length);
    line[length] = '\0';
    return u->measure(u->user, text_size(u), line);
}

float ui_label_width(const ui_state *u, const char *text)
{
    return text_width(u, text, strlen(text));
}

/* The middle of the small letters is in the middle of the box. */
static float label_baseline(const ui_state *u, ui_box box)
{
    return roundf(box.y + box.height / 2 + text_size(u) * 0.34f);
}

float ui_label(ui_state *u, ui_box box, ui_align align, ui_tone tone, const char *text)
{
    char line[LINE_SIZE + 4];
    size_t length = strlen(text);
    length = length < LINE_SIZE ? length : character_start(text, LINE_SIZE - 1);
    memcpy(line, text, length);
    line[length] = '\0';
    float width = u->measure(u->user, text_size(u), line);
    while (width > box.width && length > 0) {
        length = character_start(text, length - 1);
        memcpy(line + length, "\xE2\x80\xA6", 4);
        width = u->measure(u->user, text_size(u), line);
    }
    float free = fmaxf(0, box.width - width);
    float x = box.x + (align == UI_LEFT ? 0 : align == UI_RIGHT ? free : roundf(free / 2));
    write_line(u, x, label_baseline(u, box), tone, line, strlen(line));
    return width;
}

/* Returns how many bytes of a text fit into a line: up to a space, or as many as fit; at least one character. */
static size_t line_length(const ui_state *u, const char *text, float width)
{
    size_t end = strcspn(text, "\n"), best = 0;
    for (size_t i = 0; i < end && i < LINE_SIZE - 1;) {
        size_t word = i + strspn(text + i, " ");
        word += strcspn(text + word, " \n");
        if (text_width(u, text, word) > width)
            break;
        best = i = word;
    }
    if (best > 0 || end == 0)
        return best;
    /* A word that is too long is broken. */
    size_t first = 1;
    while (((unsigned char)text[first] & 0xC0) == 0x80)
        first++;
    best = first;
    for (size_t i = first; i <= end; i++)
        if (((unsigned char)text[i] & 0xC0) != 0x80) {
            if (text_width(u, text, i) > width)
                break;
            best = i;
        }
    return best;
}

float ui_text(ui_state *u, ui_box box, ui_tone tone, const char *text)
{
    float height = roundf(text_size(u) * 1.35f), y = box.y;
    while (*text != '\0') {
        size_t length = line_length(u, text, box.width);
        write_line(u, box.x, label_baseline(u, (ui_box){box.x, y, box.width, height}), tone, text, length);
        y += height;
        text += length;
        text += *text == '\n' ? 1 : strspn(text, " ");
    }
    return y - box.y;
}

/* ---- Commands ------------------------------------------------------------------------------------------ */

const ui_command *ui_commands(const ui_state *u, size_t *count)
{
    *count = u->command_count;
    return u->command;
}

const char *ui_command_text(const ui_state *u, const ui_command *command)
{
    return command->kind == UI_WRITING ? u->text + command->text : "";
}

/* ---- Areas --------------------------------------------------------------------------------------------- */

ui_box ui_begin_area(ui_state *u, ui_box box, float height, float *scroll)
{
    float most = fmaxf(0, height - box.height);
    bool is_over = !u->is_blocked && ui_box_has(box, u->event.x, u->event.y);
    if (u->event.kind == UI_SCROLL && !u->is_taken && is_over && most > 0) {
        *scroll -= u->event.amount * 2 * ui_row_height(u);
        u->is_taken = true;
    }
    *scroll = fminf(fmaxf(*scroll, 0), most);
    u->is_in_area = true;
    u->area = u->clip = box;
    u->area_height = height;
    u->reveal = 0;
    return (ui_box){box.x, roundf(box.y - *scroll), box.width, height};
}

void ui_end_area(ui_state *u, float *scroll)
{
    float most = u->area_height - u->area.height;
    if (u->reveal != 0)
        *scroll = fminf(fmaxf(*scroll + u->reveal + (u->reveal > 0 ? 8 : -8), 0), fmaxf(0, most));
    u->is_in_area = false;
    ui_box all = u->area;
    u->clip = (ui_box){0, 0, 0, 0};
    if (most <= 0)
        return;
    /* The scroll bar. */
    float width = roundf(4 * u->scale), size = all.height * all.height / u->area_height;
    ui_box bar = {all.x + all.width - width, all.y + *scroll * all.height / u->area_height, width, size};
    ui_rectangle(u, bar, (rgba_color){150, 160, 172, 255});
}
