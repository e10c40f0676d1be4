/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Keys that no widget took, and free flight. */

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

void viewer_hold_key(viewer *d, uint32_t key, bool is_down)
{
    int index = find_flight_key(key);
    if (index < 0 || (is_down && !d->is_flying))
        return;
    if (d->flight == 0)
        d->clock = fk_clock_seconds();
    d->flight = is_down ? d->flight | 1u << index : d->flight & ~(1u << index);
}

void viewer_fly(viewer *d, double seconds)
{
    double right = 0, up = 0, forward = 0, turn = 0, tilt = 0;
    for (int i = 0; i < FLIGHT_KEYS; i++)
        if (d->flight >> i & 1) {
            right += flight_keys[i].right;
            up += flight_keys[i].up;
            forward += flight_keys[i].forward;
            turn += flight_keys[i].turn;
            tilt += flight_keys[i].tilt;
        }
    camera_turn(&d->camera, turn * seconds, tilt * seconds);
    camera_fly(&d->camera, 0.5 * right * seconds, 0.5 * up * seconds, 0.5 * forward * seconds);
}

static void set_flight(viewer *d, bool is_on)
{
    d->is_flying = is_on;
    d->flight = 0;
    d->ride.is_on = false;
    viewer_log(d, is_on ? "flight: begins" : "flight: ends");
    if (is_on)
        viewer_show_message(d, false, "Free flight: W A S D, Q and E go, arrows look; Esc ends it");
}

/* ---- Camera -------------------------------------------------------------------------------------------- */

static bool handle_camera_key(viewer *d, const ui_event *event)
{
    bool shift = event->modifiers & UI_SHIFT;
    double right = event->key == UI_KEY_RIGHT ? 1 : event->key == UI_KEY_LEFT ? -1 : 0;
    double up = event->key == UI_KEY_UP ? 1 : event->key == UI_KEY_DOWN ? -1 : 0;
    if (right != 0 || up != 0) {
        d->ride.is_on = false;
        if (shift)
            camera_pan(&d->camera, 0.05 * right, 0.05 * up);
        else
            camera_orbit(&d->camera, 0.1 * right, 0.1 * up);
    } else if (event->key == UI_KEY_PAGE_UP || event->key == UI_KEY_PAGE_DOWN) {
        d->ride.is_on = false;
        camera_zoom(&d->camera, event->key == UI_KEY_PAGE_UP ? 0.8 : 1.25);
    } else if (event->key == 'f') {
        if (shift)
            viewer_fit_selected(d);
        else
            viewer_fit(d);
    } else if (event->key >= '1' && event->key <= '7') {
        viewer_look_from(d, (fk_side)(event->key - '1'));
    } else if (event->key == 'g') {
        set_flight(d, true);
    } else {
        return false;
    }
    return true;
}

/* ---- Time and list ------------------------------------------------------------------------------------- */

/* The beginning of a contact before or after now; NaN without one. */
static double find_next_contact(const viewer *d, bool is_forward)
{
    double best = NAN, least = 1e-6 * (d->span.hi - d->span.lo);
    const fk_sweep *sweep = d->show.sweep;
    for (size_t i = 0; sweep != NULL && i < sweep->pair_count; i++) {
        const fk_sweep_pair *pair = &sweep->pair[i];
        for (uint32_t k = 0; k < pair->contact_count + pair->below_count; k++) {
            const fk_stretch *s =
                k < pair->contact_count ? &pair->contact[k] : &pair->below[k - pair->contact_count];
            double time = s->enter.hi;
            if (is_forward ? time > d->time + least && !(time >= best)
                           : time < d->time - least && !(time <= best))
                best = time;
        }
    }
    return best;
}

static bool handle_time_key(viewer *d, uint32_t key)
{
    double step = (d->span.hi - d->span.lo) / 100, contact;
    if (key == 'j') {
        viewer_follow_motion(d);
        return true;
    }
    if (!d->has_time)
        return false;
    switch (key) {
    case ' ':
        viewer_play(d, !d->is_playing);
        return true;
    case ',':
    case '.':
        viewer_play(d, false);
        viewer_set_time(d, d->time + (key == '.' ? step : -step));
        return true;
    case '<':
    case '>':
        viewer_play(d, false);
        contact = find_next_contact(d, key == '>');
        if (!isnan(contact))
            viewer_set_time(d, contact);
        return true;
    case UI_KEY_HOME:
    case UI_KEY_END:
        viewer_play(d, false);
        viewer_set_time(d, key == UI_KEY_HOME ? d->span.lo : d->span.hi);
        return true;
    default:
        return false;
    }
}

