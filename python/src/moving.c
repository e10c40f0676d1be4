/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Two bodies that move along paths: when they meet, first and again. A path is a list of times with poses; between two
 * of them the position moves straight, and the rotation along the shortest arc. */

#include "core.h"

#include "base/pose.h"

enum { A, B, PATH_A, PATH_B, CLEARANCE, TOLERANCE, FIRST, CLOSEST, ARGUMENTS };
static const core_signature signature = {
    "moving", 2, 4, {"a", "b", "path_a", "path_b", "clearance", "tolerance", "first", "closest"}};

/* The memory of a query. */
typedef struct motion_query {
    fk_key *key[2];
    uint32_t key_count[2];
    fk_pose rest[2]; /* of a body without keys */
    fk_motion *motion;
    fk_motion_answer *answer;
} motion_query;

/* ---- Paths --------------------------------------------------------------------------------------------- */

static int read_key(core_state *state, PyObject *item, const char *what, fk_key *out)
{
    fk_pose pose;
    PyObject *pair = PySequence_Tuple(item);
    if (!pair)
        return -1;
    bool is_pair = PyTuple_Size(pair) == 2;
    if (!is_pair)
        PyErr_Format(PyExc_ValueError, "%s: a list of (time, pose) is needed", what);
    bool failed = !is_pair || core_number(PyTuple_GetItem(pair, 0), what, &out->time) < 0 ||
                  core_pose(state, PyTuple_GetItem(pair, 1), what, &pose) < 0;
    Py_DECREF(pair);
    if (failed)
        return -1;
    out->xyz = pose.translation;
    fk_pose_quat_xyzw(&pose, out->quat_xyzw);
    return 0;
}

/* Reads the keys of a list of (time, pose) into memory of the context. */
static int read_keys(core_state *state, PyObject *list, const char *what, int side, motion_query *out)
{
    PyObject *items = PySequence_Tuple(list);
    if (!items)
        return -1;
    Py_ssize_t count = PyTuple_Size(items);
    int failed = -1;
    if (count == 0 || count > (Py_ssize_t)UINT32_MAX / 2) {
        PyErr_Format(PyExc_ValueError, "%s: a path has at least one pose", what);
    } else if (!(out->key[side] = fk_allocate(core_context(), (size_t)count * sizeof *out->key[side]))) {
        PyErr_NoMemory();
    } else {
        out->key_count[side] = (uint32_t)count;
        failed = 0;
        for (Py_ssize_t i = 0; i < count && !failed; i++)
            failed = read_key(state, PyTuple_GetItem(items, i), what, &out->key[side][i]);
    }
    Py_DECREF(items);
    return failed;
}

/* A list of pairs is a path; everything else is a pose, in which the body rests. */
static bool is_path(PyObject *object)
{
    if (!object || (!PyList_Check(object) && !PyTuple_Check(object)))
        return false;
    PyObject *first = PySequence_Size(object) > 0 ? PySequence_GetItem(object, 0) : NULL;
    bool is_pair = first && (PyTuple_Check(first) || PyList_Check(first)) && PySequence_Size(first) == 2;
    bool is_empty = !first;
    Py_XDECREF(first);
    PyErr_Clear();
    return is_pair || is_empty;
}

static int read_path(core_state *state, PyObject *object, int side, motion_query *out)
{
    const char *what = side == 0 ? "path_a" : "path_b";
    return is_path(object) ? read_keys(state, object, what, side, out)
                           : core_pose(state, object, what, &out->rest[side]);
}

static void free_motion_query(motion_query *q)
{
    for (int side = 0; side < 2; side++)
        if (q->key[side])
            fk_release(core_context(), q->key[side], q->key_count[side] * sizeof *q->key[side]);
    if (q->motion)
        fk_motion_free(core_context(), q->motion);
    if (q->answer)
        fk_motion_answer_free(core_context(), q->answer);
}

/* ---- The query ----------------------------------------------------------------------------------------- */

