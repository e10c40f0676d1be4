/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Polygons cut into triangles: convex ones into the fan, simple ones without overlap, others somehow. The oracle works in whole
 * numbers: every triangle turns as the polygon does, and random points are in as many triangles as they are in the polygon. */

#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include <math.h>
#include <string.h>

#include "io/readers.h"
#include "scarce_memory.h"

enum { MOST = 3000 };

typedef struct point {
    int64_t x, y;
} point;

/* ---- Oracle -------------------------------------------------------------------------------------------- */

static int64_t turn(point a, point b, point c)
{
    return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}

static int sign(int64_t x)
{
    return x > 0 ? 1 : x < 0 ? -1 : 0;
}

/* Whether q is on the closed segment a b, on whose line it is. */
static int is_between(point a, point b, point q)
{
    return q.x >= (a.x < b.x ? a.x : b.x) && q.x <= (a.x > b.x ? a.x : b.x) &&
           q.y >= (a.y < b.y ? a.y : b.y) && q.y <= (a.y > b.y ? a.y : b.y);
}

static int do_meet(point a, point b, point c, point d)
{
    int s1 = sign(turn(a, b, c)), s2 = sign(turn(a, b, d)), s3 = sign(turn(c, d, a)),
        s4 = sign(turn(c, d, b));
    return (s1 * s2 < 0 && s3 * s4 < 0) || (s1 == 0 && is_between(a, b, c)) ||
           (s2 == 0 && is_between(a, b, d)) || (s3 == 0 && is_between(c, d, a)) ||
           (s4 == 0 && is_between(c, d, b));
}

static int is_simple(const point *p, int n)
{
    for (int i = 0; i < n; i++) {
        point a = p[i], b = p[(i + 1) % n], c = p[(i + 2) % n];
        if ((a.x == b.x && a.y == b.y) || (turn(a, b, c) == 0 && is_between(a, b, c)) ||
            (turn(a, b, c) == 0 && is_between(b, c, a)))
            return 0;
        for (int j = i + 2; j < n; j++)
            if ((j + 1) % n != i && do_meet(a, b, p[j], p[(j + 1) % n]))
                return 0;
    }
    return 1;
}

/* How often a closed chain winds around a point, whose x is no corner's: crossings of the ray upward. */
static int winding(const point *p, int n, double x, double y)
{
    int count = 0;
    for (int i = 0; i < n; i++) {
        point a = p[i], b = p[(i + 1) % n];
        if (((double)a.x < x) == ((double)b.x < x))
            continue;
        double at = (double)a.y + (x - (double)a.x) * (double)(b.y - a.y) / (double)(b.x - a.x);
        if (at > y)
            count += b.x < a.x ? 1 : -1;
    }
    return count;
}

static int64_t double_area(const point *p, int n)
{
    int64_t sum = 0;
    for (int i = 0; i < n; i++)
        sum += p[i].x * p[(i + 1) % n].y - p[i].y * p[(i + 1) % n].x;
    return sum;
}

/* ---- Cutting ------------------------------------------------------------------------------------------- */

typedef struct cut {
    fk_triangle triangle[MOST];
    int count;
    fk_load_report report;
} cut;

/* Places points in space, cuts, and puts the result into *out. */
static fk_status cut_places(fk_context *context, const fk_vec3 *place, int n, cut *out)
{
    fk_mesh_options options = fk_mesh_options_default();
    fk_builder builder;
    fk_stream source;
    static uint32_t corner[MOST];
    memset(out, 0, sizeof *out);
    fk_stream_init(&source, NULL, NULL, NULL, &out->report);
    fk_builder_init(&builder, context, &options, false);
    fk_status status = FK_OK;
    for (int i = 0; status == FK_OK && i < n; i++) {
        corner[i] = (uint32_t)i;
        status = fk_builder_add_point(&builder, place[i]);
    }
    if (status == FK_OK)
        status = fk_read_polygon(&source, &builder, corner, (size_t)n);
    for (size_t i = 0; status == FK_OK && i < builder.triangle.count; i++)
        out->triangle[out->count++] = *(const fk_triangle *)fk_chunks_at(&builder.triangle, i);
    fk_builder_end(&builder);
    return status;
}

/* Eight ways to place a plane in space: along each axis, tilted, from behind, and far away. */
static fk_vec3 put_into_space(point p, int way)
{
    double x = (double)p.x, y = (double)p.y;
    switch (way) {
    case 0:
        return fk_vec3_make(x, y, 0);
    case 1:
        return fk_vec3_make(5, x, y);
    case 2:
        return fk_vec3_make(y, -7, x);
    case 3:
        return fk_vec3_make(y, x, 0);
    case 4:
        return fk_vec3_make(x, y, 2 * x - 3 * y);
    case 5:
        return fk_vec3_make(x + y, 3 * x, y - x);
    case 6:
        return fk_vec3_make(x * 0x1p-1060, y * 0x1p-1060, 0);
    default:
        return fk_vec3_make(0x1p1000 * x, 0, 0x1p1000 * y);
    }
}

