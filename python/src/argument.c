/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Arguments of functions: by position and by name, and the numbers in them. */

#include "core.h"

#include <math.h>

/* ---- By position and by name --------------------------------------------------------------------------- */

static int count_names(const core_signature *signature)
{
    int count = 0;
    while (signature->names[count])
        count++;
    return count;
}

static int set_named(const core_signature *signature, PyObject *name, PyObject *value, PyObject **out)
{
    for (int i = 0; signature->names[i]; i++) {
        if (!PyUnicode_Check(name) || PyUnicode_CompareWithASCIIString(name, signature->names[i]) != 0)
            continue;
        if (out[i]) {
            PyErr_Format(PyExc_TypeError, "%s() got '%s' twice", signature->function, signature->names[i]);
            return -1;
        }
        out[i] = value;
        return 0;
    }
    PyErr_Format(PyExc_TypeError, "%s() has no argument %R", signature->function, name);
    return -1;
}

static int start_arguments(const core_signature *signature, Py_ssize_t nargs, PyObject **out)
{
    int count = count_names(signature);
    if (core_stack_check() < 0)
        return -1;
    for (int i = 0; i < count; i++)
        out[i] = NULL;
    if (nargs <= signature->positional)
        return 0;
    PyErr_Format(PyExc_TypeError, "%s() takes at most %d argument%s by position, not %zd",
                 signature->function, signature->positional, signature->positional == 1 ? "" : "s", nargs);
    return -1;
}

static int check_required(const core_signature *signature, PyObject **out)
{
    for (int i = 0; i < signature->required; i++) {
        if (!out[i]) {
            PyErr_Format(PyExc_TypeError, "%s() needs the argument '%s'", signature->function,
                         signature->names[i]);
            return -1;
        }
    }
    return 0;
}

int core_arguments(const core_signature *signature, PyObject *const *args, Py_ssize_t nargs, PyObject *names,
                   PyObject **out)
{
    if (start_arguments(signature, nargs, out) < 0)
        return -1;
    for (Py_ssize_t i = 0; i < nargs; i++)
        out[i] = args[i];
    Py_ssize_t named = names ? PyTuple_Size(names) : 0;
    for (Py_ssize_t i = 0; i < named; i++)
        if (set_named(signature, PyTuple_GetItem(names, i), args[nargs + i], out) < 0)
            return -1;
    return check_required(signature, out);
}

int core_arguments_new(const core_signature *signature, PyObject *args, PyObject *names, PyObject **out)
{
    Py_ssize_t nargs = PyTuple_Size(args);
    if (start_arguments(signature, nargs, out) < 0)
        return -1;
    for (Py_ssize_t i = 0; i < nargs; i++)
        out[i] = PyTuple_GetItem(args, i);
    Py_ssize_t at = 0;
    PyObject *name, *value;
    while (names && PyDict_Next(names, &at, &name, &value))
        if (set_named(signature, name, value, out) < 0)
            return -1;
    return check_required(signature, out);
}

void core_drop_none(PyObject **given, int count)
{
    for (int i = 0; i < count; i++)
        given[i] = given[i] == Py_None ? NULL : given[i];
}

/* ---- Numbers ------------------------------------------------------------------------------------------- */

/* Reads anything with __float__ or __index__, but no text. */
static int read_number(PyObject *object, const char *what, double *out)
{
    double value = PyFloat_AsDouble(object);
    if (value == -1 && PyErr_Occurred()) {
        if (PyErr_ExceptionMatches(PyExc_TypeError))
            PyErr_Format(PyExc_TypeError, "%s: a number is needed, not %R", what,
                         (PyObject *)Py_TYPE(object));
        else if (PyErr_ExceptionMatches(PyExc_OverflowError))
            PyErr_Format(PyExc_ValueError, "%s: the number is beyond the range of doubles", what);
        return -1;
    }
    *out = value;
    return 0;
}

