/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Pools of threads: every task runs once, whatever the number of tasks and threads. */

#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include <fenv.h>
#include <stdatomic.h>
#include <stdlib.h>

#include "base/workers.h"

#define TASKS 10000

typedef struct work {
    _Atomic uint32_t runs[TASKS];
    _Atomic uint64_t sum;
} work;

static void count_task(void *data, uint32_t index)
{
    work *w = data;
    atomic_fetch_add(&w->runs[index], 1);
    atomic_fetch_add(&w->sum, index);
}

static void check_work(const fk_workers *workers, uint32_t tasks)
{
    work *w = calloc(1, sizeof *w);
    assert_non_null(w);
    fk_workers_run(workers, tasks, count_task, w);
    for (uint32_t i = 0; i < TASKS; i++)
        assert_int_equal(w->runs[i], i < tasks);
    assert_int_equal(w->sum, (uint64_t)tasks * (tasks - (tasks > 0)) / 2);
    free(w);
}

static void test_every_task_once(void **state)
{
    (void)state;
    const uint32_t threads[] = {0, 1, 2, 3, 8, 100000}, tasks[] = {0, 1, 2, 7, 1000, TASKS};
    fk_context *context;
    assert_int_equal(fk_context_create(NULL, &context), FK_OK);
    for (size_t i = 0; i < sizeof threads / sizeof *threads; i++) {
        fk_pool *pool;
        assert_int_equal(fk_pool_create(context, threads[i], &pool), FK_OK);
        const fk_workers *workers = fk_pool_workers(pool);
        assert_in_range(workers->count, 1, threads[i] == 0 ? 256 : threads[i]);
        for (size_t k = 0; k < sizeof tasks / sizeof *tasks; k++)
            check_work(workers, tasks[k]);
        fk_pool_destroy(pool);
    }
    check_work(NULL, TASKS);
    fk_context_destroy(context);
}

/* One work after the other, so that a thread which comes late meets the next one. */
static void test_many_works(void **state)
{
    (void)state;
    fk_context *context;
    fk_pool *pool;
    assert_int_equal(fk_context_create(NULL, &context), FK_OK);
    assert_int_equal(fk_pool_create(context, 4, &pool), FK_OK);
    work *w = calloc(1, sizeof *w);
    assert_non_null(w);
    for (int i = 0; i < 2000; i++)
        fk_workers_run(fk_pool_workers(pool), 5, count_task, w);
    for (uint32_t i = 0; i < 5; i++)
        assert_int_equal(w->runs[i], 2000);
    free(w);
    fk_pool_destroy(pool);
    fk_context_destroy(context);
}

#ifdef FE_UPWARD
static void note_rounding(void *data, uint32_t index)
{
    int *rounding = data;
    rounding[index] = fegetround();
}

/* Threads round as the caller does. */
static void test_rounding(void **state)
{
    (void)state;
    const int way[] = {FE_UPWARD, FE_DOWNWARD, FE_TONEAREST};
    fk_context *context;
    fk_pool *pool;
    assert_int_equal(fk_context_create(NULL, &context), FK_OK);
    assert_int_equal(fk_pool_create(context, 4, &pool), FK_OK);
    static int rounding[TASKS];
    for (int i = 0; i < 3; i++) {
        fesetround(way[i]);
        fk_workers_run(fk_pool_workers(pool), TASKS, note_rounding, rounding);
        fesetround(FE_TONEAREST);
        for (uint32_t k = 0; k < TASKS; k++)
            assert_int_equal(rounding[k], way[i]);
    }
    fk_pool_destroy(pool);
    fk_context_destroy(context);
}
#endif
static void *no_memory(void *user, size_t bytes)
{
    int *left = user;
    return (*left)-- > 0 ? malloc(bytes) : NULL;
}

static void give_back(void *user, void *block, size_t bytes)
{
    (void)user;
    (void)bytes;
    free(block);
}

static void test_no_memory(void **state)
{
    (void)state;
    int left = 1;
    fk_context_options options = fk_context_options_default();
    options.allocator = (fk_allocator){&left, no_memory, give_back};
    fk_context *context;
    assert_int_equal(fk_context_create(&options, &context), FK_OK);
    fk_pool *pool = NULL;
    assert_int_equal(fk_pool_create(context, 2, &pool), FK_ERROR_MEMORY);
    assert_null(pool);
    fk_pool_destroy(NULL);
    fk_context_destroy(context);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_task_once),
        cmocka_unit_test(test_many_works),
#ifdef FE_UPWARD
        cmocka_unit_test(test_rounding),
#endif
        cmocka_unit_test(test_no_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
