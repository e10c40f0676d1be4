/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The camera. All coordinates are relative to its eye, so the distance from the origin does not matter.
 *
 * Orbiting and turning keep z upright: the direction is an azimuth and an elevation. When the camera looks straight
 * down or up, its own `up` gives the azimuth, so that going there and back is smooth. */

#include "camera.h"
#include "vector.h"

#include <math.h>

#define HALF_PI 1.57079632679489661923

/* The angle from bottom to top: a lens long enough that boxes look like boxes. */
#define USUAL_ANGLE (30 * HALF_PI / 90)
/* The free space around a fitted ball. */
#define FIT_MARGIN 1.06

/* From the target to the camera, at the corner: in front, to the right, above. */
static const fk_vec3 corner = {0.5495, -0.7493, 0.3696};

const char *fk_side_word(fk_side side)
{
    switch (side) {
#define FK_SIDE_CASE(name, word)                                                                             \
    case name:                                                                                               \
        return word;
        FK_SIDE_LIST(FK_SIDE_CASE)
#undef FK_SIDE_CASE
    default:
        return "";
    }
}

/* ---- Position ------------------------------------------------------------------------------------------ */

void camera_axes(const fk_camera *camera, fk_vec3 axis[3])
{
    const fk_vec3 x = {1, 0, 0}, y = {0, 1, 0}, z = {0, 0, 1};
    fk_vec3 back = vector_unit(fk_vec3_sub(camera->eye, camera->target), z);
    fk_vec3 right = fk_vec3_cross(vector_unit(camera->up, z), back);
    if (!(vector_length(right) > 1e-9)) /* `up` is parallel to the view */
        right = fk_vec3_cross(fabs(back.z) < 0.9 ? z : y, back);
    axis[0] = vector_unit(right, x);
    axis[1] = fk_vec3_cross(back, axis[0]);
    axis[2] = back;
}

/* Returns the upright `up` for a direction from the target to the eye; `level` is its horizontal part, for directions
 * that have none. */
static fk_vec3 upright_axis(double elevation, fk_vec3 level)
{
    if (cos(elevation) > 1e-6)
        return fk_vec3_make(0, 0, 1);
    return fk_vec3_scale(level, elevation > 0 ? -1 : 1);
}

fk_camera camera_fit_along(fk_vec3 center, double radius, fk_vec3 direction, double aspect)
{
    if (!(radius > 0) || !isfinite(radius))
        radius = 1;
    fk_vec3 forward = vector_unit(direction, fk_vec3_scale(corner, -1));
    double up = tan(USUAL_ANGLE / 2);
    double narrow = aspect < 1 ? up * aspect : up; /* tangent of half the smaller angle */
    double distance = FIT_MARGIN * radius / sin(atan(narrow));
    fk_camera camera = {.target = center, .angle = USUAL_ANGLE};
    camera.eye = fk_vec3_sub(center, fk_vec3_scale(forward, distance));
    double elevation = asin(fmax(-1, fmin(1, -forward.z)));
    camera.up = upright_axis(elevation, fk_vec3_make(0, -1, 0));
    return camera;
}

fk_vec3 camera_side_direction(fk_side side)
{
    static const fk_vec3 along[FK_SIDE_COUNT] = {
        [FK_SIDE_FRONT] = {0, 1, 0},  [FK_SIDE_BACK] = {0, -1, 0}, [FK_SIDE_LEFT] = {1, 0, 0},
        [FK_SIDE_RIGHT] = {-1, 0, 0}, [FK_SIDE_TOP] = {0, 0, -1},  [FK_SIDE_BOTTOM] = {0, 0, 1}};
    bool is_plain = side > FK_SIDE_CORNER && side < FK_SIDE_COUNT;
    return is_plain ? along[side] : fk_vec3_scale(corner, -1);
}

fk_camera camera_fit(fk_vec3 center, double radius, fk_side side, double aspect)
{
    return camera_fit_along(center, radius, camera_side_direction(side), aspect);
}

/* ---- A tight fit --------------------------------------------------------------------------------------- */

/* The eye sees the space between two planes through it, left and right, and between two others, above and below. The
 * slopes of the planes are known, so the points give the offset of each plane; the eye lies where two of them cross,
 * and as far back as the other two need. */

