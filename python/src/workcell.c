/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* _core.Workcell: robots among obstacles, made of loaded parts, and its changes; workcell_query.c has the questions.
 *
 * Any thread may ask and change it at any time. A query keeps a snapshot; a change in that time makes a copy of it, which takes
 * microseconds, and the next query gets the copy. A body that is added may take longer, so that is made of a copy without the GIL,
 * and made again if another thread has changed the workcell meanwhile. */

#include "scene.h"

#include <stdlib.h>

/* ---- Snapshots ----------------------------------------------------------------------------------------- */

static void base_release(workcell_base *base)
{
    if (!base || --base->users > 0)
        return;
    fk_scene_workcell_free(core_context(), base->made);
    setting_free(&base->setting);
    free(base->slides);
    Py_XDECREF((PyObject *)base->parts);
    free(base);
}

/* Takes the workcell, also where it fails. */
static workcell_snapshot *snapshot_make(fk_workcell *cell, PyObject *bodies)
{
    workcell_snapshot *made = calloc(1, sizeof *made);
    PyObject *own = bodies ? PyDict_Copy(bodies) : PyDict_New();
    if (made && own) {
        *made = (workcell_snapshot){1, cell, own};
        return made;
    }
    if (!made)
        PyErr_NoMemory();
    Py_XDECREF(own);
    free(made);
    fk_workcell_destroy(cell);
    return NULL;
}

workcell_snapshot *workcell_take(const workcell_object *self)
{
    self->now->users++;
    return self->now;
}

void workcell_return(workcell_snapshot *snapshot)
{
    if (!snapshot || --snapshot->users > 0)
        return;
    fk_workcell_destroy(snapshot->cell);
    Py_XDECREF(snapshot->bodies);
    free(snapshot);
}

/* A copy that nobody else uses; NULL with an exception. */
static workcell_snapshot *snapshot_copy(core_state *state, const workcell_snapshot *from)
{
    fk_workcell *cell = NULL;
    fk_status status = fk_workcell_copy(from->cell, &cell);
    if (status == FK_OK)
        return snapshot_make(cell, from->bodies);
    core_error(state, status, "workcell", NULL);
    return NULL;
}

/* Makes the snapshot one that may change. -1 with an exception. */
static int begin_change(workcell_object *self)
{
    if (self->now->users == 1)
        return 0;
    workcell_snapshot *own = snapshot_copy(core_state_by((PyObject *)self), self->now);
    if (!own)
        return -1;
    workcell_return(self->now);
    self->now = own;
    return 0;
}

/* ---- Making -------------------------------------------------------------------------------------------- */

static int find_slides(workcell_base *base)
{
    const fk_scene *scene = base->parts->scene;
    uint32_t at = 0;
    base->slides = calloc((size_t)base->parts->parts->joint_count + 1, sizeof *base->slides);
    if (!base->slides) {
        PyErr_NoMemory();
        return -1;
    }
    for (uint32_t i = 0; i < scene->robot_count; i++) {
        const fk_robot *robot = scene->robot[i].robot;
        for (uint32_t k = 0; k < robot->variable_count; k++)
            base->slides[at++] =
                scene->unit != FK_UNIT_M && robot->joint[robot->variable[k]].kind == FK_JOINT_PRISMATIC;
    }
    return 0;
}

void workcell_convert(const workcell_base *base, double *value, size_t rows)
{
    uint32_t count = base->made->joint_count;
    for (uint32_t k = 0; k < count; k++)
        for (size_t i = 0; base->slides[k] && i < rows; i++)
            value[i * count + k] =
                fk_length_convert(value[i * count + k], FK_UNIT_M, base->parts->scene->unit);
}

