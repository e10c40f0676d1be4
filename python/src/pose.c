/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Pose: a rigid transformation, from a matrix, or from a position and a rotation. */

#include "core.h"

#include <math.h>

/* How far a matrix may be from a rotation, as the largest entry of R R^T - 1. The same as in scenes: numbers rounded to
 * six digits pass. */
#define RIGID 1e-6

PyObject *core_pose_make(core_state *state, const fk_pose *pose)
{
    PyObject *self = PyType_GenericAlloc(state->type[CORE_POSE], 0);
    if (self)
        ((core_pose_object *)self)->pose = *pose;
    return self;
}

/* ---- From a matrix ------------------------------------------------------------------------------------- */

static int refuse_pose(const char *what, const char *why)
{
    PyErr_Format(PyExc_ValueError, "%s: %s", what, why);
    return -1;
}

static int check_matrix(const double m[4][4], const char *what)
{
    for (int i = 0; i < 16; i++)
        if (!isfinite(m[i / 4][i % 4]))
            return refuse_pose(what, "a number of the matrix is not finite");
    if (m[3][0] != 0 || m[3][1] != 0 || m[3][2] != 0 || m[3][3] != 1)
        return refuse_pose(what,
                           "the last row of a matrix is 0, 0, 0, 1; the translation is the last column");
    for (int i = 0; i < 3; i++) {
        for (int j = i; j < 3; j++) {
            double dot = m[i][0] * m[j][0] + m[i][1] * m[j][1] + m[i][2] * m[j][2];
            if (!(fabs(dot - (i == j ? 1 : 0)) <= RIGID))
                return refuse_pose(
                    what, "the matrix is not rigid: its rows are off length 1 and right angles by more than "
                          "1e-6; a pose has no scale: multiply the vertices of the mesh, or use scale= of "
                          "Scene.add");
        }
    }
    const fk_vec3 row[3] = {
        {m[0][0], m[0][1], m[0][2]}, {m[1][0], m[1][1], m[1][2]}, {m[2][0], m[2][1], m[2][2]}};
    if (!(fk_vec3_dot(row[0], fk_vec3_cross(row[1], row[2])) > 0))
        return refuse_pose(what, "the matrix mirrors: a rotation has determinant 1");
    return 0;
}

static int pose_of_matrix(core_state *state, PyObject *object, const char *what, fk_pose *out)
{
    double m[4][4];
    core_want want = {what, 'd', 2, {4, 4}};
    core_array array = {0};
    if (core_array_get(state, object, &want, &array) < 0)
        return -1;
    memcpy(m, array.data, sizeof m);
    core_array_release(&array);
    if (check_matrix(m, what) < 0)
        return -1;
    for (int i = 0; i < 3; i++)
        memcpy(out->rotation[i], m[i], sizeof out->rotation[i]);
    out->translation = fk_vec3_make(m[0][3], m[1][3], m[2][3]);
    return 0;
}

int core_pose(core_state *state, PyObject *object, const char *what, fk_pose *out)
{
    if (!core_is_given(object)) {
        *out = fk_pose_identity();
        return 0;
    }
    if (core_is(state, object, CORE_POSE)) {
        *out = ((core_pose_object *)object)->pose;
        return 0;
    }
    return pose_of_matrix(state, object, what, out);
}

/* ---- Pose(...) ----------------------------------------------------------------------------------------- */

enum { PLACE, QUAT_XYZW, RPY, RPY_DEG, XYZ, POSE_ARGUMENTS };
/* The first argument is a matrix or a position; the position may also be given by name. */
static const core_signature pose_signature = {"Pose", 0, 1, {"matrix", "quat_xyzw", "rpy", "rpy_deg", "xyz"}};

/* A position is three numbers; everything else must be a matrix or a Pose. */
static bool is_position(PyObject *object)
{
    Py_ssize_t size = PySequence_Check(object) ? PySequence_Size(object) : -1;
    if (size < 0)
        PyErr_Clear();
    return size == 3;
}

/* Makes a pose of a position and one of the rotations. */
static int pose_of_parts(core_state *state, PyObject **given, fk_pose *out)
{
    fk_vec3 xyz = {0, 0, 0}, angles;
    double quat_xyzw[4];
    if (given[PLACE] && core_vec3(state, given[PLACE], "xyz", &xyz) < 0)
        return -1;
    if (given[QUAT_XYZW]) {
        if (core_numbers(state, given[QUAT_XYZW], "quat_xyzw", 4, quat_xyzw) < 0)
            return -1;
        if (fk_pose_from_quat_xyzw(xyz, quat_xyzw, out) != FK_OK)
            return refuse_pose("quat_xyzw", "four zeros are no rotation; (0, 0, 0, 1) turns nothing");
        return 0;
    }
    *out = fk_pose_identity();
    out->translation = xyz;
    const char *name = given[RPY] ? "rpy" : "rpy_deg";
    PyObject *rpy = given[RPY] ? given[RPY] : given[RPY_DEG];
    if (!rpy)
        return 0;
    if (core_vec3(state, rpy, name, &angles) < 0)
        return -1;
    *out = given[RPY] ? fk_pose_from_rpy(xyz, angles) : fk_pose_from_rpy_deg(xyz, angles);
    return 0;
}

