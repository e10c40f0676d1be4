/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The rules on pairs of parts, of a scene and of options. See scene.h. */

#include "scene.h"

#include <stdlib.h>

bool scene_is_tuple(PyObject *object)
{
    if (PyTuple_Check(object))
        return true;
    PyErr_SetString(PyExc_TypeError, "a tuple is needed");
    return false;
}

/* Reads a list of (mask, mask, reason). */
static int read_pairs(PyObject *list, uint32_t parts, const fk_scene_pairs **out, size_t *count)
{
    Py_ssize_t size = PyList_Size(list);
    if (size < 0)
        return -1;
    fk_scene_pairs *pair = calloc((size_t)size + 1, sizeof *pair);
    if (!pair) {
        PyErr_NoMemory();
        return -1;
    }
    *out = pair;
    for (Py_ssize_t i = 0; i < size; i++) {
        Py_ssize_t a, b;
        PyObject *row = PyList_GetItem(list, i);
        if (!scene_is_tuple(row) ||
            !PyArg_ParseTuple(row, "y#y#s", &pair[i].in_a, &a, &pair[i].in_b, &b, &pair[i].reason))
            return -1;
        if (a != (Py_ssize_t)parts || b != (Py_ssize_t)parts) {
            PyErr_SetString(PyExc_ValueError, "a set of parts has a byte for each part");
            return -1;
        }
    }
    *count = (size_t)size;
    return 0;
}

static int read_limit(PyObject *object, const char *what, bool *has, double *out)
{
    *has = object != Py_None;
    return *has ? core_length(object, what, out) : 0;
}

int rules_read(const parts_object *self, PyObject *object, fk_scene_rules *out)
{
    PyObject *clearance, *ignore_overlap, *between, *ignore;
    int allow_contact;
    *out = (fk_scene_rules){.scene = self->scene, .skips_resting = self->has_robot};
    if (!scene_is_tuple(object) ||
        !PyArg_ParseTuple(object, "OOpO!O!", &clearance, &ignore_overlap, &allow_contact, &PyList_Type,
                          &between, &PyList_Type, &ignore))
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

void rules_free(fk_scene_rules *rules)
{
    free((void *)rules->between);
    free((void *)rules->ignore);
    memset(rules, 0, sizeof *rules);
}
