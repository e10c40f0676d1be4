/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Welding against the definition in mesh.h, taken literally: every place is compared with every kept vertex. */

#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "farkas/mesh.h"
#include "fpu_modes.h"
#include "mesh/builder.h"
#include "scarce_memory.h"

#include "context_fixture.h"

/* The first kept vertex that a place becomes. */
static uint32_t find_slowly(const fk_vec3 *kept, uint32_t count, fk_vec3 place, double distance)
{
    for (uint32_t i = 0; i < count; i++) {
        double x = (kept[i].x - place.x) / distance, y = (kept[i].y - place.y) / distance,
               z = (kept[i].z - place.z) / distance;
        bool equal = kept[i].x == place.x && kept[i].y == place.y && kept[i].z == place.z;
        if (equal || (distance > 0 && x * x + y * y + z * z <= 1))
            return i;
    }
    return count;
}

/* Welds places in batches of some size, and holds every index against the slow way. */
static void check(const fk_vec3 *place, size_t count, double distance, size_t batch)
{
    fk_chunks point;
    fk_weld weld;
    fk_vec3 *kept = calloc(count, sizeof *kept);
    uint32_t *index = calloc(count, sizeof *index), kept_count = 0;
    assert_non_null(kept);
    assert_non_null(index);
    fk_chunks_init(&point, context, sizeof(fk_vec3));
    fk_weld_init(&weld, context, &point, distance);
    for (size_t i = 0; i < count; i += batch)
        assert_int_equal(fk_weld_points(&weld, place + i, count - i < batch ? count - i : batch, index + i),
                         FK_OK);
    for (size_t i = 0; i < count; i++) {
        uint32_t expected = find_slowly(kept, kept_count, place[i], distance);
        assert_int_equal(index[i], expected);
        if (expected == kept_count)
            kept[kept_count++] = place[i];
    }
    assert_int_equal(point.count, kept_count);
    assert_int_equal(weld.welded, count - kept_count);
    for (uint32_t i = 0; i < kept_count; i++)
        assert_memory_equal(fk_chunks_at(&point, i), &kept[i], sizeof *kept);
    fk_weld_end(&weld);
    fk_chunks_end(&point);
    free(kept);
    free(index);
}

/* Random places in steps of `unit` around a centre. */
static void fill(fk_random *random, fk_vec3 *place, size_t count, uint64_t range, double unit, double centre)
{
    for (size_t i = 0; i < count; i++) {
        double x[3];
        for (int k = 0; k < 3; k++)
            x[k] = centre + unit * ((double)fk_random_below(random, range) - (double)(range / 2));
        place[i] = fk_vec3_make(x[0], x[1], x[2]);
        if (fk_random_below(random, 2) == 0 && place[i].x == 0)
            place[i].x = -place[i].x;
    }
}

enum { PLACES = 1500 };

static void test_exact(void **state)
{
    (void)state;
    fk_random random = fk_random_make(1);
    static fk_vec3 place[PLACES];
    static const size_t batch[] = {1, 7, 191, 192, 193, PLACES};
    for (size_t i = 0; i < sizeof batch / sizeof batch[0]; i++) {
        fill(&random, place, PLACES, 9, 0.1, 0);
        check(place, PLACES, 0, batch[i]);
        fill(&random, place, PLACES, 9, 5e-324, 0);
        check(place, PLACES, 0, batch[i]);
        fill(&random, place, PLACES, 9, 0x1p971, 0);
        check(place, PLACES, 0, batch[i]);
    }
}

/* Grids of places, at distances around their steps; at all sizes and far from the origin, where the coordinates of cells reach
 * 2^52 and beyond, or overflow. */