static PyObject *new_pose(PyTypeObject *type, PyObject *args, PyObject *names)
{
    core_state *state = PyType_GetModuleState(type);
    PyObject *given[POSE_ARGUMENTS];
    fk_pose pose;
    if (core_arguments_new(&pose_signature, args, names, given) < 0)
        return NULL;
    core_drop_none(given, POSE_ARGUMENTS);
    if (given[PLACE] && given[XYZ])
        return PyErr_Format(PyExc_TypeError, "Pose() takes a matrix, or xyz, not both");
    bool has_xyz = given[XYZ] != NULL;
    given[PLACE] = has_xyz ? given[XYZ] : given[PLACE];
    int turns = !!given[QUAT_XYZW] + !!given[RPY] + !!given[RPY_DEG];
    if (turns > 1)
        return PyErr_Format(PyExc_TypeError, "Pose() takes one rotation: quat_xyzw, rpy or rpy_deg");
    int failed;
    if (turns || has_xyz || !given[PLACE] ||
        (!core_is(state, given[PLACE], CORE_POSE) && is_position(given[PLACE])))
        failed = pose_of_parts(state, given, &pose);
    else
        failed = core_pose(state, given[PLACE], "Pose()", &pose);
    return failed ? NULL : core_pose_make(state, &pose);
}

/* ---- Methods and attributes ---------------------------------------------------------------------------- */

/* Checks a computed pose: its translation may have left the range of doubles. */
static PyObject *make_finite(core_state *state, const fk_pose *pose)
{
    if (fk_vec3_is_finite(pose->translation))
        return core_pose_make(state, pose);
    return PyErr_Format(PyExc_ValueError, "Pose: the translation is beyond the range of doubles");
}

static PyObject *pose_inverse(PyObject *self, PyObject *unused)
{
    (void)unused;
    fk_pose inverse = fk_pose_inverse(&((core_pose_object *)self)->pose);
    return make_finite(core_state_by(self), &inverse);
}

static PyObject *pose_multiply(PyObject *left, PyObject *right);

static bool is_pose(PyObject *object)
{
    return PyType_GetSlot(Py_TYPE(object), Py_nb_matrix_multiply) == (void *)pose_multiply;
}

/* pose @ pose; a matrix on either side counts as a pose. One of them is a Pose, whose type has the state; the other may
 * be anything, even of another module, so only its slot identifies it. */
static PyObject *pose_multiply(PyObject *left, PyObject *right)
{
    core_state *state = core_state_by(is_pose(left) ? left : right);
    fk_pose a, b;
    if (!state)
        return NULL;
    if (left == Py_None || right == Py_None)
        Py_RETURN_NOTIMPLEMENTED;
    if (core_pose(state, left, "Pose @", &a) < 0 || core_pose(state, right, "Pose @", &b) < 0)
        return NULL;
    fk_pose product = fk_pose_multiply(&a, &b);
    return make_finite(state, &product);
}

static PyObject *pose_apply(PyObject *self, PyObject *point)
{
    fk_vec3 p;
    if (core_vec3(core_state_by(self), point, "point", &p) < 0)
        return NULL;
    return core_tuple_vec3(fk_pose_apply(&((core_pose_object *)self)->pose, p));
}

/* Returns the rows of the matrix as tuples: for repr, pickle, and numpy. */
static PyObject *pose_rows(PyObject *self)
{
    const fk_pose *pose = &((core_pose_object *)self)->pose;
    const double(*r)[3] = pose->rotation;
    return Py_BuildValue("((dddd)(dddd)(dddd)(dddd))", r[0][0], r[0][1], r[0][2], pose->translation.x,
                         r[1][0], r[1][1], r[1][2], pose->translation.y, r[2][0], r[2][1], r[2][2],
                         pose->translation.z, 0.0, 0.0, 0.0, 1.0);
}

/* A new array, which the caller may change. */
static PyObject *pose_matrix(PyObject *self, void *unused)
{
    (void)unused;
    PyObject *asarray = core_function(core_state_by(self), CORE_ASARRAY);
    PyObject *rows = asarray ? pose_rows(self) : NULL;
    PyObject *matrix = rows ? PyObject_CallFunctionObjArgs(asarray, rows, NULL) : NULL;
    Py_XDECREF(rows);
    return matrix;
}

