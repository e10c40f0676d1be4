/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Statuses, context, vectors and boxes, poses, random numbers, clock. Poses are compared with matrices that are
 * written out here. */

#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include <float.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "double_bits.h"
#include "farkas/base.h"
#include "fpu_modes.h"

/* ---- Status -------------------------------------------------------------------------------------------- */

static void test_version(void **state)
{
    (void)state;
    char expected[64];
    snprintf(expected, sizeof expected, "%d.%d.%d", FK_VERSION_MAJOR, FK_VERSION_MINOR, FK_VERSION_PATCH);
    assert_string_equal(fk_version(), expected);
}

static void test_status_names(void **state)
{
    (void)state;
#define CHECK(name, text)                                                                                    \
    assert_string_equal(fk_status_name(name), #name);                                                        \
    assert_string_equal(fk_status_text(name), text);
    FK_STATUS_LIST(CHECK)
#undef CHECK
    assert_int_equal(FK_OK, 0);
    const int strange[] = {-1, FK_ERROR_CANCELLED + 1, 255, 1 << 20, INT_MAX, INT_MIN};
    for (size_t i = 0; i < sizeof strange / sizeof *strange; i++) {
        assert_string_equal(fk_status_name((fk_status)strange[i]), "unknown status");
        assert_string_equal(fk_status_text((fk_status)strange[i]), "unknown status");
    }
}

static void test_verdict_names(void **state)
{
    (void)state;
    assert_int_equal(FK_UNDECIDED, 0);
    assert_string_equal(fk_verdict_name(FK_UNDECIDED), "undecided");
    assert_string_equal(fk_verdict_name(FK_APART), "apart");
    assert_string_equal(fk_verdict_name(FK_TOUCHING), "touching");
    assert_string_equal(fk_verdict_name(FK_OVERLAPPING), "overlapping");
    assert_string_equal(fk_verdict_name((fk_verdict)4), "undecided");
    assert_string_equal(fk_verdict_name((fk_verdict)-1), "undecided");
}

/* ---- Context ------------------------------------------------------------------------------------------- */

/* Counts what goes in and out, and refuses from the given call on. */
typedef struct counting {
    size_t calls, refuse_from, live_blocks, live_bytes, last_bytes;
} counting;

static void *counting_allocate(void *user, size_t bytes)
{
    counting *count = user;
    count->last_bytes = bytes;
    if (count->calls++ >= count->refuse_from)
        return NULL;
    count->live_blocks++;
    count->live_bytes += bytes;
    return malloc(bytes);
}

static void counting_release(void *user, void *block, size_t bytes)
{
    counting *count = user;
    assert_non_null(block);
    count->live_blocks--;
    count->live_bytes -= bytes;
    free(block);
}

static fk_context_options counting_options(counting *count)
{
    fk_context_options options = fk_context_options_default();
    options.allocator.user = count;
    options.allocator.allocate = counting_allocate;
    options.allocator.release = counting_release;
    return options;
}

static void test_context_default(void **state)
{
    (void)state;
    fk_context *context = NULL;
    assert_int_equal(fk_context_create(NULL, &context), FK_OK);
    assert_non_null(context);
    unsigned char *block = fk_allocate(context, 1000);
    assert_non_null(block);
    memset(block, 0xa5, 1000);
    fk_release(context, block, 1000);
    fk_release(context, NULL, 1000);
    fk_log_write(context, FK_LOG_WARNING, "dropped");
    fk_context_destroy(context);
    fk_context_destroy(NULL);
}

static void test_context_user_allocator(void **state)
{
    (void)state;
    counting count = {.refuse_from = SIZE_MAX};
    fk_context_options options = counting_options(&count);
    fk_context *context = NULL;
    assert_int_equal(fk_context_create(&options, &context), FK_OK);
    assert_int_equal(count.live_blocks, 1);
    /* The options are copied: what the caller does with his afterwards does not matter. */
    memset(&options, 0, sizeof options);
    void *block = fk_allocate(context, 77);
    assert_int_equal(count.live_blocks, 2);
    assert_int_equal(count.last_bytes, 77);
    fk_release(context, NULL, 5);
    assert_int_equal(count.live_blocks, 2);
    fk_release(context, block, 77);
    fk_context_destroy(context);
    assert_int_equal(count.live_blocks, 0);
    assert_int_equal(count.live_bytes, 0);
}

static void test_context_refusals(void **state)
{
    (void)state;
    counting count = {.refuse_from = 0};
    fk_context_options options = counting_options(&count);
    fk_context *untouched = (fk_context *)&count;
    fk_context *context = untouched;
    assert_int_equal(fk_context_create(&options, &context), FK_ERROR_MEMORY);
    assert_ptr_equal(context, untouched);
    options.allocator.release = NULL;
    assert_int_equal(fk_context_create(&options, &context), FK_ERROR_ARGUMENT);
    options.allocator.release = counting_release;
    options.allocator.allocate = NULL;
    assert_int_equal(fk_context_create(&options, &context), FK_ERROR_ARGUMENT);
    assert_ptr_equal(context, untouched);

    options.allocator.allocate = counting_allocate;
    count.refuse_from = count.calls + 1;
    assert_int_equal(fk_context_create(&options, &context), FK_OK);
    assert_null(fk_allocate(context, 8));
    fk_context_destroy(context);
    assert_int_equal(count.live_blocks, 0);
}

static void test_context_sizes(void **state)
{
    (void)state;
    counting count = {.refuse_from = SIZE_MAX};
    fk_context_options options = counting_options(&count);
    fk_context *context = NULL;
    assert_int_equal(fk_context_create(&options, &context), FK_OK);
    /* An empty block is a block; sizes in and out agree. */
    void *empty = fk_allocate(context, 0);
    assert_non_null(empty);
    assert_true(count.last_bytes > 0);
    fk_release(context, empty, 0);
    assert_int_equal(count.live_blocks, 1);
    size_t calls = count.calls;
    assert_null(fk_allocate(context, SIZE_MAX));
    assert_null(fk_allocate(context, SIZE_MAX / 2 + 1));
    assert_int_equal(count.calls, calls);
    fk_context_destroy(context);
    assert_int_equal(count.live_bytes, 0);
}

typedef struct logged {
    int count;
    fk_log_level level;
    char message[32];
} logged;

static void keep_message(void *user, fk_log_level level, const char *message)
{
    logged *log = user;
    log->count++;
    log->level = level;
    snprintf(log->message, sizeof log->message, "%s", message);
}

static void test_context_log(void **state)
{
    (void)state;
    logged log = {0};
    fk_context_options options = fk_context_options_default();
    options.log.user = &log;
    options.log.write = keep_message;
    fk_context *context = NULL;
    assert_int_equal(fk_context_create(&options, &context), FK_OK);
    fk_log_write(context, FK_LOG_INFO, "hello");
    assert_int_equal(log.count, 1);
    assert_int_equal(log.level, FK_LOG_INFO);
    assert_string_equal(log.message, "hello");
    fk_context_destroy(context);
}

/* ---- Vectors and boxes --------------------------------------------------------------------------------- */

static void check_finite(void)
{
    const double good[] = {0.0, -0.0, 1.0, -DBL_MAX, DBL_MIN, 4.9e-324, -4.9e-324};
    const double bad[] = {INFINITY, -INFINITY, NAN, fk_from_bits(0x7ff0000000000001u),
                          fk_from_bits(UINT64_MAX)};
    for (size_t i = 0; i < sizeof good / sizeof *good; i++)
        assert_true(fk_vec3_is_finite(fk_vec3_make(good[i], good[i], good[i])));
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        assert_false(fk_vec3_is_finite(fk_vec3_make(bad[i], 0, 0)));
        assert_false(fk_vec3_is_finite(fk_vec3_make(0, bad[i], 0)));
        assert_false(fk_vec3_is_finite(fk_vec3_make(0, 0, bad[i])));
    }
}

