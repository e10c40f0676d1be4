/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The camera: fitting it to a scene, moving it, and projecting points. */

#ifndef FARKAS_VIEW_CAMERA_H
#define FARKAS_VIEW_CAMERA_H

#include "farkas/view.h"

/* Fits all of a ball, from a side, into a picture that is `aspect` times as wide as high. A radius that is not above 0
 * counts as 1. */
fk_camera camera_fit(fk_vec3 center, double radius, fk_side side, double aspect);
/* The same along a direction. */
fk_camera camera_fit_along(fk_vec3 center, double radius, fk_vec3 direction, double aspect);

/* Fits some points along a direction, as near as they allow: make it, add the points, and end. The target lies beside
 * `center`, in the middle of the picture. Without points the distance is 1. */
typedef struct camera_fitting {
    fk_vec3 center, axis[3];
    double right, up;                /* tangents of half the angles */
    double low[2], high[2], nearest; /* offsets of the planes around all points, relative to the centre */
} camera_fitting;
camera_fitting camera_fitting_make(fk_vec3 center, fk_vec3 direction, double aspect);
void camera_fitting_add(camera_fitting *fitting, fk_vec3 point);
fk_camera camera_fitting_end(const camera_fitting *fitting);

/* Returns the direction in which a side looks; also for FK_SIDE_CORNER. */
fk_vec3 camera_side_direction(fk_side side);

/* Orbits around the target: right and up, in radians; stops above and below it. */
void camera_orbit(fk_camera *camera, double right, double up);
/* Moves sideways and up, in heights of the picture at the target. */
void camera_pan(fk_camera *camera, double right, double up);
/* Zooms: nearer with a factor below 1, farther with one above. */
void camera_zoom(fk_camera *camera, double factor);
/* Free flight: turns the view, in radians; and moves, in distances from eye to target. */
void camera_turn(fk_camera *camera, double right, double up);
void camera_fly(fk_camera *camera, double right, double up, double forward);

/* Computes its axes: right, up, and back towards the eye; orthonormal whatever `up` is. */
void camera_axes(const fk_camera *camera, fk_vec3 axis[3]);

/* Computes the column-major matrix for OpenGL, from coordinates relative to `origin`. The near and far planes enclose a
 * ball. */
void camera_matrix(const fk_camera *camera, double aspect, fk_vec3 origin, fk_vec3 center, double radius,
                   double matrix[16]);

/* Projects a point of the world into the picture, in pixels from the top left; false behind the camera. */
bool camera_project(const fk_camera *camera, int width, int height, fk_vec3 point, double *x, double *y);
/* Returns the direction, of length 1, of the ray from the eye through a pixel. */
fk_vec3 camera_ray(const fk_camera *camera, int width, int height, double x, double y);

#endif
