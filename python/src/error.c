/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Raises statuses of the library as Python exceptions. */

#include "core.h"

/* Returns a new reference to a number, or to None. */
static PyObject *number_or_none(uint64_t value)
{
    return value ? PyLong_FromUnsignedLongLong(value) : Py_NewRef(Py_None);
}

/* Sets an attribute to a value whose reference it takes. */
static int set_attribute(PyObject *object, const char *name, PyObject *value)
{
    int result = value ? PyObject_SetAttrString(object, name, value) : -1;
    Py_XDECREF(value);
    return result;
}

/* Makes an exception with a text and .status. */
static PyObject *make_error(PyObject *type, fk_status status, PyObject *text)
{
    PyObject *error = text ? PyObject_CallFunctionObjArgs(type, text, NULL) : NULL;
    Py_XDECREF(text);
    if (!error || set_attribute(error, "status", PyUnicode_FromString(fk_status_name(status))) == 0)
        return error;
    Py_DECREF(error);
    return NULL;
}

PyObject *core_error(core_state *state, fk_status status, const char *what, const char *message)
{
    if (status == FK_ERROR_MEMORY)
        return PyErr_NoMemory();
    const char *text = message ? message : fk_status_text(status);
    if (status == FK_ERROR_ARGUMENT || status == FK_ERROR_NOT_FINITE || status == FK_ERROR_PIECE)
        return PyErr_Format(PyExc_ValueError, "%s: %s", what, text);
    PyObject *error = make_error(state->error, status, PyUnicode_FromFormat("%s: %s", what, text));
    if (!error)
        return NULL;
    PyErr_SetObject(state->error, error);
    Py_DECREF(error);
    return NULL;
}

PyObject *core_file_error(core_state *state, fk_status status, core_place place, const char *message)
{
    if (status == FK_ERROR_MEMORY)
        return PyErr_NoMemory();
    const char *reason = message && message[0] ? message : fk_status_text(status);
    /* A message about a robot's file begins with its name and the place in it. */
    size_t length = strlen(place.path);
    bool is_named = strncmp(reason, place.path, length) == 0 && reason[length] == ':';
    PyObject *text =
        is_named      ? PyUnicode_FromFormat("%s", reason)
        : !place.line ? PyUnicode_FromFormat("%s: %s", place.path, reason)
        : place.column
            ? PyUnicode_FromFormat("%s:%llu:%llu: %s", place.path, (unsigned long long)place.line,
                                   (unsigned long long)place.column, reason)
            : PyUnicode_FromFormat("%s:%llu: %s", place.path, (unsigned long long)place.line, reason);
    PyObject *error = make_error(state->file_error, status, text);
    if (!error)
        return NULL;
    if (set_attribute(error, "path", PyUnicode_DecodeFSDefault(place.path)) == 0 &&
        set_attribute(error, "line", number_or_none(place.line)) == 0 &&
        set_attribute(error, "column", number_or_none(place.column)) == 0)
        PyErr_SetObject(state->file_error, error);
    Py_DECREF(error);
    return NULL;
}
