/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* What the files of the compiled module farkas._core share: its state, errors, arrays in and out, poses, and bodies.
 *
 * Rules of this folder. Functions return NULL or -1 with a Python exception set, as in CPython. Types are heap types
 * that cannot be subclassed, so that PyType_GetModuleState(Py_TYPE(self)) is the state. Objects are immutable, except
 * for lazily built fields behind a lock. A call that may take more than a few microseconds releases the GIL around the
 * work, and touches no Python object there; a reference of the caller keeps alive what it reads. test/rules/includes.sh
 * lists the library headers that may be included here. */

#ifndef FARKAS_PYTHON_CORE_H
#define FARKAS_PYTHON_CORE_H

/* One build fits Python 3.11 and all later versions. */
#define Py_LIMITED_API 0x030B0000
#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include <stdatomic.h>
#include <string.h>

#include "farkas/farkas.h"

/* ---- State --------------------------------------------------------------------------------------------- */

/* The types of the module, in the order of their creation. A new type is a row here and a call of core_add_type. */
typedef enum core_type {
    CORE_VIEW,
    CORE_POSE,
    CORE_SHAPE,
    CORE_MESH,
    CORE_PARTS,
    CORE_OUTCOME,
    CORE_WORKCELL,
    CORE_DISTANCE, /* named tuples from here on */
    CORE_DEPTH,
    CORE_CONTACT,
    CORE_CONTACT_POINT,
    CORE_HIT,
    CORE_STRETCH,
    CORE_MOTION,
    CORE_DEFECT,
    CORE_TYPE_COUNT
} core_type;

/* Functions of other modules that this module calls; array.c has the list. */
typedef enum core_import {
    CORE_ASARRAY,
    CORE_EMPTY,
    CORE_AS_DOUBLES,
    CORE_AS_INDICES,
    CORE_JSON_LOADS,
    CORE_JSON_DUMPS,
    CORE_FUNCTION_COUNT
} core_import;

/* One for each copy of the module: subinterpreters have their own. */
typedef struct core_state {
    PyTypeObject *type[CORE_TYPE_COUNT];
    PyObject *error, *file_error;            /* farkas.Error, farkas.FileError */
    PyObject *verdict[4];                    /* the words, by fk_verdict */
    PyObject *function[CORE_FUNCTION_COUNT]; /* of other modules, on first use: core_function */
} core_state;

static inline core_state *core_state_of(PyObject *module)
{
    return PyModule_GetState(module);
}

/* For an object whose type is one of ours. */
static inline core_state *core_state_by(PyObject *self)
{
    return PyType_GetModuleState(Py_TYPE(self));
}

static inline bool core_is(const core_state *state, PyObject *object, core_type type)
{
    return Py_TYPE(object) == state->type[type];
}

/* Returns a function of another module, looked up once: a borrowed reference, or NULL with an exception. */
PyObject *core_function(core_state *state, core_import which);

/* The context of all calls: malloc and free, no log. It has nothing that belongs to an interpreter. The first copy of
 * the module makes it, and it lives as long as the process, because objects may outlive the module. */
fk_context *core_context(void);

/* Makes a type, keeps it in the state and adds it to the module, unless the name begins with "_". */
int core_add_type(PyObject *module, core_type type, PyType_Spec *spec);
/* The same for a named tuple. */
int core_add_tuple(PyObject *module, core_type type, PyStructSequence_Desc *description);
/* Checks that this thread has the stack that the library needs; -1 with RuntimeError. Call it before reading arguments,
 * or making a collider, a tree or facts. */
int core_stack_check(void);
/* Frees an object of a heap type, after its fields; releases a reference to the type. */
void core_free_object(PyObject *self);

/* ---- Errors -------------------------------------------------------------------------------------------- */

/* Raises the exception of a status, and returns NULL: MemoryError; ValueError for FK_ERROR_ARGUMENT, _NOT_FINITE and
 * _PIECE; farkas.Error with .status for the rest. `what` names the argument or the call, before the text; if message is
 * NULL, the text is fk_status_text. */
PyObject *core_error(core_state *state, fk_status status, const char *what, const char *message);

/* Raises farkas.FileError: an Error with .path, .line and .column; line and column 0 become None. Returns NULL. */
typedef struct core_place {
    const char *path;
    uint64_t line, column;
} core_place;
PyObject *core_file_error(core_state *state, fk_status status, core_place place, const char *message);

/* ---- Arguments ----------------------------------------------------------------------------------------- */

/* Reads the arguments of a METH_FASTCALL | METH_KEYWORDS function, by position or by name: out[i] becomes a borrowed
 * reference, or NULL if it was not given. names ends in NULL; the first `required` must be given, the first
 * `positional` may be given by position. -1 with TypeError. */
