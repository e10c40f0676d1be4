/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Running tasks with or without workers. */

#ifndef FARKAS_BASE_WORKERS_H
#define FARKAS_BASE_WORKERS_H

#include "farkas/base.h"

/* Runs all tasks: on the workers, or in order on the calling thread without workers. */
static inline void fk_workers_run(const fk_workers *workers, uint32_t task_count, fk_task_function *task,
                                  void *data)
{
    if (workers != NULL && workers->count > 1 && task_count > 1) {
        workers->run(workers->user, task_count, task, data);
        return;
    }
    for (uint32_t i = 0; i < task_count; i++)
        task(data, i);
}

#endif
