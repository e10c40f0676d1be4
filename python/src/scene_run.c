/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Runs of a loaded scene: progress, signals, and how an exception stops a run. */

#include "scene.h"

#ifndef _WIN32
#include <pthread.h>
#include <unistd.h>
#endif

/* ---- Runs ---------------------------------------------------------------------------------------------- */

/* How often signals are polled, and progress is reported. */
#define TELL_SECONDS 0.05

fk_check_rule run_select(void *user, uint32_t a, uint32_t b)
{
    return fk_scene_rules_select(&((scene_run *)user)->rules, a, b);
}

bool run_is_stopped(const scene_run *r)
{
    return atomic_load(&r->parts->memory->is_stopped);
}

/* Stores the exception, and stops the run. */
static void stop_run(scene_run *r)
{
    PyErr_Fetch(&r->error[0], &r->error[1], &r->error[2]);
    atomic_store(&r->parts->memory->is_stopped, true);
}

/* Calls the caller's function and handles signals, with the GIL. An exception stops the run. */
static void call_progress(scene_run *r, uint64_t done, uint64_t total)
{
    bool is_good = PyErr_CheckSignals() == 0;
    if (is_good && r->progress != Py_None) {
        PyObject *answer =
            PyObject_CallFunction(r->progress, "KK", (unsigned long long)done, (unsigned long long)total);
        is_good = answer != NULL;
        Py_XDECREF(answer);
    }
    if (!is_good)
        stop_run(r);
}

/* When the interpreter exits, it ends daemon threads that ask for the GIL. During a run, other threads still use this
 * stack: so the thread blocks, without the GIL, until the process is gone. */
#ifndef _WIN32
static void block_thread(void *unused)
{
    (void)unused;
    for (;;)
        (void)pause();
}
#endif

/* Calls back with the GIL during a run. */
static void with_gil(scene_run *r, void (*call)(scene_run *r, uint64_t done, uint64_t total), uint64_t done,
                     uint64_t total)
{
#ifndef _WIN32
    pthread_cleanup_push(block_thread, NULL);
#endif
    PyEval_RestoreThread(r->thread);
    call(r, done, total);
    r->thread = PyEval_SaveThread();
#ifndef _WIN32
    pthread_cleanup_pop(0);
#endif
}

static void poll_signals(scene_run *r, uint64_t done, uint64_t total)
{
    (void)done;
    (void)total;
    if (PyErr_CheckSignals() < 0)
        stop_run(r);
}

void run_poll_signals(scene_run *r)
{
    if (r->ident != PyThread_get_thread_ident() || run_is_stopped(r))
        return;
    double now = fk_clock_seconds();
    if (now - r->looked < TELL_SECONDS)
        return;
    r->looked = now;
    with_gil(r, poll_signals, 0, 0);
}

void run_progress(void *user, uint64_t done, uint64_t total)
{
    scene_run *r = user;
    if (r->ident != PyThread_get_thread_ident())
        return;
    double now = fk_clock_seconds();
    bool is_first = r->total == 0 && r->progress != Py_None;
    r->total = total;
    if (run_is_stopped(r) || (now - r->told < TELL_SECONDS && !is_first))
        return;
    r->told = now;
    with_gil(r, call_progress, done, total);
}

static int check_progress(PyObject *progress)
{
    if (progress == Py_None || PyCallable_Check(progress))
        return 0;
    PyErr_SetString(PyExc_TypeError, "progress: a function of two numbers, or None");
    return -1;
}

int run_begin(scene_run *r, parts_object *parts, PyObject *rules, PyObject *progress)
{
    *r = (scene_run){.parts = parts, .progress = progress};
    if (check_progress(progress) < 0 || rules_read(parts, rules, &r->rules) < 0)
        return -1;
    if (parts_begin(parts) == 0)
        return 0;
    rules_free(&r->rules);
    return -1;
}

/* Each run makes its own pool: waiting threads would be missing in a forked process. */
fk_status run_start(scene_run *r, uint32_t threads)
{
    fk_status status = FK_OK;
    r->told = r->looked = fk_clock_seconds();
    r->ident = PyThread_get_thread_ident();
    r->thread = PyEval_SaveThread();
    atomic_store_explicit(&r->parts->memory->run, r, memory_order_release);
    if (threads != 1)
        status = fk_pool_create(r->parts->context, threads, &r->pool);
    return status;
}

const fk_workers *run_workers(const scene_run *r)
{
    return r->pool ? fk_pool_workers(r->pool) : NULL;
}

int run_end(scene_run *r, core_state *state, fk_status status, const char *what)
{
    if (r->pool)
        fk_pool_destroy(r->pool);
    atomic_store(&r->parts->memory->run, NULL);
    PyEval_RestoreThread(r->thread);
    /* Reports that all is done, too. */
    if (status == FK_OK && !run_is_stopped(r) && r->progress != Py_None)
        call_progress(r, r->total, r->total);
    bool was_stopped = run_is_stopped(r);
    atomic_store(&r->parts->memory->is_stopped, false);
    parts_end(r->parts);
    rules_free(&r->rules);
    if (was_stopped) {
        PyErr_Restore(r->error[0], r->error[1], r->error[2]);
        return -1;
    }
    if (status == FK_OK)
        return 0;
    core_error(state, status, what,
               status == FK_ERROR_NOT_FINITE
                   ? "a part is moved beyond the range of doubles; is its pose right?"
               : status == FK_ERROR_ARGUMENT
                   ? "a part is not placed by rotation and translation alone; is its pose right?"
                   : NULL);
    return -1;
}

/* ---- Poses --------------------------------------------------------------------------------------------- */

void request_release(request_arrays *arrays)
{
    core_array_release(&arrays->times);
    core_array_release(&arrays->values);
}

/* Reads the joint values of out->robot, and their times or None. */
static int read_rows(const parts_object *self, PyObject *times, PyObject *values, setting_request *out,
                     request_arrays *arrays)
{
    core_state *state = core_state_by((PyObject *)self);
    Py_ssize_t variables = (Py_ssize_t)self->scene->robot[out->robot].robot->variable_count;
    core_want want_values = {"joints", 'd', 2, {-1, variables}};
    if (core_array_get(state, values, &want_values, &arrays->values) < 0)
        return -1;
    Py_ssize_t rows = arrays->values.rows;
    core_want want_times = {"times", 'd', 1, {rows}};
    if (times != Py_None && core_array_get(state, times, &want_times, &arrays->times) < 0)
        return -1;
    if (rows < 1 || rows > INT32_MAX) {
        PyErr_SetString(PyExc_ValueError, "joints: at least one row of values");
        return -1;
    }
    out->row_count = times != Py_None ? (uint32_t)rows : 1;
    out->times = arrays->times.data;
    out->values = arrays->values.data;
    return 0;
}

int request_read(const parts_object *self, PyObject *object, setting_request *out, request_arrays *arrays)
{
    PyObject *time, *robot, *times, *values;
    memset(arrays, 0, sizeof *arrays);
    *out = (setting_request){.robot = FK_NONE, .row_count = 1};
    if (!scene_is_tuple(object) || !PyArg_ParseTuple(object, "OOOO", &time, &robot, &times, &values))
        return -1;
    out->has_time = time != Py_None;
    if (out->has_time && core_number(time, "time", &out->time) < 0)
        return -1;
    if (values == Py_None)
        return 0;
    return parts_find_robot(self, robot, &out->robot) < 0 ? -1 : read_rows(self, times, values, out, arrays);
}
