/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The Farkas authors */

/* Shape: a convex piece; its attributes and its type; shapes from text, placed, as meshes, and meshes as shapes.
 * shape_make.c makes shapes. */

#include "core.h"

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

/* ---- Attributes ---------------------------------------------------------------------------------------- */

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

/* Returns the points of a hull, else None. */
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

/* Makes a Shape of any piece; a hull is built again, with its own points. */
static PyObject *make_shape(core_state *state, const fk_piece *piece, const char *what)
{
    fk_hull *hull;
    fk_status status;
    if (piece->kind != FK_KIND_HULL)
        return core_shape_make(state, piece);
    if (core_stack_check() < 0)
        return NULL;
    Py_BEGIN_ALLOW_THREADS
    status = fk_hull_build(core_context(), piece->as.hull.point, piece->as.hull.count, &hull);
    Py_END_ALLOW_THREADS
    return status == FK_OK ? core_shape_make_hull(state, hull) : core_error(state, status, what, NULL);
}

/* ---- From text ----------------------------------------------------------------------------------------- */

/* The text of a shape, followed by a point, because the stream has pairs. */
typedef struct text_source {
    const char *text;
    size_t left;
    const char *next;
} text_source;

static size_t read_source(void *user, char *buffer, size_t capacity)
{
    text_source *from = user;
    if (from->left == 0 && from->next) {
        from->text = from->next;
        from->left = strlen(from->next);
        from->next = NULL;
    }
    size_t count = from->left < capacity ? from->left : capacity;
    memcpy(buffer, from->text, count);
    from->text += count;
    from->left -= count;
    return count;
}

static PyObject *shape_of_text(PyObject *self, PyObject *text)
{
    core_state *state = core_state_of(self);
    Py_ssize_t length;
    fk_piece piece, other;
    fk_pair_reader reader;
    const char *bytes = PyUnicode_Check(text) ? PyUnicode_AsUTF8AndSize(text, &length) : NULL;
    if (!bytes)
        return PyErr_Occurred() ? NULL : PyErr_Format(PyExc_TypeError, "text: a str is needed");
    text_source from = {bytes, (size_t)length, " point 0 0 0\n"};
    fk_pair_reader_init(&reader, core_context(), read_source, &from);
    fk_status status = fk_pair_reader_next(&reader, &piece, &other);
    PyObject *shape = NULL;
    if (status == FK_OK)
        shape = make_shape(state, &piece, "text");
    else if (status == FK_ERROR_MEMORY)
        PyErr_NoMemory();
    else
        PyErr_Format(PyExc_ValueError, "text: %s", status == FK_END ? "there is no shape" : reader.message);
    fk_pair_reader_end(&reader);
    return shape;
}

static PyObject *shape_reduce(PyObject *self, PyObject *unused)
{
    (void)unused;
    PyObject *module = PyType_GetModule(Py_TYPE(self));
    PyObject *function = module ? PyObject_GetAttrString(module, "shape") : NULL;
    PyObject *text = function ? PyObject_GetAttrString(self, "text") : NULL;
    PyObject *result = text ? Py_BuildValue("O(O)", function, text) : NULL;
    Py_XDECREF(function);
    Py_XDECREF(text);
    return result;
}

/* ---- Placed, as a mesh --------------------------------------------------------------------------------- */

static PyObject *shape_place(PyObject *self, PyObject *pose)
{
    core_state *state = core_state_by(self);
    const fk_piece *piece = &((core_shape_object *)self)->piece;
    fk_pose place;
    fk_vec3 *room = NULL;
    if (core_pose(state, pose, "pose", &place) < 0)
        return NULL;
    if (piece->kind == FK_KIND_HULL && !(room = PyMem_Malloc(piece->as.hull.count * sizeof *room)))
        return PyErr_NoMemory();
    fk_piece placed = fk_piece_place(piece, &place, room);
    PyObject *result = make_shape(state, &placed, "place");
    PyMem_Free(room);
    return result;
}

static PyObject *shape_to_mesh(CORE_ARGUMENTS)
{
    static const core_signature signature = {"to_mesh", 0, 1, {"segments"}};
    core_state *state = core_state_by(self);
    PyObject *given[1];
    uint64_t segments = 32;
    fk_mesh *mesh;
    fk_status status;
    if (core_arguments(&signature, args, nargs, names, given) < 0 ||
        (given[0] && core_whole(given[0], "segments", 4096, &segments) < 0))
        return NULL;
    Py_BEGIN_ALLOW_THREADS
    status = fk_piece_mesh(core_context(), &((core_shape_object *)self)->piece, (uint32_t)segments, &mesh);
    Py_END_ALLOW_THREADS
    if (status == FK_ERROR_ARGUMENT)
        return core_error(state, status, "to_mesh",
                          "half-spaces and points have no triangles, and a circle 3 to 4096 segments");
    return status == FK_OK ? core_mesh_make(state, mesh) : core_error(state, status, "to_mesh", NULL);
}

