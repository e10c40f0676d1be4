/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* fk_ccd_point_triangle and fk_ccd_segment_segment against an oracle: lattices, where exact contacts are frequent, motions
 * in a plane, flat triangles, numbers of all sizes; and the published queries, where they are there (as in
 * test_real_files.c). With a number as its argument, so many lattices of each kind. */

#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ccd_oracle.h"

#include "fpu_modes.h"
#include "pair/cast/cast.h"
#include "sanitized.h"
#include "small_stack.h"

static int random_cases = 2500 / SHARE;

typedef struct query {
    fk_vec3 begin[4], end[4];
} query;

static uint64_t random_bits(uint64_t *state)
{
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    return *state;
}

static int random_below(uint64_t *state, int count)
{
    return (int)((random_bits(state) >> 20) % (uint64_t)count);
}

static fk_ccd_hit ask(bool segments, const query *q)
{
    fk_ccd_hit hit = {true, {7, 8}};
    fk_status status = segments ? fk_ccd_segment_segment(q->begin, q->end, &hit)
                                : fk_ccd_point_triangle(q->begin, q->end, &hit);
    assert_int_equal(status, FK_OK);
    return hit;
}

static void assert_same(fk_ccd_hit a, fk_ccd_hit b)
{
    assert_true(a.meets == b.meets);
    assert_memory_equal(&a.time, &b.time, sizeof a.time);
}

static void print_query(bool segments, const query *q, const fk_ccd_hit *hit)
{
    print_message("%s: meets %d from %a to %a\n", segments ? "segments" : "triangle", hit->meets,
                  hit->time.lo, hit->time.hi);
    for (int i = 0; i < 4; i++)
        print_message("  {%a, %a, %a} to {%a, %a, %a}\n", q->begin[i].x, q->begin[i].y, q->begin[i].z,
                      q->end[i].x, q->end[i].y, q->end[i].z);
}

static fk_ccd_hit ask_and_check(bool segments, const query *q)
{
    fk_ccd_hit hit = ask(segments, q);
    if (!moving_answer_is_right(segments, q->begin, q->end, &hit)) {
        print_query(segments, q, &hit);
        fail();
    }
    return hit;
}

static fk_vec3 lattice_point(uint64_t *state, int reach)
{
    int x = random_below(state, 2 * reach + 1) - reach, y = random_below(state, 2 * reach + 1) - reach;
    return fk_vec3_make(x, y, random_below(state, 2 * reach + 1) - reach);
}

static query lattice_query(uint64_t *state, int reach)
{
    query q;
    for (int i = 0; i < 4; i++) {
        q.begin[i] = lattice_point(state, reach);
        q.end[i] = lattice_point(state, reach);
    }
    return q;
}

static double power_of_two(uint64_t *state, int least, int most)
{
    return ldexp(1.0, least + random_below(state, most - least + 1));
}

static void apply(query *q, void (*change)(fk_vec3 *p, uint64_t *state), uint64_t *state)
{
    for (int i = 0; i < 4; i++) {
        change(&q->begin[i], state);
        change(&q->end[i], state);
    }
}

static void flatten(fk_vec3 *p, uint64_t *state)
{
    (void)state;
    p->z = 0;
}

static void tilt(fk_vec3 *p, uint64_t *state)
{
    (void)state;
    p->z = p->x + 2 * p->y;
}

static void onto_line(fk_vec3 *p, uint64_t *state)
{
    (void)state;
    *p = fk_vec3_make(p->x, 2 * p->x, -p->x);
}

/* Any double there is. */
static void any_size(fk_vec3 *p, uint64_t *state)
{
    double *c[3] = {&p->x, &p->y, &p->z};
    for (int k = 0; k < 3; k++)
        *c[k] = ldexp(*c[k] * (1.0 + ldexp(random_below(state, 8), -random_below(state, 52))),
                      random_below(state, 2094) - 1072);
}

/* The same numbers, but for a few of the least size there is. */
static void small_parts(fk_vec3 *p, uint64_t *state)
{
    if (random_below(state, 3) == 0)
        p->x = ldexp(random_below(state, 3) - 1, -1074);
    if (random_below(state, 3) == 0)
        p->z = ldexp(random_below(state, 3) - 1, 1022);
}

/* Next to where it was. */
static void by_one_bit(fk_vec3 *p, uint64_t *state)
{
    if (random_below(state, 4) == 0)
        p->y += random_below(state, 2) == 0 ? 0x1p-50 : -0x1p-50;
}

