/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The keys of the window as text: for its help, and for that of the command. */

#include "farkas/view.h"

static const struct key_row {
    const char *key, *text;
} rows[] = {
    {NULL, "Clashes and parts"},
    {"N, P", "next, previous pair of the list, and go there"},
    {"Enter", "go to the selection"},
    {"A", "list clear pairs, too"},
    {"[, ]", "previous, next part"},
    {NULL, "Time and joints"},
    {"Space", "play, pause"},
    {", and .", "a hundredth back, forward"},
    {"< and >", "previous, next contact"},
    {"Home, End", "first, last moment"},
    {"J", "joints follow the motion again"},
    {NULL, "Steps of a method"},
    {"left, right", "previous, next step; Shift+arrows: orbit"},
    {"Home, End", "the question, the answer"},
    {NULL, "Camera"},
    {"F", "fit all; Shift+F: fit the selection"},
    {"1 to 7", "corner, front, back, left, right, top, bottom"},
    {"arrows", "orbit; with Shift, pan"},
    {"PgUp, PgDn", "zoom in, out"},
    {"G", "free flight: W A S D, Q and E, arrows; Esc ends it"},
    {"mouse", "drag: orbit; right or Shift+drag: pan"},
    {"", "wheel: zoom; click: select a part"},
    {"", "double click: go to a part"},
    {NULL, "Layers"},
    {"W", "edges of triangles"},
    {"B", "bounding volumes: AABB, OBB, sphere, none"},
    {"T, +, -", "one level of the trees; down, up"},
    {"U", "spheres of that level of the sphere trees"},
    {"H, C, L", "hulls, convex pieces, cells"},
    {"M, O, D", "names, legend, nearest points"},
    {"X", "section plane; Y: its axis; Z: its other side"},
    {"{ and }", "move the section plane"},
    {NULL, "Window"},
    {"Tab", "next widget; with Shift, the previous one"},
    {"S, F12", "save a picture"},
    {"R, F5", "load the files again"},
    {"F2, F3", "list, tools"},
    {"?, F1", "all keys"},
    {"Esc", "leave flight, widget, help, message, selection"},
    {"Ctrl+Q", "quit"},
};

const char *fk_window_key(uint32_t row, const char **key)
{
    if (row >= sizeof rows / sizeof rows[0])
        return NULL;
    *key = rows[row].key;
    return rows[row].text;
}