static PyObject *pose_xyz(PyObject *self, void *unused)
{
    (void)unused;
    return core_tuple_vec3(((core_pose_object *)self)->pose.translation);
}

static PyObject *pose_array(PyObject *self, PyObject *args, PyObject *names)
{
    (void)args; /* a type, and whether to copy: numpy converts the array */
    (void)names;
    return pose_matrix(self, NULL);
}

static PyObject *pose_repr(PyObject *self)
{
    PyObject *rows = pose_rows(self);
    PyObject *text = rows ? PyUnicode_FromFormat("Pose(%R)", rows) : NULL;
    Py_XDECREF(rows);
    return text;
}

static PyObject *pose_reduce(PyObject *self, PyObject *unused)
{
    (void)unused;
    PyObject *rows = pose_rows(self);
    return rows ? Py_BuildValue("O(N)", (PyObject *)Py_TYPE(self), rows) : NULL;
}

static PyObject *pose_compare(PyObject *left, PyObject *right, int op)
{
    if (Py_TYPE(left) != Py_TYPE(right) || (op != Py_EQ && op != Py_NE))
        Py_RETURN_NOTIMPLEMENTED;
    const double *a = &((core_pose_object *)left)->pose.rotation[0][0];
    const double *b = &((core_pose_object *)right)->pose.rotation[0][0];
    bool equal = true;
    for (int i = 0; i < 9; i++)
        equal = equal && a[i] == b[i];
    fk_vec3 p = ((core_pose_object *)left)->pose.translation,
            q = ((core_pose_object *)right)->pose.translation;
    equal = equal && p.x == q.x && p.y == q.y && p.z == q.z;
    return PyBool_FromLong(equal == (op == Py_EQ));
}

static Py_hash_t pose_hash(PyObject *self)
{
    PyObject *rows = pose_rows(self);
    Py_hash_t hash = rows ? PyObject_Hash(rows) : -1;
    Py_XDECREF(rows);
    return hash;
}

static const char pose_doc[] =
    "Pose(matrix) | Pose(xyz, *, quat_xyzw=None, rpy=None, rpy_deg=None)\n--\n\n"
    "A rigid transformation: x becomes rotation x + translation. From a 4x4 matrix, or from a "
    "position and one rotation: a\n"
    "quaternion (x, y, z, w), or roll, pitch and yaw around the fixed axes, in radians or in "
    "degrees.\n\n"
    "Every argument `pose` takes a Pose, any 4x4 matrix, or None for the identity.\n\n"
    ">>> import farkas\n"
    ">>> turned = farkas.Pose((1, 0, 0), rpy_deg=(0, 0, 90))\n"
    ">>> turned.apply((1, 0, 0))\n"
    "(1.0, 1.0, 0.0)\n"
    ">>> (turned @ turned.inverse()) == farkas.Pose()\n"
    "True\n";

int core_add_poses(PyObject *module)
{
    static PyMethodDef methods[] = {
        {"inverse", pose_inverse, METH_NOARGS,
         "inverse()\n--\n\n"
         "Returns the inverse pose."},
        {"apply", pose_apply, METH_O,
         "apply(point)\n--\n\n"
         "Returns the transformed point."},
        {"__array__", (PyCFunction)(void (*)(void))pose_array, METH_VARARGS | METH_KEYWORDS, "The matrix."},
        {"__reduce__", pose_reduce, METH_NOARGS, "For pickle and copy."},
        {NULL, NULL, 0, NULL},
    };
    static PyGetSetDef attributes[] = {
        {"matrix", pose_matrix, NULL, "The 4x4 matrix, as a new array of float64.", NULL},
        {"xyz", pose_xyz, NULL, "The translation (x, y, z).", NULL},
        {NULL, NULL, NULL, NULL, NULL},
    };
    static PyType_Slot slots[] = {
        {Py_tp_doc, (void *)pose_doc},
        {Py_tp_new, (void *)new_pose},
        {Py_tp_dealloc, (void *)core_free_object},
        {Py_tp_repr, (void *)pose_repr},
        {Py_tp_hash, (void *)pose_hash},
        {Py_tp_richcompare, (void *)pose_compare},
        {Py_nb_matrix_multiply, (void *)pose_multiply},
        {Py_tp_methods, methods},
        {Py_tp_getset, attributes},
        {0, NULL},
    };
    static PyType_Spec spec = {
        .name = "farkas.Pose",
        .basicsize = sizeof(core_pose_object),
        .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE,
        .slots = slots,
    };
    return core_add_type(module, CORE_POSE, &spec);
}
