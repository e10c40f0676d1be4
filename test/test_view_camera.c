/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Cameras: what they see, that moving them keeps what it should, and that projecting and casting rays are inverse. */

#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include <math.h>
#include <string.h>

#include "camera.h"

#define PI 3.14159265358979323846

static double length(fk_vec3 v)
{
    return sqrt(fk_vec3_dot(v, v));
}

static double between(fk_vec3 a, fk_vec3 b)
{
    return length(fk_vec3_sub(a, b));
}

static fk_vec3 way_of(fk_random *random)
{
    fk_vec3 v;
    do
        v = fk_vec3_make(fk_random_between(random, -1, 1), fk_random_between(random, -1, 1),
                         fk_random_between(random, -1, 1));
    while (!(length(v) > 0.1 && length(v) <= 1));
    return fk_vec3_scale(v, 1 / length(v));
}

static void assert_near(double a, double b, double tolerance)
{
    if (!(fabs(a - b) <= tolerance))
        fail_msg("%.17g and %.17g differ by more than %g", a, b, tolerance);
}

static void assert_axes(const fk_camera *camera)
{
    fk_vec3 axis[3];
    camera_axes(camera, axis);
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 3; k++)
            assert_near(fk_vec3_dot(axis[i], axis[k]), i == k, 1e-12);
    fk_vec3 z = fk_vec3_cross(axis[0], axis[1]);
    assert_near(between(z, axis[2]), 0, 1e-12);
}

/* ---- Fit ----------------------------------------------------------------------------------------------- */

/* All of the ball is in the picture, and it is not much smaller than that. */
static void check_fit(const fk_camera *camera, fk_vec3 center, double radius, double aspect)
{
    fk_random random = fk_random_make(7);
    int width = (int)(1000 * aspect), height = 1000;
    double least = HUGE_VAL, x, y;
    for (int i = 0; i < 500; i++) {
        fk_vec3 at = fk_vec3_add(center, fk_vec3_scale(way_of(&random), radius));
        assert_true(camera_project(camera, width, height, at, &x, &y));
        assert_true(x > 0 && x < width && y > 0 && y < height);
        least = fmin(least, fmin(fmin(x, width - x), fmin(y, height - y)));
    }
    assert_true(least < 0.12 * fmin(width, height));
    assert_true(camera_project(camera, width, height, camera->target, &x, &y));
    assert_near(x, 0.5 * width, 1e-6);
    assert_near(y, 0.5 * height, 1e-6);
}

static void test_fit(void **state)
{
    (void)state;
    static const double aspects[] = {0.4, 1, 1.6, 3};
    const fk_vec3 center = {-40, 7, 900};
    for (int side = 0; side < FK_SIDE_COUNT; side++)
        for (int i = 0; i < 4; i++) {
            fk_camera camera = camera_fit(center, 12.5, (fk_side)side, aspects[i]);
            check_fit(&camera, center, 12.5, aspects[i]);
            assert_axes(&camera);
        }
    /* A radius that is none. */
    fk_camera camera = camera_fit(center, 0, FK_SIDE_FRONT, 1);
    check_fit(&camera, center, 1, 1);
}

/* Which world axis points to the right and up in the picture. */
static void check_side(fk_side side, fk_vec3 forward, fk_vec3 right, fk_vec3 up)
{
    fk_vec3 axis[3];
    fk_camera camera = camera_fit(fk_vec3_make(1, 2, 3), 5, side, 1.5);
    camera_axes(&camera, axis);
    assert_near(between(axis[2], fk_vec3_scale(forward, -1)), 0, 1e-12);
    assert_near(between(axis[0], right), 0, 1e-12);
    assert_near(between(axis[1], up), 0, 1e-12);
}

static void test_sides(void **state)
{
    (void)state;
    const fk_vec3 x = {1, 0, 0}, y = {0, 1, 0}, z = {0, 0, 1};
    const fk_vec3 left = {-1, 0, 0}, front = {0, -1, 0}, down = {0, 0, -1};
    check_side(FK_SIDE_FRONT, y, x, z);
    check_side(FK_SIDE_BACK, front, left, z);
    check_side(FK_SIDE_LEFT, x, front, z);
    check_side(FK_SIDE_RIGHT, left, y, z);
    check_side(FK_SIDE_TOP, down, x, y);
    check_side(FK_SIDE_BOTTOM, z, x, front);
    fk_camera camera = camera_fit(fk_vec3_make(0, 0, 0), 1, FK_SIDE_CORNER, 1);
    assert_true(camera.eye.x > 0 && camera.eye.y < 0 && camera.eye.z > 0);
    assert_string_equal(fk_side_word(FK_SIDE_BOTTOM), "bottom");
    assert_string_equal(fk_side_word((fk_side)99), "");
}