static void test_vec3_is_finite(void **state)
{
    (void)state;
    check_finite();
    fpu_set(FPU_NO_DENORMALS);
    check_finite();
    fpu_set(0);
}

static fk_aabb cube(double low, double high)
{
    fk_aabb box = {{low, low, low}, {high, high, high}};
    return box;
}

static void test_aabb(void **state)
{
    (void)state;
    fk_aabb empty = fk_aabb_empty();
    assert_false(fk_aabb_meets(empty, empty));
    assert_false(fk_aabb_meets(empty, cube(-1e300, 1e300)));
    assert_false(fk_aabb_meets(cube(-1e300, 1e300), empty));
    fk_aabb box = fk_aabb_include(empty, fk_vec3_make(1, 2, 3));
    assert_true(fk_aabb_meets(box, box));
    box = fk_aabb_include(box, fk_vec3_make(-1, 5, NAN));
    assert_true(box.min.x == -1 && box.min.y == 2 && box.min.z == 3);
    assert_true(box.max.x == 1 && box.max.y == 5 && box.max.z == 3);
}

static void test_aabb_meets(void **state)
{
    (void)state;
    /* Closed boxes: a common face, edge or corner is a meeting, one unit in the last place is not. */
    assert_true(fk_aabb_meets(cube(0, 1), cube(1, 2)));
    assert_false(fk_aabb_meets(cube(0, 1), cube(nextafter(1, 2), 2)));
    assert_true(fk_aabb_meets(cube(0, 3), cube(1, 2)));
    for (int axis = 0; axis < 3; axis++) {
        fk_aabb moved = cube(0, 1);
        double *low = axis == 0 ? &moved.min.x : axis == 1 ? &moved.min.y : &moved.min.z;
        double *high = axis == 0 ? &moved.max.x : axis == 1 ? &moved.max.y : &moved.max.z;
        *low = 2;
        *high = 3;
        assert_false(fk_aabb_meets(cube(0, 1), moved));
        assert_false(fk_aabb_meets(moved, cube(0, 1)));
        /* Turned inside out it is empty, even within a box that covers both ends. */
        *high = 1;
        assert_false(fk_aabb_meets(cube(0, 3), moved));
        assert_false(fk_aabb_meets(moved, cube(0, 3)));
        *low = NAN;
        assert_false(fk_aabb_meets(cube(0, 3), moved));
    }
}