static void select_next_part(viewer *d, bool is_back)
{
    uint32_t count = d->show.part_count;
    if (count == 0)
        return;
    uint32_t next = d->a >= count ? (is_back ? count - 1 : 0) : (d->a + (is_back ? count - 1 : 1)) % count;
    viewer_select(d, next, FK_NONE);
}

static void select_next_row(viewer *d, bool is_back)
{
    if (d->row_count == 0) {
        viewer_show_message(d, false, "The list is empty: nothing clashes; A lists clear pairs, too");
        return;
    }
    uint32_t now = d->row_selected, count = d->row_count;
    uint32_t next = now >= count ? (is_back ? count - 1 : 0) : (now + (is_back ? count - 1 : 1)) % count;
    viewer_choose_row(d, next, true);
    const ui_list_options list = {.count = count, .row_height = d->row_height};
    ui_list_reveal(&list, d->list_height, next, &d->list_scroll);
}

static bool handle_list_key(viewer *d, uint32_t key)
{
    switch (key) {
    case 'n':
    case 'p':
        select_next_row(d, key == 'p');
        return true;
    case UI_KEY_ENTER:
        viewer_fit_selected(d);
        return true;
    case 'a':
        d->lists_clear = !d->lists_clear;
        viewer_list_pairs(d);
        viewer_log(d, "list: %u rows", d->row_count);
        return true;
    case '[':
    case ']':
        select_next_part(d, key == '[');
        return true;
    default:
        return false;
    }
}

/* ---- Layers -------------------------------------------------------------------------------------------- */

static void flip_toggle(viewer *d, bool *toggle, const char *word)
{
    *toggle = !*toggle;
    viewer_log(d, "%s: %s", word, *toggle ? "on" : "off");
}

static bool handle_section_key(viewer *d, uint32_t key)
{
    switch (key) {
    case 'x':
        flip_toggle(d, &d->has_section, "section");
        return true;
    case 'y':
        d->has_section = true;
        d->section_axis = d->section_axis >= 2 ? 0 : d->section_axis + 1;
        viewer_log(d, "section: axis %c", 'x' + d->section_axis);
        return true;
    case 'z':
        d->has_section = true;
        d->section_axis = d->section_axis > 2 ? 0 : d->section_axis;
        flip_toggle(d, &d->is_flipped, "section: other side");
        return true;
    case '{':
    case '}':
        d->has_section = true;
        d->section_axis = d->section_axis > 2 ? 0 : d->section_axis;
        d->section_part = fmin(fmax(d->section_part + (key == '}' ? 0.02 : -0.02), 0), 1);
        viewer_log(d, "section: at %.2f", d->section_part);
        return true;
    default:
        return false;
    }
}

static bool handle_layer_key(viewer *d, uint32_t key)
{
    static const char *const volumes[] = {"none", "boxes", "oriented boxes", "spheres"};
    const struct layer_toggle {
        uint32_t key;
        bool *toggle;
        const char *word;
    } layers[] = {{'w', &d->shows_edges, "edges"},   {'t', &d->shows_tree, "tree"},
                  {'h', &d->shows_hulls, "hulls"},   {'c', &d->shows_pieces, "pieces"},
                  {'l', &d->shows_cells, "cells"},   {'m', &d->shows_labels, "names"},
                  {'o', &d->shows_legend, "legend"}, {'d', &d->shows_findings, "nearest points"}};
    for (size_t i = 0; i < sizeof layers / sizeof layers[0]; i++)
        if (layers[i].key == key) {
            flip_toggle(d, layers[i].toggle, layers[i].word);
            viewer_request_layers(d);
            return true;
        }
    if (key == 'b') {
        d->volume = (d->volume + 1) % VIEWER_VOLUMES;
        viewer_log(d, "volumes: %s", volumes[d->volume]);
        return true;
    }
    if (key == '+' || key == '=' || key == '-') {
        d->shows_tree = true;
        d->tree_level += key == '-' ? (d->tree_level > 0 ? (uint32_t)-1 : 0) : (d->tree_level < 40);
        viewer_request_layers(d);
        viewer_log(d, "tree: level %u", d->tree_level);
        return true;
    }
    return handle_section_key(d, key);
}

