/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The tools: joints, what is drawn, where one looks from. */

#include "desk.h"

#include <math.h>
#include <stdio.h>

/* Where the next row goes. */
typedef struct tools {
    desk *d;
    ui_box rest;
    float s, row, gap;
} tools;

static ui_box next_row(tools *t)
{
    ui_box row = ui_box_cut_top(&t->rest, t->row);
    ui_box_cut_top(&t->rest, roundf(2 * t->s));
    return row;
}

static void head(tools *t, const char *text)
{
    ui_box_cut_top(&t->rest, t->gap);
    ui_label(t->d->ui, next_row(t), UI_LEFT, UI_STRONG, text);
}

/* One of `count` columns. */
static ui_box column(const tools *t, ui_box row, uint32_t index, uint32_t count)
{
    float gap = roundf(6 * t->s), width = floorf((row.width - gap * (float)(count - 1)) / (float)count);
    return (ui_box){row.x + (float)index * (width + gap), row.y, width, row.height};
}

/* What a key does, a button does. */
static void press(desk *d, uint32_t key)
{
    desk_key(d, &(ui_event){.kind = UI_KEY, .key = key});
}

/* So many digits behind the point that a step of the slider is seen; one at least, for degrees. */
static int joint_digits(const fk_window_joint *joint)
{
    double step = (joint->upper - joint->lower) * joint->factor / 200;
    int digits = 1;
    for (double unit = 0.1; unit > step && digits < 6; unit /= 10)
        digits++;
    return digits;
}

static void make_joint(tools *t, uint32_t index)
{
    desk *d = t->d;
    const fk_window_joint *joint = &d->subject->joint[index];
    ui_box label = ui_box_cut_top(&t->rest, roundf(20 * t->s));
    ui_box slider = ui_box_cut_top(&t->rest, roundf(22 * t->s));
    ui_box_cut_top(&t->rest, roundf(4 * t->s));
    char text[64];
    const char *unit = joint->unit != NULL ? joint->unit : "";
    bool is_sign = (unsigned char)*unit >= 0x80; /* as that of degrees */
    snprintf(text, sizeof text, "%.*f%s%s", joint_digits(joint), d->joint[index] * joint->factor,
             is_sign ? "" : " ", unit);
    float width = ui_label(d->ui, label, UI_RIGHT, UI_DIM, text);
    ui_box_cut_right(&label, width + roundf(6 * t->s));
    ui_label(d->ui, label, UI_LEFT, UI_TEXT, joint->name);
    double span = joint->upper - joint->lower, value = d->joint[index];
    ui_range range = {joint->lower, joint->upper, span / 200, span / 20, 0, NULL};
    if (ui_slider(d->ui, ID_JOINT + index, slider, &range, &value))
        desk_set_joint(d, index, value);
}

static void make_joints(tools *t)
{
    desk *d = t->d;
    if (d->subject->joint_count == 0)
        return;
    head(t, "Joints");
    for (uint32_t i = 0; i < d->subject->joint_count; i++)
        make_joint(t, i);
    if (d->is_by_hand && ui_button(d->ui, ID_FOLLOW, next_row(t),
                                   d->subject->joints != NULL ? "Follow the motion" : "As they were", "J"))
        press(d, 'j');
}

static void make_toggle(tools *t, uint32_t id, const char *label, uint32_t key, bool is_on)
{
    char hint[2] = {(char)(key - 'a' + 'A'), '\0'};
    if (ui_toggle(t->d->ui, id, next_row(t), label, hint, &is_on))
        press(t->d, key);
}

static void make_volumes(tools *t)
{
    static const char *const words[DESK_VOLUMES] = {"none", "AABB", "OBB", "ball"};
    desk *d = t->d;
    ui_box row = next_row(t);
    ui_label(d->ui, row, UI_LEFT, UI_TEXT, "Bounding volumes");
    ui_label(d->ui, row, UI_RIGHT, UI_DIM, "B");
    row = next_row(t);
    for (int i = 0; i < DESK_VOLUMES; i++)
        if (ui_choice(d->ui, ID_VOLUME + (uint32_t)i, column(t, row, (uint32_t)i, DESK_VOLUMES), words[i],
                      d->volume == i)) {
            d->volume = i;
            desk_log(d, "volumes: %s", words[i]);
        }
}