static fk_status make_motion(motion_query *q, const fk_collider *const collider[2], fk_moving moving[2])
{
    fk_frame frame[2];
    uint32_t count = 0;
    memset(frame, 0, sizeof frame);
    for (int side = 0; side < 2; side++) {
        bool is_moving = q->key_count[side] > 0;
        moving[side].collider = collider[side];
        moving[side].frame = is_moving ? count : FK_NONE;
        moving[side].pose = is_moving ? fk_pose_identity() : q->rest[side];
        if (!is_moving)
            continue;
        frame[count].parent = FK_NONE;
        frame[count].origin = fk_pose_identity();
        frame[count].kind = FK_FRAME_KEYS;
        frame[count].track = frame[count].variable = FK_NONE;
        frame[count].key_count = q->key_count[side];
        frame[count].key = q->key[side];
        count++;
    }
    return fk_motion_create(core_context(), frame, count, NULL, 0, &q->motion);
}

/* Reads the given options; others keep the library's defaults. */
static int read_options(PyObject **given, fk_motion_options *out)
{
    int first = given[FIRST] ? PyObject_IsTrue(given[FIRST]) : 0;
    int closest = given[CLOSEST] ? PyObject_IsTrue(given[CLOSEST]) : 0;
    if (first < 0 || closest < 0 ||
        (core_is_given(given[CLEARANCE]) && core_number(given[CLEARANCE], "clearance", &out->level) < 0) ||
        (core_is_given(given[TOLERANCE]) && core_number(given[TOLERANCE], "tolerance", &out->tolerance) < 0))
        return -1;
    out->wants_all = !first;
    out->wants_closest = closest;
    if (out->level >= 0 && out->tolerance > 0)
        return 0;
    PyErr_SetString(PyExc_ValueError, "moving: a clearance is not negative, a tolerance positive");
    return -1;
}

/* ---- Answers ------------------------------------------------------------------------------------------- */

static PyObject *make_stretch(core_state *state, const fk_stretch *stretch)
{
    static const char *const word[] = {"undecided", "near", "meets"};
    PyObject *value[7] = {
        PyUnicode_FromString(word[stretch->kind]), PyFloat_FromDouble(stretch->enter.lo),
        PyFloat_FromDouble(stretch->enter.hi),     PyFloat_FromDouble(stretch->leave.lo),
        PyFloat_FromDouble(stretch->leave.hi),     PyBool_FromLong(stretch->is_exact),
        PyBool_FromLong(stretch->overlaps),
    };
    return core_tuple_make(state, CORE_STRETCH, value, 7);
}

static PyObject *make_stretches(core_state *state, const fk_motion_answer *answer)
{
    PyObject *list = PyList_New((Py_ssize_t)answer->stretch_count);
    for (uint32_t i = 0; list && i < answer->stretch_count; i++) {
        PyObject *stretch = make_stretch(state, &answer->stretch[i]);
        if (!stretch || PyList_SetItem(list, (Py_ssize_t)i, stretch) < 0)
            Py_CLEAR(list);
    }
    return list;
}

static PyObject *make_answer(core_state *state, const fk_motion_answer *answer, bool has_closest)
{
    PyObject *value[6] = {
        make_stretches(state, answer),
        has_closest ? PyFloat_FromDouble(answer->closest.lo) : Py_NewRef(Py_None),
        has_closest ? PyFloat_FromDouble(answer->closest.hi) : Py_NewRef(Py_None),
        has_closest ? PyFloat_FromDouble(answer->closest_time) : Py_NewRef(Py_None),
        has_closest ? core_tuple_vec3(answer->point_a) : Py_NewRef(Py_None),
        has_closest ? core_tuple_vec3(answer->point_b) : Py_NewRef(Py_None),
    };
    return core_tuple_make(state, CORE_MOTION, value, 6);
}

