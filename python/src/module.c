/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* The module farkas._core: its files, and its state. */

#include "core.h"

/* The files of the module, in the order in which their types are created. A new file is one row. */
static core_add_function *const parts[] = {
    core_add_arrays,         /* array.c: views */
    core_add_poses,          /* pose.c: Pose */
    core_add_shapes,         /* shape.c: Shape */
    core_add_shape_makers,   /* shape_make.c: box, sphere, ... */
    core_add_shape_changes,  /* shape.c: shape, split */
    core_add_meshes,         /* mesh.c: Mesh */
    core_add_mesh_questions, /* mesh_query.c: relation, common_volume */
    core_add_files,          /* file.c: load */
    core_add_questions,      /* body_query.c: verdict, distance, depth, box_of, bounds */
    core_add_contacts,       /* contact.c: contacts */
    core_add_rays,           /* ray.c: ray, rays, cast */
    core_add_moving,         /* moving.c: moving */
    core_add_answers,        /* answer.c: answer, verify */
    core_add_pairs,          /* pairs.c: pairs */
    core_add_parts,          /* parts.c: Parts, a loaded scene */
    core_add_outcomes,       /* outcome.c: Outcome, a result */
    core_add_workcells,      /* workcell.c: Workcell */
};

/* ---- Context ------------------------------------------------------------------------------------------- */

static _Atomic(fk_context *) shared_context;

fk_context *core_context(void)
{
    return atomic_load(&shared_context);
}

/* Several interpreters may load the module at once: the first context stays. */
static int make_context(void)
{
    fk_context *none = NULL, *made;
    if (core_context())
        return 0;
    if (fk_context_create(NULL, &made) != FK_OK) {
        PyErr_NoMemory();
        return -1;
    }
    if (!atomic_compare_exchange_strong(&shared_context, &none, made))
        fk_context_destroy(made);
    return 0;
}

/* ---- Types --------------------------------------------------------------------------------------------- */

int core_add_type(PyObject *module, core_type type, PyType_Spec *spec)
{
    core_state *state = core_state_of(module);
    PyObject *made = PyType_FromModuleAndSpec(module, spec, NULL);
    if (!made)
        return -1;
    state->type[type] = (PyTypeObject *)made;
    const char *name = strrchr(spec->name, '.') + 1;
    return name[0] == '_' ? 0 : PyModule_AddObjectRef(module, name, made);
}

int core_add_tuple(PyObject *module, core_type type, PyStructSequence_Desc *description)
{
    core_state *state = core_state_of(module);
    state->type[type] = PyStructSequence_NewType(description);
    if (!state->type[type])
        return -1;
    return PyModule_AddObjectRef(module, strrchr(description->name, '.') + 1, (PyObject *)state->type[type]);
}

void core_free_object(PyObject *self)
{
    PyTypeObject *type = Py_TYPE(self);
    freefunc release = (freefunc)PyType_GetSlot(type, Py_tp_free);
    release(self);
    Py_DECREF(type);
}

/* ---- Module -------------------------------------------------------------------------------------------- */

static int add_errors(PyObject *module, core_state *state)
{
    state->error = PyErr_NewExceptionWithDoc(
        "farkas.Error", "What the library could not do; .status is the name of the reason.", NULL, NULL);
    if (!state->error || PyModule_AddObjectRef(module, "Error", state->error) < 0)
        return -1;
    state->file_error = PyErr_NewExceptionWithDoc(
        "farkas.FileError",
        "A file that cannot be read or written; .path, .line and .column say where, or are None.",
        state->error, NULL);
    return state->file_error ? PyModule_AddObjectRef(module, "FileError", state->file_error) : -1;
}

static int run_parts(PyObject *module)
{
    core_state *state = core_state_of(module);
    if (make_context() < 0 || add_errors(module, state) < 0)
        return -1;
    for (int verdict = FK_UNDECIDED; verdict <= FK_OVERLAPPING; verdict++) {
        state->verdict[verdict] = PyUnicode_InternFromString(fk_verdict_name((fk_verdict)verdict));
        if (!state->verdict[verdict])
            return -1;
    }
    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++)
        if (parts[i](module) < 0)
            return -1;
    return PyModule_AddStringConstant(module, "__version__", fk_version());
}

static int visit_state(PyObject *module, visitproc visit, void *arg)
{
    core_state *state = core_state_of(module);
    for (int i = 0; i < CORE_TYPE_COUNT; i++)
        Py_VISIT(state->type[i]);
    for (int i = 0; i < CORE_FUNCTION_COUNT; i++)
        Py_VISIT(state->function[i]);
    Py_VISIT(state->error);
    Py_VISIT(state->file_error);
    return 0;
}

static int clear_state(PyObject *module)
{
    core_state *state = core_state_of(module);
    for (int i = 0; i < CORE_TYPE_COUNT; i++)
        Py_CLEAR(state->type[i]);
    for (int verdict = FK_UNDECIDED; verdict <= FK_OVERLAPPING; verdict++)
        Py_CLEAR(state->verdict[verdict]);
    for (int i = 0; i < CORE_FUNCTION_COUNT; i++)
        Py_CLEAR(state->function[i]);
    Py_CLEAR(state->error);
    Py_CLEAR(state->file_error);
    return 0;
}

static void free_state(void *module)
{
    clear_state(module);
}

PyMODINIT_FUNC PyInit__core(void); /* Python finds it by its name */

PyMODINIT_FUNC PyInit__core(void)
{
    static PyModuleDef_Slot slots[] = {{Py_mod_exec, (void *)run_parts}, {0, NULL}};
    static PyModuleDef definition = {
        PyModuleDef_HEAD_INIT,
        .m_name = "farkas._core",
        .m_doc = "The compiled part of farkas. Its public names are in farkas.",
        .m_size = sizeof(core_state),
        .m_slots = slots,
        .m_traverse = visit_state,
        .m_clear = clear_state,
        .m_free = free_state,
    };
    return PyModuleDef_Init(&definition);
}