/* ---- Meshes as shapes ---------------------------------------------------------------------------------- */

/* Copies the hulls of the pieces, which the split keeps. */
static PyObject *list_pieces(core_state *state, const fk_split *split)
{
    PyObject *list = PyList_New((Py_ssize_t)split->piece_count);
    for (uint32_t i = 0; list && i < split->piece_count; i++) {
        fk_piece piece = fk_hull_piece(split->piece[i]);
        PyObject *shape = make_shape(state, &piece, "split");
        if (!shape || PyList_SetItem(list, (Py_ssize_t)i, shape) < 0)
            Py_CLEAR(list);
    }
    return list;
}

static PyObject *split_mesh(CORE_ARGUMENTS)
{
    static const core_signature signature = {"split", 1, 1, {"mesh", "concavity", "most"}};
    core_state *state = core_state_of(self);
    PyObject *given[3];
    fk_split_options options = fk_split_options_default();
    uint64_t most = 0;
    fk_split *split;
    fk_status status;
    if (core_arguments(&signature, args, nargs, names, given) < 0)
        return NULL;
    const fk_mesh *mesh = core_mesh(state, given[0], "mesh");
    if (!mesh || (core_is_given(given[1]) && core_number(given[1], "concavity", &options.concavity) < 0) ||
        (core_is_given(given[2]) && core_whole(given[2], "most", UINT32_MAX, &most) < 0))
        return NULL;
    options.max_pieces = (uint32_t)most;
    Py_BEGIN_ALLOW_THREADS
    status = fk_split_build(core_context(), mesh, &options, &split);
    Py_END_ALLOW_THREADS
    if (status == FK_ERROR_ARGUMENT)
        return core_error(state, status, "split", "the mesh has no triangles, or the concavity is negative");
    if (status != FK_OK)
        return core_error(state, status, "split", NULL);
    PyObject *list = list_pieces(state, split);
    fk_split_free(core_context(), split);
    return list;
}

/* ---- Tables -------------------------------------------------------------------------------------------- */

static const char shape_doc[] =
    "A convex piece: a closed set, flat and zero-size ones included. box(), sphere() and\n"
    "other functions make it; it is immutable.\n\n"
    ">>> import farkas\n"
    ">>> farkas.sphere(2).kind\n"
    "'sphere'\n"
    ">>> farkas.box((2, 2, 2)).text\n"
    "'box -1 -1 -1 2 0 0 0 2 0 0 0 2'\n";

int core_add_shapes(PyObject *module)
{
    static PyGetSetDef attributes[] = {
        {"kind", shape_kind, NULL, "The word of its kind, as in the pair stream.", NULL},
        {"text", shape_text, NULL, "The shape as in the pair stream that `farkas pairs` reads.", NULL},
        {"bounds", shape_bounds, NULL,
         "A box around it, rounded outward, by some 1e-14 of its size: ((x, y, z), (x, y, z)).", NULL},
        {"points", shape_points, NULL, "The corners of a hull, (n, 3), read-only; None for other kinds.",
         NULL},
        {NULL, NULL, NULL, NULL, NULL},
    };
    static PyMethodDef methods[] = {
        {"place", shape_place, METH_O,
         "place(pose)\n--\n\n"
         "Returns the shape placed by a pose. Each of its numbers is rounded once."},
        CORE_FUNCTION("to_mesh", shape_to_mesh,
                      "to_mesh(segments=32)\n--\n\n"
                      "Returns triangles that show the shape; `segments` around a circle of round ones."),
        {"__reduce__", shape_reduce, METH_NOARGS, "For pickle and copy."},
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

int core_add_shape_changes(PyObject *module)
{
    static PyMethodDef functions[] = {
        {"shape", shape_of_text, METH_O,
         "shape(text)\n--\n\n"
         "Makes a shape from its text, as in the pair stream that `farkas pairs` reads.\n\n"
         ">>> import farkas\n"
         ">>> farkas.shape('sphere 0 0 0 1')\n"
         "<farkas.Shape sphere 0 0 0 1>\n"},
        CORE_FUNCTION(
            "split", split_mesh,
            "split(mesh, *, concavity=None, most=None)\n--\n\n"
            "Returns convex shapes that exactly cover a mesh. Each is at most the concavity away from it, as "
            "measured; by default a\n"
            "hundredth of its diagonal. At most `most` of them.\n\n"
            ">>> import farkas\n"
            ">>> farkas.split(farkas.box(2).to_mesh())\n"
            "[<farkas.Shape hull of 8 points>]\n"),
        {NULL, NULL, 0, NULL},
    };
    return PyModule_AddFunctions(module, functions);
}