/* ---- Poses --------------------------------------------------------------------------------------------- */

static void assert_rotation_near(const fk_pose *pose, double expected[3][3], double tolerance)
{
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            assert_true(fabs(pose->rotation[i][j] - expected[i][j]) <= tolerance);
}

static void multiply_matrices(double a[3][3], double b[3][3], double out[3][3])
{
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            out[i][j] = a[i][0] * b[0][j] + a[i][1] * b[1][j] + a[i][2] * b[2][j];
}

static void test_pose_rpy(void **state)
{
    (void)state;
    fk_random random = fk_random_make(11);
    for (int i = 0; i < 2000; i++) {
        double r = fk_random_between(&random, -7, 7), p = fk_random_between(&random, -7, 7);
        double y = fk_random_between(&random, -7, 7);
        double rx[3][3] = {{1, 0, 0}, {0, cos(r), -sin(r)}, {0, sin(r), cos(r)}};
        double ry[3][3] = {{cos(p), 0, sin(p)}, {0, 1, 0}, {-sin(p), 0, cos(p)}};
        double rz[3][3] = {{cos(y), -sin(y), 0}, {sin(y), cos(y), 0}, {0, 0, 1}};
        double zy[3][3], zyx[3][3];
        multiply_matrices(rz, ry, zy);
        multiply_matrices(zy, rx, zyx);
        fk_pose pose = fk_pose_from_rpy(fk_vec3_make(1, -2, 3e100), fk_vec3_make(r, p, y));
        assert_rotation_near(&pose, zyx, 1e-15);
        assert_true(pose.translation.x == 1 && pose.translation.y == -2 && pose.translation.z == 3e100);
    }
    /* Each angle alone turns the right way about the right axis. */
    const double quarter = 1.5707963267948966;
    fk_pose roll = fk_pose_from_rpy(fk_vec3_make(0, 0, 0), fk_vec3_make(quarter, 0, 0));
    assert_true(fk_pose_rotate(&roll, fk_vec3_make(0, 1, 0)).z == 1);
    fk_pose pitch = fk_pose_from_rpy(fk_vec3_make(0, 0, 0), fk_vec3_make(0, quarter, 0));
    assert_true(fk_pose_rotate(&pitch, fk_vec3_make(0, 0, 1)).x == 1);
    fk_pose yaw = fk_pose_from_rpy(fk_vec3_make(0, 0, 0), fk_vec3_make(0, 0, quarter));
    assert_true(fk_pose_rotate(&yaw, fk_vec3_make(1, 0, 0)).y == 1);
}

static void test_pose_rpy_zero_is_identity(void **state)
{
    (void)state;
    fk_pose pose = fk_pose_from_rpy(fk_vec3_make(0, 0, 0), fk_vec3_make(0, 0, 0));
    fk_pose identity = fk_pose_identity();
    assert_rotation_near(&pose, identity.rotation, 0.0);
    fk_vec3 point = fk_pose_apply(&identity, fk_vec3_make(1e-310, -2, 1e308));
    assert_true(point.x == 1e-310 && point.y == -2 && point.z == 1e308);
}