enum { WAYS = 8 };

static const cut *cut_polygon(const point *p, int n, int way)
{
    static fk_vec3 place[MOST];
    static cut result;
    fk_context *context = NULL;
    assert_int_equal(fk_context_create(NULL, &context), FK_OK);
    for (int i = 0; i < n; i++)
        place[i] = put_into_space(p[i], way);
    assert_int_equal(cut_places(context, place, n, &result), FK_OK);
    assert_int_equal(result.count, n - 2);
    assert_int_equal(result.report.triangles, n - 2);
    assert_int_equal(result.report.polygons, n > 3);
    fk_context_destroy(context);
    return &result;
}

/* All triangles turn as the polygon does; `flat` says how many may have no area. */
static void check_turns(const point *p, int n, const cut *c, int flat)
{
    int way = sign(double_area(p, n));
    int64_t area = 0;
    for (int i = 0; i < c->count; i++) {
        const uint32_t *t = c->triangle[i].corner;
        int64_t part = turn(p[t[0]], p[t[1]], p[t[2]]);
        assert_true(sign(part) == way || (part == 0 && flat-- > 0));
        area += part;
    }
    assert_int_equal(area, double_area(p, n));
}

static void check_cover(const point *p, int n, const cut *c, fk_random *random, int samples)
{
    int way = sign(double_area(p, n));
    point low = p[0], high = p[0];
    for (int i = 1; i < n; i++) {
        low.x = p[i].x < low.x ? p[i].x : low.x;
        low.y = p[i].y < low.y ? p[i].y : low.y;
        high.x = p[i].x > high.x ? p[i].x : high.x;
        high.y = p[i].y > high.y ? p[i].y : high.y;
    }
    for (int k = 0; k < samples; k++) {
        double x = fk_random_between(random, (double)low.x, (double)high.x);
        double y = fk_random_between(random, (double)low.y, (double)high.y);
        int covered = 0;
        for (int i = 0; i < c->count; i++) {
            const uint32_t *t = c->triangle[i].corner;
            point corner[3] = {p[t[0]], p[t[1]], p[t[2]]};
            int inside = winding(corner, 3, x, y) * way;
            assert_true(inside >= 0);
            covered += inside;
        }
        assert_int_equal(covered, winding(p, n, x, y) * way);
    }
}

static void check_simple(const point *p, int n, fk_random *random)
{
    assert_true(is_simple(p, n));
    for (int way = 0; way < WAYS; way++) {
        const cut *c = cut_polygon(p, n, way);
        check_turns(p, n, c, 0);
        if (way == 0)
            check_cover(p, n, c, random, 20);
    }
}

static void check_is_fan(const cut *c)
{
    for (int i = 0; i < c->count; i++) {
        const uint32_t fan[3] = {0, (uint32_t)i + 1, (uint32_t)i + 2};
        assert_memory_equal(c->triangle[i].corner, fan, sizeof fan);
    }
}

/* ---- Convex -------------------------------------------------------------------------------------------- */

static void test_convex_is_fan(void **state)
{
    (void)state;
    static point p[MOST];
    for (int n = 3; n < 200; n += n < 20 ? 1 : 17)
        for (int way = 0; way < WAYS; way++) {
            for (int i = 0; i < n; i++) {
                /* On a parabola. */
                p[i].x = i - n / 3;
                p[i].y = p[i].x * p[i].x;
            }
            check_is_fan(cut_polygon(p, n, way));
        }
}

/* A square with corners on its sides: no triangle is flat. */
static void test_flat_corners(void **state)
{
    (void)state;
    fk_random random = fk_random_make(1);
    for (int64_t k = 1; k <= 5; k++) {
        point p[20];
        int n = 0;
        for (int64_t i = 0; i < k; i++)
            p[n++] = (point){i, 0};
        for (int64_t i = 0; i < k; i++)
            p[n++] = (point){k, i};
        for (int64_t i = 0; i < k; i++)
            p[n++] = (point){k - i, k};
        for (int64_t i = 0; i < k; i++)
            p[n++] = (point){0, k - i};
        for (int first = 0; first < n; first++) {
            point turned[20];
            for (int i = 0; i < n; i++)
                turned[i] = p[(first + i) % n];
            const cut *c = cut_polygon(turned, n, 0);
            check_turns(turned, n, c, 0);
            check_cover(turned, n, c, &random, 5);
        }
    }
}

