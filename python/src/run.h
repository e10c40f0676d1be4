/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Runs of a loaded scene, without the GIL: how they begin, are watched and stopped, and end. */

#ifndef FARKAS_PYTHON_RUN_H
#define FARKAS_PYTHON_RUN_H

#include "scene.h"

/* A run that goes on, without the GIL. */
typedef struct running {
    parts_object *parts;
    scene_rules rules;
    PyObject *progress; /* or None */
    PyThreadState *thread;
    unsigned long ident; /* of that thread */
    PyObject *error[3];  /* what stopped it */
    double told, looked; /* when */
    uint64_t total;      /* how many pairs there are */
    fk_pool *pool;
} running;

/* Takes the parts for this run. -1 with an exception. */
int run_begin(running *r, parts_object *parts, PyObject *rules, PyObject *progress);
/* Gives up the GIL, and makes a pool. What follows touches no Python object, until run_end. */
fk_status run_start(running *r, uint32_t threads);
const fk_workers *run_workers(const running *r);
/* Gives the parts back. -1 with the exception that stopped it, or that the status means. */
int run_end(running *r, core_state *state, fk_status status, const char *what);

/* An fk_check_select and an fk_check_progress; user is the run. The progress is told by the thread that began it alone. */
fk_check_rule run_select(void *user, uint32_t a, uint32_t b);
void run_progress(void *user, uint64_t done, uint64_t total);

/* Arrays that a request borrows. */
typedef struct request_arrays {
    core_array times, values;
} request_arrays;

/* From (time, robot, times, values), each or None. -1 with an exception; arrays are to be released in any case. */
int request_read(const parts_object *self, PyObject *object, setting_request *out, request_arrays *arrays);
void request_release(request_arrays *arrays);

#endif
