/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Passes over points: the same as plain loops, bit by bit, for every count, at addresses of any alignment, with ties and
 * with numbers that are none. The points end where their memory ends, so that a look beyond them is seen by the address
 * sanitizer. */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <math.h>

#include "double_bits.h"
#include "fpu_modes.h"
#include "pieces.h"
#include "shape/support.h"

#define MOST 70

/* Room for points that ends with the last one, `skip` doubles behind the start of a block. */
typedef struct room {
    double *block;
    fk_vec3 *point;
} room;

static room make_room(uint32_t count, size_t skip)
{
    room r;
    r.block = malloc(sizeof(double) * skip + sizeof(fk_vec3) * count);
    assert_non_null(r.block);
    r.point = (fk_vec3 *)(void *)(r.block + skip);
    return r;
}

static fk_scan_result plain_farthest(const fk_vec3 *point, uint32_t count, double fold, fk_vec3 base,
                                     fk_vec3 along)
{
    fk_scan_result best = {-INFINITY, 0};
    for (uint32_t i = 0; i < count; i++) {
        double x = (point[i].x * fold - base.x) * along.x, y = (point[i].y * fold - base.y) * along.y;
        double xy = x + y, value = xy + (point[i].z * fold - base.z) * along.z;
        if (value > best.value) {
            best.value = value;
            best.index = i;
        }
    }
    return best;
}

static void check_farthest(const fk_vec3 *point, uint32_t count, double fold, fk_vec3 base, fk_vec3 along)
{
    fk_scan_result found = fk_scan_farthest(&(fk_points){.point = point, .count = count}, fold, base, along);
    fk_scan_result plain = plain_farthest(point, count, fold, base, along);
    assert_int_equal(found.index, plain.index);
    if (plain.value > -INFINITY)
        assert_same_double(found.value, plain.value);
}

static void check_reaching(const fk_vec3 *point, uint32_t count, fk_vec3 base, fk_vec3 along, double from)
{
    uint32_t index[MOST], expected[MOST], plain = 0;
    for (uint32_t i = 0; i < count; i++)
        if (plain_farthest(point + i, 1, 1.0, base, along).value >= from)
            expected[plain++] = i;
    assert_int_equal(
        fk_scan_at_least(&(fk_points){.point = point, .count = count}, base, along, from, index, MOST),
        plain);
    assert_memory_equal(index, expected, plain * sizeof index[0]);
    uint32_t few[2] = {MOST, MOST};
    assert_int_equal(
        fk_scan_at_least(&(fk_points){.point = point, .count = count}, base, along, from, few, 1), plain);
    assert_int_equal(few[0], plain > 0 ? expected[0] : MOST);
    assert_int_equal(few[1], MOST);
}

static fk_vec3 any_vector(fk_random *random)
{
    return v(fk_random_unit(random) - 0.5, fk_random_unit(random) - 0.5, fk_random_unit(random) - 0.5);
}

static void the_farthest_point_is_that_of_a_plain_loop(void **state)
{
    (void)state;
    fk_random random = fk_random_make(1);
    for (int mode = 0; mode < FPU_MODES; mode++)
        for (uint32_t count = 1; count <= MOST; count++)
            for (size_t skip = 0; skip < 4; skip++) {
                room r = make_room(count, skip);
                for (uint32_t i = 0; i < count; i++)
                    r.point[i] = any_vector(&random);
                fk_vec3 base = any_vector(&random), along = any_vector(&random);
                fpu_set(mode);
                check_farthest(r.point, count, 1.0, base, along);
                check_farthest(r.point, count, 0x1p-4, base, along);
                check_reaching(r.point, count, base, along, 0.0);
                check_reaching(
                    r.point, count, base, along,
                    fk_scan_farthest(&(fk_points){.point = r.point, .count = count}, 1.0, base, along).value);
                check_farthest(r.point, count, 1.0, v(0, 0, 0), v(0, -1, 0));
                fpu_set(0);
                free(r.block);
            }
}

/* Every point is once the only one, twice one of two, and zeros have both signs. */
static void among_equals_the_lowest_index_wins(void **state)
{
    (void)state;
    for (uint32_t count = 1; count <= MOST; count++) {
        room r = make_room(count, 1);
        for (uint32_t first = 0; first < count; first++)
            for (uint32_t second = first; second < count; second++) {
                for (uint32_t i = 0; i < count; i++)
                    r.point[i] = v(-1, i % 2 ? 0.0 : -0.0, 0);
                r.point[first] = v(0, -0.0, 0);
                r.point[second] = v(-0.0, 0, -0.0);
                check_farthest(r.point, count, 1.0, v(0, 0, 0), v(1, 0, 0));
                assert_int_equal(fk_scan_farthest(&(fk_points){.point = r.point, .count = count}, 1.0,
                                                  v(0, 0, 0), v(1, 0, 0))
                                     .index,
                                 first);
            }
        free(r.block);
    }
    fk_random random = fk_random_make(2);
    for (int round = 0; round < 20000; round++) {
        uint32_t count = 1 + (uint32_t)fk_random_below(&random, MOST);
        room r = make_room(count, 0);
        for (uint32_t i = 0; i < count; i++)
            r.point[i] = whole_vector(&random, 1);
        check_farthest(r.point, count, 1.0, whole_vector(&random, 1), whole_vector(&random, 1));
        free(r.block);
    }
}