typedef struct core_signature {
    const char *function;
    int required, positional;
    const char *names[12];
} core_signature;
int core_arguments(const core_signature *signature, PyObject *const *args, Py_ssize_t nargs, PyObject *names,
                   PyObject **out);
/* The same for the tuple and the dictionary of a tp_new. */
int core_arguments_new(const core_signature *signature, PyObject *args, PyObject *names, PyObject **out);

/* Whether an argument was given and is not None. */
static inline bool core_is_given(PyObject *object)
{
    return object != NULL && object != Py_None;
}

/* Treats arguments that are None as not given. */
void core_drop_none(PyObject **given, int count);

/* Read a finite number; one that is not negative; one that is not negative and may be infinite; or a whole number up to
 * a limit. -1 with TypeError or ValueError. */
int core_number(PyObject *object, const char *what, double *out);
int core_length(PyObject *object, const char *what, double *out);
int core_limit(PyObject *object, const char *what, double *out);
int core_whole(PyObject *object, const char *what, uint64_t limit, uint64_t *out);
/* Reads three finite numbers: a sequence or an array. */
int core_vec3(core_state *state, PyObject *object, const char *what, fk_vec3 *out);
/* Reads `count` finite numbers. */
int core_numbers(core_state *state, PyObject *object, const char *what, size_t count, double *out);

/* ---- Arrays -------------------------------------------------------------------------------------------- */

/* An array argument, C-contiguous. Zero it first; then core_array_release is always safe. */
typedef struct core_array {
    Py_buffer buffer;
    bool is_held;
    void *own; /* a copy, after core_array_keep */
    const void *data;
    Py_ssize_t rows; /* of the first open dimension */
} core_array;

/* The required form: double or uint32, and a shape in which -1 is open. */
typedef struct core_want {
    const char *what; /* the name of the argument, for messages */
    char type;        /* 'd' or 'I' */
    int dimensions;   /* -1: any number of them */
    Py_ssize_t shape[4];
} core_want;

/* Reads C-contiguous float64 or uint32 in place, without a copy; others through numpy, in farkas/_arrays.py. -1 with
 * TypeError for what is not numeric, ValueError for a wrong shape or indices that do not fit. Does not check that
 * numbers are finite. */
int core_array_get(core_state *state, PyObject *object, const core_want *want, core_array *out);
void core_array_release(core_array *array);
/* Continues with a copy: for work without the GIL that first checks numbers and then trusts them, while another thread
 * may write to the array. -1 with MemoryError. */
int core_array_keep(core_array *array);

/* Whether the numbers of a buffer have a type, 'd', 'f' or 'I', in native byte order. */
bool core_array_has(const Py_buffer *buffer, char type);

/* Returns a read-only numpy array of memory of `owner`: type 'd', 'I' or 'B'. The array keeps the owner alive. */
PyObject *core_array_view(core_state *state, PyObject *owner, const void *data, const core_want *form);

/* Returns a new numpy array, which the Python caller may change, and its memory in out->buffer until that is released:
 * type 'd', 'I', 'B' or '?'. */
PyObject *core_array_new(core_state *state, const core_want *form, core_array *out);

/* Tuples of numbers, for small results. */
PyObject *core_tuple_vec3(fk_vec3 v);
PyObject *core_tuple_box(fk_aabb box); /* ((x, y, z), (x, y, z)) */
/* A number, or None for FK_NONE. */
PyObject *core_index_or_none(uint32_t index);

/* Returns a named tuple of `count` values, whose references it takes; NULL if one of them is NULL. */
PyObject *core_tuple_make(core_state *state, core_type type, PyObject **value, int count);

/* ---- Poses --------------------------------------------------------------------------------------------- */

typedef struct core_pose_object {
    PyObject_HEAD
    fk_pose pose;
} core_pose_object;

/* Reads a Pose, an array-like 4x4 matrix, or None or NULL: the identity. It must be finite and rigid within 1e-6, as in
 * scenes; else ValueError. */
int core_pose(core_state *state, PyObject *object, const char *what, fk_pose *out);
PyObject *core_pose_make(core_state *state, const fk_pose *pose);

/* ---- Bodies -------------------------------------------------------------------------------------------- */

/* What bodies share: a collider, made once, on first use. */
typedef struct core_lazy {
    PyThread_type_lock lock;
    _Atomic(long) process; /* the process that had the lock last */
    _Atomic(fk_collider *) collider;
} core_lazy;

/* A convex piece. A hull keeps the object with its points. */
typedef struct core_shape_object {
    PyObject_HEAD
    fk_piece piece;
    fk_hull *hull;
    core_lazy lazy;
} core_shape_object;

