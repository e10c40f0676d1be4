/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Threads with little stack: no more than the headers name, and some for the thread itself. Include after cmocka.h. */

#ifndef FARKAS_TEST_SMALL_STACK_H
#define FARKAS_TEST_SMALL_STACK_H

#include <pthread.h>
#include <stdbool.h>

#include "sanitized.h"

typedef struct small_stack_task {
    bool (*ask)(void);
    bool answer;
} small_stack_task;

static inline void *small_stack_run(void *user)
{
    small_stack_task *task = user;
    task->answer = task->ask();
    return NULL;
}

/* Whether ask is true on a stack of so many KiB. Skips under sanitizers, which need more than the code does. */
static inline void assert_on_small_stack(bool (*ask)(void), size_t kib)
{
    pthread_attr_t attributes;
    pthread_t thread;
    small_stack_task task = {ask, false};
#ifdef FARKAS_SANITIZED
    skip();
#endif
    assert_int_equal(pthread_attr_init(&attributes), 0);
    assert_int_equal(pthread_attr_setstacksize(&attributes, kib * 1024), 0);
    assert_int_equal(pthread_create(&thread, &attributes, small_stack_run, &task), 0);
    assert_int_equal(pthread_join(thread, NULL), 0);
    pthread_attr_destroy(&attributes);
    assert_true(task.answer);
}

#endif