/* The order of operations is part of the contract. */
static void test_pose_apply_order(void **state)
{
    (void)state;
    fk_random random = fk_random_make(5);
    for (int i = 0; i < 10000; i++) {
        fk_pose pose;
        double v[12];
        for (int k = 0; k < 12; k++)
            v[k] = fk_random_between(&random, -2, 2) * (k % 5 == 0 ? 1e8 : 1.0);
        memcpy(pose.rotation, v, sizeof pose.rotation);
        pose.translation = fk_vec3_make(v[9], v[10], v[11]);
        fk_vec3 p = fk_vec3_make(v[2], v[7], v[4]);
        fk_vec3 placed = fk_pose_apply(&pose, p), turned = fk_pose_rotate(&pose, p);
        for (int axis = 0; axis < 3; axis++) {
            volatile double a = v[3 * axis] * p.x, b = v[3 * axis + 1] * p.y, c = v[3 * axis + 2] * p.z;
            volatile double ab = a + b;
            volatile double abc = ab + c;
            assert_same_double(fk_vec3_get(turned, axis), abc);
            assert_same_double(fk_vec3_get(placed, axis), abc + fk_vec3_get(pose.translation, axis));
        }
    }
}

static fk_pose random_pose(fk_random *random)
{
    double v[6];
    for (int i = 0; i < 6; i++)
        v[i] = fk_random_between(random, -4, 4);
    return fk_pose_from_rpy(fk_vec3_make(v[0], v[1], v[2]), fk_vec3_make(v[3], v[4], v[5]));
}

static double distance(fk_vec3 a, fk_vec3 b)
{
    fk_vec3 d = fk_vec3_sub(a, b);
    return sqrt(fk_vec3_dot(d, d));
}

static void test_pose_multiply_and_inverse(void **state)
{
    (void)state;
    fk_random random = fk_random_make(6);
    for (int i = 0; i < 2000; i++) {
        fk_pose a = random_pose(&random), b = random_pose(&random);
        fk_vec3 p = random_pose(&random).translation;
        fk_pose ab = fk_pose_multiply(&a, &b);
        assert_true(distance(fk_pose_apply(&ab, p), fk_pose_apply(&a, fk_pose_apply(&b, p))) < 1e-13);
        fk_pose inverse = fk_pose_inverse(&a);
        assert_true(distance(fk_pose_apply(&inverse, fk_pose_apply(&a, p)), p) < 1e-13);
        fk_pose unity = fk_pose_multiply(&a, &inverse), identity = fk_pose_identity();
        assert_rotation_near(&unity, identity.rotation, 1e-15);
        assert_true(distance(unity.translation, fk_vec3_make(0, 0, 0)) < 1e-14);
    }
}

static fk_pose pose_from_quat(double x, double y, double z, double w)
{
    double quat[4] = {x, y, z, w};
    fk_pose pose;
    assert_int_equal(fk_pose_from_quat_xyzw(fk_vec3_make(7, 8, 9), quat, &pose), FK_OK);
    assert_true(pose.translation.x == 7 && pose.translation.y == 8 && pose.translation.z == 9);
    return pose;
}

static void test_pose_quat_exact_turns(void **state)
{
    (void)state;
    const double sizes[] = {1.0, 0.7071067811865476, 3.0, DBL_MAX, 1e-200, DBL_MIN, 4.9e-324};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        double s = sizes[i];
        fk_pose none = pose_from_quat(0, 0, 0, s), identity = fk_pose_identity();
        assert_rotation_near(&none, identity.rotation, 0.0);
        fk_pose minus = pose_from_quat(0, 0, 0, -s);
        assert_rotation_near(&minus, identity.rotation, 0.0);
        double quarter_x[3][3] = {{1, 0, 0}, {0, 0, -1}, {0, 1, 0}};
        fk_pose x = pose_from_quat(s, 0, 0, s);
        assert_rotation_near(&x, quarter_x, 0.0);
        double quarter_y[3][3] = {{0, 0, 1}, {0, 1, 0}, {-1, 0, 0}};
        fk_pose y = pose_from_quat(0, s, 0, s);
        assert_rotation_near(&y, quarter_y, 0.0);
        double quarter_z[3][3] = {{0, -1, 0}, {1, 0, 0}, {0, 0, 1}};
        fk_pose z = pose_from_quat(0, 0, s, s);
        assert_rotation_near(&z, quarter_z, 0.0);
        double third[3][3] = {{0, 0, 1}, {1, 0, 0}, {0, 1, 0}};
        fk_pose diagonal = pose_from_quat(s, s, s, s);
        assert_rotation_near(&diagonal, third, 0.0);
        double half_z[3][3] = {{-1, 0, 0}, {0, -1, 0}, {0, 0, 1}};
        fk_pose half = pose_from_quat(0, 0, -s, 0);
        assert_rotation_near(&half, half_z, 0.0);
    }
}

