/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Bodies: what a Shape and a Mesh share; and two placed bodies. Two shapes are queried as pieces, placed once; if one
 * is a mesh, both become colliders. A collider is made on first use, once for all threads. */

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

/* Raises TypeError about the given object. */
static void *refuse_body(PyObject *object, const char *what, const char *needed)
{
    return PyErr_Format(PyExc_TypeError, "%s: %s is needed, not %R", what, needed,
                        (PyObject *)Py_TYPE(object));
}

const fk_piece *core_piece(core_state *state, PyObject *object, const char *what)
{
    return core_is(state, object, CORE_SHAPE) ? &((core_shape_object *)object)->piece
                                              : refuse_body(object, what, "a Shape");
}

const fk_mesh *core_mesh(core_state *state, PyObject *object, const char *what)
{
    return core_is(state, object, CORE_MESH) ? ((core_mesh_object *)object)->mesh
                                             : refuse_body(object, what, "a Mesh");
}

/* Makes the collider of the one that is not NULL, without the GIL. */
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
        return refuse_body(object, what, "a Shape or a Mesh");
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

/* ---- Two bodies ---------------------------------------------------------------------------------------- */

static const char *const names[2][2] = {{"a", "pose_a"}, {"b", "pose_b"}};

/* Kinds whose queries take a few microseconds. */
static bool is_quick(fk_kind kind)
{
    return kind != FK_KIND_HULL && kind != FK_KIND_CYLINDER && kind != FK_KIND_CONE &&
           kind != FK_KIND_ELLIPSOID;
}

/* Without a pose, the piece is the shape's own; else a placed copy, for a hull with memory for its points. */
static int place_piece(core_state *state, const fk_piece *piece, PyObject *pose, int side, core_two *out)
{
    fk_pose place;
    out->piece[side] = piece;
    if (!core_is_given(pose))
        return 0;
    if (core_pose(state, pose, names[side][1], &place) < 0)
        return -1;
    if (piece->kind == FK_KIND_HULL) {
        out->room[side] = PyMem_Malloc(piece->as.hull.count * sizeof *out->room[side]);
        if (!out->room[side]) {
            PyErr_NoMemory();
            return -1;
        }
    }
    out->placed[side] = fk_piece_place(piece, &place, out->room[side]);
    out->piece[side] = &out->placed[side];
    return 0;
}

int core_placed_get(core_state *state, PyObject *body, PyObject *pose, const char *const name[2],
                    fk_placed_collider *out)
{
    fk_aabb box;
    out->collider = core_collider(state, body, name[0]);
    if (!out->collider || core_pose(state, pose, name[1], &out->pose) < 0)
        return -1;
    /* This checks that all numbers stay finite, which the queries require. */
    fk_status status = fk_collider_box(out, &box);
    if (status == FK_OK)
        return 0;
    core_error(state, status, name[0], NULL);
    return -1;
}

int core_two_colliders(core_state *state, PyObject *const body[2], PyObject *const pose[2], core_two *out)
{
    for (int side = 0; side < 2; side++)
        if (core_placed_get(state, body[side], pose[side], names[side], &out->collider[side]) < 0)
            return -1;
    return 0;
}

int core_two_get(core_state *state, PyObject *const body[2], PyObject *const pose[2], core_two *out)
{
    out->are_pieces = core_is(state, body[0], CORE_SHAPE) && core_is(state, body[1], CORE_SHAPE);
    if (!out->are_pieces)
        return core_two_colliders(state, body, pose, out);
    out->is_quick = true;
    for (int side = 0; side < 2; side++) {
        const fk_piece *piece = &((core_shape_object *)body[side])->piece;
        if (place_piece(state, piece, pose[side], side, out) < 0)
            return -1;
        out->is_quick = out->is_quick && is_quick(piece->kind);
    }
    return 0;
}

int core_two_pieces(core_state *state, PyObject *const body[2], PyObject *const pose[2], core_two *out)
{
    if (!core_piece(state, body[0], "a") || !core_piece(state, body[1], "b"))
        return -1;
    return core_two_get(state, body, pose, out);
}

void core_two_release(core_two *two)
{
    PyMem_Free(two->room[0]);
    PyMem_Free(two->room[1]);
}