/* They stand in a lattice at the time 1/2: 1, 2 and 3 is the plane z = 0, and the first is on it. */
static void meet_in_the_middle(query *q, uint64_t *state)
{
    for (int i = 0; i < 4; i++) {
        fk_vec3 middle = lattice_point(state, 2), way = lattice_point(state, 2);
        if (random_below(state, 4) > 0)
            middle.z = 0;
        q->begin[i] = fk_vec3_sub(middle, way);
        q->end[i] = fk_vec3_add(middle, way);
    }
}

/* The plane of all four turns around the z axis, so that f is zero all the time. */
static void turn_plane(query *q, uint64_t *state)
{
    for (int i = 0; i < 4; i++) {
        double height = random_below(state, 5) - 2, rise = random_below(state, 5) - 2,
               x = random_below(state, 5) - 2;
        q->begin[i] = fk_vec3_make(x, 0, height);
        q->end[i] = fk_vec3_make(x, x, rise);
    }
}

static double random_unit(uint64_t *state)
{
    return (double)(random_bits(state) >> 11) * 0x1p-53;
}

/* A point of the triangle of three places, rounded; or where it is `beyond` the last two as seen from the first, one across
 * the line of these. */
static fk_vec3 place_in_plane(const fk_vec3 corner[3], bool beyond, uint64_t *state)
{
    double u = random_unit(state), v = random_unit(state) * (1 - u), w = 1 - u - v;
    if (beyond) {
        w = 1 + random_unit(state);
        v = w * random_unit(state);
        w -= v;
        u = 1 - v - w;
    }
    fk_vec3 p = fk_vec3_add(fk_vec3_scale(corner[0], u), fk_vec3_scale(corner[1], v));
    return fk_vec3_add(p, fk_vec3_scale(corner[2], w));
}

/* The first moves in the plane of the others, which rest, but for roundings. */
static void nearly_flat(query *q, uint64_t *state)
{
    for (int i = 1; i < 4; i++) {
        double x = random_unit(state), y = random_unit(state);
        q->begin[i] = q->end[i] = fk_vec3_make(x, y, random_unit(state));
    }
    bool beyond = random_below(state, 2) == 0;
    q->begin[0] = place_in_plane(&q->begin[1], beyond, state);
    q->end[0] = place_in_plane(&q->begin[1], beyond, state);
}

/* Corners that are equal at one time or at all. */
static void equal_corners(query *q, uint64_t *state)
{
    int from = random_below(state, 4), to = random_below(state, 4);
    q->begin[to] = q->begin[from];
    if (random_below(state, 2) == 0)
        q->end[to] = q->end[from];
    if (random_below(state, 4) == 0)
        q->end[2] = q->end[3];
}

enum { FAMILIES = 15, LONG_FAMILY = 13 };

static query make_query(int family, uint64_t *state)
{
    query q = lattice_query(state, 2);
    switch (family) {
    case 0:
        q = lattice_query(state, 1);
        break;
    case 1:
        break;
    case 2:
        apply(&q, flatten, state);
        break;
    case 3:
        apply(&q, tilt, state);
        break;
    case 4:
        apply(&q, onto_line, state);
        break;
    case 5:
        equal_corners(&q, state);
        break;
    case 6:
        meet_in_the_middle(&q, state);
        break;
    case 7:
        turn_plane(&q, state);
        break;
    case 8:
        meet_in_the_middle(&q, state);
        apply(&q, by_one_bit, state);
        break;
    case 9:
        apply(&q, flatten, state);
        apply(&q, by_one_bit, state);
        break;
    case 10:
        equal_corners(&q, state);
        apply(&q, tilt, state);
        break;
    case 11:
        apply(&q, by_one_bit, state);
        break;
    case 12:
        nearly_flat(&q, state);
        break;
    case LONG_FAMILY:
        apply(&q, any_size, state);
        break;
    default:
        apply(&q, small_parts, state);
        break;
    }
    return q;
}

/* The last two families have numbers of thousands of bits. */
static int cases_of(int family)
{
    return family < 2 ? random_cases : family < LONG_FAMILY ? random_cases / 10 : random_cases / 250;
}

static query any_query(int i, uint64_t *state)
{
    return make_query(i % 50 < 48 ? i % LONG_FAMILY : LONG_FAMILY + i % 2, state);
}

static void test_random(void **state)
{
    (void)state;
    for (int family = 0; family < FAMILIES; family++) {
        uint64_t random = 12345 + (uint64_t)family;
        int hits[2] = {0, 0}, count = cases_of(family);
        for (int i = 0; i < count; i++) {
            query q = make_query(family, &random);
            for (int segments = 0; segments < 2; segments++) {
                fk_ccd_hit hit = ask_and_check(segments, &q);
                fk_ccd_kind kind = segments ? FK_CCD_SEGMENTS : FK_CCD_POINT_TRIANGLE;
                assert_same(fk_ccd_exact(kind, q.begin, q.end), hit);
                hits[segments] += hit.meets;
            }
        }
        if (family < LONG_FAMILY)
            assert_true(hits[0] > count / 60 && hits[1] > count / 60);
    }
}