/* The quaternion of roll, pitch and yaw, at any length, gives the matrix of roll, pitch and yaw. */
static void test_pose_quat_agrees_with_rpy(void **state)
{
    (void)state;
    fk_random random = fk_random_make(8);
    for (int i = 0; i < 3000; i++) {
        double r = fk_random_between(&random, -3, 3), p = fk_random_between(&random, -3, 3);
        double y = fk_random_between(&random, -3, 3);
        double cr = cos(r / 2), sr = sin(r / 2), cp = cos(p / 2), sp = sin(p / 2);
        double cy = cos(y / 2), sy = sin(y / 2);
        double quat[4] = {sr * cp * cy - cr * sp * sy, cr * sp * cy + sr * cp * sy,
                          cr * cp * sy - sr * sp * cy, cr * cp * cy + sr * sp * sy};
        fk_pose expected = fk_pose_from_rpy(fk_vec3_make(7, 8, 9), fk_vec3_make(r, p, y));
        const int powers[] = {0, 1, 500, 1023, -500, -960};
        int power = powers[fk_random_below(&random, 6)];
        fk_pose pose = pose_from_quat(ldexp(quat[0], power), ldexp(quat[1], power), ldexp(quat[2], power),
                                      ldexp(quat[3], power));
        assert_rotation_near(&pose, expected.rotation, 3e-15);
        /* Scaling by a power of two changes not a single bit. */
        fk_pose plain = pose_from_quat(quat[0], quat[1], quat[2], quat[3]);
        assert_memory_equal(&pose, &plain, sizeof pose);
    }
}

/* Rounded rotations are rigid; scales, shears, mirrors and singular matrices are not. */
static void test_pose_check(void **state)
{
    (void)state;
    fk_random random = fk_random_make(9);
    for (int i = 0; i < 1000; i++) {
        fk_vec3 rpy = {fk_random_between(&random, -3, 3), fk_random_between(&random, -3, 3),
                       fk_random_between(&random, -3, 3)};
        fk_pose pose = fk_pose_from_rpy(fk_vec3_make(1e300, 0, -7), rpy), bad = pose;
        assert_int_equal(fk_pose_check(&pose), FK_OK);
        double by = i % 4 == 0 ? 0.001 : i % 4 == 1 ? 1.001 : i % 4 == 2 ? -1 : 0;
        for (int k = 0; k < 9; k++) {
            pose.rotation[k / 3][k % 3] = round(pose.rotation[k / 3][k % 3] * 1e6) / 1e6;
            bad.rotation[k / 3][k % 3] *= by;
        }
        assert_int_equal(fk_pose_check(&pose), FK_OK);
        assert_int_equal(fk_pose_check(&bad), FK_ERROR_ARGUMENT);
        pose.rotation[i % 3][i / 3 % 3] = i % 2 ? NAN : INFINITY;
        assert_int_equal(fk_pose_check(&pose), FK_ERROR_NOT_FINITE);
        bad.translation.y = -INFINITY;
        assert_int_equal(fk_pose_check(&bad), FK_ERROR_NOT_FINITE);
    }
    fk_pose shear = fk_pose_identity();
    shear.rotation[0][1] = 0.01;
    assert_int_equal(fk_pose_check(&shear), FK_ERROR_ARGUMENT);
    shear.rotation[0][1] = 1e200;
    assert_int_equal(fk_pose_check(&shear), FK_ERROR_ARGUMENT);
}

