/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Handles keys that no widget took, and free flight. */

#include "viewer.h"

#include <math.h>

/* ---- Free flight --------------------------------------------------------------------------------------- */

static const struct flight_key {
    uint32_t key;
    double right, up, forward, turn, tilt;
} flight_keys[] = {
    {'w', 0, 0, 1, 0, 0},          {'s', 0, 0, -1, 0, 0},         {'a', -1, 0, 0, 0, 0},
    {'d', 1, 0, 0, 0, 0},          {'q', 0, -1, 0, 0, 0},         {'e', 0, 1, 0, 0, 0},
    {UI_KEY_LEFT, 0, 0, 0, -1, 0}, {UI_KEY_RIGHT, 0, 0, 0, 1, 0}, {UI_KEY_UP, 0, 0, 0, 0, 1},
    {UI_KEY_DOWN, 0, 0, 0, 0, -1},
};

enum { FLIGHT_KEYS = sizeof flight_keys / sizeof flight_keys[0] };

static int find_flight_key(uint32_t key)
{
    for (int i = 0; i < FLIGHT_KEYS; i++)
        if (flight_keys[i].key == key)
            return i;
    return -1;
}

void viewer_hold_key(viewer *v, uint32_t key, bool is_down)
{
    int index = find_flight_key(key);
    if (index < 0 || (is_down && !v->is_flying))
        return;
    if (v->flight == 0)
        v->clock = fk_clock_seconds();
    v->flight = is_down ? v->flight | 1u << index : v->flight & ~(1u << index);
}

void viewer_fly(viewer *v, double seconds)
{
    double right = 0, up = 0, forward = 0, turn = 0, tilt = 0;
    for (int i = 0; i < FLIGHT_KEYS; i++)
        if (v->flight >> i & 1) {
            right += flight_keys[i].right;
            up += flight_keys[i].up;
            forward += flight_keys[i].forward;
            turn += flight_keys[i].turn;
            tilt += flight_keys[i].tilt;
        }
    camera_turn(&v->camera, turn * seconds, tilt * seconds);
    camera_fly(&v->camera, 0.5 * right * seconds, 0.5 * up * seconds, 0.5 * forward * seconds);
}

static void set_flight(viewer *v, bool is_on)
{
    v->is_flying = is_on;
    v->flight = 0;
    v->camera_move.is_on = false;
    viewer_log(v, is_on ? "flight: begins" : "flight: ends");
    if (is_on)
        viewer_show_message(v, false, "Free flight: W A S D, Q and E go, arrows look; Esc ends it");
}

/* ---- Camera -------------------------------------------------------------------------------------------- */

static bool handle_camera_key(viewer *v, const ui_event *event)
{
    bool shift = event->modifiers & UI_SHIFT;
    double right = event->key == UI_KEY_RIGHT ? 1 : event->key == UI_KEY_LEFT ? -1 : 0;
    double up = event->key == UI_KEY_UP ? 1 : event->key == UI_KEY_DOWN ? -1 : 0;
    if (right != 0 || up != 0) {
        v->camera_move.is_on = false;
        if (shift)
            camera_pan(&v->camera, 0.05 * right, 0.05 * up);
        else
            camera_orbit(&v->camera, 0.1 * right, 0.1 * up);
    } else if (event->key == UI_KEY_PAGE_UP || event->key == UI_KEY_PAGE_DOWN) {
        v->camera_move.is_on = false;
        camera_zoom(&v->camera, event->key == UI_KEY_PAGE_UP ? 0.8 : 1.25);
    } else if (event->key == 'f') {
        if (shift)
            viewer_fit_selected(v);
        else
            viewer_fit(v);
    } else if (event->key >= '1' && event->key <= '7') {
        viewer_look_from(v, (fk_side)(event->key - '1'));
    } else if (event->key == 'g') {
        set_flight(v, true);
    } else {
        return false;
    }
    return true;
}

/* ---- Time and list ------------------------------------------------------------------------------------- */

/* Returns the beginning of the next contact before or after now; NaN without one. */
static double find_next_contact(const viewer *v, bool is_forward)
{
    double best = NAN, least = 1e-6 * (v->time_range.hi - v->time_range.lo);
    const fk_sweep *sweep = v->show.sweep;
    for (size_t i = 0; sweep != NULL && i < sweep->pair_count; i++) {
        const fk_sweep_pair *pair = &sweep->pair[i];
        for (uint32_t k = 0; k < pair->contact_count + pair->below_count; k++) {
            const fk_stretch *s =
                k < pair->contact_count ? &pair->contact[k] : &pair->below[k - pair->contact_count];
            double time = s->enter.hi;
            if (is_forward ? time > v->time + least && !(time >= best)
                           : time < v->time - least && !(time <= best))
                best = time;
        }
    }
    return best;
}

