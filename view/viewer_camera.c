/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Moves the camera smoothly: to a side, to all parts, to the selection. */

#include "viewer.h"
#include "vector.h"

#include <math.h>

static double view_aspect(const viewer *v)
{
    return v->scene.height > 0 && v->scene.width > 0 ? (double)v->scene.width / (double)v->scene.height : 1.6;
}

static void move_camera_to(viewer *v, fk_camera camera)
{
    v->is_flying = false;
    v->camera_move = (viewer_camera_move){true, fk_clock_seconds(), v->camera, camera};
    if (v->options->screenshot != NULL) {
        v->camera = camera;
        v->camera_move.is_on = false;
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

/* Moves the camera around its target, in a quarter of a second. */
void viewer_move_camera(viewer *v)
{
    double part = (fk_clock_seconds() - v->camera_move.begin) / 0.25;
    if (part >= 1) {
        v->camera = v->camera_move.to;
        v->camera_move.is_on = false;
        return;
    }
    part = part * part * (3 - 2 * part);
    const fk_camera *from = &v->camera_move.from, *to = &v->camera_move.to;
    fk_vec3 before = fk_vec3_sub(from->eye, from->target), after = fk_vec3_sub(to->eye, to->target);
    fk_vec3 way = mix_vectors(before, after, part);
    double length = vector_length(way),
           wanted = mix_numbers(vector_length(before), vector_length(after), part);
    if (length > 1e-3 * wanted)
        way = fk_vec3_scale(way, wanted / length);
    v->camera.target = mix_vectors(from->target, to->target, part);
    v->camera.eye = fk_vec3_add(v->camera.target, way);
    fk_vec3 up = mix_vectors(from->up, to->up, part);
    v->camera.up = vector_length(up) > 0.1 ? up : to->up;
    v->camera.angle = mix_numbers(from->angle, to->angle, part);
}

fk_sphere viewer_bounding_sphere(const viewer *v)
{
    if (v->explain != NULL)
        return explain_bounding_sphere(v->explain);
    display_view view = viewer_display_view(v);
    view.pair = FK_NONE;
    view.selected = FK_NONE;
    return display_focus_sphere(v->display, &view);
}

/* Fits everything that is drawn, along a direction, as near as possible; half-spaces, drawn large, do not count. */
static fk_camera fit_camera(viewer *v, fk_vec3 direction)
{
    fk_sphere ball = viewer_bounding_sphere(v);
    display_view view = viewer_display_view(v);
    view.pair = view.selected = FK_NONE;
    view.layers = 0;
    drawing all = drawing_make(v->context);
    camera_fitting fitting = camera_fitting_make(ball.center, direction, view_aspect(v));
    bool has_any = false;
    if (v->display != NULL && display_draw(v->display, &view, &all) == FK_OK)
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
                   : camera_fit_along(ball.center, ball.radius, direction, view_aspect(v));
}

void viewer_look_from(viewer *v, fk_side side)
{
    if (v->explain != NULL && side == FK_SIDE_CORNER)
        move_camera_to(v, explain_camera(v->explain, view_aspect(v)));
    else
        move_camera_to(v, fit_camera(v, camera_side_direction(side)));
    viewer_log(v, "view: %s", fk_side_word(side));
}

/* Fits everything from the current direction. */
void viewer_fit(viewer *v)
{
    move_camera_to(v, fit_camera(v, fk_vec3_sub(v->camera.target, v->camera.eye)));
    viewer_log(v, "view: all");
}

/* Returns a ball around a part: that of a pair with itself. */
static fk_sphere part_sphere(const viewer *v, uint32_t part)
{
    const fk_check_part *p = &v->show.part[part].part;
    fk_aabb box = fk_aabb_empty();
    if (p->mesh != NULL)
        for (uint32_t i = 0; i < p->mesh->vertex_count; i++)
            box = fk_aabb_include(box, fk_pose_apply(&v->pose[part], p->mesh->point[i]));
    if (p->mesh == NULL || !(box.min.x <= box.max.x)) {
        fk_sphere ball = viewer_bounding_sphere(v);
        return (fk_sphere){v->pose[part].translation, ball.radius / 4};
    }
    fk_vec3 middle = mix_vectors(box.min, box.max, 0.5);
    return (fk_sphere){middle, vector_length(fk_vec3_sub(box.max, middle))};
}

void viewer_fit_selected(viewer *v)
{
    if (v->subject == NULL || v->a == FK_NONE) {
        viewer_fit(v);
        return;
    }
    fk_sphere ball;
    fk_vec3 direction = fk_vec3_sub(v->camera.target, v->camera.eye);
    display_view view = viewer_display_view(v);
    if (v->b != FK_NONE && view.pair != FK_NONE) {
        ball = display_focus_sphere(v->display, &view);
        direction = display_view_direction(v->display, &view);
    } else {
        ball = part_sphere(v, v->a);
    }
    move_camera_to(v, camera_fit_along(ball.center, ball.radius, direction, view_aspect(v)));
    /* The finding gives a better fit, once the check is there. */
    v->wants_fit = v->b != FK_NONE && v->answered != v->asked;
    if (!v->wants_fit)
        viewer_log(v, "view: selection");
}
