/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The mouse in the scene: going around, moving, nearing, and selecting parts. */

#include "viewer.h"

#include <math.h>

enum { NO_DRAG, ORBITS, PANS };

/* What is cut away cannot be hit: a ray begins where it comes out of that. False when it never does. */
static bool clip_ray_to_section(const viewer *d, fk_vec3 *origin, fk_vec3 direction)
{
    if (!d->has_section)
        return true;
    fk_plane plane = viewer_section(d);
    double above = fk_vec3_dot(plane.normal, *origin) - plane.offset;
    double speed = fk_vec3_dot(plane.normal, direction);
    if (above <= 0)
        return true;
    if (!(speed < 0))
        return false;
    *origin = fk_vec3_add(*origin, fk_vec3_scale(direction, above / -speed));
    return true;
}

static void pick_part(viewer *d, float x, float y, bool fits)
{
    if (d->subject == NULL)
        return;
    if (!background_can_pick(d->background)) {
        viewer_show_message(d, false, "Not ready yet: parts can be selected in a moment");
        return;
    }
    fk_vec3 origin = d->camera.eye, direction;
    direction = camera_ray(&d->camera, (int)d->scene.width, (int)d->scene.height, (double)(x - d->scene.x),
                           (double)(y - d->scene.y));
    double time;
    uint32_t part = clip_ray_to_section(d, &origin, direction)
                        ? background_pick(d->background, d->pose, origin, direction, &time)
                        : FK_NONE;
    viewer_select(d, part, FK_NONE);
    if (fits && part != FK_NONE)
        viewer_fit_selected(d);
}

static void press_mouse(viewer *d, const ui_event *event)
{
    bool moves = event->button != 0 || (event->modifiers & UI_SHIFT);
    d->drag = moves ? PANS : ORBITS;
    d->drag_x = event->x;
    d->drag_y = event->y;
    d->drag_way = 0;
    d->ride.is_on = d->wants_fit = false;
    if (event->button == 0 && event->clicks == 2) {
        d->drag = NO_DRAG;
        pick_part(d, event->x, event->y, true);
    }
}

static void drag_mouse(viewer *d, const ui_event *event)
{
    double right = (double)(event->x - d->drag_x), down = (double)(event->y - d->drag_y);
    double height = d->scene.height > 1 ? (double)d->scene.height : 1;
    d->drag_way += fabsf(event->x - d->drag_x) + fabsf(event->y - d->drag_y);
    d->drag_x = event->x;
    d->drag_y = event->y;
    if (d->is_flying && d->drag == ORBITS)
        camera_turn(&d->camera, right / height, -down / height);
    else if (d->drag == ORBITS)
        camera_orbit(&d->camera, -3 * right / height, 3 * down / height);
    else
        camera_pan(&d->camera, -right / height, down / height);
}

void viewer_handle_mouse(viewer *d, const ui_event *event)
{
    switch (event->kind) {
    case UI_PRESS:
        if (ui_box_has(d->scene, event->x, event->y))
            press_mouse(d, event);
        break;
    case UI_MOVE:
        if (d->drag != NO_DRAG)
            drag_mouse(d, event);
        break;
    case UI_RELEASE:
        /* A click is a press that goes nowhere. */
        if (d->drag == ORBITS && d->drag_way < 4 * ui_scale(d->ui))
            pick_part(d, event->x, event->y, false);
        d->drag = NO_DRAG;
        break;
    case UI_SCROLL:
        if (ui_box_has(d->scene, event->x, event->y)) {
            d->ride.is_on = d->wants_fit = false;
            camera_zoom(&d->camera, pow(0.88, (double)event->amount));
        }
        break;
    case UI_KEY:
        viewer_handle_key(d, event);
        break;
    case UI_NOTHING:
        break;
    }
}