static bool handle_time_key(viewer *v, uint32_t key)
{
    double step = (v->time_range.hi - v->time_range.lo) / 100, contact;
    if (key == 'j') {
        viewer_follow_motion(v);
        return true;
    }
    if (!v->has_time)
        return false;
    switch (key) {
    case ' ':
        viewer_play(v, !v->is_playing);
        return true;
    case ',':
    case '.':
        viewer_play(v, false);
        viewer_set_time(v, v->time + (key == '.' ? step : -step));
        return true;
    case '<':
    case '>':
        viewer_play(v, false);
        contact = find_next_contact(v, key == '>');
        if (!isnan(contact))
            viewer_set_time(v, contact);
        return true;
    case UI_KEY_HOME:
    case UI_KEY_END:
        viewer_play(v, false);
        viewer_set_time(v, key == UI_KEY_HOME ? v->time_range.lo : v->time_range.hi);
        return true;
    default:
        return false;
    }
}

static void select_next_part(viewer *v, bool is_back)
{
    uint32_t count = v->show.part_count;
    if (count == 0)
        return;
    uint32_t next = v->a >= count ? (is_back ? count - 1 : 0) : (v->a + (is_back ? count - 1 : 1)) % count;
    viewer_select(v, next, FK_NONE);
}

static void select_next_row(viewer *v, bool is_back)
{
    if (v->row_count == 0) {
        viewer_show_message(v, false, "The list is empty: nothing clashes; A lists clear pairs, too");
        return;
    }
    uint32_t now = v->row_selected, count = v->row_count;
    uint32_t next = now >= count ? (is_back ? count - 1 : 0) : (now + (is_back ? count - 1 : 1)) % count;
    viewer_choose_row(v, next, true);
    const ui_list_options list = {.count = count, .row_height = v->row_height};
    ui_list_reveal(&list, v->list_height, next, &v->list_scroll);
}

static bool handle_list_key(viewer *v, uint32_t key)
{
    switch (key) {
    case 'n':
    case 'p':
        select_next_row(v, key == 'p');
        return true;
    case UI_KEY_ENTER:
        viewer_fit_selected(v);
        return true;
    case 'a':
        v->lists_clear = !v->lists_clear;
        viewer_list_pairs(v);
        viewer_log(v, "list: %u rows", v->row_count);
        return true;
    case '[':
    case ']':
        select_next_part(v, key == '[');
        return true;
    default:
        return false;
    }
}

/* ---- Layers -------------------------------------------------------------------------------------------- */

static void flip_toggle(viewer *v, bool *toggle, const char *word)
{
    *toggle = !*toggle;
    viewer_log(v, "%s: %s", word, *toggle ? "on" : "off");
}

static bool handle_section_key(viewer *v, uint32_t key)
{
    switch (key) {
    case 'x':
        flip_toggle(v, &v->has_section, "section");
        return true;
    case 'y':
        v->has_section = true;
        v->section_axis = v->section_axis >= 2 ? 0 : v->section_axis + 1;
        viewer_log(v, "section: axis %c", 'x' + v->section_axis);
        return true;
    case 'z':
        v->has_section = true;
        v->section_axis = v->section_axis > 2 ? 0 : v->section_axis;
        flip_toggle(v, &v->is_flipped, "section: other side");
        return true;
    case '{':
    case '}':
        v->has_section = true;
        v->section_axis = v->section_axis > 2 ? 0 : v->section_axis;
        v->section_offset = fmin(fmax(v->section_offset + (key == '}' ? 0.02 : -0.02), 0), 1);
        viewer_log(v, "section: at %.2f", v->section_offset);
        return true;
    default:
        return false;
    }
}

static bool handle_layer_key(viewer *v, uint32_t key)
{
    static const char *const volumes[] = {"none", "boxes", "oriented boxes", "spheres"};
    const struct layer_toggle {
        uint32_t key;
        bool *toggle;
        const char *word;
    } layers[] = {{'w', &v->shows_edges, "edges"},
                  {'t', &v->shows_tree, "tree"},
                  {'h', &v->shows_hulls, "hulls"},
                  {'c', &v->shows_pieces, "pieces"},
                  {'l', &v->shows_cells, "cells"},
                  {'u', &v->shows_spheres, "sphere trees"},
                  {'m', &v->shows_labels, "names"},
                  {'o', &v->shows_legend, "legend"},
                  {'d', &v->shows_findings, "nearest points"}};
    for (size_t i = 0; i < sizeof layers / sizeof layers[0]; i++)
        if (layers[i].key == key) {
            flip_toggle(v, layers[i].toggle, layers[i].word);
            viewer_request_layers(v);
            return true;
        }
    if (key == 'b') {
        v->volume = (v->volume + 1) % VIEWER_VOLUMES;
        viewer_log(v, "volumes: %s", volumes[v->volume]);
        return true;
    }
    if (key == '+' || key == '=' || key == '-') {
        v->shows_tree = v->shows_tree || !v->shows_spheres;
        v->tree_level += key == '-' ? (v->tree_level > 0 ? (uint32_t)-1 : 0) : (v->tree_level < 40);
        viewer_request_layers(v);
        viewer_log(v, "tree: level %u", v->tree_level);
        return true;
    }
    return handle_section_key(v, key);
}