camera_fitting camera_fitting_make(fk_vec3 center, fk_vec3 direction, double aspect)
{
    fk_camera camera = camera_fit_along(center, 1, direction, 1);
    camera_fitting fitting = {.center = center};
    camera_axes(&camera, fitting.axis);
    fitting.up = tan(camera.angle / 2) / FIT_MARGIN;
    fitting.right = fitting.up * aspect;
    for (int i = 0; i < 2; i++) {
        fitting.low[i] = HUGE_VAL;
        fitting.high[i] = -HUGE_VAL;
    }
    fitting.nearest = -HUGE_VAL;
    return fitting;
}

void camera_fitting_add(camera_fitting *fitting, fk_vec3 point)
{
    fk_vec3 v = fk_vec3_sub(point, fitting->center);
    double x = fk_vec3_dot(fitting->axis[0], v), y = fk_vec3_dot(fitting->axis[1], v);
    double back = fk_vec3_dot(fitting->axis[2], v), right = fitting->right * back, up = fitting->up * back;
    /* Nearer points need more room. */
    fitting->low[0] = x - right < fitting->low[0] ? x - right : fitting->low[0];
    fitting->high[0] = x + right > fitting->high[0] ? x + right : fitting->high[0];
    fitting->low[1] = y - up < fitting->low[1] ? y - up : fitting->low[1];
    fitting->high[1] = y + up > fitting->high[1] ? y + up : fitting->high[1];
    fitting->nearest = back > fitting->nearest ? back : fitting->nearest;
}

fk_camera camera_fitting_end(const camera_fitting *fitting)
{
    fk_camera camera = {.angle = USUAL_ANGLE};
    const fk_vec3 *axis = fitting->axis;
    double x = 0.5 * (fitting->low[0] + fitting->high[0]), y = 0.5 * (fitting->low[1] + fitting->high[1]);
    double back = fmax(0.5 * (fitting->high[0] - fitting->low[0]) / fitting->right,
                       0.5 * (fitting->high[1] - fitting->low[1]) / fitting->up);
    if (!isfinite(back)) { /* no points */
        x = y = 0;
        back = 1;
    }
    if (!(back > 0)) /* one point, or a line seen end on */
        back = fmax(1, 2 * fabs(fitting->nearest));
    camera.target =
        fk_vec3_add(fitting->center, fk_vec3_add(fk_vec3_scale(axis[0], x), fk_vec3_scale(axis[1], y)));
    camera.eye = fk_vec3_add(camera.target, fk_vec3_scale(axis[2], back));
    camera.up = upright_axis(asin(fmax(-1, fmin(1, axis[2].z))), fk_vec3_make(0, -1, 0));
    return camera;
}

/* ---- Motion -------------------------------------------------------------------------------------------- */

/* The direction from the target to the eye, as azimuth and elevation. */
typedef struct camera_bearing {
    double azimuth, elevation, distance;
} camera_bearing;

static camera_bearing find_bearing(const fk_camera *camera)
{
    fk_vec3 offset = fk_vec3_sub(camera->eye, camera->target);
    double level = hypot(offset.x, offset.y);
    camera_bearing b = {.distance = vector_length(offset)};
    b.elevation = atan2(offset.z, level);
    if (level > 1e-7 * b.distance)
        b.azimuth = atan2(offset.y, offset.x);
    else if (offset.z >= 0)
        b.azimuth = atan2(-camera->up.y, -camera->up.x);
    else
        b.azimuth = atan2(camera->up.y, camera->up.x);
    return b;
}

/* Returns the offset of the eye; sets the camera's `up`. */
static fk_vec3 eye_offset(fk_camera *camera, camera_bearing b)
{
    b.elevation = fmax(-HALF_PI, fmin(HALF_PI, b.elevation));
    fk_vec3 level = {cos(b.azimuth), sin(b.azimuth), 0};
    camera->up = upright_axis(b.elevation, level);
    double side = fabs(b.elevation) < HALF_PI ? b.distance * cos(b.elevation) : 0;
    return fk_vec3_make(level.x * side, level.y * side, b.distance * sin(b.elevation));
}