/* Makes the workcell of the parts, without the GIL. */
static int make_base(workcell_base *base, core_state *state, PyObject *rules)
{
    scene_run r;
    setting_request request = {.robot = FK_NONE, .row_count = 1};
    if (run_begin(&r, base->parts, rules, Py_None) < 0)
        return -1;
    fk_status status = run_start(&r, 1);
    if (status == FK_OK)
        status = setting_make(base->parts, &request, &base->setting);
    if (status == FK_OK)
        status = fk_scene_workcell_create(core_context(), &base->setting.parts, &r.rules, &base->made);
    return run_end(&r, state, status, "workcell", NULL) < 0 ? -1 : find_slides(base);
}

static PyObject *object_make(PyTypeObject *type, workcell_base *base, workcell_snapshot *now)
{
    workcell_object *self = now ? (workcell_object *)PyType_GenericAlloc(type, 0) : NULL;
    if (!self) {
        workcell_return(now);
        return NULL;
    }
    base->users++;
    self->base = base;
    self->now = now;
    return (PyObject *)self;
}

/* Workcell(parts, rules) */
static PyObject *workcell_new(PyTypeObject *type, PyObject *args, PyObject *names)
{
    core_state *state = PyType_GetModuleState(type);
    PyObject *parts, *rules, *out = NULL;
    (void)names;
    if (core_stack_check() < 0 || !PyArg_ParseTuple(args, "O!O", state->type[CORE_PARTS], &parts, &rules))
        return NULL;
    workcell_base *base = calloc(1, sizeof *base);
    if (!base)
        return PyErr_NoMemory();
    base->users = 1;
    base->parts = (parts_object *)Py_NewRef(parts);
    if (make_base(base, state, rules) == 0) {
        fk_workcell *cell = NULL;
        fk_status status = fk_workcell_copy(base->made->cell, &cell);
        out = status == FK_OK ? object_make(type, base, snapshot_make(cell, NULL))
                              : core_error(state, status, "workcell", NULL);
    }
    base_release(base);
    return out;
}

static void workcell_dealloc(PyObject *object)
{
    workcell_object *self = (workcell_object *)object;
    workcell_return(self->now);
    base_release(self->base);
    core_free_object(object);
}

static PyObject *workcell_copy(PyObject *object, PyObject *unused)
{
    workcell_object *self = (workcell_object *)object;
    (void)unused;
    return object_make(Py_TYPE(object), self->base, snapshot_copy(core_state_by(object), self->now));
}

/* ---- Facts --------------------------------------------------------------------------------------------- */

/* {joints, lower, upper, home, pairs, ignored, resting, joined, contact, clearance} */
static PyObject *workcell_facts(PyObject *object, PyObject *unused)
{
    const workcell_base *base = ((workcell_object *)object)->base;
    const fk_scene_workcell *made = base->made;
    fk_unit unit = base->parts->scene->unit;
    PyObject *joints = PyList_New(0);
    (void)unused;
    for (uint32_t k = 0; joints && k < made->joint_count; k++) {
        fk_unit to = base->slides[k] ? FK_UNIT_M : unit;
        PyObject *row = Py_BuildValue(
            "(sddd)", base->parts->parts->joint[k], fk_length_convert(made->limit[k].lo, unit, to),
            fk_length_convert(made->limit[k].hi, unit, to), fk_length_convert(made->home[k], unit, to));
        if (!row || PyList_Append(joints, row) < 0)
            Py_CLEAR(joints);
        Py_XDECREF(row);
    }
    return Py_BuildValue(
        "{sNsKsKsKsKsKsK}", "joints", joints, "pairs", (unsigned long long)made->pair_count, "ignored",
        (unsigned long long)made->ignored_count, "resting", (unsigned long long)made->resting_count, "joined",
        (unsigned long long)made->joined_count, "contact", (unsigned long long)made->contact_count,
        "clearance", (unsigned long long)made->clearance_count);
}

/* ---- Changes ------------------------------------------------------------------------------------------- */

/* Handles of bodies are numbers. */
static PyObject *make_handle(fk_body_id id)
{
    return PyLong_FromUnsignedLongLong((unsigned long long)id.generation << 32 | id.index);
}

