/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* What mesh.c, where the type Mesh is made, takes from the other files on meshes. */

#ifndef FARKAS_PYTHON_MESH_PARTS_H
#define FARKAS_PYTHON_MESH_PARTS_H

#include "core.h"

/* mesh_facts.c: attributes, by which of them. */
typedef enum core_fact {
    CORE_FACT_SOLID,
    CORE_FACT_INSIDE_OUT,
    CORE_FACT_AREA,
    CORE_FACT_VOLUME,
    CORE_FACT_CENTROID,
    CORE_FACT_EULER,
    CORE_FACT_COMPONENTS,
    CORE_FACT_DEFECTS
} core_fact;
PyObject *core_mesh_fact(PyObject *self, void *which);
int core_add_mesh_facts(PyObject *module); /* Defect */

/* mesh_question.c: methods. */
PyObject *core_mesh_winding(PyObject *self, PyObject *point);
PyObject *core_mesh_contains(PyObject *self, PyObject *points);
PyObject *core_mesh_self_intersections(PyObject *self, PyObject *unused);

/* file.c: a method. */
PyObject *core_mesh_save(CORE_ARGUMENTS);

#endif
