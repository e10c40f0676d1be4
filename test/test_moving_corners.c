/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* fk_moving_point_triangle and fk_moving_segments against an oracle. With a number as its argument, so many random cases of
 * each kind. */

#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "moving_oracle.h"

#include "fpu_modes.h"
#include "sanitized.h"

static int random_cases = 20000 / SHARE;

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
    return (int)(random_bits(state) >> 20) % count;
}

static fk_moving_hit ask(bool segments, const query *q)
{
    fk_moving_hit hit = {true, {7, 8}};
    fk_status status = segments ? fk_moving_segments(q->begin, q->end, &hit)
                                : fk_moving_point_triangle(q->begin, q->end, &hit);
    assert_int_equal(status, FK_OK);
    return hit;
}

static void print_query(bool segments, const query *q, const fk_moving_hit *hit)
{
    print_message("%s: meets %d from %a to %a\n", segments ? "segments" : "triangle", hit->meets, hit->time.lo,
                  hit->time.hi);
    for (int i = 0; i < 4; i++)
        print_message("  {%a, %a, %a} to {%a, %a, %a}\n", q->begin[i].x, q->begin[i].y, q->begin[i].z,
                      q->end[i].x, q->end[i].y, q->end[i].z);
}

static fk_moving_hit ask_and_check(bool segments, const query *q)
{
    fk_moving_hit hit = ask(segments, q);
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

static void test_lattice(void **state)
{
    (void)state;
    uint64_t random = 12345;
    int hits[2] = {0, 0};
    for (int i = 0; i < random_cases; i++) {
        query q = lattice_query(&random, 1 + i % 2);
        for (int segments = 0; segments < 2; segments++)
            hits[segments] += ask_and_check(segments, &q).meets;
    }
    assert_true(hits[0] > random_cases / 50 && hits[1] > random_cases / 50);
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
        cmocka_unit_test_teardown(test_lattice, fpu_usual),
    };
    if (argc > 1)
        random_cases = atoi(argv[1]);
    return cmocka_run_group_tests(tests, NULL, free_oracle);
}
