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
    return fk_cancel_is_set(&r->cancel);
}

/* Stores the exception, and stops the run. */
static void stop_run(scene_run *r)
{
    PyErr_Fetch(&r->error[0], &r->error[1], &r->error[2]);
    fk_cancel_set(&r->cancel);
}

/* Handles signals, and calls the caller's function, with the GIL. An exception stops the run. */
static void call_progress(scene_run *r)
{
    bool is_good = PyErr_CheckSignals() == 0;
    if (is_good && r->progress != Py_None && r->total > 0) {
        PyObject *answer = PyObject_CallFunction(r->progress, "KK", (unsigned long long)r->done,
                                                 (unsigned long long)r->total);
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

/* The poll of the flag: of the threads of a run only the one that began it calls back, from time to time. */
static void poll_run(void *user)
{
    scene_run *r = user;
    if (r->ident != PyThread_get_thread_ident() || run_is_stopped(r))
        return;
    double now = fk_clock_seconds();
    if (now - r->told < TELL_SECONDS)
        return;
    r->told = now;
#ifndef _WIN32
    pthread_cleanup_push(block_thread, NULL);
#endif
    PyEval_RestoreThread(r->thread);
    call_progress(r);
    r->thread = PyEval_SaveThread();
#ifndef _WIN32
    pthread_cleanup_pop(0);
#endif
}

void run_progress(void *user, uint64_t done, uint64_t total)
{
    scene_run *r = user;
    if (r->ident != PyThread_get_thread_ident())
        return;
    if (r->total == 0 && r->progress != Py_None)
        r->told = 0; /* the first report is not delayed */
    r->done = done;
    r->total = total;
    poll_run(r);
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
    if (!parts)
        return 0;
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
    fk_context_options options = fk_context_options_default();
    options.cancel = &r->cancel;
    r->cancel = (fk_cancel){.poll = poll_run, .user = r};
    r->told = fk_clock_seconds();
    r->ident = PyThread_get_thread_ident();
    r->thread = PyEval_SaveThread();
    fk_status status = fk_context_create(&options, &r->context);
    if (status == FK_OK && threads != 1)
        status = fk_pool_create(r->context, threads, &r->pool);
    return status;
}

const fk_workers *run_workers(const scene_run *r)
{
    return r->pool ? fk_pool_workers(r->pool) : NULL;
}

int run_leave(scene_run *r, fk_status status, PyObject *partial)
{
    fk_pool_destroy(r->pool);
    fk_context_destroy(r->context);
    PyEval_RestoreThread(r->thread);
    /* Reports that all is done, too. */
    if (status == FK_OK && !run_is_stopped(r) && r->progress != Py_None) {
        r->done = r->total;
        call_progress(r);
    }
    if (r->parts)
        parts_end(r->parts);
    rules_free(&r->rules);
    if (!run_is_stopped(r))
        return 0;
    PyErr_NormalizeException(&r->error[0], &r->error[1], &r->error[2]);
    if (status == FK_ERROR_CANCELLED && partial && r->error[1] &&
        PyObject_SetAttrString(r->error[1], "_outcome", partial) < 0)
        PyErr_Clear();
    PyErr_Restore(r->error[0], r->error[1], r->error[2]);
    return -1;
}

int run_end(scene_run *r, core_state *state, fk_status status, const char *what, PyObject *partial)
{
    if (run_leave(r, status, partial) < 0)
        return -1;
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