/* A tight fit touches the margin on two sides at least. */
static void test_tight(void **state)
{
    (void)state;
    fk_random random = fk_random_make(3);
    for (int run = 0; run < 50; run++) {
        fk_vec3 center = fk_vec3_make(1e5, -3e5, 50), way = way_of(&random), point[20];
        double aspect = fk_random_between(&random, 0.5, 2.5), x, y;
        camera_fitting fitting = camera_fitting_make(center, way, aspect);
        for (int i = 0; i < 20; i++) {
            point[i] = fk_vec3_add(center, fk_vec3_scale(way_of(&random), fk_random_between(&random, 0, 30)));
            camera_fitting_add(&fitting, point[i]);
        }
        fk_camera camera = camera_fitting_end(&fitting);
        double low[2] = {HUGE_VAL, HUGE_VAL}, high[2] = {-HUGE_VAL, -HUGE_VAL};
        for (int i = 0; i < 20; i++) {
            assert_true(camera_project(&camera, (int)(1e6 * aspect), 1000000, point[i], &x, &y));
            low[0] = fmin(low[0], x / (1e6 * aspect));
            high[0] = fmax(high[0], x / (1e6 * aspect));
            low[1] = fmin(low[1], y / 1e6);
            high[1] = fmax(high[1], y / 1e6);
        }
        assert_true(low[0] > 0.02 && high[0] < 0.98 && low[1] > 0.02 && high[1] < 0.98);
        double most = fmax(high[0] - low[0], high[1] - low[1]);
        assert_near(most, 1 / 1.06, 1e-4);
        assert_axes(&camera);
    }
    camera_fitting none = camera_fitting_make(fk_vec3_make(1, 1, 1), fk_vec3_make(0, 0, -1), 1);
    fk_camera camera = camera_fitting_end(&none);
    assert_near(between(camera.eye, camera.target), 1, 1e-12);
    camera_fitting_add(&none, fk_vec3_make(1, 1, 1));
    camera = camera_fitting_end(&none);
    assert_true(between(camera.eye, camera.target) > 0);
}

/* ---- Moves --------------------------------------------------------------------------------------------- */

static void test_orbit(void **state)
{
    (void)state;
    fk_random random = fk_random_make(11);
    fk_camera camera = camera_fit(fk_vec3_make(5, 6, 7), 3, FK_SIDE_CORNER, 1.6);
    double distance = between(camera.eye, camera.target);
    for (int i = 0; i < 2000; i++) {
        camera_orbit(&camera, fk_random_between(&random, -1, 1), fk_random_between(&random, -1, 1));
        assert_near(between(camera.eye, camera.target), distance, 1e-9);
        assert_near(between(camera.target, fk_vec3_make(5, 6, 7)), 0, 0);
        assert_axes(&camera);
        fk_vec3 axis[3];
        camera_axes(&camera, axis);
        assert_near(axis[0].z, 0, 1e-9); /* the horizon is level */
        assert_true(axis[1].z > -1e-9);  /* and never upside down */
    }
    /* To the right: what was in the middle of the right half comes nearer to the front. */
    camera = camera_fit(fk_vec3_make(0, 0, 0), 1, FK_SIDE_FRONT, 1);
    camera_orbit(&camera, PI / 2, 0);
    assert_true(camera.eye.x > 1 && fabs(camera.eye.y) < 1e-9);
    /* It stops above, and comes back the way it went. */
    camera_orbit(&camera, 0.3, 9);
    fk_vec3 axis[3], before[3];
    camera_axes(&camera, axis);
    assert_near(axis[2].z, 1, 1e-12);
    fk_camera again = camera;
    camera_orbit(&again, 0, -0.01);
    camera_axes(&again, before);
    assert_near(between(before[0], axis[0]), 0, 1e-9);
    /* From the top view of a drawing, tilting shows the front. */
    camera = camera_fit(fk_vec3_make(0, 0, 0), 1, FK_SIDE_TOP, 1);
    camera_orbit(&camera, 0, -PI / 4);
    assert_true(camera.eye.y < -1 && fabs(camera.eye.x) < 1e-9 && camera.eye.z > 1);
}

static void test_pan_and_zoom(void **state)
{
    (void)state;
    fk_camera camera = camera_fit(fk_vec3_make(5, 6, 7), 3, FK_SIDE_LEFT, 1.6), moved = camera;
    double x, y;
    camera_pan(&moved, 0.25, -0.125);
    assert_true(camera_project(&moved, 800, 400, camera.target, &x, &y));
    assert_near(x, 400 - 0.25 * 400, 1e-9);
    assert_near(y, 200 - 0.125 * 400, 1e-9);
    assert_near(between(moved.eye, moved.target), between(camera.eye, camera.target), 1e-9);
    moved = camera;
    camera_zoom(&moved, 0.5);
    assert_near(between(moved.eye, moved.target), 0.5 * between(camera.eye, camera.target), 1e-9);
    assert_near(between(moved.target, camera.target), 0, 0);
    camera_zoom(&moved, 2);
    assert_near(between(moved.eye, camera.eye), 0, 1e-9);
}

