/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The tools panel: joints, layers, camera. */

#include "viewer.h"

#include <math.h>
#include <stdio.h>

/* The panel, and where its next row goes. */
typedef struct tool_panel {
    viewer *v;
    ui_box rest;
    float s, row, gap;
} tool_panel;

static ui_box next_tool_row(tool_panel *t)
{
    ui_box row = ui_box_cut_top(&t->rest, t->row);
    ui_box_cut_top(&t->rest, roundf(2 * t->s));
    return row;
}

static void build_heading(tool_panel *t, const char *text)
{
    ui_box_cut_top(&t->rest, t->gap);
    ui_label(t->v->ui, next_tool_row(t), UI_LEFT, UI_STRONG, text);
}

/* Returns one of `count` columns of a row. */
static ui_box row_column(const tool_panel *t, ui_box row, uint32_t index, uint32_t count)
{
    float gap = roundf(6 * t->s), width = floorf((row.width - gap * (float)(count - 1)) / (float)count);
    return (ui_box){row.x + (float)index * (width + gap), row.y, width, row.height};
}

/* A button does the same as its key. */
static void send_key(viewer *v, uint32_t key)
{
    viewer_handle_key(v, &(ui_event){.kind = UI_KEY, .key = key});
}

/* Returns how many decimals show a step of the slider; at least one for degrees. */
static int joint_digits(const fk_window_joint *joint)
{
    double step = (joint->upper - joint->lower) * joint->factor / 200;
    int digits = 1;
    for (double unit = 0.1; unit > step && digits < 6; unit /= 10)
        digits++;
    return digits;
}

static void build_joint(tool_panel *t, uint32_t index)
{
    viewer *v = t->v;
    const fk_window_joint *joint = &v->subject->joint[index];
    ui_box label = ui_box_cut_top(&t->rest, roundf(20 * t->s));
    ui_box slider = ui_box_cut_top(&t->rest, roundf(22 * t->s));
    ui_box_cut_top(&t->rest, roundf(4 * t->s));
    char text[64];
    const char *unit = joint->unit != NULL ? joint->unit : "";
    bool is_sign = (unsigned char)*unit >= 0x80; /* such as that of degrees */
    snprintf(text, sizeof text, "%.*f%s%s", joint_digits(joint), v->joint[index] * joint->factor,
             is_sign ? "" : " ", unit);
    float width = ui_label(v->ui, label, UI_RIGHT, UI_DIM, text);
    ui_box_cut_right(&label, width + roundf(6 * t->s));
    ui_label(v->ui, label, UI_LEFT, UI_TEXT, joint->name);
    double joint_range = joint->upper - joint->lower, value = v->joint[index];
    ui_range range = {joint->lower, joint->upper, joint_range / 200, joint_range / 20, 0, NULL};
    if (ui_slider(v->ui, ID_JOINT + index, slider, &range, &value))
        viewer_set_joint(v, index, value);
}

static void build_joints(tool_panel *t)
{
    viewer *v = t->v;
    if (v->subject->joint_count == 0)
        return;
    build_heading(t, "Joints");
    for (uint32_t i = 0; i < v->subject->joint_count; i++)
        build_joint(t, i);
    if (v->is_by_hand && ui_button(v->ui, ID_FOLLOW, next_tool_row(t),
                                   v->subject->joints != NULL ? "Follow the motion" : "As they were", "J"))
        send_key(v, 'j');
}

static void build_toggle(tool_panel *t, uint32_t id, const char *label, uint32_t key, bool is_on)
{
    char hint[2] = {(char)(key - 'a' + 'A'), '\0'};
    if (ui_toggle(t->v->ui, id, next_tool_row(t), label, hint, &is_on))
        send_key(t->v, key);
}

static void build_volumes(tool_panel *t)
{
    static const char *const words[VIEWER_VOLUMES] = {"none", "AABB", "OBB", "ball"};
    viewer *v = t->v;
    ui_box row = next_tool_row(t);
    ui_label(v->ui, row, UI_LEFT, UI_TEXT, "Bounding volumes");
    ui_label(v->ui, row, UI_RIGHT, UI_DIM, "B");
    row = next_tool_row(t);
    for (int i = 0; i < VIEWER_VOLUMES; i++)
        if (ui_choice(v->ui, ID_VOLUME + (uint32_t)i, row_column(t, row, (uint32_t)i, VIEWER_VOLUMES),
                      words[i], v->volume == i)) {
            v->volume = i;
            viewer_log(v, "volumes: %s", words[i]);
        }
}

