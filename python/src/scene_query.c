/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Queries about a loaded scene: check, sweep, the nearest pair, and many configurations of a robot. */

#include "scene.h"

#include <stdlib.h>

/* Makes a setting, or raises an exception. */
static int make_setting(parts_object *self, PyObject *object, setting *out)
{
    setting_request request;
    request_arrays arrays;
    if (core_stack_check() < 0)
        return -1;
    int is_read = request_read(self, object, &request, &arrays);
    fk_status status = is_read == 0 ? setting_make(self, &request, out) : FK_OK;
    request_release(&arrays);
    if (is_read < 0)
        return -1;
    if (status == FK_OK)
        return 0;
    core_error(core_state_by((PyObject *)self), status, "joints",
               status == FK_ERROR_ARGUMENT     ? "times do not increase"
               : status == FK_ERROR_NOT_FINITE ? "a time or a value is not finite"
                                               : NULL);
    return -1;
}

/* ---- Checks -------------------------------------------------------------------------------------------- */

enum { WANTS_DISTANCE = 1, WANTS_DEPTH = 2, WANTS_VOLUME = 4, WANTS_FIRST = 8, WANTS_CLOSEST = 16 };

static fk_check_options check_options(scene_run *r, unsigned flags)
{
    fk_check_options options = fk_check_options_default();
    options.select = run_select;
    options.progress = run_progress;
    options.user = r;
    options.workers = run_workers(r);
    options.kept = r->parts->kept;
    options.wants_distance = (flags & WANTS_DISTANCE) != 0;
    options.wants_depth = (flags & WANTS_DEPTH) != 0;
    options.wants_volume = (flags & WANTS_VOLUME) != 0;
    options.stops_at_clash = (flags & WANTS_FIRST) != 0;
    return options;
}

/* check(request, rules, flags, threads, progress) -> Outcome */
PyObject *parts_check(PyObject *object, PyObject *args)
{
    parts_object *self = (parts_object *)object;
    core_state *state = core_state_by(object);
    PyObject *request, *rules, *progress;
    unsigned flags, threads;
    scene_run r;
    if (!PyArg_ParseTuple(args, "OOIIO", &request, &rules, &flags, &threads, &progress))
        return NULL;
    outcome_object *out = outcome_new(state, self, rules);
    if (!out || make_setting(self, request, &out->setting) < 0 || run_begin(&r, self, rules, progress) < 0) {
        Py_XDECREF((PyObject *)out);
        return NULL;
    }
    fk_status status = run_start(&r, threads);
    fk_check_options options = check_options(&r, flags);
    if (status == FK_OK)
        status = fk_check_run(r.context, out->setting.part, out->setting.parts.count, &options, &out->found);
    if (run_end(&r, state, status, "check", (PyObject *)out) < 0) {
        Py_DECREF(out);
        return NULL;
    }
    return (PyObject *)out;
}

/* ---- Sweeps -------------------------------------------------------------------------------------------- */

/* sweep(request, rules, flags, (start, end, tolerance, resolution, budget, seconds), threads, progress) -> Outcome; NaN
 * for start or end means that of the motion. */
PyObject *parts_sweep(PyObject *object, PyObject *args)
{
    parts_object *self = (parts_object *)object;
    core_state *state = core_state_by(object);
    PyObject *request, *rules, *progress;
    unsigned flags, threads;
    unsigned long long budget;
    scene_run r;
    fk_sweep_options options = fk_sweep_options_default();
    if (!PyArg_ParseTuple(args, "OOI(ddddKd)IO", &request, &rules, &flags, &options.from, &options.to,
                          &options.tolerance, &options.resolution, &budget, &options.max_seconds, &threads,
                          &progress))
        return NULL;
    outcome_object *out = outcome_new(state, self, rules);
    if (!out || make_setting(self, request, &out->setting) < 0)
        goto failed;
    out->tolerance = options.tolerance;
    out->is_sweep = true;
    if (!out->setting.parts.motion) {
        PyErr_SetString(PyExc_ValueError, "nothing moves: give parts a motion, or use check");
        goto failed;
    }
    if (run_begin(&r, self, rules, progress) < 0)
        goto failed;
    fk_status status = run_start(&r, threads);
    options.select = run_select;
    options.progress = run_progress;
    options.user = &r;
    options.workers = run_workers(&r);
    options.kept = self->kept;
    options.max_tests = budget;
    options.wants_closest = (flags & WANTS_CLOSEST) != 0;
    options.stops_at_clash = (flags & WANTS_FIRST) != 0;
    if (status == FK_OK)
        status = fk_sweep_run(r.context, out->setting.parts.motion, out->setting.moving,
                              out->setting.parts.count, &options, &out->found);
    if (run_end(&r, state, status, "sweep", (PyObject *)out) == 0)
        return (PyObject *)out;
failed:
    Py_XDECREF((PyObject *)out);
    return NULL;
}