/* Numbers of all sizes, placed so that the first meeting is known. */
static void test_sizes(void **state)
{
    (void)state;
    uint64_t random = 99;
    for (int i = 0; i < 100 / SHARE; i++) {
        double x = power_of_two(&random, -1074, 1020), y = power_of_two(&random, -1074, 1020);
        double z = power_of_two(&random, -1070, 1020);
        query q = {{{0, 0, z}, {-x, -y, 0}, {x, -y, 0}, {0, y, 0}},
                   {{0, 0, -z}, {-x, -y, 0}, {x, -y, 0}, {0, y, 0}}};
        fk_ccd_hit hit = ask_and_check(false, &q);
        assert_true(hit.meets && hit.time.lo == 0.5 && hit.time.hi == 0.5);
        query s = {{{-x, 0, z}, {x, 0, z}, {0, y, 0}, {0, -y, 0}},
                   {{-x, 0, -z}, {x, 0, -z}, {0, y, 0}, {0, -y, 0}}};
        hit = ask_and_check(true, &s);
        assert_true(hit.meets && hit.time.lo == 0.5 && hit.time.hi == 0.5);
        /* One bit beside the edge of the other, at all times. */
        q.begin[0].y = q.end[0].y = nextafter(-y, -INFINITY);
        assert_false(ask_and_check(false, &q).meets);
        q.begin[0].y = q.end[0].y = -y;
        assert_true(ask_and_check(false, &q).meets);
    }
}

/* ---- Known cases --------------------------------------------------------------------------------------- */

static void check_known(bool segments, query q, bool meets, double lo, double hi)
{
    fk_ccd_hit hit = ask_and_check(segments, &q);
    assert_true(hit.meets == meets);
    assert_true(hit.time.lo == lo && hit.time.hi == hi);
}

static void test_known(void **state)
{
    (void)state;
    /* Through the middle, on an edge, on a corner, beside it; at time 0, 1, and only at one of them. */
    const fk_vec3 a = {0, 0, 0}, b = {4, 0, 0}, c = {0, 4, 0};
    check_known(false, (query){{{1, 1, 1}, a, b, c}, {{1, 1, -1}, a, b, c}}, true, 0.5, 0.5);
    check_known(false, (query){{{1, 1, 1}, a, b, c}, {{1, 1, -2}, a, b, c}}, true, 0x1.5555555555555p-2,
                0x1.5555555555556p-2);
    check_known(false, (query){{{2, 2, 1}, a, b, c}, {{2, 2, -1}, a, b, c}}, true, 0.5, 0.5);
    check_known(false, (query){{{0, 4, 1}, a, b, c}, {{0, 4, -1}, a, b, c}}, true, 0.5, 0.5);
    check_known(false, (query){{{0, 4 + 0x1p-50, 1}, a, b, c}, {{0, 4, -1}, a, b, c}}, false, 0, 0);
    check_known(false, (query){{{1, 1, 0}, a, b, c}, {{1, 1, -1}, a, b, c}}, true, 0, 0);
    check_known(false, (query){{{1, 1, 1}, a, b, c}, {{1, 1, 0}, a, b, c}}, true, 1, 1);
    check_known(false, (query){{{1, 1, 1}, a, b, c}, {{1, 1, 0x1p-1074}, a, b, c}}, false, 0, 0);
    /* In the plane: it enters over an edge. */
    check_known(false, (query){{{-1, 1, 0}, a, b, c}, {{3, 1, 0}, a, b, c}}, true, 0.25, 0.25);
    /* A triangle that is a segment, a point; one that opens. */
    check_known(false, (query){{{1, 1, 0}, a, b, b}, {{1, -1, 0}, a, b, b}}, true, 0.5, 0.5);
    check_known(false, (query){{{1, 1, 0}, a, a, a}, {{-1, -1, 0}, a, a, a}}, true, 0.5, 0.5);
    check_known(false, (query){{{1, 1, 0}, a, b, b}, {{1, 1, 0}, a, b, c}}, true, 0.5, 0.5);
    /* Segments: crossed, end on end, along a line, points. */
    const fk_vec3 d = {-1, 0, 0}, e = {1, 0, 0};
    check_known(true, (query){{{0, -1, 2}, {0, 1, 2}, d, e}, {{0, -1, -2}, {0, 1, -2}, d, e}}, true, 0.5,
                0.5);
    check_known(true, (query){{{1, 0, 2}, {1, 1, 2}, d, e}, {{1, 0, -2}, {1, 1, -2}, d, e}}, true, 0.5, 0.5);
    check_known(true, (query){{{3, 0, 0}, {4, 0, 0}, d, e}, {{-1, 0, 0}, {0, 0, 0}, d, e}}, true, 0.5, 0.5);
    check_known(true, (query){{{3, 0, 0}, {4, 0, 0}, d, e}, {{2, 0, 0}, {3, 0, 0}, d, e}}, false, 0, 0);
    check_known(true, (query){{{0, 1, 0}, {0, 1, 0}, d, d}, {{-2, -1, 0}, {-2, -1, 0}, d, d}}, true, 0.5,
                0.5);
    check_known(true, (query){{{0, 1, 0}, {0, 1, 0}, d, d}, {{-2, -1, 1}, {-2, -1, 0}, d, d}}, true, 0.5,
                0.5);
    /* At the time sqrt(1/2): one turns, the other, a point, moves across. */
    const fk_vec3 point[2] = {{0, 1, 0}, {2, 1, 0}};
    check_known(true, (query){{a, {2, 0, 0}, point[0], point[0]}, {a, {2, 2, 0}, point[1], point[1]}}, true,
                0x1.6a09e667f3bccp-1, 0x1.6a09e667f3bcdp-1);
}

