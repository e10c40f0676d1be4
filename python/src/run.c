/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Checks and sweeps of a loaded scene, without the GIL: what is asked of pairs, progress, and how a run is stopped by an
 * exception. See scene.h. */

#include "scene.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- What is asked of pairs ---------------------------------------------------------------------------- */

static bool is_tuple(PyObject *object)
{
    if (PyTuple_Check(object))
        return true;
    PyErr_SetString(PyExc_TypeError, "a tuple is needed");
    return false;
}

/* A list of (mask, mask, reason). */
static int read_pairs(PyObject *list, uint32_t parts, rule_pair **out, uint32_t *count)
{
    Py_ssize_t size = PyList_Size(list);
    if (size < 0)
        return -1;
    rule_pair *pair = calloc((size_t)size + 1, sizeof *pair);
    if (!pair) {
        PyErr_NoMemory();
        return -1;
    }
    *out = pair;
    for (Py_ssize_t i = 0; i < size; i++) {
        Py_ssize_t a, b;
        PyObject *row = PyList_GetItem(list, i);
        if (!is_tuple(row) ||
            !PyArg_ParseTuple(row, "y#y#s", &pair[i].a, &a, &pair[i].b, &b, &pair[i].reason))
            return -1;
        if (a != (Py_ssize_t)parts || b != (Py_ssize_t)parts) {
            PyErr_SetString(PyExc_ValueError, "a set of parts has a byte for each part");
            return -1;
        }
    }
    *count = (uint32_t)size;
    return 0;
}

static int read_limit(PyObject *object, const char *what, bool *has, double *out)
{
    *has = object != Py_None;
    if (!*has)
        return 0;
    if (core_number(object, what, out) < 0)
        return -1;
    if (*out >= 0)
        return 0;
    PyErr_Format(PyExc_ValueError, "%s: a length is not negative", what);
    return -1;
}

int rules_read(const parts_object *self, PyObject *object, scene_rules *out)
{
    PyObject *clearance, *ignore_overlap, *between, *ignore;
    int allow_contact;
    *out = (scene_rules){.scene = self->scene};
    if (!is_tuple(object) || !PyArg_ParseTuple(object, "OOpO!O!", &clearance, &ignore_overlap, &allow_contact,
                                               &PyList_Type, &between, &PyList_Type, &ignore))
        return -1;
    if (read_limit(clearance, "clearance", &out->has_clearance, &out->clearance) == 0 &&
        read_limit(ignore_overlap, "ignore_overlap", &out->has_ignore_overlap, &out->ignore_overlap) == 0 &&
        read_pairs(between, self->parts->count, &out->between, &out->between_count) == 0 &&
        read_pairs(ignore, self->parts->count, &out->ignore, &out->ignore_count) == 0) {
        out->allow_contact = allow_contact || out->has_ignore_overlap;
        return 0;
    }
    rules_free(out);
    return -1;
}

void rules_free(scene_rules *rules)
{
    free(rules->between);
    free(rules->ignore);
    memset(rules, 0, sizeof *rules);
}

static bool has_pair(const rule_pair *pair, uint32_t a, uint32_t b)
{
    return (pair->a[a] && pair->b[b]) || (pair->a[b] && pair->b[a]);
}

/* The scene speaks first; then options do, as those of the command do. */
fk_check_rule rules_select(const scene_rules *rules, uint32_t a, uint32_t b)
{
    fk_check_rule rule = {.is_tested = true};
    if (rules->scene)
        rule = fk_scene_rule(rules->scene, a, b);
    if (rules->between_count > 0) {
        bool is_meant = false;
        for (uint32_t i = 0; i < rules->between_count && !is_meant; i++)
            is_meant = has_pair(&rules->between[i], a, b);
        rule.is_tested = is_meant;
        rule.ignored = is_meant ? rule.ignored : NULL;
    }
    for (uint32_t i = 0; rule.is_tested && i < rules->ignore_count; i++)
        if (has_pair(&rules->ignore[i], a, b))
            rule.ignored = rules->ignore[i].reason;
    if (rules->has_clearance)
        rule.clearance = rules->clearance;
    if (rules->has_ignore_overlap)
        rule.ignore_overlap = rules->ignore_overlap;
    rule.allow_contact = rule.allow_contact || rules->allow_contact;
    return rule;
}

/* ---- Runs ---------------------------------------------------------------------------------------------- */

/* How often signals are looked at, and the progress is told. */
#define TELL_SECONDS 0.05