static PyObject *run_motion_query(core_state *state, PyObject **given, motion_query *q)
{
    fk_moving body[2];
    const fk_collider *const collider[2] = {core_collider(state, given[A], "a"),
                                            core_collider(state, given[B], "b")};
    if (!collider[0] || !collider[1] || read_path(state, given[PATH_A], 0, q) < 0 ||
        read_path(state, given[PATH_B], 1, q) < 0)
        return NULL;
    fk_status status = make_motion(q, collider, body);
    if (status != FK_OK)
        return core_error(state, status, "moving",
                          status == FK_ERROR_ARGUMENT ? "times of a path increase" : NULL);
    fk_motion_options options = fk_motion_options_default(q->motion, &body[0], &body[1]);
    if (read_options(given, &options) < 0)
        return NULL;
    Py_BEGIN_ALLOW_THREADS
    status = fk_motion_contacts(core_context(), q->motion, &body[0], &body[1], &options, &q->answer);
    Py_END_ALLOW_THREADS
    return status == FK_OK ? make_answer(state, q->answer, options.wants_closest)
                           : core_error(state, status, "moving", NULL);
}

static PyObject *moving(CORE_ARGUMENTS)
{
    PyObject *given[ARGUMENTS];
    motion_query q = {0};
    if (core_arguments(&signature, args, nargs, names, given) < 0)
        return NULL;
    PyObject *result = run_motion_query(core_state_of(self), given, &q);
    free_motion_query(&q);
    return result;
}

/* ---- Table --------------------------------------------------------------------------------------------- */

static PyStructSequence_Field stretch_fields[] = {
    {"kind", "'meets', 'near' (a graze within the tolerance) or 'undecided'"},
    {"enter_lo", "they are proved not to be within the clearance before"},
    {"enter_hi", "they are in this state by then"},
    {"leave_lo", "they still are then"},
    {"leave_hi", "they are proved not to be after"},
    {"is_exact", "the times are exact up to rounding"},
    {"overlaps", "their interiors surely meet"},
    {NULL, NULL},
};
static PyStructSequence_Desc stretch_type = {
    "farkas.Stretch", "A time at which two bodies that move are within a clearance.", stretch_fields, 7};

static PyStructSequence_Field motion_fields[] = {
    {"stretches", "a list of Stretch; empty: proved that there is no such time"},
    {"closest_lo", "lower bound of the least distance over all times; None unless requested"},
    {"closest_hi", "upper bound of it"},
    {"closest_time", "when"},
    {"point_a", "the nearest point of a then"},
    {"point_b", "the nearest point of b then"},
    {NULL, NULL},
};
static PyStructSequence_Desc motion_type = {"farkas.Motion", "How close two moving bodies come, and when.",
                                            motion_fields, 6};

int core_add_moving(PyObject *module)
{
    static PyMethodDef functions[] = {
        CORE_FUNCTION(
            "moving", moving,
            "moving(a, b, path_a=None, path_b=None, *, clearance=0, tolerance=None, first=False, "
            "closest=False)\n--\n\n"
            "Returns when two moving bodies are within a clearance, as a Motion. A path is a list of (time, "
            "pose), or a pose in\n"
            "which the body rests. The answer is proved for every moment, not for samples.\n\n"
            ">>> import farkas\n"
            ">>> path = [(0, farkas.Pose((-5, 0, 0))), (1, farkas.Pose((5, 0, 0)))]\n"
            ">>> [stretch] = farkas.moving(farkas.box(2), farkas.box(2), path_a=path).stretches\n"
            ">>> stretch.kind, stretch.enter_hi, stretch.leave_lo\n"
            "('meets', 0.3..., 0.7...)\n"),
        {NULL, NULL, 0, NULL},
    };
    if (core_add_tuple(module, CORE_STRETCH, &stretch_type) < 0 ||
        core_add_tuple(module, CORE_MOTION, &motion_type) < 0)
        return -1;
    return PyModule_AddFunctions(module, functions);
}
