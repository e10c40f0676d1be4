/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Where the camera goes: to a side, to all, to what is selected; and how it gets there. */

#include "viewer.h"
#include "vector.h"

#include <math.h>

static double view_aspect(const viewer *d)
{
    return d->scene.height > 0 && d->scene.width > 0 ? (double)d->scene.width / (double)d->scene.height : 1.6;
}

static void move_camera_to(viewer *d, fk_camera camera)
{
    d->is_flying = false;
    d->ride = (viewer_camera_move){true, fk_clock_seconds(), d->camera, camera};
    if (d->options->screenshot != NULL) {
        d->camera = camera;
        d->ride.is_on = false;
    }
}

static double mix_numbers(double a, double b, double part)
{
    return a + (b - a) * part;
}

static fk_vec3 mix_vectors(fk_vec3 a, fk_vec3 b, double part)
{
    return (fk_vec3){mix_numbers(a.x, b.x, part), mix_numbers(a.y, b.y, part), mix_numbers(a.z, b.z, part)};
}

/* The camera goes around its target, smoothly, in a quarter of a second. */
void viewer_move_camera(viewer *d)
{
    double part = (fk_clock_seconds() - d->ride.begin) / 0.25;
    if (part >= 1) {
        d->camera = d->ride.to;
        d->ride.is_on = false;
        return;
    }
    part = part * part * (3 - 2 * part);
    const fk_camera *from = &d->ride.from, *to = &d->ride.to;
    fk_vec3 before = fk_vec3_sub(from->eye, from->target), after = fk_vec3_sub(to->eye, to->target);
    fk_vec3 way = mix_vectors(before, after, part);
    double length = vector_length(way),
           wanted = mix_numbers(vector_length(before), vector_length(after), part);
    if (length > 1e-3 * wanted)
        way = fk_vec3_scale(way, wanted / length);
    d->camera.target = mix_vectors(from->target, to->target, part);
    d->camera.eye = fk_vec3_add(d->camera.target, way);
    fk_vec3 up = mix_vectors(from->up, to->up, part);
    d->camera.up = vector_length(up) > 0.1 ? up : to->up;
    d->camera.angle = mix_numbers(from->angle, to->angle, part);
}

fk_sphere viewer_bounding_sphere(const viewer *d)
{
    if (d->explain != NULL)
        return explain_bounding_sphere(d->explain);
    display_view view = viewer_display_view(d);
    view.pair = FK_NONE;
    view.selected = FK_NONE;
    return display_focus_sphere(d->display, &view);
}

/* Along a direction, as near as all that is drawn allows; what has no end is drawn large, and does not count. */
static fk_camera fit_camera(viewer *d, fk_vec3 direction)
{
    fk_sphere ball = viewer_bounding_sphere(d);
    display_view view = viewer_display_view(d);
    view.pair = view.selected = FK_NONE;
    view.layers = 0;
    drawing all = drawing_make(d->context);
    camera_fitting fitting = camera_fitting_make(ball.center, direction, view_aspect(d));
    bool has_any = false;
    if (d->display != NULL && display_draw(d->display, &view, &all) == FK_OK)
        for (uint32_t i = 0; i < all.body_count; i++)
            for (uint32_t k = 0; k < all.body[i].mesh->vertex_count; k++) {
                fk_vec3 point = fk_pose_apply(&all.body[i].pose, all.body[i].mesh->point[k]);
                if (vector_length(fk_vec3_sub(point, ball.center)) > 1.01 * ball.radius)
                    continue;
                camera_fitting_add(&fitting, point);
                has_any = true;
            }
    drawing_free(&all);
    return has_any ? camera_fitting_end(&fitting)
                   : camera_fit_along(ball.center, ball.radius, direction, view_aspect(d));
}

void viewer_look_from(viewer *d, fk_side side)
{
    if (d->explain != NULL && side == FK_SIDE_CORNER)
        move_camera_to(d, explain_camera(d->explain, view_aspect(d)));
    else
        move_camera_to(d, fit_camera(d, camera_side_direction(side)));
    viewer_log(d, "view: %s", fk_side_word(side));
}

/* All is seen, from where the camera looks now. */
void viewer_fit(viewer *d)
{
    move_camera_to(d, fit_camera(d, fk_vec3_sub(d->camera.target, d->camera.eye)));
    viewer_log(d, "view: all");
}

/* A ball around a part: that of a pair with itself would be. */
static fk_sphere part_sphere(const viewer *d, uint32_t part)
{
    const fk_check_part *p = &d->show.part[part].part;
    fk_aabb box = fk_aabb_empty();
    if (p->mesh != NULL)
        for (uint32_t i = 0; i < p->mesh->vertex_count; i++)
            box = fk_aabb_include(box, fk_pose_apply(&d->pose[part], p->mesh->point[i]));
    if (p->mesh == NULL || !(box.min.x <= box.max.x)) {
        fk_sphere ball = viewer_bounding_sphere(d);
        return (fk_sphere){d->pose[part].translation, ball.radius / 4};
    }
    fk_vec3 middle = mix_vectors(box.min, box.max, 0.5);
    return (fk_sphere){middle, vector_length(fk_vec3_sub(box.max, middle))};
}

void viewer_fit_selected(viewer *d)
{
    if (d->subject == NULL || d->a == FK_NONE) {
        viewer_fit(d);
        return;
    }
    fk_sphere ball;
    fk_vec3 direction = fk_vec3_sub(d->camera.target, d->camera.eye);
    display_view view = viewer_display_view(d);
    if (d->b != FK_NONE && view.pair != FK_NONE) {
        ball = display_focus_sphere(d->display, &view);
        direction = display_view_direction(d->display, &view);
    } else {
        ball = part_sphere(d, d->a);
    }
    move_camera_to(d, camera_fit_along(ball.center, ball.radius, direction, view_aspect(d)));
    /* Where the pair is found in a moment is seen better then. */
    d->wants_fit = d->b != FK_NONE && d->answered != d->asked;
    if (!d->wants_fit)
        viewer_log(d, "view: selection");
}
