/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The mouse in the scene: orbit, pan, zoom, and selecting parts. */

#include "viewer.h"

#include <math.h>

enum { NO_DRAG, ORBITS, PANS };

/* The mouse cannot hit what the section cuts away: starts a ray where it leaves that. Returns false if it never does. */
static bool clip_ray_to_section(const viewer *v, fk_vec3 *origin, fk_vec3 direction)
{
    if (!v->has_section)
        return true;
    fk_plane plane = viewer_section(v);
    double above = fk_vec3_dot(plane.normal, *origin) - plane.offset;
    double speed = fk_vec3_dot(plane.normal, direction);
    if (above <= 0)
        return true;
    if (!(speed < 0))
        return false;
    *origin = fk_vec3_add(*origin, fk_vec3_scale(direction, above / -speed));
    return true;
}

static void pick_part(viewer *v, float x, float y, bool fits)
{
    if (v->subject == NULL)
        return;
    if (!background_can_pick(v->background)) {
        viewer_show_message(v, false, "Not ready yet: parts can be selected in a moment");
        return;
    }
    fk_vec3 origin = v->camera.eye, direction;
    direction = camera_ray(&v->camera, (int)v->scene.width, (int)v->scene.height, (double)(x - v->scene.x),
                           (double)(y - v->scene.y));
    double time;
    uint32_t part = clip_ray_to_section(v, &origin, direction)
                        ? background_pick(v->background, v->pose, origin, direction, &time)
                        : FK_NONE;
    viewer_select(v, part, FK_NONE);
    if (fits && part != FK_NONE)
        viewer_fit_selected(v);
}

static void press_mouse(viewer *v, const ui_event *event)
{
    bool moves = event->button != 0 || (event->modifiers & UI_SHIFT);
    v->drag = moves ? PANS : ORBITS;
    v->drag_x = event->x;
    v->drag_y = event->y;
    v->drag_distance = 0;
    v->camera_move.is_on = v->wants_fit = false;
    if (event->button == 0 && event->clicks == 2) {
        v->drag = NO_DRAG;
        pick_part(v, event->x, event->y, true);
    }
}

static void drag_mouse(viewer *v, const ui_event *event)
{
    double right = (double)(event->x - v->drag_x), down = (double)(event->y - v->drag_y);
    double height = v->scene.height > 1 ? (double)v->scene.height : 1;
    v->drag_distance += fabsf(event->x - v->drag_x) + fabsf(event->y - v->drag_y);
    v->drag_x = event->x;
    v->drag_y = event->y;
    if (v->is_flying && v->drag == ORBITS)
        camera_turn(&v->camera, right / height, -down / height);
    else if (v->drag == ORBITS)
        camera_orbit(&v->camera, -3 * right / height, 3 * down / height);
    else
        camera_pan(&v->camera, -right / height, down / height);
}

void viewer_handle_mouse(viewer *v, const ui_event *event)
{
    switch (event->kind) {
    case UI_PRESS:
        if (ui_box_has(v->scene, event->x, event->y))
            press_mouse(v, event);
        break;
    case UI_MOVE:
        if (v->drag != NO_DRAG)
            drag_mouse(v, event);
        break;
    case UI_RELEASE:
        /* A click is a press without a drag. */
        if (v->drag == ORBITS && v->drag_distance < 4 * ui_scale(v->ui))
            pick_part(v, event->x, event->y, false);
        v->drag = NO_DRAG;
        break;
    case UI_SCROLL:
        if (ui_box_has(v->scene, event->x, event->y)) {
            v->camera_move.is_on = v->wants_fit = false;
            camera_zoom(&v->camera, pow(0.88, (double)event->amount));
        }
        break;
    case UI_KEY:
        viewer_handle_key(v, event);
        break;
    case UI_NOTHING:
        break;
    }
}