static void test_distance(void **state)
{
    (void)state;
    fk_random random = fk_random_make(2);
    static fk_vec3 place[PLACES];
    static const double unit[] = {1, 0.1, 1e-290, 1e290, 0x1p1000, 0x1p-990},
                        ratio[] = {0.5, 0.999, 1, 1.001, 1.5, 1.7320508075688774, 3, 40, 0x1p-40, 0x1p60},
                        centre[] = {0, 1, 1000, 0x1p40, 0x1p51, 0x1p52, 0x1p53, 0x1p54, 0x1p55, 0x1p80};
    for (size_t u = 0; u < sizeof unit / sizeof unit[0]; u++)
        for (size_t r = 0; r < sizeof ratio / sizeof ratio[0]; r++)
            for (size_t c = 0; c < sizeof centre / sizeof centre[0]; c++) {
                double distance = unit[u] * ratio[r], middle = unit[u] * centre[c];
                if (!isfinite(distance) || !isfinite(middle * 2) || distance < 1e-300)
                    continue;
                size_t count = 300;
                fill(&random, place, count, 8, unit[u], middle);
                check(place, count, distance, 100);
                /* One coordinate far out, the others not. */
                fill(&random, place, count, 8, unit[u], 0);
                for (size_t i = 0; i < count; i++)
                    place[i].y += middle;
                check(place, count, distance, 100);
            }
}

/* Where cells of whole numbers end, and each double becomes a cell: neighbours on both sides. */
static void test_end_of_cells(void **state)
{
    (void)state;
    static fk_vec3 place[64];
    for (int exponent = 50; exponent <= 56; exponent++)
        for (int sign = -1; sign <= 1; sign += 2) {
            double x = sign * ldexp(1, exponent);
            size_t count = 0;
            for (int i = 0; i < 8; i++)
                x = nextafter(x, 0);
            for (int i = 0; i < 16; i++, x = nextafter(x, 2 * x))
                place[count++] = fk_vec3_make(0, x, 0);
            for (size_t i = 0; i < 16; i++)
                place[count++] = fk_vec3_make(0.25, place[15 - i].y, -0.25);
            for (double distance = 0.25; distance <= 8; distance *= 2) {
                check(place, count, distance, 100);
                check(place, count, nextafter(distance, 0), 100);
            }
        }
}

/* Places that are no steps of anything. */
static void test_distance_at_random(void **state)
{
    (void)state;
    fk_random random = fk_random_make(3);
    static fk_vec3 place[PLACES];
    for (int round = 0; round < 20; round++) {
        for (size_t i = 0; i < PLACES; i++)
            place[i] = fk_vec3_make(fk_random_between(&random, -1, 1), fk_random_between(&random, -1, 1),
                                    fk_random_between(&random, 0, 0x1p-20));
        check(place, PLACES, ldexp(fk_random_unit(&random), -(round % 12)) + 1e-9, PLACES);
    }
}

/* The ends of the range. */
static void test_extremes(void **state)
{
    (void)state;
    static const double value[] = {0,       -0.0,     5e-324, -5e-324, DBL_MIN, 1,       -1,
                                   DBL_MAX, -DBL_MAX, 1e300,  -1e300,  1e-300,  0x1p1023};
    static const double distance[] = {0, 5e-324, 1e-310, 1e-300, 1e-10, 1, 1e10, 1e300, DBL_MAX};
    enum { VALUES = sizeof value / sizeof value[0] };
    static fk_vec3 place[VALUES * VALUES * VALUES];
    size_t count = 0;
    for (int i = 0; i < VALUES; i++)
        for (int j = 0; j < VALUES; j++)
            for (int k = 0; k < VALUES; k++)
                place[count++] = fk_vec3_make(value[i], value[j], value[k]);
    for (size_t i = 0; i < sizeof distance / sizeof distance[0]; i++)
        check(place, count, distance[i] < 0x1p-1000 ? 0 : distance[i], 192);
}