static void test_pose_quat_mixed_sizes(void **state)
{
    (void)state;
    fk_pose identity = fk_pose_identity();
    fk_pose almost = pose_from_quat(4.9e-324, -DBL_MIN, 1e-200, DBL_MAX);
    assert_rotation_near(&almost, identity.rotation, 1e-300);
    fk_pose small_turn = pose_from_quat(0, 0, 1e-100, 1);
    assert_true(fabs(small_turn.rotation[1][0] / 2e-100 - 1) < 1e-15);
    /* Denormal and normal components together. */
    fk_pose mixed = pose_from_quat(0, -DBL_MIN / 4, DBL_MIN / 2, DBL_MIN),
            plain = pose_from_quat(0, -1, 2, 4);
    assert_memory_equal(&mixed, &plain, sizeof mixed);
    {
        fpu_set(FPU_NO_DENORMALS);
        double denormal = fk_from_bits(3);
        double quarter_z[3][3] = {{0, -1, 0}, {1, 0, 0}, {0, 0, 1}};
        fk_pose z = pose_from_quat(0, 0, denormal, denormal);
        fpu_set(0);
        assert_rotation_near(&z, quarter_z, 0.0);
    }
}

static void test_pose_quat_refusals(void **state)
{
    (void)state;
    fk_pose pose, before;
    memset(&pose, 0x5a, sizeof pose);
    before = pose;
    const fk_vec3 origin = {0, 0, 0};
    double zero[4] = {0, -0.0, 0, 0};
    assert_int_equal(fk_pose_from_quat_xyzw(origin, zero, &pose), FK_ERROR_ARGUMENT);
    const double bad[] = {INFINITY, -INFINITY, NAN};
    for (int component = 0; component < 4; component++) {
        for (int i = 0; i < 3; i++) {
            double quat[4] = {1, 1, 1, 1};
            quat[component] = bad[i];
            assert_int_equal(fk_pose_from_quat_xyzw(origin, quat, &pose), FK_ERROR_NOT_FINITE);
        }
    }
    double good[4] = {0, 0, 0, 1};
    assert_int_equal(fk_pose_from_quat_xyzw(fk_vec3_make(0, NAN, 0), good, &pose), FK_ERROR_NOT_FINITE);
    assert_memory_equal(&pose, &before, sizeof pose);
}

/* ---- Random numbers ------------------------------------------------------------------------------------ */

static void test_random_fixed_numbers(void **state)
{
    (void)state;
    /* The sequence that other implementations of splitmix64 publish for this seed. */
    const uint64_t expected[] = {6457827717110365317u, 3203168211198807973u, 9817491932198370423u,
                                 4593380528125082431u, 16408922859458223821u};
    fk_random random = fk_random_make(1234567);
    for (size_t i = 0; i < 5; i++)
        assert_int_equal(fk_random_u64(&random), expected[i]);
    random = fk_random_make(0);
    assert_int_equal(fk_random_u64(&random), 0xe220a8397b1dcdafu);
    random = fk_random_make(1234567);
    assert_same_double(fk_random_unit(&random), (double)(6457827717110365317u >> 11) / 9007199254740992.0);
}

static void test_random_below(void **state)
{
    (void)state;
    fk_random random = fk_random_make(4);
    int counts[7] = {0};
    for (int i = 0; i < 70000; i++)
        counts[fk_random_below(&random, 7)]++;
    for (int i = 0; i < 7; i++)
        assert_in_range((uintmax_t)counts[i], 9500, 10500);
    for (int i = 0; i < 100; i++) {
        assert_int_equal(fk_random_below(&random, 1), 0);
        assert_true(fk_random_below(&random, UINT64_MAX) < UINT64_MAX);
    }
    /* With a bound of 3/4 of the range, a plain remainder would put half of all draws into the lowest third. */
    const uint64_t bound = (uint64_t)3 << 62;
    int low = 0;
    for (int i = 0; i < 30000; i++) {
        uint64_t drawn = fk_random_below(&random, bound);
        assert_true(drawn < bound);
        low += drawn < bound / 3;
    }
    assert_in_range((uintmax_t)low, 9500, 10500);
}

static void test_random_unit(void **state)
{
    (void)state;
    fk_random random = fk_random_make(5);
    double sum = 0;
    bool odd = false;
    for (int i = 0; i < 100000; i++) {
        double x = fk_random_unit(&random);
        assert_true(x >= 0 && x < 1);
        double scaled = x * 0x1p53;
        assert_true(scaled == floor(scaled));
        odd = odd || fmod(scaled, 2) == 1;
        sum += x;
    }
    assert_true(odd);
    assert_true(fabs(sum / 100000 - 0.5) < 0.01);
}