static fk_body_id read_handle(unsigned long long handle)
{
    return (fk_body_id){(uint32_t)handle, (uint32_t)(handle >> 32)};
}

static PyObject *end_change(PyObject *self, fk_status status)
{
    return status == FK_OK ? Py_NewRef(Py_None) : core_error(core_state_by(self), status, "workcell", NULL);
}

/* A frame, or None: the world. */
static int read_frame(const workcell_object *self, PyObject *object, uint32_t *out)
{
    uint64_t number;
    *out = FK_NONE;
    if (object == Py_None)
        return 0;
    if (core_whole(object, "frame", UINT32_MAX - 1, &number) < 0)
        return -1;
    *out = (uint32_t)number;
    if (*out < self->base->parts->scene->frame_count)
        return 0;
    PyErr_SetString(PyExc_ValueError, "frame: there is no such frame");
    return -1;
}

/* Adds a body to a copy of the snapshot, without the GIL for what may take long. */
static workcell_snapshot *add_to_copy(core_state *state, const workcell_snapshot *from, PyObject *body,
                                      const fk_moving *moving, fk_body_id *id)
{
    workcell_snapshot *copy = snapshot_copy(state, from);
    if (!copy)
        return NULL;
    fk_status status;
    Py_BEGIN_ALLOW_THREADS
    status = fk_workcell_add(copy->cell, moving, id);
    Py_END_ALLOW_THREADS
    PyObject *key =
        status == FK_OK ? PyLong_FromUnsignedLong(id->index) : core_error(state, status, "body", NULL);
    bool is_good = key && PyDict_SetItem(copy->bodies, key, body) == 0;
    Py_XDECREF(key);
    if (is_good)
        return copy;
    workcell_return(copy);
    return NULL;
}

/* add(body, frame or None, pose) -> handle */
static PyObject *workcell_add(PyObject *object, PyObject *args)
{
    workcell_object *self = (workcell_object *)object;
    core_state *state = core_state_by(object);
    PyObject *body, *frame, *pose;
    fk_moving moving;
    fk_body_id id;
    if (core_stack_check() < 0 || !PyArg_ParseTuple(args, "OOO", &body, &frame, &pose))
        return NULL;
    moving.collider = core_collider(state, body, "body");
    if (!moving.collider || read_frame(self, frame, &moving.frame) < 0 ||
        core_pose(state, pose, "pose", &moving.pose) < 0)
        return NULL;
    for (bool is_done = false; !is_done;) {
        workcell_snapshot *from = workcell_take(self);
        workcell_snapshot *made = add_to_copy(state, from, body, &moving, &id);
        /* In that time nobody changes `from`, as it has two users. */
        is_done = made && self->now == from;
        workcell_return(from);
        if (!made)
            return NULL;
        workcell_snapshot *old = is_done ? self->now : made;
        if (is_done)
            self->now = made;
        workcell_return(old);
    }
    return make_handle(id);
}

static PyObject *workcell_remove(PyObject *object, PyObject *args)
{
    workcell_object *self = (workcell_object *)object;
    unsigned long long handle;
    if (!PyArg_ParseTuple(args, "K", &handle) || begin_change(self) < 0)
        return NULL;
    fk_body_id id = read_handle(handle);
    fk_status status = fk_workcell_remove(self->now->cell, id);
    PyObject *key = status == FK_OK ? PyLong_FromUnsignedLong(id.index) : NULL;
    if (key && PyDict_Contains(self->now->bodies, key) > 0)
        PyDict_DelItem(self->now->bodies, key);
    Py_XDECREF(key);
    return PyErr_Occurred() ? NULL : end_change(object, status);
}