/* ---- All of them --------------------------------------------------------------------------------------- */

/* Closes one thing at a time, the nearest first. */
static void handle_escape(viewer *v)
{
    if (v->shows_help)
        flip_toggle(v, &v->shows_help, "help");
    else if (v->is_flying)
        set_flight(v, false);
    else if (*v->message != '\0')
        *v->message = '\0';
    else if (ui_focus(v->ui) != 0)
        ui_set_focus(v->ui, 0);
    else
        viewer_select(v, FK_NONE, FK_NONE);
}

static void toggle_panel(viewer *v, bool *panel, bool *other)
{
    *panel = !*panel;
    /* If there is no room for both, the other one closes. */
    if (*panel && v->width < 900 * ui_scale(v->ui))
        *other = false;
    viewer_log(v, "panels: list %s, tools %s", v->shows_list ? "on" : "off", v->shows_tools ? "on" : "off");
}

static bool handle_window_key(viewer *v, const ui_event *event)
{
    uint32_t key = event->key;
    if (event->modifiers & UI_CONTROL) {
        v->is_closing = v->is_closing || key == 'q' || key == 'w';
        return true;
    }
    if (key == UI_KEY_F1 || key == '?')
        flip_toggle(v, &v->shows_help, "help");
    else if (key == UI_KEY_F1 + 1)
        toggle_panel(v, &v->shows_list, &v->shows_tools);
    else if (key == UI_KEY_F1 + 2)
        toggle_panel(v, &v->shows_tools, &v->shows_list);
    else if (key == UI_KEY_ESCAPE)
        handle_escape(v);
    else if (key == UI_KEY_F1 + 11 || (key == 's' && !v->is_flying))
        v->wants_screenshot = true;
    else if (key == UI_KEY_F1 + 4 || (key == 'r' && !v->is_flying))
        viewer_start_reload(v);
    else
        return false;
    return true;
}

/* Shows another step of an explained method. */
static bool handle_step_key(viewer *v, uint32_t key)
{
    uint32_t last = explain_step_count(v->explain) - 1;
    switch (key) {
    case UI_KEY_RIGHT:
    case '.':
    case 'n':
    case ' ':
        viewer_show_step(v, v->step + 1);
        return true;
    case UI_KEY_LEFT:
    case ',':
    case 'p':
        viewer_show_step(v, v->step > 0 ? v->step - 1 : 0);
        return true;
    case UI_KEY_HOME:
        viewer_show_step(v, 0);
        return true;
    case UI_KEY_END:
        viewer_show_step(v, last);
        return true;
    default:
        return false;
    }
}

/* Scrolls the help; other keys do nothing. */
static void handle_help_key(viewer *v, uint32_t key)
{
    float way = key == UI_KEY_DOWN || key == UI_KEY_PAGE_DOWN ? 1
                : key == UI_KEY_UP || key == UI_KEY_PAGE_UP   ? -1
                                                              : 0;
    bool is_page = key == UI_KEY_PAGE_DOWN || key == UI_KEY_PAGE_UP;
    v->help_scroll += way * ui_row_height(v->ui) * (is_page ? 10 : 1);
}

void viewer_handle_key(viewer *v, const ui_event *event)
{
    if (handle_window_key(v, event))
        return;
    if (v->shows_help) {
        handle_help_key(v, event->key);
        return;
    }
    /* In flight these keys are held, not pressed. */
    if (v->is_flying && find_flight_key(event->key) >= 0)
        return;
    if (v->explain != NULL) {
        /* Arrows change the step; with Shift they orbit. */
        ui_event plain = *event;
        bool is_arrow = event->key >= UI_KEY_LEFT && event->key <= UI_KEY_DOWN;
        if (is_arrow)
            plain.modifiers &= ~(unsigned)UI_SHIFT;
        if (((event->modifiers & UI_SHIFT) && is_arrow) || !handle_step_key(v, event->key))
            handle_camera_key(v, &plain);
        return;
    }
    if (handle_time_key(v, event->key) || handle_list_key(v, event->key) || handle_camera_key(v, event))
        return;
    handle_layer_key(v, event->key);
}
