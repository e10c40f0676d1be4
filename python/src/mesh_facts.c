/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* What a mesh is and measures. It is looked at once, when the first of these is asked for. */

#include "core.h"
#include "mesh_parts.h"

static fk_status build_facts(core_mesh_object *mesh)
{
    fk_status status = FK_OK;
    fk_mesh_facts *made, *none = NULL;
    bool is_alone = core_lazy_enter(&mesh->lazy);
    if (!atomic_load(&mesh->facts)) {
        status = fk_mesh_inspect(core_context(), mesh->mesh, &made);
        if (status == FK_OK && !atomic_compare_exchange_strong(&mesh->facts, &none, made))
            fk_mesh_facts_free(core_context(), made);
    }
    core_lazy_leave(&mesh->lazy, is_alone);
    return status;
}

const fk_mesh_facts *core_mesh_facts(core_state *state, PyObject *object, const char *what)
{
    if (core_stack_check() < 0 || !core_mesh(state, object, what))
        return NULL;
    core_mesh_object *mesh = (core_mesh_object *)object;
    fk_status status = FK_OK;
    if (!atomic_load(&mesh->facts)) {
        Py_BEGIN_ALLOW_THREADS
        status = build_facts(mesh);
        Py_END_ALLOW_THREADS
    }
    if (status == FK_OK)
        return atomic_load(&mesh->facts);
    core_error(state, status, what, NULL);
    return NULL;
}

/* ---- Defects ------------------------------------------------------------------------------------------- */

static PyObject *make_defect(core_state *state, const fk_defect *defect)
{
    bool is_edge = defect->vertex[0] != FK_NONE;
    PyObject *value[4] = {
        PyUnicode_FromString(fk_defect_word(defect->kind)),
        core_index_or_none(defect->triangle),
        core_index_or_none(defect->other),
        is_edge ? Py_BuildValue("(II)", defect->vertex[0], defect->vertex[1]) : Py_NewRef(Py_None),
    };
    return core_tuple_make(state, CORE_DEFECT, value, 4);
}

static PyObject *make_defects(core_state *state, const fk_mesh_facts *facts)
{
    PyObject *list = PyList_New(0);
    for (uint32_t i = 0; list && i < facts->defect_count; i++) {
        PyObject *defect = make_defect(state, &facts->defect[i]);
        if (!defect || PyList_Append(list, defect) < 0)
            Py_CLEAR(list);
        Py_XDECREF(defect);
    }
    return list;
}

static PyStructSequence_Field defect_fields[] = {
    {"kind", "'degenerate', 'duplicate', 'flipped', 'open edge', 'non-manifold edge' or 'not orientable'"},
    {"face", "the triangle; of an edge, the first that has it"},
    {"other", "of a duplicate: the first such triangle; else None"},
    {"edge", "its two vertices; None where the defect is that of a triangle"},
    {NULL, NULL},
};
static PyStructSequence_Desc defect_type = {"farkas.Defect", "Something that is wrong with a mesh.",
                                            defect_fields, 4};

int core_add_mesh_facts(PyObject *module)
{
    return core_add_tuple(module, CORE_DEFECT, &defect_type);
}

/* ---- Attributes ---------------------------------------------------------------------------------------- */

PyObject *core_mesh_fact(PyObject *self, void *which)
{
    core_state *state = core_state_by(self);
    core_fact fact = (core_fact)(uintptr_t)which;
    const fk_mesh_facts *facts = core_mesh_facts(state, self, "Mesh");
    if (!facts)
        return NULL;
    switch (fact) {
    case CORE_FACT_SOLID:
        return PyBool_FromLong(facts->is_solid);
    case CORE_FACT_INSIDE_OUT:
        return PyBool_FromLong(facts->is_inside_out);
    case CORE_FACT_AREA:
        return PyFloat_FromDouble(facts->area);
    case CORE_FACT_VOLUME:
        return PyFloat_FromDouble(facts->volume);
    case CORE_FACT_CENTROID:
        return core_tuple_vec3(facts->centroid);
    case CORE_FACT_EULER:
        return PyLong_FromLongLong(facts->euler);
    case CORE_FACT_COMPONENTS:
        return PyLong_FromUnsignedLong(facts->component_count);
    case CORE_FACT_DEFECTS:
        return make_defects(state, facts);
    }
    Py_RETURN_NONE;
}
