/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Bodies: what a Shape and a Mesh have in common. A collider is made when it is first needed, and once, however many
 * threads ask. */

#include "core.h"

#ifndef _WIN32
#include <unistd.h>
#endif

long core_process(void)
{
#ifdef _WIN32
    return 1; /* there is no fork */
#else
    return (long)getpid();
#endif
}

int core_lazy_init(core_lazy *lazy)
{
    lazy->lock = PyThread_allocate_lock();
    atomic_store(&lazy->process, core_process());
    if (!lazy->lock)
        PyErr_NoMemory();
    return lazy->lock ? 0 : -1;
}

void core_lazy_free(core_lazy *lazy)
{
    fk_collider_free(core_context(), atomic_load(&lazy->collider));
    if (lazy->lock)
        PyThread_free_lock(lazy->lock);
}

bool core_lazy_enter(core_lazy *lazy)
{
    long me = core_process(), last = atomic_load(&lazy->process);
    bool is_alone = PyThread_acquire_lock(lazy->lock, last == me ? WAIT_LOCK : NOWAIT_LOCK);
    if (is_alone)
        atomic_store(&lazy->process, me);
    return is_alone;
}

void core_lazy_leave(core_lazy *lazy, bool is_alone)
{
    if (is_alone)
        PyThread_release_lock(lazy->lock);
}

/* A word about what was given instead. */
static void *refuse(PyObject *object, const char *what, const char *needed)
{
    return PyErr_Format(PyExc_TypeError, "%s: %s is needed, not %R", what, needed,
                        (PyObject *)Py_TYPE(object));
}

const fk_piece *core_piece(core_state *state, PyObject *object, const char *what)
{
    return core_is(state, object, CORE_SHAPE) ? &((core_shape_object *)object)->piece
                                              : refuse(object, what, "a Shape");
}

const fk_mesh *core_mesh(core_state *state, PyObject *object, const char *what)
{
    return core_is(state, object, CORE_MESH) ? ((core_mesh_object *)object)->mesh
                                             : refuse(object, what, "a Mesh");
}

/* Makes the collider of whichever of both is not NULL, without the GIL. */
static fk_status build_collider(core_lazy *lazy, const fk_piece *piece, const fk_mesh *mesh)
{
    fk_status status = FK_OK;
    fk_collider *made = NULL, *none = NULL;
    bool is_alone = core_lazy_enter(lazy);
    if (!atomic_load(&lazy->collider)) {
        status = piece ? fk_collider_of_pieces(core_context(), piece, 1, &made)
                       : fk_collider_of_mesh(core_context(), mesh, NULL, &made);
        if (status == FK_OK && !atomic_compare_exchange_strong(&lazy->collider, &none, made))
            fk_collider_free(core_context(), made);
    }
    core_lazy_leave(lazy, is_alone);
    return status;
}

const fk_collider *core_collider(core_state *state, PyObject *object, const char *what)
{
    bool is_mesh = core_is(state, object, CORE_MESH);
    if (core_stack_check() < 0)
        return NULL;
    if (!is_mesh && !core_is(state, object, CORE_SHAPE))
        return refuse(object, what, "a Shape or a Mesh");
    core_lazy *lazy = is_mesh ? &((core_mesh_object *)object)->lazy : &((core_shape_object *)object)->lazy;
    const fk_collider *collider = atomic_load(&lazy->collider);
    if (collider)
        return collider;
    const fk_mesh *mesh = is_mesh ? ((core_mesh_object *)object)->mesh : NULL;
    const fk_piece *piece = is_mesh ? NULL : &((core_shape_object *)object)->piece;
    fk_status status;
    Py_BEGIN_ALLOW_THREADS
    status = build_collider(lazy, piece, mesh);
    Py_END_ALLOW_THREADS
    if (status == FK_OK)
        return atomic_load(&lazy->collider);
    bool is_empty = is_mesh && status == FK_ERROR_ARGUMENT;
    core_error(state, status, what, is_empty ? "the mesh has no triangles" : NULL);
    return NULL;
}