/* Their determinant has roots near 0.3, 0.45 and 0.8, and they are across each other all the time: each is a meeting. */
static void test_three_meetings(void **state)
{
    (void)state;
    query q = {{{-64, 16, -15.097}, {64, 16, 12.047}, {16, -64, -7.904}, {16, 64, 7.904}},
               {{-128, 16, -14.597}, {128, 16, 12.547}, {16, -192, -7.904}, {16, 192, 7.904}}};
    fk_ccd_hit hit = ask_and_check(true, &q);
    assert_true(hit.meets && fabs(hit.time.lo - 0.3) < 1e-9);
}

static void test_refused(void **state)
{
    (void)state;
    for (int i = 0; i < 24; i++) {
        query q = {{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}},
                   {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
        fk_ccd_hit hit = {true, {7, 8}};
        fk_vec3 *p = i < 12 ? &q.begin[i / 3] : &q.end[(i - 12) / 3];
        *(i % 3 == 0 ? &p->x : i % 3 == 1 ? &p->y : &p->z) = i % 2 ? NAN : -INFINITY;
        assert_int_equal(fk_ccd_point_triangle(q.begin, q.end, &hit), FK_ERROR_NOT_FINITE);
        assert_int_equal(fk_ccd_segment_segment(q.begin, q.end, &hit), FK_ERROR_NOT_FINITE);
        assert_true(hit.meets && hit.time.lo == 7 && hit.time.hi == 8);
    }
}

/* ---- Rules --------------------------------------------------------------------------------------------- */

static query permuted(const query *q, const int order[4])
{
    query p;
    for (int i = 0; i < 4; i++) {
        p.begin[i] = q->begin[order[i]];
        p.end[i] = q->end[order[i]];
    }
    return p;
}

static void test_order(void **state)
{
    (void)state;
    static const int triangle[6][4] = {{0, 1, 2, 3}, {0, 1, 3, 2}, {0, 2, 1, 3},
                                       {0, 2, 3, 1}, {0, 3, 1, 2}, {0, 3, 2, 1}};
    static const int segment[8][4] = {{0, 1, 2, 3}, {1, 0, 2, 3}, {0, 1, 3, 2}, {1, 0, 3, 2},
                                      {2, 3, 0, 1}, {2, 3, 1, 0}, {3, 2, 0, 1}, {3, 2, 1, 0}};
    uint64_t random = 4711;
    for (int i = 0; i < 1000 / SHARE; i++) {
        query q = any_query(i, &random);
        fk_ccd_hit first = ask(false, &q), second = ask(true, &q);
        for (int k = 0; k < 8; k++) {
            query p = permuted(&q, segment[k]);
            assert_same(ask(true, &p), second);
            p = permuted(&q, triangle[k % 6]);
            assert_same(ask(false, &p), first);
        }
        /* Backward in time the last meeting is the first one. */
        query back;
        memcpy(back.begin, q.end, sizeof back.begin);
        memcpy(back.end, q.begin, sizeof back.end);
        fk_ccd_hit late = ask(false, &back);
        assert_true(late.meets == first.meets && late.time.lo + first.time.lo <= 1.0);
        late = ask(true, &back);
        assert_true(late.meets == second.meets && late.time.lo + second.time.lo <= 1.0);
    }
}

static void test_modes(void **state)
{
    (void)state;
    uint64_t random = 815;
    for (int i = 0; i < 700 / SHARE; i++) {
        query q = any_query(i, &random);
        fk_ccd_hit usual[2] = {ask(false, &q), ask(true, &q)};
        for (int mode = 1; mode < FPU_MODES; mode++) {
            fpu_set(mode);
            fk_ccd_hit first = ask(false, &q), second = ask(true, &q);
            fpu_set(0);
            assert_same(first, usual[0]);
            assert_same(second, usual[1]);
        }
    }
}

/* Numbers of all sizes and coplanar ones, on a stack of the size that exact integers need. */
static bool ask_on_small_stack(void)
{
    uint64_t random = 3;
    for (int i = 0; i < 60; i++) {
        query q = any_query(i, &random);
        ask(false, &q);
        ask(true, &q);
    }
    return true;
}

static void test_stack(void **state)
{
    (void)state;
    assert_on_small_stack(ask_on_small_stack, 128);
}

/* ---- Published queries --------------------------------------------------------------------------------- */

/* Reads over / under where that is a double. */
static bool read_number(char **line, double *out)
{
    mpq_t exact, back;
    char *over = strtok(*line, ","), *under = strtok(NULL, ",");
    *line = NULL;
    mpq_inits(exact, back, (mpq_ptr)NULL);
    assert_true(over != NULL && under != NULL && mpz_set_str(mpq_numref(exact), over, 10) == 0 &&
                mpz_set_str(mpq_denref(exact), under, 10) == 0 && mpz_sgn(mpq_denref(exact)) != 0);
    mpq_canonicalize(exact);
    *out = mpq_get_d(exact);
    mpq_set_d(back, *out);
    bool same = mpq_equal(exact, back);
    mpq_clears(exact, back, (mpq_ptr)NULL);
    return same;
}

typedef struct tally {
    int asked, hits, wrong, no_doubles;
} tally;

static void ask_file(const char *path, bool segments, tally *t)
{
    char text[4000];
    query q;
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    bool is_double = true;
    for (int row = 0; fgets(text, sizeof text, file) != NULL; row++) {
        char *line = text;
        fk_vec3 *p = row % 8 < 4 ? &q.begin[row % 4] : &q.end[row % 4];
        is_double = row % 8 == 0 || is_double;
        is_double = read_number(&line, &p->x) && is_double;
        is_double = read_number(&line, &p->y) && is_double;
        is_double = read_number(&line, &p->z) && is_double;
        const char *truth = strtok(NULL, ",\r\n");
        assert_non_null(truth);
        if (row % 8 < 7)
            continue;
        t->no_doubles += !is_double;
        if (!is_double)
            continue;
        fk_ccd_hit hit = ask_and_check(segments, &q);
        t->asked++;
        t->hits += hit.meets;
        t->wrong += hit.meets != (truth[0] == '1');
    }
    fclose(file);
}

static void test_published(void **state)
{
    (void)state;
    const char *folder = getenv("FARKAS_DATA");
    char pattern[1000];
    tally t = {0, 0, 0, 0};
    for (int segments = 0; segments < 2; segments++) {
        glob_t found;
        snprintf(pattern, sizeof pattern, "%s/queries/ccd/*/%s/*.csv",
                 folder != NULL ? folder : "../shared/data", segments ? "edge-edge" : "vertex-face");
        if (glob(pattern, 0, NULL, &found) == 0)
            for (size_t i = 0; i < found.gl_pathc; i++)
                ask_file(found.gl_pathv[i], segments, &t);
        globfree(&found);
    }
    if (t.asked == 0) {
        print_message("the published queries are not here: skipped\n");
        skip();
    }
    print_message("%d queries, %d hits, %d wrong; %d more are no doubles\n", t.asked, t.hits, t.wrong,
                  t.no_doubles);
    assert_int_equal(t.wrong, 0);
}

static int free_oracle(void **state)
{
    (void)state;
    moving_pool_free();
    return 0;
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_known),
        cmocka_unit_test(test_three_meetings),
        cmocka_unit_test(test_refused),
        cmocka_unit_test(test_random),
        cmocka_unit_test(test_sizes),
        cmocka_unit_test(test_order),
        cmocka_unit_test_teardown(test_modes, fpu_usual),
        cmocka_unit_test(test_stack),
        cmocka_unit_test(test_published),
    };
    if (argc > 1)
        random_cases = atoi(argv[1]);
    return cmocka_run_group_tests(tests, NULL, free_oracle);
}