/* ---- Distances ----------------------------------------------------------------------------------------- */

/* Returns (a, b, kind, lo, hi, points or None, must be swapped), as indices of parts. */
static PyObject *pair_tuple(const fk_check_pair *pair, const fk_scene_rules *rules)
{
    bool is_exchanged =
        rules->between_count > 0 && !(rules->between[0].in_a[pair->a] && rules->between[0].in_b[pair->b]);
    PyObject *point_a =
        pair->has_points ? core_tuple_vec3(is_exchanged ? pair->point_b : pair->point_a) : Py_NewRef(Py_None);
    PyObject *point_b =
        pair->has_points ? core_tuple_vec3(is_exchanged ? pair->point_a : pair->point_b) : Py_NewRef(Py_None);
    return Py_BuildValue("(IIsddNN)", (unsigned)(is_exchanged ? pair->b : pair->a),
                         (unsigned)(is_exchanged ? pair->a : pair->b), fk_clash_word(pair->kind),
                         pair->distance.lo, pair->distance.hi, point_a, point_b);
}

/* nearest(request, rules, is_plain) -> (a, b, kind, lo, hi, point_a, point_b), or None without pairs. A plain query
 * ignores the scene's own rules on pairs. */
PyObject *parts_nearest(PyObject *object, PyObject *args)
{
    parts_object *self = (parts_object *)object;
    core_state *state = core_state_by(object);
    PyObject *request, *rules, *out = NULL;
    int is_plain;
    scene_run r;
    setting s;
    fk_check *check = NULL;
    fk_scene_rules read;
    if (!PyArg_ParseTuple(args, "OOp", &request, &rules, &is_plain) || make_setting(self, request, &s) < 0)
        return NULL;
    if (run_begin(&r, self, rules, Py_None) == 0) {
        r.rules.scene = is_plain ? NULL : r.rules.scene;
        fk_status status = run_start(&r, 1);
        fk_check_options options = check_options(&r, WANTS_DISTANCE);
        options.max_triangles = 0;
        if (status == FK_OK)
            status = fk_check_run(r.context, s.part, s.parts.count, &options, &check);
        if (run_end(&r, state, status, "distance", NULL) == 0 && rules_read(self, rules, &read) == 0) {
            const fk_check_pair *pair = fk_check_nearest(check, s.part);
            out = pair ? pair_tuple(pair, &read) : Py_NewRef(Py_None);
            rules_free(&read);
        }
        fk_check_free(self->context, check);
    }
    setting_free(&s);
    return out;
}

/* ---- Many configurations ------------------------------------------------------------------------------- */

/* Progress is told once in so many rows. */
#define ROWS_TOLD 64

/* Rows of joint values, one range for each thread. */
typedef struct rows_work {
    scene_run *run;
    setting_request request;
    size_t row_count;
    uint32_t task_count;
    fk_checker **checker; /* of each task */
    _Atomic(size_t) done;
    _Atomic(int) status; /* an fk_status: that of the first task that failed */
    char *out;
} rows_work;

/* Finds whether something clashes, for the rows of one task. */
static fk_status collide_rows(rows_work *w, uint32_t task, setting *s, fk_checker *checker)
{
    parts_object *self = w->run->parts;
    uint32_t robot = w->request.robot, variables = self->scene->robot[robot].robot->variable_count;
    size_t end = w->row_count * (task + 1) / w->task_count;
    for (size_t i = w->row_count * task / w->task_count; i < end; i++) {
        bool clashes;
        fk_status status = setting_set_values(self, s, robot, w->request.values + i * variables);
        if (status == FK_OK)
            status = fk_checker_clashes(checker, s->pose, &clashes);
        if (status != FK_OK)
            return status;
        w->out[i] = (char)clashes;
        size_t done = atomic_fetch_add_explicit(&w->done, 1, memory_order_relaxed) + 1;
        if (i % ROWS_TOLD == 0)
            run_progress(w->run, done, w->row_count);
        if (run_is_stopped(w->run))
            return FK_ERROR_CANCELLED;
    }
    return FK_OK;
}