/* Rounding and tiny numbers may be other than usual: no vertex within the distance may be missed by more than rounding. */
static void test_other_modes(void **state)
{
    (void)state;
    fk_random random = fk_random_make(4);
    static fk_vec3 place[PLACES];
    fill(&random, place, PLACES, 12, 0.1, 0x1p50);
    fill(&random, place, PLACES / 2, 12, 0.1, 0);
    for (int mode = 0; mode < FPU_MODES; mode++) {
        fpu_set(mode);
        fk_chunks point;
        fk_weld weld;
        uint32_t index[PLACES];
        fk_chunks_init(&point, context, sizeof(fk_vec3));
        fk_weld_init(&weld, context, &point, 0.25);
        fk_status status = fk_weld_points(&weld, place, PLACES, index);
        fpu_set(0);
        assert_int_equal(status, FK_OK);
        for (size_t i = 0; i < point.count; i++)
            for (size_t j = 0; j < i; j++) {
                const fk_vec3 *a = fk_chunks_at(&point, i), *b = fk_chunks_at(&point, j);
                fk_vec3 d = fk_vec3_sub(*a, *b);
                assert_true(sqrt(fk_vec3_dot(d, d)) > 0.25 * (1 - 1e-12));
            }
        for (size_t i = 0; i < PLACES; i++) {
            fk_vec3 d = fk_vec3_sub(place[i], *(const fk_vec3 *)fk_chunks_at(&point, index[i]));
            assert_true(sqrt(fk_vec3_dot(d, d)) <= 0.25 * (1 + 1e-12));
        }
        fk_weld_end(&weld);
        fk_chunks_end(&point);
    }
}

/* After a restart nothing from before is found, and what is large stays cheap: a table for a million places, and a hundred
 * thousand restarts, would take minutes if each cleared the table. */
static void test_restart(void **state)
{
    (void)state;
    fk_chunks point;
    fk_weld weld;
    uint32_t index;
    fk_chunks_init(&point, context, sizeof(fk_vec3));
    fk_weld_init(&weld, context, &point, 0);
    assert_true(fk_weld_reserve(&weld, 1000000));
    for (uint32_t i = 0; i < 100000; i++) {
        uint32_t first = (uint32_t)point.count;
        for (uint32_t k = 0; k < 4; k++) {
            fk_vec3 place = fk_vec3_make(k % 3, 0, 0);
            assert_int_equal(fk_weld_points(&weld, &place, 1, &index), FK_OK);
            assert_int_equal(index, first + k % 3);
        }
        fk_weld_restart(&weld);
    }
    assert_int_equal(weld.welded, 100000);
    fk_weld_end(&weld);
    fk_chunks_end(&point);
}

/* A distance beyond everything: all places become one, at once. */
static void test_all_become_one(void **state)
{
    (void)state;
    enum { MANY = 300000 };
    fk_random random = fk_random_make(5);
    fk_chunks point;
    fk_weld weld;
    fk_vec3 *place = calloc(MANY, sizeof *place);
    uint32_t *index = calloc(MANY, sizeof *index);
    assert_non_null(place);
    assert_non_null(index);
    for (size_t i = 0; i < MANY; i++)
        place[i] = fk_vec3_make(fk_random_unit(&random), fk_random_unit(&random), fk_random_unit(&random));
    static const double distance[] = {2, 1e10, 1e300, DBL_MAX};
    for (size_t k = 0; k < sizeof distance / sizeof distance[0]; k++) {
        fk_chunks_init(&point, context, sizeof(fk_vec3));
        fk_weld_init(&weld, context, &point, distance[k]);
        assert_int_equal(fk_weld_points(&weld, place, MANY, index), FK_OK);
        assert_int_equal(point.count, 1);
        fk_weld_end(&weld);
        fk_chunks_end(&point);
    }
    /* And one that is far below the distances between doubles, at which all stay. */
    for (size_t i = 0; i < MANY; i++)
        place[i] = fk_vec3_make(1e300 * place[i].x, 1e300 * place[i].y, 1e300);
    fk_chunks_init(&point, context, sizeof(fk_vec3));
    fk_weld_init(&weld, context, &point, 1e-200);
    assert_int_equal(fk_weld_points(&weld, place, MANY, index), FK_OK);
    assert_int_equal(point.count, MANY);
    fk_weld_end(&weld);
    fk_chunks_end(&point);
    free(place);
    free(index);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_exact),        cmocka_unit_test(test_distance),
        cmocka_unit_test(test_end_of_cells), cmocka_unit_test(test_distance_at_random),
        cmocka_unit_test(test_extremes),     cmocka_unit_test(test_other_modes),
        cmocka_unit_test(test_restart),      cmocka_unit_test(test_all_become_one),
    };
    return cmocka_run_group_tests(tests, make_context, end_context);
}