void camera_orbit(fk_camera *camera, double right, double up)
{
    camera_bearing b = find_bearing(camera);
    b.azimuth += right;
    b.elevation += up;
    camera->eye = fk_vec3_add(camera->target, eye_offset(camera, b));
}

void camera_turn(fk_camera *camera, double right, double up)
{
    camera_bearing b = find_bearing(camera);
    b.azimuth -= right;
    b.elevation -= up;
    camera->target = fk_vec3_sub(camera->eye, eye_offset(camera, b));
}

static void shift_camera(fk_camera *camera, double right, double up, double forward)
{
    fk_vec3 axis[3];
    camera_axes(camera, axis);
    fk_vec3 by = fk_vec3_add(fk_vec3_scale(axis[0], right), fk_vec3_scale(axis[1], up));
    by = fk_vec3_sub(by, fk_vec3_scale(axis[2], forward));
    camera->eye = fk_vec3_add(camera->eye, by);
    camera->target = fk_vec3_add(camera->target, by);
}

void camera_pan(fk_camera *camera, double right, double up)
{
    double height = 2 * tan(camera->angle / 2) * vector_length(fk_vec3_sub(camera->eye, camera->target));
    shift_camera(camera, right * height, up * height, 0);
}

void camera_zoom(fk_camera *camera, double factor)
{
    fk_vec3 offset = fk_vec3_sub(camera->eye, camera->target);
    camera->eye = fk_vec3_add(camera->target, fk_vec3_scale(offset, factor));
}

void camera_fly(fk_camera *camera, double right, double up, double forward)
{
    double unit = vector_length(fk_vec3_sub(camera->eye, camera->target));
    shift_camera(camera, right * unit, up * unit, forward * unit);
}

/* ---- Projection ---------------------------------------------------------------------------------------- */

/* The near plane is at least this fraction of the far one away, for the precision of the depth. */
#define NEAREST 1e-4

void camera_matrix(const fk_camera *camera, double aspect, fk_vec3 origin, fk_vec3 center, double radius,
                   double matrix[16])
{
    fk_vec3 axis[3];
    camera_axes(camera, axis);
    double middle = -fk_vec3_dot(axis[2], fk_vec3_sub(center, camera->eye));
    double far = fmax(middle + radius, 1e-3 * radius);
    double near = fmax(middle - radius, NEAREST * far);
    double y = 1 / tan(camera->angle / 2), x = y / aspect;
    double a = -(far + near) / (far - near), b = -2 * (far * near / (far - near));
    fk_vec3 shift_by = fk_vec3_sub(origin, camera->eye);
    for (int column = 0; column < 4; column++) {
        double view[3];
        for (int row = 0; row < 3; row++)
            view[row] = column < 3 ? fk_vec3_get(axis[row], column) : fk_vec3_dot(axis[row], shift_by);
        matrix[4 * column + 0] = x * view[0];
        matrix[4 * column + 1] = y * view[1];
        matrix[4 * column + 2] = a * view[2] + (column == 3 ? b : 0);
        matrix[4 * column + 3] = -view[2];
    }
}

bool camera_project(const fk_camera *camera, int width, int height, fk_vec3 point, double *x, double *y)
{
    fk_vec3 axis[3];
    camera_axes(camera, axis);
    fk_vec3 offset = fk_vec3_sub(point, camera->eye);
    double depth = -fk_vec3_dot(axis[2], offset);
    if (!(depth > 0))
        return false;
    double unit = height / (2 * tan(camera->angle / 2)); /* pixels at depth 1 */
    *x = 0.5 * width + unit * fk_vec3_dot(axis[0], offset) / depth;
    *y = 0.5 * height - unit * fk_vec3_dot(axis[1], offset) / depth;
    return true;
}

fk_vec3 camera_ray(const fk_camera *camera, int width, int height, double x, double y)
{
    fk_vec3 axis[3];
    camera_axes(camera, axis);
    double unit = 2 * tan(camera->angle / 2) / height;
    fk_vec3 ray = fk_vec3_scale(axis[0], unit * (x - 0.5 * width));
    ray = fk_vec3_add(ray, fk_vec3_scale(axis[1], unit * (0.5 * height - y)));
    return vector_unit(fk_vec3_sub(ray, axis[2]), fk_vec3_scale(axis[2], -1));
}