static void collide_task(void *data, uint32_t task)
{
    rows_work *w = data;
    parts_object *self = w->run->parts;
    setting s;
    fk_status status = setting_make(self, &w->request, &s);
    if (status == FK_OK) {
        status = collide_rows(w, task, &s, w->checker[task]);
        setting_free(&s);
    }
    int none = FK_OK;
    if (status != FK_OK)
        atomic_compare_exchange_strong(&w->status, &none, (int)status);
}

/* Makes the checker for the rules of the run, if it is not there yet. */
static fk_status make_checker(rows_work *w)
{
    parts_object *self = w->run->parts;
    setting s;
    if (self->checker)
        return FK_OK;
    fk_check_options options = check_options(w->run, 0);
    options.cancel = &w->run->cancel;
    fk_status status = setting_make(self, &w->request, &s);
    if (status != FK_OK)
        return status;
    status = fk_checker_create(self->context, s.part, s.parts.count, &options, &self->checker);
    setting_free(&s);
    return status;
}

/* Drops the checker of other rules. */
static void keep_checker(parts_object *self, PyObject *rules)
{
    int is_same = self->checker ? PyObject_RichCompareBool(self->checker_rules, rules, Py_EQ) : 0;
    if (is_same > 0)
        return;
    PyErr_Clear();
    fk_checker_free(self->context, self->checker);
    self->checker = NULL;
    PyObject *before = self->checker_rules;
    self->checker_rules = Py_NewRef(rules);
    Py_XDECREF(before);
}

/* A checker serves one thread, and is shared while no thread uses it: the first task uses that of the scene. */
static fk_status share_checkers(rows_work *w)
{
    w->checker = calloc(w->task_count, sizeof *w->checker);
    if (!w->checker)
        return FK_ERROR_MEMORY;
    fk_status status = FK_OK;
    w->checker[0] = w->run->parts->checker;
    for (uint32_t i = 1; i < w->task_count && status == FK_OK; i++)
        status = fk_checker_share(w->checker[0], &w->checker[i]);
    return status;
}

static void free_checkers(rows_work *w)
{
    for (uint32_t i = 1; w->checker && i < w->task_count; i++)
        fk_checker_free(w->run->parts->context, w->checker[i]);
    free(w->checker);
}

static fk_status collide(rows_work *w)
{
    const fk_workers *workers = run_workers(w->run);
    run_progress(w->run, 0, w->row_count);
    w->task_count = workers && workers->count < w->row_count ? workers->count : 1;
    fk_status status = share_checkers(w);
    if (status == FK_OK && w->task_count > 1)
        workers->run(workers->user, w->task_count, collide_task, w);
    else if (status == FK_OK)
        collide_task(w, 0);
    free_checkers(w);
    return status != FK_OK ? status : (fk_status)atomic_load(&w->status);
}

/* collides(request, rules, threads, progress) -> bytes, one for each row of values. */
PyObject *parts_collides(PyObject *object, PyObject *args)
{
    parts_object *self = (parts_object *)object;
    PyObject *wanted, *rules, *progress, *out = NULL;
    unsigned threads;
    scene_run r;
    rows_work w = {.run = &r};
    request_arrays arrays;
    if (core_stack_check() < 0 || !PyArg_ParseTuple(args, "OOIO", &wanted, &rules, &threads, &progress))
        return NULL;
    if (request_read(self, wanted, &w.request, &arrays) == 0) {
        if (w.request.values)
            out = PyBytes_FromStringAndSize(NULL, arrays.values.rows);
        else
            PyErr_SetString(PyExc_ValueError, "joints: there are no values");
    }
    if (out && run_begin(&r, self, rules, progress) < 0)
        Py_CLEAR(out);
    if (out) {
        keep_checker(self, rules);
        w.out = PyBytes_AsString(out);
        w.row_count = (size_t)arrays.values.rows;
        /* Each task makes a setting of one row, any row, and changes its values. */
        w.request.row_count = 1;
        w.request.times = NULL;
        fk_status status = run_start(&r, threads);
        if (status == FK_OK)
            status = make_checker(&w);
        if (status == FK_OK)
            status = collide(&w);
        if (run_end(&r, core_state_by(object), status, "joints", NULL) < 0)
            Py_CLEAR(out);
    }
    request_release(&arrays);
    return out;
}