/* A run that goes on, without the GIL. */
typedef struct running {
    parts_object *parts;
    scene_rules rules;
    PyObject *progress; /* or None */
    PyThreadState *thread;
    unsigned long ident; /* of that thread */
    PyObject *error[3];  /* what stopped it */
    double told, looked; /* when; and how many pairs there are */
    uint64_t total;
    fk_pool *pool;
} running;

static fk_check_rule select_pair(void *user, uint32_t a, uint32_t b)
{
    return rules_select(&((const running *)user)->rules, a, b);
}

static bool is_stopped(const running *r)
{
    return atomic_load(&r->parts->memory->is_stopped);
}

/* Keeps the exception, and ends the run. */
static void stop(running *r)
{
    PyErr_Fetch(&r->error[0], &r->error[1], &r->error[2]);
    atomic_store(&r->parts->memory->is_stopped, true);
}

/* With the GIL: keyboard, and the function of the caller's. An exception stops the run. */
static void tell(running *r, uint64_t done, uint64_t total)
{
    bool is_good = PyErr_CheckSignals() == 0;
    if (is_good && r->progress != Py_None) {
        PyObject *answer =
            PyObject_CallFunction(r->progress, "KK", (unsigned long long)done, (unsigned long long)total);
        is_good = answer != NULL;
        Py_XDECREF(answer);
    }
    if (!is_good)
        stop(r);
}

void run_look(running *r)
{
    if (r->ident != PyThread_get_thread_ident() || is_stopped(r))
        return;
    double now = fk_clock_seconds();
    if (now - r->looked < TELL_SECONDS)
        return;
    r->looked = now;
    PyEval_RestoreThread(r->thread);
    if (PyErr_CheckSignals() < 0)
        stop(r);
    r->thread = PyEval_SaveThread();
}

static void show_progress(void *user, uint64_t done, uint64_t total)
{
    running *r = user;
    double now = fk_clock_seconds();
    bool is_first = r->total == 0 && r->progress != Py_None;
    r->total = total;
    if (is_stopped(r) || (now - r->told < TELL_SECONDS && !is_first))
        return;
    r->told = now;
    PyEval_RestoreThread(r->thread);
    tell(r, done, total);
    r->thread = PyEval_SaveThread();
}

static int check_progress(PyObject *progress)
{
    if (progress == Py_None || PyCallable_Check(progress))
        return 0;
    PyErr_SetString(PyExc_TypeError, "progress: a function of two numbers, or None");
    return -1;
}

/* Takes the parts for this run. -1 with an exception. */
static int begin_run(running *r, parts_object *parts, PyObject *rules, PyObject *progress)
{
    *r = (running){.parts = parts, .progress = progress};
    if (check_progress(progress) < 0 || rules_read(parts, rules, &r->rules) < 0)
        return -1;
    if (parts_begin(parts) == 0)
        return 0;
    rules_free(&r->rules);
    return -1;
}

/* The pool is made for each run: threads that wait would not be there in a process that was forked. */
static fk_status start(running *r, uint32_t threads)
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

static const fk_workers *workers_of(const running *r)
{
    return r->pool ? fk_pool_workers(r->pool) : NULL;
}