/* ---- Concave ------------------------------------------------------------------------------------------- */

/* All quads on a small grid. Concave ones are cut at the corner that is bent, and where that is corner 0 the fan is right. */
static void test_all_small_quads(void **state)
{
    (void)state;
    int simple = 0;
    for (int code = 0; code < 1 << 16; code += 3) {
        point p[4];
        for (int i = 0; i < 4; i++)
            p[i] = (point){code >> (4 * i) & 3, code >> (4 * i + 2) & 3};
        const cut *c = cut_polygon(p, 4, code % WAYS);
        if (!is_simple(p, 4))
            continue;
        simple++;
        check_turns(p, 4, c, 0);
    }
    assert_true(simple > 1000);
}

static void test_combs_and_spirals(void **state)
{
    (void)state;
    static point p[MOST];
    fk_random random = fk_random_make(2);
    for (int teeth = 1; teeth < 200; teeth += 33) {
        int n = 0;
        for (int i = 0; i < teeth; i++) {
            p[n++] = (point){4 * i, 0};
            p[n++] = (point){4 * i + 1, 100};
            p[n++] = (point){4 * i + 2, 100};
            p[n++] = (point){4 * i + 3, 0};
        }
        p[n++] = (point){4 * teeth, -5};
        p[n++] = (point){-1, -5};
        check_simple(p, n, &random);
    }
    for (int turns = 1; turns < 20; turns += 6) {
        /* A square spiral: out along its outer side, back along the inner one. */
        int n = 0;
        for (int i = 0; i < 4 * turns; i++) {
            int64_t r = 10 + 4 * i;
            p[n++] = (point){i % 4 == 0 || i % 4 == 3 ? r : -r, i % 4 < 2 ? r : -r};
        }
        for (int i = 4 * turns; i-- > 0;) {
            int64_t r = 9 + 4 * i;
            p[n++] = (point){i % 4 == 0 || i % 4 == 3 ? r : -r, i % 4 < 2 ? r : -r};
        }
        check_simple(p, n, &random);
    }
}

static point direction(double angle, double radius)
{
    point p = {(int64_t)(radius * fk_cos(angle)), (int64_t)(radius * fk_sin(angle))};
    return p;
}

/* Stars with random rays, in both directions. */
static void test_random_stars(void **state)
{
    (void)state;
    static point p[MOST], q[MOST];
    fk_random random = fk_random_make(3);
    int simple = 0;
    for (int round = 0; round < 300; round++) {
        int n = 4 + (int)fk_random_below(&random, 40);
        double size = round % 2 ? 20 : 100000;
        for (int i = 0; i < n; i++)
            p[i] = direction(6.28 * i / n, size * fk_random_between(&random, 0.1, 1));
        if (!is_simple(p, n))
            continue;
        simple++;
        int first = (int)fk_random_below(&random, (uint64_t)n);
        for (int i = 0; i < n; i++)
            q[i] = p[round % 4 < 2 ? (first + i) % n : (first + n - i) % n];
        check_simple(q, n, &random);
    }
    assert_true(simple > 100);
}

/* A hole, with a bridge to it that is walked twice. */
static void test_hole_with_bridge(void **state)
{
    (void)state;
    const point p[10] = {{0, 0}, {10, 0}, {10, 10}, {0, 10}, {0, 0}, {3, 3}, {3, 6}, {6, 6}, {6, 3}, {3, 3}};
    fk_random random = fk_random_make(4);
    point q[10];
    for (int first = 0; first < 10; first++) {
        for (int i = 0; i < 10; i++)
            q[i] = p[(first + i) % 10];
        const cut *c = cut_polygon(q, 10, 0);
        check_turns(q, 10, c, 0);
        check_cover(q, 10, c, &random, 50);
    }
}

/* ---- What is not simple -------------------------------------------------------------------------------- */

static void test_repeated_corners(void **state)
{
    (void)state;
    /* An arrow with each corner twice, and some three times. */
    const point arrow[4] = {{10, -10}, {2, 0}, {10, 10}, {0, 0}};
    point p[12];
    for (int times = 2; times <= 3; times++) {
        for (int i = 0; i < 4 * times; i++)
            p[i] = arrow[i / times];
        const cut *c = cut_polygon(p, 4 * times, 0);
        check_turns(p, 4 * times, c, 4 * times - 4);
    }
}