/* A mesh: its own, or a part of a shared model (owner keeps that, or NULL). */
typedef struct core_mesh_object {
    PyObject_HEAD
    fk_mesh *own;
    const fk_mesh *mesh;
    PyObject *owner;
    _Atomic(fk_mesh_facts *) facts; /* made as the collider is */
    _Atomic(fk_tree *) tree;
    core_lazy lazy;
} core_mesh_object;

/* The piece of a Shape, or the mesh of a Mesh; valid as long as the object. NULL with TypeError. */
const fk_piece *core_piece(core_state *state, PyObject *object, const char *what);
const fk_mesh *core_mesh(core_state *state, PyObject *object, const char *what);
/* Returns the collider of a Shape or a Mesh, making it on first use; valid as long as the object. May release the GIL.
 * NULL with an exception. */
const fk_collider *core_collider(core_state *state, PyObject *object, const char *what);

/* Returns the facts of a mesh, making them on first use; valid as long as the object. NULL with an exception. */
const fk_mesh_facts *core_mesh_facts(core_state *state, PyObject *object, const char *what);
/* Makes a placed Mesh with its tree; side is 0 for a, 1 for b. */
int core_placed_mesh(core_state *state, PyObject *object, PyObject *pose, int side, fk_placed_mesh *out);

/* Make a Shape of a piece other than a hull; a Shape of a hull; a Mesh; and a list of Meshes of the parts of a model,
 * which they share. The last three take ownership, also on failure. */
PyObject *core_shape_make(core_state *state, const fk_piece *piece);
PyObject *core_shape_make_hull(core_state *state, fk_hull *hull);
PyObject *core_mesh_make(core_state *state, fk_mesh *mesh);
PyObject *core_mesh_list(core_state *state, fk_model *model);

/* The lock of a body, and its collider. */
int core_lazy_init(core_lazy *lazy);
void core_lazy_free(core_lazy *lazy);
/* One thread at a time makes lazy fields. If a process is forked meanwhile, that thread is missing in the new process
 * and never releases the lock: then this returns false, and the caller keeps its result only if no other was first.
 * Call it without the GIL. */
bool core_lazy_enter(core_lazy *lazy);
void core_lazy_leave(core_lazy *lazy, bool is_alone);
/* Returns the id of this process. */
long core_process(void);

/* A row in a table of functions with positional and keyword arguments. */
#define CORE_FUNCTION(name, function, doc)                                                                   \
    {                                                                                                        \
        name, (PyCFunction)(void (*)(void))function, METH_FASTCALL | METH_KEYWORDS, doc                      \
    }
/* The parameters of such a function. */
#define CORE_ARGUMENTS PyObject *self, PyObject *const *args, Py_ssize_t nargs, PyObject *names

/* Methods of Mesh, in mesh_query.c and file.c. */
PyObject *core_mesh_winding(PyObject *self, PyObject *point);
PyObject *core_mesh_contains(PyObject *self, PyObject *points);
PyObject *core_mesh_self_intersections(PyObject *self, PyObject *unused);
PyObject *core_mesh_save(CORE_ARGUMENTS);

/* ---- Two bodies ---------------------------------------------------------------------------------------- */

/* Two placed bodies, from arguments. are_pieces: both are shapes, and piece has them placed; else collider has both.
 * Zero it first; then core_two_release is safe. */
typedef struct core_two {
    bool are_pieces;
    bool is_quick; /* queries take a few microseconds: the GIL may stay locked */
    const fk_piece *piece[2];
    fk_placed_collider collider[2];
    fk_piece placed[2];
    fk_vec3 *room[2]; /* for the points of hulls */
} core_two;

/* Reads one placed body, whose numbers stay finite there; the names are those of the arguments. */
int core_placed_get(core_state *state, PyObject *body, PyObject *pose, const char *const name[2],
                    fk_placed_collider *out);
/* body and pose are the arguments: two each, poses may be NULL or None. */
int core_two_get(core_state *state, PyObject *const body[2], PyObject *const pose[2], core_two *out);
/* The same if both must be shapes. */
int core_two_pieces(core_state *state, PyObject *const body[2], PyObject *const pose[2], core_two *out);
/* The same, with colliders even for shapes. */
int core_two_colliders(core_state *state, PyObject *const body[2], PyObject *const pose[2], core_two *out);
void core_two_release(core_two *two);

/* ---- Files of the module ------------------------------------------------------------------------------- */

/* Each file adds its types and functions: returns 0, or -1 with an exception. module.c has the list. */
typedef int core_add_function(PyObject *module);
core_add_function core_add_arrays, core_add_poses, core_add_shapes, core_add_shape_makers,
    core_add_shape_changes, core_add_meshes, core_add_mesh_questions, core_add_files, core_add_questions,
    core_add_contacts, core_add_rays, core_add_moving, core_add_answers, core_add_pairs, core_add_parts,
    core_add_outcomes, core_add_workcells;

#endif