static PyObject *workcell_move(PyObject *object, PyObject *args)
{
    workcell_object *self = (workcell_object *)object;
    unsigned long long handle;
    PyObject *place;
    fk_pose pose;
    if (!PyArg_ParseTuple(args, "KO", &handle, &place) ||
        core_pose(core_state_by(object), place, "pose", &pose) < 0 || begin_change(self) < 0)
        return NULL;
    return end_change(object, fk_workcell_move(self->now->cell, read_handle(handle), &pose));
}

/* attach(handle, frame or None, pose) */
static PyObject *workcell_attach(PyObject *object, PyObject *args)
{
    workcell_object *self = (workcell_object *)object;
    unsigned long long handle;
    PyObject *place, *frame;
    fk_pose pose;
    uint32_t to;
    if (!PyArg_ParseTuple(args, "KOO", &handle, &frame, &place) || read_frame(self, frame, &to) < 0 ||
        core_pose(core_state_by(object), place, "pose", &pose) < 0 || begin_change(self) < 0)
        return NULL;
    fk_body_id id = read_handle(handle);
    return end_change(object, to == FK_NONE ? fk_workcell_detach(self->now->cell, id, &pose)
                                            : fk_workcell_attach(self->now->cell, id, to, &pose));
}

/* allow(handle, handle, whether) */
static PyObject *workcell_allow(PyObject *object, PyObject *args)
{
    workcell_object *self = (workcell_object *)object;
    unsigned long long a, b;
    int allowed;
    if (!PyArg_ParseTuple(args, "KKp", &a, &b, &allowed) || begin_change(self) < 0)
        return NULL;
    fk_body_id first = read_handle(a), second = read_handle(b);
    return end_change(object, allowed ? fk_workcell_allow(self->now->cell, first, second)
                                      : fk_workcell_disallow(self->now->cell, first, second));
}

/* get(handle) -> (frame or None, pose) */
static PyObject *workcell_get(PyObject *object, PyObject *args)
{
    const workcell_object *self = (workcell_object *)object;
    unsigned long long handle;
    fk_moving body;
    if (!PyArg_ParseTuple(args, "K", &handle))
        return NULL;
    fk_status status = fk_workcell_get(self->now->cell, read_handle(handle), &body);
    if (status != FK_OK)
        return core_error(core_state_by(object), status, "workcell", NULL);
    return Py_BuildValue("(NN)", core_index_or_none(body.frame),
                         core_pose_make(core_state_by(object), &body.pose));
}

/* ---- The type ------------------------------------------------------------------------------------------ */

int core_add_workcells(PyObject *module)
{
    static PyMethodDef methods[] = {
        {"states", workcell_states, METH_VARARGS, "The states of configurations."},
        {"edges", workcell_edges, METH_VARARGS, "Whether straight edges are free."},
        {"distances", workcell_distances, METH_VARARGS, "The least distances of configurations."},
        {"facts", workcell_facts, METH_NOARGS, "Joints and numbers of pairs."},
        {"copy", workcell_copy, METH_NOARGS, "A copy that changes on its own."},
        {"add", workcell_add, METH_VARARGS, "Adds a body."},
        {"remove", workcell_remove, METH_VARARGS, "Removes a body."},
        {"move", workcell_move, METH_VARARGS, "Sets the pose of a body in its frame."},
        {"attach", workcell_attach, METH_VARARGS, "Fixes a body to a frame, or leaves it in the world."},
        {"allow", workcell_allow, METH_VARARGS, "Lets a pair meet, or no longer."},
        {"get", workcell_get, METH_VARARGS, "Where a body is."},
        {NULL, NULL, 0, NULL},
    };
    static PyType_Slot slots[] = {
        {Py_tp_new, (void *)workcell_new},
        {Py_tp_dealloc, (void *)workcell_dealloc},
        {Py_tp_methods, methods},
        {Py_tp_doc, "Robots among obstacles."},
        {0, NULL},
    };
    static PyType_Spec spec = {"farkas._core.Workcell", sizeof(workcell_object), 0,
                               Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE, slots};
    return core_add_type(module, CORE_WORKCELL, &spec);
}