/* Gives the parts back. -1 with the exception that stopped it, or that the status means. */
static int end_run(running *r, core_state *state, fk_status status, const char *what)
{
    if (r->pool)
        fk_pool_destroy(r->pool);
    atomic_store(&r->parts->memory->run, NULL);
    PyEval_RestoreThread(r->thread);
    /* All is done: that is told, too. */
    if (status == FK_OK && !is_stopped(r) && r->progress != Py_None)
        tell(r, r->total, r->total);
    bool was_stopped = is_stopped(r);
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

/* ---- Where parts are ----------------------------------------------------------------------------------- */

/* Arrays that a request borrows. */
typedef struct request_arrays {
    core_array times, values, poses;
} request_arrays;

static void release_arrays(request_arrays *arrays)
{
    core_array_release(&arrays->times);
    core_array_release(&arrays->values);
    core_array_release(&arrays->poses);
}

/* (time, robot, times, values, poses), each or None. */
static int read_request(parts_object *self, PyObject *object, setting_request *out, request_arrays *arrays)
{
    core_state *state = core_state_by((PyObject *)self);
    PyObject *time, *robot, *times, *values, *poses;
    memset(arrays, 0, sizeof *arrays);
    *out = (setting_request){.robot = FK_NONE, .row_count = 1};
    if (!is_tuple(object) || !PyArg_ParseTuple(object, "OOOOO", &time, &robot, &times, &values, &poses))
        return -1;
    out->has_time = time != Py_None;
    if (out->has_time && core_number(time, "time", &out->time) < 0)
        return -1;
    if (poses != Py_None) {
        core_want want = {"poses", 'd', 3, {(Py_ssize_t)self->parts->count, 4, 4}};
        if (core_array_get(state, poses, &want, &arrays->poses) < 0)
            return -1;
        out->poses = arrays->poses.data;
    }
    if (values == Py_None)
        return 0;
    uint64_t number;
    if (self->scene->robot_count == 0) {
        PyErr_SetString(PyExc_ValueError, "there is no robot in this scene");
        return -1;
    }
    if (core_whole(robot, "robot", self->scene->robot_count - 1, &number) < 0)
        return -1;
    Py_ssize_t variables = (Py_ssize_t)self->scene->robot[number].robot->variable_count;
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
    out->robot = (uint32_t)number;
    out->row_count = times != Py_None ? (uint32_t)rows : 1;
    out->times = arrays->times.data;
    out->values = arrays->values.data;
    return 0;
}

/* A setting, or an exception. */
static int make_setting(parts_object *self, PyObject *object, setting *out)
{
    setting_request request;
    request_arrays arrays;
    int is_read = read_request(self, object, &request, &arrays);
    fk_status status = is_read == 0 ? setting_make(self, &request, out) : FK_OK;
    release_arrays(&arrays);
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

static fk_check_options check_options(running *r, unsigned flags)
{
    fk_check_options options = fk_check_options_default();
    options.select = select_pair;
    options.progress = show_progress;
    options.user = r;
    options.workers = workers_of(r);
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
    running r;
    if (!PyArg_ParseTuple(args, "OOIIO", &request, &rules, &flags, &threads, &progress))
        return NULL;
    outcome_object *out = outcome_new(state, self, rules);
    if (!out || make_setting(self, request, &out->setting) < 0 || begin_run(&r, self, rules, progress) < 0) {
        Py_XDECREF((PyObject *)out);
        return NULL;
    }
    fk_status status = start(&r, threads);
    fk_check_options options = check_options(&r, flags);
    if (status == FK_OK)
        status =
            fk_check_run(self->context, out->setting.part, out->setting.parts.count, &options, &out->check);
    if (end_run(&r, state, status, "check") < 0) {
        Py_DECREF(out);
        return NULL;
    }
    return (PyObject *)out;
}

/* ---- Sweeps -------------------------------------------------------------------------------------------- */

/* sweep(request, rules, flags, (start, end, tolerance, resolution, budget, seconds), threads, progress) -> Outcome; a start
 * or end of NaN is that of the motion. */
PyObject *parts_sweep(PyObject *object, PyObject *args)
{
    parts_object *self = (parts_object *)object;
    core_state *state = core_state_by(object);
    PyObject *request, *rules, *progress;
    unsigned flags, threads;
    unsigned long long budget;
    running r;
    fk_sweep_options options = fk_sweep_options_default();
    if (!PyArg_ParseTuple(args, "OOI(ddddKd)IO", &request, &rules, &flags, &options.from, &options.to,
                          &options.tolerance, &options.resolution, &budget, &options.max_seconds, &threads,
                          &progress))
        return NULL;
    outcome_object *out = outcome_new(state, self, rules);
    if (!out || make_setting(self, request, &out->setting) < 0)
        goto failed;
    out->tolerance = options.tolerance;
    if (!out->setting.parts.motion) {
        PyErr_SetString(PyExc_ValueError, "nothing moves: give parts a motion, or use check");
        goto failed;
    }
    if (begin_run(&r, self, rules, progress) < 0)
        goto failed;
    fk_status status = start(&r, threads);
    options.select = select_pair;
    options.progress = show_progress;
    options.user = &r;
    options.workers = workers_of(&r);
    options.max_tests = budget;
    options.wants_closest = (flags & WANTS_CLOSEST) != 0;
    options.stops_at_clash = (flags & WANTS_FIRST) != 0;
    if (status == FK_OK)
        status = fk_sweep_run(self->context, out->setting.parts.motion, out->setting.moving,
                              out->setting.parts.count, &options, &out->sweep);
    if (end_run(&r, state, status, "sweep") == 0)
        return (PyObject *)out;
failed:
    Py_XDECREF((PyObject *)out);
    return NULL;
}

/* ---- Distances ----------------------------------------------------------------------------------------- */

static const fk_check_pair *nearest_pair(const fk_check *check)
{
    const fk_check_pair *best = NULL;
    for (size_t i = 0; i < check->pair_count; i++)
        if (!best || check->pair[i].distance.hi < best->distance.hi)
            best = &check->pair[i];
    return best;
}

/* (a, b, kind, lo, hi, points or None, has to be exchanged): as numbers of parts. */
static PyObject *pair_tuple(const fk_check_pair *pair, const scene_rules *rules)
{
    bool is_exchanged =
        rules->between_count > 0 && !(rules->between[0].a[pair->a] && rules->between[0].b[pair->b]);
    PyObject *point_a =
        pair->has_points ? core_tuple_vec3(is_exchanged ? pair->point_b : pair->point_a) : Py_NewRef(Py_None);
    PyObject *point_b =
        pair->has_points ? core_tuple_vec3(is_exchanged ? pair->point_a : pair->point_b) : Py_NewRef(Py_None);
    return Py_BuildValue("(IIsddNN)", (unsigned)(is_exchanged ? pair->b : pair->a),
                         (unsigned)(is_exchanged ? pair->a : pair->b), fk_clash_word(pair->kind),
                         pair->distance.lo, pair->distance.hi, point_a, point_b);
}

/* nearest(request, rules, is_plain, threads) -> (a, b, kind, lo, hi, point_a, point_b), or None where no pair is meant. A plain
 * question is not about what the scene says of pairs. */
PyObject *parts_nearest(PyObject *object, PyObject *args)
{
    parts_object *self = (parts_object *)object;
    core_state *state = core_state_by(object);
    PyObject *request, *rules, *out = NULL;
    unsigned threads;
    int is_plain;
    running r;
    setting s;
    fk_check *check = NULL;
    scene_rules read;
    if (!PyArg_ParseTuple(args, "OOpI", &request, &rules, &is_plain, &threads) ||
        make_setting(self, request, &s) < 0)
        return NULL;
    if (begin_run(&r, self, rules, Py_None) == 0) {
        r.rules.scene = is_plain ? NULL : r.rules.scene;
        fk_status status = start(&r, threads);
        fk_check_options options = check_options(&r, WANTS_DISTANCE);
        options.max_triangles = 0;
        if (status == FK_OK)
            status = fk_check_run(self->context, s.part, s.parts.count, &options, &check);
        if (end_run(&r, state, status, "distance") == 0 && rules_read(self, rules, &read) == 0) {
            const fk_check_pair *pair = nearest_pair(check);
            out = pair ? pair_tuple(pair, &read) : Py_NewRef(Py_None);
            rules_free(&read);
        }
        fk_check_free(self->context, check);
    }
    setting_free(&s);
    return out;
}

/* ---- Many configurations ------------------------------------------------------------------------------- */

/* Of each row, whether something clashes. */
static fk_status collide_rows(running *r, setting *s, uint32_t robot, const core_array *values, char *out)
{
    parts_object *self = r->parts;
    const double *value = values->data;
    uint32_t variables = self->scene->robot[robot].robot->variable_count;
    fk_check_options options = check_options(r, WANTS_FIRST);
    options.max_triangles = 0;
    options.progress = NULL;
    fk_status status = FK_OK;
    for (Py_ssize_t i = 0; i < values->rows && status == FK_OK; i++) {
        fk_check *check;
        status = setting_set_values(self, s, robot, value + (size_t)i * variables);
        if (status == FK_OK)
            status = fk_check_run(self->context, s->part, s->parts.count, &options, &check);
        if (status != FK_OK)
            break;
        out[i] = (char)(check->clashes > 0);
        fk_check_free(self->context, check);
        show_progress(r, (uint64_t)i + 1, (uint64_t)values->rows);
    }
    return status;
}

/* collides(request, rules, threads, progress) -> bytes, one for each row of values. */
PyObject *parts_collides(PyObject *object, PyObject *args)
{
    parts_object *self = (parts_object *)object;
    core_state *state = core_state_by(object);
    PyObject *wanted, *rules, *progress, *out = NULL;
    unsigned threads;
    running r;
    setting s;
    setting_request request;
    request_arrays arrays;
    if (!PyArg_ParseTuple(args, "OOIO", &wanted, &rules, &threads, &progress))
        return NULL;
    if (read_request(self, wanted, &request, &arrays) < 0)
        goto done;
    fk_status status = request.values ? setting_make(self, &request, &s) : FK_ERROR_ARGUMENT;
    if (status != FK_OK) {
        core_error(state, status, "joints", NULL);
        goto done;
    }
    out = PyBytes_FromStringAndSize(NULL, arrays.values.rows);
    if (!out || begin_run(&r, self, rules, progress) < 0) {
        Py_CLEAR(out);
    } else {
        char *answer = PyBytes_AsString(out);
        status = start(&r, threads);
        if (status == FK_OK)
            status = collide_rows(&r, &s, request.robot, &arrays.values, answer);
        if (end_run(&r, state, status, "joints") < 0)
            Py_CLEAR(out);
    }
    setting_free(&s);
done:
    release_arrays(&arrays);
    return out;
}
