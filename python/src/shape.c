/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Shape: a convex piece; what it has, and its type. The functions that make shapes are in shape_make.c. */

#include "core.h"
#include "shape_parts.h"

static core_shape_object *new_shape(core_state *state)
{
    core_shape_object *self = (core_shape_object *)PyType_GenericAlloc(state->type[CORE_SHAPE], 0);
    if (self && core_lazy_init(&self->lazy) < 0)
        Py_CLEAR(self);
    return self;
}

PyObject *core_shape_make(core_state *state, const fk_piece *piece)
{
    fk_status status = fk_piece_check(piece);
    if (status != FK_OK)
        return core_error(state, status, fk_kind_word(piece->kind), NULL);
    core_shape_object *self = new_shape(state);
    if (self)
        self->piece = *piece;
    return (PyObject *)self;
}

PyObject *core_shape_make_hull(core_state *state, fk_hull *hull)
{
    core_shape_object *self = new_shape(state);
    if (!self) {
        fk_hull_free(core_context(), hull);
        return NULL;
    }
    self->hull = hull;
    self->piece = fk_hull_piece(hull);
    return (PyObject *)self;
}

static void free_shape(PyObject *self)
{
    core_shape_object *shape = (core_shape_object *)self;
    core_lazy_free(&shape->lazy);
    if (shape->hull)
        fk_hull_free(core_context(), shape->hull);
    core_free_object(self);
}

/* ---- What a shape has ---------------------------------------------------------------------------------- */

static const fk_piece *piece_of(PyObject *self)
{
    return &((core_shape_object *)self)->piece;
}

static PyObject *shape_kind(PyObject *self, void *unused)
{
    (void)unused;
    return PyUnicode_FromString(fk_kind_word(piece_of(self)->kind));
}

static PyObject *shape_text(PyObject *self, void *unused)
{
    (void)unused;
    size_t length = fk_piece_format(piece_of(self), NULL, 0);
    char *text = PyMem_Malloc(length + 1);
    if (!text)
        return PyErr_NoMemory();
    fk_piece_format(piece_of(self), text, length + 1);
    PyObject *result = PyUnicode_FromStringAndSize(text, (Py_ssize_t)length);
    PyMem_Free(text);
    return result;
}

static PyObject *shape_bounds(PyObject *self, void *unused)
{
    (void)unused;
    core_state *state = core_state_by(self);
    fk_placed_collider placed = {core_collider(state, self, "bounds"), fk_pose_identity()};
    fk_aabb box;
    if (!placed.collider)
        return NULL;
    fk_status status = fk_collider_box(&placed, &box);
    return status == FK_OK ? core_tuple_box(box) : core_error(state, status, "bounds", NULL);
}

/* The points of a hull, else None. */
static PyObject *shape_points(PyObject *self, void *unused)
{
    (void)unused;
    const fk_hull *hull = ((core_shape_object *)self)->hull;
    if (!hull)
        Py_RETURN_NONE;
    core_want form = {"points", 'd', 2, {hull->vertex_count, 3}};
    return core_array_view(core_state_by(self), self, hull->point, &form);
}

static PyObject *shape_repr(PyObject *self)
{
    const fk_hull *hull = ((core_shape_object *)self)->hull;
    if (hull)
        return PyUnicode_FromFormat("<farkas.Shape hull of %u points>", (unsigned)hull->vertex_count);
    PyObject *text = shape_text(self, NULL);
    PyObject *result = text ? PyUnicode_FromFormat("<farkas.Shape %U>", text) : NULL;
    Py_XDECREF(text);
    return result;
}

static const char shape_doc[] = "A convex piece: a closed set, flat and zero-size ones included. Made by "
                                "box(), sphere() and the other functions;\n"
                                "it does not change.\n\n"
                                ">>> import farkas\n"
                                ">>> farkas.sphere(2).kind\n"
                                "'sphere'\n"
                                ">>> farkas.box((2, 2, 2)).text\n"
                                "'box -1 -1 -1 2 0 0 0 2 0 0 0 2'\n";

int core_add_shapes(PyObject *module)
{
    static PyGetSetDef attributes[] = {
        {"kind", shape_kind, NULL, "The word of its kind, as in the stream of pairs.", NULL},
        {"text", shape_text, NULL, "The shape as in the stream of pairs that `farkas pairs` reads.", NULL},
        {"bounds", shape_bounds, NULL,
         "A box around it, rounded outward, by some 1e-14 of its size: ((x, y, z), (x, y, z)).", NULL},
        {"points", shape_points, NULL, "The corners of a hull, (n, 3), read-only; None for other kinds.",
         NULL},
        {NULL, NULL, NULL, NULL, NULL},
    };
    static PyMethodDef methods[] = {
        {"place", core_shape_place, METH_O,
         "place(pose)\n--\n\nThe shape in another place. Each of its numbers is rounded once."},
        CORE_FUNCTION("to_mesh", core_shape_to_mesh,
                      "to_mesh(segments=32)\n--\n\n"
                      "Triangles that show the shape; of round ones, so many around a circle."),
        {"__reduce__", core_shape_reduce, METH_NOARGS, "For pickle and copy."},
        {NULL, NULL, 0, NULL},
    };
    static PyType_Slot slots[] = {
        {Py_tp_doc, (void *)shape_doc},   {Py_tp_dealloc, (void *)free_shape},
        {Py_tp_repr, (void *)shape_repr}, {Py_tp_getset, attributes},
        {Py_tp_methods, methods},         {0, NULL},
    };
    static PyType_Spec spec = {
        .name = "farkas.Shape",
        .basicsize = sizeof(core_shape_object),
        .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE | Py_TPFLAGS_DISALLOW_INSTANTIATION,
        .slots = slots,
    };
    return core_add_type(module, CORE_SHAPE, &spec);
}