static void build_tree_level(tool_panel *t)
{
    viewer *v = t->v;
    char label[64];
    snprintf(label, sizeof label, "Tree, level %u", v->tree_level);
    ui_box row = next_tool_row(t);
    ui_box up = ui_box_cut_right(&row, roundf(26 * t->s));
    ui_box_cut_right(&row, roundf(4 * t->s));
    ui_box down = ui_box_cut_right(&row, roundf(26 * t->s));
    ui_box_cut_right(&row, roundf(4 * t->s));
    bool is_on = v->shows_tree;
    if (ui_toggle(v->ui, ID_TREE, row, label, "T", &is_on))
        send_key(v, 't');
    if (ui_button(v->ui, ID_LEVEL_DOWN, down, "-", NULL))
        send_key(v, '-');
    if (ui_button(v->ui, ID_LEVEL_UP, up, "+", NULL))
        send_key(v, '+');
}

static void build_layers(tool_panel *t)
{
    const viewer *v = t->v;
    build_heading(t, "What is drawn");
    build_toggle(t, ID_EDGES, "Edges of triangles", 'w', v->shows_edges);
    build_toggle(t, ID_HULLS, "Convex hulls", 'h', v->shows_hulls);
    build_toggle(t, ID_PIECES, "Convex pieces", 'c', v->shows_pieces);
    build_toggle(t, ID_CELLS, "Cells", 'l', v->shows_cells);
    build_tree_level(t);
    build_toggle(t, ID_SPHERES, "Sphere trees", 'u', v->shows_spheres);
    build_volumes(t);
    build_toggle(t, ID_LABELS, "Names of parts", 'm', v->shows_labels);
    build_toggle(t, ID_FINDINGS, "Nearest points", 'd', v->shows_findings);
    build_toggle(t, ID_LEGEND, "Legend", 'o', v->shows_legend);
}

static void build_section(tool_panel *t)
{
    static const char *const words[] = {"x", "y", "z"};
    viewer *v = t->v;
    build_heading(t, "Section");
    build_toggle(t, ID_SECTION, "Cut by a plane", 'x', v->has_section);
    if (!v->has_section)
        return;
    ui_box row = next_tool_row(t);
    for (uint32_t i = 0; i < 3; i++)
        if (ui_choice(v->ui, ID_AXIS + i, row_column(t, row, i, 4), words[i], v->section_axis == (int)i)) {
            v->section_axis = (int)i;
            viewer_log(v, "section: axis %s", words[i]);
        }
    if (ui_button(v->ui, ID_FLIP, row_column(t, row, 3, 4), "flip", NULL))
        send_key(v, 'z');
    ui_range range = {0, 1, 0.01, 0.1, 0, NULL};
    if (ui_slider(v->ui, ID_OFFSET, next_tool_row(t), &range, &v->section_offset)) {
        v->section_axis = v->section_axis > 2 ? 0 : v->section_axis;
        viewer_log(v, "section: at %.2f", v->section_offset);
    }
}

static void build_camera(tool_panel *t)
{
    static const char *const words[FK_SIDE_COUNT] = {"1 Corner", "2 Front", "3 Back",  "4 Left",
                                                     "5 Right",  "6 Top",   "7 Bottom"};
    viewer *v = t->v;
    build_heading(t, "Camera");
    ui_box row = next_tool_row(t);
    if (ui_button(v->ui, ID_FIT, row_column(t, row, 0, 2), "See all", "F"))
        viewer_fit(v);
    if (ui_button(v->ui, ID_FLY, row_column(t, row, 1, 2), "Fly", "G"))
        send_key(v, 'g');
    for (uint32_t i = 0; i < FK_SIDE_COUNT; i++) {
        if (i % 3 == 0) {
            ui_box_cut_top(&t->rest, roundf(2 * t->s));
            row = next_tool_row(t);
        }
        if (ui_button(v->ui, ID_SIDE + i, row_column(t, row, i % 3, 3), words[i], NULL))
            viewer_look_from(v, (fk_side)i);
    }
}

static void build_files(tool_panel *t)
{
    viewer *v = t->v;
    build_heading(t, "Files");
    ui_box row = next_tool_row(t);
    if (ui_button(v->ui, ID_SAVE, row_column(t, row, 0, 2), "Picture", "S"))
        send_key(v, 's');
    if (v->options->reload != NULL && ui_button(v->ui, ID_RELOAD, row_column(t, row, 1, 2), "Reload", "R"))
        send_key(v, 'r');
}

void viewer_build_tools(viewer *v, ui_box box)
{
    float s = ui_scale(v->ui), margin = roundf(12 * s);
    ui_box area = ui_begin_area(v->ui, box, v->tools_height, &v->tools_scroll);
    tool_panel t = {
        v, {area.x + margin, area.y, area.width - 2 * margin, 1e6f}, s, ui_row_height(v->ui), roundf(8 * s)};
    build_joints(&t);
    build_layers(&t);
    build_section(&t);
    build_camera(&t);
    build_files(&t);
    v->tools_height = t.rest.y - area.y + margin;
    ui_end_area(v->ui, &v->tools_scroll);
}
