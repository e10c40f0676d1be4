/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The camera: where it stands to see something, how it is moved, and what becomes of points. */

#ifndef FARKAS_VIEW_CAMERA_H
#define FARKAS_VIEW_CAMERA_H

#include "farkas/view.h"

/* Sees all of a ball, from a side, in a picture that is `aspect` times as wide as high. A radius that is not above 0
 * counts as 1. */
fk_camera camera_fit(fk_vec3 center, double radius, fk_side side, double aspect);
/* The same along a direction. */
fk_camera camera_fit_along(fk_vec3 center, double radius, fk_vec3 direction, double aspect);

/* As near as it can be while all of some points are seen, along a direction: make it, add them, and end. Its target is beside
 * `center`, in the middle of the picture. Without points it is at a distance of 1. */
typedef struct camera_fitting {
    fk_vec3 center, axis[3];
    double right, up;                /* tangents of half the angles */
    double low[2], high[2], nearest; /* of where planes through all points lie, relative to the centre */
} camera_fitting;
camera_fitting camera_fitting_make(fk_vec3 center, fk_vec3 direction, double aspect);
void camera_fitting_add(camera_fitting *fitting, fk_vec3 point);
fk_camera camera_fitting_end(const camera_fitting *fitting);

/* Where a side looks; of FK_SIDE_CORNER too. */
fk_vec3 camera_side_direction(fk_side side);

/* Around the target: to the right and up, in radians; it stops above and below it. */
void camera_orbit(fk_camera *camera, double right, double up);
/* Sideways and up, in heights of the picture at the target. */
void camera_pan(fk_camera *camera, double right, double up);
/* Nearer by a factor below 1, farther by one above it. */
void camera_zoom(fk_camera *camera, double factor);
/* Free flight: turns the head, and goes, in radians and in distances from eye to target. */
void camera_turn(fk_camera *camera, double right, double up);
void camera_fly(fk_camera *camera, double right, double up, double forward);

/* Its own axes: to the right, up, and back towards the eye; of length 1 and at right angles whatever `up` is. */
void camera_axes(const fk_camera *camera, fk_vec3 axis[3]);

/* Column-major, for OpenGL: from coordinates that `origin` is the middle of. near and far enclose a ball. */
void camera_matrix(const fk_camera *camera, double aspect, fk_vec3 origin, fk_vec3 center, double radius,
                   double matrix[16]);

/* Where a point of the world is in the picture, in pixels from the top left; false behind the camera. */
bool camera_project(const fk_camera *camera, int width, int height, fk_vec3 point, double *x, double *y);
/* The direction of the ray through a place in the picture, from the eye; of length 1. */
fk_vec3 camera_ray(const fk_camera *camera, int width, int height, double x, double y);

#endif