static double odd_number(fk_random *random)
{
    static const double odd[] = {NAN, INFINITY, -INFINITY, 0x1p1023, 0x1p-1074, -0.0};
    return odd[fk_random_below(random, sizeof odd / sizeof odd[0])];
}

static void numbers_that_are_none_are_passed_over(void **state)
{
    (void)state;
    fk_random random = fk_random_make(3);
    for (int round = 0; round < 20000; round++) {
        uint32_t count = 1 + (uint32_t)fk_random_below(&random, MOST);
        room r = make_room(count, (size_t)round % 3);
        uint64_t often = 1 + fk_random_below(&random, 20);
        bool finite = true;
        for (uint32_t i = 0; i < count; i++) {
            double number[3];
            for (int k = 0; k < 3; k++)
                number[k] = fk_random_below(&random, often) == 0 ? odd_number(&random) : (double)k - i;
            r.point[i] = v(number[0], number[1], number[2]);
            finite = finite && fk_vec3_is_finite(r.point[i]);
        }
        check_farthest(r.point, count, 1.0, any_vector(&random), any_vector(&random));
        fk_aabb box;
        assert_int_equal(fk_scan_is_finite(&(fk_points){.point = r.point, .count = count}), finite);
        assert_int_equal(fk_scan_box(&(fk_points){.point = r.point, .count = count}, &box), finite);
        free(r.block);
    }
}

/* One number that is none, at every place. */
static void every_number_is_looked_at(void **state)
{
    (void)state;
    static const double odd[] = {NAN, INFINITY, -INFINITY};
    for (uint32_t count = 1; count <= MOST; count++) {
        room r = make_room(count, 1);
        memset(r.point, 0, count * sizeof r.point[0]);
        for (uint32_t at = 0; at < 3 * count; at++)
            for (int k = 0; k < 3; k++) {
                double *number = &r.point[0].x + at;
                fk_aabb box;
                *number = odd[k];
                assert_false(fk_scan_is_finite(&(fk_points){.point = r.point, .count = count}));
                assert_false(fk_scan_box(&(fk_points){.point = r.point, .count = count}, &box));
                *number = at + 1.0;
                assert_true(fk_scan_is_finite(&(fk_points){.point = r.point, .count = count}));
                assert_true(fk_scan_box(&(fk_points){.point = r.point, .count = count}, &box));
                assert_true(fk_vec3_get(box.max, (int)(at % 3)) == at + 1.0);
                *number = -1.0;
                assert_true(fk_scan_box(&(fk_points){.point = r.point, .count = count}, &box));
                assert_true(fk_vec3_get(box.min, (int)(at % 3)) == -1.0);
                *number = 0.0;
            }
        free(r.block);
    }
}

static void the_box_is_that_of_a_plain_loop(void **state)
{
    (void)state;
    fk_random random = fk_random_make(4);
    for (uint32_t count = 1; count <= MOST; count++)
        for (size_t skip = 0; skip < 4; skip++) {
            room r = make_room(count, skip);
            fk_vec3 low = v(1, 1, 1), high = v(-1, -1, -1);
            for (uint32_t i = 0; i < count; i++) {
                fk_vec3 p = r.point[i] = any_vector(&random);
                low = v(fmin(low.x, p.x), fmin(low.y, p.y), fmin(low.z, p.z));
                high = v(fmax(high.x, p.x), fmax(high.y, p.y), fmax(high.z, p.z));
            }
            fk_aabb box;
            assert_true(fk_scan_box(&(fk_points){.point = r.point, .count = count}, &box));
            assert_true(same_vector(box.min, low) && same_vector(box.max, high));
            free(r.block);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(the_farthest_point_is_that_of_a_plain_loop, fpu_usual),
        cmocka_unit_test(among_equals_the_lowest_index_wins),
        cmocka_unit_test(numbers_that_are_none_are_passed_over),
        cmocka_unit_test(every_number_is_looked_at),
        cmocka_unit_test(the_box_is_that_of_a_plain_loop),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