static void make_tree(tools *t)
{
    desk *d = t->d;
    char label[64];
    snprintf(label, sizeof label, "Tree, level %u", d->tree_level);
    ui_box row = next_row(t);
    ui_box up = ui_box_cut_right(&row, roundf(26 * t->s));
    ui_box_cut_right(&row, roundf(4 * t->s));
    ui_box down = ui_box_cut_right(&row, roundf(26 * t->s));
    ui_box_cut_right(&row, roundf(4 * t->s));
    bool is_on = d->shows_tree;
    if (ui_toggle(d->ui, ID_TREE, row, label, "T", &is_on))
        press(d, 't');
    if (ui_button(d->ui, ID_LEVEL_DOWN, down, "-", NULL))
        press(d, '-');
    if (ui_button(d->ui, ID_LEVEL_UP, up, "+", NULL))
        press(d, '+');
}

static void make_layers(tools *t)
{
    const desk *d = t->d;
    head(t, "What is drawn");
    make_toggle(t, ID_EDGES, "Edges of triangles", 'w', d->shows_edges);
    make_toggle(t, ID_HULLS, "Convex hulls", 'h', d->shows_hulls);
    make_toggle(t, ID_PIECES, "Convex pieces", 'c', d->shows_pieces);
    make_toggle(t, ID_CELLS, "Cells", 'l', d->shows_cells);
    make_tree(t);
    make_volumes(t);
    make_toggle(t, ID_LABELS, "Names of parts", 'm', d->shows_labels);
    make_toggle(t, ID_FINDINGS, "Nearest points", 'd', d->shows_findings);
    make_toggle(t, ID_LEGEND, "Legend", 'o', d->shows_legend);
}

static void make_section(tools *t)
{
    static const char *const words[] = {"x", "y", "z"};
    desk *d = t->d;
    head(t, "Section");
    make_toggle(t, ID_SECTION, "Cut by a plane", 'x', d->has_section);
    if (!d->has_section)
        return;
    ui_box row = next_row(t);
    for (uint32_t i = 0; i < 3; i++)
        if (ui_choice(d->ui, ID_AXIS + i, column(t, row, i, 4), words[i], d->section_axis == (int)i)) {
            d->section_axis = (int)i;
            desk_log(d, "section: axis %s", words[i]);
        }
    if (ui_button(d->ui, ID_FLIP, column(t, row, 3, 4), "flip", NULL))
        press(d, 'z');
    ui_range range = {0, 1, 0.01, 0.1, 0, NULL};
    if (ui_slider(d->ui, ID_OFFSET, next_row(t), &range, &d->section_part)) {
        d->section_axis = d->section_axis > 2 ? 0 : d->section_axis;
        desk_log(d, "section: at %.2f", d->section_part);
    }
}

static void make_camera(tools *t)
{
    static const char *const words[FK_SIDE_COUNT] = {"1 Corner", "2 Front", "3 Back",  "4 Left",
                                                     "5 Right",  "6 Top",   "7 Bottom"};
    desk *d = t->d;
    head(t, "Camera");
    ui_box row = next_row(t);
    if (ui_button(d->ui, ID_FIT, column(t, row, 0, 2), "See all", "F"))
        desk_fit(d);
    if (ui_button(d->ui, ID_FLY, column(t, row, 1, 2), "Fly", "G"))
        press(d, 'g');
    for (uint32_t i = 0; i < FK_SIDE_COUNT; i++) {
        if (i % 3 == 0) {
            ui_box_cut_top(&t->rest, roundf(2 * t->s));
            row = next_row(t);
        }
        if (ui_button(d->ui, ID_SIDE + i, column(t, row, i % 3, 3), words[i], NULL))
            desk_look(d, (fk_side)i);
    }
}

static void make_files(tools *t)
{
    desk *d = t->d;
    head(t, "Files");
    ui_box row = next_row(t);
    if (ui_button(d->ui, ID_SAVE, column(t, row, 0, 2), "Picture", "S"))
        press(d, 's');
    if (d->options->reload != NULL && ui_button(d->ui, ID_RELOAD, column(t, row, 1, 2), "Reload", "R"))
        press(d, 'r');
}

void desk_tools(desk *d, ui_box box)
{
    float s = ui_scale(d->ui), margin = roundf(12 * s);
    ui_box area = ui_begin_area(d->ui, box, d->tools_height, &d->tools_scroll);
    tools t = {d, {area.x + margin, area.y, area.width - 2 * margin, 1e6f}, s, ui_row(d->ui), roundf(8 * s)};
    make_joints(&t);
    make_layers(&t);
    make_section(&t);
    make_camera(&t);
    make_files(&t);
    d->tools_height = t.rest.y - area.y + margin;
    ui_end_area(d->ui, &d->tools_scroll);
}