static void test_random_between(void **state)
{
    (void)state;
    const double pairs[][2] = {
        {0, 1},
        {-1, 1},
        {1, 1 + DBL_EPSILON},
        {1 - DBL_EPSILON / 2, 1},
        {0, 4.9e-324},
        {-4.9e-324, 0},
        {-4.9e-324, 4.9e-324},
        {-DBL_MAX, DBL_MAX},
        {0, DBL_MAX},
        {-DBL_MAX, 0},
        {-DBL_MAX, -1},
        {1e300, 1.0000001e300},
        {-1, 1e-300},
        {1e16, 1e16 + 2},
        {-DBL_MAX, -0x1.ffffffffffffep1023},
        {-1e308, 1.7e308},
    };
    fk_random random = fk_random_make(6);
    for (size_t k = 0; k < sizeof pairs / sizeof *pairs; k++) {
        double low = pairs[k][0], high = pairs[k][1], least = high, most = low;
        for (int i = 0; i < 20000; i++) {
            double x = fk_random_between(&random, low, high);
            assert_true(x >= low && x < high);
            least = fmin(least, x);
            most = fmax(most, x);
        }
        /* The values spread over the whole interval. */
        assert_true(least / 4 <= low / 4 * 0.99 + high / 4 * 0.01 || least == low);
        assert_true(most / 4 >= low / 4 * 0.01 + high / 4 * 0.99 || most == nextafter(high, low));
    }
    /* One draw for each number, whatever the bounds. */
    fk_random a = fk_random_make(9), b = fk_random_make(9);
    (void)fk_random_between(&a, 1, 1 + DBL_EPSILON);
    (void)fk_random_u64(&b);
    assert_int_equal(a.state, b.state);
}

/* ---- Clock --------------------------------------------------------------------------------------------- */

static void test_clock(void **state)
{
    (void)state;
    double start = fk_clock_seconds(), last = start;
    assert_true(isfinite(start));
    /* Ends when the clock has moved on, which shows that it does. */
    while (last < start + 0.002) {
        double now = fk_clock_seconds();
        assert_true(now >= last);
        last = now;
    }
}

/* A letter more, fewer, changed or swapped, or the beginning; the first of several; and what is not near. */
static void test_nearest(void **state)
{
    (void)state;
    static const char *const known[] = {"verify", "check", "cheek", "hull"};
    static const char *const word[][2] = {{"vreify", "verify"}, {"chck", "check"}, {"che", "check"},
                                          {"hul1", "hull"},     {"xyzzy", NULL},   {"", NULL}};
    for (size_t i = 0; i < sizeof word / sizeof word[0]; i++) {
        fk_spelling nearest = fk_spelling_make(word[i][0]);
        for (size_t k = 0; k < 4; k++)
            fk_spelling_offer(&nearest, known[k]);
        if (word[i][1] == NULL)
            assert_null(nearest.found);
        else
            assert_string_equal(nearest.found, word[i][1]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_version),
        cmocka_unit_test(test_status_names),
        cmocka_unit_test(test_verdict_names),
        cmocka_unit_test(test_context_default),
        cmocka_unit_test(test_context_user_allocator),
        cmocka_unit_test(test_context_refusals),
        cmocka_unit_test(test_context_sizes),
        cmocka_unit_test(test_context_log),
        cmocka_unit_test(test_vec3_is_finite),
        cmocka_unit_test(test_aabb),
        cmocka_unit_test(test_aabb_meets),
        cmocka_unit_test(test_pose_rpy),
        cmocka_unit_test(test_pose_rpy_zero_is_identity),
        cmocka_unit_test(test_pose_apply_order),
        cmocka_unit_test(test_pose_multiply_and_inverse),
        cmocka_unit_test(test_pose_quat_exact_turns),
        cmocka_unit_test(test_pose_quat_agrees_with_rpy),
        cmocka_unit_test(test_pose_quat_mixed_sizes),
        cmocka_unit_test(test_pose_quat_refusals),
        cmocka_unit_test(test_random_fixed_numbers),
        cmocka_unit_test(test_pose_check),
        cmocka_unit_test(test_random_below),
        cmocka_unit_test(test_random_unit),
        cmocka_unit_test(test_random_between),
        cmocka_unit_test(test_clock),
        cmocka_unit_test(test_nearest),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