int core_number(PyObject *object, const char *what, double *out)
{
    double value;
    if (read_number(object, what, &value) < 0)
        return -1;
    if (!isfinite(value)) {
        PyErr_Format(PyExc_ValueError, "%s: the number is not finite", what);
        return -1;
    }
    *out = value;
    return 0;
}

int core_length(PyObject *object, const char *what, double *out)
{
    double value;
    if (core_number(object, what, &value) < 0)
        return -1;
    if (value < 0) {
        PyErr_Format(PyExc_ValueError, "%s: a length is not negative", what);
        return -1;
    }
    *out = value;
    return 0;
}

int core_limit(PyObject *object, const char *what, double *out)
{
    double value;
    if (read_number(object, what, &value) < 0)
        return -1;
    if (!(value >= 0)) {
        PyErr_Format(PyExc_ValueError, "%s: %s", what, isnan(value) ? "not a number" : "it is not negative");
        return -1;
    }
    *out = value;
    return 0;
}

int core_whole(PyObject *object, const char *what, uint64_t limit, uint64_t *out)
{
    PyObject *whole = PyNumber_Index(object);
    if (!whole) {
        if (PyErr_ExceptionMatches(PyExc_TypeError))
            PyErr_Format(PyExc_TypeError, "%s: a whole number is needed, not %R", what,
                         (PyObject *)Py_TYPE(object));
        return -1;
    }
    unsigned long long value = PyLong_AsUnsignedLongLong(whole);
    Py_DECREF(whole);
    bool fits = !(value == (unsigned long long)-1 && PyErr_Occurred());
    if (fits && value <= limit) {
        *out = value;
        return 0;
    }
    PyErr_Clear();
    PyErr_Format(PyExc_ValueError, "%s: a whole number from 0 to %llu is needed", what,
                 (unsigned long long)limit);
    return -1;
}

/* Reads a tuple or a list without numpy: most callers pass a point so. Returns 1 if it was one, of any length. The
 * __float__ of an item may change its list, so the size is read each time. */
static int read_sequence(PyObject *object, const char *what, size_t count, double *out)
{
    bool is_tuple = PyTuple_CheckExact(object);
    if (!is_tuple && !PyList_CheckExact(object))
        return 0;
    for (size_t i = 0; i < count; i++) {
        Py_ssize_t size = is_tuple ? PyTuple_Size(object) : PyList_Size(object);
        if ((size_t)size != count) {
            PyErr_Format(PyExc_ValueError, "%s: %zu numbers are needed, not %zd", what, count, size);
            return -1;
        }
        PyObject *item = Py_NewRef(is_tuple ? PyTuple_GetItem(object, (Py_ssize_t)i)
                                            : PyList_GetItem(object, (Py_ssize_t)i));
        int failed = core_number(item, what, &out[i]);
        Py_DECREF(item);
        if (failed)
            return -1;
    }
    return 1;
}

int core_numbers(core_state *state, PyObject *object, const char *what, size_t count, double *out)
{
    int read = read_sequence(object, what, count, out);
    if (read != 0)
        return read < 0 ? -1 : 0;
    core_want want = {what, 'd', 1, {(Py_ssize_t)count}};
    core_array array = {0};
    if (core_array_get(state, object, &want, &array) < 0)
        return -1;
    memcpy(out, array.data, count * sizeof *out);
    core_array_release(&array);
    for (size_t i = 0; i < count; i++) {
        if (!isfinite(out[i])) {
            PyErr_Format(PyExc_ValueError, "%s: a number is not finite", what);
            return -1;
        }
    }
    return 0;
}

int core_vec3(core_state *state, PyObject *object, const char *what, fk_vec3 *out)
{
    double number[3];
    if (core_numbers(state, object, what, 3, number) < 0)
        return -1;
    *out = fk_vec3_make(number[0], number[1], number[2]);
    return 0;
}