/* ---- All of them --------------------------------------------------------------------------------------- */

/* One thing at a time, the nearest first. */
static void handle_escape(viewer *d)
{
    if (d->shows_help)
        flip_toggle(d, &d->shows_help, "help");
    else if (d->is_flying)
        set_flight(d, false);
    else if (*d->message != '\0')
        *d->message = '\0';
    else if (ui_focus(d->ui) != 0)
        ui_set_focus(d->ui, 0);
    else
        viewer_select(d, FK_NONE, FK_NONE);
}

static void toggle_panel(viewer *d, bool *panel, bool *other)
{
    *panel = !*panel;
    /* Where there is no room for both, the other one goes. */
    if (*panel && d->width < 900 * ui_scale(d->ui))
        *other = false;
    viewer_log(d, "panels: list %s, tools %s", d->shows_list ? "on" : "off", d->shows_tools ? "on" : "off");
}

static bool handle_window_key(viewer *d, const ui_event *event)
{
    uint32_t key = event->key;
    if (event->modifiers & UI_CONTROL) {
        d->is_closing = d->is_closing || key == 'q' || key == 'w';
        return true;
    }
    if (key == UI_KEY_F1 || key == '?')
        flip_toggle(d, &d->shows_help, "help");
    else if (key == UI_KEY_F1 + 1)
        toggle_panel(d, &d->shows_list, &d->shows_tools);
    else if (key == UI_KEY_F1 + 2)
        toggle_panel(d, &d->shows_tools, &d->shows_list);
    else if (key == UI_KEY_ESCAPE)
        handle_escape(d);
    else if (key == UI_KEY_F1 + 11 || (key == 's' && !d->is_flying))
        d->wants_screenshot = true;
    else if (key == UI_KEY_F1 + 4 || (key == 'r' && !d->is_flying))
        viewer_start_reload(d);
    else
        return false;
    return true;
}

/* Steps of a method that is watched. */
static bool handle_step_key(viewer *d, uint32_t key)
{
    uint32_t last = explain_step_count(d->explain) - 1;
    switch (key) {
    case UI_KEY_RIGHT:
    case '.':
    case 'n':
    case ' ':
        viewer_show_step(d, d->step + 1);
        return true;
    case UI_KEY_LEFT:
    case ',':
    case 'p':
        viewer_show_step(d, d->step > 0 ? d->step - 1 : 0);
        return true;
    case UI_KEY_HOME:
        viewer_show_step(d, 0);
        return true;
    case UI_KEY_END:
        viewer_show_step(d, last);
        return true;
    default:
        return false;
    }
}

/* The help is scrolled, and takes nothing else. */
static void handle_help_key(viewer *d, uint32_t key)
{
    float way = key == UI_KEY_DOWN || key == UI_KEY_PAGE_DOWN ? 1
                : key == UI_KEY_UP || key == UI_KEY_PAGE_UP   ? -1
                                                              : 0;
    bool is_page = key == UI_KEY_PAGE_DOWN || key == UI_KEY_PAGE_UP;
    d->help_scroll += way * ui_row_height(d->ui) * (is_page ? 10 : 1);
}

void viewer_handle_key(viewer *d, const ui_event *event)
{
    if (handle_window_key(d, event))
        return;
    if (d->shows_help) {
        handle_help_key(d, event->key);
        return;
    }
    /* In flight these keys are held, not pressed. */
    if (d->is_flying && find_flight_key(event->key) >= 0)
        return;
    if (d->explain != NULL) {
        /* Arrows are for steps; with Shift they go around. */
        ui_event plain = *event;
        bool is_arrow = event->key >= UI_KEY_LEFT && event->key <= UI_KEY_DOWN;
        if (is_arrow)
            plain.modifiers &= ~(unsigned)UI_SHIFT;
        if (((event->modifiers & UI_SHIFT) && is_arrow) || !handle_step_key(d, event->key))
            handle_camera_key(d, &plain);
        return;
    }
    if (handle_time_key(d, event->key) || handle_list_key(d, event->key) || handle_camera_key(d, event))
        return;
    handle_layer_key(d, event->key);
}