static void test_flight(void **state)
{
    (void)state;
    fk_random random = fk_random_make(5);
    fk_camera camera = camera_fit(fk_vec3_make(5, 6, 7), 3, FK_SIDE_CORNER, 1.6);
    double distance = between(camera.eye, camera.target);
    for (int i = 0; i < 500; i++) {
        fk_vec3 eye = camera.eye;
        camera_turn(&camera, fk_random_between(&random, -1, 1), fk_random_between(&random, -1, 1));
        assert_near(between(camera.eye, eye), 0, 0);
        assert_near(between(camera.eye, camera.target), distance, 1e-9);
        assert_axes(&camera);
    }
    /* Turning right, what was in the middle is left of it; turning up, below it. */
    camera = camera_fit(fk_vec3_make(0, 0, 0), 1, FK_SIDE_FRONT, 1);
    fk_vec3 target = camera.target;
    double x, y;
    camera_turn(&camera, 0.1, 0.05);
    assert_true(camera_project(&camera, 100, 100, target, &x, &y));
    assert_true(x < 49 && y > 51);
    camera = camera_fit(fk_vec3_make(0, 0, 0), 1, FK_SIDE_FRONT, 1);
    fk_vec3 eye = camera.eye;
    distance = between(camera.eye, camera.target);
    camera_fly(&camera, 0, 0, 0.5);
    assert_near(camera.eye.y, eye.y + 0.5 * distance, 1e-9);
    camera_fly(&camera, 0.25, 0.125, -0.5);
    assert_near(camera.eye.x, 0.25 * distance, 1e-9);
    assert_near(camera.eye.z, 0.125 * distance, 1e-9);
    assert_near(camera.eye.y, eye.y, 1e-9);
}

/* ---- Points -------------------------------------------------------------------------------------------- */

/* A ray through where a point is seen goes through the point, also far from the origin; and the matrix says the same. */
static void test_round_trip(void **state)
{
    (void)state;
    fk_random random = fk_random_make(17);
    for (int i = 0; i < 500; i++) {
        fk_vec3 center = fk_vec3_scale(way_of(&random), i % 2 ? 5e6 : 1);
        fk_camera camera = camera_fit_along(center, 2, way_of(&random), 1.25);
        fk_vec3 at = fk_vec3_add(center, fk_vec3_scale(way_of(&random), 1.5));
        double x, y, matrix[16], clip[4];
        assert_true(camera_project(&camera, 1000, 800, at, &x, &y));
        fk_vec3 ray = camera_ray(&camera, 1000, 800, x, y), offset = fk_vec3_sub(at, camera.eye);
        assert_near(length(ray), 1, 1e-12);
        assert_near(length(fk_vec3_cross(ray, offset)) / length(offset), 0, 1e-9);
        camera_matrix(&camera, 1.25, center, center, 2, matrix);
        fk_vec3 v = fk_vec3_sub(at, center);
        for (int row = 0; row < 4; row++)
            clip[row] = matrix[row] * v.x + matrix[4 + row] * v.y + matrix[8 + row] * v.z + matrix[12 + row];
        assert_near(500 * (1 + clip[0] / clip[3]), x, 1e-6);
        assert_near(400 * (1 - clip[1] / clip[3]), y, 1e-6);
        assert_true(clip[2] > -clip[3] && clip[2] < clip[3]);
        /* Behind the camera nothing is seen. */
        assert_false(camera_project(&camera, 1000, 800, fk_vec3_sub(camera.eye, offset), &x, &y));
    }
}

/* An `up` along the view, or none at all. */
static void test_odd_up(void **state)
{
    (void)state;
    fk_camera camera = {.eye = {0, 0, 10}, .up = {0, 0, 1}, .angle = 0.5};
    assert_axes(&camera);
    camera.up = fk_vec3_make(0, 0, 0);
    assert_axes(&camera);
    camera.eye = fk_vec3_make(3, 0, 0);
    assert_axes(&camera);
    camera.eye = camera.target;
    assert_axes(&camera);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_fit),        cmocka_unit_test(test_sides),        cmocka_unit_test(test_tight),
        cmocka_unit_test(test_orbit),      cmocka_unit_test(test_pan_and_zoom), cmocka_unit_test(test_flight),
        cmocka_unit_test(test_round_trip), cmocka_unit_test(test_odd_up),
    };
    return cmocka_run_group_tests_name("view_camera", tests, NULL, NULL);
}
