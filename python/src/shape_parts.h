/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* What shape.c, where the type Shape is made, takes from shape_change.c. */

#ifndef FARKAS_PYTHON_SHAPE_PARTS_H
#define FARKAS_PYTHON_SHAPE_PARTS_H

#include "core.h"

PyObject *core_shape_place(PyObject *self, PyObject *pose);
PyObject *core_shape_to_mesh(CORE_ARGUMENTS);
PyObject *core_shape_reduce(PyObject *self, PyObject *unused);

#endif
