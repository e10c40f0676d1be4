/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Draws parts with the looks that the result gives them. */

#include "display_private.h"

#include <math.h>
#include <stdio.h>

/* Sets the poses and looks of all parts. In the close-up of a pair the others become faint. */
static void pose_parts(display *s, const display_view *view, double time, const display_pair *focus)
{
    for (uint32_t i = 0; i < s->part_count; i++)
        s->pose[i] = display_pose(s, view, time, i);
    display_part_looks(s, view, time, s->pose, s->look);
    if (focus == NULL)
        return;
    drawing_look a = s->look[focus->a], b = s->look[focus->b];
    for (uint32_t i = 0; i < s->part_count; i++)
        s->look[i] = LOOK_CLEAR;
    /* At its moment the pair looks as in the result; at other times as it is then. */
    bool is_then = focus->checked != NULL || time == fk_sweep_moment(focus->swept);
    s->look[focus->a] = is_then ? focus->look : a;
    s->look[focus->b] = is_then ? focus->look : b;
}

static bool draw_part(display *s, const display_view *view, const display_pair *focus, uint32_t outer,
                      uint32_t i, drawing *out)
{
    bool is_in_focus = focus == NULL || i == focus->a || i == focus->b;
    drawing_body body = {.mesh = s->shape[s->shape_of[i]].mesh,
                         .pose = s->pose[i],
                         .look = s->look[i],
                         .is_faint = !is_in_focus || i == outer,
                         .has_edges = view->layers & FK_LAYER_EDGES,
                         .is_selected = i == view->selected,
                         .is_second = focus != NULL && i == focus->b,
                         .is_cut = view->has_section};
    if (!display_is_seen(s, i))
        return true;
    const display_pieces *pieces = atomic_load(&s->shape[s->shape_of[i]].pieces);
    if ((view->layers & FK_LAYER_PIECES) && pieces != NULL && is_in_focus)
        return display_draw_pieces(s, &body, i, out);
    return drawing_add_body(out, &body);
}

static bool draw_name(const display *s, uint32_t part, drawing *out)
{
    const char *name = s->show->part[part].part.name;
    if (name == NULL || !display_is_seen(s, part))
        return true;
    return drawing_add_label(out, display_obb(s, part, &s->pose[part]).center, LOOK_MARK, name);
}

static bool draw_parts(display *s, const display_view *view, const display_pair *focus, uint32_t outer,
                       drawing *out)
{
    for (uint32_t i = 0; i < s->part_count; i++) {
        bool is_in_focus = focus == NULL || i == focus->a || i == focus->b;
        if (!draw_part(s, view, focus, outer, i, out))
            return false;
        if (is_in_focus && display_is_seen(s, i) && !display_draw_layers(s, view, i, out))
            return false;
        if ((view->layers & FK_LAYER_LABELS) && is_in_focus && !draw_name(s, i, out))
            return false;
    }
    return true;
}

/* Returns the outer part of a pair, which hides the other; FK_NONE: neither. */
static uint32_t outer_part(display *s, const display_pair *focus, double time)
{
    if (focus == NULL)
        return FK_NONE;
    pthread_mutex_lock(&s->guard);
    const display_finding *finding = display_finding_at(s, focus, &s->pose[focus->a], &s->pose[focus->b]);
    display_facts facts = display_pair_facts(focus, finding, time);
    pthread_mutex_unlock(&s->guard);
    return facts.is_inside ? facts.outer : FK_NONE;
}

static bool draw_path_end(fk_vec3 at, const char *word, drawing *out)
{
    drawing_point point = {at, LOOK_A, 11, .is_ring = false};
    return drawing_add_point(out, &point) && drawing_add_label(out, at, LOOK_A, word);
}

static bool draw_path(const fk_page_path *path, drawing *out)
{
    for (uint32_t i = 1; i < path->count; i++) {
        drawing_line line = {path->point[i - 1], path->point[i], LOOK_A, 3, .is_on_top = true};
        if (!drawing_add_line(out, &line))
            return false;
    }
    return path->count == 0 || (draw_path_end(path->point[0], "start", out) &&
                                draw_path_end(path->point[path->count - 1], "end", out));
}

display_view display_view_from_options(const fk_picture_options *options)
{
    return (display_view){.time = options->time,
                          .pair = options->pair,
                          .is_wide = options->is_wide,
                          .selected = FK_NONE,
                          .layers = options->layers,
                          .tree_level = options->tree_level,
                          .has_section = options->has_section,
                          .section = options->section,
                          .path_count = options->path_count,
                          .path = options->path};
}

fk_status display_draw(display *s, const display_view *view, drawing *out)
{
    display_pair pair;
    const display_pair *focus = display_focused_pair(s, view, &pair) ? &pair : NULL;
    double time = display_time(s, view);
    drawing_empty(out);
    pose_parts(s, view, time, focus);
    bool is_good = draw_parts(s, view, focus, outer_part(s, focus, time), out);
    if (is_good && (view->layers & FK_LAYER_FINDINGS))
        is_good = focus != NULL ? display_draw_pair(s, view, focus, out) : display_draw_clashes(s, view, out);
    for (uint32_t i = 0; is_good && i < view->path_count; i++)
        is_good = draw_path(&view->path[i], out);
    if (!is_good) {
        drawing_empty(out);
        return FK_ERROR_MEMORY;
    }
    out->has_section = view->has_section;
    out->section = view->section;
    out->has_legend = out->has_scale = (view->layers & FK_LAYER_LEGEND) != 0;
    snprintf(out->units, sizeof out->units, "%s", s->show->units != NULL ? s->show->units : "");
    return FK_OK;
}