static void test_degenerate_is_fan(void **state)
{
    (void)state;
    static const point same[6] = {{3, 3}, {3, 3}, {3, 3}, {3, 3}, {3, 3}, {3, 3}};
    static const point line[6] = {{0, 0}, {1, 1}, {5, 5}, {2, 2}, {7, 7}, {3, 3}};
    static const point eight[4] = {{0, 0}, {5, 5}, {5, 0}, {0, 5}};
    for (int way = 0; way < WAYS; way++) {
        check_is_fan(cut_polygon(same, 6, way));
        check_is_fan(cut_polygon(line, 6, way));
        check_is_fan(cut_polygon(eight, 4, way));
    }
}

/* Anything at all: the right number of triangles, whose edges are those of the polygon and others that go both ways. */
static void test_random_chains(void **state)
{
    (void)state;
    fk_random random = fk_random_make(5);
    for (int round = 0; round < 2000; round++) {
        point p[30];
        int balance[30][30] = {{0}};
        int n = 3 + (int)fk_random_below(&random, 28);
        for (int i = 0; i < n; i++)
            p[i] = (point){(int64_t)fk_random_below(&random, 6), (int64_t)fk_random_below(&random, 6)};
        const cut *c = cut_polygon(p, n, round % WAYS);
        for (int i = 0; i < c->count; i++)
            for (int k = 0; k < 3; k++) {
                uint32_t a = c->triangle[i].corner[k], b = c->triangle[i].corner[(k + 1) % 3];
                balance[a][b]++;
                balance[b][a]--;
            }
        for (int a = 0; a < n; a++)
            for (int b = 0; b < n; b++)
                assert_int_equal(balance[a][b], (n > 2 && b == (a + 1) % n) - (n > 2 && a == (b + 1) % n));
    }
}

static void test_few_corners(void **state)
{
    (void)state;
    fk_context *context = NULL;
    assert_int_equal(fk_context_create(NULL, &context), FK_OK);
    static cut c;
    const fk_vec3 place[3] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
    for (int n = 0; n < 3; n++) {
        assert_int_equal(cut_places(context, place, n, &c), FK_OK);
        assert_int_equal(c.count, 0);
        assert_int_equal(c.report.ignored, 1);
        assert_int_equal(c.report.triangles, 0);
    }
    assert_int_equal(cut_places(context, place, 3, &c), FK_OK);
    assert_int_equal(c.count, 1);
    assert_int_equal(c.report.polygons, 0);
    fk_context_destroy(context);
}

/* Corners for which doubles get turns wrong, after Kettner et al., "Classroom examples of robustness problems" (2008): p is
 * beside the line through q and r by units in the last place, on the side that the difference of its coordinates tells. */
static void test_exact_turns(void **state)
{
    (void)state;
    fk_context *context = NULL;
    assert_int_equal(fk_context_create(NULL, &context), FK_OK);
    static cut c;
    for (int i = 0; i < 64; i++)
        for (int j = 0; j < 64; j++) {
            fk_vec3 p = {0.5 + i * 0x1p-53, 0.5 + j * 0x1p-53, 0};
            const fk_vec3 place[4] = {p, {12, 12, 0}, {24, 24, 0}, {0, 40, 0}};
            assert_int_equal(cut_places(context, place, 4, &c), FK_OK);
            if (j > i)
                check_is_fan(&c);
            for (int k = 0; j <= i && k < 2; k++) {
                const uint32_t *t = c.triangle[k].corner;
                assert_true((t[0] == 1 || t[1] == 1 || t[2] == 1) && (t[0] == 3 || t[1] == 3 || t[2] == 3));
            }
        }
    fk_context_destroy(context);
}

static void test_memory_runs_out(void **state)
{
    (void)state;
    static fk_vec3 place[100];
    static cut c;
    for (int i = 0; i < 100; i++)
        place[i] = fk_vec3_make(i % 2 ? i : 0, i, 0);
    for (size_t k = 0;; k++) {
        memory m = {0, SIZE_MAX};
        fk_context *context = memory_context(&m);
        m.fail_at = k;
        fk_status status = cut_places(context, place, 100, &c);
        assert_true(status == FK_OK || status == FK_ERROR_MEMORY);
        m.fail_at = SIZE_MAX;
        fk_context_destroy(context);
        assert_int_equal(m.used, 0);
        if (status == FK_OK)
            break;
        assert_true(k < 100);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_convex_is_fan),    cmocka_unit_test(test_flat_corners),
        cmocka_unit_test(test_all_small_quads),  cmocka_unit_test(test_combs_and_spirals),
        cmocka_unit_test(test_random_stars),     cmocka_unit_test(test_hole_with_bridge),
        cmocka_unit_test(test_repeated_corners), cmocka_unit_test(test_degenerate_is_fan),
        cmocka_unit_test(test_random_chains),    cmocka_unit_test(test_few_corners),
        cmocka_unit_test(test_exact_turns),      cmocka_unit_test(test_memory_runs_out),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
